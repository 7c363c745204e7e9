//! Titles, reasons and cards of the clipping microscope.

use super::names::{name_of, part_of};
use super::over_time::count;
use super::reel::{ClipMoment, ClipReel, Finder};
use crate::draw::quantity::length;
use crate::engine::narrow::clip::{PointReason, ReferenceChoice};
use crate::engine::narrow::{Feature, FeatureId};
use crate::lens::microscope::{Card, Line, Part, PartKind, Quantity, Side, Specimen, Unit};

/// "edge 2 of crate": as SAT and the names of contact points call it.
pub(super) fn face_name(specimen: &Specimen, part: Part) -> String {
    let side = if part.kind == PartKind::EdgeA { Side::A } else { Side::B };
    format!("edge {} of {}", part.first, specimen.side(side).name)
}

fn ordinal(i: usize) -> &'static str {
    if i == 0 { "first" } else { "second" }
}

impl ClipReel {
    /// The card's title and the few words under the small picture.
    pub(super) fn title(&self, specimen: &Specimen, index: usize) -> (String, String) {
        let words = |title: String, short: &str| (title, short.to_owned());
        match self.moments[index] {
            ClipMoment::Start => words(format!("The normal comes from {}", self.finder.name()), "normal"),
            ClipMoment::Faces => words("The face of each that looks most along the normal".into(), "two faces"),
            ClipMoment::Reference => {
                let face = self.face_parts().map_or_else(String::new, |[reference, _]| face_name(specimen, reference));
                words(format!("The reference face is {face}"), "reference")
            }
            ClipMoment::Beside => words("Nothing lies over the reference face".into(), "beside"),
            ClipMoment::Side(i) => {
                let verb = if self.cuts[i].cut.is_some() { "cuts" } else { "leaves the incident face whole" };
                words(format!("The {} side plane {verb}", ordinal(i)), if self.cuts[i].cut.is_some() { "cut" } else { "whole" })
            }
            ClipMoment::Point(i) if self.cuts.is_empty() => {
                words("Two corners, or a corner and a face: one point".into(), if self.points[i].kept { "one point" } else { "too far" })
            }
            ClipMoment::Point(i) => match self.points[i].reason {
                PointReason::Near => words(format!("The {} end is near enough: kept", ordinal(i)), "kept"),
                PointReason::TooFar => words(format!("The {} end is too far: dropped", ordinal(i)), "dropped"),
                PointReason::SamePlace => words(format!("The {} end lies where the other does: dropped", ordinal(i)), "dropped"),
            },
            ClipMoment::Name(i) => words(format!("Its name: {}", name_of(self.points[i].point.feature)), "name"),
            ClipMoment::Result => words(self.outcome(), "result"),
        }
    }

    pub(super) fn reason(&self, specimen: &Specimen, index: usize) -> String {
        match self.moments[index] {
            ClipMoment::Start if self.seam.is_some() => self.seam_reason(),
            ClipMoment::Start if self.points.is_empty() && self.found.manifold.count > 0 => {
                "Such a pair can only touch in one point, and the closed form knows it already.".into()
            }
            ClipMoment::Start if self.points.is_empty() => {
                "The gap is wider than the margin, so no point can be near enough and clipping does not run.".into()
            }
            ClipMoment::Start => "A normal says how two shapes touch, not where. A stack of boxes needs two points at each joint, or it would rock on one.".into(),
            ClipMoment::Faces => "Of each shape the face whose normal agrees best with the contact's normal: only these two can touch.".into(),
            ClipMoment::Reference => self.choice_reason(specimen),
            ClipMoment::Beside => "The incident face lies wholly outside the side planes, so the faces have nothing in common: one point remains, where the corners are nearest.".into(),
            ClipMoment::Side(i) => match self.cuts[i].cut {
                Some(_) => format!(
                    "One end lies {} outside the plane and the other behind it. The face is cut where it crosses: t is the share of the way from the outer end.",
                    length(self.cuts[i].outside[i])
                ),
                None => "Both ends lie behind the plane, so nothing is cut.".into(),
            },
            ClipMoment::Point(_) if self.cuts.is_empty() => {
                "No two faces lie along each other: the deepest corner decides, and one point is all there is.".into()
            }
            ClipMoment::Point(i) => self.point_reason(specimen, i),
            ClipMoment::Name(i) => self.name_reason(i),
            ClipMoment::Result => self.end_reason(),
        }
    }

