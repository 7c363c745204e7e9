//! Worlds changed at random: whatever is done to them in whatever order, every invariant holds after each action.
//!
//! A sequence is a list of actions made from a seed. An action names bodies and joints by their place among those
//! that exist when its turn comes, so any part of a list is a list that can be run. After each action
//! `World::validate` checks the engine's insides, and a model that knows nothing but sets of ids says which bodies
//! and joints must exist. Now and then the state is carried into a copy that has gone astray, which must then go on
//! with the same bits.
//!
//! When a sequence fails, it is cut down: everything after the failing action goes, then halves, quarters, … and
//! single actions as long as what is left still fails. What remains is printed with its seed.
//! `SEQUENCES=5000 cargo test --test random_edits` tries more of them.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::joint::{
    Distance, Gear, Grab, JointDef, JointId, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Track, Weld, Wheel,
};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::mixing::Mix;
use collidoscope::engine::narrow::NarrowPhase;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Something that is done to a world. A `u32` names a body or joint: its place modulo how many there are.
#[derive(Clone, Debug)]
enum Action {
    AddBody(BodyDef, Vec<ColliderDef>),
    RemoveBody(u32),
    /// Some at once, in any order, perhaps the same twice.
    RemoveBodies([u32; 5]),
    SetProperties(u32, BodyDef),
    SetColliders(u32, Vec<ColliderDef>),
    SetPose(u32, Vec2, f32),
    SetVelocity(u32, Vec2, f32),
    Impulse(u32, Vec2, Vec2),
    Force(u32, Vec2, f32),
    Wake(u32),
    AddJoint(u32, u32, JointKind, [Vec2; 2], bool),
    /// Where the bodies are said to stand.
    AddJointAt(u32, u32, JointKind, [Pose; 2]),
    RemoveJoint(u32),
    SetJointKind(u32, JointKind),
    SetSettings(Box<WorldSettings>),
    Step(u32),
    /// The state into a copy that has run on, and both go on.
    CompareRestored,
    /// Keeps the state.
    Save,
    /// Takes over the state that was kept, whatever has been added or removed since.
    GoBack,
}

fn shape(rng: &mut Pcg32) -> Shape {
    match rng.random_range(0..6) {
        0 => circle(rng.random_range(0.05..0.6)),
        1 => rectangle(rng.random_range(0.1..1.2), rng.random_range(0.1..1.2)),
        2 => capsule(rng.random_range(0.05..0.6), rng.random_range(0.05..0.3)),
        3 => polygon(&[(-0.5, -0.3), (0.6, -0.4), (0.1, 0.7)]),
        4 => polygon(&[(0.5, 0.1), (0.3, 0.6), (-0.2, 0.5), (-0.4, 0.0), (0.1, -0.4)]),
        _ => segment(vec2(-0.6, rng.random_range(-0.3..0.3)), vec2(0.6, 0.0)),
    }
}

fn filter(rng: &mut Pcg32) -> CollisionFilter {
    if rng.random_bool(0.8) {
        CollisionFilter::default()
    } else {
        CollisionFilter { layers: rng.random_range(0..4), collides_with: rng.random_range(0..4) }
    }
}

/// None to three shapes, some without mass.
fn parts(rng: &mut Pcg32) -> Vec<ColliderDef> {
    let count = [0, 1, 1, 1, 1, 1, 2, 3][rng.random_range(0..8)];
    let material = |rng: &mut Pcg32| Material {
        density: [0.0, 0.1, 1.0, 1.0, 1.0, 30.0][rng.random_range(0..6)],
        friction: rng.random_range(0.0..1.2),
        static_friction: rng.random_range(0.0..1.6),
        restitution: [0.0, 0.0, 0.4, 1.0][rng.random_range(0..4)],
    };
    (0..count).map(|_| ColliderDef { shape: shape(rng), material: material(rng), filter: filter(rng) }).collect()
}

fn place(rng: &mut Pcg32) -> Vec2 {
    vec2(rng.random_range(-5.0..5.0), rng.random_range(-0.5..6.0))
}

