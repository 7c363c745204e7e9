//! The separating axis test in lanes: [`crate::engine::narrow::sat`] without its branches.
//!
//! Where the twin ends early, here the lane keeps what it has; where it skips an axis, the axis is measured and not taken. The axis between two vertices is asked for only if some lane
//! needs it.

use super::cores::{Columns, Cores};
use super::face::Face;
use super::vector::{Frame, Vector, not_gt};
use crate::engine::lanes::{IndexRow, Lanes};
use crate::engine::narrow::sat::{PARALLEL, SAME_POINT, TOUCHING};

/// A core in every lane: its corners and normals in its own frame.
pub(super) struct Core<L, const CORNERS: usize, const AXES: usize> {
    pub points: [Vector<L>; CORNERS],
    pub normals: [Vector<L>; CORNERS],
    axes: [Vector<L>; AXES],
    /// Ends of its shadow on each axis.
    shadows: [Vector<L>; AXES],
    pub radius: L,
    pub count: L,
    /// 1 for a segment.
    pub segment: L,
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Core<L, CORNERS, AXES> {
    #[inline(always)]
    pub fn gather(cores: &Cores, index: &IndexRow, at: usize) -> Self {
        let [radius, count, segment, _] = L::gather(&cores.rest, index, at);
        Core {
            points: Columns::vectors(&cores.points, index, at),
            normals: Columns::vectors(&cores.normals, index, at),
            axes: Columns::vectors(&cores.axes, index, at),
            shadows: Columns::vectors(&cores.shadows, index, at),
            radius,
            count,
            segment,
        }
    }

    /// Its shadow on an axis of its own frame.
    #[inline(always)]
    fn shadow(&self, axis: Vector<L>) -> Shadow<L> {
        let first = self.points[0].dot(axis);
        let mut shadow = Shadow { min: first, max: first };
        for point in &self.points[1..] {
            let height = point.dot(axis);
            shadow = Shadow { min: height.min(shadow.min), max: height.max(shadow.max) };
        }
        shadow
    }
}

/// What a core covers on an axis.
#[derive(Clone, Copy)]
struct Shadow<L> {
    min: L,
    max: L,
}

impl<L: Lanes> Shadow<L> {
    #[inline(always)]
    fn shifted_and_grown(self, shift: L, radius: L) -> Shadow<L> {
        Shadow { min: self.min + shift - radius, max: self.max + shift + radius }
    }
}

/// The best axis so far, in every lane.
#[derive(Clone, Copy)]
pub(super) struct Best<L> {
    /// Unit, from A to B, A's frame.
    pub axis: Vector<L>,
    pub separation: L,
}

impl<L: Lanes> Best<L> {
    /// Takes an axis where it is better, unless one has been found that separates by more than `exact`.
    #[inline(always)]
    fn try_axis(&mut self, axis: Vector<L>, a: Shadow<L>, b: Shadow<L>, exact: L, skip: L::Mask) {
        let gap = Gap::between(axis, a, b);
        let is_better = L::and_not(L::and_not(gap.separation.gt(self.separation), self.separation.gt(exact)), skip);
        self.axis = Vector::select(is_better, gap.axis, self.axis);
        self.separation = L::select(is_better, gap.separation, self.separation);
    }
}

/// A gap along an axis that points from A to B, and how far from A's origin the two surfaces are.
struct Gap<L> {
    axis: Vector<L>,
    separation: L,
    ends: [L; 2],
}

impl<L: Lanes> Gap<L> {
    #[inline(always)]
    fn between(axis: Vector<L>, a: Shadow<L>, b: Shadow<L>) -> Gap<L> {
        let (ahead, behind) = (b.min - a.max, a.min - b.max);
        let is_behind = behind.gt(ahead);
        Gap {
            axis: Vector::select(is_behind, axis.reversed(), axis),
            separation: L::select(is_behind, behind, ahead),
            ends: [L::select(is_behind, a.min, a.max), L::select(is_behind, b.max, b.min)],
        }
    }
}

/// A pair in every lane.
pub(super) struct Pair<L, const CORNERS: usize, const AXES: usize> {
    pub a: Core<L, CORNERS, AXES>,
    pub b: Core<L, CORNERS, AXES>,
    pub frame: Frame<L>,
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Pair<L, CORNERS, AXES> {
    #[inline(always)]
    pub fn gather(cores: &Cores, [a, b]: [&IndexRow; 2], frame: Frame<L>, at: usize) -> Self {
        Pair { a: Core::gather(cores, a, at), b: Core::gather(cores, b, at), frame }
    }

    /// Both radii together.
    #[inline(always)]
    pub fn radius(&self) -> L {
        self.a.radius + self.b.radius
    }

    /// The best edge normal.
    #[inline(always)]
    pub fn best_edge(&self, exact: L) -> Best<L> {
        let Pair { a, b, frame } = self;
        let none = L::splat(0.0).gt(L::splat(0.0));
        let mut best = Best { axis: a.axes[0], separation: L::splat(f32::NEG_INFINITY) };
        for (&axis, own) in a.axes.iter().zip(&a.shadows) {
            let shadow_a = Shadow { min: own.x, max: own.y }.shifted_and_grown(L::splat(0.0), a.radius);
            let shadow_b = b.shadow(frame.inv_rotate(axis)).shifted_and_grown(frame.position.dot(axis), b.radius);
            best.try_axis(axis, shadow_a, shadow_b, exact, none);
        }
        for (&local, own) in b.axes.iter().zip(&b.shadows) {
            let axis = frame.rotate(local);
            let mut sine = L::splat(1.0);
            for &other in &a.axes {
                sine = axis.cross(other).abs().min(sine);
            }
            let shadow_a = a.shadow(axis).shifted_and_grown(L::splat(0.0), a.radius);
            let shadow_b = Shadow { min: own.x, max: own.y }.shifted_and_grown(frame.position.dot(axis), b.radius);
            best.try_axis(axis, shadow_a, shadow_b, exact, L::splat(PARALLEL).gt(sine));
        }
        best
    }

    /// In which lanes the axis between two vertices has to be asked for.
    #[inline(always)]
    pub fn needs_vertices(&self, best: &Best<L>, exact: L) -> L::Mask {
        let overlap = L::splat(-TOUCHING).gt(best.separation + self.radius());
        L::and_not(not_gt(best.separation, exact), overlap)
    }

    /// Tries the axis between the nearest ends of the two faces that look at each other, where `needed` and where nothing between the ends is nearer. False if it was tried nowhere.
    #[inline(always)]
    pub fn try_vertices(&self, best: &mut Best<L>, [face_a, face_b]: &[Face<L>; 2], exact: L, needed: L::Mask) -> bool {
        let Pair { a, b, frame } = self;
        let nearest = Nearest::of(face_a.ends, face_b.ends);
        let between = nearest.between;
        let length = between.dot(between).sqrt();
        let tried = L::and(L::and(needed, nearest.is_end.gt(L::splat(0.0))), length.gt(L::splat(SAME_POINT)));
        if L::bits(tried) == 0 {
            return false;
        }
        let axis = between.over(length);
        let shadow_a = a.shadow(axis).shifted_and_grown(L::splat(0.0), a.radius);
        let shadow_b = b.shadow(frame.inv_rotate(axis)).shifted_and_grown(frame.position.dot(axis), b.radius);
        let gap = Gap::between(axis, shadow_a, shadow_b);
        let reach = L::splat(1.0).max(gap.ends[0].abs().max(gap.ends[1].abs()));
        let is_worse = (best.separation - L::splat(SAME_POINT) * reach).gt(gap.separation);
        let taken = L::and(tried, L::or(gap.separation.gt(exact), L::and_not(tried, is_worse)));
        best.axis = Vector::select(taken, gap.axis, best.axis);
        best.separation = L::select(taken, gap.separation, best.separation);
        true
    }
}

/// The nearest points of two segments, one of them an end: [`crate::engine::narrow::closest::nearest_points`].
pub(super) struct Nearest<L> {
    /// From the first to the second, metres.
    pub between: Vector<L>,
    distance_sq: L,
    /// 1 where both are ends.
    pub is_end: L,
}

impl<L: Lanes> Nearest<L> {
    #[inline(always)]
    pub fn of(first: [Vector<L>; 2], second: [Vector<L>; 2]) -> Nearest<L> {
        let mut nearest = Nearest { between: second[0] - first[0], distance_sq: L::splat(f32::INFINITY), is_end: L::splat(0.0) };
        for end in first {
            let foot = Foot::of(end, second);
            nearest.try_foot(&foot, foot.away.reversed());
        }
        for end in second {
            let foot = Foot::of(end, first);
            nearest.try_foot(&foot, foot.away);
        }
        nearest
    }

