//! Bodies and joints to the solver, and its answer back.

use super::World;
use super::continuous::is_fast;
use super::late::LateFinder;
use super::settings::WorldSettings;
use super::sleep::is_simulated;
use super::solve_sequential::solve_sequential;
use super::step::{Enter, StepPart};
use super::store::Place;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Broad;
use crate::engine::fetch::{fetch_at, with_ahead};
use crate::engine::lanes::{Quad, QuadPair};
use crate::engine::math::{Pose, Rot, Vec2, min};
use crate::engine::probe::Probe;
use crate::engine::solver::body::{SolverBody, capped_spin, capped_velocity};
use crate::engine::solver::colors::{FIXED_REST, MOBILE_REST};
use crate::engine::solver::drive::{Drive, end_free_flight};
use crate::engine::solver::impact::closing_speed_between;
use crate::engine::solver::late::LateContacts;
use crate::engine::solver::soft_step::{self, SoftStepSettings};
use crate::engine::solver::softness::Softness;
use crate::engine::solver::watch::Watch;
use crate::engine::solver::{Solver, SolverStep};
use crate::engine::tuning;

impl World {
    /// Copies the simulated bodies into their slots, with what drives them. One with a number that is not finite would spread it: it is frozen, and the lists are stale then.
    pub(super) fn load_bodies(&mut self) {
        let World { bodies, broad, problem, tables, settings, events, awake, lists_stale, .. } = self;
        let h = settings.substep_seconds();
        problem.moving.clear();
        for &index in awake.iter() {
            let body = &bodies.values()[index as usize];
            if !is_finite(body) {
                freeze(&mut bodies.values_mut()[index as usize], broad);
                events.frozen.push(bodies.id_at(index as usize));
                *lists_stale = true;
                continue;
            }
            let slot = index as usize + 1;
            problem.moving.push(slot as u32);
            problem.poses[slot] = pose_of(body);
            problem.bodies[slot] = start_of(body, h);
            problem.drives[slot] = drive_of(body, settings.gravity, h);
            tables.load(slot, body, settings.step_seconds());
        }
    }

    /// Fills the slots of all bodies after some have come, gone or changed.
    pub(super) fn load_all_bodies(&mut self) {
        let World { bodies, problem, tables, settings, .. } = self;
        let h = settings.substep_seconds();
        tables.resize(problem.bodies.len());
        tables.slots.clear();
        for (index, body) in bodies.values().iter().enumerate() {
            let slot = index + 1;
            let simulated = is_simulated(body);
            problem.poses[slot] = pose_of(body);
            problem.bodies[slot] = if simulated { start_of(body, h) } else { QuadPair::default() };
            tables.slots.push(if simulated { slot as u32 } else { 0 });
            tables.load_at_rest(slot, body, simulated);
        }
    }

    /// Who flies freely, and joints.
    pub(super) fn make_problem(&mut self) {
        let World { problem, tables, settings, awake, .. } = self;
        let half = 0.5 * settings.substep_seconds();
        for slot in awake.iter().map(|&index| index + 1) {
            let free = tables.builds[slot as usize].mobile && problem.contacts.is_untouched(slot);
            problem.drives[slot as usize].set_free(if free { half } else { 0.0 });
        }
        for list in [MOBILE_REST, FIXED_REST] {
            end_free_flight(&mut problem.drives, &problem.contacts.groups[usize::from(list)].blocks);
        }
        self.make_joints();
    }

    /// Runs the chosen solver.
    pub(super) fn solve_problem<P: Probe<SolverStep>>(&mut self, probe: &mut P, enter: Enter<'_>) {
        enter(StepPart::Solve);
        let h = self.settings.substep_seconds();
        let of_world = self.settings;
        let World { bodies, problem, joint_set, scratch, tables, .. } = self;
        scratch.ids.clear();
        if P::WATCHES {
            scratch.ids.push(BodyId(u32::MAX));
            scratch.ids.extend((0..bodies.len()).map(|index| bodies.id_at(index)));
        }
        // Its own list, as the solver changes all else.
        let poses = std::mem::take(&mut problem.poses);
        let mut finder = LateFinder { tables, poses: &poses, settings: &of_world, scratch: &mut scratch.late_finder };
        let mut find = |list: &mut LateContacts, moved: &[QuadPair]| {
            enter(StepPart::LatePoints);
            finder.find_points(list, moved);
            enter(StepPart::Solve);
        };
        let mut watch = Watch { probe, ids: &scratch.ids, poses: &poses };
        match of_world.solver {
            Solver::SoftStep => soft_step::solve(problem, joint_set, &soft_step_settings(&of_world, h), &mut find, &mut watch),
            Solver::SequentialImpulses => solve_sequential(problem, joint_set, &of_world, &mut find, &mut watch),
        }
        problem.poses = poses;
    }

