//! Which part of the world the canvas shows. Screen points have y down, the world y up.

use crate::draw::View;
use crate::engine::math::Vec2;

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
        Camera { center: Vec2::new(0.0, 3.0), height: 12.0, canvas: Vec2::new(1280.0, 720.0), shown: None }
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
        self.shown.unwrap_or(View { center: self.center, height: self.height / self.widening() })
    }

    /// How much higher than asked a view must be so that a narrow canvas shows the sides of a 16 : 10 picture.
    fn widening(&self) -> f32 {
        let aspect = self.canvas.x / self.canvas.y.max(1.0);
        (VIEW_ASPECT / aspect.max(0.1)).max(1.0)
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

    /// Shows `view` and what a canvas of 16 : 10 shows of it at its sides, also when the canvas is narrower; keeps
    /// doing so while the canvas changes its size, until somebody pans or zooms.
    pub fn show(&mut self, view: View) {
        let height = view.height * self.widening();
        self.center = view.center;
        self.height = height.clamp(HEIGHT_RANGE.0, HEIGHT_RANGE.1);
        self.shown = Some(view);
    }

    /// The canvas has another size.
    pub fn resize(&mut self, canvas: Vec2) {
        if canvas == self.canvas {
            return;
        }
        self.canvas = canvas;
        if let Some(view) = self.shown {
            self.show(view);
        }
    }
}
