//! Graphs: made from menus, clicked to go to a moment, hidden and taken away.

use crate::kit::*;
use collidoscope::app::GraphCommand;
use collidoscope::scene::document::{CurveDoc, GraphDoc, Subject};

fn curve(quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::Body("upper".into()), quantity }
}

/// A stack with a graph of the upper crate, read from the start of the run.
fn with_graph(graph: GraphDoc) -> Window {
    let mut app = stack();
    app.apply(GraphCommand::Add(graph));
    while app.timeline().is_filling() {
        app.tick(0.0, &mut || true);
    }
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

/// Where the plot itself lies: right of the axis's numbers, above its title.
fn plot(w: &Window, name: &str) -> Rect {
    bounds(w, name)
}

#[test]
fn the_key_makes_a_graph_of_the_energy_and_hides_it_again() {
    let mut w = open(stack(), 1280.0, 800.0);
    let canvas = w.state().ui.canvas.unwrap();
    key(&mut w, Modifiers::NONE, Key::Q);
    w.run();
    let graphs = &w.state().app.document().graphs;
    assert_eq!(graphs.len(), 1);
    assert!(graphs[0].curves.iter().all(|curve| curve.of == Subject::World) && graphs[0].curves.len() == 3);
    assert!(w.state().ui.canvas.unwrap().height() < canvas.height() - 100.0, "the strip has its room");
    w.state_mut().app.apply(GraphCommand::Toggle { graph: 0, curve: curve("y") });
    key(&mut w, Modifiers::NONE, Key::Q);
    assert_eq!(w.state().ui.canvas.unwrap(), canvas, "hidden");
    assert_eq!(w.state().app.document().graphs.len(), 1, "and not forgotten");
    key(&mut w, Modifiers::NONE, Key::Q);
    click(&mut w, "Remove graph");
    assert!(w.state().app.document().graphs.is_empty());
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(w.state().app.document().graphs.len(), 1);
}

#[test]
fn a_click_goes_to_the_moment_under_the_pointer() {
    let mut w = with_graph(GraphDoc::of(curve("y")));
    let name = "Graph: upper · Position y";
    let plot = plot(&w, name);
    let mut seen = Vec::new();
    for share in [0.25, 0.5, 0.9] {
        let at = pos2(plot.left() + share * plot.width(), plot.center().y);
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Primary, true);
        button(&mut w, at, PointerButton::Primary, false);
        w.run();
        let now = w.state().app.stage().step_count();
        assert!((now as f32 - 20.0 * share).abs() < 2.5, "step {now} at {share}");
        seen.push(now);
    }
    assert!(seen.is_sorted() && w.state().app.timeline().last_step() == 20, "{seen:?}");
}

/// All that is written on the screen, painted texts too.
pub fn painted(w: &Window) -> Vec<String> {
    fn texts(shape: &egui::Shape, into: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => into.push(text.galley.text().to_owned()),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, into)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    w.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut all));
    all
}

/// The place of the pointer was told, and the value had to be guessed from where it stood.
#[test]
fn the_pointer_reads_time_and_value_off_the_curve() {
    let mut w = with_graph(GraphDoc::of(curve("y")));
    let plot = plot(&w, "Graph: upper · Position y");
    let column = |step: u64| w.state().app.timeline().columns().of(&curve("y")).and_then(|column| column.at(step)).expect("it is read");
    let all: Vec<f64> = (0..=20).map(column).collect();
    let middle = pos2(plot.center().x, plot.top() + 0.3 * plot.height());
    event(&mut w, Event::PointerMoved(middle));
    w.run();
    let read = painted(&w)
        .into_iter()
        .find_map(|text| text.strip_prefix("Position y ")?.strip_suffix(" m")?.replace('−', "-").parse::<f64>().ok());
    let read = read.expect("the value stands beside the pointer");
    let time = painted(&w).into_iter().find_map(|text| text.split_once(" s, ")?.0.parse::<f64>().ok()).expect("the time stands there");
    assert!(painted(&w).iter().any(|text| text.ends_with("before this moment")), "step 20 is shown");
    let step = time * 60.0;
    let (below, above) = (all[step as usize], all[step as usize + 1]);
    let expected = below + (step - step.floor()) * (above - below);
    assert!((read - expected).abs() <= 0.02 * (above - below).abs() + 2e-6, "{read} at step {step}, {expected} expected");
}

