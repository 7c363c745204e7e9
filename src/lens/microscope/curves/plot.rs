//! The search as a picture: the polynomial over t with its bounds, shares as bars, edges as bars.

use super::reel::Moment;
use super::run::{Lines, Outline, Roots, Run, Subject};
use super::terms;
use super::words::knots;
use crate::draw::labels::STAYS;
use crate::draw::quantity::{fixed, number};
use crate::draw::{DrawList, Role, View};
use crate::engine::curve::crossing::CrossingStep;
use crate::engine::curve::line::{Meeting, SegmentCrossing};
use crate::engine::curve::power::value;
use crate::engine::math::{Vec2, clamp, max, min};
use crate::engine::polynomial::RootStep;
use crate::lens::microscope::plot::{chain, pieces};
use crate::lens::microscope::{Part, PartKind};

/// Size of the picture, units of the sheet.
const SIZE: Vec2 = Vec2::new(8.0, 5.0);
/// Points of a curve.
const POINTS: usize = 240;
/// Roots farther out than this do not widen the picture.
const WIDEST: f32 = 4.0;

pub(super) fn view(aspect: f32) -> View {
    View { center: 0.5 * SIZE, height: max(1.25 * SIZE.y, 1.25 * SIZE.x / max(aspect, 1e-3)) }
}

pub(super) fn draw(run: &Run, moment: Moment, list: &mut DrawList) {
    if let (Some(levels), Moment::Level(level)) = (&run.levels, moment) {
        return levels.table(level, SIZE, list);
    }
    match &run.subject {
        Subject::Roots(roots) => polynomial(roots, moment, list),
        Subject::Lines(lines) => bars(lines, moment, list),
        Subject::Outline(outline) => profile(outline, moment, list),
        Subject::Mirrors(mirrors) => {
            let last = mirrors.reflections.len().saturating_sub(1);
            mirrors.close_up(
                if let Moment::Reflection(k) = moment {
                    k
                } else if moment == Moment::Result {
                    last
                } else {
                    0
                },
                SIZE,
                list,
            );
        }
    }
}

/// t to the right, p(t) upwards; both scaled to the picture.
struct Axes {
    t: [f32; 2],
    most: f32,
}

impl Axes {
    fn new(roots: &Roots) -> Axes {
        let (c, _) = roots.polynomial();
        let near = |t: &f32| t.abs() <= WIDEST;
        let turns = knots(roots);
        let all = roots.roots().iter().map(|root| root.value as f32).chain(turns.iter().map(|knot| knot.0 as f32));
        let inner: Vec<f32> = all.filter(near).collect();
        let low = inner.iter().fold(-0.1, |low, &t| min(low, t - 0.1));
        let high = inner.iter().fold(1.1, |high, &t| max(high, t + 0.1));
        let size = |t: f32| value(c, f64::from(t)).abs() as f32;
        let turned = turns.iter().map(|knot| knot.0 as f32).filter(near).fold(0.0, |most, t| max(most, size(t)));
        let between = (0..=16).map(|k| size(k as f32 / 16.0)).fold(0.0, max);
        let most = 1.2 * if turned > 0.05 * between { turned } else { between };
        Axes { t: [low, high], most: if most.is_finite() && most > 1e-12 { most } else { 1.0 } }
    }

    fn at(&self, t: f32, value: f32) -> Vec2 {
        let across = (clamp(t, self.t[0], self.t[1]) - self.t[0]) / (self.t[1] - self.t[0]);
        SIZE * Vec2::new(across, 0.5 + 0.5 * clamp(value / self.most, -1.0, 1.0))
    }

    fn curve(&self, c: &[f64], list: &mut DrawList) {
        let places = (0..=POINTS).map(|k| {
            let t = self.t[0] + (self.t[1] - self.t[0]) * k as f32 / POINTS as f32;
            let height = value(c, f64::from(t)) as f32;
            (height.abs() <= self.most).then(|| self.at(t, height))
        });
        pieces(places).iter().for_each(|piece| chain(Role::Text, piece, list));
    }
}

