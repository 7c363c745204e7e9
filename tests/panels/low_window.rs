//! The microscope in a low window. At 800 × 600 in the projector theme three views stood one above the other, each a
//! strip of a few lines with its labels pushed out, and the dials took half of the card: its numbers were below them.

use crate::kit::*;
use collidoscope::lens::microscope::MICROSCOPES;

fn low(id: &str, theme: Theme) -> Window {
    let mut app = stack();
    app.apply(ViewCommand::SetTheme(theme));
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some(id.into()) });
    let mut w = open(app, 800.0, 600.0);
    w.run();
    w
}

/// A view by the beginning of its title.
fn view(w: &Window, title: &str) -> Option<Rect> {
    w.query_all_by(|n| n.label().is_some_and(|l| l.starts_with(title)) && n.role() != Role::Button).map(|n| rect_of(n.raw_bounds())).next()
}

#[test]
fn chart_and_space_take_turns_in_a_low_window() {
    for microscope in MICROSCOPES {
        let mut w = low(microscope.id, Theme::Projector);
        let space = microscope.space_title.split(' ').next().expect("a word");
        let Some(chart) = microscope.chart_title else { continue };
        let room = view(&w, space).unwrap_or_else(|| panic!("{}: {space}", microscope.id));
        assert!(room.height() > 180.0, "{}: {room}", microscope.id);
        assert!(view(&w, chart).is_none(), "{}", microscope.id);
        click(&mut w, "Chart");
        assert_eq!(view(&w, chart), Some(room), "{}", microscope.id);
        assert!(view(&w, space).is_none(), "{}", microscope.id);
        click(&mut w, "Picture");
        assert_eq!(view(&w, space), Some(room), "{}", microscope.id);
    }
    // Where there is room for all, nothing is hidden.
    let w = low("gjk", Theme::Dark);
    assert!(w.query_by_label("Chart").is_none() && view(&w, "distance |v|").is_some());
}

#[test]
fn the_dials_leave_the_card_its_room_in_a_low_window() {
    for theme in [Theme::Dark, Theme::Projector] {
        let mut w = low("gjk", theme);
        let (numbers, fold) = (bounds(&w, "NUMBERS"), bounds(&w, "Try it"));
        assert!(fold.top() > numbers.bottom() + 60.0, "{theme:?}: numbers at {numbers}, dials at {fold}");
        assert!(w.query_by_label("iterations").is_none(), "folded");
        click(&mut w, "Try it");
        assert!(w.query_all_by_label("iterations").next().is_some(), "open");
    }
}

/// At 800 × 600 in the projector theme the rail ended at the spring; nothing showed that the tools below it could be
/// scrolled to. With a question over the scene the last row was cut.
#[test]
fn all_tools_are_in_sight_at_800_by_600() {
    use collidoscope::scene::document::{QuestionDoc, QuestionKind};
    for (theme, asks) in [Theme::Dark, Theme::Light, Theme::Projector].into_iter().flat_map(|theme| [(theme, false), (theme, true)]) {
        let mut app = stack();
        app.apply(ViewCommand::SetTheme(theme));
        if asks {
            app.apply(LessonCommand::TakeView { replace: false });
            let answers = ["the upper one", "the lower one", "both", "neither"].map(str::to_owned).to_vec();
            let prompt = "Which of the two crates carries more, and why does the ground not give way under them?";
            let kind = QuestionKind::Choice { answers, right: 1 };
            app.apply(LessonCommand::Question(Some(Box::new(QuestionDoc { prompt: prompt.into(), kind, why: String::new() }))));
        }
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run_steps(3);
        assert_eq!(w.query_by_label_contains("the lower one").is_some(), asks, "{theme:?}");
        let lowest = bounds(&w, "Play").top();
        let mut places: Vec<Rect> = Vec::new();
        for tool in tool::groups().iter().flat_map(|group| group.iter()) {
            let place = rect_of(w.get_by_role_and_label(Role::RadioButton, tool.name).raw_bounds());
            assert!(place.top() >= 0.0 && place.bottom() <= lowest && place.width() > 20.0, "{theme:?} {asks} {}: {place}", tool.name);
            assert!(places.iter().all(|other| !other.shrink(0.5).intersects(place.shrink(0.5))), "{theme:?} {asks} {}: {place}", tool.name);
            places.push(place);
        }
    }
}

