//! The collision microscope's bench: what lies under it, which frame is shown, what was predicted.
//!
//! Opening it stops time and takes a [`Specimen`] out of the running stage; everything after that happens to the
//! specimen alone, so closing leads back to the scene as it was. Dragging makes a new specimen and a new film at once,
//! and has an undo of its own while the bench is open. With the prediction gate on, the film goes no farther than the
//! first question that is still open.

use crate::app::comparison::look::{Look, specimen_of_look};
use crate::app::microscope::bench::{Bench, Score, UndoEntry};
use crate::app::microscope::specimen::{specimen_in, specimen_of, specimen_of_joint};
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::Vec2;
use crate::lens::microscope::specimen::OF_JOINTS;
use crate::lens::microscope::{self, Answer, Options, Part, Question, Side, Specimen, race};
use crate::scene::document::{MicroscopeDoc, Reply};
use crate::scene::shipped;

/// Seconds that a frame stays while the film plays.
const FRAME_TIME: f32 = 1.1;

/// Something done at the bench.
#[derive(Clone, Debug, PartialEq)]
pub enum MicroscopeCommand {
    /// Puts a pair under the microscope; without one the pair of the selection, else the watched pair; without a
    /// microscope the one of the world's narrow phase. Without both, a joint that is selected alone is shown as its
    /// solver holds it.
    Open {
        /// Which pair.
        pair: Option<(ColliderId, ColliderId)>,
        /// Id of the microscope.
        microscope: Option<String>,
    },
    /// Goes to the step before the hit of a shot, by its number, and puts the two under the time of impact on the ways
    /// that the engine searched ([`crate::lens::microscope::hit`]).
    Hit(u32),
    /// Back to the scene.
    Close,
    /// Another microscope for the same specimen.
    Algorithm(String),
    /// So many frames forward, or back.
    Step(i32),
    /// So many turns forward, or back.
    Turn(i32),
    /// A frame by its number; beyond the last = the last.
    Frame(usize),
    /// From a frame that another microscope made to that microscope, at the very frame.
    Inside,
    /// From any microscope to where its frame stands in the pipeline.
    Outside,
    /// Starts or stops the film.
    TogglePlay,
    /// A curated example by its number, from 0.
    Example(usize),
    /// Moves one of the two by world metres. Acts of the same `gesture` undo as one; 0 = on its own.
    Move {
        /// Which.
        side: Side,
        /// Metres.
        shift: Vec2,
        /// Number of the drag.
        gesture: u64,
    },
    /// Turns one of the two about its middle.
    Rotate {
        /// Which.
        side: Side,
        /// Radians counter-clockwise.
        angle: f32,
        /// See [`MicroscopeCommand::Move`].
        gesture: u64,
    },
    /// Drags a core vertex to a world point.
    Vertex {
        /// Which.
        side: Side,
        /// Which of its vertices.
        index: usize,
        /// Metres.
        to: Vec2,
        /// See [`MicroscopeCommand::Move`].
        gesture: u64,
    },
    /// Start direction, tolerances, turn limits, margin, free axis.
    Options {
        /// What they become.
        options: Box<Options>,
        /// See [`MicroscopeCommand::Move`].
        gesture: u64,
    },
    /// Puts B where the algorithms of the race disagree most among random poses; the same seed finds the same.
    Hunt(u64),
    /// Puts the specimen back as it was when it was laid down.
    Restore,
    /// Asks before each step, or not.
    SetGate(bool),
    /// Answers the open question.
    Answer(Answer),
    /// Gives the open question up: the answer is shown and nothing scored.
    Reveal,
    /// The pointer is on a part, or on a number that belongs to parts.
    Light(Vec<Part>),
}

impl App {
    /// The microscope's bench, while it is open.
    pub fn bench(&self) -> Option<&Bench> {
        self.bench.as_ref()
    }

    /// True when questions are asked before each step.
    pub fn gate(&self) -> bool {
        self.gate
    }

    /// How often answers were right since the scene was opened: predictions, and the author's questions of its lesson.
    pub fn score(&self) -> Score {
        let questions = self.document.lesson.iter().filter_map(|step| step.question.as_deref());
        let mut score = self.score;
        for (question, reply) in questions.filter_map(|question| Some((question, self.reply_to(question)?))) {
            score.answered += usize::from(*reply != Reply::Nothing);
            score.right += usize::from(question.kind.is_right(reply));
        }
        score
    }

