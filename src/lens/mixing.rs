//! A rule of mixing as a picture: the coefficient of a pair over the coefficients of its two materials.
//!
//! ```text
//!  1 ┤      ╱─  y = 1
//!    │   ╱──╱                   the curves f(x, y) over x: one for each of some y, a strong one for that of B
//!    │ ╱─╱───•  f(a, b)
//!  0 ┼───────┴──┤
//!        x = a  1
//!  1 ┤╲  ╲  ╲ 0.9
//!    │ ╲  ╲  ╲                  below it the whole surface: lines of equal f, as on a map
//!  y │──╲──•  ╲                 the pair's point
//!  0 ┼───────┴──┤
//!        x = a  1
//! ```
//! Static friction is mixed by the rule of friction, so it stands on the same map: a ring, and a second strong curve
//! for B's static coefficient.
//!
//! A cross marks where a rule falls although `x` rises ([`Mixing::fall`]).

use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, min};
use crate::engine::mixing::{Coefficient, Fall, Mixing};

/// Lower left corner of the map, in units of the sheet; that of the curves is the origin, both are 1 wide and high.
pub const MAP: Vec2 = Vec2::new(0.0, -1.28);
/// Middle and size of what is drawn, words included.
pub const SHOWN: (Vec2, Vec2) = (Vec2::new(0.5, -0.15), Vec2::new(1.56, 2.62));
/// Points along a curve, cells along a side of the map.
const CELLS: u16 = 48;

/// The curves and the map of a rule on [`Sheet::Diagram`], with the coefficients of two materials marked (numbers above
/// 1 lie on the rim), and where the rule falls.
pub fn picture(mixing: Mixing, which: Coefficient, [a, b]: [f32; 2], fall: Option<Fall>, list: &mut DrawList) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Diagram);
    let value = |x: f32, y: f32| mixing.mix(which, f64::from(x), f64::from(y)) as f32;
    let mixed = value(a, b);
    let [in_a, in_b, in_mixed] = [a, b, mixed].map(|number| min(number, 1.0));
    axes(Vec2::ZERO, "f", list);
    axes(MAP, "y", list);
    curves(&value, b, list);
    map(&value, list);
    let number = |number: f32| format!("{number:.3}");
    list.line(Role::Projection, Vec2::new(in_a, 0.0), Vec2::new(in_a, in_mixed));
    list.line(Role::Projection, Vec2::new(0.0, in_mixed), Vec2::new(in_a, in_mixed));
    list.line(Role::Projection, MAP + Vec2::new(in_a, 0.0), MAP + Vec2::new(in_a, in_b));
    list.line(Role::Projection, MAP + Vec2::new(0.0, in_b), MAP + Vec2::new(in_a, in_b));
    list.dot(Role::BodyA, Vec2::new(in_a, 0.0), 4.0);
    list.label(Role::BodyA, Vec2::new(in_a, 0.0), Vec2::new(0.0, -12.0), 7, format!("A {a:.2}"));
    list.dot(Role::BodyA, MAP + Vec2::new(in_a, 0.0), 4.0);
    list.label(Role::BodyA, MAP + Vec2::new(in_a, 0.0), Vec2::new(0.0, -12.0), 7, format!("A {a:.2}"));
    list.dot(Role::BodyB, MAP + Vec2::new(0.0, in_b), 4.0);
    list.label(Role::BodyB, MAP + Vec2::new(0.0, in_b), Vec2::new(-8.0, 0.0), 7, format!("B {b:.2}"));
    for at in [Vec2::new(in_a, in_mixed), MAP + Vec2::new(in_a, in_b)] {
        list.dot(Role::Contact, at, 4.5);
        list.label(Role::Contact, at, Vec2::new(12.0, 8.0), 9, number(mixed));
    }
    if let Some(fall) = fall {
        let (x, y) = (fall.x as f32, fall.y as f32);
        for at in [Vec2::new(x, value(x, y)), MAP + Vec2::new(x, y)] {
            list.cross(Role::Warning, at, 5.0);
            list.label(Role::Warning, at, Vec2::new(-18.0, 12.0), 8, "falls");
        }
    }
    list.sheet = sheet;
}

