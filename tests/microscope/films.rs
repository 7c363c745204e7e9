//! Films show the engine's own run, forwards and back.

use crate::kit::{example_films, films, gon, picture, random, random_specimen, specimen};
use collidoscope::draw::{Primitive, Role, Sheet};
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::time_of_impact::{ToiStep, ToiTarget, time_of_impact};
use collidoscope::engine::narrow::{NarrowPhase, NarrowStep, Reach, collide, collide_within, epa, gjk, sat};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::tuning::LINEAR_SLOP;
use collidoscope::lens::microscope::card::Quantity;
use collidoscope::lens::microscope::{Film, Frame, MICROSCOPES, Side, Specimen};
use cpu_time::ThreadTime;
use rand::Rng;
use std::collections::BTreeMap;

#[test]
fn n_steps_forward_and_n_back_give_the_same_marks() {
    for (example, film) in example_films() {
        let forth: Vec<_> = (0..film.frames.len()).map(|i| picture(&film, i)).collect();
        for i in (0..film.frames.len()).rev() {
            assert_eq!(picture(&film, i), forth[i], "{} frame {i}", example.name);
        }
        assert!(forth.iter().all(|list| !list.marks.is_empty()));
    }
}

#[test]
fn every_mark_is_finite_and_lies_in_a_view_of_its_sheet() {
    let mut rng = random(1);
    for _ in 0..150 {
        let specimen = random_specimen(&mut rng);
        for (microscope, film) in films(&specimen) {
            for sheet in [Sheet::World, microscope.space] {
                let view = film.view(sheet, 1.3).unwrap_or_else(|| panic!("{}: nothing on {sheet:?}", microscope.id));
                assert!(view.center.is_finite() && view.height > 0.0 && view.height < 100.0, "{}: {view:?}", microscope.id);
            }
            for index in 0..film.frames.len() {
                let list = picture(&film, index);
                assert!(list.points.iter().all(|p| p.is_finite()), "{} frame {index}", microscope.id);
            }
        }
    }
}

#[test]
fn the_result_is_that_of_the_narrow_phase() {
    let mut rng = random(2);
    let (mut by_sat, mut by_gjk, mut by_epa) = (0, 0, 0);
    for _ in 0..1000 {
        let s = random_specimen(&mut rng);
        for (microscope, film) in films(&s) {
            let method = if microscope.id == "sat" { NarrowPhase::Sat } else { NarrowPhase::GjkEpa };
            let mut steps: Vec<NarrowStep> = Vec::new();
            let manifold = collide(&s.a.shape, &s.b.shape, s.pose_b_in_a(), method, s.options.margin, &mut steps);
            // Closed forms and the side of a segment have the last word elsewhere.
            if manifold.count == 0 || steps.iter().any(|step| matches!(step, NarrowStep::Pair(_) | NarrowStep::Side(_))) {
                continue;
            }
            let has_epa = steps.iter().any(|step| matches!(step, NarrowStep::Epa(_)));
            if microscope.id == "gjk" && has_epa || microscope.id == "epa" && !has_epa {
                continue;
            }
            // Solver and broad phase look at a whole world, and have tests of their own.
            // These look at a scene: files with their names judge their numbers there.
            if matches!(
                microscope.id,
                "solver" | "broad" | "lagrange" | "aim" | "control" | "integrators" | "smoke" | "shadow" | "curves" | "explosion"
            ) {
                continue;
            }
            let Some(normal) = film.normal else {
                assert_eq!(microscope.id, "toi", "a contact has a normal");
                continue;
            };
            let stored = s.turned(manifold.normal);
            // Clipping names the normal of the reference face, the others one that is equal but for rounding.
            let off = (normal - stored).length();
            assert!(off < 1e-6, "{} is off by {off}", microscope.id);
            match microscope.id {
                "sat" => by_sat += 1,
                "gjk" => by_gjk += 1,
                _ => by_epa += 1,
            }
        }
    }
    assert!(by_sat > 100 && by_gjk > 10 && by_epa > 100, "{by_sat} {by_gjk} {by_epa}");
}

