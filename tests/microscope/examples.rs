//! The curated examples: enough of them, sound, and worth their place.

use crate::kit::example_films;
use collidoscope::lens::microscope::{MICROSCOPES, Subject, export, source};
use collidoscope::scene::file;
use collidoscope::scene::shipped;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_microscope_ships_at_least_six_examples_of_different_kinds() {
    for microscope in MICROSCOPES {
        let kinds: Vec<&str> = shipped::examples(microscope.id).map(|e| e.kind).collect();
        assert!(kinds.len() >= 6, "{} has {} examples", microscope.id, kinds.len());
        for wanted in ["typical", "striking", "degenerate", "worst case", "published", "counter-intuitive"] {
            assert!(kinds.contains(&wanted), "{}: no {wanted} example among {kinds:?}", microscope.id);
        }
        for example in shipped::examples(microscope.id) {
            let document = file::parse(example.json.as_bytes()).unwrap_or_else(|p| panic!("{}: {p}", example.name));
            let lesson = document.view.as_ref().and_then(|v| v.microscope.as_ref());
            assert_eq!(lesson.map(|l| l.algorithm), Some(microscope.id), "{}", example.name);
            assert!(!document.title.is_empty() && !document.about.is_empty(), "{}", example.name);
            assert!(example.name.starts_with(&format!("{}_", microscope.id)));
            assert_eq!(file::to_json(&document), example.json, "{} is not as `collidoscope format` writes it", example.name);
        }
    }
}

#[test]
fn the_file_format_knows_exactly_the_microscopes_there_are() {
    let known: Vec<&str> = file::MICROSCOPES.iter().map(|(word, _)| *word).collect();
    let there: Vec<&str> = MICROSCOPES.iter().map(|m| m.id).collect();
    assert_eq!(known, there);
    for microscope in MICROSCOPES {
        assert_eq!(file::needs_pair(microscope.id), !matches!(microscope.subject, Subject::Scene { .. }), "{}", microscope.id);
    }
}

#[test]
fn every_marker_of_the_source_is_lit_by_some_example_and_every_frame_lights_one() {
    let mut lit: BTreeSet<String> = BTreeSet::new();
    for (example, film) in example_films() {
        // The ways out that only a low iteration limit takes, of GJK, of EPA, of the time of impact.
        let [mut short_walk, mut short_growth, mut short_search] = [film.specimen.options; 3];
        short_walk.gjk.max_iterations = 1;
        short_growth.epa.max_iterations = 1;
        short_search.toi.max_iterations = 1;
        let shortened =
            [short_walk, short_growth, short_search].map(|options| (film.microscope.film)(&film.specimen.with_options(options)));
        let specimens: Vec<_> = std::iter::once(film).chain(shortened).collect();
        for film in &specimens {
            for frame in &film.frames {
                let is_known = frame.line.is_empty() || source::excerpt(frame.line).is_some();
                assert!(is_known, "{}: there is no marker {}", example.name, frame.line);
                lit.insert(frame.line.to_owned());
            }
        }
    }
    let ids: Vec<&str> = MICROSCOPES.iter().map(|m| m.id).collect();
    for marker in source::markers() {
        let is_ours = ids.contains(&marker.split('.').next().unwrap_or_default());
        assert!(!is_ours || lit.contains(&marker), "no example lights {marker}");
    }
}

