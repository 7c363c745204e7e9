//! Collision filters: which colliders may touch, from the first contact to fast bodies and queries.

use crate::dynamics_fixture::*;
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::world::{World, WorldSettings};

fn filtered(shape: Shape, layers: u16, collides_with: u16) -> Vec<ColliderDef> {
    let filter = CollisionFilter { layers, collides_with };
    vec![ColliderDef { filter, ..of(shape).remove(0) }]
}

fn height(w: &World, id: BodyId) -> f32 {
    center(w, id).y
}

#[test]
fn both_sides_must_agree_and_the_order_does_not_matter() {
    let filter = |layers, collides_with| CollisionFilter { layers, collides_with };
    let cases = [
        (CollisionFilter::default(), CollisionFilter::default(), true),
        (filter(1, 2), filter(2, 1), true),
        (filter(1, 2), filter(2, 2), false),
        (filter(1, 1), filter(2, 0xffff), false),
        (filter(0b110, 0b100), filter(0b100, 0b010), true),
        (filter(0, 0xffff), CollisionFilter::default(), false),
        (filter(1, 0), CollisionFilter::default(), false),
        (filter(1 << 15, 0xffff), CollisionFilter::default(), true),
    ];
    for (a, b, expected) in cases {
        assert_eq!(a.allows(b), expected, "{a:?} {b:?}");
        assert_eq!(b.allows(a), expected, "{b:?} {a:?}");
    }
}

#[test]
fn a_body_falls_through_the_layers_it_does_not_touch_and_rests_on_those_it_does() {
    for broad_phase in [BroadPhase::BruteForce, BroadPhase::Tree, BroadPhase::Grid, BroadPhase::SweepAndPrune] {
        let mut w = World::new(WorldSettings { broad_phase, ..WorldSettings::default() });
        // A shelf of layer 2 above a floor of layer 1.
        w.add_body(fixed(0.0, 2.0), filtered(rectangle(20.0, 0.2), 0b10, 0xffff));
        ground(&mut w);
        let on_shelf = w.add_body(at(-3.0, 4.0), filtered(rectangle(1.0, 1.0), 1, 0b10));
        let on_floor = w.add_body(at(0.0, 4.0), filtered(rectangle(1.0, 1.0), 1, 0b01));
        let on_both = w.add_body(at(3.0, 4.0), of(rectangle(1.0, 1.0)));
        let on_none = w.add_body(at(6.0, 4.0), filtered(rectangle(1.0, 1.0), 1, 0b100));
        steps(&mut w, 180);
        w.validate().unwrap();
        assert!((height(&w, on_shelf) - 2.6).abs() < 0.02, "{}", height(&w, on_shelf));
        assert!((height(&w, on_floor) - 0.5).abs() < 0.02, "{}", height(&w, on_floor));
        assert!((height(&w, on_both) - 2.6).abs() < 0.02);
        assert!(height(&w, on_none) < -20.0);
        assert!(w.contacts().iter().all(|c| c.collider_a.body != on_none && c.collider_b.body != on_none), "not even a pair");
    }
}

#[test]
fn shapes_of_one_body_may_have_different_filters() {
    let mut w = world();
    ground(&mut w);
    let mut parts = filtered(rectangle(1.0, 1.0), 1, 0xffff);
    // A long leg that the ground does not know.
    parts.extend(filtered(rectangle(0.2, 3.0), 0b100, 0b100));
    let id = w.add_body(at(0.0, 1.0), parts);
    steps(&mut w, 120);
    assert!((height(&w, id) - 0.5).abs() < 0.02, "{}", height(&w, id));
}

#[test]
fn a_changed_filter_alone_takes_effect_at_once_and_wakes_what_rested() {
    let mut w = world();
    ground(&mut w);
    let lower = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    let upper = w.add_body(at(0.0, 1.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!(!w.body(upper).unwrap().awake);
    let touches =
        |w: &World, a: BodyId, b: BodyId| w.contacts().iter().any(|c| c.count > 0 && c.collider_a.body == a && c.collider_b.body == b);
    assert!(touches(&w, lower, upper));

    // The two no longer know each other: the upper one sinks to the ground, the lower one does not notice.
    w.set_colliders(upper, filtered(rectangle(1.0, 1.0), 0b10, 0xffff));
    w.set_colliders(lower, filtered(rectangle(1.0, 1.0), 0b01, 0b01));
    assert!(!touches(&w, lower, upper));
    w.validate().unwrap();
    steps(&mut w, 120);
    w.validate().unwrap();
    assert!((height(&w, upper) - 0.5).abs() < 0.02, "{}", height(&w, upper));
    assert!((height(&w, lower) - 0.5).abs() < 0.02);

    // And know each other again: they overlap, and are pushed apart.
    w.set_colliders(lower, of(rectangle(1.0, 1.0)));
    steps(&mut w, 1);
    w.validate().unwrap();
    assert!(touches(&w, lower, upper));
}

#[test]
fn fast_bodies_pass_walls_of_layers_that_they_do_not_touch() {
    let end = |collides_with: u16| {
        let mut w = weightless();
        w.add_body(fixed(0.0, 0.0), filtered(rectangle(0.02, 4.0), 0b10, 0xffff));
        let def = BodyDef { linear_velocity: vec2(200.0, 0.0), ..at(-5.0, 0.0) };
        let id = w.add_body(def, filtered(circle(0.1), 1, collides_with));
        steps(&mut w, 10);
        center(&w, id).x
    };
    assert!(end(0b11) < 0.0);
    assert!((end(0b01) - (-5.0 + 200.0 * 10.0 / 60.0)).abs() < 1e-3);
}

#[test]
fn rays_and_queries_see_every_layer() {
    let mut w = weightless();
    let ghost = w.add_body(fixed(5.0, 0.0), filtered(circle(1.0), 0, 0));
    assert_eq!(w.ray_cast(WorldPoint::new(0.0, 0.0), WorldPoint::new(10.0, 0.0)).unwrap().collider.body, ghost);
    assert_eq!(w.colliders_at(WorldPoint::new(5.0, 0.5)).len(), 1);
    assert_eq!(w.colliders_in(Aabb::from_corners(vec2(4.0, -1.0), vec2(4.5, 1.0))).len(), 1);
}
