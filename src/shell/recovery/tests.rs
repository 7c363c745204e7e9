use super::*;
use crate::shell::disk::{failing, real_disk};
use crate::shell::recovery::copies::{GENERATIONS, LOCK};
use crate::shell::recovery::{found, write_report};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn copies(root: &Path) -> Copies {
    Copies::new(root.join("recovery"), Arc::new(real_disk))
}

/// A sound scene that carries a number.
fn scene(number: u64) -> String {
    format!("{{ \"format\": \"collidoscope-scene\", \"version\": 1, \"title\": \"{number}\", \"bodies\": [] }}\n")
}

fn about(edits: u64) -> About {
    About { name: "Bridge".to_owned(), origin: Some("/home/me/bridge.json".to_owned()), edits, seconds: 1_700_000_000 + edits }
}

/// Unsaved work after so many changes.
fn work(changes: u64) -> Rescue {
    let text = Arc::new(move || scene(changes));
    Rescue { name: "Bridge".to_owned(), origin: None, edits: changes, changes, text }
}

/// What the next start would offer.
fn offered(root: &Path) -> Option<(About, String)> {
    let found = found::find(&root.join("recovery")).into_iter().find(|found| found.claim.is_some())?;
    Some((found.about.clone(), String::from_utf8(found.read().ok()?).expect("text")))
}

/// A program that has written copy 5 and is gone.
fn dies_with_a_copy(root: &Path) {
    copies(root).write(&about(5), &scene(5)).expect("written");
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_newest_five_copies_are_kept_and_the_next_start_finds_the_newest() {
    let root = folder();
    let mut copies = copies(root.path());
    for n in 1..=12 {
        copies.write(&about(n), &scene(n)).expect("written");
    }
    assert_eq!(found::find(&root.path().join("recovery"))[0].scenes.len(), GENERATIONS as usize);
    assert_eq!(offered(root.path()), None, "its program still runs");
    drop(copies);
    assert_eq!(offered(root.path()), Some((about(12), scene(12))));
}

#[cfg(unix)]
#[test]
fn copies_can_be_read_by_their_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let root = folder();
    // A folder that stands open already, as an older program or a careless hand may have left it.
    fs::create_dir(root.path().join("recovery")).expect("made");
    fs::set_permissions(root.path().join("recovery"), fs::Permissions::from_mode(0o755)).expect("set");
    let path = copies(root.path()).write(&about(1), &scene(1)).expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let own = path.parent().expect("a folder");
    assert_eq!((mode(&root.path().join("recovery")), mode(own)), (0o700, 0o700));
    for name in names(own) {
        assert_eq!(mode(&own.join(&name)), 0o600, "{name}");
    }
    assert_eq!(names(own), ["about-0001.json", LOCK, "scene-0001.json"]);
}

#[test]
fn programs_that_run_at_once_keep_to_their_own_copies() {
    let root = folder();
    let (mut one, mut other) = (copies(root.path()), copies(root.path()));
    let first = one.write(&about(1), &scene(1)).expect("written");
    let second = other.write(&about(2), &scene(2)).expect("written");
    assert_ne!(first.parent(), second.parent());
    one.clear();
    assert!(!first.exists() && second.exists());
    assert_eq!(offered(root.path()), None);
    drop(other); // killed
    let claimed = found::find(&root.path().join("recovery"));
    assert_eq!(claimed.iter().filter(|found| found.claim.is_some()).count(), 1);
    // A third program starts while the second start still asks its user.
    assert_eq!(offered(root.path()), None);
    drop(claimed);
    assert_eq!(offered(root.path()), Some((about(2), scene(2))));
}

#[test]
fn an_older_copy_is_taken_where_the_newest_is_damaged_and_what_is_unknown_is_made_up_for() {
    let root = folder();
    let mut copies = copies(root.path());
    copies.write(&about(1), &scene(1)).expect("written");
    let newest = copies.write(&about(2), &scene(2)).expect("written");
    drop(copies);
    fs::write(&newest, &scene(2)[..40]).expect("torn");
    assert_eq!(offered(root.path()).expect("an offer").1, scene(1));
    fs::remove_file(newest.with_file_name("about-0002.json")).expect("removed");
    fs::remove_file(newest.with_file_name(LOCK)).expect("removed");
    let (about, _) = offered(root.path()).expect("an offer");
    assert_eq!((about.name.as_str(), about.origin), ("Untitled", None));
    assert!(about.seconds > 1_700_000_000);
    found::find(&root.path().join("recovery")).into_iter().for_each(Found::discard);
    assert_eq!(names(&root.path().join("recovery")), [""; 0]);
}

