//! Static friction is never below that of sliding.

use super::report::{Report, Step, steps};
use crate::scene::document::{BodyDoc, Document};
use crate::scene::material_doc::material_of;

/// Blames materials that hold two coefficients the wrong way round.
pub fn check_materials(report: &mut Report<'_>, document: &Document) {
    for (name, material) in &document.materials {
        // A material has the default where it tells none.
        check(report, &steps!["materials", name.clone()], material.material().friction, material.static_friction);
    }
}

/// The same of a body's shapes, whose friction may be their own, that of their material or the default.
pub fn check_shapes(report: &mut Report<'_>, path: &[Step], body: &BodyDoc, document: &Document) {
    for (i, shape) in body.shapes.iter().enumerate() {
        let sliding = material_of(&document.materials, shape).friction;
        check(report, &[path, &steps!["shapes", i]].concat(), sliding, shape.static_friction);
    }
}

fn check(report: &mut Report<'_>, path: &[Step], sliding: f32, grip: Option<f32>) {
    let Some(grip) = grip else { return };
    let at = [path, &steps!["static_friction"]].concat();
    if grip < sliding && report.is_clean(&at) {
        report.complain(&at, || format!("must be at least friction ({sliding}), is {grip}"));
    }
}