    /// The question that must be answered before the film goes on: that of the shown frame, with the gate on.
    pub fn open_question(&self) -> Option<Question> {
        let bench = self.bench.as_ref().filter(|_| self.gate)?;
        bench.film.question(bench.frame).filter(|_| bench.answer_at(bench.frame).is_none())
    }

    pub(super) fn apply_microscope(&mut self, command: MicroscopeCommand) {
        use MicroscopeCommand::*;
        match command {
            Open { pair, microscope } => self.open_bench(pair, microscope.as_deref()),
            Hit(shot) => self.open_hit(shot),
            Close => self.bench = None,
            // A scene without a pair is a specimen for one microscope only: others find their own. A body that is held
            // to the world is one for those that show joints.
            Algorithm(id) if self.bench.as_ref().is_some_and(|b| needs_another(b, &id)) => {
                self.open_bench(None, Some(&id));
            }
            Algorithm(id) => self.at_bench(|bench, gate| {
                if let Some(other) = microscope::find(&id).filter(|m| m.id != bench.film.microscope.id) {
                    bench.go(other, bench.film.specimen.clone(), 0, gate);
                }
            }),
            Step(by) => self.at_bench(|bench, gate| bench.show(bench.frame.saturating_add_signed(by as isize), gate)),
            Turn(by) => self.at_bench(|bench, gate| bench.show(bench.turns_on(by), gate)),
            Frame(index) => self.at_bench(|bench, gate| bench.show(index, gate)),
            Inside => self.at_bench(Bench::go_inside),
            Outside => self.at_bench(Bench::go_outside),
            TogglePlay => self.at_bench(|bench, _| bench.toggle_play()),
            Example(index) => self.lay_example(index),
            Move { side, shift, gesture } => self.edit_specimen("move", gesture, |s| s.moved(side, shift)),
            Rotate { side, angle, gesture } => self.edit_specimen("turn", gesture, |s| s.turned_by(side, angle)),
            Vertex { side, index, to, gesture } => self.edit_specimen("vertex", gesture, |s| s.with_vertex(side, index, to)),
            Options { options, gesture } => self.edit_specimen("settings", gesture, |s| s.with_options(*options)),
            Hunt(seed) => self.hunt(seed),
            Restore => self.at_bench(|bench, gate| {
                bench.edit(bench.original.clone(), "restore", 0, gate);
                bench.laid += 1;
            }),
            SetGate(on) => {
                self.gate = on;
                self.at_bench(|bench, gate| bench.show(bench.frame, gate));
            }
            Answer(answer) => self.answer(Some(answer)),
            Reveal => self.answer(None),
            Light(parts) => self.at_bench(|bench, _| bench.lit = parts),
        }
    }

