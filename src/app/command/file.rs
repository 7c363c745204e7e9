//! Opening, saving, exporting, and the questions around them. The shell does the reading and writing ([`Effect`]).

use super::lesson::LessonCommand;
use crate::app::effect::{Effect, Replace};
use crate::app::notice::{FileNote, Notice, NoticeKind};
use crate::app::opening::{Leftovers, Opening};
use crate::app::prepared::{Parts, Prepared};
use crate::app::program::{App, blank_document};
use crate::app::prompt::{Leaving, Occupied, Prompt};
use crate::draw::raster;
use crate::engine::math::Vec2;
use crate::lens::microscope::figure::FilmView;
use crate::lens::microscope::finds_its_subject;
use crate::scene::document::Document;
use crate::scene::path::file_name;
use crate::scene::progress::Progress;
use crate::scene::{file, shipped};
use std::sync::Arc;

/// What a file without a path is called in notices.
const NAMELESS: &str = "the file";

/// Scenes and figures in and out of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// An empty scene with a ground.
    New,
    /// Asks for a file and opens it.
    Open,
    /// Opens a shipped scene by name.
    OpenShipped(String),
    /// Opens a file by path.
    OpenPath(String),
    /// The shell has read a file.
    Loaded {
        /// Its path, unless it came from elsewhere (a dropped file's contents, the browser).
        path: Option<String>,
        /// Its bytes, or why it could not be read.
        bytes: Result<Vec<u8>, String>,
    },
    /// The shell has read a file and prepared the scene in it, elsewhere.
    Prepared {
        /// Its path.
        path: String,
        /// The scene, or why it cannot be opened.
        scene: Result<Prepared, String>,
    },
    /// There is no file at this path.
    Missing(String),
    /// The shell prepares a file, or a copy to recover, and that takes longer than a moment.
    Opening(Opening),
    /// Waits no longer for the file that is being prepared; the open scene stays.
    StopOpening,
    /// Saves to the open file, or asks for one.
    Save,
    /// Asks for a file and saves there.
    SaveAs,
    /// Asks for a file and saves document and present state, so that opening it continues here.
    SaveMoment,
    /// The user chose where to save.
    SaveTo {
        /// Path.
        path: String,
        /// With the present state.
        moment: bool,
    },
    /// The shell is writing to this path, and that takes longer than a moment.
    Writing(String),
    /// The shell has written a file, or could not.
    Written {
        /// Path.
        path: String,
        /// With the present state.
        moment: bool,
        /// [`crate::app::mark`] of what the file holds now, or why it failed.
        result: Result<u64, String>,
    },
    /// The shell has written nothing: the user must be asked first.
    Occupied {
        /// Path.
        path: String,
        /// With the present state.
        moment: bool,
        /// What is in the way.
        by: Occupied,
    },
    /// The shell has written an exported figure to this path.
    FigureWritten(String),
    /// The shell has written the pages of the lesson that was to be printed to this path.
    PagesWritten {
        /// The path that was chosen.
        path: String,
        /// The files, in the order of the pages.
        files: Vec<String>,
    },
    /// The shell could not paint or write an exported figure.
    FigureFailed {
        /// Path.
        path: String,
        /// Why.
        why: String,
    },
    /// Asks for a file and writes the canvas as SVG or PNG.
    ExportFigure,
    /// Asks for a file and writes one view of the present frame under the microscope as SVG or PNG.
    ExportView(FilmView),
    /// Asks for a file and prints the lesson on A4 pages.
    PrintLesson,
    /// The user chose where to export; the ending decides the format.
    ExportTo(String),
    /// Ends the program, asking first when there are unsaved changes.
    Quit,
}

