//! How two materials share one coefficient: the rules by numbers worked by hand, what each of them keeps, where the
//! weighted mean begins to fall, and that the world's contacts slide and bounce by the chosen rule.

use collidoscope::draw::{DrawList, Primitive, Role, Sheet};
mod cli_kit;

use cli_kit::{good, refused};
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::mixing::{Coefficient, MIXES, Mix, Mixing};
use collidoscope::engine::shape::{BoxShape, Circle, Segment, Shape};
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::lens::mixing::{MAP, picture, static_marks};

const BOTH: [Coefficient; 2] = [Coefficient::Friction, Coefficient::Restitution];

fn by(mix: Mix) -> Mixing {
    Mixing { friction: if mix.row().of_friction { mix } else { Mix::GeometricMean }, restitution: mix, ..Mixing::default() }
}

fn weighted(weight: f32) -> Mixing {
    Mixing { weight, ..by(Mix::WeightedMean) }
}

#[test]
fn each_rule_has_its_own_row() {
    for (place, row) in MIXES.iter().enumerate() {
        assert_eq!((row.mix.row().id, row.mix as usize), (row.id, place));
    }
}

#[test]
fn the_command_line_prints_what_each_rule_makes_of_a_scenes_materials() {
    let out = good(&["mix", "slope"]).out;
    let cell = |table: &str, pair: &str, rule: &str| -> f64 {
        let lines: Vec<&str> = out.lines().skip_while(|line| !line.starts_with(table)).collect();
        let place = lines[0].split_whitespace().position(|word| word.trim_end_matches('*') == rule).expect("a column");
        let line = lines.iter().find(|line| line.starts_with(pair)).expect("a row");
        // Names are "ice · wood", three words where the head has one.
        line.split_whitespace().nth(place + 2).expect("a cell").parse().expect("a number")
    };
    assert_eq!(cell("friction", "ice · wood", "geometric_mean"), 0.0566, "√(0.01 · 0.32)");
    assert_eq!(cell("friction", "ice · rubber", "arithmetic_mean"), 0.605);
    assert_eq!(cell("friction", "standard · cork", "minimum"), 0.5);
    assert_eq!(cell("restitution", "cork · wood", "piecewise"), 0.0);
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("friction") || line.starts_with("restitution")).collect();
    assert!(heads[0].contains("geometric_mean*") && heads[1].contains("maximum*") && !heads[0].contains("piecewise"), "{heads:?}");
    assert!(refused(&["mix", "nowhere.json"]).contains("nowhere.json"));
}

#[test]
fn each_rule_gives_the_numbers_worked_by_hand() {
    use Coefficient::{Friction, Restitution};
    let root = 2.0_f64.sqrt();
    for (mix, which, x, y, wanted) in [
        (Mix::Minimum, Friction, 0.2, 0.8, 0.2),
        (Mix::Maximum, Restitution, 0.2, 0.8, 0.8),
        (Mix::ArithmeticMean, Friction, 0.2, 0.8, 0.5),
        (Mix::GeometricMean, Friction, 0.2, 0.8, 0.4),
        (Mix::GeometricMean, Friction, 0.0, 1.0, 0.0),
        (Mix::Maximum, Restitution, 0.0, 1.0, 1.0),
        (Mix::Multiply, Friction, 0.2, 0.8, 0.16),
        // w(0) = √2 + 1, w(1) = 1: 1 / (√2 + 2).
        (Mix::WeightedMean, Friction, 0.0, 1.0, 1.0 / (root + 2.0)),
        // Friction above 1 weighs like 1.
        (Mix::WeightedMean, Friction, 0.0, 3.0, 3.0 / (root + 2.0)),
        // Both extremes weigh the same; w(½) = 1 against √2 + 1.
        (Mix::WeightedMean, Restitution, 0.0, 1.0, 0.5),
        (Mix::WeightedMean, Restitution, 0.5, 1.0, (0.5 + root + 1.0) / (root + 2.0)),
        (Mix::WeightedMean, Restitution, 0.5, 0.0, 0.5 / (root + 2.0)),
        (Mix::Piecewise, Restitution, 0.2, 0.4, 0.2),
        (Mix::Piecewise, Restitution, 0.6, 0.9, 0.9),
        (Mix::Piecewise, Restitution, 0.2, 0.9, 0.6),
    ] {
        let found = by(mix).mix(which, x, y);
        assert!((found - wanted).abs() < 1e-7, "{mix:?} {which:?} of {x} and {y}: {found}, not {wanted}");
    }
    assert!((weighted(std::f32::consts::SQRT_2).mix(Friction, 0.0, 1.0) - 0.293).abs() < 5e-4);
}

