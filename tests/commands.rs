//! Every command there is: it can be applied at any time, in any order, and leaves the program sound; and a list of
//! commands is a recording, which leads to the same bits again.

use collidoscope::app::arrange::{Array, Direction, Line};
use collidoscope::app::pins::PinPlace;
use collidoscope::app::push_apart::Share;
use collidoscope::app::thing::Thing;
use collidoscope::app::{
    AnimationCommand, App, BranchCommand, ClipboardCommand, Command, CompareCommand, DocumentCommand, FileCommand, GraphCommand,
    GroupCommand, HistoryCommand, Item, LayoutCommand, LessonCommand, Look, LooksCommand, MarkerCommand, MicroscopeCommand, Occupied,
    Offer, Opening, PictureChoice, PictureCommand, Pointer, PointerEvent, Prepared, PromptCommand, RecoveryCommand, RunCommand,
    StopwatchCommand, Taken, ToolCommand, ViewCommand, tool,
};
use collidoscope::draw::palette::Theme;
use collidoscope::draw::plot::Format;
use collidoscope::draw::raster::{Channel, Raster};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::explosion::{Blast, BlastLaw};
use collidoscope::engine::frames::Placement;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::lens::microscope::{Answer, FilmView, MICROSCOPES, Side};
use collidoscope::scene::color::BodyColor;
use collidoscope::scene::document::{
    BodyDoc, CurveDoc, Geometry, GraphDoc, GroupDoc, Happening, JointDoc, LauncherDoc, LightDoc, LightKind, MarkerDoc, MaterialDoc,
    MeasureDoc, MeasureEnd, NoteDoc, PlaneCurve, PlaneCurveDoc, Press, QuestionDoc, QuestionKind, Reply, ShapeDoc, SmokeDoc,
    SmokeSourceDoc, Subject, TraceDoc, TriggerDoc, WorldSettings,
};
use collidoscope::scene::file;
use collidoscope::scene::key::Key;
use collidoscope::scene::picture_body::PictureOptions;
use collidoscope::scene::progress::Progress;
use collidoscope::scene::stage::Input;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn prepared() -> Result<Prepared, String> {
    Prepared::new(SCENE.as_bytes(), &Progress::default())
}

fn offer() -> Offer {
    Offer { id: "1".into(), name: "Bridge".into(), edits: 3, ..Offer::default() }
}

/// A picture of a disc.
fn disc() -> Arc<Raster> {
    let (width, height) = (24_usize, 20_usize);
    let is_solid = |k: usize| (k % width).abs_diff(12).pow(2) + (k / width).abs_diff(10).pow(2) < 64;
    let rgba = (0..width * height).flat_map(|k| [200, 40, 40, if is_solid(k) { 255 } else { 0 }]).collect();
    Arc::new(Raster { width, height, rgba, original: [width, height] })
}

/// Two boxes on the ground, pinned together, and a launcher.
const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Commands",
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "a", "position": [0, 1], "shapes": [{ "box": { "width": 1, "height": 1 } }] },
    { "id": "b", "position": [0.4, 2], "shapes": [{ "box": { "width": 1, "height": 1 } }] } ],
  "joints": [{ "id": "pin", "kind": "revolute", "body_b": "b", "anchor": [0.4, 2] }],
  "launchers": [{ "id": "gun", "position": [-6, 2], "angle": 0.1, "target": "a", "speed": 9, "radius": 0.15, "density": 2, "lifetime": 1 }],
  "lights": [{ "id": "lamp", "kind": "point", "position": [2, 5] }],
  "smoke": [{ "id": "air", "center": [0, 2], "cells": 16, "sources": [{ "position": [0, 1] }] }] }"#;

fn place(rng: &mut Pcg32) -> Vec2 {
    Vec2::new(rng.random_range(-4.0..4.0), rng.random_range(0.0..5.0))
}

fn body(rng: &mut Pcg32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: rng.random_range(0.2..0.5), center: Vec2::ZERO });
    BodyDoc { position: place(rng), shapes: vec![shape], ..BodyDoc::default() }
}

