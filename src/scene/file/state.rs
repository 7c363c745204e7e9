//! A saved run (`"state"` in a file): the same for people and for the engine.
//!
//! The engine names bodies and joints by number, a file by string id. In a [`StageState`] the bodies count through:
//! first those of the document, then the one hidden body that stands for the world, then the projectiles; joint `n`
//! is the `n`-th of the document. In the file every number becomes that thing's id (the world has none), so that a
//! state survives when bodies are put into another order.

use super::joint_state_form::{JointForm, joint_state};
use super::report::{Report, Step, did_you_mean, quoted, steps};
use super::shot_form::{ShotForm, gun, shot};
use super::smoke_form::{FieldsForm, fields};
use super::walk::Walk;
use super::{body_form, control_form, mine_form};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::narrow::FeatureId;
use crate::engine::state::{BodyState, ContactState, WorldState};
use crate::scene::body_doc::BodyDoc;
use crate::scene::document::Document;
use crate::scene::gun::GunState;
use crate::scene::key::{KEYS, Key};
use crate::scene::limits;
use crate::scene::mine_doc::MineState;
use crate::scene::outside::{Broken, Pointing};
use crate::scene::shot::Shot;
use crate::scene::smoke_text;
use crate::scene::stage_state::StageState;
use crate::scene::steering::SteeringState;
use crate::smoke::Fields;
use std::collections::BTreeMap;

/// A saved run with string ids.
#[derive(Clone, Debug, Default)]
pub struct StateForm {
    step: u64,
    bodies: Vec<BodyForm>,
    contacts: Vec<ContactForm>,
    joints: Vec<JointForm>,
    /// Projectiles in flight.
    pub projectiles: Vec<BodyDoc>,
    shots: Vec<ShotForm>,
    shots_fired: u64,
    guns: BTreeMap<String, GunState>,
    steering: BTreeMap<String, SteeringState>,
    mines: BTreeMap<String, MineState>,
    held: Vec<KeyForm>,
    pointer: Option<Pointing>,
    broken: Vec<BrokenForm>,
    smoke: Vec<FieldsForm>,
}

#[derive(Clone, Copy, Debug, Default)]
struct KeyForm(Key);

/// A joint that has broken; `joint` in `broken` is meaningless here.
#[derive(Clone, Debug)]
struct BrokenForm {
    id: String,
    broken: Broken,
}

/// Motion of a body; `id` in `state` is meaningless here.
#[derive(Clone, Debug)]
struct BodyForm {
    /// Nothing for the hidden body that stands for the world.
    id: Option<String>,
    state: BodyState,
}

#[derive(Clone, Debug, Default)]
struct ContactForm {
    a: String,
    b: String,
    index_a: u64,
    index_b: u64,
    pose_a: PoseForm,
    pose_b: PoseForm,
    touching: bool,
    overlapped: bool,
    sticking: bool,
    rest_offset: f32,
    /// Nothing is 0, colour c is c + 1.
    color: u64,
    points: Vec<PointForm>,
}

/// A pose: x, y, cosine, sine.
type PoseForm = [f32; 4];

fn pose_form(pose: Pose) -> PoseForm {
    [pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin]
}

fn pose(form: PoseForm) -> Pose {
    Pose { position: Vec2::new(form[0], form[1]), rotation: Rot { cos: form[2], sin: form[3] } }
}

#[derive(Clone, Copy, Debug, Default)]
struct PointForm {
    feature: u64,
    normal_impulse: f32,
    tangent_impulse: f32,
}

fn point_form(&(feature, normal_impulse, tangent_impulse): &(FeatureId, f32, f32)) -> PointForm {
    PointForm { feature: u64::from(feature.0), normal_impulse, tangent_impulse }
}

