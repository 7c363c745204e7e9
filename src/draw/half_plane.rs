//! The part of a half-plane that a picture sees.

use super::projection::Projection;
use glam::Vec2;

/// Corners of the part within `reach` metres of `center` to all sides, counter-clockwise; the first two are the ends of
/// the surface, if that is near. `None` when all of the half-plane is farther away.
pub fn part(point: Vec2, normal: Vec2, center: Vec2, reach: f32) -> Option<[Vec2; 4]> {
    // In f64: a point of the surface may be far outside of the picture.
    let depth = (point.as_dvec2() - center.as_dvec2()).dot(normal.as_dvec2()) as f32;
    if depth < -reach {
        return None;
    }
    let along = Vec2::new(normal.y, -normal.x);
    let (top, bottom) = (center + normal * depth.min(reach), center - normal * reach);
    let side = along * reach;
    Some([top + side, top - side, bottom - side, bottom + side])
}

/// The part that a projection shows, a little beyond its frame.
pub fn on_paper(point: Vec2, normal: Vec2, projection: Projection) -> Option<[Vec2; 4]> {
    part(point, normal, projection.center, 0.75 * projection.frame.size().length() / projection.scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_ends_at_the_surface_or_beyond_the_picture() {
        let of = |height: f32| part(Vec2::new(1e5, 2.0), Vec2::Y, Vec2::new(3.0, height), 10.0);
        let level = of(5.0).expect("in sight");
        assert_eq!(level, [Vec2::new(13.0, 2.0), Vec2::new(-7.0, 2.0), Vec2::new(-7.0, -5.0), Vec2::new(13.0, -5.0)]);
        let deep = of(-500.0).expect("all of the picture lies in the ground");
        assert_eq!(deep[0], Vec2::new(13.0, -490.0));
        assert_eq!(of(12.5), None);
    }
}
