//! What the frames say of the rows, the matrix and what comes out; of the factoring [`factoring`] tells.

mod factoring;

use super::reel::{LagrangeReel, MOST_SHOWN, Moment, cell, link, member, row};
use super::run::{Mechanism, RowName};
use super::solve::FirstSolve;
use crate::draw::quantity::{counted, quantity, without_rounding};
use crate::engine::lagrange::{DroppedRow, Reaction, State, TERMS};
use crate::engine::math::Vec2;
use crate::lens::microscope::{Card, Frame, Line, Quantity, Specimen, Unit};

/// Most lines of a list on a card.
const MOST_LINES: usize = 8;

/// A frame of each moment.
pub(super) fn frames(reel: &LagrangeReel, specimen: &Specimen) -> Vec<Frame> {
    reel.moments().iter().map(|&moment| frame(reel, specimen, moment)).collect()
}

fn frame(reel: &LagrangeReel, specimen: &Specimen, moment: Moment) -> Frame {
    let Some(mechanism) = &reel.run.mechanism else { return nothing(specimen) };
    let Some(solve) = mechanism.solve.as_ref().filter(|_| moment != Moment::Left) else {
        return if moment == Moment::Start { start(reel, mechanism) } else { left(mechanism) };
    };
    let teller = Teller { mechanism, solve };
    match moment {
        Moment::Start | Moment::Left => start(reel, mechanism),
        Moment::Row(k) => teller.row(k),
        Moment::Matrix => teller.matrix(),
        Moment::Right => teller.right(),
        Moment::Scaled => teller.scaled(),
        Moment::Turn(k) => teller.turn(k),
        Moment::Again => teller.again(),
        Moment::Forward(k) => teller.forward(k),
        Moment::Back(k) => teller.back(k),
        Moment::Spread => teller.spread(),
        Moment::Multipliers => teller.multipliers(),
        Moment::Later => teller.later(),
        Moment::Result => teller.result(),
        Moment::Bead(moment) => match &mechanism.bead {
            Some(study) => super::bead::frame(study, moment, solve.solved.multipliers.first().copied()),
            None => teller.result(),
        },
    }
}

/// How the run ended.
pub(super) fn outcome(reel: &LagrangeReel) -> String {
    let Some(mechanism) = &reel.run.mechanism else { return "No joint holds either of the two".into() };
    let Some((end, _)) = mechanism.end.as_ref().zip(mechanism.solve.as_ref()) else {
        return "The mechanism is left to the sequential impulses".into();
    };
    match largest(mechanism, &end.end, &end.multipliers) {
        Some((joint, force)) => format!("{} carries most: {}", mechanism.joints[joint].name, quantity(force, "N")),
        None => "No row: nothing is held".into(),
    }
}

/// Force of each joint that has rows, N: the size of Jᵀλ on one of its bodies.
pub(super) fn forces(mechanism: &Mechanism, state: &State, multipliers: &[f64]) -> Vec<(usize, Reaction)> {
    let reactions = mechanism.reactions(state, multipliers);
    (0..mechanism.joints.len()).filter_map(|joint| reactions.iter().rfind(|(own, _)| *own == joint).copied()).collect()
}

