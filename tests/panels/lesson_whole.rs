//! A lesson from its first step to its printed pages, by keys, buttons and what is typed alone.

use crate::kit::*;
use collidoscope::scene::document::{Document, QuestionKind};
use collidoscope::scene::file;

/// Adds the place that is shown as a step, and says what to look for.
fn add_step(w: &mut Window, caption: &str) {
    key(w, Modifiers::COMMAND, Key::L);
    w.run();
    write(w, "Caption of this step", caption);
    key(w, Modifiers::NONE, Key::Escape);
}

/// Types into a field in place of what stands there.
fn write(w: &mut Window, label: &str, text: &str) {
    let field = |w: &Window| w.get_by_role_and_label(Role::TextInput, label).raw_bounds().is_some();
    let is_multiline = w.query_by_role_and_label(Role::MultilineTextInput, label).is_some();
    let role = if is_multiline { Role::MultilineTextInput } else { Role::TextInput };
    assert!(is_multiline || field(w), "{label}");
    w.get_by_role_and_label(role, label).focus();
    w.run();
    key(w, Modifiers::COMMAND, Key::A);
    w.get_by_role_and_label(role, label).type_text(text);
    w.run();
}

/// A stack and a lesson about it: scene, SAT, GJK, solver, and the scene with its energy and a question.
fn written() -> Window {
    let mut w = open(stack(), 1920.0, 1080.0);
    add_step(&mut w, "Two crates, one on the other.");
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    click(&mut w, "SAT");
    add_step(&mut w, "Is there a separating axis?");
    click(&mut w, "GJK");
    add_step(&mut w, "The same pair by GJK.");
    click(&mut w, "Solver");
    add_step(&mut w, "What holds the upper one.");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.bench().is_none(), "back in the scene");
    key(&mut w, Modifiers::NONE, Key::Q);
    add_step(&mut w, "Where does the energy go?");
    click(&mut w, "Lesson");
    click(&mut w, "Edit the lesson…");
    click(&mut w, "Ask a question here");
    write(&mut w, "What is asked", "Which crate carries the other?");
    write(&mut w, "Answer 1", "the upper one");
    write(&mut w, "Answer 2", "the lower one");
    let second = rect_of(w.get_by_role_and_label(Role::TextInput, "Answer 2").raw_bounds()).center().y;
    let is_beside = |at: &Pos2| (at.y - second).abs() < 6.0;
    let buttons = w.query_all_by(|n| n.role() == Role::RadioButton).map(|n| rect_of(n.raw_bounds()).center());
    let right = buttons.into_iter().find(is_beside).expect("a button beside the second answer");
    event(&mut w, Event::PointerMoved(right));
    button(&mut w, right, PointerButton::Primary, true);
    button(&mut w, right, PointerButton::Primary, false);
    w.run();
    write(&mut w, "Why the answer is right (shown afterwards)", "Weight points down.");
    click(&mut w, "Keep the question");
    w.run();
    write(&mut w, "Title of the lesson", "A stack");
    // The solver comes before GJK.
    let (from, to) = (bounds(&w, "Step 4").center(), bounds(&w, "Step 3").center());
    drag(&mut w, from, to, PointerButton::Primary);
    w
}

/// Saves under a name and gives what the file holds.
fn saved(w: &mut Window, path: &str) -> String {
    key(w, Modifiers::COMMAND, Key::S);
    let app = &mut w.state_mut().app;
    let asked = app.take_effects();
    assert!(matches!(asked.as_slice(), [Effect::AskSave { moment: false, .. }]), "{asked:?}");
    app.apply(FileCommand::SaveTo { path: path.into(), moment: false });
    let effects = app.take_effects();
    let [Effect::Write { scene, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let text = file::to_checked_json(scene).unwrap_or_else(|problems| panic!("{problems:?}"));
    app.apply(FileCommand::Written { path: path.into(), moment: false, result: Ok(1) });
    assert!(!app.is_unsaved());
    text
}

fn captions(document: &Document) -> Vec<&str> {
    document.lesson.iter().map(|step| step.caption.as_str()).collect()
}

#[test]
fn a_lesson_is_written_ordered_saved_opened_presented_answered_and_printed() {
    let order = [
        "Two crates, one on the other.",
        "Is there a separating axis?",
        "What holds the upper one.",
        "The same pair by GJK.",
        "Where does the energy go?",
    ];
    let mut author = written();
    assert_eq!(captions(author.state().app.document()), order);
    let kind = author.state().app.document().lesson[4].question.as_ref().map(|question| question.kind.clone());
    let answers = vec!["the upper one".to_owned(), "the lower one".to_owned()];
    assert_eq!(kind, Some(QuestionKind::Choice { answers, right: 1 }));
    assert!(warnings(&mut author).is_empty());
    let text = saved(&mut author, "stack.json");

    // Another learner, another day.
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("stack.json".into()), bytes: Ok(text.into_bytes()) });
    assert_eq!(app.document(), author.state().app.document(), "the file holds all of it");
    assert_eq!(app.title(), "A stack");
    let mut w = open(app, 1920.0, 1080.0);
    w.run();
    key(&mut w, Modifiers::NONE, Key::F5);
    for (index, caption) in order.iter().enumerate() {
        w.run();
        let app = &w.state().app;
        assert!(app.lesson_place().is_some_and(|place| place.index == index && place.is_here), "step {}", index + 1);
        assert!(w.query_by_label(caption).is_some(), "{caption}");
        let shown = app.bench().map(|bench| bench.microscope().id);
        assert_eq!(shown, [None, Some("sat"), Some("solver"), Some("gjk"), None][index]);
        assert_eq!(w.query_by_label("Which crate carries the other?").is_some(), index == 4);
        if index < 4 {
            key(&mut w, Modifiers::NONE, Key::PageDown);
        }
    }
    assert!(w.query_by_label("Graph: all bodies · Kinetic energy, all bodies · Potential energy, all bodies · Energy").is_some());
    assert!(w.query_by_label("Weight points down.").is_none(), "not before the answer");
    key(&mut w, Modifiers::NONE, Key::Num1);
    assert!(w.query_by_label("Not “the upper one”. The answer is “the lower one”.").is_some());
    assert!(w.query_by_label("Weight points down.").is_some());
    click(&mut w, "Ask again");
    assert!(w.query_by_label("Weight points down.").is_none());
    key(&mut w, Modifiers::NONE, Key::Num2);
    assert!(w.query_by_label("Right: “the lower one”.").is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(warnings(&mut w).is_empty());

    // Two steps fill a page; the answers stand on a page of their own, which a teacher keeps back.
    let app = &mut w.state_mut().app;
    let mut pages = |ending: &str| {
        app.apply(FileCommand::PrintLesson);
        app.take_effects();
        app.apply(FileCommand::ExportTo(format!("stack.{ending}")));
        let effects = app.take_effects();
        let [Effect::PrintPages { printing, .. }] = effects.as_slice() else { panic!("{effects:?}") };
        printing.result().unwrap_or_else(|why| panic!("{why}"))
    };
    let svg = pages("svg");
    assert_eq!(svg.len(), 4);
    let texts: Vec<String> = svg.into_iter().map(|(_, bytes)| String::from_utf8(bytes).expect("text")).collect();
    assert!(texts[..3].iter().all(|page| !page.contains("Weight points down")) && texts[3].contains("Weight points down"));
    let pdf = pages("pdf");
    assert_eq!(pdf.len(), 1);
    assert!(pdf[0].1.windows(8).any(|word| word == b"/Count 4"), "one file with as many pages");
}