/// The saved run.
pub fn state<W: Walk>(w: &mut W, s: &mut StateForm) {
    w.value("step", "Steps taken.", &mut s.step, None, limits::STEPS);
    w.list("bodies", "Motion of bodies and projectiles.", &mut s.bodies, no_body_state(), limits::STATE_BODIES, body_state);
    w.list("contacts", "Impulses to start warm with.", &mut s.contacts, ContactForm::default(), limits::STATE_CONTACTS, contact);
    w.list("joints", "Impulses to start warm with.", &mut s.joints, JointForm::default(), limits::JOINTS, joint_state);
    w.list("projectiles", "Projectiles in flight.", &mut s.projectiles, BodyDoc::default(), limits::STATE_BODIES, body_form::projectile);
    w.list("shots", "Shots and how they went.", &mut s.shots, ShotForm::default(), limits::STATE_BODIES, shot);
    w.value("shots_fired", "The next shot gets the number after it.", &mut s.shots_fired, Some(0), limits::NUMBER);
    w.map("guns", "What launchers have accumulated.", &mut s.guns, GunState::default(), limits::LAUNCHERS, gun);
    let about = "What controllers have accumulated.";
    w.map("steering", about, &mut s.steering, SteeringState::default(), limits::BODIES, control_form::steering);
    w.map("mines", "What mines have gone through.", &mut s.mines, MineState::default(), limits::BODIES, mine_form::state);
    w.list("held", "Keys that are held.", &mut s.held, KeyForm::default(), limits::HELD, held);
    w.maybe_object("pointer", "The pointer that something follows.", &mut s.pointer, Pointing::default(), pointer);
    w.list("broken", "Joints that have broken.", &mut s.broken, no_broken(), limits::JOINTS, broken);
    w.list("smoke", "What the cells of smoke hold.", &mut s.smoke, FieldsForm::default(), limits::SMOKE, fields);
}

fn held<W: Walk>(w: &mut W, k: &mut KeyForm) {
    w.choice("key", "Which key.", &mut k.0, None, KEYS);
}

fn pointer<W: Walk>(w: &mut W, p: &mut Pointing) {
    w.value("at", "Where it is, world, metres.", &mut p.at, None, limits::COORDINATE);
    w.value("before", "Where it was before the last step.", &mut p.before, None, limits::COORDINATE);
    w.value("velocity", "How fast it has moved of late, m/s.", &mut p.velocity, Some(Vec2::ZERO), limits::FINITE);
}

fn no_broken() -> BrokenForm {
    BrokenForm { id: String::new(), broken: Broken { joint: JointId(0), step: 0, force: 0.0, torque: 0.0 } }
}

fn broken<W: Walk>(w: &mut W, b: &mut BrokenForm) {
    w.value("id", "Which joint.", &mut b.id, None, limits::NAME);
    w.value("step", "The step at whose end it broke.", &mut b.broken.step, None, limits::STEPS);
    w.value("force", "Force that it carried, N.", &mut b.broken.force, None, limits::FINITE);
    w.value("torque", "Torque that it carried, N·m.", &mut b.broken.torque, Some(0.0), limits::FINITE);
}

fn no_body_state() -> BodyForm {
    let state = BodyState {
        id: BodyId(0),
        position: Vec2::ZERO,
        rotation: [1.0, 0.0],
        center: Vec2::ZERO,
        linear_velocity: Vec2::ZERO,
        angular_velocity: 0.0,
        sleep_time: 0.0,
        slow_motion: [0.0; 3],
        slow_reach: 0.0,
        awake: true,
        frozen: false,
    };
    BodyForm { id: None, state }
}

