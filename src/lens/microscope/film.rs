//! All steps of one algorithm on one specimen, as frames.
//!
//! A film is made by running the engine's own function with a recording probe ([`crate::engine::probe`]); stepping
//! forwards or back is only another index. The picture of a frame depends on the film and the index alone, so n steps
//! forward and n back give the same marks.

use super::{Card, Dial, Part, PartKind, Question, Recorded, Side, Specimen};
use crate::draw::projection::{bounds, fit};
use crate::draw::quantity::subscript;
use crate::draw::{DrawList, Mark, Primitive, Role, Sheet, View};
use crate::engine::math::{Vec2, max};
use crate::lens::bodies;
use crate::scene::stage::Stage;

/// One picture of the film.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What happens, in a few words: the card's title.
    pub heading: String,
    /// The same in one to three words: under the small picture.
    pub short: String,
    /// Iteration of the algorithm, from 0: frames of one iteration stand together.
    pub iteration: usize,
    /// Why, in a sentence or two.
    pub reason: String,
    /// Formulas with live numbers.
    pub card: Card,
    /// Marker of the source line that ran ("gjk.support"), see [`super::source`]; empty when the frame shows what no
    /// line of this step has made.
    pub line: &'static str,
}

/// The recorded steps of one run, and how to draw them. Each microscope has one kind.
pub trait Reel: Send + Sync {
    /// Draws a frame: what the algorithm knows at this moment, on the sheets of its microscope. The two bodies are
    /// drawn already.
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList);

    /// What may be asked at a frame about the next one.
    fn questions(&self, specimen: &Specimen, frame: usize) -> Vec<Question>;

    /// What part of the world its first view shows; `None` = the two shapes.
    fn world_view(&self, _aspect: f32) -> Option<View> {
        None
    }

    /// What of the world its pictures take up beside the two shapes, lower left and upper right corner.
    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        None
    }

    /// What part of another sheet is shown; `None` = all that any frame draws there.
    fn sheet_view(&self, _sheet: Sheet, _aspect: f32) -> Option<View> {
        None
    }

    /// The frame of another microscope that a frame stands for, when the film is composed of others.
    fn inside(&self, _frame: usize) -> Option<Inside> {
        None
    }

    /// Headers over frames that stand together, in order; none for most films.
    fn groups(&self) -> &[FrameGroup] {
        &[]
    }

    /// What is lit together with a part, beside the part itself and what it is made of: the bodies of a matrix's row.
    fn related(&self, _part: Part) -> Vec<Part> {
        Vec::new()
    }

    /// What a part is called, told where the pointer is on it; `None` where the picture says so or it has no name.
    fn name_of(&self, _part: Part) -> Option<String> {
        None
    }

    /// What the engine's probe recorded, for a trace ([`super::trace`]); `None` where a film keeps its frames alone.
    fn recorded(&self, _specimen: &Specimen) -> Option<Recorded> {
        None
    }
}

/// A frame of another microscope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Id of that microscope.
    pub microscope: &'static str,
    /// Which of its frames.
    pub frame: usize,
    /// True when the frame is that very one; false when it is only the nearest to look on from.
    pub is_same: bool,
}

/// Frames that stand together under a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameGroup {
    /// What the header says.
    pub name: String,
    /// Number of the first of its frames; it reaches to the next group.
    pub from: usize,
    /// True when what it stands for did not run.
    pub is_hollow: bool,
}

/// A microscope: what it is called and how it makes its films.
#[derive(Clone, Copy)]
pub struct Microscope {
    /// Id in files and on the command line.
    pub id: &'static str,
    /// Name on its tab.
    pub name: &'static str,
    /// One line: what it shows.
    pub explanation: &'static str,
    /// The sheet of its second view.
    pub space: Sheet,
    /// What that view is called, with `A` and `B` for the names of the two.
    pub space_title: &'static str,
    /// The sheet that the film strip shows in small.
    pub thumbnail: Sheet,
    /// What the chart shows; `None` without one.
    pub chart_title: Option<&'static str>,
    /// Which handles it has beside the shapes.
    pub dials: &'static [Dial],
    /// What it looks at.
    pub subject: Subject,
    /// Runs the engine's function and keeps every step.
    pub film: fn(&Specimen) -> Film,
}

