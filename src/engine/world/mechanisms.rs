//! What hangs together by joints, as systems for the global solve ([`crate::engine::lagrange`]).
//!
//! | joint | held by the system | a force of the system | from the sequential impulses |
//! |---|---|---|---|
//! | revolute | both directions, a limit it rests on | spring | motor, limits |
//! | prismatic | across the axis, angle, a limit it rests on | spring, load | motor, limits: what gives the load |
//! | wheel | across the axis, a limit it rests on | spring, load | motor, limits: what gives the load |
//! | track | across the curve | load | its ends: what gives the load |
//! | distance | a rod's length | spring | limits: ropes |
//! | gear | the weighted sum of the angles | | |
//! | weld | both directions, angle; with a spring nothing | spring | |
//! | grab | | | all |
//!
//! Bodies that nothing can push, and sleepers, stand in a system with infinite mass; kinematic ones with their
//! velocity.

use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::island::DisjointSets;
use crate::engine::joint::set::JointSet;
use crate::engine::joint::{Distance, Joint, JointId, JointImpulse, JointKind, Prismatic, Revolute, Wheel};
use crate::engine::lagrange::row::Point;
use crate::engine::lagrange::state::{perp, turned, wrapped};
use crate::engine::lagrange::{BodyState, Constraint, Coordinate, Curve, Feedback, Load, Mass, Spring, SpringLaw, State, System};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::Vec2;
use crate::engine::probe::NoProbe;
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;
use glam::DVec2;
use std::ops::Range;

/// Bodies that joints connect, and what connects them.
#[derive(Debug, Default)]
pub(super) struct Mechanism {
    /// What is solved.
    pub system: System,
    /// Where it stands at the start of the step.
    pub state: State,
    /// Slot of each body of the state; 0 for those that stand still.
    pub slots: Vec<u32>,
    /// Which body each is.
    pub ids: Vec<BodyId>,
    /// Its joints.
    pub parts: Vec<JointPart>,
}

/// A joint in a mechanism.
#[derive(Debug)]
pub(super) struct JointPart {
    /// Its place among the world's joints.
    pub place: usize,
    /// Which joint it is.
    pub id: JointId,
    /// Its constraint in the system; row k of it is the joint's impulse k, but for what holds at a bound.
    pub constraint: Option<usize>,
    /// Its constraint is the bound of a rope.
    pub is_rope: bool,
    /// A limit that it rests on. Its constraint is the next one.
    pub stop: Option<Stop>,
    /// Its springs in the system, and which impulse of the joint their first row is.
    pub springs: Vec<(usize, usize)>,
    /// Its bodies in the state.
    pub parties: [Option<usize>; 2],
    /// Its anchors, from the centres of mass in the bodies' axes, metres.
    pub anchors: [DVec2; 2],
}

impl JointPart {
    /// Its rows in the system, whose constraints begin at `starts`.
    pub fn rows(&self, starts: &[usize]) -> Range<usize> {
        self.constraint.map_or(0..0, |first| starts[first]..starts[first + 1 + usize::from(self.stop.is_some())])
    }

    /// Where the joint keeps the impulse of row k of `count`: in one place, or, by its sign, with the lower bound or
    /// with the upper, which is the place after it.
    pub fn kept_at(&self, k: usize, count: usize) -> Keeping {
        let bound = self.stop.map(|stop| stop.impulse).or(self.is_rope.then_some(1));
        bound.filter(|_| k + 1 == count).map_or(Keeping::Place(k), Keeping::Bounds)
    }
}

/// Where a joint keeps the impulse of a row.
pub(super) enum Keeping {
    /// There, with its sign.
    Place(usize),
    /// There what the lower bound gives, behind it what the upper gives.
    Bounds(usize),
}

/// A limit that a joint rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    /// Where it holds the coordinate, radians or metres.
    at: f64,
    /// Place of the lower limit's impulse; that of the upper is the next.
    pub impulse: usize,
    /// Sign of what the limit can give: 1 for the lower, -1 for the upper.
    sign: f64,
    /// The joint came to it in this step.
    is_hit: bool,
}

