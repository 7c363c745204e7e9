//! Input scripts: mouse and keys from a text file, through the same door as real ones ([`super::gui::Gui`]).
//!
//! ```text
//! # lines are done one a frame; coordinates are points from the window's upper left corner
//! size 1280 800        window size
//! move 300 200         pointer
//! press [right]        button down; left unless said
//! release [right]      button up
//! click 300 200        move, press, release
//! drag 10 10 90 50     move, press, move in 8 pieces, release
//! wheel 3 [dx]         notches, away from the user is positive
//! key ctrl+shift+z     key down and up, with modifiers
//! type Hello           text
//! wait 30              frames; each is a sixtieth of a second of the run
//! pause 0.5            real seconds, for double clicks and services of the system
//! screenshot a.png     the window as it is
//! title                prints the window's title
//! quit                 ends the program at once, without a question
//! ```
//! In a scripted window real input is ignored and every frame lasts exactly 1/60 s, so a script always sees the same.

use super::gui::Gui;
use super::{clock, keys};
use miniquad::{EventHandler, KeyCode, KeyMods, MouseButton};
use std::collections::VecDeque;
use std::path::PathBuf;

/// What a script wants of the window in this frame, beyond input.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptRequest {
    /// Nothing.
    Nothing,
    /// Save the window's picture after this frame.
    Screenshot(PathBuf),
    /// Print the title.
    Title,
    /// End the program.
    Quit,
}

#[derive(Clone, Debug, PartialEq)]
enum Act {
    Size(u32, u32),
    Move(f32, f32),
    Press(MouseButton),
    Release(MouseButton),
    Wheel(f32, f32),
    Key(KeyCode, KeyMods),
    KeyUp(KeyCode, KeyMods),
    Type(String),
    Wait(u32),
    Pause(f64),
    ScriptRequest(ScriptRequest),
}

/// A script being played.
#[derive(Debug)]
pub struct Script {
    acts: VecDeque<Act>,
    pointer: (f32, f32),
    waiting: u32,
    until: f64,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// The first line that is wrong, with its number and what was expected.
    pub fn parse(text: &str) -> Result<Script, String> {
        let mut acts = VecDeque::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            parse_line(line, &mut acts).map_err(|reason| format!("line {}: {reason}: {line}", index + 1))?;
        }
        Ok(Script { acts, pointer: (0.0, 0.0), waiting: 0, until: 0.0 })
    }

    /// True when all is done.
    pub fn is_over(&self) -> bool {
        self.acts.is_empty() && self.waiting == 0
    }

    /// Gives the window the input of this frame.
    pub fn play(&mut self, gui: &mut Gui) -> ScriptRequest {
        if self.waiting > 0 {
            self.waiting -= 1;
            return ScriptRequest::Nothing;
        }
        if clock::now() < self.until {
            return ScriptRequest::Nothing;
        }
        let Some(act) = self.acts.pop_front() else { return ScriptRequest::Nothing };
        let scale = gui.ctx().pixels_per_point();
        let (x, y) = (self.pointer.0 * scale, self.pointer.1 * scale);
        match act {
            Act::Size(width, height) => macroquad::window::request_new_screen_size(width as f32, height as f32),
            Act::Move(x, y) => {
                self.pointer = (x, y);
                gui.mouse_motion_event(x * scale, y * scale);
            }
            Act::Press(button) => gui.mouse_button_down_event(button, x, y),
            Act::Release(button) => gui.mouse_button_up_event(button, x, y),
            Act::Wheel(dx, dy) => gui.mouse_wheel_event(dx, dy),
            Act::Key(key, modifiers) => {
                hold(gui, modifiers, true);
                gui.key_down_event(key, modifiers, false);
            }
            Act::KeyUp(key, modifiers) => {
                gui.key_up_event(key, modifiers);
                hold(gui, modifiers, false);
            }
            Act::Type(text) => text.chars().for_each(|c| gui.char_event(c, KeyMods::default(), false)),
            Act::Wait(frames) => self.waiting = frames.saturating_sub(1),
            Act::Pause(seconds) => self.until = clock::now() + seconds,
            Act::ScriptRequest(request) => return request,
        }
        ScriptRequest::Nothing
    }
}

/// Presses or releases the modifier keys themselves, as a keyboard would.
fn hold(gui: &mut Gui, modifiers: KeyMods, down: bool) {
    let held = [
        (modifiers.ctrl, KeyCode::LeftControl),
        (modifiers.shift, KeyCode::LeftShift),
        (modifiers.alt, KeyCode::LeftAlt),
        (modifiers.logo, KeyCode::LeftSuper),
    ];
    let mut so_far = if down { KeyMods::default() } else { modifiers };
    for (_, key) in held.into_iter().filter(|(is_held, _)| *is_held) {
        if down {
            gui.key_down_event(key, so_far, false);
        } else {
            gui.key_up_event(key, so_far);
        }
        match key {
            KeyCode::LeftControl => so_far.ctrl = down,
            KeyCode::LeftShift => so_far.shift = down,
            KeyCode::LeftAlt => so_far.alt = down,
            _ => so_far.logo = down,
        }
    }
}

