//! Titles, reasons and cards of the race.

use super::{RaceMoment, RaceReel, RaceRun, Runner, SAME, SAME_ANGLE};
use crate::draw::quantity::{angle, length};
use crate::lens::microscope::{Card, Line, Part, PartKind, Specimen, Unit};

impl RaceReel {
    pub(super) fn title(&self, moment: RaceMoment) -> (String, String) {
        match moment {
            RaceMoment::Start => (format!("{} ways to one answer", self.runs.len()), "start".into()),
            RaceMoment::RaceRun(i) => {
                (format!("{}: {}", self.runs[i].runner.name(), found_words(&self.runs[i])), self.runs[i].runner.name().into())
            }
            RaceMoment::Verdict => (self.outcome(), "verdict".into()),
        }
    }

    pub(super) fn outcome(&self) -> String {
        let (row, gap) = self.worst;
        if self.agrees() && !self.all_exact() {
            return "All agree that the two are apart".into();
        }
        if self.agrees() {
            return if gap.separation > 0.0 { format!("All agree to within {}", length(gap.separation)) } else { "All agree".into() };
        }
        let (first, other) = (self.runs[0].runner.name(), self.runs[row].runner.name());
        if gap.separation > SAME * self.size.max(1.0) {
            return format!("{first} and {other} differ by {}", length(gap.separation));
        }
        match (gap.angle > SAME_ANGLE, gap.points) {
            (true, _) => format!("{first} and {other} are equally deep, but their normals differ by {}", angle(gap.angle)),
            _ => format!("{first} and {other} agree, but not on the number of points"),
        }
    }

    pub(super) fn reason(&self, moment: RaceMoment) -> String {
        match moment {
            RaceMoment::Start => "The same two shapes in the same pose, handed to every algorithm that can take them. What they find should be the same; what it costs is not.".into(),
            RaceMoment::RaceRun(i) => match self.runs[i].runner {
                Runner::ClosedForm => "Two cores that are points, segments or boxes: the nearest places are known from a formula, with nothing to search.".into(),
                Runner::Sat if !self.runs[i].is_exact => "It stopped at the first axis with a gap wider than the margin. That proves them apart; how far, it does not say.".into(),
                Runner::Sat => "Every axis that an edge gives was tried, each with four support calls: both ends of both projections.".into(),
                Runner::GjkEpa => "GJK walks to the origin; where the cores overlap, EPA goes on from there. Each iteration makes a support call for each shape.".into(),
            },
            RaceMoment::Verdict if self.agrees() && !self.all_exact() => format!(
                "SAT stops at the first axis with a gap wider than the margin. Its number is a lower bound, so only the verdict can be compared. Fewest support calls: {}.",
                self.cheapest().runner.name()
            ),
            RaceMoment::Verdict if self.agrees() => format!(
                "The differences are no more than single precision and EPA's tolerance explain. Fewest support calls: {}.",
                self.cheapest().runner.name()
            ),
            RaceMoment::Verdict if self.worst.1.separation > SAME * self.size.max(1.0) => {
                "One of them found a way out that is not the shortest. For rounded shapes this is where the cores change from apart to overlapping: inside, only the edges of the cores are tested.".into()
            }
            RaceMoment::Verdict => "Two ways out are equally short, and each algorithm takes the one that it meets first. Both answers are right; a contact that changes between them is not.".into(),
        }
    }

    pub(super) fn card(&self, specimen: &Specimen, moment: RaceMoment) -> Card {
        let lines = match moment {
            RaceMoment::Start => vec![
                Line::count("vertices of A", specimen.core_a().points.len()),
                Line::count("vertices of B", specimen.core_b().points.len()),
                Line::value("margin", specimen.options.margin, Unit::Length, &[]),
            ],
            RaceMoment::RaceRun(i) => run_lines(specimen, &self.runs[i], i),
            RaceMoment::Verdict => self.verdict_lines(),
        };
        Card { lines }
    }

    fn verdict_lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self
            .runs
            .iter()
            .enumerate()
            .map(|(i, run)| {
                let part = [Part::nth(PartKind::Stage, i)];
                Line::new(format!("{}: {}", run.runner.name(), if run.is_exact { "" } else { "at least " }))
                    .quantity("separation", run.separation, Unit::Length, &part)
                    .text(", ")
                    .quantity("support calls", run.supports as f32, Unit::Count, &part)
                    .text(" support calls")
            })
            .collect();
        if !self.all_exact() {
            return lines;
        }
        let (row, gap) = self.worst;
        let parts = [Part::nth(PartKind::Stage, 0), Part::nth(PartKind::Stage, row)];
        lines.push(Line::new("largest difference ").quantity("difference", gap.separation, Unit::Length, &parts));
        lines.push(Line::new("of the normals ").quantity("angle", gap.angle, Unit::Angle, &parts));
        lines
    }
}

/// "overlap 0.21 m".
fn found_words(run: &RaceRun) -> String {
    match (run.separation <= 0.0, run.is_exact) {
        (true, _) => format!("overlap {}", length(-run.separation)),
        (false, true) => format!("gap {}", length(run.separation)),
        (false, false) => format!("gap of at least {}", length(run.separation)),
    }
}

fn run_lines(specimen: &Specimen, run: &RaceRun, i: usize) -> Vec<Line> {
    let (part, count) = ([Part::nth(PartKind::Stage, i)], |symbol: &str, value: usize| Line::value(symbol, value as f32, Unit::Count, &[]));
    vec![
        Line::new("normal = ").vector("normal", specimen.turned(run.normal), Unit::None, &part),
        Line::value("separation", run.separation, Unit::Length, &part),
        count("points", run.manifold.count),
        count(if run.runner == Runner::Sat { "axes" } else { "iterations" }, run.iterations),
        count("support calls", run.supports),
    ]
}
