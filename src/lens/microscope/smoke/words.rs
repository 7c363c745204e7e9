//! Headings, reasons and cards.

use super::closeup::through;
use super::picture::{LANDING, MARKED, giver, source_part};
use super::reel::{Moment, SmokeReel};
use crate::draw::quantity::{counted, quantity};
use crate::engine::math::Vec2;
use crate::lens::microscope::card::{Card, Line, Unit};
use crate::lens::microscope::left_out::left_out;
use crate::smoke::project::{ENOUGH, MOST_ROUNDS};

pub(super) fn outcome(reel: &SmokeReel) -> String {
    let solved = &reel.run.steps.solved;
    let speed = |value: f64| quantity(value as f32, "m/s");
    format!(
        "divergence {} before, {} after {}",
        speed(solved.before),
        speed(solved.after),
        counted(solved.rounds as usize, "round", "rounds")
    )
}

pub(super) fn heading(reel: &SmokeReel, moment: Moment) -> String {
    match moment {
        Moment::Began => match &reel.run.region {
            Some(region) => format!("{region} before step {}", reel.run.number),
            None => "Air round the two".into(),
        },
        Moment::Sources => "What sources add".into(),
        Moment::Forces => "Warm air is lifted".into(),
        Moment::Spread => "Dye and velocity spread".into(),
        Moment::LookedBack => "The cell looks back".into(),
        Moment::Mixed => "It mixes four cells".into(),
        Moment::Carried => "Everything is carried".into(),
        Moment::Divergence => "What flows out of each cell".into(),
        Moment::Round(0) => "The guess".into(),
        Moment::Round(round) => format!("Round {round}"),
        Moment::Subtracted => "The pressure pushes".into(),
        Moment::After => "What flows out now".into(),
        Moment::Result => format!("Step {} is done", reel.run.number),
    }
}

pub(super) fn short(moment: Moment) -> String {
    match moment {
        Moment::Began => "before".into(),
        Moment::Sources => "sources".into(),
        Moment::Forces => "forces".into(),
        Moment::Spread => "spread".into(),
        Moment::LookedBack => "way back".into(),
        Moment::Mixed => "mix".into(),
        Moment::Carried => "carried".into(),
        Moment::Divergence => "divergence".into(),
        Moment::Round(0) => "guess".into(),
        Moment::Round(round) => format!("round {round}"),
        Moment::Subtracted => "push".into(),
        Moment::After => "left".into(),
        Moment::Result => "after".into(),
    }
}

pub(super) fn reason(reel: &SmokeReel, moment: Moment) -> String {
    let settings = &reel.run.settings;
    match moment {
        Moment::Began => began(reel),
        Moment::Sources if reel.run.sources.is_empty() => "This region has no source: no smoke comes in.".into(),
        Moment::Sources => "Each source adds dye and warmth to the cells in its disc, and sets the velocity on their faces where it has a wind. Coloured is what this step added.".into(),
        Moment::Forces if settings.buoyancy == 0.0 && settings.confinement == 0.0 => "Warmth lifts nothing here and whirls are not kept: only a source with wind or a pointer changes the velocity.".into(),
        Moment::Forces => "Warm air rises, cold air sinks: each lower face gains buoyancy times the warmth beside it. A coarse grid wears whirls away, so they are driven on a little. The arrows show what was added to the velocity.".into(),
        Moment::Spread if settings.diffusion == 0.0 && settings.viscosity == 0.0 => "Diffusion and viscosity are zero: nothing spreads by itself, and no equation is solved here.".into(),
        Moment::Spread => "What a cell gives to its neighbours depends on what they will have, not on what they have: an equation is solved instead of a step taken, and so it is stable at any diffusion.".into(),
        Moment::LookedBack => looked_back(reel),
        Moment::Mixed => "The place lies between four cells. Each gives by how near it is: a cell takes what was there, and so it can never have more than the four. A cell that is asked for more than it has gives each asker its share.".into(),
        Moment::Carried => "Dye, warmth and velocity of all cells are carried by the flow that the step before left without divergence. What no cell asked for is carried forwards, so that no dye is lost inside.".into(),
        Moment::Divergence => "Added velocities do not fit together: out of some cells more flows than into them. Air does not do that. The sum over the four faces tells by how much; the marked cell is the worst.".into(),
        Moment::Round(0) => "Wanted is a pressure that takes the divergence away: one unknown and one equation a cell. The solve starts with the pressure of the step before.".into(),
        Moment::Round(round) if round + 1 == reel.run.steps.rounds.len() => last_round(reel),
        Moment::Round(_) => "Conjugate gradients: each round goes along a direction that does not spoil those before. A coarser and coarser grid tells it what is far away, so a few rounds are enough.".into(),
        Moment::Subtracted => "The velocity on each open face loses the difference of the pressure across it: air goes from high to low pressure. Blocked faces keep the velocity of their body. The arrows show the change.".into(),
        Moment::After => after(reel),
        Moment::Result if is_pressed(reel) => "Dye and warmth are where the flow carried them. What bodies press into a closed region has no way out: that part of the divergence stays, and the next step carries with it.".into(),
        Moment::Result => "Dye and warmth are where the flow carried them, and the flow has no divergence: the next step carries with it.".into(),
    }
}

