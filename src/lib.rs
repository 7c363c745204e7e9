//! Collidoscope: a 2D physics sandbox you can see inside.
//!
//! A world, some steps, and a contact looked at:
//!
//! ```
//! use collidoscope::engine::body::{BodyDef, BodyKind};
//! use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
//! use collidoscope::engine::material::Material;
//! use collidoscope::engine::math::Vec2;
//! use collidoscope::engine::shape::{BoxShape, Shape, ShapeError};
//! use collidoscope::engine::world::{World, WorldSettings};
//!
//! fn rectangle(width: f32, height: f32) -> Result<Vec<ColliderDef>, ShapeError> {
//!     let shape = Shape::Box(BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0)?);
//!     Ok(vec![ColliderDef { shape, material: Material::default(), filter: CollisionFilter::default() }])
//! }
//!
//! # fn main() -> Result<(), ShapeError> {
//! let mut world = World::new(WorldSettings::default()); // gravity 9.81 m/s² downwards, 60 steps a second
//! world.add_body(BodyDef { kind: BodyKind::Static, ..BodyDef::default() }, rectangle(20.0, 1.0)?);
//! let falling = world.add_body(BodyDef { position: Vec2::new(0.0, 1.2), ..BodyDef::default() }, rectangle(1.0, 1.0)?);
//! for _ in 0..60 {
//!     world.step();
//! }
//!
//! // The box rests on the ground: one contact with two points. The normal points from A, the body created first, to B.
//! let contacts = world.contacts();
//! let contact = &contacts[0];
//! assert_eq!((contacts.len(), contact.points().len()), (1, 2));
//! assert!((contact.normal - Vec2::Y).length() < 1e-3);
//! assert!(contact.points().iter().all(|point| point.separation.abs() < 0.005)); // metres; negative is overlap
//! // Together the points give back in each step what gravity took: m g Δt.
//! let impulse: f32 = contact.points().iter().map(|point| point.normal_impulse).sum();
//! let weight = world.body(falling).unwrap().mass * 9.81 / 60.0;
//! assert!((impulse - weight).abs() < 0.01 * weight);
//! # Ok(())
//! # }
//! ```
//!
//! `examples/` holds three more programs of this length, `docs/GLOSSARY.md` says what each word means and what other
//! engines call it, `CONTRIBUTING.md` how a joint, a shape, a lens, a command … is added.
//!
//! # The map
//!
//! The crate has twelve rooms, one a module. A room may name those in its last column and no others
//! (`tests/architecture.rs` fails on a breach):
//!
//! | room | what lives there | may name |
//! |---|---|---|
//! | [`packed`] | what the program carries with it, compressed: scenes, fonts, sources | miniz_oxide |
//! | [`engine`] | bodies in, motion out: shapes, broad and narrow phase, joints, solver | glam, wide |
//! | [`guidance`] | aim and control: lead targeting, PID | `engine::math`, `engine::polynomial`, `engine::probe` |
//! | [`light`] | where shadows fall: outlines, silhouettes, sweeps | `engine::math`, `engine::probe`, glam |
//! | [`smoke`] | a fluid on a grid: sources, spreading, carrying, pressure | `engine::math`, `engine::probe` |
//! | [`scene`] | the file: JSON ⇄ document ⇄ running stage | engine, guidance, light, smoke, packed |
//! | [`draw`] | pictures as values: marks in metres, palette, SVG and PNG | glam, packed |
//! | [`lens`] | overlays, microscopes: a stage or a trace in, marks out | scene, light, smoke, guidance, engine, draw, packed |
//! | [`app`] | the program without a window: commands, undo, tools, timeline | scene, lens, draw, guidance, engine |
//! | [`ui`] | the panels: state in, commands out | app, lens, scene, draw, engine, packed |
//! | [`headless`] | the command line | scene, lens, draw, guidance, engine |
//! | [`shell`] | the edge: window, clock, files, dialogs, threads ([`shell::ahead`]) | all |
//!
//! Those that compute a step, `engine` to `smoke`, are a package of their own (`src/physics.rs`), optimised for speed;
//! the others are optimised for size.
//!
//! The page of [`engine::world`] follows one contact from the broad phase to its impulse.
//!
//! Four ideas carry the whole:
//!
//! - a lens shows the real run: algorithms hand their steps to a [`engine::probe::Probe`], and nothing is retold;
//! - a picture is a value: lenses write a [`draw::DrawList`], painters turn it into pixels or SVG;
//! - everything a user does is an [`app::Command`];
//! - the same input gives the same bits ([`engine::math`], [`engine::fingerprint`]).

pub use collidoscope_physics::{engine, guidance, light, smoke};

pub mod app;
pub mod draw;
pub mod headless;
pub mod lens;
pub mod packed;
pub mod scene;
pub mod shell;
pub mod ui;
