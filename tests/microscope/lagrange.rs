//! The Lagrange microscope films the world's own solve, and what it shows holds by independent formulas.

use crate::kit::example_films;
use collidoscope::draw::{DrawList, Primitive, Role, Sheet};
use collidoscope::engine::collider::ColliderId;
use collidoscope::lens::microscope::lagrange::LAGRANGE;
use collidoscope::lens::microscope::part::{Part, PartKind};
use collidoscope::lens::microscope::trace::trace;
use collidoscope::lens::microscope::{Film, Specimen};
use collidoscope::scene::document::Document;
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, shipped};
use serde_json::Value;
use std::collections::BTreeSet;

const G: f64 = 9.81;

fn document(json: &str) -> Document {
    file::parse(json.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn example(name: &str) -> Document {
    document(shipped::examples("lagrange").find(|example| example.name == name).unwrap_or_else(|| panic!("{name}")).json)
}

/// A scene after so many steps, and the film of its last step on two bodies (of its view where none are named).
fn film_at(document: &Document, steps: usize, pair: Option<[&str; 2]>) -> (Stage, Film) {
    let mut stage = Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"));
    let mut before = None;
    for _ in 0..steps {
        before = Some(stage.clone());
        stage.step();
    }
    let of_view = document.view.as_ref().and_then(|view| view.pair.clone());
    let names = pair.map(|pair| pair.map(str::to_owned)).or(of_view).expect("a pair");
    let collider = |name: &String| ColliderId { body: stage.names().bodies.id(name).expect("a body"), index: 0 };
    let specimen = Specimen::of(&stage, (collider(&names[0]), collider(&names[1]))).expect("there").with_before(before);
    let film = (LAGRANGE.film)(&specimen);
    (stage, film)
}

fn records(film: &Film) -> Vec<Value> {
    trace(film)["records"].as_array().expect("records").clone()
}

fn phase<'v>(records: &'v [Value], name: &str) -> &'v Value {
    records.iter().find(|record| record["phase"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("numbers").iter().map(|number| number.as_f64().expect("finite")).collect()
}

fn force(record: &Value, rows: usize, joint: usize) -> [f64; 2] {
    let all = numbers(&record["multipliers"]);
    [all[rows * joint], all[rows * joint + 1]]
}

/// What the film says the joints keep is what the world keeps of the step: as a scene file saves it, to the bit.
#[test]
fn the_last_frame_tells_the_very_impulses_that_the_world_keeps() {
    let mut compared = 0;
    for example in shipped::examples("lagrange") {
        let document = document(example.json);
        for steps in [1, 7, 40] {
            let (stage, film) = film_at(&document, steps, None);
            assert!(film.frame(0).heading.starts_with(&format!("Step {steps}:")), "{}", film.frame(0).heading);
            let saved = Document { state: Some(Box::new(stage.state())), ..document.clone() };
            let saved: Value = serde_json::from_str(&file::to_json(&saved)).expect("JSON");
            let all = records(&film);
            for told in phase(&all, "result")["impulses"].as_array().expect("impulses") {
                let kept = saved["state"]["joints"].as_array().expect("joints").iter().find(|joint| joint["id"] == told["joint"]);
                let bits = |value: &Value| numbers(value).into_iter().map(|x| (x as f32).to_bits()).collect::<Vec<u32>>();
                let kept = bits(&kept.unwrap_or_else(|| panic!("{}: no {}", example.name, told["joint"]))["impulses"]);
                assert_eq!(bits(&told["impulses"]), kept, "{} after {steps} steps: {}", example.name, told["joint"]);
                compared += 1;
            }
            let redundant: BTreeSet<String> = stage
                .world()
                .lagrange_report()
                .redundant
                .iter()
                .filter_map(|(id, _)| stage.names().joints.name(*id))
                .map(str::to_owned)
                .collect();
            let dropped: Vec<Value> = all
                .iter()
                .filter(|record| record["phase"] == "again")
                .flat_map(|again| again["dropped"].as_array().cloned().unwrap_or_default())
                .collect();
            let rows = |k: u64| all.iter().find(|record| record["phase"] == "row" && record["row"] == k).expect("a row")["name"].clone();
            for dropped in &dropped {
                let name = rows(dropped["row"].as_u64().expect("a number"));
                let name = name.as_str().expect("words");
                assert!(redundant.iter().any(|joint| name.starts_with(joint.as_str())), "{}: {name} against {redundant:?}", example.name);
            }
            assert_eq!(dropped.is_empty(), redundant.is_empty(), "{}", example.name);
        }
    }
    assert!(compared > 90, "{compared}");
}

/// λ of each pin of a hanging chain is the weight of the links below it, in double precision.
#[test]
fn a_hanging_chain_carries_the_weight_below_each_pin() {
    let (_, film) = film_at(&example("lagrange_2_chain"), 0, None);
    let all = records(&film);
    let masses: Vec<f64> =
        phase(&all, "begun")["bodies"].as_array().expect("bodies").iter().map(|body| numbers(&body["inverse"])[0]).collect();
    let weight = G_F32 / masses.iter().copied().find(|&inverse| inverse > 0.0).expect("a link");
    for joint in 0..6 {
        let [x, y] = force(phase(&all, "solved"), 2, joint);
        let below = (6 - joint) as f64 * weight;
        assert!((y / below - 1.0).abs() < 1e-9 && x.abs() < 1e-9 * below, "pin {joint}: {x}, {y} instead of {below}");
    }
}

/// The world's gravity has single precision.
const G_F32: f64 = 9.81_f32 as f64;

/// A bob on a rod of length L at angle θ with spin ω pulls with m (g cos θ + L ω²), wherever it is and whatever the
/// film is asked for.
#[test]
fn the_rod_of_a_pendulum_pulls_with_its_weight_and_its_swing() {
    let document = example("lagrange_5_published");
    let mut checked = 0;
    for steps in [0, 5, 17, 30, 55, 100] {
        let (stage, film) = film_at(&document, steps, None);
        let all = records(&film);
        let begun = phase(&all, "begun");
        let bob = begun["bodies"].as_array().expect("bodies").iter().find(|body| body["name"] == "bob").expect("the bob").clone();
        let (center, velocity) = (numbers(&bob["center"]), numbers(&bob["velocity"]));
        let (x, y) = (center[0], center[1] - 2.0);
        let length = x.hypot(y);
        let mass = 1.0 / numbers(&bob["inverse"])[0];
        let speed_squared = velocity[0].powi(2) + velocity[1].powi(2);
        let tension = mass * (G * -y / length + speed_squared / length);
        let told = -numbers(&phase(&all, "solved")["multipliers"])[0];
        assert!((told / tension - 1.0).abs() < 1e-3, "after {steps} steps: {told} N instead of {tension} N");
        if steps == 0 {
            assert!((told / (3.0 * mass * G) - 1.0).abs() < 1e-4, "three times the weight: {told}");
        }
        checked += usize::from(stage.step_count() > 0);
    }
    assert_eq!(checked, 5);
}

/// Ideal joints do no work: Jᵀλ · v is zero, up to the drift that their rows have (Ċ, some 1e-5 m/s).
#[test]
fn constraint_forces_have_no_power() {
    let mut checked = 0;
    // One example has no feedback, so that its row does drift.
    for example in shipped::examples("lagrange").filter(|example| example.name != "lagrange_14_no_feedback") {
        let (_, film) = film_at(&document(example.json), 25, None);
        let all = records(&film);
        let multipliers = numbers(&phase(&all, "solved")["multipliers"]);
        let bodies = phase(&all, "begun")["bodies"].as_array().expect("bodies").clone();
        let (mut power, mut size) = (0.0, 0.0);
        for row in all.iter().filter(|record| record["phase"] == "row") {
            let lambda = multipliers[row["row"].as_u64().expect("a number") as usize];
            for (party, entries) in row["bodies"].as_array().expect("two").iter().zip(row["jacobian"].as_array().expect("two")) {
                let Some(body) = party.as_u64().map(|k| &bodies[k as usize]) else { continue };
                let (v, j) = (numbers(&body["velocity"]), numbers(entries));
                let own = lambda * (j[0] * v[0] + j[1] * v[1] + j[2] * body["spin"].as_f64().expect("finite"));
                power += own;
                size += own.abs();
            }
        }
        // A power of 2e-5 W is a newton times what rounding leaves of a speed of some metres a second.
        assert!(power.abs() <= 1e-4 * size + 2e-5, "{}: {power} W of {size} W", example.name);
        checked += usize::from(size > 0.1);
    }
    assert!(checked >= 4, "{checked}");
}

/// The matrix that is shown times the λ that come out is the right-hand side, and the entry of rows without a common
/// body that can move is zero, by the list of bodies in the trace.
#[test]
fn the_shown_system_is_solved_by_the_shown_multipliers_and_zeros_stand_where_no_body_is_shared() {
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "lagrange") {
        let all = records(&film);
        let matrix: Vec<Vec<f64>> = phase(&all, "matrix")["entries"].as_array().expect("rows").iter().map(numbers).collect();
        let (right, found) = (numbers(&phase(&all, "right")["sums"]), numbers(&phase(&all, "solved")["multipliers"]));
        let most = right.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (row, wanted) in matrix.iter().zip(&right) {
            let got: f64 = row.iter().zip(&found).map(|(a, x)| a * x).sum();
            assert!((got - wanted).abs() < 1e-8 * most, "{}: {got} instead of {wanted}", example.name);
        }
        let bodies = phase(&all, "begun")["bodies"].as_array().expect("bodies").clone();
        let of_row = |row: &Value| -> BTreeSet<String> {
            let moves = |k: u64| numbers(&bodies[k as usize]["inverse"])[0] > 0.0;
            let parties = row["bodies"].as_array().expect("two").iter().filter_map(Value::as_u64);
            parties.filter(|&k| moves(k)).map(|k| bodies[k as usize]["name"].to_string()).collect()
        };
        let rows: Vec<BTreeSet<String>> = all.iter().filter(|record| record["phase"] == "row").map(of_row).collect();
        for (r, own) in rows.iter().enumerate() {
            for (c, other) in rows.iter().enumerate().filter(|(_, other)| own.is_disjoint(other)) {
                assert_eq!(matrix[r][c], 0.0, "{}: {own:?} with {other:?}", example.name);
            }
        }
    }
}

/// An entry lights both rows' joints and the bodies through which the one moves the other, in the world; a body lights
/// the rows of its joints.
#[test]
fn a_cell_lights_its_joints_and_bodies_and_a_body_its_rows() {
    let (_, film) = film_at(&example("lagrange_7_slider_crank"), 0, None);
    let matrix = film.frames.iter().position(|frame| frame.line == "lagrange.matrix").expect("the matrix");
    let lit = |part: Part| -> BTreeSet<(PartKind, u16)> {
        let mut list = DrawList::default();
        film.picture(matrix, &[part], &mut list);
        // A halo has the geometry of the mark that it lies behind.
        let halos: Vec<_> = list.marks.iter().filter(|mark| mark.role == Role::Lit).collect();
        let tagged = list.marks.iter().filter_map(|mark| Some((mark, Part::from_tag(mark.tag?)?)));
        let is_haloed = |mark: &&(&collidoscope::draw::Mark, Part)| {
            halos.iter().any(|halo| {
                halo.sheet == mark.0.sheet
                    && (halo.primitive == mark.0.primitive || format!("{:?}", halo.primitive).contains(&at(&mark.0.primitive)))
            })
        };
        let world = tagged.filter(|(mark, _)| mark.sheet == Sheet::World);
        world.collect::<Vec<_>>().iter().filter(is_haloed).map(|(_, part)| (part.kind, part.first)).collect()
    };
    // Rows: main bearing x y, crank pin x y, wrist pin x y, slide across, angle. Bodies: wheel, rod, block, ground.
    let names: Vec<String> =
        records(&film).iter().filter(|r| r["phase"] == "row").map(|r| r["name"].as_str().expect("words").to_owned()).collect();
    assert_eq!(names[0], "main bearing x");
    assert_eq!(names[4], "wrist pin x");
    let cell = |first: u16, second: u16| Part { kind: PartKind::Cell, first, second };
    let (joint, member) = (PartKind::Joint, PartKind::Member);
    // Crank pin and wrist pin share the rod alone.
    let both = lit(cell(2, 4));
    assert!(both.contains(&(joint, 1)) && both.contains(&(joint, 2)) && !both.contains(&(joint, 0)), "{both:?}");
    assert_eq!(both.iter().filter(|(kind, _)| *kind == member).count(), 1, "{both:?}");
    // Main bearing and slide share nothing that moves.
    let none = lit(cell(0, 6));
    assert!(none.contains(&(joint, 0)) && none.contains(&(joint, 3)), "{none:?}");
    assert!(!none.iter().any(|(kind, _)| *kind == member), "{none:?}");
    // A row of a matrix lights its joint and both bodies.
    let row = lit(Part::nth(PartKind::Row, 2));
    assert!(row.contains(&(joint, 1)) && row.iter().filter(|(kind, _)| *kind == member).count() == 2, "{row:?}");
    // The other way round: a body lights cells on the sheet of the matrix.
    let mut list = DrawList::default();
    film.picture(matrix, &[Part::nth(PartKind::Joint, 1)], &mut list);
    assert!(list.marks.iter().any(|mark| mark.role == Role::Lit && mark.sheet == Sheet::Diagram));
}

/// Where a dot or ring is: its halo is a larger dot.
fn at(primitive: &Primitive) -> String {
    match primitive {
        Primitive::Dot { at, radius_px } | Primitive::Ring { at, radius_px } => {
            format!("Dot {{ at: {at:?}, radius_px: {:?} }}", radius_px + 6.0)
        }
        _ => "nothing".to_owned(),
    }
}

/// A scene with another solver is filmed, too, and told so; one without joints says that there is nothing.
#[test]
fn other_solvers_and_scenes_without_joints_say_what_is_shown() {
    let mut soft = example("lagrange_7_slider_crank");
    soft.world.solver = collidoscope::engine::solver::Solver::SoftStep;
    let (_, film) = film_at(&soft, 3, None);
    assert!(film.frame(0).reason.contains("another method (soft step)"), "{}", film.frame(0).reason);
    assert!(film.frames.len() > 20);
    let pyramid = document(shipped::scenes().iter().find(|scene| scene.name == "pyramid").expect("shipped").json);
    let names: Vec<String> = pyramid.bodies.iter().map(|body| body.id.clone()).collect();
    let (_, film) = film_at(&pyramid, 3, Some([&names[0], &names[1]]));
    assert_eq!(film.frames.len(), 1);
    assert!(film.outcome.contains("No joint"), "{}", film.outcome);
}

/// The curve on which a bead runs was missing: the picture showed a ball in the air.
#[test]
fn the_wire_of_a_bead_is_drawn() {
    let (_, film) = example_films().into_iter().find(|(example, _)| example.name == "lagrange_11_bead").expect("the bead's example");
    let mut list = DrawList::default();
    film.picture(0, &[], &mut list);
    let is_wire = |primitive: &Primitive| {
        let Primitive::Polyline { points, .. } = primitive else { return false };
        let points = list.points(points);
        points.len() > 16 && points.iter().all(|p| (p.y - 0.5 - 0.25 * p.x * p.x).abs() < 1e-3)
    };
    assert!(list.marks.iter().any(|mark| mark.sheet == Sheet::World && mark.role == Role::Joint && is_wire(&mark.primitive)));
}

/// The comparison of a bead's two forms: one coordinate is never off the curve and moves as the closed equation of its
/// bowl says, the force that it finds afterwards is λ, and both are apart by the order of the integrator.
#[test]
fn a_bead_is_run_by_one_coordinate_beside_the_constraint_force() {
    let mut compared = 0;
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "lagrange") {
        let all = records(&film);
        let Some(coordinate) = all.iter().find(|record| record["phase"] == "coordinate") else { continue };
        let number = |record: &Value, key: &str| record[key].as_f64().unwrap_or_else(|| panic!("{}: no {key}", example.name));
        let (step, apart) = (phase(&all, "bead_step"), phase(&all, "apart"));
        let force = number(phase(&all, "curve_force"), "force");
        let told = numbers(&phase(&all, "solved")["multipliers"])[0];
        // The scene's bead lies up to a few micrometres beside the curve: k_s times that is the feedback's part of λ.
        assert!((told - force).abs() < 5e-3 * force.abs().max(1.0), "{}: λ {told} N, found {force} N", example.name);
        let last = all.iter().rfind(|record| record["phase"] == "side_by_side").expect("both");
        let off = numbers(&last["off"]);
        assert_eq!(off[0], 0.0, "{}", example.name);
        if example.name == "lagrange_14_no_feedback" {
            assert!(off.len() == 2 && off[1] > 1e-3, "explicit Euler without feedback leaves the wire: {off:?}");
        }
        if example.name == "lagrange_12_small_swings" {
            // y = q²/2, x = q = 3u − 1.5: (1 + q²) q̈ + q q̇² = −g q.
            let (mut q, mut rate) = (3.0 * number(coordinate, "u") - 1.5, 3.0 * number(coordinate, "rate"));
            let fine = 1e-5;
            for _ in 0..(number(step, "seconds") / fine).round() as usize {
                let acceleration = -(G * q + q * rate * rate) / (1.0 + q * q);
                (q, rate) = (q + fine * rate + 0.5 * fine * fine * acceleration, rate + fine * acceleration);
            }
            // The fine run is Euler's: its rate is off by some 1e-5 of the acceleration over a step.
            assert!((3.0 * number(step, "u") - 1.5 - q).abs() < 1e-5 && (3.0 * number(step, "rate") - rate).abs() < 1e-4);
            assert!(off[1] < 1e-5 && number(last, "seconds") > 9.9, "{off:?}");
        }
        if let Some(order) = apart["order"].as_f64() {
            let promised = if example.name == "lagrange_14_no_feedback" { 1.0 } else { 4.0 };
            assert!((order - promised).abs() < 0.6, "{}: order {order}", example.name);
            compared += 1;
        }
    }
    assert!(compared >= 3, "{compared}");
}

