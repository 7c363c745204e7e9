//! The edges that a turning ray meets now, for whoever asks which of them are near a new one.

use super::outline::{Edge, Form};
use glam::DVec2;

/// The edges that the ray meets now, and boxes round them in rows, so that eight are compared at once.
#[derive(Default)]
pub(super) struct Active {
    /// Numbers of the edges, in the order in which they began.
    pub edges: Vec<u32>,
    /// Least x, least y, greatest x and greatest y, metres.
    sides: [Vec<f32>; 4],
}

impl Active {
    pub fn push(&mut self, edge: u32, sides: [f32; 4]) {
        self.edges.push(edge);
        self.sides.iter_mut().zip(sides).for_each(|(row, side)| row.push(side));
    }

    pub fn remove(&mut self, edge: u32) {
        if let Some(place) = self.edges.iter().position(|other| *other == edge) {
            self.edges.remove(place);
            self.sides.iter_mut().for_each(|row| _ = row.remove(place));
        }
    }

    /// Names those whose boxes meet a box.
    pub fn meeting(&self, [left, lower, right, upper]: [f32; 4], near: &mut Vec<u32>) {
        const LANES: usize = 8;
        let [lefts, lowers, rights, uppers] = self.sides.each_ref().map(|row| row.as_chunks::<LANES>());
        let meets = |l: f32, d: f32, r: f32, u: f32| (l <= right) & (left <= r) & (d <= upper) & (lower <= u);
        for (block, edges) in self.edges.chunks(LANES).enumerate() {
            match (lefts.0.get(block), lowers.0.get(block), rights.0.get(block), uppers.0.get(block)) {
                (Some(l), Some(d), Some(r), Some(u)) => {
                    let met: [u32; LANES] = std::array::from_fn(|k| u32::from(meets(l[k], d[k], r[k], u[k])));
                    if met.iter().fold(0, |any, met| any | met) != 0 {
                        near.extend(edges.iter().zip(met).filter(|(_, met)| *met != 0).map(|(edge, _)| *edge));
                    }
                }
                _ => {
                    let rest = edges.iter().enumerate();
                    near.extend(rest.filter(|(k, _)| meets(lefts.1[*k], lowers.1[*k], rights.1[*k], uppers.1[*k])).map(|(_, edge)| *edge));
                }
            }
        }
    }
}

/// A box round an edge: least x, least y, greatest x and greatest y, rounded outwards.
pub(super) fn bounds(edge: &Edge) -> [f32; 4] {
    let [low, high] = match edge.form {
        Form::Line => [edge.from.min(edge.to), edge.from.max(edge.to)],
        Form::Arc { center, radius, .. } => [center - DVec2::splat(radius), center + DVec2::splat(radius)],
    };
    let [down, up] = [|x: f64| (x as f32).next_down(), |x: f64| (x as f32).next_up()];
    [down(low.x), down(low.y), up(high.x), up(high.y)]
}
