//! Small scenes, and what is on a picture.

use collidoscope::draw::{DrawList, Mark, Primitive, Role};
use collidoscope::engine::body::{BodyId, BodyKind};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::frames::Placement;
use collidoscope::engine::joint::{Distance, Limits, Motor, Prismatic, Revolute, Weld};
use collidoscope::engine::math::Vec2;
use collidoscope::guidance::lead::LeadMethod;
use collidoscope::lens::{self, LensInput};
use collidoscope::scene::control::{ControlDoc, Mover};
use collidoscope::scene::document::{
    BodyDoc, Document, Geometry, GroupDoc, JointDoc, LauncherDoc, LightDoc, LightKind, ShapeDoc, SmokeDoc, SmokeSourceDoc, WorldSettings,
};
use collidoscope::scene::stage::Stage;

pub fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

pub fn body(id: &str, position: Vec2, geometry: Geometry) -> BodyDoc {
    BodyDoc { id: id.to_owned(), position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

pub fn circle(radius: f32) -> Geometry {
    Geometry::Circle { radius, center: Vec2::ZERO }
}

pub fn rectangle(width: f32, height: f32) -> Geometry {
    Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 }
}

pub fn ground() -> BodyDoc {
    BodyDoc { kind: BodyKind::Static, ..body("ground", Vec2::ZERO, Geometry::Segment { a: v(-50.0, 0.0), b: v(50.0, 0.0) }) }
}

pub fn weightless(bodies: Vec<BodyDoc>) -> Document {
    Document { bodies, world: WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() }, ..Document::default() }
}

pub fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

pub fn stepped(document: &Document, steps: usize) -> Stage {
    let mut stage = stage(document);
    for _ in 0..steps {
        stage.step();
    }
    stage
}

pub fn collider(body: u32) -> ColliderId {
    ColliderId { body: BodyId(body), index: 0 }
}

/// The first two bodies, 100 points to the metre.
pub fn input(stage: &Stage, turn: usize) -> LensInput<'_> {
    LensInput { stage, pair: Some((collider(0), collider(1))), chosen: &[], turn, metres_per_px: 0.01, films: None, document: None }
}

pub fn picture(input: &LensInput<'_>, lenses: &[&str]) -> DrawList {
    let mut list = DrawList::default();
    lens::compose(input, lenses, &mut list);
    list
}

pub fn labels(list: &DrawList) -> Vec<&str> {
    list.marks.iter().filter_map(|m| if let Primitive::Label { text, .. } = &m.primitive { Some(text.as_str()) } else { None }).collect()
}

pub fn says(list: &DrawList, words: &str) -> bool {
    labels(list).iter().any(|label| label.contains(words))
}

pub fn arrows(list: &DrawList, role: Role) -> Vec<(Vec2, Vec2)> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Arrow { from, to } = m.primitive { Some((from, to)) } else { None }).collect()
}

pub fn lines(list: &DrawList, role: Role) -> Vec<(Vec2, Vec2)> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Line { a, b } = m.primitive { Some((a, b)) } else { None }).collect()
}

pub fn dots(list: &DrawList, role: Role) -> Vec<Vec2> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Dot { at, .. } = m.primitive { Some(at) } else { None }).collect()
}

pub fn near(a: Vec2, b: Vec2, tolerance: f32) -> bool {
    (a - b).length() <= tolerance
}

pub fn is_finite(mark: &Mark) -> bool {
    let all = |points: &[Vec2]| points.iter().all(|p| p.is_finite());
    match &mark.primitive {
        Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => all(&[*a, *b]),
        Primitive::Capsule { a, b, radius } => all(&[*a, *b, v(*radius, 0.0)]),
        Primitive::Circle { center, radius } => all(&[*center, v(*radius, 0.0)]),
        Primitive::Box { center, half, rotation, rounding } => all(&[*center, *half, *rotation, v(*rounding, 0.0)]),
        Primitive::HalfPlane { point, normal } => all(&[*point, *normal]),
        Primitive::Dot { at, .. } | Primitive::Ring { at, .. } | Primitive::Cross { at, .. } => at.is_finite(),
        Primitive::Label { at, offset_px, .. } => all(&[*at, *offset_px]),
        Primitive::Image { center, half: [x, y], opacity, .. } => all(&[*center, *x, *y, v(*opacity, 0.0)]),
        Primitive::Polygon { .. } | Primitive::Outline { .. } | Primitive::Polyline { .. } | Primitive::Band { .. } => true,
        Primitive::Field { corner, cell, .. } => all(&[*corner, v(*cell, 0.0)]),
    }
}

