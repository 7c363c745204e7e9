//! Predictions: answers are computed, fair, and equal to what an independent computation says.

use crate::kit::{example_films, films, random, random_specimen};
use collidoscope::draw::{Mark, Primitive, Role, Sheet};
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::lens::microscope::{Answer, Film, MICROSCOPES, Part, Question, Specimen};
use glam::DVec2;
use std::collections::BTreeMap;

fn all_questions(film: &Film) -> Vec<(usize, Question)> {
    let of = |i: usize| film.reel.questions(&film.specimen, i).into_iter().map(move |q| (i, q));
    (0..film.last()).flat_map(of).collect()
}

#[test]
fn every_microscope_asks_at_least_three_kinds_and_no_answer_makes_up_more_than_three_fifths() {
    let mut answers: BTreeMap<(&str, &str), BTreeMap<String, usize>> = BTreeMap::new();
    for (example, film) in example_films() {
        for (_, question) in all_questions(&film) {
            *answers.entry((example.microscope, question.id)).or_default().entry(question.right_words()).or_default() += 1;
        }
    }
    for microscope in MICROSCOPES {
        let kinds: Vec<_> = answers.iter().filter(|((id, _), _)| *id == microscope.id).collect();
        assert!(kinds.len() >= 3, "{} asks {} kinds of question", microscope.id, kinds.len());
        for ((_, kind), words) in kinds {
            let total: usize = words.values().sum();
            let (most, count) = words.iter().max_by_key(|(_, n)| **n).expect("some");
            assert!(total >= 5, "{kind} is asked {total} times");
            assert!(5 * count <= 3 * total, "{kind}: {count} of {total} times the answer is \"{most}\"");
        }
    }
}

#[test]
fn every_wrong_choice_has_a_misconception_and_only_the_right_one_is_right() {
    let mut rng = random(11);
    for _ in 0..200 {
        for (microscope, film) in films(&random_specimen(&mut rng)) {
            for (frame, question) in all_questions(&film) {
                assert!(!question.why.is_empty() && !question.prompt.is_empty());
                match &question.kind {
                    AnswerKind::Choose { choices, right } => {
                        for (i, choice) in choices.iter().enumerate() {
                            let is_right = question.is_right(Answer::Choice(i));
                            assert_eq!(is_right, i == *right);
                            assert_eq!(choice.misconception.is_empty(), is_right, "{} frame {frame}: {choice:?}", microscope.id);
                        }
                    }
                    AnswerKind::Number { right, tolerance, .. } => {
                        assert!(question.is_right(Answer::Number(*right)) && *tolerance > 0.0);
                        assert!(!question.is_right(Answer::Number(right + 2.0 * tolerance)));
                    }
                }
            }
        }
    }
}

/// The hint to "they never meet" spoke of a gap at both ends where they overlap at the end.
#[test]
fn the_hint_to_an_answer_about_the_time_of_impact_speaks_of_the_end_that_there_is() {
    let (mut apart, mut overlapping) = (0, 0);
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "toi") {
        let asked = all_questions(&film);
        let choices = |id: &str| {
            let of = |(_, question): &(usize, Question)| match &question.kind {
                AnswerKind::Choose { choices, right } if question.id == id => Some((choices.clone(), *right)),
                _ => None,
            };
            asked.iter().find_map(of)
        };
        let (Some((outcomes, _)), Some((ends, end))) = (choices("toi.outcome"), choices("toi.end")) else { continue };
        let Some(never) = outcomes.iter().find(|choice| choice.label == "they never meet" && !choice.misconception.is_empty()) else {
            continue;
        };
        let overlaps = ends[end].label == "overlapping";
        assert_eq!(never.misconception.contains("both ends show a gap"), !overlaps, "{}: {}", example.name, never.misconception);
        *if overlaps { &mut overlapping } else { &mut apart } += 1;
    }
    assert!(apart >= 1 && overlapping >= 1, "{apart} and {overlapping}");
}

/// All corners `a − b` of the difference, world-turned, in double precision, found by brute force.
fn differences(s: &Specimen) -> Vec<(Part, DVec2)> {
    let (a, b) = (s.points(collidoscope::lens::microscope::Side::A), s.points(collidoscope::lens::microscope::Side::B));
    let mut all = Vec::new();
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            all.push((Part::pair(i, j), p.as_dvec2() - q.as_dvec2()));
        }
    }
    all
}

fn number(film: &Film, frame: usize, symbol: &str) -> f64 {
    let found = film.frames[frame].card.quantities().find(|q| q.symbol == symbol);
    f64::from(found.unwrap_or_else(|| panic!("no {symbol} at frame {frame}")).value)
}

