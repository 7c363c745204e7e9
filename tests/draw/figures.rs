//! SVG and PNG.

use super::roles::roles;
use collidoscope::draw::palette::{Rgba, Theme, background, blend, style};
use collidoscope::draw::svg::{Figure, to_svg};
use collidoscope::draw::{DrawList, Role, Sheet, View, fonts, png};
use glam::Vec2;
use resvg::{tiny_skia, usvg};

fn figure() -> Figure {
    Figure { width: 600, height: 400, view: View { center: Vec2::ZERO, height: 8.0 }, theme: Theme::Dark, grid: true, title: None }
}

fn pixels(list: &DrawList, figure: &Figure) -> tiny_skia::Pixmap {
    let bytes = png::to_png(list, figure).expect("a sound figure");
    tiny_skia::Pixmap::decode_png(&bytes).expect("our own PNG")
}

fn pixel(pixels: &tiny_skia::Pixmap, x: u32, y: u32) -> Rgba {
    let c = pixels.pixel(x, y).expect("inside").demultiply();
    [c.red(), c.green(), c.blue(), c.alpha()]
}

fn near(x: Rgba, y: Rgba) -> bool {
    // Two steps of 255 allow for the rounding of blending.
    x.iter().zip(y).all(|(&a, b)| a.abs_diff(b) <= 2)
}

fn options() -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    for file in fonts::FILES {
        options.fontdb_mut().load_font_data(file.bytes().to_vec());
    }
    options.font_family = fonts::SANS.to_string();
    options
}

/// One mark of every primitive and role, on both sheets.
fn everything() -> DrawList {
    let mut list = DrawList::default();
    for (i, role) in roles().into_iter().enumerate() {
        list.sheet = if i % 3 == 0 { Sheet::Difference } else { Sheet::World };
        let at = Vec2::new((i % 7) as f32 - 3.0, (i / 7) as f32 - 3.0);
        let corners = [at, at + Vec2::new(0.4, 0.0), at + Vec2::new(0.2, 0.3)];
        list.line(role, at, at + Vec2::X);
        list.arrow(role, at, at + Vec2::Y);
        list.circle(role, at, 0.3);
        list.capsule(role, at, at + Vec2::new(0.5, 0.1), 0.1);
        list.polygon(role, corners, 0.05);
        list.outline(role, corners);
        list.polyline(role, corners);
        list.dot(role, at, 4.0);
        list.ring(role, at, 6.0);
        list.cross(role, at, 5.0);
        list.label(role, at, Vec2::new(8.0, 8.0), i as u8, format!("<{role:?}> & \"w₀ = a₀ − b₃\""));
    }
    list
}

#[test]
fn svg_of_every_mark_is_well_formed_deterministic_and_keeps_the_words() {
    for theme in Theme::ALL {
        let figure = Figure { title: Some("Five <shapes> & \u{1} a \"pill\"".to_string()), theme, width: 1600, height: 1000, ..figure() };
        let svg = to_svg(&everything(), &figure);
        assert_eq!(svg, to_svg(&everything(), &figure));
        let document = usvg::roxmltree::Document::parse(&svg).expect("well-formed XML");
        let whole = |n: usvg::roxmltree::Node<'_, '_>| n.descendants().filter(|d| d.is_text()).filter_map(|d| d.text()).collect::<String>();
        let words: Vec<String> = document.descendants().filter(|n| n.has_tag_name("text")).map(whole).collect();
        let says = |wanted: &str| words.iter().any(|w| w == wanted);
        assert!(says("Five <shapes> & \u{fffd} a \"pill\""), "{words:?}");
        assert!(says("<SeparatingAxis> & \"w₀ = a₀ − b₃\""), "{words:?}");
        assert!(says("Difference A ⊖ B"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        usvg::Tree::from_str(&svg, &options()).expect("valid SVG");
    }
}

#[test]
fn marks_with_broken_numbers_and_empty_lists_are_left_out() {
    let mut list = DrawList::default();
    for bad in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0)] {
        list.line(Role::Body, bad, Vec2::ONE);
        list.arrow(Role::Body, Vec2::ONE, bad);
        list.polygon(Role::Body, [bad, Vec2::ONE, Vec2::X], 0.1);
        list.circle(Role::Body, Vec2::ONE, bad.x);
        list.dot(Role::Body, bad, 3.0);
        list.label(Role::Text, bad, Vec2::ZERO, 1, "lost");
    }
    list.polygon(Role::Body, [], 0.1);
    list.polyline(Role::Body, [Vec2::ONE]);
    list.arrow(Role::Body, Vec2::ONE, Vec2::ONE);
    list.polygon(Role::Body, [Vec2::ONE, Vec2::ONE, Vec2::ONE], 0.0);
    assert_eq!(to_svg(&list, &figure()), to_svg(&DrawList::default(), &figure()));
    let nowhere = Figure { view: View { center: Vec2::NAN, height: -1.0 }, ..figure() };
    assert!(png::to_png(&everything(), &nowhere).is_ok());
}

