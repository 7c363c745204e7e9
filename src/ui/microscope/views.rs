//! The two linked views and the chart: pointing lights, clicking answers, dragging changes the specimen.

use super::super::desk::Desk;
use super::super::{lesson_editor, paint, theme};
use super::answered;
use super::handles;
use super::hot::Hot;
use super::state::{Drag, Form, WorkspaceState};
use crate::app::{Bench, LessonCommand, MicroscopeCommand};
use crate::draw::labels::PxBox;
use crate::draw::pick::pick;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Role, Sheet, View};
use crate::engine::frames::WorldPoint;
use crate::engine::math::{Vec2, cross};
use crate::lens::microscope::{Answer, Part, PartKind, Side};
use egui::{CursorIcon, Pos2, Rect, Response, Sense, Ui, pos2, vec2};

/// Distance of the turning ring from a shape's middle, in sizes of the shape.
const RING_AT: f32 = 0.62;
/// Radius of the turning ring's picture, points.
const RING_RADIUS: f32 = 8.0;
/// What the world has of the width beside a diagram: a ruler needs more room than the shapes.
const BESIDE_DIAGRAM: f32 = 0.42;
/// Views stand one above the other in less width than this, points; three of them need so much height.
const STACKED_BELOW: f32 = 520.0;
const THREE_HIGH: f32 = 420.0;
/// Width of the button that changes between two views, points.
const OTHER_VIEW: f32 = 64.0;

/// What a click into another picture is told.
const CLICK_WORLD: &str = "The question is answered by a click in the picture “World”";

/// Lays the views out.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, hot: &mut Hot) {
    let look = desk.look;
    let whole = ui.max_rect();
    let film = bench.film();
    let chart_height = if film.microscope.chart_title.is_some() { (0.26 * whole.height()).min(look.pt(190.0)) } else { 0.0 };
    let stacked = whole.width() < look.pt(STACKED_BELOW) && !stands_better(desk, bench, whole);
    // Three views one above the other would each be a strip in a low window: two of them take turns.
    let takes_turns = stacked && chart_height > 0.0 && whole.height() < look.pt(THREE_HIGH);
    desk.state.workspace.takes_turns = takes_turns;
    let chart_height = if takes_turns { 0.0 } else { chart_height };
    let (world, space) = if stacked {
        let middle = whole.top() + 0.5 * whole.height();
        (Rect::from_min_max(whole.min, pos2(whole.right(), middle)), Rect::from_min_max(pos2(whole.left(), middle), whole.max))
    } else {
        let share = if film.microscope.space == Sheet::Diagram { BESIDE_DIAGRAM } else { 0.5 };
        let middle = whole.left() + share * whole.width();
        (Rect::from_min_max(whole.min, pos2(middle, whole.bottom())), Rect::from_min_max(pos2(middle, whole.top()), whole.max))
    };
    desk.state.workspace.world = Some(world);
    let (space, chart) = space.split_top_bottom_at_y(space.bottom() - chart_height);
    let mut list = DrawList::default();
    film.surroundings(&mut list);
    film.picture(bench.frame(), bench.lit(), &mut list);
    // The curve of the whole step would tell what is yet to be predicted.
    if desk.app.gate() && film.microscope.id == "solver" && bench.frame() < film.last() {
        list.marks.retain(|mark| mark.sheet != Sheet::Chart);
        let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
        let words = "shown at the end, after the predictions";
        list.label(Role::QuietText, 0.5 * crate::draw::chart::SIZE, Vec2::ZERO, 5, words);
        list.sheet = sheet;
    }
    let title = film.microscope.space_title.replace(" A", &format!(" {}", film.specimen.a.name));
    let title = if film.microscope.space == Sheet::Difference {
        title.replace("⊖ B", &format!("⊖ {}", film.specimen.b.name))
    } else {
        film.microscope.space_title.to_owned()
    };
    one(ui, desk, bench, &list, Sheet::World, world, "World", hot);
    match film.microscope.chart_title.filter(|_| !takes_turns || desk.state.workspace.shows_chart) {
        Some(chart_title) if takes_turns => one(ui, desk, bench, &list, Sheet::Chart, space, chart_title, hot),
        chart_title => {
            one(ui, desk, bench, &list, film.microscope.space, space, &title, hot);
            if let Some(title) = chart_title {
                one(ui, desk, bench, &list, Sheet::Chart, chart, title, hot);
            }
        }
    }
    if takes_turns {
        other_view(ui, desk, space, film.microscope.chart_title.unwrap_or_default(), &title);
    }
}

