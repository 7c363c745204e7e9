//! The transport: buttons of time, the timeline, and where the run stands.

use super::actions::{SPEEDS, speed_text, toggle_loop};
use super::button::{self, icon_button};
use super::desk::Desk;
use super::markers;
use super::theme::Look;
use crate::app::RunCommand;
use crate::app::history::BUDGET as UNDO_BUDGET;
use crate::app::timeline::{BRANCH_BUDGET, BUDGET as RUN_BUDGET};
use crate::draw::Role;
use crate::draw::quantity;
use crate::lens::Sizes;
use egui::{Align2, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};
use egui_phosphor::regular as icon;

/// Colour of energy.
const ENERGY: Role = Role::BodyB;

/// Width of time, step and energy, points.
const CLOCK: f32 = 128.0;

/// Shows the bar.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    egui::TopBottomPanel::bottom("transport").exact_height(look.transport_height()).frame(look.bar()).show(ctx, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = look.gap(1.5);
            buttons(ui, desk);
            // Time is told wherever a short timeline still fits beside it.
            let has_clock = ui.available_width() > look.pt(220.0);
            let clock = if has_clock { look.pt(CLOCK) } else { 0.0 };
            let room = (ui.available_width() - clock - look.gap(8.0)).max(0.0);
            ui.add_space(look.gap(3.0));
            if room > look.pt(60.0) {
                timeline(ui, desk, room);
            }
            ui.add_space(look.gap(3.0));
            if has_clock {
                readout(ui, desk);
            }
        });
    });
}

fn buttons(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    ui.add_space(look.gap(1.0));
    if icon_button(ui, &look, icon::ARROW_COUNTER_CLOCKWISE, "Reset").on_hover_text((desk.keyed)("Reset")).clicked() {
        desk.send(RunCommand::Reset);
    }
    if icon_button(ui, &look, icon::SKIP_BACK, "Step back").on_hover_text((desk.keyed)("Step back")).clicked() {
        desk.send(RunCommand::StepBack);
    }
    play(ui, desk);
    if ui.available_width() < look.pt(140.0) {
        return;
    }
    let pressed = |ui: &mut Ui, desk: &Desk<'_>, picture: &str, name: &str, on: bool| {
        let colour = if on { look.accent } else { look.quiet };
        let button = egui::Button::new(RichText::new(picture).font(look.icon_font()).color(colour)).frame(false);
        let response = ui.add(button).on_hover_text((desk.keyed)(name));
        response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, name));
        response.clicked()
    };
    if pressed(ui, desk, icon::REWIND, "Play backwards", desk.app.is_playing_backwards()) {
        desk.send(RunCommand::PlayBackwards);
    }
    if pressed(ui, desk, icon::REPEAT, "Loop", desk.app.range().is_some()) {
        toggle_loop(desk);
    }
    if icon_button(ui, &look, icon::SKIP_FORWARD, "Step forward").on_hover_text((desk.keyed)("Step forward")).clicked() {
        desk.send(RunCommand::StepForward);
    }
    speed(ui, desk);
}

fn play(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let radius = look.play_radius();
    let (rect, response) = ui.allocate_exact_size(vec2(radius, radius) * 2.0, Sense::click());
    let playing = desk.app.is_playing();
    let name = if playing { "Pause" } else { "Play" };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    let fill = if response.hovered() { look.accent.gamma_multiply(0.85) } else { look.accent };
    ui.painter().circle_filled(rect.center(), radius, fill);
    if response.has_focus() {
        ui.painter().circle_stroke(rect.center(), radius + 2.0, Stroke::new(2.0, look.text));
    }
    play_picture(ui.painter(), &look, rect.center(), playing);
    if response.on_hover_text((desk.keyed)("Play or pause")).clicked() {
        desk.send(RunCommand::TogglePlay);
    }
}

