//! Clipping under the microscope: two faces in, up to two contact points out, each with a name that lasts.
//!
//! ```text
//!        |   incident   |            the normal names a face of A and one of B; one of them becomes the reference face,
//!     q1 +.             |            the other is cut at its two side planes, and what is left is kept where it is nearer
//!        |  `-._        |            than the margin; the names of the points (feature ids) are what the next step knows
//!   p0 --+------`-.-----+-- p1       them by
//! ```
//! The steps are those of [`crate::engine::narrow::clip::clip`], as [`crate::engine::narrow::collide_within`] ran it
//! after the world's narrow phase. The names over the steps, past and to come, are those of the running scene's own
//! contact.

mod names;
mod over_time;
mod picture;
mod questions;
mod record;
mod reel;
mod words;

pub(super) use names::name_of;

use super::of_scene::with_later_gap;
use super::{Dial, Film, Frame, Microscope, Part, PartKind, Question, Recorded, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::clip::{ClipStep, PointReason, ReferenceChoice};
use crate::engine::narrow::internal_edges::HiddenEdgeStep;
use crate::engine::narrow::{NarrowAnswer, NarrowPhase, NarrowStep, collide_within, epa, gjk, sat};
use crate::engine::probe::NoProbe;
use reel::{ClipMoment, ClipReel, Cut, Faces, Finder, Looked, Seam};

/// The microscope.
pub const CLIP: Microscope = Microscope {
    id: "clip",
    name: "Clipping",
    explanation: "Where two shapes touch: one face is cut at the side planes of the other, and what is near enough becomes contact points.",
    space: Sheet::Diagram,
    space_title: "Seen along the reference face",
    thumbnail: Sheet::Diagram,
    chart_title: Some("names of the points over the steps of the scene"),
    dials: &[Dial::Margin],
    subject: Subject::Shapes,
    film,
};

/// What a frame tells of: the parts of this film, as the pipeline takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chapter {
    Faces,
    Points,
    Names,
}

/// Runs the whole narrow phase on the specimen and shows its last part.
pub fn film(specimen: &Specimen) -> Film {
    film_and_chapters(specimen).0
}

/// The film, and what each of its frames tells of.
pub(super) fn film_and_chapters(specimen: &Specimen) -> (Film, Vec<Chapter>) {
    let s = specimen;
    let mut steps: Vec<NarrowStep> = Vec::new();
    let found = collide_within(&s.a.shape, &s.b.shape, s.pose_b_in_a(), s.narrow_phase, s.reach(), &mut steps);
    let (manifold, again) = s.without_hidden_edges(found.manifold);
    let alone = beginning(s, &steps);
    let seam = again.iter().rposition(|step| matches!(step, HiddenEdgeStep::Again(_)));
    let seam = seam.map(|last| (last, Seam { alone, has_edge: matches!(again[last], HiddenEdgeStep::Again(Some(_))) }));
    let (finder, normal) = match seam.map(|(last, _)| &again[last]) {
        Some(HiddenEdgeStep::Again(Some(normal))) => (Finder::VisibleEdge, *normal),
        _ => alone,
    };
    let mut reel = ClipReel {
        finder,
        normal,
        faces: None,
        cuts: Vec::new(),
        points: Vec::new(),
        closed: None,
        found: NarrowAnswer { manifold, ..found },
        seam: seam.map(|(_, seam)| seam),
        moments: vec![ClipMoment::Start],
        over_time: over_time::of(s),
    };
    for step in again.into_iter().skip(seam.map_or(0, |(last, _)| last)) {
        if let HiddenEdgeStep::Clip(step) = step {
            reel.take(step);
        }
    }
    for step in steps {
        match step {
            NarrowStep::Clip(step) if seam.is_none() => reel.take(step),
            NarrowStep::Pair(step) => reel.closed = Some(step),
            _ => {}
        }
    }
    reel.moments.push(ClipMoment::Result);
    let deepest = manifold.points().iter().map(|p| p.separation).reduce(f32::min);
    let chapters = reel.moments.iter().map(|moment| match moment {
        ClipMoment::Start | ClipMoment::Faces | ClipMoment::Reference => Chapter::Faces,
        ClipMoment::Name(_) => Chapter::Names,
        _ => Chapter::Points,
    });
    let chapters = chapters.collect();
    let film = Film {
        microscope: &CLIP,
        specimen: s.clone(),
        frames: with_later_gap(s, (0..reel.moments.len()).map(|i| reel.frame(s, i)).collect()),
        outcome: reel.outcome(),
        normal: Some(s.turned(if manifold.count > 0 { manifold.normal } else { normal })),
        separation: Some(deepest.unwrap_or(found.separation)),
        reel: Box::new(reel),
    };
    (film, chapters)
}

