//! A picture of a lens in the inspector, as wide as there is room.

use super::fields::Fields;
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::Vec2;
use crate::ui::{hints, paint};
use egui::{Sense, vec2};

/// Shows what stands on [`Sheet::Diagram`]: middle and size of what is shown, and its name, under which its hint is
/// found.
pub(super) fn drawing(f: &mut Fields<'_, '_, '_>, list: &DrawList, (middle, size): (Vec2, Vec2), name: &str) {
    let look = f.desk.look;
    let width = f.ui.available_width();
    let (rect, response) = f.ui.allocate_exact_size(vec2(width, width * size.y / size.x), Sense::hover());
    let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
    let Some(projection) = Projection::new(View { center: middle, height: size.y }, frame) else { return };
    let painter = f.ui.painter().with_clip_rect(rect.intersect(f.ui.clip_rect()));
    painter.extend(paint::shapes(list, Sheet::Diagram, &look, projection));
    paint::labels(&painter, &look, list, Sheet::Diagram, projection, &[]);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, name));
    response.on_hover_text(hints::of(name));
}
