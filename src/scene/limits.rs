//! What a scene file may contain: every bound, once.
//!
//! The loader refuses what lies outside, the JSON Schema publishes the same numbers, and messages quote them. Bounds
//! that belong to the engine itself stand in [`crate::engine::tuning`] and are only named here.

use crate::engine::curve::bezier as curve;
use crate::engine::tuning;
use crate::guidance::control::pid::FEWEST_SAMPLES;

/// Bounds of a number, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Smallest allowed.
    pub min: f32,
    /// Largest allowed.
    pub max: f32,
    /// True: exactly 0 is allowed as well, below `min`.
    pub or_zero: bool,
    /// For messages and the schema; empty for pure numbers.
    pub unit: &'static str,
}

impl Range {
    const fn new(min: f32, max: f32, unit: &'static str) -> Range {
        Range { min, max, or_zero: false, unit }
    }

    /// True for a number inside the bounds; false for NaN.
    pub fn holds(self, value: f32) -> bool {
        (value >= self.min && value <= self.max) || (self.or_zero && value == 0.0)
    }
}

/// Bounds of a whole number or of a count, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Fewest.
    pub min: u64,
    /// Most.
    pub max: u64,
}

impl Count {
    const fn new(min: u64, max: u64) -> Count {
        Count { min, max }
    }

    /// True when the number lies inside the bounds.
    pub fn holds(self, value: u64) -> bool {
        value >= self.min && value <= self.max
    }
}

/// What a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRule {
    /// Length in characters (Unicode scalar values).
    pub length: Count,
    /// True: no line breaks, tabs or other control characters.
    pub one_line: bool,
    /// True: names like `shot 1` are refused, because running projectiles are called so.
    pub no_shot: bool,
}

const fn text(min: u64, max: u64, one_line: bool) -> TextRule {
    TextRule { length: Count::new(min, max), one_line, no_shot: false }
}

/// Larger files are refused before they are read, bytes.
pub const FILE_BYTES: u64 = 16 * 1024 * 1024;
/// Brackets within brackets.
pub const NESTING: usize = 64;
/// Problems that are listed one by one; the rest is counted.
pub const PROBLEMS: usize = 100;