/// The torque of a row that carries none was written into the world as "−4.8×10⁻¹⁷ N·m": it was not taken for rounding,
/// as forces are.
#[test]
fn no_label_of_the_world_tells_what_rounding_has_left() {
    for example in shipped::examples("lagrange") {
        let document = document(example.json);
        for steps in [1, 7, 60] {
            let (_, film) = film_at(&document, steps, None);
            for frame in 0..=film.last() {
                let mut list = DrawList::default();
                film.picture(frame, &[], &mut list);
                for mark in list.marks.iter().filter(|mark| mark.sheet == Sheet::World) {
                    let Primitive::Label { text, .. } = &mark.primitive else { continue };
                    assert!(!text.contains("×10⁻¹"), "{} after {steps} steps: {text}", example.name);
                }
            }
        }
    }
}

/// A limit's impulse was missing among those that are "kept": a joint keeps it behind those of other rows. All that hold
/// a joint at rest give it the weight that it carries.
#[test]
fn the_impulse_of_a_limit_is_told_among_those_that_are_kept() {
    let example = shipped::examples("lagrange").find(|example| example.json.contains("\"limits\"")).expect("an example");
    let (stage, film) = film_at(&document(example.json), 60, None);
    let h = f64::from(stage.world().settings().step_seconds());
    let all = records(&film);
    let rows: Vec<(usize, String)> = all
        .iter()
        .filter(|record| record["phase"] == "row")
        .enumerate()
        .map(|(k, record)| (k, record["name"].as_str().expect("words").to_owned()))
        .filter(|(_, name)| name.contains(" limit"))
        .collect();
    assert!(!rows.is_empty());
    let multipliers = numbers(&phase(&all, "result")["multipliers"]);
    let card = &film.frame(film.last()).card;
    let told: Vec<f64> = card.quantities().filter(|q| q.symbol == "impulse").map(|q| f64::from(q.value)).collect();
    for (row, name) in rows {
        let given = (multipliers[row] * h).abs();
        assert!(given > 0.0 && told.iter().any(|told| (told.abs() - given).abs() < 1e-4 * given), "{name}: {given} in {told:?}");
    }
}
