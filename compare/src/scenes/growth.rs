//! Scenes of growing size: how the cost of a step grows with the number of bodies.

use super::piles::add_pyramid;
use crate::scene::{BodySpec, Form, Scene, plain};
use collidoscope_physics::engine::math::Vec2;

/// Numbers of bodies.
pub const GROWTH: [usize; 6] = [10, 100, 1_000, 5_000, 10_000, 20_000];

/// `count` boxes (a multiple of 10) in pyramids of ten, side by side on floors of up to 100 pyramids: twice the
/// bodies is twice of everything, so that a step which costs more than twice shows what the engine loses with size.
pub fn growth(count: usize) -> Scene {
    const PER_FLOOR: usize = 100;
    const PITCH: f32 = 6.0;
    let pyramids = count / 10;
    let steps = (400_000 / count as u32).clamp(60, 600);
    let mut scene = Scene::new(&format!("growth_{count}"), steps);
    let floors = pyramids.div_ceil(PER_FLOOR);
    let width = PITCH * pyramids.min(PER_FLOOR) as f32;
    let ground = (0..floors).fold(BodySpec::ground(), |ground, floor| {
        ground.with(Form::block_at(0.5 * width, 0.5, Vec2::new(0.5 * width, PITCH * floor as f32 - 0.5)), plain())
    });
    scene.add(ground);
    for pyramid in 0..pyramids {
        let (floor, column) = (pyramid / PER_FLOOR, pyramid % PER_FLOOR);
        add_pyramid(&mut scene, 4, 1.0 + PITCH * column as f32, PITCH * floor as f32);
    }
    scene
}
