//! How the steps of each solver are told: what repeats within a step, in which order passes come, which lines of
//! source run, and why. A row a solver; what a solver does not have is not told of it.

use crate::draw::quantity::{counted, quantity};
use crate::engine::math::Vec2;
use crate::engine::solver::complementary::Left;
use crate::engine::solver::table::Value;
use crate::engine::solver::{ContactRow, Solver, SolverPass, SolverStep};
use crate::engine::world::WorldSettings;
use crate::lens::microscope::card::{Line, Unit};

/// What the microscope needs to know of a solver.
pub(super) struct Form {
    /// What repeats within a step.
    pub round: &'static str,
    /// At whose end impulses are kept for the next warm start.
    pub whole: &'static str,
    /// How often it repeats.
    pub rounds: fn(&WorldSettings) -> u32,
    /// In which of them an impulse is given, from 0.
    pub round_of: fn(&SolverStep) -> u32,
    /// How many places a round has on the chart of corrections.
    pub places: u32,
    /// Passes in their order: that of the impulses in a step.
    passes: &'static [SolverPass],
    /// True when a round has all of the passes; else a pass has all of the rounds.
    round_first: bool,
    /// The pass in which a row is solved again, with nothing but other rows in between.
    pub again: SolverPass,
    /// Marker of the line that gives an impulse.
    pub line_of: fn(&SolverStep) -> &'static str,
    /// Marker of the line at which a step begins.
    pub start: &'static str,
    /// Why the sum became what it is.
    pub reason: fn(&SolverStep, sums: bool) -> String,
    /// What the bias of a row in a solve pass is, if not that of its gap.
    pub bias: Option<&'static str>,
    /// What else is to be known of the step; empty if nothing is.
    pub remark: &'static str,
}

const SOFT_STEP: Form = Form {
    round: "sub-step",
    whole: "sub-step",
    rounds: |settings| settings.substeps,
    round_of: |step| step.substep,
    places: 2,
    passes: &[SolverPass::Push, SolverPass::Restitution, SolverPass::WarmStart, SolverPass::Solve, SolverPass::Relax],
    round_first: true,
    again: SolverPass::Relax,
    line_of: soft_step_line,
    start: "solver.start",
    reason: soft_step_reason,
    bias: None,
    remark: "",
};

/// What a step by Lagrange multipliers shows here.
const LAGRANGE_REMARK: &str = " These are the impulses of contacts, motors and limits, found by sequential impulses. Joints are then held by Lagrange multipliers, all at once, which replace what is shown for them.";

const SEQUENTIAL: Form = Form {
    round: "iteration",
    whole: "step",
    rounds: |settings| settings.solver_parameters.sequential_impulses.iterations,
    round_of: |step| step.iteration,
    places: 1,
    passes: &[SolverPass::WarmStart, SolverPass::Solve, SolverPass::Push, SolverPass::TakeBack, SolverPass::Restitution],
    round_first: false,
    again: SolverPass::Solve,
    line_of: sequential_line,
    start: "sequential.start",
    reason: sequential_reason,
    bias: None,
    remark: "",
};

const LAGRANGE: Form = Form { remark: LAGRANGE_REMARK, ..SEQUENTIAL };

const ONE_CONTACT: Form = Form {
    round: "round",
    rounds: |settings| settings.solver_parameters.one_contact.iterations,
    passes: &[SolverPass::Solve, SolverPass::TakeBack, SolverPass::Push],
    line_of: one_contact_line,
    start: "single.start",
    reason: one_contact_reason,
    bias: Some(": minus the speed to part with, and what its friction is about to change"),
    remark: " Each point gets normal and friction impulse together, found from its 2×2 matrix K as if it were alone; contacts come in the order in which their bodies meet.",
    ..SEQUENTIAL
};

