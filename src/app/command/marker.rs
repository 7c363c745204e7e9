//! Named moments of the run. They are part of the scene; the run goes on as it is.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::scene::document::MarkerDoc;

/// Something done with the scene's markers.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkerCommand {
    /// Marks a step; without a name under the next number. `None` = the present step.
    Add {
        /// Which.
        step: Option<u64>,
        /// What it is called; may be empty.
        name: String,
    },
    /// Replaces a marker.
    Edit {
        /// Its number, from 0.
        marker: usize,
        /// What it becomes.
        to: MarkerDoc,
        /// See [`super::document::DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Takes a marker away.
    Remove(usize),
    /// Goes to a marker; to one that the run has not reached by playing until there.
    GoTo(usize),
    /// Goes to the nearest marker after the present step.
    Next,
    /// Goes to the nearest marker before the present step.
    Previous,
}

impl App {
    pub(super) fn apply_marker(&mut self, command: MarkerCommand) {
        match command {
            MarkerCommand::Add { step, name } => self.add_marker(step, name),
            MarkerCommand::Edit { marker, to, gesture } => self.on_marker(marker, |app| {
                app.change("Edit marker", gesture, |d| d.markers[marker] = to);
            }),
            MarkerCommand::Remove(marker) => self.on_marker(marker, |app| {
                app.change("Remove marker", 0, |d| drop(d.markers.remove(marker)));
            }),
            MarkerCommand::GoTo(marker) => self.on_marker(marker, |app| app.go_to_step(app.document.markers[marker].step)),
            MarkerCommand::Next => self.go_to_next_marker(true),
            MarkerCommand::Previous => self.go_to_next_marker(false),
        }
    }

    fn on_marker(&mut self, marker: usize, act: impl FnOnce(&mut App)) {
        self.on("marker", marker, self.document.markers.len(), act);
    }

    fn add_marker(&mut self, step: Option<u64>, name: String) {
        let step = step.unwrap_or_else(|| self.stage().step_count());
        let taken = |name: &str| self.document.markers.iter().any(|marker| marker.name == name);
        let numbered = || (1..).map(|n: u32| format!("marker {n}")).find(|name| !taken(name)).unwrap_or_default();
        let name = if name.trim().is_empty() { numbered() } else { name };
        let told = format!("Marked step {step} as \"{name}\".");
        if self.change("Add marker", 0, |d| d.markers.push(MarkerDoc { name, step })) {
            self.notify(NoticeKind::Done, told);
        }
    }

    fn go_to_next_marker(&mut self, forth: bool) {
        let now = self.stage().step_count();
        let steps = self.document.markers.iter().map(|marker| marker.step);
        let found = if forth { steps.filter(|step| *step > now).min() } else { steps.filter(|step| *step < now).max() };
        match found {
            Some(step) => self.go_to_step(step),
            None => self.notify(NoticeKind::Warning, if forth { "No marker after this step." } else { "No marker before this step." }),
        }
    }

    /// Goes to a step of the recorded run; beyond it, the run is played until there.
    fn go_to_step(&mut self, step: u64) {
        if self.comparison.is_some() {
            return self.notify(NoticeKind::Warning, "Leave the comparison first: markers are the scene's.");
        }
        self.playing = false;
        self.timeline.seek(step);
        if step > self.timeline.last_step() {
            (self.playing, self.backwards, self.range, self.stop_at) = (true, false, None, Some(step));
            self.notify(NoticeKind::Done, format!("Playing until step {step}."));
        }
        self.forget_missing();
    }
}
