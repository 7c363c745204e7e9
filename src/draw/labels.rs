//! Where labels go so that they do not cover each other.
//!
//! Placing labels without overlap is NP-hard in general (Marks & Shieber 1991), but a picture of a collision has tens
//! of labels, not thousands, and a greedy pass in order of importance suffices: the most important label gets its
//! wished place, each further one the first free place on rings round its anchor.
//!
//! ```text
//!                 \  |  /        rings 6, 16, 30 … points away, twelve directions each;
//!               ── anchor ──     the box hangs off the ring point on the far side,
//!                 /  |  \        so it never covers its own anchor
//! ```
//! Among the near places a label takes the one that covers the least of the picture's lines and bodies
//! ([`super::strokes`]), and rather a near one than a far one. What stands in the middle of a body names it and stays.
//! Places that cover another label's anchor are taken only when nothing else is free.
//! A label that had to move far gets a leader line, which crosses no other leader and no other label where that can be
//! had. One that finds no free place within reach is left out: overlapping
//! labels cannot be read.
//!
//! Pure rectangles in points, y *down* as on screens; the caller measures the text. The window and the figures share
//! it.

use super::path;
use glam::Vec2;

/// A rectangle on the paper, points, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PxBox {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

impl PxBox {
    /// From upper left corner and size.
    pub fn at(min: Vec2, size: Vec2) -> PxBox {
        PxBox { min, max: min + size }
    }

    /// A square of half size `radius` round a point.
    pub fn around(center: Vec2, radius: f32) -> PxBox {
        PxBox { min: center - Vec2::splat(radius), max: center + Vec2::splat(radius) }
    }

    /// Width and height.
    pub fn size(self) -> Vec2 {
        self.max - self.min
    }

    /// Middle.
    pub fn center(self) -> Vec2 {
        (self.min + self.max) * 0.5
    }

    /// Grown on every side.
    pub fn grown(self, by: f32) -> PxBox {
        PxBox { min: self.min - Vec2::splat(by), max: self.max + Vec2::splat(by) }
    }

    /// True when the insides overlap (touching borders do not count).
    pub fn overlaps(self, other: PxBox) -> bool {
        self.min.x < other.max.x && other.min.x < self.max.x && self.min.y < other.max.y && other.min.y < self.max.y
    }

    /// True when `other` lies wholly inside.
    pub fn contains(self, other: PxBox) -> bool {
        self.min.x <= other.min.x && self.min.y <= other.min.y && other.max.x <= self.max.x && other.max.y <= self.max.y
    }

    /// True when the point lies inside or on the border.
    pub fn contains_point(self, p: Vec2) -> bool {
        self.contains(PxBox { min: p, max: p })
    }
}

/// A label that wants a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelRequest {
    /// The point it belongs to.
    pub anchor: Vec2,
    /// Wanted shift of the text from the anchor: the text hangs off the shifted point on the same side; 0 = centred
    /// in that coordinate.
    pub offset: Vec2,
    /// Width and height of the text.
    pub size: Vec2,
    /// Larger is placed first.
    pub priority: u8,
}

/// Priority of a label that stands where it is wished or nowhere: a number in its cell.
pub const STAYS: u8 = u8::MAX;

/// Factor on the size of a text of this width and height that has to stand in a `room` (points) in a table, free space
/// to the neighbouring rows included; at most 1. It comes in steps, so that a window that is resized needs few sizes of
/// letters.
pub fn fitted(size: Vec2, room: Vec2) -> f32 {
    let free = (room - Vec2::new(0.0, GAP)) / size.max(Vec2::splat(1e-3));
    (free.min_element().clamp(SMALLEST, 1.0) / STEP).floor() * STEP
}

/// The room (points) of a text beside its anchor: a width without bound ends at the border of the page.
pub fn room_beside(room: Vec2, anchor: Vec2, offset: Vec2, page: PxBox) -> Vec2 {
    let free = match offset.x {
        x if x < 0.0 => anchor.x + x - page.min.x,
        x => page.max.x - anchor.x - x,
    };
    if room.x.is_finite() { room } else { Vec2::new(free.max(0.0), room.y) }
}

/// Smaller letters than this share of the usual size cannot be read.
const SMALLEST: f32 = 0.4;
/// See [`fitted`].
const STEP: f32 = 0.05;

/// What words keep clear of where they can, points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// Straight pieces of lines.
    pub lines: Vec<[Vec2; 2]>,
    /// Outlines of bodies.
    pub bodies: Vec<Vec<Vec2>>,
}

/// A label that got a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLabel {
    /// Where the text goes.
    pub bounds: PxBox,
    /// From anchor to text, when the text had to move far.
    pub leader: Option<[Vec2; 2]>,
}

