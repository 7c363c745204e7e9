//! The same scene under several solvers: every pane is what the scene is alone under that solver, bit for bit, and the
//! scene itself is not touched.

use collidoscope::app::{App, CompareCommand, DocumentCommand, Effect, FileCommand, HistoryCommand, Look, RunCommand, ViewCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, ShapeDoc, WorldSettings};
use collidoscope::scene::key::Key;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::{Input, Stage};
use std::cell::Cell;

fn opened(scene: &str) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped(scene.to_owned()));
    app.take_notices();
    app
}

fn all() -> Vec<Solver> {
    SOLVERS.iter().map(|row| row.solver).collect()
}

/// The scene under a solver, with nothing around it.
fn alone(document: &Document, solver: Solver) -> Stage {
    let mut document = Document { state: None, ..document.clone() };
    document.world.solver = solver;
    Stage::new(&document).expect("it builds")
}

fn print_of(app: &App, solver: Solver) -> Fingerprint {
    let pane = app.comparison().expect("open").panes().iter().find(|pane| pane.solver() == solver).expect("a pane");
    pane.stage().expect("it runs").world().fingerprint()
}

fn play(app: &mut App, frames: usize) {
    app.apply(RunCommand::Play);
    (0..frames).for_each(|_| app.tick(1.0 / 60.0, &mut || true));
    app.apply(RunCommand::Pause);
}

#[test]
fn each_pane_has_the_bits_of_its_solver_alone() {
    let mut apart = 0;
    for scene in ["pyramid", "ragdoll", "double_pendulum", "capsule_rain", "slider_crank"] {
        for solvers in [&all()[..4], &all()[2..]] {
            let mut app = opened(scene);
            app.apply(CompareCommand::Open(solvers.to_vec()));
            play(&mut app, 90);
            let steps = app.comparison().expect("open").step();
            let due = (1.5 * app.document().world.step_hz) as u64;
            assert!((due - 3..=due).contains(&steps), "{scene}: real time but for rounding, not {steps} of {due}");
            let prints: Vec<Fingerprint> = solvers.iter().map(|solver| print_of(&app, *solver)).collect();
            for (solver, print) in solvers.iter().zip(&prints) {
                let mut stage = alone(app.document(), *solver);
                (0..steps).for_each(|_| stage.step());
                assert_eq!(stage.world().fingerprint(), *print, "{scene} under {solver:?}");
            }
            apart += usize::from(prints.windows(2).all(|pair| pair[0] != pair[1]));
            // Back and forth again leads to the same bits.
            app.apply(RunCommand::StepBack);
            app.apply(RunCommand::Seek(7));
            assert_eq!(app.comparison().expect("open").step(), 7);
            app.apply(RunCommand::Seek(steps));
            let again: Vec<Fingerprint> = solvers.iter().map(|solver| print_of(&app, *solver)).collect();
            assert_eq!(again, prints, "{scene}");
        }
    }
    assert!(apart >= 5, "solvers differ on most scenes: {apart}");
}

/// The scene that is to run at 60 frames a second: a pyramid of 15 rows beside two ragdolls.
#[test]
fn four_panes_of_a_pyramid_of_fifteen_and_ragdolls_have_the_bits_of_each_solver_alone() {
    let mut app = opened("ragdoll");
    let slab = |width, height| vec![ShapeDoc::new(Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 })];
    let ground = BodyDoc {
        id: "base".into(),
        kind: BodyKind::Static,
        position: Vec2::new(-24.0, -0.25),
        shapes: slab(18.0, 0.5),
        ..BodyDoc::default()
    };
    app.apply(DocumentCommand::Add(ground.into()));
    for row in 0..15 {
        for k in 0..15 - row {
            let position = Vec2::new(-30.0 + 0.86 * (k as f32 + 0.5 * row as f32), 0.4 + 0.8 * row as f32);
            app.apply(DocumentCommand::Add(
                BodyDoc { id: format!("crate {row}.{k}"), position, shapes: slab(0.8, 0.8), ..BodyDoc::default() }.into(),
            ));
        }
    }
    assert_eq!(app.document().bodies.len(), 21 + 1 + 120);
    let solvers = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::Complementarity];
    app.apply(CompareCommand::Open(solvers.to_vec()));
    play(&mut app, 45);
    let steps = app.comparison().expect("open").step();
    assert!(steps > 40, "{steps}");
    for solver in solvers {
        let mut stage = alone(app.document(), solver);
        (0..steps).for_each(|_| stage.step());
        assert_eq!(stage.world().fingerprint(), print_of(&app, solver), "{solver:?}");
    }
    // 900 rows are too many for one complementarity problem, and the pane says so, then and later.
    app.apply(RunCommand::StepForward);
    let pane = |app: &App, solver| app.comparison().unwrap().panes().iter().find(|pane| pane.solver() == solver).unwrap().remark();
    assert!(pane(&app, Solver::Complementarity).is_some_and(|words| words.contains("rows are too many")));
    assert_eq!(pane(&app, Solver::SoftStep), None);
}