/// A question of any kind, or none; some are about a body that is gone, which is refused.
fn asked(rng: &mut Pcg32) -> Option<Box<QuestionDoc>> {
    let mut kind = QuestionKind::all().into_iter().nth(rng.random_range(0..4)).expect("four kinds");
    if let QuestionKind::Body { id } = &mut kind {
        *id = name(rng);
    }
    rng.random_bool(0.8).then(|| Box::new(QuestionDoc { prompt: "Which?".into(), kind, why: String::new() }))
}

fn name(rng: &mut Pcg32) -> String {
    (*["a", "b", "ground", "gone"].choose(rng).expect("a name")).to_owned()
}

fn item(rng: &mut Pcg32) -> Item {
    [
        Item::Body(name(rng)),
        Item::Joint("pin".into()),
        Item::Launcher("gun".into()),
        Item::Light("lamp".into()),
        Item::Curve("curve".into()),
        Item::Group("group".into()),
        Item::Measure("tape".into()),
    ]
    .choose(rng)
    .expect("an item")
    .clone()
}

/// A tape or protractor on anything; some hang on a body that is gone, which is refused.
fn measure(rng: &mut Pcg32, id: &str) -> MeasureDoc {
    let mut end = || MeasureEnd { body: rng.random_bool(0.5).then(|| name(rng)), at: place(rng) };
    let (from, to, apex) = (end(), end(), end());
    MeasureDoc { id: id.into(), from, to, apex: rng.random_bool(0.4).then_some(apex) }
}

fn pair(rng: &mut Pcg32) -> Option<(ColliderId, ColliderId)> {
    let mut side = || ColliderId { body: BodyId(rng.random_range(0..4)), index: 0 };
    Some((side(), side()))
}

fn joint() -> JointDoc {
    file::parse(SCENE.as_bytes()).expect("the scene").joints[0].clone()
}

fn group(rng: &mut Pcg32) -> GroupDoc {
    let placement = Placement { position: place(rng), scale: Vec2::new(1.1, rng.random_range(-1.2..1.2)), ..Placement::default() };
    GroupDoc { id: "group".into(), group: None, placement }
}