/// What the motor and the limits of a joint give as long as the step lasts.
pub(super) struct JointLoad {
    /// The joint's place among the world's.
    pub place: usize,
    /// Along which, at the start of the step; it turns with A.
    pub direction: Vec2,
    /// N·s on B.
    pub impulse: f32,
}

/// The world's things that mechanisms are made of.
#[derive(Clone, Copy)]
pub(super) struct MechanismInputs<'a> {
    pub bodies: &'a Arena<BodyId, Body>,
    pub joints: &'a Arena<JointId, Joint>,
    pub set: &'a JointSet,
    pub tables: &'a BodyTables,
    /// Bodies at the start of the step, by slot.
    pub start: &'a [Float4Pair],
    /// m/s².
    pub gravity: Vec2,
    pub feedback: Feedback,
}

/// Vector of the engine's in double precision.
pub(super) fn wide(v: Vec2) -> DVec2 {
    DVec2::new(f64::from(v.x), f64::from(v.y))
}

/// A mechanism with more rows is left to the sequential impulses: a dense solve takes time like their cube, here some
/// milliseconds.
pub const MOST_ROWS: usize = 128;

/// Slower is no hit: a load that rests has such speeds, too, m/s or rad/s.
pub(super) const NO_HIT: f64 = 0.02;

/// What alone would speed a coordinate up by less presses nothing to a limit, m/s² or rad/s²: it may be rounding.
const LEAST_PRESS: f64 = 1e-3;

/// So near to its bound a coordinate counts as held there, metres: more is closed by the impulse of the step.
const TAUT: f32 = 2e-3;

