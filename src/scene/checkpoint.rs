//! A moment of a run to go back to, in a seventh of the memory of a copied stage.
//!
//! From one moment to the next most of a stage stays: shapes, joints, names, boxes. So checkpoints share a whole
//! stage, their *frame*, and keep of their own only what steps accumulate ([`WorldState`]). When something is added,
//! removed or changed ([`Stage::structure`]), the next checkpoint begins a new frame.

use super::air::AirState;
use super::gun::GunState;
use super::mine_doc::MineState;
use super::outside::Pointing;
use super::running_sensor::Passage;
use super::shot::Shot;
use super::stage::Stage;
use super::steering::SteeringState;
use crate::engine::body::BodyId;
use crate::engine::state::WorldState;
use crate::engine::world::RestingReadout;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stages up to this size are always copied whole, bytes: some hundred bodies. A copy has enlarged boxes and pairs that
/// are still apart as they were, too, which no motion depends on but which the Boxes microscope shows.
const COPIED_WHOLE: usize = 512 << 10;

/// A moment of a run.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    frame: Arc<Stage>,
    /// `None` when it is the moment of the frame itself.
    later: Option<Later>,
}

/// What steps have accumulated since the moment of the frame.
#[derive(Clone, Debug)]
struct Later {
    world: WorldState,
    resting: Vec<RestingReadout>,
    shots: Vec<Shot>,
    guns: BTreeMap<String, GunState>,
    steering: BTreeMap<String, SteeringState>,
    mines: BTreeMap<String, MineState>,
    pointer: Option<Pointing>,
    airs: Vec<AirState>,
    sensed: Vec<Vec<BodyId>>,
    /// Of each sensor, in their order.
    passages: Vec<(Vec<Passage>, u64)>,
    bytes: usize,
}

impl Checkpoint {
    /// The present moment of a stage. It shares the frame of an earlier checkpoint of the same run, if it can.
    pub fn of(stage: &Stage, earlier: Option<&Checkpoint>) -> Checkpoint {
        let shares = |earlier: &&Checkpoint| earlier.frame.structure() == stage.structure() && stage.bytes() > COPIED_WHOLE;
        match earlier.filter(shares) {
            Some(Checkpoint { frame, .. }) => Checkpoint { frame: frame.clone(), later: Some(Later::of(stage)) },
            None => Checkpoint { frame: Arc::new(stage.clone()), later: None },
        }
    }

    /// Steps taken at that moment.
    pub fn step_count(&self) -> u64 {
        self.later.as_ref().map_or(self.frame.step_count(), |later| later.world.step)
    }

    /// The stage at that moment. Its steps give the same bits as those of the stage that was kept. What is told of the
    /// last step and of nothing else (touches that began, impulses of a whole step) is there only in a checkpoint that
    /// [is whole](Checkpoint::is_whole).
    pub fn stage(&self) -> Stage {
        let mut stage = (*self.frame).clone();
        if let Some(later) = &self.later {
            stage.world.restore(&later.world);
            stage.world.restore_readouts(&later.resting);
            stage.shots.clone_from(&later.shots);
            stage.guns.clone_from(&later.guns);
            stage.steering_states.clone_from(&later.steering);
            stage.mine_states.clone_from(&later.mines);
            stage.acting.pointer = later.pointer;
            stage.restore_airs(&later.airs);
            stage.restore_sensors(&later.sensed);
            stage.velocities_before.clear();
            for (running, (passages, count)) in stage.sensors.iter_mut().zip(&later.passages) {
                (running.passages, running.passage_count) = (passages.clone(), *count);
            }
        }
        stage
    }

    /// True for a copy of the whole stage.
    pub fn is_whole(&self) -> bool {
        self.later.is_none()
    }

    /// True when both share their frame.
    pub fn shares_frame(&self, other: &Checkpoint) -> bool {
        Arc::ptr_eq(&self.frame, &other.frame)
    }

    /// About how much memory it takes without its frame, bytes.
    pub fn own_bytes(&self) -> usize {
        size_of::<Checkpoint>() + self.later.as_ref().map_or(0, |later| later.bytes)
    }

    /// About how much memory its frame takes, bytes.
    pub fn frame_bytes(&self) -> usize {
        self.frame.bytes()
    }
}

impl Later {
    fn of(stage: &Stage) -> Later {
        let (world, resting) = (stage.world.state(), stage.world.resting_readouts());
        let (shots, guns, steering) = (stage.shots.clone(), stage.guns.clone(), stage.steering_states.clone());
        let (airs, mines, sensed) = (stage.air_states(), stage.mine_states.clone(), stage.sensed());
        let pointer = stage.acting.pointer;
        let passages: Vec<_> = stage.sensors.iter().map(|running| (running.passages.clone(), running.passage_count)).collect();
        let bytes = world.bytes()
            + passages.iter().map(|(list, _)| size_of::<(Vec<Passage>, u64)>() + size_of_val(&list[..])).sum::<usize>()
            + airs.iter().map(AirState::bytes).sum::<usize>()
            + size_of_val(&resting[..])
            + shots.iter().map(|shot| size_of::<Shot>() + size_of_val(&shot.trail[..])).sum::<usize>()
            + guns.values().map(|gun| size_of::<GunState>() + size_of_val(&gun.orders[..])).sum::<usize>()
            + sensed.iter().map(|inside| size_of_val(&inside[..]) + size_of::<Vec<BodyId>>()).sum::<usize>()
            + mines.len() * (size_of::<MineState>() + 64)
            + steering.values().map(SteeringState::bytes).sum::<usize>();
        Later { world, resting, shots, guns, steering, mines, pointer, airs, sensed, passages, bytes }
    }
}
