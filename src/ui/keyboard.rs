//! Keys to actions. A key belongs to the text field that has the focus, then to the open window, then to the table.

use super::action::Reach;
use super::actions;
use super::desk::Desk;
use super::menu_keys::is_typing;
use super::stroke::{self, KeyRow, Stroke};
use super::{canvas_menu, compare, contact_card, lesson, microscope};
use crate::app::{
    ClipboardCommand, DocumentCommand, FileCommand, Item, LessonCommand, PromptCommand, RunCommand, ToolCommand, ViewCommand,
};
use crate::engine::math::Vec2;
use crate::scene::key as scene;
use crate::scene::stage::Input;
use egui::{Event, Key, KeyboardShortcut, Modifiers};

/// A pasted text that comes within this time after Ctrl+V belongs to it, seconds.
const LATE_PASTE: f64 = 3.0;
/// Distance of one nudge, as a fraction of the canvas's height; with Shift ten times as far.
const NUDGE: f32 = 1.0 / 400.0;

/// Reads this frame's keys.
pub(crate) fn take(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let typing = is_typing(ctx);
    let was_typing = std::mem::replace(&mut desk.state.keyboard.typed, typing);
    let focused = ctx.memory(|m| m.focused()).is_some();
    let menu_open = ctx.memory(|m| m.any_popup_open()) || canvas_menu::is_open(ctx) || desk.state.menus.is_open;
    let mut strokes = Vec::new();
    let mut pasted = false;
    ctx.input(|i| {
        for event in &i.events {
            match event {
                Event::Key { key, pressed: true, repeat, modifiers: m, .. } => {
                    let modifiers = Modifiers { alt: m.alt, ctrl: false, shift: m.shift, mac_cmd: false, command: m.command };
                    strokes.push(Stroke { key: *key, modifiers, repeat: *repeat });
                }
                Event::Key { key, pressed: false, .. } if is_arrow(*key) => desk.state.keyboard.nudge = None,
                Event::Paste(text) => {
                    pasted = true;
                    if !typing {
                        desk.send(ClipboardCommand::Take(text.clone()));
                    }
                }
                Event::Copy => strokes.push(command(Key::C)),
                Event::Cut => strokes.push(command(Key::X)),
                _ => {}
            }
        }
    });
    // Copy and cut are told twice, as keys and by what they mean; another key that comes twice was pressed twice.
    strokes.dedup_by(|a, b| a == b && [command(Key::C), command(Key::X)].contains(a));
    let is_free = !typing && !was_typing && !focused && !menu_open && !desk.state.is_window_open();
    let drives = is_free && desk.app.is_playing() && desk.app.prompt().is_none() && desk.app.bench().is_none();
    let driven = drive(ctx, desk, drives);
    // Some windows tell Ctrl+V only as text, and only once another program has delivered that text: often later than
    // the key.
    let now = ctx.input(|i| i.time);
    let is_paste = |strokes: &[Stroke]| strokes.iter().any(|s| s.key == Key::V && s.modifiers.command);
    if is_paste(&strokes) {
        desk.state.keyboard.paste_key = Some(now);
    } else if pasted && desk.state.keyboard.paste_key.is_none_or(|at| now - at > LATE_PASTE) {
        strokes.push(command(Key::V));
    }
    let is_paste = is_paste(&strokes);
    for stroke in strokes {
        let Stroke { key, modifiers, .. } = stroke;
        let is_driven = driven.contains(&key) && !modifiers.command && !modifiers.alt;
        let to_widget = focused && (is_arrow(key) || matches!(key, Key::Space | Key::Enter | Key::Tab));
        if typing || was_typing {
            if desk.app.prompt().is_none() {
                by_shortcut(desk, stroke, Reach::Text);
            }
        } else if key == Key::Escape && modifiers.is_none() {
            escape(ctx, desk, menu_open, focused);
        } else if desk.state.is_window_open() || desk.app.prompt().is_some() {
            if desk.app.prompt().is_none() {
                by_shortcut(desk, stroke, Reach::Window);
            }
        } else if !to_widget && !menu_open && !is_driven {
            take_stroke(desk, stroke);
        }
    }
    if let Some((at, _)) = desk.state.keyboard.paste.take_if(|_| is_paste) {
        desk.send(ClipboardCommand::Paste { at });
    }
}

