//! A microscope's frame over the running scene: what the lenses `sat` and `minkowski` draw of the watched pair.
//!
//! ```text
//!  watched pair ──Specimen::alone──▶ film(s) ──frame of `turn`──▶ marks in the world and in the space of differences
//!                                       └────────────────────────▶ heading, reason and numbers on the card at the side
//! ```
//! The films are those of the microscopes ([`super::microscope`]): the engine's own function, run again on the inputs
//! of the last manifold with a recording probe. A film is kept as long as its specimen is equal ([`Films`]), so a
//! picture of a resting pair costs a comparison.

use super::microscope::of_scene::later_gap;
use super::microscope::{Film, Side, Specimen, find};
use super::{LensInput, pair};
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::Shape;
use std::sync::Arc;

/// Smallest size of a pair at which its vertices get names, points: names beside smaller ones would cover them.
const NAMED_FROM_PX: f32 = 110.0;

/// The films that a lens steps through.
pub struct Overlay {
    /// One after the other.
    films: Vec<Arc<Film>>,
    /// Frames of the first one that are left out: SAT begins before its first axis, and that picture is the scene
    /// itself.
    skipped: usize,
    /// What the contact has become since its manifold was made, if it is another now.
    later: Option<String>,
}

impl Overlay {
    /// What a lens shows of the watched pair: `sat` SAT; `minkowski` GJK, and EPA after it where the cores overlap.
    /// `None` for other lenses, without a pair, and when one of the two is gone.
    pub fn of(lens: &str, input: &LensInput<'_>) -> Option<Overlay> {
        let first = match lens {
            "sat" => "sat",
            "minkowski" => "gjk",
            _ => return None,
        };
        let specimen = Specimen::alone(input.stage, input.pair?)?;
        let film = |id: &str| {
            let microscope = find(id)?;
            Some(match input.films {
                Some(films) => films.of(microscope, &specimen),
                None => Arc::new((microscope.film)(&specimen)),
            })
        };
        let mut films = vec![film(first)?];
        if first == "gjk" && films[0].normal.is_none() {
            films.extend(film("epa"));
        }
        let contact = input.pair.map(pair::in_engine_order).and_then(|(a, b)| input.stage.world().contact(a, b));
        let later = specimen.stored.as_ref().zip(contact).and_then(|(made, contact)| later_gap(made, &contact));
        Some(Overlay { films, skipped: usize::from(first == "sat"), later })
    }

    /// Says, where the contact has moved on since its manifold was made, what it is now.
    pub fn later(&self) -> Option<&str> {
        self.later.as_deref()
    }

    /// The films, one after the other.
    pub fn films(&self) -> &[Arc<Film>] {
        &self.films
    }

    /// How many frames there are to step through, at least one.
    pub fn frame_count(&self) -> usize {
        self.films.iter().map(|film| film.frames.len()).sum::<usize>() - self.skipped
    }

    /// Film and frame of a turn, from 0; beyond the last = the last.
    pub fn at(&self, turn: usize) -> (&Arc<Film>, usize) {
        let mut frame = turn.min(self.frame_count() - 1) + self.skipped;
        let mut film = &self.films[0];
        for next in &self.films[1..] {
            if frame < film.frames.len() {
                break;
            }
            frame -= film.frames.len();
            film = next;
        }
        (film, frame)
    }
}

/// See [`super::Lens::nothing`].
pub(super) fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    input.pair.is_none().then_some("waits for two bodies that touch, or select two and watch them.")
}

/// The lens `sat`.
pub(super) fn sat(input: &LensInput<'_>, list: &mut DrawList) {
    draw("sat", input, list);
}

/// The lens `minkowski`.
pub(super) fn minkowski(input: &LensInput<'_>, list: &mut DrawList) {
    draw("minkowski", input, list);
}

fn draw(lens: &str, input: &LensInput<'_>, list: &mut DrawList) {
    let Some(overlay) = Overlay::of(lens, input) else { return };
    let (film, frame) = overlay.at(input.turn);
    ghosts(input, &film.specimen, list);
    film.over_scene(frame, film.specimen.size() > NAMED_FROM_PX * input.metres_per_px, list);
}

/// Dashed outlines of both shapes where the algorithm saw them, when the step has moved them on since by more than a
/// point.
fn ghosts(input: &LensInput<'_>, specimen: &Specimen, list: &mut DrawList) {
    let Some((a, b)) = input.pair.map(pair::in_engine_order) else { return };
    let sides = [(a, Side::A), (b, Side::B)];
    let moved = |then: Pose, now: Pose, shape: &Shape| {
        let far = |&p: &Vec2| (then.transform_point(p) - now.transform_point(p)).length() > input.metres_per_px;
        shape.convex().points.iter().any(far)
    };
    let have_moved = sides.iter().any(|&(id, side)| {
        let sample = specimen.side(side);
        input.stage.world().body(id.body).is_some_and(|body| moved(sample.pose, body.pose, &sample.shape))
    });
    if !have_moved {
        return;
    }
    for (_, side) in sides {
        let radius = specimen.side(side).shape.convex().radius;
        match specimen.points(side).as_slice() {
            [center] => list.circle(Role::Projection, *center, radius),
            points => list.outline(Role::Projection, path::flattened(points, radius, 0.5 * input.metres_per_px)),
        }
    }
}
