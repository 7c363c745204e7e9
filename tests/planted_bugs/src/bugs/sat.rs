//! Separating axis test.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the gap has the wrong sign",
        file: "narrow/sat.rs",
        place: "let (ahead, behind) = (⟦shadow_b.min - shadow_a.max⟧,",
        wrong: "shadow_a.max - shadow_b.min",
    },
    Bug { name: "only one direction of an axis is looked at", file: "narrow/sat.rs", place: "if ⟦ahead >= behind⟧ {", wrong: "true" },
    Bug { name: "the axis is not turned from A to B", file: "narrow/sat.rs", place: "Gap { axis: ⟦-axis⟧, shadow_a", wrong: "axis" },
    Bug {
        name: "the edges of B are forgotten", file: "narrow/sat.rs", place: "let distinct_b = ⟦distinct_count(b.normals)⟧;", wrong: "0"
    },
    Bug {
        name: "the last edge of A is forgotten",
        file: "narrow/sat.rs",
        place: "let distinct_a = ⟦distinct_count(a.normals)⟧;",
        wrong: "distinct_count(a.normals).saturating_sub(1)",
    },
    Bug {
        name: "the deepest axis is kept instead of the shallowest",
        file: "narrow/sat.rs",
        place: "(Some(best), _) => ⟦gap.separation > best.separation⟧,",
        wrong: "gap.separation < best.separation",
    },
    Bug {
        name: "the test ends at touching instead of at the margin",
        file: "narrow/sat.rs",
        place: "let separates = ⟦gap.separation > self.margin⟧;",
        wrong: "gap.separation > 0.0",
    },
    Bug {
        name: "normals of B are not turned into A's frame",
        file: "narrow/sat.rs",
        place: "let normal = ⟦placement.normal_b(i)⟧;",
        wrong: "b.normals[i]",
    },
    Bug {
        name: "the rounding of B is forgotten",
        file: "narrow/placement.rs",
        place: ".shifted_and_grown(self.pose.position.dot(axis), ⟦self.b.radius⟧)",
        wrong: "0.0",
    },
    Bug {
        name: "corners against corners have no axis",
        file: "narrow/sat.rs",
        place: "Some(best) if ⟦best.separation + placement.radius() < -TOUCHING⟧",
        wrong: "true",
    },
];
