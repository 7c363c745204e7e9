//! Headings, reasons and cards.

use super::reel::Moment;
use super::run::{Lines, Outline, Roots, Run, Subject};
use super::terms;
use crate::draw::quantity::{counted, fixed, without_rounding};
use crate::engine::curve::crossing::CrossingStep;
use crate::engine::curve::line::{Meeting, SegmentCrossing};
use crate::engine::curve::{DVec2, DVec3};
use crate::engine::polynomial::{Root, RootStep};
use crate::lens::microscope::{Card, Line, Part, PartKind, Unit};

pub(super) fn outcome(run: &Run) -> String {
    match &run.subject {
        Subject::Roots(roots) => {
            let (found, most) = (counted(roots.points.len(), "crossing", "crossings"), run.most_crossings(roots));
            format!("{found} of at most {most}; {}", real_words(roots))
        }
        Subject::Lines(lines) => match lines.crossing {
            SegmentCrossing::At { .. } => "The segments cross".into(),
            SegmentCrossing::Apart { .. } => "The lines meet, beyond an end of one segment".into(),
            SegmentCrossing::Parallel => "Parallel: the lines meet at infinity".into(),
            SegmentCrossing::Along { .. } => "The segments lie on each other".into(),
        },
        Subject::Outline(outline) => {
            let hit = outline.hit.map_or("meets no edge".to_owned(), |hit| format!("meets edge {} first", hit.edge));
            format!("It starts {} and {hit}", side_word(outline.inside))
        }
        Subject::Mirrors(mirrors) => mirrors.outcome(),
    }
}

/// How many real roots there are, and which of them are more than one.
fn real_words(roots: &Roots) -> String {
    let all = counted(roots.real(), "real root", "real roots");
    match roots.roots() {
        [one] if one.multiplicity > 1 => format!("one {} root", one.multiplicity_word()),
        many => match many.iter().find(|root| root.multiplicity > 1) {
            Some(root) => format!("{all}, among them a {} one", root.multiplicity_word()),
            None => all,
        },
    }
}

/// Which roots are crossings of the picture, what becomes of the others, and why there are no more.
fn result_reason(run: &Run, roots: &Roots) -> String {
    let mut words = "Roots whose places lie on both curves, between their ends, are crossings of the picture.".to_owned();
    if roots.roots().len() > roots.points.len() {
        words += " The others belong to the curves gone on.";
    }
    if let Some(root) = roots.roots().iter().find(|root| root.multiplicity > 1) {
        words += &format!(" A {} root is one place, where the curves touch.", root.multiplicity_word());
    }
    if run.are_circles() {
        words += " The product of the degrees is 4, but two circles cross at most twice: all circles share two complex points at infinity.";
    }
    words
}

pub(super) fn side_word(inside: bool) -> &'static str {
    if inside { "inside" } else { "outside" }
}