/// What a microscope looks at.
#[derive(Clone, Copy)]
pub enum Subject {
    /// The shapes of a pair.
    Shapes,
    /// The bodies of a pair as wholes.
    Bodies,
    /// Something of the scene itself, if it has that. Without it such a microscope takes a pair like any other.
    Scene {
        /// Whether the scene has it.
        is_there: fn(&Stage) -> bool,
        /// What the scene lacks otherwise, and how it gets that, in words.
        lack: &'static str,
    },
}

/// All frames of one run.
pub struct Film {
    /// Which microscope made it.
    pub microscope: &'static Microscope,
    /// What lies under it.
    pub specimen: Specimen,
    /// The frames, at least one.
    pub frames: Vec<Frame>,
    /// How the run ended, in one sentence.
    pub outcome: String,
    /// The contact normal of the result, world, from A to B, where the algorithm has one.
    pub normal: Option<Vec2>,
    /// Signed gap of the rounded shapes, metres, where the algorithm finds one.
    pub separation: Option<f32>,
    /// How to draw the frames.
    pub reel: Box<dyn Reel>,
}

impl Film {
    /// A film whose result is no contact: it has neither a normal nor a separation.
    pub fn without_contact(
        microscope: &'static Microscope,
        specimen: &Specimen,
        frames: Vec<Frame>,
        outcome: String,
        reel: impl Reel + 'static,
    ) -> Film {
        Film { microscope, specimen: specimen.clone(), frames, outcome, normal: None, separation: None, reel: Box::new(reel) }
    }

