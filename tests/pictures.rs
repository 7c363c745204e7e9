//! From pictures to bodies: areas and centroids against closed forms, parts against outlines, and pictures that mean
//! harm.

mod cli_kit;

use cli_kit::{good, refused};
use collidoscope::draw::raster::{self, Channel, KEPT_SIDE, Raster};
use collidoscope::engine::contour::Field;
use collidoscope::engine::math::{Vec2, cross};
use collidoscope::engine::shape::predicates::twice_area;
use collidoscope::scene::picture_body::{PictureBody, PictureForm, PictureOptions, picture_body};
use image::{DynamicImage, ImageOutputFormat, RgbaImage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f64::consts::PI;
use std::io::Cursor;

/// Samples a pixel's side in generated pictures.
const FINE: usize = 8;

/// A shape of which area and centroid are known, and whether it holds a point. Pixels, y up.
struct Known {
    name: String,
    area: f64,
    centroid: Vec2,
    holds: Box<dyn Fn(Vec2) -> bool>,
}

fn turned(p: Vec2, angle: f32) -> Vec2 {
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    Vec2::new(cos * p.x + sin * p.y, cos * p.y - sin * p.x)
}

fn known(rng: &mut Pcg32, size: Vec2) -> Known {
    let middle = size * 0.5 + Vec2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
    let reach = 0.5 * size.min_element() - 5.0;
    let angle = rng.random_range(0.0..6.0_f32);
    match rng.random_range(0..4) {
        0 => {
            let (a, b) = (reach, reach * rng.random_range(0.4..1.0));
            let holds = move |p: Vec2| (turned(p - middle, angle) / Vec2::new(a, b)).length() <= 1.0;
            Known { name: "ellipse".into(), area: PI * f64::from(a * b), centroid: middle, holds: Box::new(holds) }
        }
        1 => {
            let half = Vec2::new(reach * 0.7, reach * rng.random_range(0.3..0.7));
            let holds = move |p: Vec2| turned(p - middle, angle).abs().cmple(half).all();
            Known { name: "rectangle".into(), area: f64::from(4.0 * half.x * half.y), centroid: middle, holds: Box::new(holds) }
        }
        2 => {
            // A disc with a round hole beside its middle.
            let inner = reach * rng.random_range(0.25..0.5);
            let hole = middle + Vec2::X * (0.5 * (reach - inner));
            let holds = move |p: Vec2| p.distance(middle) <= reach && p.distance(hole) > inner;
            let (whole, less) = (PI * f64::from(reach * reach), PI * f64::from(inner * inner));
            let centroid = (middle.as_dvec2() * whole - hole.as_dvec2() * less) / (whole - less);
            Known { name: "disc with a hole".into(), area: whole - less, centroid: centroid.as_vec2(), holds: Box::new(holds) }
        }
        _ => {
            // A star, whose corners lie on two circles.
            let (tips, inner) = (rng.random_range(3..8), reach * rng.random_range(0.45..0.8));
            let corner = |k: usize| {
                let at = angle + (k as f32) * std::f32::consts::PI / tips as f32;
                middle + Vec2::new(libm::cosf(at), libm::sinf(at)) * if k.is_multiple_of(2) { reach } else { inner }
            };
            let corners: Vec<Vec2> = (0..2 * tips).map(corner).collect();
            let area = 0.5 * twice_area(&corners);
            // Each of its triangles with the middle holds one side of it.
            let holds = move |p: Vec2| {
                (0..corners.len()).any(|k| {
                    let (a, b) = (corners[k] - middle, corners[(k + 1) % corners.len()] - middle);
                    let q = p - middle;
                    cross(a, q) >= 0.0 && cross(q, b) >= 0.0 && cross(b - a, q - a) >= 0.0
                })
            };
            Known { name: format!("star of {tips}"), area, centroid: middle, holds: Box::new(holds) }
        }
    }
}

/// Drawn with soft edges: opaque as far as it is covered.
fn drawn(known: &Known, width: usize, height: usize) -> Raster {
    let mut rgba = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let sample = |k: usize| {
                let part = |k: usize| (k as f32 + 0.5) / FINE as f32;
                Vec2::new(x as f32 + part(k % FINE), (height - 1 - y) as f32 + part(k / FINE))
            };
            let covered = (0..FINE * FINE).filter(|&k| (known.holds)(sample(k))).count();
            rgba.extend([40, 90, 200, (255 * covered / (FINE * FINE)) as u8]);
        }
    }
    Raster { width, height, rgba, original: [width, height] }
}

fn field(picture: &Raster, channel: Channel) -> Field {
    Field::new(picture.width, picture.height, picture.values(channel)).expect("a field")
}

