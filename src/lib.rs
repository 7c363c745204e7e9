//! Collidoscope: a 2D physics sandbox you can see inside.
//!
//! The house has nine rooms. A room may name the rooms to its right in the table, never the reverse
//! (`tests/architecture.rs` fails on a breach):
//!
//! | room | what lives there | may name |
//! |---|---|---|
//! | [`engine`] | bodies in, motion out: shapes, broad and narrow phase, joints, solver | glam, wide |
//! | [`guidance`] | where to aim: lead targeting | `engine::math`, `engine::probe` |
//! | [`scene`] | the file: JSON ⇄ document ⇄ running stage | engine, guidance |
//! | [`draw`] | the paper: marks in metres, palette, SVG and PNG | glam |
//! | [`lens`] | the eyes: a running stage or a trace in, marks out | scene, guidance, engine, draw |
//! | [`app`] | the program without a window: commands, undo, tools, timeline | scene, lens, draw, guidance, engine |
//! | [`ui`] | the panels: state in, commands out | app, lens, scene, draw, engine |
//! | [`headless`] | the command line | scene, lens, draw, guidance, engine |
//! | [`shell`] | the edge: window, clock, files, dialogs, threads ([`shell::ahead`]: steps while a frame is painted) | all |
//!
//! Four ideas carry the whole: the lens shows the real run ([`engine::probe`]), a picture is a value
//! ([`draw::DrawList`]), everything a user does is a command ([`app::Command`]), and the same input gives
//! the same bits ([`engine::math`], [`engine::fingerprint`]).

pub mod app;
pub mod draw;
pub mod engine;
pub mod guidance;
pub mod headless;
pub mod lens;
pub mod scene;
pub mod shell;
pub mod ui;