const COMPLEMENTARITY: Form = Form {
    round: "round",
    rounds: |settings| settings.solver_parameters.complementarity.friction_rounds,
    passes: &[SolverPass::WarmStart, SolverPass::Solve, SolverPass::Push, SolverPass::Restitution],
    line_of: complementarity_line,
    start: "lcp.start",
    reason: complementarity_reason,
    bias: Some(": what the row asks for, and what the rows after it will still add"),
    remark: " All rows of the island were found at once, so that w ≥ 0, λ ≥ 0 and w λ = 0; they are told one after the other. A round takes its bounds of friction from the one before. Islands that are too large go to sequential impulses.",
    ..SEQUENTIAL
};

/// The form of the chosen solver.
pub(super) fn of(settings: &WorldSettings) -> &'static Form {
    match settings.solver {
        Solver::SoftStep => &SOFT_STEP,
        Solver::SequentialImpulses => &SEQUENTIAL,
        Solver::Lagrange => &LAGRANGE,
        Solver::OneContact => &ONE_CONTACT,
        Solver::Complementarity => &COMPLEMENTARITY,
    }
}

impl Form {
    /// What an impulse is part of: "sub-step 1 of 4, solve", "iteration 3 of 10, solve", "warm start".
    pub fn place(&self, step: &SolverStep, settings: &WorldSettings, pass: &str) -> String {
        if !self.round_first && step.pass == SolverPass::WarmStart {
            return pass.to_owned();
        }
        if self.round_first && step.pass == SolverPass::Push {
            return format!("before the sub-steps, sweep {}, {pass}", step.iteration + 1);
        }
        format!("{} {} of {}, {pass}", self.round, (self.round_of)(step) + 1, (self.rounds)(settings))
    }

    /// Increases from impulse to impulse of a row within a step.
    pub fn order(&self, step: &SolverStep) -> (u32, u32) {
        let pass = self.passes.iter().position(|pass| *pass == step.pass).unwrap_or(self.passes.len()) as u32;
        let round = (self.round_of)(step);
        if self.round_first && step.pass == SolverPass::Push {
            return (0, step.iteration); // all sweeps come before the first round
        }
        if self.round_first { (round, pass) } else { (pass, round) }
    }

    /// Place of a pass on the chart. What comes before a solve pass stands with it, what comes after the last with
    /// that.
    pub fn chart_place(&self, step: &SolverStep, settings: &WorldSettings) -> usize {
        if !self.round_first && !matches!(step.pass, SolverPass::WarmStart | SolverPass::Solve) {
            return self.chart_places(settings) - 1;
        }
        let within = u32::from(step.pass == SolverPass::Relax);
        (self.places * (self.round_of)(step) + within) as usize
    }

    /// How many places the chart has.
    pub fn chart_places(&self, settings: &WorldSettings) -> usize {
        (self.places * (self.rounds)(settings)) as usize
    }
}

/// That linear complementarity did not solve this island, and why.
pub(super) fn left((rows, why): (usize, Left)) -> String {
    let why = match why {
        Left::TooManyRows => "more than its limit allows",
        Left::Held => "and one of its bodies is held by the pointer",
        Left::NoSolution => "and its problem has no solution",
    };
    let rows = counted(rows, "row", "rows");
    format!(
        " The scene's solver is linear complementarity, but this island has {rows}, {why}: it was left to sequential impulses, which are shown."
    )
}

/// What the solver of a step is, and what it is told, as lines of a card.
pub(super) fn told(settings: &WorldSettings) -> Vec<Line> {
    let row = settings.solver.row();
    let on_off = |name: &str, on: bool| Line::new(format!("{name}: {}", if on { "on" } else { "off" }));
    let mut lines = Vec::new();
    if row.has_substeps {
        lines.push(Line::value("sub-steps", settings.substeps as f32, Unit::Count, &[]));
    } else {
        lines.push(Line::new(format!("solver: {}", row.name.to_lowercase())));
    }
    let mut parameters = settings.solver_parameters;
    for parameter in row.parameters {
        let name = parameter.name.to_lowercase();
        lines.push(match parameter.value {
            Value::Count { of, .. } => Line::value(&name, *of(&mut parameters) as f32, Unit::Count, &[]),
            Value::Number { of, unit, .. } => {
                let value = *of(&mut parameters);
                match unit {
                    "m" => Line::value(&name, value, Unit::Length, &[]),
                    "" => Line::value(&name, value, Unit::Share, &[]),
                    other => Line::new(format!("{name} = {}", quantity(value, other))),
                }
            }
            Value::Choice { get, words, .. } => Line::new(format!("{name}: {}", words[get(&parameters)].name.to_lowercase())),
        });
    }
    lines.push(on_off("warm starting", settings.warm_starting));
    if row.accumulates {
        lines.push(on_off("accumulation", settings.accumulation));
    }
    if row.has_relax_pass {
        lines.push(on_off("relaxing", settings.relaxing));
    }
    lines
}