pub const ALL: [&str; 15] = [
    "contacts",
    "sat",
    "minkowski",
    "boxes",
    "velocity",
    "islands",
    "joints",
    "aim",
    "forces",
    "shadows",
    "control",
    "frames",
    "smoke",
    "sensors",
    "translation",
];

/// A soft lamp and a sun.
fn lamps() -> Vec<LightDoc> {
    let at = LightKind::Point { body: None, position: v(2.0, 6.0), radius: 0.2 };
    let lamp = LightDoc { id: "lamp".to_owned(), kind: at, rays: 3, ..LightDoc::default() };
    vec![lamp, LightDoc { id: "sun".to_owned(), kind: LightDoc::SUN, ..LightDoc::default() }]
}

/// A small region of smoke with a source in it.
fn air() -> SmokeDoc {
    let source = SmokeSourceDoc { position: v(2.0, 0.6), ..SmokeSourceDoc::default() };
    SmokeDoc { id: "air".to_owned(), center: v(2.0, 2.0), cells: 24, sources: vec![source], ..SmokeDoc::default() }
}

/// A scene with everything in it: all shapes, kinds and joints, a launcher that can hit and one that cannot.
pub fn everything() -> Document {
    let polygon = Geometry::Polygon { vertices: vec![v(0.0, 0.0), v(1.0, 0.0), v(0.5, 0.8)], rounding: 0.05 };
    let capsule = Geometry::Capsule { a: v(-0.5, 0.0), b: v(0.5, 0.0), radius: 0.2 };
    let mut dumbbell = body("dumbbell", v(-3.0, 2.0), circle(0.3));
    dumbbell.shapes.push(ShapeDoc::new(Geometry::Circle { radius: 0.2, center: v(0.6, 0.0) }));
    let controlled = |id: &str, at: Vec2, control| BodyDoc { control: Some(Box::new(control)), ..body(id, at, rectangle(0.8, 0.3)) };
    let course = ControlDoc { mover: Mover::Walker, waypoints: vec![v(12.0, 7.0), v(14.0, 8.0)], repeat: true, ..ControlDoc::default() };
    let bodies = vec![
        ground(),
        body("ball", v(0.0, 0.6), circle(0.5)),
        body("crate", v(0.5, 1.5), rectangle(1.0, 0.6)),
        body("pill", v(3.0, 0.5), capsule),
        body("rock", v(5.0, 0.5), polygon),
        dumbbell,
        BodyDoc { kind: BodyKind::Kinematic, linear_velocity: v(2.0, 0.0), ..body("ship", v(-6.0, 5.0), rectangle(1.0, 0.4)) },
        body("bob", v(8.0, 2.0), circle(0.2)),
        body("arm", v(9.5, 3.0), rectangle(1.0, 0.2)),
        controlled("missile", v(-4.0, 6.0), ControlDoc { target: Some("ship".to_owned()), lead: true, ..ControlDoc::default() }),
        controlled("walker", v(12.0, 6.0), course),
    ];
    let joint = |id: &str, body_b: &str, joint| JointDoc { id: id.to_owned(), body_b: body_b.to_owned(), ..joint };
    let limits = Some(Limits { lower: -1.0, upper: 0.5 });
    let motor = Some(Motor { speed: 1.0, max_effort: 5.0 });
    let joints = vec![
        joint("pin", "crate", JointDoc::at(v(0.5, 1.5), Revolute { limits, motor, spring: None })),
        joint("rail", "pill", JointDoc::at(v(3.0, 0.5), Prismatic { axis: v(1.0, 0.0), limits, motor, spring: None })),
        joint("rod", "bob", JointDoc::between(v(8.0, 4.0), v(8.0, 2.0), Distance::default())),
        joint("glue", "arm", JointDoc::at(v(9.0, 3.0), Weld::default())),
    ];
    let gun = LauncherDoc {
        id: "gun".to_owned(),
        position: v(-9.0, 1.0),
        target: Some("ship".to_owned()),
        every: Some(0.3),
        ..LauncherDoc::default()
    };
    let weak = LauncherDoc { id: "weak".to_owned(), speed: 0.5, every: None, method: LeadMethod::Iterative, ..gun.clone() };
    let placement = Placement { position: v(4.0, 1.0), angle: 0.5, scale: v(2.0, 0.5), ..Placement::default() };
    let groups = vec![GroupDoc { id: "stones".to_owned(), group: None, placement }];
    let mut document =
        Document { bodies, joints, launchers: vec![gun, weak], lights: lamps(), smoke: vec![air()], groups, ..Document::default() };
    document.bodies[4].group = Some("stones".to_owned());
    document
}
