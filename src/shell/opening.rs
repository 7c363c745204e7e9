//! Preparing files on a thread, so that the window goes on.
//!
//! A disk may be slow, or hang; the largest scenes take seconds to check and build. The window waits for a moment, in
//! which everything but those is done, and then goes on: the program is told ([`FileCommand::Opening`]) and shows how
//! far the work is. What comes of it is asked for once a frame ([`Opener::poll`]).

use super::aside::{Aside, PATIENCE, State};
use super::waker::Waker;
use crate::app::{Command, FileCommand, Opening};
use crate::scene::progress::Progress;
use std::sync::Arc;
use std::time::Duration;

/// Prepares one file at a time.
pub struct Opener {
    waker: Waker,
    patience: Duration,
    under_way: Option<(Arc<Progress>, Aside)>,
}

impl Opener {
    /// Wakes the window when a file is ready.
    pub fn new(waker: Waker) -> Opener {
        Opener { waker, patience: PATIENCE, under_way: None }
    }

    /// Another patience, for tests: with none, nothing is ready at once.
    #[cfg(test)]
    pub fn with_patience(self, patience: Duration) -> Opener {
        Opener { patience, ..self }
    }

    /// Does the work elsewhere and gives up what was under way before. Returns its answer if that came within a
    /// moment, else what the program is to know meanwhile. `broken`: the answer of work that broke down.
    pub fn start(
        &mut self,
        name: String,
        work: impl FnOnce(&Progress) -> Command + Send + 'static,
        broken: impl FnOnce() -> Command + Send + 'static,
    ) -> Command {
        if let Some((progress, _)) = self.under_way.take() {
            progress.stop();
        }
        let progress = Arc::new(Progress::default());
        let theirs = progress.clone();
        match Aside::start("opening", self.waker.clone(), move || work(&theirs), broken).wait(self.patience) {
            State::Done(command) => *command,
            State::UnderWay(aside) => {
                self.under_way = Some((progress.clone(), aside));
                FileCommand::Opening(Opening::new(name, progress)).into()
            }
        }
    }