fn soft_step_line(step: &SolverStep) -> &'static str {
    match (&step.contact, step.pass) {
        (None, _) => "solver.joints",
        (_, SolverPass::Push) => "sequential.push", // the same rows
        (_, SolverPass::Restitution) => "solver.bounce",
        (_, SolverPass::WarmStart) => "solver.warm_start",
        (Some(row), _) if row.tangent && step.clamped => "solver.cone",
        (Some(row), _) if row.tangent => "solver.friction",
        _ if step.clamped => "solver.clamp",
        (_, SolverPass::Relax) => "solver.relax",
        _ => "solver.soft",
    }
}

fn sequential_line(step: &SolverStep) -> &'static str {
    match (&step.contact, step.pass) {
        (None, SolverPass::TakeBack) => "sequential.take_back",
        (None, _) => "sequential.joints",
        (_, SolverPass::WarmStart) => "sequential.warm_start",
        (_, SolverPass::Push) => "sequential.push",
        (Some(row), SolverPass::Restitution) if row.tangent => "sequential.bounce_friction",
        (_, SolverPass::Restitution) => "sequential.bounce",
        (Some(row), _) if row.tangent && step.clamped => "sequential.cone",
        _ if step.clamped => "sequential.clamp",
        _ => "sequential.impulse",
    }
}

fn one_contact_line(step: &SolverStep) -> &'static str {
    match (&step.contact, step.pass) {
        (None, SolverPass::TakeBack) => "single.take_back",
        (None, _) => "single.joints",
        (_, SolverPass::Push) if step.clamped => "single.cap",
        (_, SolverPass::Push) => "single.project",
        (Some(row), _) if !row.tangent => "single.wanted",
        _ if step.clamped => "single.slide",
        _ => "single.stick",
    }
}

fn one_contact_reason(step: &SolverStep, sums: bool) -> String {
    match (&step.contact, step.pass) {
        (None, _) => soft_step_reason(step, sums),
        (Some(_), SolverPass::Push) if step.clamped => {
            "The overlap is moved out. Turning would take more than the largest turn, so what is too much is moved instead.".into()
        }
        (Some(_), SolverPass::Push) => {
            "The overlap is moved out: each body moves and turns in proportion to how readily it gives way. No velocity comes of it.".into()
        }
        (Some(row), _) if !row.tangent => {
            "The point meets before all others, and gets what makes it part with e times the speed that it brought. What gravity has made of that speed in this step does not come back."
                .into()
        }
        _ if step.clamped => {
            "Sticking would need more friction than μ times the normal impulse, or would gain energy: the point slides, and the normal impulse was found with that friction.".into()
        }
        _ => "Inside the cone: the impulse that stops all sliding, found together with the normal one. The point sticks.".into(),
    }
}

fn complementarity_line(step: &SolverStep) -> &'static str {
    match step.pass {
        SolverPass::Push => "lcp.push",
        SolverPass::Restitution => "lcp.bounce",
        _ => "lcp.solve",
    }
}

