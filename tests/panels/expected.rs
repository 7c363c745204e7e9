//! What one expects of a button, a key, a field or a word, and did not get.

use crate::kit::*;
use collidoscope::app::{ClipboardCommand, GroupCommand, PictureCommand};
use collidoscope::draw::raster::Raster;
use collidoscope::engine::shape::BoxShape;
use collidoscope::lens::microscope::MICROSCOPES;

/// After "Deleted box" a circle was drawn; Undo in that toast took the circle away.
#[test]
fn a_toast_offers_only_what_it_says() {
    let shown = |then: &dyn Fn(&mut App)| {
        let mut app = App::empty();
        app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
        app.take_notices();
        app.apply(DocumentCommand::Delete(vec![Item::Body("box".into())]));
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        assert!(w.query_by_label("Deleted box").is_some());
        then(&mut w.state_mut().app);
        w.run();
        w
    };
    let mut w = shown(&|_| ());
    click(&mut w, "Undo");
    assert!(w.state().app.document().body("box").is_some());
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("other", 2.0, 3.0).into()));
    w.run();
    assert!(w.query_by_label("Undone: Delete box").is_some() && w.query_by_label("Redo").is_none(), "the future is another one now");

    let w = shown(&|app| app.apply(DocumentCommand::Add(crate_at("other", 2.0, 3.0).into())));
    assert!(w.query_by_label("Undo").is_none(), "it would take the other one back");
    let w = shown(&|app| app.apply(FileCommand::New));
    assert!(w.query_by_label("Undo").is_none(), "another scene was opened");
    let w = shown(&|app| {
        app.apply(FileCommand::OpenShipped("pyramid".into()));
        (0..40).for_each(|_| app.apply(RunCommand::StepForward));
        app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("gjk".into()) });
    });
    assert!(w.query_by_label("Undo").is_none(), "undo belongs to the microscope");
}

/// What the example says was still said of the next microscope, and after the pose was another one.
#[test]
fn what_to_look_for_belongs_to_its_microscope_and_its_pose() {
    let mut app = stack();
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("gjk".into()) });
    app.apply(MicroscopeCommand::Example(0));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let is_told = |w: &Window| says(w, |words| words.eq_ignore_ascii_case("what to look for"));
    assert!(is_told(&w));
    key(&mut w, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(w.state().app.bench().map(|b| (b.microscope().id, b.frame())), Some(("epa", 0)));
    assert!(!is_told(&w), "it was said of the other microscope");
    key(&mut w, Modifiers::NONE, Key::ArrowUp);
    assert!(is_told(&w));
    key(&mut w, Modifiers::COMMAND, Key::ArrowRight);
    assert!(w.state().app.bench().is_some_and(|bench| bench.is_changed() && bench.frame() == 0));
    assert!(!is_told(&w), "it was said of the other pose");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(is_told(&w));
}

