//! The step taken again on a copy of the scene, and the mechanism in it that the specimen belongs to.

use super::bead::Study;
use super::solve::FirstSolve;
use crate::engine::body::BodyId;
use crate::engine::lagrange::{Constraint, Integrator, LagrangeStep, Reaction, Solved, State};
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::Shape;
use crate::engine::solver::Solver;
use crate::engine::world::{MechanismEnd, MechanismStart, MechanismStep, WorldSettings};
use crate::lens::joints::wire;
use crate::lens::microscope::before::{Ground, start};
use crate::lens::microscope::specimen::{Side, Specimen};
use crate::scene::stage::Stage;
use std::ops::Range;

/// One step, watched.
pub(super) struct WatchedStep {
    /// Number of the step, from 1.
    pub number: u64,
    /// True when it is the step that led to the scene as it stands.
    pub is_last: bool,
    /// Name of the scene's own solver when that is another.
    pub other_solver: Option<&'static str>,
    /// The mechanism; `None` when no joint holds either of the two.
    pub mechanism: Option<Mechanism>,
}

/// A mechanism and what became of it.
pub(super) struct Mechanism {
    pub start: MechanismStart,
    /// `None` when it was left to the sequential impulses.
    pub end: Option<MechanismEnd>,
    pub solve: Option<FirstSolve>,
    /// What the later solves of the step found.
    pub later: Vec<Solved>,
    /// Its bodies, each once.
    pub members: Vec<Member>,
    /// Member that each body of the state is.
    pub member_of: Vec<usize>,
    pub joints: Vec<Link>,
    pub rows: Vec<RowName>,
    /// Of a bead on a curve: the same by one coordinate.
    pub bead: Option<Study>,
}

/// A body of the mechanism.
pub(super) struct Member {
    pub id: BodyId,
    pub name: String,
    pub shapes: Vec<Shape>,
    pub pose: Pose,
    pub center: Vec2,
    /// Nothing can push it.
    pub is_fixed: bool,
    /// When it is one of the two.
    pub side: Option<Side>,
}

/// A joint of the mechanism.
pub(super) struct Link {
    pub name: String,
    /// Members, A first.
    pub members: [usize; 2],
    /// Where it is on each.
    pub anchors: [Vec2; 2],
    /// Points along the curve that holds B; none for most joints.
    pub wire: Vec<Vec2>,
    pub rows: Range<usize>,
}

/// What a row is.
pub(super) struct RowName {
    pub joint: usize,
    /// "crank pin x".
    pub name: String,
    /// An angle, not a length.
    pub is_angle: bool,
    /// Marker of the source line that makes it.
    pub line: &'static str,
}

/// Takes the step.
pub(super) fn run(specimen: &Specimen) -> WatchedStep {
    let (ground, pair, is_last) = start(specimen);
    let of_scene = *ground.world().settings();
    let mut ground = ground.with(WorldSettings { solver: Solver::Lagrange, ..of_scene });
    // Pictures show where the bodies stand now, as the two of the specimen do, unless one was dragged.
    let is_dragged = [Side::A, Side::B].into_iter().any(|side| !specimen.is_of_scene(side));
    let shown: Option<Stage> = match (&specimen.scene, &ground) {
        (Some(scene), _) if is_last && !is_dragged => Some((*scene.stage).clone()),
        (_, Ground::Stage(stage)) => Some((**stage).clone()),
        _ => None,
    };
    let mut steps = Vec::new();
    ground.step_joints(&mut steps);
    let found = shown.and_then(|shown| {
        let all = sorted(steps);
        let bodies = [pair[0].body, pair[1].body];
        let place = best(&all, bodies)?;
        let raw = all.into_iter().nth(place)?;
        let mut mechanism = Mechanism::new(raw, &shown, bodies, specimen);
        mechanism.compare(of_scene.solver_parameters.lagrange.integrator);
        Some(mechanism)
    });
    let other_solver = (of_scene.solver != Solver::Lagrange).then(|| of_scene.solver.row().name);
    WatchedStep { number: ground.world().step_count(), is_last, other_solver, mechanism: found }
}