pub(super) fn heading(run: &Run, moment: Moment) -> String {
    match (moment, &run.subject) {
        (Moment::Level(level), _) => run.levels.as_ref().map_or(String::new(), |levels| levels.heading(level)),
        (Moment::Reflection(k), Subject::Mirrors(mirrors)) => mirrors.heading(k),
        (Moment::Start, Subject::Mirrors(_)) => format!("{} among bodies", run.curves[0].0),
        (Moment::Start, Subject::Outline(outline)) => format!("A way and the outline of {}", outline.name),
        (Moment::Start, _) => format!("{} and {}", run.curves[0].0, run.curves[1].0),
        (Moment::Term(index), Subject::Roots(roots)) => {
            terms::at(roots, index).map_or(String::new(), |added| format!("The term {}", terms::name(added.term)))
        }
        (Moment::Polynomial, Subject::Roots(roots)) => {
            format!("Degree {}, at most {} crossings", roots.degree(), run.most_crossings(roots))
        }
        (Moment::Cut, _) => "Cut where it turns".into(),
        (Moment::Try(_), _) => "A place between the bounds".into(),
        (Moment::Touch(_), _) => "It turns on the axis".into(),
        (Moment::Roots, Subject::Roots(roots)) => format!("{} real roots", roots.real()),
        (Moment::Through(which), _) => format!("{} as a triple", run.curves[which].0),
        (Moment::Meet, Subject::Lines(lines)) => match lines.meeting {
            Meeting::At(_) => "The lines meet at a place".into(),
            Meeting::AtInfinity(_) => "They meet at infinity".into(),
            Meeting::Everywhere => "They are one line".into(),
        },
        (Moment::Sides, _) => "Sides of the ends".into(),
        (Moment::Shares, _) => "Shares of both segments".into(),
        (Moment::Edge(edge), Subject::Outline(outline)) => {
            let step = outline.edges[edge];
            let words = if step.counts {
                "counts"
            } else if step.straddles {
                "lies to the left"
            } else {
                "is not crossed"
            };
            format!("Edge {edge} {words}")
        }
        (Moment::Odd, Subject::Outline(outline)) => {
            let count = count(outline);
            format!("{count} is {}: {}", if outline.inside { "odd" } else { "even" }, side_word(outline.inside))
        }
        (Moment::Swept, Subject::Outline(outline)) => format!("{} on the way", counted(outline.met.len(), "edge", "edges")),
        _ => outcome(run),
    }
}

pub(super) fn count(outline: &Outline) -> u32 {
    outline.edges.last().map_or(0, |step| step.count)
}

pub(super) fn short(run: &Run, moment: Moment) -> String {
    let words = match (moment, &run.subject) {
        (Moment::Term(index), Subject::Roots(roots)) => {
            return terms::at(roots, index).map_or(String::new(), |added| terms::name(added.term));
        }
        (Moment::Edge(edge), _) => return format!("edge {edge}"),
        (Moment::Reflection(k), _) => return format!("reflection {}", k + 1),
        (Moment::Level(level), _) => return format!("level {level}"),
        (Moment::Start, _) => "start",
        (Moment::Polynomial, _) => "polynomial",
        (Moment::Cut, _) => "cut",
        (Moment::Try(_), _) => "try",
        (Moment::Touch(_), _) => "touch",
        (Moment::Roots, _) => "roots",
        (Moment::Through(_), _) => "triple",
        (Moment::Meet, _) => "meet",
        (Moment::Sides, _) => "sides",
        (Moment::Shares, _) => "shares",
        (Moment::Odd, _) => "odd or even",
        (Moment::Swept, _) => "way",
        (Moment::Result | Moment::Term(_), _) => "result",
    };
    words.into()
}