fn changes(rng: &mut Pcg32) -> Vec<Command> {
    let gesture = rng.random_range(0..3);
    let material = MaterialDoc { density: Some(2.0), ..MaterialDoc::default() };
    let launcher = || LauncherDoc { id: "gun".into(), position: Vec2::new(-5.0, 1.0), ..LauncherDoc::default() };
    let mount = rng.random_bool(0.5).then(|| "a".to_owned());
    let kind = LightKind::Point { body: mount, position: Vec2::new(1.0, 3.0), radius: 0.1 };
    let light = LightDoc { id: "lamp".into(), kind, ..LightDoc::default() };
    let source = SmokeSourceDoc { body: rng.random_bool(0.5).then(|| "a".to_owned()), ..SmokeSourceDoc::default() };
    let smoke = SmokeDoc { id: "air".into(), cells: rng.random_range(4..20), sources: vec![source], ..SmokeDoc::default() };
    let drawn_on = rng.random_bool(0.3).then(|| "a".to_owned());
    let points = vec![place(rng), place(rng), place(rng)];
    let curve = PlaneCurveDoc { id: "curve".into(), body: drawn_on, kind: PlaneCurve::Bezier { points, weights: Vec::new() } };
    vec![
        DocumentCommand::Add(body(rng).into()).into(),
        DocumentCommand::Add(joint().into()).into(),
        DocumentCommand::Add(launcher().into()).into(),
        DocumentCommand::Add(light.clone().into()).into(),
        DocumentCommand::Add(curve.clone().into()).into(),
        DocumentCommand::Edit { id: "curve".into(), to: curve.into(), gesture }.into(),
        DocumentCommand::Add(NoteDoc { to: Some(place(rng)), ..NoteDoc::default() }.into()).into(),
        DocumentCommand::Edit {
            id: "note".into(),
            to: NoteDoc { id: "note".into(), text: name(rng), ..NoteDoc::default() }.into(),
            gesture,
        }
        .into(),
        DocumentCommand::Add(measure(rng, "").into()).into(),
        DocumentCommand::Edit { id: "tape".into(), to: measure(rng, "tape").into(), gesture }.into(),
        LayoutCommand::Reshape { thing: Thing::Measure(measure(rng, "tape")), gesture }.into(),
        DocumentCommand::Edit { id: "lamp".into(), to: light.into(), gesture }.into(),
        DocumentCommand::Add(smoke.clone().into()).into(),
        DocumentCommand::Edit { id: "air".into(), to: smoke.into(), gesture }.into(),
        DocumentCommand::Edit { id: name(rng), to: BodyDoc { id: "a".into(), ..body(rng) }.into(), gesture }.into(),
        DocumentCommand::Edit { id: "pin".into(), to: joint().into(), gesture }.into(),
        DocumentCommand::Edit { id: "gun".into(), to: launcher().into(), gesture }.into(),
        DocumentCommand::EditWorld { world: WorldSettings { substeps: rng.random_range(1..9), ..WorldSettings::default() }, gesture }
            .into(),
        DocumentCommand::EditMaterial { name: "ice".into(), material: rng.random_bool(0.5).then_some(material) }.into(),
        DocumentCommand::RenameMaterial { old: "ice".into(), new: ["ice", "wood", "snow"][rng.random_range(0..3)].into() }.into(),
        DocumentCommand::EditAbout { title: "A title".into(), about: "A text".into(), gesture }.into(),
        DocumentCommand::Move { items: vec![item(rng)], shift: 0.2 * place(rng), turn: 0.1, pivot: Vec2::ZERO, gesture }.into(),
        DocumentCommand::KeepStart.into(),
        LayoutCommand::Align(Line::Left).into(),
        LayoutCommand::Distribute(Direction::Vertical).into(),
        LayoutCommand::Mirror(Direction::Horizontal).into(),
        LayoutCommand::PushApart(Share::Halves).into(),
        LayoutCommand::Array(Array::Ring { count: 2, center: place(rng) }).into(),
        LayoutCommand::Reshape { thing: Thing::Body(BodyDoc { id: name(rng), ..body(rng) }), gesture }.into(),
        LooksCommand::Color { color: BodyColor::of_word("blue").filter(|_| rng.random()), gesture }.into(),
        LooksCommand::SetLocked(rng.random_bool(0.2)).into(),
        LooksCommand::ToFront.into(),
        LooksCommand::ToBack.into(),
        DocumentCommand::PinOverlaps { bodies: Vec::new(), place: PinPlace::Overlap }.into(),
        DocumentCommand::Delete(vec![item(rng)]).into(),
        PictureCommand::Wear { body: name(rng) }.into(),
        PictureCommand::Beside { file: "p.png".into(), picture: Ok(disc()) }.into(),
        GroupCommand::Group.into(),
        GroupCommand::Ungroup.into(),
        DocumentCommand::Edit { id: "group".into(), to: group(rng).into(), gesture }.into(),
        GroupCommand::Reparent { items: vec![item(rng)], group: rng.random_bool(0.5).then(|| "group".into()) }.into(),
        ClipboardCommand::Copy.into(),
        ClipboardCommand::Cut.into(),
        ClipboardCommand::Paste { at: rng.random_bool(0.5).then(|| place(rng)) }.into(),
        ClipboardCommand::Duplicate.into(),
        HistoryCommand::Undo.into(),
        HistoryCommand::Redo.into(),
        LessonCommand::Go(rng.random_range(0..3)).into(),
        LessonCommand::Next.into(),
        LessonCommand::Previous.into(),
        LessonCommand::Return.into(),
        LessonCommand::Add { camera: None }.into(),
        LessonCommand::Retake { camera: None }.into(),
        LessonCommand::TakeView { replace: rng.random() }.into(),
        LessonCommand::Caption { text: "Look here.".into(), gesture }.into(),
        LessonCommand::Shift(rng.random_range(-2..3)).into(),
        LessonCommand::Place { from: rng.random_range(0..4), to: rng.random_range(0..4) }.into(),
        LessonCommand::Title { text: "A lesson".into(), gesture }.into(),
        LessonCommand::Question(asked(rng)).into(),
        LessonCommand::Draft(asked(rng)).into(),
        LessonCommand::Keep.into(),
        LessonCommand::Reply(Reply::Choice(rng.random_range(0..3))).into(),
        LessonCommand::AskAgain.into(),
        LessonCommand::AskAllAgain.into(),
        LessonCommand::Stop.into(),
        LessonCommand::StopPrinting.into(),
        LessonCommand::Remove.into(),
    ]
}

