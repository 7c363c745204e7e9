//! The graphs of the scene, side by side under the canvas: curves over time or against each other, with the moment that
//! is shown. A click goes to the moment under the pointer.
//!
//! ```text
//! ┌ pendulum  ● 0.31 rad            + ⌄ ⤢ ⤓ ✕ ┐
//! │ rad ┤   ╱╲   │╱╲                         │   wheel: zoom · drag: move · double click: fit
//! │     ┤──╱──╲──●──╲──                      │
//! │     ┤ ╱    ╲╱│   ╲╱      ▴    ▴          │   ▴ impacts
//! │     └───┬────┬────┬── time, s            │
//! └──────────────────────────────────────────┘
//! ```

mod curves;
mod legend;
mod menus;
mod readout;

pub(crate) use menus::{button, has_rows, of_items, of_pair};

use super::button::icon_button;
use super::desk::Desk;
use super::theme::Look;
use crate::app::{GraphCommand, RunCommand};
use crate::draw::{Role, quantity};
use crate::lens::graph::{seconds, short_y_title, x_title, y_title};
use crate::scene::document::{CurveDoc, GraphDoc, Subject};
use curves::{cursor_point, is_difference, lines, nearest_step, steps_within};
use egui::{Align, Layout, RichText, ScrollArea, Sense, Stroke, Ui, Vec2b, pos2, vec2};
use egui_phosphor::regular as icon;
use egui_plot::{AxisHints, Plot, PlotPoint, PlotTransform, Points, VLine};

/// Fewest points of width that a graph is shown with; more graphs than fit are scrolled to.
const NARROWEST: f32 = 260.0;
/// Height of the strip at first, and its least, points.
const HEIGHT: [f32; 2] = [210.0, 120.0];
/// What is left for the canvas at least, points.
const CANVAS: f32 = 150.0;

/// Adds the graph that is shown when none was chosen: the world's energy.
pub(crate) fn energy_graph() -> GraphDoc {
    let curve = |quantity| CurveDoc { of: Subject::World, quantity };
    GraphDoc { curves: vec![curve("kinetic_energy"), curve("potential_energy"), curve("total_energy")], against: None }
}

/// What the key of graphs does: hides and shows them; without any it makes one, and takes it away again while nothing
/// was done with it: looking is no edit.
pub(crate) fn toggle(desk: &mut Desk<'_>) {
    if desk.app.document().graphs.is_empty() {
        desk.state.graphs.show();
        desk.send(GraphCommand::Add(energy_graph()));
    } else if desk.state.graphs.is_hidden(desk.app) {
        desk.state.graphs.show();
    } else if desk.app.document().graphs == [energy_graph()] && desk.app.before_last_graph().is_some() {
        desk.send(GraphCommand::Forget);
    } else {
        desk.state.graphs.hide(desk.app);
    }
}

/// Shows the strip, if the scene has graphs and the window room.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    // Those of the lesson's step, which are not changed here; then the scene's, with their numbers.
    let mut graphs: Vec<(Option<usize>, GraphDoc)> = desk.app.lesson_graphs().iter().map(|graph| (None, graph.clone())).collect();
    if !desk.state.graphs.is_hidden(desk.app) {
        let own = desk.app.document().graphs.iter().enumerate();
        let others = own.filter(|(_, graph)| !desk.app.lesson_graphs().contains(graph));
        graphs.extend(others.map(|(index, graph)| (Some(index), graph.clone())));
    }
    let most = ctx.available_rect().height() - look.pt(CANVAS);
    if graphs.is_empty() || most < look.pt(HEIGHT[1]) {
        return;
    }
    let usual = look.pt(HEIGHT[0]).min(most);
    let strip = egui::TopBottomPanel::bottom("graphs").resizable(true).default_height(usual).height_range(look.pt(HEIGHT[1])..=most);
    strip.frame(look.bar()).show(ctx, |ui| {
        let gap = look.gap(2.0);
        let room = ui.available_size();
        let count = graphs.len() as f32;
        let width = ((room.x - gap * (count + 1.0)) / count).max(look.pt(NARROWEST).min(room.x - 2.0 * gap));
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                ui.add_space(0.0);
                for (place, (index, graph)) in graphs.iter().enumerate() {
                    ui.allocate_ui_with_layout(vec2(width, room.y), Layout::top_down(Align::Min), |ui| {
                        ui.push_id(("graph", place), |ui| one(ui, desk, *index, graph, width));
                    });
                }
            });
        });
    });
}