impl MechanismInputs<'_> {
    /// The length that a rope or rod with limits holds in this step, metres: a limit that the sequential impulses found
    /// to pull or push. However far it is passed: one that is caught while it swings comes to the end of its step along
    /// a tangent, (v h)²/2r too long, and the feedback takes that back. As a force it would keep the direction of the
    /// step's start, and a rope that swings would gain energy.
    pub fn taut_at(self, index: usize, bodies: [&Body; 2]) -> Option<f64> {
        let joint = &self.joints.values()[index];
        let JointKind::Distance(Distance { limits: Some(limits), spring: None, .. }) = joint.kind else {
            return None;
        };
        let (impulses, _) = self.set.memory(index)?;
        let [a, b] = joint.anchors_now(bodies);
        let length = (b - a).length();
        let bounds = [(impulses[1], limits.lower, length - limits.lower), (impulses[2], limits.upper, limits.upper - length)];
        bounds.into_iter().find(|&(impulse, _, left)| impulse > 0.0 && left < TAUT).map(|(_, bound, _)| f64::from(bound))
    }

    /// The limit that an angle or a way is at: hit in this step, as the sequential impulses found, or rested on. As a
    /// force it would leave the coordinate the speed that it won in the step before, and pushing it back, turned by
    /// then, lost angular momentum.
    pub fn stop_at(self, index: usize, bodies: [&Body; 2]) -> Option<Stop> {
        let joint = &self.joints.values()[index];
        let (limits, impulse) = match joint.kind {
            JointKind::Revolute(Revolute { limits, .. }) | JointKind::Prismatic(Prismatic { limits, .. }) => (limits?, 4),
            JointKind::Wheel(Wheel { limits, .. }) => (limits?, 3),
            _ => return None,
        };
        let (impulses, angle) = self.set.memory(index)?;
        let now = joint.readout(bodies, (JointImpulse::default(), angle), 1.0);
        let rests = f64::from(now.coordinate_speed).abs() < NO_HIT;
        let stop = |bound: f32, impulse_of: usize, sign: f64| {
            let is_hit = impulses[impulse_of] > 0.0 && !rests;
            let stop = Stop { at: f64::from(bound), impulse, sign, is_hit };
            ((is_hit || rests) && (now.coordinate - bound).abs() < TAUT).then_some(stop)
        };
        stop(limits.lower, impulse, 1.0).or_else(|| stop(limits.upper, impulse + 1, -1.0))
    }

    /// Every mobile body stands in exactly one mechanism; one that nothing is joined to, alone.
    pub fn find(self) -> Vec<Mechanism> {
        let place_of = |id: BodyId| self.bodies.index_of(id);
        let mobile = |place: usize| self.tables.slots[place] != 0 && self.bodies.values()[place].is_mobile();
        let mut sets = DisjointSets::default();
        sets.reset(self.bodies.len());
        let mut joined = Vec::new();
        for (index, joint) in self.joints.values().iter().enumerate() {
            let (Some(a), Some(b)) = (place_of(joint.body_a), place_of(joint.body_b)) else { continue };
            if joint.kind.target().is_some() || (!mobile(a) && !mobile(b)) {
                continue;
            }
            if mobile(a) && mobile(b) {
                sets.unite(a as u32, b as u32);
            }
            joined.push((index, [a, b]));
        }
        let mut mechanisms: Vec<Mechanism> = Vec::new();
        let mut of_root = vec![usize::MAX; self.bodies.len()];
        let mut of_body = vec![usize::MAX; self.bodies.len()];
        for place in (0..self.bodies.len()).filter(|&place| mobile(place)) {
            let root = sets.find(place as u32) as usize;
            if of_root[root] == usize::MAX {
                of_root[root] = mechanisms.len();
                mechanisms.push(Mechanism { system: System { feedback: self.feedback, ..System::default() }, ..Mechanism::default() });
            }
            of_body[place] = mechanisms[of_root[root]].add_body(self, place);
        }
        for (index, [a, b]) in joined {
            let owner = of_root[sets.find(if mobile(a) { a } else { b } as u32) as usize];
            let mechanism = &mut mechanisms[owner];
            let parties = [a, b].map(|place| Some(if mobile(place) { of_body[place] } else { mechanism.add_body(self, place) }));
            mechanism.add_joint(self, index, parties, [a, b]);
        }
        mechanisms.iter_mut().for_each(Mechanism::share_springs);
        mechanisms
    }
}

impl Mechanism {
    /// Adds a body; returns its place in the state.
    fn add_body(&mut self, inputs: MechanismInputs<'_>, place: usize) -> usize {
        let (body, slot) = (&inputs.bodies.values()[place], inputs.tables.slots[place]);
        let start = if slot == 0 { SolverBody::FIXED } else { SolverBody::at(inputs.start, slot) };
        let rotation = body.pose.rotation;
        self.state.bodies.push(BodyState {
            center: wide(body.center),
            angle: libm::atan2(f64::from(rotation.sin), f64::from(rotation.cos)),
            velocity: wide(start.velocity),
            spin: f64::from(start.angular_velocity),
        });
        let mass = if start.inv_mass > 0.0 {
            let mass = 1.0 / f64::from(start.inv_mass);
            Mass {
                inv_mass: f64::from(start.inv_mass),
                inv_inertia: f64::from(start.inv_inertia),
                force: mass * f64::from(body.gravity_scale) * wide(inputs.gravity) + wide(body.force),
                torque: f64::from(body.torque),
                damping: f64::from(body.linear_damping),
                spin_damping: f64::from(body.angular_damping),
            }
        } else {
            Mass::FIXED
        };
        self.system.masses.push(mass);
        self.slots.push(slot);
        self.ids.push(inputs.bodies.id_at(place));
        self.slots.len() - 1
    }

