//! Words on pages: in every film and lesson they stand inside their picture, are not cut, and do not cover each
//! other. Read from the SVG text that is written, with the shipped fonts' widths, not from the layout that placed
//! them.

use crate::kit::example_films;
use collidoscope::draw::fonts::text_width;
use collidoscope::draw::palette::Theme;
use collidoscope::draw::svg::strip_to_svg;
use collidoscope::draw::{DrawList, Primitive, Role, Sheet};
use collidoscope::lens::microscope::{export, lesson};
use collidoscope::scene::file::parse;
use collidoscope::scene::shipped;

/// A piece of text: left, top, right, bottom, words.
struct Words {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    text: String,
}

fn attribute(tag: &str, name: &str) -> Option<f32> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[from..].split('"').next()?.parse().ok()
}

/// All texts of a page. Upper and lower edges are those of capitals and of a comma: rows may stand closer than their
/// line height.
fn texts(svg: &str) -> Vec<Words> {
    let mut all = Vec::new();
    for part in svg.split("<text").skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        let body = rest.split("</text>").next().unwrap_or_default();
        let mut text = String::new();
        let mut inside = false;
        for c in body.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&");
        let (x, y, size) = (attribute(tag, "x"), attribute(tag, "y"), attribute(tag, "font-size"));
        let (Some(x), Some(y), Some(size)) = (x, y, size) else { panic!("text without a place: {tag}") };
        all.push(Words { left: x, top: y - 0.75 * size, right: x + text_width(&text, size), bottom: y + 0.15 * size, text });
    }
    all
}

fn flaws(page: &str, svg: &str) -> Vec<String> {
    let number = |name: &str| attribute(svg.split('>').next().unwrap_or_default(), name).expect("a size");
    let (width, height) = (number("width"), number("height"));
    let words = texts(svg);
    let mut flaws = Vec::new();
    for (i, a) in words.iter().enumerate() {
        if a.left < 0.0 || a.top < 0.0 || a.right > width || a.bottom > height {
            flaws.push(format!("{page}: “{}” leaves the page", a.text));
        }
        if a.text.ends_with('…') {
            flaws.push(format!("{page}: “{}” is cut", a.text));
        }
        // A pixel of overlap cannot be seen.
        let covers = |b: &&Words| a.left + 1.0 < b.right && b.left + 1.0 < a.right && a.top + 1.0 < b.bottom && b.top + 1.0 < a.bottom;
        for b in words[i + 1..].iter().filter(covers) {
            flaws.push(format!("{page}: “{}” covers “{}”", a.text, b.text));
        }
    }
    flaws
}

#[test]
fn no_word_of_a_film_or_a_lesson_is_cut_or_covered() {
    let mut all = Vec::new();
    for theme in [Theme::Light, Theme::Projector] {
        for (example, film) in example_films() {
            all.extend(flaws(example.name, &strip_to_svg(&export::strip(&film, theme))));
        }
        for scene in shipped::scenes() {
            let document = parse(scene.json.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
            if document.lesson.is_empty() {
                continue;
            }
            let places = lesson::places(&document).unwrap_or_else(|p| panic!("{p}"));
            let places: Vec<_> = places.into_iter().map(|p| p.unwrap_or_else(|p| panic!("{p}"))).collect();
            let bytes = export::lesson_bytes(&document, &places, "page.svg", theme).expect("a page");
            all.extend(flaws(scene.name, &String::from_utf8(bytes).expect("text")));
        }
    }
    assert!(all.is_empty(), "{} flaws:\n{}", all.len(), all.join("\n"));
}

/// On the ruler of SAT the value of a gap lay over the name of the next row in low windows, and over that row's bars: it
/// stood in the last eighth of its row. On a projector it bit into its own bars above the name of a skipped row, which is
/// low: there was no room to give way to.
#[test]
fn the_value_of_a_gap_stands_between_its_bars_and_the_next_name() {
    let mut values = 0;
    for (_, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "sat") {
        let mut list = DrawList::default();
        film.picture(film.last(), &[], &mut list);
        let marks = || list.marks.iter().filter(|mark| mark.sheet == Sheet::Diagram);
        for mark in marks() {
            let Primitive::Label { at, text, room: None, .. } = &mark.primitive else { continue };
            if !text.ends_with(" m") && !text.ends_with(" mm") {
                continue;
            }
            values += 1;
            for other in marks() {
                match &other.primitive {
                    // Half a line of the value, and half of a name: rows of 35 points hold both.
                    Primitive::Label { at: name, room: Some(_), .. } => {
                        let is_skipped = matches!(&other.primitive, Primitive::Label { text, .. } if text.ends_with("skipped"));
                        let least = if is_skipped { 0.6 } else { 0.37 };
                        assert!(name.y > at.y || at.y - name.y > least, "{text}: {at} above a name at {name}");
                    }
                    Primitive::Line { a, b } if matches!(other.role, Role::ShadowA | Role::ShadowB) && a.y == b.y => {
                        assert!((a.y - at.y).abs() > 0.19, "{text}: {at} at a bar at {}", a.y);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(values > 20, "{values}");
}
