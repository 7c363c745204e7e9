//! The one place of all colours, weights and dashes of marks, and of the colours and sizes of the panels ([`Tokens`]).
//!
//! Hues come from the set that M. Okabe and K. Ito chose for people with any kind of colour vision ("Color Universal
//! Design", 2002); on light grounds they are darkened, in the projector theme so far that each reaches a contrast of
//! 7:1. A colour never carries a meaning alone: roles also differ by dash, weight, fill, hatching or by the form of
//! the mark.
pub use super::contrast::{Rgba, contrast};
use super::paint::{Form, Ink, Paint};
use super::role::Role;

/// Which set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light lines on a dark ground.
    #[default]
    Dark,
    /// Dark lines on a light ground.
    Light,
    /// Pure white ground, heavier lines, larger text: readable from 10 m.
    Projector,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Dark, Theme::Light, Theme::Projector];
}

/// How marks of a role look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Colour of lines and text.
    pub stroke: Rgba,
    /// Colour of areas; alpha 0 = not filled.
    pub fill: Rgba,
    /// Line width in points.
    pub width_px: f32,
    /// Dash and gap lengths in points; `None` = solid.
    pub dash_px: Option<[f32; 2]>,
    /// True: filled areas are hatched with the stroke colour.
    pub hatched: bool,
}

/// Colours and sizes of panels and text. Sizes in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    /// Ground of the scene.
    pub background: Rgba,
    /// Ground of panels.
    pub panel: Rgba,
    /// Ground of fields and chips in panels.
    pub raised: Rgba,
    /// Ground of what the pointer is on.
    pub hovered: Rgba,
    /// Hairlines and borders.
    pub line: Rgba,
    /// Text.
    pub text: Rgba,
    /// Captions, hints, units.
    pub quiet_text: Rgba,
    /// Focus rings, handles, progress.
    pub accent: Rgba,
    /// Links and chosen things as text on a panel.
    pub accent_text: Rgba,
    /// Ground of the main button and of chosen tools.
    pub accent_fill: Rgba,
    /// Text on `accent_fill`.
    pub on_accent: Rgba,
    /// Warnings as text.
    pub warning: Rgba,
    /// Errors as text.
    pub error: Rgba,
    /// Running text.
    pub body_size: f32,
    /// Captions.
    pub caption_size: f32,
    /// Titles.
    pub title_size: f32,
    /// All spacing is a multiple of this.
    pub space: f32,
    /// Radius of corners of fields and chips.
    pub corner: f32,
    /// Factor on all line widths.
    pub line_scale: f32,
}

/// The hues of one theme, named by what they look like in the dark one.
struct Inks {
    text: u32,
    quiet: u32,
    steel: u32,
    grey: u32,
    blue: u32,
    orange: u32,
    green: u32,
    mint: u32,
    pink: u32,
    yellow: u32,
    vermilion: u32,
    sky: u32,
    rust: u32,
    violet: u32,
    amber: u32,
    accent: u32,
    teal: u32,
    grid: u32,
    grid_major: u32,
    grid_axis: u32,
    /// Opacity of filled bodies.
    body_alpha: u8,
    /// Opacity of other filled areas.
    area_alpha: u8,
    /// Opacity of lines that are only context.
    faint_alpha: u8,
}

const DARK: Inks = Inks {
    text: 0xdfe5ea,
    quiet: 0x8799a7,
    steel: 0x7ea6c8,
    grey: 0x7f8a94,
    blue: 0x56b4e9,
    orange: 0xe69f00,
    green: 0x38d39f,
    mint: 0x9fe6cd,
    pink: 0xcc79a7,
    yellow: 0xf0e442,
    vermilion: 0xd55e00,
    sky: 0x9bd8ff,
    rust: 0xd9796a,
    violet: 0xb79bea,
    amber: 0xffc24d,
    accent: 0x58a6ea,
    teal: 0x6fc7b8,
    grid: 0x1d242b,
    grid_major: 0x262f38,
    grid_axis: 0x3c4956,
    body_alpha: 0x52,
    area_alpha: 0x30,
    faint_alpha: 0xa0,
};

