//! Work must not be lost when the program breaks down.
//!
//! The window keeps the text of what is unsaved in a static place, renewed about once a second. A panic hook writes
//! it to the user's data folder before anything else happens, so that even a second panic cannot prevent it. Most
//! breakdowns are then caught (one frame is given up) and the program goes on.

use super::program::Rescue;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static WORK: Mutex<Option<Rescue>> = Mutex::new(None);
static LAST_COPY: Mutex<Option<PathBuf>> = Mutex::new(None);
static LAST_MESSAGE: Mutex<Option<String>> = Mutex::new(None);
static WINDOW_IS_OPEN: AtomicBool = AtomicBool::new(false);

/// From now on a panic concerns the user's work; before, it means that no window could be opened.
pub fn window_is_open() {
    WINDOW_IS_OPEN.store(true, Ordering::Relaxed);
}

/// What a panic has to save; `None` when nothing is unsaved.
pub fn keep(work: Option<Rescue>) {
    if let Ok(mut place) = WORK.lock() {
        *place = work;
    }
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
        save_copy();
        earlier(info);
    }));
}

#[cfg(not(target_arch = "wasm32"))]
fn save_copy() {
    let Ok(work) = WORK.try_lock() else { return };
    let Some(work) = &*work else { return };
    let Some(path) = copy_path(&work.name) else { return };
    if super::files::save(&path, work.text.as_bytes()).is_ok()
        && let Ok(mut place) = LAST_COPY.try_lock()
    {
        *place = Some(path);
    }
}

/// The page's storage holds the work already; the page offers it ([`super::web`]).
#[cfg(target_arch = "wasm32")]
fn save_copy() {}

/// A new file in the user's data folder: `rescued/<name> <seconds since 1970>.json`.
#[cfg(not(target_arch = "wasm32"))]
fn copy_path(name: &str) -> Option<PathBuf> {
    let folder = directories::ProjectDirs::from("", "", "Collidoscope")?.data_local_dir().join("rescued");
    std::fs::create_dir_all(&folder).ok()?;
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() || " -_".contains(c) { c } else { '_' }).take(60).collect();
    Some(folder.join(format!("{safe} {seconds}.json")))
}
