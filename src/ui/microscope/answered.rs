//! The answer to the author's question in the picture of the world.

use super::super::desk::Desk;
use crate::draw::projection::Projection;
use crate::engine::math::Vec2;
use crate::scene::document::{QuestionKind, Reply};
use egui::{Painter, Stroke, pos2, vec2};

/// The places of the author's question: the right one while it is written and once it is answered, with how far off
/// still counts, and where one clicked.
pub(super) fn show(painter: &Painter, desk: &Desk<'_>, projection: Projection) {
    let (look, app) = (desk.look, desk.app);
    let px = |at: Vec2| {
        let at = projection.to_px(at);
        pos2(at.x, at.y)
    };
    let answered = app.own_question().and_then(|question| Some((question, app.reply_to(question)?)));
    let shown = app.question_draft().or(answered.map(|(question, _)| question));
    if let Some(QuestionKind::Point { at, radius }) = shown.map(|question| &question.kind) {
        painter.circle_stroke(px(*at), (radius * projection.scale).max(look.pt(2.0)), Stroke::new(look.pt(1.5), look.good));
        painter.circle_filled(px(*at), look.pt(2.0), look.good);
    }
    if let Some((question, reply @ Reply::Click { at, .. })) = answered {
        let color = if question.kind.is_right(reply) { look.good } else { look.error };
        let (at, arm) = (px(*at), look.pt(6.0));
        for way in [vec2(arm, arm), vec2(arm, -arm)] {
            painter.line_segment([at - way, at + way], Stroke::new(look.pt(2.0), color));
        }
    }
}