fn one(ui: &mut Ui, desk: &mut Desk<'_>, index: Option<usize>, graph: &GraphDoc, width: f32) {
    ui.set_width(width);
    ui.spacing_mut().item_spacing.y = 0.0;
    let fit = head(ui, desk, index, graph, width);
    legend::show(ui, desk, graph, width);
    let size = vec2(width, (ui.available_height() - desk.look.gap(1.0)).max(desk.look.pt(40.0)));
    plot(ui, desk, (index, graph), size, fit);
}

/// Title, values at the moment that is shown, buttons; those that change the graph where it is one of the scene's, with
/// its number. True when everything shall fit again.
fn head(ui: &mut Ui, desk: &mut Desk<'_>, index: Option<usize>, graph: &GraphDoc, width: f32) -> bool {
    let look = desk.look;
    ui.allocate_ui_with_layout(vec2(width, look.row()), Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = look.gap(1.0);
        if let Some(index) = index {
            if icon_button(ui, &look, icon::X, "Remove graph").on_hover_text("Removes this graph; undo brings it back.").clicked() {
                desk.send(GraphCommand::Remove(index));
            }
            menus::export(ui, desk, index);
        }
        let fit = icon_button(ui, &look, icon::ARROWS_OUT, "Fit graph").on_hover_text("Shows all of it again (double click).").clicked();
        if let Some(index) = index {
            menus::against(ui, desk, index, graph);
            menus::curves(ui, desk, index, graph);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(look.gap(1.0));
            let title = RichText::new(legend::title(graph)).font(look.strong_font());
            // A long title leaves half of the room to the value of the only curve; several stand in the legend.
            let room = ui.available_width() * if legend::is_needed(desk, graph) { 1.8 } else { 1.0 };
            ui.scope(|ui| {
                ui.set_max_width(0.5 * room);
                ui.add(egui::Label::new(title).truncate().sense(Sense::hover())).on_hover_text(graph.name());
            });
            values(ui, desk, graph);
        });
        fit
    })
    .inner
}

/// The value of the only curve at the moment that is shown, and its period; or that the past is still being read.
fn values(ui: &mut Ui, desk: &Desk<'_>, graph: &GraphDoc) {
    let look = desk.look;
    if desk.app.timeline().is_filling() {
        let words = format!("reading the run so far: {:.0} %", 100.0 * desk.app.timeline().columns().progress());
        ui.label(RichText::new(words).font(look.caption_font()).color(look.quiet));
        return;
    }
    let [curve] = graph.curves.as_slice() else { return };
    let mut told = |words: String, ink: egui::Color32, hint: String| {
        // What does not fit is left out: it would run under the buttons.
        if ui.fonts(|f| f.layout_no_wrap(words.clone(), look.caption_font(), ink).size().x) <= ui.available_width() {
            let words = RichText::new(words).font(look.caption_font()).color(ink);
            ui.add(egui::Label::new(words).extend().sense(Sense::hover())).on_hover_text(hint);
        }
    };
    told(legend::value(desk, curve), look.role(Role::Curve(0)), format!("{} at this moment.", curve.name()));
    // While it runs its end moves, and with it the middle about which it swings.
    if let (None, false) = (&graph.against, desk.app.is_moving())
        && let Some(swing) = readout::swing(desk, curve)
    {
        let words = format!("period {}", quantity::with_unit(&format!("{:.4}", swing.period), "s"));
        let hint = format!("The mean of {} periods: from one passage of the middle to the next in the same direction.", swing.count);
        told(words, look.quiet, hint);
    }
}

