//! Where the keyboard is: a ring round what has its focus.
//!
//! Buttons with a frame show one of their own, of the same place and colour; pictures without a frame, links, titles of
//! menus and switches show none. Text fields have their caret and their outline.

use super::menu_keys::is_typing;
use super::theme::Look;
use egui::{Context, Stroke, StrokeKind};

/// Draws it, once everything else is laid out.
pub(super) fn ring(ctx: &Context, look: &Look) {
    let Some(focused) = ctx.memory(|m| m.focused()).filter(|_| !is_typing(ctx)) else { return };
    // What is scrolled out of sight has an empty rectangle.
    let Some(shown) = ctx.read_response(focused).filter(|shown| shown.interact_rect.is_positive()) else { return };
    let ring = Stroke::new(2.0, look.accent);
    ctx.layer_painter(shown.layer_id).rect_stroke(shown.interact_rect, look.corner(), ring, StrokeKind::Inside);
}
