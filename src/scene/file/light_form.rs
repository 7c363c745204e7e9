//! The form of lamps in a file.

use super::body_form::IN_GROUP;
use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::{LightDoc, LightKind};
use crate::scene::limits;
use std::sync::LazyLock;

/// One light of each kind; the names stand in for unreadable ones.
static KINDS: [LightKind; 2] = [LightDoc::POINT, LightDoc::SUN];
static LIGHTS: LazyLock<Vec<LightDoc>> =
    LazyLock::new(|| KINDS.iter().map(|kind| LightDoc { kind: kind.clone(), ..LightDoc::default() }).collect());

/// Word of a kind of lamp.
fn word(kind: &LightKind) -> &'static str {
    match kind {
        LightKind::Point { .. } => "point",
        LightKind::Sun { .. } => "sun",
    }
}

/// A lamp.
pub fn light<W: Walk>(w: &mut W, l: &mut LightDoc) {
    let d = LightDoc::default();
    w.value("id", "Unique among lights.", &mut l.id, None, limits::NAME);
    w.maybe("group", IN_GROUP, &mut l.group, limits::NAME);
    w.tag("kind", "A lamp at a place, or the sun with parallel rays.", &mut l.kind, word, &KINDS);
    w.tagged(l, &LIGHTS, fields);
    let about = "How dark its shadows are: the share of light that is missing in them.";
    w.value("brightness", about, &mut l.brightness, Some(d.brightness), limits::BRIGHTNESS);
    let about = "From so many points of the lamp light is cast when it has a size.";
    w.value("rays", about, &mut l.rays, Some(d.rays), limits::RAYS);
}

fn fields<W: Walk>(w: &mut W, l: &mut LightDoc) {
    match &mut l.kind {
        LightKind::Point { body, position, radius } => {
            w.maybe("body", "Body it hangs on; the world when left out.", body, limits::NAME);
            w.value("position", "Its middle, in the frame of that body, metres.", position, Some(Vec2::ZERO), limits::COORDINATE);
            w.value("radius", "Its size, metres; 0 casts shadows with sharp borders.", radius, Some(0.0), limits::LAMP_RADIUS);
        }
        LightKind::Sun { direction, spread } => {
            w.value("direction", "Where its light travels, of any length.", direction, None, limits::COORDINATE);
            w.value("spread", "Its size in the sky, radians; 0 casts shadows with sharp borders.", spread, Some(0.0), limits::SUN_SPREAD);
        }
    }
}
