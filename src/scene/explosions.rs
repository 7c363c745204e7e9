//! Explosions in a running scene: those that a person sets off, and mines.
//!
//! **When.** An explosion that a person sets off acts at once, before the next step. A mine acts at the end of a step:
//! of the one in which something entered, or of a later one by its delay. All that are due at the end of the same step
//! act in the order of the document, each on the velocities that the one before has left.
//!
//! **A mine that is gone** leaves an empty static body of its name behind, so that nothing else in the scene has to be
//! renumbered; its joints go with it. Nobody is told of that body ([`Stage::body_there`]). It comes back when the run
//! goes back before its explosion, and when its mine is edited away.

use super::build;
use super::document::Document;
use super::explosion::Explosion;
use super::mine_doc::{MineDoc, MineState};
use super::outside::Broken;
use super::stage::Stage;
use crate::engine::body::{Body, BodyDef, BodyId, BodyKind};
use crate::engine::explosion::Blast;
use crate::engine::joint::JointId;
use std::collections::{BTreeMap, BTreeSet};

/// Explosions that are told of at most, the newest.
const MOST_TOLD: usize = 64;

impl Stage {
    /// Explosions of late, the oldest first.
    pub fn explosions(&self) -> &[Explosion] {
        &self.explosions
    }

    /// All mines with their bodies, in the order of the document; those that are gone, too.
    pub fn mines(&self) -> impl Iterator<Item = (BodyId, &MineDoc)> {
        self.mines.iter().map(|(id, mine)| (*id, mine))
    }

    /// True for a mine that has exploded and is gone.
    pub fn is_spent(&self, body: BodyId) -> bool {
        self.names.bodies.name(body).and_then(|name| self.mine_states.get(name)).is_some_and(|state| state.spent)
    }

    /// A body, unless it is a mine that is gone: for whoever tells of bodies or hangs on them.
    pub fn body_there(&self, id: BodyId) -> Option<&Body> {
        self.world.body(id).filter(|_| self.mine_states.is_empty() || !self.is_spent(id))
    }

    /// The same by its name.
    pub(super) fn named_body(&self, name: &str) -> Option<&Body> {
        self.body_there(self.names.bodies.id(name)?)
    }

    /// Something explodes now. False when a number is not finite or there is no reach.
    pub(super) fn explode(&mut self, blast: &Blast) -> bool {
        let is_sound = blast.at.is_finite() && blast.strength.is_finite() && blast.radius.is_finite() && blast.radius > 0.0;
        if is_sound {
            self.set_off(*blast, None);
        }
        is_sound
    }

    fn set_off(&mut self, blast: Blast, mine: Option<BodyId>) {
        // Checkpoints hold what is told of explosions in their frame: each begins a new one.
        self.structure += 1;
        let pushes = self.world.explode(&blast, mine);
        if self.explosions.len() >= MOST_TOLD {
            self.explosions.remove(0);
        }
        self.explosions.push(Explosion { step: self.step_count(), mine, blast, pushes });
    }

    /// Mines that something has entered are lit; those whose time has come explode.
    pub(super) fn step_mines(&mut self) {
        if self.mines.is_empty() {
            return;
        }
        let now = self.step_count();
        let entered = self.entered_sensors();
        for (id, mine) in self.mines.clone() {
            let Some(name) = self.names.bodies.name(id).map(str::to_owned) else { continue };
            let before = self.mine_states.get(&name).copied().unwrap_or_default();
            let mut state = before;
            if !state.spent && state.due.is_none() && self.is_triggered(id, &entered) {
                let steps = (mine.delay * self.world.settings().step_hz).round() as u64;
                state.due = Some(now + steps);
            }
            if state.due.is_some_and(|due| due <= now)
                && let Some(at) = self.world.body(id).map(|body| body.center)
            {
                state = MineState { due: None, spent: !mine.kept };
                self.set_off(mine.blast(at), Some(id));
            }
            if state != before {
                self.mine_states.insert(name, state);
            }
            if state.spent && !before.spent {
                self.take_away(id);
            }
        }
    }

    /// Sensors that something has entered in the last step: their bodies and their places, sorted.
    fn entered_sensors(&self) -> Vec<(BodyId, usize)> {
        let all = self.sensors.iter().enumerate().filter(|(_, running)| !running.entered.is_empty());
        let mut entered: Vec<_> = all.map(|(place, running)| (running.sensor.body, place)).collect();
        entered.sort_unstable();
        entered
    }

    /// True when something that can move has entered one of the mine's sensors in the last step.
    fn is_triggered(&self, mine: BodyId, entered: &[(BodyId, usize)]) -> bool {
        let moves = |id: &BodyId| self.world.body(*id).is_some_and(|body| body.kind != BodyKind::Static);
        let own = &entered[entered.partition_point(|(body, _)| *body < mine)..];
        own.iter().take_while(|(body, _)| *body == mine).any(|(_, place)| self.sensors[*place].entered.iter().any(moves))
    }

    /// What remains of a mine that is gone: nothing that could be hit or seen.
    fn take_away(&mut self, id: BodyId) {
        let step = self.step_count();
        let joints: Vec<JointId> = self.world.joints().filter(|(_, joint)| joint.joins_any(&[id])).map(|(joint, _)| joint).collect();
        for joint in joints {
            self.world.remove_joint(joint);
            if self.joint_order.contains(&joint) {
                self.acting.broken.push(Broken { joint, step, force: 0.0, torque: 0.0 });
            }
        }
        self.empty(id);
    }

    fn empty(&mut self, id: BodyId) {
        self.world.set_colliders(id, Vec::new());
        self.world.set_properties(id, &BodyDef { kind: BodyKind::Static, ..BodyDef::default() });
    }

    /// Takes the document's mines over; all its bodies have their names. One that is gone stays so as long as it is a
    /// mine.
    pub(super) fn gather_mines(&mut self, document: &Document) {
        let mines = document.bodies.iter().filter_map(|body| Some((self.names.bodies.id(&body.id)?, (**body.mine.as_ref()?).clone())));
        self.mines = mines.collect();
        let is_mine: BTreeSet<&str> = document.bodies.iter().filter(|body| body.mine.is_some()).map(|body| body.id.as_str()).collect();
        let ended: Vec<String> = self.mine_states.keys().filter(|name| !is_mine.contains(name.as_str())).cloned().collect();
        for name in ended {
            let was_spent = self.mine_states.remove(&name).is_some_and(|state| state.spent);
            let (Some(id), Some(body)) = (self.names.bodies.id(&name), document.body(&name)) else { continue };
            if was_spent {
                let parts = build::parts(&document.materials, body, "", &mut Vec::new());
                self.world.set_properties(id, &build::body_def(body));
                self.world.set_colliders(id, parts.colliders);
            }
        }
        self.empty_spent();
    }

    /// Mines that are gone have no shapes and do not move.
    fn empty_spent(&mut self) {
        let gone: Vec<BodyId> = self.mines.iter().map(|(id, _)| *id).filter(|id| self.is_spent(*id)).collect();
        for id in gone {
            if self.world.body(id).is_some_and(|body| !body.colliders.is_empty() || body.kind != BodyKind::Static) {
                self.empty(id);
            }
        }
    }

    /// A saved run's mines, in a freshly built stage.
    pub(super) fn restore_mines(&mut self, states: &BTreeMap<String, MineState>) {
        self.mine_states.clone_from(states);
        self.empty_spent();
    }
}
