//! One quantity, one number: what the card of a contact, the lenses and the microscopes tell of one contact is the
//! same text, or has another name.

use collidoscope::draw::quantity::{length, quantity};
use collidoscope::engine::collider::ColliderId;
use collidoscope::lens::microscope::{self, Film, Specimen};
use collidoscope::scene::file::parse;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::Stage;

/// All numbers of a symbol on the last card of a film, as they are written.
fn told(film: &Film, symbol: &str) -> Vec<String> {
    let card = &film.frame(film.last()).card;
    card.quantities().filter(|q| q.symbol == symbol).map(|q| q.text()).collect()
}

/// Contacts of shipped scenes after a while, up to eight a scene, the most loaded first.
fn contacts() -> Vec<(String, [Stage; 2], (ColliderId, ColliderId))> {
    let mut all = Vec::new();
    for scene in shipped::scenes() {
        let document = parse(scene.json.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
        let mut stage = Stage::new(&document).unwrap_or_else(|p| panic!("{p}"));
        let mut before = stage.clone();
        for at in [40_u64, 130] {
            while stage.step_count() < at {
                before = stage.clone();
                stage.step();
            }
            let mut contacts: Vec<_> = stage.world().contacts().into_iter().filter(|c| c.count > 0).collect();
            let load = |c: &collidoscope::engine::world::Contact| c.points().iter().map(|p| p.normal_impulse).sum::<f32>();
            contacts.sort_by(|x, y| load(y).total_cmp(&load(x)));
            for contact in contacts.into_iter().take(4) {
                all.push((format!("{} at {at}", scene.name), [before.clone(), stage.clone()], (contact.collider_a, contact.collider_b)));
            }
        }
    }
    all
}

#[test]
fn one_contact_is_told_by_the_same_numbers_in_card_lens_and_microscopes() {
    let mut differ = Vec::new();
    let mut compared = 0;
    for (place, [before, stage], pair) in contacts() {
        let contact = stage.world().contact(pair.0, pair.1).expect("just seen");
        let gaps: Vec<String> = contact.points().iter().map(|p| length(p.separation)).collect();
        let pushes: Vec<String> = contact.points().iter().map(|p| quantity(p.normal_impulse, "N·s")).collect();
        let deepest = contact.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
        let specimen = Specimen::of(&stage, pair).expect("both are there").with_before(Some(before));
        let later = if deepest < 0.0 { format!("overlap {}", length(-deepest)) } else { format!("gap {}", length(deepest)) };
        for id in ["clip", "pipeline", "solver", "sat", "gjk", "epa"] {
            let film = (microscope::find(id).expect("known").film)(&specimen);
            let (wanted, symbol) = match id {
                "clip" | "pipeline" => (&gaps, "separation"),
                "solver" => (&pushes, "normal impulse"),
                _ => (&vec![length(deepest)], "separation"),
            };
            let shown = told(&film, symbol);
            compared += 1;
            // SAT, GJK, EPA and clipping run on the poses that the manifold was made with; a reused one says what it
            // has become.
            let says_so = film.frame(film.last()).reason.contains(&format!("Before the last step, with newer poses: {later}."));
            // SAT adds along its axis what clipping adds along a face, and a step in other lanes than a film: at
            // coordinates of 8 m and more they may differ in the last bit, 1 µm at most, and then, rarely, in the
            // last digit.
            let exact: Vec<f32> = if id == "clip" { contact.points().iter().map(|p| p.separation).collect() } else { vec![deepest] };
            let card = film.frame(film.last()).card.quantities();
            let values: Vec<_> = card.filter(|q| q.symbol == "separation").map(|q| q.value).collect();
            let near = values.len() >= exact.len() && values.iter().zip(&exact).all(|(value, exact)| (value - exact).abs() < 1.1e-6);
            let is_rounding = (id == "sat" || id == "clip") && near;
            if !shown.is_empty() && shown != *wanted && !says_so && !is_rounding {
                differ.push(format!("{place} {} ↔ {} {id}: {shown:?} against {wanted:?}", specimen.a.name, specimen.b.name));
            }
        }
    }
    assert!(compared > 200, "{compared}");
    assert!(differ.is_empty(), "{} of {compared}:\n{}", differ.len(), differ.join("\n"));
}

/// The start of SAT counted 4 and the next frame said "axis 1 of 6": the normals of both shapes are counted now, and what
/// was tried and what was skipped are as many as the axes that were gone through.
#[test]
fn the_normals_of_both_shapes_are_what_sat_goes_through() {
    let mut seen = 0;
    for (name, [_, stage], pair) in contacts() {
        let Some(specimen) = Specimen::alone(&stage, pair) else { continue };
        let film = (microscope::find("sat").expect("it is there").film)(&specimen);
        let number =
            |frame: usize, symbol: &str| film.frame(frame).card.quantities().find(|q| q.symbol == symbol).expect(symbol).value as usize;
        let normals = number(0, "normals of A") + number(0, "normals of B");
        let gone_through = number(film.last(), "axes tried") + number(film.last(), "skipped, parallel");
        assert_eq!(gone_through, film.frames.len() - 2, "{name}");
        // The axis between two vertices is none of the normals.
        assert!(gone_through <= normals + 1, "{name}: {gone_through} of {normals}");
        seen += usize::from(gone_through >= normals);
    }
    assert!(seen > 10, "{seen}");
}
