//! The browser: local storage, downloads, file picking, clipboard and title, through one function of the page.
//!
//! `web/app.js` gives the module two imports, `app_call` (do something; the answer's length or -1) and `app_take`
//! (fetch the answer's bytes). No generated glue is needed, so what crosses the border can be read in two small
//! files.

use super::waker::Waker;
use crate::app::{Command, Effect, FileCommand, PictureCommand, RecoveryCommand, mark};
use crate::scene::file::{self, MAX_FILE_BYTES};

/// What the page is asked to do. The numbers are the border's contract with `web/app.js`.
#[derive(Clone, Copy)]
enum Request {
    StorageGet = 1,
    StorageSet = 2,
    Download = 3,
    PickFile = 4,
    PickedName = 5,
    PickedBytes = 6,
    WriteClipboard = 7,
    SetUnsaved = 8,
    SetTitle = 9,
    OpenLink = 10,
}

#[allow(unsafe_code)]
mod border {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn app_call(request: u32, a: *const u8, a_length: usize, b: *const u8, b_length: usize) -> i32;
        fn app_take(into: *mut u8);
    }

    /// The page's script asks for this to see that it belongs to this module.
    #[unsafe(no_mangle)]
    pub extern "C" fn app_crate_version() -> u32 {
        1
    }

    /// The page reads both texts before it returns and writes exactly as many bytes as it announced.
    pub fn call(request: u32, a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
        // SAFETY: the pointers are valid for their lengths during the call; `app_take` fills exactly `length` bytes.
        unsafe {
            let length = usize::try_from(app_call(request, a.as_ptr(), a.len(), b.as_ptr(), b.len())).ok()?;
            let mut answer = vec![0; length];
            if length > 0 {
                app_take(answer.as_mut_ptr());
            }
            Some(answer)
        }
    }
}

fn call(request: Request, a: &str, b: &[u8]) -> Option<Vec<u8>> {
    border::call(request as u32, a.as_bytes(), b)
}

fn text(answer: Option<Vec<u8>>) -> Option<String> {
    String::from_utf8(answer?).ok()
}

/// Keeps a text in the browser's storage. False when the storage is full or switched off.
pub fn store(key: &str, value: &str) -> bool {
    call(Request::StorageSet, key, value.as_bytes()).is_some()
}

/// A text kept earlier.
pub fn stored(key: &str) -> Option<String> {
    text(call(Request::StorageGet, key, b""))
}

/// Offers bytes as a download.
pub fn download(name: &str, bytes: &[u8]) {
    call(Request::Download, name, bytes);
}

/// Publishes text on the clipboard.
pub fn write_clipboard(text: &str) {
    call(Request::WriteClipboard, text, b"");
}

/// Opens a link in a new tab.
pub fn open_link(url: &str) {
    call(Request::OpenLink, url, b"");
}

/// Sets the tab's title.
pub fn set_title(title: &str) -> bool {
    call(Request::SetTitle, title, b"").is_some()
}

/// Key under which unsaved work is kept in the browser's storage.
const WORK: &str = "collidoscope work";

/// Keeps unsaved work, so that a closed or crashed tab does not lose it; an empty text forgets it.
/// False when the storage is full or switched off.
pub fn keep_work(json: &str) -> bool {
    store(WORK, json)
}

/// Files and dialogs of the page.
pub struct Outside {
    unsaved: bool,
}

impl Outside {
    /// Nothing is asked yet.
    pub fn new(_waker: Waker) -> Outside {
        Outside { unsaved: false }
    }

    /// See [`Outside::kept_work`].
    pub fn offers_copies(&self) -> bool {
        false
    }

    /// A page has no files.
    pub fn has_file(&self, _path: &str) -> bool {
        false
    }

    /// Work that an earlier visit did not save.
    pub fn kept_work(&self) -> Option<String> {
        stored(WORK).filter(|json| !json.is_empty())
    }

    /// Keeps unsaved work; an empty text forgets it. False when the browser does not keep it.
    pub fn keep_work(&self, json: &str) -> bool {
        keep_work(json)
    }

