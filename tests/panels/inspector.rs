//! The inspector: every number typed, dragged and taken back.

use crate::kit::*;
use collidoscope::engine::joint::{Distance, Spring};
use collidoscope::engine::lagrange::Integrator;
use collidoscope::engine::mixing::{Mix, Mixing};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::{LagrangeParameters, PositionCorrection, SequentialParameters as Parameters};

#[test]
fn typing_a_radius_changes_the_shape_and_undo_restores_it() {
    let mut app = App::empty();
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    app.apply(DocumentCommand::Add(
        BodyDoc { id: "ball".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() }.into(),
    ));
    let mut w = open(app, 1280.0, 800.0);
    let radius = |w: &Window| match w.state().app.document().body("ball").expect("the ball").shapes[0].geometry {
        Geometry::Circle { radius, .. } => radius,
        _ => panic!("a circle"),
    };
    type_number(&mut w, "Radius", "1.25");
    assert_eq!(radius(&w), 1.25);
    type_number(&mut w, "Radius", "-3");
    assert_eq!(radius(&w), 1.25, "what is out of range is refused");
    key(&mut w, Modifiers::NONE, Key::Escape);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(radius(&w), 0.5);
}

#[test]
fn dragging_a_number_is_one_undo() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    let mut w = open(app, 1280.0, 800.0);
    let field = rect_of(w.get_by_role_and_label(Role::SpinButton, "Width").raw_bounds());
    drag(&mut w, field.center(), field.center() + vec2(80.0, 0.0), PointerButton::Primary);
    let width = |w: &Window| match w.state().app.document().body("box").expect("the box").shapes[0].geometry {
        Geometry::Box { width, .. } => width,
        _ => panic!("a box"),
    };
    assert!(width(&w) > 1.2, "{}", width(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(width(&w), 1.0);
}

#[test]
fn angles_are_shown_in_degrees_and_stored_in_radians() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    let mut w = open(app, 1280.0, 800.0);
    type_number(&mut w, "Angle", "90");
    let angle = w.state().app.document().body("box").expect("the box").angle;
    assert!((angle - std::f32::consts::FRAC_PI_2).abs() < 1e-6, "{angle}");
}

#[test]
fn a_new_name_is_carried_everywhere_and_a_taken_one_is_refused_in_words() {
    let mut app = stack();
    app.apply(RunCommand::Reset);
    app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    for (name, accepted) in [("ground", false), ("attic", true)] {
        w.get_by_role_and_label(Role::TextInput, "Id").simulate_click();
        w.run();
        key(&mut w, Modifiers::COMMAND, Key::A);
        w.get_by_role_and_label(Role::TextInput, "Id").type_text(name);
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
        assert_eq!(w.state().app.selection() == [Item::Body(name.into())], accepted, "{name}");
    }
    assert!(w.query_by_label("The name \"ground\" is taken.").is_none(), "another was taken since");
    assert!(w.state().app.document().body("upper").is_none());
}

#[test]
fn while_a_run_is_under_way_now_and_start_are_shown_apart() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    let mut w = open(app, 1280.0, 800.0);
    assert!(w.query_by_label("NOW").is_none());
    for _ in 0..30 {
        w.state_mut().app.apply(RunCommand::StepForward);
    }
    w.run();
    assert!(w.query_by_label("NOW").is_some() && w.query_by_label("INITIAL POSE").is_some());
    assert!(w.query_by_label("Kinetic energy").is_some());
}

#[test]
fn limits_and_motor_of_a_joint_are_switched_on_and_edited() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("arm", 0.0, 3.0).into()));
    let joint = JointDoc::at(Vec2::new(0.0, 3.0), Revolute::default());
    app.apply(DocumentCommand::Add(JointDoc { id: "hinge".into(), body_b: "arm".into(), ..joint }.into()));
    let mut w = open(app, 1280.0, 1200.0);
    w.get_by_role_and_label(Role::CheckBox, "Motor").click();
    w.run();
    w.get_by_role_and_label(Role::CheckBox, "Limits").click();
    w.run();
    type_number(&mut w, "Upper", "30");
    type_number(&mut w, "Max torque", "55");
    let JointKind::Revolute(Revolute { limits: Some(limits), motor: Some(motor), .. }) = w.state().app.document().joints[0].kind else {
        panic!("limits and motor are on: {:?}", w.state().app.document().joints[0])
    };
    assert!((limits.upper - 30.0_f32.to_radians()).abs() < 1e-6, "{limits:?}");
    assert_eq!(motor.max_effort, 55.0);
    assert!(w.query_by_label("Torque").is_some(), "what it carries is shown");
}

