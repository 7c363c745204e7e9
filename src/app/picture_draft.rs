//! A picture that was opened, and what it would become.

use crate::draw::raster::{Channel, Raster};
use crate::engine::contour::Field;
use crate::scene::limits::BODY_ID;
use crate::scene::path::file_name;
use crate::scene::picture_body::{PictureBody, PictureOptions, picture_body};
use std::sync::Arc;

/// What a person decides about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureChoice {
    /// What makes a pixel solid.
    pub channel: Channel,
    /// The rest.
    pub options: PictureOptions,
}

/// A picture and the body that it becomes as things stand.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureDraft {
    /// Id of the body: the file's name without its ending.
    pub name: String,
    /// What was read.
    pub picture: Arc<Raster>,
    /// What was chosen.
    pub choice: PictureChoice,
    /// What comes of it, or why nothing does.
    pub body: Arc<Result<PictureBody, String>>,
    /// What was chosen last, while that is being traced elsewhere.
    pub wanted: Option<PictureChoice>,
    field: Arc<Field>,
}

impl PictureDraft {
    /// With what fits the picture best.
    pub fn new(path: &str, picture: Arc<Raster>) -> PictureDraft {
        let choice = PictureChoice { channel: picture.best_channel(), options: PictureOptions::default() };
        let field = Arc::new(field_of(&picture, choice.channel));
        let body = Arc::new(picture_body(&field, &choice.options));
        PictureDraft { name: body_id(path), picture, choice, body, wanted: None, field }
    }

    /// The choice that the person sees: the newest.
    pub fn shown_choice(&self) -> PictureChoice {
        self.wanted.unwrap_or(self.choice)
    }

    /// Traces by the wanted choice, if there is one.
    pub fn follow_wish(mut self) -> PictureDraft {
        if let Some(choice) = self.wanted.take() {
            self.choose(choice);
        }
        self
    }

    /// Another choice.
    pub fn choose(&mut self, choice: PictureChoice) {
        if choice.channel != self.choice.channel {
            self.field = Arc::new(field_of(&self.picture, choice.channel));
        }
        if choice != self.choice {
            self.choice = choice;
            self.body = Arc::new(picture_body(&self.field, &choice.options));
        }
    }
}

/// The values of a picture in one respect.
fn field_of(picture: &Raster, channel: Channel) -> Field {
    Field::new(picture.width, picture.height, picture.values(channel)).expect("a picture that was read has pixels")
}

/// A body's id from a file's path; empty (the scene finds one) when the name is none that a body may have.
pub fn body_id(path: &str) -> String {
    let name = file_name(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let plain: String = stem.chars().filter(|c| !c.is_control()).take(64).collect();
    let plain = plain.trim();
    if BODY_ID.length.holds(plain.chars().count() as u64) && !plain.starts_with("shot ") { plain.to_owned() } else { String::new() }
}
