//! Who the sub-step contacts are, and when each must be searched for points.
//!
//! Most of them never touch, and what they cost is being asked. So each has only a lane of a [`SlackBlock`], eight of
//! which are asked at once (`FindUsedUp`); rows for the solver's passes are made when its shapes touch for the first
//! time in the step:
//!
//! ```text
//!   contacts, slacks  | 0 1 2 3 4 5 6 7 | 8 9 …     in the order of their colliders
//!   rows              | 5 9 2 |                     in the order in which they touched ([`UncoloredContacts`])
//! ```

use crate::engine::lanes::{self, BLOCK, Float4Pair, IndexRow, Kernel, LaneRow, Lanes, SetBits, Width};
use crate::engine::math::Vec2;
use crate::engine::solver::block::{Surfaces, place};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::uncolored::UncoloredContacts;
use crate::engine::tuning;

/// The sub-step contacts of one kind in one step.
#[derive(Clone, Debug, Default)]
pub struct SubstepList {
    /// Which they are, in the order of their colliders.
    pub contacts: Vec<SubstepContact>,
    /// Beside each of them.
    pub surfaces: Vec<Surfaces>,
    /// Beside every eight of them.
    pub slacks: Vec<SlackBlock>,
    /// Those whose slack may be used up in the present sub-step, in order.
    pub named: Vec<u32>,
}

/// A contact that may touch within the step.
#[derive(Clone, Copy, Debug)]
pub struct SubstepContact {
    /// Which contact of the world.
    pub contact: u32,
    /// Numbers of the two colliders in the broad phase.
    pub proxies: [u32; 2],
    /// Its lane, once it has touched.
    pub lane: Option<u32>,
    /// Where the world keeps what it has found of the contact in this step, once it has found anything.
    pub found: Option<u32>,
    /// True when the contact has points, with impulses or without.
    pub has_points: bool,
    /// True when it touched in the step before.
    pub touched: bool,
    /// True when one of its bodies turns fast, or has been made to by a hit: its points are found again even when they
    /// have got an impulse.
    pub turns_fast: bool,
}

/// The slack of each of eight sub-step contacts: it keeps them from asking the narrow phase in every sub-step. Lanes
/// without a contact have infinite slack.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct SlackBlock {
    /// Slots of the bodies A.
    pub a: IndexRow,
    /// Slots of the bodies B.
    pub b: IndexRow,
    /// Distance of the shapes when they were last measured, at least, metres; once the contact has got an impulse
    /// infinite, or 0 when its bodies turn fast.
    pub distance: LaneRow,
    /// [`RelativeMotion::between`] then.
    pub between_x: LaneRow,
    /// See `between_x`.
    pub between_y: LaneRow,
    /// [`RelativeMotion::angles`] then.
    pub angles: [LaneRow; 2],
    /// Distance of the farthest points of A and B from their centres of mass, metres.
    pub extents: [LaneRow; 2],
}

impl Default for SlackBlock {
    fn default() -> Self {
        let (slots, zero) = (IndexRow::default(), LaneRow::default());
        let distance = LaneRow([f32::INFINITY; BLOCK]);
        SlackBlock { a: slots, b: slots, distance, between_x: zero, between_y: zero, angles: [zero; 2], extents: [zero; 2] }
    }
}

/// How far two bodies have moved relative to each other since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub struct RelativeMotion {
    /// Motion of B's centre of mass less that of A's, metres.
    pub between: Vec2,
    /// How far A and B have rotated, radians.
    pub angles: [f32; 2],
}

impl RelativeMotion {
    /// Of A and B `h` seconds from now, if nothing pushes them.
    pub fn after(a: &SolverBody, b: &SolverBody, h: f32) -> RelativeMotion {
        RelativeMotion {
            between: (b.delta_center - a.delta_center) + h * (b.velocity - a.velocity),
            angles: [a, b].map(|body| body.delta_angle + h * body.angular_velocity),
        }
    }

    /// How far points that far from the centres of mass, metres, have swung by the rotation.
    pub fn swing(&self, extents: [f32; 2]) -> f32 {
        self.angles[0].abs() * extents[0] + self.angles[1].abs() * extents[1]
    }
}

impl SlackBlock {
    /// Slots of the bodies of a lane.
    pub fn slots(&self, lane: usize) -> [u32; 2] {
        [self.a.0[lane], self.b.0[lane]]
    }

    /// The shapes of a lane's contact were measured where their bodies had moved so far: they were at least `distance`
    /// metres apart.
    pub fn measured(&mut self, lane: usize, distance: f32, seen: RelativeMotion) {
        self.distance.0[lane] = distance;
        (self.between_x.0[lane], self.between_y.0[lane]) = (seen.between.x, seen.between.y);
        for (row, angle) in self.angles.iter_mut().zip(seen.angles) {
            row.0[lane] = angle;
        }
    }
}

