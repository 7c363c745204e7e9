//! A run that can be saved and continued.

use super::air::AirPush;
use super::body_doc::BodyDoc;
use super::gun::GunState;
use super::key::Key;
use super::mine_doc::MineState;
use super::outside::{Broken, Pointing};
use super::shot::Shot;
use super::steering::SteeringState;
use crate::engine::state::WorldState;
use crate::smoke::Fields;
use std::collections::BTreeMap;

/// All that a run has accumulated, to be saved in a file.
///
/// **Ids.** In `world` the ids are places in lists, whatever ids the running world has given by then:
/// * `BodyId(n)` with n below `document.bodies.len()` is the n-th body of the document;
/// * `BodyId(document.bodies.len())` is the hidden world body (see [`super::stage::Stage::world_body`]), which never
///   moves;
/// * the numbers after it are `projectiles`, in their order;
/// * `JointId(n)` is the n-th joint of the document.
///
/// What a hand pulls or pushes at the moment is not part of it: a saved run continues as if it had been let go.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageState {
    /// The world's own state, with ids as above.
    pub world: WorldState,
    /// Projectiles in flight, oldest first, as bodies: id "shot N", one circle.
    pub projectiles: Vec<BodyDoc>,
    /// The shots they belong to, in the same order; `body` is `BodyId(document.bodies.len() + 1 + n)` for the n-th.
    pub shots: Vec<Shot>,
    /// Shots fired since the start: the next one gets the number after it.
    pub shots_fired: u32,
    /// What launchers have accumulated, by id.
    pub guns: BTreeMap<String, GunState>,
    /// What controllers have accumulated, by id of their bodies.
    pub steering: BTreeMap<String, SteeringState>,
    /// What mines have gone through, by id of their bodies.
    pub mines: BTreeMap<String, MineState>,
    /// Keys that are held.
    pub held: Vec<Key>,
    /// The pointer, if something follows it and it has been seen.
    pub pointer: Option<Pointing>,
    /// Joints that have broken, by their place in the document, the first first.
    pub broken: Vec<Broken>,
    /// What the cells of smoke hold, by id of the region.
    pub smoke: BTreeMap<String, Fields>,
    /// What its air pushes bodies by in the next step, by id of the region.
    pub air_pushes: BTreeMap<String, Vec<AirPush>>,
}