fn graphs(rng: &mut Pcg32) -> Vec<Command> {
    let graph = rng.random_range(0..3);
    let curve = |rng: &mut Pcg32| match rng.random_range(0..5) {
        4 => CurveDoc { of: Subject::Measure("tape".into()), quantity: "length" },
        0 => CurveDoc { of: Subject::Body(name(rng)), quantity: "vy" },
        1 => CurveDoc { of: Subject::Joint("pin".into()), quantity: "force" },
        2 => CurveDoc { of: Subject::Contact(["a".into(), name(rng)]), quantity: "overlap" },
        _ => CurveDoc { of: Subject::World, quantity: "contacts" },
    };
    let format = *Format::ALL.choose(rng).expect("some");
    vec![
        GraphCommand::Add(GraphDoc { curves: vec![curve(rng)], against: rng.random::<bool>().then(|| curve(rng)) }).into(),
        GraphCommand::Toggle { graph, curve: curve(rng) }.into(),
        GraphCommand::Against { graph, against: rng.random::<bool>().then(|| curve(rng)) }.into(),
        GraphCommand::Remove(graph).into(),
        GraphCommand::Forget.into(),
        GraphCommand::Trace(TraceDoc { body: name(rng), at: place(rng), seconds: Some(1.0) }).into(),
        GraphCommand::Export { graph, format }.into(),
        StopwatchCommand::StartStop.into(),
        StopwatchCommand::Press([Press::Start, Press::Stop, Press::Lap, Press::Reset][rng.random_range(0..4)]).into(),
        StopwatchCommand::Trigger(TriggerDoc { on: Happening::Contact, body: name(rng), press: Press::Lap }).into(),
    ]
}

fn looks(rng: &mut Pcg32) -> Vec<Command> {
    vec![
        RunCommand::Play.into(),
        RunCommand::Pause.into(),
        RunCommand::TogglePlay.into(),
        RunCommand::StepForward.into(),
        RunCommand::StepBack.into(),
        RunCommand::Seek(rng.random_range(0..20)).into(),
        DocumentCommand::AddLinked { label: "Add".into(), bodies: Vec::new(), joints: Vec::new() }.into(),
        RunCommand::Reset.into(),
        RunCommand::SetSpeed(*[0.5, 1.0, f32::NAN].choose(rng).expect("a speed")).into(),
        RunCommand::Input(Input::Grab { body: BodyId(rng.random_range(0..4)), point: place(rng) }).into(),
        RunCommand::Input(Input::Hold { key: Key::of_word("up").expect("a key"), down: rng.random() }).into(),
        RunCommand::Input(Input::Push { body: BodyId(rng.random_range(0..4)), point: place(rng), force: place(rng) * 100.0 }).into(),
        RunCommand::Input(Input::MovePush { force: place(rng) * 100.0 }).into(),
        RunCommand::Input(Input::EndPush).into(),
        RunCommand::Input(Input::Explode(Blast {
            at: place(rng),
            radius: 3.0,
            strength: 20.0,
            law: BlastLaw::Inverse,
            shielded: rng.random(),
        }))
        .into(),
        RunCommand::Input(Input::Fire { launcher: "gun".into() }).into(),
        RunCommand::Input(Input::FireAll { launcher: "gun".into() }).into(),
        ViewCommand::Select(vec![item(rng)]).into(),
        ViewCommand::ToggleSelect(item(rng)).into(),
        ViewCommand::Follow(rng.random_bool(0.5).then(|| "box".to_owned())).into(),
        ViewCommand::SelectAll.into(),
        ViewCommand::ToggleLens((*["contacts", "sat", "no lens"].choose(rng).expect("a lens")).into()).into(),
        ViewCommand::SetPair(if rng.random_bool(0.5) { pair(rng) } else { None }).into(),
        ViewCommand::SetTurn(rng.random_range(0..5)).into(),
        ViewCommand::Pan(0.1 * place(rng)).into(),
        ViewCommand::Zoom { factor: rng.random_range(0.8..1.25), at: place(rng) }.into(),
        ViewCommand::Frame { selection: rng.random() }.into(),
        ViewCommand::SetTheme(Theme::Light).into(),
        ViewCommand::SetScale(rng.random_range(0.5..3.0)).into(),
        ViewCommand::SetGrid(rng.random()).into(),
        ViewCommand::SetSnap(rng.random()).into(),
        ViewCommand::SetSnapShapes(rng.random()).into(),
        ViewCommand::SetInputShown(rng.random()).into(),
        ViewCommand::SetProfiled(rng.random()).into(),
    ]
}

