//! Lamps and their rays.

use super::cross;
use crate::engine::math::Vec2;
use glam::DVec2;

/// Where light comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lamp {
    /// A point, world, metres.
    Point(DVec2),
    /// Parallel light that travels along this unit vector: a lamp infinitely far away.
    Sun(DVec2),
}

/// A ray of a lamp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// A lamp's rays in their order, counter-clockwise: for a point the angle in (−π, π], for the sun the distance to
    /// the left of a ray through the origin, metres.
    pub key: f64,
    /// Where distances on it count from: the point, or the foot of the origin on the sun's ray.
    pub origin: DVec2,
    /// Unit vector along which light travels.
    pub along: DVec2,
}

impl Ray {
    /// The place at a distance along the ray.
    pub fn at(&self, distance: f64) -> DVec2 {
        self.origin + self.along * distance
    }
}

impl Lamp {
    /// A lamp at a point.
    pub fn point(at: Vec2) -> Lamp {
        Lamp::Point(at.as_dvec2())
    }

    /// Parallel light; `None` when the direction has no length.
    pub fn sun(along: Vec2) -> Option<Lamp> {
        let along = along.as_dvec2();
        let length = along.length();
        (length > 1e-9 && length.is_finite()).then(|| Lamp::Sun(along / length))
    }

    /// The ray through a place; through the lamp's own place goes none, any is taken.
    pub fn ray(&self, place: DVec2) -> Ray {
        match *self {
            Lamp::Point(origin) => {
                let away = place - origin;
                let length = away.length();
                let along = if length > 0.0 { away / length } else { DVec2::X };
                Ray { key: libm::atan2(along.y, along.x), origin, along }
            }
            Lamp::Sun(along) => {
                let key = cross(along, place);
                Ray { key, origin: along.perp() * key, along }
            }
        }
    }

    /// The ray with this key.
    pub fn ray_at(&self, key: f64) -> Ray {
        match *self {
            Lamp::Point(origin) => Ray { key, origin, along: DVec2::new(libm::cos(key), libm::sin(key)) },
            Lamp::Sun(along) => Ray { key, origin: along.perp() * key, along },
        }
    }

    /// The ray halfway between two that are less than half a turn apart.
    pub fn between(&self, a: &Ray, b: &Ray) -> Ray {
        let key = 0.5 * (a.key + b.key);
        match *self {
            // The sum of two unit vectors halves the angle between them.
            Lamp::Point(origin) => Ray { key, origin, along: (a.along + b.along).normalize_or_zero() },
            Lamp::Sun(_) => self.ray_at(key),
        }
    }

    /// How far along its ray a place lies: for the sun counted from the foot of the origin, and so perhaps negative.
    pub fn distance(&self, place: DVec2) -> f64 {
        match *self {
            Lamp::Point(origin) => (place - origin).length(),
            Lamp::Sun(along) => along.dot(place),
        }
    }

    /// On which side of the line from `from` along `along` the lamp stands: positive to the left.
    pub fn side(&self, from: DVec2, along: DVec2) -> f64 {
        match *self {
            Lamp::Point(origin) => cross(along, origin - from),
            Lamp::Sun(travel) => cross(along, -travel),
        }
    }
}
