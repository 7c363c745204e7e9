//! Several things at once.

use super::fields::Fields;
use super::heading::heading;
use crate::app::pins::PinPlace;
use crate::app::{ClipboardCommand, Command, DocumentCommand, GroupCommand, Item, ViewCommand};
use crate::draw::quantity::counted;
use crate::scene::document::{BodyDoc, JointDoc};
use crate::ui::desk::Desk;
use crate::ui::hints;
use egui::Ui;

/// "4 bodies selected"; of several kinds "4 items selected".
fn title(items: &[Item]) -> String {
    let kind = match items {
        [first, others @ ..] if others.iter().all(|item| item.kind_names() == first.kind_names()) => first.kind_names()[1],
        _ => "items",
    };
    format!("{} {kind} selected", items.len())
}

/// Shows what can be done with several things.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, items: &[Item]) {
    let app = desk.app;
    let bodies: Vec<&BodyDoc> = items.iter().filter_map(|i| app.document().body(i.as_body()?)).collect();
    let mut f = Fields::new(ui, desk);
    // Of one kind, the title has told it all.
    let kinds = census(items);
    heading(&mut f, &title(items), if kinds.contains('·') { &kinds } else { "" });
    if !bodies.is_empty() {
        super::mixed::show(&mut f, &bodies);
        super::looks::show(&mut f, &bodies);
        totals(&mut f, &bodies);
    }
    let joints: Vec<&JointDoc> =
        items.iter().filter_map(|i| if let Item::Joint(id) = i { app.document().joint(id) } else { None }).collect();
    // Beside bodies, whose rows have the same names, joints alone have theirs.
    if bodies.is_empty() && !joints.is_empty() {
        super::mixed_joints::show(&mut f, &joints);
    }
    f.section("Actions");
    if let [a, b] = bodies.as_slice()
        && f.button("Watch this pair", hints::of("Watch this pair")).clicked()
    {
        watch(f.desk, &a.id, &b.id);
    }
    let mut actions = vec![
        ("Zoom to selection", Command::from(ViewCommand::Frame { selection: true })),
        ("Copy", ClipboardCommand::Copy.into()),
        ("Duplicate", ClipboardCommand::Duplicate.into()),
        ("Group", GroupCommand::Group.into()),
        ("Delete", DocumentCommand::Delete(items.to_vec()).into()),
    ];
    if bodies.len() > 1 {
        actions.push(("Pin overlaps like wheels", pin(&bodies, PinPlace::SmallerCenter)));
        actions.push(("Mount driven wheels", pin(&bodies, PinPlace::DrivenWheel)));
        actions.push(("Pin overlaps like limbs", pin(&bodies, PinPlace::Overlap)));
    }
    for (name, command) in actions {
        if f.button(name, &(f.desk.keyed)(name)).clicked() {
            f.desk.send(command);
        }
        f.ui.add_space(f.desk.look.gap(1.0));
    }
    if !bodies.is_empty() {
        super::super::arrange::copies(f.ui, f.desk);
    }
    f.section("Selected");
    for item in items.iter().take(40) {
        let clicked =
            f.row(item.id(), |ui, desk| super::fields::link(ui, desk, "only this").on_hover_text(hints::of("only this")).clicked());
        if clicked {
            f.desk.send(ViewCommand::Select(vec![item.clone()]));
        }
    }
}

fn pin(bodies: &[&BodyDoc], place: PinPlace) -> Command {
    DocumentCommand::PinOverlaps { bodies: bodies.iter().map(|body| body.id.clone()).collect(), place }.into()
}

/// "4 bodies selected", "2 bodies · 1 joint selected".
pub(crate) fn selected_words(items: &[Item]) -> String {
    format!("{} selected", census(items))
}

fn census(items: &[Item]) -> String {
    let mut sorted: Vec<&Item> = items.iter().collect();
    sorted.sort_unstable();
    let kinds = sorted.chunk_by(|one, other| one.kind_names() == other.kind_names());
    let words = kinds.map(|kind| {
        let [one, several] = kind[0].kind_names();
        counted(kind.len(), one, several)
    });
    words.collect::<Vec<String>>().join(" · ")
}

fn totals(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc]) {
    let stage = f.desk.app.stage();
    let mass: f32 = bodies.iter().filter_map(|b| stage.world().body(stage.names().bodies.id(&b.id)?)).map(|b| b.mass).sum();
    f.section("Together");
    f.readout("Mass", crate::draw::quantity::quantity(mass, "kg"));
}

/// Watches two bodies: the shapes that touch most deeply, else the two that are nearest.
pub(crate) fn watch(desk: &mut Desk<'_>, a: &str, b: &str) {
    let stage = desk.app.stage();
    let (Some(a), Some(b)) = (stage.names().bodies.id(a), stage.names().bodies.id(b)) else { return };
    if let Some(pair) = crate::lens::nearest_pair(stage, a, b) {
        desk.send(ViewCommand::SetPair(Some(pair)));
    }
}
