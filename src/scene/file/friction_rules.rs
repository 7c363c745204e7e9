//! Static friction is never below that of sliding.

use super::report::{Report, Step, steps};
use crate::scene::document::{BodyDoc, Document};

/// Blames materials that hold two coefficients the wrong way round.
pub fn check_materials(report: &mut Report<'_>, document: &Document) {
    for (name, material) in &document.materials {
        // A material has the default where it tells none.
        check(report, &steps!["materials", name.clone()], Some(material.material().friction), material.static_friction);
    }
}

/// The same of a body's shapes.
pub fn check_shapes(report: &mut Report<'_>, path: &[Step], body: &BodyDoc) {
    for (i, shape) in body.shapes.iter().enumerate() {
        check(report, &[path, &steps!["shapes", i]].concat(), shape.friction, shape.static_friction);
    }
}

fn check(report: &mut Report<'_>, path: &[Step], sliding: Option<f32>, grip: Option<f32>) {
    let (Some(sliding), Some(grip)) = (sliding, grip) else { return };
    let at = [path, &steps!["static_friction"]].concat();
    if grip < sliding && report.is_clean(&at) {
        report.complain(&at, || format!("must be at least friction ({sliding}), is {grip}"));
    }
}
