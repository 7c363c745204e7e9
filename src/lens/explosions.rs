//! Explosions: the reach as a ring, the core as a smaller one, and what each body gets as an arrow.

use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::explosion::{Blast, BlastLaw, BlastPush, CORE};
use crate::engine::math::Vec2;
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

/// One explosion, and what it gives.
pub fn show(blast: &Blast, pushes: &[BlastPush], metres_per_px: f32, list: &mut DrawList) {
    ring(blast.at, blast.radius, list);
    ring(blast.at, CORE * blast.radius, list);
    list.dot(Role::Warning, blast.at, 3.0);
    list.label(Role::Text, blast.at, Vec2::new(10.0, -16.0), 6, words(blast));
    let strongest = pushes.iter().fold(0.0f32, |most, push| most.max(push.impulse.length()));
    for push in pushes {
        let size = push.impulse.length();
        if size > 0.0 {
            // By the root, as forces are: small ones are still seen.
            let tip = push.point + push.impulse / size * (LONGEST_PX * (size / strongest).sqrt() * metres_per_px);
            list.arrow(Role::Force, push.point, tip);
            if pushes.len() <= MOST_LABELLED {
                list.label(Role::Force, tip, Vec2::new(6.0, 6.0), 4, quantity(size, "N·s"));
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
