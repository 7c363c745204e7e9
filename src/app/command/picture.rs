//! A picture on its way to becoming a body.

use crate::app::command::document::DocumentCommand;
use crate::app::command::microscope::MicroscopeCommand;
use crate::app::effect::Effect;
use crate::app::notice::NoticeKind;
use crate::app::picture_draft::{PictureChoice, PictureDraft};
use crate::app::program::App;
use crate::app::prompt::Prompt;
use crate::draw::raster::{self, Raster};
use crate::scene::document::BodyDoc;
use std::sync::Arc;

/// From a file to a body.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureCommand {
    /// Asks for a picture.
    Ask,
    /// The shell has read a picture, or could not.
    Read {
        /// Its path, or what else it is called.
        name: String,
        /// The picture, or why there is none.
        picture: Result<Arc<Raster>, String>,
    },
    /// Chooses how the picture that is shown becomes a body ([`Prompt::Picture`]).
    Choose(PictureChoice),
    /// Adds the body, as one step that can be undone, and selects it.
    Place,
}

impl App {
    pub(super) fn apply_picture(&mut self, command: PictureCommand) {
        match command {
            PictureCommand::Ask => self.effects.push(Effect::AskPicture),
            PictureCommand::Read { name, picture } => {
                self.end_opening(true);
                match picture {
                    Ok(picture) if self.prompt.is_none() => {
                        self.apply_microscope(MicroscopeCommand::Close);
                        self.prompt = Some(Prompt::Picture(Box::new(PictureDraft::new(&name, picture))));
                    }
                    Ok(_) => self.notify(NoticeKind::Warning, format!("{name} was not opened: a question waits for its answer.")),
                    Err(why) => self.notify(NoticeKind::Error, format!("{name} is not made a body: {why}")),
                }
            }
            PictureCommand::Choose(choice) => {
                if let Some(Prompt::Picture(draft)) = &mut self.prompt {
                    draft.choose(choice);
                }
            }
            PictureCommand::Place => self.place_picture(),
        }
    }

    /// What the bytes of a file are, when they are a picture: the answer of those who cannot read beside the window.
    pub(super) fn read_picture(&mut self, path: Option<&str>, bytes: &[u8]) {
        let picture = raster::read(bytes).map(Arc::new);
        self.apply_picture(PictureCommand::Read { name: path.unwrap_or("picture").to_owned(), picture });
    }

    fn place_picture(&mut self) {
        let Some(Prompt::Picture(draft)) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Picture(_))) else { return };
        match &*draft.body {
            Ok(body) => {
                let position = self.camera.view().center;
                let body = BodyDoc { id: draft.name.clone(), position, shapes: body.shapes.clone(), ..BodyDoc::default() };
                self.apply_document(DocumentCommand::AddBody(body));
            }
            Err(why) => {
                self.notify(NoticeKind::Error, format!("{} is not made a body: {why}", draft.name));
                self.prompt = Some(Prompt::Picture(draft));
            }
        }
    }
}