#[test]
fn the_published_examples_have_their_published_numbers() {
    let films = example_films();
    let film = |name: &str| &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
    // W. Bittle, "GJK – Distance & Closest Points", dyn4j.org 2010: edge (−4, −1) to (1, 3), t = 24/41, distance
    // 11/√41 = 1.718.
    let gjk = film("gjk_5_published");
    let closest = (44.0_f64 / 41.0).hypot(55.0 / 41.0);
    assert!((f64::from(gjk.separation.expect("apart")) - closest).abs() < 1e-5);
    let words: String = gjk.frames.iter().flat_map(|f| f.card.lines.iter().map(|l| l.words())).collect();
    assert!(words.contains("(−4.00 m, −1.00 m)") && words.contains("(1.00 m, 3.00 m)"), "{words}");
    let weight = gjk.frames.iter().rev().flat_map(|f| f.card.quantities()).find(|q| (f64::from(q.value) - 24.0 / 41.0).abs() < 1e-5);
    assert!(weight.is_some(), "t = 24/41 is nowhere");
    // The same author's pair of the EPA article; its depth by hand: the edge from (4, 2) to (−1, −2) of the difference.
    let epa = film("epa_5_published");
    let depth = 6.0_f64 / 41.0_f64.sqrt();
    assert!((f64::from(-epa.separation.expect("overlap")) - depth).abs() < 1e-5);
    assert_eq!(film("sat_5_published").separation.map(|s| (s * 1e4).round()), epa.separation.map(|s| (s * 1e4).round()));
}

#[test]
fn clipping_and_time_of_impact_have_the_numbers_of_the_books() {
    let films = example_films();
    let film = |name: &str| &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
    // W. Bittle, "Contact points using clipping", dyn4j.org 2011: the points (12, 5) and (8, 5) with depth 1; ours
    // lie midway.
    let clip = film("clip_5_published");
    let of = |frame: usize, symbol: &str| {
        clip.frames[frame].card.quantities().filter(|q| q.symbol == symbol).map(|q| q.value).collect::<Vec<_>>()
    };
    assert_eq!(clip.separation, Some(-1.0));
    let (xs, ys) = (of(clip.last(), "point.x"), of(clip.last(), "point.y"));
    assert!(xs.contains(&12.0) && xs.contains(&8.0) && ys == [4.5, 4.5], "{xs:?} {ys:?}");
    // There the upper box's face is the reference; here the longer one is, and the upper's is cut at x = 12, a third
    // of the way.
    assert!((0..clip.frames.len()).any(|i| of(i, "t").iter().any(|t| (t - 1.0 / 3.0).abs() < 1e-6)));
    // C. Ericson, "Real-Time Collision Detection", 2005, 5.5.3: t = (r − d) / (n · v) = 0.625, less target and
    // tolerance.
    let toi = film("toi_5_published");
    let t = toi.frames[toi.last()].card.quantities().find(|q| q.symbol == "t").expect("t").value;
    let early = 0.625 - t;
    assert!(early > 0.0 && early < 0.00625 / 2.0 + 1e-5, "{t}");
    let bullet = film("toi_2_bullet");
    let end = bullet.frames[bullet.last()].card.quantities().find(|q| q.symbol == "end gap").expect("the gap at the end").value;
    assert!(end > 1.0, "the bullet is through: {end}");
}

#[test]
fn only_the_last_axis_of_the_striking_example_shows_the_gap() {
    let (_, film) = example_films().into_iter().find(|(e, _)| e.name == "sat_2_last_axis").expect("shipped");
    let gaps: Vec<f32> = film.frames.iter().filter_map(|f| f.card.quantities().find(|q| q.symbol == "gap").map(|q| q.value)).collect();
    let (last, before) = gaps.split_last().expect("axes");
    assert!(*last > 0.0 && before.iter().all(|g| *g < 0.0) && before.len() >= 4, "{gaps:?}");
}

#[test]
fn a_film_leaves_as_strip_trace_and_test() {
    let first: Vec<_> = example_films().into_iter().filter(|(e, _)| e.name.contains("_1_")).collect();
    assert_eq!(first.len(), MICROSCOPES.len(), "each microscope's first example");
    for (example, film) in first {
        let theme = collidoscope::draw::palette::Theme::Light;
        let text = |path: &str| String::from_utf8(export::bytes(&film, path, theme).expect("a sound film")).expect("text");
        let picture = text("a.svg");
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{}", example.name);
        // Each frame is drawn in a clip of its own, with strokes in it.
        let (clips, strokes) = (picture.matches("<clipPath").count(), picture.matches("<path").count());
        assert!(clips >= film.frames.len() && strokes > film.frames.len(), "{}: {clips} clips, {strokes} strokes", example.name);
        let trace: serde_json::Value = serde_json::from_str(&text("a.json")).expect("JSON");
        assert_eq!(trace["algorithm"], example.microscope);
        assert_eq!(trace["steps"].as_array().map(Vec::len), Some(film.frames.len()));
        assert!(text("a.rs").contains("#[test]"));
        assert!(export::bytes(&film, "a.gif", theme).is_err());
        assert!(export::bytes(&film, "a.png", theme).is_ok_and(|png| png.starts_with(b"\x89PNG")));
    }
}

