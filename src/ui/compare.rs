//! The same scene under several solvers, side by side.
//!
//! ```text
//! ┌ bar: which solvers · Back to scene ──────────────────────┐
//! ├─────────────────────────────┬────────────────────────────┤
//! │ ▬ Soft step    look in, use │ ▬ Sequential impulses      │   one camera, one clock
//! │        the scene            │        the scene           │
//! ├──────────────┬──────────────┼──────────────┬─────────────┤
//! │ energy       │ joint error  │ overlap      │ time a step │   a line a solver
//! ├──────────────┴──────────────┴──────────────┴─────────────┤
//! └ transport ───────────────────────────────────────────────┘
//! ```
//! What the pointer is on in one pane is marked in all.

mod bar;
mod line;
mod panes;
mod plots;
pub(super) mod state;

use super::desk::Desk;
use super::stroke::KeyRow;
use super::{paint, transport};
use crate::app::CompareCommand;
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use crate::engine::solver::Solver;
use egui::{Context, Id, Key, LayerId, Order, Painter, Rect};

/// What keys do beside the actions.
pub(crate) const KEYS: &[KeyRow] = &[KeyRow {
    keys: "Esc",
    does: "leaves the comparison",
    take: |desk, stroke| {
        let is_mine = stroke.is(Key::Escape);
        if is_mine && !std::mem::take(&mut desk.state.presentation) {
            desk.send(CompareCommand::Close);
        }
        is_mine
    },
}];

/// Bars, plots and what the pointer does in the panes. Returns where each solver's picture goes.
pub(crate) fn show(ctx: &Context, desk: &mut Desk<'_>) -> Vec<(Solver, Rect)> {
    if !desk.state.presentation {
        bar::show(ctx, desk);
    }
    transport::show(ctx, desk);
    plots::show(ctx, desk);
    panes::show(ctx, desk)
}

/// The words over the pictures.
pub(crate) fn over(ctx: &Context, desk: &Desk<'_>, pictures: &[(Rect, DrawList)]) {
    for (i, (rect, picture)) in pictures.iter().enumerate() {
        let painter = Painter::new(ctx.clone(), LayerId::new(Order::Background, Id::new(("words of a pane", i))), *rect);
        let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
        if let Some(projection) = Projection::new(desk.app.camera().view(), frame) {
            paint::labels(&painter, &desk.look, picture, Sheet::World, projection, &[]);
        }
    }
}