/// True of a diagram that is so high that it is larger beside the world than below it: its words are read there. Found
/// once for each film and size.
fn stands_better(desk: &mut Desk<'_>, bench: &Bench, whole: Rect) -> bool {
    /// So much larger is worth a narrow picture of the world.
    const WORTH: f32 = 1.25;
    let microscope = bench.film().microscope;
    if microscope.space != Sheet::Diagram || microscope.chart_title.is_some() {
        return false;
    }
    let known = desk.state.workspace.stands.filter(|(size, _)| *size == whole.size());
    let scale = |width: f32, height: f32| bench.film().view(Sheet::Diagram, width / height).map_or(0.0, |view| height / view.height);
    let (_, stands) = known.unwrap_or_else(|| {
        let beside = scale((1.0 - BESIDE_DIAGRAM) * whole.width(), whole.height());
        (whole.size(), beside > WORTH * scale(whole.width(), 0.5 * whole.height()))
    });
    desk.state.workspace.stands = Some((whole.size(), stands));
    stands
}

/// The button that changes between the space of the algorithm and the chart, in their upper right corner.
fn other_view(ui: &mut Ui, desk: &mut Desk<'_>, rect: Rect, chart: &str, space: &str) {
    let look = desk.look;
    let is_chart = desk.state.workspace.shows_chart;
    let (word, hint) = if is_chart { ("Picture", space) } else { ("Chart", chart) };
    let size = vec2(look.pt(OTHER_VIEW), look.row() - look.gap(1.0));
    let place = Rect::from_min_size(pos2(rect.right() - size.x - look.gap(1.0), rect.top() + look.gap(1.0)), size);
    if ui.put(place, egui::Button::new(word)).on_hover_text(format!("Shows: {hint}")).clicked() {
        desk.state.workspace.shows_chart = !is_chart;
    }
}

/// One view: picture, words, pointer.
#[allow(clippy::too_many_arguments)] // each is a different thing of one picture
fn one(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, list: &DrawList, sheet: Sheet, rect: Rect, title: &str, hot: &mut Hot) {
    let look = desk.look;
    let response = ui.interact(rect, ui.id().with(sheet), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, title));
    ui.painter().rect(rect, egui::CornerRadius::ZERO, look.ground, look.hairline(), egui::StrokeKind::Inside);
    // The picture keeps clear of its title.
    let body = Rect::from_min_max(rect.min + vec2(0.0, look.gap(2.5) + look.body_font().size), rect.max);
    let Some(projection) = projection(desk, bench, sheet, body, &response) else { return };
    let painter = ui.painter().with_clip_rect(rect.shrink(1.0).intersect(ui.clip_rect()));
    painter.extend(paint::shapes(list, sheet, &look, projection));
    if sheet == Sheet::World {
        rings(&painter, desk, bench, projection);
        answered::show(&painter, desk, projection);
    }
    heading(ui, desk, sheet, rect, title);
    let mut taken = handles::places(ui, bench, &look, sheet, projection, body);
    if sheet == Sheet::World {
        taken.extend(bench.specimen().sides().iter().map(|side| ring_place(ring_of(bench, *side, projection).1, &look, projection)));
    }
    paint::labels(&painter, &look, list, sheet, projection, &taken);
    let on_handle = handles::show(ui, desk, bench, sheet, projection, body);
    if !on_handle || desk.state.workspace.drag.is_some() {
        pointer(ui, desk, bench, list, sheet, projection, &response, hot);
    }
}

