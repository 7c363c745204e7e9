//! The signed counters as rows: of the edges of one body, or of its vertices.
//!
//! ```text
//!   edge 1    +1 −1     0   inner          vertex 3    −1 +1    0
//!   edge 2    +1       +1   outline        vertex 4    −1      −1   the lit chain begins
//! ```

use super::reel::{Moment, ShadowReel};
use super::run::OfLamp;
use crate::draw::{DrawList, Role, Sheet, View};
use crate::engine::math::{Vec2, max};
use crate::light::outline::OutlineStep;

/// Rows that are shown: as many as can be read in a small picture.
const MOST: usize = 6;
const WIDTH: f32 = 11.0;

/// All tables have room in it.
pub(super) fn view(aspect: f32) -> View {
    let height = MOST as f32 + 3.0;
    View { center: Vec2::new(0.5 * WIDTH - 1.0, -0.5 * (MOST as f32) + 0.5), height: max(height, (WIDTH + 1.0) / max(aspect, 1e-3)) }
}

/// A row: what it is, what was added, the sum (not yet told: `None`), and what that means.
struct Row {
    name: String,
    added: Vec<i32>,
    sum: Option<i32>,
    meaning: &'static str,
}

pub(super) fn draw(reel: &ShadowReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let lamp = moment.lamp().map(|lamp| &reel.run.lamps[lamp]);
    let (title, rows) = match (moment, lamp) {
        (Moment::Parts | Moment::Cancelled, _) => {
            (format!("edges of {}", reel.run.name(reel.body)), of_edges(reel, moment == Moment::Cancelled))
        }
        (Moment::Result, _) => ("sides of shadow volumes".to_owned(), of_lamps(reel)),
        (_, Some(of)) => (format!("vertices of {}", reel.run.name(reel.body)), of_vertices(reel, of, moment)),
        (_, None) => return,
    };
    list.label(Role::Text, Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0), 9, title);
    let left_out = rows.len().saturating_sub(MOST);
    for (number, row) in rows.into_iter().take(MOST).enumerate() {
        let y = -(number as f32);
        let role = if row.sum.is_none_or(|sum| sum == 0) { Role::QuietText } else { Role::Silhouette };
        list.line(Role::Grid, Vec2::new(-0.4, y - 0.5), Vec2::new(WIDTH - 1.6, y - 0.5));
        list.cell(role, Vec2::new(0.0, y), Vec2::new(1.0, 0.0), Vec2::new(WIDTH, 1.0), row.words());
    }
    if left_out > 0 {
        let text = format!("and {left_out} more");
        list.cell(Role::QuietText, Vec2::new(0.0, -(MOST as f32)), Vec2::new(1.0, 0.0), Vec2::new(WIDTH, 1.0), text);
    }
}

impl Row {
    /// "edge 2: +1 −1 = 0, inner: cancels".
    fn words(&self) -> String {
        let added: Vec<String> = self.added.iter().map(|value| signed(*value)).collect();
        let sum = match (self.sum.map(signed), added.len()) {
            (None, 0..=3) => added.join(" "),
            (None, terms) => format!("{terms} terms"),
            (Some(sum), 0) => sum,
            (Some(sum), 1..=3) => format!("{} = {sum}", added.join(" ")),
            (Some(sum), terms) => format!("{terms} terms = {sum}"),
        };
        let meaning = if self.meaning.is_empty() { String::new() } else { format!(", {}", self.meaning) };
        format!("{}: {sum}{meaning}", self.name)
    }
}

/// "+1", "0", "−1".
pub(super) fn signed(value: i32) -> String {
    match value {
        0 => "0".into(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// The sharp edges of the told body with what its parts added. The sums are told once they are `summed`: how many of
/// them are zero is asked before.
fn of_edges(reel: &ShadowReel, summed: bool) -> Vec<Row> {
    let mut rows: Vec<([Vec2; 2], Row)> = Vec::new();
    for step in &reel.run.outline_steps {
        let OutlineStep::Counted { body, ends, added, counter } = *step else { continue };
        if body != reel.body {
            continue;
        }
        let is_same = |other: &[Vec2; 2]| *other == ends || *other == [ends[1], ends[0]];
        match rows.last_mut().filter(|(other, _)| is_same(other)) {
            Some((_, row)) => {
                row.added.push(added);
                row.sum = Some(counter);
            }
            None => {
                rows.push((ends, Row { name: format!("edge {}", rows.len() + 1), added: vec![added], sum: Some(counter), meaning: "" }));
            }
        }
    }
    let told = |row: Row| match row.sum {
        _ if !summed => Row { sum: None, ..row },
        Some(0) => Row { meaning: "inner: cancels", ..row },
        _ => Row { meaning: "outline", ..row },
    };
    let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| told(row)).collect();
    if rows.is_empty() {
        let round = reel.run.outlines.edges.iter().filter(|edge| edge.body == reel.body).count() as i32;
        rows.push(Row { name: "round or thin".into(), added: vec![round], sum: Some(round), meaning: "nothing to cancel" });
    }
    // What cancels comes first: of many edges not all have room.
    rows.sort_by_key(|row| row.sum != Some(0));
    rows
}

/// Vertices of the told body where an edge faces the lamp, and where they are.
pub(super) fn vertices(reel: &ShadowReel, of: &OfLamp) -> Vec<(u32, Vec2)> {
    let mut all: Vec<(u32, Vec2)> = Vec::new();
    for faced in of.facing.edges.iter().filter(|faced| faced.edge.body == reel.body) {
        for (vertex, at) in faced.edge.ends.into_iter().zip([faced.edge.from, faced.edge.to]) {
            if !all.iter().any(|(other, _)| *other == vertex) {
                all.push((vertex, at.as_vec2()));
            }
        }
    }
    all.sort_by_key(|(vertex, _)| *vertex);
    all
}

fn of_vertices(reel: &ShadowReel, of: &OfLamp, moment: Moment) -> Vec<Row> {
    let is_judged = !matches!(moment, Moment::Faces(_) | Moment::Tangents(_));
    let rows = vertices(reel, of).into_iter().enumerate().map(|(number, (vertex, _))| {
        let added = if is_judged { of.given(vertex) } else { Vec::new() };
        let sum = added.iter().sum();
        let meaning = match sum {
            0 if !is_judged => "",
            0 => "no silhouette",
            1.. => "the lit chain ends",
            _ => "the lit chain begins",
        };
        Row { name: format!("vertex {}", number + 1), added, sum: Some(sum), meaning }
    });
    let mut rows: Vec<Row> = rows.collect();
    // What keeps a counter comes first.
    rows.sort_by_key(|row| row.sum == Some(0));
    rows
}

fn of_lamps(reel: &ShadowReel) -> Vec<Row> {
    let row = |of: &OfLamp| {
        let count = of.kept().count() as i32;
        Row { name: of.name.chars().take(12).collect(), added: Vec::new(), sum: Some(count), meaning: "one from each silhouette" }
    };
    reel.run.lamps.iter().map(row).collect()
}
