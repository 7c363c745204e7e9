//! Mass, centre and inertia of shapes and compounds.
//!
//! Every shape is a core of points grown by a radius `r` (see [`super::shape`]), and such a shape falls into three
//! kinds of parts:
//!
//! ```text
//!        .---------------.          core       a fan of triangles about the core's own middle
//!      /  \_____________/  \        rectangle  one outside each edge, `edge length × r`
//!     (sector|rectangle|sector)     sector     one at each corner, a slice of a disc that
//!      \   __|_________|__ /                   fills the turn between two edge normals
//!       | |    core     |  |
//! ```
//!
//! A circle is one sector of a full turn; a capsule two half-turns and two rectangles. So one sum gives them all,
//! exactly. Each part contributes its area, its first moment `∫ x dA` and its second moment `∫ |x|² dA`; Huygens and
//! Steiner's parallel-axis theorem `I_origin = I_center + m |c|²` then moves the sum to the common centre.
//!
//! - Triangle `0, p, q`: area `A = p × q / 2`, first moment `A (p + q) / 3`, second moment `A (p·p + p·q + q·q) / 6`.
//! - Rectangle on the edge from `p` (direction `t`, length `l`) outwards along `n`: centre `p + t l/2 + n r/2`,
//!   own inertia `A (l² + r²) / 12`.
//! - Sector about `p` from direction `n` to `m` over the angle `θ`: area `θ r²/2`, `∫ n dφ = perp(n) − perp(m)` gives
//!   the first moment `r³/3 (perp(n) − perp(m))` about `p`, and the second moment about `p` is `θ r⁴/4`.
//!
//! All of it in `f64` about the middle of the core, not the body's origin: a small shape far out would otherwise lose
//! its inertia in the difference of two large numbers.

use super::math::Vec2;
use super::shape::{Convex, Shape};
use glam::DVec2;

/// Mass properties, about their own centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// kg.
    pub mass: f32,
    /// Centre of mass in the frame of the shape's body, metres.
    pub center: Vec2,
    /// Rotational inertia about `center`, kg·m².
    pub inertia: f32,
}

impl MassProperties {
    /// Of one shape with `density` kg/m²; exact formulas, rounding included. A segment has no mass, nor has a
    /// half-plane.
    pub fn of_shape(shape: &Shape, density: f32) -> MassProperties {
        if let Shape::HalfPlane(shape) = shape {
            return MassProperties { mass: 0.0, center: shape.point(), inertia: 0.0 };
        }
        let core = shape.convex();
        let middle = core.points.iter().fold(DVec2::ZERO, |sum, p| sum + p.as_dvec2()) / core.points.len() as f64;
        Moments::of(core, middle).into_properties(f64::from(density), middle)
    }

    /// Of several parts together, each moved to the common centre by the parallel-axis theorem. Where parts overlap,
    /// both count. The centre is the body's origin when nothing has mass.
    pub fn sum(parts: impl IntoIterator<Item = MassProperties>) -> MassProperties {
        let parts: Vec<MassProperties> = parts.into_iter().collect();
        let mass: f64 = parts.iter().map(|part| f64::from(part.mass)).sum();
        if mass <= 0.0 {
            return MassProperties::default();
        }
        let weighted = parts.iter().fold(DVec2::ZERO, |sum, part| sum + f64::from(part.mass) * part.center.as_dvec2());
        let center = weighted / mass;
        let inertia: f64 = parts
            .iter()
            .map(|part| f64::from(part.inertia) + f64::from(part.mass) * (part.center.as_dvec2() - center).length_squared())
            .sum();
        MassProperties { mass: mass as f32, center: center.as_vec2(), inertia: inertia as f32 }
    }
}

/// Area, first and second moment about a chosen origin.
#[derive(Clone, Copy, Default)]
struct Moments {
    /// m².
    area: f64,
    /// `∫ x dA`, m³.
    first: DVec2,
    /// `∫ |x|² dA`, m⁴.
    second: f64,
}

impl Moments {
    /// Of a rounded core, about `origin`.
    fn of(core: Convex<'_>, origin: DVec2) -> Moments {
        let radius = f64::from(core.radius);
        let point = |i: usize| core.points[i % core.points.len()].as_dvec2() - origin;
        let normal = |i: usize| core.normals[i % core.normals.len()].as_dvec2();
        let mut total = Moments::default();
        if core.normals.is_empty() {
            total.add_sector(point(0), DVec2::X, DVec2::X, std::f64::consts::TAU, radius);
        }
        for i in 0..core.normals.len() {
            let (n, m) = (normal(i), normal(i + 1));
            total.add_triangle(point(i), point(i + 1));
            total.add_rectangle(point(i), point(i + 1), n, radius);
            let angle = libm::atan2(n.perp_dot(m).abs(), n.dot(m));
            total.add_sector(point(i + 1), n, m, angle, radius);
        }
        total
    }

    /// The triangle from the origin over `p` to `q`.
    fn add_triangle(&mut self, p: DVec2, q: DVec2) {
        let area = 0.5 * p.perp_dot(q);
        self.area += area;
        self.first += area * (p + q) / 3.0;
        self.second += area * (p.dot(p) + p.dot(q) + q.dot(q)) / 6.0;
    }

    /// The rectangle of thickness `radius` on the outside of the edge from `p` to `q`.
    fn add_rectangle(&mut self, p: DVec2, q: DVec2, normal: DVec2, radius: f64) {
        let length = (q - p).length();
        let area = length * radius;
        let center = 0.5 * (p + q) + 0.5 * radius * normal;
        self.area += area;
        self.first += area * center;
        self.second += area * (length * length + radius * radius) / 12.0 + area * center.length_squared();
    }

    /// The slice of the disc about `p` that lies between the directions `from` and `to`, `angle` radians apart.
    fn add_sector(&mut self, p: DVec2, from: DVec2, to: DVec2, angle: f64, radius: f64) {
        let area = 0.5 * angle * radius * radius;
        let own_first = radius * radius * radius / 3.0 * (from.perp() - to.perp());
        self.area += area;
        self.first += own_first + area * p;
        self.second += 0.25 * angle * radius * radius * radius * radius + 2.0 * p.dot(own_first) + area * p.length_squared();
    }

    /// As mass, centre and inertia about that centre, in the frame in which `origin` is given.
    fn into_properties(self, density: f64, origin: DVec2) -> MassProperties {
        if self.area <= 0.0 {
            return MassProperties { mass: 0.0, center: origin.as_vec2(), inertia: 0.0 };
        }
        let center = self.first / self.area;
        let inertia = self.second - self.area * center.length_squared();
        MassProperties { mass: (density * self.area) as f32, center: (origin + center).as_vec2(), inertia: (density * inertia) as f32 }
    }
}