    /// What the world knows of the neighbours, and the pair alone does not.
    fn seam_reason(&self) -> String {
        let Some(seam) = &self.seam else { return String::new() };
        let finder = seam.alone.0.name();
        let hidden = format!(
            "For the pair alone {finder} gives a normal that looks out of an edge or corner which a flush neighbour hides: nothing can hit it there (an internal edge)."
        );
        let then = if seam.has_edge {
            "The pair is measured again along the visible edge beside it."
        } else {
            "The edges beside it are hidden too, so there is no contact: the neighbour has it."
        };
        format!("{hidden} {then}")
    }

    fn choice_reason(&self, specimen: &Specimen) -> String {
        let Some((faces, [reference, incident])) = self.faces.as_ref().zip(self.face_parts()) else { return String::new() };
        let (reference, incident) = (face_name(specimen, reference), face_name(specimen, incident));
        match faces.choice {
            ReferenceChoice::Normal => {
                format!("The contact's normal is the normal of {reference}. It will not move; {incident} is cut against it.")
            }
            ReferenceChoice::Longer => format!(
                "Both faces are nearly parallel, so either would do. Here {reference} is no shorter, and is taken in every step: a choice that flips would lose the impulses of the last step."
            ),
            ReferenceChoice::SeparatesBetter => format!(
                "Both faces are nearly parallel and {reference} is the shorter one, but {incident} would see the shapes deeper in each other by more than the bias."
            ),
        }
    }

    fn point_reason(&self, specimen: &Specimen, i: usize) -> String {
        let looked = &self.points[i];
        let gap = looked.point.separation;
        let way = if gap < 0.0 { "below" } else { "above" };
        let state = format!("This end of the cut face lies {} {way} the reference face", length(gap.abs()));
        let (margin, put) = (length(specimen.options.margin), "The point is put midway between both surfaces");
        match looked.reason {
            PointReason::Near => format!("{state}, nearer than the margin of {margin}. {put}."),
            PointReason::TooFar => {
                format!("{state}, farther than the margin of {margin}: it cannot touch in this step. {put}, half as high.")
            }
            PointReason::SamePlace => "Both ends of what is left lie in one place: the deeper one is enough.".into(),
        }
    }

    fn name_reason(&self, i: usize) -> String {
        let id = self.points[i].point.feature;
        let why = match (id.of_a(), id.of_b()) {
            (Feature::Vertex(_), Feature::Vertex(_)) => "Two corners make this point.",
            _ => {
                "The corner that lies further in names the point, together with the face it lies over. That says nothing about which face was the reference, so the name survives when that flips."
            }
        };
        let lasts = self
            .over_time
            .as_ref()
            .map(|t| format!(" The scene's next {} steps have it {} times.", t.to_come.len(), count(&t.to_come, id)));
        format!("{why} In the next step the impulses of the same name are the start of the search.{}", lasts.unwrap_or_default())
    }

    fn end_reason(&self) -> String {
        let count = self.found.manifold.count;
        let kept = self.points.iter().filter(|point| point.kept).count();
        if self.seam.is_some() && count < kept {
            return "A point that does not lie over the visible edge is left out: it is the neighbour's.".into();
        }
        if self.seam.is_some() && self.points.is_empty() {
            return "A flush neighbour hides all that the pair touches.".into();
        }
        match (count, self.points.is_empty()) {
            (0, true) => "The narrow phase ended before clipping.".into(),
            (0, false) => "Every end was farther away than the margin.".into(),
            (1, true) => "A circle touches in one point, whatever it lies on.".into(),
            (1, false) => "One point carries a push, but no torque of its own: the shapes can roll over it.".into(),
            _ => "Two points carry a push and a torque: a box can stand on them. More are never needed in the plane.".into(),
        }
    }

