//! Distance between convex shapes.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the support of B is sought in the same direction",
        file: "narrow/gjk.rs",
        place: "farthest(b.points, ⟦-local⟧)",
        wrong: "local",
    },
    Bug {
        name: "the search leads away from the origin",
        file: "narrow/gjk.rs",
        place: "let support = difference.support(⟦-nearest.point⟧);",
        wrong: "nearest.point",
    },
    Bug {
        name: "the region of an edge is dropped",
        file: "narrow/gjk.rs",
        place: "for (i, j) in ⟦[(1, 2), (2, 0)]⟧ {",
        wrong: "[(1, 2), (1, 2)]",
    },
    Bug {
        name: "no corner region at the start of an edge", file: "narrow/gjk.rs", place: "let t = if ⟦along <= 0.0⟧ {", wrong: "false"
    },
    Bug {
        name: "no corner region at the end of an edge",
        file: "narrow/gjk.rs",
        place: "} else if ⟦along >= length_sq⟧ {",
        wrong: "false",
    },
    Bug { name: "the weights are swapped", file: "narrow/gjk.rs", place: "weights[i] = ⟦1.0 - t⟧;", wrong: "t" },
    Bug {
        name: "inside only when counter-clockwise",
        file: "narrow/gjk.rs",
        place: "areas.iter().all(|area| ⟦area * total >= 0.0⟧)",
        wrong: "*area >= 0.0",
    },
    Bug {
        name: "the end is judged by an absolute tolerance",
        file: "narrow/gjk.rs",
        place: "let gains_nothing = could_shrink_by <= ⟦options.tolerance * distance_sq⟧;",
        wrong: "1e-3",
    },
    Bug {
        name: "a corner that is needed is dropped",
        file: "narrow/gjk.rs",
        place: "if ⟦nearest.weights[i] > 0.0⟧ {",
        wrong: "nearest.weights[i] > 0.5",
    },
    Bug {
        name: "the nearest point of B is mixed from points of A",
        file: "narrow/gjk.rs",
        place: "point_b += weight * ⟦vertex.point_b⟧;",
        wrong: "vertex.point_a",
    },
];
