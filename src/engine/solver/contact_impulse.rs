//! The impulse of a single contact point: restitution and friction together, in contact coordinates.
//!
//! *Contact coordinates*: x along the normal n from A to B, y along the tangent `perp(n)`. The relative velocity u of
//! the point (B's minus A's) is `(u_x, u_y)`; u_x < 0 closes, u_y ≠ 0 slides. An impulse g on B and −g on A changes
//! it by `K g`. With `r` from a centre of mass to the point, its velocity is `v + ω perp(r)`, so in world axes
//!
//! ```text
//!                        ⎡ 1  0 ⎤         ⎡  r_y²      −r_x r_y ⎤
//!   K = Σ over A and B  ( ⎢      ⎥ / m  +  ⎢                     ⎥ / I )
//!                        ⎣ 0  1 ⎦         ⎣ −r_x r_y    r_x²    ⎦
//! ```
//!
//! and along unit vectors d, e: `K_de = Σ (d·e)/m + (r×d)(r×e)/I`. The angular part alone is singular (an impulse
//! towards the centre turns nothing); the mass makes it invertible. Off the diagonal stands what makes this more than
//! two rows solved one after the other: friction changes how fast the point parts.
//!
//! *What is wanted.* Along the normal, restitution e: `u_x' = −e (u_x − a)`, where a is the part of the closing
//! speed that this step's own acceleration has made; without it resting bodies would hop. After a meeting within the
//! step the acceleration goes on: what it will make (b, negative) is left in the velocity, as far as the bounce has
//! room for it: `u_x' = max(0, −e (u_x − a) + b)`. Along the tangent:
//!
//! ```text
//!   stick     u_y' = 0:   solve K g = (u_x' − u_x, −u_y);       done if |g_y| ≤ μ g_x
//!   slide     g_y = ±μ g_x with the sign of the sticking g_y:    g_x = (u_x' − u_x) / (K_xx ± μ K_xy)
//! ```
//!
//! The sign is that of the impulse, not against the sliding: when the normal impulse itself would drive the tangent
//! the other way (*reversal*), friction helps the sliding that there was.
//!
//! *The slide never divides by nothing*: `K_xx ± μ K_xy ≤ 0` needs `μ ≥ K_xx/|K_xy|`, but then the sticking impulse,
//! whose slope `|g_y|/g_x` is at most `K_xx/|K_xy|` where that sign occurs, is inside the cone.
//!
//! *Energy.* Newton's restitution and friction together may gain energy: with e near 1 and a strong K_xy the tangent
//! takes from the normal what the restitution then gives back (Kane and Levinson's paradox). Work on the pair is
//! `W = ½ g·(u + u')`. With u_x' fixed it is a parabola in g_y whose value without friction is `−½ (1 − e²) u_x²/K_xx`,
//! never above 0. So where W comes out above 0, friction is cut to the place where W = 0 (*limited*): that keeps
//! restitution exact, stays inside the cone, which is convex, and gains nothing.
//!
//! Sources: K and the decision are those of B. Mirtich and J. Canny, "Impulse-based simulation of rigid bodies" (1995);
//! the paradox: T. R. Kane and D. A. Levinson, "Dynamics: Theory and Applications" (1985); a fuller treatment: W. J.
//! Stronge, "Rigid body collisions with friction" (1990).

use super::body::SolverBody;
use crate::engine::math::Vec2;
use crate::engine::probe::ran;

/// `K` of a contact point in contact coordinates, 1/kg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMatrix {
    /// Normal by normal.
    pub xx: f64,
    /// Normal by tangent.
    pub xy: f64,
    /// Tangent by tangent.
    pub yy: f64,
}

/// What became of the tangent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The point parts by itself.
    Apart,
    /// It stops sliding.
    Stick,
    /// It slides on; friction is at the edge of its cone.
    Slide,
    /// It slides, and friction was cut so that no energy is gained.
    Limited,
}

/// An impulse on B in contact coordinates; A gets the opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactImpulse {
    /// Along the normal and the tangent, N·s.
    pub along: [f64; 2],
    /// How it was decided.
    pub outcome: Outcome,
}

/// How a point meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Relative velocity of the point, B's minus A's, in contact coordinates, m/s.
    pub velocity: [f64; 2],
    /// Part of the normal velocity that this step's own acceleration has made, m/s; it does not bounce.
    pub accelerated: f64,
    /// What acceleration does to a bounce in the rest of the step, m/s, at most 0.
    pub afterwards: f64,
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f64,
    /// Coefficient of friction, at least 0.
    pub friction: f64,
}

