//! A window without a window: the panels over an [`App`], and what a person does with them.

pub use collidoscope::app::tool;
pub use collidoscope::app::{
    App, DocumentCommand, Effect, FileCommand, HistoryCommand, Item, LessonCommand, MicroscopeCommand, NoticeKind, Occupied, Offer, Prompt,
    RecoveryCommand, RunCommand, Tool, ToolCommand, ViewCommand,
};
pub use collidoscope::draw::palette::Theme;
pub use collidoscope::engine::body::BodyKind;
pub use collidoscope::engine::collider::CollisionFilter;
pub use collidoscope::engine::joint::{JointKind, Revolute, Wheel};
pub use collidoscope::engine::math::Vec2;
pub use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, LauncherDoc, ShapeDoc};
pub use collidoscope::ui::{Ui, actions};
pub use egui::accesskit::Role;
pub use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};
pub use egui_kittest::Harness;
pub use egui_kittest::kittest::Queryable;

pub struct Sandbox {
    pub ui: Ui,
    pub app: App,
}

pub type Window = Harness<'static, Sandbox>;

pub fn open(app: App, width: f32, height: f32) -> Window {
    let show = |ctx: &egui::Context, s: &mut Sandbox| s.ui.show(ctx, &mut s.app);
    Harness::builder().with_size(vec2(width, height)).with_max_steps(20).build_state(show, Sandbox { ui: Ui::default(), app })
}

pub fn window() -> Window {
    open(App::empty(), 1280.0, 800.0)
}

pub fn crate_at(id: &str, x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Box { width: 1.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    BodyDoc { id: id.into(), position: Vec2::new(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

/// Two crates, one on the other, after some steps: two contacts.
pub fn stack() -> App {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("lower", 0.0, 0.5).into()));
    app.apply(DocumentCommand::Add(crate_at("upper", 0.1, 1.5).into()));
    app.apply(ViewCommand::Select(Vec::new()));
    for _ in 0..20 {
        app.apply(RunCommand::StepForward);
    }
    assert!(app.stage().world().contacts().iter().filter(|c| c.count > 0).count() >= 2, "the crates rest on each other and on the ground");
    app
}

pub fn click(w: &mut Window, label: &str) {
    w.get_by_label(label).click();
    w.run();
}

/// Opens the editor of the lesson by the menu of its bar.
pub fn edit_lesson(w: &mut Window) {
    click(w, "Lesson");
    click(w, "Edit the lesson…");
}

pub fn key(w: &mut Window, modifiers: Modifiers, key: Key) {
    if modifiers.is_none() {
        w.press_key(key);
    } else {
        w.press_key_modifiers(modifiers, key);
    }
    w.run();
}

pub fn event(w: &mut Window, event: Event) {
    w.input_mut().events.push(event);
    w.step();
}

pub fn button(w: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    event(w, Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
}

pub fn drag(w: &mut Window, from: Pos2, to: Pos2, with: PointerButton) {
    event(w, Event::PointerMoved(from));
    button(w, from, with, true);
    for i in 1..=4 {
        event(w, Event::PointerMoved(from + (to - from) * (i as f32 / 4.0)));
    }
    button(w, to, with, false);
    w.run();
}

/// A world point on the screen.
pub fn on_screen(w: &Window, world: Vec2) -> Pos2 {
    let canvas = w.state().ui.canvas.expect("the canvas is shown");
    let local = w.state().app.camera().to_screen(world);
    canvas.min + vec2(local.x, local.y)
}

pub fn bounds(w: &Window, label: &str) -> Rect {
    rect_of(w.get_by_label(label).raw_bounds())
}

pub fn rect_of(bounds: Option<egui::accesskit::Rect>) -> Rect {
    let b = bounds.expect("it is shown");
    Rect::from_min_max(pos2(b.x0 as f32, b.y0 as f32), pos2(b.x1 as f32, b.y1 as f32))
}

/// True when some text on the screen passes the test.
pub fn says(w: &Window, wanted: impl Fn(&str) -> bool) -> bool {
    w.query_all_by(|n| n.label().or(n.value()).is_some_and(|l| wanted(&l))).next().is_some()
}

/// Types a number into a field of the inspector, as a person does: click, type, Enter.
pub fn type_number(w: &mut Window, label: &str, text: &str) {
    w.get_by_role_and_label(Role::SpinButton, label).click();
    w.run();
    key(w, Modifiers::COMMAND, Key::A);
    w.get_by_role_and_label(Role::SpinButton, label).type_text(text);
    w.run();
    key(w, Modifiers::NONE, Key::Enter);
}

pub fn warnings(w: &mut Window) -> Vec<String> {
    w.state_mut().app.take_notices().into_iter().filter(|n| n.kind != NoticeKind::Done).map(|n| n.text).collect()
}
