//! The author of a lesson in the window: questions, title, order; and the lesson before a room.

use crate::kit::*;
use collidoscope::scene::document::{QuestionDoc, QuestionKind, Reply};

fn lesson(question: Option<QuestionDoc>) -> Window {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
    if let Some(question) = question {
        app.apply(LessonCommand::Question(Some(Box::new(question))));
    }
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

fn asked(w: &Window) -> Option<&QuestionDoc> {
    w.state().app.document().lesson[0].question.as_deref()
}

fn edge() -> QuestionDoc {
    let kind = QuestionKind::Choice { answers: vec!["an upper edge".into(), "a lower edge".into()], right: 1 };
    QuestionDoc { prompt: "Which edge?".into(), kind, why: "It looks most against the crate.".into() }
}

/// Writes that question instead of what the editor begins with.
fn draft(w: &mut Window) {
    w.state_mut().app.apply(LessonCommand::Draft(Some(Box::new(edge()))));
    w.run();
}

#[test]
fn a_question_is_written_kept_and_taken_back_by_hand() {
    let mut w = lesson(None);
    edit_lesson(&mut w);
    click(&mut w, "Ask a question here");
    draft(&mut w);
    click(&mut w, "Add an answer");
    assert!(asked(&w).is_none(), "a draft is no part of the scene");
    click(&mut w, "Keep the question");
    w.run();
    let question = asked(&w).expect("it is kept").clone();
    assert!(matches!(&question.kind, QuestionKind::Choice { answers, right: 1 } if answers.len() == 3));
    assert!(w.query_by_label("Edit").is_some() && w.query_by_label("Keep the question").is_none(), "the draft is over");
    w.state_mut().app.apply(HistoryCommand::Undo);
    w.run();
    assert!(asked(&w).is_none());
    // Esc closes the editor first, then the microscope.
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.bench().is_some() && w.query_by_label("Ask a question here").is_none());
}

#[test]
fn a_step_is_dragged_to_another_place() {
    let mut w = lesson(None);
    let before: Vec<String> = w.state().app.document().lesson.iter().map(|step| step.caption.clone()).collect();
    edit_lesson(&mut w);
    let (from, to) = (bounds(&w, "Step 1").center(), bounds(&w, "Step 3").center());
    drag(&mut w, from, to, PointerButton::Primary);
    w.run();
    let after: Vec<String> = w.state().app.document().lesson.iter().map(|step| step.caption.clone()).collect();
    assert_eq!(after[..3], [before[1].clone(), before[2].clone(), before[0].clone()]);
    assert_eq!(after[3..], before[3..]);
}

#[test]
fn a_digit_answers_the_authors_question_and_its_explanation_follows() {
    let mut w = lesson(Some(edge()));
    assert!(w.query_by_label("Which edge?").is_some() && w.query_by_label("It looks most against the crate.").is_none());
    key(&mut w, Modifiers::NONE, Key::Num1);
    let question = asked(&w).expect("it is asked").clone();
    assert_eq!(w.state().app.reply_to(&question), Some(&Reply::Choice(0)));
    assert!(w.query_by_label("Not “an upper edge”. The answer is “a lower edge”.").is_some());
    assert!(w.query_by_label("It looks most against the crate.").is_some());
    click(&mut w, "Ask again");
    key(&mut w, Modifiers::NONE, Key::Num2);
    assert!(w.query_by_label("Right: “a lower edge”.").is_some());
}

#[test]
fn a_presented_lesson_shows_caption_pictures_and_question_alone_and_esc_leaves() {
    let mut w = lesson(Some(edge()));
    let caption = w.state().app.document().lesson[0].caption.clone();
    key(&mut w, Modifiers::NONE, Key::F5);
    w.run();
    for shown in [caption.as_str(), "Which edge?", "World", "How two boxes meet"] {
        assert!(w.query_by_label(shown).is_some(), "{shown} is not shown");
    }
    for hidden in ["Lesson", "Step on", "Examples", "Show figure"] {
        assert!(w.query_by_label(hidden).is_none(), "{hidden} is shown");
    }
    key(&mut w, Modifiers::NONE, Key::PageDown);
    let second = w.state().app.document().lesson[1].caption.clone();
    assert!(w.query_by_label(&second).is_some() && w.query_by_label("Which edge?").is_none());
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.run();
    assert!(w.state().app.bench().is_some() && w.query_by_label("Lesson").is_some(), "the lesson is still open");
}

