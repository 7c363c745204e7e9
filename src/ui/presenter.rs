//! What a room should see of the presenter's hands, in presentation mode: a halo at the pointer, and the keys that were
//! pressed.

use super::desk::Desk;
use egui::{Align2, Event, Id, Key, LayerId, Modifiers, Order, vec2};

/// How long a key stays in sight, seconds, and how many are shown.
const SECONDS: f64 = 1.6;
const MOST: usize = 4;

/// Shows both; nothing outside presentation mode, or when it is switched off.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !desk.state.presentation || !desk.app.shows_input() {
        desk.state.presenter.keys.clear();
        return;
    }
    halo(ctx, desk);
    let now = ctx.input(|i| i.time);
    let pressed: Vec<String> = ctx.input(|i| {
        let name = |event: &Event| match event {
            Event::Key { key, pressed: true, repeat: false, modifiers, .. } => Some(words(*key, *modifiers)),
            _ => None,
        };
        i.events.iter().filter_map(name).collect()
    });
    let keys = &mut desk.state.presenter.keys;
    keys.extend(pressed.into_iter().map(|words| (words, now)));
    keys.retain(|(_, at)| now - at < SECONDS);
    let excess = keys.len().saturating_sub(MOST);
    keys.drain(..excess);
    if let Some((_, first)) = keys.first() {
        ctx.request_repaint_after(std::time::Duration::from_secs_f64((SECONDS - (now - first)).max(0.01)));
        caps(ctx, desk);
    }
}

fn halo(ctx: &egui::Context, desk: &Desk<'_>) {
    let Some(at) = ctx.input(|i| i.pointer.latest_pos()).filter(|at| ctx.screen_rect().contains(*at)) else { return };
    let ([held, free], fill, ring) = desk.look.halo();
    let radius = if ctx.input(|i| i.pointer.any_down()) { held } else { free };
    ctx.layer_painter(LayerId::new(Order::Tooltip, Id::new("halo"))).circle(at, radius, fill, ring);
}

/// The keys in a row where nothing is asked or read: beside the title of a lesson, or in a corner of the picture.
fn caps(ctx: &egui::Context, desk: &Desk<'_>) {
    let look = desk.look;
    let painter = ctx.layer_painter(LayerId::new(Order::Tooltip, Id::new("pressed keys")));
    let keys = &desk.state.presenter.keys;
    let galleys: Vec<_> = keys.iter().map(|(words, _)| painter.layout_no_wrap(words.clone(), look.title_font(), look.text)).collect();
    let (pad, gap) = (vec2(look.gap(3.0), look.gap(1.5)), look.gap(2.0));
    let width: f32 = galleys.iter().map(|galley| galley.size().x + 2.0 * pad.x + gap).sum::<f32>() - gap;
    let screen = ctx.screen_rect();
    let canvas = desk.state.canvas_at.filter(|_| desk.app.bench().is_none());
    let height = galleys.iter().map(|galley| galley.size().y + 2.0 * pad.y).fold(0.0, f32::max);
    let at = match canvas {
        Some(canvas) => canvas.right_bottom() - vec2(width + look.gap(4.0), height + look.gap(10.0)),
        None => egui::pos2(screen.center().x - 0.5 * width, screen.top() + look.gap(1.0)),
    };
    let mut left = at.x;
    for galley in galleys {
        let size = galley.size() + 2.0 * pad;
        let rect = Align2::LEFT_TOP.anchor_size(egui::pos2(left, at.y), size);
        painter.rect(rect, look.corner(), look.raised, look.hairline(), egui::StrokeKind::Inside);
        painter.galley(rect.min + pad, galley, look.text);
        left += size.x + gap;
    }
}

/// A key with what was held with it.
fn words(key: Key, held: Modifiers) -> String {
    let with = [(held.command, "Ctrl + "), (held.alt, "Alt + "), (held.shift, "Shift + ")];
    let name = match key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Escape => "Esc",
        Key::PageDown => "Page down",
        Key::PageUp => "Page up",
        key => key.symbol_or_name(),
    };
    with.iter().filter(|(on, _)| *on).map(|(_, name)| *name).chain([name]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_with_what_is_held() {
        assert_eq!(words(Key::ArrowRight, Modifiers::NONE), "→");
        assert_eq!(words(Key::P, Modifiers { shift: true, ..Modifiers::COMMAND }), "Ctrl + Shift + P");
    }
}
