//! The pipeline is composed of the other microscopes' films, and ends with what the scene says.

use crate::kit::{example_films, picture, random, random_specimen};
use collidoscope::app::{App, FileCommand, HistoryCommand, MicroscopeCommand, RunCommand};
use collidoscope::draw::{DrawList, Mark, Primitive, Sheet};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::world::{Contact, ContactPoint};
use collidoscope::lens::microscope::pipeline::PIPELINE;
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::lens::microscope::{self, Answer, Film, Side};
use std::collections::BTreeSet;

fn act(app: &mut App, act: MicroscopeCommand) {
    app.apply(act);
}

/// A shipped scene after some steps.
fn scene(name: &str, steps: usize) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped(name.into()));
    for _ in 0..steps {
        app.apply(RunCommand::StepForward);
    }
    app
}

/// All pairs of the scene's shapes whose boxes have met, with or without points.
fn pairs(app: &App) -> Vec<Contact> {
    let world = app.stage().world();
    let colliders: Vec<ColliderId> =
        world.bodies().flat_map(|(body, b)| (0..b.colliders.len() as u32).map(move |index| ColliderId { body, index })).take(60).collect();
    let partners = colliders.iter().enumerate().flat_map(|(i, &a)| colliders[i + 1..].iter().map(move |&b| (a, b)));
    partners.filter_map(|(a, b)| world.contact(a, b)).collect()
}

/// The first example under the microscope: all but one of its stages run.
fn example() -> App {
    let mut app = scene("pyramid", 1);
    open(&mut app, None);
    act(&mut app, MicroscopeCommand::Example(0));
    app
}

fn open(app: &mut App, pair: Option<(ColliderId, ColliderId)>) {
    act(app, MicroscopeCommand::Open { pair, microscope: Some("pipeline".into()) });
    assert!(app.bench().is_some(), "{:?}", app.take_notices());
}

fn film(app: &App) -> &Film {
    app.bench().expect("open").film()
}

fn numbers(film: &Film, frame: usize, symbol: &str) -> Vec<f32> {
    film.frames[frame].card.quantities().filter(|q| q.symbol == symbol).map(|q| q.value).collect()
}

fn frame_of(film: &Film, line: &str) -> Option<usize> {
    film.frames.iter().position(|frame| frame.line == line)
}

#[test]
fn the_last_frame_is_the_scenes_own_contact_to_the_bit() {
    let (mut kept, mut made, mut empty) = (0, 0, 0);
    for (name, steps) in [("pyramid", 25), ("pyramid", 90), ("car", 60), ("rounded_shapes", 50), ("card_house", 30), ("newtons_cradle", 45)]
    {
        let mut app = scene(name, steps);
        for contact in pairs(&app).into_iter().take(40) {
            open(&mut app, Some((contact.collider_a, contact.collider_b)));
            let film = film(&app);
            let last = film.last();
            let words = format!("{name}: {}", film.outcome);
            let of = |get: fn(&ContactPoint) -> f32| contact.points().iter().map(get).collect::<Vec<_>>();
            assert_eq!(numbers(film, last, "separation"), of(|p| p.separation), "{words}");
            assert_eq!(numbers(film, last, "normal impulse"), of(|p| p.normal_impulse), "{words}");
            assert_eq!(numbers(film, last, "friction impulse"), of(|p| p.tangent_impulse), "{words}");
            if contact.count > 0 {
                let normal = Vec2::new(numbers(film, last, "normal.x")[0], numbers(film, last, "normal.y")[0]);
                assert_eq!(normal, contact.normal, "{words}");
                *(if frame_of(film, "pipeline.kept").is_some() { &mut kept } else { &mut made }) += 1;
            } else {
                empty += 1;
            }
        }
    }
    assert!(kept > 5 && made > 5 && empty > 5, "{kept} kept, {made} made, {empty} without points");
}

#[test]
fn what_is_carried_over_is_what_the_step_before_ended_with() {
    let (mut carried, mut new) = (0, 0);
    // Where things roll and tumble, features change in nearly every step; several moments, so that some contact has a
    // new point whatever the engine's last bits are.
    let tumbling =
        [20, 35, 45, 60, 75, 90].into_iter().flat_map(|steps| ["dominoes", "rounded_shapes", "welcome"].map(|name| (name, steps)));
    for (name, steps) in [("pyramid", 30), ("card_house", 20)].into_iter().chain(tumbling) {
        let mut app = scene(name, steps);
        for contact in pairs(&app).into_iter().take(40) {
            open(&mut app, Some((contact.collider_a, contact.collider_b)));
            let film = film(&app);
            let scene = film.specimen.scene.clone().expect("a scene");
            let before = scene.before.expect("steps lie behind").world().contact(scene.pair.0, scene.pair.1);
            let Some(frame) = film.frames.iter().position(|frame| frame.short == "carried") else { continue };
            let known: Vec<f32> = contact
                .points()
                .iter()
                .filter_map(|p| before.as_ref()?.points().iter().find(|old| old.feature == p.feature).map(|old| old.warm_normal))
                .collect();
            assert_eq!(numbers(film, frame, "before"), known);
            // Points that are found within the step have no warm start at its beginning; they carried nothing before
            // either.
            let begun = numbers(film, frame, "carried");
            assert!(begun == known || begun.is_empty() && known.iter().all(|x| *x == 0.0), "{name}: {}: {begun:?} {known:?}", film.outcome);
            carried += known.len();
            new += contact.count - known.len();
        }
    }
    assert!(carried > 20 && new > 0, "{carried} carried, {new} new");
}

