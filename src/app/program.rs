//! The state of the program, and what can be read of it.
//!
//! Each kind of command ([`super::command`]) adds the methods that change it.

use super::animation::Animation;
pub(super) use super::blank::blank_document;
use super::camera::Camera;
use super::comparison::{Comparison, Stopwatch};
use super::copied::Clipboard;
use super::effect::Effect;
use super::ghosts::Ghosts;
use super::history::History;
use super::microscope::bench::{Bench, Score};
use super::notice::{Notice, NoticeKind};
use super::opening::{Leftovers, Opening};
use super::prompt::Prompt;
use super::selection::Item;
use super::settings::Settings;
use super::timeline::Timeline;
use super::tool::state::ToolState;
use crate::draw::palette::Theme;
use crate::engine::collider::ColliderId;
use crate::scene::document::Document;
use crate::scene::path::file_name;
use crate::scene::report::Report;
use crate::scene::stage::Stage;
use std::collections::VecDeque;
use std::sync::Arc;

/// What the user has made, what runs, and all that the panels show. Plain data: it can be handed from thread to thread.
pub struct App {
    pub(super) document: Arc<Document>,
    pub(super) saved: Arc<Document>,
    pub(super) path: Option<String>,
    /// What is open contains work that was recovered: it was neither saved nor taken back.
    pub(super) holds_recovered: bool,
    /// See [`App::take_settled`].
    pub(super) settled: Option<bool>,
    /// [`super::mark`] of what the open file held when it was read or written last.
    pub(super) file_mark: Option<u64>,
    /// What the shell is about to write, in the order in which it will say that it has.
    pub(super) writing: VecDeque<Arc<Document>>,
    /// The open file holds a moment of a run: saving it again saves the moment again.
    pub(super) moment_file: bool,
    pub(super) timeline: Timeline,
    /// Branches of the run that are shown.
    pub(super) ghosts: Ghosts,
    /// Graphs show by how much the run differs from them.
    pub(super) difference: bool,
    pub(super) history: History,
    /// Changes of the document so far; see [`App::changes`].
    pub(super) changes: u64,
    pub(super) playing: bool,
    pub(super) speed: f32,
    /// Time runs backwards, through what was recorded.
    pub(super) backwards: bool,
    /// Steps between which playing goes round.
    pub(super) range: Option<[u64; 2]>,
    /// Playing pauses at this step.
    pub(super) stop_at: Option<u64>,
    pub(super) owed: f32,
    pub(super) behind: bool,
    /// What a step of this document took when the run was last paused for it, seconds; 0 at first.
    pub(super) slow_step: f64,
    /// It was told of this document that fast bodies may pass walls.
    pub(super) shortfall_told: bool,
    pub(super) selection: Vec<Item>,
    /// What stood there when the present drag of a group began, by the number of the drag.
    pub(super) group_base: Option<(u64, Arc<Document>)>,
    pub(super) tool: ToolState,
    pub(super) camera: Camera,
    /// A body that the camera goes with.
    pub(super) follow: Option<super::camera::Follow>,
    pub(super) lenses: Vec<&'static str>,
    /// Those of them that the scene's view, or a step of its lesson, has brought: they go with the scene.
    pub(super) brought_lenses: Vec<&'static str>,
    pub(super) pair: Option<(ColliderId, ColliderId)>,
    pub(super) turn: usize,
    /// Films of the watched pair, for the lenses that look inside.
    pub(super) films: crate::lens::Films,
    pub(super) theme: Theme,
    /// Grid, snapping, size of the panels, recent files; theme and lenses in it are those of the start.
    pub(super) settings: Settings,
    pub(super) clipboard: Clipboard,
    pub(super) notices: Vec<Notice>,
    pub(super) prompt: Option<Prompt>,
    pub(super) effects: Vec<Effect>,
    pub(super) bench: Option<Bench>,
    /// The scene under several solvers, while it is compared.
    pub(super) comparison: Option<Comparison>,
    pub(super) profile: super::profile::Profile,
    pub(super) gate: bool,
    pub(super) score: Score,
    /// The step of the lesson that was shown last.
    pub(super) lesson: Option<usize>,
    /// The way to that step, while it is under way.
    pub(super) journey: Option<super::journey::Journey>,
    pub(super) exported: super::exported::Exported,
    pub(super) teaching: super::teaching::Teaching,
    /// The animation that is being made.
    pub(super) animation: Option<Animation>,
    /// How many benches were opened.
    pub(super) benches: u64,
    /// The file that is being prepared elsewhere.
    pub(super) opening: Option<Opening>,
    /// The shell traces pictures beside the window ([`Effect::TracePicture`]).
    pub(super) traces_aside: bool,
    /// What was open before.
    pub(super) leftovers: Option<Leftovers>,
}

