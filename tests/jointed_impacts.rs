//! Impacts on bodies that hang on rigid joints.
//!
//! Impacts were solved between the two bodies alone, as if nothing held them, and the joints took the difference away
//! afterwards, inelastically: a cradle of balls on hinged arms lost 1.5 % of its energy with each impact, the shipped
//! one a fifth of its swing in a minute, and a ball that hit a hinged bar met the bar's own mass, not what the pivot
//! leaves of it.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::joint::{Distance, JointDef, JointKind, Limits, Prismatic, Weld};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::shape::Shape;
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, shipped};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

const WELD: JointKind = JointKind::Weld(Weld { spring: None });
/// Layer of what hangs on joints; those bodies do not touch each other.
const HELD: u16 = 2;

fn swinging(step_hz: f32, substeps: u32) -> World {
    World::new(WorldSettings { restitution_threshold: 0.0, step_hz, substeps, ..WorldSettings::default() })
}

/// A world of very short steps without gravity: before and after are those of the impact itself.
fn instant() -> World {
    let base = WorldSettings { restitution_threshold: 0.1, step_hz: 10_000.0, substeps: 1, ..WorldSettings::default() };
    World::new(WorldSettings { gravity: Vec2::ZERO, ..base })
}

fn held(shape: Shape, restitution: f32) -> Vec<ColliderDef> {
    let filter = CollisionFilter { layers: HELD, collides_with: 1 };
    vec![ColliderDef { filter, ..made(shape, 0.0, restitution)[0].clone() }]
}

fn lively(place: Vec2) -> BodyDef {
    BodyDef { can_sleep: false, position: place, ..BodyDef::default() }
}

/// How the balls of a cradle hang.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hang {
    /// Each turns about its pivot with its arm, which has no mass.
    Hinge,
    /// On a rod of no mass.
    Rod,
    /// On a rope.
    Rope,
    /// Hinged to the end of a bar that is hinged above.
    Bar,
}

/// Energy of a cradle after a minute as a share of that at the start, when the first ball is let go at 45 degrees.
fn cradle(hang: Hang, count: usize, gap: f32, substeps: u32) -> f64 {
    let mut w = swinging(60.0, substeps);
    let beam = anchor_body(&mut w);
    let (length, radius) = (2.0, 0.25);
    let mut bodies: Vec<(BodyId, f32)> = Vec::new();
    for k in 0..count {
        let top = vec2((2.0 * radius + gap) * k as f32, 0.0);
        let tilt = if k == 0 { -45.0_f32.to_radians() } else { 0.0 };
        let (sin, cos) = sin_cos(tilt);
        let arm = length * vec2(sin, -cos);
        let ball = w.add_body(lively(top + arm), made(circle(radius), 0.0, 1.0));
        bodies.push((ball, length));
        let rope = Limits { lower: 0.0, upper: length };
        let line = |kind| JointDef { body_a: beam, body_b: ball, anchor_a: top, anchor_b: top + arm, kind, collide_connected: false };
        match hang {
            Hang::Hinge => _ = join(&mut w, beam, ball, top, free_hinge()),
            Hang::Rod => _ = w.add_joint(line(rod(length))).unwrap(),
            Hang::Rope => {
                let kind = JointKind::Distance(Distance { length: None, limits: Some(rope), spring: None });
                w.add_joint(line(kind)).unwrap();
            }
            Hang::Bar => {
                let thin = held(rectangle(0.02, length), 0.0);
                let bar = w.add_body(
                    BodyDef { angle: tilt, ..lively(top + 0.5 * arm) },
                    vec![ColliderDef { filter: CollisionFilter { layers: HELD, collides_with: 0 }, ..thin[0].clone() }],
                );
                join(&mut w, beam, bar, top, free_hinge());
                join(&mut w, bar, ball, top + arm, free_hinge());
                bodies.push((bar, 0.5 * length));
            }
        }
    }
    let energy = |w: &World| -> f64 {
        let of = |&(id, depth): &(BodyId, f32)| {
            let b = w.body(id).unwrap();
            let moving = 0.5 * (b.mass * b.linear_velocity.length_squared() + b.inertia * b.angular_velocity * b.angular_velocity);
            f64::from(moving) + f64::from(b.mass * G) * f64::from(b.center.y + depth)
        };
        bodies.iter().map(of).sum()
    };
    let start = energy(&w);
    steps(&mut w, 3600);
    energy(&w) / start
}

