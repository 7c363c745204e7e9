//! SAT under the microscope: one row an axis, both shadows on a ruler, the best so far, and why the test stopped.
//!
//! ```text
//!            ┌───┐                    axis 1, edge 0 of A   ━━━━━━A━━━━━━
//!            │ A │╲                                               ━━━━━B━━━━   overlap −0.21 m
//!            └───┘ ◇ B                axis 2, edge 1 of A   ━━A━━   ━━B━━      gap +0.10 m: apart
//! ```
//! The steps are those of [`crate::engine::narrow::sat::separate`]. A free axis of one's own is measured with the
//! engine's own shadows and takes no part in the test.

mod picture;
mod questions;
mod record;
mod reel;
mod rows;

use super::of_scene::of_pair_alone;
use super::{Card, Dial, Film, Frame, Line, Microscope, Part, PartKind, Quantity, Question, Recorded, Reel, Specimen, Subject, Unit};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::sat::{AxisSource, SatOutcome, SatStep, SatVerdict, Shadow, VertexAxis, separate};
use reel::{FreeAxis, SatReel, best, is_tied, origin_of, parts_of, signed};

/// The microscope.
pub const SAT: Microscope = Microscope {
    id: "sat",
    name: "SAT",
    explanation: "The separating axis test: a gap between the projections (shadows) of two shapes on one axis proves that they are apart.",
    space: Sheet::Diagram,
    space_title: "Shadows of A and B on each axis",
    thumbnail: Sheet::World,
    chart_title: None,
    dials: &[Dial::FreeAxis, Dial::Margin],
    subject: Subject::Shapes,
    film,
};

/// Runs SAT on the specimen. Frame 0 stands before the first axis, frame k shows axis k, the last the result.
pub fn film(specimen: &Specimen) -> Film {
    let mut steps = Vec::new();
    let found = separate(specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a(), specimen.reach().exact, &mut steps);
    let rulers = picture::rulers(specimen, &steps);
    let reel = SatReel { steps, found, free: FreeAxis::of(specimen), rulers };
    let frames = of_pair_alone(specimen, (0..reel.steps.len() + 2).map(|i| reel.frame(specimen, i)).collect());
    let outcome = reel.outcome(specimen);
    Film {
        normal: Some(specimen.turned(found.normal)),
        separation: Some(found.separation),
        ..Film::without_contact(&SAT, specimen, frames, outcome, reel)
    }
}