/// Which bodies a joint joins could not be changed after it was made.
#[test]
fn a_joint_gets_other_bodies_and_undo_gives_the_first_back() {
    let mut app = App::empty();
    for (id, x) in [("arm", 0.0), ("other", 3.0)] {
        app.apply(DocumentCommand::Add(crate_at(id, x, 3.0).into()));
    }
    let joint = JointDoc::at(Vec2::new(0.0, 3.0), Revolute::default());
    app.apply(DocumentCommand::Add(JointDoc { id: "hinge".into(), body_b: "arm".into(), ..joint }.into()));
    let before = app.document().clone();
    let mut w = open(app, 1280.0, 1200.0);
    let parties = |w: &Window| {
        let joint = &w.state().app.document().joints[0];
        (joint.body_a.clone(), joint.body_b.clone(), joint.anchor_a)
    };
    w.get_by_role_and_label(Role::ComboBox, "Body A").click();
    w.run();
    click(&mut w, "other");
    assert_eq!(parties(&w), (Some("other".to_owned()), "arm".to_owned(), Vec2::new(0.0, 3.0)), "the anchor stays");
    assert!(w.state().app.stage().world().joints().count() == 1, "the world follows");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(*w.state().app.document(), before);
}

#[test]
fn the_suspension_of_a_wheel_joint_is_edited_and_undone() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("wheel", 0.0, 3.0).into()));
    let joint = JointDoc::at(Vec2::new(0.0, 3.0), Wheel::default());
    app.apply(DocumentCommand::Add(JointDoc { id: "suspension".into(), body_b: "wheel".into(), ..joint }.into()));
    let before = app.document().clone();
    let mut w = open(app, 1280.0, 1300.0);
    assert!(says(&w, |l| l.starts_with("Wheel joint")));
    type_number(&mut w, "Frequency", "2.5");
    w.get_by_role_and_label(Role::CheckBox, "Motor").click();
    w.run();
    type_number(&mut w, "Max torque", "7");
    let kind = w.state().app.document().joints[0].kind;
    assert_eq!(kind.spring().map(|s| s.hertz), Some(2.5));
    assert_eq!(kind.motor().map(|m| m.max_effort), Some(7.0));
    assert!(w.query_by_label("Deflection").is_some(), "how far it is pressed in is shown");
    for _ in 0..3 {
        w.state_mut().app.apply(HistoryCommand::Undo);
    }
    assert_eq!(*w.state().app.document(), before);
}