/// The joint that carries most, and how much, N.
fn largest(mechanism: &Mechanism, state: &State, multipliers: &[f64]) -> Option<(usize, f32)> {
    let all = forces(mechanism, state, multipliers).into_iter().map(|(joint, reaction)| (joint, reaction.force.length() as f32));
    all.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn nothing(specimen: &Specimen) -> Frame {
    Frame {
        heading: "No joint holds the two".into(),
        short: "nothing".into(),
        iteration: 0,
        reason: format!(
            "The global solve looks at what hangs together by joints. Neither {} nor {} is joined to anything that can move, or both sleep: there is no row.",
            specimen.a.name, specimen.b.name
        ),
        card: Card::default(),
        line: "lagrange.start",
    }
}

/// A number that the engine has in double precision.
pub(super) fn number(symbol: impl Into<String>, value: f64, unit: Unit, parts: &[crate::lens::microscope::Part]) -> Quantity {
    Quantity::new(symbol, value as f32, unit, parts)
}

fn start(reel: &LagrangeReel, mechanism: &Mechanism) -> Frame {
    let system = &mechanism.start.system;
    let movable = mechanism.members.iter().filter(|member| !member.is_fixed).count();
    let lines = vec![
        Line::count("bodies that can move", movable),
        Line::count("joints", mechanism.joints.len()),
        Line::count("rows", mechanism.rows.len()),
        Line::value("k_s in 1/s²", system.feedback.stiffness as f32, Unit::None, &[]),
        Line::value("k_d in 1/s", system.feedback.damping as f32, Unit::None, &[]),
        Line::count("integrator steps", mechanism.start.steps as usize),
    ];
    let which = if reel.run.is_last { "The scene's last step, taken again" } else { "The scene's next step" };
    let other = reel.run.other_solver.map_or(String::new(), |name| {
        format!(
            " The scene itself is solved by another method ({}): this is what Lagrange multipliers would make of the step.",
            name.to_lowercase()
        )
    });
    let most = if mechanism.rows.len() > MOST_SHOWN {
        format!(" Of its {} rows the first {MOST_SHOWN} have a frame each.", mechanism.rows.len())
    } else {
        String::new()
    };
    Frame {
        heading: format!(
            "Step {}: {} on {}",
            reel.run.number,
            counted(mechanism.rows.len(), "row", "rows"),
            counted(movable, "body", "bodies")
        ),
        short: "start".into(),
        iteration: 0,
        reason: format!(
            "{which}.{other} Each row is a number C that joints keep at zero. All rows are solved for at once: one unknown force λ a row, so that no row is accelerated away from zero.{most}"
        ),
        card: Card { lines },
        line: "lagrange.start",
    }
}

fn left(mechanism: &Mechanism) -> Frame {
    let many = mechanism.rows.len() > 128;
    let why = if many { "It has more than 128 rows" } else { "Its numbers are not such as a world can take" };
    Frame {
        heading: "Left to the sequential impulses".into(),
        short: "left".into(),
        iteration: 1,
        reason: format!(
            "{why}, so the motion that the sequential impulses found before stays; the inspector says the same of each of its joints."
        ),
        card: Card { lines: vec![Line::count("rows", mechanism.rows.len())] },
        line: "lagrange.start",
    }
}

pub(super) struct Teller<'a> {
    pub mechanism: &'a Mechanism,
    pub solve: &'a FirstSolve,
}

