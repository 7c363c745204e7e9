//! GJK in the space of differences, and in the world (S4). When the cores overlap, the turns of EPA follow ([`super::epa`]).
//!
//! ```text
//!     world                         difference A ⊖ B, turned like the world
//!      ┌──┐  ring: a₀                 ╌╌╌╌╌ outline (GJK never builds it)
//!      │A ○                          w₀ •━━━━━• w₁   simplex
//!      └──┘ ○ ring: b₃                    │ ↓         closest point, search direction
//!            ╲B╲                          + origin
//! ```
//! The picture comes from [`crate::engine::narrow::gjk::distance`] itself, run again on the inputs of the last manifold with a
//! recording probe. GJK sees the cores; what is rounded off them is shown as the outer outline and taken off the distance.

use super::pair::Watched;
use super::{LensInput, epa};
use crate::draw::quantity::{length, number, subscript};
use crate::draw::{DrawList, Role, Sheet, path};
use crate::engine::math::Vec2;
use crate::engine::narrow::gjk::{self, GjkOutcome, GjkResult, GjkStep, GjkVerdict, SupportPoint};
use crate::engine::narrow::minkowski::difference_outline;
use crate::engine::narrow::{self};

/// All turns for a pair: GJK's, then EPA's when the cores overlap.
#[derive(Clone, Debug)]
pub struct Turns {
    /// GJK.
    pub gjk: Vec<GjkStep>,
    /// EPA; empty when the cores are apart.
    pub epa: Vec<narrow::epa::EpaStep>,
    /// What GJK found, A's frame.
    pub found: GjkResult,
    /// What EPA found, A's frame.
    pub depth: Option<narrow::epa::EpaResult>,
}

/// The turns that the engine's own algorithms take for the watched pair.
pub fn turns(input: &LensInput<'_>) -> Option<Turns> {
    Watched::new(input).map(|w| run(&w))
}

fn run(watched: &Watched<'_>) -> Turns {
    let (a, b, pose) = (watched.a(), watched.b(), watched.pose_b_in_a());
    let (mut gjk_steps, mut epa_steps) = (Vec::new(), Vec::new());
    let found = gjk::distance(a, b, pose, &mut gjk_steps);
    let overlap = found.outcome == GjkOutcome::Overlap;
    let depth = overlap.then(|| narrow::epa::penetration(a, b, pose, &found, &mut epa_steps));
    Turns { gjk: gjk_steps, epa: epa_steps, found, depth }
}

/// GJK's turns and EPA's.
pub fn turn_count(input: &LensInput<'_>) -> usize {
    turns(input).map_or(0, |t| t.gjk.len() + t.epa.len())
}

/// The shown turn on both sheets.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let Some(watched) = Watched::new(input) else { return };
    let turns = run(&watched);
    watched.ghosts(list);
    list.sheet = Sheet::Difference;
    outline(&watched, list);
    let last = (turns.gjk.len() + turns.epa.len()).saturating_sub(1);
    let turn = input.turn.min(last);
    match turns.gjk.get(turn) {
        Some(step) => {
            difference_sheet(&watched, step, list);
            origin(list);
            list.sheet = Sheet::World;
            world_sheet(&watched, step, &turns.found, list);
        }
        None => {
            if let Some(step) = turns.epa.get(turn - turns.gjk.len()) {
                epa::difference_sheet(&watched, step, list);
                origin(list);
                list.sheet = Sheet::World;
                epa::world_sheet(&watched, step, list);
            }
        }
    }
    list.sheet = Sheet::World;
}

fn origin(list: &mut DrawList) {
    list.cross(Role::Origin, Vec2::ZERO, 6.0);
    list.label(Role::Origin, Vec2::ZERO, Vec2::new(9.0, -9.0), 8, "origin");
}

/// Outline of the difference of the cores, and of the rounded shapes.
fn outline(watched: &Watched<'_>, list: &mut DrawList) {
    let core: Vec<Vec2> =
        difference_outline(watched.a(), watched.b(), watched.pose_b_in_a()).into_iter().map(|p| watched.turned(p)).collect();
    let radius = watched.a().radius + watched.b().radius;
    let whole = match core.as_slice() {
        [only] => path::arc(*only, Vec2::X * radius, 2.0 * std::f32::consts::PI, 48).collect(),
        _ => path::flattened(&core, radius, 0.002 * radius.max(1e-3)),
    };
    let highest = whole.iter().copied().reduce(|high, p| if p.y > high.y { p } else { high });
    if radius > 0.0 {
        list.outline(Role::Difference, core);
    }
    list.outline(Role::Difference, whole);
    if let Some(highest) = highest {
        list.label(Role::QuietText, highest, Vec2::new(0.0, 14.0), 9, "GJK never builds this outline");
    }
}

/// `a₂ − b₀`.
pub(super) fn difference_name(point: &SupportPoint) -> String {
    format!("a{} − b{}", subscript(point.index_a), subscript(point.index_b))
}

/// Simplex, closest point, search direction and the new support point.
fn difference_sheet(watched: &Watched<'_>, step: &GjkStep, list: &mut DrawList) {
    let corners: Vec<Vec2> = step.simplex.iter().map(|p| watched.turned(p.w)).collect();
    match corners.as_slice() {
        [a, b] => list.line(Role::Simplex, *a, *b),
        [_, _, _, ..] => list.polygon(Role::Simplex, corners.iter().copied(), 0.0),
        _ => {}
    }
    for (i, (point, &at)) in step.simplex.iter().zip(&corners).enumerate() {
        list.dot(Role::Simplex, at, 5.0);
        list.label(Role::Simplex, at, away_from_origin(at), 6, format!("w{} = {}", subscript(i), difference_name(point)));
    }
    let closest = watched.turned(step.closest);
    if step.verdict != GjkVerdict::Overlap {
        list.arrow(Role::SearchDirection, closest, closest + watched.turned(step.search) * 0.9);
        list.dot(Role::Contact, closest, 4.5);
        let text = format!("{} away", length(step.closest.length()));
        list.label(Role::Contact, closest * 0.5, Vec2::new(8.0, 8.0), 4, text);
    }
    if let Some(support) = &step.support {
        let at = watched.turned(support.w);
        list.ring(Role::Simplex, at, 9.0);
        let text = format!("new support {}", difference_name(support));
        list.label(Role::SearchDirection, at, away_from_origin(at) * 1.6, 7, text);
    }
}

