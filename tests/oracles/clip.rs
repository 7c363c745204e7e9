//! Judge of clipping: Sutherland and Hodgman's cut of the incident edge at two half-planes in `f64`, and the ids and
//! points that follow from it.

use super::coverage::Coverage;
use super::pairs::Case;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::clip::{ClipStep, PointReason, ReferenceChoice};
use collidoscope::engine::narrow::{Feature, Manifold};

type V = (f64, f64);

/// Rounding of `f32` coordinates and products, as a share of the reach.
const ROUNDING: f64 = 1.5e-6;
/// Faces within this sine are nearly parallel: the engine's number, and how far it may be off by rounding.
const NEARLY_PARALLEL: (f64, f64) = (2e-3, 1e-6);
/// The engine's preference for the first choice, metres, and its slop for ids.
const BIAS: f64 = 5e-4;
const SLOP: f64 = 0.005;

fn sub(a: V, b: V) -> V {
    (a.0 - b.0, a.1 - b.1)
}
fn dot(a: V, b: V) -> f64 {
    a.0 * b.0 + a.1 * b.1
}
fn v(p: Vec2) -> V {
    (f64::from(p.x), f64::from(p.y))
}

/// One face in full precision.
#[derive(Clone, Copy, Debug)]
struct Face {
    index: usize,
    ends: [V; 2],
    vertices: [usize; 2],
    normal: V,
    length: f64,
}

/// All faces of a core; one of two points has two, back to back.
fn faces(core: &[V]) -> Vec<Face> {
    if core.len() < 2 {
        return Vec::new();
    }
    let face = |i: usize| {
        let j = (i + 1) % core.len();
        let along = sub(core[j], core[i]);
        let length = along.0.hypot(along.1);
        Face { index: i, ends: [core[i], core[j]], vertices: [i, j], normal: (along.1 / length, -along.0 / length), length }
    };
    (0..core.len()).map(face).collect()
}

/// What is left of a segment behind a plane, in the same direction; `None` when nothing is.
fn cut([p, q]: [V; 2], at: V, outward: V) -> Option<[V; 2]> {
    let (d0, d1) = (dot(sub(p, at), outward), dot(sub(q, at), outward));
    let crossing = || {
        let t = d0 / (d0 - d1);
        (p.0 + t * (q.0 - p.0), p.1 + t * (q.1 - p.1))
    };
    match (d0 > 0.0, d1 > 0.0) {
        (false, false) => Some([p, q]),
        (true, false) => Some([crossing(), q]),
        (false, true) => Some([p, crossing()]),
        (true, true) => None,
    }
}

/// Everything a judgement needs.
struct Scene<'a> {
    case: &'a Case,
    a: Vec<V>,
    b: Vec<V>,
    margin: f64,
    tolerance: f64,
    about: &'a dyn Fn() -> String,
}

/// Judges one run and notes the branches it met.
pub fn judge(case: &Case, normal: Vec2, margin: f32, steps: &[ClipStep], manifold: &Manifold, met: &mut Coverage) {
    let of = |points: Vec<super::exact::Int2>| points.iter().map(|p| p.metres()).collect::<Vec<V>>();
    let (a, b) = (of(case.exact_a()), of(case.exact_b()));
    let about = || format!("{case:?}\n{normal:?}\n{steps:#?}\n{manifold:#?}");
    let scene = Scene { case, a, b, margin: f64::from(margin), tolerance: ROUNDING * case.reach(), about: &about };

    let kept: Vec<_> =
        steps.iter().filter_map(|s| if let ClipStep::Point { point, kept: true, .. } = s { Some(*point) } else { None }).collect();
    assert_eq!(kept, manifold.points(), "the kept points are the manifold, {}", about());
    assert_eq!(manifold.normal == Vec2::ZERO, kept.is_empty(), "{}", about());
    met.note(format!("{} points", kept.len()));

    let mut rest = steps;
    if let Some(ClipStep::Faces { .. }) = rest.first() {
        let (reference, incident, is_a) = judge_faces(&scene, v(normal), &rest[0], met);
        rest = &rest[1..];
        if let [ClipStep::Side { .. }, ClipStep::Side { .. }, points @ ..] = rest {
            let left = judge_sides(&scene, &reference, &incident, &rest[..2], met);
            judge_points(&scene, &reference, &incident, is_a, left, points, manifold, met);
            return;
        }
        let outside = |side: usize| {
            let outward = sub(reference.ends[side], reference.ends[1 - side]);
            incident.ends.iter().all(|&p| dot(sub(p, reference.ends[side]), outward) > -scene.tolerance * reference.length)
        };
        assert!(outside(0) || outside(1), "not cut although it lies over the reference face, {}", about());
        met.note("nothing between the sides");
    }
    judge_single(&scene, v(normal), rest, manifold, met);
}

