//! All meanings of marks.

use collidoscope::draw::Role::{self, *};
use collidoscope::draw::{Form, Ink, Paint};

/// Every role once, islands with their six hues, methods with their twelve lines, curves and ghosts with their eight,
/// and some of the painted ones.
pub fn roles() -> Vec<Role> {
    let plain = [
        Body,
        SleepingBody,
        StaticBody,
        KinematicBody,
        FrozenBody,
        BodyA,
        BodyB,
        Heading,
        Projectile,
        Launcher,
        Contact,
        Friction,
        SeparatingAxis,
        ShadowA,
        ShadowB,
        Projection,
        Difference,
        Simplex,
        SearchDirection,
        Origin,
        Velocity,
        Force,
        Joint,
        BoundingBox,
        TreeBox,
        GridCell,
        SleepingIsland,
        Aim,
        Prediction,
        Miss,
        Selection,
        Handle,
        Guide,
        Preview,
        Grid,
        GridMajor,
        GridAxis,
        Note,
        Measure,
        Text,
        QuietText,
        Warning,
        Lit,
        Region,
        Bound,
        Light,
        Shadow,
        Silhouette,
        Smoke,
        Sensor(true),
        Sensor(false),
        Cell(true),
        Cell(false),
        Entry(true),
        Entry(false),
    ];
    let painted = [
        Painted(Paint { ink: Ink::Hue(0), form: Form::Awake }),
        Painted(Paint { ink: Ink::Hue(6), form: Form::Static }),
        Painted(Paint { ink: Ink::Rgb([255, 255, 255]), form: Form::Asleep }),
        Painted(Paint { ink: Ink::Rgb([0, 0, 0]), form: Form::Kinematic }),
    ];
    let numbered = [(Island as fn(u8) -> Role, 6), (Method, 12), (Curve, 8), (Ghost, 8)];
    let numbered = numbered.into_iter().flat_map(|(role, count)| (0..count).map(role));
    plain.into_iter().chain(numbered).chain(painted).collect()
}