    fn add_joint(&mut self, inputs: MechanismInputs<'_>, index: usize, parties: [Option<usize>; 2], places: [usize; 2]) {
        let joint = &inputs.joints.values()[index];
        let [body_a, body_b] = places.map(|place| &inputs.bodies.values()[place]);
        let anchors = [wide(joint.local_anchor_a) - wide(body_a.local_center), wide(joint.local_anchor_b) - wide(body_b.local_center)];
        let aside = joint.aside([body_a, body_b]).unwrap_or_default();
        let points = [anchors[0] + wide(aside[0]), anchors[1] + wide(aside[1])];
        let [a, b] = parties.map(|party| party.map_or(0.0, |k| self.state.bodies[k].angle));
        let error = wrapped(b - a - f64::from(joint.reference_angle));
        let angle = b - a - error; // the multiple of a turn that is nearest
        let last = f64::from(inputs.set.memory(index).map_or(joint.angle, |(_, angle)| angle));
        let turn = 2.0 * std::f64::consts::PI;
        let counted = b - a - (error + turn * libm::round((last - error) / turn)); // zero of the angle over whole turns
        let axis = {
            let axis = wide(joint.axis_in_a([body_a, body_b]));
            axis / axis.length()
        };
        let masses = joint.spring_masses([body_a, body_b]);
        let of_angle = Coordinate::Angle { parties, rest: counted };
        let of_way = Coordinate::Way { parties, points, axis };
        let together = |axis| Coordinate::Together { parties, points, axis, rest: counted };
        let (id, is_rope) = (inputs.joints.id_at(index), matches!(joint.kind, JointKind::Distance(Distance { limits: Some(_), .. })));
        let mut part = JointPart { place: index, id, constraint: None, is_rope, stop: None, springs: Vec::new(), parties, anchors };
        let mut spring = |coordinate: Coordinate, spring: Option<crate::engine::joint::Spring>, impulse: usize| {
            if let Some(spring) = spring {
                let [hertz, damping_ratio] = [spring.hertz, spring.damping_ratio].map(f64::from);
                part.springs.push((self.system.springs.len(), impulse));
                let mass = masses.of_row(impulse);
                self.system.springs.push(Spring { coordinate, law: SpringLaw::Hertz { hertz, damping_ratio, most_share: 1.0 }, mass });
            }
        };
        let held = match joint.kind {
            JointKind::Revolute(kind) => {
                spring(of_angle, kind.spring, 2);
                Some(Constraint::Revolute { parties, points })
            }
            JointKind::Prismatic(kind) => {
                spring(of_way, kind.spring, 2);
                Some(Constraint::Prismatic { parties, points, axis, angle })
            }
            JointKind::Wheel(kind) => {
                spring(of_way, kind.spring, 1);
                Some(Constraint::Slide { parties, points, axis })
            }
            JointKind::Weld(kind) if kind.spring.is_some() => {
                spring(together(axis), kind.spring, 0);
                spring(together(perp(axis)), kind.spring, 1);
                spring(of_angle, kind.spring, 2);
                None
            }
            JointKind::Weld(_) => Some(Constraint::Weld { parties, points, angle }),
            JointKind::Distance(kind) => {
                let length = f64::from(kind.length.unwrap_or(tuning::MIN_SIZE));
                spring(Coordinate::Length { parties, points, rest: length }, kind.spring, 0);
                let held = if kind.limits.is_none() { Some(length) } else { inputs.taut_at(index, [body_a, body_b]) };
                held.filter(|_| kind.spring.is_none()).map(|length| Constraint::Distance { parties, points, length })
            }
            JointKind::Track(kind) => Some(Constraint::OnCurve { parties, points, axis, curve: Curve::Bezier(kind.wide()) }),
            JointKind::Gear(_) => {
                let turns = joint.kind.turns().map(f64::from);
                let [from, to] = [0, 1].map(|k| Point::of(&self.state, parties[k], points[k]).position);
                let line = libm::atan2(to.y - from.y, to.x - from.x);
                Some(Constraint::Gear { parties, points, turns, line, rest: turns[0] * a + turns[1] * b + turns[2] * line - last })
            }
            JointKind::Grab(_) => None,
        };
        if let Some(constraint) = held {
            part.constraint = Some(self.system.constraints.len());
            self.system.constraints.push(constraint);
            part.stop = inputs.stop_at(index, [body_a, body_b]);
            if let Some(Stop { at, .. }) = part.stop {
                let along = if matches!(joint.kind, JointKind::Revolute(_)) { None } else { Some(axis) };
                let at = if along.is_none() { counted + at } else { at };
                self.system.constraints.push(Constraint::Stop { parties, points, along, at });
            }
        }
        self.parts.push(part);
    }

