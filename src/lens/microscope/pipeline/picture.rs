//! Pictures of the pipeline: the composed films' own marks, each space fitted into one box, and the row of stages
//! below.
//!
//! ```text
//!   ●────●────◉    ○────○    ○    ○    ○      ● passed   ◉ here   ○ spared   · to come
//!   3    new  5                                under each the one number that matters
//!   tests     axes
//! ```

use super::reel::{HALF, Inset, PipelineMoment, PipelineReel, PipelineStage, Source};
use super::run::Fate;
use super::words::{earlier, names};
use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Mark, Primitive, Role, Sheet, View};
use crate::engine::math::{Vec2, max};
use crate::lens::boxes::corners;
use crate::lens::microscope::clip::name_of;
use crate::lens::microscope::{Part, PartKind, Specimen};

/// Distance of two stages in the row, units of the chart.
const STEP: f32 = 1.0;

/// The box, or the row of stages.
pub(super) fn view(sheet: Sheet, aspect: f32) -> Option<View> {
    let aspect = max(aspect, 1e-3);
    match sheet {
        Sheet::Diagram => Some(View { center: Vec2::new(0.0, 0.06), height: max(2.36 * HALF.y, 2.1 * HALF.x / aspect) }),
        Sheet::Chart => Some(View { center: Vec2::new(4.0 * STEP, -0.08), height: max(1.8, 9.1 * STEP / aspect) }),
        _ => None,
    }
}

impl PipelineReel {
    pub(super) fn draw_frame(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        match self.moment(frame) {
            PipelineMoment::Of(source, inner) | PipelineMoment::Kept(source, inner) => self.composed(source, inner, list),
            PipelineMoment::Start => {
                self.boxes_in_world(Role::BoundingBox, list);
                self.table(frame, list);
            }
            PipelineMoment::Pair => {
                self.boxes_in_world(if self.found.is_pair() { Role::Contact } else { Role::Warning }, list);
                self.intervals(list);
            }
            PipelineMoment::Spared => {
                self.spared_in_world(list);
                self.table(frame, list);
            }
            PipelineMoment::Carry => {
                self.points_in_world(specimen, false, list);
                self.names(list);
            }
            PipelineMoment::Result => {
                self.points_in_world(specimen, true, list);
                self.table(frame, list);
            }
        }
        self.row(frame, list);
    }

    /// A frame of another film: its marks in the world as they are, those of its own space fitted into the box.
    fn composed(&self, source: Source, frame: usize, list: &mut DrawList) {
        let Some(film) = self.film_of(source) else { return };
        let mut inner = DrawList::default();
        film.reel.draw(&film.specimen, frame, &mut inner);
        let place = self.places[source as usize].get_or_init(|| Inset::of(film));
        for mark in &inner.marks {
            match (mark.sheet, place) {
                (Sheet::World, _) => copy(mark, &inner, None, list),
                (Sheet::Chart, _) | (_, None) => {}
                (_, Some(place)) => copy(mark, &inner, Some(*place), list),
            }
        }
        list.sheet = Sheet::Diagram;
        let difference = format!("Difference {} ⊖ {}", self.specimen.a.name, self.specimen.b.name);
        let title = if film.microscope.space == Sheet::Difference { difference } else { film.microscope.space_title.to_owned() };
        list.label(Role::QuietText, Vec2::new(0.0, HALF.y), Vec2::new(0.0, 5.0), 3, title);
    }

    /// The enlarged boxes, by which pairs are found.
    fn boxes_in_world(&self, role: Role, list: &mut DrawList) {
        list.sheet = Sheet::World;
        let names = [&self.specimen.a.name, &self.specimen.b.name];
        for ((bounds, name), kind) in self.found.verdict.boxes.into_iter().zip(names).zip([PartKind::IntervalA, PartKind::IntervalB]) {
            let list = &mut list.of(Part::nth(kind, 0));
            list.outline(role, corners(bounds));
            list.label(Role::QuietText, Vec2::new(bounds.min.x, bounds.max.y), Vec2::new(4.0, 9.0), 4, format!("box of {name}"));
        }
    }

