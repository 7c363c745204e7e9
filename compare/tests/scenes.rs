//! Scenes are what they say.

use collidoscope_physics::engine::body::BodyKind;
use compare::engines::Which;
use compare::measure::quality;
use compare::scene::Scene;
use compare::scenes::{GROWTH, SPEED, growth, smoke};
use compare::stage::Stage;

fn scene(name: &str) -> Scene {
    let found = SPEED.iter().find(|scene| scene.name == name).unwrap();
    (found.build)()
}

#[test]
fn speed_scenes_have_the_bodies_and_joints_that_their_descriptions_name() {
    let counts = [
        ("large_pyramid", 5_050, 0),
        ("many_pyramids", 22_000, 0),
        ("joint_grid", 9_993, 19_800),
        ("tumbler", 2_026, 1),
        ("smash", 9_601, 0),
        ("spinner", 6_077, 1),
        ("washer", 8_100, 0),
        ("junkyard", 8_000, 0),
        ("compounds", 3_000, 0),
    ];
    for (name, dynamic, joints) in counts {
        let scene = scene(name);
        assert_eq!((scene.dynamic_count(), scene.joints.len()), (dynamic, joints), "{name}");
        assert_eq!(scene.name, name);
    }
    let static_discs = scene("joint_grid").bodies.iter().filter(|b| b.kind == BodyKind::Static).count();
    assert_eq!(static_discs, 7);
    assert_eq!(scene("compounds").bodies[1].shapes.len(), 2);
}

#[test]
fn a_thousand_ragdolls_are_in_the_rain_at_a_time_and_the_oldest_leave() {
    let scene = scene("rain");
    assert_eq!(scene.largest_body_count(), 1 + 40 * 25 * 11);
    let mut stage = Stage::new(Which::Ours, &scene, Some(1));
    stage.run(1);
    assert_eq!((stage.bodies().count(), stage.joints().len()), (1 + 25 * 11, 25 * 10));
}

#[test]
fn growing_scenes_have_as_many_bodies_as_they_say() {
    for count in GROWTH {
        assert_eq!(growth(count).dynamic_count(), count);
    }
}

#[test]
fn scenes_that_stand_start_without_overlap_and_in_touch() {
    for scene in [scene("large_pyramid"), scene("many_pyramids"), growth(1_000), smoke()] {
        let quality = quality(&Stage::new(Which::Ours, &scene, None));
        assert!(quality.deepest < 1e-4, "{}: {quality:?}", scene.name);
        assert_eq!(quality.kinetic, 0.0);
        assert!(quality.contact_points >= scene.dynamic_count() || scene.name == "smoke", "{}: {quality:?}", scene.name);
    }
}

#[test]
fn scripts_are_in_order_of_steps_and_name_bodies_that_exist() {
    for speed in &SPEED {
        let scene = (speed.build)();
        assert!(scene.script.is_sorted_by_key(|(step, _)| *step), "{}", speed.name);
        assert!(scene.script.iter().all(|(step, _)| *step < scene.steps));
        for joint in &scene.joints {
            assert!(joint.a < scene.bodies.len() && joint.b < scene.bodies.len() && joint.a != joint.b);
        }
    }
}

#[test]
fn every_speed_scene_has_its_own_name() {
    let mut names: Vec<&str> = SPEED.iter().map(|s| s.name).collect();
    names.extend(compare::quality::trials().iter().map(|t| t.name));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
