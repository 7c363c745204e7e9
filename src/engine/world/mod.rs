//! The world: bodies, contacts and joints, and one step of time.
//!
//! [`World`] owns a few parts (`parts`), and each phase of a step takes those that it needs. `step` is the step on one
//! screen.
//!
//! | file | what is in it | phase ([`StepPart`]) |
//! |---|---|---|
//! | `parts` | the parts of a world, and what one step carries from phase to phase | |
//! | `step` | the order of the phases, with what each takes and gives | all |
//! | `pairs` | contacts of pairs that begin and end | Pairs |
//! | `load` | who is simulated; bodies into the tables | Load |
//! | `manifolds` | contacts with points: which manifolds hold, the others made again | Manifolds |
//! | `separated`, `slack` | pairs without points: which must be tested, which have come near | Separated |
//! | `pair_query` | two colliders tested: boxes, then the narrow phase | Manifolds, Separated |
//! | `graph`, `store`, `contact` | all contacts: colouring, where each is kept, one as people read it | Arrange |
//! | `stick` | static or sliding friction, for contacts that have both | Arrange |
//! | `substep/` | contacts whose points are searched within the step | Arrange, SubstepPoints, TakeBack |
//! | `solve` | joints, free flight, and the one call of the solver | Arrange, Solve |
//! | `solve_sequential` | contacts for the solver that takes them one by one | Solve |
//! | `take_back` | impulses and motion back into contacts and bodies | TakeBack |
//! | `continuous`, `clear_path` | fast bodies stop at what they would jump over; who surely clears it | Continuous |
//! | `boxes` | boxes around what has moved | Boxes |
//! | `activity` | which bodies are simulated; islands fall asleep and wake | Sleep |
//! | `tables`, `shapes` | what pairs are measured with and what the solver works on, side by side | all |
//! | `findings` | what the phases find, and the events of a step | |
//! | `impact_search` | the searches for a time of impact, noted for those who look | SubstepPoints, Continuous |
//! | `edit`, `wake`, `push`, `joints`, `settings`, `readout`, `snapshot`, `validate` | the public face | |
//!
//! Nothing here depends on addresses, hash order, time or the form of the tree: bodies and joints are visited in order
//! of creation, contacts by colour, and colours are given in order of their colliders.
//!
//! # One contact from the broad phase to its impulse
//!
//! A box falls onto another and comes to rest. Files are named from `src/engine/`.
//!
//! 1. `broad/update.rs`, `Broad::update`: the enlarged box of the falling one has moved and now overlaps the other's: a
//!    new pair, with a number.
//! 2. `world/pairs.rs`, `take_changes`: the contact graph gets a contact with that number. It has no points yet: a
//!    *separated pair* without slack.
//! 3. `world/separated.rs`, `SeparatedTest::run`: the pair is tested, as it has no slack yet (later its slack spares it
//!    the test). First the tight boxes, then
//! 4. `world/pair_query.rs`, `PairQueries::ask`: those near enough are collected, and
//! 5. `narrow/batch.rs`, `run` → `narrow/kernels.rs`, `measure` → `narrow/collide.rs`, `convex_pair`: the narrow phase
//!    answers for eight at once, a manifold (normal, up to two points), or how far apart they are. For boxes that is
//!    `narrow/sat.rs`, `separate_lanes` (its early exit: `no_lane_needs_more`), then `narrow/clip.rs`, `clip_faces`.
//! 6. `world/separated.rs`, `take`: with points the contact is added to `Findings::touching`; without, its slack is
//!    written down. Fast bodies take a detour: what may get its points within the step, or has them but carries
//!    nothing yet, is added to `Findings::closing` instead. Its points are searched in each sub-step
//!    (`world/substep/`), it is solved without a colour, and comes back to this path in the next step. A box that falls
//!    from more than about 7 cm goes that way first.
//! 7. `world/graph.rs`, `ContactGraph::color`: a colour (`solver/colors.rs`) and a lane in a block of the solver,
//!    beside up to seven contacts that share no mobile body with it. (A body with more contacts than there are colours
//!    has the rest in a list, solved one after the other.)
//! 8. `solver/manifold_pass.rs`, `Prepare`: the rows of the block from the manifold and the bodies' poses; gaps less
//!    what a lasting load is lifted by.
//! 9. `world/solve.rs`, `solve` → `solver/soft_step.rs`, `solve`: overlap that no load explains is pushed out once;
//!    then in each sub-step points are found, impacts run, and passes go over joints and all colours; rows that turn
//!    with their bodies follow the motion. In the solve and relax passes,
//! 10. `solver/contact.rs`, `solve`: the candidate impulses of its four rows, limited (no pull, friction cone), and the
//!     bodies' new velocities.
//! 11. `world/take_back.rs`, `TouchChanges::take`: "begun to touch" into the events, then the motion into the bodies.
//!     The impulses stay in the block (those of a sub-step contact go into its record).
//!
//! In the next step a contact with a colour is found by its lane: `world/manifolds.rs` asks whether its manifold
//! still holds, and keeps it or makes it again, the old impulses carried over by feature (warm starting).
//!
//! **Who wakes a sleeping body?** A contact that gets points, or may within the step, between a simulated body and a
//! sleeper names the sleeper in `Findings::sleepers` (`world/separated.rs`, `take`; for contacts that have points
//! already, `world/load.rs`); once contacts have colours `step` gives the list to `Activity::wake_islands`
//! (`world/activity.rs`), which wakes whole islands, and contacts are brought up to date again. Edits wake through
//! `World::wake` and the functions beside it in `world/wake.rs`, with the same function; new settings wake all, and a
//! body that is put elsewhere itself (`world/edit.rs`).
//!
//! **Where does a restitution impulse come from?** `solver/impact.rs`, `bounce_all`, called by `solver/soft_step.rs`
//! once the points of a sub-step are found and before velocities are integrated: points that close faster than the
//! threshold and meet within the sub-step get the impulses that turn their closing speeds `u` into `−e u`, all of a
//! round together (`solver/impact_round.rs`, `solve`): the two points of a contact by two equations
//! (`solver/impact_points.rs`, `impulses`), a point that hits alone together with its friction, which changes
//! how fast it parts (`solver/impact_single.rs`, `single_impulse`); `push` gives them to the velocities. The
//! coefficient `e` of the two materials is mixed when a pair gets its first points (`world/graph.rs`,
//! `mix_materials`). Where rigid joints hold a body, `joint/response.rs` first takes out what breaks them and says what
//! 1 N·s changes of all that hangs together; `solver/impact_linked.rs` makes effective masses of that. Other solvers:
//! *sequential impulses* bounces in a pass of its own at the end of the step (`solver/sequential_impulses.rs`), *one
//! contact at a time* within the one impulse that a point gets (`solver/contact_impulse.rs`), *linear complementarity*
//! by a second small problem (`solver/complementary_bounce.rs`, `bounce`).

