//! The narrow phase for many pairs: sorted by kind, then measured eight at a time.
//!
//! One pair after the other, most of the time goes into branches that the processor guesses wrong: which axis, which
//! face, which corner. In lanes ([`crate::engine::lanes`]) every question is answered for all pairs of a block, and
//! each lane selects its own answer. A pair of boxes takes a sixth of the time.
//!
//! ```text
//!   pairs       box–box   circle–box      hexagon–box    box–capsule  circle–hexagon …
//!                  │          │               │              │             │
//!   by kernel   two axes  circle and box  eight corners  two axes    one by one: collide_within
//!                  │          │               │              │             │
//!   answers     in the order in which they were added
//! ```
//!
//! One by one go pairs that are rare: a circle and a polygon, more than eight corners, a half-plane (of which each pair
//! sees another part), a segment that cuts another shape, two lines that cross, everything under GJK.
//!
//! **The bits are those of [`super::collide_within`]** at every width: it calls the same functions at one lane.

use super::collide::{NarrowAnswer, NarrowPhase, Reach, collide_within, is_finite};
use super::core_table::CoreKind;
pub use super::core_table::Cores;
use super::internal_edges::{InternalEdges, without_internal_edges};
pub use super::kernels::NarrowQuery;
use super::kernels::{Batch, CircleAndBox, CircleAndLine, MeasureAll, Polygons, TwoCircles, TwoLines};
use crate::engine::lanes::{self, Width};
use crate::engine::probe::{NoProbe, ran};
use crate::engine::shape::Shape;

/// How many pairs are well measured together: so many that each kernel gets its eights full, so few that what was
/// read for the question is still in the nearest caches when the answer is used.
pub const BATCH_SIZE: usize = 128;

/// How pairs are measured.
#[derive(Clone, Copy, Debug)]
pub struct NarrowSettings {
    /// Which algorithm; only SAT runs in lanes.
    pub method: NarrowPhase,
    /// See [`Reach::margin`].
    pub margin: f32,
    /// How many lanes.
    pub width: Width,
}

/// Pairs that are collected, then measured together.
#[derive(Clone, Debug, Default)]
pub struct NarrowBatch {
    queries: Vec<NarrowQuery>,
    answers: Vec<NarrowAnswer>,
    /// By [`KernelKind`].
    batches: [Vec<Batch>; KERNEL_COUNT],
    /// Places of pairs that are measured one by one: those without a kernel, then those that a kernel left unresolved.
    one_by_one: Vec<u32>,
}

impl NarrowBatch {
    /// Leaves out all pairs.
    pub fn clear(&mut self) {
        self.queries.clear();
    }

    /// Adds a pair; the place of its answer.
    pub fn push(&mut self, query: NarrowQuery) -> u32 {
        self.queries.push(query);
        (self.queries.len() - 1) as u32
    }

    /// The answer of [`super::collide_within`] for each pair, in the order in which they were added, without contacts
    /// at internal edges. `cores` and `shape_of` know the same shapes by the same numbers.
    pub fn run<'s>(
        &mut self,
        settings: NarrowSettings,
        cores: &Cores,
        shape_of: impl Fn(u32) -> &'s Shape,
        hidden: &[InternalEdges],
    ) -> &[NarrowAnswer] {
        ran!();
        self.sort(settings.method, cores);
        let NarrowSettings { margin, width, .. } = settings;
        let NarrowBatch { queries, answers, batches, one_by_one } = self;
        answers.clear();
        answers.resize(queries.len(), NarrowAnswer::default());
        let [two_circles, circle_and_line, circle_and_box, two_lines, two_axes, four_corners, eight_corners] = batches;
        lanes::run(width, MeasureAll { kind: TwoCircles, batches: two_circles, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: CircleAndLine, batches: circle_and_line, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: CircleAndBox, batches: circle_and_box, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: TwoLines, batches: two_lines, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: Polygons::<2, 4>, batches: two_axes, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: Polygons::<4, 4>, batches: four_corners, cores, margin, answers, one_by_one });
        lanes::run(width, MeasureAll { kind: Polygons::<8, 8>, batches: eight_corners, cores, margin, answers, one_by_one });
        for &place in one_by_one.iter() {
            let NarrowQuery { shapes, pose, exact, .. } = queries[place as usize];
            let [a, b] = shapes.map(&shape_of);
            answers[place as usize] = collide_within(a, b, pose, settings.method, Reach { margin, exact }, &mut NoProbe);
        }
        for (query, answer) in queries.iter().zip(answers.iter_mut()).filter(|(query, _)| query.hidden != [None; 2]) {
            let cores = query.shapes.map(|number| shape_of(number).convex());
            let edges = query.hidden.map(|place| place.map(|place| &hidden[place as usize]));
            answer.manifold = without_internal_edges(cores, query.pose, edges, margin, answer.manifold, &mut NoProbe);
        }
        answers
    }

    /// Puts each pair into a batch of its kernel, or among those that are measured one by one.
    fn sort(&mut self, method: NarrowPhase, cores: &Cores) {
        let NarrowBatch { queries, batches, one_by_one, .. } = self;
        batches.iter_mut().for_each(Vec::clear);
        one_by_one.clear();
        for (place, one) in (0..).zip(queries.iter()) {
            match KernelKind::of(cores.forms_of(one.shapes)).filter(|_| method == NarrowPhase::Sat && is_finite(one.pose)) {
                Some(kernel) => Batch::push(&mut batches[kernel as usize], place, one),
                None => one_by_one.push(place),
            }
        }
    }
}

