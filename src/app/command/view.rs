//! Commands of looking: selection, lenses, the watched pair, the camera, colours.

use crate::app::groups;
use crate::app::notice::NoticeKind;
use crate::app::profile::Profile;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::app::settings::{self, MOST_RECENT, Settings, bounded};
use crate::app::thing::Thing;
use crate::draw::palette::Theme;
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use std::collections::BTreeSet;

/// What is shown, and what is selected.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// Replaces the selection.
    Select(Vec<Item>),
    /// Adds to or takes from the selection.
    ToggleSelect(Item),
    /// Everything.
    SelectAll,
    /// Switches a lens on or off by its id.
    ToggleLens(String),
    /// Watches a pair; `None` follows the deepest contact.
    SetPair(Option<(ColliderId, ColliderId)>),
    /// Shows another step of the watched algorithm.
    SetTurn(usize),
    /// Moves the camera by world metres.
    Pan(Vec2),
    /// Zooms by a factor (above 1 = closer) keeping a world point in place.
    Zoom {
        /// Factor.
        factor: f32,
        /// World, metres.
        at: Vec2,
    },
    /// Fits everything, or the selection, into the canvas.
    Frame {
        /// Only the selection, if there is one.
        selection: bool,
    },
    /// The camera goes with the body of this id, or with none.
    Follow(Option<String>),
    /// Changes the colours.
    SetTheme(Theme),
    /// Size of the panels, from 0.75 to 2.
    SetScale(f32),
    /// Shows or hides the grid.
    SetGrid(bool),
    /// Switches snapping to the grid.
    SetSnap(bool),
    /// Switches snapping to shapes and to directions of 15°.
    SetSnapShapes(bool),
    /// Presentation mode shows a halo at the pointer and the keys that are pressed, or not.
    SetInputShown(bool),
    /// Measures what the parts of each step take, or not.
    SetProfiled(bool),
}

impl App {
    /// Size of the panels; 1 = as designed.
    pub fn scale(&self) -> f32 {
        self.settings.scale
    }
    /// Scenes opened since the program began: another number, another scene.
    pub fn scenes_opened(&self) -> u64 {
        self.history.opened()
    }
    /// What the steps of the last second took, while it is measured.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }
    /// Files that were opened and saved, newest first.
    pub fn recent(&self) -> &[String] {
        &self.settings.recent
    }
    /// A file was opened or saved.
    pub(in crate::app) fn remember_file(&mut self, path: &str) {
        self.settings.recent.retain(|known| known != path);
        self.settings.recent.insert(0, path.to_owned());
        self.settings.recent.truncate(MOST_RECENT);
    }
    /// A file is gone. True when it was remembered.
    pub(in crate::app) fn forget_file(&mut self, path: &str) -> bool {
        let count = self.settings.recent.len();
        self.settings.recent.retain(|known| known != path);
        self.settings.recent.len() < count
    }
    /// What is kept from one start to the next; the shell knows the window's size.
    pub fn settings(&self) -> Settings {
        Settings {
            theme: settings::theme_word(self.theme).to_owned(),
            shows_input: self.teaching.shows_input,
            lenses: self.own_lenses().map(str::to_owned).collect(),
            window: [0, 0],
            ..self.settings.clone()
        }
    }
    /// Takes over what was kept.
    pub fn adopt_settings(&mut self, settings: &Settings) {
        self.theme = settings.theme();
        self.teaching.shows_input = settings.shows_input;
        self.settings = Settings { scale: bounded(settings.scale), ..settings.clone() };
        for lens in settings.lenses.iter().filter_map(|id| crate::lens::find(id)) {
            if !self.lenses.contains(&lens.id) {
                self.lenses.push(lens.id);
            }
        }
    }

