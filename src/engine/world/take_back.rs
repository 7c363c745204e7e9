//! Phase *TakeBack*: the solver's answer into contacts, joints and bodies.

use super::activity::Activity;
use super::boxes::BoxUpdate;
use super::continuous::{is_fast, put_at};
use super::findings::StepEvents;
use super::graph::ContactGraph;
use super::load::{freeze, start_of};
use super::settings::WorldSettings;
use super::store::Place;
use super::substep::SubstepContacts;
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Broad;
use crate::engine::math::{Rot, Vec2};
use crate::engine::prefetch::{prefetch_at, with_upcoming};
use crate::engine::probe::ran;
use crate::engine::solver::body::{SolverBody, capped_spin, capped_velocity};
use crate::engine::solver::impact::closing_speed_between;
use crate::engine::tuning;

/// Contacts that began and ceased to touch, by number; memory that the phase reuses.
#[derive(Clone, Debug, Default)]
pub(super) struct TouchChanges {
    begun: Vec<u32>,
    ended: Vec<u32>,
}

impl TouchChanges {
    /// Impulses of sub-step contacts into their records; pairs that began or ceased to touch into the events.
    pub fn take(
        &mut self,
        graph: &mut ContactGraph,
        substep: &SubstepContacts,
        bodies: &Arena<BodyId, Body>,
        settings: &WorldSettings,
        events: &mut StepEvents,
    ) {
        ran!();
        let TouchChanges { begun, ended } = self;
        begun.clear();
        ended.clear();
        graph.colors.find_touches(settings.width, begun, ended);
        substep.find_touches(begun, ended);
        substep.put_back(&mut graph.store);
        let ContactGraph { store, colors } = graph;
        for (&number, [soon, _]) in with_upcoming(begun) {
            if let Some(&number) = soon {
                store.prefetch_record(number);
            }
            let place = store.place(number);
            let contact = &mut store.get_mut(number).contact;
            contact.touching = true;
            if let Place::Colored(address) = place {
                // The solver has changed its copies of the velocities; the bodies still have those of the start of the
                // step.
                let (block, _) = colors.at(address);
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
    }
}

/// Motion back into bodies, whose forces have done their work. One whose motion is not finite stays where it was and is
/// frozen, one that left the world likewise. Boxes are measured at once, but those of fast bodies, which are named in
/// `fast`.
pub(super) fn take_motion(
    bodies: &mut Arena<BodyId, Body>,
    broad: &mut Broad,
    tables: &mut BodyTables,
    activity: &mut Activity,
    settings: &WorldSettings,
    (fast, boxes, events): (&mut Vec<u32>, &mut BoxUpdate, &mut StepEvents),
) {
    let h = settings.substep_seconds();
    fast.clear();
    for (&index, [soon, _]) in with_upcoming(&activity.awake) {
        if let Some(&index) = soon.filter(|&&index| tables.builds[index as usize + 1].sole_proxy.is_none()) {
            prefetch_at(&bodies.values()[index as usize].colliders, 0);
        }
        let id = bodies.id_at(index as usize);
        let body = &mut bodies.values_mut()[index as usize];
        let moved = SolverBody::at(&tables.solver_bodies, index + 1);
        let build = &tables.builds[index as usize + 1];
        match take_motion_of(body, &moved, h) {
            Taken::Inside if settings.continuous && is_fast(&moved, body.extent, build.half_width) => {
                fast.push(index);
                continue;
            }
            Taken::Inside => {}
            lost => {
                freeze(body, broad);
                activity.is_current = false;
                if matches!(lost, Taken::Outside) { &mut events.left } else { &mut events.frozen }.push(id);
            }
        }
        let sole = build.sole_proxy;
        boxes.add(body, sole, settings, tables, broad);
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
    ran!();
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
    put_at(body, center, rotation); // [solver.result]
    Taken::Inside
}

/// Unit length again; a rotation that lost its direction becomes not finite, so that the guard finds it.
fn normalized(r: Rot) -> Rot {
    let inv = 1.0 / (r.cos * r.cos + r.sin * r.sin).sqrt();
    Rot { cos: r.cos * inv, sin: r.sin * inv }
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
        // A sleeper keeps its poison to itself until something touches it: then it is frozen, and its neighbour is
        // awake and sound.
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

    /// Its contact with a driven body was left as it was, with the inertia that the ball had before; so friction turned
    /// the slot of the frozen ball, and what lay on it felt that.
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
            assert_eq!(world.tables.solver_bodies[slot].first.0, [0.0; 4]);
        }
    }
}
