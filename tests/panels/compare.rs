//! The comparison of solvers, as a person meets it.

use crate::kit::*;
use collidoscope::app::CompareCommand;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SOLVERS;

fn compared() -> Window {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("ragdoll".to_owned()));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    key(&mut w, Modifiers::SHIFT, Key::C);
    w
}

fn solvers(w: &Window) -> Vec<Solver> {
    w.state().app.comparison().map(|comparison| comparison.solvers()).unwrap_or_default()
}

#[test]
fn the_key_opens_panes_and_escape_leads_back() {
    let mut w = compared();
    assert_eq!(solvers(&w).len(), 4);
    w.run();
    assert_eq!(w.state().ui.panes.len(), 4);
    assert!(w.state().ui.canvas.is_none(), "the scene's own picture is not painted below them");
    for (rect, picture) in &w.state().ui.panes {
        assert!(rect.is_positive() && !picture.marks.is_empty());
    }
    for title in ["Plot: Energy", "Plot: Worst joint error", "Plot: Worst overlap", "Plot: Time per step"] {
        w.get_by_label(title);
    }
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(solvers(&w).is_empty());
    w.run();
    assert!(w.state().ui.panes.is_empty() && w.state().ui.canvas.is_some());
}

/// At the start the axis of energy went from one last figure of the same number to the next, 13.304 to 13.31.
#[test]
fn at_the_start_the_axis_of_energy_begins_at_zero() {
    let mut w = compared();
    w.run();
    // Beside that of the time per step.
    let zeros = |w: &Window| crate::graphs::painted(w).iter().filter(|text| *text == "0").count();
    assert!(zeros(&w) >= 2, "{:?}", crate::graphs::painted(&w));
}

/// What was read off a plot ended at its border: "0.951 s:", and no value.
#[test]
fn the_pointer_reads_the_values_of_all_solvers_off_a_plot() {
    let mut w = compared();
    (0..30).for_each(|_| w.state_mut().app.apply(RunCommand::StepForward));
    w.run();
    let plot = bounds(&w, "Plot: Energy");
    event(&mut w, Event::PointerMoved(pos2(plot.right() - 20.0, plot.bottom() - 30.0)));
    w.run();
    for solver in solvers(&w) {
        let read = |n: &str| n.starts_with(&format!("{}: ", solver.row().name)) && n.ends_with(" J");
        let shown = w.query_all_by(|n| n.label().or(n.value()).is_some_and(|l| read(&l))).map(|n| rect_of(n.raw_bounds())).next();
        let at = shown.unwrap_or_else(|| panic!("{} is not read", solver.row().name));
        assert!(w.ctx.screen_rect().contains_rect(at), "{at}");
    }
}

#[test]
fn the_command_search_opens_it() {
    let mut w = window();
    key(&mut w, Modifiers::COMMAND, Key::K);
    w.get_by_role_and_label(Role::TextInput, "Find a command").type_text("compare solvers");
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(solvers(&w).len(), 4);
}

#[test]
fn time_is_that_of_all_panes() {
    let mut w = compared();
    key(&mut w, Modifiers::NONE, Key::Period);
    key(&mut w, Modifiers::NONE, Key::Period);
    key(&mut w, Modifiers::NONE, Key::Comma);
    let steps = |w: &Window| -> Vec<u64> {
        w.state().app.comparison().expect("open").panes().iter().map(|pane| pane.stage().expect("it runs").step_count()).collect()
    };
    assert_eq!(steps(&w), [1; 4]);
    assert_eq!(w.state().app.stage().step_count(), 0, "the scene stands");
    key(&mut w, Modifiers::NONE, Key::Space);
    assert!(w.state().app.is_playing());
    key(&mut w, Modifiers::NONE, Key::R);
    assert_eq!(steps(&w), [0; 4]);
}

#[test]
fn solvers_are_chosen_in_the_bar_and_used_from_a_pane() {
    let mut w = compared();
    let before = solvers(&w);
    assert!(!before.contains(&Solver::OneContact));
    click(&mut w, "Compare Linear complementarity");
    assert_eq!(solvers(&w).len(), 3);
    click(&mut w, "Compare One contact at a time");
    assert!(solvers(&w).contains(&Solver::OneContact) && solvers(&w).len() == 4);
    click(&mut w, "Use One contact at a time");
    assert!(solvers(&w).is_empty());
    assert_eq!(w.state().app.document().world.solver, Solver::OneContact);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(w.state().app.document().world.solver, Solver::SoftStep);
}

