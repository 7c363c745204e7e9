//! The command line's words.

pub use super::film_arguments::{FilmOptions, SolverSwitch, TraceOptions};
pub use super::force::Overwriting;
pub use super::picture_arguments::{MAX_PIXELS, Picture, Size, ThemeWord};

use super::aim::AimOptions;
use super::control::ControlOptions;
use super::curves::CurvesOptions;
use super::hold::{Hold, parse_hold};
use super::picture::PictureArguments;
use super::picture_arguments::{parse_graph_file, parse_picture, parse_size};
use super::print::PrintOptions;
use super::recover::RecoverOptions;
use super::replay::ReplayOptions;
use super::solvers::SolversOptions;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;

const AFTER_HELP: &str = "SCENE is a file, `-` for standard input, or the name of a scene that comes with the program, like `pyramid`.
Exit codes: 0 all is well, 1 the input is wrong or the output cannot be written (the reason is printed), 2 the command line is wrong.";

/// A 2D physics sandbox you can see inside.
#[derive(Parser, Debug)]
#[command(name = "collidoscope", version, about, after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub struct Request {
    /// What to do without a window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Scene to open in the window (default: the welcome scene).
    #[arg(value_name = "SCENE")]
    pub scene: Option<String>,
    /// Drive the window by a script of mouse and keys (`shell::script` tells its words).
    #[arg(long, value_name = "FILE", hide = true)]
    pub script: Option<String>,
}

/// What to do without a window.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run a scene and print its states: one JSON object a line, or one CSV row a body.
    Run(RunOptions),
    /// Write quantities of a scene over time: a table, or curves on axes.
    Graph(GraphOptions),
    /// Draw a scene at a step into an SVG or PNG file.
    Render(RenderOptions),
    /// Draw a part of a scene's run as an animated GIF.
    Animate(super::animate_arguments::AnimateOptions),
    /// Write every step that a collision algorithm takes on a pair of bodies.
    Trace(TraceOptions),
    /// Write all steps of a collision algorithm on a pair as a film strip, a trace or a unit test.
    Film(FilmOptions),
    /// Print a lesson on A4 pages: as PDF, or each page as SVG or PNG.
    Print(PrintOptions),
    /// Check scenes and name every problem with its place.
    Check(CheckOptions),
    /// Rewrite scenes in the form in which the program saves them: order of keys, line breaks, defaults left out.
    Format(FormatOptions),
    /// Print a JSON Schema: of the scene format, or of what `trace` and `film` write.
    Schema(SchemaOptions),
    /// List unsaved work that a killed or crashed program has left, or write it to a file.
    Recover(RecoverOptions),
    /// Take the last steps before a breakdown again, from the report that the window has written about it.
    Replay(ReplayOptions),
    /// Print what each rule makes of the materials of a scene, pair by pair: friction, then restitution.
    Mix(MixOptions),
    /// Aim each launcher by every method, fly each shot alone, and print by how much it missed, and why.
    Aim(AimOptions),
    /// Run a scene and print how its controllers do: P, I, D, overshoot, settling, the error that stays, Routh's word.
    Control(ControlOptions),
    /// Print where the curves of a scene cross each other and bodies, and the ways of its rays.
    Curves(CurvesOptions),
    /// Run a scene under each solver and print energy, worst overlap and worst joint error side by side.
    Solvers(SolversOptions),
    /// Make a picture a body: trace its outline, cut it into convex parts, write a scene with it.
    Picture(PictureArguments),
    /// Measure how long a step takes.
    Bench(BenchOptions),
    /// Render the small pictures of the scene picker.
    #[command(hide = true)]
    Thumbnails(ThumbnailOptions),
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Scene to run.
    pub scene: String,
    /// Steps to take.
    #[arg(long, value_name = "N")]
    pub steps: u64,
    /// Print every K-th step; the start and the last step are always printed.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Hold a key of the scene down from one step to another, like `right:60-180`; may be given several times.
    #[arg(long, value_name = "KEY:FROM-TO", value_parser = parse_hold)]
    pub hold: Vec<Hold>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = RunFormat::Json)]
    pub format: RunFormat,
    /// Write to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Arguments of `graph`.
