//! The rows of controllers.

use super::row::{Quantity, Read};
use super::rows::row;
use crate::guidance::control::response::Response;

/// A controller of a body: what it does in the coming step.
pub static CONTROL: &[Quantity] = &[
    Quantity {
        wraps: true,
        ..row(
            "heading_error",
            "Heading error",
            "rad",
            "From where it faces to where it should, the shorter way round.",
            Read::Control(|s, _| Some(s.heading.error)),
        )
    },
    row("heading_p", "Heading P", "rad/s²", "K K_p e: the part of the error.", Read::Control(|s, _| Some(s.heading.p))),
    row("heading_i", "Heading I", "rad/s²", "K K_i ∫e: the part of its integral.", Read::Control(|s, _| Some(s.heading.i))),
    row("heading_d", "Heading D", "rad/s²", "K K_d ė: the part of its rate.", Read::Control(|s, _| Some(s.heading.d))),
    row(
        "heading_output",
        "Heading output",
        "rad/s²",
        "The sum of the three within its limit: the angular acceleration that it gives.",
        Read::Control(|s, _| Some(s.heading.output)),
    ),
    row(
        "heading_overshoot",
        "Heading overshoot",
        "%",
        "How far past the goal, of the first error.",
        Read::Control(|s, _| overshoot(&s.state.heading_response)),
    ),
    row(
        "heading_settling",
        "Heading settling time",
        "s",
        "Until the error stayed within 5 % of its largest; none while it has not.",
        Read::Control(|s, dt| s.state.heading_response.settled_after(dt)),
    ),
    row(
        "heading_steady",
        "Heading steady error",
        "rad",
        "The mean error of late.",
        Read::Control(|s, _| Some(s.state.heading_response.mean)),
    ),
    row(
        "drive_error",
        "Drive error",
        "m/s",
        "The missing speed: along the nose, or towards the goal.",
        Read::Control(|s, _| Some(s.drive_towards(|step| step.error))),
    ),
    row("drive_p", "Drive P", "m/s²", "K K_p e: the part of the error.", Read::Control(|s, _| Some(s.drive_towards(|step| step.p)))),
    row("drive_i", "Drive I", "m/s²", "K K_i ∫e: the part of its integral.", Read::Control(|s, _| Some(s.drive_towards(|step| step.i)))),
    row("drive_d", "Drive D", "m/s²", "K K_d ė: the part of its rate.", Read::Control(|s, _| Some(s.drive_towards(|step| step.d)))),
    row(
        "drive_output",
        "Drive output",
        "m/s²",
        "The sum of the three within its limits: the acceleration that it gives.",
        Read::Control(|s, _| Some(s.drive_towards(|step| step.output))),
    ),
    row(
        "drive_overshoot",
        "Drive overshoot",
        "%",
        "How far past the goal, of the first error.",
        Read::Control(|s, _| overshoot(&s.state.drive_response)),
    ),
    row(
        "drive_settling",
        "Drive settling time",
        "s",
        "Until the error stayed within 5 % of its largest; none while it has not.",
        Read::Control(|s, dt| s.state.drive_response.settled_after(dt)),
    ),
    row("drive_steady", "Drive steady error", "m/s", "The mean error of late.", Read::Control(|s, _| Some(s.state.drive_response.mean))),
    row(
        "goal_distance",
        "Distance to the goal",
        "m",
        "From its centre of mass to where it goes.",
        Read::Control(|s, _| s.goal_distance.map(f64::from)),
    ),
    row("waypoints_reached", "Waypoints reached", "", "Also the last one.", Read::Control(|s, _| Some(s.state.waypoints_reached() as f64))),
];

fn overshoot(response: &Response) -> Option<f64> {
    Some(100.0 * response.overshoot()?)
}
