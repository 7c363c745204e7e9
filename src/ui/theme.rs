//! Every colour, size and distance of the panels, for the three themes. No other file of this room writes one.
//!
//! Colours come from the paper's palette, so that a chip has the colour of the marks it switches on. Sizes are in
//! points and carry the theme's text scale: the projector theme is read from the back of a room, so text *and* what
//! holds it grow. Distances are steps of 4 points ([`Look::gap`]).

use crate::draw::Role;
use crate::draw::palette::{self, Rgba, Theme};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2, vec2};

/// Size of running text at scale 1, points.
pub const BODY: f32 = 13.0;
/// Below this width (points, before the theme's scale) the inspector is a drawer.
const DRAWER_BELOW: f32 = 1100.0;
/// Below this size (points) nothing is drawn.
pub const SMALLEST: Vec2 = vec2(200.0, 150.0);
/// The longest time and way between two presses, and of the second to its release, in a double click: s, points.
pub const DOUBLE_CLICK: (f64, f32) = (0.35, 6.0);
/// Zoom per point of wheel travel, as an exponent.
const WHEEL_ZOOM: f32 = 0.004;
/// How near a contact point the pointer must be for its card, points.
pub const CONTACT_REACH: f32 = 12.0;

/// The look of the panels in one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Which theme.
    pub theme: Theme,
    /// Factor on all sizes.
    pub scale: f32,
    /// The canvas.
    pub ground: Color32,
    /// Bars and the inspector.
    pub panel: Color32,
    /// Cards, menus, chips.
    pub raised: Color32,
    /// The inside of fields.
    pub field: Color32,
    /// Under the pointer.
    pub hover: Color32,
    /// Hairlines between things.
    pub line: Color32,
    /// Words.
    pub text: Color32,
    /// Words that matter less.
    pub quiet: Color32,
    /// What to press; the selected.
    pub accent: Color32,
    /// Words on the accent.
    pub on_accent: Color32,
    /// Ground of what is switched on.
    pub selected: Color32,
    /// Accent as a text colour.
    pub link: Color32,
    /// Something deserves attention.
    pub warning: Color32,
    /// Something failed.
    pub error: Color32,
    /// Something went well.
    pub good: Color32,
}

/// Factor of a zoom by so many points of wheel travel: equal travel, equal factor.
pub fn wheel_zoom(travel: f32) -> f32 {
    libm::expf(travel * WHEEL_ZOOM)
}

