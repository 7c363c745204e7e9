//! The joints of a world, when bodies hit each other.

use super::constraint::JointConstraint;
use super::response::{Carried, Change};
use super::set::{JointPlace, JointSet};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::Vec2;

impl JointSet {
    /// The bodies have moved since the last impacts.
    pub fn begin_impacts(&mut self) {
        self.impact_joints.unsettle();
    }

    /// Makes what hangs on these bodies ready for impacts; true when their velocities may have changed.
    pub fn settle(&mut self, slots: [u32; 2], bodies: &mut [Float4Pair]) -> bool {
        let mut found = std::mem::take(&mut self.impact_joints);
        if !found.is_listed() {
            found.list((0..self.homes.len() as u32).filter_map(|place| Some((place, self.now(place)?))), bodies);
        }
        let mut carried = std::mem::take(&mut self.settled);
        let [a, b] = slots.map(|slot| found.settle(slot, |place| self.now(place), bodies, &mut carried));
        self.impact_joints = found;
        carried.drain(..).for_each(|(place, given)| self.add_carried(place as usize, given));
        self.settled = carried;
        a || b
    }

    /// True for a body whose joints pass impacts on; it was settled.
    pub fn passes_impacts_on(&self, slot: u32) -> bool {
        self.impact_joints.holds(slot)
    }

    /// What changes of two bodies' velocities, if they were free, are with their joints, and what these give for it, by
    /// their places; who does push them so tells the joints ([`JointSet::add_carried`]). `is_push`: whether ropes and
    /// limits that this slackens are let go; true when there were any, and all is to be asked again.
    pub fn respond(&mut self, slots: [u32; 2], free: ([[f64; 3]; 2], bool), told: (&mut Vec<Change>, &mut Vec<Carried>)) -> bool {
        self.impact_joints.respond(slots, free, told)
    }

    /// How much faster two bodies become in the next `h` seconds, with their joints: velocities x, y and spins. `free`:
    /// what forces add to the velocity of a body that hangs on nothing.
    pub fn gains(&mut self, slots: [u32; 2], free: impl Fn(u32) -> Vec2, h: f32, bodies: &[Float4Pair]) -> [[f64; 3]; 2] {
        self.impact_joints.gains(slots, free, h, bodies)
    }

    /// A joint by its place in the world, if it is awake.
    fn now(&self, place: u32) -> Option<JointConstraint> {
        match self.homes[place as usize] {
            JointPlace::Outside => None,
            JointPlace::Scalar(k) => self.scalars.get(k as usize).copied(),
            JointPlace::Hinge(group, seat) => {
                let (block, lane) = (&self.groups[group as usize].hinges[seat.block as usize], seat.lane as usize);
                let [r_a, r_b, offset] = [&block.start_a, &block.start_b, &block.offset].map(|[x, y]| Vec2::new(x.0[lane], y.0[lane]));
                let slots = [block.a.0[lane], block.b.0[lane]];
                Some(JointConstraint::of_anchors(slots, [r_a, r_b, offset], self.names[place as usize]))
            }
        }
    }
}