const _: () = {
    const fn can_be_handed_over<T: Send>() {}
    can_be_handed_over::<App>();
};

impl App {
    /// A program with the welcome scene open, running.
    pub fn welcome() -> App {
        let mut app = App::empty();
        if let Some(scene) = crate::scene::shipped::scenes().first() {
            app.open_shipped(scene.name);
            app.notices.clear();
            app.playing = true;
        }
        app
    }

    /// A program with an empty scene (a ground), paused.
    pub fn empty() -> App {
        let document = Arc::new(blank_document());
        let timeline = Timeline::new(&document).expect("the blank document is valid");
        let mut app = App {
            saved: document.clone(),
            document,
            path: None,
            holds_recovered: false,
            settled: None,
            file_mark: None,
            writing: VecDeque::new(),
            moment_file: false,
            timeline,
            ghosts: Ghosts::default(),
            difference: false,
            history: History::default(),
            changes: 0,
            playing: false,
            speed: 1.0,
            backwards: false,
            range: None,
            stop_at: None,
            owed: 0.0,
            behind: false,
            slow_step: 0.0,
            shortfall_told: false,
            selection: Vec::new(),
            group_base: None,
            tool: ToolState::default(),
            camera: Camera::default(),
            lenses: Vec::new(),
            brought_lenses: Vec::new(),
            follow: None,
            pair: None,
            turn: 0,
            films: crate::lens::Films::default(),
            theme: Theme::Dark,
            settings: Settings::default(),
            clipboard: Clipboard::default(),
            notices: Vec::new(),
            prompt: None,
            effects: Vec::new(),
            bench: None,
            comparison: None,
            profile: super::profile::Profile::default(),
            gate: false,
            score: Default::default(),
            lesson: None,
            journey: None,
            exported: Default::default(),
            teaching: super::teaching::Teaching::default(),
            animation: None,
            benches: 0,
            opening: None,
            traces_aside: false,
            leftovers: None,
        };
        app.take_view();
        app
    }

    /// The document as the user made it.
    pub fn document(&self) -> &Document {
        &self.document
    }
    /// The same, shared: it is another one after each change.
    pub fn shared_document(&self) -> &Arc<Document> {
        &self.document
    }
    /// What is running, at the present step.
    pub fn stage(&self) -> &Stage {
        self.timeline.stage()
    }
    /// About how much memory undo takes, bytes.
    pub fn undo_bytes(&self) -> usize {
        self.history.bytes(&self.timeline)
    }

    /// Changes of the document since the program began, undo and redo among them: one for each that can be undone by
    /// itself, so that a whole drag counts once.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The document as a copy for recovery holds it: with the present state where the open file has one.
    pub fn document_to_keep(&self) -> Arc<Document> {
        if !self.moment_file {
            return self.document.clone();
        }
        Arc::new(Document { state: Some(Box::new(self.stage().state())), ..(*self.document).clone() })
    }
    /// What is known of a step that has just broken down with this message.
    pub fn breakdown_report(&self, message: &str) -> Report {
        let (document, steps, disturbed) = self.timeline.before_breakdown();
        Report::new(message, &document, steps, disturbed)
    }
    /// True when the open file holds a moment of a run, so that its copy changes as the run goes on.
    pub fn is_moment(&self) -> bool {
        self.moment_file
    }

