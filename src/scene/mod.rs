//! THE FILE. JSON ⇄ [`document::Document`] ⇄ [`stage::Stage`].
//!
//! A *document* is what the user made, with string ids; a *stage* is that document running: an engine world, its
//! names, its launchers and shots. [`mod@file`] reads and writes JSON; errors name every problem with its place.

mod acting;
pub mod air;
mod airs;
mod approach;
pub mod body_doc;
mod build;
pub mod checkpoint;
pub mod color;
pub mod control;
pub mod control_report;
pub mod document;
mod document_size;
pub mod file;
pub mod firing;
pub mod force;
pub mod graph_doc;
pub mod group_doc;
pub mod group_tree;
pub mod gun;
pub mod input;
pub mod key;
pub mod lamps;
pub mod launcher;
pub mod light_doc;
pub mod limits;
mod marker_doc;
mod messages;
mod names;
mod note_doc;
pub mod outside;
pub mod picture_body;
mod piece;
pub mod plane_curve;
pub mod plane_curves;
pub mod problem;
pub mod progress;
pub mod quantity;
pub mod report;
pub mod schema;
pub mod shipped;
pub mod shot;
pub mod skin_doc;
pub mod smoke_doc;
mod smoke_text;
mod snapshot;
pub mod stage;
pub mod stage_state;
mod steer;
pub mod steering;
pub mod sync;
pub mod trial;
pub mod wardrobe;
