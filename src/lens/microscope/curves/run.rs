//! What is looked at, and the recorded steps.

use super::casteljau::Levels;
use super::mirror::Mirrors;
use crate::engine::body::{Body, BodyId};
use crate::engine::curve::crossing::CrossingStep;
use crate::engine::curve::line::{Line, Meeting, SegmentCrossing, segment_crossing};
use crate::engine::curve::polygon::{EvenOddStep, SweptHit, contains_watched, swept_point};
use crate::engine::curve::{DVec2, power};
use crate::engine::math::{Pose, Vec2};
use crate::engine::polynomial::{Root, RootStep};
use crate::engine::shape::Shape;
use crate::lens::curves::sampled;
use crate::lens::microscope::before::{Ground, now};
use crate::lens::microscope::specimen::{PlacedShape, Side, Specimen};
use crate::light::outline::{Form, Outlines, Part};
use crate::scene::document::PlaneCurve;
use crate::scene::plane_curves::crossings_of;
use crate::scene::stage::Stage;

/// Farther than this from the first place nothing counts for the view, metres.
const FAR: f32 = 60.0;

/// Name of the line that is put in for a curve that has nothing to cross.
const LEVEL_LINE: &str = "a level line put in";

/// A run of the search.
pub(super) struct Run {
    /// The curves in the world, with their names.
    pub curves: Vec<(String, PlaneCurve)>,
    pub subject: Subject,
    /// Of the first Bézier curve: the point at its first root, or in its middle.
    pub levels: Option<Levels>,
    /// What pictures show: lower left and upper right corner.
    pub bounds: [Vec2; 2],
}

/// What is searched.
pub(super) enum Subject {
    Roots(Roots),
    Lines(Lines),
    Outline(Outline),
    Mirrors(Mirrors),
}

/// Crossings of two curves as roots.
pub(super) struct Roots {
    pub steps: Vec<CrossingStep>,
    /// Crossings that lie on both curves.
    pub points: Vec<Vec2>,
}

/// Two straight curves.
pub(super) struct Lines {
    pub ends: [[DVec2; 2]; 2],
    pub lines: [Line; 2],
    pub meeting: Meeting,
    pub crossing: SegmentCrossing,
}

/// A way and an outline.
pub(super) struct Outline {
    pub name: String,
    pub corners: Vec<DVec2>,
    pub from: DVec2,
    pub to: DVec2,
    pub edges: Vec<EvenOddStep>,
    pub inside: bool,
    /// Edges on the way, with the share of the way.
    pub met: Vec<(usize, f64, DVec2)>,
    pub hit: Option<SweptHit>,
}

impl Roots {
    /// The polynomial in t, and Bézout's count.
    pub fn polynomial(&self) -> (&[f64], usize) {
        let found = self.steps.iter().find_map(|step| match step {
            CrossingStep::Polynomial { polynomial, bezout } => Some((&polynomial[..], *bezout)),
            _ => None,
        });
        found.unwrap_or((&[], 0))
    }

    pub fn degree(&self) -> usize {
        power::degree_of(self.polynomial().0)
    }

    /// The degree of what is searched: a factor of some power of t is taken out before, its root is exactly 0.
    pub fn searched(&self) -> usize {
        let zeros = self.polynomial().0.iter().position(|&c| c != 0.0).unwrap_or(0);
        self.degree() - zeros
    }

    /// All real roots of the polynomial.
    pub fn roots(&self) -> &[Root] {
        let all = self.steps.iter().rev().find_map(|step| match step {
            CrossingStep::Root(RootStep::Roots { roots, .. }) => Some(&roots[..]),
            _ => None,
        });
        all.unwrap_or(&[])
    }

    /// Real roots, each as often as its multiplicity.
    pub fn real(&self) -> usize {
        self.roots().iter().map(|root| root.multiplicity as usize).sum()
    }
}

pub(super) fn run(specimen: &Specimen) -> Run {
    let found = match now(specimen) {
        Ground::Stage(stage) if !stage.curves().is_empty() => of_scene(&stage, specimen),
        _ => None,
    };
    let (curves, subject) = found.unwrap_or_else(|| alone(specimen));
    let (levels, bounds) = (levels(&curves, &subject), bounds(&curves, &subject));
    Run { curves, subject, levels, bounds }
}

impl Run {
    /// True when the second curve is none of the scene's, but put in.
    pub fn is_alone(&self) -> bool {
        self.curves.get(1).is_some_and(|(name, _)| name == LEVEL_LINE)
    }

    pub fn are_circles(&self) -> bool {
        matches!(&self.curves[..], [(_, PlaneCurve::Circle { .. }), (_, PlaneCurve::Circle { .. }), ..])
    }

    /// Most crossings that there can be: the product of the degrees, of two circles half of it.
    pub fn most_crossings(&self, roots: &Roots) -> usize {
        let product = roots.polynomial().1;
        if self.are_circles() { product / 2 } else { product }
    }
}

type Found = (Vec<(String, PlaneCurve)>, Subject);