/// An island that sleeps is no problem to be solved any more, but the run before was not the solver's own.
#[test]
fn a_pane_goes_on_saying_what_was_left_to_another_solver() {
    let mut app = opened("pyramid");
    app.apply(CompareCommand::Open(vec![Solver::SequentialImpulses, Solver::Complementarity]));
    let remark = |app: &App| app.comparison().unwrap().panes()[1].remark();
    assert_eq!(remark(&app), None);
    let asleep = |app: &App| app.comparison().unwrap().panes()[1].stage().unwrap().world().complementarity_report().left.is_empty();
    for _ in 0..240 {
        app.apply(RunCommand::StepForward);
        if app.comparison().unwrap().step() > 5 && asleep(&app) {
            break;
        }
    }
    assert!(asleep(&app), "the pyramid sleeps");
    let words = remark(&app).expect("a remark");
    assert!(words.contains("in step") && words.contains("left to sequential impulses"), "{words}");
    app.apply(RunCommand::Reset);
    assert_eq!(remark(&app), None);
}

#[test]
fn every_shipped_scene_can_be_compared_under_every_solver() {
    for scene in shipped::scenes() {
        let mut app = opened(scene.name);
        for solvers in [&all()[..4], &all()[3..]] {
            app.apply(CompareCommand::Open(solvers.to_vec()));
            let comparison = app.comparison().expect("open");
            assert_eq!(comparison.solvers(), solvers, "{}", scene.name);
            app.apply(RunCommand::StepForward);
            app.apply(RunCommand::StepForward);
            for pane in app.comparison().expect("open").panes() {
                match pane.stage() {
                    Some(stage) => assert_eq!(stage.step_count(), 2, "{} {:?}", scene.name, pane.solver()),
                    None => assert!(pane.remark().is_some(), "{}: a refusal says why", scene.name),
                }
            }
        }
    }
}

#[test]
fn leaving_leads_back_to_the_scene_as_it_was() {
    let mut app = opened("ragdoll");
    (0..25).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(ViewCommand::Zoom { factor: 1.5, at: Vec2::new(1.0, 2.0) });
    let of = |app: &App| (app.stage().world().fingerprint(), app.timeline().last_step(), *app.camera(), app.document().clone(), app.pair());
    let before = of(&app);
    app.apply(CompareCommand::Open(Vec::new()));
    assert_eq!(app.comparison().expect("open").panes().len(), 4);
    play(&mut app, 30);
    app.apply(ViewCommand::Pan(Vec2::new(3.0, 0.0)));
    app.apply(RunCommand::Reset);
    play(&mut app, 3);
    app.apply(HistoryCommand::Undo);
    app.apply(CompareCommand::LookInside { solver: Solver::SoftStep, at: None });
    app.apply(CompareCommand::Close);
    assert!(app.comparison().is_none() && app.bench().is_none() && !app.is_playing());
    assert!(of(&app) == before, "state, run, camera, document and watched pair stand as before");
}

