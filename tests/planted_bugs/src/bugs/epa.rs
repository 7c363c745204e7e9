//! Penetration depth.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the farthest edge is taken for the nearest",
        file: "narrow/epa.rs",
        place: "if ⟦self.edges[i].distance < self.edges[best].distance⟧",
        wrong: "self.edges[i].distance > self.edges[best].distance",
    },
    Bug {
        name: "normals point inward",
        file: "narrow/epa.rs",
        place: "let normal = ⟦DVec2::new(along.y, -along.x)⟧",
        wrong: "DVec2::new(-along.y, along.x)",
    },
    Bug {
        name: "the new corner goes before the edge", file: "narrow/epa.rs", place: "self.insert(⟦edge + 1⟧, support);", wrong: "edge"
    },
    Bug {
        name: "the second half of a split edge is not measured",
        file: "narrow/epa.rs",
        place: "self.measure(⟦edge + 1⟧);",
        wrong: "edge",
    },
    Bug {
        name: "a clockwise start is left as it is",
        file: "narrow/epa.rs",
        place: "&& ⟦(q.w - p.w).perp_dot(r.w - p.w) < 0.0⟧",
        wrong: "false",
    },
    Bug { name: "it ends too soon", file: "narrow/epa.rs", place: "if gain <= ⟦options.tolerance⟧ * polytope.reach {", wrong: "0.1" },
    Bug {
        name: "the normal points from B to A",
        file: "narrow/epa.rs",
        place: "normal: ⟦way_out.normal.as_vec2()⟧,",
        wrong: "-way_out.normal.as_vec2()",
    },
    Bug {
        name: "only one side of the start polygon is measured",
        file: "narrow/epa.rs",
        place: "for i in 0..⟦polytope.count⟧ {",
        wrong: "1",
    },
    Bug {
        name: "the longest way out is remembered",
        file: "narrow/epa.rs",
        place: "if ⟦way_out.depth < shortest.depth⟧ {",
        wrong: "way_out.depth > shortest.depth || shortest.depth == f64::INFINITY",
    },
    Bug {
        name: "the deepest point of B is a corner",
        file: "narrow/epa.rs",
        place: "start.point_b.lerp(⟦end.point_b⟧, t)",
        wrong: "start.point_b",
    },
];