/// The title of a view; where it is too long, up to a word, with the whole of it under the pointer.
fn heading(ui: &Ui, desk: &Desk<'_>, sheet: Sheet, rect: Rect, title: &str) {
    let look = desk.look;
    // The button that changes between two views stands at the end of the line.
    let taken = if desk.state.workspace.takes_turns && sheet != Sheet::World { look.pt(OTHER_VIEW) } else { 0.0 };
    let room = rect.width() - look.gap(5.0) - taken;
    let laid_out = |share: f32| {
        let font = egui::FontId { size: share * look.body_font().size, ..look.body_font() };
        let mut job = egui::text::LayoutJob::simple_singleline(title.to_owned(), font, look.quiet);
        job.wrap = egui::text::TextWrapping { break_anywhere: false, ..egui::text::TextWrapping::truncate_at_width(room) };
        ui.fonts(|f| f.layout_job(job))
    };
    // Smaller letters rather than fewer words, as far as they can be read.
    let usual = laid_out(1.0);
    let mut smaller = [0.9, 0.8, 0.7].into_iter().map(laid_out).filter(|galley| !galley.elided);
    let galley = if usual.elided { smaller.next().unwrap_or(usual) } else { usual };
    let place = Rect::from_min_size(rect.min + vec2(look.gap(3.0), look.gap(2.0)), galley.size());
    if galley.elided {
        ui.interact(place, ui.id().with((sheet, "title")), Sense::hover()).on_hover_text(title);
    }
    ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())).galley(place.min, galley, look.quiet);
}

/// The view's own camera: fitted when something is laid down, moved by wheel and drag, fitted again by a double click.
fn projection(desk: &mut Desk<'_>, bench: &Bench, sheet: Sheet, rect: Rect, response: &Response) -> Option<Projection> {
    let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
    // Rows of words and numbers end with a letter's height that no view knows of: in a low frame much of it.
    let letter = if matches!(sheet, Sheet::World | Sheet::Chart) { 0.0 } else { desk.look.body_font().size };
    let form = Form { aspect: rect.aspect_ratio(), border: rect.height() / (rect.height() - 2.0 * letter).max(0.5 * rect.height()) };
    let WorkspaceState { views, moved, fitted, .. } = &mut desk.state.workspace;
    // Another size of the window or another theme gives the frame another form: what was fitted to the old one may be
    // cut off in it.
    let is_misfit = fitted.iter().any(|(s, to)| *s == sheet && form.differs(to)) && !moved.contains(&sheet);
    if response.double_clicked() || is_misfit {
        views.retain(|(s, _)| *s != sheet);
        moved.retain(|s| *s != sheet);
    }
    let known = views.iter().position(|(s, _)| *s == sheet);
    let index = match known {
        Some(index) => index,
        None => {
            let told = bench.camera().filter(|_| sheet == Sheet::World && !response.double_clicked());
            let view = || bench.film().view(sheet, form.aspect).map(|view| View { height: view.height * form.border, ..view });
            views.push((sheet, told.or_else(view)?));
            fitted.retain(|(s, _)| *s != sheet);
            fitted.push((sheet, form));
            views.len() - 1
        }
    };
    let view = views[index].1;
    let zoomed = zoomed(response, rect, view);
    if zoomed != view {
        moved.retain(|s| *s != sheet);
        moved.push(sheet);
    }
    let view = zoomed;
    views[index].1 = view;
    Projection::new(view, frame)
}

/// The view after this frame's wheel.
fn zoomed(response: &Response, rect: Rect, view: View) -> View {
    let Some(at) = response.hover_pos().filter(|_| response.contains_pointer()) else { return view };
    let factor = response.ctx.input(|i| theme::wheel_zoom(i.smooth_scroll_delta.y) * i.zoom_delta());
    if (factor - 1.0).abs() < 1e-4 || !factor.is_finite() {
        return view;
    }
    let m = view.height / rect.height();
    let away = at - rect.center();
    let fixed = view.center + Vec2::new(away.x, -away.y) * m;
    let height = (view.height / factor).clamp(1e-4, 1e6);
    View { center: fixed + (view.center - fixed) * (height / view.height), height }
}

