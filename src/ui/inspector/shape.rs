//! Shapes of a body: sizes, corners, material, layers.

use super::fields::{self, Fields};
use super::layers;
use crate::engine::body::BodyKind;
use crate::engine::material::Material;
use crate::engine::math::{Vec2, max};
use crate::engine::shape::BoxShape;
use crate::engine::tuning;
use crate::scene::document::{BodyDoc, Geometry, ShapeDoc, raise_static};
use crate::ui::{button, hints};
use egui_phosphor::regular as icon;

/// Shows and edits shape number `index`.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc, index: usize) {
    let several = body.shapes.len() > 1;
    let kind = body.kind;
    let Some(shape) = body.shapes.get_mut(index) else { return };
    let name = word(&shape.geometry);
    f.section(&if several { format!("Shape {} · {name}", index + 1) } else { format!("Shape · {name}") });
    f.within(("shape", index), |f| {
        geometry(f, &mut shape.geometry, several);
        if !shape.geometry.is_massless() {
            material(f, shape, kind);
        } else {
            coefficients(f, shape, false);
        }
        layers::show(f, &mut shape.filter);
        f.switch("Sensor", &mut shape.sensor, hints::of("Sensor"));
    });
    if several && f.button(&format!("Remove shape {}", index + 1), hints::of("Remove shape")).clicked() {
        body.shapes.remove(index);
        f.changed = Some(f.desk.state.gesture.next());
    }
}

fn geometry(f: &mut Fields<'_, '_, '_>, geometry: &mut Geometry, placed: bool) {
    match geometry {
        Geometry::Circle { radius, center } => {
            f.number("Radius", radius, fields::SIZE);
            if placed || *center != Vec2::ZERO {
                f.vector("Centre", center, fields::PLACE);
            }
        }
        Geometry::Box { width, height, center, angle, rounding } => {
            f.number("Width", width, fields::SIZE);
            f.number("Height", height, fields::SIZE);
            let most = BoxShape::most_rounding(*width, *height, *center);
            f.number("Rounding", rounding, fields::Unit { max: most, ..fields::ROUNDING });
            *rounding = rounding.min(most);
            if placed || *center != Vec2::ZERO || *angle != 0.0 {
                f.vector("Centre", center, fields::PLACE);
                f.number("Turned by", angle, fields::ANGLE);
            }
        }
        Geometry::Capsule { a, b, radius } => {
            f.number("Radius", radius, fields::SIZE);
            f.vector("End a", a, fields::PLACE);
            f.vector("End b", b, fields::PLACE);
            f.readout("Length", crate::draw::quantity::length((*b - *a).length() + 2.0 * *radius));
        }
        Geometry::Polygon { vertices, rounding } => {
            f.number("Rounding", rounding, fields::ROUNDING);
            corners(f, vertices);
        }
        Geometry::Outline { vertices } => corners(f, vertices),
        Geometry::Segment { a, b } => {
            f.vector("End a", a, fields::PLACE);
            f.vector("End b", b, fields::PLACE);
            f.readout("Length", crate::draw::quantity::length((*b - *a).length()));
        }
        Geometry::HalfPlane { point, angle } => {
            f.vector("Surface point", point, fields::PLACE);
            f.number("Turned by", angle, fields::ANGLE);
        }
    }
}

/// The list of vertices; one that would spoil the shape is refused by the program, in words.
fn corners(f: &mut Fields<'_, '_, '_>, vertices: &mut Vec<Vec2>) {
    let count = vertices.len();
    let mut remove = None;
    let mut insert = None;
    let mut changed = f.changed;
    let header = egui::CollapsingHeader::new(format!("{count} corners")).id_salt("corners").default_open(count <= 6).show(f.ui, |ui| {
        let mut inner = Fields { ui, desk: f.desk, changed };
        for (i, vertex) in vertices.iter_mut().enumerate() {
            let label = format!("Corner {}", i + 1);
            // The number alone: beside two fields and two buttons there is no room for the word.
            let (x, y) = inner.told_row(&(i + 1).to_string(), hints::of(&label), |ui, desk| {
                let quiet = |text: &str| egui::Button::new(egui::RichText::new(text).color(desk.look.quiet)).small();
                let response = ui.add_enabled(count > tuning::MIN_POLYGON_VERTICES, quiet(icon::MINUS)).on_hover_text("Remove this corner");
                let least = format!("A polygon has at least {} corners", tuning::MIN_POLYGON_VERTICES);
                let response = response.on_disabled_hover_text(least);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Remove corner {}", i + 1)));
                if response.clicked() {
                    remove = Some(i);
                }
                let most = format!("A polygon has at most {} corners", tuning::MAX_POLYGON_VERTICES);
                let response = ui.add_enabled(count < tuning::MAX_POLYGON_VERTICES, quiet(icon::PLUS));
                let response = response.on_hover_text("Add a corner after this one").on_disabled_hover_text(most);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Add corner after {}", i + 1)));
                if response.clicked() {
                    insert = Some(i);
                }
                let [x, y] = fields::both(ui, desk, &label, vertex, fields::PLACE);
                (x, y)
            });
            inner.remark(&x, vertex.x, fields::PLACE);
            inner.remark(&y, vertex.y, fields::PLACE);
            inner.note(&x);
            inner.note(&y);
        }
        changed = inner.changed;
    });
    header.header_response.on_hover_text("The polygon's corners, counter-clockwise.");
    f.changed = changed;
    if let Some(i) = remove {
        vertices.remove(i);
    }
    if let Some(i) = insert {
        vertices.insert(i + 1, between(vertices, i));
    }
    if remove.or(insert).is_some() {
        f.changed = Some(f.desk.state.gesture.next());
    }
}

