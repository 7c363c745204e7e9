//! A body's controller: where it goes, its gains, and how it does, live.

use super::fields::{self, Fields, Unit};
use crate::app::Item;
use crate::draw::quantity::{fixed, quantity};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::guidance::control::pid::{FEWEST_SAMPLES, Memory};
use crate::scene::control::{ControlDoc, Loop, Mover, PidDoc, Signal, TestDoc};
use crate::scene::control_report::{ControlReport, LoopReport, sampled_words, words};
use crate::scene::document::BodyDoc;
use crate::scene::limits;
use crate::ui::{graphs, hints};
use egui::{Slider, SliderClamping, WidgetInfo};
use egui_phosphor::regular as icon;

const MOVERS: [(Mover, &str, &str); 2] = [
    (Mover::Missile, "missile", "Pushes along its nose only, never backwards."),
    (Mover::Walker, "walker", "Pushes anywhere, whatever it faces."),
];
const MEMORIES: [(Memory, &str, &str); 2] = [
    (Memory::Whole, "everything", "All errors since the goal was set."),
    (Memory::Window, "the history", "The samples of the history alone: what is older is forgotten."),
];
const SIGNALS: [(Signal, &str, &str); 3] = [
    (Signal::Step, "step", "What is wanted jumps."),
    (Signal::Ramp, "ramp", "What is wanted grows steadily."),
    (Signal::Gust, "gust", "A push from outside."),
];
const LOOPS: [(Loop, &str, &str); 2] =
    [(Loop::Heading, "heading", "The controller that turns it."), (Loop::Drive, "drive", "The controller of its speed.")];
/// Largest gains that the sliders reach: K_p, K_i, K_d. Larger ones can be typed.
const HEADING_GAINS: [f32; 3] = [200.0, 400.0, 40.0];
const DRIVE_GAINS: [f32; 3] = [20.0, 20.0, 2.0];

/// Shows and edits the controller of a body.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    if body.kind != BodyKind::Dynamic {
        return;
    }
    f.section("Controller");
    let Some(control) = &mut body.control else {
        if f.button(&format!("{} Add controller", icon::PLUS), hints::of("Add controller")).clicked() {
            // It goes to a point in front of it, which shows at once that it acts.
            let ahead = body.position + Vec2::new(5.0, 0.0);
            body.control = Some(Box::new(ControlDoc { waypoints: vec![ahead], ..ControlDoc::default() }));
            f.changed = Some(f.desk.state.gesture.next());
        }
        return;
    };
    let report = report_of(f, &body.id);
    goal(f, &body.id, body.position, control);
    progress(f, control, report.as_ref());
    f.section("Heading");
    f.within("heading", |f| {
        pid(f, &mut control.heading, HEADING_GAINS);
        f.number("Max angular acceleration", &mut control.max_angular_acceleration, fields::TWIST_LIMIT);
        live(f, report.as_ref().map(|report| &report.heading), true);
    });
    f.section("Drive");
    f.within("drive", |f| {
        pid(f, &mut control.drive, DRIVE_GAINS);
        f.number("Desired speed", &mut control.speed, fields::WANTED_SPEED);
        f.number("Max acceleration", &mut control.max_acceleration, fields::THRUST);
        live(f, report.as_ref().map(|report| &report.drive), false);
    });
    test(f, control);
    f.ui.add_space(f.desk.look.gap(1.0));
    let removed = f.button(&format!("{} Remove controller", icon::MINUS), hints::of("Remove controller")).clicked();
    graphs::button(f.ui, f.desk, &[Item::Body(body.id.clone())]);
    if removed {
        body.control = None;
        f.changed = Some(f.desk.state.gesture.next());
    }
}

fn report_of(f: &Fields<'_, '_, '_>, id: &str) -> Option<ControlReport> {
    let stage = f.desk.app.stage();
    stage.control_report(stage.names().bodies.id(id)?)
}

