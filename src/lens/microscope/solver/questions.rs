//! What may be asked before an impulse is shown. Later sub-steps (or iterations) repeat the first, so only the first
//! two ask.

use super::form;
use super::reel::{RowKind, ShownImpulse, SolverReel};
use super::words::pass_name;
use crate::draw::quantity::quantity;
use crate::engine::solver::{Solver, SolverPass};
use crate::lens::microscope::question;
use crate::lens::microscope::{Choice, Part, PartKind, Question};

/// Sub-steps, or iterations, that ask.
const ASKING: u32 = 2;

impl ShownImpulse {
    fn asks(&self, reel: &SolverReel) -> bool {
        let early = (form::of(&reel.run.settings).round_of)(&self.step) < ASKING;
        early && !matches!(self.step.pass, SolverPass::WarmStart | SolverPass::Push)
    }
}

/// The questions at a frame; which comes first changes from frame to frame.
pub(super) fn of(reel: &SolverReel, frame: usize) -> Vec<Question> {
    if frame == 0 {
        return carries(reel).into_iter().collect();
    }
    let Some(next) = reel.shown.get(frame).filter(|s| s.asks(reel)) else {
        return Vec::new();
    };
    let mut all: Vec<Question> = sum(reel, next).into_iter().chain(holds(reel, frame)).chain(change(reel, next)).collect();
    let count = all.len().max(1);
    all.rotate_left(frame % count);
    all
}

/// Which point carries most over the step?
fn carries(reel: &SolverReel) -> Option<Question> {
    let [[first, _], [second, _]] = reel.run.stored.as_slice() else { return None };
    let most = first.max(*second);
    const FIRST: &str = "point 0";
    const SECOND: &str = "point 1";
    const SAME: &str = "both the same";
    let right = if (first - second).abs() <= 0.05 * most {
        SAME
    } else if first > second {
        FIRST
    } else {
        SECOND
    };
    let all = [
        (FIRST, "Nothing favours the point that is solved first: later passes make good what the order does."),
        (SECOND, "The one that is solved last does not keep the last word: the other is corrected in the next pass."),
        (SAME, "Only with a load in the middle between the points, and nothing that tips, do both carry the same."),
    ];
    let choices = Choice::among(&all, right).into_iter().map(|c| match c.label.as_str() {
        FIRST => c.at(Part::nth(PartKind::Point, 0)),
        SECOND => c.at(Part::nth(PartKind::Point, 1)),
        _ => c,
    });
    let why = format!("Over the step point 0 carries {}, point 1 {}.", quantity(*first, "N·s"), quantity(*second, "N·s"));
    Question::choose("solver.carries", "Which contact point will carry more over the whole step?", choices.collect(), why)
}

/// What becomes of the sum of the next row?
fn sum(reel: &SolverReel, next: &ShownImpulse) -> Option<Question> {
    const GROWS: &str = "it grows";
    const SHRINKS: &str = "it shrinks";
    const LIMIT: &str = "it ends at its limit";
    const STAYS: &str = "it stays as it is";
    let row = next.step.contact.filter(|_| next.step.pass != SolverPass::Restitution)?;
    let (before, after) = (next.step.impulse_total - next.step.impulse_change, next.step.impulse_total);
    let small = 1e-3 * reel.most_impulse;
    let (right, why) = if next.step.clamped {
        (
            LIMIT,
            match (row.tangent, reel.run.settings.accumulation) {
                (true, true) => "The cone cuts it: |Λ| may be at most μ times the normal impulse.",
                (true, false) => "The cone cuts the increment: it may be at most μ times the normal increment of the same pass.",
                (false, true) => "It would have to pull, so it is cut at zero.",
                (false, false) => "The increment would be negative, and without accumulation that is cut: the sum stays at what it was.",
            },
        )
    } else if (after - before).abs() <= small {
        (STAYS, "The relative velocity is already what the row wants.")
    } else if after.abs() > before.abs() {
        (GROWS, "The row finds a velocity against it, and adds an impulse.")
    } else {
        (SHRINKS, "Too much was pushed before: the increment is negative, and only the sum must not be.")
    };
    let all = [
        (GROWS, "An impulse is not always added: the sum only becomes what is needed now."),
        (SHRINKS, "The increment may be negative as long as the sum stays within its limits; here nothing is to be taken back."),
        (LIMIT, "A limit cuts the sum only when the wanted one lies beyond it."),
        (STAYS, "One pass over a row does not settle it: its neighbours have changed the velocity since, or the push asks for more."),
    ];
    let pass = pass_name(next.step.pass);
    let asked = if row.tangent { "What becomes of |Λ|, the size of this sum?" } else { "What becomes of this sum?" };
    let (name, sum) = (&reel.names[next.row], quantity(before, "N·s"));
    let prompt = format!("Next in the {pass} pass is the row “{name}”. Its impulses add up to Λ = {sum} so far. {asked}");
    Question::choose("solver.sum", prompt, Choice::among(&all, right), why)
}