    #[inline(always)]
    fn try_foot(&mut self, foot: &Foot<L>, between: Vector<L>) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let distance_sq = foot.away.dot(foot.away);
        let is_inside = L::and(foot.place.gt(zero), one.gt(foot.place));
        let as_near = L::and_not(is_inside, distance_sq.gt(self.distance_sq));
        let is_nearer = L::or(self.distance_sq.gt(distance_sq), as_near);
        self.between = Vector::select(is_nearer, between, self.between);
        self.distance_sq = L::select(is_nearer, distance_sq, self.distance_sq);
        self.is_end = L::select(is_nearer, L::select(is_inside, zero, one), self.is_end);
    }
}

/// Where on a segment a point is nearest: [`crate::engine::narrow::closest::Foot`].
pub(super) struct Foot<L> {
    pub place: L,
    pub away: Vector<L>,
}

impl<L: Lanes> Foot<L> {
    #[inline(always)]
    pub fn of(point: Vector<L>, [start, end]: [Vector<L>; 2]) -> Foot<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let (along, to_point) = (end - start, point - start);
        let length_sq = along.dot(along);
        let place = zero.max((to_point.dot(along) / length_sq).min(one));
        let place = L::select(length_sq.gt(zero), place, zero);
        let away = to_point - along.times(place);
        let is_inside = L::and(place.gt(zero), one.gt(place));
        Foot { place, away: Vector::select(is_inside, away - along.times(away.dot(along) / length_sq), away) }
    }
}
