//! Which coefficient of friction a contact is solved with: the static one while it sticks, else that of sliding.
//!
//! Coulomb's law has two coefficients. Surfaces that do not slide on each other can be held by more than slows them
//! down once they do: `μ_s ≥ μ`. Solvers need one number for each contact, so the choice is made once, at the start of
//! each step, for all of its sub-steps and iterations:
//!
//! ```text
//!            friction stayed inside its cone, |Σ Λ_t| < μ_used Σ Λ_n, and the points hardly slide
//!            ┌──────────────────────────────────────────────┐
//!            │                                              ▼
//!     ┌─────────────┐                                ┌─────────────┐
//!     │ sliding: μ  │                                │ stuck: μ_s  │
//!     └─────────────┘                                └─────────────┘
//!            ▲                                              │
//!            └──────────────────────────────────────────────┘
//!            friction was at the edge of its cone, or the points slide
//! ```
//!
//! The impulses are those of the last sub-step of the step before, summed over the two points: a contact that sticks
//! by one point sticks. Who carried nothing then (a new contact) is judged by its sliding speed alone, and so is
//! everybody when impulses are not accumulated, for then they tell nothing. A contact that meets within the step
//! slides. Every solver reads the number that was chosen; none knows that there are two.
//!
//! *What the delay costs.* A contact is let go in the step in which static friction is used up, and slides from the
//! next one on. A block that slides out its last bit of speed stops within a step by sliding friction and is held from
//! the next one on.
//!
//! *What it costs otherwise*: nothing in a world without a static coefficient ([`BodyTables::any_grip`]); in others a
//! walk over the contacts with points.

use super::contact::Contact;
use super::findings::Closing;
use super::graph::ContactGraph;
use super::settings::WorldSettings;
use super::tables::BodyTables;
use crate::engine::lanes::{BLOCK, Float4, Float4Pair};
use crate::engine::math::max;
use crate::engine::probe::ran;
use crate::engine::solver::block::ContactBlock;
use crate::engine::tuning;

/// Phase *Arrange*: chooses the coefficient of every contact that has two.
pub(super) fn choose_friction(graph: &mut ContactGraph, closing: &[Closing], tables: &BodyTables, settings: &WorldSettings) {
    if !tables.any_grip {
        return;
    }
    ran!();
    let ContactGraph { store, colors } = graph;
    for group in &mut colors.groups {
        for (block, manifold) in group.blocks.iter_mut().zip(&group.manifolds) {
            for lane in (0..BLOCK).filter(|lane| manifold.present >> lane & 1 == 1) {
                let contact = &mut store.get_mut(manifold.contact[lane]).contact;
                if contact.has_grip() {
                    contact.sticking = sticks(block, lane, contact.friction_used(), tables, settings);
                    block.friction.0[lane] = contact.friction_used();
                }
            }
        }
    }
    for &Closing { contact, .. } in closing {
        let contact = &mut store.get_mut(contact).contact;
        contact.sticking = contact.has_grip() && settings.accumulation && holds(loads_of(contact), contact.friction_used()) == Some(true);
    }
}

/// Whether a contact sticks that was solved with this coefficient.
fn sticks(block: &ContactBlock, lane: usize, used: f32, tables: &BodyTables, settings: &WorldSettings) -> bool {
    let loads = block.points.each_ref().map(|point| [point.normal_impulse.0[lane], point.tangent_impulse.0[lane]]);
    let held = if settings.accumulation { holds(loads, used) } else { None };
    held.unwrap_or(true) && sliding_speed(block, lane, tables) < tuning::STICK_SPEED
}

/// True when friction stayed inside its cone, `None` when nothing pressed the surfaces together. `loads`: normal and
/// tangent impulse of each point, N·s.
fn holds(loads: [[f32; 2]; 2], used: f32) -> Option<bool> {
    let [normal, tangent] = [0, 1].map(|along| loads[0][along] + loads[1][along]);
    (normal > 0.0).then(|| tangent.abs() < (1.0 - tuning::CONE_EDGE) * used * normal)
}

fn loads_of(contact: &Contact) -> [[f32; 2]; 2] {
    let mut loads = [[0.0; 2]; 2];
    for (load, point) in loads.iter_mut().zip(contact.points()) {
        *load = [point.warm_normal, point.warm_tangent];
    }
    loads
}

/// How fast the points of a contact slide, m/s, at most: with `r × t = r · n`, `t·(v_b − v_a) + ω_b r_b·n − ω_a r_a·n`.
fn sliding_speed(block: &ContactBlock, lane: usize, tables: &BodyTables) -> f32 {
    let motion = |slot: u32| {
        let Float4Pair { first: Float4([x, y, spin, _]), .. } = tables.solver_bodies[slot as usize];
        [x, y, spin]
    };
    let ([ax, ay, spin_a], [bx, by, spin_b]) = (motion(block.a.0[lane]), motion(block.b.0[lane]));
    let n = block.normal(lane);
    let along = n.x * (by - ay) - n.y * (bx - ax);
    let speed = |point: usize| {
        let arm_a = block.points[point].arm_t.0[lane];
        (along + spin_b * (arm_a + block.offset_t.0[lane]) - spin_a * arm_a).abs()
    };
    let second = if block.points[1].normal_mass.0[lane] > 0.0 { speed(1) } else { 0.0 };
    max(speed(0), second)
}
