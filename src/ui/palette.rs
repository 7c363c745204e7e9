//! The command palette: everything that can be done by name, found by a few letters.

use super::action::Run;
use super::actions;
use super::desk::Desk;
use super::state::Search;
use super::theme::Look;
use super::{markdown, scene_picker};
use crate::app::{FileCommand, Item, MicroscopeCommand, ViewCommand};
use crate::lens::microscope::MICROSCOPES;
use crate::scene::path::folder_and_name;
use egui::{Align2, Key, RichText, Sense, TextEdit, Ui, vec2};
use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// Something that was found.
struct Hit {
    /// "File", "Lens", "Scene" …
    group: &'static str,
    name: String,
    explanation: String,
    shortcut: String,
    run: Run,
    /// It has nothing to act on now: found by its name alone, and named below all others.
    is_idle: bool,
}

/// Most hits shown.
const MOST: usize = 60;

/// Other words for actions, by which they are found as well.
const SYNONYMS: &[(&str, &str)] = &[
    ("Mirror left and right", "flip horizontally, reflect"),
    ("Mirror up and down", "flip vertically, reflect"),
    ("Copies in rows and columns…", "array, grid, repeat"),
    ("Copies round a point…", "array, circular pattern, ring"),
    ("Duplicate", "clone"),
    ("Distribute horizontally", "space evenly"),
    ("Distribute vertically", "space evenly"),
    ("Frame all", "fit, zoom to all"),
    ("Reset", "restart, rewind"),
    ("Outliner", "hierarchy, tree of objects"),
    ("Inspector", "properties"),
    ("Graphs", "plots, charts, curves over time"),
    ("World settings", "gravity, solver, sub-steps, time step, physics"),
    ("Next theme", "dark mode, light mode, projector, colours, colors"),
    ("Export figure…", "screenshot, image"),
    ("Export animation…", "video, gif, movie, record"),
    ("Keys and mouse", "shortcuts, hotkeys, manual"),
    ("Presentation mode", "full screen, fullscreen, hide panels"),
    ("Slower", "slow motion, time scale"),
    ("Delete", "remove, erase"),
    ("Rename", "change the name, id"),
    ("Fire launchers", "shoot"),
    ("Pen", "annotate, draw on the screen"),
];

/// Most letters that are searched for.
const LONGEST_QUERY: usize = 200;

/// Shows the palette while it is open.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(mut search) = desk.state.palette.take() else { return };
    let look = desk.look;
    let hits = find(desk, &search);
    search.chosen = search.chosen.min(hits.len().saturating_sub(1));
    // The arrow keys belong to the list even while the text field has the focus.
    let arrows = ctx.input_mut(|i| {
        let none = egui::Modifiers::NONE;
        i.count_and_consume_key(none, Key::ArrowDown) as isize - i.count_and_consume_key(none, Key::ArrowUp) as isize
    });
    search.chosen = search.chosen.saturating_add_signed(arrows).min(hits.len().saturating_sub(1));
    let entered = ctx.input(|i| i.key_pressed(Key::Enter));
    let mut picked = entered.then_some(search.chosen);
    let screen = ctx.screen_rect();
    let width = look.window_width().min(screen.width() - look.gap(8.0));
    let top = screen.top() + (look.menu_height() + look.gap(4.0)).min(screen.height() * 0.2);
    let area = egui::Area::new("command palette".into()).order(egui::Order::Foreground).pivot(Align2::CENTER_TOP);
    let shown = area.fixed_pos(egui::pos2(screen.center().x, top)).show(ctx, |ui| {
        look.card().show(ui, |ui| {
            ui.set_width(width);
            ui.set_max_height(screen.height() * 0.7);
            field(ui, &mut search, &look);
            list(ui, &search, &hits, &look, arrows != 0, &mut picked, screen.height() * 0.6);
        });
    });
    let outside = ctx.input(|i| i.pointer.any_pressed() && i.pointer.interact_pos().is_some_and(|p| !shown.response.rect.contains(p)));
    let closed = (outside && search.opened) || ctx.input(|i| i.key_pressed(Key::Escape));
    search.opened = true;
    match picked.and_then(|i| hits.into_iter().nth(i)) {
        Some(hit) if hit.is_idle => desk.state.notices.warn(format!("{} has nothing to act on now.", hit.name)),
        Some(hit) => hit.run.carry_out(desk),
        None if closed || entered => {}
        None => desk.state.palette = Some(search),
    }
}

