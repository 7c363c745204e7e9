//! What the pipeline's own frames say: headings, reasons, cards.

use super::reel::{PipelineMoment, PipelineReel, Source};
use super::run::{Fate, Finder, StageFilms, StageKind};
use crate::draw::quantity::{counted, length, quantity};
use crate::engine::world::ContactPoint;
use crate::lens::microscope::clip::name_of;
use crate::lens::microscope::solver::push_words;
use crate::lens::microscope::{Card, Film, Frame, Line, Part, PartKind, Quantity, Unit};

/// The header of a stage.
pub(super) fn stage_name(found: &StageFilms, step: StageKind) -> String {
    match step {
        StageKind::Boxes => "Boxes",
        StageKind::Pair => "Pair",
        StageKind::Narrow => found.finder_name(),
        StageKind::Depth => "EPA",
        StageKind::Faces => "Faces",
        StageKind::Clip => "Clipping",
        StageKind::Ids => "Names",
        StageKind::Solver => "Solver",
    }
    .into()
}

/// A number that the last frame of a film tells.
fn told(film: Option<&Film>, symbol: &str) -> Option<f32> {
    let film = film?;
    film.frame(film.last()).card.quantities().find(|q| q.symbol == symbol).map(|q| q.value)
}

/// The one number that matters most of a stage.
pub(super) fn headline(found: &StageFilms, step: StageKind, fate: Fate) -> String {
    let count = |symbol: &str| told(found.narrow.as_ref(), symbol).unwrap_or(0.0) as usize;
    match (step, fate) {
        (_, Fate::Skipped) => "skipped".into(),
        (_, Fate::Kept) => "reused".into(),
        (StageKind::Boxes, _) => counted(found.verdict.tests, "test", "tests"),
        (StageKind::Pair, _) => if !found.is_pair() {
            "refused"
        } else if found.books.before.is_some() {
            "known"
        } else {
            "new"
        }
        .into(),
        (StageKind::Narrow, _) => match found.finder {
            Finder::ClosedForm => length(found.meeting.separation),
            Finder::Sat => counted(count("axes tried"), "axis", "axes"),
            Finder::Gjk => counted(count("iterations"), "iteration", "iterations"),
        },
        (StageKind::Depth, _) => length(-found.meeting.separation),
        (StageKind::Faces, _) => {
            let normal = found.clip.as_ref().and_then(|(film, _)| film.normal);
            normal.map_or_else(String::new, |n| format!("n {}", crate::draw::quantity::angle(crate::engine::math::atan2(n.y, n.x))))
        }
        (StageKind::Clip, _) => counted(found.meeting.manifold.count, "point", "points"),
        (StageKind::Ids, _) => format!("{} of {}", known(found), names(found).len()),
        (StageKind::Solver, _) if found.is_only_joined() => "joint".into(),
        (StageKind::Solver, _) => quantity(found.push(), "N·s"),
    }
}

/// The points whose names are asked for: the contact's after the step, else those of the narrow phase.
pub(super) fn names(found: &StageFilms) -> Vec<crate::engine::narrow::FeatureId> {
    match &found.books.after {
        Some(after) if after.count > 0 => after.points().iter().map(|p| p.feature).collect(),
        _ => found.meeting.manifold.points().iter().map(|p| p.feature).collect(),
    }
}

/// The point of the step before that has this name.
pub(super) fn earlier(found: &StageFilms, name: crate::engine::narrow::FeatureId) -> Option<&ContactPoint> {
    found.books.before.as_ref()?.points().iter().find(|point| point.feature == name)
}

/// How many of the names the step before knew.
pub(super) fn known(found: &StageFilms) -> usize {
    names(found).into_iter().filter(|&name| earlier(found, name).is_some()).count()
}

impl PipelineReel {
    /// What came of the pair, in one sentence.
    pub(super) fn outcome(&self) -> String {
        let points = self.found.points();
        if self.found.is_only_joined() {
            return "No contact: the solver has only the joint between the two".into();
        }
        if points == 0 {
            return format!("The pipeline ends at “{}”: no contact", self.stages[self.last_ran()].name);
        }
        let did = push_words(self.found.push(), self.found.books.moved_apart);
        format!("{}: the contact {did}", counted(points, "point", "points"))
    }

    pub(super) fn start(&self) -> Frame {
        let (s, books) = (&self.specimen, &self.found.books);
        let which = if books.is_last { "The scene's last step" } else { "The scene's next step" };
        let lines = vec![
            Line::value("step", books.number as f32, Unit::Count, &[]),
            Line::new(format!("A is {}, {}", s.a.name, s.a.shape.word())),
            Line::new(format!("B is {}, {}", s.b.name, s.b.shape.word())),
            Line::value("margin", s.options.margin, Unit::Length, &[]),
        ];
        Frame {
            heading: format!("{} and {}: how far does the pair get?", s.a.name, s.b.name),
            short: "start".into(),
            iteration: 0,
            reason: format!(
                "{which}. Eight stages lie between two bodies that come near and the push that keeps them apart. Each may decide the question, and all that follow are skipped. The search under Boxes is made again for this pair: a step only searches round boxes that have changed since the last, and a pair that is known stays."
            ),
            card: Card { lines },
            line: self.found.broad.frame(0).line,
        }
    }

