//! Impulses of the second solver.

use super::Bug;

const FILE: &str = "solver/sequential_impulses.rs";

pub const BUGS: [Bug; 18] = [
    Bug { name: "contacts may pull", file: FILE, place: "let bounds = limited(⟦[0.0, f32::INFINITY]⟧, old);", wrong: "NO_BOUNDS" },
    Bug {
        name: "the increment is clamped instead of the sum",
        file: FILE,
        place: "if ⟦settings.accumulation⟧ { [low, high] }",
        wrong: "!settings.accumulation",
    },
    Bug {
        name: "friction is bounded on one side only",
        file: FILE,
        place: "let bounds = limited([⟦-self.friction * load⟧,",
        wrong: "f32::NEG_INFINITY",
    },
    Bug { name: "the coefficient of friction is forgotten", file: FILE, place: ", ⟦self.friction * load⟧], old);", wrong: "load" },
    Bug {
        name: "friction is bounded by the load of the iteration before",
        file: FILE,
        place: "let [load, old] = [⟦self.points[k].impulses[NORMAL]⟧,",
        wrong: "before[k][NORMAL]",
    },
    Bug {
        name: "the effective mass forgets that bodies turn",
        file: FILE,
        place: "rows.map(|row| ⟦1.0 / row.coupling(&row, &a, &b)⟧);",
        wrong: "1.0 / (a.inv_mass + b.inv_mass + 0.0 * row.arm_a)",
    },
    Bug { name: "overlap is pulled in", file: FILE, place: "- ⟦beta⟧ * overlap)", wrong: "-beta" },
    Bug { name: "no slop is left", file: FILE, place: "max(0.0, ⟦-gap - slop⟧)", wrong: "-gap - 0.0 * slop" },
    Bug { name: "contacts hold before they touch", file: FILE, place: "(⟦max(gap, 0.0)⟧ - beta", wrong: "0.0" },
    Bug { name: "the warm start forgets friction", file: FILE, place: "for along in ⟦[NORMAL, TANGENT]⟧ {", wrong: "[NORMAL, NORMAL]" },
    Bug {
        name: "the bias is forgotten in the row", file: FILE, place: "-mass * (⟦row.speed(a, b) + bias⟧);", wrong: "row.speed(a, b)"
    },
    Bug {
        name: "a bounce only stops",
        file: FILE,
        place: "if self.is_hit(k, threshold) { ⟦-self.restitution * meeting⟧ }",
        wrong: "0.0 * meeting",
    },
    Bug { name: "a bounce has no friction", file: FILE, place: "let most = ⟦self.friction * load⟧;", wrong: "0.0 * load" },
    Bug {
        name: "friction of a bounce is bounded by the stop alone",
        file: FILE,
        place: "let most = ⟦self.friction * load⟧;",
        wrong: "self.friction * impulses[NORMAL]",
    },
    Bug {
        name: "what gravity adds after the hit bounces, too",
        file: FILE,
        place: "point.meeting_speed += ⟦share⟧ *",
        wrong: "1.0 + 0.0 * share",
    },
    Bug {
        name: "the pushes begin with the velocities",
        file: FILE,
        place: "pseudo.extend(bodies.iter().map(|body| ⟦at_rest(*body)⟧));",
        wrong: "{ let _ = at_rest; *body }",
    },
    Bug {
        name: "the pushes do not move positions",
        file: FILE,
        place: "if let Some(pushed) = ⟦pseudo.get(slot as usize)⟧ {",
        wrong: "None::<&Float4Pair>",
    },
    Bug {
        name: "pushes move half the bodies: the spin is left out",
        file: "solver/push_out.rs",
        place: "body.last.0[k] += ⟦h * pseudo.first.0[k]⟧;",
        wrong: "if k < 2 { h * pseudo.first.0[k] } else { 0.0 }",
    },
];
