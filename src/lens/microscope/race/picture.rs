//! Pictures of the race: the normals in the world, and the rows side by side.

use super::{Disagreement, RaceMoment, RaceReel, RaceRun};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, max};
use crate::lens::microscope::{Part, PartKind, Specimen};

/// Left ends of the columns and the right end of the table,
/// units of the sheet. The heads of the last two are widest: there is room for both in a window of 800 points.
const NORMAL: f32 = 0.6;
const BAR: f32 = 1.1;
const BAR_WIDTH: f32 = 1.5;
const GAP: f32 = 3.6;
const POINTS: f32 = 5.0;
const ITERATIONS: f32 = 6.75;
const SUPPORTS: f32 = 9.25;
const RIGHT: f32 = 10.4;
/// How far the heads of the columns stand above the first row, units of the sheet: clear of its name.
const HEADER: f32 = 0.5;
/// How far the name stands above the middle of its row, units of the sheet.
const NAME: f32 = 0.5;
/// Height of a row.
const ROW: f32 = 1.7;

impl RaceReel {
    pub(super) fn draw_frame(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (shown, all) = match self.moment(frame) {
            RaceMoment::Start => (0, false),
            RaceMoment::RaceRun(i) => (i + 1, false),
            RaceMoment::Verdict => (self.runs.len(), true),
        };
        self.world(specimen, shown, all, list);
        self.table(specimen, shown, all, list);
    }

    /// The normal of the latest row, or of all; B moved out along it.
    fn world(&self, specimen: &Specimen, shown: usize, all: bool, list: &mut DrawList) {
        list.sheet = Sheet::World;
        for (i, run) in self.runs.iter().enumerate().take(shown) {
            if !all && i + 1 != shown {
                continue;
            }
            let from = run.manifold.points().first().map_or(specimen.center(), |point| specimen.at(point.position));
            let normal = specimen.turned(run.normal);
            let list = &mut list.of(Part::nth(PartKind::Stage, i));
            let tip = from + normal * (0.5 * specimen.size());
            list.arrow(role_of(i), from, tip);
            list.label(role_of(i), tip, Vec2::new(10.0, 10.0 - 14.0 * i as f32), 8, run.runner.name());
            for point in run.manifold.points() {
                list.dot(Role::Contact, specimen.at(point.position), 4.5);
            }
            if run.separation < 0.0 && !all {
                let list = &mut list.of(PartKind::Ghost);
                crate::lens::microscope::film::ghost(specimen, -run.separation * normal, list);
            }
        }
    }

    fn table(&self, specimen: &Specimen, shown: usize, all: bool, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let total = -ROW * self.runs.len() as f32;
        list.line(Role::Grid, Vec2::ZERO, Vec2::new(RIGHT, 0.0));
        list.line(Role::Grid, Vec2::new(0.0, total), Vec2::new(RIGHT, total));
        let columns = [(NORMAL, "n", 1.0), (GAP, "gap", 1.2), (POINTS, "points", 1.5), (ITERATIONS, "iterations", 1.9)];
        for (x, words, width) in columns.into_iter().chain([(SUPPORTS, "support calls", 2.9)]) {
            list.cell(Role::QuietText, Vec2::new(x, HEADER), Vec2::ZERO, Vec2::new(width, ROW), words);
        }
        let widest = self.runs.iter().fold(1e-6, |most, run| max(most, run.separation.abs()));
        for (i, run) in self.runs.iter().enumerate() {
            let y = -ROW * (i as f32 + 0.5);
            let list = &mut list.of(Part::nth(PartKind::Stage, i));
            let role = if i < shown { Role::Text } else { Role::QuietText };
            list.dot(role_of(i), Vec2::new(0.1, y + NAME), 4.0);
            list.cell(role, Vec2::new(0.1, y + NAME), Vec2::new(12.0, 0.0), Vec2::new(RIGHT, 0.5 * ROW), run.runner.name());
            if i < shown {
                row(specimen, run, i, y - 0.25, widest, list);
            }
            let gap = Disagreement::between(&self.runs[0], run);
            if all && !gap.is_rounding(self.size) {
                list.cross(Role::Warning, Vec2::new(RIGHT, y), 7.0);
                list.label(Role::Warning, Vec2::new(RIGHT, y), Vec2::new(-4.0, 16.0), 8, "differs");
            }
        }
    }
}

fn row(specimen: &Specimen, run: &RaceRun, i: usize, y: f32, widest: f32, list: &mut DrawList) {
    let middle = Vec2::new(NORMAL, y);
    let normal = 0.36 * specimen.turned(run.normal);
    list.arrow(role_of(i), middle - normal, middle + normal);
    let zero = BAR + 0.5 * BAR_WIDTH;
    list.line(Role::GridAxis, Vec2::new(zero, y - 0.3), Vec2::new(zero, y + 0.3));
    let end = zero + 0.5 * BAR_WIDTH * run.separation / widest;
    list.line(if run.separation < 0.0 { Role::SeparatingAxis } else { Role::Contact }, Vec2::new(zero, y), Vec2::new(end, y));
    let at_least = if run.is_exact { "" } else { "≥ " };
    let room = Vec2::new(1.3 * (POINTS - GAP), 0.5 * ROW);
    list.cell(Role::Text, Vec2::new(GAP, y), Vec2::ZERO, room, format!("{at_least}{}", length(run.separation)));
    for (x, number) in [(POINTS, run.manifold.count), (ITERATIONS, run.iterations), (SUPPORTS, run.supports)] {
        list.cell(Role::Text, Vec2::new(x, y), Vec2::ZERO, room, number.to_string());
    }
}

/// Each row has a colour of its own.
fn role_of(i: usize) -> Role {
    [Role::Contact, Role::SeparatingAxis, Role::Simplex][i.min(2)]
}
