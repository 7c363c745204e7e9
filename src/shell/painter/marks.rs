//! Marks of a draw list become shapes and triangles.

use super::canvas::Screen;
use super::mapping::{FAR, Mapping};
use super::polygon::{self, OutlinePoint, Paint};
use super::shapes::{EdgeKind, ShapeBatch, ShapeInstance};
use super::spread;
use super::triangles::TriangleBatch;
use crate::draw::palette::{self, Style, Theme};
use crate::draw::{DrawList, Primitive, Role, Sheet, half_plane};
use glam::Vec2;
use miniquad::RenderingBackend;

/// Painted one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The grid.
    Ground,
    /// Bodies, without regard to their order among each other.
    Bodies,
    /// Everything else, in the order of the list.
    Overlays,
}

fn layer_of(role: Role) -> Layer {
    match role {
        Role::Grid | Role::GridMajor | Role::GridAxis => Layer::Ground,
        Role::Body
        | Role::SleepingBody
        | Role::StaticBody
        | Role::KinematicBody
        | Role::FrozenBody
        | Role::BodyA
        | Role::BodyB
        | Role::Painted(_)
        | Role::Heading
        | Role::Projectile => Layer::Bodies,
        _ => Layer::Overlays,
    }
}

/// Memory that is kept from frame to frame.
#[derive(Default)]
pub struct Scratch {
    points: Vec<Vec2>,
    outline: Vec<OutlinePoint>,
}

/// Where shapes and triangles go.
pub struct Output<'a, 'b> {
    pub shapes: &'a mut ShapeBatch,
    pub triangles: &'a mut TriangleBatch,
    pub backend: &'a mut dyn RenderingBackend,
    pub screen: &'a Screen,
    pub list: &'b DrawList,
    pub theme: Theme,
}

/// Colours and widths in pixels.
struct Pen {
    style: Style,
    width: f32,
    scale: f32,
}

/// Queues all marks of a layer. In [`Layer::Overlays`] the batches are drawn whenever their order would be lost.
pub fn paint_layer(layer: Layer, mapping: &Mapping, scratch: &mut Scratch, out: &mut Output<'_, '_>) {
    let mut last: Option<(Role, Pen)> = None;
    for mark in &out.list.marks {
        if mark.sheet != Sheet::World || layer_of(mark.role) != layer {
            continue;
        }
        if last.as_ref().is_none_or(|(role, _)| *role != mark.role) {
            let style = palette::style(out.theme, mark.role);
            last = Some((mark.role, Pen { style, width: (style.width_px * mapping.scale).max(1.0), scale: mapping.scale }));
        }
        let Some((_, pen)) = &last else { continue };
        paint_mark(&mark.primitive, pen, layer == Layer::Overlays || out.list.ordered, mapping, scratch, out);
    }
}