    pub(super) fn card(&self, specimen: &Specimen, index: usize) -> Card {
        let lines = match self.moments[index] {
            ClipMoment::Start => self.start_lines(specimen),
            ClipMoment::Faces => self.slant_lines(specimen),
            ClipMoment::Reference | ClipMoment::Beside => self.reference_lines(specimen),
            ClipMoment::Side(i) => self.cut_lines(specimen, i),
            ClipMoment::Point(i) => self.point_lines(specimen, i),
            ClipMoment::Name(i) => self.name_lines(self.points[i].point.feature),
            ClipMoment::Result => self.result_lines(specimen),
        };
        Card { lines }
    }

    fn start_lines(&self, specimen: &Specimen) -> Vec<Line> {
        let separation = if self.seam.is_some() { "separation of the pair alone" } else { "separation" };
        let mut lines = vec![
            Line::new("n = ").vector("n", specimen.turned(self.normal), Unit::None, &[Part::of(PartKind::Normal)]),
            Line::value(separation, self.found.separation, Unit::Length, &[]),
            Line::value("margin", specimen.options.margin, Unit::Length, &[]),
        ];
        if let Some(seam) = &self.seam {
            lines.insert(
                1,
                Line::new("n of the pair alone = ").vector("n of the pair alone", specimen.turned(seam.alone.1), Unit::None, &[]),
            );
        }
        lines
    }

    fn slant_lines(&self, specimen: &Specimen) -> Vec<Line> {
        let Some(faces) = &self.faces else { return Vec::new() };
        let parts = [Part::nth(PartKind::EdgeA, faces.faces[0]), Part::nth(PartKind::EdgeB, faces.faces[1])];
        let line = |side: usize, letter: &str, sign: &str| {
            let name = face_name(specimen, parts[side]);
            Line::new(format!("{name}: |n{letter} × {sign}n| = ")).quantity(
                format!("slant of {letter}"),
                faces.slants[side],
                Unit::None,
                &[parts[side]],
            )
        };
        vec![line(0, "A", ""), line(1, "B", "−")]
    }

    fn reference_lines(&self, specimen: &Specimen) -> Vec<Line> {
        let (Some(faces), Some([reference, _])) = (&self.faces, self.face_parts()) else { return Vec::new() };
        let gap = |side: usize, kind: PartKind, letter: &str| {
            let symbol = format!("separation over {letter}");
            Line::new(format!("{symbol} = ")).quantity(symbol, faces.separations[side], Unit::Length, &[Part::nth(kind, faces.faces[side])])
        };
        vec![
            gap(0, PartKind::EdgeA, "A"),
            gap(1, PartKind::EdgeB, "B"),
            Line::new("its normal ").vector("reference normal", specimen.turned(faces.normal), Unit::None, &[reference]),
            Line::new("from ").vector("start", specimen.at(faces.reference[0]), Unit::Length, &[reference]).text(" to ").vector(
                "end",
                specimen.at(faces.reference[1]),
                Unit::Length,
                &[reference],
            ),
        ]
    }