fn of_scene(stage: &Stage, specimen: &Specimen) -> Option<Found> {
    let focus = specimen.scene.as_ref().and_then(|scene| scene.focus.as_deref());
    let mut placed: Vec<(String, PlaneCurve)> =
        stage.curves().iter().filter_map(|curve| Some((curve.id.clone(), stage.placed_curve(curve)?))).collect();
    // The one that was asked for comes first.
    placed.sort_by_key(|(id, _)| Some(id.as_str()) != focus);
    if let Some((id, PlaneCurve::Ray { a, b, bounces })) = placed.first() {
        let mut reflections = Vec::new();
        let legs = stage.ray_path_watched(*a, *b, *bounces, &mut reflections);
        if !reflections.is_empty() {
            let met = |name: &str| reflections.iter().any(|reflection| reflection.body == name);
            let (met, passed): (Vec<_>, Vec<_>) =
                stage.world().bodies().partition(|(id, _)| stage.names().bodies.name(*id).is_some_and(met));
            let shapes = |(_, body): (BodyId, &Body)| body.colliders.iter().map(|own| (own.shape.clone(), body.pose)).collect::<Vec<_>>();
            let [bodies, others] = [met, passed].map(|bodies| bodies.into_iter().flat_map(shapes).collect());
            let mirrors = Mirrors { from: *a, legs, reflections, bounces: *bounces, bodies, others };
            let ray = (id.clone(), placed.swap_remove(0).1);
            return Some((vec![ray], Subject::Mirrors(mirrors)));
        }
    }
    placed.truncate(2);
    if let [a, b] = &placed[..] {
        let subject = of_two(&a.1, &b.1);
        return Some((placed, subject));
    }
    let outlined = || stage.world().bodies().find_map(|(id, body)| Some((stage.names().bodies.name(id)?.to_owned(), corners(body)?)));
    let (_, curve) = placed.first()?;
    match (ends(curve), outlined()) {
        (Some([from, to]), Some((name, corners))) => Some((placed, Subject::Outline(Outline::new(name, corners, from, to)))),
        _ => {
            // The surface of a half-plane, else a level line through the middle of a curve that is alone.
            let found = stage.world().bodies().find_map(|(id, body)| {
                let ends = body.colliders.iter().find_map(|collider| surface(&collider.shape, body.pose))?;
                Some((stage.names().bodies.name(id)?.to_owned(), ends))
            });
            let (name, [a, b]) = match found {
                Some(found) => found,
                None => curve.bounds().map(|around| (LEVEL_LINE.to_owned(), [around.center(), around.center() + Vec2::X]))?,
            };
            let line = PlaneCurve::Line { a, b };
            let subject = of_two(curve, &line);
            placed.push((name, line));
            Some((placed, subject))
        }
    }
}

fn of_two(a: &PlaneCurve, b: &PlaneCurve) -> Subject {
    if let (Some(first), Some(second)) = (ends(a), ends(b)) {
        let lines = [first, second].map(|[p, q]| Line::through(p, q));
        let meeting = lines[0].meet(lines[1]);
        return Subject::Lines(Lines { ends: [first, second], lines, meeting, crossing: segment_crossing(first, second) });
    }
    let mut steps = Vec::new();
    let points = crossings_of(a, b, &mut steps);
    Subject::Roots(Roots { steps, points })
}

/// De Casteljau's levels of the first Bézier curve: at its first root on the curve where the polynomial is one in its
/// parameter, else in its middle.
fn levels(curves: &[(String, PlaneCurve)], subject: &Subject) -> Option<Levels> {
    let is_bezier = |curve: &PlaneCurve| matches!(curve, PlaneCurve::Bezier { .. });
    let (name, curve) = curves.iter().find(|(_, curve)| is_bezier(curve))?;
    let PlaneCurve::Bezier { points, weights } = curve else { return None };
    let bezier = PlaneCurve::bezier(points, weights).ok()?;
    let is_alone = curves.iter().filter(|(_, curve)| is_bezier(curve)).count() == 1;
    let root = match subject {
        Subject::Roots(roots) if is_alone && !roots.points.is_empty() => {
            let meets = |t: f64| {
                let at = bezier.point(t).as_vec2();
                roots.points.iter().any(|p| (*p - at).length() < 1e-3)
            };
            roots.roots().iter().map(|root| root.value).find(|&t| (0.0..=1.0).contains(&t) && meets(t))
        }
        _ => None,
    };
    Some(Levels::new(name.clone(), &bezier, root))
}

fn ends(curve: &PlaneCurve) -> Option<[DVec2; 2]> {
    match curve {
        PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } => Some([a.as_dvec2(), b.as_dvec2()]),
        PlaneCurve::Circle { .. } | PlaneCurve::Bezier { .. } => None,
    }
}

