//! Late contacts: bodies that close so fast that they may meet within the step.
//!
//! A ball that falls at 9 m/s moves 15 cm in a step. Found only where steps begin, its contact would appear deep in the
//! ground, and the bounce would start from there. So such a contact asks the narrow phase again in every sub-step until it gets its first impulse; from the next step on it
//! is an ordinary one. Late contacts have no colour: they are solved one after the other, in the order of their colliders.
//!
//! Most late contacts never touch, and what they cost is being asked. So each of them has only a lane of a [`RoomBlock`], eight of which are asked at once (`FindUsedUp`);
//! rows for the passes are made when its shapes touch for the first time in the step:
//!
//! ```text
//!   contacts, rooms   | 0 1 2 3 4 5 6 7 | 8 9 …     in the order of their colliders
//!   lanes, blocks     | 5 9 2 |                     in the order in which they touched
//!   order             | 2 0 1 |                     lanes as the passes take them: contacts 2, 5, 9
//! ```

use super::block::{ContactBlock, Surfaces};
use super::body::SolverBody;
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, QuadPair, Row, SetBits, Width};
use crate::engine::math::Vec2;
use crate::engine::tuning;

/// The late contacts of one step.
#[derive(Clone, Debug, Default)]
pub struct LateContacts {
    /// Which they are, in the order of their colliders.
    pub contacts: Vec<LateContact>,
    /// Beside each of them.
    pub surfaces: Vec<Surfaces>,
    /// Beside every eight of them.
    pub rooms: Vec<RoomBlock>,
    /// Those whose rooms may be used up in the present sub-step, in order.
    pub named: Vec<u32>,
    /// Rows of those that have touched; lanes whose points are gone again have no mass.
    pub blocks: Vec<ContactBlock>,
    /// What else there is to know of each lane of the blocks.
    pub lanes: Vec<LateLane>,
    /// Numbers of the lanes, in the order of their contacts.
    pub order: Vec<u32>,
}

/// A contact that may touch within the step.
#[derive(Clone, Copy, Debug)]
pub struct LateContact {
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
}

/// A late contact that has touched.
#[derive(Clone, Copy, Debug)]
pub struct LateLane {
    /// Its place among the late contacts.
    pub index: u32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Largest closing speed that its points had, m/s.
    pub closing_speed: f32,
}

/// What keeps each of eight late contacts from asking the narrow phase in every sub-step. Lanes without a contact have infinite room.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct RoomBlock {
    /// Slots of the bodies A.
    pub a: IndexRow,
    /// Slots of the bodies B.
    pub b: IndexRow,
    /// Distance of the shapes when they were last measured, at least, metres; infinite once the contact has got an impulse.
    pub gap: Row,
    /// [`Moved::between`] then.
    pub between_x: Row,
    /// See `between_x`.
    pub between_y: Row,
    /// [`Moved::turns`] then.
    pub turns: [Row; 2],
    /// Distance of the farthest points of A and B from their centres of mass, metres.
    pub extents: [Row; 2],
}

impl Default for RoomBlock {
    fn default() -> Self {
        let (slots, zero) = (IndexRow::default(), Row::default());
        let gap = Row([f32::INFINITY; BLOCK]);
        RoomBlock { a: slots, b: slots, gap, between_x: zero, between_y: zero, turns: [zero; 2], extents: [zero; 2] }
    }
}

/// How far two bodies have moved since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    /// Way of B's centre of mass less that of A's, metres.
    pub between: Vec2,
    /// Turns of A and B, radians.
    pub turns: [f32; 2],
}

impl Moved {
    /// Of A and B `h` seconds from now, if nothing pushes them.
    pub fn after(a: &SolverBody, b: &SolverBody, h: f32) -> Moved {
        Moved {
            between: (b.delta_center - a.delta_center) + h * (b.velocity - a.velocity),
            turns: [a, b].map(|body| body.delta_angle + h * body.angular_velocity),
        }
    }
}

impl RoomBlock {
    /// Slots of the bodies of a lane.
    pub fn slots(&self, lane: usize) -> [u32; 2] {
        [self.a.0[lane], self.b.0[lane]]
    }

    /// The shapes of a lane's contact were measured where their bodies had moved so far: they were at least `gap` metres apart.
    pub fn measured(&mut self, lane: usize, gap: f32, seen: Moved) {
        self.gap.0[lane] = gap;
        (self.between_x.0[lane], self.between_y.0[lane]) = (seen.between.x, seen.between.y);
        for (row, turn) in self.turns.iter_mut().zip(seen.turns) {
            row.0[lane] = turn;
        }
    }
}