fn began(reel: &SmokeReel) -> String {
    let told = if reel.run.region.is_none() {
        "There is no smoke in the scene, so a small region is laid round the two, with a source in it. "
    } else if reel.run.is_last {
        "The scene's last step, taken again. "
    } else {
        "The scene's next step. "
    };
    let outside = left_out(&reel.run.outside, ["lies outside the region and is left out", "lie outside the region and are left out"]);
    format!(
        "{told}Dye stands in the middle of the cells, velocity on their faces. Bodies block faces; the ring marks the cell whose dye this step carries most.{outside}"
    )
}

fn looked_back(reel: &SmokeReel) -> String {
    let run = &reel.run;
    let (column, row) = run.grid.cell_of(reel.cell);
    let way = (run.steps.landings[reel.cell].place - Vec2::new(column as f32, row as f32)).length();
    let told = if way < 0.05 { " Here the air stands almost still." } else { "" };
    format!(
        "Where was this cell's air a step ago? Half a step back with the velocity here, then from the start the whole step with the velocity found there. A wall ends the way.{told}"
    )
}

/// Why the solve has ended.
fn last_round(reel: &SmokeReel) -> String {
    let parts = &reel.run.steps;
    let is_enough = parts.rounds.last().is_none_or(|last| last.rms <= ENOUGH * parts.solved.before);
    if is_enough {
        return "The rest is small enough: it ends when 0.02 % of the divergence before is left.".into();
    }
    let why = if parts.solved.rounds == MOST_ROUNDS { format!("After {MOST_ROUNDS} rounds") } else { "No direction is left, and".into() };
    format!("{why} it ends although more than 0.02 % of the divergence before is left: the step goes on with that rest.")
}

/// True when bodies press more into a closed region than any pressure can take out.
fn is_pressed(reel: &SmokeReel) -> bool {
    let solved = &reel.run.steps.solved;
    solved.unsolvable > 1e-3 * solved.before.max(1e-9)
}

fn after(reel: &SmokeReel) -> String {
    if is_pressed(reel) {
        return "Bodies press on a closed region: what they press in has no way out, and no pressure can help. That part of the divergence stays.".into();
    }
    "On the scale of the divergence before, hardly a cell has a colour. The marked cell was the worst.".into()
}

pub(super) fn card(reel: &SmokeReel, moment: Moment) -> Card {
    let lines = match moment {
        Moment::Began => began_lines(reel),
        Moment::Sources => source_lines(reel),
        Moment::Forces => force_lines(reel),
        Moment::Spread => spread_lines(reel),
        Moment::LookedBack => back_lines(reel),
        Moment::Mixed => mix_lines(reel),
        Moment::Carried => carried_lines(reel),
        Moment::Divergence | Moment::After => divergence_lines(reel, moment),
        Moment::Round(round) => round_lines(reel, round),
        Moment::Subtracted => push_lines(reel),
        Moment::Result => result_lines(reel),
    };
    Card { lines }
}

fn began_lines(reel: &SmokeReel) -> Vec<Line> {
    let run = &reel.run;
    let (columns, rows) = (run.grid.columns as f32, run.grid.rows as f32);
    vec![
        Line::default().quantity("columns", columns, Unit::Count, &[]).text(" × ").quantity("rows", rows, Unit::Count, &[]).text(" cells"),
        Line::value("h", run.grid.cell, Unit::Length, &[]).text(" a cell"),
        Line::value("Δt", run.seconds, Unit::None, &[]).text(" s"),
        Line::value("dye in all", run.all_dye(&run.steps.began), Unit::Area, &[]),
        Line::count("blocked faces", run.steps.walls.blocked.len()),
    ]
}

