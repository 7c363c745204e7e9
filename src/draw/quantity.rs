//! Numbers in words: three significant digits, a real minus sign, a unit.
//!
//! A number on a picture is read from a distance: more digits than three are noise, and trailing zeros say how exactly
//! it is meant. Lengths below a centimetre are told in millimetres.

/// A number with three significant digits: `1.23`, `−0.0456`, `1536`, `2.50×10⁷`.
pub fn number(value: f32) -> String {
    if value.is_nan() {
        return "undefined".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞".to_string() } else { "−∞".to_string() };
    }
    if value == 0.0 {
        return "0".to_string();
    }
    // Rounding may carry into a new digit (9.996 → 10.0), so the exponent is taken after rounding.
    let rounded = format!("{value:.2e}");
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let text = if (-4..6).contains(&exponent) {
        format!("{value:.*}", (2 - exponent).max(0) as usize)
    } else {
        format!("{mantissa}×10{}", superscript(exponent))
    };
    text.replace('-', "−")
}

/// A number at an axis: no more digits than it has, at most six: `0.5`, `−120`, `2.5×10⁷`.
pub fn tick(value: f64) -> String {
    let rounded = format!("{value:.5e}");
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let short = |text: &str| if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() };
    if value == 0.0 || (-4..6).contains(&exponent) {
        return signed(&short(&format!("{value:.*}", (5 - exponent).clamp(0, 9) as usize)));
    }
    format!("{}×10{}", signed(&short(mantissa)), superscript(exponent))
}

/// A number to the digit that a distance of `least` changes: 1.5386 is `1.54` where points lie 0.011 apart.
pub fn resolved(value: f64, least: f64) -> String {
    let decimals = -libm::floor(libm::log10(least.abs()));
    if !decimals.is_finite() || value.abs() >= 1e6 {
        tick(value)
    } else {
        signed(&format!("{value:.*}", decimals.clamp(0.0, 9.0) as usize))
    }
}

/// A number at an axis whose marks lie `step` apart: no more digits than it has, and so many that two marks differ.
pub fn mark(value: f64, step: f64) -> String {
    let text = resolved(value, step);
    if text.contains('.') && !text.contains('×') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A number and its unit: `12.0 N·s`. Degrees stand close: `14.0°`.
pub fn quantity(value: f32, unit: &str) -> String {
    with_unit(&number(value), unit)
}

/// A number that is told already, and its unit.
pub fn with_unit(told: &str, unit: &str) -> String {
    let gap = if unit.is_empty() || unit.starts_with('°') { "" } else { " " };
    format!("{told}{gap}{unit}")
}

/// A length, metres in: `3.10 mm`, `0.320 m`. Between a micrometre and a millimetre to the micrometre: coordinates of
/// some metres carry no more, and two ways to the same gap would differ in the third digit.
pub fn length(metres: f32) -> String {
    let size = metres.abs();
    if (1e-6..9.995e-4).contains(&size) {
        return format!("{:.3} mm", metres * 1000.0).replace('-', "−");
    }
    if size > 0.0 && size < 0.01 { quantity(metres * 1000.0, "mm") } else { quantity(metres, "m") }
}

/// A number of a list whose largest has the size `most`; 0 where it is nothing but rounding beside that.
pub fn without_rounding(value: f64, most: f64) -> f64 {
    beyond(value, ROUNDING * most)
}

/// The same of a number that the engine keeps in single precision.
pub fn without_single_rounding(value: f64, most: f64) -> f64 {
    beyond(value, SINGLE_ROUNDING * most)
}

fn beyond(value: f64, least: f64) -> f64 {
    if value.abs() < least.abs() { 0.0 } else { value }
}

/// Sums in doubles leave so much of their largest terms, and some orders more where a matrix is nearly singular.
const ROUNDING: f64 = 1e-9;
/// Some steps of the last digit of single precision.
const SINGLE_ROUNDING: f64 = 5e-7;

/// An energy, joules in: `68.9 J`, from a kilojoule on `1.03 kJ`.
pub fn energy(joules: f64) -> String {
    // What rounds to 1000 J is a kilojoule.
    if joules.abs() >= 999.5 { quantity((joules / 1000.0) as f32, "kJ") } else { quantity(joules as f32, "J") }
}

/// An angle, radians in, degrees out: `14.0°`.
pub fn angle(radians: f32) -> String {
    quantity(radians.to_degrees(), "°")
}

/// Components of a unit vector: `(0.970, −0.243)`.
pub fn direction(x: f32, y: f32) -> String {
    format!("({}, {})", fixed(x, 3), fixed(y, 3))
}

/// A number with so many decimals: where it changes in every frame, its width must not change.
pub fn fixed(value: f32, decimals: usize) -> String {
    signed(&format!("{value:.decimals$}"))
}

/// The text of a number with a real minus sign; never "−0".
pub fn signed(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(size) if size.chars().all(|c| matches!(c, '0' | '.')) => size.to_owned(),
        Some(size) => format!("−{size}"),
        None => text.to_owned(),
    }
}

