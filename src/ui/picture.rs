//! The question how a picture becomes a body: the picture with what would collide drawn over it, and what can be
//! chosen. Each change is shown at once.

use super::button;
use super::desk::Desk;
use super::hints;
use super::inspector::fields::{FRACTION, Fields, PIXELS, SIZE, Unit};
use super::theme::Look;
use crate::app::{Item, PictureChoice, PictureCommand, PictureDraft, Prompt, PromptCommand};
use crate::draw::Role;
use crate::draw::quantity::number as words;
use crate::draw::raster::{Channel, Raster};
use crate::engine::math::Vec2;
use crate::scene::picture_body::{PictureBody, PictureForm, TOLERANCES, WIDTHS};
use egui::{Color32, ColorImage, Pos2, Rect, RichText, Sense, Stroke, TextureOptions, Ui, pos2, vec2};

/// Outlines of at most so many vertices show each of them.
const SHOWN_VERTICES: usize = 256;

/// Forgets the picture once it is decided about.
pub(crate) fn forget(desk: &mut Desk<'_>) {
    if !matches!(desk.app.prompt(), Some(Prompt::Picture(_))) {
        desk.state.picture = None;
    }
}

/// Shows the question.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, draft: &PictureDraft) {
    let look = desk.look;
    let screen = ctx.screen_rect().size();
    // Enter ends what is typed into a field first.
    let is_free = ctx.memory(|m| m.focused().is_none());
    let frame = look.card().inner_margin(look.margin(5.0, 4.0));
    egui::Modal::new("picture to body".into()).frame(frame).show(ctx, |ui| {
        let width = look.pt(760.0).min(screen.x - look.gap(16.0));
        let controls = look.pt(300.0).min(width * 0.5);
        ui.set_width(width);
        ui.label(RichText::new("Picture to body").font(look.title_font()));
        ui.add_space(look.gap(2.0));
        let height = look.pt(400.0).min(screen.y - look.gap(40.0)).max(look.pt(120.0));
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = look.gap(4.0);
            let (rect, response) = ui.allocate_exact_size(vec2(width - controls - look.gap(4.0), height), Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Preview"));
            preview(ui, desk, draft, rect);
            ui.vertical(|ui| {
                ui.set_width(controls);
                egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    choices(ui, desk, draft);
                    told(ui, desk, draft);
                });
            });
        });
        ui.add_space(look.gap(3.0));
        answers(ui, desk, draft, is_free);
    });
}

fn choices(ui: &mut Ui, desk: &mut Desk<'_>, draft: &PictureDraft) {
    let PictureChoice { mut channel, mut options } = draft.shown_choice();
    let mut f = Fields::new(ui, desk);
    let channels = [
        (Channel::Opaque, "what is opaque", "For pictures with a transparent ground."),
        (Channel::Dark, "what is dark", "For drawings on a light ground."),
        (Channel::Bright, "what is bright", "For pictures on a dark ground."),
    ];
    f.choice("Solid is", &mut channel, &channels);
    f.number("Threshold", &mut options.threshold, FRACTION);
    f.number("Width of the body", &mut options.width, Unit { min: WIDTHS[0], max: WIDTHS[1], ..SIZE });
    f.number("Tolerance", &mut options.tolerance, Unit { min: TOLERANCES[0], max: TOLERANCES[1], ..PIXELS });
    let forms = [
        (PictureForm::Parts, "convex parts", "Convex polygons that fill it together; holes stay open."),
        (PictureForm::Outline, "an outline", "One outline a piece, whose vertices can be dragged; holes are filled."),
        (PictureForm::Hull, "its convex hull", "One convex polygon round everything: the fastest."),
    ];
    f.choice("Becomes", &mut options.form, &forms);
    let choice = PictureChoice { channel, options };
    if choice != draft.shown_choice() {
        desk.send(PictureCommand::Choose(choice));
    }
}

/// What would come of it, in numbers; or why nothing does.
fn told(ui: &mut Ui, desk: &mut Desk<'_>, draft: &PictureDraft) {
    let look = desk.look;
    let [width, height] = draft.picture.original;
    let body = match &*draft.body {
        Ok(body) => body,
        Err(why) => {
            ui.add_space(look.gap(2.0));
            ui.add(egui::Label::new(RichText::new(format!("No body: {why}.")).color(look.error)).wrap());
            return;
        }
    };
    let count = |n: usize, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    let mut f = Fields::new(ui, desk);
    f.section("What it becomes");
    f.readout("Vertices", body.vertices.to_string());
    f.readout("Convex parts", body.parts.len().to_string());
    f.readout("Pieces, holes", format!("{}, {}", body.pieces, body.holes));
    if draft.choice.options.form != PictureForm::Hull {
        f.readout("Largest error", format!("{:.2} px = {} m", body.error, words(body.error * body.scale)));
    }
    f.readout("Area", format!("{} m² ({:+.2} %)", words(body.area), 100.0 * body.area_change).replace('-', "−"));
    f.readout("Picture", format!("{width} × {height} px"));
    let mut notes = Vec::new();
    if draft.picture.width < width {
        notes.push(format!("Traced at {} × {} pixels.", draft.picture.width, draft.picture.height));
    }
    if body.tolerance > draft.choice.options.tolerance * 1.001 {
        notes.push(format!("The tolerance was raised to {:.2} pixels, so that the vertices are few and far enough apart.", body.tolerance));
    }
    if body.specks > 0 {
        notes.push(format!("{} left out.", count(body.specks, "speck or tiny hole was", "specks or tiny holes were")));
    }
    f.ui.add_space(look.gap(2.0));
    f.sentence(&notes.join(" "));
}