#[test]
fn rules_are_symmetric_and_all_but_the_product_keep_equal_coefficients() {
    for row in MIXES {
        for which in BOTH {
            for (i, k) in (0..=20).flat_map(|i| (0..=20).map(move |k| (i, k))) {
                let (x, y) = (f64::from(i) / 20.0, f64::from(k) / 20.0);
                let f = by(row.mix).mix(which, x, y);
                assert_eq!(f, by(row.mix).mix(which, y, x), "{row:?}");
                assert!((0.0..=1.0).contains(&f), "{row:?} of {x} and {y}: {f}");
                let keeps = (by(row.mix).mix(which, x, x) - x).abs() < 1e-12;
                let is_product = by(row.mix).rule(which) == Mix::Multiply;
                assert_eq!(keeps, !is_product || x == 0.0 || x == 1.0, "{row:?} {x}");
            }
        }
    }
}

#[test]
fn the_piecewise_rule_has_no_step() {
    let rule = by(Mix::Piecewise);
    let mut steepest = 0.0_f64;
    for (i, k) in (0..1000).flat_map(|i| (0..=50).map(move |k| (i, k))) {
        let (x, y) = (f64::from(i) / 1000.0, f64::from(k) / 50.0);
        steepest = steepest.max((rule.mix(Coefficient::Restitution, x + 1e-3, y) - rule.mix(Coefficient::Restitution, x, y)).abs());
    }
    assert!(steepest < 1.001e-3, "a step of {steepest}");
}

/// Another method than the program's differences: the sign of the derivative's numerator, from the quotient rule, over
/// points drawn anew.
#[test]
fn the_weighted_mean_falls_beyond_the_root_of_two_and_never_before() {
    let slope_sign = |c: f64, x: f64, y: f64| {
        // friction: N = x w(x) + y w(y), D = w(x) + w(y), w(x) = c (1 − x) + 1
        let w = |x: f64| c * (1.0 - x) + 1.0;
        let (n, d) = (x * w(x) + y * w(y), w(x) + w(y));
        (w(x) - c * x) * d + c * n
    };
    for (constant, falls) in [(0.5, false), (1.0, false), (std::f32::consts::SQRT_2, false), (1.5, true), (2.0, true), (4.0, true)] {
        for which in BOTH {
            assert_eq!(weighted(constant).fall(which).is_some(), falls, "{which:?} {constant}");
        }
        let by_hand =
            (0..=100).any(|i| (0..=100).any(|k| slope_sign(f64::from(constant), f64::from(i) / 100.0, f64::from(k) / 100.0) < -1e-6));
        assert_eq!(by_hand, falls, "{constant}");
    }
    let fall = weighted(2.0).fall(Coefficient::Friction).expect("it falls");
    assert_eq!((fall.x, fall.y), (1.0, 0.0), "steepest in that corner: slope (2 − c²) / (c + 2)²");
    assert!((fall.slope - (2.0 - 4.0) / 16.0).abs() < 1e-5, "{fall:?}");
    for which in BOTH {
        let largest = Mixing::largest_steady_weight(which);
        assert!((largest - std::f32::consts::SQRT_2).abs() < 1e-4, "{which:?}: {largest}");
    }
}

#[test]
fn no_other_rule_falls() {
    for row in MIXES.iter().filter(|row| row.mix != Mix::WeightedMean) {
        assert!(BOTH.iter().all(|&which| by(row.mix).fall(which).is_none()), "{row:?}");
    }
}

#[test]
fn what_is_out_of_range_is_limited() {
    let wild = Mixing { friction: Mix::Piecewise, restitution: Mix::Piecewise, weight: f32::NAN };
    let w = World::new(WorldSettings { mixing: wild, ..WorldSettings::default() });
    let mixing = w.settings().mixing;
    assert_eq!((mixing.friction, mixing.restitution, mixing.weight), (Mix::GeometricMean, Mix::Piecewise, std::f32::consts::SQRT_2));
    assert_eq!(Mixing { weight: 1e9, ..wild }.bounded().weight, 16.0);
    // The product of the two largest friction coefficients, 10⁶, is cut to the largest.
    assert_eq!(by(Mix::Multiply).of([1e3, 1e3], [1.0, 1.0]), [1e3, 1.0]);
}

