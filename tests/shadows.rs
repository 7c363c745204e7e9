//! Light and shadow against a judge that knows nothing of edges, counters or sweeps: it asks for each place whether the
//! straight line from the lamp has left a body before it arrives.

use collidoscope::app::{App, DocumentCommand, HistoryCommand, Item, Pointer, PointerEvent, ToolCommand};
use collidoscope::draw::{DrawList, Primitive, Role};
use collidoscope::engine::math::{Pose, Vec2, cross};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::decompose::decompose;
use collidoscope::engine::shape::hull::convex_hull;
use collidoscope::lens::{self, LensInput};
use collidoscope::light::facing::Facing;
use collidoscope::light::lamp::Lamp;
use collidoscope::light::outline::{Form, OutlineStep, Outlines, Part};
use collidoscope::light::sweep::Shadows;
use collidoscope::scene::document::{BodyDoc, Geometry, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;
use glam::DVec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Convex parts of a body, as a lamp gets them.
#[derive(Clone, Debug)]
struct Solid {
    pose: Pose,
    parts: Vec<(Vec<Vec2>, f32)>,
}

fn outlines(solids: &[Solid]) -> Outlines {
    let mut outlines = Outlines::default();
    for (i, solid) in solids.iter().enumerate() {
        let parts = solid.parts.iter().map(|(points, radius)| Part { points, radius: *radius });
        outlines.add(i as u32, solid.pose, parts, &mut NoProbe);
    }
    outlines
}

fn point(rng: &mut Pcg32, reach: Vec2) -> Vec2 {
    Vec2::new(rng.random_range(-reach.x..reach.x), rng.random_range(-reach.y..reach.y))
}

/// A star with dents: outlines of this form are cut into several parts.
fn star(rng: &mut Pcg32) -> Vec<Vec2> {
    let count = rng.random_range(5..11);
    (0..count).map(|i| Vec2::from_angle(i as f32 / count as f32 * std::f32::consts::TAU) * rng.random_range(0.3..1.4f32)).collect()
}

/// Boxes on each other that touch along a piece of their sides only; some run clockwise.
fn heap(rng: &mut Pcg32) -> Vec<(Vec<Vec2>, f32)> {
    let mut floor = -1.0;
    let mut layer = || {
        let (left, width, height) = (rng.random_range(-1.0..0.0f32), rng.random_range(1.1..2.0f32), rng.random_range(0.2..0.7f32));
        let mut points = vec![Vec2::new(left, floor), Vec2::new(left + width, floor)];
        floor += height;
        points.extend([Vec2::new(left + width, floor), Vec2::new(left, floor)]);
        if rng.random_bool(0.5) {
            points.reverse();
        }
        (points, 0.0)
    };
    (0..3).map(|_| layer()).collect()
}

fn solid(rng: &mut Pcg32) -> Solid {
    let pose = Pose::new(point(rng, Vec2::new(8.0, 6.0)), rng.random_range(-3.0..3.0));
    let radius = rng.random_range(0.1..0.9f32);
    let parts = match rng.random_range(0..7) {
        0 => vec![(vec![point(rng, Vec2::ONE)], radius)],
        1 => vec![(vec![Vec2::new(-radius, 0.0), Vec2::new(1.0, 0.2)], 0.4 * radius)],
        2 => vec![(vec![Vec2::new(-1.0, -radius), Vec2::new(1.0, 0.3)], 0.0)],
        3 => {
            let cloud: Vec<Vec2> = (0..9).map(|_| point(rng, Vec2::ONE)).collect();
            vec![(convex_hull(&cloud), if rng.random_bool(0.5) { 0.3 * radius } else { 0.0 })]
        }
        4 => vec![(vec![Vec2::new(-radius, -0.5), Vec2::new(radius, -0.5), Vec2::new(radius, 0.5), Vec2::new(-radius, 0.5)], 0.0)],
        5 => heap(rng),
        _ => decompose(&star(rng)).expect("a star").into_iter().map(|part| (part, 0.0)).collect(),
    };
    Solid { pose, parts }
}

/// Where a ray from `from` runs inside of a convex part: its first and last distance.
fn inside(part: &[DVec2], radius: f64, from: DVec2, along: DVec2) -> Option<[f64; 2]> {
    let mut range: Option<[f64; 2]> = None;
    let mut add = |found: Option<[f64; 2]>| {
        if let Some([a, b]) = found {
            range = Some(range.map_or([a, b], |[low, high]| [low.min(a), high.max(b)]));
        }
    };
    if part.len() > 2 {
        add(through(part, from, along));
    }
    if radius > 0.0 {
        for (i, &corner) in part.iter().enumerate() {
            let away = from - corner;
            let half = away.dot(along);
            let rest = half * half - away.length_squared() + radius * radius;
            add((rest > 0.0).then(|| [-half - rest.sqrt(), -half + rest.sqrt()]));
            let next = part[(i + 1) % part.len()];
            if next == corner {
                continue;
            }
            let side = (next - corner).perp().normalize() * radius;
            add(through(&[corner - side, next - side, next + side, corner + side], from, along));
        }
    }
    range
}

/// The same for a polygon that runs counter-clockwise, by cutting the ray with its half-planes.
fn through(polygon: &[DVec2], from: DVec2, along: DVec2) -> Option<[f64; 2]> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (i, &a) in polygon.iter().enumerate() {
        let edge = polygon[(i + 1) % polygon.len()] - a;
        // Inside is left of the edge: height + t·slope >= 0.
        let (height, slope) = (edge.perp_dot(from - a), edge.perp_dot(along));
        if slope > 0.0 {
            low = low.max(-height / slope);
        } else if slope < 0.0 {
            high = high.min(-height / slope);
        } else if height < 0.0 {
            return None;
        }
    }
    (low < high).then_some([low, high])
}

