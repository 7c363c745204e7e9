//! The panes: how they are laid out, their heads, and what the pointer does in them.

use super::super::button::icon_button;
use super::super::desk::{Desk, to_world};
use super::super::theme;
use super::line::{pane, swatch};
use crate::app::comparison::{COMPARED, Pane, curve};
use crate::app::{CompareCommand, Look, ViewCommand};
use crate::draw::quantity;
use crate::engine::math::Vec2;
use crate::engine::solver::Solver;
use crate::lens::Sizes;
use egui::{Align, Button, Context, CursorIcon, Label, Layout, PointerButton, Rect, Response, RichText, Sense, Ui, pos2, vec2};
use egui_phosphor::regular as icon;

/// Width over height that pictures of scenes are made for.
const ASPECT: f32 = 1.6;
/// How near the pointer must be to an anchor or a contact point, points.
const REACH: f32 = 12.0;
/// Narrower heads show no numbers, points.
const NUMBERS: f32 = 420.0;
/// Narrower heads have fewer buttons, for the name's sake, points.
const NAMED: f32 = 230.0;

/// Shows them. Returns where each solver's picture goes.
pub(super) fn show(ctx: &Context, desk: &mut Desk<'_>) -> Vec<(Solver, Rect)> {
    let look = desk.look;
    let solvers = desk.app.comparison().map(|comparison| comparison.solvers()).unwrap_or_default();
    let shown = egui::CentralPanel::default().frame(egui::Frame::NONE).show(ctx, |ui| {
        let whole = ui.max_rect();
        let columns = columns(solvers.len(), whole, look.row());
        let rows = solvers.len().div_ceil(columns.max(1)).max(1);
        let size = vec2(whole.width() / columns.max(1) as f32, whole.height() / rows as f32);
        let mut lit = None;
        let mut places = Vec::new();
        for (i, solver) in solvers.into_iter().enumerate() {
            let at = whole.min + vec2((i % columns) as f32 * size.x, (i / columns) as f32 * size.y);
            let place = Rect::from_min_size(at, size);
            let (top, body) = place.split_top_bottom_at_y(place.top() + look.row() + look.gap(1.0));
            let body = Rect::from_min_max(body.min, body.max - vec2(1.0, 1.0));
            head(ui, desk, solver, top);
            lit = canvas(ui, desk, solver, body).or(lit);
            foot(ui, desk, solver, body);
            ui.painter().rect_stroke(place, 0.0, look.hairline(), egui::StrokeKind::Inside);
            places.push((solver, body));
        }
        if desk.state.compare.lit != lit {
            desk.state.compare.lit = lit;
            ui.ctx().request_repaint();
        }
        places
    });
    shown.inner
}

/// How many panes stand side by side, so that a picture of the usual form is largest.
fn columns(count: usize, whole: Rect, head: f32) -> usize {
    let height_of_picture = |columns: usize| {
        let rows = count.div_ceil(columns);
        (whole.width() / columns as f32 / ASPECT).min(whole.height() / rows as f32 - head)
    };
    (1..=count.max(1)).rev().max_by(|a, b| height_of_picture(*a).total_cmp(&height_of_picture(*b))).unwrap_or(1)
}

/// Name, numbers at the clock, buttons.
fn head(ui: &mut Ui, desk: &mut Desk<'_>, solver: Solver, rect: Rect) {
    let look = desk.look;
    ui.painter().rect_filled(rect, 0.0, look.panel);
    let mut area = ui.new_child(egui::UiBuilder::new().id_salt(("head", solver.row().id)).max_rect(rect.shrink2(vec2(look.gap(1.5), 0.0))));
    area.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = look.gap(1.5);
        buttons(ui, desk, solver, rect.width() < look.pt(NAMED));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (piece, _) = ui.allocate_exact_size(vec2(look.pt(22.0), look.row()), Sense::hover());
            swatch(ui.painter(), desk, solver, piece);
            let name = Label::new(RichText::new(solver.row().name).font(look.strong_font())).truncate();
            ui.add(name.sense(Sense::hover())).on_hover_text(solver.row().summary);
            if rect.width() > look.pt(NUMBERS)
                && let Some(words) = pane(desk, solver).map(numbers)
            {
                let words = Label::new(RichText::new(words).font(look.caption_font()).color(look.quiet)).truncate();
                ui.add(words.sense(Sense::hover())).on_hover_text("Energy, worst joint error and worst overlap at this step.");
            }
        });
    });
}