fn polynomial(roots: &Roots, moment: Moment, list: &mut DrawList) {
    let (c, _) = roots.polynomial();
    if matches!(moment, Moment::Start | Moment::Term(_)) {
        return terms::table(roots, moment, SIZE, list);
    }
    if c.is_empty() {
        let words = "nothing is left: they lie on each other";
        return list.label(Role::QuietText, Vec2::new(0.0, 0.5 * SIZE.y), Vec2::new(4.0, 10.0), 8, words);
    }
    let axes = Axes::new(roots);
    let axis = 0.5 * SIZE.y;
    list.line(Role::GridAxis, Vec2::new(0.0, axis), Vec2::new(SIZE.x, axis));
    for t in [0.0, 1.0] {
        let at = axes.at(t, 0.0);
        list.line(Role::GridAxis, at - Vec2::new(0.0, 0.12), at + Vec2::new(0.0, 0.12));
        list.label(Role::QuietText, at, Vec2::new(-3.0, -16.0), 5, format!("t = {t:.0}"));
    }
    axes.curve(c, list);
    if matches!(moment, Moment::Cut | Moment::Try(_) | Moment::Touch(_)) {
        for (t, _) in knots(roots).iter().filter(|(t, _)| t.abs() <= f64::from(WIDEST)) {
            let at = axes.at(*t as f32, 0.0).x;
            list.line(Role::Projection, Vec2::new(at, 0.0), Vec2::new(at, SIZE.y));
        }
    }
    match moment {
        Moment::Try(index) => bracket(&axes, roots.steps.get(index), list),
        Moment::Touch(index) => {
            if let Some(CrossingStep::Root(RootStep::Touch { root, .. })) = roots.steps.get(index) {
                list.ring(Role::Contact, axes.at(root.value as f32, 0.0), 8.0);
            }
        }
        Moment::Roots | Moment::Result => {
            for (k, root) in roots.roots().iter().enumerate().filter(|(_, root)| root.value.abs() <= f64::from(WIDEST)) {
                let at = axes.at(root.value as f32, 0.0);
                let list = &mut list.of(Part::nth(PartKind::Point, k));
                list.ring(Role::Contact, at, if root.multiplicity > 1 { 9.0 } else { 6.0 });
                // Neighbours stand on both sides of the axis in turn.
                let beside = if k % 2 == 0 { Vec2::new(4.0, 12.0) } else { Vec2::new(4.0, -12.0) };
                list.label(Role::Contact, at, beside, STAYS, fixed(root.value as f32, 3));
            }
        }
        _ => {}
    }
}

/// The bounds of a root and the place that is tried.
fn bracket(axes: &Axes, step: Option<&CrossingStep>, list: &mut DrawList) {
    let Some(CrossingStep::Root(RootStep::Try { low, high, x, value, .. })) = step else { return };
    for (kind, role, t) in [(PartKind::LowerBound, Role::Bound, low), (PartKind::UpperBound, Role::Bound, high)] {
        let at = axes.at(*t as f32, 0.0).x;
        list.of(kind).line(role, Vec2::new(at, 0.12 * SIZE.y), Vec2::new(at, 0.88 * SIZE.y));
    }
    let list = &mut list.of(PartKind::Nearest);
    let at = axes.at(*x as f32, *value as f32);
    list.line(Role::Projection, axes.at(*x as f32, 0.0), at);
    list.dot(Role::Contact, at, 5.0);
    list.label(Role::Contact, at, Vec2::new(8.0, 8.0), 7, format!("t = {}", number(*x as f32)));
}

