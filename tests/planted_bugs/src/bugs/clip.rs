//! Contact points by clipping.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug {
        name: "the other face is the reference",
        file: "narrow/clip.rs",
        place: "let reference_is_a = ⟦a_decides(&face_a, &face_b, slant_a <= slant_b)⟧;",
        wrong: "!a_decides(&face_a, &face_b, slant_a <= slant_b)",
    },
    Bug {
        name: "of parallel faces the shorter decides",
        file: "narrow/clip.rs",
        place: "if ⟦length_a >= length_b⟧ { separation_a + bias",
        wrong: "length_a < length_b",
    },
    Bug {
        name: "nothing is cut at the first side", file: "narrow/clip.rs", place: "along: ⟦max(along_low, 0.0)⟧,", wrong: "along_low"
    },
    Bug {
        name: "nothing is cut at the second side",
        file: "narrow/clip.rs",
        place: "along: ⟦min(along_high, length)⟧,",
        wrong: "along_high",
    },
    Bug {
        name: "a cut point keeps the height of the corner",
        file: "narrow/clip.rs",
        place: "height: ⟦if along_low < 0.0 { height_low - slope * along_low } else { height_low }⟧,",
        wrong: "height_low",
    },
    Bug {
        name: "points above the margin are kept",
        file: "narrow/clip.rs",
        place: "let near = ⟦point.separation <= margin⟧;",
        wrong: "true",
    },
    Bug {
        name: "the rounding of the incident shape is forgotten",
        file: "narrow/clip.rs",
        place: "let separation = ⟦at.height - reference_radius - incident_radius⟧;",
        wrong: "at.height - reference_radius",
    },
    Bug {
        name: "points lie on one surface instead of between both",
        file: "narrow/clip.rs",
        place: "let middle = ⟦0.5 * (reference_radius + at.height - incident_radius)⟧;",
        wrong: "at.height - incident_radius",
    },
    Bug {
        name: "ids depend on which face is the reference",
        file: "narrow/clip.rs",
        place: "let reference_vertex_counts = ⟦if end.beyond.abs() <= LINEAR_SLOP { reference_is_a } else { end.beyond > 0.0 }⟧;",
        wrong: "end.beyond.abs() > LINEAR_SLOP",
    },
    Bug {
        name: "the normal points from the reference shape",
        file: "narrow/clip.rs",
        place: "let normal = ⟦if reference_is_a { self.reference.normal } else { -self.reference.normal }⟧;",
        wrong: "self.reference.normal",
    },
];