/// Free space kept above and below each label, and round a number in its cell.
const GAP: f32 = 2.0;
/// The same at the sides: two labels in one line, less far apart, read as one.
const GAP_BESIDE: f32 = 6.0;
/// Half size of the square round an anchor that other labels avoid if they can.
const ANCHOR_RADIUS: f32 = 6.0;
/// A point so far beyond the page still has its label, within it.
const RIM: f32 = 4.0;
/// Farther than this from its anchor a label gets a leader line.
const LEADER_FROM: f32 = 24.0;
/// So many of the first places, the wished one and three rings, are weighed by the lines that they cover; the others,
/// too, where each of these covers more than their way weighs.
const NEAR: usize = 1 + 3 * DIRECTIONS.len();
/// What a point of way from the anchor weighs, in points of covered line.
const FAR_WEIGHS: f32 = 0.3;
/// What a point of a label's middle line over a body weighs, in points of covered line.
const BODY_WEIGHS: f32 = 0.5;
/// The rim of a text's box that holds no ink, points: lines may pass there.
const BLANK: Vec2 = Vec2::new(0.0, 2.5);
/// Distances of the rings of places.
const RINGS: [f32; 9] = [6.0, 16.0, 30.0, 46.0, 66.0, 90.0, 120.0, 155.0, 195.0];
const C30: f32 = 0.866_025_4;
/// Twelve directions, the ones that read best first.
const DIRECTIONS: [Vec2; 12] = [
    Vec2::new(C30, -0.5),
    Vec2::new(-C30, -0.5),
    Vec2::new(C30, 0.5),
    Vec2::new(-C30, 0.5),
    Vec2::new(0.0, -1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.5, -C30),
    Vec2::new(-0.5, -C30),
    Vec2::new(0.5, C30),
    Vec2::new(-0.5, C30),
];

/// A place for each request, in the same order; `None` when its anchor is off the page (and its rim) or no free place
/// is in reach. Placed labels lie inside `page` and overlap neither each other nor any box of `taken`; the lines and
/// bodies of `around` are covered as little as the near places allow.
pub fn place(requests: &[LabelRequest], taken: &[PxBox], around: &Obstacles, page: PxBox) -> Vec<Option<PlacedLabel>> {
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by_key(|&i| (u8::MAX - requests[i].priority, i));
    let anchors: Vec<PxBox> = requests.iter().map(|r| PxBox::around(r.anchor, ANCHOR_RADIUS)).collect();
    let mut full: Vec<PxBox> = taken.to_vec();
    let mut placed: Vec<Option<PlacedLabel>> = vec![None; requests.len()];
    for i in order {
        let request = &requests[i];
        let finite = request.anchor.is_finite() && request.offset.is_finite() && request.size.is_finite();
        if !finite || !page.grown(RIM).contains_point(request.anchor) {
            continue;
        }
        let free = |bounds: &PxBox| page.contains(*bounds) && !full.iter().any(|other| bounds.overlaps(*other));
        let covers = |bounds: &PxBox| anchors.iter().enumerate().any(|(j, other)| j != i && bounds.overlaps(*other));
        let tangles =
            |bounds: &PxBox| placed.iter().flatten().filter(|other| are_tangled(**other, with_leader(request.anchor, *bounds))).count();
        let tangled = |bounds: &PxBox| tangles(bounds) > 0;
        let good = |bounds: &PxBox| free(bounds) && !covers(bounds);
        let bounds = match request.priority {
            STAYS => candidates(request).next().filter(free).or_else(|| pushed_in(request, page).filter(free)),
            _ => clearest(request, page, around, |b| good(b) && !tangled(b))
                .or_else(|| candidates(request).find(|b| good(b) && !tangled(b)))
                .or_else(|| candidates(request).filter(good).min_by_key(tangles))
                .or_else(|| candidates(request).find(free)),
        };
        if let Some(bounds) = bounds {
            let beside = if request.priority == STAYS { GAP } else { GAP_BESIDE };
            let rim = Vec2::new(beside, GAP);
            full.push(PxBox { min: bounds.min - rim, max: bounds.max + rim });
            placed[i] = Some(with_leader(request.anchor, bounds));
        }
    }
    placed
}

/// The wished place of a label that would stick out of the page by a little, moved in: a number stays in its row.
fn pushed_in(request: &LabelRequest, page: PxBox) -> Option<PxBox> {
    let wished = candidates(request).next()?;
    Some(moved_in(wished, page)).filter(|moved| *moved != wished)
}

/// A box that sticks out of the page by a little, moved in; any other as it is.
fn moved_in(bounds: PxBox, page: PxBox) -> PxBox {
    let shift = (page.min - bounds.min).max(Vec2::ZERO) + (page.max - bounds.max).min(Vec2::ZERO);
    let shift = if shift.length() <= LEADER_FROM { shift } else { Vec2::ZERO };
    PxBox { min: bounds.min + shift, max: bounds.max + shift }
}

