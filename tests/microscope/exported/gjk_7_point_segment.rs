//! segment and point: Apart by 1.15 m.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn segment_point_meet_as_recorded() {
    let a = Shape::from(Capsule::try_new(Vec2::new(-1.2_f32, 0.0_f32), Vec2::new(1.2_f32, 0.0_f32), 0.01_f32).unwrap());
    let b = Shape::from(Circle::try_new(Vec2::new(0.0_f32, 0.0_f32), 0.01_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(0.0_f32, -0.4_f32), rotation: Rot { cos: 0.9800666_f32, sin: 0.19866933_f32 } };
    let pose_b = Pose { position: Vec2::new(0.5_f32, 0.9_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::GjkEpa, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.0_f32, 0.0_f32));
    assert_eq!(separations, [] as [f32; 0]);
}