/// 9 was brought down to 0.5 m, which the box refused: the bound that a field names is taken.
#[test]
fn the_bound_that_a_field_names_is_taken() {
    let shapes = [
        ("box", Geometry::Box { width: 1.0, height: 2.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 }, "Rounding"),
        ("polygon", Geometry::Polygon { vertices: vec![Vec2::ZERO, Vec2::X, Vec2::Y], rounding: 0.0 }, "Rounding"),
        ("capsule", Geometry::Capsule { a: Vec2::ZERO, b: Vec2::X, radius: 0.1 }, "Radius"),
        ("circle", Geometry::Circle { center: Vec2::ZERO, radius: 0.1 }, "Radius"),
    ];
    for (id, geometry, field) in shapes {
        let mut app = App::empty();
        let shapes = vec![ShapeDoc::new(geometry.clone())];
        app.apply(DocumentCommand::Add(BodyDoc { id: id.into(), position: Vec2::new(0.0, 3.0), shapes, ..BodyDoc::default() }.into()));
        app.take_notices();
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        type_number(&mut w, field, if id == "box" { "9" } else { "1e9" });
        let of = |w: &Window| w.state().app.document().body(id).expect(id).shapes[0].geometry.clone();
        assert_eq!(of(&w), geometry, "{id}");
        let is_bound = |words: &str| words.contains("more than the most, ");
        let said = w.get_by(|n| n.label().or(n.value()).is_some_and(|words| is_bound(&words)));
        let said = said.label().or(said.value()).expect(id);
        let bound = said.split_once("more than the most, ").and_then(|(_, rest)| rest.split_once(" m")).expect(id).0.to_owned();
        key(&mut w, Modifiers::NONE, Key::Escape);
        type_number(&mut w, field, &bound);
        let now = of(&w);
        assert_ne!(now, geometry, "{id}");
        assert!(!says(&w, |words| words.contains("refused") || words.contains("It stays")), "{id}");
        if let Geometry::Box { width, height, center, rounding, .. } = now {
            assert_eq!(rounding, BoxShape::most_rounding(width, height, center));
        }
    }
}

/// The words of a note had to be looked for in the inspector and clicked.
#[test]
fn the_words_of_a_placed_note_are_typed_at_once() {
    let mut w = window();
    w.run();
    w.state_mut().app.apply(ToolCommand::Choose("note".into()));
    w.run();
    for (i, words) in ["look here", "and there"].into_iter().enumerate() {
        let at = on_screen(&w, Vec2::new(2.0 * i as f32, 3.0));
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Primary, true);
        button(&mut w, at, PointerButton::Primary, false);
        w.run();
        assert_eq!(w.state().app.document().notes.len(), i + 1);
        event(&mut w, Event::Text(words.into()));
        w.run();
    }
    key(&mut w, Modifiers::NONE, Key::Enter);
    let written: Vec<&str> = w.state().app.document().notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(written, ["look here", "and there"]);
}

/// Ctrl+L did nothing while the caption that it had asked for was being written.
#[test]
fn captions_are_written_in_a_row() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.take_notices();
    w.run();
    for words in ["First.", "Second.", "Third."] {
        key(&mut w, Modifiers::COMMAND, Key::L);
        w.run();
        event(&mut w, Event::Text(words.into()));
        w.run();
    }
    let captions: Vec<&str> = w.state().app.document().lesson.iter().map(|step| step.caption.as_str()).collect();
    assert_eq!(captions, ["First.", "Second.", "Third."]);
    w.state_mut().app.take_effects();
    key(&mut w, Modifiers::COMMAND, Key::S);
    assert!(!w.state_mut().app.take_effects().is_empty(), "Ctrl+S saves from there, too");
}

/// A copied group was selected together with the joints inside it; the outliner counted them and the inspector did not.
#[test]
fn a_copied_group_is_selected_alone_and_counted_alike() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("a", 0.0, 3.0).into()));
    app.apply(DocumentCommand::Add(crate_at("b", 1.0, 3.0).into()));
    let joint = JointDoc {
        id: "pin".into(),
        body_a: Some("a".into()),
        body_b: "b".into(),
        ..JointDoc::at(Vec2::new(0.5, 3.0), Revolute::default())
    };
    app.apply(DocumentCommand::Add(joint.into()));
    app.apply(ViewCommand::Select(vec![Item::Body("a".into()), Item::Body("b".into())]));
    app.apply(GroupCommand::Group);
    app.apply(ClipboardCommand::Duplicate);
    assert!(matches!(app.selection(), [Item::Group(_)]), "{:?}", app.selection());
    app.apply(ClipboardCommand::Cut);
    app.apply(ClipboardCommand::Paste { at: None });
    assert!(matches!(app.selection(), [Item::Group(_)]), "{:?}", app.selection());
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    assert!(says(&w, |words| words.starts_with("Group · 3 things")));
    key(&mut w, Modifiers::SHIFT, Key::O);
    assert!(says(&w, |words| words.ends_with(" (3)")));
}

