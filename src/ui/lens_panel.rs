//! The card of the algorithms: when a lens shows the inside of a collision, this chooses the pair, steps through the
//! frames of its film with the microscope's own card, and shows the Minkowski difference in a sheet of its own.

use super::button;
use super::contact_card::name_of;
use super::desk::Desk;
use super::microscope::{card as film_card, hot::Hot};
use super::paint;
use super::scrolled;
use super::state::InsetState;
use super::theme::{self, Look};
use crate::app::{Item, MicroscopeCommand, ViewCommand};
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet, View};
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::microscope::Film;
use crate::lens::{self, Overlay};
use egui::{Button, Rect, RichText, Sense, Slider, Ui, vec2};
use egui_phosphor::regular as icon;
use std::sync::Arc;

/// The card takes no larger part of the canvas's width.
const LARGEST_SHARE: f32 = 0.56;
/// Where it takes more of that width than this, words and numbers stay folded until they are asked for: with them the
/// card covered a third of the scene.
const UNFOLDED_SHARE: f32 = 0.25;

/// Shows the card when a lens needs it, beside or below the chips and their legend.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, canvas: Rect, chips: Rect) {
    let look = desk.look;
    desk.state.inset.beside = None;
    let on: Vec<&'static str> = desk.app.lenses().iter().copied().filter(|id| lens::looks_inside(id)).collect();
    // Of a small canvas it leaves the scene almost half.
    let width = look.card_width().min(LARGEST_SHARE * canvas.width()).min(canvas.width() - look.gap(8.0));
    desk.state.inset.is_cramped = width > UNFOLDED_SHARE * canvas.width();
    choose_side(desk, canvas, width);
    let left = match desk.state.inset.at_left {
        true => canvas.left() + look.gap(3.5),
        false => canvas.right() - width - look.gap(9.5),
    };
    // Chips that reach so far keep their place: the card stands below them.
    let is_clear = left > chips.right() + look.gap(2.0);
    let top = if is_clear { canvas.top() + look.gap(3.0) } else { chips.bottom() + look.gap(2.0) };
    let height = canvas.bottom() - top - look.gap(16.0);
    if on.is_empty() || width < look.pt(150.0) || height < look.pt(90.0) {
        return;
    }
    let area = egui::Area::new("lens card".into()).order(egui::Order::Middle).fixed_pos(egui::pos2(left, top)).constrain(false);
    let shown = area.show(ctx, |ui| {
        look.card().show(ui, |ui| {
            ui.set_width(width);
            // An area remembers its size and would never offer more: the card may always use the whole height.
            ui.set_max_height(height);
            ui.spacing_mut().item_spacing.y = look.gap(1.5);
            // As wide with a bar as without one, or the one would call for the other.
            let bar = ui.spacing().scroll.allocated_width();
            let area = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
            scrolled::show(ui, &look, look.raised, area, |ui| {
                ui.set_max_width(width - bar);
                card(ui, desk, &on);
            });
        });
    });
    let card = shown.response.rect;
    desk.state.floating.push(card);
    let (before, behind) = (canvas.split_left_right_at_x(card.left()).0, canvas.split_left_right_at_x(card.right()).1);
    desk.state.inset.beside = Some(if before.width() > behind.width() { before } else { behind });
}

/// The card moves to the other side when it would hide the pair it speaks of; not while time runs, or it would jump
/// about.
fn choose_side(desk: &mut Desk<'_>, canvas: Rect, width: f32) {
    let Some((a, b)) = desk.app.pair() else { return };
    if desk.app.is_playing() {
        return;
    }
    let world = desk.app.stage().world();
    let contact = world.contact(a, b).filter(|c| c.count > 0).map(|c| c.points()[0].position);
    let Some(at) = contact.or_else(|| world.body(b.body).map(|body| body.center)) else { return };
    let x = super::desk::to_screen(desk, canvas, at).x;
    let margin = desk.look.gap(20.0);
    let hidden_right = x > canvas.right() - width - margin;
    let hidden_left = x < canvas.left() + width + margin;
    if hidden_right != hidden_left {
        desk.state.inset.at_left = hidden_right;
    } else if hidden_right {
        // In a small window both sides hide some of it: the farther one hides less.
        desk.state.inset.at_left = x > canvas.center().x;
    }
}

