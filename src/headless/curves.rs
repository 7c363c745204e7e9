//! `curves`: where the curves of a scene cross each other and bodies, and the ways of its rays.

use super::host::{Host, print};
use super::source;
use crate::draw::quantity::fixed;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, PlaneCurve};
use crate::scene::plane_curves::{Crossed, Crossing, Meets};
use crate::scene::problem::visible;
use crate::scene::stage::Stage;
use clap::Args;

/// Arguments of `curves`.
#[derive(Args, Debug)]
pub struct CurvesOptions {
    /// Scene with the curves.
    pub scene: String,
    /// Steps to take first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub at_step: u64,
}

/// Prints a line for each crossing (curve, what it meets, parameter, place; of a part that both share both its ends),
/// with Bézout's count where two curves meet, and a line for each leg of each ray.
///
/// # Errors
/// The scene does not load, it has no curves, or standard output is closed.
pub fn curves(options: &CurvesOptions, host: &mut dyn Host) -> Result<(), String> {
    let (document, stage) = source::stage_at(&options.scene, options.at_step, host)?;
    if document.curves.is_empty() {
        return Err(format!("{}: there are no curves", options.scene));
    }
    let mut out: String = stage.curve_crossings().iter().map(|crossing| line(&document, crossing)).collect();
    out += &rays(&stage);
    print(host, if out.is_empty() { "no crossings\n" } else { &out })
}

fn line(document: &Document, crossing: &Crossing) -> String {
    let (other, most) = match &crossing.other {
        Crossed::Body(id) => (format!("body {}", visible(id)), String::new()),
        Crossed::Curve(id) => {
            let degree = |id: &str| document.curve(id).map_or(1, |curve| curve.kind.degree());
            (format!("curve {}", visible(id)), format!("  at most {}", degree(&crossing.curve) * degree(id)))
        }
    };
    let number = |x: f32| fixed(x, 5);
    let placed = |p: Vec2| format!("({}, {})", number(p.x), number(p.y));
    let how = match crossing.how {
        Meets::Crosses => String::new(),
        Meets::Touches => "  touches".to_owned(),
        Meets::Overlaps(to) => format!("  overlaps up to {}", placed(to)),
        Meets::Coincides => return format!("{} × {other}  coincides everywhere\n", visible(&crossing.curve)),
    };
    let place = placed(crossing.point);
    format!("{} × {other}  t = {}  {place}{most}{how}\n", visible(&crossing.curve), number(crossing.t as f32))
}

fn rays(stage: &Stage) -> String {
    let mut out = String::new();
    for doc in stage.curves() {
        let Some(PlaneCurve::Ray { a, b, bounces }) = stage.placed_curve(doc) else { continue };
        for (index, leg) in stage.ray_path(a, b, bounces).iter().enumerate() {
            let met = leg
                .hit
                .as_ref()
                .map_or("nothing".to_owned(), |(body, n)| format!("{}  normal ({}, {})", visible(body), fixed(n.x, 5), fixed(n.y, 5)));
            let place = format!("({}, {})", fixed(leg.to.x, 5), fixed(leg.to.y, 5));
            out += &format!("{} leg {}: to {place}  {met}\n", visible(&doc.id), index + 1);
        }
    }
    out
}
