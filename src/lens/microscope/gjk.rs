//! GJK under the microscope: the walk towards the origin of A ⊖ B, iteration by iteration.
//!
//! ```text
//!     world                         difference A ⊖ B, turned like the world
//!      ┌──┐  ring: a₀                 ╌╌╌╌╌ outline (GJK never builds it)
//!      │A ○                          w₀ •━━━━━• w₁   simplex, and the Voronoi region that holds the origin
//!      └──┘ ○ ring: b₃                    │ ↓         nearest point v, direction d, support line
//!            ╲B╲                          + origin
//! ```
//! An iteration has up to three frames: where the simplex is nearest to the origin; the support point along `d` and
//! the bound that it gives; what follows. The boolean form (`boolean.rs`) can be chosen instead. The steps are
//! those of [`crate::engine::narrow::gjk::distance_with`].

mod boolean;
mod picture;
mod questions;
mod record;
mod reel;
mod regions;
mod words;

pub(super) use record::found;

use super::difference::{Outline, part_of};
use super::of_scene::of_pair_alone;
use super::{Card, Dial, Film, Frame, Line, Microscope, Part, PartKind, Quantity, Question, Recorded, Reel, Specimen, Subject, Unit};
use crate::draw::chart::{Series, chart};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::narrow::gjk::{GjkOutcome, GjkVerdict, distance_with};
use reel::{GjkMoment, GjkReel, region_words};

/// The microscope.
pub const GJK: Microscope = Microscope {
    id: "gjk",
    name: "GJK",
    explanation: "How far apart two shapes are: a walk towards the origin of their difference with at most three points.",
    space: Sheet::Difference,
    space_title: "Difference A ⊖ B",
    thumbnail: Sheet::Difference,
    chart_title: Some("distance |v| and lower bound, iteration by iteration"),
    dials: &[Dial::GjkForm, Dial::StartDirection, Dial::GjkTolerance, Dial::GjkIterations],
    subject: Subject::Shapes,
    film,
};

