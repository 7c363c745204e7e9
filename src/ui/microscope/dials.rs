//! What the algorithm is told, to be turned: start direction, tolerances, turn limits, margin, a free axis.

use super::super::desk::Desk;
use super::super::number::{self, Number};
use super::super::theme::Look;
use super::handles::FIRST_AXIS;
use super::keys::RESTORE;
use crate::app::{Bench, MicroscopeCommand};
use crate::engine::broad::BroadPhase;
use crate::engine::math::{Vec2, atan2, sin_cos};
use crate::engine::solver::Solver;
use crate::engine::tuning::{
    EPA_MAX_ITERATIONS, EPA_TOLERANCE, GJK_MAX_ITERATIONS, GJK_TOLERANCE, MAX_SUBSTEPS, SPECULATIVE_MARGIN, TOI_MAX_ITERATIONS,
};
use crate::engine::world::WorldSettings;
use crate::lens::microscope::integrators::step_and_spring;
use crate::lens::microscope::race::hunt::POSES;
use crate::lens::microscope::solver::{Ghost, SolverOptions, ghost_of, iterations_of};
use crate::lens::microscope::{Dial, Options};
use egui::{Button, Label, Response, RichText, Slider, SliderClamping, Ui, WidgetInfo, vec2};

/// What can be done without a dial.
pub(super) fn by_hand(bench: &Bench) -> &'static str {
    let scene = bench.specimen().scene.as_ref().filter(|_| !bench.specimen().has_pair());
    match scene.map(|_| bench.microscope().id) {
        _ if bench.microscope().id == "explosion" => "Back in the scene, move the explosion or a body; then look at it again (Enter).",
        Some("curves") => "Back in the scene, drag the handles of a curve, or a body that a ray meets; then look at it again (Enter).",
        Some("smoke") => "Back in the scene, stir the smoke or let it go on; then look at it again (Enter).",
        Some("shadow") => "Back in the scene, move the lamp or a body; then look at it again (Enter).",
        Some(_) if bench.specimen().is_held_by_world() => "Back in the scene, move the joint or its body; then look at it again (Enter).",
        _ => "Drag a shape, a vertex or a knob in the picture; the ring turns it. Ctrl+Z takes it back.",
    }
}

/// Shows the dials of the present microscope.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    for dial in bench.microscope().dials {
        one(ui, desk, bench, *dial);
    }
    // Always there, so that nothing moves away under the pointer at the first change.
    let restore = ui.add_enabled(bench.is_changed(), Button::new(format!("Restore  {RESTORE}")));
    let hint = "Puts shapes and settings back as they were at first";
    if restore.on_hover_text(hint).on_disabled_hover_text("Nothing was changed yet").clicked() {
        desk.send(MicroscopeCommand::Restore);
    }
}

