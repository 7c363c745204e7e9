use super::*;
use crate::shell::disk::failing;

/// A folder of our own that disappears at the end.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("readable").flatten().map(|entry| entry.path());
    entries.filter(|path| path.to_string_lossy().ends_with(TEMPORARY)).collect()
}

#[test]
fn whatever_step_of_saving_fails_the_old_or_the_new_file_is_complete() {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied, io::ErrorKind::Other];
    let (mut kept_old, mut has_new) = (0, 0);
    for kind in kinds {
        for half_written in [false, true] {
            for steps in 0..7 {
                let folder = folder();
                let path = folder.path().join("scene.json");
                fs::write(&path, "the old scene").expect("written");
                let disk = failing::disks(steps, kind, half_written)();
                let result = save_with(disk, &path, b"the new scene", Access::Usual);
                let now = fs::read_to_string(&path).expect("still there");
                // Six steps: create, permissions, write, sync, rename, folder.
                assert_eq!(result.is_err(), steps < 6, "step {steps}");
                let expected = if steps < 5 { "the old scene" } else { "the new scene" };
                assert_eq!(now, expected, "step {steps}, {kind:?}");
                if steps < 5 {
                    kept_old += 1
                } else {
                    has_new += 1
                }
                assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new(), "step {steps}");
                if let Err(message) = result
                    && kind == io::ErrorKind::StorageFull
                {
                    assert!(message.contains("the disk is full"), "{message}");
                }
            }
        }
    }
    assert!(kept_old > 0 && has_new > 0);
}

