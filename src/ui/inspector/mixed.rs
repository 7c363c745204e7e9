//! Properties of several bodies at once. Where they differ the field says *mixed*; what is typed goes to all of
//! them, as one step that can be undone.

use super::body::KINDS;
use super::fields::{self, Fields, Unit};
use crate::app::DocumentCommand;
use crate::engine::body::BodyKind;
use crate::engine::material::Material;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, ShapeDoc, bounded_velocity, material_of, raise_static_of};

/// What a number says of a body: how it starts, or how it behaves all along.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Pose,
    Velocity,
    Behaviour,
}

/// A number that bodies have. All but the pose is of the dynamic ones alone.
struct Row {
    part: Part,
    name: &'static str,
    unit: Unit,
    get: fn(&BodyDoc) -> f32,
    set: fn(&mut BodyDoc, f32),
}

const fn row(part: Part, name: &'static str, unit: Unit, get: fn(&BodyDoc) -> f32, set: fn(&mut BodyDoc, f32)) -> Row {
    Row { part, name, unit, get, set }
}

const ROWS: [Row; 7] = [
    row(Part::Pose, "Angle", fields::ANGLE, |b| b.angle, |b, v| b.angle = v),
    row(Part::Velocity, "Velocity x", fields::SPEED, |b| b.linear_velocity.x, |b, v| set_velocity(b, |own| own.x = v)),
    row(Part::Velocity, "Velocity y", fields::SPEED, |b| b.linear_velocity.y, |b, v| set_velocity(b, |own| own.y = v)),
    row(Part::Velocity, "Angular velocity", fields::SPIN, |b| b.angular_velocity, |b, v| b.angular_velocity = v),
    row(Part::Behaviour, "Gravity scale", fields::FACTOR, |b| b.gravity_scale, |b, v| b.gravity_scale = v),
    row(Part::Behaviour, "Linear damping", fields::DAMPING, |b| b.linear_damping, |b, v| b.linear_damping = v),
    row(Part::Behaviour, "Angular damping", fields::DAMPING, |b| b.angular_damping, |b, v| b.angular_damping = v),
];

fn set_velocity(body: &mut BodyDoc, set: impl FnOnce(&mut Vec2)) {
    let before = body.linear_velocity;
    set(&mut body.linear_velocity);
    body.linear_velocity = bounded_velocity(body.linear_velocity, before);
}

/// On or off.
struct Switch {
    name: &'static str,
    about: &'static str,
    get: fn(&BodyDoc) -> bool,
    set: fn(&mut BodyDoc, bool),
}

const SWITCHES: [Switch; 3] = [
    Switch { name: "Fixed rotation", about: "Never turns.", get: |b| b.fixed_rotation, set: |b, v| b.fixed_rotation = v },
    Switch { name: "May sleep", about: "Falls asleep once it has come to rest.", get: |b| b.can_sleep, set: |b, v| b.can_sleep = v },
    Switch { name: "Bullet", about: "May not pass through moving bodies either.", get: |b| b.bullet, set: |b, v| b.bullet = v },
];

/// A coefficient of shapes: own, else of the material, else usual.
struct Coefficient {
    name: &'static str,
    unit: Unit,
    own: fn(&mut ShapeDoc) -> &mut Option<f32>,
    of: fn(&Material) -> f32,
}

const COEFFICIENTS: [Coefficient; 4] = [
    Coefficient { name: "Density", unit: fields::DENSITY, own: |s| &mut s.density, of: |m| m.density },
    Coefficient { name: "Friction", unit: fields::FRICTION, own: |s| &mut s.friction, of: |m| m.friction },
    Coefficient { name: "Static friction", unit: fields::FRICTION, own: |s| &mut s.static_friction, of: Material::grip },
    Coefficient { name: "Restitution", unit: fields::FRACTION, own: |s| &mut s.restitution, of: |m| m.restitution },
];

