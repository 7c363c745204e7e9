//! Skins: pictures that bodies wear lie where the file says, in figures and in the window's marks; they change nothing
//! in the motion, and hostile ones give a reason and nothing else.

use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, FileCommand, HistoryCommand, Item, PictureCommand, Prompt, RunCommand, ViewCommand,
};
use collidoscope::draw::palette::Theme;
use collidoscope::draw::png;
use collidoscope::draw::raster::{self, Raster};
use collidoscope::draw::svg::{Figure, to_svg};
use collidoscope::draw::{DrawList, Primitive, View};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::{self, LensInput};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, PictureDoc, ShapeDoc, SkinDoc};
use collidoscope::scene::file;
use collidoscope::scene::limits::PICTURE_BYTES;
use collidoscope::scene::stage::Stage;
use std::sync::Arc;

/// Four pixels: red, green above blue, half transparent white.
fn four() -> Raster {
    let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 128]].concat();
    Raster { width: 2, height: 2, rgba, original: [2, 2] }
}

fn picture() -> PictureDoc {
    PictureDoc::embedded(&raster::to_png(&four()).expect("a PNG"))
}

/// A static box of 2 × 2 m at the origin, dressed.
fn scene(skin: SkinDoc) -> Document {
    let shape = ShapeDoc::new(Geometry::Box { width: 2.0, height: 2.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    let skin = Some(Box::new(SkinDoc { picture: "four".into(), ..skin }));
    let body =
        BodyDoc { id: "crate".into(), kind: collidoscope::engine::body::BodyKind::Static, shapes: vec![shape], skin, ..BodyDoc::default() };
    let mut document = Document { bodies: vec![body], ..Document::default() };
    document.pictures.insert("four".into(), picture());
    document
}

fn marks(document: &Document, lenses: &[&str]) -> DrawList {
    let stage = Stage::new(document).expect("a scene");
    let input = LensInput { stage: &stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    let mut list = DrawList::default();
    lens::compose(&input, lenses, &mut list);
    list
}

fn images(list: &DrawList) -> Vec<(Vec2, [Vec2; 2], f32)> {
    let of = |p: &Primitive| if let Primitive::Image { center, half, opacity, .. } = p { Some((*center, *half, *opacity)) } else { None };
    list.marks.iter().filter_map(|mark| of(&mark.primitive)).collect()
}

#[test]
fn an_image_lies_where_the_skin_says() {
    let skin = SkinDoc {
        offset: Vec2::new(0.5, 0.25),
        scale: Vec2::new(1.0, -0.5),
        angle: std::f32::consts::FRAC_PI_2,
        opacity: 0.5,
        ..SkinDoc::default()
    };
    let list = marks(&scene(skin), &[]);
    let [(center, [x, y], opacity)] = images(&list)[..] else { panic!("one image") };
    assert_eq!((center, opacity), (Vec2::new(0.5, 0.25), 0.5));
    // Two pixels of 1 m across: half is 1 m, turned to the left; the height is flipped.
    assert!((x - Vec2::new(0.0, 1.0)).length() < 1e-6 && (y - Vec2::new(0.5, 0.0)).length() < 1e-6, "{x} {y}");
}

#[test]
fn a_figure_shows_the_pixels_of_the_picture_in_their_places() {
    let list = marks(&scene(SkinDoc { scale: Vec2::splat(1.0), ..SkinDoc::default() }), &[]);
    let figure =
        Figure { width: 400, height: 400, view: View { center: Vec2::ZERO, height: 4.0 }, theme: Theme::Dark, grid: false, title: None };
    assert!(to_svg(&list, &figure).contains("<image "), "the SVG holds the picture");
    let pixels = png::decode(&png::to_png(&list, &figure).expect("a PNG")).expect("pixels");
    let at = |x: usize, y: usize| {
        let p = 4 * (y * 400 + x);
        [pixels.rgba[p], pixels.rgba[p + 1], pixels.rgba[p + 2]]
    };
    // The box goes from 100 to 300 pixels. A picture of two pixels is smoothed between them, not near its corners.
    let is = |found: [u8; 3], wanted: [u8; 3]| found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 60);
    assert!(is(at(115, 115), [255, 0, 0]), "upper left {:?}", at(115, 115));
    assert!(is(at(285, 115), [0, 255, 0]), "upper right {:?}", at(285, 115));
    assert!(is(at(115, 285), [0, 0, 255]), "lower left {:?}", at(115, 285));
}

#[test]
fn skins_are_drawn_in_their_order_and_hidden_where_a_lens_needs_the_shape() {
    let mut document = scene(SkinDoc { order: 5, opacity: 0.1, ..SkinDoc::default() });
    let mut second = document.bodies[0].clone();
    second.id = "second".into();
    second.skin = Some(Box::new(SkinDoc { picture: "four".into(), order: -5, opacity: 0.9, ..SkinDoc::default() }));
    document.bodies.push(second);
    let order = |lenses: &[&str]| images(&marks(&document, lenses)).iter().map(|image| image.2).collect::<Vec<_>>();
    assert_eq!(order(&[]), [0.9, 0.1]);
    assert_eq!(order(&["velocity"]), [0.9, 0.1]);
    for lens in ["contacts", "sat", "minkowski", "boxes", "shadows"] {
        assert!(order(&[lens]).is_empty(), "{lens} needs the shapes");
    }
}

#[test]
fn a_skin_changes_nothing_in_the_motion() {
    let fall = |dressed: bool| {
        let mut document = scene(SkinDoc::default());
        document.bodies[0].kind = collidoscope::engine::body::BodyKind::Dynamic;
        if !dressed {
            document.bodies[0].skin = None;
        }
        let mut stage = Stage::new(&document).expect("a scene");
        (0..100).for_each(|_| stage.step());
        stage.world().fingerprint()
    };
    assert_eq!(fall(true), fall(false));
}

#[test]
fn a_picture_made_a_body_wears_itself_pixel_on_pixel_and_undo_gives_the_file_back() {
    let (width, height) = (40_usize, 20_usize);
    // A disc that is not in the middle.
    let is_solid = |k: usize| (k % width).abs_diff(12).pow(2) + (k / width).abs_diff(10).pow(2) < 64;
    let rgba = (0..width * height).flat_map(|k| [200, 40, 40, if is_solid(k) { 255 } else { 0 }]).collect();
    let disc = Arc::new(Raster { width, height, rgba, original: [width, height] });
    let mut app = App::empty();
    let before = file::to_json(app.document());
    app.apply(PictureCommand::Read { name: "disc.png".into(), picture: Ok(disc) });
    app.apply(PictureCommand::Place);
    let [Item::Body(id)] = app.selection() else { panic!("{:?}", app.selection()) };
    let body = app.document().body(id).expect("the body").clone();
    let skin = body.skin.as_deref().expect("it wears the picture");
    // The disc is 15 pixels wide and becomes 2 m; its middle is 8 pixels left of the picture's.
    assert!((skin.scale.x * 15.0 - 2.0).abs() < 0.15, "{}", skin.scale.x);
    assert!((skin.offset.x / skin.scale.x - 7.5).abs() < 0.6, "{}", skin.offset);
    assert_eq!(file::parse(file::to_json(app.document()).as_bytes()).as_ref(), Ok(app.document()));
    // Copies share the picture; it goes with the last that wears it.
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.document().pictures.len(), 1);
    app.apply(DocumentCommand::Delete(vec![Item::Body(id_of(&app, 0))]));
    assert_eq!(app.document().pictures.len(), 1);
    app.apply(DocumentCommand::Delete(vec![Item::Body(id_of(&app, 0))]));
    assert!(app.document().pictures.is_empty());
    for _ in 0..4 {
        app.apply(HistoryCommand::Undo);
    }
    assert_eq!(file::to_json(app.document()), before);
}

/// The n-th body that wears something.
fn id_of(app: &App, n: usize) -> String {
    app.document().bodies.iter().filter(|b| b.skin.is_some()).nth(n).expect("a dressed body").id.clone()
}

#[test]
fn a_body_that_is_selected_can_wear_a_picture_as_wide_as_itself() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(BodyDoc { skin: None, ..scene(SkinDoc::default()).bodies[0].clone() }.into()));
    app.apply(ViewCommand::Select(vec![Item::Body("crate".into())]));
    app.apply(PictureCommand::Read { name: "four.png".into(), picture: Ok(Arc::new(four())) });
    app.apply(PictureCommand::Wear { body: "crate".into() });
    let skin = app.document().body("crate").and_then(|b| b.skin.clone()).expect("a skin");
    assert_eq!(skin.scale, Vec2::splat(1.0), "two pixels on 2 m");
    app.apply(RunCommand::StepForward);
    assert_eq!(app.stage().wardrobe().skins.len(), 1);
}

