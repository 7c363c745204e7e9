//! The moment at which two bodies that bounce meet within a sub-step.
//!
//! The normal of an impact is that of the moment at which the surfaces meet. Small round bodies turn about each other
//! on the way of a sub-step: found where the sub-step ends, discs of 5 cm at 3 m/s part 3° beside the exact direction.
//! So contacts that are about to bounce are measured
//! again, at times that approach the moment from both sides:
//!
//! ```text
//!  gap │╲                     apart:    the gap, over the fastest that they can close, is time that surely passes
//!      │ ╲                    overlap:  back by the overlap over the speed at which it grows (Newton), or half way
//!    0 ┼──╲──────┬──▶ t                 when the bodies part already: they have passed each other
//!      │   ╲     │
//!      │    ╲____│ h
//! ```

use super::future::{Future, Measured, PointSearch, Search};
use super::list::SubstepList;
use super::meeting::{LookAhead, MEETING};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, max, min};
use crate::engine::narrow::batch::NarrowBatch;
use crate::engine::narrow::{Manifold, NarrowAnswer};
use crate::engine::solver::block::place;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::uncolored::UncoloredContacts;
use crate::engine::tuning;

/// Times that a contact is measured, at most. Discs need three or four.
const MEASUREMENTS: usize = 8;
/// Gap or overlap at which they meet, metres: the moment is as exact as that of a fast pair. Larger: the normal of
/// small discs is off (1 mm: 1° for 5 cm).
const MET: f32 = MEETING.tolerance;

/// A contact whose moment is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Its place among those that are measured in this sub-step.
    measured: u32,
    /// How far ahead its moment is searched, seconds.
    until: f32,
    /// Fastest that any of its points can close, m/s.
    fastest: f32,
    /// They are apart until then, and overlap from then on, as far as is known, seconds.
    bracket: [f32; 2],
    /// When it was last measured.
    at: f32,
    /// What was found then, metres.
    separation: f32,
    /// How fast the gap closed then, m/s.
    closing: f32,
    /// When it is measured, and where its bodies are then.
    asked_at: f32,
    future: Future,
}

impl Meeting {
    /// When to measure next, seconds; `None` when the moment is found, or lies beyond what is searched.
    fn next(&self) -> Option<f32> {
        let Meeting { bracket: [apart, overlap], at, separation, .. } = *self;
        if separation.abs() <= MET || overlap <= apart {
            return None;
        }
        if separation > 0.0 {
            // Up to half a tolerance beyond the time that surely passes, or it would never be reached.
            let sure = at + (separation + 0.5 * MET) / self.fastest;
            let newton = if self.closing > 0.0 { at + separation / self.closing } else { sure };
            // Between known sides Newton is faster than what is sure.
            let next = if overlap.is_finite() { newton } else { sure };
            let next = if next < overlap { next } else { 0.5 * (apart + overlap) };
            return (next <= self.until).then_some(next);
        }
        let newton = at + separation / self.closing;
        if self.closing > 0.0 { Some(max(newton, apart)) } else { Some(0.5 * (apart + overlap)) }
    }

    /// Takes over what was found when it was asked.
    fn take(&mut self, answer: &NarrowAnswer) {
        (self.at, self.separation) = (self.asked_at, answer.separation);
        self.closing = closing_speed(&self.future, answer);
        self.bracket[usize::from(answer.separation <= 0.0)] = self.at;
    }
}

/// How fast the gap of an answer closes where the bodies are then, m/s: at the deepest point, along the axis.
fn closing_speed(future: &Future, answer: &NarrowAnswer) -> f32 {
    let Future { moved: [a, b], frames: [frame, _], centers, .. } = future;
    let normal = frame.rotation.rotate(answer.axis);
    let speed = |at: Vec2| normal.dot(a.velocity_at(at - centers[0]) - b.velocity_at(at - centers[1]));
    let points = answer.manifold.points();
    let deepest = points.iter().min_by(|p, q| p.separation.total_cmp(&q.separation));
    deepest.map_or(0.0, |point| speed(frame.transform_point(point.position)))
}