/// Through which kernel a pair goes.
#[derive(Clone, Copy, Debug)]
enum KernelKind {
    TwoCircles,
    CircleAndLine,
    CircleAndBox,
    TwoLines,
    TwoAxes,
    FourCorners,
    EightCorners,
}

const KERNEL_COUNT: usize = KernelKind::EightCorners as usize + 1;

impl KernelKind {
    #[inline]
    fn of(forms: [Option<CoreKind>; 2]) -> Option<KernelKind> {
        let [Some(a), Some(b)] = forms else { return None };
        match (a.min(b), a.max(b)) {
            (CoreKind::Circle, CoreKind::Circle) => Some(KernelKind::TwoCircles),
            (CoreKind::Circle, CoreKind::Line) => Some(KernelKind::CircleAndLine),
            (CoreKind::Circle, CoreKind::Box) => Some(KernelKind::CircleAndBox),
            (CoreKind::Circle, _) => None,
            (_, CoreKind::Circle | CoreKind::Line) => Some(KernelKind::TwoLines),
            (_, CoreKind::Box | CoreKind::TwoAxes) => Some(KernelKind::TwoAxes),
            (_, CoreKind::FourCorners) => Some(KernelKind::FourCorners),
            (_, CoreKind::EightCorners) => Some(KernelKind::EightCorners),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::{Pose, Vec2};
    use crate::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment};

    fn polygon(corners: usize) -> Shape {
        ConvexPolygon::regular(corners, 0.0).into()
    }

    /// That answers are right says nothing about who gave them: a pair measured alone is right too.
    #[test]
    fn each_kernel_gets_its_pairs_and_only_the_rare_ones_are_asked_alone() {
        let shapes: [Shape; 9] = [
            Circle::try_new(Vec2::ZERO, 0.5).unwrap().into(),
            Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.25).unwrap().into(),
            Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap().into(),
            BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into(),
            polygon(3),
            polygon(4),
            polygon(5),
            polygon(8),
            polygon(9),
        ];
        let mut cores = Cores::default();
        (0..).zip(&shapes).for_each(|(number, shape)| cores.set(number, shape));
        let [disc, capsule, segment, square, triangle, diamond, pentagon, octagon, nonagon] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let mut many = NarrowBatch::default();
        // How many of these pairs, at this height over each other, go through each kernel, and how many are asked
        // one_by_one.
        let mut sorted = |method: NarrowPhase, height: f32, pairs: &[[u32; 2]]| {
            many.clear();
            for &shapes in pairs {
                let pose = Pose { position: Vec2::new(0.0, height), ..Pose::IDENTITY };
                many.push(NarrowQuery { shapes, pose, exact: 0.1, hidden: [None; 2] });
            }
            let rules = NarrowSettings { method, margin: 0.02, width: Width::widest() };
            many.run(rules, &cores, |number| &shapes[number as usize], &[]);
            let counts = many.batches.each_ref().map(|batches| batches.iter().map(|batch| batch.count).sum::<usize>());
            (counts, many.one_by_one.len())
        };
        let routed = [
            [disc, disc],
            [disc, capsule],
            [segment, disc],
            [disc, square],
            [square, disc],
            [capsule, segment],
            [square, square],
            [capsule, square],
            [square, diamond],
            [triangle, square],
            [segment, triangle],
            [pentagon, octagon],
            [octagon, capsule],
        ];
        assert_eq!(sorted(NarrowPhase::Sat, 1.8, &routed), ([1, 2, 2, 1, 3, 2, 2], 0));
        let rare = [[disc, triangle], [nonagon, square], [octagon, nonagon]];
        assert_eq!(sorted(NarrowPhase::Sat, 0.9, &rare), ([0; KERNEL_COUNT], 3));
        // A segment through the middle of others: its kernel is not sure. What lies along it has no side.
        assert_eq!(sorted(NarrowPhase::Sat, 0.0, &[[segment, square], [triangle, segment], [capsule, square]]), ([0, 0, 0, 0, 2, 1, 0], 2));
        assert_eq!(sorted(NarrowPhase::GjkEpa, 0.9, &routed).1, routed.len());
    }
}
