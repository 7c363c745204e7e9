//! Labels, grid, outlines and views.

use collidoscope::draw::grid::{Edge, FINEST_PX, grid};
use collidoscope::draw::labels::{LabelRequest, Obstacles, PlacedLabel, PxBox, STAYS, fitted, place, room_beside};
use collidoscope::draw::projection::{Projection, fit};
use collidoscope::draw::{DrawList, Role, Sheet, View, path};
use glam::Vec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

#[test]
fn labels_on_dense_input_never_overlap_and_most_find_a_place() {
    let mut random = Pcg32::seed_from_u64(7);
    let page = PxBox { min: Vec2::ZERO, max: Vec2::new(1280.0, 800.0) };
    let title = PxBox::at(Vec2::splat(16.0), Vec2::new(200.0, 20.0));
    for count in [1, 20, 80, 400] {
        let requests: Vec<LabelRequest> = (0..count)
            .map(|_| LabelRequest {
                anchor: Vec2::new(random.random_range(5.0..1275.0), random.random_range(5.0..795.0)),
                offset: Vec2::new(8.0, -8.0),
                size: Vec2::new(random.random_range(20.0..130.0), 16.0),
                priority: random.random_range(0..5),
            })
            .collect();
        let placed = place(&requests, &[title], &Obstacles::default(), page);
        let boxes: Vec<PxBox> = placed.iter().flatten().map(|p| p.bounds).collect();
        for (i, x) in boxes.iter().enumerate() {
            assert!(page.contains(*x) && !x.overlaps(title));
            assert!(!boxes[..i].iter().any(|y| x.overlaps(*y)), "two labels overlap");
        }
        // 80 labels cover a tenth of the page: all fit. 400 cover half of it; greedy placing cannot seat them all.
        let least = if count <= 80 { count } else { 250 };
        assert!(boxes.len() >= least, "{} of {count} labels placed", boxes.len());
    }
}

#[test]
fn the_most_important_label_gets_its_wished_place_and_pushes_the_other_aside() {
    let page = PxBox { min: Vec2::ZERO, max: Vec2::splat(300.0) };
    let request =
        |priority| LabelRequest { anchor: Vec2::splat(150.0), offset: Vec2::new(8.0, -8.0), size: Vec2::new(80.0, 16.0), priority };
    let placed = place(&[request(1), request(9)], &[], &Obstacles::default(), page);
    let wished = PxBox::at(Vec2::new(158.0, 126.0), Vec2::new(80.0, 16.0));
    assert_eq!(placed[1].map(|p| p.bounds), Some(wished));
    assert!(placed[0].is_some_and(|p| p.bounds != wished));
    let crowd = place(&[request(1); 200], &[], &Obstacles::default(), page);
    let seated = crowd.iter().flatten().count();
    assert!((5..200).contains(&seated), "{seated} of 200 labels of one point: the hopeless ones are left out");
    assert!(crowd.iter().flatten().any(|p| p.leader.is_some()), "those far away get a leader");
    let outside = LabelRequest { anchor: Vec2::splat(-50.0), ..request(1) };
    let undefined = LabelRequest { anchor: Vec2::NAN, ..request(1) };
    assert_eq!(place(&[outside, undefined], &[], &Obstacles::default(), page), [None, None]);
}

/// Only places up to 30 points away were weighed by what they cover: where these lay all on a body, the words did, too,
/// with empty paper above it.
#[test]
fn words_go_beyond_a_body_that_covers_all_near_places() {
    let page = PxBox { min: Vec2::ZERO, max: Vec2::splat(300.0) };
    let top = 60.0;
    let body = vec![Vec2::new(0.0, top), Vec2::new(300.0, top), Vec2::splat(300.0), Vec2::new(0.0, 300.0)];
    let around = Obstacles { lines: Vec::new(), bodies: vec![body] };
    let words =
        |width| LabelRequest { anchor: Vec2::new(290.0, 150.0), offset: Vec2::new(12.0, 0.0), size: Vec2::new(width, 16.0), priority: 8 };
    let at = |width| place(&[words(width)], &[], &around, page)[0].expect("there is room");
    assert!(at(120.0).bounds.max.y <= top && at(120.0).leader.is_some());
    // A short word is not worth the way.
    assert!(at(30.0).bounds.min.y > top && at(30.0).leader.is_none());
}

