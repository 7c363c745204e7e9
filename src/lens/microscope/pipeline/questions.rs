//! What may be asked about the pipeline: where it ends, who finds the normal, how many points survive, what is
//! carried over.

use super::reel::{PipelineMoment, PipelineReel};
use super::run::{Fate, Finder, StageKind};
use super::words::{known, names};
use crate::lens::microscope::{Choice, Part, PartKind, Question};

impl PipelineReel {
    pub(super) fn ask(&self, frame: usize) -> Vec<Question> {
        let (stage, moment) = self.moments[frame];
        let next = self.stages.get(stage + 1).filter(|_| self.ends_stage(frame)).map(|stage| stage.step);
        let asked = match (moment, next) {
            (PipelineMoment::Start, _) => self.ask_end(),
            (_, Some(StageKind::Pair)) => self.ask_narrow(),
            (_, Some(StageKind::Narrow)) if self.stages[stage].fate == Fate::Ran && self.found.is_pair() => self.ask_finder(),
            (_, Some(StageKind::Depth)) if self.stages[stage].fate == Fate::Ran => self.ask_points(),
            (_, Some(StageKind::Ids)) if !names(&self.found).is_empty() => self.ask_carried(),
            _ => None,
        };
        asked.into_iter().collect()
    }

    /// Which stage is the last that has something to do?
    fn ask_end(&self) -> Option<Question> {
        let last = self.last_ran();
        let belief = |step: StageKind| match step {
            StageKind::Boxes => {
                "Only boxes with a gap between them settle it at once; look whether a box around each of the two could touch the other."
            }
            StageKind::Pair => {
                "A pair is let go only where nothing can be pushed, a filter or joint forbids it, or even the tight boxes are apart."
            }
            StageKind::Narrow => {
                "The narrow phase settles it when the shapes themselves are farther apart than the margin, though their boxes overlap."
            }
            StageKind::Ids => "Points that are found go on to the solver, unless both bodies sleep.",
            _ => "The solver is reached only by pairs with points: overlapping boxes are not yet touching shapes.",
        };
        let why = match self.stages[last].step {
            StageKind::Boxes => "The boxes are apart, and what boxes keep apart cannot touch.",
            StageKind::Pair => "A pair need not be looked at: something cheaper says that the shapes cannot touch, or may not.",
            StageKind::Narrow | StageKind::Depth => "The shapes are farther apart than the margin.",
            StageKind::Faces | StageKind::Clip => "No end of the faces is near enough to become a point.",
            StageKind::Ids => "The points are there, but no impulse is needed in this step.",
            StageKind::Solver => "There are points, so there are rows to solve.",
        };
        let offered = [StageKind::Boxes, StageKind::Pair, StageKind::Narrow, StageKind::Ids, StageKind::Solver];
        let choices = self.stages.iter().enumerate().filter(|(i, stage)| *i == last || offered.contains(&stage.step)).map(|(i, stage)| {
            let part = Part::nth(PartKind::Stage, i);
            let name = stage.name.clone();
            if i == last { Choice::right(name).at(part) } else { Choice::wrong(name, belief(stage.step)).at(part) }
        });
        Question::choose("pipeline.end", "Which stage is the last that has something to do for this pair?", choices.collect(), why)
    }

    /// Will the pair come to the narrow phase?
    fn ask_narrow(&self) -> Option<Question> {
        const ASKED: &str = "yes, it runs in this step";
        const KEPT: &str = "no, its answer of an earlier step is reused";
        const SPARED: &str = "no, it is skipped";
        let fate = self.stages.iter().find(|stage| stage.step == StageKind::Narrow)?.fate;
        let right = match fate {
            Fate::Ran => ASKED,
            Fate::Kept => KEPT,
            Fate::Skipped => SPARED,
        };
        let all = [
            (ASKED, "Overlap of boxes is not enough: the two must be allowed to touch, be near, and have moved."),
            (KEPT, "An answer can be kept only where there were points before, and where the two have hardly moved since."),
            (SPARED, "Only a gap between the boxes, a rule of the scene, or slack left from an earlier test spares the narrow phase."),
        ];
        let why = match fate {
            Fate::Ran => "Nothing that is cheaper can tell, so the shapes themselves are compared.".to_owned(),
            _ => self.stages.iter().find(|stage| stage.step == StageKind::Narrow)?.reason.clone(),
        };
        Question::choose("pipeline.narrow", "Will this pair come to the narrow phase in this step?", Choice::among(&all, right), why)
    }

