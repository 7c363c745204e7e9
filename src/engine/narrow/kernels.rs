//! The kernels of the wide narrow phase: what is gathered for each kind of pairs, in which order it is measured, and
//! how the rows become answers again.

use super::closed_form::{OnePoint, point_box, point_line, point_point};
use super::collide::{Found, NarrowAnswer, convex_pair, line_pair};
use super::core_table::{Columns, Cores};
use super::manifold::{FeatureId, ManifoldPoint, Point, Points};
use super::vector::{Transform, Vector, in_every_lane, none_set};
use crate::engine::lanes::{BLOCK, IndexRow, Kernel, LaneRow, Lanes};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{NoProbe, ran};

/// A pair to be measured.
#[derive(Clone, Copy, Debug)]
pub struct NarrowQuery {
    /// Numbers of the shapes A and B.
    pub shapes: [u32; 2],
    /// B's frame in A's frame.
    pub pose: Pose,
    /// See [`super::Reach::exact`].
    pub exact: f32,
    /// What neighbours hide of A and of B: places in the list that [`super::batch::NarrowBatch::run`] gets.
    pub hidden: [Option<u32>; 2],
}

/// Eight pairs that go through one kernel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Batch {
    a: IndexRow,
    b: IndexRow,
    /// B's frame in A's: x, y, cosine, sine.
    pose: [LaneRow; 4],
    exact: LaneRow,
    /// Their places among the queries.
    places: [u32; BLOCK],
    pub count: usize,
}

impl Batch {
    /// Adds a pair to the last batch, or to a new one when that is full.
    pub fn push(batches: &mut Vec<Batch>, place: u32, query: &NarrowQuery) {
        if batches.last().is_none_or(|last| last.count == BLOCK) {
            batches.push(Batch::default());
        }
        let last = batches.len() - 1;
        let batch = &mut batches[last];
        let lane = batch.count;
        (batch.a.0[lane], batch.b.0[lane]) = (query.shapes[0], query.shapes[1]);
        let Pose { position, rotation } = query.pose;
        for (row, number) in batch.pose.iter_mut().zip([position.x, position.y, rotation.cos, rotation.sin]) {
            row.0[lane] = number;
        }
        batch.exact.0[lane] = query.exact;
        batch.places[lane] = place;
        batch.count += 1;
    }

    #[inline(always)]
    fn frame<L: Lanes>(&self, at: usize) -> Transform<L> {
        let [x, y, cos, sin] = &self.pose;
        Transform { position: Vector { x: L::load(x, at), y: L::load(y, at) }, cos: L::load(cos, at), sin: L::load(sin, at) }
    }
}

/// A kind of pairs, and how it is measured.
pub(super) trait Kind: Copy {
    /// Measures the lanes of a batch from `at` on.
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize);
}

/// Measures all pairs of one kind.
pub(super) struct MeasureAll<'a, K> {
    pub kind: K,
    pub batches: &'a [Batch],
    pub cores: &'a Cores,
    pub margin: f32,
    pub answers: &'a mut [NarrowAnswer],
    /// Takes the places of those that are left to be measured one by one.
    pub one_by_one: &'a mut Vec<u32>,
}

impl<K: Kind> Kernel for MeasureAll<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let MeasureAll { kind, batches, cores, margin, answers: out, one_by_one } = self;
        for batch in batches {
            let mut answers = Answers::default();
            for at in (0..batch.count).step_by(L::COUNT) {
                kind.measure::<L>(&mut answers, batch, cores, L::splat(margin), at);
            }
            for lane in 0..batch.count {
                if answers.unresolved >> lane & 1 == 1 {
                    one_by_one.push(batch.places[lane]);
                } else {
                    answers.put(lane, &mut out[batch.places[lane] as usize]);
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
        ran!();
        let pair = cores.pair::<L, CORNERS, AXES>([&batch.a, &batch.b], batch.frame(at), at);
        answers.put_found(&convex_pair(&pair, margin, L::load(&batch.exact, at), &mut NoProbe), margin, at);
    }
}

/// Capsules and segments.
#[derive(Clone, Copy)]
pub(super) struct TwoLines;

impl Kind for TwoLines {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let pair = cores.pair::<L, 2, 1>([&batch.a, &batch.b], batch.frame(at), at);
        answers.put_found(&line_pair(&pair, margin), margin, at);
    }
}

#[derive(Clone, Copy)]
pub(super) struct TwoCircles;

impl Kind for TwoCircles {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let [radius_a, ..] = L::gather(&cores.rest, &batch.a, at);
        let [radius_b, ..] = L::gather(&cores.rest, &batch.b, at);
        let ([a], [b]) = (Columns::vectors(&cores.points, &batch.a, at), Columns::vectors(&cores.points, &batch.b, at));
        let near = point_point::<L>(a, batch.frame(at).transform_point(b));
        answers.put_contact(&near.contact([radius_a, radius_b], none_set::<L>(), margin), margin, at);
    }
}

