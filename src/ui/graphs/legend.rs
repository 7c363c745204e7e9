//! What a graph and its curves are called, with their values at the moment that is shown: rows above the plot, where
//! they hide no curve.

use super::curves::{branch_look, is_difference};
use crate::draw::{Role, quantity};
use crate::lens::Sizes;
use crate::scene::document::{CurveDoc, GraphDoc};
use crate::ui::desk::Desk;
use crate::ui::paint::swatch;
use egui::{Rect, Sense, Ui, pos2, vec2};

/// More rows than this would leave a low graph no height.
const MOST_ROWS: usize = 2;
/// Length of the piece of line before a name, points.
const SWATCH: f32 = 18.0;

struct Entry {
    words: String,
    hint: String,
    role: Role,
    /// Its place among the curves.
    curve: usize,
    /// Place among the branches that are shown, of the line of one.
    branch: Option<usize>,
}

/// True when a graph has more lines than its head can tell.
pub(super) fn is_needed(desk: &Desk<'_>, graph: &GraphDoc) -> bool {
    graph.curves.len() > 1 || branches(desk, graph).next().is_some()
}

/// Whose curves these are; of one quantity of several things that quantity, as the legend has the things.
pub(super) fn title(graph: &GraphDoc) -> String {
    if let [first, others @ ..] = graph.curves.as_slice()
        && let Some(row) = first.row()
        && !others.is_empty()
        && others.iter().all(|curve| curve.quantity == first.quantity && curve.of != first.of)
    {
        return row.name.to_owned();
    }
    let mut names: Vec<String> = Vec::new();
    for curve in &graph.curves {
        let name = curve.of.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// A curve's value at the moment that is shown, with its unit.
pub(super) fn value(desk: &Desk<'_>, curve: &CurveDoc) -> String {
    let (unit, scale) = curve.shown();
    let value = desk.app.timeline().columns().of(curve).and_then(|column| column.at(desk.app.stage().step_count()));
    let sizes = Sizes::of(desk.app.stage().world());
    let told = |value: f64| quantity::quantity((sizes.read(value, curve.unit()) * scale) as f32, unit);
    value.map_or("–".to_owned(), told)
}

/// Shows the rows, if they are needed.
pub(super) fn show(ui: &mut Ui, desk: &Desk<'_>, graph: &GraphDoc, width: f32) {
    if !is_needed(desk, graph) {
        return;
    }
    let (look, font) = (desk.look, desk.look.caption_font());
    let (line, gap) = (look.pt(SWATCH), look.gap(1.0));
    let galley = |words: String| ui.fonts(|f| f.layout_no_wrap(words, font.clone(), look.text));
    let mut entries: Vec<_> = entries(desk, graph).into_iter().map(|entry| (galley(entry.words.clone()), entry)).collect();
    let wide = |galley: &egui::Galley| line + gap + galley.size().x + 2.0 * gap;
    let widths: Vec<f32> = entries.iter().map(|(galley, _)| wide(galley)).collect();
    let room = width - 2.0 * gap;
    let all = places(&widths, room, 0.0);
    let rest = |shown: usize| format!("and {} more", widths.len() - shown);
    let places = if all.len() < widths.len() { places(&widths, room, wide(&galley(rest(0)))) } else { all };
    let height = look.caption_font().size * 1.35;
    let rows = places.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
    let more = rest(places.len());
    let told = galley(more.clone());
    let (area, _) = ui.allocate_exact_size(vec2(width, rows as f32 * height), Sense::hover());
    let left_out: Vec<String> = entries.drain(places.len()..).map(|(_, entry)| entry.words).collect();
    if !left_out.is_empty() {
        let rect = egui::Align2::RIGHT_BOTTOM.align_size_within_rect(vec2(told.size().x, height), area.shrink2(vec2(gap, 0.0)));
        ui.painter().galley(rect.min, told, look.quiet);
        let response = ui.interact(rect, ui.id().with("left out"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &more));
        response.on_hover_text(left_out.join("\n"));
    }
    for ((galley, entry), (row, x)) in entries.into_iter().zip(&places) {
        let rect = Rect::from_min_size(area.min + vec2(gap + x, *row as f32 * height), vec2(wide(&galley) - 2.0 * gap, height));
        let sample = Rect::from_min_size(rect.min, vec2(line, height));
        match entry.branch {
            None => swatch(ui.painter(), &look, entry.role, sample),
            Some(place) => {
                let ((width, ink), _) = branch_look(desk, entry.curve, place);
                let stroke = egui::Stroke::new(width.max(2.5), ink);
                let ends = [sample.left_center(), sample.right_center()];
                ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 5.0, 3.0));
            }
        }
        let at = pos2(sample.right() + gap, rect.center().y - 0.5 * galley.size().y);
        ui.painter().galley(at, galley, look.text);
        let response = ui.interact(rect, ui.id().with(("legend", row, x.to_bits())), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &entry.words));
        response.on_hover_text(entry.hint);
    }
}

