//! Values of a file that are arrays of numbers.

use super::layout::Json;
use super::leaf::{Leaf, Property, array_schema};
use super::report::Checker;
use super::tape::{Node, ValueKind};
use super::values::Reader;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::scene::limits::{Count, Range};

/// An array of exactly `N` numbers.
impl<const N: usize> Leaf for [f32; N] {
    type Rule = Range;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let count = if r.tape.kind(node) == ValueKind::Array { r.tape.elements(node).take(N + 1).count() } else { usize::MAX };
        if count != N {
            r.wrong_type(node, &format!("an array of {N} numbers"));
            return None;
        }
        let tape = r.tape;
        let mut numbers = [0.0; N];
        let mut complete = true;
        for (i, element) in tape.elements(node).enumerate() {
            match r.at(i, |r| f32::read(r, element)) {
                Some(number) => numbers[i] = number,
                None => complete = false,
            }
        }
        complete.then_some(numbers)
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Range) {
        for (i, value) in self.iter().enumerate() {
            c.at(i, |c| value.check(c, rule));
        }
    }

    fn json(&self) -> Json {
        Json::Array(self.iter().map(|x| Json::number(*x)).collect())
    }

    fn schema(rule: Range) -> Vec<Property> {
        array_schema(f32::schema(rule), Count { min: N as u64, max: N as u64 })
    }
}

/// A vector as an array of two numbers.
impl Leaf for Vec2 {
    type Rule = Range;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        <[f32; 2]>::read(r, node).map(Vec2::from_array)
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Range) {
        self.to_array().check(c, rule);
    }

    fn json(&self) -> Json {
        self.to_array().json()
    }

    fn schema(rule: Range) -> Vec<Property> {
        <[f32; 2]>::schema(rule)
    }
}

/// A pose as x, y, cosine, sine.
impl Leaf for Pose {
    type Rule = Range;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let [x, y, cos, sin] = <[f32; 4]>::read(r, node)?;
        Some(Pose { position: Vec2::new(x, y), rotation: Rot { cos, sin } })
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Range) {
        pose_numbers(self).check(c, rule);
    }

    fn json(&self) -> Json {
        pose_numbers(self).json()
    }

    fn schema(rule: Range) -> Vec<Property> {
        <[f32; 4]>::schema(rule)
    }
}

fn pose_numbers(pose: &Pose) -> [f32; 4] {
    [pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin]
}