/// Bodies of a scene.
pub const BODIES: Count = Count::new(0, 20_000);
/// Joints of a scene.
pub const JOINTS: Count = Count::new(0, 40_000);
/// Launchers of a scene.
pub const LAUNCHERS: Count = Count::new(0, 1_000);
/// Curves of a scene.
pub const PLANE_CURVES: Count = Count::new(0, 64);
/// Control points of a Bézier curve.
pub const CONTROL_POINTS: Count = Count::new(2, curve::MOST_POINTS as u64);
/// Weights of a Bézier curve; none = all 1.
pub const WEIGHTS: Count = Count::new(0, curve::MOST_POINTS as u64);
/// A weight of a control point.
pub const WEIGHT: Range = Range::new(curve::LEAST_WEIGHT as f32, curve::MOST_WEIGHT as f32, "");
/// Reflections of a ray.
pub const BOUNCES: Count = Count::new(0, 32);
/// Lamps of a scene.
pub const LIGHTS: Count = Count::new(0, 16);
/// Pictures of a scene.
pub const PICTURES: Count = Count::new(0, 200);
/// Bytes of a picture within a scene's file.
pub const PICTURE_BYTES: usize = 1 << 20;
/// Characters of these bytes as base64 text: four for three bytes.
pub const PICTURE_DATA: TextRule = text(4, (PICTURE_BYTES as u64).div_ceil(3) * 4, true);
/// Metres per pixel of a skin.
pub const SKIN_SCALE: Range = Range::new(-100.0, 100.0, "m");
/// Places in the drawing order of skins.
pub const SKIN_ORDER: Range = Range::new(-1000.0, 1000.0, "");
/// Opacities.
pub const OPACITY: Range = Range::new(0.0, 1.0, "");
/// Regions of smoke in a scene.
pub const SMOKE: Count = Count::new(0, 8);
/// Cells of a region of smoke, side by side.
pub const SMOKE_CELLS: Count = Count::new(4, 1024);
/// Cells that all regions have together.
pub const ALL_SMOKE_CELLS: usize = 1 << 18;
/// Sources of a region.
pub const SMOKE_SOURCES: Count = Count::new(0, 32);
/// Groups of a scene.
pub const GROUPS: Count = Count::new(0, 2_000);
/// Groups within groups.
pub const GROUP_DEPTH: u64 = 32;
/// Factors of a group.
pub const GROUP_SCALE: Range = Range::new(-1000.0, 1000.0, "");
/// Smallest size of a factor of a group: with 0 it would be flat.
pub const LEAST_GROUP_SCALE: f32 = 1e-3;
/// Points that a lamp with a size is made of.
pub const RAYS: Count = Count::new(1, 32);
/// Materials of a scene.
pub const MATERIALS: Count = Count::new(0, 1_000);
/// Shapes of a body.
pub const SHAPES: Count = Count::new(1, 256);
/// Numbers of collision layers.
pub const LAYER: Count = Count::new(1, 16);
/// Vertices of a polygon or outline.
pub const VERTICES: Count = Count::new(tuning::MIN_POLYGON_VERTICES as u64, tuning::MAX_POLYGON_VERTICES as u64);
/// Lenses of a view.
pub const LENSES: Count = Count::new(0, 64);
/// Bodies of a watched pair.
pub const PAIR: Count = Count::new(2, 2);
/// Graphs of a scene.
pub const GRAPHS: Count = Count::new(0, 8);
/// Curves of a graph.
pub const CURVES: Count = Count::new(1, 8);
/// Traces of a scene.
pub const TRACES: Count = Count::new(0, 32);
/// From where to where bodies lie over each other.
pub const ORDER: [i32; 2] = [-10_000, 10_000];
/// Words on the canvas.
pub const NOTES: Count = Count::new(0, 200);
/// Tapes and protractors on the canvas.
pub const MEASURES: Count = Count::new(0, 200);
/// What was done to the stopwatch by hand.
pub const PRESSES: Count = Count::new(0, 1000);
/// Events that press the stopwatch.
pub const TRIGGERS: Count = Count::new(0, 8);
/// Named moments of a run.
pub const MARKERS: Count = Count::new(0, 200);
/// Step of such a moment: an hour at the fastest clock.
pub const MARKED_STEP: Count = Count::new(0, 3_600_000);
/// Graphs of a step of a lesson.
pub const LESSON_GRAPHS: Count = Count::new(0, 4);
/// Different quantities in the graphs of a whole lesson.
pub const LESSON_QUANTITIES: usize = 64;
/// Runs that are otherwise, of a step of a lesson.
pub const LESSON_BRANCHES: Count = Count::new(0, 4);
/// The same of a whole lesson: each is a scene of its own that is built and run.
pub const ALL_LESSON_BRANCHES: usize = 8;
/// Steps of a lesson.
pub const LESSON: Count = Count::new(0, 200);
/// How far into the run a step of a lesson may lie: the learner waits while the scene runs there. A run with much to
/// do is refused earlier, by the work counted on the way.
pub const LESSON_AT: Count = Count::new(0, 10_000);

/// Answers to choose from: the keys 1 to 9 choose.
pub const ANSWERS: Count = Count::new(2, 9);
/// Number of the right one, from 0.
pub const RIGHT_ANSWER: Count = Count::new(0, ANSWERS.max - 1);
/// What an author asks.
pub const PROMPT: TextRule = text(1, 1024, false);
/// One of the answers.
pub const ANSWER: TextRule = text(1, 200, true);
/// Unit of a number that is asked for.
pub const UNIT: TextRule = text(0, 32, true);
/// Why the right answer is right.
pub const PROMPT_WHY: TextRule = text(0, 4096, false);
/// How far off a number still counts.
pub const TOLERANCE: Range = Range::new(0.0, f32::MAX, "");

/// Titles.
pub const TITLE: TextRule = text(0, 1024, true);
/// Descriptions.
pub const ABOUT: TextRule = text(0, 16_384, false);
/// What a note says.
pub const NOTE: TextRule = text(1, 200, true);
/// Ids, references to ids and names of materials.
pub const NAME: TextRule = text(1, 1024, true);
/// Formulas.
pub const FORMULA: TextRule = text(1, 200, true);
/// Ids of bodies.
pub const BODY_ID: TextRule = TextRule { length: Count::new(1, 1024), one_line: true, no_shot: true };