#[test]
fn saving_replaces_an_old_file_and_creates_a_new_one() {
    let folder = folder();
    let path = folder.path().join("scene.json");
    assert_eq!(save(&path, b"one"), Ok(()));
    assert_eq!(save(&path, b"two"), Ok(()));
    assert_eq!(fs::read(&path).expect("readable"), b"two");
    assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn saving_into_a_missing_folder_or_onto_a_folder_says_so() {
    let folder = folder();
    let missing = save(&folder.path().join("nowhere/scene.json"), b"x").expect_err("no such folder");
    assert!(missing.contains("nowhere does not exist"), "{missing}");
    let onto = save(folder.path(), b"x").expect_err("a folder");
    assert!(onto.contains("it is a folder"), "{onto}");
    fs::write(folder.path().join("file"), "x").expect("written");
    let through = save(&folder.path().join("file/scene.json"), b"x").expect_err("through a file");
    assert!(through.contains("a part of the path is a file"), "{through}");
    let long = save(&folder.path().join("n".repeat(300)), b"x").expect_err("too long");
    assert!(long.contains("the file name is too long"), "{long}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (real, link) = (folder.path().join("real.json"), folder.path().join("link.json"));
    fs::write(&real, "old").expect("written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real.json", &link).expect("linked");
    assert_eq!(save(&link, b"new"), Ok(()));
    assert!(fs::symlink_metadata(&link).expect("there").file_type().is_symlink());
    assert_eq!(fs::read(&real).expect("readable"), b"new");
    assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
    let dangling = folder.path().join("dangling.json");
    symlink("later.json", &dangling).expect("linked");
    assert_eq!(save(&dangling, b"born"), Ok(()));
    assert_eq!(fs::read(folder.path().join("later.json")).expect("created"), b"born");
    let circle = folder.path().join("circle.json");
    symlink("circle.json", &circle).expect("linked");
    assert!(save(&circle, b"x").expect_err("a circle").contains("circle"));
}

#[cfg(unix)]
#[test]
fn a_device_is_written_in_place() {
    use std::os::unix::fs::FileTypeExt;
    assert_eq!(save(Path::new("/dev/null"), b"x"), Ok(()));
    assert!(fs::metadata("/dev/null").expect("still there").file_type().is_char_device());
    let full = save(Path::new("/dev/full"), b"x").expect_err("it is always full");
    assert_eq!(full, "the disk is full");
}

#[test]
fn reading_refuses_what_cannot_be_a_scene_before_reading_it() {
    let folder = folder();
    let missing = read(&folder.path().join("no.json"), 10).expect_err("missing");
    assert!(missing.contains("there is no such file"), "{missing}");
    assert!(read(folder.path(), 10).expect_err("a folder").contains("a folder"));
    let path = folder.path().join("scene.json");
    fs::write(&path, "0123456789").expect("written");
    assert_eq!(read(&path, 10), Ok(b"0123456789".to_vec()));
    let large = read(&path, 9).expect_err("too large");
    assert!(large.contains("10 bytes") && large.contains("at most 9 bytes"), "{large}");
    if cfg!(unix) {
        assert!(read(Path::new("/dev/zero"), 10).expect_err("endless").contains("not a regular file"));
    }
}

#[test]
fn leftovers_of_a_killed_program_are_removed_only_when_old() {
    let folder = folder();
    let (old, young) = (folder.path().join(format!(".a.json.1-0{TEMPORARY}")), folder.path().join(format!(".a.json.2-0{TEMPORARY}")));
    for path in [&old, &young] {
        fs::write(path, "half").expect("written");
    }
    let two_hours_ago = std::time::SystemTime::now() - Duration::from_secs(7200);
    File::options().write(true).open(&old).and_then(|file| file.set_modified(two_hours_ago)).expect("dated");
    assert_eq!(save(&folder.path().join("a.json"), b"x"), Ok(()));
    assert_eq!(leftovers(folder.path()), vec![young]);
}

/// A long run was kept in memory until its end. Now its pieces lie in the temporary file at once, and the old file
/// stands until the last of them.
#[test]
fn a_file_written_in_pieces_is_on_the_disk_as_it_grows_and_in_its_place_at_the_end() {
    let folder = folder();
    let path = folder.path().join("run.json");
    fs::write(&path, "old").expect("written");
    let mut saving = begin(&path).expect("begun");
    for n in 1..=100 {
        assert_eq!(saving.write(&[b'x'; 1000]), Ok(()));
        let held = leftovers(folder.path()).iter().map(|file| fs::metadata(file).expect("there").len()).sum::<u64>();
        assert_eq!(held, 1000 * n, "kept in memory");
        assert_eq!(fs::read(&path).expect("readable"), b"old");
    }
    assert_eq!(saving.finish(), Ok(()));
    assert_eq!(fs::metadata(&path).expect("there").len(), 100_000);
    let mut given_up = begin(&path).expect("begun");
    assert_eq!(given_up.write(b"half"), Ok(()));
    drop(given_up);
    assert_eq!(fs::metadata(&path).expect("there").len(), 100_000);
    assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_size_and_its_limit_are_never_told_by_equal_numbers() {
    let limit = 16 << 20;
    for more in [1, 1000, 60_000, 200_000] {
        let (is, most) = sizes(limit + more, limit);
        assert_ne!(is, most);
    }
    assert_eq!(sizes(limit + 1, limit).0, "16777217 bytes");
}

/// The temporary file's name was longer by 25 bytes and more, so that names which the disk allows did not save.
#[test]
fn every_name_that_the_disk_allows_saves_and_its_leftovers_are_found() {
    let folder = folder();
    for name in ["n".repeat(255), "n".repeat(245), "n".repeat(201), "ü".repeat(127), format!("{}ü", "n".repeat(199))] {
        let path = folder.path().join(&name);
        assert_eq!(save(&path, b"one").and_then(|()| save(&path, b"two")), Ok(()), "{} bytes", name.len());
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new());
        let stale = create_temporary(&mut *real_disk(), folder.path(), OsStr::new(&name), Access::Usual).expect("created");
        let yesterday = std::time::SystemTime::now() - Duration::from_secs(86_400);
        File::options().write(true).open(&stale).and_then(|file| file.set_modified(yesterday)).expect("set");
        assert_eq!(save(&path, b"three"), Ok(()));
        assert!(!stale.exists(), "{}", stale.display());
    }
}
