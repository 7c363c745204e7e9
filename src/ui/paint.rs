//! Marks of a sheet to egui shapes: for the inset of the Minkowski difference, and for tests. The world sheet is
//! painted by the shell's instanced pipeline; only its words come from here.

use super::theme::{Look, color};
use crate::draw::labels::{self, LabelRequest, PxBox};
use crate::draw::palette::{Style, style};
use crate::draw::projection::Projection;
use crate::draw::strokes::strokes;
use crate::draw::{DrawList, Mark, Primitive, Sheet, half_plane, path};
use crate::engine::math::Vec2;
use egui::{Color32, Painter, Pos2, Shape, Stroke, pos2};

/// How far flattened arcs may lie from the true ones, points.
const TOLERANCE: f32 = 0.15;
/// Distance of hatch lines, points.
const HATCH: f32 = 7.0;

/// The marks of a sheet, back to front, without labels.
pub fn shapes(list: &DrawList, sheet: Sheet, look: &Look, projection: Projection) -> Vec<Shape> {
    drawn(list, sheet, look, projection, 1.0)
}

/// The same for a small picture: lines and dots of half the size.
pub fn miniature(list: &DrawList, sheet: Sheet, look: &Look, projection: Projection) -> Vec<Shape> {
    drawn(list, sheet, look, projection, 0.5)
}

fn drawn(list: &DrawList, sheet: Sheet, look: &Look, projection: Projection, weight: f32) -> Vec<Shape> {
    let mut out = Vec::new();
    for mark in list.marks.iter().filter(|m| m.sheet == sheet) {
        let style = style(look.theme, mark.role);
        let style = Style { width_px: style.width_px * weight, ..style };
        Pen { list, style, projection, weight, out: &mut out }.mark(mark);
    }
    out
}

fn pos(p: Vec2) -> Pos2 {
    pos2(p.x, p.y)
}

struct Pen<'a> {
    list: &'a DrawList,
    style: Style,
    projection: Projection,
    /// Factor on sizes that are given in points.
    weight: f32,
    out: &'a mut Vec<Shape>,
}

