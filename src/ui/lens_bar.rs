//! Chips over the canvas: one per lens, with the colour of its marks, and under them one line on each that is on.

use super::button;
use super::desk::Desk;
use super::theme::Look;
use crate::app::ViewCommand;
use crate::lens::Lens;
use egui::{Rect, RichText, Sense, Ui, vec2};

/// More rows of chips than this would hide the scene.
const MOST_ROWS: usize = 2;

/// More of the canvas's height than this would hide the scene.
const MOST_SHARE: f32 = 0.2;

/// Shows the chips and the legend. Returns where both are.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, canvas: Rect) -> Rect {
    let look = desk.look;
    let least = look.roomy_canvas();
    if canvas.width() < least.x || canvas.height() < least.y {
        return Rect::from_min_size(canvas.min, egui::Vec2::ZERO);
    }
    let place = canvas.min + vec2(look.gap(3.5), look.gap(3.0));
    let width = (canvas.width() - look.gap(7.0)).max(look.pt(40.0));
    let area = egui::Area::new("lens chips".into()).order(egui::Order::Middle).fixed_pos(place).constrain(false);
    let shown = area.show(ctx, |ui| {
        ui.set_max_width(width);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(look.gap(2.0), look.gap(1.5));
            let all = crate::lens::lenses();
            let rows = rows(ui, &look, all, width);
            // Of a lesson that is presented, those that are on say what is seen.
            let presents = desk.presents_lesson();
            let folds = presents || rows > MOST_ROWS || rows as f32 * (look.row() + look.gap(1.5)) > MOST_SHARE * canvas.height();
            // Where chips would hide the scene, those that are on remain, and a menu has all.
            let shown: Vec<&Lens> = all.iter().filter(|lens| !folds || desk.app.lenses().contains(&lens.id)).collect();
            for lens in shown {
                chip(ui, desk, lens);
            }
            if folds && !presents {
                menu(ui, desk, all);
            }
        });
        let chips = ui.min_rect();
        legend(ui, desk, canvas);
        chips
    });
    desk.state.floating.push(shown.inner);
    if shown.response.rect.height() > shown.inner.height() + 1.0 {
        let legend = Rect::from_min_max(shown.inner.left_bottom(), shown.response.rect.right_bottom());
        desk.state.floating.push(legend);
    }
    shown.response.rect
}

/// How many rows the chips take.
fn rows(ui: &Ui, look: &Look, all: &[Lens], width: f32) -> usize {
    let (mut rows, mut end) = (1, 0.0);
    for lens in all {
        let wide = chip_width(ui, look, lens.name);
        if end > 0.0 && end + look.gap(2.0) + wide > width {
            (rows, end) = (rows + 1, 0.0);
        }
        end += if end > 0.0 { look.gap(2.0) + wide } else { wide };
    }
    rows
}

fn chip_width(ui: &Ui, look: &Look, name: &str) -> f32 {
    ui.fonts(|f| f.layout_no_wrap(name.to_owned(), look.body_font(), look.text).size().x) + look.gap(9.0)
}

/// All lenses by name, to be switched.
fn menu(ui: &mut Ui, desk: &mut Desk<'_>, all: &'static [Lens]) {
    let shown = button::menu(ui, desk, "Lenses", |ui, desk| {
        for lens in all {
            let on = desk.app.lenses().contains(&lens.id);
            if ui.selectable_label(on, lens.name).on_hover_text((desk.keyed)(lens.name)).clicked() {
                desk.send(ViewCommand::ToggleLens(lens.id.to_owned()));
                ui.close_menu();
            }
        }
    });
    shown.on_hover_text("All lenses: what can be drawn over the scene.");
}

fn chip(ui: &mut Ui, desk: &mut Desk<'_>, lens: &'static Lens) {
    let look = desk.look;
    let on = desk.app.lenses().contains(&lens.id);
    let galley = ui.fonts(|f| f.layout_no_wrap(lens.name.to_owned(), look.body_font(), look.text));
    let size = vec2(chip_width(ui, &look, lens.name), look.chip());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, on, lens.name));
    let fill = match (on, response.hovered()) {
        (true, _) => look.selected,
        (false, true) => look.hover,
        (false, false) => look.panel,
    };
    let line = if response.has_focus() || on { look.accent } else { look.line };
    ui.painter().rect(rect, look.round(), fill, egui::Stroke::new(1.0, line), egui::StrokeKind::Inside);
    let dot = rect.left_center() + vec2(look.gap(3.5), 0.0);
    let color = look.role(lens.role);
    if on {
        ui.painter().circle_filled(dot, look.pt(4.5), color);
    } else {
        ui.painter().circle_stroke(dot, look.pt(4.0), look.icon_stroke(color));
    }
    let text = egui::pos2(rect.left() + look.gap(6.0), rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(text, galley, look.text);
    if response.on_hover_text((desk.keyed)(lens.name)).clicked() {
        desk.send(ViewCommand::ToggleLens(lens.id.to_owned()));
    }
}

/// What is on, in one line each, where the canvas has room to spare; else only what a lens waits for, and the chips say
/// the rest when they are pointed at.
fn legend(ui: &mut Ui, desk: &Desk<'_>, canvas: Rect) {
    /// Canvases lower than this need their room for the scene, points.
    const LOW: f32 = 720.0;
    let look = desk.look;
    let is_low = canvas.height() < look.pt(LOW);
    // A lens with a card says there what it waits for.
    let is_told = |l: &Lens, lacks: Option<&str>| !is_low || lacks.is_some() && !crate::lens::looks_inside(l.id);
    let switched_on = crate::lens::lenses().iter().filter(|l| desk.app.lenses().contains(&l.id));
    let on: Vec<_> = switched_on.map(|l| (l, desk.app.lens_lacks(l))).filter(|(l, lacks)| is_told(l, *lacks)).collect();
    if on.is_empty() {
        return;
    }
    ui.add_space(look.gap(0.5));
    let frame = egui::Frame::new().fill(look.veil()).corner_radius(look.corner()).inner_margin(look.margin(1.5, 0.75));
    let beside_card = desk.app.lenses().iter().any(|id| crate::lens::looks_inside(id));
    let room = canvas.width() - look.gap(12.0) - if beside_card { look.card_width() + look.gap(14.0) } else { 0.0 };
    frame.show(ui, |ui| {
        ui.set_max_width(room.max(look.card_width() * 0.5));
        ui.spacing_mut().item_spacing.y = look.gap(0.25);
        for (lens, lacks) in on {
            if !is_low && (lacks.is_none() || !lens.needs_pair) {
                line(ui, &look, lens, lens.explanation, look.quiet);
            }
            if let Some(lacks) = lacks {
                line(ui, &look, lens, lacks, look.warning);
            }
        }
    });
}

fn line(ui: &mut Ui, look: &Look, lens: &Lens, words: &str, ink: egui::Color32) {
    let text = RichText::new(format!("{}: {words}", lens.name)).font(look.caption_font()).color(ink);
    ui.add(egui::Label::new(text).wrap());
}