/// Every contour line of the map lies where the rule has a whole tenth, and the green dots where it has the pair's
/// number: found by asking the rule there.
#[test]
fn the_picture_of_a_rule_shows_the_rule() {
    for mixing in [by(Mix::GeometricMean), by(Mix::Maximum), by(Mix::Piecewise), weighted(std::f32::consts::SQRT_2), weighted(4.0)] {
        for which in BOTH {
            let mut list = DrawList::default();
            picture(mixing, which, [0.3, 0.8], mixing.fall(which), &mut list);
            assert!(list.marks.iter().all(|mark| mark.sheet == Sheet::Diagram));
            let contours: Vec<[Vec2; 2]> = list
                .marks
                .iter()
                .filter(|mark| mark.role == Role::GridAxis)
                .filter_map(|mark| match mark.primitive {
                    // The axes are as long as the square, a piece of a contour as a cell.
                    Primitive::Line { a, b } if a.distance(b) < 0.1 => Some([a, b]),
                    _ => None,
                })
                .collect();
            assert!(contours.len() > 100, "{mixing:?} {which:?}: {} pieces", contours.len());
            for p in contours.into_iter().flatten() {
                let f = 10.0 * mixing.mix(which, f64::from(p.x - MAP.x), f64::from(p.y - MAP.y));
                // An edge of 1/48 is halved ten times; √(x y) is steepest beside an axis, 3.5.
                assert!((f - f.round()).abs() < 1e-3, "{mixing:?} {which:?}: {f} tenths at {p}");
            }
            let result = mixing.mix(which, f64::from(0.3_f32), f64::from(0.8_f32)) as f32;
            let dots: Vec<Vec2> = list
                .marks
                .iter()
                .filter(|mark| mark.role == Role::Contact)
                .filter_map(|mark| if let Primitive::Dot { at, .. } = mark.primitive { Some(at) } else { None })
                .collect();
            assert_eq!(dots, [Vec2::new(0.3, result), MAP + Vec2::new(0.3, 0.8)]);
            let crosses = list.marks.iter().filter(|mark| matches!(mark.primitive, Primitive::Cross { .. })).count();
            assert_eq!(crosses, if mixing.fall(which).is_some() { 2 } else { 0 });
        }
    }
}

fn add(w: &mut World, kind: BodyKind, position: Vec2, shape: Shape, [friction, restitution]: [f32; 2]) -> BodyId {
    let collider = ColliderDef {
        shape,
        material: Material { density: 1.0, friction, restitution, ..Material::default() },
        filter: CollisionFilter::default(),
    };
    w.add_body(BodyDef { kind, position, ..BodyDef::default() }, vec![collider])
}

fn ground(w: &mut World, surface: [f32; 2]) {
    let segment = Segment::try_new(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0)).expect("a segment");
    add(w, BodyKind::Static, Vec2::ZERO, segment.into(), surface);
}

/// A block of friction 0.1 on a slope of 0.9, gravity tilted by 25°: after two seconds it has gone
/// ½ g (sin − μ cos) t², or not moved.
#[test]
fn a_block_slides_by_the_chosen_rule() {
    let (sin, cos) = sin_cos(25.0_f32.to_radians());
    let (mut slid, mut stayed) = (0, 0);
    for row in MIXES.iter().filter(|row| row.of_friction) {
        let mut w = World::new(WorldSettings { gravity: 9.81 * Vec2::new(sin, -cos), mixing: by(row.mix), ..WorldSettings::default() });
        ground(&mut w, [0.9, 0.0]);
        let shape = BoxShape::try_new(1.0, 0.4, Vec2::ZERO, 0.0, 0.0).expect("a box");
        let block = add(&mut w, BodyKind::Dynamic, Vec2::new(0.0, 0.2), shape.into(), [0.1, 0.0]);
        for _ in 0..120 {
            w.step();
        }
        let mu = by(row.mix).mix(Coefficient::Friction, 0.9, 0.1) as f32;
        let wanted = 0.5 * 9.81 * (sin - mu * cos).max(0.0) * 4.0;
        let moved = w.body(block).expect("there").pose.position.x;
        // The first of 960 sub-steps makes the contact: a part in a thousand.
        assert!((moved - wanted).abs() < 2e-3 * wanted + 5e-3, "{row:?}: {moved} m, not {wanted}");
        if wanted > 0.0 { slid += 1 } else { stayed += 1 }
    }
    assert!(slid >= 3 && stayed >= 2, "{slid} slid, {stayed} stayed");
}

/// A ball of restitution 0.9 on a floor of 0.3: it leaves with e times the speed at which it comes.
#[test]
fn a_ball_bounces_by_the_chosen_rule_also_when_it_is_changed_in_mid_air() {
    for change_late in [false, true] {
        for row in MIXES {
            let first = if change_late { Mixing::default() } else { by(row.mix) };
            let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, mixing: first, ..WorldSettings::default() });
            ground(&mut w, [0.0, 0.3]);
            let ball =
                add(&mut w, BodyKind::Dynamic, Vec2::new(0.0, 2.0), Circle::try_new(Vec2::ZERO, 0.5).expect("a disc").into(), [0.0, 0.9]);
            w.set_velocity(ball, Vec2::new(0.0, -4.0), 0.0);
            for step in 0..60 {
                if change_late && step == 18 {
                    w.set_settings(WorldSettings { mixing: by(row.mix), ..*w.settings() });
                }
                w.step();
            }
            let e = by(row.mix).mix(Coefficient::Restitution, 0.3, 0.9) as f32;
            let speed = w.body(ball).expect("there").linear_velocity.y;
            assert!((speed - 4.0 * e).abs() < 1e-3, "{row:?}: {speed} m/s, not {}", 4.0 * e);
        }
    }
}

