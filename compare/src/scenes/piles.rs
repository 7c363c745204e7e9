//! Scenes that stand or hang: pyramids and a grid of joints.

use crate::scene::{BodySpec, Form, JointSpec, Scene, plain};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::math::Vec2;

/// Adds a pyramid of unit boxes with `base` boxes in its lowest row, which stands on `floor` with its left side at
/// `left`.
///
/// ```text
///            [ ]            row r has base - r boxes,
///          [ ] [ ]          each shifted by half a box
///  left ->[ ] [ ] [ ]
/// ```
pub fn add_pyramid(scene: &mut Scene, base: usize, left: f32, floor: f32) {
    for row in 0..base {
        for column in 0..base - row {
            let x = left + 0.5 * (row + 1) as f32 + column as f32;
            let y = floor + row as f32 + 0.5;
            scene.add(BodySpec::dynamic(Vec2::new(x, y)).with(Form::block(0.5, 0.5), plain()));
        }
    }
}

/// A pyramid 100 boxes wide and high.
pub fn large_pyramid() -> Scene {
    let mut scene = Scene::new("large_pyramid", 500);
    scene.add(BodySpec::ground().with(Form::block_at(100.0, 1.0, Vec2::new(0.0, -1.0)), plain()));
    add_pyramid(&mut scene, 100, -50.0, 0.0);
    scene
}

/// 20 floors with 20 pyramids each, 10 boxes wide and high.
pub fn many_pyramids() -> Scene {
    const BASE: usize = 10;
    const COUNT: usize = 20;
    let mut scene = Scene::new("many_pyramids", 200);
    let pitch = (BASE + 1) as f32;
    let half_width = 0.5 * pitch * COUNT as f32;
    let ground = (0..COUNT).fold(BodySpec::ground(), |ground, floor| {
        let y = pitch * floor as f32;
        ground.with(Form::Segment { a: Vec2::new(-half_width, y), b: Vec2::new(half_width, y) }, plain())
    });
    scene.add(ground);
    for floor in 0..COUNT {
        for column in 0..COUNT {
            add_pyramid(&mut scene, BASE, 0.5 - half_width + pitch * column as f32, pitch * floor as f32);
        }
    }
    scene
}

/// A square of discs, each hinged to the one above and the one to its left half way between them; seven in the top
/// row are fixed. The discs are in a layer that does not collide with itself.
pub fn joint_grid() -> Scene {
    const SIDE: usize = 100;
    let mut scene = Scene::new("joint_grid", 500);
    let apart = CollisionFilter { layers: 2, collides_with: !2 };
    for column in 0..SIDE {
        for row in 0..SIDE {
            let held = row == 0 && column.abs_diff(SIDE / 2) <= 3;
            let kind = if held { BodyKind::Static } else { BodyKind::Dynamic };
            let place = Vec2::new(column as f32, -(row as f32));
            let disc = scene.add(BodySpec::new(kind, place).with_filter(Form::disc(0.4), plain(), apart));
            if row > 0 {
                scene.join(JointSpec::hinge(disc - 1, disc, place + Vec2::new(0.0, 0.5)));
            }
            if column > 0 {
                scene.join(JointSpec::hinge(disc - SIDE, disc, place - Vec2::new(0.5, 0.0)));
            }
        }
    }
    scene
}