    /// Number of the last frame.
    pub fn last(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    /// The frame of a number; beyond the last = the last.
    pub fn frame(&self, index: usize) -> &Frame {
        &self.frames[index.min(self.last())]
    }

    /// What is asked at a frame about the next one: its first question. Nothing is asked at the last frame.
    pub fn question(&self, index: usize) -> Option<Question> {
        if index >= self.last() {
            return None;
        }
        self.reel.questions(&self.specimen, index).into_iter().next()
    }

    /// First frame of the iteration after that of `index`; the last frame when there is none.
    pub fn next_turn(&self, index: usize) -> usize {
        let iteration = self.frame(index).iteration;
        (index..self.frames.len()).find(|&i| self.frames[i].iteration > iteration).unwrap_or(self.last())
    }

    /// First frame of this iteration, or of the one before when `index` is the first of its iteration.
    pub fn previous_turn(&self, index: usize) -> usize {
        let index = index.min(self.last());
        let target = if index > 0 && self.frames[index - 1].iteration == self.frames[index].iteration {
            self.frames[index].iteration
        } else {
            self.frames[index.saturating_sub(1)].iteration
        };
        (0..=index).find(|&i| self.frames[i].iteration == target).unwrap_or(0)
    }

    /// The frame of another microscope that a frame stands for.
    pub fn inside(&self, index: usize) -> Option<Inside> {
        self.reel.inside(index.min(self.last()))
    }

    /// Where a frame of another microscope stands in this film: the very one, else the last one before it.
    pub fn place_of(&self, microscope: &str, frame: usize) -> Option<usize> {
        let places = (0..self.frames.len()).filter_map(|index| Some((index, self.reel.inside(index)?)));
        let own = places.filter(|(_, inside)| inside.microscope == microscope && inside.frame <= frame);
        own.max_by_key(|&(index, inside)| (inside.frame, inside.is_same, std::cmp::Reverse(index))).map(|(index, _)| index)
    }

    /// The header over a frame.
    pub fn group_of(&self, index: usize) -> Option<&FrameGroup> {
        self.reel.groups().iter().rev().find(|group| group.from <= index)
    }

    /// The name of the header over a frame, where the frame's own heading does not begin with it.
    pub fn group_words(&self, index: usize) -> Option<&str> {
        let name = self.group_of(index)?.name.as_str();
        Some(name).filter(|name| !self.frame(index).heading.starts_with(name))
    }

    /// The marks of a frame; what is `lit` gets a halo.
    pub fn picture(&self, index: usize, lit: &[Part], list: &mut DrawList) {
        let from = list.marks.len();
        list.sheet = Sheet::World;
        if self.specimen.has_pair() || self.specimen.is_held_by_world() {
            for (side, role) in [(Side::A, Role::BodyA), (Side::B, Role::BodyB)] {
                let sample = self.specimen.side(side);
                bodies::shape(list, role, &sample.shape, sample.pose);
            }
        }
        if self.specimen.has_pair() {
            vertices(self, list);
        }
        self.reel.draw(&self.specimen, index.min(self.last()), list);
        list.sheet = Sheet::World;
        if !lit.is_empty() {
            let with = lit.iter().flat_map(|&part| self.reel.related(part));
            light(list, from, &lit.iter().copied().chain(with).collect::<Vec<_>>());
        }
    }

    /// What a part is called that the picture has no name on.
    pub fn name_of(&self, part: Part) -> Option<String> {
        self.reel.name_of(part)
    }

    /// The marks of a frame over a scene that has drawn the two bodies already: in the world, and in the space of
    /// differences. The vertices are left out where they would crowd (`with_vertices`).
    pub fn over_scene(&self, index: usize, with_vertices: bool, list: &mut DrawList) {
        let from = list.marks.len();
        if with_vertices {
            vertices(self, list);
        }
        self.reel.draw(&self.specimen, index.min(self.last()), list);
        list.sheet = Sheet::World;
        // Edges that are there to be pointed at would stand doubled beside a body that has moved on.
        let is_outline = |mark: &Mark| {
            let of_edge = mark.tag.and_then(Part::from_tag).is_some_and(|part| matches!(part.kind, PartKind::EdgeA | PartKind::EdgeB));
            of_edge && matches!(mark.role, Role::BodyA | Role::BodyB)
        };
        let mut number = 0;
        list.marks.retain(|mark| {
            number += 1;
            number <= from || matches!(mark.sheet, Sheet::World | Sheet::Difference) && !is_outline(mark)
        });
    }

    /// What else stands around the pair in the scene, faint.
    pub fn surroundings(&self, list: &mut DrawList) {
        // Of a body that a joint holds to the world, the other shapes of the body.
        let role = if self.specimen.is_held_by_world() { Role::BodyA } else { Role::GridAxis };
        for (shape, pose) in self.specimen.around.iter() {
            bodies::shape(list, role, shape, *pose);
        }
    }

    /// A view of a sheet that holds all frames, so that stepping does not move the camera. `None` when the sheet
    /// stays empty.
    pub fn view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        if sheet == Sheet::World {
            return Some(self.reel.world_view(aspect).unwrap_or_else(|| self.world_view(aspect)));
        }
        if let Some(view) = self.reel.sheet_view(sheet, aspect) {
            return Some(view);
        }
        let mut all = DrawList::default();
        for index in 0..self.frames.len() {
            self.picture(index, &[], &mut all);
        }
        // Shaded regions and support lines reach as far as they like: they are context.
        all.marks.retain(|mark| sheet != Sheet::Difference || !matches!(mark.role, Role::Region | Role::Projection | Role::Bound));
        if sheet == Sheet::Difference {
            return fit(&all, sheet, aspect).map(|view| View { height: view.height * 0.85, ..view });
        }
        let (low, high) = bounds(&all, |mark| mark.sheet == sheet)?;
        let size = (high - low).max(Vec2::splat(1e-3));
        // Words stand beside the marks: beside a chart far more of them than beside a ruler, whose words stand in its
        // rows.
        let room = if sheet == Sheet::Chart { Vec2::new(1.62, 1.45) } else { Vec2::new(1.12, 1.06) };
        let height = max(size.y * room.y, size.x * room.x / max(aspect, 1e-3));
        // The names of its lines, at the right, are longer than the numbers at the left.
        let aside = if sheet == Sheet::Chart { Vec2::new(0.09 * size.x, 0.0) } else { Vec2::ZERO };
        Some(View { center: 0.5 * (low + high) + aside, height })
    }