fn card(ui: &mut Ui, desk: &mut Desk<'_>, on: &[&'static str]) {
    let look = desk.look;
    // A and B as the engine had them: the card names what the picture shows.
    let Some(pair) = desk.app.pair().map(lens::in_engine_order) else {
        ui.label(RichText::new("No pair to look into").font(look.strong_font()));
        ui.label("Let two bodies touch, or select two bodies and press “Watch this pair”.");
        return watch_selected(ui, desk);
    };
    names(ui, desk, pair);
    let input = desk.app.lens_input();
    let overlays: Vec<(&str, Overlay)> = on.iter().filter_map(|id| Some((lens::find(id)?.name, Overlay::of(id, &input)?))).collect();
    let count = overlays.iter().map(|(_, overlay)| overlay.frame_count()).max().unwrap_or(0);
    if count > 0 {
        turns(ui, desk, count);
    }
    let (turn, lit) = (desk.app.turn(), std::mem::take(&mut desk.state.inset.lit));
    let mut hot = Hot::default();
    let is_folded = is_folded(desk);
    if let Some(later) = overlays.iter().find_map(|(_, overlay)| overlay.later()).filter(|_| !is_folded) {
        ui.add(egui::Label::new(RichText::new(later).font(look.caption_font()).color(look.quiet)).wrap());
    }
    for (name, overlay) in &overlays {
        let (film, frame) = overlay.at(turn);
        if overlays.len() > 1 {
            ui.label(RichText::new(name.to_uppercase()).font(look.section_font()).color(look.quiet));
        }
        if is_folded {
            ui.label(RichText::new(&film.frame(frame).heading).font(look.strong_font()));
        } else {
            film_card::words(ui, &look, film.frame(frame));
        }
        if film.microscope.space == Sheet::Difference {
            let mut picture = DrawList::default();
            film.picture(frame, &lit, &mut picture);
            inset(ui, desk, film, &picture, pair);
        }
        if is_folded {
            continue;
        }
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = look.gap(0.5);
            film_card::numbers(ui, &look, film.frame(frame), &lit, &mut hot);
        });
    }
    if hot.parts != lit {
        ui.ctx().request_repaint();
    }
    desk.state.inset.lit = hot.parts;
}

/// On a small canvas words and numbers would cover the scene: they come when they are asked for.
fn is_folded(desk: &Desk<'_>) -> bool {
    desk.state.inset.folded.unwrap_or(desk.state.inset.is_cramped)
}

/// Who is watched, and how to change it.
fn names(ui: &mut Ui, desk: &mut Desk<'_>, (a, b): (ColliderId, ColliderId)) {
    let look = desk.look;
    ui.horizontal(|ui| {
        let colored = |id: ColliderId, role| RichText::new(name_of(desk, id.body)).font(look.strong_font()).color(look.role(role));
        let (name_a, name_b) = (colored(a, crate::draw::Role::BodyA), colored(b, crate::draw::Role::BodyB));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = look.gap(1.0);
            let folded = is_folded(desk);
            let (picture, name) =
                if folded { (icon::CARET_DOWN, "Show words and numbers") } else { (icon::CARET_UP, "Show the heading alone") };
            if small(ui, &look, picture, name) {
                desk.state.inset.folded = Some(!folded);
            }
            pair_menu(ui, desk);
            if desk.app.is_pair_chosen() && small(ui, &look, icon::PUSH_PIN_SLASH, "Follow the deepest contact") {
                desk.send(ViewCommand::SetPair(None));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(name_a).truncate());
                ui.label(RichText::new("↔").color(look.quiet));
                ui.add(egui::Label::new(name_b).truncate());
            });
        });
    });
    let words = if desk.app.is_pair_chosen() { "chosen pair" } else { "deepest contact" };
    ui.horizontal(|ui| {
        ui.label(RichText::new(words).font(look.caption_font()).color(look.quiet));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let open = MicroscopeCommand::Open { pair: Some((a, b)), microscope: None };
            let button = ui.button("Open the microscope");
            if button.on_hover_text((desk.keyed)("Look inside the collision")).clicked() {
                desk.send(open);
            }
        });
    });
    watch_selected(ui, desk);
}

fn small(ui: &mut Ui, look: &Look, picture: &str, name: &str) -> bool {
    let response = ui.add(Button::new(RichText::new(picture).color(look.quiet)).small());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    response.on_hover_text(name).clicked()
}

/// Chooses among the contacts there are.
fn pair_menu(ui: &mut Ui, desk: &mut Desk<'_>) {
    const MOST: usize = 24;
    let menu = button::menu(ui, desk, RichText::new(icon::LIST).color(desk.look.quiet), |ui, desk| {
        let stage = desk.app.stage();
        let mut touching = stage.world().contacts();
        let depth = |c: &crate::engine::world::Contact| c.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
        touching.sort_by(|x, y| depth(x).total_cmp(&depth(y)));
        if touching.is_empty() {
            ui.label("Nothing touches now.");
        }
        for contact in touching.into_iter().take(MOST) {
            let pair = (contact.collider_a, contact.collider_b);
            let button = ui.button(format!("{} ↔ {}", name_of(desk, pair.0.body), name_of(desk, pair.1.body)));
            if button.on_hover_text("Watches this pair").clicked() {
                desk.send(ViewCommand::SetPair(Some(pair)));
                ui.close_menu();
            }
        }
    });
    menu.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Choose a pair"));
    menu.on_hover_text("Choose a pair");
}

