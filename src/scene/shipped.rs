//! The scenes that come with the program, inside the binary.
//!
//! They are ordinary scene files (`scenes/`): open them, change them, save them elsewhere. Their small pictures
//! (`assets/thumbnails`) are made by `collidoscope thumbnails --out assets/thumbnails`.

use crate::packed;
use std::sync::LazyLock;

/// A shipped scene.
#[derive(Clone, Copy, Debug)]
pub struct ShippedScene {
    /// File name without `.json`.
    pub name: &'static str,
    /// One of [`GROUPS`].
    pub group: &'static str,
    /// Other words for what is in it, apart by ", ": by these it is found, too.
    pub tags: &'static str,
    /// The step at which it is at its liveliest: that of its small picture.
    pub moment: u64,
    /// Lenses without which its small picture would not tell what the scene is about. Words take too much room there.
    pub lenses: &'static [&'static str],
    /// The JSON text.
    pub json: &'static str,
    /// A small picture, PNG bytes, rendered by the program (`assets/thumbnails`).
    pub thumbnail: &'static [u8],
}

/// File and picture of each name, the moment and the lenses of the picture, and tags.
macro_rules! shipped {
    ($($group:literal: $($name:literal $moment:literal [$($lens:literal)*] $tags:literal),* ;)*) => {
        LazyLock::new(|| vec![$($(ShippedScene {
            name: $name,
            group: $group,
            tags: $tags,
            moment: $moment,
            lenses: &[$($lens),*],
            json: packed::scene($name),
            thumbnail: include_bytes!(concat!("../../assets/thumbnails/", $name, ".png")),
        }),*),*])
    };
}

