//! Control under the microscope: its numbers are those of the step that follows.

use crate::kit::{example_films, picture};
use collidoscope::draw::{Primitive, Sheet};
use collidoscope::lens::microscope::card::Quantity;
use collidoscope::lens::microscope::{Film, Line};
use collidoscope::scene::shipped;
use collidoscope::scene::{file, stage::Stage};

fn numbers<'a>(film: &'a Film, symbol: &str) -> Vec<&'a Quantity> {
    film.frames.iter().flat_map(|frame| frame.card.quantities()).filter(|q| q.symbol == symbol).collect()
}

/// The error changes by what the told torque does to the body in the step, and by nothing else.
#[test]
fn the_torque_on_the_card_turns_the_body_in_the_step_to_come() {
    let mut turned = 0;
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "control") {
        let document = file::parse(example.json.as_bytes()).expect("a shipped scene");
        let mut stage = Stage::new(&document).expect("it builds");
        let id = stage.controls().next().expect("a controller").0;
        let before = stage.world().body(id).expect("it is there").clone();
        stage.step();
        let after = stage.world().body(id).expect("it is there");
        let torque = numbers(&film, "torque")[0].value;
        let seconds = 1.0 / stage.world().settings().step_hz;
        // In four sub-steps of single precision: seven digits of a spin of some rad/s.
        let told = before.angular_velocity + torque * before.inv_inertia * seconds;
        assert!(
            (after.angular_velocity - told).abs() < 1e-5 * (1.0 + told.abs()),
            "{}: {} and {told}",
            example.name,
            after.angular_velocity
        );
        turned += usize::from(torque.abs() > 1e-3);
    }
    assert!(turned >= 6, "{turned} examples turn");
}

/// Composite Simpson by the weights of the books, on the samples of the cards.
#[test]
fn the_integral_is_simpsons_over_the_samples_that_are_shown() {
    let mut checked = 0;
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "control") {
        for (index, frame) in film.frames.iter().enumerate().filter(|(_, frame)| frame.heading == "The last samples") {
            let samples: Vec<f64> = frame.card.quantities().filter(|q| q.symbol.starts_with('e')).map(|q| q.value.into()).collect();
            let area = &film.frames[index + 1].card;
            let of = |symbol: &str| area.quantities().find(|q| q.symbol == symbol).map(|q| f64::from(q.value));
            let (Some(dt), Some(kept), Some(told)) = (of("Δt"), of("kept from before"), of("∫e")) else { panic!("{}", example.name) };
            if samples.len().is_multiple_of(2) || samples.len() < 3 {
                continue;
            }
            let weight = |k: usize| {
                if k == 0 || k + 1 == samples.len() {
                    1.0
                } else if k % 2 == 1 {
                    4.0
                } else {
                    2.0
                }
            };
            let sum: f64 = samples.iter().enumerate().map(|(k, sample)| weight(k) * sample).sum();
            // Cards hold single precision.
            assert!((kept + sum * dt / 3.0 - told).abs() < 1e-6 * (1.0 + told.abs()), "{} frame {index}", example.name);
            checked += 1;
        }
    }
    assert!(checked >= 6, "{checked} integrals");
    assert!(shipped::examples("control").count() >= 6);
}

/// Rows that a zero cuts short were counted from the end: without D the row of s² was called s¹ on the card.
#[test]
fn the_rows_of_rouths_table_have_on_the_card_the_names_of_the_picture() {
    let mut cut = 0;
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "control") {
        for (index, frame) in film.frames.iter().enumerate().filter(|(_, frame)| frame.heading == "Routh's table") {
            let rows = frame.card.lines.iter().map(Line::words);
            let names = rows.filter_map(|row| Some(row.split_once(": ")?.0.to_owned()));
            let told: Vec<String> = names.filter(|name| name.starts_with('s') && name.chars().count() == 2).collect();
            let drawn = picture(&film, index).marks.into_iter().filter_map(|mark| match mark.primitive {
                Primitive::Label { text, .. } if text.starts_with('s') && text.chars().count() == 2 => Some(text),
                _ => None,
            });
            assert_eq!(told, drawn.collect::<Vec<_>>(), "{} frame {index}", example.name);
            cut += usize::from(told.last().is_some_and(|row| row != "s⁰"));
        }
    }
    assert!(cut >= 1, "no table is cut short");
}

/// What holds the frame of Routh's table was seen, a stray dot at its lower right.
#[test]
fn no_stray_dot_stands_beside_rouths_table() {
    let mut tables = 0;
    for (_, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "control") {
        for (index, _) in film.frames.iter().enumerate().filter(|(_, frame)| frame.heading == "Routh's table") {
            let marks = picture(&film, index).marks;
            let dots = marks.iter().filter(|mark| mark.sheet == Sheet::Diagram);
            let seen = dots.filter(|mark| matches!(mark.primitive, Primitive::Dot { radius_px, .. } if radius_px > 0.0)).count();
            assert_eq!(seen, 0, "frame {index}");
            tables += 1;
        }
    }
    assert!(tables > 3, "{tables}");
}