impl App {
    pub(super) fn apply_file(&mut self, command: FileCommand) {
        use FileCommand::*;
        match command {
            New => self.ask_to_leave(Leaving::New),
            Open => self.effects.push(Effect::AskOpen),
            OpenShipped(name) => self.ask_to_leave(Leaving::Shipped(name)),
            // It asks when the file has arrived and is sound.
            OpenPath(path) => self.effects.push(Effect::Read(path)),
            Loaded { path, bytes: Ok(bytes) } if raster::is_picture(&bytes) => self.read_picture(path.as_deref(), &bytes),
            Loaded { path, bytes } => self.loaded(path, bytes),
            Prepared { path, scene } => {
                self.end_opening(true);
                self.arrived(Some(path), scene);
            }
            Missing(path) => self.miss_file(&path),
            Opening(opening) => self.begin_opening(opening),
            StopOpening => self.stop_opening(),
            Save => self.save(),
            SaveAs => self.ask_save(false),
            SaveMoment => self.ask_save(true),
            SaveTo { path, moment } => self.write_guarded(path, moment),
            // How far printing is stands in the window.
            Writing(path) if self.is_printing(&path) => {}
            Writing(path) => self.notify_of_file(NoticeKind::Done, format!("Saving {path} …"), FileNote::Begun(path)),
            Written { path, moment, result } => self.written(path, moment, result),
            Occupied { path, moment, by } => {
                self.writing.pop_front();
                self.ask_to_overwrite(path, moment, by);
            }
            FigureWritten(path) => self.notify_of_file(NoticeKind::Done, format!("Exported {path}"), FileNote::Ended(path)),
            PagesWritten { path, files } => self.pages_written(&path, &files),
            FigureFailed { path, why } => {
                if !self.end_printing(&path, Some(&why)) {
                    self.notify_of_file(NoticeKind::Error, format!("{path} was not written: {why}"), FileNote::Ended(path));
                }
            }
            ExportFigure => self.ask_figure(),
            ExportView(view) => self.ask_view(view),
            PrintLesson => self.ask_print(),
            ExportTo(path) => self.export(&path),
            Quit => self.ask_to_leave(Leaving::Quit),
        }
    }

    /// Leaves the document, asking first when unsaved changes would be lost.
    fn ask_to_leave(&mut self, then: Leaving) {
        self.keep_drawn();
        if self.is_unsaved() {
            self.prompt = Some(Prompt::Unsaved { then, failed: None });
        } else {
            self.leave(then);
        }
    }

    /// Leaves the document, whatever was changed.
    pub(super) fn leave(&mut self, then: Leaving) {
        match then {
            Leaving::New => self.open_document(blank_document(), ""),
            Leaving::Shipped(name) => self.open_shipped(&name),
            Leaving::File { path, scene } => self.open_file(path, scene),
            Leaving::Recovered(taken) => self.recover(*taken),
            Leaving::Quit => self.effects.push(Effect::Quit),
        }
    }

    pub(super) fn save(&mut self) {
        match self.path.clone() {
            Some(path) => self.write_guarded(path, self.moment_file),
            None => self.ask_save(false),
        }
    }

    pub(in crate::app) fn open_shipped(&mut self, name: &str) {
        match shipped::scenes().iter().find(|s| s.name == name) {
            Some(scene) => match file::parse(scene.json.as_bytes()) {
                Ok(document) => self.open_document(document, name),
                Err(problems) => self.notify(NoticeKind::Error, format!("{name} cannot be opened:\n{problems}")),
            },
            None => self.notify(NoticeKind::Error, format!("There is no scene \"{name}\" in this program.")),
        }
    }