mod activity;
mod bounding_volumes;
mod boxes;
mod clear_path;
mod complementarity_report;
mod contact;
mod continuous;
mod continuous_middle;
mod edit;
mod findings;
mod graph;
mod impact_search;
mod internal_edges;
mod joints;
mod lagrange_carried;
mod lagrange_hits;
mod lagrange_pushes;
mod load;
mod manifolds;
mod mechanism_step;
mod mechanisms;
mod pair_query;
mod pairs;
mod parts;
mod push;
mod readout;
mod remake;
mod separated;
mod settings;
mod shapes;
mod slack;
mod snapshot;
mod solve;
mod solve_complementary;
mod solve_lagrange;
mod solve_sequential;
mod step;
mod stick;
mod store;
mod substep;
mod tables;
mod take_back;
mod validate;
mod wake;

pub use bounding_volumes::VolumeCounts;
pub use boxes::Boxes;
pub use complementarity_report::ComplementarityReport;
pub use contact::{Contact, ContactPoint};
pub use findings::{Loss, StepEvents};
pub use impact_search::{ImpactPhase, ImpactSearch};
pub use mechanism_step::{MechanismEnd, MechanismStart, MechanismStep};
pub use parts::World;
pub use readout::{Energy, Momentum, Slack};
pub use settings::WorldSettings;
pub use snapshot::RestingReadout;
pub use solve_lagrange::LagrangeReport;
pub use step::{Enter, StepPart};

#[cfg(test)]
mod tests {
    use super::{World, WorldSettings};
    use crate::engine::body::{BodyDef, BodyKind};
    use crate::engine::collider::{ColliderDef, CollisionFilter};
    use crate::engine::material::Material;
    use crate::engine::math::Vec2;
    use crate::engine::probe::places_passed_by;
    use crate::engine::shape::{BoxShape, Shape};

