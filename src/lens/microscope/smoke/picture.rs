//! The fields over the scene: coloured cells with their scale, velocities as arrows, the marked cell and its way back.

use super::reel::{Moment, SmokeReel};
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::lens::bodies;
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::smoke::Flow;
use crate::smoke::Grid;

/// Arrows in a row.
const ARROWS: f32 = 22.0;
/// Squares of a scale, and the dye at its upper end.
const SCALE: usize = 24;
const MOST_DYE: f32 = 3.0;

/// What colours a picture.
pub(super) enum Coloured<'a> {
    /// Dye; 1 hides 63 % of what is behind it.
    Dye(&'a [f32]),
    /// Values of either sign: its name, its unit, and what the strongest colour stands for.
    Signed(Vec<f32>, &'static str, &'static str, f32),
}

impl Coloured<'_> {
    /// The value of a cell.
    pub fn at(&self, cell: usize) -> f32 {
        match self {
            Coloured::Dye(values) => values[cell],
            Coloured::Signed(values, ..) => values[cell],
        }
    }

    /// Levels of cells, above and below zero.
    pub fn levels(&self, cells: impl Iterator<Item = usize> + Clone) -> Vec<(Role, Vec<u8>)> {
        match self {
            Coloured::Dye(values) => {
                let level = |i: usize| (255.0 * (1.0 - libm::expf(-values[i].max(0.0)))).round() as u8;
                vec![(Role::Smoke, cells.map(level).collect())]
            }
            Coloured::Signed(values, .., most) => {
                let level = |value: f32| if *most > 0.0 { (255.0 * (value / most).clamp(0.0, 1.0)).round() as u8 } else { 0 };
                let above = cells.clone().map(|i| level(values[i])).collect();
                vec![(Role::Cell(true), above), (Role::Cell(false), cells.map(|i| level(-values[i])).collect())]
            }
        }
    }
}

/// The field of a moment.
pub(super) fn coloured(reel: &SmokeReel, moment: Moment) -> Coloured<'_> {
    let (parts, grid) = (&reel.run.steps, &reel.run.grid);
    let less = |now: &[f32], then: &[f32]| now.iter().zip(then).map(|(now, then)| now - then).collect::<Vec<f32>>();
    let own = |values: Vec<f32>, name, unit| {
        let most = largest(grid, &values);
        Coloured::Signed(values, name, unit, most)
    };
    match moment {
        Moment::Began => Coloured::Dye(&parts.began.dye),
        Moment::Sources => own(less(&parts.fed.dye, &parts.began.dye), "dye of this step", ""),
        Moment::Forces => own(parts.fed.warmth.clone(), "warmth", ""),
        Moment::Spread => own(less(&parts.spread.dye, &parts.fed.dye), "dye that spread", ""),
        Moment::LookedBack | Moment::Mixed => Coloured::Dye(&parts.spread.dye),
        Moment::Carried => Coloured::Dye(&parts.carried.dye),
        Moment::Divergence => own(parts.divergence.clone(), "divergence", "m/s"),
        Moment::Round(round) => {
            let most = largest(grid, parts.pressure());
            Coloured::Signed(parts.rounds[round].pressure.clone(), "pressure", "m/s", most)
        }
        Moment::Subtracted => own(parts.pressure().to_vec(), "pressure", "m/s"),
        // On the scale of the divergence before.
        Moment::After => Coloured::Signed(parts.after.clone(), "divergence", "m/s", largest(grid, &parts.divergence)),
        Moment::Result => Coloured::Dye(&parts.carried.dye),
    }
}

fn largest(grid: &Grid, values: &[f32]) -> f32 {
    grid.cells().map(|i| values[i].abs()).filter(|value| value.is_finite()).fold(0.0, f32::max)
}

pub(super) fn world(reel: &SmokeReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let grid = &reel.run.grid;
    let coloured = coloured(reel, moment);
    for (role, levels) in coloured.levels(grid.cells()) {
        if levels.iter().any(|level| *level > 0) {
            list.field(role, grid.corner, grid.cell, grid.columns as u32, levels);
        }
    }
    for (shape, pose) in &reel.run.bodies {
        bodies::shape(list, Role::GridAxis, shape, *pose);
    }
    arrows(reel, moment, list);
    outline(grid, list);
    if matches!(moment, Moment::Began | Moment::Sources | Moment::Forces | Moment::Result) {
        sources(reel, list);
    }
    marked(reel, moment, list);
    scale(grid, &coloured, list);
}

/// The flow at a moment: what the pressure changed of it, or all of it.
fn arrows(reel: &SmokeReel, moment: Moment, list: &mut DrawList) {
    let (parts, grid) = (&reel.run.steps, &reel.run.grid);
    let less = |now: &[f32], then: &[f32]| now.iter().zip(then).map(|(now, then)| now - then).collect::<Vec<f32>>();
    let change;
    let [u, v] = match moment {
        Moment::Began => [&parts.began.u, &parts.began.v],
        Moment::Forces => {
            change = [less(&parts.fed.u, &parts.began.u), less(&parts.fed.v, &parts.began.v)];
            [&change[0], &change[1]]
        }
        Moment::Spread => [&parts.spread.u, &parts.spread.v],
        Moment::Carried | Moment::Divergence => [&parts.carried.u, &parts.carried.v],
        Moment::Subtracted => {
            change = [less(&parts.u, &parts.carried.u), less(&parts.v, &parts.carried.v)];
            [&change[0], &change[1]]
        }
        Moment::After | Moment::Result => [&parts.u, &parts.v],
        Moment::Sources | Moment::LookedBack | Moment::Mixed | Moment::Round(_) => return,
    };
    Flow { grid, is_solid: &parts.walls.is_solid, u, v }.arrows(grid.size().max_element() / ARROWS, list);
}

