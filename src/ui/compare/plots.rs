//! What is compared, over time: energy, worst joint error, worst overlap, and what a step takes; a line a solver.

use super::super::desk::Desk;
use super::super::graphs::round_steps;
use crate::app::RunCommand;
use crate::app::comparison::plots::{Compared, PLOTS, SMALLEST, power, role};
use crate::app::comparison::{Comparison, Pane};
use crate::draw::palette::style;
use crate::draw::quantity;
use crate::lens::graph::seconds;
use egui::{Align, Context, Id, Layout, RichText, Stroke, Ui, Vec2b, vec2};
use egui_plot::{AxisHints, GridMark, Line, LineStyle, Plot, VLine};

/// Height of the strip at first, and its least, points.
const HEIGHT: [f32; 2] = [190.0, 110.0];
/// Height of a plot's title, points.
const TITLE: f32 = 20.0;
/// What is left for the panes at least, points.
const PANES: f32 = 160.0;

/// How the values of a plot lie on its axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    /// As they are.
    Plain,
    /// As they are, from zero.
    FromZero,
    /// By their powers of ten: errors of solvers differ by orders of magnitude. What is smaller than
    /// 10^[`SMALLEST`] lies at the foot.
    PowersOfTen,
}

impl Axis {
    /// Errors can be shown plainly, too.
    fn as_chosen(self, desk: &Desk<'_>) -> Axis {
        if self == Axis::PowersOfTen && desk.state.compare.plain_errors { Axis::FromZero } else { self }
    }

    /// Where a value lies.
    fn place(self, value: f64) -> f64 {
        if self == Axis::PowersOfTen { power(value) } else { value }
    }

    /// What lies at a place.
    fn value(self, place: f64) -> f64 {
        if self == Axis::PowersOfTen { libm::pow(10.0, place) } else { place }
    }

    /// What stands beside a line of the grid.
    fn tick(self, mark: GridMark) -> String {
        match self {
            Axis::PowersOfTen if mark.value <= SMALLEST => format!("≤{}", quantity::tick(self.value(SMALLEST))),
            Axis::PowersOfTen => quantity::tick(self.value(mark.value)),
            _ => quantity::mark(mark.value, mark.step_size),
        }
    }
}

/// What the window says of each plot, and how its values lie on the axis.
const TOLD: [(&str, Axis); 4] = [
    ("Kinetic, potential and elastic energy: it must not come from nowhere.", Axis::Plain),
    ("How far the worst joint is violated.", Axis::PowersOfTen),
    ("The deepest overlap of two shapes at the start of a step.", Axis::PowersOfTen),
    ("What a step takes on this computer, the mean of twelve steps: never the same twice.", Axis::FromZero),
];

/// Least distance of grid lines, points.
const GRID: f64 = 24.0;
/// Least distance of lines that each have a number, points.
const LABEL: f64 = 16.0;

/// A plot of the strip.
#[derive(Clone, Copy)]
struct Shown {
    what: &'static Compared,
    about: &'static str,
    axis: Axis,
}

/// Shows the strip, if there is room.
pub(super) fn show(ctx: &Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    let most = ctx.available_rect().height() - look.pt(PANES);
    if most < look.pt(HEIGHT[1]) {
        return;
    }
    let usual = look.pt(HEIGHT[0]).min(most);
    let strip = egui::TopBottomPanel::bottom("compared").resizable(true).default_height(usual).height_range(look.pt(HEIGHT[1])..=most);
    strip.frame(look.bar()).show(ctx, |ui| {
        let gap = look.gap(2.0);
        let room = ui.available_size();
        ui.expand_to_include_rect(ui.max_rect());
        let width = (room.x - gap * (PLOTS.len() + 1) as f32) / PLOTS.len() as f32;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            ui.add_space(0.0);
            for (i, (what, (about, axis))) in PLOTS.iter().zip(TOLD).enumerate() {
                let shown = Shown { what, about, axis };
                ui.allocate_ui_with_layout(vec2(width, room.y), Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.set_width(width);
                    title(ui, desk, shown);
                    // The number at the upper border of a plot stands half above it.
                    ui.add_space(look.gap(1.5));
                    ui.push_id(("compared", i), |ui| plot(ui, desk, shown));
                });
            }
        });
    });
}

/// What is plotted, and for errors the switch between the two axes.
fn title(ui: &mut Ui, desk: &mut Desk<'_>, Shown { what, about, axis }: Shown) {
    let look = desk.look;
    let row = vec2(ui.available_width(), look.pt(TITLE));
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        if axis == Axis::PowersOfTen {
            let plain = desk.state.compare.plain_errors;
            let (word, name, hint) = match plain {
                true => ("linear", "Linear axis", "Errors as they are, from zero. Click: by powers of ten."),
                false => ("log", "Logarithmic axis", "Each line is ten times the one below. Click: errors as they are, from zero."),
            };
            let text = RichText::new(word).font(look.caption_font()).color(look.quiet);
            let response = ui.add(egui::Button::new(text).small());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("{name}: {}", what.title)));
            if response.on_hover_text(hint).clicked() {
                desk.state.compare.plain_errors = !plain;
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let words = RichText::new(format!("{}, {}", what.title, what.unit)).font(look.strong_font());
            ui.add(egui::Label::new(words).truncate().sense(egui::Sense::hover())).on_hover_text(about);
        });
    });
}

