//! A ray that bodies reflect: each reflection with its normal and both angles.

use crate::draw::labels::STAYS;
use crate::draw::quantity::{angle, counted, number};
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, Vec2, max, perp, sin_cos};
use crate::engine::shape::Shape;
use crate::lens::bodies;
use crate::lens::microscope::{AnswerKind, Line, Part, PartKind, Question, Unit};
use crate::scene::plane_curves::{Leg, RAY_REACH, Reflection};

/// How far about the legs of a ray its bodies are shown, sizes of the legs.
const NEAR: f32 = 0.6;

/// A ray of the scene.
pub(super) struct Mirrors {
    pub from: Vec2,
    pub legs: Vec<Leg>,
    /// One for each leg that ends at a body.
    pub reflections: Vec<Reflection>,
    /// Reflections after which it ends.
    pub bounces: u32,
    /// Shapes of the bodies that it meets.
    pub bodies: Vec<(Shape, Pose)>,
    /// Those of all others, which it passes by.
    pub others: Vec<(Shape, Pose)>,
}

impl Mirrors {
    /// True when the ray is reflected at this place; else it has been reflected often enough, and ends there.
    fn goes_on(&self, k: usize) -> bool {
        k < self.bounces as usize
    }

    pub fn outcome(&self) -> String {
        let count = self.reflections.len().min(self.bounces as usize);
        let end = match self.reflections.get(count) {
            Some(last) => format!("and ends at {}", last.body),
            None => "and goes on for ever".into(),
        };
        format!("Reflected {}, {end}", counted(count, "time", "times"))
    }

    pub fn heading(&self, k: usize) -> String {
        let body = &self.reflections[k].body;
        if self.goes_on(k) { format!("Reflection {} at {body}", k + 1) } else { format!("The ray ends at {body}") }
    }

    pub fn reason(&self, k: usize) -> String {
        if !self.goes_on(k) {
            return format!("It has been reflected {} times, as often as it is told to: at the next body it ends.", self.bounces);
        }
        "The part of the direction along the normal is turned round, the part along the surface stays: d′ = d − 2 (d · n) n. So both angles to the normal are equal, and the direction keeps its length.".into()
    }

    pub fn lines(&self, k: usize) -> Vec<Line> {
        let own = [Part::nth(PartKind::Point, k)];
        let Reflection { point, normal, incoming, outgoing, .. } = &self.reflections[k];
        let [before, after] = self.reflections[k].angles();
        let mut lines = vec![
            Line::new("at ").vector("point", *point, Unit::Length, &own),
            Line::new("incoming d = ").vector("d", *incoming, Unit::None, &own),
            Line::new("normal n = ").vector("n", *normal, Unit::None, &own),
            Line::new("d · n = ").quantity("d · n", incoming.dot(*normal), Unit::None, &own),
            Line::new("angle of incidence ").quantity("in", before, Unit::Angle, &own),
        ];
        if self.goes_on(k) {
            lines.push(Line::new("outgoing d′ = d − 2 (d · n) n = ").vector("d′", *outgoing, Unit::None, &own));
            lines.push(Line::new("angle of reflection ").quantity("out", after, Unit::Angle, &own));
        }
        lines
    }

    /// Where the ray is, leg by leg.
    pub fn legs_lines(&self) -> Vec<Line> {
        let one = |(k, leg): (usize, &Leg)| {
            let line = Line::new(format!("leg {}: ", k + 1));
            match &leg.hit {
                Some((body, _)) => line.quantity("length", (leg.to - leg.from).length(), Unit::Length, &[]).text(format!(", to {body}")),
                None => line.text("hits nothing"),
            }
        };
        self.legs.iter().enumerate().take(8).map(one).collect()
    }

    /// By what angle from the normal does the ray leave?
    pub fn ask(&self, k: usize) -> Option<Question> {
        let reflection = self.reflections.get(k).filter(|_| self.goes_on(k))?;
        let [before, _] = reflection.angles();
        // The angle that the ray turns by is what one must not mistake it for.
        let turned = 180.0 - 2.0 * before.to_degrees();
        Some(Question {
            id: "curves.reflect",
            prompt: format!(
                "The next body is {}: d · n = {} there. How many degrees from the normal does the ray leave?",
                reflection.body,
                number(reflection.incoming.dot(reflection.normal))
            ),
            kind: AnswerKind::Number { right: before.to_degrees(), tolerance: 3.0, unit: "°" },
            why: format!("cos of the angle is −d · n, before and after; the ray itself turns by {}°.", number(turned)),
        })
    }

    /// What is worth a view: the ends of the legs, and of the bodies as much as lies about the legs.
    pub fn surroundings(&self) -> Vec<Vec2> {
        let ends = self.legs.iter().filter(|leg| (leg.to - leg.from).length() < 0.9 * RAY_REACH).map(|leg| leg.to);
        let ends: Vec<Vec2> = [self.from].into_iter().chain(ends).collect();
        let Some(of_legs) = Aabb::around(ends.iter().copied()) else { return ends };
        // A room is shown whole; of a floor that goes on for ever only what is near.
        let near = of_legs.grown(NEAR * max(of_legs.size().x, of_legs.size().y));
        let bodies = self.bodies.iter().flat_map(|(shape, pose)| {
            let around = shape.aabb(*pose);
            [around.min, around.max].map(|corner| corner.max(near.min).min(near.max))
        });
        ends.iter().copied().chain(bodies).collect()
    }

