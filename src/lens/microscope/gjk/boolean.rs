//! The boolean form of GJK as a film: one frame a support point, one frame for what follows from it.
//!
//! The steps are those of [`crate::engine::narrow::gjk_boolean`], which the engine has beside its own distance form.

use super::super::difference::{self, Outline, part_of, w};
use crate::draw::chart::{Series, chart};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, direction};
use crate::engine::narrow::gjk_boolean::{BooleanCase, BooleanResult, BooleanStep, SupportPoint, overlap};
use crate::lens::microscope::{Card, Choice, Film, Frame, Line, Microscope, Part, PartKind, Question, Reel, Specimen, Unit};

/// What a frame shows of its iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Support,
    Case,
    Result,
}

struct BooleanReel {
    steps: Vec<BooleanStep>,
    found: BooleanResult,
    /// Moment and iteration of each frame.
    moments: Vec<(Moment, usize)>,
    outline: Outline,
}

/// Runs the boolean form on the specimen.
pub(super) fn film(specimen: &Specimen, microscope: &'static Microscope) -> Film {
    let mut steps = Vec::new();
    let start = specimen.gjk_options().start_direction;
    let found = overlap(specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a(), start, &mut steps);
    let moments = (0..steps.len()).flat_map(|i| [(Moment::Support, i), (Moment::Case, i)]);
    let moments = moments.chain([(Moment::Result, steps.len().saturating_sub(1))]).collect();
    let reel = BooleanReel { steps, found, moments, outline: Outline::of(specimen) };
    let (frames, outcome) = ((0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect(), reel.outcome().into());
    Film::without_contact(microscope, specimen, frames, outcome, reel)
}

/// What the simplex is after a step: what stays, and the newest point.
fn after(step: &BooleanStep) -> Vec<&SupportPoint> {
    let dropped = match step.case {
        BooleanCase::BeyondAb => Some(0),
        BooleanCase::BeyondAc => Some(1),
        _ => None,
    };
    let kept = step.simplex.iter().enumerate().filter(|(i, _)| Some(*i) != dropped).map(|(_, p)| p);
    kept.chain([&step.support]).collect()
}

/// Heading, short words, reason and source line of what follows.
fn case_words(case: BooleanCase) -> [&'static str; 4] {
    match case {
        BooleanCase::NotPast => [
            "w does not pass the origin: apart",
            "apart",
            "w is the farthest point along d, and w·d ≤ 0: all of A ⊖ B lies before the line through w across d. The origin lies beyond it or on it, so A and B are apart, or merely touch.",
            "boolean.apart",
        ],
        BooleanCase::Point => [
            "the first point: search back through the origin",
            "point",
            "Of a single point nothing is known but where the origin lies from it: the next direction is −w.",
            "boolean.point",
        ],
        BooleanCase::Line => [
            "line case: on across the line",
            "line",
            "Seen along the line, the origin lies between the two points: b was left towards it, and a is beyond it. So the next direction is the perpendicular of ab on the origin's side.",
            "boolean.line",
        ],
        BooleanCase::OnLine => [
            "line case: the origin is on the line",
            "on the line",
            "Neither side of the line is the origin's. One perpendicular is as good as the other: the left one is taken.",
            "boolean.on_line",
        ],
        BooleanCase::BeyondAb => [
            "triangle case: the origin is beyond ab",
            "beyond ab",
            "On the other side of ab than c: c cannot help any more and is dropped. The walk goes on across ab.",
            "boolean.beyond_ab",
        ],
        BooleanCase::BeyondAc => [
            "triangle case: the origin is beyond ac",
            "beyond ac",
            "On the other side of ac than b: b cannot help any more and is dropped. The walk goes on across ac.",
            "boolean.beyond_ac",
        ],
        BooleanCase::Inside => [
            "triangle case: the origin is inside",
            "inside",
            "It is not beyond ab and not beyond ac, and not beyond bc, from where a was sought: the triangle holds it. A and B overlap.",
            "boolean.inside",
        ],
        BooleanCase::OutOfTurns => [
            "stopped by the iteration limit",
            "limit",
            "Shapes that touch up to rounding can be walked around for ever. The limit ends that, and the answer is not known.",
            "boolean.line",
        ],
    }
}

impl BooleanReel {
    fn outcome(&self) -> &'static str {
        match (self.found.overlap, self.found.out_of_turns) {
            (_, true) => "Not known: stopped by the iteration limit",
            (true, _) => "Yes, they overlap; the boolean form does not know how deep",
            (false, _) => "No, they do not overlap; the boolean form does not know how far apart they are",
        }
    }

    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (moment, iteration) = self.moments[index];
        let step = &self.steps[iteration];
        let title = |words: &str| format!("Iteration {} of {}: {words}", iteration + 1, self.steps.len());
        let (d, support) = (specimen.turned(step.search), specimen.turned(step.support.w));
        let parts = [part_of(&step.support)];
        let of_w = Line::new("w = s_A(d) − s_B(−d) = ").vector("w", support, Unit::Length, &parts);
        let passes = Line::value("w·d / |d|", step.passes, Unit::Length, &parts);
        match moment {
            Moment::Support => Frame {
                heading: title("ask for the support point along d"),
                short: "support".into(),
                iteration,
                reason: "Is there any point of A ⊖ B beyond the origin along d? The farthest one tells.".into(),
                card: Card { lines: vec![Line::new("d = ").vector("d", d, Unit::Length, &[Part::of(PartKind::Search)]), of_w, passes] },
                line: "boolean.support",
            },
            Moment::Case => {
                let [heading, short, reason, line] = case_words(step.case);
                let mut lines = vec![passes];
                if step.next != Vec2::ZERO {
                    let next = specimen.turned(step.next);
                    lines.push(Line::new("next d = ").vector("next d", next, Unit::Length, &[Part::of(PartKind::Search)]));
                }
                Frame { heading: title(heading), short: short.into(), iteration, reason: reason.into(), card: Card { lines }, line }
            }
            Moment::Result => Frame {
                heading: self.outcome().into(),
                short: "result".into(),
                iteration: iteration + 1,
                reason: "Yes or no is all that this form can say, and it needs no nearest point for it. The world runs the distance form, which knows the gap, the normal and the nearest points as well.".into(),
                card: Card { lines: vec![Line::value("support calls", self.found.iterations as f32, Unit::Count, &[])] },
                line: "boolean.result",
            },
        }
    }

    /// The simplex as far as a frame knows it; `a` is its newest point.
    fn draw_simplex(&self, specimen: &Specimen, points: &[&SupportPoint], list: &mut DrawList) {
        let corners: Vec<Vec2> = points.iter().map(|p| specimen.turned(p.w)).collect();
        match corners.as_slice() {
            [a, b] => list.line(Role::Simplex, *a, *b),
            [_, _, _, ..] => list.polygon(Role::Simplex, corners.iter().copied(), 0.0),
            _ => {}
        }
        for (i, p) in points.iter().enumerate() {
            difference::point(specimen, p, &w(i), Role::Simplex, list);
        }
        difference::vertices(specimen, points.iter().copied(), Role::Simplex, 8.0, list);
    }

    /// An arrow along a direction, and the line across it through the origin.
    fn draw_search(&self, specimen: &Specimen, from: Vec2, search: Vec2, name: &str, list: &mut DrawList) {
        let Some((unit, _)) = direction(specimen.turned(search)) else { return };
        let reach = 0.5 * specimen.size();
        let list = &mut list.of(PartKind::Search);
        list.arrow(Role::SearchDirection, from, from + reach * unit);
        list.label(Role::SearchDirection, from + reach * unit, 9.0 * unit, 6, name);
        let across = Vec2::new(-unit.y, unit.x) * specimen.size();
        list.line(Role::Bound, -across, across);
    }
}

