//! What is stepped: the mechanism that the world would step, and the one number of it that is looked at.

use super::choice::IntegratorOptions;
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::lagrange::{BodyState, Coordinate, Mass, Spring, SpringLaw, State, System};
use crate::engine::math::Vec2;
use crate::engine::solver::Solver;
use crate::engine::world::{MechanismStart, MechanismStep, WorldSettings};
use crate::lens::microscope::before::{Ground, start};
use crate::lens::microscope::specimen::{Side, Specimen};
use glam::DVec2;

/// Frequency of the spring between two shapes that never were in a scene, hertz.
const PLAIN_HERTZ: f64 = 1.0;

/// A pin nearer to the centre than this is in it: a wheel, which has no arm, metres.
const SHORTEST_ARM: f64 = 1e-6;

/// The number that is looked at, and its rate.
#[derive(Clone, Copy, Debug)]
pub(super) enum Measure {
    /// How far a spring is from its rest.
    Stretch(Spring),
    /// How far a body hangs from straight down about its pin, radians: its own angle and this. The arm from the pin to
    /// its centre turns with it, wherever the pin goes, so the rate is its spin and the angle is not cut off at half a
    /// turn.
    Swing(f64),
    /// Height above the start, metres.
    Height(f64),
}

/// A spring's numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpringNumbers {
    pub hertz: f64,
    pub damping_ratio: f64,
    /// C_k and C_d at this step, as asked for.
    pub shares: [f64; 2],
    /// The largest that the world lets it have.
    pub most_share: f64,
}

/// What the integrators are given.
pub(super) struct Situation {
    /// With its springs as asked for.
    pub system: System,
    /// The same as the world steps it, when its limit of shares makes a difference.
    pub limited: Option<System>,
    pub state: State,
    /// Seconds.
    pub h: f64,
    /// Body of the state that is watched.
    pub mover: usize,
    pub measure: Measure,
    pub spring: Option<SpringNumbers>,
    /// Where the spring or the pin is held, world.
    pub anchor: Option<Vec2>,
    /// Of the watched body.
    pub name: String,
    /// Which integrator the scene has chosen, when joints are solved for globally there.
    pub chosen: Option<usize>,
    pub options: IntegratorOptions,
    /// Dynamic bodies of the scene that are not of this mechanism.
    pub left_out: Vec<String>,
}

/// What is stepped under this microscope: step rate, and what spring where there is one.
pub fn step_and_spring(specimen: &Specimen) -> IntegratorOptions {
    let situation = Situation::of(specimen);
    IntegratorOptions {
        step_hz: Some((1.0 / situation.h) as f32),
        hertz: situation.spring.map(|spring| spring.hertz as f32),
        damping_ratio: situation.spring.map(|spring| spring.damping_ratio as f32),
    }
}

/// A mechanism of more bodies is not stepped: the study of the error takes ten thousand steps of it.
pub(super) const MOST_BODIES: usize = 64;

/// Names of the dynamic bodies beside those that are stepped.
fn left_out(ground: &Ground, stepped: &[BodyId]) -> Vec<String> {
    let Ground::Stage(stage) = ground else { return Vec::new() };
    let others = stage.world().bodies().filter(|(id, body)| body.kind == BodyKind::Dynamic && !stepped.contains(id));
    others.map(|(id, _)| stage.name_of(id).to_owned()).collect()
}

impl Situation {
    /// True when there is too much to be stepped so often.
    pub fn is_crowded(&self) -> bool {
        self.state.bodies.len() > MOST_BODIES
    }

