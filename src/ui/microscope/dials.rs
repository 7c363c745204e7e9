//! What the algorithm is told, to be turned: start direction, tolerances, turn limits, margin, a free axis.

use super::super::desk::Desk;
use super::handles::FIRST_AXIS;
use super::hot::caption;
use crate::app::{Bench, MicroscopeCommand};
use crate::engine::broad::BroadPhase;
use crate::engine::math::{Vec2, atan2, sin_cos};
use crate::engine::solver::Solver;
use crate::engine::tuning::{
    EPA_MAX_ITERATIONS, EPA_TOLERANCE, GJK_MAX_ITERATIONS, GJK_TOLERANCE, MAX_SUBSTEPS, SPECULATIVE_MARGIN, TOI_MAX_ITERATIONS,
};
use crate::engine::world::WorldSettings;
use crate::lens::microscope::race::hunt::POSES;
use crate::lens::microscope::solver::{Ghost, SolverOptions, ghost_of};
use crate::lens::microscope::{Dial, Options};
use egui::{Button, DragValue, Label, RichText, Slider, SliderClamping, Ui};

/// In windows lower than this the hint above the dials is left out, points.
const LOW: f32 = 640.0;

/// Shows the dials of the present microscope.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    caption(ui, &look, "Try it");
    let hint = "Drag a shape, a vertex or a knob in the picture; the ring turns it. Ctrl+Z takes it back.";
    // Large letters in a low window: the dials themselves need the room.
    if ui.ctx().screen_rect().height() >= look.pt(LOW) {
        ui.add(Label::new(RichText::new(hint).color(look.quiet)).wrap());
    }
    ui.spacing_mut().slider_width = (ui.available_width() - look.pt(92.0)).max(look.pt(60.0));
    for dial in bench.microscope().dials {
        one(ui, desk, bench, *dial);
    }
    // Always there, so that nothing moves away under the pointer at the first change.
    if ui.add_enabled(bench.is_changed(), Button::new("Restore  R")).clicked() {
        desk.send(MicroscopeCommand::Restore);
    }
}