/// C_k = (2π f h)² and C_d = 4π ζ f h with h = 1/60 s: 1 and 1 are 60/(2π) Hz and the ratio 1/2. The limit is said while
/// the number is dragged: one spring may have 1, two at one body 1/3 each.
#[test]
fn a_spring_is_edited_as_shares_of_a_step_and_the_limit_is_said() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("bob", 0.0, 3.0).into()));
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 0.5 });
    let link = |id: &str, x: f32| {
        let kind = Distance { length: Some(1.0), limits: None, spring };
        JointDoc { id: id.into(), body_b: "bob".into(), ..JointDoc::between(Vec2::new(x, 5.0), Vec2::new(0.0, 3.0), kind) }
    };
    app.apply(DocumentCommand::Add(link("first", 1.0).into()));
    let lagrange = LagrangeParameters { steps: 1, ..LagrangeParameters::default() };
    let mut world = app.document().world;
    world.solver = Solver::Lagrange;
    world.solver_parameters.lagrange = lagrange;
    app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
    app.apply(ViewCommand::Select(vec![Item::Joint("first".into())]));
    let mut w = open(app, 1280.0, 1300.0);
    let spring = |w: &Window| w.state().app.document().joints[0].kind.spring().expect("a spring");
    type_number(&mut w, "Stiffness C_k", "1");
    type_number(&mut w, "Damping C_d", "1");
    let found = spring(&w);
    assert!((found.hertz - 60.0 / (2.0 * std::f32::consts::PI)).abs() < 1e-3 && (found.damping_ratio - 0.5).abs() < 1e-3, "{found:?}");
    assert!(says(&w, |l| l.contains("Limit 1:") && l.contains("keeps within")));
    type_number(&mut w, "Stiffness C_k", "1.2");
    assert!(says(&w, |l| l.contains("Limit 1:") && l.contains("cut")));
    w.state_mut().app.apply(DocumentCommand::Add(link("second", -1.0).into()));
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Joint("first".into())]));
    w.run();
    assert!(says(&w, |l| l.contains("2 springs at one body") && l.contains("Limit 1/3:")));
}

/// What the global solve made of a joint could be read in tests alone: a second hinge at the same place is redundant.
#[test]
fn the_global_solve_says_of_each_joint_what_became_of_it() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("bob", 0.0, 3.0).into()));
    for name in ["first", "second"] {
        let joint = JointDoc::at(Vec2::new(1.0, 3.0), Revolute::default());
        app.apply(DocumentCommand::Add(JointDoc { id: name.into(), body_b: "bob".into(), ..joint }.into()));
    }
    let mut w = open(app, 1280.0, 1300.0);
    let told = |w: &mut Window, solver: Solver, joint: &str| {
        let app = &mut w.state_mut().app;
        let mut world = app.document().world;
        world.solver = solver;
        app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
        app.apply(RunCommand::StepForward);
        app.apply(ViewCommand::Select(vec![Item::Joint(joint.into())]));
        w.run();
        ["held", "redundant"].map(|word| says(w, |l| l == word))
    };
    assert_eq!(told(&mut w, Solver::Lagrange, "first"), [true, false]);
    assert_eq!(told(&mut w, Solver::Lagrange, "second"), [false, true]);
    assert_eq!(told(&mut w, Solver::SoftStep, "second"), [false, false], "no such solve, no such word");
}

#[test]
fn a_launcher_fires_and_says_when_it_has_no_solution() {
    let mut app = App::empty();
    let mut runaway = crate_at("runaway", 5.0, 5.0);
    (runaway.linear_velocity, runaway.gravity_scale) = (Vec2::new(60.0, 0.0), 0.0);
    app.apply(DocumentCommand::Add(runaway.into()));
    let launcher = LauncherDoc { id: "gun".into(), target: Some("runaway".into()), speed: 10.0, ..LauncherDoc::default() };
    app.apply(DocumentCommand::Add(launcher.into()));
    let mut w = open(app, 1280.0, 1200.0);
    assert!(says(&w, |l| l.starts_with("No solution:") && !l.contains("by itself")));
    let mut alone = w.state().app.document().launcher("gun").expect("there").clone();
    alone.every = Some(1.0);
    w.state_mut().app.apply(DocumentCommand::Edit { id: "gun".into(), to: alone.into(), gesture: 0 });
    w.run();
    assert!(says(&w, |l| l.starts_with("No solution:") && l.ends_with("It does not fire by itself while that is so.")));
    type_number(&mut w, "Speed", "300");
    assert!(says(&w, |l| l.starts_with("Meets the target in")));
    click(&mut w, "Fire");
    assert_eq!(w.state().app.stage().shots().len(), 1);
    assert!(w.query_by_label("Shot 1").is_some());
}

