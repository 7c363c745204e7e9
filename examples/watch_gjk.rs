//! GJK watched by a probe: the engine's own function runs on two boxes and hands over each of its iterations as data.
//!
//! `cargo run --example watch_gjk`
#![allow(clippy::print_stdout)] // its output is its purpose

use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::gjk::{self, GjkStep};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, ShapeError};

fn main() -> Result<(), ShapeError> {
    for line in report()? {
        println!("{line}");
    }
    Ok(())
}

/// One line an iteration, then the result.
pub fn report() -> Result<Vec<String>, ShapeError> {
    let a = BoxShape::try_new(2.0, 1.0, Vec2::ZERO, 0.0, 0.0)?;
    let b = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0)?;
    let pose_b_in_a = Pose::new(Vec2::new(2.5, 1.0), 0.6);

    // A `Vec` is a probe that keeps every step; `NoProbe` keeps nothing and costs nothing. The result is the same.
    let mut steps: Vec<GjkStep> = Vec::new();
    let result = gjk::distance(a.convex(), b.convex(), pose_b_in_a, &mut steps);
    assert_eq!(result, gjk::distance(a.convex(), b.convex(), pose_b_in_a, &mut NoProbe));

    let mut lines = Vec::new();
    for (k, step) in steps.iter().enumerate() {
        let simplex: Vec<String> = step.simplex.iter().map(|p| format!("({:.2}, {:.2})", p.w.x, p.w.y)).collect();
        lines.push(format!(
            "iteration {}: simplex {}, at most {:.4} m away, {:?}: {:?}",
            k + 1,
            simplex.join(" "),
            step.distance,
            step.reason,
            step.verdict
        ));
    }
    lines.push(format!("distance {:.4} m, normal from A to B ({:.3}, {:.3})", result.distance, result.normal.x, result.normal.y));
    Ok(lines)
}
