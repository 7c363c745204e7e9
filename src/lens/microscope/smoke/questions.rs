//! What may be asked: from where the dye comes, which cell gives most, whether the dye grows, and whether more flows
//! out than in.

use super::picture::giver;
use super::reel::{Moment, SmokeReel};
use crate::draw::quantity::{number, quantity};
use crate::engine::math::Vec2;
use crate::lens::microscope::question::{Choice, Question};

pub(super) fn of(reel: &SmokeReel, frame: usize) -> Vec<Question> {
    let asked = match reel.moments.get(frame + 1) {
        Some(Moment::LookedBack) => ask_whence(reel),
        Some(Moment::Mixed) => ask_giver(reel),
        Some(Moment::Divergence) => ask_sign(reel),
        Some(Moment::Carried) => ask_grows(reel),
        _ => None,
    };
    asked.into_iter().collect()
}

/// Places in a picture: up, down, left, right.
fn side(off: Vec2) -> &'static str {
    match (off.x.abs() > off.y.abs(), off.x > 0.0, off.y > 0.0) {
        (true, true, _) => "from the right",
        (true, false, _) => "from the left",
        (false, _, true) => "from above",
        (false, _, false) => "from below",
    }
}

fn ask_whence(reel: &SmokeReel) -> Option<Question> {
    /// A way shorter than this stays in the cell, cells.
    const SHORT: f32 = 0.05;
    const SAME: &str = "it stays almost where it is";
    let (run, cell) = (&reel.run, reel.cell);
    let (column, row) = run.grid.cell_of(cell);
    let off = run.steps.landings[cell].place - Vec2::new(column as f32, row as f32);
    let right = if off.length() < SHORT { SAME } else { side(off) };
    const WIND: &str = "The air comes from where the flow points away from: look back along the arrows, not along them.";
    let all = [
        ("from the left", WIND),
        ("from the right", WIND),
        ("from below", WIND),
        ("from above", WIND),
        (SAME, "The air moves here: it was elsewhere a step ago."),
    ];
    let way = |by: f32, [ahead, back]: [&str; 2]| format!("{} cells {}", number(by.abs()), if by < 0.0 { back } else { ahead });
    let (across, up) = (way(off.x, ["to the right", "to the left"]), way(off.y, ["up", "down"]));
    let why = format!("The air was {across} and {up} a step ago.");
    Question::choose("smoke.whence", "From where does the air in the ringed cell come?", Choice::among(&all, right), why)
}

fn ask_giver(reel: &SmokeReel) -> Option<Question> {
    let (run, cell) = (&reel.run, reel.cell);
    let shares = run.steps.shares[cell];
    let (column, row) = run.grid.cell_of(cell);
    let best = (0..4).max_by(|a, b| shares.weights[*a].total_cmp(&shares.weights[*b]))?;
    let second = (0..4).filter(|k| *k != best).map(|k| shares.weights[k]).fold(0.0, f32::max);
    if shares.weights[best] - second < 0.02 || shares.weights[best] > 0.99 {
        return None; // too near to call, or nothing to choose
    }
    let name = |place: usize| {
        let (c, r) = run.grid.cell_of(place);
        let (x, y) = (c as i32 - column as i32, r as i32 - row as i32);
        match (x, y) {
            (0, 0) => "the ringed cell itself".to_owned(),
            (x, 0) => format!("the cell {} to the {}", x.abs(), if x > 0 { "right" } else { "left" }),
            (0, y) => format!("the cell {} {}", y.abs(), if y > 0 { "above" } else { "below" }),
            (x, y) => format!(
                "the cell {} to the {} and {} {}",
                x.abs(),
                if x > 0 { "right" } else { "left" },
                y.abs(),
                if y > 0 { "up" } else { "down" }
            ),
        }
    };
    let choice = |k: usize, place: usize| {
        let label = name(place);
        let choice = if k == best {
            Choice::right(label)
        } else {
            Choice::wrong(label, "The nearer the middle of a cell is to the end of the way back, the more it gives.")
        };
        choice.at(giver(k))
    };
    let choices = shares.places().into_iter().enumerate().map(|(k, place)| choice(k, place)).collect();
    let why = format!("It lies nearest to the end of the way back and gives {:.0} %.", 100.0 * shares.weights[best]);
    Question::choose("smoke.giver", "Which of the four cells gives most?", choices, why)
}

fn ask_sign(reel: &SmokeReel) -> Option<Question> {
    let d = reel.run.steps.divergence[reel.pressed];
    const OUT: &str = "more flows out";
    const IN: &str = "more flows in";
    const EVEN: &str = "as much flows in as out";
    let right = if d > 0.0 {
        OUT
    } else if d < 0.0 {
        IN
    } else {
        EVEN
    };
    let all = [
        (OUT, "Look at the arrows round the cell: they bring more than they take away."),
        (IN, "Look at the arrows round the cell: they take more away than they bring."),
        (EVEN, "That is so after the pressure has acted. Forces and carrying have changed the velocity since."),
    ];
    let prompt = "Where the velocity fits together worst: does more flow into that cell or out of it?";
    Question::choose("smoke.sign", prompt, Choice::among(&all, right), format!("Its divergence is {}.", quantity(d, "m/s")))
}

fn ask_grows(reel: &SmokeReel) -> Option<Question> {
    let (parts, cell) = (&reel.run.steps, reel.cell);
    let (before, after) = (parts.spread.dye[cell], parts.carried.dye[cell]);
    const GROWS: &str = "it grows";
    const SHRINKS: &str = "it shrinks";
    let right = if after > before { GROWS } else { SHRINKS };
    let all = [
        (GROWS, "A cell does not keep what it had: compare its own dye with what the four give."),
        (SHRINKS, "Nothing is lost by carrying: compare its own dye with what the four give."),
    ];
    let why = format!("It had {}, and now holds {}.", number(before), number(after));
    let prompt = "What becomes of the dye in the marked cell?";
    (before != after).then(|| Question::choose("smoke.grows", prompt, Choice::among(&all, right), why))?
}