fn body_state<W: Walk>(w: &mut W, b: &mut BodyForm) {
    let v = &mut b.state;
    w.maybe("id", "Which body or projectile; the world when left out.", &mut b.id, limits::NAME);
    w.value("position", "Place of its frame, metres.", &mut v.position, None, limits::FINITE);
    w.value("rotation", "Cosine and sine of its angle.", &mut v.rotation, Some([1.0, 0.0]), limits::FINITE);
    w.value("center", "Centre of mass, metres.", &mut v.center, None, limits::FINITE);
    w.value("linear_velocity", "m/s.", &mut v.linear_velocity, Some(Vec2::ZERO), limits::FINITE);
    w.value("angular_velocity", "rad/s.", &mut v.angular_velocity, Some(0.0), limits::FINITE);
    w.value("sleep_time", "How long it has been slow, seconds.", &mut v.sleep_time, Some(0.0), limits::FINITE);
    w.value("slow_motion", "Its way in that time: x, y, m, and turn, rad.", &mut v.slow_motion, Some([0.0; 3]), limits::FINITE);
    w.value("slow_reach", "How far away it has been meanwhile, metres.", &mut v.slow_reach, Some(0.0), limits::FINITE);
    w.flag("awake", "False while asleep.", &mut v.awake, true);
    w.flag("frozen", "True after its motion became infinite.", &mut v.frozen, false);
}

fn contact<W: Walk>(w: &mut W, c: &mut ContactForm) {
    w.value("a", "First body.", &mut c.a, None, limits::NAME);
    w.value("b", "Second body.", &mut c.b, None, limits::NAME);
    w.value("collider_a", "Which collider of the first.", &mut c.index_a, Some(0), limits::COLLIDER_INDEX);
    w.value("collider_b", "Which collider of the second.", &mut c.index_b, Some(0), limits::COLLIDER_INDEX);
    w.value("pose_a", "Where the first body stood when the manifold was made: x, y, cosine, sine.", &mut c.pose_a, None, limits::FINITE);
    w.value("pose_b", "The same of the second.", &mut c.pose_b, None, limits::FINITE);
    w.flag("touching", "Whether they touched.", &mut c.touching, true);
    w.flag("overlapped", "Whether they overlapped when they met and still do.", &mut c.overlapped, false);
    w.flag("sticking", "Whether the step was taken with static friction.", &mut c.sticking, false);
    w.value("rest_offset", "Gap at which the soft push ended, metres.", &mut c.rest_offset, Some(0.0), limits::FINITE);
    w.value("color", "In which turn of a pass it was solved, from 1; 0: alone.", &mut c.color, Some(0), limits::COLOR);
    w.list("points", "One or two.", &mut c.points, PointForm::default(), limits::CONTACT_POINTS, point);
}

fn point<W: Walk>(w: &mut W, p: &mut PointForm) {
    w.value("feature", "Which features touch.", &mut p.feature, None, limits::NUMBER);
    w.value("normal_impulse", "N·s.", &mut p.normal_impulse, None, limits::FINITE);
    w.value("tangent_impulse", "N·s.", &mut p.tangent_impulse, Some(0.0), limits::FINITE);
}

/// String ids of a document in the order of their numbers.
struct Ids<'a> {
    /// `None` is the world.
    bodies: Vec<Option<&'a str>>,
    joints: Vec<Option<&'a str>>,
}

impl<'a> Ids<'a> {
    fn new(document: &'a Document, projectiles: &'a [BodyDoc]) -> Ids<'a> {
        Ids {
            bodies: (document.bodies.iter().map(|b| Some(b.id.as_str())))
                .chain([None])
                .chain(projectiles.iter().map(|b| Some(b.id.as_str())))
                .collect(),
            joints: document.joints.iter().map(|j| Some(j.id.as_str())).collect(),
        }
    }
    fn body(&self, id: BodyId) -> Option<String> {
        name(&self.bodies, id.0)
    }
    /// Contacts and shots never name the world.
    fn solid(&self, id: BodyId) -> String {
        self.body(id).unwrap_or_default()
    }
    fn joint(&self, id: JointId) -> String {
        name(&self.joints, id.0).unwrap_or_default()
    }
}

/// The id with a number; a number that nothing has becomes an id that nothing has.
fn name(ids: &[Option<&str>], number: u32) -> Option<String> {
    match ids.get(number as usize) {
        Some(id) => id.map(str::to_string),
        None => Some(format!("number {number}")),
    }
}

