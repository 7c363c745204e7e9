//! What the frames say: headings, reasons, formulas with the numbers of the trace.

use super::form;
use super::reel::{ConstraintRow, MOST_SHOWN, RowKind, ShownImpulse, SolverReel, part};
use super::run::{AHEAD, End, WatchedStep};
use crate::draw::quantity::{counted, length, quantity};
use crate::engine::solver::{ContactRow, Solver, SolverPass};
use crate::engine::world::Contact;
use crate::lens::microscope::{Card, Frame, Line, Part, PartKind, Quantity, Specimen, Unit};

/// "normal 0", "friction 1"; with the bodies when there are others than the two.
pub(super) fn row_name(run: &WatchedStep, row: &ConstraintRow, with_bodies: bool) -> String {
    let what = match row.kind {
        RowKind::Normal(point) => format!("normal {point}"),
        RowKind::Friction(point) => format!("friction {point}"),
        RowKind::Push(point) => format!("push {point}"),
        RowKind::Joint(axis) => format!("{} {}", run.joint_name(row.bodies), ["along x", "along y", "turning"][axis.min(2)]),
    };
    if with_bodies { format!("{what}, {} ↔ {}", run.name(row.bodies[0]), run.name(row.bodies[1])) } else { what }
}

pub(super) fn pass_name(pass: SolverPass) -> &'static str {
    match pass {
        SolverPass::Restitution => "bounce",
        SolverPass::WarmStart => "warm start",
        SolverPass::Solve => "solve",
        SolverPass::Relax => "relax",
        SolverPass::TakeBack => "take back",
        SolverPass::Push => "push",
    }
}

/// What the row wanted its sum to be before it was clamped, from what the engine recorded.
pub(super) fn wanted(shown: &ShownImpulse, row: &ContactRow) -> f32 {
    let old = shown.step.impulse_total - shown.step.impulse_change;
    old - row.mass_scale * row.mass * (shown.step.velocity_before + row.bias) - row.impulse_scale * old
}

/// Why nothing is solved between bodies that sleep.
pub(in crate::lens::microscope) const ASLEEP: &str =
    "Both are asleep: the step passes over them, and the impulses of their last step are kept.";

/// What a contact did in a step, behind its name. An impulse that changes velocities and a push that moves positions
/// alone are two quantities.
pub(in crate::lens::microscope) fn push_words(impulse: f32, moved_apart: f32) -> String {
    let [pushed, moved] = [impulse, moved_apart].map(|push| quantity(push, "N·s"));
    match (impulse > 0.0, moved_apart > 0.0) {
        (true, true) => format!("pushed with {pushed} over the step; {moved} more moved positions alone, out of the overlap"),
        (true, false) => format!("pushed with {pushed} over the step"),
        (false, true) => format!("changed no velocity; {moved} moved positions alone, out of the overlap"),
        (false, false) => "needed no push in the step".into(),
    }
}

impl SolverReel {
    pub(super) fn impulse(&self, shown: &ShownImpulse) -> Frame {
        let step = &shown.step;
        let (name, pass, form) = (&self.names[shown.row], pass_name(step.pass), form::of(&self.run.settings));
        Frame {
            heading: format!("{}: {name}", capitalized(&form.place(step, &self.run.settings, pass))),
            short: if name.starts_with(pass) { name.clone() } else { format!("{pass} {name}") },
            iteration: shown.pass + 1,
            reason: (form.reason)(step, self.run.settings.accumulation),
            card: self.card(shown),
            line: (form.line_of)(step),
        }
    }

