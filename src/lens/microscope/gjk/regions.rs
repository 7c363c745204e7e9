//! Voronoi regions of a simplex: for each corner, edge and the inside the places that are nearest to it.
//!
//! ```text
//!          :  w₁  :                 beyond a corner, between the two lines across its edges: the corner's region;
//!     ·····:.____.:·····            beside an edge, between the lines across its ends: the edge's;
//!        w₀ \  / w₂                 the triangle itself: overlap
//! ```
//! Which region holds the origin is the engine's verdict; only its outline is drawn here.

use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, direction, perp};
use crate::engine::narrow::gjk::{GjkStep, SimplexRegion};
use crate::engine::shape::overlap::half_plane;
use crate::lens::microscope::{PartKind, Specimen};

/// Shades the region that holds the origin, and draws the lines between all regions.
pub(super) fn draw(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let corners: Vec<Vec2> = step.simplex.iter().map(|p| specimen.turned(p.w)).collect();
    if corners.len() < 2 {
        return;
    }
    let reach = corners.iter().fold(0.0_f32, |far, p| far.max(p.length())) + specimen.size();
    if let Some(region) = region(&corners, step, reach) {
        list.of(PartKind::Region).polygon(Role::Region, region, 0.0);
    }
    for (i, &from) in corners.iter().enumerate() {
        for &to in corners.iter().skip(i + 1) {
            // The lines across an edge at its two ends, on the outer side (both sides of a lone segment).
            let Some((along, _)) = direction(to - from) else { continue };
            let across = perp(along) * reach;
            let inner =
                corners.iter().map(|&p| perp(along).dot(p - from)).fold(0.0, |far: f32, h| if h.abs() > far.abs() { h } else { far });
            for (end, sign) in [(from, -1.0), (to, -1.0), (from, 1.0), (to, 1.0)] {
                if corners.len() == 2 || sign * inner < 0.0 {
                    list.line(Role::Projection, end, end + across * sign);
                }
            }
        }
    }
}

/// Outline of the region that holds the origin, cut to a square.
fn region(corners: &[Vec2], step: &GjkStep, reach: f32) -> Option<Vec<Vec2>> {
    let square = [Vec2::new(-reach, -reach), Vec2::new(reach, -reach), Vec2::new(reach, reach), Vec2::new(-reach, reach)];
    let mut outline = square.to_vec();
    match step.region {
        SimplexRegion::Inside => outline = corners.to_vec(),
        SimplexRegion::Vertex(i) => {
            for (j, &other) in corners.iter().enumerate() {
                if j != i {
                    outline = half_plane(&outline, corners[i], other - corners[i]);
                }
            }
        }
        SimplexRegion::Edge(i, j) => {
            let (p, q) = (corners[i], corners[j]);
            outline = half_plane(&outline, p, p - q);
            outline = half_plane(&outline, q, q - p);
            if let Some(third) = (0..corners.len()).find(|k| *k != i && *k != j) {
                let side = perp(q - p);
                let inward = if side.dot(corners[third] - p) > 0.0 { side } else { -side };
                outline = half_plane(&outline, p, inward);
            }
        }
    }
    (outline.len() > 2).then_some(outline)
}
