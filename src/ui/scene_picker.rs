//! The scene picker: what comes with the program, with a picture, a title and a sentence each.

mod cards;
mod search;

pub(crate) use cards::cards;

use super::desk::Desk;
use super::hints;
use super::markdown;
use super::state::Picker;
use super::theme::Look;
use crate::app::FileCommand;
use crate::scene::path::file_name;
use crate::scene::shipped;
use cards::SceneCard;
use egui::{Align2, ColorImage, Key, Rect, RichText, Sense, TextureHandle, TextureOptions, Ui, vec2};
use search::found;

/// Shows the picker while it is open.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(mut picker) = desk.state.picker.take() else { return };
    let look = desk.look;
    if picker.textures.is_empty() {
        picker.textures = cards().iter().map(|c| texture(ctx, c)).collect();
    }
    let screen = ctx.screen_rect().size();
    let tile = vec2(look.thumbnail().x + look.gap(4.0), look.thumbnail().y + look.pt(64.0));
    let columns = (((screen.x - look.gap(10.0)) / (tile.x + look.gap(2.0))) as usize).clamp(1, 4);
    let moved = arrows(ctx, &mut picker, columns);
    let mut opened = ctx.input(|i| i.key_pressed(Key::Enter)).then(|| found(&picker.text).get(picker.chosen).copied()).flatten();
    let modal = egui::Modal::new("scene picker".into()).frame(look.card().inner_margin(look.margin(4.0, 3.0))).show(ctx, |ui| {
        ui.set_width(columns as f32 * (tile.x + look.gap(2.0)) + look.gap(2.0));
        ui.set_max_height(screen.y);
        ui.label(RichText::new("Scenes").font(look.title_font()));
        ui.label(
            RichText::new("Each scene is a small experiment. Your changes do not alter the scene that comes with the program.")
                .color(look.quiet),
        );
        ui.add_space(look.gap(2.0));
        search(ui, &look, &mut picker);
        ui.add_space(look.gap(2.0));
        // The card keeps its height whatever is found: what the head has left of the window, less the buttons below, the
        // card's margins and a rim of the scene.
        let room = screen.y - ui.min_rect().height() - look.row() - look.gap(16.0);
        let scroll = egui::ScrollArea::vertical().max_height(room.max(look.pt(80.0))).auto_shrink(false);
        let clicked = scroll.show(ui, |ui| tiles(ui, &look, &picker, (columns, tile), moved)).inner;
        opened = opened.or(clicked);
        ui.add_space(look.gap(2.0));
        let mut close = false;
        ui.horizontal(|ui| {
            if ui.button("Open a file…").on_hover_text((desk.keyed)("Open…")).clicked() {
                desk.send(FileCommand::Open);
                close = true;
            }
            close |= ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked();
            close |= recent(ui, desk);
        });
        close
    });
    match opened.and_then(|i| cards().get(i)) {
        Some(card) => desk.send(FileCommand::OpenShipped(card.name.to_owned())),
        // In the search, too, where Esc would only take the keyboard from it.
        None if modal.inner || modal.backdrop_response.clicked() || ctx.input(|i| i.key_pressed(Key::Escape)) => {}
        None => desk.state.picker = Some(picker),
    }
}

/// The field that narrows the scenes down, and a button for each group.
fn search(ui: &mut Ui, look: &Look, picker: &mut Picker) {
    ui.horizontal_wrapped(|ui| {
        let field =
            egui::TextEdit::singleline(&mut picker.text).hint_text(look.hint("Search")).desired_width(look.pt(180.0)).char_limit(80);
        let response = ui.add(field).on_hover_text("Words of titles, texts, tags and groups: stack, friction, lesson …");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search scenes"));
        // What is typed goes to the search, without a way to its field.
        let is_free = ui.memory(|m| m.focused().is_none());
        let typed = |event: &egui::Event| if let egui::Event::Text(text) = event { Some(text.clone()) } else { None };
        let typed: String = if is_free { ui.input(|i| i.events.iter().filter_map(typed).collect()) } else { String::new() };
        if !typed.trim().is_empty() {
            picker.text.push_str(&typed);
            response.request_focus();
        }
        if response.changed() || !typed.is_empty() {
            picker.chosen = 0;
        }
        for group in shipped::GROUPS {
            let is_on = picker.text == group;
            let hint = "Only these; again for all.";
            if ui.selectable_label(is_on, group).on_hover_text(hint).clicked() {
                picker.text = if is_on { String::new() } else { group.to_owned() };
                picker.chosen = 0;
            }
        }
    });
}

