//! The paper: palette, label layout, grid, outlines, SVG and PNG.

use collidoscope::draw::grid::{Edge, FINEST_PX, grid};
use collidoscope::draw::labels::{LabelRequest, PxBox, place};
use collidoscope::draw::palette::{Rgba, Theme, background, blend, contrast, style, tokens};
use collidoscope::draw::projection::{Projection, fit};
use collidoscope::draw::svg::{Figure, to_svg};
use collidoscope::draw::{DrawList, Role, Sheet, View, fonts, path, png};
use glam::Vec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
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
        options.fontdb_mut().load_font_data(file.bytes.to_vec());
    }
    options.font_family = fonts::SANS.to_string();
    options
}

/// One mark of every primitive and role, on both sheets.
fn everything() -> DrawList {
    let mut list = DrawList::default();
    for (i, role) in Role::ALL.into_iter().enumerate() {
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
fn every_role_has_a_visible_style_in_each_theme() {
    for theme in Theme::ALL {
        for role in Role::ALL {
            let s = style(theme, role);
            assert!(s.width_px >= 1.0 && s.width_px.is_finite(), "{role:?} in {theme:?}: width {}", s.width_px);
            assert!(s.stroke[3] > 100, "{role:?} in {theme:?} is transparent");
            assert!(contrast(s.stroke, background(theme)) > 1.05, "{role:?} in {theme:?} vanishes in the ground");
            if let Some([dash, gap]) = s.dash_px {
                assert!(dash > 0.0 && gap > 0.0, "{role:?} in {theme:?} has an empty dash");
            }
        }
        assert!(style(theme, Role::StaticBody).hatched && style(theme, Role::SeparatingAxis).dash_px.is_some());
    }
}

#[test]
fn text_and_marks_are_readable_on_their_ground() {
    for (theme, least) in [(Theme::Dark, 4.5), (Theme::Light, 4.5), (Theme::Projector, 7.0)] {
        let t = tokens(theme);
        for (name, ink, ground) in [
            ("text", t.text, t.background),
            ("text on panel", t.text, t.panel),
            ("text on field", t.text, t.raised),
            ("text under the pointer", t.text, t.hovered),
            ("quiet text", t.quiet_text, t.background),
            ("quiet text on panel", t.quiet_text, t.panel),
            ("link", t.accent_text, t.panel),
            ("button", t.on_accent, t.accent_fill),
            ("warning", t.warning, t.panel),
            ("error", t.error, t.panel),
        ] {
            assert!(contrast(ink, ground) >= least, "{theme:?} {name}: {}", contrast(ink, ground));
        }
        // The grid alone may be faint; every other role also colours words.
        for role in Role::ALL.into_iter().filter(|r| !matches!(r, Role::Grid | Role::GridMajor | Role::GridAxis)) {
            let ink = Rgba::from([style(theme, role).stroke[0], style(theme, role).stroke[1], style(theme, role).stroke[2], 255]);
            let ratio = contrast(ink, background(theme));
            assert!(ratio >= least, "{theme:?} {role:?}: {ratio}");
        }
    }
}

/// Linear-light matrices of Machado, Oliveira & Fernandes 2009 at full severity.
const PROTANOPIA: [[f32; 3]; 3] = [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTERANOPIA: [[f32; 3]; 3] = [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITANOPIA: [[f32; 3]; 3] = [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
const FULL: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// CIE Lab of a colour as seen through a matrix.
fn lab(colour: Rgba, seen: &[[f32; 3]; 3]) -> [f32; 3] {
    let linear = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let rgb = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
    let seen = seen.map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f32>().clamp(0.0, 1.0));
    let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let white = [0.9505, 1.0, 1.089];
    let f: Vec<f32> = to_xyz
        .iter()
        .zip(white)
        .map(|(row, w): (&[f32; 3], f32)| {
            let t = row.iter().zip(seen).map(|(m, c)| m * c).sum::<f32>() / w;
            if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        })
        .collect();
    [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]
}

#[test]
fn the_watched_pair_and_its_result_stay_apart_for_each_kind_of_colour_vision() {
    for theme in Theme::ALL {
        for seen in [FULL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA] {
            for (x, y) in [(Role::BodyA, Role::BodyB), (Role::ShadowA, Role::ShadowB), (Role::BodyB, Role::Contact)] {
                let (p, q) = (lab(style(theme, x).stroke, &seen), lab(style(theme, y).stroke, &seen));
                let difference = p.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
                // 2.3 is just noticeable; ten of those are told apart at a glance (the contact is a disc besides).
                let least = if y == Role::Contact { 10.0 } else { 23.0 };
                assert!(difference > least, "{theme:?}: {x:?} and {y:?} differ by {difference}");
            }
        }
    }
}

#[test]
fn labels_on_dense_input_never_overlap_and_most_find_a_place() {
    let mut random = Pcg32::seed_from_u64(7);
    let page = PxBox { min: Vec2::ZERO, max: Vec2::new(1280.0, 800.0) };
    let title = PxBox::at(Vec2::splat(16.0), Vec2::new(200.0, 20.0));
    for count in [1, 20, 80, 400] {
        let requests: Vec<LabelRequest> = (0..count)
            .map(|_| LabelRequest {
                anchor: Vec2::new(random.random_range(5.0..1275.0), random.random_range(5.0..795.0)),
                offset: Vec2::new(8.0, -8.0),
                size: Vec2::new(random.random_range(20.0..130.0), 16.0),
                priority: random.random_range(0..5),
            })
            .collect();
        let placed = place(&requests, &[title], page);
        let boxes: Vec<PxBox> = placed.iter().flatten().map(|p| p.bounds).collect();
        for (i, x) in boxes.iter().enumerate() {
            assert!(page.contains(*x) && !x.overlaps(title));
            assert!(!boxes[..i].iter().any(|y| x.overlaps(*y)), "two labels overlap");
        }
        // 80 labels cover a tenth of the page: all fit. 400 cover half of it; greedy placing cannot seat them all.
        let least = if count <= 80 { count } else { 250 };
        assert!(boxes.len() >= least, "{} of {count} labels placed", boxes.len());
    }
}

#[test]
fn the_most_important_label_gets_its_wished_place_and_pushes_the_other_aside() {
    let page = PxBox { min: Vec2::ZERO, max: Vec2::splat(300.0) };
    let request =
        |priority| LabelRequest { anchor: Vec2::splat(150.0), offset: Vec2::new(8.0, -8.0), size: Vec2::new(80.0, 16.0), priority };
    let placed = place(&[request(1), request(9)], &[], page);
    let wished = PxBox::at(Vec2::new(158.0, 126.0), Vec2::new(80.0, 16.0));
    assert_eq!(placed[1].map(|p| p.bounds), Some(wished));
    assert!(placed[0].is_some_and(|p| p.bounds != wished));
    let crowd = place(&[request(1); 200], &[], page);
    let seated = crowd.iter().flatten().count();
    assert!((5..200).contains(&seated), "{seated} of 200 labels of one point: the hopeless ones are left out");
    assert!(crowd.iter().flatten().any(|p| p.leader.is_some()), "those far away get a leader");
    let outside = LabelRequest { anchor: Vec2::splat(-50.0), ..request(1) };
    let undefined = LabelRequest { anchor: Vec2::NAN, ..request(1) };
    assert_eq!(place(&[outside, undefined], &[], page), [None, None]);
}

#[test]
fn grid_lines_are_never_closer_than_the_finest_distance_and_numbers_name_their_line() {
    for height in [0.01_f32, 0.5, 3.0, 8.0, 80.0, 5e3, 2e5] {
        let view = View { center: Vec2::new(1.3, -0.7), height };
        let g = grid(view, 1.5, 800.0);
        assert!(g.spacing * 800.0 / height >= FINEST_PX, "height {height}");
        assert!(g.spacing * 800.0 / height < FINEST_PX * 10.0 * 1.001, "height {height}: too coarse");
        assert!(g.numbers.iter().any(|n| n.edge == Edge::Bottom) && g.numbers.iter().any(|n| n.edge == Edge::Left));
        for number in &g.numbers {
            let told: f32 = number.text.trim_end_matches(" m").replace('−', "-").parse().expect("a number");
            assert!((told - number.at).abs() <= g.spacing * 1e-3, "{} at {}", number.text, number.at);
        }
    }
    let broken = [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE];
    for height in broken {
        assert!(grid(View { center: Vec2::ZERO, height }, 1.0, 600.0).lines.marks.is_empty(), "height {height}");
    }
    assert!(grid(View { center: Vec2::splat(1e30), height: 1.0 }, 1.0, 600.0).lines.marks.is_empty());
}

#[test]
fn a_grown_outline_keeps_its_distance_from_the_core_for_either_winding() {
    let mut corners = vec![Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(2.5, 1.0), Vec2::new(1.0, 2.0)];
    for _ in 0..2 {
        let outline = path::flattened(&corners, 0.3, 0.001);
        assert!(path::doubled_area(&outline) > 0.0, "counter-clockwise");
        for p in outline {
            let distance = (0..4)
                .map(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % 4]);
                    let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    (p - (a + (b - a) * t)).length()
                })
                .fold(f32::MAX, f32::min);
            assert!((distance - 0.3).abs() < 1e-5, "{distance}"); // rounding of f32 near 2
        }
        corners.reverse();
    }
    // Steiner: area of a grown convex set = A + P r + π r².
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let area = path::doubled_area(&path::flattened(&square, 0.5, 1e-5)) * 0.5;
    let exact = 1.0 + 4.0 * 0.5 + std::f32::consts::PI * 0.25;
    assert!((area - exact).abs() < 1e-3, "{area} against {exact}"); // chords lie inside their arcs
    assert!(path::rounded(&[Vec2::ONE], 1.0).is_empty() && path::rounded(&[], 1.0).is_empty());
    assert_eq!(path::rounded(&[Vec2::ZERO, Vec2::X], 0.5).len(), 2, "two points make a capsule");
}

#[test]
fn segments_are_clipped_to_the_box_and_hatching_lies_below_them() {
    let (min, max) = (Vec2::ZERO, Vec2::new(10.0, 5.0));
    let clipped = path::clip_segment(Vec2::new(-5.0, 2.0), Vec2::new(20.0, 2.0), min, max);
    let (a, b) = clipped.expect("crosses the box");
    assert!((a - Vec2::new(0.0, 2.0)).length() < 1e-5 && (b - Vec2::new(10.0, 2.0)).length() < 1e-5); // rounding
    assert_eq!(path::clip_segment(Vec2::new(-5.0, 2.0), Vec2::new(-1.0, 9.0), min, max), None);
    assert_eq!(path::clip_segment(Vec2::new(3.0, 6.0), Vec2::new(7.0, 6.0), min, max), None);
    for (a, b) in [(Vec2::ZERO, Vec2::new(10.0, 0.0)), (Vec2::new(10.0, 0.0), Vec2::ZERO)] {
        let strokes = path::hatch_below(a, b, 1.0, 0.5);
        assert_eq!(strokes.len(), 11);
        assert!(strokes.iter().all(|(from, to)| from.y == 0.0 && to.y < 0.0));
    }
}

#[test]
fn a_projection_and_its_inverse_cancel_and_up_is_up() {
    let frame = PxBox { min: Vec2::new(100.0, 50.0), max: Vec2::new(500.0, 250.0) };
    let projection = Projection::new(View { center: Vec2::new(3.0, 4.0), height: 10.0 }, frame).expect("sound");
    assert_eq!(projection.to_px(Vec2::new(3.0, 4.0)), Vec2::new(300.0, 150.0));
    assert_eq!(projection.to_px(Vec2::new(3.0, 9.0)), Vec2::new(300.0, 50.0));
    let p = Vec2::new(-1.25, 7.5);
    assert!((projection.to_world(projection.to_px(p)) - p).length() < 1e-5); // rounding
    assert_eq!(Projection::new(View { center: Vec2::ZERO, height: 0.0 }, frame), None);
}

#[test]
fn a_fitted_view_holds_all_marks_but_is_not_ruled_by_a_wide_context() {
    let mut list = DrawList { sheet: Sheet::Difference, ..DrawList::default() };
    assert_eq!(fit(&list, Sheet::Difference, 1.0), None);
    list.dot(Role::Simplex, Vec2::new(1.0, 1.0), 4.0);
    list.dot(Role::Origin, Vec2::ZERO, 4.0);
    let tight = fit(&list, Sheet::Difference, 1.0).expect("marks");
    assert!((tight.center - Vec2::splat(0.5)).length() < 1e-6 && tight.height > 1.0);
    list.outline(Role::Difference, [Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0), Vec2::new(0.0, 1.0)]);
    let wide = fit(&list, Sheet::Difference, 1.0).expect("marks");
    assert!(wide.height > tight.height && wide.height < 10.0, "{}", wide.height);
    assert_eq!(fit(&list, Sheet::World, 1.0), None);
}

#[test]
fn svg_of_every_mark_is_well_formed_deterministic_and_keeps_the_words() {
    for theme in Theme::ALL {
        let figure = Figure { title: Some("Five <shapes> & \u{1} a \"pill\"".to_string()), theme, width: 1600, height: 1000, ..figure() };
        let svg = to_svg(&everything(), &figure);
        assert_eq!(svg, to_svg(&everything(), &figure));
        let document = usvg::roxmltree::Document::parse(&svg).expect("well-formed XML");
        let words: Vec<&str> = document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
        assert!(words.contains(&"Five <shapes> & \u{fffd} a \"pill\""), "{words:?}");
        assert!(words.contains(&"<SeparatingAxis> & \"w₀ = a₀ − b₃\""), "{words:?}");
        assert!(words.contains(&"Difference A ⊖ B"));
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
    let total: usize = fonts::FILES.iter().map(|f| f.bytes.len()).sum();
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