    /// Impulses back into late contacts and joints; pairs that began or ceased to touch.
    pub(super) fn take_impulses(&mut self) {
        let (mut begun, mut ended) = (std::mem::take(&mut self.scratch.fresh), std::mem::take(&mut self.scratch.ended));
        begun.clear();
        ended.clear();
        self.problem.contacts.find_touches(&mut begun, &mut ended);
        self.find_late_touches(&mut begun, &mut ended);
        self.take_late();
        let World { bodies, store, problem, events, scratch, .. } = self;
        for (&number, [soon, _]) in with_ahead(&begun) {
            if let Some(&number) = soon {
                store.fetch_record(number);
            }
            let place = store.place(number);
            let contact = &mut store.get_mut(number).contact;
            contact.touching = true;
            if let Place::Colored(address) = place {
                // The solver has changed its copies of the velocities; the bodies still have those of the start of the step.
                let (block, _) = problem.contacts.at(address);
                let lane = address.lane();
                let start = |slot: u32| start_of(&bodies.values()[slot as usize - 1], 1.0);
                contact.closing_speed = closing_speed_between(block, lane, &start(block.a.0[lane]), &start(block.b.0[lane]));
            }
            events.begun.push((contact.collider_a, contact.collider_b, contact.closing_speed));
        }
        for &number in ended.iter() {
            let contact = &mut store.get_mut(number).contact;
            contact.touching = false;
            events.ended.push(contact.key());
        }
        events.begun.sort_unstable_by_key(|(a, b, _)| (*a, *b));
        events.ended.sort_unstable();
        (scratch.fresh, scratch.ended) = (begun, ended);
        self.joint_set.finish(&self.problem.bodies);
    }

    /// Motion back into bodies, whose forces have done their work. One whose motion is not finite stays where it was and is frozen, one that left the world likewise. Boxes are measured at
    /// once, but those of fast bodies, which are named.
    pub(super) fn take_motion(&mut self) {
        let World { bodies, broad, problem, events, lists_stale, settings, awake, tables, scratch, .. } = self;
        let (h, seconds) = (settings.substep_seconds(), settings.step_seconds());
        scratch.fast.clear();
        for (&index, [soon, _]) in with_ahead(awake) {
            if let Some(&index) = soon.filter(|&&index| tables.builds[index as usize + 1].sole_proxy.is_none()) {
                fetch_at(&bodies.values()[index as usize].colliders, 0);
            }
            let id = bodies.id_at(index as usize);
            let body = &mut bodies.values_mut()[index as usize];
            let moved = SolverBody::at(&problem.bodies, index + 1);
            let build = &tables.builds[index as usize + 1];
            match take_motion_of(body, &moved, h) {
                Taken::Inside if settings.continuous && is_fast(&moved, body.extent, build.half_width) => {
                    scratch.fast.push(index);
                    continue;
                }
                Taken::Inside => {}
                lost => {
                    freeze(body, broad);
                    *lists_stale = true;
                    if matches!(lost, Taken::Outside) { &mut events.left } else { &mut events.frozen }.push(id);
                }
            }
            scratch.boxes.want(body, build.sole_proxy, seconds, tables, broad);
        }
    }
}

fn soft_step_settings(of_world: &WorldSettings, h: f32) -> SoftStepSettings {
    // Stiffer than an eighth of the sub-step rate, high piles never come to rest.
    let contact_hertz = min(of_world.contact_hertz, 0.125 / h);
    SoftStepSettings {
        substeps: of_world.substeps,
        h,
        warm_starting: of_world.warm_starting,
        accumulation: of_world.accumulation,
        relaxing: of_world.relaxing,
        restitution_threshold: of_world.restitution_threshold,
        joint_softness: Softness::limited(of_world.joint_hertz, of_world.joint_damping_ratio, h),
        contact_softness: Softness::new(contact_hertz, of_world.contact_damping_ratio, h),
        // Contacts with something fixed are stiffer: a pile should rather be squeezed than sink into the ground.
        fixed_softness: Softness::new(2.0 * contact_hertz, of_world.contact_damping_ratio, h),
    }
}

/// What became of a body's motion.
enum Taken {
    /// It is where the motion has brought it.
    Inside,
    /// It would have left the world: it stays where it was.
    Outside,
    /// It has no motion that could be taken: it stays where it was.
    NotFinite,
}