struct Judge {
    bodies: Vec<Vec<(Vec<DVec2>, f64)>>,
}

impl Judge {
    fn new(solids: &[Solid]) -> Judge {
        let place = |pose: Pose, p: Vec2| {
            let turn = DVec2::new(f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
            pose.position.as_dvec2() + turn.rotate(p.as_dvec2())
        };
        let part = |pose: Pose, (points, radius): &(Vec<Vec2>, f32)| {
            let area: f32 = (0..points.len()).map(|i| cross(points[i], points[(i + 1) % points.len()])).sum();
            let mut points: Vec<DVec2> = points.iter().map(|&p| place(pose, p)).collect();
            if area < 0.0 {
                points.reverse();
            }
            (points, f64::from(*radius))
        };
        Judge { bodies: solids.iter().map(|s| s.parts.iter().map(|p| part(s.pose, p)).collect()).collect() }
    }

    fn is_lit(&self, lamp: Lamp, place: DVec2) -> bool {
        let (from, along, distance) = match lamp {
            Lamp::Point(at) => (at, (place - at).normalize(), (place - at).length()),
            Lamp::Sun(along) => (place - along * 1e3, along, 1e3),
        };
        !self.bodies.iter().any(|parts| leaves(parts, from, along, distance))
    }
}

/// Whether a ray has left a body before it has come so far.
fn leaves(parts: &[(Vec<DVec2>, f64)], from: DVec2, along: DVec2, distance: f64) -> bool {
    if let [(points, radius)] = parts
        && let [a, b] = points[..]
        && *radius == 0.0
    {
        let turn = along.perp_dot(b - a);
        let (t, s) = ((a - from).perp_dot(b - a) / turn, (a - from).perp_dot(along) / turn);
        return (0.0..=1.0).contains(&s) && t > 0.0 && t < distance;
    }
    let mut ranges: Vec<[f64; 2]> = parts.iter().filter_map(|(points, radius)| inside(points, *radius, from, along)).collect();
    ranges.sort_by(|a, b| a[0].total_cmp(&b[0]));
    // Parts that touch are one stretch: rounding may part them by less than a nanometre.
    let mut stretches: Vec<[f64; 2]> = Vec::new();
    for [low, high] in ranges {
        match stretches.last_mut() {
            Some([_, end]) if low <= *end + 1e-6 => *end = end.max(high),
            _ => stretches.push([low, high]),
        }
    }
    stretches.iter().any(|[_, end]| *end > 0.0 && *end < distance)
}

/// How many pixels were lit, dark, and neither, as a border runs through them.
#[derive(Default)]
struct Pixels {
    lit: u32,
    dark: u32,
    on_the_border: u32,
}

impl Pixels {
    /// Compares every pixel of a scene with what a ray says.
    fn compare(&mut self, solids: &[Solid], lamp: Lamp, scene: usize) {
        const SIZE: (i32, i32) = (96, 72);
        const PIXEL: f64 = 0.2;
        let outlines = outlines(solids);
        let facing = Facing::new(&outlines, lamp, &mut NoProbe);
        let shadows = Shadows::new(&facing, lamp, [-20.0, 20.0], &mut NoProbe);
        let judge = Judge::new(solids);
        for i in 0..SIZE.0 * SIZE.1 {
            let place = DVec2::new(f64::from(i % SIZE.0 - SIZE.0 / 2) + 0.5, f64::from(i / SIZE.0 - SIZE.1 / 2) + 0.5) * PIXEL;
            let (is, should) = (shadows.is_lit(place), judge.is_lit(lamp, place));
            *(if should { &mut self.lit } else { &mut self.dark }) += 1;
            if is == should {
                continue;
            }
            // Less than half a pixel away it must be as the light has it: the border runs between.
            self.on_the_border += 1;
            let near = (0..32).map(|k| place + DVec2::from_angle(f64::from(k) * 0.19635) * (0.499 * PIXEL));
            assert!(near.into_iter().any(|p| judge.is_lit(lamp, p) == is), "scene {scene}, {lamp:?}, {place}: {is}, not {should}");
        }
    }
}

/// An edge in line with the lamp has one ray twice, and the last bit says which comes first. If it was the wrong one, the
/// edge counted as lying across the ray that points backwards, and hid all that the lamp lights: it stood all round it,
/// at no distance. Corners on whole numbers meet that often.
#[test]
fn an_edge_in_line_with_the_lamp_hides_nothing_else() {
    let mut rng = Pcg32::seed_from_u64(5);
    let mut pixels = Pixels::default();
    for scene in 0..200 {
        let along = Vec2::new(rng.random_range(-4..=4) as f32, rng.random_range(1..=4) as f32) * 0.25;
        let (near, far) = (rng.random_range(3..9) as f32, rng.random_range(9..20) as f32);
        let third = near * along + along.perp() * 4.0 * (if rng.random_bool(0.5) { 1.0 } else { -1.0 });
        let turned = |v: Vec2| if scene % 2 == 0 { v } else { -v };
        let points = [near * along, far * along, third].map(turned).to_vec();
        let solids = [Solid { pose: Pose::IDENTITY, parts: vec![(points, 0.0)] }];
        pixels.compare(&solids, Lamp::point(Vec2::ZERO), scene);
    }
    assert!(pixels.lit > 100_000 && pixels.dark > 10_000, "both happen: {} lit, {} dark", pixels.lit, pixels.dark);
}

#[test]
fn every_pixel_of_500_random_scenes_is_as_bright_as_a_ray_says() {
    let mut rng = Pcg32::seed_from_u64(24);
    let mut pixels = Pixels::default();
    for scene in 0..500 {
        let solids: Vec<Solid> = (0..rng.random_range(1..14)).map(|_| solid(&mut rng)).collect();
        let lamp = if rng.random_bool(0.7) {
            Lamp::point(point(&mut rng, Vec2::new(9.0, 7.0)))
        } else {
            Lamp::sun(point(&mut rng, Vec2::ONE)).expect("a direction")
        };
        pixels.compare(&solids, lamp, scene);
    }
    let Pixels { lit, dark, on_the_border } = pixels;
    assert!(lit > 100_000 && dark > 100_000, "both happen: {lit} lit, {dark} dark");
    // In double precision a border is met to a nanometre; pixels lie that near to one by chance only.
    assert!(on_the_border < 20, "{on_the_border}");
}

/// Edges by their ends, silhouettes by their places, in an order of their own; how many edges were counted, and how many
/// cancelled.
type Summary = (Vec<[u64; 4]>, Vec<(u64, u64, i32)>, usize, usize);

fn summary(solids: &[Solid], lamp: Lamp) -> Summary {
    let outlines = outlines(solids);
    let facing = Facing::new(&outlines, lamp, &mut NoProbe);
    let bits = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
    let mut edges: Vec<[u64; 4]> =
        outlines.edges.iter().map(|e| [bits(e.from)[0], bits(e.from)[1], bits(e.to)[0], bits(e.to)[1]]).collect();
    edges.sort_unstable();
    let mut silhouettes: Vec<(u64, u64, i32)> = facing.silhouettes.iter().map(|s| (s.at.x.to_bits(), s.at.y.to_bits(), s.sign)).collect();
    silhouettes.sort_unstable();
    (edges, silhouettes, outlines.counted, outlines.cancelled)
}

#[test]
fn counters_are_the_same_for_every_winding() {
    let mut rng = Pcg32::seed_from_u64(25);
    let mut cancelled = 0;
    for _ in 0..400 {
        let solids: Vec<Solid> = (0..4)
            .map(|_| Solid {
                pose: Pose::new(point(&mut rng, Vec2::splat(5.0)), 0.3),
                parts: decompose(&star(&mut rng)).expect("a star").into_iter().map(|p| (p, 0.0)).collect(),
            })
            .collect();
        let lamp = Lamp::point(point(&mut rng, Vec2::splat(8.0)));
        let expected = summary(&solids, lamp);
        cancelled += expected.3;
        let mut turned = solids.clone();
        for (points, _) in turned.iter_mut().flat_map(|solid| &mut solid.parts) {
            if rng.random_bool(0.5) {
                points.reverse();
            }
            let first = rng.random_range(0..points.len());
            points.rotate_left(first);
        }
        assert_eq!(summary(&turned, lamp), expected);
    }
    assert!(cancelled > 500, "{cancelled}");
}

#[test]
fn inner_edges_of_a_wall_of_cells_cancel_and_nothing_else() {
    let (columns, rows) = (5, 3);
    let cell = |x: i32, y: i32| {
        let corner = Vec2::new(x as f32, y as f32);
        let mut points = vec![corner, corner + Vec2::X, corner + Vec2::ONE, corner + Vec2::Y];
        if (x + y) % 2 == 1 {
            points.reverse();
        }
        (points, 0.0)
    };
    let parts = (0..columns).flat_map(|x| (0..rows).map(move |y| cell(x, y))).collect();
    let solids = [Solid { pose: Pose::IDENTITY, parts }];
    let outlines = outlines(&solids);
    let inner = (columns - 1) * rows + columns * (rows - 1);
    assert_eq!((outlines.counted, outlines.cancelled), (4 * 15, 2 * inner as usize));
    assert_eq!(outlines.edges.len(), 2 * (columns + rows) as usize);
    // From the left below the middle: only the left side faces the lamp, between its two ends.
    let facing = Facing::new(&outlines, Lamp::point(Vec2::new(-4.0, 1.5)), &mut NoProbe);
    let mut ends: Vec<(DVec2, i32)> = facing.silhouettes.iter().map(|s| (s.at, s.sign)).collect();
    ends.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    // Counter-clockwise round the solid the left side runs downwards.
    assert_eq!(ends, [(DVec2::ZERO, 1), (DVec2::new(0.0, 3.0), -1)]);
    assert_eq!(facing.edges.iter().filter(|f| f.faces).count(), 3);
}

#[test]
fn parts_that_touch_along_a_piece_of_an_edge_are_one_outline() {
    // The shaft of an arrow touches the middle third of its head's back.
    let arrow = [(1.3, 0.0), (0.0, 1.0), (0.0, 0.4), (-1.2, 0.4), (-1.2, -0.4), (0.0, -0.4), (0.0, -1.0)].map(|(x, y)| Vec2::new(x, y));
    let parts = decompose(&arrow).expect("an arrow");
    assert!(parts.len() > 1);
    let solids = [Solid { pose: Pose::IDENTITY, parts: parts.into_iter().map(|part| (part, 0.0)).collect() }];
    let outlines = outlines(&solids);
    let mut edges: Vec<(DVec2, DVec2)> = outlines.edges.iter().map(|e| (e.from, e.to)).collect();
    let mut expected: Vec<(DVec2, DVec2)> = (0..7).map(|i| (arrow[i].as_dvec2(), arrow[(i + 1) % 7].as_dvec2())).collect();
    for list in [&mut edges, &mut expected] {
        list.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)));
    }
    assert_eq!(edges, expected);
}