/// The near place that covers the least of the lines and bodies, and rather a near one than a far one; a wished place
/// that was moved in counts as the wished one.
fn clearest(request: &LabelRequest, page: PxBox, around: &Obstacles, is_free: impl Fn(&PxBox) -> bool) -> Option<PxBox> {
    let pushed = pushed_in(request, page);
    // A place that was wished farther away is a row of a list: it stays with the others.
    if request.offset.length() > RINGS[2] {
        return pushed.filter(is_free);
    }
    let reach = request.size + Vec2::splat(RINGS[RINGS.len() - 1]);
    let (low, high) = (request.anchor - reach, request.anchor + reach);
    let lines: Vec<[Vec2; 2]> = around.lines.iter().copied().filter(|[a, b]| path::clip_segment(*a, *b, low, high).is_some()).collect();
    // What is wished at the very place names what is there.
    let bodies = if request.offset == Vec2::ZERO { &[][..] } else { &around.bodies[..] };
    let covered = |bounds: &PxBox| {
        let pieces = lines.iter().filter_map(|[a, b]| path::clip_segment(*a, *b, bounds.min + BLANK, bounds.max - BLANK));
        pieces.map(|(a, b)| a.distance(b)).sum::<f32>()
    };
    let weight = |(way, bounds): &(f32, PxBox)| {
        // One body behind the words is as bad as two.
        let over = bodies.iter().map(|body| over_body(bounds, body)).fold(0.0, f32::max);
        covered(bounds) + BODY_WEIGHS * over + FAR_WEIGHS * way
    };
    let lightest = |places: &mut dyn Iterator<Item = (f32, PxBox)>| {
        let weighed = places.filter(|(_, bounds)| is_free(bounds)).map(|place| (weight(&place), place.1));
        weighed.reduce(|best, other| if other.0 < best.0 { other } else { best })
    };
    let all = candidates(request).enumerate().map(|(i, b)| (if i == 0 { 0.0 } else { RINGS[(i - 1) / DIRECTIONS.len()] }, b));
    let (near, far) = (all.clone().take(NEAR), all.skip(NEAR).map(|(way, bounds)| (way, moved_in(bounds, page))));
    let best = lightest(&mut pushed.map(|bounds| (0.0, bounds)).into_iter().chain(near));
    let is_clear = best.is_some_and(|(weight, _)| weight <= FAR_WEIGHS * RINGS[3]);
    let farther = if is_clear || best.is_none() { None } else { lightest(&mut far.into_iter()) };
    let lighter = |(best, near): (f32, PxBox)| farther.filter(|(weight, _)| *weight < best).map_or(near, |(_, bounds)| bounds);
    best.map(lighter)
}

/// How much of the middle line of a box lies in an outline, points.
fn over_body(bounds: &PxBox, outline: &[Vec2]) -> f32 {
    let y = bounds.center().y;
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(|(a, b)| (a.y < y) != (b.y < y));
    let mut xs: Vec<f32> = crossed.map(|(a, b)| a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))).collect();
    xs.sort_by(f32::total_cmp);
    xs.chunks_exact(2).map(|x| (x[1].min(bounds.max.x) - x[0].max(bounds.min.x)).max(0.0)).sum()
}

fn candidates(request: &LabelRequest) -> impl Iterator<Item = PxBox> + Clone + '_ {
    let rings = RINGS.iter().flat_map(|&ring| DIRECTIONS.iter().map(move |&d| d * ring));
    std::iter::once(request.offset).chain(rings).map(|offset| hang(request.anchor, offset, request.size))
}

/// The box of `size` that hangs off `anchor + offset` on the side of the offset.
fn hang(anchor: Vec2, offset: Vec2, size: Vec2) -> PxBox {
    let side = |x: f32| {
        if x > 0.0 {
            0.5
        } else if x < 0.0 {
            -0.5
        } else {
            0.0
        }
    };
    let center = anchor + offset + Vec2::new(side(offset.x), side(offset.y)) * size;
    PxBox::at(center - size * 0.5, size)
}

fn with_leader(anchor: Vec2, bounds: PxBox) -> PlacedLabel {
    let nearest = anchor.clamp(bounds.min, bounds.max);
    let way = nearest - anchor;
    PlacedLabel { bounds, leader: (way.length() > LEADER_FROM).then(|| [anchor + way * (5.0 / way.length()), nearest]) }
}

/// Whether the leader of one crosses that of the other, or its words.
fn are_tangled(x: PlacedLabel, y: PlacedLabel) -> bool {
    let lies_on = |leader: Option<[Vec2; 2]>, other: PlacedLabel| {
        leader.is_some_and(|[a, b]| path::clip_segment(a, b, other.bounds.min, other.bounds.max).is_some())
    };
    let cross = |[a, b]: [Vec2; 2], [c, d]: [Vec2; 2]| {
        let side = |from: Vec2, to: Vec2, p: Vec2| (to - from).perp_dot(p - from);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    };
    lies_on(x.leader, y) || lies_on(y.leader, x) || x.leader.zip(y.leader).is_some_and(|(own, other)| cross(own, other))
}
