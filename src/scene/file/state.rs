//! A saved run (`"state"` in a file): the same for people and for the engine.
//!
//! The engine names bodies and joints by number, a file by string id. In a [`StageState`] the bodies count through:
//! first those of the document, then the one hidden body that stands for the world, then the projectiles; joint `n`
//! is the `n`-th of the document. In the file every number becomes that thing's id (the world has none), so that a
//! state survives when bodies are put into another order.

use super::joint_state_form::{JointForm, joint_state, no_joint_state};
use super::report::{Report, Step, did_you_mean, quoted, steps};
use super::shot_form::{ShotForm, gun, shot};
use super::smoke_form::{FieldsForm, PushForm, fields};
use super::walk::Walk;
use super::{body_form, control_form, mine_form};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::{Pose, Vec2};
use crate::engine::narrow::FeatureId;
use crate::engine::state::{BodyState, ContactState, JointState, WorldState};
use crate::scene::air::AirPush;
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
    /// All that names no body and no joint by number.
    run: StageState,
    bodies: Vec<BodyForm>,
    contacts: Vec<ContactForm>,
    joints: Vec<JointForm>,
    shots: Vec<ShotForm>,
    broken: Vec<BrokenForm>,
    smoke: Vec<FieldsForm>,
}

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

/// A contact; bodies in `state` are meaningless here.
#[derive(Clone, Debug)]
struct ContactForm {
    a: String,
    b: String,
    state: ContactState,
}

/// The saved run.
pub fn state<W: Walk>(w: &mut W, s: &mut StateForm) {
    w.value("step", "Steps taken.", &mut s.run.world.step, None, limits::STEPS);
    w.list("bodies", "Motion of bodies and projectiles.", &mut s.bodies, no_body_state(), limits::STATE_BODIES, body_state);
    w.list("contacts", "Impulses to start warm with.", &mut s.contacts, no_contact(), limits::STATE_CONTACTS, contact);
    w.list("joints", "Impulses to start warm with.", &mut s.joints, no_joint_state(), limits::JOINTS, joint_state);
    w.list(
        "projectiles",
        "Projectiles in flight.",
        &mut s.run.projectiles,
        BodyDoc::default(),
        limits::STATE_BODIES,
        body_form::projectile,
    );
    w.list("shots", "Shots and how they went.", &mut s.shots, ShotForm::default(), limits::STATE_BODIES, shot);
    w.value("shots_fired", "The next shot gets the number after it.", &mut s.run.shots_fired, Some(0), limits::NUMBER);
    w.map("guns", "What launchers have accumulated.", &mut s.run.guns, GunState::default(), limits::LAUNCHERS, gun);
    let about = "What controllers have accumulated.";
    w.map("steering", about, &mut s.run.steering, SteeringState::default(), limits::BODIES, control_form::steering);
    w.map("mines", "What mines have gone through.", &mut s.run.mines, MineState::default(), limits::BODIES, mine_form::state);
    w.list("held", "Keys that are held.", &mut s.run.held, Key::default(), limits::HELD, held);
    w.maybe_object("pointer", "The pointer that something follows.", &mut s.run.pointer, Pointing::default(), pointer);
    w.list("broken", "Joints that have broken.", &mut s.broken, no_broken(), limits::JOINTS, broken);
    w.list("smoke", "What the cells of smoke hold.", &mut s.smoke, FieldsForm::default(), limits::SMOKE, fields);
}

