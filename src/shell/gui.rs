//! egui in macroquad's window.
//!
//! `egui_macroquad::ui` and `draw` are not usable for an editor: on X11 the wheel scrolls 90 times too little, Ctrl+key
//! types the letter as well, Ctrl stays down after its release, drags end at the window's border, the interface ignores
//! the display's scale, and copied text is lost. So its lower half ([`EguiMq`]) is driven here, with a cure for each.
//! Both real events (through macroquad's subscriber queue) and those of an input script ([`super::script`]) arrive by
//! the same [`EventHandler`] methods.
//!
//! Two tricks are needed because `EguiMq` hides its input: `key_up_event(KeyCode::Unknown, mods)` sets the modifiers
//! and emits nothing; and events that it cannot express are pushed when the pass begins.

use super::clipboard::Clipboard;
use super::resting::Resting;
use super::waker::Waker;
use super::{clock, keys};
use egui_macroquad::egui;
use egui_miniquad::EguiMq;
use macroquad::input::{is_key_down, is_mouse_button_down, utils};
use miniquad::{EventHandler, KeyCode, KeyMods, MouseButton};
use std::sync::{Arc, Mutex};

/// Smallest window in which panels still make sense, pixels; below it the interface rests.
const SMALLEST_WINDOW: (f32, f32) = (200.0, 150.0);
/// A place that no widget covers, pixels: where the pointer is said to be when it left the window.
#[cfg(target_os = "linux")]
const NOWHERE: f32 = -1.0e4;

/// In how many frames after a motion the pointer still creeps to its place, and by how much in each, pixels: see
/// [`Gui::creep`].
const CREEP: (u8, f32) = (2, 0.01);

/// egui, its input and its clipboard.
pub struct Gui {
    binding: EguiMq,
    /// Where the pointer was last moved to, and how many frames it still creeps.
    creeping: (f32, f32, u8),
    has_moved: bool,
    resting: Resting,
    subscriber: usize,
    pub(super) clipboard: Clipboard,
    modifiers: KeyMods,
    keys: Vec<KeyCode>,
    buttons: Vec<MouseButton>,
    late: Vec<egui::Event>,
    typed_a_character: bool,
    #[cfg(target_os = "linux")]
    pointer_is_away: bool,
    real_input: bool,
    repaint_at: Arc<Mutex<Option<f64>>>,
    /// The user's own zoom of the whole interface, on top of the display's scale.
    pub user_scale: f32,
}

/// macroquad's drawing backend.
///
/// This and the same call inside macroquad are the only doors to the layer below; they are sound because all of this
/// room runs on the window's thread, which macroquad checks, and because no two such borrows are ever held at the
/// same time.
#[allow(unsafe_code)]
pub fn backend<'a>() -> &'a mut dyn miniquad::RenderingBackend {
    unsafe { macroquad::window::get_internal_gl() }.quad_context
}

impl Gui {
    /// Needs the open window. With `real_input` false only events given by hand count (input scripts).
    pub fn new(waker: Waker, real_input: bool) -> Gui {
        let binding = EguiMq::new(backend());
        let ctx = binding.egui_ctx();
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_pixels_per_point(miniquad::window::dpi_scale());
        let repaint_at = Arc::new(Mutex::new(None));
        watch_repaints(ctx, Arc::clone(&repaint_at), waker.clone());
        Gui {
            binding,
            creeping: (0.0, 0.0, 0),
            has_moved: false,
            resting: Resting::default(),
            subscriber: utils::register_input_subscriber(),
            clipboard: Clipboard::new(waker),
            modifiers: KeyMods::default(),
            keys: Vec::new(),
            buttons: Vec::new(),
            late: Vec::new(),
            typed_a_character: false,
            #[cfg(target_os = "linux")]
            pointer_is_away: false,
            real_input,
            repaint_at,
            user_scale: 1.0,
        }
    }

    /// egui's context.
    pub fn ctx(&self) -> &egui::Context {
        self.binding.egui_ctx()
    }

