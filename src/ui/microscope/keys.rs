//! The workspace by keyboard alone.

use super::super::desk::Desk;
use super::super::stroke::{KeyRow, Stroke};
use crate::app::{Command, LessonCommand, MicroscopeCommand};
use crate::engine::math::Vec2;
use crate::lens::microscope::MICROSCOPES;
use crate::lens::microscope::{Answer, AnswerKind, Side};
use crate::scene::document::{QuestionKind, Reply};
use egui::{Key, Modifiers};

/// How far a key moves a shape, in sizes of the specimen, and how far it turns it, radians.
const NUDGE: f32 = 0.02;
const TURN: f32 = 0.035;

/// Keys that buttons of the workspace name, too.
pub(super) const RESTORE: &str = "R";
pub(super) const PREDICT: &str = "P";
pub(super) const BACK: &str = "Esc";

/// What keys do under the microscope.
pub(crate) const KEYS: &[KeyRow] = &[
    KeyRow { keys: "← →", does: "a step back, a step on; with Shift a whole iteration", take: step },
    KeyRow { keys: "Enter Backspace", does: "from the pipeline into a stage; to the pipeline", take: in_and_out },
    KeyRow { keys: "Home End", does: "first and last frame", take: ends },
    KeyRow {
        keys: "Space",
        does: "lets the film play",
        take: |desk, stroke| send_if(desk, stroke.is(Key::Space), MicroscopeCommand::TogglePlay),
    },
    KeyRow { keys: "↑ ↓", does: "another microscope", take: another },
    KeyRow { keys: "1 2 3 … 0", does: "examples; with predictions on answers", take: number },
    KeyRow {
        keys: PREDICT,
        does: "asks before each step, or not",
        take: |desk, stroke| send_if(desk, stroke.is(Key::P), MicroscopeCommand::SetGate(!desk.app.gate())),
    },
    KeyRow { keys: "Ctrl-arrows", does: "move B, Alt-arrows A; with Shift they turn", take: nudge },
    KeyRow {
        keys: RESTORE,
        does: "puts the specimen back",
        take: |desk, stroke| send_if(desk, stroke.is(Key::R), MicroscopeCommand::Restore),
    },
    KeyRow { keys: BACK, does: "back to the scene", take: leave },
];

/// Esc ends presentation mode first, as over the scene.
fn leave(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    if stroke.is(Key::Escape) && std::mem::take(&mut desk.state.presentation) {
        return true;
    }
    if stroke.is(Key::Escape) && std::mem::take(&mut desk.state.lesson_editor.is_open) {
        return true;
    }
    send_if(desk, stroke.is(Key::Escape), MicroscopeCommand::Close)
}

fn send_if(desk: &mut Desk<'_>, is_mine: bool, command: impl Into<Command>) -> bool {
    if is_mine {
        desk.send(command);
    }
    is_mine
}

fn step(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let command = match (stroke.key, stroke.modifiers) {
        (Key::ArrowLeft, Modifiers::NONE) => MicroscopeCommand::Step(-1),
        (Key::ArrowRight, Modifiers::NONE) => MicroscopeCommand::Step(1),
        (Key::ArrowLeft, Modifiers::SHIFT) => MicroscopeCommand::Turn(-1),
        (Key::ArrowRight, Modifiers::SHIFT) => MicroscopeCommand::Turn(1),
        _ => return false,
    };
    send_if(desk, true, command)
}

/// Enter goes inside where there is an inside, else a step on.
fn in_and_out(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let Some(bench) = desk.app.bench() else { return false };
    let goes_inside = desk.app.open_question().is_none() && bench.film().inside(bench.frame()).is_some();
    let enter = if goes_inside { MicroscopeCommand::Inside } else { MicroscopeCommand::Step(1) };
    send_if(desk, stroke.is(Key::Enter), enter) || send_if(desk, stroke.is(Key::Backspace), MicroscopeCommand::Outside)
}

fn ends(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    send_if(desk, stroke.is(Key::Home), MicroscopeCommand::Frame(0))
        || send_if(desk, stroke.is(Key::End), MicroscopeCommand::Frame(usize::MAX))
}

fn another(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let Some(id) = desk.app.bench().map(|bench| bench.microscope().id) else { return false };
    send_if(desk, stroke.is(Key::ArrowUp), MicroscopeCommand::Algorithm(neighbour(desk, id, -1)))
        || send_if(desk, stroke.is(Key::ArrowDown), MicroscopeCommand::Algorithm(neighbour(desk, id, 1)))
}