/// The faces are those that look most along the normal, and the reference is the right one of them.
fn judge_faces(scene: &Scene<'_>, normal: V, step: &ClipStep, met: &mut Coverage) -> (Face, Face, bool) {
    let ClipStep::Faces { reference_is_a, reference, incident, normal: reference_normal, faces: indices, separations, slants, choice } =
        step
    else {
        unreachable!()
    };
    let about = scene.about;
    let chosen = [(&scene.a, indices[0], normal), (&scene.b, indices[1], (-normal.0, -normal.1))].map(|(core, index, along)| {
        let all = faces(core);
        let most = all.iter().map(|f| dot(f.normal, along)).fold(f64::NEG_INFINITY, f64::max);
        assert!(dot(all[index].normal, along) > most - 1e-6, "another face looks more along the normal, {}", about());
        all[index]
    });
    let [face_a, face_b] = chosen;
    let (exact_reference, exact_incident) = if *reference_is_a { (face_a, face_b) } else { (face_b, face_a) };
    let near = |p: Vec2, q: V| (f64::from(p.x) - q.0).hypot(f64::from(p.y) - q.1) < scene.tolerance;
    for k in 0..2 {
        assert!(near(reference[k], exact_reference.ends[k]) && near(incident[k], exact_incident.ends[k]), "{}", about());
    }
    assert!(near(*reference_normal, exact_reference.normal), "{}", about());

    let lowest = |f: &Face, other: &Face| other.ends.iter().map(|&p| dot(sub(p, f.ends[0]), f.normal)).fold(f64::INFINITY, f64::min);
    let (over_a, over_b) = (lowest(&face_a, &face_b), lowest(&face_b, &face_a));
    let radius = scene.case.radius();
    assert!((f64::from(separations[0]) + radius - over_a).abs() < scene.tolerance, "{}", about());
    assert!((f64::from(separations[1]) + radius - over_b).abs() < scene.tolerance, "{}", about());
    let sine = |p: V, q: V| if dot(p, q) > 0.0 { (p.0 * q.1 - p.1 * q.0).abs() } else { f64::INFINITY };
    let (slant_a, slant_b) = (sine(face_a.normal, normal), sine(face_b.normal, (-normal.0, -normal.1)));
    for (found, exact, face) in [(slants[0], slant_a, face_a), (slants[1], slant_b, face_b)] {
        let across = dot(face.normal, normal).abs() < 1e-6;
        assert!(across || f64::from(found) == exact || (f64::from(found) - exact).abs() < 1e-6, "{}", about());
    }

    let (parallel, band) = NEARLY_PARALLEL;
    let between = (face_a.normal.0 * face_b.normal.1 - face_a.normal.1 * face_b.normal.0).abs();
    let bias = BIAS.min(1e-3 * face_a.length.min(face_b.length));
    // By how much A's face is to be preferred, metres; near 0 rounding decides.
    let (a_is_longer, lead) = (face_a.length >= face_b.length, over_a - over_b);
    let preference = if a_is_longer { lead + bias } else { lead - bias };
    match choice {
        ReferenceChoice::Normal => {
            assert!(between > parallel - band, "{}", about());
            let difference = slant_b - slant_a;
            assert!(difference.abs() < 1e-6 || *reference_is_a == (difference > 0.0), "{}", about());
        }
        _ => {
            assert!(between < parallel + band, "{}", about());
            let equally_long = (face_a.length - face_b.length).abs() < scene.tolerance;
            assert!(equally_long || preference.abs() < 2.0 * scene.tolerance || *reference_is_a == (preference > 0.0), "{}", about());
            assert!(equally_long || (*choice == ReferenceChoice::Longer) == (*reference_is_a == a_is_longer), "{}", about());
        }
    }
    met.note(choice);
    met.note(if *reference_is_a { "reference of A" } else { "reference of B" });
    (exact_reference, exact_incident, *reference_is_a)
}

