//! Animated GIFs of a run, from the program and from the command line, read back by the decoder of another library part.

use collidoscope::app::{AnimationCommand, App, Effect, FileCommand, MicroscopeCommand, RunCommand};
use collidoscope::draw::gif::{Gif, pace};
use collidoscope::draw::palette::Theme;
use collidoscope::draw::svg::Figure;
use collidoscope::draw::{DrawList, View};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::Vec2;
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use std::io::Cursor;

fn app(steps: u64) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("bounce".into()));
    app.set_canvas(Vec2::new(320.0, 200.0));
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
    app.take_effects();
    app
}

/// Lets time pass until the file is to be written.
fn finish(app: &mut App) -> (String, Vec<u8>) {
    for _ in 0..500 {
        app.tick(0.0, &mut || false);
        for effect in app.take_effects() {
            if let Effect::WriteFigure { path, bytes } = effect {
                return (path, bytes);
            }
        }
    }
    panic!("it is never done");
}

/// What was asked for stayed when its dialog was given up: the next figure, a film under the microscope, was taken for
/// the animation, "its name must end in .gif".
#[test]
fn a_film_is_exported_after_the_dialog_of_an_animation_was_given_up() {
    let mut app = app(60);
    app.apply(AnimationCommand::Ask);
    let pair = [0, 1].map(|body| ColliderId { body: BodyId(body), index: 0 });
    app.apply(MicroscopeCommand::Open { pair: Some((pair[0], pair[1])), microscope: Some("gjk".into()) });
    assert!(app.bench().is_some(), "{:?}", app.take_notices());
    app.take_effects();
    app.apply(FileCommand::ExportFigure);
    app.apply(FileCommand::ExportTo("film.svg".into()));
    let effects = app.take_effects();
    let film = effects.iter().find_map(|effect| if let Effect::WriteFigure { path, bytes } = effect { Some((path, bytes)) } else { None });
    let (path, bytes) = film.unwrap_or_else(|| panic!("{effects:?} {:?}", app.take_notices()));
    assert!(path == "film.svg" && bytes.starts_with(b"<svg"));
}

#[test]
fn an_animation_has_a_frame_for_each_25th_of_a_second_of_the_repeated_part() {
    let mut app = app(60);
    app.apply(RunCommand::SetRange(Some([10, 50])));
    app.apply(AnimationCommand::Ask);
    assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::AskExport { name } if name.ends_with(".gif"))));
    app.apply(FileCommand::ExportTo("run.gif".into()));
    let progress = app.animation().expect("it is under way").progress();
    assert_eq!(progress, (0, 14), "every third step of 40, and the first");
    assert!(app.is_moving());
    let (path, bytes) = finish(&mut app);
    assert_eq!((path.as_str(), app.animation().is_none()), ("run.gif", true));
    let frames = GifDecoder::new(Cursor::new(&bytes)).expect("a GIF").into_frames().collect_frames().expect("frames");
    assert_eq!(frames.len(), 14);
    assert_eq!((frames[0].buffer().width(), frames[0].buffer().height()), (320, 200));
    assert!(frames.iter().all(|frame| frame.delay().numer_denom_ms().0 == 50), "20 frames of three steps a second");
    let differ = frames.windows(2).filter(|pair| pair[0].buffer() != pair[1].buffer()).count();
    assert!(differ > 9, "it moves: {differ}");
    assert_eq!(app.stage().step_count(), 60, "the run itself stays where it is");
}

#[test]
fn an_animation_can_be_given_up_and_needs_a_run_and_the_right_name() {
    let mut app = app(20);
    app.apply(AnimationCommand::Ask);
    app.apply(FileCommand::ExportTo("run.gif".into()));
    app.tick(0.0, &mut || false);
    app.apply(AnimationCommand::Stop);
    assert!(app.animation().is_none());
    for (steps, name, why) in [(0, "run.gif", "nothing has run"), (20, "run.png", "must end in .gif")] {
        let mut app = self::app(steps);
        app.apply(AnimationCommand::Ask);
        app.apply(FileCommand::ExportTo(name.into()));
        assert!(app.animation().is_none());
        assert!(app.take_notices().iter().any(|notice| notice.text.contains(why)), "{name}: {why}");
    }
}

/// A frame stayed the hundredths of a second nearest to its steps: at 60 Hz two steps in 3/100 s, 11 % too fast, and 33
/// frames a second. Judged by the sum of the delays in the file.
#[test]
fn frames_keep_the_pace_of_the_run() {
    assert_eq!(pace(60.0, 1.0), (3, 5.0));
    for (hz, speed) in [(60.0, 1.0), (60.0, 0.0625), (120.0, 2.0), (1000.0, 8.0), (10.0, 1.0), (59.0, 1.0), (144.0, 0.7)] {
        let (stride, hundredths) = pace(hz, speed);
        let mut gif = Gif::new(hundredths).expect("begun");
        let view = View { center: Vec2::ZERO, height: 1.0 };
        let figure = Figure { width: 4, height: 4, view, theme: Theme::Light, grid: false, title: None };
        let count = 40;
        (0..count).for_each(|_| gif.add(&DrawList::default(), &figure).expect("a frame"));
        let frames = GifDecoder::new(Cursor::new(gif.finish())).expect("a GIF").into_frames().collect_frames().expect("frames");
        let told: f64 = frames.iter().map(|frame| f64::from(frame.delay().numer_denom_ms().0) / 1000.0).sum();
        let takes = count as f64 * stride as f64 / f64::from(hz * speed);
        assert!((told - takes).abs() <= 0.0051, "{hz} Hz at {speed}: {takes} s in {told} s");
        assert!(takes / count as f64 > 0.0399, "{hz} Hz at {speed}: more than 25 frames a second");
    }
}

/// The name of an export was its ending alone: a hidden file.
#[test]
fn an_animation_of_a_scene_without_a_title_is_called_scene() {
    let mut app = App::empty();
    assert!(app.document().title.is_empty());
    app.apply(AnimationCommand::Ask);
    assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::AskExport { name } if name == "scene.gif")));
}
