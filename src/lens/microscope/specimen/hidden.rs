//! A pair whose neighbours hide some of its edges: what the world makes of the pair's own manifold.

use super::Specimen;
use crate::engine::narrow::Manifold;
use crate::engine::narrow::internal_edges::{HiddenEdgeStep, without_internal_edges};

impl Specimen {
    /// The manifold that the world makes of one that was found for the pair alone, A's frame, and the steps to it: none
    /// when the manifold is possible as it is ([`crate::engine::narrow::internal_edges`]).
    pub fn without_hidden_edges(&self, alone: Manifold) -> (Manifold, Vec<HiddenEdgeStep>) {
        let mut steps = Vec::new();
        let edges = self.hidden.each_ref().map(Option::as_deref);
        let manifold =
            without_internal_edges([self.core_a(), self.core_b()], self.pose_b_in_a(), edges, self.options.margin, alone, &mut steps);
        (manifold, steps)
    }
}
