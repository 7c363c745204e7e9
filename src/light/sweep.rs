//! The shadows of one lamp: a ray turns round the lamp and meets events in order.
//!
//! Where a ray leaves a body for the first time its shadow begins; so of the edges that face away from the lamp only
//! the nearest on each ray counts. A list of *active* edges is kept, those that the ray meets now. It changes only at
//! *events*, as in the sweep of J. Bentley and T. Ottmann ("Algorithms for reporting and counting geometric
//! intersections", 1979):
//!
//! - an edge begins, and is tested for crossings with the active ones: bodies may overlap, and then which of two edges
//!   is nearer changes where they cross;
//! - an edge ends;
//! - two active edges cross.
//!
//! Between two events the nearest edge is the same one, so the ray halfway decides. The result is a list of *slices*:
//! from this ray to that one, light goes as far as that edge, and all that lies behind is dark. The slices of a lamp
//! cover each place once, however many shadows lie on each other there.
//!
//! Edges that face away run counter-clockwise as seen from the lamp: `cross(a − L, b − L) = cross(b − a, L − a)`, and
//! the right side is positive for them. So an edge begins at its first end and ends at its second.

use super::cross;
use super::facing::Facing;
use super::lamp::{Lamp, Ray};
use super::outline::{Edge, Form};
use crate::engine::probe::{Probe, ran};
use glam::DVec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::{PI, TAU};

/// Into so many slices at least a full turn is cut, so that a chord between the far ends of two neighbouring rays
/// stays near the circle that they lie on.
const LEAST_SLICES: u32 = 24;
/// Rays nearer than this are one, radians or metres.
const SAME: f64 = 1e-12;

/// A sector of a lamp's light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    /// Its first ray.
    pub from: Ray,
    /// Its last ray.
    pub to: Ray,
    /// Number of the edge (among [`Shadows::casters`]) where light ends; `None` = it goes on for ever.
    pub caster: Option<u32>,
}

/// What the turning ray met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SweepStep {
    /// An edge became active.
    Began {
        /// Number among the casters.
        edge: u32,
        /// The ray.
        ray: Ray,
    },
    /// An edge is active no more.
    Ended {
        /// Number among the casters.
        edge: u32,
        /// The ray.
        ray: Ray,
    },
    /// Two active edges cross.
    Crossed {
        /// The ray.
        ray: Ray,
    },
    /// A slice is done.
    Cut(Slice),
}

/// The shadows of one lamp.
#[derive(Clone, Debug, PartialEq)]
pub struct Shadows {
    /// Whose they are.
    pub lamp: Lamp,
    /// The edges that face away from it.
    pub casters: Vec<Edge>,
    /// Its light, in the order of the rays. For a point from −π to π; for the sun from the first key to the second that
    /// [`Shadows::new`] was given.
    pub slices: Vec<Slice>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    End(u32),
    Cross,
    Begin(u32),
    /// Nothing but a border of the picture.
    Mark,
}

