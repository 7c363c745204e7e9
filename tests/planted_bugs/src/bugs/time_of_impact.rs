//! Time of impact.

use super::Bug;

pub const BUGS: [Bug; 15] = [
    Bug {
        name: "turning is forgotten",
        file: "narrow/gap_bound.rs",
        place: "farthest = max(farthest, ⟦along + by_sine * angle + 0.5 * by_cosine * angle * angle⟧);",
        wrong: "along",
    },
    Bug {
        name: "the second order of turning is forgotten",
        file: "narrow/gap_bound.rs",
        place: "farthest = max(farthest, ⟦along + by_sine * angle + 0.5 * by_cosine * angle * angle⟧);",
        wrong: "along + by_sine * angle",
    },
    Bug {
        name: "both senses of turning are taken for the same",
        file: "narrow/gap_bound.rs",
        place: "(lever.dot(local_axis), ⟦perp(lever).dot(local_axis) * turns_left⟧);",
        wrong: "perp(lever).dot(local_axis)",
    },
    Bug {
        name: "the motion of A is forgotten",
        file: "narrow/gap_bound.rs",
        place: "let closing = ⟦(b.sweep.travel - a.sweep.travel).dot(*normal)⟧ * elapsed;",
        wrong: "b.sweep.travel.dot(*normal)",
    },
    Bug {
        name: "closing has the wrong sign",
        file: "narrow/gap_bound.rs",
        place: "Axis::StaysFar => ⟦min(closing, 0.0)⟧ -",
        wrong: "max(closing, 0.0)",
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
        file: "narrow/gap_bound.rs",
        place: "time += ⟦(end - time) * excess / (excess - end_excess)⟧;",
        wrong: "1.5 * (end - time) * excess / (excess - end_excess)",
    },
    Bug {
        name: "the guess is taken on either side of the goal",
        file: "narrow/gap_bound.rs",
        place: "if ⟦at_guess >= 0.0⟧ {",
        wrong: "at_guess >= -0.1",
    },
    Bug {
        name: "what is near is not accelerated by turning",
        file: "narrow/gap_bound.rs",
        place: "perp(lever).dot(axis) * angle + ⟦0.5 * lever.length() * angle * angle⟧;",
        wrong: "0.0",
    },
    Bug {
        name: "the turning axis does not turn past the centres",
        file: "narrow/gap_bound.rs",
        place: "let rate = ⟦turn * perp(normal).dot(between)⟧ + normal.dot(travel);",
        wrong: "0.0",
    },
    Bug {
        name: "the turning axis is not accelerated",
        file: "narrow/gap_bound.rs",
        place: "let falls = ⟦turn * turn * (between.length() + speed) + 2.0 * turn.abs() * speed⟧;",
        wrong: "0.0",
    },
    Bug {
        name: "the other body turns as if the axis stayed",
        file: "narrow/gap_bound.rs",
        place: "let turn_between = ⟦other.sweep.turn - turn⟧;",
        wrong: "other.sweep.turn",
    },
    Bug {
        name: "each advance counts from the start",
        file: "narrow/time_of_impact.rs",
        place: "let safe_until = ⟦t⟧ + bound",
        wrong: "0.0",
    },
];
