//! `recover`: unsaved work of programs that did not end as they should, without a window.

use super::host::{Host, KeptWork, print, read_file, write_file};
use crate::draw::quantity::counted;
use crate::scene::file;
use crate::scene::problem::visible;
use clap::Args;

/// Arguments of `recover`.
#[derive(Args, Debug)]
pub struct RecoverOptions {
    /// Which one of the list, from 1; the first is the newest.
    #[arg(value_name = "NUMBER", default_value_t = 1, value_parser = parse_number)]
    pub number: usize,
    /// Write it to this new file instead of listing all. The copies stay until the window has asked about them.
    #[arg(long, value_name = "FILE")]
    pub to: Option<String>,
}

fn parse_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n >= 1).ok_or_else(|| "give a number of the list, from 1".to_owned())
}

/// Lists the copies, or writes one to a file. The copies stay, and the window goes on offering them.
///
/// # Errors
/// There is no such copy, none of its generations can be opened, or the file is there already.
pub fn recover(options: &RecoverOptions, host: &mut dyn Host) -> Result<(), String> {
    let all = host.kept_work();
    let Some(to) = &options.to else { return print(host, &list(&all)) };
    let work = all.get(options.number - 1).ok_or_else(|| match all.len() {
        0 => "there is nothing to recover".to_owned(),
        n => format!("there is no copy {}; `collidoscope recover` lists 1 to {n}", options.number),
    })?;
    if host.exists(to) {
        return Err(format!("{to}: it is there already and was left as it is; give the name of a new file"));
    }
    let bytes = newest(work, host)?;
    write_file(host, to, &bytes)?;
    print(host, &format!("{to}: {}\n", describe(work)))
}

/// The newest scene that can be opened.
fn newest(work: &KeptWork, host: &mut dyn Host) -> Result<Vec<u8>, String> {
    let mut reasons = Vec::new();
    for path in &work.scenes {
        let bytes = read_file(host, path);
        match bytes.and_then(|bytes| file::parse(&bytes).map(|_| bytes).map_err(|problems| super::source::prefixed(path, &problems))) {
            Ok(bytes) => return Ok(bytes),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(reasons.join("\n"))
}

fn describe(work: &KeptWork) -> String {
    let edits = counted(work.edits as usize, "edit", "edits");
    let origin = work.origin.as_deref().map_or_else(|| "never saved to a file".to_owned(), |origin| format!("of {origin}"));
    let running = if work.is_running { " (its program still runs)" } else { "" };
    // A name has no line of its own to break.
    format!("“{}”, {edits}, {origin}, {}{running}", visible(&work.name).replace(['\n', '\t'], " "), work.time)
}

fn list(all: &[KeptWork]) -> String {
    if all.is_empty() {
        return "There is nothing to recover.\n".to_owned();
    }
    let row = |(index, work): (usize, &KeptWork)| {
        let newest = work.scenes.first().map_or("", String::as_str);
        format!("{}  {}\n   {newest}\n", index + 1, describe(work))
    };
    let rows: String = all.iter().enumerate().map(row).collect();
    format!("{rows}Write one to a file: collidoscope recover NUMBER --to FILE. The window offers them at its start.\n")
}
