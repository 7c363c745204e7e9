//! Lamps of a scene.

use crate::engine::math::Vec2;

/// A lamp: a point that shines all round, or the sun.
#[derive(Clone, Debug, PartialEq)]
pub struct LightDoc {
    /// Unique among lights.
    pub id: String,
    /// The group that it stands in; a sun has no place, and only turns with it.
    pub group: Option<String>,
    /// Where its light comes from.
    pub kind: LightKind,
    /// How dark its shadows are, 0 to 1: the share of light that is missing where only this lamp is hidden.
    pub brightness: f32,
    /// From so many points of the lamp light is cast when it is no single point: more are softer and cost more.
    pub rays: u32,
}

/// Where light comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum LightKind {
    /// A small disc.
    Point {
        /// Body it hangs on (then `position` is in that body's frame); `None` = the world.
        body: Option<String>,
        /// Middle, metres.
        position: Vec2,
        /// Radius, metres; 0 = a point, whose shadows have sharp borders.
        radius: f32,
    },
    /// Far away: all rays are parallel.
    Sun {
        /// Where its light travels, of any length.
        direction: Vec2,
        /// How large it is in the sky, radians; 0 = sharp borders.
        spread: f32,
    },
}

impl Default for LightDoc {
    fn default() -> LightDoc {
        LightDoc { id: String::new(), group: None, kind: LightDoc::POINT, brightness: 0.5, rays: 8 }
    }
}

impl LightDoc {
    /// A point in the world.
    pub const POINT: LightKind = LightKind::Point { body: None, position: Vec2::ZERO, radius: 0.0 };
    /// A sun high in the left.
    pub const SUN: LightKind = LightKind::Sun { direction: Vec2::new(1.0, -2.0), spread: 0.0 };

    /// The body it hangs on.
    pub fn body(&self) -> Option<&String> {
        if let LightKind::Point { body, .. } = &self.kind { body.as_ref() } else { None }
    }

    /// The same, to change its name.
    pub fn body_mut(&mut self) -> Option<&mut String> {
        if let LightKind::Point { body, .. } = &mut self.kind { body.as_mut() } else { None }
    }

    /// True when its shadows have soft borders.
    pub fn is_soft(&self) -> bool {
        match self.kind {
            LightKind::Point { radius, .. } => radius > 0.0,
            LightKind::Sun { spread, .. } => spread > 0.0,
        }
    }
}