    pub(super) fn pair(&self, iteration: usize) -> Frame {
        let (found, overlap) = (&self.found, self.found.overlap());
        let boxes = [Part::nth(PartKind::IntervalA, 0), Part::nth(PartKind::IntervalB, 0)];
        let side = |axis: &str, value: f32| Line::value(&format!("overlap along {axis}"), value, Unit::Length, &boxes);
        let (heading, short, reason) = match (found.is_pair(), found.books.before.is_some()) {
            (true, true) => ("A pair already".to_owned(), "known pair", "Their enlarged boxes overlap since an earlier step. The pair is kept with its contact as long as they do, and the contact keeps its impulses.".to_owned()),
            (true, false) => ("A new pair".to_owned(), "new pair", "Their enlarged boxes overlap on both axes, one of the two can be pushed, and no filter or joint forbids it: a contact is made for them, empty as yet.".to_owned()),
            _ => ("The boxes overlap, but they are no pair".to_owned(), "no pair", found.refusal.unwrap_or("Their boxes have come together only at the end of this step: the next one will make a pair of them.").to_owned()),
        };
        Frame {
            heading,
            short: short.into(),
            iteration,
            reason,
            card: Card { lines: vec![side("x", overlap.x), side("y", overlap.y)] },
            line: match (found.is_pair(), found.books.before.is_some()) {
                (true, true) => "",
                (true, false) => "broad.result",
                _ => self.line_of_no_pair(),
            },
        }
    }