#[derive(Clone, Copy)]
pub(super) struct CircleAndLine;

impl Kind for CircleAndLine {
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
pub(super) struct CircleAndBox;

impl Kind for CircleAndBox {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let disc = Disc::<L>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let other = disc.other(&batch.a, &batch.b, at);
        let [x, y, cos, sin] = L::gather(&cores.box_frames, &other, at);
        let [half_x, half_y, ..] = L::gather(&cores.box_halves, &other, at);
        let frame = disc.frame.compose(&Transform { position: Vector { x, y }, cos, sin });
        let near = point_box(disc.center, &frame, Vector { x: half_x, y: half_y });
        answers.put_contact(&near.contact(disc.radii, disc.is_a, margin), margin, at);
    }
}

/// A disc against a box or a line, or a disc: what its kernels gather.
pub(super) struct Disc<L: Lanes> {
    /// Where the disc is A.
    pub is_a: L::Mask,
    /// Its centre, in A's frame.
    pub center: Vector<L>,
    /// The other shape's body, in A's frame.
    pub frame: Transform<L>,
    /// Rounding of A and of B.
    pub radii: [L; 2],
}

impl<L: Lanes> Disc<L> {
    #[inline(always)]
    pub fn gather(cores: &Cores, [a, b]: [&IndexRow; 2], frame: Transform<L>, at: usize) -> Disc<L> {
        let [radius_a, count_a, ..] = L::gather(&cores.rest, a, at);
        let [radius_b, ..] = L::gather(&cores.rest, b, at);
        let is_a = L::splat(1.5).gt(count_a);
        let ([center_a], [center_b]) = (Columns::vectors::<L, 1>(&cores.points, a, at), Columns::vectors::<L, 1>(&cores.points, b, at));
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let own = Transform { position: Vector { x: zero, y: zero }, cos: one, sin: zero };
        Disc {
            is_a,
            center: Vector::select(is_a, center_a, frame.transform_point(center_b)),
            frame: Transform {
                position: Vector::select(is_a, frame.position, own.position),
                cos: L::select(is_a, frame.cos, own.cos),
                sin: L::select(is_a, frame.sin, own.sin),
            },
            radii: [radius_a, radius_b],
        }
    }

    /// Numbers of the shapes that are no circles. (Not for two circles, nor for none.)
    #[inline(always)]
    pub fn other(&self, a: &IndexRow, b: &IndexRow, at: usize) -> IndexRow {
        let (mut other, turned) = (*a, L::bits(self.is_a));
        for lane in 0..L::COUNT {
            if turned >> lane & 1 == 1 {
                other.0[at + lane] = b.0[at + lane];
            }
        }
        other
    }
}

/// What was found of the pairs of a batch.
#[derive(Default)]
pub(super) struct Answers {
    separation: LaneRow,
    axis: [LaneRow; 2],
    normal: [LaneRow; 2],
    /// Position, separation, feature of either point.
    points: [[LaneRow; 4]; 2],
    /// Bit k: lane k has the point, unless it is far.
    kept: [u32; 2],
    /// Bit k: the shapes of lane k are farther apart than the margin.
    far: u32,
    /// Bit k: lane k is left to be measured alone.
    unresolved: u32,
}

impl Answers {
    /// Takes what was found of the pairs in lanes `at …`.
    #[inline(always)]
    fn put_found<L: Lanes>(&mut self, found: &Found<L>, margin: L, at: usize) {
        self.unresolved |= L::bits(found.unresolved) << at;
        if !self.is_far(found.separation, found.axis, margin, at) {
            let Points { normal, points } = &found.points;
            normal.x.store(&mut self.normal[0], at);
            normal.y.store(&mut self.normal[1], at);
            for (k, point) in points.iter().enumerate() {
                self.put_point(k, point, at);
            }
        }
    }

    /// Takes the only point that a pair can have, and its normal, which is the axis.
    #[inline(always)]
    fn put_contact<L: Lanes>(&mut self, OnePoint { normal, point, .. }: &OnePoint<L>, margin: L, at: usize) {
        if !self.is_far(point.separation, *normal, margin, at) {
            normal.x.store(&mut self.normal[0], at);
            normal.y.store(&mut self.normal[1], at);
            self.put_point(0, point, at);
        }
    }

    /// Takes distance and axis; true when all lanes are farther apart than the margin.
    #[inline(always)]
    fn is_far<L: Lanes>(&mut self, separation: L, axis: Vector<L>, margin: L, at: usize) -> bool {
        separation.store(&mut self.separation, at);
        axis.x.store(&mut self.axis[0], at);
        axis.y.store(&mut self.axis[1], at);
        let far = separation.gt(margin);
        self.far |= L::bits(far) << at;
        in_every_lane::<L>(far)
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

    /// Puts the answer of a lane into an empty meeting. Number by number: a manifold that is put together elsewhere
    /// and copied costs as much as finding it.
    #[inline(always)]
    fn put(&self, lane: usize, meeting: &mut NarrowAnswer) {
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