impl SubstepList {
    /// Starts a step.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.surfaces.clear();
        self.slacks.clear();
    }

    /// Adds a contact, the last in the order of their colliders: slots of its bodies, how far apart its shapes are at
    /// least, and how far the bodies reach, metres.
    pub fn push(&mut self, contact: SubstepContact, surfaces: Surfaces, [a, b]: [u32; 2], distance: f32, extents: [f32; 2]) {
        let (block, lane) = place(self.contacts.len());
        if lane == 0 {
            self.slacks.push(SlackBlock::default());
        }
        let slack = &mut self.slacks[block];
        (slack.a.0[lane], slack.b.0[lane], slack.distance.0[lane]) = (a, b, distance);
        (slack.extents[0].0[lane], slack.extents[1].0[lane]) = (extents[0], extents[1]);
        self.contacts.push(contact);
        self.surfaces.push(surfaces);
    }

    /// Names the contacts that must be measured for the next `h` seconds: those without an impulse so far whose slack
    /// may be used up, and those with an impulse whose bodies turn fast.
    /// `turn_fast`: whether one of the bodies in two slots does, now that it may have been hit.
    pub fn name_searches(
        &mut self,
        (rows, bodies): (&UncoloredContacts, &[Float4Pair]),
        turn_fast: impl Fn([u32; 2]) -> bool,
        (h, width): (f32, Width),
    ) {
        for (number, lane) in (0..).zip(&rows.lanes) {
            if rows.has_impulse(number) {
                let contact = &mut self.contacts[lane.index as usize];
                let (block, lane) = place(lane.index as usize);
                let slack = &mut self.slacks[block];
                contact.turns_fast = contact.turns_fast || turn_fast(slack.slots(lane));
                slack.distance.0[lane] = if contact.turns_fast { 0.0 } else { f32::INFINITY };
            }
        }
        self.named.clear();
        lanes::run(width, FindUsedUp { slacks: &self.slacks, bodies, h, named: &mut self.named });
    }

    /// The lane of a contact among the rows; it gets one now if it has none yet.
    pub fn take_lane(&mut self, index: u32, rows: &mut UncoloredContacts) -> u32 {
        let Surfaces { restitution, .. } = self.surfaces[index as usize];
        *self.contacts[index as usize].lane.get_or_insert_with(|| rows.add_lane(index, restitution))
    }
}

/// Names the contacts whose bodies may come nearer than the margin within `h` seconds from now, if nothing pushes them.
/// The distance of two shapes changes by no more than their centres move relative to each other and the shapes swing
/// about them; and as all of that is convex in time, its largest value is at one of the ends.
struct FindUsedUp<'a> {
    slacks: &'a [SlackBlock],
    bodies: &'a [Float4Pair],
    h: f32,
    named: &'a mut Vec<u32>,
}

impl Kernel for FindUsedUp<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (index, slack) in self.slacks.iter().enumerate() {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                bits |= used_up_lanes::<L>(slack, self.bodies, self.h, at) << at;
            }
            for lane in SetBits(bits) {
                self.named.push((BLOCK * index) as u32 + lane);
            }
        }
    }
}

/// What the rest must be above; no number lies between the margin with its slop and this.
const NEEDED: f32 = (tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP).next_up();

/// Bit per lane: the slack may be used up.
#[inline(always)]
fn used_up_lanes<L: Lanes>(slack: &SlackBlock, bodies: &[Float4Pair], h: f32, at: usize) -> u32 {
    let (a, moved_a) = L::gather_pair(bodies, &slack.a, at);
    let (b, moved_b) = L::gather_pair(bodies, &slack.b, at);
    let used_now = used::<L>(slack, at, moved_b[0] - moved_a[0], moved_b[1] - moved_a[1], [moved_a[2], moved_b[2]]);
    let h = L::splat(h);
    let (x, y) = ((moved_b[0] - moved_a[0]) + h * (b[0] - a[0]), (moved_b[1] - moved_a[1]) + h * (b[1] - a[1]));
    let used_then = used::<L>(slack, at, x, y, [moved_a[2] + h * a[2], moved_b[2] + h * b[2]]);
    let rest = L::load(&slack.distance, at) - used_now.max(used_then);
    L::bits(L::splat(NEEDED).gt(rest))
}

