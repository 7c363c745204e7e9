//! The spring of a joint, in both forms: frequency and damping ratio, and the shares C_k and C_d of what a step can
//! bear ([`crate::engine::lagrange::spring`]). What the chosen solver makes of a spring that is stiffer is said below,
//! while a number is dragged.

use super::fields::{self, Fields};
use crate::draw::quantity::quantity;
use crate::engine::joint::Spring;
use crate::engine::joint::info::SpringInfo;
use crate::engine::math::clamp;
use crate::engine::solver::Solver;
use crate::engine::world::WorldSettings;
use crate::scene::document::{Document, JointDoc};

/// Shows and edits it; `crowd` is how many springs pull at the body that has the most.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, spring: &mut Option<Spring>, info: SpringInfo, crowd: usize) {
    f.section("Spring");
    let Some(s) = f.optional("Spring", spring, info.usual, info.help) else { return };
    f.number("Frequency", &mut s.hertz, fields::HERTZ);
    f.number("Damping ratio", &mut s.damping_ratio, fields::RATIO);
    let settings = *f.desk.app.stage().world().settings();
    let h = part(&settings);
    let mut wanted = shares(s, h);
    let stiffness = f.number("Stiffness C_k", &mut wanted[0], fields::SHARE);
    let damping = f.number("Damping C_d", &mut wanted[1], fields::SHARE);
    if stiffness.changed() || damping.changed() {
        *s = of_shares(wanted, h);
    }
    let words = limit(s, &settings, crowd);
    f.sentence(&words);
}

/// Seconds of the step that springs are stepped with.
fn part(settings: &WorldSettings) -> f32 {
    match settings.solver {
        Solver::Lagrange => settings.step_seconds() / settings.solver_parameters.lagrange.steps as f32,
        _ => settings.substep_seconds(),
    }
}

/// C_k = (2π f h)², C_d = 4π ζ f h.
fn shares(spring: &Spring, h: f32) -> [f32; 2] {
    let angle = 2.0 * std::f32::consts::PI * spring.hertz * h;
    [angle * angle, 2.0 * spring.damping_ratio * angle]
}

/// The spring of these shares, within the bounds of the fields.
fn of_shares([stiffness, damping]: [f32; 2], h: f32) -> Spring {
    let bounded = |value: f32, unit: fields::Unit| clamp(value, unit.min, unit.max);
    let angle = stiffness.sqrt();
    Spring {
        hertz: bounded(angle / (2.0 * std::f32::consts::PI * h), fields::HERTZ),
        damping_ratio: bounded(damping / (2.0 * angle), fields::RATIO),
    }
}

/// What a step can bear, and whether this spring asks for more.
fn limit(spring: &Spring, settings: &WorldSettings, crowd: usize) -> String {
    let h = part(settings);
    if settings.solver == Solver::Lagrange {
        let parts = if crowd > 1 { crowd + 1 } else { 1 };
        let (most, why) = match crowd {
            0 | 1 => ("1".to_owned(), "one spring alone may take the whole way in one".to_owned()),
            n => (format!("1/{parts}"), format!("{n} springs at one body may have 1/(n + 1) each")),
        };
        // What was typed as the limit itself comes back with a rounding.
        let is_cut = shares(spring, h).into_iter().any(|share| share * parts as f32 > 1.0 + 1e-4);
        let state = if is_cut { "This one asks for more and is cut to it." } else { "This one keeps within it." };
        return format!("Shares of a step of {}. Limit {most}: {why}. {state}", quantity(h, "s"));
    }
    let fastest = 0.25 / h;
    let state = if spring.hertz > fastest { "This one asks for more and is cut to it." } else { "This one keeps within it." };
    format!("Shares of a step of {}. Limit {}: a quarter of the steps' rate. {state}", quantity(h, "s"), quantity(fastest, "Hz"))
}

/// Most springs at one of the joint's bodies that can move, itself among them.
pub(super) fn crowd(document: &Document, joint: &JointDoc) -> usize {
    use crate::engine::body::BodyKind;
    let moves = |id: &str| document.body(id).is_some_and(|body| body.kind == BodyKind::Dynamic);
    let pulls = |other: &&JointDoc, id: &str| other.kind.spring().is_some() && (other.body_b == id || other.body_a.as_deref() == Some(id));
    let at = |id: &str| document.joints.iter().filter(|other| pulls(other, id)).count();
    joint.bodies().filter(|id| moves(id)).map(|id| at(id)).max().unwrap_or(1)
}