/// A palette colour for egui.
pub fn color([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// `over` laid on `under` with a weight from 0 to 1.
fn blend(under: Color32, over: Color32, weight: f32) -> Color32 {
    let mix = |u: u8, o: u8| (f32::from(u) + (f32::from(o) - f32::from(u)) * weight).round() as u8;
    Color32::from_rgb(mix(under.r(), over.r()), mix(under.g(), over.g()), mix(under.b(), over.b()))
}

impl Look {
    /// The look of a theme.
    pub fn of(theme: Theme) -> Look {
        let t = palette::tokens(theme);
        let lift = if theme == Theme::Dark { 0.04 } else { 0.0 };
        let chosen = if theme == Theme::Dark { 0.45 } else { 0.18 };
        Look {
            theme,
            scale: t.body_size / BODY,
            ground: color(t.background),
            panel: color(t.panel),
            raised: blend(color(t.panel), color(t.text), lift),
            field: color(t.raised),
            hover: color(t.hovered),
            line: color(t.line),
            text: color(t.text),
            quiet: color(t.quiet_text),
            accent: color(t.accent_fill),
            on_accent: color(t.on_accent),
            selected: blend(color(t.panel), color(t.accent), chosen),
            link: color(t.accent_text),
            warning: color(t.warning),
            error: color(t.error),
            good: color(palette::style(theme, Role::Contact).stroke),
        }
    }

    /// The same with larger or smaller panels, as far as a window has room; a theme's large text gives way, too.
    pub fn zoomed(self, factor: f32, size: Vec2) -> Look {
        /// Windows with room for the scene beside panels of the usual size, and beside a card and a question as well.
        const ENOUGH: [Vec2; 2] = [vec2(640.0, 400.0), vec2(720.0, 530.0)];
        let [scene, all] = ENOUGH.map(|least| (size.x / least.x).min(size.y / least.y).max(1.0));
        Look { scale: self.scale.min(all) * factor.min(scene), ..self }
    }

    /// The look of the microscope's workspace in a window of this size: for the back of a room as large as the window
    /// allows.
    pub fn in_workspace(self, size: Vec2) -> Look {
        if self.theme == Theme::Projector { self.presented(size) } else { self }
    }

    /// The look of a lesson that is shown to a room.
    pub fn presented(self, size: Vec2) -> Look {
        /// Running text of 24 points in a window of 1920 × 1080.
        const LARGEST: f32 = 24.0 / BODY;
        let room = (size.x / 1920.0).min(size.y / 1080.0);
        Look { scale: (LARGEST * room).min(LARGEST).max(self.scale), ..self }
    }

    /// The halo at the pointer: radius in points while a button is held and else, fill, ring.
    pub fn halo(&self) -> ([f32; 2], Color32, Stroke) {
        ([15.0, 20.0].map(|radius| self.pt(radius)), self.warning.gamma_multiply(0.06), Stroke::new(self.pt(2.0), self.warning))
    }

    /// Colour of a role's lines.
    pub fn role(&self, role: Role) -> Color32 {
        color(palette::style(self.theme, role).stroke)
    }

    /// A size in points at the theme's scale.
    pub fn pt(&self, points: f32) -> f32 {
        points * self.scale
    }
    /// A distance of `steps` steps.
    pub fn gap(&self, steps: f32) -> f32 {
        self.pt(4.0 * steps)
    }
    /// Height of the menu bar.
    pub fn menu_height(&self) -> f32 {
        self.pt(38.0)
    }
    /// Width of the tool rail.
    pub fn rail_width(&self) -> f32 {
        self.pt(52.0)
    }
    /// Width of the inspector.
    pub fn inspector_width(&self) -> f32 {
        self.pt(304.0)
    }
    /// Height of the transport.
    pub fn transport_height(&self) -> f32 {
        self.pt(84.0)
    }
    /// Height of a row of the inspector.
    pub fn row(&self) -> f32 {
        self.pt(25.0)
    }
    /// Width of a number field.
    pub fn field(&self) -> f32 {
        self.pt(72.0)
    }
    /// Side of a tool button.
    pub fn tool(&self) -> f32 {
        self.pt(35.0)
    }
    /// Side of a tool's picture.
    pub fn icon(&self) -> f32 {
        self.pt(18.0)
    }
    /// Radius of the play button.
    pub fn play_radius(&self) -> f32 {
        self.pt(20.0)
    }
    /// Height of a chip.
    pub fn chip(&self) -> f32 {
        self.pt(26.0)
    }
    /// Width of floating cards.
    pub fn card_width(&self) -> f32 {
        self.pt(300.0)
    }
    /// Smallest canvas that chips and words may lie on; below it they would hide the scene.
    pub fn roomy_canvas(&self) -> Vec2 {
        vec2(self.pt(320.0), self.pt(170.0))
    }
    /// Width of menus.
    pub fn menu_width(&self) -> f32 {
        self.pt(200.0)
    }
    /// Width of windows (command palette, help).
    pub fn window_width(&self) -> f32 {
        self.pt(560.0)
    }
    /// Size of a thumbnail in the scene picker.
    pub fn thumbnail(&self) -> Vec2 {
        vec2(self.pt(216.0), self.pt(135.0))
    }
    /// True when the inspector is a drawer over the canvas.
    pub fn is_narrow(&self, width: f32) -> bool {
        width < DRAWER_BELOW * self.scale
    }
    /// Corners of fields and buttons.
    pub fn corner(&self) -> CornerRadius {
        CornerRadius::same(6)
    }
    /// Corners of cards, menus and windows.
    pub fn card_corner(&self) -> CornerRadius {
        CornerRadius::same(9)
    }
    /// Corners of chips: fully round.
    pub fn round(&self) -> CornerRadius {
        CornerRadius::same(255)
    }
    /// Hairline.
    pub fn hairline(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }
    /// Line of pictures in buttons.
    pub fn icon_stroke(&self, color: Color32) -> Stroke {
        Stroke::new(self.pt(1.5), color)
    }
    /// Margin of `steps` steps on each side.
    pub fn margin(&self, x: f32, y: f32) -> Margin {
        Margin::symmetric(self.gap(x).round() as i8, self.gap(y).round() as i8)
    }

    /// 13 pt words.
    pub fn body_font(&self) -> FontId {
        FontId::proportional(self.pt(BODY))
    }
    /// 11 pt captions.
    pub fn caption_font(&self) -> FontId {
        FontId::proportional(self.pt(11.0))
    }
    /// 15 pt titles.
    pub fn title_font(&self) -> FontId {
        FontId::new(self.pt(15.0), FontFamily::Name(BOLD.into()))
    }
    /// Words in pictures.
    pub fn mark_font(&self) -> FontId {
        FontId::proportional(self.pt(if self.theme == Theme::Projector { 13.0 } else { 12.0 }))
    }
    /// 15 pt words of a lesson.
    pub fn lesson_font(&self) -> FontId {
        FontId::proportional(self.pt(15.0))
    }
    /// Section captions, bold.
    pub fn section_font(&self) -> FontId {
        FontId::new(self.pt(11.0), FontFamily::Name(BOLD.into()))
    }
    /// 13 pt bold.
    pub fn strong_font(&self) -> FontId {
        FontId::new(self.pt(BODY), FontFamily::Name(BOLD.into()))
    }
    /// Pictures of the icon font.
    pub fn icon_font(&self) -> FontId {
        FontId::proportional(self.icon())
    }

    /// A floating card's frame.
    pub fn card(&self) -> egui::Frame {
        egui::Frame::new()
            .fill(self.raised)
            .stroke(self.hairline())
            .corner_radius(self.card_corner())
            .inner_margin(self.margin(3.0, 2.5))
            .shadow(self.shadow())
    }
    /// Behind words that lie on the scene.
    pub fn veil(&self) -> Color32 {
        self.ground.gamma_multiply(0.78)
    }
    /// A side panel's frame.
    pub fn bar(&self) -> egui::Frame {
        egui::Frame::new().fill(self.panel).inner_margin(self.margin(3.0, 0.0))
    }

    fn shadow(&self) -> Shadow {
        let strength = if self.theme == Theme::Dark { 90 } else { 40 };
        Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(strength) }
    }
}

/// Family of bold words; the font with the arrow of a menu within a menu.
const BOLD: &str = "bold";
const ARROWS: &str = "emoji-icon-font";
const ICONS: &str = "Phosphor";

/// Fonts of the paper, and the icons behind them.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::empty();
    let files = crate::draw::fonts::FILES.iter().map(|file| file.name).chain([ICONS, ARROWS]);
    let read = |name: &str| (name.to_owned(), egui::FontData::from_static(crate::packed::font(name)).into());
    fonts.font_data.extend(files.map(read));
    let names = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    fonts.families.insert(FontFamily::Proportional, names(&["Roboto-Regular", ICONS, "DejaVuSans", ARROWS]));
    fonts.families.insert(FontFamily::Monospace, names(&["DejaVuSansMono", ICONS]));
    fonts.families.insert(FontFamily::Name(BOLD.into()), names(&["Roboto-Medium", ICONS, "DejaVuSans", ARROWS]));
    fonts
}