/// Every number that the engine hands over for these inputs: the steps' fields and the results', as they print.
fn recorded(s: &Specimen) -> Vec<f64> {
    let (a, b, pose) = (s.core_a(), s.core_b(), s.pose_b_in_a());
    let mut axes = Vec::new();
    let separated = sat::separate(a, b, pose, s.reach().exact, &mut axes);
    let mut turns = Vec::new();
    let apart = gjk::distance_with(&s.gjk_options(), a, b, pose, &mut turns);
    let mut pushes = Vec::new();
    let deep = (apart.outcome == gjk::GjkOutcome::Overlap).then(|| epa::penetration_with(&s.options.epa, a, b, pose, &apart, &mut pushes));
    let mut narrow: Vec<NarrowStep> = Vec::new();
    let met = collide_within(&s.a.shape, &s.b.shape, pose, s.narrow_phase, s.reach(), &mut narrow);
    let sweeps = [s.sweep(Side::A), s.sweep(Side::B)];
    let fast = ToiTarget { separation: LINEAR_SLOP, tolerance: 0.25 * LINEAR_SLOP };
    let target = s.options.search.map_or(fast, |search| search.target);
    let mut advances: Vec<ToiStep> = Vec::new();
    let impact = time_of_impact(a, &sweeps[0], b, &sweeps[1], target, &mut advances);
    let end = collide_within(
        &s.a.shape,
        &s.b.shape,
        sweeps[0].pose_at(1.0).inv_mul(sweeps[1].pose_at(1.0)),
        NarrowPhase::GjkEpa,
        Reach::of(0.0),
        &mut NoProbe,
    );
    let text = format!(
        "{axes:?}{separated:?}{turns:?}{apart:?}{pushes:?}{deep:?}{narrow:?}{met:?}{sweeps:?}{advances:?}{impact:?}{:?}",
        end.separation
    );
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e');
    let words = text.split(|c| !is_part(c)).filter(|w| w.chars().any(|c| c.is_ascii_digit()));
    words.filter_map(|w| w.trim_matches('e').parse().ok()).collect()
}

/// How long the recorded lists are, and how often something was asked for: what counts on cards may be.
fn lengths(s: &Specimen) -> Vec<f64> {
    let (a, b, pose) = (s.core_a(), s.core_b(), s.pose_b_in_a());
    let mut axes = Vec::new();
    sat::separate(a, b, pose, s.reach().exact, &mut axes);
    let mut turns = Vec::new();
    let apart = gjk::distance_with(&s.gjk_options(), a, b, pose, &mut turns);
    let mut pushes = Vec::new();
    if apart.outcome == gjk::GjkOutcome::Overlap {
        epa::penetration_with(&s.options.epa, a, b, pose, &apart, &mut pushes);
    }
    // The start asks for a support point, then each turn that goes on; EPA for one a turn, and for both ends of its
    // first edges.
    let asked = 1 + turns.iter().filter(|turn| turn.support.is_some()).count();
    // An axis asks both shapes for both ends of their shadows.
    let shadows = axes.iter().filter(|axis| axis.verdict != sat::SatVerdict::Duplicate).count();
    let mut all = vec![a.points.len(), b.points.len(), axes.len(), turns.len(), pushes.len(), asked, shadows];
    all.extend([2 * asked, 2 * (asked + pushes.len()), 4 * shadows]);
    all.extend(pushes.iter().map(|push| push.polytope.len()));
    all.into_iter().map(|n| n as f64).collect()
}

/// What a card may compute from recorded numbers: sign, a sum or difference of two, products for the stopping rule.
fn comes_from(q: &Quantity, known: &[f64], s: &Specimen) -> bool {
    let value = f64::from(q.value);
    let near = |x: f64| (x - value).abs() <= 2e-5 * value.abs().max(1.0);
    let radius = f64::from(s.radius());
    let direct = known.iter().any(|&k| near(k) || near(-k) || near(k - radius) || near(k + radius) || near(-k - radius));
    direct || near(radius) || near(f64::from(s.options.margin)) || near(f64::from(s.reach().exact)) || q.symbol.contains('²')
}

