//! EPA under the microscope: the polytope that grows inside A ⊖ B until its nearest edge lies on the border.
//!
//! ```text
//!      w1 ._______. w0          a turn: the edge nearest to the origin (a lower bound of the depth), the support point
//!         \   o   /             beyond it (an upper bound), and the split; when both bounds meet, the edge's normal is
//!          \  |  /              the shortest way out
//!           `. s
//! ```
//! EPA begins where GJK ended. The steps are those of [`crate::engine::narrow::epa::penetration_with`].

mod questions;

use super::card::{Card, Line, Quantity, Unit};
use super::difference::{self, Outline, part_of, w};
use super::film::{Film, Frame, Reel};
use super::part::{Kind, Part};
use super::question::Question;
use super::specimen::{Side, Specimen};
use super::{Dial, Microscope};
use crate::draw::chart::{Series, chart};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::epa::{EpaOutcome, EpaResult, EpaStep, EpaVerdict, penetration_with};
use crate::engine::narrow::gjk::{GjkOutcome, GjkResult, SupportPoint, distance_with};
use crate::engine::probe::NoProbe;

/// The microscope.
pub const EPA: Microscope = Microscope {
    id: "epa",
    name: "EPA",
    explanation: "How deep two shapes overlap: a polytope inside their difference grows until its nearest edge lies on the border.",
    space: Sheet::Difference,
    space_title: "Difference A ⊖ B",
    thumbnail: Sheet::Difference,
    chart_title: Some("depth: at least and at most, turn by turn"),
    dials: &[Dial::EpaTolerance, Dial::EpaTurns],
    film,
};

/// What a frame shows of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Edge,
    Support,
    Split,
    Result,
}

struct EpaReel {
    steps: Vec<EpaStep>,
    start: GjkResult,
    /// `None` when the cores are apart and EPA never runs.
    found: Option<EpaResult>,
    /// Moment and turn of each frame.
    moments: Vec<(Moment, usize)>,
    outline: Outline,
}