/// What is compared, at the step that the pane shows.
fn numbers(pane: &Pane) -> String {
    let Some(run) = pane.timeline() else { return String::new() };
    let at = |word| run.columns().of(&curve(word)).and_then(|column| column.at(run.stage().step_count()));
    let [energy, joint, overlap] = COMPARED.map(at);
    let sizes = Sizes::of(run.stage().world());
    // As the plots have it: panes are told apart at a glance.
    let millimetres = |value: f64| quantity::quantity((sizes.read(value, "m") * 1e3) as f32, "mm");
    let length = |value: Option<f64>, what: &str| value.map(|value| format!("{what} {}", millimetres(value)));
    let words = [
        energy.map(|energy| quantity::energy(sizes.read(energy, "J"))),
        length(joint.filter(|error| *error > 0.0), "joints"),
        length(overlap, "overlap"),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join("  ·  ")
}

/// In a narrow pane the solver's name comes first: a click in the pane looks inside as well.
fn buttons(ui: &mut Ui, desk: &mut Desk<'_>, solver: Solver, is_narrow: bool) {
    let look = desk.look;
    if desk.app.document().world.solver == solver {
        let words = if is_narrow { "own" } else { "the scene's own" };
        let words = Label::new(RichText::new(words).font(look.caption_font()).color(look.quiet));
        ui.add(words.sense(Sense::hover())).on_hover_text("The scene has this solver.");
    } else {
        let response = ui.add(Button::new(RichText::new("Use").font(look.caption_font())).small());
        let name = format!("Use {}", solver.row().name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
        if response.on_hover_text("The scene has this solver from now on (undo takes it back), and the comparison is left.").clicked() {
            desk.send(CompareCommand::Adopt(solver));
        }
    }
    if is_narrow {
        return;
    }
    let hint = "The deepest contact under the solver's microscope, as this pane ran it. A click in the pane: what lies there.";
    let response = icon_button(ui, &look, icon::MAGNIFYING_GLASS, &format!("Look inside {}", solver.row().name)).on_hover_text(hint);
    if response.clicked() {
        desk.send(CompareCommand::LookInside { solver, at: None });
    }
    if let Some(joint) = pane(desk, solver).and_then(Pane::worst_joint) {
        let hint = "The joint that is violated most, under the microscope.";
        if icon_button(ui, &look, icon::LINK_SIMPLE, &format!("Worst joint of {}", solver.row().name)).on_hover_text(hint).clicked() {
            desk.send(CompareCommand::LookInside { solver, at: Some(joint) });
        }
    }
}

/// What the pane has to say, at its foot.
fn foot(ui: &Ui, desk: &Desk<'_>, solver: Solver, rect: Rect) {
    let look = desk.look;
    let Some(remark) = pane(desk, solver).and_then(Pane::remark) else { return };
    let mut job = egui::text::LayoutJob::simple(remark.clone(), look.caption_font(), look.text, rect.width() - look.gap(10.0));
    job.wrap.max_rows = 3;
    let galley = ui.fonts(|f| f.layout_job(job));
    let at = pos2(rect.left() + look.gap(2.0), rect.bottom() - galley.size().y - look.gap(2.0));
    let place = Rect::from_min_size(at, galley.size() + vec2(look.gap(4.0), 0.0)).expand2(vec2(look.gap(1.0), look.gap(0.5)));
    ui.painter().rect(place, look.corner(), look.raised, look.hairline(), egui::StrokeKind::Inside);
    ui.painter().text(at, egui::Align2::LEFT_TOP, icon::WARNING, look.caption_font(), look.warning);
    ui.painter().galley(at + vec2(look.gap(4.0), 0.0), galley, look.text);
    let response = ui.interact(place, ui.id().with(("remark", solver.row().id)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &remark));
    response.on_hover_text(remark);
}

/// Drag moves the view of all panes, the wheel zooms them, a click looks inside. Returns what the pointer is on.
fn canvas(ui: &Ui, desk: &mut Desk<'_>, solver: Solver, rect: Rect) -> Option<Look> {
    let response = ui.interact(rect, ui.id().with(("pane", solver.row().id)), Sense::click_and_drag());
    let name = format!("Pane: {}", solver.row().name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, &name));
    view(desk, &response, rect);
    let at = response.hover_pos().filter(|_| response.contains_pointer() && !response.dragged())?;
    let world = to_world(desk, rect, at);
    let pane = pane(desk, solver)?;
    let found = pane.look_at(world, REACH * desk.app.camera().metres_per_px())?;
    ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    if response.clicked() {
        desk.send(CompareCommand::LookInside { solver, at: Some(found) });
    }
    response.on_hover_text_at_pointer(format!("{}: click to look inside", pane.look_name(found)));
    Some(found)
}

fn view(desk: &mut Desk<'_>, response: &Response, rect: Rect) {
    let is_drag = [PointerButton::Primary, PointerButton::Middle, PointerButton::Secondary].iter().any(|b| response.dragged_by(*b));
    let by = response.drag_delta();
    if is_drag && by != egui::Vec2::ZERO {
        let m = desk.app.camera().metres_per_px();
        desk.send(ViewCommand::Pan(Vec2::new(-by.x * m, by.y * m)));
        response.ctx.set_cursor_icon(CursorIcon::Move);
    }
    if response.double_clicked() {
        desk.send(ViewCommand::Frame { selection: false });
    }
    let Some(at) = response.hover_pos().filter(|_| response.contains_pointer()) else { return };
    let factor = response.ctx.input(|i| theme::wheel_zoom(i.smooth_scroll_delta.y) * i.zoom_delta());
    if (factor - 1.0).abs() > 1e-4 && factor.is_finite() {
        desk.send(ViewCommand::Zoom { factor, at: to_world(desk, rect, at) });
    }
}
