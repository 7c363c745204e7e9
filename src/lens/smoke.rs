//! Smoke: its picture in every scene that has some, and a lens with the flow and the numbers of the last step.

use super::kind::{Lens, LensInput};
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::scene::air::Air;
use crate::scene::document::SmokeView;
use crate::scene::stage::Stage;
use crate::smoke::project::divergence;
use crate::smoke::{Grid, Smoke};

/// The lens of this file.
pub const SMOKE: Lens = Lens {
    id: "smoke",
    name: "Smoke",
    explanation: "The flow of each region of smoke as arrows, its cells, its sources, and how the pressure of the last step was found.",
    role: Role::Smoke,
    needs_pair: false,
    nothing,
    draw,
};

/// Arrows stand about so many points apart.
const APART_PX: f32 = 36.0;
/// Where cells are drawn smaller than this their lines would be all that is seen, points.
const FINEST_PX: f32 = 7.0;

/// All regions, as each shows itself.
pub(super) fn areas(stage: &Stage, list: &mut DrawList) {
    for air in stage.airs() {
        let smoke = &air.smoke;
        match air.doc.shows {
            SmokeView::Density => dye(&smoke.grid, &smoke.fields.dye, list),
            SmokeView::Warmth => signed(&smoke.grid, &smoke.fields.warmth, list),
            SmokeView::Velocity => {
                let flow = Flow::of(smoke);
                let speeds: Vec<f32> = (0..smoke.grid.len()).map(|i| flow.at(i).length()).collect();
                signed(&smoke.grid, &speeds, list);
                flow.arrows(smoke.grid.size().max_element() / 24.0, list);
            }
            SmokeView::Pressure => signed(&smoke.grid, &smoke.fields.pressure, list),
            SmokeView::Divergence => {
                let mut values = Vec::new();
                divergence(&smoke.grid, &smoke.fields.u, &smoke.fields.v, &mut values);
                signed(&smoke.grid, &values, list);
            }
        }
        border(air, list);
    }
}

/// Dye is seen through: an amount of 1 hides 1 − 1/e of what is behind it.
pub(super) fn dye(grid: &Grid, values: &[f32], list: &mut DrawList) {
    let level = |i: usize| (255.0 * (1.0 - libm::expf(-values[i].max(0.0)))).round() as u8;
    list.field(Role::Smoke, grid.corner, grid.cell, grid.columns as u32, grid.cells().map(level));
}

/// A field of either sign: the largest of it is the strongest colour.
pub(super) fn signed(grid: &Grid, values: &[f32], list: &mut DrawList) {
    let most = grid.cells().map(|i| values[i].abs()).fold(0.0f32, f32::max);
    if most > 0.0 && most.is_finite() {
        for is_positive in [true, false] {
            let part = |value: f32| if is_positive { value.max(0.0) } else { (-value).max(0.0) };
            let level = |i: usize| (255.0 * part(values[i]) / most).round() as u8;
            let levels: Vec<u8> = grid.cells().map(level).collect();
            if levels.iter().any(|level| *level > 0) {
                list.field(Role::Cell(is_positive), grid.corner, grid.cell, grid.columns as u32, levels);
            }
        }
    }
}

fn border(air: &Air, list: &mut DrawList) {
    if air.doc.is_open {
        let [a, b, c, d] = air.region().corners();
        [[a, b], [b, c], [c, d], [d, a]].into_iter().for_each(|[from, to]| list.line(Role::Region, from, to));
    } else {
        list.outline(Role::QuietText, air.region().corners());
    }
}

/// Velocities on the faces of a grid.
pub(super) struct Flow<'a> {
    pub grid: &'a Grid,
    /// True for cells that a body covers.
    pub is_solid: &'a [bool],
    /// To the right, m/s.
    pub u: &'a [f32],
    /// Upwards, m/s.
    pub v: &'a [f32],
}