/// How much of their slack contacts use up by moving so since the start of the step, metres, at most; see
/// [`RelativeMotion`].
#[inline(always)]
fn used<L: Lanes>(slack: &SlackBlock, at: usize, x: L, y: L, angles: [L; 2]) -> L {
    let (dx, dy) = (x - L::load(&slack.between_x, at), y - L::load(&slack.between_y, at));
    let swing_a = (angles[0] - L::load(&slack.angles[0], at)).abs() * L::load(&slack.extents[0], at);
    let swing_b = (angles[1] - L::load(&slack.angles[1], at)).abs() * L::load(&slack.extents[1], at);
    (dx * dx + dy * dy).sqrt() + swing_a + swing_b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::max;

    const H: f32 = 1.0 / 240.0;

    /// Between −1 and 1, well mixed.
    fn mixed(k: usize) -> f32 {
        (k as f32 * 0.754_877_7).fract() * 2.0 - 1.0
    }

    fn body(k: usize) -> SolverBody {
        let at = |j: usize| mixed(7 * k + j);
        SolverBody {
            velocity: 10.0 * Vec2::new(at(0), at(1)),
            angular_velocity: 10.0 * at(2),
            delta_center: 0.1 * Vec2::new(at(3), at(4)),
            delta_angle: 0.1 * at(5),
            ..SolverBody::FIXED
        }
    }

    /// Contacts of bodies `k` and `k + 1` with slacks of many sizes, measured where they had moved elsewhere.
    fn contacts(count: usize) -> (SubstepList, Vec<f32>, Vec<RelativeMotion>) {
        let mut list = SubstepList::default();
        let (mut gaps, mut seen) = (Vec::new(), Vec::new());
        for k in 0..count {
            let contact = SubstepContact {
                contact: k as u32,
                proxies: [0; 2],
                lane: None,
                found: None,
                has_points: false,
                touched: false,
                turns_fast: false,
            };
            let surfaces = Surfaces { friction: 0.0, restitution: 0.5, radii: [0.0; 2] };
            list.push(contact, surfaces, [k as u32, k as u32 + 1], 0.0, [1.0, 0.5]);
            gaps.push(0.3 + 0.3 * mixed(3 * k));
            seen.push(RelativeMotion::after(&body(k + 50), &body(k + 51), 0.0));
            let (block, lane) = place(k);
            list.slacks[block].measured(lane, gaps[k], seen[k]);
        }
        (list, gaps, seen)
    }

    #[test]
    fn slack_is_used_up_where_the_larger_of_both_ends_says_so_at_every_width() {
        let count = 203;
        let (list, gaps, seen) = contacts(count);
        let bodies: Vec<Float4Pair> = (0..=count).map(|k| body(k).stored()).collect();
        let expected: Vec<u32> = (0..count)
            .filter(|&k| {
                let used = |h: f32| {
                    let moved = RelativeMotion::after(&body(k), &body(k + 1), h);
                    let swing = |side: usize, extent: f32| (moved.angles[side] - seen[k].angles[side]).abs() * extent;
                    (moved.between - seen[k].between).length() + swing(0, 1.0) + swing(1, 0.5)
                };
                gaps[k] - max(used(0.0), used(H)) <= tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP
            })
            .map(|k| k as u32)
            .collect();
        assert!(expected.len() > 20 && expected.len() < count - 20);
        for width in [Width::One, Width::Four, Width::Eight] {
            let mut named = Vec::new();
            lanes::run(width, FindUsedUp { slacks: &list.slacks, bodies: &bodies, h: H, named: &mut named });
            assert_eq!(named, expected, "{width:?}");
        }
    }

    #[test]
    fn lanes_are_taken_once_and_passed_in_the_order_of_their_contacts() {
        let (mut list, ..) = contacts(40);
        let mut rows = UncoloredContacts::default();
        for index in [30, 3, 17, 3, 39, 0, 30, 8, 9, 10, 11] {
            list.take_lane(index, &mut rows);
        }
        rows.sort();
        let order: Vec<u32> = rows.order.iter().map(|&lane| rows.lanes[lane as usize].index).collect();
        assert_eq!(order, [0, 3, 8, 9, 10, 11, 17, 30, 39]);
        assert_eq!((rows.lanes.len(), rows.blocks.len()), (9, 2));
        assert_eq!(list.contacts[17].lane, Some(2));
    }

    #[test]
    fn what_has_got_an_impulse_is_not_searched_any_more() {
        let (mut list, ..) = contacts(20);
        let mut rows = UncoloredContacts::default();
        let bodies: Vec<Float4Pair> = (0..=20).map(|k| body(k).stored()).collect();
        list.name_searches((&rows, &bodies), |_| false, (H, Width::widest()));
        let [first, second] = [list.named[0], list.named[1]];
        for (index, impulse) in [(first, 1.0), (second, 0.0)] {
            let (block, lane) = place(list.take_lane(index, &mut rows) as usize);
            rows.blocks[block].points[1].normal_total.0[lane] = impulse;
        }
        list.name_searches((&rows, &bodies), |_| false, (H, Width::widest()));
        assert!(!list.named.contains(&first) && list.named[0] == second);
    }
}
