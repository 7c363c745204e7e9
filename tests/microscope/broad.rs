//! The microscope of the broad phase finds what an independent comparison finds, and counts what was really looked at.

use crate::kit::{example_films, picture, random, random_specimen};
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::broad::BROAD;
use collidoscope::lens::microscope::{Film, Side};

/// What tests are compared with: each pair once.
const PAIRS: &str = "pairs N·(N − 1)/2";

fn number(film: &Film, frame: usize, symbol: &str) -> Option<f32> {
    film.frames[frame].card.quantities().find(|q| q.symbol == symbol).map(|q| q.value)
}

/// The asking box as the first card tells it.
fn region(film: &Film) -> Aabb {
    let of = |symbol: &str| number(film, 0, symbol).expect("on the first card");
    Aabb { min: Vec2::new(of("Q.min.x"), of("Q.min.y")), max: Vec2::new(of("Q.max.x"), of("Q.max.y")) }
}

/// How many boxes of other bodies overlap the region, by comparing all.
fn partners(film: &Film) -> usize {
    let q = region(film);
    let world = film.specimen.scene.as_ref().expect("a scene").stage.world();
    let boxes = world.bodies().flat_map(|(id, _)| world.boxes_of(id)).map(|boxes| boxes.fat);
    let overlaps = |b: &Aabb| b.min.x <= q.max.x && q.min.x <= b.max.x && b.min.y <= q.max.y && q.min.y <= b.max.y;
    boxes.filter(|b| *b != q).filter(overlaps).count()
}

#[test]
fn tree_and_grid_find_what_comparing_all_boxes_finds() {
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "broad" && e.kind != "degenerate") {
        for method in [BroadPhase::Tree, BroadPhase::Grid] {
            let mut options = film.specimen.options;
            options.broad = Some(method);
            let film = (BROAD.film)(&film.specimen.with_options(options));
            assert_eq!(number(&film, film.last(), "found"), Some(partners(&film) as f32), "{} {method:?}", example.name);
        }
    }
}

/// The examples of sweep and prune.
const SWEEPS: [&str; 3] = ["broad_8_sorted", "broad_9_tower", "broad_10_racer"];

#[test]
fn the_sweep_meets_the_pairs_that_comparing_all_boxes_finds_and_shows_what_each_example_is_for() {
    let films = example_films();
    let of = |name: &str, symbol: &str| {
        let film = &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
        number(film, film.last(), symbol).expect("on the last card")
    };
    for name in SWEEPS {
        let film = &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
        // The order is that of the scene as it stands, the boxes are those after the next step.
        let mut next = (*film.specimen.scene.as_ref().expect("a scene").stage).clone();
        let order = |world: &collidoscope::engine::world::World| {
            let boxes = world.bodies().flat_map(|(id, _)| world.boxes_of(id)).map(|boxes| boxes.fat);
            boxes.flat_map(|b| [b.min.x, b.max.x]).collect::<Vec<f32>>()
        };
        let before = order(next.world());
        next.step();
        let after = order(next.world());
        let boxes: Vec<Aabb> = next.world().bodies().flat_map(|(id, _)| next.world().boxes_of(id)).map(|boxes| boxes.fat).collect();
        let in_pairs = |i: usize| (i + 1..boxes.len()).map(move |j| (i, j));
        let on_x = |(i, j): (usize, usize)| boxes[i].min.x <= boxes[j].max.x && boxes[j].min.x <= boxes[i].max.x;
        let on_y = |(i, j): (usize, usize)| boxes[i].min.y <= boxes[j].max.y && boxes[j].min.y <= boxes[i].max.y;
        let all: Vec<(usize, usize)> = (0..boxes.len()).flat_map(in_pairs).collect();
        let tests = all.iter().filter(|two| on_x(**two)).count();
        let pairs = all.iter().filter(|two| on_x(**two) && on_y(**two)).count();
        assert_eq!(of(name, "tests of this sweep"), tests as f32, "{name}");
        assert_eq!(of(name, "pairs found"), pairs as f32, "{name}");
        // No two ends of these scenes share a place, so the swaps are the ends that passed each other.
        let ends = 0..before.len();
        let passed = |i: usize| (i + 1..before.len()).filter(|&j| (before[i] < before[j]) != (after[i] < after[j])).count();
        assert_eq!(of(name, "swaps"), ends.map(passed).sum::<usize>() as f32, "{name}");
    }
    assert!(of("broad_8_sorted", "swaps") <= 2.0 && of("broad_8_sorted", "tests of this sweep") <= 8.0);
    assert_eq!(of("broad_9_tower", "tests of this sweep"), of("broad_9_tower", "all pairs N·(N − 1)/2"));
    assert!(of("broad_9_tower", "pairs found") <= 8.0);
    assert!(of("broad_10_racer", "swaps") >= 10.0);
}