#[test]
fn the_table_of_all_methods_leads_into_a_hit() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("target", 6.0, 5.0).into()));
    let launcher = LauncherDoc { id: "gun".into(), position: Vec2::new(0.0, 5.0), target: Some("target".into()), ..LauncherDoc::default() };
    app.apply(DocumentCommand::Add(LauncherDoc { speed: 40.0, ..launcher }.into()));
    let mut w = open(app, 1280.0, 2400.0);
    click(&mut w, "Fire all methods");
    (0..30).for_each(|_| w.state_mut().app.apply(RunCommand::StepForward));
    w.run();
    let number = w.state().app.last_hit().expect("a hit").number;
    click(&mut w, &format!("Look inside the hit of shot {number}"));
    let bench = w.state().app.bench().expect("open");
    assert!(bench.microscope().id == "toi" && bench.caption().contains("step"), "{}", bench.caption());
}

#[test]
fn world_settings_are_shown_when_nothing_is_selected_and_edits_undo() {
    let mut w = open(App::empty(), 1280.0, 1100.0);
    type_number(&mut w, "Gravity y", "-1.62");
    assert_eq!(w.state().app.document().world.gravity.y, -1.62);
    for label in ["Warm starting", "Accumulation", "Relaxing"] {
        w.get_by_role_and_label(Role::CheckBox, label).click();
        w.run();
    }
    let world = w.state().app.document().world;
    assert_eq!((world.warm_starting, world.accumulation, world.relaxing), (false, false, false));
    w.get_by_role_and_label(Role::ComboBox, "Narrow phase").click();
    w.run();
    click(&mut w, "GJK + EPA");
    assert_eq!(w.state().app.document().world.narrow_phase, collidoscope::engine::narrow::NarrowPhase::GjkEpa);
    for _ in 0..5 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(w.state().app.document().world, Default::default());
}

#[test]
fn rules_of_mixing_are_chosen_drawn_and_undone() {
    let mut w = open(App::empty(), 1280.0, 1800.0);
    let choose = |w: &mut Window, box_: &str, word: &str| {
        w.get_by_role_and_label(Role::ComboBox, box_).click();
        w.run();
        click(w, word);
    };
    let shows = |w: &Window, label: &str| w.query_all_by_label(label).next().is_some();
    assert!(!shows(&w, "Weight constant"), "only the weighted mean has one");
    choose(&mut w, "Friction rule", "Weighted mean");
    choose(&mut w, "Restitution rule", "Piecewise");
    type_number(&mut w, "Weight constant", "4");
    let mixing = w.state().app.document().world.mixing;
    assert_eq!(mixing, Mixing { friction: Mix::WeightedMean, restitution: Mix::Piecewise, weight: 4.0 });
    assert_eq!(w.state().app.stage().world().settings().mixing, mixing);
    click(&mut w, "Show curves");
    assert!(says(&w, |l| l.starts_with("The weighted mean rule falls") && l.contains("x = 1.00, y = 0.00") && l.contains("1.414")));
    choose(&mut w, "Curves of", "Restitution");
    assert!(says(&w, |l| l.starts_with("The piecewise rule never falls")), "what is looked at is chosen");
    assert_eq!(w.state().app.document().world.mixing, mixing, "and is no edit");
    for _ in 0..3 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(w.state().app.document().world, Default::default());
}

#[test]
fn lagrange_multipliers_are_chosen_and_told_and_edits_undo() {
    let mut w = open(App::empty(), 1280.0, 1200.0);
    w.get_by_role_and_label(Role::ComboBox, "Solver").click();
    w.run();
    click(&mut w, "Lagrange multipliers");
    w.get_by_role_and_label(Role::ComboBox, "Integrator").click();
    w.run();
    click(&mut w, "Explicit Euler");
    type_number(&mut w, "Integrator steps", "2");
    // They stood there in metres, and refused their own units.
    type_number(&mut w, "Feedback k_s", "400 1/s²");
    type_number(&mut w, "Feedback k_d", "40 1/s");
    let world = w.state().app.document().world;
    let told = LagrangeParameters { integrator: Integrator::ExplicitEuler, steps: 2, k_s: 400.0, k_d: 40.0 };
    assert_eq!((world.solver, world.solver_parameters.lagrange), (Solver::Lagrange, told));
    assert_eq!(w.state().app.stage().world().settings().solver_parameters, world.solver_parameters);
    for _ in 0..5 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(w.state().app.document().world, Default::default());
}

