//! What a person set for the program, not for a scene: kept from one start to the next.

use crate::draw::palette::Theme;
use serde::{Deserialize, Serialize};

/// Smallest and largest interface.
pub const SCALES: [f32; 2] = [0.75, 2.0];
/// Most files that are remembered.
pub const MOST_RECENT: usize = 12;

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `dark`, `light` or `projector`.
    pub theme: String,
    /// Size of the panels; 1 = as designed.
    pub scale: f32,
    /// Whether the grid is drawn.
    pub grid: bool,
    /// Whether tools snap to the grid.
    pub snap: bool,
    /// Whether tools snap to shapes.
    pub snap_shapes: bool,
    /// Whether presentation mode shows pointer and keys.
    pub shows_input: bool,
    /// Lenses that were on last, for new scenes.
    pub lenses: Vec<String>,
    /// Files that were opened and saved, newest first.
    pub recent: Vec<String>,
    /// Width and height of the window, points; 0 = not known.
    pub window: [u32; 2],
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: "dark".into(),
            scale: 1.0,
            grid: true,
            snap: false,
            snap_shapes: true,
            shows_input: true,
            lenses: Vec::new(),
            recent: Vec::new(),
            window: [0, 0],
        }
    }
}

impl Settings {
    /// The settings in a text; what is missing or out of bounds is as usual.
    ///
    /// # Errors
    /// The text is no such file; in words.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let mut settings: Settings = serde_json::from_str(text).map_err(|why| why.to_string())?;
        settings.scale = bounded(settings.scale);
        settings.recent.truncate(MOST_RECENT);
        settings.lenses.retain(|id| crate::lens::find(id).is_some());
        let is_sane = |side: u32| (320..=16_384).contains(&side);
        if !settings.window.into_iter().all(is_sane) {
            settings.window = [0, 0];
        }
        Ok(settings)
    }

    /// As a file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The theme; the usual one for an unknown word.
    pub fn theme(&self) -> Theme {
        match self.theme.as_str() {
            "light" => Theme::Light,
            "projector" => Theme::Projector,
            _ => Theme::Dark,
        }
    }
}

/// A size of the panels within its bounds.
pub fn bounded(scale: f32) -> f32 {
    if scale.is_finite() { scale.clamp(SCALES[0], SCALES[1]) } else { 1.0 }
}

/// Word of a theme.
pub fn theme_word(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
        Theme::Projector => "projector",
    }
}
