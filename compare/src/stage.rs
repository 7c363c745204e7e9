//! A scene running in an engine.

use crate::engines::{BodyState, Engine, Which, make};
use crate::scene::{Action, BodySpec, JointSpec, Scene};
use collidoscope_physics::engine::math::{Pose, Vec2};
use collidoscope_physics::engine::world::Enter;

/// A scene running in an engine, with what was put in.
pub struct Stage<'a> {
    scene: &'a Scene,
    engine: Box<dyn Engine>,
    /// All bodies that were ever added, `None` when taken out again.
    bodies: Vec<Option<&'a BodySpec>>,
    joints: Vec<&'a JointSpec>,
    step: u32,
    next_action: usize,
}

impl<'a> Stage<'a> {
    /// Builds the scene. `substeps: None` takes what the engine's users get.
    pub fn new(which: Which, scene: &'a Scene, substeps: Option<u32>) -> Stage<'a> {
        let engine = make(which, scene, substeps);
        let mut stage = Stage { scene, engine, bodies: Vec::new(), joints: Vec::new(), step: 0, next_action: 0 };
        stage.add(&scene.bodies, &scene.joints);
        stage
    }

    fn add(&mut self, bodies: &'a [BodySpec], joints: &'a [JointSpec]) {
        for body in bodies {
            self.engine.add_body(body);
            self.bodies.push(Some(body));
        }
        for joint in joints {
            self.engine.add_joint(joint);
            self.joints.push(joint);
        }
    }

    /// What the script says for this step, then the step.
    pub fn step(&mut self) {
        self.follow_script();
        self.engine.step();
        self.step += 1;
    }

    /// The same; see [`Engine::step_in_parts`].
    pub fn step_in_parts(&mut self, enter: Enter<'_>) {
        self.follow_script();
        self.engine.step_in_parts(enter);
        self.step += 1;
    }

    fn follow_script(&mut self) {
        let script = &self.scene.script;
        while let Some((_, action)) = script.get(self.next_action).filter(|(step, _)| *step <= self.step) {
            self.next_action += 1;
            self.act(action);
        }
    }

    /// Takes several steps.
    pub fn run(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.step());
    }

    fn act(&mut self, action: &'a Action) {
        match action {
            Action::Add { bodies, joints } => self.add(bodies, joints),
            Action::Remove { first, count } => {
                self.engine.remove_bodies(*first..first + count);
                self.bodies[*first..first + count].fill_with(|| None);
                let bodies = &self.bodies;
                self.joints.retain(|j| bodies[j.a].is_some() && bodies[j.b].is_some());
            }
            Action::Velocity { body, linear, angular } => self.engine.set_velocity(*body, *linear, *angular),
            Action::Push { body, impulse, point } => self.engine.push(*body, *impulse, *point),
        }
    }

    /// Steps taken.
    pub fn steps(&self) -> u32 {
        self.step
    }

    /// The scene.
    pub fn scene(&self) -> &'a Scene {
        self.scene
    }

    /// State of a body that is in the world.
    pub fn state(&self, body: usize) -> BodyState {
        self.engine.state(body)
    }

    /// Numbers and descriptions of the bodies that are in the world.
    pub fn bodies(&self) -> impl Iterator<Item = (usize, &'a BodySpec)> + '_ {
        self.bodies.iter().enumerate().filter_map(|(number, body)| body.map(|body| (number, body)))
    }

    /// Joints between bodies that are in the world.
    pub fn joints(&self) -> &[&'a JointSpec] {
        &self.joints
    }

    /// Distance of the two anchors of a joint now, metres.
    pub fn gap(&self, joint: &JointSpec) -> f64 {
        let place = |number: usize| -> [f64; 2] {
            let Some(Some(body)) = self.bodies.get(number) else { return [f64::NAN; 2] };
            let local = Pose::new(body.position, body.angle).inv_transform_point(joint.anchor);
            let state = self.state(number);
            let turned: Vec2 = state.rotation.rotate(local);
            [f64::from(state.position.x) + f64::from(turned.x), f64::from(state.position.y) + f64::from(turned.y)]
        };
        let (a, b) = (place(joint.a), place(joint.b));
        ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
    }
}
