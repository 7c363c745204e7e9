//! A group: how its frame stands, and the order of its parts read in both ways.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::arrange::Direction;
use crate::app::groups::{count_in, members};
use crate::app::{DocumentCommand, GroupCommand, Item, LayoutCommand, ViewCommand};
use crate::draw::quantity::counted;
use crate::engine::frames::{Placement, Transform};
use crate::lens::frames::{active_words, passive_words};
use crate::scene::document::GroupDoc;
use crate::scene::limits;
use crate::ui::desk::Desk;
use crate::ui::hints;
use egui::Ui;
use egui_phosphor::regular as icon;

/// Factors of a group.
const SCALE: fields::Unit = fields::FACTOR.within(limits::GROUP_SCALE);

/// Shows and edits a group.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &GroupDoc) {
    let app = desk.app;
    let mut group = doc.clone();
    let count = count_in(app.document(), &doc.id);
    let mut f = Fields::new(ui, desk);
    let place = doc.group.as_ref().map_or("in the world".to_owned(), |outer| format!("in {outer}"));
    heading(&mut f, &doc.id, &format!("Group · {} · {place}", counted(count, "thing", "things")));
    name(&mut f, &mut group.id, limits::NAME, |id| app.document().group(id).is_some());
    f.section("Frame");
    f.vector("Placed at", &mut group.placement.position, fields::PLACE);
    f.number("Turned by", &mut group.placement.angle, fields::ANGLE);
    f.vector("Scaled by", &mut group.placement.scale, SCALE);
    let mut pivot = group.placement.pivot;
    f.vector("Pivot", &mut pivot, fields::PLACE);
    if pivot != group.placement.pivot {
        group.placement = group.placement.with_pivot(pivot);
    }
    order(&mut f, &mut group.placement);
    readings(&mut f, &group.placement);
    f.section("Actions");
    for (name, direction) in [("Mirror left and right", Direction::Horizontal), ("Mirror up and down", Direction::Vertical)] {
        if f.button(name, &(f.desk.keyed)(name)).clicked() {
            f.desk.send(LayoutCommand::Mirror(direction));
        }
        f.ui.add_space(f.desk.look.gap(1.0));
    }
    if f.button("Select what stands in it", hints::of("Select what stands in it")).clicked() {
        let inside = members(app.document(), &[Item::Group(doc.id.clone())]);
        let inside = inside.into_iter().filter(|item| crate::app::groups::group_of(app.document(), item) == Some(&doc.id)).collect();
        f.desk.send(ViewCommand::Select(inside));
    }
    f.ui.add_space(f.desk.look.gap(1.0));
    if f.button("Ungroup", &(f.desk.keyed)("Ungroup")).clicked() {
        f.desk.send(GroupCommand::Ungroup);
    }
    f.ui.add_space(f.desk.look.gap(1.0));
    crate::ui::arrange::copies(f.ui, f.desk);
    f.ui.add_space(f.desk.look.gap(3.0));
    delete(f.ui, f.desk, Item::Group(doc.id.clone()));
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: group.into(), gesture });
    }
}

fn word(part: Transform, placement: &Placement) -> String {
    use crate::draw::quantity::{angle, fixed};
    match part {
        Transform::Scale => format!("Scale {}, {}", fixed(placement.scale.x, 2), fixed(placement.scale.y, 2)),
        Transform::Turn => format!("Turn {}", angle(placement.angle)),
        Transform::Move => format!("Move {}, {} m", fixed(placement.position.x, 2), fixed(placement.position.y, 2)),
    }
}

/// The three parts as a list in which each can go up and down.
fn order(f: &mut Fields<'_, '_, '_>, placement: &mut Placement) {
    f.section("Order of the parts");
    f.sentence("The first acts first. Another order leads elsewhere: 10 up and then a quarter turn is not a quarter turn and then 10 up.");
    for place in 0..3 {
        let part = placement.order[place];
        let label = format!("{}. {}", place + 1, word(part, placement));
        let shift = f.row(&label, |ui, _| {
            let down = ui.add_enabled(place < 2, egui::Button::new(icon::ARROW_DOWN)).on_hover_text(hints::of("Later")).clicked();
            let up = ui.add_enabled(place > 0, egui::Button::new(icon::ARROW_UP)).on_hover_text(hints::of("Earlier")).clicked();
            if up { -1 } else { i32::from(down) }
        });
        if shift != 0 {
            placement.order.swap(place, (place as i32 + shift) as usize);
            f.changed = Some(f.desk.state.gesture.next());
            break;
        }
    }
}

/// The two readings, one below the other: side by side each would be a column of two words.
fn readings(f: &mut Fields<'_, '_, '_>, placement: &Placement) {
    f.section("Two readings of the same");
    let (active, passive) = (active_words(placement), passive_words(placement));
    for (title, lines) in [("Active: the points move", active), ("Passive: the axes move", passive)] {
        f.ui.add_space(f.desk.look.gap(1.0));
        f.ui.strong(title);
        for line in lines {
            f.ui.add(egui::Label::new(line).wrap());
        }
    }
    f.ui.add_space(f.desk.look.gap(1.0));
    f.sentence("The lens Frames draws both.");
}