/// Over the scene a digit switched a lens: the step was left, and its question was gone.
#[test]
fn a_digit_answers_a_question_over_the_scene_and_a_second_answer_switches_no_lens() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
    app.apply(LessonCommand::TakeView { replace: false });
    app.apply(LessonCommand::Question(Some(Box::new(edge()))));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    key(&mut w, Modifiers::NONE, Key::F5);
    let lenses = w.state().app.lenses().to_vec();
    key(&mut w, Modifiers::NONE, Key::Num2);
    assert!(w.query_by_label("Right: “a lower edge”.").is_some());
    assert_eq!(w.state().app.lenses(), lenses);
    // Who tries the other answer, too, would have left the step. Digits that are no answer are keys of lenses.
    key(&mut w, Modifiers::NONE, Key::Num1);
    assert_eq!(w.state().app.lenses(), lenses);
    assert!(w.query_by_label("Right: “a lower edge”.").is_some());
    key(&mut w, Modifiers::NONE, Key::Num3);
    assert_ne!(w.state().app.lenses(), lenses);
    // A number is typed at once; the full stop steps through time as long as none was begun.
    let number = QuestionDoc { kind: QuestionKind::Number { right: 3.0, tolerance: 0.1, unit: "m".into() }, ..edge() };
    w.state_mut().app.apply(LessonCommand::Return);
    w.state_mut().app.apply(LessonCommand::Question(Some(Box::new(number.clone()))));
    w.run();
    key(&mut w, Modifiers::NONE, Key::Num3);
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(w.state().app.reply_to(&number), Some(&Reply::Number(3.0)));
}

/// What was refused opened the caption of the step that was there before.
#[test]
fn the_caption_opens_for_a_step_that_was_added_and_for_no_other() {
    use collidoscope::app::BranchCommand;
    use collidoscope::scene::stage::Input;
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    app.apply(ViewCommand::Select(Vec::new()));
    let mut w = open(app, 1280.0, 800.0);
    let is_open = |w: &Window| w.query_by_label("Caption of this step").is_some();
    key(&mut w, Modifiers::COMMAND, Key::L);
    w.run();
    assert!(w.state().app.document().lesson.len() == 1 && is_open(&w));
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.state_mut().app.apply(LessonCommand::Go(0));
    click(&mut w, "Lesson");
    click(&mut w, "Done with the caption");
    assert!(!is_open(&w));
    // A run that was thrown by hand, shown as a ghost, is no part of a lesson.
    let app = &mut w.state_mut().app;
    let body = app.stage().names().bodies.id("box").expect("there");
    let point = app.stage().world().body(body).expect("there").center;
    app.apply(RunCommand::Input(Input::Grab { body, point }));
    app.apply(RunCommand::Input(Input::Release));
    app.apply(RunCommand::StepForward);
    app.apply(BranchCommand::Keep);
    app.apply(RunCommand::Reset);
    w.run_steps(3);
    key(&mut w, Modifiers::COMMAND, Key::L);
    w.run_steps(3);
    assert_eq!(w.state().app.document().lesson.len(), 1, "refused");
    assert!(!is_open(&w));
}