/// Where a label of a point in difference space leaves the middle free, points.
pub(super) fn away_from_origin(at: Vec2) -> Vec2 {
    Vec2::new(if at.x < 0.0 { -9.0 } else { 9.0 }, if at.y < 0.0 { -9.0 } else { 9.0 })
}

/// The vertices that the simplex comes from, and the two nearest points by its weights.
fn world_sheet(watched: &Watched<'_>, step: &GjkStep, found: &GjkResult, list: &mut DrawList) {
    supports(watched, step.simplex.iter(), list);
    if let Some(support) = &step.support {
        list.ring(Role::SearchDirection, watched.at(support.point_a), 11.0);
        list.ring(Role::SearchDirection, watched.at(support.point_b), 11.0);
    }
    if step.verdict == GjkVerdict::Overlap {
        return;
    }
    let witness =
        |of: fn(&SupportPoint) -> Vec2| step.simplex.iter().zip(&step.weights).fold(Vec2::ZERO, |sum, (p, &weight)| sum + of(p) * weight);
    let (core_a, core_b) = (watched.at(witness(|p| p.point_a)), watched.at(witness(|p| p.point_b)));
    if step.verdict == GjkVerdict::Continue {
        list.line(Role::Projection, core_a, core_b);
        return;
    }
    let normal = watched.turned(found.normal);
    let (a, b) = (core_a + normal * watched.a().radius, core_b - normal * watched.b().radius);
    let separation = found.distance - watched.a().radius - watched.b().radius;
    list.line(Role::Contact, a, b);
    list.dot(Role::Contact, a, 4.0);
    list.dot(Role::Contact, b, 4.0);
    let text = if separation < 0.0 { format!("overlap {}", length(-separation)) } else { format!("distance {}", length(separation)) };
    list.label(Role::Contact, (a + b) * 0.5, Vec2::new(10.0, 10.0), 7, text);
}

/// Rings and names at the vertices of A and B behind some support points; each vertex once.
pub(super) fn supports<'p>(watched: &Watched<'_>, points: impl Iterator<Item = &'p SupportPoint>, list: &mut DrawList) {
    let (mut seen_a, mut seen_b) = (Vec::new(), Vec::new());
    for point in points {
        if !seen_a.contains(&point.index_a) {
            seen_a.push(point.index_a);
            let at = watched.at(point.point_a);
            list.ring(Role::BodyA, at, 7.0);
            list.label(Role::BodyA, at, Vec2::new(-9.0, 9.0), 5, format!("a{}", subscript(point.index_a)));
        }
        if !seen_b.contains(&point.index_b) {
            seen_b.push(point.index_b);
            let at = watched.at(point.point_b);
            list.ring(Role::BodyB, at, 7.0);
            list.label(Role::BodyB, at, Vec2::new(9.0, -9.0), 5, format!("b{}", subscript(point.index_b)));
        }
    }
}

/// What the shown turn found and decided.
pub fn turn_text(input: &LensInput<'_>) -> Option<String> {
    let watched = Watched::new(input)?;
    let turns = run(&watched);
    let last = (turns.gjk.len() + turns.epa.len()).checked_sub(1)?;
    let turn = input.turn.min(last);
    match turns.gjk.get(turn) {
        Some(step) => Some(format!("GJK turn {} of {}: {}", turn + 1, turns.gjk.len(), sentence(&watched, step, &turns.found))),
        None => {
            let index = turn - turns.gjk.len();
            epa::turn_text(&watched, turns.epa.get(index)?, index, turns.epa.len())
        }
    }
}

fn sentence(watched: &Watched<'_>, step: &GjkStep, found: &GjkResult) -> String {
    let names: String = (0..step.simplex.len()).map(|i| format!("w{}", subscript(i))).collect();
    let simplex = match step.simplex.len() {
        1 => format!("the simplex is the point {names}"),
        2 => format!("the simplex is the line {names}"),
        _ => format!("the simplex is the triangle {names}"),
    };
    let weights: Vec<String> = step.weights.iter().map(|&w| number(w)).collect();
    let nearest = format!("{} from the origin at its nearest (weights {})", length(step.closest.length()), weights.join(", "));
    match (step.verdict, &step.support) {
        (GjkVerdict::Overlap, _) => format!("{simplex}, and it holds the origin: the cores overlap. EPA starts from it."),
        (GjkVerdict::Continue, Some(new)) => {
            format!("{simplex}, {nearest}. The support point {} lies nearer: it joins the simplex.", difference_name(new))
        }
        (GjkVerdict::Continue, None) => format!("{simplex}, {nearest}."),
        (GjkVerdict::Separated, _) => {
            let radii = watched.a().radius + watched.b().radius;
            let rounded =
                if radii > 0.0 { format!(" Less the radii, the separation is {}.", length(found.distance - radii)) } else { String::new() };
            format!("{simplex}, {nearest}. No support point is nearer: the cores are {} apart.{rounded}", length(found.distance))
        }
        (GjkVerdict::OutOfTurns, _) => format!("{simplex}, {nearest}. The turn limit is reached: this is the best so far."),
    }
}