fn source_lines(reel: &SmokeReel) -> Vec<Line> {
    /// Sources with a line of their own.
    const MOST: usize = 2;
    let run = &reel.run;
    let mut lines: Vec<Line> = Vec::new();
    for (number, source) in run.sources.iter().take(MOST).enumerate() {
        let part = [source_part(number)];
        let given = source.dye * run.seconds;
        lines.push(
            Line::new(format!("source {}: ", number + 1)).quantity("rate", source.dye, Unit::None, &part).text(" · Δt = ").quantity(
                "Δdye",
                given,
                Unit::None,
                &part,
            ),
        );
    }
    if run.sources.len() > MOST {
        lines.push(Line::new(format!("and {} more", run.sources.len() - MOST)));
    }
    let (before, after) = (run.all_dye(&run.steps.began), run.all_dye(&run.steps.fed));
    lines.push(Line::value("dye before", before, Unit::Area, &[]));
    lines.push(Line::value("dye now", after, Unit::Area, &[]).text(if run.settings.fading > 0.0 { ", faded a little" } else { "" }));
    lines
}

fn force_lines(reel: &SmokeReel) -> Vec<Line> {
    let (run, parts) = (&reel.run, &reel.run.steps);
    let stride = run.grid.stride();
    let cell = reel.cell;
    let warmth = 0.5 * (parts.lifting[cell] + parts.lifting[cell - stride]);
    let open = parts.walls.open_lower[cell];
    let lift = open * (run.settings.buoyancy * run.seconds * warmth);
    let (before, after) = (parts.began.v[cell], parts.fed.v[cell]);
    vec![
        Line::value("buoyancy", run.settings.buoyancy, Unit::Acceleration, &[]),
        Line::value("warmth at its lower face", warmth, Unit::None, &[MARKED]),
        Line::new("buoyancy · warmth · Δt = ").quantity("lift", lift, Unit::Speed, &[MARKED]).text(if open > 0.0 {
            ""
        } else {
            ", but the face is blocked"
        }),
        Line::value("v before", before, Unit::Speed, &[MARKED]),
        Line::new(format!("by {} = ", beside_lift(reel))).quantity("rest", after - before - lift, Unit::Speed, &[MARKED]),
        Line::value("v now", after, Unit::Speed, &[MARKED]).text(", the sum of the three"),
    ]
}

/// What changes the velocity beside the lift.
fn beside_lift(reel: &SmokeReel) -> &'static str {
    let has_wind = reel.run.sources.iter().any(|source| source.wind != Vec2::ZERO);
    match (reel.run.settings.confinement != 0.0, has_wind) {
        (true, true) => "whirls, wind and pointer",
        (true, false) => "whirls and pointer",
        (false, true) => "wind and pointer",
        (false, false) => "the pointer",
    }
}

fn spread_lines(reel: &SmokeReel) -> Vec<Line> {
    let (run, parts) = (&reel.run, &reel.run.steps);
    let k = run.settings.diffusion * run.seconds / (run.grid.cell * run.grid.cell);
    let [dye, u, v] = parts.spread_rounds.map(|rounds| rounds as f32);
    let (before, after) = (parts.fed.dye[reel.cell], parts.spread.dye[reel.cell]);
    vec![
        Line::new("x + k Σ (x − neighbour) = before"),
        Line::new("k = D Δt / h² = ").quantity("k", k, Unit::None, &[]),
        Line::new("rounds: dye ")
            .quantity("dye", dye, Unit::Count, &[])
            .text(", u ")
            .quantity("u", u, Unit::Count, &[])
            .text(", v ")
            .quantity("v", v, Unit::Count, &[]),
        Line::value("dye before", before, Unit::None, &[MARKED]),
        Line::value("dye now", after, Unit::None, &[MARKED]),
    ]
}

fn back_lines(reel: &SmokeReel) -> Vec<Line> {
    let (run, parts, cell) = (&reel.run, &reel.run.steps, reel.cell);
    let (column, row) = run.grid.cell_of(cell);
    let here = Vec2::new(column as f32, row as f32);
    let (half, end) = (parts.halves[cell].place - here, parts.landings[cell].place - here);
    vec![
        Line::new(format!("cell ({column}, {row}); in cells:")),
        Line::new("u Δt/h = ").vector("u", parts.velocities[cell], Unit::None, &[MARKED]),
        Line::new("halfway = ").vector("half", half, Unit::None, &[LANDING]),
        Line::new("way back = ").vector("back", end, Unit::None, &[LANDING]),
        Line::new("in metres ").quantity("length", run.grid.cell * end.length(), Unit::Length, &[LANDING]),
    ]
}