/// What the probe was told of one mechanism.
struct Raw {
    start: MechanismStart,
    end: Option<MechanismEnd>,
    first: Vec<LagrangeStep>,
    later: Vec<Solved>,
}

fn sorted(steps: Vec<MechanismStep>) -> Vec<Raw> {
    let mut all: Vec<Raw> = Vec::new();
    for step in steps {
        match step {
            MechanismStep::Begun(start) => all.push(Raw { start, end: None, first: Vec::new(), later: Vec::new() }),
            MechanismStep::Left(start) if all.last().is_none_or(|raw| raw.start.bodies != start.bodies) => {
                all.push(Raw { start, end: None, first: Vec::new(), later: Vec::new() });
            }
            MechanismStep::Left(_) => {}
            MechanismStep::Solve(step) => {
                let Some(raw) = all.last_mut() else { continue };
                let is_over = raw.first.last().is_some_and(|last| matches!(last, LagrangeStep::Solved(_)));
                match step {
                    LagrangeStep::Solved(solved) if is_over => raw.later.push(solved),
                    step => raw.first.push(step),
                }
            }
            MechanismStep::Ended(end) => all.last_mut().into_iter().for_each(|raw| raw.end = Some(end.clone())),
        }
    }
    all
}

/// The mechanism that both belong to; else the one of a body that can move; else any with one of them.
fn best(all: &[Raw], bodies: [BodyId; 2]) -> Option<usize> {
    let rank = |raw: &Raw| {
        let place = |id: BodyId| raw.start.bodies.iter().position(|&body| body == id);
        let places: Vec<usize> = bodies.into_iter().filter_map(place).collect();
        let moves = places.iter().filter(|&&place| raw.start.system.masses[place].inv_mass > 0.0).count();
        (!raw.start.joints.is_empty() && !places.is_empty()).then_some((places.len(), moves))
    };
    let ranked = all.iter().enumerate().filter_map(|(place, raw)| Some((rank(raw)?, std::cmp::Reverse(place))));
    ranked.max().map(|(_, std::cmp::Reverse(place))| place)
}

impl Mechanism {
    fn new(raw: Raw, shown: &Stage, pair: [BodyId; 2], specimen: &Specimen) -> Mechanism {
        let Raw { start, end, first, later } = raw;
        let mut members: Vec<Member> = Vec::new();
        let mut member_of = Vec::new();
        for (place, &id) in start.bodies.iter().enumerate() {
            let known = members.iter().position(|member| member.id == id);
            member_of.push(known.unwrap_or(members.len()));
            if known.is_none() {
                let is_fixed = start.system.masses[place].inv_mass == 0.0;
                members.push(Member::new(id, is_fixed, shown, pair, specimen));
            }
        }
        let world = shown.world();
        let (starts, mut rows) = (start.system.rows(&start.state).1, Vec::new());
        let mut joints = Vec::new();
        for (place, (id, own)) in start.joints.iter().enumerate() {
            let joint = world.joint(*id);
            let kind = joint.map_or("Joint", |joint| joint.kind.variant().name);
            let name = shown.names().joints.name(*id).map_or_else(|| format!("{kind} {}", place + 1), str::to_owned);
            let of = |id: Option<BodyId>| members.iter().position(|member| Some(member.id) == id).unwrap_or(0);
            let anchors = world.joint_readout(*id).map_or([Vec2::ZERO; 2], |readout| [readout.anchor_a, readout.anchor_b]);
            for (constraint, ends) in start.system.constraints.iter().zip(starts.windows(2)).filter(|(_, ends)| own.contains(&ends[0])) {
                let (line, words) = told(constraint, ends[1] - ends[0]);
                let row = |word: &&str| RowName { joint: place, name: format!("{name} {word}"), is_angle: word.ends_with("angle"), line };
                rows.extend(words.iter().map(row));
            }
            let members = [of(joint.map(|joint| joint.body_a)), of(joint.map(|joint| joint.body_b))];
            let wire = joint.map_or_else(Vec::new, |joint| wire(joint, world.body(joint.body_a)));
            joints.push(Link { name, members, anchors, wire, rows: own.clone() });
        }
        let solve = FirstSolve::of(first).filter(|solve| solve.rows.len() == rows.len());
        Mechanism { start, end, solve, later, members, member_of, joints, rows, bead: None }
    }

