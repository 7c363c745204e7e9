//! Cores of shapes, laid out so that those of eight pairs can be gathered at once.
//!
//! Number k of every shape lies in a table of its own, four corners to a quad:
//!
//! ```text
//!   points[0].first | x0 x1 x2 x3 |  shape 0          A shape of three corners is filled up with its first, so that face 2 still ends where
//!                   | x0 x1 x2 x0 |  shape 1          corner 3 stands; its normals with the last, its axes with the first. None of the copies is
//!   points[1].first | x4 x5 x0 x0 |  shape 0          ever better than what it is a copy of, so none is ever chosen.
//! ```

use super::core::{Core, Pair, Shadow, distinct_axes};
use crate::engine::lanes::{Float4, IndexRow, Lanes};
use crate::engine::math::{Pose, Vec2};

use crate::engine::shape::Shape;

use super::vector::{Transform, Vector};

/// What kind of core a shape has: which kernel a pair goes through depends on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CoreKind {
    /// A centre.
    Circle,
    /// Two corners: capsules, segments.
    Line,
    /// A rectangle that knows its own frame.
    Box,
    /// Up to four corners, and two axes name all its normals.
    TwoAxes,
    /// Up to four corners.
    FourCorners,
    /// Up to eight.
    EightCorners,
}

/// Two numbers of each of four corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    first: Vec<Float4>,
    second: Vec<Float4>,
}

impl Columns {
    fn set(&mut self, number: usize, of_corner: impl Fn(usize) -> [f32; 2]) {
        let count = self.first.len().max(number + 1);
        self.first.resize(count, Float4::default());
        self.second.resize(count, Float4::default());
        self.first[number] = Float4(std::array::from_fn(|k| of_corner(k)[0]));
        self.second[number] = Float4(std::array::from_fn(|k| of_corner(k)[1]));
    }

    /// The first `COUNT` vectors of two such tables.
    #[inline(always)]
    pub fn vectors<L: Lanes, const COUNT: usize>(tables: &[Columns; 2], index: &IndexRow, at: usize) -> [Vector<L>; COUNT] {
        let mut all = [Vector { x: L::splat(0.0), y: L::splat(0.0) }; COUNT];
        for (table, four) in tables.iter().zip(all.chunks_mut(4)) {
            let (x, y) = (L::gather(&table.first, index, at), L::gather(&table.second, index, at));
            for (k, one) in four.iter_mut().enumerate() {
                *one = Vector { x: x[k], y: y[k] };
            }
        }
        all
    }
}

/// Cores by the number of their shape.
#[derive(Clone, Debug, Default)]
pub struct Cores {
    pub(super) points: [Columns; 2],
    pub(super) normals: [Columns; 2],
    /// Normals that SAT tries, and the core's own shadow on each: its lower and its upper end.
    pub(super) axes: [Columns; 2],
    pub(super) shadows: [Columns; 2],
    /// Rounding in metres, how many corners, 1 for a segment.
    pub(super) rest: Vec<Float4>,
    /// A box's own frame in the body's, and its half width and height.
    pub(super) box_frames: Vec<Float4>,
    pub(super) box_halves: Vec<Float4>,
    /// `None`: too many corners, or a half-plane, of which each pair sees another part.
    forms: Vec<Option<CoreKind>>,
}

impl Cores {
    /// Takes the core of a shape, in the place of what had this number.
    pub fn set(&mut self, number: u32, shape: &Shape) {
        let number = number as usize;
        let core = shape.convex();
        let axes: Vec<Vec2> = distinct_axes(core.normals).collect();
        let count = self.forms.len().max(number + 1);
        self.forms.resize(count, None);
        self.rest.resize(count, Float4::default());
        self.box_frames.resize(count, Float4::default());
        self.box_halves.resize(count, Float4::default());
        self.forms[number] = form_of(shape, axes.len());
        if let Shape::Box(shape) = shape {
            let (Pose { position, rotation }, half) = (shape.pose(), shape.half());
            self.box_frames[number] = Float4([position.x, position.y, rotation.cos, rotation.sin]);
            self.box_halves[number] = Float4([half.x, half.y, 0.0, 0.0]);
        }
        self.rest[number] = Float4([core.radius, core.points.len() as f32, f32::from(matches!(shape, Shape::Segment(_))), 0.0]);
        // Of a shape with more than eight corners the tables have the first eight; its form says that they are not all.
        let point = |k: usize| core.points.get(k).unwrap_or(&core.points[0]).to_array();
        // A disc has neither normals nor axes, and its kernels ask for none.
        let normal = |k: usize| core.normals.get(k).or(core.normals.last()).map_or([0.0; 2], |n| n.to_array());
        let axis = |k: usize| *axes.get(k).or(axes.first()).unwrap_or(&Vec2::Y);
        let shadow = |axis: Vec2| {
            let Shadow { min, max } = Shadow::of(core.points, axis);
            [min, max]
        };
        for half in 0..2 {
            let corner = |k: usize| 4 * half + k;
            self.points[half].set(number, |k| point(corner(k)));
            self.normals[half].set(number, |k| normal(corner(k)));
            self.axes[half].set(number, |k| axis(corner(k)).to_array());
            self.shadows[half].set(number, |k| shadow(axis(corner(k))));
        }
    }

