//! The scenes that come with the program do what their text promises.
//!
//! Every scene runs for 600 steps without a window. The general promises (finite, sound, nothing falls out of the
//! picture) are tested for all of them; below that there is one test a scene, a sentence each.

use collidoscope::engine::body::{Body, BodyKind};
use collidoscope::engine::math::Vec2;
use collidoscope::lens;
use collidoscope::scene::document::Document;
use collidoscope::scene::file;
use collidoscope::scene::launcher::Shot;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::Stage;
use std::collections::BTreeSet;

/// A shipped scene while it runs.
struct Run {
    name: &'static str,
    document: Document,
    stage: Stage,
}

impl Run {
    fn new(name: &str) -> Run {
        let scene = shipped::scenes().iter().find(|scene| scene.name == name).unwrap_or_else(|| panic!("no scene {name}"));
        let document = file::parse(scene.json.as_bytes()).unwrap_or_else(|problems| panic!("{name}:\n{problems}"));
        let stage = Stage::new(&document).unwrap_or_else(|problems| panic!("{name}:\n{problems}"));
        Run { name: scene.name, document, stage }
    }
    fn after(name: &str, steps: u32) -> Run {
        let mut run = Run::new(name);
        run.steps(steps);
        run
    }
    fn steps(&mut self, steps: u32) {
        for _ in 0..steps {
            self.stage.step();
        }
    }
    fn seconds(&self) -> f32 {
        self.stage.step_count() as f32 / self.document.world.step_hz
    }
    fn body(&self, id: &str) -> &Body {
        let engine_id = self.stage.names().bodies.id(id).unwrap_or_else(|| panic!("{}: no body {id}", self.name));
        self.stage.world().body(engine_id).unwrap_or_else(|| panic!("{}: {id} is gone", self.name))
    }
    fn at(&self, id: &str) -> Vec2 {
        self.body(id).pose.position
    }
    /// Where the file puts a body.
    fn start(&self, id: &str) -> Vec2 {
        self.document.body(id).unwrap_or_else(|| panic!("{}: no body {id}", self.name)).position
    }
    /// Largest violation of any joint, metres.
    fn worst_joint(&self) -> f32 {
        let joints = self.stage.world().joints();
        joints.filter_map(|(id, _)| self.stage.world().joint_readout(id)).map(|readout| readout.error).fold(0.0, f32::max)
    }
    /// Deepest overlap of any contact, metres.
    fn deepest_overlap(&self) -> f32 {
        let contacts = self.stage.world().contacts();
        let points = contacts.iter().flat_map(|contact| contact.points());
        points.map(|point| -point.separation).fold(0.0, f32::max)
    }
    /// All shots of the run so far, by number, with their latest state.
    fn shots_during(&mut self, steps: u32) -> Vec<Shot> {
        let mut shots: Vec<Shot> = Vec::new();
        for _ in 0..steps {
            self.stage.step();
            for shot in self.stage.shots() {
                match shots.iter_mut().find(|known| known.number == shot.number) {
                    Some(known) => *known = shot.clone(),
                    None => shots.push(shot.clone()),
                }
            }
        }
        shots
    }
}

fn names() -> Vec<&'static str> {
    shipped::scenes().iter().map(|scene| scene.name).collect()
}

#[test]
fn at_least_sixteen_scenes_come_with_the_program_and_welcome_is_first() {
    let names = names();
    assert!(names.len() >= 16, "{}", names.len());
    assert_eq!(names[0], "welcome");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a name occurs twice");
}

#[test]
fn every_file_in_the_folder_is_shipped() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".json")?.to_string()))
        .collect();
    assert_eq!(files, names().into_iter().map(String::from).collect());
}

