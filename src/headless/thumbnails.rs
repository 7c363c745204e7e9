//! `thumbnails`: the small pictures of the scene picker, drawn by the program itself.

use super::arguments::{Size, ThumbnailOptions};
use super::host::{Host, write_file};
use super::render::{FigureOptions, picture, scene_pair};
use super::source;
use crate::draw::palette::Theme;
use crate::draw::png;
use crate::scene::shipped;

/// Size of a thumbnail, pixels.
pub const THUMBNAIL: Size = Size { width: 320, height: 200 };

/// The step at which a scene is at its liveliest, and the lenses that belong into its small picture: those without
/// which it would not tell what the scene is about. Words take too much room there.
fn moment(scene: &str) -> (u64, &'static [&'static str]) {
    match scene {
        "welcome" => (150, &[]),
        "pyramid" | "card_house" => (0, &[]),
        "dominoes" => (190, &[]),
        "wrecking_ball" => (185, &[]),
        "car" => (330, &[]),
        "drive" => (20, &[]),
        "lander" => (30, &["forces"]),
        "suspension" => (150, &[]),
        "ragdoll" => (90, &[]),
        "broadside" => (330, &[]),
        "suspension_bridge" => (300, &[]),
        "breaking_bridge" => (112, &[]),
        "slider_crank" => (230, &[]),
        "slider_crank_lagrange" => (75, &[]),
        "newtons_cradle" => (430, &[]),
        "pendulum" => (110, &[]),
        "spring" => (40, &["joints"]),
        "beads" => (50, &["joints"]),
        "double_pendulum" => (70, &[]),
        "capsule_rain" => (150, &[]),
        "slope" => (110, &[]),
        "endless_ground" => (40, &[]),
        "stick_slip" => (70, &["joints"]),
        "chimney" => (200, &[]),
        "bounce" => (125, &[]),
        "mass_ratio" => (150, &[]),
        "complementarity" => (60, &[]),
        "one_contact" => (50, &[]),
        "thin_wall" => (80, &[]),
        "lead_range" => (150, &[]),
        "aim_range" => (120, &[]),
        "moving_train" => (150, &[]),
        "basketball" => (150, &[]),
        "swinging_lamp" => (40, &[]),
        "frames_in_frames" => (0, &["frames"]),
        "edge_to_shadow" => (20, &[]),
        "missiles" => (200, &["control"]),
        "minefield" => (115, &["sensors"]),
        "pointer_hunt" => (110, &["control"]),
        "waypoints" => (420, &["control"]),
        "pid_tuning" => (66, &["control"]),
        "compound" => (25, &[]),
        "rounded_shapes" => (110, &[]),
        "sleeping_islands" => (110, &[]),
        "sat_pair" => (330, &["sat"]),
        "gjk_apart" => (60, &["minkowski"]),
        "lesson_two_boxes" => (34, &["contacts"]),
        "lesson_gjk" | "lesson_one_contact" => (0, &[]),
        "lesson_warm_starting" => (60, &["contacts"]),
        "lesson_lagrange" => (30, &["joints"]),
        "lesson_leading" | "lesson_roots" => (0, &["aim"]),
        "lesson_smoke" => (90, &[]),
        "lesson_light" => (0, &[]),
        "lesson_springs" => (0, &["joints"]),
        "lesson_missile" => (14, &["control"]),
        _ => (90, &[]),
    }
}

/// Draws all thumbnails into a folder.
///
/// # Errors
/// A scene does not load, or a file cannot be written.
pub fn thumbnails(options: &ThumbnailOptions, host: &mut dyn Host) -> Result<(), String> {
    for scene in shipped::scenes() {
        let (steps, lenses) = moment(scene.name);
        let (document, stage) = source::stage_at(scene.name, steps, host)?;
        let look = FigureOptions {
            lenses: lenses.to_vec(),
            pair: scene_pair(&document, &stage),
            turn: usize::MAX,
            theme: Theme::Dark,
            framed: false,
            films: None,
        };
        let (list, figure) = picture(&document, &stage, THUMBNAIL, &look);
        write_file(host, &path(&options.out, scene.name), &png::to_small_png(&list, &figure)?)?;
    }
    Ok(())
}

/// Where the small picture of a scene goes.
pub fn path(folder: &str, scene: &str) -> String {
    format!("{}/{scene}.png", folder.trim_end_matches('/'))
}
