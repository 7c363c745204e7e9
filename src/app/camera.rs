//! Which part of the world the canvas shows. Screen points have y down, the world y up.

use crate::draw::View;
use crate::engine::math::Vec2;
use crate::lens::EMPTY_BORDER;

/// Closest and farthest view, metres of canvas height.
pub const HEIGHT_RANGE: (f32, f32) = (0.02, 20_000.0);

/// The canvas's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// World point in the middle of the canvas, metres.
    pub center: Vec2,
    /// Height of the canvas, metres.
    pub height: f32,
    /// Size of the canvas, points. The panels keep it up to date.
    pub canvas: Vec2,
    /// How much of the canvas panels cover at its top and bottom edge, points.
    covered: [f32; 2],
    /// The view that was asked for, while nobody has panned or zoomed since.
    shown: Option<View>,
}

/// Whom the camera follows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Follow {
    /// Id of the body in the document.
    pub body: String,
    /// Where it was last seen, metres.
    pub last: Vec2,
    /// How far the camera has gone with it, metres.
    pub travelled: Vec2,
}

/// Width by height of the canvas that views in files are made for.
const VIEW_ASPECT: f32 = 1.6;

impl Default for Camera {
    fn default() -> Self {
        Camera { center: Vec2::new(0.0, 3.0), height: 12.0, canvas: Vec2::new(1280.0, 720.0), covered: [0.0; 2], shown: None }
    }
}

impl Camera {
    /// Metres per screen point.
    pub fn metres_per_px(&self) -> f32 {
        self.height / self.canvas.y.max(1.0)
    }

    /// World point under a canvas point (points from the canvas's upper left corner).
    pub fn to_world(&self, screen: Vec2) -> Vec2 {
        let m = self.metres_per_px();
        Vec2::new(self.center.x + (screen.x - 0.5 * self.canvas.x) * m, self.center.y - (screen.y - 0.5 * self.canvas.y) * m)
    }

    /// Canvas point of a world point.
    pub fn to_screen(&self, world: Vec2) -> Vec2 {
        let m = self.metres_per_px();
        Vec2::new(0.5 * self.canvas.x + (world.x - self.center.x) / m, 0.5 * self.canvas.y - (world.y - self.center.y) / m)
    }

    /// True when a world point is on the canvas.
    pub fn sees(&self, world: Vec2) -> bool {
        let at = self.to_screen(world);
        at.cmpge(Vec2::ZERO).all() && at.cmple(self.canvas).all()
    }

    /// The same for the paper.
    pub fn view(&self) -> View {
        View { center: self.center, height: self.height }
    }

    /// The view that [`Camera::show`] would turn into the present one: what a file keeps.
    pub fn view_for_file(&self) -> View {
        let center = self.center - self.lift();
        self.shown.unwrap_or(View { center, height: self.height / self.widening() })
    }

    /// How many points at the top and bottom of the canvas a view leaves out: what covers more than its empty border.
    fn left_out(&self) -> [f32; 2] {
        self.covered.map(|covered| (covered - EMPTY_BORDER * self.canvas.y).max(0.0))
    }

    /// How far the middle of the canvas lies above that of what a view does not leave out, metres.
    fn lift(&self) -> Vec2 {
        let [top, bottom] = self.left_out();
        Vec2::new(0.0, 0.5 * (top - bottom) * self.metres_per_px())
    }

    /// How much higher than asked a view must be so that a narrow canvas shows the sides of a 16 : 10 picture, and what
    /// covers it nothing but an empty border.
    fn widening(&self) -> f32 {
        let [top, bottom] = self.left_out();
        let free = (self.canvas.y - top - bottom).max(0.5 * self.canvas.y).max(1.0);
        (VIEW_ASPECT / (self.canvas.x / free).max(0.1)).max(1.0) * (self.canvas.y.max(1.0) / free)
    }

    /// Moves the view by world metres.
    pub fn pan(&mut self, shift: Vec2) {
        self.shown = None;
        let limit = Vec2::splat(crate::engine::tuning::MAX_COORDINATE);
        self.center = (self.center + shift).clamp(-limit, limit);
    }

    /// Moves by world metres with something that moves; the view that was asked for goes along.
    pub fn go_along(&mut self, shift: Vec2) {
        let shown = self.shown;
        self.pan(shift);
        self.shown = shown.map(|view| View { center: view.center + shift, ..view });
    }

    /// Zooms by a factor (above 1 = closer), keeping `at` (world) where it is on the screen.
    pub fn zoom(&mut self, factor: f32, at: Vec2) {
        let height = (self.height / factor.clamp(0.01, 100.0)).clamp(HEIGHT_RANGE.0, HEIGHT_RANGE.1);
        let ratio = height / self.height;
        self.center = at + (self.center - at) * ratio;
        self.height = height;
        self.shown = None;
    }

    /// Shows `view` and what a canvas of 16 : 10 shows of it at its sides, also when the canvas is narrower or covered
    /// at its top or bottom; keeps doing so while that changes, until somebody pans or zooms. Of a view no more is
    /// covered than its outermost [`EMPTY_BORDER`], which holds nothing where it was made to show all.
    pub fn show(&mut self, view: View) {
        let height = view.height * self.widening();
        self.height = height.clamp(HEIGHT_RANGE.0, HEIGHT_RANGE.1);
        self.center = view.center + self.lift();
        self.shown = Some(view);
    }

    /// The canvas has another size.
    pub fn resize(&mut self, canvas: Vec2) {
        self.settle(canvas, self.covered);
    }

    /// So many points of the canvas are covered at its top and bottom edge.
    pub fn cover(&mut self, covered: [f32; 2]) {
        self.settle(self.canvas, covered);
    }

    fn settle(&mut self, canvas: Vec2, covered: [f32; 2]) {
        if (canvas, covered) == (self.canvas, self.covered) {
            return;
        }
        (self.canvas, self.covered) = (canvas, covered);
        if let Some(view) = self.shown {
            self.show(view);
        }
    }
}