/// What was done to the lesson was told on top of the window in which it was done.
#[test]
fn toasts_stand_beside_the_editor() {
    for size in [(800.0, 600.0), (1280.0, 800.0)] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
        app.take_notices();
        let mut w = open(app, size.0, size.1);
        w.run();
        edit_lesson(&mut w);
        w.state_mut().app.apply(LessonCommand::Add { camera: None });
        w.run();
        let toast =
            w.query_all_by(|n| n.label().or(n.value()).is_some_and(|l| l.starts_with("Added"))).next().map(|n| rect_of(n.raw_bounds()));
        let editor = bounds(&w, "Step 1").union(bounds(&w, "Title of the lesson"));
        let toast = toast.expect("it is told");
        assert!(toast.left() > editor.right() && toast.right() <= size.0, "{size:?}: {toast} beside {editor}");
    }
}

/// The caption of a new step has the focus at once, and its empty field kept the key: the step stayed.
#[test]
fn a_step_that_was_just_added_is_taken_back_at_once() {
    for inside in [false, true] {
        let mut app = stack();
        if inside {
            app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("sat".into()) });
        }
        app.take_notices();
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        key(&mut w, Modifiers::COMMAND, Key::L);
        w.run();
        assert_eq!(w.state().app.document().lesson.len(), 1, "inside: {inside}");
        key(&mut w, Modifiers::COMMAND, Key::Z);
        w.run();
        assert!(w.state().app.document().lesson.is_empty(), "inside: {inside}");
    }
}

/// A step that shows the scene offered clicks as answers, which its question could never keep.
#[test]
fn a_step_of_the_scene_is_not_offered_clicks_as_answers() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
    app.apply(LessonCommand::TakeView { replace: false });
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    edit_lesson(&mut w);
    click(&mut w, "Ask a question here");
    let row = rect_of(w.get_by_label("Answer:").raw_bounds());
    // The list of kinds has no name of its own: it stands behind this word.
    let at = row.right_center() + vec2(30.0, 0.0);
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Primary, true);
    button(&mut w, at, PointerButton::Primary, false);
    w.run();
    click(&mut w, "a click on a body");
    assert!(w.query_by_label("or click it in the picture").is_none(), "not chosen");
}

/// `**bold**` and `*stressed*` words of a caption showed their asterisks.
#[test]
fn captions_show_bold_and_stressed_words_without_their_marks() {
    let mut w = lesson(None);
    w.state_mut().app.apply(LessonCommand::Caption { text: "Look at the **normal**, *not* the depth.".into(), gesture: 0 });
    w.run();
    assert!(w.query_by_label("Look at the normal, not the depth.").is_some());
    key(&mut w, Modifiers::NONE, Key::F5);
    w.run();
    assert!(w.query_by_label("Look at the normal, not the depth.").is_some(), "also before a room");
}

/// A tolerance below 0 became 0 without a word; a place that was clicked had nine digits.
#[test]
fn numbers_of_a_question_are_refused_as_others_are_and_places_are_told_to_the_millimetre() {
    let number = QuestionDoc { kind: QuestionKind::Number { right: 3.0, tolerance: 0.1, unit: "m".into() }, ..edge() };
    let mut w = lesson(Some(number));
    w.state_mut().app.apply(LessonCommand::Return);
    edit_lesson(&mut w);
    click(&mut w, "Edit");
    type_number(&mut w, "Tolerance", "-1");
    assert!(says(&w, |l| l.contains("Tolerance") && l.contains("less than the least, 0") && l.contains("It stays 0.1")));
    let place = QuestionKind::Point { at: Vec2::new(1.234_567_9, -0.5), radius: 0.1 };
    assert_eq!(place.right_words(), "(1.235, −0.5) m, up to 0.1 m off");
}

