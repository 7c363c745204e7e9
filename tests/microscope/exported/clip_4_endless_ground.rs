//! ground and brick: Two contact points.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn ground_brick_meet_as_recorded() {
    let a = Shape::from(BoxShape::try_new(2000.0_f32, 2.0_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let b = Shape::from(BoxShape::try_new(0.25_f32, 0.1_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(0.0_f32, -1.0_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let pose_b = Pose { position: Vec2::new(0.0_f32, 0.046_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::Sat, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(-0.0_f32, 1.0_f32));
    assert_eq!(separations, [-0.004000008_f32, -0.004000008_f32] as [f32; 2]);
}