/// Whatever step of making a copy fails: the earlier copy stands whole, no half file is ever offered, and the next
/// copy is written as if nothing had been.
#[test]
fn whatever_step_of_a_copy_fails_the_earlier_copy_or_the_new_one_is_whole() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied] {
        for half_written in [false, true] {
            let mut failures = 0;
            for steps in 0.. {
                let root = folder();
                let mut copies = Copies::new(root.path().join("recovery"), failing::disks(steps, kind, half_written));
                let results = [1, 2].map(|n| copies.write(&about(n), &scene(n)));
                let last_good = [2, 1].into_iter().find(|n| results[*n as usize - 1].is_ok());
                drop(copies);
                let found = offered(root.path());
                match (last_good, &found) {
                    // A failure to confirm the folder leaves a whole copy all the same.
                    (Some(n), Some((_, text))) => assert!(*text == scene(n) || *text == scene(2), "step {steps}: {text}"),
                    (None, found) => panic!("step {steps}: one failure, and no copy at all ({found:?})"),
                    (Some(n), None) => panic!("step {steps}: copy {n} is lost"),
                }
                if results.iter().all(Result::is_ok) {
                    break;
                }
                failures += 1;
            }
            // Two folders, then five steps for each of four files.
            assert_eq!(failures, 22);
        }
    }
}

/// The keeper with its thread, as the window has it.
fn keeper(root: &Path) -> (Arc<Keeper>, Arc<AtomicUsize>) {
    let complaints = Arc::new(AtomicUsize::new(0));
    let counted = complaints.clone();
    let keeper = Arc::new(Keeper::new(copies(root), move || {
        counted.fetch_add(1, Ordering::Relaxed);
    }));
    (keeper, complaints)
}

fn start(keeper: &Arc<Keeper>) -> std::thread::JoinHandle<()> {
    let keeper = keeper.clone();
    std::thread::spawn(move || keeper.run())
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..2000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{what}: not within ten seconds");
}

#[test]
fn a_copy_is_due_after_enough_edits_or_enough_time() {
    let mut slot = Slot::default();
    assert_eq!(slot.due_in(0.0), None, "nothing is unsaved");
    (slot.work, slot.since) = (Some(work(1)), Some(100.0));
    assert_eq!(slot.due_in(100.0), Some(SECONDS));
    assert_eq!(slot.due_in(99.0 + SECONDS), Some(1.0));
    assert_eq!(slot.due_in(300.0), Some(0.0));
    slot.work = Some(work(EDITS));
    assert_eq!(slot.due_in(100.0), Some(0.0));
    // With a copy, edits count from there; without a newer state there is nothing to write.
    slot.written = Some((work(EDITS), PathBuf::new()));
    slot.work = Some(work(2 * EDITS - 1));
    assert_eq!(slot.due_in(100.0), Some(SECONDS));
    slot.work = slot.written.as_ref().map(|(work, _)| work.clone());
    assert_eq!(slot.due_in(300.0), None);
    // After a failure it waits as after a copy.
    slot.work = Some(work(3 * EDITS));
    (slot.failed_at, slot.since) = (Some(3 * EDITS), Some(300.0));
    assert_eq!(slot.due_in(301.0), Some(SECONDS - 1.0));
    slot.work = None;
    assert_eq!(slot.due_in(301.0), Some(0.0), "saved: the copies go");
    const { assert!(EDITS < 20 && SECONDS < 30.0) };
}

#[test]
fn the_thread_writes_what_is_due_and_tidies_up_what_was_saved() {
    let root = folder();
    let (keeper, _) = keeper(root.path());
    let thread = start(&keeper);
    let held = |n: u64| {
        let found = found::find(&root.path().join("recovery"));
        found.first().is_some_and(|found| found.read().is_ok_and(|bytes| bytes == scene(n).into_bytes()))
    };
    keeper.put(Some(work(1)));
    std::thread::sleep(Duration::from_millis(100));
    assert!(!root.path().join("recovery").exists(), "one edit is no reason to write at once");
    keeper.put(Some(work(EDITS)));
    wait_until("a copy", || held(EDITS));
    keeper.put(Some(work(2 * EDITS)));
    wait_until("the next copy", || held(2 * EDITS));
    keeper.put(None);
    wait_until("no copies", || names(&root.path().join("recovery")).is_empty());
    keeper.put(Some(work(3 * EDITS)));
    wait_until("a copy again", || held(3 * EDITS));
    keeper.end(Duration::from_secs(5));
    thread.join().expect("it ends");
    assert_eq!(names(&root.path().join("recovery")), [""; 0], "closed as usual");
}

/// A signal, a panic or an exit finds the newest state, whatever the writing thread is doing.
#[test]
fn the_end_of_the_program_saves_the_newest_state() {
    let root = folder();
    let (keeper, _) = keeper(root.path());
    keeper.put(Some(work(3)));
    let path = keeper.save_now(Duration::ZERO).expect("saved");
    assert_eq!(fs::read_to_string(&path).expect("there"), scene(3));
    assert_eq!(keeper.save_now(Duration::ZERO), Some(path), "nothing new: the same copy");
    keeper.put(Some(work(4)));
    let held = open(&keeper.copies);
    assert_eq!(keeper.save_now(Duration::from_millis(20)), None, "another thread is writing, for ever");
    drop(held);
    drop(keeper);
    let (about, text) = offered(root.path()).expect("an offer");
    assert_eq!((about.edits, text), (3, scene(3)));
}