fn plot(ui: &mut Ui, desk: &mut Desk<'_>, (index, graph): (Option<usize>, &GraphDoc), size: egui::Vec2, fit: bool) {
    let look = desk.look;
    let is_phase = graph.against.is_some();
    let hz = desk.app.stage().world().settings().step_hz;
    let (first, last) = (desk.app.timeline().first_step(), desk.app.timeline().last_step());
    let (x_words, y_words) = axis_titles(ui, &look, graph, size);
    let title = |words: String| RichText::new(words).font(look.caption_font()).color(look.quiet);
    let x_axis = AxisHints::new_x()
        .label(title(x_words))
        .formatter(|mark, _| quantity::mark(mark.value, mark.step_size))
        .label_spacing(egui::Rangef::new(look.pt(30.0), look.pt(40.0)));
    let y_axis = AxisHints::new_y()
        .label(title(y_words))
        .formatter(|mark, _| quantity::mark(mark.value, mark.step_size))
        .min_thickness(look.pt(34.0))
        .label_spacing(egui::Rangef::new(look.pt(14.0), look.pt(18.0)));
    let mut plot = Plot::new("plot")
        .width(size.x)
        .height(size.y)
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .show_background(false)
        // The farther apart the lines, the stronger: quiet beside the curves at any zoom.
        .grid_spacing(egui::Rangef::new(look.pt(24.0), look.pt(260.0)))
        .x_grid_spacer(egui_plot::uniform_grid_spacer(|grid| round_steps(2.0 * grid.base_step_size)))
        .y_grid_spacer(egui_plot::uniform_grid_spacer(|grid| round_steps(grid.base_step_size)))
        .allow_scroll(false)
        .allow_zoom(true)
        .allow_boxed_zoom(true)
        .set_margin_fraction(vec2(if is_phase { 0.06 } else { 0.0 }, 0.08))
        // The card of `readout` tells more, and is not cut at the end of the graph.
        .label_formatter(|_, _| String::new());
    let is_difference = !is_phase && is_difference(desk);
    if !is_phase {
        // All graphs over time show the same time.
        let ends = [first, last.max(first + 1)].map(|step| seconds(step, hz));
        plot = plot.link_axis(egui::Id::new("graphs over time"), Vec2b::new(true, false)).include_x(ends[0]).include_x(ends[1]);
    }
    let asked = ui.data_mut(|data| data.remove_temp::<bool>(ui.id().with("fits again"))).unwrap_or(false);
    if fit || asked || (!is_phase && desk.state.graphs.is_out_of_sight) {
        plot = plot.reset();
    }
    let now = desk.app.stage().step_count();
    // Grid and marks are drawn in the colour of text: quiet beside the curves.
    ui.visuals_mut().override_text_color = Some(look.quiet);
    let shown = plot.show(ui, |ui| {
        let bounds = ui.plot_bounds();
        for (line, style) in lines(desk, graph, bounds, size.x) {
            ui.line(line.stroke(Stroke::new(style.0, style.1)).allow_hover(false));
        }
        for (i, curve) in graph.curves.iter().enumerate() {
            if let Some(at) = Some(now).filter(|_| !is_difference).and_then(|now| cursor_point(desk, curve, graph.against.as_ref(), now)) {
                ui.points(Points::new(vec![at]).radius(look.pt(3.5)).color(look.role(Role::Curve(i as u8))).allow_hover(false));
            }
        }
        if !is_phase {
            ui.vline(VLine::new(seconds(now, hz)).color(look.accent).width(look.pt(1.5)).allow_hover(false));
        }
        wheel(ui, is_phase);
        ui.pointer_coordinate()
    });
    let name = format!("Graph: {}", graph.name());
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, &name));
    if !is_phase {
        impacts(ui, desk, &look, &shown.transform, hz);
        desk.state.graphs.is_out_of_sight = shown.transform.bounds().min()[0] > seconds(last, hz);
    }
    if menus::of_graph(&shown.response, desk, index, graph) {
        let fits = ui.id().with("fits again");
        ui.data_mut(|data| data.insert_temp(fits, true));
    }
    if let Some(pointer) = shown.response.hover_pos() {
        readout::show(ui, desk, graph, &shown.transform, pointer);
    }
    if shown.response.clicked()
        && let Some(at) = shown.inner
        && let Some(step) = clicked_step(desk, graph, at, &shown.transform)
        && step != now
    {
        desk.send(RunCommand::Seek(step));
    }
}

