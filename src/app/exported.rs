//! What a file is asked for.

use crate::lens::microscope::figure::FilmView;

/// What the file is for that the shell asks the user about. Whoever asks says it anew: the dialog before may have been
/// given up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Exported {
    /// What is shown: the canvas, or under the microscope the film.
    #[default]
    Shown,
    /// One view of the film's present frame.
    View(FilmView),
    /// The graph of this number, from 0.
    Graph(usize),
    /// The run, as an animation.
    Animation,
    /// The printed lesson.
    Lesson,
}