    /// `file.rs`, `function` of each stop of the walk in the head of this file, in order.
    fn stops() -> Vec<(String, String)> {
        let head: Vec<&str> = include_str!("mod.rs").lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
        let head = head.join(" ");
        let walk = head.split("# One contact from the broad phase to its impulse").nth(1).expect("the walk");
        let pieces: Vec<&str> = walk.split("In the next step").next().unwrap_or_default().split('`').collect();
        let named = |at: &usize| pieces[*at].ends_with(".rs") && pieces[at + 1] == ", ";
        (1..pieces.len() - 2)
            .step_by(2)
            .filter(named)
            .map(|at| (pieces[at].to_owned(), pieces[at + 2].rsplit("::").next().unwrap_or_default().to_owned()))
            .collect()
    }

    /// The sources that the walk names.
    const SOURCES: &[(&str, &str)] = {
        macro_rules! sources {
            ($($path:literal)*) => { &[$(($path, include_str!(concat!("../", $path)))),*] };
        }
        sources! {
            "broad/update.rs"
            "world/pairs.rs"
            "world/separated.rs"
            "world/pair_query.rs"
            "narrow/batch.rs"
            "narrow/kernels.rs"
            "narrow/collide.rs"
            "narrow/sat.rs"
            "narrow/clip.rs"
            "world/graph.rs"
            "solver/manifold_pass.rs"
            "world/solve.rs"
            "solver/soft_step.rs"
            "solver/contact.rs"
            "world/take_back.rs"
        }
    };

    /// Lines of all functions of this name in a source (or of those of a kernel), from their heads to their ends.
    fn functions<'s>(source: &'s str, name: &str) -> Vec<std::ops::Range<usize>> {
        let lines: Vec<&'s str> = source.lines().collect();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let begins = |line: &str| {
            let of_function = line.split_once("fn ").is_some_and(|(_, rest)| rest.split(['<', '(']).next() == Some(name));
            of_function && !line.ends_with(';') || line.starts_with(&format!("impl Kernel for {name}"))
        };
        let heads = (0..lines.len()).filter(|&from| begins(lines[from]));
        heads
            .map(|from| {
                let ends = |&to: &usize| lines[to].trim() == "}" && indent(lines[to]) == indent(lines[from]);
                from..(from..lines.len()).find(ends).expect("its end")
            })
            .collect()
    }

    /// A box that is put 0.1 mm above another gets its points and its first impulse in the next step.
    #[test]
    fn a_step_comes_through_the_walk_of_a_contact_in_the_order_that_is_told() {
        let shape = |width| Shape::Box(BoxShape::try_new(width, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap());
        let collider = |width| vec![ColliderDef { shape: shape(width), material: Material::default(), filter: CollisionFilter::default() }];
        let mut world = World::new(WorldSettings::default());
        world.add_body(BodyDef { kind: BodyKind::Static, ..BodyDef::default() }, collider(20.0));
        let falling = world.add_body(BodyDef { position: Vec2::new(0.0, 50.0), ..BodyDef::default() }, collider(1.0));
        // The first step makes all lists.
        world.step();
        world.set_pose(falling, Vec2::new(0.0, 1.0001), 0.0);
        let passed = places_passed_by(|| world.step());
        assert!(world.contacts()[0].points().iter().all(|point| point.normal_impulse > 0.0));

        let (mut last, stops) = (None, stops());
        for (file, name) in &stops {
            let (_, source) = SOURCES.iter().find(|(path, _)| path == file).unwrap_or_else(|| panic!("{file} is missing above"));
            let functions = functions(source, name);
            let order = passed.iter().filter(|((path, line), _)| {
                path.replace('\\', "/").ends_with(&format!("engine/{file}"))
                    && functions.iter().any(|lines| lines.contains(&(*line as usize - 1)))
            });
            // Colours are also found when lists are made anew, before all else: of these the last pass counts.
            let order = if name == "color" { order.map(|(_, passes)| passes[1]).max() } else { order.map(|(_, passes)| passes[0]).min() };
            assert!(order.is_some(), "the step does not come through `{name}` of {file}");
            assert!(order > last, "the step comes through `{name}` of {file} before the stop that is told before it");
            last = last.max(order);
        }
        assert!(stops.len() >= 15, "{stops:?}");
    }
}
