//! What leaves the microscope: the whole film on one page, the trace as JSON, the pair as a unit test.

use super::lesson::LessonPlace;
use super::trace;
use super::{Film, PlacedShape, Specimen};
use crate::draw::palette::Theme;
use crate::draw::svg::{Cell, Strip, strip_to_svg};
use crate::draw::{DrawList, Sheet, View, png};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::engine::shape::Shape;
use crate::scene::document::{BodyDoc, Document, Geometry, LessonStepDoc, MicroscopeDoc, ShapeDoc, ViewDoc, WorldSettings};
use crate::scene::problem::visible;
use crate::scene::{file, limits};

/// The film in the form that the ending of a file name asks for: `.svg` and `.png` the strip, `.scene.json` the pair
/// as a scene of its own, any other `.json` the trace, `.rs` the test.
///
/// # Errors
/// Another ending, or a strip too large for a picture.
pub fn bytes(film: &Film, path: &str, theme: Theme) -> Result<Vec<u8>, String> {
    bytes_told(film, path, theme, &mut |_, _| ())
}

/// The same; of a PNG strip `done` is told how many of how many frames are painted.
///
/// # Errors
/// As [`bytes`].
pub fn bytes_told(film: &Film, path: &str, theme: Theme, done: &mut dyn FnMut(usize, usize)) -> Result<Vec<u8>, String> {
    match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "json" if path.to_ascii_lowercase().ends_with(".scene.json") => to_scene(film).map(String::into_bytes),
        "svg" => Ok(strip_to_svg(&strip(film, theme)).into_bytes()),
        "png" => png::strip_to_png(&strip(film, theme), done),
        "json" => Ok(trace::to_json(film).into_bytes()),
        "rs" if film.specimen.is_held_by_world() => Err("there are no two shapes to write as a test".into()),
        "rs" => Ok(to_test(film).into_bytes()),
        _ => Err(format!("\"{path}\" must end in .svg, .png, .json or .rs")),
    }
}

/// A lesson on one page, as SVG or PNG by the ending of the file name: a picture a step, with its caption.
///
/// # Errors
/// Another ending, or a page too large for a picture.
pub fn lesson_bytes(document: &Document, places: &[LessonPlace], path: &str, theme: Theme) -> Result<Vec<u8>, String> {
    let page = lesson_page(document, places, theme);
    match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "svg" => Ok(strip_to_svg(&page).into_bytes()),
        "png" => png::strip_to_png(&page, &mut |_, _| ()),
        _ => Err(format!("\"{path}\" must end in .svg or .png: a lesson is a page")),
    }
}

fn lesson_page(document: &Document, places: &[LessonPlace], theme: Theme) -> Strip {
    let mut page = Strip { title: document.title.clone(), theme, cells: Vec::new() };
    for (place, step) in places.iter().zip(&document.lesson) {
        let (list, views, heading) = match place {
            LessonPlace::Film { film, frame } => of_film(film, *frame, step),
            LessonPlace::Scene(place) => (place.picture(document, step), vec![(Sheet::World, place.view(document, step))], place.heading()),
        };
        let words = page.wrapped(&step.caption, views.len());
        let heading = page.heading(&format!("{}  {heading}", page.cells.len() + 1), views.len());
        page.cells.push(Cell { heading, words, views, list });
    }
    page
}

/// The marks of a step's frame, what is shown of them, and its heading.
fn of_film(film: &Film, frame: usize, step: &LessonStepDoc) -> (DrawList, Vec<(Sheet, View)>, String) {
    let mut list = DrawList::default();
    film.picture(frame, &[], &mut list);
    let mut views = views(film);
    if let (Some(camera), Some(world)) = (step.camera, views.iter_mut().find(|(sheet, _)| *sheet == Sheet::World)) {
        world.1 = View { center: camera.center, height: camera.height };
    }
    (list, views, format!("{}. {}", film.microscope.name, film.frame(frame).heading))
}

