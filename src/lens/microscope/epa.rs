//! EPA under the microscope: the polytope that grows inside A ⊖ B until its nearest edge lies on the border.
//!
//! ```text
//!      w1 ._______. w0          an iteration: the edge nearest to the origin (a lower bound of the depth), the support point
//!         \   o   /             beyond it (an upper bound), and the split; when both bounds meet, the edge's normal is
//!          \  |  /              the shortest way out
//!           `. s
//! ```
//! EPA begins where GJK ended. The steps are those of [`crate::engine::narrow::epa::penetration_with`].

mod picture;
mod questions;
mod record;
mod reel;
mod words;

use super::difference::{Outline, part_of};
use super::of_scene::of_pair_alone;
use super::{Card, Dial, Film, Frame, Line, Microscope, Part, PartKind, Question, Recorded, Reel, Specimen, Subject, Unit};
use crate::draw::chart::{Series, chart};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::epa::{EpaOutcome, EpaVerdict, penetration_with};
use crate::engine::narrow::gjk::{GjkOutcome, distance_with};
use crate::engine::probe::NoProbe;
use reel::{EpaMoment, EpaReel, edge_name};

/// The microscope.
pub const EPA: Microscope = Microscope {
    id: "epa",
    name: "EPA",
    explanation: "How deep two shapes overlap: a polytope inside their difference grows until its nearest edge lies on the border.",
    space: Sheet::Difference,
    space_title: "Difference A ⊖ B",
    thumbnail: Sheet::Difference,
    chart_title: Some("depth: at least and at most, iteration by iteration"),
    dials: &[Dial::EpaTolerance, Dial::EpaIterations],
    subject: Subject::Shapes,
    film,
};

/// Runs EPA on the specimen, from where GJK ends.
pub fn film(specimen: &Specimen) -> Film {
    let (a, b, pose) = (specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a());
    let start = distance_with(&specimen.gjk_options(), a, b, pose, &mut NoProbe);
    let mut steps = Vec::new();
    let overlaps = start.outcome == GjkOutcome::Overlap;
    let found = overlaps.then(|| penetration_with(&specimen.options.epa, a, b, pose, &start, &mut steps));
    let mut moments = Vec::new();
    for (iteration, step) in steps.iter().enumerate() {
        moments.push((EpaMoment::Edge, iteration));
        moments.push((EpaMoment::Support, iteration));
        if step.verdict == EpaVerdict::Split {
            moments.push((EpaMoment::Split, iteration));
        }
    }
    moments.push((EpaMoment::Result, steps.len().saturating_sub(1)));
    let bounds = found.map(|found| reel::bounds(specimen, found));
    let reel = EpaReel { steps, start, found, moments, outline: Outline::of(specimen), bounds };
    let (frames, outcome) =
        (of_pair_alone(specimen, (0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect()), reel.outcome(specimen));
    Film {
        normal: found.map(|f| specimen.turned(f.normal)),
        separation: found.map(|f| -f.depth - specimen.radius()),
        ..Film::without_contact(&EPA, specimen, frames, outcome, reel)
    }
}

impl EpaReel {
    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (moment, iteration) = self.moments[index];
        let Some(step) = self.steps.get(iteration).filter(|_| moment != EpaMoment::Result) else { return self.end(specimen) };
        let title = |words: String| format!("Iteration {} of {}: {words}", iteration + 1, self.steps.len());
        match moment {
            EpaMoment::Edge => Frame {
                heading: title(format!("the nearest edge is {}", edge_name(step, step.edge))),
                short: format!("edge {}", edge_name(step, step.edge)),
                iteration,
                reason: words::edge_reason(step),
                card: words::edge_card(specimen, step),
                line: "epa.nearest_edge",
            },
            EpaMoment::Support => Frame {
                heading: title(format!("the support point beyond it is {}", part_of(&step.support).name())),
                short: "support".into(),
                iteration,
                reason: words::support_reason(step),
                card: words::support_card(specimen, step),
                line: match step.verdict {
                    EpaVerdict::Split => "epa.support",
                    EpaVerdict::Final => "epa.final",
                    EpaVerdict::OutOfTurns => "epa.out_of_turns",
                },
            },
            _ => Frame {
                heading: title(format!("split {} at {}", edge_name(step, step.edge), part_of(&step.support).name())),
                short: "split".into(),
                iteration,
                reason: "The edge gives way to two that reach to the new point. The polytope has grown towards the border, only where the origin is near.".into(),
                card: words::split_card(specimen, step, self.steps.get(iteration + 1)),
                line: "epa.split",
            },
        }
    }

    fn outcome(&self, specimen: &Specimen) -> String {
        match self.found {
            None => format!("EPA does not run: the cores are {} apart", length(self.start.distance)),
            Some(found) => {
                let depth = length(found.depth + specimen.radius());
                match found.outcome {
                    EpaOutcome::Converged => format!("Overlap of {depth}"),
                    EpaOutcome::OutOfTurns => format!("Stopped by the iteration limit: an overlap of at most {depth}"),
                    EpaOutcome::Point => format!("The cores are one point: overlap of {depth}, the same in all directions; up is taken"),
                }
            }
        }
    }

    fn end(&self, specimen: &Specimen) -> Frame {
        let mut lines = Vec::new();
        let reason = match self.found {
            None => {
                "GJK found the cores apart, so the origin lies outside their difference and there is no depth to look for. Where only the rounding overlaps, the distance less both radii is the answer."
            }
            Some(found) if found.outcome == EpaOutcome::Point => {
                "Both cores are single points in the same place: their difference is one point, and no direction is better than another."
            }
            Some(found) if found.outcome == EpaOutcome::OutOfTurns => {
                "The bounds have not met. The shortest way out found so far does part the shapes, but a shorter one may exist."
            }
            Some(_) => {
                "The nearest edge lies on the border of A ⊖ B. Moving B by the depth along its normal takes the origin out: the shapes then only touch."
            }
        };
        match self.found {
            None => lines.push(Line::value("distance of the cores", self.start.distance, Unit::Length, &[])),
            Some(found) => {
                let ghost = [Part::of(PartKind::Ghost)];
                lines.push(Line::value("depth of the cores", found.depth, Unit::Length, &ghost));
                if specimen.radius() > 0.0 {
                    lines.push(
                        Line::new("depth = ")
                            .quantity("depth of the cores", found.depth, Unit::Length, &ghost)
                            .text(" + radii ")
                            .quantity("r", specimen.radius(), Unit::Length, &[])
                            .text(" = ")
                            .quantity("depth", found.depth + specimen.radius(), Unit::Length, &ghost),
                    );
                }
                let normal = [Part::of(PartKind::Normal)];
                lines.push(Line::new("normal = ").vector("normal", specimen.turned(found.normal), Unit::None, &normal));
                lines.push(Line::new("deepest on A ").vector(
                    "point a",
                    specimen.at(found.point_a),
                    Unit::Length,
                    &[Part::of(PartKind::WitnessA)],
                ));
                lines.push(Line::new("deepest on B ").vector(
                    "point b",
                    specimen.at(found.point_b),
                    Unit::Length,
                    &[Part::of(PartKind::WitnessB)],
                ));
                lines.push(Line::value("iterations", found.iterations as f32, Unit::Count, &[]));
            }
        }
        let iteration = self.steps.len();
        let line = match self.found {
            Some(found) if found.outcome == EpaOutcome::Point => "epa.point",
            Some(_) => "epa.result",
            // Where GJK ended: of EPA no line ran.
            None if self.start.outcome == GjkOutcome::OutOfTurns => "gjk.out_of_turns",
            None => "gjk.separated",
        };
        Frame { heading: self.outcome(specimen), short: "result".into(), iteration, reason: reason.into(), card: Card { lines }, line }
    }

    fn draw_chart(&self, iteration: usize, with_upper: bool, list: &mut DrawList) {
        let shown = &self.steps[..self.steps.len().min(iteration + 1)];
        let lower = shown.iter().enumerate().map(|(i, s)| (i, s.distance)).collect();
        let known = shown.iter().enumerate().filter(|(i, _)| with_upper || *i < iteration);
        let upper = known.map(|(i, s)| (i, s.upper_bound)).collect();
        let series = [
            Series { role: Role::Contact, name: "at least".into(), points: lower, tag: Some(Part::of(PartKind::LowerBound).tag()) },
            Series { role: Role::Bound, name: "at most".into(), points: upper, tag: Some(Part::of(PartKind::UpperBound).tag()) },
        ];
        chart(&series, self.steps.len(), iteration, "m", list);
    }
}