fn one(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, dial: Dial) {
    let mut options = bench.specimen().options;
    let settings = bench.specimen().scene.as_ref().map_or_else(WorldSettings::default, |scene| *scene.stage.world().settings());
    let response = match dial {
        Dial::GjkForm => {
            let boolean = ui.checkbox(&mut options.boolean_gjk, "boolean form");
            changed(boolean.on_hover_text("Only asks whether they overlap, without a nearest point; the world runs the distance form"))
        }
        Dial::StartDirection => {
            let mut degrees = options.gjk.start_direction.map_or(f32::NAN, |d| atan2(d.y, d.x).to_degrees());
            let hint = "Where GJK's first support call looks; the knob in the picture is the same";
            angle(ui, &desk.look, ("start direction", "from A to B", hint), 30.0, &mut degrees)
                .inspect(|_| options.gjk.start_direction = unit(degrees))
        }
        Dial::FreeAxis => {
            let mut degrees = options.free_axis.map_or(f32::NAN, f32::to_degrees);
            let hint = "An axis of your own to project both shapes on; the knob in the picture is the same";
            angle(ui, &desk.look, ("your own axis", "none", hint), FIRST_AXIS.to_degrees(), &mut degrees)
                .inspect(|_| options.free_axis = degrees.is_finite().then(|| degrees.to_radians()))
        }
        Dial::GjkTolerance => tolerance(ui, &desk.look, "tolerance ε", &mut options.gjk.tolerance, GJK_TOLERANCE),
        Dial::EpaTolerance => tolerance(ui, &desk.look, "tolerance", &mut options.epa.tolerance, EPA_TOLERANCE),
        Dial::GjkIterations => iterations(ui, &desk.look, &mut options.gjk.max_iterations, GJK_MAX_ITERATIONS),
        Dial::EpaIterations => iterations(ui, &desk.look, &mut options.epa.max_iterations, EPA_MAX_ITERATIONS),
        Dial::Margin => {
            let range = [0.0, f64::from(0.5_f32.max(SPECULATIVE_MARGIN))];
            let of = Number { name: "margin", suffix: " m", range, speed: 0.001, decimals: 3 };
            let mut margin = f64::from(options.margin);
            setting(ui, &desk.look, &of, "Gaps up to this make contacts, too", &mut margin).inspect(|_| options.margin = margin as f32)
        }
        Dial::ToiIterations => iterations(ui, &desk.look, &mut options.toi.max_iterations, TOI_MAX_ITERATIONS),
        Dial::Motion => motion(ui, &desk.look, bench, &mut options),
        Dial::WarmStarting => {
            let choice = (&mut options.solver.warm_starting, settings.warm_starting);
            let hint = "Starts from the impulses of the sub-step before";
            solver_switch(ui, choice, (&mut options.solver.ghost, Ghost::WarmStarting), "warm starting", hint)
        }
        Dial::Accumulation if !settings.solver.row().accumulates => None,
        Dial::Accumulation => {
            let choice = (&mut options.solver.accumulation, settings.accumulation);
            let hint = "Clamps the accumulated impulse. Off: clamps each increment, and nothing to warm start from";
            solver_switch(ui, choice, (&mut options.solver.ghost, Ghost::Accumulation), "accumulation", hint)
        }
        Dial::Relaxing if !settings.solver.row().has_relax_pass => None,
        Dial::Substeps if !settings.solver.row().has_substeps => None,
        Dial::Iterations if matches!(settings.solver, Solver::SoftStep | Solver::Lagrange) => None,
        Dial::Iterations => {
            let mut told = settings.solver_parameters;
            let of_scene = iterations_of(settings.solver).map_or(0, |iterations| *iterations(&mut told));
            let mut count = options.solver.iterations.unwrap_or(of_scene);
            whole(ui, &desk.look, "iterations", "Times that every row is solved in the step", of_scene.max(20), &mut count).inspect(|_| {
                options.solver.iterations = (count != of_scene).then_some(count);
                options.solver.ghost = None;
            })
        }
        Dial::Relaxing => {
            let choice = (&mut options.solver.relaxing, settings.relaxing);
            let hint = "A second pass takes the velocity of the push away again";
            solver_switch(ui, choice, (&mut options.solver.ghost, Ghost::Relaxing), "relaxing", hint)
        }
        Dial::Ghost => ghost(ui, desk, &mut options, &settings),
        Dial::Substeps => {
            let mut count = options.solver.substeps.unwrap_or(settings.substeps);
            let most = MAX_SUBSTEPS.min(16).max(settings.substeps);
            whole(ui, &desk.look, "sub-steps", "Parts that the step is split into", most, &mut count).inspect(|_| {
                options.solver.substeps = (count != settings.substeps).then_some(count);
                options.solver.ghost = None;
            })
        }
        Dial::BroadPhase => {
            let mut method = options.broad.unwrap_or(settings.broad_phase);
            let before = method;
            let chosen = ui.horizontal(|ui| {
                let tree = ui.radio_value(&mut method, BroadPhase::Tree, "tree").on_hover_text("A tree of enlarged boxes");
                let grid = ui.radio_value(&mut method, BroadPhase::Grid, "grid and tree");
                let sweep = ui.radio_value(&mut method, BroadPhase::SweepAndPrune, "sweep and prune");
                tree | grid.on_hover_text("A grid for what moves, a tree for what rests")
                    | sweep.on_hover_text("The ends of all boxes sorted along x, and swept once")
            });
            options.broad = (method != settings.broad_phase).then_some(method);
            (method != before).then_some(chosen.inner)
        }
        Dial::StepRate | Dial::SpringHertz | Dial::SpringDamping => integrator(ui, &desk.look, bench, dial, &mut options),
        Dial::Island => {
            let rows = ui.checkbox(&mut options.solver.island, "all rows of the island");
            changed(rows.on_hover_text("Not only this contact: every row that is solved together with it"))
        }
        Dial::Hunt => {
            hunt(ui, desk);
            None
        }
    };
    if let Some(response) = response {
        send(desk, options, &response);
    }
}