fn goal(f: &mut Fields<'_, '_, '_>, id: &str, position: Vec2, control: &mut ControlDoc) {
    f.choice("Moves as", &mut control.mover, &MOVERS);
    let others: Vec<String> = f.desk.app.document().bodies.iter().map(|body| body.id.clone()).filter(|other| other != id).collect();
    let choices = |nothing: (&'static str, &'static str)| {
        let mut all: Vec<(Option<String>, &str, &str)> = vec![(None, nothing.0, nothing.1)];
        all.extend(others.iter().map(|id| (Some(id.clone()), id.as_str(), "")));
        all
    };
    let mut goals = vec![
        ((false, None), "waypoints", "Through the points below, in order."),
        ((true, None), "the pointer", "Wherever the pointer is over the picture while time runs; the run records it."),
    ];
    goals.extend(others.iter().map(|id| ((false, Some(id.clone())), id.as_str(), "")));
    let mut goal = (control.follows_pointer, control.target.clone());
    f.choice("Goes for", &mut goal, &goals);
    (control.follows_pointer, control.target) = goal;
    if control.target.is_some() || control.follows_pointer {
        control.waypoints.truncate(usize::from(control.target.is_none()));
        f.switch("Leads its target", &mut control.lead, hints::of("Leads its target"));
    }
    if control.target.is_none() {
        waypoints(f, position, control);
    }
    match control.mover {
        Mover::Missile => f.switch("Cancels drift", &mut control.cancel_drift, hints::of("Cancels drift")),
        Mover::Walker => f.choice("Looks at", &mut control.look_at, &choices(("its goal", "It faces where it goes."))),
    }
}

fn waypoints(f: &mut Fields<'_, '_, '_>, position: Vec2, control: &mut ControlDoc) {
    let mut remove = None;
    for (index, waypoint) in control.waypoints.iter_mut().enumerate() {
        f.within(format!("waypoint {index}"), |f| {
            f.vector(&format!("Waypoint {}", index + 1), waypoint, fields::PLACE);
            f.ui.add_space(f.desk.look.gap(0.5));
            if f.button("Remove waypoint", hints::of("Remove waypoint")).clicked() {
                remove = Some(index);
            }
        });
    }
    if let Some(index) = remove {
        control.waypoints.remove(index);
        f.changed = Some(f.desk.state.gesture.next());
    }
    let is_full = control.waypoints.len() as u64 >= limits::WAYPOINTS.max;
    if !is_full && f.button(&format!("{} Add waypoint", icon::PLUS), hints::of("Add waypoint")).clicked() {
        let last = control.waypoints.last().copied().unwrap_or(position);
        control.waypoints.push(last + Vec2::new(2.0, 0.0));
        f.changed = Some(f.desk.state.gesture.next());
    }
    if control.waypoints.len() > 1 {
        f.switch("Repeat", &mut control.repeat, hints::of("Repeat"));
    }
    f.number("Reach", &mut control.reach, fields::REACH);
}

/// How far it has come.
fn progress(f: &mut Fields<'_, '_, '_>, control: &ControlDoc, report: Option<&ControlReport>) {
    let Some(report) = report else { return };
    let after = |what: &str| report.arrived_after.map(|time| format!("{what} after {}.", quantity(time as f32, "s")));
    let words = match &control.target {
        Some(_) => after("Touched its target"),
        None if control.follows_pointer => Some(pointer_words(f)),
        None if control.waypoints.is_empty() => Some("It has nowhere to go.".to_owned()),
        None => after("Reached its last waypoint").or_else(|| {
            let (reached, count) = (report.steering.state.waypoints_reached(), control.waypoints.len());
            let of = if control.repeat { format!("{count} a round") } else { format!("of {count}") };
            Some(format!("Waypoints reached: {reached}, {of}.")).filter(|_| control.waypoints.len() > 1)
        }),
    };
    if let Some(words) = words {
        f.sentence(&words);
    }
}

/// Whether the run knows where the pointer is.
fn pointer_words(f: &Fields<'_, '_, '_>) -> String {
    match f.desk.app.stage().pointing() {
        Some(pointer) => format!("The pointer is at {}, {} m.", fixed(pointer.at.x, 2), fixed(pointer.at.y, 2)),
        None => "Play, and move the pointer over the picture.".to_owned(),
    }
}