#[test]
fn grid_lines_are_never_closer_than_the_finest_distance_and_numbers_name_their_line() {
    for height in [0.01_f32, 0.5, 3.0, 8.0, 80.0, 5e3, 2e5] {
        let view = View { center: Vec2::new(1.3, -0.7), height };
        let g = grid(view, 1.5, 800.0, 1.0);
        assert!(g.spacing * 800.0 / height >= FINEST_PX, "height {height}");
        assert!(g.spacing * 800.0 / height < FINEST_PX * 10.0 * 1.001, "height {height}: too coarse");
        assert!(g.numbers.iter().any(|n| n.edge == Edge::Bottom) && g.numbers.iter().any(|n| n.edge == Edge::Left));
        for number in &g.numbers {
            let told: f32 = number.text.trim_end_matches(" m").replace('−', "-").parse().expect("a number");
            assert!((told - number.at).abs() <= g.spacing * 1e-3, "{} at {}", number.text, number.at);
        }
        // Written larger they stand farther apart, evenly: they were left out here and there, where they overlapped.
        let large: Vec<f32> = grid(view, 1.5, 800.0, 1.5).numbers.iter().filter(|n| n.edge == Edge::Bottom).map(|n| n.at).collect();
        for two in large.windows(2) {
            assert!((two[1] - two[0]) * 800.0 / height >= 84.0 * 0.99, "height {height}: {two:?}");
        }
    }
    let broken = [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE];
    for height in broken {
        assert!(grid(View { center: Vec2::ZERO, height }, 1.0, 600.0, 1.0).lines.marks.is_empty(), "height {height}");
    }
    assert!(grid(View { center: Vec2::splat(1e30), height: 1.0 }, 1.0, 600.0, 1.0).lines.marks.is_empty());
}

#[test]
fn a_grown_outline_keeps_its_distance_from_the_core_for_either_winding() {
    let mut corners = vec![Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(2.5, 1.0), Vec2::new(1.0, 2.0)];
    for _ in 0..2 {
        let outline = path::flattened(&corners, 0.3, 0.001);
        assert!(path::doubled_area(&outline) > 0.0, "counter-clockwise");
        for p in outline {
            let distance = (0..4)
                .map(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % 4]);
                    let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    (p - (a + (b - a) * t)).length()
                })
                .fold(f32::MAX, f32::min);
            assert!((distance - 0.3).abs() < 1e-5, "{distance}"); // rounding of f32 near 2
        }
        corners.reverse();
    }
    // Steiner: area of a grown convex set = A + P r + π r².
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let area = path::doubled_area(&path::flattened(&square, 0.5, 1e-5)) * 0.5;
    let exact = 1.0 + 4.0 * 0.5 + std::f32::consts::PI * 0.25;
    assert!((area - exact).abs() < 1e-3, "{area} against {exact}"); // chords lie inside their arcs
    assert!(path::rounded(&[Vec2::ONE], 1.0).is_empty() && path::rounded(&[], 1.0).is_empty());
    assert_eq!(path::rounded(&[Vec2::ZERO, Vec2::X], 0.5).len(), 2, "two points make a capsule");
}

