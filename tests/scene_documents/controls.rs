//! Controllers, and what they have accumulated.

use super::*;

/// A controller; whom it follows is told later, when all bodies are there.
pub fn control(rng: &mut Pcg32) -> ControlDoc {
    ControlDoc {
        mover: *pick(rng, &[Mover::Missile, Mover::Walker]),
        target: None,
        follows_pointer: false,
        waypoints: (0..rng.random_range(0..4)).map(|_| vector(rng, 1e5)).collect(),
        repeat: rng.random_bool(0.5),
        reach: rng.random_range(1e-3..1000.0),
        lead: rng.random_bool(0.5),
        cancel_drift: rng.random_bool(0.5),
        look_at: None,
        speed: *pick(rng, &[0.0, -0.0, 2.5, 400.0]),
        max_acceleration: rng.random_range(0.0..1e4),
        max_angular_acceleration: rng.random_range(0.0..1e4),
        heading: pid(rng),
        drive: pid(rng),
        test: maybe(rng, |rng| TestDoc {
            signal: *pick(rng, &[Signal::Step, Signal::Ramp, Signal::Gust]),
            of: *pick(rng, &[Loop::Heading, Loop::Drive]),
            size: number(rng, 1e4),
            start: *pick(rng, &[0.0, -0.0, 2.5]),
            duration: rng.random_range(0.01..3600.0),
        }),
    }
}

fn pid(rng: &mut Pcg32) -> PidDoc {
    PidDoc {
        proportional: number(rng, 1e6),
        integral: number(rng, 1e6),
        derivative: number(rng, 1e6),
        plant_gain: number(rng, 1e6),
        samples: rng.random_range(3..102),
        memory: *pick(rng, &[Memory::Whole, Memory::Window]),
        anti_windup: rng.random_bool(0.5),
        predict: rng.random_bool(0.5),
    }
}

/// Lets some controllers go for other bodies.
pub fn follow(rng: &mut Pcg32, bodies: &mut [BodyDoc]) {
    let ids: Vec<String> = bodies.iter().map(|body| body.id.clone()).collect();
    for body in bodies {
        let Some(control) = &mut body.control else { continue };
        control.target = maybe(rng, |rng| pick(rng, &ids).clone()).filter(|id| *id != body.id && control.waypoints.is_empty());
        control.follows_pointer = control.target.is_none() && control.waypoints.len() < 2 && rng.random_bool(0.5);
        control.look_at = maybe(rng, |rng| pick(rng, &ids).clone()).filter(|id| *id != body.id);
    }
}

/// What a controller has accumulated.
pub fn steering(rng: &mut Pcg32) -> SteeringState {
    let pid = |rng: &mut Pcg32| Pid {
        history: (0..rng.random_range(0..8)).map(|_| double(rng)).collect(),
        stored: double(rng),
        integral: double(rng),
    };
    let response = |rng: &mut Pcg32| Response {
        samples: rng.random_range(0..1 << 53),
        first: double(rng),
        largest: double(rng),
        past: double(rng),
        outside: double(rng),
        mean: double(rng),
        newest: double(rng),
    };
    SteeringState {
        reached: rng.random_range(0..1 << 53),
        arrived_at: maybe(rng, |rng| rng.random_range(0..1 << 53)),
        heading: pid(rng),
        drive: [pid(rng), pid(rng)],
        heading_response: response(rng),
        drive_response: response(rng),
    }
}