#[derive(Args, Debug)]
pub struct GraphOptions {
    /// Scene to run.
    pub scene: String,
    /// Quantities: world:total_energy, body:ID:vy, point:ID@X,Y:x, joint:ID:force, contact:A,B:normal_impulse,
    /// launcher:ID:gap. A wrong word names all that there are. Default: those of the scene's own graph.
    #[arg(long, value_name = "Q", num_args = 1..)]
    pub quantity: Vec<String>,
    /// Draw them over this quantity instead of time; in a table it is the last column.
    #[arg(long, value_name = "Q")]
    pub against: Option<String>,
    /// Which of the scene's own graphs, from 1.
    #[arg(long, value_name = "K", default_value_t = 1, conflicts_with = "quantity", value_parser = clap::value_parser!(u64).range(1..))]
    pub graph: u64,
    /// Steps to take.
    #[arg(long, value_name = "N")]
    pub steps: u64,
    /// Sample every K-th step; the start and the last step are always sampled.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// File to write: a table when it ends in `.csv`, a picture with `.svg` or `.png`. Default: the table on standard
    /// output.
    #[arg(long, value_name = "FILE", value_parser = parse_graph_file)]
    pub out: Option<String>,
    /// Width and height of a picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "960x540", value_parser = parse_size)]
    pub size: Size,
    /// Colours of a picture.
    #[arg(long, value_enum, default_value_t = ThemeWord::Light)]
    pub theme: ThemeWord,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// What `run` prints.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFormat {
    /// One object a line: bodies, contacts, joints, shots, energy, momentum, fingerprint.
    Json,
    /// A header, then one row a body and step.
    Csv,
}

/// What `--lens` takes: the table of lenses.
fn lens_help() -> String {
    let ids: Vec<&str> = crate::lens::lenses().iter().map(|lens| lens.id).collect();
    format!("Lenses to draw: {}; or `none`. Default: the scene's own", ids.join(", "))
}

/// Arguments of `render`.
#[derive(Args, Debug)]
pub struct RenderOptions {
    /// Scene to draw.
    pub scene: String,
    /// Draw the scene after so many steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub at_step: u64,
    /// Lenses to draw: ids of the table of lenses, or `none`.
    #[arg(long, value_name = "a,b", value_delimiter = ',', help = lens_help())]
    pub lens: Option<Vec<String>>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size)]
    pub size: Size,
    /// Colours.
    #[arg(long, value_enum, default_value_t = ThemeWord::Dark)]
    pub theme: ThemeWord,
    /// Bodies to watch, for the lenses that look at a pair; `id:2` names the third shape of a body. Default: the
    /// scene's own.
    #[arg(long, value_name = "A,B")]
    pub pair: Option<String>,
    /// Iteration of the watched algorithm to show, from 0 (default: the last).
    #[arg(long = "iteration", alias = "turn", value_name = "K")]
    pub turn: Option<usize>,
    /// File to write; its ending `.svg` or `.png` says which.
    #[arg(long, value_name = "FILE", value_parser = parse_picture)]
    pub out: Picture,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckOptions {
    /// Scenes to check.
    #[arg(required = true)]
    pub scenes: Vec<String>,
}

/// Arguments of `format`.
#[derive(Args, Debug)]
pub struct FormatOptions {
    /// Files to rewrite.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Arguments of `schema`.
#[derive(Args, Debug)]
pub struct SchemaOptions {
    /// Of which format.
    #[arg(value_enum, default_value_t = FormatWord::Scene)]
    pub of: FormatWord,
}

/// A format of the program's files.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatWord {
    /// Scenes.
    Scene,
    /// What `trace` and `film … --out F.json` write.
    Trace,
}

/// Arguments of `mix`.
#[derive(Args, Debug)]
pub struct MixOptions {
    /// Scene with the materials.
    pub scene: String,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub struct BenchOptions {
    /// Scene to measure (default: all that come with the program).
    pub name: Option<String>,
    /// Steps to measure in each.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
}

/// Arguments of `thumbnails`.
#[derive(Args, Debug)]
pub struct ThumbnailOptions {
    /// Folder to write `<scene>.png` into.
    #[arg(long, value_name = "DIR")]
    pub out: String,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Why nothing is done: help was asked for, or the words make no sense.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// What to print.
    pub text: String,
    /// 0 for help and version, 2 otherwise.
    pub exit_code: u8,
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// Help or version to print with code 0, or a usage error with code 2.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, Refusal> {
    Request::try_parse_from(arguments).map_err(|error| Refusal {
        text: error.render().to_string(),
        exit_code: if error.use_stderr() { super::exit::EXIT_USAGE } else { super::exit::EXIT_OK },
    })
}