#[test]
fn a_cradle_on_hinges_rods_ropes_and_bars_swings_for_a_minute() {
    for hang in [Hang::Hinge, Hang::Rod, Hang::Rope, Hang::Bar] {
        // Balls that hang apart hit each other before a rope is plumb; the one that is hit slackens its rope a little,
        // and the jerk as it tightens takes energy, as in nature.
        let apart = if hang == Hang::Rope { 0.0 } else { 0.01 };
        for (count, gap) in [(2, 0.0), (5, 0.0), (5, apart)] {
            for substeps in [4, 8] {
                let kept = cradle(hang, count, gap, substeps);
                // The swing's angle goes with the root of the energy: 2 % of it are 1 % of the swing.
                assert!((kept - 1.0).abs() < 0.02, "{hang:?}, {count} balls {gap} m apart, {substeps} sub-steps: {kept} of the energy");
            }
        }
    }
}

#[test]
fn the_shipped_cradle_keeps_its_swing_for_a_minute() {
    for substeps in [4, 8] {
        let scene = shipped::scenes().iter().find(|scene| scene.name == "newtons_cradle").unwrap();
        let mut document = file::parse(scene.json.as_bytes()).unwrap();
        document.world.substeps = substeps;
        let mut stage = Stage::new(&document).unwrap();
        let ball = |stage: &Stage| {
            let world = stage.world();
            world.bodies().map(|(_, body)| body.center.y - 2.1).fold(0.0, |high: f32, y| if y < 3.0 { high.max(y) } else { high })
        };
        let lift = ball(&stage);
        let mut high = 0.0_f32;
        for step in 0..240 * 60 {
            stage.step();
            if step > 240 * 54 {
                high = high.max(ball(&stage));
            }
        }
        assert!((high / lift - 1.0).abs() < 0.02, "{substeps} sub-steps: {high} m of {lift} m");
    }
}

/// A ball of 0.1 m on its way.
fn ball(w: &mut World, place: Vec2, velocity: Vec2, density: f32, restitution: f32) -> BodyId {
    let mut shape = made(circle(0.1), 0.0, restitution);
    shape[0].material.density = density;
    w.add_body(BodyDef { linear_velocity: velocity, ..lively(place) }, shape)
}

/// Steps until a body's velocity has changed, and one step more.
fn until_hit(w: &mut World, id: BodyId) {
    let before = velocity(w, id);
    for _ in 0..2000 {
        w.step();
        if (velocity(w, id) - before).length() > 1e-3 {
            return;
        }
    }
    panic!("nothing was hit");
}

/// Half of the sum of velocity by momentum.
fn kinetic(w: &World) -> f64 {
    let of = |b: &collidoscope::engine::body::Body| {
        f64::from(b.mass * b.linear_velocity.length_squared() + b.inertia * b.angular_velocity * b.angular_velocity)
    };
    w.bodies().filter(|(_, b)| b.is_mobile()).map(|(_, b)| 0.5 * of(b)).sum()
}

#[test]
fn a_ball_meets_of_a_hinged_bar_what_its_pivot_leaves() {
    // A bar of 1.2 m on a hinge at its top is hit d below the pivot. The angular momentum about the pivot stays:
    //   m v d = m v' d + I ω,   ω d − v' = e v     hence    v' = v (m d² − e I) / (m d² + I)
    // At d = 2/3 of the length, its centre of percussion, the pivot feels nothing and the bar moves as if it were free.
    let (length, width) = (1.2_f32, 0.1_f32);
    for restitution in [0.3, 1.0] {
        for share in [0.25, 0.5, 2.0 / 3.0, 0.95] {
            let mut w = instant();
            let wall = anchor_body(&mut w);
            let bar = w.add_body(lively(vec2(0.0, -0.5 * length)), held(rectangle(width, length), 0.0));
            join(&mut w, wall, bar, Vec2::ZERO, free_hinge());
            let d = share * length;
            let hitting = ball(&mut w, vec2(-0.5 * width - 0.11, -d), vec2(2.0, 0.0), 1.5, restitution);
            let m = w.body(hitting).unwrap().mass;
            let body = w.body(bar).unwrap();
            let inertia = body.inertia + body.mass * 0.25 * length * length;
            until_hit(&mut w, hitting);
            let after = 2.0 * (m * d * d - restitution * inertia) / (m * d * d + inertia);
            let spin = (after + restitution * 2.0) / d;
            let (ball, bar) = (velocity(&w, hitting).x, w.body(bar).unwrap().angular_velocity);
            // Roundings, and what one step of 0.1 ms turns.
            assert!((ball - after).abs() < 0.005 && (bar - spin).abs() < 0.01, "{share}: {ball} m/s of {after}, {bar} rad/s of {spin}");
        }
    }
}