/// What stood in the editor was no part of the scene until it was kept: "Saved" was said, and the file lacked it.
#[test]
fn a_question_that_is_being_written_is_saved_and_asked_about() {
    for leaves in [false, true] {
        let mut w = lesson(None);
        edit_lesson(&mut w);
        assert!(!w.state().app.is_unsaved());
        click(&mut w, "Ask a question here");
        draft(&mut w);
        click(&mut w, "Add an answer");
        assert!(w.state().app.is_unsaved(), "it is unsaved work");
        w.state_mut().app.apply(if leaves { FileCommand::Quit } else { FileCommand::Save });
        w.run();
        if leaves {
            assert!(w.state_mut().app.take_effects().is_empty(), "asked before it is lost");
            click(&mut w, "Save");
        }
        w.state_mut().app.take_effects();
        w.state_mut().app.apply(FileCommand::SaveTo { path: "lesson.json".into(), moment: false });
        let written = w.state_mut().app.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Write { scene, .. } => scene.lesson[0].question.clone(),
            _ => None,
        });
        let kind = &written.expect("the question is in the file").kind;
        assert!(matches!(kind, QuestionKind::Choice { answers, .. } if answers.len() == 3));
        w.state_mut().app.apply(FileCommand::Written { path: "lesson.json".into(), moment: false, result: Ok(1) });
        assert!(!w.state().app.is_unsaved());
        assert_eq!(w.state_mut().app.take_effects().contains(&Effect::Quit), leaves);
    }
}

/// The same was lost without a word by going to another step.
#[test]
fn a_question_that_is_being_written_is_kept_by_going_to_another_step() {
    let mut w = lesson(None);
    edit_lesson(&mut w);
    click(&mut w, "Ask a question here");
    w.state_mut().app.apply(LessonCommand::Next);
    w.run();
    assert!(asked(&w).is_some() && w.state().app.lesson_place().expect("a lesson").index == 1);
    // One that no file can hold stays in the editor, and so does its step.
    let empty = QuestionDoc { prompt: " ".into(), ..edge() };
    w.state_mut().app.apply(LessonCommand::Draft(Some(Box::new(empty))));
    w.state_mut().app.take_notices();
    w.state_mut().app.apply(LessonCommand::Next);
    assert_eq!(w.state().app.lesson_place().expect("a lesson").index, 1);
    assert_eq!(warnings(&mut w).len(), 1, "told");
    w.state_mut().app.apply(FileCommand::SaveTo { path: "lesson.json".into(), moment: false });
    assert!(!w.state_mut().app.take_effects().iter().any(|effect| matches!(effect, Effect::Write { .. })));
    assert!(warnings(&mut w).iter().any(|told| told.starts_with("Not saved")));
}

/// Letters were refused when the field was left, and the click that left it closed the editor with the old number, 0.
#[test]
fn a_question_is_not_kept_while_a_number_in_it_is_refused() {
    let number = QuestionDoc { kind: QuestionKind::Number { right: 0.0, tolerance: 0.1, unit: "m".into() }, ..edge() };
    let mut w = lesson(Some(number.clone()));
    w.state_mut().app.apply(LessonCommand::Return);
    edit_lesson(&mut w);
    click(&mut w, "Edit");
    let typed = |w: &mut Window, text: &str| {
        w.get_by_role_and_label(Role::SpinButton, "Right number").click();
        w.run();
        key(w, Modifiers::COMMAND, Key::A);
        w.get_by_role_and_label(Role::SpinButton, "Right number").type_text(text);
        w.run();
        let keep = bounds(w, "Keep the question").center();
        event(w, Event::PointerMoved(keep));
        button(w, keep, PointerButton::Primary, true);
        w.step();
        button(w, keep, PointerButton::Primary, false);
        w.run();
    };
    typed(&mut w, "abc");
    assert!(w.query_by_label("Keep the question").is_some(), "it is still written");
    assert!(says(&w, |l| l.contains("Right number") && l.contains("It stays 0")), "and says why");
    typed(&mut w, "2.5");
    assert!(w.query_by_label("Keep the question").is_none());
    assert!(matches!(asked(&w).expect("kept").kind, QuestionKind::Number { right: 2.5, .. }));
}

