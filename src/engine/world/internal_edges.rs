//! Which colliders lie flush with each other, so that the sides between them cannot be hit
//! ([`crate::engine::narrow::internal_edges`]): those of all static bodies, and those of each kinematic body among
//! themselves. Dynamic ones are left out: what slides over a seam of a pushed body is rare, and it would cost a pile of
//! compound bodies a third of its step. Found again after an edit that changes them, not in every step.

use crate::engine::aabb::Aabb;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::collider::Collider;
use crate::engine::math::Pose;
use crate::engine::narrow::internal_edges::{FLUSH, InternalEdges};
use std::mem::take;

/// What neighbours hide of each collider.
#[derive(Clone, Debug, Default)]
pub(super) struct InternalEdgeTable {
    hidden: Vec<InternalEdges>,
    /// Place in `hidden` by proxy; shorter than there are proxies when the last of them have nothing hidden.
    places: Vec<Option<u32>>,
    /// Proxies with flush neighbours, ascending: a collider may hide sides of another that hides none of its own.
    neighbours: Vec<u32>,
    is_current: bool,
}

/// A collider that may have flush neighbours.
struct Tile<'a> {
    /// Those of one group may be neighbours: all static bodies, or one kinematic body.
    group: Option<usize>,
    collider: &'a Collider,
    /// In the world, or in the frame of the one body.
    pose: Pose,
    bounds: Aabb,
}

impl InternalEdgeTable {
    /// What neighbours hide of two colliders: places in [`InternalEdgeTable::all`].
    #[inline]
    pub fn of(&self, proxies: [u32; 2]) -> [Option<u32>; 2] {
        if self.hidden.is_empty() {
            return [None; 2];
        }
        proxies.map(|proxy| self.places.get(proxy as usize).copied().flatten())
    }

    /// The same, what is hidden itself.
    pub fn edges_of(&self, proxies: [u32; 2]) -> [Option<&InternalEdges>; 2] {
        self.of(proxies).map(|place| place.map(|place| &self.hidden[place as usize]))
    }

    /// True when what is hidden may change with this collider.
    pub fn depends_on(&self, proxy: u32) -> bool {
        self.neighbours.binary_search(&proxy).is_ok()
    }

    /// True when it is what would be found anew, or is to be.
    pub fn is_right(&self, bodies: &Arena<BodyId, Body>) -> bool {
        let mut anew = InternalEdgeTable::default();
        anew.renew(bodies);
        !self.is_current || (anew.hidden == self.hidden && anew.places == self.places)
    }

    /// All that is hidden.
    pub fn all(&self) -> &[InternalEdges] {
        &self.hidden
    }

    /// False after an edit, until it is found again.
    pub fn is_current(&self) -> bool {
        self.is_current
    }

    /// Colliders have come, gone, moved in their body or as static ones, or changed their filter.
    pub fn forget(&mut self) {
        self.is_current = false;
    }

    /// Finds all again if any may have changed; the proxies of which something else is hidden now, ascending.
    pub fn renew(&mut self, bodies: &Arena<BodyId, Body>) -> Vec<u32> {
        if std::mem::replace(&mut self.is_current, true) {
            return Vec::new();
        }
        let before = InternalEdgeTable { hidden: take(&mut self.hidden), places: take(&mut self.places), ..Default::default() };
        let tiles = tiles_of(bodies);
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); tiles.len()];
        for_each_neighbours(&tiles, |a, b| {
            neighbours[a].push(b);
            neighbours[b].push(a);
        });
        self.neighbours.clear();
        for (tile, others) in tiles.iter().zip(&mut neighbours).filter(|(_, others)| !others.is_empty()) {
            self.neighbours.push(tile.collider.proxy);
            others.sort_unstable_by_key(|&other| tiles[other].collider.proxy);
            let cores: Vec<_> =
                others.iter().map(|&other| (tiles[other].collider.shape.convex(), tile.pose.inv_mul(tiles[other].pose))).collect();
            let Some(found) = InternalEdges::find(tile.collider.shape.convex(), &cores) else { continue };
            let proxy = tile.collider.proxy as usize;
            self.places.resize(self.places.len().max(proxy + 1), None);
            self.places[proxy] = Some(self.hidden.len() as u32);
            self.hidden.push(found);
        }
        self.neighbours.sort_unstable();
        let most = before.places.len().max(self.places.len()) as u32;
        (0..most).filter(|&proxy| before.edges_of([proxy; 2]) != self.edges_of([proxy; 2])).collect()
    }
}

/// All colliders that may have neighbours, from left to right.
fn tiles_of(bodies: &Arena<BodyId, Body>) -> Vec<Tile<'_>> {
    let mut tiles = Vec::new();
    for (index, body) in bodies.values().iter().enumerate() {
        let is_static = body.kind == BodyKind::Static;
        if is_static || (body.kind == BodyKind::Kinematic && body.colliders.len() > 1) {
            let group = (!is_static).then_some(index);
            // What a body hides of itself must not depend on where it is.
            let pose = if is_static { body.pose } else { Pose::IDENTITY };
            // A half-plane has no ends, and one neighbour would hide all of its surface or nothing.
            let bounded = body.colliders.iter().filter(|collider| !collider.shape.is_endless());
            tiles.extend(bounded.map(|collider| {
                let bounds = collider.shape.aabb(pose).grown(FLUSH);
                Tile { group, collider, pose, bounds }
            }));
        }
    }
    tiles.sort_by(|a, b| a.bounds.min.x.total_cmp(&b.bounds.min.x));
    tiles
}

/// Calls back for all pairs of one group with the same filter whose boxes overlap.
fn for_each_neighbours(tiles: &[Tile<'_>], mut found: impl FnMut(usize, usize)) {
    for (a, left) in tiles.iter().enumerate() {
        for (b, right) in tiles.iter().enumerate().skip(a + 1) {
            if right.bounds.min.x > left.bounds.max.x {
                break;
            }
            let overlap = right.bounds.min.y <= left.bounds.max.y && left.bounds.min.y <= right.bounds.max.y;
            if overlap && left.group == right.group && left.collider.filter == right.collider.filter {
                found(a, b);
            }
        }
    }
}
