//! The springs of joints: which stiffness belongs to a frequency, and the rows that they are in a sub-step
//! ([`crate::engine::solver::softness`]).
//!
//! A spring is given by the frequency f of its two bodies when this joint alone holds them together. Its stiffness is
//! that of an oscillator of the mass that the free coordinate then has:
//!
//! ```text
//!   k = m (2π f)²,      1/m = |u − Σ (u · e) e|²,      u = W½ Jᵀ
//! ```
//!
//! J is the spring's row, W the inverse masses of both bodies, and the e are the held rows of the same joint, made
//! orthogonal and of length 1 in the same way. So a bar on a hinge has the moment of inertia about the pin, m = I +
//! M r², and a load that hangs beside its slide has its whole mass. Without held rows `1/m = J W Jᵀ`.
//!
//! The mass is that of the bodies where they were at creation, as the stiffness of a real spring does not change when
//! its bodies turn: a force of F moves the coordinate by F/k at every pose, and the energy ½ k C² is kept.
//!
//! A soft weld has no held row; its angle and its gap along two axes are springs. They leave each other alone when the
//! gap is that of the point at which a force turns neither body against the other, `i_a (p − c_a) + i_b (p − c_b) = 0`
//! with `i = 1/I`: the centre of mass of a body that is welded to the world. There the weld pulls, wherever its anchor
//! is. The axes are those along and across the line of both arms at creation, where `J W Jᵀ` is diagonal; they turn
//! with the mean of both bodies, so that angular momentum is kept, and each keeps its stiffness, so that energy is:
//!
//! ```text
//!   along   1/m = 1/m_a + 1/m_b            across   1/m = 1/m_a + 1/m_b + i_a r_a² + i_b r_b²
//! ```

use super::definition::{Joint, JointId};
use super::info::Measure;
use super::kind::JointKind;
use super::parts::{JointSpring, SpringMasses};
use super::row::JacobianRow;
use super::rows::{Law, MOST_ROWS, Rows};
use super::stand::Stand;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::math::{Rot, Vec2, direction};
use crate::engine::solver::softness::Softness;

/// Of the squared length of a row, what counts as nothing when the held rows have taken their share.
const NOTHING: f64 = 1e-10;

/// How many springs act on each mobile body, by its place.
pub(in crate::engine) fn springs_at(joints: &Arena<JointId, Joint>, bodies: &Arena<BodyId, Body>) -> Vec<u32> {
    let mut counts = vec![0; bodies.len()];
    for joint in joints.values().iter().filter(|joint| joint.kind.spring().is_some()) {
        for place in [joint.body_a, joint.body_b].into_iter().filter_map(|id| bodies.index_of(id)) {
            counts[place] += u32::from(bodies.values()[place].is_mobile());
        }
    }
    counts
}

impl Joint {
    /// Its spring as a row of a sub-step of `h` seconds, one of `crowd` at a body.
    pub(in crate::engine) fn spring_row(&self, bodies: [&Body; 2], h: f32, crowd: u32) -> JointSpring {
        let Some(spring) = self.kind.spring() else { return JointSpring::NONE };
        let mass = self.spring_mass(bodies);
        let masses = SpringMasses { of_spring: mass.map(|mass| mass.of_spring), of_weld: self.weld_masses(bodies) };
        // What the row may give way before the held rows answer, and where its arms are longest: the spring must be
        // stable there, too.
        let weakest = match masses.of_weld {
            Some([along, across]) if across > 0.0 => along / across,
            _ => mass.map_or(1.0, |mass| (mass.of_spring * mass.greatest_response).max(1.0)),
        };
        let softness = Softness::spring(spring.hertz, spring.damping_ratio, h, crowd.max(1) as f32 * weakest as f32);
        JointSpring { softness, masses }
    }

    /// The masses that the stiffness of its springs' rows is made of.
    pub(in crate::engine) fn spring_masses(&self, bodies: [&Body; 2]) -> SpringMasses {
        SpringMasses { of_spring: self.spring_mass(bodies).map(|mass| mass.of_spring), of_weld: self.weld_masses(bodies) }
    }

    /// The mass that its spring's stiffness is made of; `None` without a spring of one row that can move
    /// something.
    fn spring_mass(&self, bodies: [&Body; 2]) -> Option<SpringMass> {
        if self.kind.target().is_some() || matches!(self.kind, JointKind::Weld(_)) {
            return None;
        }
        let mut rows = Rows::default();
        let stand = self.stand_at_creation(bodies);
        self.kind.rows(&stand, &mut rows);
        let spring = rows.all().iter().find(|row| matches!(row.law, Law::Spring(_)))?.jacobian;
        let held = rows.all().iter().filter(|row| row.law == Law::Hold).map(|row| row.jacobian);
        let response = free_response(spring, held, bodies);
        let [a, b] = bodies;
        if response <= 0.0 {
            return None; // nothing that it could move
        }
        let turning = |inverse: f32, arm: f32| f64::from(inverse) * f64::from(arm) * f64::from(arm);
        let arms = self.longest_arms(&stand, spring);
        let greatest_response = f64::from(spring.direction.length_squared()) * f64::from(a.inv_mass + b.inv_mass)
            + turning(a.inv_inertia, arms[0])
            + turning(b.inv_inertia, arms[1]);
        Some(SpringMass { of_spring: 1.0 / response, greatest_response })
    }

