//! Smoke keeps its promises: no divergence is left, no dye is lost, no wall leaks, no step is too long, and the same
//! input gives the same bits. Divergence, dye and sides of walls are counted here again, in other ways than the
//! solver's own.

use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::smoke::forces::{Source, Stir};
use collidoscope::smoke::walls::{Obstacle, Walls};
use collidoscope::smoke::{Grid, Outside, Settings, Smoke};

const STEP: f32 = 1.0 / 60.0;
const PLUME: Settings = Settings { diffusion: 0.0, viscosity: 0.0, buoyancy: 4.0, cooling: 0.1, fading: 0.0, confinement: 0.3 };

/// A generator of its own (P. L'Ecuyer's multiplicative one): the same scenes in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
    fn place(&mut self, size: Vec2) -> Vec2 {
        Vec2::new(self.between(0.0, size.x), self.between(0.0, size.y))
    }
}

fn grid(columns: usize, rows: usize, is_open: bool) -> Grid {
    Grid { columns, rows, cell: 4.0 / columns as f32, corner: Vec2::ZERO, is_open }
}

/// A body of this test: one convex part, and how it moves.
struct Body {
    points: Vec<Vec2>,
    radius: f32,
    position: Vec2,
    angle: f32,
    velocity: Vec2,
    spin: f32,
    before: Pose,
}

impl Body {
    fn still(points: &[[f32; 2]], radius: f32) -> Body {
        let points = points.iter().map(|p| Vec2::from_array(*p)).collect();
        Body { points, radius, position: Vec2::ZERO, angle: 0.0, velocity: Vec2::ZERO, spin: 0.0, before: Pose::new(Vec2::ZERO, 0.0) }
    }
    fn random(chance: &mut Chance, size: Vec2) -> Body {
        let reach = chance.between(0.1, 0.5);
        let points = match (chance.next() * 4.0) as u32 {
            0 => vec![Vec2::ZERO],
            1 => vec![Vec2::new(-reach, 0.0), Vec2::new(reach, 0.1)],
            2 => vec![Vec2::new(-reach, -0.1), Vec2::new(reach, -0.1), Vec2::new(0.0, reach)],
            _ => vec![Vec2::new(-reach, -0.2), Vec2::new(reach, -0.2), Vec2::new(reach, 0.2), Vec2::new(-reach, 0.2)],
        };
        let radius = if points.len() == 1 || chance.next() < 0.3 { chance.between(0.05, 0.3) } else { 0.0 };
        let velocity = chance.place(Vec2::splat(4.0)) - Vec2::splat(2.0);
        let (position, angle, spin) = (chance.place(size), chance.between(0.0, 6.0), chance.between(-3.0, 3.0));
        Body { points, radius, position, angle, velocity, spin, before: Pose::new(position, angle) }
    }
    fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }
    fn step(&mut self, seconds: f32) {
        self.before = self.pose();
        self.position += self.velocity * seconds;
        self.angle += self.spin * seconds;
    }
    fn obstacle(&self, body: u32) -> Obstacle<'_> {
        let (pose, before) = (self.pose(), self.before);
        let (center, velocity, spin) = (self.position, self.velocity, self.spin);
        Obstacle { body, points: &self.points, radius: self.radius, pose, before, center, velocity, spin }
    }
}

fn obstacles(bodies: &[Body]) -> Vec<Obstacle<'_>> {
    bodies.iter().enumerate().map(|(i, body)| body.obstacle(i as u32)).collect()
}

/// What flows out of each cell, in double precision; 0 in bodies.
fn outflows(smoke: &Smoke) -> Vec<f64> {
    let (grid, fields) = (&smoke.grid, &smoke.fields);
    let flow = |i: usize| {
        let [right, upper] = [i + 1, i + grid.stride()];
        f64::from(fields.u[right]) - f64::from(fields.u[i]) + f64::from(fields.v[upper]) - f64::from(fields.v[i])
    };
    grid.cells().map(|i| if smoke.walls.is_solid[i] { 0.0 } else { flow(i) }).collect()
}

fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
}

fn source(x: f32, y: f32) -> Source {
    Source { center: Vec2::new(x, y), radius: 0.25, dye: 3.0, warmth: 6.0, wind: Vec2::ZERO }
}

