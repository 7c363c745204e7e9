//! Contacts: points, normals and impulses, as the world stored them.
//!
//! A disc where two surfaces meet (a ring where they only come near), and the normal from A to B. While the contact
//! pushes, the normal becomes an arrow whose length grows with the square root of the impulse: a foot of a tower
//! carries a hundred times what its top carries, and both should be seen.

use super::kind::{Lens, LensInput};
use super::sizes::Sizes;
use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::math::{max, perp};
use crate::engine::world::{Contact, World};

/// The lens of this file.
pub const CONTACTS: Lens = Lens {
    id: "contacts",
    name: "Contacts",
    explanation: "Where bodies touch: points, normals, and how hard they push. Watch the impulses grow towards the foot of a stack.",
    role: Role::Contact,
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// Length of a normal that pushes nothing, and of the strongest impulse, points.
const NORMAL_PX: f32 = 16.0;
const STRONGEST_PX: f32 = 72.0;
/// With more points than this, numbers would cover the picture.
const MOST_LABELLED: usize = 12;
/// Friction below this share of the strongest impulse is not drawn.
const LEAST_FRICTION: f32 = 0.01;

/// Points, normals, impulses along the normal and by friction; numbers while there are few.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let contacts = without_rounding(input.stage.world());
    let points = || contacts.iter().flat_map(Contact::points);
    let strongest = points().fold(0.0, |most, p| max(most, max(p.normal_impulse, p.tangent_impulse.abs())));
    let pushing = points().filter(|p| p.normal_impulse > 0.0).count();
    let mpp = input.metres_per_px;
    let long = |impulse: f32| if strongest > 0.0 { STRONGEST_PX * (impulse / strongest).sqrt() * mpp } else { 0.0 };
    for contact in &contacts {
        let tangent = perp(contact.normal);
        for point in contact.points() {
            let at = point.position;
            if point.normal_impulse > 0.0 {
                let way = max(long(point.normal_impulse), NORMAL_PX * mpp);
                list.arrow(Role::Contact, at, at + contact.normal * way);
                if point.tangent_impulse.abs() > LEAST_FRICTION * strongest {
                    let way = long(point.tangent_impulse.abs()) * point.tangent_impulse.signum();
                    list.arrow(Role::Friction, at, at + tangent * way);
                }
            } else {
                list.line(Role::Contact, at, at + contact.normal * NORMAL_PX * mpp);
            }
            if point.separation <= 0.0 || point.normal_impulse > 0.0 {
                list.dot(Role::Contact, at, 5.0);
            } else {
                list.ring(Role::Contact, at, 4.0);
            }
            if point.normal_impulse > 0.0 && pushing <= MOST_LABELLED {
                let priority = 3 + (3.0 * point.normal_impulse / strongest) as u8;
                let tip = at + contact.normal * long(point.normal_impulse);
                list.label(Role::Contact, tip, glam::Vec2::new(8.0, 6.0), priority, quantity(point.normal_impulse, "N·s"));
            }
        }
    }
    watched_depth(input, list);
}

/// The contacts of a world, impulses that are nothing but rounding being 0.
fn without_rounding(world: &World) -> Vec<Contact> {
    let (sizes, mut contacts) = (Sizes::of(world), world.contacts());
    for point in contacts.iter_mut().flat_map(|contact| &mut contact.points) {
        point.normal_impulse = sizes.read_single(point.normal_impulse, "N·s");
        point.tangent_impulse = sizes.read_single(point.tangent_impulse, "N·s");
    }
    contacts
}

/// The signed gap of the watched pair, beside its deepest point.
fn watched_depth(input: &LensInput<'_>, list: &mut DrawList) {
    let Some((a, b)) = input.pair else { return };
    let Some(contact) = input.stage.world().contact(a, b) else { return };
    let deepest = contact.points().iter().reduce(|x, y| if y.separation < x.separation { y } else { x });
    let Some(deepest) = deepest else { return };
    let separation = Sizes::of(input.stage.world()).read_single(deepest.separation, "m");
    let word = if separation < 0.0 { "overlap" } else { "gap" };
    let text = format!("{word} before the step {}", length(separation.abs()));
    list.label(Role::Text, deepest.position, glam::Vec2::new(-10.0, -8.0), 7, text);
}