fn paint_mark(primitive: &Primitive, pen: &Pen, keep_order: bool, map: &Mapping, scratch: &mut Scratch, out: &mut Output<'_, '_>) {
    let is_area = matches!(
        primitive,
        Primitive::Polygon { .. } | Primitive::Box { .. } | Primitive::HalfPlane { .. } | Primitive::Band { .. } | Primitive::Field { .. }
    );
    if keep_order && !is_area {
        out.triangles.flush(out.backend, out.screen);
    }
    match primitive {
        Primitive::Line { a, b } => line(map.place(*a), map.place(*b), pen, map, out.shapes),
        Primitive::Arrow { from, to } => arrow(map.place(*from), map.place(*to), pen, map, out.shapes),
        Primitive::Circle { center, radius } => circle(map.place(*center), radius * map.pixels_per_metre, pen, map, scratch, out.shapes),
        Primitive::Capsule { a, b, radius } => {
            let along = map.place(*b) - map.place(*a);
            let middle = 0.5 * (map.place(*a) + map.place(*b));
            let axis = along.try_normalize().unwrap_or(Vec2::X);
            let half = Vec2::new(0.5 * along.length(), 0.0);
            area(Area { middle, axis, half, rounding: radius * map.pixels_per_metre }, pen, keep_order, map, scratch, out);
        }
        Primitive::Box { center, half, rotation, rounding } => {
            let (half, rounding) = (*half * map.pixels_per_metre, rounding * map.pixels_per_metre);
            area(Area { middle: map.place(*center), axis: *rotation, half, rounding }, pen, keep_order, map, scratch, out);
        }
        Primitive::HalfPlane { point, normal } => {
            let reach = 1.5 * map.half.length() / map.pixels_per_metre;
            if let Some(corners) = half_plane::part(*point, *normal, map.center, reach) {
                let [right, left, _, low] = corners.map(|p| map.place(p));
                let half = Vec2::new(0.5 * (right - left).length(), 0.5 * (right - low).length());
                let axis = Vec2::new(normal.y, -normal.x);
                area(Area { middle: 0.5 * (left + low), axis, half, rounding: 0.0 }, pen, keep_order, map, scratch, out);
            }
        }
        Primitive::Polygon { points, rounding } => {
            scratch.points.clear();
            scratch.points.extend(out.list.points(points).iter().map(|p| map.place(*p)));
            convex(rounding * map.pixels_per_metre, pen, keep_order, map, scratch, out);
        }
        Primitive::Band { points, opacity } => {
            out.shapes.flush(out.backend, out.screen);
            spread::band(out.list.points(points), *opacity, pen.style.fill, map, &mut scratch.points, out.triangles);
        }
        Primitive::Field { corner, cell, columns, levels } => {
            out.shapes.flush(out.backend, out.screen);
            let cells = out.list.cells(*corner, *cell, *columns, levels);
            spread::field(&cells, pen.style.fill, map, out.triangles);
        }
        // Painted between bodies and overlays.
        Primitive::Image { .. } => {}
        Primitive::Outline { points } => chain(out.list.points(points), true, pen, map, out.shapes),
        Primitive::Polyline { points } => chain(out.list.points(points), false, pen, map, out.shapes),
        Primitive::Dot { at, radius_px } => {
            push(map.place(*at), radius_px * pen.scale, map, out.shapes, |shape| shape.filled(pen.style.stroke))
        }
        Primitive::Ring { at, radius_px } => {
            push(map.place(*at), radius_px * pen.scale, map, out.shapes, |shape| {
                shape.filled(pen.style.fill).stroked(pen.style.stroke, pen.width)
            });
        }
        Primitive::Cross { at, radius_px } => {
            let (at, reach) = (map.place(*at), radius_px * pen.scale);
            for diagonal in [Vec2::new(reach, reach), Vec2::new(reach, -reach)] {
                line(at - diagonal, at + diagonal, pen, map, out.shapes);
            }
        }
        Primitive::Label { .. } => {}
    }
}

/// Adds a disc if it can be seen.
fn push(at: Vec2, radius: f32, map: &Mapping, shapes: &mut ShapeBatch, paint: impl FnOnce(ShapeInstance) -> ShapeInstance) {
    if map.shows(at, radius + 1.0) {
        shapes.waiting.push(paint(ShapeInstance::new(at, Vec2::X, Vec2::ZERO, radius)));
    }
}

fn line(a: Vec2, b: Vec2, pen: &Pen, map: &Mapping, shapes: &mut ShapeBatch) {
    line_from(a, b, 0.0, pen, map, shapes);
}

/// A line whose dashes begin `phase` pixels into their pattern.
fn line_from(a: Vec2, b: Vec2, phase: f32, pen: &Pen, map: &Mapping, shapes: &mut ShapeBatch) {
    let Some((a, b, cut)) = map.clip(a, b, pen.width + 64.0) else { return };
    let shape = ShapeInstance::line(a, b, pen.width, pen.style.stroke);
    shapes.waiting.push(match pen.style.dash_px {
        None => shape,
        Some([dash, gap]) => {
            let period = (dash + gap) * pen.scale;
            shape.dashed(dash * pen.scale, gap * pen.scale, (phase + cut) % period)
        }
    });
}