fn of_time(rng: &mut Pcg32) -> Vec<Command> {
    let (branch, marker) = (rng.random_range(0..3), rng.random_range(0..3));
    let step = rng.random_range(0..30);
    vec![
        RunCommand::PlayBackwards.into(),
        RunCommand::SetRange(rng.random::<bool>().then(|| [step, rng.random_range(0..30)])).into(),
        BranchCommand::Keep.into(),
        BranchCommand::GoTo(branch).into(),
        BranchCommand::Rename { branch: rng.random::<bool>().then_some(branch), name: "another".into() }.into(),
        BranchCommand::Show { branch, shown: rng.random() }.into(),
        BranchCommand::Remove(branch).into(),
        BranchCommand::SetDifference(rng.random()).into(),
        MarkerCommand::Add { step: rng.random::<bool>().then_some(step), name: String::new() }.into(),
        MarkerCommand::Edit { marker, to: MarkerDoc { name: "here".into(), step }, gesture: rng.random_range(0..3) }.into(),
        MarkerCommand::Remove(marker).into(),
        MarkerCommand::GoTo(marker).into(),
        MarkerCommand::Next.into(),
        MarkerCommand::Previous.into(),
    ]
}

fn gestures(rng: &mut Pcg32) -> Vec<Command> {
    let tools: Vec<&str> = tool::tools().map(|tool| tool.id).chain(["no tool"]).collect();
    let p = Pointer { world: place(rng), shift: rng.random_bool(0.2), ctrl: false, alt: rng.random_bool(0.2) };
    let events = [
        PointerEvent::Press(p),
        PointerEvent::Move(p),
        PointerEvent::Release(p),
        PointerEvent::DoubleClick(p),
        PointerEvent::Leave,
        PointerEvent::Move(Pointer { world: Vec2::NAN, ..p }),
    ];
    let mut all: Vec<Command> = events.map(|event| ToolCommand::Pointer(event).into()).into();
    all.push(ToolCommand::Choose((*tools.choose(rng).expect("a tool")).into()).into());
    all.push(ToolCommand::Confirm { otherwise: Some(Box::new(MicroscopeCommand::Open { pair: None, microscope: None })) }.into());
    all.push(ToolCommand::TakeBack { otherwise: Some(Box::new(DocumentCommand::Delete(vec![item(rng)]))) }.into());
    let law = *[BlastLaw::Constant, BlastLaw::Inverse, BlastLaw::InverseSquare].choose(rng).expect("a law");
    let blast = Blast { at: Vec2::ZERO, radius: rng.random_range(0.1..20.0), strength: rng.random_range(-50.0..50.0), law, shielded: true };
    all.push(ToolCommand::SetBlast(blast).into());
    all.push(ToolCommand::Cancel.into());
    all
}

fn at_the_bench(rng: &mut Pcg32) -> Vec<Command> {
    let side = if rng.random() { Side::A } else { Side::B };
    let gesture = rng.random_range(0..3);
    let some = MICROSCOPES.choose(rng).expect("a microscope").id.to_owned();
    vec![
        MicroscopeCommand::Open { pair: pair(rng), microscope: Some(some.clone()) }.into(),
        MicroscopeCommand::Hit(rng.random_range(0..4)).into(),
        MicroscopeCommand::Close.into(),
        MicroscopeCommand::Algorithm(some).into(),
        MicroscopeCommand::Step(rng.random_range(-3..4)).into(),
        MicroscopeCommand::Turn(rng.random_range(-2..3)).into(),
        MicroscopeCommand::Frame(rng.random_range(0..30)).into(),
        MicroscopeCommand::Inside.into(),
        MicroscopeCommand::Outside.into(),
        MicroscopeCommand::TogglePlay.into(),
        MicroscopeCommand::Example(rng.random_range(0..3)).into(),
        MicroscopeCommand::Move { side, shift: 0.1 * place(rng), gesture }.into(),
        MicroscopeCommand::Rotate { side, angle: 0.1, gesture }.into(),
        MicroscopeCommand::Vertex { side, index: rng.random_range(0..9), to: place(rng), gesture }.into(),
        MicroscopeCommand::Options { options: Box::default(), gesture }.into(),
        MicroscopeCommand::Restore.into(),
        MicroscopeCommand::SetGate(rng.random()).into(),
        MicroscopeCommand::Answer(Answer::Choice(rng.random_range(0..3))).into(),
        MicroscopeCommand::Reveal.into(),
        MicroscopeCommand::Light(Vec::new()).into(),
    ]
}