#[test]
fn after_the_projection_a_thousandth_of_the_divergence_is_left() {
    let mut chance = Chance(7);
    let (mut closed, mut pressed, mut most_rounds) = (0, 0, 0);
    for scene in 0..120 {
        let columns = 8 + (chance.next() * 90.0) as usize;
        let rows = 8 + (chance.next() * 90.0) as usize;
        let grid = grid(columns, rows, scene % 2 == 0);
        let size = grid.size();
        let mut bodies: Vec<Body> = (0..scene % 7).map(|_| Body::random(&mut chance, size)).collect();
        let mut smoke = Smoke::new(grid);
        for _ in 0..6 {
            bodies.iter_mut().for_each(|body| body.step(STEP));
            let sources = [source(0.5 * size.x, 0.2 * size.y)];
            let from = chance.place(size);
            let stirs = [Stir { from, to: from + chance.place(Vec2::splat(0.2)), radius: 0.4 }];
            smoke.step(&PLUME, &Outside { obstacles: &obstacles(&bodies), sources: &sources, stirs: &stirs }, STEP);
            let left = rms(&outflows(&smoke));
            let solved = smoke.solved;
            // What bodies press into a closed region has no solution; the rest is solved.
            let solvable = (left * left - solved.unsolvable * solved.unsolvable).max(0.0).sqrt();
            assert!(solvable < 1e-3 * solved.before, "scene {scene}: {left} left of {solved:?}");
            assert!((left - solved.after).abs() < 1e-4 * solved.before + 1e-9, "the reported one is the real one");
            (closed, pressed) = (closed + usize::from(!grid.is_open), pressed + usize::from(solved.unsolvable > 0.01 * solved.before));
            most_rounds = most_rounds.max(solved.rounds);
        }
    }
    assert!(closed > 200 && pressed > 20, "{closed} closed, {pressed} pressed");
    assert!(most_rounds < 40, "{most_rounds} rounds");
}

#[test]
fn a_closed_box_keeps_its_dye_for_ten_seconds() {
    for (columns, diffusion) in [(64, 0.0), (48, 0.02)] {
        let settings = Settings { diffusion, viscosity: 0.001, ..PLUME };
        let mut smoke = Smoke::new(grid(columns, columns, false));
        let mut ball = Body { radius: 0.3, velocity: Vec2::new(1.5, 0.0), ..Body::still(&[[0.0, 0.0]], 0.3) };
        let mut wall = Body { position: Vec2::new(2.0, 2.0), spin: 1.0, ..Body::still(&[[-0.8, 0.0], [0.8, 0.0]], 0.0) };
        (ball.position, ball.before, wall.before) = (Vec2::new(0.6, 1.0), Pose::new(Vec2::new(0.6, 1.0), 0.0), wall.pose());
        let mut given = 0.0;
        for step in 0..600 {
            if ball.position.x > 3.4 || ball.position.x < 0.6 {
                ball.velocity = -ball.velocity;
            }
            ball.step(STEP);
            wall.step(STEP);
            let sources: &[Source] = if step < 120 { &[source(2.0, 0.5)] } else { &[] };
            let bodies = [ball.obstacle(0), wall.obstacle(1)];
            let before = smoke.dye();
            let stirs = [Stir { from: Vec2::new(1.0, 3.0), to: Vec2::new(1.05, 3.0), radius: 0.3 }];
            let idle = Settings { buoyancy: 0.0, ..settings };
            smoke.step(if step < 400 { &settings } else { &idle }, &Outside { obstacles: &bodies, sources, stirs: &stirs }, STEP);
            if step < 120 {
                // Cells in the disc that no body covers, counted by their middles.
                let grid = smoke.grid;
                let is_in = |i: &usize| {
                    let (column, row) = grid.cell_of(*i);
                    (grid.to_world(Vec2::new(column as f32, row as f32)) - Vec2::new(2.0, 0.5)).length() <= 0.25
                };
                let cells = grid.cells().filter(is_in).filter(|i| !smoke.walls.is_solid[*i]).count();
                given += cells as f64 * 3.0 / 60.0 * f64::from(grid.cell * grid.cell);
            }
            assert!(smoke.dye() >= 0.98 * before, "step {step}");
        }
        let kept = smoke.dye() / given;
        assert!((kept - 1.0).abs() < 0.01, "{columns} cells: {kept} of the dye");
        assert!(smoke.fields.dye.iter().all(|dye| *dye >= 0.0));
        let spread = smoke.grid.cells().filter(|i| smoke.fields.dye[*i] > 0.01).count();
        assert!(spread > columns * columns / 3, "the dye has gone about: {spread} cells");
    }
}

