//! Both forms from the same start: many steps, and how far they are apart with the step halved again and again.

use crate::engine::lagrange::{Bead, BeadSlope, BeadState, BeadStep, Feedback, Integrator, State, System, advance};
use crate::engine::probe::NoProbe;
use crate::engine::world::MechanismStart;
use glam::DVec2;

/// Time of a run, seconds.
const TIME: f64 = 10.0;
/// Time over which the difference is measured with smaller and smaller steps, seconds.
const STUDY: f64 = 1.0;
/// Most steps of a run.
const MOST: usize = 1200;
/// Times that the step is halved.
pub(in crate::lens::microscope::lagrange) const HALVINGS: usize = 3;
/// A difference below this is made of rounding, metres.
const ROUNDING: f64 = 1e-11;
/// A bead farther from the curve than this has left it, metres.
const LOST: f64 = 10.0;

/// Places of the runs.
pub(in crate::lens::microscope::lagrange) const ONE: usize = 0;
pub(in crate::lens::microscope::lagrange) const FORCE: usize = 1;
pub(in crate::lens::microscope::lagrange) const BARE: usize = 2;
/// Their names.
pub(in crate::lens::microscope::lagrange) const NAMES: [&str; 3] = ["one coordinate", "constraint force", "without feedback"];

/// A moment of a run.
#[derive(Clone, Copy, Debug)]
pub(in crate::lens::microscope::lagrange) struct Sample {
    pub center: DVec2,
    /// How far from the curve, metres.
    pub off: f64,
    /// Joules.
    pub energy: f64,
}

/// Why a run has no more steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lens::microscope::lagrange) enum End {
    Time,
    /// A bead is beyond an end of the curve.
    Curve,
    /// r′ is zero.
    Standstill,
    /// The bead has left the curve.
    Lost,
}

/// The comparison.
pub(in crate::lens::microscope::lagrange) struct Study {
    pub bead: Bead,
    pub start: BeadState,
    /// How far the scene's bead was from the curve, metres: the comparison begins on it.
    pub moved: f64,
    /// A step, seconds.
    pub h: f64,
    pub integrator: Integrator,
    pub feedback: Feedback,
    /// The equation of motion in the first step, and where that led.
    pub slopes: Vec<BeadSlope>,
    pub after: BeadState,
    /// The start and each step, run by run: [`ONE`], [`FORCE`], [`BARE`]; the last only where there is feedback.
    pub runs: Vec<Vec<Sample>>,
    /// Steps that all runs have.
    pub count: usize,
    pub end: End,
    /// What an energy of 1 on the cards is: the largest kinetic energy of the run by one coordinate, joules.
    pub scale: f64,
    /// Distance between both after [`Self::study`] seconds with the step, half the step …, metres.
    pub apart: Vec<f64>,
    pub study: f64,
}

impl Study {
    /// Of a mechanism that is a bead on a curve.
    pub fn of(start: &MechanismStart, integrator: Integrator) -> Option<Study> {
        let (bead, body) = Bead::of(&start.system, &start.state)?;
        let now = start.state.bodies[body];
        let first = bead.state(&now).filter(|state| state.at.is_finite() && state.rate.is_finite())?;
        let moved = (bead.place(first.at)[0] - now.center).length();
        let mut study = Study {
            bead,
            start: first,
            moved,
            h: start.h,
            integrator,
            feedback: start.system.feedback,
            slopes: Vec::new(),
            after: first,
            runs: Vec::new(),
            count: 0,
            end: End::Time,
            scale: 1.0,
            apart: Vec::new(),
            study: STUDY,
        };
        study.watch_first_step()?;
        study.run(&start.system, &start.state, body);
        study.halve(&start.system, &start.state, body);
        Some(study)
    }

    fn watch_first_step(&mut self) -> Option<()> {
        let mut steps = Vec::new();
        self.after = self.bead.advance(self.start, self.h, self.integrator, &mut steps)?;
        let slope = |step| if let BeadStep::Slope(slope) = step { Some(slope) } else { None };
        self.slopes = steps.into_iter().filter_map(slope).collect();
        Some(())
    }

    /// A state of the mechanism with its bead where one coordinate says.
    fn whole(&self, state: &State, body: usize, bead: BeadState) -> State {
        let (mut whole, on) = (state.clone(), self.bead.body(bead));
        whole.bodies[body].center = on.center;
        whole.bodies[body].velocity = on.velocity;
        whole
    }