/// A setting of the solver that the step may take otherwise than the scene, beside the scene's own; turned, its other
/// choice becomes the ghost.
fn solver_switch(
    ui: &mut Ui,
    (told, of_scene): (&mut Option<bool>, bool),
    (ghost, other): (&mut Option<Ghost>, Ghost),
    label: &str,
    hint: &str,
) -> Option<Response> {
    let mut on = told.unwrap_or(of_scene);
    let turned = switch(ui, &mut on, label, hint)?;
    *told = (on != of_scene).then_some(on);
    *ghost = Some(other);
    Some(turned)
}

fn switch(ui: &mut Ui, on: &mut bool, name: &str, hint: &str) -> Option<Response> {
    changed(ui.checkbox(on, name).on_hover_text(hint))
}

/// Which other choice is drawn faint beside the present one.
fn ghost(ui: &mut Ui, desk: &Desk<'_>, options: &mut Options, settings: &WorldSettings) -> Option<Response> {
    ui.label(RichText::new("drawn faint: the same with the other choice of").color(desk.look.quiet));
    let shown = ghost_of(&options.solver, settings);
    let mut chosen = shown;
    let is_scene = SolverOptions { ghost: None, island: false, ..options.solver } == SolverOptions::default();
    let response = ui.horizontal_wrapped(|ui| {
        let mut other = |ui: &mut Ui, of: Ghost, words: &str| {
            ui.radio_value(&mut chosen, of, words).on_hover_text("Draws faint what would happen with this setting turned")
        };
        let warm = other(ui, Ghost::WarmStarting, "warm start");
        let sums = other(ui, Ghost::Accumulation, "accumulate");
        let relax = settings.solver.row().has_relax_pass.then(|| other(ui, Ghost::Relaxing, "relax"));
        let scene = ui.add_enabled_ui(!is_scene, |ui| ui.radio_value(&mut chosen, Ghost::Scene, "the scene")).inner;
        let scene = scene.on_hover_text("Everything as in the scene").on_disabled_hover_text("This step is as in the scene");
        let own = warm | sums | scene;
        match relax {
            Some(relax) => own | relax,
            None => own,
        }
    });
    options.solver.ghost = if chosen == shown { options.solver.ghost } else { Some(chosen) };
    (chosen != shown).then_some(response.inner)
}

fn changed(response: Response) -> Option<Response> {
    response.changed().then_some(response)
}

fn send(desk: &mut Desk<'_>, options: Options, response: &Response) {
    let gesture = desk.state.gesture.of(response);
    desk.send(MicroscopeCommand::Options { options: options.into(), gesture });
}

fn unit(degrees: f32) -> Option<Vec2> {
    degrees.is_finite().then(|| {
        let (sin, cos) = sin_cos(degrees.to_radians());
        Vec2::new(cos, sin)
    })
}