#[test]
fn segments_are_clipped_to_the_box_and_hatching_lies_below_them() {
    let (min, max) = (Vec2::ZERO, Vec2::new(10.0, 5.0));
    let clipped = path::clip_segment(Vec2::new(-5.0, 2.0), Vec2::new(20.0, 2.0), min, max);
    let (a, b) = clipped.expect("crosses the box");
    assert!((a - Vec2::new(0.0, 2.0)).length() < 1e-5 && (b - Vec2::new(10.0, 2.0)).length() < 1e-5); // rounding
    assert_eq!(path::clip_segment(Vec2::new(-5.0, 2.0), Vec2::new(-1.0, 9.0), min, max), None);
    assert_eq!(path::clip_segment(Vec2::new(3.0, 6.0), Vec2::new(7.0, 6.0), min, max), None);
    for (a, b) in [(Vec2::ZERO, Vec2::new(10.0, 0.0)), (Vec2::new(10.0, 0.0), Vec2::ZERO)] {
        let strokes = path::hatch_below(a, b, 1.0, 0.5);
        assert_eq!(strokes.len(), 11);
        assert!(strokes.iter().all(|(from, to)| from.y == 0.0 && to.y < 0.0));
    }
}

#[test]
fn a_projection_and_its_inverse_cancel_and_up_is_up() {
    let frame = PxBox { min: Vec2::new(100.0, 50.0), max: Vec2::new(500.0, 250.0) };
    let projection = Projection::new(View { center: Vec2::new(3.0, 4.0), height: 10.0 }, frame).expect("sound");
    assert_eq!(projection.to_px(Vec2::new(3.0, 4.0)), Vec2::new(300.0, 150.0));
    assert_eq!(projection.to_px(Vec2::new(3.0, 9.0)), Vec2::new(300.0, 50.0));
    let p = Vec2::new(-1.25, 7.5);
    assert!((projection.to_world(projection.to_px(p)) - p).length() < 1e-5); // rounding
    assert_eq!(Projection::new(View { center: Vec2::ZERO, height: 0.0 }, frame), None);
}

#[test]
fn a_fitted_view_holds_all_marks_but_is_not_ruled_by_a_wide_context() {
    let mut list = DrawList { sheet: Sheet::Difference, ..DrawList::default() };
    assert_eq!(fit(&list, Sheet::Difference, 1.0), None);
    list.dot(Role::Simplex, Vec2::new(1.0, 1.0), 4.0);
    list.dot(Role::Origin, Vec2::ZERO, 4.0);
    let tight = fit(&list, Sheet::Difference, 1.0).expect("marks");
    assert!((tight.center - Vec2::splat(0.5)).length() < 1e-6 && tight.height > 1.0);
    list.outline(Role::Difference, [Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0), Vec2::new(0.0, 1.0)]);
    let wide = fit(&list, Sheet::Difference, 1.0).expect("marks");
    assert!(wide.height > tight.height && wide.height < 10.0, "{}", wide.height);
    assert_eq!(fit(&list, Sheet::World, 1.0), None);
}

/// Words stood over the lines that they name: the placing knew boxes alone.
#[test]
fn labels_keep_clear_of_lines_where_a_near_place_is_free_of_them() {
    let mut random = Pcg32::seed_from_u64(11);
    let page = PxBox { min: Vec2::ZERO, max: Vec2::new(600.0, 400.0) };
    let mut point = || Vec2::new(random.random_range(100.0..500.0), random.random_range(60.0..340.0));
    let (mut clear, mut crossed_before) = (0, 0);
    for _ in 0..400 {
        // A line, and a label wished half over it; somewhere around the anchor the paper is free.
        let (a, b) = (point(), point());
        let request = LabelRequest { anchor: (a + b) * 0.5, offset: Vec2::ZERO, size: Vec2::new(70.0, 16.0), priority: 3 };
        let crosses = |placed: Vec<Option<PlacedLabel>>| {
            let bounds = placed[0].expect("the page is empty").bounds.grown(-3.0);
            // Another way than the code's: the line in a hundred points.
            (0..=100).any(|k| bounds.contains_point(a.lerp(b, k as f32 * 0.01)))
        };
        crossed_before += usize::from(crosses(place(&[request], &[], &Obstacles::default(), page)));
        clear += usize::from(!crosses(place(&[request], &[], &Obstacles { lines: vec![[a, b]], ..Obstacles::default() }, page)));
    }
    assert!(crossed_before > 300, "the wished place lies on the line: {crossed_before}");
    assert_eq!(clear, 400);
}