fn comparing(rng: &mut Pcg32) -> Vec<Command> {
    let mut some = || SOLVERS.choose(rng).expect("a solver").solver;
    let (solver, solvers) = (some(), vec![some(), some(), some()]);
    let at = pair(rng).map(|(a, b)| Look::Pair(a, b)).filter(|_| rng.random());
    vec![
        CompareCommand::Open(solvers.clone()).into(),
        CompareCommand::Close.into(),
        CompareCommand::Choose(solvers).into(),
        CompareCommand::LookInside { solver, at }.into(),
        CompareCommand::Adopt(solver).into(),
    ]
}

fn files(rng: &mut Pcg32) -> Vec<Command> {
    let bytes = [Ok(SCENE.into()), Ok(b"no scene".to_vec()), Err("it is gone".to_owned())].choose(rng).expect("bytes").clone();
    vec![
        FileCommand::New.into(),
        FileCommand::Open.into(),
        FileCommand::OpenShipped("pyramid".into()).into(),
        FileCommand::OpenPath("scene.json".into()).into(),
        FileCommand::Loaded { path: Some("scene.json".into()), bytes }.into(),
        FileCommand::Opening(Opening::new("scene.json", Arc::default())).into(),
        FileCommand::Prepared { path: "scene.json".into(), scene: prepared() }.into(),
        FileCommand::Missing("scene.json".into()).into(),
        FileCommand::StopOpening.into(),
        FileCommand::Save.into(),
        FileCommand::SaveAs.into(),
        FileCommand::SaveMoment.into(),
        FileCommand::SaveTo { path: "scene.json".into(), moment: rng.random() }.into(),
        FileCommand::Writing("scene.json".into()).into(),
        FileCommand::Written { path: "scene.json".into(), moment: false, result: Err("the disk is full".into()) }.into(),
        FileCommand::Occupied { path: "scene.json".into(), moment: rng.random(), by: Occupied::Changed }.into(),
        FileCommand::FigureWritten("figure.svg".into()).into(),
        FileCommand::PagesWritten { path: "les.png".into(), files: vec!["les-1.png".into(), "les-2.png".into()] }.into(),
        FileCommand::FigureFailed { path: "figure.png".into(), why: "the disk is full".into() }.into(),
        AnimationCommand::Ask.into(),
        AnimationCommand::Stop.into(),
        FileCommand::ExportFigure.into(),
        FileCommand::PrintLesson.into(),
        ClipboardCommand::Take(SCENE.into()).into(),
        FileCommand::ExportView(FilmView::Card).into(),
        FileCommand::ExportTo("figure.txt".into()).into(),
        FileCommand::Quit.into(),
        PictureCommand::Ask.into(),
        PictureCommand::Read {
            name: "disc.png".into(),
            picture: [Ok(disc()), Err("it is damaged".into())].choose(rng).expect("one").clone(),
        }
        .into(),
        PictureCommand::Drafted { name: "disc.png".into(), draft: Err("it is damaged".into()) }.into(),
        PictureCommand::Choose(PictureChoice {
            channel: Channel::Opaque,
            options: PictureOptions { threshold: rng.random(), width: rng.random_range(0.0..3.0), ..PictureOptions::default() },
        })
        .into(),
        PictureCommand::Place.into(),
        PromptCommand::Save.into(),
        PromptCommand::Discard.into(),
        PromptCommand::Overwrite.into(),
        PromptCommand::SaveAs.into(),
        PromptCommand::Cancel.into(),
        RecoveryCommand::Look { tell: true }.into(),
        RecoveryCommand::Offered { offers: vec![offer()], tell: false }.into(),
        RecoveryCommand::Recover("1".into()).into(),
        RecoveryCommand::Taken(Taken { offer: offer(), scene: prepared(), original: None }).into(),
        RecoveryCommand::ShowFolder("1".into()).into(),
        RecoveryCommand::Discard("1".into()).into(),
        RecoveryCommand::Later.into(),
    ]
}

