//! What may be asked about clipping: how many points, which face decides, what a plane cuts off, how deep, whose
//! corner.

use super::reel::{ClipMoment, ClipReel, Finder, Looked};
use crate::draw::quantity::length;
use crate::engine::narrow::Feature;
use crate::engine::narrow::clip::ReferenceChoice;
use crate::lens::microscope::{AnswerKind, Choice, Question, Specimen};

impl ClipReel {
    pub(super) fn ask(&self, specimen: &Specimen, frame: usize) -> Vec<Question> {
        let next = self.moments.get(frame + 1);
        let asked = match (self.moments[frame], next) {
            (ClipMoment::Start, Some(_)) => self.ask_count(),
            (ClipMoment::Faces, Some(ClipMoment::Reference)) => self.ask_reference(specimen),
            (_, Some(ClipMoment::Side(0))) => self.ask_cut(),
            (_, Some(ClipMoment::Point(i))) if !self.cuts.is_empty() => self.ask_depth(*i),
            (ClipMoment::Point(i), Some(ClipMoment::Name(_))) => ask_name(&self.points[i]),
            _ => None,
        };
        asked.into_iter().collect()
    }

    fn ask_count(&self) -> Option<Question> {
        let right = ["0 points", "1 point", "2 points"][self.found.manifold.count.min(2)];
        let all = [
            ("0 points", "Something is nearer than the margin, and that is enough for a point."),
            ("1 point", "One point is right where only a corner or a round part touches, or where just one end is near enough."),
            ("2 points", "Two points need two ends that are both nearer than the margin and lie apart."),
        ];
        let why = match (self.finder, self.found.manifold.count) {
            (Finder::ClosedForm, 1) if self.points.is_empty() => "A circle touches anything in one point.",
            (_, 0) => "Nothing is nearer than the margin.",
            (_, 1) => "Only one end of what both faces share is near enough, or they share no face at all.",
            _ => "Both ends of what the faces share are nearer than the margin.",
        };
        Question::choose("clip.count", "How many contact points will there be?", Choice::among(&all, right), why)
    }

    fn ask_reference(&self, specimen: &Specimen) -> Option<Question> {
        let (faces, parts) = self.faces.as_ref().zip(self.face_parts())?;
        let name = |i: usize| super::words::face_name(specimen, parts[i]);
        let (belief, why) = match faces.choice {
            ReferenceChoice::Normal => (
                "Length decides only between faces that are nearly parallel; here the normal belongs to the other.",
                "The contact's normal is this face's own normal.",
            ),
            ReferenceChoice::Longer => (
                "Both are nearly parallel: then the longer one decides, and of equal ones A's, so that nothing flips.",
                "Of two nearly parallel faces the longer is taken, in every step.",
            ),
            ReferenceChoice::SeparatesBetter => (
                "It is longer, but the other separates the shapes better by more than the bias.",
                "It is shorter, but sees the shapes less deep in each other by more than the bias.",
            ),
        };
        let choices = vec![Choice::right(name(0)).at(parts[0]), Choice::wrong(name(1), belief).at(parts[1])];
        Question::choose("clip.reference", "Which of the two becomes the reference face? Click it.", choices, why)
    }

    fn ask_cut(&self) -> Option<Question> {
        const ENDS: [&str; 3] = ["none of its ends", "one of its ends", "both of its ends"];
        let cut: Vec<f32> = self.cuts.iter().enumerate().filter(|(_, c)| c.cut.is_some()).map(|(i, c)| c.outside[i]).collect();
        let all = [
            (ENDS[0], "An end that lies beyond the reference face's own end is outside its side plane."),
            (ENDS[1], "A face that is cut on one side only sticks out there and ends short on the other."),
            (ENDS[2], "For that both ends would have to lie beyond the ends of the reference face."),
        ];
        let why = match cut.as_slice() {
            [] => "Neither end lies outside a side plane.".to_owned(),
            [one] => format!("One end lies {} outside its side plane, the other inside.", length(*one)),
            _ => "Both ends lie outside their side planes.".to_owned(),
        };
        Question::choose(
            "clip.cut",
            "What will the two side planes cut off the incident face?",
            Choice::among(&all, ENDS[cut.len().min(2)]),
            why,
        )
    }

    fn ask_depth(&self, i: usize) -> Option<Question> {
        let right = self.points[i].point.separation;
        Some(Question {
            id: "clip.depth",
            prompt: "How far does the next end lie over the reference face, in metres (negative: below it)?".into(),
            kind: AnswerKind::Number { right, tolerance: (0.15 * right.abs()).max(4e-3), unit: "m" },
            why: "The signed gap is measured along the reference face's normal, from its surface to the incident one's.".into(),
        })
    }
}

/// Whose corner names the point?
fn ask_name(looked: &Looked) -> Option<Question> {
    const OF_A: &str = "a corner of A over a face of B";
    const OF_B: &str = "a corner of B over a face of A";
    const BOTH: &str = "two corners";
    let id = looked.point.feature;
    let right = match (id.of_a(), id.of_b()) {
        (Feature::Vertex(_), Feature::Face(_)) => OF_A,
        (Feature::Face(_), Feature::Vertex(_)) => OF_B,
        (Feature::Vertex(_), Feature::Vertex(_)) => BOTH,
        _ => return None,
    };
    let all = [
        (OF_A, "At this end A's corner lies farther out than B's: B's corner is the one over a face."),
        (OF_B, "At this end B's corner lies farther out than A's: it was cut off by the side plane."),
        (BOTH, "Two corners name a point only where the shapes share no face."),
    ];
    let why = "The corner that lies further in is the one that really touches; the other shape offers its face there.";
    Question::choose("clip.name", "Which features will name the point?", Choice::among(&all, right), why)
}
