//! A stroke drawn free-hand becomes an outline: the line that was drawn, closed, with as few corners as keep it within
//! a pixel and a half (Douglas-Peucker, as for pictures); the engine cuts it into convex parts.

use crate::engine::contour::simplify::simplify;
use crate::engine::math::Vec2;
use crate::engine::probe::NoProbe;
use crate::engine::shape::decompose::decompose;

/// How far the outline may lie from the stroke, points on the screen.
const TOLERANCE_PX: f32 = 1.5;
/// A press that moves less than this is a click, points on the screen.
pub(super) const SHORTEST_PX: f32 = 12.0;
/// Further points of a stroke are left out.
pub(super) const MOST_POINTS: usize = 4096;

/// The corners of a closed stroke, or why it encloses nothing.
///
/// # Errors
/// The stroke crosses itself, is flat, or has too many corners; in words.
pub(super) fn outline(stroke: &[Vec2], metres_per_px: f32) -> Result<Vec<Vec2>, String> {
    let tolerance = TOLERANCE_PX * metres_per_px;
    let mut chain: Vec<Vec2> = Vec::new();
    for point in stroke {
        if chain.last().is_none_or(|last| (*point - *last).length() > 0.5 * metres_per_px) {
            chain.push(*point);
        }
    }
    // Closed by a straight edge from the last point to the first: then the first is told once.
    while chain.len() > 3 && (chain[0] - chain[chain.len() - 1]).length() <= 4.0 * tolerance {
        chain.pop();
    }
    if chain.len() < 3 {
        return Err("The stroke is too short: draw round the area that the body shall have.".to_owned());
    }
    let kept = simplify(&chain, tolerance, 0, &mut NoProbe);
    let corners: Vec<Vec2> = kept.into_iter().map(|index| chain[index]).collect();
    match decompose(&corners) {
        Ok(_) => Ok(corners),
        Err(why) => Err(format!("The stroke makes no body: {why}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::sin_cos;

    fn cos(angle: f32) -> f32 {
        sin_cos(angle).1
    }

    fn sin(angle: f32) -> f32 {
        sin_cos(angle).0
    }

    fn area(corners: &[Vec2]) -> f32 {
        let doubled = |i: usize| corners[i].perp_dot(corners[(i + 1) % corners.len()]);
        0.5 * (0..corners.len()).map(doubled).sum::<f32>().abs()
    }

    /// A ring of `n` points with five waves: area π (r² + a²/2).
    fn star(n: usize) -> Vec<Vec2> {
        let point = |i: usize| {
            let angle = std::f32::consts::TAU * i as f32 / n as f32;
            Vec2::new(cos(angle), sin(angle)) * (1.0 + 0.3 * cos(5.0 * angle))
        };
        (0..n).map(point).collect()
    }

    #[test]
    fn a_drawn_star_keeps_its_area_with_far_fewer_corners() {
        let corners = outline(&star(900), 0.005).unwrap();
        let wanted = std::f32::consts::PI * (1.0 + 0.045);
        // Each edge lies within 7.5 mm of a line 8 m long.
        assert!((area(&corners) - wanted).abs() < 0.0075 * 8.0, "{}", area(&corners));
        assert!((20..120).contains(&corners.len()), "{}", corners.len());
        assert!(decompose(&corners).unwrap().len() > 3, "it has dents");
    }

    #[test]
    fn a_stroke_that_crosses_itself_is_refused_with_a_reason() {
        let eight = |i: usize| {
            let angle = std::f32::consts::TAU * i as f32 / 200.0;
            Vec2::new(sin(angle), sin(2.0 * angle))
        };
        let why = outline(&(3..200).map(eight).collect::<Vec<_>>(), 0.005).unwrap_err();
        assert!(why.contains("cross"), "{why}");
        assert!(outline(&[Vec2::ZERO, Vec2::X], 0.005).is_err());
    }
}