/// Installs fonts; once.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
}

/// Makes everything egui draws by itself look like `look`.
pub fn apply(ctx: &egui::Context, look: &Look) {
    let egui_theme = if look.theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light };
    ctx.set_theme(egui_theme);
    let mut style = (*ctx.style()).clone();
    style.text_styles = [
        (TextStyle::Body, look.body_font()),
        (TextStyle::Button, look.body_font()),
        (TextStyle::Small, look.caption_font()),
        (TextStyle::Heading, look.title_font()),
        (TextStyle::Monospace, FontId::monospace(look.pt(12.0))),
    ]
    .into();
    style.animation_time = 0.0;
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    spacing(&mut style.spacing, look);
    visuals(&mut style.visuals, look);
    ctx.set_style_of(egui_theme, style);
}

fn spacing(spacing: &mut egui::style::Spacing, look: &Look) {
    spacing.item_spacing = vec2(look.gap(1.0), look.gap(1.0));
    spacing.button_padding = vec2(look.gap(2.0), look.gap(1.0));
    spacing.interact_size = vec2(look.pt(32.0), look.pt(22.0));
    spacing.window_margin = look.margin(4.0, 3.0);
    spacing.menu_margin = look.margin(1.5, 1.5);
    spacing.icon_width = look.pt(16.0);
    spacing.icon_width_inner = look.pt(9.0);
    spacing.icon_spacing = look.gap(1.5);
    spacing.slider_width = look.pt(120.0);
    spacing.slider_rail_height = look.pt(5.0);
    spacing.combo_width = look.pt(120.0);
    spacing.combo_height = look.pt(320.0);
    spacing.menu_width = look.menu_width();
    spacing.tooltip_width = look.pt(320.0);
    spacing.text_edit_width = look.pt(180.0);
    spacing.scroll = egui::style::ScrollStyle::thin();
    spacing.scroll.bar_width = look.pt(8.0);
    spacing.scroll.floating_width = look.pt(3.0);
    spacing.scroll.foreground_color = true;
    spacing.scroll.dormant_background_opacity = 0.0;
    spacing.scroll.active_background_opacity = 0.0;
    spacing.scroll.interact_background_opacity = 0.0;
    spacing.scroll.dormant_handle_opacity = 0.22;
    spacing.scroll.active_handle_opacity = 0.35;
    spacing.scroll.interact_handle_opacity = 0.55;
}

