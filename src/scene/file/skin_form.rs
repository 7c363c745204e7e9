//! The form of pictures and skins in a file, and the rules of pictures.

use super::report::{Report, did_you_mean, quoted, steps};
use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, PictureDoc, SkinDoc};
use crate::scene::limits;
use crate::scene::skin_doc::path_flaw;
use std::sync::Arc;

/// A picture.
pub fn picture<W: Walk>(w: &mut W, p: &mut PictureDoc) {
    let mut data = p.data.as_deref().map(str::to_owned);
    w.maybe("data", "The bytes of a PNG, JPEG, WebP, GIF or SVG as base64 text.", &mut data, limits::PICTURE_DATA);
    p.data = data.map(Arc::from);
    let about = "Where such bytes lie: a path within the folder of the scene's file.";
    w.maybe("file", about, &mut p.file, limits::NAME);
}

/// A skin.
pub fn skin<W: Walk>(w: &mut W, s: &mut SkinDoc) {
    let d = SkinDoc::default();
    w.value("picture", "Name of a picture of the scene.", &mut s.picture, None, limits::NAME);
    let about = "Where the picture's middle lies, from the centre of mass or the body's origin, in the body's frame, metres.";
    w.value("offset", about, &mut s.offset, Some(Vec2::ZERO), limits::COORDINATE);
    w.value(
        "scale",
        "Metres per pixel along its width and height; negative ones flip it.",
        &mut s.scale,
        Some(d.scale),
        limits::SKIN_SCALE,
    );
    w.value("angle", "Turn in the body's frame, radians.", &mut s.angle, Some(0.0), limits::ANGLE);
    w.flag("centered", "The offset counts from the centre of mass; else from the body's origin.", &mut s.centered, d.centered);
    let mut order = s.order as f32;
    w.value("order", "Skins of a higher number are drawn over those of a lower one.", &mut order, Some(0.0), limits::SKIN_ORDER);
    s.order = order as i32;
    w.value("opacity", "0 cannot be seen, 1 hides what is behind it.", &mut s.opacity, Some(1.0), limits::OPACITY);
}

/// Pictures have bytes or a path within the scene's folder; skins name one.
pub fn check(report: &mut Report<'_>, document: &Document) {
    for (name, picture) in &document.pictures {
        let at = steps!["pictures", name.clone()];
        match (&picture.file, picture.bytes()) {
            (Some(_), Some(_)) => report.complain(&at, || "has its bytes in `data` or beside the scene in `file`, not both".into()),
            (None, None) => report.complain(&at, || "has no bytes: give `data`, or `file`".into()),
            (Some(file), None) => {
                if let Some(flaw) = path_flaw(file) {
                    report.complain(&steps!["pictures", name.clone(), "file"], || format!("{flaw}, is {}", quoted(file)));
                }
            }
            (None, Some(Err(why))) => report.complain(&steps!["pictures", name.clone(), "data"], || why),
            (None, Some(Ok(bytes))) if bytes.len() > limits::PICTURE_BYTES => {
                let words = || format!("has {} bytes, and a picture in a scene has at most {}", bytes.len(), limits::PICTURE_BYTES);
                report.complain(&steps!["pictures", name.clone(), "data"], words);
            }
            (None, Some(Ok(_))) => {}
        }
    }
    for (i, body) in document.bodies.iter().enumerate() {
        let Some(name) = body.skin.as_deref().map(|skin| &skin.picture) else { continue };
        if !document.pictures.contains_key(name) && !report.is_blamed(&steps!["pictures"]) {
            let advice = || did_you_mean(name, document.pictures.keys().map(String::as_str), '"');
            report.complain(&steps!["bodies", i, "skin", "picture"], || format!("there is no picture {}{}", quoted(name), advice()));
        }
    }
}
