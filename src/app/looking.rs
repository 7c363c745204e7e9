//! Commands of looking: selection, tools, lenses, the watched pair, the camera, colours.

use super::selection::Item;
use super::{App, Command, NoticeKind};
use crate::engine::math::Vec2;

impl App {
    pub(super) fn apply_to_view(&mut self, command: Command) {
        match command {
            Command::Select(items) => self.selection = items,
            Command::ToggleSelect(item) => match self.selection.iter().position(|i| *i == item) {
                Some(index) => {
                    self.selection.remove(index);
                }
                None => self.selection.push(item),
            },
            Command::SelectAll => {
                let d = &self.document;
                self.selection = d.bodies.iter().map(|b| Item::Body(b.id.clone())).collect();
                self.selection.extend(d.joints.iter().map(|j| Item::Joint(j.id.clone())));
                self.selection.extend(d.launchers.iter().map(|l| Item::Launcher(l.id.clone())));
            }
            Command::SetTool(kind) => self.tool.choose(kind),
            Command::ToggleLens(id) => match self.lenses.iter().position(|l| *l == id) {
                Some(index) => {
                    self.lenses.remove(index);
                }
                None => match crate::lens::find(&id) {
                    Some(lens) => {
                        self.lenses.push(lens.id);
                        self.turn = 0;
                    }
                    None => self.notify(NoticeKind::Warning, format!("There is no lens \"{id}\".")),
                },
            },
            Command::SetPair(pair) => {
                self.pair = pair;
                self.turn = 0;
            }
            Command::SetTurn(turn) => self.turn = turn,
            Command::Pan(shift) => self.camera.pan(shift),
            Command::Zoom { factor, at } => self.camera.zoom(factor, at),
            Command::Frame { selection } => self.frame(selection),
            Command::SetTheme(theme) => self.theme = theme,
            Command::SetGrid(on) => self.grid = on,
            Command::SetSnap(on) => self.snap = on,
            Command::Cancel => self.cancel(),
            _ => {}
        }
        self.forget_missing();
    }

    /// The panels tell how large the canvas is, points.
    pub fn set_canvas(&mut self, size: Vec2) {
        if size.x >= 1.0 && size.y >= 1.0 && size.is_finite() {
            self.camera.resize(size);
        }
    }

    /// Fits everything into the canvas.
    pub(super) fn frame_all(&mut self) {
        let view = crate::lens::frame(self.stage());
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
