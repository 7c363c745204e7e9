//! All methods side by side: by how much each misses.

use super::reel::{AimReel, Moment};
use crate::draw::chart::{Series, chart as draw_chart};
use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, max, min};
use crate::guidance::lead::LeadOutcome;
use crate::lens::microscope::part::{Part, PartKind};

/// Height of the first row, units of the sheet.
const TOP: f32 = 5.0;
/// Distance between two rows.
const ROW: f32 = 0.6;
/// Room above the first row and below the last.
const MARGIN: f32 = 0.7 * ROW;
/// Longest bar.
const BAR: f32 = 2.3;
/// Where bars begin.
const LEFT: f32 = 3.7;
/// Width of the words at the end of a bar.
const WORDS: f32 = 2.6;

/// A row a method: a bar as long as its miss, or why it does not fire.
pub(super) fn draw(reel: &AimReel, list: &mut DrawList) {
    let most = reel.runs.iter().filter_map(|run| run.miss).fold(0.0, max);
    // The frame holds room for the words beside the longest bar.
    list.dot(Role::Grid, Vec2::new(LEFT + BAR + WORDS, TOP), 0.0);
    // And for large letters above the first row and below the last.
    let last = TOP - ROW * reel.runs.len().saturating_sub(1) as f32;
    [TOP + MARGIN, last - MARGIN].into_iter().for_each(|y| list.dot(Role::Grid, Vec2::new(0.0, y), 0.0));
    for (index, run) in reel.runs.iter().enumerate() {
        let y = TOP - ROW * index as f32;
        let role = Role::Method(run.row.method as u8);
        let list = &mut list.of(Part::nth(PartKind::Stage, index));
        list.line(role, Vec2::new(0.0, y), Vec2::new(0.5, y));
        list.cell(Role::Text, Vec2::new(0.5, y), Vec2::new(8.0, 0.0), Vec2::new(LEFT - 0.9, ROW), run.row.name);
        let (at, room) = (Vec2::new(LEFT, y), Vec2::new(WORDS, ROW));
        match (&run.outcome, run.miss) {
            (LeadOutcome::Solved(solution), Some(miss)) => {
                let end = Vec2::new(LEFT + if most > 0.0 { BAR * min(miss / most, 1.0) } else { 0.0 }, y);
                if miss > 0.0 {
                    list.line(Role::Miss, at, end);
                }
                list.dot(if miss > 0.0 { Role::Miss } else { Role::Contact }, end, 3.5);
                let words =
                    if miss > 0.0 { format!("misses by {}", length(miss)) } else { format!("meets in {}", quantity(solution.time, "s")) };
                list.cell(if miss > 0.0 { Role::Miss } else { Role::Contact }, end, Vec2::new(8.0, 0.0), room, words);
            }
            (LeadOutcome::NotConverged { .. }, _) => list.cell(Role::Warning, at, Vec2::new(8.0, 0.0), room, "does not settle"),
            _ => list.cell(Role::Warning, at, Vec2::new(8.0, 0.0), room, "no solution"),
        }
    }
}

/// The same as dots under the pictures, as far as the methods have answered: what comes of an aim is asked before.
pub(super) fn chart(reel: &AimReel, moment: Moment, list: &mut DrawList) {
    let answered = match moment {
        Moment::Start => 0,
        Moment::Answer(run) => run + 1,
        Moment::Table => reel.runs.len(),
        _ => moment.run().unwrap_or(0),
    };
    let points = reel.runs.iter().enumerate().take(answered).filter_map(|(index, run)| Some((index, run.miss?))).collect();
    let series = [Series { role: Role::Miss, name: "miss".into(), points, tag: None }];
    let shown = moment.run().unwrap_or(if moment == Moment::Start { 0 } else { reel.runs.len() - 1 });
    draw_chart(&series, reel.runs.len(), shown, "m", list);
}
