//! A curve: its points, its weights, what it crosses.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item};
use crate::draw::quantity::fixed;
use crate::engine::math::Vec2;
use crate::scene::document::{PlaneCurve, PlaneCurveDoc};
use crate::scene::limits;
use crate::scene::plane_curves::{Crossed, Meets};
use crate::ui::desk::Desk;
use egui::Ui;

/// Weights of control points.
const WEIGHT: fields::Unit =
    fields::Unit { factor: 1.0, suffix: "", speed: 0.01, min: limits::WEIGHT.min, max: limits::WEIGHT.max, decimals: 2 };
/// Crossings that are told one by one.
const MOST_TOLD: usize = 12;

/// Shows and edits a curve.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &PlaneCurveDoc) {
    let app = desk.app;
    let mut curve = doc.clone();
    let mut f = Fields::new(ui, desk);
    let kind = match &doc.kind {
        PlaneCurve::Line { .. } => "Line · no ends",
        PlaneCurve::Segment { .. } => "Segment",
        PlaneCurve::Ray { .. } => "Ray · reflected by bodies",
        PlaneCurve::Circle { .. } => "Circle",
        PlaneCurve::Bezier { .. } => "Bézier curve",
    };
    heading(&mut f, &doc.id, kind);
    name(&mut f, &mut curve.id, limits::NAME, |id| app.document().curve(id).is_some());
    f.section("Kind");
    choose_kind(&mut f, &mut curve.kind);
    f.section("Places");
    places(&mut f, &mut curve.kind);
    f.section("Crosses");
    crossings(&mut f, &doc.id);
    f.ui.add_space(f.desk.look.gap(3.0));
    delete(f.ui, f.desk, Item::Curve(doc.id.clone()));
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: curve.into(), gesture });
    }
}

/// Another kind through the same places.
fn choose_kind(f: &mut Fields<'_, '_, '_>, kind: &mut PlaneCurve) {
    const KINDS: [(&str, &str, &str); 5] = [
        ("line", "line", "Goes on without end both ways."),
        ("segment", "segment", "From one point to the other."),
        ("ray", "ray", "A ray of light that bodies reflect."),
        ("circle", "circle", "Round the first point, through the last."),
        ("bezier", "Bézier", "Pulled to its control points."),
    ];
    let mut word = kind.word();
    f.choice("Kind", &mut word, &KINDS);
    if word == kind.word() {
        return;
    }
    let mut points = kind.places();
    if let PlaneCurve::Circle { center, radius } = kind {
        points.push(*center + Vec2::new(*radius, 0.0));
    }
    let (a, b) = (points[0], points[points.len() - 1]);
    *kind = match word {
        "line" => PlaneCurve::Line { a, b },
        "segment" => PlaneCurve::Segment { a, b },
        "ray" => PlaneCurve::Ray { a, b, bounces: PlaneCurve::BOUNCES },
        "circle" => PlaneCurve::Circle { center: a, radius: (b - a).length().max(limits::SIZE.min) },
        _ => PlaneCurve::Bezier { points, weights: Vec::new() },
    };
}

fn places(f: &mut Fields<'_, '_, '_>, kind: &mut PlaneCurve) {
    match kind {
        PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } => {
            f.vector("From", a, fields::PLACE);
            f.vector("Through", b, fields::PLACE);
        }
        PlaneCurve::Ray { a, b, bounces } => {
            f.vector("From", a, fields::PLACE);
            f.vector("Through", b, fields::PLACE);
            let hint = crate::ui::hints::of("Bounces");
            f.count("Bounces", hint, bounces, limits::BOUNCES.min as u32, limits::BOUNCES.max as u32);
        }
        PlaneCurve::Circle { center, radius } => {
            f.vector("Middle", center, fields::PLACE);
            f.number("Radius", radius, fields::SIZE);
        }
        PlaneCurve::Bezier { points, weights } => {
            f.readout("Degree", format!("{}", points.len() - 1));
            for (k, point) in points.iter_mut().enumerate() {
                f.vector(&format!("Control point {}", k + 1), point, fields::PLACE);
            }
            let mut rational = !weights.is_empty();
            f.switch("Weights", &mut rational, "A weight for each control point: a rational curve, which can be an arc of a circle.");
            if rational == weights.is_empty() {
                *weights = if rational { vec![1.0; points.len()] } else { Vec::new() };
            }
            for (k, weight) in weights.iter_mut().enumerate() {
                f.number(&format!("Weight {}", k + 1), weight, WEIGHT);
            }
        }
    }
}

/// What it crosses now.
fn crossings(f: &mut Fields<'_, '_, '_>, id: &str) {
    if f.button("Look into its crossings", "The steps of the search: equation, polynomial, roots, even–odd rule.").clicked() {
        f.desk.send(crate::ui::contact_card::into_scene("curves"));
    }
    let all = f.desk.app.stage().curve_crossings();
    let mut told = 0;
    for crossing in &all {
        let name = match &crossing.other {
            Crossed::Curve(other) if other == id => &crossing.curve,
            Crossed::Curve(other) | Crossed::Body(other) if crossing.curve == id => other,
            _ => continue,
        };
        told += 1;
        if told <= MOST_TOLD {
            let placed = |p: Vec2| format!("({}, {})", fixed(p.x, 3), fixed(p.y, 3));
            let place = match crossing.how {
                Meets::Crosses => placed(crossing.point),
                Meets::Touches => format!("{} · touches", placed(crossing.point)),
                Meets::Overlaps(to) => format!("overlaps, {} to {}", placed(crossing.point), placed(to)),
                Meets::Coincides => "coincides".to_owned(),
            };
            f.readout(name, place);
        }
    }
    match told {
        0 => f.sentence("It crosses nothing now."),
        _ if told > MOST_TOLD => f.sentence(&format!("And {} more.", told - MOST_TOLD)),
        _ => {}
    }
}