/// A number with its name before it, a slider, and the field in which it can be typed.
fn setting(ui: &mut Ui, look: &Look, of: &Number<'_>, hint: &str, value: &mut f64) -> Option<Response> {
    let told = format!("{hint}\n{}", of.help());
    ui.add(Label::new(RichText::new(of.name).color(look.quiet)).sense(egui::Sense::hover())).on_hover_text(hint);
    let (slider, field) = ui
        .horizontal(|ui| {
            let size = vec2(look.pt(84.0), look.row() - 3.0);
            ui.spacing_mut().slider_width = (ui.available_width() - size.x - look.gap(3.0)).max(look.pt(40.0));
            let [least, most] = of.range;
            // Not a number means that there is none yet: the slider stands at its beginning.
            let slider = Slider::new(value, least..=most).show_value(false).clamping(SliderClamping::Edits);
            // What spans many powers of ten.
            let is_wide = least > 0.0 && most / least > 1e4;
            let slider =
                ui.add(slider.logarithmic(is_wide).smallest_positive(least.max(1e-12)).step_by(if of.decimals == 0 { 1.0 } else { 0.0 }));
            let shown = *value;
            slider.widget_info(|| WidgetInfo { label: Some(of.name.to_owned()), ..WidgetInfo::slider(true, shown, of.name) });
            (slider.on_hover_text(&told), number::field(ui, look, of, size, &value.to_string(), value).on_hover_text(&told))
        })
        .inner;
    if slider.changed() && of.decimals < 6 {
        *value = egui::emath::round_to_decimals(*value, of.decimals);
    }
    number::remark(ui, look, &field, *value);
    changed(slider).or_else(|| changed(field))
}

/// A switch and, when it is on, a dial from −180° to 180°; not a number means off. The dial rounds only what is
/// edited with it, not what a knob in the picture has set.
fn angle(ui: &mut Ui, look: &Look, (name, otherwise, hint): (&str, &str, &str), first: f32, degrees: &mut f32) -> Option<Response> {
    let mut on = degrees.is_finite();
    let words = if on { name.to_owned() } else { format!("{name}: {otherwise}") };
    let switch = ui.checkbox(&mut on, words).on_hover_text(hint);
    if switch.changed() {
        *degrees = if on { first } else { f32::NAN };
        return Some(switch);
    }
    if !on {
        return None;
    }
    let mut value = f64::from(*degrees);
    let of = Number { name: "angle", suffix: "°", range: [-180.0, 180.0], speed: 0.5, decimals: 1 };
    setting(ui, look, &of, hint, &mut value).inspect(|_| *degrees = value as f32)
}

/// From the engine's own value up to a tenth, on a logarithmic scale.
fn tolerance(ui: &mut Ui, look: &Look, name: &str, value: &mut f64, normal: f64) -> Option<Response> {
    let of = Number { name, suffix: "", range: [normal.min(1e-12), 0.1], speed: 1e-4, decimals: 12 };
    setting(ui, look, &of, "It ends when another step would improve the answer by less than this", value)
}

fn iterations(ui: &mut Ui, look: &Look, value: &mut usize, most: usize) -> Option<Response> {
    let mut count = *value as u32;
    let hint = "Most iterations before it gives up";
    whole(ui, look, "iterations", hint, most as u32, &mut count).inspect(|_| *value = count as usize)
}

/// A whole number from 1 on.
fn whole(ui: &mut Ui, look: &Look, name: &str, hint: &str, most: u32, value: &mut u32) -> Option<Response> {
    let of = Number { name, suffix: "", range: [1.0, f64::from(most)], speed: 0.1, decimals: 0 };
    let mut shown = f64::from(*value);
    setting(ui, look, &of, hint, &mut shown).inspect(|_| *value = shown.round() as u32)
}

