//! The microscope's workspace as a person (or a screen reader) meets it: found by label, by keys, by pointing.

use crate::kit::*;
use collidoscope::engine::math::atan2;
use collidoscope::lens::microscope::MICROSCOPES;
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::lens::microscope::solver::Ghost;

/// The workspace with the first example of a microscope under it.
fn workspace(id: &str, size: (f32, f32)) -> Window {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..40 {
        app.apply(RunCommand::StepForward);
    }
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some(id.into()) });
    app.apply(MicroscopeCommand::Example(0));
    let mut window = open(app, size.0, size.1);
    window.run();
    window
}

fn frame(w: &Window) -> usize {
    w.state().app.bench().expect("open").frame()
}

#[test]
fn the_workspace_names_its_views_tabs_and_buttons() {
    for microscope in MICROSCOPES {
        let mut w = workspace(microscope.id, (1280.0, 800.0));
        for label in ["World", "Back to scene", "Predict: off", "Export", "Step on", "Last frame", "Play"] {
            assert!(w.query_by_label(label).is_some(), "{}: there is no \"{label}\"", microscope.id);
        }
        assert!(w.query_by_label(microscope.name).is_some(), "the present one has a tab");
        let has_tab = MICROSCOPES.iter().filter(|other| w.query_by_label(other.name).is_some()).count();
        assert!(has_tab >= 6, "{has_tab} tabs in a bar of 1280 points");
        w.get_by_label_contains("More").click();
        w.run();
        for other in MICROSCOPES {
            assert!(w.query_by_label(other.name).is_some(), "{} has neither a tab nor a line in the menu", other.name);
        }
    }
}

#[test]
fn the_next_contact_is_watched_and_looked_into_by_keys_alone() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..40 {
        app.apply(RunCommand::StepForward);
    }
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let mut met = Vec::new();
    for _ in 0..3 {
        key(&mut w, Modifiers::NONE, Key::N);
        assert_eq!(w.state().app.selection().len(), 2, "both bodies are selected");
        met.push(w.state().app.pair().expect("a contact"));
    }
    assert!(met[0] != met[1] && met[1] != met[2]);
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert!(w.state().app.bench().is_some());
    assert_eq!(w.state().app.pair(), Some(met[2]), "the chosen one lies under the microscope");
}