/// The rings stand where the rule has the pair's static coefficients, and never below the coefficient of sliding.
#[test]
fn the_picture_of_a_rule_shows_static_friction_too() {
    let rings = |mixing: Mixing, sliding: [f32; 2], grips: [f32; 2]| {
        let mut list = DrawList::default();
        static_marks(mixing, sliding, grips, &mut list);
        let ring = |mark: &collidoscope::draw::Mark| match mark.primitive {
            Primitive::Ring { at, .. } if mark.role == Role::Friction => Some(at),
            _ => None,
        };
        list.marks.iter().filter_map(ring).collect::<Vec<Vec2>>()
    };
    let [above, on_map] = rings(by(Mix::GeometricMean), [0.2, 0.5], [0.4, 0.9])[..] else { panic!("two rings") };
    assert!(above.distance(Vec2::new(0.4, 0.6)) < 1e-6 && on_map.distance(MAP + Vec2::new(0.4, 0.9)) < 1e-6, "{above} {on_map}");
    // With the constant 4 the weighted mean of 0 and x falls near 1: the rule alone would hold less than it slows.
    let falling = weighted(4.0);
    let [x, y] = [[0.0, 0.85], [0.0, 1.0]];
    let [sliding, alone] = [x, y].map(|[a, b]: [f64; 2]| falling.mix(Coefficient::Friction, a, b) as f32);
    assert!(alone < sliding, "{alone} {sliding}");
    let ring = rings(falling, x.map(|x| x as f32), y.map(|y| y as f32))[0];
    assert!((ring.y - sliding).abs() < 1e-6, "{ring}");
}

/// The shipped slope, first under each rule: a box slides when the tangent of the slope is larger than the pair's
/// coefficient, and then by `g (sin θ − μ cos θ)`. The coefficients are worked here.
#[test]
fn boxes_of_the_slope_go_down_by_the_closed_form_under_each_rule() {
    use collidoscope::app::{App, DocumentCommand, FileCommand, RunCommand};
    const SLOPE: f64 = 0.6;
    // Each counts with 1 + √2 (1 − x) in the weighted mean; above 1 with 1.
    let weight = |x: f64| 1.0 + 2.0_f64.sqrt() * (1.0 - x.min(1.0));
    let mean = |x: f64| (x * weight(x) + SLOPE * weight(SLOPE)) / (weight(x) + weight(SLOPE));
    let rules: [(Mix, &dyn Fn(f64) -> f64); 6] = [
        (Mix::Minimum, &|x| x.min(SLOPE)),
        (Mix::Maximum, &|x| x.max(SLOPE)),
        (Mix::ArithmeticMean, &|x| 0.5 * (x + SLOPE)),
        (Mix::GeometricMean, &|x| (x * SLOPE).sqrt()),
        (Mix::Multiply, &|x| x * SLOPE),
        (Mix::WeightedMean, &mean),
    ];
    let (sin, cos) = 5.2405_f64.atan2(11.2382).sin_cos();
    let (mut slid, mut stayed) = (0, 0);
    for (mix, coefficient) in rules {
        let mut app = App::empty();
        let bytes = Ok(include_bytes!("../scenes/slope.json").to_vec());
        app.apply(FileCommand::Loaded { path: Some("slope.json".into()), bytes });
        let world = WorldSettings { mixing: by(mix), ..app.document().world };
        app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
        let along = |app: &App, id: &str| {
            let v = app.stage().world().body(app.stage().names().bodies.id(id).unwrap()).unwrap().linear_velocity;
            f64::from(v.x) * cos - f64::from(v.y) * sin
        };
        let boxes = [("rubber box", 1.2), ("cork box", 0.5), ("wood box", 0.32), ("ice box", 0.01)];
        let steps = |app: &mut App| (0..18).for_each(|_| app.apply(RunCommand::StepForward));
        steps(&mut app);
        let before = boxes.map(|(id, _)| along(&app, id));
        steps(&mut app);
        for ((id, friction), before) in boxes.into_iter().zip(before) {
            let (found, mu) = ((along(&app, id) - before) / 0.3, coefficient(friction));
            let wanted = (9.81 * (sin - mu * cos)).max(0.0);
            assert!((found - wanted).abs() < 2e-3, "{mix:?}: {id} with μ = {mu} gains {found}, not {wanted} m/s²");
            *(if wanted > 0.0 { &mut slid } else { &mut stayed }) += 1;
        }
    }
    assert!(slid >= 8 && stayed >= 12, "{slid} {stayed}");
}