/// Both segments as bars from 0 to 1 with the share of the meeting.
fn bars(of: &Lines, moment: Moment, list: &mut DrawList) {
    let shares = match of.crossing {
        SegmentCrossing::At { s, u, .. } | SegmentCrossing::Apart { s, u } => Some([s, u]),
        SegmentCrossing::Along { .. } | SegmentCrossing::Parallel => None,
    };
    let at = of.lines[0].cross(of.lines[1]);
    if matches!(moment, Moment::Meet | Moment::Sides | Moment::Shares | Moment::Result) {
        let place = match of.meeting {
            Meeting::At(p) => format!("at ({}, {})", number(p.x as f32), number(p.y as f32)),
            Meeting::AtInfinity(_) => "W = 0: at infinity".to_owned(),
            Meeting::Everywhere => "all zero: one line".to_owned(),
        };
        let words = format!("l × m = ({}, {}, {}): {place}", number(at.x as f32), number(at.y as f32), number(at.z as f32));
        list.label(Role::Text, Vec2::new(0.0, 0.85 * SIZE.y), Vec2::ZERO, 8, words);
    }
    let (from, to) = (0.25 * SIZE.x, 0.75 * SIZE.x);
    for (index, name) in ["s", "u"].into_iter().enumerate() {
        let y = (0.45 - 0.25 * index as f32) * SIZE.y;
        list.line(Role::GridAxis, Vec2::new(0.0, y), Vec2::new(SIZE.x, y));
        list.capsule(Role::Curve(index as u8), Vec2::new(from, y), Vec2::new(to, y), 0.06);
        list.label(Role::QuietText, Vec2::new(from, y), Vec2::new(-4.0, -18.0), 5, "0");
        list.label(Role::QuietText, Vec2::new(to, y), Vec2::new(-4.0, -18.0), 5, "1");
        if let (Some(shares), Moment::Shares | Moment::Result) = (shares, moment) {
            let x = clamp(from + (to - from) * shares[index] as f32, 0.0, SIZE.x);
            list.dot(Role::Contact, Vec2::new(x, y), 5.0);
            list.label(Role::Contact, Vec2::new(x, y), Vec2::new(6.0, 10.0), 7, format!("{name} = {}", number(shares[index] as f32)));
        }
    }
}

/// Each edge as an upright bar between the heights of its ends, with the height of the point across: an edge that has
/// ends on both sides is crossed by it. Under the bar stands the count so far.
fn profile(of: &Outline, moment: Moment, list: &mut DrawList) {
    let (count, heights) = (of.corners.len() as f32, of.corners.iter().map(|corner| corner.y as f32));
    let (low, high) = heights.fold((of.from.y as f32, of.from.y as f32), |(low, high), y| (min(low, y), max(high, y)));
    let rise = |y: f32| SIZE.y * (0.15 + 0.8 * (y - low) / max(high - low, 1e-6));
    let level = rise(of.from.y as f32);
    list.line(Role::Prediction, Vec2::new(0.0, level), Vec2::new(SIZE.x, level));
    let shown = match moment {
        Moment::Start => 0,
        Moment::Edge(edge) => edge + 1,
        _ => of.edges.len(),
    };
    for (k, step) in of.edges.iter().enumerate() {
        let x = SIZE.x * (k as f32 + 0.5) / count;
        let [from, to] = of.edge(k).map(|end| Vec2::new(x, rise(end.y)));
        let list = &mut list.of(Part::nth(PartKind::EdgeB, k));
        let is_now = moment == Moment::Edge(k);
        let role = if is_now {
            Role::SeparatingAxis
        } else if k < shown {
            Role::BodyB
        } else {
            Role::GridAxis
        };
        list.line(role, from, to);
        list.dot(role, from, 2.5);
        list.dot(role, to, 2.5);
        if k < shown && step.counts {
            list.ring(Role::Contact, Vec2::new(x, level), 6.0);
        }
        if is_now || (k + 1 == shown && k + 1 == of.edges.len()) {
            list.label(Role::Text, Vec2::new(x, 0.0), Vec2::ZERO, 7, format!("count {}", step.count));
        }
    }
}
