//! How strongly joints pull their anchors together in solvers of whole steps.
//!
//! There the error of a joint is corrected by a bias of its velocity, a share β of it in each step
//! ([`crate::engine::solver::sequential_impulses`]). But the error follows the velocity that the iterations leave, and
//! in a long chain, or between masses that are very unlike, that is right only many steps later. What corrects an old
//! error as strongly as a new one swings itself up: four equal planks, welded in a row to a wall, flew apart with β =
//! 0.2 and come to rest with 0.05; ten need 0.02. (Links that carry a hundred times their mass may still fly apart.)
//!
//! So joints that hang together have a smaller share of β, by how many they are and by how unlike their bodies:
//!
//! ```text
//!   share = (4/n)^(3/2) · 20/r     with welds: (2/n)² · 20/r     each factor at most 1
//!                                  r: mass of the heaviest moving body over the lightest
//! ```
//!
//! Few joints of like bodies have all of it. The price is that long chains are pulled together more slowly.

use super::choice::Link;
use super::group::Arrival;
use super::linkage::components;
use crate::engine::math::{max, min};

/// So many joints are few where there are welds, and so many elsewhere.
const FEW: [f32; 2] = [2.0, 4.0];
/// Masses whose ratio is smaller are alike.
const ALIKE: f32 = 20.0;

/// Tells these joints their shares.
pub(super) fn share_bias(arrivals: &mut [Arrival<'_>], slot_count: usize) {
    let links: Vec<Link> = arrivals.iter().map(Link::of).collect();
    let ends = (0..).zip(&links).map(|(k, link)| (k, link.slots, link.moving));
    for members in components(ends, slot_count) {
        let of_members = || members.iter().map(|&k| &links[k as usize]);
        let masses = of_members().flat_map(|link| (0..2).filter(|&side| link.moving[side]).map(|side| link.masses[side]));
        let [lightest, heaviest] = masses.fold([f32::INFINITY, 0.0], |[low, high], mass| [min(low, mass), max(high, mass)]);
        let has_welds = of_members().any(|link| link.rows[0] > 2);
        let few = min(FEW[usize::from(!has_welds)] / members.len() as f32, 1.0);
        let alike = min(ALIKE * lightest / heaviest, 1.0);
        let share = few * if has_welds { few } else { few.sqrt() } * alike;
        members.iter().for_each(|&k| arrivals[k as usize].bias_share = share);
    }
}
