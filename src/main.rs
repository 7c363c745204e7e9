//! Collidoscope, the program: arguments to the window or to a command without one.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use collidoscope::{headless, shell::host};
    headless::main(std::env::args_os(), &mut host::Desktop::default(), host::open_window).into()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    // In a browser there is nobody to return an error to; the page shows what the window reports.
    let _ = collidoscope::shell::open_sandbox(None, None);
}