#[test]
fn a_refusing_disk_is_told_once_and_the_older_work_stands() {
    let root = folder();
    let lost = work(1);
    // The parent of the folder is a file.
    fs::write(root.path().join("recovery"), "in the way").expect("written");
    let (keeper, complaints) = keeper(root.path());
    for n in 0..3 {
        keeper.put(Some(Rescue { changes: n, ..lost.clone() }));
        assert_eq!(keeper.save_now(Duration::ZERO), None);
    }
    assert_eq!(complaints.load(Ordering::Relaxed), 1);
    let complaint = keeper.take_complaint().expect("told");
    assert!(complaint.contains("in the way") && keeper.take_complaint().is_none(), "{complaint}");
    // It goes on as soon as the disk lets it; a later refusal is news again.
    fs::remove_file(root.path().join("recovery")).expect("removed");
    keeper.put(Some(work(7)));
    assert!(keeper.save_now(Duration::ZERO).is_some());
    let own = found::find(&root.path().join("recovery")).remove(0).folder;
    fs::remove_dir_all(&own).expect("somebody tidies up");
    keeper.put(Some(work(8)));
    let path = keeper.save_now(Duration::ZERO).expect("a new folder");
    assert_eq!(fs::read_to_string(path).expect("there"), scene(8));
}

/// The copies of a dead program are the only ones of what was recovered, until there is one more.
#[test]
fn recovered_copies_go_when_there_is_a_new_one_and_not_before() {
    let root = folder();
    dies_with_a_copy(root.path());
    let found = found::find(&root.path().join("recovery")).remove(0);
    let old = found.folder.clone();
    let (keeper, _) = keeper(root.path());
    keeper.supersede(found);
    let thread = start(&keeper);
    std::thread::sleep(Duration::from_millis(50));
    assert!(old.exists());
    keeper.put(Some(work(1))); // far from sixteen edits
    wait_until("replaced", || !old.exists());
    assert_eq!(found::find(&root.path().join("recovery")).len(), 1);
    keeper.end(Duration::from_secs(5));
    thread.join().expect("it ends");
}

/// Recovered and undone, then closed without a question: the work was lost, though nobody had given it up.
#[test]
fn what_was_recovered_and_taken_back_is_offered_again_until_it_is_saved_or_given_up() {
    // The work may come before it is said what it supersedes; and it may have got a copy of its own before it goes.
    for (comes_first, gets_a_copy) in [(true, false), (false, false), (true, true)] {
        let root = folder();
        dies_with_a_copy(root.path());
        let (keeper, _) = keeper(root.path());
        let found = found::find(&root.path().join("recovery")).remove(0);
        if comes_first {
            keeper.put(Some(work(1)));
            keeper.supersede(found);
        } else {
            keeper.supersede(found);
            keeper.put(Some(work(1)));
        }
        if gets_a_copy {
            keeper.save_now(Duration::ZERO).expect("saved");
        }
        let kept = if gets_a_copy { scene(1) } else { scene(5) };
        keeper.put(None);
        let thread = start(&keeper);
        wait_until("it is free for whoever looks", || offered(root.path()).is_some_and(|(_, text)| text == kept));
        // Redone, it has two copies; undone once more, still one.
        keeper.put(Some(work(2)));
        keeper.save_now(Duration::ZERO).expect("saved");
        keeper.put(None);
        wait_until("one is left", || names(&root.path().join("recovery")).len() == 1);
        keeper.end(Duration::from_secs(5));
        thread.join().expect("it ends");
        assert_eq!(offered(root.path()).expect("closed as usual, and still there").1, kept);
        // Redone and saved by the program that took it back.
        keeper.settle();
        assert_eq!(names(&root.path().join("recovery")), [""; 0]);
    }
}

/// Saved, or "Don't save" was answered: no copy stays, whether there was time for one or not.
#[test]
fn recovered_work_that_was_saved_or_given_up_by_an_answer_leaves_no_copies() {
    for gets_a_copy in [true, false] {
        let root = folder();
        dies_with_a_copy(root.path());
        let (keeper, _) = keeper(root.path());
        keeper.supersede(found::find(&root.path().join("recovery")).remove(0));
        keeper.put(Some(work(1)));
        if gets_a_copy {
            keeper.save_now(Duration::ZERO).expect("saved");
        }
        keeper.settle();
        keeper.end(Duration::from_secs(5));
        assert_eq!(names(&root.path().join("recovery")), [""; 0], "with a copy: {gets_a_copy}");
    }
}

#[test]
fn reports_are_private_and_only_the_newest_ten_stay() {
    let root = folder();
    let reports = root.path().join("reports");
    let paths: Vec<PathBuf> = (0..12).map(|n| write_report(&reports, &format!("{n}")).expect("written")).collect();
    assert_eq!(names(&reports).len(), 10);
    assert_eq!(fs::read_to_string(&paths[11]).expect("the newest stays"), "11");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!((mode(&reports), mode(&paths[11])), (0o700, 0o600));
    }
}
