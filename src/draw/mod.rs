//! Pictures as values. A picture is a value: a list of marks in metres, each with a meaning. No window, no engine.
//!
//! A lens writes marks with a [`Role`] (what it means), never a colour: the same thing has the same colour everywhere
//! ([`palette`]). Painters turn marks into pixels: the window's, egui's for side sheets, [`svg`] / [`png`] for figures.

pub mod axes;
mod bitmap;
pub mod chart;
pub mod contrast;
pub mod csv;
pub mod field;
pub mod fonts;
pub mod gif;
pub mod grid;
pub mod half_plane;
pub mod labels;
#[cfg(not(target_arch = "wasm32"))]
mod legend;
mod orientation;
mod paint;
pub mod palette;
pub mod path;
pub mod pdf;
pub mod pick;
pub mod plot;
pub mod png;
pub mod projection;
pub mod quantity;
pub mod raster;
mod role;
pub mod strokes;
pub mod svg;

pub use paint::{Form, Ink, Paint};
pub use role::Role;

use bitmap::Raster;
use glam::Vec2;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

/// The space a mark lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sheet {
    /// The scene, metres.
    #[default]
    World,
    /// The Minkowski difference A ⊖ B, metres, turned like the world.
    Difference,
    /// Whatever else an algorithm works in (rulers, trees, matrices), in units of its own, y up.
    Diagram,
    /// Numbers over the turns of an algorithm ([`chart`]), in a box of its own.
    Chart,
}

/// What a mark stands for, in the words of its lens: what the pointer is on ([`pick`]), what is lit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u64);

/// Places in [`DrawList::points`].
pub type Points = Range<u32>;

/// The geometry of a mark. Sizes ending in `_px` are in screen points and do not zoom; everything else is in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// A line from `a` to `b`.
    Line {
        /// Start.
        a: Vec2,
        /// End.
        b: Vec2,
    },
    /// A line with a head at `to`.
    Arrow {
        /// Tail.
        from: Vec2,
        /// Tip.
        to: Vec2,
    },
    /// A circle; filled shapes take fill and outline from their role.
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius.
        radius: f32,
    },
    /// All points within `radius` of the segment.
    Capsule {
        /// Centre of one round end.
        a: Vec2,
        /// Centre of the other.
        b: Vec2,
        /// Radius.
        radius: f32,
    },
    /// A rectangle turned by (cos, sin) and grown by `rounding`.
    Box {
        /// Centre.
        center: Vec2,
        /// Half sizes without the rounding.
        half: Vec2,
        /// Cosine and sine of its orientation.
        rotation: Vec2,
        /// Corner radius.
        rounding: f32,
    },
    /// Everything below a straight line, without end: a picture shows the part that it sees ([`half_plane`]).
    HalfPlane {
        /// A point of the line.
        point: Vec2,
        /// Unit normal, outwards.
        normal: Vec2,
    },
    /// A closed convex outline, grown by `rounding`.
    Polygon {
        /// Its vertices.
        points: Points,
        /// Corner radius.
        rounding: f32,
    },
    /// The area between two chains of points, in the fill of its role and without outline.
    Band {
        /// A point of the one chain, the point of the other that belongs to it, and so on in turn.
        points: Points,
        /// Factor on the opacity of the fill, 0 to 1.
        opacity: f32,
    },
    /// A picture of [`DrawList::pictures`] as a parallelogram.
    Image {
        /// Which.
        picture: u32,
        /// Its middle.
        center: Vec2,
        /// From the middle to the middle of its right side, and of its upper side.
        half: [Vec2; 2],
        /// Factor on its opacity, 0 to 1.
        opacity: f32,
    },
    /// Squares in rows, each in the fill of its role and as strong as its level; without outline.
    Field {
        /// Lower left corner.
        corner: Vec2,
        /// Side of a square.
        cell: f32,
        /// Squares in a row.
        columns: u32,
        /// Places in [`DrawList::levels`]: from the lower left square on, row by row; 255 is the whole fill.
        levels: Points,
    },
    /// A closed outline that is not filled.
    Outline {
        /// Its vertices.
        points: Points,
    },
    /// An open chain of lines.
    Polyline {
        /// Its vertices.
        points: Points,
    },
    /// A disc of fixed size on the screen.
    Dot {
        /// Where.
        at: Vec2,
        /// Radius in points.
        radius_px: f32,
    },
    /// A ring of fixed size on the screen.
    Ring {
        /// Where.
        at: Vec2,
        /// Radius in points.
        radius_px: f32,
    },
    /// A cross of fixed size on the screen.
    Cross {
        /// Where.
        at: Vec2,
        /// Half size in points.
        radius_px: f32,
    },
    /// A word beside a place.
    Label {
        /// The place it belongs to.
        at: Vec2,
        /// The words.
        text: String,
        /// Shift on the screen in points, x right, y up.
        offset_px: Vec2,
        /// Larger wins when labels would overlap.
        priority: u8,
        /// In a table: width and height of its place, in units of the sheet. The words are written smaller rather than
        /// leave it.
        room: Option<Vec2>,
    },
}

