//! Whose controllers are looked at, and what their probe told.

use crate::engine::body::BodyId;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::guidance::control::heading;
use crate::guidance::control::pid::{Pid, PidLaw, PidRecord, PidStep};
use crate::guidance::control::plant::{self, Plant};
use crate::guidance::control::routh::Routh;
use crate::guidance::control::sampled::Sampled;
use crate::guidance::control::simpson::Panel;
use crate::lens::microscope::{Side, Specimen, Unit};
use crate::scene::control::{ControlDoc, Mover};
use crate::scene::stage::Stage;

/// How long the run goes on for the chart, seconds.
const AHEAD: f32 = 2.0;
/// Points of the chart.
pub(super) const CHART_POINTS: u32 = 40;
/// The run of a scene with more to do in a step than this is not gone on with.
const MOST_WORK: u64 = 200_000;
/// Steps a second without a scene.
const PLAIN_HZ: f64 = 60.0;

/// One loop of a controller in one step.
pub(super) struct LoopRun {
    pub name: &'static str,
    pub units: LoopUnits,
    pub law: PidLaw,
    pub records: Vec<PidRecord>,
    /// What came of it.
    pub step: PidStep,
    /// Direction in the world of a positive output; `None` for the heading.
    pub axis: Option<Vec2>,
    /// It is a missile's drive.
    pub is_along_nose: bool,
    /// What theory says; told once for a walker's two drives.
    pub stability: Option<Routh>,
    /// The same of the loop as it is sampled.
    pub sampled: Option<Sampled>,
    /// The run as it goes on: each the step of this loop then.
    pub ahead: Vec<PidStep>,
}

/// Units of what a loop reckons with. Angles are in radians, as in the formulas: gains are per radian.
pub(super) struct LoopUnits {
    pub error: Unit,
    pub rate: Unit,
    pub integral: Unit,
    pub output: Unit,
}

const OF_HEADING: LoopUnits =
    LoopUnits { error: Unit::AngleInRadians, rate: Unit::SpinInRadians, integral: Unit::AngleSeconds, output: Unit::SpinUp };
const OF_DRIVE: LoopUnits = LoopUnits { error: Unit::Speed, rate: Unit::Acceleration, integral: Unit::Length, output: Unit::Acceleration };

pub(super) struct Situation {
    pub name: String,
    pub center: Vec2,
    pub nose: Vec2,
    pub wanted_angle: f32,
    pub goal: Option<Vec2>,
    pub loops: Vec<LoopRun>,
    pub torque: f32,
    pub force: Vec2,
    pub mass: f32,
    pub inertia: f32,
    /// Seconds from sample to sample.
    pub dt: f64,
    /// False when the scene has no controller for either.
    pub is_controlled: bool,
}

impl Situation {
    pub fn of(specimen: &Specimen) -> Situation {
        Situation::of_controller(specimen).unwrap_or_else(|| Situation::plain(specimen))
    }

    /// A should face B, with the usual gains.
    fn plain(specimen: &Specimen) -> Situation {
        let doc = ControlDoc::default();
        let (law, pose, goal) = (doc.heading_law(), specimen.a.pose, specimen.b.pose.position);
        let facing = pose.rotation.angle();
        let wanted_angle = heading::angle_of(goal - pose.position, facing);
        let mut records = Vec::new();
        let error = f64::from(heading::error(wanted_angle, facing));
        let step = Pid::default().step(&law, error, 1.0 / PLAIN_HZ, &mut records);
        let loops = vec![LoopRun::heading(law, records, step, 0.0, 1.0 / PLAIN_HZ)];
        Situation {
            name: specimen.a.name.clone(),
            center: pose.position,
            nose: pose.rotation.x_axis(),
            wanted_angle,
            goal: Some(goal),
            loops,
            torque: step.output as f32,
            force: Vec2::ZERO,
            mass: 1.0,
            inertia: 1.0,
            dt: 1.0 / PLAIN_HZ,
            is_controlled: false,
        }
    }

    fn of_controller(specimen: &Specimen) -> Option<Situation> {
        let scene = specimen.scene.as_ref()?;
        let pair = [scene.pair.0.body, scene.pair.1.body];
        let side = [Side::A, Side::B].into_iter().find(|side| scene.stage.control(pair[*side as usize]).is_some())?;
        let moved = moved(specimen, &scene.stage, pair);
        let stage = moved.as_ref().unwrap_or(&*scene.stage);
        let id = pair[side as usize];
        let mut told = Vec::new();
        let steering = stage.steering_told(id, &mut told)?;
        let (doc, body) = (stage.control(id)?, stage.world().body(id)?);
        let dt = 1.0 / f64::from(stage.world().settings().step_hz);
        let mut groups = grouped(told).into_iter();
        let mut loops =
            vec![LoopRun::heading(doc.heading_law(), groups.next().unwrap_or_default(), steering.heading, body.angular_damping.into(), dt)];
        for (index, ((axis, step), records)) in steering.drive.iter().zip(groups).enumerate() {
            let is_along_nose = doc.mover == Mover::Missile;
            let (law, damping) = (doc.drive_law(), body.linear_damping.into());
            let stability = (index == 0).then(|| plant::stability(Plant::Speed, &law, damping, dt));
            let sampled = (index == 0).then(|| Sampled::of(Plant::Speed, &law, damping, dt));
            loops.push(LoopRun {
                name: if is_along_nose { "Drive" } else { ["Drive x", "Drive y"][index.min(1)] },
                units: OF_DRIVE,
                law,
                records,
                step: *step,
                axis: Some(*axis),
                is_along_nose,
                stability,
                sampled,
                ahead: Vec::new(),
            });
        }
        go_on(stage, id, &mut loops);
        Some(Situation {
            name: specimen.side(side).name.clone(),
            center: body.center,
            nose: body.pose.rotation.x_axis(),
            wanted_angle: steering.wanted_angle,
            goal: steering.goal,
            loops,
            torque: steering.torque,
            force: steering.force,
            mass: body.mass,
            inertia: body.inertia,
            dt,
            is_controlled: true,
        })
    }