#[test]
fn every_scene_has_a_title_a_text_and_a_view_of_its_own() {
    let mut titles = BTreeSet::new();
    for name in names() {
        let document = Run::new(name).document;
        assert!(titles.insert(document.title.clone()) && document.title.len() >= 5, "{name}: title `{}`", document.title);
        assert!(document.about.len() >= 150, "{name}: the text says too little");
        assert!(!document.about.contains('\n'), "{name}: the text is one paragraph");
        let view = document.view.unwrap_or_else(|| panic!("{name}: no view"));
        for lens in &view.lenses {
            assert!(lens::find(lens).is_some(), "{name}: there is no lens {lens}");
        }
    }
}

/// A text that says "switch on **joints**" sends its reader to look for a button of that very name.
#[test]
fn texts_name_lenses_as_their_buttons_do() {
    let mut named = 0;
    for name in names() {
        let about = Run::new(name).document.about;
        for words in about.split("**").skip(1).step_by(2) {
            let meant = |lens: &&lens::Lens| [lens.id, lens.name].iter().any(|name| name.eq_ignore_ascii_case(words));
            if let Some(lens) = lens::lenses().iter().find(meant) {
                assert_eq!(words, lens.name, "{name}: the button of this lens has another name");
                named += 1;
            }
        }
    }
    assert!(named >= 5, "only {named} lenses are named: does the mark-up of the texts still use **?");
}

#[test]
fn every_scene_is_written_as_the_program_saves_it() {
    for scene in shipped::scenes() {
        let document = file::parse(scene.json.as_bytes()).unwrap();
        assert!(file::to_json(&document) == scene.json, "run `collidoscope format scenes/{}.json`", scene.name);
    }
}

#[test]
fn every_scene_runs_600_steps_finite_sound_and_without_losing_a_body() {
    for name in names() {
        let mut run = Run::new(name);
        let view = run.document.view.clone().unwrap();
        let bottom = view.center.y - 0.5 * view.height - 1.0;
        for step in 1..=600 {
            run.stage.step();
            assert!(run.stage.world().events().frozen.is_empty(), "{name}: a body went non-finite at step {step}");
        }
        run.stage.world().validate().unwrap_or_else(|breach| panic!("{name}: {breach}"));
        for document in &run.document.bodies {
            let body = run.body(&document.id);
            assert!(body.pose.position.is_finite() && body.linear_velocity.is_finite(), "{name}: {} is not finite", document.id);
            assert!(body.linear_velocity.length() < 50.0, "{name}: {} flies at {} m/s", document.id, body.linear_velocity.length());
            if run.document.world.gravity != Vec2::ZERO {
                assert!(body.pose.position.y > bottom, "{name}: {} fell out of the picture, to {}", document.id, body.pose.position);
            }
        }
    }
}

#[test]
fn every_scene_starts_without_overlaps() {
    for name in names() {
        let run = Run::after(name, 1);
        if run.document.lesson.iter().any(|step| step.at_step == 0 && step.algorithm == "epa") {
            assert!(run.deepest_overlap() > 0.1, "{name} looks into an overlap that is not there");
            continue;
        }
        // One step of gravity moves nothing by more than 3 mm; the slop is 5 mm.
        assert!(run.deepest_overlap() < 0.011, "{name} starts with an overlap of {} m", run.deepest_overlap());
        assert!(run.worst_joint() < 0.02, "{name} starts with a joint {} m apart", run.worst_joint());
    }
}

#[test]
fn welcome_keeps_moving_and_hits_the_trolley() {
    let mut run = Run::new("welcome");
    let shots = run.shots_during(1200);
    let hits = shots.iter().filter(|shot| shot.hit_at.is_some()).count();
    assert!(shots.len() >= 8 && hits * 2 >= shots.len(), "{hits} of {} shots hit", shots.len());
    let awake = run.stage.world().bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic && body.awake).count();
    assert!(awake >= 4, "after 20 s only {awake} bodies are awake");
    let mut turned = 0.0;
    for _ in 0..600 {
        run.stage.step();
        turned += run.body("drum").angular_velocity / 60.0;
    }
    // The motor runs at 0.5 rad/s.
    assert!((turned - 5.0).abs() < 0.5, "the drum turned {turned} rad in 10 s");
    let reach: Vec<f32> = (0..600)
        .map(|_| {
            run.stage.step();
            run.at("trolley").x
        })
        .collect();
    let (least, most) = reach.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, m), x| (l.min(*x), m.max(*x)));
    assert!(most - least > 2.0, "the trolley hardly swings: {least} to {most}");
}