#[test]
fn every_number_on_a_card_comes_from_the_trace() {
    let mut rng = random(3);
    let mut checked = 0;
    for _ in 0..60 {
        // With A's frame as the world's, what the engine recorded needs no turning.
        let random = random_specimen(&mut rng);
        let mut s = specimen(random.a.shape.clone(), Pose::IDENTITY, random.b.shape.clone(), random.pose_b_in_a());
        for motion in &mut s.options.motion {
            motion.travel = Vec2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
            motion.turn = rng.random_range(-2.0..2.0);
        }
        let mut known = recorded(&s);
        let sums: Vec<f64> = known.windows(2).map(|w| w[0] + w[1]).collect();
        known.extend(sums);
        known.extend(lengths(&s));
        for (microscope, film) in films(&s) {
            if matches!(
                microscope.id,
                "solver"
                    | "broad"
                    | "pipeline"
                    | "lagrange"
                    | "aim"
                    | "control"
                    | "integrators"
                    | "smoke"
                    | "shadow"
                    | "curves"
                    | "explosion"
            ) {
                continue;
            }
            for (i, frame) in film.frames.iter().enumerate() {
                for q in frame.card.quantities() {
                    let derived = q.symbol == "gap" && microscope.id == "gjk"
                        || q.symbol == "n·s"
                        || matches!(q.symbol.as_str(), "advance" | "difference" | "angle");
                    checked += 1;
                    assert!(
                        derived || comes_from(q, &known, &s),
                        "{} frame {i}: {} = {} is nowhere in the trace",
                        microscope.id,
                        q.symbol,
                        q.value
                    );
                }
            }
        }
    }
    assert!(checked > 2000, "only {checked} numbers");
}

#[test]
fn formulas_hold_for_the_numbers_in_them() {
    let number = |film: &Film, frame: usize, symbol: &str| {
        let frame = &film.frames[frame];
        frame.card.quantities().find(|q| q.symbol == symbol).map(|q| f64::from(q.value))
    };
    let mut rng = random(4);
    let mut found = 0;
    for _ in 0..100 {
        for (microscope, film) in films(&random_specimen(&mut rng)) {
            for i in 0..film.frames.len() {
                let of = |symbol: &str| number(&film, i, symbol);
                let sum = match microscope.id {
                    "sat" => of("min B").zip(of("max A")).zip(of("gap")).map(|((b, a), gap)| b - a - gap),
                    "clip" => of("t").zip(of("d₀").zip(of("d₁"))).map(|(t, (outer, inner))| t * (outer - inner) - outer),
                    "toi" => of("safe until").zip(of("t")).zip(of("advance")).map(|((until, t), advance)| until - t - advance),
                    "gjk" => of("|v|").zip(of("bound")).zip(of("gap")).map(|((v, bound), gap)| v - bound - gap),
                    _ => of("n·s").zip(of("d")).zip(of("gain")).map(|((s, d), gain)| s - d - gain),
                };
                if let Some(off) = sum {
                    found += 1;
                    assert!(off.abs() < 1e-5, "{} frame {i} is off by {off}", microscope.id);
                }
            }
        }
    }
    assert!(found > 500, "only {found} formulas");
}

/// An octagon dragged, turned and bent 500 times, or the algorithms' options changed.
fn five_hundred_drags(mut each: impl FnMut(&Specimen)) {
    let mut rng = random(5);
    let mut s = specimen(gon(8, 1.0, 0.0).into(), Pose::IDENTITY, gon(8, 0.8, 0.0).into(), Pose::new(Vec2::new(1.2, 0.4), 0.2));
    for _ in 0..500 {
        let side = if rng.random() { Side::A } else { Side::B };
        let shift = Vec2::new(rng.random_range(-0.3..0.3), rng.random_range(-0.3..0.3));
        s = match rng.random_range(0..4) {
            0 => s.moved(side, shift - 0.1 * s.side(side).pose.position),
            1 => s.turned_by(side, rng.random_range(-1.0..1.0)),
            2 => {
                let index = rng.random_range(0..8);
                let at = s.points(side)[index];
                s.with_vertex(side, index, at + 0.3 * shift)
            }
            _ => {
                let mut options = s.options;
                options.gjk.start_direction = Some(shift);
                options.gjk.max_iterations = rng.random_range(0..6);
                options.epa.max_iterations = rng.random_range(0..6);
                options.gjk.tolerance = rng.random_range(0.0..0.1);
                options.free_axis = Some(shift.x);
                s.with_options(options)
            }
        };
        each(&s);
    }
}

