//! Pushing bodies: a force that acts where the body was pressed, as long and as strong as the pointer pulls it.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::run::RunCommand;
use crate::app::program::App;
use crate::draw::DrawList;
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::lens::forces;
use crate::scene::stage::Input;

/// Acceleration that a metre of pulling gives a free body, m/s² per metre: at one metre twice its weight.
const STRENGTH: f32 = 20.0;

/// The push tool.
pub const PUSH: Tool = Tool {
    id: "push",
    name: "Push",
    key: 'U',
    icon: Icon::Letter('\u{E29A}'), // hand-pointing
    explanation: "Press on a body and drag: a force acts there as long as you hold, the stronger the farther you drag.",
    hint: |app| match app.tool.gesture {
        Gesture::Pushing { .. } => "Drag farther to push harder · Let go to end",
        _ if app.playing => "Press on a body and drag to push it there",
        _ => "Press on a body and drag to push it there: time runs while you hold",
    },
    points: true,
    pointer: |app, event| match event {
        PointerEvent::Press(p) => press(app, p.world),
        PointerEvent::Move(p) => change(app, p.world),
        PointerEvent::Release(_) => release(app),
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    },
    draw,
    ..Tool::PLAIN
};

/// Takes the body under the point, and starts time.
fn press(app: &mut App, point: Vec2) {
    let world = app.stage().world();
    let dynamic = |id: &crate::engine::collider::ColliderId| world.body(id.body).is_some_and(|b| b.kind == BodyKind::Dynamic);
    let Some(body) = app.colliders_near(point).into_iter().find(dynamic).map(|collider| collider.body) else { return };
    let per_metre = world.body(body).map_or(0.0, |body| body.mass * STRENGTH);
    app.apply(RunCommand::Input(Input::Push { body, point, force: Vec2::ZERO }));
    app.apply(RunCommand::Play);
    app.tool.gesture = Gesture::Pushing { per_metre };
}

/// The force leads from where it acts, which moves with the body, to the pointer.
fn change(app: &mut App, to: Vec2) {
    let Gesture::Pushing { per_metre } = app.tool.gesture else { return };
    let Some(push) = app.stage().pushing() else { return };
    app.apply(RunCommand::Input(Input::MovePush { force: (to - push.point) * per_metre }));
}

fn release(app: &mut App) {
    if let Gesture::Pushing { .. } = std::mem::take(&mut app.tool.gesture) {
        app.apply(RunCommand::Input(Input::EndPush));
    }
}

fn draw(app: &App, _pointer: Option<Pointer>, list: &mut DrawList) {
    let pushed: Vec<_> = app.stage().pushing().into_iter().collect();
    forces::draw_some(app.stage(), &pushed, app.camera.metres_per_px(), list);
}