    /// Before the first impulse.
    pub(super) fn start(&self, specimen: &Specimen) -> Frame {
        let settings = &self.run.settings;
        let [a, b] = &self.run.ends;
        let mut lines = form::told(settings);
        lines.push(Line::count("rows", self.rows.len()));
        lines.push(Line::value("impulses", self.all as f32, Unit::Count, &[]));
        for (end, name) in [(a, &specimen.a.name), (b, &specimen.b.name)] {
            let line = Line::new(format!("m of {name} = "));
            let moves = end.mass > 0.0;
            lines.push(if moves { line.quantity(format!("m of {name}"), end.mass, Unit::Mass, &[]) } else { line.text("∞: fixed") });
        }
        lines.extend(self.run.books.after.as_ref().filter(|contact| contact.has_grip()).map(coefficient));
        let which = if self.run.is_last { "The scene's last step, taken again" } else { "The scene's next step" };
        let what = match self.shown.len() {
            0 if self.run.books.asleep => format!("{ASLEEP} Whatever moves, touches or changes one of them wakes it."),
            0 if self.run.joins_the_two() => format!("No row between the two is solved in this step. {}", self.idle_joint()),
            0 => "No row joins the two in this step: no contact is near enough, and there is no joint.".to_owned(),
            n if n < self.all => format!("The first {MOST_SHOWN} of {} impulses are shown.", self.all),
            _ => "Each row demands that one relative velocity be zero, and gets one impulse at a time. Each impulse disturbs the rows before it; the next passes correct that.".to_owned(),
        };
        Frame {
            heading: format!("Step {}: {}", self.run.number, counted(self.rows.len(), "row", "rows")),
            short: "start".into(),
            iteration: 0,
            reason: format!("{which}. {what}{}{}", form::of(settings).remark, self.run.left.map(form::left).unwrap_or_default()),
            card: Card { lines },
            line: form::of(settings).start,
        }
    }

    pub(super) fn end(&self, specimen: &Specimen) -> Frame {
        let mut lines = Vec::new();
        for (k, [normal, tangent]) in self.run.stored.iter().enumerate() {
            let own = [Part::nth(PartKind::Point, k)];
            lines.push(
                Line::new(format!("point {k}: impulse over the step Σ Λ = "))
                    .quantity("normal impulse", *normal, Unit::Impulse, &own)
                    .text(", friction ")
                    .quantity("friction impulse", *tangent, Unit::Impulse, &own),
            );
            if let Some([normal, tangent]) = self.other.stored.get(k) {
                let ghost = [Part::of(PartKind::Ghost)];
                lines.push(
                    Line::new(format!("{}: ", self.other_words))
                        .quantity("normal impulse otherwise", *normal, Unit::Impulse, &ghost)
                        .text(", friction ")
                        .quantity("friction impulse otherwise", *tangent, Unit::Impulse, &ghost),
                );
            }
        }
        let names = [&specimen.a.name, &specimen.b.name];
        for ((end, other), name) in self.ends().zip(names).filter(|((end, _), _)| end.mass > 0.0) {
            lines.push(Line::new(format!("v of {name} = ")).vector("v", end.velocity, Unit::Speed, &[]));
            lines.push(Line::new(format!("{}: ", self.other_words)).vector(
                "v otherwise",
                other.velocity,
                Unit::Speed,
                &[Part::of(PartKind::Ghost)],
            ));
        }
        for ((here, there), name) in self.run.ahead.iter().zip(&self.other.ahead).zip(names).filter(|((here, _), _)| here.mass > 0.0) {
            if *here != self.run.ends[0] && *here != self.run.ends[1] {
                let apart = (here.pose.position - there.pose.position).length();
                let line = Line::new(format!("{name}, {AHEAD} steps on, {}: ", self.other_words));
                lines.push(line.quantity("apart", apart, Unit::Length, &[Part::of(PartKind::Ghost)]).text(" away"));
            }
        }
        Frame {
            heading: self.outcome(),
            short: "result".into(),
            iteration: self.result_turn(),
            reason: self.end_reason(),
            card: Card { lines },
            line: "solver.result",
        }
    }

    pub(super) fn outcome(&self) -> String {
        let total: f32 = self.run.stored.iter().map(|point| point[0]).sum();
        match (self.shown.is_empty(), self.run.stored.is_empty()) {
            (true, _) if self.run.books.asleep => "Both are asleep".into(),
            (true, _) => "Nothing to solve between the two".into(),
            (false, true) if self.is_idle() => "The joint gave no impulse".into(),
            (false, true) => format!("The joint was solved {}", counted(self.all, "time", "times")),
            (false, false) => format!("The contact {}", push_words(total, self.run.books.moved_apart)),
        }
    }