    /// What keeps them apart where a box does: the enlarged boxes when they do not overlap, else the tight ones.
    fn spared_in_world(&self, list: &mut DrawList) {
        if !self.found.is_pair() {
            return self.boxes_in_world(Role::Warning, list);
        }
        list.sheet = Sheet::World;
        if self.found.box_gap > 0.0 {
            for sample in [&self.specimen.a, &self.specimen.b] {
                list.outline(Role::BoundingBox, corners(sample.shape.aabb(sample.pose)));
            }
        }
    }

    /// Both boxes on both axes: they overlap exactly if both pairs of intervals do.
    fn intervals(&self, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let [a, b] = self.found.verdict.boxes;
        // Of a box that is much longer only the part near the other.
        let (low, high) = (a.min.max(b.min), a.max.min(b.max));
        let room = (high - low).abs().max_element();
        for (axis, y, name) in [(0, 0.45, "x"), (1, -0.45, "y")] {
            let middle = 0.5 * (low[axis] + high[axis]);
            let reach = max(1.6 * room, 1e-6);
            let x = |value: f32| 0.92 * HALF.x * ((value - middle) / reach).clamp(-1.0, 1.0);
            list.line(Role::GridAxis, Vec2::new(-HALF.x, y), Vec2::new(HALF.x, y));
            list.label(Role::QuietText, Vec2::new(-HALF.x, y), Vec2::new(2.0, 12.0), 5, format!("along {name}"));
            for (bounds, role, kind, up) in [(a, Role::ShadowA, PartKind::IntervalA, 0.09), (b, Role::ShadowB, PartKind::IntervalB, -0.09)]
            {
                list.of(Part::nth(kind, 0)).line(role, Vec2::new(x(bounds.min[axis]), y + up), Vec2::new(x(bounds.max[axis]), y + up));
            }
            let overlap = self.found.overlap()[axis];
            let role = if overlap >= 0.0 { Role::Contact } else { Role::Warning };
            for end in [low[axis], high[axis]] {
                list.line(Role::Projection, Vec2::new(x(end), y - 0.2), Vec2::new(x(end), y + 0.2));
            }
            let words = if overlap >= 0.0 { format!("overlap {}", length(overlap)) } else { format!("gap {}", length(-overlap)) };
            list.label(role, Vec2::new(x(middle), y - 0.2), Vec2::new(0.0, -12.0), 8, words);
        }
        list.label(Role::QuietText, Vec2::new(0.0, HALF.y), Vec2::new(0.0, 5.0), 3, "Enlarged boxes on both axes");
    }

    /// One row a stage, with what has become of it so far.
    fn table(&self, frame: usize, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let here = self.moments[frame].0;
        let line = 2.0 * HALF.y / self.stages.len() as f32;
        let at = |i: usize| Vec2::new(-0.1, HALF.y - (i as f32 + 0.5) * line);
        list.line(Role::Projection, at(0), at(self.stages.len() - 1));
        for (i, stage) in self.stages.iter().enumerate() {
            let list = &mut list.of(Part::nth(PartKind::Stage, i));
            let at = at(i);
            self.dot(i, here, at, list);
            let words = if i == here { Role::Text } else { Role::QuietText };
            let room = Vec2::new(0.9 * HALF.x, line);
            list.cell(words, at, Vec2::new(-14.0, 0.0), room, stage.name.clone());
            // What a stage found is not told before one has been there.
            let is_told = i <= here && self.moment(frame) != PipelineMoment::Start;
            if is_told {
                let role = if stage.fate == Fate::Skipped { Role::QuietText } else { Role::Contact };
                list.cell(role, at, Vec2::new(14.0, 0.0), room, stage.headline.clone());
            }
        }
    }