fn field(ui: &mut Ui, search: &mut Search, look: &Look) {
    let edit = TextEdit::singleline(&mut search.text)
        .hint_text(look.hint(if search.only_recent { "Which file? The newest stands first." } else { "What do you want to do?" }))
        .char_limit(LONGEST_QUERY)
        .desired_width(f32::INFINITY)
        .margin(look.margin(2.0, 1.5));
    let hint = if search.only_recent {
        "A few letters of a file's name; Enter opens it."
    } else {
        "A few letters of a command, a scene, a lesson or a thing in this scene; Enter does it."
    };
    let response = ui.add(edit).on_hover_text(hint);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Find a command");
        info.current_text_value = Some(search.text.clone());
        info
    });
    if response.changed() {
        search.chosen = 0;
    }
    response.request_focus();
}

fn list(ui: &mut Ui, search: &Search, hits: &[Hit], look: &Look, moved: bool, picked: &mut Option<usize>, height: f32) {
    ui.add_space(look.gap(1.0));
    if hits.is_empty() {
        ui.label(RichText::new("Nothing of that name.").color(look.quiet));
    }
    egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = look.gap(0.5);
        for (i, hit) in hits.iter().enumerate() {
            let response = row(ui, hit, look, i == search.chosen);
            if i == search.chosen && moved {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                *picked = Some(i);
            }
        }
    });
}

fn row(ui: &mut Ui, hit: &Hit, look: &Look, chosen: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look.row() + look.gap(1.0)), Sense::click());
    let label = format!("{}: {}", hit.group, hit.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, look.corner(), if chosen { look.selected } else { look.hover });
    }
    let painter = ui.painter().with_clip_rect(rect);
    let left = rect.left_center() + vec2(look.gap(2.0), 0.0);
    let group = painter.text(left, Align2::LEFT_CENTER, hit.group, look.caption_font(), look.quiet);
    let ink = if hit.is_idle { look.quiet } else { look.text };
    let from = group.right().max(left.x + look.pt(54.0)) + look.gap(2.0);
    let name = painter.text(egui::pos2(from, left.y), Align2::LEFT_CENTER, &hit.name, look.body_font(), ink);
    let key =
        painter.text(rect.right_center() - vec2(look.gap(2.0), 0.0), Align2::RIGHT_CENTER, &hit.shortcut, look.caption_font(), look.quiet);
    let room = key.left() - name.right() - look.gap(6.0);
    if room > look.pt(60.0) && !hit.explanation.is_empty() {
        let mut job = egui::text::LayoutJob::simple_singleline(hit.explanation.clone(), look.caption_font(), look.quiet);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = painter.layout_job(job);
        painter.galley(egui::pos2(name.right() + look.gap(3.0), left.y - galley.size().y / 2.0), galley, look.quiet);
    }
    response.on_hover_text(if hit.explanation.is_empty() { &hit.name } else { &hit.explanation })
}

/// All hits for the typed letters, best first; everything in menu order when nothing was typed.
fn find(desk: &Desk<'_>, search: &Search) -> Vec<Hit> {
    let mut all = if search.only_recent { recent_files(desk) } else { everything(desk) };
    let text = search.text.trim();
    if text.is_empty() {
        all.retain(|hit| !hit.is_idle);
        all.truncate(MOST);
        return all;
    }
    let matcher = SkimMatcherV2::default();
    let lower = text.to_lowercase();
    // What is meant by a whole word comes before what only contains its letters: first what is called so, then the sort
    // of thing ("lesson", "launcher"), then how the name begins.
    let sort = |hit: &Hit| match (hit.group.to_lowercase(), hit.name.to_lowercase()) {
        _ if hit.is_idle => -1,
        (_, name) if name == lower => 3,
        (group, _) if group == lower || hit.explanation == lower => 2,
        (_, name) if name.starts_with(&lower) || name.trim_start_matches("open ").starts_with(&lower) => 1,
        _ => 0,
    };
    let score = |hit: &Hit| {
        let name = matcher.fuzzy_match(&hit.name, text).map(|s| s * 4);
        let with_group = matcher.fuzzy_match(&format!("{} {}", hit.group, hit.name), text).map(|s| s * 3);
        // In a sentence nearly any few letters can be found in order: there the word itself must stand.
        let said = said(&hit.explanation.to_lowercase(), &lower);
        let is_other_word = SYNONYMS.iter().any(|(name, words)| *name == hit.name && words.contains(&lower));
        let also = is_other_word.then_some(1_000);
        let in_words = has_all_words(hit, &lower).then_some(1_500);
        // Of what is idle only what was clearly asked for.
        let said = said.filter(|_| !hit.is_idle);
        let name = name.filter(|_| !hit.is_idle || hit.name.to_lowercase().contains(&lower));
        let with_group = with_group.filter(|_| !hit.is_idle);
        name.max(with_group).max(said).max(also).max(in_words)
    };
    let mut scored: Vec<((i64, i64), Hit)> = all.into_iter().filter_map(|hit| Some(((sort(&hit), score(&hit)?), hit))).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().take(MOST).map(|(_, hit)| hit).collect()
}