fn complementarity_reason(step: &SolverStep, sums: bool) -> String {
    match (&step.contact, step.pass) {
        (_, SolverPass::WarmStart) => sequential_reason(step, sums),
        (None, _) if is_bounded(step) => joint_reason(step).into(),
        (None, _) => "A joint asks that this velocity be what it wants. Found together with all other rows, it gets exactly that.".into(),
        (Some(_), SolverPass::Push) => soft_step_reason(step, sums),
        (Some(row), SolverPass::Restitution) if row.tangent => soft_step_reason(step, sums),
        (Some(_), SolverPass::Restitution) if step.clamped => {
            "It parts fast enough once all bounces are given: it needs no impulse.".into()
        }
        (Some(_), SolverPass::Restitution) => {
            "The bounces of the island are found together, so that all part as fast as they should, and what they drive does not close."
                .into()
        }
        (Some(row), _) if row.tangent && step.clamped => {
            "At the bound: μ times the normal impulse of the round before is less than what sticking needs. The point slides.".into()
        }
        (Some(row), _) if row.tangent => "Within its bounds: w = 0, the point sticks.".into(),
        _ if step.clamped => "λ = 0 and w ≥ 0: the point parts, or may close its gap, and needs no push.".into(),
        _ => "λ > 0 and w = 0: the point pushes, and in the end it neither closes nor parts.".into(),
    }
}

fn sequential_reason(step: &SolverStep, sums: bool) -> String {
    let of_normal = |row: &ContactRow| !row.tangent && !step.clamped;
    match (&step.contact, step.pass) {
        (Some(_), SolverPass::WarmStart) if step.impulse_total == 0.0 => {
            "The sum of the step before is zero: nothing to begin with.".into()
        }
        (Some(_), SolverPass::WarmStart) => {
            "The impulse of the step before is applied again: what held then is nearly what is needed now.".into()
        }
        (Some(row), SolverPass::Restitution) if row.tangent => soft_step_reason(step, sums),
        (Some(row), SolverPass::Restitution) if row.bias < 0.0 => {
            "The point was hit faster than the threshold: now that the bodies touch, it gets back the share e of that speed.".into()
        }
        (Some(row), SolverPass::Restitution) if row.bias > 0.0 => {
            "A bounce drives a body of this point, which was parting: it may close as fast as it parted, which gains no energy.".into()
        }
        (Some(_), SolverPass::Restitution) => {
            "A bounce drives a body of this point, which was not hit: it does not close, and gives back what it no longer needs.".into()
        }
        (Some(_), SolverPass::Push) => soft_step_reason(step, sums),
        (Some(row), _) if of_normal(row) && row.bias < 0.0 => {
            "The shapes overlap by more than the slop, so the row asks for parting velocity (Baumgarte). That velocity stays.".into()
        }
        (Some(row), _) if of_normal(row) && row.bias > 0.0 => {
            "There is a gap: the row asks for a velocity at which the shapes just touch at the end of the step.".into()
        }
        (Some(row), _) if of_normal(row) => {
            "The row asks that the point does not close. Solving the next row will disturb it a little; the next iteration makes good."
                .into()
        }
        _ => soft_step_reason(step, sums),
    }
}

/// True for a row of a joint that has a least or largest sum: a limit, a rope, a motor.
fn is_bounded(step: &SolverStep) -> bool {
    step.bounds[0] > f32::NEG_INFINITY || step.bounds[1] < f32::INFINITY
}

/// Why the sum of a joint's row became what it is.
fn joint_reason(step: &SolverStep) -> &'static str {
    let [low, high] = step.bounds;
    match step.pass {
        SolverPass::WarmStart if step.impulse_total == 0.0 => "The joint's impulse from before is zero: nothing to begin with.",
        SolverPass::WarmStart => "The joint's impulse from before is applied again: what held a moment ago is nearly what is needed now.",
        _ if low.is_finite() && high.is_finite() && step.clamped => {
            "A motor drives at its speed, but with no more than its greatest effort: the sum is cut there."
        }
        _ if low.is_finite() && high.is_finite() => "A motor drives at its speed, and needs no more than its greatest effort.",
        _ if is_bounded(step) && step.impulse_total == 0.0 => {
            "A limit acts one way only. It is not reached, or the bodies already come away from it: to hold them it would have to pull, so the sum stays zero."
        }
        _ if is_bounded(step) => "The limit is reached: it holds against going on, and acts one way only.",
        _ if step.direction == Vec2::ZERO => {
            "A joint asks for the turning of the two against each other to be what it wants, and acts both ways."
        }
        _ => "A joint asks for the velocity between its two anchors to vanish along this direction, and pulls as well as it pushes.",
    }
}