impl SatReel {
    /// The axis that a frame shows.
    fn step(&self, frame: usize) -> Option<(usize, &SatStep)> {
        let index = frame.checked_sub(1)?;
        Some((index, self.steps.get(index)?))
    }

    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let count = self.steps.len();
        let Some((iteration, step)) = self.step(index) else {
            return if index == 0 { self.start(specimen) } else { self.end(specimen) };
        };
        let (short, line) = match (step.verdict, step.source) {
            (SatVerdict::Duplicate, _) => ("parallel", "sat.duplicate"),
            (_, AxisSource::Vertices { .. }) => ("vertex axis", "sat.vertex_axis"),
            (SatVerdict::Separates, _) => ("gap: apart", "sat.separates"),
            (SatVerdict::Best, _) => ("best so far", "sat.best"),
            (SatVerdict::Worse, _) => ("no better", "sat.compare"),
        };
        Frame {
            heading: format!("Axis {} of {count}: {}", iteration + 1, origin_of(specimen, step.source)),
            short: short.into(),
            iteration: index,
            reason: self.reason(iteration),
            card: self.card(specimen, iteration),
            line,
        }
    }

    fn start(&self, specimen: &Specimen) -> Frame {
        let (a, b) = (specimen.core_a().normals.len(), specimen.core_b().normals.len());
        let card = Card {
            lines: vec![
                Line::value("normals of A", a as f32, Unit::Count, &[]),
                Line::value("normals of B", b as f32, Unit::Count, &[]),
                Line::new("limit, a wider gap ends the test: ").quantity("limit", specimen.reach().exact, Unit::Length, &[]),
                Line::new("margin, of contact points: ").quantity("margin", specimen.reach().margin, Unit::Length, &[]),
            ],
        };
        Frame {
            heading: "Is there a separating axis?".into(),
            short: "start".into(),
            iteration: 0,
            reason: "Two convex shapes are apart exactly if their projections (their shadows) on some axis are. Only the normals of their edges need trying, and, for round parts, the axis between the nearest vertices. Of parallel normals the first is tried and the others are skipped.".into(),
            card,
            line: "sat.start",
        }
    }

    fn end(&self, specimen: &Specimen) -> Frame {
        let found = &self.found;
        let parts = parts_of(found.source);
        let mut card = Card {
            lines: vec![
                Line::new("normal = ").vector("normal", specimen.turned(found.normal), Unit::None, &[Part::of(PartKind::Normal)]),
                Line::value("separation", found.separation, Unit::Length, &parts),
                Line::value("axes tried", found.axis_count as f32, Unit::Count, &[]),
                Line::value("skipped, parallel", (self.steps.len() - found.axis_count) as f32, Unit::Count, &[]),
            ],
        };
        if found.separation < 0.0 {
            card.lines.push(Line::value("depth", -found.separation, Unit::Length, &[Part::of(PartKind::Ghost)]));
        }
        Frame {
            heading: self.outcome(specimen),
            short: "result".into(),
            iteration: self.steps.len() + 1,
            reason: self.end_reason(specimen),
            card,
            line: "sat.result",
        }
    }

    fn outcome(&self, specimen: &Specimen) -> String {
        let found = &self.found;
        let from = origin_of(specimen, found.source);
        match found.outcome {
            SatOutcome::Overlap => format!("Overlap of {}, along the axis of {from}", length(-found.separation)),
            SatOutcome::Near if found.separation <= specimen.options.margin => {
                format!("Apart by {}, near enough for a contact", length(found.separation))
            }
            SatOutcome::Near => format!("Apart by {}, too far for a contact", length(found.separation)),
            SatOutcome::Separated => format!("Apart: {from} sees a gap of {}", length(found.separation)),
        }
    }

    fn end_reason(&self, specimen: &Specimen) -> String {
        match self.found.outcome {
            SatOutcome::Overlap => {
                let why = "No axis shows a gap, so there is no separating axis: they overlap. The axis with the least overlap is the shortest way out.";
                format!("{why}{}", self.vertex_words())
            }
            SatOutcome::Near => {
                let so = if self.found.separation <= specimen.options.margin {
                    "A contact is made before they touch, for it is within the margin too."
                } else {
                    "It is wider than the margin, so there is no contact yet."
                };
                format!("The widest gap is within the limit, so all axes were tried: this is the distance. {so}{}", self.vertex_words())
            }
            SatOutcome::Separated => {
                let left = specimen.core_a().normals.len() + specimen.core_b().normals.len();
                if self.steps.len() < left {
                    "One gap wider than the limit proves that they are apart. The axes after it were not tried: the true distance may be larger.".into()
                } else {
                    "One gap wider than the limit proves that they are apart.".into()
                }
            }
        }
    }

    /// Why there was no axis between two vertices.
    fn vertex_words(&self) -> &'static str {
        match self.found.vertex_axis {
            VertexAxis::Tried | VertexAxis::NotReached => "",
            VertexAxis::CoresOverlap => {
                " No axis between vertices was needed: the cores overlap, and then the edges know the shortest way."
            }
            VertexAxis::EdgeIsNearer => " No axis between vertices was needed: nearest is the inside of an edge, whose normal was tried.",
            VertexAxis::OnePlace => " The nearest vertices lie in one place, with no direction between them.",
        }
    }

    fn reason(&self, iteration: usize) -> String {
        let step = &self.steps[iteration];
        let shadows = if step.separation < 0.0 {
            format!("The projections overlap by {}", length(-step.separation))
        } else {
            format!("The projections leave a gap of {}", length(step.separation))
        };
        let earlier = best(&self.steps[..iteration]).map(|(index, best)| (index + 1, signed(best.separation)));
        match (step.verdict, earlier) {
            (SatVerdict::Duplicate, _) => {
                "Parallel to an axis that was tried already: it would say the same again, so it is skipped.".into()
            }
            (SatVerdict::Separates, _) => {
                format!("{shadows}, wider than the limit: this alone proves that they are apart. The test ends.")
            }
            (SatVerdict::Best, Some((index, gap))) => format!("{shadows}: better than axis {index} with {gap}. Kept as the best so far."),
            (SatVerdict::Best, None) => format!("{shadows}: the first axis, so the best so far."),
            (SatVerdict::Worse, Some((index, gap))) if is_tied(step) => {
                format!("{shadows}, no better than axis {index} with {gap}: the earlier one stays the best.")
            }
            (SatVerdict::Worse, Some((index, gap))) => format!("{shadows}: axis {index} stays the best with {gap}."),
            (SatVerdict::Worse, None) => format!("{shadows}."),
        }
    }

    fn card(&self, specimen: &Specimen, iteration: usize) -> Card {
        let step = &self.steps[iteration];
        let part = |kind| [Part::nth(kind, iteration)];
        let axis = specimen.turned(step.axis);
        let mut from = parts_of(step.source);
        from.push(Part::nth(PartKind::Axis, iteration));
        let shadow = |letter: &str, shadow: Shadow, kind: PartKind| {
            Line::new(format!("{letter}: ["))
                .quantity(format!("min {letter}"), shadow.min, Unit::Length, &part(kind))
                .text(", ")
                .quantity(format!("max {letter}"), shadow.max, Unit::Length, &part(kind))
                .text("]")
        };
        let end = |symbol: &str, at: f32, kind| Quantity::new(symbol, at, Unit::Length, &part(kind)).differing_by(step.separation);
        let mut lines = vec![
            Line::new("n = ").vector("n", axis, Unit::None, &from),
            shadow("A", step.shadow_a, PartKind::IntervalA),
            shadow("B", step.shadow_b, PartKind::IntervalB),
            Line::new("gap = min B − max A = ")
                .number(end("min B", step.shadow_b.min, PartKind::IntervalB))
                .minus(end("max A", step.shadow_a.max, PartKind::IntervalA))
                .text(" = ")
                .quantity("gap", step.separation, Unit::Length, &part(PartKind::Overlap)),
        ];
        if let Some((index, _)) = best(&self.steps[..=iteration]) {
            let line = Line::new(format!("best so far: axis {}, ", index + 1));
            lines.push(line.quantity("best gap", step.best_separation, Unit::Length, &[Part::nth(PartKind::Axis, index)]));
        }
        if let Some(free) = &self.free {
            let parts = [Part::nth(PartKind::Axis, rows::FREE)];
            lines.push(Line::new("your axis: gap = ").quantity("your gap", free.separation(), Unit::Length, &parts));
        }
        Card { lines }
    }
}

