//! The kernels of the wide narrow phase: what is gathered for each kind of pairs, in which order it is measured, and how the rows become answers again.

use super::Batch;
use super::clip::{Point, Points};
use super::cores::{Columns, Cores};
use super::round::{Disc, NearLines, point_box, point_line, point_point};
use super::sat::{Best, Pair};
use super::vector::{Frame, Vector};
use crate::engine::lanes::{Kernel, Lanes, Row};
use crate::engine::math::Vec2;
use crate::engine::narrow::{FeatureId, ManifoldPoint, Meeting};

/// A kind of pairs, and how it is measured.
pub(super) trait Kind: Copy {
    /// Measures the lanes of a batch from `at` on.
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize);
}

/// Measures all pairs of one kind.
pub(super) struct MeetAll<'a, K> {
    pub kind: K,
    pub batches: &'a [Batch],
    pub cores: &'a Cores,
    pub margin: f32,
    pub met: &'a mut [Meeting],
    /// Takes the places of those that have to be asked one by one after all.
    pub alone: &'a mut Vec<u32>,
}

impl<K: Kind> Kernel for MeetAll<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let MeetAll { kind, batches, cores, margin, met, alone } = self;
        for batch in batches {
            let mut answers = Answers::default();
            for at in (0..batch.count).step_by(L::COUNT) {
                kind.measure::<L>(&mut answers, batch, cores, L::splat(margin), at);
            }
            for lane in 0..batch.count {
                if answers.unsure >> lane & 1 == 1 {
                    alone.push(batch.places[lane]);
                } else {
                    answers.put(lane, &mut met[batch.places[lane] as usize]);
                }
            }
        }
    }
}

/// Polygons and lines, not two lines: SAT and clipping.
#[derive(Clone, Copy)]
pub(super) struct Polygons<const AXES: usize, const CORNERS: usize>;

impl<const AXES: usize, const CORNERS: usize> Kind for Polygons<AXES, CORNERS> {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let pair = Pair::<L, CORNERS, AXES>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let (exact, zero) = (L::load(&batch.exact, at), L::splat(0.0));
        let mut best = pair.best_edge(exact);
        let mut faces = pair.faces(best.axis);
        let needed = pair.needs_vertices(&best, exact);
        if L::bits(needed) != 0 && pair.try_vertices(&mut best, &faces, exact, needed) {
            faces = pair.faces(best.axis);
        }
        let Best { axis, separation } = best;
        // A shape that a segment cuts has to leave it on the side of its centre.
        let has_segment = (pair.a.segment + pair.b.segment).gt(zero);
        let overlap = zero.gt(separation + pair.radius());
        answers.unsure |= L::bits(L::and(has_segment, overlap)) << at;
        if !answers.is_far(separation, axis, margin, at) {
            answers.put_points(&pair.clip(axis, &faces, margin), at);
        }
    }
}

/// Capsules and segments.
#[derive(Clone, Copy)]
pub(super) struct TwoLines;

impl Kind for TwoLines {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let pair = Pair::<L, 2, 1>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let NearLines { normal, height, crossing } = pair.near_lines();
        answers.unsure |= L::bits(crossing) << at;
        let separation = height - pair.radius();
        if !answers.is_far(separation, normal, margin, at) {
            answers.put_points(&pair.clip(normal, &pair.faces(normal), margin), at);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct TwoDiscs;

impl Kind for TwoDiscs {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let [radius_a, ..] = L::gather(&cores.rest, &batch.a, at);
        let [radius_b, ..] = L::gather(&cores.rest, &batch.b, at);
        let ([a], [b]) = (Columns::vectors(&cores.points, &batch.a, at), Columns::vectors(&cores.points, &batch.b, at));
        let near = point_point::<L>(a, batch.frame(at).transform_point(b));
        let none = L::splat(0.0).gt(L::splat(0.0));
        answers.put_contact(&near.contact([radius_a, radius_b], none, margin), margin, at);
    }
}

#[derive(Clone, Copy)]
pub(super) struct DiscAndLine;

impl Kind for DiscAndLine {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let disc = Disc::<L>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let other = disc.other(&batch.a, &batch.b, at);
        let [start, end] = Columns::vectors(&cores.points, &other, at);
        let [_, left] = Columns::vectors(&cores.normals, &other, at);
        let line = [disc.frame.transform_point(start), disc.frame.transform_point(end)];
        let near = point_line(disc.center, line, disc.frame.rotate(left));
        answers.put_contact(&near.contact(disc.radii, disc.is_a, margin), margin, at);
    }
}