/// Middle of a side's shape, and where its turning ring stands, world.
fn ring_of(bench: &Bench, side: Side, projection: Projection) -> (Vec2, Vec2) {
    /// Rings of tiny shapes keep so far away, points.
    const LEAST: f32 = 30.0;
    let s = bench.specimen();
    let sample = s.side(side);
    let bounds = sample.shape.core_aabb(sample.pose);
    let middle = sample.pose.transform_point(sample.shape.convex().center());
    let size = bounds.size().max_element().min(2.0 * s.size());
    let away = if side == Side::A { Vec2::new(-0.6, 0.8) } else { Vec2::new(0.6, 0.8) };
    (middle, middle + away * (RING_AT * size + 0.12 * s.size()).max(LEAST / projection.scale))
}

/// The square that a ring covers: labels keep clear of it.
fn ring_place(at: Vec2, look: &theme::Look, projection: Projection) -> PxBox {
    let (at, half) = (projection.to_px(at), Vec2::splat(look.pt(RING_RADIUS + 1.0)));
    PxBox { min: at - half, max: at + half }
}

/// The rings that turn the shapes.
fn rings(painter: &egui::Painter, desk: &Desk<'_>, bench: &Bench, projection: Projection) {
    let look = desk.look;
    for (&side, role) in bench.specimen().sides().iter().zip([Role::BodyA, Role::BodyB]) {
        let at = projection.to_px(ring_of(bench, side, projection).1);
        let color = look.role(role);
        painter.circle(pos2(at.x, at.y), look.pt(RING_RADIUS), look.panel, egui::Stroke::new(1.5, color));
        painter.text(pos2(at.x, at.y), egui::Align2::CENTER_CENTER, egui_phosphor::regular::ARROWS_CLOCKWISE, look.caption_font(), color);
    }
}

#[allow(clippy::too_many_arguments)] // see `one`
fn pointer(
    ui: &Ui,
    desk: &mut Desk<'_>,
    bench: &Bench,
    list: &DrawList,
    sheet: Sheet,
    projection: Projection,
    response: &Response,
    hot: &mut Hot,
) {
    let px = |at: Pos2| Vec2::new(at.x, at.y);
    if sheet == Sheet::World
        && response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        clicked(desk, projection.to_world(px(at)));
    }
    if sheet != Sheet::World && awaits_click(desk) {
        // A tip hides at a press: who clicks here is told again.
        response.clone().on_hover_text_at_pointer(CLICK_WORLD);
        if response.clicked() {
            desk.state.notices.warn(CLICK_WORLD.into());
        }
    }
    if let Some(at) = response.hover_pos().filter(|_| desk.state.workspace.drag.is_none()) {
        let part = pick(list, sheet, projection, px(at)).and_then(Part::from_tag);
        let part = part.filter(|p| !matches!(p.kind, PartKind::Region | PartKind::Ghost) || hot.parts.is_empty());
        hot.add(part.as_slice());
        if let Some(name) = part.and_then(|part| bench.film().name_of(part)) {
            response.clone().on_hover_text_at_pointer(name);
        }
        let answers = part.and_then(|p| desk.app.open_question()?.choice_of(p));
        if let Some(choice) = answers {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            if response.clicked() {
                desk.send(MicroscopeCommand::Answer(Answer::Choice(choice)));
            }
        } else if sheet == Sheet::World && grip(bench, projection, part, px(at)) != Drag::Pan {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
    }
    if response.drag_started() {
        let start = response.interact_pointer_pos().map_or(Vec2::ZERO, |p| px(p - response.drag_delta()));
        let part = pick(list, sheet, projection, start).and_then(Part::from_tag);
        let primary = response.dragged_by(egui::PointerButton::Primary);
        let drag = if sheet == Sheet::World && primary { grip(bench, projection, part, start) } else { Drag::Pan };
        desk.state.workspace.drag = Some(drag);
        desk.state.workspace.nudge = desk.state.gesture.next();
    }
    if response.dragged()
        && let (Some(drag), Some(now)) = (desk.state.workspace.drag, response.interact_pointer_pos())
    {
        dragged(desk, bench, sheet, projection, drag, px(now), px(now - response.drag_delta()));
        ui.ctx().set_cursor_icon(if drag == Drag::Pan { CursorIcon::Move } else { CursorIcon::Grabbing });
    }
    if response.drag_stopped() {
        desk.state.workspace.drag = None;
    }
}