/// Why the sum became what it is, as the default solver gives it; `sums`: sums are limited, not increments.
fn soft_step_reason(step: &SolverStep, sums: bool) -> String {
    let Some(row) = &step.contact else {
        if step.pass == SolverPass::TakeBack {
            return "The bodies have moved, and the gap of the joint has become smaller: what is left of the velocity that did it is taken back.".into();
        }
        return joint_reason(step).into();
    };
    let at_zero = step.impulse_total == 0.0;
    match (step.pass, row.tangent) {
        (SolverPass::Push, _) if step.clamped => "The pseudo-velocities part the point more than it asks for. A push cannot pull, so its sum is cut at zero.".into(),
        (SolverPass::Push, _) if row.gap_bias() < 0.0 => "A share of the overlap is to leave in this step: by a pseudo-velocity, which only moves positions.".into(),
        (SolverPass::Push, _) => "Nothing is to be pushed out here; the point only must not be pushed together by others.".into(),
        (SolverPass::WarmStart, _) if at_zero => "The sum of the sub-step before is zero: nothing to begin with.".into(),
        (SolverPass::WarmStart, _) => "The impulse of the sub-step before is applied again: what held a moment ago is nearly what is needed now.".into(),
        (SolverPass::Restitution, false) => "The point closes faster than the threshold: a restitution impulse reverses its velocity. If both points of a contact hit, their impulses are found together, so that both part as fast as they should when both have been given.".into(),
        (SolverPass::Restitution, true) => "There is friction in an impact, too: at most friction times its normal impulse.".into(),
        (_, false) if row.left_to_bounce => "The point closes so fast that it will bounce; the pass leaves it alone.".into(),
        (_, false) if step.clamped && step.impulse_change == 0.0 && row.low == 0.0 => "The point parts, or may close its gap. To stop that the contact would have to pull, which it cannot: the sum stays zero.".into(),
        (_, false) if step.clamped && row.low > 0.0 => "To stop the parting, some of what was pushed would have to be taken back. But without accumulation each increment is limited by itself and cannot be negative: too much stays too much.".into(),
        (_, false) if step.clamped => "To stop the parting the sum would have to become negative. It is cut at zero: what was pushed too much before is taken back, and no more.".into(),
        (SolverPass::Solve, false) if row.gap_bias() < 0.0 && row.rest_offset > 0.0 => "A load that stays is lifted: the push ends not where the gap is closed but at the rest offset. So the row asks for a little parting velocity; the push is soft, so that it does not kick.".into(),
        (SolverPass::Solve, false) if row.gap_bias() < 0.0 => "The shapes overlap, so the row asks for a little parting velocity; the push is soft, so that it does not kick.".into(),
        (SolverPass::Solve, false) if row.bend != 0.0 && row.gap_bias() == 0.0 => "The way of the point is bent, as it turns: the row asks for the velocity at which it does not close by the middle of the sub-step.".into(),
        (SolverPass::Solve, false) => "The row asks for a velocity at which the shapes just touch at the end of the sub-step.".into(),
        (_, false) => "The same without the push out of the overlap: its velocity is taken back, its way is kept.".into(),
        (_, true) if step.clamped => format!(
            "To stop the sliding, more would be needed than the cone allows: μ times the {}{}. The point slides.",
            if sums { "present normal impulse" } else { "normal increment of this pass" },
            if row.high == row.low { ", which is zero" } else { "" }
        ),
        (_, true) => "Within the cone: friction stops the sliding. The point sticks.".into(),
    }
}
