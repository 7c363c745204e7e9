//! Which tool is in hand, and what the pointer is in the middle of.

use super::pointer::Pointer;
use crate::app::handle::Part;
use crate::app::selection::Item;
use crate::app::snap::Guide;
use crate::app::thing::Thing;
use crate::engine::explosion::{Blast, BlastLaw};
use crate::engine::math::Vec2;
use crate::scene::document::MeasureDoc;

/// Id of the tool to begin with, and to fall back to.
pub const FIRST: &str = "select";

/// What the first click of the explosion tool does.
const USUAL_BLAST: Blast = Blast { at: Vec2::ZERO, radius: 4.0, strength: 20.0, law: BlastLaw::Inverse, shielded: false };

/// What the pointer is in the middle of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) enum Gesture {
    #[default]
    None,
    /// Pressed on something; becomes `Moving` once the pointer has gone a few points.
    Pressed { at: Vec2, items: Vec<Item>, turn: bool, only: Option<Item> },
    /// Moving items; `start` is where the drag began, `moved` how far they have gone since, `guides` what they were
    /// drawn to.
    Moving { items: Vec<Item>, start: Vec2, moved: Vec2, guides: Vec<Guide>, gesture: u64 },
    /// Dragging a handle of a thing that was `thing` when it began; `words` are its numbers now, or why it may not go
    /// there.
    Handle { part: Part, item: Item, thing: Box<Thing>, pressed: Vec2, words: String, refused: bool, guides: Vec<Guide>, gesture: u64 },
    /// Turning items about a pivot; `from` is the pointer's angle at the start, `base` the angle of the only body then
    /// (0 for several things), `turned` how far they have been turned since.
    Turning { items: Vec<Item>, pivot: Vec2, from: f32, base: f32, turned: f32, gesture: u64 },
    /// Drawing a selection frame.
    Marquee { from: Vec2, add: bool },
    /// Pulling a body of the running scene.
    Grabbing,
    /// Pushing a body of the running scene, by so many newtons per metre of pulling.
    Pushing { per_metre: f32 },
    /// Stirring the air; `at` is where the pointer was last.
    Stirring { at: Vec2 },
    /// Drawing an outline free-hand; the points so far.
    Stroke(Vec<Vec2>),
    /// Dragging out a shape, an axis, a line.
    Drag { from: Vec2 },
}

/// The active tool and its gesture.
#[derive(Debug)]
pub(in crate::app) struct ToolState {
    /// Id of the tool in the table ([`super::groups`]).
    pub(in crate::app) id: &'static str,
    pub(in crate::app) gesture: Gesture,
    /// Vertices clicked so far (polygon, terrain of walls).
    pub(in crate::app) vertices: Vec<Vec2>,
    /// Last known pointer; `None` outside the canvas.
    pub(in crate::app) pointer: Option<Pointer>,
    /// The tape or protractor that is being laid; its last end goes with the pointer.
    pub(in crate::app) laid: Option<MeasureDoc>,
    /// What the present drag was drawn to.
    pub(in crate::app) guides: Vec<Guide>,
    /// The explosion that the next click sets off; its place is the pointer's.
    pub(in crate::app) blast: Blast,
    gestures: u64,
}

impl Default for ToolState {
    fn default() -> ToolState {
        ToolState {
            id: FIRST,
            gesture: Gesture::None,
            vertices: Vec::new(),
            pointer: None,
            laid: None,
            guides: Vec::new(),
            blast: USUAL_BLAST,
            gestures: 0,
        }
    }
}

impl ToolState {
    /// Changes the tool and gives up the gesture.
    pub(in crate::app) fn choose(&mut self, id: &'static str) {
        self.give_up();
        self.id = id;
    }

    /// Forgets what the pointer was in the middle of.
    pub(in crate::app) fn give_up(&mut self) {
        self.gesture = Gesture::None;
        self.laid = None;
        self.vertices.clear();
        self.guides.clear();
    }

    /// Forgets what the pointer was in the middle of, but not the points clicked so far: they lie in the world,
    /// whatever time it is.
    pub(in crate::app) fn let_go(&mut self) {
        let points = if self.gesture == Gesture::None { std::mem::take(&mut self.vertices) } else { Vec::new() };
        self.give_up();
        self.vertices = points;
    }

    pub(in crate::app) fn is_busy(&self) -> bool {
        self.gesture != Gesture::None || !self.vertices.is_empty()
    }

    /// A number for the edits of one gesture, so that they undo as one.
    pub(in crate::app) fn next_gesture(&mut self) -> u64 {
        self.gestures += 1;
        // The upper half of the numbers is ours, so that panels may count from 1.
        (1 << 63) | self.gestures
    }
}