impl What {
    /// At one ray edges end before others begin.
    fn order(self) -> (u8, u32) {
        match self {
            What::End(i) => (0, i),
            What::Cross => (1, 0),
            What::Begin(i) => (2, i),
            What::Mark => (3, 0),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Event {
    ray: Ray,
    what: What,
}

impl Eq for Event {}

impl Ord for Event {
    fn cmp(&self, other: &Event) -> std::cmp::Ordering {
        self.ray.key.total_cmp(&other.ray.key).then_with(|| self.what.order().cmp(&other.what.order()))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Shadows {
    /// Sweeps the edges that face away from the lamp. `across` are the first and last ray that matter when the lamp is
    /// the sun (keys, metres); a point shines all round.
    pub fn new<P: Probe<SweepStep>>(facing: &Facing, lamp: Lamp, across: [f64; 2], probe: &mut P) -> Shadows {
        let casters: Vec<Edge> = facing.edges.iter().filter(|faced| !faced.faces).map(|faced| faced.edge).collect();
        let mut sweep = Sweep::new(&casters, lamp, across);
        sweep.run(probe);
        let slices = sweep.slices;
        Shadows { lamp, casters, slices }
    }

    /// True when light reaches the place. Outside of the sun's rays that were asked for nothing is dark.
    pub fn is_lit(&self, place: DVec2) -> bool {
        let key = self.lamp.ray(place).key;
        let index = self.slices.partition_point(|slice| slice.to.key < key);
        let Some(slice) = self.slices.get(index).filter(|slice| slice.from.key <= key) else { return true };
        let ray = self.lamp.ray(place);
        slice.caster.is_none_or(|edge| self.lamp.distance(place) <= meet(&self.casters[edge as usize], &ray))
    }

    /// How far light goes on the first and on the last ray of a slice, `farthest` where nothing ends it.
    pub fn reach(&self, slice: &Slice, farthest: f64) -> [f64; 2] {
        [slice.from, slice.to].map(|ray| match slice.caster {
            Some(edge) => meet(&self.casters[edge as usize], &ray).clamp(-farthest.abs(), farthest),
            None => farthest,
        })
    }
}

/// How far along a ray it leaves through an edge.
pub fn meet(edge: &Edge, ray: &Ray) -> f64 {
    match edge.form {
        Form::Line => {
            // o + t·d = a + u·e; crossed with e: t = cross(a − o, e) / cross(d, e).
            let along = edge.to - edge.from;
            cross(edge.from - ray.origin, along) / cross(ray.along, along)
        }
        Form::Arc { center, radius, .. } => {
            // The far one of the two intersections with the circle; a ray that only touches it has one.
            let away = ray.origin - center;
            let half = away.dot(ray.along);
            -half + (half * half - (away.length_squared() - radius * radius)).max(0.0).sqrt()
        }
    }
}

struct Sweep<'a> {
    casters: &'a [Edge],
    lamp: Lamp,
    across: [f64; 2],
    /// Keys of the first and of the last ray of each edge, and a box round it.
    spans: Vec<[f64; 2]>,
    boxes: Vec<[DVec2; 2]>,
    events: Vec<Event>,
    crossings: BinaryHeap<Reverse<Event>>,
    active: Vec<u32>,
    /// Edges that began since the nearest one was last looked for.
    fresh: Vec<u32>,
    nearest: Option<u32>,
    /// The nearest one may be another among all that are active.
    is_stale: bool,
    slices: Vec<Slice>,
}

impl<'a> Sweep<'a> {
    fn new(casters: &'a [Edge], lamp: Lamp, across: [f64; 2]) -> Sweep<'a> {
        let is_point = matches!(lamp, Lamp::Point(_));
        let across = if is_point { [-PI, PI] } else { across };
        let mut events = Vec::with_capacity(2 * casters.len() + LEAST_SLICES as usize + 1);
        let (mut spans, mut active) = (Vec::with_capacity(casters.len()), Vec::new());
        for (i, edge) in casters.iter().enumerate() {
            let (from, to) = (lamp.ray(edge.from), lamp.ray(edge.to));
            spans.push([from.key, to.key]);
            let i = i as u32;
            // Across the ray that points backwards an edge is active at the beginning and again at the end.
            if is_point && from.key > to.key {
                active.push(i);
            } else if to.key - from.key < SAME {
                continue;
            }
            events.push(Event { ray: from, what: What::Begin(i) });
            events.push(Event { ray: to, what: What::End(i) });
        }
        let marks = (0..=LEAST_SLICES).map(|i| across[0] + (across[1] - across[0]) * f64::from(i) / f64::from(LEAST_SLICES));
        events.extend(marks.map(|key| Event { ray: lamp.ray_at(key), what: What::Mark }));
        events.sort_unstable();
        let boxes = casters.iter().map(bounds).collect();
        let mut sweep = Sweep {
            casters,
            lamp,
            across,
            spans,
            boxes,
            events,
            crossings: BinaryHeap::new(),
            active: Vec::new(),
            fresh: Vec::new(),
            nearest: None,
            is_stale: true,
            slices: Vec::new(),
        };
        active.into_iter().for_each(|i| sweep.begin(i, across[0]));
        sweep
    }

    fn run<P: Probe<SweepStep>>(&mut self, probe: &mut P) {
        let mut next = 0;
        let mut before: Option<Ray> = None;
        while let Some(event) = self.pop(&mut next) {
            if let Some(from) = before.filter(|from| event.ray.key - from.key > SAME) {
                self.cut(from, event.ray, probe);
            }
            before = Some(event.ray);
            match event.what {
                What::Begin(edge) => {
                    probe.record(|| SweepStep::Began { edge, ray: event.ray });
                    self.begin(edge, event.ray.key);
                }
                What::End(edge) => {
                    probe.record(|| SweepStep::Ended { edge, ray: event.ray });
                    self.active.retain(|other| *other != edge);
                    self.fresh.retain(|other| *other != edge);
                    self.is_stale |= self.nearest == Some(edge);
                }
                What::Cross => {
                    probe.record(|| SweepStep::Crossed { ray: event.ray });
                    self.is_stale = true;
                }
                What::Mark => {}
            }
        }
    }

    /// The next event, of those that were known and those that were found.
    fn pop(&mut self, next: &mut usize) -> Option<Event> {
        let known = self.events.get(*next).copied();
        match (known, self.crossings.peek()) {
            (Some(known), Some(Reverse(found))) if *found < known => self.crossings.pop().map(|Reverse(event)| event),
            (None, _) => self.crossings.pop().map(|Reverse(event)| event),
            (Some(known), _) => {
                *next += 1;
                Some(known)
            }
        }
    }

    fn begin(&mut self, edge: u32, now: f64) {
        for i in 0..self.active.len() {
            let other = self.active[i];
            if self.boxes_meet(edge, other) {
                let last = self.last_key(edge, now).min(self.last_key(other, now));
                for place in crossings(&self.casters[edge as usize], &self.casters[other as usize]).into_iter().flatten() {
                    let ray = self.lamp.ray(place);
                    if ray.key > now && ray.key < last {
                        self.crossings.push(Reverse(Event { ray, what: What::Cross }));
                    }
                }
            }
        }
        self.active.push(edge);
        self.fresh.push(edge);
    }

    /// Until which ray an edge that is active now stays so.
    fn last_key(&self, edge: u32, now: f64) -> f64 {
        let [_, to] = self.spans[edge as usize];
        if to > now { to } else { self.across[1] }
    }

    fn boxes_meet(&self, a: u32, b: u32) -> bool {
        let ([low_a, high_a], [low_b, high_b]) = (self.boxes[a as usize], self.boxes[b as usize]);
        low_a.x <= high_b.x && low_b.x <= high_a.x && low_a.y <= high_b.y && low_b.y <= high_a.y
    }

    /// Ends a slice: the ray in its middle tells which edge is the nearest in all of it.
    fn cut<P: Probe<SweepStep>>(&mut self, from: Ray, to: Ray, probe: &mut P) {
        ran!();
        let middle = self.lamp.between(&from, &to); // [shadow.nearest]
        let distance = |edge: &u32| meet(&self.casters[*edge as usize], &middle);
        let nearer = |best: Option<(u32, f64)>, edge: &u32| {
            let gap = distance(edge);
            if best.is_none_or(|(_, least)| gap < least) { Some((*edge, gap)) } else { best }
        };
        let found = if self.is_stale {
            self.active.iter().fold(None, nearer)
        } else {
            let best = self.nearest.map(|edge| (edge, distance(&edge)));
            self.fresh.iter().fold(best, nearer)
        };
        self.nearest = found.map(|(edge, _)| edge);
        self.is_stale = false;
        self.fresh.clear();
        if from.key < self.across[1] && to.key > self.across[0] {
            let slice = Slice { from, to, caster: self.nearest };
            probe.record(|| SweepStep::Cut(slice));
            self.slices.push(slice); // [shadow.slice]
        }
    }
}

fn bounds(edge: &Edge) -> [DVec2; 2] {
    match edge.form {
        Form::Line => [edge.from.min(edge.to), edge.from.max(edge.to)],
        Form::Arc { center, radius, .. } => [center - DVec2::splat(radius), center + DVec2::splat(radius)],
    }
}

/// Where two edges cross, at most twice.
fn crossings(a: &Edge, b: &Edge) -> [Option<DVec2>; 2] {
    match (a.form, b.form) {
        (Form::Line, Form::Line) => [line_line(a, b), None],
        (Form::Line, Form::Arc { .. }) => line_arc(a, b),
        (Form::Arc { .. }, Form::Line) => line_arc(b, a),
        (Form::Arc { .. }, Form::Arc { .. }) => arc_arc(a, b),
    }
}

fn line_line(a: &Edge, b: &Edge) -> Option<DVec2> {
    let (along_a, along_b, apart) = (a.to - a.from, b.to - b.from, b.from - a.from);
    let turn = cross(along_a, along_b);
    // a.from + t·u = b.from + s·v; crossed with v and with u.
    let (t, s) = (cross(apart, along_b) / turn, cross(apart, along_a) / turn);
    let is_inside = |x: f64| (0.0..=1.0).contains(&x);
    (is_inside(t) && is_inside(s)).then(|| a.from + along_a * t)
}

fn line_arc(line: &Edge, arc: &Edge) -> [Option<DVec2>; 2] {
    let Form::Arc { center, radius, .. } = arc.form else { return [None; 2] };
    let (along, away) = (line.to - line.from, line.from - center);
    let length_sq = along.length_squared();
    // |away + t·along|² = r².
    let half = away.dot(along) / length_sq;
    let rest = half * half - (away.length_squared() - radius * radius) / length_sq;
    if rest.is_nan() || rest < 0.0 {
        return [None; 2];
    }
    [-half - rest.sqrt(), -half + rest.sqrt()].map(|t| {
        let place = line.from + along * t;
        ((0.0..=1.0).contains(&t) && is_on(arc, place)).then_some(place)
    })
}

fn arc_arc(a: &Edge, b: &Edge) -> [Option<DVec2>; 2] {
    let (Form::Arc { center: ca, radius: ra, .. }, Form::Arc { center: cb, radius: rb, .. }) = (a.form, b.form) else { return [None; 2] };
    let between = cb - ca;
    let distance_sq = between.length_squared();
    // Along the line of centres the common chord lies at (d² + ra² − rb²) / 2d from the first.
    let share = 0.5 * (distance_sq + ra * ra - rb * rb) / distance_sq;
    let rest = ra * ra / distance_sq - share * share;
    if rest.is_nan() || rest < 0.0 {
        return [None; 2];
    }
    [rest.sqrt(), -rest.sqrt()].map(|up| {
        let place = ca + between * share + between.perp() * up;
        (is_on(a, place) && is_on(b, place)).then_some(place)
    })
}

/// Whether a place on the circle of an arc lies on the arc.
fn is_on(arc: &Edge, place: DVec2) -> bool {
    let Form::Arc { center, start, turn, .. } = arc.form else { return false };
    let away = place - center;
    (libm::atan2(away.y, away.x) - start).rem_euclid(TAU) <= turn
}
