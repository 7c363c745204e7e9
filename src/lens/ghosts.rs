//! Another run over the present one: outlines of what moves in it, named where the two are farthest apart.

use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::stage::Stage;

/// A ghost is named where a body is farther than this from where it is now, metres.
const LEAST_APART: f32 = 0.01;

/// Where a ghost and the present run differ most.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// Name of the body.
    pub body: String,
    /// How far its centre is from where it is in the present run, metres.
    pub distance: f32,
    /// Where it is in the branch.
    pub at: Vec2,
}

/// Draws the other run, at the same step, in the colour of this number.
pub fn draw(stage: &Stage, other: &Stage, (name, hue): (&str, u8), list: &mut DrawList) {
    let role = Role::Ghost(hue);
    for (_, body) in other.world().bodies().filter(|(_, body)| body.kind != BodyKind::Static) {
        body.colliders.iter().for_each(|collider| super::bodies::shape(list, role, &collider.shape, body.pose));
    }
    if let Some(apart) = apart(stage, other).filter(|apart| apart.distance > LEAST_APART) {
        list.label(role, apart.at, Vec2::new(10.0, 14.0), 3, name.to_owned());
    }
}

/// The body, of those that both have, that is farthest from where it is in the other; `None` without a movable one.
pub fn apart(stage: &Stage, other: &Stage) -> Option<Apart> {
    let movable = other.world().bodies().filter(|(_, body)| body.kind != BodyKind::Static);
    let distances = movable.filter_map(|(id, body)| {
        let name = other.names().bodies.name(id)?;
        let here = stage.world().body(stage.names().bodies.id(name)?)?;
        Some((name, (here.center - body.center).length(), body.center))
    });
    let farthest = distances.filter(|(_, distance, _)| distance.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1));
    farthest.map(|(name, distance, at)| Apart { body: name.to_owned(), distance, at })
}
