//! Headings, reasons and cards.

use super::picture::ASKED;
use super::questions::{asked_edge, lamp_side};
use super::reel::{Moment, ShadowReel};
use super::run::OfLamp;
use crate::draw::quantity::counted;
use crate::lens::microscope::card::{Card, Line, Unit};
use crate::lens::microscope::left_out::left_out;
use crate::light::lamp::Lamp;
use crate::light::outline::{Edge, Form};
use crate::light::sweep::SweepStep;

pub(super) fn outcome(reel: &ShadowReel) -> String {
    let sides: usize = reel.run.lamps.iter().map(|of| of.kept().count()).sum();
    let cancelled = reel.run.outlines.cancelled;
    let lamps = counted(reel.run.lamps.len(), "lamp", "lamps");
    format!("{lamps}, {sides} sides of shadow volumes; {cancelled} inner edges cancelled")
}

pub(super) fn heading(reel: &ShadowReel, moment: Moment) -> String {
    match moment {
        Moment::Parts => "Edges of all parts".into(),
        Moment::Cancelled => format!("{} inner edges cancel", reel.run.outlines.cancelled),
        Moment::Faces(_) => "Edges that face the lamp".into(),
        Moment::Tangents(_) => "Arcs are cut".into(),
        Moment::Counters(_) => "One pass over the edges".into(),
        Moment::Kept(lamp) => format!("{} silhouettes", reel.run.lamps[lamp].kept().count()),
        Moment::Neighbours(_) => "The same in two passes".into(),
        Moment::Volumes(_) => "Sides of shadow volumes".into(),
        Moment::Dark(_) => "What is dark".into(),
        Moment::Result if reel.run.lamps.len() == 1 => "Light and shadow".into(),
        Moment::Result => "All lamps".into(),
    }
}

pub(super) fn short(moment: Moment) -> String {
    match moment {
        Moment::Parts => "parts",
        Moment::Cancelled => "cancelled",
        Moment::Faces(_) => "facing",
        Moment::Tangents(_) => "arcs",
        Moment::Counters(_) => "counters",
        Moment::Kept(_) => "silhouettes",
        Moment::Neighbours(_) => "two passes",
        Moment::Volumes(_) => "volumes",
        Moment::Dark(_) => "dark",
        Moment::Result => "all",
    }
    .into()
}

pub(super) fn reason(reel: &ShadowReel, moment: Moment) -> String {
    let run = &reel.run;
    match moment {
        Moment::Parts => {
            let hung = if run.is_hung { "The scene has no lamp, so one is hung over the two. " } else { "" };
            let beyond = left_out(&run.beyond(), ["lies beyond the picture", "lie beyond the picture"]);
            format!("{hung}Each part runs round its edges counter-clockwise and adds to a counter: +1 from the lower to the higher end, −1 the other way. Round shapes and walls have no edge to share.{beyond}")
        }
        Moment::Cancelled if run.outlines.cancelled == 0 => "No two parts of a body share an edge, so every counter keeps its value and every edge belongs to an outline.".into(),
        Moment::Cancelled => "Two parts on either side of an edge run through it in opposite directions: +1 and −1 are 0, and it is no edge of the body at all. What keeps a counter is the outline.".into(),
        Moment::Faces(lamp) => match run.lamps[lamp].lamp {
            Lamp::Point(_) => "An edge faces the lamp when the lamp stands on its outer side. The sign of a cross product tells: no angle is computed. Thick edges face it, thin ones turn away.".into(),
            Lamp::Sun(_) => "For the sun only the direction of the light counts: an edge faces it when light comes from its outer side. Thick edges face it, thin ones turn away.".into(),
        },
        Moment::Tangents(_) => "A circle turns away where the ray only touches it: there its radius is perpendicular to the ray. Arcs are cut at these points, so that every piece faces the lamp or does not.".into(),
        Moment::Counters(_) => "One pass, no neighbours asked: every edge that faces the lamp takes one from the vertex where it begins and adds one where it ends. Between two lit edges a vertex is back at 0.".into(),
        Moment::Kept(_) => "A vertex that keeps a counter lies between light and dark: a lit chain begins there (−1) or ends there (+1), counter-clockwise round the body.".into(),
        Moment::Neighbours(lamp) if run.lamps[lamp].differences() == 0 => "The other way: first mark every edge, then visit every vertex and compare the edge that arrives with the one that leaves. It finds the same, but has to know who meets where.".into(),
        Moment::Neighbours(_) => "The other way marks the edges first and then compares at every vertex. Here it finds another set: an error.".into(),
        Moment::Volumes(_) => "From each silhouette one side of a shadow volume goes away from the lamp. Had each edge that turns away a volume of its own, each would need two sides, and inner edges, too.".into(),
        Moment::Dark(_) => "A ray turns round the lamp and keeps the edges it meets. Of those that turn away the nearest ends the light: what lies behind is dark, once, however many shadows lie there.".into(),
        Moment::Result if run.left_out > 0 => format!("{} more lamps are not shown. Where shadows of several lamps lie on each other it is darker.", run.left_out),
        Moment::Result if run.lamps.len() == 1 => "Each place is dark or lit as a whole: half-shadows come from more than one lamp, or from a lamp with a size.".into(),
        Moment::Result => "Where the shadows of several lamps lie on each other it is darker: half-shadows come from more than one lamp, or from a lamp with a size.".into(),
    }
}

