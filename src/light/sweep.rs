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

use super::active::{Active, bounds};
use super::cross;
use super::crossing::crossings;
use super::facing::Facing;
use super::lamp::{Lamp, Ray};
use super::outline::{Edge, Form, Outlines};
use crate::engine::probe::{NoProbe, Probe, ran};
use glam::DVec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::PI;

/// Which edges face a lamp, and its shadows; `across` as for [`Shadows::new`].
pub fn cast(outlines: &Outlines, lamp: Lamp, across: [f64; 2]) -> (Facing, Shadows) {
    let facing = Facing::new(outlines, lamp, &mut NoProbe);
    let shadows = Shadows::new(&facing, lamp, across, &mut NoProbe);
    (facing, shadows)
}

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
    /// Number of its ray among [`Sweep::crossing_rays`].
    Cross(u32),
    Begin(u32),
    /// Nothing but a border of the picture.
    Mark,
}

impl What {
    /// At one ray edges end before others begin.
    fn order(self) -> (u8, u32) {
        match self {
            What::End(i) => (0, i),
            What::Cross(_) => (1, 0),
            What::Begin(i) => (2, i),
            What::Mark => (3, 0),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Event {
    /// That of its ray.
    key: f64,
    what: What,
}

impl Eq for Event {}

impl Ord for Event {
    fn cmp(&self, other: &Event) -> std::cmp::Ordering {
        self.key.total_cmp(&other.key).then_with(|| self.what.order().cmp(&other.what.order()))
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
        let mut casters = Vec::with_capacity(facing.edges.len());
        casters.extend(facing.edges.iter().filter(|faced| !faced.faces).map(|faced| faced.edge));
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
    /// The first and the last ray of each edge.
    rays: Vec<[Ray; 2]>,
    crossing_rays: Vec<Ray>,
    events: Vec<Event>,
    crossings: BinaryHeap<Reverse<Event>>,
    active: Active,
    /// A buffer of [`Sweep::begin`].
    near: Vec<u32>,
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
        let (mut rays, mut active) = (Vec::with_capacity(casters.len()), Vec::new());
        for (i, edge) in casters.iter().enumerate() {
            let (from, to) = (lamp.ray(edge.from), lamp.ray(edge.to));
            rays.push([from, to]);
            let i = i as u32;
            // Across the ray that points backwards an edge is active at the beginning and again at the end. One in line
            // with the lamp has the same ray twice, up to rounding.
            if is_point && from.key - to.key > SAME {
                active.push(i);
            } else if to.key - from.key < SAME {
                continue;
            }
            events.push(Event { key: from.key, what: What::Begin(i) });
            events.push(Event { key: to.key, what: What::End(i) });
        }
        let marks = (0..=LEAST_SLICES).map(|i| across[0] + (across[1] - across[0]) * f64::from(i) / f64::from(LEAST_SLICES));
        events.extend(marks.map(|key| Event { key, what: What::Mark }));
        events.sort_unstable();
        let mut sweep = Sweep {
            casters,
            lamp,
            across,
            rays,
            crossing_rays: Vec::new(),
            events,
            crossings: BinaryHeap::new(),
            active: Active::default(),
            near: Vec::new(),
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
            let ray = self.ray_of(event);
            if let Some(from) = before.filter(|from| ray.key - from.key > SAME) {
                self.cut(from, ray, probe);
            }
            before = Some(ray);
            match event.what {
                What::Begin(edge) => {
                    probe.record(|| SweepStep::Began { edge, ray });
                    self.begin(edge, ray.key);
                }
                What::End(edge) => {
                    probe.record(|| SweepStep::Ended { edge, ray });
                    self.active.remove(edge);
                    self.fresh.retain(|other| *other != edge);
                    self.is_stale |= self.nearest == Some(edge);
                }
                What::Cross(_) => {
                    probe.record(|| SweepStep::Crossed { ray });
                    self.is_stale = true;
                }
                What::Mark => {}
            }
        }
    }

    fn ray_of(&self, event: Event) -> Ray {
        match event.what {
            What::Begin(edge) => self.rays[edge as usize][0],
            What::End(edge) => self.rays[edge as usize][1],
            What::Cross(number) => self.crossing_rays[number as usize],
            What::Mark => self.lamp.ray_at(event.key),
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
        let bounds = bounds(&self.casters[edge as usize]);
        self.near.clear();
        self.active.meeting(bounds, &mut self.near);
        for &other in &self.near {
            let last = self.last_key(edge, now).min(self.last_key(other, now));
            for place in crossings(&self.casters[edge as usize], &self.casters[other as usize]).into_iter().flatten() {
                let ray = self.lamp.ray(place);
                if ray.key > now && ray.key < last {
                    self.crossings.push(Reverse(Event { key: ray.key, what: What::Cross(self.crossing_rays.len() as u32) }));
                    self.crossing_rays.push(ray);
                }
            }
        }
        self.active.push(edge, bounds);
        self.fresh.push(edge);
    }

    /// Until which ray an edge that is active now stays so.
    fn last_key(&self, edge: u32, now: f64) -> f64 {
        let to = self.rays[edge as usize][1].key;
        if to > now { to } else { self.across[1] }
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
            self.active.edges.iter().fold(None, nearer)
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
            // What goes on behind the same edge is one slice, up to the width that chords allow.
            let widest = (self.across[1] - self.across[0]) / f64::from(LEAST_SLICES);
            match self.slices.last_mut() {
                Some(last) if last.caster == slice.caster && last.to.key == from.key && to.key - last.from.key <= widest => last.to = to,
                _ => self.slices.push(slice), // [shadow.slice]
            }
        }
    }
}