const LIGHT: Inks = Inks {
    text: 0x1c2733,
    quiet: 0x5e6b76,
    steel: 0x3f6d94,
    grey: 0x69727a,
    blue: 0x00659c,
    orange: 0x8f5f00,
    green: 0x00735a,
    mint: 0x2f7565,
    pink: 0xa3457f,
    yellow: 0x7a6c00,
    vermilion: 0xb54800,
    sky: 0x2b6c9e,
    rust: 0x9c4134,
    violet: 0x6a4bb0,
    amber: 0x8a5a00,
    accent: 0x2270b0,
    teal: 0x1f6f67,
    grid: 0xebeef1,
    grid_major: 0xdce2e7,
    grid_axis: 0xb9c3cc,
    body_alpha: 0x38,
    area_alpha: 0x26,
    faint_alpha: 0xe0,
};

const PROJECTOR: Inks = Inks {
    text: 0x000000,
    quiet: 0x444e57,
    steel: 0x2c3b48,
    grey: 0x4d555c,
    blue: 0x004d7d,
    orange: 0x704700,
    green: 0x00553f,
    mint: 0x1d5546,
    pink: 0x82205f,
    yellow: 0x574d00,
    vermilion: 0x8c3300,
    sky: 0x1a4f7d,
    rust: 0x7d2a1f,
    violet: 0x4d2f94,
    amber: 0x6b4400,
    accent: 0x0b4f8a,
    teal: 0x0f524b,
    grid: 0xe6e9ec,
    grid_major: 0xd0d6db,
    grid_axis: 0x98a4ae,
    body_alpha: 0x30,
    area_alpha: 0x20,
    faint_alpha: 0xff,
};

fn inks(theme: Theme) -> &'static Inks {
    match theme {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
        Theme::Projector => &PROJECTOR,
    }
}

const fn rgba(rgb: u32, alpha: u8) -> Rgba {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, alpha]
}

impl Style {
    fn line(rgb: u32, width_px: f32) -> Style {
        Style { stroke: rgba(rgb, 255), fill: [0; 4], width_px, dash_px: None, hatched: false }
    }
    fn fill(self, alpha: u8) -> Style {
        Style { fill: [self.stroke[0], self.stroke[1], self.stroke[2], alpha], ..self }
    }
    fn dash(self, dash: f32, gap: f32) -> Style {
        Style { dash_px: Some([dash, gap]), ..self }
    }
    fn alpha(self, alpha: u8) -> Style {
        Style { stroke: [self.stroke[0], self.stroke[1], self.stroke[2], alpha], ..self }
    }
    fn hatch(self) -> Style {
        Style { hatched: true, ..self }
    }
    fn scaled(self, factor: f32) -> Style {
        Style { width_px: self.width_px * factor, dash_px: self.dash_px.map(|d| d.map(|x| x * factor)), ..self }
    }
}