pub(super) fn reason(run: &Run, moment: Moment) -> String {
    let words = match (moment, &run.subject) {
        (Moment::Level(level), _) => return run.levels.as_ref().map_or(String::new(), |levels| levels.reason(level)),
        (Moment::Reflection(k), Subject::Mirrors(mirrors)) => return mirrors.reason(k),
        (Moment::Start, Subject::Mirrors(_)) => {
            "A ray goes straight until it meets a body. There it is reflected by the normal of the surface, and goes on from a tenth of a millimetre outside of it, so that it does not meet the same place again."
        }
        (Moment::Result, Subject::Mirrors(_)) => {
            "Every reflection keeps the angle to its own normal. Where the surface turns by an angle, the reflected ray turns by twice as much."
        }
        (Moment::Start, Subject::Roots(_) | Subject::Lines(_)) if run.is_alone() => {
            "The curve meets no other curve of the scene. To have something to search, a level line through its middle is put in; the scene has no such line."
        }
        (Moment::Start, Subject::Roots(_)) => {
            "One curve is an equation F(x, y) = 0. The other gives x and y by a parameter t. Put in, the equation asks for t alone."
        }
        (Moment::Start, Subject::Lines(_)) => {
            "A line is all points with a x + b y + c = 0. As triples (a, b, c) and (x, y, 1), lines and points are joined and met by one and the same cross product."
        }
        (Moment::Start, Subject::Outline(_)) => {
            "Two questions: does the way start inside, and which edge does it meet first? Both work for dents, too, and however long the way is."
        }
        (Moment::Term(_), _) => {
            "X(t), Y(t) and W(t) stand in place of x, y and 1 in this term. The products are added up, power by power of t."
        }
        (Moment::Polynomial, _) => {
            "The roots of this polynomial are the crossings. Its degree is at most the product of both degrees (Bézout): complex roots stand for crossings that the plane does not show, missing powers for such at t = ∞."
        }
        (Moment::Cut, _) => {
            "Between two neighbouring zeros of its derivative a polynomial only rises or only falls. So a piece whose ends have different signs holds exactly one root, and the others none."
        }
        (Moment::Try(_), _) => {
            "The root lies between the bounds, which have opposite signs. Newton's step is taken while it stays within them and is short; else the piece is halved."
        }
        (Moment::Touch(_), _) => {
            "Here the derivative is zero, and the value cannot be told from zero either: a root of one multiplicity more than that of the derivative. The curves touch."
        }
        (Moment::Roots, Subject::Roots(roots)) if roots.searched() == 2 => {
            "Degree 2 has a closed form. q is the sum of two numbers of one sign, so that no digits are lost; the roots are c/q and q/a."
        }
        (Moment::Roots, _) => {
            "All real roots, rising, each with its multiplicity. How far rounding of the coefficients may move a root stands behind it."
        }
        (Moment::Through(_), _) => {
            "The line through two points is their cross product, because l · p = (p × q) · p = 0 and the same for q. Nothing is divided."
        }
        (Moment::Meet, Subject::Lines(lines)) => match lines.meeting {
            Meeting::At(_) => {
                "The point on both lines is the cross product of the lines. Its third coordinate W is not zero, so it stands at (X/W, Y/W)."
            }
            Meeting::AtInfinity(_) => {
                "The cross product has W = 0: a point at infinity, in the direction (X, Y). Parallel lines need no case of their own."
            }
            Meeting::Everywhere => "The cross product is zero in all three coordinates: every point of one line lies on the other.",
        },
        (Moment::Sides, _) => {
            "The sign of a x + b y + c tells the side. The segments can cross only if the ends of each lie on different sides of the other."
        }
        (Moment::Shares, _) => {
            "a + s (b − a) = c + u (d − c): a cross product with one direction removes the other's share. Both must lie from 0 to 1."
        }
        (Moment::Edge(_), _) => {
            "From the point a ray goes to the right. It crosses an edge when one end lies above its height and the other does not; an edge owns its lower end only, so no corner counts twice."
        }
        (Moment::Odd, _) => {
            "Each crossing leads from inside to outside or back, and far to the right is outside. So an odd number means inside. Dents do no harm."
        }
        (Moment::Swept, _) => {
            "The way is a segment from where the point was to where it is. Each edge that it crosses has a share of the way; the smallest is met first. No speed is too high."
        }
        (Moment::Result, Subject::Roots(roots)) => return result_reason(run, roots),
        (Moment::Result, Subject::Lines(_)) => {
            "Lines go on beyond the ends of segments: the meeting counts for segments only with both shares from 0 to 1."
        }
        (Moment::Result, Subject::Outline(_)) => {
            "The point is stopped where it meets the first edge, with the edge's normal against its motion."
        }
        _ => "",
    };
    words.into()
}

/// A value, without a unit.
fn plain(symbol: impl Into<String>, value: f64, parts: &[Part]) -> Line {
    Line::value(&symbol.into(), value as f32, Unit::None, parts)
}

fn root_line(index: usize, root: &Root) -> Line {
    let words = if root.multiplicity > 1 { format!(", {}", root.multiplicity_word()) } else { String::new() };
    let doubt = if root.is_ill_conditioned() { format!(", known to {} only", fixed(root.uncertainty as f32, 4)) } else { String::new() };
    plain(format!("t{}", index + 1), without_rounding(root.value, 1.0), &[Part::nth(PartKind::Point, index)]).text(words + &doubt)
}

