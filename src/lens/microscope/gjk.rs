//! GJK under the microscope: the walk towards the origin of A ⊖ B, turn by turn.
//!
//! ```text
//!     world                         difference A ⊖ B, turned like the world
//!      ┌──┐  ring: a₀                 ╌╌╌╌╌ outline (GJK never builds it)
//!      │A ○                          w₀ •━━━━━• w₁   simplex, and the Voronoi region that holds the origin
//!      └──┘ ○ ring: b₃                    │ ↓         nearest point v, direction d, support line
//!            ╲B╲                          + origin
//! ```
//! A turn has up to three frames: where the simplex is nearest to the origin; the support point along `d` and the bound that it
//! gives; what follows. The steps are those of [`crate::engine::narrow::gjk::distance_with`].

mod regions;

use super::card::{Card, Line, Quantity, Unit};
use super::difference::{self, Outline, part_of, w};
use super::film::{Film, Frame, Reel};
use super::part::{Kind, Part};
use super::question::{self, Choice, Question};
use super::specimen::{Side, Specimen};
use super::{Dial, Microscope};
use crate::draw::chart::{Series, chart};
use crate::draw::quantity::{length, number};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, direction};
use crate::engine::narrow::gjk::{GjkOutcome, GjkReason, GjkResult, GjkStep, GjkVerdict, SimplexRegion, SupportPoint, distance_with};

/// The microscope.
pub const GJK: Microscope = Microscope {
    id: "gjk",
    name: "GJK",
    explanation: "How far apart two shapes are: a walk towards the origin of their difference with at most three points.",
    space: Sheet::Difference,
    space_title: "Difference A ⊖ B",
    thumbnail: Sheet::Difference,
    chart_title: Some("distance |v| and lower bound, turn by turn"),
    dials: &[Dial::StartDirection, Dial::GjkTolerance, Dial::GjkTurns],
    film,
};

/// What a frame shows of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Nearest,
    Support,
    Decision,
    Result,
}

struct GjkReel {
    steps: Vec<GjkStep>,
    found: GjkResult,
    /// Moment and turn of each frame.
    moments: Vec<(Moment, usize)>,
    outline: Outline,
}

