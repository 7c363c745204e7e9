//! Dynamic tree of enlarged boxes.
//!
//! A binary tree with one leaf per collider; every inner node's box is the smallest around its two children, so a
//! query walks down only where boxes overlap. Where a new leaf goes is decided by the *surface-area heuristic*
//! (Goldsmith and Salmon, "Automatic creation of object hierarchies for ray tracing", 1987): a query visits a node
//! with a probability proportional to the circumference of its box, so the cost of a tree is the sum of all
//! circumferences. Beside every node on the way down we know what stopping there would cost:
//!
//! ```text
//!   new parent (box of node + leaf)     and every ancestor grows by what the leaf adds to it
//!      /        \
//!    node      leaf
//! ```
//!
//! The walk goes down as long as a child promises less. On the way back up *rotations* (Kopta et al., "Fast,
//! effective BVH updates for animated scenes", 2012) swap a child with a grandchild when that makes a box smaller,
//! which keeps the tree good under any order of insertions. Which leaves exist decides the answers; the form of the
//! tree decides only how fast they come.

use super::walk_stack::WalkStack;
use crate::engine::aabb::Aabb;
use crate::engine::math::max;
use crate::engine::probe::{Probe, ran};

const NONE: u32 = u32::MAX;

/// One step of an algorithm of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeStep {
    /// Insertion compares stopping at a node with going on into either child. Costs are circumference halves, metres.
    Descend {
        /// Number of the node, see [`TreeNode`].
        node: u32,
        /// Box of the node.
        aabb: Aabb,
        /// Cost of becoming this node's sibling.
        cost_here: f32,
        /// Least cost below the left child; `None` at a leaf.
        cost_left: Option<f32>,
        /// Least cost below the right child; `None` at a leaf.
        cost_right: Option<f32>,
        /// Where it goes.
        choice: TreeChoice,
    },
    /// A child and a grandchild changed places.
    Rotate {
        /// Number of the node above them.
        node: u32,
        /// Box of the node above them, which stays.
        aabb: Aabb,
        /// By how much a box below it shrank, metres.
        gain: f32,
    },
    /// A query looked at a node.
    Visit {
        /// Its number, see [`TreeNode`].
        node: u32,
        /// Its box.
        aabb: Aabb,
        /// True for a leaf.
        leaf: bool,
        /// True when its box overlaps the region: the query goes on below.
        overlaps: bool,
    },
}

/// Where insertion goes from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeChoice {
    /// The new leaf becomes its sibling.
    Here,
    /// On into the left child.
    Left,
    /// On into the right child.
    Right,
}

/// A node as a diagram shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Its number; stays until the leaf that it is or was made for goes.
    pub node: u32,
    /// Number of the node above it; `None` for the root.
    pub parent: Option<u32>,
    /// Its box.
    pub aabb: Aabb,
    /// How many nodes are above it.
    pub depth: u32,
    /// The caller's number; `None` for an inner node.
    pub proxy: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    parent: u32,
    /// Both `NONE` for a leaf.
    children: [u32; 2],
    /// Number of the proxy (leaf), or the next vacant node.
    proxy: u32,
}

impl Node {
    fn is_leaf(&self) -> bool {
        self.children[0] == NONE
    }
}

/// The tree. Leaves carry a number of the caller's.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: u32,
    vacant: u32,
}

impl Default for Tree {
    fn default() -> Self {
        Tree { nodes: Vec::new(), root: NONE, vacant: NONE }
    }
}

impl Tree {
    /// Adds a leaf; the answer is its node, for [`Tree::remove`].
    pub fn insert<P: Probe<TreeStep>>(&mut self, aabb: Aabb, proxy: u32, probe: &mut P) -> u32 {
        let leaf = self.take_node(Node { aabb, parent: NONE, children: [NONE, NONE], proxy });
        if self.root == NONE {
            self.root = leaf;
            return leaf;
        }
        let sibling = self.best_sibling(aabb, probe);
        let old_parent = self.nodes[sibling as usize].parent;
        let union = aabb.union(self.nodes[sibling as usize].aabb);
        let parent = self.take_node(Node { aabb: union, parent: old_parent, children: [sibling, leaf], proxy: NONE });
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.replace_child(old_parent, sibling, parent);
        self.refit_from(old_parent, probe);
        leaf
    }