#[test]
fn a_pane_that_comes_late_takes_the_steps_that_it_lacks() {
    let mut app = opened("drive");
    let hold = |app: &mut App, down| app.apply(RunCommand::Input(Input::Hold { key: Key::of_word("up").expect("a key"), down }));
    app.apply(CompareCommand::Open(vec![Solver::SoftStep, Solver::OneContact]));
    play(&mut app, 20);
    let pressed = app.comparison().expect("open").step();
    hold(&mut app, true);
    play(&mut app, 30);
    let released = app.comparison().expect("open").step();
    hold(&mut app, false);
    play(&mut app, 10);
    let steps = app.comparison().expect("open").step();
    app.apply(CompareCommand::Choose(vec![Solver::SoftStep, Solver::OneContact, Solver::SequentialImpulses]));
    assert!(app.comparison().expect("open").is_catching_up() && app.is_moving());
    // A frame with time for a single step takes one; the clock waits.
    app.tick(1.0 / 60.0, &mut || false);
    assert_eq!(app.comparison().expect("open").step(), steps);
    let frames = Cell::new(0);
    while app.comparison().expect("open").is_catching_up() {
        app.tick(1.0 / 60.0, &mut || false);
        frames.set(frames.get() + 1);
        assert!(frames.get() < 1000, "it comes to an end");
    }
    assert_eq!(frames.get(), steps as usize - 1, "a step a frame, as there was no time for more");
    for solver in [Solver::SoftStep, Solver::OneContact, Solver::SequentialImpulses] {
        let mut stage = alone(app.document(), solver);
        for step in 0..steps {
            for (at, down) in [(pressed, true), (released, false)] {
                if step == at {
                    assert!(stage.input(&Input::Hold { key: Key::of_word("up").expect("a key"), down }));
                }
            }
            stage.step();
        }
        assert_eq!(stage.world().fingerprint(), print_of(&app, solver), "{solver:?}: keys drive all panes alike");
    }
}

