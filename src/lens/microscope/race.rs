//! The race: several ways to the same answer, run on the same pose, side by side.
//!
//! ```text
//!                    n          gap        points  iterations, support calls
//!   closed form     ↑      ━━━━ −0.21 m       1      1     0
//!   SAT             ↑      ━━━━ −0.21 m       1      5    20         a row that differs from the first by more than
//!   GJK + EPA       ↗      ━━━━━ −0.24 m      1      7    11   ≠     rounding explains is flagged
//! ```
//! Each row is a run of the engine's own functions: [`crate::engine::narrow::closed_form::closed_form`],
//! [`crate::engine::narrow::sat`], [`crate::engine::narrow::gjk`] and [`crate::engine::narrow::epa`]; the points are
//! those that [`crate::engine::narrow::clip`] makes of each row's normal. [`hunt::hunt`] looks for poses at which the
//! rows differ most.

pub mod hunt;

mod picture;
mod questions;
mod words;

use super::of_scene::of_pair_alone;
use super::{Dial, Film, Frame, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet};
use crate::engine::math::{Vec2, max};
use crate::engine::narrow::clip::clip;
use crate::engine::narrow::closed_form::closed_form;
use crate::engine::narrow::epa::{EpaStep, penetration};
use crate::engine::narrow::gjk::{GjkOutcome, GjkStep, distance};
use crate::engine::narrow::sat::{SatOutcome, SatStep, SatVerdict, separate};
use crate::engine::narrow::{Manifold, NarrowPhase};
use crate::engine::probe::NoProbe;

/// The microscope.
pub const RACE: Microscope = Microscope {
    id: "race",
    name: "Race",
    explanation: "SAT, GJK with EPA, and closed forms on the same pose: what each finds and what it costs, and where they disagree.",
    space: Sheet::Diagram,
    space_title: "Side by side",
    thumbnail: Sheet::World,
    chart_title: None,
    dials: &[Dial::Margin, Dial::Hunt],
    subject: Subject::Shapes,
    film,
};

/// Separations may differ by so much of the pair's size without being flagged: single precision, and EPA's tolerance.
const SAME: f32 = 2e-5;
/// Normals may differ by this angle, radians.
const SAME_ANGLE: f32 = 2e-3;

/// One way to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    ClosedForm,
    Sat,
    GjkEpa,
}

impl Runner {
    fn name(self) -> &'static str {
        match self {
            Runner::ClosedForm => "closed form",
            Runner::Sat => "SAT",
            Runner::GjkEpa => "GJK + EPA",
        }
    }
}

/// What one of them found and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RaceRun {
    runner: Runner,
    /// From A to B, A's frame.
    normal: Vec2,
    /// Signed gap of the rounded shapes, metres.
    separation: f32,
    /// False when the separation only says "at least": SAT stops at the first wide gap.
    is_exact: bool,
    manifold: Manifold,
    /// Axes of SAT; iterations of GJK and of EPA.
    iterations: usize,
    /// How often a farthest vertex was asked for.
    supports: usize,
}

/// All that can run on the specimen; a closed form first where there is one.
pub(crate) fn runs(specimen: &Specimen) -> Vec<RaceRun> {
    let (a, b, pose) = (specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a());
    let margin = specimen.options.margin;
    let points = |normal: Vec2, separation: f32| {
        if separation > margin { Manifold::default() } else { clip(a, b, pose, normal, margin, &mut NoProbe) }
    };
    let closed = closed_form(&specimen.a.shape, &specimen.b.shape, pose).map(|form| {
        let (normal, separation) = (form.step.normal, form.step.separation);
        let manifold = points(normal, separation);
        RaceRun { runner: Runner::ClosedForm, normal, separation, is_exact: true, manifold, iterations: 1, supports: 0 }
    });
    let mut axes: Vec<SatStep> = Vec::new();
    let sat = separate(a, b, pose, specimen.reach().exact, &mut axes);
    // Each tried axis asks A and B for their shadows, whose two ends are the farthest vertices both ways.
    let tried = axes.iter().filter(|step| step.verdict != SatVerdict::Duplicate).count();
    let by_sat = RaceRun {
        runner: Runner::Sat,
        normal: sat.normal,
        separation: sat.separation,
        is_exact: sat.outcome != SatOutcome::Separated,
        manifold: points(sat.normal, sat.separation),
        iterations: sat.axis_count,
        supports: 4 * tried,
    };
    closed.into_iter().chain([by_sat, by_gjk_and_epa(specimen, &points)]).collect()
}

fn by_gjk_and_epa(specimen: &Specimen, points: &impl Fn(Vec2, f32) -> Manifold) -> RaceRun {
    let (a, b, pose) = (specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a());
    let mut walk: Vec<GjkStep> = Vec::new();
    let apart = distance(a, b, pose, &mut walk);
    // One support point to start from, and one in each iteration that did not end before; one is a vertex of A and
    // one of B.
    let mut supports = 2 * (1 + walk.iter().filter(|step| step.support.is_some()).count());
    let (mut normal, mut separation, mut iterations) = (apart.normal, apart.distance - specimen.radius(), apart.iterations);
    if apart.outcome == GjkOutcome::Overlap {
        let mut growth: Vec<EpaStep> = Vec::new();
        let inside = penetration(a, b, pose, &apart, &mut growth);
        (normal, separation) = (inside.normal, -inside.depth - specimen.radius());
        iterations += inside.iterations;
        supports += 2 * growth.len();
    }
    RaceRun { runner: Runner::GjkEpa, normal, separation, is_exact: true, manifold: points(normal, separation), iterations, supports }
}

