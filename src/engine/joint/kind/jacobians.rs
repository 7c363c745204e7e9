//! Jacobians of all kinds against differences of their coordinates. Tests only.

use super::{Distance, Gear, JointKind, Prismatic, Revolute, Track, Weld, Wheel};
use crate::engine::joint::parts::{Limits, Motor, Spring};
use crate::engine::joint::rows::{Law, LimitedMotor, Rows};
use crate::engine::joint::stand::Stand;
use crate::engine::math::{Rot, Vec2};

/// Two bodies: centre x, y and angle of A, then of B.
type Poses = [f64; 6];

const LOCAL_A: Vec2 = Vec2::new(0.4, -0.3);
const LOCAL_B: Vec2 = Vec2::new(-0.6, 0.5);

fn stand(kind: &JointKind, poses: Poses) -> Stand {
    let [xa, ya, turn_a, xb, yb, turn_b] = poses.map(|number| number as f32);
    let (rot_a, rot_b) = (Rot::from_angle(turn_a), Rot::from_angle(turn_b));
    let (r_a, r_b) = (rot_a.rotate(LOCAL_A), rot_b.rotate(LOCAL_B));
    let gap = Vec2::new(xb, yb) + r_b - Vec2::new(xa, ya) - r_a;
    let [on_a, on_b, on_line] = kind.turns();
    let angle = on_a * turn_a + on_b * turn_b + on_line * crate::engine::math::atan2(gap.y, gap.x);
    Stand { r_a, r_b, gap, axis: rot_a.rotate(Vec2::new(0.6, 0.8)), angle }
}

fn rows_at(kind: &JointKind, poses: Poses) -> Rows {
    let mut rows = Rows::default();
    kind.rows(&stand(kind, poses), &mut rows);
    rows
}

fn kinds() -> Vec<JointKind> {
    let limits = Some(Limits { lower: 0.2, upper: 0.9 });
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 0.3 });
    let motor = Some(Motor { speed: 1.0, max_effort: 3.0 });
    vec![
        JointKind::Revolute(Revolute { limits, motor, spring }),
        JointKind::Prismatic(Prismatic { axis: Vec2::X, limits, motor, spring }),
        JointKind::Distance(Distance { length: Some(1.0), limits, spring }),
        JointKind::Distance(Distance { length: Some(1.0), limits: None, spring: None }),
        JointKind::Distance(Distance { length: Some(1.0), limits: Some(Limits { lower: 0.0, upper: 1.0 }), spring: None }),
        JointKind::Weld(Weld { spring: None }),
        JointKind::Weld(Weld { spring }),
        JointKind::Gear(Gear { ratio: 2.5 }),
        JointKind::Gear(Gear { ratio: -0.4 }),
        JointKind::Wheel(Wheel { axis: Vec2::X, limits, motor, spring }),
        // Straight: beside a bent one the way along it grows by 1/(1 − κ f) of what its row says, which is that on it.
        JointKind::Track(Track { points: [-9.0, -3.0, 3.0, 9.0].map(|x| Vec2::new(x, 0.5 * x + 0.2)) }),
    ]
}

#[test]
fn each_row_is_the_derivative_of_its_coordinate() {
    let places: [Poses; 3] = [[0.0, 0.0, 0.0, 1.5, 0.7, 0.3], [0.3, -0.2, 1.1, -0.8, 0.9, -0.4], [0.1, 0.2, -2.0, 0.4, -1.9, 0.8]];
    for kind in kinds() {
        for poses in places {
            let rows = rows_at(&kind, poses);
            assert_eq!(rows.counts().iter().sum::<u32>() as usize, rows.all().len());
            for (k, row) in rows.all().iter().enumerate().filter(|(_, row)| !matches!(row.law, Law::Motor(_))) {
                let ([dx, dy], j) = (row.jacobian.direction.to_array(), row.jacobian);
                let derivative = [-dx, -dy, -j.arm_a, dx, dy, j.arm_b];
                for (number, exact) in derivative.into_iter().enumerate() {
                    let step = 2e-3;
                    let moved = |by: f64| {
                        let mut poses = poses;
                        poses[number] += by;
                        rows_at(&kind, poses).all()[k].coordinate
                    };
                    let measured = (moved(step) - moved(-step)) / (2.0 * step as f32);
                    // Roundings of coordinates near 1 over 4e-3, and the third derivative times 4e-6 / 6.
                    assert!((measured - exact).abs() < 3e-4, "{kind:?}, row {k}, by {number}: {measured} instead of {exact}");
                }
            }
        }
    }
}

#[test]
fn no_two_rows_share_an_impulse_and_the_numbers_alone_say_which_rows_there_are() {
    for kind in kinds() {
        let rows = rows_at(&kind, [0.0, 0.0, 0.0, 1.5, 0.7, 0.3]);
        let mut used: Vec<usize> = rows.all().iter().map(|row| row.impulse).collect();
        used.sort_unstable();
        assert!(used.windows(2).all(|pair| pair[0] < pair[1]), "{kind:?}: {used:?}");
        let mut nowhere = Rows::default();
        kind.rows(&Stand::NOWHERE, &mut nowhere);
        // How far a motor may go is of the moment.
        let law_of = |law: Law| match law {
            Law::Motor(drive) => Law::Motor(LimitedMotor { room: [0.0; 2], ..drive }),
            other => other,
        };
        let laws = |rows: &Rows| rows.all().iter().map(|row| (law_of(row.law), row.impulse)).collect::<Vec<_>>();
        assert_eq!(laws(&rows), laws(&nowhere), "{kind:?}");
    }
}