    pub fn of(specimen: &Specimen) -> Situation {
        let (ground, pair, _) = start(specimen);
        let settings = *ground.world().settings();
        let is_global = settings.solver == Solver::Lagrange;
        let parameters = settings.solver_parameters.lagrange;
        let parts = if is_global { f64::from(parameters.steps) } else { 1.0 };
        let h = specimen.options.integrators.step_hz.map_or(f64::from(settings.step_seconds()) / parts, |hz| 1.0 / f64::from(hz));
        let bodies = pair.map(|id| id.body);
        let moves = |side: usize| ground.world().body(bodies[side]).is_some_and(|body| body.inv_mass > 0.0);
        let side = if moves(1) || !moves(0) { Side::B } else { Side::A };
        let id = bodies[side as usize];
        let mut watched = ground.with(WorldSettings { solver: Solver::Lagrange, ..settings });
        let mut steps = Vec::new();
        watched.step_joints(&mut steps);
        let found = steps.into_iter().find_map(|step| match step {
            MechanismStep::Begun(start) if start.bodies.contains(&id) => Some(start),
            _ => None,
        });
        let stepped = found.as_ref().map_or(vec![id], |start| start.bodies.clone());
        let left_out = left_out(&ground, &stepped);
        let (system, state, mover) = match found.filter(|_| specimen.scene.is_some()) {
            Some(MechanismStart { bodies, system, state, .. }) => {
                let mover = bodies.iter().position(|&body| body == id).unwrap_or(0);
                (system, state, mover)
            }
            None if specimen.scene.is_some() => {
                ground.world().body(id).map_or_else(|| plain(specimen), |body| free(body, settings.gravity))
            }
            None => plain(specimen),
        };
        let mut situation = Situation {
            limited: None,
            measure: Measure::Height(state.bodies[mover].center.y),
            state,
            h,
            mover,
            spring: None,
            anchor: None,
            name: specimen.side(side).name.clone(),
            chosen: is_global.then_some(parameters.integrator as usize),
            system,
            options: specimen.options.integrators,
            left_out,
        };
        situation.settle();
        situation
    }

    /// Springs as asked for, and what is looked at.
    fn settle(&mut self) {
        let IntegratorOptions { hertz, damping_ratio, .. } = self.options;
        for spring in &mut self.system.springs {
            if let SpringLaw::Hertz { hertz: own, damping_ratio: own_ratio, .. } = &mut spring.law {
                *own = hertz.map_or(*own, f64::from);
                *own_ratio = damping_ratio.map_or(*own_ratio, f64::from);
            }
        }
        let limited = self.system.clone();
        for spring in &mut self.system.springs {
            if let SpringLaw::Hertz { most_share, .. } = &mut spring.law {
                *most_share = f64::INFINITY;
            }
        }
        let h = self.h;
        let bites = self.system.springs.iter().zip(&limited.springs).any(|(free, held)| free.law.shares(h) != held.law.shares(h));
        let mover = self.mover;
        let own = self.system.springs.iter().position(|spring| parties(spring).contains(&Some(mover)));
        if let Some(place) = own {
            let (free, held) = (self.system.springs[place], limited.springs[place]);
            self.measure = Measure::Stretch(free);
            if let SpringLaw::Hertz { hertz, damping_ratio, most_share } = held.law {
                self.spring = Some(SpringNumbers { hertz, damping_ratio, shares: free.law.shares(h), most_share });
            }
            self.anchor = held_at(&free, &self.state, mover);
        } else if let Some(pin) = self.pin() {
            let body = self.state.bodies[mover];
            let arm = body.center - pin;
            let hangs = if arm.length() > SHORTEST_ARM { libm::atan2(arm.x, -arm.y) } else { 0.0 };
            self.measure = Measure::Swing(hangs - body.angle);
            self.anchor = Some(pin.as_vec2());
        }
        self.limited = bites.then_some(limited);
    }

    /// Where a pin holds the watched body: one that stays where it is, else one between two bodies that move.
    fn pin(&self) -> Option<DVec2> {
        use crate::engine::lagrange::Constraint;
        let pins = || {
            self.system.constraints.iter().filter_map(|constraint| match *constraint {
                Constraint::Revolute { parties, points } => {
                    let side = parties.iter().position(|party| *party == Some(self.mover))?;
                    Some((parties[1 - side], points[side]))
                }
                _ => None,
            })
        };
        let stays = |other: Option<usize>| other.is_none_or(|other| self.system.masses[other].inv_mass == 0.0);
        let (_, point) = pins().find(|(other, _)| stays(*other)).or_else(|| pins().next())?;
        let body = self.state.bodies[self.mover];
        let (sin, cos) = (libm::sin(body.angle), libm::cos(body.angle));
        Some(body.center + DVec2::new(cos * point.x - sin * point.y, sin * point.x + cos * point.y))
    }

    /// The number and its rate.
    pub fn look(&self, state: &State) -> [f64; 2] {
        let body = &state.bodies[self.mover];
        match &self.measure {
            Measure::Stretch(spring) => {
                let mut rows = Vec::new();
                spring.coordinate.rows(state, &mut rows);
                rows.first().map_or([0.0; 2], |row| [row.value, row.speed(state)])
            }
            Measure::Swing(ahead) => [body.angle + ahead, body.spin],
            Measure::Height(from) => [body.center.y - from, body.velocity.y],
        }
    }