#[test]
fn the_solver_is_chosen_and_told_what_it_has_and_edits_undo() {
    let mut w = open(App::empty(), 1280.0, 1200.0);
    let shows = |w: &Window, label: &str| w.query_all_by_label(label).next().is_some();
    assert!(shows(&w, "Sub-steps") && !shows(&w, "Iterations"));
    w.get_by_role_and_label(Role::ComboBox, "Solver").click();
    w.run();
    click(&mut w, "Sequential impulses");
    // What this solver does not have is not shown.
    for label in ["Sub-steps", "Relaxing", "Joint solver"] {
        assert!(!shows(&w, label), "{label}");
    }
    type_number(&mut w, "Iterations", "25");
    type_number(&mut w, "Beta", "0.3");
    type_number(&mut w, "Slop", "0.01");
    w.get_by_role_and_label(Role::ComboBox, "Overlap").click();
    w.run();
    click(&mut w, "Baumgarte");
    let world = w.state().app.document().world;
    let told = Parameters { iterations: 25, position_correction: PositionCorrection::Baumgarte, beta: 0.3, slop: 0.01 };
    assert_eq!((world.solver, world.solver_parameters.sequential_impulses), (Solver::SequentialImpulses, told));
    let running = w.state().app.stage().world().settings();
    assert_eq!((running.solver, running.solver_parameters), (world.solver, world.solver_parameters));
    for _ in 0..5 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(w.state().app.document().world, Default::default());
}

#[test]
fn several_bodies_change_their_kind_in_one_undo() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    w.get_by_role_and_label(Role::ComboBox, "Body type").click();
    w.run();
    click(&mut w, "Static");
    let kinds = |w: &Window| w.state().app.document().bodies.iter().map(|b| b.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&w), [BodyKind::Static; 3]);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(kinds(&w), [BodyKind::Static, BodyKind::Dynamic, BodyKind::Dynamic]);
}

#[test]
fn a_corner_that_would_spoil_a_polygon_is_refused_and_the_shape_stays() {
    let mut app = App::empty();
    let vertices = vec![Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)];
    let shape = ShapeDoc::new(Geometry::Polygon { vertices: vertices.clone(), rounding: 0.0 });
    app.apply(DocumentCommand::Add(
        BodyDoc { id: "tri".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() }.into(),
    ));
    let mut w = open(app, 1280.0, 1100.0);
    type_number(&mut w, "Corner 3 y", "0");
    let Geometry::Polygon { vertices: now, .. } = &w.state().app.document().body("tri").expect("it").shapes[0].geometry else { panic!() };
    assert_eq!(*now, vertices);
    // By the names of the panels, not by the path in the file.
    let told = says(&w, |l| l.contains("was refused") && l.contains("refused: tri") && !l.contains("bodies["));
    assert!(told, "the refusal is said: {:?}", warnings(&mut w));
}

#[test]
fn layers_are_switched_one_by_one_and_each_click_is_one_undo() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 900.0);
    let filter = |w: &Window| w.state().app.document().body("upper").unwrap().shapes[0].filter;
    assert!(w.query_by_label("Touches layer 1").is_none(), "closed while it is the usual filter");
    click(&mut w, "Collision layers");
    let (first, last) = (bounds(&w, "On layer 1"), bounds(&w, "On layer 16"));
    assert!(first.right() < last.left() && last.right() <= 1280.0 && first.left() > 1280.0 - 304.0 + 60.0, "{first:?} {last:?}");
    assert_eq!(first.left(), bounds(&w, "Touches layer 1").left(), "layers stand below each other");
    click(&mut w, "On layer 3");
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX });
    click(&mut w, "Touches layer 1");
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX - 1 });
    // The crate below and the ground are on layer 1.
    w.state_mut().app.apply(RunCommand::StepForward);
    let upper = w.state().app.stage().names().bodies.id("upper").unwrap();
    assert!(w.state().app.stage().world().contacts().iter().all(|c| c.collider_a.body != upper && c.collider_b.body != upper));
    w.state_mut().app.apply(HistoryCommand::Undo);
    w.run();
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX });
    w.state_mut().app.apply(HistoryCommand::Undo);
    w.run();
    assert_eq!(filter(&w), CollisionFilter::default());
}

