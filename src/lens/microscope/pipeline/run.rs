//! Which stages ran for the pair in this step, which the engine spared, and why: read from the traces and the world's
//! books.

use crate::draw::quantity::length;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyKind;
use crate::engine::collider::Collider;
use crate::engine::math::{Vec2, max};
use crate::engine::narrow::{NarrowAnswer, NarrowPhase, NarrowStep, collide_within};
use crate::lens::microscope::broad::{self, Verdict};
use crate::lens::microscope::clip::{self, Chapter};
use crate::lens::microscope::solver::{self, ASLEEP, Books};
use crate::lens::microscope::{Film, Side, Specimen};
use crate::lens::microscope::{epa, gjk, race, sat};

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageKind {
    Boxes,
    Pair,
    Narrow,
    Depth,
    Faces,
    Clip,
    Ids,
    Solver,
}

impl StageKind {
    pub(super) const ALL: [StageKind; 8] = {
        use StageKind::*;
        [Boxes, Pair, Narrow, Depth, Faces, Clip, Ids, Solver]
    };
}

/// What became of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It ran in this step.
    Ran,
    /// What it found in an earlier step still holds.
    Kept,
    /// It was not needed, or never reached.
    Skipped,
}

/// Who finds the normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finder {
    ClosedForm,
    Sat,
    Gjk,
}

/// The films of the stages, and what decides between them.
pub(super) struct StageFilms {
    pub broad: Film,
    pub verdict: Verdict,
    /// SAT, GJK, or the race whose first row is the closed form.
    pub narrow: Option<Film>,
    pub finder: Finder,
    pub epa: Option<Film>,
    pub clip: Option<(Film, Vec<Chapter>)>,
    pub solver: Film,
    pub books: Books,
    pub meeting: NarrowAnswer,
    /// True when the closed form knows the only point, so that there is nothing to clip.
    pub knows_point: bool,
    /// Why two whose boxes overlap are no pair all the same.
    pub refusal: Option<&'static str>,
    /// Gap between the tight boxes along the axis on which it is larger, metres.
    pub box_gap: f32,
    margin: f32,
    /// How far both may move in the step, metres.
    travel: f32,
}

/// Runs what the engine runs, each under its own microscope.
pub(super) fn run(specimen: &Specimen) -> StageFilms {
    let s = specimen;
    let mut steps: Vec<NarrowStep> = Vec::new();
    let mut meeting = collide_within(&s.a.shape, &s.b.shape, s.pose_b_in_a(), s.narrow_phase, s.reach(), &mut steps);
    let (manifold, again) = s.without_hidden_edges(meeting.manifold);
    meeting.manifold = manifold;
    let has = |wanted: fn(&NarrowStep) -> bool| steps.iter().any(wanted);
    let finder = match s.narrow_phase {
        _ if has(|step| matches!(step, NarrowStep::Pair(_))) => Finder::ClosedForm,
        NarrowPhase::Sat => Finder::Sat,
        NarrowPhase::GjkEpa => Finder::Gjk,
    };
    let (broad, verdict) = broad::film_and_verdict(s);
    let (solver, books) = solver::film_and_books(s);
    let mut found = StageFilms {
        broad,
        verdict,
        narrow: None,
        finder,
        epa: None,
        clip: None,
        solver,
        refusal: refusal(s),
        books,
        meeting,
        knows_point: meeting.manifold.count > 0 && again.is_empty() && !has(|step| matches!(step, NarrowStep::Clip(_))),
        box_gap: gaps([s.a.shape.aabb(s.a.pose), s.b.shape.aabb(s.b.pose)]).max_element(),
        margin: s.options.margin,
        travel: travel(s),
    };
    if found.fate(StageKind::Narrow).0 != Fate::Skipped {
        found.narrow = Some(match finder {
            Finder::ClosedForm => race::film(s),
            Finder::Sat => sat::film(s),
            Finder::Gjk => gjk::film(s),
        });
        found.epa = has(|step| matches!(step, NarrowStep::Epa(_))).then(|| epa::film(s));
        if !found.knows_point && meeting.separation <= s.options.margin {
            found.clip = Some(clip::film_and_chapters(s));
        }
    }
    found
}

/// Gap between two boxes on the axes x and y, metres; negative where they overlap.
fn gaps([a, b]: [Aabb; 2]) -> Vec2 {
    (b.min - a.max).max(a.min - b.max)
}

