//! Two colliders looked at: first their boxes, then, if those are near, the narrow phase.
//!
//! What is needed of a pair lies in several places of memory, so many pairs are looked at in one go: the boxes of all, the narrow phase for those that are near (eight at once), then what follows.

use super::World;
use super::tables::Tables;
use crate::engine::aabb::Aabb;
use crate::engine::fetch::with_ahead;
use crate::engine::math::{Vec2, max};
use crate::engine::narrow::batch::{Asked, Many};
use crate::engine::narrow::{Manifold, Meeting};
use crate::engine::tuning;

/// Two shapes are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// By this much at least, metres.
    pub separation: f32,
    /// Along this axis: unit, from A to B, world.
    pub axis: Vec2,
}

/// Two colliders to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Number of their contact.
    pub contact: u32,
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
    /// If they close fast, by how much they may come nearer in this step, metres ([`World::way_if_closing_fast`]).
    pub way: Option<f32>,
}

impl Wanted {
    /// `way`: 0 when they do not close fast.
    pub fn new(contact: u32, proxies: [u32; 2], way: f32) -> Wanted {
        Wanted { contact, proxies, way: (way > 0.0).then_some(way) }
    }
}

/// What a look at two colliders has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub wanted: Wanted,
    pub gap: Gap,
    pub manifold: Manifold,
}

/// Buffers of [`World::look_at`], and what it has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Looker {
    /// Who is to be looked at.
    pub wanted: Vec<Wanted>,
    /// What the look at each of them has shown.
    pub looks: Vec<Look>,
    many: Many,
    /// Gaps of their boxes, and where the narrow phase's answers stand.
    gaps: Vec<(Gap, Option<u32>)>,
}

impl World {
    /// How far apart all that are wanted are, and their manifolds. Of those that close fast the distance is exact as far as they may come.
    pub(super) fn look_at(&self, looker: &mut Looker) {
        let Looker { wanted, looks, many, gaps } = looker;
        many.clear();
        gaps.clear();
        for (&Wanted { proxies, way, .. }, [soon, _]) in with_ahead(wanted) {
            if let Some(soon) = soon {
                self.tables.fetch_colliders(&soon.proxies);
            }
            let gap = self.box_gap(proxies);
            let near = tuning::SPECULATIVE_MARGIN + way.unwrap_or(0.0);
            let asked = (gap.separation <= near).then(|| many.ask(self.asked(proxies, max(near, tuning::EXACT_DISTANCE)))); // [pipeline.near]
            gaps.push((gap, asked));
        }
        let met = self.tables.shapes.meet(self.settings.narrow_rules(), many);
        looks.clear();
        looks.extend(wanted.iter().zip(&*gaps).map(|(&wanted, &(gap, asked))| match asked {
            Some(place) => self.shown(wanted, gap, &met[place as usize]),
            None => Look { wanted, gap, manifold: Manifold::default() },
        }));
    }

    /// What follows from the boxes and the narrow phase.
    fn shown(&self, wanted: Wanted, gap: Gap, met: &Meeting) -> Look {
        if met.separation < gap.separation {
            return Look { wanted, gap, manifold: met.manifold };
        }
        let frame = self.tables.frames[self.tables.sites[wanted.proxies[0] as usize].slot as usize];
        let gap = Gap { separation: met.separation, axis: frame.rotation.rotate(met.axis) };
        Look { wanted, gap, manifold: met.manifold }
    }

    /// The narrow phase's question about two colliders where their bodies are now; their distance shall be exact up to `exact` metres.
    #[inline]
    pub(super) fn asked(&self, proxies: [u32; 2], exact: f32) -> Asked {
        let Tables { sites, frames, .. } = &self.tables;
        let [a, b] = proxies.map(|proxy| sites[proxy as usize]);
        Asked { shapes: [a.shape, b.shape], pose: frames[a.slot as usize].inv_mul(frames[b.slot as usize]), exact }
    }

    /// Gap between the tight boxes of two colliders along the axis on which it is larger; negative when they overlap.
    #[inline]
    pub(super) fn box_gap(&self, [a, b]: [u32; 2]) -> Gap {
        let boxes = &self.tables.boxes;
        box_gap(boxes[a as usize], boxes[b as usize])
    }
}

/// Gap between two boxes along the axis on which it is larger; negative when they overlap.
#[inline]
pub(super) fn box_gap(a: Aabb, b: Aabb) -> Gap {
    let (right, left, up, down) = (b.min.x - a.max.x, a.min.x - b.max.x, b.min.y - a.max.y, a.min.y - b.max.y);
    let (beside, above) = (max(right, left), max(up, down));
    if beside >= above {
        Gap { separation: beside, axis: if right >= left { Vec2::X } else { Vec2::NEG_X } }
    } else {
        Gap { separation: above, axis: if up >= down { Vec2::Y } else { Vec2::NEG_Y } }
    }
}