    /// Where it should face, unit, world.
    pub fn wanted(&self) -> Vec2 {
        Rot::from_angle(self.wanted_angle).x_axis()
    }

    /// What pictures take up: the body and its goal, unless that is far away.
    pub fn bounds(&self) -> [Vec2; 2] {
        let goal = self.goal.filter(|goal| (*goal - self.center).length() < 20.0).unwrap_or(self.center);
        [self.center.min(goal), self.center.max(goal)]
    }
}

/// The stage with the two where they were dragged to; `None` when nobody dragged them.
fn moved(specimen: &Specimen, stage: &Stage, pair: [BodyId; 2]) -> Option<Stage> {
    let sides = [Side::A, Side::B].map(|side| (!specimen.is_of_scene(side)).then(|| specimen.side(side).pose));
    sides.iter().any(Option::is_some).then(|| {
        stage.tried(|world| {
            for (body, pose) in pair.into_iter().zip(sides) {
                if let Some(Pose { position, rotation }) = pose {
                    world.set_pose(body, position, rotation.angle());
                }
            }
        })
    })
}

/// What was told, loop by loop: each begins with its error.
fn grouped(told: Vec<PidRecord>) -> Vec<Vec<PidRecord>> {
    let mut groups: Vec<Vec<PidRecord>> = Vec::new();
    for record in told {
        if matches!(record, PidRecord::Error { .. }) {
            groups.push(Vec::new());
        }
        groups.last_mut().into_iter().for_each(|group| group.push(record.clone()));
    }
    groups
}

/// Lets the run go on, and notes what each loop does.
fn go_on(stage: &Stage, id: BodyId, loops: &mut [LoopRun]) {
    if stage.step_work() > MOST_WORK {
        return;
    }
    let mut run = stage.clone();
    let every = ((AHEAD * run.world().settings().step_hz) as u32 / CHART_POINTS).max(1);
    for _ in 0..CHART_POINTS {
        let Some(steering) = run.steering(id) else { return };
        let steps = std::iter::once(steering.heading).chain(steering.drive.iter().map(|(_, step)| *step));
        loops.iter_mut().zip(steps).for_each(|(one, step)| one.ahead.push(step));
        (0..every).for_each(|_| run.step());
    }
}

impl LoopRun {
    fn heading(law: PidLaw, records: Vec<PidRecord>, step: PidStep, damping: f64, dt: f64) -> LoopRun {
        let stability = Some(plant::stability(Plant::Heading, &law, damping, dt));
        let sampled = Some(Sampled::of(Plant::Heading, &law, damping, dt));
        LoopRun {
            name: "Heading",
            units: OF_HEADING,
            law,
            records,
            step,
            axis: None,
            is_along_nose: false,
            stability,
            sampled,
            ahead: Vec::new(),
        }
    }

    /// The error before this one.
    pub fn last(&self) -> Option<f64> {
        self.records.iter().find_map(|record| if let PidRecord::Error { last, .. } = record { *last } else { None })
    }

    /// The history, how many left it, and the integral of what has left.
    pub fn history(&self) -> (&[f64], usize, f64) {
        let found = self.records.iter().find_map(|record| match record {
            PidRecord::History { samples, left, stored } => Some((&samples[..], *left, *stored)),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The panels of the integral, the integral before this sample, and with it.
    pub fn integral(&self) -> (&[Panel], f64, f64) {
        let found = self.records.iter().find_map(|record| match record {
            PidRecord::Integral { panels, before, integral } => Some((&panels[..], *before, *integral)),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// True when Simpson's rule alone did it, without a trapezium or a cubic.
    pub fn has_parabolas_alone(&self) -> bool {
        let panels = self.integral().0;
        !panels.is_empty() && panels.iter().all(|panel| panel.weights.len() == 3)
    }

    /// The first sum, before the integral was held, and the error that P looked at.
    pub fn first_sum(&self) -> (PidStep, f64) {
        let found = self.records.iter().find_map(|record| match record {
            PidRecord::Sum { step, ahead } => Some((*step, *ahead)),
            _ => None,
        });
        found.unwrap_or((self.step, self.step.error))
    }

    /// True when more integral would push further beyond the limit.
    pub fn drives(&self) -> bool {
        self.records.iter().any(|record| matches!(record, PidRecord::Windup { drives: true, .. }))
    }
}
