//! One mark to SVG elements.

use super::super::field::{Cells, Run};
use super::super::half_plane;
use super::super::labels::PxBox;
use super::super::palette::{self, Style, Theme};
use super::super::path;
use super::super::projection::Projection;
use super::super::{DrawList, Mark, Primitive, Role};
use super::writer::{Writer, chain, num, paint, stroke, xy};
use glam::Vec2;

/// Distance and depth of the strokes that mark solid ground, points.
const HATCH_SPACING: f32 = 9.0;
const HATCH_DEPTH: f32 = 9.0;
/// Marks farther outside than this need not be written, points.
const OUTSIDE: f32 = 64.0;

/// Everything that turns marks of one sheet into elements.
pub(super) struct Pen<'a> {
    pub(super) list: &'a DrawList,
    pub(super) theme: Theme,
    pub(super) projection: Projection,
}

/// Name of the hatching pattern of a role.
pub(super) fn hatch_id(role: Role) -> &'static str {
    match role {
        Role::FrozenBody => "hatch-frozen",
        _ => "hatch-static",
    }
}

impl Pen<'_> {
    /// Writes a mark; labels are placed elsewhere, marks with numbers that are not finite are left out.
    pub(super) fn mark(&self, mark: &Mark, out: &mut Writer) {
        if !is_finite(mark, self.list) {
            return;
        }
        let style = palette::style(self.theme, mark.role);
        let px = |p: Vec2| self.projection.to_px(p);
        match &mark.primitive {
            Primitive::Line { a, b } => self.line(px(*a), px(*b), mark.role, &style, out),
            Primitive::Arrow { from, to } => arrow(px(*from), px(*to), &style, out),
            Primitive::Circle { center, radius } => self.circle(px(*center), *radius, mark.role, &style, out),
            Primitive::Capsule { a, b, radius } if a == b => self.circle(px(*a), *radius, mark.role, &style, out),
            Primitive::Capsule { a, b, radius } => self.area(&[*a, *b], *radius, mark.role, &style, out),
            Primitive::Box { center, half, rotation, rounding } => {
                let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
                self.area(&corners.map(|c| *center + rotation.rotate(c * *half)), *rounding, mark.role, &style, out);
            }
            Primitive::HalfPlane { point, normal } => {
                if let Some(corners) = half_plane::on_paper(*point, *normal, self.projection) {
                    self.area(&corners, 0.0, mark.role, &style, out);
                }
            }
            Primitive::Polygon { points, rounding } => self.area(self.list.points(points), *rounding, mark.role, &style, out),
            Primitive::Band { points, opacity } => self.band(self.list.points(points), *opacity, &style, out),
            Primitive::Image { picture, center, half, opacity } => self.image(*picture, *center, *half, *opacity, out),
            Primitive::Field { corner, cell, columns, levels } => {
                self.field(self.list.cells(*corner, *cell, *columns, levels), &style, out)
            }
            Primitive::Outline { points } => self.chain(self.list.points(points), true, &style, out),
            Primitive::Polyline { points } => self.chain(self.list.points(points), false, &style, out),
            Primitive::Dot { at, radius_px } => dot(px(*at), *radius_px, &style, out),
            Primitive::Ring { at, radius_px } => ring(px(*at), *radius_px, &style, out),
            Primitive::Cross { at, radius_px } => cross(px(*at), *radius_px, &style, out),
            Primitive::Label { .. } => {}
        }
    }

    fn line(&self, a: Vec2, b: Vec2, role: Role, style: &Style, out: &mut Writer) {
        let page = self.projection.frame.grown(OUTSIDE);
        let Some((a, b)) = path::clip_segment(a, b, page.min, page.max) else { return };
        if style.hatched {
            // The paper's y points down: turned upside down for "below", and back.
            let up = |p: Vec2| Vec2::new(p.x, -p.y);
            let strokes = path::hatch_below(up(a), up(b), HATCH_SPACING, HATCH_DEPTH);
            let d: String = strokes.iter().map(|&(from, to)| chain(&[up(from), up(to)], false)).collect();
            if !d.is_empty() {
                let thin = Style { width_px: style.width_px * 0.5, dash_px: None, ..*style };
                out.path(&d, &format!(" data-role=\"{role:?}\"{}", stroke(&thin)));
            }
        }
        out.path(&chain(&[a, b], false), &stroke(style));
    }

    fn circle(&self, center: Vec2, radius: f32, role: Role, style: &Style, out: &mut Writer) {
        let geometry = format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", num(center.x), num(center.y), num(radius * self.projection.scale));
        for layer in layers(role, style) {
            out.add(format_args!("{geometry}{layer}/>\n"));
        }
    }

    fn area(&self, points: &[Vec2], radius: f32, role: Role, style: &Style, out: &mut Writer) {
        let edges = path::rounded(points, radius);
        let Some(first) = edges.first() else { return };
        let r = num(radius * self.projection.scale);
        let mut d = format!("M{}", xy(self.projection.to_px(first.from)));
        for (i, edge) in edges.iter().enumerate() {
            d.push_str(&format!("L{}", xy(self.projection.to_px(edge.to))));
            if radius > 0.0 {
                let end = self.projection.to_px(edges[(i + 1) % edges.len()].from);
                d.push_str(&format!("A{r} {r} 0 0 0 {}", xy(end)));
            }
        }
        d.push('Z');
        for layer in layers(role, style) {
            out.path(&d, &layer);
        }
    }

    /// The picture of the head ([`super::pictures`]), a unit square there, laid over its place.
    fn image(&self, picture: u32, center: Vec2, [x, y]: [Vec2; 2], opacity: f32, out: &mut Writer) {
        let corner = self.projection.to_px(center - x + y);
        let (right, down) = (self.projection.to_px(center + x + y) - corner, self.projection.to_px(center - x - y) - corner);
        let matrix = [right.x, right.y, down.x, down.y, corner.x, corner.y].map(|n| n.to_string()).join(" ");
        let opacity = if opacity < 1.0 { format!(" opacity=\"{}\"", num(opacity)) } else { String::new() };
        out.add(format_args!("<use href=\"#picture-{picture}\" transform=\"matrix({matrix})\"{opacity}/>\n"));
    }

    /// There along the one chain, back along the other.
    fn band(&self, pairs: &[Vec2], opacity: f32, style: &Style, out: &mut Writer) {
        let side = |side: usize| pairs.iter().skip(side).step_by(2).map(|&p| self.projection.to_px(p)).collect::<Vec<Vec2>>();
        let (mut points, back) = (side(0), side(1));
        points.extend(back.into_iter().rev());
        // Chains that stand on one point, like light on its lamp, need it once.
        points.dedup();
        let [r, g, b, a] = style.fill;
        let fill = [r, g, b, (f32::from(a) * opacity).round() as u8];
        if points.len() > 2 && fill[3] > 0 {
            out.path(&chain(&points, true), &format!("{} stroke=\"none\"", paint("fill", fill)));
        }
    }

    /// One path for each level; squares of one row and level are one rectangle.
    fn field(&self, cells: Cells<'_>, style: &Style, out: &mut Writer) {
        let [r, g, b, a] = style.fill;
        for (share, runs) in cells.runs() {
            let rectangle = |run: &Run| {
                let (from, to) = (self.projection.to_px(run.min), self.projection.to_px(run.max));
                format!("M{}H{}V{}H{}Z", xy(from), num(to.x), num(to.y), num(from.x))
            };
            let d: String = runs.iter().map(rectangle).collect();
            let fill = paint("fill", [r, g, b, (f32::from(a) * share).round() as u8]);
            out.path(&d, &format!("{fill} stroke=\"none\" shape-rendering=\"crispEdges\""));
        }
    }

    fn chain(&self, points: &[Vec2], closed: bool, style: &Style, out: &mut Writer) {
        if points.len() > 1 {
            let points: Vec<Vec2> = points.iter().map(|&p| self.projection.to_px(p)).collect();
            out.path(&chain(&points, closed), &stroke(style));
        }
    }
}