fn visuals(visuals: &mut egui::Visuals, look: &Look) {
    visuals.dark_mode = look.theme == Theme::Dark;
    visuals.panel_fill = look.panel;
    visuals.window_fill = look.raised;
    visuals.window_stroke = look.hairline();
    visuals.window_corner_radius = look.card_corner();
    visuals.menu_corner_radius = look.card_corner();
    visuals.window_shadow = look.shadow();
    visuals.popup_shadow = look.shadow();
    visuals.extreme_bg_color = look.field;
    visuals.faint_bg_color = look.hover;
    visuals.code_bg_color = look.ground;
    visuals.hyperlink_color = look.link;
    visuals.warn_fg_color = look.warning;
    visuals.error_fg_color = look.error;
    visuals.selection.bg_fill = look.selected;
    // The outline of the text field that has the focus, and the words on what is chosen.
    visuals.selection.stroke = Stroke::new(1.0, look.link);
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Circle;
    visuals.striped = false;
    let widget = |fill: Color32, line: Color32, text: Color32| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: look.corner(),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(look.panel, look.line, look.text);
    visuals.widgets.inactive = widget(look.field, look.line, look.text);
    visuals.widgets.hovered = widget(look.hover, look.quiet, look.text);
    // The pressed look is also the focus ring of the keyboard: an accent outline.
    visuals.widgets.active = widget(look.hover, look.accent, look.text);
    visuals.widgets.active.bg_stroke.width = 2.0;
    visuals.widgets.open = widget(look.hover, look.line, look.text);
}
