//! A hit at one point whose bodies hit nothing else in its round: restitution and friction are found together
//! ([`super::contact_impulse`]).
//!
//! Where the contact does not lie straight below the centres of mass, friction changes how fast the point parts. Found
//! after the normal impulse, it takes from the restitution or adds to it: a box that lands on a corner with e = 0.5
//! would keep 0.42 of its closing speed. Hits that share bodies are solved in sweeps instead, normals first
//! (`impact_round`).

use super::block::ContactBlock;
use super::body::SolverBody;
use super::contact::speed_between;
use super::contact_impulse::{ContactMatrix, Meeting, Outcome, contact_impulse};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::perp;

/// Impulses along the normal and the tangent, N·s, of a point that shall part at a speed (m/s) which is that of its
/// restitution, given what gravity and forces add to its speed on the way to the impact (m/s); friction that slides is
/// infinite, for its cone to limit. `None` where friction has no say.
pub(super) fn single_impulse(
    block: &ContactBlock,
    (lane, k): (usize, usize),
    (parting, gain): (f32, f32),
    bodies: &[Float4Pair],
) -> Option<[f32; 2]> {
    let friction = block.friction.0[lane];
    let pair = block.slots(lane).map(|slot| SolverBody::at(bodies, slot));
    let (arms, normal) = (block.arms(lane, k), block.normal(lane));
    let matrix = ContactMatrix::new(normal, arms, [&pair[0], &pair[1]]);
    let closing = speed_between(block, lane, k, &pair[0].stored(), &pair[1].stored());
    if friction <= 0.0 || matrix.xy == 0.0 || closing + gain >= 0.0 || parting + gain < 0.0 {
        return None;
    }
    let sliding = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(perp(normal));
    // The speeds of the moment of the impact: by those before, restitution near 1 would seem to gain energy, and be
    // paid for with friction.
    let (closing, parting) = (closing + gain, parting + gain);
    let meeting = Meeting {
        velocity: [closing, sliding].map(f64::from),
        accelerated: 0.0,
        afterwards: 0.0,
        restitution: f64::from(parting) / f64::from(-closing),
        friction: f64::from(friction),
    };
    let found = contact_impulse(&matrix, &meeting);
    let [x, y] = found.along.map(|impulse| impulse as f32);
    let y = if found.outcome == Outcome::Slide { f32::INFINITY.copysign(y) } else { y };
    (x > 0.0 && x.is_finite()).then_some([x, y])
}