fn mix_lines(reel: &SmokeReel) -> Vec<Line> {
    let (parts, cell) = (&reel.run.steps, reel.cell);
    let shares = parts.shares[cell];
    let (mut lines, mut sum) = (Vec::new(), 0.0);
    for (number, (place, weight)) in shares.places().into_iter().zip(shares.weights).enumerate() {
        // A cell from which more than 1 is asked gives each its share.
        let gives = parts.spread.dye[place] / parts.asked[place].max(1.0);
        sum += weight * gives;
        let part = [giver(number)];
        lines.push(Line::default().quantity("weight", weight, Unit::Share, &part).text(" · ").quantity("gives", gives, Unit::None, &part));
    }
    let carried = parts.carried.dye[cell];
    lines.push(Line::value("sum", sum, Unit::None, &[MARKED]));
    lines.push(Line::new("carried forwards to it ").quantity("rest", carried - sum, Unit::None, &[MARKED]));
    lines
}

fn carried_lines(reel: &SmokeReel) -> Vec<Line> {
    let (run, parts, cell) = (&reel.run, &reel.run.steps, reel.cell);
    vec![
        Line::new("the marked cell: ").quantity("dye before", parts.spread.dye[cell], Unit::None, &[MARKED]).text(" → ").quantity(
            "dye now",
            parts.carried.dye[cell],
            Unit::None,
            &[MARKED],
        ),
        Line::value("dye in all before", run.all_dye(&parts.spread), Unit::Area, &[]),
        Line::value("dye in all now", run.all_dye(&parts.carried), Unit::Area, &[]),
    ]
}

fn divergence_lines(reel: &SmokeReel, moment: Moment) -> Vec<Line> {
    let (parts, cell) = (&reel.run.steps, reel.pressed);
    let [left, right, lower, upper] = through(reel, moment);
    let (values, rms) = match moment {
        Moment::After => (&parts.after, parts.solved.after),
        _ => (&parts.divergence, parts.solved.before),
    };
    let speed = |symbol: &str, value: f32| crate::lens::microscope::card::Quantity::new(symbol, value, Unit::Speed, &[MARKED]);
    let mut lines = vec![
        Line::new("d = u right − u left + v upper − v lower"),
        Line::default().number(speed("u right", right)).minus(speed("u left", left)),
        Line::new("+ ").number(speed("v upper", upper)).minus(speed("v lower", lower)),
        Line::new("= ").number(speed("d", values[cell])),
        Line::value("root mean square", rms as f32, Unit::Speed, &[]),
    ];
    if parts.solved.unsolvable > 1e-3 * parts.solved.before {
        lines.push(Line::value("without solution", parts.solved.unsolvable as f32, Unit::Speed, &[]));
    }
    lines
}

fn round_lines(reel: &SmokeReel, round: usize) -> Vec<Line> {
    let parts = &reel.run.steps;
    let at = &parts.rounds[round];
    vec![
        Line::new("Σ (p − p neighbour) = −d"),
        Line::value("p", at.pressure[reel.pressed], Unit::Speed, &[MARKED]).text(" in the marked cell"),
        Line::value("left there", at.residual[reel.pressed], Unit::Speed, &[MARKED]),
        Line::value("root mean square", at.rms as f32, Unit::Speed, &[]),
        Line::value("small enough", parts.solved.before as f32 * ENOUGH as f32, Unit::Speed, &[]),
    ]
}

fn push_lines(reel: &SmokeReel) -> Vec<Line> {
    let (parts, cell) = (&reel.run.steps, reel.pressed);
    let open = parts.walls.open_left[cell];
    let pressure = parts.pressure();
    vec![
        Line::new("u now = u − (p − p left), at its left face"),
        Line::value("u", parts.carried.u[cell], Unit::Speed, &[MARKED]),
        Line::value("p", pressure[cell], Unit::Speed, &[MARKED]),
        Line::value("p left", pressure[cell - 1], Unit::Speed, &[MARKED]).text(if open > 0.0 { "" } else { ", but the face is blocked" }),
        Line::value("u now", parts.u[cell], Unit::Speed, &[MARKED]),
    ]
}

fn result_lines(reel: &SmokeReel) -> Vec<Line> {
    let (run, parts) = (&reel.run, &reel.run.steps);
    vec![
        Line::value("dye in all", run.all_dye(&parts.carried), Unit::Area, &[]),
        Line::value("divergence before", parts.solved.before as f32, Unit::Speed, &[]),
        Line::value("divergence after", parts.solved.after as f32, Unit::Speed, &[]),
        Line::value("rounds", parts.solved.rounds as f32, Unit::Count, &[]),
    ]
}
