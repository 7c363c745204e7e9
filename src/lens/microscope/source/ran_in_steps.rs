//! The function that the source view shows is the one that the step calls.
//!
//! Each shown function begins with `ran!();` ([`crate::engine::probe`]). Worlds are stepped, nothing is watched, and
//! a marker is proved when the step itself came through the line of the very function that is shown around it. A twin
//! that only probes call is never come through.

use super::*;
use crate::engine::joint::JointKind;
use crate::engine::probe::places_passed_by;
use crate::lens::microscope::{MICROSCOPES, Specimen};
use crate::scene::document::Document;
use crate::scene::file;
use crate::scene::stage::Stage;
use std::collections::{BTreeMap, BTreeSet};

/// Worlds to step: their settings, their bodies after a wide ground, and the markers whose functions the step must
/// come through.
const CASES: &[(&str, &str, &[&str])] = &[
    ("boxes on boxes", r#""narrow_phase": "sat""#, BOXES),
    ("boxes, by GJK and EPA", r#""narrow_phase": "gjk_epa""#, &["gjk.", "epa.", "race.gjk_epa"]),
    ("discs and capsules", "", &["race.pairs", "race.closed_form"]),
    ("rounded corners that meet", r#""gravity": [0, 0]"#, &["sat.vertex_axis"]),
    ("a bullet and a thin wall", r#""gravity": [0, 0]"#, &["toi."]),
    ("boxes, by sequential impulses", r#""solver": "sequential_impulses""#, &["sequential."]),
    ("boxes, by linear complementarity", r#""solver": "complementarity""#, &["lcp."]),
    ("boxes, one contact at a time", r#""solver": "one_contact""#, &["single."]),
    ("a ball that bounces", "", &["solver.bounce"]),
    ("joints of all kinds, by Lagrange multipliers", r#""solver": "lagrange""#, &["lagrange.", "integrators."]),
    ("guns of all methods", "", &["aim."]),
    ("smoke over a source", "", &["smoke."]),
    ("a lamp over bodies of parts", "", &["shadow."]),
    ("a missile with a goal", "", &["control."]),
    ("curves that cross and touch, and a ray that is reflected", "", CURVES),
    ("a mine with something behind another", "", &["explosion."]),
    ("boxes in a tree", r#""broad_phase": "tree""#, &["broad.test", "broad.leaf", "broad.descend"]),
    ("boxes in a sweep", r#""broad_phase": "sweep_and_prune""#, &["broad.sweep_", "broad.sort_"]),
];

/// What no step comes through: forms that stand beside the engine's own to be compared with it, the boolean GJK, the
/// bead by one coordinate, what theory says of a controller, two lines as homogeneous triples, a point against an
/// outline.
const BESIDE: &[&str] = &[
    "boolean.",
    "bead.",
    "control.routh",
    "curves.meet",
    "curves.side",
    "curves.shares",
    "curves.straddles",
    "curves.odd",
    "curves.swept",
];

/// Curves push nothing: what finds where they cross is found for the picture of the scene.
const CURVES: &[&str] = &[
    "curves.bezout",
    "curves.casteljau",
    "curves.closed",
    "curves.cut",
    "curves.point",
    "curves.ray",
    "curves.reflect",
    "curves.roots",
    "curves.term",
    "curves.through",
    "curves.touch",
    "curves.try",
];

const BOXES: &[&str] = &[
    "sat.start",
    "sat.duplicate",
    "sat.compare",
    "sat.best",
    "sat.separates",
    "sat.result",
    "clip.",
    "race.sat",
    "race.clip",
    "pipeline.",
    "separated.",
    "broad.start",
    "broad.result",
    "broad.candidate",
    "broad.cells",
    "solver.start",
    "solver.warm_start",
    "solver.relax",
    "solver.soft",
    "solver.friction",
    "solver.clamp",
    "solver.cone",
    "solver.joints",
    "solver.result",
];

/// Bodies, and joints behind them; one is pinned twice.
const JOINED: &str = r#"{ "id": "a", "position": [0, 5], "shapes": [ { "box": { "width": 1, "height": 0.2 } } ] },
    { "id": "b", "position": [1, 5], "shapes": [ { "box": { "width": 1, "height": 0.2 } } ] },
    { "id": "c", "position": [2, 5], "shapes": [ { "circle": { "radius": 0.2 } } ] },
    { "id": "d", "position": [2, 6], "shapes": [ { "circle": { "radius": 0.2 } } ] },
    { "id": "e", "position": [3, 6], "shapes": [ { "circle": { "radius": 0.2 } } ] },
    { "id": "f", "position": [5, 6], "shapes": [ { "circle": { "radius": 0.2 } } ] } ],
    "joints": [
        { "id": "7", "kind": "track", "body_b": "f", "anchor": [5, 6], "curve": [[-2, 1], [-0.6, -0.3], [0.6, -0.3], [2, 1]] },
        { "id": "1", "kind": "revolute", "body_a": "ground", "body_b": "a", "anchor": [-0.5, 5] },
        { "id": "2", "kind": "revolute", "body_a": "ground", "body_b": "a", "anchor": [0.5, 5] },
        { "id": "3", "kind": "weld", "body_a": "a", "body_b": "b", "anchor": [0.5, 5] },
        { "id": "4", "kind": "distance", "body_a": "b", "body_b": "c", "anchor_a": [1, 5], "anchor_b": [2, 5] },
        { "id": "5", "kind": "wheel", "body_a": "b", "body_b": "d", "anchor": [2, 6], "axis": [0, 1] },
        { "id": "6", "kind": "prismatic", "body_a": "d", "body_b": "e", "anchor": [3, 6], "axis": [1, 0] },
        { "id": "8", "kind": "gear", "body_a": "c", "body_b": "d", "anchor_a": [2, 5], "anchor_b": [2, 6], "ratio": 2 }"#;

/// A missile that flies to a point.
const MISSILE: &str = r#"{ "id": "m", "position": [0, 8], "shapes": [ { "box": { "width": 1, "height": 0.4 } } ],
    "control": { "waypoints": [[3, 20]] } }"#;

/// A target, and guns behind it that fire by themselves; one has to turn its barrel first.
const GUNS: &str = r#"{ "id": "t", "kind": "kinematic", "position": [8, 5], "linear_velocity": [0, 1], "shapes": [ { "circle": { "radius": 0.2 } } ] },
    { "id": "f", "position": [-9, 9], "shapes": [ { "circle": { "radius": 0.2 } } ] } ],
    "launchers": [
        { "id": "1", "position": [0, 5], "target": "t", "every": 0.1, "method": "direct" },
        { "id": "2", "position": [0, 5], "target": "t", "every": 0.1, "method": "first_order" },
        { "id": "3", "position": [0, 5], "target": "t", "every": 0.1, "method": "iterative" },
        { "id": "4", "position": [0, 5], "target": "f", "every": 0.1 },
        { "id": "5", "position": [0, 5], "target": "t", "every": 0.1, "method": "ballistic_low" },
        { "id": "6", "position": [0, 5], "target": "t", "every": 0.1, "method": "ballistic_high" },
        { "id": "7", "position": [0, 5], "target": "t", "every": 0.1, "method": "time_to_impact" },
        { "id": "8", "position": [0, 5], "target": "t", "every": 0.1, "method": "accelerating_target" },
        { "id": "9", "position": [0, 5], "target": "t", "every": 0.1, "method": "rocket" },
        { "id": "10", "position": [0, 5], "target": "t", "every": 0.1, "method": "turning", "turn_rate": 9 },
        { "id": "11", "position": [0, 5], "target": "t", "every": 0.1, "method": "general" }"#;

/// A box, and a region of smoke that it stands in.
const SMOKE: &str = r#"{ "id": "a", "kind": "static", "position": [0, 2], "shapes": [ { "box": { "width": 1, "height": 0.2 } } ] } ],
    "smoke": [ { "id": "air", "center": [0, 2], "cells": 24, "sources": [ { "position": [0, 0.6] } ] }"#;

/// A body of two boxes, a disc, and a lamp.
const LAMP: &str = r#"{ "id": "a", "position": [0, 2], "shapes": [ { "box": { "width": 1, "height": 0.2 } }, { "box": { "width": 1, "height": 0.2, "center": [0, 0.2] } } ] },
    { "id": "b", "position": [2, 2], "shapes": [ { "circle": { "radius": 0.2 } } ] } ],
    "lights": [ { "id": "lamp", "kind": "point", "position": [-2, 3] }"#;

/// A wall. A cubic that touches the x axis at a quarter of its way and crosses it at three quarters, a circle that
/// crosses that, a ray that the wall reflects.
const CROSSED: &str = r#"{ "id": "wall", "kind": "static", "position": [9, 4], "shapes": [ { "box": { "width": 1, "height": 8 } } ] } ],
    "curves": [
        { "id": "1", "kind": "line", "a": [0, 0], "b": [1, 0] },
        { "id": "2", "kind": "bezier", "points": [[0, -9], [1, 19], [2, -33], [3, 27]] },
        { "id": "3", "kind": "circle", "center": [2, 0], "radius": 1 },
        { "id": "4", "kind": "bezier", "points": [[0, 1], [1, 6], [2, 1]] },
        { "id": "5", "kind": "ray", "a": [4, 4], "b": [5, 4], "bounces": 1 }"#;

/// A mine that a disc falls on, and a box that hides another.
const MINE: &str = r#"{ "id": "m", "kind": "kinematic", "position": [0, 2], "mine": { "shielded": true },
        "shapes": [ { "circle": { "radius": 0.1 } }, { "circle": { "radius": 0.5 }, "sensor": true } ] },
    { "id": "a", "position": [0, 3], "shapes": [ { "circle": { "radius": 0.2 } } ] },
    { "id": "b", "position": [2, 0.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
    { "id": "c", "position": [3.2, 0.2], "shapes": [ { "box": { "width": 0.4, "height": 0.4 } } ] }"#;

/// The bodies of a case.
fn bodies(case: &str) -> &'static str {
    match case {
        "discs and capsules" => {
            r#"{ "id": "a", "position": [0, 0.5], "shapes": [ { "circle": { "radius": 0.5 } } ] },
               { "id": "b", "position": [0.2, 1.4], "shapes": [ { "circle": { "radius": 0.5 } } ] },
               { "id": "t", "position": [-0.3, 2.2], "shapes": [ { "polygon": { "vertices": [[0, 0], [1, 0], [0.5, 0.9]] } } ] },
               { "id": "c", "position": [1, 0.6], "shapes": [ { "capsule": { "a": [-0.4, 0], "b": [0.4, 0.1], "radius": 0.2 } } ] },
               { "id": "d", "position": [1, 1.2], "angle": 1, "shapes": [ { "capsule": { "a": [-0.4, 0], "b": [0.4, 0.1], "radius": 0.2 } } ] }"#
        }
        "rounded corners that meet" => {
            r#"{ "id": "a", "position": [0, 5], "linear_velocity": [1, 1], "shapes": [ { "box": { "width": 1, "height": 1, "rounding": 0.2 } } ] },
               { "id": "b", "position": [1.1, 6.1], "linear_velocity": [-1, -1], "shapes": [ { "box": { "width": 1, "height": 1, "rounding": 0.2 } } ] }"#
        }
        "a bullet and a thin wall" => {
            r#"{ "id": "bullet", "position": [-4, 5], "linear_velocity": [200, 3], "shapes": [ { "box": { "width": 0.2, "height": 0.1 } } ] },
               { "id": "disc", "position": [-4, 6], "linear_velocity": [200, 3], "shapes": [ { "circle": { "radius": 0.1 } } ] },
               { "id": "wall", "kind": "static", "position": [3, 5], "shapes": [ { "box": { "width": 0.05, "height": 8 } } ] }"#
        }
        "joints of all kinds, by Lagrange multipliers" => JOINED,
        "guns of all methods" => GUNS,
        "smoke over a source" => SMOKE,
        "a lamp over bodies of parts" => LAMP,
        "a missile with a goal" => MISSILE,
        "a mine with something behind another" => MINE,
        "curves that cross and touch, and a ray that is reflected" => CROSSED,
        "a ball that bounces" => r#"{ "id": "a", "position": [0, 3], "shapes": [ { "circle": { "radius": 0.5 }, "restitution": 0.8 } ] }"#,
        _ => {
            r#"{ "id": "a", "position": [0, 0.6], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
               { "id": "b", "position": [0.3, 1.55], "angle": 0.3, "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
               { "id": "c", "position": [1.5, 1], "linear_velocity": [-2, 0], "shapes": [ { "polygon": { "vertices": [[0, 0], [1, 0], [0.5, 0.9]] } } ] },
               { "id": "d", "position": [0.1, 3], "shapes": [ { "box": { "width": 1, "height": 0.5 } } ] }"#
        }
    }
}

fn document(case: &str, settings: &str) -> Document {
    let ground = r#"{ "id": "ground", "kind": "static", "shapes": [ { "box": { "width": 40, "height": 1, "center": [0, -0.5] } } ] }"#;
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ {settings} }}, "bodies": [ {ground}, {} ] }}"#,
        bodies(case)
    );
    file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{case}: {problems}"))
}

fn stage(case: &str, settings: &str) -> Stage {
    Stage::new(&document(case, settings)).unwrap_or_else(|problems| panic!("{case}: {problems}"))
}

/// The functions that the step comes through in a case: file and line of their `ran!`.
fn passed(case: &str, settings: &str) -> BTreeSet<(String, usize)> {
    let mut stage = stage(case, settings);
    let places = places_passed_by(|| {
        (0..90).for_each(|_| stage.step());
        // Light, shadow and crossings are no part of a step: the scene's own picture finds them.
        if !stage.lights().is_empty() || !stage.curves().is_empty() {
            picture(&stage);
        }
    });
    places.into_keys().map(|(file, line)| (file.replace('\\', "/"), line as usize)).collect()
}

/// The picture of a scene, as the window draws it with its lamps, its curves and the lens of shadows.
fn picture(stage: &Stage) {
    let input = crate::lens::LensInput { stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    let mut list = crate::draw::DrawList::default();
    crate::lens::shade::draw(stage, input.metres_per_px, &mut list);
    crate::lens::shadows::draw(&input, &mut list);
    crate::lens::curves::draw(stage, &mut list);
}

/// The line of the `ran!` in the function that is shown for a marker, and its file; no line where the function has
/// none.
fn shown(marker: &str) -> (&'static str, Option<usize>) {
    let excerpt = excerpt(marker).unwrap_or_else(|| panic!("{marker} is not shown"));
    let (_, text) = packed::sources().find(|(path, _)| *path == excerpt.path).expect("its file");
    let (first, last) = (excerpt.numbers[0], *excerpt.numbers.last().expect("lines"));
    let noted = text.lines().enumerate().position(|(i, line)| (first..=last).contains(&(i + 1)) && line.trim() == NOTE);
    (excerpt.path, noted.map(|i| i + 1))
}

#[test]
fn every_kind_of_joint_that_files_hold_is_in_the_case_of_joints() {
    let document = document("joints of all kinds, by Lagrange multipliers", "");
    let held: BTreeSet<&str> = document.joints.iter().map(|joint| joint.kind.info().word).collect();
    let stored: BTreeSet<&str> = JointKind::all().iter().map(JointKind::info).filter(|info| info.stored).map(|info| info.word).collect();
    assert_eq!(held, stored);
}

#[test]
fn the_function_that_is_shown_is_the_one_that_the_step_calls() {
    let (mut demanded, mut proved, mut never) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for (case, settings, names) in CASES {
        let passed = passed(case, settings);
        let is_beside = |marker: &String| BESIDE.iter().any(|beside| marker.starts_with(beside));
        for marker in markers().into_iter().filter(|marker| !is_beside(marker) && names.iter().any(|name| marker.starts_with(name))) {
            let (file, line) = shown(&marker);
            demanded.insert(marker.clone());
            let Some(line) = line else {
                panic!("{marker}: the function in {file} lacks {NOTE}");
            };
            if passed.contains(&(file.to_owned(), line)) {
                proved.insert(marker);
            } else {
                never.push(format!("{marker} in {file}, line {line}: {case}"));
            }
        }
    }
    assert!(never.is_empty(), "the step never comes through what is shown for\n{}", never.join("\n"));
    let forgotten: Vec<String> = markers()
        .into_iter()
        .filter(|marker| !demanded.contains(marker) && !BESIDE.iter().any(|beside| marker.starts_with(beside)))
        .collect();
    assert!(forgotten.is_empty(), "no case demands {forgotten:?}");
    assert!(proved.len() >= 17, "{proved:?}");
}

/// Which markers each microscope shows, on a pair of the first case and on shipped examples.
#[test]
fn each_microscope_shows_functions_of_which_the_proof_speaks() {
    let all = markers();
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (case, settings, _) in CASES {
        let mut stage = stage(case, settings);
        (0..40).for_each(|_| stage.step());
        let pairs: Vec<_> = stage.world().contacts().iter().map(|c| (c.collider_a, c.collider_b)).take(4).collect();
        for specimen in pairs.into_iter().filter_map(|pair| Specimen::of(&stage, pair)) {
            for microscope in MICROSCOPES {
                let film = (microscope.film)(&specimen);
                used.entry(microscope.id).or_default().extend(film.frames.iter().map(|frame| frame.line));
            }
        }
    }
    assert_eq!(used.len(), MICROSCOPES.len());
    let is_proved = |line: &&str| CASES.iter().any(|(_, _, names)| names.iter().any(|name| line.starts_with(name)));
    for (microscope, lines) in used {
        assert!(lines.iter().all(|line| line.is_empty() || all.iter().any(|marker| marker == line)), "{microscope}: {lines:?}");
        assert!(lines.iter().any(is_proved), "{microscope} shows nothing of which the proof speaks: {lines:?}");
    }
}
