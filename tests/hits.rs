//! A shot's hit opens in the microscope of the time of impact with the inputs and the time that the engine had in that
//! step; the closed form of two straight flights says when that was.

use collidoscope::app::{App, FileCommand, Item, MicroscopeCommand, RunCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::time_of_impact::ToiOutcome;
use collidoscope::engine::tuning::LINEAR_SLOP;
use collidoscope::engine::world::ImpactPhase;
use collidoscope::lens::microscope::hit::{Hit, hit_of};
use collidoscope::lens::microscope::specimen::Side;
use collidoscope::lens::microscope::{toi, trace};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, LauncherDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::{Input, Stage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const RADIUS: f32 = 0.1;

fn disc(id: &str, position: Vec2, radius: f32) -> BodyDoc {
    let geometry = Geometry::Circle { radius, center: Vec2::ZERO };
    BodyDoc { id: id.to_owned(), position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

/// A gun at the origin that fires along x at a target there, without gravity.
fn range(target: BodyDoc, speed: f32) -> Document {
    let gun = LauncherDoc {
        id: "gun".to_owned(),
        target: Some(target.id.clone()),
        speed,
        radius: RADIUS,
        lifetime: 60.0,
        ..LauncherDoc::default()
    };
    let world = WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() };
    Document { bodies: vec![target], launchers: vec![gun], world, ..Document::default() }
}

fn fire() -> Input {
    Input::Fire { launcher: "gun".to_owned() }
}

/// Fires, runs until the shot hits, and opens the hit. Stages as they stood one and two steps before are kept.
fn hit(document: &Document) -> (Hit, Stage, Stage) {
    let mut stage = Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(stage.input(&fire()));
    let mut kept = vec![stage.clone()];
    while stage.shots()[0].step_of_hit().is_none() {
        assert!(stage.step_count() < 2000, "it never hits");
        stage.step();
        kept.push(stage.clone());
    }
    let shot = stage.shots()[0].clone();
    let step = shot.step_of_hit().unwrap_or_default() as usize;
    let earlier = step.checked_sub(2).map(|at| kept[at].clone());
    let hit = hit_of(&shot, &kept[step - 1], earlier.as_ref()).unwrap_or_else(|why| panic!("{why}"));
    (hit, kept[step - 1].clone(), stage)
}

fn fraction(hit: &Hit) -> f32 {
    let film = (toi::TOI.film)(&hit.specimen);
    let told: serde_json::Value = serde_json::from_str(&trace::to_json(&film)).expect("JSON");
    told["result"]["fraction"].as_f64().expect("a time") as f32
}

#[test]
fn the_microscope_shows_the_time_that_the_engine_found_and_that_straight_flights_have() {
    let mut random = Pcg64Mcg::seed_from_u64(20);
    let (mut in_substeps, mut after_the_solver, mut ordinary) = (0, 0, 0);
    for case in 0..300 {
        let speed = random.random_range(30.0..400.0f32);
        let (radius, distance, away) =
            (random.random_range(0.05..0.6f32), random.random_range(3.0..40.0f32), random.random_range(-8.0..8.0f32));
        let mut target = disc("target", Vec2::new(distance, 0.0), radius);
        target.kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][case % 3];
        if target.kind != BodyKind::Static {
            target.linear_velocity = Vec2::new(away, 0.0);
        }
        let closing = speed - target.linear_velocity.x;
        let document = range(target, speed);
        let (hit, ..) = hit(&document);
        let Some(search) = hit.specimen.options.search else {
            ordinary += 1;
            continue;
        };
        match search.phase {
            ImpactPhase::Substep(_) => in_substeps += 1,
            ImpactPhase::Continuous => after_the_solver += 1,
        }
        // The very search: same way, same bits.
        assert_eq!([Side::A, Side::B].map(|side| hit.specimen.sweep(side)), search.sweeps, "case {case}");
        assert_eq!(fraction(&hit), search.result.t, "case {case}");
        assert_eq!(search.result.outcome, ToiOutcome::Hit, "case {case}");
        assert!(search.is_used, "case {case}");
        // The closed form: gap over closing speed, up to the slop at which the search ends.
        let muzzle = f64::from(hit.specimen.scene.as_ref().expect("a scene").stage.shots()[0].muzzle.x);
        let gap = f64::from(distance) - muzzle - f64::from(radius) - f64::from(RADIUS);
        let wanted = gap / f64::from(closing);
        let found = hit.step as f64 / 60.0 + f64::from(search.moment());
        let allowed = (1.6 * f64::from(LINEAR_SLOP) + 1e-5 * f64::from(distance)) / f64::from(closing);
        assert!((wanted - found).abs() < allowed, "case {case}: {found} s, by straight flights {wanted} s");
    }
    assert!(in_substeps > 150, "{in_substeps} in sub-steps, {after_the_solver} after the solver, {ordinary} by ordinary contacts");
}

#[test]
fn a_slow_shot_says_that_its_ordinary_contact_stopped_it() {
    let [slow, slowest] = [3.0, 0.3].map(|speed| hit(&range(disc("target", Vec2::new(3.0, 0.0), 0.3), speed)).0);
    assert!(slowest.words.contains("no time of impact"), "{}", slowest.words);
    for hit in [slow, slowest] {
        assert_eq!(hit.specimen.options.search, None);
        assert!(hit.words.contains("ordinary contact"), "{}", hit.words);
    }
}

#[test]
fn what_is_dragged_is_no_search_of_the_engine_any_more() {
    let (hit, ..) = hit(&range(disc("target", Vec2::new(12.0, 0.0), 0.3), 90.0));
    let said = |specimen| (toi::TOI.film)(specimen).frames[0].reason.clone();
    assert!(said(&hit.specimen).contains("to the last bit"));
    let dragged = hit.specimen.moved(Side::A, Vec2::new(0.0, 0.01));
    assert!(said(&dragged).contains("something was changed"), "{}", said(&dragged));
    assert_ne!(dragged.sweep(Side::A), hit.specimen.sweep(Side::A));
}

#[test]
fn a_hit_opens_from_the_program_and_closing_it_leads_back_to_the_same_run() {
    let document = range(disc("target", Vec2::new(12.0, 0.0), 0.3), 90.0);
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(file::to_json(&document).into_bytes()) });
    app.apply(RunCommand::Input(fire()));
    for _ in 0..20 {
        app.apply(RunCommand::StepForward);
    }
    let (end, shot) = (app.stage().world().fingerprint(), app.last_hit().cloned().expect("a hit"));
    app.apply(MicroscopeCommand::Hit(shot.number));
    let bench = app.bench().expect("open");
    let search = bench.specimen().options.search.expect("the engine's");
    assert_eq!(bench.microscope().id, "toi");
    assert_eq!(app.stage().step_count() + 1, shot.step_of_hit().expect("known"));
    assert!(bench.caption().contains(&format!("step {}", shot.step_of_hit().unwrap_or_default())), "{}", bench.caption());
    assert_eq!(app.selection(), [Item::Body("target".to_owned())], "shots are not of the document");
    let names = bench.specimen().names().expect("a pair").map(str::to_owned);
    assert!(names.contains(&"target".to_owned()) && names.contains(&format!("shot {}", shot.number)), "{names:?}");
    assert!(search.result.t > 0.0 && search.result.t < 1.0);
    app.apply(MicroscopeCommand::Close);
    app.apply(RunCommand::Seek(20));
    assert_eq!(app.stage().world().fingerprint(), end);
    // One that is not known is said, and nothing moves.
    app.apply(MicroscopeCommand::Hit(77));
    assert!(app.bench().is_none() && app.stage().step_count() == 20);
}