#[test]
fn welded_boxes_are_hit_like_one_body() {
    // Two boxes of 1 m × 0.2 m, welded end to end, are a bar of 2 m × 0.2 m:  λ = (1 + e) v / (1/m + 1/M + d²/I).
    for offset in [0.0, 0.3, -0.8] {
        let mut w = instant();
        let boxes = [-0.5, 0.5].map(|y| w.add_body(lively(vec2(0.0, y)), held(rectangle(0.2, 1.0), 0.0)));
        join(&mut w, boxes[0], boxes[1], Vec2::ZERO, WELD);
        let hitting = ball(&mut w, vec2(-0.21, offset), vec2(2.0, 0.0), 3.0, 0.8);
        let (m, mass) = (w.body(hitting).unwrap().mass, 0.4_f32);
        let inertia = mass * (4.0 + 0.04) / 12.0;
        until_hit(&mut w, hitting);
        let impulse = 1.8 * 2.0 / (1.0 / m + 1.0 / mass + offset * offset / inertia);
        let ball = velocity(&w, hitting).x;
        assert!((ball - (2.0 - impulse / m)).abs() < 0.005, "{offset}: {ball} m/s");
        for id in boxes {
            let spin = w.body(id).unwrap().angular_velocity;
            assert!((spin + impulse * offset / inertia).abs() < 0.01, "{offset}: {spin} rad/s");
        }
    }
}

#[test]
fn a_slide_is_hit_along_its_axis_only() {
    // Along its axis u it moves with its own mass M, across it not at all: 1/w = 1/m + (u · n)² / M.
    for degrees in [0.0_f32, 35.0, 70.0] {
        let mut w = instant();
        let wall = anchor_body(&mut w);
        let (sin, cos) = sin_cos(degrees.to_radians());
        let slide = w.add_body(lively(Vec2::ZERO), held(circle(0.3), 0.0));
        let axis = vec2(cos, sin);
        join(&mut w, wall, slide, Vec2::ZERO, JointKind::Prismatic(Prismatic { axis, ..Prismatic::default() }));
        let hitting = ball(&mut w, vec2(-0.405, 0.0), vec2(2.0, 0.0), 5.0, 0.7);
        let [m, mass] = [hitting, slide].map(|id| w.body(id).unwrap().mass);
        until_hit(&mut w, hitting);
        let impulse = 1.7 * 2.0 / (1.0 / m + cos * cos / mass);
        let (ball, slid) = (velocity(&w, hitting), velocity(&w, slide));
        assert!((ball.x - (2.0 - impulse / m)).abs() < 0.005, "{degrees}: {ball}");
        assert!((slid - impulse / mass * cos * axis).length() < 0.005, "{degrees}: {slid}");
    }
}

/// The answer of a linear system by elimination with pivots.
fn gauss(mut a: Vec<Vec<f64>>) -> Vec<f64> {
    let n = a.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&x, &y| a[x][i].abs().total_cmp(&a[y][i].abs())).unwrap();
        a.swap(i, pivot);
        let from = a[i].clone();
        for row in a.iter_mut().enumerate().filter(|(k, _)| *k != i).map(|(_, row)| row) {
            let factor = row[i] / from[i];
            row.iter_mut().zip(&from).for_each(|(x, f)| *x -= factor * f);
        }
    }
    (0..n).map(|i| a[i][n] / a[i][i]).collect()
}

/// Discs that hang together, and one that hits one of them along the line of their centres.
struct Linked {
    world: World,
    /// Discs in the order of creation, the one that hits last.
    discs: Vec<BodyId>,
    /// Rows of joints and of the hit, by disc: x, y, turn; the hit's is the last.
    rows: Vec<Vec<(usize, [f64; 3])>>,
    restitution: f32,
    is_anchored: bool,
}