/// Puts a body where the solver has moved it, if that is a place.
fn take_motion_of(body: &mut Body, moved: &SolverBody, h: f32) -> Taken {
    let center = body.center + moved.delta_center;
    let rotation = normalized(moved.delta_rotation().then_after(body.pose.rotation));
    let finite = center.is_finite()
        && rotation.cos.is_finite()
        && rotation.sin.is_finite()
        && moved.velocity.is_finite()
        && moved.angular_velocity.is_finite();
    if !finite {
        return Taken::NotFinite;
    }
    if !(center.x.abs() <= tuning::MAX_COORDINATE && center.y.abs() <= tuning::MAX_COORDINATE) {
        return Taken::Outside;
    }
    // The last pass may have pushed beyond the limits; a state must not show what the next step would not take.
    if body.is_mobile() {
        body.linear_velocity = capped_velocity(moved.velocity);
        body.angular_velocity = capped_spin(moved.angular_velocity, h);
    }
    (body.force, body.torque) = (Vec2::ZERO, 0.0);
    place(body, center, rotation); // [solver.result]
    Taken::Inside
}

/// Centre of mass and orientation as the solver gathers them.
fn pose_of(body: &Body) -> Quad {
    Quad([body.center.x, body.center.y, body.pose.rotation.cos, body.pose.rotation.sin])
}

/// A simulated body at the start of a step.
fn start_of(body: &Body, h: f32) -> QuadPair {
    let mobile = body.is_mobile();
    SolverBody {
        velocity: capped_velocity(body.linear_velocity),
        angular_velocity: capped_spin(body.angular_velocity, h),
        inv_mass: if mobile { body.inv_mass } else { 0.0 },
        inv_inertia: if mobile { body.inv_inertia } else { 0.0 },
        ..SolverBody::FIXED
    }
    .stored()
}

/// What acts on a body in each sub-step of length h, as if it touched something.
fn drive_of(body: &Body, gravity: Vec2, h: f32) -> Drive {
    if !body.is_mobile() {
        return Drive::NONE;
    }
    let spin_kept = if body.inv_inertia > 0.0 { 1.0 / (1.0 + h * body.angular_damping) } else { 1.0 };
    Drive::new(
        h * (gravity * body.gravity_scale + body.force * body.inv_mass),
        h * body.torque * body.inv_inertia,
        1.0 / (1.0 + h * body.linear_damping),
        spin_kept,
    )
}

/// Puts the body's centre of mass somewhere, with the pose that follows.
pub(super) fn place(body: &mut Body, center: Vec2, rotation: Rot) {
    body.center = center;
    body.pose = Pose { position: center - rotation.rotate(body.local_center), rotation };
}

/// Unit length again; a rotation that lost its direction becomes not finite, so that the guard finds it.
fn normalized(r: Rot) -> Rot {
    let inv = 1.0 / (r.cos * r.cos + r.sin * r.sin).sqrt();
    Rot { cos: r.cos * inv, sin: r.sin * inv }
}

fn is_finite(body: &Body) -> bool {
    body.center.is_finite()
        && body.pose.position.is_finite()
        && body.pose.rotation.cos.is_finite()
        && body.pose.rotation.sin.is_finite()
        && body.linear_velocity.is_finite()
        && body.angular_velocity.is_finite()
        && body.force.is_finite()
        && body.torque.is_finite()
}

/// Takes the body out of the motion: it stays where it is, as if static.
pub(super) fn freeze(body: &mut Body, broad: &mut Broad) {
    body.frozen = true;
    body.colliders.iter().for_each(|c| broad.keep_at_rest(c.proxy));
    body.linear_velocity = Vec2::ZERO;
    body.angular_velocity = 0.0;
    body.force = Vec2::ZERO;
    body.torque = 0.0;
    body.sleep_time = 0.0;
}

#[cfg(test)]
mod tests {
    use crate::engine::body::{BodyDef, BodyKind};
    use crate::engine::collider::ColliderDef;
    use crate::engine::material::Material;
    use crate::engine::math::Vec2;
    use crate::engine::shape::{BoxShape, Circle, Shape};
    use crate::engine::world::{World, WorldSettings};

    fn ball(world: &mut World, x: f32) -> crate::engine::body::BodyId {
        let shape = Shape::Circle(Circle::try_new(Vec2::ZERO, 0.5).unwrap());
        world.add_body(
            BodyDef { position: Vec2::new(x, 0.0), ..BodyDef::default() },
            vec![ColliderDef { shape, material: Material::default(), filter: Default::default() }],
        )
    }