/// The way from A to B, and B's outline; a round B is a circle.
fn alone(specimen: &Specimen) -> Found {
    let [a, b] = [Side::A, Side::B].map(|side| specimen.side(side));
    let (from, to) = (middle(a, middle(b, Vec2::ZERO)), middle(b, middle(a, Vec2::ZERO)));
    let way = PlaneCurve::Segment { a: from, b: to };
    let name = format!("{} to {}", specimen.a.name, specimen.b.name);
    let core = specimen.b.shape.convex();
    let place = |p: Vec2| specimen.b.pose.transform_point(p);
    if let Some([a, b]) = surface(&specimen.b.shape, specimen.b.pose) {
        let line = PlaneCurve::Line { a, b };
        let subject = of_two(&line, &way);
        return (vec![(specimen.b.name.clone(), line), (name, way)], subject);
    }
    if core.points.len() < 3 {
        let circle = PlaneCurve::Circle { center: place(core.points[0]), radius: if core.radius > 0.0 { core.radius } else { 0.1 } };
        let subject = of_two(&circle, &way);
        return (vec![(specimen.b.name.clone(), circle), (name, way)], subject);
    }
    let corners = core.points.iter().map(|&p| place(p).as_dvec2()).collect();
    let outline = Outline::new(specimen.b.name.clone(), corners, from.as_dvec2(), to.as_dvec2());
    (vec![(name, way)], Subject::Outline(outline))
}

/// Of a half-plane the place of its surface that is nearest to the other.
fn middle(placed: &PlacedShape, other: Vec2) -> Vec2 {
    match surface(&placed.shape, placed.pose) {
        Some([a, b]) => a + (other - a).dot(b - a) * (b - a),
        None => placed.shape.core_aabb(placed.pose).center(),
    }
}

/// Two places a metre apart on the surface of a half-plane, which has no other edge.
fn surface(shape: &Shape, pose: Pose) -> Option<[Vec2; 2]> {
    let Shape::HalfPlane(plane) = shape else { return None };
    let a = pose.transform_point(plane.point());
    Some([a, a + pose.rotation.rotate(plane.pose().rotation.x_axis())])
}

/// Corners of a body's first closed outline of straight edges, in order: inner edges of its parts cancel.
fn corners(body: &Body) -> Option<Vec<DVec2>> {
    let mut outlines = Outlines::default();
    let with_end = body.colliders.iter().filter(|collider| !collider.shape.is_endless());
    let cores: Vec<_> = with_end.map(|collider| collider.shape.convex()).collect();
    let parts = cores.iter().map(|core| Part { points: core.points, radius: core.radius });
    outlines.add(0, body.pose, parts, &mut crate::engine::probe::NoProbe);
    let edges: Vec<_> = outlines.edges.iter().filter(|edge| edge.form == Form::Line && !edge.is_wall).collect();
    let first = edges.first()?;
    let (mut corners, mut at) = (vec![first.from], first.ends[1]);
    while at != first.ends[0] {
        let next = edges.iter().find(|edge| edge.ends[0] == at)?;
        corners.push(next.from);
        at = next.ends[1];
        if corners.len() > edges.len() {
            return None;
        }
    }
    (corners.len() > 2).then_some(corners)
}

impl Outline {
    fn new(name: String, corners: Vec<DVec2>, from: DVec2, to: DVec2) -> Outline {
        let mut edges = Vec::new();
        let inside = contains_watched(&corners, from, &mut edges);
        let count = corners.len();
        let met = (0..count).filter_map(|edge| match segment_crossing([from, to], [corners[edge], corners[(edge + 1) % count]]) {
            SegmentCrossing::At { s, point, .. } => Some((edge, s, point)),
            _ => None,
        });
        let met = met.collect();
        let hit = swept_point(from, to, &corners);
        Outline { name, corners, from, to, edges, inside, met, hit }
    }

    /// Both ends of an edge.
    pub fn edge(&self, index: usize) -> [Vec2; 2] {
        [index, index + 1].map(|k| self.corners[k % self.corners.len()].as_vec2())
    }
}

/// A box around the curves and what was found; what is very far out is left out.
fn bounds(curves: &[(String, PlaneCurve)], subject: &Subject) -> [Vec2; 2] {
    // A Bézier curve stays far within its control points.
    let around = |curve: &PlaneCurve| match curve {
        PlaneCurve::Bezier { .. } => sampled(curve),
        _ => curve.bounds().map_or(Vec::new(), |around| vec![around.min, around.max]),
    };
    let of_curves = curves.iter().flat_map(|(_, curve)| around(curve));
    let found: Vec<Vec2> = match subject {
        Subject::Roots(roots) => roots.points.clone(),
        Subject::Lines(Lines { meeting: Meeting::At(at), .. }) => vec![at.as_vec2()],
        Subject::Lines(_) => Vec::new(),
        Subject::Outline(outline) => outline.corners.iter().map(|corner| corner.as_vec2()).collect(),
        Subject::Mirrors(mirrors) => mirrors.surroundings(),
    };
    let all: Vec<Vec2> = of_curves.chain(found).filter(|p| p.is_finite()).collect();
    let first = all.first().copied().unwrap_or(Vec2::ZERO);
    let near = all.into_iter().filter(|p| (*p - first).length() < FAR);
    let [low, high] = near.fold([first, first], |[low, high], p| [low.min(p), high.max(p)]);
    if (high - low).max_element() < 1e-3 { [low - Vec2::ONE, high + Vec2::ONE] } else { [low, high] }
}
