//! What the workspace remembers from frame to frame, beside the bench.

use super::super::lesson_state::Asked;
use crate::draw::{Sheet, View};
use crate::lens::microscope::Side;

/// The form of a frame that a view is fitted to.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Width over height.
    pub aspect: f32,
    /// Height with a border for letters over the height without.
    pub border: f32,
}

impl Form {
    /// Whether a view that was fitted to the other must be fitted again.
    pub fn differs(&self, other: &Form) -> bool {
        /// It must when one of the two has changed by more than this share.
        const MISFIT: f32 = 0.01;
        let is_other = |a: f32, b: f32| (a / b - 1.0).abs() > MISFIT;
        is_other(self.aspect, other.aspect) || is_other(self.border, other.border)
    }
}

/// What the workspace remembers beside the bench.
#[derive(Default)]
pub(crate) struct WorkspaceState {
    /// Views that were fitted or moved, for what was laid down under this number.
    pub views: Vec<(Sheet, View)>,
    /// What the fitted ones were fitted to.
    pub fitted: Vec<(Sheet, Form)>,
    /// Those that were moved by hand.
    pub moved: Vec<Sheet>,
    pub laid: u64,
    /// Where the world's view is: notes stand in it.
    pub world: Option<egui::Rect>,
    /// Room for the tabs in the last frame.
    pub bar_room: Option<f32>,
    /// The view of all small pictures, fitted once for what was laid down.
    pub strip_view: Option<View>,
    pub drag: Option<Drag>,
    /// The frame that the strip and the source last scrolled to.
    pub scrolled: Option<(u64, usize)>,
    /// Number of the drag, or of the run of key strokes, that is under way.
    pub nudge: u64,
    /// What is typed as the prediction of a number.
    pub predicted: Asked,
    /// In a low window, where chart and space take turns: the chart is shown.
    pub shows_chart: bool,
    /// They take turns, and a button for it stands in the line of the title.
    pub takes_turns: bool,
    /// How high the dials were when they were last shown, points.
    pub dials_height: Option<f32>,
    /// Height of the highest card that was shown of what was laid down under this number, points.
    pub card_height: Option<(u64, f32)>,
    /// Whether a diagram is larger beside the world than below it, in views of this size together.
    pub stands: Option<(egui::Vec2, bool)>,
}

impl WorkspaceState {
    /// The view of a sheet, if it was moved by hand.
    pub fn moved_view(&self, sheet: Sheet) -> Option<View> {
        self.views.iter().find(|(s, _)| *s == sheet && self.moved.contains(s)).map(|(_, view)| *view)
    }
}

/// What is being dragged in the world view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Drag {
    Move(Side),
    Turn(Side),
    Vertex(Side, usize),
    /// Where the body will be at the end of the step.
    Way(Side),
    Pan,
}
