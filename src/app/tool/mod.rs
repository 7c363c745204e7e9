//! Tools: what the mouse does on the canvas. Each turns pointer events into commands.
//!
//! One file a tool, and one row of [`groups`]; its file holds its [`Tool`]: name, key, picture, words, and functions.
//! The tools that set joints come from the table of joint kinds (`join`). What tools share: `drag` (a shape is
//! dragged out), `reach` (what lies under the pointer).

pub mod icon;
pub mod kind;
pub mod pointer;

pub(super) mod state;

mod r#box;
mod capsule;
mod chain;
mod circle;
mod curve;
mod drag;
mod explode;
mod grab;
mod ground;
mod handles;
mod join;
mod launcher;
mod light;
mod measure;
mod note;
mod polygon;
mod push;
mod reach;
mod select;
mod smoke;
mod snapping;
mod stroke;
mod track;
mod under;
mod wall;

use kind::Tool;
use std::sync::OnceLock;

/// All tools in the order of the rail, in groups.
pub fn groups() -> &'static [Vec<Tool>] {
    static GROUPS: OnceLock<[Vec<Tool>; 5]> = OnceLock::new();
    GROUPS.get_or_init(|| {
        [
            vec![select::SELECT, grab::GRAB, push::PUSH, explode::EXPLODE],
            vec![circle::CIRCLE, r#box::BOX, capsule::CAPSULE, polygon::POLYGON, wall::WALL, ground::GROUND],
            joints(),
            vec![curve::CURVE, curve::LINE, curve::RAY],
            vec![launcher::LAUNCHER, light::LIGHT, smoke::SMOKE, note::NOTE, measure::MEASURE],
        ]
    })
}

/// Joints, and what is made of many.
fn joints() -> Vec<Tool> {
    let mut tools = join::tools();
    tools.extend([chain::CHAIN, chain::NET]);
    tools
}

/// All tools in the order of the rail.
pub fn tools() -> impl DoubleEndedIterator<Item = &'static Tool> {
    groups().iter().flatten()
}

/// The tool with this id.
pub fn find(id: &str) -> Option<&'static Tool> {
    tools().find(|tool| tool.id == id)
}