/// Tells the running scene which of its keys are held, and returns them all: while time runs they are the scene's
/// (`drives`). Keys that were pressed for it are let go when they are no more, whatever else is going on.
fn drive(ctx: &egui::Context, desk: &mut Desk<'_>, drives: bool) -> Vec<Key> {
    let keys: Vec<(scene::Key, Key)> = desk.app.shown_stage().keys().into_iter().filter_map(|key| Some((key, on_keyboard(key)?))).collect();
    let down: Vec<scene::Key> = ctx.input(|i| {
        let is_down = |key: &Key| drives && i.focused && i.keys_down.contains(key) && !i.modifiers.command && !i.modifiers.alt;
        keys.iter().filter(|(_, key)| is_down(key)).map(|(key, _)| *key).collect()
    });
    let held = desk.app.shown_stage().held_keys().to_vec();
    // A run that was saved with a key held keeps it until time goes on.
    let pressed = std::mem::replace(&mut desk.state.keyboard.driving, down.clone());
    for key in held.iter().filter(|key| !down.contains(key) && (drives || pressed.contains(key))) {
        desk.send(RunCommand::Input(Input::Hold { key: *key, down: false }));
    }
    for key in down.iter().filter(|key| !held.contains(key)) {
        desk.send(RunCommand::Input(Input::Hold { key: *key, down: true }));
    }
    if drives { keys.into_iter().map(|(_, key)| key).collect() } else { Vec::new() }
}

/// A scene's key on the keyboard.
fn on_keyboard(key: scene::Key) -> Option<Key> {
    match key.word() {
        "up" => Some(Key::ArrowUp),
        "down" => Some(Key::ArrowDown),
        "left" => Some(Key::ArrowLeft),
        "right" => Some(Key::ArrowRight),
        word => Key::from_name(&word.to_uppercase()),
    }
}

/// Ctrl (or Cmd) and a key.
fn command(key: Key) -> Stroke {
    Stroke { key, modifiers: Modifiers::COMMAND, repeat: false }
}

fn is_arrow(key: Key) -> bool {
    matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown)
}

/// Esc closes the topmost thing only, in the order in which they lie over each other: menu, focus, message, question,
/// window, what is under way, drawer, lesson editor, presentation; then it is the tool's.
fn escape(ctx: &egui::Context, desk: &mut Desk<'_>, menu_open: bool, focused: bool) {
    if menu_open {
        return;
    }
    if focused {
        ctx.memory_mut(|m| m.stop_text_input());
    } else if desk.state.notices.window.take().is_some() {
        // A long message lies over the question that it came with.
    } else if desk.app.prompt().is_some() {
        desk.send(PromptCommand::Cancel);
    } else if desk.state.is_window_open() {
        desk.state.close_windows();
    } else if desk.app.opening().is_some() {
        desk.send(FileCommand::StopOpening);
    } else if desk.app.lesson_journey().is_some() {
        desk.send(LessonCommand::Stop);
    } else if desk.state.drawer_open {
        desk.state.drawer_open = false;
    } else if is_lesson_editor_next(desk) {
        // What is typed of a question stays in it.
        desk.state.lesson_editor.is_open = false;
    } else if desk.state.presentation && !desk.app.is_scene_hidden() && desk.app.selection().is_empty() {
        desk.state.presentation = false;
    } else {
        take_stroke(desk, Stroke { key: Key::Escape, modifiers: Modifiers::NONE, repeat: false });
    }
}

/// True when Esc means the lesson's editor: it lies over the microscope, but what is begun or selected in the scene
/// lies over it.
fn is_lesson_editor_next(desk: &Desk<'_>) -> bool {
    let is_shown = desk.state.lesson_editor.is_open && desk.app.lesson_place().is_some() && !desk.state.presentation;
    let scene_is_idle = desk.app.selection().is_empty() && desk.app.tool().points;
    is_shown && (desk.app.bench().is_some() || scene_is_idle)
}

/// What single keys do on the canvas, before the shortcuts of the actions.
pub(crate) const KEYS: &[KeyRow] = &[
    KeyRow { keys: "Arrows", does: "nudge the selection, Shift farther", take: nudge },
    KeyRow { keys: "Enter", does: "finishes a polygon or terrain, else looks inside the collision", take: confirm },
    KeyRow { keys: "Backspace", does: "removes the last vertex of a polygon or terrain, else deletes the selection", take: take_back },
    KeyRow { keys: "Esc", does: "cancels the gesture, then the tool, then the selection", take: cancel },
    KeyRow { keys: "F10, Shift+F10", does: "opens the menus, or the menu of a right click on what is selected", take: menus },
    KeyRow { keys: "1–9", does: "answers the question of a lesson's step; without one, switches lenses", take: answer },
];

/// A key that no window, menu or text field wants.
fn take_stroke(desk: &mut Desk<'_>, stroke: Stroke) {
    let rows = match (desk.app.bench().is_some(), desk.app.comparison().is_some()) {
        (true, _) => microscope::KEYS,
        (false, true) => compare::KEYS,
        (false, false) => KEYS,
    };
    if !stroke::take(rows, desk, stroke) {
        by_shortcut(desk, stroke, Reach::Scene);
    }
}