/// Numbers of ids, the first of equal ones.
fn numbers<'a>(ids: &[Option<&'a str>]) -> BTreeMap<&'a str, u32> {
    ids.iter().enumerate().rev().filter_map(|(i, id)| Some(((*id)?, i as u32))).collect()
}

impl StateForm {
    /// A run as it stands in the file.
    pub fn from_stage(document: &Document, state: &StageState) -> StateForm {
        let ids = Ids::new(document, &state.projectiles);
        let world = &state.world;
        let contact = |c: &ContactState| ContactForm {
            a: ids.solid(c.collider_a.body),
            b: ids.solid(c.collider_b.body),
            index_a: u64::from(c.collider_a.index),
            index_b: u64::from(c.collider_b.index),
            pose_a: pose_form(c.pose_a),
            pose_b: pose_form(c.pose_b),
            touching: c.touching,
            overlapped: c.overlapped,
            sticking: c.sticking,
            rest_offset: c.rest_offset,
            color: c.color.map_or(0, |color| u64::from(color) + 1),
            points: c.points.iter().map(point_form).collect(),
        };
        StateForm {
            step: world.step,
            bodies: world.bodies.iter().map(|b| BodyForm { id: ids.body(b.id), state: *b }).collect(),
            contacts: world.contacts.iter().map(contact).collect(),
            joints: world.joints.iter().map(|j| JointForm::of(j, ids.joint(j.id))).collect(),
            projectiles: state.projectiles.clone(),
            shots: state.shots.iter().map(|shot| ShotForm { body: shot.body.map(|b| ids.solid(b)), shot: shot.clone() }).collect(),
            shots_fired: u64::from(state.shots_fired),
            guns: state.guns.clone(),
            steering: state.steering.clone(),
            mines: state.mines.clone(),
            held: state.held.iter().map(|key| KeyForm(*key)).collect(),
            pointer: state.pointer,
            broken: state.broken.iter().map(|b| BrokenForm { id: ids.joint(b.joint), broken: *b }).collect(),
            smoke: state.smoke.iter().map(|(id, fields)| FieldsForm { id: id.clone(), fields: smoke_text::encode(fields) }).collect(),
        }
    }

    /// The run with numbers; needs ids that [`StateForm::check_ids`] accepts.
    pub fn into_stage(self, document: &Document) -> StageState {
        let ids = Ids::new(document, &self.projectiles);
        let (bodies, joints) = (numbers(&ids.bodies), numbers(&ids.joints));
        let body = |id: &str| BodyId(bodies.get(id).copied().unwrap_or(u32::MAX));
        let collider = |id: &str, index: u64| ColliderId { body: body(id), index: index as u32 };
        let contact = |c: &ContactForm| ContactState {
            collider_a: collider(&c.a, c.index_a),
            collider_b: collider(&c.b, c.index_b),
            pose_a: pose(c.pose_a),
            pose_b: pose(c.pose_b),
            touching: c.touching,
            overlapped: c.overlapped,
            sticking: c.sticking,
            rest_offset: c.rest_offset,
            color: c.color.checked_sub(1).map(|color| color as u8),
            points: c.points.iter().map(|p| (FeatureId(p.feature as u32), p.normal_impulse, p.tangent_impulse)).collect(),
        };
        let joint = |j: &JointForm| j.state(JointId(joints.get(j.id.as_str()).copied().unwrap_or(u32::MAX)));
        let world_body = BodyId(document.bodies.len() as u32);
        let body_state = |b: &BodyForm| BodyState { id: b.id.as_deref().map_or(world_body, body), ..b.state };
        let world = WorldState {
            step: self.step,
            bodies: self.bodies.iter().map(body_state).collect(),
            contacts: self.contacts.iter().map(contact).collect(),
            joints: self.joints.iter().map(joint).collect(),
        };
        let shots = self.shots.iter().map(|s| Shot { body: s.body.as_deref().map(body), ..s.shot.clone() }).collect();
        let number = |id: &str| JointId(joints.get(id).copied().unwrap_or(u32::MAX));
        let broken = self.broken.iter().map(|b| Broken { joint: number(&b.id), ..b.broken }).collect();
        StageState {
            world,
            shots,
            projectiles: self.projectiles,
            shots_fired: u32::try_from(self.shots_fired).unwrap_or(u32::MAX),
            held: self.held.iter().map(|key| key.0).collect(),
            pointer: self.pointer,
            broken,
            guns: self.guns,
            steering: self.steering,
            mines: self.mines,
            smoke: self.smoke.iter().filter_map(|form| Some((form.id.clone(), fields_of(document, form)?.ok()?))).collect(),
        }
    }

