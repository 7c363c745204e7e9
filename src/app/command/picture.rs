//! A picture on its way to becoming a body.

use crate::app::arrange::box_of;
use crate::app::command::microscope::MicroscopeCommand;
use crate::app::effect::Effect;
use crate::app::free_ids::add;
use crate::app::notice::NoticeKind;
use crate::app::picture_draft::{PictureChoice, PictureDraft};
use crate::app::program::App;
use crate::app::prompt::Prompt;
use crate::app::selection::Item;
use crate::draw::raster::{self, Raster};
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, PictureDoc, SkinDoc};
use crate::scene::limits::PICTURE_BYTES;
use crate::scene::picture_body::{PictureBody, worn_by};
use crate::scene::wardrobe::dress;
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
    /// The shell has read and traced a picture, or could not; or it has traced the one that is shown in another way.
    Drafted {
        /// Its path, or what else it is called.
        name: String,
        /// What it would become, or why there is nothing.
        draft: Result<Box<PictureDraft>, String>,
    },
    /// Chooses how the picture that is shown becomes a body ([`Prompt::Picture`]).
    Choose(PictureChoice),
    /// Adds the body, which wears the picture, as one step that can be undone, and selects it.
    Place,
    /// Puts the picture that is shown on a body, as wide as that is, as one step.
    Wear {
        /// The body's id.
        body: String,
    },
    /// The shell has read a picture that lies beside the scene's file, or could not.
    Beside {
        /// Its path from the scene's folder.
        file: String,
        /// The picture, or why there is none.
        picture: Result<Arc<Raster>, String>,
    },
}

impl App {
    pub(super) fn apply_picture(&mut self, command: PictureCommand) {
        match command {
            PictureCommand::Ask => self.effects.push(Effect::AskPicture),
            PictureCommand::Read { name, picture } => {
                let draft = picture.map(|picture| Box::new(PictureDraft::new(&name, picture)));
                self.drafted(&name, draft);
            }
            PictureCommand::Drafted { name, draft } => self.drafted(&name, draft),
            PictureCommand::Choose(choice) => self.choose_picture(choice),
            PictureCommand::Place => self.place_picture(),
            PictureCommand::Wear { body } => self.wear_picture(&body),
            PictureCommand::Beside { file, picture } => {
                if let Err(why) = &picture {
                    self.notify(NoticeKind::Warning, format!("The picture {file} is not shown: {why}"));
                }
                self.films.provide(&PictureDoc { data: None, file: Some(file) }, picture);
            }
        }
    }

    /// A draft is there: that of a picture that was opened, or of the one that is shown.
    fn drafted(&mut self, name: &str, draft: Result<Box<PictureDraft>, String>) {
        self.end_opening(true);
        match (draft, &mut self.prompt) {
            (Ok(draft), None) => {
                self.apply_microscope(MicroscopeCommand::Close);
                self.prompt = Some(Prompt::Picture(draft));
            }
            (Ok(draft), Some(Prompt::Picture(shown))) if Arc::ptr_eq(&shown.picture, &draft.picture) => {
                // What was chosen while that was traced comes next.
                let wanted = shown.wanted.filter(|choice| *choice != draft.choice);
                **shown = *draft;
                shown.wanted = wanted;
                if wanted.is_some() {
                    self.effects.push(Effect::TracePicture(shown.clone()));
                }
            }
            (Ok(_), Some(_)) => self.notify(NoticeKind::Warning, format!("{name} was not opened: a question waits for its answer.")),
            (Err(why), _) => self.notify(NoticeKind::Error, format!("{name} is not made a body: {why}")),
        }
    }

    /// Traces the picture that is shown in another way: elsewhere, where there is an elsewhere.
    fn choose_picture(&mut self, choice: PictureChoice) {
        let (aside, is_under_way) = (self.traces_aside, self.opening.is_some());
        let Some(Prompt::Picture(draft)) = &mut self.prompt else { return };
        if !aside {
            return draft.choose(choice);
        }
        draft.wanted = Some(choice);
        if !is_under_way {
            self.effects.push(Effect::TracePicture(draft.clone()));
        }
    }

    /// What is being prepared is not waited for. A picture stays shown as it was traced last.
    pub(super) fn stop_opening(&mut self) {
        self.end_opening(true);
        if let Some(Prompt::Picture(draft)) = &mut self.prompt {
            draft.wanted = None;
        }
    }

    /// What the bytes of a file are, when they are a picture: the answer of those who cannot read beside the window.
    pub(super) fn read_picture(&mut self, path: Option<&str>, bytes: &[u8]) {
        let picture = raster::read(bytes).map(Arc::new);
        self.apply_picture(PictureCommand::Read { name: path.unwrap_or("picture").to_owned(), picture });
    }

    fn place_picture(&mut self) {
        let Some(Prompt::Picture(draft)) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Picture(_))) else { return };
        if draft.wanted.is_some() {
            self.notify(NoticeKind::Warning, "The picture is still being traced.");
            self.prompt = Some(Prompt::Picture(draft));
            return;
        }
        match &*draft.body {
            Ok(body) => {
                let position = self.camera.view().center;
                let doc = BodyDoc { id: draft.name.clone(), position, shapes: body.shapes.clone(), ..BodyDoc::default() };
                let (skin, lost) = match skin_of(&draft.picture, body) {
                    Ok(skin) => (Some(skin), None),
                    Err(why) => (None, Some(why)),
                };
                let mut added = String::new();
                let label = format!("Add {}", draft.name);
                let done = self.change(&label, 0, |d| {
                    added = add(d, doc);
                    if let Some((picture, skin)) = skin {
                        // What it may not hold is told when the run is brought up to it.
                        let _ = dress(d, &added, &draft.name, picture, skin);
                    }
                });
                if done {
                    if let Some(why) = lost {
                        self.notify(NoticeKind::Warning, format!("{added} does not wear its picture: {why}"));
                    }
                    self.selection = vec![Item::Body(added)];
                } else {
                    self.prompt = Some(Prompt::Picture(draft));
                }
            }
            Err(why) => {
                self.notify(NoticeKind::Error, format!("{} is not made a body: {why}", draft.name));
                self.prompt = Some(Prompt::Picture(draft));
            }
        }
    }

    fn wear_picture(&mut self, body: &str) {
        let Some(Prompt::Picture(draft)) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Picture(_))) else { return };
        let width = self.document.body(body).and_then(box_of).map(|bounds| bounds.size().x);
        let (Some(width), Ok((png, pixels))) = (width, raster::fitting_png(&draft.picture, PICTURE_BYTES)) else {
            self.notify(NoticeKind::Warning, format!("{body} cannot wear {}.", draft.name));
            self.prompt = Some(Prompt::Picture(draft));
            return;
        };
        let scale = width / draft.picture.width as f32 * pixels;
        let skin = SkinDoc { scale: Vec2::splat(scale), ..SkinDoc::default() };
        let done = self.change(&format!("Picture on {body}"), 0, |d| {
            let _ = dress(d, body, &draft.name, PictureDoc::embedded(&png), skin);
        });
        if !done {
            self.prompt = Some(Prompt::Picture(draft));
        }
    }
}

/// The picture for the scene's file, and how a body made of it wears it: pixel on pixel.
fn skin_of(raster: &Raster, body: &PictureBody) -> Result<(PictureDoc, SkinDoc), String> {
    let (png, pixels) = raster::fitting_png(raster, PICTURE_BYTES)?;
    Ok((PictureDoc::embedded(&png), worn_by(body, [raster.width, raster.height], pixels)))
}
