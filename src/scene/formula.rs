//! Formulas in a scene: a number that is worked out anew before each step, `sin(2*pi*t)` or `-5*x - vx`.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = power { ("*" | "/") power }
//! power   = factor [ "^" power ]                        2^3^2 is 2^9, -2^2 is -4
//! factor  = "-" power | number | name | name "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//! What is read is kept as a tree. Functions are those of `libm`: the same bits on every platform.

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
        let mut reader = Reader { text, rest: text };
        let node = reader.sum()?;
        if reader.peek().is_some() { Err(reader.stuck("an operator")) } else { Ok(Formula(node)) }
    }

    /// Its value where the variables have these values; 0 where it has none that is finite.
    pub fn value(&self, variables: &[f64; VARIABLES.len()]) -> f64 {
        let value = self.0.value(variables);
        if value.is_finite() { value } else { 0.0 }
    }
}

impl Node {
    fn value(&self, variables: &[f64; VARIABLES.len()]) -> f64 {
        match self {
            Node::Number(number) => *number,
            Node::Variable(place) => variables[*place],
            Node::One(function, of) => function(of.value(variables)),
            Node::Two(function, of) => function(of[0].value(variables), of[1].value(variables)),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The next character that is no blank; it is not taken.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        is_next
    }

    /// The longest beginning of such characters.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn stuck(&self, wanted: &str) -> String {
        let before = self.text[..self.text.len() - self.rest.len()].trim_end();
        let after = if before.is_empty() { "at its beginning".to_owned() } else { format!("after \"{before}\"") };
        let found = self.rest.chars().next().map_or("it ends".to_owned(), |c| format!("\"{c}\" stands"));
        format!("{found} {after}, where {wanted} is expected")
    }

    fn sum(&mut self) -> Result<Node, String> {
        let mut sum = self.product()?;
        loop {
            let function: Two = match self.peek() {
                Some('+') => |a, b| a + b,
                Some('-') => |a, b| a - b,
                _ => return Ok(sum),
            };
            self.rest = &self.rest[1..];
            sum = Node::Two(function, Box::new([sum, self.product()?]));
        }
    }

    fn product(&mut self) -> Result<Node, String> {
        let mut product = self.power()?;
        loop {
            let function: Two = match self.peek() {
                Some('*') => |a, b| a * b,
                Some('/') => |a, b| a / b,
                _ => return Ok(product),
            };
            self.rest = &self.rest[1..];
            product = Node::Two(function, Box::new([product, self.power()?]));
        }
    }

    fn power(&mut self) -> Result<Node, String> {
        let base = self.factor()?;
        if self.take('^') { Ok(Node::Two(libm::pow, Box::new([base, self.power()?]))) } else { Ok(base) }
    }

    fn factor(&mut self) -> Result<Node, String> {
        if self.take('-') {
            return Ok(Node::One(|x| -x, Box::new(self.power()?)));
        }
        if self.take('(') {
            let inner = self.sum()?;
            return if self.take(')') { Ok(inner) } else { Err(self.stuck("\")\"")) };
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.name(),
            _ => Err(self.stuck("a number, a name or a bracket")),
        }
    }

    fn number(&mut self) -> Result<Node, String> {
        let from = self.rest;
        self.word(|c| c.is_ascii_digit() || c == '.');
        let mut exponent = Reader { text: self.text, rest: self.rest };
        if exponent.rest.starts_with(['e', 'E']) {
            exponent.rest = &exponent.rest[1..];
            exponent.rest = exponent.rest.strip_prefix(['+', '-']).unwrap_or(exponent.rest);
            // `2e` of `2exp(t)` is none.
            if !exponent.word(|c| c.is_ascii_digit()).is_empty() {
                self.rest = exponent.rest;
            }
        }
        let word = &from[..from.len() - self.rest.len()];
        word.parse().map(Node::Number).map_err(|_| format!("\"{word}\" is no number"))
    }

    fn name(&mut self) -> Result<Node, String> {
        let name = self.word(|c| c.is_ascii_alphanumeric());
        if let Some((_, function)) = OF_ONE.iter().find(|(known, _)| *known == name) {
            let [of] = self.arguments(name)?;
            return Ok(Node::One(*function, Box::new(of)));
        }
        if let Some((_, function)) = OF_TWO.iter().find(|(known, _)| *known == name) {
            return Ok(Node::Two(*function, Box::new(self.arguments(name)?)));
        }
        if name == "pi" {
            return Ok(Node::Number(std::f64::consts::PI));
        }
        VARIABLES.iter().position(|known| *known == name).map(Node::Variable).ok_or_else(|| {
            let functions: Vec<&str> = OF_ONE.iter().map(|(name, _)| *name).chain(OF_TWO.iter().map(|(name, _)| *name)).collect();
            format!("\"{name}\" is not known; known: {}, pi, and of a bracket {}", VARIABLES.join(", "), functions.join(", "))
        })
    }

    /// What stands in the brackets behind a function.
    fn arguments<const N: usize>(&mut self, name: &str) -> Result<[Node; N], String> {
        if !self.take('(') {
            return Err(self.stuck("\"(\""));
        }
        let mut found = vec![self.sum()?];
        while self.take(',') {
            found.push(self.sum()?);
        }
        if !self.take(')') {
            return Err(self.stuck("\")\""));
        }
        let count = found.len();
        found.try_into().map_err(|_| format!("{name} is of {N}, not of {count}"))
    }
}