    fn end_reason(&self) -> String {
        if self.shown.is_empty() && self.run.books.asleep {
            return ASLEEP.into();
        }
        if self.shown.is_empty() && self.run.joins_the_two() {
            return self.idle_joint().into();
        }
        if self.shown.is_empty() {
            return "Bodies that neither touch nor are joined do not affect each other.".into();
        }
        let far = |a: &End, b: &End| (a.pose.position - b.pose.position).length();
        let most = self.run.ahead.iter().zip(&self.other.ahead).map(|(a, b)| far(a, b)).fold(0.0, f32::max);
        let books = match (self.run.stored.is_empty(), self.is_idle()) {
            (false, _) => "The sums over the step are the impulses that the world's contact shows.",
            (true, true) => {
                "Every row of the joint ended with a sum of zero: no limit was reached, and nothing was left to hold or to drive."
            }
            (true, false) => "The two are held by their joint alone: its sums are kept with the joint, for the next warm start.",
        };
        let ghost = if most > 0.0 {
            format!(
                " The thin outline shows where it leads in {AHEAD} steps, the ghost the same {}: {} away.",
                self.other_words,
                length(most)
            )
        } else {
            String::new()
        };
        format!("{books}{ghost}")
    }

    /// True when no row of the shown gave an impulse.
    fn is_idle(&self) -> bool {
        self.shown.iter().all(|shown| shown.step.impulse_change == 0.0 && shown.step.impulse_total == 0.0)
    }

