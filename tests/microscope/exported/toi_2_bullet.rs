//! bullet and thin wall: Impact at t = 0.541, after 54.1 % of the step.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn bullet_thin_wall_meet_as_recorded() {
    let a = Shape::from(Circle::try_new(Vec2::new(0.0_f32, 0.0_f32), 0.06_f32).unwrap());
    let b = Shape::from(BoxShape::try_new(0.02_f32, 1.6_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(-1.2_f32, 0.0_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let pose_b = Pose { position: Vec2::new(0.5_f32, 0.0_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::Sat, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.0_f32, 0.0_f32));
    assert_eq!(separations, [] as [f32; 0]);
}
