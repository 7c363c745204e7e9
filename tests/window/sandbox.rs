//! The sandbox itself in its window: what a person does, by an input script or by real X events, and what is seen then.
//!
//! Screens are compared in the canvas below the chips and above the notices, so that what the panels say does not
//! count.

use crate::probe::{Probe, Server, wait};
use collidoscope::draw::palette::{self, Theme};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::joint::Weld;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::lens;
use collidoscope::scene::control::ControlDoc;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, GroupDoc, JointDoc, LightDoc, LightKind, ShapeDoc, SmokeDoc};
use collidoscope::scene::file;
use collidoscope::scene::force::ForceDoc;
use resvg::tiny_skia::Pixmap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The program: the one that cargo has built for this test, or the one named in the environment.
pub fn program() -> PathBuf {
    let named = std::env::var_os("COLLIDOSCOPE").map(PathBuf::from);
    let program = named.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_collidoscope")));
    program.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// A ground, and a view in which a metre is 56.5 points and the world's (0, 3) is the middle of the canvas.
const BENCH: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Test bench",
  "bodies": [{ "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 18, "height": 1 } }] }],
  "view": { "center": [0, 3], "height": 10.2, "lenses": [] } }"#;

/// Part of the window that only the canvas paints: left, top, right, bottom.
const CANVAS: (u32, u32, u32, u32) = (90, 130, 960, 530);

/// A folder with a scene in it, and the window that is driven there.
struct Bench {
    folder: tempfile::TempDir,
    server: Server,
}

impl Bench {
    fn new(scene: &str) -> Bench {
        let bench = Bench { folder: tempfile::tempdir().expect("a temporary folder"), server: Server::start() };
        std::fs::write(bench.path("scene.json"), scene).expect("written");
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens the scene, plays a script, and returns what it printed.
    fn play(&self, script: &str) -> String {
        std::fs::write(self.path("script.txt"), format!("wait 10\n{script}\nquit\n")).expect("written");
        let mut command = Command::new(program());
        command.args(["--script", "script.txt", "scene.json"]).current_dir(&self.folder).env("DISPLAY", &self.server.display);
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints.is_empty(), "{complaints}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn picture(&self, name: &str) -> Pixmap {
        Pixmap::load_png(self.path(name)).expect("a screenshot")
    }

    fn saved(&self) -> Document {
        file::parse(&std::fs::read(self.path("scene.json")).expect("saved")).expect("a sound scene")
    }
}

fn canvas_pixels(picture: &Pixmap) -> Vec<[u8; 3]> {
    let (left, top, right, bottom) = CANVAS;
    let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    places.filter_map(|(x, y)| picture.pixel(x, y)).map(|p| [p.red(), p.green(), p.blue()]).collect()
}

fn differing(a: &Pixmap, b: &Pixmap) -> usize {
    canvas_pixels(a).iter().zip(&canvas_pixels(b)).filter(|(a, b)| a != b).count()
}

/// How many pixels of the canvas have a colour, at least half of it over the ground (thin and dashed lines are
/// blended).
fn count(picture: &Pixmap, color: [u8; 4]) -> usize {
    let ground = palette::background(Theme::Dark);
    let along: [f32; 3] = std::array::from_fn(|i| f32::from(color[i]) - f32::from(ground[i]));
    let length_sq: f32 = along.iter().map(|x| x * x).sum();
    let is_tinted = |pixel: &[u8; 3]| {
        let from: [f32; 3] = std::array::from_fn(|i| f32::from(pixel[i]) - f32::from(ground[i]));
        let share = (0..3).map(|i| from[i] * along[i]).sum::<f32>() / length_sq;
        let aside_sq: f32 = (0..3).map(|i| (from[i] - share * along[i]).powi(2)).sum();
        share >= 0.5 && aside_sq <= 20.0 * 20.0
    };
    canvas_pixels(picture).iter().filter(|pixel| is_tinted(pixel)).count()
}

fn pixel(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    picture.pixel(x, y).map(|p| [p.red(), p.green(), p.blue()]).expect("inside the window")
}

#[test]
#[ignore = "needs Xvfb"]
fn bodies_a_joint_and_a_launcher_are_made_by_mouse_saved_and_reopened() {
    let bench = Bench::new(BENCH);
    let printed = bench.play(
        "screenshot before.png\n\
         key c\ndrag 300 200 340 200\n\
         key b\ndrag 500 300 600 360\nkey b\ndrag 570 290 660 330\n\
         key j\nclick 585 310\n\
         key t\ndrag 150 450 300 200\n\
         key v\nkey Escape\nkey Escape\nmove 700 700\nwait 3\ntitle\nscreenshot made.png\nkey ctrl+s\nwait 3\ntitle",
    );
    assert_eq!(printed, "● Test bench – Collidoscope\nTest bench – Collidoscope\n");
    let saved = bench.saved();
    assert_eq!((saved.bodies.len(), saved.joints.len(), saved.launchers.len()), (4, 1, 1));
    let is_circle = |shape: &ShapeDoc| matches!(shape.geometry, Geometry::Circle { .. });
    assert!(saved.bodies.iter().any(|body| body.shapes.iter().any(is_circle)));
    let (before, made) = (bench.picture("before.png"), bench.picture("made.png"));
    // A little right of the middle of each body, off the line that shows its rotation.
    for (what, x, y) in [("circle", 300, 215), ("box", 520, 350), ("second box", 640, 300)] {
        assert_ne!(pixel(&made, x, y), pixel(&before, x, y), "the {what} is not to be seen");
    }
    bench.play("move 700 700\nwait 3\nscreenshot again.png");
    let different = differing(&made, &bench.picture("again.png"));
    assert_eq!(different, 0, "the reopened scene looks different in {different} pixels");
}

/// A file was read, checked and built within one frame, so that the window did not answer meanwhile.
#[test]
#[ignore = "needs Xvfb"]
fn while_a_large_file_is_opened_the_window_shows_how_far_it_is_and_escape_keeps_the_open_scene() {
    let corner = |k: usize| {
        let ((sin, cos), radius) = (sin_cos(k as f32 * std::f32::consts::TAU / 64.0), [1.0, 0.6][k % 2]);
        format!("[{}, {}]", radius * cos, radius * sin)
    };
    let outline = (0..64).map(corner).collect::<Vec<_>>().join(", ");
    let body = |k: usize| {
        let at = [(k % 100) as f32 * 2.5, (k / 100) as f32 * 2.5];
        format!(r#"{{ "id": "b{k}", "position": {at:?}, "shapes": [{{ "outline": {{ "vertices": [{outline}] }} }}] }}"#)
    };
    let bodies = (0..9_000).map(body).collect::<Vec<_>>().join(",\n");
    let scene = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "title": "Large", "bodies": [{bodies}] }}"#);
    assert!((12 << 20..16 << 20).contains(&scene.len()), "{}", scene.len());
    let bench = Bench::new(&scene);
    let welcome = file::parse(collidoscope::scene::shipped::scenes()[0].json.as_bytes()).expect("it opens").title;
    let printed = bench.play("key space\nwait 5\nscreenshot card.png\nkey Escape\nwait 5\nscreenshot after.png\npause 4\ntitle");
    assert_eq!(printed, format!("{welcome} – Collidoscope\n"));
    // The card stands over the canvas, in the middle at its upper edge.
    let (card, after) = (bench.picture("card.png"), bench.picture("after.png"));
    let differs = |x: &u32| (70..110).any(|y| pixel(&card, *x, y) != pixel(&after, *x, y));
    assert!((560..720).filter(differs).count() > 100);
    assert_eq!(bench.play("pause 20\nwait 2\ntitle\nscreenshot opened.png"), "Large – Collidoscope\n");
}

#[test]
#[ignore = "needs Xvfb"]
fn undo_takes_everything_back_and_redo_brings_it_again() {
    let bench = Bench::new(BENCH);
    bench.play(
        "move 700 700\nwait 2\nscreenshot before.png\nkey c\ndrag 300 200 340 200\nkey b\ndrag 500 300 600 360\n\
         key v\nkey Escape\nkey Escape\nmove 700 700\nwait 2\nscreenshot made.png\n\
         key ctrl+z\nkey ctrl+z\nkey Escape\nwait 2\nscreenshot undone.png\nkey ctrl+y\nkey ctrl+y\nkey Escape\nwait 2\nscreenshot redone.png",
    );
    assert!(differing(&bench.picture("before.png"), &bench.picture("made.png")) > 500);
    assert_eq!(differing(&bench.picture("before.png"), &bench.picture("undone.png")), 0);
    assert_eq!(differing(&bench.picture("made.png"), &bench.picture("redone.png")), 0);
}

#[test]
#[ignore = "needs Xvfb"]
fn every_lens_paints_its_colour_and_takes_it_away_again() {
    let mut document = file::parse(collidoscope::scene::shipped::scenes()[0].json.as_bytes()).expect("the welcome scene");
    let view = document.view.as_mut().expect("the welcome scene has a view");
    view.lenses.clear();
    // The lens of applied forces needs one: too weak to change what happens, but the arrow of the strongest is long.
    let push = ForceDoc { force: Vec2::new(1e-2, 1e-2), ..ForceDoc::default() };
    document.bodies.iter_mut().find(|body| body.kind == BodyKind::Dynamic).expect("one that moves").forces.push(push);
    // The lens of shadows needs a lamp: one that darkens nothing.
    let kind = LightKind::Point { body: None, position: Vec2::new(0.0, 6.0), radius: 0.0 };
    document.lights.push(LightDoc { id: "lamp".into(), kind, brightness: 0.0, ..LightDoc::default() });
    // The lens of controllers needs one, too: it pushes nothing, but shows where it should face.
    let waypoints = vec![Vec2::new(-30.0, 60.0)];
    let idle = ControlDoc { waypoints, speed: 0.0, max_acceleration: 0.0, max_angular_acceleration: 0.0, ..ControlDoc::default() };
    document.bodies.iter_mut().find(|body| body.kind == BodyKind::Dynamic).expect("one that moves").control = Some(Box::new(idle));
    // The lens of frames shows those of groups when nothing is selected, beside that of the world.
    let mut group = GroupDoc { id: "group".into(), ..GroupDoc::default() };
    group.placement.position = Vec2::new(-4.0, 4.0);
    document.groups.push(group);
    // The lens of smoke needs a region: still air without a source.
    document.smoke.push(SmokeDoc { id: "air".into(), center: Vec2::new(-2.0, 9.0), width: 2.0, height: 1.0, ..SmokeDoc::default() });
    // The lens of sensors needs one with somebody inside: flat, across the drum.
    let flat = Geometry::Box { width: 3.0, height: 0.06, center: Vec2::new(1.7, 3.0), angle: 0.0, rounding: 0.0 };
    let ground = document.bodies.iter_mut().find(|body| body.id == "ground").expect("the ground");
    ground.shapes.push(ShapeDoc { sensor: true, ..ShapeDoc::new(flat) });
    // The lens of translations needs two that overlap: held together, they are not pushed apart.
    for (id, x) in [("one", -4.2), ("other", -3.8)] {
        let shapes = vec![ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO })];
        document.bodies.push(BodyDoc { id: id.into(), position: Vec2::new(x, 8.0), gravity_scale: 0.0, shapes, ..BodyDoc::default() });
    }
    let weld = JointDoc::at(Vec2::new(-4.0, 8.0), Weld { spring: None });
    document.joints.push(JointDoc {
        id: "weld".into(),
        body_a: Some("one".into()),
        body_b: "other".into(),
        collide_connected: true,
        ..weld
    });
    let bench = Bench::new(&file::to_json(&document));
    let mut script = "key space\nwait 90\nkey space\nmove 700 700\nwait 3\nscreenshot none.png\n".to_owned();
    for i in 1..=lens::lenses().len() {
        let key = if i > 10 { format!("shift+{}", i % 10) } else { (i % 10).to_string() };
        script += &format!("key {key}\nwait 3\nscreenshot lens{i}.png\nkey {key}\nwait 2\n");
    }
    bench.play(&(script + "screenshot off.png"));
    let none = bench.picture("none.png");
    for (i, lens) in lens::lenses().iter().enumerate() {
        let with = bench.picture(&format!("lens{}.png", i + 1));
        assert!(differing(&none, &with) > 100, "the lens {} shows nothing", lens.name);
        let color = palette::style(Theme::Dark, lens.role).stroke;
        let (before, after) = (count(&none, color), count(&with, color));
        assert!(after > before + 20, "the lens {} has {after} pixels of its colour, {before} without it", lens.name);
    }
    assert_eq!(differing(&none, &bench.picture("off.png")), 0);
}