/// How far the bodies may come towards each other during the step, metres.
fn travel(s: &Specimen) -> f32 {
    let of = |side: Side| {
        let (motion, shape) = (s.motion(side), &s.side(side).shape);
        motion.travel.length() + motion.turn.abs() * shape.core_aabb(s.side(side).pose).size().length()
    };
    of(Side::A) + of(Side::B)
}

/// Why the scene makes no pair of the two, whatever their boxes do.
fn refusal(s: &Specimen) -> Option<&'static str> {
    let scene = s.scene.as_ref()?;
    let (world, (a, b)) = (scene.stage.world(), scene.pair);
    let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
    let allows = |a: &Collider, b: &Collider| a.filter.allows(b.filter);
    if a.body == b.body {
        return Some("Both shapes belong to one body, whose parts never push each other.");
    }
    if body_a.kind != BodyKind::Dynamic && body_b.kind != BodyKind::Dynamic {
        return Some("Neither of the two can be pushed: nothing would follow from a contact.");
    }
    if !allows(world.collider(a)?, world.collider(b)?) {
        return Some("Their layers do not touch each other: a filter lets them pass.");
    }
    let joins = |x, y| (x, y) == (a.body, b.body) || (y, x) == (a.body, b.body);
    let joined = world.joints().any(|(_, joint)| !joint.collide_connected && joins(joint.body_a, joint.body_b));
    joined.then_some("A joint holds them together and forbids that they also collide.")
}

impl StageFilms {
    /// True when the two are a pair in this step.
    pub fn is_pair(&self) -> bool {
        self.books.after.is_some()
    }

    /// True when the contact that the step solved was made in an earlier one.
    pub fn is_kept(&self) -> bool {
        let (Some(before), Some(after)) = (&self.books.before, &self.books.after) else { return false };
        // A single point of round shapes wanders as they roll, so it is made anew in each step.
        let rolls = after.count == 1 && self.solver.specimen.radius() > 0.0;
        before.count > 0 && after.count > 0 && !rolls && before.pose_a == after.pose_a && before.pose_b == after.pose_b
    }

    /// True when the points were found within the step, not at its start.
    pub fn is_late(&self) -> bool {
        self.meeting.manifold.count == 0 && self.points() > 0
    }

    /// Number of points that the step ended with; those of the narrow phase when there was no such step.
    pub fn points(&self) -> usize {
        self.books.after.as_ref().map_or(0, |contact| contact.count)
    }

    /// How much nearer the two may come before anybody looks again, when the step could spare the narrow phase for
    /// that.
    pub fn slack(&self) -> Option<f32> {
        let [Some(before), Some(after)] = self.books.slack else { return None };
        (before == after && after.left > 0.0).then_some(after.left)
    }

    /// How far the first point of a kept manifold has come apart since: as A carries it and as B does, metres.
    pub fn moved_since(&self) -> Option<f32> {
        let (after, [a, b]) = (self.books.after.as_ref()?, self.books.start);
        let point = after.manifold.points().first()?.position;
        let on_b = after.pose_a.inv_mul(after.pose_b).inv_transform_point(point);
        Some((a.inv_mul(b).transform_point(on_b) - point).length())
    }

    /// What became of a stage, and why it was spared.
    pub fn fate(&self, step: StageKind) -> (Fate, String) {
        let skipped = |why: &str| (Fate::Skipped, why.to_owned());
        let ran = (Fate::Ran, String::new());
        if step == StageKind::Boxes {
            return ran;
        }
        if !self.is_pair() {
            return match step {
                StageKind::Pair if self.verdict.meets => ran,
                StageKind::Pair => skipped(
                    "The enlarged boxes do not overlap, so the two are no pair. Most candidates in a scene end here, after a few comparisons.",
                ),
                _ if step == StageKind::Solver && self.has_impulses() => ran,
                _ => skipped("Without a pair the later stages are skipped."),
            };
        }
        match step {
            StageKind::Boxes | StageKind::Pair => ran,
            StageKind::Narrow => self.fate_of_narrow(),
            StageKind::Ids if self.points() == 0 && self.meeting.manifold.count == 0 => {
                skipped("Without a point there is no name to know again.")
            }
            StageKind::Ids if self.books.asleep => {
                skipped("Both are asleep: the step passes over them, and each point keeps what pushed it last.")
            }
            StageKind::Ids => ran,
            StageKind::Solver if self.has_impulses() => ran,
            StageKind::Solver if self.books.asleep => skipped(ASLEEP),
            StageKind::Solver => skipped("Without a point there is no row to solve: the two do not affect each other."),
            _ => self.fate_of_rest(step),
        }
    }

