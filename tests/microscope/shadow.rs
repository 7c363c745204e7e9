//! The shadow microscope's counts against counts made here, from the outlines alone.

use crate::kit::{example_films, picture};
use collidoscope::draw::Primitive;
use collidoscope::lens::microscope::Film;

fn number(film: &Film, line: &str, symbol: &str) -> Option<f64> {
    let frame = film.frames.iter().position(|frame| frame.line == line)?;
    film.frames[frame].card.quantities().find(|q| q.symbol == symbol).map(|q| f64::from(q.value))
}

fn film(name: &str) -> Film {
    example_films().into_iter().find(|(example, _)| example.name == name).expect("shipped").1
}

#[test]
fn shared_edges_cancel_two_by_two_and_the_outline_is_what_is_left() {
    // By hand: four inner borders of the cross, one diagonal of the quad, none of bars that overlap.
    for (name, counted, cancelled) in [("shadow_2_cross", 20.0, 8.0), ("shadow_5_published", 6.0, 2.0), ("shadow_8_overlap", 8.0, 0.0)] {
        let film = film(name);
        assert_eq!(number(&film, "shadow.cancel", "edges of all parts"), Some(counted), "{name}");
        assert_eq!(number(&film, "shadow.cancel", "cancelled"), Some(cancelled), "{name}");
        assert_eq!(number(&film, "shadow.cancel", "edges of outlines"), Some(counted - cancelled), "{name}");
    }
}

#[test]
fn every_lamp_finds_the_same_silhouettes_in_one_pass_and_in_two() {
    let mut lamps = 0;
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "shadow") {
        for frame in film.frames.iter().filter(|frame| frame.line == "shadow.neighbours") {
            let otherwise = frame.card.quantities().find(|q| q.symbol == "found otherwise").expect("on the card").value;
            assert_eq!(otherwise, 0.0, "{}", example.name);
            lamps += 1;
        }
    }
    assert!(lamps >= 8, "{lamps}");
}

#[test]
fn silhouettes_are_as_many_as_their_bodies_tell() {
    // A convex body has two; a lamp inside finds none of its own box, two of the disc outside.
    let kept = |name: &str| number(&film(name), "shadow.keep", "vertices that keep a counter");
    assert_eq!(kept("shadow_5_published"), Some(2.0));
    assert_eq!(kept("shadow_3_inside"), Some(2.0));
    assert_eq!(kept("shadow_7_round"), Some(6.0));
    // While the counters are counted the number may be asked for.
    assert_eq!(number(&film("shadow_7_round"), "shadow.counter", "vertices that keep a counter"), None);
    assert!(number(&film("shadow_7_round"), "shadow.counter", "edges visited").is_some(), "the counters have a card");
    assert!(kept("shadow_6_hollow") >= Some(4.0), "the hollow has its own");
}

/// The world itself, which has no shape and no name, was told as a projectile at the origin.
#[test]
fn no_name_stands_where_there_is_no_body() {
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "shadow") {
        for frame in 0..film.frames.len() {
            let list = picture(&film, frame);
            let is_shown =
                list.marks.iter().any(|mark| matches!(&mark.primitive, Primitive::Label { text, .. } if text.contains("projectile")));
            assert!(!is_shown, "{}", example.name);
        }
    }
}
