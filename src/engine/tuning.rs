//! Every tolerance and default of the engine: unit, normal value, and what breaks when it is wrong.
//!
//! Lengths assume bodies between 1 cm and 100 m, most of them near 1 m.

/// Overlap that resting contacts are allowed to keep, metres. Smaller: contacts flicker on and off; larger: visible
/// overlap.
pub const LINEAR_SLOP: f32 = 0.005;
/// Contacts are made this far before shapes touch, metres. Smaller: stacks settle with a bounce; larger: ghost
/// collisions.
pub const SPECULATIVE_MARGIN: f32 = 4.0 * LINEAR_SLOP;
/// The narrow phase tells the distance of separated shapes exactly up to this, metres; of shapes farther apart SAT
/// names the first gap that is wider. Smaller: pairs that come nearer are tested more often; larger: more axes are
/// tried in vain.
pub const EXACT_DISTANCE: f32 = 0.1;
/// Boxes in the broad phase are grown by this share of their shorter side, within the two bounds below. Smaller:
/// renewed more often; larger: more false pairs.
pub const AABB_MARGIN: f32 = 1.0 / 16.0;
/// Least margin of a box, metres. Must stay above half of [`SPECULATIVE_MARGIN`], or boxes are renewed in every step.
pub const LEAST_AABB_MARGIN: f32 = 0.75 * SPECULATIVE_MARGIN;
/// Largest margin of a box, metres.
pub const MOST_AABB_MARGIN: f32 = 0.1;
/// Boxes are stretched ahead by the way of this many steps.
pub const AABB_STRETCH_STEPS: f32 = 2.0;
/// And by at most this share of their shorter side. Larger: fast bodies have many false pairs.
pub const AABB_STRETCH: f32 = 0.5;
/// Preference for the first shape's face when two faces separate equally well, metres. Zero: the reference face flips
/// every step and warm starting is lost.
pub const REFERENCE_FACE_BIAS: f32 = 0.1 * LINEAR_SLOP;

/// GJK ends when `|v|²` could shrink by no more than this share. Larger: the normal is off by its square root;
/// smaller: iterations that only move noise.
pub const GJK_TOLERANCE: f64 = 1e-12;
/// GJK gives up after this many iterations (4–6 are usual). The result says so.
pub const GJK_MAX_ITERATIONS: usize = 32;
/// EPA ends when the polytope would gain no more than this share of its size. Larger: two nearly parallel faces are
/// taken for one.
pub const EPA_TOLERANCE: f64 = 1e-10;
/// EPA gives up after this many iterations.
pub const EPA_MAX_ITERATIONS: usize = 64;
/// Conservative advancement gives up after this many iterations.
pub const TOI_MAX_ITERATIONS: usize = 32;