/// What a drag costs is counted, not timed: frames of its film, marks and points of its last picture. The longest film is the solver's,
/// 114 frames; the largest picture is that of the integrators, 787. Both grow with the steps of an algorithm, never with their square.
#[test]
fn five_hundred_drags_of_eight_sided_shapes_never_fail_and_make_small_films() {
    five_hundred_drags(|s| {
        for (microscope, film) in films(s) {
            assert!((1..=128).contains(&film.frames.len()), "{}: {} frames", microscope.id, film.frames.len());
            let drawn = picture(&film, film.last());
            let size = drawn.marks.len() + drawn.points.len();
            assert!((1..=1024).contains(&size), "{}: {size} marks and points", microscope.id);
        }
    });
}

/// Prints how long a drag takes: `cargo test --release --test microscope a_drag_takes -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn a_drag_takes() {
    let mut times = BTreeMap::<&str, Vec<std::time::Duration>>::new();
    five_hundred_drags(|s| {
        for microscope in MICROSCOPES {
            let before = ThreadTime::now();
            let film = (microscope.film)(s);
            picture(&film, film.last());
            times.entry(microscope.id).or_default().push(before.elapsed());
        }
    });
    for (id, mut times) in times {
        times.sort();
        println!("{id}: median {:?}, longest {:?}", times[250], times[499]);
    }
}

#[test]
fn an_impossible_shape_stays_as_it_was() {
    let s = specimen(gon(8, 1.0, 0.0).into(), Pose::IDENTITY, gon(3, 0.8, 0.0).into(), Pose::new(Vec2::new(1.2, 0.4), 0.2));
    for to in [Vec2::ZERO, Vec2::new(f32::NAN, 0.0), Vec2::new(1e30, 0.0)] {
        let changed = s.with_vertex(Side::A, 2, to);
        assert_eq!(changed.a.shape, s.a.shape, "to {to}");
    }
    assert_eq!(s.moved(Side::A, Vec2::splat(f32::INFINITY)), s);
    assert_eq!(s.with_vertex(Side::B, 99, Vec2::ONE), s);
}

#[test]
fn degenerate_poses_end_with_a_reason() {
    let square = |size: f32| collidoscope::engine::shape::BoxShape::try_new(size, size, Vec2::ZERO, 0.0, 0.0).expect("sound").into();
    let circle = || collidoscope::engine::shape::Circle::try_new(Vec2::ZERO, 0.5).expect("sound").into();
    let capsule = || collidoscope::engine::shape::Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.2).expect("sound").into();
    let at = |x: f32, y: f32| Pose::new(Vec2::new(x, y), 0.0);
    let cases = [
        ("identical", specimen(square(1.0), at(0.0, 0.0), square(1.0), at(0.0, 0.0))),
        ("concentric circles", specimen(circle(), at(0.0, 0.0), circle(), at(0.0, 0.0))),
        ("parallel faces", specimen(square(1.0), at(0.0, 0.0), square(1.0), at(1.0, 0.0))),
        ("corner to corner", specimen(square(1.0), at(0.0, 0.0), square(1.0), at(1.0, 1.0))),
        ("edges of a millimetre", specimen(square(0.001), at(0.0, 0.0), square(0.001), at(0.0005, 0.0))),
        ("capsule deep in a box", specimen(square(4.0), at(0.0, 0.0), capsule(), at(0.1, 0.0))),
        ("far away", specimen(square(1.0), at(90_000.0, 0.0), square(1.0), at(90_000.5, 0.3))),
    ];
    for (name, s) in cases {
        for (microscope, film) in films(&s) {
            assert!(!film.outcome.is_empty() && !film.frame(film.last()).reason.is_empty(), "{name}: {}", microscope.id);
            for i in 0..film.frames.len() {
                picture(&film, i);
            }
        }
    }
}

#[test]
fn a_part_lights_the_marks_that_it_is_made_of() {
    let (_, film) = example_films().into_iter().find(|(e, _)| e.name == "gjk_1_typical").expect("shipped");
    let support = film.frames.iter().position(|f| f.line == "gjk.support").expect("a support");
    let part = film.frames[support].card.quantities().find(|q| q.symbol == "w.x").expect("w").parts[0];
    let mut list = collidoscope::draw::DrawList::default();
    film.picture(support, &[part], &mut list);
    let halos = list.marks.iter().filter(|m| m.role == Role::Lit);
    let sheets: Vec<Sheet> = halos.map(|m| m.sheet).collect();
    assert!(sheets.contains(&Sheet::World) && sheets.contains(&Sheet::Difference), "{sheets:?}");
}

