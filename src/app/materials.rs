//! Named materials of a document.

use crate::scene::document::{Document, MaterialDoc};

/// Sets, adds or removes a named material; shapes of a removed material keep its numbers as their own.
pub fn set(document: &mut Document, name: &str, material: Option<MaterialDoc>) {
    if let Some(material) = material {
        document.materials.insert(name.to_owned(), material);
        return;
    }
    let Some(gone) = document.materials.remove(name) else { return };
    for shape in document.bodies.iter_mut().flat_map(|b| &mut b.shapes).filter(|s| s.material.as_deref() == Some(name)) {
        shape.material = None;
        shape.density = shape.density.or(gone.density);
        shape.friction = shape.friction.or(gone.friction);
        shape.static_friction = shape.static_friction.or(gone.static_friction);
        shape.restitution = shape.restitution.or(gone.restitution);
    }
}