#[test]
fn each_frame_counts_one_test_more_and_the_last_counts_them_all() {
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "broad") {
        let of_all = if SWEEPS.contains(&example.name) { "tests of this sweep" } else { "tests of this search" };
        let counts: Vec<f32> = (1..film.last()).filter_map(|i| number(&film, i, "tests so far")).collect();
        assert!(counts.windows(2).all(|w| w[1] == w[0] || w[1] == w[0] + 1.0), "{}: {counts:?}", example.name);
        assert_eq!(counts.last().copied(), number(&film, film.last(), of_all), "{}", example.name);
    }
}

#[test]
fn the_crowd_saves_most_tests_and_one_place_saves_none() {
    let films = example_films();
    let of = |name: &str, symbol: &str| {
        let film = &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
        number(film, film.last(), symbol).expect("on the last card")
    };
    // Five of seven examples claimed a saving where the tree tested more boxes than there are.
    for (example, film) in films.iter().filter(|(e, _)| e.microscope == "broad" && !SWEEPS.contains(&e.name)) {
        let wins = of(example.name, "tests of this search") < of(example.name, "boxes N");
        let shows_a_loss = ["broad_3_one_place", "broad_4_long_boxes", "broad_6_slanted_wall"].contains(&example.name);
        assert_eq!(wins, !shows_a_loss, "{}: {}", example.name, film.outcome);
        assert_eq!(film.outcome.contains("among"), !wins, "{}: {}", example.name, film.outcome);
    }
    // The numbers that the lesson and the example's text name.
    let named = [("tests of this search", 19.0), ("boxes N", 65.0), ("tests of all searches", 981.0), (PAIRS, 2080.0)];
    assert!(named.iter().all(|(symbol, count)| of("broad_2_crowd", symbol) == *count));
    assert!(of("broad_3_one_place", "tests of all searches") > of("broad_3_one_place", PAIRS));
    // Two heaps under two children of the root: the far one goes by one test.
    let heaps = &films.iter().find(|(e, _)| e.name == "broad_5_published").expect("shipped").1;
    let pruned = heaps.frames.iter().filter(|f| f.heading == "Pruned: the box around 8 boxes").count();
    assert_eq!(pruned, 1, "{:?}", heaps.frames.iter().map(|f| &f.heading).collect::<Vec<_>>());
}

#[test]
fn a_dragged_shape_asks_with_its_new_box_and_shapes_without_a_scene_stand_in_a_tree_of_two() {
    let films = example_films();
    let film = &films.iter().find(|(e, _)| e.name == "broad_1_typical").expect("shipped").1;
    let shift = Vec2::new(0.0, 20.0);
    let far = (BROAD.film)(&film.specimen.moved(Side::B, shift));
    assert_eq!(number(&far, far.last(), "found"), Some(0.0));
    assert!((region(&far).center() - region(film).center() - shift).length() < 0.2);
    let mut rng = random(31);
    for _ in 0..60 {
        let film = (BROAD.film)(&random_specimen(&mut rng));
        assert_eq!(number(&film, 0, "boxes N"), Some(2.0));
        assert_eq!(film.frames.len(), 3 + 2);
    }
}

/// Trees of more than 24 leaves have no room for names, and nothing told whose a leaf is.
#[test]
fn whose_a_leaf_without_a_name_is_is_told_where_one_points_at_it() {
    use collidoscope::draw::Sheet;
    use collidoscope::lens::microscope::{Part, PartKind};
    let (mut told, mut crowds) = (0, 0);
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "broad") {
        let list = picture(&film, film.last());
        let on_diagram = |mark: &&collidoscope::draw::Mark| mark.sheet == Sheet::Diagram;
        let parts = list.marks.iter().filter(on_diagram).filter_map(|mark| mark.tag.and_then(Part::from_tag));
        let nodes: Vec<Part> = parts.filter(|part| part.kind == PartKind::Node).collect();
        let names = film.specimen.scene.as_ref().expect("a scene").stage.names().bodies.list().len();
        for part in nodes {
            let name = film.name_of(part).unwrap_or_else(|| panic!("{}: {part:?} has no name", example.name));
            assert!(!name.is_empty(), "{}", example.name);
            told += 1;
        }
        let says_how = film.frames[0].reason.contains("point at a box");
        assert!(!says_how || names > 16, "{}: there is room for {names} names", example.name);
        crowds += usize::from(says_how);
    }
    assert!(told > 100 && crowds > 0, "{told} told, {crowds} crowds");
}