fn arrow(from: Vec2, to: Vec2, pen: &Pen, map: &Mapping, shapes: &mut ShapeBatch) {
    let along = to - from;
    let length = along.length();
    if length < 0.5 {
        return;
    }
    let axis = along / length;
    // A short arrow keeps its proportions instead of becoming all head.
    let head = (3.2 * pen.width + 3.0 * pen.scale).min(0.6 * length);
    line(from, to - axis * (0.8 * head), pen, map, shapes);
    let middle = to - axis * (0.5 * head);
    if map.shows(middle, head) {
        let half = Vec2::new(0.5 * head, 0.42 * head);
        shapes.waiting.push(ShapeInstance::new(middle, axis, half, 0.0).of_kind(EdgeKind::Head).filled(pen.style.stroke));
    }
}

fn chain(points: &[Vec2], closed: bool, pen: &Pen, map: &Mapping, shapes: &mut ShapeBatch) {
    let mut phase = 0.0;
    let end = points.len().saturating_sub(usize::from(!closed));
    for i in 0..end {
        let (a, b) = (map.place(points[i]), map.place(points[(i + 1) % points.len()]));
        line_from(a, b, phase, pen, map, shapes);
        phase += a.distance(b);
    }
}

fn circle(at: Vec2, radius: f32, pen: &Pen, map: &Mapping, scratch: &mut Scratch, shapes: &mut ShapeBatch) {
    let Some(dash) = pen.style.dash_px else {
        push(at, radius, map, shapes, |shape| dress(shape, pen, radius));
        return;
    };
    if pen.style.fill[3] > 0 || pen.style.hatched {
        push(at, radius, map, shapes, |shape| without_outline(shape, pen));
    }
    if !map.shows(at, radius + pen.width) {
        return;
    }
    // Dashes run along straight pieces, at least four of them per dash so that the circle looks round.
    let pieces = (4.0 * std::f32::consts::TAU * radius / (dash[0] * pen.scale).max(1.0)).clamp(24.0, 512.0) as u32;
    scratch.points.clear();
    scratch.points.extend((0..=pieces).map(|i| at + radius * Vec2::from_angle(i as f32 / pieces as f32 * std::f32::consts::TAU)));
    let mut phase = 0.0;
    for pair in scratch.points.windows(2) {
        line_from(pair[0], pair[1], phase, pen, map, shapes);
        phase += pair[0].distance(pair[1]);
    }
}

/// Fill, hatching and outline of a shape whose narrowest half is `half` pixels.
fn dress(shape: ShapeInstance, pen: &Pen, half: f32) -> ShapeInstance {
    without_outline(shape, pen).stroked(pen.style.stroke, pen.width.min(half + 1.0))
}

/// Fill and hatching; the outline is drawn apart.
fn without_outline(shape: ShapeInstance, pen: &Pen) -> ShapeInstance {
    let kind = if pen.style.hatched { EdgeKind::Hatched } else { EdgeKind::Plain };
    shape.filled(pen.style.fill).stroked(pen.style.stroke, 0.0).of_kind(kind)
}

struct Area {
    middle: Vec2,
    axis: Vec2,
    half: Vec2,
    rounding: f32,
}

/// A rounded box or capsule.
fn area(area: Area, pen: &Pen, keep_order: bool, map: &Mapping, scratch: &mut Scratch, out: &mut Output<'_, '_>) {
    let reach = area.half.length() + area.rounding;
    if !map.shows(area.middle, reach + pen.width + 1.0) {
        return;
    }
    let corners = || {
        let (x, y) = (area.axis * area.half.x, area.axis.perp() * area.half.y);
        [-x - y, x - y, x + y, y - x].map(|corner| area.middle + corner)
    };
    let is_flat = area.half.y <= 0.0;
    if reach > FAR && !is_flat {
        scratch.points.clear();
        scratch.points.extend(corners());
        return convex(area.rounding, pen, keep_order, map, scratch, out);
    }
    if keep_order {
        out.triangles.flush(out.backend, out.screen);
    }
    let shape = ShapeInstance::new(area.middle, area.axis, area.half, area.rounding);
    if pen.style.dash_px.is_none() {
        out.shapes.waiting.push(dress(shape, pen, area.half.y + area.rounding));
        return;
    }
    if pen.style.fill[3] > 0 || pen.style.hatched {
        out.shapes.waiting.push(without_outline(shape, pen));
    }
    if is_flat {
        let (x, y) = (area.axis * area.half.x, area.axis.perp() * 1e-3);
        polygon::outline(&[-x - y, x - y, x + y, y - x].map(|c| area.middle + c), area.rounding, &mut scratch.outline);
    } else {
        polygon::outline(&corners(), area.rounding, &mut scratch.outline);
    }
    dashes(pen, map, scratch, out.shapes);
}