    /// Lets go of limits that bodies leave in a state, or that no force presses them to. What pulls errors back is no
    /// such force: it would be let go of with the speed that it made.
    pub fn release_stops(&mut self, state: &State, h: f64) {
        while let Ok(solved) = (System { feedback: Feedback::default(), ..self.system.clone() }).solve(state, h, &mut NoProbe) {
            let (rows, starts) = self.system.rows(state);
            let pulls = |part: &JointPart| {
                let row = part.rows(&starts).end.wrapping_sub(1);
                let pressing = |stop: &Stop| solved.multipliers[row] * stop.sign * self.system.coupling(&rows[row], &rows[row]);
                let pulls = |stop: &Stop| !stop.is_hit && pressing(stop) <= LEAST_PRESS;
                part.stop.as_ref().is_some_and(|stop| pulls(stop) || rows[row].speed(state) * stop.sign > NO_HIT)
            };
            let Some(place) = self.parts.iter().position(pulls) else { break };
            let Some(first) = self.parts[place].constraint else { break };
            self.parts[place].stop = None;
            self.system.constraints.remove(first + 1);
            self.parts.iter_mut().filter_map(|part| part.constraint.as_mut()).filter(|k| **k > first).for_each(|k| *k -= 1);
        }
    }

    /// True when a limit is rested on.
    pub fn has_stop(&self) -> bool {
        self.parts.iter().any(|part| part.stop.is_some())
    }

    /// True when a joint moves toward or off the limit that it rests on, faster than rounding makes it.
    pub fn hits_stop(&self, state: &State) -> bool {
        let is_stop = |constraint: &&Constraint| matches!(constraint, Constraint::Stop { .. });
        let mut rows = Vec::new();
        self.system.constraints.iter().filter(is_stop).for_each(|stop| stop.rows(state, &mut rows));
        rows.iter().any(|row| row.speed(state).abs() > NO_HIT)
    }

    /// Loads of its joints, for a step of `h` seconds.
    pub fn take_loads(&mut self, loads: &[JointLoad], h: f64) {
        for load in loads {
            let Some(&JointPart { parties, anchors: points, .. }) = self.parts.iter().find(|part| part.place == load.place) else {
                continue;
            };
            let angle = parties[0].map_or(0.0, |k| self.state.bodies[k].angle);
            let coordinate = Coordinate::Way { parties, points, axis: turned(wide(load.direction), -angle) };
            self.system.loads.push(Load { coordinate, force: f64::from(load.impulse) / h });
        }
    }

    /// Of n springs at a body each may take the share 1/(n + 1) of what a step can bear; one alone all of it.
    fn share_springs(&mut self) {
        let mut counts = vec![0_u32; self.state.bodies.len()];
        let parties = |spring: &Spring| match spring.coordinate {
            Coordinate::Angle { parties, .. }
            | Coordinate::Length { parties, .. }
            | Coordinate::Together { parties, .. }
            | Coordinate::Way { parties, .. } => parties,
        };
        for body in self.system.springs.iter().flat_map(parties).flatten() {
            counts[body] += u32::from(self.system.masses[body].inv_mass > 0.0);
        }
        for spring in &mut self.system.springs {
            let crowd = parties(spring).into_iter().flatten().map(|body| counts[body]).max().unwrap_or(1);
            if let SpringLaw::Hertz { most_share, .. } = &mut spring.law {
                *most_share = if crowd > 1 { 1.0 / f64::from(crowd + 1) } else { 1.0 };
            }
        }
    }
}
