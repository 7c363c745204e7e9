//! Rain of ragdolls: groups of people appear above five floors, column after column, and when all columns are full
//! the oldest are taken away again: adding and removing belong to what is timed.

use crate::scene::{Action, BodySpec, Form, JointSpec, Link, Scene, material, plain};
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::math::{Rot, Vec2};

const FLOORS: usize = 5;
const COLUMNS: usize = 40;
const GROUP: usize = 5;
const STEPS: u32 = 400;
/// A new column every so many steps.
const EVERY: u32 = 8;
/// Metres from floor to floor.
const STOREY: f32 = 45.0;
/// Width of a floor, metres.
const WIDTH: f32 = 250.0;

/// A bone: a capsule from `low` to `high` (height above the soles), the bone it hangs on, the height of that joint,
/// and how far it bends.
struct Bone {
    low: f32,
    high: f32,
    radius: f32,
    parent: Option<(usize, f32, (f32, f32))>,
}

/// A person 1.8 m high, seen from the side: 11 bones, 10 hinges. Both legs lie in the same place, and so do both arms.
const BONES: [Bone; 11] = [
    Bone { low: 0.88, high: 0.97, radius: 0.09, parent: None }, // 0 hip
    Bone { low: 1.10, high: 1.35, radius: 0.09, parent: Some((0, 1.03, (-0.5, 0.8))) }, // 1 torso
    Bone { low: 1.58, high: 1.66, radius: 0.09, parent: Some((1, 1.47, (-0.6, 0.6))) }, // 2 head
    Bone { low: 0.55, high: 0.80, radius: 0.07, parent: Some((0, 0.86, (-0.4, 1.2))) }, // 3 left thigh
    Bone { low: 0.13, high: 0.42, radius: 0.06, parent: Some((3, 0.48, (-1.4, 0.1))) }, // 4 left shin
    Bone { low: 0.55, high: 0.80, radius: 0.07, parent: Some((0, 0.86, (-0.4, 1.2))) }, // 5 right thigh
    Bone { low: 0.13, high: 0.42, radius: 0.06, parent: Some((5, 0.48, (-1.4, 0.1))) }, // 6 right shin
    Bone { low: 1.16, high: 1.36, radius: 0.05, parent: Some((1, 1.38, (-0.8, 2.2))) }, // 7 left upper arm
    Bone { low: 0.90, high: 1.08, radius: 0.045, parent: Some((7, 1.12, (-0.1, 2.0))) }, // 8 left forearm
    Bone { low: 1.16, high: 1.36, radius: 0.05, parent: Some((1, 1.38, (-0.8, 2.2))) }, // 9 right upper arm
    Bone { low: 0.90, high: 1.08, radius: 0.045, parent: Some((9, 1.12, (-0.1, 2.0))) }, // 10 right forearm
];

/// Bodies and joints of one person whose soles stand at `place`, leaning by `lean` radians: one who fell upright
/// would land on straight columns of bones and bounce on them. `first` is the number of the first body. The bones of
/// a person do not collide with each other: they share a layer that does not collide with itself.
fn person(place: Vec2, lean: f32, first: usize, layer: usize) -> (Vec<BodySpec>, Vec<JointSpec>) {
    let filter = CollisionFilter { layers: 1 << layer, collides_with: !(1 << layer) };
    let skin = material(0.2, 0.0);
    let up = Rot::from_angle(lean).rotate(Vec2::Y);
    let mut bodies = Vec::new();
    let mut joints = Vec::new();
    for (index, bone) in BONES.iter().enumerate() {
        let half = 0.5 * (bone.high - bone.low);
        let form = Form::Capsule { a: Vec2::new(0.0, -half), b: Vec2::new(0.0, half), radius: bone.radius };
        bodies.push(BodySpec::dynamic(place + (bone.low + half) * up).with_filter(form, skin, filter).turned(lean));
        if let Some((parent, height, limits)) = bone.parent {
            let link = Link::Revolute { limits: Some(limits), motor: None, spring: Some((5.0, 0.5)) };
            joints.push(JointSpec { link, a: first + parent, b: first + index, anchor: place + height * up, collide: false });
        }
    }
    (bodies, joints)
}

/// A group of people in each storey of a column. Sixteen layers are not one for each person: those of the same layer
/// start 12 m apart.
fn column(column: usize, first: usize) -> Action {
    let (mut bodies, mut joints) = (Vec::new(), Vec::new());
    for floor in 0..FLOORS {
        // A group leans one way, so that nobody starts in a neighbour.
        let lean = 0.12 * ((3 * column + 7 * floor) % 11) as f32 - 0.58;
        for member in 0..GROUP {
            let x = WIDTH * ((column as f32 + 0.5) / COLUMNS as f32 - 0.5) + 0.5 * member as f32;
            let layer = 1 + member + GROUP * (column % 2);
            let place = Vec2::new(x, 40.0 + STOREY * floor as f32);
            let (more_bodies, more_joints) = person(place, lean, first + bodies.len(), layer);
            bodies.extend(more_bodies);
            joints.extend(more_joints);
        }
    }
    Action::Add { bodies, joints }
}

/// The rain.
pub fn rain() -> Scene {
    let mut scene = Scene::new("rain", STEPS);
    const TILES: usize = 500;
    let tile = WIDTH / TILES as f32;
    let mut ground = BodySpec::ground();
    for floor in 0..FLOORS {
        for i in 0..=TILES {
            let center = Vec2::new(tile * i as f32 - 0.5 * WIDTH, STOREY * floor as f32);
            ground = ground.with(Form::block_at(0.5 * tile, 0.5 * tile, center), plain());
        }
    }
    scene.add(ground);
    let per_column = FLOORS * GROUP * BONES.len();
    let mut next = 1;
    for (turn, step) in (0..STEPS).step_by(EVERY as usize).enumerate() {
        if turn >= COLUMNS {
            scene.script.push((step, Action::Remove { first: 1 + (turn - COLUMNS) * per_column, count: per_column }));
        }
        scene.script.push((step, column(turn % COLUMNS, next)));
        next += per_column;
    }
    scene
}