    #[test]
    fn a_body_gone_non_finite_is_frozen_where_it_was_and_does_not_spread() {
        for poison in [f32::NAN, f32::INFINITY] {
            let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
            let ids = [ball(&mut world, 0.0), ball(&mut world, 0.98), ball(&mut world, 5.0)];
            world.step();
            let place = world.bodies.get(ids[0]).unwrap().pose;
            world.bodies.get_mut(ids[0]).unwrap().linear_velocity.x = poison;
            world.step();
            assert_eq!(world.events().frozen, vec![ids[0]]);
            assert!(world.body(ids[0]).unwrap().frozen);
            assert_eq!(world.body(ids[0]).unwrap().pose, place);
            for _ in 0..60 {
                world.step();
                assert!(world.events().frozen.is_empty(), "reported once");
                world.validate().unwrap();
            }
            // The neighbour is pushed off it as off a wall.
            assert!(world.body(ids[1]).unwrap().center.x > 0.98);
            assert_eq!(world.body(ids[2]).unwrap().center.x, 5.0);
        }
    }

    /// Bodies are looked at when they are loaded, again and again while a touch wakes others.
    #[test]
    fn bodies_gone_non_finite_are_frozen_once_each_together_after_an_edit_and_when_a_touch_wakes_them() {
        let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
        let sleepers = [ball(&mut world, 0.0), ball(&mut world, 0.98)];
        let others = [ball(&mut world, 50.0), ball(&mut world, 50.98), ball(&mut world, 90.0)];
        for _ in 0..200 {
            world.step();
        }
        assert!(sleepers.iter().chain(&others).all(|&id| !world.body(id).unwrap().awake));
        // Two at once, in the step after an edit, beside what sleeps.
        others.iter().for_each(|&id| world.set_velocity(id, Vec2::new(1.0, 0.0), 0.0));
        let late = ball(&mut world, 70.0);
        world.bodies.get_mut(others[0]).unwrap().angular_velocity = f32::NAN;
        world.bodies.get_mut(others[2]).unwrap().force.y = f32::NEG_INFINITY;
        world.step();
        world.validate().unwrap();
        assert_eq!(world.events().frozen, vec![others[0], others[2]]);
        // A sleeper keeps its poison to itself until something touches it: then it is frozen, and its neighbour is awake and sound.
        world.bodies.get_mut(sleepers[0]).unwrap().torque = f32::NAN;
        let pose = world.body(sleepers[0]).unwrap().pose;
        let thrown = ball(&mut world, -5.0);
        world.set_velocity(thrown, Vec2::new(6.0, 0.0), 0.0);
        let mut frozen = Vec::new();
        let mut was_awake = false;
        for _ in 0..120 {
            world.step();
            world.validate().unwrap();
            frozen.extend_from_slice(&world.events().frozen);
            was_awake |= world.body(sleepers[1]).unwrap().awake;
        }
        assert_eq!((frozen, was_awake), (vec![sleepers[0]], true));
        for id in [late, thrown, others[1]] {
            assert!(!world.body(id).unwrap().frozen);
        }
        assert_eq!(world.body(sleepers[0]).unwrap().pose, pose);
    }

    /// Its contact with a driven body was left as it was, with the inertia that the ball had before; so friction turned the slot of the frozen ball, and what lay on it felt that.
    #[test]
    fn a_frozen_body_on_a_driven_one_is_not_turned() {
        let mut world = World::new(WorldSettings::default());
        let floor = Shape::Box(BoxShape::try_new(8.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap());
        let kinematic = BodyDef { kind: BodyKind::Kinematic, position: Vec2::new(0.0, -1.0), ..BodyDef::default() };
        let material = Material { friction: 1.0, ..Material::default() };
        let platform = world.add_body(kinematic, vec![ColliderDef { shape: floor, material, filter: Default::default() }]);
        let frozen = ball(&mut world, 0.0);
        for _ in 0..10 {
            world.step();
        }
        world.set_velocity(platform, Vec2::new(0.5, 0.0), 0.0);
        world.step();
        world.bodies.get_mut(frozen).unwrap().linear_velocity.x = f32::NAN;
        let slot = world.bodies.index_of(frozen).unwrap() + 1;
        for _ in 0..20 {
            world.step();
            assert!(world.body(frozen).unwrap().frozen);
            assert_eq!(world.problem.bodies[slot].first.0, [0.0; 4]);
        }
    }
}
