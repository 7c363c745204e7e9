//! Pictures of the time of impact: ghosts along the sweep, the gap over time with the bounds below it, how much is
//! proved.

use super::{ToiMoment, ToiReel};
use crate::draw::chart::{Series, chart};
use crate::draw::quantity::{length, number};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, max, min};
use crate::engine::narrow::time_of_impact::{ToiOutcome, ToiStep, ToiVerdict};
use crate::lens::bodies;
use crate::lens::microscope::{Part, PartKind, Side, Specimen};

/// Size of the picture of the gap, units of the sheet.
const SIZE: Vec2 = Vec2::new(8.0, 5.0);
/// Ghosts along the way of a body.
const GHOSTS: usize = 6;

/// The part that the way of a body is.
pub(super) fn way(side: Side) -> Part {
    Part::of(if side == Side::A { PartKind::WayA } else { PartKind::WayB })
}

/// Times to the right, gaps upwards.
struct Axes {
    low: f32,
    factor: f32,
}

impl Axes {
    fn of(reel: &ToiReel) -> Axes {
        let told = reel.steps.iter().flat_map(|step| [step.separation, step.goal]);
        let gaps = || reel.gaps.iter().map(|g| g.gap).chain(told.clone()).filter(|g| g.is_finite());
        let (low, high) = (gaps().fold(0.0, min), gaps().fold(0.0, max));
        Axes { low, factor: SIZE.y / max(high - low, 1e-4) }
    }

    fn at(&self, t: f32, gap: f32) -> Vec2 {
        Vec2::new(SIZE.x * t, self.factor * (gap - self.low))
    }

    /// The same, but not below the picture: bounds fall fast.
    fn within(&self, t: f32, gap: f32) -> Vec2 {
        self.at(t, max(gap, self.low))
    }
}

impl ToiReel {
    /// The iteration that a frame shows, and whether its bound is known already.
    fn reach(&self, frame: usize) -> (Option<usize>, bool) {
        match self.moments[frame] {
            ToiMoment::Start => (None, false),
            ToiMoment::Distance(iteration) => (Some(iteration), false),
            ToiMoment::Bound(iteration) => (Some(iteration), true),
            ToiMoment::Result => (self.steps.len().checked_sub(1), true),
        }
    }

    pub(super) fn draw_frame(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (iteration, with_bound) = self.reach(frame);
        self.world(specimen, iteration, self.moments[frame] == ToiMoment::Result, list);
        self.gap_over_time(iteration, with_bound, list);
        self.proved(iteration, with_bound, list);
    }

    /// Both bodies along their ways, and where they are at the head of the iteration.
    fn world(&self, specimen: &Specimen, iteration: Option<usize>, is_result: bool, list: &mut DrawList) {
        list.sheet = Sheet::World;
        for side in [Side::A, Side::B] {
            let (sweep, shape) = (&self.sweeps[side as usize], &specimen.side(side).shape);
            if sweep.travel == Vec2::ZERO && sweep.turn == 0.0 {
                continue;
            }
            for k in 1..=GHOSTS {
                let list = &mut list.of((k == GHOSTS).then_some(Part::of(PartKind::Ghost).tag()));
                let role = if k == GHOSTS { Role::Preview } else { Role::GridAxis };
                bodies::shape(list, role, shape, sweep.pose_at(k as f32 / GHOSTS as f32));
            }
            let end = sweep.start_center + sweep.travel;
            let list = &mut list.of(way(side));
            list.arrow(Role::Velocity, sweep.start_center, end);
            list.ring(Role::Velocity, end, 6.0);
            list.label(Role::Preview, end, Vec2::new(10.0, -14.0), 4, format!("end of the {}", self.span));
        }
        let Some(step) = iteration.map(|iteration| &self.steps[iteration]) else { return };
        for (side, role, pose) in [(Side::A, Role::BodyA, step.pose_a), (Side::B, Role::BodyB, step.pose_b)] {
            if step.t > 0.0 {
                bodies::shape(list, role, &specimen.side(side).shape, pose);
            }
        }
        nearest(specimen, step, list);
        if is_result && self.found.outcome == ToiOutcome::Hit {
            let role = if self.is_missed() { Role::Warning } else { Role::Contact };
            let at = 0.5 * (step.point_a + step.point_b);
            list.ring(role, at, 12.0);
            list.label(role, at, Vec2::new(14.0, 16.0), 9, format!("impact at t = {}", number(self.found.t)));
        }
    }

