//! Collision layers of a shape: two rows of sixteen small switches.
//!
//! ```text
//!   ▸ Collision layers
//!     On            ■ □ □ □ □ □ □ □  □ □ □ □ □ □ □ □      one square a layer, 1 at the left
//!     Touches       ■ ■ ■ ■ ■ ■ ■ ■  ■ ■ ■ ■ ■ ■ ■ ■
//! ```

use super::fields::Fields;
use crate::engine::collider::CollisionFilter;
use crate::ui::desk::Desk;
use egui::{Response, Sense, Ui, vec2};

/// Shows and edits a filter; closed as long as it is the usual one.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, filter: &mut CollisionFilter) {
    let mut changed = f.changed;
    let unusual = *filter != CollisionFilter::default();
    let header = egui::CollapsingHeader::new("Collision layers").id_salt("layers").default_open(unusual).show(f.ui, |ui| {
        let mut inner = Fields { ui, desk: f.desk, changed };
        row(&mut inner, "On", "On layer", &mut filter.layers);
        row(&mut inner, "Touches", "Touches layer", &mut filter.collides_with);
        inner.sentence(words(*filter));
        changed = inner.changed;
    });
    header.header_response.on_hover_text("Which shapes this one may touch at all.");
    f.changed = changed;
}

/// What the filter means.
fn words(filter: CollisionFilter) -> &'static str {
    match filter {
        CollisionFilter { layers: 0, .. } | CollisionFilter { collides_with: 0, .. } => "This shape touches nothing.",
        _ => "Two shapes may touch if each is on a layer that the other touches.",
    }
}

/// Sixteen switches; bit 0 is layer 1, at the left.
fn row(f: &mut Fields<'_, '_, '_>, label: &str, name: &str, bits: &mut u16) {
    let responses = f.row(label, |ui, desk| {
        ui.spacing_mut().item_spacing.x = desk.look.pt(1.5);
        // Rows are filled from the right edge inwards.
        let switches = (0..u16::BITS).rev().map(|bit| {
            if bit == 7 {
                ui.add_space(desk.look.pt(3.0));
            }
            square(ui, desk, &format!("{name} {}", bit + 1), bits, 1 << bit)
        });
        switches.collect::<Vec<_>>()
    });
    responses.iter().for_each(|response| f.note(response));
}

/// One switch.
fn square(ui: &mut Ui, desk: &Desk<'_>, name: &str, bits: &mut u16, bit: u16) -> Response {
    let look = desk.look;
    let (rect, mut response) = ui.allocate_exact_size(vec2(look.pt(10.0), look.pt(16.0)), Sense::click());
    if response.clicked() {
        *bits ^= bit;
        response.mark_changed();
    }
    let is_on = *bits & bit != 0;
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, ui.is_enabled(), is_on, name));
    ui.painter().rect(rect, look.pt(2.0), if is_on { look.accent } else { look.ground }, look.hairline(), egui::StrokeKind::Inside);
    if response.has_focus() {
        ui.painter().rect_stroke(rect.expand(1.0), look.pt(2.0), ui.visuals().widgets.active.bg_stroke, egui::StrokeKind::Outside);
    }
    response.on_hover_text(name)
}