    /// Run history: keyframes, inputs, energy and impacts of past steps.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }
    /// The run that is shown: the scene's, or while solvers are compared that of a pane.
    pub fn shown_timeline(&self) -> &Timeline {
        self.comparison.as_ref().and_then(Comparison::lead).unwrap_or(&self.timeline)
    }
    /// Its present moment.
    pub fn shown_stage(&self) -> &Stage {
        self.shown_timeline().stage()
    }
    /// The scene under several solvers, while it is compared.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }
    /// True while the scene is behind a microscope or a comparison.
    pub fn is_scene_hidden(&self) -> bool {
        self.bench.is_some() || self.comparison.is_some()
    }
    /// The shell's clock, by which steps are measured. What it says is shown and never recorded.
    pub fn set_stopwatch(&mut self, stopwatch: Stopwatch) {
        self.profile.clock = Some(stopwatch);
    }
    /// The shell traces pictures beside the window, and answers [`Effect::TracePicture`].
    pub fn set_traces_aside(&mut self) {
        self.traces_aside = true;
    }
    /// Path of the open file, if it has one.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
    /// True while the document differs from the saved file, or a question that is being written from the document.
    pub fn is_unsaved(&self) -> bool {
        self.is_changed() || self.teaching.draft.as_ref().is_some_and(|draft| draft.is_news(&self.document))
    }
    /// True while the document differs from the saved file: copies for recovery hold the document alone.
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.document, &self.saved) && *self.document != *self.saved
    }
    /// True while the shell writes the scene to a file.
    pub fn is_writing(&self) -> bool {
        !self.writing.is_empty()
    }
    /// Name for the window title: the scene's title, else the file name, else "Untitled".
    pub fn title(&self) -> String {
        if !self.document.title.is_empty() {
            return self.document.title.clone();
        }
        let name = self.path.as_deref().map(file_name);
        name.unwrap_or("Untitled").to_owned()
    }
    /// True while time runs.
    pub fn is_playing(&self) -> bool {
        self.playing
    }
    /// True while something moves by itself: time, a run on its way to a lesson's step, the past that is read for a
    /// graph, or a film under the microscope.
    pub fn is_moving(&self) -> bool {
        let is_film_playing = self.bench.as_ref().is_some_and(Bench::is_playing);
        let is_catching_up = self.comparison.as_ref().is_some_and(Comparison::is_catching_up);
        let are_ghosts_behind = self.ghosts.is_behind(self.stage().step_count());
        self.playing
            || are_ghosts_behind
            || self.animation.is_some()
            || self.journey.is_some()
            || self.timeline.is_filling()
            || is_film_playing
            || is_catching_up
    }
    /// Simulated seconds per second: 1 is real time.
    pub fn speed(&self) -> f32 {
        self.speed
    }
    /// True when the machine could not keep up during the last tick (time then runs slower than asked).
    pub fn is_behind(&self) -> bool {
        self.behind
    }
    /// Selected things, in the order of selection.
    pub fn selection(&self) -> &[Item] {
        &self.selection
    }
    /// What part of the world the canvas shows.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }
    /// Ids of the lenses that are on.
    pub fn lenses(&self) -> &[&'static str] {
        &self.lenses
    }
    /// The watched pair: chosen by the user, else the deepest contact.
    pub fn pair(&self) -> Option<(ColliderId, ColliderId)> {
        self.pair
            .filter(|(a, b)| self.stage().world().collider(*a).is_some() && self.stage().world().collider(*b).is_some())
            .or_else(|| crate::lens::default_pair(self.stage()))
    }
    /// True when the user chose the pair (otherwise it follows the deepest contact).
    pub fn is_pair_chosen(&self) -> bool {
        self.pair.is_some()
    }
    /// Which step of the watched algorithm is shown.
    pub fn turn(&self) -> usize {
        self.turn
    }
    /// Colours.
    pub fn theme(&self) -> Theme {
        self.theme
    }
    /// Whether the grid is drawn.
    pub fn grid(&self) -> bool {
        self.settings.grid
    }
    /// Whether tools snap to the grid.
    pub fn snap(&self) -> bool {
        self.settings.snap
    }
    /// Whether tools, moves and handles snap to shapes and to directions of 15°.
    pub fn snap_shapes(&self) -> bool {
        self.settings.snap_shapes
    }
    /// What undo would take back, in words; `None` when there is nothing.
    pub fn undo_label(&self) -> Option<&str> {
        if let Some(bench) = &self.bench {
            return bench.undo_label();
        }
        if self.is_drawing() { Some("point") } else { self.history.undo_label() }
    }
    /// What redo would bring back, in words.
    pub fn redo_label(&self) -> Option<&str> {
        if let Some(bench) = &self.bench {
            return bench.redo_label();
        }
        self.history.redo_label()
    }
    /// The question that waits for an answer.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }
    /// The file that is being prepared elsewhere, while that takes longer than a moment.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref()
    }
    /// Takes what is no longer needed since another scene was opened.
    pub fn take_leftovers(&mut self) -> Option<Leftovers> {
        self.leftovers.take()
    }
    /// True once the open scene was saved, or given up by an answer, since this was last asked: its copies may go. In
    /// it whether it contained recovered work.
    pub fn take_settled(&mut self) -> Option<bool> {
        self.settled.take()
    }
    /// Takes the notes that were not shown yet.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        if self.timeline.take_forgotten() {
            let most = super::timeline::BUDGET >> 20;
            let text = format!("The past of this run took more memory than the {most} MiB it may: it cannot be gone back to any more.");
            self.notify(NoticeKind::Warning, text);
        }
        std::mem::take(&mut self.notices)
    }
    /// Takes what the shell has to do (dialogs, files, quitting).
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
    /// Tells the user something.
    pub fn notify(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.notices.push(Notice { kind, text: text.into(), file: None, at: self.undo_place() });
    }
}
