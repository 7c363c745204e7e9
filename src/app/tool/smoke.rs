//! Regions of smoke: dragging one out, and stirring the air in it.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::command::run::RunCommand;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Vec2, clamp};
use crate::scene::document::{SmokeDoc, SmokeSourceDoc};
use crate::scene::limits;
use crate::scene::stage::Input;

/// The smoke tool.
pub const SMOKE: Tool = Tool {
    id: "smoke",
    name: "Smoke",
    key: '-',
    icon: Icon::Letter('\u{E1AA}'), // cloud
    explanation: "Drag out a region of air with a source of smoke in it; drag inside a region to stir.",
    hint: |app| match app.tool.gesture {
        Gesture::Stirring { .. } => "Drag to stir the air",
        Gesture::Drag { .. } => "Let go to make the region",
        _ => "Drag out a region of air; drag inside one to stir it",
    },
    pointer,
    draw,
    ..Tool::PLAIN
};

/// Size of a region that was clicked, metres.
const USUAL: Vec2 = Vec2::new(4.0, 5.0);
/// A drag shorter than this is a click, points.
const CLICK_PX: f32 = 6.0;
/// Cells of a new region along its longer side.
const CELLS: f32 = 128.0;

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => {
            let is_inside = app.stage().airs().iter().any(|air| air.region().contains_point(p.world));
            app.tool.gesture = if is_inside { Gesture::Stirring { at: p.world } } else { Gesture::Drag { from: app.snapped(p.world) } };
            if is_inside {
                app.apply(RunCommand::Play);
            }
        }
        PointerEvent::Move(p) => {
            if let Gesture::Stirring { at } = app.tool.gesture {
                app.tool.gesture = Gesture::Stirring { at: p.world };
                app.apply(RunCommand::Input(Input::Stir { from: at, to: p.world }));
            }
        }
        PointerEvent::Release(p) => {
            if let Gesture::Drag { from } = std::mem::take(&mut app.tool.gesture) {
                let to = app.snapped(p.world);
                let is_click = (to - from).length() < CLICK_PX * app.camera.metres_per_px();
                let region =
                    if is_click { Aabb { min: from - 0.5 * USUAL, max: from + 0.5 * USUAL } } else { Aabb::from_corners(from, to) };
                if region.size().min_element() >= limits::SMOKE_SIZE.min {
                    app.apply(DocumentCommand::Add(region_of(region).into()));
                }
            }
        }
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

/// A region with a source near its lower end.
fn region_of(region: Aabb) -> SmokeDoc {
    let size = region.size();
    let cells = clamp((CELLS * size.x / size.max_element()).round(), limits::SMOKE_CELLS.min as f32, CELLS) as u32;
    let radius = 0.06 * size.min_element();
    let position = Vec2::new(region.center().x, region.min.y + 0.12 * size.y);
    let source = SmokeSourceDoc { position, radius: radius.max(limits::SMOKE_SIZE.min), ..SmokeSourceDoc::default() };
    SmokeDoc { center: region.center(), width: size.x, height: size.y, cells, sources: vec![source], ..SmokeDoc::default() }
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    if let (Gesture::Drag { from }, Some(pointer)) = (&app.tool.gesture, pointer) {
        let region = Aabb::from_corners(*from, app.snapped(pointer.world));
        list.polygon(Role::Preview, region.corners(), 0.0);
    }
}
