//! Every cut of clipping, judged by Sutherland and Hodgman in double precision; and manifolds, judged by the steps that made them.

mod oracles;

use collidoscope::engine::narrow::clip::{ClipStep, clip};
use collidoscope::engine::narrow::sat::{SatOutcome, separate};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::tuning::SPECULATIVE_MARGIN;
use oracles::coverage::Coverage;
use oracles::{clip as judge_clip, pairs};

#[test]
fn every_cut_is_that_of_two_half_planes_and_every_point_lies_midway_between_the_surfaces() {
    let mut met = Coverage::default();
    pairs::for_each_case(7, |case| {
        let margin = 10.0 * SPECULATIVE_MARGIN;
        let found = separate(case.core_a(), case.core_b(), case.pose, margin, &mut NoProbe);
        if found.outcome == SatOutcome::Separated {
            return;
        }
        let mut steps: Vec<ClipStep> = Vec::new();
        let manifold = clip(case.core_a(), case.core_b(), case.pose, found.normal, SPECULATIVE_MARGIN, &mut steps);
        let unwatched = clip(case.core_a(), case.core_b(), case.pose, found.normal, SPECULATIVE_MARGIN, &mut NoProbe);
        assert_eq!(manifold, unwatched, "watching changes nothing");
        met.next_input();
        judge_clip::judge(case, found.normal, SPECULATIVE_MARGIN, &steps, &manifold, &mut met);
    });
    met.demand(
        &[
            "\"0 points\"",
            "\"1 points\"",
            "\"2 points\"",
            "\"reference of A\"",
            "\"reference of B\"",
            "Normal",
            "Longer",
            "\"side 0 cuts\"",
            "\"side 0 keeps\"",
            "\"side 1 cuts\"",
            "\"side 1 keeps\"",
            "Near",
            "TooFar",
            "\"named by A's vertex\"",
            "\"named by B's vertex\"",
            "\"one point on a face\"",
            "\"one point between corners\"",
        ],
        &[
            ("SeparatesBetter", 20, "the shorter of two nearly parallel faces, tilted by enough to matter: a narrow band"),
            ("SamePlace", 1, "a strip without width: two faces that meet end to end exactly"),
            ("\"named by A within a slop\"", 200, "ends within 5 mm of each other"),
            ("\"nothing between the sides\"", 1, "the farthest faces lie beside each other only where cores overlap deeply"),
        ],
        &[],
    );
}