#[test]
fn contacts_and_joints_of_a_pane_open_as_that_pane_ran_them() {
    let mut seen = [0; 2];
    for scene in ["ragdoll", "pyramid", "slider_crank", "pendulum", "suspension_bridge"] {
        let mut app = opened(scene);
        for solvers in [&all()[..4], &all()[3..]] {
            app.apply(CompareCommand::Open(solvers.to_vec()));
            play(&mut app, 80);
            for solver in solvers {
                let pane = app.comparison().expect("open").panes().iter().find(|pane| pane.solver() == *solver).expect("a pane");
                let stage = pane.stage().expect("it runs");
                let pair = stage.world().contacts().into_iter().find(|c| c.count > 0).map(|c| Look::Pair(c.collider_a, c.collider_b));
                let joint = stage.world().joints().next().map(|(id, _)| Look::Joint(id));
                for look in [pair, joint].into_iter().flatten() {
                    app.apply(CompareCommand::LookInside { solver: *solver, at: Some(look) });
                    let is_joint = matches!(look, Look::Joint(_));
                    let notices = app.take_notices();
                    let bench = app.bench().unwrap_or_else(|| panic!("{scene} under {solver:?}: {look:?} opens: {notices:?}"));
                    let global = is_joint && *solver == Solver::Lagrange;
                    assert_eq!(bench.microscope().id, if global { "lagrange" } else { "solver" });
                    let of_bench = bench.specimen().scene.as_ref().expect("a scene").stage.world().fingerprint();
                    assert_eq!(of_bench, print_of(&app, *solver), "{scene} under {solver:?}");
                    assert!(bench.film().last() >= 1 && !bench.is_changed());
                    seen[usize::from(is_joint)] += 1;
                    app.apply(collidoscope::app::MicroscopeCommand::Close);
                    assert!(app.comparison().is_some(), "back to the panes");
                }
            }
        }
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

#[test]
fn what_lies_at_a_point_of_a_pane_is_found() {
    let mut app = opened("ragdoll");
    app.apply(CompareCommand::Open(vec![Solver::SoftStep, Solver::SequentialImpulses]));
    play(&mut app, 120);
    let pane = &app.comparison().expect("open").panes()[0];
    let world = pane.stage().expect("it runs").world();
    let (id, _) = world.joints().next().expect("a joint");
    let anchor = world.joint_readout(id).expect("it reads").anchor_b;
    assert_eq!(pane.look_at(anchor, 1e-3), Some(Look::Joint(id)));
    let contact = world.contacts().into_iter().find(|c| c.count > 0).expect("it lies on the ground");
    let at = contact.points()[0].position;
    assert_eq!(pane.look_at(at, 1e-3), Some(Look::Pair(contact.collider_a, contact.collider_b)));
    assert_eq!(pane.look_at(Vec2::new(0.0, 900.0), 0.1), None);
}

#[test]
fn a_solver_can_be_adopted_and_undo_takes_it_back() {
    let mut app = opened("pyramid");
    let before = app.document().clone();
    app.apply(CompareCommand::Open(Vec::new()));
    app.apply(CompareCommand::Adopt(Solver::OneContact));
    assert!(app.comparison().is_none());
    assert_eq!(app.document().world, WorldSettings { solver: Solver::OneContact, ..before.world });
    app.apply(HistoryCommand::Undo);
    assert_eq!(*app.document(), before);
}

#[test]
fn another_document_ends_the_comparison() {
    let mut app = opened("pyramid");
    app.apply(CompareCommand::Open(Vec::new()));
    app.apply(DocumentCommand::EditAbout { title: "Another".into(), about: String::new(), gesture: 0 });
    assert!(app.comparison().is_none());
    app.apply(CompareCommand::Open(Vec::new()));
    app.apply(FileCommand::OpenShipped("pyramid".to_owned()));
    app.apply(collidoscope::app::PromptCommand::Discard);
    assert!(app.comparison().is_none());
}

#[test]
fn there_are_two_to_four_panes_and_each_solver_once() {
    let mut app = opened("pyramid");
    let panes = |app: &App| app.comparison().expect("open").solvers();
    app.apply(CompareCommand::Open(vec![Solver::OneContact, Solver::OneContact]));
    assert_eq!(panes(&app), [Solver::SoftStep, Solver::OneContact], "one is not enough: the scene's own beside it");
    app.apply(CompareCommand::Choose(all()));
    assert_eq!(panes(&app), all()[..4]);
    app.apply(CompareCommand::Open(Vec::new()));
    assert!(!panes(&app).contains(&Solver::Lagrange), "without joints it has nothing to do");
    let mut app = opened("ragdoll");
    app.apply(CompareCommand::Open(Vec::new()));
    assert!(panes(&app).contains(&Solver::Lagrange));
}

/// A step forward, or a key, while a pane lacked steps took all of them at once: the window stood still for as long.
#[test]
fn what_is_done_while_a_pane_catches_up_waits_for_it() {
    let mut app = opened("drive");
    let hold = |app: &mut App, down| app.apply(RunCommand::Input(Input::Hold { key: Key::of_word("up").expect("a key"), down }));
    let two = [Solver::SoftStep, Solver::OneContact];
    app.apply(CompareCommand::Open(two.to_vec()));
    play(&mut app, 60);
    let steps = app.comparison().expect("open").step();
    app.apply(CompareCommand::Choose(vec![two[0], two[1], Solver::SequentialImpulses]));
    let late = |app: &App| app.comparison().expect("open").panes().iter().filter_map(|pane| Some(pane.stage()?.step_count())).min();
    let before = late(&app);
    app.apply(RunCommand::StepForward);
    hold(&mut app, true);
    assert_eq!((late(&app), app.comparison().expect("open").step()), (before, steps), "neither takes a step");
    while app.comparison().expect("open").is_catching_up() {
        app.tick(1.0 / 60.0, &mut || false);
    }
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    for solver in [two[0], two[1], Solver::SequentialImpulses] {
        let mut stage = alone(app.document(), solver);
        (0..steps).for_each(|_| stage.step());
        assert!(stage.input(&Input::Hold { key: Key::of_word("up").expect("a key"), down: true }));
        (0..30).for_each(|_| stage.step());
        assert_eq!(stage.world().fingerprint(), print_of(&app, solver), "{solver:?}: the key came before the same step");
    }
}

/// What was exported from a comparison was the scene that its panes hide.
#[test]
fn an_exported_comparison_shows_its_panes_under_the_names_of_their_solvers() {
    let mut app = opened("pyramid");
    app.set_canvas(Vec2::new(640.0, 300.0));
    app.apply(CompareCommand::Open(vec![Solver::SoftStep, Solver::OneContact]));
    play(&mut app, 20);
    app.take_effects();
    app.apply(FileCommand::ExportTo("panes.svg".into()));
    let effects = app.take_effects();
    let [Effect::WriteFigure { bytes, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let svg = String::from_utf8(bytes.clone()).expect("text");
    for solver in [Solver::SoftStep, Solver::OneContact] {
        assert!(svg.contains(&format!(">{}</text>", solver.row().name)), "{}", solver.row().name);
    }
    assert!(svg.contains(&format!("step {}", app.comparison().expect("open").step())));
    // The plots stand below: a line a solver, so that each name stands twice more where it has values.
    for title in ["Energy, J", "Worst joint error, mm", "Worst overlap, mm"] {
        assert!(svg.contains(&format!(">{title}</text>")), "{title}");
    }
    let names = svg.matches(&format!(">{}</text>", Solver::OneContact.row().name)).count();
    assert!(names >= 3, "{names}");
    app.apply(FileCommand::ExportTo("panes.png".into()));
    let effects = app.take_effects();
    let [Effect::PaintFigure { painting, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(painting.result().expect("it can be painted").starts_with(b"\x89PNG"));
}
