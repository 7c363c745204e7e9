//! Named materials, and what a shape is made of.

use super::body_doc::ShapeDoc;
use crate::engine::material::Material;
use std::collections::BTreeMap;

/// A named material; every coefficient may be left to the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaterialDoc {
    /// kg/m².
    pub density: Option<f32>,
    /// Coulomb coefficient.
    pub friction: Option<f32>,
    /// The same while nothing slides; `None`, or a number below that of sliding: the same as that.
    pub static_friction: Option<f32>,
    /// 0 to 1.
    pub restitution: Option<f32>,
}

/// Each coefficient from the shape, else from its material, else the default.
pub fn material_of(materials: &BTreeMap<String, MaterialDoc>, shape: &ShapeDoc) -> Material {
    let named = shape.material.as_ref().and_then(|name| materials.get(name)).copied().unwrap_or_default().material();
    Material {
        density: shape.density.unwrap_or(named.density),
        friction: shape.friction.unwrap_or(named.friction),
        static_friction: shape.static_friction.unwrap_or(named.static_friction),
        restitution: shape.restitution.unwrap_or(named.restitution),
    }
}

/// Raises a shape's static coefficient that an edit has left below its friction, its own or that of its material.
pub fn raise_static_of(materials: &BTreeMap<String, MaterialDoc>, shape: &mut ShapeDoc) {
    let sliding = material_of(materials, shape).friction;
    raise_static(sliding, &mut shape.static_friction);
}

/// Raises a static coefficient that an edit has left below that of sliding: files may not hold one.
pub fn raise_static(sliding: f32, static_friction: &mut Option<f32>) {
    if let Some(own) = static_friction
        && *own < sliding
    {
        *own = sliding;
    }
}

impl MaterialDoc {
    /// With the defaults for what is left out.
    pub fn material(self) -> Material {
        let usual = Material::default();
        Material {
            density: self.density.unwrap_or(usual.density),
            friction: self.friction.unwrap_or(usual.friction),
            static_friction: self.static_friction.unwrap_or(usual.static_friction),
            restitution: self.restitution.unwrap_or(usual.restitution),
        }
    }
}
