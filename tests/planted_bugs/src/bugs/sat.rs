//! Separating axis test.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the gap has the wrong sign",
        file: "narrow/core.rs",
        place: "let (ahead, behind) = (⟦b.min - a.max⟧,",
        wrong: "a.max - b.min",
    },
    Bug {
        name: "only one direction of an axis is tried",
        file: "narrow/core.rs",
        place: "let is_behind = ⟦behind.gt(ahead)⟧;",
        wrong: "L::splat(0.0).gt(L::splat(0.0))",
    },
    Bug {
        name: "the axis is not turned from A to B",
        file: "narrow/core.rs",
        place: "axis: ⟦Vector::select(is_behind, -axis, axis)⟧,",
        wrong: "axis",
    },
    Bug { name: "the edges of B are forgotten", file: "narrow/sat.rs", place: "for k in 0..⟦pair.b.axis_count⟧ {", wrong: "0" },
    Bug {
        name: "the last edge of A is forgotten",
        file: "narrow/sat.rs",
        place: "for k in 0..⟦pair.a.axis_count⟧ {",
        wrong: "pair.a.axis_count.saturating_sub(1)",
    },
    Bug {
        name: "the deepest axis is kept instead of the shallowest",
        file: "narrow/sat.rs",
        place: "let wider = L::and_not(⟦gap.separation.gt(self.separation)⟧, skipped);",
        wrong: "L::or(self.separation.gt(gap.separation), L::splat(-1e30).gt(self.separation))",
    },
    Bug {
        name: "the test ends at touching instead of at the margin",
        file: "narrow/sat.rs",
        place: "in_every_lane::<L>(⟦self.separation.gt(limit)⟧)",
        wrong: "self.separation.gt(L::splat(0.0))",
    },
    Bug {
        name: "normals of B are not turned into A's frame",
        file: "narrow/sat.rs",
        place: "let axis = ⟦pair.pose.rotate(pair.b.axes[k])⟧;",
        wrong: "pair.b.axes[k]",
    },
    Bug {
        name: "the rounding of B is forgotten",
        file: "narrow/core.rs",
        place: "self.b.shadow(local_axis).shifted_and_grown(self.pose.position.dot(axis), ⟦self.b.radius⟧)",
        wrong: "L::splat(0.0)",
    },
    Bug {
        name: "corners against corners have no axis",
        file: "narrow/sat.rs",
        place: "let overlap = ⟦L::splat(-TOUCHING).gt(best.separation + pair.radius())⟧;",
        wrong: "all_set::<L>()",
    },
];
