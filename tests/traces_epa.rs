//! Every turn of EPA, judged by the exact outline of the difference.

mod oracles;

use collidoscope::engine::narrow::epa::{EpaOptions, EpaStep, penetration, penetration_with};
use collidoscope::engine::narrow::gjk::{GjkOutcome, distance};
use collidoscope::engine::probe::NoProbe;
use oracles::coverage::Coverage;
use oracles::pairs::Case;
use oracles::{epa, pairs};

/// Calls `check` with the cases in which the cores overlap.
fn for_each_overlap(seed: u64, mut check: impl FnMut(&Case, &collidoscope::engine::narrow::gjk::GjkResult)) {
    let mut overlapping = |case: &Case| {
        let found = distance(case.core_a(), case.core_b(), case.pose, &mut NoProbe);
        if found.outcome == GjkOutcome::Overlap {
            check(case, &found);
        }
    };
    pairs::for_each_case(seed, &mut overlapping);
    let mut random = oracles::narrow_cases::cases(seed);
    for _ in 0..2_000 {
        overlapping(&pairs::ring_case(&mut random));
    }
}

#[test]
fn the_polygon_stays_convex_around_the_origin_and_both_bounds_close_in_on_the_exact_depth() {
    let mut met = Coverage::default();
    for_each_overlap(5, |case, overlap| {
        let mut steps: Vec<EpaStep> = Vec::new();
        let found = penetration(case.core_a(), case.core_b(), case.pose, overlap, &mut steps);
        let unwatched = penetration(case.core_a(), case.core_b(), case.pose, overlap, &mut NoProbe);
        assert_eq!(found, unwatched, "watching changes nothing");
        met.next_input();
        epa::judge(case, &EpaOptions::default(), &steps, &found, &mut met);
    });
    met.demand(
        &["Converged", "Split", "Final", "\"starts with 3 points\""],
        &[
            ("\"starts with 2 points\"", 50, "the origin lies exactly on a line between corners, or a core has no area: coarse grid only"),
            ("Point", 1, "two circles with one centre"),
        ],
        &[("OutOfTurns", "the limit is above the number of corners that two shapes of the cases have")],
    );
}

#[test]
fn cut_short_the_shortest_way_out_so_far_still_leads_out() {
    let mut met = Coverage::default();
    let mut number = 0;
    for_each_overlap(6, |case, overlap| {
        number += 1;
        let options = EpaOptions { max_iterations: number % 4, ..EpaOptions::default() };
        let mut steps: Vec<EpaStep> = Vec::new();
        let found = penetration_with(&options, case.core_a(), case.core_b(), case.pose, overlap, &mut steps);
        met.next_input();
        epa::judge(case, &options, &steps, &found, &mut met);
    });
    met.demand(
        &["Converged", "OutOfTurns", "Split", "Final", "\"starts with 3 points\""],
        &[("\"starts with 2 points\"", 50, "as in the test before"), ("Point", 1, "two circles with one centre")],
        &[],
    );
}
