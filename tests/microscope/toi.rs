//! Time of impact: its picture of the gap.

use crate::kit::{picture, specimen};
use collidoscope::draw::{Sheet, projection};
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{BoxShape, Shape};
use collidoscope::lens::microscope;

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