/// Fill, hatching and outline of an area, from back to front, as attributes. Most areas need one element only.
fn layers(role: Role, style: &Style) -> Vec<String> {
    let fill = if style.fill[3] > 0 { paint("fill", style.fill) } else { String::new() };
    if style.hatched {
        vec![format!("{fill} stroke=\"none\""), format!(" fill=\"url(#{})\"{}", hatch_id(role), stroke(style))]
    } else {
        vec![format!("{fill}{}", stroke(style))]
    }
}

fn arrow(from: Vec2, to: Vec2, style: &Style, out: &mut Writer) {
    let Some(head) = path::arrow_head(from, to, style.width_px) else { return };
    out.path(&chain(&[from, head.neck], false), &stroke(style));
    out.path(&chain(&head.triangle, true), &format!("{} stroke=\"none\"", paint("fill", style.stroke)));
}

fn dot(at: Vec2, radius: f32, style: &Style, out: &mut Writer) {
    let colour = paint("fill", style.stroke);
    out.add(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{colour} stroke=\"none\"/>\n", num(at.x), num(at.y), num(radius)));
}

fn ring(at: Vec2, radius: f32, style: &Style, out: &mut Writer) {
    let solid = stroke(&Style { dash_px: None, ..*style });
    out.add(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{solid}/>\n", num(at.x), num(at.y), num(radius)));
}

fn cross(at: Vec2, radius: f32, style: &Style, out: &mut Writer) {
    let (u, v) = (Vec2::splat(radius), Vec2::new(radius, -radius));
    let d = chain(&[at - u, at + u], false) + &chain(&[at - v, at + v], false);
    out.path(&d, &stroke(&Style { dash_px: None, ..*style }));
}

/// True when every number of the mark is finite.
fn is_finite(mark: &Mark, list: &DrawList) -> bool {
    let all = |points: &[Vec2]| points.iter().all(|p| p.is_finite());
    match &mark.primitive {
        Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => all(&[*a, *b]),
        Primitive::Circle { center, radius } => all(&[*center]) && radius.is_finite(),
        Primitive::Capsule { a, b, radius } => all(&[*a, *b]) && radius.is_finite(),
        Primitive::Box { center, half, rotation, rounding } => all(&[*center, *half, *rotation]) && rounding.is_finite(),
        Primitive::HalfPlane { point, normal } => all(&[*point, *normal]),
        Primitive::Polygon { points, rounding } => all(list.points(points)) && rounding.is_finite(),
        Primitive::Outline { points } | Primitive::Polyline { points } => all(list.points(points)),
        Primitive::Band { points, opacity } => all(list.points(points)) && opacity.is_finite(),
        Primitive::Image { center, half: [x, y], opacity, .. } => all(&[*center, *x, *y]) && opacity.is_finite(),
        Primitive::Field { corner, cell, .. } => all(&[*corner]) && cell.is_finite(),
        Primitive::Dot { at, radius_px } | Primitive::Ring { at, radius_px } | Primitive::Cross { at, radius_px } => {
            all(&[*at]) && radius_px.is_finite()
        }
        Primitive::Label { at, .. } => all(&[*at]),
    }
}

/// A straight line with round ends between two places on the paper.
pub(super) fn leader(from: Vec2, to: Vec2, style: &Style, out: &mut Writer) {
    let thin = Style { width_px: style.width_px.min(1.0), dash_px: None, ..*style };
    out.path(&chain(&[from, to], false), &stroke(&thin));
}

/// A filled rectangle.
pub(super) fn rectangle(bounds: PxBox, attributes: &str, out: &mut Writer) {
    let (at, size) = (bounds.min, bounds.size());
    let (x, y, w, h) = (num(at.x), num(at.y), num(size.x), num(size.y));
    out.add(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{attributes}/>\n"));
}