/// Two bars while time runs, a triangle while it stands.
fn play_picture(painter: &egui::Painter, look: &Look, center: Pos2, playing: bool) {
    let unit = look.icon() / 18.0;
    if playing {
        for x in [-4.5, 4.5] {
            let bar = Rect::from_center_size(center + vec2(x, 0.0) * unit, vec2(4.0, 15.0) * unit);
            painter.rect_filled(bar, look.pt(1.0), look.on_accent);
        }
    } else {
        let corners = [(-5.0, -8.0), (8.5, 0.0), (-5.0, 8.0)].map(|(x, y)| center + vec2(x, y) * unit);
        painter.add(Shape::convex_polygon(corners.to_vec(), look.on_accent, Stroke::NONE));
    }
}

fn speed(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let now = desk.app.speed();
    let menu = button::menu(ui, desk, RichText::new(speed_text(now)).color(look.quiet), |ui, desk| {
        for speed in SPEEDS {
            if ui.selectable_label(speed == now, speed_text(speed)).on_hover_text("Simulated seconds per second").clicked() {
                desk.send(RunCommand::SetSpeed(speed));
                ui.close_menu();
            }
        }
    });
    menu.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Speed"));
    let ways = format!("{}, {}", (desk.keyed)("Slower"), (desk.keyed)("Faster"));
    menu.on_hover_text(format!("Simulated seconds per second: {ways}"));
    if desk.app.is_behind() {
        let mark = ui.label(RichText::new(icon::HOURGLASS).color(look.warning));
        mark.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, "Running slow"));
        mark.on_hover_text("Running slow: this computer cannot keep up, so simulated time passes more slowly than set.");
    }
}

/// Time and step.
fn readout(ui: &mut Ui, desk: &Desk<'_>) {
    let look = desk.look;
    let step = desk.app.shown_stage().step_count();
    let time = step as f64 / f64::from(desk.app.shown_stage().world().settings().step_hz);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = look.gap(0.5);
        ui.add_space((ui.available_height() - look.pt(50.0)).max(0.0) / 2.0);
        let say = |ui: &mut Ui, words: RichText, hint: &str| ui.add(egui::Label::new(words).sense(Sense::hover())).on_hover_text(hint);
        say(ui, RichText::new(format!("{time:.2} s")).font(look.title_font()), "Simulated time since the start.");
        let steps = RichText::new(format!("step {step} of {}", desk.app.shown_timeline().last_step()));
        say(ui, steps.font(look.caption_font()).color(look.quiet), "The step that is shown, and the last one computed so far.");
        let world = desk.app.shown_stage().world();
        let words = format!("energy {}", quantity::energy(Sizes::of(world).read(world.energy().total(), "J")));
        let words = RichText::new(words).font(look.caption_font()).color(look.role(ENERGY));
        say(ui, words, "Kinetic and potential energy of all bodies together, and what springs store.");
    });
}

/// The horizontal axis: steps to points.
#[derive(Clone, Copy)]
struct Axis {
    first: u64,
    last: u64,
    left: f32,
    right: f32,
}

impl Axis {
    fn x(&self, step: u64) -> f32 {
        let along = (step.saturating_sub(self.first)) as f32 / (self.last - self.first).max(1) as f32;
        self.left + (self.right - self.left) * along.clamp(0.0, 1.0)
    }

    fn step(&self, x: f32) -> u64 {
        let along = ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0);
        self.first + (along * (self.last - self.first) as f32).round() as u64
    }
}