/// A function with a marker once moved to a file of its own, which nobody had listed, and its frames showed no source.
#[test]
fn the_source_behind_every_marker_of_the_engine_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut marked) = (vec![root.join("src/engine")], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            for marker in fs::read_to_string(&path).unwrap().lines().filter_map(marker_of) {
                let shown = source::excerpt(marker).map(|excerpt| excerpt.path);
                assert_eq!(shown, Some(name.as_str()), "[{marker}]");
                marked += 1;
            }
        }
    }
    assert!(marked > 40, "{marked} markers");
}

/// `… // [room.marker]`
fn marker_of(line: &str) -> Option<&str> {
    let marker = line.trim_end().rsplit_once("// [")?.1.strip_suffix(']')?;
    (marker.contains('.') && marker.chars().all(|c| c.is_ascii_lowercase() || "_.".contains(c))).then_some(marker)
}

/// "Axis 7 comes from from a₂ to b₀", "crosses 1 edges", "x after 1 steps", "w₀ and w₁ had no weight and is dropped".
#[test]
fn sentences_of_all_films_have_no_word_twice_and_one_of_a_kind_in_the_singular() {
    const MANY: &[&str] = &[
        "axes",
        "bodies",
        "boxes",
        "calls",
        "contacts",
        "cells",
        "edges",
        "frames",
        "iterations",
        "methods",
        "pairs",
        "points",
        "roots",
        "rows",
        "steps",
        "tests",
        "vertices",
    ];
    let mut sentences = 0;
    for (example, film) in example_films() {
        for index in 0..film.frames.len() {
            let frame = film.frame(index);
            let lines = frame.card.lines.iter().map(|line| line.words());
            let asked = film.question(index).into_iter().flat_map(|question| [question.prompt.clone(), question.why.clone()]);
            for text in [frame.heading.clone(), frame.reason.clone()].into_iter().chain(lines).chain(asked) {
                let words: Vec<&str> = text.split_whitespace().collect();
                for pair in words.windows(2) {
                    let (first, second) = (pair[0], pair[1].trim_end_matches(['.', ',', ';', ':']));
                    let is_twice = first == second && first.len() > 1 && first.chars().all(char::is_alphabetic);
                    assert!(!(is_twice || first == "1" && MANY.contains(&second)), "{}, frame {index}: {text}", example.name);
                }
                let dropped = text.split_once(" had no weight and is").map_or("", |(head, _)| head);
                assert!(!dropped.contains(" and "), "{}, frame {index}: {text}", example.name);
                sentences += 1;
            }
        }
    }
    assert!(sentences > 10_000, "{sentences} were read");
}

/// A velocity that a solve has brought to zero was told as 9.4×10⁻¹⁴ m/s, and a redundant joint as asking for 1.3×10⁻¹⁵ m/s².
#[test]
fn velocities_and_accelerations_made_of_rounding_are_told_as_zero() {
    for (example, film) in example_films().into_iter().filter(|(e, _)| matches!(e.microscope, "solver" | "lagrange" | "pipeline")) {
        for index in 0..film.frames.len() {
            for quantity in film.frame(index).card.quantities().filter(|q| ["v", "v after", "conflict"].contains(&q.symbol.as_str())) {
                assert!(quantity.value == 0.0 || quantity.value.abs() > 1e-10, "{}, frame {index}: {}", example.name, quantity.text());
            }
        }
    }
}
