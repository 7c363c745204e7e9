//! What may be typed into a number field: `2.5 m`, `2,75`, `2*1.5`, `pi/3`, `30°`.
//!
//! The arithmetic is that of formulas; here stand the units. A number without a unit is in the field's own; in a field
//! of degrees one made with π is in radians.

use crate::scene::formula::Typed;

/// Degrees in a radian.
const DEGREES: f64 = 180.0 / std::f64::consts::PI;

/// Names of units and how much of the field's own unit each is; a field of a unit that is not listed knows only its
/// own.
const UNITS: &[(&str, &[(&str, f64)])] = &[
    ("m", &[("mm", 1e-3), ("cm", 1e-2), ("km", 1e3), ("m", 1.0)]),
    ("m/s", &[("mm/s", 1e-3), ("cm/s", 1e-2), ("km/h", 1.0 / 3.6), ("m/s", 1.0)]),
    ("m/s²", &[("m/s²", 1.0), ("m/s^2", 1.0), ("m/s2", 1.0)]),
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
    let Typed { value, has_unit, has_pi } = Typed::parse(text, units)?;
    let is_in_radians = has_pi && !has_unit && unit.starts_with('°');
    let value = if is_in_radians { value * DEGREES } else { value };
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
        ];
        for (text, unit, wanted) in cases {
            let value = value_of(text, unit).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert!((value - wanted).abs() <= 1e-12 * wanted.abs(), "{text}: {value}, not {wanted}");
        }
    }

    #[test]
    fn what_means_no_number_says_why() {
        let cases = [
            ("", "m", "missing"),
            ("abc", "m", "no number"),
            ("2 kg", "m", "no unit here; known: mm, cm, km, m"),
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