    /// A file is prepared elsewhere. The open scene can be used meanwhile; of two, the later is wanted.
    fn begin_opening(&mut self, opening: Opening) {
        self.end_opening(true);
        let behind = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Recover { .. })).map(Box::new);
        self.opening = Some(Opening { behind, ..opening });
    }

    /// Nobody waits for the file any more. `ask_again`: for the question that made way for it.
    pub(super) fn end_opening(&mut self, ask_again: bool) {
        let Some(opening) = self.opening.take() else { return };
        opening.progress.stop();
        if ask_again && self.prompt.is_none() {
            self.prompt = opening.behind.map(|prompt| *prompt);
        }
    }

    /// A file was read; it is prepared here.
    fn loaded(&mut self, path: Option<String>, bytes: Result<Vec<u8>, String>) {
        self.arrived(path, bytes.and_then(|bytes| Prepared::new(&bytes, &Progress::default())));
    }

    /// A file was prepared: one that does not open is told at once, another may have to ask first.
    fn arrived(&mut self, path: Option<String>, scene: Result<Prepared, String>) {
        if scene.is_ok() {
            self.keep_drawn();
        }
        match scene {
            Ok(scene) if self.is_unsaved() => self.prompt = Some(Prompt::Unsaved { then: Leaving::File { path, scene }, failed: None }),
            Ok(scene) => self.open_file(path, scene),
            Err(why) => self.refuse_file(path.as_deref().unwrap_or(NAMELESS), &why),
        }
    }

    fn open_file(&mut self, path: Option<String>, scene: Prepared) {
        let name = path.clone().unwrap_or_else(|| NAMELESS.into());
        self.open_parts(scene.into_parts(), path, &name);
    }

    fn refuse_file(&mut self, name: &str, why: &str) {
        self.notify(NoticeKind::Error, format!("{name} was not opened; your scene is unchanged.\n{why}"));
    }

    /// A file is not there: it leaves the list of recent files.
    fn miss_file(&mut self, path: &str) {
        self.end_opening(true);
        let was_recent = self.forget_file(path);
        let left = if was_recent { ": it leaves the list of recent files" } else { "" };
        self.refuse_file(path, &format!("There is no such file or folder{left}."));
    }

    /// Makes a document the open one; says why when it does not build.
    pub(super) fn open_document(&mut self, document: Document, name: &str) {
        match Parts::of_parsed(document, &Progress::default()) {
            Ok(parts) => self.open_parts(parts, None, name),
            Err(problems) => self.refuse_file(name, &problems.to_string()),
        }
    }

    /// Makes a prepared scene the open one.
    pub(super) fn open_parts(&mut self, parts: Parts, path: Option<String>, name: &str) {
        self.end_opening(true);
        let Parts { document, timeline, is_moment: moment, mark } = parts;
        self.leftovers = Some(Leftovers {
            _document: std::mem::replace(&mut self.document, document),
            _timeline: std::mem::replace(&mut self.timeline, timeline),
            _history: self.history.take(),
        });
        self.saved = self.document.clone();
        path.iter().for_each(|path| self.remember_file(path));
        self.path = path;
        self.file_mark = mark;
        self.moment_file = moment;
        (self.slow_step, self.shortfall_told, self.holds_recovered) = (0.0, false, false);
        self.forget_scene();
        self.read_pictures_beside();
        self.take_view();
        // A saved moment continues where it was; its lesson waits.
        if self.bench.is_none() && !moment && !self.document.lesson.is_empty() {
            self.apply_lesson(LessonCommand::Go(0));
        }
        let text = if name.is_empty() { "A new scene: drop shapes on the ground".to_owned() } else { format!("Opened {}", self.title()) };
        self.notify(NoticeKind::Done, text);
    }

    /// Asks for the pictures that lie beside the scene's file.
    fn read_pictures_beside(&mut self) {
        let files: Vec<String> = self.document.pictures.values().filter_map(|picture| picture.file.clone()).collect();
        let Some(scene) = &self.path else { return };
        self.effects.extend(files.into_iter().map(|file| Effect::ReadBeside { scene: scene.clone(), file }));
    }

    /// Camera, lenses and watched pair as the document asks for them.
    pub(in crate::app) fn take_view(&mut self) {
        let document = self.document.clone();
        self.bring_lenses(document.view.as_ref().map_or(&[], |view| &view.lenses));
        self.start_following(document.view.as_ref().and_then(|view| view.follow.clone()));
        let Some(view) = &document.view else { return self.frame_all() };
        self.camera.show(crate::draw::View { center: view.center, height: view.height });
        if let Some([a, b]) = &view.pair {
            let body = |name: &str| self.stage().names().bodies.id(name);
            self.pair = body(a).zip(body(b)).and_then(|(a, b)| crate::lens::nearest_pair(self.stage(), a, b));
        }
        if let Some(place) = &view.microscope
            && (self.pair.is_some() || finds_its_subject(place.algorithm, self.timeline.stage()))
        {
            self.open_place(place);
        }
    }

    pub(super) fn file_stem(&self) -> String {
        let name = self.path.as_deref().map(file_name).map(|n| n.trim_end_matches(".json").to_owned());
        // One mark between two words, whatever stood there: "Welcome: look" is welcome_look.
        let title = || {
            let words = self.document.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
        };
        let stem = name.unwrap_or_else(title);
        let stem = stem.trim_matches('_');
        // A name of an ending alone would be a hidden file.
        if stem.is_empty() { "scene".to_owned() } else { stem.to_owned() }
    }

    pub(super) fn ask_save(&mut self, moment: bool) {
        self.effects.push(Effect::AskSave { name: format!("{}.json", self.file_stem()), moment });
    }

    /// Saves; over the open file only while it holds what was read or written last.
    fn write_guarded(&mut self, path: String, moment: bool) {
        let known = self.file_mark.filter(|_| self.path.as_ref() == Some(&path));
        self.write(path, moment, known.map_or(Replace::Writable, Replace::Only));
    }

    /// Hands the scene to the shell, which writes it; with the question that is being written.
    pub(super) fn write(&mut self, path: String, moment: bool, replace: Replace) {
        if !self.put_question() {
            let why = "Not saved: the question in the lesson's editor is not complete.";
            self.tell_unsaved(why);
            return self.notify(NoticeKind::Warning, why);
        }
        let mut document = (*self.document).clone();
        document.view = Some(self.present_view(moment));
        if moment {
            document.state = Some(Box::new(self.stage().state()));
            if self.stage().sensors().iter().any(|sensor| sensor.passage_count > 0) {
                let words = "The times of passages so far are not saved with the moment: sensors count anew when it is opened.";
                self.notify(NoticeKind::Warning, words);
            }
        }
        self.writing.push_back(self.document.clone());
        self.effects.push(Effect::Write { path, scene: Arc::new(document), moment, replace });
    }

    /// Camera and lenses of this moment, for the file.
    fn present_view(&self, moment: bool) -> crate::scene::document::ViewDoc {
        let name = |c: crate::engine::collider::ColliderId| {
            let name = self.stage().names().bodies.name(c.body)?;
            self.document.body(name).map(|b| b.id.clone())
        };
        // The pair under the microscope, which a joint may have led to, is what the file opens.
        let microscope = self.bench_for_file();
        let shown = self.bench_pair().filter(|_| microscope.is_some()).or(self.pair);
        let mut pair = shown.and_then(|(a, b)| Some([name(a)?, name(b)?])).filter(|[a, b]| a != b);
        if self.document.lesson.iter().any(|step| step.pair.is_none()) {
            // Those steps mean the pair that the file began with.
            pair = self.document.view.as_ref().and_then(|view| view.pair.clone());
        }
        let lenses = self.lenses.iter().map(|l| (*l).to_owned()).collect();
        let crate::draw::View { center, height } = self.camera.view_for_file();
        // Without the run the body stands where it began.
        let center = center - self.follow.as_ref().filter(|_| !moment).map_or(Vec2::ZERO, |follow| follow.travelled);
        let follow = self.follow.as_ref().map(|follow| follow.body.clone());
        let microscope = microscope.filter(|_| pair.is_some());
        crate::scene::document::ViewDoc { center, height, lenses, pair, follow, microscope }
    }

    fn written(&mut self, path: String, moment: bool, result: Result<u64, String>) {
        // What was edited meanwhile is not in the file.
        let written = self.writing.pop_front().unwrap_or_else(|| self.document.clone());
        match result {
            Ok(mark) => {
                self.notify_of_file(NoticeKind::Done, format!("Saved {path}"), FileNote::Ended(path.clone()));
                self.remember_file(&path);
                self.path = Some(path);
                self.file_mark = Some(mark);
                self.moment_file = moment;
                self.settle(written);
                if let Some(Prompt::Unsaved { then, .. }) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Unsaved { .. })) {
                    self.leave(then);
                }
            }
            Err(why) => {
                let words = format!("{path} was not saved: {why}");
                self.tell_unsaved(&words);
                self.notify_of_file(NoticeKind::Error, words, FileNote::Ended(path));
            }
        }
    }

    fn notify_of_file(&mut self, kind: NoticeKind, text: String, file: FileNote) {
        self.notices.push(Notice { kind, text, file: Some(file), at: self.undo_place() });
    }
}