impl Flow<'_> {
    fn of(smoke: &Smoke) -> Flow<'_> {
        Flow { grid: &smoke.grid, is_solid: &smoke.walls.is_solid, u: &smoke.fields.u, v: &smoke.fields.v }
    }

    /// Velocity in the middle of a cell, m/s.
    pub fn at(&self, i: usize) -> Vec2 {
        let middle = |values: &[f32], other: usize| 0.5 * (values[i] + values.get(other).copied().unwrap_or(0.0));
        Vec2::new(middle(self.u, i + 1), middle(self.v, i + self.grid.stride()))
    }

    /// Velocities as arrows about so many metres apart; the longest are as long as that.
    pub fn arrows(&self, apart: f32, list: &mut DrawList) {
        let grid = self.grid;
        let stride = ((apart / grid.cell).round() as usize).max(1);
        let places = (1..=grid.rows).step_by(stride).flat_map(|row| (1..=grid.columns).step_by(stride).map(move |column| (column, row)));
        let places: Vec<(usize, usize)> = places.filter(|&(c, r)| !self.is_solid[grid.index(c, r)]).collect();
        let velocity_at = |&(column, row): &(usize, usize)| self.at(grid.index(column, row));
        let fastest = places.iter().map(|place| velocity_at(place).length()).fold(1e-6f32, f32::max);
        for place in &places {
            let (way, from) = (velocity_at(place) * (apart / fastest), grid.to_world(Vec2::new(place.0 as f32, place.1 as f32)));
            if way.length() > 0.04 * apart {
                list.arrow(Role::Velocity, from, from + way);
            }
        }
    }
}

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    input.stage.airs().is_empty().then_some("no smoke yet: choose the Smoke tool (') and drag a region.")
}

/// Flow, cells, sources and numbers of all regions.
fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    for air in input.stage.airs() {
        let smoke = &air.smoke;
        if smoke.grid.cell > FINEST_PX * input.metres_per_px {
            cells(&smoke.grid, list);
        }
        if air.doc.shows != SmokeView::Velocity {
            Flow::of(smoke).arrows(APART_PX * input.metres_per_px, list);
        }
        for source in air.doc.sources.iter().filter_map(|source| input.stage.source_now(source)) {
            list.circle(Role::Region, source.center, source.radius);
            if source.wind != Vec2::ZERO {
                list.arrow(Role::Velocity, source.center, source.center + source.wind * (0.5 * source.radius));
            }
        }
        words(air, list);
    }
}

/// Lines between the cells.
pub(super) fn cells(grid: &Grid, list: &mut DrawList) {
    let (low, size) = (grid.corner, grid.size());
    for column in 1..grid.columns {
        let x = low.x + column as f32 * grid.cell;
        list.line(Role::GridMajor, Vec2::new(x, low.y), Vec2::new(x, low.y + size.y));
    }
    for row in 1..grid.rows {
        let y = low.y + row as f32 * grid.cell;
        list.line(Role::GridMajor, Vec2::new(low.x, y), Vec2::new(low.x + size.x, y));
    }
}

fn words(air: &Air, list: &mut DrawList) {
    use crate::draw::quantity::{counted, length};
    let (grid, solved) = (&air.smoke.grid, air.smoke.solved);
    let flow = |value: f64| crate::draw::quantity::quantity(value as f32, "m/s");
    let mut lines = vec![
        format!("{}: {} × {} cells of {}", air.doc.id, grid.columns, grid.rows, length(grid.cell)),
        format!("pressure: {} of conjugate gradients", counted(solved.rounds as usize, "iteration", "iterations")),
        format!("divergence {} before, {} after", flow(solved.before), flow(solved.after)),
    ];
    if solved.unsolvable > 1e-3 * solved.before {
        lines.push(format!("{} of it has no solution: bodies press on a closed region", flow(solved.unsolvable)));
    }
    let at = air.region().corners()[3];
    for (i, line) in lines.into_iter().enumerate() {
        list.label(Role::Text, at, Vec2::new(8.0, -14.0 - 21.0 * i as f32), 8, line);
    }
}
