//! Shapes of all colliders, equal ones once.
//!
//! Two shapes are equal here if all their numbers have the same bits: what the narrow phase answers must not depend on
//! which of two nearly equal shapes was first.

use crate::engine::fingerprint::Fnv;
use crate::engine::math::Pose;
use crate::engine::narrow::NarrowAnswer;
use crate::engine::narrow::batch::{Cores, NarrowBatch, NarrowSettings};
use crate::engine::narrow::internal_edges::InternalEdges;
use crate::engine::shape::Shape;
use std::collections::BTreeMap;

/// One shape and how batch colliders have it.
#[derive(Clone, Debug)]
struct Kept {
    shape: Shape,
    users: u32,
}

/// Shapes by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    kept: Vec<Kept>,
    /// Their cores, by the same numbers.
    cores: Cores,
    vacant: Vec<u32>,
    /// Numbers by hash, in an order that is the same in every run. A number whose hash another shape had first is not
    /// here and cannot be shared: rare and harmless.
    numbers: BTreeMap<u64, u32>,
}

impl Shapes {
    /// The shape with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &Shape {
        &self.kept[number as usize].shape
    }

    /// Their cores, by the same numbers.
    pub fn cores(&self) -> &Cores {
        &self.cores
    }

    /// Answers for pairs that were asked about by numbers of these shapes; `hidden`: what their queries name.
    pub fn collide<'m>(&self, settings: NarrowSettings, batch: &'m mut NarrowBatch, hidden: &[InternalEdges]) -> &'m [NarrowAnswer] {
        batch.run(settings, &self.cores, |number| self.get(number), hidden)
    }

    /// Number of a shape for one more collider.
    pub fn take(&mut self, shape: &Shape) -> u32 {
        let hash = hash_of(shape);
        if let Some(&number) = self.numbers.get(&hash)
            && has_same_bits(self.get(number), shape)
        {
            self.kept[number as usize].users += 1;
            return number;
        }
        let kept = Kept { shape: shape.clone(), users: 1 };
        let number = self.vacant.pop().unwrap_or(self.kept.len() as u32);
        match self.kept.get_mut(number as usize) {
            Some(place) => *place = kept,
            None => self.kept.push(kept),
        }
        self.numbers.entry(hash).or_insert(number);
        self.cores.set(number, shape);
        number
    }

    /// One collider less has this shape.
    pub fn release(&mut self, number: u32) {
        let kept = &mut self.kept[number as usize];
        kept.users -= 1;
        if kept.users == 0 {
            let hash = hash_of(&kept.shape);
            if self.numbers.get(&hash) == Some(&number) {
                self.numbers.remove(&hash);
            }
            self.vacant.push(number);
        }
    }

    /// How batch different shapes there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.kept.len() - self.vacant.len()
    }
}

/// Every number that the narrow phase reads, as bits.
fn bits_of(shape: &Shape) -> impl Iterator<Item = u32> {
    let core = shape.convex();
    // A box keeps its own frame beside its corners, and closed forms measure in it.
    let frame = match shape {
        Shape::Box(shape) => {
            let (pose, half) = (shape.pose(), shape.half());
            Some([pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin, half.x, half.y])
        }
        Shape::HalfPlane(shape) => {
            let Pose { position, rotation } = shape.pose();
            Some([position.x, position.y, rotation.cos, rotation.sin, 0.0, 0.0])
        }
        _ => None,
    };
    let corners = core.points.iter().chain(core.normals).flat_map(|v| [v.x, v.y]);
    corners.chain(frame.into_iter().flatten()).chain([core.radius]).map(f32::to_bits)
}

fn hash_of(shape: &Shape) -> u64 {
    let mut hash = Fnv::default();
    shape.word().bytes().for_each(|byte| hash.add_u32(u32::from(byte)));
    bits_of(shape).for_each(|bits| hash.add_u32(bits));
    hash.value()
}

fn has_same_bits(a: &Shape, b: &Shape) -> bool {
    a.word() == b.word() && bits_of(a).eq(bits_of(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::Vec2;
    use crate::engine::shape::{BoxShape, Circle, ConvexPolygon};

    fn crate_of(width: f32) -> Shape {
        Shape::Box(BoxShape::try_new(width, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap())
    }

    #[test]
    fn equal_shapes_share_a_number_until_the_last_is_gone() {
        let mut shapes = Shapes::default();
        let numbers = [crate_of(1.0), crate_of(2.0), crate_of(1.0)].map(|shape| shapes.take(&shape));
        assert_eq!(numbers[0], numbers[2]);
        assert_ne!(numbers[0], numbers[1]);
        shapes.release(numbers[0]);
        assert_eq!((shapes.len(), shapes.get(numbers[2])), (2, &crate_of(1.0)));
        shapes.release(numbers[2]);
        assert_eq!(shapes.len(), 1);
        let again = shapes.take(&crate_of(3.0));
        assert_eq!((again, shapes.get(again)), (numbers[0], &crate_of(3.0)), "vacant numbers are used again");
    }

    #[test]
    fn shapes_that_differ_in_kind_or_in_the_sign_of_a_zero_are_different() {
        let mut shapes = Shapes::default();
        let corners = [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)];
        let polygon = Shape::Polygon(ConvexPolygon::try_new(&corners, 0.0).unwrap());
        let discs = [0.0, -0.0].map(|x| Shape::Circle(Circle::try_new(Vec2::new(x, 0.0), 1.0).unwrap()));
        let mut numbers: Vec<u32> = [crate_of(1.0), polygon].iter().chain(&discs).map(|shape| shapes.take(shape)).collect();
        numbers.dedup();
        assert_eq!(numbers, [0, 1, 2, 3]);
    }
}