    /// Takes a leaf out.
    pub fn remove(&mut self, leaf: u32) {
        let parent = self.nodes[leaf as usize].parent;
        self.free_node(leaf);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { children, parent: grandparent, .. } = self.nodes[parent as usize];
        let sibling = if children[0] == leaf { children[1] } else { children[0] };
        self.nodes[sibling as usize].parent = grandparent;
        self.replace_child(grandparent, parent, sibling);
        self.free_node(parent);
        self.refit_from(grandparent, &mut crate::engine::probe::NoProbe);
    }

    /// Calls `found` with the proxy of every leaf whose box overlaps the region.
    pub fn query<P: Probe<TreeStep>>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(u32)) {
        ran!();
        let mut stack = WalkStack::starting_at((self.root != NONE).then_some(self.root));
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            let overlaps = node.aabb.overlaps(region); // [broad.test]
            probe.record(|| TreeStep::Visit { node: index, aabb: node.aabb, leaf: node.is_leaf(), overlaps });
            if !overlaps {
                continue;
            }
            if node.is_leaf() {
                found(node.proxy); // [broad.leaf]
            } else {
                stack.push(node.children[1]);
                stack.push(node.children[0]); // [broad.descend]
            }
        }
    }

    /// (box, depth, is leaf) of every node from the root down, parents before children.
    pub fn boxes(&self) -> Vec<(Aabb, u32, bool)> {
        self.nodes().iter().map(|node| (node.aabb, node.depth, node.proxy.is_some())).collect()
    }

    /// Every node from the root down, parents before children, left before right.
    pub fn nodes(&self) -> Vec<TreeNode> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut stack = Vec::new();
        if self.root != NONE {
            stack.push((self.root, 0));
        }
        while let Some((index, depth)) = stack.pop() {
            let node = &self.nodes[index as usize];
            let parent = (node.parent != NONE).then_some(node.parent);
            nodes.push(TreeNode { node: index, parent, aabb: node.aabb, depth, proxy: node.is_leaf().then_some(node.proxy) });
            if !node.is_leaf() {
                stack.push((node.children[1], depth + 1));
                stack.push((node.children[0], depth + 1));
            }
        }
        nodes
    }

    /// Proxy and box of a leaf.
    pub fn leaf(&self, leaf: u32) -> Option<(u32, Aabb)> {
        self.nodes.get(leaf as usize).filter(|n| n.is_leaf()).map(|n| (n.proxy, n.aabb))
    }

    /// Checks links and boxes; the number of leaves, or the first breach in words.
    pub fn validate(&self) -> Result<usize, String> {
        let mut leaves = 0;
        let mut stack = Vec::new();
        if self.root != NONE {
            stack.push((self.root, NONE));
        }
        while let Some((index, parent)) = stack.pop() {
            let node = &self.nodes[index as usize];
            if node.parent != parent {
                return Err(format!("tree node {index} has parent {}, expected {parent}", node.parent));
            }
            if node.is_leaf() {
                leaves += 1;
                continue;
            }
            let [left, right] = node.children;
            if node.aabb != self.nodes[left as usize].aabb.union(self.nodes[right as usize].aabb) {
                return Err(format!("tree node {index} is not the smallest box around its children"));
            }
            stack.extend([(left, index), (right, index)]);
        }
        Ok(leaves)
    }

    /// Greedy walk to the node beside which the new leaf costs least.
    fn best_sibling<P: Probe<TreeStep>>(&self, aabb: Aabb, probe: &mut P) -> u32 {
        let mut index = self.root;
        // What the ancestors of `index` (and, as lower bound below, `index` itself) grow by.
        let mut inherited = 0.0;
        loop {
            let node = &self.nodes[index as usize];
            let with_leaf = node.aabb.union(aabb).half_perimeter();
            let cost_here = with_leaf + inherited;
            if node.is_leaf() {
                probe.record(|| TreeStep::Descend {
                    node: index,
                    aabb: node.aabb,
                    cost_here,
                    cost_left: None,
                    cost_right: None,
                    choice: TreeChoice::Here,
                });
                return index;
            }
            let inherited_below = inherited + (with_leaf - node.aabb.half_perimeter());
            let cost_below = |child: u32| {
                let child = &self.nodes[child as usize];
                let union = child.aabb.union(aabb).half_perimeter();
                // Below an inner child the new parent is at least as large as the leaf, and the child itself grows.
                inherited_below + if child.is_leaf() { union } else { union - child.aabb.half_perimeter() + aabb.half_perimeter() }
            };
            let [left, right] = node.children;
            let (cost_left, cost_right) = (cost_below(left), cost_below(right));
            let choice = if cost_here < cost_left && cost_here < cost_right {
                TreeChoice::Here
            } else if self.prefers_left(cost_left, cost_right, left, right, aabb) {
                TreeChoice::Left
            } else {
                TreeChoice::Right
            };
            probe.record(|| TreeStep::Descend {
                node: index,
                aabb: node.aabb,
                cost_here,
                cost_left: Some(cost_left),
                cost_right: Some(cost_right),
                choice,
            });
            inherited = inherited_below;
            index = match choice {
                TreeChoice::Here => return index,
                TreeChoice::Left => left,
                TreeChoice::Right => right,
            };
        }
    }

    /// The cheaper child; at equal cost (the box lies in both) the one whose centre is nearer.
    fn prefers_left(&self, cost_left: f32, cost_right: f32, left: u32, right: u32, aabb: Aabb) -> bool {
        if cost_left != cost_right {
            return cost_left < cost_right;
        }
        let distance_sq = |child: u32| (self.nodes[child as usize].aabb.center() - aabb.center()).length_squared();
        distance_sq(left) < distance_sq(right)
    }

    /// Walks up and makes every box the smallest around its children, rotating where that helps.
    fn refit_from<P: Probe<TreeStep>>(&mut self, mut index: u32, probe: &mut P) {
        while index != NONE {
            let [left, right] = self.nodes[index as usize].children;
            self.nodes[index as usize].aabb = self.nodes[left as usize].aabb.union(self.nodes[right as usize].aabb);
            self.rotate(index, probe);
            index = self.nodes[index as usize].parent;
        }
    }

    /// Swaps a child of `top` with a grandchild on the other side if that shrinks the other child's box most.
    ///
    /// ```text
    ///        top                    top
    ///       /   \                  /   \
    ///    child  other    →     grand   other        other's box becomes box(child ∪ rest)
    ///           /   \                  /   \
    ///       grand   rest           child   rest
    /// ```
    fn rotate<P: Probe<TreeStep>>(&mut self, top: u32, probe: &mut P) {
        let children = self.nodes[top as usize].children;
        let mut best: Option<(f32, u32, u32, usize)> = None;
        for side in 0..2 {
            let (child, other) = (children[side], children[1 - side]);
            let other_node = &self.nodes[other as usize];
            if other_node.is_leaf() {
                continue;
            }
            for place in 0..2 {
                let rest = other_node.children[1 - place];
                let union = self.nodes[child as usize].aabb.union(self.nodes[rest as usize].aabb);
                let gain = other_node.aabb.half_perimeter() - union.half_perimeter();
                if gain > best.map_or(0.0, |b| b.0) {
                    best = Some((gain, child, other, place));
                }
            }
        }
        let Some((gain, child, other, place)) = best else { return };
        let grand = self.nodes[other as usize].children[place];
        let rest = self.nodes[other as usize].children[1 - place];
        self.nodes[other as usize].children[place] = child;
        self.nodes[child as usize].parent = other;
        self.replace_child(top, child, grand);
        self.nodes[grand as usize].parent = top;
        self.nodes[other as usize].aabb = self.nodes[child as usize].aabb.union(self.nodes[rest as usize].aabb);
        probe.record(|| TreeStep::Rotate { node: top, aabb: self.nodes[top as usize].aabb, gain });
    }

    /// Puts `new` where `old` hangs below `parent` (or at the root).
    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        let children = &mut self.nodes[parent as usize].children;
        let place = usize::from(children[0] != old);
        children[place] = new;
    }

    fn take_node(&mut self, node: Node) -> u32 {
        if self.vacant == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let index = self.vacant;
        self.vacant = self.nodes[index as usize].proxy;
        self.nodes[index as usize] = node;
        index
    }

    fn free_node(&mut self, index: u32) {
        self.nodes[index as usize].proxy = self.vacant;
        self.vacant = index;
    }

    /// Longest way from the root to a leaf, for tests.
    pub fn height(&self) -> u32 {
        self.boxes().iter().fold(0, |h, &(_, depth, _)| max(h as f32, depth as f32) as u32)
    }
}
