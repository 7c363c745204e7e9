//! Time of impact.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "turning is forgotten",
        file: "narrow/time_of_impact.rs",
        place: "let reach = ⟦along + by_sine * angle + 0.5 * by_cosine * angle * angle⟧;",
        wrong: "along",
    },
    Bug {
        name: "the second order of turning is forgotten",
        file: "narrow/time_of_impact.rs",
        place: "let reach = ⟦along + by_sine * angle + 0.5 * by_cosine * angle * angle⟧;",
        wrong: "along + by_sine * angle",
    },
    Bug {
        name: "both senses of turning are taken for the same",
        file: "narrow/time_of_impact.rs",
        place: "(lever.dot(local_axis), ⟦perp(lever).dot(local_axis) * turns_left⟧);",
        wrong: "perp(lever).dot(local_axis)",
    },
    Bug {
        name: "the motion of A is forgotten",
        file: "narrow/time_of_impact.rs",
        place: "let closing = ⟦(self.sweep_b.travel - self.sweep_a.travel).dot(self.normal)⟧;",
        wrong: "self.sweep_b.travel.dot(self.normal)",
    },
    Bug {
        name: "closing has the wrong sign",
        file: "narrow/time_of_impact.rs",
        place: "let closed = if ⟦closing < 0.0⟧ {",
        wrong: "closing > 0.0",
    },
    Bug {
        name: "the roundings are forgotten",
        file: "narrow/time_of_impact.rs",
        place: "let separation = ⟦found.distance - radius⟧;",
        wrong: "found.distance",
    },
    Bug {
        name: "the goal lies beyond the target",
        file: "narrow/time_of_impact.rs",
        place: "let goal = ⟦target.separation + radius + 0.5 * target.tolerance⟧;",
        wrong: "target.separation + radius - target.tolerance",
    },
    Bug {
        name: "the axis stays in A's frame",
        file: "narrow/time_of_impact.rs",
        place: "let normal = ⟦pose_a.rotation.rotate(found.normal)⟧;",
        wrong: "found.normal",
    },
    Bug {
        name: "it steps beyond the crossing of the chord",
        file: "narrow/time_of_impact.rs",
        place: "time += ⟦(rest - time) * excess / (excess - end)⟧;",
        wrong: "1.5 * (rest - time) * excess / (excess - end)",
    },
    Bug {
        name: "each advance counts from the start",
        file: "narrow/time_of_impact.rs",
        place: "let safe_until = ⟦t⟧ + bound",
        wrong: "0.0",
    },
];