/// A corner between two others, a little outside their edge: on the edge it would be no corner.
fn between(vertices: &[Vec2], i: usize) -> Vec2 {
    let (a, b) = (vertices[i], vertices[(i + 1) % vertices.len()]);
    let doubled_area: f32 = (0..vertices.len()).map(|k| crate::engine::math::cross(vertices[k], vertices[(k + 1) % vertices.len()])).sum();
    let outward = -crate::engine::math::perp(b - a) * doubled_area.signum();
    (a + b) * 0.5 + outward * 0.05
}

fn material(f: &mut Fields<'_, '_, '_>, shape: &mut ShapeDoc, kind: BodyKind) {
    let names: Vec<String> = f.desk.app.document().materials.keys().cloned().collect();
    if !names.is_empty() {
        let mut choices: Vec<(Option<String>, &str, &str)> = vec![(None, "none", "Its own numbers.")];
        choices.extend(names.iter().map(|n| (Some(n.clone()), n.as_str(), "The numbers of this material.")));
        let before = shape.material.clone();
        f.choice("Material", &mut shape.material, &choices);
        if shape.material != before {
            // A chosen material counts: numbers of its own would hide it.
            (shape.density, shape.friction, shape.static_friction, shape.restitution) = (None, None, None, None);
        }
    }
    coefficients(f, shape, kind == BodyKind::Dynamic);
}

/// Density, friction (of sliding and static), restitution: the shape's own, else the material's, else the default.
fn coefficients(f: &mut Fields<'_, '_, '_>, shape: &mut ShapeDoc, has_mass: bool) {
    let named = shape.material.as_ref().and_then(|m| f.desk.app.document().materials.get(m)).copied().unwrap_or_default();
    let usual = Material::default();
    let mut row = |label: &str, own: &mut Option<f32>, from: f32, unit| {
        let mut value = own.unwrap_or(from);
        let response = f.number(label, &mut value, unit);
        if response.changed() {
            *own = Some(value);
        }
        if own.is_none() && shape.material.is_some() {
            response.on_hover_text("From the material; changing it here makes it this shape's own.");
        }
    };
    if has_mass {
        row("Density", &mut shape.density, named.density.unwrap_or(usual.density), fields::DENSITY);
    }
    row("Friction", &mut shape.friction, named.friction.unwrap_or(usual.friction), fields::FRICTION);
    let sliding = shape.friction.or(named.friction).unwrap_or(usual.friction);
    let grip = max(named.static_friction.unwrap_or(sliding), sliding);
    row("Static friction", &mut shape.static_friction, grip, fields::at_least(sliding));
    raise_static(sliding, &mut shape.static_friction);
    row("Restitution", &mut shape.restitution, named.restitution.unwrap_or(usual.restitution), fields::FRACTION);
}

/// A menu that adds one more shape.
pub(super) fn add(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    let look = f.desk.look;
    f.ui.add_space(look.gap(1.0));
    let mut new = None;
    let menu = button::menu(f.ui, f.desk, format!("{} Add shape", icon::PLUS), |ui, _| {
        let half = Vec2::new(0.5, 0.0);
        let choices = [
            Geometry::Circle { radius: 0.5, center: Vec2::ZERO },
            Geometry::Box { width: 1.0, height: 0.5, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 },
            Geometry::Capsule { a: -half, b: half, radius: 0.2 },
        ];
        // Only what stands may have no end.
        let ground = (body.kind == BodyKind::Static).then_some(Geometry::HalfPlane { point: Vec2::ZERO, angle: 0.0 });
        for choice in choices.into_iter().chain(ground) {
            if ui.button(word(&choice)).on_hover_text(hints::of(word(&choice))).clicked() {
                new = Some(choice);
                ui.close_menu();
            }
        }
    });
    menu.on_hover_text(hints::of("Add shape"));
    if let Some(geometry) = new {
        body.shapes.push(ShapeDoc::new(geometry));
        f.changed = Some(f.desk.state.gesture.next());
    }
}

/// Name of a geometry.
pub(super) fn word(geometry: &Geometry) -> &'static str {
    match geometry {
        Geometry::Circle { .. } => "Circle",
        Geometry::Box { .. } => "Box",
        Geometry::Capsule { .. } => "Capsule",
        Geometry::Polygon { .. } => "Polygon",
        Geometry::Outline { .. } => "Outline",
        Geometry::Segment { .. } => "Segment",
        Geometry::HalfPlane { .. } => "Half-plane",
    }
}
