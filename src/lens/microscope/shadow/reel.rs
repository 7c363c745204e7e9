//! The moments of finding shadows.

use super::run::Found;
use crate::lens::microscope::film::FrameGroup;
use crate::light::outline::{Form, OutlineStep};

/// One picture; the number is that of the lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The edges of all parts.
    Parts,
    /// Inner edges are gone.
    Cancelled,
    /// Edges face the lamp or turn away.
    Faces(usize),
    /// Arcs are cut where they turn away.
    Tangents(usize),
    /// One pass over the edges adds up the counters of the vertices.
    Counters(usize),
    /// Vertices that kept theirs.
    Kept(usize),
    /// The same in two passes.
    Neighbours(usize),
    /// Sides of shadow volumes.
    Volumes(usize),
    /// What is dark.
    Dark(usize),
    /// All lamps.
    Result,
}

impl Moment {
    pub fn lamp(self) -> Option<usize> {
        use Moment::*;
        match self {
            Parts | Cancelled | Result => None,
            Faces(lamp) | Tangents(lamp) | Counters(lamp) | Kept(lamp) | Neighbours(lamp) | Volumes(lamp) | Dark(lamp) => Some(lamp),
        }
    }
}

/// The film.
pub(super) struct ShadowReel {
    pub run: Found,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
    /// The body whose counters are told.
    pub body: u32,
}

impl ShadowReel {
    pub fn new(run: Found) -> ShadowReel {
        use Moment::*;
        let has_arcs = run.outlines.edges.iter().any(|edge| matches!(edge.form, Form::Arc { .. }));
        let mut moments = vec![Parts, Cancelled];
        let mut groups = vec![FrameGroup { name: "Outlines".into(), from: 0, is_hollow: false }];
        for (lamp, of) in run.lamps.iter().enumerate() {
            groups.push(FrameGroup { name: of.name.clone(), from: moments.len(), is_hollow: false });
            moments.push(Faces(lamp));
            if has_arcs {
                moments.push(Tangents(lamp));
            }
            moments.extend([Counters(lamp), Kept(lamp), Neighbours(lamp), Volumes(lamp), Dark(lamp)]);
        }
        groups.push(FrameGroup { name: "All".into(), from: moments.len(), is_hollow: false });
        moments.push(Result);
        let body = most_cancelled(&run);
        ShadowReel { run, moments, groups, body }
    }
}

/// The body with the most inner edges; else the one with the most edges, the first among equals.
fn most_cancelled(run: &Found) -> u32 {
    let count = |body: u32| {
        let inner = run.outline_steps.iter().filter(|s| matches!(s, OutlineStep::Cancelled { body: b, .. } if *b == body)).count();
        (inner, run.outlines.edges.iter().filter(|edge| edge.body == body).count())
    };
    let all = run.poses.iter().map(|(body, _)| *body);
    all.rev().max_by_key(|body| count(*body)).unwrap_or(0)
}