/// Runs GJK on the specimen.
pub fn film(specimen: &Specimen) -> Film {
    let mut steps = Vec::new();
    let found = distance_with(&specimen.gjk_options(), specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a(), &mut steps);
    let mut moments = Vec::new();
    for (turn, step) in steps.iter().enumerate() {
        moments.push((Moment::Nearest, turn));
        if step.support.is_some() {
            moments.push((Moment::Support, turn));
        }
        if step.verdict == GjkVerdict::Continue {
            moments.push((Moment::Decision, turn));
        }
    }
    moments.push((Moment::Result, steps.len().saturating_sub(1)));
    let reel = GjkReel { steps, found, moments, outline: Outline::of(specimen) };
    let frames = (0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect();
    let apart = found.outcome != GjkOutcome::Overlap;
    Film {
        microscope: &GJK,
        specimen: specimen.clone(),
        frames,
        outcome: reel.outcome(specimen),
        normal: apart.then(|| specimen.turned(found.normal)),
        separation: apart.then(|| found.distance - specimen.radius()),
        reel: Box::new(reel),
    }
}

/// Simplex points that the nearest point needs, as indices.
fn needed(step: &GjkStep) -> Vec<usize> {
    (0..step.simplex.len()).filter(|i| !step.dropped.contains(i)).collect()
}

/// "the point w₀", "the line w₀w₁" …
fn simplex_words(step: &GjkStep) -> String {
    let names: String = (0..step.simplex.len()).map(w).collect();
    match step.simplex.len() {
        1 => format!("the point {names}"),
        2 => format!("the segment {names}"),
        _ => format!("the triangle {names}"),
    }
}

/// "corner w₁", "edge w₀w₁", "inside".
fn region_words(step: &GjkStep) -> String {
    match step.region {
        SimplexRegion::Inside => "inside".into(),
        SimplexRegion::Vertex(i) => format!("corner {}", w(i)),
        SimplexRegion::Edge(i, j) => format!("edge {}{}", w(i), w(j)),
    }
}

impl GjkReel {
    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (moment, turn) = self.moments[index];
        let (step, count) = (&self.steps[turn], self.steps.len());
        let title = |words: &str| format!("Turn {} of {count}: {words}", turn + 1);
        match moment {
            Moment::Nearest => Frame {
                heading: title(&nearest_words(step)),
                short: region_words(step),
                turn,
                reason: nearest_reason(step),
                card: nearest_card(specimen, step),
                line: if step.verdict == GjkVerdict::Overlap { "gjk.overlap" } else { "gjk.nearest" },
            },
            Moment::Support => Frame {
                heading: title("ask for the support point along d"),
                short: "support".into(),
                turn,
                reason: support_reason(step),
                card: support_card(specimen, step),
                line: match step.verdict {
                    GjkVerdict::Separated => "gjk.separated",
                    GjkVerdict::OutOfTurns => "gjk.out_of_turns",
                    _ => "gjk.support",
                },
            },
            Moment::Decision => Frame {
                heading: title(&format!("take {} in", step.support.as_ref().map(|s| part_of(s).name()).unwrap_or_default())),
                short: "take in".into(),
                turn,
                reason: decision_reason(step),
                card: decision_card(specimen, step),
                line: "gjk.take",
            },
            Moment::Result => Frame {
                heading: self.outcome(specimen),
                short: "result".into(),
                turn: turn + 1,
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
            GjkOutcome::OutOfTurns => format!("Stopped by the turn limit: at most {} apart", length(gap)),
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
            lines.push(Line::value("distance of the cores", found.distance, Unit::Length, &[Part::of(Kind::Nearest)]));
            if specimen.radius() > 0.0 {
                lines.push(
                    Line::new("gap = distance − r")
                        .text(" = ")
                        .number(Quantity::new("distance", found.distance, Unit::Length, &[Part::of(Kind::Nearest)]))
                        .minus(Quantity::new("r", specimen.radius(), Unit::Length, &[]))
                        .text(" = ")
                        .number(Quantity::new("gap", gap, Unit::Length, &[Part::of(Kind::Normal)])),
                );
            }
            let normal = specimen.turned(found.normal);
            lines.push(Line::new("normal = ").vector("normal", normal, Unit::None, &[Part::of(Kind::Normal)]));
            let (a, b) = (specimen.at(found.point_a), specimen.at(found.point_b));
            lines.push(Line::new("nearest on A ").vector("point a", a, Unit::Length, &[Part::of(Kind::WitnessA)]));
            lines.push(Line::new("nearest on B ").vector("point b", b, Unit::Length, &[Part::of(Kind::WitnessB)]));
        }
        lines.push(Line::value("turns", found.turns as f32, Unit::Count, &[]));
        lines.push(Line::value("support points asked for", self.supports_asked() as f32, Unit::Count, &[]));
        Card { lines }
    }

    /// The start's, and one a turn that asked.
    fn supports_asked(&self) -> usize {
        1 + self.steps.iter().filter(|step| step.support.is_some()).count()
    }

    fn draw_chart(&self, turn: usize, list: &mut DrawList) {
        let shown = &self.steps[..=turn.min(self.steps.len() - 1)];
        let distance = shown.iter().enumerate().map(|(i, s)| (i, s.distance)).collect();
        let bound = shown.iter().enumerate().filter_map(|(i, s)| Some((i, s.lower_bound?.max(0.0)))).collect();
        let series = [
            Series { role: Role::Contact, name: "|v|".into(), points: distance, tag: Some(Part::of(Kind::Nearest).tag()) },
            Series { role: Role::Bound, name: "at least".into(), points: bound, tag: Some(Part::of(Kind::LowerBound).tag()) },
        ];
        chart(&series, self.steps.len(), turn, "m", list);
    }
}

fn nearest_words(step: &GjkStep) -> String {
    match (step.verdict, step.simplex.len()) {
        (GjkVerdict::Overlap, 3) => "the triangle holds the origin".into(),
        (GjkVerdict::Overlap, _) => format!("the origin lies on {}", simplex_words(step)),
        _ => format!("the nearest point of {}", simplex_words(step)),
    }
}

fn nearest_reason(step: &GjkStep) -> String {
    if step.verdict == GjkVerdict::Overlap {
        let why =
            if step.reason == GjkReason::HoldsOrigin { "all three areas turn the same way" } else { "its distance is 0 within rounding" };
        return format!("The origin is in the simplex: {why}. A and B share a point, and the walk ends.");
    }
    match (step.simplex.len(), needed(step).as_slice()) {
        (1, _) => "The walk begins with one point of the difference: the support point along the start direction.".into(),
        (_, [only]) => format!("The origin lies in the region of corner {}: nothing else of the simplex is needed.", w(*only)),
        (2, _) => "The origin lies between the ends of the segment: both are needed.".into(),
        (_, [i, j]) => {
            let dropped = 3 - i - j;
            format!("The origin lies beyond the edge {}{}: {} is not needed and will be dropped.", w(*i), w(*j), w(dropped))
        }
        _ => "Of all places in the simplex this one is nearest to the origin.".into(),
    }
}

fn nearest_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let v = specimen.turned(step.closest);
    let nearest = [Part::of(Kind::Nearest)];
    let mut sum = Line::new("v = ");
    for (i, (point, &weight)) in step.simplex.iter().zip(&step.weights).enumerate() {
        let plus = if i > 0 { " + " } else { "" };
        sum = sum
            .text(plus)
            .number(Quantity::new(format!("λ of {}", w(i)), weight, Unit::Share, &[part_of(point)]))
            .text(format!(" {}", w(i)));
    }
    let mut lines: Vec<Line> = Vec::new();
    for (i, point) in step.simplex.iter().enumerate() {
        let name = w(i);
        lines.push(Line::new(format!("{name} = {} = ", part_of(point).name())).vector(
            &name,
            specimen.turned(point.w),
            Unit::Length,
            &[part_of(point)],
        ));
    }
    lines.push(sum);
    lines.push(Line::new("v = ").vector("v", v, Unit::Length, &nearest));
    lines.push(Line::value("|v|", step.distance, Unit::Length, &nearest));
    Card { lines }
}

