//! Launchers that look for the nearest body among some: dynamic ones, those of a group, those of a name.

use collidoscope::engine::body::BodyKind;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, LauncherDoc, Only, ShapeDoc, Sight};
use collidoscope::scene::file;
use collidoscope::scene::group_doc::GroupDoc;
use collidoscope::scene::stage::Stage;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn ball(id: &str, position: Vec2) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.3, center: Vec2::ZERO });
    BodyDoc { id: id.to_owned(), position, shapes: vec![shape], ..BodyDoc::default() }
}

fn gun(aim_at: Sight) -> LauncherDoc {
    LauncherDoc { id: "gun".into(), aim_at, ..LauncherDoc::default() }
}

fn space(bodies: Vec<BodyDoc>, launchers: Vec<LauncherDoc>) -> Document {
    Document { bodies, launchers, ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The nearest of those that a filter lets pass, by brute force over kinds, names and nested groups.
#[test]
fn the_nearest_body_is_looked_for_among_those_that_the_filter_lets_pass() {
    let mut random = Pcg64Mcg::seed_from_u64(23);
    let (mut found_some, mut found_none, mut changed) = (0, 0, 0);
    let outer = GroupDoc { id: "outer".into(), ..GroupDoc::default() };
    let inner = GroupDoc { id: "inner".into(), group: Some("outer".into()), ..GroupDoc::default() };
    for _ in 0..300 {
        let mut bodies = Vec::new();
        for n in 0..10 {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.random_range(0..3)];
            let at = v(random.random_range(-20.0..20.0), random.random_range(-20.0..20.0));
            let group = [None, Some("outer"), Some("inner")][random.random_range(0..3)].map(str::to_owned);
            let name = ["tin", "bottle"][random.random_range(0..2)];
            bodies.push(BodyDoc { kind, group, ..ball(&format!("{name}-{n}"), at) });
        }
        let only = Only {
            dynamic: random.random_bool(0.5),
            group: [None, Some("outer"), Some("inner")][random.random_range(0..3)].map(str::to_owned),
            name: [None, Some("tin"), Some("x")][random.random_range(0..3)].map(str::to_owned),
        };
        let stands_in = |body: &BodyDoc, group: &str| match group {
            "outer" => body.group.is_some(),
            _ => body.group.as_deref() == Some(group),
        };
        let passes = |body: &&BodyDoc| {
            body.kind != BodyKind::Static
                && (!only.dynamic || body.kind == BodyKind::Dynamic)
                && only.group.as_deref().is_none_or(|group| stands_in(body, group))
                && only.name.as_deref().is_none_or(|name| body.id.starts_with(name))
        };
        let by_distance = |a: &&BodyDoc, b: &&BodyDoc| a.position.length().total_cmp(&b.position.length());
        let nearest = bodies.iter().filter(passes).min_by(by_distance).map(|body| body.id.clone());
        let any = bodies.iter().filter(|body| body.kind != BodyKind::Static).min_by(by_distance).map(|body| body.id.clone());
        let document =
            Document { groups: vec![outer.clone(), inner.clone()], ..space(bodies, vec![LauncherDoc { only, ..gun(Sight::Nearest) }]) };
        let stage = stage(&document);
        let found = stage.target_of("gun").and_then(|id| stage.names().bodies.name(id)).map(str::to_owned);
        assert_eq!(found, nearest, "{:?}", document.launchers[0].only);
        found_some += usize::from(found.is_some());
        found_none += usize::from(found.is_none());
        changed += usize::from(found.is_some() && found != any);
        // What is written is read again.
        let again = file::parse(file::to_json(&document).as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(again.launchers, document.launchers);
    }
    assert!(found_some > 60 && found_none > 60 && changed > 30, "{found_some} {found_none} {changed}");
}

/// A filter goes with the name of its group, and is gone with the group; a group that is not there is refused with its
/// path.
#[test]
fn a_filter_by_group_is_renamed_with_its_group_and_refused_without_it() {
    let only = Only { group: Some("tins".into()), ..Only::default() };
    let mut document = Document {
        groups: vec![GroupDoc { id: "tins".into(), ..GroupDoc::default() }],
        ..space(vec![BodyDoc { group: Some("tins".into()), ..ball("a", Vec2::ONE) }], vec![LauncherDoc { only, ..gun(Sight::Nearest) }])
    };
    collidoscope::app::groups::rename(&mut document, "tins", "cans");
    assert_eq!(document.launchers[0].only.group.as_deref(), Some("cans"));
    let text = file::to_json(&document).replace("\"group\": \"cans\" }", "\"group\": \"cant\" }");
    let problems = file::parse(text.as_bytes()).expect_err("no such group").to_string();
    assert!(problems.contains("launchers[0].only.group: there is no group \"cant\"; did you mean \"cans\"?"), "{problems}");
    collidoscope::app::groups::ungroup(&mut document, &["cans".to_owned()]);
    assert_eq!(document.launchers[0].only.group, None);
}
