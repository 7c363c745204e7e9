//! Carrying out commands: sorts them, and does those of the document ([`super::edit`] says how; the run and the view have
//! files of their own).

use super::edit::{self, Motion};
use super::history::{History, Moment};
use super::lesson::differ_in_lesson_only;
use super::selection::Item;
use super::timeline::Timeline;
use super::tool::ToolState;
use super::{App, Camera, Command, NoticeKind};
use crate::draw::palette::Theme;
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, Geometry, ShapeDoc, ViewDoc};
use crate::scene::problem::Problems;
use std::sync::Arc;

impl App {
    /// A program with the welcome scene open, running.
    pub fn welcome() -> App {
        let mut app = App::empty();
        if let Some(scene) = crate::scene::shipped::scenes().first() {
            app.apply(Command::OpenShipped(scene.name.to_owned()));
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
            moment_file: false,
            timeline,
            history: History::default(),
            playing: false,
            speed: 1.0,
            owed: 0.0,
            behind: false,
            selection: Vec::new(),
            tool: ToolState::default(),
            camera: Camera::default(),
            lenses: Vec::new(),
            pair: None,
            turn: 0,
            films: crate::lens::Films::default(),
            theme: Theme::Dark,
            grid: true,
            snap: false,
            clipboard: None,
            notices: Vec::new(),
            prompt: None,
            effects: Vec::new(),
            bench: None,
            gate: false,
            score: Default::default(),
            lesson: None,
            benches: 0,
        };
        app.take_view();
        app
    }

    /// Carries out one command. What cannot be done is said in a notice and changes nothing.
    pub fn apply(&mut self, command: Command) {
        use Command::*;
        if self.bench_takes(&command) {
            return;
        }
        match command {
            Microscope(act) => self.apply_to_bench(act),
            Lesson(act) => self.apply_to_lesson(act),
            AddBody(_)
            | AddJoint(_)
            | AddLauncher(_)
            | EditBody { .. }
            | EditJoint { .. }
            | EditLauncher { .. }
            | EditWorld { .. }
            | EditMaterial { .. }
            | EditAbout { .. }
            | Move { .. }
            | Delete(_)
            | Copy
            | Cut
            | Paste { .. }
            | Duplicate => {
                self.apply_to_document(command);
            }
            Undo => self.undo(),
            Redo => self.redo(),
            Play | Pause | TogglePlay | StepForward | StepBack | Seek(_) | Reset | SetSpeed(_) | Input(_) => self.apply_to_run(command),
            Select(_)
            | ToggleSelect(_)
            | SelectAll
            | SetTool(_)
            | ToggleLens(_)
            | SetPair(_)
            | SetTurn(_)
            | Pan(_)
            | Zoom { .. }
            | Frame { .. }
            | SetTheme(_)
            | SetGrid(_)
            | SetSnap(_)
            | Cancel => self.apply_to_view(command),
            _ => self.apply_to_files(command),
        }
    }

    // ---- the document

    /// Changes the document and brings the run up to it, as one undoable step; a refused change is told and leaves no trace.
    pub(super) fn change(&mut self, label: &str, gesture: u64, edit: impl FnOnce(&mut Document)) -> bool {
        let mut document = (*self.document).clone();
        edit(&mut document);
        if document == *self.document {
            return true;
        }
        let document = Arc::new(document);
        let continues = self.history.continues(gesture);
        let before = (!continues).then(|| Moment::of(&self.document, &self.timeline));
        match self.timeline.edit(&self.document, &document) {
            Ok(()) => {
                if let Some(before) = before {
                    self.history.push(label, gesture, before);
                }
                self.document = document;
                self.forget_missing();
                true
            }
            Err(problems) => {
                self.refuse(label, &problems);
                false
            }
        }
    }

    pub(super) fn refuse(&mut self, label: &str, problems: &Problems) {
        self.notify(NoticeKind::Error, format!("{label} was refused: {problems}"));
    }

