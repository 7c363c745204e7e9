//! What a launcher aims at, and how that moves.

use super::document::{LauncherDoc, Only, Sight};
use super::shot::Shot;
use super::stage::Stage;
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::math::Vec2;

/// What is foreseen of a target.
#[derive(Clone, Copy)]
pub(super) struct TargetMotion {
    pub center: Vec2,
    pub velocity: Vec2,
    pub acceleration: Vec2,
    /// Over the last step.
    pub measured: Option<Vec2>,
}

impl TargetMotion {
    /// A point that nothing pushes and that does not fall.
    fn steady((center, velocity): (Vec2, Vec2)) -> TargetMotion {
        TargetMotion { center, velocity, acceleration: Vec2::ZERO, measured: None }
    }
}

impl Stage {
    /// The body that a launcher aims at, while there is one.
    pub fn target_of(&self, launcher: &str) -> Option<BodyId> {
        self.sighted(self.launchers.iter().find(|l| l.id == launcher)?)
    }

    pub(super) fn sighted(&self, launcher: &LauncherDoc) -> Option<BodyId> {
        match launcher.aim_at {
            Sight::Body => self.names.bodies.id(launcher.target.as_deref()?),
            Sight::Nearest => self.nearest_to(launcher),
            Sight::Point | Sight::Pointer => None,
        }
    }

    /// What a launcher aims at, in words: the name of a body, "the pointer", "a point"; `None` for nothing.
    pub fn target_words(&self, launcher: &LauncherDoc) -> Option<String> {
        match launcher.aim_at {
            Sight::Body | Sight::Nearest => self.names.bodies.name(self.sighted(launcher)?).map(str::to_owned),
            Sight::Point => Some("a point".to_owned()),
            Sight::Pointer => Some("the pointer".to_owned()),
        }
    }

    /// What a launcher aims at now, and how it moves.
    pub(super) fn motion_of(&self, launcher: &LauncherDoc) -> Option<TargetMotion> {
        if let Some(place) = self.aimed_point(launcher) {
            return Some(TargetMotion::steady(place));
        }
        let id = self.sighted(launcher)?;
        let body = self.body_there(id)?;
        let falls = body.kind == BodyKind::Dynamic && body.awake && !body.frozen && !self.is_held(id);
        let acceleration = if falls { self.world.settings().gravity * body.gravity_scale } else { Vec2::ZERO };
        let before = self.guns.get(&launcher.id).and_then(|gun| gun.target_velocity);
        // What is nearest may have been another body before the step.
        let measured = before.filter(|_| launcher.aim_at == Sight::Body);
        let measured = measured.map(|before| (body.linear_velocity - before) * self.world.settings().step_hz);
        Some(TargetMotion { center: body.center, velocity: body.linear_velocity, acceleration, measured })
    }

    /// Place and velocity of the point that a launcher aims at, if it is no body.
    pub(super) fn aimed_point(&self, launcher: &LauncherDoc) -> Option<(Vec2, Vec2)> {
        let seconds = (self.world.step_count() as f64 / f64::from(self.world.settings().step_hz)) as f32;
        match launcher.aim_at {
            Sight::Body | Sight::Nearest => None,
            Sight::Point => Some((launcher.point + launcher.point_velocity * seconds, launcher.point_velocity)),
            Sight::Pointer => Some(self.pointer_or(launcher.point)),
        }
    }

    /// Place and velocity of the point that a shot was aimed at, while its launcher aims at one.
    pub(super) fn point_of_shot(&self, shot: &Shot) -> Option<(Vec2, Vec2)> {
        if !shot.at_point {
            return None;
        }
        self.aimed_point(self.launchers.iter().find(|launcher| launcher.id == shot.launcher)?)
    }

    /// Velocities of all bodies that are named as targets, by launcher.
    pub(super) fn target_velocities(&self) -> Vec<(String, Option<Vec2>)> {
        let velocity = |target: &str| Some(self.named_body(target)?.linear_velocity);
        let named = self.launchers.iter().filter(|launcher| launcher.aim_at == Sight::Body);
        named.filter_map(|l| Some((l.id.clone(), velocity(l.target.as_deref()?)))).collect()
    }

    /// The body whose centre is nearest to a launcher: one of the document that can move, that its filter lets pass and
    /// that does not hang together with the mount; of equally near ones the first.
    fn nearest_to(&self, launcher: &LauncherDoc) -> Option<BodyId> {
        let pivot = self.mount_of(launcher)?.pivot;
        let mount = launcher.body.as_deref().and_then(|name| self.names.bodies.id(name));
        let mut linkages = self.linkages();
        let own = mount.map(|id| linkages.find(id.0));
        let mut nearest: Option<(f32, BodyId)> = None;
        for record in &self.records {
            let Some(body) = self.world.body(record.id).filter(|body| body.kind != BodyKind::Static && !body.frozen) else { continue };
            let distance = (body.center - pivot).length();
            let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
            if is_nearer && own != Some(linkages.find(record.id.0)) && self.passes(&launcher.only, record.id, body.kind) {
                nearest = Some((distance, record.id));
            }
        }
        nearest.map(|(_, id)| id)
    }

    /// Whether a launcher's filter lets a body pass.
    fn passes(&self, only: &Only, id: BodyId, kind: BodyKind) -> bool {
        let Only { dynamic, group, name } = only;
        if *dynamic && kind != BodyKind::Dynamic {
            return false;
        }
        if group.is_none() && name.is_none() {
            return true;
        }
        let Some(own) = self.names.bodies.name(id) else { return false };
        let stands_in = |group: &str| {
            let direct = self.groups.of_body(own);
            direct.is_some_and(|direct| self.groups.chain(direct).iter().any(|doc| doc.id == group))
        };
        name.as_deref().is_none_or(|begin| own.starts_with(begin)) && group.as_deref().is_none_or(stands_in)
    }

    /// True when the body's island (all that touches or is joined to it) leans or hangs on something that does not
    /// fall: then the body does not fall freely.
    fn is_held(&self, body: BodyId) -> bool {
        let islands = self.world.islands();
        let island_of: Vec<(BodyId, Option<u32>)> = self.world.bodies().map(|(id, _)| id).zip(islands).collect();
        let island = |id: BodyId| island_of.binary_search_by_key(&id, |(id, _)| *id).ok().and_then(|index| island_of[index].1);
        let own = island(body);
        let holds = |x: BodyId, y: BodyId| (island(x) == own && island(y).is_none()) || (island(y) == own && island(x).is_none());
        let mut pressed = self.world.contacts().into_iter().filter(|c| c.points().iter().any(|p| p.normal_impulse > 0.0));
        own.is_some()
            && (self.world.joints().any(|(_, joint)| holds(joint.body_a, joint.body_b))
                || pressed.any(|c| holds(c.collider_a.body, c.collider_b.body)))
    }
}
