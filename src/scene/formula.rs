//! Arithmetic in words: a formula in a scene, which is worked out anew before each step (`sin(2*pi*t)`,
//! `-5*x - vx`), and what is typed into a number field (`2,5 m + 30 cm`, `pi/3`).
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = power { ("*" | "/") power | unit }          a unit counts for all before it: pi/3 rad
//! power   = factor [ "^" power ]                        2^3^2 is 2^9, -2^2 is -4
//! factor  = "-" power | number | name | name "(" sum { ("," | ";") sum } ")" | "(" sum ")"
//! ```
//! Formulas have variables; number fields have units and the decimal comma. In a field of an angle, terms with π and
//! without a unit are in radians, beside terms that have one as well as alone. `−`, `×`, `·`, `÷` and `π` are read as
//! well. What is read is kept as a tree. Functions are those of `libm`: the same bits on every platform.

use super::limits;

/// Names of what a formula can read, in the order of [`Formula::value`]: the time, seconds; the body's place, metres,
/// its velocity, m/s, its angle from −π to π and its angular velocity, rad/s.
pub const VARIABLES: [&str; 7] = ["t", "x", "y", "vx", "vy", "angle", "spin"];

type One = fn(f64) -> f64;
type Two = fn(f64, f64) -> f64;

const OF_ONE: [(&str, One); 9] = [
    ("sin", libm::sin),
    ("cos", libm::cos),
    ("tan", libm::tan),
    ("sqrt", libm::sqrt),
    ("exp", libm::exp),
    ("ln", libm::log),
    ("abs", |x| if x < 0.0 { -x } else { x }),
    ("floor", libm::floor),
    ("sign", |x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))),
];
const OF_TWO: [(&str, Two); 2] = [("min", |a, b| if b < a { b } else { a }), ("max", |a, b| if b > a { b } else { a })];

#[derive(Clone, Debug)]
enum Node {
    Number(f64),
    /// Its place in [`VARIABLES`].
    Variable(usize),
    One(One, Box<Node>),
    Two(Two, Box<[Node; 2]>),
}

/// A formula, read.
#[derive(Clone, Debug)]
pub struct Formula(Node);

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow "must be a formula: ".
    pub fn parse(text: &str) -> Result<Formula, String> {
        let (node, mut reader) = Reader::read(text, None)?;
        if reader.peek().is_some() {
            return Err(reader.stuck("an operator"));
        }
        let is_constant = !node.reads(&|_| true);
        if is_constant && !node.value(&[0.0; VARIABLES.len()]).is_finite() {
            return Err("its value is not finite".to_owned());
        }
        Ok(Formula(node))
    }

    /// Its value where the variables have these values; 0 where it has none that is finite.
    pub fn value(&self, variables: &[f64; VARIABLES.len()]) -> f64 {
        let value = self.0.value(variables);
        if value.is_finite() { value } else { 0.0 }
    }

    /// Whether its value depends on how the body moves, not only on where it is.
    pub fn reads_velocities(&self) -> bool {
        self.0.reads(&|place| matches!(VARIABLES[place], "vx" | "vy" | "spin"))
    }
}

/// What a number field knows of its unit.
#[derive(Clone, Copy, Debug)]
pub struct FieldUnit<'a> {
    /// Names of units, and how much of the field's own each is.
    pub units: &'a [(&'a str, f64)],
    /// What a number made with π, without a unit, is multiplied by: a radian in the field's own unit, where that is an
    /// angle; else 1.
    pub radian: f64,
}

impl FieldUnit<'_> {
    /// The number that was typed, in the field's own unit; perhaps not finite.
    ///
    /// # Errors
    /// Why it means no number, in words that follow "…: ".
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        let (node, mut reader) = Reader::read(text, Some(*self))?;
        let names: Vec<&str> = self.units.iter().map(|(name, _)| *name).collect();
        match (reader.peek(), names.as_slice()) {
            (None, _) => Ok(reader.in_own_unit(node, reader.seen).value(&[0.0; VARIABLES.len()])),
            (_, []) => Err(format!("\"{}\" is too much: this number has no unit", reader.rest)),
            (_, names) => Err(format!("\"{}\" is no unit here; known: {}", reader.rest, names.join(", "))),
        }
    }
}

/// What stands in a part of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    unit: bool,
    pi: bool,
}

impl Seen {
    fn and(self, other: Seen) -> Seen {
        Seen { unit: self.unit || other.unit, pi: self.pi || other.pi }
    }
}

impl Node {
    /// Whether one of these variables stands in it.
    fn reads(&self, is_meant: &impl Fn(usize) -> bool) -> bool {
        match self {
            Node::Number(_) => false,
            Node::Variable(place) => is_meant(*place),
            Node::One(_, of) => of.reads(is_meant),
            Node::Two(_, of) => of.iter().any(|node| node.reads(is_meant)),
        }
    }