    /// A bead on a curve is run by one coordinate, too.
    fn compare(&mut self, integrator: Integrator) {
        if self.end.is_some() && self.solve.is_some() {
            self.bead = Study::of(&self.start, integrator);
        }
    }

    /// What each joint gives its bodies, its limit included, `Jᵀλ`: its place among the joints, and a reaction a body.
    pub fn reactions(&self, state: &State, multipliers: &[f64]) -> Vec<(usize, Reaction)> {
        let (system, mut found) = (&self.start.system, Vec::<(usize, Reaction)>::new());
        let starts = system.rows(state).1;
        for reaction in system.reactions(state, multipliers) {
            let is_own = |joint: &Link| joint.rows.contains(&starts[reaction.constraint]);
            let Some(joint) = self.joints.iter().position(is_own) else { continue };
            match found.iter_mut().find(|(place, own)| *place == joint && own.body == reaction.body) {
                Some((_, own)) => (own.force, own.torque) = (own.force + reaction.force, own.torque + reaction.torque),
                None => found.push((joint, reaction)),
            }
        }
        found
    }

    /// Member of a side of a row.
    pub fn member(&self, party: Option<usize>) -> Option<&Member> {
        Some(&self.members[self.member_of[party?]])
    }

    /// True when two rows touch a body that can be pushed.
    pub fn share_body(&self, row: usize, other: usize) -> bool {
        !self.shared(row, other).is_empty()
    }

    /// Members that two rows both touch and that can be pushed.
    pub fn shared(&self, row: usize, other: usize) -> Vec<usize> {
        let of = |row: usize| self.joints[self.rows[row].joint].members;
        of(row).into_iter().filter(|member| of(other).contains(member) && !self.members[*member].is_fixed).collect()
    }
}

impl Member {
    fn new(id: BodyId, is_fixed: bool, shown: &Stage, pair: [BodyId; 2], specimen: &Specimen) -> Member {
        let body = shown.world().body(id);
        let side = [Side::A, Side::B].into_iter().zip(pair).find(|(_, body)| *body == id).map(|(side, _)| side);
        let own = body.map_or(Pose::IDENTITY, |body| body.pose);
        let pose = side.map_or(own, |side| specimen.side(side).pose);
        let center = body.map_or(Vec2::ZERO, |body| pose.transform_point(body.local_center));
        Member {
            id,
            name: shown.names().bodies.name(id).unwrap_or("the world").to_owned(),
            shapes: body.map_or(Vec::new(), |body| body.colliders.iter().map(|collider| collider.shape.clone()).collect()),
            pose,
            center,
            is_fixed,
            side,
        }
    }
}

/// Marker of the line that makes a constraint's rows, and a word for each of them.
fn told(constraint: &Constraint, count: usize) -> (&'static str, &'static [&'static str]) {
    match constraint {
        Constraint::Weld { .. } => ("lagrange.weld", &["x", "y", "angle"]),
        Constraint::Slide { .. } => ("lagrange.slide", &["across"]),
        Constraint::Stop { along: Some(_), .. } => ("lagrange.stop", &["limit"]),
        Constraint::Stop { along: None, .. } => ("lagrange.stop", &["limit of the angle"]),
        Constraint::Gear { .. } => ("lagrange.gear", &["angle"]),
        Constraint::Prismatic { .. } => ("lagrange.prismatic", &["across", "angle"]),
        Constraint::Distance { .. } if count == 1 => ("lagrange.distance", &["length"]),
        Constraint::OnCurve { .. } => ("lagrange.curve", &["off the curve"]),
        Constraint::Ground { .. }
        | Constraint::Revolute { .. }
        | Constraint::Distance { .. }
        | Constraint::Crank { .. }
        | Constraint::MovingAnchor { .. } => ("lagrange.revolute", &["x", "y"]),
    }
}