#[test]
fn pyramid_stands_still_to_the_top() {
    let run = Run::after("pyramid", 600);
    let top = "crate 12.1";
    assert!((run.at(top) - run.start(top)).length() < 0.1, "the top moved from {} to {}", run.start(top), run.at(top));
    assert!(run.deepest_overlap() < 0.01, "{}", run.deepest_overlap());
    assert!(!run.body("crate 1.1").awake, "the pyramid does not fall asleep");
}

#[test]
fn pyramid_is_hit_by_its_cannon() {
    let mut run = Run::after("pyramid", 60);
    assert!(run.stage.input(&collidoscope::scene::stage::Input::Fire { launcher: "cannon".into() }));
    let shots = run.shots_during(240);
    // The chosen crate lies inside: what counts is that the shot arrives and the heap moves.
    assert_eq!(shots.len(), 1);
    let moved = run.document.bodies.iter().filter(|body| (run.at(&body.id) - body.position).length() > 0.2).count();
    assert!(moved >= 5, "only {moved} crates moved");
}

#[test]
fn card_house_stands_for_a_minute() {
    let run = Run::after("card_house", 3600);
    for body in run.document.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic) {
        let moved = (run.at(&body.id) - body.position).length();
        assert!(moved < 0.05, "{} moved by {moved} m", body.id);
    }
}

#[test]
fn card_house_falls_when_its_friction_is_as_low_as_the_text_says() {
    let mut document = Run::new("card_house").document;
    document.materials.get_mut("card").unwrap().friction = Some(0.25);
    let mut stage = Stage::new(&document).unwrap();
    for _ in 0..600 {
        stage.step();
    }
    let top = stage.world().body(stage.names().bodies.id("left 3.1").unwrap()).unwrap().pose.position;
    assert!(top.y < 1.6, "it has not fallen by a storey (1 m): the top card is at {top}");
}

#[test]
fn dominoes_fall_one_after_the_other_and_the_feather_flies() {
    let mut run = Run::new("dominoes");
    let upright = |run: &Run, i: usize| run.body(&format!("domino {i}")).pose.rotation.angle().abs() < 0.6;
    let mut fallen_at = [0_u64; 16];
    let mut highest = f32::NEG_INFINITY;
    for _ in 0..600 {
        run.stage.step();
        for (i, at) in fallen_at.iter_mut().enumerate().skip(1) {
            if *at == 0 && !upright(&run, i) {
                *at = run.stage.step_count();
            }
        }
        highest = highest.max(run.at("feather").y);
    }
    assert!(fallen_at[1..].iter().all(|at| *at > 0), "not all fell: {:?}", &fallen_at[1..]);
    // The first few lean on each other and fall almost as one: a step more or less is not seen.
    assert!(fallen_at[1..].windows(2).all(|pair| pair[0] <= pair[1] + 1), "they did not fall in order: {:?}", &fallen_at[1..]);
    assert!(run.at("weight").y < -1.0, "the weight did not drop: {}", run.at("weight"));
    assert!(highest > 0.0, "the feather reached only {highest} m");
}

#[test]
fn wrecking_ball_knocks_the_wall_over_and_stays_on_its_chain() {
    let mut run = Run::new("wrecking_ball");
    let mut worst: f32 = 0.0;
    for _ in 0..600 {
        run.stage.step();
        worst = worst.max(run.worst_joint());
    }
    let bricks: Vec<&str> = run.document.bodies.iter().map(|body| body.id.as_str()).filter(|id| id.starts_with("brick")).collect();
    let moved = bricks.iter().filter(|id| (run.at(id) - run.start(id)).length() > 1.0).count();
    assert!(moved * 3 >= bricks.len(), "{moved} of {} bricks were knocked away", bricks.len());
    // A ball of 11 kg at 8 m/s on links of 0.3 kg: soft joints give by centimetres, not by a link.
    assert!(worst < 0.1, "the chain opened by {worst} m");
}

