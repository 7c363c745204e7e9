//! A lesson that is shown to a room: caption, pictures and question, as large as the window allows, and nothing else.
//!
//! ```text
//! ┌ title                                      ‹ step 2 of 6 › ┐
//! │ Caption: what to look for in this step …                   │
//! ├─────────────────────────────┬──────────────────────────────┤
//! │ world                       │ space of the algorithm       │
//! ├─────────────────────────────┴──────────────────────────────┤
//! │ question, answers                                          │
//! └────────────────────────────────────────────────────────────┘
//! ```

use super::super::desk::Desk;
use super::super::{lesson, own_question, scrolled};
use super::hot::Hot;
use super::{gate, views};
use crate::app::Bench;
use egui::{Frame, ScrollArea, TopBottomPanel, vec2};

/// Most of the window's height that caption and question may take; beyond it they scroll.
const CAPTION_SHARE: f32 = 0.3;
const QUESTION_SHARE: f32 = 0.4;

/// Shows the lesson over the whole window.
pub(super) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, bench: &Bench, hot: &mut Hot) {
    let look = desk.look;
    let height = ctx.screen_rect().height();
    let bar = look.bar().inner_margin(look.margin(4.0, 2.0));
    TopBottomPanel::top("presented caption").frame(bar).show_separator_line(true).show(ctx, |ui| {
        lesson::presented(ui, desk, CAPTION_SHARE * height);
    });
    let asks = desk.app.gate() && bench.film().question(bench.frame()).is_some();
    if asks || desk.app.own_question().is_some() {
        TopBottomPanel::bottom("presented question").frame(bar).show_separator_line(true).show(ctx, |ui| {
            // A panel grows by what its contents ask for; a scroll area asks for little of its own accord.
            let most = (QUESTION_SHARE * height).round();
            let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most).auto_shrink([false, true]);
            scrolled::show(ui, &look, look.panel, area, |ui| {
                ui.spacing_mut().item_spacing = vec2(look.gap(1.0).round(), look.gap(1.5).round());
                own_question::show(ui, desk);
                gate::show(ui, desk, bench, hot);
            });
        });
    }
    egui::CentralPanel::default().frame(Frame::new().fill(look.ground)).show(ctx, |ui| views::show(ui, desk, bench, hot));
}
