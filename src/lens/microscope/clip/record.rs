//! What clipping leaves in a trace: the choice of faces, each cut, each point; of a closed form its nearest points.

use super::super::trace::{number, vector, word};
use super::reel::{ClipMoment, ClipReel};
use crate::engine::math::Vec2;
use crate::engine::narrow::closed_form::PairStep;
use crate::lens::microscope::{Recorded, Specimen};
use serde_json::{Value, json};

impl ClipReel {
    pub(super) fn record(&self, specimen: &Specimen) -> Recorded {
        let s = specimen;
        let closed: Vec<Value> = self.closed.iter().map(|pair| closed_form(s, pair)).collect();
        let faces: Vec<Value> = self.faces.iter().map(|f| {
            json!({ "phase": "faces", "reference_is_a": f.reference_is_a, "reference": ends(s, f.reference), "incident": ends(s, f.incident),
                "normal": vector(s.turned(f.normal)), "faces": f.faces, "separations": f.separations.map(number), "slants": f.slants.map(number), "choice": word(f.choice) })
        }).collect();
        let cuts = self.cuts.iter().map(|c| {
            json!({ "phase": "side", "at": vector(s.at(c.at)), "outward": vector(s.turned(c.outward)), "left": ends(s, c.left),
                "outside": c.outside.map(number), "cut": c.cut.map(number) })
        });
        let points = self.points.iter().map(|p| {
            json!({ "phase": "point", "position": vector(s.at(p.point.position)), "separation": number(p.point.separation), "kept": p.kept, "reason": word(p.reason) })
        });
        let (of_faces, of_cuts) = (closed.len(), closed.len() + faces.len());
        let of_points = of_cuts + self.cuts.len();
        let of_frame = |moment: &ClipMoment| match *moment {
            ClipMoment::Start if !closed.is_empty() => Some(0),
            ClipMoment::Start | ClipMoment::Beside | ClipMoment::Result => None,
            ClipMoment::Faces | ClipMoment::Reference => Some(of_faces),
            ClipMoment::Side(i) => Some(of_cuts + i),
            ClipMoment::Point(i) | ClipMoment::Name(i) => Some(of_points + i),
        };
        let of_frame = self.moments.iter().map(of_frame).collect();
        let manifold = &self.found.manifold;
        let deepest = manifold.points().iter().map(|p| p.separation).reduce(f32::min);
        Recorded {
            of_frame,
            outcome: if manifold.count > 0 { "contact" } else { "no_contact" }.into(),
            separation: Some(deepest.unwrap_or(self.found.separation)),
            normal: (manifold.count > 0).then(|| s.turned(manifold.normal)),
            points_by: Some(s.narrow_phase),
            steps: closed.into_iter().chain(faces).chain(cuts).chain(points).collect(),
            ..Recorded::default()
        }
    }
}

fn ends(s: &Specimen, local: [Vec2; 2]) -> Value {
    local.iter().map(|&end| vector(s.at(end))).collect()
}

fn closed_form(s: &Specimen, pair: &PairStep) -> Value {
    json!({ "phase": "closed_form", "point_a": vector(s.at(pair.point_a)), "point_b": vector(s.at(pair.point_b)),
        "normal": vector(s.turned(pair.normal)), "separation": number(pair.separation) })
}
