//! Pictures of clipping: in the world, and turned so that the reference face lies level with its outside up.

use super::reel::{ClipMoment, ClipReel, Faces};
use crate::draw::quantity::{length, number};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Pose, Rot, Vec2, max, min, perp};
use crate::engine::narrow::clip::PointReason;
use crate::lens::microscope::{Part, PartKind, Side, Specimen};

/// Width of the level picture, units of the sheet.
const WIDTH: f32 = 8.0;
/// Height of the higher end over the reference face there, units of the sheet.
const HEIGHT: f32 = 1.8;

/// The frame of the reference face: its start at the right end, its outside up; a turn, never a mirror image.
struct Level {
    frame: Pose,
    /// Units of the sheet to a metre, along the face.
    factor: f32,
    /// The same upwards: gaps of millimetres would not be seen beside faces of metres.
    upwards: f32,
    /// Both ends of the reference face along it, cut to what is near the incident face, metres.
    shown: [f32; 2],
}

impl Level {
    fn of(specimen: &Specimen, faces: &Faces, left: &[Vec2; 2]) -> Level {
        let right = -perp(faces.normal);
        let frame = Pose { position: faces.reference[1], rotation: Rot { cos: right.x, sin: right.y } };
        let x = |p: Vec2| frame.inv_transform_point(p).x;
        let (p, q) = (x(faces.incident[0]), x(faces.incident[1]));
        let room = max(0.45 * (p - q).abs(), 0.3 * specimen.size());
        let (low, high) = (min(p, q) - room, max(p, q) + room);
        let end = x(faces.reference[0]);
        let shown = [0.0_f32.clamp(low, high), end.clamp(low, high)];
        let factor = WIDTH / max(high - low, 1e-6);
        let height = |p: Vec2| frame.inv_transform_point(p).y.abs();
        let highest = max(max(height(left[0]), height(left[1])), specimen.radius() + specimen.options.margin);
        Level { frame, factor, upwards: max(factor, HEIGHT / max(highest, 1e-6)), shown }
    }

    fn at(&self, local: Vec2) -> Vec2 {
        let p = self.frame.inv_transform_point(local);
        Vec2::new(self.factor * p.x, (self.upwards * p.y).clamp(-2.0 * HEIGHT, 2.0 * HEIGHT))
    }

    fn x_shown(&self, end: usize) -> f32 {
        self.factor * self.shown[1 - end]
    }
}

/// Which marks a moment has already earned.
struct Known {
    choice: bool,
    cuts: usize,
    points: usize,
}

impl ClipReel {
    fn known(&self, frame: usize) -> Known {
        let mut known = Known { choice: false, cuts: 0, points: 0 };
        for moment in &self.moments[..=frame] {
            match moment {
                ClipMoment::Reference => known.choice = true,
                ClipMoment::Side(i) => known.cuts = i + 1,
                ClipMoment::Point(i) => known.points = i + 1,
                _ => {}
            }
        }
        known
    }

    pub(super) fn draw_frame(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let known = self.known(frame);
        self.world(specimen, frame, &known, list);
        match &self.faces {
            Some(faces) => self.level(specimen, faces, frame, &known, list),
            None => self.lone(specimen, &known, list),
        }
        let names: Vec<_> = self.found.manifold.points().iter().map(|p| p.feature).collect();
        match &self.over_time {
            Some(over_time) => over_time.draw(&names, list),
            None => super::over_time::nothing(list),
        }
    }

    fn world(&self, specimen: &Specimen, frame: usize, known: &Known, list: &mut DrawList) {
        list.sheet = Sheet::World;
        if let (Some(faces), Some(parts), true) = (&self.faces, self.face_parts(), frame > 0) {
            let roles = if known.choice { [Role::SeparatingAxis, Role::Simplex] } else { [Role::Text, Role::Text] };
            for ((ends, part), role) in [faces.reference, faces.incident].iter().zip(parts).zip(roles) {
                list.of(part).line(role, specimen.at(ends[0]), specimen.at(ends[1]));
            }
        }
        for (i, cut) in self.cuts.iter().enumerate().take(known.cuts) {
            let (at, normal) = (specimen.at(cut.at), self.faces.as_ref().map_or(Vec2::Y, |f| specimen.turned(f.normal)));
            let reach = 0.6 * specimen.size();
            list.of(Part::nth(PartKind::Plane, i)).line(Role::Bound, at - normal * reach, at + normal * reach);
        }
        for (i, looked) in self.points.iter().enumerate().take(known.points) {
            let at = specimen.at(looked.point.position);
            let list = &mut list.of(Part::nth(PartKind::Point, i));
            if looked.kept {
                list.dot(Role::Contact, at, 5.0);
            } else {
                list.cross(Role::Warning, at, 6.0);
            }
        }
        self.normal_in_world(specimen, list);
    }