/// How far two rows are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Disagreement {
    /// Of the separations, metres; 0 where one of them only says "at least" and the other is no less.
    separation: f32,
    /// Between the normals, radians; 0 where no contact follows.
    angle: f32,
    /// Of the numbers of points.
    points: usize,
}

impl Disagreement {
    fn between(first: &RaceRun, second: &RaceRun) -> Disagreement {
        let (low, high) = if first.is_exact { (second, first) } else { (first, second) };
        let separation = match (low.is_exact, high.is_exact) {
            (true, true) => (first.separation - second.separation).abs(),
            _ => max(low.separation - high.separation, 0.0),
        };
        let both_touch = first.manifold.count > 0 && second.manifold.count > 0;
        let angle = if both_touch {
            crate::engine::math::atan2(first.normal.perp_dot(second.normal).abs(), first.normal.dot(second.normal))
        } else {
            0.0
        };
        Disagreement { separation, angle, points: first.manifold.count.abs_diff(second.manifold.count) }
    }

    /// How much it is worth looking at: depths before normals before numbers of points.
    fn worth(&self) -> f32 {
        self.separation + 0.01 * self.angle + 0.001 * self.points as f32
    }

    /// True when rounding alone explains it.
    fn is_rounding(&self, size: f32) -> bool {
        self.separation <= SAME * max(size, 1.0) && self.angle <= SAME_ANGLE && self.points == 0
    }
}

/// The row that differs most from the first, and by how much.
fn largest(runs: &[RaceRun]) -> (usize, Disagreement) {
    let gaps = runs.iter().enumerate().skip(1).map(|(i, run)| (i, Disagreement::between(&runs[0], run)));
    gaps.fold((0, Disagreement::default()), |best, other| if other.1.worth() > best.1.worth() { other } else { best })
}

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RaceMoment {
    Start,
    RaceRun(usize),
    Verdict,
}

struct RaceReel {
    runs: Vec<RaceRun>,
    /// Row and difference of the one that differs most.
    worst: (usize, Disagreement),
    size: f32,
}

/// Runs all of them.
pub fn film(specimen: &Specimen) -> Film {
    let runs = runs(specimen);
    let worst = largest(&runs);
    let reel = RaceReel { runs, worst, size: specimen.size() };
    let of_world = reel.of_world(specimen.narrow_phase);
    let normal = if of_world.manifold.count > 0 { of_world.manifold.normal } else { of_world.normal };
    let (normal, separation) = (specimen.turned(normal), of_world.separation);
    let (frames, outcome) = (of_pair_alone(specimen, (0..reel.runs.len() + 2).map(|i| reel.frame(specimen, i)).collect()), reel.outcome());
    Film { normal: Some(normal), separation: Some(separation), ..Film::without_contact(&RACE, specimen, frames, outcome, reel) }
}

impl RaceReel {
    fn moment(&self, frame: usize) -> RaceMoment {
        match frame {
            0 => RaceMoment::Start,
            i if i <= self.runs.len() => RaceMoment::RaceRun(i - 1),
            _ => RaceMoment::Verdict,
        }
    }

    /// The row that the world's narrow phase takes.
    fn of_world(&self, method: NarrowPhase) -> &RaceRun {
        let wanted = match (self.runs[0].runner, method) {
            (Runner::ClosedForm, _) => Runner::ClosedForm,
            (_, NarrowPhase::Sat) => Runner::Sat,
            (_, NarrowPhase::GjkEpa) => Runner::GjkEpa,
        };
        self.runs.iter().find(|run| run.runner == wanted).unwrap_or(&self.runs[0])
    }

    fn agrees(&self) -> bool {
        self.worst.1.is_rounding(self.size)
    }

    /// False when one of them found a bound only.
    fn all_exact(&self) -> bool {
        self.runs.iter().all(|run| run.is_exact)
    }

    /// The row with the fewest support calls.
    fn cheapest(&self) -> &RaceRun {
        self.runs.iter().min_by_key(|run| run.supports).unwrap_or(&self.runs[0])
    }

    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let moment = self.moment(index);
        let (heading, short) = self.title(moment);
        let line = match moment {
            RaceMoment::Start => "race.pairs",
            RaceMoment::RaceRun(i) => match self.runs[i].runner {
                Runner::ClosedForm => "race.closed_form",
                Runner::Sat => "race.sat",
                Runner::GjkEpa => "race.gjk_epa",
            },
            RaceMoment::Verdict => "race.clip",
        };
        Frame { heading, short, iteration: index, reason: self.reason(moment), card: self.card(specimen, moment), line }
    }
}

impl Reel for RaceReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        self.draw_frame(specimen, frame, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        self.ask(self.moment(frame))
    }
}