    /// The line that has kept the two from being a pair: that of the rules, or of the boxes that lie apart.
    fn line_of_no_pair(&self) -> &'static str {
        let found = &self.found;
        match found.refusal {
            Some(_) if found.verdict.meets => "pipeline.pair",
            _ if found.verdict.meets => "",
            _ => found.broad.frame(found.broad.last()).line,
        }
    }

    /// A stage that was not needed.
    pub(super) fn spared(&self, iteration: usize) -> Frame {
        let (found, stage) = (&self.found, &self.stages[iteration]);
        let margin = Line::value("margin", self.specimen.options.margin, Unit::Length, &[]);
        let narrow = self.stages.get(2).map(|stage| stage.fate);
        let ended = found.is_pair() && narrow != Some(Fate::Skipped);
        let (lines, line) = match stage.step {
            StageKind::Boxes | StageKind::Pair => {
                let gap = -found.overlap().min_element();
                (vec![Line::value("gap of the enlarged boxes", gap, Unit::Length, &[])], self.line_of_no_pair())
            }
            _ if !found.is_pair() => {
                let gap = -found.overlap().min_element();
                (vec![Line::value("gap of the enlarged boxes", gap, Unit::Length, &[])], self.line_of_no_pair())
            }
            // The step passes over what sleeps.
            _ if found.books.asleep => (Vec::new(), ""),
            StageKind::Narrow => match found.slack() {
                Some(slack) => (vec![Line::value("slack left", slack, Unit::Length, &[])], "separated.slack"),
                None => (vec![Line::value("gap of the boxes", found.box_gap, Unit::Length, &[]), margin], "pipeline.near"),
            },
            StageKind::Depth | StageKind::Faces | StageKind::Clip if ended => {
                let line = match stage.step {
                    _ if found.knows_point => "race.closed_form",
                    StageKind::Depth => self.line_of_finder(),
                    _ => "pipeline.margin",
                };
                (vec![Line::value("separation", found.meeting.separation, Unit::Length, &[]), margin], line)
            }
            _ => (vec![Line::value("points", found.points() as f32, Unit::Count, &[])], "pipeline.near"),
        };
        Frame {
            heading: "Skipped in this step".into(),
            short: "skipped".into(),
            iteration,
            reason: stage.reason.clone(),
            card: Card { lines },
            line,
        }
    }

    fn line_of_finder(&self) -> &'static str {
        match self.found.finder {
            Finder::ClosedForm => "race.closed_form",
            Finder::Sat => "race.sat",
            Finder::Gjk => "race.gjk_epa",
        }
    }

    /// A stage whose finding of an earlier step still holds.
    pub(super) fn kept(&self, iteration: usize, source: Source, frame: usize) -> Frame {
        let stage = &self.stages[iteration];
        let mut lines = Vec::new();
        if let Some(moved) = self.found.moved_since() {
            lines.push(Line::value("moved since", moved, Unit::Length, &[]));
        }
        if let Some(film) = self.film_of(source) {
            lines.push(Line::new(format!("It found then: {}", film.frame(frame).heading)));
        }
        Frame {
            heading: "Reused from an earlier step".into(),
            short: "reused".into(),
            iteration,
            reason: stage.reason.clone(),
            card: Card { lines },
            line: "pipeline.kept",
        }
    }

    /// What the step before knew of the points.
    pub(super) fn carry(&self, iteration: usize) -> Frame {
        let (found, names) = (&self.found, names(&self.found));
        let mut lines = Vec::new();
        for (k, &name) in names.iter().enumerate() {
            let own = [Part::nth(PartKind::Point, k)];
            lines.push(Line::new(format!("{}:", name_of(name))));
            let Some(old) = earlier(found, name) else {
                lines.push(Line::new("  new: begins with nothing"));
                continue;
            };
            let was = Line::new("  in the last sub-step of the step before: ").quantity("before", old.warm_normal, Unit::Impulse, &own);
            lines.push(was);
            if let Some([normal, tangent]) = found.books.warm.get(k).copied().flatten() {
                let warm = Line::new("  this step starts from Λ = ").quantity("carried", normal, Unit::Impulse, &own);
                lines.push(warm.text(", friction ").quantity("carried friction", tangent, Unit::Impulse, &own));
            }
        }
        let (all, known) = (names.len(), known(found));
        let heading = match (known, all) {
            _ if found.is_late() => "Points were found within the step".to_owned(),
            (0, _) => format!("{}: nothing to begin with", counted(all, "new name", "new names")),
            (known, all) => format!("{known} of {} known: warm start", counted(all, "name", "names")),
        };
        let reason = match known {
            _ if found.is_late() => {
                "The two close so fast that they met only after the step had begun: the solver looks for their points as it goes."
            }
            _ if !found.books.warm_starting => "Warm starting is off: every step begins with nothing, whatever the last one knew.",
            0 => "The step before had no point of these names, so the solver begins at zero and has farther to go.",
            _ => {
                "A point is known by the features that made it. What pushed it at the end of the last step is applied again before anything is solved: at rest that is already the answer."
            }
        };
        let line = match known {
            _ if found.is_kept() => "solver.warm_start",
            0 => "pipeline.fresh",
            _ => "pipeline.carry",
        };
        Frame { heading, short: "carried".into(), iteration, reason: reason.into(), card: Card { lines }, line }
    }

    /// What the world's contact says when all is done.
    pub(super) fn result(&self, iteration: usize) -> Frame {
        let found = &self.found;
        let mut lines = Vec::new();
        if let Some(after) = found.books.after.as_ref().filter(|contact| contact.count > 0) {
            lines.push(Line::new("n = ").vector("normal", after.normal, Unit::None, &[Part::of(PartKind::Normal)]));
            for (k, point) in after.points().iter().enumerate() {
                let own = [Part::nth(PartKind::Point, k)];
                let gap = Quantity::new("separation", point.separation, Unit::Length, &own);
                lines.push(Line::new(format!("{}: ", name_of(point.feature))).number(gap));
                lines.push(
                    Line::new("  impulse over the step Σ Λ = ")
                        .quantity("normal impulse", point.normal_impulse, Unit::Impulse, &own)
                        .text(", friction ")
                        .quantity("friction impulse", point.tangent_impulse, Unit::Impulse, &own),
                );
            }
        }
        let spared = self.stages.iter().filter(|stage| stage.fate == Fate::Skipped).count();
        let kept = self.stages.iter().filter(|stage| stage.fate == Fate::Kept).count();
        lines.push(Line::value("stages skipped", spared as f32, Unit::Count, &[]));
        if kept > 0 {
            lines.push(Line::value("stages reused", kept as f32, Unit::Count, &[]));
        }
        let reason = if found.points() > 0 {
            "This is what the world's contact tells after the step, and what the lenses of the scene draw: the same points, gaps and sums, to the last bit."
        } else if found.is_only_joined() {
            "A joint needs no overlap: its rows go straight to the solver."
        } else if found.may_be_stopped() {
            "They are apart, but fast: what would jump over the other within the step is stopped where they first touch. That is the work of the time of impact, which has a microscope of its own."
        } else {
            "No contact follows, and the scene has none. Nearly all pairs end so in nearly all steps; the cheapest test comes first."
        };
        Frame {
            heading: self.outcome(),
            short: "result".into(),
            iteration,
            reason: reason.into(),
            card: Card { lines },
            line: if self.stages.last().is_some_and(|stage| stage.fate == Fate::Ran) { "solver.result" } else { "" },
        }
    }

    /// True when a frame is the last of its stage.
    pub(super) fn ends_stage(&self, frame: usize) -> bool {
        self.moments.get(frame + 1).is_none_or(|(stage, _)| *stage != self.moments[frame].0)
    }

    /// What a frame shows.
    pub(super) fn moment(&self, frame: usize) -> PipelineMoment {
        self.moments[frame].1
    }
}