    /// The normal, from the contact points, or from between the shapes as long as there are none.
    fn normal_in_world(&self, specimen: &Specimen, list: &mut DrawList) {
        let points = self.found.manifold.points();
        let normal = specimen.turned(if points.is_empty() { self.normal } else { self.found.manifold.normal });
        let from = match points {
            [] => specimen.center(),
            _ => specimen.at(points.iter().fold(Vec2::ZERO, |sum, p| sum + p.position) / points.len() as f32),
        };
        let list = &mut list.of(PartKind::Normal);
        list.arrow(Role::Contact, from, from + normal * (0.35 * specimen.size()));
        list.label(Role::Contact, from + normal * (0.35 * specimen.size()), Vec2::new(8.0, 8.0), 8, "n");
    }

    /// The strip between the side planes.
    fn level(&self, specimen: &Specimen, faces: &Faces, frame: usize, known: &Known, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let level = Level::of(specimen, faces, self.cuts.last().map_or(&faces.incident, |cut| &cut.left));
        let times = level.upwards / level.factor;
        if times > 1.2 {
            let words = format!("heights drawn {} times as large", number(times));
            list.label(Role::QuietText, Vec2::new(level.x_shown(1), -1.6 * HEIGHT), Vec2::new(4.0, 0.0), 5, words);
        }
        let parts = self.face_parts().unwrap_or([Part::of(PartKind::Normal); 2]);
        let (reference_side, incident_side) = if faces.reference_is_a { (Side::A, Side::B) } else { (Side::B, Side::A) };
        let role_of = |side: Side| if side == Side::A { Role::BodyA } else { Role::BodyB };
        let (left, right) = (level.x_shown(1), level.x_shown(0));
        {
            let list = &mut list.of(parts[0]);
            list.line(role_of(reference_side), Vec2::new(left, 0.0), Vec2::new(right, 0.0));
            if known.choice {
                list.line(Role::SeparatingAxis, Vec2::new(left, 0.0), Vec2::new(right, 0.0));
            }
            let which = if known.choice { "reference face" } else { "face" };
            let text = format!("{which} of {}", specimen.side(reference_side).name);
            list.label(role_of(reference_side), Vec2::new(left, 0.0), Vec2::new(4.0, -12.0), 6, text);
        }
        {
            let list = &mut list.of(parts[1]);
            let (p, q) = (level.at(faces.incident[0]), level.at(faces.incident[1]));
            let whole = if known.cuts == 0 { role_of(incident_side) } else { Role::Projection };
            list.line(whole, p, q);
            let which = if known.choice { "incident face" } else { "face" };
            let text = format!("{which} of {}", specimen.side(incident_side).name);
            list.label(role_of(incident_side), if p.x > q.x { p } else { q }, Vec2::new(4.0, 12.0), 6, text);
            if let Some(cut) = known.cuts.checked_sub(1).map(|last| &self.cuts[last]) {
                list.line(Role::Simplex, level.at(cut.left[0]), level.at(cut.left[1]));
            }
        }
        if frame > 0 {
            self.planes(&level, known, list);
            margin_line(specimen, &level, list);
            self.points_level(specimen, &level, known, list);
        }
    }

    fn planes(&self, level: &Level, known: &Known, list: &mut DrawList) {
        for (i, cut) in self.cuts.iter().enumerate().take(known.cuts) {
            let x = level.at(cut.at).x;
            let list = &mut list.of(Part::nth(PartKind::Plane, i));
            if (x - level.x_shown(i)).abs() > 1e-3 {
                let far = Vec2::new(level.x_shown(i), 1.4 * HEIGHT);
                let words = format!("side plane {}, {} beyond", i + 1, length((x - level.x_shown(i)).abs() / level.factor));
                list.label(Role::Bound, far, Vec2::new(0.0, 8.0), 5, words);
                continue;
            }
            list.line(Role::Bound, Vec2::new(x, -1.4 * HEIGHT), Vec2::new(x, 1.4 * HEIGHT));
            list.label(Role::Bound, Vec2::new(x, 1.4 * HEIGHT), Vec2::new(4.0, 8.0), 5, format!("side plane {}", i + 1));
            if let Some(t) = cut.cut {
                list.ring(Role::Bound, level.at(cut.left[i]), 8.0);
                list.label(Role::Bound, level.at(cut.left[i]), Vec2::new(10.0, 10.0), 8, format!("t = {}", number(t)));
            }
        }
    }

