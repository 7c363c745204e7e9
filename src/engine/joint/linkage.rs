//! Which plain chains of hinges are worth the direct solver. Of other joints: [`super::choice`].
//!
//! A *linkage* is what hangs together by hinges through moving bodies: a pendulum, a chain, a ragdoll, a mesh. One that
//! is a tree, or nearly so, is solved by elimination ([`super::direct`]); for a mesh, elimination would fill in more
//! than it saves, and passing impulses on converges well enough, since every body is held from several sides.

use super::elimination::{MOST_NEIGHBOURS, Pattern};
use super::system::{DirectHinge, Extras, neighbours};
use crate::engine::island::DisjointSets;
use std::collections::BTreeSet;

/// How joints that hang together are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JointSolver {
    /// All joints of a chain, tree or mechanism at once, as if each felt all others immediately. Meshes are iterated.
    #[default]
    Direct,
    /// One joint after the other, twice in each sub-step.
    Iterative,
}

/// Most hinges of a world that are solved directly, first come first served among the linkages that are awake: one
/// millisecond of a step. Beyond, a scene of thousands of chains would notice that iterating eight hinges at once is so
/// much faster.
pub const MOST_DIRECT: usize = 2048;
/// Linkages with limits or springs are solved directly from this many hinges on; a ragdoll has fewer.
pub const LONG: usize = 16;
/// Most independent loops of a linkage that is solved directly.
pub const MOST_LOOPS: usize = 16;
/// Most hinges on one moving body of such a linkage: all of them know each other.
pub const MOST_ON_BODY: usize = 12;

/// What hangs on two or more fixed points and can move in more than so many ways (3 for each body, less the rows that
/// hold) is a bridge, which is meant to sag. A mechanism, like a four-bar linkage (1) or a slider-crank (1), is meant
/// to be exact.
pub const EXACT_MOBILITY: i64 = 2;

/// A linkage for the direct solver.
#[derive(Debug)]
pub struct Linkage {
    /// Its hinges, as the caller numbered them, ascending.
    pub hinges: Vec<u32>,
    /// The order of elimination.
    pub pattern: Pattern,
    /// It hangs on two or more fixed points and is no mechanism.
    pub pinned: bool,
}

/// Linkages among these hinges that pay, in the order of their first hinges. Slots are below `slot_count`; groups and
/// seats do not matter.
pub fn direct_linkages(hinges: &[DirectHinge], slot_count: usize) -> Vec<Linkage> {
    let mut left = MOST_DIRECT;
    let mut chosen = Vec::new();
    for members in components((0..).zip(hinges).map(|(k, hinge)| (k, hinge.slots, hinge.moving)), slot_count) {
        if members.len() > left || !pays(hinges, &members) {
            continue;
        }
        let own: Vec<DirectHinge> = members.iter().map(|&k| hinges[k as usize]).collect();
        if let Some(pattern) = Pattern::of(neighbours(&own), MOST_NEIGHBOURS) {
            left -= members.len();
            let fixed = own.iter().filter(|hinge| hinge.moving != [true, true]).count();
            let mobility = 3 * bodies_of(&own) as i64 - 2 * own.len() as i64;
            chosen.push(Linkage { hinges: members, pattern, pinned: fixed > 1 && mobility > EXACT_MOBILITY });
        }
    }
    chosen
}

/// What hangs together through moving bodies, of joints given by their number, the slots of their bodies, and whether
/// impulses move those: the numbers of each component, in the order of the first.
pub(super) fn components(joints: impl Iterator<Item = (u32, [u32; 2], [bool; 2])> + Clone, slot_count: usize) -> Vec<Vec<u32>> {
    let mut sets = DisjointSets::default();
    sets.reset(slot_count);
    for (_, [a, b], _) in joints.clone().filter(|(_, _, moving)| *moving == [true, true]) {
        sets.unite(a, b);
    }
    let mut number = vec![u32::MAX; slot_count];
    let mut members: Vec<Vec<u32>> = Vec::new();
    for (k, slots, moving) in joints {
        let name = sets.find(slots[usize::from(!moving[0])]) as usize;
        if number[name] == u32::MAX {
            number[name] = members.len() as u32;
            members.push(Vec::new());
        }
        members[number[name] as usize].push(k);
    }
    members
}

/// Whether elimination is worth its price, seven times that of iterating.
///
/// - Motors are not in this system; what has any may be one of the other kind ([`super::choice`]), and else stays with
///   iteration: against a chain that follows as a whole a motor that knows only its own two bodies is late.
/// - With limits or springs, as in ragdolls, those decide how a linkage moves and there are many of them; only long
///   ones are worth it.
/// - What has many loops, or a body with many hinges, is a mesh.
fn pays(hinges: &[DirectHinge], members: &[u32]) -> bool {
    let of = |extras: Extras| members.iter().filter(|&&k| hinges[k as usize].extras == extras).count();
    if of(Extras::Driven) > 0 || (of(Extras::Held) > 0 && members.len() < LONG) {
        return false;
    }
    let mut on_body: Vec<u32> = Vec::with_capacity(2 * members.len());
    let mut inner = 0;
    for &k in members {
        let DirectHinge { slots, moving, .. } = hinges[k as usize];
        on_body.extend((0..2).filter(|&side| moving[side]).map(|side| slots[side]));
        inner += usize::from(moving == [true, true]);
    }
    on_body.sort_unstable();
    let bodies = on_body.chunk_by(|a, b| a == b);
    let count = bodies.clone().count();
    let busiest = bodies.map(<[u32]>::len).max().unwrap_or(0);
    // A tree of n bodies has n − 1 hinges between them; each further one closes a loop.
    inner < count + MOST_LOOPS && busiest <= MOST_ON_BODY
}

/// How many moving bodies these hinges join.
fn bodies_of(hinges: &[DirectHinge]) -> usize {
    let moving = |hinge: &DirectHinge| [0, 1].map(|side| hinge.moving[side].then_some(hinge.slots[side]));
    hinges.iter().flat_map(moving).flatten().collect::<BTreeSet<u32>>().len()
}