/// What a page shows of a film: the world, and the space of the algorithm.
fn views(film: &Film) -> Vec<(Sheet, View)> {
    let both = [Sheet::World, film.microscope.space];
    both.into_iter().filter_map(|sheet| Some((sheet, film.view(sheet, Strip::ASPECT)?))).collect()
}

/// The film as a page of small pictures, one a frame, with its heading and card.
pub fn strip(film: &Film, theme: Theme) -> Strip {
    let views = views(film);
    let title = format!("{}: {}. {}", film.microscope.name, film.specimen.title(), film.outcome);
    let mut page = Strip { title, theme, cells: Vec::new() };
    let cell = |index: usize| {
        let frame = film.frame(index);
        let mut list = DrawList::default();
        film.picture(index, &[], &mut list);
        let words = frame.card.lines.iter().flat_map(|line| page.wrapped(&line.words(), views.len())).collect();
        let stage = film.group_words(index).map_or_else(String::new, |group| format!("{group}: "));
        let heading = page.heading(&format!("{}  {stage}{}", index + 1, frame.heading), views.len());
        Cell { heading, words, views: views.clone(), list }
    };
    page.cells = (0..film.frames.len()).map(cell).collect();
    page
}

/// The two shapes where they are now, as a lesson: a scene without gravity that opens under the same microscope.
///
/// # Errors
/// What keeps the pair out of a file, by the rules for files ([`file::check`]).
pub fn to_scene(film: &Film) -> Result<String, String> {
    let s = &film.specimen;
    if !s.has_pair() {
        return Err("there is no pair to write as a scene: save the scene itself".into());
    }
    let body = |sample: &PlacedShape, other: &str| BodyDoc {
        id: body_id(&sample.name, sample.name == other),
        position: sample.pose.position,
        angle: sample.pose.rotation.angle(),
        shapes: vec![ShapeDoc::new(Geometry::of_shape(&sample.shape))],
        ..BodyDoc::default()
    };
    let mut bodies = vec![body(&s.a, ""), body(&s.b, &s.a.name)];
    // A line has no mass of its own, nor has a half-plane.
    for (body, sample) in bodies.iter_mut().zip([&s.a, &s.b]) {
        if matches!(sample.shape, Shape::Segment(_) | Shape::HalfPlane(_)) {
            body.kind = BodyKind::Static;
        }
    }
    let pair = Some([bodies[0].id.clone(), bodies[1].id.clone()]);
    let lesson = MicroscopeDoc { algorithm: film.microscope.id, ..MicroscopeDoc::default() };
    let view = ViewDoc {
        center: s.center(),
        height: (6.0 * s.size()).clamp(limits::VIEW_HEIGHT.min, limits::VIEW_HEIGHT.max),
        lenses: Vec::new(),
        pair,
        follow: None,
        microscope: Some(lesson),
    };
    let world = WorldSettings { gravity: Vec2::ZERO, narrow_phase: s.narrow_phase, sleeping: false, ..WorldSettings::default() };
    let title = shortened(&format!("{}: {} and {}", film.microscope.name, s.a.name, s.b.name), limits::TITLE.length.max);
    let about = shortened(&film.outcome, limits::ABOUT.length.max);
    let document = Document { title, about, world, bodies, view: Some(view), ..Document::default() };
    file::check(&document).map_err(|problems| format!("the pair cannot be written as a scene: {problems}"))?;
    Ok(file::to_json(&document))
}

/// An id that a file takes: names of projectiles are kept for those of a run, and the second of two equal names gets
/// a number.
fn body_id(name: &str, is_second: bool) -> String {
    let plain = name.strip_prefix("shot ").map_or_else(|| name.to_owned(), |number| format!("projectile {number}"));
    let end = if is_second { " 2" } else { "" };
    shortened(&plain, limits::NAME.length.max - 2) + end
}

fn shortened(text: &str, characters: u64) -> String {
    text.chars().take(characters as usize).collect()
}