fn timeline(ui: &mut Ui, desk: &mut Desk<'_>, width: f32) {
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(vec2(width, ui.available_height()), Sense::click_and_drag());
    let timeline = desk.app.shown_timeline();
    let knob = look.pt(8.0);
    let axis = Axis { first: timeline.first_step(), last: timeline.last_step(), left: rect.left() + knob, right: rect.right() - knob };
    let now = desk.app.shown_stage().step_count();
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, now as f64, "Timeline");
        info.label = Some("Timeline".to_owned());
        info
    });
    let response = markers::on_timeline(ui, desk, response, rect, |x| axis.step(x), |step| axis.x(step));
    if let Some(at) = response.interact_pointer_pos()
        && (response.dragged_by(egui::PointerButton::Primary) || response.clicked())
        && !ui.input(|i| i.modifiers.shift)
    {
        let wanted = markers::near(desk, at.x, |step| axis.x(step)).filter(|_| response.clicked()).unwrap_or_else(|| axis.step(at.x));
        if wanted != now && axis.last > axis.first {
            desk.send(RunCommand::Seek(wanted));
        }
    }
    draw(ui, desk, rect, axis, response.hovered() || response.has_focus());
    if axis.last > axis.first {
        let hover = response.hover_pos().map(|p| axis.step(p.x));
        let hz = f64::from(desk.app.shown_stage().world().settings().step_hz);
        if let Some(step) = hover {
            let timeline = desk.app.shown_timeline();
            let kept = [timeline.bytes(), desk.app.undo_bytes(), timeline.branch_bytes()].map(|bytes| bytes.div_ceil(1 << 20));
            let most = [RUN_BUDGET, UNDO_BUDGET, BRANCH_BUDGET].map(|bytes| bytes >> 20);
            let words = ["Memory of this run", "of undo", "of branches"];
            let memory: Vec<String> = (0..3).map(|i| format!("{}: {} of {} MiB", words[i], kept[i], most[i])).collect();
            let memory = memory.join(", ");
            response.on_hover_text_at_pointer(format!(
                "step {step}, {:.2} s: drag to go there, Shift and drag to repeat a part, right click for markers\n{memory}",
                step as f64 / hz
            ));
        }
    } else {
        response.on_hover_text("The run so far: press play, then drag here to go back and forth.");
    }
}

fn draw(ui: &Ui, desk: &Desk<'_>, rect: Rect, axis: Axis, lit: bool) {
    let look = desk.look;
    let painter = ui.painter().with_clip_rect(rect.expand(look.gap(1.0)));
    let y = rect.center().y;
    let half = look.pt(3.5);
    let x = axis.x(desk.app.shown_stage().step_count());
    let bar = |left: f32, right: f32| Rect::from_min_max(pos2(left, y - half), pos2(right, y + half));
    painter.rect(bar(axis.left, axis.right), look.round(), look.ground, look.hairline(), egui::StrokeKind::Inside);
    painter.rect_filled(bar(axis.left, x.max(axis.left + half)), look.round(), look.accent);
    impacts(&painter, desk, &look, axis, y - look.pt(13.0));
    let flags = markers::draw(&painter, desk, rect, y, |step| axis.x(step));
    broken(&painter, desk, &look, axis, y - look.pt(13.0));
    for step in desk.app.shown_timeline().event_steps() {
        let tip = pos2(axis.x(step), y + look.pt(6.0));
        let size = look.pt(3.0);
        let triangle = vec![tip, tip + vec2(size, size * 1.6), tip + vec2(-size, size * 1.6)];
        painter.add(Shape::convex_polygon(triangle, look.quiet, Stroke::NONE));
    }
    energy(&painter, desk, &look, axis, rect, y + look.pt(12.0));
    // Where the run begins: the keyframe that everything else is computed from.
    painter.vline(axis.left, y - look.pt(7.0)..=y + look.pt(7.0), Stroke::new(look.pt(2.0), look.quiet));
    let radius = look.pt(if lit { 8.5 } else { 7.5 });
    painter.circle(pos2(x, y), radius, look.on_accent, Stroke::new(look.pt(2.5), look.accent));
    let name = painter.layout_no_wrap("impacts".to_owned(), look.caption_font(), look.quiet);
    let place = Rect::from_min_size(pos2(axis.left, rect.top() + look.gap(2.0)), name.size());
    // Behind the flags that stand there: their names say more, and two words on each other nothing.
    let right = flags.iter().filter(|flag| flag.intersects(place.expand(look.gap(1.0)))).map(|flag| flag.right()).reduce(f32::max);
    let place = right.map_or(place, |right| place.translate(vec2(right + look.gap(2.0) - place.left(), 0.0)));
    if !flags.iter().any(|flag| flag.intersects(place)) {
        painter.galley(place.min, name, look.quiet);
    }
}

