//! Named materials of a document.

use crate::scene::document::{Document, MaterialDoc, raise_static_of};

/// Sets, adds or removes a named material; shapes of a removed material keep its numbers as their own. Returns how many
/// shapes do.
pub fn set(document: &mut Document, name: &str, material: Option<MaterialDoc>) -> usize {
    if let Some(material) = material {
        document.materials.insert(name.to_owned(), material);
        for shape in document.bodies.iter_mut().flat_map(|b| &mut b.shapes).filter(|s| s.material.as_deref() == Some(name)) {
            raise_static_of(&document.materials, shape);
        }
        return 0;
    }
    let Some(gone) = document.materials.remove(name) else { return 0 };
    let mut kept = 0;
    for shape in document.bodies.iter_mut().flat_map(|b| &mut b.shapes).filter(|s| s.material.as_deref() == Some(name)) {
        shape.material = None;
        shape.density = shape.density.or(gone.density);
        shape.friction = shape.friction.or(gone.friction);
        shape.static_friction = shape.static_friction.or(gone.static_friction);
        shape.restitution = shape.restitution.or(gone.restitution);
        raise_static_of(&document.materials, shape);
        kept += 1;
    }
    kept
}

/// Gives a material another name, and carries it through the shapes that are made of it. Nothing happens where there is
/// none, or the new name is taken.
pub fn rename(document: &mut Document, old: &str, new: &str) {
    if document.materials.contains_key(new) {
        return;
    }
    let Some(material) = document.materials.remove(old) else { return };
    document.materials.insert(new.to_owned(), material);
    for name in document.bodies.iter_mut().flat_map(|b| &mut b.shapes).filter_map(|shape| shape.material.as_mut()) {
        if name == old {
            new.clone_into(name);
        }
    }
}

/// Adds a material from elsewhere; under a free name if another one has its name. Returns its name.
pub fn add(document: &mut Document, name: &str, material: MaterialDoc) -> String {
    let is_free = |name: &String| document.materials.get(name).is_none_or(|there| *there == material);
    let numbered = (2..).map(|i| format!("{name}-{i}"));
    let new = std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default();
    document.materials.insert(new.clone(), material);
    new
}

/// Materials that come with the program, for the beginning: name, density in kg/m² of a sheet 1 mm thick (a thousandth
/// of the usual density in kg/m³, so that water has 1), friction and restitution of two pieces of the same material.
///
/// Densities are those of tables. Friction and restitution belong to a pair of dry surfaces and vary by a factor of two
/// from table to table; these are round numbers from the middle.
pub const READY_MADE: [(&str, [f32; 3]); 10] = [
    ("steel", [7.85, 0.6, 0.6]),
    ("aluminium", [2.7, 0.5, 0.5]),
    ("stone", [2.6, 0.65, 0.3]),
    ("glass", [2.5, 0.9, 0.65]),
    ("concrete", [2.4, 0.8, 0.2]),
    ("rubber", [1.1, 1.0, 0.8]),
    ("plastic", [1.0, 0.3, 0.5]),
    ("ice", [0.92, 0.03, 0.3]),
    ("wood", [0.7, 0.4, 0.4]),
    ("cork", [0.2, 0.5, 0.55]),
];

/// One of them as a material of a document.
pub fn ready_made([density, friction, restitution]: [f32; 3]) -> MaterialDoc {
    MaterialDoc { density: Some(density), friction: Some(friction), restitution: Some(restitution), static_friction: None }
}