impl Reel for BooleanReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let (moment, iteration) = self.moments[frame];
        let step = &self.steps[iteration];
        list.sheet = Sheet::Difference;
        self.outline.draw((frame == 0).then_some("GJK never builds this outline"), list);
        if moment == Moment::Support {
            self.draw_simplex(specimen, &step.simplex.iter().collect::<Vec<_>>(), list);
            self.draw_search(specimen, Vec2::ZERO, step.search, "d", list);
            let at = specimen.turned(step.support.w);
            let list = &mut list.of(part_of(&step.support));
            list.ring(Role::SearchDirection, at, 10.0);
            list.dot(Role::SearchDirection, at, 4.0);
            list.label(Role::SearchDirection, at, difference::outward(at) * 1.3, 8, format!("w = {}", part_of(&step.support).name()));
            difference::vertices(specimen, [&step.support].into_iter(), Role::SearchDirection, 11.0, list);
        } else {
            let points = after(step);
            self.draw_simplex(specimen, &points, list);
            for dropped in step.simplex.iter().filter(|p| !points.contains(p)) {
                let at = specimen.turned(dropped.w);
                let list = &mut list.of(part_of(dropped));
                list.cross(Role::Warning, at, 8.0);
                list.label(Role::Warning, at, difference::outward(at), 6, "dropped");
            }
            if moment == Moment::Case {
                let middle = points.iter().rev().take(2).map(|p| specimen.turned(p.w)).sum::<Vec2>() / points.len().min(2) as f32;
                self.draw_search(specimen, middle, step.next, "next d", list);
            }
        }
        let passes = self.steps[..=iteration].iter().enumerate().map(|(i, s)| (i, s.passes)).collect();
        let series = [Series { role: Role::SearchDirection, name: "w·d / |d|".into(), points: passes, tag: None }];
        chart(&series, self.steps.len(), iteration, "m", list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        let (moment, iteration) = self.moments[frame];
        if moment != Moment::Support || self.steps[iteration].simplex.is_empty() {
            return Vec::new();
        }
        case_question(&self.steps[iteration]).into_iter().collect()
    }
}