    fn gap_over_time(&self, iteration: Option<usize>, with_bound: bool, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let axes = Axes::of(self);
        let zero = axes.at(0.0, 0.0).y;
        list.line(Role::GridAxis, Vec2::new(0.0, zero), Vec2::new(SIZE.x, zero));
        list.line(Role::Grid, Vec2::ZERO, Vec2::new(0.0, SIZE.y));
        list.line(Role::Grid, Vec2::new(SIZE.x, 0.0), SIZE);
        list.label(Role::QuietText, Vec2::new(0.0, zero), Vec2::new(0.0, -12.0), 5, "t = 0");
        list.label(Role::QuietText, Vec2::new(SIZE.x, zero), Vec2::new(0.0, -12.0), 5, "1");
        list.label(Role::QuietText, axes.at(0.0, self.gaps[0].gap), Vec2::new(8.0, 12.0), 6, format!("gap {}", length(self.gaps[0].gap)));
        list.polyline(Role::Projection, self.gaps.iter().map(|g| axes.at(g.t, g.gap)));
        if let Some(end) = self.gaps.last() {
            let list = &mut list.of(PartKind::Ghost);
            list.ring(Role::Preview, axes.at(1.0, end.gap), 6.0);
            list.label(Role::Preview, axes.at(1.0, end.gap), Vec2::new(-10.0, -16.0), 6, "a test at the end sees only this");
        }
        let Some(iteration) = iteration else { return };
        let goal = axes.at(0.0, self.steps[0].goal).y;
        let list = &mut list.of(PartKind::UpperBound);
        list.line(Role::QuietText, Vec2::new(0.0, goal), Vec2::new(SIZE.x, goal));
        list.label(Role::QuietText, Vec2::new(SIZE.x, goal), Vec2::new(6.0, 4.0), 4, format!("goal {}", length(self.steps[0].goal)));
        for (i, step) in self.steps.iter().enumerate().take(iteration + 1) {
            self.one_iteration(&axes, i, step, i < iteration || with_bound, i == iteration, list);
        }
    }

    /// The measured gap at the head of an iteration, its bound down to the goal, and on at the present iteration to
    /// the end.
    fn one_iteration(&self, axes: &Axes, iteration: usize, step: &ToiStep, with_bound: bool, is_present: bool, list: &mut DrawList) {
        let head = axes.at(step.t, step.separation);
        if with_bound && !step.bound.is_empty() {
            let list = &mut list.of(PartKind::LowerBound);
            let beyond = step.bound.iter().map(|sample| axes.within(sample.t, sample.gap));
            if is_present {
                list.polyline(Role::Projection, beyond);
            }
            let until = step.bound.iter().take_while(|sample| sample.t < step.safe_until).map(|sample| axes.within(sample.t, sample.gap));
            let foot = match step.verdict {
                ToiVerdict::Separated => step.bound.last().map_or(head, |sample| axes.within(sample.t, sample.gap)),
                _ => axes.at(step.safe_until, step.goal),
            };
            list.polyline(Role::Bound, until.chain([foot]));
            list.dot(Role::Bound, foot, 3.5);
            if is_present {
                let words = format!("safe until {}", number(step.safe_until));
                list.label(Role::Bound, foot, Vec2::new(6.0, -14.0), 8, words);
            }
        }
        let list = &mut list.of(Part::nth(PartKind::Stage, iteration));
        let is_hit = matches!(step.verdict, ToiVerdict::Hit | ToiVerdict::Overlapped);
        list.dot(Role::Contact, head, if is_present { 5.5 } else { 3.5 });
        if is_present {
            list.line(Role::Contact, axes.at(step.t, 0.0), head);
            list.ring(Role::Contact, head, if is_hit { 11.0 } else { 8.0 });
        }
    }

    /// How much of the step is proved safe after each iteration.
    fn proved(&self, iteration: Option<usize>, with_bound: bool, list: &mut DrawList) {
        let Some(iteration) = iteration else {
            let none = [Series { role: Role::Bound, name: "safe until".into(), points: vec![(0, 0.0)], tag: None }];
            return chart(&none, self.steps.len() + 1, 0, "", list);
        };
        let shown = self.steps.iter().enumerate().take(iteration + 1).filter(|(i, _)| *i < iteration || with_bound);
        let mut points = vec![(0, 0.0)];
        points.extend(shown.filter(|(_, step)| step.safe_until.is_finite()).map(|(i, step)| {
            let is_hit = matches!(step.verdict, ToiVerdict::Hit | ToiVerdict::Overlapped);
            (i + 1, if is_hit { step.t } else { step.safe_until })
        }));
        let series = [Series { role: Role::Bound, name: "safe until".into(), points, tag: Some(Part::of(PartKind::LowerBound).tag()) }];
        chart(&series, self.steps.len() + 1, iteration + usize::from(with_bound), "", list);
    }
}

/// The nearest points at the head of the iteration and the axis between them.
fn nearest(specimen: &Specimen, step: &ToiStep, list: &mut DrawList) {
    let (on_a, on_b) = (step.point_a + step.normal * specimen.core_a().radius, step.point_b - step.normal * specimen.core_b().radius);
    let list = &mut list.of(PartKind::Normal);
    list.line(Role::Contact, on_a, on_b);
    if step.normal != Vec2::ZERO {
        list.label(Role::Contact, 0.5 * (on_a + on_b), Vec2::new(0.0, 12.0), 8, length(step.separation));
    }
    for (kind, role, at) in [(PartKind::WitnessA, Role::BodyA, on_a), (PartKind::WitnessB, Role::BodyB, on_b)] {
        list.of(kind).dot(role, at, 4.0);
    }
}