impl Linked {
    fn random(random: &mut Pcg32) -> Linked {
        let mut w = instant();
        let ground = anchor_body(&mut w);
        let count = random.random_range(1..7);
        let restitution = [0.3, 0.7, 1.0][random.random_range(0..3)];
        let mut linked =
            Linked { world: World::new(WorldSettings::default()), discs: Vec::new(), rows: Vec::new(), restitution, is_anchored: false };
        let mut places: Vec<Vec2> = Vec::new();
        for k in 0..count {
            let place = vec2(random.random_range(-1.0..1.0), 1.2 * k as f32);
            let mut shape = held(circle(random.random_range(0.1..0.5)), 0.0);
            shape[0].material.density = random.random_range(0.3..6.0);
            linked.discs.push(w.add_body(lively(place), shape));
            places.push(place);
            // To one before, or to the ground.
            let other = random.random_range(0..k + 1);
            if k == 0 && random.random::<bool>() {
                continue;
            }
            linked.is_anchored |= other == k;
            let body_a = if other == k { ground } else { linked.discs[other] };
            let anchor = place + vec2(random.random_range(-0.7..0.7), random.random_range(-0.7..0.7));
            let arm = |center: Vec2| [-f64::from(anchor.y - center.y), f64::from(anchor.x - center.x)];
            let add = |rows: &mut Vec<_>, on_a: [f64; 3], on_b: [f64; 3]| {
                let minus = on_a.map(|x| -x);
                rows.push(if other == k { vec![(k, on_b)] } else { vec![(other, minus), (k, on_b)] });
            };
            let (arm_a, arm_b) = (arm(if other == k { place } else { places[other] }), arm(place));
            let way = place + vec2(0.3, 0.9) - anchor;
            let kind = match random.random_range(0..4) {
                0 => WELD,
                1 => rod(way.length()),
                _ => free_hinge(),
            };
            if matches!(kind, JointKind::Distance(_)) {
                // From the point on the other body to one on this.
                let u = way.normalize_or_zero().as_dvec2();
                let turn = |at: Vec2, center: Vec2| (at - center).as_dvec2().perp_dot(u);
                let end = place + vec2(0.3, 0.9);
                let from = if other == k { place } else { places[other] };
                add(&mut linked.rows, [u.x, u.y, turn(anchor, from)], [u.x, u.y, turn(end, place)]);
                let def = JointDef { body_a, body_b: linked.discs[k], anchor_a: anchor, anchor_b: end, kind, collide_connected: false };
                w.add_joint(def).unwrap();
                continue;
            }
            add(&mut linked.rows, [1.0, 0.0, arm_a[0]], [1.0, 0.0, arm_b[0]]);
            add(&mut linked.rows, [0.0, 1.0, arm_a[1]], [0.0, 1.0, arm_b[1]]);
            if kind == WELD {
                add(&mut linked.rows, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]);
            }
            join(&mut w, body_a, linked.discs[k], anchor, kind);
        }
        let goal = random.random_range(0..count);
        let (sin, cos) = sin_cos(random.random_range(-3.1..3.1));
        let normal = vec2(cos, sin);
        let radius = w.body(linked.discs[goal]).unwrap().colliders[0].shape.convex().radius;
        let start = places[goal] - (radius + 0.1 + 0.0023) * normal;
        let hitting = ball(&mut w, start, 2.0 * normal, random.random_range(0.5..20.0), restitution);
        let [x, y] = [f64::from(normal.x), f64::from(normal.y)];
        linked.rows.push(vec![(goal, [x, y, 0.0]), (count, [-x, -y, 0.0])]);
        linked.discs.push(hitting);
        linked.world = w;
        linked
    }

    /// Velocities and spins after the hit: `M Δv = Jᵀ λ`, joints' rows of v stay zero, the hit's becomes −e times.
    fn expected(&self) -> Vec<[f64; 3]> {
        let bodies: Vec<_> = self.discs.iter().map(|&id| self.world.body(id).unwrap()).collect();
        let (n, r) = (3 * bodies.len(), self.rows.len());
        let mut system = vec![vec![0.0; n + r + 1]; n + r];
        let before: Vec<f64> =
            bodies.iter().flat_map(|b| [b.linear_velocity.x, b.linear_velocity.y, b.angular_velocity]).map(f64::from).collect();
        for (k, body) in bodies.iter().enumerate() {
            for (axis, mass) in [body.mass, body.mass, body.inertia].into_iter().enumerate() {
                system[3 * k + axis][3 * k + axis] = f64::from(mass);
            }
        }
        for (row, entries) in self.rows.iter().enumerate() {
            let mut speed = 0.0;
            for &(disc, columns) in entries {
                for (axis, column) in columns.into_iter().enumerate() {
                    system[n + row][3 * disc + axis] = column;
                    system[3 * disc + axis][n + row] = -column;
                    speed += column * before[3 * disc + axis];
                }
            }
            if row + 1 == r {
                system[n + row][n + r] = -(1.0 + f64::from(self.restitution)) * speed;
            }
        }
        let change = gauss(system);
        (0..bodies.len()).map(|k| [0, 1, 2].map(|axis| before[3 * k + axis] + change[3 * k + axis])).collect()
    }
}