/// The pair as a test that passes now: paste it into a file of tests.
pub fn to_test(film: &Film) -> String {
    let s = &film.specimen;
    let manifold = crate::engine::narrow::collide(
        &s.a.shape,
        &s.b.shape,
        s.pose_b_in_a(),
        s.narrow_phase,
        s.options.margin,
        &mut crate::engine::probe::NoProbe,
    );
    let gaps: Vec<String> = manifold.points().iter().map(|p| bits(p.separation)).collect();
    format!(
        "//! {} and {}: {}.\n\nuse collidoscope::engine::math::{{Pose, Rot, Vec2}};\nuse collidoscope::engine::narrow::{{NarrowPhase, collide}};\n\
         use collidoscope::engine::probe::NoProbe;\nuse collidoscope::engine::shape::*;\n\n#[test]\nfn {}() {{\n    let a = {};\n    let b = {};\n    \
         let pose_a = {};\n    let pose_b = {};\n    let found = collide(&a, &b, pose_a.inv_mul(pose_b), NarrowPhase::{:?}, {}, &mut NoProbe);\n    \
         let separations: Vec<f32> = found.points().iter().map(|p| p.separation).collect();\n    assert_eq!(found.normal, {});\n    \
         assert_eq!(separations, [{}] as [f32; {}]);\n}}\n",
        in_comment(&s.a.name),
        in_comment(&s.b.name),
        in_comment(&film.outcome),
        test_name(s),
        shape(&s.a.shape),
        shape(&s.b.shape),
        pose(&s.a),
        pose(&s.b),
        s.narrow_phase,
        bits(s.options.margin),
        vector(manifold.normal),
        gaps.join(", "),
        gaps.len()
    )
}

/// Words that stay on their line of a comment: the compiler refuses marks of direction there.
fn in_comment(words: &str) -> String {
    visible(words).replace(['\n', '\u{2028}', '\u{2029}'], " ")
}

fn test_name(s: &Specimen) -> String {
    let word = |name: &str| name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect::<String>();
    format!("{}_{}_meet_as_recorded", word(&s.a.name), word(&s.b.name)).trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_owned()
}

/// A number that reads back with the same bits.
fn bits(value: f32) -> String {
    format!("{value:?}_f32").replace("inf_f32", "f32::INFINITY").replace("NaN_f32", "f32::NAN")
}

fn vector(v: Vec2) -> String {
    format!("Vec2::new({}, {})", bits(v.x), bits(v.y))
}

fn pose(sample: &PlacedShape) -> String {
    let p = sample.pose;
    format!("Pose {{ position: {}, rotation: Rot {{ cos: {}, sin: {} }} }}", vector(p.position), bits(p.rotation.cos), bits(p.rotation.sin))
}

/// The words that build a shape.
fn shape(shape: &Shape) -> String {
    let ends = |p: &[Vec2; 2]| format!("{}, {}", vector(p[0]), vector(p[1]));
    match shape {
        Shape::Circle(c) => format!("Shape::from(Circle::try_new({}, {}).unwrap())", vector(c.center()), bits(c.radius())),
        Shape::Capsule(c) => format!("Shape::from(Capsule::try_new({}, {}).unwrap())", ends(c.points()), bits(c.radius())),
        Shape::Segment(c) => format!("Shape::from(Segment::try_new({}).unwrap())", ends(c.points())),
        Shape::HalfPlane(h) => {
            let angle = bits(h.pose().rotation.angle());
            format!("Shape::from(HalfPlane::try_new({}, {angle}).unwrap())", vector(h.point()))
        }
        Shape::Box(b) => {
            let outer = 2.0 * (b.half() + Vec2::splat(b.radius()));
            let (center, angle) = (b.pose().position, b.pose().rotation.angle());
            let sizes = [outer.x, outer.y].map(bits).join(", ");
            format!("Shape::from(BoxShape::try_new({sizes}, {}, {}, {}).unwrap())", vector(center), bits(angle), bits(b.radius()))
        }
        Shape::Polygon(p) => {
            let points: Vec<String> = p.points().iter().map(|&v| vector(v)).collect();
            format!("Shape::from(ConvexPolygon::try_new(&[{}], {}).unwrap())", points.join(", "), bits(p.radius()))
        }
    }
}