impl Pen<'_> {
    fn stroke(&self) -> Stroke {
        Stroke::new(self.style.width_px, color(self.style.stroke))
    }

    fn px(&self, p: Vec2) -> Vec2 {
        self.projection.to_px(p)
    }

    fn mark(&mut self, mark: &Mark) {
        let scale = self.projection.scale;
        match &mark.primitive {
            Primitive::Line { a, b } => self.chain(&[self.px(*a), self.px(*b)], false),
            Primitive::Arrow { from, to } => self.arrow(self.px(*from), self.px(*to)),
            Primitive::Circle { center, radius } => {
                let (center, radius) = (self.px(*center), radius * scale);
                let rim: Vec<Vec2> = path::arc(center, Vec2::new(radius, 0.0), std::f32::consts::TAU, segments(radius)).collect();
                self.area(&rim);
            }
            Primitive::Capsule { a, b, radius } => self.area(&path::flattened(&[self.px(*a), self.px(*b)], radius * scale, TOLERANCE)),
            Primitive::Box { center, half, rotation, rounding } => {
                let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
                let at = |(x, y): (f32, f32)| self.px(*center + rotation.rotate(Vec2::new(half.x * x, half.y * y)));
                self.area(&path::flattened(&corners.map(at), rounding * scale, TOLERANCE));
            }
            Primitive::HalfPlane { point, normal } => {
                if let Some(corners) = half_plane::on_paper(*point, *normal, self.projection) {
                    self.area(&corners.map(|p| self.px(p)));
                }
            }
            Primitive::Polygon { points, rounding } => {
                let corners: Vec<Vec2> = self.list.points(points).iter().map(|p| self.px(*p)).collect();
                self.area(&path::flattened(&corners, rounding * scale, TOLERANCE));
            }
            // Only worlds have pictures, and those are painted by the shell.
            Primitive::Image { .. } => {}
            Primitive::Band { points, opacity } => {
                let [r, g, b, a] = self.style.fill;
                let fill = translucent([r, g, b, (f32::from(a) * opacity).round() as u8]);
                let corners: Vec<Vec2> = self.list.points(points).iter().map(|p| self.px(*p)).collect();
                let mut mesh = egui::Mesh::default();
                corners.iter().for_each(|p| mesh.colored_vertex(pos(*p), fill));
                for i in (0..corners.len().saturating_sub(3) as u32).step_by(2) {
                    mesh.add_triangle(i, i + 1, i + 3);
                    mesh.add_triangle(i, i + 3, i + 2);
                }
                self.out.push(Shape::mesh(mesh));
            }
            Primitive::Field { corner, cell, columns, levels } => {
                let [r, g, b, a] = self.style.fill;
                let mut mesh = egui::Mesh::default();
                for (share, runs) in self.list.cells(*corner, *cell, *columns, levels).runs() {
                    let fill = translucent([r, g, b, (f32::from(a) * share).round() as u8]);
                    for run in runs {
                        mesh.add_colored_rect(egui::Rect::from_two_pos(pos(self.px(run.min)), pos(self.px(run.max))), fill);
                    }
                }
                self.out.push(Shape::mesh(mesh));
            }
            Primitive::Outline { points } => {
                let corners: Vec<Vec2> = self.list.points(points).iter().map(|p| self.px(*p)).collect();
                self.chain(&corners, true);
            }
            Primitive::Polyline { points } => {
                let corners: Vec<Vec2> = self.list.points(points).iter().map(|p| self.px(*p)).collect();
                self.chain(&corners, false);
            }
            Primitive::Dot { at, radius_px } => {
                self.out.push(Shape::circle_filled(pos(self.px(*at)), *radius_px * self.weight, self.stroke().color))
            }
            Primitive::Ring { at, radius_px } => {
                self.out.push(Shape::circle_stroke(pos(self.px(*at)), *radius_px * self.weight, self.stroke()))
            }
            Primitive::Cross { at, radius_px } => {
                let (c, r) = (self.px(*at), *radius_px * self.weight);
                self.chain(&[c + Vec2::new(-r, -r), c + Vec2::new(r, r)], false);
                self.chain(&[c + Vec2::new(-r, r), c + Vec2::new(r, -r)], false);
            }
            Primitive::Label { .. } => {}
        }
    }

    /// A line through points, dashed where the role says so.
    fn chain(&mut self, points: &[Vec2], closed: bool) {
        let mut points: Vec<Pos2> = points.iter().map(|p| pos(*p)).collect();
        if closed && let Some(&first) = points.first() {
            points.push(first);
        }
        if points.len() < 2 {
            return;
        }
        match self.style.dash_px {
            Some([dash, gap]) => self.out.extend(Shape::dashed_line(&points, self.stroke(), dash, gap)),
            None => self.out.push(Shape::line(points, self.stroke())),
        }
    }

    fn arrow(&mut self, from: Vec2, to: Vec2) {
        let Some(head) = path::arrow_head(from, to, self.style.width_px) else { return };
        self.chain(&[from, head.neck], false);
        self.out.push(Shape::convex_polygon(head.triangle.map(pos).to_vec(), self.stroke().color, Stroke::NONE));
    }

    /// A convex area: fill, hatching, outline.
    fn area(&mut self, outline: &[Vec2]) {
        if outline.len() < 3 {
            return;
        }
        let fill = translucent(self.style.fill);
        if fill.a() > 0 {
            self.out.push(Shape::convex_polygon(apart(outline), fill, Stroke::NONE));
        }
        if self.style.hatched {
            let thin = Stroke::new(1.0, self.stroke().color.gamma_multiply(0.5));
            self.out.extend(hatch(outline).into_iter().map(|(a, b)| Shape::line_segment([pos(a), pos(b)], thin)));
        }
        self.chain(outline, true);
    }
}

/// The corners of an outline without those that lie in one place with the one before. Filled as a fan with a soft rim,
/// twice the same corner makes a sliver across the whole shape, and a translucent fill shows it as a dotted seam.
fn apart(outline: &[Vec2]) -> Vec<Pos2> {
    /// Nearer corners are one, points.
    const SAME: f32 = 0.05;
    let mut corners: Vec<Vec2> = Vec::with_capacity(outline.len());
    corners.extend(outline);
    corners.dedup_by(|a, b| a.distance(*b) < SAME);
    while corners.len() > 3 && corners[0].distance(corners[corners.len() - 1]) < SAME {
        corners.pop();
    }
    corners.into_iter().map(pos).collect()
}