/// A click into the picture of the world: it chooses what the author's question is about while that is written, and
/// answers it else.
fn clicked(desk: &mut Desk<'_>, at: Vec2) {
    if lesson_editor::take_click(desk, at) {
        return;
    }
    if awaits_click(desk) {
        desk.send(LessonCommand::Reply(desk.app.click_reply(at)));
    }
}

/// True while the author's question, or the draft of one, waits for a click into the picture of the world.
fn awaits_click(desk: &Desk<'_>) -> bool {
    let open = if lesson_editor::is_writing(desk) { desk.app.question_draft() } else { desk.app.open_own_question() };
    open.is_some_and(|question| question.kind.is_clicked())
}

/// What a press at this point of the world view takes hold of.
fn grip(bench: &Bench, projection: Projection, part: Option<Part>, at: Vec2) -> Drag {
    /// How near a ring the press must be, points.
    const REACH: f32 = 12.0;
    if !bench.specimen().has_pair() {
        return Drag::Pan;
    }
    for side in [Side::A, Side::B] {
        if projection.to_px(ring_of(bench, side, projection).1).distance(at) <= REACH {
            return Drag::Turn(side);
        }
    }
    match part {
        Some(Part { kind: PartKind::VertexA, first, .. }) => return Drag::Vertex(Side::A, first.into()),
        Some(Part { kind: PartKind::VertexB, first, .. }) => return Drag::Vertex(Side::B, first.into()),
        Some(Part { kind: PartKind::WayA, .. }) => return Drag::Way(Side::A),
        Some(Part { kind: PartKind::WayB, .. }) => return Drag::Way(Side::B),
        _ => {}
    }
    let world = projection.to_world(at);
    let depth = |side: Side| {
        let sample = bench.specimen().side(side);
        sample.shape.signed_distance(sample.pose.to_local(WorldPoint::at(world)))
    };
    let slack = 5.0 / projection.scale;
    let (a, b) = (depth(Side::A), depth(Side::B));
    // Where both lie, the smaller one: it may be hidden in the other.
    match (a <= slack, b <= slack) {
        (true, true) => Drag::Move(
            if bench.specimen().a.shape.core_aabb(bench.specimen().a.pose).size().length()
                < bench.specimen().b.shape.core_aabb(bench.specimen().b.pose).size().length()
            {
                Side::A
            } else {
                Side::B
            },
        ),
        (true, false) => Drag::Move(Side::A),
        (false, true) => Drag::Move(Side::B),
        _ => Drag::Pan,
    }
}

fn dragged(desk: &mut Desk<'_>, bench: &Bench, sheet: Sheet, projection: Projection, drag: Drag, now: Vec2, before: Vec2) {
    let (now, before) = (projection.to_world(now), projection.to_world(before));
    let gesture = desk.state.workspace.nudge;
    let act = match drag {
        Drag::Pan => {
            if let Some((_, view)) = desk.state.workspace.views.iter_mut().find(|(s, _)| *s == sheet) {
                view.center -= now - before;
                desk.state.workspace.moved.retain(|s| *s != sheet);
                desk.state.workspace.moved.push(sheet);
            }
            return;
        }
        _ if now == before => return,
        Drag::Move(side) => MicroscopeCommand::Move { side, shift: now - before, gesture },
        Drag::Vertex(side, index) => MicroscopeCommand::Vertex { side, index, to: now, gesture },
        Drag::Way(side) => {
            let mut options = bench.specimen().options;
            options.motion[side as usize].travel += now - before;
            MicroscopeCommand::Options { options: options.into(), gesture }
        }
        Drag::Turn(side) => {
            let (middle, _) = ring_of(bench, side, projection);
            let (p, q) = (before - middle, now - middle);
            MicroscopeCommand::Rotate { side, angle: crate::engine::math::atan2(cross(p, q), p.dot(q)), gesture }
        }
    };
    desk.send(act);
}
