//! The film strip: every frame as a small picture; a click jumps there.

use super::super::desk::Desk;
use super::super::paint;
use super::super::theme::Look;
use crate::app::{Bench, MicroscopeCommand};
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Primitive, Sheet};
use crate::engine::math::Vec2;
use egui::{Rect, RichText, Sense, Ui, vec2};
use egui_phosphor::regular as icon;

/// Shows the strip with the keys above it.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    ui.add_space(look.gap(1.0));
    controls(ui, desk, bench);
    if desk.state.presentation {
        return;
    }
    let reach = bench.reach(desk.app.gate());
    let header = if bench.film().group_of(0).is_some() { look.pt(15.0) } else { 0.0 };
    let height = (ui.available_height() - look.gap(3.0) - header).max(look.pt(36.0));
    let film = bench.film();
    let width = (height * 1.45).max(widest_caption(ui, bench, reach, &look));
    let aspect = width / (height - look.pt(18.0)).max(1.0);
    let known = desk.state.workspace.strip_view;
    let view = known.or_else(|| film.view(film.microscope.thumbnail, aspect));
    desk.state.workspace.strip_view = view;
    // The frame comes into sight when another is shown, and when pictures get another size: then what was in sight is
    // not any more.
    let shown = |frame: usize| (bench.laid(), frame, width.to_bits());
    let jumped = ui.memory(|m| m.data.get_temp::<(u64, usize, u32)>(ui.id())) != Some(shown(bench.frame()));
    let mut clicked = None;
    egui::ScrollArea::horizontal().id_salt("frames").auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = look.gap(2.0);
            for index in 0..film.frames.len() {
                let (whole, response) = ui.allocate_exact_size(vec2(width, height + header), Sense::click());
                let (band, rect) = whole.split_top_bottom_at_y(whole.top() + header);
                let name = format!("Frame {}: {}", index + 1, if index <= reach { &film.frames[index].short } else { "not yet" });
                response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, index <= reach, &name));
                let response = response.on_hover_text(&name);
                if index == bench.frame() && jumped {
                    response.scroll_to_me(Some(egui::Align::Center));
                }
                if ui.is_rect_visible(rect) {
                    group(ui, desk, bench, index, band);
                    picture(ui, desk, bench, index, rect, view.filter(|_| index <= reach), response.hovered());
                }
                if response.clicked() {
                    clicked = Some(index);
                    desk.send(MicroscopeCommand::Frame(index));
                }
                if response.double_clicked() && film.inside(index).is_some() && index <= reach {
                    desk.send(MicroscopeCommand::Inside);
                }
            }
        });
    });
    // A picture that was clicked stays under the pointer, or the second click of two would meet another.
    ui.memory_mut(|m| m.data.insert_temp(ui.id(), shown(clicked.unwrap_or(bench.frame()))));
}

/// Width of a picture whose caption is the longest of the frames that may be shown.
fn widest_caption(ui: &Ui, bench: &Bench, reach: usize, look: &Look) -> f32 {
    let font = look.caption_font();
    let wide = |(index, short): (usize, &String)| {
        ui.fonts(|f| caption(index, short).chars().map(|letter| f.glyph_width(&font, letter)).sum::<f32>())
    };
    let shown = bench.film().frames.iter().take(reach + 1).map(|frame| &frame.short).enumerate();
    shown.map(wide).fold(0.0, f32::max) + look.gap(4.0)
}

fn caption(index: usize, short: &str) -> String {
    format!("{}  {short}", index + 1)
}

/// Buttons for what the keys do.
fn controls(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = look.gap(1.0);
        let play = if bench.is_playing() { (icon::PAUSE, "Pause") } else { (icon::PLAY, "Play") };
        for ((picture, name), act, keys) in [
            ((icon::SKIP_BACK, "First frame"), MicroscopeCommand::Frame(0), "Home"),
            ((icon::CARET_DOUBLE_LEFT, "Iteration back"), MicroscopeCommand::Turn(-1), "Shift+←"),
            ((icon::CARET_LEFT, "Step back"), MicroscopeCommand::Step(-1), "←"),
            (play, MicroscopeCommand::TogglePlay, "Space"),
            ((icon::CARET_RIGHT, "Step on"), MicroscopeCommand::Step(1), "→"),
            ((icon::CARET_DOUBLE_RIGHT, "Iteration on"), MicroscopeCommand::Turn(1), "Shift+→"),
            ((icon::SKIP_FORWARD, "Last frame"), MicroscopeCommand::Frame(usize::MAX), "End"),
        ] {
            let response = super::super::button::icon_button(ui, &look, picture, name);
            if response.on_hover_text(format!("{name} ({keys})")).clicked() {
                desk.send(act);
            }
        }
        let keys = if bench.film().group_of(0).is_some() {
            "← → step   Shift ← → stage   Enter looks inside   ⌫ comes back   Home End   Space plays   ↑ ↓ microscope   1–9 examples   P predict"
        } else {
            "← → step   Shift ← → iteration   Home End   Space plays   ↑ ↓ microscope   1–9 examples   ⌫ pipeline   P predict"
        };
        ui.add(egui::Label::new(RichText::new(keys).font(look.caption_font()).color(look.quiet)).truncate());
    });
}