impl LateContacts {
    /// Starts a step.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.surfaces.clear();
        self.rooms.clear();
        self.blocks.clear();
        self.lanes.clear();
        self.order.clear();
    }

    /// Adds a contact, the last in the order of their colliders: slots of its bodies, how far apart its shapes are at least, and how far the bodies reach, metres.
    pub fn push(&mut self, contact: LateContact, surfaces: Surfaces, [a, b]: [u32; 2], gap: f32, extents: [f32; 2]) {
        let (block, lane) = place(self.contacts.len());
        if lane == 0 {
            self.rooms.push(RoomBlock::default());
        }
        let room = &mut self.rooms[block];
        (room.a.0[lane], room.b.0[lane], room.gap.0[lane]) = (a, b, gap);
        (room.extents[0].0[lane], room.extents[1].0[lane]) = (extents[0], extents[1]);
        self.contacts.push(contact);
        self.surfaces.push(surfaces);
    }

    /// Names the contacts that must be measured for the next `h` seconds: those without an impulse so far whose rooms may be used up.
    pub fn name_searches(&mut self, bodies: &[QuadPair], h: f32, width: Width) {
        for (number, lane) in (0..).zip(&self.lanes) {
            if self.has_impulse(number) {
                let (room, lane) = place(lane.index as usize);
                self.rooms[room].gap.0[lane] = f32::INFINITY;
            }
        }
        self.named.clear();
        lanes::run(width, FindUsedUp { rooms: &self.rooms, bodies, h, named: &mut self.named });
    }

    /// True when the contact in this lane has got an impulse in this step.
    pub fn has_impulse(&self, number: u32) -> bool {
        let (block, lane) = place(number as usize);
        self.blocks[block].points.iter().any(|p| p.normal_total.0[lane] != 0.0)
    }

    /// The lane of a contact, which it gets now if it has none yet.
    pub fn take_lane(&mut self, index: u32) -> u32 {
        let next = self.lanes.len() as u32;
        let lane = *self.contacts[index as usize].lane.get_or_insert(next);
        if lane == next {
            if next.is_multiple_of(BLOCK as u32) {
                self.blocks.push(ContactBlock::default());
            }
            let Surfaces { restitution, .. } = self.surfaces[index as usize];
            self.lanes.push(LateLane { index, restitution, closing_speed: 0.0 });
            self.order.push(next);
        }
        lane
    }

    /// Puts the lanes that have been taken into the order of their contacts.
    pub fn sort_lanes(&mut self) {
        self.order.sort_unstable_by_key(|&lane| self.lanes[lane as usize].index);
    }

    /// After the solve pass: points without load take no part in the relaxing. They are found anew before the next solve; as rows they would
    /// brake along a normal that is still turning.
    pub fn rest_unloaded(&mut self) {
        for point in self.blocks.iter_mut().flat_map(|block| &mut block.points) {
            for lane in 0..BLOCK {
                if point.normal_impulse.0[lane] == 0.0 && point.normal_total.0[lane] == 0.0 {
                    (point.normal_mass.0[lane], point.tangent_mass.0[lane]) = (0.0, 0.0);
                }
            }
        }
    }
}

/// Names the contacts whose bodies may come nearer than the margin within `h` seconds from now, if nothing pushes them. The distance of two shapes changes by no more than their
/// centres move relative to each other and the shapes swing about them; and as all of that is convex in time, its largest value is at one of the ends.
struct FindUsedUp<'a> {
    rooms: &'a [RoomBlock],
    bodies: &'a [QuadPair],
    h: f32,
    named: &'a mut Vec<u32>,
}

impl Kernel for FindUsedUp<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (index, room) in self.rooms.iter().enumerate() {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                bits |= used_up_lanes::<L>(room, self.bodies, self.h, at) << at;
            }
            for lane in SetBits(bits) {
                self.named.push((BLOCK * index) as u32 + lane);
            }
        }
    }
}

/// What the rest of the room must be above; no number lies between the margin with its slop and this.
const NEEDED: f32 = (tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP).next_up();

/// Bit per lane: the room may be used up.
#[inline(always)]
fn used_up_lanes<L: Lanes>(room: &RoomBlock, bodies: &[QuadPair], h: f32, at: usize) -> u32 {
    let (a, way_a) = L::gather_pair(bodies, &room.a, at);
    let (b, way_b) = L::gather_pair(bodies, &room.b, at);
    let used_now = used::<L>(room, at, way_b[0] - way_a[0], way_b[1] - way_a[1], [way_a[2], way_b[2]]);
    let h = L::splat(h);
    let (x, y) = ((way_b[0] - way_a[0]) + h * (b[0] - a[0]), (way_b[1] - way_a[1]) + h * (b[1] - a[1]));
    let used_then = used::<L>(room, at, x, y, [way_a[2] + h * a[2], way_b[2] + h * b[2]]);
    let rest = L::load(&room.gap, at) - used_now.max(used_then);
    L::bits(L::splat(NEEDED).gt(rest))
}