/// Runs EPA on the specimen, from where GJK ends.
pub fn film(specimen: &Specimen) -> Film {
    let (a, b, pose) = (specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a());
    let start = distance_with(&specimen.gjk_options(), a, b, pose, &mut NoProbe);
    let mut steps = Vec::new();
    let overlaps = start.outcome == GjkOutcome::Overlap;
    let found = overlaps.then(|| penetration_with(&specimen.options.epa, a, b, pose, &start, &mut steps));
    let mut moments = Vec::new();
    for (turn, step) in steps.iter().enumerate() {
        moments.push((Moment::Edge, turn));
        moments.push((Moment::Support, turn));
        if step.verdict == EpaVerdict::Split {
            moments.push((Moment::Split, turn));
        }
    }
    moments.push((Moment::Result, steps.len().saturating_sub(1)));
    let reel = EpaReel { steps, start, found, moments, outline: Outline::of(specimen) };
    Film {
        microscope: &EPA,
        specimen: specimen.clone(),
        frames: (0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect(),
        outcome: reel.outcome(specimen),
        normal: found.map(|f| specimen.turned(f.normal)),
        separation: found.map(|f| -f.depth - specimen.radius()),
        reel: Box::new(reel),
    }
}

/// The two ends of an edge of the polytope.
fn ends(step: &EpaStep, edge: usize) -> Option<(&SupportPoint, &SupportPoint)> {
    Some((step.polytope.get(edge)?, step.polytope.get((edge + 1) % step.polytope.len())?))
}

/// "w₀w₁".
fn edge_name(step: &EpaStep, edge: usize) -> String {
    format!("{}{}", w(edge), w((edge + 1) % step.polytope.len().max(1)))
}

/// Height of the support line over the origin: what this turn alone says, metres.
fn upper_bound(step: &EpaStep) -> f32 {
    step.distance + step.gain
}

impl EpaReel {
    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (moment, turn) = self.moments[index];
        let Some(step) = self.steps.get(turn).filter(|_| moment != Moment::Result) else { return self.end(specimen) };
        let title = |words: String| format!("Turn {} of {}: {words}", turn + 1, self.steps.len());
        match moment {
            Moment::Edge => Frame {
                heading: title(format!("the nearest edge is {}", edge_name(step, step.edge))),
                short: format!("edge {}", edge_name(step, step.edge)),
                turn,
                reason: edge_reason(step),
                card: edge_card(specimen, step),
                line: "epa.nearest_edge",
            },
            Moment::Support => Frame {
                heading: title(format!("the support point beyond it is {}", part_of(&step.support).name())),
                short: "support".into(),
                turn,
                reason: support_reason(step),
                card: support_card(specimen, step),
                line: match step.verdict {
                    EpaVerdict::Split => "epa.support",
                    EpaVerdict::Final => "epa.final",
                    EpaVerdict::OutOfTurns => "epa.out_of_turns",
                },
            },
            _ => Frame {
                heading: title(format!("split {} at {}", edge_name(step, step.edge), part_of(&step.support).name())),
                short: "split".into(),
                turn,
                reason: "The edge gives way to two that reach to the new point. The polytope has grown towards the border, only where the origin is near.".into(),
                card: split_card(specimen, step, self.steps.get(turn + 1)),
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
                    EpaOutcome::OutOfTurns => format!("Stopped by the turn limit: an overlap of at most {depth}"),
                    EpaOutcome::Point => format!("The cores are one point: overlap of {depth}, and up is as good as any way"),
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
                let ghost = [Part::of(Kind::Ghost)];
                lines.push(Line::value("depth of the cores", found.depth, Unit::Length, &ghost));
                if specimen.radius() > 0.0 {
                    lines.push(
                        Line::new("depth = ")
                            .number(Quantity::new("depth of the cores", found.depth, Unit::Length, &ghost))
                            .text(" + radii ")
                            .number(Quantity::new("r", specimen.radius(), Unit::Length, &[]))
                            .text(" = ")
                            .number(Quantity::new("depth", found.depth + specimen.radius(), Unit::Length, &ghost)),
                    );
                }
                let normal = [Part::of(Kind::Normal)];
                lines.push(Line::new("normal = ").vector("normal", specimen.turned(found.normal), Unit::None, &normal));
                lines.push(Line::new("deepest on A ").vector(
                    "point a",
                    specimen.at(found.point_a),
                    Unit::Length,
                    &[Part::of(Kind::WitnessA)],
                ));
                lines.push(Line::new("deepest on B ").vector(
                    "point b",
                    specimen.at(found.point_b),
                    Unit::Length,
                    &[Part::of(Kind::WitnessB)],
                ));
                lines.push(Line::value("turns", found.turns as f32, Unit::Count, &[]));
            }
        }
        let turn = self.steps.len();
        let line = match self.found {
            Some(found) if found.outcome == EpaOutcome::Point => "epa.point",
            _ => "epa.result",
        };
        Frame { heading: self.outcome(specimen), short: "result".into(), turn, reason: reason.into(), card: Card { lines }, line }
    }

    fn draw_chart(&self, turn: usize, with_upper: bool, list: &mut DrawList) {
        let shown = &self.steps[..self.steps.len().min(turn + 1)];
        let lower = shown.iter().enumerate().map(|(i, s)| (i, s.distance)).collect();
        let known = shown.iter().enumerate().filter(|(i, _)| with_upper || *i < turn);
        let upper = known.map(|(i, s)| (i, s.upper_bound)).collect();
        let series = [
            Series { role: Role::Contact, name: "at least".into(), points: lower, tag: Some(Part::of(Kind::LowerBound).tag()) },
            Series { role: Role::Bound, name: "at most".into(), points: upper, tag: Some(Part::of(Kind::UpperBound).tag()) },
        ];
        chart(&series, self.steps.len(), turn, "m", list);
    }
}

fn edge_reason(step: &EpaStep) -> String {
    let seen = format!("Of all edges, {} is nearest to the origin", edge_name(step, step.edge));
    if step.distance < 0.0 {
        return format!("{seen}: the origin even lies outside it, so the polytope has to grow here first.");
    }
    format!("{seen}. The polytope lies inside A ⊖ B, so the border is at least {} away: a lower bound of the depth.", length(step.distance))
}

fn edge_card(specimen: &Specimen, step: &EpaStep) -> Card {
    let edge = [Part::nth(Kind::Edge, step.edge)];
    let mut lines = Vec::new();
    if let Some((from, to)) = ends(step, step.edge) {
        for (index, point) in [(step.edge, from), ((step.edge + 1) % step.polytope.len(), to)] {
            let (name, part) = (w(index), part_of(point));
            lines.push(Line::new(format!("{name} = {} = ", part.name())).vector(&name, specimen.turned(point.w), Unit::Length, &[part]));
        }
    }
    lines.push(Line::new("n = ").vector("n", specimen.turned(step.normal), Unit::None, &edge));
    lines.push(Line::new("d = n · w = ").number(Quantity::new("d", step.distance, Unit::Length, &[Part::of(Kind::LowerBound), edge[0]])));
    lines.push(Line::value("edges", step.polytope.len() as f32, Unit::Count, &[]));
    Card { lines }
}