/// Step, stiffness and damping of what the integrators step, beside the scene's own.
fn integrator(ui: &mut Ui, look: &Look, bench: &Bench, dial: Dial, options: &mut Options) -> Option<Response> {
    let now = step_and_spring(bench.specimen());
    let told = &mut options.integrators;
    let (of, hint, now, told) = match dial {
        Dial::StepRate => {
            let of = Number { name: "steps a second", suffix: " Hz", range: [5.0, 480.0], speed: 1.0, decimals: 2 };
            (of, "Steps of the integrators in a second", now.step_hz, &mut told.step_hz)
        }
        Dial::SpringHertz => {
            let of = Number { name: "frequency", suffix: " Hz", range: [0.1, 40.0], speed: 0.1, decimals: 2 };
            (of, "Stiffness of the springs, as the frequency of an undamped oscillator", now.hertz, &mut told.hertz)
        }
        _ => {
            let of = Number { name: "damping ratio", suffix: "", range: [0.0, 4.0], speed: 0.01, decimals: 2 };
            (of, "1 is critical: as fast to rest as it goes without overshooting", now.damping_ratio, &mut told.damping_ratio)
        }
    };
    // Without a spring there is nothing to turn.
    let mut value = f64::from(now?);
    setting(ui, look, &of, hint, &mut value).inspect(|_| *told = Some(value as f32))
}

/// How far each of the two moves and turns during the step: one row of numbers a body, to be dragged or typed. Six
/// sliders would not fit beside the card.
fn motion(ui: &mut Ui, look: &Look, bench: &Bench, options: &mut Options) -> Option<Response> {
    /// Farthest way of one step, metres, and largest turn, radians.
    const FARTHEST: f64 = 1000.0;
    let specimen = bench.specimen();
    let mut any = None;
    ui.add(Label::new("The tip of an arrow can be dragged, too: it is where the body will be at the end of the step.").wrap());
    for (name, motion) in [&specimen.a.name, &specimen.b.name].into_iter().zip(&mut options.motion) {
        ui.label(RichText::new(format!("{name} in this step: right, up, turned")).color(look.quiet));
        let fields = [
            (&mut motion.travel.x, format!("displacement of {name} to the right"), " m", 1.0, 3),
            (&mut motion.travel.y, format!("displacement of {name} upwards"), " m", 1.0, 3),
            (&mut motion.turn, format!("rotation of {name}, counter-clockwise"), "°", 180.0 / std::f64::consts::PI, 1),
        ];
        let width = ((ui.available_width() - 2.0 * look.gap(1.0)) / 3.0).floor();
        let told = ui.horizontal(|ui| {
            let row = fields.map(|(stored, what, suffix, factor, decimals)| {
                let range = [-FARTHEST * factor, FARTHEST * factor];
                let of = Number { name: &what, suffix, range, speed: 0.01 * factor, decimals };
                let mut shown = f64::from(*stored) * factor;
                let whole = ((shown * 1e6).round() / 1e6).to_string();
                let field = number::field(ui, look, &of, vec2(width, look.row() - 3.0), &whole, &mut shown);
                if field.changed() {
                    *stored = (shown / factor) as f32;
                }
                (field.on_hover_text(format!("{what}. {}", of.help())), shown)
            });
            row.to_vec()
        });
        for (field, shown) in told.inner {
            number::remark(ui, look, &field, shown);
            any = any.or_else(|| changed(field));
        }
    }
    any
}

/// A button that hunts random poses for disagreement, each time others.
fn hunt(ui: &mut Ui, desk: &mut Desk<'_>) {
    let hint = format!(
        "Tries {POSES} random poses of these two shapes and shows the one at which the algorithms disagree most (Ctrl+Z takes it back)"
    );
    if ui.add(Button::new("Hunt for disagreement")).on_hover_text(hint).clicked() {
        let seed = desk.state.gesture.next();
        desk.send(MicroscopeCommand::Hunt(seed));
    }
}
