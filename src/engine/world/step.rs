//! One step of time, on one screen.

use super::impact_search::ImpactSearch;
use super::mechanism_step::MechanismStep;
use super::parts::{StepFlow, World};
use super::solve::{StepProblem, find_free_flight, prepare_joints, row_rules, solve};
use super::{continuous, load, pairs, stick, take_back};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::solver::pass::SolverStep;

impl World {
    /// Advances by `1 / step_hz` seconds.
    pub fn step(&mut self) {
        self.step_probed(&mut NoProbe);
    }

    /// The same step, watched.
    pub fn step_probed<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        self.step_watched(probe, &mut NoProbe, &mut |_| {});
    }

    /// The same step, its parts told.
    pub fn step_in_parts(&mut self, enter: Enter<'_>) {
        self.step_watched(&mut NoProbe, &mut NoProbe, enter);
    }

    /// The same step; what is watched is the global solve of joints ([`crate::engine::solver::Solver::Lagrange`]).
    pub fn step_joints_probed<M: Probe<MechanismStep>>(&mut self, probe: &mut M) {
        self.step_watched(&mut NoProbe, probe, &mut |_| {});
    }

    /// The same step as [`World::step`], and the searches for a time of impact that it has made, in order, each with
    /// its colliders A and B.
    pub fn step_noting_impacts(&mut self) -> Vec<([ColliderId; 2], ImpactSearch)> {
        self.flow.substep.search.noted = Some(Vec::new());
        self.step();
        let noted = self.flow.substep.search.noted.take().unwrap_or_default();
        let collider_of = |proxy: u32| {
            let of_body = |(body, index)| ColliderId { body, index };
            let all = self.bodies().flat_map(|(id, body)| (0..).zip(&body.colliders).map(move |(index, c)| (c.proxy, (id, index))));
            all.filter(|(number, _)| *number == proxy).map(|(_, place)| of_body(place)).next()
        };
        let named = |search: ImpactSearch| Some(([collider_of(search.proxies[0])?, collider_of(search.proxies[1])?], search));
        noted.into_iter().filter_map(named).collect()
    }

    fn step_watched<P: Probe<SolverStep>, M: Probe<MechanismStep>>(&mut self, probe: &mut P, mechanism_probe: &mut M, enter: Enter<'_>) {
        self.step_count += 1;
        self.renew_internal_edges(); //  sides that flush neighbours hide, after edits           -> tables
        self.update_pairs(enter); //     which boxes overlap                                     -> graph
        if self.events.overcrowded {
            return;
        }
        self.update_contacts(enter); //  where shapes touch, or may within the step              -> graph, flow.substep
        self.solve(probe, mechanism_probe, enter); // impulses and motion                                     -> graph, flow.substep, tables
        self.take_back(enter); //        into contacts, joints, bodies, their boxes; islands     -> bodies, broad, events
    }

    /// Phase Pairs.
    fn update_pairs(&mut self, enter: Enter<'_>) {
        let World { broad, graph, tables, joined, activity, flow, events, .. } = self;
        enter(StepPart::Pairs);
        events.clear();
        events.overcrowded = !broad.update(&mut flow.pairs.changes); // moved boxes -> pairs that begin and end
        pairs::take_changes(graph, &mut flow.pairs, joined, tables, activity.is_current, events); // -> graph; events: ended touches
    }

    /// Phases Load to Arrange, again while a touch wakes sleepers.
    fn update_contacts(&mut self, enter: Enter<'_>) {
        let World { settings, bodies, joints, joint_set, broad, tables, graph, activity, events, flow, .. } = self;
        let StepFlow { manifolds, separated, findings, substep, .. } = flow;
        loop {
            enter(StepPart::Load);
            load::refresh_lists(activity, bodies, tables, graph, settings, findings); // who is simulated, if that has changed
            load::load_bodies(bodies, broad, tables, settings, activity, events); // bodies -> tables
            if !activity.is_current {
                continue; // Somebody was frozen, and is in no list any more: so this ends.
            }
            findings.clear();
            let separated_before = graph.store.separated.len();
            enter(StepPart::Manifolds);
            manifolds.run(graph, tables, settings, findings, events); // -> graph: manifolds; findings: closing
            enter(StepPart::Separated);
            separated.run(graph, separated_before, tables, settings, findings, events); // -> graph: slack; findings: touching, closing, sleepers
            enter(StepPart::Arrange);
            graph.color(&mut findings.touching, tables, settings); // touching -> colours
            if findings.sleepers.is_empty() {
                break;
            }
            activity.wake_islands(&mut findings.sleepers, bodies, &graph.store, joints); // sleepers -> awake, with their islands
        }
        graph.colors.prepare(settings.width, &row_rules(tables, settings)); // manifolds -> rows
        stick::choose_friction(graph, &findings.closing, tables, settings); // static or sliding friction -> graph
        substep.list(&findings.closing, graph, tables); // closing -> sub-step contacts
        find_free_flight(tables, &graph.colors, activity, settings); // -> tables: drives, sliding
        prepare_joints(joint_set, joints, bodies, tables, settings); // joints -> rows
    }

    /// Phase Solve, with SubstepPoints within.
    fn solve<P: Probe<SolverStep>, M: Probe<MechanismStep>>(&mut self, probe: &mut P, mechanism_probe: &mut M, enter: Enter<'_>) {
        let World {
            settings,
            bodies,
            joints,
            joint_set,
            tables,
            graph,
            flow: StepFlow { substep, impacts, push_out, turning, sequential, one_contact, lagrange, complementarity, ids, .. },
            ..
        } = self;
        enter(StepPart::Solve);
        ids.clear();
        if P::WATCHES {
            ids.push(BodyId(u32::MAX));
            ids.extend((0..bodies.len()).map(|index| bodies.id_at(index)));
        }
        let problem = StepProblem {
            tables,
            colors: &mut graph.colors,
            joints: joint_set,
            substep,
            impacts,
            push_out,
            turning,
            sequential,
            one_contact,
            mechanics: (bodies, joints, lagrange),
            complementarity,
            settings,
            probe,
            mechanism_probe,
            ids,
        };
        solve(problem, &mut |searching| enter(if searching { StepPart::SubstepPoints } else { StepPart::Solve }));
    }

    /// Phases TakeBack to Sleep.
    fn take_back(&mut self, enter: Enter<'_>) {
        let World { settings, bodies, joints, joint_set, joined, broad, tables, graph, activity, events, flow, .. } = self;
        let StepFlow { substep, touches, fast, found, boxes, continuous_work, .. } = flow;
        enter(StepPart::TakeBack);
        touches.take(graph, substep, bodies, settings, events); // -> graph: records; events: begun, ended
        joint_set.finish(&tables.solver_bodies, settings.width); // -> angles of joints
        take_back::take_motion(bodies, broad, tables, activity, settings, (fast, boxes, events)); // -> bodies, fast
        enter(StepPart::Continuous);
        (events.unchecked, *continuous_work) =
            continuous::stop_fast_bodies(fast, bodies, (joined, broad), (tables, substep), activity, settings, found); // fast -> bodies
        boxes.add_all(fast, bodies, settings, tables, broad); // fast -> tables: boxes
        enter(StepPart::Boxes);
        boxes.renew(settings.width, tables, broad); // -> broad: enlarged boxes
        broad.settle();
        enter(StepPart::Sleep);
        activity.put_to_sleep(bodies, graph, substep, (joints, joint_set), tables, settings); // islands slow for long -> asleep
    }
}