    /// Lenses that are on because somebody switched them on.
    fn own_lenses(&self) -> impl Iterator<Item = &'static str> {
        self.lenses.iter().copied().filter(|id| !self.brought_lenses.contains(id))
    }

    /// These lenses alone, as a step of a lesson shows them; what somebody had switched on of them stays theirs.
    pub(super) fn show_only_lenses(&mut self, ids: &[String]) {
        let own: Vec<&str> = self.own_lenses().collect();
        self.lenses = ids.iter().filter_map(|id| crate::lens::find(id)).map(|lens| lens.id).collect();
        self.brought_lenses = self.lenses.iter().copied().filter(|id| !own.contains(id)).collect();
    }

    /// The lenses of a scene take the place of those that another has brought; what somebody switched on stays.
    pub(super) fn bring_lenses(&mut self, ids: &[String]) {
        self.lenses = self.own_lenses().collect();
        let found = ids.iter().filter_map(|id| crate::lens::find(id)).map(|lens| lens.id);
        self.brought_lenses = found.filter(|id| !self.lenses.contains(id)).collect();
        self.lenses.extend(&self.brought_lenses);
    }

    pub(super) fn apply_view(&mut self, command: ViewCommand) {
        match command {
            ViewCommand::Select(items) => self.selection = items,
            ViewCommand::ToggleSelect(item) => match self.selection.iter().position(|i| *i == item) {
                Some(index) => {
                    self.selection.remove(index);
                }
                None => self.selection.push(item),
            },
            ViewCommand::SelectAll => {
                let d = &self.document;
                let locked: BTreeSet<&str> = d.bodies.iter().filter(|body| body.locked).map(|body| body.id.as_str()).collect();
                let is_free = |item: &Item| item.as_group().is_none() && !item.as_body().is_some_and(|id| locked.contains(id));
                let all = Thing::items(d).into_iter().filter(is_free).collect();
                self.selection = groups::wholes(d, all);
            }
            ViewCommand::ToggleLens(id) => match self.lenses.iter().position(|l| *l == id) {
                Some(index) => {
                    self.lenses.remove(index);
                    self.brought_lenses.retain(|brought| *brought != id);
                }
                None => match crate::lens::find(&id) {
                    Some(lens) => {
                        self.lenses.push(lens.id);
                        self.turn = 0;
                    }
                    None => self.notify(NoticeKind::Warning, format!("There is no lens \"{id}\".")),
                },
            },
            ViewCommand::SetPair(pair) => {
                self.pair = pair;
                self.turn = 0;
            }
            ViewCommand::SetTurn(turn) => self.turn = turn,
            ViewCommand::Pan(shift) => self.camera.pan(shift),
            ViewCommand::Zoom { factor, at } => self.camera.zoom(factor, at),
            ViewCommand::Frame { selection } => self.frame(selection),
            ViewCommand::Follow(body) => self.start_following(body),
            ViewCommand::SetTheme(theme) => self.theme = theme,
            ViewCommand::SetScale(scale) => self.settings.scale = bounded(scale),
            ViewCommand::SetGrid(on) => self.settings.grid = on,
            ViewCommand::SetSnap(on) => self.settings.snap = on,
            ViewCommand::SetSnapShapes(on) => self.settings.snap_shapes = on,
            ViewCommand::SetInputShown(on) => self.teaching.shows_input = on,
            ViewCommand::SetProfiled(on) => self.profile.set_on(on),
        }
        self.forget_missing();
    }

    /// Another scene is shown from now on: nothing of the last one is selected, watched or laid under the microscope.
    pub(super) fn forget_scene(&mut self) {
        self.stop_time();
        self.selection.clear();
        self.tool.give_up();
        (self.turn, self.pair, self.bench, self.comparison) = (0, None, None, None);
        (self.lesson, self.journey, self.animation, self.teaching.draft) = (None, None, None, None);
        self.teaching.forget_all();
        self.score = Default::default();
    }

    /// The panels tell how large the canvas is, points.
    pub fn set_canvas(&mut self, size: Vec2) {
        if size.x >= 1.0 && size.y >= 1.0 && size.is_finite() {
            self.camera.resize(size);
        }
    }

    /// The panels tell how much of it they cover at its top and bottom edge, points.
    pub fn set_covered(&mut self, covered: [f32; 2]) {
        if covered.into_iter().all(|points| points.is_finite() && points >= 0.0) {
            self.camera.cover(covered);
        }
    }

    /// Fits everything into the canvas.
    pub(in crate::app) fn frame_all(&mut self) {
        let view = crate::lens::frame(self.shown_stage());
        self.camera.show(view);
    }

    fn frame(&mut self, selection: bool) {
        let bounds = if selection { self.selection_bounds() } else { None };
        match bounds {
            Some(bounds) => {
                // 16 : 10 times a margin of 1.6: a selection as wide as 1.0 heights just fits.
                let height = (bounds.size().y * 1.6).max(bounds.size().x).max(0.5);
                self.camera.show(crate::draw::View { center: bounds.center(), height });
            }
            None => self.frame_all(),
        }
    }
}