/// One command of each variant, with numbers of chance. The hunt is left out: it tries thousands of poses.
fn every_command(rng: &mut Pcg32) -> Vec<Command> {
    [changes(rng), graphs(rng), looks(rng), of_time(rng), gestures(rng), at_the_bench(rng), comparing(rng), files(rng)].concat()
}

/// All variants of all kinds, as the sources declare them: "Document(AddLinked".
fn declared() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app/command");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder of commands") {
        let source = fs::read_to_string(entry.expect("a file").path()).expect("text");
        let mut kind = None;
        for line in source.lines() {
            if let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.strip_suffix("Command {")) {
                kind = Some(name.to_owned());
            } else if line == "}" {
                kind = None;
            } else if let (Some(kind), Some(rest)) = (&kind, line.strip_prefix("    "))
                && rest.starts_with(|c: char| c.is_ascii_uppercase())
            {
                let variant: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
                found.insert(format!("{kind}({variant}"));
            }
        }
    }
    found
}

#[test]
fn the_list_of_every_command_is_complete() {
    let listed: BTreeSet<String> = every_command(&mut Pcg32::seed_from_u64(1))
        .iter()
        .map(|command| {
            let text = format!("{command:?}");
            let (kind, rest) = text.split_once('(').expect("a kind");
            format!("{kind}({}", rest.chars().take_while(|c| c.is_alphanumeric()).collect::<String>())
        })
        .chain(["Microscope(Hunt".to_owned()])
        .collect();
    assert_eq!(listed, declared());
    assert!(listed.len() >= 90, "{}", listed.len());
}

/// A recording: every command some times, in random order, time passing between them.
fn recording(seed: u64) -> Vec<Command> {
    let mut rng = Pcg32::seed_from_u64(seed);
    let mut all = every_command(&mut rng);
    for _ in 0..3 {
        // What a hand does comes oftener than a new file.
        all.extend(changes(&mut rng));
        all.extend(looks(&mut rng));
        all.extend(gestures(&mut rng));
        all.extend(at_the_bench(&mut rng));
        all.extend(comparing(&mut rng));
    }
    all.shuffle(&mut rng);
    all
}

fn perform(commands: &[Command], mut after: impl FnMut(&App, &Command)) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    for command in commands {
        app.apply(command.clone());
        app.tick(1.0 / 60.0, &mut || true);
        app.take_notices();
        app.take_effects();
        after(&app, command);
    }
    app
}

/// `SEEDS=60 cargo test --test program commands::every_command` performs more of them.
#[test]
fn every_command_in_any_order_leaves_the_program_sound() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(8);
    let mut performed = 0_u64;
    for seed in 0..seeds {
        perform(&recording(seed), |app, command| {
            performed += 1;
            app.stage().world().validate().unwrap_or_else(|why| panic!("seed {seed}, after {command:?}: {why}"));
            file::check(app.document()).unwrap_or_else(|why| panic!("seed {seed}, after {command:?}: {why}"));
            for item in app.selection() {
                let document = app.document();
                let exists = match item {
                    Item::Body(id) => document.body(id).is_some(),
                    Item::Joint(id) => document.joint(id).is_some(),
                    Item::Launcher(id) => document.launcher(id).is_some(),
                    Item::Light(id) => document.light(id).is_some(),
                    Item::Curve(id) => document.curve(id).is_some(),
                    Item::Note(id) => document.note(id).is_some(),
                    Item::Measure(id) => document.measure(id).is_some(),
                    Item::Smoke(id) => document.smoke(id).is_some(),
                    Item::Group(id) => document.group(id).is_some(),
                };
                assert!(exists, "seed {seed}, after {command:?}: {item:?} is selected and gone");
            }
        });
    }
    eprintln!("{performed} commands");
    assert!(performed > 500 * seeds, "only {performed}");
}

#[test]
fn a_recording_of_commands_leads_to_the_same_bits_again() {
    for seed in 20..24 {
        let commands = recording(seed);
        let (one, two) = (perform(&commands, |_, _| {}), perform(&commands, |_, _| {}));
        assert_eq!(file::to_json(one.document()), file::to_json(two.document()), "seed {seed}");
        assert_eq!(one.stage().world().fingerprint(), two.stage().world().fingerprint(), "seed {seed}");
        assert_eq!((one.undo_label(), one.redo_label(), one.hint()), (two.undo_label(), two.redo_label(), two.hint()), "seed {seed}");
    }
}