pub(super) fn card(run: &Run, moment: Moment) -> Card {
    if let (Some(levels), Moment::Level(level)) = (&run.levels, moment) {
        return Card { lines: levels.lines(level) };
    }
    let lines = match &run.subject {
        Subject::Mirrors(mirrors) => match moment {
            Moment::Reflection(k) => mirrors.lines(k),
            _ => mirrors.legs_lines(),
        },
        Subject::Roots(roots) => roots_lines(roots, moment),
        Subject::Lines(lines) => lines_lines(lines, moment),
        Subject::Outline(outline) => outline_lines(outline, moment),
    };
    Card { lines }
}

fn roots_lines(roots: &Roots, moment: Moment) -> Vec<Line> {
    let (polynomial, bezout) = roots.polynomial();
    match moment {
        Moment::Term(index) => {
            let Some(added) = terms::at(roots, index) else { return Vec::new() };
            let mut lines = vec![plain("factor", added.term.factor, &[])];
            lines.extend(terms::lines(added.gives, Some(terms::row(roots, index))));
            lines
        }
        Moment::Polynomial => {
            let mut lines = terms::lines(polynomial, None);
            lines.push(Line::count("product of the degrees", bezout));
            lines.push(Line::count("degree in t", roots.degree()));
            lines
        }
        Moment::Cut => knots(roots).iter().map(|(x, sign)| plain("turns at t", *x, &[]).text(sign_words(*sign))).collect(),
        Moment::Try(index) => match roots.steps.get(index) {
            Some(CrossingStep::Root(RootStep::Try { low, high, x, value, .. })) => vec![
                plain("low", *low, &[Part::of(PartKind::LowerBound)]),
                plain("high", *high, &[Part::of(PartKind::UpperBound)]),
                plain("t", without_rounding(*x, 1.0), &[Part::of(PartKind::Nearest)]),
                plain("p(t)", *value, &[Part::of(PartKind::Nearest)]),
            ],
            _ => Vec::new(),
        },
        Moment::Touch(index) => match roots.steps.get(index) {
            Some(CrossingStep::Root(RootStep::Touch { root, .. })) => {
                vec![root_line(0, root), Line::count("multiplicity", root.multiplicity as usize)]
            }
            _ => Vec::new(),
        },
        Moment::Roots => roots.roots().iter().enumerate().map(|(k, root)| root_line(k, root)).collect(),
        Moment::Start => vec![Line::count("curves", 2)],
        _ => {
            let place =
                |(k, p): (usize, &glam::Vec2)| place_line(&format!("crossing {}", k + 1), p.as_dvec2(), &[Part::nth(PartKind::Row, k)]);
            let mut lines = vec![
                Line::count("product of the degrees", bezout),
                Line::count("real roots", roots.real()),
                Line::count("crossings", roots.points.len()),
            ];
            lines.extend(roots.points.iter().enumerate().map(place));
            lines
        }
    }
}

/// Where the polynomial itself turns, without the ends.
pub(super) fn knots(roots: &Roots) -> Vec<(f64, i32)> {
    let degree = roots.searched();
    let cut = roots.steps.iter().find_map(|step| match step {
        CrossingStep::Root(RootStep::Cut { polynomial, knots }) if polynomial.len() == degree + 1 => Some(&knots[..]),
        _ => None,
    });
    cut.and_then(|knots| knots.get(1..knots.len().saturating_sub(1))).unwrap_or(&[]).to_vec()
}

fn sign_words(sign: i32) -> &'static str {
    match sign {
        0 => ", on the axis",
        1.. => ", above",
        _ => ", below",
    }
}

fn place_line(symbol: &str, p: DVec2, parts: &[Part]) -> Line {
    let [x, y] = [p.x, p.y].map(|at| without_rounding(at, p.abs().max_element().max(1.0)) as f32);
    Line::new(format!("{symbol}  ")).quantity("x", x, Unit::Length, parts).text(", ").quantity("y", y, Unit::Length, parts)
}