impl Teller<'_> {
    pub fn name(&self, row: usize) -> &RowName {
        &self.mechanism.rows[row]
    }

    fn units(&self, row: usize) -> [Unit; 4] {
        if self.name(row).is_angle {
            [Unit::Angle, Unit::Spin, Unit::SpinUp, Unit::Torque]
        } else {
            [Unit::Length, Unit::Speed, Unit::Acceleration, Unit::Force]
        }
    }

    /// λ of a row with its unit.
    pub fn multiplier(&self, symbol: &str, k: usize, value: f64) -> Line {
        let value = without_rounding(value, self.most());
        Line::new(format!("{}: {symbol} = ", self.name(k).name)).number(number(symbol, value, self.units(k)[3], &[row(k)]))
    }

    /// Largest |λ| of the first solve.
    fn most(&self) -> f64 {
        self.solve.solved.multipliers.iter().fold(0.0, |most, value| most.max(value.abs()))
    }

    /// What a dropped row asks for in vain; 0 where that is what rounding left of the accelerations.
    fn conflict(&self, dropped: &DroppedRow) -> f64 {
        let accelerations = self.solve.solved.accelerations.iter().flatten();
        without_rounding(dropped.conflict, accelerations.fold(1.0, |most, value| most.max(value.abs())))
    }

    /// So many lines, and how many there would be more.
    fn listed(&self, lines: impl ExactSizeIterator<Item = Line>) -> Vec<Line> {
        let all = lines.len();
        let mut lines: Vec<Line> = lines.take(MOST_LINES).collect();
        if all > MOST_LINES {
            lines.push(Line::new(format!("and {} more: see the grid", all - MOST_LINES)));
        }
        lines
    }

    fn row(&self, k: usize) -> Frame {
        let (own, name, [length, speed, acceleration, _]) = (&self.solve.rows[k], self.name(k), self.units(k));
        let joint = &self.mechanism.joints[name.joint];
        let mut lines = Vec::new();
        for (side, entries) in own.jacobian.iter().enumerate() {
            let place = joint.members[side];
            let body = &self.mechanism.members[place];
            let line = Line::new(format!("J of {} = (", body.name));
            let parts = [member(place), row(k)];
            let entry = |axis: usize, word: &str| number(format!("J {word}"), entries[axis], Unit::None, &parts);
            let line = line.number(entry(0, "x")).text(", ").number(entry(1, "y")).text(", ").number(entry(2, "θ")).text(")");
            lines.push(if body.is_fixed { line.text(": cannot be pushed") } else { line });
        }
        lines.push(Line::new("C = ").number(number("C", own.value, length, &[row(k)])));
        lines.push(Line::new("Ċ = J v + ∂C/∂t = ").number(number("Ċ", self.solve.speeds[k], speed, &[row(k)])));
        lines.push(Line::new("γ = ").number(number("γ", own.gamma, acceleration, &[row(k)])));
        let [a, b] = joint.members.map(|place| self.mechanism.members[place].name.clone());
        Frame {
            heading: format!("Row {}: {}", k + 1, name.name),
            short: format!("row {}", k + 1),
            iteration: 1,
            reason: format!(
                "{} joins {a} and {b}. Its row says how C changes when each of them moves (x, y) or turns (θ); all other bodies have zeros. γ, often written as the rate of J times v, is the acceleration that C has already because they turn.",
                joint.name
            ),
            card: Card { lines },
            line: name.line,
        }
    }

    fn matrix(&self) -> Frame {
        let size = self.solve.rows.len();
        let entries = (0..size).flat_map(|r| (0..size).map(move |c| (r, c)));
        let zeros = entries.clone().filter(|&(r, c)| !self.mechanism.share_body(r, c)).count();
        let matrix = &self.solve.matrix;
        let of = |(r, c): (usize, usize)| matrix[(r, c)];
        let mut lines = vec![Line::count("entries", size * size), Line::count("entries without a common body: 0", zeros)];
        let best = |is_better: fn(f64, f64) -> bool| {
            let pairs = entries.clone().filter(|(r, c)| c <= r);
            pairs.reduce(|best, next| if is_better(of(next), of(best)) { next } else { best })
        };
        for (words, pick) in [("largest", best(|a, b| a > b)), ("smallest", best(|a, b| a < b))] {
            if let Some((r, c)) = pick {
                let line = Line::new(format!("{words}, {} with {}: ", self.name(r).name, self.name(c).name));
                lines.push(line.number(number(words, of((r, c)), Unit::None, &[cell(r, c)])));
            }
        }
        for (place, own) in self.mechanism.members.iter().enumerate().filter(|(_, own)| !own.is_fixed).take(4) {
            let state = self.mechanism.member_of.iter().position(|&m| m == place).unwrap_or(0);
            let [inverse, _, turning] = self.mechanism.start.system.masses[state].inverse();
            let parts = [member(place)];
            let line = Line::new(format!("W of {}: 1/m = ", own.name)).number(number("1/m", inverse, Unit::None, &parts));
            lines.push(line.text(", 1/I = ").number(number("1/I", turning, Unit::None, &parts)));
        }
        Frame {
            heading: format!("J W J⊤: {size} by {size}"),
            short: "matrix".into(),
            iteration: 2,
            reason: "Entry (i, j) says how fast a unit force along row j accelerates row i. Only a body that both rows touch passes it on, so rows of joints without a common body that can move have a zero. W holds 1/m, 1/m and 1/I of each body.".into(),
            card: Card { lines },
            line: "lagrange.matrix",
        }
    }

    fn right(&self) -> Frame {
        let line = |k: usize| {
            let unit = self.units(k)[2];
            let mut line = Line::new(format!("{}: ", self.name(k).name));
            for (place, (&value, symbol)) in self.solve.terms[k].iter().zip(TERMS).enumerate() {
                let [before, after] = if place > 0 && value < 0.0 { [" + (", ")"] } else { [if place > 0 { " + " } else { "" }, ""] };
                line = line.text(before).number(number(symbol, value, unit, &[row(k)])).text(after);
            }
            line.text(" = ").number(number("right", self.solve.right[k], unit, &[row(k)]))
        };
        let lines = self.listed((0..self.solve.rows.len()).map(line));
        let lines = [Line::new(format!("right = {}", TERMS.join(" ").replace(" −", " − ")))].into_iter().chain(lines).collect();
        Frame {
            heading: "What each row asks for".into(),
            short: "right side".into(),
            iteration: 3,
            reason: "λ has to undo what turning bodies (γ) and all other forces (Q: weight, contacts, motors, springs) would do to the row, and to pull errors back: k_s against C, k_d against Ċ. With both at 0 an error once made stays and grows.".into(),
            card: Card { lines },
            line: "lagrange.right",
        }
    }

    fn spread(&self) -> Frame {
        let alone = self.solve.alone.as_deref().unwrap_or(&[]);
        let lines = self.listed(alone.iter().enumerate().map(|(k, &before)| {
            let unit = self.units(k)[3];
            let line = Line::new(format!("{}: ", self.name(k).name)).number(number("λ alone", before, unit, &[row(k)]));
            line.text(" → ").number(number("λ", self.solve.solved.multipliers[k], unit, &[row(k)]))
        }));
        Frame {
            heading: "Spread over the redundant rows".into(),
            short: "spread".into(),
            iteration: 7,
            reason: "The kept rows alone hold the mechanism, but any mixture of equal supports would. Of all λ that move the bodies alike, those with the smallest sum of squares are taken: two equal pins carry half each.".into(),
            card: Card { lines },
            line: "lagrange.spread",
        }
    }

    fn multipliers(&self) -> Frame {
        let solved = &self.solve.solved;
        let lines = self.listed(solved.multipliers.iter().enumerate().map(|(k, &value)| self.multiplier("λ", k, value)));
        let mut reason = "λ along each row is the force (or torque) of the constraint: J⊤λ pushes both bodies of the joint, one as much as the other, in opposite directions. The arrows show it.".to_owned();
        for dropped in &solved.dropped {
            let name = &self.name(dropped.row).name;
            let unit = if self.name(dropped.row).is_angle { "rad/s²" } else { "m/s²" };
            reason += &match self.conflict(dropped) {
                0.0 => format!(" {name} is redundant: the others hold what it asks for."),
                conflict => format!(" {name} is redundant and asks for {} in vain.", quantity(conflict as f32, unit)),
            };
        }
        Frame {
            heading: "λ: forces of the constraints".into(),
            short: "λ".into(),
            iteration: 8,
            reason,
            card: Card { lines },
            line: "lagrange.push",
        }
    }

    fn later(&self) -> Frame {
        let (solved, later) = (&self.solve.solved, &self.mechanism.later);
        let lines = self.listed((0..solved.multipliers.len()).map(|k| {
            let last = later.last().map_or(0.0, |solved| solved.multipliers[k]);
            let [first, last] = [solved.multipliers[k], last].map(|value| without_rounding(value, self.most()));
            let unit = self.units(k)[3];
            let line = Line::new(format!("{}: first ", self.name(k).name)).number(number("λ first", first, unit, &[row(k)]));
            line.text(", last ").number(number("λ last", last, unit, &[row(k)]))
        }));
        Frame {
            heading: format!("{} more solves in this step", later.len()),
            short: "again".into(),
            iteration: 9,
            reason: "The bodies move during the step, and with them the rows. RK4 takes four slopes in each of its steps, at the start, twice in the middle and at the end, and weighs them 1, 2, 2, 1; each slope needs a solve of its own. Euler's methods take one.".into(),
            card: Card { lines },
            line: "lagrange.mean",
        }
    }

    fn result(&self) -> Frame {
        let Some(end) = &self.mechanism.end else { return left(self.mechanism) };
        let mut lines = Vec::new();
        for (joint, reaction) in forces(self.mechanism, &end.end, &end.multipliers).into_iter().take(MOST_LINES) {
            let (own, parts) = (&self.mechanism.joints[joint], [link(joint)]);
            let body = &self.mechanism.members[self.mechanism.member_of[reaction.body]].name;
            let [x, y] = reaction.force.to_array().map(|value| without_rounding(value, self.most()) as f32);
            let force = Vec2::new(x, y);
            let line = Line::new(format!("{} on {body}: ", own.name)).vector("force", force, Unit::Force, &parts);
            lines.push(line.text(", ").number(Quantity::new("|force|", force.length(), Unit::Force, &parts)));
            if self.mechanism.joints.len() <= MOST_LINES / 2 {
                let mut line = Line::new("kept as impulses λ h: ");
                for row in own.rows.clone() {
                    let unit = if self.mechanism.rows[row].is_angle { Unit::AngularImpulse } else { Unit::Impulse };
                    let kept = without_rounding(f64::from(end.kept[row]), self.most()) as f32;
                    line = line.text(if row > own.rows.start { ", " } else { "" }).number(Quantity::new("impulse", kept, unit, &parts));
                }
                lines.push(line);
            }
        }
        Frame {
            heading: "What the joints carried".into(),
            short: "result".into(),
            iteration: 10,
            reason: "The mean of λ over all solves of the step, and the forces J⊤λ where the bodies stand at its end. Times the step these are the impulses that the joints' readouts show, and that contacts beside them know of.".into(),
            card: Card { lines },
            line: "lagrange.result",
        }
    }
}
