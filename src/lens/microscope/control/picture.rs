//! What happens in the world: nose, wanted direction, goal, and the parts as arrows.

use super::reel::{ControlReel, Moment};
use super::words::bar;
use crate::draw::path::arc;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, clamp, perp};
use crate::lens::microscope::part::PartKind;

/// Length of an output at its limit, in sizes of the specimen.
const AT_LIMIT: f32 = 1.2;
/// Longest arrow, in the same: a sum may be far beyond the limit.
const LONGEST: f32 = 2.4;
const LETTERS: [&str; 3] = ["P", "I", "D"];

pub(super) fn world(reel: &ControlReel, moment: Moment, size: f32, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let situation = &reel.situation;
    let (center, nose) = (situation.center, situation.nose);
    let reach = 1.6 * size;
    {
        let list = &mut list.of(PartKind::Search);
        list.line(Role::Heading, center, center + nose * reach);
        list.line(Role::Prediction, center, center + situation.wanted() * reach);
        let error = situation.loops[0].step.error as f32;
        list.polyline(Role::Prediction, arc(center, nose * (0.9 * reach), error, 24));
    }
    list.label(Role::Heading, center + nose * reach, Vec2::new(6.0, 8.0), 5, "faces");
    list.label(Role::Prediction, center + situation.wanted() * reach, Vec2::new(6.0, -10.0), 6, "should face");
    if let Some(goal) = situation.goal {
        list.cross(Role::Prediction, goal, 6.0);
    }
    match moment {
        Moment::Start | Moment::Error(_) | Moment::Rate(_) | Moment::History(_) | Moment::Integral(_) | Moment::Routh(_) => {}
        Moment::Parts(number) | Moment::Limit(number) | Moment::Windup(number) => arrows(reel, number, size, list),
        Moment::Push => pushes(reel, size, list),
    }
}

/// P, I and D of a loop: across the nose those of the heading, along its axis those of a drive.
fn arrows(reel: &ControlReel, number: usize, size: f32, list: &mut DrawList) {
    let (situation, one) = (&reel.situation, &reel.situation.loops[number]);
    let along = one.axis.unwrap_or(perp(situation.nose));
    let aside = if one.axis.is_some() { perp(along) * 0.18 } else { situation.nose * 0.3 };
    for (index, part) in [one.step.p, one.step.i, one.step.d].into_iter().enumerate() {
        let from = situation.center + aside * (size * (index as f32 - if one.axis.is_some() { 1.0 } else { -1.0 }));
        let list = &mut list.of(bar(index));
        arrow(Role::Curve(index as u8), from, along * length(part, one.law.high, size), LETTERS[index], list);
    }
}

/// Length of an arrow, metres.
fn length(value: f64, limit: f64, size: f32) -> f32 {
    let share = if limit.is_finite() && limit > 0.0 { (value / limit) as f32 } else { value as f32 };
    clamp(share * AT_LIMIT, -LONGEST, LONGEST) * size
}

fn arrow(role: Role, from: Vec2, way: Vec2, word: &str, list: &mut DrawList) {
    if way.length() > 1e-6 {
        list.arrow(role, from, from + way);
        list.label(role, from + way, Vec2::new(6.0, 6.0), 6, word);
    }
}

/// The force at the centre, and the torque as an arc with a head.
fn pushes(reel: &ControlReel, size: f32, list: &mut DrawList) {
    let situation = &reel.situation;
    let output = situation.loops[0].step.output;
    let turn = length(output, situation.loops[0].law.high, 1.0);
    if turn.abs() > 1e-3 {
        let spoke = situation.nose * (0.7 * size);
        let bow: Vec<Vec2> = arc(situation.center, spoke, turn, 24).collect();
        if let [.., before, end] = bow[..] {
            list.polyline(Role::Force, bow.iter().copied());
            list.arrow(Role::Force, before, end);
            list.label(Role::Force, end, Vec2::new(8.0, 8.0), 6, "torque");
        }
    }
    let drive: Vec2 = situation.loops.iter().filter_map(|one| Some(one.axis? * length(one.step.output, one.law.high, size))).sum();
    let list = &mut list.of(PartKind::Normal);
    arrow(Role::Force, situation.center, drive, "force", list);
}