    fn dot(&self, stage: usize, here: usize, at: Vec2, list: &mut DrawList) {
        let fate = self.stages.get(stage).map_or(Fate::Ran, |stage| stage.fate);
        match (stage <= here, fate) {
            (false, _) => list.dot(Role::QuietText, at, 2.5),
            (_, Fate::Ran) => list.dot(Role::Contact, at, 5.0),
            (_, Fate::Kept) => {
                list.ring(Role::Contact, at, 5.0);
                list.dot(Role::Contact, at, 1.5);
            }
            (_, Fate::Skipped) => list.ring(Role::QuietText, at, 4.0),
        }
        if stage == here {
            list.ring(Role::SearchDirection, at, 10.0);
        }
    }

    /// The stages side by side, the present one lit.
    fn row(&self, frame: usize, list: &mut DrawList) {
        list.sheet = Sheet::Chart;
        let here = self.moments[frame].0;
        let at = |stage: usize| Vec2::new(STEP * stage as f32, 0.0);
        let is_open = self.moment(frame) == PipelineMoment::Start;
        for i in 1..=self.stages.len() {
            // The result hangs on the solver.
            let runs = i <= here && self.stages[i.min(self.stages.len() - 1)].fate != Fate::Skipped;
            list.line(if runs { Role::Contact } else { Role::Grid }, at(i - 1), at(i));
        }
        for i in 0..=self.stages.len() {
            let list = &mut list.of(Part::nth(PartKind::Stage, i));
            let name = self.stages.get(i).map_or("Result", |stage| &stage.name);
            self.dot(i, here, at(i), list);
            let words = if i == here { Role::Text } else { Role::QuietText };
            let room = Vec2::new(0.94 * STEP, STEP);
            list.cell(words, at(i), Vec2::new(0.0, 18.0), room, name);
            // That it was spared, the hollow ring says; words would crowd the row.
            let tells = |stage: &&PipelineStage| i == here || i < here && stage.fate != Fate::Skipped;
            if let Some(stage) = self.stages.get(i).filter(tells).filter(|_| !is_open) {
                let role = if stage.fate == Fate::Ran { Role::Contact } else { Role::QuietText };
                list.cell(role, at(i), Vec2::new(0.0, -18.0), room, stage.headline.clone());
            }
        }
    }

    /// The points and what pushes there: before the step, or all of it.
    fn points_in_world(&self, specimen: &Specimen, whole_step: bool, list: &mut DrawList) {
        list.sheet = Sheet::World;
        let Some(after) = &self.found.books.after else { return };
        let impulses: Vec<f32> = after
            .points()
            .iter()
            .enumerate()
            .map(|(k, p)| match whole_step {
                true => p.normal_impulse,
                false => self.found.books.warm.get(k).copied().flatten().map_or(0.0, |[normal, _]| normal),
            })
            .collect();
        let most = impulses.iter().copied().fold(0.0, f32::max);
        for (k, (point, &impulse)) in after.points().iter().zip(&impulses).enumerate() {
            let list = &mut list.of(Part::nth(PartKind::Point, k));
            list.dot(Role::Contact, point.position, 5.0);
            let tip = point.position + after.normal * (0.5 * specimen.size() * impulse / max(most, 1e-12));
            if impulse > 0.0 {
                list.arrow(Role::Contact, point.position, tip);
            }
            list.label(Role::Contact, tip, Vec2::new(10.0, 10.0), 9, quantity(impulse, "N·s"));
        }
    }