/// In the projector theme three rows of chips hid a third of a low canvas.
#[test]
fn where_chips_would_hide_the_scene_those_that_are_on_remain_and_a_menu_has_all() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetTheme(Theme::Projector));
    app.apply(ViewCommand::ToggleLens("velocity".into()));
    let mut w = open(app, 800.0, 600.0);
    let chips = |w: &Window| w.query_all_by(|n| n.role() == Role::CheckBox && n.label().is_some_and(|l| is_lens(&l))).count();
    assert_eq!(chips(&w), 1, "the one that is on");
    w.get_by_role_and_label(Role::Button, "Lenses").click();
    w.run();
    click(&mut w, "Islands");
    assert!(w.state().app.lenses().contains(&"islands"));
    assert_eq!(chips(&w), 2);
    w.state_mut().app.apply(ViewCommand::SetTheme(Theme::Dark));
    w.run();
    assert_eq!(chips(&w), collidoscope::lens::lenses().len(), "two rows: all of them");
}

fn is_lens(name: &str) -> bool {
    collidoscope::lens::lenses().iter().any(|lens| lens.name == name)
}

fn low_sandbox(theme: Theme) -> Window {
    let mut app = stack();
    app.apply(ViewCommand::SetTheme(theme));
    app.take_notices();
    let mut w = open(app, 800.0, 600.0);
    w.run();
    w
}

const THEMES: [Theme; 3] = [Theme::Dark, Theme::Light, Theme::Projector];

/// The menus of time and of lenses have more rows than a window of 600 points: their first rows stood above it and the
/// last ones below, out of reach.
#[test]
fn a_menu_that_is_higher_than_the_window_begins_below_the_bar_and_can_be_scrolled_to_its_end() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut w = low_sandbox(theme);
        click(&mut w, "Simulate");
        let first = bounds(&w, "Keep this run");
        assert!(first.top() > bounds(&w, "Simulate").bottom() - 4.0, "{theme:?}: {first}");
        event(&mut w, Event::PointerMoved(first.center()));
        for _ in 0..20 {
            event(&mut w, Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta: vec2(0.0, -100.0), modifiers: Modifiers::NONE });
        }
        w.run();
        let last = bounds(&w, "World settings");
        assert!(last.bottom() <= 600.0 && last.top() > first.top(), "{theme:?}: {last}");
        click(&mut w, "Compare solvers");
        assert!(w.state().app.comparison().is_some(), "{theme:?}");
    }
}

/// Where the inspector is a drawer, its key closed what was not open, so that the first press did nothing.
#[test]
fn the_key_of_the_inspector_opens_its_drawer_at_the_first_press_and_closes_it_at_the_next() {
    for theme in THEMES {
        let mut w = low_sandbox(theme);
        assert!(!says(&w, |words| words == "WORLD"), "{theme:?}");
        key(&mut w, Modifiers::NONE, Key::I);
        assert!(says(&w, |words| words == "WORLD"), "{theme:?}: no drawer");
        key(&mut w, Modifiers::NONE, Key::I);
        assert!(!says(&w, |words| words == "WORLD"), "{theme:?}: it stays");
    }
}