fn one(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, dial: Dial) {
    let mut options = bench.specimen().options;
    let settings = bench.specimen().scene.as_ref().map_or_else(WorldSettings::default, |scene| *scene.stage.world().settings());
    let response = match dial {
        Dial::StartDirection => {
            let mut degrees = options.gjk.start_direction.map_or(f32::NAN, |d| atan2(d.y, d.x).to_degrees());
            angle(ui, "start direction", "from A to B", 30.0, &mut degrees).inspect(|_| options.gjk.start_direction = unit(degrees))
        }
        Dial::FreeAxis => {
            let mut degrees = options.free_axis.map_or(f32::NAN, f32::to_degrees);
            angle(ui, "your own axis", "none", FIRST_AXIS.to_degrees(), &mut degrees)
                .inspect(|_| options.free_axis = degrees.is_finite().then(|| degrees.to_radians()))
        }
        Dial::GjkTolerance => tolerance(ui, "tolerance ε", &mut options.gjk.tolerance, GJK_TOLERANCE),
        Dial::EpaTolerance => tolerance(ui, "tolerance", &mut options.epa.tolerance, EPA_TOLERANCE),
        Dial::GjkIterations => iterations(ui, &mut options.gjk.max_iterations, GJK_MAX_ITERATIONS),
        Dial::EpaIterations => iterations(ui, &mut options.epa.max_iterations, EPA_MAX_ITERATIONS),
        Dial::Margin => {
            ui.label(RichText::new("margin").color(desk.look.quiet));
            let slider = Slider::new(&mut options.margin, 0.0..=0.5_f32.max(SPECULATIVE_MARGIN))
                .suffix(" m")
                .max_decimals(3)
                .clamping(SliderClamping::Edits);
            Some(ui.add(slider)).filter(|r| r.changed())
        }
        Dial::ToiIterations => iterations(ui, &mut options.toi.max_iterations, TOI_MAX_ITERATIONS),
        Dial::Motion => motion(ui, bench, &mut options),
        Dial::WarmStarting => {
            let choice = (&mut options.solver.warm_starting, settings.warm_starting);
            let hint = "Starts from the impulses of the sub-step before";
            solver_switch(ui, choice, (&mut options.solver.ghost, Ghost::WarmStarting), "warm starting", hint)
        }
        Dial::Accumulation => {
            let choice = (&mut options.solver.accumulation, settings.accumulation);
            let hint = "Clamps the accumulated impulse. Off: clamps each increment, and nothing to warm start from";
            solver_switch(ui, choice, (&mut options.solver.ghost, Ghost::Accumulation), "accumulation", hint)
        }
        Dial::Relaxing if !settings.solver.row().has_relax_pass => None,
        Dial::Substeps if !settings.solver.row().has_substeps => None,
        Dial::Iterations if settings.solver != Solver::SequentialImpulses => None,
        Dial::Iterations => {
            ui.label(RichText::new("iterations").color(desk.look.quiet));
            let of_scene = settings.solver_parameters.sequential_impulses.iterations;
            let mut count = options.solver.iterations.unwrap_or(of_scene);
            changed(ui.add(Slider::new(&mut count, 1..=of_scene.max(20)))).inspect(|_| {
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
            ui.label(RichText::new("sub-steps").color(desk.look.quiet));
            let mut count = options.solver.substeps.unwrap_or(settings.substeps);
            let slider = Slider::new(&mut count, 1..=MAX_SUBSTEPS.min(16));
            changed(ui.add(slider)).inspect(|_| {
                options.solver.substeps = (count != settings.substeps).then_some(count);
                options.solver.ghost = None;
            })
        }
        Dial::BroadPhase => {
            let mut method = options.broad.unwrap_or(settings.broad_phase);
            let before = method;
            let chosen = ui.horizontal(|ui| {
                let tree = ui.radio_value(&mut method, BroadPhase::Tree, "tree");
                tree | ui.radio_value(&mut method, BroadPhase::Grid, "grid and tree")
            });
            options.broad = (method != settings.broad_phase).then_some(method);
            (method != before).then_some(chosen.inner)
        }
        Dial::Island => changed(ui.checkbox(&mut options.solver.island, "all rows of the island")),
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
) -> Option<egui::Response> {
    let mut on = told.unwrap_or(of_scene);
    let turned = switch(ui, &mut on, label, hint)?;
    *told = (on != of_scene).then_some(on);
    *ghost = Some(other);
    Some(turned)
}

fn switch(ui: &mut Ui, on: &mut bool, name: &str, hint: &str) -> Option<egui::Response> {
    changed(ui.checkbox(on, name).on_hover_text(hint))
}

/// Which other choice is drawn faint beside the present one.
fn ghost(ui: &mut Ui, desk: &Desk<'_>, options: &mut Options, settings: &WorldSettings) -> Option<egui::Response> {
    ui.label(RichText::new("drawn faint: the same with the other choice of").color(desk.look.quiet));
    let shown = ghost_of(&options.solver, settings);
    let mut chosen = shown;
    let is_scene = SolverOptions { ghost: None, island: false, ..options.solver } == SolverOptions::default();
    let response = ui.horizontal_wrapped(|ui| {
        let warm = ui.radio_value(&mut chosen, Ghost::WarmStarting, "warm start");
        let sums = ui.radio_value(&mut chosen, Ghost::Accumulation, "accumulate");
        let relax = settings.solver.row().has_relax_pass.then(|| ui.radio_value(&mut chosen, Ghost::Relaxing, "relax"));
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

fn changed(response: egui::Response) -> Option<egui::Response> {
    response.changed().then_some(response)
}

fn send(desk: &mut Desk<'_>, options: Options, response: &egui::Response) {
    let gesture = desk.state.gesture.of(response);
    desk.send(MicroscopeCommand::Options { options, gesture });
}

fn unit(degrees: f32) -> Option<Vec2> {
    degrees.is_finite().then(|| {
        let (sin, cos) = sin_cos(degrees.to_radians());
        Vec2::new(cos, sin)
    })
}

/// A switch and, when it is on, a slider from −180° to 180°; not a number means off. The slider rounds only what is
/// edited with it, not what a knob in the picture has set.
fn angle(ui: &mut Ui, name: &str, otherwise: &str, first: f32, degrees: &mut f32) -> Option<egui::Response> {
    let mut on = degrees.is_finite();
    let words = if on { name.to_owned() } else { format!("{name}: {otherwise}") };
    let switch = ui.checkbox(&mut on, words);
    if switch.changed() {
        *degrees = if on { first } else { f32::NAN };
        return Some(switch);
    }
    if !on {
        return None;
    }
    let response = ui.add(Slider::new(degrees, -180.0..=180.0).suffix("°").max_decimals(0).clamping(SliderClamping::Edits));
    response.changed().then_some(response)
}

/// From the engine's own value up to a tenth, on a logarithmic scale.
fn tolerance(ui: &mut Ui, name: &str, value: &mut f64, normal: f64) -> Option<egui::Response> {
    ui.label(RichText::new(name).weak());
    let slider =
        Slider::new(value, normal.min(1e-12)..=0.1).logarithmic(true).smallest_positive(1e-12).custom_formatter(|v, _| format!("{v:.1e}"));
    let response = ui.add(slider);
    response.changed().then_some(response)
}

fn iterations(ui: &mut Ui, value: &mut usize, most: usize) -> Option<egui::Response> {
    ui.label(RichText::new("iterations").weak());
    let response = ui.add(Slider::new(value, 1..=most));
    response.changed().then_some(response)
}

/// How far each of the two moves and turns during the step: one row of numbers a body, to be dragged or typed. Six
/// sliders would not fit beside the card.
fn motion(ui: &mut Ui, bench: &Bench, options: &mut Options) -> Option<egui::Response> {
    /// What a point of dragging adds, metres and radians.
    const PACE: f64 = 0.01;
    let specimen = bench.specimen();
    let mut changed = None;
    ui.add(Label::new("The tip of an arrow can be dragged, too: it is where the body will be at the end of the step.").wrap());
    for (name, motion) in [&specimen.a.name, &specimen.b.name].into_iter().zip(&mut options.motion) {
        ui.label(RichText::new(format!("{name} in this step")).weak());
        ui.horizontal_wrapped(|ui| {
            let fields = [
                (DragValue::new(&mut motion.travel.x).prefix("x ").suffix(" m").max_decimals(3), "way to the right"),
                (DragValue::new(&mut motion.travel.y).prefix("y ").suffix(" m").max_decimals(3), "way upwards"),
                (DragValue::new(&mut motion.turn).prefix("turn ").suffix(" rad").max_decimals(2), "turn to the left"),
            ];
            for (field, what) in fields {
                let response = ui.add(field.speed(PACE)).on_hover_text(format!("{what}: drag sideways, or click and type"));
                if response.changed() {
                    changed = Some(response);
                }
            }
        });
    }
    changed
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
