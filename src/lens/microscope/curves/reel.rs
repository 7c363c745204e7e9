//! The moments of a search.

use super::run::{Run, Subject};
use crate::engine::curve::crossing::CrossingStep;
use crate::engine::polynomial::RootStep;
use crate::lens::microscope::film::FrameGroup;

/// Places tried for one root that are shown; the last one always is.
const MOST_TRIES: usize = 5;
/// Edges of an outline that are shown one by one.
const MOST_EDGES: usize = 16;

/// One picture; numbers are those of the recorded steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// What is looked at.
    Start,
    /// A term of the equation with the other curve in it.
    Term(usize),
    /// Their sum.
    Polynomial,
    /// Cut where it turns.
    Cut,
    /// A place tried between two bounds.
    Try(usize),
    /// A place where it only touches.
    Touch(usize),
    /// All real roots.
    Roots,
    /// A line as a triple.
    Through(usize),
    /// Where both lines meet.
    Meet,
    /// On which sides the ends lie.
    Sides,
    /// Shares of both segments.
    Shares,
    /// An edge under the even–odd rule.
    Edge(usize),
    /// Odd or even.
    Odd,
    /// Edges on the way.
    Swept,
    /// A ray meets a body.
    Reflection(usize),
    /// A level of de Casteljau's algorithm.
    Level(usize),
    /// What was found.
    Result,
}

/// The film.
pub(super) struct CurvesReel {
    pub run: Run,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
}

impl CurvesReel {
    pub fn new(run: Run) -> CurvesReel {
        let mut reel = CurvesReel { run, moments: vec![Moment::Start], groups: Vec::new() };
        reel.begin("Situation", 0);
        match &reel.run.subject {
            Subject::Roots(_) => reel.of_roots(),
            Subject::Lines(_) => {
                reel.group("Lines", vec![Moment::Through(0), Moment::Through(1), Moment::Meet]);
                reel.group("Segments", vec![Moment::Sides, Moment::Shares]);
            }
            Subject::Outline(outline) => {
                let edges = outline.edges.len().min(MOST_EDGES);
                reel.group("Even–odd rule", (0..edges).map(Moment::Edge).chain([Moment::Odd]).collect());
                reel.group("The way", vec![Moment::Swept]);
            }
            Subject::Mirrors(mirrors) => {
                let all = (0..mirrors.reflections.len()).map(Moment::Reflection).collect();
                reel.group("Reflections", all);
            }
        }
        let levels = reel.run.levels.as_ref().map_or(0, |levels| levels.count());
        reel.group("De Casteljau", (0..levels).map(Moment::Level).collect());
        reel.group("Result", vec![Moment::Result]);
        reel
    }

    fn begin(&mut self, name: &str, from: usize) {
        self.groups.push(FrameGroup { name: name.into(), from, is_hollow: false });
    }

    fn group(&mut self, name: &str, moments: Vec<Moment>) {
        if !moments.is_empty() {
            self.begin(name, self.moments.len());
            self.moments.extend(moments);
        }
    }

    fn of_roots(&mut self) {
        let Subject::Roots(roots) = &self.run.subject else { return };
        let degree = roots.searched();
        let is_term = |(index, step): (usize, &CrossingStep)| matches!(step, CrossingStep::Term { .. }).then_some(Moment::Term(index));
        let terms: Vec<Moment> = roots.steps.iter().enumerate().filter_map(is_term).collect();
        let mut search = Vec::new();
        let mut tries: Vec<usize> = Vec::new();
        let flush = |tries: &mut Vec<usize>, search: &mut Vec<Moment>| {
            let last = tries.len().saturating_sub(1);
            search.extend(tries.iter().enumerate().filter(|(k, _)| *k + 1 < MOST_TRIES || *k == last).map(|(_, &step)| Moment::Try(step)));
            tries.clear();
        };
        // Steps of the derivatives come before; their roots are the places where the polynomial is cut.
        let own = |c: &[f64]| c.len() == degree + 1;
        let mut bounds = None;
        for (index, step) in roots.steps.iter().enumerate() {
            let CrossingStep::Root(step) = step else { continue };
            match step {
                RootStep::Cut { polynomial, .. } if own(polynomial) => search.push(Moment::Cut),
                RootStep::Try { degree: of, low, high, .. } if *of == degree => {
                    // Another root: the new bounds do not lie within the old ones.
                    if bounds.is_some_and(|(from, to)| *low < from || *high > to) {
                        flush(&mut tries, &mut search);
                    }
                    bounds = Some((*low, *high));
                    tries.push(index);
                }
                RootStep::Touch { degree: of, .. } if *of == degree => {
                    flush(&mut tries, &mut search);
                    search.push(Moment::Touch(index));
                }
                _ => {}
            }
        }
        flush(&mut tries, &mut search);
        let has_polynomial = !terms.is_empty();
        self.group("One into the other", terms.into_iter().chain(has_polynomial.then_some(Moment::Polynomial)).collect());
        self.group("Roots", search.into_iter().chain(has_polynomial.then_some(Moment::Roots)).collect());
    }
}