impl Meeting {
    /// The normal velocity to part with, m/s: that of restitution, less what acceleration will take of it.
    pub fn parting(&self) -> f64 {
        let brought = (self.velocity[0] - self.accelerated.min(0.0)).min(0.0);
        (-self.restitution * brought + self.afterwards.min(0.0)).max(0.0)
    }
}

impl ContactMatrix {
    /// Of a point at `arms` from the centres of mass of two bodies that meet along a unit normal (world, from A to B).
    pub fn new(normal: Vec2, arms: [Vec2; 2], bodies: [&SolverBody; 2]) -> ContactMatrix {
        let mut matrix = ContactMatrix { xx: 0.0, xy: 0.0, yy: 0.0 };
        let (nx, ny) = (f64::from(normal.x), f64::from(normal.y));
        for (arm, body) in arms.into_iter().zip(bodies) {
            let (rx, ry) = (f64::from(arm.x), f64::from(arm.y));
            let (across_n, across_t) = (rx * ny - ry * nx, rx * nx + ry * ny); // r × n, r × perp(n) = r · n
            let (inv_mass, inv_inertia) = (f64::from(body.inv_mass), f64::from(body.inv_inertia));
            matrix.xx += inv_mass + inv_inertia * across_n * across_n;
            matrix.xy += inv_inertia * across_n * across_t;
            matrix.yy += inv_mass + inv_inertia * across_t * across_t;
        }
        matrix
    }

    /// `K g`: change of the relative velocity by an impulse.
    pub fn change(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.xx * x + self.xy * y, self.xy * x + self.yy * y]
    }

    /// The g with `K g = change`; `None` when K is singular.
    fn solve(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let determinant = self.xx * self.yy - self.xy * self.xy;
        (determinant > 1e-14 * self.xx * self.yy)
            .then(|| [(self.yy * x - self.xy * y) / determinant, (self.xx * y - self.xy * x) / determinant])
    }

    /// Kinetic energy that an impulse adds to the pair, joules: `½ g·(u + u')`.
    pub fn work(&self, impulse: [f64; 2], velocity: [f64; 2]) -> f64 {
        let change = self.change(impulse);
        (0..2).map(|k| impulse[k] * (velocity[k] + 0.5 * change[k])).sum()
    }
}

/// The impulse of one contact point, see the head of this file. None along a direction in which nothing can be moved.
pub fn contact_impulse(matrix: &ContactMatrix, meeting: &Meeting) -> ContactImpulse {
    ran!();
    let Meeting { velocity: [closing, sliding], friction, .. } = *meeting;
    let wanted = meeting.parting() - closing; // [single.wanted]
    if wanted <= 0.0 || closing >= 0.0 || matrix.xx <= 0.0 {
        return ContactImpulse { along: [0.0; 2], outcome: Outcome::Apart };
    }
    let smooth = [wanted / matrix.xx, 0.0];
    let Some([x, y]) = matrix.solve([wanted, -sliding]) else {
        return ContactImpulse { along: smooth, outcome: Outcome::Slide };
    };
    let mut found = ContactImpulse { along: [x, y], outcome: Outcome::Stick }; // [single.stick]
    if y.abs() > friction * x {
        let slope = if y < 0.0 { -friction } else { friction };
        let x = wanted / (matrix.xx + slope * matrix.xy);
        found = ContactImpulse { along: [x, slope * x], outcome: Outcome::Slide }; // [single.slide]
    }
    if matrix.work(found.along, meeting.velocity) > 0.0 {
        found = without_gain(matrix, meeting.velocity, smooth, found.along[1]);
    }
    found
}

/// The greatest friction of this sign that adds no energy, with the normal velocity afterwards that `smooth` gives.
///
/// Along `g = smooth + g_y (−K_xy/K_xx, 1)` the work is `W_smooth + (u_y − u_x K_xy/K_xx) g_y + ½ (det K/K_xx) g_y²`.
fn without_gain(matrix: &ContactMatrix, velocity: [f64; 2], smooth: [f64; 2], friction: f64) -> ContactImpulse {
    let lean = matrix.xy / matrix.xx;
    let (start, slope) = (matrix.work(smooth, velocity).min(0.0), velocity[1] - velocity[0] * lean);
    let bend = matrix.yy - matrix.xy * lean;
    let root = (slope * slope - 2.0 * bend * start).sqrt();
    let end = if friction < 0.0 { (-slope - root) / bend } else { (-slope + root) / bend };
    let y = if friction < 0.0 { end.clamp(friction, 0.0) } else { end.clamp(0.0, friction) };
    ContactImpulse { along: [smooth[0] - lean * y, y], outcome: Outcome::Limited }
}