/// Anything finite.
pub const FINITE: Range = Range::new(f32::MIN, f32::MAX, "");
/// Positions, component by component.
pub const COORDINATE: Range = Range::new(-tuning::MAX_COORDINATE, tuning::MAX_COORDINATE, "m");
/// Radii, widths, heights.
pub const SIZE: Range = Range::new(tuning::MIN_SIZE, tuning::MAX_SIZE, "m");
/// Corner radii.
pub const ROUNDING: Range = Range::new(0.0, tuning::MAX_SIZE, "m");
/// Orientations and bounds of them.
pub const ANGLE: Range = Range::new(-1e5, 1e5, "rad");
/// Components of a velocity.
pub const VELOCITY: Range = Range::new(-tuning::MAX_SPEED, tuning::MAX_SPEED, "m/s");
/// Angular velocities.
pub const ANGULAR_VELOCITY: Range = Range::new(-1000.0, 1000.0, "rad/s");
/// Damping.
pub const DAMPING: Range = Range::new(0.0, 1000.0, "1/s");
/// Factors on gravity.
pub const GRAVITY_SCALE: Range = Range::new(-1000.0, 1000.0, "");
/// Components of gravity.
pub const GRAVITY: Range = Range::new(-1e4, 1e4, "m/s²");
/// Steps per second.
pub const STEP_HZ: Range = Range::new(10.0, 1000.0, "Hz");
/// Sub-steps per step.
pub const SUBSTEPS: Count = Count::new(1, 64);

/// Densities: none at all, or enough that inverse inertias stay finite.
pub const DENSITY: Range = Range { min: 1e-6, max: 1e9, or_zero: true, unit: "kg/m²" };
/// Densities of projectiles, which must have mass.
pub const PROJECTILE_DENSITY: Range = Range::new(1e-6, 1e9, "kg/m²");
/// Friction coefficients.
pub const FRICTION: Range = Range::new(0.0, 100.0, "");
/// Restitution coefficients.
pub const RESTITUTION: Range = Range::new(0.0, 1.0, "");
/// Closing speeds below which contacts do not bounce.
pub const RESTITUTION_THRESHOLD: Range = Range::new(0.0, tuning::MAX_SPEED, "m/s");
/// Constant of the weighted mean of two materials' coefficients.
pub const MIX_WEIGHT: Range = Range::new(0.0, tuning::MAX_MIX_WEIGHT, "");

/// Lengths of distance joints.
pub const LENGTH: Range = Range::new(tuning::MIN_SIZE, tuning::MAX_COORDINATE, "m");
/// Ratio of a gear.
pub const GEAR_RATIO: Range = Range::new(-tuning::MAX_GEAR_RATIO, tuning::MAX_GEAR_RATIO, "");
/// Control points of a track.
pub const CURVE_POINTS: Count = Count::new(4, 4);
/// Bounds of a distance joint.
pub const LENGTH_LIMIT: Range = Range::new(0.0, tuning::MAX_COORDINATE, "m");
/// Motor speeds, rad/s or m/s.
pub const MOTOR_SPEED: Range = Range::new(-1e5, 1e5, "");
/// Motor torques and forces, N·m or N.
pub const MOTOR_EFFORT: Range = Range::new(0.0, 1e15, "");
/// Forces on a body.
pub const FORCES: Count = Count::new(0, 16);
/// Components of a force.
pub const FORCE: Range = Range::new(-1e12, 1e12, "N");
/// Waypoints of a controller.
pub const WAYPOINTS: Count = Count::new(0, 256);
/// Distances within which a waypoint is reached.
pub const REACH: Range = Range::new(tuning::MIN_SIZE, 1000.0, "m");
/// Speeds that a controller may want.
pub const WANTED_SPEED: Range = Range::new(0.0, tuning::MAX_SPEED, "m/s");
/// Angular accelerations of controllers.
pub const TWIST: Range = Range::new(0.0, 10_000.0, "rad/s²");
/// Gains of controllers.
pub const GAIN: Range = Range::new(-1e6, 1e6, "");
/// Samples of a controller's history.
pub const SAMPLES: Count = Count::new(FEWEST_SAMPLES as u64, 101);
/// Sizes of test inputs.
pub const TEST_SIZE: Range = Range::new(-1e4, 1e4, "");
/// Samples of a history in a saved run: with one beyond the largest.
pub const HISTORY: Count = Count::new(0, 102);
/// Torques.
pub const TORQUE: Range = Range::new(-1e12, 1e12, "N·m");
/// Forces that break a joint.
pub const BREAKING_FORCE: Range = Range::new(1e-6, 1e12, "N");
/// Torques that break a joint.
pub const BREAKING_TORQUE: Range = Range::new(1e-6, 1e12, "N·m");
/// Keys that are held at once.
pub const HELD: Count = Count::new(0, 64);
/// Spring frequencies.
pub const HERTZ: Range = Range::new(1e-3, 1000.0, "Hz");
/// Spring damping.
pub const DAMPING_RATIO: Range = Range::new(0.0, 1000.0, "");