fn support_reason(step: &GjkStep) -> String {
    let name = step.support.as_ref().map(|s| part_of(s).name()).unwrap_or_default();
    match step.verdict {
        GjkVerdict::Separated if step.reason == GjkReason::Repeated => {
            format!("{name} is farthest along d and is in the simplex already: nothing lies nearer to the origin. The walk ends.")
        }
        GjkVerdict::Separated => {
            format!("{name} is farthest along d, and no farther than v: the bound has met the distance. The walk ends.")
        }
        GjkVerdict::OutOfTurns => format!("{name} lies nearer, but the turn limit is reached: the walk ends here."),
        _ => format!(
            "{name} is farthest along d. All of A ⊖ B lies behind the line through it, so the distance is at least the bound; the gap says how much may still be gained."
        ),
    }
}

fn support_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let Some(support) = &step.support else { return Card::default() };
    let part = part_of(support);
    let d = specimen.turned(step.search);
    let mut lines = vec![
        Line::new("d = −v = ").vector("d", d, Unit::Length, &[Part::of(Kind::Search)]),
        Line::new(format!("w = s_A(d) − s_B(−d) = {} = ", part.name())).vector("w", specimen.turned(support.w), Unit::Length, &[part]),
    ];
    if let Some(bound) = step.lower_bound {
        let (nearest, lower) = ([Part::of(Kind::Nearest)], [Part::of(Kind::LowerBound)]);
        let distance = step.distance;
        lines.push(Line::new("bound = v·w / |v| = ").number(Quantity::new("bound", bound, Unit::Length, &lower)));
        lines.push(
            Line::new("gap = |v| − bound = ")
                .number(Quantity::new("|v|", distance, Unit::Length, &nearest))
                .minus(Quantity::new("bound", bound, Unit::Length, &lower))
                .text(" = ")
                .number(Quantity::new("gap", distance - bound, Unit::Length, &[])),
        );
        let tolerance = specimen.options.gjk.tolerance as f32;
        lines.push(
            Line::new("stop when |v|² − v·w ≤ ε |v|²: ")
                .number(Quantity::new("|v|² − v·w", distance * (distance - bound), Unit::Area, &nearest))
                .text(" against ")
                .number(Quantity::new("ε |v|²", tolerance * distance * distance, Unit::Area, &nearest)),
        );
    }
    Card { lines }
}

fn decision_reason(step: &GjkStep) -> String {
    let dropped: Vec<String> = step.dropped.iter().map(|&i| w(i)).collect();
    match dropped.as_slice() {
        [] => "The gap is open, so the new point joins the simplex. Nothing was superfluous.".into(),
        names => format!("The gap is open, so the new point joins the simplex; {} had no weight and is dropped.", names.join(" and ")),
    }
}