    fn value(&self, variables: &[f64; VARIABLES.len()]) -> f64 {
        match self {
            Node::Number(number) => *number,
            Node::Variable(place) => variables[*place],
            Node::One(function, of) => function(of.value(variables)),
            Node::Two(function, of) => function(of[0].value(variables), of[1].value(variables)),
        }
    }
}

const MINUS: &[char] = &['-', '−'];
const TIMES: &[char] = &['*', '×', '·'];
const OVER: &[char] = &['/', '÷'];
const NEXT: &[char] = &[',', ';'];

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    /// Of a number field; a formula has variables instead.
    field: Option<FieldUnit<'a>>,
    decimal_comma: bool,
    /// In the term that is being read, so far.
    seen: Seen,
}

impl<'a> Reader<'a> {
    /// Reads as far as it can. What is longer than a formula may be is not begun: brackets nest on the stack.
    fn read(text: &'a str, field: Option<FieldUnit<'a>>) -> Result<(Node, Reader<'a>), String> {
        let (length, most) = (text.chars().count() as u64, limits::FORMULA.length.max);
        if length > most {
            return Err(format!("it has {length} characters, at most {most} are read"));
        }
        let mut reader = Reader { text, rest: text, field, decimal_comma: field.is_some(), seen: Seen::default() };
        Ok((reader.sum()?, reader))
    }

    /// The next character that is no blank; it is not taken.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, any_of: &[char]) -> bool {
        self.rest = self.rest.trim_start();
        let behind = self.rest.strip_prefix(any_of);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    /// The longest beginning of such characters.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Where the reading stands.
    fn place(&self) -> String {
        let before = self.text[..self.text.len() - self.rest.len()].trim_end();
        if before.is_empty() { "at its beginning".to_owned() } else { format!("after \"{before}\"") }
    }

    fn stuck(&self, wanted: &str) -> String {
        let found = self.rest.chars().next().map_or("it ends".to_owned(), |c| format!("\"{c}\" stands"));
        format!("{found} {}, where {wanted} is expected", self.place())
    }

    fn sum(&mut self) -> Result<Node, String> {
        let outside = std::mem::take(&mut self.seen);
        let mut signs: Vec<Two> = Vec::new();
        let mut terms = vec![self.apart(Reader::product)?];
        loop {
            let sign: Two = match () {
                () if self.take(&['+']) => |a, b| a + b,
                () if self.take(MINUS) => |a, b| a - b,
                () => break,
            };
            signs.push(sign);
            terms.push(self.apart(Reader::product)?);
        }
        let mut terms = self.in_one_unit(terms).into_iter();
        self.seen = self.seen.and(outside);
        let first = terms.next().unwrap_or(Node::Number(0.0));
        Ok(signs.into_iter().zip(terms).fold(first, |sum, (sign, term)| Node::Two(sign, Box::new([sum, term]))))
    }

    /// Reads a part, and what stands in it alone.
    fn apart(&mut self, read: impl FnOnce(&mut Self) -> Result<Node, String>) -> Result<(Node, Seen), String> {
        let outside = std::mem::take(&mut self.seen);
        let node = read(self)?;
        Ok((node, std::mem::replace(&mut self.seen, outside)))
    }

    /// Parts that are added or compared. When one has a unit, those made with π without one are in radians; when none
    /// has, a unit may still follow the bracket around them.
    fn in_one_unit(&mut self, parts: Vec<(Node, Seen)>) -> Vec<Node> {
        let all = parts.iter().fold(Seen::default(), |all, (_, seen)| all.and(*seen));
        self.seen = self.seen.and(all);
        parts.into_iter().map(|(node, seen)| if all.unit { self.in_own_unit(node, seen) } else { node }).collect()
    }

    /// A number in the field's own unit: one made with π, without a unit, is in radians.
    fn in_own_unit(&self, node: Node, seen: Seen) -> Node {
        match self.field {
            Some(FieldUnit { radian, .. }) if seen.pi && !seen.unit && radian != 1.0 => {
                Node::Two(|a, b| a * b, Box::new([node, Node::Number(radian)]))
            }
            _ => node,
        }
    }

    fn product(&mut self) -> Result<Node, String> {
        let mut product = self.power()?;
        let mut has_unit = false;
        loop {
            let (function, factor): (Two, _) = if !has_unit && let Some(unit) = self.unit() {
                (has_unit, self.seen.unit) = (true, true);
                (|a, b| a * b, Node::Number(unit))
            } else if self.take(TIMES) {
                (|a, b| a * b, self.power()?)
            } else if self.take(OVER) {
                (|a, b| a / b, self.power()?)
            } else {
                return Ok(product);
            };
            product = Node::Two(function, Box::new([product, factor]));
        }
    }