    /// Blames ids that nothing in the file has, and bodies or joints with two states.
    pub fn check_ids(&self, document: &Document, report: &mut Report<'_>) {
        let ids = Ids::new(document, &self.projectiles);
        let (bodies, joints) = (numbers(&ids.bodies), numbers(&ids.joints));
        for (list, entries, known) in [
            ("bodies", self.bodies.iter().map(|b| b.id.as_deref()).collect::<Vec<_>>(), &bodies),
            ("joints", self.joints.iter().map(|j| Some(j.id.as_str())).collect(), &joints),
            ("broken", self.broken.iter().map(|b| Some(b.id.as_str())).collect(), &joints),
        ] {
            let mut first: BTreeMap<Option<&str>, usize> = BTreeMap::new();
            for (i, id) in entries.into_iter().enumerate() {
                let path = steps!["state", list, i, "id"];
                if let Some(id) = id {
                    check_id(report, &path, id, known);
                }
                if let Some(first) = first.insert(id, i) {
                    report.complain(&path, || {
                        format!("{} already has a state: state.{list}[{first}]", id.map_or("the world".into(), quoted))
                    });
                }
            }
        }
        for (i, c) in self.contacts.iter().enumerate() {
            check_id(report, &steps!["state", "contacts", i, "a"], &c.a, &bodies);
            check_id(report, &steps!["state", "contacts", i, "b"], &c.b, &bodies);
        }
        let lists = [steps!["state", "shots"], steps!["state", "projectiles"]];
        if self.shots.len() != self.projectiles.len() && lists.iter().all(|list| report.is_clean(list)) {
            let (found, wanted) = (self.shots.len(), self.projectiles.len());
            report.complain(&steps!["state", "shots"], || format!("must be as many as projectiles ({wanted}), is {found}"));
        }
        for (i, form) in self.smoke.iter().enumerate() {
            match fields_of(document, form) {
                None => {
                    let known = document.smoke.iter().map(|smoke| (smoke.id.as_str(), 0)).collect();
                    check_id(report, &steps!["state", "smoke", i, "id"], &form.id, &known);
                }
                Some(Err(words)) => report.complain(&steps!["state", "smoke", i, "fields"], || words),
                Some(Ok(_)) => {}
            }
        }
        for (i, id) in self.shots.iter().enumerate().filter_map(|(i, s)| Some((i, s.body.as_ref()?))) {
            check_id(report, &steps!["state", "shots", i, "body"], id, &bodies);
        }
    }
}

/// The numbers of a region, if the document has it and their count fits.
fn fields_of(document: &Document, form: &FieldsForm) -> Option<Result<Fields, String>> {
    Some(smoke_text::decode(&form.fields, document.smoke(&form.id)?.grid().len()))
}

fn check_id(report: &mut Report<'_>, path: &[Step], id: &str, known: &BTreeMap<&str, u32>) {
    if !known.contains_key(id) {
        report.complain(path, || format!("nothing here is called {}{}", quoted(id), did_you_mean(id, known.keys().copied(), '"')));
    }
}
