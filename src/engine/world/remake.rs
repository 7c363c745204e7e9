//! After an edit that changes how pairs are measured: manifolds that were found before are made anew where their bodies
//! are now, with their impulses.

use super::parts::World;
use crate::engine::tuning;

impl World {
    /// After an edit of what lies flush: what was found of contacts at those sides holds no longer.
    pub(super) fn renew_internal_edges(&mut self) {
        let changed = self.tables.internal_edges.renew(&self.bodies);
        if changed.is_empty() {
            return;
        }
        let is_outdated = |number: &u32| self.graph.store.head(*number).proxies.iter().any(|proxy| changed.binary_search(proxy).is_ok());
        let outdated: Vec<u32> = self.graph.store.numbers().filter(is_outdated).collect();
        outdated.iter().for_each(|&number| self.graph.make_idle(number, &self.tables.poses));
        self.remake_manifolds(&outdated);
        self.activity.is_current = false;
    }

    /// At the end of an edit: once there are contacts, what neighbours hide is found at once, so that a state that is
    /// taken now holds manifolds of now.
    pub(super) fn settle_internal_edges(&mut self) {
        if self.graph.store.numbers().next().is_some() {
            self.renew_internal_edges();
        }
    }

    /// Makes the manifolds of these contacts, which are idle, anew where their bodies are, keeping impulses.
    pub(super) fn remake_manifolds(&mut self, numbers: &[u32]) {
        let World { graph, bodies, settings, tables, .. } = self;
        for &number in numbers {
            let contact = &mut graph.store.get_mut(number).contact;
            let (Some(a), Some(b)) = (bodies.get(contact.collider_a.body), bodies.get(contact.collider_b.body)) else { continue };
            if contact.count > 0 {
                let colliders = [&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]];
                let pose = a.pose.inv_mul(b.pose);
                let manifold = tables.manifold_of(colliders, pose, settings.narrow_phase, tuning::SPECULATIVE_MARGIN);
                contact.take_manifold(manifold, a.pose, b.pose);
            }
        }
    }
}
