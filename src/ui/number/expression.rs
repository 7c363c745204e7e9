//! What may be typed into a number field: `2.5 m`, `2,75`, `2*1.5`, `pi/3`, `30°`.
//!
//! The arithmetic is that of formulas; here stand the units. A number without a unit is in the field's own; in a field
//! of degrees one made with π is in radians: `pi/2 + 10°` is 100°.

use crate::scene::formula::FieldUnit;

/// Degrees in a radian.
const DEGREES: f64 = 180.0 / std::f64::consts::PI;

/// An inch and a foot, metres: exact since the agreement of 1959.
const INCH: f64 = 0.0254;
const FOOT: f64 = 12.0 * INCH;

/// Names of units and how much of the field's own unit each is; a field of a unit that is not listed knows only its
/// own.
const UNITS: &[(&str, &[(&str, f64)])] = &[
    ("m", &[("mm", 1e-3), ("cm", 1e-2), ("km", 1e3), ("m", 1.0), ("in", INCH), ("ft", FOOT)]),
    ("m/s", &[("mm/s", 1e-3), ("cm/s", 1e-2), ("km/h", 1.0 / 3.6), ("m/s", 1.0), ("ft/s", FOOT), ("mph", 5280.0 * FOOT / 3600.0)]),
    ("m/s²", &[("m/s²", 1.0), ("m/s^2", 1.0), ("m/s2", 1.0), ("ft/s²", FOOT), ("ft/s^2", FOOT)]),
    ("°", &[("°", 1.0), ("deg", 1.0), ("rad", DEGREES)]),
    ("°/s", &[("°/s", 1.0), ("deg/s", 1.0), ("rad/s", DEGREES), ("rpm", 6.0)]),
    ("s", &[("ms", 1e-3), ("min", 60.0), ("s", 1.0)]),
    ("Hz", &[("kHz", 1e3), ("Hz", 1.0), ("1/s", 1.0)]),
    ("1/s²", &[("1/s²", 1.0), ("1/s^2", 1.0), ("1/s2", 1.0)]),
    ("1/s", &[("1/s", 1.0), ("/s", 1.0)]),
    ("N", &[("mN", 1e-3), ("kN", 1e3), ("N", 1.0)]),
    ("N·m", &[("kN·m", 1e3), ("N·m", 1.0), ("Nm", 1.0), ("N*m", 1.0)]),
    ("kg/m²", &[("kg/m²", 1.0), ("kg/m^2", 1.0), ("kg/m2", 1.0), ("g/cm²", 10.0)]),
];

/// The number that a text means in a unit.
///
/// # Errors
/// Why it means none, in words that follow "…: ".
pub(super) fn value_of(text: &str, unit: &str) -> Result<f64, String> {
    let own = [(unit, 1.0)];
    let units = UNITS.iter().find(|(own, _)| *own == unit).map_or(if unit.is_empty() { &[] } else { &own[..] }, |(_, units)| units);
    let radian = if unit.starts_with('°') { DEGREES } else { 1.0 };
    let value = FieldUnit { units, radian }.parse(text)?;
    if value.is_finite() { Ok(value) } else { Err("that is no finite number".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Typed by people: a unit behind the number, the decimal comma, a small calculation, degrees and radians.
    #[test]
    fn what_people_type_means_what_they_mean() {
        let cases = [
            ("2", "m", 2.0),
            ("2.5 m", "m", 2.5),
            ("2,75", "m", 2.75),
            ("2*1.5", "m", 3.0),
            ("−3 + 1/4", "m", -2.75),
            ("35cm", "m", 0.35),
            ("2 m + 30 cm", "m", 2.3),
            ("(1+2)·2 m", "m", 6.0),
            ("1e-3 km", "m", 1.0),
            ("30°", "°", 30.0),
            ("pi/3", "°", 60.0),
            ("π/3 rad", "°", 60.0),
            ("180 * pi / pi deg", "°", 180.0),
            ("1 rad/s", "°/s", 180.0 / PI),
            ("60 rpm", "°/s", 360.0),
            ("36 km/h", "m/s", 10.0),
            ("-9,81 m/s^2", "m/s²", -9.81),
            ("250 ms", "s", 0.25),
            ("2 1/s", "1/s", 2.0),
            (".5", "", 0.5),
            ("--2", "", 2.0),
            ("1.5e−3", "", 0.0015),
            ("2^3 cm", "m", 0.08),
            ("sqrt(2,25) + max(1,2)", "m", 3.5),
            ("2 min", "s", 120.0),
            ("1,5 m / 2", "m", 0.75),
            ("3 ft", "m", 0.9144),
            ("5 in", "m", 0.127),
            ("3 ft + 5 in", "m", 1.0414),
            ("60 mph", "m/s", 26.8224),
            ("10 ft/s", "m/s", 3.048),
            ("abs(-pi/2)", "°", 90.0),
        ];
        for (text, unit, wanted) in cases {
            let value = value_of(text, unit).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert!((value - wanted).abs() <= 1e-12 * wanted.abs(), "{text}: {value}, not {wanted}");
        }
    }

    /// Whether π or a unit stood somewhere in the text was asked once for all of it: with a unit in one term the
    /// radians of another stayed radians, and the sine of an angle was taken for an angle.
    #[test]
    fn radians_are_told_from_degrees_term_by_term() {
        let cases = [
            ("pi/2 + 10°", 100.0),
            ("10° - pi/2", -80.0),
            ("2*(pi/4 + 5 deg)", 100.0),
            ("(pi/6 + pi/6) rad", 60.0),
            ("max(pi/2, 10°)", 90.0),
            ("30*sin(pi/6)", 15.0),
            ("sqrt(pi/pi)", 1.0),
        ];
        for (text, wanted) in cases {
            let value = value_of(text, "°").unwrap_or_else(|why| panic!("{text}: {why}"));
            // A few roundings of f64.
            assert!((value - wanted).abs() <= 1e-12 * wanted.abs(), "{text}: {value}, not {wanted}");
        }
    }

    /// A stroke behind a unit was always a part of its name: `3 m/2` was refused, `3 m / 2` was not.
    #[test]
    fn what_has_a_unit_is_divided_with_and_without_blanks() {
        for text in ["3 m/2", "3 m / 2", "3m/(1+1)", "3 m /2"] {
            assert_eq!(value_of(text, "m"), Ok(1.5), "{text}");
        }
        assert!(value_of("3 m/s", "m").is_err());
        assert_eq!(value_of("3 m/s/2", "m/s"), Ok(1.5));
    }

    #[test]
    fn what_means_no_number_says_why() {
        let cases = [
            ("", "m", "missing"),
            ("abc", "m", "no number"),
            ("2 kg", "m", "no unit here; known: mm, cm, km, m, in, ft"),
            ("2 m", "", "no unit"),
            ("2 mx", "m", "no unit"),
            ("1.234,5", "m", "two decimal marks"),
            ("1/0", "m", "finite"),
            ("1e999", "m", "finite"),
            ("(2+3", "m", "bracket"),
            ("2 m m", "m", "no unit"),
            ("2*", "m", "missing"),
            ("NaN", "m", "no number"),
        ];
        for (text, unit, words) in cases {
            let why = value_of(text, unit).expect_err(text);
            assert!(why.contains(words), "{text}: {why}");
        }
    }

    /// Brackets nest on the stack.
    #[test]
    fn a_text_of_brackets_is_refused_not_followed_without_end() {
        assert!(value_of(&"(".repeat(60), "m").is_err());
        assert!(value_of(&"-".repeat(60), "m").is_err());
        assert!(value_of(&"(".repeat(1_000_000), "m").is_err());
    }
}
