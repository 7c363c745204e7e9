//! Measuring a distance and an angle.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::program::App;
use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, atan2};

/// The measure tool.
pub const MEASURE: Tool = Tool {
    id: "measure",
    name: "Measure",
    key: 'M',
    icon: Icon::Letter('\u{E6B8}'), // ruler
    explanation: "Drag to measure distance and angle.",
    hint: |_| "Drag to measure a distance and an angle",
    pointer,
    draw,
    straight: true,
    ..Tool::PLAIN
};

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => {
            let from = app.snapped(p.world);
            app.tool.measured = Some((from, from));
            app.tool.gesture = Gesture::Drag { from };
        }
        PointerEvent::Move(p) => {
            if let Gesture::Drag { from } = app.tool.gesture {
                app.tool.measured = Some((from, app.snapped(p.world)));
            }
        }
        PointerEvent::Release(_) => app.tool.gesture = Gesture::None,
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some((a, b)) = app.tool.measured.filter(|(a, b)| a != b && pointer.is_some()) else { return };
    list.line(Role::Selection, a, b);
    list.dot(Role::Selection, a, 3.0);
    list.dot(Role::Selection, b, 3.0);
    let d = b - a;
    let degrees = atan2(d.y, d.x).to_degrees();
    list.label(Role::Text, 0.5 * (a + b), Vec2::new(10.0, 10.0), 9, format!("{:.3} m · {}°", d.length(), fixed(degrees, 1)));
}
