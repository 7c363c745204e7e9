//! Fourteen scenes whose every bit is written down, and the comparison with what was written.
//!
//! Eight are shipped scenes, run as a person runs them (launchers fire), six are built here for what no shipped scene
//! does. Between them they use every shape, joint, kind of body and setting of the engine; `tests/goldens.rs` counts
//! that. The same file is compiled into the tests and into the program of `tests/wasm`, so that all builds run the
//! same scenes.
#![allow(dead_code)] // each of them uses its own part

mod built;

use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::lanes::Width;
use collidoscope::engine::world::World;
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{document::Document, file, shipped};
use std::fmt::Write;

/// Steps that each scene is run.
pub const STEPS: u64 = 600;

/// The written fingerprints, `tests/goldens.txt`.
pub const WRITTEN: &str = include_str!("../goldens.txt");

/// What opens the file of goldens.
pub const HEAD: &str = "\
# Fingerprints of the golden scenes: scene, step, bodies, contacts, joints (FNV-1a of the exact bits, src/engine/fingerprint.rs).
# Written by `BLESS_GOLDENS=1 cargo test --test goldens`; tests/goldens.rs says when that is right.
";

/// The steps after which a fingerprint is written.
pub fn is_written(step: u64) -> bool {
    matches!(step, 1 | 10) || step.is_multiple_of(100)
}

/// Runs `check` once for each width that the solver's lanes can have on this machine, with a name for it: all have to
/// give the same bits.
pub fn at_every_width(mut check: impl FnMut(Width, &str)) {
    for (width, name) in [(Width::One, "one lane"), (Width::Four, "four lanes"), (Width::Eight, "eight lanes")] {
        if width <= Width::widest() {
            check(width, name);
        }
    }
}

/// One of the fourteen.
#[derive(Clone, Copy)]
pub struct GoldenScene {
    /// In the file of goldens.
    pub name: &'static str,
    plan: Plan,
}

#[derive(Clone, Copy)]
enum Plan {
    /// A shipped scene.
    Shipped,
    /// A world, and what is done to it before each step. Does the same whenever it is called with the same step.
    Built { build: fn() -> World, before_step: fn(&mut World, u64) },
}

/// The fourteen.
pub const SCENES: [GoldenScene; 14] = [
    shipped("ragdoll"),
    shipped("suspension_bridge"),
    shipped("slider_crank"),
    shipped("newtons_cradle"),
    shipped("sleeping_islands"),
    shipped("lead_range"),
    shipped("compound"),
    shipped("car"),
    built("every_joint", built::every_joint, built::change_joints),
    built("every_setting", built::every_setting, built::change_settings),
    built("fast_and_elastic", built::fast_and_elastic, |_, _| {}),
    built("crowd_with_edits", built::crowd, built::edit_crowd),
    built("sequential_impulses", built::sequential_heap, built::change_solver),
    built("sequential_joints", built::sequential_joints, built::change_joints),
];

const fn shipped(name: &'static str) -> GoldenScene {
    GoldenScene { name, plan: Plan::Shipped }
}

const fn built(name: &'static str, build: fn() -> World, before_step: fn(&mut World, u64)) -> GoldenScene {
    GoldenScene { name, plan: Plan::Built { build, before_step } }
}

/// A golden scene while it runs.
pub struct Run {
    scene: GoldenScene,
    place: Place,
}

enum Place {
    Stage { document: Box<Document>, stage: Box<Stage> },
    World(Box<World>),
}

impl Run {
    /// At step 0.
    pub fn new(scene: GoldenScene) -> Run {
        let place = match scene.plan {
            Plan::Shipped => {
                let found = shipped::scenes().iter().find(|shipped| shipped.name == scene.name).expect(scene.name);
                let document = file::parse(found.json.as_bytes()).unwrap_or_else(|problems| panic!("{}:\n{problems}", scene.name));
                Place::of(document, scene.name)
            }
            Plan::Built { build, .. } => Place::World(Box::new(build())),
        };
        Run { scene, place }
    }

    /// The same, computed so many lanes at once.
    pub fn set_width(&mut self, width: Width) {
        match &mut self.place {
            Place::Stage { stage, .. } => stage.set_width(width),
            Place::World(world) => world.set_width(width),
        }
    }

    /// One step, with all that the scene does before it.
    pub fn step(&mut self) {
        match (&mut self.place, self.scene.plan) {
            (Place::Stage { stage, .. }, _) => stage.step(),
            (Place::World(world), Plan::Built { before_step, .. }) => {
                before_step(world, world.step_count());
                world.step();
            }
            (Place::World(_), Plan::Shipped) => unreachable!("shipped scenes run on a stage"),
        }
    }

