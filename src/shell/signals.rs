//! Signals that end the program: the work is saved first, whatever the window is doing.
//!
//! A thread of its own waits for them, as a frame may last, or never come: a sleeping window, a long step, a dialog
//! of the system. Afterwards the program dies of the signal, so that whoever sent it sees that it did.

/// Calls `save` before SIGTERM, SIGINT or SIGHUP ends the program. Signals that whoever started the program has
/// switched off (`nohup`) stay so.
#[cfg(unix)]
pub fn save_before_end(save: impl Fn() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = std::fs::read_to_string("/proc/self/status").map_or(0, |status| ignored_in(&status));
    let wanted = [SIGTERM, SIGINT, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            save();
            // It can only fail for a signal that does not exist.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// No such signals there.
#[cfg(not(unix))]
pub fn save_before_end(_save: impl Fn() + Send + 'static) -> std::io::Result<()> {
    Ok(())
}

/// The ignored signals of a process, one bit each, from what Linux tells of it.
#[cfg(unix)]
fn ignored_in(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Calling a function when the program exits by whatever way that is no signal: the X library, for one, ends the
/// program itself when its server dies.
#[cfg(unix)]
#[allow(unsafe_code)]
pub mod exit {
    // SAFETY: `atexit` of the C library keeps a pointer to a function and calls it once, on the thread that exits.
    unsafe extern "C" {
        safe fn atexit(function: extern "C" fn()) -> i32;
    }

    /// Registers the function; false when there is no room for one more.
    pub fn call_at_exit(function: extern "C" fn()) -> bool {
        atexit(function) == 0
    }
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        assert_eq!(super::ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"), 0x1001);
        assert_eq!(super::ignored_in("nothing"), 0);
    }
}