#[test]
fn a_mark_paints_its_role_where_it_stands() {
    for theme in Theme::ALL {
        let figure = Figure { grid: false, theme, ..figure() };
        // 50 pixels per metre; the middle of the picture is the origin.
        let mut list = DrawList::default();
        list.dot(Role::Contact, Vec2::new(2.0, 1.0), 6.0);
        list.circle(Role::BodyA, Vec2::new(-3.0, -1.0), 1.0);
        list.arrow(Role::Velocity, Vec2::new(0.0, 0.0), Vec2::new(0.0, 3.0));
        let painted = pixels(&list, &figure);
        let ground = background(theme);
        assert!(near(pixel(&painted, 400, 150), style(theme, Role::Contact).stroke));
        assert!(near(pixel(&painted, 150, 250), blend(style(theme, Role::BodyA).fill, ground)));
        assert!(near(pixel(&painted, 150, 300), style(theme, Role::BodyA).stroke), "the outline stands one metre below the centre");
        assert!(near(pixel(&painted, 300, 54), style(theme, Role::Velocity).stroke), "the tip of the arrow points up");
        assert!(near(pixel(&painted, 300, 240), ground) && near(pixel(&painted, 590, 10), ground));
    }
}

#[test]
fn static_things_are_hatched_and_sleeping_ones_are_not() {
    let inks = |role, ground_line: bool| {
        let figure = Figure { grid: false, ..figure() };
        let mut list = DrawList::default();
        if ground_line {
            list.line(role, Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
        } else {
            list.polygon(role, [Vec2::new(-5.0, -3.0), Vec2::new(5.0, -3.0), Vec2::new(5.0, 3.0), Vec2::new(-5.0, 3.0)], 0.0);
        }
        let painted = pixels(&list, &figure);
        let below: Vec<Rgba> = (100..500).map(|x| pixel(&painted, x, 205)).collect();
        let above: Vec<Rgba> = (100..500).map(|x| pixel(&painted, x, 195)).collect();
        let kinds = |row: &[Rgba]| {
            let mut row = row.to_vec();
            row.sort_unstable();
            row.dedup();
            row.len()
        };
        (kinds(&above), kinds(&below))
    };
    let (above, below) = inks(Role::StaticBody, true);
    assert!(above == 1 && below > 1, "strokes below the ground line only: {above}, {below}");
    let (_, inside) = inks(Role::StaticBody, false);
    assert!(inside > 3, "a static area is hatched");
    let (_, inside) = inks(Role::SleepingBody, false);
    assert_eq!(inside, 1, "a sleeping area is plain");
}

#[test]
fn the_difference_sheet_takes_the_right_third_and_stays_in_it() {
    let mut list = DrawList::default();
    list.circle(Role::BodyA, Vec2::ZERO, 100.0);
    list.sheet = Sheet::Difference;
    list.dot(Role::Origin, Vec2::ZERO, 5.0);
    let figure = Figure { grid: false, ..figure() };
    let painted = pixels(&list, &figure);
    assert!(near(pixel(&painted, 390, 390), blend(style(Theme::Dark, Role::BodyA).fill, background(Theme::Dark))));
    assert!(near(pixel(&painted, 420, 390), background(Theme::Dark)), "the world ends at two thirds");
    assert!(near(pixel(&painted, 500, 200), style(Theme::Dark, Role::Origin).stroke), "a lone mark stands in the middle");
}

#[test]
fn words_are_painted_with_the_shipped_fonts_and_every_sign_we_use_has_a_glyph() {
    let signs = "⊖↔·×−°²³₀₁₂₃₄₅₆₇₈₉⁰⁻λωμθΔ→≤≥√∞½Σ±≈∫…";
    for file in [fonts::SANS, fonts::SIGNS, fonts::MONO] {
        assert!(fonts::FILES.iter().any(|f| f.family == file), "{file} is shipped");
    }
    let total: usize = fonts::FILES.iter().map(|f| f.bytes().len()).sum();
    assert!(total < 1_200_000, "{total} bytes of fonts");
    let families: Vec<String> =
        options().fontdb.faces().flat_map(|face| face.families.iter().map(|f| f.0.clone()).collect::<Vec<_>>()).collect();
    assert!(fonts::FILES.iter().all(|f| families.iter().any(|name| name == f.family)), "{families:?}");
    for sign in signs.chars() {
        let svg =
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><text x='9' y='60' font-size='40'>{sign}</text></svg>");
        let tree = usvg::Tree::from_str(&svg, &options()).expect("valid");
        assert!(has_outline(tree.root()), "no glyph for {sign}");
    }
}

fn has_outline(group: &usvg::Group) -> bool {
    let size = group.abs_bounding_box();
    !group.children().is_empty() && size.width() > 0.5 && size.height() > 0.5
}

#[test]
fn estimated_text_widths_agree_with_the_font() {
    for words in ["missed by 0.320 m", "w₀ = a₀ − b₃", "crate and pill", "12.0 N·s at 14.0°", "MMMM", "iiii"] {
        let svg =
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='900' height='90'><text y='60' font-size='100'>{words}</text></svg>");
        let tree = usvg::Tree::from_str(&svg, &options()).expect("valid");
        let painted = tree.root().abs_bounding_box().width();
        let estimate = fonts::text_width(words, 100.0);
        // Side bearings and kerning make up to 12 units of 100 per line.
        assert!((painted - estimate).abs() < 0.06 * estimate + 12.0, "{words}: painted {painted}, estimated {estimate}");
    }
}

#[test]
fn pictures_of_impossible_size_are_refused_with_the_bound() {
    for (width, height) in [(0, 10), (10, 0), (16_385, 10), (16_384, 16_384)] {
        let error = png::to_png(&DrawList::default(), &Figure { width, height, ..figure() }).expect_err("refused");
        assert!(error.contains("pixels"), "{error}");
    }
}
