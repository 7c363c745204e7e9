//! Every axis that the separating axis test looks at, judged by exact projections.

mod oracles;

use collidoscope::engine::narrow::sat::{SatStep, separate};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::tuning::SPECULATIVE_MARGIN;
use oracles::coverage::Coverage;
use oracles::{pairs, sat};

#[test]
fn every_axis_is_measured_rightly_and_the_test_ends_at_the_first_gap() {
    let mut met = Coverage::default();
    pairs::for_each_case(1, |case| {
        let mut steps: Vec<SatStep> = Vec::new();
        let found = separate(case.core_a(), case.core_b(), case.pose, SPECULATIVE_MARGIN, &mut steps);
        let unwatched = separate(case.core_a(), case.core_b(), case.pose, SPECULATIVE_MARGIN, &mut NoProbe);
        assert_eq!(found, unwatched, "watching changes nothing");
        met.next_input();
        sat::judge(case, SPECULATIVE_MARGIN, &steps, &found, &mut met);
    });
    met.demand(
        &[
            "Overlap",
            "Near",
            "Separated",
            "Duplicate",
            "Best",
            "Worse",
            "Separates",
            "Tried",
            "NotReached",
            "CoresOverlap",
            "EdgeIsNearer",
            "\"EdgeOfA\"",
            "\"EdgeOfB\"",
            "\"Vertices\"",
        ],
        &[("OnePlace", 30, "two corners in one place: only exact coincidences on the coarse grid")],
        &[],
    );
}
