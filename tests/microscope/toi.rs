//! Time of impact: its picture of the gap.

use crate::kit::{picture, specimen};
use collidoscope::draw::{Sheet, projection};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{BoxShape, Shape};
use collidoscope::lens::microscope;
use collidoscope::lens::microscope::Specimen;
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;

fn square(size: f32) -> Shape {
    BoxShape::try_new(size, size, Vec2::ZERO, 0.0, 0.0).expect("sound").into()
}

/// The target lies some millimetres above a gap of none: drawn to the gap's scale it stood fifteen heights above the
/// picture, which shrank to a speck.
#[test]
fn the_picture_of_the_gap_holds_all_that_is_drawn_to_its_scale() {
    for overlap in [0.3e-3, 1e-5, 0.02, -0.004, -0.5] {
        let s = specimen(square(2.0), Pose::IDENTITY, square(1.0), Pose::new(Vec2::new(0.0, 1.5 - overlap), 0.0));
        let film = (microscope::find("toi").expect("there").film)(&s);
        for frame in 0..=film.last() {
            let list = picture(&film, frame);
            let (min, max) = projection::bounds(&list, |mark| mark.sheet == Sheet::Diagram).expect("a picture");
            let size = max - min;
            assert!(size.x <= 9.0 && size.y <= 6.0, "overlap {overlap}, frame {frame}: {size}");
        }
    }
}

/// After a fast hit the pair is shown where the contact was made, inside each other: the card told that depth as the
/// gap with which the step began, which had begun 0.45 m apart.
#[test]
fn a_pair_that_is_shown_where_its_contact_was_made_begins_no_step_there() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
      { "id": "wall", "kind": "static", "position": [0, 0], "shapes": [{ "box": { "width": 0.1, "height": 4 } }] },
      { "id": "ball", "position": [-3, 0], "linear_velocity": [120, 0], "bullet": true, "shapes": [{ "circle": { "radius": 0.5 } }] } ] }"#;
    let document = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut stage = Stage::new(&document).expect("a sound scene");
    stage.step();
    let before = stage.clone();
    stage.step();
    let [a, b] = ["wall", "ball"].map(|name| ColliderId { body: stage.names().bodies.id(name).expect("named"), index: 0 });
    let specimen = Specimen::of(&stage, (a, b)).expect("a pair").with_before(Some(before));
    let film = (microscope::find("toi").expect("there").film)(&specimen);
    assert_eq!(film.outcome, "They touch where the last step made their contact");
    let last = &film.frames[film.last()];
    let words: String = last.card.lines.iter().map(|line| line.words() + "\n").collect();
    assert!(words.contains("gap where the contact was made") && !words.contains("gap at the start"), "{words}");
}
