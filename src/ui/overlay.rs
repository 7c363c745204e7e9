//! Words over the picture: labels of marks, metres at the edges, and the hint line.

use super::desk::Desk;
use super::notices;
use super::paint;
use crate::draw::grid::{Edge, grid};
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use egui::{Align2, LayerId, Order, Painter, Rect, pos2, vec2};

/// Paints them, clipped to the canvas, below everything that floats; the hint line in the part of it that is free of
/// drawers.
pub(crate) fn show(ctx: &egui::Context, desk: &Desk<'_>, picture: &DrawList, rect: Rect, free: Rect) {
    let painter = Painter::new(ctx.clone(), LayerId::new(Order::Background, egui::Id::new("words on the canvas")), rect);
    let look = desk.look;
    let mut taken: Vec<PxBox> = desk.state.floating.iter().chain(&desk.state.drawers).map(|r| px_box(*r)).collect();
    let least = look.roomy_canvas();
    let roomy = rect.width() >= least.x && rect.height() >= least.y;
    if desk.app.grid() && roomy {
        metres(&painter, desk, rect, &mut taken);
    }
    // A room that is shown a lesson needs no hints for the mouse, and the pen has its own.
    if roomy && !desk.presents_lesson() && !desk.state.pen.is_down {
        let left = notices::right_end(ctx, desk).map_or(free.left(), |right| right.max(free.left()));
        hint(&painter, desk, free.with_min_x(left), &mut taken);
    }
    let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
    if let Some(projection) = Projection::new(desk.app.camera().view(), frame) {
        paint::labels(&painter, &look, picture, Sheet::World, projection, &taken);
    }
}

fn metres(painter: &Painter, desk: &Desk<'_>, rect: Rect, taken: &mut Vec<PxBox>) {
    let look = desk.look;
    let camera = desk.app.camera();
    for number in grid(camera.view(), rect.aspect_ratio(), rect.height(), look.pt(1.0)).numbers {
        let (at, align) = match number.edge {
            Edge::Bottom => {
                let x = super::desk::to_screen(desk, rect, Vec2::new(number.at, 0.0)).x;
                (pos2(x + look.gap(1.0), rect.bottom() - look.gap(8.0)), Align2::LEFT_BOTTOM)
            }
            Edge::Left => {
                let y = super::desk::to_screen(desk, rect, Vec2::new(0.0, number.at)).y;
                (pos2(rect.left() + look.gap(2.0), y - look.gap(0.5)), Align2::LEFT_BOTTOM)
            }
        };
        let galley = painter.layout_no_wrap(number.text, look.caption_font(), look.quiet);
        let place = align.anchor_size(at, galley.size());
        let apart = px_box(place.expand2(vec2(look.gap(1.5), 0.0)));
        if number.edge == Edge::Left && place.bottom() > rect.bottom() - look.gap(14.0) || taken.iter().any(|t| t.overlaps(apart)) {
            continue;
        }
        painter.rect_filled(place.expand(1.0), look.corner(), look.veil());
        painter.galley(place.min, galley, look.quiet);
        taken.push(px_box(place));
    }
}

/// What the mouse would do now.
fn hint(painter: &Painter, desk: &Desk<'_>, rect: Rect, taken: &mut Vec<PxBox>) {
    let look = desk.look;
    let at = rect.left_bottom() + vec2(look.gap(4.0), -look.gap(2.5));
    let mut job = egui::text::LayoutJob::simple_singleline(desk.app.hint(), look.body_font(), look.quiet);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - look.gap(8.0));
    let galley = painter.layout_job(job);
    let place = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
    painter.rect_filled(place.expand2(vec2(look.gap(1.5), look.gap(0.5))), look.corner(), look.veil());
    painter.galley(place.min, galley, look.quiet);
    taken.push(px_box(place));
}

fn px_box(rect: Rect) -> PxBox {
    PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) }
}