fn decision_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let mut card = Card::default();
    for (i, (point, &weight)) in step.simplex.iter().zip(&step.weights).enumerate() {
        let fate = if weight > 0.0 { "kept" } else { "dropped" };
        let line = Line::new(format!("{} = {}: weight ", w(i), part_of(point).name()));
        card.lines
            .push(line.number(Quantity::new(format!("λ of {}", w(i)), weight, Unit::Share, &[part_of(point)])).text(format!(", {fate}")));
    }
    if let Some(support) = &step.support {
        let at = specimen.turned(support.w);
        card.lines.push(Line::new(format!("new: {} = ", part_of(support).name())).vector("w", at, Unit::Length, &[part_of(support)]));
    }
    card
}

impl Reel for GjkReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (moment, turn) = self.moments[frame];
        let step = &self.steps[turn];
        list.sheet = Sheet::Difference;
        if moment == Moment::Nearest {
            regions::draw(specimen, step, list);
        }
        self.outline.draw("GJK never builds this outline", list);
        match moment {
            Moment::Nearest => nearest_sheet(specimen, step, list),
            Moment::Support => support_sheet(specimen, step, list),
            Moment::Decision => decision_sheet(specimen, step, self.steps.get(turn + 1), list),
            Moment::Result => self.result_sheet(specimen, step, list),
        }
        list.tag = None;
        self.draw_chart(turn, list);
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        let (moment, turn) = self.moments[frame];
        let step = &self.steps[turn];
        match moment {
            Moment::Nearest => self.ask_support(specimen, step).into_iter().collect(),
            Moment::Support => ask_decision(step).into_iter().chain(ask_bound(step)).collect(),
            Moment::Decision => self.steps.get(turn + 1).and_then(ask_region).into_iter().collect(),
            Moment::Result => Vec::new(),
        }
    }
}

fn simplex(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let corners: Vec<Vec2> = step.simplex.iter().map(|p| specimen.turned(p.w)).collect();
    match corners.as_slice() {
        [a, b] => list.line(Role::Simplex, *a, *b),
        [_, _, _, ..] => list.polygon(Role::Simplex, corners.iter().copied(), 0.0),
        _ => {}
    }
    for (i, p) in step.simplex.iter().enumerate() {
        difference::point(specimen, p, &w(i), Role::Simplex, list);
    }
}

/// v, and how far it is.
fn nearest_point(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let v = specimen.turned(step.closest);
    list.tag = Some(Part::of(Kind::Nearest).tag());
    list.line(Role::Contact, Vec2::ZERO, v);
    list.dot(Role::Contact, v, 4.5);
    list.label(Role::Contact, v * 0.5, Vec2::new(8.0, 8.0), 6, format!("|v| = {}", length(step.distance)));
    list.tag = None;
}

fn nearest_sheet(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    simplex(specimen, step, list);
    if step.verdict != GjkVerdict::Overlap {
        nearest_point(specimen, step, list);
    }
    difference::vertices(specimen, step.simplex.iter(), Role::Simplex, 8.0, list);
    witnesses(specimen, step, list);
}

/// The points of the two cores that the weights give, tied together.
fn witnesses(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let sum = |of: fn(&SupportPoint) -> Vec2| {
        let local = step.simplex.iter().zip(&step.weights).fold(Vec2::ZERO, |sum, (p, &weight)| sum + of(p) * weight);
        specimen.at(local)
    };
    let (a, b) = (sum(|p| p.point_a), sum(|p| p.point_b));
    list.sheet = Sheet::World;
    list.line(Role::Projection, a, b);
    for (kind, at) in [(Kind::WitnessA, a), (Kind::WitnessB, b)] {
        list.tag = Some(Part::of(kind).tag());
        list.dot(Role::Contact, at, 4.0);
    }
    list.tag = None;
    list.sheet = Sheet::Difference;
}

