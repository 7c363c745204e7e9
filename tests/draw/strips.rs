//! Film strips as PNG: painted cell by cell, with a limit that is told.

use collidoscope::draw::palette::Theme;
use collidoscope::draw::svg::{Cell, Strip, strip_to_svg};
use collidoscope::draw::{DrawList, Role, Sheet, View, png};
use collidoscope::engine::math::Vec2;

fn strip(cells: usize) -> Strip {
    let cell = |index: usize| {
        let mut list = DrawList::default();
        list.circle(Role::StaticBody, Vec2::ZERO, 0.5 + 0.1 * index as f32);
        list.line(Role::SeparatingAxis, Vec2::new(-30.0, -20.0), Vec2::new(30.0, 20.0));
        list.label(Role::Contact, Vec2::new(0.3, 0.2), Vec2::new(8.0, 8.0), 5, format!("label {index}"));
        let view = View { center: Vec2::ZERO, height: 3.0 };
        Cell {
            heading: vec![format!("frame {index}")],
            words: vec!["v = 1".into()],
            views: vec![(Sheet::World, view), (Sheet::World, view)],
            list,
        }
    };
    Strip { title: "A strip".into(), theme: Theme::Light, cells: (0..cells).map(cell).collect() }
}

/// A film of a body of 100 m took 150 s and 5.7 GB: each clip of a picture painted at once costs the whole page. Cell
/// by cell it is the same picture.
#[test]
fn a_strip_painted_cell_by_cell_is_the_picture_that_its_svg_shows() {
    let strip = strip(5);
    let size = strip.size().ceil();
    let whole = png::svg_to_png(&strip_to_svg(&strip), (size.x as u32, size.y as u32), Theme::Light).expect("a picture");
    let mut told = Vec::new();
    let parts = png::strip_to_png(&strip, &mut |done, all| told.push((done, all))).expect("a picture");
    assert_eq!(told, (1..=5).map(|n| (n, 5)).collect::<Vec<_>>());
    let (whole, parts) = (png::decode(&whole).expect("PNG"), png::decode(&parts).expect("PNG"));
    assert_eq!((whole.width, whole.height), (parts.width, parts.height));
    let other = whole.rgba.iter().zip(&parts.rgba).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    // Edges of the cells fall between pixels and are rounded apart.
    assert!(other * 500 < whole.rgba.len(), "{other} of {} values differ", whole.rgba.len());
}

#[test]
fn a_strip_too_long_for_a_picture_says_how_many_frames_fit() {
    let refused = png::strip_to_png(&strip(2000), &mut |_, _| panic!("painted all the same")).expect_err("too long");
    let most: usize = refused.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
    assert!(refused.contains("2000") && refused.contains(".svg"), "{refused}");
    let size = |cells: usize| strip(cells).size();
    assert!(size(most).y <= png::MAX_SIZE as f32, "{refused}: a page of {most} is {} high", size(most).y);
    assert!(size(most + 1).y > png::MAX_SIZE as f32 || size(most + 1).x * size(most + 1).y > png::MAX_AREA as f32, "{refused}");
}