#[test]
fn every_hit_of_the_shipped_scenes_can_be_looked_into() {
    for name in ["broadside", "lead_range", "aim_range", "missiles", "moving_train"] {
        let scene = shipped::scenes().iter().find(|scene| scene.name == name).expect("shipped");
        let document = file::parse(scene.json.as_bytes()).expect("valid");
        let mut stage = Stage::new(&document).expect("it runs");
        let (mut kept, mut seen, mut searched) = (Vec::new(), 0, 0);
        for _ in 0..500 {
            kept.push(stage.clone());
            stage.step();
            let (now, count) = (stage.step_count(), kept.len());
            for shot in stage.shots().iter().filter(|shot| shot.struck_at == Some(now)) {
                let earlier = count.checked_sub(2).map(|at| &kept[at]);
                let hit = hit_of(shot, &kept[count - 1], earlier).unwrap_or_else(|why| panic!("{name}, step {now}: {why}"));
                let film = (toi::TOI.film)(&hit.specimen);
                if let Some(search) = hit.specimen.options.search {
                    assert!(film.frames[0].reason.contains("to the last bit"), "{name}, step {now}: {search:?}");
                    searched += 1;
                }
                seen += 1;
            }
        }
        println!("{name}: {searched} of {seen} hits by a time of impact");
        assert!(seen > 0, "{name}");
    }
}

fn command(arguments: &[&str]) -> (bool, String, String) {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope")).args(arguments).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (run.status.success(), text(run.stdout), text(run.stderr))
}

#[test]
fn the_command_line_traces_a_hit_and_names_what_is_wrong() {
    let (good, out, err) = command(&["trace", "missiles", "--at-step", "300", "--hit", "turret 1"]);
    assert!(good, "{err}");
    assert!(out.contains("\"algorithm\": \"toi\"") && out.contains("\"fraction\""), "{out}");
    assert!(err.contains("The search that the engine made in step") || err.contains("ordinary contact"), "{err}");
    for (scene, words, why) in [
        ("missiles", "nobody", "--hit needs the number of a shot or the id of a launcher, is `nobody`"),
        ("missiles", "9999", "--hit needs the number of a shot"),
        ("pyramid", "1", "nothing was hit by step 10"),
    ] {
        let (good, _, err) = command(&["trace", scene, "--at-step", "10", "--hit", words]);
        assert!(!good && err.contains(why), "{scene} {words}: {err}");
    }
}