fn area_of_parts(body: &PictureBody) -> f64 {
    body.parts.iter().map(|part| 0.5 * twice_area(part)).sum()
}

#[test]
fn area_and_centroid_of_two_hundred_pictures_are_those_of_what_was_drawn() {
    let mut rng = Pcg32::seed_from_u64(22);
    let (mut worst_area, mut worst_place, mut most_vertices, mut with_holes) = (0.0_f64, 0.0_f32, 0, 0);
    for case in 0..200 {
        let (width, height) = (rng.random_range(48..240), rng.random_range(48..240));
        let shape = known(&mut rng, Vec2::new(width as f32, height as f32));
        // Through a real file, as a person brings it.
        let bytes = raster::to_png(&drawn(&shape, width, height)).expect("a PNG");
        let picture = raster::read(&bytes).expect("read back");
        assert_eq!(picture.best_channel(), Channel::Opaque);
        let body = picture_body(&field(&picture, Channel::Opaque), &PictureOptions::default()).expect(&shape.name);
        let scale = f64::from(body.scale);
        let off = (f64::from(body.area) / (scale * scale) / shape.area - 1.0).abs();
        let away = body.centroid.distance(shape.centroid);
        let name = &shape.name;
        assert!(off < 0.01, "case {case}, {name} {width} × {height}: area off by {off}");
        assert!(away < 0.5, "case {case}, {name} {width} × {height}: centroid {away} pixels away");
        // The parts fill the outlines: nothing twice, nothing left out.
        let whole = f64::from(body.area) / (scale * scale);
        assert!((area_of_parts(&body) / whole - 1.0).abs() < 1e-4, "case {case}, {name}: parts {}", area_of_parts(&body));
        assert!(body.error <= 2.5 * body.tolerance, "case {case}, {name}: error {}", body.error);
        (worst_area, worst_place) = (worst_area.max(off), worst_place.max(away));
        (most_vertices, with_holes) = (most_vertices.max(body.vertices), with_holes + body.holes);
    }
    assert!(with_holes > 20, "{with_holes} holes");
    println!("worst area {worst_area:.5}, worst centroid {worst_place:.4} px, most vertices {most_vertices}");
}

/// Blots of random discs, taken out of and put onto each other: islands, holes, islands in holes, thin bridges.
#[test]
fn parts_fill_what_random_blots_leave_whatever_the_tolerance() {
    let mut rng = Pcg32::seed_from_u64(7);
    let (mut refused, mut with_holes, mut in_pieces) = (0, 0, 0);
    for case in 0..300 {
        let size = rng.random_range(20..120);
        let mut values = vec![0_u8; size * size];
        for _ in 0..rng.random_range(1..14) {
            let middle = Vec2::new(rng.random_range(0.0..size as f32), rng.random_range(0.0..size as f32));
            let (radius, value) = (rng.random_range(1.0..0.35 * size as f32), if rng.random_bool(0.65) { 255 } else { 0 });
            for (k, slot) in values.iter_mut().enumerate() {
                if middle.distance(Vec2::new((k % size) as f32, (k / size) as f32)) < radius {
                    *slot = value;
                }
            }
        }
        let solid = values.iter().filter(|value| **value > 0).count() as f64;
        let field = Field::new(size, size, values).expect("a field");
        let tolerance = rng.random_range(0.2..3.0);
        let options = PictureOptions { tolerance, ..PictureOptions::default() };
        match picture_body(&field, &options) {
            Err(why) => {
                refused += 1;
                assert!(solid < 200.0, "case {case}: {why}");
            }
            Ok(body) => {
                let whole: f64 = body.outlines.iter().map(|ring| 0.5 * twice_area(ring)).sum();
                assert!((area_of_parts(&body) - whole).abs() < 1e-3 * whole, "case {case}: {} of {whole}", area_of_parts(&body));
                // Half a pixel all along the border, and specks, are the most that the outline may lose or win.
                let around: f32 = body.outlines.iter().map(|ring| perimeter(ring)).sum();
                let slack = f64::from(around * (0.3 + body.error)) + body.specks as f64 * f64::from(4.0 * body.tolerance * body.tolerance);
                assert!((whole - solid).abs() <= slack, "case {case}: {whole} of {solid} pixels, {slack}");
                with_holes += usize::from(body.holes > 0);
                in_pieces += usize::from(body.pieces > 1);
            }
        }
    }
    assert!(with_holes >= 10 && in_pieces > 20 && refused < 20, "{with_holes} {in_pieces} {refused}");
}

fn perimeter(ring: &[Vec2]) -> f32 {
    (0..ring.len()).map(|k| ring[k].distance(ring[(k + 1) % ring.len()])).sum()
}

