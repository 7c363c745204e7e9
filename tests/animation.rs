//! Animated GIFs of a run, from the program and from the command line, read back by the decoder of another library part.

use collidoscope::app::{AnimationCommand, App, Effect, FileCommand, RunCommand};
use collidoscope::draw::gif::pace;
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

#[test]
fn an_animation_has_a_frame_for_each_25th_of_a_second_of_the_repeated_part() {
    let mut app = app(60);
    app.apply(RunCommand::SetRange(Some([10, 50])));
    app.apply(AnimationCommand::Ask);
    assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::AskExport { name } if name.ends_with(".gif"))));
    app.apply(FileCommand::ExportTo("run.gif".into()));
    let progress = app.animation().expect("it is under way").progress();
    assert_eq!(progress, (0, 21), "every second step of 40, and the first");
    assert!(app.is_moving());
    let (path, bytes) = finish(&mut app);
    assert_eq!((path.as_str(), app.animation().is_none()), ("run.gif", true));
    let frames = GifDecoder::new(Cursor::new(&bytes)).expect("a GIF").into_frames().collect_frames().expect("frames");
    assert_eq!(frames.len(), 21);
    assert_eq!((frames[0].buffer().width(), frames[0].buffer().height()), (320, 200));
    assert!(frames.iter().all(|frame| frame.delay().numer_denom_ms().0 == 30), "30 frames of 1/33 s a second of two steps each");
    let differ = frames.windows(2).filter(|pair| pair[0].buffer() != pair[1].buffer()).count();
    assert!(differ > 15, "it moves: {differ}");
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

#[test]
fn frames_keep_the_pace_of_the_run() {
    for (hz, speed) in [(60.0, 1.0), (60.0, 0.0625), (120.0, 2.0), (1000.0, 8.0), (10.0, 1.0)] {
        let (stride, hundredths) = pace(hz, speed);
        let shown = stride as f32 / (hz * speed);
        let stays = hundredths as f32 / 100.0;
        // A frame stays a whole number of hundredths of a second, two at least.
        assert!((shown - stays).abs() <= 0.0051, "{hz} Hz at {speed}: {shown} s in {stays} s");
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
