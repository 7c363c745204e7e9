//! The program's clipboard.

use crate::app::copied::{Clipboard, Copied};
use crate::app::edit;
use crate::app::groups;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::engine::aabb::Aabb;
use crate::engine::collider::Collider;
use crate::engine::frames::WorldPoint;
use crate::engine::math::Vec2;
use crate::engine::tuning::LINEAR_SLOP;
use crate::scene::document::{Document, LightKind};
use crate::scene::file;
use crate::scene::stage::Stage;

/// Copying within the program. It acts on the selection.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipboardCommand {
    /// Copies the selection to the program's clipboard.
    Copy,
    /// Copies, then deletes.
    Cut,
    /// Adds what was copied, its middle at a world point (default: shifted a little), and selects it.
    Paste {
        /// Where.
        at: Option<Vec2>,
    },
    /// What another window copied, as the system's clipboard tells it: it is pasted from now on, if it is a scene.
    Take(String),
    /// Copies and pastes the selection in one step.
    Duplicate,
}

impl App {
    pub(super) fn apply_clipboard(&mut self, command: ClipboardCommand) {
        match command {
            ClipboardCommand::Copy => {
                self.copy();
            }
            ClipboardCommand::Cut => {
                if self.copy() {
                    let items = self.selection.clone();
                    self.delete(&items);
                }
            }
            ClipboardCommand::Paste { at } => self.paste("Paste", at),
            ClipboardCommand::Take(text) => self.take_from_outside(text),
            ClipboardCommand::Duplicate => {
                if !self.selection.is_empty() {
                    let part = edit::extract(&self.document_at_present(), &self.selection);
                    let beside = self.free_shift(self.selection_bounds());
                    self.paste_shifted("Duplicate", &part, beside);
                }
            }
        }
    }

    /// Copies the selection. False, with a notice, when there is none.
    fn copy(&mut self) -> bool {
        if self.selection.is_empty() {
            self.notify(NoticeKind::Warning, "Nothing is selected to copy.");
            return false;
        }
        let part = edit::extract(&self.document_at_present(), &self.selection);
        let mut alone = part.clone();
        edit::drop_dangling(&mut alone);
        let copied = Copied { part, text: file::to_json(&alone), is_news: true };
        self.clipboard = Clipboard { copied: Some(copied), is_refused: false };
        true
    }

    /// The last copy as the text of a scene, once: for the system's clipboard, and so for other windows.
    pub fn take_copied(&mut self) -> Option<String> {
        let copied = self.clipboard.copied.as_mut()?;
        std::mem::take(&mut copied.is_news).then(|| copied.text.clone())
    }

    fn take_from_outside(&mut self, text: String) {
        /// Among how many of a scene's first characters its format stands.
        const HEAD: usize = 200;
        self.clipboard.is_refused = false;
        let is_scene = text.chars().take(HEAD).collect::<String>().contains(file::FORMAT);
        if !is_scene || self.clipboard.copied.as_ref().is_some_and(|copied| copied.text == text) {
            return;
        }
        match file::parse(text.as_bytes()) {
            Ok(part) => self.clipboard.copied = Some(Copied { part, text, is_news: false }),
            Err(problems) => {
                self.clipboard.is_refused = true;
                self.refuse("Paste", &problems);
            }
        }
    }

    /// The document with every selected body where it is now: what copying means while a run is under way.
    fn document_at_present(&self) -> Document {
        let mut document = (*self.document).clone();
        let bodies = groups::bodies(&document, &self.selection);
        edit::adopt(&mut document, self.stage(), &bodies.iter().map(String::as_str).collect::<Vec<_>>());
        document
    }

    fn paste(&mut self, label: &str, at: Option<Vec2>) {
        // What was meant lies on the system's clipboard, and why it cannot be pasted is told already.
        if std::mem::take(&mut self.clipboard.is_refused) {
            return;
        }
        let Some(part) = self.clipboard.copied.as_ref().map(|copied| copied.part.clone()) else {
            return self.notify(NoticeKind::Warning, "Nothing was copied yet.");
        };
        let places = places_of(&part);
        let middle = places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32;
        let wanted = at.map_or(Vec2::new(0.5, 0.5), |p| p - middle);
        let shift = if self.is_covered(&places, wanted) { self.beside(&part, &places, wanted) } else { wanted };
        self.paste_shifted(label, &part, shift);
    }

    fn paste_shifted(&mut self, label: &str, part: &Document, shift: Vec2) {
        let mut added = Vec::new();
        if self.change(label, 0, |d| added = edit::insert(d, part, shift)) {
            self.selection = added;
            let lost = edit::without_body(&self.document, part);
            if let Some(first) = lost.first() {
                let what = if lost.len() == 1 { (*first).to_owned() } else { format!("{first} and {} more", lost.len() - 1) };
                self.notify(NoticeKind::Warning, format!("Left out: {what}. What is mounted is copied with its body."));
            }
            if self.selection_bounds().is_some_and(|bounds| !self.camera.sees(bounds.center())) {
                self.notify(NoticeKind::Done, "The copies stand outside the view; Zoom to selection shows them.");
            }
        }
    }