#[test]
fn the_counters_tell_each_step() {
    let square = |x: f32| vec![Vec2::new(x, 0.0), Vec2::new(x + 1.0, 0.0), Vec2::new(x + 1.0, 1.0), Vec2::new(x, 1.0)];
    let parts = [square(0.0), square(1.0)];
    let (mut steps, mut told, mut untold) = (Vec::new(), Outlines::default(), Outlines::default());
    let as_parts = || parts.iter().map(|points| Part { points, radius: 0.0 });
    told.add(0, Pose::IDENTITY, as_parts(), &mut steps);
    untold.add(0, Pose::IDENTITY, as_parts(), &mut NoProbe);
    assert_eq!(told.edges, untold.edges);
    let sums: i32 = steps.iter().map(|s| if let OutlineStep::Counted { added, .. } = s { *added } else { 0 }).sum();
    let kept: i32 = told.edges.iter().map(|e| if (e.from.x, e.from.y) < (e.to.x, e.to.y) { e.count } else { -e.count }).sum();
    assert_eq!(sums, kept, "what was added is what is kept");
    assert_eq!(steps.iter().filter(|s| matches!(s, OutlineStep::Cancelled { .. })).count(), 1);
}

#[test]
fn one_pass_and_two_passes_find_the_same_silhouettes() {
    let mut rng = Pcg32::seed_from_u64(26);
    let mut found = 0;
    for _ in 0..300 {
        let solids: Vec<Solid> = (0..6).map(|_| solid(&mut rng)).collect();
        let lamp = Lamp::point(point(&mut rng, Vec2::splat(9.0)));
        let facing = Facing::new(&outlines(&solids), lamp, &mut NoProbe);
        assert_eq!(facing.silhouettes, facing.by_neighbours());
        // Every lit chain that begins also ends.
        assert_eq!(facing.silhouettes.iter().map(|s| s.sign).sum::<i32>(), 0);
        found += facing.silhouettes.len();
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn silhouettes_of_circles_and_capsules_are_their_points_of_tangency() {
    let mut rng = Pcg32::seed_from_u64(27);
    let mut tangencies = 0;
    for _ in 0..500 {
        let (radius, pose) = (rng.random_range(0.1..2.0f32), Pose::new(point(&mut rng, Vec2::splat(5.0)), rng.random_range(-3.0..3.0)));
        let core = if rng.random_bool(0.5) { vec![Vec2::ZERO] } else { vec![Vec2::new(-0.7, 0.1), Vec2::new(0.9, 0.0)] };
        let solids = [Solid { pose, parts: vec![(core, radius)] }];
        let at = point(&mut rng, Vec2::splat(9.0)).as_dvec2();
        let facing = Facing::new(&outlines(&solids), Lamp::Point(at), &mut NoProbe);
        let judge = Judge::new(&solids);
        for silhouette in &facing.silhouettes {
            let centers = &judge.bodies[0][0].0;
            let nearest = centers.iter().map(|c| ((*c - silhouette.at).length() - f64::from(radius)).abs()).fold(f64::MAX, f64::min);
            let right_angle = |c: &DVec2| (silhouette.at - *c).dot(silhouette.at - at).abs();
            let tangent = centers.iter().map(right_angle).fold(f64::MAX, f64::min);
            // A corner where arc and line join is no tangency only when the line itself points at the lamp.
            assert!(nearest < 1e-9 && tangent < 1e-7, "{silhouette:?}: {nearest}, {tangent}");
            tangencies += 1;
        }
    }
    assert!(tangencies > 500, "{tangencies}");
}

#[test]
fn a_lamp_inside_a_body_lights_that_body_only() {
    let solids = [Solid { pose: Pose::IDENTITY, parts: vec![(vec![Vec2::ZERO], 1.0)] }];
    let outlines = outlines(&solids);
    let Form::Arc { turn, .. } = outlines.edges[0].form else { panic!("an arc") };
    assert_eq!(turn, std::f64::consts::TAU);
    let lamp = Lamp::point(Vec2::new(0.3, 0.2));
    let facing = Facing::new(&outlines, lamp, &mut NoProbe);
    assert!(facing.silhouettes.is_empty());
    let shadows = Shadows::new(&facing, lamp, [0.0; 2], &mut NoProbe);
    for (x, lit) in [(-0.99, true), (0.99, true), (1.01, false), (-1.01, false), (50.0, false)] {
        assert_eq!(shadows.is_lit(DVec2::new(x, 0.0)), lit, "{x}");
    }
}

/// A lamp inside a ring: each of many small bodies outside of it cut a slice of its own, although the ring ends the
/// light on both sides of the cut.
#[test]
fn what_ends_at_one_edge_is_one_slice_up_to_the_width_of_a_chord() {
    let ring = Solid { pose: Pose::IDENTITY, parts: vec![(vec![Vec2::ZERO], 2.0)] };
    let outer = (0..100).map(|k| {
        let at = Vec2::new(3.0, 0.0).rotate(Vec2::from_angle(0.06 * k as f32));
        Solid { pose: Pose::new(at, 0.0), parts: vec![(vec![Vec2::ZERO], 0.05)] }
    });
    let outlines = outlines(&[ring].into_iter().chain(outer).collect::<Vec<_>>());
    let lamp = Lamp::point(Vec2::new(0.3, 0.2));
    let shadows = Shadows::new(&Facing::new(&outlines, lamp, &mut NoProbe), lamp, [0.0; 2], &mut NoProbe);
    let widest = std::f64::consts::TAU / 24.0;
    assert!((24..=60).contains(&shadows.slices.len()), "{} slices", shadows.slices.len());
    for pair in shadows.slices.windows(2) {
        assert_eq!(pair[0].to.key, pair[1].from.key, "no gap");
        assert!(pair[0].to.key - pair[0].from.key <= widest + 1e-12);
        assert!(pair[0].caster != pair[1].caster || pair[1].to.key - pair[0].from.key > widest, "two slices that could be one");
    }
    for k in 0..628 {
        let angle = 0.01 * f64::from(k);
        let place = |r: f64| DVec2::new(r * angle.cos(), r * angle.sin());
        assert!(shadows.is_lit(place(1.99)) && !shadows.is_lit(place(2.01)));
    }
}

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] },
  "bodies": [ { "id": "crate", "shapes": [{ "box": { "width": 2, "height": 2 } }] } ] }"#;

