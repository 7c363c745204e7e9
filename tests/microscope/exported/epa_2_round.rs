//! coin and disc: Overlap of 0.999 m.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn coin_disc_meet_as_recorded() {
    let a = Shape::from(ConvexPolygon::try_new(&[Vec2::new(1.2_f32, 0.0_f32), Vec2::new(1.159111_f32, 0.310583_f32), Vec2::new(1.03923_f32, 0.6_f32), Vec2::new(0.848528_f32, 0.848528_f32), Vec2::new(0.6_f32, 1.03923_f32), Vec2::new(0.310583_f32, 1.159111_f32), Vec2::new(0.0_f32, 1.2_f32), Vec2::new(-0.310583_f32, 1.159111_f32), Vec2::new(-0.6_f32, 1.03923_f32), Vec2::new(-0.848528_f32, 0.848528_f32), Vec2::new(-1.03923_f32, 0.6_f32), Vec2::new(-1.159111_f32, 0.310583_f32), Vec2::new(-1.2_f32, 0.0_f32), Vec2::new(-1.159111_f32, -0.310583_f32), Vec2::new(-1.03923_f32, -0.6_f32), Vec2::new(-0.848528_f32, -0.848528_f32), Vec2::new(-0.6_f32, -1.03923_f32), Vec2::new(-0.310583_f32, -1.159111_f32), Vec2::new(-0.0_f32, -1.2_f32), Vec2::new(0.310583_f32, -1.159111_f32), Vec2::new(0.6_f32, -1.03923_f32), Vec2::new(0.848528_f32, -0.848528_f32), Vec2::new(1.03923_f32, -0.6_f32), Vec2::new(1.159111_f32, -0.310583_f32)], 0.0_f32).unwrap());
    let b = Shape::from(ConvexPolygon::try_new(&[Vec2::new(0.995004_f32, 0.099833_f32), Vec2::new(0.915455_f32, 0.40242_f32), Vec2::new(0.746295_f32, 0.665616_f32), Vec2::new(0.504082_f32, 0.863656_f32), Vec2::new(0.212526_f32, 0.977155_f32), Vec2::new(-0.099833_f32, 0.995004_f32), Vec2::new(-0.40242_f32, 0.915455_f32), Vec2::new(-0.665616_f32, 0.746295_f32), Vec2::new(-0.863656_f32, 0.504082_f32), Vec2::new(-0.977155_f32, 0.212526_f32), Vec2::new(-0.995004_f32, -0.099833_f32), Vec2::new(-0.915455_f32, -0.40242_f32), Vec2::new(-0.746295_f32, -0.665616_f32), Vec2::new(-0.504082_f32, -0.863656_f32), Vec2::new(-0.212526_f32, -0.977155_f32), Vec2::new(0.099833_f32, -0.995004_f32), Vec2::new(0.40242_f32, -0.915455_f32), Vec2::new(0.665616_f32, -0.746295_f32), Vec2::new(0.863656_f32, -0.504082_f32), Vec2::new(0.977155_f32, -0.212526_f32)], 0.0_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(-0.6_f32, -0.1_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let pose_b = Pose { position: Vec2::new(0.55_f32, 0.2_f32), rotation: Rot { cos: 1.0_f32, sin: 0.0_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::GjkEpa, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(0.96713674_f32, 0.2542567_f32));
    assert_eq!(separations, [-0.9783416_f32, -0.9991904_f32] as [f32; 2]);
}