/// True when several words were typed and each begins a word of the hit, in any order: of its name, of its group, or of
/// the other words for it.
fn has_all_words(hit: &Hit, typed: &str) -> bool {
    let others = SYNONYMS.iter().filter(|(name, _)| *name == hit.name).map(|(_, words)| *words);
    let known = [hit.group, hit.name.as_str()].into_iter().chain(others).collect::<Vec<_>>().join(" ").to_lowercase();
    let begins = |word: &str| known.split(|c: char| !c.is_alphanumeric()).any(|own| own.starts_with(word));
    let mut words = typed.split_whitespace();
    words.clone().count() > 1 && words.all(begins)
}

/// What a hit is worth whose sentence has the words: where a word of some length begins so, more than letters that are
/// strewn over a name.
fn said(sentence: &str, words: &str) -> Option<i64> {
    const STREWN: i64 = 300;
    const LONG: usize = 4;
    let begins = |at: usize| !sentence[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let is_word = words.chars().count() >= LONG && sentence.match_indices(words).any(|(at, _)| begins(at));
    if is_word { Some(STREWN) } else { sentence.contains(words).then_some(1) }
}

fn everything(desk: &Desk<'_>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = actions::actions()
        .iter()
        .map(|a| Hit {
            group: a.menu.title(),
            name: a.label(desk.app),
            explanation: a.explanation.to_owned(),
            shortcut: a.shortcut_text(),
            run: a.run.clone(),
            is_idle: !a.is_enabled(desk.app),
        })
        .collect();
    let plain = |group, name: String, explanation: String, run: Run| {
        let shortcut = String::new();
        Hit { group, name, explanation, shortcut, run, is_idle: false }
    };
    // With one open, the same specimen goes under the other.
    let is_open = desk.app.bench().is_some();
    hits.extend(MICROSCOPES.iter().filter(|_| is_open || desk.app.comparison().is_none()).map(|m| {
        let open = MicroscopeCommand::Open { pair: None, microscope: Some(m.id.to_owned()) };
        let run = if is_open { MicroscopeCommand::Algorithm(m.id.to_owned()) } else { open };
        plain("Microscope", format!("Open {}", m.name), m.explanation.to_owned(), run.into())
    }));
    hits.extend(scene_picker::cards().iter().map(|c| {
        plain(
            if c.is_lesson { "Lesson" } else { "Scene" },
            format!("Open {}", c.title),
            format!("{} Tags: {}.", markdown::plain(&c.about), c.tags),
            FileCommand::OpenShipped(c.name.to_owned()).into(),
        )
    }));
    hits.extend(recent_files(desk));
    let document = desk.app.document();
    let select = |item: Item| {
        // A launcher is named as the body that carries it, or by a word of its own: its kind finds it, too.
        let kind = item.kind_names()[0].to_owned();
        plain("Select", item.id().to_owned(), kind, ViewCommand::Select(vec![item.clone()]).into())
    };
    hits.extend(document.bodies.iter().take(500).map(|b| select(Item::Body(b.id.clone()))));
    hits.extend(document.joints.iter().take(500).map(|j| select(Item::Joint(j.id.clone()))));
    hits.extend(document.launchers.iter().take(500).map(|l| select(Item::Launcher(l.id.clone()))));
    hits.extend(document.curves.iter().map(|c| select(Item::Curve(c.id.clone()))));
    hits.extend(document.lights.iter().map(|l| select(Item::Light(l.id.clone()))));
    hits.extend(document.notes.iter().map(|n| select(Item::Note(n.id.clone()))));
    hits.extend(document.measures.iter().map(|m| select(Item::Measure(m.id.clone()))));
    hits.extend(document.smoke.iter().map(|s| select(Item::Smoke(s.id.clone()))));
    // They stand on the page of the world, which is shown when nothing is selected.
    let page = |name: &String| plain("Material", name.clone(), "material".into(), ViewCommand::Select(Vec::new()).into());
    hits.extend(document.materials.keys().take(500).map(page));
    hits.extend(document.groups.iter().take(500).map(|g| select(Item::Group(g.id.clone()))));
    hits
}

/// The files that were opened and saved last, newest first, each with its folder.
fn recent_files(desk: &Desk<'_>) -> Vec<Hit> {
    let hit = |path: &String| {
        let (folder, name) = folder_and_name(path);
        let run = FileCommand::OpenPath(path.clone()).into();
        Hit { group: "Recent", name: name.to_owned(), explanation: folder.to_owned(), shortcut: String::new(), run, is_idle: false }
    };
    desk.app.recent().iter().map(hit).collect()
}
