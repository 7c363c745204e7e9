//! Saving on a thread, so that the window goes on.
//!
//! The largest scenes take most of a second to write as text and to read back, which every save does to be sure; and a
//! disk may be slow. One file is written at a time, in the order in which saving was asked for, and the program does
//! not end before the last of them is.

use super::aside::{Aside, PATIENCE, State};
use super::waker::Waker;
use crate::app::{Command, FileCommand};
use std::collections::VecDeque;
use std::time::Duration;

/// Writes one scene at a time.
pub struct Saver {
    waker: Waker,
    patience: Duration,
    under_way: Option<Aside>,
    /// Answers that came while the next save waited for its turn.
    answers: VecDeque<Command>,
}

impl Saver {
    /// Wakes the window when a file is written.
    pub fn new(waker: Waker) -> Saver {
        Saver { waker, patience: PATIENCE, under_way: None, answers: VecDeque::new() }
    }

    /// Another patience, for tests: with none, nothing is written at once.
    #[cfg(test)]
    pub fn with_patience(self, patience: Duration) -> Saver {
        Saver { patience, ..self }
    }

    /// Does the work elsewhere, after what is under way. Returns an answer if one came within a moment, else what the
    /// program is to know meanwhile.
    pub fn start(
        &mut self,
        path: String,
        work: impl FnOnce() -> Command + Send + 'static,
        broken: impl FnOnce() -> Command + Send + 'static,
    ) -> Command {
        self.finish();
        match Aside::start("saving", self.waker.clone(), work, broken).wait(self.patience) {
            State::Done(command) => self.answers.push_back(*command),
            State::UnderWay(aside) => self.under_way = Some(aside),
        }
        self.answers.pop_front().unwrap_or(FileCommand::Writing(path).into())
    }

    /// The next answer, once it is there.
    pub fn poll(&mut self) -> Option<Command> {
        if self.answers.is_empty() {
            match self.under_way.take()?.poll() {
                State::Done(command) => self.answers.push_back(*command),
                State::UnderWay(aside) => self.under_way = Some(aside),
            }
        }
        self.answers.pop_front()
    }

    /// Waits until the last file is written: the program is about to end.
    pub fn finish(&mut self) {
        self.answers.extend(self.under_way.take().map(Aside::finish));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, DocumentCommand, Effect};
    use crate::scene::document::{BodyDoc, Geometry, ShapeDoc};
    use std::sync::mpsc::{Sender, channel};

    /// Begins to save on a disk that answers when it is told to.
    fn begin(saver: &mut Saver, app: &mut App) -> Sender<u64> {
        app.apply(FileCommand::SaveTo { path: "large.json".to_owned(), moment: false });
        assert!(matches!(&app.take_effects()[..], [Effect::Write { .. }]));
        let (disk, mark) = channel();
        let written = |result| FileCommand::Written { path: "large.json".to_owned(), moment: false, result }.into();
        let work = move || written(mark.recv().map_err(|_| "the disk is gone".to_owned()));
        let answer = saver.start("large.json".to_owned(), work, move || written(Err("it broke down".to_owned())));
        app.apply(answer);
        disk
    }

    fn await_answer(saver: &mut Saver) -> Command {
        loop {
            match saver.poll() {
                Some(command) => return command,
                None => std::thread::yield_now(),
            }
        }
    }

    fn add_body(app: &mut App) {
        let (count, shape) = (app.document().bodies.len(), Geometry::Circle { radius: 0.5, center: Default::default() });
        app.apply(DocumentCommand::Add(
            BodyDoc { id: format!("b{count}"), shapes: vec![ShapeDoc::new(shape)], ..BodyDoc::default() }.into(),
        ));
        assert_eq!(app.document().bodies.len(), count + 1);
    }

    fn impatient() -> Saver {
        Saver::new(Waker::none()).with_patience(Duration::ZERO)
    }

    /// A scene of 15 MB was written, read back and put on the disk within one frame of 0.8 seconds.
    #[test]
    fn while_a_disk_hangs_the_program_goes_on_and_what_is_edited_meanwhile_is_unsaved() {
        let (mut app, mut saver) = (App::empty(), impatient());
        add_body(&mut app);
        let disk = begin(&mut saver, &mut app);
        assert!(app.take_notices().iter().any(|notice| notice.text == "Saving large.json …"));
        assert!(app.is_unsaved() && app.path().is_none() && saver.poll().is_none());
        add_body(&mut app);
        disk.send(1).expect("it waits");
        app.apply(await_answer(&mut saver));
        assert!(app.is_unsaved(), "the second body is in no file");
        assert_eq!(app.path(), Some("large.json"));
        app.apply(crate::app::HistoryCommand::Undo);
        assert!(!app.is_unsaved(), "without it the file holds everything");
    }

    #[test]
    fn two_saves_are_carried_out_and_answered_in_their_order() {
        let (mut app, mut saver) = (App::empty(), impatient());
        add_body(&mut app);
        let first = begin(&mut saver, &mut app);
        add_body(&mut app);
        // The second waits for the first.
        first.send(1).expect("it waits");
        let second = begin(&mut saver, &mut app);
        assert!(app.is_unsaved() && app.path().is_some(), "the first is answered, and the second body is in no file");
        second.send(2).expect("it waits");
        app.apply(await_answer(&mut saver));
        assert!(!app.is_unsaved());
    }

    #[test]
    fn leaving_waits_until_the_file_is_written() {
        let (mut app, mut saver) = (App::empty(), impatient());
        add_body(&mut app);
        let disk = begin(&mut saver, &mut app);
        app.apply(FileCommand::Quit);
        assert!(app.prompt().is_some() && !app.take_effects().contains(&Effect::Quit));
        disk.send(1).expect("it waits");
        app.apply(await_answer(&mut saver));
        assert!(app.prompt().is_none() && app.take_effects().contains(&Effect::Quit));
    }

    #[test]
    fn a_program_that_ends_lets_the_last_file_be_written_first() {
        let mut saver = impatient();
        let (started, hear) = channel();
        let (path, done) = ("scene.json".to_owned(), std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)));
        let theirs = done.clone();
        let work = move || {
            started.send(()).expect("somebody hears");
            std::thread::sleep(Duration::from_millis(20));
            theirs.store(true, std::sync::atomic::Ordering::Release);
            FileCommand::Writing(String::new()).into()
        };
        saver.start(path, work, || FileCommand::Save.into());
        hear.recv().expect("it has begun");
        saver.finish();
        assert!(done.load(std::sync::atomic::Ordering::Acquire));
    }

    #[test]
    fn a_breakdown_is_a_save_that_failed() {
        let mut saver = impatient();
        let work = || -> Command { panic!("a breakdown on purpose") };
        let answer = saver.start("scene.json".to_owned(), work, || FileCommand::Save.into());
        let answer = if matches!(answer, Command::File(FileCommand::Writing(_))) { await_answer(&mut saver) } else { answer };
        assert_eq!(answer, FileCommand::Save.into());
    }
}