/// Carries out the action of this shortcut, if it reaches so far. Under the microscope only those work that do nothing
/// to the hidden scene.
fn by_shortcut(desk: &mut Desk<'_>, stroke: Stroke, reach: Reach) {
    let hit = actions::actions().iter().find(|a| a.shortcuts().any(|s| matches(s, stroke.key, stroke.modifiers)));
    if let Some(action) = hit
        && action.reach >= reach
        && (action.repeats || !stroke.repeat)
        && action.works(desk.app)
        && action.is_enabled(desk.app)
    {
        action.run.carry_out(desk);
    }
}

fn matches(shortcut: KeyboardShortcut, key: Key, modifiers: Modifiers) -> bool {
    let wanted = shortcut.modifiers;
    // On many keyboards + is typed with Shift, and some windows tell it as the key without Shift.
    let is_plus = wanted.command && matches!(key, Key::Equals | Key::Plus);
    let is_lone_plus = shortcut.logical_key == Key::Plus && (key == Key::Plus || key == Key::Equals && modifiers.shift);
    let is_shift = is_plus || is_lone_plus || wanted.shift == modifiers.shift;
    (shortcut.logical_key == key || is_lone_plus) && wanted.command == modifiers.command && is_shift && wanted.alt == modifiers.alt
}

/// With nothing selected, left and right step through the turns of the watched algorithm.
fn turn(desk: &mut Desk<'_>, key: Key) {
    let input = desk.app.lens_input();
    let on = desk.app.lenses().iter().filter(|id| crate::lens::looks_inside(id));
    let count = on.map(|id| crate::lens::turn_count(id, &input)).max().unwrap_or(0);
    let now = desk.app.turn().min(count.saturating_sub(1));
    match key {
        Key::ArrowRight if now + 1 < count => desk.send(ViewCommand::SetTurn(now + 1)),
        Key::ArrowLeft if now > 0 => desk.send(ViewCommand::SetTurn(now - 1)),
        _ => {}
    }
}

/// Moves the selection by a little; holding the key is one undo.
fn nudge(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    if !is_arrow(stroke.key) || stroke.modifiers.command || stroke.modifiers.alt {
        return false;
    }
    let items: Vec<Item> = desk.app.selection().to_vec();
    if items.is_empty() {
        turn(desk, stroke.key);
        return true;
    }
    let step = desk.app.camera().height * NUDGE * if stroke.modifiers.shift { 10.0 } else { 1.0 };
    let direction = match stroke.key {
        Key::ArrowLeft => Vec2::new(-1.0, 0.0),
        Key::ArrowRight => Vec2::new(1.0, 0.0),
        Key::ArrowUp => Vec2::new(0.0, 1.0),
        _ => Vec2::new(0.0, -1.0),
    };
    if !stroke.repeat {
        desk.state.keyboard.nudge = None;
    }
    let gesture = desk.state.keyboard.nudge.unwrap_or_else(|| desk.state.gesture.next());
    desk.state.keyboard.nudge = Some(gesture);
    desk.send(DocumentCommand::Move { items, shift: direction * step, turn: 0.0, pivot: Vec2::ZERO, gesture });
    true
}

fn confirm(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let is_mine = stroke.is(Key::Enter);
    if is_mine {
        let otherwise = Some(contact_card::look_inside(desk));
        desk.send(ToolCommand::Confirm { otherwise: otherwise.map(Box::new) });
    }
    is_mine
}

fn take_back(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let is_mine = stroke.is(Key::Backspace);
    if is_mine {
        let otherwise = Some(Box::new(DocumentCommand::Delete(desk.app.selection().to_vec())));
        desk.send(ToolCommand::TakeBack { otherwise });
    }
    is_mine
}

fn menus(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let is_mine = stroke.key == Key::F10 && !stroke.modifiers.command && !stroke.modifiers.alt;
    if is_mine && stroke.modifiers.shift {
        desk.state.menus.canvas_wanted = true;
    } else if is_mine {
        desk.state.menus.bar_wanted = true;
    }
    is_mine
}

fn cancel(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let is_mine = stroke.is(Key::Escape);
    if is_mine {
        desk.send(ToolCommand::Cancel);
    }
    is_mine
}

/// A question over the scene is answered as one under the microscope; else a digit is a lens's. `.` and `,` go on
/// stepping through time.
fn answer(desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    let is_mine = stroke.modifiers.is_none() && !matches!(stroke.key, Key::Period | Key::Comma);
    is_mine && lesson::is_over_scene(desk) && microscope::answer_own(desk, stroke.key)
}
