//! Contact points by clipping.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the other face is the reference",
        file: "narrow/clip.rs",
        place: "let by_a = ⟦a_decides(faces, not_gt(slants[0], slants[1]))⟧;",
        wrong: "L::and_not(not_gt(L::splat(0.0), L::splat(0.0)), a_decides(faces, not_gt(slants[0], slants[1])))",
    },
    Bug {
        name: "of parallel faces the shorter decides",
        file: "narrow/clip.rs",
        place: "L::select(⟦length_b.gt(length_a)⟧, shorter_a, longer_a)",
        wrong: "not_gt(length_b, length_a)",
    },
    Bug {
        name: "nothing is cut at the first side", file: "narrow/strip.rs", place: "along: ⟦along_low.max(zero)⟧,", wrong: "along_low"
    },
    Bug {
        name: "nothing is cut at the second side",
        file: "narrow/strip.rs",
        place: "along: ⟦along_high.min(length)⟧,",
        wrong: "along_high",
    },
    Bug {
        name: "a cut point keeps the height of the corner",
        file: "narrow/strip.rs",
        place: "height: ⟦L::select(zero.gt(along_low), height_low - slope * along_low, height_low)⟧,",
        wrong: "height_low",
    },
    Bug {
        name: "points above the margin are kept",
        file: "narrow/strip.rs",
        place: "let is_out = L::or(⟦separation.gt(margin)⟧, dropped);",
        wrong: "dropped",
    },
    Bug {
        name: "the rounding of the incident shape is forgotten",
        file: "narrow/strip.rs",
        place: "let separation = ⟦end.height - reference_radius - incident_radius⟧;",
        wrong: "end.height - reference_radius",
    },
    Bug {
        name: "points lie on one surface instead of between both",
        file: "narrow/strip.rs",
        place: "let middle = ⟦L::splat(0.5) * (reference_radius + end.height - incident_radius)⟧;",
        wrong: "end.height - incident_radius",
    },
    Bug {
        name: "ids depend on which face is the reference",
        file: "narrow/strip.rs",
        place: "let reference_vertex_counts = ⟦L::select(is_clear, end.beyond, of_reference).gt(zero)⟧;",
        wrong: "is_clear",
    },
    Bug {
        name: "the normal points from the reference shape",
        file: "narrow/strip.rs",
        place: "Points { normal: ⟦Vector::select(self.by_a, self.reference.normal, -self.reference.normal)⟧, points }",
        wrong: "self.reference.normal",
    },
];
