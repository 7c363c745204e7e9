//! Which coefficient of friction a contact is solved with: the static one while it sticks, else that of sliding.
//!
//! Coulomb's law has two coefficients. Surfaces that do not slide on each other can be held by more than slows them
//! down once they do: `μ_s ≥ μ`. Solvers need one number for each contact, so the choice is made once, at the start of
//! each step, for all of its sub-steps and iterations:
//!
//! ```text
//!            friction stayed inside its cone, |Σ Λ_t| < μ_used Σ Λ_n, and the points hardly slide; or sliding ends
//!            ┌──────────────────────────────────────────────┐
//!            │                                              ▼
//!     ┌─────────────┐                                ┌─────────────┐
//!     │ sliding: μ  │                                │ stuck: μ_s  │
//!     └─────────────┘                                └─────────────┘
//!            ▲                                              │
//!            └──────────────────────────────────────────────┘
//!            friction was at the edge of its cone, and sliding does not end within this step
//! ```
//!
//! The impulses are those of the last sub-step of the step before, summed over the two points: a contact that sticks
//! by one point sticks. Who carried nothing then (a new contact) is judged by its sliding speed alone, and so is
//! everybody when impulses are not accumulated, for then they tell nothing. A contact that meets within the step
//! slides. Every solver reads the number that was chosen; none knows that there are two.
//!
//! *Coming to rest.* What slides up a steep slope turns there, and is held at the turn, where it is at rest, if static
//! friction can. Sliding friction alone would let it pass. So its speed u is continued: with `2 u − u_before` of the
//! other sign, or 0, it turns within this step, which is taken with μ_s and ends at rest or, where even that is too
//! weak, beyond.
//!
//! *Landing.* What has just been laid down is not let go while it still closes: a soft contact does not press with the
//! whole weight then, and friction at the edge of a smaller cone says nothing yet.
//!
//! *What the delay costs.* A contact is let go in the step in which static friction is used up, and slides from the
//! next one on. The step in which sliding ends is braked by static friction all along: it ends early by less than a
//! step.
//!
//! *What it costs otherwise*: nothing in a world without a static coefficient ([`BodyTables::any_grip`]); in others a
//! walk over the contacts with points.

use super::contact::Contact;
use super::findings::Closing;
use super::graph::ContactGraph;
use super::settings::WorldSettings;
use super::tables::BodyTables;
use crate::engine::lanes::{BLOCK, Float4, Float4Pair};
use crate::engine::probe::ran;
use crate::engine::solver::block::ContactBlock;
use crate::engine::solver::contact::speed_between;
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
                    let slides = sliding_speed(block, lane, tables);
                    let is_slow = slides.abs() < tuning::STICK_SPEED;
                    let held = if settings.accumulation { holds(loads_in(block, lane), contact.friction_used()) } else { None };
                    contact.sticking = match held {
                        Some(false) if contact.sticking && is_slow && is_landing(block, lane, tables) => true,
                        Some(false) => (2.0 * slides - contact.slid) * slides <= 0.0,
                        _ => is_slow,
                    };
                    contact.slid = slides;
                    block.friction.0[lane] = contact.friction_used();
                }
            }
        }
    }
    for &Closing { contact, .. } in closing {
        let contact = &mut store.get_mut(contact).contact;
        contact.slid = 0.0;
        contact.sticking = contact.has_grip() && settings.accumulation && holds(loads_of(contact), contact.friction_used()) == Some(true);
    }
}

/// True when friction stayed inside its cone, `None` when nothing pressed the surfaces together. `loads`: normal and
/// tangent impulse of each point, N·s.
fn holds(loads: [[f32; 2]; 2], used: f32) -> Option<bool> {
    let [normal, tangent] = [0, 1].map(|along| loads[0][along] + loads[1][along]);
    (normal > 0.0).then(|| tangent.abs() < (1.0 - tuning::CONE_EDGE) * used * normal)
}

/// Normal and tangent impulse of each point, N·s.
fn loads_in(block: &ContactBlock, lane: usize) -> [[f32; 2]; 2] {
    block.points.each_ref().map(|point| [point.normal_impulse.0[lane], point.tangent_impulse.0[lane]])
}

/// True while a point that pushes still closes: the load is not yet what it will be.
fn is_landing(block: &ContactBlock, lane: usize, tables: &BodyTables) -> bool {
    let [a, b] = block.slots(lane).map(|slot| &tables.solver_bodies[slot as usize]);
    (0..2).any(|k| block.points[k].normal_impulse.0[lane] > 0.0 && speed_between(block, lane, k, a, b) < -tuning::LANDING_SPEED)
}

fn loads_of(contact: &Contact) -> [[f32; 2]; 2] {
    let mut loads = [[0.0; 2]; 2];
    for (load, point) in loads.iter_mut().zip(contact.points()) {
        *load = [point.warm_normal, point.warm_tangent];
    }
    loads
}

/// How fast the points of a contact slide along `perp(normal)`, m/s, that of the faster one: with `r × t = r · n`,
/// `t·(v_b − v_a) + ω_b r_b·n − ω_a r_a·n`.
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
        along + spin_b * (arm_a + block.offset_t.0[lane]) - spin_a * arm_a
    };
    let second = if block.points[1].normal_mass.0[lane] > 0.0 { speed(1) } else { 0.0 };
    if second.abs() > speed(0).abs() { second } else { speed(0) }
}
