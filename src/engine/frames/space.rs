//! Points, vectors and unit vectors that know their frame: what is meant for one frame cannot be handed to another.
//!
//! | type | what it is | by a pose it is |
//! |---|---|---|
//! | [`LocalPoint`], [`WorldPoint`] | a place, metres | turned and shifted |
//! | [`LocalVector`], [`WorldVector`] | a difference of places, a velocity, a force | turned |
//! | [`LocalUnit`], [`WorldUnit`] | a direction, of length 1 | turned; its length is never asked again |
//!
//! A type is the two numbers of a [`Vec2`] and nothing else; the frame is a mark for the compiler, so the machine code
//! is that of plain vectors. What people meet of the engine takes and gives these ([`crate::engine::query`],
//! [`crate::engine::body::Body`], [`crate::engine::shape::Shape`]); inside, hot loops keep to `Vec2` and `local_` in
//! names.
//!
//! ```
//! use collidoscope_physics::engine::frames::{LocalPoint, WorldPoint, WorldVector};
//! use collidoscope_physics::engine::math::{Pose, Vec2};
//!
//! let pose = Pose::new(Vec2::new(2.0, 1.0), std::f32::consts::FRAC_PI_2);
//! let corner = LocalPoint::new(1.0, 0.0);
//! let there: WorldPoint = pose.to_world(corner);
//! assert!((there - WorldPoint::new(2.0, 2.0)).length() < 1e-6);
//! let up: WorldVector = there - WorldPoint::new(2.0, 1.0);
//! let unit = up.normalized().expect("it has a direction");
//! assert!(unit.dot(up) > 0.999);
//! assert_eq!(WorldVector::ZERO.normalized(), None);
//! ```
//!
//! A point of a body cannot be taken for one of the world:
//!
//! ```compile_fail
//! use collidoscope_physics::engine::frames::LocalPoint;
//! use collidoscope_physics::engine::world::{World, WorldSettings};
//! let world = World::new(WorldSettings::default());
//! world.colliders_at(LocalPoint::new(1.0, 0.0)); // needs a WorldPoint
//! ```
//!
//! Places of two frames have no difference, and two places no sum:
//!
//! ```compile_fail
//! use collidoscope_physics::engine::frames::{LocalPoint, WorldPoint};
//! let _ = WorldPoint::new(1.0, 0.0) - LocalPoint::new(1.0, 0.0);
//! ```
//!
//! ```compile_fail
//! use collidoscope_physics::engine::frames::WorldPoint;
//! let _ = WorldPoint::new(1.0, 0.0) + WorldPoint::new(1.0, 0.0);
//! ```
//!
//! A vector is no unit vector until it was normalised, which can fail:
//!
//! ```compile_fail
//! use collidoscope_physics::engine::frames::{WorldUnit, WorldVector};
//! let unit: WorldUnit = WorldVector::new(0.0, 0.0);
//! ```
//!
//! ```compile_fail
//! use collidoscope_physics::engine::frames::{Unit, World};
//! let unit = Unit::<World> { v: glam::Vec2::new(3.0, 0.0), frame: std::marker::PhantomData };
//! ```

use crate::engine::math::{Pose, Vec2, direction};
use std::marker::PhantomData;
use std::ops::{Add, Mul, Neg, Sub};

/// The frame of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {}
/// The frame of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {}

/// A place in the frame F, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Point<F> {
    v: Vec2,
    frame: PhantomData<F>,
}

/// A difference of places in the frame F.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Vector<F> {
    v: Vec2,
    frame: PhantomData<F>,
}

/// A direction in the frame F: a vector of length 1, up to rounding. Made by [`Vector::normalized`] alone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Unit<F> {
    v: Vec2,
    frame: PhantomData<F>,
}

/// A place in a body's frame.
pub type LocalPoint = Point<Local>;
/// A place in the world.
pub type WorldPoint = Point<World>;
/// A vector in a body's frame.
pub type LocalVector = Vector<Local>;
/// A vector in the world.
pub type WorldVector = Vector<World>;
/// A direction in a body's frame.
pub type LocalUnit = Unit<Local>;
/// A direction in the world.
pub type WorldUnit = Unit<World>;

impl<F> Point<F> {
    /// By its coordinates, metres.
    #[inline]
    pub const fn new(x: f32, y: f32) -> Point<F> {
        Point { v: Vec2::new(x, y), frame: PhantomData }
    }

    /// The point at a place whose frame the caller vouches for.
    #[inline]
    pub const fn at(v: Vec2) -> Point<F> {
        Point { v, frame: PhantomData }
    }

    /// The coordinates alone: from here on nobody watches over the frame.
    #[inline]
    pub const fn vec(self) -> Vec2 {
        self.v
    }
}

impl<F> Vector<F> {
    /// No vector.
    pub const ZERO: Vector<F> = Vector { v: Vec2::ZERO, frame: PhantomData };

    /// By its components.
    #[inline]
    pub const fn new(x: f32, y: f32) -> Vector<F> {
        Vector { v: Vec2::new(x, y), frame: PhantomData }
    }

