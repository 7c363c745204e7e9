//! The microscope opened at a seam filmed the pair alone, which catches on the side of the next tile; the world knows
//! that a flush neighbour hides that side ([`collidoscope::engine::narrow::internal_edges`]). The specimen did not have
//! what the neighbours hide.

use crate::kit::example_films;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::collide;
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::world::Contact;
use collidoscope::lens::microscope::{self, Side, Specimen};
use collidoscope::scene::file::parse;
use collidoscope::scene::stage::Stage;

/// A crate, or a ball, that slides over flush tiles without friction.
fn over_tiles(slider: &str) -> Stage {
    let tile = |i: usize| {
        let (id, x) = (format!("tile-{i}"), i as f32 - 0.5);
        format!(r#"{{"id":"{id}","kind":"static","position":[{x},-0.5],"shapes":[{{"box":{{"width":1,"height":1}},"friction":0}}]}}"#)
    };
    let tiles: Vec<String> = (0..4).map(tile).collect();
    let slider = format!(r#"{{"id":"slider","position":[0.3,0.25],"linear_velocity":[0.5,0],"shapes":[{slider}]}}"#);
    let scene = format!(r#"{{"format":"collidoscope-scene","version":1,"bodies":[{},{slider}]}}"#, tiles.join(","));
    let document = parse(scene.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Contacts of each step, with the specimen of each.
fn contacts_of_steps(slider: &str) -> Vec<(Contact, Specimen)> {
    contacts_from(over_tiles(slider))
}

fn contacts_from(mut stage: Stage) -> Vec<(Contact, Specimen)> {
    let mut all = Vec::new();
    for _ in 0..150 {
        let before = stage.clone();
        stage.step();
        for contact in stage.world().contacts().into_iter().filter(|contact| contact.count > 0) {
            let specimen = Specimen::of(&stage, (contact.collider_a, contact.collider_b)).expect("both are there");
            all.push((contact, specimen.with_before(Some(before.clone()))));
        }
    }
    all
}

fn normal_alone(s: &Specimen) -> Vec2 {
    s.turned(collide(&s.a.shape, &s.b.shape, s.pose_b_in_a(), s.narrow_phase, s.options.margin, &mut NoProbe).normal)
}

#[test]
fn the_microscope_at_a_seam_shows_what_the_world_made_of_the_pair() {
    let crate_ = r#"{"box":{"width":0.5,"height":0.5},"friction":0}"#;
    let ball = r#"{"circle":{"radius":0.25},"friction":0}"#;
    let mut seams = 0;
    for slider in [crate_, ball] {
        let all = contacts_of_steps(slider);
        assert!(all.len() > 40, "{}", all.len());
        for (contact, specimen) in all {
            assert!(contact.normal.y.abs() > 0.999, "the world does not catch: {:?}", contact.normal);
            let is_seam = normal_alone(&specimen).y.abs() < 0.999;
            seams += usize::from(is_seam);
            for id in ["clip", "pipeline"] {
                let film = (microscope::find(id).expect("known").film)(&specimen);
                let normal = film.normal.expect("a contact has one");
                // The same function on the same pose: in other lanes only the last bits may differ.
                assert!((normal - contact.normal).length() < 1e-5, "{id}: {normal} against {:?}", contact.normal);
            }
            let clip = (microscope::find("clip").expect("known").film)(&specimen);
            let says_so = clip.frame(0).reason.contains("flush neighbour hides");
            assert_eq!(says_so, is_seam, "{}", clip.frame(0).reason);
            let sat = (microscope::find("sat").expect("known").film)(&specimen);
            assert_eq!(sat.frame(sat.last()).reason.contains("the answer for the pair alone"), is_seam);
        }
    }
    assert!(seams >= 3, "{seams} contacts at hidden edges");
}

#[test]
fn what_neighbours_hide_goes_when_a_tile_is_dragged_away_and_stays_when_the_crate_is() {
    let all = contacts_of_steps(r#"{"box":{"width":0.5,"height":0.5},"friction":0}"#);
    let (_, specimen) = all.into_iter().find(|(_, s)| s.hidden.iter().any(Option::is_some)).expect("tiles hide their sides");
    let tile = if specimen.hidden[0].is_some() { Side::A } else { Side::B };
    let slider = if tile == Side::A { Side::B } else { Side::A };
    assert_eq!(specimen.moved(slider, Vec2::new(0.0, 0.1)).hidden, specimen.hidden);
    assert_eq!(specimen.moved(tile, Vec2::new(0.0, 0.1)).hidden, [None, None]);
    let turned_round = specimen.clone().swapped();
    assert_eq!(turned_round.hidden[slider as usize], specimen.hidden[tile as usize]);
}

/// SAT's rulers along a ground of 100 m began at its far end: the crate of a metre was a dot in the picture.
#[test]
fn sat_looks_at_what_stands_on_a_long_ground() {
    use collidoscope::draw::{DrawList, Mark, Primitive, Role, Sheet};
    let ground = r#"{"id":"ground","kind":"static","shapes":[{"segment":{"a":[-50,0],"b":[50,0]}}]}"#;
    for x in [-40.0_f32, 0.0, 30.0] {
        let crate_ = format!(r#"{{"id":"crate","position":[{x},0.5],"shapes":[{{"box":{{"width":1,"height":1}}}}]}}"#);
        let scene = format!(r#"{{"format":"collidoscope-scene","version":1,"bodies":[{ground},{crate_}]}}"#);
        let document = parse(scene.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
        let mut stage = Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"));
        (0..10).for_each(|_| stage.step());
        let contact = stage.world().contacts()[0].clone();
        let pair = (contact.collider_a, contact.collider_b);
        for pair in [pair, (pair.1, pair.0)] {
            let specimen = Specimen::of(&stage, pair).expect("both are there");
            let film = (microscope::find("sat").expect("known").film)(&specimen);
            let view = film.view(Sheet::World, 1.0).expect("there is a world");
            assert!(view.height < 20.0, "x = {x}: the crate of 1 m in a picture of {} m", view.height);
            assert!((view.center.x - x).abs() < 0.5 * view.height, "x = {x}: {} m", view.center.x);
            // The rows of the ruler have the crate in them, too: a tenth of their width at least. They share one scale that
            // begins at A's origin, so that a crate far from the middle of its ground stays small there.
            if x != 0.0 {
                continue;
            }
            let mut list = DrawList::default();
            film.picture(film.frames.len() - 1, &[], &mut list);
            let shadow = |mark: &&Mark| mark.sheet == Sheet::Diagram && matches!(mark.role, Role::ShadowA | Role::ShadowB);
            let length = |mark: &Mark| if let Primitive::Line { a, b } = mark.primitive { (b - a).length() } else { 0.0 };
            let lengths: Vec<f32> = list.marks.iter().filter(shadow).map(length).collect();
            let widest = lengths.iter().copied().fold(0.0, f32::max);
            let crates: Vec<f32> = lengths.iter().copied().filter(|length| *length > 0.1 * widest).collect();
            assert!(crates.len() >= 3, "x = {x}: {lengths:?}");
        }
    }
}

/// With more axes than rows the row of the axis that SAT took was scrolled out of sight when the film had come to it.
#[test]
fn the_axis_that_sat_takes_is_among_the_rows() {
    use collidoscope::draw::{DrawList, Primitive, Role, Sheet};
    let (_, film) = example_films().into_iter().find(|(example, _)| example.name == "sat_4_many_sides").expect("an example");
    for frame in 0..film.frames.len() {
        let mut list = DrawList::default();
        film.picture(frame, &[], &mut list);
        let labels = || {
            list.marks.iter().filter(|mark| mark.sheet == Sheet::Diagram).filter_map(|mark| match &mark.primitive {
                Primitive::Label { at, text, .. } => Some((*at, text.as_str())),
                _ => None,
            })
        };
        let Some((best, _)) = labels().find(|(_, text)| *text == "best so far") else { continue };
        assert!(labels().any(|(at, text)| text.starts_with("1: edge 0 of coin") && (at.y - best.y).abs() < 0.5), "frame {frame}");
        let shadows = list.marks.iter().filter(|mark| mark.sheet == Sheet::Diagram && mark.role == Role::ShadowA).count();
        let rows = labels().filter(|(_, text)| text.contains(": ") && !text.contains("stop")).count();
        assert!(shadows == rows && rows <= 9, "frame {frame}: {shadows} in {rows} rows");
    }
}

/// In a hollow a piece is measured as if it were longer; the film showed the piece as it is, with no point, and then named
/// another edge than the world.
#[test]
fn the_microscope_in_a_hollow_shows_the_point_before_the_corner_and_its_name() {
    let piece = |a: [f32; 2], b: [f32; 2]| format!(r#"{{"segment":{{"a":[{},{}],"b":[{},{}]}},"friction":0}}"#, a[0], a[1], b[0], b[1]);
    let pieces = [piece([-2.0, 0.0], [0.0, 0.0]), piece([0.0, 0.0], [1.0, 0.05]), piece([1.0, 0.05], [2.0, 0.2])].join(",");
    for slider in [r#"{"circle":{"radius":0.25},"friction":0}"#, r#"{"box":{"width":0.5,"height":0.5},"friction":0}"#] {
        let bodies = format!(
            r#"{{"id":"bowl","kind":"static","shapes":[{pieces}]}},{{"id":"slider","position":[-0.6,0.25],"linear_velocity":[1,0],"shapes":[{slider}]}}"#
        );
        let scene = format!(r#"{{"format":"collidoscope-scene","version":1,"bodies":[{bodies}]}}"#);
        let document = parse(scene.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
        let stage = Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"));
        let mut before_corner = 0;
        for (contact, specimen) in contacts_from(stage) {
            let corner = [0.0, 0.0, 1.0][contact.collider_a.index.max(contact.collider_b.index) as usize];
            before_corner += usize::from(corner > 0.0 && contact.points()[0].position.x < corner - 0.01);
            for id in ["clip", "pipeline"] {
                let film = (microscope::find(id).expect("known").film)(&specimen);
                let normal = film.normal.expect("a contact has one");
                assert!((normal - contact.normal).length() < 1e-5, "{id}: {normal} against {:?}", contact.normal);
            }
            let film = (microscope::find("clip").expect("known").film)(&specimen);
            let whole = film.frame(film.last()).card.lines.iter().map(|line| line.words()).collect::<Vec<_>>().join("; ");
            for name in (0..=film.last()).filter_map(|index| film.frame(index).heading.strip_prefix("Its name: ")) {
                assert!(whole.contains(name), "{name}; {whole}");
            }
        }
        assert!(before_corner > 0, "no point was seen before the corner");
    }
}