/// Default steps per second.
pub const STEP_HZ: f32 = 60.0;
/// Default sub-steps per step. Fewer: soft stacks and chains; more: stiffer and slower.
pub const SUBSTEPS: u32 = 8;
/// Stiffness of contacts, hertz, at 4 to 8 sub-steps of 60 steps a second, between the two shares below: 34.8 at 4, 60
/// at 8. Smaller: heavy piles sink into each other.
pub const USUAL_CONTACT_HERTZ: f32 = 60.0;
/// Contacts are at least as stiff as this share of the sub-step rate: 120 Hz at 16 sub-steps, 240 at 32. Zero: more
/// sub-steps do not help what has sunk in.
pub const LEAST_CONTACT_SHARE: f32 = 0.125;
/// But never stiffer than this, hertz, or than what the world's settings say. Larger: at 64 sub-steps what was put into
/// each other parts with speed.
pub const MOST_CONTACT_HERTZ: f32 = 240.0;
/// And at most as stiff as this share. Larger: high pyramids do not come to rest (base 60 and 4
/// sub-steps: trembles at 0.15, base 40 at 0.17, base 20 at 0.25). Smaller: high stacks buckle at few sub-steps (of
/// thirty stacks of 40 boxes up to 1 cm askew, ten fall at 0.125 and 4 sub-steps, five at 0.145).
pub const MOST_CONTACT_SHARE: f32 = 0.145;
/// Damping of contacts, as a ratio of critical. Contacts are strongly over-damped so that overlap leaves without a
/// bounce. Larger: high piles tremble longer.
pub const CONTACT_DAMPING_RATIO: f32 = 10.0;
/// Stiffness of joints, hertz; limited like contacts.
pub const JOINT_HERTZ: f32 = 60.0;
/// Damping of joints, ratio of critical.
pub const JOINT_DAMPING_RATIO: f32 = 2.0;
/// Fastest velocity at which overlap is pushed apart, m/s. Larger: overlapping shapes explode apart.
pub const PUSH_SPEED: f32 = 3.0;
/// Overlap that no load explains is pushed out without velocity from this depth, metres. Zero: contacts that have
/// just lost their load are searched for what they touch; larger: what is left to the soft push leaves with speed.
pub const PUSHED_OVERLAP: f32 = 0.1 * LINEAR_SLOP;
/// Overlap at which a lasting load comes to rest, metres ([`super::solver::rest_offset`]). Zero: contacts flicker on
/// and off; larger: heavy loads sink visibly.
pub const KEPT_OVERLAP: f32 = 0.24 * LINEAR_SLOP;
/// Or at this share of how far the smaller of two bodies reaches, if that is less. Larger: small bodies sink visibly.
pub const KEPT_SHARE: f32 = 0.01;
/// An offset stays as it is while the overlap is between the one that is kept and this share less. Zero: high piles
/// swing on and on; 1: what is lifted may end without any overlap.
pub const LIFT_BAND: f32 = 0.75;
/// How fast a lasting load is lifted out of deeper overlap: share of what is missing, 1/s. Larger: what rocks is lifted
/// in between; smaller: it takes minutes.
pub const LIFT_RATE: f32 = 0.7;
/// A load that explains more than this share of how far the smaller body reaches sinks it visibly, and is lifted all
/// the same. Smaller: small boxes rock; larger: a stack of six boxes of 1 cm sinks by a quarter of a side and buckles.
pub const VISIBLE_SHARE: f32 = 0.02;
/// Bodies that reach no farther than this are small in that sense, metres; of larger ones the share grows in
/// proportion. Larger: high piles of large bodies are lifted, too, and lean.
pub const SMALL_REACH: f32 = 0.1;
/// How much faster for each time as much, 1/s. Smaller: small boxes buckle before they are lifted; larger: they rock.
pub const VISIBLE_LIFT_RATE: f32 = 4.0;
/// At most this speed in m/s, divided by the depth, is that share: what has sunk deep is lifted slowly. Larger: a load
/// a thousand times as heavy as what it lies on begins to swing; smaller: it stays deep for minutes.
pub const LIFT_SPEED: f32 = 0.05;
/// A contact lifts no pile, but what weighs at most so many times as much as the heavier of its two bodies, and beyond
/// twice that nothing. Larger: high stacks lean while they are lifted, wide pyramids swing until they fall; smaller:
/// a load of two or three heavy bodies stays sunk in.
pub const LIFTED_WEIGHTS: f32 = 3.0;
/// Below this closing speed contacts do not bounce, m/s: the last bounces of a ball are 2 mm high. Zero: what rests may
/// go on trembling; larger: a ball stops while one still sees it bounce (at 1 m/s, at 5 cm).
pub const RESTITUTION_THRESHOLD: f32 = 0.2;
/// Fastest allowed motion, m/s. A guard against runaway scenes.
pub const MAX_SPEED: f32 = 400.0;
/// Largest turn in one sub-step, radians.
pub const MAX_ROTATION: f32 = 0.25 * std::f32::consts::PI;
/// A body slower than this at its farthest point may fall asleep, m/s.
pub const SLEEP_SPEED: f32 = 0.05;
/// A body that nothing holds, or friction at one point, stays awake while it gets away faster than this, on the average
/// of the time in which it has been slow (its farthest point, at its farthest, m/s). Larger: what slides on ice, swings
/// or rolls stops dead; smaller: what the solver still settles stays awake.
pub const SLEEP_DRIFT: f32 = 1e-4;
/// The same for a body that friction holds at two points or more: it can only settle. Larger: a heavy load falls
/// asleep in the overlap that it has made, before it is lifted ([`super::solver::rest_offset`]); smaller: what
/// settles for minutes stays awake.
pub const SLEEP_SETTLE: f32 = 4e-3;
/// Friction holds a point while it takes less than this share of what it could. 1: what slides steadily is held, too.
pub const HELD_SHARE: f32 = 0.9;
/// Surfaces that slide more slowly than this may stick, m/s. Zero: what the solver still settles never sticks; larger:
/// what creeps is held as if it stood.
pub const STICK_SPEED: f32 = 0.02;
/// A contact that sticks is not let go while a point closes faster than this, m/s: its load is still growing. Zero:
/// rounding keeps what slides; larger: what was laid down on a slope at one sub-step slides off.
pub const LANDING_SPEED: f32 = 1e-3;
/// Friction is at the edge of its cone when less than this share of what it could is left. Zero: rounding holds what
/// slides; larger: what stands is let go too soon.
pub const CONE_EDGE: f32 = 1e-4;
/// Time that a whole island must be slow before it sleeps, seconds.
pub const TIME_TO_SLEEP: f32 = 0.5;