    fn cut_lines(&self, specimen: &Specimen, i: usize) -> Vec<Line> {
        let cut = &self.cuts[i];
        let plane = [Part::nth(PartKind::Plane, i)];
        let outer = Quantity::new("d₀", cut.outside[i], Unit::Length, &plane);
        let inner = Quantity::new("d₁", cut.outside[1 - i], Unit::Length, &plane);
        let mut lines = vec![
            Line::new("plane through ").vector("plane", specimen.at(cut.at), Unit::Length, &plane),
            Line::new("outwards ").vector("outward", specimen.turned(cut.outward), Unit::None, &plane),
            Line::new("outside by d₀ = ").number(outer.clone()).text(", d₁ = ").number(inner.clone()),
        ];
        if let Some(t) = cut.cut {
            let start = Line::new("t = d₀ / (d₀ − d₁) = ").number(outer.clone()).text(" / (").number(outer);
            lines.push(start.minus(inner).text(") = ").quantity("t", t, Unit::Share, &plane));
        }
        let ends = Line::new("left: ").vector("left start", specimen.at(cut.left[0]), Unit::Length, &plane);
        lines.push(ends.text(" to ").vector("left end", specimen.at(cut.left[1]), Unit::Length, &plane));
        lines
    }

    fn point_lines(&self, specimen: &Specimen, i: usize) -> Vec<Line> {
        let point = &self.points[i].point;
        let part = [Part::nth(PartKind::Point, i)];
        let than = if point.separation <= specimen.options.margin { " ≤ margin = " } else { " > margin = " };
        vec![
            Line::new("separation = ").quantity("separation", point.separation, Unit::Length, &part).text(than).quantity(
                "margin",
                specimen.options.margin,
                Unit::Length,
                &[],
            ),
            Line::new("point, midway ").vector("point", specimen.at(point.position), Unit::Length, &part),
        ]
    }

    fn name_lines(&self, id: FeatureId) -> Vec<Line> {
        let number = |feature: Feature| match feature {
            Feature::Vertex(i) | Feature::Face(i) => i as f32,
        };
        let word = |feature: Feature| if matches!(feature, Feature::Vertex(_)) { "vertex " } else { "edge " };
        let side = |letter: &str, side: Side, feature: Feature| {
            let quantity = Quantity::new(format!("feature of {letter}"), number(feature), Unit::Count, &[part_of(side, feature)]);
            Line::new(format!("of {letter}: {}", word(feature))).number(quantity)
        };
        let mut lines = vec![side("A", Side::A, id.of_a()), side("B", Side::B, id.of_b()), Line::new(format!("id = {:#06x}", id.0))];
        let Some(t) = &self.over_time else { return lines };
        for (steps, which, symbols) in
            [(&t.past[..], "last", ["past steps with it", "past steps"]), (&t.to_come[..], "next", ["steps with it", "steps"])]
        {
            let [there, all] = [(symbols[0], count(steps, id)), (symbols[1], steps.len())];
            if all.1 > 0 {
                let number = |(symbol, n): (&str, usize)| Quantity::new(symbol, n as f32, Unit::Count, &[]);
                lines.push(
                    Line::new("there in ").number(number(there)).text(format!(" of the {which} ")).number(number(all)).text(" steps"),
                );
            } else {
                lines.push(Line::new("the run begins here: the name has no past"));
            }
        }
        lines
    }

    fn result_lines(&self, specimen: &Specimen) -> Vec<Line> {
        let manifold = &self.found.manifold;
        let mut lines = vec![Line::value("points", manifold.count as f32, Unit::Count, &[])];
        if manifold.count == 0 {
            return lines;
        }
        lines.push(Line::new("normal = ").vector("normal", specimen.turned(manifold.normal), Unit::None, &[Part::of(PartKind::Normal)]));
        for point in manifold.points() {
            let place = self.points.iter().position(|looked| looked.kept && looked.point == *point).unwrap_or(0);
            let part = [Part::nth(PartKind::Point, place)];
            let gap = Quantity::new("separation", point.separation, Unit::Length, &part);
            lines.push(Line::new(format!("{}: ", name_of(point.feature))).number(gap));
            lines.push(Line::new("  at ").vector("point", specimen.at(point.position), Unit::Length, &part));
        }
        if self.finder == Finder::ClosedForm && self.points.is_empty() {
            lines.push(Line::new("from the closed form"));
        }
        lines
    }
}