/// The height of the energy's curve is at least this share of the energy.
const LEAST_SHARE: f64 = 0.02;

/// A tick where contacts began, taller for harder ones; one a point of width.
fn impacts(painter: &egui::Painter, desk: &Desk<'_>, look: &Look, axis: Axis, base: f32) {
    const HARD: f32 = 8.0;
    let mut columns: Vec<f32> = vec![0.0; (axis.right - axis.left).max(1.0) as usize + 1];
    for (i, sample) in desk.app.shown_timeline().samples().iter().enumerate() {
        if sample.impact > 0.5 {
            let column = (axis.x(axis.first + i as u64) - axis.left) as usize;
            if let Some(highest) = columns.get_mut(column) {
                *highest = highest.max(sample.impact);
            }
        }
    }
    for (column, impact) in columns.into_iter().enumerate().filter(|(_, impact)| *impact > 0.0) {
        let height = look.pt(3.0) + look.pt(7.0) * (impact / HARD).min(1.0);
        let x = axis.left + column as f32;
        painter.vline(x, base - height..=base, Stroke::new(look.pt(2.0), look.good));
    }
}

/// A cross where joints broke.
fn broken(painter: &egui::Painter, desk: &Desk<'_>, look: &Look, axis: Axis, base: f32) {
    let arm = look.pt(3.5);
    let pen = Stroke::new(look.pt(2.0), look.error);
    let samples = desk.app.shown_timeline().samples();
    let mut last = f32::MIN;
    for (i, _) in samples.iter().enumerate().filter(|(_, sample)| sample.broke) {
        let at = pos2(axis.x(axis.first + i as u64), base - arm);
        // Many in one place are one cross.
        if at.x - last >= 1.0 {
            last = at.x;
            painter.line_segment([at - vec2(arm, arm), at + vec2(arm, arm)], pen);
            painter.line_segment([at + vec2(-arm, arm), at + vec2(arm, -arm)], pen);
        }
    }
}

/// Energy over time, scaled to its own range; but what changes by less than [`LEAST_SHARE`] shall not look like a loss.
fn energy(painter: &egui::Painter, desk: &Desk<'_>, look: &Look, axis: Axis, rect: Rect, top: f32) {
    let samples = desk.app.shown_timeline().samples();
    let (low, high) = samples.iter().fold((f64::MAX, f64::MIN), |(l, h), s| (l.min(s.energy), h.max(s.energy)));
    if samples.len() < 2 || !(high - low).is_finite() {
        return;
    }
    let bottom = rect.bottom() - look.gap(2.5);
    let middle = 0.5 * (low + high);
    let range = (high - low).max(LEAST_SHARE * low.abs().max(high.abs())).max(1e-9);
    let place = |i: usize, energy: f64| -> Pos2 {
        let up = ((energy - middle) / range + 0.5) as f32;
        pos2(axis.x(axis.first + i as u64), bottom - (bottom - top) * up)
    };
    let stride = (samples.len() / (axis.right - axis.left).max(1.0) as usize).max(1);
    let points: Vec<Pos2> = samples.iter().enumerate().step_by(stride).map(|(i, s)| place(i, s.energy)).collect();
    painter.add(Shape::line(points, Stroke::new(look.pt(1.25), look.role(ENERGY))));
    // The curve passes behind its name: most runs begin high and end low.
    let name = painter.layout_no_wrap("energy".to_owned(), look.caption_font(), look.quiet);
    let place = Align2::LEFT_BOTTOM.anchor_size(pos2(axis.left, bottom), name.size());
    painter.rect_filled(place, 0.0, look.panel);
    painter.galley(place.min, name, look.quiet);
}
