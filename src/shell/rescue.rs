//! Work must not be lost when the program breaks down.
//!
//! The window hands over what is unsaved in every frame, and copies of it are kept ([`super::recovery`]). A panic
//! hook writes the newest state before anything else happens, so that even a second panic cannot prevent it. Most
//! breakdowns are then caught (one frame is given up) and the program goes on.

use super::program::Rescue;
use super::waker::Waker;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static LAST_COPY: Mutex<Option<PathBuf>> = Mutex::new(None);
static LAST_MESSAGE: Mutex<Option<String>> = Mutex::new(None);
static WINDOW_IS_OPEN: AtomicBool = AtomicBool::new(false);

/// From now on a panic concerns the user's work; before, it means that no window could be opened.
pub fn window_is_open() {
    WINDOW_IS_OPEN.store(true, Ordering::Relaxed);
}

/// Where the last panic saved the work, once.
pub fn take_copy() -> Option<PathBuf> {
    LAST_COPY.lock().ok()?.take()
}

/// What the last panic said, once.
pub fn take_message() -> Option<String> {
    LAST_MESSAGE.lock().ok()?.take()
}

/// Saves the work at every panic, then lets the earlier hook print the message (unless there is no window yet: then
/// whoever opens it says in one line what is wrong).
pub fn install_hook() {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Only `try_lock` here: the panic may have happened while a lock was held.
        if let Ok(mut message) = LAST_MESSAGE.try_lock() {
            *message = Some(info.payload_as_str().unwrap_or("unknown reason").to_owned());
        }
        if !WINDOW_IS_OPEN.load(Ordering::Relaxed) {
            return;
        }
        if std::thread::current().name() == Some("file-dialog") {
            return; // a dialog service that breaks down is answered by the dialog inside the window
        }
        if let Some(path) = keeping::save_now()
            && let Ok(mut place) = LAST_COPY.try_lock()
        {
            *place = Some(path);
        }
        earlier(info);
    }));
}

pub use keeping::{end, keep, settle, start, take_complaint, write_report};

/// The keeper of copies, for all who may end the program.
#[cfg(not(target_arch = "wasm32"))]
mod keeping {
    use super::{PathBuf, Rescue, Waker};
    use crate::shell::disk::real_disk;
    use crate::shell::recovery::{self, Copies, Keeper};
    use crate::shell::signals;
    use std::sync::{Arc, OnceLock};
    use std::time::Duration;

    static KEEPER: OnceLock<Keeper> = OnceLock::new();
    /// How long the end of the program waits for a copy that another thread is writing.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// From now on copies of unsaved work are kept. Scripted windows keep none.
    pub fn start(waker: Waker) {
        let Some(folder) = recovery::folder() else { return };
        let waker = std::sync::Mutex::new(waker);
        let wake = move || drop(waker.lock().map(|waker| waker.wake()));
        let keeper = KEEPER.get_or_init(|| Keeper::new(Copies::new(folder, Arc::new(real_disk)), wake));
        // Without a thread more, what the end of the program saves is what there is.
        let _ = std::thread::Builder::new().name("recovery".into()).spawn(|| keeper.run());
        let _ = signals::save_before_end(|| drop(keeper.save_now(PATIENCE)));
        #[cfg(unix)]
        signals::exit::call_at_exit(save_at_exit);
    }

    #[cfg(unix)]
    extern "C" fn save_at_exit() {
        save_now();
    }

    /// The keeper, while copies are kept.
    pub fn keeper() -> Option<&'static Keeper> {
        KEEPER.get()
    }

    /// What a breakdown has to save; `None` when nothing is unsaved.
    pub fn keep(work: Option<Rescue>) {
        if let Some(keeper) = KEEPER.get() {
            keeper.put(work);
        }
    }

    /// The open scene was saved, or given up by an answer; `recovered`: it contained recovered work.
    pub fn settle(recovered: bool) {
        if let Some(keeper) = KEEPER.get().filter(|_| recovered) {
            keeper.settle();
        }
    }

    /// The window was closed as usual.
    pub fn end() {
        if let Some(keeper) = KEEPER.get() {
            keeper.end(PATIENCE);
        }
    }

    /// What the user should be told about the copies, once.
    pub fn take_complaint() -> Option<String> {
        KEEPER.get()?.take_complaint()
    }

    /// Writes a report on a breakdown beside the copies; where it is. The newest few are kept.
    pub fn write_report(text: &str) -> Option<PathBuf> {
        KEEPER.get()?;
        recovery::write_report(&recovery::folder()?.with_file_name("reports"), text)
    }

    pub(super) fn save_now() -> Option<PathBuf> {
        KEEPER.get()?.save_now(PATIENCE)
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use keeping::keeper;

/// The page's storage holds the work already; the page offers it ([`super::web`]).
#[cfg(target_arch = "wasm32")]
mod keeping {
    use super::{PathBuf, Rescue, Waker};

    /// See the desktop's.
    pub fn start(_waker: Waker) {}
    /// See the desktop's.
    pub fn keep(_work: Option<Rescue>) {}
    /// See the desktop's.
    pub fn settle(_recovered: bool) {}
    /// See the desktop's.
    pub fn end() {}
    /// See the desktop's.
    pub fn take_complaint() -> Option<String> {
        None
    }
    /// See the desktop's.
    pub fn write_report(_text: &str) -> Option<PathBuf> {
        None
    }
    pub(super) fn save_now() -> Option<PathBuf> {
        None
    }
}