/// Three hundred sequences of sixty changes, the run going on between them.
#[test]
fn as_many_undos_give_the_first_bytes_again_and_as_many_redos_the_last() {
    let bytes = |app: &App| file::to_json(app.document());
    let mut all = 0;
    for seed in 1_000..1_300 {
        let mut rng = Pcg32::seed_from_u64(seed);
        let is_change = |command: &Command| !matches!(command, Command::History(_));
        let mut commands: Vec<Command> = (0..2).flat_map(|_| changes(&mut rng)).filter(is_change).collect();
        commands.shuffle(&mut rng);
        let mut app = App::empty();
        app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
        let first = bytes(&app);
        for command in commands.into_iter().take(60) {
            app.apply(command);
            if rng.random_ratio(1, 4) {
                app.apply(RunCommand::StepForward);
            }
            app.take_notices();
            app.take_effects();
        }
        // Under the microscope undo is for its specimen.
        app.apply(MicroscopeCommand::Close);
        let (last, mut undos) = (bytes(&app), 0);
        while app.undo_label().is_some() {
            app.apply(HistoryCommand::Undo);
            undos += 1;
        }
        assert_eq!(bytes(&app), first, "seed {seed}, after {undos} undos");
        (0..undos).for_each(|_| app.apply(HistoryCommand::Redo));
        assert_eq!(bytes(&app), last, "seed {seed}, after {undos} redos");
        app.stage().world().validate().unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        all += undos;
    }
    assert!(all > 5_000, "only {all} changes were made");
}

fn empty_with_polygon(vertices: usize) -> App {
    let mut app = App::empty();
    app.apply(ToolCommand::Choose("polygon".into()));
    for world in [Vec2::new(0.0, 2.0), Vec2::new(2.0, 2.0), Vec2::new(2.0, 4.0), Vec2::new(0.0, 4.0)].into_iter().take(vertices) {
        app.apply(ToolCommand::Pointer(PointerEvent::Press(Pointer { world, ..Pointer::default() })));
    }
    app
}

#[test]
fn enter_closes_a_polygon_and_means_the_other_thing_without_one() {
    let enter = || ToolCommand::Confirm { otherwise: Some(Box::new(MicroscopeCommand::SetGate(true))) };
    let mut app = empty_with_polygon(3);
    app.apply(enter());
    assert_eq!(app.document().bodies.len(), 2);
    assert!(!app.gate(), "the polygon took the key");
    app.apply(enter());
    assert!(app.gate() && app.document().bodies.len() == 2);
}

#[test]
fn backspace_takes_vertices_back_one_by_one_and_then_means_the_other_thing() {
    let backspace = || ToolCommand::TakeBack { otherwise: Some(Box::new(DocumentCommand::Delete(vec![Item::Body("ground".into())]))) };
    let mut app = empty_with_polygon(4);
    app.apply(backspace());
    app.apply(ToolCommand::Confirm { otherwise: None });
    let Geometry::Polygon { vertices, .. } = &app.document().bodies[1].shapes[0].geometry else { panic!("no polygon") };
    assert_eq!(vertices.len(), 3);
    let mut app = empty_with_polygon(2);
    app.apply(backspace());
    app.apply(backspace());
    assert_eq!(app.document().bodies.len(), 1, "both strokes took a vertex");
    app.apply(backspace());
    assert!(app.document().bodies.is_empty());
}

#[test]
fn every_tool_has_an_id_a_key_and_words_of_its_own() {
    let ids: BTreeSet<&str> = tool::tools().map(|tool| tool.id).collect();
    let keys: BTreeSet<char> = tool::tools().map(|tool| tool.key).collect();
    assert_eq!((ids.len(), keys.len()), (tool::tools().count(), tool::tools().count()));
    for tool in tool::tools() {
        assert!(!tool.name.is_empty() && tool.explanation.ends_with('.'), "{}", tool.id);
        let mut app = App::empty();
        app.apply(ToolCommand::Choose(tool.id.into()));
        assert_eq!(app.tool().id, tool.id);
        assert!(!app.hint().is_empty(), "{}", tool.id);
    }
}
