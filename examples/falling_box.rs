//! A box falls on the ground: a world, sixty steps, and what the contact says in each step in which there is one.
//!
//! `cargo run --example falling_box`
#![allow(clippy::print_stdout)] // its output is its purpose

use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::{BoxShape, Shape, ShapeError};
use collidoscope::engine::world::{World, WorldSettings};

fn main() -> Result<(), ShapeError> {
    for line in report()? {
        println!("{line}");
    }
    Ok(())
}

/// One line a step: the height of the box, and each contact point with its separation and impulse.
pub fn report() -> Result<Vec<String>, ShapeError> {
    let mut world = World::new(WorldSettings::default());
    world.add_body(BodyDef { kind: BodyKind::Static, ..BodyDef::default() }, rectangle(20.0, 1.0)?);
    // The ground's surface is at y = 0.5, so the box hangs 0.5 m above it.
    let falling = world.add_body(BodyDef { position: Vec2::new(0.0, 1.5), ..BodyDef::default() }, rectangle(1.0, 1.0)?);

    let mut lines = Vec::new();
    for step in 1..=60 {
        world.step();
        let height = world.body(falling).map_or(f32::NAN, |body| body.center.y);
        let mut line = format!("step {step:2}: height {height:.3} m");
        for contact in world.contacts() {
            for point in contact.points() {
                line += &format!(", separation {:+.4} m impulse {:.3} N·s", point.separation, point.normal_impulse);
            }
        }
        lines.push(line);
    }
    Ok(lines)
}

/// One collider: a box about the body's origin, `width` by `height` metres.
fn rectangle(width: f32, height: f32) -> Result<Vec<ColliderDef>, ShapeError> {
    let shape = Shape::Box(BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0)?);
    Ok(vec![ColliderDef { shape, material: Material::default(), filter: CollisionFilter::default() }])
}