/// A number that was moved out of its cell of a matrix stood in another's.
#[test]
fn a_label_that_stays_is_left_out_rather_than_moved() {
    let page = PxBox::at(Vec2::ZERO, Vec2::splat(200.0));
    let at = |x: f32, priority: u8| LabelRequest { anchor: Vec2::new(x, 100.0), offset: Vec2::ZERO, size: Vec2::new(30.0, 12.0), priority };
    let placed = place(&[at(50.0, STAYS), at(60.0, STAYS), at(100.0, STAYS)], &[], &Obstacles::default(), page);
    assert!(placed[1].is_none(), "{placed:?}");
    for (k, x) in [(0, 50.0), (2, 100.0)] {
        assert_eq!(placed[k].expect("free").bounds.center(), Vec2::new(x, 100.0));
    }
    assert!(place(&[at(50.0, 5), at(60.0, 4)], &[], &Obstacles::default(), page).iter().all(Option::is_some), "others move");
}

/// A number that stuck out of the page by a few points was put somewhere else, over another row.
#[test]
fn a_label_that_sticks_out_a_little_is_pushed_in_and_stays_in_its_row() {
    let page = PxBox::at(Vec2::ZERO, Vec2::splat(200.0));
    let row = |y: f32| LabelRequest { anchor: Vec2::new(140.0, y), offset: Vec2::new(4.0, 0.0), size: Vec2::new(70.0, 14.0), priority: 6 };
    for placed in place(&[row(40.0), row(60.0), row(80.0)], &[], &Obstacles::default(), page).into_iter().zip([40.0, 60.0, 80.0]) {
        let (Some(label), y) = placed else { panic!("it finds a place") };
        assert_eq!((label.bounds.center().y, label.bounds.max.x), (y, 200.0));
    }
}

/// The aims of several methods lie close together: their leaders crossed each other and ran through other labels.
#[test]
fn leaders_of_crowded_labels_cross_neither_each_other_nor_other_labels() {
    let mut rng = Pcg32::seed_from_u64(11);
    let page = PxBox { min: Vec2::ZERO, max: Vec2::new(700.0, 500.0) };
    let (mut leaders, mut tangled) = (0, 0);
    for _ in 0..100 {
        let middle = Vec2::new(rng.random_range(150.0..550.0), rng.random_range(100.0..400.0));
        let requests: Vec<LabelRequest> = (0..7)
            .map(|_| LabelRequest {
                anchor: middle + Vec2::new(rng.random_range(-90.0..90.0), rng.random_range(-20.0..20.0)),
                offset: Vec2::new(10.0, -10.0),
                size: Vec2::new(rng.random_range(60.0..130.0), 15.0),
                priority: 6,
            })
            .collect();
        let placed: Vec<PlacedLabel> = place(&requests, &[], &Obstacles::default(), page).into_iter().flatten().collect();
        assert_eq!(placed.len(), requests.len(), "all find a place");
        for (i, x) in placed.iter().enumerate() {
            let Some([from, to]) = x.leader else { continue };
            leaders += 1;
            // A hundred points of the leader: none within the words of another, and no other leader changes sides.
            let along = |t: i32| from.lerp(to, t as f32 / 100.0);
            for (j, y) in placed.iter().enumerate().filter(|(j, _)| *j != i) {
                tangled += usize::from((0..=100).any(|t| y.bounds.grown(-0.5).contains_point(along(t))));
                let Some([c, d]) = y.leader.filter(|_| i < j) else { continue };
                let side = |p: Vec2| (to - from).perp_dot(p - from) > 0.0;
                let other = |p: Vec2| (d - c).perp_dot(p - c) > 0.0;
                tangled += usize::from(side(c) != side(d) && other(from) != other(to));
            }
        }
    }
    // One after the other they cannot always: it was 1 of 2.
    assert!(leaders > 50 && 10 * tangled < leaders, "{tangled} of {leaders} leaders");
}