/// Each question began as "What will happen?", yes or no, whatever the frame asked.
#[test]
fn a_question_begins_as_what_the_film_asks_at_the_frame() {
    let mut w = lesson(None);
    edit_lesson(&mut w);
    click(&mut w, "Ask a question here");
    let app = &w.state().app;
    let bench = app.bench().expect("the lesson begins under a microscope");
    let asked = bench.film().question(bench.frame()).expect("a question of the film");
    let draft = app.question_draft().expect("begun");
    assert!(asked.prompt.starts_with(&draft.prompt) && !draft.prompt.is_empty());
    assert_eq!((draft.kind.right_words().is_empty(), draft.why.as_str()), (false, asked.why.as_str()));
}

/// "No caption yet: Lesson, Edit the caption." stood before the learner.
#[test]
fn what_is_said_to_the_author_of_a_step_without_a_caption_is_not_said_to_the_learner() {
    let mut w = lesson(None);
    w.state_mut().app.apply(LessonCommand::Caption { text: String::new(), gesture: 0 });
    w.run();
    let is_told = |w: &Window| says(w, |words| words.contains("No caption yet"));
    assert!(!is_told(&w));
    edit_lesson(&mut w);
    assert!(is_told(&w));
}

/// The lesson was shown with what its author had tried: answered.
#[test]
fn a_presented_lesson_begins_with_open_questions() {
    let mut w = lesson(Some(edge()));
    key(&mut w, Modifiers::NONE, Key::Num1);
    assert!(w.state().app.open_own_question().is_none(), "the author's own try");
    key(&mut w, Modifiers::NONE, Key::F5);
    assert!(w.state().app.open_own_question().is_some());
    // An answer of the audience stays.
    key(&mut w, Modifiers::NONE, Key::Num2);
    w.run();
    assert!(w.state().app.open_own_question().is_none());
}

/// Enter on what is no number took the focus away: the first key of the next try went behind the refused text and the
/// others to where the cursor had been.
#[test]
fn what_is_typed_after_a_refused_number_takes_its_place() {
    let number = QuestionDoc { kind: QuestionKind::Number { right: 1.0, tolerance: 0.1, unit: "m".into() }, ..edge() };
    let mut w = lesson(Some(number.clone()));
    key(&mut w, Modifiers::NONE, Key::Num5);
    event(&mut w, Event::Text(" kg".into()));
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert!(says(&w, |words| words.starts_with("Not a number yet")));
    assert!(w.state().app.reply_to(&number).is_none());
    event(&mut w, Event::Text("1.02".into()));
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(w.state().app.reply_to(&number), Some(&Reply::Number(1.02)));
    // F5 is no key of a text: it presents the lesson from within the field, too.
    click(&mut w, "Ask again");
    key(&mut w, Modifiers::NONE, Key::Num5);
    key(&mut w, Modifiers::NONE, Key::F5);
    assert!(w.state().ui.is_presenting());
}

/// The editor covered the picture into which its author was asked to click, and a click into another was ignored.
#[test]
fn the_editor_leaves_the_picture_free_that_a_question_asks_to_click_and_others_say_so() {
    for (width, height) in [(1280.0, 800.0), (800.0, 600.0)] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
        app.take_notices();
        let mut w = open(app, width, height);
        w.run();
        edit_lesson(&mut w);
        let kind = QuestionKind::Point { at: Vec2::ZERO, radius: 0.1 };
        w.state_mut().app.apply(LessonCommand::Draft(Some(Box::new(QuestionDoc { kind, ..edge() }))));
        (0..5).for_each(|_| w.step());
        let world = bounds(&w, "World");
        for part in ["Lesson editor", "Title of the lesson", "Keep the question"] {
            assert!(!bounds(&w, part).intersects(world), "{part} at {width} x {height}");
        }
        let beside = bounds(&w, "How boxes are found: tree and rows of cells, or ends along x").left_top() + vec2(8.0, 60.0);
        button(&mut w, beside, PointerButton::Primary, true);
        button(&mut w, beside, PointerButton::Primary, false);
        w.run();
        assert!(says(&w, |words| words.contains("a click in the picture “World”")), "{width} x {height}");
    }
}