fn body_def(rng: &mut Pcg32) -> BodyDef {
    BodyDef {
        kind: [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic, BodyKind::Dynamic][rng.random_range(0..5)],
        position: place(rng),
        angle: rng.random_range(-3.0..3.0),
        linear_velocity: if rng.random_bool(0.3) { 4.0 * place(rng) } else { Vec2::ZERO },
        angular_velocity: if rng.random_bool(0.3) { rng.random_range(-20.0..20.0) } else { 0.0 },
        linear_damping: if rng.random_bool(0.2) { 2.0 } else { 0.0 },
        angular_damping: if rng.random_bool(0.2) { 2.0 } else { 0.0 },
        gravity_scale: [1.0, 1.0, 1.0, 0.0, -0.5][rng.random_range(0..5)],
        can_sleep: rng.random_bool(0.9),
        bullet: rng.random_bool(0.2),
        fixed_rotation: rng.random_bool(0.2),
    }
}

fn joint_kind(rng: &mut Pcg32) -> JointKind {
    let limits = rng.random_bool(0.4).then(|| Limits { lower: rng.random_range(-1.0..0.3), upper: rng.random_range(0.3..1.5) });
    let motor = rng.random_bool(0.3).then(|| Motor { speed: rng.random_range(-5.0..5.0), max_effort: rng.random_range(0.0..50.0) });
    let spring = rng.random_bool(0.3).then(|| Spring { hertz: rng.random_range(0.0..8.0), damping_ratio: rng.random_range(0.0..2.0) });
    match rng.random_range(0..8) {
        0 => JointKind::Revolute(Revolute { limits, motor, spring }),
        1 => JointKind::Prismatic(Prismatic { axis: place(rng), limits, motor, spring }),
        2 => JointKind::Distance(Distance { length: Some(rng.random_range(0.0..3.0)), limits, spring }),
        3 => JointKind::Weld(Weld { spring }),
        4 => JointKind::Wheel(Wheel { axis: place(rng), limits, motor, spring }),
        5 => JointKind::Gear(Gear { ratio: rng.random_range(-4.0..4.0) }),
        6 => JointKind::Track(Track::default()),
        _ => {
            let spring = spring.unwrap_or(Spring { hertz: 4.0, damping_ratio: 0.7 });
            JointKind::Grab(Grab { target: place(rng), max_force: rng.random_range(0.0..200.0), spring })
        }
    }
}

fn settings(rng: &mut Pcg32) -> WorldSettings {
    let mut settings = WorldSettings::default();
    for _ in 0..rng.random_range(0..3) {
        match rng.random_range(0..12) {
            0 => settings.gravity = vec2(rng.random_range(-5.0..5.0), rng.random_range(-12.0..5.0)),
            1 => settings.substeps = rng.random_range(1..8),
            2 => settings.step_hz = [30.0, 60.0, 120.0, 240.0][rng.random_range(0..4)],
            3 => settings.narrow_phase = NarrowPhase::GjkEpa,
            4 => settings.broad_phase = [BroadPhase::BruteForce, BroadPhase::Tree, BroadPhase::SweepAndPrune][rng.random_range(0..3)],
            5 => settings.warm_starting = false,
            6 => settings.sleeping = false,
            7 => settings.continuous = false,
            8 => settings.mixing.friction = Mix::Maximum,
            9 | 10 => settings.solver = SOLVERS[rng.random_range(0..SOLVERS.len())].solver,
            _ => settings.contact_hertz = rng.random_range(5.0..60.0),
        }
    }
    settings
}

fn action(rng: &mut Pcg32) -> Action {
    let who = rng.random_range(0..1000);
    match rng.random_range(0..40) {
        0..=3 => Action::AddBody(body_def(rng), parts(rng)),
        4 => Action::RemoveBody(who),
        5 => Action::RemoveBodies(std::array::from_fn(|_| rng.random_range(0..1000))),
        6 | 7 => Action::SetProperties(who, body_def(rng)),
        8 | 9 => Action::SetColliders(who, parts(rng)),
        10 | 11 => Action::SetPose(who, place(rng), rng.random_range(-3.0..3.0)),
        12 => Action::SetVelocity(who, 3.0 * place(rng), rng.random_range(-10.0..10.0)),
        13 => Action::Impulse(who, place(rng), place(rng)),
        14 => Action::Force(who, 20.0 * place(rng), rng.random_range(-10.0..10.0)),
        15 => Action::Wake(who),
        16..=18 => {
            let at = place(rng);
            let other = if rng.random_bool(0.5) { at } else { place(rng) };
            Action::AddJoint(who, rng.random_range(0..1000), joint_kind(rng), [at, other], rng.random_bool(0.5))
        }
        19 => {
            let poses = [0, 1].map(|_| Pose::new(place(rng), rng.random_range(-3.0..3.0)));
            Action::AddJointAt(who, rng.random_range(0..1000), joint_kind(rng), poses)
        }
        20 | 21 => Action::RemoveJoint(who),
        22 | 23 => Action::SetJointKind(who, joint_kind(rng)),
        24 => Action::SetSettings(Box::new(settings(rng))),
        25 | 26 => Action::CompareRestored,
        27 => Action::Save,
        28 => Action::GoBack,
        29 => Action::Step(80),
        30..=33 => Action::Step(rng.random_range(2..12)),
        _ => Action::Step(1),
    }
}