    /// The engine's world.
    pub fn world(&self) -> &World {
        match &self.place {
            Place::Stage { stage, .. } => stage.world(),
            Place::World(world) => world,
        }
    }

    /// The stage of a shipped scene.
    pub fn stage(&self) -> Option<&Stage> {
        match &self.place {
            Place::Stage { stage, .. } => Some(stage),
            Place::World(_) => None,
        }
    }

    /// The same scene made anew, in which the accumulated state of this run is put: a shipped one through the text of
    /// a saved file, a built one through the engine's own state.
    pub fn resumed(&self) -> Run {
        let place = match (&self.place, self.scene.plan) {
            (Place::Stage { document, stage }, _) => {
                let saved = file::to_json(&Document { state: Some(Box::new(stage.state())), ..*document.clone() });
                Place::of(
                    file::parse(saved.as_bytes()).unwrap_or_else(|problems| panic!("{}:\n{problems}", self.scene.name)),
                    self.scene.name,
                )
            }
            (Place::World(world), Plan::Built { build, before_step }) => {
                let mut fresh = build();
                // What was done on the way is part of how the world is made; the state is not.
                (0..world.step_count()).for_each(|step| before_step(&mut fresh, step));
                fresh.restore(&world.state());
                Place::World(Box::new(fresh))
            }
            (Place::World(_), Plan::Shipped) => unreachable!("shipped scenes run on a stage"),
        };
        Run { scene: self.scene, place }
    }
}

impl Place {
    fn of(document: Document, name: &str) -> Place {
        let stage = Stage::new(&document).unwrap_or_else(|problems| panic!("{name}:\n{problems}"));
        Place::Stage { document: Box::new(document), stage: Box::new(stage) }
    }
}

/// One line of the file of goldens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// Name of the scene.
    pub scene: String,
    /// After how many steps.
    pub step: u64,
    /// The state then.
    pub fingerprint: Fingerprint,
}

/// Runs all scenes, so many lanes at once.
pub fn run_all(width: Width) -> Vec<Golden> {
    let mut goldens = Vec::new();
    for scene in SCENES {
        let mut run = Run::new(scene);
        run.set_width(width);
        for step in 1..=STEPS {
            run.step();
            assert_eq!(run.world().settings().width, width, "{}", scene.name);
            if is_written(step) {
                goldens.push(Golden { scene: scene.name.to_owned(), step, fingerprint: run.world().fingerprint() });
            }
        }
    }
    goldens
}

/// As text, one line each.
pub fn to_text(goldens: &[Golden]) -> String {
    let mut text = HEAD.to_owned();
    for Golden { scene, step, fingerprint: Fingerprint { bodies, contacts, joints } } in goldens {
        writeln!(text, "{scene} {step} {bodies:016x} {contacts:016x} {joints:016x}").expect("a string takes all text");
    }
    text
}

/// Back from text.
pub fn from_text(text: &str) -> Result<Vec<Golden>, String> {
    let mut goldens = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let bad = || format!("not a golden: `{line}`");
        let words: Vec<&str> = line.split(' ').collect();
        let [scene, step, hashes @ ..] = words.as_slice() else { return Err(bad()) };
        let hashes: Vec<u64> = hashes.iter().filter_map(|word| u64::from_str_radix(word, 16).ok()).collect();
        let [bodies, contacts, joints] = hashes[..] else { return Err(bad()) };
        let step = step.parse().map_err(|_| bad())?;
        goldens.push(Golden { scene: (*scene).to_owned(), step, fingerprint: Fingerprint { bodies, contacts, joints } });
    }
    Ok(goldens)
}

/// For each scene that differs from what is written: where it differs first.
pub fn differences(written: &[Golden], found: &[Golden]) -> Vec<String> {
    let mut differences = Vec::new();
    for scene in SCENES {
        let of_scene =
            |goldens: &[Golden]| -> Vec<Golden> { goldens.iter().filter(|golden| golden.scene == scene.name).cloned().collect() };
        let (written, found) = (of_scene(written), of_scene(found));
        let mut equal_until = 0;
        for golden in &found {
            let Some(before) = written.iter().find(|written| written.step == golden.step) else {
                differences.push(format!("{}: nothing is written for step {}", scene.name, golden.step));
                break;
            };
            if let Some(part) = before.fingerprint.first_difference(golden.fingerprint) {
                let range = format!("between steps {equal_until} and {}", golden.step);
                differences.push(format!("{}: the {part} begin to differ {range}", scene.name));
                break;
            }
            equal_until = golden.step;
        }
        if found.len() != written.len() {
            differences.push(format!("{}: {} fingerprints are written, {} were found", scene.name, written.len(), found.len()));
        }
    }
    differences
}
