//! The sandbox is killed in every way while somebody edits, and is started again.
//!
//! The scene holds one ball. Ctrl+A, then Ctrl+D again and again: each adds one ball, so that the number of balls
//! tells how many edits a copy holds.

use crate::probe::{Probe, Server, wait};
use crate::sandbox::program;
use collidoscope::scene::document::Document;
use collidoscope::scene::file;
use collidoscope::shell::recovery::{Found, found};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

/// At most so many edits may be lost; see the promise in the README.
const MOST_LOST: usize = 20;
const KILLS: usize = 200;

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Kill test", "world": { "gravity": [0, 0] },
  "bodies": [{ "id": "ball", "position": [0, 0], "shapes": [{ "circle": { "radius": 0.1 } }] }],
  "view": { "center": [0, 3], "height": 10.2, "lenses": [] } }"#;

/// A folder with the scene and the user's data in it, and a display.
struct Desk {
    folder: tempfile::TempDir,
    server: Arc<Server>,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().expect("a temporary folder"), server: Arc::new(Server::start()) };
        std::fs::write(desk.path("scene.json"), SCENE).expect("written");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, arguments: &[&str]) -> Probe {
        self.start_on(self.server.clone(), arguments)
    }

    fn start_on(&self, server: Arc<Server>, arguments: &[&str]) -> Probe {
        let mut command = Command::new(program());
        command.args(arguments).current_dir(&self.folder).env("XDG_DATA_HOME", self.path("data"));
        Probe::start_on(server, command, "Collidoscope", None, |_| {})
    }

    /// The scene, with its ball selected.
    fn edit(&self) -> Probe {
        let probe = self.start(&["scene.json"]);
        probe.expect_title("the scene is open", |title| title.contains("Kill test"));
        probe.key("ctrl+a");
        probe
    }

    fn found(&self) -> Vec<Found> {
        found::find(&self.path("data/collidoscope/recovery"))
    }

    /// Balls in the newest copy, and the edits that it says it holds.
    fn kept(&self) -> Option<(usize, u64)> {
        let found = self.found().into_iter().next()?;
        assert!(found.claim.is_some(), "its program is dead");
        let document = file::parse(&found.read().expect("a whole copy")).expect("a sound scene");
        Some((document.bodies.len(), found.about.edits))
    }

    fn saved(&self) -> Document {
        file::parse(&std::fs::read(self.path("scene.json")).expect("there")).expect("a sound scene")
    }
}

/// Adds so many balls. Equal keys of one frame count once, so that each is followed by another: F shows all, no edit.
fn add(probe: &Probe, balls: usize) {
    probe.keys_at_once(&["ctrl+d", "f"].repeat(balls));
}

