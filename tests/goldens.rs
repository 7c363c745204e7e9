//! Same input, same bits, on every machine and in every build: the fingerprints of fourteen scenes, written down.
//!
//! `tests/goldens.txt` holds what each scene has after 1, 10, 100, 200 … 600 steps: a hash of all bodies, of all
//! contacts and of all joints. A difference is reported as the first structure that differs and the steps between
//! which it began. This test runs the scenes in its own build, at every width of the solver's lanes;
//! `bash tests/wasm/run.sh` runs the same scenes in a debug build, a release build and as WebAssembly under Node,
//! against the same file.
//!
//! **When it fails.** Ask first what the change was meant to do. A faster solver, a tidier loop, another build flag
//! must not change a bit: then the difference is the bug, and the structure named first is where to look. A change of
//! behaviour (another tolerance, another order of constraints, an edited shipped scene) changes bits by intent; then,
//! once all *other* tests pass, write the new ones down:
//!
//! ```text
//! BLESS_GOLDENS=1 cargo test --test goldens        and commit tests/goldens.txt with the change that made it necessary
//! ```
//!
//! The file says nothing about whether the motion is right, only that it is the same everywhere. The scenes serve a
//! second promise as well: stopped at any step and restored elsewhere, they go on as if they had never stopped.

mod golden_scenes;

use collidoscope::engine::body::BodyKind;
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::lanes::Width;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::NarrowPhase;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::solver::Solver;
use golden_scenes::{GoldenScene, Run, SCENES, STEPS, WRITTEN, at_every_width, differences, from_text, run_all, to_text};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_scene_has_the_bits_that_are_written_down() {
    if std::env::var_os("BLESS_GOLDENS").is_some_and(|value| !value.is_empty()) {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens.txt"), to_text(&run_all(Width::widest()))).unwrap();
        return;
    }
    let written = from_text(WRITTEN).unwrap();
    at_every_width(|width, name| {
        let differences = differences(&written, &run_all(width));
        assert!(differences.is_empty(), "with {name}, other bits than in tests/goldens.txt:\n{}", differences.join("\n"));
    });
}

#[test]
fn the_comparison_names_the_scene_the_steps_and_the_structure() {
    let written = from_text(WRITTEN).unwrap();
    assert_eq!(from_text(&to_text(&written)).unwrap(), written);
    assert!(differences(&written, &written).is_empty());
    let mut other = written.clone();
    let place = other.iter().position(|golden| golden.scene == "ragdoll" && golden.step == 200).unwrap();
    other[place].fingerprint.contacts ^= 1;
    assert_eq!(differences(&written, &other), ["ragdoll: the contacts begin to differ between steps 100 and 200"]);
    assert_eq!(differences(&written[1..], &written).len(), 2);
    assert!(from_text("ragdoll 1 00 11").is_err() && from_text("ragdoll one 00 11 22").is_err());
}

/// What happened in the scenes, by name, and how often.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn note(&mut self, what: &'static str, seen: bool) {
        *self.0.entry(what).or_default() += usize::from(seen);
    }

    fn look(&mut self, run: &Run) {
        let world = run.world();
        for (_, body) in world.bodies() {
            self.note("static", body.kind == BodyKind::Static);
            self.note("kinematic in motion", body.is_driven());
            self.note("asleep", !body.awake);
            self.note("bullet", body.bullet);
            self.note("fixed rotation", body.fixed_rotation);
            self.note("linear damping", body.linear_damping > 0.0);
            self.note("angular damping", body.angular_damping > 0.0);
            self.note("gravity scale", body.gravity_scale != 1.0);
            self.note("compound", body.colliders.len() > 1);
            self.note("centre of mass beside the origin", body.local_center.length() > 0.01);
            self.note("faster than 100 m/s", body.linear_velocity.length() > 100.0);
            for collider in &body.colliders {
                self.note(collider.shape.word(), true);
                self.note("filtered", collider.filter != CollisionFilter::default());
                self.note("restitution", collider.material.restitution > 0.0);
                self.note("rounded", matches!(&collider.shape, Shape::Polygon(_) | Shape::Box(_)) && collider.shape.convex().radius > 0.0);
                self.note("64 corners", collider.shape.convex().points.len() == 64);
            }
        }
        for (id, joint) in world.joints() {
            let grabs = joint.kind.target().is_some();
            let (name, limits, motor) = (joint.kind.info().word, joint.kind.limits(), joint.kind.motor());
            let readout = world.joint_readout(id).unwrap_or_default();
            self.note(name, readout.force != Vec2::ZERO || readout.torque != 0.0);
            self.note("limits", limits.is_some());
            self.note("motor", motor.is_some());
            self.note("spring", grabs || joint.kind.spring().is_some());
        }
        let settings = world.settings();
        self.note("GJK and EPA", settings.narrow_phase == NarrowPhase::GjkEpa);
        self.note("dynamic tree", settings.broad_phase == BroadPhase::Tree);
        self.note("grid", settings.broad_phase == BroadPhase::Grid);
        self.note("brute force", settings.broad_phase == BroadPhase::BruteForce);
        self.note("no warm starting", !settings.warm_starting);
        self.note("no sleeping", !settings.sleeping);
        self.note("no continuous collision", !settings.continuous);
        self.note("one sub-step", settings.substeps == 1);
        self.note("another step rate", settings.step_hz != 60.0);
        self.note("sequential impulses", settings.solver == Solver::SequentialImpulses);
        self.note("no gravity", settings.gravity == Vec2::ZERO);
        self.note("contact of two points", world.contacts().iter().any(|contact| contact.count == 2));
        self.note("a contact ends", !world.events().ended.is_empty());
        self.note("a shot flies", run.stage().is_some_and(|stage| stage.shots().iter().any(|shot| shot.body.is_some())));
        self.note("a shot hits", run.stage().is_some_and(|stage| stage.shots().iter().any(|shot| shot.hit_at.is_some())));
    }
}

