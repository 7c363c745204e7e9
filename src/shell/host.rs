//! The desktop as the command line sees it: files, standard output, a clock.

use super::recovery::{self, About, Found, found};
use super::{clock, closed_output, files, script};
use crate::headless::arguments::Request;
use crate::headless::host::{Host, KeptWork, NOBODY_READS, Output};
use crate::headless::{EXIT_BAD_INPUT, EXIT_OK};
use crate::scene::file::MAX_FILE_BYTES;
use crate::scene::problem::visible;
use std::io::Write;
use std::path::Path;

/// Real files, real output, a real clock.
#[derive(Debug, Default)]
pub struct Desktop {
    /// What standard input held: it can be read only once.
    input: Option<Vec<u8>>,
}

impl Output for files::Saving {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        files::Saving::write(self, bytes)
    }
    fn finish(self: Box<Self>) -> Result<(), String> {
        files::Saving::finish(*self)
    }
}

impl Host for Desktop {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        if path != "-" {
            return files::read(Path::new(path), MAX_FILE_BYTES);
        }
        if self.input.is_none() {
            self.input = Some(files::read_all(std::io::stdin().lock(), MAX_FILE_BYTES)?);
        }
        Ok(self.input.clone().unwrap_or_default())
    }

    fn read_beside(&mut self, scene: &str, file: &str) -> Result<Vec<u8>, String> {
        files::read_beside(Path::new(scene), file)
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        files::save(Path::new(path), bytes)
    }

    fn begin(&mut self, path: &str) -> Result<Box<dyn Output>, String> {
        Ok(Box::new(files::begin(Path::new(path))?))
    }

    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        files::is_same(one, other)
    }

    fn is_read_only(&mut self, path: &str) -> bool {
        files::is_read_only(Path::new(path))
    }

    fn out(&mut self, text: &str) -> Result<(), String> {
        if closed_output::is_closed() {
            return Err("it is closed".to_owned());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(visible(text).as_bytes()).and_then(|()| out.flush()).map_err(|e| match e.kind() {
            std::io::ErrorKind::BrokenPipe => NOBODY_READS.to_owned(),
            _ => files::in_words(&e),
        })
    }

    fn err(&mut self, text: &str) {
        // When nobody listens to standard error there is nobody to tell.
        let _ = std::io::stderr().lock().write_all(visible(text).as_bytes());
    }

    fn seconds(&mut self) -> f64 {
        clock::now()
    }

    fn kept_work(&mut self) -> Vec<KeptWork> {
        recovery::folder().map(|folder| found::find(&folder)).unwrap_or_default().iter().map(kept_work).collect()
    }

    fn exists(&mut self, path: &str) -> bool {
        // A link that leads nowhere is there, too.
        Path::new(path).symlink_metadata().is_ok()
    }
}

fn kept_work(found: &Found) -> KeptWork {
    let About { name, origin, edits, .. } = found.about.clone();
    let scenes = found.scenes.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    KeptWork { name, origin, edits, time: found.time(), scenes, is_running: found.claim.is_none() }
}

/// Opens the window that the command line asks for; the exit code.
pub fn open_window(request: &Request, host: &mut dyn Host) -> u8 {
    match try_open(request, host) {
        Ok(()) => EXIT_OK,
        Err(why) => {
            host.err(&format!("{}\n", why.trim_end()));
            EXIT_BAD_INPUT
        }
    }
}

fn try_open(request: &Request, host: &mut dyn Host) -> Result<(), String> {
    let script = match &request.script {
        Some(path) => {
            let bytes = host.read(path).map_err(|why| format!("{path}: {why}"))?;
            let text = String::from_utf8(bytes).map_err(|e| format!("{path}: {e}"))?;
            Some(script::Script::parse(&text).map_err(|why| format!("{path}: {why}"))?)
        }
        None => None,
    };
    super::open_sandbox(request.scene.clone(), script).map_err(|why| {
        format!("collidoscope: no window: {why}. Without one there are `collidoscope run`, `render`, `trace` and `check`; see --help")
    })
}