fn held<W: Walk>(w: &mut W, key: &mut Key) {
    w.choice("key", "Which key.", key, None, KEYS);
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

fn no_contact() -> ContactForm {
    let nothing = ColliderId { body: BodyId(0), index: 0 };
    let state = ContactState {
        collider_a: nothing,
        collider_b: nothing,
        pose_a: Pose::IDENTITY,
        pose_b: Pose::IDENTITY,
        touching: false,
        overlapped: false,
        sticking: false,
        slid: 0.0,
        rest_offset: 0.0,
        color: None,
        points: Vec::new(),
    };
    ContactForm { a: String::new(), b: String::new(), state }
}

fn contact<W: Walk>(w: &mut W, form: &mut ContactForm) {
    let c = &mut form.state;
    w.value("a", "First body.", &mut form.a, None, limits::NAME);
    w.value("b", "Second body.", &mut form.b, None, limits::NAME);
    w.value("collider_a", "Which collider of the first.", &mut c.collider_a.index, Some(0), limits::COLLIDER_INDEX);
    w.value("collider_b", "Which collider of the second.", &mut c.collider_b.index, Some(0), limits::COLLIDER_INDEX);
    w.value("pose_a", "Where the first body stood when the manifold was made: x, y, cosine, sine.", &mut c.pose_a, None, limits::FINITE);
    w.value("pose_b", "The same of the second.", &mut c.pose_b, None, limits::FINITE);
    w.flag("touching", "Whether they touched.", &mut c.touching, true);
    w.flag("overlapped", "Whether they overlapped when they met and still do.", &mut c.overlapped, false);
    w.flag("sticking", "Whether the step was taken with static friction.", &mut c.sticking, false);
    w.value("slid", "How fast it slid before the step, m/s.", &mut c.slid, Some(0.0), limits::FINITE);
    w.value("rest_offset", "Gap at which the soft push ended, metres.", &mut c.rest_offset, Some(0.0), limits::FINITE);
    let mut turn = c.color.map_or(0, |color| u64::from(color) + 1);
    w.value("color", "In which turn of a pass it was solved, from 1; 0: alone.", &mut turn, Some(0), limits::COLOR);
    c.color = turn.checked_sub(1).map(|color| u8::try_from(color).unwrap_or(u8::MAX - 1));
    w.list("points", "One or two.", &mut c.points, (FeatureId(0), 0.0, 0.0), limits::CONTACT_POINTS, point);
}

fn point<W: Walk>(w: &mut W, (feature, normal_impulse, tangent_impulse): &mut (FeatureId, f32, f32)) {
    w.value("feature", "Which features touch.", &mut feature.0, None, limits::NUMBER);
    w.value("normal_impulse", "N·s.", normal_impulse, None, limits::FINITE);
    w.value("tangent_impulse", "N·s.", tangent_impulse, Some(0.0), limits::FINITE);
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
    /// Projectiles in flight.
    pub fn projectiles(&self) -> &[BodyDoc] {
        &self.run.projectiles
    }

    /// A run as it stands in the file.
    pub fn from_stage(document: &Document, state: &StageState) -> StateForm {
        let ids = Ids::new(document, &state.projectiles);
        let StageState { world, shots, broken, smoke, air_pushes, .. } = state;
        let contact = |c: &ContactState| {
            let [a, b] = [c.collider_a, c.collider_b].map(|collider| ids.solid(collider.body));
            ContactForm { a, b, state: c.clone() }
        };
        let pushes = |id: &String| {
            let of = air_pushes.get(id).into_iter().flatten();
            of.map(|push| PushForm { body: ids.solid(push.body), push: *push }).collect()
        };
        let region =
            |(id, fields): (&String, &Fields)| FieldsForm { id: id.clone(), fields: smoke_text::encode(fields), pushes: pushes(id) };
        StateForm {
            bodies: world.bodies.iter().map(|b| BodyForm { id: ids.body(b.id), state: *b }).collect(),
            contacts: world.contacts.iter().map(contact).collect(),
            joints: world.joints.iter().map(|j| JointForm { id: ids.joint(j.id), state: *j }).collect(),
            shots: shots.iter().map(|shot| ShotForm { body: shot.body.map(|b| ids.solid(b)), shot: shot.clone() }).collect(),
            broken: broken.iter().map(|b| BrokenForm { id: ids.joint(b.joint), broken: *b }).collect(),
            smoke: smoke.iter().map(region).collect(),
            run: StageState { world: WorldState { step: world.step, ..WorldState::default() }, ..state.clone() },
        }
    }

    /// The run with numbers; needs ids that [`StateForm::check_ids`] accepts.
    pub fn into_stage(self, document: &Document) -> StageState {
        let ids = Ids::new(document, &self.run.projectiles);
        let (bodies, joints) = (numbers(&ids.bodies), numbers(&ids.joints));
        let body = |id: &str| BodyId(bodies.get(id).copied().unwrap_or(u32::MAX));
        let joint = |id: &str| JointId(joints.get(id).copied().unwrap_or(u32::MAX));
        let contact = |c: ContactForm| {
            let (mut state, [a, b]) = (c.state, [body(&c.a), body(&c.b)]);
            (state.collider_a.body, state.collider_b.body) = (a, b);
            state
        };
        let world_body = BodyId(document.bodies.len() as u32);
        let body_state = |b: &BodyForm| BodyState { id: b.id.as_deref().map_or(world_body, body), ..b.state };
        let world = WorldState {
            step: self.run.world.step,
            bodies: self.bodies.iter().map(body_state).collect(),
            contacts: self.contacts.into_iter().map(contact).collect(),
            joints: self.joints.iter().map(|j| JointState { id: joint(&j.id), ..j.state }).collect(),
        };
        let shots = self.shots.into_iter().map(|s| Shot { body: s.body.as_deref().map(body), ..s.shot }).collect();
        let broken = self.broken.iter().map(|b| Broken { joint: joint(&b.id), ..b.broken }).collect();
        let pushes = |form: &FieldsForm| {
            let mut pushes: Vec<AirPush> = form.pushes.iter().map(|p| AirPush { body: body(&p.body), ..p.push }).collect();
            pushes.sort_unstable_by_key(|push| push.body);
            pushes
        };
        let pushing = self.smoke.iter().filter(|form| !form.pushes.is_empty());
        let air_pushes = pushing.map(|form| (form.id.clone(), pushes(form))).collect();
        let smoke = self.smoke.iter().filter_map(|form| Some((form.id.clone(), fields_of(document, form)?.ok()?))).collect();
        StageState { world, shots, broken, smoke, air_pushes, ..self.run }
    }

    /// Blames ids that nothing in the file has, and bodies or joints with two states.
    pub fn check_ids(&self, document: &Document, report: &mut Report<'_>) {
        let ids = Ids::new(document, &self.run.projectiles);
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
        if self.shots.len() != self.run.projectiles.len() && lists.iter().all(|list| report.is_clean(list)) {
            let (found, wanted) = (self.shots.len(), self.run.projectiles.len());
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
            for (k, push) in form.pushes.iter().enumerate() {
                check_id(report, &steps!["state", "smoke", i, "pushes", k, "body"], &push.body, &bodies);
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
