//! The narrow phase for many pairs: eight at once.
//!
//! [`super::meet`] answers for one pair with branches, and in a crowd of crates most of its time goes into branches that the processor guesses wrong: which axis, which face, which
//! corner. Here the same formulas run in lanes ([`crate::engine::lanes`]): every question is answered for all lanes, and each lane picks. A pair takes a tenth of the time.
//!
//! ```text
//!   asked       box–box   disc–box   hexagon–box   box–capsule   disc–hexagon   …
//!                  │         │            │             │             │
//!   by kernel   two axes  disc and box  eight corners  two axes   one by one: super::meet
//!                  │         │            │             │             │
//!   answers     in the order in which they were asked
//! ```
//!
//! One by one go pairs that are rare: discs and polygons, more than eight corners, lines that cut another shape, everything under GJK.
//!
//! **The bits are those of [`super::meet`]**, which stays the twin that probes watch: operands stand in the same order, and ties go to the same side. (Only the sign of a zero
//! may differ.)

mod clip;
mod cores;
mod face;
mod round;
mod sat;
mod vector;

pub use cores::Cores;

use super::manifold::is_finite;
use super::{FeatureId, ManifoldPoint, Meeting, NarrowPhase, Reach, meet};
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, Row, Width};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Shape;
use clip::{Point, Points};
use cores::{Columns, Form};
use round::{Disc, NearLines, point_box, point_line, point_point};
use sat::{Best, Pair};
use vector::{Frame, Vector};

/// A pair that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Numbers of the shapes A and B.
    pub shapes: [u32; 2],
    /// B's frame in A's frame.
    pub pose: Pose,
    /// See [`Reach::exact`].
    pub exact: f32,
}

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
    /// Places of pairs that have to be asked one by one.
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

    /// What [`super::meet`] says of each pair, in the order in which they were asked about. `cores` and `shape_of` know the same shapes by the same numbers.
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

/// Eight pairs that go through one kernel.
#[derive(Clone, Copy, Debug, Default)]
struct Batch {
    a: IndexRow,
    b: IndexRow,
    /// B's frame in A's: x, y, cosine, sine.
    pose: [Row; 4],
    exact: Row,
    /// Their places among those asked.
    places: [u32; BLOCK],
    count: usize,
}

impl Batch {
    fn push(batches: &mut Vec<Batch>, place: u32, asked: &Asked) {
        if batches.last().is_none_or(|last| last.count == BLOCK) {
            batches.push(Batch::default());
        }
        let last = batches.len() - 1;
        let batch = &mut batches[last];
        let lane = batch.count;
        (batch.a.0[lane], batch.b.0[lane]) = (asked.shapes[0], asked.shapes[1]);
        let Pose { position, rotation } = asked.pose;
        for (row, number) in batch.pose.iter_mut().zip([position.x, position.y, rotation.cos, rotation.sin]) {
            row.0[lane] = number;
        }
        batch.exact.0[lane] = asked.exact;
        batch.places[lane] = place;
        batch.count += 1;
    }

    #[inline(always)]
    fn frame<L: Lanes>(&self, at: usize) -> Frame<L> {
        let [x, y, cos, sin] = &self.pose;
        Frame { position: Vector { x: L::load(x, at), y: L::load(y, at) }, cos: L::load(cos, at), sin: L::load(sin, at) }
    }
}

/// A kind of pairs, and how it is measured.
trait Kind: Copy {
    /// Measures the lanes of a batch from `at` on.
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize);
}

/// Measures all pairs of one kind.
struct MeetAll<'a, K> {
    kind: K,
    batches: &'a [Batch],
    cores: &'a Cores,
    margin: f32,
    met: &'a mut [Meeting],
    /// Takes the places of those that have to be asked one by one after all.
    alone: &'a mut Vec<u32>,
}

impl<K: Kind> Kernel for MeetAll<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let MeetAll { kind, batches, cores, margin, met, alone } = self;
        for batch in batches {
            let mut answers = Answers::default();
            for at in (0..batch.count).step_by(L::COUNT) {
                kind.measure::<L>(&mut answers, batch, cores, L::all(margin), at);
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
struct Polygons<const AXES: usize, const CORNERS: usize>;

impl<const AXES: usize, const CORNERS: usize> Kind for Polygons<AXES, CORNERS> {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let pair = Pair::<L, CORNERS, AXES>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let (exact, zero) = (L::load(&batch.exact, at), L::all(0.0));
        let mut best = pair.best_edge(exact);
        let mut faces = pair.faces(best.axis);
        let needed = pair.needs_vertices(&best, exact);
        if L::bits(needed) != 0 && pair.try_vertices(&mut best, &faces, exact, needed) {
            faces = pair.faces(best.axis);
        }
        let Best { axis, separation } = best;
        // A shape that a line cuts has to leave it on the side of its centre.
        let has_line = (pair.a.segment + pair.b.segment).above(zero);
        let overlap = zero.above(separation + (pair.a.radius + pair.b.radius));
        answers.unsure |= L::bits(L::both(has_line, overlap)) << at;
        if !answers.is_far(separation, axis, margin, at) {
            answers.put_points(&pair.clip(axis, &faces, margin), at);
        }
    }
}

/// Capsules and segments.
#[derive(Clone, Copy)]
struct TwoLines;

impl Kind for TwoLines {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let pair = Pair::<L, 4, 2>::gather(cores, [&batch.a, &batch.b], batch.frame(at), at);
        let NearLines { normal, height, crossing } = pair.near_lines();
        answers.unsure |= L::bits(crossing) << at;
        let separation = height - (pair.a.radius + pair.b.radius);
        if !answers.is_far(separation, normal, margin, at) {
            answers.put_points(&pair.clip(normal, &pair.faces(normal), margin), at);
        }
    }
}

#[derive(Clone, Copy)]
struct TwoDiscs;

impl Kind for TwoDiscs {
    #[inline(always)]
    fn measure<L: Lanes>(self, answers: &mut Answers, batch: &Batch, cores: &Cores, margin: L, at: usize) {
        let [radius_a, ..] = L::gather(&cores.rest, &batch.a, at);
        let [radius_b, ..] = L::gather(&cores.rest, &batch.b, at);
        let ([a], [b]) = (Columns::vectors(&cores.points, &batch.a, at), Columns::vectors(&cores.points, &batch.b, at));
        let near = point_point::<L>(a, batch.frame(at).transform_point(b));
        let none = L::all(0.0).above(L::all(0.0));
        answers.put_contact(&near.contact([radius_a, radius_b], none, margin), margin, at);
    }
}

#[derive(Clone, Copy)]
struct DiscAndLine;

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
struct DiscAndBox;

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
struct Answers {
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
        let far = L::bits(separation.above(margin));
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
        self.kept[k] |= L::bits(point.kept.above(L::all(0.0))) << at;
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
