//! The system clipboard, without ever letting another program stop ours.
//!
//! miniquad's own X11 clipboard cannot be used: it refuses `TARGETS` and `STRING`, waits for ever for an owner that
//! does not answer, and macroquad's built-in user interface writes its empty selection to it on every frame in which
//! Ctrl+C or Ctrl+X is held. So text is published through `arboard`, only after those keys are up again; reading
//! happens in a thread; and what another program had put there before a Ctrl+C that copied nothing is put back.
//!
//! Ctrl+V waits for its text, a moment at most: bodies that another window copied come as a text.
//!
//! ```text
//! Ctrl down ──> remember what is there      Ctrl+C down ──> (macroquad overwrites with "")
//! C up ──> publish what was copied, or put back what was remembered
//! ```

pub use platform::Clipboard;

/// Line ends as egui wants them.
fn unix_lines(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// Ctrl+V going down.
fn paste_key() -> egui::Event {
    let (key, modifiers) = (egui::Key::V, egui::Modifiers::COMMAND);
    egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use super::unix_lines;
    use crate::shell::waker::Waker;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Longest time that Ctrl+V waits for its text: whoever put it there may hang.
    const PATIENCE: Duration = Duration::from_millis(250);

    /// The clipboard as the window uses it.
    pub struct Clipboard {
        /// Kept alive: it answers other programs that ask for our text.
        owner: Option<arboard::Clipboard>,
        copied: Option<String>,
        overwritten: bool,
        remembered: Arc<Mutex<Option<String>>>,
        pasted: (Sender<Option<String>>, Receiver<Option<String>>),
        /// Ctrl+V that waits for its text, and since when.
        waiting: Option<(egui::Event, Instant)>,
        waker: Waker,
    }

    impl Clipboard {
        /// Connects to the clipboard; where there is none, copying and pasting do nothing.
        pub fn new(waker: Waker) -> Clipboard {
            let owner = arboard::Clipboard::new().ok();
            Clipboard { owner, copied: None, overwritten: false, remembered: Arc::default(), pasted: channel(), waiting: None, waker }
        }

        /// Ctrl went down: perhaps a Ctrl+C follows, before which we want to know what is there.
        pub fn remember(&mut self) {
            let remembered = Arc::clone(&self.remembered);
            in_thread(move || {
                let text = read();
                if let Ok(mut place) = remembered.lock() {
                    *place = text;
                }
            });
        }

        /// Ctrl+C or Ctrl+X went down: macroquad overwrites the clipboard now.
        pub fn expect_overwriting(&mut self) {
            self.overwritten = true;
        }

        /// Text that a widget copied; published by [`Clipboard::settle`].
        pub fn copy(&mut self, text: String) {
            self.copied = Some(text);
        }

        /// Publishes what was copied, or restores what macroquad overwrote, once C and X are up.
        pub fn settle(&mut self, copy_keys_are_up: bool) {
            if !copy_keys_are_up {
                return;
            }
            let overwritten = std::mem::take(&mut self.overwritten);
            let restored = || self.remembered.lock().ok().and_then(|mut text| text.take());
            let text = self.copied.take().or_else(|| overwritten.then(restored).flatten());
            if let (Some(text), Some(owner)) = (text, &mut self.owner) {
                // A clipboard that refuses is no reason to disturb the user: the text can be copied again.
                let _ = owner.set_text(text);
            }
        }

        /// Ctrl+V went down, told by this event: it arrives with the clipboard's text in [`Clipboard::take_pasted`], in
        /// this frame or a later one.
        pub fn request_paste(&mut self, key: egui::Event, ctx: &egui::Context) {
            self.waiting = Some((key, Instant::now()));
            ctx.request_repaint_after(PATIENCE);
            let sender = self.pasted.0.clone();
            let waker = self.waker.clone();
            in_thread(move || {
                // The window may be gone by now; then nobody needs the text.
                let _ = sender.send(read().map(unix_lines));
                waker.wake();
            });
        }

        /// A click in a menu wants to paste: as if Ctrl+V had gone down.
        pub fn request_by_click(&mut self, ctx: &egui::Context) {
            self.request_paste(super::paste_key(), ctx);
        }

        /// Ctrl+V and its text, as far as they have arrived.
        pub fn take_pasted(&mut self) -> Vec<egui::Event> {
            let answer = self.pasted.1.try_recv().ok();
            let is_due = |(_, since): &mut (egui::Event, Instant)| answer.is_some() || since.elapsed() > PATIENCE;
            let key = self.waiting.take_if(is_due).map(|(key, _)| key);
            key.into_iter().chain(answer.flatten().map(egui::Event::Paste)).collect()
        }
    }

    fn read() -> Option<String> {
        arboard::Clipboard::new().and_then(|mut clipboard| clipboard.get_text()).ok()
    }

    /// Runs in a thread; when the system has no thread left, the clipboard stays silent.
    fn in_thread(work: impl FnOnce() + Send + 'static) {
        let _ = std::thread::Builder::new().name("clipboard".into()).spawn(work);
    }
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use super::unix_lines;
    use crate::shell::waker::Waker;
    use crate::shell::web;

    /// The clipboard as the page gives it: pasted text lies ready when the key event comes, copying goes through the
    /// page.
    pub struct Clipboard {
        pasted: Vec<egui::Event>,
    }

    impl Clipboard {
        /// The page's clipboard.
        pub fn new(_waker: Waker) -> Clipboard {
            Clipboard { pasted: Vec::new() }
        }
        /// The page ignores macroquad's empty writes, so there is nothing to remember.
        pub fn remember(&mut self) {}
        /// See [`Clipboard::remember`].
        pub fn expect_overwriting(&mut self) {}
        /// Publishes text.
        pub fn copy(&mut self, text: String) {
            web::write_clipboard(&text);
        }
        /// Copying was done at once.
        pub fn settle(&mut self, _copy_keys_are_up: bool) {}
        /// Takes what the page's paste event delivered.
        pub fn request_paste(&mut self, key: egui::Event, _ctx: &egui::Context) {
            let text = miniquad::window::clipboard_get().map(unix_lines);
            self.pasted = std::iter::once(key).chain(text.map(egui::Event::Paste)).collect();
        }
        /// A click in a menu wants to paste: no page may read the clipboard for that, what was copied here is pasted.
        pub fn request_by_click(&mut self, ctx: &egui::Context) {
            self.pasted = vec![super::paste_key()];
            ctx.request_repaint();
        }
        /// Ctrl+V and its text.
        pub fn take_pasted(&mut self) -> Vec<egui::Event> {
            std::mem::take(&mut self.pasted)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unix_lines;

    #[test]
    fn line_ends_of_every_system_become_newlines() {
        assert_eq!(unix_lines("a\r\nb\rc\nd".to_owned()), "a\nb\nc\nd");
    }
}
