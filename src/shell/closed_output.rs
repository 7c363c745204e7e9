//! Was standard output closed when the program started (`collidoscope run … >&-`)? Rust's runtime puts `/dev/null` in
//! its place before `main`, and what is printed would be lost without an error. So it is looked at before that: the
//! loader calls what stands in the section `.init_array`.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// True when there was no standard output at the start. Known on Linux only.
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
mod at_start {
    unsafe extern "C" {
        fn fcntl(descriptor: i32, command: i32, ...) -> i32;
    }

    extern "C" fn look() {
        const STANDARD_OUTPUT: i32 = 1;
        const GET_FLAGS: i32 = 1; // F_GETFD
        // SAFETY: `fcntl` with F_GETFD takes any number as descriptor and changes nothing.
        let closed = unsafe { fcntl(STANDARD_OUTPUT, GET_FLAGS) } == -1;
        super::CLOSED.store(closed, super::Ordering::Relaxed);
    }

    // SAFETY: the section holds pointers to functions of the C calling convention that need no argument.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;
}