#[test]
fn ten_times_the_usual_step_is_stable() {
    let settings = Settings { diffusion: 0.001, viscosity: 0.001, cooling: 0.3, fading: 0.1, ..PLUME };
    for is_open in [false, true] {
        let mut smoke = Smoke::new(grid(64, 64, is_open));
        let bodies = [Body::still(&[[1.0, 2.0], [2.4, 2.3]], 0.1)];
        let mut fastest = 0.0f32;
        for _ in 0..600 {
            smoke.step(&settings, &Outside { obstacles: &obstacles(&bodies), sources: &[source(2.0, 0.5)], stirs: &[] }, 10.0 * STEP);
            let fields = &smoke.fields;
            assert!(fields.arrays().into_iter().flatten().all(|value| value.is_finite()));
            fastest = fields.u.iter().chain(&fields.v).fold(fastest, |most, value| most.max(value.abs()));
        }
        // Air that is as warm as a source makes it at most, accelerated over the height of the box.
        assert!(fastest > 0.5 && fastest < 40.0, "{fastest} m/s");
    }
}

/// A diamond of four thin walls, and a ring of long capsules as thin as a tenth of a cell.
#[test]
fn what_walls_enclose_stays_inside() {
    let corners = [[2.0, 1.0], [3.0, 2.0], [2.0, 3.0], [1.0, 2.0]];
    for radius in [0.0, 0.006] {
        let bodies: Vec<Body> = (0..4).map(|k| Body::still(&[corners[k], corners[(k + 1) % 4]], radius)).collect();
        let mut smoke = Smoke::new(grid(64, 64, true));
        let inside = |smoke: &Smoke, i: usize| {
            let (column, row) = smoke.grid.cell_of(i);
            let p = smoke.grid.to_world(Vec2::new(column as f32, row as f32)) - Vec2::splat(2.0);
            p.x.abs() + p.y.abs() < 1.0
        };
        let fan = Source { center: Vec2::new(0.6, 2.0), radius: 0.4, dye: 0.0, warmth: 0.0, wind: Vec2::new(5.0, 1.0) };
        for step in 0..300 {
            let sources: &[Source] = if step < 60 { &[source(2.0, 2.0), fan] } else { &[fan] };
            let from = Vec2::new(1.8, 2.0);
            let stirs = [Stir { from, to: from + Vec2::new(0.08, 0.02), radius: 0.3 }];
            smoke.step(&PLUME, &Outside { obstacles: &obstacles(&bodies), sources, stirs: &stirs }, STEP);
        }
        let (mut held, mut leaked) = (0.0, 0.0);
        for i in smoke.grid.cells() {
            let dye = f64::from(smoke.fields.dye[i]);
            if inside(&smoke, i) { held += dye } else { leaked += dye }
        }
        assert!(held > 100.0, "{held}");
        assert_eq!(leaked, 0.0, "radius {radius}");
    }
}

/// A closed box of thin walls that drives and turns through the grid takes its dye along, and lets none in.
#[test]
fn what_moving_walls_enclose_goes_with_them() {
    let corners = [[-0.5, -0.4], [0.5, -0.4], [0.5, 0.4], [-0.5, 0.4]];
    let mut bodies: Vec<Body> = (0..4).map(|k| Body::still(&[corners[k], corners[(k + 1) % 4]], 0.0)).collect();
    for body in &mut bodies {
        (body.position, body.velocity, body.spin) = (Vec2::new(1.0, 1.0), Vec2::new(1.1, 0.9), 0.7);
        body.before = body.pose();
    }
    let mut smoke = Smoke::new(grid(64, 64, true));
    smoke.step(&Settings::default(), &Outside { obstacles: &obstacles(&bodies), ..Outside::default() }, STEP);
    let side = |body: &Body, p: Vec2| {
        let local = body.pose().inv_transform_point(p);
        local.x.abs() < 0.5 && local.y.abs() < 0.4
    };
    let grid = smoke.grid;
    let middle = |i: usize| {
        let (column, row) = grid.cell_of(i);
        grid.to_world(Vec2::new(column as f32, row as f32))
    };
    for i in grid.cells() {
        smoke.fields.dye[i] = if side(&bodies[0], middle(i)) { 1.0 } else { 0.0 };
    }
    let all = smoke.dye();
    for _ in 0..110 {
        bodies.iter_mut().for_each(|body| body.step(STEP));
        smoke.step(&Settings::default(), &Outside { obstacles: &obstacles(&bodies), ..Outside::default() }, STEP);
    }
    assert!(bodies[0].position.x > 2.9, "it has gone half the grid");
    let outside: f64 = grid.cells().filter(|&i| !side(&bodies[0], middle(i))).map(|i| f64::from(smoke.fields.dye[i])).sum();
    let leaked = outside * f64::from(grid.cell * grid.cell) / all;
    assert!(leaked < 1e-3, "{leaked} of the dye is outside");
    assert!((smoke.dye() / all - 1.0).abs() < 0.01, "{} of the dye", smoke.dye() / all);
}