/// "integrators", "array" and "flip" found nothing; nor did "mirror" while nothing was selected.
#[test]
fn the_command_search_knows_microscopes_and_other_words() {
    let mut app = stack();
    app.apply(ViewCommand::Select(Vec::new()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let search = |w: &mut Window, words: &str| {
        key(w, Modifiers::COMMAND, Key::K);
        w.get_by_role_and_label(Role::TextInput, "Find a command").type_text(words);
        w.run();
    };
    for (words, found) in [
        ("array", "Arrange: Copies in rows and columns…"),
        ("flip", "Arrange: Mirror left and right"),
        ("mirror", "Arrange: Mirror up and down"),
        ("screenshot", "File: Export figure…"),
        ("video", "File: Export animation…"),
        ("dark mode", "View: Next theme"),
        ("shortcuts", "Help: Keys and mouse"),
        ("slow motion", "Simulate: Slower"),
        // Words in another order, and those of the group, found nothing.
        ("export gif", "File: Export animation…"),
        ("ground tool", "Tool: Ground"),
        ("box tool", "Tool: Box"),
        ("copies columns", "Arrange: Copies in rows and columns…"),
        ("solver compare", "Simulate: Compare solvers"),
    ] {
        search(&mut w, words);
        assert!(w.query_by_label(found).is_some(), "{words}");
        key(&mut w, Modifiers::NONE, Key::Escape);
    }
    // For "lamp", too, what has the word came behind what has only its letters.
    search(&mut w, "lamp");
    let place = |w: &Window, name: &str| w.query_by_label(name).map(|hit| rect_of(hit.raw_bounds()).top());
    let (light, other) = (place(&w, "Tool: Light").expect("the tool"), place(&w, "Simulate: Compare solvers"));
    assert!(other.is_none_or(|other| light < other), "{light} {other:?}");
    key(&mut w, Modifiers::NONE, Key::Escape);
    // "grav" opened a shooting range: its letters stand in the title of that, one by one.
    search(&mut w, "grav");
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    assert!(w.state().app.document().title.is_empty(), "no other scene: {}", w.state().app.document().title);
    search(&mut w, "mirror left and right");
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    assert!(says(&w, |words| words == "Mirror left and right has nothing to act on now."));
    for microscope in MICROSCOPES {
        search(&mut w, &microscope.name.to_lowercase());
        assert!(w.query_by_label(&format!("Microscope: Open {}", microscope.name)).is_some(), "{}", microscope.name);
        key(&mut w, Modifiers::NONE, Key::Escape);
    }
    search(&mut w, "open epa");
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    assert_eq!(w.state().app.bench().map(|bench| bench.microscope().id), Some("epa"));
    search(&mut w, "open gjk");
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    assert_eq!(w.state().app.bench().map(|bench| bench.microscope().id), Some("gjk"));
}

/// A look at the energy left the scene changed.
#[test]
fn a_look_at_the_graphs_is_no_edit() {
    let mut w = window();
    w.run();
    key(&mut w, Modifiers::NONE, Key::Q);
    w.run();
    assert_eq!(w.state().app.document().graphs.len(), 1);
    key(&mut w, Modifiers::NONE, Key::Q);
    w.run();
    assert!(w.state().app.document().graphs.is_empty() && !w.state().app.is_unsaved());
    assert_eq!(w.state().app.undo_label(), None);
}

/// The dialog had no key that said yes.
#[test]
fn enter_makes_the_body_of_a_picture_and_escape_makes_none() {
    for (pressed, made) in [(Key::Enter, 1), (Key::Escape, 0)] {
        let mut app = App::empty();
        let before = app.document().bodies.len();
        let is_solid = |k: usize| (8..24).contains(&(k % 32)) && (8..24).contains(&(k / 32));
        let rgba = (0..32 * 32).flat_map(|k| [200, 40, 40, if is_solid(k) { 255 } else { 0 }]).collect();
        let square = Raster { width: 32, height: 32, rgba, original: [32, 32] };
        app.apply(PictureCommand::Read { name: "square.png".into(), picture: Ok(square.into()) });
        app.take_notices();
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        assert!(w.query_by_label("Make body").is_some());
        key(&mut w, Modifiers::NONE, pressed);
        w.run();
        assert!(w.query_by_label("Make body").is_none(), "{pressed:?} closes it");
        assert_eq!(w.state().app.document().bodies.len(), before + made, "{pressed:?}");
    }
}

/// Copies of all, the ground with them, stood above the view: nothing seemed to have happened.
#[test]
fn copies_outside_the_view_are_told_of_and_others_are_not() {
    let mut app = stack();
    app.apply(DocumentCommand::Add(crate_at("high", 2.0, 7.5).into()));
    app.set_canvas(Vec2::new(1280.0, 720.0));
    app.take_notices();
    app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.take_notices().len(), 0);
    app.apply(ViewCommand::Select(app.document().bodies.iter().map(|body| Item::Body(body.id.clone())).collect()));
    app.apply(ClipboardCommand::Duplicate);
    let told = app.take_notices();
    assert!(told.iter().any(|notice| notice.text.starts_with("The copies stand outside the view")), "{told:?}");
}

/// The key of the tool Ground is `+`, which many keyboards type as Shift and `=`: nothing happened.
#[test]
fn plus_chooses_the_ground_however_it_is_typed() {
    for (modifiers, pressed) in [(Modifiers::NONE, Key::Plus), (Modifiers::SHIFT, Key::Plus), (Modifiers::SHIFT, Key::Equals)] {
        let mut w = window();
        key(&mut w, modifiers, pressed);
        assert_eq!(w.state().app.tool().id, "ground", "{modifiers:?} {pressed:?}");
    }
    let mut w = window();
    key(&mut w, Modifiers::NONE, Key::Equals);
    assert_eq!(w.state().app.tool().id, "curve", "without Shift it is the key of another tool");
}

/// "Copies in rows and columns…" of a selected group opened an inspector without their numbers.
#[test]
fn the_inspector_of_a_group_has_the_numbers_of_copies() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    app.apply(GroupCommand::Group);
    assert!(matches!(app.selection(), [Item::Group(_)]));
    app.take_notices();
    let bodies = app.document().bodies.len();
    let mut w = open(app, 1280.0, 1600.0);
    w.run();
    click(&mut w, "Arrange");
    click(&mut w, "Copies in rows and columns…");
    w.run();
    let columns = w.state().app.document().groups.len();
    click(&mut w, "Copies in rows and columns");
    assert!(w.state().app.document().bodies.len() > bodies && w.state().app.document().groups.len() > columns, "the group is copied");
}

