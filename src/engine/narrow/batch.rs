//! The narrow phase for many pairs: sorted by kind, then measured eight at a time.
//!
//! One pair after the other, most of the time goes into branches that the processor guesses wrong: which axis, which
//! face, which corner. In lanes ([`crate::engine::lanes`]) every question is answered for all pairs of a block, and
//! each lane selects its own answer. A pair of boxes takes a sixth of the time.
//!
//! ```text
//!   asked       box–box   disc–box   hexagon–box   box–capsule   disc–hexagon   …
//!                  │         │            │             │             │
//!   by kernel   two axes  disc and box  eight corners  two axes   one by one: super::meet
//!                  │         │            │             │             │
//!   answers     in the order in which they were asked
//! ```
//!
//! One by one go pairs that are rare: a disc and a polygon, more than eight corners, a segment that cuts another
//! shape, two lines that cross, everything under GJK.
//!
//! **The bits are those of [`super::meet`]** at every width: it calls the same functions at one lane.

use super::collide::{Meeting, NarrowPhase, Reach, is_finite, meet};
pub use super::core_table::Cores;
use super::core_table::Form;
pub use super::kernels::Asked;
use super::kernels::{Batch, DiscAndBox, DiscAndLine, MeetAll, Polygons, TwoDiscs, TwoLines};
use crate::engine::lanes::{self, Width};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Shape;

/// How many pairs are well asked about together: so many that each kernel gets its eights full, so few that what was
/// read for the question is still in the nearest caches when the answer is used.
pub const TOGETHER: usize = 128;

/// How pairs are measured.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Which algorithm; only SAT runs in lanes.
    pub method: NarrowPhase,
    /// See [`Reach::margin`].
    pub margin: f32,
    /// How many lanes.
    pub width: Width,
}

/// Pairs, first asked about, then answered all together.
#[derive(Clone, Debug, Default)]
pub struct Many {
    asked: Vec<Asked>,
    met: Vec<Meeting>,
    /// By [`Route`].
    batches: [Vec<Batch>; ROUTES],
    /// Places of pairs that have to be asked one by one: those without a kernel, then those of which a kernel was not
    /// sure.
    alone: Vec<u32>,
}

impl Many {
    /// Forgets all pairs.
    pub fn clear(&mut self) {
        self.asked.clear();
    }

    /// Takes one more pair, and says at which place its answer will stand.
    pub fn ask(&mut self, asked: Asked) -> u32 {
        self.asked.push(asked);
        (self.asked.len() - 1) as u32
    }

    /// What [`super::meet`] says of each pair, in the order in which they were asked about. `cores` and `shape_of`
    /// know the same shapes by the same numbers.
    pub fn answer<'s>(&mut self, rules: Rules, cores: &Cores, shape_of: impl Fn(u32) -> &'s Shape) -> &[Meeting] {
        self.sort(rules.method, cores);
        let Rules { margin, width, .. } = rules;
        let Many { asked, met, batches, alone } = self;
        met.clear();
        met.resize(asked.len(), Meeting::default());
        let [two_discs, disc_and_line, disc_and_box, two_lines, two_axes, four_corners, eight_corners] = batches;
        lanes::run(width, MeetAll { kind: TwoDiscs, batches: two_discs, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: DiscAndLine, batches: disc_and_line, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: DiscAndBox, batches: disc_and_box, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: TwoLines, batches: two_lines, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: Polygons::<2, 4>, batches: two_axes, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: Polygons::<4, 4>, batches: four_corners, cores, margin, met, alone });
        lanes::run(width, MeetAll { kind: Polygons::<8, 8>, batches: eight_corners, cores, margin, met, alone });
        for &place in alone.iter() {
            let Asked { shapes, pose, exact } = asked[place as usize];
            let [a, b] = shapes.map(&shape_of);
            met[place as usize] = meet(a, b, pose, rules.method, Reach { margin, exact }, &mut NoProbe);
        }
        met
    }

    /// Puts each pair into a batch of its kernel, or among those that are asked one by one.
    fn sort(&mut self, method: NarrowPhase, cores: &Cores) {
        let Many { asked, batches, alone, .. } = self;
        batches.iter_mut().for_each(Vec::clear);
        alone.clear();
        for (place, one) in (0..).zip(asked.iter()) {
            match Route::of(cores.forms_of(one.shapes)).filter(|_| method == NarrowPhase::Sat && is_finite(one.pose)) {
                Some(route) => Batch::push(&mut batches[route as usize], place, one),
                None => alone.push(place),
            }
        }
    }
}

/// Through which kernel a pair goes.
#[derive(Clone, Copy, Debug)]
enum Route {
    TwoDiscs,
    DiscAndLine,
    DiscAndBox,
    TwoLines,
    TwoAxes,
    FourCorners,
    EightCorners,
}

const ROUTES: usize = Route::EightCorners as usize + 1;

impl Route {
    #[inline]
    fn of(forms: [Option<Form>; 2]) -> Option<Route> {
        let [Some(a), Some(b)] = forms else { return None };
        match (a.min(b), a.max(b)) {
            (Form::Disc, Form::Disc) => Some(Route::TwoDiscs),
            (Form::Disc, Form::Line) => Some(Route::DiscAndLine),
            (Form::Disc, Form::Box) => Some(Route::DiscAndBox),
            (Form::Disc, _) => None,
            (_, Form::Disc | Form::Line) => Some(Route::TwoLines),
            (_, Form::Box | Form::TwoAxes) => Some(Route::TwoAxes),
            (_, Form::FourCorners) => Some(Route::FourCorners),
            (_, Form::EightCorners) => Some(Route::EightCorners),
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

    /// That answers are right says nothing about who gave them: a pair asked alone is right too.
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
        let mut many = Many::default();
        // How many of these pairs, at this height over each other, go through each kernel, and how many are asked
        // alone.
        let mut sorted = |method: NarrowPhase, height: f32, pairs: &[[u32; 2]]| {
            many.clear();
            for &shapes in pairs {
                let pose = Pose { position: Vec2::new(0.0, height), ..Pose::IDENTITY };
                many.ask(Asked { shapes, pose, exact: 0.1 });
            }
            let rules = Rules { method, margin: 0.02, width: Width::widest() };
            many.answer(rules, &cores, |number| &shapes[number as usize]);
            let counts = many.batches.each_ref().map(|batches| batches.iter().map(|batch| batch.count).sum::<usize>());
            (counts, many.alone.len())
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
        assert_eq!(sorted(NarrowPhase::Sat, 0.9, &rare), ([0; ROUTES], 3));
        // A segment through the middle of others: its kernel is not sure. What lies along it has no side.
        assert_eq!(sorted(NarrowPhase::Sat, 0.0, &[[segment, square], [triangle, segment], [capsule, square]]), ([0, 0, 0, 0, 2, 1, 0], 2));
        assert_eq!(sorted(NarrowPhase::GjkEpa, 0.9, &routed).1, routed.len());
    }
}