#[test]
fn entering_a_field_and_leaving_it_changes_nothing() {
    let mut app = App::empty();
    let mut body = crate_at("box", 1.234_567, 3.0);
    body.angle = 0.712_345_6;
    app.apply(DocumentCommand::Add(body.clone().into()));
    let mut w = open(app, 1280.0, 800.0);
    for label in ["Position x", "Angle"] {
        w.get_by_role_and_label(Role::SpinButton, label).simulate_click();
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
    }
    assert_eq!(w.state().app.document().body("box"), Some(&body));
    assert_eq!(w.state().app.undo_label(), Some("Add box"));
}

#[test]
fn dragging_a_materials_number_is_one_undo() {
    use collidoscope::scene::document::MaterialDoc;
    let mut app = App::empty();
    let ice = MaterialDoc { friction: Some(0.1), ..MaterialDoc::default() };
    app.apply(DocumentCommand::EditMaterial { name: "ice".into(), material: Some(ice) });
    let mut w = open(app, 1280.0, 1200.0);
    let friction = |w: &Window| w.state().app.document().materials["ice"].friction;
    let field = rect_of(w.get_by_role_and_label(Role::SpinButton, "Friction of ice").raw_bounds());
    drag(&mut w, field.center(), field.center() + vec2(50.0, 0.0), PointerButton::Primary);
    assert!(friction(&w).is_some_and(|f| f > 0.3), "{:?}", friction(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(friction(&w), Some(0.1));
    click(&mut w, "Remove material ice");
    assert!(w.state().app.document().materials.is_empty());
}

#[test]
fn static_friction_is_never_left_below_that_of_sliding() {
    use collidoscope::scene::document::MaterialDoc;
    let mut app = App::empty();
    let rubber = MaterialDoc { friction: Some(0.5), static_friction: Some(0.6), ..MaterialDoc::default() };
    app.apply(DocumentCommand::EditMaterial { name: "rubber".into(), material: Some(rubber) });
    let mut w = open(app, 1280.0, 1400.0);
    let material = |w: &Window| w.state().app.document().materials["rubber"];
    let pull = |w: &mut Window, label: &str, way: f32| {
        let field = rect_of(w.get_by_role_and_label(Role::SpinButton, label).raw_bounds());
        drag(w, field.center(), field.center() + vec2(way, 0.0), PointerButton::Primary);
    };
    // Sliding friction takes the static one along, downwards the static one stops at it.
    pull(&mut w, "Friction of rubber", 50.0);
    let sliding = material(&w).friction.expect("it was dragged");
    assert!(sliding > 0.7 && material(&w).static_friction == Some(sliding), "{:?}", material(&w));
    pull(&mut w, "Static friction of rubber", 30.0);
    assert!(material(&w).static_friction.is_some_and(|own| own > sliding + 0.1), "{:?}", material(&w));
    pull(&mut w, "Static friction of rubber", -200.0);
    assert_eq!((material(&w).friction, material(&w).static_friction), (Some(sliding), Some(sliding)));
    (0..3).for_each(|_| key(&mut w, Modifiers::COMMAND, Key::Z));
    assert_eq!(material(&w), rubber);
}

/// Another scene opened where the last one had been scrolled to: its name and its description were out of sight.
#[test]
fn another_scene_shows_its_inspector_from_the_top() {
    let opened = |names: &[&str]| {
        let mut w = open(App::empty(), 1280.0, 600.0);
        w.run();
        for name in names {
            event(&mut w, Event::PointerMoved(pos2(1200.0, 300.0)));
            for _ in 0..5 {
                event(
                    &mut w,
                    Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta: vec2(0.0, -200.0), modifiers: Modifiers::NONE },
                );
            }
            w.run();
            w.state_mut().app.apply(FileCommand::OpenShipped((*name).into()));
            w.run();
        }
        w
    };
    let top = |w: &Window| bounds(w, "Edit title and text").top();
    assert_eq!(top(&opened(&["pyramid", "newtons_cradle"])), top(&opened(&["newtons_cradle"])));
}

/// Dragging and turning took a hinge to the world along, typed numbers left it behind.
#[test]
fn a_typed_pose_takes_along_what_holds_the_body_to_the_world_as_a_drag_does() {
    let hinge = || JointDoc {
        body_b: "bar".into(),
        ..JointDoc::between(Vec2::new(1.0, 2.0), Vec2::new(1.0, 2.0), JointKind::Revolute(Revolute::default()))
    };
    let scene = || {
        let mut app = App::empty();
        app.apply(DocumentCommand::Add(crate_at("bar", 0.0, 2.0).into()));
        app.apply(DocumentCommand::Add(hinge().into()));
        app.apply(ViewCommand::Select(vec![Item::Body("bar".into())]));
        app.take_notices();
        app
    };
    let anchor = |app: &App| app.document().joints[0].anchor_b;
    let (mut w, mut dragged) = (open(scene(), 1280.0, 1000.0), scene());
    w.run();
    type_number(&mut w, "Angle", "90");
    type_number(&mut w, "Position x", "3");
    type_number(&mut w, "Position y", "5");
    let motion = |shift: Vec2, turn: f32| DocumentCommand::Move {
        items: vec![Item::Body("bar".into())],
        shift,
        turn,
        pivot: Vec2::new(0.0, 2.0),
        gesture: 0,
    };
    dragged.apply(motion(Vec2::ZERO, std::f32::consts::FRAC_PI_2));
    dragged.apply(motion(Vec2::new(3.0, 3.0), 0.0));
    let app = &w.state().app;
    // By hand: one metre to the right of the middle becomes one metre above it.
    assert!((anchor(app) - Vec2::new(3.0, 6.0)).length() < 1e-5, "{}", anchor(app));
    assert!((anchor(app) - anchor(&dragged)).length() < 1e-5);
    assert_eq!(app.document().joints[0].anchor_a, anchor(app));
    for _ in 0..3 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(anchor(&w.state().app), Vec2::new(1.0, 2.0), "undo takes it back");
}

/// The range says "select a turret", a click selects the body of one, and nothing there led to its list of misses.
#[test]
fn a_body_that_carries_a_launcher_leads_to_it() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("aim_range".into()));
    let launcher = app.document().launchers[3].clone();
    let mount = launcher.body.expect("it stands on a turret");
    app.apply(ViewCommand::Select(vec![Item::Body(mount)]));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    click(&mut w, &format!("Show {}", launcher.id));
    assert_eq!(w.state().app.selection(), [Item::Launcher(launcher.id)]);
}