/// How a role looks in a theme.
pub fn style(theme: Theme, role: Role) -> Style {
    let ink = inks(theme);
    let (body, area) = (ink.body_alpha, ink.area_alpha);
    let style = match role {
        Role::Body => Style::line(ink.steel, 1.5).fill(body),
        Role::SleepingBody => Style::line(ink.grey, 1.25).fill(area),
        Role::StaticBody => Style::line(ink.quiet, 1.5).fill(area / 2).hatch(),
        Role::KinematicBody => Style::line(ink.teal, 2.0).fill(body).dash(9.0, 3.0),
        Role::FrozenBody => Style::line(ink.amber, 2.0).fill(area).dash(3.0, 3.0).hatch(),
        Role::BodyA => Style::line(ink.blue, 2.0).fill(body),
        Role::BodyB => Style::line(ink.orange, 2.0).fill(body),
        Role::Heading => Style::line(ink.quiet, 1.25),
        Role::Projectile => Style::line(ink.text, 1.5).fill(body),
        Role::Launcher => Style::line(ink.steel, 2.0).fill(body),
        Role::Contact => Style::line(ink.green, 2.5).fill(area),
        Role::Friction => Style::line(ink.mint, 2.5).dash(4.0, 4.0),
        Role::SeparatingAxis => Style::line(ink.pink, 2.0).dash(7.0, 5.0),
        Role::ShadowA => Style::line(ink.blue, 6.0),
        Role::ShadowB => Style::line(ink.orange, 6.0),
        Role::Projection => Style::line(ink.quiet, 1.25).dash(2.0, 4.0),
        Role::Difference => Style::line(ink.yellow, 1.5).dash(5.0, 5.0).alpha(ink.faint_alpha),
        Role::Simplex => Style::line(ink.yellow, 2.5).fill(area),
        Role::SearchDirection => Style::line(ink.vermilion, 3.0),
        Role::Origin => Style::line(ink.text, 2.0),
        Role::Velocity => Style::line(ink.sky, 2.5),
        Role::Force => Style::line(ink.rust, 3.0),
        Role::Joint => Style::line(ink.violet, 2.0).fill(area),
        Role::BoundingBox => Style::line(ink.quiet, 1.0),
        Role::TreeBox => Style::line(ink.teal, 1.0).dash(4.0, 4.0),
        Role::GridCell => Style::line(ink.teal, 2.0).dash(1.0, 5.0),
        Role::Island(n) => Style::line(island(ink, n), 3.0).fill(area),
        Role::SleepingIsland => Style::line(ink.grey, 2.0).dash(2.0, 4.0),
        Role::Aim => Style::line(ink.amber, 2.0).dash(8.0, 5.0),
        Role::Prediction => Style::line(ink.sky, 2.0).dash(3.0, 5.0),
        Role::Miss => Style::line(ink.vermilion, 2.5),
        Role::Selection => Style::line(ink.accent, 2.5),
        Role::Handle => Style::line(ink.text, 2.0),
        Role::Guide => Style::line(ink.pink, 1.5).dash(4.0, 3.0),
        Role::Preview => Style::line(ink.accent, 2.0).fill(area).dash(6.0, 4.0),
        Role::Grid => Style::line(ink.grid, 1.0),
        Role::GridMajor => Style::line(ink.grid_major, 1.0),
        Role::GridAxis => Style::line(ink.grid_axis, 1.25),
        Role::Note => Style::line(ink.text, 2.0),
        Role::Measure => Style::line(ink.mint, 1.75),
        Role::Text => Style::line(ink.text, 1.5),
        Role::QuietText => Style::line(ink.quiet, 1.25),
        Role::Warning => Style::line(ink.amber, 2.5),
        Role::Lit => Style::line(ink.accent, 9.0).fill(area * 2).alpha(0x90),
        Role::Region => Style::line(ink.violet, 1.25).fill(area).dash(3.0, 4.0),
        Role::Bound => Style::line(ink.teal, 2.0).dash(6.0, 4.0),
        Role::Method(n) if n % 12 < 6 => Style::line(island(ink, n), 2.5),
        Role::Method(n) => Style::line(island(ink, n), 2.5).dash(7.0, 4.0),
        Role::Light => Style::line(ink.amber, 3.0).fill(area / 2),
        Role::Shadow => Style { fill: rgba(0x00_00_00, 255), ..Style::line(ink.violet, 1.5) },
        Role::Silhouette => Style::line(ink.vermilion, 1.75).dash(6.0, 4.0),
        Role::Sensor(true) => Style::line(ink.orange, 2.0).fill(area / 2),
        Role::Sensor(false) => Style::line(ink.orange, 1.5).dash(5.0, 4.0).fill(area / 6),
        Role::Smoke => Style { fill: rgba(ink.text, 230), ..Style::line(ink.quiet, 1.25) },
        Role::Cell(true) => Style { fill: rgba(ink.orange, 200), ..Style::line(ink.orange, 1.25) },
        Role::Cell(false) => Style { fill: rgba(ink.blue, 200), ..Style::line(ink.blue, 1.25) },
        Role::Entry(true) => Style::line(ink.sky, 1.5).fill(2 * body),
        Role::Curve(n) => curve(ink, n),
        Role::Painted(paint) => return painted(theme, paint),
        // Other colours than those of the first curves and of what is chosen.
        Role::Ghost(n) => Style::line(hue(ink, n.wrapping_add(1)), 1.75).dash(5.0, 4.0),
        Role::Entry(false) => Style::line(ink.vermilion, 1.5).fill(body / 2),
    };
    let grid = matches!(role, Role::Grid | Role::GridMajor);
    style.scaled(if grid { 1.0 } else { tokens(theme).line_scale })
}

/// Six hues for islands; their numbers are written beside them, so a seventh island may repeat a hue.
fn island(ink: &Inks, n: u8) -> u32 {
    [ink.blue, ink.orange, ink.green, ink.pink, ink.yellow, ink.violet][usize::from(n % 6)]
}