    /// Why a joint between the two has no row here.
    fn idle_joint(&self) -> &'static str {
        match self.run.settings.solver {
            Solver::Lagrange => "Their joint is held by Lagrange multipliers, together with all others: the microscope Lagrange shows how.",
            _ => "Their joint demands nothing now, as a slack rope or a limit that is not reached.",
        }
    }

    fn bias_words(&self, pass: SolverPass, row: &ContactRow) -> &'static str {
        match (pass, row.gap_bias() > 0.0, form::of(&self.run.settings).bias) {
            (SolverPass::Solve, _, Some(words)) => words,
            (SolverPass::Restitution, ..) => ": the restitution velocity",
            (_, true, _) => ": the gap may close this fast",
            (_, false, _) => ": the push out of the overlap",
        }
    }

    /// A velocity, or 0 where it is what single precision left of the largest one.
    fn told(&self, velocity: f32) -> f32 {
        if velocity.abs() < 1e-7 * self.most_speed { 0.0 } else { velocity }
    }

    fn card(&self, shown: &ShownImpulse) -> Card {
        let step = &shown.step;
        let own = [part(shown.row)];
        let number = |symbol: &str, value, unit| Quantity::new(symbol, value, unit, &own);
        let old = step.impulse_total - step.impulse_change;
        let turns = self.rows[shown.row].kind == RowKind::Joint(2);
        let (speed, impulse) = if turns { (Unit::SpinInRadians, Unit::AngularImpulse) } else { (Unit::Speed, Unit::Impulse) };
        let mut lines = vec![Line::new("v = ").number(number("v", self.told(step.velocity_before), speed)).text(way(shown))];
        let otherwise = shown.ghost.map(|ghost| {
            let line = Line::new(format!("Λ {} = ", self.other_words));
            line.quantity("Λ otherwise", ghost, impulse, &[Part::of(PartKind::Ghost)])
        });
        let Some(row) = &step.contact else {
            lines.push(Line::new("ΔΛ = ").number(number("ΔΛ", step.impulse_change, impulse)));
            let [low, high] = step.bounds;
            let mut sum = Line::new("Λ = ").number(number("Λ", step.impulse_total, impulse));
            if low > f32::NEG_INFINITY || high < f32::INFINITY {
                let bound = |value: f32| match value {
                    f32::INFINITY => "∞".to_owned(),
                    f32::NEG_INFINITY => "−∞".to_owned(),
                    _ => Quantity::new("bound", value, impulse, &own).text(),
                };
                sum = sum.text(format!(", bounded by [{}, {}]", bound(low), bound(high)));
            }
            lines.push(sum);
            lines.extend(otherwise);
            return Card { lines };
        };
        if step.pass == SolverPass::WarmStart {
            lines.push(Line::new(format!("Λ of the {} before = ", form::of(&self.run.settings).whole)).number(number(
                "Λ",
                step.impulse_total,
                Unit::Impulse,
            )));
            lines.push(Line::new("v afterwards = ").number(number("v after", self.told(row.velocity_after), Unit::Speed)));
            lines.extend(otherwise);
            return Card { lines };
        }
        if !row.tangent {
            lines.push(Line::new("gap = ").number(number("gap", row.gap, Unit::Length)));
            if row.rest_offset > 0.0 {
                let line = Line::new("rest offset = ").number(number("rest offset", row.rest_offset, Unit::Length));
                lines.push(line.text(": the load has been lifted by this much; the push ends at this gap"));
            }
        }
        lines.push(Line::new("m = 1 / (1/m_A + 1/m_B + r_A²/I_A + r_B²/I_B) = ").number(number("m", row.mass, Unit::Mass)));
        if row.bias != 0.0 {
            lines.push(Line::new("b = ").number(number("b", row.bias, Unit::Speed)).text(self.bias_words(step.pass, row)));
        }
        if row.bend != 0.0 {
            let line = Line::new("of it, as the way is bent = ").number(number("bend", row.bend, Unit::Speed));
            lines.push(line.text(": what turns changes its speed by this up to the middle of the sub-step"));
        }
        lines.push(Line::new("Λ before = ").number(number("Λ before", old, Unit::Impulse)));
        let soft = row.mass_scale != 1.0 || row.impulse_scale != 0.0;
        if soft {
            lines.push(Line::new("soft: s = ").number(number("s", row.mass_scale, Unit::Share)).text(", leak c = ").number(number(
                "c",
                row.impulse_scale,
                Unit::Share,
            )));
        }
        if row.left_to_bounce {
            lines.push(Line::new("closes fast: left to the restitution of the next sub-step"));
        } else {
            let formula = if soft { "candidate = Λ − s·m·(v + b) − c·Λ = " } else { "candidate = Λ − m·(v + b) = " };
            lines.push(Line::new(formula).number(number("wanted", wanted(shown, row), Unit::Impulse)));
        }
        let mut limits = Line::new("clamped to [").number(number("low", row.low, Unit::Impulse)).text(", ");
        limits = limits.number(number("high", row.high, Unit::Impulse)).text("]: Λ = ");
        lines.push(limits.number(number("Λ", step.impulse_total, Unit::Impulse)));
        lines.push(Line::new("ΔΛ = ").number(number("ΔΛ", step.impulse_change, Unit::Impulse)));
        lines.push(Line::new("v afterwards = ").number(number("v after", self.told(row.velocity_after), Unit::Speed)));
        lines.extend(otherwise);
        Card { lines }
    }
}

/// Which way a relative velocity goes.
fn way(shown: &ShownImpulse) -> &'static str {
    let v = shown.step.velocity_before;
    match shown.step.contact {
        Some(row) if row.tangent && v.abs() > 1e-6 => ", sliding",
        Some(row) if !row.tangent && v < -1e-6 => ", closing",
        Some(row) if !row.tangent && v > 1e-6 => ", parting",
        _ => "",
    }
}

/// With a capital letter.
fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Which of its two coefficients of friction a contact was solved with, and why.
fn coefficient(contact: &Contact) -> Line {
    let why = match contact.sticking {
        true => " static: when the step began, friction was inside its cone and the two did not slide",
        false => " sliding: when the step began, the two slid, or friction was at the edge of its cone",
    };
    let other = if contact.sticking { contact.friction } else { contact.static_friction };
    Line::value("μ", contact.friction_used(), Unit::None, &[]).text(format!(",{why}; otherwise ")).quantity(
        "μ otherwise",
        other,
        Unit::None,
        &[],
    )
}
