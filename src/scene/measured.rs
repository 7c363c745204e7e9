//! What tapes and protractors read.

use crate::engine::math::{Vec2, atan2, cross};

/// An arm shorter than this has no direction, metres.
const SHORTEST_ARM: f32 = 1e-6;

/// Where the ends of a tape or protractor are now, world, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Where it begins.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// Where the arms of a protractor meet; `None` = it is a tape.
    pub apex: Option<Vec2>,
}

impl Measured {
    /// All its points: from, to, and the apex.
    pub fn points(&self) -> impl Iterator<Item = Vec2> {
        [self.from, self.to].into_iter().chain(self.apex)
    }

    /// Its lines: the tape itself, or the two arms.
    pub fn lines(&self) -> Vec<[Vec2; 2]> {
        match self.apex {
            Some(apex) => vec![[apex, self.from], [apex, self.to]],
            None => vec![[self.from, self.to]],
        }
    }

    /// From the tape's beginning to its end, metres; `None` of a protractor.
    pub fn way(&self) -> Option<Vec2> {
        self.apex.is_none().then_some(self.to - self.from)
    }

    /// Direction of the tape, radians from the x axis, counter-clockwise, from −π to π; `None` of a protractor, and
    /// without length.
    pub fn direction(&self) -> Option<f32> {
        self.way().filter(|way| way.length() > SHORTEST_ARM).map(|way| atan2(way.y, way.x))
    }

    /// From the protractor's first arm to its second, radians, counter-clockwise positive, from −π to π; `None` of a
    /// tape, and while an arm has no length.
    pub fn angle(&self) -> Option<f32> {
        let apex = self.apex?;
        let [first, second] = [self.from - apex, self.to - apex];
        let are_long = first.length() > SHORTEST_ARM && second.length() > SHORTEST_ARM;
        are_long.then(|| atan2(cross(first, second), first.dot(second)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_between_two_arms_is_that_of_the_triangle() {
        // Sides 3, 4 and 5: the angle at the apex has the tangent 4/3.
        let wanted = 53.130_1_f32;
        let angle = |from, to| Measured { from, to, apex: Some(Vec2::ZERO) }.angle().map(f32::to_degrees);
        assert!((angle(Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0)).unwrap() - wanted).abs() < 1e-3);
        assert!((angle(Vec2::new(3.0, 4.0), Vec2::new(3.0, 0.0)).unwrap() + wanted).abs() < 1e-3);
        assert!((angle(Vec2::X, Vec2::NEG_X).unwrap().abs() - 180.0).abs() < 1e-3);
        assert_eq!(angle(Vec2::X, Vec2::ZERO), None);
    }
}
