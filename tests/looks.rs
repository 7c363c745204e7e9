//! Colour, order and lock of bodies: part of the scene, beside the run.

use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, FileCommand, HistoryCommand, Item, LooksCommand, Pointer, PointerEvent, RunCommand,
    ToolCommand, ViewCommand,
};
use collidoscope::draw::palette::{Theme, background, contrast, style};
use collidoscope::draw::{DrawList, Form, Ink, Paint, Primitive, Role};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::color::{BodyColor, HUES};
use collidoscope::scene::document::BodyDoc;
use collidoscope::scene::file;

/// Three discs that lie on each other at the origin, weightless.
const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] },
  "bodies": [
    { "id": "a", "kind": "static", "shapes": [{ "circle": { "radius": 1 } }] },
    { "id": "b", "kind": "static", "shapes": [{ "circle": { "radius": 1.1 } }] },
    { "id": "c", "kind": "static", "shapes": [{ "circle": { "radius": 1.2 } }] } ] }"#;

fn app() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app.set_canvas(Vec2::new(800.0, 600.0));
    app
}

fn select(app: &mut App, ids: &[&str]) {
    app.apply(ViewCommand::Select(ids.iter().map(|id| Item::Body((*id).to_owned())).collect()));
}

/// Radii of the discs as they are drawn, first drawn first, and their roles.
fn drawn(app: &App) -> Vec<(f32, Role)> {
    let mut list = DrawList::default();
    app.picture(&mut list);
    let discs = list.marks.iter().filter(|mark| !matches!(mark.role, Role::Selection));
    discs.filter_map(|mark| if let Primitive::Circle { radius, .. } = mark.primitive { Some((radius, mark.role)) } else { None }).collect()
}

fn radii(app: &App) -> Vec<f32> {
    drawn(app).into_iter().map(|(radius, _)| radius).collect()
}

#[test]
fn bodies_go_to_the_front_and_to_the_back_and_the_topmost_is_clicked() {
    let mut app = app();
    assert_eq!(radii(&app), [1.0, 1.1, 1.2]);
    select(&mut app, &["a"]);
    app.apply(LooksCommand::ToFront);
    assert_eq!(radii(&app), [1.1, 1.2, 1.0]);
    assert_eq!(app.item_at(Vec2::ZERO), Some(Item::Body("a".into())));
    select(&mut app, &["c"]);
    app.apply(LooksCommand::ToBack);
    assert_eq!(radii(&app), [1.2, 1.1, 1.0]);
    select(&mut app, &["b", "c"]);
    app.apply(LooksCommand::ToFront);
    assert_eq!(radii(&app), [1.0, 1.2, 1.1], "what they were to each other stays");
    app.apply(HistoryCommand::Undo);
    assert_eq!(radii(&app), [1.2, 1.1, 1.0]);
}

#[test]
fn the_order_never_leaves_its_bounds_however_often_it_changes() {
    let mut app = app();
    select(&mut app, &["a"]);
    app.apply(DocumentCommand::Edit {
        id: "a".into(),
        to: BodyDoc { order: 10_000, ..app.document().body("a").unwrap().clone() }.into(),
        gesture: 0,
    });
    for id in ["b", "c", "a", "b"] {
        select(&mut app, &[id]);
        app.apply(LooksCommand::ToFront);
        assert!(file::check(app.document()).is_ok());
        assert_eq!(radii(&app).last(), Some(&[("a", 1.0), ("b", 1.1), ("c", 1.2)].iter().find(|(name, _)| *name == id).unwrap().1));
    }
}