/// Both cuts; answers what is left.
fn judge_sides(scene: &Scene<'_>, reference: &Face, incident: &Face, steps: &[ClipStep], met: &mut Coverage) -> Option<[V; 2]> {
    let about = scene.about;
    let tangent = (-reference.normal.1, reference.normal.0);
    let along = |p: V| dot(sub(p, reference.ends[0]), tangent);
    // In the direction of the reference face; one of two points across it counts as it comes.
    let [p, q] = incident.ends;
    let mut left = Some(if along(q) <= along(p) { [q, p] } else { [p, q] });
    for (side, step) in steps.iter().enumerate() {
        let ClipStep::Side { at, outward, left: found, outside, cut: place } = step else { unreachable!() };
        let (exact_at, exact_outward) = (reference.ends[side], if side == 0 { (-tangent.0, -tangent.1) } else { tangent });
        assert!((v(*at).0 - exact_at.0).hypot(v(*at).1 - exact_at.1) < scene.tolerance, "{}", about());
        assert!((v(*outward).0 - exact_outward.0).hypot(v(*outward).1 - exact_outward.1) < 1e-6, "{}", about());
        let Some(before) = left else { continue };
        let distances = before.map(|p| dot(sub(p, exact_at), exact_outward));
        for k in 0..2 {
            assert!((f64::from(outside[k]) - distances[k]).abs() < 2.0 * scene.tolerance, "{distances:?} {}", about());
        }
        let beyond = outside[side] > 0.0;
        assert_eq!(place.is_some(), beyond, "{}", about());
        met.note(format!("side {side} {}", if beyond { "cuts" } else { "keeps" }));
        // A face across the reference face is cut where rounding puts it.
        let across = (distances[0] - distances[1]).abs();
        let steep = 1.0 + dot(sub(before[0], before[1]), reference.normal).abs() / across.max(1e-12);
        left = cut(before, exact_at, exact_outward);
        if let (Some(place), true) = (place, across > 1e-3) {
            let exact = distances[side] / (distances[side] - distances[1 - side]);
            assert!((f64::from(*place) - exact).abs() < 4.0 * scene.tolerance / across, "{exact} {}", about());
        }
        if let Some(left) = left {
            for k in 0..2 {
                let off = (v(found[k]).0 - left[k].0).hypot(v(found[k]).1 - left[k].1);
                assert!(off < 4.0 * scene.tolerance * steep.min(1e6), "{left:?} {}", about());
            }
        }
    }
    left
}

/// The points: midway between both surfaces, kept when near, named after the vertex that is further in.
#[allow(clippy::too_many_arguments)] // all that clipping knows at its end
fn judge_points(
    scene: &Scene<'_>,
    reference: &Face,
    incident: &Face,
    reference_is_a: bool,
    left: Option<[V; 2]>,
    steps: &[ClipStep],
    manifold: &Manifold,
    met: &mut Coverage,
) {
    let about = scene.about;
    let Some(left) = left else { return };
    let (radius_a, radius_b) = (f64::from(scene.case.core_a().radius), f64::from(scene.case.core_b().radius));
    let (reference_radius, incident_radius) = if reference_is_a { (radius_a, radius_b) } else { (radius_b, radius_a) };
    let tangent = (-reference.normal.1, reference.normal.0);
    let along = |p: V| dot(sub(p, reference.ends[0]), tangent);
    let width = along(left[1]) - along(left[0]);
    let steep = 1.0 + (dot(sub(left[1], left[0]), reference.normal) / width.max(1e-12)).abs();
    let tolerance = 6.0 * scene.tolerance * steep.min(1e6);
    assert_eq!(steps.len(), 2, "{}", about());
    if manifold.count > 0 {
        let sign = if reference_is_a { 1.0 } else { -1.0 };
        let off = (v(manifold.normal).0 - sign * reference.normal.0).hypot(v(manifold.normal).1 - sign * reference.normal.1);
        assert!(off < 1e-6, "the normal is the reference face's, {}", about());
    }
    let order = if reference_is_a { [0, 1] } else { [1, 0] };
    for (step, end) in steps.iter().zip(order) {
        let ClipStep::Point { point, kept, reason } = step else { panic!("{}", about()) };
        let height = dot(sub(left[end], reference.ends[0]), reference.normal);
        let separation = height - reference_radius - incident_radius;
        assert!((f64::from(point.separation) - separation).abs() < tolerance, "{separation} {}", about());
        let middle = 0.5 * (reference_radius + height - incident_radius);
        let exact = (left[end].0 + (middle - height) * reference.normal.0, left[end].1 + (middle - height) * reference.normal.1);
        assert!((v(point.position).0 - exact.0).hypot(v(point.position).1 - exact.1) < tolerance, "{exact:?} {}", about());
        let near = separation <= scene.margin;
        let doubtful = (separation - scene.margin).abs() < tolerance;
        match reason {
            PointReason::Near => assert!(*kept && (near || doubtful), "{}", about()),
            PointReason::TooFar => assert!(!kept && (!near || doubtful), "{}", about()),
            PointReason::SamePlace => assert!(!kept && width < 1e-5 + 2.0 * scene.tolerance, "{}", about()),
        }
        met.note(reason);
        judge_feature(scene, reference, incident, reference_is_a, end, point.feature, met);
    }
}

