//! The workspace by keyboard alone.

use super::super::desk::Desk;
use crate::app::{Command, MicroscopeAct};
use crate::engine::math::Vec2;
use crate::lens::microscope::question::Kind;
use crate::lens::microscope::{Answer, MICROSCOPES, Side};
use egui::{Key, Modifiers};

/// How far a key moves a shape, in sizes of the specimen, and how far it turns it, radians.
const NUDGE: f32 = 0.02;
const TURN: f32 = 0.035;

/// Carries out a key; false when it means nothing here.
pub(crate) fn stroke(desk: &mut Desk<'_>, key: Key, modifiers: Modifiers, repeat: bool) -> bool {
    let Some(bench) = desk.app.bench() else { return false };
    let arrow = match key {
        Key::ArrowLeft => Some(Vec2::NEG_X),
        Key::ArrowRight => Some(Vec2::X),
        Key::ArrowUp => Some(Vec2::Y),
        Key::ArrowDown => Some(Vec2::NEG_Y),
        _ => None,
    };
    if let Some(way) = arrow.filter(|_| modifiers.command || modifiers.alt) {
        let side = if modifiers.alt { Side::A } else { Side::B };
        if !repeat {
            desk.state.workspace.nudge = desk.state.gesture.next();
        }
        let gesture = desk.state.workspace.nudge;
        let act = if modifiers.shift {
            MicroscopeAct::Rotate { side, angle: -TURN * (way.x + way.y), gesture }
        } else {
            MicroscopeAct::Move { side, shift: way * NUDGE * bench.specimen().size(), gesture }
        };
        desk.send(Command::Microscope(act));
        return true;
    }
    if modifiers.command || modifiers.alt {
        return false;
    }
    // A number that is asked for can be typed at once, without a way to its field.
    let is_number_asked = desk.app.open_question().is_some_and(|q| matches!(q.kind, Kind::Number { .. }));
    if let Some(sign) = sign(key).filter(|_| is_number_asked && !modifiers.shift) {
        desk.state.workspace.typed.push(sign);
        desk.state.workspace.is_typed_to = true;
        return true;
    }
    let act = match (key, modifiers.shift) {
        (Key::ArrowLeft, false) => MicroscopeAct::Step(-1),
        (Key::Enter, false) if desk.app.open_question().is_none() && bench.film().inside(bench.frame()).is_some() => MicroscopeAct::Inside,
        (Key::Backspace, false) => MicroscopeAct::Outside,
        (Key::ArrowRight, false) | (Key::Enter, false) => MicroscopeAct::Step(1),
        (Key::ArrowLeft, true) => MicroscopeAct::Turn(-1),
        (Key::ArrowRight, true) => MicroscopeAct::Turn(1),
        (Key::ArrowUp, false) => MicroscopeAct::Algorithm(neighbour(bench.microscope().id, -1)),
        (Key::ArrowDown, false) => MicroscopeAct::Algorithm(neighbour(bench.microscope().id, 1)),
        (Key::Home, false) => MicroscopeAct::Frame(0),
        (Key::End, false) => MicroscopeAct::Frame(usize::MAX),
        (Key::Space, false) => MicroscopeAct::TogglePlay,
        (Key::P, false) => MicroscopeAct::SetGate(!desk.app.gate()),
        (Key::R, false) => MicroscopeAct::Restore,
        (key, false) => match digit(key) {
            Some(index) => digit_act(desk, index),
            None => return false,
        },
        _ => return false,
    };
    desk.send(Command::Microscope(act));
    true
}

/// The microscope before or after this one, round in a ring.
fn neighbour(id: &str, by: i32) -> String {
    let count = MICROSCOPES.len() as i32;
    let at = MICROSCOPES.iter().position(|m| m.id == id).unwrap_or(0) as i32;
    MICROSCOPES[(at + by).rem_euclid(count) as usize].id.to_owned()
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

/// A digit answers the open question, else it lays an example down.
fn digit_act(desk: &Desk<'_>, index: usize) -> MicroscopeAct {
    match desk.app.open_question().map(|q| q.kind) {
        Some(Kind::Choose { choices, .. }) if index < choices.len() => MicroscopeAct::Answer(Answer::Choice(index)),
        _ => MicroscopeAct::Example(index),
    }
}