    /// Takes in all events and runs the interface. `ui` may be called twice.
    pub fn run(&mut self, mut ui: impl FnMut(&egui::Context)) {
        let scale = miniquad::window::dpi_scale() * self.user_scale;
        if (self.ctx().pixels_per_point() - scale).abs() > 1e-3 {
            self.ctx().set_pixels_per_point(scale);
        }
        self.take_events();
        self.creep();
        if let Some(place) = self.resting.forget_click(self.binding.egui_ctx(), clock::now()) {
            self.binding.mouse_motion_event(place.x, place.y);
        }
        if let Ok(mut repaint_at) = self.repaint_at.lock() {
            *repaint_at = None;
        }
        let mut late = std::mem::take(&mut self.late);
        for event in self.clipboard.take_pasted() {
            // The key may be up by now: that was told already.
            let is_up = matches!(event, egui::Event::Key { .. }) && !self.keys.contains(&KeyCode::V);
            late.push(event);
            late.extend(is_up.then(|| self.key_event(egui::Key::V, false)));
        }
        let (width, height) = miniquad::window::screen_size();
        let is_large_enough = width >= SMALLEST_WINDOW.0 && height >= SMALLEST_WINDOW.1;
        let mut copied = None;
        self.binding.run(backend(), |_, ctx| {
            ctx.input_mut(|input| input.events.append(&mut late));
            if is_large_enough {
                ui(ctx);
            }
            ctx.output_mut(|output| output.commands.retain(|command| keep_command(command, &mut copied)));
        });
        if let Some(text) = copied {
            self.clipboard.copy(text);
        }
        self.clipboard.settle(!self.real_input || !(is_key_down(KeyCode::C) || is_key_down(KeyCode::X)));
    }

    /// Draws what [`Gui::run`] laid out, over what is already there.
    pub fn paint(&mut self) {
        self.binding.draw(backend());
    }

    /// Seconds until egui wants another frame; `None` = not before something happens.
    pub fn repaint_in(&self) -> Option<f64> {
        if !self.buttons.is_empty() || self.creeping.2 > 0 {
            return Some(0.0);
        }
        let asked = self.repaint_at.lock().map_or(Some(0.0), |due| *due);
        [asked, self.resting.due()].into_iter().flatten().reduce(f64::min).map(|due| (due - clock::now()).max(0.0))
    }

    /// What is known of the pointer from elsewhere: macroquad reports neither motion nor release outside the window.
    #[cfg(target_os = "linux")]
    pub fn follow_pointer(&mut self, link: &super::x11::Link) {
        if !self.real_input {
            return;
        }
        if self.buttons.is_empty() {
            let away = !link.pointer_is_inside();
            if away && !self.pointer_is_away {
                self.creeping.2 = 0;
                self.binding.mouse_motion_event(NOWHERE, NOWHERE);
            }
            self.pointer_is_away = away;
            return;
        }
        let Some(pointer) = link.pointer() else { return };
        let (width, height) = miniquad::window::screen_size();
        if !(0.0..width).contains(&pointer.x) || !(0.0..height).contains(&pointer.y) {
            self.binding.mouse_motion_event(pointer.x, pointer.y);
        }
        for button in std::mem::take(&mut self.buttons) {
            let held = match button {
                MouseButton::Left => pointer.left,
                MouseButton::Middle => pointer.middle,
                _ => pointer.right,
            };
            if held {
                self.buttons.push(button);
            } else {
                self.binding.mouse_button_up_event(button, pointer.x, pointer.y);
            }
        }
    }

    /// egui takes the pointer for moved only when it sees three places in a tenth of a second, and shows no tooltip
    /// after a click until it has moved. A window that sleeps sees one place, that of the frame which a motion brings.
    /// So the last hundredths of a pixel of each motion are made in the frames that follow it.
    fn creep(&mut self) {
        let (x, y, frames) = self.creeping;
        if !std::mem::take(&mut self.has_moved) && frames > 0 {
            self.creeping.2 -= 1;
            self.binding.mouse_motion_event(x - CREEP.1 * f32::from(frames - 1), y);
        }
    }