/// The dashed line along `scratch.outline`.
fn dashes(pen: &Pen, map: &Mapping, scratch: &Scratch, shapes: &mut ShapeBatch) {
    let mut phase = 0.0;
    for (i, point) in scratch.outline.iter().enumerate() {
        let (a, b) = (point.at(-0.5 * pen.width), scratch.outline[(i + 1) % scratch.outline.len()].at(-0.5 * pen.width));
        line_from(a, b, phase, pen, map, shapes);
        phase += a.distance(b);
    }
}

/// The convex polygon in `scratch.points`.
fn convex(rounding: f32, pen: &Pen, keep_order: bool, map: &Mapping, scratch: &mut Scratch, out: &mut Output<'_, '_>) {
    let (low, high) = scratch.points.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), p| (low.min(*p), high.max(*p)));
    let grown = Vec2::splat(rounding + pen.width + 1.0);
    let is_outside = |low: f32, high: f32, half: f32| !(low <= half && high >= -half);
    if is_outside((low - grown).x, (high + grown).x, map.half.x) || is_outside((low - grown).y, (high + grown).y, map.half.y) {
        return;
    }
    if low.min(-high).min_element() < -FAR {
        polygon::clip_to_square(&mut scratch.points, map.half.max_element() + rounding + 64.0);
    }
    if scratch.points.len() < 3 || !polygon::make_counter_clockwise(&mut scratch.points) {
        return;
    }
    let is_dashed = pen.style.dash_px.is_some();
    let width = if is_dashed { 0.0 } else { pen.width };
    let paint = Paint { fill: pen.style.fill, stroke: pen.style.stroke, width, hatched: pen.style.hatched };
    if keep_order {
        out.shapes.flush(out.backend, out.screen);
    }
    polygon::paint(&scratch.points, rounding, &paint, &mut scratch.outline, out.triangles);
    if is_dashed {
        if keep_order {
            out.triangles.flush(out.backend, out.screen);
        }
        dashes(pen, map, scratch, out.shapes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Canvas;
    use super::*;
    use crate::draw::View;
    fn mapping(list: &DrawList) -> Mapping {
        let view = View { center: Vec2::new(100.0, 50.0), height: 10.0 };
        Mapping::new(&Canvas { list, view, place: [20.0, 10.0, 400.0, 200.0], scale: 2.0, theme: Theme::Dark, grid: false })
    }

    #[test]
    fn the_middle_of_the_view_is_the_middle_of_the_canvas_and_up_is_up() {
        let list = DrawList::default();
        let map = mapping(&list);
        assert_eq!(map.place(Vec2::new(100.0, 50.0)), Vec2::ZERO);
        // 10 m are 200 points are 400 pixels.
        assert_eq!(map.place(Vec2::new(101.0, 52.0)), Vec2::new(40.0, 80.0));
    }

    #[test]
    fn a_line_is_cut_where_it_leaves_the_canvas() {
        let list = DrawList::default();
        let map = mapping(&list);
        let (a, b, cut) = map.clip(Vec2::new(-1e6, 0.0), Vec2::new(0.0, 0.0), 0.0).expect("crosses the canvas");
        assert!((a.x + 400.0).abs() < 0.5 && b == Vec2::ZERO, "{a} {b}");
        assert!((cut - (1e6 - 400.0)).abs() < 1.0);
        assert!(map.clip(Vec2::new(-1e6, 300.0), Vec2::new(1e6, 300.0), 0.0).is_none());
    }
}
