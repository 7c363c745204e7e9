//! Keys to actions. A key belongs to the text field that has the focus, then to the open window, then to the table.

use super::actions::{self, Run};
use super::canvas_menu;
use super::contact_card;
use super::desk::{Desk, Order};
use super::lesson;
use super::microscope;
use crate::app::{Command, Item, LessonAct};
use crate::engine::math::Vec2;
use egui::{Event, Key, KeyboardShortcut, Modifiers};

/// What the keyboard is doing besides single strokes.
#[derive(Default)]
pub(crate) struct Keyboard {
    /// A text field had the focus at the end of the last frame: the Esc or Enter that closed it was meant for it alone.
    typed: bool,
    /// Number of the nudge while an arrow key is held.
    nudge: Option<u64>,
    /// When Ctrl+V was last seen as a key, seconds.
    paste_key: Option<f64>,
}

/// A pasted text that comes within this time after Ctrl+V belongs to it, seconds.
const LATE_PASTE: f64 = 3.0;
/// Distance of one nudge, as a fraction of the canvas's height; with Shift ten times as far.
const NUDGE: f32 = 1.0 / 400.0;

/// Reads this frame's keys.
pub(crate) fn take(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let typing = is_typing(ctx);
    let was_typing = std::mem::replace(&mut desk.state.keyboard.typed, typing);
    let focused = ctx.memory(|m| m.focused()).is_some();
    let menu_open = ctx.memory(|m| m.any_popup_open()) || canvas_menu::is_open(ctx) || desk.state.menu_open;
    let mut strokes = Vec::new();
    let mut pasted = false;
    ctx.input(|i| {
        for event in &i.events {
            match event {
                Event::Key { key, pressed: true, repeat, modifiers: m, .. } => {
                    let modifiers = Modifiers { alt: m.alt, ctrl: false, shift: m.shift, mac_cmd: false, command: m.command };
                    strokes.push((*key, modifiers, *repeat));
                }
                Event::Key { key, pressed: false, .. } if is_arrow(*key) => desk.state.keyboard.nudge = None,
                Event::Paste(_) => pasted = true,
                Event::Copy => strokes.push((Key::C, Modifiers::COMMAND, false)),
                Event::Cut => strokes.push((Key::X, Modifiers::COMMAND, false)),
                _ => {}
            }
        }
    });
    strokes.dedup();
    // Some windows tell Ctrl+V only as text, and only once another program has delivered that text: often later than the key.
    let now = ctx.input(|i| i.time);
    if strokes.iter().any(|(key, m, _)| *key == Key::V && m.command) {
        desk.state.keyboard.paste_key = Some(now);
    } else if pasted && desk.state.keyboard.paste_key.is_none_or(|at| now - at > LATE_PASTE) {
        strokes.push((Key::V, Modifiers::COMMAND, false));
    }
    for (key, modifiers, repeat) in strokes {
        let to_widget = focused && (is_arrow(key) || matches!(key, Key::Space | Key::Enter | Key::Tab));
        if typing || was_typing {
            while_typing(desk, key, modifiers);
        } else if key == Key::Escape && modifiers.is_none() {
            escape(ctx, desk, menu_open, focused);
        } else if desk.state.is_window_open() || desk.app.prompt().is_some() {
            while_window_open(desk, key, modifiers);
        } else if !to_widget && !menu_open {
            stroke(desk, key, modifiers, repeat);
        }
    }
}

fn is_typing(ctx: &egui::Context) -> bool {
    ctx.memory(|m| m.focused()).is_some_and(|id| egui::text_edit::TextEditState::load(ctx, id).is_some())
}

fn is_arrow(key: Key) -> bool {
    matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown)
}

/// A text field keeps all keys but those that no text needs.
fn while_typing(desk: &mut Desk<'_>, key: Key, modifiers: Modifiers) {
    let free = key == Key::F1 || modifiers.command && matches!(key, Key::K | Key::S | Key::O | Key::N | Key::Q);
    if free && desk.app.prompt().is_none() {
        stroke(desk, key, modifiers, false);
    }
}

/// An open window gives way to the keys that open and close windows.
fn while_window_open(desk: &mut Desk<'_>, key: Key, modifiers: Modifiers) {
    if desk.app.prompt().is_none() && (key == Key::F1 || modifiers.command && key == Key::K) {
        stroke(desk, key, modifiers, false);
    }
}

/// Esc closes the topmost thing only: menu, focus, window, drawer, presentation; then it is the tool's.
fn escape(ctx: &egui::Context, desk: &mut Desk<'_>, menu_open: bool, focused: bool) {
    if menu_open {
        return;
    }
    if focused {
        ctx.memory_mut(|m| m.stop_text_input());
    } else if desk.app.prompt().is_some() {
        desk.send(Command::PromptCancel);
    } else if desk.state.is_window_open() {
        desk.state.close_windows();
    } else if desk.state.drawer_open {
        desk.state.drawer_open = false;
    } else if desk.state.presentation && desk.app.selection().is_empty() {
        desk.state.presentation = false;
    } else {
        desk.send(Command::Cancel);
    }
}

