//! The help window: keys and mouse from the action table, the scene's own text, and the program.

use super::action::{Action, Menu};
use super::actions;
use super::desk::Desk;
use super::hints;
use super::scrolled;
use super::state::HelpPage;
use super::theme::Look;
use super::{canvas, compare, keyboard, markdown, microscope};
use egui::{RichText, Ui, vec2};

/// Shows the window while it is open.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(page) = desk.state.help else { return };
    let look = desk.look;
    let screen = ctx.screen_rect().size();
    let modal = egui::Modal::new("help".into()).frame(look.card().inner_margin(look.margin(5.0, 4.0))).show(ctx, |ui| {
        ui.set_width((look.window_width() * 1.4).min(screen.x - look.gap(16.0)));
        ui.set_max_height(screen.y * 0.85);
        ui.horizontal(|ui| {
            for (other, name, about) in [
                (HelpPage::Keys, "Keys and mouse", "Every key, and what the mouse does."),
                (HelpPage::Scene, "This scene", "The text about the open scene."),
                (HelpPage::Program, "Collidoscope", "What this program is, its version and its licences."),
            ] {
                if ui.selectable_label(page == other, name).on_hover_text(about).clicked() {
                    desk.state.help = Some(other);
                }
            }
        });
        ui.separator();
        let area = egui::ScrollArea::vertical().max_height(screen.y * 0.65).auto_shrink([false, false]);
        scrolled::show(ui, &look, look.raised, area, |ui| match page {
            HelpPage::Keys => keys(ui, &look),
            HelpPage::Scene => scene(ui, desk, &look),
            HelpPage::Program => program(ui, &look),
        });
        ui.add_space(look.gap(2.0));
        ui.button("Close").on_hover_text(hints::of("Close")).clicked()
    });
    if modal.inner || modal.backdrop_response.clicked() {
        desk.state.help = None;
    }
}

fn caption(ui: &mut Ui, look: &Look, words: &str) {
    ui.add_space(look.gap(2.0));
    ui.label(RichText::new(words.to_uppercase()).font(look.section_font()).color(look.quiet));
}

fn keys(ui: &mut Ui, look: &Look) {
    let wide = ui.available_width() > look.pt(520.0);
    let sections = [Menu::Tool, Menu::Simulate, Menu::Edit, Menu::Arrange, Menu::File, Menu::View, Menu::Lens, Menu::Help];
    let half = sections.len().div_ceil(2);
    ui.columns(if wide { 2 } else { 1 }, |columns| {
        for (i, menu) in sections.into_iter().enumerate() {
            let column = if wide && i >= half { 1 } else { 0 };
            section(&mut columns[column], look, menu);
        }
        let first = &mut columns[0];
        caption(first, look, "Mouse");
        for (what, does) in canvas::MOUSE {
            pair(first, look, what, does);
        }
        for row in keyboard::KEYS {
            pair(first, look, row.keys, row.does);
        }
        let last = if wide { &mut columns[1] } else { &mut columns[0] };
        caption(last, look, "While solvers are compared");
        for row in compare::KEYS {
            pair(last, look, row.keys, row.does);
        }
        caption(last, look, "Under the microscope");
        for row in microscope::KEYS {
            pair(last, look, row.keys, row.does);
        }
    });
}

fn section(ui: &mut Ui, look: &Look, menu: Menu) {
    caption(ui, look, if menu == Menu::Tool { "Tools" } else { menu.title() });
    let with_key = |a: &&Action| a.menu == menu && a.shortcut.is_some();
    for action in actions::actions().iter().filter(with_key) {
        pair(ui, look, &action.shortcut_text(), &action.name);
    }
}

fn pair(ui: &mut Ui, look: &Look, what: &str, does: &str) {
    ui.horizontal(|ui| {
        let width = look.pt(96.0);
        let key = ui.label(RichText::new(what).font(look.strong_font()));
        ui.add_space((width - key.rect.width()).max(look.gap(1.0)));
        ui.add(egui::Label::new(RichText::new(does).color(look.quiet)).wrap());
    });
}

fn scene(ui: &mut Ui, desk: &Desk<'_>, look: &Look) {
    let document = desk.app.document();
    ui.label(RichText::new(desk.app.title()).font(look.title_font()));
    ui.add_space(look.gap(1.0));
    if document.about.is_empty() {
        ui.label(RichText::new("This scene has no text yet. Select nothing and write it in the inspector.").color(look.quiet));
    } else {
        let job = markdown::job(look, &document.about, look.body_font(), look.text);
        ui.add(egui::Label::new(job).wrap());
    }
    ui.add_space(look.gap(2.0));
    if let Some(path) = desk.app.path() {
        ui.label(RichText::new(path).font(look.caption_font()).color(look.quiet));
    }
}

fn program(ui: &mut Ui, look: &Look) {
    ui.label(RichText::new(format!("Collidoscope {}", env!("CARGO_PKG_VERSION"))).font(look.title_font()));
    ui.add_space(look.gap(1.0));
    for line in [
        "A 2D physics sandbox you can see inside: drop shapes, join them, shoot at them, and open any collision to watch the very computation that produced it, step by step, forwards and backwards.",
        "Point at a contact and choose “Look inside” (Enter): the collision microscope walks through it. Or switch on SAT or Minkowski above the canvas. Lenses and microscope run the engine's own algorithms again on the same inputs: what they show is what happened.",
        "Free software under the MIT or the Apache 2.0 licence, at your choice. Icons: Phosphor (MIT). Fonts: Roboto (Apache 2.0), DejaVu.",
    ] {
        ui.add(egui::Label::new(line).wrap());
        ui.add_space(look.gap(2.0));
    }
    ui.allocate_space(vec2(0.0, look.gap(1.0)));
}