/// A body that could wear no picture took the question away with it: another body could not be chosen.
#[test]
fn a_picture_that_a_body_cannot_wear_stays_in_question() {
    let mut app = App::empty();
    app.apply(PictureCommand::Read { name: "four.png".into(), picture: Ok(Arc::new(four())) });
    app.apply(PictureCommand::Wear { body: "nobody".into() });
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("nobody cannot wear")));
    assert!(matches!(app.prompt(), Some(Prompt::Picture(_))));
}

#[test]
fn pictures_outside_the_scene_s_folder_and_hostile_ones_are_refused_with_a_reason() {
    let refused = |pictures: &str| {
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "pictures": {{ "p": {pictures} }} }}"#);
        file::parse(text.as_bytes()).expect_err("it is refused").to_string()
    };
    for path in ["../p.png", "a/../../p.png", "/etc/p.png", "C:/p.png", "a\\\\..\\\\p.png", "a//p.png", "http://x/p.png"] {
        let why = refused(&format!(r#"{{ "file": "{path}" }}"#));
        assert!(why.contains("pictures.p.file"), "{path}: {why}");
    }
    assert!(refused(r#"{ "data": "not base64!" }"#).contains("base64"));
    assert!(refused("{}").contains("no bytes"));
    assert!(refused(r#"{ "data": "AAAA", "file": "p.png" }"#).contains("not both"));
    let large = PictureDoc::embedded(&vec![0; PICTURE_BYTES + 3]);
    let mut document = Document::default();
    document.pictures.insert("p".into(), large);
    assert!(file::check(&document).is_err());
    // What is no picture is said at the body, and the scene runs all the same.
    let good = raster::to_png(&four()).expect("a PNG");
    for bytes in [&b"no picture"[..], &good[..good.len() / 2], b"<svg"] {
        let mut document = scene(SkinDoc::default());
        document.pictures.insert("four".into(), PictureDoc::embedded(bytes));
        let list = marks(&document, &[]);
        assert!(images(&list).is_empty());
        let said = list.marks.iter().any(|m| matches!(&m.primitive, Primitive::Label { text, .. } if text.starts_with("four: ")));
        assert!(said, "nothing is said of {bytes:?}");
    }
}

#[test]
fn a_picture_that_is_too_large_for_the_file_loses_pixels_and_keeps_its_size_in_metres() {
    let side = 1024_usize;
    let mut state = 1_u32;
    let noise = (0..side * side * 4).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 | 1
    });
    let picture = Raster { width: side, height: side, rgba: noise.collect(), original: [side, side] };
    let (png, pixels) = raster::fitting_png(&picture, PICTURE_BYTES).expect("it fits");
    assert!(png.len() <= PICTURE_BYTES && pixels > 1.0);
    let back = raster::read(&png).expect("it reads back");
    assert!((back.width as f32 * pixels - side as f32).abs() < 1.0);
}

#[test]
fn a_file_opened_again_asks_for_the_pictures_beside_it() {
    let mut app = App::empty();
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "pictures": { "p": { "file": "skins/p.png" } },
        "bodies": [{ "id": "a", "skin": { "picture": "p" }, "shapes": [{ "circle": { "radius": 1 } }] }] }"#;
    app.apply(FileCommand::Loaded { path: Some("/x/scene.json".into()), bytes: Ok(text.as_bytes().to_vec()) });
    let asked = app.take_effects();
    assert!(asked.iter().any(|e| format!("{e:?}").contains("skins/p.png")), "{asked:?}");
    app.apply(PictureCommand::Beside { file: "skins/p.png".into(), picture: Ok(Arc::new(four())) });
    let mut list = DrawList::default();
    app.picture(&mut list);
    assert_eq!(images(&list).len(), 1);
}