#[test]
fn car_drives_to_the_end_of_the_road_on_its_wheels() {
    let mut run = Run::new("car");
    let mut worst: f32 = 0.0;
    for _ in 0..600 {
        run.stage.step();
        worst = worst.max(run.worst_joint());
    }
    let way = run.at("chassis").x - run.start("chassis").x;
    assert!(way > 15.0, "it drove {way} m in 10 s");
    assert!(run.body("chassis").pose.rotation.angle().abs() < 0.8, "it lies on its roof");
    assert!(run.at("crate").x - run.start("crate").x > 0.5, "the crate was not pushed");
    assert!(worst < 0.05, "an axle came {worst} m loose");
}

#[test]
fn suspension_carries_its_car_over_the_bumps_within_its_limits() {
    let mut run = Run::new("suspension");
    let (mut worst, mut pressed) = (0.0_f32, 0.0_f32);
    for _ in 0..600 {
        run.stage.step();
        worst = worst.max(run.worst_joint());
        for joint in &run.document.joints {
            let id = run.stage.names().joints.id(&joint.id).unwrap();
            pressed = pressed.max(run.stage.world().joint_readout(id).unwrap().coordinate);
        }
    }
    let way = run.at("chassis").x - run.start("chassis").x;
    assert!(way > 15.0, "it drove {way} m in 10 s");
    assert!(run.body("chassis").pose.rotation.angle().abs() < 0.8, "it lies on its roof");
    assert!(worst < 0.01, "a wheel came {worst} m beside its axis");
    assert!((0.1..0.26).contains(&pressed), "the springs were pressed in by {pressed} m");
}

#[test]
fn ragdolls_tumble_down_the_stairs_and_stay_together() {
    let mut run = Run::new("ragdoll");
    let mut worst: f32 = 0.0;
    for _ in 0..600 {
        run.stage.step();
        worst = worst.max(run.worst_joint());
    }
    for doll in ["Ada", "Bo"] {
        let (start, end) = (run.start(&format!("{doll} torso")), run.at(&format!("{doll} torso")));
        assert!(start.y - end.y > 5.0 && end.x - start.x > 3.0, "{doll} came from {start} to {end}");
        // Head and hands within a body length of the torso.
        for part in ["head", "left forearm", "right forearm", "left shin", "right shin"] {
            let reach = (run.at(&format!("{doll} {part}")) - end).length();
            assert!(reach < 2.2, "{doll} lost her {part}: {reach} m away");
        }
    }
    assert!(worst < 0.08, "a joint came {worst} m apart");
}

#[test]
fn ragdoll_limits_hold_within_a_few_degrees() {
    let mut run = Run::new("ragdoll");
    let mut worst = (0.0_f32, String::new());
    for _ in 0..600 {
        run.stage.step();
        for joint in &run.document.joints {
            let Some(limits) = joint.kind.limits() else { panic!("{} has no limits", joint.id) };
            let id = run.stage.names().joints.id(&joint.id).unwrap();
            let angle = run.stage.world().joint_readout(id).unwrap().coordinate;
            let beyond = (limits.lower - angle).max(angle - limits.upper);
            if beyond > worst.0 {
                worst = (beyond, joint.id.clone());
            }
        }
    }
    // Blows at several m/s on soft limits; 0.35 rad are 20°, a knee still looks like a knee.
    assert!(worst.0 < 0.35, "{} went {} rad beyond its limit", worst.1, worst.0);
}