/// Machines and toys first, then experiments on one law each, then scenes for looking inside an algorithm, and lessons.
static SCENES: LazyLock<Vec<ShippedScene>> = shipped![
    "Machines and toys":
        "welcome" 150 [] "start, drum, tumble, launcher, motor",
        "pyramid" 0 [] "stack, pile, tower, crates, weight",
        "card_house" 0 [] "stack, tower, cards, balance, friction",
        "dominoes" 190 [] "chain reaction, wave, falling, row",
        "wrecking_ball" 185 [] "crane, demolition, wall, bricks, chain, heavy",
        "car" 330 [] "vehicle, wheels, springs, motor, drive, bumps",
        "drive" 20 [] "vehicle, car, keyboard, wheels, motor, game",
        "lander" 30 ["forces"] "rocket, moon, space, thruster, keyboard, game",
        "suspension" 150 [] "car, vehicle, wheel joint, springs, damping",
        "ragdoll" 90 [] "doll, person, body, limits, joints, stairs",
        "suspension_bridge" 300 [] "rope, cable, planks, truck, load, hanging",
        "breaking_bridge" 112 [] "break, strength, load, planks, collapse",
        "slider_crank" 230 [] "engine, piston, crank, machine, mechanism, linkage",
        "gears" 90 [] "cogs, wheels, ratio, belt, pulley, transmission, machine",
        "beads" 50 ["joints"] "wire, track, brachistochrone, cycloid, curve, rail";
    "Experiments":
        "newtons_cradle" 430 [] "collision, momentum, balls, elastic, pendulum",
        "pendulum" 110 [] "swing, period, oscillation, angle, plot",
        "spring" 40 ["joints"] "oscillation, vibration, phase plot, damping, Hooke",
        "double_pendulum" 70 [] "chaos, swing, sensitive, butterfly",
        "slope" 110 [] "inclined plane, ramp, friction, sliding, angle",
        "endless_ground" 40 [] "half-plane, infinite, floor, plane, slope",
        "stick_slip" 70 ["joints"] "static friction, belt, conveyor, spring, rubber",
        "bounce" 125 [] "restitution, elastic, balls, collision, height";
    "Aiming and control":
        "broadside" 330 [] "ships, cannon, guns, lead, battle",
        "lead_range" 150 [] "turret, shooting, target, gun, intercept",
        "aim_range" 120 [] "turret, shooting, target, gun, intercept",
        "moving_train" 150 [] "trolley, acceleration, moving gun, shooting",
        "basketball" 150 [] "throw, projectile, parabola, ballistic, ball, hoop",
        "missiles" 200 ["control"] "guidance, turret, homing, PID, rocket",
        "minefield" 115 ["sensors"] "explosion, bomb, blast, sensor",
        "pointer_hunt" 110 ["control"] "mouse, follow, missile, control, game",
        "waypoints" 420 ["control"] "path, route, control, missile, game",
        "pid_tuning" 66 ["control"] "controller, feedback, step response, oscillation";
    "Light and smoke":
        "swinging_lamp" 40 [] "light, shadow, penumbra, pendulum",
        "edge_to_shadow" 20 [] "light, lamp, visibility, silhouette, outline",
        "mirrors" 90 [] "light, ray, laser, reflection, optics, prism",
        "chimney" 200 [] "fluid, air, gas, flow, wind";
    "Inside the engine":
        "slider_crank_lagrange" 75 [] "engine, piston, multipliers, mechanism, constraint",
        "capsule_rain" 150 [] "many, crowd, falling, pegs, pills",
        "mass_ratio" 150 [] "stack, tower, heavy, chain, solver",
        "one_contact" 50 [] "solver, impact, restitution, friction, crates",
        "complementarity" 60 [] "solver, stack, heavy, chain, doll, LCP",
        "thin_wall" 80 [] "tunnelling, continuous collision, bullet, fast, time of impact",
        "frames_in_frames" 0 ["frames"] "group, hierarchy, transform, arm, nested",
        "curve_crossings" 90 [] "Bézier, intersection, parabola, circle, algebra",
        "compound" 25 [] "concave, decomposition, letters, hammer, star",
        "rounded_shapes" 110 [] "radius, corner, capsule, soft edge",
        "sleeping_islands" 110 [] "sleep, rest, stack, performance",
        "sat_pair" 330 ["sat"] "separating axis, SAT, projection, polygon, collision test",
        "gjk_apart" 60 ["minkowski"] "distance, GJK, Minkowski difference, support point";
    "Lessons":
        "lesson_two_boxes" 34 ["contacts"] "collision, SAT, contact, manifold, course",
        "lesson_gjk" 0 [] "distance, Minkowski difference, simplex, course",
        "lesson_one_contact" 0 [] "impact, restitution, friction, course",
        "lesson_warm_starting" 60 ["contacts"] "stack, tower, solver, impulse, course",
        "lesson_lagrange" 30 ["joints"] "constraint, joint, multipliers, mechanism, course",
        "lesson_leading" 0 ["aim"] "aim, shooting, intercept, target, course",
        "lesson_roots" 0 ["aim"] "polynomial, Newton, intercept, shooting, course",
        "lesson_smoke" 90 [] "fluid, air, pressure, divergence, course",
        "lesson_light" 0 [] "shadow, visibility, outline, course",
        "lesson_springs" 0 ["joints"] "integrator, Euler, stability, oscillation, course",
        "lesson_missile" 14 ["control"] "PID, controller, feedback, guidance, course";
];

/// Groups of scenes, in the order of the picker.
pub const GROUPS: [&str; 6] = ["Machines and toys", "Experiments", "Aiming and control", "Light and smoke", "Inside the engine", "Lessons"];

/// All of them, in the order of the picker; the first is the welcome scene.
pub fn scenes() -> &'static [ShippedScene] {
    &SCENES
}

/// A scene made for one microscope.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Id of the microscope.
    pub microscope: &'static str,
    /// File name without `.json`.
    pub name: &'static str,
    /// Why it is worth a look, in a word or two: "typical", "worst case".
    pub kind: &'static str,
    /// The JSON text; its view names the pair.
    pub json: &'static str,
}

impl Example {
    /// The scene's title.
    pub fn title(&self) -> String {
        super::file::parse(self.json.as_bytes()).map(|document| document.title).unwrap_or_default()
    }
}

/// Files of each microscope.
macro_rules! examples {
    ($($microscope:literal: $($name:literal $kind:literal),* ;)*) => {
        LazyLock::new(|| vec![$($(Example {
            microscope: $microscope,
            name: $name,
            kind: $kind,
            json: packed::scene(concat!("microscope/", $name)),
        }),*),*])
    };
}