/// The header over the frames of a group: its name at the first of them that is seen, a line over all.
fn group(ui: &Ui, desk: &Desk<'_>, bench: &Bench, index: usize, band: Rect) {
    let look = desk.look;
    let Some(group) = bench.film().group_of(index) else { return };
    let is_here = bench.film().group_of(bench.frame()) == Some(group);
    let color = if is_here { look.text } else { look.quiet };
    let painter = ui.painter();
    let ends = bench.film().group_of(index + 1) != Some(group) || index == bench.film().last();
    let right = if ends { band.right() } else { band.right() + look.gap(2.0) };
    let y = band.bottom() - look.pt(1.5);
    let stroke = egui::Stroke::new(if is_here { 2.0 } else { 1.0 }, if is_here { look.link } else { look.line });
    if group.is_hollow {
        painter.extend(egui::Shape::dashed_line(&[egui::pos2(band.left(), y), egui::pos2(right, y)], stroke, look.pt(4.0), look.pt(4.0)));
    } else {
        painter.hline(band.left()..=right, y, stroke);
    }
    let clip = ui.clip_rect();
    let is_first_seen = index == group.from || band.left() - look.gap(2.0) < clip.left();
    if is_first_seen {
        let font = if is_here { look.strong_font() } else { look.caption_font() };
        let font = egui::FontId { size: look.caption_font().size, ..font };
        let at = egui::pos2(band.left().max(clip.left()) + look.gap(0.5), band.top());
        // A name ends with its frames: of a short group the next one's would lie over it.
        let film = bench.film();
        let frames = (index..=film.last()).take_while(|&other| film.group_of(other) == Some(group)).count();
        let end = band.left() + frames as f32 * (band.width() + look.gap(2.0));
        let mut job = egui::text::LayoutJob::simple_singleline(group.name.clone(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width((end - at.x).max(1.0));
        painter.galley(at, ui.fonts(|f| f.layout_job(job)), color);
    }
}

fn picture(ui: &Ui, desk: &Desk<'_>, bench: &Bench, index: usize, rect: Rect, view: Option<crate::draw::View>, hovered: bool) {
    let look = desk.look;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let on = index == bench.frame();
    let stroke = match (on, hovered) {
        (true, _) => egui::Stroke::new(2.0, look.link),
        (_, true) => egui::Stroke::new(1.0, look.quiet),
        _ => look.hairline(),
    };
    painter.rect(rect, look.corner(), look.ground, stroke, egui::StrokeKind::Inside);
    let inner = Rect::from_min_max(rect.min + vec2(2.0, look.pt(18.0)), rect.max - vec2(2.0, 2.0));
    let words = match view {
        Some(_) => caption(index, &bench.film().frames[index].short),
        None => caption(index, "?"),
    };
    let color = if on { look.text } else { look.quiet };
    let mut job = egui::text::LayoutJob::simple_singleline(words, look.caption_font(), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - look.gap(2.0));
    painter.galley(rect.min + vec2(look.gap(1.5), look.gap(0.5)), ui.fonts(|f| f.layout_job(job)), color);
    let Some(view) = view else { return };
    let mut list = DrawList::default();
    bench.film().picture(index, &[], &mut list);
    let frame = PxBox { min: Vec2::new(inner.left(), inner.top()), max: Vec2::new(inner.right(), inner.bottom()) };
    let usual = (bench.microscope().thumbnail, view);
    // Of what is all words a small picture would be empty: there the world stands.
    let is_drawn = list.marks.iter().any(|mark| mark.sheet == usual.0 && !matches!(mark.primitive, Primitive::Label { .. }));
    let world = || Some((Sheet::World, bench.film().view(Sheet::World, inner.width() / inner.height().max(1.0))?));
    let (sheet, view) = Some(usual).filter(|_| is_drawn).or_else(world).unwrap_or(usual);
    if let Some(projection) = Projection::new(view, frame) {
        let inside = painter.with_clip_rect(inner.intersect(ui.clip_rect()));
        inside.extend(paint::miniature(&list, sheet, &look, projection));
    }
}