#[test]
fn a_click_in_a_phase_plot_goes_to_the_nearest_point() {
    let mut w = with_graph(GraphDoc { curves: vec![curve("vy")], against: Some(curve("y")) });
    let plot = plot(&w, "Graph: upper · Velocity y against upper · Position y");
    let mut visited = std::collections::BTreeSet::new();
    for x in 0..12 {
        for y in 0..12 {
            let at = plot.min + vec2(plot.width() * x as f32 / 11.0, plot.height() * y as f32 / 11.0);
            event(&mut w, Event::PointerMoved(at));
            button(&mut w, at, PointerButton::Primary, true);
            button(&mut w, at, PointerButton::Primary, false);
            visited.insert(w.state().app.stage().step_count());
        }
    }
    assert!(visited.len() > 4, "{visited:?}");
}

#[test]
fn curves_and_axis_are_chosen_from_menus() {
    let mut w = with_graph(GraphDoc::of(curve("y")));
    click(&mut w, "Curves");
    click(&mut w, "Velocity y  (m/s)");
    assert_eq!(w.state().app.document().graphs[0].curves, [curve("y"), curve("vy")]);
    click(&mut w, "Against");
    click(&mut w, "Position x  (m)");
    assert_eq!(w.state().app.document().graphs[0].against, Some(curve("x")));
    click(&mut w, "Against");
    click(&mut w, "Over time");
    assert_eq!(w.state().app.document().graphs[0].against, None);
    click(&mut w, "Export graph");
    click(&mut w, "Table (CSV)…");
    let effects = w.state_mut().app.take_effects();
    assert!(matches!(effects.as_slice(), [Effect::AskExport { name }] if name.ends_with("_graph_1.csv")), "{effects:?}");
    assert!(warnings(&mut w).is_empty());
}

#[test]
fn the_inspector_graphs_what_is_selected() {
    let mut w = open(stack(), 1280.0, 2000.0);
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    w.run();
    click(&mut w, "Graph…");
    click(&mut w, "Kinetic energy  (J)");
    assert_eq!(w.state().app.document().graphs, [GraphDoc::of(curve("kinetic_energy"))]);
    click(&mut w, "Graph…");
    click(&mut w, "Path on the canvas");
    let marks = w.state().ui.picture.marks.len();
    let trace = &w.state().app.document().traces[0];
    assert_eq!((trace.body.as_str(), trace.seconds), ("upper", None));
    while w.state().app.timeline().is_filling() {
        w.state_mut().app.tick(0.0, &mut || true);
    }
    w.run();
    let drawn = &w.state().ui.picture.marks;
    assert!(drawn.iter().any(|mark| mark.role == collidoscope::draw::Role::Curve(0)), "{marks} marks before, {} now", drawn.len());
}

#[test]
fn a_contact_is_graphed_from_the_menu_of_two_bodies() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    w.run();
    let at = on_screen(&w, Vec2::new(0.1, 1.5));
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Secondary, true);
    button(&mut w, at, PointerButton::Secondary, false);
    w.run();
    click(&mut w, "Graph this");
    click(&mut w, "Normal impulse  (N·s)");
    let of = Subject::Contact(["lower".into(), "upper".into()]);
    assert_eq!(w.state().app.document().graphs, [GraphDoc::of(CurveDoc { of, quantity: "normal_impulse" })]);
}

/// It reached below the window until the next motion, which moved it under the pointer: a click chose another quantity.
#[test]
fn the_menu_of_a_body_stays_in_the_window_when_it_grows() {
    let mut w = open(stack(), 1280.0, 800.0);
    let at = on_screen(&w, Vec2::new(0.1, 1.5));
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Secondary, true);
    button(&mut w, at, PointerButton::Secondary, false);
    w.run();
    let header = bounds(&w, "Graph this").center();
    event(&mut w, Event::PointerMoved(header));
    button(&mut w, header, PointerButton::Primary, true);
    button(&mut w, header, PointerButton::Primary, false);
    // No frame more than what is asked for: the window sleeps.
    for _ in 0..10 {
        if w.ctx.has_requested_repaint() {
            w.step();
        }
    }
    let last = w.query_all_by_label("Delete").map(|n| rect_of(n.raw_bounds())).fold(0.0, |low: f32, r| low.max(r.bottom()));
    assert!(last > header.y && last <= 800.0, "its last row ends at {last}");
}