impl Reel for EpaReel {
    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        self.bounds
    }

    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (moment, iteration) = self.moments[frame];
        list.sheet = Sheet::Difference;
        // Said once: later it would stand in the way.
        self.outline.draw((frame == 0).then_some("EPA finds only as much of this outline as it needs"), list);
        match self.steps.get(iteration) {
            Some(step) => {
                let shown = if moment == EpaMoment::Split { self.steps.get(iteration + 1).unwrap_or(step) } else { step };
                picture::polytope(specimen, shown, list);
                match moment {
                    EpaMoment::Edge => picture::edge_sheet(specimen, step, list),
                    EpaMoment::Support => picture::support_sheet(specimen, step, list),
                    EpaMoment::Split => picture::split_sheet(specimen, step, list),
                    EpaMoment::Result => picture::edge_sheet(specimen, step, list),
                }
                self.draw_chart(iteration, moment != EpaMoment::Edge, list);
            }
            None => self.start_sheet(specimen, list),
        }
        if moment == EpaMoment::Result {
            self.way_out(specimen, list);
        }
    }

    fn recorded(&self, specimen: &Specimen) -> Option<Recorded> {
        Some(self.record(specimen))
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        let (moment, iteration) = self.moments[frame];
        let Some(step) = self.steps.get(iteration) else { return Vec::new() };
        match moment {
            EpaMoment::Edge => questions::support(&self.outline, specimen, step).into_iter().collect(),
            EpaMoment::Split => match self.steps.get(iteration + 1) {
                Some(next) => questions::edge(next).into_iter().chain(questions::bound(step, next)).collect(),
                None => Vec::new(),
            },
            // What follows from the support point is no riddle once its gain is on the card.
            EpaMoment::Support | EpaMoment::Result => Vec::new(),
        }
    }
}
