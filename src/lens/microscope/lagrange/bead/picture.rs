//! Pictures of the comparison: the curve with r′ and r″, and both plots, one above the other.
//!
//! ```text
//!   off the curve │ ____------  constraint force      powers of ten; what is never off has no line
//!                 └────────────────────────────
//!   energy        │ ‿‿‿‿‿‿‿‿‿‿  one coordinate
//!                 └──────────────────────── 10 s
//! ```

use super::moment::BeadMoment;
use super::run::{FORCE, NAMES, ONE, Study};
use crate::draw::labels::STAYS;
use crate::draw::quantity::{quantity, subscript};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, max};
use crate::lens::microscope::grid::BOX;
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::microscope::plot::Plot;

/// Powers of ten that the plots reach down to: below is rounding.
const FLOOR: f64 = -16.0;

pub(in crate::lens::microscope::lagrange) fn part(run: usize) -> Part {
    Part::nth(PartKind::Stage, run)
}

fn role(run: usize) -> Role {
    Role::Method(run as u8)
}

/// r′ and r″ where u is, and the beads; `size` is that of the picture, metres.
pub(in crate::lens::microscope::lagrange) fn world(study: &Study, moment: BeadMoment, size: f32, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let slope = match moment {
        BeadMoment::Coordinate | BeadMoment::Force => study.slopes.first(),
        BeadMoment::Slope(k) => study.slopes.get(k),
        _ => None,
    };
    if let Some(slope) = slope {
        let list = &mut list.of(part(ONE));
        let [at, first, second] = slope.place;
        let reach = 0.3 * size;
        let scale = reach / max(first.length().max(second.length()) as f32, 1e-9);
        let from = at.as_vec2();
        for (v, name, role) in [(first, "r′", Role::SearchDirection), (second, "r″", Role::Simplex)] {
            let along = scale * v.as_vec2();
            if along.length() > 0.02 * reach {
                list.arrow(role, from, from + along);
                list.label(role, from + along, Vec2::new(9.0, 9.0), 8, name);
            }
        }
        list.ring(role(ONE), from, 6.0);
        let words = if let BeadMoment::Slope(k) = moment { format!("u at k{}", subscript(k + 1)) } else { "u".to_owned() };
        list.label(role(ONE), from, Vec2::new(-9.0, 12.0), 8, words);
    }
    let seen = moment.seen(study);
    if seen > 0 {
        for (run, samples) in study.runs.iter().enumerate() {
            let list = &mut list.of(part(run));
            let at = samples[seen].center.as_vec2();
            list.ring(role(run), at, 5.0 + 3.0 * run as f32);
        }
        let list = &mut list.of(part(ONE));
        let trail = study.runs[ONE][seen.saturating_sub(30)..=seen].iter().map(|sample| sample.center.as_vec2());
        list.polyline(role(ONE), trail);
    }
}

/// A power of ten; what is zero lies on the floor.
fn exponent(value: f64) -> f64 {
    if value.abs() > 1e-16 { libm::log10(value.abs()) } else { FLOOR }
}

/// Whole powers of ten around some numbers.
fn decades(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let sizes = values.map(exponent).filter(|e| e.is_finite() && *e > FLOOR);
    let [low, high] = sizes.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], e| [low.min(e), high.max(e)]);
    if low > high {
        return [FLOOR, FLOOR + 2.0];
    }
    // Six decades below the largest are enough: what is smaller comes from passing through zero.
    let high = libm::ceil(high);
    [libm::floor(low).max(high - 6.0).min(high - 1.0), high]
}

/// Both plots.
pub(in crate::lens::microscope::lagrange) fn diagram(study: &Study, moment: BeadMoment, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    if moment == BeadMoment::Order {
        return apart(study, list);
    }
    let size = Vec2::new(0.86 * BOX, 0.33 * BOX);
    let left = -0.12 * BOX;
    for (place, title) in ["distance from the curve, m", "change of energy, share"].into_iter().enumerate() {
        let value = |run: usize, step: usize| if place == 0 { study.runs[run][step].off } else { study.change(run, step) };
        let all = (0..study.runs.len()).flat_map(|run| (0..=study.count).map(move |step| (run, step)));
        let up = decades(all.map(|(run, step)| value(run, step)));
        let corner = Vec2::new(left, -0.34 * BOX - 0.49 * BOX * place as f32);
        let plot = Plot::new(size, [0.0, study.count.max(1) as f64], up).from(corner);
        frame(&plot, up, title, list);
        let seen = moment.seen(study);
        for run in (0..study.runs.len()).rev() {
            let list = &mut list.of(part(run));
            // One coordinate is on the curve by its form.
            if place == 0 && run == ONE {
                continue;
            }
            let points = (0..=seen).map(|step| [step as f64, exponent(value(run, step)).max(up[0])]);
            if let Some(last) = plot.curve(role(run), points, false, list) {
                list.dot(role(run), last, 3.5);
            }
        }
    }
    legend(study, list);
    let end = quantity((study.count as f64 * study.h) as f32, "s");
    list.label(Role::QuietText, Vec2::new(left + size.x, -0.83 * BOX), Vec2::new(-4.0, -11.0), STAYS, end);
}

fn frame(plot: &Plot, up: [f64; 2], title: &str, list: &mut DrawList) {
    let (low, high) = (plot.corner, plot.corner + plot.size);
    list.line(Role::GridAxis, low, Vec2::new(high.x, low.y));
    list.line(Role::GridAxis, low, Vec2::new(low.x, high.y));
    let every = if up[1] - up[0] > 3.0 { 2 } else { 1 };
    (up[0] as i32..=up[1] as i32).rev().step_by(every).for_each(|decade| plot.level(f64::from(decade), true, list));
    list.label(Role::Text, Vec2::new(0.5 * (low.x + high.x), high.y), Vec2::new(0.0, 11.0), STAYS, title);
}

/// Names of the runs, below the plots.
fn legend(study: &Study, list: &mut DrawList) {
    for (run, name) in NAMES.iter().enumerate().take(study.runs.len()) {
        let list = &mut list.of(part(run));
        let at = Vec2::new(-0.1 * BOX, -0.93 * BOX - 0.065 * BOX * run as f32);
        list.dot(role(run), at, 4.0);
        list.label(role(run), at, Vec2::new(9.0, 0.0), STAYS, if run == ONE { format!("{name}, never off") } else { (*name).to_owned() });
    }
}

/// How far both are apart against the step, both in powers of ten.
fn apart(study: &Study, list: &mut DrawList) {
    let up = decades(study.apart.iter().copied());
    let last = study.apart.len().max(2) as f64 - 1.0;
    let plot = Plot::new(Vec2::new(0.86 * BOX, 0.86 * BOX), [-last, 0.0], up).from(Vec2::new(-0.12 * BOX, -BOX));
    frame(&plot, up, "distance between both, m", list);
    let points: Vec<[f64; 2]> = study.apart.iter().enumerate().map(|(k, &apart)| [-(k as f64), exponent(apart)]).collect();
    plot.curve(role(FORCE), points.iter().copied(), true, &mut list.of(part(FORCE)));
    for ([x, _], name) in points.iter().zip(["h", "h/2", "h/4", "h/8"]) {
        let foot = plot.within(*x, up[0]);
        list.label(Role::QuietText, foot, Vec2::new(0.0, -12.0), STAYS, name);
    }
}