fn pid(f: &mut Fields<'_, '_, '_>, pid: &mut PidDoc, most: [f32; 3]) {
    gain(f, "K_p", &mut pid.proportional, most[0]);
    gain(f, "K_i", &mut pid.integral, most[1]);
    gain(f, "K_d", &mut pid.derivative, most[2]);
    f.number("Plant gain", &mut pid.plant_gain, fields::GAIN);
    f.count("Samples", hints::of("Samples"), &mut pid.samples, FEWEST_SAMPLES as u32, limits::SAMPLES.max as u32);
    f.choice("Integral over", &mut pid.memory, &MEMORIES);
    if pid.memory == Memory::Whole {
        f.switch("Anti-windup", &mut pid.anti_windup, hints::of("Anti-windup"));
    }
    f.switch("Looks ahead", &mut pid.predict, hints::of("Looks ahead"));
}

/// A gain by slider, or typed.
fn gain(f: &mut Fields<'_, '_, '_>, label: &str, value: &mut f32, most: f32) {
    let unit = Unit { speed: f64::from(most) / 400.0, ..fields::GAIN };
    let (slider, field) = f.row(label, |ui, desk| {
        let field = fields::field(ui, desk, (label, hints::of(label)), value, unit);
        ui.spacing_mut().slider_width = (ui.available_width() - desk.look.gap(14.0)).max(desk.look.pt(40.0));
        let slider = ui.add(Slider::new(value, 0.0..=most).show_value(false).clamping(SliderClamping::Never));
        let shown = f64::from(*value);
        slider.widget_info(|| WidgetInfo { label: Some(format!("{label} slider")), ..WidgetInfo::slider(true, shown, label) });
        (slider.on_hover_text(hints::of(label)), field)
    });
    if slider.changed() {
        *value = (*value * 100.0).round() / 100.0;
    }
    f.remark(&field, *value, unit);
    f.note(&slider);
    f.note(&field);
}

/// What the loop does now, and how well: measured, and by theory.
fn live(f: &mut Fields<'_, '_, '_>, report: Option<&LoopReport>, is_angle: bool) {
    let Some(LoopReport { step, response, overshoot, settled_after, steady_by_theory, stability, sampled }) = report else { return };
    let (factor, unit) = if is_angle { (180.0 / std::f64::consts::PI, "°") } else { (1.0, " m/s") };
    let error = |value: f64| format!("{}{unit}", fixed((value * factor) as f32, 2));
    let part = |value: f64| fixed(value as f32, 2);
    f.readout("Error now", error(step.error));
    f.readout("P, I, D", format!("{}, {}, {}", part(step.p), part(step.i), part(step.d)));
    let limit = match (step.is_clamped(), step.held) {
        (true, true) => ", limit, I held",
        (true, false) => ", limit",
        (false, true) => ", I held",
        (false, false) => "",
    };
    f.readout("Output", format!("{} {}{limit}", part(step.output), if is_angle { "rad/s²" } else { "m/s²" }));
    f.readout("Overshoot", overshoot.map_or("–".to_owned(), |part| format!("{} %", fixed((100.0 * part) as f32, 1))));
    f.readout("Settled", settled_after.map_or("not yet".to_owned(), |time| format!("after {} s", fixed(time as f32, 2))));
    f.readout("Steady error", error(response.mean));
    f.readout("By theory", steady_by_theory.map_or("no rest".to_owned(), error));
    f.readout("Routh", words(stability.verdict));
    f.readout("As sampled", sampled_words(*sampled));
}

fn test(f: &mut Fields<'_, '_, '_>, control: &mut ControlDoc) {
    f.section("Test");
    if let Some(test) = f.optional("Test input", &mut control.test, TestDoc::default(), hints::of("Test input")) {
        f.choice("Signal", &mut test.signal, &SIGNALS);
        f.choice("Tests", &mut test.of, &LOOPS);
        f.number("Size", &mut test.size, fields::TEST_SIZE);
        f.number("Begins after", &mut test.start, fields::DELAY);
        if test.signal == Signal::Gust {
            f.number("Gust duration", &mut test.duration, fields::TIME);
        }
    }
}