/// Who found the normal, and which: what the engine handed to clipping.
fn beginning(s: &Specimen, steps: &[NarrowStep]) -> (Finder, Vec2) {
    let told = steps.iter().rev().find_map(|step| match step {
        NarrowStep::Side(step) => Some((Finder::SegmentSide, step.normal)),
        NarrowStep::Pair(step) => Some((Finder::ClosedForm, step.normal)),
        _ => None,
    });
    if let Some(told) = told {
        return told;
    }
    let (a, b, pose) = (s.core_a(), s.core_b(), s.pose_b_in_a());
    if s.narrow_phase == NarrowPhase::Sat {
        return (Finder::Sat, sat::separate(a, b, pose, s.reach().exact, &mut NoProbe).normal);
    }
    let apart = gjk::distance(a, b, pose, &mut NoProbe);
    if apart.outcome != gjk::GjkOutcome::Overlap {
        return (Finder::Gjk, apart.normal);
    }
    (Finder::Epa, epa::penetration(a, b, pose, &apart, &mut NoProbe).normal)
}

impl ClipReel {
    fn take(&mut self, step: ClipStep) {
        match step {
            ClipStep::Faces { reference_is_a, reference, incident, normal, faces, separations, slants, choice } => {
                self.faces = Some(Faces { reference_is_a, reference, incident, normal, faces, separations, slants, choice });
                self.moments.extend([ClipMoment::Faces, ClipMoment::Reference]);
            }
            ClipStep::Side { at, outward, left, outside, cut } => {
                self.moments.push(ClipMoment::Side(self.cuts.len()));
                self.cuts.push(Cut { at, outward, left, outside, cut });
            }
            ClipStep::Point { point, kept, reason } => {
                if self.faces.is_some() && self.cuts.is_empty() {
                    self.moments.push(ClipMoment::Beside);
                }
                self.moments.push(ClipMoment::Point(self.points.len()));
                if kept {
                    self.moments.push(ClipMoment::Name(self.points.len()));
                }
                self.points.push(Looked { point, kept, reason });
            }
        }
    }

    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (heading, short) = self.title(specimen, index);
        let reason = self.reason(specimen, index);
        let (iteration, line) = match self.moments[index] {
            ClipMoment::Start => (0, "clip.faces"),
            ClipMoment::Faces => (1, "clip.reference"),
            ClipMoment::Reference => (1, self.choice_marker()),
            ClipMoment::Beside => (2, "clip.beside"),
            ClipMoment::Side(0) => (2, "clip.side_start"),
            ClipMoment::Side(_) => (2, "clip.side_end"),
            ClipMoment::Point(_) if self.cuts.is_empty() => (3, "clip.single"),
            ClipMoment::Point(i) => (3 + i, point_marker(self.points[i].reason)),
            ClipMoment::Name(i) if self.cuts.is_empty() => (3 + i, "clip.single"),
            ClipMoment::Name(i) => (3 + i, "clip.feature"),
            ClipMoment::Result if self.cuts.is_empty() => (5, "clip.single"),
            ClipMoment::Result => (5, "clip.result"),
        };
        Frame { heading, short, iteration, reason, card: self.card(specimen, index), line }
    }

    fn choice_marker(&self) -> &'static str {
        match self.faces.as_ref().map(|f| f.choice) {
            Some(ReferenceChoice::Normal) => "clip.by_normal",
            Some(_) => "clip.by_length",
            None => "clip.reference",
        }
    }

    fn outcome(&self) -> String {
        match (self.found.manifold.count, self.points.is_empty(), self.finder) {
            (0, true, _) if self.seam.is_some() => "Only hidden edges touch: no contact".into(),
            (0, ..) if self.seam.is_some() => "Nothing touches the visible edge: no contact".into(),
            (0, true, _) => "Too far apart: nothing is clipped and there is no contact".into(),
            (0, false, _) => "No point is near enough: no contact".into(),
            (1, _, Finder::ClosedForm) if self.points.is_empty() => "One point, from a closed form: nothing to clip".into(),
            (1, ..) => "One contact point".into(),
            _ => "Two contact points".into(),
        }
    }

    /// The faces as parts: reference first, incident second.
    fn face_parts(&self) -> Option<[Part; 2]> {
        let faces = self.faces.as_ref()?;
        let parts = [Part::nth(PartKind::EdgeA, faces.faces[0]), Part::nth(PartKind::EdgeB, faces.faces[1])];
        Some(if faces.reference_is_a { parts } else { [parts[1], parts[0]] })
    }
}

fn point_marker(reason: PointReason) -> &'static str {
    match reason {
        PointReason::Near => "clip.keep",
        PointReason::TooFar => "clip.near",
        PointReason::SamePlace => "clip.same_place",
    }
}

impl Reel for ClipReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        self.draw_frame(specimen, frame, list);
    }

    fn recorded(&self, specimen: &Specimen) -> Option<Recorded> {
        Some(self.record(specimen))
    }

    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        self.ask(specimen, frame)
    }
}
