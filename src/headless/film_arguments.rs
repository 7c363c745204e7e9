//! Arguments of `trace` and `film`: which two, under which microscope, written where.

use super::force::Overwriting;
use super::picture_arguments::{Size, ThemeWord, parse_size};
use crate::lens::microscope::{FilmView, MICROSCOPES};
use clap::{Args, ValueEnum};

/// Arguments of `trace`.
#[derive(Args, Debug)]
pub struct TraceOptions {
    /// Scene with the pair.
    pub scene: String,
    /// Look at the pair after so many steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub at_step: u64,
    /// The two bodies; `id:2` names the third shape of a body.
    #[arg(long, value_name = "A,B", required_unless_present = "hit")]
    pub pair: Option<String>,
    /// Instead of a pair: the hit of a shot up to that step, by its number (`3`, `shot 3`), or the last of a
    /// launcher, by its id, under the time of impact.
    #[arg(long, value_name = "SHOT", conflicts_with = "pair")]
    pub hit: Option<String>,
    /// Which algorithm to watch (default of a hit: `toi`).
    #[arg(long, value_enum, required_unless_present = "hit")]
    pub algorithm: Option<Algorithm>,
    /// Write to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Arguments of `film`.
#[derive(Args, Debug)]
pub struct FilmOptions {
    /// Scene with the pair.
    pub scene: String,
    /// Look at the pair after so many steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub at_step: u64,
    /// The two bodies; `id:2` names the third shape of a body. Default: the scene's own pair, else the deepest contact.
    #[arg(long, value_name = "A,B")]
    pub pair: Option<String>,
    /// Instead of a pair: the hit of a shot up to that step, by its number (`3`, `shot 3`), or the last of a
    /// launcher, by its id, under the time of impact.
    #[arg(long, value_name = "SHOT", conflicts_with = "pair")]
    pub hit: Option<String>,
    /// First move B where SAT, GJK with EPA and the closed form disagree most, among random poses; the same seed
    /// finds the same.
    #[arg(long, value_name = "SEED")]
    pub hunt: Option<u64>,
    /// Which microscope.
    #[arg(long, value_name = "NAME", help = microscopes())]
    pub algorithm: Option<String>,
    /// Print the scene's whole lesson instead, one picture a step with its caption, as `.svg` or `.png`.
    #[arg(long, conflicts_with_all = ["at_step", "pair", "hit", "hunt", "algorithm", "view", "without"])]
    pub lesson: bool,
    /// Only one view of one frame, as SVG or PNG.
    #[arg(long, value_enum, value_name = "NAME")]
    pub view: Option<ViewWord>,
    /// Which frame of the film the view shows, from 1 as in the window (default: the last).
    #[arg(long, value_name = "K", requires = "view", value_parser = clap::value_parser!(u64).range(1..))]
    pub frame: Option<u64>,
    /// Width and height of the view in pixels; a card is as high as its words need.
    #[arg(long, value_name = "WxH", requires = "view", default_value = "960x720", value_parser = parse_size)]
    pub size: Size,
    /// Under the solver: take the step without these; the ghost is the scene's own step.
    #[arg(long, value_enum, value_name = "a,b", value_delimiter = ',')]
    pub without: Vec<SolverSwitch>,
    /// Colours.
    #[arg(long, value_enum, default_value_t = ThemeWord::Light)]
    pub theme: ThemeWord,
    /// File to write; its ending says what: `.svg` or `.png` the film strip, `.scene.json` the pair as a scene, any
    /// other `.json` the trace, `.rs` the pair as a unit test.
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

fn microscopes() -> String {
    let ids: Vec<&str> = MICROSCOPES.iter().map(|microscope| microscope.id).collect();
    format!("Which microscope: {}. Default: the scene's own, else that of its narrow phase", ids.join(", "))
}

/// An algorithm that can be watched.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Separating axis test.
    Sat,
    /// Distance of the shapes.
    Gjk,
    /// Depth of overlap.
    Epa,
    /// Contact points.
    Clip,
    /// Time of impact within the next step.
    Toi,
    /// The global solve of the joints that hold the two, in the last step.
    Lagrange,
}

/// A view of the microscope.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewWord {
    /// The two shapes.
    World,
    /// The algorithm's own space.
    Space,
    /// Numbers over iterations or steps.
    Chart,
    /// Heading, reason and formulas.
    Card,
}

impl ViewWord {
    /// The view of that name.
    pub fn view(self) -> FilmView {
        match self {
            ViewWord::World => FilmView::World,
            ViewWord::Space => FilmView::Space,
            ViewWord::Chart => FilmView::Chart,
            ViewWord::Card => FilmView::Card,
        }
    }
}

/// Something that the solver can do without.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[value(rename_all = "snake_case")]
pub enum SolverSwitch {
    /// The impulses of the sub-step before.
    WarmStarting,
    /// Limits on sums instead of increments.
    Accumulation,
    /// The pass that takes the velocity of the push away.
    Relaxing,
}