#[test]
fn a_locked_body_is_not_dragged_deleted_or_framed_but_a_click_selects_it() {
    let mut app = app();
    select(&mut app, &["c"]);
    app.apply(LooksCommand::SetLocked(true));
    let drag = |app: &mut App, from: Vec2, to: Vec2| {
        let at = |world| Pointer { world, shift: false, ctrl: false, alt: false };
        for event in [PointerEvent::Press(at(from)), PointerEvent::Move(at(to)), PointerEvent::Release(at(to))] {
            app.apply(ToolCommand::Pointer(event));
        }
    };
    drag(&mut app, Vec2::new(1.15, 0.0), Vec2::new(3.0, 2.0));
    assert_eq!(app.document().body("c").unwrap().position, Vec2::ZERO);
    app.apply(ClipboardCommand::Cut);
    app.apply(DocumentCommand::Delete(vec![Item::Body("c".into())]));
    assert!(app.document().body("c").is_some(), "it is still there");
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("locked")), "and it is said why");
    app.apply(ViewCommand::Select(Vec::new()));
    drag(&mut app, Vec2::new(-3.0, -3.0), Vec2::new(3.0, 3.0));
    assert_eq!(app.selection(), [Item::Body("a".into()), Item::Body("b".into())]);
    app.apply(ViewCommand::SelectAll);
    assert_eq!(app.selection().len(), 2);
    app.apply(ViewCommand::Select(Vec::new()));
    drag(&mut app, Vec2::new(1.15, 0.0), Vec2::new(1.15, 0.0));
    assert_eq!(app.selection(), [Item::Body("c".into())]);
    app.apply(LooksCommand::SetLocked(false));
    drag(&mut app, Vec2::new(-0.8, -0.8), Vec2::new(1.2, 1.2)); // beside its handles
    assert_ne!(app.document().body("c").unwrap().position, Vec2::ZERO);
}

#[test]
fn a_colour_is_no_change_of_the_run_and_is_saved_and_undone() {
    let mut app = app();
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(RunCommand::Seek(10));
    select(&mut app, &["a", "b"]);
    let color = BodyColor::Rgb([200, 30, 40]);
    app.apply(LooksCommand::Color { color: Some(color), gesture: 0 });
    assert_eq!((app.timeline().last_step(), app.timeline().branches().list().len()), (30, 0), "the run stays whole");
    let painted = |role| matches!(role, Role::Painted(Paint { ink: Ink::Rgb([200, 30, 40]), form: Form::Static }));
    assert_eq!(drawn(&app).iter().filter(|(_, role)| painted(*role)).count(), 2);
    let back = file::parse(file::to_json(app.document()).as_bytes()).expect("it reads back");
    assert_eq!(back.body("a").unwrap().color, Some(color));
    app.apply(HistoryCommand::Undo);
    assert_eq!((app.document().body("a").unwrap().color, app.timeline().last_step(), app.stage().step_count()), (None, 30, 10));
}

#[test]
fn colours_have_words_and_wrong_ones_are_refused_with_the_right_ones() {
    for (place, hue) in HUES.iter().enumerate() {
        assert_eq!(BodyColor::of_word(hue), Some(BodyColor::Hue(place as u8)));
    }
    assert_eq!(BodyColor::of_word("#0a0B0c").map(BodyColor::word), Some("#0a0b0c".into()));
    for wrong in ["", "red", "#12345", "#1234567", "#12g456", "#+12345"] {
        assert_eq!(BodyColor::of_word(wrong), None, "{wrong}");
    }
    let text = SCENE.replace("\"id\": \"a\",", "\"id\": \"a\", \"color\": \"red\", \"order\": 10001,");
    let problems = file::parse(text.as_bytes()).expect_err("no such colour").to_string();
    assert!(problems.contains("bodies[0].color") && problems.contains("vermilion") && problems.contains("\"red\""), "{problems}");
    assert!(problems.contains("bodies[0].order") && problems.contains("from -10000 to 10000"), "{problems}");
}

#[test]
fn any_colour_can_be_read_on_the_ground_of_each_theme() {
    for theme in Theme::ALL {
        for n in 0..512_u32 {
            let part = |shift: u32| ((n >> shift & 7) * 36) as u8;
            let paint = Paint { ink: Ink::Rgb([part(6), part(3), part(0)]), form: Form::Awake };
            let ink = style(theme, Role::Painted(paint)).stroke;
            assert!(contrast(ink, background(theme)) >= 4.5, "{theme:?} {paint:?}");
        }
    }
}