    /// Who finds the normal?
    fn ask_finder(&self) -> Option<Question> {
        const CLOSED: &str = "a closed form";
        const SAT: &str = "SAT";
        const GJK: &str = "GJK alone";
        const EPA: &str = "GJK, then EPA";
        const NONE_NOW: &str = "none in this step";
        let narrow = self.stages.iter().find(|stage| stage.step == StageKind::Narrow)?;
        let right = match (narrow.fate, self.found.finder) {
            (Fate::Kept | Fate::Skipped, _) => NONE_NOW,
            (_, Finder::ClosedForm) => CLOSED,
            (_, Finder::Sat) => SAT,
            (_, Finder::Gjk) if self.found.epa.is_some() => EPA,
            _ => GJK,
        };
        let all = [
            (CLOSED, "Closed forms exist only for circles with boxes, circles and capsules, and for capsules with each other."),
            (SAT, "SAT runs where the scene has chosen it, and then only for pairs without a closed form."),
            (GJK, "GJK knows the distance of shapes whose cores are apart. Cores that overlap have distance zero in every direction."),
            (
                EPA,
                "EPA is needed only where the cores overlap: round shapes can overlap with their cores apart, and a closed form needs neither.",
            ),
            (NONE_NOW, "The normal is skipped only when the boxes are apart or an earlier answer still holds."),
        ];
        let why = match right {
            CLOSED => "For two such shapes the nearest places are known from a formula, with nothing to search.",
            SAT => "The scene's narrow phase is SAT, which finds normal and depth in one go.",
            GJK => "The cores are apart, so the line between their nearest points is the normal.",
            EPA => "The cores overlap: GJK only says so, and EPA finds the shortest way out.",
            _ => "What the last look found is still enough.",
        };
        Question::choose("pipeline.finder", "Who finds the normal of this pair?", Choice::among(&all, right), why)
    }

    /// How many points survive?
    fn ask_points(&self) -> Option<Question> {
        let all = [
            ("0 points", "The shapes are nearer than the margin somewhere, and that is enough for a point."),
            ("1 point", "One point is right where only a corner or a round part touches."),
            ("2 points", "Two points need two faces that lie along each other, with both ends near enough."),
        ];
        let count = self.found.meeting.manifold.count.min(2);
        let why = match count {
            0 => "The gap is wider than the margin.",
            1 if self.found.knows_point => "A circle touches anything in one point.",
            1 => "Only one end of what both faces share is near enough, or they share no face at all.",
            _ => "Two faces lie along each other, and both ends are near enough.",
        };
        Question::choose("pipeline.points", "How many contact points will survive?", Choice::among(&all, all[count].0), why)
    }

    /// How many impulses are carried over?
    fn ask_carried(&self) -> Option<Question> {
        let all = [
            ("none", "A name that the step before knew brings its impulse along."),
            ("one", "Each point brings its own impulse along: compare the names, not the number of points."),
            ("two", "A point that has just come to be has no impulse of the step before, however hard it will be pushed."),
        ];
        let count = known(&self.found).min(2);
        let why = match count {
            0 => "No point of the step before has one of these names.",
            1 => "One of the names was there in the step before.",
            _ => "Both names were there in the step before.",
        };
        Question::choose(
            "pipeline.carried",
            "How many of the points begin with an impulse of the step before?",
            Choice::among(&all, all[count].0),
            why,
        )
    }
}