    fn take_events(&mut self) {
        let subscriber = self.subscriber;
        if self.real_input {
            utils::repeat_all_miniquad_input(self, subscriber);
        } else {
            utils::repeat_all_miniquad_input(&mut Deaf, subscriber);
        }
    }

    /// Sets egui's modifiers without an event.
    fn set_modifiers(&mut self, modifiers: KeyMods) {
        self.modifiers = modifiers;
        self.binding.key_up_event(KeyCode::Unknown, modifiers);
    }

    fn push_key(&mut self, key: egui::Key, pressed: bool) {
        self.late.push(self.key_event(key, pressed));
    }

    fn key_event(&self, key: egui::Key, pressed: bool) -> egui::Event {
        let m = self.modifiers;
        let command = if cfg!(target_os = "macos") { m.logo } else { m.ctrl };
        let modifiers = egui::Modifiers { alt: m.alt, ctrl: m.ctrl, shift: m.shift, mac_cmd: m.logo && cfg!(target_os = "macos"), command };
        egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
    }

    /// Tells egui that a key is up, by the way by which it was told that it is down.
    fn let_go(&mut self, key: KeyCode) {
        match keys::unmapped(key) {
            Some(key) => self.push_key(key, false),
            None => self.binding.key_up_event(key, self.modifiers),
        }
    }

    fn command_is_held(&self) -> bool {
        if cfg!(target_os = "macos") { self.modifiers.logo } else { self.modifiers.ctrl }
    }
}

/// Notes when egui wants its next frame, and wakes the window when a thread asks for one.
fn watch_repaints(ctx: &egui::Context, repaint_at: Arc<Mutex<Option<f64>>>, waker: Waker) {
    let window_thread = std::thread::current().id();
    ctx.set_request_repaint_callback(move |info| {
        let at = clock::now() + info.delay.as_secs_f64();
        if let Ok(mut due) = repaint_at.lock() {
            *due = Some(due.map_or(at, |earlier: f64| earlier.min(at)));
        }
        if std::thread::current().id() != window_thread {
            waker.wake();
        }
    });
}

/// Takes copied text out of egui's commands (miniquad's clipboard is not usable), leaves the others.
fn keep_command(command: &egui::OutputCommand, copied: &mut Option<String>) -> bool {
    match command {
        egui::OutputCommand::CopyText(text) => {
            *copied = Some(text.clone());
            false
        }
        #[cfg(target_arch = "wasm32")]
        egui::OutputCommand::OpenUrl(link) => {
            super::web::open_link(&link.url);
            false
        }
        _ => true,
    }
}

/// The modifiers after `key` went down or up: X11 reports those from before.
fn after(key: KeyCode, mut modifiers: KeyMods, down: bool) -> KeyMods {
    match key {
        KeyCode::LeftControl | KeyCode::RightControl => modifiers.ctrl = down,
        KeyCode::LeftShift | KeyCode::RightShift => modifiers.shift = down,
        KeyCode::LeftAlt | KeyCode::RightAlt => modifiers.alt = down,
        KeyCode::LeftSuper | KeyCode::RightSuper => modifiers.logo = down,
        _ => {}
    }
    modifiers
}

/// Lines per unit of the wheel; egui makes 40 points of a line.
const WHEEL_LINES: f32 = if cfg!(target_arch = "wasm32") {
    1.0 / 40.0 // pixels of the page
} else if cfg!(target_os = "windows") {
    1.0 / 120.0 // a notch is 120
} else if cfg!(target_os = "macos") {
    1.0 / 10.0
} else {
    1.0 // X11: a notch is 1
};