/// A slow contact keeps its manifold until A and B moved this far relative to each other, metres. Must stay below
/// [`SPECULATIVE_MARGIN`] minus [`LINEAR_SLOP`], so that a point that was too far away to be in the manifold still
/// does not touch. Zero: thin resting shapes (a card house) jitter as features change; larger: contacts appear late.
pub const RECYCLE_DISTANCE: f32 = 0.01;
/// No manifold is kept farther than this share of how far the body reaches from its centre. Zero: as above; larger:
/// small bodies keep a manifold while they tip over (a box of 1 cm sank in by half its size; this much is a turn of 2.6
/// degrees).
pub const RECYCLE_SHARE: f32 = 0.045;
/// Normal and lever arms of a contact between slow mobile bodies stay what they were when the manifold was made, while
/// A's turn since then moves the farthest point of the smaller body by less than this, metres. Zero: a column of boxes
/// on soft contacts buckles; larger: what lies on a body that slowly begins to tilt slides too late (this much is 0.4
/// degrees for a box of one metre).
pub const UNTURNED_REACH: f32 = LINEAR_SLOP;
/// Nor do they stay longer than for this share of how far the smaller body reaches: 1.7 degrees.
pub const UNTURNED_SHARE: f32 = 0.03;
/// Bodies whose farthest points together are slower than this, m/s, are slow in that sense. Larger: large impulses
/// between moving bodies change the angular momentum; smaller: a high stack buckles while it settles.
pub const UNTURNED_SPEED: f32 = 2.0;
/// Contacts slower than this at the farthest points of both bodies keep their manifold that far, m/s; faster ones
/// less far.
pub const RECYCLE_SPEED: f32 = 0.5;
/// The same distance for faster contacts, metres; below [`RECYCLE_DISTANCE`]. Zero: every contact of a moving crowd
/// asks the narrow phase in every step; larger: points and normals lag behind.
pub const RECYCLE_DISTANCE_FAST: f32 = 0.008;
/// A contact whose rows turn by more than this in a step, radians, gets them anew after each sub-step's motion.
/// Smaller: crowds pay for it; larger: what turns together loses angular momentum with the square of it.
pub const TURNING_ROWS: f32 = 0.02;
/// A loaded contact of one point whose speeds change in a step by more than this share of them, as its way is bent,
/// gets its rows anew after each sub-step's motion, too. Smaller: crowds pay for it; larger: what rocks loses energy
/// with the square of it.
pub const BENT_ROWS: f32 = 0.005;
/// A body that turns by more than this in a step, radians, and whose outline moves by more than
/// [`SPECULATIVE_MARGIN`] thereby, gets its contacts anew in every sub-step. Smaller: tumbling crates pay for it;
/// larger: what a blade hits is pushed along a normal of long ago.
pub const TURNING_FAST: f32 = 0.15;
/// Restitution from which the moment is searched at which surfaces meet: what keeps less than a sixteenth of its energy
/// does not show where it came from, and a stirred heap that hardly bounces has thousands of hits in a step.
pub const BOUNCY: f32 = 0.25;
/// What bounces off something small turns about it on its way: by this angle at most between the start of a step and
/// the impact, radians; else the moment of the impact is searched in the sub-steps. Larger: small balls part in a
/// direction that is as much off.
pub const TURN_ABOUT: f32 = 0.01;
/// Pairs that move less than this in a sub-step meet at its end, however thin they are, metres: a segment has no width.
/// Larger: fast pebbles pass each other; zero: segments that hardly move are searched.
pub const SHORTEST_AHEAD: f32 = 0.2 * LINEAR_SLOP;
/// A fast body may end a step this deep in a static shape, as a fraction of its own smallest half width; deeper is
/// cut at the time of impact. Zero: fast bodies sliding over bumps stutter; above 1: the centre may pass to the far
/// side.
pub const CONTINUOUS_FRACTION: f32 = 0.25;
/// Above this closing speed a meeting is an impact, whose impulses are found before all others and run on through what
/// touches, m/s; below, where the contact does not bounce, soft contacts brake it. Zero: what settles in a pile is an
/// impact in each sub-step; larger: what falls slowly on another bounces off a little.
pub const PLASTIC_SPEED: f32 = 1.0;
/// What an impact has set in motion is followed down to this closing speed, m/s. Larger: what is hit by a heavy body
/// bounces off a little; zero: the last millimetres a second of a crowd are followed for nothing.
pub const FOLLOWED_SPEED: f32 = 0.25;
/// Impacts without restitution are followed where at most so many bodies touch each other, and at most so many that
/// have to do with each other in a sub-step. Fewer: a heavy body on a light one bounces off a little; more: a crowd
/// that is stirred costs more than it gains.
pub const PLASTIC_CROWD: usize = 16;
/// Most rounds of bounces of a crowd in one sub-step: how far an impact travels through it.
pub const CROWD_ROUNDS: usize = 32;
/// Bounces that have to do with each other are followed up to so many in a sub-step, as long as they carry energy on;
/// more of them are a crowd. Fewer: a light elastic body between heavy ones loses energy; more: a ball that is shaken
/// between two walls costs more than it gains.
pub const FOLLOWED_HITS: usize = 512;

