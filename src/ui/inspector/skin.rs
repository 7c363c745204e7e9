//! What a body wears.

use super::fields::{self, Fields};
use crate::scene::document::BodyDoc;
use crate::scene::limits;
use crate::ui::hints;

const SCALE: fields::Unit =
    fields::Unit { suffix: " m/px", factor: 1.0, speed: 0.0005, min: limits::SKIN_SCALE.min, max: limits::SKIN_SCALE.max, decimals: 5 };
const ORDER: fields::Unit =
    fields::Unit { suffix: "", factor: 1.0, speed: 0.1, min: limits::SKIN_ORDER.min, max: limits::SKIN_ORDER.max, decimals: 0 };

/// The numbers of its skin, if it has one.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    let Some(skin) = body.skin.as_deref_mut() else { return };
    f.section("Skin");
    f.readout("Wears", skin.picture.clone());
    f.vector("Skin offset", &mut skin.offset, fields::PLACE);
    f.vector("Skin scale", &mut skin.scale, SCALE);
    f.number("Skin angle", &mut skin.angle, fields::ANGLE);
    f.switch("Centred", &mut skin.centered, "The offset counts from the centre of mass; else from the body's origin.");
    let mut order = skin.order as f32;
    f.number("Drawing order", &mut order, ORDER);
    skin.order = order.round() as i32;
    f.number("Opacity", &mut skin.opacity, fields::FRACTION);
    f.sentence("Lenses that look at shapes (contacts, axes, boxes, shadows) hide skins.");
    if f.button("Take the picture off", hints::of("Take the picture off")).clicked() {
        body.skin = None;
        f.changed = Some(f.desk.state.gesture.next());
    }
}
