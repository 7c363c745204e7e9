//! Graphs and traces of a scene: what a person chose to see over time. Plain data, as it stands in the file.

use crate::engine::math::Vec2;
use std::fmt;

/// Whose numbers a curve shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// All bodies together.
    World,
    /// A body, by its id.
    Body(String),
    /// A point that moves with a body.
    Point {
        /// Id of the body.
        body: String,
        /// Where, in the body's frame, metres.
        at: Vec2,
    },
    /// A joint, by its id.
    Joint(String),
    /// Where two bodies touch, by their ids.
    Contact([String; 2]),
    /// A launcher, by its id.
    Launcher(String),
    /// The controller of a body, by the body's id.
    Control(String),
    /// A tape or protractor, by its id.
    Measure(String),
}

/// One curve: a quantity of something, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveDoc {
    /// Whose.
    pub of: Subject,
    /// Which: the word of a row of [`super::quantity`]'s table for such a subject.
    pub quantity: &'static str,
}

impl Default for CurveDoc {
    fn default() -> CurveDoc {
        CurveDoc { of: Subject::World, quantity: "total_energy" }
    }
}

/// A graph: curves over time, or over another quantity (a phase plot).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphDoc {
    /// What it shows upwards, at least one.
    pub curves: Vec<CurveDoc>,
    /// What it shows to the right; `None` = time.
    pub against: Option<CurveDoc>,
}

/// The path that a point of a body has taken, drawn on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceDoc {
    /// Id of the body.
    pub body: String,
    /// Which of its points, in its frame, metres.
    pub at: Vec2,
    /// How much of the path is shown, seconds; `None` = all of it.
    pub seconds: Option<f32>,
}

impl Default for TraceDoc {
    fn default() -> TraceDoc {
        TraceDoc { body: String::new(), at: Vec2::ZERO, seconds: None }
    }
}

impl CurveDoc {
    /// How the command line and the heads of tables name it: `body:ball:vy`, `world:contacts`.
    pub fn word(&self) -> String {
        let quantity = self.quantity;
        match &self.of {
            Subject::World => format!("world:{quantity}"),
            Subject::Body(id) => format!("body:{id}:{quantity}"),
            Subject::Point { body, at } => format!("point:{body}@{},{}:{quantity}", at.x, at.y),
            Subject::Joint(id) => format!("joint:{id}:{quantity}"),
            Subject::Contact([a, b]) => format!("contact:{a},{b}:{quantity}"),
            Subject::Launcher(id) => format!("launcher:{id}:{quantity}"),
            Subject::Control(id) => format!("control:{id}:{quantity}"),
            Subject::Measure(id) => format!("measure:{id}:{quantity}"),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::World => f.write_str("all bodies"),
            Subject::Body(id) | Subject::Joint(id) | Subject::Launcher(id) | Subject::Measure(id) => f.write_str(id),
            Subject::Control(id) => write!(f, "control of {id}"),
            Subject::Point { body, at } => write!(f, "{body} at ({}, {})", at.x, at.y),
            Subject::Contact([a, b]) => write!(f, "{a} ↔ {b}"),
        }
    }
}

impl Subject {
    /// Ids of the bodies it speaks of.
    pub fn bodies(&self) -> &[String] {
        match self {
            Subject::Body(id) | Subject::Control(id) | Subject::Point { body: id, .. } => std::slice::from_ref(id),
            Subject::Contact(pair) => pair,
            Subject::World | Subject::Joint(_) | Subject::Launcher(_) | Subject::Measure(_) => &[],
        }
    }

    /// The same, to change them.
    pub fn bodies_mut(&mut self) -> &mut [String] {
        match self {
            Subject::Body(id) | Subject::Control(id) | Subject::Point { body: id, .. } => std::slice::from_mut(id),
            Subject::Contact(pair) => pair,
            Subject::World | Subject::Joint(_) | Subject::Launcher(_) | Subject::Measure(_) => &mut [],
        }
    }
}

impl GraphDoc {
    /// A graph of one curve over time.
    pub fn of(curve: CurveDoc) -> GraphDoc {
        GraphDoc { curves: vec![curve], against: None }
    }

    /// All its quantities: the curves, and what they are drawn against.
    pub fn quantities(&self) -> impl Iterator<Item = &CurveDoc> {
        self.curves.iter().chain(&self.against)
    }

    /// The same, to change them.
    pub fn quantities_mut(&mut self) -> impl Iterator<Item = &mut CurveDoc> {
        self.curves.iter_mut().chain(&mut self.against)
    }
}

impl TraceDoc {
    /// Where the point is, as two quantities: x and y.
    pub fn place(&self) -> [CurveDoc; 2] {
        ["x", "y"].map(|quantity| CurveDoc { of: Subject::Point { body: self.body.clone(), at: self.at }, quantity })
    }
}
