//! The narrow phase for many pairs: eight at once.
//!
//! [`super::meet`] answers for one pair with branches, and in a crowd of crates most of its time goes into branches that the processor guesses wrong: which axis, which face, which
//! corner. Here the same formulas run in lanes ([`crate::engine::lanes`]): every question is answered for all lanes, and each lane picks. A pair takes a tenth of the time.
//!
//! ```text
//!   asked      box–box   box–disc   box–hexagon   box–box   …
//!                 │          │            │          │
//!   by form    ┌──┴──────────┼────────────┼──────────┴──┐
//!   two axes   │ eight box–box at once    │             │      boxes, capsules, segments
//!   corners ≤ 8│             │        eight at once            other polygons
//!   one by one │        super::meet                            discs, two capsules, more corners; a shape that a line cuts; GJK
//!   answers    └─ in the order in which they were asked
//! ```
//!
//! **The bits are those of [`super::meet`]**, which stays the twin that probes watch: operands stand in the same order, and ties go to the same side. (Only the sign of a zero
//! may differ.)

mod clip;
mod cores;
mod face;
mod sat;
mod vector;

pub use cores::Cores;

use super::manifold::is_finite;
use super::{FeatureId, ManifoldPoint, Meeting, NarrowPhase, Reach, meet};
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, Row, Width};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Shape;
use clip::Points;
use cores::Form;
use sat::{Best, Core, Pair};
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
    two_axes: Vec<Batch>,
    four_corners: Vec<Batch>,
    eight_corners: Vec<Batch>,
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
        let Many { asked, met, two_axes, four_corners, eight_corners, alone } = self;
        met.clear();
        met.resize(asked.len(), Meeting::default());
        lanes::run(width, MeetAll::<2, 4> { batches: two_axes, cores, margin, met, alone });
        lanes::run(width, MeetAll::<4, 4> { batches: four_corners, cores, margin, met, alone });
        lanes::run(width, MeetAll::<8, 8> { batches: eight_corners, cores, margin, met, alone });
        for &place in alone.iter() {
            let Asked { shapes, pose, exact } = asked[place as usize];
            let [a, b] = shapes.map(&shape_of);
            met[place as usize] = meet(a, b, pose, rules.method, Reach { margin, exact }, &mut NoProbe);
        }
        met
    }

    /// Puts each pair into a batch of its form, or among those that are asked one by one.
    fn sort(&mut self, method: NarrowPhase, cores: &Cores) {
        let Many { asked, two_axes, four_corners, eight_corners, alone, .. } = self;
        [&mut *two_axes, four_corners, eight_corners].into_iter().for_each(Vec::clear);
        alone.clear();
        for (place, one) in (0..).zip(asked.iter()) {
            let form = cores.form_of_pair(one.shapes).filter(|_| method == NarrowPhase::Sat && is_finite(one.pose));
            match form {
                None | Some(Form::Line) => alone.push(place),
                Some(Form::TwoAxes) => Batch::push(two_axes, place, one),
                Some(Form::FourCorners) => Batch::push(four_corners, place, one),
                Some(Form::EightCorners) => Batch::push(eight_corners, place, one),
            }
        }
    }
}

/// Eight pairs of one form.
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
}

/// Measures all pairs of one form.
struct MeetAll<'a, const AXES: usize, const CORNERS: usize> {
    batches: &'a [Batch],
    cores: &'a Cores,
    margin: f32,
    met: &'a mut [Meeting],
    /// Takes the places of those that have to be asked one by one after all.
    alone: &'a mut Vec<u32>,
}

impl<const AXES: usize, const CORNERS: usize> Kernel for MeetAll<'_, AXES, CORNERS> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let MeetAll { batches, cores, margin, met, alone } = self;
        for batch in batches {
            let mut answers = Answers::default();
            for at in (0..BLOCK).step_by(L::COUNT) {
                if at < batch.count {
                    answers.measure::<L, CORNERS, AXES>(batch, cores, margin, at);
                }
            }
            for lane in 0..batch.count {
                if answers.cut >> lane & 1 == 1 {
                    alone.push(batch.places[lane]);
                } else {
                    answers.put(lane, &mut met[batch.places[lane] as usize]);
                }
            }
        }
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
    /// Bit k: lane k has the point.
    kept: [u32; 2],
    /// Bit k: in lane k a line cuts the other shape, which one has to leave on the side of its centre.
    cut: u32,
}

impl Answers {
    #[inline(always)]
    fn measure<L: Lanes, const CORNERS: usize, const AXES: usize>(&mut self, batch: &Batch, cores: &Cores, margin: f32, at: usize) {
        let [x, y, cos, sin] = &batch.pose;
        let frame = Frame { position: Vector { x: L::load(x, at), y: L::load(y, at) }, cos: L::load(cos, at), sin: L::load(sin, at) };
        let (a, b) = (Core::<L, CORNERS, AXES>::gather(cores, &batch.a, at), Core::gather(cores, &batch.b, at));
        let pair = Pair { a, b, frame };
        let (exact, margin, zero) = (L::load(&batch.exact, at), L::all(margin), L::all(0.0));

        let mut best = pair.best_edge(exact);
        let mut faces = pair.faces(best.axis);
        let needed = pair.needs_vertices(&best, exact);
        if L::bits(needed) != 0 && pair.try_vertices(&mut best, &faces, exact, needed) {
            faces = pair.faces(best.axis);
        }
        let Best { axis, separation } = best;
        let has_line = (pair.a.segment + pair.b.segment).above(zero);
        let overlap = zero.above(separation + (pair.a.radius + pair.b.radius));
        self.cut |= L::bits(L::both(has_line, overlap)) << at;
        separation.store(&mut self.separation, at);
        axis.x.store(&mut self.axis[0], at);
        axis.y.store(&mut self.axis[1], at);

        let far = L::bits(separation.above(margin));
        if far == (1 << L::COUNT) - 1 {
            return;
        }
        let Points { normal, points } = pair.clip(axis, &faces, margin);
        normal.x.store(&mut self.normal[0], at);
        normal.y.store(&mut self.normal[1], at);
        for (k, point) in points.iter().enumerate() {
            let [x, y, separation, feature] = &mut self.points[k];
            point.position.x.store(x, at);
            point.position.y.store(y, at);
            point.separation.store(separation, at);
            point.feature.store(feature, at);
            self.kept[k] |= (L::bits(point.kept.above(zero)) & !far) << at;
        }
    }

    /// Puts the answer of a lane into an empty meeting. Number by number: a manifold that is put together elsewhere and copied costs as much as finding it.
    #[inline(always)]
    fn put(&self, lane: usize, meeting: &mut Meeting) {
        meeting.separation = self.separation.0[lane];
        meeting.axis = Vec2::new(self.axis[0].0[lane], self.axis[1].0[lane]);
        let manifold = &mut meeting.manifold;
        for (of_point, kept) in self.points.iter().zip(self.kept) {
            if kept >> lane & 1 == 1 {
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