/// A window whose offer is on top: Enter opens it as unsaved work.
fn recover(probe: &Probe) {
    wait(300); // the first frame that takes keys
    probe.key("Return");
    probe.expect_title("the offer was there and is taken", |title| title.starts_with("● Kill test"));
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn a_signal_saves_the_last_edit_and_the_next_start_offers_it() {
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let desk = Desk::new();
        let mut probe = desk.edit();
        add(&probe, 3);
        wait(2000); // asleep: no frame would come that could look for a signal
        assert_eq!(probe.signal(signal), -number, "it dies of the signal");
        assert_eq!(desk.kept(), Some((4, 3)), "{signal}");
        assert_eq!(desk.saved().bodies.len(), 1, "the original is untouched");

        let mut next = desk.start(&[]);
        recover(&next);
        next.key("ctrl+s");
        next.expect_title("it is saved where it came from", |title| !title.starts_with('●'));
        assert_eq!(desk.saved().bodies.len(), 4, "{signal}");
        next.key("ctrl+z");
        next.expect_title("the recovery can be undone", |title| title.starts_with('●'));
        next.key("ctrl+y");
        next.expect_title("and redone", |title| !title.starts_with('●'));
        next.ask_to_close();
        assert_eq!(next.exit_code(), Some(0));
        assert!(desk.found().is_empty(), "a normal close leaves no copies");
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn a_dying_display_loses_nothing() {
    let desk = Desk::new();
    let mut probe = desk.edit();
    add(&probe, 3);
    wait(500);
    desk.server.kill();
    let end = probe.end_of();
    assert_eq!(desk.kept(), Some((4, 3)), "it ended with {end}");
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn one_edit_is_on_the_disk_after_half_a_minute() {
    let desk = Desk::new();
    let mut probe = desk.edit();
    probe.key("ctrl+d");
    wait(10_000);
    assert!(desk.found().is_empty(), "neither sixteen edits nor the time");
    wait(18_000);
    assert_eq!(probe.signal("KILL"), -9);
    assert_eq!(desk.kept(), Some((2, 1)));
}

#[test]
#[ignore = "needs Xvfb and xdotool"]
fn a_second_program_is_not_offered_what_the_first_still_edits_and_an_answer_can_wait() {
    let desk = Desk::new();
    let mut first = desk.edit();
    add(&first, 18);
    wait(1000);
    assert!(desk.found().len() == 1 && desk.found()[0].claim.is_none());
    let mut second = desk.start_on(Arc::new(Server::start()), &[]); // a screen of its own: no window manager tells them apart
    wait(500);
    second.key("Return");
    wait(500);
    assert!(!second.title().contains("Kill test"), "{}", second.title());
    second.ask_to_close();
    assert_eq!(second.exit_code(), Some(0));
    assert_eq!(first.signal("KILL"), -9);
    let mut third = desk.start(&[]);
    wait(500);
    third.key("Escape"); // later
    wait(300);
    third.ask_to_close();
    assert_eq!(third.exit_code(), Some(0));
    recover(&desk.start(&[]));
}

/// Each round: the offer of the round before is taken and undone, then edits are made until a kill at a random
/// moment.
#[test]
#[ignore = "needs Xvfb and xdotool; some minutes"]
fn two_hundred_kills_while_editing_lose_at_most_twenty_edits_each() {
    let desk = Desk::new();
    let mut random = Pcg32::seed_from_u64(0x5161);
    let (mut offers, mut kept_nothing, mut most_lost, mut lost_in_all) = (0, 0, 0, 0);
    let (mut is_offered, mut kept_before) = (false, 0);
    let kills = std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    for kill in 0..kills {
        let mut probe = desk.start(&["scene.json"]);
        if is_offered {
            recover(&probe);
            offers += 1;
            probe.key("ctrl+z");
        }
        probe.expect_title("the scene is open and unchanged", |title| title.starts_with("Kill test"));
        if is_offered {
            // Taken back by undo, it stays for whoever looks, until somebody gives it up.
            let start = Instant::now();
            while desk.found().len() != 1 || desk.found()[0].claim.is_none() {
                assert!(start.elapsed().as_secs() < 15, "kill {kill}: what was recovered and undone is lost, or not free");
                wait(20);
            }
            assert_eq!(desk.kept().map(|(balls, _)| balls), Some(kept_before + 1), "kill {kill}: it is as it was");
            desk.found().into_iter().for_each(Found::discard);
        }
        assert!(desk.found().is_empty(), "kill {kill}: nothing is unsaved, but copies stay");
        probe.key("ctrl+a");
        let mut sent = 0;
        for _ in 0..random.random_range(0..15) {
            let burst = random.random_range(1..6);
            add(&probe, burst);
            sent += burst;
            wait(random.random_range(0..60));
        }
        wait(random.random_range(0..200));
        // Every fourth is a signal that can be answered.
        let signal = if kill % 4 == 3 { "TERM" } else { "KILL" };
        probe.signal(signal);
        let kept = desk.kept().map_or(0, |(balls, _)| balls - 1);
        let lost = sent - kept.min(sent);
        assert!(lost <= MOST_LOST, "kill {kill} (SIG{signal}): {lost} of {sent} edits are lost");
        assert!(kept <= sent, "kill {kill}: {kept} edits of {sent}");
        most_lost = most_lost.max(lost);
        lost_in_all += lost;
        is_offered = kept > 0;
        kept_before = kept;
        kept_nothing += usize::from(!is_offered);
        assert_eq!(desk.saved().bodies.len(), 1, "the original is untouched");
        assert!(desk.found().len() <= 1, "copies pile up");
    }
    println!(
        "{kills} kills: at most {most_lost} edits lost, {lost_in_all} in all; {offers} offers taken; {kept_nothing} with nothing kept"
    );
    assert!(offers * 2 > kills, "most rounds must test an offer: {offers}");
}