#[test]
fn broadside_leads_its_target_and_direct_fire_falls_astern() {
    let mut run = Run::new("broadside");
    let shots = run.shots_during(600);
    let hits = shots.iter().filter(|shot| shot.hit_at.is_some()).count();
    assert!(shots.len() >= 12, "only {} shots in 10 s", shots.len());
    // The rest runs into the islands or meets other shots on its way.
    assert!(hits >= 8 && hits * 5 >= shots.len() * 2, "{hits} of {} shots hit", shots.len());
    let (aurora, borealis) = (run.at("Aurora"), run.at("Borealis"));
    assert!(aurora.x > 8.0 && borealis.x < -8.0, "the ships did not pass: {aurora}, {borealis}");
    assert!((aurora.y - run.start("Aurora").y).abs() < 1.5, "the hits pushed a ship off its course: {aurora}");

    let mut direct = run.document.clone();
    for launcher in &mut direct.launchers {
        launcher.method = collidoscope::guidance::lead::LeadMethod::Direct;
    }
    let mut run = Run { name: "broadside, direct", stage: Stage::new(&direct).unwrap(), document: direct };
    let shots = run.shots_during(600);
    let direct_hits = shots.iter().filter(|shot| shot.hit_at.is_some()).count();
    assert!(direct_hits * 2 <= hits, "aiming where the ship is hits {direct_hits} times, with lead {hits}");
}

#[test]
fn suspension_bridge_carries_the_truck_across() {
    let mut run = Run::new("suspension_bridge");
    let (mut worst, mut lowest): (f32, f32) = (0.0, 0.0);
    for step in 0..700 {
        run.stage.step();
        if step > 30 {
            worst = worst.max(run.worst_joint());
        }
        lowest = (1..=20).map(|i| run.at(&format!("plank {i}")).y).fold(lowest, f32::min);
    }
    assert!(run.at("truck").x > 5.0, "the truck is at {}", run.at("truck"));
    assert!(run.at("truck").y > 0.2, "the truck fell: {}", run.at("truck"));
    assert!(lowest > -1.2, "the deck sags to {lowest} m");
    assert!(worst < 0.06, "a joint came {worst} m apart");
}

#[test]
fn slider_crank_turns_feeds_balls_and_holds_together() {
    let mut run = Run::new("slider_crank");
    let (mut turned, mut worst): (f32, f32) = (0.0, 0.0);
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    for _ in 0..1200 {
        run.stage.step();
        turned += run.body("crank").angular_velocity / 60.0;
        worst = worst.max(run.worst_joint());
        least = least.min(run.at("slider").x);
        most = most.max(run.at("slider").x);
    }
    // 2.2 rad/s for 20 s; pushing balls may cost the motor little.
    assert!((turned - 44.0).abs() < 2.0, "the crank turned {turned} rad");
    // Twice the crank's radius of 0.9 m.
    assert!((most - least - 1.8).abs() < 0.02, "the stroke is {} m", most - least);
    assert!(worst < 0.01, "a joint came {worst} m apart");
    let fed = (1..=6).filter(|i| run.at(&format!("ball {i}")).x > 2.8).count();
    assert!(fed >= 4, "{fed} balls dropped over the edge");
}

#[test]
fn newtons_cradle_swings_to_the_other_side_and_back() {
    let mut run = Run::new("newtons_cradle");
    let start = run.stage.world().energy();
    let height = |run: &Run, id: &str| run.at(id).y - 2.1;
    let lift = height(&run, "ball 1");
    let (mut right, mut back, mut middle): (f32, f32, f32) = (0.0, 0.0, 0.0);
    let rest = run.start("ball 3").x;
    for step in 0..1100 {
        run.stage.step();
        right = right.max(height(&run, "ball 5"));
        middle = middle.max((run.at("ball 3").x - rest).abs());
        if step > 600 {
            back = back.max(height(&run, "ball 1"));
        }
    }
    assert!(right > 0.8 * lift, "the last ball rose {right} m of {lift} m");
    assert!(back > 0.6 * lift, "the first ball came back to {back} m of {lift} m");
    assert!(middle < 0.25, "the middle ball strayed by {middle} m");
    let end = run.stage.world().energy();
    let (before, after) = (start.kinetic + start.potential, end.kinetic + end.potential);
    let span = f64::from(lift) * 9.81 * 3.538; // the lifted ball's weight: 7.8 kg/m², radius 0.38 m
    assert!(after < before + 0.02 * span, "energy grew from {before} to {after} J");
}

