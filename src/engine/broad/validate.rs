//! What must hold between proxies, pairs and the method's structures.

use super::update::{may_pair, pair_of};
use super::{Broad, BroadPhase, Home};

impl Broad {
    /// Checks that the method's structures, the proxies and (where nothing has moved since the last update) the pairs agree with each other; the
    /// first breach in words.
    pub fn validate(&self) -> Result<(), String> {
        let kept = self.tree.validate()? + self.grid.validate()?;
        let count = self.proxies.iter().flatten().count();
        if self.method != BroadPhase::BruteForce && kept != count {
            return Err(format!("tree and grid hold {kept} boxes for {count} proxies"));
        }
        for (number, proxy) in self.proxies.iter().enumerate() {
            let Some(proxy) = proxy else { continue };
            if !proxy.mobile && !self.is_at_rest(number as u32) {
                return Err(format!("proxy {number} cannot move and is in the grid"));
            }
            let kept = match proxy.home {
                Home::Nowhere => Some((number as u32, proxy.fat_aabb)),
                Home::Tree(leaf) => self.tree.leaf(leaf),
                Home::Grid(place) => self.grid.at(place),
            };
            if kept != Some((number as u32, proxy.fat_aabb)) {
                return Err(format!("proxy {number} and its {:?} disagree: {kept:?}", proxy.home));
            }
        }
        let layers = self.proxies.iter().flatten().fold(0, |all, p| all | p.filter.layers);
        if layers != self.present_layers() {
            return Err(format!("layers {layers:b} are present, {:b} are counted", self.present_layers()));
        }
        self.pairs.validate()?;
        self.validate_pairs()
    }

    /// Compares the set of pairs with one made by trying all.
    fn validate_pairs(&self) -> Result<(), String> {
        let mut expected = Vec::with_capacity(self.pairs.len());
        for (a, x) in self.proxies.iter().enumerate() {
            let Some(x) = x.as_ref().filter(|x| !x.moved) else { continue };
            for (b, y) in self.proxies.iter().enumerate().skip(a + 1) {
                if y.is_some_and(|y| !y.moved && x.fat_aabb.overlaps(y.fat_aabb) && may_pair(x, &y)) {
                    let number = self.pairs.number_of(a as u32, b as u32).unwrap_or(u32::MAX);
                    expected.extend(pair_of(&self.proxies, a as u32, b as u32, number));
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