impl EventHandler for Gui {
    fn update(&mut self) {}
    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        #[cfg(target_os = "linux")]
        if x == f32::from(super::x11::WAKE_COORDINATE) {
            return;
        }
        (self.creeping, self.has_moved) = ((x, y, CREEP.0), true);
        self.resting.moved(egui::pos2(x, y), !self.buttons.is_empty(), clock::now());
        self.binding.mouse_motion_event(x - CREEP.1 * f32::from(CREEP.0), y);
    }

    fn mouse_wheel_event(&mut self, dx: f32, dy: f32) {
        self.binding.mouse_wheel_event(dx * WHEEL_LINES, dy * WHEEL_LINES);
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if button == MouseButton::Unknown {
            return;
        }
        self.creeping.2 = 0;
        self.resting.pressed();
        if self.buttons.contains(&button) {
            self.binding.mouse_button_up_event(button, x, y); // its release was lost
        } else {
            self.buttons.push(button);
        }
        self.binding.mouse_button_down_event(button, x, y);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.creeping.2 = 0;
        // macroquad invents a release when the pointer comes back into the window: of no known button when none is
        // held, so that all we believe to be held was released outside; or of the held button, which it also says is
        // down.
        if button == MouseButton::Unknown {
            for released in std::mem::take(&mut self.buttons) {
                self.binding.mouse_button_up_event(released, x, y);
            }
            return;
        }
        let is_invented = self.real_input && is_mouse_button_down(button);
        if is_invented || !self.buttons.contains(&button) {
            return;
        }
        self.buttons.retain(|held| *held != button);
        self.binding.mouse_button_up_event(button, x, y);
    }

    fn char_event(&mut self, character: char, modifiers: KeyMods, _repeat: bool) {
        // X11 sends the character before its key, with the right modifiers; the browser sends none.
        let m = if cfg!(target_arch = "wasm32") { self.modifiers } else { modifiers };
        self.typed_a_character = !character.is_control();
        let is_alt_gr = m.ctrl && m.alt;
        if (m.ctrl || m.logo) && !is_alt_gr {
            return;
        }
        let kept = self.modifiers;
        self.binding.key_up_event(KeyCode::Unknown, KeyMods::default()); // or EguiMq would refuse AltGr text
        self.binding.char_event(character);
        self.set_modifiers(kept);
    }

    fn key_down_event(&mut self, key: KeyCode, modifiers: KeyMods, _repeat: bool) {
        let typed = std::mem::take(&mut self.typed_a_character);
        let key = keys::number_pad(key, typed);
        self.set_modifiers(after(key, modifiers, true));
        let is_held = self.keys.contains(&key);
        if !is_held {
            self.keys.push(key);
        }
        if matches!(key, KeyCode::LeftControl | KeyCode::RightControl) {
            self.clipboard.remember();
        }
        if self.command_is_held() {
            match key {
                KeyCode::V if is_held => return,
                KeyCode::V => return self.clipboard.request_paste(self.key_event(egui::Key::V, true), self.binding.egui_ctx()),
                KeyCode::C | KeyCode::X => self.clipboard.expect_overwriting(),
                _ => {}
            }
        }
        match keys::unmapped(key) {
            Some(key) => self.push_key(key, true),
            None => self.binding.key_down_event(key, self.modifiers),
        }
    }

    fn key_up_event(&mut self, key: KeyCode, modifiers: KeyMods) {
        self.set_modifiers(after(key, modifiers, false));
        // The number pad's key went down under another name if Num Lock was off.
        let key = if self.keys.contains(&key) { key } else { keys::number_pad(key, false) };
        self.keys.retain(|held| *held != key);
        self.let_go(key);
    }

    /// The window lost the keyboard: nothing is held any more.
    fn window_minimized_event(&mut self) {
        self.set_modifiers(KeyMods::default());
        for key in std::mem::take(&mut self.keys) {
            self.let_go(key);
        }
    }
}

/// Lets macroquad's events of an input-scripted window pass by.
struct Deaf;

impl EventHandler for Deaf {
    fn update(&mut self) {}
    fn draw(&mut self) {}
}
