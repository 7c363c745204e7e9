//! crate and wedge: Overlap of 0.580 m, along the axis of edge 1 of crate.

use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::*;

#[test]
fn crate_wedge_meet_as_recorded() {
    let a = Shape::from(BoxShape::try_new(2.0_f32, 1.4_f32, Vec2::new(0.0_f32, 0.0_f32), 0.0_f32, 0.0_f32).unwrap());
    let b = Shape::from(ConvexPolygon::try_new(&[Vec2::new(-0.9_f32, -0.6_f32), Vec2::new(0.9_f32, -0.6_f32), Vec2::new(0.0_f32, 1.1_f32)], 0.0_f32).unwrap());
    let pose_a = Pose { position: Vec2::new(-0.7_f32, 0.0_f32), rotation: Rot { cos: 0.9689124_f32, sin: 0.24740396_f32 } };
    let pose_b = Pose { position: Vec2::new(0.75_f32, 0.35_f32), rotation: Rot { cos: 0.9800666_f32, sin: -0.19866933_f32 } };
    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::Sat, 0.02_f32, &mut NoProbe);
    let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();
    assert_eq!(found.normal, Vec2::new(1.0_f32, 0.0_f32));
    assert_eq!(separations, [-0.57986736_f32] as [f32; 1]);
}
