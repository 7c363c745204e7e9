//! The pictures that bodies wear.
//!
//! They lie over the bodies and under everything else. While a lens looks at the shapes themselves they are hidden.

use super::films::Films;
pub use super::films::ReadPicture;
use super::kind::{Lens, LensInput};
use crate::draw::raster::{self, Raster};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Rot, Vec2};
use crate::scene::document::{PictureDoc, SkinDoc};
use std::sync::Arc;

/// Lenses beside those that look inside a pair to which the shapes matter.
const OF_SHAPES: [&str; 3] = ["contacts", "boxes", "shadows"];

/// Whether a lens is about the shapes, which skins would hide.
pub(super) fn hides_skins(lens: &Lens) -> bool {
    lens.needs_pair || OF_SHAPES.contains(&lens.id)
}

/// The skins of all bodies, in their drawing order. What cannot be read is said at its body.
pub(super) fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let (stage, wardrobe) = (input.stage, input.stage.wardrobe());
    for (name, skin) in &wardrobe.skins {
        let body = stage.names().bodies.id(name).and_then(|id| stage.world().body(id));
        let (Some(body), Some(picture)) = (body, wardrobe.pictures.get(&skin.picture)) else { continue };
        match read(input.films, picture) {
            Ok(raster) => {
                let from = if skin.centered { body.local_center } else { Vec2::ZERO };
                let center = body.pose.transform_point(from + skin.offset);
                let turn = Rot::from_angle(skin.angle);
                let [x, y] = half_axes(skin, &raster).map(|axis| body.pose.rotation.rotate(turn.rotate(axis)));
                list.image(raster, center, [x, y], skin.opacity);
            }
            Err(why) => list.label(Role::Warning, body.center, Vec2::new(10.0, -10.0), 7, format!("{}: {why}", skin.picture)),
        }
    }
}

/// From the picture's middle to the middles of its right and its upper side, before it is turned, metres. The scale
/// counts pixels of the file; a large picture is kept with fewer.
fn half_axes(skin: &SkinDoc, raster: &Raster) -> [Vec2; 2] {
    let [width, height] = raster.original.map(|side| side as f32);
    [Vec2::new(0.5 * width * skin.scale.x, 0.0), Vec2::new(0.0, 0.5 * height * skin.scale.y)]
}

/// The pixels of a picture; read once while `films` keeps them.
///
/// # Errors
/// Why it cannot be read.
pub fn read(films: Option<&Films>, picture: &PictureDoc) -> ReadPicture {
    let decode = || match (&picture.file, picture.bytes()) {
        (_, Some(bytes)) => raster::read(&bytes?).map(Arc::new),
        (Some(file), None) => Err(format!("{file} was not read")),
        (None, None) => Err("it has no bytes".to_owned()),
    };
    films.map_or_else(decode, |films| films.picture(picture, decode))
}
