//! The grab joint: a spring of limited strength from a point of B to a target in the world. It is the mouse.
//!
//! `C = p_b − target`, `Ċ = v_b + ω_b perp(r_b)`: the rows of the revolute joint with a fixed, massless A. The force is
//! bounded as a vector, so that the mouse does not pull more strongly along a diagonal. A little spin is taken out,
//! otherwise a body held by its corner swings for minutes. Impulses: x, y, spin.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{Anchoring, JointInfo, Variant};
use crate::engine::joint::parts::{Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::joint::turn::{RowSolver, shortened};
use crate::engine::math::{Vec2, clamp};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;
use crate::engine::tuning;

/// How the spin fades: a damper as weak as this spring's (hertz, ratio of critical).
const SPIN: (f32, f32) = (0.5, 0.1);

/// Pulls a point of B to a target in the world: the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// Where to pull, world, metres.
    pub target: Vec2,
    /// Strongest force, N.
    pub max_force: f32,
    /// How briskly.
    pub spring: Spring,
}

impl Default for Grab {
    fn default() -> Grab {
        Grab { target: Vec2::ZERO, max_force: 0.0, spring: Spring { hertz: 5.0, damping_ratio: 1.0 } }
    }
}

impl Kind for Grab {
    const INFO: &'static JointInfo = &JointInfo {
        word: "grab",
        stored: false,
        anchoring: Anchoring::Point,
        variants: &[Variant { word: "grab", name: "Grab", limits: None, motor: None, spring: None, tool: None }],
        // Drawn with the hand.
        marks: &[],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        Parts::default()
    }

    /// A target that is not a point pulls with no force.
    fn bound_own_numbers(&mut self) {
        let Grab { target, max_force, spring } = *self;
        let bound = tuning::MAX_COORDINATE;
        let safe = |x: f32| if x.is_finite() { clamp(x, -bound, bound) } else { 0.0 };
        *self = Grab {
            target: Vec2::new(safe(target.x), safe(target.y)),
            max_force: if max_force.is_finite() && target.is_finite() { clamp(max_force, 0.0, tuning::MAX_FORCE) } else { 0.0 },
            spring: spring.bounded().unwrap_or(Grab::default().spring),
        }
    }

    fn target(&self) -> Option<Vec2> {
        Some(self.target)
    }

    /// None: its force is bounded as a vector, so that it is solved alone.
    fn rows<T: RowTaker>(&self, _now: &Stand, _rows: &mut T) {}

    fn warm_start<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &[f32; 6]) {
        solver.again(&JacobianRow::ANGLE, impulses[2]);
        solver.anchors_again(&impulses[0..2]);
    }

    fn solve<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &mut [f32; 6]) {
        solver.spring(&JacobianRow::ANGLE, 0.0, Softness::new(SPIN.0, SPIN.1, solver.pass.h), &mut impulses[2]);
        let soft = solver.softness_of(self.spring);
        let (a, b, gap, carried) = (solver.a, solver.b, solver.now.gap, solver.carried);
        let old = Vec2::new(impulses[0], impulses[1]);
        let mut wanted = [old.x, old.y];
        // Find the increment of the unbounded spring on copies, shorten the sum, then apply what is left.
        solver.hold_both(solver.now.anchor_rows(), gap, soft, &mut wanted);
        (solver.a, solver.b, solver.carried) = (a, b, carried);
        let total = shortened(Vec2::new(wanted[0], wanted[1]), solver.pass.h * self.max_force);
        solver.anchors_again(&[total.x - old.x, total.y - old.y]);
        (impulses[0], impulses[1]) = (total.x, total.y);
    }

    /// The error is the distance from the target.
    fn measured(&self, now: &Stand) -> Measured {
        Measured { error: now.gap.length(), coordinate: now.gap.length() }
    }
}