/// In mid-run several selected bodies showed where they had started, as if they were there.
#[test]
fn start_values_of_several_bodies_say_so_in_mid_run_as_those_of_one_do() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let said = |w: &Window| ["INITIAL POSE", "INITIAL VELOCITY"].map(|section| says(w, |words| words == section));
    assert_eq!(said(&w), [true, true]);
    w.state_mut().app.apply(RunCommand::Reset);
    w.run();
    assert_eq!(said(&w), [false, false], "at the start both are one");
    assert!(w.query_by_role_and_label(Role::SpinButton, "Velocity y").is_some());
}

/// It was a strip of a few points between the fields.
#[test]
fn the_button_that_removes_a_waypoint_is_as_high_as_other_buttons() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("waypoints".into()));
    let controlled = app.document().bodies.iter().find(|body| body.control.as_ref().is_some_and(|c| !c.waypoints.is_empty()));
    let id = controlled.expect("one goes through waypoints").id.clone();
    app.apply(ViewCommand::Select(vec![Item::Body(id)]));
    let mut w = open(app, 1280.0, 3000.0);
    w.run();
    let height = |w: &Window, label: &str| {
        let all: Vec<Rect> = w.query_all_by(|n| n.label().is_some_and(|l| l.ends_with(label))).map(|n| rect_of(n.raw_bounds())).collect();
        all.first().expect("it is shown").height()
    };
    assert_eq!(height(&w, "Remove waypoint"), height(&w, "Add waypoint"));
}