    /// True when the number is an angle.
    pub fn is_angle(&self) -> bool {
        match self.measure {
            Measure::Swing(_) => true,
            Measure::Stretch(spring) => matches!(spring.coordinate, Coordinate::Angle { .. }),
            Measure::Height(_) => false,
        }
    }

    /// True when the number is the length of a spring and these places of the body, from its start on, lie on both
    /// sides of the spring's other end: there a length has a fold, as it is never below 0.
    pub fn is_folded(&self, mut places: impl Iterator<Item = Vec2>) -> bool {
        let is_length = matches!(self.measure, Measure::Stretch(Spring { coordinate: Coordinate::Length { .. }, .. }));
        let (Some(end), Some(start)) = (self.anchor.filter(|_| is_length), places.next()) else { return false };
        places.any(|at| (at - end).dot(start - end) < 0.0)
    }

    /// Energy of the mechanism, joules.
    pub fn energy(&self, state: &State) -> [f64; 2] {
        [self.system.kinetic_energy(state), self.system.potential_energy(state, self.h)]
    }

    /// True when no force that stays the same acts on the watched body: springs alone.
    pub fn is_without_forces(&self) -> bool {
        self.system.masses.iter().all(|mass| mass.inv_mass == 0.0 || mass.force == DVec2::ZERO && mass.torque == 0.0)
    }

    /// ωh of its spring.
    pub fn turn_of_step(&self) -> Option<f64> {
        self.spring.map(|spring| 2.0 * std::f64::consts::PI * spring.hertz * self.h)
    }
}

fn parties(spring: &Spring) -> [Option<usize>; 2] {
    match spring.coordinate {
        Coordinate::Angle { parties, .. }
        | Coordinate::Length { parties, .. }
        | Coordinate::Together { parties, .. }
        | Coordinate::Way { parties, .. } => parties,
    }
}

/// Its other end; an angle has none.
fn held_at(spring: &Spring, state: &State, mover: usize) -> Option<Vec2> {
    let (Coordinate::Length { parties, points, .. }
    | Coordinate::Together { parties, points, .. }
    | Coordinate::Way { parties, points, .. }) = spring.coordinate
    else {
        return None;
    };
    let other = usize::from(parties[0] == Some(mover));
    Some(crate::engine::lagrange::row::Point::of(state, parties[other], points[other]).position.as_vec2())
}

/// A body that nothing holds.
fn free(body: &Body, gravity: Vec2) -> (System, State, usize) {
    let wide = |v: Vec2| DVec2::new(f64::from(v.x), f64::from(v.y));
    let inverse = |x: f32| f64::from(x);
    let force = if body.inv_mass > 0.0 { f64::from(body.gravity_scale) * wide(gravity) / f64::from(body.inv_mass) } else { DVec2::ZERO };
    let mass = Mass {
        inv_mass: inverse(body.inv_mass),
        inv_inertia: inverse(body.inv_inertia),
        force,
        torque: 0.0,
        damping: f64::from(body.linear_damping),
        spin_damping: f64::from(body.angular_damping),
    };
    let state = BodyState {
        center: wide(body.center),
        angle: f64::from(body.pose.rotation.angle()),
        velocity: wide(body.linear_velocity),
        spin: f64::from(body.angular_velocity),
    };
    (System { masses: vec![mass], ..System::default() }, State { time: 0.0, bodies: vec![state] }, 0)
}

/// Two shapes that never were in a scene: B hangs at A's centre on a spring that is stretched to twice its length.
fn plain(specimen: &Specimen) -> (System, State, usize) {
    let center = |side: Side| {
        let at = specimen.side(side).pose.transform_point(specimen.motion(side).local_center);
        DVec2::new(f64::from(at.x), f64::from(at.y))
    };
    let (from, to) = (center(Side::A), center(Side::B));
    let length = (to - from).length();
    let rest = if length > 1e-3 { 0.5 * length } else { 1.0 };
    let coordinate = Coordinate::Length { parties: [None, Some(0)], points: [from, DVec2::ZERO], rest };
    let law = SpringLaw::Hertz { hertz: PLAIN_HERTZ, damping_ratio: 0.0, most_share: 1.0 };
    let masses = vec![Mass::heavy(1.0, 1.0, DVec2::ZERO)];
    let system = System { masses, springs: vec![Spring { coordinate, law, mass: None }], ..System::default() };
    (system, State { time: 0.0, bodies: vec![BodyState { center: to, ..BodyState::default() }] }, 0)
}