    fn unit(&mut self) -> Option<f64> {
        let rest = self.rest.trim_start();
        // What follows belongs to the word: "mx" is no metre, nor is "m/s"; "3 m/2" is half of 3 m.
        let is_divided = |behind: &str| {
            let by = behind.trim_start_matches(OVER).trim_start();
            by.starts_with(['(', '.', 'π']) || by.starts_with("pi") || by.starts_with(|c: char| c.is_ascii_digit())
        };
        let ends = |behind: &str| match behind.chars().next() {
            Some('/') => is_divided(behind),
            next => !next.is_some_and(|c| c.is_alphanumeric() || c == '^'),
        };
        let (behind, factor) =
            self.field?.units.iter().find_map(|(name, factor)| Some((rest.strip_prefix(name).filter(|b| ends(b))?, *factor)))?;
        self.rest = behind;
        Some(factor)
    }

    fn power(&mut self) -> Result<Node, String> {
        let base = self.factor()?;
        if self.take(&['^']) { Ok(Node::Two(libm::pow, Box::new([base, self.power()?]))) } else { Ok(base) }
    }

    fn factor(&mut self) -> Result<Node, String> {
        if self.take(MINUS) {
            return Ok(Node::One(|x| -x, Box::new(self.power()?)));
        }
        if self.take(&['(']) {
            let inner = self.sum()?;
            return self.close().map(|()| inner);
        }
        if self.take(&['π']) {
            return Ok(self.pi());
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() || c == '.' || self.decimal_comma && c == ',' => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.name(),
            Some(_) => Err(self.stuck("a number, a name or a bracket")),
            None => Err(format!("a number is missing {}", self.place())),
        }
    }

    fn close(&mut self) -> Result<(), String> {
        if self.take(&[')']) { Ok(()) } else { Err(self.stuck("\")\"") + " to close a bracket") }
    }

    fn pi(&mut self) -> Node {
        self.seen.pi = true;
        Node::Number(std::f64::consts::PI)
    }

    /// Digits with a point or a comma before the decimals, and a power of ten.
    fn number(&mut self) -> Result<Node, String> {
        let (from, comma) = (self.rest, self.decimal_comma);
        let marks = self.word(|c| c.is_ascii_digit() || c == '.' || comma && c == ',').matches(['.', ',']).count();
        let is_digit = |c: char| c.is_ascii_digit();
        let power = self.rest.strip_prefix(['e', 'E']).map(|power| power.strip_prefix(['+', '-', '−']).unwrap_or(power));
        // `2e` of `2exp(t)` is none.
        if let Some(power) = power.filter(|power| power.starts_with(is_digit)) {
            self.rest = power.trim_start_matches(is_digit);
        }
        let word = &from[..from.len() - self.rest.len()];
        let why = if marks > 1 { ": it has two decimal marks" } else { "" };
        word.replace(',', ".").replace('−', "-").parse().map(Node::Number).map_err(|_| format!("\"{word}\" is no number{why}"))
    }

    fn name(&mut self) -> Result<Node, String> {
        let name = self.word(|c| c.is_ascii_alphanumeric());
        if let Some((_, function)) = OF_ONE.iter().find(|(known, _)| *known == name) {
            let ([of], seen) = self.arguments(name)?;
            // The sine of an angle is none; its absolute value is one.
            self.seen = if name == "abs" { self.seen.and(seen) } else { self.seen };
            return Ok(Node::One(*function, Box::new(of)));
        }
        if let Some((_, function)) = OF_TWO.iter().find(|(known, _)| *known == name) {
            let (of, seen) = self.arguments(name)?;
            self.seen = self.seen.and(seen);
            return Ok(Node::Two(*function, Box::new(of)));
        }
        if name.eq_ignore_ascii_case("pi") {
            return Ok(self.pi());
        }
        let (variables, what) = if self.field.is_none() { (&VARIABLES[..], "not known") } else { (&[][..], "no number") };
        variables.iter().position(|known| *known == name).map(Node::Variable).ok_or_else(|| {
            let functions = OF_ONE.iter().map(|(name, _)| *name).chain(OF_TWO.iter().map(|(name, _)| *name));
            let mut known: Vec<String> = variables.iter().chain(&["pi"]).map(|name| (*name).to_owned()).collect();
            known.extend(functions.map(|name| format!("{name}()")));
            format!("\"{name}\" is {what}; known: {}", known.join(", "))
        })
    }

    /// What stands in the brackets behind a function.
    fn arguments<const N: usize>(&mut self, name: &str) -> Result<([Node; N], Seen), String> {
        if !self.take(&['(']) {
            return Err(self.stuck("\"(\""));
        }
        // A comma stands between two, and is a decimal mark in one.
        let comma_outside = self.decimal_comma;
        self.decimal_comma &= N == 1;
        let outside = std::mem::take(&mut self.seen);
        let mut found = vec![self.apart(Reader::sum)?];
        while self.take(NEXT) {
            found.push(self.apart(Reader::sum)?);
        }
        let found = self.in_one_unit(found);
        let seen = std::mem::replace(&mut self.seen, outside);
        self.decimal_comma = comma_outside;
        self.close()?;
        let count = found.len();
        found.try_into().map(|found| (found, seen)).map_err(|_| format!("{name} is of {N}, not of {count}"))
    }
}