#[test]
fn double_pendulums_part_and_keep_their_energy() {
    let mut run = Run::new("double_pendulum");
    let energy = |run: &Run| run.stage.world().energy().kinetic + run.stage.world().energy().potential;
    let (start, lowest) = (energy(&run), {
        // Everything hanging straight down: the scale on which energy can change.
        let weight = |id: &str| f64::from(run.body(id).mass) * 9.81;
        weight("left upper arm") * 1.3 + weight("left lower arm") * 2.4
    });
    let offset = run.start("right upper arm") - run.start("left upper arm");
    let apart = |run: &Run| (run.body("right lower arm").center - run.body("left lower arm").center - offset).length();
    run.steps(120);
    assert!(apart(&run) < 0.05, "they part too soon: {} m after {} s", apart(&run), run.seconds());
    let mut most: f32 = 0.0;
    for _ in 0..1800 {
        run.stage.step();
        most = most.max(apart(&run));
    }
    assert!(most > 0.5, "they never part: {most} m");
    // Soft joints take energy out (first-order implicit integration), never in.
    let change = (energy(&run) - start) / (2.0 * lowest);
    assert!((-0.3..0.02).contains(&change), "energy changed by {:.1} %", 100.0 * change);
}

#[test]
fn capsule_rain_ends_in_the_bin_asleep() {
    let run = Run::after("capsule_rain", 1500);
    let pills: Vec<&str> = run.document.bodies.iter().map(|body| body.id.as_str()).filter(|id| id.starts_with("pill")).collect();
    assert!(pills.len() >= 80);
    let inside = pills.iter().filter(|id| run.at(id).x.abs() < 6.5 && run.at(id).y > 0.0 && run.at(id).y < 4.5).count();
    assert!(inside == pills.len(), "{inside} of {} are in the bin", pills.len());
    assert!(run.deepest_overlap() < 0.02, "{}", run.deepest_overlap());
}

#[test]
fn slope_lets_ice_slide_and_rubber_stay() {
    let run = Run::after("slope", 600);
    let slid = |id: &str| (run.at(id) - run.start(id)).length();
    assert!(slid("rubber box") < 0.02, "rubber slid {} m", slid("rubber box"));
    assert!(slid("cork box") < 0.02, "cork slid {} m", slid("cork box"));
    assert!(slid("wood box") > 0.5, "wood slid only {} m", slid("wood box"));
    assert!(slid("ice box") > 6.0, "ice slid only {} m", slid("ice box"));
}

#[test]
fn slope_slides_by_the_textbook() {
    // a = g (sin θ − μ cos θ) with θ = 25° and μ = √(0.6·0.01) for ice; in the first second nothing is in its way.
    let mut run = Run::after("slope", 20);
    let speed = run.body("ice box").linear_velocity.length();
    run.steps(30);
    let gained = run.body("ice box").linear_velocity.length() - speed;
    let (sine, cosine, friction) = (0.42262_f32, 0.90631_f32, 0.006_f32.sqrt());
    let expected = 0.5 * 9.81 * (sine - friction * cosine);
    assert!((gained / expected - 1.0).abs() < 0.02, "it gained {gained} m/s instead of {expected}");
}

#[test]
fn bounce_heights_follow_the_square_of_the_restitution() {
    let mut run = Run::new("bounce");
    let ids = ["ball 0.0", "ball 0.2", "ball 0.4", "ball 0.6", "ball 0.8", "ball 1.0"];
    let mut apex = [0.0_f32; 6];
    let mut touched = [false; 6];
    let mut risen = [false; 6];
    for _ in 0..240 {
        run.stage.step();
        for (i, id) in ids.iter().enumerate() {
            let (height, speed) = (run.at(id).y - 0.4, run.body(id).linear_velocity.y);
            touched[i] |= height < 0.1;
            risen[i] |= touched[i] && speed > 0.5;
            // The first apex after the first impact.
            if touched[i] && apex[i] == 0.0 && risen[i] && speed <= 0.0 {
                apex[i] = height;
            }
        }
    }
    for (i, e) in [0.0_f32, 0.2, 0.4, 0.6, 0.8, 1.0].into_iter().enumerate() {
        let expected = 5.0 * e * e;
        // The apex is sampled at 60 Hz and the impact falls somewhere within a step: 5 % and 5 cm.
        assert!((apex[i] - expected).abs() < 0.05 + 0.05 * expected, "{}: {} m instead of {expected}", ids[i], apex[i]);
    }
}