/// Row and left end of each, as far as they fit into the rows; the last row ends so much earlier.
fn places(widths: &[f32], room: f32, kept: f32) -> Vec<(usize, f32)> {
    let (mut row, mut x, mut found) = (0, 0.0, Vec::new());
    for width in widths {
        let room = if row + 1 == MOST_ROWS { room - kept } else { room };
        if x > 0.0 && x + width > room {
            (row, x) = (row + 1, 0.0);
        }
        if row == MOST_ROWS {
            break;
        }
        found.push((row, x));
        x += width;
    }
    found
}

fn entries(desk: &Desk<'_>, graph: &GraphDoc) -> Vec<Entry> {
    let names = names(graph);
    let difference = graph.against.is_none() && is_difference(desk);
    let own = graph.curves.iter().zip(&names).enumerate().map(|(i, (curve, name))| Entry {
        words: format!("{name}: {}", value(desk, curve)),
        hint: format!("{} at this moment.", curve.name()),
        role: Role::Curve(i as u8),
        curve: i,
        branch: None,
    });
    let of_branches = branches(desk, graph).enumerate().flat_map(|(place, branch)| {
        names.iter().enumerate().map(move |(i, name)| {
            let words = if difference { format!("{name} − {branch}") } else { format!("{name}, {branch}") };
            let hint = if difference { "By how much the run lies above the branch." } else { "The same in the branch." };
            Entry { words, hint: hint.to_owned(), role: Role::Curve(i as u8), curve: i, branch: Some(place) }
        })
    });
    own.filter(|_| !difference).chain(of_branches).collect()
}

/// Names of the branches that a graph shows.
fn branches<'a>(desk: &'a Desk<'_>, graph: &GraphDoc) -> impl Iterator<Item = &'a str> {
    let shown = if graph.against.is_none() { desk.app.timeline().branches().list() } else { &[] };
    shown.iter().filter(|branch| desk.app.ghosts().run_of(branch).is_some()).map(|branch| branch.name.as_str())
}

/// What the curves are called beside each other: what several things have is told apart by whose it is, without the
/// "control of" with which all begin.
fn names(graph: &GraphDoc) -> Vec<String> {
    let name = |curve: &CurveDoc| {
        let alike = graph.curves.iter().filter(|other| other.quantity == curve.quantity).count();
        match alike {
            1 => curve.row().map_or(curve.quantity, |row| row.name).to_owned(),
            _ if alike == graph.curves.len() => curve.of.to_string(),
            _ => curve.name(),
        }
    };
    without_common_words(graph.curves.iter().map(name).collect())
}

/// What stands before a name that somebody gave: "control of missile".
const OF: &str = " of ";

fn without_common_words(names: Vec<String>) -> Vec<String> {
    let Some(first) = names.first().filter(|_| names.len() > 1) else { return names };
    let begin = first.find(OF).map_or("", |at| &first[..at + OF.len()]);
    if names.iter().all(|name| name.starts_with(begin)) { names.iter().map(|name| name[begin.len()..].to_owned()).collect() } else { names }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_all_say_what_they_are_of() {
        let short = |names: &[&str]| without_common_words(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(short(&["control of PD", "control of PID, twisted", "control of P alone"]), ["PD", "PID, twisted", "P alone"]);
        assert_eq!(short(&["Kinetic energy", "Potential energy"]), ["Kinetic energy", "Potential energy"]);
        assert_eq!(short(&["control of K_p = 1", "control of K_p = 4"]), ["K_p = 1", "K_p = 4"]);
        assert_eq!(short(&["control of a", "point of a"]), ["control of a", "point of a"]);
        assert_eq!(short(&["Angle"]), ["Angle"]);
    }

    #[test]
    fn a_legend_takes_two_rows_at_most() {
        assert_eq!(places(&[60.0, 50.0, 60.0], 120.0, 0.0), [(0, 0.0), (0, 60.0), (1, 0.0)]);
        assert_eq!(places(&[60.0, 50.0, 60.0, 50.0], 120.0, 20.0), [(0, 0.0), (0, 60.0), (1, 0.0)], "room for words at the end");
        assert_eq!(places(&[200.0, 80.0, 80.0, 10.0], 120.0, 0.0), [(0, 0.0), (1, 0.0)]);
    }
}