impl PointSearch<'_> {
    /// Measures contacts that are about to bounce again, at the moment at which they meet; those that do not meet stay
    /// as they were measured.
    pub(super) fn find_meetings(
        &self,
        (list, rows): (&SubstepList, &UncoloredContacts),
        bodies: &[Float4Pair],
        batch: &mut NarrowBatch,
        (near, met): (&[Search], &mut [Measured]),
        meetings: &mut Vec<Meeting>,
    ) {
        meetings.clear();
        for (measured, (one, near)) in (0..).zip(met.iter().zip(near)) {
            let contact = &list.contacts[one.index as usize];
            let touched = near.ahead.apart != Vec2::ZERO || contact.lane.is_some_and(|lane| rows.has_impulse(lane));
            if !touched && list.surfaces[one.index as usize].restitution >= tuning::BOUNCY {
                meetings.extend(self.meeting_of((measured, one), near.ahead.seconds, list, bodies));
            }
        }
        for _ in 0..MEASUREMENTS {
            meetings.retain(|meeting| {
                // What does not meet in this sub-step gets no rows with the normal of an earlier moment.
                met[meeting.measured as usize].meets &= meeting.separation <= MET || meeting.next().is_some();
                meeting.next().is_some()
            });
            if meetings.is_empty() {
                return;
            }
            self.measure_again(list, bodies, batch, met, meetings);
        }
    }

    /// What is known of a contact that was measured `soon` seconds ahead and bounces; `None` when it will not meet in
    /// this sub-step, or too slowly to bounce.
    fn meeting_of(&self, (measured, one): (u32, &Measured), soon: f32, list: &SubstepList, bodies: &[Float4Pair]) -> Option<Meeting> {
        let h = self.settings.substep_seconds();
        if one.separation > 0.0 && soon >= h {
            return None;
        }
        let (block, lane) = place(one.index as usize);
        let slack = &list.slacks[block];
        let now = slack.slots(lane).map(|slot| SolverBody::at(bodies, slot));
        let between = one.future.centers[1] - one.future.centers[0];
        let fastest = self.tables.fastest_closing(slack.slots(lane), &now, between);
        let mut meeting = Meeting {
            measured,
            until: if self.settings.continuous { h } else { soon },
            fastest,
            bracket: [0.0, f32::INFINITY],
            at: 0.0,
            separation: 0.0,
            closing: 0.0,
            asked_at: soon,
            future: one.future,
        };
        meeting.take(&NarrowAnswer { manifold: one.manifold, separation: one.separation, axis: one.manifold.normal });
        (fastest > self.settings.restitution_threshold).then_some(meeting)
    }

    /// Measures all of them once more, each at its next time.
    fn measure_again(
        &self,
        list: &SubstepList,
        bodies: &[Float4Pair],
        batch: &mut NarrowBatch,
        met: &mut [Measured],
        meetings: &mut [Meeting],
    ) {
        batch.clear();
        for meeting in meetings.iter_mut() {
            let index = met[meeting.measured as usize].index as usize;
            let (block, lane) = place(index);
            let slots = list.slacks[block].slots(lane);
            meeting.asked_at = min(meeting.next().unwrap_or(meeting.until), meeting.until);
            let ahead = LookAhead { seconds: meeting.asked_at, apart: Vec2::ZERO, meets: false };
            meeting.future = self.future(slots, slots.map(|slot| SolverBody::at(bodies, slot)), ahead);
            let mut query = self.asked(list.contacts[index].proxies, &meeting.future);
            query.exact = max(query.exact, meeting.fastest * self.settings.substep_seconds());
            batch.push(query);
        }
        let answers = self.tables.collide(self.settings.narrow_settings(), batch);
        for (meeting, answer) in meetings.iter_mut().zip(answers) {
            meeting.take(answer);
            let one = &mut met[meeting.measured as usize];
            if answer.separation <= MET && answer.manifold.count > 0 {
                (one.future, one.manifold, one.separation) = (meeting.future, touching(answer.manifold), answer.separation);
            }
        }
    }
}

/// Points that meet to within [`MET`] touch.
fn touching(mut manifold: Manifold) -> Manifold {
    for point in &mut manifold.points[..manifold.count] {
        if point.separation <= MET {
            point.separation = min(point.separation, 0.0);
        }
    }
    manifold
}