/// Air round a moving disc in the first step: no vorticity yet.
#[test]
fn a_moving_ball_pushes_air_ahead_and_pulls_it_behind() {
    let mut ball = Body { velocity: Vec2::new(1.0, 0.0), ..Body::still(&[[0.0, 0.0]], 0.2) };
    ball.position = Vec2::new(2.0, 2.0);
    ball.before = ball.pose();
    let mut smoke = Smoke::new(grid(160, 160, true));
    smoke.step(&Settings::default(), &Outside { obstacles: &[ball.obstacle(0)], ..Outside::default() }, STEP);
    let at = |x: f32, y: f32| {
        let place = smoke.grid.to_cells(Vec2::new(x, y));
        let i = smoke.grid.index(place.x.round() as usize, place.y.round() as usize);
        Vec2::new(smoke.fields.u[i], smoke.fields.v[i])
    };
    // The potential flow round a disc: u = U R²/d² ahead and behind, −U R²/d² beside it. The disc blocks faces up to
    // half a cell, 1/16 of R, around it, which R² counts twice; the rest is the border of the region.
    for (place, expected) in [((2.4, 2.0), 0.25), ((1.6, 2.0), 0.25), ((2.0, 2.4), -0.25), ((2.0, 1.6), -0.25)] {
        let found = at(place.0, place.1);
        assert!((found.x - expected).abs() < 0.06, "{place:?}: {found}, expected {expected}");
    }
}

/// Diffusion of one line of dye against the kernel of the heat equation.
#[test]
fn dye_spreads_as_the_heat_equation_says() {
    let mut smoke = Smoke::new(grid(128, 16, false));
    let grid = smoke.grid;
    for row in 1..=16 {
        let i = grid.index(64, row);
        smoke.fields.dye[i] = 1.0 / grid.cell;
    }
    let settings = Settings { diffusion: 0.02, ..Settings::default() };
    (0..120).for_each(|_| smoke.step(&settings, &Outside::default(), STEP));
    let time = 2.0f64;
    for column in 50..=78 {
        let x = f64::from(grid.cell) * (column as f64 - 64.0);
        let exact = (-x * x / (4.0 * 0.02 * time)).exp() / (4.0 * std::f64::consts::PI * 0.02 * time).sqrt();
        let found = f64::from(smoke.fields.dye[grid.index(column, 8)]);
        // The implicit step is of first order in time: 120 steps leave a few thousandths.
        assert!((found - exact).abs() < 0.02, "{x}: {found}, exactly {exact}");
    }
}

#[test]
fn odd_input_harms_nothing() {
    let grid = Grid { columns: 8, rows: 5, cell: 0.5, corner: Vec2::ZERO, is_open: false };
    let mut smoke = Smoke::new(grid);
    let everywhere = Body::still(&[[-50.0, -50.0], [50.0, -50.0], [50.0, 50.0], [-50.0, 50.0]], 0.0);
    let lost = Body { position: Vec2::splat(f32::NAN), ..Body::still(&[[0.0, 0.0]], 1.0) };
    let nothing = Body::still(&[], 0.0);
    let huge = Source { center: Vec2::splat(1e9), radius: 1e9, dye: 1.0, warmth: -1.0, wind: Vec2::splat(1e6) };
    let stirs = [Stir { from: Vec2::splat(-1e6), to: Vec2::splat(1e6), radius: 0.0 }];
    let all = [everywhere.obstacle(0), lost.obstacle(1), nothing.obstacle(2)];
    for used in [&all[..], &all[1..]] {
        for _ in 0..20 {
            smoke.step(&PLUME, &Outside { obstacles: used, sources: &[huge], stirs: &stirs }, STEP);
            assert!(smoke.fields.arrays().into_iter().flatten().all(|value| value.is_finite()));
        }
    }
}