/// Most sub-steps per step.
pub const MAX_SUBSTEPS: u32 = 64;
/// Fewest steps per second.
pub const MIN_STEP_HZ: f32 = 5.0;
/// Most steps per second.
pub const MAX_STEP_HZ: f32 = 10_000.0;
/// Largest gravity, m/s², and largest factor on it.
pub const MAX_GRAVITY: f32 = 1e4;
/// Largest damping, 1/s.
pub const MAX_DAMPING: f32 = 1e4;
/// Largest force (N), torque (N·m) and impulse (N·s) that is taken from outside.
pub const MAX_FORCE: f32 = 1e15;
/// Largest density, kg/m².
pub const MAX_DENSITY: f32 = 1e9;
/// Smallest mass of a dynamic body, kg; a lighter one counts as without mass.
pub const MIN_MASS: f32 = 1e-9;
/// Largest friction coefficient.
pub const MAX_FRICTION: f32 = 1e3;
/// Largest constant of the weighted mean of two coefficients; above √2 that mean falls somewhere.
pub const MAX_MIX_WEIGHT: f32 = 16.0;
/// Largest stiffness of contacts, joints and springs, hertz.
pub const MAX_HERTZ: f32 = 1e4;
/// Shafts of a gear that are nearer to each other than this have no line between them, metres. Zero: its direction is
/// rounding; larger: small gears take their torque from the world.
pub const COAXIAL: f32 = 1e-3;
/// Largest ratio of a gear.
pub const MAX_GEAR_RATIO: f32 = 100.0;
/// Largest damping ratio.
pub const MAX_DAMPING_RATIO: f32 = 1e3;

/// Most pairs of shapes whose boxes overlap. In a crowd in one place each pair takes up to 1.4 kB: 1.4 GB in all.
/// Beyond, the world stands still until shapes are moved apart or removed
/// ([`StepEvents::overcrowded`](super::world::StepEvents::overcrowded)).
pub const MAX_PAIRS: usize = 1_000_000;
/// Most work of a step for keeping fast bodies from passing walls, counted as
/// [`World::step_work`](super::world::World::step_work) counts: about 50,000 searches for a time of impact, some tenths
/// of a second. What is fast beyond that may pass walls in this step, and it is told
/// ([`StepEvents::unchecked`](super::world::StepEvents::unchecked)).
pub const MAX_CONTINUOUS_WORK: u64 = 10_000_000;
/// Most work of a step for asking sensors, in the same measure: about 150,000 overlap tests. Sensors beyond that report
/// nobody in this step, and it is told.
pub const MAX_SENSING_WORK: u64 = 10_000_000;

/// Default density, kg/m² (a light wood, one metre thick sheet of it would be 600).
pub const DENSITY: f32 = 1.0;
/// Default friction coefficient.
pub const FRICTION: f32 = 0.6;
/// Default restitution coefficient.
pub const RESTITUTION: f32 = 0.0;

/// Fewest vertices of a polygon.
pub const MIN_POLYGON_VERTICES: usize = 3;
/// Most vertices of a convex polygon.
pub const MAX_POLYGON_VERTICES: usize = 64;
/// Smallest size of a shape, metres (radius, width, edge).
pub const MIN_SIZE: f32 = 1e-3;
/// Largest size of a shape, metres.
pub const MAX_SIZE: f32 = 1e4;
/// Largest distance of anything from the origin, metres. `f32` keeps 8 mm there.
pub const MAX_COORDINATE: f32 = 1e5;