#[derive(Clone, Copy)]
pub(super) struct DiscAndBox;

impl Kind for DiscAndBox {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let disc = Disc::<L>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let other = disc.other(&batch.a, &batch.b, at);
        let [x, y, cos, sin] = L::gather(&cores.box_frames, &other, at);
        let [half_x, half_y, ..] = L::gather(&cores.box_halves, &other, at);
        let frame = disc.frame.compose(&Frame { position: Vector { x, y }, cos, sin });
        let near = point_box(disc.center, &frame, Vector { x: half_x, y: half_y });
        answers.put_contact(&near.contact(disc.radii, disc.is_a, margin), margin, at);
    }
}

/// What was found of the pairs of a batch.
#[derive(Default)]
pub(super) struct Answers {
    separation: Row,
    axis: [Row; 2],
    normal: [Row; 2],
    /// Position, separation, feature of either point.
    points: [[Row; 4]; 2],
    /// Bit k: lane k has the point, unless it is far.
    kept: [u32; 2],
    /// Bit k: the shapes of lane k are farther apart than the margin.
    far: u32,
    /// Bit k: lane k has to be asked alone.
    unsure: u32,
}

impl Answers {
    /// Takes distance and axis; true when all lanes are farther apart than the margin.
    #[inline(always)]
    fn is_far<L: Lanes>(&mut self, separation: L, axis: Vector<L>, margin: L, at: usize) -> bool {
        separation.store(&mut self.separation, at);
        axis.x.store(&mut self.axis[0], at);
        axis.y.store(&mut self.axis[1], at);
        let far = L::bits(separation.gt(margin));
        self.far |= far << at;
        far == (1 << L::COUNT) - 1
    }

    /// Takes two points per lane.
    #[inline(always)]
    fn put_points<L: Lanes>(&mut self, Points { normal, points }: &Points<L>, at: usize) {
        normal.x.store(&mut self.normal[0], at);
        normal.y.store(&mut self.normal[1], at);
        for (k, point) in points.iter().enumerate() {
            self.put_point(k, point, at);
        }
    }

    /// Takes the only point that a pair can have, and its normal, which is the axis.
    #[inline(always)]
    fn put_contact<L: Lanes>(&mut self, (normal, point): &(Vector<L>, Point<L>), margin: L, at: usize) {
        if !self.is_far(point.separation, *normal, margin, at) {
            normal.x.store(&mut self.normal[0], at);
            normal.y.store(&mut self.normal[1], at);
            self.put_point(0, point, at);
        }
    }

    #[inline(always)]
    fn put_point<L: Lanes>(&mut self, k: usize, point: &Point<L>, at: usize) {
        let [x, y, separation, feature] = &mut self.points[k];
        point.position.x.store(x, at);
        point.position.y.store(y, at);
        point.separation.store(separation, at);
        point.feature.store(feature, at);
        self.kept[k] |= L::bits(point.kept.gt(L::splat(0.0))) << at;
    }

    /// Puts the answer of a lane into an empty meeting. Number by number: a manifold that is put together elsewhere and copied costs as much as finding it.
    #[inline(always)]
    fn put(&self, lane: usize, meeting: &mut Meeting) {
        meeting.separation = self.separation.0[lane];
        meeting.axis = Vec2::new(self.axis[0].0[lane], self.axis[1].0[lane]);
        let manifold = &mut meeting.manifold;
        for (of_point, kept) in self.points.iter().zip(self.kept) {
            if (kept & !self.far) >> lane & 1 == 1 {
                let [x, y, separation, feature] = of_point;
                manifold.normal = Vec2::new(self.normal[0].0[lane], self.normal[1].0[lane]);
                manifold.push(ManifoldPoint {
                    position: Vec2::new(x.0[lane], y.0[lane]),
                    separation: separation.0[lane],
                    feature: FeatureId(feature.0[lane] as u32),
                });
            }
        }
    }
}