/// FNV-1a over the bits of all fields.
fn bits(smoke: &Smoke) -> u64 {
    let bytes = smoke.fields.arrays().into_iter().flatten().flat_map(|value| value.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn the_same_run_has_the_same_bits() {
    let run = |half_copied: bool| {
        let mut chance = Chance(3);
        let mut bodies: Vec<Body> = (0..5).map(|_| Body::random(&mut chance, Vec2::splat(4.0))).collect();
        let mut smoke = Smoke::new(grid(48, 56, true));
        let settings = Settings { diffusion: 0.001, viscosity: 0.002, ..PLUME };
        for step in 0..60 {
            bodies.iter_mut().for_each(|body| body.step(STEP));
            if half_copied && step == 30 {
                // A copy does not have the arrays that hold nothing between steps.
                smoke = smoke.clone();
            }
            smoke.step(&settings, &Outside { obstacles: &obstacles(&bodies), sources: &[source(2.0, 0.5)], stirs: &[] }, STEP);
        }
        bits(&smoke)
    };
    assert_eq!(run(false), run(true));
    // The same number in a debug build, a release build and a browser: no operation depends on the build.
    assert_eq!(format!("{:016x}", run(false)), GOLDEN);
}

const GOLDEN: &str = "d9f81c5c9b1954b6";

/// A middle that lies on a body's edge to the last bit was covered along its row and free along its column: a solid
/// cell with open faces, whose pressure has no solution. In a closed box with 20 moving bodies that happened once in
/// three seconds, and the air then moved at 6e21 m/s for ever.
#[test]
fn no_face_of_a_covered_cell_is_open() {
    let grid = grid(24, 24, false);
    let stride = grid.stride();
    let mut chance = Chance(11);
    let mut covered = 0;
    for _ in 0..20_000 {
        // A disc whose edge goes through the middle of some cell, as exactly as can be said.
        let (radius, angle) = (chance.between(0.1, 0.8), chance.between(0.0, 6.2));
        let (column, row) = ((chance.next() * 24.0).floor(), (chance.next() * 24.0).floor());
        let position = grid.to_world(Vec2::new(column + 1.0, row + 1.0)) - radius * Vec2::from_angle(angle);
        let body = Body {
            points: vec![Vec2::ZERO],
            radius,
            position,
            angle: 0.0,
            velocity: Vec2::ONE,
            spin: 0.0,
            before: Pose::new(position, 0.0),
        };
        let mut walls = Walls::default();
        walls.set(&grid, &[body.obstacle(0)]);
        for i in grid.cells().filter(|&i| walls.is_solid[i]) {
            covered += 1;
            let faces = [walls.open_left[i], walls.open_left[i + 1], walls.open_lower[i], walls.open_lower[i + stride]];
            assert_eq!(faces, [0.0; 4], "cell {:?} of a disc of {radius} at {position}", grid.cell_of(i));
        }
    }
    assert!(covered > 100_000, "{covered}");
}

/// `cargo test --release --test physics smoke:: -- --ignored --nocapture` prints it: a clock is no test.
#[test]
#[ignore = "measures, and asserts nothing"]
fn a_step_of_256_by_256_takes() {
    for obstacles_count in [0, 20] {
        let mut chance = Chance(3);
        let mut bodies: Vec<Body> = (0..obstacles_count).map(|_| Body::random(&mut chance, Vec2::splat(4.0))).collect();
        let mut smoke = Smoke::new(grid(256, 256, obstacles_count == 0));
        let mut times = Vec::new();
        let mut rounds = 0;
        for _ in 0..240 {
            bodies.iter_mut().for_each(|body| body.step(0.3 * STEP));
            let obstacles = obstacles(&bodies);
            let start = std::time::Instant::now();
            smoke.step(&PLUME, &Outside { obstacles: &obstacles, sources: &[source(2.0, 0.5)], stirs: &[] }, STEP);
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            rounds += smoke.solved.rounds;
        }
        let tail: Vec<f64> = times.split_off(120);
        let mean = tail.iter().sum::<f64>() / tail.len() as f64;
        let worst = tail.iter().fold(0.0f64, |most, time| most.max(*time));
        println!("{obstacles_count} bodies: mean {mean:.2} ms, worst {worst:.2} ms, {:.1} rounds", f64::from(rounds) / 240.0);
    }
}
