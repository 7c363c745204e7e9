//! Which joints are solved together as mechanisms ([`super::mechanism`]).
//!
//! What hangs together by stiff joints (rows that hold or bound; springs alone join nothing) through moving bodies is
//! looked at as a whole. Chains, trees and meshes of plain hinges go their own way ([`super::linkage`]); of the rest,
//! those become mechanisms that iterating would not hold together:
//!
//! | | because |
//! |---|---|
//! | loops: four-bar linkages, cranks, doubled rods | a loop closes only when all of its joints know each other |
//! | masses that differ by [`STIFF`] or more | the heavy one is felt where it hangs only after many sub-steps |
//! | a body far from its anchor, where it feels so much lighter | its pin yields where a weld or limit turns it |
//! | [`LONG`] joints and more | so is the end of a long chain |
//! | no limits, springs or motors, in small scenes ([`MOST_EASY_ROWS`]) | it swings without loss |
//! | masses that differ by [`UNLIKE`] or more, in small scenes | the light one gives way by millimetres |
//! | one joint alone with a spring, in small scenes | the iterated pin gives way where the spring pulls at a long arm |
//!
//! Small trees of similar bodies with limits, springs and motors (ragdolls, cars) stay with iteration, which is
//! cheaper; so do meshes.

use super::group::Arrival;
use super::hinge_block::HingeBodies;
use super::kind::JointKind;
use super::linkage::{EXACT_MOBILITY, LONG, MOST_LOOPS, MOST_ON_BODY, components};
use super::rows::Rows;
use super::stand::Stand;
use std::collections::BTreeMap;

/// Ratio of the heaviest body of a linkage to the lightest, as its anchors feel that, from which on it is solved as a
/// whole. Smaller: ragdolls are; larger: what hangs on long arms gives way by centimetres.
pub const STIFF: f32 = 30.0;
/// The same for small scenes, where it costs nothing.
pub const UNLIKE: f32 = 8.0;
/// Most rows of all mechanisms of a world together, first come first served among those that are awake.
pub const MOST_MECHANISM_ROWS: u32 = 4096;

/// Rows of mechanisms that only swing better for it, as above: a pendulum of rods, not a crowd of them. Each costs
/// seven times what iterating does.
pub const MOST_EASY_ROWS: u32 = 32;

/// A joint, as far as the choice needs to know it.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Whether impulses move A and B.
    pub moving: [bool; 2],
    /// Masses of A and B, kg.
    pub masses: [f32; 2],
    /// And what its anchor feels of each: 1/(1/m + r²/I), with r from the centre of mass to the anchor, kg.
    pub felt_masses: [f32; 2],
    /// Rows that hold, and others.
    pub rows: [u32; 2],
    /// Holds or bounds something.
    pub is_stiff: bool,
    /// It is a hinge.
    pub is_hinge: bool,
    /// It has a motor.
    pub is_driven: bool,
    /// It has a spring.
    pub is_sprung: bool,
}

/// Joints for a mechanism.
#[derive(Clone, Debug)]
pub struct Choice {
    /// As the caller numbered them, ascending.
    pub joints: Vec<u32>,
    /// It hangs on two or more fixed points and can move in many ways.
    pub sags: bool,
    /// There is a way round in it, or from one fixed point to another.
    pub has_loops: bool,
}

impl Link {
    /// The joint of an arrival.
    pub fn of(arrival: &Arrival<'_>) -> Link {
        let HingeBodies { slots, bodies, .. } = arrival.parties;
        let mut rows = Rows::default();
        arrival.joint.kind.rows(&Stand::NOWHERE, &mut rows);
        let arms = arrival.joint.arms(bodies);
        Link {
            slots,
            moving: [0, 1].map(|side| slots[side] != 0 && bodies[side].is_mobile()),
            masses: bodies.map(|body| body.mass),
            felt_masses: [0, 1].map(|side| 1.0 / (bodies[side].inv_mass + bodies[side].inv_inertia * arms[side].length_squared())),
            rows: rows.counts(),
            is_stiff: rows.is_stiff(),
            is_hinge: matches!(arrival.joint.kind, JointKind::Revolute(_)),
            is_driven: arrival.joint.kind.motor().is_some(),
            is_sprung: arrival.joint.kind.spring().is_some(),
        }
    }
}