/// Shows and edits what these bodies share. While a run is under way, what they start with stands apart, as of one
/// body.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc]) {
    let is_dynamic = bodies.iter().any(|body| body.kind == BodyKind::Dynamic);
    if f.started() {
        f.section("Initial pose");
        kinds(f, bodies);
        rows(f, bodies, Part::Pose);
        if is_dynamic {
            f.section("Initial velocity");
            rows(f, bodies, Part::Velocity);
        }
        f.section("All of them");
    } else {
        f.section("All of them");
        kinds(f, bodies);
        rows(f, bodies, Part::Pose);
        rows(f, bodies, Part::Velocity);
    }
    rows(f, bodies, Part::Behaviour);
    let app = f.desk.app;
    for coefficient in &COEFFICIENTS {
        let get = |document: &Document, body: &BodyDoc| coefficient_of(coefficient, document, body);
        // A half-plane and a line have no density to tell.
        let of: Vec<&BodyDoc> = bodies.iter().copied().filter(|body| body.shapes.iter().any(|shape| has(coefficient, shape))).collect();
        number(f, coefficient.name, coefficient.unit, &of, get, |body, value| {
            for shape in body.shapes.iter_mut().filter(|shape| has(coefficient, shape)) {
                *(coefficient.own)(shape) = Some(value);
                raise_static_of(&app.document().materials, shape);
            }
        });
    }
    for switch in &SWITCHES {
        let of: Vec<&BodyDoc> = bodies.iter().copied().filter(|b| b.kind == BodyKind::Dynamic).collect();
        if of.is_empty() {
            continue;
        }
        let on = of.iter().filter(|body| (switch.get)(body)).count();
        let mut all = on == of.len();
        let label = if on > 0 && !all { format!("{} (mixed)", switch.name) } else { switch.name.to_owned() };
        f.changed = None;
        f.switch(&label, &mut all, switch.about);
        if f.changed.take().is_some() {
            let gesture = f.desk.state.gesture.next();
            send(f, &of, gesture, |body| (switch.set)(body, all));
        }
    }
}

fn rows(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc], part: Part) {
    for row in ROWS.iter().filter(|row| row.part == part) {
        let of: Vec<&BodyDoc> = bodies.iter().copied().filter(|b| part == Part::Pose || b.kind == BodyKind::Dynamic).collect();
        number(f, row.name, row.unit, &of, |_, body| Some((row.get)(body)), |body, value| (row.set)(body, value));
    }
}

/// False for the density of a shape without an area.
fn has(of: &Coefficient, shape: &ShapeDoc) -> bool {
    !shape.geometry.is_massless() || of.name != "Density"
}

/// The coefficient that all shapes of a body share; `None` when they differ.
fn coefficient_of(of: &Coefficient, document: &Document, body: &BodyDoc) -> Option<f32> {
    let value = |shape: &ShapeDoc| (of.of)(&material_of(&document.materials, shape));
    let mut values = body.shapes.iter().filter(|shape| has(of, shape)).map(value);
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

fn kinds(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc]) {
    let first = bodies[0].kind;
    let mut kind = Some(first).filter(|_| bodies.iter().all(|body| body.kind == first));
    let before = kind;
    let mut choices: Vec<(Option<BodyKind>, &str, &str)> = KINDS.iter().map(|(kind, name, about)| (Some(*kind), *name, *about)).collect();
    if kind.is_none() {
        choices.insert(0, (None, "mixed", "They differ; a choice goes to all."));
    }
    f.choice("Body type", &mut kind, &choices);
    f.changed = None;
    if let Some(kind) = kind.filter(|_| kind != before) {
        let gesture = f.desk.state.gesture.next();
        send(f, bodies, gesture, |body| body.kind = kind);
    }
}

/// A number of all bodies: their common one, or *mixed* beside the first.
fn number(
    f: &mut Fields<'_, '_, '_>,
    name: &str,
    unit: Unit,
    bodies: &[&BodyDoc],
    get: impl Fn(&Document, &BodyDoc) -> Option<f32>,
    set: impl Fn(&mut BodyDoc, f32),
) {
    let document = f.desk.app.document();
    let values: Vec<Option<f32>> = bodies.iter().map(|body| get(document, body)).collect();
    let Some(first) = values.first().copied() else { return };
    let is_mixed = first.is_none() || values.iter().any(|value| *value != first);
    let mut value = first.or_else(|| values.iter().flatten().next().copied()).unwrap_or(0.0);
    f.changed = None;
    if is_mixed {
        f.mixed_number(name, &mut value, unit);
    } else {
        f.number(name, &mut value, unit);
    }
    if let Some(gesture) = f.changed.take() {
        send(f, bodies, gesture, |body| set(body, value));
    }
}

/// Changes all bodies as one step.
fn send(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc], gesture: u64, change: impl Fn(&mut BodyDoc)) {
    for doc in bodies {
        let mut body = (*doc).clone();
        change(&mut body);
        if body != **doc {
            f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: body.into(), gesture });
        }
    }
}