    /// Each end of the incident face at its height over the reference face, which is what the margin is compared with;
    /// the contact point itself lies midway.
    fn points_level(&self, specimen: &Specimen, level: &Level, known: &Known, list: &mut DrawList) {
        for (i, looked) in self.points.iter().enumerate().take(known.points) {
            let height = level.upwards * (looked.point.separation + specimen.radius());
            let at = Vec2::new(level.at(looked.point.position).x, height.clamp(-2.0 * HEIGHT, 2.0 * HEIGHT));
            let list = &mut list.of(Part::nth(PartKind::Point, i));
            list.line(Role::Projection, Vec2::new(at.x, 0.0), at);
            match looked.reason {
                PointReason::Near => list.dot(Role::Contact, at, 5.0),
                _ => list.cross(Role::Warning, at, 7.0),
            }
            let role = if looked.kept { Role::Contact } else { Role::Warning };
            list.label(role, at, Vec2::new(0.0, -16.0), 9, length(looked.point.separation));
        }
    }

    /// Without two faces: the two corners, as the world has them.
    fn lone(&self, specimen: &Specimen, known: &Known, list: &mut DrawList) {
        list.sheet = Sheet::Diagram;
        let right = -perp(self.normal);
        let shown = self.points.first().map(|looked| looked.point).or_else(|| self.found.manifold.points().first().copied());
        let origin = shown.map_or(Vec2::ZERO, |point| point.position);
        let frame = Pose { position: origin, rotation: Rot { cos: right.x, sin: right.y } };
        let factor = WIDTH / max(2.0 * specimen.size(), 1e-6);
        let place = |side: Side, p: Vec2| {
            let local = if side == Side::A { p } else { specimen.pose_b_in_a().transform_point(p) };
            factor * frame.inv_transform_point(local)
        };
        let within = |p: Vec2| p.clamp(Vec2::splat(-0.5 * WIDTH), Vec2::splat(0.5 * WIDTH));
        for (side, role, core) in [(Side::A, Role::BodyA, specimen.core_a()), (Side::B, Role::BodyB, specimen.core_b())] {
            let points: Vec<Vec2> = core.points.iter().map(|&p| within(place(side, p))).collect();
            for (i, &from) in points.iter().enumerate() {
                list.line(role, from, points[(i + 1) % points.len()]);
            }
            if let [only] = points.as_slice() {
                list.circle(role, *only, min(factor * core.radius, WIDTH));
            }
        }
        let words = if self.points.is_empty() { "nothing is clipped" } else { "no two faces lie along each other" };
        list.label(Role::QuietText, Vec2::new(0.0, 0.5 * WIDTH), Vec2::new(0.0, 14.0), 6, words);
        let Some(point) = shown.filter(|_| known.points > 0 || self.points.is_empty()) else { return };
        let list = &mut list.of(Part::nth(PartKind::Point, 0));
        if self.found.manifold.count > 0 {
            list.dot(Role::Contact, Vec2::ZERO, 5.0);
        } else {
            list.cross(Role::Warning, Vec2::ZERO, 7.0);
        }
        list.label(Role::Contact, Vec2::ZERO, Vec2::new(10.0, -14.0), 9, length(point.separation));
    }
}

/// Up to which height a point is near enough.
fn margin_line(specimen: &Specimen, level: &Level, list: &mut DrawList) {
    let y = level.upwards * (specimen.radius() + specimen.options.margin);
    let (left, right) = (level.x_shown(1), level.x_shown(0));
    list.line(Role::Projection, Vec2::new(left, y), Vec2::new(right, y));
    list.label(Role::QuietText, Vec2::new(left, y), Vec2::new(-6.0, 0.0), 5, "margin");
}
