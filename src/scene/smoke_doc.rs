//! Smoke of a scene: regions of air with sources in them.

use crate::engine::math::{Vec2, max};
use crate::smoke::{Grid, Settings};

/// A region of air, divided into cells.
#[derive(Clone, Debug, PartialEq)]
pub struct SmokeDoc {
    /// Unique among regions of smoke.
    pub id: String,
    /// Middle, world, metres.
    pub center: Vec2,
    /// Metres.
    pub width: f32,
    /// Metres; the region is as many whole cells high as are nearest to that.
    pub height: f32,
    /// Cells in a row.
    pub cells: u32,
    /// Air passes through its border; else that is a wall.
    pub is_open: bool,
    /// What its picture shows.
    pub shows: SmokeView,
    /// What the air and the smoke in it are like.
    pub settings: Settings,
    /// Density of the air as bodies feel it, kg/m²; 0 = bodies push it, and it does not push back.
    pub coupling: f32,
    /// Where smoke comes from.
    pub sources: Vec<SmokeSourceDoc>,
}

/// What a picture of smoke shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SmokeView {
    /// How much dye there is.
    #[default]
    Density,
    /// How warm it is.
    Warmth,
    /// How fast it moves, and where to.
    Velocity,
    /// The pressure of the last step.
    Pressure,
    /// What flows out of each cell after it.
    Divergence,
}

/// All of them, with their words in files and on the screen.
pub const SMOKE_VIEWS: &[(&str, SmokeView)] = &[
    ("density", SmokeView::Density),
    ("warmth", SmokeView::Warmth),
    ("velocity", SmokeView::Velocity),
    ("pressure", SmokeView::Pressure),
    ("divergence", SmokeView::Divergence),
];

/// A disc out of which smoke comes.
#[derive(Clone, Debug, PartialEq)]
pub struct SmokeSourceDoc {
    /// Body it goes with (then `position` and `wind` are in that body's frame); `None` = the world.
    pub body: Option<String>,
    /// Middle, metres.
    pub position: Vec2,
    /// Metres.
    pub radius: f32,
    /// Dye per second.
    pub dye: f32,
    /// Warmth per second.
    pub warmth: f32,
    /// Air in it moves like this, m/s; zero leaves it alone.
    pub wind: Vec2,
}

impl Default for SmokeSourceDoc {
    fn default() -> SmokeSourceDoc {
        SmokeSourceDoc { body: None, position: Vec2::ZERO, radius: 0.2, dye: 4.0, warmth: 4.0, wind: Vec2::ZERO }
    }
}

impl Default for SmokeDoc {
    fn default() -> SmokeDoc {
        SmokeDoc {
            id: String::new(),
            center: Vec2::ZERO,
            width: 4.0,
            height: 4.0,
            cells: 96,
            is_open: true,
            shows: SmokeView::Density,
            settings: Settings { buoyancy: 2.0, cooling: 0.2, fading: 0.1, confinement: 0.4, ..Settings::default() },
            coupling: 0.0,
            sources: Vec::new(),
        }
    }
}

impl SmokeDoc {
    /// How many cells are above each other.
    pub fn rows(&self) -> usize {
        let rows = (self.height * self.cells as f32 / max(self.width, f32::MIN_POSITIVE)).round();
        if rows >= 1.0 { rows as usize } else { 1 }
    }

    /// Its cells.
    pub fn grid(&self) -> Grid {
        let (columns, rows) = (self.cells.max(1) as usize, self.rows());
        let cell = self.width / columns as f32;
        let corner = self.center - 0.5 * cell * Vec2::new(columns as f32, rows as f32);
        Grid { columns, rows, cell, corner, is_open: self.is_open }
    }

    /// It goes along upright, by what becomes of points and vectors, its sources with it; those on bodies stay there.
    pub fn carry(&mut self, point: impl Fn(Vec2) -> Vec2, vector: impl Fn(Vec2) -> Vec2) {
        self.center = point(self.center);
        for source in self.sources.iter_mut().filter(|source| source.body.is_none()) {
            source.position = point(source.position);
            source.wind = vector(source.wind);
        }
    }

    /// The bodies its sources go with.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.sources.iter_mut().filter_map(|source| source.body.as_mut())
    }
}