/// In a narrow window the outliner was on and nowhere to be seen.
#[test]
fn the_outliner_is_a_drawer_in_a_narrow_window() {
    for theme in THEMES {
        let mut w = low_sandbox(theme);
        key(&mut w, Modifiers::SHIFT, Key::O);
        w.get_by_role_and_label(Role::Button, "upper").click();
        w.run();
        assert_eq!(w.state().app.selection(), [Item::Body("upper".into())], "{theme:?}");
        let (scene, play) = (bounds(&w, "Scene"), bounds(&w, "Play"));
        assert!(scene.left() > bounds(&w, "Select").right() && scene.bottom() < play.top(), "{theme:?}: {scene}");
        let name = rect_of(w.get_by_role_and_label(Role::Button, "upper").raw_bounds());
        let canvas = w.state().ui.canvas.expect("the scene is shown");
        assert!(name.right() < canvas.left() + 0.36 * canvas.width(), "{theme:?}: {name} in {canvas}");
    }
}

/// The projector theme told no time at 800 × 600.
#[test]
fn time_is_told_at_800_by_600_in_every_theme() {
    for theme in THEMES {
        let w = low_sandbox(theme);
        let clock = bounds(&w, "0.33 s");
        assert!(clock.right() <= 800.0 && bounds(&w, "Timeline").right() < clock.left(), "{theme:?}: {clock}");
    }
}

/// The gallery was higher than the window: its title and its buttons were cut.
#[test]
fn the_gallery_fits_into_a_low_window() {
    for theme in THEMES {
        let mut w = low_sandbox(theme);
        key(&mut w, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
        w.run();
        let (title, cancel) = (bounds(&w, "Scenes"), bounds(&w, "Cancel"));
        assert!(title.top() >= 4.0 && cancel.bottom() <= 596.0, "{theme:?}: {title}, {cancel}");
    }
}

/// Answers one below the other took a third of a presentation from its pictures.
#[test]
fn answers_stand_side_by_side_in_a_presentation() {
    for theme in THEMES {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(theme));
        app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run();
        for _ in 0..2 {
            key(&mut w, Modifiers::NONE, Key::PageDown);
            w.run();
        }
        let asked = answers(&w);
        assert!(asked.len() >= 3 && asked[1].top() >= asked[0].bottom(), "{theme:?}: {asked:?}");
        key(&mut w, Modifiers::NONE, Key::F5);
        w.run();
        let asked = answers(&w);
        assert!(asked.len() >= 3 && asked[1].left() >= asked[0].right(), "{theme:?}: {asked:?}");
        assert!(asked.iter().all(|answer| answer.right() <= 800.0 && answer.bottom() <= 600.0), "{theme:?}: {asked:?}");
    }
}

/// The answers of the open question.
fn answers(w: &Window) -> Vec<Rect> {
    let is_answer = |label: &str| label.split_once("  ").is_some_and(|(digit, _)| digit.parse::<u8>().is_ok());
    let all = w.query_all_by(|n| n.role() == Role::Button && n.label().is_some_and(|l| is_answer(&l)));
    all.map(|n| rect_of(n.raw_bounds())).collect()
}

/// Two rows of chips hid the upper quarter of a canvas that graphs had made low.
#[test]
fn chips_leave_four_fifths_of_a_low_canvas_to_the_scene() {
    for theme in THEMES {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(theme));
        app.apply(FileCommand::OpenShipped("pid_tuning".into()));
        app.take_notices();
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        let canvas = w.state().ui.canvas.expect("the scene is shown");
        let chips = w.query_all_by(|n| n.role() == Role::CheckBox && n.label().is_some_and(|l| is_lens(&l)));
        let lowest = chips.map(|n| rect_of(n.raw_bounds()).bottom()).fold(canvas.top(), f32::max);
        assert!(lowest - canvas.top() < 0.25 * canvas.height(), "{theme:?}: {lowest} of {canvas}");
    }
}

/// The arrow of a menu within a menu was an empty square.
#[test]
fn the_arrow_of_a_menu_within_a_menu_has_a_glyph() {
    let mut app = stack();
    app.apply(ViewCommand::SetTheme(Theme::Projector));
    app.take_notices();
    let mut w = open(app, 500.0, 400.0);
    w.run();
    click(&mut w, "Menu");
    assert!(says(&w, |words| words == "Simulate"), "the menus stand in one menu");
    for size in [12.0, 18.0] {
        assert!(w.ctx.fonts(|f| f.has_glyphs(&egui::FontId::proportional(size), "⏵")));
    }
}