#[test]
fn the_world_says_no_closed_form_when_unprobed_too() {
    // Probed and unprobed runs of the same specimen agree bit for bit.
    let mut rng = random(6);
    for _ in 0..300 {
        let s = random_specimen(&mut rng);
        let (a, b, pose) = (s.core_a(), s.core_b(), s.pose_b_in_a());
        let mut steps = Vec::new();
        assert_eq!(gjk::distance_with(&s.gjk_options(), a, b, pose, &mut steps), gjk::distance(a, b, pose, &mut NoProbe));
    }
}

/// Of two equal boxes the second axis shows the very gap of the first, and was called worse.
#[test]
fn an_axis_that_shows_the_same_gap_is_no_better_and_not_worse() {
    let (_, film) = example_films().into_iter().find(|(example, _)| example.name == "sat_3_identical").expect("a shipped example");
    assert!(film.frames.iter().any(|frame| frame.short == "no better" && frame.reason.contains("no better than axis 1")));
    assert!(film.frames.iter().all(|frame| frame.short != "worse" && !frame.reason.contains("smaller")));
}

/// "General search: General search: meets in 0.6 s" stood in exported strips.
#[test]
fn no_heading_says_the_name_of_its_part_twice() {
    for (example, film) in example_films() {
        for (index, frame) in film.frames.iter().enumerate() {
            let is_twice = film.group_words(index).is_some_and(|group| frame.heading.starts_with(group));
            assert!(!is_twice, "{} frame {index}: {}", example.name, frame.heading);
        }
        let strip = collidoscope::lens::microscope::export::strip(&film, collidoscope::draw::palette::Theme::Light);
        for cell in &strip.cells {
            let heading = cell.heading.join(" ");
            assert!(heading.matches("General search:").count() <= 1, "{}: {heading}", example.name);
        }
    }
}

/// Of a joint with the world the pane showed the pin alone, since the disc that stands for the world is small.
#[test]
fn the_world_pane_of_a_joint_with_the_world_shows_the_whole_body_and_the_pin() {
    use collidoscope::lens::microscope::{find, specimen::OF_JOINTS};
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
        { "id": "sign", "position": [3, 2], "shapes": [ { "box": { "width": 2, "height": 0.4 } },
          { "circle": { "radius": 0.3, "center": [4, 0] } } ] } ],
        "joints": [ { "id": "nail", "kind": "revolute", "body_b": "sign", "anchor": [2.1, 2] } ] }"#;
    let document = collidoscope::scene::file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let stage = collidoscope::scene::stage::Stage::new(&document).expect("a sound scene");
    let (joint, _) = stage.world().joints().next().expect("the nail");
    let specimen = Specimen::of_joint(&stage, joint).expect("a body with a shape").with_before(None);
    for id in OF_JOINTS {
        let film = (find(id).expect("a microscope").film)(&specimen);
        for aspect in [0.5, 1.0, 2.0] {
            let view = film.view(Sheet::World, aspect).expect("a world");
            let half = 0.5 * view.height * Vec2::new(aspect, 1.0);
            for at in [Vec2::new(2.1, 2.0), Vec2::new(2.0, 1.8), Vec2::new(7.3, 2.2)] {
                let away = (at - view.center).abs();
                assert!(away.x < half.x && away.y < half.y, "{id}: {at} is outside {view:?}");
            }
            assert!(half.x.min(half.y) < 16.0, "{id}: {view:?} is too far away");
        }
    }
}

/// The numbers at a chart had room for half of their letters: in a low window they were 5 points high.
#[test]
fn numbers_at_a_chart_have_room_at_its_left() {
    use collidoscope::draw::chart::NUMBER;
    for (_, film) in example_films().iter().filter(|(_, film)| film.microscope.chart_title.is_some()) {
        for aspect in [1.5, 3.0, 4.0] {
            let Some(view) = film.view(Sheet::Chart, aspect) else { continue };
            let left = view.center.x - 0.5 * aspect * view.height;
            assert!(left < -NUMBER.x, "{}: {left} at {aspect}", film.microscope.id);
        }
    }
}

