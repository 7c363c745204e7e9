//! What a lens is, and what it sees.

use super::films::Films;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::scene::document::Document;
use crate::scene::stage::Stage;

/// Something whose frame can be shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Framed {
    /// A body.
    Body(BodyId),
    /// A group, by its id.
    Group(String),
}

/// What a lens sees.
#[derive(Clone, Copy)]
pub struct LensInput<'a> {
    /// The running scene.
    pub stage: &'a Stage,
    /// The watched pair. The engine's order decides which body is A (blue) and which is B (orange), see
    /// [`super::in_engine_order`].
    pub pair: Option<(ColliderId, ColliderId)>,
    /// What is selected, for the lens that shows frames.
    pub chosen: &'a [Framed],
    /// Which frame of the watched pair's film to show ([`super::Overlay::at`]), from 0; beyond the last = the last.
    pub turn: usize,
    /// Size of one screen point, metres: for arrows whose length means a number but must stay visible.
    pub metres_per_px: f32,
    /// Where films of the watched pair are kept from one picture to the next; `None` makes them anew each time.
    pub films: Option<&'a Films>,
    /// What a person chose for the picture: colours, order, words; `None` = nothing.
    pub document: Option<&'a Document>,
}

/// A lens: what it is called, what it shows, and how.
#[derive(Clone, Copy)]
pub struct Lens {
    /// Id in files and on the command line.
    pub id: &'static str,
    /// Name on the chip.
    pub name: &'static str,
    /// One line: what it shows and what to look for.
    pub explanation: &'static str,
    /// Its colour.
    pub role: Role,
    /// True when it needs a watched pair.
    pub needs_pair: bool,
    /// What is missing and how to get it, in words that follow its name, where the scene has nothing for it to draw; it
    /// stands beside the picture, for in it there is no place that covers nothing.
    pub nothing: fn(&LensInput<'_>) -> Option<&'static str>,
    /// Draws it.
    pub draw: fn(&LensInput<'_>, &mut DrawList),
}
