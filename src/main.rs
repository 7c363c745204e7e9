//! Arguments in, window or command line out.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(collidoscope::headless::main(std::env::args_os(), &mut machine::Machine::default(), |_, host| {
        use collidoscope::headless::host::Host;
        host.err("the window is not built yet\n");
        1
    }))
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod machine {
    use collidoscope::headless::host::Host;
    use collidoscope::scene::file::MAX_FILE_BYTES;
    use std::io::Write;

    #[derive(Default)]
    pub struct Machine {
        start: Option<std::time::Instant>,
    }

    impl Host for Machine {
        fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
            let about = std::fs::metadata(path).map_err(|error| format!("{path}: {error}"))?;
            if about.is_dir() {
                return Err(format!("{path}: is a folder, not a file"));
            }
            if about.len() > MAX_FILE_BYTES {
                return Err(format!("{path}: is {} bytes long, at most {MAX_FILE_BYTES} are allowed", about.len()));
            }
            std::fs::read(path).map_err(|error| format!("{path}: {error}"))
        }
        fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
            std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))
        }
        fn out(&mut self, text: &str) -> Result<(), String> {
            std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("cannot print: {error}"))
        }
        fn err(&mut self, text: &str) {
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        fn seconds(&mut self) -> f64 {
            self.start.get_or_insert_with(std::time::Instant::now).elapsed().as_secs_f64()
        }
    }
}