    /// True when an impulse acted between the two.
    fn has_impulses(&self) -> bool {
        self.solver.frames.len() > 2
    }

    fn fate_of_narrow(&self) -> (Fate, String) {
        let skipped = |why: String| (Fate::Skipped, why);
        if self.is_kept() {
            let why = if self.books.asleep { "Both are asleep, and what was found when they last moved still holds." } else { KEPT };
            return (Fate::Kept, why.to_owned());
        }
        if self.points() > 0 || self.meeting.manifold.count > 0 {
            return (Fate::Ran, String::new());
        }
        if self.books.asleep {
            return skipped("Both are asleep: the step passes over them.".into());
        }
        if let Some(slack) = self.slack() {
            return skipped(format!(
                "When the two were last measured, {} lay between them beyond the margin. They have not come so much nearer since, so the narrow phase is skipped.",
                length(slack)
            ));
        }
        if self.box_gap > self.margin + self.travel {
            return skipped(format!(
                "The enlarged boxes overlap, but those that just hold the shapes are {} apart, more than the margin of {}. The shapes cannot be nearer.",
                length(self.box_gap),
                length(self.margin)
            ));
        }
        (Fate::Ran, String::new())
    }

    /// Depth, faces and clipping.
    fn fate_of_rest(&self, step: StageKind) -> (Fate, String) {
        let skipped = |why: String| (Fate::Skipped, why);
        let (narrow, _) = self.fate_of_narrow();
        let name = self.finder_name();
        match (step, self.finder) {
            _ if narrow == Fate::Skipped => skipped("The narrow phase did not run, so there is nothing to go on with.".into()),
            (StageKind::Depth, Finder::Sat | Finder::ClosedForm) if self.meeting.separation > 0.0 => {
                skipped("The shapes are apart: there is no depth to find.".into())
            }
            (StageKind::Depth, Finder::Sat) => {
                skipped("SAT has found the depth itself: the axis of least overlap is the shortest way out.".into())
            }
            (StageKind::Depth, Finder::ClosedForm) => skipped("The closed form knows the depth already.".into()),
            (StageKind::Depth, Finder::Gjk) if self.epa.is_none() && self.meeting.separation < 0.0 => {
                skipped("The cores are apart, only the rounding overlaps: GJK's distance less both radii is the depth.".into())
            }
            (StageKind::Depth, Finder::Gjk) if self.epa.is_none() => skipped("The shapes are apart: GJK's distance says all.".into()),
            (StageKind::Depth, _) => (narrow, String::from(if narrow == Fate::Kept { KEPT } else { "" })),
            _ if self.knows_point => {
                skipped("A circle touches anything in one point, and the closed form has named it: no faces, nothing to clip.".into())
            }
            _ if self.meeting.separation > self.margin => skipped(format!(
                "{name} has found a gap of {}, wider than the margin of {}: no point can be near enough.",
                length(self.meeting.separation),
                length(self.margin)
            )),
            _ => (narrow, String::from(if narrow == Fate::Kept { KEPT } else { "" })),
        }
    }

    /// What the narrow phase of this pair is called.
    pub fn finder_name(&self) -> &'static str {
        match self.finder {
            Finder::ClosedForm => "Closed form",
            Finder::Sat => "SAT",
            Finder::Gjk => "GJK",
        }
    }

    /// What the enlarged boxes have in common on the axes x and y, metres; negative: the gap.
    pub fn overlap(&self) -> Vec2 {
        let [a, b] = self.verdict.boxes;
        a.max.min(b.max) - a.min.max(b.min)
    }

    /// True when the solver has rows, but of a joint and not of a contact.
    pub fn is_only_joined(&self) -> bool {
        self.points() == 0 && self.has_impulses()
    }

    /// True when the two are apart, but come so fast that they may meet within the step.
    pub fn may_be_stopped(&self) -> bool {
        self.points() == 0 && self.is_pair() && self.meeting.separation > 0.0 && self.meeting.separation < self.travel
    }

    /// Sum of the normal impulses of all points, N·s.
    pub fn push(&self) -> f32 {
        self.books.after.as_ref().map_or(0.0, |contact| contact.points().iter().map(|p| max(p.normal_impulse, 0.0)).sum())
    }
}

const KEPT: &str = "What was found in an earlier step still holds: seen from each other the two have hardly moved since. So it is reused, and a pile at rest costs little.";