/// Eight curves: hue and dash change together, so that neighbours differ in both.
fn curve(ink: &Inks, n: u8) -> Style {
    let style = Style::line(hue(ink, n), 1.75);
    match n % 3 {
        0 => style,
        1 => style.dash(9.0, 5.0),
        _ => style.dash(2.0, 4.0),
    }
}

/// Eight hues that differ for people with any kind of colour vision.
fn hue(ink: &Inks, n: u8) -> u32 {
    [ink.blue, ink.orange, ink.green, ink.pink, ink.violet, ink.vermilion, ink.yellow, ink.teal][usize::from(n % 8)]
}

/// A body in a chosen colour: the look of what it is, with another ink. The colour is drawn towards that of text until
/// lines in it can be read on the ground.
fn painted(theme: Theme, Paint { ink, form }: Paint) -> Style {
    let look = match form {
        Form::Awake => Role::Body,
        Form::Asleep => Role::SleepingBody,
        Form::Static => Role::StaticBody,
        Form::Kinematic => Role::KinematicBody,
    };
    let look = style(theme, look);
    let own = match ink {
        Ink::Hue(n) => rgba(hue(inks(theme), n), 255),
        Ink::Rgb([r, g, b]) => [r, g, b, 255],
    };
    let (text, ground) = (tokens(theme).text, background(theme));
    let least = if theme == Theme::Projector { 7.0 } else { 4.5 };
    let mixed = |share: u32| blend([text[0], text[1], text[2], (share * 255 / 16) as u8], own);
    let stroke = (0..=16).map(mixed).find(|ink| contrast(*ink, ground) >= least).unwrap_or(text);
    // Asleep it is half as strong; what it is filled with keeps its own colour.
    let alpha = match form {
        Form::Awake | Form::Kinematic => 0x90,
        Form::Asleep => 0x48,
        Form::Static => 0x40,
    };
    Style { stroke, fill: [own[0], own[1], own[2], alpha], ..look }
}

/// Ground colour of the paper.
pub fn background(theme: Theme) -> Rgba {
    tokens(theme).background
}

/// Colours and sizes of panels and text.
pub fn tokens(theme: Theme) -> Tokens {
    let ink = inks(theme);
    let (background, panel, raised, hovered, line, accent, accent_fill, error) = match theme {
        Theme::Dark => (0x14181d, 0x1b2128, 0x11151a, 0x27303a, 0x2a323b, 0x2f81c7, 0x2a75b5, 0xff8a5c),
        Theme::Light => (0xf7f8fa, 0xffffff, 0xf1f4f6, 0xe6ebf0, 0xd9dfe5, 0x2f81c7, 0x2270b0, 0xb13a00),
        Theme::Projector => (0xffffff, 0xffffff, 0xf4f6f8, 0xe6ebf0, 0x8d99a4, 0x0b4f8a, 0x0b4f8a, 0x8c2a00),
    };
    let text_scale = if theme == Theme::Projector { 1.5 } else { 1.0 };
    let solid = |rgb| rgba(rgb, 255);
    Tokens {
        background: solid(background),
        panel: solid(panel),
        raised: solid(raised),
        hovered: solid(hovered),
        line: solid(line),
        text: solid(ink.text),
        quiet_text: solid(ink.quiet),
        accent: solid(accent),
        accent_text: solid(ink.accent),
        accent_fill: solid(accent_fill),
        on_accent: solid(0xffffff),
        warning: solid(ink.amber),
        error: solid(error),
        body_size: 13.0 * text_scale,
        caption_size: 11.0 * text_scale,
        title_size: 15.0 * text_scale,
        space: 4.0,
        corner: 6.0,
        line_scale: if theme == Theme::Projector { 2.0 } else { 1.0 },
    }
}

/// `over` laid on the opaque colour `under`, opaque.
pub fn blend(over: Rgba, under: Rgba) -> Rgba {
    let mix = |i: usize| {
        let (o, u, a) = (u32::from(over[i]), u32::from(under[i]), u32::from(over[3]));
        ((o * a + u * (255 - a) + 127) / 255) as u8
    };
    [mix(0), mix(1), mix(2), 255]
}
