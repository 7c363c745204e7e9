//! Every cut of clipping, judged by Sutherland and Hodgman in double precision; and manifolds, judged by the steps
//! that made them.

mod oracles;

use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::collider::{ColliderDef, ColliderId};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::clip::{ClipStep, clip};
use collidoscope::engine::narrow::sat::{SatOutcome, separate};
use collidoscope::engine::narrow::{ManifoldPoint, NarrowPhase, NarrowStep, Reach, collide_within};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::tuning::SPECULATIVE_MARGIN;
use collidoscope::engine::world::{World, WorldSettings};
use oracles::coverage::Coverage;
use oracles::narrow_cases::cases;
use oracles::{clip as judge_clip, exact, pairs};

#[test]
fn every_cut_is_that_of_two_half_planes_and_every_point_lies_midway_between_the_surfaces() {
    let mut met = Coverage::default();
    let mut check = |case: &pairs::Case| {
        let margin = 10.0 * SPECULATIVE_MARGIN;
        let found = separate(case.core_a(), case.core_b(), case.pose, margin, &mut NoProbe);
        if found.outcome == SatOutcome::Separated {
            return;
        }
        let mut steps: Vec<ClipStep> = Vec::new();
        let manifold = clip(case.core_a(), case.core_b(), case.pose, found.normal, SPECULATIVE_MARGIN, &mut steps);
        let unwatched = clip(case.core_a(), case.core_b(), case.pose, found.normal, SPECULATIVE_MARGIN, &mut NoProbe);
        assert_eq!(manifold, unwatched, "watching changes nothing");
        met.next_input();
        judge_clip::judge(case, found.normal, SPECULATIVE_MARGIN, &steps, &manifold, &mut met);
    };
    pairs::for_each_case(7, &mut check);
    let mut random = cases(7);
    (0..2_000).for_each(|_| check(&pairs::lying_case(&mut random)));
    met.demand(
        &[
            "\"0 points\"",
            "\"1 points\"",
            "\"2 points\"",
            "\"reference of A\"",
            "\"reference of B\"",
            "Normal",
            "Longer",
            "\"side 0 cuts\"",
            "\"side 0 keeps\"",
            "\"side 1 cuts\"",
            "\"side 1 keeps\"",
            "Near",
            "TooFar",
            "\"named by A's vertex\"",
            "\"named by B's vertex\"",
            "\"one point on a face\"",
            "\"one point between corners\"",
        ],
        &[
            ("SeparatesBetter", 50, "the shorter of two nearly parallel faces, tilted by enough to matter: a narrow band"),
            ("SamePlace", 1, "a strip without width: two faces that meet end to end exactly"),
            ("\"named by A within a slop\"", 200, "ends within 5 mm of each other"),
            ("\"nothing between the sides\"", 1, "the farthest faces lie beside each other only where cores overlap deeply"),
        ],
        &[],
    );
}

/// What a manifold of a pair is made of: the kept points of clipping, or the one point of a closed form.
fn points_of(steps: &[NarrowStep]) -> Vec<ManifoldPoint> {
    let of_clipping =
        steps.iter().filter_map(|s| if let NarrowStep::Clip(ClipStep::Point { point, kept: true, .. }) = s { Some(*point) } else { None });
    of_clipping.collect()
}