fn support_sheet(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    simplex(specimen, step, list);
    nearest_point(specimen, step, list);
    let Some(support) = &step.support else { return };
    let (v, at) = (specimen.turned(step.closest), specimen.turned(support.w));
    let Some((unit, far)) = direction(v) else { return };
    list.tag = Some(Part::of(Kind::Search).tag());
    list.arrow(Role::SearchDirection, v, v - unit * far.min(0.9 * far + specimen.size()) * 0.92);
    list.label(Role::SearchDirection, v * 0.25, Vec2::new(-9.0, -8.0), 6, "d");
    if let Some(bound) = step.lower_bound {
        let foot = unit * bound;
        let along = Vec2::new(-unit.y, unit.x) * (1.2 * specimen.size().max((at - foot).length()));
        list.tag = Some(Part::of(Kind::LowerBound).tag());
        list.line(Role::Bound, foot - along, foot + along);
        list.dot(Role::Bound, foot, 4.0);
        list.label(Role::Bound, foot + along * 0.8, Vec2::new(8.0, 8.0), 5, format!("at least {}", length(bound.max(0.0))));
    }
    list.tag = Some(part_of(support).tag());
    list.ring(Role::SearchDirection, at, 10.0);
    list.dot(Role::SearchDirection, at, 4.0);
    if !step.simplex.iter().any(|p| part_of(p) == part_of(support)) {
        list.label(Role::SearchDirection, at, difference::outward(at) * 1.3, 8, format!("w = {}", part_of(support).name()));
    }
    list.tag = None;
    difference::vertices(specimen, [support].into_iter(), Role::SearchDirection, 11.0, list);
    directions(specimen, unit, list);
}

/// Along d on A, against it on B.
fn directions(specimen: &Specimen, unit: Vec2, list: &mut DrawList) {
    list.sheet = Sheet::World;
    list.tag = Some(Part::of(Kind::Search).tag());
    let reach = 0.4 * specimen.size();
    for (side, along, name) in [(Side::A, -unit, "d"), (Side::B, unit, "−d")] {
        let points = specimen.points(side);
        let middle = points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / points.len().max(1) as f32;
        let middle = if (middle - specimen.center()).length() > 3.0 * specimen.size() { specimen.center() } else { middle };
        list.arrow(Role::SearchDirection, middle, middle + along * reach);
        list.label(Role::SearchDirection, middle + along * reach, 9.0 * along, 5, name);
    }
    list.tag = None;
    list.sheet = Sheet::Difference;
}

fn decision_sheet(specimen: &Specimen, step: &GjkStep, next: Option<&GjkStep>, list: &mut DrawList) {
    if let Some(next) = next {
        simplex(specimen, next, list);
        difference::vertices(specimen, next.simplex.iter(), Role::Simplex, 8.0, list);
    }
    for (i, p) in step.simplex.iter().enumerate() {
        if step.dropped.contains(&i) {
            let at = specimen.turned(p.w);
            list.tag = Some(part_of(p).tag());
            list.cross(Role::Warning, at, 8.0);
            list.label(Role::Warning, at, difference::outward(at), 6, "dropped");
        }
    }
    if let Some(support) = &step.support {
        list.tag = Some(part_of(support).tag());
        list.ring(Role::SearchDirection, specimen.turned(support.w), 10.0);
    }
    list.tag = None;
}

impl GjkReel {
    fn result_sheet(&self, specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
        simplex(specimen, step, list);
        if self.found.outcome == GjkOutcome::Overlap {
            difference::vertices(specimen, step.simplex.iter(), Role::Simplex, 8.0, list);
            return;
        }
        nearest_point(specimen, step, list);
        list.sheet = Sheet::World;
        let normal = specimen.turned(self.found.normal);
        let a = specimen.at(self.found.point_a) + normal * specimen.core_a().radius;
        let b = specimen.at(self.found.point_b) - normal * specimen.core_b().radius;
        list.tag = Some(Part::of(Kind::Normal).tag());
        list.line(Role::Contact, a, b);
        list.arrow(Role::Contact, a, a + normal * (0.35 * specimen.size()));
        let gap = self.found.distance - specimen.radius();
        let text = if gap < 0.0 { format!("overlap {}", length(-gap)) } else { format!("distance {}", length(gap)) };
        list.label(Role::Contact, (a + b) * 0.5, Vec2::new(10.0, 10.0), 8, text);
        for (kind, at) in [(Kind::WitnessA, a), (Kind::WitnessB, b)] {
            list.tag = Some(Part::of(kind).tag());
            list.dot(Role::Contact, at, 4.5);
        }
        list.tag = None;
        list.sheet = Sheet::Difference;
    }