/// Where a sequence begins: how the world is furnished, and how long it has run.
#[derive(Clone, Copy, Debug)]
enum Start {
    Empty,
    /// A pyramid that sleeps, a chain, a lift.
    Asleep,
    /// Forty bodies tumbling without gravity in a closed box.
    Weightless,
}

fn begin(start: Start) -> World {
    match start {
        Start::Empty => world(),
        Start::Asleep => {
            let mut w = world();
            let floor = ground(&mut w);
            pyramid(&mut w, 5);
            let kind = JointKind::Revolute(Revolute { limits: None, motor: None, spring: None });
            let mut above = floor;
            for k in 0..4 {
                let link = w.add_body(at(6.0, 5.5 - k as f32), of(rectangle(0.2, 1.0)));
                let hinge = vec2(6.0, 6.0 - k as f32);
                let def = JointDef { body_a: above, body_b: link, anchor_a: hinge, anchor_b: hinge, kind, collide_connected: false };
                w.add_joint(def).unwrap();
                above = link;
            }
            steps(&mut w, 200);
            assert!(w.bodies().filter(|(_, body)| !body.awake).count() >= 15, "the pyramid is no sleeper");
            w
        }
        Start::Weightless => {
            let mut w = weightless();
            for (x, y, width, height) in [(0.0, -1.0, 14.0, 0.5), (0.0, 7.0, 14.0, 0.5), (-6.5, 3.0, 0.5, 8.0), (6.5, 3.0, 0.5, 8.0)] {
                w.add_body(fixed(x, y), of(rectangle(width, height)));
            }
            let mut rng = Pcg32::seed_from_u64(1);
            for _ in 0..40 {
                w.add_body(BodyDef { kind: BodyKind::Dynamic, ..body_def(&mut rng) }, parts(&mut rng));
            }
            w
        }
    }
}

/// A world under test, and what must exist in it.
struct Subject {
    world: World,
    bodies: BTreeSet<BodyId>,
    joints: BTreeMap<JointId, [BodyId; 2]>,
    saved: Option<collidoscope::engine::state::WorldState>,
    steps: usize,
    compared: usize,
}

impl Subject {
    fn new(start: Start) -> Subject {
        let world = begin(start);
        let bodies = world.bodies().map(|(id, _)| id).collect();
        let joints = world.joints().map(|(id, joint)| (id, [joint.body_a, joint.body_b])).collect();
        Subject { world, bodies, joints, saved: None, steps: 0, compared: 0 }
    }

    /// A body that exists, or now and then one that is gone or never was.
    fn body(&self, place: u32) -> BodyId {
        let ids: Vec<BodyId> = self.bodies.iter().copied().collect();
        if ids.is_empty() || place % 50 == 49 { BodyId(place) } else { ids[place as usize % ids.len()] }
    }

    fn joint(&self, place: u32) -> JointId {
        let ids: Vec<JointId> = self.joints.keys().copied().collect();
        if ids.is_empty() || place % 50 == 49 { JointId(place) } else { ids[place as usize % ids.len()] }
    }

    /// At once, and in a copy one after the other: the same world.
    fn remove_bodies(&mut self, places: &[u32]) {
        let gone: Vec<BodyId> = places.iter().map(|&place| self.body(place)).collect();
        let mut copy = self.world.clone();
        let existed = gone.iter().filter(|&&id| copy.remove_body(id)).count();
        assert_eq!(self.world.remove_bodies(&gone), existed);
        for world in [&mut self.world, &mut copy] {
            world.validate().unwrap();
            world.step();
        }
        assert_eq!(self.world.fingerprint(), copy.fingerprint(), "at once or one after the other");
        assert_eq!(self.world.contacts().len(), copy.contacts().len());
        self.steps += 1;
        self.bodies.retain(|id| !gone.contains(id));
        self.joints.retain(|_, parties| !parties.iter().any(|id| gone.contains(id)));
    }

