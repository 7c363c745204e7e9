//! What may be asked: which entries of J W Jᵀ are zero, which row finds no pivot, which joint carries most.

use super::reel::{LagrangeReel, Moment, cell, link, row};
use super::run::Mechanism;
use super::solve::FirstSolve;
use super::words::forces;
use crate::draw::quantity::quantity;
use crate::lens::microscope::question::{Choice, Question};

/// Most choices of a question.
const MOST: usize = 4;

/// The questions at a frame.
pub(super) fn of(reel: &LagrangeReel, frame: usize) -> Vec<Question> {
    let Some((mechanism, solve)) = reel.solve() else { return Vec::new() };
    let next = reel.moment(frame + 1);
    let asked = match next {
        Moment::Row(k) => couples(mechanism, k),
        Moment::Matrix => zero(mechanism, solve),
        Moment::Turn(0) => redundant(mechanism, solve),
        Moment::Multipliers => carries(mechanism, solve),
        // The last frame has no next.
        Moment::Bead(moment) if reel.moment(frame) != next => mechanism.bead.as_ref().and_then(|study| super::bead::ask(study, moment)),
        _ => None,
    };
    asked.into_iter().collect()
}

/// With which row before it does the next row share no body that can be pushed?
fn couples(mechanism: &Mechanism, next: usize) -> Option<Question> {
    let choice = |k: usize| {
        let name = &mechanism.rows[k].name;
        let belief = || {
            let shared = mechanism.shared(next, k);
            let bodies: Vec<&str> = shared.iter().map(|&m| mechanism.members[m].name.as_str()).collect();
            format!("Both push {}: a force along the one accelerates the other.", bodies.join(" and "))
        };
        let is_right = !mechanism.share_body(next, k);
        (if is_right { Choice::right(name) } else { Choice::wrong(name, belief()) }).at(row(k))
    };
    let right = (0..next).find(|&k| !mechanism.share_body(next, k))?;
    let wrong = (0..next).filter(|&k| mechanism.share_body(next, k)).take(MOST - 1);
    let choices: Vec<Choice> = [right].into_iter().chain(wrong).map(choice).collect();
    let name = &mechanism.rows[next].name;
    let why = format!("No body that can be pushed is touched by both {name} and {}.", mechanism.rows[right].name);
    Question::choose(
        "lagrange.couples",
        format!("The next row is {name}. With which of these rows will its entry of J W J⊤ be zero?"),
        choices,
        why,
    )
}

/// Which entry of the matrix is zero?
fn zero(mechanism: &Mechanism, solve: &FirstSolve) -> Option<Question> {
    let words = |(r, c): (usize, usize)| format!("{} with {}", mechanism.rows[r].name, mechanism.rows[c].name);
    let pairs = || (0..solve.rows.len()).flat_map(|r| (0..r).map(move |c| (r, c)));
    // The last one: the first rows have just been asked about.
    let right = pairs().rfind(|&(r, c)| !mechanism.share_body(r, c))?;
    let most = pairs().map(|at| solve.matrix[at].abs()).fold(0.0, f64::max);
    let wrong = pairs().filter(|&at| solve.matrix[at].abs() > 1e-6 * most && mechanism.share_body(at.0, at.1)).take(MOST - 1);
    let belief = |(r, c): (usize, usize)| {
        let bodies: Vec<&str> = mechanism.shared(r, c).iter().map(|&m| mechanism.members[m].name.as_str()).collect();
        format!("Both rows push {}: what the one does, the other feels.", bodies.join(" and "))
    };
    let choices = wrong.map(|at| Choice::wrong(words(at), belief(at)).at(cell(at.0, at.1)));
    let choices = [Choice::right(words(right)).at(cell(right.0, right.1))].into_iter().chain(choices).collect();
    let why = "Their joints have no body in common that can be pushed, so the force of one is not felt by the other.";
    Question::choose("lagrange.zero", "All rows are there. Which of these entries of J W J⊤ is zero?", choices, why)
}

/// Which row finds no pivot? Asked where joints close a loop: there it may be.
fn redundant(mechanism: &Mechanism, solve: &FirstSolve) -> Option<Question> {
    const NONE: &str = "none: each row gets a pivot";
    let movable = mechanism.members.iter().filter(|member| !member.is_fixed).count();
    let holding = mechanism.joints.iter().filter(|joint| !joint.rows.is_empty()).count();
    if holding <= movable {
        return None;
    }
    let dropped = solve.solved.dropped.first().map(|dropped| dropped.row);
    let others = (0..solve.rows.len()).rev().filter(|&k| !solve.is_dropped(k)).take(MOST - 2);
    let belief = |k: usize| format!("The rows before {} leave a direction free that only it holds.", mechanism.rows[k].name);
    let mut choices: Vec<Choice> = others.map(|k| Choice::wrong(&mechanism.rows[k].name, belief(k)).at(row(k))).collect();
    let (right, why) = match dropped {
        Some(k) => {
            choices.push(Choice::wrong(NONE, "Count what the bodies could still do: here more is asked for than can be held apart."));
            let why = format!(
                "The rows before it hold all that {} asks for: its column is a sum of multiples of theirs.",
                mechanism.rows[k].name
            );
            (Choice::right(&mechanism.rows[k].name).at(row(k)), why)
        }
        None => {
            (Choice::right(NONE), "A loop alone is not redundant: here each row holds something that the others leave free.".to_owned())
        }
    };
    choices.push(right);
    Question::choose("lagrange.redundant", "The joints close a loop. Which row is the first that finds no pivot?", choices, why)
}

/// Which joint carries most?
fn carries(mechanism: &Mechanism, solve: &FirstSolve) -> Option<Question> {
    let mut all: Vec<(usize, f64)> = forces(mechanism, &mechanism.start.state, &solve.solved.multipliers)
        .into_iter()
        .map(|(joint, reaction)| (joint, reaction.force.length()))
        .collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(best, most), (_, second), ..] = all[..] else { return None };
    // Equal ones cannot be told apart.
    if second > 0.95 * most {
        return None;
    }
    let name = |joint: usize| mechanism.joints[joint].name.clone();
    let belief = |force: f64| format!("It carries {}: follow what hangs on each joint, and what swings.", quantity(force as f32, "N"));
    let wrong = all[1..].iter().take(MOST - 1).map(|&(joint, force)| Choice::wrong(name(joint), belief(force)).at(link(joint)));
    let choices = [Choice::right(name(best)).at(link(best))].into_iter().chain(wrong).collect();
    let why = format!("{} carries {}.", name(best), quantity(most as f32, "N"));
    Question::choose("lagrange.carries", "The multipliers are found. Which joint has the largest constraint force?", choices, why)
}