/// One thing on the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it means.
    pub role: Role,
    /// Where it lives.
    pub sheet: Sheet,
    /// What it looks like.
    pub primitive: Primitive,
    /// What it stands for, if anybody may ask.
    pub tag: Option<Tag>,
}

/// A picture: marks from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// The marks, first drawn first.
    pub marks: Vec<Mark>,
    /// Vertices of outlines and polygons.
    pub points: Vec<Vec2>,
    /// Pictures that images show.
    pub pictures: Vec<Arc<Raster>>,
    /// Levels of the cells of fields.
    pub levels: Vec<u8>,
    /// The sheet that the next marks go to.
    pub sheet: Sheet,
    /// What the next marks stand for; set by [`DrawList::of`].
    pub tag: Option<Tag>,
    /// Bodies lie over each other in the order of the marks; without it painters may sort them by how they draw them.
    pub ordered: bool,
}

impl DrawList {
    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.points.clear();
        self.pictures.clear();
        self.levels.clear();
        self.sheet = Sheet::World;
        self.tag = None;
        self.ordered = false;
    }

    /// The vertices of a primitive.
    pub fn points(&self, range: &Points) -> &[Vec2] {
        &self.points[range.start as usize..range.end as usize]
    }

    /// This list, while the marks that are added through it stand for `what`; then they stand for what they did before.
    pub fn of(&mut self, what: impl Into<Option<Tag>>) -> Tagged<'_> {
        let before = std::mem::replace(&mut self.tag, what.into());
        Tagged { list: self, before }
    }

    /// Adds any primitive.
    pub fn push(&mut self, role: Role, primitive: Primitive) {
        self.marks.push(Mark { role, sheet: self.sheet, primitive, tag: self.tag });
    }

    fn store(&mut self, points: impl IntoIterator<Item = Vec2>) -> Points {
        let start = self.points.len() as u32;
        self.points.extend(points);
        start..self.points.len() as u32
    }

    /// A line.
    pub fn line(&mut self, role: Role, a: Vec2, b: Vec2) {
        self.push(role, Primitive::Line { a, b });
    }

    /// An arrow.
    pub fn arrow(&mut self, role: Role, from: Vec2, to: Vec2) {
        self.push(role, Primitive::Arrow { from, to });
    }

    /// A circle.
    pub fn circle(&mut self, role: Role, center: Vec2, radius: f32) {
        self.push(role, Primitive::Circle { center, radius });
    }

    /// All points within `radius` of a segment.
    pub fn capsule(&mut self, role: Role, a: Vec2, b: Vec2, radius: f32) {
        self.push(role, Primitive::Capsule { a, b, radius });
    }

    /// A convex outline, filled by its role, grown by `rounding`.
    pub fn polygon(&mut self, role: Role, points: impl IntoIterator<Item = Vec2>, rounding: f32) {
        let points = self.store(points);
        self.push(role, Primitive::Polygon { points, rounding });
    }

    /// The area between two chains, given as pairs of points.
    pub fn band(&mut self, role: Role, pairs: impl IntoIterator<Item = Vec2>, opacity: f32) {
        let points = self.store(pairs);
        self.push(role, Primitive::Band { points, opacity });
    }

    /// Squares in rows from the lower left one, with levels from 0 (nothing) to 255 (the whole fill).
    pub fn field(&mut self, role: Role, corner: Vec2, cell: f32, columns: u32, levels: impl IntoIterator<Item = u8>) {
        let start = self.levels.len() as u32;
        self.levels.extend(levels);
        let levels = start..self.levels.len() as u32;
        self.push(role, Primitive::Field { corner, cell, columns, levels });
    }

    /// The squares of a field.
    pub fn cells(&self, corner: Vec2, cell: f32, columns: u32, levels: &Points) -> field::Cells<'_> {
        field::Cells { corner, cell, columns: columns as usize, levels: &self.levels[levels.start as usize..levels.end as usize] }
    }

    /// A closed outline that is not filled.
    pub fn outline(&mut self, role: Role, points: impl IntoIterator<Item = Vec2>) {
        let points = self.store(points);
        self.push(role, Primitive::Outline { points });
    }

    /// An open chain of lines.
    pub fn polyline(&mut self, role: Role, points: impl IntoIterator<Item = Vec2>) {
        let points = self.store(points);
        self.push(role, Primitive::Polyline { points });
    }

    /// A picture; `half` leads from its middle to the middles of its right and its upper side.
    pub fn image(&mut self, picture: Arc<Raster>, center: Vec2, half: [Vec2; 2], opacity: f32) {
        let known = self.pictures.iter().position(|known| Arc::ptr_eq(known, &picture));
        let index = known.unwrap_or_else(|| {
            self.pictures.push(picture);
            self.pictures.len() - 1
        });
        self.push(Role::Body, Primitive::Image { picture: index as u32, center, half, opacity });
    }

    /// A dot of fixed size on the screen.
    pub fn dot(&mut self, role: Role, at: Vec2, radius_px: f32) {
        self.push(role, Primitive::Dot { at, radius_px });
    }

    /// A ring of fixed size on the screen.
    pub fn ring(&mut self, role: Role, at: Vec2, radius_px: f32) {
        self.push(role, Primitive::Ring { at, radius_px });
    }

    /// A cross of fixed size on the screen.
    pub fn cross(&mut self, role: Role, at: Vec2, radius_px: f32) {
        self.push(role, Primitive::Cross { at, radius_px });
    }

    /// A word beside a place, shifted on the screen by (right, up) points.
    pub fn label(&mut self, role: Role, at: Vec2, offset_px: Vec2, priority: u8, text: impl Into<String>) {
        self.push(role, Primitive::Label { at, text: text.into(), offset_px, priority, room: None });
    }

    /// A word in a table: beside a place like a label, but never elsewhere, and rather smaller than wider or higher
    /// than `room`, in units of the sheet; a width without bound ends at the border of the picture.
    pub fn cell(&mut self, role: Role, at: Vec2, offset_px: Vec2, room: Vec2, text: impl Into<String>) {
        self.push(role, Primitive::Label { at, text: text.into(), offset_px, priority: labels::STAYS, room: Some(room) });
    }
}

/// A list whose next marks stand for something ([`DrawList::of`]).
pub struct Tagged<'l> {
    list: &'l mut DrawList,
    before: Option<Tag>,
}

impl Deref for Tagged<'_> {
    type Target = DrawList;

    fn deref(&self) -> &DrawList {
        self.list
    }
}

impl DerefMut for Tagged<'_> {
    fn deref_mut(&mut self) -> &mut DrawList {
        self.list
    }
}

impl Drop for Tagged<'_> {
    fn drop(&mut self) {
        self.list.tag = self.before;
    }
}

/// The part of the world that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// World point in the middle of the picture, metres.
    pub center: Vec2,
    /// Height of the picture, metres.
    pub height: f32,
}
