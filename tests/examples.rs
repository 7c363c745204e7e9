//! The programs in `examples/` do what their heads say.
#![allow(dead_code)] // the mains of the examples

#[path = "../examples/falling_box.rs"]
mod falling_box;
#[path = "../examples/scene_file.rs"]
mod scene_file;
#[path = "../examples/watch_gjk.rs"]
mod watch_gjk;

#[test]
fn the_falling_box_lands_and_its_two_points_carry_its_weight() {
    let lines = falling_box::report().unwrap();
    assert!(!lines[0].contains("impulse"), "{}", lines[0]);
    let last = lines.last().unwrap();
    assert_eq!(last.matches("impulse").count(), 2, "{last}");
    // Impulse of a step: m g / 60 over two points, with 1 m² of the default density.
    let each = collidoscope::engine::tuning::DENSITY * 9.81 / 60.0 / 2.0;
    let expected = format!("impulse {each:.3} N·s");
    assert!(last.contains(&expected), "{last}: not {expected}");
}

#[test]
fn gjk_tells_each_iteration_and_ends_with_the_distance() {
    let lines = watch_gjk::report().unwrap();
    assert!(lines.len() >= 3, "{lines:#?}");
    assert!(lines[lines.len() - 2].ends_with("Separated"), "{lines:#?}");
    assert!(lines.last().unwrap().starts_with("distance 1.0203 m"), "{lines:#?}");
}

#[test]
fn the_scene_file_becomes_a_figure_with_its_title_and_a_broken_one_an_error() {
    let svg = scene_file::figure(include_bytes!("../scenes/pyramid.json")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Pyramid"), "{}", &svg[..200]);
    assert!(scene_file::figure(b"{}").is_err());
}