#[test]
fn mass_ratio_piles_of_1_and_10_stand_and_the_chains_hold() {
    let run = Run::after("mass_ratio", 600);
    for ratio in [1, 10] {
        let top = format!("pile {ratio} top");
        assert!((run.at(&top) - run.start(&top)).length() < 0.1, "{top} moved to {}", run.at(&top));
    }
    for ratio in [1, 10, 100] {
        let load = run.at(&format!("chain {ratio} load"));
        assert!(load.y > 2.0, "the chain with {ratio} stretched: its load hangs at {load}");
    }
}

#[test]
fn thin_wall_stops_every_bullet_and_lets_them_pass_without_continuous_collision() {
    let beyond = |continuous: bool| {
        let mut document = Run::new("thin_wall").document;
        document.world.continuous = continuous;
        let mut run = Run { name: "thin_wall", stage: Stage::new(&document).unwrap(), document };
        let mut passed = BTreeSet::new();
        for _ in 0..600 {
            run.stage.step();
            for (id, name) in run.stage.names().bodies.list() {
                if name.starts_with("shot") && run.stage.world().body(*id).is_some_and(|body| body.pose.position.x > 2.5) {
                    passed.insert(name.clone());
                }
            }
        }
        passed.len()
    };
    assert_eq!(beyond(true), 0, "bullets passed the wall");
    assert!(beyond(false) >= 5, "without continuous collision they should pass");
}

#[test]
fn lead_range_shows_which_methods_hit() {
    let mut run = Run::new("lead_range");
    let shots = run.shots_during(1800);
    let rate = |launcher: &str| {
        // Every hit slows the target down; after a while even the worst method hits it.
        let own: Vec<&Shot> = shots.iter().filter(|shot| shot.launcher == launcher && shot.fired_at < 900).collect();
        assert!(own.len() >= 6, "{launcher} fired {} times", own.len());
        own.iter().filter(|shot| shot.hit_at.is_some()).count() as f32 / own.len() as f32
    };
    let (direct, first, iterative, quadratic) = (rate("direct"), rate("first order"), rate("iterative"), rate("quadratic"));
    assert!(quadratic > 0.6 && iterative > 0.6, "iterative {iterative}, quadratic {quadratic}");
    assert!(direct == 0.0, "direct hits {direct}");
    assert!(first < quadratic.min(iterative), "first order hits {first}, iterative {iterative}, quadratic {quadratic}");
}

#[test]
fn aim_range_keeps_its_sled_running_and_the_methods_keep_their_order() {
    let mut run = Run::new("aim_range");
    let shots = run.shots_during(1800);
    let rate = |launcher: &str| {
        let is_fair = |shot: &&Shot| !shot.target_strayed && !shot.bounced && shot.fired_at < 1600;
        let own: Vec<&Shot> = shots.iter().filter(|shot| shot.launcher == launcher).filter(is_fair).collect();
        assert!(own.len() >= 3, "{launcher} fired {} times while the sled ran straight", own.len());
        own.iter().filter(|shot| shot.hit_at.is_some()).count() as f32 / own.len() as f32
    };
    assert!(run.body("sled").linear_velocity.length() > 5.5, "the sled was slowed to {}", run.body("sled").linear_velocity);
    assert!(rate("direct") == 0.0 && rate("first order") <= 0.5, "direct {}, first order {}", rate("direct"), rate("first order"));
    let exact = ["iterative", "quadratic", "general", "turning"].map(rate);
    assert!(exact.iter().all(|rate| *rate > 0.9), "{exact:?}");
}

