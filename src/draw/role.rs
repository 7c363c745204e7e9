//! The meanings that marks can have.

use super::paint::Paint;

/// What a mark means. The palette gives it colour, weight and dash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A dynamic body that is awake.
    Body,
    /// A dynamic body that sleeps (desaturated).
    SleepingBody,
    /// A static body (hatched).
    StaticBody,
    /// A kinematic body.
    KinematicBody,
    /// A body that was frozen because its state went non-finite.
    FrozenBody,
    /// Body A of the watched pair.
    BodyA,
    /// Body B of the watched pair.
    BodyB,
    /// The line that shows a body's rotation.
    Heading,
    /// A projectile in flight.
    Projectile,
    /// A launcher's barrel.
    Launcher,
    /// Contact points, normals, impulses.
    Contact,
    /// Friction impulses.
    Friction,
    /// An axis of the separating axis test.
    SeparatingAxis,
    /// Shadow of A on an axis.
    ShadowA,
    /// Shadow of B on an axis.
    ShadowB,
    /// Thin helper lines: where the end of a shadow comes from, what belongs together.
    Projection,
    /// Outline of the Minkowski difference.
    Difference,
    /// The simplex of GJK, the polytope of EPA.
    Simplex,
    /// A search direction.
    SearchDirection,
    /// The origin of the difference space.
    Origin,
    /// Velocities.
    Velocity,
    /// Forces and torques.
    Force,
    /// Joints: anchors, axes, limits.
    Joint,
    /// Tight bounding boxes.
    BoundingBox,
    /// Enlarged boxes, and the boxes of the dynamic tree around them.
    TreeBox,
    /// Cells of the broad phase's grid.
    GridCell,
    /// Island number `n % 6`: outlines of islands.
    Island(u8),
    /// A sleeping island.
    SleepingIsland,
    /// Where a launcher aims.
    Aim,
    /// Predicted paths and the predicted meeting point.
    Prediction,
    /// How far a shot passed from its target.
    Miss,
    /// Selected things.
    Selection,
    /// The core of a handle.
    Handle,
    /// What a drag was drawn to.
    Guide,
    /// What a tool would make.
    Preview,
    /// Faint lines of the grid.
    Grid,
    /// Every fifth line of the grid.
    GridMajor,
    /// The axes through the origin.
    GridAxis,
    /// Words and arrows that a person put on the canvas.
    Note,
    /// Tapes and protractors that a person laid on the canvas.
    Measure,
    /// Plain text.
    Text,
    /// Quiet text.
    QuietText,
    /// Something to look at.
    Warning,
    /// A halo behind what is spoken of now: under the pointer, or in the number under it.
    Lit,
    /// The region in which a decision is the same: a Voronoi region, a half-plane.
    Region,
    /// A bound that a number cannot cross.
    Bound,
    /// Lamps, edges that face one, places that it lights.
    Light,
    /// Edges that turn away from a lamp, places that it does not reach.
    Shadow,
    /// Where light and shadow meet on a body, and the sides of the shadow volume there.
    Silhouette,
    /// A sensor: with somebody inside, or empty (dashed).
    Sensor(bool),
    /// Smoke.
    Smoke,
    /// Cells of a field whose value is positive, or negative.
    Cell(bool),
    /// An entry of a matrix: positive, or negative.
    Entry(bool),
    /// A shot of the aiming method number `n % 12`: six hues, whole and dashed.
    Method(u8),
    /// Curve number `n % 8` of a graph, or the path of a point.
    Curve(u8),
    /// Bodies of a run that was left, number `n % 8`: outlines over the present run.
    Ghost(u8),
    /// A body in a colour that a person chose.
    Painted(Paint),
}