/// What follows from the support point?
fn case_question(step: &BooleanStep) -> Option<Question> {
    const APART: &str = "w does not pass the origin: apart";
    const LINE: &str = "on across the line of the two points";
    const AB: &str = "the origin is beyond ab: c is dropped";
    const AC: &str = "the origin is beyond ac: b is dropped";
    const INSIDE: &str = "the triangle holds the origin: overlap";
    let right = match step.case {
        BooleanCase::NotPast => APART,
        BooleanCase::Line | BooleanCase::OnLine => LINE,
        BooleanCase::BeyondAb => AB,
        BooleanCase::BeyondAc => AC,
        BooleanCase::Inside => INSIDE,
        BooleanCase::Point | BooleanCase::OutOfTurns => return None,
    };
    let all = [
        (APART, "w lies beyond the line through the origin across d: the walk may go on."),
        (LINE, "With three points it is the triangle case."),
        (AB, "Draw the line through the newest point a and the one before, b: the origin is on c's side of it."),
        (AC, "Draw the line through the newest point a and the oldest, c: the origin is on b's side of it."),
        (INSIDE, "The origin must be on the inner side of all three edges, and w must pass it."),
    ];
    let fitting = all.iter().filter(|(label, _)| match step.simplex.len() {
        1 => [APART, LINE, INSIDE].contains(label),
        _ => *label != LINE,
    });
    let choices = fitting.map(|&(label, belief)| if label == right { Choice::right(label) } else { Choice::wrong(label, belief) });
    let why = "First the sign of w·d; then on which side of the edges at the newest point the origin lies.";
    Question::choose("gjk.case", "What follows from w?", choices.collect(), why)
}
