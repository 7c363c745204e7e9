//! The bodies themselves: what every picture starts with. Also what people would miss at once: pins and rails of
//! joints, barrels of launchers, the line from the hand to what it pulls.

use super::pair::in_engine_order;
use super::reach::reach_along;
pub use super::shape::shape;
use super::{LensInput, joints};
use crate::draw::{DrawList, Form, Ink, Paint, Primitive, Role};
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::math::Vec2;
use crate::engine::shape::Shape;
use crate::engine::world::World;
use crate::scene::color::BodyColor;
use crate::scene::launcher::Aim;
use std::collections::BTreeMap;

/// Length and half width of a drawn barrel, metres.
const BARREL: Vec2 = Vec2::new(0.7, 0.12);
/// Shorter heading lines are left out, points.
const SHORTEST_HEADING_PX: f32 = 4.0;

/// The middle line of a launcher's barrel as it is drawn, from its breech to its mouth, world. A barrel that has yet to
/// turn hangs on the place that its own mouth then has.
pub fn barrel(aim: &Aim) -> (Vec2, Vec2) {
    (aim.muzzle - aim.barrel * BARREL.x, aim.muzzle)
}

/// Half the width of a drawn barrel, metres.
pub const BARREL_HALF_WIDTH: f32 = BARREL.y;

/// All bodies (shapes filled by kind, a line from the centre that shows rotation), joints in short, launchers and
/// projectiles.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let pair = input.pair.map(in_engine_order);
    let mut projectiles: Vec<BodyId> = input.stage.shots().iter().filter_map(|shot| shot.body).collect();
    projectiles.sort_unstable();
    let looks = Looks::of(input);
    list.ordered = looks.0.values().any(|(_, order)| *order != 0);
    for (id, body) in looks.in_order(world) {
        let is_projectile = projectiles.binary_search(&id).is_ok();
        let role = looks.paint(id, role_of(id, body, pair.map(|(a, b)| (a.body, b.body)), is_projectile));
        for collider in &body.colliders {
            shape(list, role, &collider.shape, body.pose);
        }
        heading(body, role, input.metres_per_px, list);
        if body.frozen {
            list.label(Role::Warning, body.center, Vec2::new(10.0, 10.0), 9, "frozen: not finite, or out of the world");
        }
    }
    for (id, joint) in world.joints() {
        if let Some(readout) = world.joint_readout(id) {
            joints::symbol(joint, &readout, world.body(joint.body_a), input.metres_per_px, list);
            joints::drive(joint, &readout, input.metres_per_px, list);
        }
    }
    for launcher in input.stage.launchers() {
        if let Some(aim) = input.stage.aim(&launcher) {
            let (breech, mouth) = barrel(&aim);
            let half = Vec2::new(BARREL.x * 0.5, BARREL.y);
            list.push(Role::Launcher, Primitive::Box { center: 0.5 * (breech + mouth), half, rotation: aim.barrel, rounding: 0.03 });
        }
    }
    if let Some((_, anchor, target)) = input.stage.grabbed() {
        list.line(Role::Joint, anchor, target);
        list.dot(Role::Joint, anchor, 3.0);
        list.ring(Role::Joint, target, 7.0);
    }
}

/// Colours and order of bodies, as the document has them.
struct Looks(BTreeMap<BodyId, (Option<BodyColor>, i32)>);

impl Looks {
    fn of(input: &LensInput<'_>) -> Looks {
        let bodies = input.document.iter().flat_map(|document| &document.bodies);
        let chosen = bodies.filter(|body| body.color.is_some() || body.order != 0);
        let names = &input.stage.names().bodies;
        Looks(chosen.filter_map(|body| Some((names.id(&body.id)?, (body.color, body.order)))).collect())
    }

    /// The bodies as they are drawn: those of the same number as they were made.
    fn in_order<'a>(&self, world: &'a World) -> Vec<(BodyId, &'a Body)> {
        let mut bodies: Vec<(BodyId, &Body)> = world.bodies().collect();
        if self.0.values().any(|(_, order)| *order != 0) {
            bodies.sort_by_key(|(id, _)| self.0.get(id).map_or(0, |(_, order)| *order));
        }
        bodies
    }

    /// The chosen colour of a body, unless its role says more than how it moves.
    fn paint(&self, id: BodyId, role: Role) -> Role {
        let form = match role {
            Role::Body => Form::Awake,
            Role::SleepingBody => Form::Asleep,
            Role::StaticBody => Form::Static,
            Role::KinematicBody => Form::Kinematic,
            _ => return role,
        };
        match self.0.get(&id).and_then(|(color, _)| *color) {
            Some(BodyColor::Hue(n)) => Role::Painted(Paint { ink: Ink::Hue(n), form }),
            Some(BodyColor::Rgb(rgb)) => Role::Painted(Paint { ink: Ink::Rgb(rgb), form }),
            None => role,
        }
    }
}

fn role_of(id: BodyId, body: &Body, pair: Option<(BodyId, BodyId)>, is_projectile: bool) -> Role {
    match pair {
        _ if body.frozen => Role::FrozenBody,
        Some((a, _)) if a == id => Role::BodyA,
        Some((_, b)) if b == id => Role::BodyB,
        _ if is_projectile => Role::Projectile,
        _ => match body.kind {
            BodyKind::Static => Role::StaticBody,
            BodyKind::Kinematic => Role::KinematicBody,
            BodyKind::Dynamic if body.awake => Role::Body,
            BodyKind::Dynamic => Role::SleepingBody,
        },
    }
}

/// From the centre of mass along the body's own x axis: to the rim of a lone disc, two thirds of the way to the
/// border of anything else.
fn heading(body: &Body, role: Role, metres_per_px: f32, list: &mut DrawList) {
    if body.kind == BodyKind::Static {
        return;
    }
    let along = body.pose.rotation.x_axis();
    let reach = reach_along(body, along);
    let is_disc = matches!(body.colliders.as_slice(), [only] if matches!(only.shape, Shape::Circle(_)));
    let length = if is_disc { reach } else { reach * 0.67 };
    if length > SHORTEST_HEADING_PX * metres_per_px {
        let line = if matches!(role, Role::BodyA | Role::BodyB) { role } else { Role::Heading };
        list.line(line, body.center, body.center + along * length);
        list.dot(line, body.center, 2.0);
    }
}
