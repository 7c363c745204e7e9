//! The marked cell and its neighbours in large, with their numbers: cells are 1 wide, the marked one stands at (0, 0).

use super::picture::{Coloured, LANDING, MARKED, coloured, giver, square};
use super::reel::{Moment, SmokeReel};
use crate::draw::quantity::{number, quantity};
use crate::draw::{DrawList, Role, Sheet, View};
use crate::engine::math::{Vec2, max, min};

/// At least and at most so many cells are shown to each side of the marked one.
const LEAST: f32 = 1.0;
const MOST: f32 = 5.0;
/// With more than this to each side there is no room for numbers in all cells.
const MOST_TOLD: f32 = 2.0;
/// The longest arrow on a face.
const LONGEST: f32 = 0.42;

/// Cells to each side: the way back is among them.
fn reach(reel: &SmokeReel, moment: Moment) -> f32 {
    if !matches!(moment, Moment::LookedBack | Moment::Mixed) {
        return LEAST;
    }
    let (grid, cell) = (&reel.run.grid, reel.cell);
    let (column, row) = grid.cell_of(cell);
    let off = reel.run.steps.landings[cell].place - Vec2::new(column as f32, row as f32);
    let far = if off.is_finite() { off.abs().max_element().ceil() } else { 0.0 };
    min(max(far, LEAST), MOST)
}

/// One view for all moments.
pub(super) fn view(reel: &SmokeReel, aspect: f32) -> View {
    let side = 2.0 * reach(reel, Moment::LookedBack) + 1.0;
    View { center: Vec2::ZERO, height: max(1.1 * side, 1.1 * side / max(aspect, 1e-3)) }
}

pub(super) fn draw(reel: &SmokeReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let reach = reach(reel, moment);
    let field = coloured(reel, moment);
    let cells = window(reel, moment, reach);
    for (at, cell) in &cells {
        for (role, level) in field.levels(std::iter::once(*cell)) {
            if level[0] > 0 {
                list.field(role, *at - Vec2::splat(0.5), 1.0, 1, level);
            }
        }
        let is_solid = reel.run.steps.walls.is_solid[*cell];
        list.outline(if is_solid { Role::StaticBody } else { Role::GridMajor }, square(*at, 1.0));
        if is_solid {
            list.label(Role::QuietText, *at, Vec2::ZERO, 2, "body");
        } else if reach <= MOST_TOLD && !has_faces(moment) {
            list.label(Role::QuietText, *at + Vec2::new(0.0, -0.3), Vec2::ZERO, 3, number(field.at(*cell)));
        }
    }
    if has_faces(moment) {
        faces(reel, moment, &field, list);
    } else if matches!(moment, Moment::LookedBack | Moment::Mixed) {
        way(reel, moment, &cells, list);
    }
    list.of(MARKED).outline(Role::Selection, square(Vec2::ZERO, 1.0));
}

/// Moments at which the velocities on the faces matter.
fn has_faces(moment: Moment) -> bool {
    matches!(moment, Moment::Divergence | Moment::Subtracted | Moment::After)
}

/// Places of the cells that are shown, and the cells.
fn window(reel: &SmokeReel, moment: Moment, reach: f32) -> Vec<(Vec2, usize)> {
    let (grid, (column, row)) = (&reel.run.grid, reel.run.grid.cell_of(reel.marked(moment)));
    let reach = reach as i32;
    let offs = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
    let inside = offs.filter_map(|(x, y)| {
        let (c, r) = (column as i32 + x, row as i32 + y);
        let is_cell = c >= 1 && r >= 1 && c <= grid.columns as i32 && r <= grid.rows as i32;
        is_cell.then(|| (Vec2::new(x as f32, y as f32), grid.index(c as usize, r as usize)))
    });
    inside.collect()
}

/// What flows through the four faces of the marked cell: left, right, lower, upper, m/s.
pub(super) fn through(reel: &SmokeReel, moment: Moment) -> [f32; 4] {
    let (parts, cell, stride) = (&reel.run.steps, reel.marked(moment), reel.run.grid.stride());
    let is_after = matches!(moment, Moment::Subtracted | Moment::After);
    let [u, v] = if is_after { [&parts.u, &parts.v] } else { [&parts.carried.u, &parts.carried.v] };
    [u[cell], u[cell + 1], v[cell], v[cell + stride]]
}

fn faces(reel: &SmokeReel, moment: Moment, field: &Coloured<'_>, list: &mut DrawList) {
    let through = through(reel, moment);
    let fastest = through.iter().fold(1e-6f32, |most, value| max(most, value.abs()));
    let places = [Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5)];
    for ((speed, place), along) in through.into_iter().zip(places).zip([Vec2::X, Vec2::X, Vec2::Y, Vec2::Y]) {
        let way = along * (LONGEST * speed / fastest);
        list.arrow(Role::Velocity, place - 0.5 * way, place + 0.5 * way);
        // Beyond the face, so that no word lies on an arrow.
        let beside = if place.x == 0.0 { Vec2::new(0.0, 0.42 * place.y.signum()) } else { Vec2::new(0.5 * place.x.signum(), -0.25) };
        list.label(Role::Velocity, place + beside, Vec2::ZERO, 6, quantity(speed, "m/s"));
    }
    list.label(Role::Text, Vec2::ZERO, Vec2::ZERO, 7, number(field.at(reel.marked(moment))));
}

/// The way back, and what the four cells at its end give.
fn way(reel: &SmokeReel, moment: Moment, cells: &[(Vec2, usize)], list: &mut DrawList) {
    let (parts, cell) = (&reel.run.steps, reel.cell);
    let (column, row) = reel.run.grid.cell_of(cell);
    let to_here = |place: Vec2| place - Vec2::new(column as f32, row as f32);
    let shares = parts.shares[cell];
    for (number, (place, weight)) in shares.places().into_iter().zip(shares.weights).enumerate() {
        let Some((at, _)) = cells.iter().find(|(_, other)| *other == place) else { continue };
        let list = &mut list.of(giver(number));
        list.outline(Role::Guide, square(*at, 0.94));
        if moment == Moment::Mixed {
            list.label(Role::Text, *at + Vec2::new(0.0, 0.3), Vec2::ZERO, 7, format!("{:.0} %", 100.0 * weight));
        }
    }
    let list = &mut list.of(LANDING);
    let [half, end] = [parts.halves[cell].place, parts.landings[cell].place].map(to_here);
    list.line(Role::Prediction, Vec2::ZERO, half);
    list.dot(Role::Prediction, half, 3.0);
    list.arrow(Role::Velocity, Vec2::ZERO, end);
    list.ring(Role::Velocity, end, 5.0);
}