#[test]
fn the_last_steps_of_the_whole_narrow_phase_are_its_manifold() {
    let mut met = Coverage::default();
    for method in [NarrowPhase::Sat, NarrowPhase::GjkEpa] {
        pairs::for_each_case(8, |case| {
            let mut steps: Vec<NarrowStep> = Vec::new();
            let found = collide_within(&case.a, &case.b, case.pose, method, Reach::of(SPECULATIVE_MARGIN), &mut steps);
            assert_eq!(
                found,
                collide_within(&case.a, &case.b, case.pose, method, Reach::of(SPECULATIVE_MARGIN), &mut NoProbe),
                "watching changes nothing"
            );
            met.next_input();
            let about = || format!("{method:?} {case:?}\n{steps:#?}\n{found:?}");
            let truth = exact::separation(&case.exact_a(), &case.exact_b()).0 - case.radius();
            let tolerance = 1e-6 * case.reach();
            // Never nearer than it says, and a manifold wherever the shapes are within the margin.
            assert!(f64::from(found.separation) < truth + tolerance, "{truth} {}", about());
            assert!(found.manifold.count > 0 || truth > f64::from(SPECULATIVE_MARGIN) - 2e-3, "{truth} {}", about());
            let (kind, expected) = match steps.last() {
                Some(NarrowStep::Clip(_)) => ("clip", points_of(&steps)),
                Some(NarrowStep::Pair(step)) => {
                    assert!((f64::from(step.separation) - truth).abs() < tolerance, "{truth} {}", about());
                    ("closed form", found.manifold.points().to_vec())
                }
                Some(NarrowStep::Sat(_)) => ("sat apart", Vec::new()),
                Some(NarrowStep::Gjk(_)) => ("gjk apart", Vec::new()),
                other => panic!("{other:?} cannot be the last step, {}", about()),
            };
            assert_eq!(found.manifold.points(), expected, "{}", about());
            met.note(kind);
            met.note(format!("{} points", found.manifold.count));
        });
    }
    met.demand(
        &["\"clip\"", "\"closed form\"", "\"sat apart\"", "\"gjk apart\"", "\"0 points\"", "\"1 points\"", "\"2 points\""],
        &[],
        &[],
    );
}

#[test]
fn the_manifold_that_a_world_keeps_is_that_of_its_last_watched_steps() {
    let mut kept = 0;
    let mut random = cases(9);
    for (number, kinds) in pairs::kinds().into_iter().cycle().take(1_050).enumerate() {
        let method = [NarrowPhase::Sat, NarrowPhase::GjkEpa][number % 2];
        let case = pairs::random_case(&mut random, kinds);
        let mut world = World::new(WorldSettings { narrow_phase: method, gravity: Vec2::ZERO, ..WorldSettings::default() });
        // Lines have no mass: one party stays where it is, the line if there is one.
        let a_moves = !matches!(case.a, Shape::Segment(_));
        let place = |position: Vec2, angle: f32, moves: bool| {
            let kind = if moves { BodyKind::Dynamic } else { BodyKind::Static };
            BodyDef { kind, position, angle, ..BodyDef::default() }
        };
        let of = |shape: &Shape| vec![ColliderDef { shape: shape.clone(), material: Material::default(), filter: Default::default() }];
        world.add_body(place(Vec2::new(3.0, -2.0), 0.0, a_moves), of(&case.a));
        let b_moves = !a_moves && !matches!(case.b, Shape::Segment(_));
        world.add_body(place(Vec2::new(3.0, -2.0) + case.pose.position, case.pose.rotation.angle(), b_moves), of(&case.b));
        for _ in 0..3 {
            world.step();
            for contact in world.contacts() {
                let shape = |id: ColliderId| &world.body(id.body).unwrap().colliders[id.index as usize].shape;
                let mut steps: Vec<NarrowStep> = Vec::new();
                let pose = contact.pose_a.inv_mul(contact.pose_b);
                let again = collide_within(
                    shape(contact.collider_a),
                    shape(contact.collider_b),
                    pose,
                    method,
                    Reach::of(SPECULATIVE_MARGIN),
                    &mut steps,
                );
                if contact.count == 0 {
                    continue;
                }
                assert_eq!(again.manifold, contact.manifold, "{case:?} {steps:#?}");
                if let Some(NarrowStep::Clip(_)) = steps.last() {
                    assert_eq!(points_of(&steps), contact.manifold.points(), "{case:?} {steps:#?}");
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 1_000, "{kept}");
}