/// So many things: `1 crossing`, `3 crossings`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// An index as small figures below the line: `12` gives `₁₂`.
pub fn subscript(index: usize) -> String {
    index.to_string().chars().filter_map(|c| char::from_u32('₀' as u32 + c.to_digit(10)?)).collect()
}

/// A mark of a logarithmic scale: `0.01`, `100`, further out `10⁻⁴`.
pub fn power_of_ten(exponent: i32) -> String {
    match exponent {
        -2..0 => format!("{:.*}", -exponent as usize, libm::exp10(exponent.into())),
        0..4 => format!("{:.0}", libm::exp10(exponent.into())),
        _ => format!("10{}", superscript(exponent)),
    }
}

/// A number as an exponent: `⁻¹²`.
pub fn superscript(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let sign = if exponent < 0 { "⁻" } else { "" };
    let digits: String = exponent.unsigned_abs().to_string().chars().filter_map(|c| RAISED.get(c.to_digit(10)? as usize)).collect();
    format!("{sign}{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inspector had 1019 J beside 1.09 kJ in the transport bar.
    #[test]
    fn energies_have_one_form() {
        let told = [68.94, -999.4, 999.6, 1019.0, -1.2e6].map(energy);
        assert_eq!(told, ["68.9 J", "−999 J", "1.00 kJ", "1.02 kJ", "−1200 kJ"]);
    }

    /// A pointer over a graph that was zoomed in to microseconds read 0.785 all along its axis.
    #[test]
    fn a_place_is_told_to_the_digit_that_a_point_changes() {
        let told = [(1.5386, 0.011), (0.785_123, 9.3e-6), (-0.4, 0.5), (-0.01, 1.0), (120.0, 30.0), (2.5e7, 10.0), (3.0, 0.0)];
        let told = told.map(|(value, least)| resolved(value, least));
        assert_eq!(told, ["1.54", "0.785123", "−0.4", "0", "120", "2.5×10⁷", "3"]);
    }

    #[test]
    fn marks_of_an_axis_have_no_more_digits_than_they_need() {
        let told = [0.0, -0.0, 0.5, -120.0, 1000.0, 0.000_25, 2.5e7, -1e-6, 0.1 + 0.2].map(tick);
        assert_eq!(told, ["0", "0", "0.5", "−120", "1000", "0.00025", "2.5×10⁷", "−1×10⁻⁶", "0.3"]);
    }

    /// The axis of an energy that hardly changes read 168.983 at each mark.
    #[test]
    fn marks_of_an_axis_differ_however_near_they_lie() {
        let told = [(168.9835, 0.0005), (168.984, 0.0005), (0.9, 0.05), (120.0, 20.0), (-0.0, 0.1), (2.5e7, 1e6), (20.74, 0.005)];
        let told = told.map(|(value, step)| mark(value, step));
        assert_eq!(told, ["168.9835", "168.984", "0.9", "120", "0", "2.5×10⁷", "20.74"]);
    }

    #[test]
    fn marks_of_a_logarithmic_scale_stay_short() {
        let marks: Vec<String> = [-4, -2, -1, 0, 2, 5].into_iter().map(power_of_ten).collect();
        assert_eq!(marks, ["10⁻⁴", "0.01", "0.1", "1", "100", "10⁵"]);
    }

    #[test]
    fn numbers_keep_three_significant_digits_and_a_real_minus_sign() {
        let cases = [
            (0.0, "0"),
            (1.0, "1.00"),
            (-1.0, "−1.00"),
            (9.996, "10.0"),
            (0.0004567, "0.000457"),
            (0.00004567, "4.57×10⁻⁵"),
            (42.04, "42.0"),
            (999.6, "1000"),
            (1536.2, "1536"),
            (2.5e7, "2.50×10⁷"),
            (f32::NAN, "undefined"),
            (f32::NEG_INFINITY, "−∞"),
        ];
        for (value, words) in cases {
            assert_eq!(number(value), words);
        }
        assert_eq!(length(0.0031), "3.10 mm");
        assert_eq!(length(-0.32), "−0.320 m");
        let small = [0.001, 0.000_999_6, 0.000_33, -1.59e-5, -1.6e-5, 1e-6, 4.5e-8].map(length);
        assert_eq!(small, ["1.00 mm", "1.00 mm", "0.330 mm", "−0.016 mm", "−0.016 mm", "0.001 mm", "4.50×10⁻⁵ mm"]);
        assert_eq!(angle(std::f32::consts::FRAC_PI_2), "90.0°");
        assert_eq!(direction(-0.25, -1e-9), "(−0.250, 0.000)");
        assert_eq!(subscript(120), "₁₂₀");
        assert_eq!([0, 1, 2].map(|count| counted(count, "root", "roots")), ["0 roots", "1 root", "2 roots"]);
        assert_eq!([-0.0, -0.004, -0.006].map(|value| fixed(value, 2)), ["0.00", "0.00", "−0.01"]);
    }
}
