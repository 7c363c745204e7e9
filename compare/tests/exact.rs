//! Closed forms give the numbers of the textbooks.

use compare::quality::exact::*;
use compare::quality::{Row, Want, trials};
use std::f64::consts::SQRT_2;

fn close(x: f64, y: f64, bound: f64) {
    assert!((x - y).abs() <= bound, "{x} is not {y}");
}

#[test]
fn agm_of_one_and_root_two_is_gauss_constant() {
    // Gauss, 30 May 1799: 1.19814023473559…
    close(arithmetic_geometric_mean(1.0, SQRT_2), 1.198_140_234_735_592_2, 1e-15);
    close(arithmetic_geometric_mean(3.0, 3.0), 3.0, 0.0);
}

#[test]
fn pendulum_periods_are_those_of_the_elliptic_integral() {
    let length = disc_pendulum_length(2.0, 0.25);
    close(length, 2.015_625, 1e-15);
    close(pendulum_period(length, 10.0f64.to_radians(), 10.0), 2.82626, 5e-6);
    close(pendulum_period(length, 60.0f64.to_radians(), 10.0), 3.02732, 1e-5);
}

#[test]
fn period_grows_with_the_amplitude_like_its_power_series() {
    let small = 0.2f64;
    let ratio = pendulum_period(1.0, small, 10.0) / pendulum_period(1.0, 0.0, 10.0);
    close(ratio, 1.0 + small.powi(2) / 16.0 + 11.0 * small.powi(4) / 3072.0, 1e-6);
}

#[test]
fn slopes_follow_coulomb() {
    close(slip_angle_deg(0.2), 11.310, 5e-4);
    close(slip_angle_deg(0.8), 38.660, 5e-4);
    close(slide(35.0f64.to_radians(), 0.5, 2.0, 10.0), 3.2800, 5e-5);
    close(roll(20.0f64.to_radians(), 2.0, 10.0), 4.5603, 5e-5);
    close(stopping_distance(5.0, 0.5, 10.0), 2.5, 1e-15);
    // On the slope where it just stays, nothing slides.
    close(slide(slip_angle_deg(0.5).to_radians(), 0.5, 2.0, 10.0), 0.0, 1e-14);
}

#[test]
fn wants_accept_what_they_say_and_nothing_else() {
    let row = |want| Row::exact("x", "m", 2.0, want);
    assert!(row(Want::Within(0.1)).holds(2.05) && !row(Want::Within(0.1)).holds(1.8));
    assert!(row(Want::Relative(0.1)).holds(1.85) && !row(Want::Relative(0.1)).holds(1.79));
    assert!(row(Want::Equal).holds(2.0) && !row(Want::Equal).holds(2.1));
    assert!(row(Want::Above(1.0)).holds(1.5) && !row(Want::Above(1.0)).holds(0.5));
    assert!(row(Want::Below(1.0)).holds(-0.5) && !row(Want::Below(1.0)).holds(-1.5));
    assert!(!row(Want::Within(0.1)).holds(f64::NAN) && !row(Want::Below(0.1)).holds(f64::NAN));
    assert_eq!(row(Want::Within(0.02)).words(), "±0.02 m");
    assert_eq!(row(Want::Relative(0.002)).words(), "±0.2 %");
}

#[test]
fn trials_have_rows_and_every_row_a_name() {
    for trial in trials() {
        assert!(!trial.rows.is_empty() && trial.rows.iter().all(|row| !row.name.is_empty()), "{}", trial.name);
    }
}