#[test]
fn moving_train_is_hit_by_whoever_measures_while_it_gathers_speed() {
    let mut run = Run::new("moving_train");
    let shots = run.shots_during(220);
    let of = |launcher: &str| -> Vec<bool> {
        shots.iter().filter(|shot| shot.launcher == launcher && shot.fired_at < 170).map(|shot| shot.hit_at.is_some()).collect()
    };
    assert_eq!(of("measuring"), [true; 3]);
    assert_eq!(of("steady"), [false; 3]);
    assert_eq!(of("gunner"), [true; 2], "the first was stopped in the air by a shot of *steady*");
}

#[test]
fn basketball_falls_in_on_the_high_arc_and_the_flat_throw_meets_the_rim() {
    let mut run = Run::new("basketball");
    let shots = run.shots_during(600);
    let of = |launcher: &str| shots.iter().find(|shot| shot.launcher == launcher).unwrap_or_else(|| panic!("{launcher} did not throw"));
    assert!(of("high").hit_at.is_some() && of("timed").hit_at.is_some());
    assert!(of("flat").hit_at.is_none() && of("flat").bounced, "{:?}", of("flat").closest);
}

#[test]
fn compound_hanger_stays_on_the_hook_and_the_hammer_lies_on_its_head() {
    let run = Run::after("compound", 600);
    assert!(run.at("hanger").y > 4.0, "the hanger fell to {}", run.at("hanger"));
    let outline_parts = run.body("star").colliders.len();
    assert!(outline_parts >= 4, "the star was cut into {outline_parts} parts");
    for id in ["hammer", "dumbbell", "L", "U", "T", "star", "arrow"] {
        assert!(run.at(id).y < 3.5 && run.at(id).y > -0.1, "{id} is at {}", run.at(id));
    }
}

#[test]
fn rounded_shapes_roll_farther_the_rounder_they_are() {
    let run = Run::after("rounded_shapes", 900);
    let way = |id: &str| run.at(id).x - run.start(id).x;
    assert!(way("square 3") > way("square 0") + 1.0, "round {} m, sharp {} m", way("square 3"), way("square 0"));
    let radius = |id: &str| run.body(id).colliders[0].shape.convex().radius;
    assert!(radius("square 0") == 0.0 && radius("square 3") > 0.4);
}

#[test]
fn sleeping_islands_fall_asleep_are_woken_by_the_ball_and_sleep_again() {
    let mut run = Run::new("sleeping_islands");
    let asleep = |run: &Run| run.stage.world().bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic && !body.awake).count();
    run.steps(60);
    let before = asleep(&run);
    assert!(before >= 10, "only {before} bodies sleep after a second");
    let mut fewest = before;
    for _ in 0..900 {
        run.stage.step();
        fewest = fewest.min(asleep(&run));
    }
    assert!(fewest <= before - 4, "the ball woke {} bodies", before - fewest);
    assert!(asleep(&run) > fewest, "nothing fell asleep again");
    assert!(run.at("ball").x > -4.5, "the ball stopped at {}", run.at("ball"));
}

#[test]
fn sat_pair_approaches_and_touches() {
    let mut run = Run::new("sat_pair");
    let mut first = None;
    for _ in 0..600 {
        run.stage.step();
        if first.is_none() && run.stage.world().contacts().iter().any(|contact| contact.is_touching()) {
            first = Some(run.seconds());
        }
    }
    let first = first.expect("they never touch");
    assert!((2.0..9.0).contains(&first), "they touch after {first} s");
}

#[test]
fn gjk_apart_passes_close_without_touching() {
    let mut run = Run::new("gjk_apart");
    let contact_free = (0..600).all(|_| {
        run.stage.step();
        !run.stage.world().contacts().iter().any(|contact| contact.is_touching())
    });
    assert!(contact_free, "the pill touches the hexagon");
    assert!(run.at("pill").x < 0.0, "the pill has not passed: {}", run.at("pill"));
}