/// Every window that the panels are made for, with eight graphs and with none that fits.
#[test]
fn graphs_leave_room_for_the_canvas_in_every_window() {
    for (width, height) in [(1920.0, 1080.0), (1280.0, 800.0), (800.0, 600.0), (640.0, 400.0), (400.0, 300.0)] {
        for theme in Theme::ALL {
            let mut app = stack();
            app.apply(ViewCommand::SetTheme(theme));
            for quantity in ["x", "y", "vx", "vy", "speed", "spin", "angle", "total_energy"] {
                app.apply(GraphCommand::Add(GraphDoc::of(curve(quantity))));
            }
            let mut w = open(app, width, height);
            w.run();
            let canvas = w.state().ui.canvas.unwrap();
            assert!(canvas.height() >= 100.0 || height < 500.0, "{theme:?} {width} × {height}: {canvas:?}");
            assert!(canvas.is_finite() && canvas.height() > 0.0);
        }
    }
}

/// What found no room in the two rows of a legend was only told by pointing at another name.
#[test]
fn a_legend_says_how_many_it_leaves_out() {
    let quantities = ["x", "y", "vx", "vy", "speed", "spin", "angle", "total_energy"];
    let mut w = with_graph(GraphDoc { curves: quantities.map(curve).to_vec(), ..GraphDoc::of(curve("x")) });
    let shown =
        |w: &Window| quantities.map(curve).iter().filter(|c| says(w, |t| t.starts_with(&format!("{}: ", c.row().unwrap().name)))).count();
    assert_eq!(shown(&w), quantities.len(), "on two rows of a wide window");
    assert!(!says(&w, |text| text.starts_with("and ") && text.ends_with(" more")));
    w.state_mut().app.apply(ViewCommand::SetTheme(Theme::Projector));
    w.set_size(vec2(640.0, 600.0));
    w.run();
    let left_out = format!("and {} more", quantities.len() - shown(&w));
    assert!(shown(&w) > 1 && shown(&w) < quantities.len(), "{}", shown(&w));
    let told = bounds(&w, &left_out);
    let names: Vec<Rect> = w
        .query_all_by(|n| {
            n.label().is_some_and(|l| quantities.map(curve).iter().any(|c| l.starts_with(&format!("{}: ", c.row().unwrap().name))))
        })
        .map(|n| rect_of(n.raw_bounds()))
        .collect();
    assert!(names.iter().all(|name| !name.intersects(told)), "{told} over {names:?}");
}

/// Eight curves of one quantity: the head had their names, cut after the third, instead of the quantity; the menu of a
/// right click began with five lines of them; and one of the bodies was left out.
#[test]
fn a_graph_of_one_quantity_of_many_is_called_by_the_quantity() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pid_tuning".into()));
    app.take_notices();
    let named = |id: &str| app.document().graphs[0].curves.iter().any(|curve| curve.of == Subject::Control(id.into()));
    assert!(named("PD") && named("PD, twisted"));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    assert!(w.query_by_label("Heading error").is_some() && w.query_by_label("Drive error").is_some());
    let graph = w.query_all_by(|n| n.label().is_some_and(|l| l.starts_with("Graph: control of P alone"))).next();
    let at = rect_of(graph.expect("it is shown").raw_bounds()).center();
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Secondary, true);
    button(&mut w, at, PointerButton::Secondary, false);
    w.run();
    let headings: Vec<Rect> = w.query_all_by_label("Heading error").map(|node| rect_of(node.raw_bounds())).collect();
    assert_eq!(headings.len(), 2, "over the graph and over the menu");
    assert!(headings.iter().all(|rect| rect.height() < 24.0), "one line: {headings:?}");
}