    fn act(&mut self, action: &Action) {
        let w = &mut self.world;
        match action {
            Action::AddBody(def, parts) => assert!(self.bodies.insert(w.add_body(*def, parts.clone())), "an id was given twice"),
            Action::RemoveBody(place) => {
                let id = self.body(*place);
                let existed = self.bodies.remove(&id);
                assert_eq!(self.world.remove_body(id), existed);
                self.joints.retain(|_, parties| !parties.contains(&id));
            }
            Action::RemoveBodies(places) => self.remove_bodies(places),
            Action::SetProperties(place, def) => self.world.set_properties(self.body(*place), def),
            Action::SetColliders(place, parts) => self.world.set_colliders(self.body(*place), parts.clone()),
            Action::SetPose(place, position, angle) => self.world.set_pose(self.body(*place), *position, *angle),
            Action::SetVelocity(place, linear, angular) => self.world.set_velocity(self.body(*place), *linear, *angular),
            Action::Impulse(place, impulse, point) => self.world.apply_impulse(self.body(*place), *impulse, *point),
            Action::Force(place, force, torque) => {
                let id = self.body(*place);
                self.world.apply_force(id, *force, Vec2::ZERO);
                self.world.apply_torque(id, *torque);
            }
            Action::Wake(place) => self.world.wake(self.body(*place)),
            Action::AddJoint(a, b, kind, [anchor_a, anchor_b], collide_connected) => {
                let def = JointDef {
                    body_a: self.body(*a),
                    body_b: self.body(*b),
                    anchor_a: *anchor_a,
                    anchor_b: *anchor_b,
                    kind: *kind,
                    collide_connected: *collide_connected,
                };
                let made = self.world.add_joint(def);
                self.note_joint(made, [def.body_a, def.body_b]);
            }
            Action::AddJointAt(a, b, kind, [pose_a, pose_b]) => {
                let (body_a, body_b) = (self.body(*a), self.body(*b));
                let (anchor_a, anchor_b) = (pose_a.position, pose_b.position);
                let def = JointDef { body_a, body_b, anchor_a, anchor_b, kind: *kind, collide_connected: false };
                let made = self.world.add_joint_at(def, *pose_a, *pose_b);
                self.note_joint(made, [body_a, body_b]);
            }
            Action::RemoveJoint(place) => {
                let id = self.joint(*place);
                assert_eq!(self.world.remove_joint(id), self.joints.remove(&id).is_some());
            }
            Action::SetJointKind(place, kind) => self.world.set_joint_kind(self.joint(*place), *kind),
            Action::SetSettings(settings) => self.world.set_settings(**settings),
            Action::Step(count) => {
                for _ in 0..*count {
                    self.world.step();
                    self.world.validate().unwrap();
                    assert!(self.world.events().frozen.is_empty(), "a body went non-finite: {:?}", self.world.events().frozen);
                    self.steps += 1;
                }
            }
            Action::CompareRestored => self.compare_restored(),
            Action::Save => self.saved = Some(self.world.state()),
            Action::GoBack => {
                if let Some(state) = &self.saved {
                    self.world.restore(state);
                    // Of a world built otherwise: what slept may be joined to what did not.
                    self.bodies.iter().for_each(|&id| self.world.wake(id));
                }
            }
        }
    }

    /// A joint of two bodies that exist and differ must have been made, and no other.
    fn note_joint(&mut self, made: Option<JointId>, parties: [BodyId; 2]) {
        let possible = parties[0] != parties[1] && parties.iter().all(|id| self.bodies.contains(id));
        assert_eq!(made.is_some(), possible);
        if let Some(id) = made {
            assert!(self.joints.insert(id, parties).is_none(), "an id was given twice");
        }
    }

    fn compare_restored(&mut self) {
        // A push for the coming step is an input, not part of the state.
        if self.world.bodies().any(|(_, body)| body.force != Vec2::ZERO || body.torque != 0.0) {
            return;
        }
        let mut astray = self.world.clone();
        steps(&mut astray, 4);
        astray.restore(&self.world.state());
        let mut straight = self.world.clone();
        for step in 0..6 {
            let difference = astray.fingerprint().first_difference(straight.fingerprint());
            assert_eq!(difference, None, "{step} steps after restoring");
            astray.validate().unwrap();
            astray.step();
            straight.step();
        }
        self.compared += 1;
    }

