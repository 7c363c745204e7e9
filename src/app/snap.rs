//! Where a point snaps to: corners, centres and borders of shapes, lines with them, multiples of 15°, the grid.
//!
//! Nearest meaning wins, not nearest distance: a corner is taken before the edge that it ends, an edge before a line
//! that merely runs through something elsewhere, and the grid holds what nothing else does.
//!
//! ```text
//! point of a shape  ▶  its border  ▶  a direction of 15° from where the drag began  ▶  in line with a point, else grid
//! ```

use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::math::{Pose, Vec2, atan2, direction, on_segment, sin_cos};
use crate::engine::shape::{HalfPlane, Shape};
use crate::engine::world::World;

/// Step of the directions that drags snap to: 15°.
pub const ANGLE_STEP: f32 = std::f32::consts::PI / 12.0;
/// A direction nearer than this to a multiple of [`ANGLE_STEP`] takes it: 2°.
const NEAR_ANGLE: f32 = 2.0 * std::f32::consts::PI / 180.0;
/// Share of the reach at which borders still count.
const BORDER_REACH: f32 = 0.75;
/// Share of the reach at which lines with other things still count.
const LINE_REACH: f32 = 0.6;
/// With more shapes in sight than this, only what lies near the point counts: lines through all of them would be noise.
const MOST_IN_SIGHT: usize = 200;

/// What a snapped point was drawn to: shown while the drag lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guide {
    /// The line it lies on, world.
    Line(Vec2, Vec2),
    /// The point it lies on, world.
    Point(Vec2),
}

/// A snapped point, or a snapped way.
#[derive(Clone, Debug, PartialEq)]
pub struct Snap {
    /// World, metres.
    pub at: Vec2,
    /// What it was drawn to.
    pub guides: Vec<Guide>,
}

/// What counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    /// How near a shape must be, metres; 0: shapes do not count.
    pub reach: f32,
    /// Distance of the grid's lines, metres.
    pub grid: Option<f32>,
    /// Where the drag began: directions from there snap.
    pub from: Option<Vec2>,
}

/// What there is to snap to.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    points: Vec<Vec2>,
    edges: Vec<[Vec2; 2]>,
    /// Centre and radius.
    rims: Vec<(Vec2, f32)>,
    boxes: Vec<Aabb>,
}

impl Targets {
    /// Shapes near a region, and the points of all in sight. Bodies for which `skips` holds do not count.
    pub fn of(world: &World, near: Aabb, sight: Aabb, skips: impl Fn(BodyId) -> bool) -> Targets {
        let mut found = Targets::default();
        let mut seen = world.colliders_in(sight);
        if seen.len() > MOST_IN_SIGHT {
            seen = world.colliders_in(near);
        }
        let mut bodies: Vec<BodyId> = Vec::new();
        for id in seen {
            let (Some(body), Some(collider)) = (world.body(id.body), world.collider(id)) else { continue };
            if skips(id.body) {
                continue;
            }
            if !bodies.contains(&id.body) {
                bodies.push(id.body);
                found.points.push(body.center);
                let bounded = body.colliders.iter().filter(|collider| !collider.shape.is_endless());
                found.boxes.extend(bounded.map(|collider| collider.shape.aabb(body.pose)).reduce(Aabb::union));
            }
            if let Shape::HalfPlane(plane) = &collider.shape {
                found.add_surface(plane, body.pose, near);
            } else {
                found.add(&collider.shape, body.pose, collider.shape.aabb(body.pose).overlaps(near));
            }
        }
        found
    }

    /// Of a half-plane: where it is held, and the surface near the region.
    fn add_surface(&mut self, plane: &HalfPlane, pose: Pose, near: Aabb) {
        self.points.push(pose.transform_point(plane.point()));
        let piece = plane.piece(pose.inv_transform_point(near.center()), near.size().length());
        self.edges.push([piece.points()[2], piece.points()[3]].map(|p| pose.transform_point(p)));
    }

    fn add(&mut self, shape: &Shape, pose: Pose, is_near: bool) {
        let core = shape.convex();
        let at = |p: Vec2| pose.transform_point(p);
        self.points.push(at(core.center()));
        if core.radius == 0.0 || core.points.len() == 2 {
            self.points.extend(core.points.iter().map(|&p| at(p)));
        }
        if !is_near {
            return;
        }
        if let [center] = core.points {
            self.rims.push((at(*center), core.radius));
        }
        for (i, &normal) in core.normals.iter().enumerate() {
            let out = core.radius * normal;
            let ends = [core.points[i % core.points.len()], core.points[(i + 1) % core.points.len()]];
            self.edges.push(ends.map(|p| at(p + out)));
        }
    }

    /// Where a point snaps to.
    pub fn snap(&self, p: Vec2, rules: &Rules) -> Snap {
        if rules.reach > 0.0 {
            if let Some(point) = nearest(self.points.iter().copied(), p, rules.reach) {
                return Snap { at: point, guides: vec![Guide::Point(point)] };
            }
            if let Some(snap) = self.on_border(p, BORDER_REACH * rules.reach) {
                return snap;
            }
        }
        if rules.grid.is_none()
            && rules.reach > 0.0
            && let Some(from) = rules.from
            && let Some(at) = on_ray(from, p, NEAR_ANGLE)
        {
            return Snap { at, guides: vec![Guide::Line(from, at)] };
        }
        self.in_line(p, rules)
    }

