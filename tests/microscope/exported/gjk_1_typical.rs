//! crate and pentagon: Apart by 1.13 m.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn crate_pentagon_meet_as_recorded() {
    let a = Shape::from(BoxShape::try_new(1.8_f32, 1.2_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let b = Shape::from(ConvexPolygon::try_new(&[Vec2::new(0.859803_f32, 0.265968_f32), Vec2::new(0.012743_f32, 0.89991_f32), Vec2::new(-0.851927_f32, 0.290207_f32), Vec2::new(-0.539263_f32, -0.720552_f32), Vec2::new(0.518644_f32, -0.735532_f32)], 0.0_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(-1.3_f32, -0.2_f32), rotation: Rot { cos: 0.921061_f32, sin: 0.38941833_f32 } };
    let pose_b = Pose { position: Vec2::new(1.4_f32, 0.6_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::GjkEpa, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.0_f32, 0.0_f32));
    assert_eq!(separations, [] as [f32; 0]);
}