/// What a body is made of, whatever is chosen, is what the scene's file takes.
#[test]
fn every_form_gives_shapes_that_a_scene_takes() {
    use collidoscope::scene::document::{BodyDoc, Document};
    let mut rng = Pcg32::seed_from_u64(3);
    let shape =
        Known { holds: Box::new(|p: Vec2| (30.0..70.0).contains(&p.distance(Vec2::splat(80.0)))), ..known(&mut rng, Vec2::splat(160.0)) };
    let picture = drawn(&shape, 160, 160);
    let mut areas = Vec::new();
    for form in [PictureForm::Parts, PictureForm::Outline, PictureForm::Hull] {
        let body = picture_body(&field(&picture, Channel::Opaque), &PictureOptions { form, width: 3.0, ..PictureOptions::default() })
            .expect("a body");
        let document = Document {
            bodies: vec![BodyDoc { id: "ring".into(), shapes: body.shapes.clone(), ..BodyDoc::default() }],
            ..Document::default()
        };
        collidoscope::scene::file::check(&document).expect("a sound scene");
        let stage = collidoscope::scene::stage::Stage::new(&document).expect("it runs");
        let mass = stage.world().bodies().next().expect("the body").1.mass;
        assert!((mass / body.area - 1.0).abs() < 1e-3, "{form:?}: density 1 kg/m² makes {mass} kg of {} m²", body.area);
        areas.push(f64::from(body.area));
    }
    // 3 m are 140 pixels.
    let square = (3.0_f64 / 140.0).powi(2);
    for (area, exact) in areas.iter().zip([PI * (4900.0 - 900.0), PI * 4900.0, PI * 4900.0]) {
        assert!((area / (exact * square) - 1.0).abs() < 0.01, "{area} of {}", exact * square);
    }
}

fn encoded(picture: &RgbaImage, format: ImageOutputFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgba8(picture.clone());
    let picture = if matches!(format, ImageOutputFormat::Jpeg(_)) { DynamicImage::ImageRgb8(picture.to_rgb8()) } else { picture };
    picture.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let speckled = RgbaImage::from_fn(90, 70, |x, y| {
        let inside = (x as i32 - 45).pow(2) + (y as i32 - 35).pow(2) < 900;
        let noise = (x * 7919 + y * 104_729) % 251;
        if inside { image::Rgba([noise as u8, 30, 200, 255]) } else { image::Rgba([255, 255, 255, 0]) }
    });
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><g transform="translate(2 1)"><path d="M0 0H36V18H0Z" fill="#357"/></g></svg>"##;
    vec![
        ("png", encoded(&speckled, ImageOutputFormat::Png)),
        ("jpeg", encoded(&speckled, ImageOutputFormat::Jpeg(90))),
        ("gif", encoded(&speckled, ImageOutputFormat::Gif)),
        ("webp", include_bytes!("files/pictures/blob.webp").to_vec()),
        ("lossless webp", include_bytes!("files/pictures/blob_lossless.webp").to_vec()),
        ("svg", svg.as_bytes().to_vec()),
    ]
}

#[test]
fn every_format_is_read() {
    for (name, bytes) in samples() {
        let picture = raster::read(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(raster::is_picture(&bytes) && !raster::is_picture(b"{ \"format\": 1 }"), "{name}");
        let solid = picture.values(picture.best_channel()).iter().filter(|value| **value > 127).count() as f64;
        let share = solid / (picture.width * picture.height) as f64;
        assert!((0.3..0.85).contains(&share), "{name}: {share} of {picture:?} is solid");
        assert!(picture_body(&field(&picture, picture.best_channel()), &PictureOptions::default()).is_ok(), "{name}");
    }
}

#[test]
fn pictures_that_end_early_or_hold_rubbish_give_a_reason_or_what_they_showed() {
    let mut rng = Pcg32::seed_from_u64(5);
    let mut reasons = 0;
    for (name, bytes) in samples() {
        let whole = raster::read(&bytes).expect(name);
        for end in (0..bytes.len()).step_by(if bytes.len() > 2000 { 100 } else { 10 }) {
            match raster::read(&bytes[..end]) {
                Err(why) => reasons += usize::from(!why.is_empty()),
                // What was missing was not needed; or the format fills in the rest.
                Ok(picture) => assert_eq!((picture.width, picture.height), (whole.width, whole.height), "{name} to {end}"),
            }
        }
        for _ in 0..200 {
            let mut bytes = bytes.clone();
            for _ in 0..rng.random_range(1..6) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] = rng.random();
            }
            let _ = raster::read(&bytes);
        }
    }
    assert!(reasons > 200, "{reasons}");
}