fn triple_lines(name: &str, [x, y, z]: [&str; 3], triple: DVec3) -> Vec<Line> {
    vec![Line::new(name), plain(x, triple.x, &[]), plain(y, triple.y, &[]), plain(z, triple.z, &[])]
}

fn lines_lines(of: &Lines, moment: Moment) -> Vec<Line> {
    match moment {
        Moment::Through(which) => {
            let [p, q] = of.ends[which];
            let mut lines = vec![place_line("p", p, &[]), place_line("q", q, &[])];
            lines.extend(triple_lines("p × q", ["a", "b", "c"], of.lines[which].0));
            lines
        }
        Moment::Meet => {
            let mut lines = triple_lines("l × m", ["X", "Y", "W"], of.lines[0].cross(of.lines[1]));
            if let Meeting::At(p) = of.meeting {
                lines.push(place_line("place", p, &[Part::of(PartKind::Nearest)]));
            }
            lines
        }
        Moment::Sides => {
            let end = |line: usize, end: usize| {
                let (distance, side) =
                    (of.lines[line].signed_distance(of.ends[1 - line][end]), of.lines[line].side(of.ends[1 - line][end]));
                let words = ["to the right", "on it", "to the left"][(side + 1) as usize];
                Line::value(&format!("end {} from line {}", end + 1, line + 1), distance as f32, Unit::Length, &[])
                    .text(format!(", {words}"))
            };
            vec![end(0, 0), end(0, 1), end(1, 0), end(1, 1)]
        }
        Moment::Start => vec![Line::count("lines", 2)],
        Moment::Shares | Moment::Result => match of.crossing {
            SegmentCrossing::At { s, u, point } => {
                vec![plain("s", s, &[]), plain("u", u, &[]), place_line("crossing", point, &[Part::of(PartKind::Nearest)])]
            }
            SegmentCrossing::Apart { s, u } => vec![plain("s", s, &[]), plain("u", u, &[])],
            SegmentCrossing::Along { from, to } => vec![plain("common from s", from, &[]), plain("to s", to, &[])],
            SegmentCrossing::Parallel => vec![Line::new("parallel: no shares")],
        },
        _ => Vec::new(),
    }
}

fn outline_lines(of: &Outline, moment: Moment) -> Vec<Line> {
    match moment {
        Moment::Edge(edge) => {
            let (step, part) = (of.edges[edge], [Part::nth(PartKind::EdgeB, edge)]);
            let [a, b] = of.edge(edge);
            let mut lines = vec![
                Line::value("height of the ray", of.from.y as f32, Unit::Length, &[]),
                Line::value("edge from y", a.y, Unit::Length, &part),
                Line::value("edge to y", b.y, Unit::Length, &part),
            ];
            if let Some(x) = step.x {
                lines.push(Line::value("crossed at x", x as f32, Unit::Length, &part));
            }
            lines.push(Line::count("count", step.count as usize));
            lines
        }
        Moment::Odd => vec![Line::count("crossings to the right", count(of) as usize)],
        Moment::Start => vec![Line::count("edges", of.edges.len()), place_line("from", of.from, &[]), place_line("to", of.to, &[])],
        _ => {
            let share = |&(edge, s, _): &(usize, f64, DVec2)| plain(format!("edge {edge} at s"), s, &[Part::nth(PartKind::EdgeB, edge)]);
            let mut lines: Vec<Line> = of.met.iter().map(share).collect();
            if let (Moment::Result, Some(hit)) = (moment, of.hit) {
                lines = vec![
                    plain("share of the way", hit.fraction, &[Part::nth(PartKind::EdgeB, hit.edge)]),
                    place_line("at", hit.point, &[]),
                ];
                let normal = crate::engine::math::Vec2::new(hit.normal.x as f32, hit.normal.y as f32);
                lines.push(Line::new("normal = ").vector("n", normal, Unit::None, &[]));
            }
            if lines.is_empty() { vec![Line::count("edges on the way", 0)] } else { lines }
        }
    }
}
