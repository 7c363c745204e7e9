//! Somebody presses everything: random pointer, keys, texts and pastes, half of them at widgets that are shown.
//!
//! A seeded part runs with every test; `FRAMES=108000` is half an hour of it, and `SEED` begins elsewhere.

use crate::kit::*;
use collidoscope::app::{history, timeline};
use collidoscope::scene::file;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Fewer than this are waiting to be shown or told at any time.
const MOST_NOTICES: usize = 100;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The middle of some widget, else any place in the window.
fn place(w: &Window, rng: &mut Pcg32) -> Pos2 {
    if rng.random() {
        let shown: Vec<Rect> = w.query_all_by(|n| n.raw_bounds().is_some()).map(|n| rect_of(n.raw_bounds())).collect();
        if let Some(rect) = shown.choose(rng) {
            return rect.center();
        }
    }
    pos2(rng.random_range(-20.0..1300.0), rng.random_range(-20.0..820.0))
}

fn modifiers(rng: &mut Pcg32) -> Modifiers {
    let command = rng.random_ratio(1, 4);
    Modifiers { alt: rng.random_ratio(1, 20), ctrl: command, command, shift: rng.random_ratio(1, 6), mac_cmd: false }
}

fn any_event(w: &Window, rng: &mut Pcg32) -> Vec<Event> {
    let modifiers = modifiers(rng);
    let texts = ["1e999", "nan", "", "-", "0", "12 km", "\u{202e}x", "ball\nbox", "{\"format\":", "😀", "1/0", "9"];
    let buttons = [PointerButton::Primary, PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
    let text = (*texts.choose(rng).expect("some")).to_owned();
    let button = *buttons.choose(rng).expect("some");
    let key = *Key::ALL.choose(rng).expect("some");
    let pos = place(w, rng);
    let click = |pressed| Event::PointerButton { pos, button, pressed, modifiers };
    let stroke = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    match rng.random_range(0..20) {
        0..=3 => vec![Event::PointerMoved(pos)],
        4..=8 => vec![Event::PointerMoved(pos), click(true), click(false)],
        9..=10 => vec![Event::PointerMoved(pos), click(true)],
        11..=12 => vec![Event::PointerMoved(pos), click(false)],
        13..=15 => vec![stroke(true), stroke(false)],
        16 => vec![Event::Text(text)],
        17 => vec![[Event::Copy, Event::Cut, Event::Paste(text)].choose(rng).expect("some").clone()],
        18 => {
            let delta = vec2(rng.random_range(-50.0..50.0), rng.random_range(-200.0..200.0));
            vec![Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, modifiers }]
        }
        _ => vec![Event::PointerGone],
    }
}

/// Does what the program asks of its shell, well or badly.
fn serve(app: &mut App, rng: &mut Pcg32) {
    for effect in app.take_effects() {
        match effect {
            Effect::AskSave { moment, .. } if rng.random() => app.apply(FileCommand::SaveTo { path: "saved.json".into(), moment }),
            Effect::AskExport { .. } if rng.random() => app.apply(FileCommand::ExportTo("picture.svg".into())),
            Effect::AskOpen => app.apply(FileCommand::Loaded { path: None, bytes: Ok(b"no scene".to_vec()) }),
            Effect::Write { path, scene, moment, .. } => {
                assert!(file::to_checked_json(&scene).is_ok(), "what is saved does not open");
                let result = if rng.random_ratio(3, 4) { Ok(0) } else { Err("the disk is full".to_owned()) };
                app.apply(FileCommand::Written { path, moment, result });
            }
            _ => {}
        }
    }
}

#[test]
fn whatever_is_pressed_the_program_goes_on_within_its_memory() {
    let (frames, seed) = (number("FRAMES", 2_500), number("SEED", 1));
    let mut rng = Pcg32::seed_from_u64(seed);
    let mut w = open(App::welcome(), 1280.0, 800.0);
    w.step();
    let (mut largest_run, mut largest_undo) = (0, 0);
    let mut slowest = (0.0_f64, 0);
    for frame in 0..frames {
        let events = any_event(&w, &mut rng);
        w.input_mut().events.extend(events);
        let begun = cpu_time::ThreadTime::now();
        w.step();
        let app = &mut w.state_mut().app;
        app.tick(1.0 / 60.0, &mut || true);
        serve(app, &mut rng);
        let seconds = begun.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, frame);
        }
        app.stage().world().validate().unwrap_or_else(|why| panic!("frame {frame}: {why}"));
        assert!(app.take_notices().len() < MOST_NOTICES, "frame {frame}");
        if frame % 100 == 0 {
            let (run, undo, stage) = (app.timeline().bytes(), app.undo_bytes(), app.stage().bytes());
            assert!(run <= timeline::BUDGET && undo <= history::BUDGET + 2 * stage, "frame {frame}: {run} {undo}");
            (largest_run, largest_undo) = (largest_run.max(run), largest_undo.max(undo));
            assert!(file::check(app.document()).is_ok(), "frame {frame}: the document would not open again");
        }
        // Lost in a corner, it begins again.
        if frame % 1_000 == 999 {
            app.apply(FileCommand::OpenShipped("pyramid".into()));
            app.apply(collidoscope::app::PromptCommand::Discard);
            app.apply(RunCommand::Play);
        }
    }
    let app = &w.state().app;
    assert!(app.changes() > frames / 100, "too little happened: {} changes", app.changes());
    eprintln!("{frames} frames, {} changes; the run took {largest_run} bytes, undo {largest_undo}", app.changes());
    eprintln!("the slowest frame, {}, took {:.3} s of processor time", slowest.1, slowest.0);
}