/// A mark without its place: what a fitted copy must have in common with the original.
fn essence(mark: &Mark) -> (String, String) {
    let kind = match &mark.primitive {
        Primitive::Label { text, offset_px, priority, .. } => format!("label {text} {offset_px} {priority}"),
        Primitive::Polygon { points, .. } | Primitive::Outline { points } | Primitive::Polyline { points } => {
            format!("{} points", points.len())
        }
        Primitive::Dot { radius_px, .. } => format!("dot {radius_px}"),
        Primitive::Ring { radius_px, .. } => format!("ring {radius_px}"),
        other => format!("{other:?}").split(' ').next().unwrap_or_default().to_owned(),
    };
    (format!("{:?} {:?}", mark.role, mark.tag), kind)
}

fn on(list: &DrawList, sheet: Sheet) -> Vec<(String, String)> {
    list.marks.iter().filter(|m| m.sheet == sheet).map(essence).collect()
}

/// Marks of the world with their places.
fn world(list: &DrawList) -> Vec<String> {
    let mark = |m: &Mark| match &m.primitive {
        Primitive::Polygon { points, .. } | Primitive::Outline { points } | Primitive::Polyline { points } => {
            format!("{:?} {:?} {:?}", m.role, m.tag, list.points(points))
        }
        other => format!("{:?} {:?} {other:?}", m.role, m.tag),
    };
    list.marks.iter().filter(|m| m.sheet == Sheet::World).map(mark).collect()
}

/// Every frame that stands for another microscope's frame shows the same there, and one finds back.
fn check_the_way_in_and_out(film: &Film, opened: &mut BTreeSet<&'static str>) {
    let mut films: Vec<Film> = Vec::new();
    for index in 0..film.frames.len() {
        let Some(inside) = film.inside(index) else { continue };
        if !films.iter().any(|f| f.microscope.id == inside.microscope) {
            films.push((microscope::find(inside.microscope).expect("a microscope").film)(&film.specimen));
        }
        let own = films.iter().find(|f| f.microscope.id == inside.microscope).expect("made above");
        assert!(inside.frame <= own.last());
        let back = film.place_of(inside.microscope, inside.frame).expect("it stands in the pipeline");
        let there = film.inside(back).expect("it leads in again");
        assert_eq!((there.microscope, there.frame), (inside.microscope, inside.frame));
        if !inside.is_same {
            continue;
        }
        opened.insert(inside.microscope);
        let (here, there) = (picture(film, index), picture(own, inside.frame));
        assert_eq!(world(&here), world(&there), "frame {index} is {} of {}", inside.frame, inside.microscope);
        let (here, there) = (on(&here, Sheet::Diagram), on(&there, own.microscope.space));
        assert_eq!(
            here[..here.len() - 1],
            there[..],
            "frame {index} is {} of {}; the last label is its title",
            inside.frame,
            inside.microscope
        );
        if film.frames[index].line != "pipeline.kept" {
            let (here, there) = (&film.frames[index], &own.frames[inside.frame]);
            assert_eq!((&here.heading, &here.reason, &here.card, here.line), (&there.heading, &there.reason, &there.card, there.line));
        }
    }
}

#[test]
fn each_frame_opened_in_its_own_microscope_shows_the_same_marks_and_numbers() {
    let mut opened = BTreeSet::new();
    for (_, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "pipeline") {
        check_the_way_in_and_out(&film, &mut opened);
    }
    let mut app = scene("pyramid", 30);
    open(&mut app, None);
    check_the_way_in_and_out(film(&app), &mut opened);
    let mut rng = random(31);
    for _ in 0..40 {
        check_the_way_in_and_out(&(PIPELINE.film)(&random_specimen(&mut rng)), &mut opened);
    }
    assert_eq!(opened, BTreeSet::from(["broad", "sat", "gjk", "epa", "clip", "solver", "race"]));
}

#[test]
fn eight_stages_and_a_result_stand_in_order_and_what_was_spared_says_why() {
    let mut rng = random(32);
    let mut films: Vec<Film> = (0..200).map(|_| (PIPELINE.film)(&random_specimen(&mut rng))).collect();
    films.extend(example_films().into_iter().filter(|(e, _)| e.microscope == "pipeline").map(|(_, film)| film));
    let mut spared = 0;
    for film in &films {
        let groups = film.reel.groups();
        assert_eq!(groups.len(), 9);
        assert!(groups.windows(2).all(|pair| pair[0].from < pair[1].from) && groups[8].from == film.last());
        for (index, frame) in film.frames.iter().enumerate() {
            assert_eq!(groups[frame.iteration], *film.group_of(index).expect("a header"));
            assert!(!frame.reason.is_empty() && !frame.heading.is_empty());
        }
        for (turn, group) in groups.iter().enumerate().filter(|(_, group)| group.is_hollow) {
            spared += 1;
            assert_eq!(film.next_turn(group.from), groups[turn + 1].from, "one frame says that it was spared");
        }
    }
    assert!(spared > 200);
}

