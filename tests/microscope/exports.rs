//! What leaves the microscope: unit tests that compile and pass, and single views of a frame.
//!
//! The files in `exported/` are what the program writes for some of the examples. They are compiled here and run with
//! all other tests, and must stay what the program writes now;
//! `BLESS_EXPORTS=1 cargo test --test microscope exported` writes them anew.

use crate::kit::example_films;
use collidoscope::app::{App, Effect, FileCommand, MicroscopeCommand, RunCommand};
use collidoscope::draw::palette::Theme;
use collidoscope::lens::microscope::figure::view_bytes;
use collidoscope::lens::microscope::{FilmView, MICROSCOPES, export};
use std::path::Path;

#[rustfmt::skip]
#[allow(clippy::all)]
#[path = "exported/mod.rs"]
mod exported;

/// The files that are compiled here.
const EXPORTED: &[(&str, &str)] = &[
    ("sat_1_typical", include_str!("exported/sat_1_typical.rs")),
    ("sat_3_identical", include_str!("exported/sat_3_identical.rs")),
    ("gjk_1_typical", include_str!("exported/gjk_1_typical.rs")),
    ("gjk_7_point_segment", include_str!("exported/gjk_7_point_segment.rs")),
    ("epa_2_round", include_str!("exported/epa_2_round.rs")),
    ("clip_4_endless_ground", include_str!("exported/clip_4_endless_ground.rs")),
    ("clip_9_ball", include_str!("exported/clip_9_ball.rs")),
    ("race_8_capsules", include_str!("exported/race_8_capsules.rs")),
    ("toi_2_bullet", include_str!("exported/toi_2_bullet.rs")),
];

#[test]
fn the_exported_tests_that_are_compiled_here_are_what_the_program_writes() {
    let films = example_films();
    for (name, stands) in EXPORTED {
        let (_, film) = films.iter().find(|(example, _)| example.name == *name).expect("shipped");
        let written = String::from_utf8(export::bytes(film, "pair.rs", Theme::Light).expect("a sound film")).expect("text");
        if std::env::var_os("BLESS_EXPORTS").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/microscope/exported").join(format!("{name}.rs"));
            std::fs::write(path, &written).expect("written");
        } else {
            assert_eq!(written, *stands, "{name}: BLESS_EXPORTS=1 writes it anew");
        }
    }
}

#[test]
fn every_view_of_every_microscope_is_a_figure_of_its_own() {
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.name.contains("_1_")) {
        for view in FilmView::ALL {
            let of = |frame: usize, path: &str| view_bytes(&film, frame, view, (480, 360), path, Theme::Light);
            if view == FilmView::Chart && film.microscope.chart_title.is_none() {
                assert!(of(0, "a.svg").is_err());
                continue;
            }
            let text = |frame: usize| String::from_utf8(of(frame, "a.svg").expect("a view")).expect("text");
            let last = film.last();
            assert!(text(last).starts_with("<svg") && text(last).ends_with("</svg>\n"), "{} {view:?}", example.name);
            assert!(of(last, "a.png").is_ok_and(|png| png.starts_with(b"\x89PNG")), "{} {view:?}", example.name);
            assert!(of(last, "a.rs").is_err(), "a view is no test");
            if view == FilmView::Card {
                let card = &film.frames[last].card;
                let word = card.lines.last().map(|line| line.words().split(' ').next().unwrap_or_default().to_owned());
                assert!(text(last).contains(&word.unwrap_or_default()), "{}", example.name);
                assert_ne!(text(0), text(last));
            }
        }
    }
    assert!(MICROSCOPES.iter().any(|m| m.chart_title.is_none()) && MICROSCOPES.iter().any(|m| m.chart_title.is_some()));
}

#[test]
fn the_window_asks_where_a_view_goes_and_writes_just_that() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    (0..40).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("gjk".into()) });
    app.apply(MicroscopeCommand::Step(1));
    app.take_effects();
    let mut written = Vec::new();
    for command in [FileCommand::ExportView(FilmView::Card), FileCommand::ExportView(FilmView::Space), FileCommand::ExportFigure] {
        app.apply(command);
        let effects = app.take_effects();
        let [Effect::AskExport { name }] = effects.as_slice() else { panic!("{effects:?}") };
        app.apply(FileCommand::ExportTo(name.clone()));
        let effects = app.take_effects();
        let [Effect::WriteFigure { path, bytes }] = effects.as_slice() else { panic!("{effects:?}") };
        written.push((path.clone(), bytes.clone()));
    }
    assert!(written[0].0.ends_with("_gjk_2_card.svg") && written[1].0.ends_with("_gjk_2_space.svg") && written[2].0.ends_with("_gjk.svg"));
    assert!(written[0].1 != written[1].1 && written[1].1.len() < written[2].1.len(), "the film is more than a view");
}