/// A number that is asked for can be typed at once, without a way to its field; else digits choose.
fn number(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    if !stroke.modifiers.is_none() {
        return false;
    }
    if desk.app.open_question().is_none() && answer_own(desk, stroke.key) {
        return true;
    }
    let is_number_asked = desk.app.open_question().is_some_and(|q| matches!(q.kind, AnswerKind::Number { .. }));
    if let Some(sign) = sign(stroke.key).filter(|_| is_number_asked) {
        desk.state.workspace.predicted.begin(sign);
        return true;
    }
    let Some(index) = digit(stroke.key) else { return false };
    if let Some(command) = digit_command(desk, index) {
        desk.send(command);
    }
    true
}

/// Answers the author's question by a digit, or begins to type the number that it asks for. Once it is answered these
/// keys do nothing: who tries a second answer does not mean a lens or an example.
pub(crate) fn answer_own(desk: &mut Desk<'_>, key: Key) -> bool {
    let app = desk.app;
    let Some(question) = app.own_question() else { return false };
    let is_open = app.reply_to(question).is_none();
    match &question.kind {
        QuestionKind::Choice { answers, .. } => {
            let Some(index) = digit(key).filter(|index| *index < answers.len()) else { return false };
            send_if(desk, is_open, LessonCommand::Reply(Reply::Choice(index)));
            true
        }
        QuestionKind::Number { .. } => {
            let Some(sign) = sign(key) else { return false };
            if is_open {
                desk.state.asked.begin(sign);
            }
            true
        }
        QuestionKind::Body { .. } | QuestionKind::Point { .. } => false,
    }
}

/// Moves or turns one of the two; holding the key is one undo.
fn nudge(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let Some(bench) = desk.app.bench().filter(|_| stroke.modifiers.command || stroke.modifiers.alt) else { return false };
    let way = match stroke.key {
        Key::ArrowLeft => Vec2::NEG_X,
        Key::ArrowRight => Vec2::X,
        Key::ArrowUp => Vec2::Y,
        Key::ArrowDown => Vec2::NEG_Y,
        _ => return false,
    };
    let side = if stroke.modifiers.alt { Side::A } else { Side::B };
    if !stroke.repeat {
        desk.state.workspace.nudge = desk.state.gesture.next();
    }
    let gesture = desk.state.workspace.nudge;
    let command = if stroke.modifiers.shift {
        MicroscopeCommand::Rotate { side, angle: -TURN * (way.x + way.y), gesture }
    } else {
        MicroscopeCommand::Move { side, shift: way * NUDGE * bench.specimen().size(), gesture }
    };
    send_if(desk, true, command)
}

/// The next microscope before or after this one, round in a ring, that does not refuse what lies there.
fn neighbour(desk: &Desk<'_>, id: &str, by: i32) -> String {
    let count = MICROSCOPES.len() as i32;
    let at = MICROSCOPES.iter().position(|m| m.id == id).unwrap_or(0) as i32;
    let mut ring = (1..count).map(|k| MICROSCOPES[(at + k * by).rem_euclid(count) as usize].id);
    ring.find(|other| desk.app.why_not_shown(other).is_none()).unwrap_or(id).to_owned()
}

fn digit(key: Key) -> Option<usize> {
    // 0 comes after 9, as on the keyboard.
    const DIGITS: [Key; 10] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9, Key::Num0];
    DIGITS.iter().position(|d| *d == key)
}

/// What a key adds to a number.
fn sign(key: Key) -> Option<char> {
    match key {
        Key::Minus => Some('-'),
        Key::Period | Key::Comma => Some('.'),
        key => char::from_digit((digit(key)? as u32 + 1) % 10, 10),
    }
}

/// A digit lays an example down; with predictions on it answers, and does nothing where no question is open or there is
/// no such choice.
fn digit_command(desk: &Desk<'_>, index: usize) -> Option<MicroscopeCommand> {
    desk.app.bench()?;
    if !desk.app.gate() {
        return Some(MicroscopeCommand::Example(index));
    }
    match desk.app.open_question()?.kind {
        AnswerKind::Choose { choices, .. } if index < choices.len() => Some(MicroscopeCommand::Answer(Answer::Choice(index))),
        _ => None,
    }
}
