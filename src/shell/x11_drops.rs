//! Files dropped on the window, by the XDND protocol.
//!
//! miniquad takes dropped files in as well, but reads each as a whole in the middle of its event loop, whatever it is
//! (a pipe stops it for ever), and understands bare paths only, while file managers send `file://` addresses. So the
//! window names another one, of a connection of our own, that speaks for it (`XdndProxy`): sources talk to that one,
//! and all that comes of a drop is a path or a sentence. A thread answers, so that no source can hold the window up.
//!
//! ```text
//! source: XdndEnter (offered types) ─> XdndPosition … ─> XdndDrop      ─> data          ─> done
//! ours:                                XdndStatus: yes    ConvertSelection  XdndFinished
//! ```

use super::waker::Waker;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Version of the protocol that is spoken.
const VERSION: u32 = 5;
/// Most words of four bytes that are taken of what is dropped: 64 KiB.
const MOST_WORDS: u32 = 16_384;

/// What came of a drop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrival {
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    /// What the user must know.
    pub remark: Option<String>,
}

/// What a list of addresses (`text/uri-list`, or a bare path) stands for.
pub fn arrival(list: &[u8]) -> Arrival {
    let lines = list.split(|byte| matches!(byte, b'\n' | b'\r' | 0)).filter(|line| !line.is_empty() && line[0] != b'#');
    let lines: Vec<&[u8]> = lines.collect();
    match lines.first().map(|line| path_of(line)) {
        None => Arrival { remark: Some("Nothing was opened: what was dropped is empty.".to_owned()), path: None },
        Some(Err(why)) => Arrival { remark: Some(format!("Nothing was opened: {why}.")), path: None },
        Some(Ok(path)) => {
            let several = lines.len() > 1;
            let remark = several.then(|| format!("Only the first of the {} dropped files is opened.", lines.len()));
            Arrival { path: Some(path), remark }
        }
    }
}

fn path_of(address: &[u8]) -> Result<PathBuf, String> {
    use std::os::unix::ffi::OsStringExt;
    let plain = |bytes: &[u8]| PathBuf::from(std::ffi::OsString::from_vec(bytes.to_vec()));
    if address.first() == Some(&b'/') {
        return Ok(plain(address));
    }
    let shown: String = String::from_utf8_lossy(address).chars().take(60).collect();
    let is_file = address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"file:"));
    if !is_file {
        let is_address = shown.split_once("://").is_some_and(|(scheme, _)| !scheme.is_empty() && scheme.chars().all(char::is_alphanumeric));
        let what = if is_address { "only files on this computer can be opened, not" } else { "only files can be dropped, not" };
        return Err(format!("{what} “{shown}”"));
    }
    // `file:/path`, `file:///path` or `file://computer/path`.
    let rest = &address[5..];
    let path = match rest.strip_prefix(b"//") {
        Some(rest) => rest.iter().position(|&byte| byte == b'/').map(|at| &rest[at..]),
        None => Some(rest).filter(|rest| rest.first() == Some(&b'/')),
    };
    path.map(|path| plain(&unescaped(path))).ok_or_else(|| format!("“{shown}” names no file"))
}

/// `%20` and the like as the bytes they stand for.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    bytes
}

/// Takes drops for a window until the connection ends.
pub fn serve(window: Window, arrivals: &Sender<Arrival>, waker: &Waker) {
    let Some(mut desk) = Desk::open(window) else { return };
    while let Ok(event) = desk.connection.wait_for_event() {
        let arrived = match event {
            Event::ClientMessage(message) => desk.message(&message),
            Event::SelectionNotify(answer) => Some(desk.delivered(&answer)),
            _ => None,
        };
        if let Some(arrival) = arrived {
            // The window may be gone by now; then nobody needs it.
            let _ = arrivals.send(arrival);
            waker.wake();
        }
    }
}

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndAware, XdndProxy, XdndEnter, XdndPosition, XdndStatus, XdndDrop, XdndFinished, XdndSelection, XdndTypeList,
        XdndActionCopy, UTF8_STRING, URI_LIST: b"text/uri-list",
    }
}

struct Desk {
    connection: RustConnection,
    atoms: Atoms,
    /// The window on which things are dropped, and the one that speaks for it.
    window: Window,
    proxy: Window,
    /// Who drags, and the type that is asked for.
    source: Window,
    wanted: Option<Atom>,
}