/// What the rule of friction makes of two static coefficients, beside [`picture`] of the two `sliding` ones.
pub fn static_marks(mixing: Mixing, sliding: [f32; 2], [a, b]: [f32; 2], list: &mut DrawList) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Diagram);
    let value = |x: f32, y: f32| mixing.mix(Coefficient::Friction, f64::from(x), f64::from(y)) as f32;
    let held = mixing.grip([a, b], value(sliding[0], sliding[1]));
    let [in_a, in_b, in_held] = [a, b, held].map(|number| min(number, 1.0));
    let curve = (0..=CELLS).map(|i| f32::from(i) / f32::from(CELLS)).map(|x| Vec2::new(x, min(value(x, b), 1.0)));
    list.polyline(Role::Friction, curve);
    list.ring(Role::BodyA, Vec2::new(in_a, 0.0), 5.0);
    list.label(Role::BodyA, Vec2::new(in_a, 0.0), Vec2::new(0.0, -12.0), 6, format!("static {a:.2}"));
    list.ring(Role::BodyA, MAP + Vec2::new(in_a, 0.0), 5.0);
    list.ring(Role::BodyB, MAP + Vec2::new(0.0, in_b), 5.0);
    list.label(Role::BodyB, MAP + Vec2::new(0.0, in_b), Vec2::new(-8.0, 0.0), 6, format!("static {b:.2}"));
    for at in [Vec2::new(in_a, in_held), MAP + Vec2::new(in_a, in_b)] {
        list.ring(Role::Friction, at, 6.0);
        list.label(Role::Friction, at, Vec2::new(12.0, 8.0), 8, format!("static {held:.3}"));
    }
    list.sheet = sheet;
}

/// The square, and its ends.
fn axes(corner: Vec2, upward: &str, list: &mut DrawList) {
    let at = |x: f32, y: f32| corner + Vec2::new(x, y);
    for quarter in 1..=4_u8 {
        let place = 0.25 * f32::from(quarter);
        list.line(Role::Grid, at(0.0, place), at(1.0, place));
        list.line(Role::Grid, at(place, 0.0), at(place, 1.0));
    }
    list.line(Role::GridAxis, at(0.0, 0.0), at(1.0, 0.0));
    list.line(Role::GridAxis, at(0.0, 0.0), at(0.0, 1.0));
    list.label(Role::QuietText, at(1.0, 0.0), Vec2::new(0.0, -12.0), 4, "x = 1");
    list.label(Role::QuietText, at(0.0, 1.0), Vec2::new(-8.0, 0.0), 4, format!("{upward} = 1"));
}

/// `f(x, y)` over `x`: thin for five `y`, strong for that of B.
fn curves(value: &impl Fn(f32, f32) -> f32, b: f32, list: &mut DrawList) {
    let curve = |y: f32| (0..=CELLS).map(move |i| f32::from(i) / f32::from(CELLS)).map(move |x| Vec2::new(x, min(value(x, y), 1.0)));
    for quarter in 0..=4_u8 {
        let y = 0.25 * f32::from(quarter);
        list.polyline(Role::Projection, curve(y));
        let end = Vec2::new(1.0, min(value(1.0, y), 1.0));
        list.label(Role::QuietText, end, Vec2::new(8.0, 0.0), 3 + quarter % 2, format!("y = {y}"));
    }
    list.polyline(Role::BodyB, curve(b));
}

/// Contour lines at each tenth: where the edges of the map's cells cross it, joined within the cell (marching squares;
/// W. Lorensen and H. Cline, "Marching cubes", 1987, in the plane).
fn map(value: &impl Fn(f32, f32) -> f32, list: &mut DrawList) {
    let at = |i: u16| f32::from(i) / f32::from(CELLS);
    let heights: Vec<f32> = (0..=CELLS).flat_map(|k| (0..=CELLS).map(move |i| (i, k))).map(|(i, k)| value(at(i), at(k))).collect();
    for level in (1..10_u8).map(|tenth| 0.1 * f32::from(tenth)) {
        let above = |p: Vec2| value(p.x, p.y) >= level;
        for (i, k) in (0..CELLS).flat_map(|i| (0..CELLS).map(move |k| (i, k))) {
            let corners = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)]
                .map(|(i, k)| (Vec2::new(at(i), at(k)), heights[usize::from(k) * (usize::from(CELLS) + 1) + usize::from(i)] >= level));
            let crossings: Vec<Vec2> = (0..4).filter_map(|n| crossing(corners[n], corners[(n + 1) % 4], &above)).collect();
            for line in crossings.chunks_exact(2) {
                list.line(Role::GridAxis, MAP + line[0], MAP + line[1]);
            }
        }
        // Most rules keep f(x, x) = x, so that on the diagonal the words stand well apart.
        let on_diagonal = (1..=CELLS).map(at).find(|&x| value(x, x) >= level);
        if let Some(x) = on_diagonal {
            list.label(Role::QuietText, MAP + Vec2::splat(x), Vec2::ZERO, 2, format!("{level:.1}"));
        }
    }
}

/// Where an edge of a cell crosses the level, found by halving, from whether its ends lie above.
fn crossing((from, from_above): (Vec2, bool), (to, to_above): (Vec2, bool), above: &impl Fn(Vec2) -> bool) -> Option<Vec2> {
    if from_above == to_above {
        return None;
    }
    let (mut below, mut over) = if to_above { (from, to) } else { (to, from) };
    for _ in 0..10 {
        let middle = 0.5 * (below + over);
        if above(middle) { over = middle } else { below = middle }
    }
    Some(0.5 * (below + over))
}