/// Does the row that was just solved still hold when the pass comes to it again?
fn holds(reel: &SolverReel, frame: usize) -> Option<Question> {
    let now = &reel.shown[frame - 1];
    let row = now.step.contact.filter(|r| !r.tangent && !now.step.clamped && now.step.pass == SolverPass::Solve)?;
    // Found at once, rows are told one after the other, but none comes before another.
    if reel.run.settings.solver == Solver::Complementarity {
        return None;
    }
    // Only a point that has a neighbour can be spoiled by it.
    let others = reel.rows.iter().filter(|r| matches!(r.kind, RowKind::Normal(_))).count();
    if others < 2 || is_last_normal(reel, now) {
        return None;
    }
    // Nothing but other rows acts between a solve pass and the pass after it.
    let next = form::of(&reel.run.settings).again;
    let again =
        reel.shown[frame..].iter().find(|s| s.row == now.row).filter(|s| s.step.pass == next && s.step.substep == now.step.substep)?;
    const HOLDS: &str = "it still holds";
    const CLOSES: &str = "it closes again";
    const PARTS: &str = "it parts";
    let (then, left) = (again.step.velocity_before, row.velocity_after);
    let small = 1e-3 * reel.most_speed;
    let right = if (then - left).abs() <= small {
        HOLDS
    } else if then < left {
        CLOSES
    } else {
        PARTS
    };
    let all = [
        (HOLDS, "Solving a neighbour turns and shifts the same bodies: what was right a moment ago is so no longer."),
        (CLOSES, "Only what pushes the bodies together elsewhere, or turns them, makes this point close."),
        (PARTS, "Only what pushes the bodies apart elsewhere, or turns them, makes this point part."),
    ];
    let why =
        format!("Its velocity was {} and is {} when the {} pass comes.", quantity(left, "m/s"), quantity(then, "m/s"), pass_name(next));
    let prompt = format!("{} has just been solved. Does it still hold when all others of the pass have been, too?", reel.names[now.row]);
    Question::choose("solver.holds", prompt, Choice::among(&all, right), why)
}

/// True for the last normal of its pass: it knows all the others.
fn is_last_normal(reel: &SolverReel, now: &ShownImpulse) -> bool {
    let mut normals = reel.shown.iter().filter(|s| s.pass == now.pass && matches!(reel.rows[s.row].kind, RowKind::Normal(_)));
    normals.next_back().is_some_and(|last| last.row == now.row)
}

/// How large is the increment?
fn change(reel: &SolverReel, next: &ShownImpulse) -> Option<Question> {
    let row = next.step.contact.filter(|r| !r.left_to_bounce && next.step.impulse_change.abs() > 1e-3 * reel.most_impulse)?;
    if row.mass_scale != 1.0 || next.step.clamped || !matches!(reel.rows[next.row].kind, RowKind::Normal(_)) {
        return None;
    }
    let right = next.step.impulse_change;
    let bias = if row.bias == 0.0 { String::new() } else { format!(", b = {}", quantity(row.bias, "m/s")) };
    Some(Question {
        id: "solver.change",
        prompt: format!(
            "{}: v = {}{bias}, m = {}. No limit cuts it. What is ΔΛ, in N·s?",
            reel.names[next.row],
            quantity(next.step.velocity_before, "m/s"),
            quantity(row.mass, "kg")
        ),
        kind: question::AnswerKind::Number { right, tolerance: (0.05 * right.abs()).max(1e-6), unit: "N·s" },
        why: "ΔΛ = −m (v + b): just what brings the velocity of this one row to where it should be.".into(),
    })
}