fn answers(ui: &mut Ui, desk: &mut Desk<'_>, draft: &PictureDraft, is_free: bool) {
    let look = desk.look;
    ui.horizontal(|ui| {
        let make = button::accented(&look, "Make body", 0.0);
        let can = draft.body.is_ok() && draft.wanted.is_none();
        let entered = can && is_free && ui.input(|i| i.key_pressed(egui::Key::Enter));
        if ui.add_enabled(can, make).on_hover_text(hints::of("Make body")).clicked() || entered {
            desk.send(PictureCommand::Place);
        }
        if let [Item::Body(id)] = desk.app.selection() {
            let words = format!("Put on {id}");
            if ui.button(words).on_hover_text("The selected body wears the picture, and keeps its shape.").clicked() {
                desk.send(PictureCommand::Wear { body: id.clone() });
            }
        }
        if ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked() {
            desk.send(PromptCommand::Cancel);
        }
    });
}

/// The picture as large as it fits, and over it outlines, cuts and vertices.
fn preview(ui: &Ui, desk: &mut Desk<'_>, draft: &PictureDraft, rect: Rect) {
    let look = desk.look;
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect(rect, look.corner(), look.ground, look.hairline(), egui::StrokeKind::Inside);
    let picture = &draft.picture;
    let size = vec2(picture.width as f32, picture.height as f32);
    let room = rect.shrink(look.gap(3.0));
    let scale = (room.width() / size.x).min(room.height() / size.y).max(1e-3);
    let image = Rect::from_center_size(room.center(), size * scale);
    chequers(&painter, &look, image);
    let known = desk.state.picture.as_ref().filter(|(shown, _)| std::sync::Arc::ptr_eq(shown, picture));
    if known.is_none() {
        desk.state.picture = Some((picture.clone(), ui.ctx().load_texture("picture to body", image_of(picture), TextureOptions::LINEAR)));
    }
    if let Some((_, texture)) = &desk.state.picture {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), image, whole, Color32::WHITE.gamma_multiply(0.6));
    }
    if let Ok(body) = &*draft.body {
        outlines(&painter, &look, body, |p: Vec2| pos2(image.left() + p.x * scale, image.bottom() - p.y * scale));
    }
}

fn outlines(painter: &egui::Painter, look: &Look, body: &PictureBody, at: impl Fn(Vec2) -> Pos2) {
    // Edge by edge: the joins of one long line stick far out where a part is thin.
    let closed = |ring: &Vec<Vec2>, stroke: Stroke| {
        for (k, &p) in ring.iter().enumerate() {
            painter.line_segment([at(p), at(ring[(k + 1) % ring.len()])], stroke);
        }
    };
    for part in &body.parts {
        closed(part, Stroke::new(look.pt(1.0), look.role(Role::BodyB)));
    }
    let edge = look.role(Role::BodyA);
    for ring in &body.outlines {
        closed(ring, Stroke::new(look.pt(2.0), edge));
    }
    if body.vertices <= SHOWN_VERTICES {
        for vertex in body.outlines.iter().flatten() {
            painter.circle_filled(at(*vertex), look.pt(2.5), edge);
        }
    }
    let (middle, arm) = (at(body.centroid), look.pt(5.0));
    let cross = Stroke::new(look.pt(1.5), look.text);
    painter.line_segment([middle - vec2(arm, 0.0), middle + vec2(arm, 0.0)], cross);
    painter.line_segment([middle - vec2(0.0, arm), middle + vec2(0.0, arm)], cross);
}

/// The usual sign for "nothing is here": squares under transparent pixels.
fn chequers(painter: &egui::Painter, look: &Look, image: Rect) {
    let side = look.gap(3.0);
    painter.rect_filled(image, 0.0, look.panel);
    for row in 0..(image.height() / side).ceil() as usize {
        for column in (row % 2..(image.width() / side).ceil() as usize).step_by(2) {
            let corner = image.min + vec2(column as f32, row as f32) * side;
            painter.rect_filled(Rect::from_min_size(corner, vec2(side, side)).intersect(image), 0.0, look.field);
        }
    }
}

/// Ready for egui.
fn image_of(picture: &Raster) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([picture.width, picture.height], &picture.rgba)
}