/// The lenses that a scene's view had switched on were taken for the person's own: they were kept from one start of the
/// program to the next, where no other scene had asked for them. And what a person had switched on went with the scene.
#[test]
fn lenses_of_a_scene_go_with_it_and_ones_own_stay() {
    let opened = |app: &mut App, name: &str| app.apply(FileCommand::OpenShipped(name.into()));
    let mut app = App::empty();
    app.apply(ViewCommand::ToggleLens("velocity".into()));
    opened(&mut app, "beads");
    let brought: Vec<&str> = app.lenses().iter().copied().filter(|id| *id != "velocity").collect();
    assert!(!brought.is_empty() && app.lenses().contains(&"velocity"), "{:?}", app.lenses());
    assert_eq!(app.settings().lenses, ["velocity"]);
    app.apply(FileCommand::New);
    assert_eq!(app.lenses(), ["velocity"]);
    // Switched off and on again it is one's own.
    opened(&mut app, "beads");
    for _ in 0..2 {
        app.apply(ViewCommand::ToggleLens(brought[0].into()));
    }
    app.apply(FileCommand::New);
    assert_eq!(app.lenses(), ["velocity", brought[0]]);
}

/// A click with the gear tool spoke of springs and rods.
#[test]
fn the_gear_tool_speaks_of_gears() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("wheel", 0.0, 3.0).into()));
    app.apply(ToolCommand::Choose("gear".into()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    for (from, to) in [((4.0, 5.0), (4.0, 5.0)), ((4.0, 5.0), (6.0, 5.0)), ((0.0, 3.0), (4.0, 5.0))] {
        let [from, to] = [from, to].map(|(x, y)| on_screen(&w, Vec2::new(x, y)));
        drag(&mut w, from, to, PointerButton::Primary);
        assert!(says(&w, |l| l == "A gear needs two bodies: drag from one wheel to the other."), "{from} {to}");
        assert!(!says(&w, |l| l.contains("spring or rod") || l.contains("empty space for the world")));
        click(&mut w, "Dismiss");
    }
    assert!(w.state().app.document().joints.is_empty());
}

/// "Undone: Add box" stood below "Redone: Add box": both at once cannot be so.
#[test]
fn of_what_was_undone_and_redone_the_newer_is_told() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(says(&w, |l| l.starts_with("Undone: ")));
    w.state_mut().app.apply(HistoryCommand::Redo);
    w.run();
    assert!(says(&w, |l| l.starts_with("Redone: ")) && !says(&w, |l| l.starts_with("Undone: ")));
    w.state_mut().app.apply(HistoryCommand::Undo);
    w.run();
    assert!(says(&w, |l| l.starts_with("Undone: ")) && !says(&w, |l| l.starts_with("Redone: ")));
}