/// Runs GJK on the specimen, in the form that is chosen.
pub fn film(specimen: &Specimen) -> Film {
    if specimen.options.boolean_gjk {
        return boolean::film(specimen, &GJK);
    }
    let mut steps = Vec::new();
    let found = distance_with(&specimen.gjk_options(), specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a(), &mut steps);
    let mut moments = Vec::new();
    for (iteration, step) in steps.iter().enumerate() {
        moments.push((GjkMoment::Nearest, iteration));
        if step.support.is_some() {
            moments.push((GjkMoment::Support, iteration));
        }
        if step.verdict == GjkVerdict::Continue {
            moments.push((GjkMoment::Decision, iteration));
        }
    }
    moments.push((GjkMoment::Result, steps.len().saturating_sub(1)));
    let reel = GjkReel { steps, found, moments, outline: Outline::of(specimen) };
    let frames = of_pair_alone(specimen, (0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect());
    let apart = found.outcome != GjkOutcome::Overlap;
    let outcome = reel.outcome(specimen);
    Film {
        normal: apart.then(|| specimen.turned(found.normal)),
        separation: apart.then(|| found.distance - specimen.radius()),
        ..Film::without_contact(&GJK, specimen, frames, outcome, reel)
    }
}

impl GjkReel {
    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (moment, iteration) = self.moments[index];
        let (step, count) = (&self.steps[iteration], self.steps.len());
        let title = |words: &str| format!("Iteration {} of {count}: {words}", iteration + 1);
        match moment {
            GjkMoment::Nearest => Frame {
                heading: title(&words::nearest_words(step)),
                short: region_words(step),
                iteration,
                reason: words::nearest_reason(step),
                card: words::nearest_card(specimen, step),
                line: if step.verdict == GjkVerdict::Overlap { "gjk.overlap" } else { "gjk.nearest" },
            },
            GjkMoment::Support => Frame {
                heading: title("ask for the support point along d"),
                short: "support".into(),
                iteration,
                reason: words::support_reason(step),
                card: words::support_card(specimen, step),
                line: match step.verdict {
                    GjkVerdict::Separated => "gjk.separated",
                    GjkVerdict::OutOfTurns => "gjk.out_of_turns",
                    _ => "gjk.support",
                },
            },
            GjkMoment::Decision => Frame {
                heading: title(&format!("take {} in", step.support.as_ref().map(|s| part_of(s).name()).unwrap_or_default())),
                short: "take in".into(),
                iteration,
                reason: words::decision_reason(step),
                card: words::decision_card(specimen, step),
                line: "gjk.take",
            },
            GjkMoment::Result => Frame {
                heading: self.outcome(specimen),
                short: "result".into(),
                iteration: iteration + 1,
                reason: self.result_reason(specimen),
                card: self.result_card(specimen),
                line: "gjk.result",
            },
        }
    }

    fn outcome(&self, specimen: &Specimen) -> String {
        let gap = self.found.distance - specimen.radius();
        match self.found.outcome {
            GjkOutcome::Overlap => "The cores overlap".into(),
            GjkOutcome::OutOfTurns => format!("Stopped by the iteration limit: at most {} apart", length(gap)),
            GjkOutcome::Separated if gap >= 0.0 => format!("Apart by {}", length(gap)),
            GjkOutcome::Separated => format!("The rounded shapes overlap by {}", length(-gap)),
        }
    }

    fn result_reason(&self, specimen: &Specimen) -> String {
        match self.found.outcome {
            GjkOutcome::Overlap => {
                "The difference holds the origin, so A and B share a point. How deep they overlap GJK cannot say: the distance is 0. EPA goes on from this simplex.".into()
            }
            GjkOutcome::OutOfTurns => {
                "The walk was cut short. The distance of the best point so far is never too small, but it may be too large.".into()
            }
            GjkOutcome::Separated if specimen.radius() > 0.0 => {
                "The weights that give v from the simplex give the nearest points of the cores from their vertices; then both radii are taken off.".into()
            }
            GjkOutcome::Separated => "The weights that give v from the simplex give the nearest points of A and B from their vertices.".into(),
        }
    }

    fn result_card(&self, specimen: &Specimen) -> Card {
        let found = &self.found;
        let mut lines = Vec::new();
        if found.outcome != GjkOutcome::Overlap {
            let gap = found.distance - specimen.radius();
            lines.push(Line::value("distance of the cores", found.distance, Unit::Length, &[Part::of(PartKind::Nearest)]));
            if specimen.radius() > 0.0 {
                lines.push(
                    Line::new("gap = distance − r")
                        .text(" = ")
                        .quantity("distance", found.distance, Unit::Length, &[Part::of(PartKind::Nearest)])
                        .minus(Quantity::new("r", specimen.radius(), Unit::Length, &[]))
                        .text(" = ")
                        .quantity("gap", gap, Unit::Length, &[Part::of(PartKind::Normal)]),
                );
            }
            let normal = specimen.turned(found.normal);
            lines.push(Line::new("normal = ").vector("normal", normal, Unit::None, &[Part::of(PartKind::Normal)]));
            let (a, b) = (specimen.at(found.point_a), specimen.at(found.point_b));
            lines.push(Line::new("nearest on A ").vector("point a", a, Unit::Length, &[Part::of(PartKind::WitnessA)]));
            lines.push(Line::new("nearest on B ").vector("point b", b, Unit::Length, &[Part::of(PartKind::WitnessB)]));
        }
        lines.push(Line::value("iterations", found.iterations as f32, Unit::Count, &[]));
        lines.push(Line::value("support calls", self.support_calls() as f32, Unit::Count, &[]));
        Card { lines }
    }

    /// The start's, and one an iteration that asked.
    fn support_calls(&self) -> usize {
        1 + self.steps.iter().filter(|step| step.support.is_some()).count()
    }

    /// What is known of the distance; the bound of this iteration only once its support point was found.
    fn draw_chart(&self, moment: GjkMoment, iteration: usize, list: &mut DrawList) {
        let shown = &self.steps[..=iteration.min(self.steps.len() - 1)];
        let distance = shown.iter().enumerate().map(|(i, s)| (i, s.distance)).collect();
        let bounded = iteration + usize::from(moment != GjkMoment::Nearest);
        let bound = shown.iter().take(bounded).enumerate().filter_map(|(i, s)| Some((i, s.lower_bound?.max(0.0)))).collect();
        let series = [
            Series { role: Role::Contact, name: "|v|".into(), points: distance, tag: Some(Part::of(PartKind::Nearest).tag()) },
            Series { role: Role::Bound, name: "at least".into(), points: bound, tag: Some(Part::of(PartKind::LowerBound).tag()) },
        ];
        chart(&series, self.steps.len(), iteration, "m", list);
    }
}

impl Reel for GjkReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (moment, iteration) = self.moments[frame];
        let step = &self.steps[iteration];
        list.sheet = Sheet::Difference;
        if moment == GjkMoment::Nearest {
            regions::draw(specimen, step, list);
        }
        // Said once: later it would stand in the way.
        self.outline.draw((frame == 0).then_some("GJK never builds this outline"), list);
        match moment {
            GjkMoment::Nearest => picture::nearest_sheet(specimen, step, list),
            GjkMoment::Support => picture::support_sheet(specimen, step, list),
            GjkMoment::Decision => picture::decision_sheet(specimen, step, self.steps.get(iteration + 1), list),
            GjkMoment::Result => self.result_sheet(specimen, step, list),
        }
        self.draw_chart(moment, iteration, list);
    }

    fn recorded(&self, specimen: &Specimen) -> Option<Recorded> {
        Some(self.record(specimen))
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        let (moment, iteration) = self.moments[frame];
        let step = &self.steps[iteration];
        match moment {
            GjkMoment::Nearest => questions::next_support(&self.outline, specimen, step).into_iter().collect(),
            GjkMoment::Support => questions::decision(step).into_iter().collect(),
            GjkMoment::Decision => self.steps.get(iteration + 1).and_then(questions::region).into_iter().collect(),
            GjkMoment::Result => Vec::new(),
        }
    }
}