/// How much of their rooms contacts use up by moving so since the start of the step, metres, at most; see [`Moved`].
#[inline(always)]
fn used<L: Lanes>(room: &RoomBlock, at: usize, x: L, y: L, turns: [L; 2]) -> L {
    let (dx, dy) = (x - L::load(&room.between_x, at), y - L::load(&room.between_y, at));
    let swing_a = (turns[0] - L::load(&room.turns[0], at)).abs() * L::load(&room.extents[0], at);
    let swing_b = (turns[1] - L::load(&room.turns[1], at)).abs() * L::load(&room.extents[1], at);
    (dx * dx + dy * dy).sqrt() + swing_a + swing_b
}

/// Block and lane of an index.
pub fn place(index: usize) -> (usize, usize) {
    (index / BLOCK, index % BLOCK)
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

    /// Contacts of bodies `k` and `k + 1` with rooms of many sizes, measured where they had moved elsewhere.
    fn contacts(count: usize) -> (LateContacts, Vec<f32>, Vec<Moved>) {
        let mut late = LateContacts::default();
        let (mut gaps, mut seen) = (Vec::new(), Vec::new());
        for k in 0..count {
            let contact = LateContact { contact: k as u32, proxies: [0; 2], lane: None, found: None, has_points: false, touched: false };
            let surfaces = Surfaces { friction: 0.0, restitution: 0.5, radii: [0.0; 2] };
            late.push(contact, surfaces, [k as u32, k as u32 + 1], 0.0, [1.0, 0.5]);
            gaps.push(0.3 + 0.3 * mixed(3 * k));
            seen.push(Moved::after(&body(k + 50), &body(k + 51), 0.0));
            let (block, lane) = place(k);
            late.rooms[block].measured(lane, gaps[k], seen[k]);
        }
        (late, gaps, seen)
    }

    #[test]
    fn rooms_are_used_up_where_the_larger_of_both_ends_says_so_at_every_width() {
        let count = 203;
        let (late, gaps, seen) = contacts(count);
        let bodies: Vec<QuadPair> = (0..=count).map(|k| body(k).stored()).collect();
        let expected: Vec<u32> = (0..count)
            .filter(|&k| {
                let used = |h: f32| {
                    let moved = Moved::after(&body(k), &body(k + 1), h);
                    let swing = |side: usize, extent: f32| (moved.turns[side] - seen[k].turns[side]).abs() * extent;
                    (moved.between - seen[k].between).length() + swing(0, 1.0) + swing(1, 0.5)
                };
                gaps[k] - max(used(0.0), used(H)) <= tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP
            })
            .map(|k| k as u32)
            .collect();
        assert!(expected.len() > 20 && expected.len() < count - 20);
        for width in [Width::One, Width::Four, Width::Eight] {
            let mut named = Vec::new();
            lanes::run(width, FindUsedUp { rooms: &late.rooms, bodies: &bodies, h: H, named: &mut named });
            assert_eq!(named, expected, "{width:?}");
        }
    }

    #[test]
    fn lanes_are_taken_once_and_passed_in_the_order_of_their_contacts() {
        let (mut late, ..) = contacts(40);
        for index in [30, 3, 17, 3, 39, 0, 30, 8, 9, 10, 11] {
            late.take_lane(index);
        }
        late.sort_lanes();
        let order: Vec<u32> = late.order.iter().map(|&lane| late.lanes[lane as usize].index).collect();
        assert_eq!(order, [0, 3, 8, 9, 10, 11, 17, 30, 39]);
        assert_eq!((late.lanes.len(), late.blocks.len()), (9, 2));
        assert_eq!(late.contacts[17].lane, Some(2));
    }

    #[test]
    fn what_has_got_an_impulse_is_not_searched_any_more() {
        let (mut late, ..) = contacts(20);
        let bodies: Vec<QuadPair> = (0..=20).map(|k| body(k).stored()).collect();
        late.name_searches(&bodies, H, Width::widest());
        let [first, second] = [late.named[0], late.named[1]];
        for (index, impulse) in [(first, 1.0), (second, 0.0)] {
            let (block, lane) = place(late.take_lane(index) as usize);
            late.blocks[block].points[1].normal_total.0[lane] = impulse;
        }
        late.name_searches(&bodies, H, Width::widest());
        assert!(!late.named.contains(&first) && late.named[0] == second);
    }
}