    /// The page's dialogs are not inside the canvas.
    pub fn ui(&mut self, _ctx: &egui::Context) {}

    /// Dialogs of a page belong to the browser.
    pub fn shows_dialog(&self) -> bool {
        false
    }

    /// See [`Self::shows_dialog`].
    pub fn is_asking(&self) -> bool {
        false
    }

    /// The page asks before it is left while something is unsaved.
    pub fn set_unsaved(&mut self, unsaved: bool) {
        if unsaved != self.unsaved {
            self.unsaved = unsaved;
            call(Request::SetUnsaved, if unsaved { "1" } else { "" }, b"");
        }
    }

    /// A file that the user picked. It is prepared in place: a page has no threads.
    pub fn poll(&mut self, _is_asked: bool) -> Option<Command> {
        let name = text(call(Request::PickedName, "", b""))?;
        let bytes = call(Request::PickedBytes, "", b"").ok_or_else(|| format!("{name} could not be read"));
        let bytes = bytes.and_then(|bytes| {
            let is_too_large = bytes.len() as u64 > MAX_FILE_BYTES;
            if is_too_large { Err(format!("{name} is too large (at most {} MiB)", MAX_FILE_BYTES >> 20)) } else { Ok(bytes) }
        });
        Some(FileCommand::Loaded { path: None, bytes }.into())
    }

    /// Does what the program wants; the answer, if there is one, is a command for it. Saving is downloading.
    ///
    /// # Errors
    /// A message for the user.
    pub fn carry_out(&mut self, effect: Effect) -> Result<Option<Command>, String> {
        match effect {
            Effect::AskOpen => {
                call(Request::PickFile, ".json,application/json", b"");
                Ok(None)
            }
            Effect::AskPicture => {
                call(Request::PickFile, ".png,.jpg,.jpeg,.webp,.gif,.svg,image/*", b"");
                Ok(None)
            }
            Effect::AskSave { name, moment } => Ok(Some(FileCommand::SaveTo { path: name, moment }.into())),
            Effect::AskExport { name } => Ok(Some(FileCommand::ExportTo(name).into())),
            Effect::Read(path) => {
                let bytes = Err(format!("{path}: a page in a browser cannot open files by path; use Open"));
                Ok(Some(FileCommand::Loaded { path: Some(path), bytes }.into()))
            }
            Effect::TracePicture(_) => Ok(None), // the page's program traces by itself
            Effect::ReadBeside { file, .. } => {
                let picture = Err("a page in a browser cannot open files by path".to_owned());
                Ok(Some(PictureCommand::Beside { file, picture }.into()))
            }
            Effect::Write { path, scene, moment, .. } => {
                let text = file::to_checked_json(&scene);
                let result = text.map(|text| {
                    download(&path, text.as_bytes());
                    mark(text.as_bytes())
                });
                Ok(Some(FileCommand::Written { path, moment, result }.into()))
            }
            Effect::WriteFigure { path, bytes } => {
                download(&path, &bytes);
                Ok(Some(FileCommand::FigureWritten(path).into()))
            }
            Effect::PaintFigure { path, painting } => {
                download(&path, &painting.result()?);
                Ok(Some(FileCommand::FigureWritten(path).into()))
            }
            Effect::PrintPages { path, printing } => Ok(Some(match printing.result() {
                Ok(pages) => {
                    pages.iter().for_each(|(page, bytes)| download(page, bytes));
                    FileCommand::PagesWritten { path, files: pages.into_iter().map(|(page, _)| page).collect() }.into()
                }
                Err(why) => FileCommand::FigureFailed { path, why }.into(),
            })),
            // The page keeps one copy, in its own storage, and opens it by itself.
            Effect::FindCopies { tell } => Ok(Some(RecoveryCommand::Offered { offers: Vec::new(), tell }.into())),
            Effect::TakeCopy(_) | Effect::CopyTaken(_) | Effect::ShowCopy(_) | Effect::DropCopy(_) | Effect::LeaveCopies => Ok(None),
            Effect::Quit => Ok(None),
        }
    }
}
