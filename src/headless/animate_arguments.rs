//! Arguments of `animate`.

use super::force::Overwriting;
use super::picture_arguments::{Size, ThemeWord, parse_size};
use clap::Args;

/// Arguments of `animate`.
#[derive(Args, Debug)]
pub struct AnimateOptions {
    /// Scene to draw.
    pub scene: String,
    /// First step.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// Last step.
    #[arg(long, value_name = "N")]
    pub to: u64,
    /// Simulated seconds per second.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = parse_speed)]
    pub speed: f32,
    /// Lenses to draw, or `none`. Default: the scene's own.
    #[arg(long, value_name = "a,b", value_delimiter = ',')]
    pub lens: Option<Vec<String>>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "640x400", value_parser = parse_size)]
    pub size: Size,
    /// Colours.
    #[arg(long, value_enum, default_value_t = ThemeWord::Dark)]
    pub theme: ThemeWord,
    /// File to write; it ends in `.gif`.
    #[arg(long, value_name = "FILE.gif", value_parser = parse_gif)]
    pub out: String,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

fn parse_gif(text: &str) -> Result<String, String> {
    if text.to_ascii_lowercase().ends_with(".gif") { Ok(text.to_owned()) } else { Err("must end in .gif".to_owned()) }
}

fn parse_speed(text: &str) -> Result<f32, String> {
    let speed: f32 = text.parse().map_err(|_| "must be a number".to_owned())?;
    if (0.01..=8.0).contains(&speed) { Ok(speed) } else { Err(format!("must be from 0.01 to 8, is {text}")) }
}