    fn run(&mut self, system: &System, state: &State, body: usize) {
        let most = ((TIME / self.h).round() as usize).clamp(1, MOST);
        let bare = System { feedback: Feedback::default(), ..system.clone() };
        let (origin, axis, curve) = (self.bead.origin, self.bead.axis, self.bead.curve);
        let distance = move |p: DVec2| {
            let d = p - origin;
            curve.distance(DVec2::new(axis.dot(d), axis.perp_dot(d)))
        };
        let sample = |system: &System, state: &State, on_it: bool| {
            let center = state.bodies[body].center;
            let energy = system.kinetic_energy(state) + system.potential_energy(state, 1.0);
            Sample { center, off: if on_it { 0.0 } else { distance(center) }, energy }
        };
        let first = self.whole(state, body, self.start);
        let mut one = self.start;
        let mut bodies = vec![(system, first.clone())];
        if self.feedback != Feedback::default() {
            bodies.push((&bare, first.clone()));
        }
        let mut runs = vec![vec![sample(system, &first, true)]; 1 + bodies.len()];
        let mut most_kinetic = system.kinetic_energy(&first);
        for _ in 0..most {
            let next = self.bead.advance(one, self.h, self.integrator, &mut NoProbe);
            let Some(next) = next.filter(|next| next.at.is_finite() && next.rate.is_finite()) else {
                self.end = End::Standstill;
                break;
            };
            let sound = bodies.iter_mut().all(|(system, state)| advance(system, state, self.h, self.integrator, &mut NoProbe).is_ok());
            if !self.bead.is_on_curve(next) {
                self.end = End::Curve;
                break;
            }
            let is_near = |(_, state): &(&System, State)| distance(state.bodies[body].center) < LOST;
            if !sound || !bodies.iter().all(is_near) {
                self.end = End::Lost;
                break;
            }
            one = next;
            let whole = self.whole(state, body, one);
            most_kinetic = most_kinetic.max(system.kinetic_energy(&whole));
            runs[ONE].push(sample(system, &whole, true));
            for (run, (system, state)) in runs[FORCE..].iter_mut().zip(&bodies) {
                run.push(sample(system, state, false));
            }
        }
        self.count = runs[ONE].len() - 1;
        self.scale = if most_kinetic > 0.0 { most_kinetic } else { 1.0 };
        self.runs = runs;
    }

    /// How far both are apart after the time of study, with the step and its halves.
    fn halve(&mut self, system: &System, state: &State, body: usize) {
        let steps = ((STUDY / self.h).round() as usize).clamp(1, self.count.max(1));
        self.study = steps as f64 * self.h;
        for halving in 0..=HALVINGS {
            let parts = 1_usize << halving;
            let h = self.h / parts as f64;
            let (mut one, mut whole) = (Some(self.start), self.whole(state, body, self.start));
            let mut is_sound = true;
            for _ in 0..steps * parts {
                one = one.and_then(|now| self.bead.advance(now, h, self.integrator, &mut NoProbe));
                is_sound &= advance(system, &mut whole, h, self.integrator, &mut NoProbe).is_ok();
            }
            let Some(one) = one.filter(|_| is_sound) else { break };
            self.apart.push((self.bead.place(one.at)[0] - whole.bodies[body].center).length());
        }
    }

    /// By what share the energy of a run has changed after so many steps.
    pub fn change(&self, run: usize, step: usize) -> f64 {
        let samples = &self.runs[run];
        (samples[step].energy - samples[0].energy) / self.scale
    }

    /// Largest distance from the curve up to a step, metres.
    pub fn most_off(&self, run: usize, step: usize) -> f64 {
        self.runs[run].iter().take(step + 1).map(|sample| sample.off).fold(0.0, f64::max)
    }

    /// Order that the two finest steps show; `None` when the difference is made of rounding.
    pub fn order(&self) -> Option<f64> {
        let [.., coarse, fine] = self.apart[..] else { return None };
        (fine > ROUNDING && coarse.is_finite()).then(|| libm::log2(coarse / fine))
    }

    /// The order that the derivation of the integrator promises.
    pub fn promised(&self) -> u32 {
        if self.integrator == Integrator::Rk4 { 4 } else { 1 }
    }

    /// Name of the integrator.
    pub fn method(&self) -> &'static str {
        match self.integrator {
            Integrator::ExplicitEuler => "explicit Euler",
            Integrator::SemiImplicitEuler => "semi-implicit Euler",
            Integrator::Rk4 => "RK4",
        }
    }
}