/// The ghost at the end of EPA was cut off by the edge of the picture, which was fitted to the two shapes alone.
#[test]
fn the_shape_that_epa_pushes_out_lies_within_the_picture() {
    let (aspect, mut seen) = (1.0, 0);
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "epa") {
        let Some((normal, separation)) = film.normal.zip(film.separation) else { continue };
        let view = film.view(Sheet::World, aspect).expect("a view of the world");
        let half = Vec2::new(0.5 * aspect * view.height, 0.5 * view.height);
        let shift = -separation * normal;
        for corner in film.specimen.points(Side::B).into_iter().map(|corner| corner + shift) {
            let off = (corner - view.center).abs();
            assert!(off.x <= half.x && off.y <= half.y, "{}: {corner} is outside", example.name);
        }
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

/// Where the cores are apart and EPA does not run, the last line of EPA was marked as the one that ran.
#[test]
fn where_epa_does_not_run_none_of_its_lines_is_marked() {
    let apart = specimen(gon(4, 0.5, 0.0).into(), Pose::IDENTITY, gon(5, 0.5, 0.0).into(), Pose::new(Vec2::new(3.0, 0.0), 0.0));
    let film = (collidoscope::lens::microscope::epa::EPA.film)(&apart);
    assert!(film.outcome.contains("does not run"));
    assert!(film.frames.iter().all(|frame| !frame.line.starts_with("epa.")), "{:?}", film.frames);
}

/// The sweep's last frame marked where a tree's search makes a pair, a pair known for long the rules of a new one, Routh's
/// table the sum of P, I and D, and level 0 of De Casteljau the line that ends it.
#[test]
fn frames_mark_no_line_that_did_not_run_for_them() {
    let films = example_films();
    let lines = |microscope: &'static str, wanted: fn(&Frame) -> bool| -> Vec<(&str, &str)> {
        let of = films.iter().filter(move |(e, _)| e.microscope == microscope);
        of.flat_map(|(e, film)| film.frames.iter().map(move |frame| (e.name, frame)))
            .filter(|(_, f)| wanted(f))
            .map(|(name, f)| (name, f.line))
            .collect()
    };
    let ends = lines("broad", |frame| frame.short == "result");
    assert!(ends.len() > 6 && ends.iter().all(|(_, line)| *line != "broad.result"), "{ends:?}");
    for name in ["broad_9_tower", "broad_10_racer"] {
        assert!(ends.iter().any(|(e, line)| *e == name && line.starts_with("broad.sweep_")), "{ends:?}");
    }
    let known = lines("pipeline", |frame| frame.short == "known pair");
    assert!(!known.is_empty() && known.iter().all(|(_, line)| line.is_empty()), "{known:?}");
    let routh = lines("control", |frame| frame.short == "Routh");
    assert!(!routh.is_empty() && routh.iter().all(|(_, line)| *line == "control.routh"), "{routh:?}");
    let level = lines("curves", |frame| frame.heading.contains("its control points"));
    assert!(!level.is_empty() && level.iter().all(|(_, line)| line.is_empty()), "{level:?}");
}

/// A point of contact was drawn midway, at half the height that the margin beside it is compared with.
#[test]
fn a_point_of_the_clipping_stands_as_high_as_the_margin_counts() {
    let (_, film) = example_films().into_iter().find(|(e, _)| e.name == "clip_1_typical").expect("shipped");
    let picture = picture(&film, film.last());
    let ends = |role: Role| -> Vec<[Vec2; 2]> {
        let of = picture.marks.iter().filter(|m| m.sheet == Sheet::Diagram && m.role == role);
        of.filter_map(|m| if let Primitive::Line { a, b } = m.primitive { Some([a, b]) } else { None }).collect()
    };
    // The clipped incident face; its shapes have corners without rounding.
    let cut = *ends(Role::Simplex).last().expect("it is clipped");
    let dots = picture.marks.iter().filter(|m| m.sheet == Sheet::Diagram && m.role == Role::Contact);
    let dots: Vec<Vec2> = dots.filter_map(|m| if let Primitive::Dot { at, .. } = m.primitive { Some(at) } else { None }).collect();
    assert!(!dots.is_empty());
    for dot in dots {
        // Both are heights times the same factor; a millionth of a metre of rounding is drawn up to 1e4 times as large.
        assert!(cut.iter().any(|end| (end.y - dot.y).abs() < 0.02), "{dot} {cut:?}");
    }
}