/// At 800 × 600 in the projector theme the card of a lens took four fifths of the canvas, on the side of its pair.
#[test]
fn the_card_of_a_lens_leaves_its_pair_in_sight_in_a_low_window() {
    for x in [-3.0_f32, 3.0] {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(Theme::Projector));
        for (id, y) in [("lower", 0.5), ("upper", 1.5)] {
            app.apply(DocumentCommand::Add(crate_at(id, x, y).into()));
        }
        (0..20).for_each(|_| app.apply(RunCommand::StepForward));
        app.apply(ViewCommand::Select(Vec::new()));
        app.apply(ViewCommand::ToggleLens("sat".into()));
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run();
        let canvas = w.state().ui.canvas.expect("the scene is shown");
        let card = bounds(&w, "deepest contact").union(bounds(&w, "Open the microscope"));
        let at = on_screen(&w, Vec2::new(x, 1.0));
        assert!(canvas.contains(at), "{at} in {canvas}");
        assert!(card.width() < 0.6 * canvas.width(), "{card} in {canvas}");
        assert!(!card.x_range().expand(15.0).contains(at.x), "x = {x}: the card at {card} lies over {at}");
    }
}

/// Text for the back of a room is measured against the screen: at 800 × 600 that of the projector theme left a quarter
/// of the window for the scene, and less under a question.
#[test]
fn the_projector_theme_leaves_most_of_a_low_window_to_the_scene() {
    for (width, height) in [(800.0, 600.0), (1024.0, 768.0), (1280.0, 800.0)] {
        let mut app = stack();
        app.apply(ViewCommand::SetTheme(Theme::Projector));
        app.take_notices();
        let mut w = open(app, width, height);
        w.run();
        let canvas = w.state().ui.canvas.expect("the scene is shown");
        assert!(canvas.area() > 0.6 * width * height, "{width} × {height}: {canvas}");
        // Against the screen no smaller than 19.5 points of 1080.
        let text = w.get_by_label("Play").raw_bounds().map(|b| b.y1 - b.y0).expect("it is shown");
        assert!(text as f32 / height > 40.0 * 1.5 / 1080.0, "{width} × {height}: {text}");
    }
}

/// The card of a lens covered half of a small scene: words and numbers come when they are asked for.
#[test]
fn the_card_of_a_lens_is_folded_in_a_narrow_window_and_opens() {
    for theme in THEMES {
        let mut app = stack();
        app.apply(ViewCommand::SetTheme(theme));
        app.apply(ViewCommand::ToggleLens("sat".into()));
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run();
        let numbers = |w: &Window| says(w, |words| words.contains("min B"));
        assert!(!numbers(&w), "{theme:?}");
        click(&mut w, "Show words and numbers");
        assert!(numbers(&w), "{theme:?}");
        click(&mut w, "Show the heading alone");
        assert!(!numbers(&w), "{theme:?}");
    }
}

/// The drawer lay over the chips of the lenses and the end of the hint line.
#[test]
fn chips_stand_beside_the_drawer_at_800_by_600() {
    for theme in THEMES {
        let mut w = low_sandbox(theme);
        key(&mut w, Modifiers::NONE, Key::I);
        w.run();
        let drawer = w.query_all_by_label("WORLD").next().map(|n| rect_of(n.raw_bounds())).expect("the drawer is open");
        let is_chip = |role, label: &str| match role {
            Role::CheckBox => ["Contacts", "Joints", "MTV"].contains(&label),
            role => role == Role::Button && label == "Lenses",
        };
        let chips = w.query_all_by(|n| n.label().is_some_and(|label| is_chip(n.role(), &label)));
        let chips: Vec<Rect> = chips.map(|n| rect_of(n.raw_bounds())).collect();
        assert!(!chips.is_empty() && chips.iter().all(|chip| chip.right() < drawer.left()), "{theme:?}: {chips:?} beside {drawer}");
    }
}