#[test]
fn keys_step_turn_jump_switch_and_leave() {
    let mut w = workspace("gjk", (1280.0, 800.0));
    let last = w.state().app.bench().expect("open").film().last();
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(frame(&w), 2);
    key(&mut w, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(frame(&w), 1);
    key(&mut w, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(frame(&w), 3, "an iteration of three frames");
    key(&mut w, Modifiers::NONE, Key::End);
    assert_eq!(frame(&w), last);
    key(&mut w, Modifiers::NONE, Key::Home);
    assert_eq!(frame(&w), 0);
    key(&mut w, Modifiers::NONE, Key::Num5);
    assert_eq!(w.state().app.bench().and_then(|b| b.example()).map(|e| e.name), Some("gjk_5_published"));
    key(&mut w, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(w.state().app.bench().map(|b| b.microscope().id), Some("epa"));
    key(&mut w, Modifiers::COMMAND, Key::ArrowRight);
    assert!(w.state().app.bench().expect("open").is_changed(), "Ctrl and an arrow move B");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(!w.state().app.bench().expect("open").is_changed());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.bench().is_none());
}

#[test]
fn enter_and_a_double_click_look_inside_a_stage_and_backspace_comes_back() {
    let mut w = workspace("pipeline", (1280.0, 800.0));
    let at = |w: &Window| w.state().app.bench().map(|b| (b.microscope().id, b.frame())).expect("open");
    let clip = w.state().app.bench().expect("open").film().place_of("clip", 2).expect("two points are clipped");
    for _ in 0..clip {
        key(&mut w, Modifiers::NONE, Key::ArrowRight);
    }
    assert!(w.query_by_label("Look inside: Clipping  Enter").is_some());
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(at(&w), ("clip", 2));
    assert!(w.query_by_label("Back to the pipeline  ⌫").is_some());
    key(&mut w, Modifiers::NONE, Key::Backspace);
    assert_eq!(at(&w), ("pipeline", clip));
    key(&mut w, Modifiers::SHIFT, Key::ArrowRight);
    let group = w.state().app.bench().and_then(|b| b.film().group_of(b.frame()).cloned()).expect("a header");
    assert_eq!((group.name.as_str(), group.from), ("Clipping", frame(&w)), "Shift and an arrow go on by a stage");
    let picture = bounds(&w, &format!("Frame {}: reference", clip + 1)).center();
    let press = |pressed| Event::PointerButton { pos: picture, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    event(&mut w, Event::PointerMoved(picture));
    // In one frame: the harness lets a quarter of a second pass between frames.
    w.input_mut().events.extend([true, false, true, false].map(press));
    w.step();
    w.run();
    assert_eq!(at(&w), ("clip", 2));
}

/// The strip followed the frame only when that changed: after a change of theme the pictures had another width, and
/// the shown frame was out of sight.
#[test]
fn the_shown_frame_stays_in_sight_in_the_strip_when_the_theme_changes_its_pictures() {
    let mut w = workspace("epa", (1280.0, 800.0));
    key(&mut w, Modifiers::NONE, Key::Num4);
    key(&mut w, Modifiers::NONE, Key::End);
    let last = frame(&w);
    assert!(last > 30, "a strip longer than the window");
    let in_sight = |w: &Window| {
        let picture = w.get_by_label(&format!("Frame {}: result", last + 1)).raw_bounds().expect("it has a place");
        picture.x0 >= 0.0 && picture.x1 <= 1280.0
    };
    assert!(in_sight(&w));
    for theme in Theme::ALL {
        w.state_mut().app.apply(ViewCommand::SetTheme(theme));
        for _ in 0..3 {
            w.run();
        }
        assert!(in_sight(&w), "{theme:?}");
    }
}

#[test]
fn the_gate_asks_and_a_digit_answers() {
    let mut w = workspace("gjk", (1280.0, 800.0));
    key(&mut w, Modifiers::NONE, Key::P);
    let question = w.state().app.open_question().expect("a question at the first frame");
    assert!(w.query_by_label(&question.prompt).is_some());
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(frame(&w), 0, "the film is held");
    let AnswerKind::Choose { right, .. } = question.kind else { panic!("a choice") };
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
    key(&mut w, Modifiers::NONE, digits[right]);
    assert_eq!(w.state().app.score().right, 1);
    let why = format!("Right. {}", question.why);
    assert!(w.query_by_label(&why).is_some(), "the reason is told");
    let example = |w: &Window| w.state().app.bench().and_then(|b| b.example()).map(|e| e.name);
    let before = example(&w);
    for digit in [Key::Num2, Key::Num4, Key::Num7] {
        key(&mut w, Modifiers::NONE, digit);
    }
    assert_eq!((example(&w), frame(&w)), (before, 0), "digits belong to the question while it stands there");
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(frame(&w), 1);
}

#[test]
fn a_number_is_answered_by_typing_it_at_once() {
    let mut w = workspace("broad", (1280.0, 800.0));
    key(&mut w, Modifiers::NONE, Key::P);
    while !w.state().app.open_question().is_some_and(|q| matches!(q.kind, AnswerKind::Number { .. })) {
        let question = w.state().app.open_question().expect("a number is asked for before the film ends");
        let AnswerKind::Choose { right, .. } = question.kind else { panic!("a choice") };
        key(&mut w, Modifiers::NONE, [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][right]);
        key(&mut w, Modifiers::NONE, Key::Enter);
    }
    let example = w.state().app.bench().and_then(|b| b.example()).map(|e| e.name);
    let before = w.state().app.score().answered;
    key(&mut w, Modifiers::NONE, Key::Num3);
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    assert_eq!(w.state().app.score().answered, before + 1, "the number was taken");
    assert_eq!(w.state().app.bench().and_then(|b| b.example()).map(|e| e.name), example, "and no example laid down");
}

#[test]
fn a_written_figure_is_told() {
    let mut app = App::empty();
    app.apply(FileCommand::FigureWritten("film.svg".into()));
    assert!(app.take_notices().iter().any(|n| n.kind == NoticeKind::Done && n.text == "Exported film.svg"));
}

#[test]
fn a_click_on_a_small_picture_jumps_there_and_tabs_change_the_microscope() {
    let mut w = workspace("sat", (1280.0, 800.0));
    w.get_by_label("Frame 3: best so far").click();
    w.run();
    assert_eq!(frame(&w), 2);
    w.get_by_label("EPA").click();
    w.run();
    assert_eq!(w.state().app.bench().map(|b| b.microscope().id), Some("epa"));
    w.get_by_label("Back to scene").click();
    w.run();
    assert!(w.state().app.bench().is_none());
}

#[test]
fn the_pointer_on_a_number_lights_its_geometry() {
    let mut w = workspace("gjk", (1280.0, 1000.0));
    let text = {
        let film = w.state().app.bench().expect("open").film();
        let distance = film.frames[0].card.quantities().find(|q| q.symbol == "|v|").expect("|v|");
        distance.text()
    };
    let at = bounds(&w, &text).center();
    event(&mut w, Event::PointerMoved(at));
    w.run();
    let lit = w.state().app.bench().expect("open").lit().to_vec();
    assert!(lit.iter().any(|p| p.kind == collidoscope::lens::microscope::part::PartKind::Nearest), "{lit:?}");
    event(&mut w, Event::PointerMoved(pos2(640.0, 795.0)));
    w.run();
    assert!(w.state().app.bench().expect("open").lit().is_empty());
}

#[test]
fn dragging_in_the_world_moves_a_shape_and_undoes_as_one() {
    let mut w = workspace("sat", (1280.0, 800.0));
    let before = w.state().app.bench().expect("open").specimen().clone();
    let world = bounds(&w, "World");
    // Where the view puts the middle of the smaller shape; the title takes a little off its height, the shape is
    // larger than that.
    let film = w.state().app.bench().expect("open").film();
    let view = film.view(collidoscope::draw::Sheet::World, world.aspect_ratio()).expect("a view");
    let away = (before.center() - view.center) * (world.height() / view.height);
    let from = world.center() + vec2(away.x, -away.y);
    let press = |pressed, pos: Pos2| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    event(&mut w, Event::PointerMoved(from));
    event(&mut w, press(true, from));
    for i in 1..=6 {
        event(&mut w, Event::PointerMoved(from + vec2(8.0 * i as f32, 4.0 * i as f32)));
    }
    event(&mut w, press(false, from + vec2(48.0, 24.0)));
    w.run();
    assert!(w.state().app.bench().expect("open").is_changed(), "the drag moved a shape");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(*w.state().app.bench().expect("open").specimen(), before);
}

#[test]
fn the_workspace_shows_in_every_theme_and_size_without_a_panic() {
    for microscope in MICROSCOPES {
        for size in [(1280.0, 800.0), (1920.0, 1080.0), (700.0, 480.0), (320.0, 240.0)] {
            let mut w = workspace(microscope.id, size);
            for theme in Theme::ALL {
                w.state_mut().app.apply(ViewCommand::SetTheme(theme));
                w.run();
                key(&mut w, Modifiers::NONE, Key::End);
            }
        }
    }
}

#[test]
fn every_number_of_the_card_stands_on_the_screen() {
    let mut w = workspace("gjk", (1920.0, 1400.0));
    for _ in 0..4 {
        let texts: Vec<String> = {
            let bench = w.state().app.bench().expect("open");
            bench.film().frame(bench.frame()).card.quantities().map(|q| q.text()).collect()
        };
        for text in texts {
            assert!(w.query_all_by_label(&text).next().is_some(), "{text} is not shown");
        }
        key(&mut w, Modifiers::NONE, Key::ArrowRight);
    }
}

/// Drags with the first button from one point over others.
fn drag(w: &mut Window, from: Pos2, over: &[Pos2]) {
    let press = |pressed, pos: Pos2| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    event(w, Event::PointerMoved(from));
    event(w, press(true, from));
    over.iter().for_each(|&at| event(w, Event::PointerMoved(at)));
    event(w, press(false, *over.last().expect("somewhere")));
    w.run();
}

fn options(w: &Window) -> collidoscope::lens::microscope::Options {
    w.state().app.bench().expect("open").specimen().options
}

#[test]
fn knobs_in_the_pictures_turn_the_start_direction_and_the_free_axis_one_edit_a_drag() {
    for (microscope, label, handles) in [("gjk", "Handle of start direction", 2), ("sat", "Handle of your own axis", 1)] {
        for index in 0..handles {
            let mut w = workspace(microscope, (1280.0, 800.0));
            let before = w.state().app.bench().expect("open").specimen().clone();
            let angle = |w: &Window| options(w).gjk.start_direction.map(|d| atan2(d.y, d.x)).or(options(w).free_axis);
            assert_eq!(angle(&w), None);
            let bounds = w.get_all_by_label(label).nth(index).expect("a handle").raw_bounds().expect("it has a place");
            let knob = pos2(0.5 * (bounds.x0 + bounds.x1) as f32, 0.5 * (bounds.y0 + bounds.y1) as f32);
            drag(&mut w, knob, &[knob + vec2(0.0, 10.0), knob + vec2(-10.0, 40.0), knob + vec2(-30.0, 70.0)]);
            assert!(angle(&w).is_some(), "{label} {index} did nothing");
            assert_eq!(w.state().app.bench().expect("open").specimen().a, before.a, "the shapes stay where they are");
            key(&mut w, Modifiers::COMMAND, Key::Z);
            assert_eq!(*w.state().app.bench().expect("open").specimen(), before, "one drag is one edit");
        }
    }
}

#[test]
fn the_switches_of_the_solver_stand_in_sight_and_turn_its_ghost() {
    let mut w = workspace("solver", (1280.0, 800.0));
    for (label, ghost) in [("warm starting", Ghost::WarmStarting), ("accumulation", Ghost::Accumulation), ("relaxing", Ghost::Relaxing)] {
        assert!(bounds(&w, label).bottom() < 800.0, "{label} is not in sight");
        w.get_by_label(label).click();
        w.run();
        assert_eq!(options(&w).solver.ghost, Some(ghost));
    }
    let told = options(&w).solver;
    assert_eq!((told.warm_starting, told.accumulation, told.relaxing), (Some(false), Some(false), Some(false)));
    w.get_by_label("the scene").click();
    w.run();
    assert_eq!(options(&w).solver.ghost, Some(Ghost::Scene));
    for _ in 0..4 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert!(!w.state().app.bench().expect("open").is_changed());
}

#[test]
fn the_export_menu_names_every_view_of_the_frame() {
    let mut w = workspace("epa", (1280.0, 800.0));
    w.get_by_label("Export").click();
    w.run();
    for words in ["Frame 1: the world…", "Frame 1: the card…"] {
        assert!(w.query_all_by_label_contains(words).next().is_some(), "no {words}");
    }
    w.get_by_label_contains("Frame 1: the card…").click();
    w.run();
    let effects = w.state_mut().app.take_effects();
    assert!(effects.iter().any(|e| matches!(e, Effect::AskExport { name } if name.ends_with("_epa_1_card.svg"))), "{effects:?}");
}

/// In a scene of curves the key for looking inside said that there was no contact yet.
#[test]
fn where_nothing_touches_the_microscope_shows_what_else_there_is() {
    for (scene, microscope) in [("curve_crossings", "curves"), ("mirrors", "curves"), ("edge_to_shadow", "shadow")] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped(scene.into()));
        app.take_notices();
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
        assert_eq!(w.state().app.bench().map(|bench| bench.microscope().id), Some(microscope), "{scene}");
        assert_eq!(warnings(&mut w), [""; 0], "{scene}");
    }
}

/// Many dials left no line of the source in sight.
#[test]
fn some_lines_of_source_are_in_sight_above_the_dials() {
    for id in ["solver", "gjk", "sat", "toi"] {
        let w = workspace(id, (1280.0, 800.0));
        let is_path = |l: String| l.starts_with("SRC/") || l.starts_with("src/");
        let path = w
            .query_all_by(|n| n.label().or(n.value()).is_some_and(is_path))
            .next()
            .map(|n| rect_of(n.raw_bounds()))
            .expect("the file is named");
        let dials = bounds(&w, "TRY IT");
        assert!(dials.top() - path.bottom() > 90.0, "{id}: {} points", dials.top() - path.bottom());
    }
}

/// A wheel on a joint with the world: from the solver an arrow led to a microscope of two bodies, which warned.
#[test]
fn arrows_pass_over_microscopes_that_refuse_what_lies_there_and_their_tabs_say_why() {
    let mut app = App::empty();
    let wheel = ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    app.apply(DocumentCommand::Add(BodyDoc { position: Vec2::new(0.0, 9.0), shapes: vec![wheel], ..crate_at("wheel", 0.0, 9.0) }.into()));
    let nail = JointDoc::between(Vec2::new(0.3, 9.0), Vec2::new(0.3, 0.0), JointKind::Revolute(Revolute::default()));
    app.apply(DocumentCommand::Add(JointDoc { id: "nail".into(), body_b: "wheel".into(), ..nail }.into()));
    app.apply(ViewCommand::Select(vec![Item::Joint("nail".into())]));
    app.apply(MicroscopeCommand::Open { pair: None, microscope: None });
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let shown = |w: &Window| w.state().app.bench().map(|b| b.microscope().id).expect("open");
    let mut seen = vec![shown(&w)];
    for way in [Key::ArrowDown, Key::ArrowUp] {
        for _ in 0..4 {
            key(&mut w, Modifiers::NONE, way);
            seen.push(shown(&w));
            assert_eq!(warnings(&mut w), Vec::<String>::new(), "{seen:?}");
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, ["integrators", "lagrange", "solver"]);
    assert!(w.get_by_role_and_label(Role::RadioButton, "SAT").is_disabled());
}

/// The card told normal and depth of the stored contact while the film asked for them.
#[test]
fn predictions_are_not_told_by_what_the_scene_stored() {
    let mut app = stack();
    app.apply(MicroscopeCommand::Open { pair: app.pair(), microscope: Some("sat".into()) });
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    let is_told = |w: &Window| says(w, |words| words.contains("the engine stored"));
    assert!(is_told(&w), "without predictions");
    w.state_mut().app.apply(MicroscopeCommand::SetGate(true));
    w.state_mut().app.apply(MicroscopeCommand::Frame(0));
    w.run();
    assert!(w.state().app.open_question().is_some() && !is_told(&w));
    for _ in 0..100 {
        w.state_mut().app.apply(MicroscopeCommand::Reveal);
        w.state_mut().app.apply(MicroscopeCommand::Step(1));
    }
    w.run();
    assert!(is_told(&w), "all is answered");
}

/// With predictions on a digit loaded an example where no question was open.
#[test]
fn with_predictions_on_a_digit_loads_no_example() {
    let mut w = workspace("sat", (1280.0, 800.0));
    w.state_mut().app.apply(MicroscopeCommand::Frame(usize::MAX));
    w.state_mut().app.apply(MicroscopeCommand::SetGate(true));
    w.run();
    let here = w.state().app.bench().expect("open").example().map(|example| example.name);
    // Through all frames, answered or not.
    for _ in 0..40 {
        key(&mut w, Modifiers::NONE, Key::Num2);
        key(&mut w, Modifiers::NONE, Key::ArrowRight);
        if w.state().app.open_question().is_some() {
            w.state_mut().app.apply(MicroscopeCommand::Reveal);
        }
    }
    assert_eq!(w.state().app.bench().expect("open").example().map(|example| example.name), here);
}

/// Whoever chose from the menu of microscopes found it in another order the next time.
#[test]
fn the_menu_of_microscopes_keeps_its_order() {
    let order = |w: &mut Window| {
        w.get_by_label_contains("More").click();
        w.run();
        let at = |name: &str| w.query_all_by_label(name).map(|n| rect_of(n.raw_bounds())).max_by(|a, b| a.top().total_cmp(&b.top()));
        let mut rows: Vec<(f32, &str)> = MICROSCOPES.iter().filter_map(|m| Some((at(m.name)?.top(), m.name))).collect();
        let bar = rows.iter().map(|(top, _)| *top).fold(f32::INFINITY, f32::min);
        rows.retain(|(top, _)| *top > bar + 10.0);
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    let all: Vec<Vec<&str>> = ["sat", "pipeline", "smoke", "curves"].map(|id| order(&mut workspace(id, (1280.0, 800.0)))).into();
    let longest = all.iter().max_by_key(|rows| rows.len()).expect("some");
    for rows in &all {
        // The present one stands in the bar and not in the menu.
        assert!(longest.len() - rows.len() <= 1 && longest.iter().filter(|name| rows.contains(*name)).eq(rows), "{rows:?}, {longest:?}");
    }
}

/// Dragging a body at the result of EPA led to a frame in the middle of a longer film.
#[test]
fn a_drag_at_the_result_stays_at_the_result() {
    let mut w = workspace("epa", (1280.0, 800.0));
    let app = &mut w.state_mut().app;
    app.apply(MicroscopeCommand::Frame(usize::MAX));
    let mut lengths = std::collections::BTreeSet::new();
    for step in 0..30 {
        let shift = Vec2::new(0.03, if step % 2 == 0 { 0.04 } else { -0.02 });
        app.apply(MicroscopeCommand::Move { side: collidoscope::lens::microscope::Side::B, shift, gesture: 1 });
        let bench = app.bench().expect("open");
        assert_eq!(bench.frame(), bench.film().last(), "step {step}");
        lengths.insert(bench.film().last());
    }
    assert!(lengths.len() > 1, "{lengths:?}");
}