    /// Legs up to a reflection, all without one.
    pub fn world(&self, now: Option<usize>, reach: f32, list: &mut DrawList) {
        let shown = now.map_or(self.legs.len(), |k| k + 1);
        // Those in view: what it passes by explains a way as well as what it meets.
        let view = Aabb::around(self.surroundings());
        let others = self.others.iter().filter(|(shape, pose)| view.is_some_and(|view| view.overlaps(shape.aabb(*pose))));
        others.for_each(|(shape, pose)| bodies::shape(list, Role::Body, shape, *pose));
        self.bodies.iter().for_each(|(shape, pose)| bodies::shape(list, Role::BodyB, shape, *pose));
        list.dot(Role::Curve(0), self.from, 4.0);
        for (k, leg) in self.legs.iter().enumerate().take(shown) {
            list.line(Role::Curve(0), leg.from, leg.to);
            if let Some(reflection) = self.reflections.get(k) {
                let list = &mut list.of(Part::nth(PartKind::Point, k));
                list.dot(Role::Contact, reflection.point, if now == Some(k) { 5.0 } else { 3.0 });
                list.arrow(Role::SeparatingAxis, reflection.point, reflection.point + 0.1 * reach * reflection.normal);
            }
        }
        if let Some((k, reflection)) = now.and_then(|k| Some((k, self.reflections.get(k)?))).filter(|(k, _)| self.goes_on(*k)) {
            list.of(Part::nth(PartKind::Point, k)).arrow(
                Role::Prediction,
                reflection.point,
                reflection.point + 0.2 * reach * reflection.outgoing,
            );
        }
    }

    /// A reflection close up, with the surface level and the normal upwards, in a box of a size.
    pub fn close_up(&self, k: usize, size: Vec2, list: &mut DrawList) {
        let Some(reflection) = self.reflections.get(k) else { return };
        let foot = Vec2::new(0.5 * size.x, 0.18 * size.y);
        let reach = 0.62 * size.y;
        let along = -perp(reflection.normal);
        let seen = |way: Vec2| Vec2::new(way.dot(along), way.dot(reflection.normal));
        list.line(Role::BodyB, Vec2::new(0.0, foot.y), Vec2::new(size.x, foot.y));
        list.label(Role::BodyB, Vec2::new(0.0, foot.y), Vec2::new(8.0, -14.0), STAYS, reflection.body.clone());
        let list = &mut list.of(Part::nth(PartKind::Point, k));
        list.arrow(Role::SeparatingAxis, foot, foot + Vec2::new(0.0, 1.08 * reach));
        list.label(Role::SeparatingAxis, foot + Vec2::new(0.0, 1.08 * reach), Vec2::new(10.0, 4.0), 6, "n");
        let from = foot - reach * seen(reflection.incoming);
        list.arrow(Role::Curve(0), from, foot);
        list.label(Role::Curve(0), from, Vec2::new(0.0, 12.0), 7, "d");
        let [before, after] = reflection.angles();
        let side = if seen(reflection.incoming).x > 0.0 { 1.0 } else { -1.0 };
        arc(foot, 0.42 * reach, -side * before, Role::Curve(0), list);
        label_of(foot, 0.52 * reach, -side * before, angle(before), Role::Curve(0), list);
        if self.goes_on(k) {
            let to = foot + reach * seen(reflection.outgoing);
            list.arrow(Role::Prediction, foot, to);
            list.label(Role::Prediction, to, Vec2::new(0.0, 12.0), 7, "d′");
            arc(foot, 0.42 * reach, side * after, Role::Prediction, list);
            label_of(foot, 0.52 * reach, side * after, angle(after), Role::Prediction, list);
        }
    }
}

/// An arc from upright by an angle, positive to the right.
fn arc(foot: Vec2, radius: f32, by: f32, role: Role, list: &mut DrawList) {
    const PIECES: usize = 16;
    let point = |k: usize| {
        let (sin, cos) = sin_cos(by * k as f32 / PIECES as f32);
        foot + radius * Vec2::new(sin, cos)
    };
    list.polyline(role, (0..=PIECES).map(point));
}

/// Words in the middle of an arc; beside it where the arc is too narrow for them.
fn label_of(foot: Vec2, radius: f32, by: f32, words: String, role: Role, list: &mut DrawList) {
    let (sin, cos) = sin_cos(0.5 * by);
    let right = if by < 0.0 { -1.0 } else { 1.0 };
    let at = foot + max(radius, 1e-3) * Vec2::new(sin, cos);
    list.label(role, at, Vec2::new(right * 14.0, 2.0), 8, words);
}
