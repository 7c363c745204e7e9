//! What makes a body a mine.

use super::drawing::drawing;
use super::fields::{self, Fields, Unit};
use crate::app::ToolCommand;
use crate::draw::DrawList;
use crate::draw::quantity::{counted, length, number, quantity};
use crate::engine::explosion::BlastLaw;
use crate::engine::math::Vec2;
use crate::lens::explosions::{CHART, chart};
use crate::scene::document::BodyDoc;
use crate::scene::explosion::Explosion;
use crate::scene::limits;
use crate::scene::mine_doc::MineDoc;
use crate::ui::hints;
use egui_phosphor::regular as icon;

/// The laws and what they mean.
const LAWS: [(BlastLaw, &str, &str); 3] = [
    (BlastLaw::Constant, "Constant", "The same push up to its reach."),
    (BlastLaw::Inverse, "1/r", "Fades with the distance, as a wave in the plane."),
    (BlastLaw::InverseSquare, "1/r²", "Fades with the square of the distance, as a wave in space."),
];

/// Shows and edits the mine of a body that has a sensor.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    if !body.shapes.iter().any(|shape| shape.sensor) {
        // Without a sensor nothing sets it off, and the scene would be refused.
        body.mine = None;
        return;
    }
    f.section("Mine");
    let Some(mine) = &mut body.mine else {
        if f.button(&format!("{} Make it a mine", icon::PLUS), hints::of("Make it a mine")).clicked() {
            body.mine = Some(Box::new(MineDoc::default()));
            f.changed = Some(f.desk.state.gesture.next());
        }
        return;
    };
    f.number("Blast radius", &mut mine.radius, fields::SIZE);
    f.number("Blast strength", &mut mine.strength, STRENGTH);
    f.choice("Fades by", &mut mine.law, &LAWS);
    f.switch("Bodies shield", &mut mine.shielded, hints::of("Bodies shield"));
    f.number("Fuse", &mut mine.delay, fields::DELAY);
    f.switch("Stays after it", &mut mine.kept, hints::of("Stays after it"));
    look_inside(f);
    if f.button(&format!("{} No mine", icon::MINUS), hints::of("No mine")).clicked() {
        body.mine = None;
        f.changed = Some(f.desk.state.gesture.next());
    }
}

/// What the explosion tool will set off, while it is in hand; and the last explosion of the run.
pub(super) fn tool(f: &mut Fields<'_, '_, '_>) {
    if f.desk.app.tool().id != "explode" {
        return;
    }
    f.section("Explosion");
    let mut blast = *f.desk.app.blast();
    let before = blast;
    f.number("Blast radius", &mut blast.radius, fields::SIZE);
    f.number("Blast strength", &mut blast.strength, STRENGTH);
    f.choice("Fades by", &mut blast.law, &LAWS);
    f.switch("Bodies shield", &mut blast.shielded, hints::of("Bodies shield"));
    if blast != before {
        f.desk.send(ToolCommand::SetBlast(blast));
    }
    let mut list = DrawList::default();
    let last = f.desk.app.stage().explosions().last();
    chart(&blast, last, &mut list);
    drawing(f, &list, CHART, "Impulse against distance");
    if let Some(last) = last {
        let sizes = last.pushes.iter().map(|push| push.impulse.length());
        let (count, total) = sizes.filter(|size| *size > 0.0).fold((0, 0.0), |(count, sum), size| (count + 1, sum + size));
        let bodies = counted(count, "body", "bodies");
        f.readout("Last one pushed", format!("{bodies}, {} in all", quantity(total, "N·s")));
        look_inside(f);
        pushed(f, last);
    }
}

/// Opens the last explosion, or what the selected mine would do.
fn look_inside(f: &mut Fields<'_, '_, '_>) {
    if f.button("Look inside the explosion", hints::of("Look inside the explosion")).clicked() {
        f.desk.send(crate::ui::contact_card::into_scene("explosion"));
    }
}

/// What each body got of an explosion, the strongest first: distance, value of the law, impulse, change of velocity.
fn pushed(f: &mut Fields<'_, '_, '_>, last: &Explosion) {
    let mut pushes: Vec<_> = last.pushes.iter().filter(|push| push.impulse != Vec2::ZERO).collect();
    pushes.sort_by(|a, b| b.impulse.length().total_cmp(&a.impulse.length()));
    for push in pushes.into_iter().take(MOST_PUSHED) {
        let name = f.desk.app.stage().names().bodies.name(push.body).unwrap_or("gone").to_owned();
        let (factor, size) = (last.blast.factor(push.distance), quantity(push.impulse.length(), "N·s"));
        let change = quantity(push.velocity_change.length(), "m/s");
        let words = format!("× {} at {}: {size}, {change}", number(factor), length(push.distance));
        f.told_row(&name, hints::of("Pushed by it"), |ui, _| ui.add(egui::Label::new(words).truncate()));
    }
}

/// Bodies listed.
const MOST_PUSHED: usize = 8;

/// Impulse for each metre of a silhouette.
const STRENGTH: Unit =
    Unit { suffix: " N·s/m", speed: 0.5, min: limits::BLAST_STRENGTH.min, max: limits::BLAST_STRENGTH.max, ..fields::FACTOR };