fn support_reason(step: &EpaStep) -> String {
    let name = part_of(&step.support).name();
    match step.verdict {
        EpaVerdict::Split => format!(
            "{name} lies {} beyond the edge, so the edge is not on the border. All of A ⊖ B lies behind the line through it: the depth is at most {}.",
            length(step.gain),
            length(upper_bound(step))
        ),
        EpaVerdict::Final => format!("{name} lies no farther than the edge itself: the edge is on the border, and the bounds have met."),
        EpaVerdict::OutOfTurns => format!("{name} lies {} beyond the edge, but the turn limit is reached.", length(step.gain)),
    }
}

fn support_card(specimen: &Specimen, step: &EpaStep) -> Card {
    let part = part_of(&step.support);
    let (lower, upper) = ([Part::of(Kind::LowerBound)], [Part::of(Kind::UpperBound)]);
    let lines = vec![
        Line::new(format!("s = {} = ", part.name())).vector("s", specimen.turned(step.support.w), Unit::Length, &[part]),
        Line::new("n · s = ").number(Quantity::new("n·s", upper_bound(step), Unit::Length, &upper)),
        Line::new("gain = n · s − d = ")
            .number(Quantity::new("n·s", upper_bound(step), Unit::Length, &upper))
            .minus(Quantity::new("d", step.distance, Unit::Length, &lower))
            .text(" = ")
            .number(Quantity::new("gain", step.gain, Unit::Length, &[part])),
        Line::new("depth of the cores: at least ")
            .number(Quantity::new("d", step.distance, Unit::Length, &lower))
            .text(", at most ")
            .number(Quantity::new("at most", step.upper_bound, Unit::Length, &upper)),
    ];
    Card { lines }
}

fn split_card(specimen: &Specimen, step: &EpaStep, next: Option<&EpaStep>) -> Card {
    let part = part_of(&step.support);
    let mut lines = vec![
        Line::value("edges before", step.polytope.len() as f32, Unit::Count, &[]),
        Line::new(format!("new corner {} = ", part.name())).vector("s", specimen.turned(step.support.w), Unit::Length, &[part]),
    ];
    if let Some(next) = next {
        lines.push(Line::value("edges now", next.polytope.len() as f32, Unit::Count, &[]));
    }
    Card { lines }
}

impl Reel for EpaReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (moment, turn) = self.moments[frame];
        list.sheet = Sheet::Difference;
        self.outline.draw("EPA finds only as much of this outline as it needs", list);
        match self.steps.get(turn) {
            Some(step) => {
                let shown = if moment == Moment::Split { self.steps.get(turn + 1).unwrap_or(step) } else { step };
                polytope(specimen, shown, list);
                match moment {
                    Moment::Edge => edge_sheet(specimen, step, list),
                    Moment::Support => support_sheet(specimen, step, list),
                    Moment::Split => split_sheet(specimen, step, list),
                    Moment::Result => edge_sheet(specimen, step, list),
                }
                self.draw_chart(turn, moment != Moment::Edge, list);
            }
            None => self.start_sheet(specimen, list),
        }
        if moment == Moment::Result {
            self.way_out(specimen, list);
        }
        list.tag = None;
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        let (moment, turn) = self.moments[frame];
        let Some(step) = self.steps.get(turn) else { return Vec::new() };
        match moment {
            Moment::Edge => questions::support(&self.outline, specimen, step).into_iter().collect(),
            Moment::Split => match self.steps.get(turn + 1) {
                Some(next) => questions::edge(next).into_iter().chain(questions::bound(step, next)).collect(),
                None => Vec::new(),
            },
            // What follows from the support point is no riddle once its gain is on the card.
            Moment::Support | Moment::Result => Vec::new(),
        }
    }
}

/// The polytope with its corners; every edge can be pointed at.
fn polytope(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    /// With more corners than this, names would cover them.
    const MOST_NAMED: usize = 8;
    let corners: Vec<Vec2> = step.polytope.iter().map(|p| specimen.turned(p.w)).collect();
    if corners.len() > 2 {
        list.polygon(Role::Simplex, corners.iter().copied(), 0.0);
    }
    for (i, &from) in corners.iter().enumerate() {
        list.tag = Some(Part::nth(Kind::Edge, i).tag());
        list.line(Role::Simplex, from, corners[(i + 1) % corners.len()]);
    }
    for (i, point) in step.polytope.iter().enumerate() {
        if step.polytope.len() <= MOST_NAMED {
            difference::point(specimen, point, &w(i), Role::Simplex, list);
        } else {
            list.tag = Some(part_of(point).tag());
            list.dot(Role::Simplex, corners[i], 3.5);
        }
    }
    list.tag = None;
}

