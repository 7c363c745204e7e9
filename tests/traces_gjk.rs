//! Every turn of GJK, judged by whole numbers.

mod oracles;

use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::gjk::{GjkOptions, GjkResult, GjkStep, distance, distance_with};
use collidoscope::engine::probe::NoProbe;
use oracles::coverage::Coverage;
use oracles::{gjk, pairs};

/// Why a region cannot come up: the newest point lies nearer along the search than all points kept, so the nearest
/// point needs it.
const NEWEST_IS_NEEDED: &str = "the newest point is always needed";

/// Why a repeated support point is rare.
const REPEATED: &str = "it gains nothing, which is noticed first unless rounding hides it";

fn demand(met: Coverage, common: &[&str], rare: &[(&str, usize, &str)], never: &[(&str, &str)]) {
    let regions = ["2 points: Vertex(0)", "3 points: Vertex(0)", "3 points: Vertex(1)", "3 points: Edge(0, 1)"];
    let quoted: Vec<String> = regions.iter().map(|name| format!("{name:?}")).collect();
    let all: Vec<(&str, &str)> = quoted.iter().map(|name| (name.as_str(), NEWEST_IS_NEEDED)).chain(never.iter().copied()).collect();
    met.demand(common, rare, &all);
}

/// Walks with a record and has every turn of it judged.
fn judged(case: &pairs::Case, options: &GjkOptions, met: &mut Coverage) -> GjkResult {
    let mut steps: Vec<GjkStep> = Vec::new();
    let found = distance_with(options, case.core_a(), case.core_b(), case.pose, &mut steps);
    met.next_input();
    gjk::judge(case, options, &steps, &found, met);
    found
}

#[test]
fn every_turn_asks_for_the_farthest_corner_and_decides_for_the_region_that_is_nearest() {
    let mut met = Coverage::default();
    pairs::for_each_case(2, |case| {
        let found = judged(case, &GjkOptions::default(), &mut met);
        let unwatched = distance(case.core_a(), case.core_b(), case.pose, &mut NoProbe);
        assert_eq!(found, unwatched, "watching changes nothing");
    });
    demand(
        met,
        &[
            "Nearer",
            "HoldsOrigin",
            "NoGain",
            "Separated",
            "Overlap",
            "\"1 points: Vertex(0)\"",
            "\"2 points: Edge(0, 1)\"",
            "\"3 points: Edge(0, 2)\"",
            "\"3 points: Inside\"",
        ],
        &[
            ("OnSimplex", 100, "the origin exactly on a corner or side of the simplex: only coincidences on the coarse grid"),
            ("Repeated", 50, REPEATED),
            ("\"2 points: Vertex(1)\"", 20, "the usual start finds the nearest corner first or not at all; see the next test"),
            ("\"3 points: Edge(1, 2)\"", 200, "as above"),
            ("\"3 points: Vertex(2)\"", 100, "the nearest corner is the third that is found: seldom, as walks begin towards it"),
        ],
        &[("OutOfTurns", "the usual limit is far above the number of corners that any walk visits")],
    );
}

#[test]
fn a_walk_from_anywhere_and_cut_short_anywhere_keeps_what_it_promises() {
    let mut met = Coverage::default();
    let mut number = 0_u32;
    pairs::for_each_case(3, |near| {
        number += 1;
        // Two of three far apart, where corners are nearest.
        let mut case = near.clone();
        case.pose.position *= [1.0, 3.0, 5.0][(number / 6) as usize % 3];
        let case = &case;
        let start = Vec2::from_angle(number as f32);
        let tolerance = if number.is_multiple_of(5) { 0.05 } else { 1e-12 };
        let options = GjkOptions { start_direction: Some(start), tolerance, max_iterations: [1, 2, 32, 32, 32, 32][number as usize % 6] };
        if tolerance < 1e-3 {
            judged(case, &options, &mut met);
        } else {
            // With a wide tolerance the distance is too long by half the tolerance at most.
            met.next_input();
            let found = distance_with(&options, case.core_a(), case.core_b(), case.pose, &mut NoProbe);
            let truth = oracles::exact::separation(&case.exact_a(), &case.exact_b()).0.max(0.0);
            assert!(f64::from(found.distance) >= truth - 1e-6, "{case:?}");
        }
    });
    demand(
        met,
        &[
            "Nearer",
            "HoldsOrigin",
            "NoGain",
            "Separated",
            "Overlap",
            "OutOfTurns",
            "\"1 points: Vertex(0)\"",
            "\"2 points: Vertex(1)\"",
            "\"2 points: Edge(0, 1)\"",
            "\"3 points: Edge(0, 2)\"",
            "\"3 points: Edge(1, 2)\"",
            "\"3 points: Inside\"",
        ],
        &[
            ("\"3 points: Vertex(2)\"", 200, "it takes more corners than most of these have; see the next test"),
            ("OnSimplex", 30, "the origin exactly on a corner or side of the simplex: only coincidences on the coarse grid"),
            ("Repeated", 5, REPEATED),
        ],
        &[],
    );
}

#[test]
fn every_voronoi_region_of_line_and_triangle_decides_when_a_shape_with_many_corners_is_walked_round() {
    let mut met = Coverage::default();
    let mut random = oracles::narrow_cases::cases(4);
    for number in 0..5_000 {
        let case = pairs::ring_case(&mut random);
        let options = GjkOptions { start_direction: Some(Vec2::from_angle(number as f32)), ..GjkOptions::default() };
        judged(&case, &options, &mut met);
    }
    demand(
        met,
        &[
            "Nearer",
            "HoldsOrigin",
            "NoGain",
            "Separated",
            "Overlap",
            "\"1 points: Vertex(0)\"",
            "\"2 points: Vertex(1)\"",
            "\"2 points: Edge(0, 1)\"",
            "\"3 points: Edge(0, 2)\"",
            "\"3 points: Edge(1, 2)\"",
            "\"3 points: Vertex(2)\"",
            "\"3 points: Inside\"",
        ],
        &[("Repeated", 0, REPEATED)],
        &[],
    );
}
