//! What a scene shows: graphs, paths, curves, places under the microscope.

use super::*;
use rand::SeedableRng;

pub fn plane_curve(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> PlaneCurveDoc {
    let a = vector(rng, 100.0);
    let b = a + Vec2::new(rng.random_range(0.1..9.0), number(rng, 9.0));
    let kind = match rng.random_range(0..5) {
        0 => PlaneCurve::Line { a, b },
        1 => PlaneCurve::Segment { a, b },
        2 => PlaneCurve::Ray { a, b, bounces: rng.random_range(0..33) },
        3 => PlaneCurve::Circle { center: a, radius: rng.random_range(0.01..100.0) },
        _ => {
            let points: Vec<Vec2> = (0..rng.random_range(2..13)).map(|_| vector(rng, 100.0)).collect();
            let weights = if rng.random_bool(0.5) { points.iter().map(|_| rng.random_range(0.01..100.0)).collect() } else { Vec::new() };
            PlaneCurve::Bezier { points, weights }
        }
    };
    PlaneCurveDoc { id, body: maybe(rng, |rng| pick(rng, bodies).id.clone()), kind }
}

/// A tape, or a protractor; its ends are free or on bodies.
pub fn measure(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> MeasureDoc {
    let end = |rng: &mut Pcg32| {
        let body = if bodies.is_empty() { None } else { maybe(rng, |rng| pick(rng, bodies).id.clone()) };
        MeasureEnd { body, at: vector(rng, 100.0) }
    };
    MeasureDoc { id, from: end(rng), to: end(rng), apex: maybe(rng, |rng| end(rng)) }
}

/// A stopwatch that was pressed by hand, and is by what happens.
pub fn stopwatch(rng: &mut Pcg32, bodies: &[BodyDoc]) -> StopwatchDoc {
    let press = |rng: &mut Pcg32| pick(rng, &[Press::Start, Press::Stop, Press::Lap, Press::Reset]).to_owned();
    let mut presses: Vec<PressDoc> = Vec::new();
    for _ in 0..rng.random_range(0..4) {
        let step = presses.last().map_or(0, |press| press.step) + rng.random_range(0..1000);
        presses.push(PressDoc { press: press(rng), step });
    }
    let sensors: Vec<&BodyDoc> = bodies.iter().filter(|body| body.shapes.iter().any(|shape| shape.sensor)).collect();
    let mut triggers = Vec::new();
    if !bodies.is_empty() && rng.random_bool(0.4) {
        triggers.push(TriggerDoc { on: Happening::Contact, body: pick(rng, bodies).id.clone(), press: press(rng) });
    }
    if !sensors.is_empty() && rng.random_bool(0.6) {
        triggers.push(TriggerDoc { on: Happening::Passage, body: pick(rng, &sensors).id.clone(), press: press(rng) });
    }
    StopwatchDoc { presses, triggers }
}

pub fn graph(rng: &mut Pcg32, document: &Document) -> GraphDoc {
    let curves = (0..rng.random_range(1..9)).map(|_| curve(rng, document)).collect();
    GraphDoc { curves, against: maybe(rng, |rng| curve(rng, document)) }
}

pub fn curve(rng: &mut Pcg32, document: &Document) -> CurveDoc {
    let body = |rng: &mut Pcg32| pick(rng, &document.bodies).id.clone();
    let steered: Vec<&BodyDoc> = document.bodies.iter().filter(|body| body.control.is_some()).collect();
    let of = match rng.random_range(0..7) {
        0 => Subject::Body(body(rng)),
        1 => Subject::Point { body: body(rng), at: vector(rng, 100.0) },
        2 if !document.joints.is_empty() => {
            let joint = pick(rng, &document.joints);
            let rows: Vec<_> = quantity::of_joint(&joint.kind).collect();
            let row: &quantity::Quantity = rows[rng.random_range(0..rows.len())];
            return CurveDoc::new(Subject::Joint(joint.id.clone()), row);
        }
        3 if document.bodies.len() > 1 => Subject::Contact([document.bodies[1].id.clone(), document.bodies[0].id.clone()]),
        4 if !document.launchers.is_empty() => Subject::Launcher(pick(rng, &document.launchers).id.clone()),
        5 if !steered.is_empty() => Subject::Control(pick(rng, &steered).id.clone()),
        _ if !document.measures.is_empty() && rng.clone().random_bool(0.5) => {
            // Numbers of its own, so that all else is drawn as it was.
            let measure = pick(&mut rng.clone(), &document.measures);
            let rows: Vec<_> = quantity::of_measure(measure).collect();
            return CurveDoc::new(Subject::Measure(measure.id.clone()), rows[rng.random_range(0..rows.len())]);
        }
        _ => Subject::World,
    };
    let row = &quantity::of(&of)[rng.random_range(0..quantity::of(&of).len())];
    CurveDoc::new(of, row)
}

pub fn trace(rng: &mut Pcg32, document: &Document) -> TraceDoc {
    let body = pick(rng, &document.bodies).id.clone();
    TraceDoc { body, at: vector(rng, 10.0), seconds: maybe(rng, |rng| rng.random_range(0.01..3600.0)) }
}

pub fn microscope(rng: &mut Pcg32) -> MicroscopeDoc {
    let algorithm = pick(rng, &["sat", "gjk", "epa"]);
    let caption = pick(rng, &["", "Watch the *bound*."]).to_string();
    MicroscopeDoc { algorithm, step: rng.random_range(0..1 << 53), gate: rng.random(), caption }
}

pub fn lesson_step(rng: &mut Pcg32, pair: [String; 2]) -> LessonStepDoc {
    let algorithm = pick(rng, &["sat", "race"]);
    let mut step = LessonStepDoc {
        question: None,
        caption: pick(rng, &["", "Line one.\n\nWhich *edge*?"]).to_string(),
        algorithm,
        pair: Some(pair),
        at_step: rng.random_range(0..=10_000),
        frame: rng.random_range(0..1 << 53),
        gate: rng.random(),
        camera: maybe(rng, |rng| CameraDoc { center: vector(rng, 1e5), height: rng.random_range(0.01..1e6) }),
        ..LessonStepDoc::default()
    };
    // Numbers of its own, so that all else is drawn as it was.
    let mut own = Pcg32::seed_from_u64(step.at_step);
    step.question = maybe(&mut own, |own| Box::new(question(own, &step.pair.as_ref().expect("a pair")[0])));
    if own.random_bool(0.3) {
        let curve = CurveDoc { of: Subject::World, quantity: "contacts" };
        let (lenses, graphs) = (vec!["contacts".to_owned()], vec![GraphDoc::of(curve)]);
        step = LessonStepDoc { algorithm: LessonStepDoc::SCENE, frame: 0, gate: false, question: None, lenses, graphs, ..step };
    }
    step
}

fn question(rng: &mut Pcg32, body: &str) -> QuestionDoc {
    let kind = match rng.random_range(0..4) {
        0 => {
            let count = rng.random_range(2..=9);
            QuestionKind::Choice { answers: (0..count).map(|i| format!("answer {i}")).collect(), right: rng.random_range(0..count) }
        }
        1 => QuestionKind::Number {
            right: rng.random_range(-1e6..1e6),
            tolerance: rng.random_range(0.0..10.0),
            unit: pick(rng, &["", "m/s", "°"]).to_string(),
        },
        2 => QuestionKind::Body { id: body.to_owned() },
        _ => QuestionKind::Point { at: vector(rng, 1e5), radius: rng.random_range(0.01..100.0) },
    };
    QuestionDoc { prompt: "Which\n*one*?".into(), kind, why: pick(rng, &["", "Because."]).to_string() }
}