/// Offers the two selected bodies.
fn watch_selected(ui: &mut Ui, desk: &mut Desk<'_>) {
    if let [Item::Body(a), Item::Body(b)] = desk.app.selection() {
        let (a, b) = (a.clone(), b.clone());
        if ui.button(format!("Watch {a} ↔ {b}")).on_hover_text("The lenses and the microscope show these two").clicked() {
            super::inspector::watch(desk, &a, &b);
        }
    }
}

/// Slider and arrows over the turns.
fn turns(ui: &mut Ui, desk: &mut Desk<'_>, count: usize) {
    let look = desk.look;
    let last = count - 1;
    let now = desk.app.turn().min(last);
    let mut turn = now;
    ui.horizontal(|ui| {
        if small(ui, &look, icon::CARET_LEFT, "Previous iteration") {
            turn = turn.saturating_sub(1);
        }
        ui.spacing_mut().slider_width = (ui.available_width() - look.pt(104.0)).max(look.pt(40.0));
        let slider = ui.add_enabled(last > 0, Slider::new(&mut turn, 0..=last.max(1)).show_value(false));
        slider.widget_info(|| {
            let mut info = egui::WidgetInfo::slider(true, turn as f64, "Iteration");
            info.label = Some("Iteration".to_owned());
            info
        });
        slider.on_hover_text("Iteration of the algorithm").on_disabled_hover_text("It took one step only");
        if small(ui, &look, icon::CARET_RIGHT, "Next iteration") {
            turn += 1;
        }
        ui.label(RichText::new(format!("{} of {count}", now + 1)).color(look.quiet));
    });
    turn = turn.min(last);
    if turn != now {
        desk.send(ViewCommand::SetTurn(turn));
    }
}

/// The Minkowski difference, with a view of its own: drag pans, wheel zooms, double-click fits.
fn inset(ui: &mut Ui, desk: &mut Desk<'_>, film: &Arc<Film>, picture: &DrawList, pair: (ColliderId, ColliderId)) {
    let look = desk.look;
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, (width * 0.86).round()), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Minkowski difference"));
    ui.painter().rect(rect, look.corner(), look.ground, look.hairline(), egui::StrokeKind::Inside);
    if desk.state.inset.pair != Some(pair) || response.double_clicked() {
        desk.state.inset.view = None;
        desk.state.inset.pair = Some(pair);
    }
    let Some(fitted) = fitted(&mut desk.state.inset, film, rect.aspect_ratio()) else { return };
    let view = moved(ui, &response, rect, desk.state.inset.view.unwrap_or(fitted));
    if let Some(view) = view {
        desk.state.inset.view = Some(view);
    }
    let view = desk.state.inset.view.unwrap_or(fitted);
    let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
    let Some(projection) = Projection::new(view, frame) else { return };
    let painter = ui.painter().with_clip_rect(rect.shrink(1.0).intersect(ui.clip_rect()));
    painter.extend(paint::shapes(picture, Sheet::Difference, &look, projection));
    let caption = painter.text(
        rect.min + vec2(look.gap(2.0), look.gap(1.5)),
        egui::Align2::LEFT_TOP,
        format!("Difference {} ⊖ {}", name_of(desk, pair.0.body), name_of(desk, pair.1.body)),
        look.caption_font(),
        look.quiet,
    );
    let taken = [PxBox { min: Vec2::new(caption.left(), caption.top()), max: Vec2::new(caption.right(), caption.bottom()) }];
    paint::labels(&painter, &look, picture, Sheet::Difference, projection, &taken);
    response.on_hover_text("Drag to pan · wheel to zoom · double-click to fit");
}

/// The view that holds all frames of a film; it is found once for each.
fn fitted(state: &mut InsetState, film: &Arc<Film>, aspect: f32) -> Option<View> {
    if !state.film.as_ref().is_some_and(|(known, of)| Arc::ptr_eq(known, film) && *of == aspect) {
        state.film = Some((film.clone(), aspect));
        state.fitted = film.view(Sheet::Difference, aspect);
    }
    state.fitted
}

/// The view after this frame's dragging and zooming, if there was any.
fn moved(ui: &Ui, response: &egui::Response, rect: Rect, view: View) -> Option<View> {
    let m = view.height / rect.height();
    if response.dragged() && response.drag_delta() != egui::Vec2::ZERO {
        let by = response.drag_delta();
        return Some(View { center: view.center + Vec2::new(-by.x, by.y) * m, ..view });
    }
    let at = response.hover_pos().filter(|_| response.contains_pointer())?;
    let factor = ui.input(|i| theme::wheel_zoom(i.smooth_scroll_delta.y) * i.zoom_delta());
    if (factor - 1.0).abs() < 1e-4 {
        return None;
    }
    ui.input_mut(|i| i.smooth_scroll_delta = egui::Vec2::ZERO);
    let away = at - rect.center();
    let fixed = view.center + Vec2::new(away.x, -away.y) * m;
    let height = (view.height / factor).clamp(1e-4, 1e6);
    Some(View { center: fixed + (view.center - fixed) * (height / view.height), height })
}