#[test]
fn a_click_in_a_pane_looks_inside_and_back_leads_to_the_panes() {
    let mut w = compared();
    (0..90).for_each(|_| w.state_mut().app.apply(RunCommand::StepForward));
    w.run();
    click(&mut w, "Look inside Sequential impulses");
    assert_eq!(w.state().app.bench().expect("open").microscope().id, "solver");
    click(&mut w, "Back to panes");
    assert!(w.state().app.bench().is_none() && solvers(&w).len() == 4);
    let world = w.state().app.comparison().expect("open").panes()[0].stage().expect("it runs").world();
    let (id, _) = world.joints().next().expect("a joint");
    let anchor = world.joint_readout(id).expect("it reads").anchor_b;
    let rect = w.state().ui.panes[0].0;
    let at = w.state().app.camera().to_screen(anchor);
    let at = rect.min + vec2(at.x, at.y);
    event(&mut w, Event::PointerMoved(at));
    w.run();
    button(&mut w, at, PointerButton::Primary, true);
    button(&mut w, at, PointerButton::Primary, false);
    w.run();
    assert!(w.state().app.bench().is_some(), "the joint under the pointer");
}

#[test]
fn it_fits_small_and_large_windows_in_every_theme() {
    for theme in [Theme::Dark, Theme::Light, Theme::Projector] {
        for size in [(640.0, 420.0), (1280.0, 800.0), (1920.0, 1080.0)] {
            let mut app = App::empty();
            app.apply(FileCommand::OpenShipped("ragdoll".to_owned()));
            app.apply(ViewCommand::SetTheme(theme));
            app.apply(CompareCommand::Open(Vec::new()));
            (0..30).for_each(|_| app.apply(RunCommand::StepForward));
            let mut w = open(app, size.0, size.1);
            w.run();
            assert_eq!(w.state().ui.panes.len(), 4, "{theme:?} {size:?}");
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
            for (i, (rect, _)) in w.state().ui.panes.iter().enumerate() {
                assert!(screen.contains_rect(*rect) && rect.height() > 30.0, "{theme:?} {size:?}: {rect:?}");
                assert!(w.state().ui.panes[..i].iter().all(|(other, _)| !other.shrink(1.0).intersects(rect.shrink(1.0))));
            }
        }
    }
}

#[test]
fn both_plots_of_errors_change_their_axis_by_either_switch() {
    let mut w = compared();
    w.run();
    w.get_by_label("Logarithmic axis: Worst joint error").click();
    w.run();
    for title in ["Linear axis: Worst joint error", "Linear axis: Worst overlap"] {
        w.get_by_label(title);
    }
    assert!(w.query_by_label("Linear axis: Energy").is_none(), "energy has but one axis");
    w.get_by_label("Linear axis: Worst overlap").click();
    w.run();
    w.get_by_label("Logarithmic axis: Worst joint error");
}

/// A toast stood over the plots.
#[test]
fn toasts_stand_over_the_panes_and_clear_of_the_plots() {
    let mut w = compared();
    w.state_mut().app.notify(NoticeKind::Done, "Saved a.json");
    // An area knows its size from the frame before.
    for _ in 0..2 {
        w.run();
    }
    let (toast, plot) = (bounds(&w, "Saved a.json"), bounds(&w, "Plot: Worst overlap"));
    assert!(toast.bottom() < plot.top(), "{toast} over {plot}");
}

/// At 800 × 600 the fifth was cut off at the way back.
#[test]
fn all_solvers_can_be_chosen_in_a_narrow_window() {
    for theme in Theme::ALL {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(theme));
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run();
        key(&mut w, Modifiers::SHIFT, Key::C);
        w.run();
        let back = bounds(&w, "Back to scene");
        for row in SOLVERS.iter() {
            let chip = bounds(&w, &format!("Compare {}", row.name));
            assert!(chip.right() <= 800.0 && !chip.intersects(back) && chip.height() > 15.0, "{theme:?}, {}: {chip}", row.name);
        }
    }
}

/// Small panes ran into one another where nothing was drawn between them.
#[test]
fn each_pane_has_a_border() {
    let mut w = compared();
    w.run();
    let frames: Vec<Rect> = w.output().shapes.iter().filter_map(|clipped| border(&clipped.shape)).collect();
    for (pane, _) in &w.state().ui.panes {
        let is_round = |frame: &&Rect| frame.expand(2.0).contains_rect(*pane) && (frame.width() - pane.width()).abs() < 3.0;
        assert!(frames.iter().any(|frame| is_round(&frame)), "none round {pane}");
    }
}

fn border(shape: &egui::Shape) -> Option<Rect> {
    let egui::Shape::Rect(rect) = shape else { return None };
    (rect.stroke.width > 0.0 && rect.fill == egui::Color32::TRANSPARENT).then_some(rect.rect)
}

/// "Opened Ragdoll" lay over a pane: what was done in the scene is of no use where something else is shown.
#[test]
fn what_was_done_before_does_not_lie_over_the_panes() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("ragdoll".to_owned()));
    let mut w = open(app, 800.0, 600.0);
    w.run_steps(3);
    let opened = |w: &Window| says(w, |words| words.starts_with("Opened"));
    assert!(opened(&w));
    key(&mut w, Modifiers::SHIFT, Key::C);
    assert!(solvers(&w).len() == 4 && !opened(&w));
}
