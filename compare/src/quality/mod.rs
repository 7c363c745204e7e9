//! Scenes with a known answer: closed form where there is one, otherwise how far from standing still, standing
//! upright, staying together.
//!
//! Every scene is run with this engine's default settings (what its users get), with this engine at the sub-steps of
//! the others, with Rapier and with Box2D. Exact values are computed, never typed in. Gravity is 10 m/s².

mod chains;
pub mod exact;
mod flight;
mod impacts;
mod loads;
mod overlaps;
mod seams;
mod shocks;
mod slopes;
mod stacks;
mod swings;

use crate::engines::Which;
use crate::scene::Scene;
use crate::stage::Stage;

/// An engine and its sub-steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lab {
    /// Which engine.
    pub which: Which,
    /// `None`: what the engine's users get.
    pub substeps: Option<u32>,
}

impl Lab {
    /// Builds a scene.
    pub fn stage<'a>(&self, scene: &'a Scene) -> Stage<'a> {
        Stage::new(self.which, scene, self.substeps)
    }
}

/// What a number has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Want {
    /// At most this far from the exact value.
    Within(f64),
    /// At most this fraction away from the exact value.
    Relative(f64),
    /// Absolute value below this.
    Below(f64),
    /// Above this.
    Above(f64),
    /// Exactly the exact value.
    Equal,
}

/// One number that a trial gives.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// The exact answer, where there is one.
    pub exact: Option<f64>,
    /// What it has to be.
    pub want: Want,
}

impl Row {
    /// A number with an exact answer.
    pub fn exact(name: impl Into<String>, unit: &'static str, exact: f64, want: Want) -> Row {
        Row { name: name.into(), unit, exact: Some(exact), want }
    }

    /// A number that has to be small or large.
    pub fn bound(name: impl Into<String>, unit: &'static str, want: Want) -> Row {
        Row { name: name.into(), unit, exact: None, want }
    }

    /// True when the number is what it has to be.
    pub fn holds(&self, value: f64) -> bool {
        let error = self.exact.map_or(value.abs(), |exact| (value - exact).abs());
        match self.want {
            Want::Within(bound) => error <= bound,
            Want::Relative(fraction) => error <= fraction * self.exact.unwrap_or(0.0).abs(),
            Want::Below(bound) => value.abs() < bound,
            Want::Above(bound) => value > bound,
            Want::Equal => error == 0.0,
        }
    }

    /// The wish in words.
    pub fn words(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.want {
            Want::Within(bound) => format!("±{bound}{unit}"),
            Want::Relative(fraction) => format!("±{} %", 100.0 * fraction),
            Want::Below(bound) => format!("< {bound}{unit}"),
            Want::Above(bound) => format!("> {bound}{unit}"),
            Want::Equal => "exactly".into(),
        }
    }
}

/// A scene (or a family of scenes) and what is measured in it.
pub struct Trial {
    /// As on the command line.
    pub name: &'static str,
    /// The numbers it gives.
    pub rows: Vec<Row>,
    /// Measures them in an engine, in the order of `rows`.
    pub measure: Box<dyn Fn(Lab) -> Vec<f64>>,
}

/// One number for all engines.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// The exact answer, where there is one.
    pub exact: Option<f64>,
    /// What it has to be, in words.
    pub want: String,
    /// This engine with its default settings.
    pub ours: Option<f64>,
    /// This engine at the sub-steps of the others.
    pub ours_at: Option<f64>,
    /// Rapier.
    pub rapier: Option<f64>,
    /// Box2D.
    pub box2d: Option<f64>,
    row: Row,
}

impl Outcome {
    /// The numbers in the order of the table: this engine with its default settings, at the sub-steps of the others,
    /// Rapier, Box2D.
    pub fn values(&self) -> [Option<f64>; 4] {
        [self.ours, self.ours_at, self.rapier, self.box2d]
    }

    /// True when a number is what is wanted.
    pub fn reached_by(&self, value: f64) -> bool {
        self.row.holds(value)
    }

    /// True when this engine's default settings do not reach what is wanted.
    pub fn ours_misses(&self) -> bool {
        self.ours.is_some_and(|value| !self.reached_by(value))
    }
}

/// Runs a trial in the engines.
pub fn run(trial: &Trial, engines: &[Which], substeps: u32) -> Vec<Outcome> {
    let numbers = |which: Which, substeps: Option<u32>| engines.contains(&which).then(|| (trial.measure)(Lab { which, substeps }));
    let ours = numbers(Which::Ours, None);
    let ours_at = numbers(Which::Ours, Some(substeps));
    let rapier = numbers(Which::Rapier, Some(substeps));
    let box2d = numbers(Which::Box2d, Some(substeps));
    let at = |numbers: &Option<Vec<f64>>, index: usize| numbers.as_ref().map(|numbers| numbers[index]);
    let rows = trial.rows.iter().enumerate();
    rows.map(|(index, row)| Outcome {
        name: row.name.clone(),
        unit: row.unit,
        exact: row.exact,
        want: row.words(),
        ours: at(&ours, index),
        ours_at: at(&ours_at, index),
        rapier: at(&rapier, index),
        box2d: at(&box2d, index),
        row: row.clone(),
    })
    .collect()
}

/// All trials in the order of the table.
pub fn trials() -> Vec<Trial> {
    [
        slopes::trials(),
        flight::trials(),
        swings::trials(),
        shocks::trials(),
        impacts::trials(),
        overlaps::trials(),
        seams::trials(),
        stacks::trials(),
        chains::trials(),
        loads::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
