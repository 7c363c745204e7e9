//! Explosions: the reach as a ring, the core as a smaller one, and what each body gets as an arrow, with the impulse
//! and the change of its velocity.

use crate::draw::labels::STAYS;
use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::explosion::{Blast, BlastLaw, BlastPush, CORE};
use crate::engine::math::{Vec2, max, min};
use crate::scene::explosion::Explosion;
use crate::scene::stage::Stage;

/// How long an explosion is drawn after it, seconds of the scene.
const SHOWN: f32 = 0.5;
/// Length of the longest arrow, points.
const LONGEST_PX: f32 = 70.0;
/// With more arrows than this, numbers would cover the picture.
const MOST_LABELLED: usize = 8;

/// Explosions of late, in every picture.
pub(super) fn recent(stage: &Stage, metres_per_px: f32, list: &mut DrawList) {
    let shown = (SHOWN * stage.world().settings().step_hz) as u64;
    let now = stage.step_count();
    for explosion in stage.explosions().iter().filter(|one| one.step <= now && now - one.step <= shown) {
        show(&explosion.blast, &explosion.pushes, metres_per_px, list);
    }
}

/// One explosion in words, and what it gives.
pub fn show(blast: &Blast, pushes: &[BlastPush], metres_per_px: f32, list: &mut DrawList) {
    list.label(Role::Text, blast.at, Vec2::new(10.0, -16.0), 6, words(blast));
    draw(blast, pushes, metres_per_px, list);
}

/// Reach and core of an explosion, and what it gives.
pub(super) fn draw(blast: &Blast, pushes: &[BlastPush], metres_per_px: f32, list: &mut DrawList) {
    ring(blast.at, blast.radius, list);
    ring(blast.at, CORE * blast.radius, list);
    list.dot(Role::Warning, blast.at, 3.0);
    let strongest = pushes.iter().fold(0.0f32, |most, push| most.max(push.impulse.length()));
    for push in pushes {
        let size = push.impulse.length();
        if size > 0.0 {
            // By the root, as forces are: small ones are still seen.
            let tip = push.point + push.impulse / size * (LONGEST_PX * (size / strongest).sqrt() * metres_per_px);
            list.arrow(Role::Force, push.point, tip);
            if pushes.len() <= MOST_LABELLED {
                let words = format!("{}, {}", quantity(size, "N·s"), quantity(push.velocity_change.length(), "m/s"));
                list.label(Role::Force, tip, Vec2::new(6.0, 6.0), 4, words);
            }
        }
    }
}

fn ring(at: Vec2, radius: f32, list: &mut DrawList) {
    let circle = crate::draw::path::arc(at, Vec2::new(radius, 0.0), 2.0 * std::f32::consts::PI, 64);
    list.polyline(Role::Warning, circle.chain([at + Vec2::new(radius, 0.0)]));
}

/// How it pushes, in words.
fn words(blast: &Blast) -> String {
    let law = match blast.law {
        BlastLaw::Constant => "constant",
        BlastLaw::Inverse => "1/r",
        BlastLaw::InverseSquare => "1/r²",
    };
    let shielded = if blast.shielded { " · shielded" } else { "" };
    format!("{} · {law} · reach {}{shielded}", quantity(blast.strength, "N·s/m"), length(blast.radius))
}

/// Middle and size of the chart, words included, in units of the sheet.
pub const CHART: (Vec2, Vec2) = (Vec2::new(0.95, 0.47), Vec2::new(2.5, 1.56));
/// Size of its box.
const BOX: Vec2 = Vec2::new(2.0, 1.0);
/// Where a distance and a factor of the law lie in the chart.
pub fn on_chart(blast: &Blast, distance: f32, factor: f32) -> Vec2 {
    BOX * Vec2::new(min(distance / max(blast.radius, 1e-6), 1.0), factor)
}

/// The laws with their names.
const LAWS: [(BlastLaw, &str); 3] = [(BlastLaw::Constant, "constant"), (BlastLaw::Inverse, "1/r"), (BlastLaw::InverseSquare, "1/r²")];

/// The impulse for each metre of a body's width against the distance, under each law; and on it the bodies that the
/// last explosion pushed, measured by its own reach and strength.
///
/// ```text
///   strength ┤───┐___________  constant
///            │   │╲ •
///            │   │  ╲__•____   1/r
///          0 ┼───┴──────────┤
///            0  core      reach
/// ```
pub fn chart(blast: &Blast, last: Option<&Explosion>, list: &mut DrawList) {
    const POINTS: u16 = 60;
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Diagram);
    let at = |share: f32, factor: f32| BOX * Vec2::new(min(share, 1.0), factor);
    list.line(Role::GridAxis, Vec2::ZERO, at(1.0, 0.0));
    list.line(Role::GridAxis, Vec2::ZERO, at(0.0, 1.0));
    list.line(Role::Projection, at(CORE, 0.0), at(CORE, 1.0));
    list.label(Role::QuietText, at(CORE, 0.0), Vec2::new(0.0, -11.0), 5, "core");
    list.label(Role::QuietText, at(1.0, 0.0), Vec2::new(-6.0, -11.0), 8, length(blast.radius));
    list.label(Role::QuietText, at(0.42, 1.0), Vec2::new(0.0, 11.0), STAYS, format!("{} of width", quantity(blast.strength, "N·s/m")));
    // Each name stands clear of the other curves.
    let places = [(0.62, Vec2::new(4.0, -10.0)), (0.5, Vec2::new(4.0, 9.0)), (0.22, Vec2::new(3.0, 1.0))];
    for ((law, name), (end, offset)) in LAWS.into_iter().zip(places) {
        let of = Blast { law, ..*blast };
        let curve = (0..=POINTS).map(|k| f32::from(k) / f32::from(POINTS)).map(|share| at(share, of.factor(share * blast.radius)));
        let role = if law == blast.law { Role::Force } else { Role::Projection };
        list.polyline(role, curve);
        let role = if law == blast.law { Role::Force } else { Role::QuietText };
        list.label(role, at(end, of.factor(end * blast.radius)), offset, 7, name);
    }
    for push in last.iter().flat_map(|last| last.pushes.iter().map(move |push| (last.blast, push))) {
        let (own, push) = push;
        let full = own.strength * push.width;
        if full != 0.0 {
            let factor = push.impulse.length() / full.abs();
            list.dot(Role::Contact, on_chart(&own, push.distance, factor), 4.0);
        }
    }
    list.sheet = sheet;
}