fn plot(ui: &mut Ui, desk: &mut Desk<'_>, Shown { what, axis, .. }: Shown) {
    let look = desk.look;
    let Some(comparison) = desk.app.comparison() else { return };
    let hz = desk.app.shown_stage().world().settings().step_hz;
    let last = comparison.panes().iter().filter_map(|pane| Some(pane.timeline()?.last_step())).max().unwrap_or(0);
    let size = vec2(ui.available_width(), (ui.available_height() - look.gap(1.0)).max(look.pt(40.0)));
    let x_axis = AxisHints::new_x().formatter(|mark, _| format!("{} s", quantity::mark(mark.value, mark.step_size)));
    let axis = axis.as_chosen(desk);
    let y_axis = AxisHints::new_y().formatter(move |mark, _| axis.tick(mark)).min_thickness(look.pt(34.0));
    let label_spacing = |least: f32, most: f32| egui::Rangef::new(look.pt(least), look.pt(most));
    let (x_axis, y_axis) = (x_axis.label_spacing(label_spacing(30.0, 40.0)), y_axis.label_spacing(label_spacing(14.0, 18.0)));
    let mut plot = Plot::new("plot")
        .width(size.x)
        .height(size.y)
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .show_background(false)
        .grid_spacing(egui::Rangef::new(look.pt(GRID as f32), look.pt(110.0)))
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .set_margin_fraction(vec2(0.0, 0.08))
        .include_x(0.0)
        .include_x(seconds(last.max(1), hz))
        .link_axis(Id::new("compared over time"), Vec2b::new(true, false))
        // The plot's own words end at its border, and a plot is narrow.
        .label_formatter(|_, _| String::new())
        .show_y(false);
    // Which line is whose say the chips above and the heads of the panes: a legend would cover the lines.
    // Powers of ten alone would leave a plain axis with one number.
    let round = || egui_plot::uniform_grid_spacer(|grid| round_steps(grid.base_step_size));
    match axis {
        // Of the start alone from zero: numbers about its one value would differ in their last figures.
        Axis::Plain if last == 0 => plot = plot.y_grid_spacer(round()).include_y(0.0),
        Axis::Plain => plot = plot.y_grid_spacer(round()),
        // Zero stays at the foot also when there is nothing else.
        Axis::FromZero => plot = plot.y_grid_spacer(round()).include_y(0.0).include_y(1e-3),
        Axis::PowersOfTen => {
            let whole = |grid: egui_plot::GridInput| {
                // In a low plot each second or third power: the numbers of all would not be shown.
                let step = libm::ceil(grid.base_step_size * LABEL / GRID).max(1.0);
                let [low, high] = [libm::ceil(grid.bounds.0 / step) as i64, libm::floor(grid.bounds.1 / step) as i64];
                (low..=high).map(|k| GridMark { value: k as f64 * step, step_size: step }).collect::<Vec<_>>()
            };
            plot = plot.y_grid_spacer(whole).include_y(SMALLEST).include_y(0.0);
        }
    }
    ui.visuals_mut().override_text_color = Some(look.quiet);
    let shown = plot.show(ui, |ui| {
        for pane in comparison.panes() {
            // Lowest and highest of each two points of width: the screen shows no more.
            for part in what.line(pane, hz, 0.5 * size.x, |value| axis.place(value)) {
                ui.line(in_colour(desk, pane, part));
            }
        }
        let now = VLine::new(seconds(comparison.step(), hz)).color(look.accent).width(look.pt(1.5));
        ui.vline(now.allow_hover(false));
        ui.pointer_coordinate()
    });
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("Plot: {}", what.title)));
    let Some(step) = shown.inner.map(|at| (at.x * f64::from(hz)).round().max(0.0) as u64) else { return };
    if shown.response.hovered() {
        let tip = shown.response.id.with("read");
        // On a plain axis as many digits as a hundredth of its height needs; errors have their three.
        let finest = (axis == Axis::Plain).then(|| 0.01 * shown.transform.bounds().height());
        egui::show_tooltip_at_pointer(ui.ctx(), ui.layer_id(), tip, |ui| read(ui, desk, what, step, finest));
    }
    if shown.response.clicked() || shown.response.dragged() {
        seek(desk, comparison, step);
    }
}

/// The time at the pointer, and what each solver has then, so that differences of `finest` are told.
fn read(ui: &mut Ui, desk: &Desk<'_>, what: &Compared, step: u64, finest: Option<f64>) {
    let Some(comparison) = desk.app.comparison() else { return };
    let hz = desk.app.shown_stage().world().settings().step_hz;
    ui.label(quantity::quantity(seconds(step, hz) as f32, "s"));
    for pane in comparison.panes() {
        let Some(value) = what.at(pane, step) else { continue };
        let told = finest.map_or_else(|| quantity::number(value as f32), |finest| quantity::resolved(value, finest));
        let words = format!("{}: {}", pane.solver().row().name, quantity::with_unit(&told, what.unit));
        ui.label(RichText::new(words).color(desk.look.role(role(pane.solver()))));
    }
}

fn seek(desk: &mut Desk<'_>, comparison: &Comparison, step: u64) {
    let step = step.min(comparison.lead().map_or(0, |run| run.last_step()));
    if step != comparison.step() {
        desk.send(RunCommand::Seek(step));
    }
}

fn in_colour(desk: &Desk<'_>, pane: &Pane, part: Vec<[f64; 2]>) -> Line<'static> {
    let role = role(pane.solver());
    let pen = style(desk.look.theme, role);
    let dash = match pen.dash_px {
        None => LineStyle::Solid,
        Some([dash, gap]) if dash < gap => LineStyle::Dotted { spacing: dash + gap },
        Some([dash, _]) => LineStyle::Dashed { length: dash },
    };
    Line::new(part).name(pane.solver().row().name).style(dash).stroke(Stroke::new(pen.width_px, desk.look.role(role)))
}