fn parse_line(line: &str, acts: &mut VecDeque<Act>) -> Result<(), String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "size" => {
            let [width, height] = numbers(rest)?;
            acts.push_back(Act::Size(width as u32, height as u32));
        }
        "move" => {
            let [x, y] = numbers(rest)?;
            acts.push_back(Act::Move(x, y));
        }
        "press" => acts.push_back(Act::Press(button(rest)?)),
        "release" => acts.push_back(Act::Release(button(rest)?)),
        "click" => {
            let [x, y] = numbers(rest)?;
            acts.extend([Act::Move(x, y), Act::Press(MouseButton::Left), Act::Release(MouseButton::Left)]);
        }
        "drag" => drag(numbers(rest)?, acts),
        "wheel" => match numbers::<1>(rest) {
            Ok([dy]) => acts.push_back(Act::Wheel(0.0, dy)),
            Err(_) => {
                let [dy, dx] = numbers(rest)?;
                acts.push_back(Act::Wheel(dx, dy));
            }
        },
        "key" => {
            let (key, modifiers) = chord(rest)?;
            acts.extend([Act::Key(key, modifiers), Act::KeyUp(key, modifiers)]);
        }
        "type" => acts.push_back(Act::Type(rest.to_owned())),
        "wait" => acts.push_back(Act::Wait(rest.parse().map_err(|_| "expected a number of frames")?)),
        "pause" => {
            let [seconds] = numbers(rest)?;
            acts.push_back(Act::Pause(f64::from(seconds)));
        }
        "screenshot" if !rest.is_empty() => acts.push_back(Act::ScriptRequest(ScriptRequest::Screenshot(PathBuf::from(rest)))),
        "screenshot" => return Err("expected a file name".to_owned()),
        "title" => acts.push_back(Act::ScriptRequest(ScriptRequest::Title)),
        "quit" => acts.push_back(Act::ScriptRequest(ScriptRequest::Quit)),
        _ => return Err(format!("unknown word \"{word}\"")),
    }
    Ok(())
}

fn drag([x0, y0, x1, y1]: [f32; 4], acts: &mut VecDeque<Act>) {
    const PIECES: u32 = 8;
    acts.extend([Act::Move(x0, y0), Act::Press(MouseButton::Left)]);
    acts.extend((1..=PIECES).map(|i| {
        let share = i as f32 / PIECES as f32;
        Act::Move(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    }));
    acts.push_back(Act::Release(MouseButton::Left));
}

fn numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let read = |word: &str| word.parse::<f32>().ok().filter(|n| n.is_finite() && n.abs() <= 1e5);
    let numbers: Option<Vec<f32>> = text.split_whitespace().map(read).collect();
    numbers.and_then(|n| n.try_into().ok()).ok_or_else(|| format!("expected {N} number{}", if N == 1 { "" } else { "s" }))
}

fn button(text: &str) -> Result<MouseButton, String> {
    match text {
        "" | "left" => Ok(MouseButton::Left),
        "middle" => Ok(MouseButton::Middle),
        "right" => Ok(MouseButton::Right),
        _ => Err("expected left, middle or right".to_owned()),
    }
}

fn chord(text: &str) -> Result<(KeyCode, KeyMods), String> {
    let mut modifiers = KeyMods::default();
    let mut parts: Vec<&str> = text.split('+').collect();
    let name = parts.pop().unwrap_or_default();
    for part in parts {
        match part.to_ascii_lowercase().as_str() {
            "ctrl" => modifiers.ctrl = true,
            "shift" => modifiers.shift = true,
            "alt" => modifiers.alt = true,
            "super" => modifiers.logo = true,
            other => return Err(format!("unknown modifier \"{other}\"")),
        }
    }
    keys::by_name(name).map(|key| (key, modifiers)).ok_or_else(|| format!("unknown key \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_becomes_single_acts() {
        let script = Script::parse("# a comment\n\nclick 10 20\nkey ctrl+Z\ntype a b\nwait 3\n").expect("a good script");
        let z = KeyMods { ctrl: true, ..KeyMods::default() };
        let expected = [
            Act::Move(10.0, 20.0),
            Act::Press(MouseButton::Left),
            Act::Release(MouseButton::Left),
            Act::Key(KeyCode::Z, z),
            Act::KeyUp(KeyCode::Z, z),
            Act::Type("a b".to_owned()),
            Act::Wait(3),
        ];
        assert_eq!(script.acts, expected);
    }

    #[test]
    fn a_drag_ends_where_it_should() {
        let script = Script::parse("drag 0 0 80 40").expect("a good script");
        assert_eq!(script.acts.len(), 11);
        assert_eq!(script.acts[9], Act::Move(80.0, 40.0));
        assert_eq!(script.acts[10], Act::Release(MouseButton::Left));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let table = [
            ("move 1", "line 1: expected 2 numbers: move 1"),
            ("wait 1\nhop", "line 2: unknown word \"hop\": hop"),
            ("key ctrl+nope", "line 1: unknown key \"nope\": key ctrl+nope"),
            ("key hyper+a", "line 1: unknown modifier \"hyper\": key hyper+a"),
            ("press up", "line 1: expected left, middle or right: press up"),
            ("screenshot", "line 1: expected a file name: screenshot"),
            ("move 1e9 2", "line 1: expected 2 numbers: move 1e9 2"),
            ("wait -1", "line 1: expected a number of frames: wait -1"),
        ];
        for (text, expected) in table {
            assert_eq!(Script::parse(text).map(|_| ()), Err(expected.to_owned()));
        }
    }
}