fn stroke(desk: &mut Desk<'_>, key: Key, modifiers: Modifiers, repeat: bool) {
    if desk.app.bench().is_some() {
        if !microscope::stroke(desk, key, modifiers, repeat) {
            beside_the_bench(desk, key, modifiers);
        }
        return;
    }
    if is_arrow(key) && !modifiers.command && !modifiers.alt {
        return nudge(desk, key, modifiers.shift, repeat);
    }
    if key == Key::Backspace && modifiers.is_none() {
        return desk.orders.push(Order::TakeBack(Command::Delete(desk.app.selection().to_vec())));
    }
    if key == Key::Enter && modifiers.is_none() {
        let otherwise = contact_card::look_inside(desk);
        return desk.orders.push(Order::Confirm(otherwise));
    }
    if key == Key::Z && modifiers.command && modifiers.shift {
        return desk.send(Command::Redo);
    }
    let hit = actions::actions().iter().find(|a| a.shortcut.is_some_and(|s| matches(s, key, modifiers)));
    if let Some(action) = hit
        && (action.repeats || !repeat)
        && (action.is_enabled(desk.app))
    {
        run(desk, &action.run);
    }
}

/// Under the microscope only those keys of the table work that do nothing to the hidden scene.
fn beside_the_bench(desk: &mut Desk<'_>, key: Key, modifiers: Modifiers) {
    if key == Key::Z && modifiers.command && modifiers.shift {
        return desk.send(Command::Redo);
    }
    let hit = actions::actions().iter().find(|a| a.shortcut.is_some_and(|s| matches(s, key, modifiers)));
    if let Some(action) = hit
        && action.works_at_the_bench()
        && action.is_enabled(desk.app)
    {
        run(desk, &action.run);
    }
}

fn matches(shortcut: KeyboardShortcut, key: Key, modifiers: Modifiers) -> bool {
    let wanted = shortcut.modifiers;
    shortcut.logical_key == key && wanted.command == modifiers.command && wanted.shift == modifiers.shift && wanted.alt == modifiers.alt
}

/// Carries out an action of the table.
pub(crate) fn run(desk: &mut Desk<'_>, run: &Run) {
    match run {
        Run::Command(Command::Paste { at: None }) => {
            let at = desk.state.pointer_world;
            desk.send(Command::Paste { at });
        }
        Run::Command(Command::Lesson(LessonAct::Add { .. })) => lesson::add(desk),
        Run::Command(command) => desk.send(command.clone()),
        Run::From(f) => desk.send(f(desk.app)),
        Run::Several(f) => desk.orders.extend(f(desk.app).into_iter().map(Order::Command)),
        Run::Panel(panel) => desk.state.turn(*panel),
    }
}

/// With nothing selected, left and right step through the turns of the watched algorithm.
fn turn(desk: &mut Desk<'_>, key: Key) {
    let input = desk.app.lens_input();
    let on = desk.app.lenses().iter().filter(|id| actions::INSIDE.contains(id));
    let count = on.map(|id| crate::lens::turn_count(id, &input)).max().unwrap_or(0);
    let now = desk.app.turn().min(count.saturating_sub(1));
    match key {
        Key::ArrowRight if now + 1 < count => desk.send(Command::SetTurn(now + 1)),
        Key::ArrowLeft if now > 0 => desk.send(Command::SetTurn(now - 1)),
        _ => {}
    }
}

/// Moves the selection by a little; holding the key is one undo.
fn nudge(desk: &mut Desk<'_>, key: Key, far: bool, repeat: bool) {
    let items: Vec<Item> = desk.app.selection().to_vec();
    if items.is_empty() {
        return turn(desk, key);
    }
    let step = desk.app.camera().height * NUDGE * if far { 10.0 } else { 1.0 };
    let direction = match key {
        Key::ArrowLeft => Vec2::new(-1.0, 0.0),
        Key::ArrowRight => Vec2::new(1.0, 0.0),
        Key::ArrowUp => Vec2::new(0.0, 1.0),
        _ => Vec2::new(0.0, -1.0),
    };
    if !repeat {
        desk.state.keyboard.nudge = None;
    }
    let fresh = desk.state.keyboard.nudge.unwrap_or_else(|| desk.state.gesture.next());
    desk.state.keyboard.nudge = Some(fresh);
    desk.send(Command::Move { items, shift: direction * step, turn: 0.0, pivot: Vec2::ZERO, gesture: fresh });
}