impl Desk {
    fn open(window: Window) -> Option<Desk> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let made = || -> Result<(Atoms, Window), ReplyOrIdError> {
            let atoms = Atoms::new(&connection)?.reply()?;
            let proxy = connection.generate_id()?;
            connection.create_window(0, proxy, root, -1, -1, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &CreateWindowAux::new())?;
            connection.change_property32(PropMode::REPLACE, proxy, atoms.XdndAware, AtomEnum::ATOM, &[VERSION])?;
            // It names itself, too, so that a source can tell it from the leftover of a dead program.
            for from in [proxy, window] {
                connection.change_property32(PropMode::REPLACE, from, atoms.XdndProxy, AtomEnum::WINDOW, &[proxy])?;
            }
            connection.flush()?;
            Ok((atoms, proxy))
        };
        let (atoms, proxy) = made().ok()?;
        Some(Desk { connection, atoms, window, proxy, source: x11rb::NONE, wanted: None })
    }

    fn message(&mut self, message: &ClientMessageEvent) -> Option<Arrival> {
        let data = message.data.as_data32();
        let atoms = self.atoms;
        if message.type_ == atoms.XdndEnter {
            self.source = data[0];
            let offered = if data[1] & 1 == 0 { data[2..5].to_vec() } else { self.type_list() };
            self.wanted = [atoms.URI_LIST, atoms.UTF8_STRING].into_iter().find(|atom| offered.contains(atom));
        } else if message.type_ == atoms.XdndPosition {
            // What cannot be opened is taken, too: refused, it would vanish without a word.
            self.tell(atoms.XdndStatus, [self.window, 1, 0, 0, atoms.XdndActionCopy]);
        } else if message.type_ == atoms.XdndDrop {
            let Some(wanted) = self.wanted else {
                self.finish();
                return Some(Arrival { remark: Some("Nothing was opened: only files can be dropped.".to_owned()), path: None });
            };
            let (connection, selection) = (&self.connection, atoms.XdndSelection);
            // A connection that breaks ends the loop that waits for events.
            let _ = connection.convert_selection(self.proxy, selection, wanted, selection, data[2]);
            let _ = connection.flush();
        }
        None
    }

    /// The types of a source that offers more than three.
    fn type_list(&self) -> Vec<Atom> {
        let property = self.connection.get_property(false, self.source, self.atoms.XdndTypeList, AtomEnum::ATOM, 0, 256);
        let reply = property.ok().and_then(|cookie| cookie.reply().ok());
        reply.and_then(|reply| Some(reply.value32()?.collect())).unwrap_or_default()
    }

    fn delivered(&self, answer: &SelectionNotifyEvent) -> Arrival {
        let property = (answer.property != x11rb::NONE).then_some(answer.property);
        let read = |property| self.connection.get_property(true, self.proxy, property, AtomEnum::ANY, 0, MOST_WORDS).ok()?.reply().ok();
        let reply = property.and_then(read);
        self.finish();
        match reply {
            None => Arrival { remark: Some("Nothing was opened: the other program did not say what was dropped.".to_owned()), path: None },
            Some(reply) if reply.bytes_after > 0 || reply.format != 8 => {
                Arrival { remark: Some("Nothing was opened: too much was dropped at once.".to_owned()), path: None }
            }
            Some(reply) => arrival(&reply.value),
        }
    }

    fn finish(&self) {
        self.tell(self.atoms.XdndFinished, [self.window, 1, self.atoms.XdndActionCopy, 0, 0]);
    }

    /// Answers the source. One that has died meanwhile needs no answer.
    fn tell(&self, kind: Atom, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.source, kind, data);
        let _ = self.connection.send_event(false, self.source, EventMask::NO_EVENT, message);
        let _ = self.connection.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(list: &str) -> (Option<PathBuf>, Option<String>) {
        let Arrival { path, remark } = arrival(list.as_bytes());
        (path, remark)
    }

    /// `file://` addresses did nothing, without a word.
    #[test]
    fn a_dropped_address_is_the_file_that_it_names() {
        for list in ["/a b/ü.json", "file:///a%20b/%C3%BC.json\r\n", "# from there\r\nfile://here/a%20b/ü.json\r\n", "FILE:/a%20b/ü.json\0"]
        {
            assert_eq!(opened(list), (Some(PathBuf::from("/a b/ü.json")), None), "{list}");
        }
        // A per cent sign that escapes nothing is one.
        assert_eq!(opened("file:///50%/1%zz%4").0, Some(PathBuf::from("/50%/1%zz%4")));
    }

    #[test]
    fn a_drop_that_opens_nothing_or_not_all_says_why() {
        for (list, why) in [
            ("", "empty"),
            ("# nothing\r\n", "empty"),
            ("https://example.org/a.json", "on this computer"),
            ("some words: of a text", "only files can be dropped"),
            ("file:", "names no file"),
            ("file://computer", "names no file"),
        ] {
            let (path, remark) = opened(list);
            assert!(path.is_none() && remark.as_ref().is_some_and(|remark| remark.contains(why)), "{list}: {remark:?}");
        }
        let (path, remark) = opened("file:///a\r\nfile:///b\r\n");
        assert_eq!(path, Some(PathBuf::from("/a")));
        assert!(remark.is_some_and(|remark| remark.contains("first of the 2")));
    }
}