/// The first bytes of a PNG of this size, and nothing of its pixels.
fn header(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()));
    bytes.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

#[test]
fn sizes_that_are_none_or_too_large_are_refused_by_the_header_alone() {
    for (width, height, bound) in [
        (0, 0, "1 to 8192 pixels"),
        (30_000, 30_000, "1 to 8192 pixels"),
        (1, 8193, "1 to 8192 pixels"),
        (8192, 8192, "at most 16777216 pixels"),
        (u32::MAX, u32::MAX, "1 to 8192 pixels"),
    ] {
        let why = raster::read(&header(width, height)).expect_err("refused");
        assert!(why.contains(bound) && why.contains(&format!("{width} × {height}")), "{why}");
    }
    assert!(raster::read(&[]).expect_err("refused").contains("empty"));
    assert!(raster::read(b"BM rubbish").expect_err("refused").contains("none of PNG"));
    assert!(raster::read(&vec![b'<'; (16 << 20) + 1]).expect_err("refused").contains("16777216"));
    let deep = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}{}</svg>", "<g>".repeat(100_000), "</g>".repeat(100_000));
    assert!(raster::read(deep.as_bytes()).expect_err("refused").contains("nest at most 64"));
    let bomb = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", "<use href=\"#a\"/>".repeat(25));
    assert!(raster::read(bomb.as_bytes()).expect_err("refused").contains("at most 24"));
    let nothing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>";
    assert!(raster::read(nothing.as_bytes()).is_err());
}

#[test]
fn pictures_in_which_nothing_is_solid_say_so() {
    let of = |width: u32, height: u32, color: [u8; 4]| {
        let bytes = encoded(&RgbaImage::from_pixel(width, height, image::Rgba(color)), ImageOutputFormat::Png);
        let picture = raster::read(&bytes).expect("read");
        let channel = picture.best_channel();
        picture_body(&field(&picture, channel), &PictureOptions::default())
    };
    assert!(of(50, 50, [255, 0, 0, 0]).expect_err("nothing is there").contains("nothing in it is solid"));
    // One pixel cannot be told from a speck.
    assert!(of(1, 1, [255, 0, 0, 255]).expect_err("a speck").contains("nothing in it is solid"));
    assert!(of(1, 1, [0, 0, 0, 0]).is_err());
    let body = of(200, 100, [0, 0, 0, 255]).expect("a black slab");
    assert!((f64::from(body.area) / 2.0 - 1.0).abs() < 0.02, "2 m × 1 m: {}", body.area);
    // Noise has more pieces than a body takes.
    let mut rng = Pcg32::seed_from_u64(9);
    let noise = (0..512 * 512).map(|_| if rng.random_bool(0.5) { 255 } else { 0 }).collect();
    let why = picture_body(&Field::new(512, 512, noise).expect("a field"), &PictureOptions::default());
    println!("noise: {:?}", why.as_ref().map(|body| (body.vertices, body.pieces)));
}

#[test]
fn a_large_picture_is_made_smaller_and_keeps_its_area() {
    let (width, height) = (2500, 1300);
    let slab = RgbaImage::from_fn(width, height, |x, y| {
        image::Rgba([0, 0, 0, if (400..2000).contains(&x) && (300..1000).contains(&y) { 255 } else { 0 }])
    });
    let picture = raster::read(&encoded(&slab, ImageOutputFormat::Png)).expect("read");
    assert_eq!((picture.width, picture.original), (KEPT_SIDE, [2500, 1300]));
    let body =
        picture_body(&field(&picture, Channel::Opaque), &PictureOptions { width: 16.0, ..PictureOptions::default() }).expect("a body");
    assert!((body.area / 112.0 - 1.0).abs() < 0.005, "16 m × 7 m: {}", body.area);
    assert_eq!(body.parts.len(), 1);
}

#[test]
fn a_picture_becomes_a_scene_that_runs_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("blob.json");
    let out = out.to_str().unwrap();
    let blob = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/pictures/blob.webp");
    let told = good(&["picture", blob, "--width", "3", "--out", out]).out;
    assert!(told.contains("60 × 40 pixels") && told.contains("convex parts   1\n"), "{told}");
    good(&["run", out, "--steps", "120", "--out", "/dev/null"]);
    for shape in ["hull", "outline", "parts"] {
        assert!(good(&["picture", blob, "--shape", shape]).out.starts_with("{"));
    }
    assert!(refused(&["picture", out]).contains("none of PNG, JPEG, WebP, GIF and SVG"));
    assert!(refused(&["picture", blob, "--width", "0"]).contains("between 0.05 and 1000 m"));
    assert!(refused(&["picture", blob, "--solid", "dark", "--threshold", "1"]).contains("nothing in it is solid"));
}
