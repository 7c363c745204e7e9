//! What a stopwatch of simulated time shows: a fold over what was done to it up to now. So it goes back with the run.

use super::graph_doc::{CurveDoc, Subject};
use super::stopwatch_doc::{Happening, Press, TriggerDoc};

/// A stopwatch at some moment of the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stopwatch {
    /// What it had measured when it was last started, seconds.
    before: f64,
    /// When that was, seconds of the run; `None` while it stands.
    since: Option<f64>,
    /// Its reading at each lap, seconds.
    laps: Vec<f64>,
}

impl Stopwatch {
    /// What it is after these presses, each with its time in seconds of the run, in their order.
    pub fn after(presses: impl IntoIterator<Item = (f64, Press)>) -> Stopwatch {
        let mut watch = Stopwatch::default();
        for (time, press) in presses {
            watch.press(time, press);
        }
        watch
    }

    fn press(&mut self, time: f64, press: Press) {
        let reading = self.reading(time);
        match press {
            Press::Start => self.start(time),
            Press::Lap if self.since.is_some() => self.laps.push(reading),
            Press::Lap if reading == 0.0 => self.start(time),
            Press::Lap => {}
            Press::Stop => (self.before, self.since) = (reading, None),
            Press::Reset => *self = Stopwatch::default(),
        }
    }

    fn start(&mut self, time: f64) {
        if self.since.is_none() {
            self.since = Some(time);
        }
    }

    /// What it shows at a time of the run, seconds.
    pub fn reading(&self, time: f64) -> f64 {
        self.before + self.since.map_or(0.0, |since| time - since)
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Its reading at each lap, seconds.
    pub fn laps(&self) -> &[f64] {
        &self.laps
    }

    /// How long each lap took: from the lap before it, or from zero, seconds.
    pub fn splits(&self) -> impl Iterator<Item = f64> {
        let before = std::iter::once(&0.0).chain(&self.laps);
        self.laps.iter().zip(before).map(|(lap, before)| lap - before)
    }

    /// Its laps as lines of a table, the cells parted by `separator`.
    pub fn table(&self, separator: &str) -> String {
        let head = ["lap", "time (s)", "split (s)"].join(separator);
        let lines = self.laps.iter().zip(self.splits()).enumerate();
        let lines = lines.map(|(i, (lap, split))| [(i + 1).to_string(), lap.to_string(), split.to_string()].join(separator));
        std::iter::once(head).chain(lines).map(|line| line + "\n").collect()
    }
}

impl TriggerDoc {
    /// The quantity that tells that it happened by growing: from nothing for a contact, by one for a passage.
    pub fn count(&self) -> CurveDoc {
        let quantity = if self.on == Happening::Contact { "touching" } else { "passages" };
        CurveDoc { of: Subject::Body(self.body.clone()), quantity }
    }

    /// The quantity that tells when, seconds of the run; `None` = when the step ends that tells of it.
    pub fn time(&self) -> Option<CurveDoc> {
        let quantity = "passage_start";
        (self.on == Happening::Passage).then(|| CurveDoc { of: Subject::Body(self.body.clone()), quantity })
    }

    /// Whether it happened in a step, by the count before and after it.
    pub fn happened(&self, before: Option<f64>, after: Option<f64>) -> bool {
        let (Some(before), Some(after)) = (before, after) else { return false };
        after > before && (self.on == Happening::Passage || before == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_adds_up_what_lies_between_starts_and_stops_and_notes_laps() {
        use Press::*;
        let all = [(1.0, Start), (1.5, Start), (2.0, Lap), (3.5, Lap), (4.0, Stop), (5.0, Lap), (6.0, Start), (6.25, Lap)];
        let watch = Stopwatch::after(all);
        assert_eq!((watch.laps(), watch.reading(7.0)), (&[1.0, 2.5, 3.25][..], 4.0));
        assert_eq!(watch.splits().collect::<Vec<_>>(), [1.0, 1.5, 0.75]);
        // Earlier in the run it is what it was then.
        assert_eq!(Stopwatch::after(all.into_iter().filter(|(time, _)| *time <= 4.5)).reading(4.5), 3.0);
        assert_eq!(watch.table(",").lines().nth(2), Some("2,2.5,1.5"));
        let reset = Stopwatch::after(all.into_iter().chain([(7.0, Reset)]));
        assert_eq!(reset, Stopwatch::default());
        assert_eq!(Stopwatch::after([(2.0, Lap), (5.0, Lap)]).laps(), [3.0], "a lap at zero starts it");
    }
}