fn outline(grid: &Grid, list: &mut DrawList) {
    let (low, size) = (grid.corner, grid.size());
    let corners = [low, low + Vec2::new(size.x, 0.0), low + size, low + Vec2::new(0.0, size.y)];
    list.outline(if grid.is_open { Role::Region } else { Role::QuietText }, corners);
}

fn sources(reel: &SmokeReel, list: &mut DrawList) {
    for (number, source) in reel.run.sources.iter().enumerate() {
        let list = &mut list.of(source_part(number));
        list.circle(Role::Region, source.center, source.radius);
        if source.wind != Vec2::ZERO {
            list.arrow(Role::Velocity, source.center, source.center + 0.5 * source.radius * source.wind.normalize_or_zero());
        }
    }
}

/// The part that a source is.
pub(super) fn source_part(number: usize) -> Part {
    Part::nth(PartKind::Stage, number)
}

/// The part that the marked cell is.
pub(super) const MARKED: Part = Part::of(PartKind::Region);
/// The part that the place is to which the marked cell looked back.
pub(super) const LANDING: Part = Part::of(PartKind::Nearest);

/// The part that one of the four cells is that the marked one takes from.
pub(super) fn giver(number: usize) -> Part {
    Part::nth(PartKind::Node, number)
}

/// The marked cell; where it looks back its way, and the four cells at its end.
fn marked(reel: &SmokeReel, moment: Moment, list: &mut DrawList) {
    let (parts, grid, cell) = (&reel.run.steps, &reel.run.grid, reel.marked(moment));
    let middle = middle_of(grid, cell);
    if matches!(moment, Moment::LookedBack | Moment::Mixed) {
        for (number, place) in parts.shares[cell].places().into_iter().enumerate() {
            list.of(giver(number)).outline(Role::Guide, square(middle_of(grid, place), grid.cell));
        }
        let list = &mut list.of(LANDING);
        let way = [middle, grid.to_world(parts.halves[cell].place), grid.to_world(parts.landings[cell].place)];
        list.line(Role::Velocity, way[0], way[1]);
        list.arrow(Role::Velocity, way[0], way[2]);
        list.ring(Role::Velocity, way[2], 4.0);
    }
    let list = &mut list.of(MARKED);
    list.outline(Role::Selection, square(middle, grid.cell));
    list.ring(Role::Selection, middle, 9.0);
}

/// The middle of a cell, world.
fn middle_of(grid: &Grid, cell: usize) -> Vec2 {
    let (column, row) = grid.cell_of(cell);
    grid.to_world(Vec2::new(column as f32, row as f32))
}

/// Corners of a square about a point.
pub(super) fn square(middle: Vec2, side: f32) -> [Vec2; 4] {
    [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)].map(|corner| middle + side * corner)
}

/// What the colours mean, below the region.
fn scale(grid: &Grid, coloured: &Coloured<'_>, list: &mut DrawList) {
    let size = grid.size();
    let side = 0.02 * size.max_element();
    let length = SCALE as f32 * side;
    let corner = grid.corner + Vec2::new(0.5 * (size.x - length), -2.5 * side);
    let at = |number: usize| (number as f32 + 0.5) / SCALE as f32;
    let dye: Vec<f32> = (0..SCALE).map(|number| MOST_DYE * at(number)).collect();
    let (shown, [low, high], name) = match coloured {
        Coloured::Dye(_) => (Coloured::Dye(&dye), ["0".to_owned(), quantity(MOST_DYE, "")], "dye"),
        Coloured::Signed(_, name, unit, most) => {
            let values = (0..SCALE).map(|number| most * (2.0 * at(number) - 1.0)).collect();
            let ends = if *most > 0.0 { [quantity(-most, unit), quantity(*most, unit)] } else { ["0", "0"].map(str::to_owned) };
            (Coloured::Signed(values, name, unit, *most), ends, *name)
        }
    };
    for (role, levels) in shown.levels(0..SCALE) {
        list.field(role, corner, side, SCALE as u32, levels);
    }
    let frame = [corner, corner + Vec2::new(length, 0.0), corner + Vec2::new(length, side), corner + Vec2::new(0.0, side)];
    list.outline(Role::GridAxis, frame);
    list.label(Role::QuietText, corner, Vec2::new(0.0, -10.0), 6, low);
    // Below the numbers: in a narrow view it would read as if it belonged to one of them.
    list.label(Role::Text, corner + Vec2::new(0.5 * length, 0.0), Vec2::new(0.0, -26.0), 7, name);
    list.label(Role::QuietText, corner + Vec2::new(length, 0.0), Vec2::new(0.0, -10.0), 6, high);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dye_has_the_colours_that_it_has_in_the_scene() {
        let grid = Grid { columns: 2, rows: 2, cell: 1.0, corner: Vec2::ZERO, is_open: true };
        let values: Vec<f32> = (0..grid.len()).map(|i| 0.2 * i as f32).collect();
        let mut list = DrawList::default();
        crate::lens::smoke::dye(&grid, &values, &mut list);
        assert_eq!(Coloured::Dye(&values).levels(grid.cells())[0].1, list.levels);
        assert!(list.levels.iter().any(|level| *level > 100));
    }
}