fn pointer(app: &mut App, event: fn(Pointer) -> PointerEvent, x: f32, y: f32) {
    app.apply(ToolCommand::Pointer(event(Pointer { world: Vec2::new(x, y), ..Pointer::default() })));
}

#[test]
fn a_lamp_is_set_dragged_hung_on_a_body_saved_and_taken_back() {
    let mut app = App::empty();
    let shape = ShapeDoc::new(Geometry::Box { width: 2.0, height: 2.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    let position = Vec2::new(0.0, 3.0);
    app.apply(DocumentCommand::Add(BodyDoc { id: "crate".into(), position, shapes: vec![shape], ..BodyDoc::default() }.into()));
    app.apply(ToolCommand::Choose("light".into()));
    pointer(&mut app, PointerEvent::Press, 4.0, 6.0);
    pointer(&mut app, PointerEvent::Move, 5.0, 6.5);
    pointer(&mut app, PointerEvent::Release, 5.0, 6.5);
    let place = |app: &App| app.stage().light_place(&app.document().lights[0]).expect("a place");
    assert_eq!(place(&app), Vec2::new(5.0, 6.5));
    assert_eq!(app.selection(), [Item::Light("lamp".into())]);
    // Taken again and let go over the crate, it hangs there, and goes where the crate goes.
    pointer(&mut app, PointerEvent::Press, 5.0, 6.5);
    pointer(&mut app, PointerEvent::Move, 0.5, 3.5);
    pointer(&mut app, PointerEvent::Release, 0.5, 3.5);
    assert_eq!(app.document().lights[0].body().map(String::as_str), Some("crate"));
    let shift = Vec2::new(2.0, 0.0);
    app.apply(DocumentCommand::Move { items: vec![Item::Body("crate".into())], shift, turn: 0.0, pivot: Vec2::ZERO, gesture: 0 });
    assert!((place(&app) - Vec2::new(2.5, 3.5)).length() < 1e-5, "{}", place(&app));
    // Pulled off the crate it hangs in the world again.
    pointer(&mut app, PointerEvent::Press, 2.5, 3.5);
    pointer(&mut app, PointerEvent::Move, 6.0, 6.0);
    pointer(&mut app, PointerEvent::Release, 6.0, 6.0);
    assert!(app.document().lights[0].body().is_none() && (place(&app) - Vec2::new(6.0, 6.0)).length() < 1e-4, "{}", place(&app));
    app.apply(HistoryCommand::Undo);
    assert!(app.document().lights[0].body().is_some(), "a drag is taken back as one");
    let text = file::to_json(app.document());
    assert_eq!(file::parse(text.as_bytes()).expect("sound").lights, app.document().lights);
    // It goes with its body, and comes back with it.
    app.apply(DocumentCommand::Delete(vec![Item::Body("crate".into())]));
    assert!(app.document().lights.is_empty());
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().lights.len(), 1);
    while app.undo_label().is_some() {
        app.apply(HistoryCommand::Undo);
    }
    assert!(app.document().lights.is_empty());
}

#[test]
fn the_lens_tells_what_faces_a_lamp_and_where_its_shadow_begins() {
    let lamp = r#""lights": [{ "id": "lamp", "kind": "point", "position": [0, 4] }], "bodies""#;
    let stage = Stage::new(&file::parse(SCENE.replace("\"bodies\"", lamp).as_bytes()).expect("a scene")).expect("it runs");
    let input = LensInput { stage: &stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    let mut list = DrawList::default();
    lens::compose(&input, &["shadows"], &mut list);
    let mut dots: Vec<Vec2> = list
        .marks
        .iter()
        .filter_map(|mark| if let (Role::Silhouette, Primitive::Dot { at, .. }) = (mark.role, &mark.primitive) { Some(*at) } else { None })
        .collect();
    dots.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(dots, [Vec2::new(-1.0, 1.0), Vec2::new(1.0, 1.0)]);
    let says = |words: &str| list.marks.iter().any(|m| matches!(&m.primitive, Primitive::Label { text, .. } if text.contains(words)));
    assert!(says("1 face it, 3 turn away") && says("2 silhouettes") && says("2 sides of shadow volumes, 4 saved"));
    // The shadow below the crate is drawn from the crate's far side on, and only there.
    let dark = list.marks.iter().find(|m| m.role == Role::Shadow && matches!(m.primitive, Primitive::Band { .. })).expect("a shadow");
    let Primitive::Band { points, .. } = &dark.primitive else { unreachable!() };
    let near: Vec<Vec2> = list.points(points).iter().step_by(2).copied().collect();
    assert!(near.iter().all(|p| (p.x.abs() - 1.0).abs() < 1e-5 || (p.y + 1.0).abs() < 1e-5), "{near:?}");
}

/// Prints how long a frame of shadows takes: `cargo test --release --test physics shadows:: -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn a_thousand_bodies_and_eight_lamps() {
    let mut rng = Pcg32::seed_from_u64(28);
    let solids: Vec<Solid> = (0..1000)
        .map(|_| Solid { pose: Pose::new(point(&mut rng, Vec2::new(30.0, 20.0)), rng.random_range(-3.0..3.0)), ..solid(&mut rng) })
        .collect();
    let start = std::time::Instant::now();
    let outlines = outlines(&solids);
    let outlined = start.elapsed();
    let mut slices = 0;
    for _ in 0..8 {
        let lamp = Lamp::point(point(&mut rng, Vec2::new(30.0, 20.0)));
        let facing = Facing::new(&outlines, lamp, &mut NoProbe);
        slices += Shadows::new(&facing, lamp, [0.0; 2], &mut NoProbe).slices.len();
    }
    println!("{} edges: outlines {outlined:?}, with 8 lamps {:?}, {slices} slices", outlines.edges.len(), start.elapsed());
}
