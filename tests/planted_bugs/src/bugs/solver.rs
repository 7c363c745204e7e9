//! Impulses of contacts.

use super::Bug;

pub const BUGS: [Bug; 14] = [
    Bug { name: "contacts may pull", file: "solver/contact.rs", place: "let total = ⟦wanted.max(low)⟧;", wrong: "wanted" },
    Bug {
        name: "the increment is clamped instead of the sum",
        file: "solver/contact.rs",
        place: "let low = if ⟦SUMS⟧ { L::splat(0.0) } else { old };",
        wrong: "!SUMS",
    },
    Bug {
        name: "friction is bounded on one side only",
        file: "solver/contact.rs",
        place: "let total = ⟦self.sum.min(high).max(low)⟧;",
        wrong: "self.sum.min(high)",
    },
    Bug {
        name: "the coefficient of friction is forgotten",
        file: "solver/contact.rs",
        place: "let bound = if SUMS { ⟦friction * normal⟧ }",
        wrong: "normal",
    },
    Bug {
        name: "A is turned the wrong way",
        file: "solver/rows.rs",
        place: "let (spin_a, spin_b) = (⟦a[2] - inv_inertias[0] * angular_impulse_a⟧,",
        wrong: "a[2] + inv_inertias[0] * angular_impulse_a",
    },
    Bug {
        name: "a row does not feel how another turns the bodies",
        file: "solver/rows.rs",
        place: "{ ⟦self.inv_mass + angular⟧ } else { angular }",
        wrong: "self.inv_mass",
    },
    Bug {
        name: "the second point is not told what the first has given",
        file: "solver/contact.rs",
        place: "normal_2.couple(rows.response(0, 1), ⟦applied.change⟧);",
        wrong: "L::splat(0.0)",
    },
    Bug {
        name: "the relaxing keeps the gaps of the solve pass",
        file: "solver/contact.rs",
        place: "⟦renew_gaps::<L>(block, at, bodies)⟧;",
        wrong: "()",
    },
    Bug {
        name: "overlap is pushed apart without a limit",
        file: "solver/contact.rs",
        place: "let push = ⟦(L::splat(softness.bias_rate) * gap).max(L::splat(-tuning::PUSH_SPEED))⟧;",
        wrong: "L::splat(softness.bias_rate) * gap",
    },
    Bug {
        name: "contacts hold before they touch",
        file: "solver/contact.rs",
        place: "L::select(separated, ⟦gap * L::splat(pass.inv_h)⟧, push)",
        wrong: "zero",
    },
    Bug {
        name: "the warm start forgets friction",
        file: "solver/contact.rs",
        place: "rows.apply(TANGENTS + k, ⟦tangent⟧);",
        wrong: "L::splat(0.0)",
    },
    Bug {
        name: "relaxing goes on pushing",
        file: "solver/contact.rs",
        place: "let bias = ⟦gap.max(zero) * L::splat(pass.inv_h)⟧;",
        wrong: "gap * L::splat(pass.inv_h)",
    },
    Bug {
        name: "an impact only stops",
        file: "solver/impact_hit.rs",
        place: "hits[k].then_some(⟦-restitution[k] * speeds[k]⟧ - (1.0 + restitution[k]) * gain)",
        wrong: "0.0",
    },
    Bug {
        name: "two points that hit at once do not know of each other",
        file: "solver/impact_rows.rs",
        place: "⟦a.inv_mass + b.inv_mass + a.inv_inertia * a_1 * a_2 + b.inv_inertia * b_1 * b_2⟧,",
        wrong: "0.0",
    },
];