    fn apply_to_document(&mut self, command: Command) {
        use Command::*;
        match command {
            AddBody(body) => {
                let mut item = None;
                let label = format!("Add {}", if body.id.is_empty() { "body" } else { &body.id });
                if self.change(&label, 0, |d| item = Some(Item::Body(edit::add_body(d, body)))) {
                    self.selection = item.into_iter().collect();
                }
            }
            AddJoint(joint) => self.add_joint(joint),
            AddLauncher(launcher) => {
                let mut item = None;
                if self.change("Add launcher", 0, |d| item = Some(Item::Launcher(edit::add_launcher(d, launcher)))) {
                    self.selection = item.into_iter().collect();
                }
            }
            EditBody { id, body, gesture } => {
                let new_id = body.id.clone();
                if self.change(&format!("Edit {id}"), gesture, |d| {
                    edit::replace_body(d, &id, body);
                }) && new_id != id
                {
                    self.selection = vec![Item::Body(new_id)];
                }
            }
            EditJoint { id, joint, gesture } => {
                let new_id = joint.id.clone();
                if self
                    .change(&format!("Edit {id}"), gesture, |d| d.joints.iter_mut().filter(|j| j.id == id).for_each(|j| *j = joint.clone()))
                    && new_id != id
                {
                    self.selection = vec![Item::Joint(new_id)];
                }
            }
            EditLauncher { id, launcher, gesture } => {
                let new_id = launcher.id.clone();
                let replaced = self.change(&format!("Edit {id}"), gesture, |d| {
                    d.launchers.iter_mut().filter(|l| l.id == id).for_each(|l| *l = launcher.clone())
                });
                if replaced && new_id != id {
                    self.selection = vec![Item::Launcher(new_id)];
                }
            }
            EditWorld { world, gesture } => {
                self.change("Edit world", gesture, |d| d.world = world);
            }
            EditMaterial { name, material } => {
                self.change(&format!("Edit material {name}"), 0, |d| edit::set_material(d, &name, material));
            }
            EditAbout { title, about, gesture } => {
                self.change("Edit description", gesture, |d| (d.title, d.about) = (title, about));
            }
            Move { items, shift, turn, pivot, gesture } => self.move_items(&items, Motion { shift, turn, pivot }, gesture),
            Delete(items) => self.delete(&items),
            _ => self.apply_to_clipboard(command),
        }
    }

    fn add_joint(&mut self, joint: crate::scene::document::JointDoc) {
        let mut item = None;
        let stage = self.timeline.stage().clone();
        let label = format!("Add {} joint", edit::joint_word(&joint.kind));
        let added = self.change(&label, 0, |d| {
            let bodies: Vec<&str> = joint.body_a.as_deref().into_iter().chain([joint.body_b.as_str()]).collect();
            edit::adopt(d, &stage, &bodies);
            item = Some(Item::Joint(edit::add_joint(d, joint.clone())));
        });
        if added {
            self.selection = item.into_iter().collect();
        }
    }

    fn move_items(&mut self, items: &[Item], motion: Motion, gesture: u64) {
        let continues = self.history.continues(gesture);
        let stage = (!continues && self.timeline.stage().step_count() > 0).then(|| self.timeline.stage().clone());
        let label = if motion.turn == 0.0 { "Move" } else { "Turn" };
        self.change(label, gesture, |d| {
            if let Some(stage) = &stage {
                let bodies: Vec<&str> =
                    items.iter().filter_map(|i| if let Item::Body(id) = i { Some(id.as_str()) } else { None }).collect();
                edit::adopt(d, stage, &bodies);
            }
            edit::move_items(d, items, motion);
        });
    }

    fn delete(&mut self, items: &[Item]) {
        if items.is_empty() {
            return;
        }
        let label = if let [one] = items { format!("Delete {}", one.id()) } else { format!("Delete {} things", items.len()) };
        if self.change(&label, 0, |d| edit::delete(d, items)) {
            self.notify(NoticeKind::Done, label.replacen("Delete", "Deleted", 1));
        }
    }

    fn apply_to_clipboard(&mut self, command: Command) {
        match command {
            Command::Copy | Command::Cut if self.selection.is_empty() => self.notify(NoticeKind::Warning, "Nothing is selected to copy."),
            Command::Copy => self.clipboard = Some(edit::extract(&self.document_at_present(), &self.selection)),
            Command::Cut => {
                self.clipboard = Some(edit::extract(&self.document_at_present(), &self.selection));
                let items = self.selection.clone();
                self.delete(&items);
            }
            Command::Paste { at } => self.paste(at),
            Command::Duplicate if !self.selection.is_empty() => {
                let kept = self.clipboard.replace(edit::extract(&self.document_at_present(), &self.selection));
                self.paste(None);
                self.clipboard = kept;
            }
            _ => {}
        }
    }

