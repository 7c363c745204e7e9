//! A second connection to the X server, for what miniquad does not offer: waking its event loop, the window's title,
//! the true state of the pointer outside the window, and whether there is a display at all.
//!
//! miniquad does not tell its window's id. So the window is created with a title that ends in invisible characters
//! which spell a number of our own, found by that title, and then given its real title.

use super::waker::{Message, Signal, Sleeper, Waker};
use super::x11_drops::{self, Arrival};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, EventMask, KeyButMask, MotionNotifyEvent, PropMode,
    Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Pointer coordinate of a wake: no real pointer is ever there.
pub const WAKE_COORDINATE: i16 = i16::MIN;

/// Where the pointer really is, pixels from the window's upper left corner, and which buttons are down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerState {
    /// Pixels to the right; beyond the window's width when the pointer is outside.
    pub x: f32,
    /// Pixels down.
    pub y: f32,
    /// Primary button.
    pub left: bool,
    /// Middle button.
    pub middle: bool,
    /// Secondary button.
    pub right: bool,
}

struct Found {
    connection: RustConnection,
    window: Window,
    utf8: Atom,
    name: Atom,
}

/// The connection, once the window has been found.
pub struct Link {
    found: Arc<OnceLock<Found>>,
    pointer_is_inside: Arc<AtomicBool>,
    drops: Receiver<Arrival>,
    waker: Waker,
}

/// A title that looks like `title` and that no other window has.
pub fn unmistakable_title(title: &str) -> String {
    let nanoseconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.subsec_nanos());
    let number = std::process::id() ^ nanoseconds.rotate_left(13);
    let invisible = (0..32).map(|bit| if number >> bit & 1 == 1 { '\u{200b}' } else { '\u{200c}' });
    title.chars().chain(invisible).collect()
}

/// What is known of a screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Bits a pixel.
    pub depth: u8,
    /// Width and height, pixels, where they are known.
    pub size: Option<[u32; 2]>,
}

/// A connection to the display, to be kept until the window has its own: a server without any connection may start anew
/// just when the window wants to connect. Also what is known of its screen.
///
/// # Errors
/// Why there is none, in words.
pub fn connect() -> Result<(RustConnection, Screen), String> {
    let display = std::env::var("DISPLAY").map_err(|_| "there is no display (the variable DISPLAY is not set)".to_owned())?;
    let mut attempts_left = 2;
    loop {
        match x11rb::connect(None) {
            Ok((connection, screen)) => {
                let root = connection.setup().roots.get(screen);
                let screen = root.map(|root| Screen {
                    depth: root.root_depth,
                    size: Some([root.width_in_pixels, root.height_in_pixels].map(u32::from)),
                });
                return Ok((connection, screen.unwrap_or_default()));
            }
            Err(error) if attempts_left == 0 => return Err(format!("the display {display:?} does not answer ({error})")),
            // A server that has just lost its last program may be starting anew: ask again.
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(150)),
        }
        attempts_left -= 1;
    }
}

impl Link {
    /// Starts to look for the window with this title, in the background.
    pub fn start(title: String) -> Link {
        let (waker, messages) = Waker::new();
        let (arrivals, drops) = channel();
        let link = Link { found: Arc::default(), pointer_is_inside: Arc::new(AtomicBool::new(true)), drops, waker };
        let (found, inside, waker) = (Arc::clone(&link.found), Arc::clone(&link.pointer_is_inside), link.waker.clone());
        let search = move || {
            let Some(connection) = connect_and_find(&title) else { return };
            let Ok(()) = found.set(connection) else { return };
            let sender = Arc::clone(&found);
            let sleeper = move || Sleeper::default().run(&messages, |signal| sender.get().is_some_and(|f| f.send(signal).is_some()));
            if let Some(window) = found.get().map(|found| found.window) {
                let waker = waker.clone();
                spawn("drops", move || x11_drops::serve(window, &arrivals, &waker));
            }
            if spawn("sleeper", sleeper) {
                waker.wake();
                if let Some(found) = found.get() {
                    found.watch(&waker, &inside);
                }
            }
        };
        spawn("x11-watch", search);
        link
    }

    /// True once the window can be woken, so that it may sleep.
    pub fn is_ready(&self) -> bool {
        self.found.get().is_some()
    }

    /// What was dropped on the window and not taken yet.
    pub fn take_drop(&self) -> Option<Arrival> {
        self.drops.try_recv().ok()
    }

    /// Wakes the window from any thread.
    pub fn waker(&self) -> &Waker {
        &self.waker
    }

    /// False while the pointer is outside the window.
    pub fn pointer_is_inside(&self) -> bool {
        self.pointer_is_inside.load(Ordering::Relaxed)
    }

    /// Sets the title; false while the window has not been found.
    pub fn set_title(&self, title: &str) -> bool {
        self.found.get().is_some_and(|f| f.set_title(title).is_some())
    }

    /// Asks the window manager for the whole screen, or for the size before; false while the window has not been found.
    /// Without a window manager nothing happens.
    pub fn set_full_screen(&self, on: bool) -> bool {
        self.found.get().is_some_and(|f| f.set_full_screen(on).is_some())
    }