    /// Names before and now, tied where they are the same.
    fn names(&self, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let found = &self.found;
        let old = found.books.before.as_ref().map_or(&[][..], |contact| contact.points());
        let new = names(found);
        let (left, right) = (-0.55 * HALF.x, 0.55 * HALF.x);
        let y = |i: usize| 0.35 - 0.7 * i as f32;
        list.label(Role::QuietText, Vec2::new(left, HALF.y), Vec2::new(0.0, -4.0), 5, "the step before");
        list.label(Role::QuietText, Vec2::new(right, HALF.y), Vec2::new(0.0, -4.0), 5, "this step");
        for (i, point) in old.iter().enumerate() {
            list.dot(Role::QuietText, Vec2::new(left, y(i)), 5.0);
            list.label(Role::Text, Vec2::new(left, y(i)), Vec2::new(0.0, 16.0), 7, name_of(point.feature));
            list.label(Role::QuietText, Vec2::new(left, y(i)), Vec2::new(0.0, -16.0), 6, quantity(point.warm_normal, "N·s"));
        }
        if old.is_empty() {
            list.label(Role::QuietText, Vec2::new(left, 0.0), Vec2::ZERO, 6, "no point");
        }
        for (k, &name) in new.iter().enumerate() {
            let list = &mut list.of(Part::nth(PartKind::Point, k));
            let at = Vec2::new(right, y(k));
            let partner = old.iter().position(|point| point.feature == name);
            if let Some(i) = partner {
                list.arrow(Role::Contact, Vec2::new(left, y(i)), at);
            }
            match earlier(found, name) {
                Some(_) => list.dot(Role::Contact, at, 6.0),
                None => list.ring(Role::Contact, at, 6.0),
            }
            list.label(Role::Text, at, Vec2::new(0.0, 16.0), 8, name_of(name));
            let warm = found.books.warm.get(k).copied().flatten().filter(|_| partner.is_some());
            let words = warm.map_or_else(|| "0".to_owned(), |[normal, _]| format!("Λ = {}", quantity(normal, "N·s")));
            list.label(Role::Contact, at, Vec2::new(0.0, -16.0), 7, words);
        }
    }
}

/// Puts a mark of another picture into this one, on the diagram if it has a place there.
fn copy(mark: &Mark, from: &DrawList, place: Option<Inset>, list: &mut DrawList) {
    list.sheet = if place.is_some() { Sheet::Diagram } else { mark.sheet };
    let list = &mut list.of(mark.tag);
    let at = |p: Vec2| place.map_or(p, |place| place.at(p));
    let size = |x: f32| place.map_or(x, |place| place.factor * x);
    let role = mark.role;
    match &mark.primitive {
        Primitive::Line { a, b } => list.line(role, at(*a), at(*b)),
        Primitive::Arrow { from, to } => list.arrow(role, at(*from), at(*to)),
        Primitive::Circle { center, radius } => list.circle(role, at(*center), size(*radius)),
        Primitive::Capsule { a, b, radius } => list.capsule(role, at(*a), at(*b), size(*radius)),
        Primitive::Box { center, half, rotation, rounding } => {
            let (half, rounding) = (Vec2::new(size(half.x), size(half.y)), size(*rounding));
            list.push(role, Primitive::Box { center: at(*center), half, rotation: *rotation, rounding });
        }
        // A stage of the pipeline has no room for what has no end.
        Primitive::HalfPlane { point, normal } => {
            if place.is_none() {
                list.push(role, Primitive::HalfPlane { point: *point, normal: *normal });
            }
        }
        Primitive::Polygon { points, rounding } => list.polygon(role, from.points(points).iter().map(|&p| at(p)), size(*rounding)),
        Primitive::Band { points, opacity } => list.band(role, from.points(points).iter().map(|&p| at(p)), *opacity),
        Primitive::Image { .. } => {}
        Primitive::Field { corner, cell, columns, levels } => {
            let cells = from.cells(*corner, *cell, *columns, levels);
            list.field(role, at(*corner), size(*cell), *columns, cells.levels.iter().copied());
        }
        Primitive::Outline { points } => list.outline(role, from.points(points).iter().map(|&p| at(p))),
        Primitive::Polyline { points } => list.polyline(role, from.points(points).iter().map(|&p| at(p))),
        Primitive::Dot { at: p, radius_px } => list.dot(role, at(*p), *radius_px),
        Primitive::Ring { at: p, radius_px } => list.ring(role, at(*p), *radius_px),
        Primitive::Cross { at: p, radius_px } => list.cross(role, at(*p), *radius_px),
        Primitive::Label { at: p, text, offset_px, priority, room } => {
            let room = room.map(|room| Vec2::new(size(room.x), size(room.y)));
            list.push(role, Primitive::Label { at: at(*p), text: text.clone(), offset_px: *offset_px, priority: *priority, room });
        }
    }
}
