//! x
mod dynamics_fixture;
use collidoscope::engine::body::*;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::*;
use dynamics_fixture::*;
#[test]
fn thr() {
    let mut w = World::new(WorldSettings { restitution_threshold: 0.5, gravity: Vec2::ZERO, ..WorldSettings::default() });
    ground_of(&mut w, 0.0, 1.0);
    let ball = w.add_body(BodyDef { linear_velocity: vec2(0.0, -0.8), ..at(0.0, 1.0) }, made(circle(0.5), 0.0, 1.0));
    for s in 0..60 {
        w.step();
        if s > 30 {
            println!("{s} {} {} {:?}", center(&w, ball), velocity(&w, ball), w.contacts().first().map(|c| c.points().to_vec()));
        }
    }
}
#[test]
fn plastic() {
    let mut w = weightless();
    let one = w.add_body(BodyDef { linear_velocity: vec2(6.0, 0.0), ..at(0.0, 0.0) }, made(rectangle(1.0, 1.0), 0.0, 0.0));
    let two = w.add_body(at(3.0, 0.0), made(rectangle(2.0, 1.0), 0.0, 0.0));
    for s in 0..90 {
        w.step();
        if s % 5 == 0 {
            println!(
                "{s} {} {} {} {:?}",
                center(&w, one),
                velocity(&w, one),
                velocity(&w, two),
                w.contacts().first().map(|c| c.points().to_vec())
            );
        }
    }
}
