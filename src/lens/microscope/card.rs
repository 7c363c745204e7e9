//! The card beside the pictures: formulas with the live numbers in them.
//!
//! Each number is a [`Quantity`]: what it is called, its value and unit, and the parts of the geometry it belongs to,
//! so that the pointer on it lights them. Values come from the steps that the engine recorded.

use super::part::Part;
use crate::draw::quantity;
use crate::engine::math::Vec2;

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres; below a centimetre millimetres.
    Length,
    /// Metres squared.
    Area,
    /// A pure number.
    None,
    /// A share, 0 to 1.
    Share,
    /// A whole number.
    Count,
    /// Radians, written in degrees.
    Angle,
    /// Radians, written as such: where they are multiplied and summed with other numbers.
    AngleInRadians,
    /// Radian seconds: an angle summed over time.
    AngleSeconds,
    /// Metres per second.
    Speed,
    /// Newton seconds.
    Impulse,
    /// Radians per second, written as such: beside impulses, which are told per radian, and in sums.
    SpinInRadians,
    /// Newton metre seconds.
    AngularImpulse,
    /// Kilograms.
    Mass,
    /// Newtons.
    Force,
    /// Newton metres.
    Torque,
    /// Radians per second.
    Spin,
    /// Metres per second squared.
    Acceleration,
    /// Radians per second squared.
    SpinUp,
}

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// What it is called: "|v|", "gap".
    pub symbol: String,
    /// Its value, SI.
    pub value: f32,
    /// How it is written.
    pub unit: Unit,
    /// The geometry it belongs to.
    pub parts: Vec<Part>,
    /// A length is written in metres with so many decimals.
    pub decimals: Option<usize>,
}

impl Quantity {
    /// A number with the parts that it belongs to.
    pub fn new(symbol: impl Into<String>, value: f32, unit: Unit, parts: &[Part]) -> Quantity {
        Quantity { symbol: symbol.into(), value, unit, parts: parts.to_vec(), decimals: None }
    }

    /// A length from which another is taken, or that is taken away: with as many decimals as it needs, up to those of
    /// single precision, for the difference to be seen in it.
    pub fn differing_by(self, difference: f32) -> Quantity {
        let size = difference.abs();
        let is_small = size > 0.0 && size < 0.01 * self.value.abs();
        let decimals = is_small.then(|| (1.0 - libm::floorf(libm::log10f(size))).clamp(3.0, 7.0) as usize);
        Quantity { decimals, ..self }
    }

    /// Value and unit in words.
    pub fn text(&self) -> String {
        let v = self.value;
        match self.unit {
            Unit::Length => match self.decimals {
                Some(decimals) => format!("{v:.decimals$} m").replace('-', "−"),
                None => quantity::length(v),
            },
            Unit::Area => quantity::quantity(v, "m²"),
            Unit::None | Unit::Share => quantity::number(v),
            Unit::Count => format!("{v:.0}"),
            Unit::Angle => quantity::angle(v),
            Unit::AngleInRadians => quantity::quantity(v, "rad"),
            Unit::AngleSeconds => quantity::quantity(v, "rad·s"),
            Unit::Speed => quantity::quantity(v, "m/s"),
            Unit::Impulse => quantity::quantity(v, "N·s"),
            Unit::SpinInRadians => quantity::quantity(v, "rad/s"),
            Unit::AngularImpulse => quantity::quantity(v, "N·m·s"),
            Unit::Mass => quantity::quantity(v, "kg"),
            Unit::Force => quantity::quantity(v, "N"),
            Unit::Torque => quantity::quantity(v, "N·m"),
            Unit::Spin => quantity::quantity(v.to_degrees(), "°/s"),
            Unit::Acceleration => quantity::quantity(v, "m/s²"),
            Unit::SpinUp => quantity::quantity(v, "rad/s²"),
        }
    }
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words and signs.
    Text(String),
    /// A number.
    Number(Quantity),
}

/// One line: a formula with its numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its pieces from left to right.
    pub pieces: Vec<Piece>,
}

impl Line {
    /// A line that begins with words.
    pub fn new(text: impl Into<String>) -> Line {
        Line::default().text(text)
    }

    /// With words.
    pub fn text(mut self, text: impl Into<String>) -> Line {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    /// With a number.
    pub fn number(mut self, quantity: Quantity) -> Line {
        self.pieces.push(Piece::Number(quantity));
        self
    }

    /// With a number made of its symbol, value, unit and parts.
    pub fn quantity(self, symbol: impl Into<String>, value: f32, unit: Unit, parts: &[Part]) -> Line {
        self.number(Quantity::new(symbol, value, unit, parts))
    }

    /// With a number that is taken away: in brackets when it is negative.
    pub fn minus(self, quantity: Quantity) -> Line {
        if quantity.value < 0.0 { self.text(" − (").number(quantity).text(")") } else { self.text(" − ").number(quantity) }
    }

    /// With a place or direction: two numbers of the same parts in brackets. One that single precision cannot tell from
    /// 0 beside the other is 0: a normal is (0, 1), not (2.55×10⁻⁸, 1.00).
    pub fn vector(self, symbol: &str, v: Vec2, unit: Unit, parts: &[Part]) -> Line {
        let least = f32::EPSILON * v.abs().max_element();
        let component =
            |axis: &str, value: f32| Quantity::new(format!("{symbol}.{axis}"), if value.abs() < least { 0.0 } else { value }, unit, parts);
        self.text("(").number(component("x", v.x)).text(", ").number(component("y", v.y)).text(")")
    }

    /// "|v| = 0.412 m": the symbol and its number.
    pub fn value(symbol: &str, value: f32, unit: Unit, parts: &[Part]) -> Line {
        Line::new(format!("{symbol} = ")).quantity(symbol, value, unit, parts)
    }

    /// The same of a whole number that belongs to no part.
    pub fn count(symbol: &str, value: usize) -> Line {
        Line::value(symbol, value as f32, Unit::Count, &[])
    }

    /// All of it in words.
    pub fn words(&self) -> String {
        let piece = |p: &Piece| match p {
            Piece::Text(text) => text.clone(),
            Piece::Number(quantity) => quantity.text(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// Formulas with live numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// From top to bottom.
    pub lines: Vec<Line>,
}

impl Card {
    /// All numbers, in order.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.lines.iter().flat_map(|line| &line.pieces).filter_map(|piece| match piece {
            Piece::Number(quantity) => Some(quantity),
            Piece::Text(_) => None,
        })
    }
}