/// How far the incident vertex lies beyond the reference vertex decides which of the two names the point; within a
/// slop it is A's.
fn judge_feature(
    scene: &Scene<'_>,
    reference: &Face,
    incident: &Face,
    reference_is_a: bool,
    end: usize,
    found: collidoscope::engine::narrow::FeatureId,
    met: &mut Coverage,
) {
    let tangent = (-reference.normal.1, reference.normal.0);
    let along = |p: V| dot(sub(p, reference.ends[end]), tangent);
    let [first, second] = incident.ends.map(along);
    // The incident end that comes first along the reference face belongs to its start.
    let incident_end = if (second <= first) == (end == 0) { 1 } else { 0 };
    let beyond = along(incident.ends[incident_end]) * if end == 0 { -1.0 } else { 1.0 };
    if (first - second).abs() < 2.0 * scene.tolerance || (beyond.abs() - SLOP).abs() < 2.0 * scene.tolerance {
        return; // rounding decides
    }
    let reference_names = if beyond.abs() <= SLOP { reference_is_a } else { beyond > 0.0 };
    let (of_reference, of_incident) = if reference_names {
        (Feature::Vertex(reference.vertices[end]), Feature::Face(incident.index))
    } else {
        (Feature::Face(reference.index), Feature::Vertex(incident.vertices[incident_end]))
    };
    let (of_a, of_b) = if reference_is_a { (of_reference, of_incident) } else { (of_incident, of_reference) };
    assert_eq!((found.of_a(), found.of_b()), (of_a, of_b), "{beyond} {}", (scene.about)());
    met.note(match (beyond.abs() <= SLOP, reference_names == reference_is_a) {
        (true, _) => "named by A within a slop",
        (false, true) => "named by A's vertex",
        (false, false) => "named by B's vertex",
    });
}

/// One point: the farthest vertices along the normal, midway between the surfaces.
fn judge_single(scene: &Scene<'_>, normal: V, steps: &[ClipStep], manifold: &Manifold, met: &mut Coverage) {
    let about = scene.about;
    let [ClipStep::Point { point, kept, reason }] = steps else { panic!("one point, {}", about()) };
    let (of_a, of_b) = (point.feature.of_a(), point.feature.of_b());
    let face_normal = match (of_a, of_b) {
        (Feature::Face(i), Feature::Vertex(_)) => Some(faces(&scene.a)[i].normal),
        (Feature::Vertex(_), Feature::Face(i)) => Some(faces(&scene.b)[i].normal).map(|n| (-n.0, -n.1)),
        _ => None,
    };
    met.note(if face_normal.is_some() { "one point on a face" } else { "one point between corners" });
    if let Some(face_normal) = face_normal {
        assert!((face_normal.0 - normal.0).hypot(face_normal.1 - normal.1) < 1.1e-3, "the face's own normal is the contact's, {}", about());
    }
    let n = face_normal.unwrap_or(normal);
    let top = scene.a.iter().map(|&p| dot(p, n)).fold(f64::NEG_INFINITY, f64::max);
    let low = scene.b.iter().map(|&p| dot(p, n)).fold(f64::INFINITY, f64::min);
    let separation = low - top - scene.case.radius();
    assert!((f64::from(point.separation) - separation).abs() < 2.0 * scene.tolerance, "{separation} {}", about());
    for (feature, core, sign) in [(of_a, &scene.a, 1.0), (of_b, &scene.b, -1.0)] {
        if let Feature::Vertex(i) = feature {
            let farthest = core.iter().map(|&p| sign * dot(p, n)).fold(f64::NEG_INFINITY, f64::max);
            assert!(sign * dot(core[i], n) > farthest - scene.tolerance, "another corner is farther, {}", about());
        }
    }
    let (radius_a, radius_b) = (f64::from(scene.case.core_a().radius), f64::from(scene.case.core_b().radius));
    let middle = 0.5 * (top + radius_a + low - radius_b);
    assert!((dot(v(point.position), n) - middle).abs() < 2.0 * scene.tolerance, "midway between the surfaces, {}", about());
    // Sideways it lies over the vertex that touches.
    let over = match (of_a, of_b) {
        (Feature::Face(_), Feature::Vertex(j)) => scene.b[j],
        (Feature::Vertex(i), _) => scene.a[i],
        _ => panic!("two faces in one point, {}", about()),
    };
    let sideways = sub(v(point.position), over);
    assert!((sideways.0 * n.1 - sideways.1 * n.0).abs() < 2.0 * scene.tolerance, "{}", about());
    let doubtful = (separation - scene.margin).abs() < 2.0 * scene.tolerance;
    assert!(doubtful || *kept == (separation <= scene.margin), "{}", about());
    assert_eq!(*reason, if *kept { PointReason::Near } else { PointReason::TooFar }, "{}", about());
    if *kept {
        assert!((v(manifold.normal).0 - n.0).hypot(v(manifold.normal).1 - n.1) < 2e-6, "{}", about());
    }
    met.note(reason);
}