    /// Both shapes, where they move with their ways; of one that is much larger only the part near the other.
    fn world_view(&self, aspect: f32) -> View {
        let s = &self.specimen;
        let moves = self.microscope.dials.contains(&Dial::Motion);
        let way = if moves { s.motion(Side::A).travel.length() + s.motion(Side::B).travel.length() } else { 0.0 };
        let bounds = |side: Side| {
            let (start, shape) = (s.side(side).shape.core_aabb(s.side(side).pose), &s.side(side).shape);
            if moves { start.union(shape.core_aabb(s.sweep(side).pose_at(1.0))) } else { start }
        };
        let (a, b) = (bounds(Side::A), bounds(Side::B));
        // Shapes that are far apart for their size (a point and a segment) need the room between them, too. A
        // separation may only be a lower bound of it.
        let (gap, between) = (max(self.separation.unwrap_or(0.0), 0.0), (b.min - a.max).max(a.min - b.max).max(Vec2::ZERO).length());
        let (center, reach) = (s.center(), Vec2::splat(max(1.6 * s.size() + between, 1.5 * gap) + way));
        let whole = s.held_body().map_or(a, |body| body.union(a));
        let low = whole.min.min(b.min).max(center - reach);
        let high = whole.max.max(b.max).min(center + reach);
        let size = high - low;
        let height = max(max(size.y * 1.45, size.x * 1.4 / max(aspect, 1e-3)), 1e-3);
        let Some([beside_low, beside_high]) = self.reel.world_bounds() else { return View { center: 0.5 * (low + high), height } };
        let (low, high) = (low.min(beside_low), high.max(beside_high));
        let size = high - low;
        View { center: 0.5 * (low + high), height: max(max(size.y * 1.2, size.x * 1.36 / max(aspect, 1e-3)), 1e-3) }
    }
}

/// The vertices of both cores, each tagged; none where the film looks at the scene or at bodies as wholes.
fn vertices(Film { microscope, specimen, .. }: &Film, list: &mut DrawList) {
    /// With more vertices than this, names would cover the shape.
    const MOST_NAMED: usize = 12;
    if !matches!(microscope.subject, Subject::Shapes) {
        return;
    }
    list.sheet = Sheet::World;
    for (side, role, offset) in [(Side::A, Role::BodyA, -1.0), (Side::B, Role::BodyB, 1.0)] {
        let points = specimen.points(side);
        let middle = points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / points.len().max(1) as f32;
        for (i, &at) in points.iter().enumerate() {
            let list = &mut list.of(vertex(side, i));
            list.dot(role, at, if points.len() <= MOST_NAMED { 3.0 } else { 2.0 });
            if points.len() <= MOST_NAMED {
                let out = crate::engine::math::direction(at - middle).map_or(Vec2::new(offset, -offset), |(unit, _)| unit);
                let letter = if side == Side::A { 'a' } else { 'b' };
                list.label(role, at, -9.0 * out, 2, format!("{letter}{}", subscript(i)));
            }
        }
    }
}

/// The part that a core vertex is.
pub fn vertex(side: Side, index: usize) -> Part {
    Part::nth(if side == Side::A { PartKind::VertexA } else { PartKind::VertexB }, index)
}

/// Puts halos behind the marks (from number `from` on) of what is lit. They come first, so that they lie under the
/// marks.
fn light(list: &mut DrawList, from: usize, lit: &[Part]) {
    let is_lit = |mark: &Mark| mark.tag.and_then(Part::from_tag).is_some_and(|part| lit.iter().any(|l| l.lights(part)));
    let halos: Vec<Mark> = list.marks[from..].iter().filter(|m| is_lit(m)).filter_map(halo).collect();
    // Behind the overlays, before the bodies' fill: the halo of a line is wider than the line.
    let at = list.marks[from..].iter().position(|m| m.tag.is_some()).map_or(list.marks.len(), |i| from + i);
    list.marks.splice(at..at, halos);
}

fn halo(mark: &Mark) -> Option<Mark> {
    let primitive = match &mark.primitive {
        Primitive::Label { .. } => return None,
        Primitive::Dot { at, radius_px } | Primitive::Ring { at, radius_px } | Primitive::Cross { at, radius_px } => {
            Primitive::Dot { at: *at, radius_px: radius_px + 6.0 }
        }
        other => other.clone(),
    };
    Some(Mark { role: Role::Lit, sheet: mark.sheet, primitive, tag: None })
}

/// Outline of B moved by a world vector: where the algorithm would push it.
pub fn ghost(specimen: &Specimen, shift: Vec2, list: &mut DrawList) {
    let sample = &specimen.b;
    let pose = crate::engine::math::Pose { position: sample.pose.position + shift, ..sample.pose };
    bodies::shape(list, Role::Preview, &sample.shape, pose);
}