    /// The vector of these components, whose frame the caller vouches for.
    #[inline]
    pub const fn of(v: Vec2) -> Vector<F> {
        Vector { v, frame: PhantomData }
    }

    /// The components alone.
    #[inline]
    pub const fn vec(self) -> Vec2 {
        self.v
    }

    /// Its direction; `None` when it is too short, or not finite, to have one.
    #[inline]
    pub fn normalized(self) -> Option<Unit<F>> {
        direction(self.v).map(|(v, _)| Unit { v, frame: PhantomData })
    }

    /// Its length.
    #[inline]
    pub fn length(self) -> f32 {
        self.v.length()
    }

    /// Scalar product.
    #[inline]
    pub fn dot(self, other: Vector<F>) -> f32 {
        self.v.dot(other.v)
    }
}

impl<F> Unit<F> {
    /// The components alone.
    #[inline]
    pub const fn vec(self) -> Vec2 {
        self.v
    }

    /// How far a vector reaches in this direction.
    #[inline]
    pub fn dot(self, other: Vector<F>) -> f32 {
        self.v.dot(other.v)
    }

    /// Turned by a quarter counter-clockwise: still of length 1.
    #[inline]
    pub fn perp(self) -> Unit<F> {
        Unit { v: crate::engine::math::perp(self.v), frame: PhantomData }
    }
}

impl<F> From<Unit<F>> for Vector<F> {
    fn from(unit: Unit<F>) -> Vector<F> {
        Vector { v: unit.v, frame: PhantomData }
    }
}

impl<F> Sub for Point<F> {
    type Output = Vector<F>;
    #[inline]
    fn sub(self, from: Point<F>) -> Vector<F> {
        Vector { v: self.v - from.v, frame: PhantomData }
    }
}

impl<F> Add<Vector<F>> for Point<F> {
    type Output = Point<F>;
    #[inline]
    fn add(self, by: Vector<F>) -> Point<F> {
        Point { v: self.v + by.v, frame: PhantomData }
    }
}

impl<F> Add for Vector<F> {
    type Output = Vector<F>;
    #[inline]
    fn add(self, other: Vector<F>) -> Vector<F> {
        Vector { v: self.v + other.v, frame: PhantomData }
    }
}

impl<F> Sub for Vector<F> {
    type Output = Vector<F>;
    #[inline]
    fn sub(self, other: Vector<F>) -> Vector<F> {
        Vector { v: self.v - other.v, frame: PhantomData }
    }
}

impl<F> Mul<f32> for Vector<F> {
    type Output = Vector<F>;
    #[inline]
    fn mul(self, by: f32) -> Vector<F> {
        Vector { v: self.v * by, frame: PhantomData }
    }
}

impl<F> Mul<f32> for Unit<F> {
    type Output = Vector<F>;
    #[inline]
    fn mul(self, by: f32) -> Vector<F> {
        Vector { v: self.v * by, frame: PhantomData }
    }
}

impl<F> Neg for Unit<F> {
    type Output = Unit<F>;
    #[inline]
    fn neg(self) -> Unit<F> {
        Unit { v: -self.v, frame: PhantomData }
    }
}

/// What a pose carries from a body's frame to the world and back.
pub trait Carried: Sized {
    /// The same thing in the world.
    type InWorld;

    /// Into the world.
    fn carry(self, pose: Pose) -> Self::InWorld;
    /// Back into the body's frame.
    fn carry_back(world: Self::InWorld, pose: Pose) -> Self;
}

impl Carried for LocalPoint {
    type InWorld = WorldPoint;

    #[inline]
    fn carry(self, pose: Pose) -> WorldPoint {
        Point::at(pose.transform_point(self.v))
    }
    #[inline]
    fn carry_back(world: WorldPoint, pose: Pose) -> LocalPoint {
        Point::at(pose.inv_transform_point(world.v))
    }
}

impl Carried for LocalVector {
    type InWorld = WorldVector;

    #[inline]
    fn carry(self, pose: Pose) -> WorldVector {
        Vector::of(pose.rotation.rotate(self.v))
    }
    #[inline]
    fn carry_back(world: WorldVector, pose: Pose) -> LocalVector {
        Vector::of(pose.rotation.inv_rotate(world.v))
    }
}

impl Carried for LocalUnit {
    type InWorld = WorldUnit;

    #[inline]
    fn carry(self, pose: Pose) -> WorldUnit {
        Unit { v: pose.rotation.rotate(self.v), frame: PhantomData }
    }
    #[inline]
    fn carry_back(world: WorldUnit, pose: Pose) -> LocalUnit {
        Unit { v: pose.rotation.inv_rotate(world.v), frame: PhantomData }
    }
}

impl Pose {
    /// A point, vector or unit vector of the body's frame in the world.
    #[inline]
    pub fn to_world<T: Carried>(self, local: T) -> T::InWorld {
        local.carry(self)
    }

    /// One of the world in the body's frame.
    #[inline]
    pub fn to_local<T: Carried>(self, world: T::InWorld) -> T {
        T::carry_back(world, self)
    }
}