    /// The document with every selected body where it is now: what copying means while a run is under way.
    fn document_at_present(&self) -> Document {
        let mut document = (*self.document).clone();
        let bodies: Vec<&str> =
            self.selection.iter().filter_map(|i| if let Item::Body(id) = i { Some(id.as_str()) } else { None }).collect();
        edit::adopt(&mut document, self.stage(), &bodies);
        document
    }

    fn paste(&mut self, at: Option<Vec2>) {
        let Some(part) = self.clipboard.clone() else {
            return self.notify(NoticeKind::Warning, "Nothing was copied yet.");
        };
        let places: Vec<Vec2> =
            part.bodies.iter().map(|b| b.position).chain(part.launchers.iter().filter(|l| l.body.is_none()).map(|l| l.position)).collect();
        let middle = places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32;
        let shift = at.map_or(Vec2::new(0.5, 0.5), |p| p - middle);
        let mut added = Vec::new();
        if self.change("Paste", 0, |d| added = edit::insert(d, &part, shift)) {
            self.selection = added;
        }
    }

    /// The present moment, for the way back from undo or redo; without the run when that will not change.
    fn moment_to_leave(&self, forth: bool) -> Moment {
        let words_only = self.history.next_document(forth).is_some_and(|next| differ_in_lesson_only(&self.document, next));
        if words_only { Moment::without_run(&self.document) } else { Moment::of(&self.document, &self.timeline) }
    }

    pub(super) fn undo(&mut self) {
        let now = self.moment_to_leave(false);
        match self.history.undo(now) {
            Some((label, moment)) => {
                self.restore(moment);
                self.notify(NoticeKind::Done, format!("Undone: {label}"));
            }
            None => self.notify(NoticeKind::Warning, "Nothing to undo."),
        }
    }

    pub(super) fn redo(&mut self) {
        let now = self.moment_to_leave(true);
        match self.history.redo(now) {
            Some((label, moment)) => {
                self.restore(moment);
                self.notify(NoticeKind::Done, format!("Redone: {label}"));
            }
            None => self.notify(NoticeKind::Warning, "Nothing to redo."),
        }
    }

    fn restore(&mut self, moment: Moment) {
        let result = match moment.timeline {
            Some(timeline) => {
                self.timeline = timeline;
                Ok(())
            }
            None if !moment.fresh && differ_in_lesson_only(&self.document, &moment.document) => Ok(()),
            None if moment.fresh => Timeline::new(&moment.document).map(|t| self.timeline = t),
            None => self.timeline.edit(&self.document, &moment.document),
        };
        if let Err(problems) = result {
            return self.refuse("Undo", &problems);
        }
        self.document = moment.document;
        self.tool.give_up();
        self.forget_missing();
    }

    /// Drops selected things and the watched pair when they no longer exist.
    pub(super) fn forget_missing(&mut self) {
        let document = self.document.clone();
        self.selection.retain(|item| match item {
            Item::Body(id) => document.body(id).is_some(),
            Item::Joint(id) => document.joint(id).is_some(),
            Item::Launcher(id) => document.launcher(id).is_some(),
        });
        if let Some((a, b)) = self.pair
            && (self.stage().world().collider(a).is_none() || self.stage().world().collider(b).is_none())
        {
            self.pair = None;
        }
    }
}

/// An empty scene: one long ground, so that what is dropped lands somewhere.
pub(super) fn blank_document() -> Document {
    let ground = Geometry::Segment { a: Vec2::new(-50.0, 0.0), b: Vec2::new(50.0, 0.0) };
    let ground = BodyDoc { id: "ground".into(), kind: BodyKind::Static, shapes: vec![ShapeDoc::new(ground)], ..BodyDoc::default() };
    let view = ViewDoc { center: Vec2::new(0.0, 4.0), height: 12.0, lenses: Vec::new(), pair: None, microscope: None };
    Document { bodies: vec![ground], view: Some(view), ..Document::default() }
}