    /// True when all that would be pasted lies where something alike lies already: nobody could tell them apart.
    fn is_covered(&self, places: &[Vec2], shift: Vec2) -> bool {
        /// How near is the same place, metres.
        const NEAR: f32 = 1e-3;
        let now = self.stage().world().bodies().map(|(_, body)| body.pose.position);
        let there: Vec<Vec2> = places_of(&self.document).into_iter().chain(now).collect();
        !places.is_empty() && places.iter().all(|place| there.iter().any(|other| other.distance(*place + shift) < NEAR))
    }

    /// A shift that leads beside what lies where things would be pasted, as for duplicates.
    fn beside(&self, part: &Document, places: &[Vec2], wanted: Vec2) -> Vec2 {
        let stage = Stage::new(part).ok();
        let boxes = stage.iter().flat_map(|stage| stage.world().bodies()).flat_map(|(_, body)| {
            let of = |part: &Collider| part.shape.aabb(body.pose);
            body.colliders.iter().filter(|part| !part.shape.is_endless()).map(of).collect::<Vec<_>>()
        });
        match boxes.reduce(Aabb::union) {
            Some(bounds) => wanted + self.free_shift(Some(Aabb { min: bounds.min + wanted, max: bounds.max + wanted })),
            // Lamps, notes and the like have no size: each a little farther.
            None => (1..).map(|n| wanted + Vec2::splat(0.5 * n as f32)).find(|shift| !self.is_covered(places, *shift)).unwrap_or(wanted),
        }
    }

    /// The shift by which copies of what has these bounds stand beside what is there, touching nothing: the nearest
    /// free place to the right, to the left or above. With no room anywhere near, above all.
    fn free_shift(&self, bounds: Option<Aabb>) -> Vec2 {
        /// Room between a copy and what is there, metres.
        const GAP: f32 = 0.1;
        /// How many widths or heights away a place is looked for.
        const FARTHEST: i32 = 40;
        let (Some(bounds), world) = (bounds, self.stage().world()) else { return Vec2::splat(0.5) };
        let size = bounds.size() + Vec2::splat(GAP);
        let parts = world.bodies().flat_map(|(_, body)| body.colliders.iter().map(|part| (&part.shape, body.pose)));
        let (grounds, bounded): (Vec<_>, Vec<_>) = parts.partition(|(shape, _)| shape.is_endless());
        let all: Vec<Aabb> = bounded.into_iter().map(|(shape, pose)| shape.aabb(pose)).collect();
        let is_in_ground = |p: Vec2| grounds.iter().any(|(shape, pose)| shape.contains(pose.to_local(WorldPoint::at(p))));
        let is_free = |shift: &Vec2| {
            // What rests on something touches it, and may lie in it by a little.
            let place = Aabb { min: bounds.min + *shift, max: bounds.max + *shift }.grown(-2.0 * LINEAR_SLOP);
            !all.iter().any(|other| other.overlaps(place)) && !place.corners().into_iter().any(is_in_ground)
        };
        let steps = (1..=FARTHEST).flat_map(|n| [(n, 0), (-n, 0), (0, n)]).map(|(x, y)| Vec2::new(x as f32, y as f32) * size);
        let mut nearest_first: Vec<Vec2> = steps.collect();
        nearest_first.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        nearest_first.into_iter().find(is_free).unwrap_or_else(|| {
            let top = all.iter().fold(bounds.max.y, |top, b| top.max(b.max.y));
            Vec2::new(0.0, top + GAP - bounds.min.y)
        })
    }
}

/// Where the things of a document stand that have a place of their own: bodies, and what is on none.
fn places_of(part: &Document) -> Vec<Vec2> {
    let launchers = part.launchers.iter().filter(|l| l.body.is_none()).map(|l| l.position);
    let lamps = part.lights.iter().filter_map(|l| match l.kind {
        LightKind::Point { body: None, position, .. } => Some(position),
        _ => None,
    });
    let curves = part.curves.iter().filter(|c| c.body.is_none()).flat_map(|c| c.kind.places());
    let notes = part.notes.iter().filter(|n| n.body.is_none()).map(|n| n.position);
    let free = part.measures.iter().flat_map(|m| m.ends()).filter(|end| end.body.is_none()).map(|end| end.at);
    let smoke = part.smoke.iter().map(|s| s.center);
    let loose = launchers.chain(lamps).chain(notes).chain(free).chain(smoke).chain(curves);
    part.bodies.iter().map(|b| b.position).chain(loose).collect()
}