    /// Click the next support point.
    fn ask_support(&self, specimen: &Specimen, step: &GjkStep) -> Option<Question> {
        let right = part_of(step.support.as_ref()?);
        let v = specimen.turned(step.closest);
        let mut choices = vec![Choice::right(right.name()).at(right)];
        let mut offer = |part: Option<Part>, belief: &str| {
            if let Some(part) = part.filter(|p| !choices.iter().any(|c| c.part == Some(*p))) {
                choices.push(Choice::wrong(part.name(), belief).at(part));
            }
        };
        offer(
            self.outline.extreme(|p| p.dot(v)),
            "The support point lies along d, towards the origin and beyond; this one is farthest the other way.",
        );
        offer(self.outline.extreme(|p| -p.length()), "The support point is the farthest along d, not the corner nearest to the origin.");
        offer(self.outline.extreme(|p| (p - v).length()), "Only the way along d counts, not the distance from v.");
        let why = "A support point has the largest product with d: slide a line across d outwards; the last corner it touches is the one.";
        Question::choose("gjk.next_support", "Which corner of A ⊖ B is the support point along d? Click it.", choices, why)
    }
}

/// What follows from the support point?
fn ask_decision(step: &GjkStep) -> Option<Question> {
    const TAKE: &str = "w joins the simplex";
    const APART: &str = "stop: nothing is nearer";
    const OVERLAP: &str = "stop: they overlap";
    const LIMIT: &str = "stop: turn limit";
    let (right, why) = match step.verdict {
        GjkVerdict::Continue => (TAKE, "The gap between |v| and the bound is open: something may be nearer."),
        GjkVerdict::Separated => (APART, "The bound has met |v|: all of A ⊖ B lies behind the support line, so nothing is nearer."),
        GjkVerdict::OutOfTurns => (LIMIT, "The gap is open, but the turn limit is reached."),
        GjkVerdict::Overlap => return None,
    };
    let beliefs = [
        (TAKE, "A support point that is no nearer along d than v adds nothing."),
        (APART, "As long as the bound is below |v|, a nearer point may exist."),
        (OVERLAP, "Overlap shows in the simplex (it holds the origin), never in a support point."),
        (LIMIT, "The limit is only met after that many turns."),
    ];
    let offered = beliefs.iter().filter(|(label, _)| *label != LIMIT || right == LIMIT);
    let choices =
        offered.map(|&(label, belief)| if label == right { Choice::right(label) } else { Choice::wrong(label, belief) }).collect();
    Question::choose("gjk.decision", "What follows from w?", choices, why)
}

/// What does the support point prove?
fn ask_bound(step: &GjkStep) -> Option<Question> {
    let right = step.lower_bound?;
    let tolerance = (0.15 * step.distance).max(1e-3);
    Some(Question {
        id: "gjk.bound",
        prompt: format!(
            "|v| is {} m. How far from the origin is the support line through w, in metres (negative: beyond the origin)?",
            number(step.distance)
        ),
        kind: question::Kind::Number { right, tolerance, unit: "m" },
        why: "The support line stands across v, at v·w / |v| from the origin: no point of A ⊖ B lies before it.".into(),
    })
}

/// Where will the new simplex be nearest?
fn ask_region(next: &GjkStep) -> Option<Question> {
    let count = next.simplex.len();
    let right = region_words(next);
    let newest = count - 1;
    let mut choices = Vec::new();
    let mut offer = |label: String, part: Option<Part>, belief: String| {
        let mut choice = if label == right { Choice::right(label) } else { Choice::wrong(label, belief) };
        choice.part = part;
        choices.push(choice);
    };
    for i in 0..count {
        let belief = if i == newest {
            "The newest corner need not be the nearest."
        } else {
            "The walk just left this corner: the new one must be needed."
        };
        offer(format!("corner {}", w(i)), Some(part_of(&next.simplex[i])), belief.into());
    }
    for i in 0..count {
        for j in i + 1..count {
            let belief = "The origin's foot on this edge is farther away, or lies beyond its ends.";
            offer(format!("edge {}{}", w(i), w(j)), Some(Part::nth(Kind::Edge, 4 * i + j)), belief.into());
        }
    }
    if count == 3 {
        offer("inside".into(), Some(Part::of(Kind::Origin)), "For the origin to be inside, all three areas must turn the same way.".into());
    }
    let why = match needed(next).as_slice() {
        _ if next.verdict == GjkVerdict::Overlap => "The origin lies in the simplex: the distance is 0.",
        [_] => "Both edges lead away from the origin, so the corner itself is nearest.",
        _ => "The origin's foot falls between the ends of this edge, and no other place of the simplex is nearer.",
    };
    Question::choose("gjk.region", "Which part of the new simplex is nearest to the origin?", choices, why)
}
