//! Sizes, themes, and marks as shapes.

use crate::kit::*;

#[test]
fn below_the_drawer_width_the_inspector_opens_on_demand() {
    let mut w = open(App::empty(), 1000.0, 700.0);
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none());
    click(&mut w, "Inspector drawer");
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none());
}

#[test]
fn presentation_mode_leaves_scene_chips_and_transport() {
    let mut w = window();
    let before = w.state().ui.canvas.expect("shown").area();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::P);
    assert!(
        w.query_by_label("File").is_none()
            && w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none()
            && w.query_by_label("Polygon").is_none()
    );
    assert!(w.query_by_label("Play").is_some() && w.query_by_label("Contacts").is_some());
    assert!(w.state().ui.canvas.expect("shown").area() > before * 1.3);
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("File").is_some());
}

/// Every text that can be met by a click lies inside the window, and no two rows of controls cover each other.
fn assert_inside(w: &Window, labels: &[&str], size: (f32, f32)) {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1)).expand(0.5);
    for label in labels {
        let rect = bounds(w, label);
        assert!(screen.contains_rect(rect), "{label} at {rect:?} leaves {size:?}");
    }
}

#[test]
fn at_every_size_and_theme_the_panels_fit_and_do_not_overlap() {
    for theme in Theme::ALL {
        for size in [(1280.0, 800.0), (1920.0, 1080.0), (1000.0, 700.0), (640.0, 480.0), (300.0, 200.0), (120.0, 80.0)] {
            let mut app = stack();
            app.apply(ViewCommand::SetTheme(theme));
            for lens in collidoscope::lens::lenses() {
                app.apply(ViewCommand::ToggleLens(lens.id.to_owned()));
            }
            app.apply(ViewCommand::SelectAll);
            let mut w = open(app, size.0, size.1);
            w.run();
            if size.0 < 200.0 {
                assert!(w.state().ui.canvas.is_none(), "nothing is drawn in a window of {size:?}");
                continue;
            }
            let canvas = w.state().ui.canvas.expect("shown");
            assert!(canvas.width() > 0.0 && canvas.height() > 0.0, "{size:?} {theme:?}: {canvas:?}");
            if size.0 >= 1000.0 {
                assert_inside(&w, &["File", "Help", "Find a command", "Theme", "Reset", "Play", "Speed", "Timeline", "Contacts"], size);
                let (menu, find) = (bounds(&w, "Help"), bounds(&w, "Find a command"));
                assert!(!menu.intersects(find), "{size:?} {theme:?}: {menu:?} {find:?}");
                assert!(!bounds(&w, "Speed").intersects(bounds(&w, "Timeline")), "{size:?} {theme:?}");
            }
        }
    }
}

#[test]
fn the_projector_theme_has_larger_text() {
    let height = |theme| {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(theme));
        bounds(&open(app, 1920.0, 1080.0), "Gravity").height()
    };
    let (normal, large) = (height(Theme::Dark), height(Theme::Projector));
    assert!(large > normal * 1.35, "{normal} {large}");
}

#[test]
fn the_welcome_scene_shows_in_every_theme_while_it_runs() {
    for theme in Theme::ALL {
        let mut app = App::welcome();
        app.apply(ViewCommand::SetTheme(theme));
        let mut w = open(app, 1280.0, 800.0);
        for _ in 0..30 {
            w.state_mut().app.tick(1.0 / 60.0, &mut || true);
            w.step();
        }
        assert_eq!(w.state().app.stage().step_count(), 30);
        assert!(w.state().ui.picture.marks.len() > 20);
    }
}

