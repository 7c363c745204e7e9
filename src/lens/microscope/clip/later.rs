//! The names of the points in the steps to come: the running scene goes on in a copy, and its own contact is read after each step.
//!
//! ```text
//!   b₀ over edge 2 of A   •──•──•──•──•         a name that stays carries its impulses over to the next step;
//!   b₁ over edge 2 of A   •──•     •──•         one that is new starts from nothing
//! ```

use super::name_of;
use crate::draw::chart::SIZE;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::FeatureId;
use crate::engine::tuning::SPECULATIVE_MARGIN;
use crate::lens::microscope::specimen::{Sample, Specimen};

/// How many steps the copy goes on.
const STEPS: usize = 12;
/// No more bodies than this, or opening the microscope would take longer than the eye forgives.
const MOST_BODIES: usize = 300;
/// Most rows.
const ROWS: usize = 6;

/// Which names the contact had after each step.
pub(super) struct Later {
    /// Number of the step that the scene stood at.
    from: u64,
    /// The names after each following step; empty without a contact.
    steps: Vec<Vec<FeatureId>>,
}

/// Goes on from where the specimen was taken; `None` once it was changed, without a scene, or when that would take too long.
pub(super) fn of(specimen: &Specimen) -> Option<Later> {
    let scene = specimen.scene.as_ref()?;
    let (world, (a, b)) = (scene.stage.world(), scene.pair);
    let is_there = |id, sample: &Sample| world.body(id).is_some_and(|body| body.pose == sample.pose);
    let unchanged = specimen.stored.is_some() || is_there(a.body, &specimen.a) && is_there(b.body, &specimen.b);
    if !unchanged || specimen.options.margin != SPECULATIVE_MARGIN || world.body_count() > MOST_BODIES {
        return None;
    }
    let mut stage = (*scene.stage).clone();
    let names = |_| {
        stage.step();
        let contact = stage.world().contact(a, b);
        contact.map_or(Vec::new(), |c| c.points().iter().map(|p| p.feature).collect())
    };
    Some(Later { from: scene.stage.step_count(), steps: (0..STEPS).map(names).collect() })
}

impl Later {
    /// In how many of the steps the name is there.
    pub(super) fn count(&self, id: FeatureId) -> usize {
        self.steps.iter().filter(|names| names.contains(&id)).count()
    }

    /// How many steps were looked at.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// All names in the order in which they appear, the given ones first.
    fn names(&self, first: &[FeatureId]) -> Vec<FeatureId> {
        let mut all = first.to_vec();
        for &id in self.steps.iter().flatten() {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all.truncate(ROWS);
        all
    }

    /// One row a name, one column a step.
    pub(super) fn draw(&self, first: &[FeatureId], list: &mut DrawList) {
        list.sheet = Sheet::Chart;
        let names = self.names(first);
        let x = |k: usize| SIZE.x * k as f32 / STEPS as f32;
        let y = |row: usize| SIZE.y * (1.0 - (row as f32 + 0.6) / names.len().max(1) as f32);
        list.line(Role::GridAxis, Vec2::new(0.0, 0.0), Vec2::new(SIZE.x, 0.0));
        list.line(Role::Grid, Vec2::new(0.0, 0.0), Vec2::new(0.0, SIZE.y));
        list.label(Role::QuietText, Vec2::ZERO, Vec2::new(0.0, -10.0), 6, format!("step {}", self.from));
        let last = format!("step {}", self.from + STEPS as u64);
        list.label(Role::QuietText, Vec2::new(SIZE.x, 0.0), Vec2::new(0.0, -10.0), 6, last);
        for (row, &id) in names.iter().enumerate() {
            let mut before = first.contains(&id).then_some(0);
            list.tag = Some(super::part_of(crate::lens::microscope::Side::A, id.of_a()).tag());
            if before.is_some() {
                list.ring(Role::Contact, Vec2::new(0.0, y(row)), 4.5);
            }
            for (k, step) in self.steps.iter().enumerate() {
                let at = Vec2::new(x(k + 1), y(row));
                if step.contains(&id) {
                    list.dot(Role::Contact, at, 3.5);
                    if before == Some(k) {
                        list.line(Role::Contact, Vec2::new(x(k), y(row)), at);
                    }
                    before = Some(k + 1);
                }
            }
            list.label(Role::Text, Vec2::new(0.0, y(row)), Vec2::new(8.0, 11.0), 7, name_of(id));
        }
        if names.is_empty() {
            list.label(Role::QuietText, 0.5 * SIZE, Vec2::ZERO, 5, "no contact in the next steps");
        }
        list.tag = None;
    }
}

/// What stands in its place when there is nothing to go on with.
pub(super) fn nothing(list: &mut DrawList) {
    list.sheet = Sheet::Chart;
    list.line(Role::GridAxis, Vec2::new(0.0, 0.0), Vec2::new(SIZE.x, 0.0));
    list.line(Role::Grid, Vec2::new(0.0, 0.0), Vec2::new(0.0, SIZE.y));
    list.label(Role::QuietText, 0.5 * SIZE, Vec2::ZERO, 5, "shown for a pair of a running scene, until it is changed");
}