fn edge_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    let Some((from, to)) = ends(step, step.edge) else { return };
    list.tag = Some(Part::nth(Kind::Edge, step.edge).tag());
    list.line(Role::Contact, specimen.turned(from.w), specimen.turned(to.w));
    let foot = specimen.turned(step.normal) * step.distance;
    list.tag = Some(Part::of(Kind::LowerBound).tag());
    list.line(Role::Contact, Vec2::ZERO, foot);
    list.dot(Role::Contact, foot, 4.5);
    list.label(Role::Contact, foot, difference::outward(foot), 8, format!("d = {}", length(step.distance)));
    // The circle of this radius fits into the polytope: nothing of the border is nearer.
    if step.distance > 0.0 {
        list.circle(Role::Projection, Vec2::ZERO, step.distance);
    }
    list.tag = None;
    difference::vertices(specimen, [from, to].into_iter(), Role::Contact, 8.0, list);
}

fn support_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    edge_sheet(specimen, step, list);
    let (at, normal) = (specimen.turned(step.support.w), specimen.turned(step.normal));
    let foot = normal * upper_bound(step);
    let along = Vec2::new(-normal.y, normal.x) * (at - foot).length().max(specimen.size());
    list.tag = Some(Part::of(Kind::Search).tag());
    list.arrow(Role::SearchDirection, normal * step.distance, normal * step.distance + normal * (0.3 * specimen.size()));
    list.tag = Some(Part::of(Kind::UpperBound).tag());
    list.line(Role::Bound, foot - along, foot + along);
    list.label(Role::Bound, foot + along * 0.7, Vec2::new(8.0, 8.0), 5, format!("at most {}", length(upper_bound(step))));
    list.tag = Some(part_of(&step.support).tag());
    list.ring(Role::SearchDirection, at, 10.0);
    list.label(Role::SearchDirection, at, difference::outward(at) * 1.3, 8, format!("s = {}", part_of(&step.support).name()));
    list.tag = None;
    difference::vertices(specimen, [&step.support].into_iter(), Role::SearchDirection, 11.0, list);
}

fn split_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    if let Some((from, to)) = ends(step, step.edge) {
        list.line(Role::Projection, specimen.turned(from.w), specimen.turned(to.w));
    }
    list.tag = Some(part_of(&step.support).tag());
    list.ring(Role::SearchDirection, specimen.turned(step.support.w), 10.0);
    list.tag = None;
    difference::vertices(specimen, [&step.support].into_iter(), Role::SearchDirection, 11.0, list);
}

impl EpaReel {
    /// What there is without a turn: GJK's last simplex.
    fn start_sheet(&self, specimen: &Specimen, list: &mut DrawList) {
        for (i, point) in self.start.simplex.support_points().enumerate() {
            difference::point(specimen, &point, &w(i), Role::Simplex, list);
        }
    }

    /// B where the result would push it, the arrow there, the deepest points.
    fn way_out(&self, specimen: &Specimen, list: &mut DrawList) {
        let Some(found) = self.found else { return };
        list.sheet = Sheet::World;
        let normal = specimen.turned(found.normal);
        let shift = normal * (found.depth + specimen.radius());
        list.tag = Some(Part::of(Kind::Ghost).tag());
        super::film::ghost(specimen, shift, list);
        let from = specimen.at(found.point_b) - normal * specimen.core_b().radius;
        list.tag = Some(Part::of(Kind::Normal).tag());
        list.arrow(Role::Contact, from, from + shift);
        list.label(Role::Contact, from + shift, Vec2::new(10.0, -10.0), 8, format!("shortest way out {}", length(shift.length())));
        for (kind, side, at) in
            [(Kind::WitnessA, Side::A, specimen.at(found.point_a) + normal * specimen.core_a().radius), (Kind::WitnessB, Side::B, from)]
        {
            list.tag = Some(Part::of(kind).tag());
            list.dot(if side == Side::A { Role::BodyA } else { Role::BodyB }, at, 4.5);
        }
        list.tag = None;
    }
}
