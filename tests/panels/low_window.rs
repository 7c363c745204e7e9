//! The microscope in a low window. At 800 × 600 in the projector theme three views stood one above the other, each a
//! strip of a few lines with its labels pushed out, and the dials took half of the card: its numbers were below them.

use crate::kit::*;
use collidoscope::lens::microscope::MICROSCOPES;

fn low(id: &str, theme: Theme) -> Window {
    let mut app = stack();
    app.apply(ViewCommand::SetTheme(theme));
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some(id.into()) });
    let mut w = open(app, 800.0, 600.0);
    w.run();
    w
}

/// A view by the beginning of its title.
fn view(w: &Window, title: &str) -> Option<Rect> {
    w.query_all_by(|n| n.label().is_some_and(|l| l.starts_with(title)) && n.role() != Role::Button).map(|n| rect_of(n.raw_bounds())).next()
}

#[test]
fn chart_and_space_take_turns_in_a_low_window() {
    for microscope in MICROSCOPES {
        let mut w = low(microscope.id, Theme::Projector);
        let space = microscope.space_title.split(' ').next().expect("a word");
        let Some(chart) = microscope.chart_title else { continue };
        let room = view(&w, space).unwrap_or_else(|| panic!("{}: {space}", microscope.id));
        assert!(room.height() > 180.0, "{}: {room}", microscope.id);
        assert!(view(&w, chart).is_none(), "{}", microscope.id);
        click(&mut w, "Chart");
        assert_eq!(view(&w, chart), Some(room), "{}", microscope.id);
        assert!(view(&w, space).is_none(), "{}", microscope.id);
        click(&mut w, "Picture");
        assert_eq!(view(&w, space), Some(room), "{}", microscope.id);
    }
    // Where there is room for all, nothing is hidden.
    let w = low("gjk", Theme::Dark);
    assert!(w.query_by_label("Chart").is_none() && view(&w, "distance |v|").is_some());
}

#[test]
fn the_dials_leave_the_card_its_room_in_a_low_window() {
    for theme in [Theme::Dark, Theme::Projector] {
        let mut w = low("gjk", theme);
        let (numbers, fold) = (bounds(&w, "NUMBERS"), bounds(&w, "Try it"));
        assert!(fold.top() > numbers.bottom() + 60.0, "{theme:?}: numbers at {numbers}, dials at {fold}");
        assert!(w.query_by_label("iterations").is_none(), "folded");
        click(&mut w, "Try it");
        assert!(w.query_all_by_label("iterations").next().is_some(), "open");
    }
}

/// At 800 × 600 in the projector theme the rail ended at the spring; nothing showed that the tools below it could be
/// scrolled to.
#[test]
fn all_tools_are_in_sight_at_800_by_600() {
    for theme in [Theme::Dark, Theme::Light, Theme::Projector] {
        let mut app = stack();
        app.apply(ViewCommand::SetTheme(theme));
        app.take_notices();
        let mut w = open(app, 800.0, 600.0);
        w.run();
        let lowest = bounds(&w, "Play").top();
        let mut places: Vec<Rect> = Vec::new();
        for tool in tool::groups().iter().flat_map(|group| group.iter()) {
            let place = rect_of(w.get_by_role_and_label(Role::RadioButton, tool.name).raw_bounds());
            assert!(place.top() >= 0.0 && place.bottom() <= lowest && place.width() > 20.0, "{theme:?} {}: {place}", tool.name);
            assert!(places.iter().all(|other| !other.shrink(0.5).intersects(place.shrink(0.5))), "{theme:?} {}: {place}", tool.name);
            places.push(place);
        }
    }
}

/// In the projector theme three rows of chips hid a third of a low canvas.
#[test]
fn where_chips_would_hide_the_scene_those_that_are_on_remain_and_a_menu_has_all() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetTheme(Theme::Projector));
    app.apply(ViewCommand::ToggleLens("velocity".into()));
    let mut w = open(app, 800.0, 600.0);
    let chips = |w: &Window| w.query_all_by(|n| n.role() == Role::CheckBox && n.label().is_some_and(|l| is_lens(&l))).count();
    assert_eq!(chips(&w), 1, "the one that is on");
    w.get_by_role_and_label(Role::Button, "Lenses").click();
    w.run();
    click(&mut w, "Islands");
    assert!(w.state().app.lenses().contains(&"islands"));
    assert_eq!(chips(&w), 2);
    w.state_mut().app.apply(ViewCommand::SetTheme(Theme::Dark));
    w.run();
    assert_eq!(chips(&w), collidoscope::lens::lenses().len(), "two rows: all of them");
}

fn is_lens(name: &str) -> bool {
    collidoscope::lens::lenses().iter().any(|lens| lens.name == name)
}