    /// Of a soft weld, the masses that its stiffness along and across its axis is made of, kg.
    fn weld_masses(&self, bodies: [&Body; 2]) -> Option<[f64; 2]> {
        let [a, b] = bodies;
        let along = f64::from(a.inv_mass) + f64::from(b.inv_mass);
        if !self.is_soft_weld() || along <= 0.0 {
            return None;
        }
        let [arm_a, arm_b] = self.arms(bodies).map(|arm| f64::from(arm.length_squared()));
        Some([1.0 / along, 1.0 / (along + f64::from(a.inv_inertia) * arm_a + f64::from(b.inv_inertia) * arm_b)])
    }

    fn is_soft_weld(&self) -> bool {
        matches!(self.kind, JointKind::Weld(weld) if weld.spring.is_some())
    }

    /// Its axis in A's axes, of length 1; of a soft weld the line of both arms at creation.
    pub(in crate::engine) fn axis_in_a(&self, bodies: [&Body; 2]) -> Vec2 {
        if !self.is_soft_weld() {
            return self.local_axis_a;
        }
        let [arm_a, arm_b] = self.arms(bodies);
        let line = arm_a - Rot::from_angle(self.reference_angle).rotate(arm_b);
        direction(line).map_or(Vec2::X, |(along, _)| along)
    }

    /// The longest arms about A and B that the row of its spring has at any pose, metres; 1 where it turns the bodies.
    /// A line between the anchors may stand across both of their arms; an axis that is fixed in A keeps its arm about
    /// A.
    fn longest_arms(&self, stand: &Stand, spring: JacobianRow) -> [f32; 2] {
        match self.kind.info().coordinate.map(|coordinate| coordinate.measure) {
            Some(Measure::Length) => [stand.r_a.length(), stand.r_b.length()],
            Some(Measure::Way) => [spring.arm_a, stand.r_b.length()],
            _ => [spring.arm_a, spring.arm_b],
        }
    }

    /// How its bodies stood to each other at creation, in A's axes.
    fn stand_at_creation(&self, [a, b]: [&Body; 2]) -> Stand {
        Stand {
            r_a: self.local_anchor_a - a.local_center,
            r_b: Rot::from_angle(self.reference_angle).rotate(self.local_anchor_b - b.local_center),
            gap: self.local_gap_a,
            axis: self.axis_in_a([a, b]),
            angle: 0.0,
        }
    }

    /// From the bodies' centres of mass to the points that it acts on, each in its body's axes, metres: the anchors, or
    /// for a soft weld the point at which its springs leave each other alone (see the head of this file).
    pub(super) fn arms(&self, [a, b]: [&Body; 2]) -> [Vec2; 2] {
        let anchors = [self.local_anchor_a - a.local_center, self.local_anchor_b - b.local_center];
        let [aside_a, aside_b] = self.aside([a, b]).unwrap_or_default();
        [anchors[0] + aside_a, anchors[1] + aside_b]
    }

    /// From the anchors to the points that it acts on, each in its body's axes, metres, where those are others.
    pub(in crate::engine) fn aside(&self, [a, b]: [&Body; 2]) -> Option<[Vec2; 2]> {
        let mobility = a.inv_inertia + b.inv_inertia;
        (self.is_soft_weld() && mobility > 0.0).then(|| {
            let turned = Rot::from_angle(self.reference_angle);
            let [share_a, share_b] = [a.inv_inertia / mobility, b.inv_inertia / mobility];
            let [r_a, r_b] = [self.local_anchor_a - a.local_center, turned.rotate(self.local_anchor_b - b.local_center)];
            let aside = -(share_a * r_a + share_b * r_b);
            [aside, turned.inv_rotate(aside)]
        })
    }
}

/// What the stiffness of a spring is made of, and how it stands at its worst.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct SpringMass {
    /// Kg or kg·m².
    pub of_spring: f64,
    /// Most that a unit impulse along the row does to its speed at any pose, 1/kg or 1/(kg·m²).
    greatest_response: f64,
}

/// A row's columns, weighted so that their squared length is `J W Jᵀ`.
fn weighted(row: JacobianRow, [a, b]: [&Body; 2]) -> [f64; 6] {
    let [mass_a, turn_a, mass_b, turn_b] = [a.inv_mass, a.inv_inertia, b.inv_mass, b.inv_inertia].map(|inverse| f64::from(inverse).sqrt());
    let [x, y, arm_a, arm_b] = [row.direction.x, row.direction.y, row.arm_a, row.arm_b].map(f64::from);
    [-mass_a * x, -mass_a * y, -turn_a * arm_a, mass_b * x, mass_b * y, turn_b * arm_b]
}

fn dot(u: &[f64; 6], v: &[f64; 6]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum()
}

/// `u` without its part along these unit vectors.
fn beside(mut u: [f64; 6], units: &[[f64; 6]]) -> [f64; 6] {
    // Twice: what rounding left of a part the first time is gone the second time.
    for unit in units.iter().chain(units) {
        let along = dot(&u, unit);
        u.iter_mut().zip(unit).for_each(|(u, e)| *u -= along * e);
    }
    u
}

/// What a unit impulse along a row does to its speed while the held rows stay at rest, 1/kg or 1/(kg·m²).
fn free_response(row: JacobianRow, held: impl Iterator<Item = JacobianRow>, bodies: [&Body; 2]) -> f64 {
    let (mut units, mut count) = ([[0.0; 6]; MOST_ROWS], 0);
    for other in held {
        let whole = weighted(other, bodies);
        let left = beside(whole, &units[..count]);
        let length = dot(&left, &left);
        if length > NOTHING * dot(&whole, &whole) {
            units[count] = left.map(|x| x / length.sqrt());
            count += 1;
        }
    }
    let whole = weighted(row, bodies);
    let left = beside(whole, &units[..count]);
    let response = dot(&left, &left);
    if response > NOTHING * dot(&whole, &whole) { response } else { 0.0 }
}