/// The words of eight axes were six points high in a low strip below the world.
#[test]
fn a_high_diagram_stands_beside_the_world_where_that_makes_it_larger() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetTheme(Theme::Projector));
    app.apply(FileCommand::OpenShipped("sat_pair".into()));
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("sat".into()) });
    app.apply(MicroscopeCommand::Example(2));
    let mut w = open(app, 800.0, 600.0);
    w.run();
    let (world, rulers) = (bounds(&w, "World"), bounds(&w, "Shadows of A and B on each axis"));
    assert!(world.right() <= rulers.left() + 1.0 && rulers.height() > 400.0, "{world}, {rulers}");
}

/// "Projections (shadows) of A and B on each" stood over the rulers: what is too long ends at a word, and the pointer
/// shows the rest.
#[test]
fn titles_of_views_fit_into_a_low_window_or_end_at_a_word() {
    for (microscope, theme) in MICROSCOPES.iter().flat_map(|microscope| THEMES.map(|theme| (microscope, theme))) {
        let w = low(microscope.id, theme);
        for shape in &w.output().shapes {
            let egui::Shape::Text(text) = &shape.shape else { continue };
            let (told, full) = (text.galley.rows[0].text(), text.galley.text());
            if let Some(start) = told.strip_suffix('…').filter(|_| full == microscope.space_title) {
                let rest = full.strip_prefix(start.trim_end()).unwrap_or_else(|| panic!("{told}"));
                assert!(rest.starts_with(' ') && microscope.id != "sat", "{} {theme:?}: {told}", microscope.id);
            }
        }
    }
}

/// The drawer lay over the graphs at the lower edge.
#[test]
fn the_outliner_leaves_the_graphs_free_at_800_by_600() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pendulum".into()));
    (0..30).for_each(|i| app.apply(DocumentCommand::Add(crate_at(&format!("crate {i}"), 2.0 * i as f32, 9.0).into())));
    app.take_notices();
    let mut w = open(app, 800.0, 600.0);
    w.run();
    let action = actions::actions().iter().find(|a| a.name == "Outliner").and_then(|a| a.shortcut).expect("it has a key");
    key(&mut w, action.modifiers, action.logical_key);
    w.run();
    let graphs = w.get_all_by_label("Remove graph").map(|n| rect_of(n.raw_bounds()).top()).fold(f32::MAX, f32::min);
    let is_row = |n: &str| n == "pendulum" || n.starts_with("crate ");
    let rows = w.get_all_by(|n| n.label().or(n.value()).is_some_and(|l| is_row(&l))).map(|n| rect_of(n.raw_bounds()));
    let lowest = rows.filter(|r| r.left() < 200.0).map(|row| row.bottom()).fold(0.0, f32::max);
    // Two rows of 25 points are laid out beyond the drawer's end; it reached 200 points farther down.
    assert!(lowest > 0.0 && lowest < graphs + 50.0, "{lowest} {graphs}");
    let canvas = w.state().ui.canvas.expect("the canvas is shown");
    assert!(canvas.bottom() < graphs, "{canvas:?}");
}

/// "No lamp yet" and the like stood in the middle of the view, across the bodies.
#[test]
fn what_a_lens_lacks_is_told_with_the_chips_and_not_across_the_bodies() {
    for (width, height) in [(1280.0, 800.0), (1920.0, 1080.0), (800.0, 600.0)] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped("pyramid".into()));
        for lens in ["shadows", "frames", "smoke", "control", "sensors", "forces", "translation"] {
            app.apply(ViewCommand::ToggleLens(lens.into()));
        }
        app.take_notices();
        let mut w = open(app, width, height);
        w.run();
        let canvas = w.state().ui.canvas.expect("the canvas is shown");
        for words in ["no lamp yet", "no frame yet", "no smoke yet", "no controller yet", "no sensor yet", "no force yet"] {
            let told = rect_of(w.get_by(|n| n.label().or(n.value()).is_some_and(|l| l.contains(words))).raw_bounds());
            assert!(told.bottom() < canvas.top() + 0.35 * canvas.height(), "{words} at {told:?} of {canvas:?}");
        }
        let mut picture = collidoscope::draw::DrawList::default();
        w.state().app.picture(&mut picture);
        let is_told = |m: &collidoscope::draw::Mark| matches!(&m.primitive, collidoscope::draw::Primitive::Label { text, .. } if text.to_lowercase().contains(" yet"));
        assert!(!picture.marks.iter().any(is_told));
    }
}

