//! table and ball: One point, from a closed form: nothing to clip.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn table_ball_meet_as_recorded() {
    let a = Shape::from(BoxShape::try_new(2.0_f32, 1.0_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let b = Shape::from(Circle::try_new(Vec2::new(0.0_f32, 0.0_f32), 0.4_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(0.0_f32, -0.5_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let pose_b = Pose { position: Vec2::new(0.4_f32, 0.394_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::Sat, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.0_f32, 1.0_f32));
    assert_eq!(separations, [-0.006000012_f32] as [f32; 1]);
}