/// A fill as strong as the other painters make it: egui would mix in linear light, which looks twice as strong.
fn translucent([r, g, b, a]: crate::draw::palette::Rgba) -> Color32 {
    let weigh = |c: u8| (u16::from(c) * u16::from(a) / 255) as u8;
    Color32::from_rgba_premultiplied(weigh(r), weigh(g), weigh(b), a)
}

fn segments(radius: f32) -> usize {
    ((radius / TOLERANCE).sqrt() * 3.0).clamp(12.0, 128.0) as usize
}

/// Slanted lines across a convex outline: each line `x + y = k` is cut where the outline's vertices change sides.
fn hatch(outline: &[Vec2]) -> Vec<(Vec2, Vec2)> {
    let height = |p: Vec2| p.x + p.y;
    let (low, high) = outline.iter().fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(height(*p)), h.max(height(*p))));
    let first = (low / HATCH).ceil() as i64;
    let last = (high / HATCH).floor() as i64;
    let mut lines = Vec::new();
    for i in first..=last.min(first + 400) {
        let k = i as f32 * HATCH;
        let edges = (0..outline.len()).map(|j| (outline[j], outline[(j + 1) % outline.len()]));
        let cuts: Vec<Vec2> = edges
            .filter(|(a, b)| (height(*a) < k) != (height(*b) < k))
            .map(|(a, b)| a + (b - a) * ((k - height(a)) / (height(b) - height(a))))
            .collect();
        if let [a, b, ..] = cuts.as_slice() {
            lines.push((*a, *b));
        }
    }
    lines
}

/// A short piece of a role's line, as it runs in plots, along the middle of a rectangle.
pub(crate) fn swatch(painter: &Painter, look: &Look, role: crate::draw::Role, rect: egui::Rect) {
    let line = style(look.theme, role);
    let stroke = Stroke::new(line.width_px.max(2.5), look.role(role));
    let ends = [rect.left_center(), rect.right_center()];
    match line.dash_px {
        None => {
            painter.line_segment(ends, stroke);
        }
        Some([dash, gap]) => painter.extend(Shape::dashed_line(&ends, stroke, dash, gap)),
    }
}

/// Paints the labels of a sheet, each beside its place and none over another.
pub fn labels(painter: &Painter, look: &Look, list: &DrawList, sheet: Sheet, projection: Projection, taken: &[PxBox]) {
    let font = look.mark_font();
    let page = projection.frame.grown(-look.gap(1.0));
    let mut words = Vec::new();
    let mut requests = Vec::new();
    for mark in list.marks.iter().filter(|m| m.sheet == sheet) {
        if let Primitive::Label { at, text, offset_px, priority, room } = &mark.primitive {
            let ink = color(style(look.theme, mark.role).stroke);
            let galley = painter.layout_no_wrap(text.clone(), font.clone(), ink);
            let size = |galley: &egui::Galley| Vec2::new(galley.size().x, galley.size().y);
            let (anchor, offset) = (projection.to_px(*at), Vec2::new(offset_px.x, -offset_px.y));
            let room = room.map(|room| labels::room_beside(room * projection.scale, anchor, offset, page));
            let factor = room.map_or(1.0, |room| labels::fitted(size(&galley), room));
            let small = egui::FontId { size: factor * font.size, family: font.family.clone() };
            let galley = if factor < 1.0 { painter.layout_no_wrap(text.clone(), small, ink) } else { galley };
            requests.push(LabelRequest { anchor, offset, size: size(&galley), priority: *priority });
            words.push((galley, ink));
        }
    }
    let around = if requests.is_empty() { labels::Obstacles::default() } else { strokes(list, sheet, projection) };
    for (place, (galley, ink)) in labels::place(&requests, taken, &around, page).into_iter().zip(words) {
        let Some(place) = place else { continue };
        if let Some([from, to]) = place.leader {
            painter.line_segment([pos(from), pos(to)], Stroke::new(1.0, ink.gamma_multiply(0.6)));
        }
        let behind = egui::Rect::from_min_max(pos(place.bounds.min), pos(place.bounds.max));
        painter.rect_filled(behind.expand(1.0), look.corner(), look.veil());
        painter.galley(behind.min, galley, Color32::PLACEHOLDER);
    }
}