    /// Does something to the bench, if it is open; told whether questions are asked.
    fn at_bench(&mut self, act: impl FnOnce(&mut Bench, bool)) {
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            act(bench, gate);
        }
    }

    fn edit_specimen(&mut self, label: &'static str, gesture: u64, edit: impl FnOnce(&Specimen) -> Specimen) {
        self.at_bench(|bench, gate| {
            if bench.specimen().has_pair() {
                bench.edit(edit(bench.specimen()), label, gesture, gate);
            }
        });
    }

    pub(super) fn open_bench(&mut self, pair: Option<(ColliderId, ColliderId)>, id: Option<&str>) {
        let of_joints = id.is_some_and(|id| OF_JOINTS.contains(&id));
        if let Some(joint) = self.chosen_joint().filter(|_| pair.is_none() && (id.is_none() || of_joints)) {
            return match specimen_of_look(self.timeline(), Look::Joint(joint)) {
                Some((specimen, usual)) => self.lay(specimen, Some(id.unwrap_or(usual))),
                None => self.notify(NoticeKind::Warning, "The joint has no shape to show."),
            };
        }
        let chosen = if pair.is_none() { self.chosen_of_scene() } else { None };
        let id = id.or(chosen.as_ref().map(|(microscope, _)| *microscope));
        // Where no two bodies touch, what the scene has beside them.
        let is_beside = chosen.as_ref().is_some_and(|(microscope, _)| id == Some(*microscope));
        let found = if pair.is_none() && !is_beside { self.pair_to_open() } else { None };
        let has_none = id.is_none() && pair.is_none() && found.is_none();
        let beside = || microscope::MICROSCOPES.iter().find(|m| microscope::finds_its_subject(m.id, self.stage())).map(|m| m.id);
        let id = if has_none { beside() } else { id };
        let focus = chosen.filter(|(microscope, _)| id == Some(*microscope)).map(|(_, focus)| focus);
        let of_scene = id.is_some_and(|id| microscope::finds_its_subject(id, self.stage()));
        let pair = if of_scene { pair } else { pair.or(found) };
        if pair.is_none() && !of_scene {
            let first = self.stage().world().joints().next().map(|(joint, _)| joint).filter(|_| of_joints);
            return match first.and_then(|joint| specimen_of_joint(self.timeline(), joint)) {
                Some(specimen) => self.lay(specimen, id),
                None => self.notify(NoticeKind::Warning, self.why_nothing_lies_there(id)),
            };
        }
        let Some(specimen) = specimen_in(self.timeline(), pair, focus) else {
            let why = if pair.is_some() {
                "One of the two bodies is gone."
            } else {
                "There is neither smoke, a lamp, a curve, a mine nor an explosion to look at yet."
            };
            return self.notify(NoticeKind::Warning, why);
        };
        if pair.is_some() && self.pair() != pair {
            self.turn = 0;
        }
        self.pair = pair.or(self.pair);
        self.lay(specimen, id);
    }

    /// Why this microscope would refuse what lies on the open bench; `None` when it shows that, or finds something else
    /// in the scene.
    pub fn why_not_shown(&self, id: &str) -> Option<String> {
        let has_joint = || OF_JOINTS.contains(&id) && self.stage().world().joints().next().is_some();
        let finds = microscope::finds_its_subject(id, self.stage()) || self.pair().is_some() || has_joint();
        let refuses = !finds && self.bench.as_ref().is_some_and(|bench| needs_another(bench, id));
        refuses.then(|| self.why_nothing_lies_there(Some(id)))
    }

    /// Why a microscope has nothing to show.
    fn why_nothing_lies_there(&self, id: Option<&str>) -> String {
        match id.and_then(microscope::find).filter(|_| self.chosen_joint().is_some()) {
            Some(microscope) => {
                let names: Vec<&str> = OF_JOINTS.into_iter().filter_map(microscope::find).map(|of_joints| of_joints.name).collect();
                let (name, names) = (microscope.name, names.join(", "));
                format!("{name} shows two bodies, and the joint holds one to the world; it is shown by {names}.")
            }
            None => self.why_selection_touches_nothing().unwrap_or_else(|| {
                "There is no contact to look into yet: let two bodies touch, or select two bodies, a joint or a curve.".into()
            }),
        }
    }

    /// The joint that is selected alone.
    fn chosen_joint(&self) -> Option<JointId> {
        let [Item::Joint(name)] = self.selection() else { return None };
        self.stage().names().joints.id(name).filter(|id| self.stage().world().joint(*id).is_some())
    }

    /// The region of smoke, the lamp, the curve or the mine that is selected alone, and the microscope that looks at
    /// it.
    fn chosen_of_scene(&self) -> Option<(&'static str, String)> {
        match self.selection() {
            [Item::Smoke(id)] => Some(("smoke", id.clone())),
            [Item::Light(id)] => Some(("shadow", id.clone())),
            [Item::Curve(id)] => Some(("curves", id.clone())),
            [Item::Body(id)] => self.document.body(id).filter(|body| body.mine.is_some()).map(|_| ("explosion", id.clone())),
            _ => None,
        }
    }

    /// Puts a specimen under a microscope; without one named, under that of the world's narrow phase.
    pub(super) fn lay(&mut self, specimen: Specimen, id: Option<&str>) {
        let chosen = id.and_then(microscope::find).unwrap_or_else(|| microscope::default_for(&specimen));
        self.playing = false;
        self.benches += 1;
        // Far from what the bench before counted to, so that views are fitted anew.
        self.bench = Some(Bench::new(chosen, specimen, self.benches << 32));
    }

    /// The pair under the microscope.
    pub(super) fn bench_pair(&self) -> Option<(ColliderId, ColliderId)> {
        let specimen = self.bench.as_ref()?.specimen();
        specimen.scene.as_ref().filter(|_| specimen.has_pair()).map(|scene| scene.pair)
    }

    /// What a file keeps of the bench; an example, a changed specimen, a hit or a joint with the world is not what the
    /// file would open, and a lesson begins at its first step.
    pub(super) fn bench_for_file(&self) -> Option<MicroscopeDoc> {
        let is_of_scene = self.document.lesson.is_empty() && self.comparison.is_none();
        let is_of_pair = |bench: &Bench| {
            let options = &bench.specimen().options;
            options.search.is_none() && !options.solver.island && !bench.specimen().is_held_by_world()
        };
        let bench = self.bench.as_ref().filter(|b| b.example.is_none() && !b.is_changed() && is_of_pair(b) && is_of_scene)?;
        let caption = bench.caption().to_owned();
        Some(MicroscopeDoc { algorithm: bench.microscope().id, step: bench.frame as u64, gate: self.gate, caption })
    }

    /// Opens the bench as a file asks for it.
    pub(super) fn open_place(&mut self, place: &MicroscopeDoc) {
        self.gate = place.gate;
        self.open_bench(None, Some(place.algorithm));
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            bench.set_caption(place.caption.clone());
            bench.show(usize::try_from(place.step).unwrap_or(usize::MAX), gate);
        }
    }

    /// Lays one of the shipped examples of the present microscope down. The scene stays as it is.
    fn lay_example(&mut self, index: usize) {
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return };
        let Some(example) = shipped::examples(bench.film.microscope.id).nth(index) else { return };
        match specimen_of(example) {
            Ok((specimen, about)) => {
                bench.set_caption(about);
                let kept = UndoEntry { specimen: Some(bench.film.specimen.clone()), label: "example", gesture: 0, place: None };
                bench.past.push(kept);
                bench.future.clear();
                bench.original = specimen.clone();
                bench.example = Some(example);
                bench.frame = 0;
                bench.playing = false;
                bench.lit.clear();
                bench.laid += 1;
                bench.run(bench.film.microscope, specimen, gate);
            }
            Err(why) => self.notify(NoticeKind::Error, format!("{} cannot be opened:\n{why}", example.name)),
        }
    }

    /// See [`MicroscopeCommand::Hunt`].
    fn hunt(&mut self, seed: u64) {
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return };
        match race::hunt::hunt(bench.specimen(), seed, race::hunt::POSES) {
            Some(found) => {
                let poses = race::hunt::POSES;
                bench.edit(found, "hunt", 0, gate);
                // It may lie elsewhere: views are fitted anew.
                bench.laid += 1;
                bench.show(bench.film.last(), gate);
                let words =
                    format!("The largest difference in {poses} poses: {}. Export it as .scene.json to keep it.", bench.film.outcome);
                self.notify(NoticeKind::Done, words);
            }
            None => self.notify(NoticeKind::Warning, "There are no two shapes to search with."),
        }
    }

    /// Takes an answer to the question of the shown frame; `None` gives it up.
    fn answer(&mut self, answer: Option<Answer>) {
        let Some(question) = self.open_question() else { return };
        let Some(bench) = &mut self.bench else { return };
        bench.answers.insert(bench.frame, answer);
        bench.playing = false;
        if let Some(answer) = answer {
            self.score.answered += 1;
            self.score.right += usize::from(question.is_right(answer));
        }
    }

    /// Lets the film play.
    pub(super) fn tick_bench(&mut self, dt: f32) {
        let gate = self.gate;
        let Some(bench) = self.bench.as_mut().filter(|b| b.playing) else { return };
        bench.owed += dt.clamp(0.0, 0.25);
        if bench.owed >= FRAME_TIME {
            bench.owed -= FRAME_TIME;
            let before = bench.frame;
            bench.show(before + 1, gate);
            bench.playing = bench.frame != before && bench.frame < bench.film.last();
        }
    }
}

/// True when another microscope cannot show the specimen of the present one.
fn needs_another(bench: &Bench, id: &str) -> bool {
    let specimen = bench.specimen();
    let is_shown = specimen.has_pair() || specimen.is_held_by_world() && OF_JOINTS.contains(&id);
    !is_shown && bench.microscope().id != id
}