/// With words and numbers the card of the pair covered a third of the canvas of a usual window.
#[test]
fn the_card_of_a_pair_leaves_most_of_the_canvas_and_unfolds() {
    for (size, is_folded) in [((1280.0, 800.0), true), ((1920.0, 1080.0), false)] {
        let mut app = stack();
        app.apply(ViewCommand::ToggleLens("sat".into()));
        app.take_notices();
        let mut w = open(app, size.0, size.1);
        w.run();
        assert_eq!(says(&w, |l| l.contains("best so far: axis")), !is_folded, "{size:?}");
        if is_folded {
            click(&mut w, "Show words and numbers");
            assert!(says(&w, |l| l.contains("best so far: axis")));
        }
    }
}

/// A tall body stood behind the chips of the lenses once the panel of a graph had made the canvas low, and a toast over
/// it.
#[test]
fn a_scene_shown_as_a_whole_stands_between_chips_and_toasts() {
    let post = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Post",
      "bodies": [{ "id": "post", "kind": "static", "position": [0, 2], "shapes": [{ "box": { "width": 3, "height": 4 } }] }],
      "graphs": [{ "curves": [{ "of": "body", "id": "post", "quantity": "y" }] }] }"#;
    for size in [(1280.0, 800.0), (800.0, 600.0)] {
        let mut app = App::empty();
        app.apply(FileCommand::Loaded { path: None, bytes: Ok(post.into()) });
        let mut w = open(app, size.0, size.1);
        w.run();
        let chips = w.query_all_by(|n| n.role() == Role::CheckBox && n.label().is_some_and(|label| label == "Contacts" || label == "MTV"));
        let menu = w.query_all_by_label("Lenses");
        let chips = chips.chain(menu).map(|n| rect_of(n.raw_bounds()).bottom()).fold(0.0, f32::max);
        let toast = bounds(&w, "Dismiss");
        let [top, bottom] = [4.0, 0.0].map(|y| on_screen(&w, Vec2::new(0.0, y)).y);
        assert!(chips > 0.0 && chips < top && bottom < toast.top(), "{size:?}: {chips} < {top}, {bottom} < {toast}");
        // It is not made smaller than that asks for: together they leave a third of the canvas empty, at most.
        let canvas = w.state().ui.canvas.expect("shown");
        assert!(bottom - top > 0.45 * canvas.height(), "{size:?}: {} of {}", bottom - top, canvas.height());
    }
}

/// In the small pictures of a low window "best so far" was "2 be…" in the large letters of the projector.
#[test]
fn the_titles_of_the_film_strip_are_whole() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetTheme(Theme::Projector));
    app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
    app.take_notices();
    let mut w = open(app, 800.0, 600.0);
    w.state_mut().app.apply(LessonCommand::Go(3));
    w.run();
    let frames = w.state().app.bench().expect("open").film().frames.iter().map(|frame| frame.short.clone()).collect::<Vec<_>>();
    for (index, short) in frames.iter().enumerate() {
        let shown = bounds(&w, &format!("Frame {}: {short}", index + 1));
        let font = egui::TextStyle::Small.resolve(&w.ctx.style());
        let words = w.ctx.fonts(|f| f.layout_no_wrap(format!("{}  {short}", index + 1), font, egui::Color32::WHITE).size().x);
        assert!(words < shown.width() - 8.0, "{short}: {words} in {}", shown.width());
    }
}