#[test]
fn hits_on_random_linkages_bounce_as_the_whole_system_says() {
    let mut random = Pcg32::seed_from_u64(7);
    for round in 0..400 {
        let mut linked = Linked::random(&mut random);
        let expected = linked.expected();
        let before = kinetic(&linked.world);
        let momentum = |w: &World| -> Vec2 { w.bodies().filter(|(_, b)| b.is_mobile()).map(|(_, b)| b.mass * b.linear_velocity).sum() };
        let start = momentum(&linked.world);
        until_hit(&mut linked.world, *linked.discs.last().unwrap());
        let after = kinetic(&linked.world);
        assert!(after < before * (1.0 + 1e-5), "round {round}: the energy grew from {before} to {after} J");
        if !linked.is_anchored {
            let end = momentum(&linked.world);
            assert!((end - start).length() < 1e-4 * start.length(), "round {round}: momentum {start} became {end}");
        }
        // Square of the spin, times a metre.
        let fastest = expected.iter().fold(0.0, |fastest: f64, [_, _, spin]| fastest.max(spin * spin));
        for (k, expected) in expected.iter().enumerate() {
            let body = linked.world.body(linked.discs[k]).unwrap();
            let [x, y, spin] = [body.linear_velocity.x, body.linear_velocity.y, body.angular_velocity].map(f64::from);
            let off = (x - expected[0]).hypot(y - expected[1]).max(0.3 * (spin - expected[2]).abs());
            // A part in 400 of the ball's speed, and what turns goes on turning for the rest of a step of 0.1 ms.
            assert!(off < 0.005 + 1e-4 * fastest, "round {round}, disc {k}: ({x}, {y}) m/s, {spin} rad/s instead of {expected:?}");
        }
    }
}

#[test]
fn the_last_link_of_a_chain_is_hit_with_all_that_hangs_above() {
    let mut w = instant();
    let wall = anchor_body(&mut w);
    let (mut above, mut links) = (wall, Vec::new());
    for k in 0..12 {
        let link = w.add_body(lively(vec2(0.0, -0.25 - 0.5 * k as f32)), held(rectangle(0.05, 0.5), 0.0));
        join(&mut w, above, link, vec2(0.0, -0.5 * k as f32), free_hinge());
        links.push(link);
        above = link;
    }
    // A link of mass M and length ℓ that is hit at its lower end. What hangs above answers with c / M at its hinge to a
    // link below: each moves across at its upper end by 4/M and by −2/M at the lower one, per newton second, so that
    //   c = 4 − 4 / (c + 4),  and of the last one's end   1/w = c / M.       A fixed point above is c = 0.
    let (mass, hitting) = (0.025_f32, ball(&mut w, vec2(-0.13, -6.0), vec2(1.0, 0.0), 0.5, 1.0));
    let m = w.body(hitting).unwrap().mass;
    let c = (0..12).fold(0.0_f32, |c, _| 4.0 - 4.0 / (c + 4.0));
    until_hit(&mut w, hitting);
    let impulse = 2.0 / (1.0 / m + c / mass);
    let ball = velocity(&w, hitting).x;
    assert!((ball - (1.0 - impulse / m)).abs() < 0.005, "{ball} m/s instead of {}", 1.0 - impulse / m);
}