#[test]
fn the_number_of_points_is_that_of_the_narrow_phase() {
    let mut rng = random(33);
    for _ in 0..300 {
        let s = random_specimen(&mut rng);
        let film = (PIPELINE.film)(&s);
        let manifold = collide(&s.a.shape, &s.b.shape, s.pose_b_in_a(), NarrowPhase::GjkEpa, s.options.margin, &mut NoProbe);
        let names = film.reel.groups().iter().find(|group| group.name == "Names").expect("a stage");
        assert_eq!(manifold.count > 0, !names.is_hollow, "{}", film.outcome);
    }
}

#[test]
fn one_goes_in_walks_on_and_comes_back_to_where_that_stands_and_undo_leads_back_too() {
    let mut app = example();
    let at = |app: &App| (app.bench().expect("open").microscope().id, app.bench().expect("open").frame());
    let sat = film(&app).place_of("sat", 2).expect("SAT ran");
    act(&mut app, MicroscopeCommand::Frame(sat));
    act(&mut app, MicroscopeCommand::Inside);
    assert_eq!(at(&app), ("sat", 2));
    assert!(app.bench().expect("open").is_inside());
    act(&mut app, MicroscopeCommand::Step(1));
    act(&mut app, MicroscopeCommand::Outside);
    assert_eq!(at(&app), ("pipeline", sat + 1), "where SAT's next frame stands");
    app.apply(HistoryCommand::Undo);
    assert_eq!(at(&app), ("sat", 3));
    assert!(app.bench().expect("open").is_inside(), "the way back is still there");
    app.apply(HistoryCommand::Undo);
    assert_eq!(at(&app), ("pipeline", sat));
    app.apply(HistoryCommand::Redo);
    assert_eq!(at(&app), ("sat", 3));
    act(&mut app, MicroscopeCommand::Move { side: Side::B, shift: Vec2::new(0.0, 5.0), gesture: 1 });
    act(&mut app, MicroscopeCommand::Outside);
    let film = film(&app);
    assert!(film.reel.groups().iter().filter(|group| group.is_hollow).count() >= 6, "lifted far away, nothing is left to do");
    // Back at the start nothing leads in, and nothing happens.
    act(&mut app, MicroscopeCommand::Frame(0));
    act(&mut app, MicroscopeCommand::Inside);
    assert_eq!(at(&app), ("pipeline", 0));
}

#[test]
fn predictions_of_the_pipeline_survive_a_look_inside() {
    let mut app = example();
    act(&mut app, MicroscopeCommand::SetGate(true));
    let question = app.open_question().expect("where will it end?");
    let AnswerKind::Choose { right, .. } = question.kind else { panic!("a choice") };
    act(&mut app, MicroscopeCommand::Answer(Answer::Choice(right)));
    act(&mut app, MicroscopeCommand::Step(1));
    act(&mut app, MicroscopeCommand::Inside);
    assert_eq!(app.bench().expect("open").microscope().id, "broad");
    act(&mut app, MicroscopeCommand::Outside);
    assert_eq!(app.bench().expect("open").frame(), 1);
    assert_eq!(app.bench().expect("open").answer_at(0), Some(Some(Answer::Choice(right))));
}

#[test]
fn a_pair_with_room_left_is_not_looked_at_again() {
    let (mut by_slack, mut by_boxes) = (0, 0);
    for name in ["welcome", "car", "capsule_rain", "newtons_cradle"] {
        let mut app = scene(name, 60);
        for contact in pairs(&app).into_iter().filter(|c| c.count == 0).take(20) {
            open(&mut app, Some((contact.collider_a, contact.collider_b)));
            let film = film(&app);
            by_slack += usize::from(frame_of(film, "separated.slack").is_some());
            by_boxes += usize::from(frame_of(film, "pipeline.near").is_some());
            for frame in &film.frames {
                assert!(frame.line.is_empty() || microscope::source::excerpt(frame.line).is_some(), "there is no marker {}", frame.line);
            }
        }
    }
    assert!(by_slack > 0, "{by_slack} by slack, {by_boxes} by boxes");
}

#[test]
fn huygens_balls_push_with_mass_times_velocity() {
    let (_, film) = example_films().into_iter().find(|(e, _)| e.name == "pipeline_5_published").expect("shipped");
    let push = numbers(&film, film.last(), "normal impulse")[0];
    assert!((push - 3.0 * std::f32::consts::PI * 0.25).abs() < 1e-4, "{push}");
}