/// Several bodies showed what they share, several joints nothing but buttons.
#[test]
fn several_joints_show_what_they_share_and_change_in_one_undo() {
    let mut app = App::empty();
    for (id, x) in [("left", -2.0), ("right", 2.0)] {
        app.apply(DocumentCommand::Add(crate_at(&format!("{id} box"), x, 3.0).into()));
        let joint = JointDoc::at(Vec2::new(x, 3.0), Revolute::default());
        app.apply(DocumentCommand::Add(JointDoc { id: id.into(), body_b: format!("{id} box"), ..joint }.into()));
    }
    app.apply(ViewCommand::Select(vec![Item::Joint("left".into()), Item::Joint("right".into())]));
    let mut w = open(app, 1280.0, 1400.0);
    let motors = |w: &Window| w.state().app.document().joints.iter().map(|joint| joint.kind.motor()).collect::<Vec<_>>();
    w.get_by_role_and_label(Role::CheckBox, "Motor").click();
    w.run();
    assert!(motors(&w).iter().all(Option::is_some), "{:?}", motors(&w));
    type_number(&mut w, "Max torque", "25");
    assert!(motors(&w).iter().all(|motor| motor.is_some_and(|motor| motor.max_effort == 25.0)), "{:?}", motors(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(motors(&w).iter().all(|motor| motor.is_some_and(|motor| motor.max_effort == 10.0)), "one undo: {:?}", motors(&w));
    let mut one = w.state().app.document().joints[1].clone();
    one.strength.force = Some(70.0);
    w.state_mut().app.apply(DocumentCommand::Edit { id: "right".into(), to: one.into(), gesture: 0 });
    w.run();
    // The number stands for those that have it.
    type_number(&mut w, "Breaking force", "90");
    let forces = |w: &Window| w.state().app.document().joints.iter().map(|joint| joint.strength.force).collect::<Vec<_>>();
    assert_eq!(forces(&w), [None, Some(90.0)]);
    w.get_by_role_and_label(Role::CheckBox, "Breaks by force (mixed)").click();
    w.run();
    assert_eq!(forces(&w), [Some(1000.0), Some(90.0)]);
}

/// A material kept the name that it was made with for ever, and Ctrl+K did not find it.
#[test]
fn a_material_is_renamed_with_the_shapes_that_are_made_of_it_and_found_by_its_name() {
    use collidoscope::scene::document::MaterialDoc;
    let mut app = stack();
    let ice = MaterialDoc { density: Some(0.9), friction: Some(0.05), ..MaterialDoc::default() };
    app.apply(DocumentCommand::EditMaterial { name: "ice".into(), material: Some(ice) });
    let mut body = app.document().bodies[1].clone();
    body.shapes[0].material = Some("ice".into());
    let id = body.id.clone();
    app.apply(DocumentCommand::Edit { id: id.clone(), to: body.into(), gesture: 0 });
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.state_mut().app.apply(ViewCommand::Select(Vec::new()));
    w.run();
    w.get_by_label("Name of ice").focus();
    w.run();
    key(&mut w, Modifiers::COMMAND, Key::A);
    w.get_by_label("Name of ice").type_text("snow");
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    let document = w.state().app.document();
    assert_eq!(document.materials.get("snow"), Some(&ice));
    assert!(!document.materials.contains_key("ice"));
    assert_eq!(document.body(&id).unwrap().shapes[0].material.as_deref(), Some("snow"));
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(w.state().app.document().body(&id).unwrap().shapes[0].material.as_deref(), Some("ice"));
    w.run();
    key(&mut w, Modifiers::COMMAND, Key::K);
    w.get_by_role_and_label(Role::TextInput, "Find a command").type_text("ice");
    w.run();
    assert!(w.query_by_label("Material: ice").is_some());
}