/// In rows lower than the letters names stood beside other rows, on leaders, or nowhere.
#[test]
fn words_of_a_table_shrink_and_stay_each_in_its_row() {
    let page = PxBox { min: Vec2::ZERO, max: Vec2::new(300.0, 225.0) };
    let mut shrunk = 0;
    for rows in 2..20 {
        let pitch = 180.0 / rows as f32;
        let size = Vec2::new(60.0, 16.0);
        let room = Vec2::new(50.0, pitch);
        let factor = fitted(size, room);
        assert!((0.39..=1.0).contains(&factor), "{factor}");
        shrunk += usize::from(factor < 0.8);
        let requests: Vec<LabelRequest> = (0..rows)
            .map(|row| LabelRequest {
                anchor: Vec2::new(40.0, 20.0 + pitch * row as f32),
                offset: Vec2::new(8.0, 0.0),
                size: factor * size,
                priority: STAYS,
            })
            .collect();
        for (row, label) in place(&requests, &[], &Obstacles::default(), page).into_iter().enumerate() {
            let bounds = label.expect("every row has its words").bounds;
            assert!((bounds.center().y - requests[row].anchor.y).abs() < 0.01 && bounds.size().x <= room.x + 0.01, "row {row} of {rows}");
        }
    }
    assert!(shrunk > 5, "{shrunk}: no test");
    // Nothing to write, or nowhere: still a size that can be laid out.
    for (size, room) in [(Vec2::ZERO, Vec2::ZERO), (Vec2::new(0.0, 16.0), Vec2::new(0.0, 9.0)), (Vec2::ONE, Vec2::splat(-5.0))] {
        assert!((0.39..=1.0).contains(&fitted(size, room)), "{size} {room}");
    }
}

/// Names of corners stood over the body that they belong to, beside free paper.
#[test]
fn labels_keep_clear_of_bodies_where_a_near_place_is_free_of_them() {
    let page = PxBox::at(Vec2::ZERO, Vec2::splat(400.0));
    let body = PxBox::at(Vec2::splat(150.0), Vec2::splat(100.0));
    let outline = vec![body.min, Vec2::new(body.max.x, body.min.y), body.max, Vec2::new(body.min.x, body.max.y)];
    let around = Obstacles { bodies: vec![outline], ..Obstacles::default() };
    let corner = LabelRequest { anchor: body.min, offset: Vec2::splat(9.0), size: Vec2::new(30.0, 14.0), priority: 3 };
    let at = |request: LabelRequest, around: &Obstacles| place(&[request], &[], around, page)[0].expect("the page is free").bounds;
    assert!(body.contains(at(corner, &Obstacles::default())), "it is wished there");
    assert!(!body.overlaps(at(corner, &around)));
    // The name of the body itself stays in its middle.
    let middle = LabelRequest { anchor: body.center(), offset: Vec2::ZERO, ..corner };
    assert_eq!(at(middle, &around).center(), body.center());
}

/// The numbers at a chart that is low and wide shrank to two fifths, with all the place at their left free: on a
/// projector nobody read them.
#[test]
fn a_number_without_bound_has_the_room_up_to_the_border() {
    let page = PxBox::at(Vec2::ZERO, Vec2::new(600.0, 100.0));
    let (anchor, left) = (Vec2::new(170.0, 20.0), Vec2::new(-6.0, 0.0));
    let room = room_beside(Vec2::new(f32::INFINITY, 27.0), anchor, left, page);
    assert_eq!((room, fitted(Vec2::new(105.0, 24.0), room)), (Vec2::new(164.0, 27.0), 1.0));
    assert_eq!(room_beside(Vec2::new(f32::INFINITY, 27.0), anchor, -left, page).x, 424.0);
    assert_eq!(room_beside(Vec2::new(40.0, 27.0), anchor, left, page).x, 40.0, "a cell keeps to its own");
}