impl Reel for SatReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        picture::edges(specimen, list);
        let shown = frame.min(self.steps.len());
        rows::draw(self, specimen, shown, list);
        list.sheet = Sheet::World;
        match self.step(frame) {
            Some((iteration, step)) => picture::axis_in_world(specimen, iteration, step, list),
            None if frame > 0 => self.result_in_world(specimen, list),
            None => picture::candidates(specimen, list),
        }
        if let Some(free) = &self.free {
            let list = &mut list.of(Part::nth(PartKind::Axis, rows::FREE));
            let along = specimen.turned(free.axis) * (1.1 * specimen.size());
            list.line(Role::Preview, specimen.center() - along, specimen.center() + along);
            list.label(Role::Preview, specimen.center() + along, Vec2::new(8.0, 8.0), 6, "your axis");
        }
    }

    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        self.rulers
    }

    fn recorded(&self, specimen: &Specimen) -> Option<Recorded> {
        Some(self.record(specimen))
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        if frame == 0 {
            return questions::winner(self, specimen).into_iter().chain([questions::count(self)]).collect();
        }
        /// Later axes are asked about no more: of many, most are no better than the best.
        const MOST_ASKED: usize = 7;
        let next = self.steps.get(frame).filter(|_| frame <= MOST_ASKED);
        next.and_then(|next| questions::verdict(specimen, frame, next)).into_iter().collect()
    }
}
