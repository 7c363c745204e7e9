//! The names of the points over the steps: those of the run so far, now, and those to come, for which the scene goes
//! on in a copy. In each the world's own contact is read.
//!
//! ```text
//!                              now
//!   b₀ over edge 2 of A   •──•──◯──•──•         a name that stays carries its impulses over to the next step;
//!   b₁ over edge 2 of A      •──◯     •──•      one that is new starts from nothing
//! ```

use super::names::{name_of, part_of};
use crate::draw::chart::SIZE;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::FeatureId;
use crate::engine::tuning::SPECULATIVE_MARGIN;
use crate::lens::microscope::specimen::{PAST_STEPS, PlacedShape, Specimen, names_of};
use std::sync::Arc;

/// How many steps the copy goes on.
const STEPS: usize = 12;
/// No more bodies than this, or opening the microscope would take longer than the eye forgives.
const MOST_BODIES: usize = 300;
/// Most rows.
const ROWS: usize = 6;
/// Place of the number of a step, below the axis, points; and its room, units of the sheet.
const BELOW: Vec2 = Vec2::new(0.0, -10.0);
const STEP_ROOM: Vec2 = Vec2::new(1.0, 0.3);

/// Which names the contact had after each step.
pub(super) struct OverTime {
    /// Number of the step that the scene stands at.
    now: u64,
    /// The names after each step before that, oldest first.
    pub(super) past: Arc<[Vec<FeatureId>]>,
    /// The names after each following step; empty without a contact.
    pub(super) to_come: Vec<Vec<FeatureId>>,
}

/// Goes on from where the specimen was taken; `None` once it was changed, without a scene, or when that would take
/// too long.
pub(super) fn of(specimen: &Specimen) -> Option<OverTime> {
    let scene = specimen.scene.as_ref()?;
    let (world, (a, b)) = (scene.stage.world(), scene.pair);
    let is_there = |id, sample: &PlacedShape| world.body(id).is_some_and(|body| body.pose == sample.pose);
    let unchanged = specimen.stored.is_some() || is_there(a.body, &specimen.a) && is_there(b.body, &specimen.b);
    if !unchanged || specimen.options.margin != SPECULATIVE_MARGIN || world.body_count() > MOST_BODIES {
        return None;
    }
    let mut stage = (*scene.stage).clone();
    let names = |_| {
        stage.step();
        names_of(&stage, scene.pair)
    };
    Some(OverTime { now: scene.stage.step_count(), past: scene.past.clone(), to_come: (0..STEPS).map(names).collect() })
}

/// In how many of these steps the name is there.
pub(super) fn count(steps: &[Vec<FeatureId>], id: FeatureId) -> usize {
    steps.iter().filter(|names| names.contains(&id)).count()
}

impl OverTime {
    /// All names in the order in which they appear, the present ones first.
    fn names(&self, present: &[FeatureId]) -> Vec<FeatureId> {
        let mut all = present.to_vec();
        for &id in self.past.iter().rev().chain(&self.to_come).flatten() {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all.truncate(ROWS);
        all
    }

    /// One row a name, one column a step; the present in the middle.
    pub(super) fn draw(&self, present: &[FeatureId], list: &mut DrawList) {
        list.sheet = Sheet::Chart;
        let names = self.names(present);
        let past = PAST_STEPS as usize;
        let x = |column: usize| SIZE.x * column as f32 / (past + STEPS) as f32;
        let y = |row: usize| SIZE.y * (1.0 - (row as f32 + 0.6) / names.len().max(1) as f32);
        list.line(Role::GridAxis, Vec2::new(0.0, 0.0), Vec2::new(SIZE.x, 0.0));
        list.line(Role::SearchDirection, Vec2::new(x(past), 0.0), Vec2::new(x(past), SIZE.y));
        list.cell(Role::SearchDirection, Vec2::new(x(past), 0.0), BELOW, STEP_ROOM, format!("now, step {}", self.now));
        let last = format!("step {}", self.now + STEPS as u64);
        list.cell(Role::QuietText, Vec2::new(SIZE.x, 0.0), BELOW, STEP_ROOM, last);
        self.beginning(x(past - self.past.len().min(past)), list);
        // Of every column the names that are there: the past at the right end of its share, then now, then what is to
        // come.
        let empty = (self.past.len()..past).map(|_| &[][..]);
        let columns: Vec<&[FeatureId]> =
            empty.chain(self.past.iter().map(Vec::as_slice)).chain([present]).chain(self.to_come.iter().map(Vec::as_slice)).collect();
        for (row, &id) in names.iter().enumerate() {
            let list = &mut list.of(part_of(crate::lens::microscope::Side::A, id.of_a()));
            let mut label_at = None;
            for (column, _) in columns.iter().enumerate().filter(|(_, there)| there.contains(&id)) {
                let at = Vec2::new(x(column), y(row));
                if column == past {
                    list.ring(Role::Contact, at, 5.0);
                } else {
                    list.dot(Role::Contact, at, 3.5);
                }
                if column > 0 && columns[column - 1].contains(&id) {
                    list.line(Role::Contact, Vec2::new(x(column - 1), y(row)), at);
                }
                label_at.get_or_insert(at);
            }
            let room = Vec2::new(SIZE.x, 0.6 * SIZE.y / names.len() as f32);
            list.cell(Role::Text, label_at.unwrap_or_default(), Vec2::new(8.0, 9.0), room, name_of(id));
        }
        if names.is_empty() {
            list.label(Role::QuietText, 0.5 * SIZE, Vec2::new(0.0, 12.0), 5, "no contact in these steps");
        }
    }

    /// Where the known past begins: at the left, or later when the run began within it.
    fn beginning(&self, x: f32, list: &mut DrawList) {
        list.line(Role::Grid, Vec2::new(x, 0.0), Vec2::new(x, SIZE.y));
        let missing = PAST_STEPS.saturating_sub(self.past.len() as u64);
        if missing == PAST_STEPS {
            list.label(Role::QuietText, Vec2::new(0.25 * SIZE.x, 0.5 * SIZE.y), Vec2::ZERO, 7, "the run begins now: no past");
            return;
        }
        let step = self.now.saturating_sub(self.past.len() as u64);
        let words = if missing > 0 { format!("the run begins, step {step}") } else { format!("step {step}") };
        list.cell(Role::QuietText, Vec2::new(x, 0.0), BELOW, STEP_ROOM, words);
    }
}

/// What stands in its place when there is nothing to go on with.
pub(super) fn nothing(list: &mut DrawList) {
    list.sheet = Sheet::Chart;
    list.line(Role::GridAxis, Vec2::new(0.0, 0.0), Vec2::new(SIZE.x, 0.0));
    list.line(Role::Grid, Vec2::new(0.0, 0.0), Vec2::new(0.0, SIZE.y));
    list.label(Role::QuietText, 0.5 * SIZE, Vec2::ZERO, 5, "shown for a pair of a running scene, until it is changed");
}