/// Muzzle speeds.
pub const MUZZLE_SPEED: Range = Range::new(1e-3, tuning::MAX_SPEED, "m/s");
/// Turn rates of barrels.
pub const TURN_RATE: Range = Range::new(1e-3, 1000.0, "rad/s");
/// Accelerations of projectiles by their own engines.
pub const THRUST: Range = Range::new(0.0, 10_000.0, "m/s²");
/// Spread of barrels, to each side.
pub const SPREAD: Range = Range::new(0.0, std::f32::consts::PI, "rad");
/// Orders that a launcher may have: one of its own and several salvos.
pub const ORDERS: Count = Count::new(0, 1_000);
/// Seconds between shots, and lives of projectiles.
pub const PERIOD: Range = Range::new(0.01, 3600.0, "s");
/// Strengths of explosions.
pub const BLAST_STRENGTH: Range = Range::new(-1e9, 1e9, "N·s/m");
/// Seconds before the first shot.
pub const DELAY: Range = Range::new(0.0, 3600.0, "s");
/// Darkness of shadows.
pub const BRIGHTNESS: Range = Range::new(0.0, 1.0, "");
/// Radii of lamps.
pub const LAMP_RADIUS: Range = Range::new(0.0, 100.0, "m");
/// Sizes of suns.
pub const SUN_SPREAD: Range = Range::new(0.0, 0.5, "rad");
/// Widths, heights and radii of smoke.
pub const SMOKE_SIZE: Range = Range::new(0.01, 1e4, "m");
/// How fast dye and velocity spread.
pub const SPREADING: Range = Range::new(0.0, 100.0, "m²/s");
/// Acceleration of warm air.
pub const BUOYANCY: Range = Range::new(-100.0, 100.0, "m/s²");
/// How strongly whirls are kept.
pub const CONFINEMENT: Range = Range::new(0.0, 10.0, "");
/// Densities of air.
pub const COUPLING: Range = Range::new(0.0, 10.0, "kg/m²");
/// Dye per second.
pub const SMOKE_RATE: Range = Range::new(0.0, 1000.0, "1/s");
/// Warmth per second.
pub const WARMTH_RATE: Range = Range::new(-1000.0, 1000.0, "1/s");
/// Components of the wind of a source.
pub const WIND: Range = Range::new(-100.0, 100.0, "m/s");
/// What the cells of a region held, as text: as long as a file may be.
pub const FIELDS: TextRule = text(0, FILE_BYTES, true);
/// Heights of a view.
pub const VIEW_HEIGHT: Range = Range::new(0.01, 1e6, "m");

/// Steps of a run: whole numbers that every JSON reader keeps exactly.
pub const STEPS: Count = Count::new(0, 1 << 53);
/// Numbers that fit 32 bits.
pub const NUMBER: Count = Count::new(0, u32::MAX as u64);
/// Colliders of a body: each shape may be cut into parts.
pub const COLLIDER_INDEX: Count = Count::new(0, 16_383);
/// Colours of contacts, and 0 for none.
pub const COLOR: Count = Count::new(0, 64);
/// Bodies and projectiles, or shots, of a saved run.
pub const STATE_BODIES: Count = Count::new(0, 40_000);
/// Contacts of a saved run.
pub const STATE_CONTACTS: Count = Count::new(0, 1_000_000);
/// Points of a contact.
pub const CONTACT_POINTS: Count = Count::new(0, 2);
/// Points of a projectile's path.
pub const TRAIL: Count = Count::new(0, 10_000);
