//! What may be asked: will it meet, will the iteration settle, how many solutions, which root.

use super::reel::{AimReel, MethodRun, Moment};
use crate::draw::quantity::{counted, length, quantity};
use crate::guidance::lead::{LeadMethod, LeadOutcome, LeadStep};
use crate::lens::microscope::question::{Choice, Question};

pub(super) fn of(reel: &AimReel, frame: usize) -> Vec<Question> {
    let next = reel.moments.get(frame + 1).copied();
    let asked = match (reel.moments[frame], next) {
        (Moment::Guess(run, 0), Some(Moment::Guess(..))) if reel.runs[run].row.method == LeadMethod::Iterative => {
            vec![ask_settles(&reel.runs[run])]
        }
        (Moment::Curve(run), Some(Moment::Roots(_))) => vec![ask_count(&reel.runs[run])],
        (Moment::Roots(run), Some(Moment::Answer(_))) => vec![ask_which(&reel.runs[run])],
        (moment, Some(Moment::Answer(run))) if moment.run() == Some(run) => vec![ask_answer(&reel.runs[run])],
        _ => Vec::new(),
    };
    asked.into_iter().flatten().collect()
}

fn ask_settles(run: &MethodRun) -> Option<Question> {
    const SETTLES: &str = "the guesses close in on a meeting";
    const RUNS: &str = "they run away";
    const LATE: &str = "they settle on a time beyond the limit";
    let (right, why) = match &run.outcome {
        LeadOutcome::Solved(solution) => (SETTLES, format!("They settle at {}.", quantity(solution.time, "s"))),
        LeadOutcome::NotConverged { .. } => (RUNS, "Each change is larger than the one before.".to_owned()),
        LeadOutcome::NoSolution(why) => (LATE, format!("They settle, but {why}.")),
    };
    let all = [
        (SETTLES, "A meeting may exist all the same: the iteration finds only those at which the curve is flatter than the diagonal."),
        (RUNS, "The changes shrink by |V|/s or faster as long as the target is slower."),
        (LATE, "The time limit is not reached here."),
    ];
    Question::choose("aim.settles", "Will the iteration settle?", Choice::among(&all, right), why)
}

fn roots(run: &MethodRun) -> Vec<(f32, bool)> {
    run.steps.iter().filter_map(|s| if let LeadStep::Root { time, taken, .. } = s { Some((*time, *taken)) } else { None }).collect()
}

fn ask_count(run: &MethodRun) -> Option<Question> {
    const NONE: &str = "none";
    const ONE: &str = "one";
    const TWO: &str = "two";
    const MORE: &str = "more";
    let ahead = roots(run).iter().filter(|root| root.0 > 0.0).count();
    let right = [NONE, ONE, TWO, MORE][ahead.min(3)];
    let all = [
        (NONE, "The curve comes down to zero at a time ahead: there the circle has grown as far as the target is away."),
        (ONE, "Follow the curve from t = 0 to the right, and count only where it meets zero."),
        (TWO, "A parabola has two roots at most, but one of them may lie in the past."),
        (MORE, "That many crossings need an acceleration that turns the target round."),
    ];
    let why = format!("Ahead of now the curve meets zero {}.", counted(ahead, "time", "times"));
    Question::choose("aim.count", "How many roots lie ahead?", Choice::among(&all, right), why)
}

fn ask_which(run: &MethodRun) -> Option<Question> {
    const FIRST: &str = "the first root ahead, with others after it";
    const LAST: &str = "the last root ahead, beyond others";
    const ONLY: &str = "the only root ahead";
    const NO: &str = "none of them";
    let roots = roots(run);
    let ahead: Vec<bool> = roots.iter().filter(|root| root.0 > 0.0).map(|root| root.1).collect();
    let right = match (ahead.iter().position(|taken| *taken), ahead.len()) {
        (None, _) => NO,
        (Some(_), 1) => ONLY,
        (Some(0), _) => FIRST,
        _ => LAST,
    };
    let all = [
        (FIRST, "Count the roots ahead, and read what the method is for."),
        (LAST, "Only the high arc waits for the last root."),
        (ONLY, "Negative roots lie in the past: they are no choice, and others may be."),
        (NO, "A root ahead within the time limit is a meeting."),
    ];
    let why = format!("Roots ahead: {} of {}. {}", ahead.len(), roots.len(), run.row.summary);
    Question::choose("aim.which", "Which root is taken?", Choice::among(&all, right), why)
}

fn ask_answer(run: &MethodRun) -> Option<Question> {
    const MEETS: &str = "they meet";
    const MISSES: &str = "the target is elsewhere by then";
    const NONE: &str = "there is no solution";
    let (right, why) = match run.miss {
        Some(0.0) => (MEETS, run.row.summary.to_owned()),
        Some(miss) => (MISSES, format!("It misses by {}. {}", length(miss), run.row.summary)),
        None => (NONE, "The method finds nothing to aim at.".to_owned()),
    };
    let all = [
        (MEETS, "What moves has moved on by the time the projectile arrives, unless that was counted on."),
        (MISSES, "What the method counts on is all that happens here."),
        (NONE, "The method has a place to aim at."),
    ];
    Question::choose("aim.answer", "What will come of this aim?", Choice::among(&all, right), why)
}
