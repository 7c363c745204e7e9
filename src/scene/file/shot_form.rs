//! Shots, and what launchers have accumulated, in a saved run.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::guidance::lead::{LEAD_METHODS, LeadMethod};
use crate::scene::gun::{GunState, Order};
use crate::scene::limits;
use crate::scene::shot::Shot;

/// A shot; `body` in `shot` is meaningless here.
#[derive(Clone, Debug, Default)]
pub struct ShotForm {
    /// The projectile's id.
    pub body: Option<String>,
    /// The rest.
    pub shot: Shot,
}

pub(super) fn shot<W: Walk>(w: &mut W, f: &mut ShotForm) {
    let s = &mut f.shot;
    w.value("number", "From 1, in order of firing.", &mut s.number, None, limits::NUMBER);
    w.value("launcher", "What fired it.", &mut s.launcher, None, limits::NAME);
    method(w, &mut s.method);
    w.flag("salvo", "One of all methods at once.", &mut s.salvo, false);
    w.maybe("body", "The projectile, while it exists.", &mut f.body, limits::NAME);
    w.maybe("target", "Body that was aimed at.", &mut s.target, limits::NAME);
    w.flag("at_point", "Aimed at a point or the pointer.", &mut s.at_point, false);
    w.value("drag", "Rate of its drag, 1/s.", &mut s.drag, Some(0.0), limits::DAMPING);
    w.value("fired_at", "Step.", &mut s.fired_at, None, limits::STEPS);
    w.value("muzzle", "Metres.", &mut s.muzzle, None, limits::FINITE);
    w.value("velocity", "m/s.", &mut s.velocity, None, limits::FINITE);
    w.value("carried", "The part of it that is the mount's, m/s.", &mut s.carried, Some(Vec2::ZERO), limits::FINITE);
    w.value("thrust", "Acceleration by its own engine, m/s².", &mut s.thrust, Some(Vec2::ZERO), limits::FINITE);
    w.value("deviation", "By how much it left off the barrel's direction, radians.", &mut s.deviation, Some(0.0), limits::FINITE);
    w.flag("late", "It waited for the barrel, unforeseen.", &mut s.late, false);
    w.maybe_object("predicted", "Meeting point and time of flight.", &mut s.predicted, (Vec2::ZERO, 0.0), predicted);
    w.maybe_object("foreseen", "The target's motion that was counted on.", &mut s.foreseen, (Vec2::ZERO, Vec2::ZERO), foreseen);
    w.flag("unmeasured", "The target accelerated, and nobody had measured it.", &mut s.unmeasured, false);
    w.flag("cut", "It was to fly faster than 400 m/s, and was cut to that.", &mut s.cut, false);
    w.flag("bounced", "It touched something else before.", &mut s.bounced, false);
    w.flag("target_struck", "Something else touched the target before.", &mut s.target_struck, false);
    w.flag("target_strayed", "The target's velocity became another than was counted on.", &mut s.target_strayed, false);
    w.maybe("closest", "Smallest gap to the target so far, metres.", &mut s.closest, limits::FINITE);
    w.maybe_object("closest_points", "Where that was.", &mut s.closest_points, (Vec2::ZERO, Vec2::ZERO), closest);
    w.maybe("hit_at", "Step of the first touch of the target.", &mut s.hit_at, limits::STEPS);
    w.maybe("struck_at", "Step of the first touch of anything.", &mut s.struck_at, limits::STEPS);
    w.values("trail", "Its path, metres.", &mut s.trail, false, limits::TRAIL, limits::FINITE);
}

pub(super) fn gun<W: Walk>(w: &mut W, g: &mut GunState) {
    w.maybe("barrel", "Where it points in the frame of its body, radians.", &mut g.barrel, limits::FINITE);
    w.maybe("target_velocity", "The target's, before the last step, m/s.", &mut g.target_velocity, limits::FINITE);
    w.list("orders", "Shots that wait for the barrel.", &mut g.orders, Order::default(), limits::ORDERS, order);
}

fn order<W: Walk>(w: &mut W, o: &mut Order) {
    method(w, &mut o.method);
    w.flag("salvo", "One of all methods at once.", &mut o.salvo, false);
    w.value("direction", "Unit.", &mut o.direction, None, limits::FINITE);
    w.value("speed", "m/s.", &mut o.speed, None, limits::FINITE);
    w.value("fire_at", "Step.", &mut o.fire_at, None, limits::STEPS);
    w.maybe_object("predicted", "Meeting point and time of flight.", &mut o.predicted, (Vec2::ZERO, 0.0), predicted);
    w.maybe_object("foreseen", "The target's motion that was counted on.", &mut o.foreseen, (Vec2::ZERO, Vec2::ZERO), foreseen);
    w.flag("unmeasured", "The target's acceleration was not measured.", &mut o.unmeasured, false);
    w.flag("late", "It waits for the barrel, unforeseen.", &mut o.late, false);
}

fn method<W: Walk>(w: &mut W, method: &mut LeadMethod) {
    w.choice("method", "Who aimed it.", method, Some(LeadMethod::default()), &LEAD_METHODS.map(|row| (row.id, row.method)));
}

fn predicted<W: Walk>(w: &mut W, p: &mut (Vec2, f32)) {
    w.value("point", "Metres.", &mut p.0, None, limits::FINITE);
    w.value("time", "Seconds.", &mut p.1, None, limits::FINITE);
}

fn foreseen<W: Walk>(w: &mut W, f: &mut (Vec2, Vec2)) {
    w.value("velocity", "When it was fired, m/s.", &mut f.0, None, limits::FINITE);
    w.value("acceleration", "m/s².", &mut f.1, None, limits::FINITE);
}

fn closest<W: Walk>(w: &mut W, p: &mut (Vec2, Vec2)) {
    w.value("projectile", "Centre of the projectile, metres.", &mut p.0, None, limits::FINITE);
    w.value("target", "Nearest point of the target, metres.", &mut p.1, None, limits::FINITE);
}