#[test]
#[ignore = "needs Xvfb"]
fn a_launcher_fires_when_it_is_told_to() {
    let scene =
        BENCH.replace("\"view\"", r#""launchers": [{ "id": "cannon", "position": [-6, 1], "angle": 0.8, "target": "ground" }], "view""#);
    let fire = "key v\nclick 178 480\nwait 3\nclick 1128 107\nmove 700 700\nclick 700 250\n";
    let run = "key space\nwait 8\nkey space\nkey Escape\nkey Escape\nmove 700 700\nwait 3\n";
    let bench = Bench::new(&scene);
    bench.play(&format!("{run}screenshot quiet.png"));
    bench.play(&format!("{fire}{run}screenshot fired.png"));
    let different = differing(&bench.picture("quiet.png"), &bench.picture("fired.png"));
    assert!(different > 20, "no shot is to be seen: {different} pixels differ");
}

#[test]
#[ignore = "needs Xvfb"]
fn a_scripted_run_looks_the_same_every_time() {
    let bench = Bench::new(collidoscope::scene::shipped::scenes()[0].json);
    let script = |name: &str| format!("key space\nwait 120\nkey space\nmove 700 700\nwait 3\nscreenshot {name}\n");
    bench.play(&script("one.png"));
    bench.play(&script("two.png"));
    assert_eq!(differing(&bench.picture("one.png"), &bench.picture("two.png")), 0);
}

#[test]
#[ignore = "needs Xvfb"]
fn where_no_dialog_service_answers_a_dialog_opens_inside_the_window_and_saves() {
    let bench = Bench::new(BENCH);
    let elsewhere = tempfile::tempdir().expect("another folder");
    let whole = elsewhere.path().join("whole");
    // The suggested name is selected: a name takes its place, and so does a whole path, which was appended to it.
    for (typed, expected) in [("copy", bench.path("copy.json")), (&*whole.to_string_lossy(), whole.with_extension("json"))] {
        let script = format!("wait 10\nkey ctrl+shift+s\npause 1\nwait 5\ntype {typed}\nwait 2\nkey Enter\nwait 10\nquit\n");
        std::fs::write(bench.path("script.txt"), script).expect("written");
        let mut command = Command::new(program());
        command.args(["--script", "script.txt", "scene.json"]).current_dir(&bench.folder).env("DISPLAY", &bench.server.display);
        // No D-Bus and nothing in PATH: neither a portal nor zenity can be found.
        command.env("PATH", "").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").stdin(Stdio::null());
        assert!(command.status().expect("it runs").success());
        let copy = std::fs::read(&expected).unwrap_or_else(|error| panic!("{}: {error}", expected.display()));
        assert_eq!(file::parse(&copy).expect("sound").title, "Test bench");
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn closing_with_unsaved_changes_asks_and_without_them_does_not() {
    let bench = Bench::new(BENCH);
    let start = || {
        let mut command = Command::new(program());
        command.arg("scene.json").current_dir(&bench.folder);
        Probe::start_program(command, "Test bench", None, |_| {})
    };
    let mut clean = start();
    clean.ask_to_close();
    assert_eq!(clean.exit_code(), Some(0), "nothing to ask");

    let mut changed = start();
    changed.key("c");
    changed.move_to((300, 200));
    changed.xdotool(&["mousedown", "1"]);
    changed.move_to((340, 200));
    changed.xdotool(&["mouseup", "1"]);
    wait(300);
    assert!(changed.title().starts_with('●'), "{}", changed.title());
    changed.ask_to_close();
    wait(3000);
    assert!(changed.is_running(), "it must ask first");
    changed.key("Escape");
    changed.key("ctrl+s");
    wait(500);
    assert_eq!(bench.saved().bodies.len(), 2);
    changed.ask_to_close();
    assert_eq!(changed.exit_code(), Some(0), "saved: nothing to ask any more");
}

/// A sleeping window draws one frame when the pointer moves; egui wants to see three places before it takes the pointer
/// for moved, and after a click it shows no tooltip until then: so none came while time stood.
#[test]
#[ignore = "needs Xvfb and xdotool"]
fn a_tooltip_comes_while_time_stands_also_after_a_click() {
    const PLAY: (i32, i32) = (84, 758);
    const RESET: (i32, i32) = (26, 758);
    // Over the buttons, where nothing but a tooltip is ever shown: left, top, width, height.
    const OVER_RESET: (i16, i16, u16, u16) = (20, 716, 120, 24);
    let bench = Bench::new(BENCH);
    let mut command = Command::new(program());
    command.arg("scene.json").current_dir(&bench.folder);
    let sandbox = Probe::start_program(command, "Test bench", None, |_| {});
    wait(1000);
    sandbox.click(PLAY);
    wait(500);
    sandbox.xdotool(&["click", "1"]);
    wait(3000); // it sleeps
    let bare = sandbox.pixels(OVER_RESET);
    sandbox.move_to(RESET);
    wait(1500);
    assert_ne!(sandbox.pixels(OVER_RESET), bare, "no tooltip after a second and a half");
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn a_paused_sandbox_costs_no_processor_time() {
    let bench = Bench::new(BENCH);
    let mut command = Command::new(program());
    command.arg("scene.json").current_dir(&bench.folder);
    let sandbox = Probe::start_program(command, "Test bench", None, |_| {});
    wait(8000); // the note that the scene was opened has gone
    let before = sandbox.processor_ticks();
    wait(10_000);
    let ticks = sandbox.processor_ticks() - before;
    println!("paused: {ticks} ticks of 10 ms in 10 s");
    // A sandbox that does not sleep takes a whole processor, 1000 ticks; how long its few pictures take differs from machine to
    // machine.
    assert!(ticks <= 200, "{ticks} ticks");
}

#[test]
#[ignore = "needs Xvfb"]
fn scripts_with_mistakes_are_refused_before_the_window_opens() {
    let bench = Bench::new(BENCH);
    std::fs::write(bench.path("bad.txt"), "wait 3\nfly 3 4\n").expect("written");
    let run = |script: &str| {
        let mut command = Command::new(program());
        command.args(["--script", script]).current_dir(&bench.folder).env("DISPLAY", &bench.server.display);
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run("bad.txt");
    assert!(code == Some(1) && said.contains("line 2: unknown word \"fly\""), "{said}");
    let (code, said) = run("missing.txt");
    assert!(code == Some(1) && said.contains("missing.txt: there is no such file"), "{said}");
}
