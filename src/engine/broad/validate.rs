//! What must hold between proxies, pairs and the method's structures.

use super::pair::{may_pair, pair_of};
use super::{BoxPlace, Broad, BroadPhase};

impl Broad {
    /// Checks that the method's structures, the proxies and (where nothing has moved since the last update) the pairs
    /// agree with each other; the first breach in words.
    pub fn validate(&self) -> Result<(), String> {
        let kept = self.tree.validate()? + self.grid.validate()? + self.sweep.validate(&self.proxies.boxes)?;
        let count = self.proxies.iter().count();
        if self.method != BroadPhase::BruteForce && kept != count {
            return Err(format!("the method holds {kept} boxes for {count} proxies"));
        }
        for (number, proxy) in self.proxies.iter() {
            let home = self.proxies.homes[number as usize];
            if !proxy.mobile && !self.is_at_rest(number) {
                return Err(format!("proxy {number} cannot move and is in the grid"));
            }
            let kept = match home {
                BoxPlace::Nowhere => Some((number, proxy.fat_aabb)),
                BoxPlace::Sweep => self.sweep.holds(number).then_some((number, proxy.fat_aabb)),
                BoxPlace::Tree(leaf) => self.tree.leaf(leaf),
                BoxPlace::Grid(place) => self.grid.at(place),
            };
            if kept != Some((number, proxy.fat_aabb)) {
                return Err(format!("proxy {number} and its {home:?} disagree: {kept:?}"));
            }
        }
        let layers = self.proxies.iter().fold(0, |all, (_, p)| all | p.filter.layers);
        if layers != self.present_layers() {
            return Err(format!("layers {layers:b} are present, {:b} are counted", self.present_layers()));
        }
        self.pairs.validate()?;
        self.validate_pairs()
    }

    /// Compares the set of pairs with one made by trying all.
    fn validate_pairs(&self) -> Result<(), String> {
        let mut expected = Vec::with_capacity(self.pairs.len());
        let rules = &self.proxies.rules;
        let quiet: Vec<_> = self.proxies.iter().filter(|(_, proxy)| !proxy.moved).collect();
        for (k, &(a, x)) in quiet.iter().enumerate() {
            for &(b, y) in &quiet[k + 1..] {
                if x.fat_aabb.overlaps(y.fat_aabb) && may_pair(&rules[a as usize], &rules[b as usize]) {
                    expected.push(pair_of(rules, a, b, self.pairs.number_of(a, b).unwrap_or(u32::MAX)));
                }
            }
        }
        expected.sort_unstable();
        let mut found = self.pairs();
        found.retain(|pair| [pair.proxy_a, pair.proxy_b].iter().all(|&number| self.proxy(number).is_some_and(|p| !p.moved)));
        if expected != found {
            return Err(format!("the set of {} pairs is not that of the {} overlapping boxes", found.len(), expected.len()));
        }
        Ok(())
    }
}
