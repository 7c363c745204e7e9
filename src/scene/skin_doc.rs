//! Skins: pictures that bodies wear. They change nothing in the motion.
//!
//! A picture stands once in the scene, under a name, and any number of bodies wear it. Its bytes lie in the file, as
//! base64 text, or beside the file under a path within the file's own folder.

use crate::engine::math::Vec2;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;

/// A picture of a scene: either `data` or `file`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureDoc {
    /// The bytes of a PNG, JPEG, WebP, GIF or SVG as base64 text.
    pub data: Option<Arc<str>>,
    /// Where such bytes lie, from the folder of the scene's file: a path within it, with `/` between its parts.
    pub file: Option<String>,
}

/// How a body wears a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDoc {
    /// Name of a picture in [`super::document::Document::pictures`].
    pub picture: String,
    /// Where the picture's middle lies, from the centre of mass or from the body's origin, in the body's frame, metres.
    pub offset: Vec2,
    /// Metres per pixel along the picture's width and height; negative values flip it.
    pub scale: Vec2,
    /// Turn in the body's frame, radians.
    pub angle: f32,
    /// `offset` counts from the centre of mass; else from the body's origin.
    pub centered: bool,
    /// Skins of a higher number are drawn over those of a lower one.
    pub order: i32,
    /// 0 cannot be seen, 1 hides what is behind it.
    pub opacity: f32,
}

impl Default for SkinDoc {
    fn default() -> SkinDoc {
        SkinDoc { picture: String::new(), offset: Vec2::ZERO, scale: Vec2::splat(0.01), angle: 0.0, centered: true, order: 0, opacity: 1.0 }
    }
}

impl PictureDoc {
    /// A picture whose bytes lie in the scene's file.
    pub fn embedded(bytes: &[u8]) -> PictureDoc {
        PictureDoc { data: Some(STANDARD.encode(bytes).into()), file: None }
    }

    /// The bytes that lie in the scene's file; `None` when they lie beside it.
    ///
    /// # Errors
    /// The text is no base64.
    pub fn bytes(&self) -> Option<Result<Vec<u8>, String>> {
        let data = self.data.as_deref()?;
        Some(STANDARD.decode(data).map_err(|error| format!("is no base64 text: {error}")))
    }
}

/// What is wrong with a path of a picture beside the scene; nothing when it stays within the scene's folder.
pub fn path_flaw(path: &str) -> Option<&'static str> {
    let mut parts = path.split('/');
    match () {
        () if path.contains('\\') => Some("must have / between its parts, not \\"),
        () if path.starts_with('/') || path.contains(':') => Some("must be a path from the scene's folder, not an absolute one"),
        () if parts.any(|part| part == "..") => Some("must stay within the scene's folder: no part may be `..`"),
        () if path.split('/').any(|part| part.is_empty() || part == ".") => Some("must have no empty part"),
        () => None,
    }
}

/// The path of a picture that lies beside a scene's file.
pub fn beside(scene: &str, file: &str) -> String {
    let folder = scene.rfind(['/', '\\']).map_or("", |at| &scene[..=at]);
    format!("{folder}{file}")
}