    fn check(&self) -> Result<(), String> {
        self.world.validate()?;
        if !self.world.bodies().map(|(id, _)| id).eq(self.bodies.iter().copied()) {
            return Err("other bodies exist than should".to_owned());
        }
        if !self
            .world
            .joints()
            .map(|(id, joint)| (id, [joint.body_a, joint.body_b]))
            .eq(self.joints.iter().map(|(id, parties)| (*id, *parties)))
        {
            return Err("other joints exist than should".to_owned());
        }
        for contact in self.world.contacts().iter().filter(|contact| contact.count > 0) {
            let found = self.world.contact(contact.collider_b, contact.collider_a).map(|contact| contact.normal);
            if found != Some(contact.normal) {
                return Err(format!("contact {:?} {:?} is not found", contact.collider_a, contact.collider_b));
            }
        }
        Ok(())
    }
}

/// How a sequence went.
struct Outcome {
    steps: usize,
    compared: usize,
    fingerprint: u64,
}

/// Runs a sequence; the place of the first action after which something is wrong, and what.
fn run(start: Start, actions: &[Action]) -> Result<Outcome, (usize, String)> {
    let mut subject = Subject::new(start);
    for (place, action) in actions.iter().enumerate() {
        let done = catch_unwind(AssertUnwindSafe(|| {
            subject.act(action);
            subject.check()
        }));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(breach)) => return Err((place, breach)),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                return Err((place, text.unwrap_or_else(|| "a panic".to_owned())));
            }
        }
    }
    Ok(Outcome { steps: subject.steps, compared: subject.compared, fingerprint: subject.world.fingerprint().combined() })
}

/// The shortest part of a failing sequence, found by leaving out ever smaller pieces, that still fails.
fn shrunk(mut actions: Vec<Action>, fails: impl Fn(&[Action]) -> Option<usize>) -> Vec<Action> {
    let mut piece = actions.len();
    while piece > 0 {
        let mut from = 0;
        while from < actions.len() {
            let mut fewer = actions.clone();
            fewer.drain(from..(from + piece).min(actions.len()));
            if let Some(last) = fails(&fewer) {
                fewer.truncate(last + 1);
                actions = fewer;
            } else {
                from += piece;
            }
        }
        piece /= 2;
    }
    actions
}

fn sequence(seed: u64, length: usize) -> Vec<Action> {
    let mut rng = Pcg32::seed_from_u64(seed);
    (0..length).map(|_| action(&mut rng)).collect()
}

#[test]
fn every_invariant_holds_after_every_action_of_random_sequences() {
    let count = std::env::var("SEQUENCES").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (mut steps, mut compared) = (0, 0);
    for seed in 0..count {
        let start = [Start::Empty, Start::Asleep, Start::Weightless][seed as usize % 3];
        let actions = sequence(seed, 200);
        match run(start, &actions) {
            Ok(outcome) => {
                steps += outcome.steps;
                compared += outcome.compared;
            }
            Err((place, breach)) => {
                let least = shrunk(actions, |actions| run(start, actions).err().map(|(place, _)| place));
                let lines: Vec<String> = least.iter().map(|action| format!("{action:?}")).collect();
                panic!("seed {seed} from {start:?}: {breach}, after action {place}; these suffice:\n{}", lines.join("\n"));
            }
        }
    }
    println!("{steps} steps, {compared} restored");
    assert!(steps > 25_000, "only {steps} steps");
    assert!(compared > 300, "only {compared} restored states compared");
}

#[test]
fn a_sequence_run_again_ends_with_the_same_bits() {
    for seed in 100..106 {
        let actions = sequence(seed, 150);
        let ends =
            [0, 1].map(|_| run(Start::Asleep, &actions).map_or_else(|(_, breach)| panic!("seed {seed}: {breach}"), |end| end.fingerprint));
        assert_eq!(ends[0], ends[1], "seed {seed}");
    }
}

#[test]
fn a_failing_sequence_is_cut_down_to_what_matters() {
    // Fails as soon as a body was removed after a joint was added: two of two hundred actions.
    let fails = |actions: &[Action]| {
        let joint = actions.iter().position(|action| matches!(action, Action::AddJoint(..)))?;
        let later = actions[joint..].iter().position(|action| matches!(action, Action::RemoveBody(_)))?;
        Some(joint + later)
    };
    let actions = sequence(7, 200);
    assert!(fails(&actions).is_some());
    let least = shrunk(actions, fails);
    assert!(matches!(least[..], [Action::AddJoint(..), Action::RemoveBody(_)]), "{least:?}");
}
