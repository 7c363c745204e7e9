//! Numbers over the turns of an algorithm, as marks on [`Sheet::Chart`].
//!
//! ```text
//!   1 ┤•                     a series is a chain of dots; the box is 3 wide and 1 high, whatever the numbers are;
//!     │  •───•               the turn that is shown has an upright line
//!   0 ┤ ┄┄┄┄┄┄•
//!     └─┴───┴──┴
//! ```

use super::{DrawList, Role, Sheet, Tag};
use glam::Vec2;

/// Size of the box, in units of the sheet.
pub const SIZE: Vec2 = Vec2::new(3.0, 1.0);

/// One line of numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// How it is drawn.
    pub role: Role,
    /// What it is called.
    pub name: String,
    /// (turn from 0, value); values that are not finite are left out.
    pub points: Vec<(usize, f32)>,
    /// What each of its dots stands for.
    pub tag: Option<Tag>,
}

/// Draws the series into the box; `shown` is the present turn.
pub fn chart(series: &[Series], turn_count: usize, shown: usize, unit: &str, list: &mut DrawList) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
    let outer = list.tag.take();
    let values = || series.iter().flat_map(|s| &s.points).map(|p| p.1).filter(|v| v.is_finite());
    let low = values().fold(0.0_f32, f32::min);
    let high = values().fold(0.0_f32, f32::max);
    let span = if high > low { high - low } else { 1.0 };
    let last = turn_count.saturating_sub(1).max(1) as f32;
    let at = |(turn, value): (usize, f32)| Vec2::new(SIZE.x * turn as f32 / last, SIZE.y * (value - low) / span);
    let zero = at((0, 0.0)).y;
    list.line(Role::GridAxis, Vec2::new(0.0, zero), Vec2::new(SIZE.x, zero));
    list.label(Role::QuietText, Vec2::new(0.0, zero), Vec2::new(-6.0, 0.0), 9, "0");
    if high > 0.0 {
        let text = super::quantity::quantity(high, unit);
        list.label(Role::QuietText, Vec2::new(0.0, at((0, high)).y), Vec2::new(-6.0, 0.0), 8, text);
    }
    let x = SIZE.x * shown.min(turn_count.saturating_sub(1)) as f32 / last;
    list.line(Role::QuietText, Vec2::new(x, 0.0), Vec2::new(x, SIZE.y));
    for line in series {
        list.tag = line.tag;
        let places: Vec<Vec2> = line.points.iter().filter(|p| p.1.is_finite()).map(|&p| at(p)).collect();
        if places.len() > 1 {
            list.polyline(line.role, places.iter().copied());
        }
        places.iter().for_each(|&p| list.dot(line.role, p, 3.0));
        if let Some(&end) = places.last() {
            list.label(line.role, end, Vec2::new(8.0, 4.0), 5, line.name.clone());
        }
    }
    list.sheet = sheet;
    list.tag = outer;
}