/// In the order of their keys 1, 2, 3 …
static EXAMPLES: LazyLock<Vec<Example>> = examples![
    "pipeline":
        "pipeline_1_typical" "typical",
        "pipeline_2_kept" "striking",
        "pipeline_3_two_walls" "degenerate",
        "pipeline_4_deep" "worst case",
        "pipeline_5_published" "published",
        "pipeline_6_slanted" "counter-intuitive",
        "pipeline_7_rolling" "closed form",
        "pipeline_8_apart" "settled at once",
        "pipeline_9_near" "not looked at";
    "sat":
        "sat_1_typical" "typical",
        "sat_2_last_axis" "striking",
        "sat_3_identical" "degenerate",
        "sat_4_many_sides" "worst case",
        "sat_5_published" "published",
        "sat_6_round_corner" "counter-intuitive";
    "gjk":
        "gjk_1_typical" "typical",
        "gjk_2_many_sides" "striking",
        "gjk_3_touching" "degenerate",
        "gjk_4_overlap" "typical overlap",
        "gjk_5_published" "published",
        "gjk_6_detour" "counter-intuitive",
        "gjk_7_point_segment" "ladder",
        "gjk_8_point_triangle" "ladder",
        "gjk_9_point_polygon" "ladder",
        "gjk_10_worst" "worst case";
    "epa":
        "epa_1_typical" "typical",
        "epa_2_round" "striking",
        "epa_3_concentric" "degenerate",
        "epa_4_worst" "worst case",
        "epa_5_published" "published",
        "epa_6_sideways" "counter-intuitive",
        "epa_7_one_point" "degenerate";
    "clip":
        "clip_1_typical" "typical",
        "clip_2_plank" "striking",
        "clip_3_corner_to_corner" "degenerate",
        "clip_4_endless_ground" "worst case",
        "clip_5_published" "published",
        "clip_6_nothing_touches" "counter-intuitive",
        "clip_7_one_end" "one point",
        "clip_8_beside" "no common part",
        "clip_9_ball" "closed form";
    "toi":
        "toi_1_typical" "typical",
        "toi_2_bullet" "striking",
        "toi_3_touching" "degenerate",
        "toi_4_whirling_rod" "worst case",
        "toi_5_published" "published",
        "toi_6_crossing" "counter-intuitive",
        "toi_7_there_and_back" "there and back",
        "toi_8_near_miss" "near miss",
        "toi_9_deep" "seen too late";
    "solver":
        "solver_1_typical" "typical",
        "solver_2_warm_start" "striking",
        "solver_3_nothing" "degenerate",
        "solver_4_heavy_on_light" "worst case",
        "solver_5_published" "published",
        "solver_6_sliding" "counter-intuitive",
        "solver_7_hinge" "joint",
        "solver_8_increments" "accumulation",
        "solver_9_no_relaxing" "relaxing",
        "solver_10_corner" "one contact: typical",
        "solver_11_row_of_balls" "one contact: striking",
        "solver_12_lands_flat" "one contact: two corners",
        "solver_13_stack" "one contact: worst case",
        "solver_14_reversal" "one contact: counter-intuitive",
        "solver_15_no_gain" "one contact: published",
        "solver_16_all_at_once" "all at once: typical",
        "solver_17_weight_on_crates" "all at once: striking",
        "solver_18_at_the_bound" "all at once: sliding",
        "solver_19_a_point_parts" "all at once: degenerate",
        "solver_20_chain_and_floor" "all at once: joints",
        "solver_21_too_many_rows" "all at once: worst case";
    "lagrange":
        "lagrange_1_typical" "typical",
        "lagrange_2_chain" "striking",
        "lagrange_3_pinned_twice" "degenerate",
        "lagrange_4_heavy_on_light" "worst case",
        "lagrange_5_published" "published",
        "lagrange_6_parallel_cranks" "counter-intuitive",
        "lagrange_7_slider_crank" "a loop",
        "lagrange_8_four_bar" "a torque",
        "lagrange_9_welded_twice" "welds and slides",
        "lagrange_10_three_hinges" "three redundant rows",
        "lagrange_11_bead" "a curve",
        "lagrange_12_small_swings" "one coordinate",
        "lagrange_13_by_hand" "a drawn curve",
        "lagrange_14_no_feedback" "drift",
        "lagrange_15_uneven_parameter" "uneven parameter",
        "lagrange_16_gear" "a gear",
        "lagrange_17_limits" "pressed limits";
    "broad":
        "broad_1_typical" "typical",
        "broad_2_crowd" "striking",
        "broad_3_one_place" "degenerate",
        "broad_4_long_boxes" "worst case",
        "broad_5_published" "published",
        "broad_6_slanted_wall" "counter-intuitive",
        "broad_7_grid" "grid",
        "broad_8_sorted" "coherence",
        "broad_9_tower" "one axis",
        "broad_10_racer" "swaps";
    "race":
        "race_1_typical" "typical",
        "race_2_equal_ways" "striking",
        "race_3_identical" "degenerate",
        "race_4_many_sides" "worst case",
        "race_5_published" "published",
        "race_6_early_exit" "counter-intuitive",
        "race_7_ball" "closed form",
        "race_8_capsules" "closed form",
        "race_9_crossed_bars" "equal ways";
    "aim":
        "aim_1_typical" "typical",
        "aim_2_two_arcs" "striking",
        "aim_3_same_speed" "degenerate",
        "aim_4_turning" "worst case",
        "aim_5_published" "published",
        "aim_6_faster" "counter-intuitive",
        "aim_7_rocket" "own engine",
        "aim_8_out_of_range" "no solution",
        "aim_9_falling" "falling alike",
        "aim_10_too_late" "too late",
        "aim_11_sideways" "no root";
    "smoke":
        "smoke_1_typical" "typical",
        "smoke_2_fan" "striking",
        "smoke_3_still" "degenerate",
        "smoke_4_piston" "worst case",
        "smoke_5_published" "published",
        "smoke_6_closed" "counter-intuitive",
        "smoke_7_cold" "falling",
        "smoke_8_spreading" "diffusion";
    "shadow":
        "shadow_1_typical" "typical",
        "shadow_2_cross" "striking",
        "shadow_3_inside" "degenerate",
        "shadow_4_grid" "worst case",
        "shadow_5_published" "published",
        "shadow_6_hollow" "counter-intuitive",
        "shadow_7_round" "arcs",
        "shadow_8_overlap" "overlap";
    "curves":
        "curves_1_typical" "typical",
        "curves_2_nine" "striking",
        "curves_3_parallel" "degenerate",
        "curves_4_triple" "worst case",
        "curves_5_published" "published",
        "curves_6_dent" "counter-intuitive",
        "curves_7_touch" "a touch",
        "curves_8_rational" "rational",
        "curves_9_segments" "segments",
        "curves_10_short" "too short",
        "curves_11_one_line" "one line",
        "curves_12_far" "side by side",
        "curves_13_bullet" "bullet",
        "curves_14_arrow" "inside",
        "curves_15_corner" "a corner",
        "curves_16_tooth" "odd",
        "curves_17_circles" "two circles",
        "curves_18_mirrors" "reflections",
        "curves_19_corner_mirror" "a corner mirror",
        "curves_20_casteljau" "de Casteljau";
    "explosion":
        "explosion_1_typical" "typical",
        "explosion_2_shield" "striking",
        "explosion_3_inside" "degenerate",
        "explosion_4_crowd" "worst case",
        "explosion_5_published" "published",
        "explosion_6_far_plank" "counter-intuitive",
        "explosion_7_beyond" "beyond",
        "explosion_8_pull" "a pull";
    "integrators":
        "integrators_1_typical" "typical",
        "integrators_2_explodes" "striking",
        "integrators_3_rest" "degenerate",
        "integrators_4_four_springs" "worst case",
        "integrators_5_published" "published",
        "integrators_6_free_fall" "counter-intuitive",
        "integrators_7_pendulum" "pendulum",
        "integrators_8_bound" "at the bound",
        "integrators_9_damped" "damped",
        "integrators_10_stiff_damper" "too much damping",
        "integrators_11_rail" "a rail",
        "integrators_12_thrown_outwards" "outwards";
    "control":
        "control_1_typical" "typical",
        "control_2_windup" "striking",
        "control_3_first" "degenerate",
        "control_4_unstable" "worst case",
        "control_5_published" "published",
        "control_6_no_damping" "counter-intuitive",
        "control_7_window" "window",
        "control_8_held" "anti-windup",
        "control_9_walker" "walker",
        "control_10_predictor" "predictor";
];

/// The examples of a microscope, in the order of their keys.
pub fn examples(microscope: &str) -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter().filter(move |example| example.microscope == microscope)
}