/// What stands at the axes: whose the curves are says the head, so that names are short; what is too long for its axis
/// is shortened to the kind of quantity and its unit, or the unit alone.
fn axis_titles(ui: &Ui, look: &Look, graph: &GraphDoc, size: egui::Vec2) -> (String, String) {
    let short = |curve: &CurveDoc| {
        let (name, (unit, _)) = (curve.row().map_or(curve.quantity, |row| row.name), curve.shown());
        if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") }
    };
    let is_theirs = |against: &&CurveDoc| graph.curves.iter().all(|curve| curve.of == against.of);
    let x = graph.against.as_ref().filter(is_theirs).map_or_else(|| x_title(graph), short);
    let y = if let [curve] = graph.curves.as_slice() { short(curve) } else { y_title(graph) };
    let is_long = |words: &str, room: f32| {
        let width = ui.fonts(|f| f.layout_no_wrap(words.to_owned(), look.caption_font(), look.quiet).size().x);
        width > room
    };
    // Numbers and title of the axis to the right take their part of the height.
    let x = if is_long(&x, size.x - look.pt(60.0)) { graph.against.as_ref().map_or(x, |curve| curve.shown().0.to_owned()) } else { x };
    let room = size.y - look.pt(40.0);
    let unit = || graph.curves.first().map_or_else(String::new, |curve| curve.shown().0.to_owned());
    let y = [y, short_y_title(graph)].into_iter().find(|words| !is_long(words, room)).unwrap_or_else(unit);
    (x, y)
}

/// The smallest of 1, 2, 5, 10, 20 … that is no less than a distance of grid lines, and two coarser ones.
pub(super) fn round_steps(least: f64) -> [f64; 3] {
    let decade = libm::pow(10.0, libm::floor(libm::log10(least.max(1e-300))));
    let step = [1.0, 2.0, 5.0].map(|digit| digit * decade).into_iter().find(|step| *step >= least).unwrap_or(10.0 * decade);
    [step, 10.0 * step, 100.0 * step]
}

/// The wheel zooms at the pointer: a time axis alone, both axes of a phase plot.
fn wheel(ui: &mut egui_plot::PlotUi<'_>, is_phase: bool) {
    if !ui.response().hovered() {
        return;
    }
    let turned = ui.ctx().input(|i| if i.modifiers.command { 0.0 } else { i.smooth_scroll_delta.y });
    if turned != 0.0 {
        let factor = libm::expf(turned / 200.0);
        ui.zoom_bounds_around_hovered(vec2(factor, if is_phase { factor } else { 1.0 }));
    }
}

/// The step under the pointer: its time, or in a phase plot the nearest point of a curve.
fn clicked_step(desk: &Desk<'_>, graph: &GraphDoc, at: PlotPoint, transform: &PlotTransform) -> Option<u64> {
    let timeline = desk.app.timeline();
    if graph.against.is_some() {
        return nearest_step(desk, graph, at, transform);
    }
    let hz = f64::from(desk.app.stage().world().settings().step_hz);
    let step = (at.x * hz).round().max(0.0) as u64;
    Some(step.clamp(timeline.first_step(), timeline.last_step()))
}

/// A mark at the foot of the graph where contacts began, taller for harder ones; one a point of width.
fn impacts(ui: &Ui, desk: &Desk<'_>, look: &Look, transform: &PlotTransform, hz: f32) {
    const HARD: f32 = 8.0;
    let (frame, bounds) = (*transform.frame(), *transform.bounds());
    let timeline = desk.app.timeline();
    let first = timeline.first_step();
    let painter = ui.painter().with_clip_rect(frame);
    let mut drawn = (f32::MIN, 0.0);
    for step in steps_within(&bounds, first, timeline.last_step(), hz) {
        let Some(impact) = timeline.samples().get((step - first) as usize).map(|sample| sample.impact).filter(|i| *i > 0.5) else {
            continue;
        };
        let x = transform.position_from_point_x(seconds(step, hz)).round();
        if x == drawn.0 && impact <= drawn.1 {
            continue;
        }
        drawn = (x, impact);
        let height = look.pt(3.0) + look.pt(7.0) * (impact / HARD).min(1.0);
        painter.line_segment([pos2(x, frame.bottom()), pos2(x, frame.bottom() - height)], Stroke::new(look.pt(1.5), look.good));
    }
}