#[test]
fn the_answers_equal_an_independent_computation() {
    let mut rng = random(12);
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..500 {
        let s = random_specimen(&mut rng);
        let corners = differences(&s);
        for (_, film) in films(&s) {
            for (frame, question) in all_questions(&film) {
                let right = match &question.kind {
                    AnswerKind::Choose { choices, right } => choices[*right].clone(),
                    AnswerKind::Number { .. } => continue,
                };
                let along = match question.id {
                    "gjk.next_support" => -DVec2::new(number(&film, frame, "v.x"), number(&film, frame, "v.y")),
                    "epa.support" => DVec2::new(number(&film, frame, "n.x"), number(&film, frame, "n.y")),
                    _ => continue,
                };
                let height = |w: DVec2| w.dot(along);
                let highest = corners.iter().map(|(_, w)| height(*w)).fold(f64::NEG_INFINITY, f64::max);
                let chosen = corners.iter().find(|(part, _)| Some(*part) == right.part).expect("a corner of the difference");
                let slack = 1e-4 * (along.length() + 1e-3);
                assert!(
                    highest - height(chosen.1) <= slack,
                    "{}: {} is {} lower than the highest",
                    question.id,
                    right.label,
                    highest - height(chosen.1)
                );
                // Among equals a wrong choice may be as high, but none is higher.
                *checked.entry(question.id).or_default() += 1;
            }
        }
    }
    assert!(checked["gjk.next_support"] > 300 && checked["epa.support"] > 300, "{checked:?}");
}

#[test]
fn the_winning_axis_is_the_one_of_least_overlap_or_the_first_wide_gap() {
    let mut rng = random(13);
    let mut checked = 0;
    for _ in 0..500 {
        let s = random_specimen(&mut rng);
        let film = (collidoscope::lens::microscope::sat::SAT.film)(&s);
        let gaps: Vec<f64> = (0..film.frames.len())
            .filter_map(|i| film.frames[i].card.quantities().find(|q| q.symbol == "gap").map(|q| f64::from(q.value)))
            .collect();
        let limit = f64::from(s.reach().exact);
        let expected = gaps.iter().copied().find(|g| *g > limit).unwrap_or_else(|| gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let found = f64::from(film.separation.expect("SAT always has one"));
        assert!((found - expected).abs() < 1e-5, "{found} against {expected}");
        checked += 1;
    }
    assert_eq!(checked, 500);
}

/// The charts of Boxes and Aim were drawn to their ends while the question was open how far they go, and the table of
/// Shadow said which edges cancel while it was asked how many do.
#[test]
fn what_is_asked_is_not_told_by_chart_or_table() {
    let mut seen = [0; 4];
    for (example, film) in example_films() {
        for (frame, question) in all_questions(&film) {
            let list = crate::kit::picture(&film, frame);
            let dots = |role: Role| {
                let is_dot = |m: &&Mark| m.sheet == Sheet::Chart && m.role == role && matches!(m.primitive, Primitive::Dot { .. });
                list.marks.iter().filter(is_dot).count()
            };
            match question.id {
                "broad.tests" => {
                    seen[0] += 1;
                    assert_eq!(dots(Role::Contact), frame + 1, "{}", example.name);
                }
                // Of the first method nothing is known before its answer.
                "aim.answer" if frame <= 2 => {
                    seen[1] += 1;
                    assert_eq!(dots(Role::Miss), 0, "{}: frame {frame}", example.name);
                }
                "integrators.energy" => {
                    seen[3] += 1;
                    let names = |m: &Mark| {
                        m.sheet == Sheet::Chart && matches!(&m.primitive, Primitive::Label { text, .. } if text.contains("Explicit"))
                    };
                    assert!(!list.marks.iter().any(names), "{}: frame {frame}", example.name);
                }
                "shadow.cancelled" => {
                    seen[2] += 1;
                    let told = |m: &Mark| matches!(&m.primitive, Primitive::Label { text, .. } if text.contains("cancels"));
                    assert!(!list.marks.iter().any(told), "{}", example.name);
                }
                _ => {}
            }
        }
    }
    assert!(seen.iter().all(|count| *count >= 3), "{seen:?}");
}

/// Answers were named after edges that face the other shape, of which two are skipped as parallel; and the list of all
/// edges ended in "and 3 more".
#[test]
fn sat_offers_the_edges_that_it_tries_and_lists_all_edges() {
    use collidoscope::lens::microscope::lesson::{LessonPlace, places};
    let json = collidoscope::scene::shipped::scenes().iter().find(|scene| scene.name == "lesson_two_boxes").expect("shipped").json;
    let document = collidoscope::scene::file::parse(json.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let place = places(&document).unwrap_or_else(|problems| panic!("{problems}")).swap_remove(2);
    let Ok(LessonPlace::Film { film, frame }) = place else { panic!("a film") };
    let questions = film.reel.questions(&film.specimen, frame);
    let winner = questions.iter().find(|question| question.id == "sat.winner").expect("it is asked");
    let AnswerKind::Choose { choices, right } = &winner.kind else { panic!("a choice") };
    // Opposite edges of a box are parallel: the first two of each are tried, the others skipped.
    let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
    assert_eq!(labels, ["edge 0 of lower", "edge 0 of upper", "edge 1 of lower", "edge 1 of upper"]);
    // The upper face of the lower crate, which is hit, is as good an answer as the edge that gives the same axis.
    let parts = choices[*right].part.iter().chain(&choices[*right].also);
    assert_eq!(parts.filter(|part| part.kind == collidoscope::lens::microscope::PartKind::EdgeA).count(), 2);
    let mut list = collidoscope::draw::DrawList::default();
    film.reel.draw(&film.specimen, frame, &mut list);
    for name in ["lower", "upper"] {
        for edge in 0..4 {
            let wanted = format!("normal of edge {edge} of {name}");
            let is_it = |mark: &&Mark| matches!(&mark.primitive, Primitive::Label { text, .. } if *text == wanted);
            assert!(list.marks.iter().any(|mark| is_it(&mark)), "no {wanted}");
        }
    }
}