/// The scenes that were found in rows, under the names of their groups; the one that was clicked.
fn tiles(ui: &mut Ui, look: &Look, picker: &Picker, (columns, tile): (usize, egui::Vec2), moved: bool) -> Option<usize> {
    let mut clicked = None;
    ui.spacing_mut().item_spacing = vec2(look.gap(2.0), look.gap(2.0));
    let found = found(&picker.text);
    if found.is_empty() {
        ui.label(RichText::new("No scene has all these words.").color(look.quiet));
    }
    for group in shipped::GROUPS {
        let members: Vec<(usize, usize)> = found.iter().copied().enumerate().filter(|(_, index)| cards()[*index].group == group).collect();
        if members.is_empty() {
            continue;
        }
        ui.label(RichText::new(group.to_uppercase()).font(look.section_font()).extra_letter_spacing(look.pt(0.8)).color(look.quiet));
        for row in members.chunks(columns) {
            ui.horizontal(|ui| {
                for (place, index) in row.iter().copied() {
                    let response = show_card(ui, look, &cards()[index], picker.textures[index].as_ref(), tile, place == picker.chosen);
                    if moved && place == picker.chosen {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        clicked = Some(index);
                    }
                }
            });
        }
    }
    clicked
}

/// Files that were opened and saved, newest first; true when one was opened.
fn recent(ui: &mut Ui, desk: &mut Desk<'_>) -> bool {
    let mut opened = None;
    ui.add_space(desk.look.gap(3.0));
    if !desk.app.recent().is_empty() {
        ui.label(RichText::new("Recent:").color(desk.look.quiet));
    }
    for path in desk.app.recent() {
        let name = file_name(path);
        let text = RichText::new(name).color(desk.look.link);
        if ui.available_width() > desk.look.pt(90.0) && ui.add(egui::Button::new(text).frame(false)).on_hover_text(path).clicked() {
            opened = Some(path.clone());
        }
    }
    let is_opened = opened.is_some();
    opened.into_iter().for_each(|path| desk.send(FileCommand::OpenPath(path)));
    is_opened
}

/// The arrow keys walk over the tiles.
fn arrows(ctx: &egui::Context, picker: &mut Picker, columns: usize) -> bool {
    let none = egui::Modifiers::NONE;
    let count = |key| ctx.input_mut(|i| i.count_and_consume_key(none, key)) as isize;
    let step = count(Key::ArrowRight) - count(Key::ArrowLeft) + (count(Key::ArrowDown) - count(Key::ArrowUp)) * columns as isize;
    picker.chosen = picker.chosen.saturating_add_signed(step).min(found(&picker.text).len().saturating_sub(1));
    step != 0
}

fn texture(ctx: &egui::Context, card: &SceneCard) -> Option<TextureHandle> {
    let picture = crate::draw::png::decode(card.thumbnail)?;
    let size = [picture.width as usize, picture.height as usize];
    let image = ColorImage::from_rgba_premultiplied(size, &picture.rgba);
    Some(ctx.load_texture(format!("thumbnail {}", card.name), image, TextureOptions::LINEAR))
}

fn show_card(
    ui: &mut Ui,
    look: &Look,
    card: &SceneCard,
    picture: Option<&TextureHandle>,
    tile: egui::Vec2,
    chosen: bool,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(tile, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &card.title));
    let line = if chosen || response.has_focus() { egui::Stroke::new(2.0, look.accent) } else { look.hairline() };
    let fill = if response.hovered() { look.hover } else { look.panel };
    ui.painter().rect(rect, look.card_corner(), fill, line, egui::StrokeKind::Inside);
    let image = Rect::from_min_size(rect.min + vec2(look.gap(2.0), look.gap(2.0)), look.thumbnail());
    match picture {
        Some(texture) => {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture.id(), image, whole, egui::Color32::WHITE);
        }
        None => {
            ui.painter().rect_filled(image, look.corner(), look.ground);
            ui.painter().text(image.center(), Align2::CENTER_CENTER, "no picture", look.caption_font(), look.quiet);
        }
    }
    let painter = ui.painter().with_clip_rect(rect.shrink(look.gap(1.0)));
    if card.is_lesson {
        let words = painter.layout_no_wrap("lesson".to_owned(), look.caption_font(), look.on_accent);
        let badge = Align2::RIGHT_TOP
            .anchor_size(image.right_top() + vec2(-look.gap(1.0), look.gap(1.0)), words.size() + vec2(look.gap(2.0), look.gap(0.5)));
        painter.rect_filled(badge, look.corner(), look.accent);
        painter.galley(badge.center() - words.size() / 2.0, words, look.on_accent);
    }
    let title = painter.text(image.left_bottom() + vec2(0.0, look.gap(2.0)), Align2::LEFT_TOP, &card.title, look.strong_font(), look.text);
    let mut job = markdown::job(look, &card.about, look.caption_font(), look.quiet);
    job.wrap.max_width = image.width();
    job.wrap.max_rows = 2;
    let galley = painter.layout_job(job);
    painter.galley(title.left_bottom() + vec2(0.0, look.gap(0.5)), galley, look.quiet);
    response.on_hover_ui(|ui| {
        ui.set_max_width(look.card_width());
        ui.label(RichText::new(&card.title).font(look.strong_font()));
        ui.label(markdown::job(look, &card.about, look.body_font(), look.text));
        ui.label(RichText::new(format!("Tags: {}", card.tags)).font(look.caption_font()).color(look.quiet));
    })
}