pub(super) fn card(reel: &ShadowReel, moment: Moment) -> Card {
    let lamp = moment.lamp().map(|lamp| &reel.run.lamps[lamp]);
    let lines = match (moment, lamp) {
        (Moment::Parts | Moment::Cancelled, _) => edge_lines(reel, moment),
        (Moment::Faces(_) | Moment::Tangents(_), Some(of)) => facing_lines(reel, of),
        (Moment::Counters(_), Some(of)) => counter_lines(of),
        (Moment::Kept(_), Some(of)) => {
            let mut lines = counter_lines(of);
            lines.push(Line::count("vertices that keep a counter", of.kept().count()));
            lines
        }
        (Moment::Neighbours(_), Some(of)) => pass_lines(of),
        (Moment::Volumes(_), Some(of)) => volume_lines(reel, of),
        (Moment::Dark(_), Some(of)) => sweep_lines(of),
        _ => result_lines(reel),
    };
    Card { lines }
}

fn edge_lines(reel: &ShadowReel, moment: Moment) -> Vec<Line> {
    let outlines = &reel.run.outlines;
    let mut lines = vec![Line::count("edges of all parts", outlines.counted)];
    if moment == Moment::Cancelled {
        lines.push(Line::count("cancelled", outlines.cancelled));
        lines.push(Line::count("edges of outlines", outlines.edges.len()));
        lines.extend(arcs(outlines.edges.iter()));
        lines.push(Line::count("vertices", outlines.vertices as usize));
    }
    lines
}

fn facing_lines(reel: &ShadowReel, of: &OfLamp) -> Vec<Line> {
    let mut lines = vec![Line::count("face the lamp", of.facing_count()), Line::count("turn away", of.facing.away())];
    if let Some(faced) = asked_edge(reel, of) {
        let side = lamp_side(of, faced);
        lines.push(Line::new("the marked edge e from a:"));
        lines.push(Line::new("e × (L − a) = ").quantity("side", side, Unit::Area, &[ASKED]));
        lines.push(Line::new(if faced.faces {
            "below 0: the lamp stands to its right, outside"
        } else {
            "not below 0: the lamp stands to its left"
        }));
    }
    lines
}

fn counter_lines(of: &OfLamp) -> Vec<Line> {
    let mut lines = vec![Line::count("edges visited", of.facing.edges.len())];
    lines.extend(arcs(of.facing.edges.iter().map(|faced| &faced.edge)));
    lines.extend([Line::count("of them face the lamp", of.facing_count()), Line::new("begin: −1, end: +1")]);
    lines
}

/// How many of some edges are pieces of circles; nothing when none is.
fn arcs<'a>(edges: impl Iterator<Item = &'a Edge>) -> Option<Line> {
    let count = edges.filter(|edge| matches!(edge.form, Form::Arc { .. })).count();
    (count > 0).then(|| Line::count("of them arcs of circles", count))
}

fn pass_lines(of: &OfLamp) -> Vec<Line> {
    let (edges, vertices) = (of.facing.edges.len(), of.facing.vertices as usize);
    vec![
        Line::new("one pass: ").quantity("edges", edges as f32, Unit::Count, &[]).text(" edges"),
        Line::new("two passes: ")
            .quantity("edges", edges as f32, Unit::Count, &[])
            .text(" edges and ")
            .quantity("vertices", vertices as f32, Unit::Count, &[])
            .text(" vertices"),
        Line::count("silhouettes by two passes", of.by_neighbours.len()),
        Line::count("found otherwise", of.differences()),
    ]
}

/// Sides that volumes of single edges would need, inner edges among them: of those that turn away half.
pub(super) fn sides_alone(reel: &ShadowReel, of: &OfLamp) -> usize {
    2 * (of.facing.away() + reel.run.outlines.cancelled / 2)
}

fn volume_lines(reel: &ShadowReel, of: &OfLamp) -> Vec<Line> {
    let (sides, alone) = (of.kept().count(), sides_alone(reel, of));
    vec![
        Line::count("sides of shadow volumes", sides),
        Line::new("edge by edge: 2 · (")
            .quantity("away", of.facing.away() as f32, Unit::Count, &[])
            .text(" + ")
            .quantity("inner", (reel.run.outlines.cancelled / 2) as f32, Unit::Count, &[])
            .text(") = ")
            .quantity("alone", alone as f32, Unit::Count, &[]),
        Line::count("saved", alone.saturating_sub(sides)),
    ]
}

fn sweep_lines(of: &OfLamp) -> Vec<Line> {
    let met = |is: fn(&SweepStep) -> bool| of.sweep.iter().filter(|step| is(step)).count();
    let dark = of.shadows.slices.iter().filter(|slice| slice.caster.is_some()).count();
    vec![
        Line::count("edges that turn away", of.shadows.casters.len()),
        Line::count("edges that began", met(|step| matches!(step, SweepStep::Began { .. }))),
        Line::count("crossings", met(|step| matches!(step, SweepStep::Crossed { .. }))),
        Line::count("slices", of.shadows.slices.len()),
        Line::count("of them with a shadow", dark),
    ]
}

fn result_lines(reel: &ShadowReel) -> Vec<Line> {
    let mut lines = vec![Line::count("lamps", reel.run.lamps.len())];
    for of in &reel.run.lamps {
        let name: String = of.name.chars().take(16).collect();
        let sides = of.kept().count() as f32;
        let alone = sides_alone(reel, of) as f32;
        lines.push(Line::new(format!("{name}: ")).quantity("sides", sides, Unit::Count, &[]).text(" sides of ").quantity(
            "alone",
            alone,
            Unit::Count,
            &[],
        ));
    }
    lines
}