/// Parts of a step, in the order in which they begin. Contacts are brought up to date again when a touch has woken
/// sleepers; points of sub-step contacts are searched while the solver runs, once before each sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepPart {
    /// Pairs of boxes that begin to overlap or cease to.
    Pairs,
    /// Bodies into the solver's tables.
    Load,
    /// Which manifolds still hold, and new ones for those that do not.
    Manifolds,
    /// Which separated pairs have come near.
    Separated,
    /// Colours for new contacts, the list of sub-step contacts, joints.
    Arrange,
    /// The solver's passes.
    Solve,
    /// Points of sub-step contacts, before each sub-step.
    SubstepPoints,
    /// Impulses and motion back into contacts, joints and bodies; boxes around what has moved.
    TakeBack,
    /// Fast bodies stop at what they would jump over; boxes around them.
    Continuous,
    /// Boxes of the last few bodies; enlarged boxes of what has outgrown them, and the grid sorted.
    Boxes,
    /// Islands that fall asleep.
    Sleep,
}

impl StepPart {
    /// All, in order.
    pub const ALL: [StepPart; 11] = [
        StepPart::Pairs,
        StepPart::Load,
        StepPart::Manifolds,
        StepPart::Separated,
        StepPart::Arrange,
        StepPart::Solve,
        StepPart::SubstepPoints,
        StepPart::TakeBack,
        StepPart::Continuous,
        StepPart::Boxes,
        StepPart::Sleep,
    ];

    /// For tables.
    pub fn words(self) -> &'static str {
        match self {
            StepPart::Pairs => "broad phase: pairs that begin and end",
            StepPart::Load => "bodies into the solver's tables",
            StepPart::Manifolds => "narrow phase: outdated manifolds",
            StepPart::Separated => "narrow phase: separated pairs",
            StepPart::Arrange => "colours, sub-step contacts, joints",
            StepPart::Solve => "solver passes, impacts included",
            StepPart::SubstepPoints => "points of sub-step contacts",
            StepPart::TakeBack => "impulses and motion back, boxes",
            StepPart::Continuous => "fast bodies against walls",
            StepPart::Boxes => "boxes that are outgrown",
            StepPart::Sleep => "sleeping",
        }
    }
}

/// Is told which part of a step begins; the time until the next call is that part's. Keeping a clock is the caller's
/// part: steps know none.
pub type Enter<'a> = &'a mut dyn FnMut(StepPart);
