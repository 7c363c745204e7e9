//! A tape or a protractor: what it reads now, and where its ends are tied.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item};
use crate::draw::quantity::{angle, fixed, length};
use crate::engine::math::Pose;
use crate::scene::document::{MeasureDoc, MeasureEnd};
use crate::scene::limits;
use crate::scene::measured::Measured;
use crate::ui::desk::Desk;
use crate::ui::graphs;
use egui::Ui;

/// Shows and edits a tape or protractor.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &MeasureDoc) {
    let app = desk.app;
    let mut measure = doc.clone();
    let mut f = Fields::new(ui, desk);
    let tied = doc.ends().filter(|end| end.body.is_some()).count();
    let ends = if tied == 0 { "free ends".to_owned() } else { format!("{tied} of {} ends on bodies", doc.ends().count()) };
    heading(&mut f, &doc.id, &format!("{} · {ends}", if doc.apex.is_some() { "Protractor" } else { "Tape" }));
    name(&mut f, &mut measure.id, limits::NAME, |id| app.document().measure(id).is_some());
    f.section("Reads");
    readings(&mut f, Measured::on(app.stage(), doc).as_ref());
    f.section("Ends");
    end(&mut f, ["From", "From is on"], &mut measure.from);
    end(&mut f, ["To", "To is on"], &mut measure.to);
    if let Some(apex) = &mut measure.apex {
        end(&mut f, ["Apex", "Apex is on"], apex);
    }
    f.ui.add_space(f.desk.look.gap(3.0));
    graphs::button(f.ui, f.desk, &[Item::Measure(doc.id.clone())]);
    delete(f.ui, f.desk, Item::Measure(doc.id.clone()));
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: measure.into(), gesture });
    }
}

/// Its numbers now.
fn readings(f: &mut Fields<'_, '_, '_>, now: Option<&Measured>) {
    let Some(now) = now else { return f.sentence("A body that it is tied to is gone.") };
    if let Some(turn) = now.angle() {
        f.readout("Angle", format!("{}°", fixed(turn.to_degrees(), 2)));
    }
    if let Some(way) = now.way() {
        f.readout("Length", length(way.length()));
        f.vector_readout("Way", way, "m");
    }
    if let Some(direction) = now.direction() {
        f.readout("Direction", angle(direction));
    }
}

/// What an end is tied to, and where. It stays where it is when it is tied to something else.
fn end(f: &mut Fields<'_, '_, '_>, [place, tied]: [&str; 2], end: &mut MeasureEnd) {
    let app = f.desk.app;
    let choices: Vec<(Option<String>, &str, &str)> = std::iter::once((None, "the world", "It stays where it is in the world."))
        .chain(app.document().bodies.iter().map(|body| (Some(body.id.clone()), body.id.as_str(), "It goes with this body.")))
        .collect();
    let mut body = end.body.clone();
    f.choice(tied, &mut body, &choices);
    if body != end.body {
        let pose = |name: &Option<String>| {
            let body = name.as_deref().and_then(|id| app.stage().names().bodies.id(id)).and_then(|id| app.stage().world().body(id));
            body.map_or(Pose::IDENTITY, |body| body.pose)
        };
        end.at = pose(&body).inv_transform_point(pose(&end.body).transform_point(end.at));
        end.body = body;
    }
    f.vector(place, &mut end.at, fields::PLACE);
}