    /// Asks the server where the pointer is. One round trip, so only while a button is held.
    pub fn pointer(&self) -> Option<PointerState> {
        let found = self.found.get()?;
        let reply = found.connection.query_pointer(found.window).ok()?.reply().ok()?;
        let held = |button| reply.mask.contains(button);
        Some(PointerState {
            x: f32::from(reply.win_x),
            y: f32::from(reply.win_y),
            left: held(KeyButMask::BUTTON1),
            middle: held(KeyButMask::BUTTON2),
            right: held(KeyButMask::BUTTON3),
        })
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name(name.into()).spawn(work).is_ok()
}

fn connect_and_find(title: &str) -> Option<Found> {
    let (connection, screen) = x11rb::connect(None).ok()?;
    let root = connection.setup().roots.get(screen)?.root;
    let atom = |name: &[u8]| connection.intern_atom(false, name).ok()?.reply().ok().map(|reply| reply.atom);
    let (name, utf8) = (atom(b"_NET_WM_NAME")?, atom(b"UTF8_STRING")?);
    // The window manager may be moving the window into its frame just now: look again for a moment.
    for _ in 0..50 {
        if let Some(window) = find(&connection, root, name, title.as_bytes(), 4) {
            return Some(Found { connection, window, utf8, name });
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    None
}

/// The window whose `_NET_WM_NAME` is `title`, at most `depth` levels below `parent`.
fn find(connection: &RustConnection, parent: Window, name: Atom, title: &[u8], depth: u32) -> Option<Window> {
    let children = connection.query_tree(parent).ok()?.reply().ok()?.children;
    let asked: Vec<_> = children.iter().map(|w| connection.get_property(false, *w, name, AtomEnum::ANY, 0, 1024)).collect();
    let titled = |cookie: Result<x11rb::cookie::Cookie<'_, RustConnection, _>, _>| -> bool {
        cookie.ok().and_then(|c| c.reply().ok()).is_some_and(|reply: x11rb::protocol::xproto::GetPropertyReply| reply.value == title)
    };
    let matches: Vec<bool> = asked.into_iter().map(titled).collect();
    if let Some(place) = matches.iter().position(|is| *is) {
        return children.get(place).copied();
    }
    if depth == 0 {
        return None;
    }
    children.iter().rev().find_map(|child| find(connection, *child, name, title, depth - 1))
}

impl Found {
    fn set_title(&self, title: &str) -> Option<()> {
        self.connection.change_property8(PropMode::REPLACE, self.window, self.name, self.utf8, title.as_bytes()).ok()?;
        self.connection.change_property8(PropMode::REPLACE, self.window, AtomEnum::WM_NAME, self.utf8, title.as_bytes()).ok()?;
        self.connection.flush().ok()
    }

    /// "Extended Window Manager Hints", freedesktop.org: a message to the root window.
    fn set_full_screen(&self, on: bool) -> Option<()> {
        let atom = |name: &[u8]| Some(self.connection.intern_atom(false, name).ok()?.reply().ok()?.atom);
        let (state, full) = (atom(b"_NET_WM_STATE")?, atom(b"_NET_WM_STATE_FULLSCREEN")?);
        let root = self.connection.query_tree(self.window).ok()?.reply().ok()?.root;
        // Remove 0 or add 1; from an application.
        let message = ClientMessageEvent::new(32, self.window, state, [u32::from(on), full, 0, 1, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, root, mask, message).ok()?;
        self.connection.flush().ok()
    }

    fn send(&self, signal: Signal) -> Option<()> {
        match signal {
            Signal::Wake => self.connection.send_event(false, self.window, EventMask::NO_EVENT, self.impossible_motion()),
            Signal::Nudge => {
                // A message type that is no protocol of window managers: some atom that was never meant for messages.
                let nudge = ClientMessageEvent::new(32, self.window, AtomEnum::COPYRIGHT, [0u32; 5]);
                self.connection.send_event(false, self.window, EventMask::NO_EVENT, nudge)
            }
        }
        .ok()?;
        self.connection.flush().ok()
    }

    fn impossible_motion(&self) -> MotionNotifyEvent {
        MotionNotifyEvent {
            response_type: x11rb::protocol::xproto::MOTION_NOTIFY_EVENT,
            detail: x11rb::protocol::xproto::Motion::NORMAL,
            sequence: 0,
            time: x11rb::CURRENT_TIME,
            root: self.window,
            event: self.window,
            child: x11rb::NONE,
            root_x: WAKE_COORDINATE,
            root_y: WAKE_COORDINATE,
            event_x: WAKE_COORDINATE,
            event_y: WAKE_COORDINATE,
            state: KeyButMask::default(),
            same_screen: true,
        }
    }

    /// Watches for what miniquad takes in without drawing a frame. Returns when the connection breaks.
    fn watch(&self, waker: &Waker, inside: &AtomicBool) {
        let mask = EventMask::KEY_RELEASE
            | EventMask::EXPOSURE
            | EventMask::FOCUS_CHANGE
            | EventMask::ENTER_WINDOW
            | EventMask::LEAVE_WINDOW
            | EventMask::STRUCTURE_NOTIFY;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        if self.connection.change_window_attributes(self.window, &attributes).is_err() || self.connection.flush().is_err() {
            return;
        }
        while let Ok(event) = self.connection.wait_for_event() {
            match event {
                Event::EnterNotify(_) => inside.store(true, Ordering::Relaxed),
                Event::LeaveNotify(_) => inside.store(false, Ordering::Relaxed),
                Event::FocusIn(_) | Event::FocusOut(_) => {}
                _ => {
                    waker.wake();
                    continue;
                }
            }
            waker.tell(Message::Restless);
        }
    }
}