    fn on_border(&self, p: Vec2, reach: f32) -> Option<Snap> {
        let on_edge = self.edges.iter().map(|&[a, b]| (on_segment(a, b, p), Guide::Line(a, b)));
        let rim = |&(center, radius): &(Vec2, f32)| Some(center + direction(p - center)?.0 * radius);
        let on_rim = self.rims.iter().filter_map(rim).map(|at| (at, Guide::Point(at)));
        let near = on_edge.chain(on_rim).map(|(at, guide)| ((at - p).length(), at, guide)).filter(|(gap, ..)| *gap <= reach);
        let (_, at, guide) = near.min_by(|x, y| x.0.total_cmp(&y.0))?;
        Some(Snap { at, guides: vec![guide] })
    }

    /// On the vertical or horizontal through a point in sight, each axis for itself; else on the grid.
    fn in_line(&self, p: Vec2, rules: &Rules) -> Snap {
        let reach = LINE_REACH * rules.reach;
        let gap = |axis: usize, q: &Vec2| (q[axis] - p[axis]).abs();
        let closest = |axis: usize| {
            let near = self.points.iter().filter(|q| rules.reach > 0.0 && gap(axis, q) <= reach);
            near.min_by(|q, r| gap(axis, q).total_cmp(&gap(axis, r)).then((**q - p).length().total_cmp(&(**r - p).length()))).copied()
        };
        let lines = [closest(0), closest(1)];
        let mut at = p;
        for axis in 0..2 {
            at[axis] = match (lines[axis], rules.grid) {
                (Some(point), _) => point[axis],
                (None, Some(step)) => (p[axis] / step).round() * step,
                (None, None) => p[axis],
            };
        }
        Snap { at, guides: lines.into_iter().flatten().map(|point| Guide::Line(point, at)).collect() }
    }

    /// How far things move that would move by `shift`: their points onto points, their box's sides and middle in line
    /// with those of other boxes.
    pub fn snap_move(&self, own: Aabb, points: &[Vec2], shift: Vec2, rules: &Rules) -> Snap {
        let shift = rules.grid.map_or(shift, |step| (shift / step).round() * step);
        if rules.reach <= 0.0 {
            return Snap { at: shift, guides: Vec::new() };
        }
        let pairs = points.iter().filter_map(|&p| Some((nearest(self.points.iter().copied(), p + shift, rules.reach)?, p + shift)));
        if let Some((target, from)) = pairs.min_by(|x, y| (x.0 - x.1).length().total_cmp(&(y.0 - y.1).length())) {
            return Snap { at: shift + (target - from), guides: vec![Guide::Point(target)] };
        }
        let mut at = shift;
        let mut guides = Vec::new();
        if rules.grid.is_none() {
            for axis in 0..2 {
                if let Some((by, line, other)) = self.beside(own, shift, axis, BORDER_REACH * rules.reach) {
                    at[axis] += by;
                    guides.push((axis, line, other));
                }
            }
        }
        let moved = Aabb { min: own.min + at, max: own.max + at };
        let guide = |(axis, line, other): (usize, f32, Aabb)| {
            let whole = moved.union(other);
            let place = |along: f32| if axis == 0 { Vec2::new(line, along) } else { Vec2::new(along, line) };
            Guide::Line(place(whole.min[1 - axis]), place(whole.max[1 - axis]))
        };
        Snap { at, guides: guides.into_iter().map(guide).collect() }
    }

    /// The least way along an axis to a line of another box: how far, where the line is, and whose.
    fn beside(&self, own: Aabb, shift: Vec2, axis: usize, reach: f32) -> Option<(f32, f32, Aabb)> {
        let lines = |b: &Aabb| [b.center()[axis], b.min[axis], b.max[axis]];
        let mine = lines(&own).map(|line| line + shift[axis]);
        let ways = self.boxes.iter().flat_map(|b| lines(b).map(|line| (line, *b)));
        let gaps = ways.flat_map(|(line, b)| mine.map(|m| (line - m, line, b))).filter(|(gap, ..)| gap.abs() <= reach);
        gaps.min_by(|x, y| x.0.abs().total_cmp(&y.0.abs()))
    }
}

fn nearest(points: impl Iterator<Item = Vec2>, p: Vec2, reach: f32) -> Option<Vec2> {
    let near = points.filter(|q| (*q - p).length() <= reach);
    near.min_by(|a, b| (*a - p).length().total_cmp(&(*b - p).length()))
}

/// The point on the nearest ray of 15° steps from `from`, if the direction is no farther from it than `within`.
pub fn on_ray(from: Vec2, p: Vec2, within: f32) -> Option<Vec2> {
    let way = p - from;
    let (_, length) = direction(way)?;
    let angle = atan2(way.y, way.x);
    let near = (angle / ANGLE_STEP).round();
    let ray = ray(near as i32);
    ((angle - near * ANGLE_STEP).abs() * length <= within * length).then(|| from + ray * way.dot(ray))
}

/// Unit vector at so many steps of 15° from the x axis; along the axes exact.
fn ray(steps: i32) -> Vec2 {
    match steps.rem_euclid(24) {
        0 => Vec2::X,
        6 => Vec2::Y,
        12 => -Vec2::X,
        18 => -Vec2::Y,
        _ => {
            let (sin, cos) = sin_cos(steps as f32 * ANGLE_STEP);
            Vec2::new(cos, sin)
        }
    }
}

/// An angle at a multiple of 15° when it is nearer to one than `within`; else as it is.
pub fn snap_angle(angle: f32, within: f32) -> f32 {
    let near = (angle / ANGLE_STEP).round() * ANGLE_STEP;
    if (angle - near).abs() <= within { near } else { angle }
}

/// The reach of [`snap_angle`] where nothing else is asked for: 2°.
pub const SOFT: f32 = NEAR_ANGLE;
