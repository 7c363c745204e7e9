//! The methods, a row each: file format, schema, inspector, command line and colours read this table. A further
//! method is a function beside the others, a variant and a row here.

use super::chase::{Chase, Steps};
use super::problem::LeadOutcome;
use super::{algebra, general, iteration, timed, turning};

/// How the meeting is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeadMethod {
    /// Aim at where the target is now.
    Direct,
    /// Aim at `P + V·|P|/s`.
    FirstOrder,
    /// Repeat `t ← |P + V t| / s` until it settles; needs a target slower than the projectile.
    Iterative,
    /// Smallest positive root of the quadratic (quartic under a relative acceleration).
    #[default]
    Quadratic,
    /// The first of the two arcs that meet a target under gravity.
    BallisticLow,
    /// The last.
    BallisticHigh,
    /// Meet it at a chosen time: the muzzle speed follows.
    TimeToImpact,
    /// The quartic with the target's acceleration as measured.
    AcceleratingTarget,
    /// The quartic with the projectile's own acceleration, too.
    Rocket,
    /// Where the target will be once the barrel has turned.
    Turning,
    /// A search of the time for a zero of `t − time to reach the target's place at t`.
    General,
}

/// A method as people meet it.
#[derive(Clone, Copy)]
pub struct LeadRow {
    /// Which.
    pub method: LeadMethod,
    /// Its word in files and on the command line.
    pub id: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// One sentence: what it does, or what it neglects.
    pub summary: &'static str,
    /// It looks for a meeting; the others aim at a point and hope.
    pub seeks_meeting: bool,
    /// It counts on the target's acceleration as measured; the others on free fall, or on none.
    pub measures: bool,
    /// It counts on the projectile's own acceleration.
    pub knows_thrust: bool,
    /// It knows of drag on the projectile.
    pub knows_drag: bool,
    pub(super) solve: fn(&Chase<'_>, &mut Steps<'_>) -> LeadOutcome,
}

/// All methods, from the simplest to the most general, in the order of the variants.
pub const LEAD_METHODS: [LeadRow; 11] = [
    LeadRow {
        method: LeadMethod::Direct,
        id: "direct",
        name: "Direct",
        summary: "Aims at where the target is now, and misses what moves.",
        seeks_meeting: false,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: iteration::direct,
    },
    LeadRow {
        method: LeadMethod::FirstOrder,
        id: "first_order",
        name: "First order",
        summary: "Leads by the time the projectile would need to where the target is now.",
        seeks_meeting: false,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: iteration::first_order,
    },
    LeadRow {
        method: LeadMethod::Iterative,
        id: "iterative",
        name: "Iterative",
        summary: "Aims, sees where the target will be then, and aims again until it settles.",
        seeks_meeting: true,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: iteration::iterative,
    },
    LeadRow {
        method: LeadMethod::Quadratic,
        id: "quadratic",
        name: "Quadratic",
        summary: "Solves for the exact meeting time, with gravity; takes speeds as they are now.",
        seeks_meeting: true,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: algebra::quadratic,
    },
    LeadRow {
        method: LeadMethod::BallisticLow,
        id: "ballistic_low",
        name: "Low arc",
        summary: "Under gravity two arcs may meet the target: this is the flat one, the first root.",
        seeks_meeting: true,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: algebra::ballistic_low,
    },
    LeadRow {
        method: LeadMethod::BallisticHigh,
        id: "ballistic_high",
        name: "High arc",
        summary: "The steep one of the arcs that meet the target under gravity: the last root.",
        seeks_meeting: true,
        measures: false,
        knows_thrust: false,
        knows_drag: false,
        solve: algebra::ballistic_high,
    },
    LeadRow {
        method: LeadMethod::TimeToImpact,
        id: "time_to_impact",
        name: "Chosen time",
        summary: "Meets the target after a chosen time: the muzzle speed follows.",
        seeks_meeting: true,
        measures: true,
        knows_thrust: true,
        knows_drag: false,
        solve: timed::time_to_impact,
    },
    LeadRow {
        method: LeadMethod::AcceleratingTarget,
        id: "accelerating_target",
        name: "Accelerating target",
        summary: "A quartic, with the acceleration that the target had over the last step.",
        seeks_meeting: true,
        measures: true,
        knows_thrust: false,
        knows_drag: false,
        solve: algebra::accelerating_target,
    },
    LeadRow {
        method: LeadMethod::Rocket,
        id: "rocket",
        name: "Rocket",
        summary: "A quartic, with the target's measured acceleration and the projectile's own.",
        seeks_meeting: true,
        measures: true,
        knows_thrust: true,
        knows_drag: false,
        solve: algebra::rocket,
    },
    LeadRow {
        method: LeadMethod::Turning,
        id: "turning",
        name: "Turning mount",
        summary: "Aims where the target will be once the barrel has turned, and fires then.",
        seeks_meeting: true,
        measures: true,
        knows_thrust: true,
        knows_drag: false,
        solve: turning::turning,
    },
    LeadRow {
        method: LeadMethod::General,
        id: "general",
        name: "General search",
        summary: "Searches the time for a zero of t minus the time to reach the target's place at t, with drag.",
        seeks_meeting: true,
        measures: true,
        knows_thrust: true,
        knows_drag: true,
        solve: general::general,
    },
];

impl LeadMethod {
    /// Its row. [`LEAD_METHODS`] has the order of the variants.
    pub fn row(self) -> &'static LeadRow {
        &LEAD_METHODS[self as usize]
    }
}