    /// The cores of the pairs in lanes `at …` of a block.
    #[inline(always)]
    pub(super) fn pair<L: Lanes, const CORNERS: usize, const AXES: usize>(
        &self,
        [a, b]: [&IndexRow; 2],
        pose: Transform<L>,
        at: usize,
    ) -> Pair<L, CORNERS, AXES> {
        Pair { a: self.core(a, at), b: self.core(b, at), pose }
    }

    #[inline(always)]
    fn core<L: Lanes, const CORNERS: usize, const AXES: usize>(&self, index: &IndexRow, at: usize) -> Core<L, CORNERS, AXES> {
        let [radius, count, segment, _] = L::gather(&self.rest, index, at);
        Core {
            points: Columns::vectors(&self.points, index, at),
            normals: Columns::vectors(&self.normals, index, at),
            axes: Columns::vectors(&self.axes, index, at),
            shadows: Columns::vectors(&self.shadows, index, at),
            corner_count: CORNERS,
            axis_count: AXES,
            radius,
            count,
            segment,
        }
    }

    /// True for a shape that has more corners than the tables, or no end.
    pub fn is_large(&self, shape: u32) -> bool {
        self.forms[shape as usize].is_none()
    }

    /// True when one of these shapes has more than four corners.
    pub fn have_many_corners(&self, shapes: &IndexRow) -> bool {
        shapes.0.iter().any(|&shape| matches!(self.forms[shape as usize], None | Some(CoreKind::EightCorners)))
    }

    /// Tight boxes of shapes with at most `CORNERS` corners in these frames (x, y, cosine, sine): least x and y,
    /// largest x and y. The bits of [`Shape::aabb`].
    #[inline(always)]
    pub fn bounds<L: Lanes, const CORNERS: usize>(&self, shapes: &IndexRow, at: usize, [x, y, cos, sin]: [L; 4]) -> [L; 4] {
        let frame = Transform { position: Vector { x, y }, cos, sin };
        let corners = Columns::vectors::<L, CORNERS>(&self.points, shapes, at);
        let first = frame.transform_point(corners[0]);
        let (mut low, mut high) = (first, first);
        for &corner in &corners[1..] {
            let p = frame.transform_point(corner);
            low = Vector { x: p.x.min(low.x), y: p.y.min(low.y) };
            high = Vector { x: p.x.max(high.x), y: p.y.max(high.y) };
        }
        let [radius, ..] = L::gather(&self.rest, shapes, at);
        [low.x - radius, low.y - radius, high.x + radius, high.y + radius]
    }

    /// What kind of core each of two shapes has.
    #[inline]
    pub(super) fn forms_of(&self, [a, b]: [u32; 2]) -> [Option<CoreKind>; 2] {
        [self.forms[a as usize], self.forms[b as usize]]
    }
}

fn form_of(shape: &Shape, axis_count: usize) -> Option<CoreKind> {
    match (shape, shape.convex().points.len()) {
        (Shape::HalfPlane(_), _) => None,
        (Shape::Box(_), _) => Some(CoreKind::Box),
        (_, 1) => Some(CoreKind::Circle),
        (_, 2) => Some(CoreKind::Line),
        (_, 3..=4) if axis_count <= 2 => Some(CoreKind::TwoAxes),
        (_, 3..=4) => Some(CoreKind::FourCorners),
        (_, 5..=8) => Some(CoreKind::EightCorners),
        _ => None,
    }
}
