//! The distance joint: a rod, a rope or a spring between two anchors.
//!
//! ```text
//!   A ●───────── u ─────────● B        ℓ = |p_b − p_a|,    u = (p_b − p_a) / ℓ
//!                                      ℓ̇ = u · (v_b + ω_b perp(r_b) − v_a − ω_a perp(r_a))
//! ```
//!
//! since `d|d|/dt = u · ḋ`: one row along u with the arms `r × u`. Rod: ℓ is held. Rope: ℓ ≤ upper. Spring: ℓ is pulled
//! to the rest length, between the bounds. When the anchors coincide u is undefined; then the x axis is taken, so that
//! they are pushed apart somewhere. Impulses: rod or spring, lower limit, upper limit.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{Anchoring, Coordinate, JointInfo, LimitsInfo, Mark, Measure, SpringInfo, Stroke, Tool, Variant};
use crate::engine::joint::parts::{Limits, Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::{Vec2, clamp, direction, max};
use crate::engine::tuning;

/// Keeps the distance of two points at a length (a rod), or between limits (a rope), or pulls it to a length by a
/// spring. With a spring the length is free between the limits; without one limits take the place of the length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// Rest length, metres; `None`: the distance of the anchors at creation.
    pub length: Option<f32>,
    /// Bounds of the length, metres. A rope is `lower: 0, upper: length` without a spring.
    pub limits: Option<Limits>,
    /// Pulls towards the length instead of holding it.
    pub spring: Option<Spring>,
}

impl Distance {
    /// Holds the length itself.
    fn is_rod(&self) -> bool {
        self.spring.is_none() && self.limits.is_none()
    }

    /// Rest length, metres.
    fn rest(&self) -> f32 {
        self.length.unwrap_or(tuning::MIN_SIZE)
    }
}

/// Names by the parts that a joint has: spring, rope, rod.
const SPRING: Variant = Variant {
    word: "spring",
    name: "Spring",
    limits: None,
    motor: None,
    spring: Some(Spring { hertz: 2.0, damping_ratio: 0.2 }),
    tool: Some(Tool {
        key: 'S',
        hint: "Drag a spring from one body to another, or to the world",
        help: "Drag from one body to another, or to empty space.",
        icon: &[Stroke::Lines(&[
            [1.5, 12.0],
            [5.0, 12.0],
            [7.0, 6.0],
            [11.0, 18.0],
            [15.0, 6.0],
            [18.0, 18.0],
            [19.5, 12.0],
            [22.5, 12.0],
        ])],
    }),
};
const ROD: Variant = Variant {
    word: "rod",
    name: "Rod",
    limits: None,
    motor: None,
    spring: None,
    tool: Some(Tool {
        key: 'D',
        hint: "Drag a rigid rod from one body to another, or to the world",
        help: "Drag from one body to another: their distance stays.",
        icon: &[Stroke::Circle([4.5, 19.5], 2.6), Stroke::Circle([19.5, 4.5], 2.6), Stroke::Lines(&[[6.6, 17.4], [17.4, 6.6]])],
    }),
};
const ROPE: Variant = Variant { word: "rope", name: "Rope", limits: None, motor: None, spring: None, tool: None };

/// Unit vector from A's anchor to B's, and their distance.
fn direction_of(gap: Vec2) -> (Vec2, f32) {
    direction(gap).unwrap_or((Vec2::X, 0.0))
}

impl Kind for Distance {
    const INFO: &'static JointInfo = &JointInfo {
        word: "distance",
        anchoring: Anchoring::Ends,
        coordinate: Some(Coordinate { name: "Length", measure: Measure::Length }),
        length: Some("Metres; their distance in the file when left out."),
        limits: Some(LimitsInfo {
            title: "Length limits",
            about: "Smallest and largest length, metres; [0, L] is a rope.",
            measure: Measure::Length,
            usual: 1.0,
        }),
        spring: Some(SpringInfo {
            about: "Pulls towards the length instead of holding it.",
            help: "Pulls towards the length instead of holding it.",
            usual: Spring { hertz: 2.0, damping_ratio: 0.3 },
        }),
        variants: &[SPRING, ROD, ROPE],
        marks: &[Mark::Link],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        let Distance { length, limits, spring } = self;
        Parts { length: Some(length), limits: Some(limits), spring: Some(spring), ..Parts::default() }
    }

    fn bound_own_numbers(&mut self) {
        let bounded = |l: f32| if l.is_finite() { clamp(l, 0.0, 2.0 * tuning::MAX_COORDINATE) } else { tuning::MIN_SIZE };
        self.length = self.length.map(bounded);
    }

    fn variant(&self) -> &'static Variant {
        match self {
            Distance { spring: Some(_), .. } => &SPRING,
            Distance { limits: Some(_), .. } => &ROPE,
            _ => &ROD,
        }
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        let (u, length) = direction_of(now.gap);
        let row = JacobianRow::along(u, now.r_a, now.r_b);
        rows.curvature(1.0 / max(length, tuning::MIN_SIZE));
        if self.is_rod() {
            rows.hold(0, row, length - self.rest(), None);
        } else {
            rows.spring(0, row, length - self.rest(), self.spring);
        }
        // No length is below zero: a rope has one row.
        match self.limits {
            Some(limits) if limits.lower <= 0.0 => rows.at_least_zero(2, row.reversed(), limits.upper - length),
            limits => rows.within(1, row, length, limits),
        }
    }

    /// The error is the rod's wrong length, or how far a bound is passed.
    fn measured(&self, now: &Stand) -> Measured {
        let (_, length) = direction_of(now.gap);
        let error = match self.limits {
            _ if self.is_rod() => (length - self.rest()).abs(),
            Some(limits) => max(0.0, max(limits.lower - length, length - limits.upper)),
            None => 0.0,
        };
        Measured { error, coordinate: length }
    }
}