/// A third was told as 0.33333334, which is what single precision makes of it.
#[test]
fn numbers_of_answers_have_four_digits_unless_more_decide() {
    use collidoscope::scene::document::QuestionKind;
    let number = |right, tolerance| QuestionKind::Number { right, tolerance, unit: "m".into() };
    assert_eq!(number(1.0 / 3.0, 0.1).right_words(), "0.3333 m, up to 0.1 m off");
    assert_eq!(number(2.0 / 3.0, 0.1 + 0.2).right_words(), "0.6667 m, up to 0.3 m off");
    assert_eq!(number(123_456.0, 10.0).right_words(), "123456 m, up to 10 m off");
    // Nothing else is right here.
    assert_eq!(number(2.345_67, 0.0).right_words(), "2.34567 m");
}

/// A refused name was told in a toast at the other end of the window, and what was typed was gone; one of a projectile was
/// told as a fault of the whole edit.
#[test]
fn a_refused_name_stays_in_its_field_with_the_reason_beside_it() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    let field = |w: &Window| w.get_by_role_and_label(Role::TextInput, "Id").value();
    for (name, reason) in [
        ("ground", "The name \"ground\" is taken."),
        ("shot 3", "Names like \"shot 3\" are kept for projectiles."),
        (" ", "A name must not be empty."),
    ] {
        w.get_by_role_and_label(Role::TextInput, "Id").simulate_click();
        w.run();
        key(&mut w, Modifiers::COMMAND, Key::A);
        w.get_by_role_and_label(Role::TextInput, "Id").type_text(name);
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
        let at = bounds(&w, reason);
        let below = rect_of(w.get_by_role_and_label(Role::TextInput, "Id").raw_bounds());
        assert!(at.top() - below.bottom() < 12.0 && at.left() > 900.0, "{name}: {at} under {below}");
        assert_eq!(field(&w).as_deref().map(str::trim), Some(name.trim()));
        assert!(w.state().app.document().body("upper").is_some());
    }
    // The field has the keyboard still: Esc gives the name up.
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_eq!(field(&w).as_deref(), Some("upper"));
    assert!(!says(&w, |l| l.contains("must not be empty")));
    assert!(warnings(&mut w).is_empty());
}
