//! A scroll area that shows that it goes on: where what is in it is cut, it fades, and a caret points there. The thin
//! bar at the side alone was overlooked, and a line cut through its middle looked like a fault.
//!
//! ```text
//!  v is stepped first, and x then
//!  · moves with the new v ·        fades into the ground
//!               ⌄
//! ```

use super::theme::Look;
use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::scroll_area::ScrollAreaOutput;
use egui::{Color32, Id, Rect, ScrollArea, Ui, pos2, vec2};

/// Height of the part that fades, points: a line and a half.
const FADES: f32 = 24.0;
/// Less than this is nothing to scroll for, points.
const NOTHING: f32 = 2.0;

/// Shows a vertical scroll area on a ground of this colour.
pub(super) fn show<R>(ui: &mut Ui, look: &Look, ground: Color32, area: ScrollArea, fill: impl FnOnce(&mut Ui) -> R) -> ScrollAreaOutput<R> {
    let shown = area.show(ui, |ui| {
        let result = fill(ui);
        follow_focus(ui, look);
        result
    });
    let (rect, above) = (shown.inner_rect.intersect(ui.clip_rect()), shown.state.offset.y);
    let below = shown.content_size.y - above - shown.inner_rect.height();
    let height = look.pt(FADES).min(0.3 * rect.height());
    if height > 0.0 && below > NOTHING {
        fade(ui, look, ground, Rect::from_min_max(pos2(rect.left(), rect.bottom() - height), rect.max), true);
    }
    if height > 0.0 && above > NOTHING {
        fade(ui, look, ground, Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + height)), false);
    }
    shown
}

/// Scrolls to what the keyboard has just been led to, clear of the parts that fade.
fn follow_focus(ui: &Ui, look: &Look) {
    let focused = ui.memory(|m| m.focused());
    let known = ui.id().with("focus");
    let before = ui.data_mut(|d| std::mem::replace(d.get_temp_mut_or_default::<Option<Id>>(known), focused));
    if before == focused || ui.input(|i| i.pointer.any_down() || i.pointer.any_released()) {
        return;
    }
    let Some(to) = focused.and_then(|id| ui.ctx().read_response(id)).filter(|to| to.layer_id == ui.layer_id()) else { return };
    if ui.min_rect().contains_rect(to.rect) && !ui.clip_rect().contains_rect(to.rect) {
        ui.scroll_to_rect(to.rect.expand(look.pt(FADES)), None);
    }
}

/// Lets what is painted in a strip fade towards its lower or its upper end, with a caret there.
fn fade(ui: &Ui, look: &Look, ground: Color32, strip: Rect, is_below: bool) {
    let clear = Color32::TRANSPARENT;
    let [top, bottom] = if is_below { [clear, ground] } else { [ground, clear] };
    let corner = |pos, color| Vertex { pos, uv: WHITE_UV, color };
    let vertices = vec![
        corner(strip.left_top(), top),
        corner(strip.right_top(), top),
        corner(strip.left_bottom(), bottom),
        corner(strip.right_bottom(), bottom),
    ];
    ui.painter().add(Mesh { indices: vec![0, 1, 2, 2, 1, 3], vertices, ..Mesh::default() });
    let way = if is_below { 1.0 } else { -1.0 };
    let end = if is_below { strip.bottom() } else { strip.top() };
    let tip = pos2(strip.center().x, end - way * look.pt(2.0));
    let wing = |side: f32| tip + vec2(side * look.pt(6.0), -way * look.pt(4.5));
    ui.painter().line(vec![wing(-1.0), tip, wing(1.0)], look.icon_stroke(look.text));
}