/// Mechanisms among these joints, in the order of their first joints. Slots are below `slot_count`.
pub fn choose(links: &[Link], slot_count: usize) -> Vec<Choice> {
    let is_plain = |link: &Link| link.is_hinge && link.rows[1] == 0;
    if links.iter().all(is_plain) {
        return Vec::new();
    }
    let (mut left, mut left_easy) = (MOST_MECHANISM_ROWS, MOST_EASY_ROWS);
    let mut chosen = Vec::new();
    let stiff = (0..).zip(links).filter(|(_, link)| link.is_stiff).map(|(k, link)| (k, link.slots, link.moving));
    for joints in components(stiff, slot_count) {
        let own: Vec<Link> = joints.iter().map(|&k| links[k as usize]).collect();
        let rows: u32 = own.iter().map(|link| link.rows[0] + link.rows[1]).sum();
        if rows > left || own.iter().all(is_plain) {
            continue;
        }
        let facts = Facts::of(&own);
        if own.len() < 2 && !own.iter().all(|link| link.is_sprung) && facts.mass_ratio < UNLIKE {
            continue;
        }
        if facts.need(&own) || (facts.swing(&own) && rows <= left_easy) {
            if !facts.need(&own) {
                left_easy -= rows;
            }
            left -= rows;
            let sags = facts.fixed_points > 1 && facts.mobility > EXACT_MOBILITY;
            chosen.push(Choice { joints, sags, has_loops: facts.loops > 0 });
        }
    }
    chosen
}

/// What is counted of joints that hang together.
struct Facts {
    fixed_points: usize,
    /// Independent ways round; the ground counts as one body.
    loops: i64,
    /// Ways in which they can move, if no row says what another says already.
    mobility: i64,
    /// Most joints on one body.
    busiest: usize,
    mass_ratio: f32,
}

impl Facts {
    fn of(links: &[Link]) -> Facts {
        let mut on_body: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut lightest, mut heaviest, mut fixed_points) = (f32::INFINITY, 0.0_f32, 0);
        for link in links {
            for side in 0..2 {
                if link.moving[side] {
                    *on_body.entry(link.slots[side]).or_default() += 1;
                    (lightest, heaviest) = (lightest.min(link.felt_masses[side]), heaviest.max(link.masses[side]));
                } else {
                    fixed_points += 1;
                }
            }
        }
        let held: u32 = links.iter().map(|link| link.rows[0]).sum();
        Facts {
            fixed_points,
            loops: links.len() as i64 - on_body.len() as i64 + i64::from(fixed_points == 0),
            mobility: 3 * on_body.len() as i64 - i64::from(held),
            busiest: on_body.values().copied().max().unwrap_or(0),
            mass_ratio: heaviest / lightest,
        }
    }

    /// Not a mesh.
    fn is_sparse(&self) -> bool {
        self.loops <= MOST_LOOPS as i64 && self.busiest <= MOST_ON_BODY
    }

    /// Whether it swings or holds better as a whole.
    fn swing(&self, links: &[Link]) -> bool {
        let free = links.iter().all(|link| link.rows[1] == 0);
        let lone_spring = matches!(links, [link] if link.is_sprung && link.rows[0] > 0 && !link.is_driven);
        self.is_sparse() && (free || lone_spring || self.mass_ratio >= UNLIKE)
    }

    /// Whether iterating would not hold it together.
    fn need(&self, links: &[Link]) -> bool {
        let of_hinges = links.iter().all(|link| link.is_hinge);
        let driven = links.iter().any(|link| link.is_driven);
        if of_hinges && !driven && links.len() >= LONG && self.mass_ratio < STIFF {
            return false;
        }
        self.is_sparse() && (self.loops > 0 || self.mass_ratio >= STIFF || links.len() >= LONG)
    }
}
