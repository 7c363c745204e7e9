//! Specimens of a whole scene: for microscopes that look at its smoke, its lamps, its curves or its explosions
//! and need no pair.

use super::{Options, PlacedShape, Scene, Side, Specimen};
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::{Circle, Shape};
use crate::scene::stage::Stage;
use std::sync::Arc;

impl Specimen {
    /// The scene, with a pair of it or without, and what of it is looked at: the id of a region of smoke, a lamp, a
    /// curve or a mine. `None` when there is neither any of these nor an explosion nor the pair.
    pub fn of_scene(stage: &Stage, pair: Option<(ColliderId, ColliderId)>, focus: Option<String>) -> Option<Specimen> {
        let specimen = match pair {
            Some(pair) => Specimen::of(stage, pair),
            None => Specimen::without_pair(stage),
        };
        let mut specimen = specimen?;
        if let Some(scene) = &mut specimen.scene {
            scene.focus = focus;
        }
        Some(specimen)
    }

    /// Nothing stands in it for A and B but two discs at the place that is looked at, which are not drawn.
    fn without_pair(stage: &Stage) -> Option<Specimen> {
        let air = stage.airs().first().map(|air| air.doc.center);
        let lamp = || stage.lights().iter().find_map(|light| stage.light_place(light));
        let center = air.or_else(lamp).or_else(|| stage.lights().first().map(|_| Vec2::ZERO));
        let curve = || stage.curves().iter().find_map(|curve| stage.placed_curve(curve)?.places().first().copied());
        let blast = || stage.explosions().last().map(|explosion| explosion.blast.at);
        let mine = || stage.mines().find_map(|(id, _)| Some(stage.world().body(id)?.center));
        let center = center.or_else(curve).or_else(blast).or_else(mine).filter(|place| place.is_finite())?;
        let shape: Shape = Circle::try_new(Vec2::ZERO, 0.5).ok()?.into();
        let disc = |name: &str| PlacedShape { shape: shape.clone(), pose: Pose::new(center, 0.0), name: name.to_owned() };
        let nobody = |index| ColliderId { body: stage.world_body(), index };
        Some(Specimen {
            a: disc("the scene"),
            b: disc("itself"),
            around: Arc::new([]),
            narrow_phase: stage.world().settings().narrow_phase,
            options: Options::default(),
            hidden: [None, None],
            stored: None,
            scene: Some(Scene::of(stage, (nobody(0), nobody(1)))),
        })
    }

    /// True when two shapes lie under the microscope, false when it is a scene without a pair or a body that a joint
    /// holds to the world.
    pub fn has_pair(&self) -> bool {
        self.scene.as_ref().is_none_or(|scene| scene.pair.0.body != scene.pair.1.body) && !self.is_held_by_world()
    }

    /// Who lies under it, in words.
    pub fn title(&self) -> String {
        self.names().map_or("the scene".to_owned(), |[a, b]| format!("{a} ↔ {b}"))
    }

    /// The sides that can be taken hold of: none without a pair.
    pub fn sides(&self) -> &'static [Side] {
        if self.has_pair() { &[Side::A, Side::B] } else { &[] }
    }

    /// The names of the two bodies, of which one may be the world that a joint holds on to; `None` without a pair.
    pub fn names(&self) -> Option<[&str; 2]> {
        (self.has_pair() || self.is_held_by_world()).then(|| [Side::A, Side::B].map(|side| self.side(side).name.as_str()))
    }
}