#[test]
fn no_filled_area_has_the_same_corner_twice_in_a_row() {
    use collidoscope::draw::palette::Theme;
    use collidoscope::draw::projection::Projection;
    use collidoscope::draw::{DrawList, Role as MarkRole, Sheet, View};
    let mut list = DrawList::default();
    for rounding in [0.0, 1e-4, 0.2] {
        list.polygon(MarkRole::BodyA, [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(0.0, 1.0)], rounding);
    }
    let frame = collidoscope::draw::labels::PxBox { min: Vec2::ZERO, max: Vec2::new(400.0, 400.0) };
    let projection = Projection::new(View { center: Vec2::ZERO, height: 4.0 }, frame).expect("a view");
    let look = collidoscope::ui::theme::Look::of(Theme::Dark);
    let mut areas = 0;
    for shape in collidoscope::ui::paint::shapes(&list, Sheet::World, &look, projection) {
        let egui::Shape::Path(path) = shape else { continue };
        if path.fill == egui::Color32::TRANSPARENT {
            continue;
        }
        areas += 1;
        let ring = path.points.iter().zip(path.points.iter().cycle().skip(1));
        assert!(ring.into_iter().all(|(a, b)| a.distance(*b) > 0.01), "{:?}", path.points);
    }
    assert_eq!(areas, 3);
}

#[test]
fn every_kind_of_mark_becomes_shapes_inside_its_bounds() {
    use collidoscope::draw::labels::PxBox;
    use collidoscope::draw::projection::Projection;
    use collidoscope::draw::{DrawList, Primitive, Role as Ink, Sheet, View};
    use collidoscope::ui::{paint, theme::Look};
    let rotation = Vec2::new(0.6, 0.8);
    let marks = [
        Primitive::Line { a: Vec2::ZERO, b: Vec2::ONE },
        Primitive::Arrow { from: Vec2::ZERO, to: Vec2::ONE },
        Primitive::Circle { center: Vec2::ZERO, radius: 1.0 },
        Primitive::Capsule { a: Vec2::ZERO, b: Vec2::ONE, radius: 0.2 },
        Primitive::Box { center: Vec2::ZERO, half: Vec2::new(0.7, 0.3), rotation, rounding: 0.1 },
        Primitive::Dot { at: Vec2::ONE, radius_px: 4.0 },
        Primitive::Ring { at: Vec2::ONE, radius_px: 4.0 },
        Primitive::Cross { at: Vec2::ONE, radius_px: 4.0 },
    ];
    let frame = PxBox::at(Vec2::new(100.0, 50.0), Vec2::new(400.0, 400.0));
    let projection = Projection::new(View { center: Vec2::ZERO, height: 4.0 }, frame).expect("a view");
    let page = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 450.0));
    for role in [Ink::Body, Ink::StaticBody, Ink::SeparatingAxis, Ink::Simplex] {
        for primitive in &marks {
            let mut list = DrawList { sheet: Sheet::Difference, ..DrawList::default() };
            list.push(role, primitive.clone());
            let shapes = paint::shapes(&list, Sheet::Difference, &Look::of(Theme::Dark), projection);
            assert!(!shapes.is_empty(), "{role:?} {primitive:?}");
            for shape in shapes {
                let bounds = shape.visual_bounding_rect();
                assert!(page.contains_rect(bounds), "{role:?} {primitive:?}: {bounds:?}");
            }
            assert!(paint::shapes(&list, Sheet::World, &Look::of(Theme::Dark), projection).is_empty(), "each sheet shows its own marks");
        }
    }
}

/// The selected ray was blue like the first of the others, and hardly wider: nothing else told them apart.
#[test]
fn a_selected_curve_is_told_from_others_by_more_than_its_colour() {
    use collidoscope::draw::{DrawList, Role};
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("mirrors".into()));
    let halos = |app: &App| {
        let mut list = DrawList::default();
        app.picture(&mut list);
        list.marks.iter().filter(|mark| mark.role == Role::Lit).count()
    };
    assert_eq!(halos(&app), 0);
    let ray = app.document().curves[0].id.clone();
    app.apply(ViewCommand::Select(vec![Item::Curve(ray)]));
    assert_eq!(halos(&app), 1);
}
