//! Frames in a tree. World matrices are worked out when somebody asks, and kept until something above them changes.
//!
//! A frame whose world matrix is not known is *dirty*. All that stands in a dirty frame is dirty, too, so marking stops
//! at what is dirty already, and asking climbs only as far as the nearest frame that is clean:
//!
//! ```text
//!     root ✓ ─ a ✗ ─ b ✗ ─ c ✗      set_local(a) made a, b and c dirty; set_local(b) then has nothing to mark
//!                     └─ d ✗         world(c) works out a, b, c; world(d) after it only d
//! ```

use super::affine::Affine;
use crate::engine::math::Vec2;
use std::fmt;

/// A frame of a [`FrameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameId(u32);

/// A frame cannot stand in itself, nor in what stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleError;

impl fmt::Display for CycleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a frame cannot stand in itself, nor in what stands in it")
    }
}

impl std::error::Error for CycleError {}

#[derive(Clone, Debug)]
struct Node {
    parent: Option<FrameId>,
    children: Vec<FrameId>,
    local: Affine,
    /// `None`: dirty.
    world: Option<Affine>,
}

/// Frames, each in its parent.
#[derive(Clone, Debug, Default)]
pub struct FrameTree {
    nodes: Vec<Node>,
    worked_out: u64,
}

impl FrameTree {
    /// No frame yet.
    pub fn new() -> FrameTree {
        FrameTree::default()
    }

    /// Adds a frame; `None` as parent is the world. `local` leads from it to its parent.
    pub fn add(&mut self, parent: Option<FrameId>, local: Affine) -> FrameId {
        let id = FrameId(self.nodes.len() as u32);
        self.nodes.push(Node { parent, children: Vec::new(), local, world: None });
        if let Some(parent) = parent {
            self.nodes[parent.0 as usize].children.push(id);
        }
        id
    }

    /// Puts a frame elsewhere in its parent.
    pub fn set_local(&mut self, id: FrameId, local: Affine) {
        self.nodes[id.0 as usize].local = local;
        self.mark(id);
    }

    /// Puts a frame into another parent, with the same local matrix.
    ///
    /// # Errors
    /// It would stand in itself; nothing has changed.
    pub fn set_parent(&mut self, id: FrameId, parent: Option<FrameId>) -> Result<(), CycleError> {
        let mut up = parent;
        while let Some(ancestor) = up {
            if ancestor == id {
                return Err(CycleError);
            }
            up = self.parent(ancestor);
        }
        if let Some(old) = self.parent(id) {
            self.nodes[old.0 as usize].children.retain(|child| *child != id);
        }
        if let Some(new) = parent {
            self.nodes[new.0 as usize].children.push(id);
        }
        self.nodes[id.0 as usize].parent = parent;
        self.mark(id);
        Ok(())
    }

    /// The frame that a frame stands in; `None` is the world.
    pub fn parent(&self, id: FrameId) -> Option<FrameId> {
        self.nodes[id.0 as usize].parent
    }

    /// From a frame to its parent.
    pub fn local(&self, id: FrameId) -> Affine {
        self.nodes[id.0 as usize].local
    }

    fn mark(&mut self, id: FrameId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id.0 as usize];
            if node.world.take().is_some() {
                open.extend(&node.children);
            }
        }
    }

    /// From a frame to the world.
    pub fn world(&mut self, id: FrameId) -> Affine {
        let mut dirty = Vec::new();
        let mut up = Some(id);
        let mut world = Affine::IDENTITY;
        while let Some(frame) = up {
            if let Some(known) = self.nodes[frame.0 as usize].world {
                world = known;
                break;
            }
            dirty.push(frame);
            up = self.parent(frame);
        }
        for frame in dirty.into_iter().rev() {
            let node = &mut self.nodes[frame.0 as usize];
            world = world.after(node.local);
            node.world = Some(world);
            self.worked_out += 1;
        }
        world
    }

    /// [`FrameTree::world`] without what is kept: what it must be equal to.
    pub fn fresh_world(&self, id: FrameId) -> Affine {
        let above = self.parent(id).map_or(Affine::IDENTITY, |parent| self.fresh_world(parent));
        above.after(self.local(id))
    }

    /// From one frame to another; `None` stands for the world. Nothing when a matrix on the way has no inverse.
    pub fn between(&mut self, from: Option<FrameId>, to: Option<FrameId>) -> Option<Affine> {
        let up = from.map_or(Affine::IDENTITY, |id| self.world(id));
        let down = to.map_or(Affine::IDENTITY, |id| self.world(id)).inverse()?;
        Some(down.after(up))
    }

    /// A point of one frame in another.
    pub fn point(&mut self, from: Option<FrameId>, to: Option<FrameId>, point: Vec2) -> Option<Vec2> {
        Some(self.between(from, to)?.point(point))
    }

    /// How many world matrices have been multiplied out so far.
    pub fn worked_out(&self) -> u64 {
        self.worked_out
    }
}