#[test]
fn between_them_the_scenes_use_everything_the_engine_has() {
    let mut seen = Seen::default();
    for scene in SCENES {
        let mut run = Run::new(scene);
        for _ in 0..STEPS {
            run.step();
            seen.look(&run);
        }
        run.world().validate().unwrap_or_else(|breach| panic!("{}: {breach}", scene.name));
        assert!(run.world().bodies().all(|(_, body)| !body.frozen), "{}: a body is frozen", scene.name);
    }
    let missing: Vec<_> = seen.0.iter().filter(|(_, count)| **count == 0).map(|(what, _)| what).collect();
    assert!(missing.is_empty(), "no scene has: {missing:?}");
}

/// Package and version of every entry of a lock file.
fn locked(lock: &str) -> BTreeSet<(&str, &str)> {
    let packages = lock.split("[[package]]").skip(1).filter_map(|entry| {
        let field = |name: &str| entry.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'));
        Some((field("name")?, field("version")?))
    });
    packages.collect()
}

#[test]
fn the_program_for_other_builds_uses_the_same_versions_of_all_libraries() {
    let all = locked(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock")));
    let used = locked(include_str!("wasm/Cargo.lock"));
    let libraries: Vec<_> = used.iter().filter(|(name, _)| *name != "collidoscope-goldens").collect();
    assert!(libraries.iter().any(|(name, _)| *name == "glam") && libraries.len() >= 8, "{libraries:?}");
    let others: Vec<_> = libraries.iter().filter(|library| !all.contains(**library)).collect();
    assert!(others.is_empty(), "tests/wasm/Cargo.lock has other versions than Cargo.lock: {others:?}");
}

fn named(name: &str) -> GoldenScene {
    SCENES.into_iter().find(|scene| scene.name == name).unwrap()
}

#[test]
fn every_scene_restored_at_twenty_points_goes_on_as_if_it_had_not_stopped() {
    for scene in SCENES {
        let mut straight = Run::new(scene);
        for point in 0..20 {
            let mut resumed = straight.resumed();
            let at_once = resumed.world().fingerprint().first_difference(straight.world().fingerprint());
            assert_eq!(
                (at_once, resumed.world().step_count()),
                (None, straight.world().step_count()),
                "{} at once, point {point}",
                scene.name
            );
            resumed.world().validate().unwrap_or_else(|breach| panic!("{} restored at point {point}: {breach}", scene.name));
            for step in 1..=45 {
                resumed.step();
                if step <= 30 {
                    straight.step();
                    let difference = resumed.world().fingerprint().first_difference(straight.world().fingerprint());
                    assert_eq!(difference, None, "{} stopped at step {}, {step} steps later", scene.name, 30 * point);
                }
            }
        }
    }
}

#[test]
fn a_scene_is_restored_at_every_frame_in_any_order() {
    // Two that are never at rest.
    for name in ["suspension_bridge", "fast_and_elastic"] {
        let mut straight = Run::new(named(name));
        let mut frames = vec![(straight.world().state(), straight.world().fingerprint())];
        for _ in 0..STEPS {
            straight.step();
            frames.push((straight.world().state(), straight.world().fingerprint()));
        }
        let mut world = straight.world().clone();
        let count = frames.len() - 1;
        for k in 0..count {
            // 7 and the count have no factor in common: every frame once, with jumps forth and back.
            let frame = k * 7 % count;
            world.restore(&frames[frame].0);
            assert_eq!(world.fingerprint().first_difference(frames[frame].1), None, "{name}: at frame {frame}");
            world.step();
            assert_eq!(world.fingerprint().first_difference(frames[frame + 1].1), None, "{name}: after frame {frame}");
        }
    }
}