    /// The answer of the work under way, once it is there; none when the program waits no longer.
    pub fn poll(&mut self) -> Option<Command> {
        let (progress, aside) = self.under_way.take()?;
        if progress.is_stopped() {
            return None;
        }
        match aside.poll() {
            State::Done(command) => Some(*command),
            State::UnderWay(aside) => {
                self.under_way = Some((progress, aside));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Prepared};
    use crate::scene::document::{BodyDoc, Document, Geometry, ShapeDoc};
    use crate::scene::file;
    use std::sync::mpsc::{Sender, channel};

    const BROKEN: &str = "it broke down";

    fn answer(scene: Result<Prepared, String>) -> Command {
        FileCommand::Prepared { path: "large.json".to_owned(), scene }.into()
    }

    /// A scene of so many circles.
    fn circles(count: usize) -> Vec<u8> {
        let circle = Geometry::Circle { radius: 0.5, center: Default::default() };
        let body = |i| BodyDoc { id: format!("b{i}"), shapes: vec![ShapeDoc::new(circle.clone())], ..BodyDoc::default() };
        file::to_json(&Document { bodies: (0..count).map(body).collect(), ..Document::default() }).into_bytes()
    }

    /// Begins to open a file that a disk gives only when it is told to.
    fn begin(opener: &mut Opener, app: &mut App) -> Sender<Vec<u8>> {
        let (disk, bytes) = channel::<Vec<u8>>();
        let work = move |progress: &Progress| {
            let bytes = bytes.recv().map_err(|_| "the disk is gone".to_owned());
            answer(bytes.and_then(|bytes| Prepared::new(&bytes, progress)))
        };
        app.apply(opener.start("large.json".to_owned(), work, || answer(Err(BROKEN.to_owned()))));
        disk
    }

    /// Looks for the answer as often as it takes.
    fn await_answer(opener: &mut Opener) -> Command {
        loop {
            match opener.poll() {
                Some(command) => return command,
                None => std::thread::yield_now(),
            }
        }
    }

    fn impatient() -> Opener {
        Opener::new(Waker::none()).with_patience(Duration::ZERO)
    }

    /// A file was read, checked and built within one frame: 16 MiB held the window for two seconds and a half, and a
    /// disk that did not answer held it for ever.
    #[test]
    fn while_a_disk_hangs_the_program_goes_on_and_the_file_opens_as_one_command_once_it_is_there() {
        let (mut app, mut opener) = (App::empty(), impatient());
        let disk = begin(&mut opener, &mut app);
        let before = app.shared_document().clone();
        for _ in 0..3 {
            assert_eq!(app.opening().map(Opening::words).as_deref(), Some("Waiting for the disk"));
            assert!(opener.poll().is_none());
            app.apply(crate::app::RunCommand::StepForward);
        }
        assert!(Arc::ptr_eq(app.shared_document(), &before) && app.stage().step_count() == 3);
        disk.send(circles(30)).expect("it waits");
        let command = await_answer(&mut opener);
        assert!(Arc::ptr_eq(app.shared_document(), &before), "nothing changes before the command");
        app.apply(command);
        assert_eq!((app.document().bodies.len(), app.path(), app.opening().is_none()), (30, Some("large.json"), true));
        assert!(!app.is_unsaved() && app.undo_label().is_none() && app.take_leftovers().is_some());
        assert!(app.take_notices().iter().any(|notice| notice.text == "Opened large.json"));
    }

    #[test]
    fn cancelling_keeps_the_open_scene_whatever_the_disk_says_later() {
        let (mut app, mut opener) = (App::empty(), impatient());
        let disk = begin(&mut opener, &mut app);
        app.apply(FileCommand::StopOpening);
        assert!(app.opening().is_none());
        // Whether the work still listens is its own affair.
        let _ = disk.send(circles(30));
        assert!(opener.poll().is_none() && opener.under_way.is_none());
    }

    #[test]
    fn of_two_files_the_later_one_is_opened() {
        let (mut app, mut opener) = (App::empty(), impatient());
        let first = begin(&mut opener, &mut app);
        let second = begin(&mut opener, &mut app);
        let _ = first.send(circles(30));
        second.send(circles(20)).expect("it waits");
        let command = await_answer(&mut opener);
        app.apply(command);
        assert_eq!((app.document().bodies.len(), opener.poll()), (20, None));
    }

    #[test]
    fn errors_and_breakdowns_arrive_as_notices() {
        for (act, said) in [(Some(b"no scene".to_vec()), "line 1"), (None, "the disk is gone")] {
            let (mut app, mut opener) = (App::empty(), impatient());
            let disk = begin(&mut opener, &mut app);
            match act {
                Some(bytes) => disk.send(bytes).expect("it waits"),
                None => drop(disk),
            }
            app.apply(await_answer(&mut opener));
            let notices = app.take_notices();
            assert!(notices.iter().any(|n| n.text.contains(said) && n.text.contains("your scene is unchanged")), "{notices:?}");
            assert!(app.opening().is_none());
        }
        let mut opener = impatient();
        let work = |_: &Progress| -> Command { panic!("a breakdown on purpose") };
        let first = opener.start("large.json".to_owned(), work, || answer(Err(BROKEN.to_owned())));
        // The thread may be faster than the window, however impatient.
        let is_under_way = matches!(first, Command::File(FileCommand::Opening(_)));
        assert_eq!(if is_under_way { await_answer(&mut opener) } else { first }, answer(Err(BROKEN.to_owned())));
    }

    /// Whoever stops it waits for one body's work, not for the file's.
    #[test]
    fn the_work_looks_at_each_body_whether_it_is_still_wanted() {
        let (bytes, progress) = (circles(500), Progress::default());
        assert!(Prepared::new(&bytes, &progress).is_ok());
        // Once each when it is read, checked, cut into parts and put into the world.
        assert!(progress.looks() >= 4 * 500, "{}", progress.looks());
        let stopped = Progress::default();
        stopped.stop();
        assert!(Prepared::new(&bytes, &stopped).is_err());
        assert!(stopped.looks() < 10, "{}", stopped.looks());
    }
}
