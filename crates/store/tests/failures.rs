//! Whatever happens to a file, the error says what is wrong, and nothing is lost.

mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::*;
use store::{Store, StoreError};
use tempfile::TempDir;

/// A folder with a filled database, and its path.
fn filled() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    fill(&mut open(&path).unwrap());
    (folder, path)
}

/// Checks that opening the file fails, and leaves it and its folder unchanged. Returns the error.
fn refused(path: &Path) -> StoreError {
    let before = (fs::read(path).unwrap(), fs::read_dir(path.parent().unwrap()).unwrap().count());
    let error = open(path).unwrap_err();
    let existing = Store::open_existing(path).unwrap_err();
    assert_eq!(error.to_string(), existing.to_string());
    assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
    let after = (fs::read(path).unwrap(), fs::read_dir(path.parent().unwrap()).unwrap().count());
    assert!(before == after, "the file was changed");
    error
}

#[test]
fn what_is_absent_is_not_made_by_asking_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    assert!(matches!(Store::open_existing(&path), Err(StoreError::Absent { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let within_nothing = folder.path().join("none/results.sqlite");
    assert!(matches!(Store::open_existing(&within_nothing), Err(StoreError::Absent { .. })));
    assert!(matches!(open(&within_nothing), Err(StoreError::CannotOpen { .. })));
    assert!(matches!(open(folder.path()), Err(StoreError::CannotOpen { .. })));
}

#[test]
fn an_empty_file_becomes_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    fs::write(&path, "").unwrap();
    fill(&mut open(&path).unwrap());
    assert!(
        raw(&path).pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0)).unwrap() == "wal"
    );
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let contents: [&[u8]; 5] =
        [b"x", b"not a database at all\n", &[0; 5000], b"SQLite format 3\0", b"SQLite format 3"];
    for content in contents {
        fs::write(&path, content).unwrap();
        assert!(matches!(refused(&path), StoreError::NotOurs { .. }));
    }
}

/// The power was lost while the tables were made: later pages are on the disk, the first is not, and the journal says that
/// there was nothing before.
#[test]
fn a_database_that_was_lost_while_it_was_made_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let journal = folder.path().join("results.sqlite-journal");
    // What SQLite writes first: its mark, no pages in the journal, a number, no pages in the database, the sizes of a sector
    // and of a page.
    let mut header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\0\0\0\0abcd\0\0\0\0\0\0\x02\0\0\0\x10\0".to_vec();
    header.resize(512, 0);
    let content = [&[0; 4096], &[7; 4096][..]].concat();

    fs::write(&path, &content).unwrap();
    header[19] = 1;
    fs::write(&journal, &header).unwrap();
    assert!(matches!(refused(&path), StoreError::NotOurs { .. }), "there was a page before");

    header[19] = 0;
    fs::write(&journal, &header).unwrap();
    fs::write(&path, [&b"a user's"[..], &content].concat()).unwrap();
    assert!(matches!(refused(&path), StoreError::NotOurs { .. }), "there is something in it");

    fs::write(&path, &content).unwrap();
    fill(&mut open(&path).unwrap());
    assert!(!journal.exists());
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    for setting in ["application_id = 1", "application_id = 0", "user_version = 1", "journal_mode = WAL"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.sqlite");
        let other = raw(&path);
        other.execute_batch(&format!("PRAGMA {setting}; CREATE TABLE blocks (x);")).unwrap();
        // While the other program has it open, and when it has ended.
        assert!(matches!(refused(&path), StoreError::NotOurs { .. }));
        drop(other);
        assert!(matches!(refused(&path), StoreError::NotOurs { .. }));
    }
}

#[test]
fn a_newer_database_is_left_alone() {
    let (_folder, path) = filled();
    raw(&path).pragma_update(None, "user_version", 3).unwrap();
    assert!(matches!(refused(&path), StoreError::NewerVersion { found: 3, known: 2, .. }));
}

/// Version 1 had no censuses.
#[test]
fn a_database_of_version_1_becomes_one_of_today() {
    let (_folder, path) = filled();
    let old = raw(&path);
    old.execute_batch("DROP TABLE censuses; PRAGMA user_version = 1;").unwrap();
    drop(old);
    let mut store = Store::open_existing(&path).unwrap();
    let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
    assert_eq!((store.blocks(id).unwrap().len(), store.census(id).unwrap()), (1, None));
    store.keep(&[kept_census(id, census(Some(COUNTS)))]).unwrap();
    assert_eq!(store.census(id).unwrap(), Some(census(Some(COUNTS))));
}

#[test]
fn a_path_is_a_path() {
    let folder = tempfile::tempdir().unwrap();
    // Names that SQLite would read as an address, as memory, or as a file that has no name.
    let name = folder.path().join("file:x?mode=memory");
    fill(&mut open(&name).unwrap());
    assert!(name.exists());
    assert!(matches!(Store::open_existing(Path::new(":memory:")), Err(StoreError::Absent { .. })));
    assert!(open(Path::new("")).is_err());
}

#[test]
fn who_holds_the_database_is_waited_for_and_named() {
    let (_folder, path) = filled();
    let other = raw(&path);
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // With a write-ahead log, reading works while another program writes.
    let mut store = Store::open_with_patience(&path, Duration::from_millis(50)).unwrap();
    let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
    let kept = [kept_block(id, block(100, "12"))];
    assert!(matches!(store.keep(&kept), Err(StoreError::Locked { .. })));
    assert!(matches!(store.keep_contest("x"), Err(StoreError::Locked { .. })));
    other.execute_batch("COMMIT").unwrap();
    store.keep(&kept).unwrap();
    drop(store);
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT").unwrap();
    let locked = Store::open_with_patience(&path, Duration::from_millis(50));
    assert!(matches!(locked, Err(StoreError::Locked { .. })), "{locked:?}");
}

#[test]
fn a_database_that_is_being_made_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let other = raw(&path);
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let locked = Store::open_with_patience(&path, Duration::from_millis(50));
    assert!(matches!(locked, Err(StoreError::Locked { .. })), "{locked:?}");
}

#[test]
fn many_may_make_the_database_at_once() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.sqlite");
        std::thread::scope(|scope| {
            for thread in 0..6 {
                let path = &path;
                scope.spawn(move || {
                    on_server();
                    let mut store = Store::open_with_patience(path, Duration::from_mins(1)).unwrap();
                    let id = store.pairing(&pairing("p")).unwrap();
                    store.keep(&[kept_block(id, block(thread, "12"))]).unwrap();
                });
            }
        });
        let store = Store::open_existing(&path).unwrap();
        let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
        assert_eq!(store.blocks(id).unwrap().len(), 6);
    }
}

#[test]
fn damage_in_a_row_is_found() {
    let changes = [
        "UPDATE blocks SET results = '1222'",
        "UPDATE blocks SET first_game = 1",
        "UPDATE blocks SET turns = turns + 1",
        "UPDATE blocks SET checksum = checksum + 1",
        "UPDATE matches SET places = '21'",
        "UPDATE matches SET fault_seat = 0",
        "UPDATE matches SET fault_seat = NULL",
        "UPDATE matches SET fault_seat = -1",
        "UPDATE matches SET fault_seat = NULL, fault_kind = NULL, fault_detail = NULL",
        "UPDATE matches SET digest = zeroblob(32)",
        "UPDATE answers SET packed = x'0100'",
        "DELETE FROM answers",
        "UPDATE voids SET attempts = 4",
        "UPDATE voids SET attempts = -1",
        "UPDATE programs SET source = x'31'",
        "UPDATE contests SET lock = 'other'",
        "UPDATE pairings SET seed = 5",
        "UPDATE pairings SET key = zeroblob(32)",
        "UPDATE pairings SET parameters = '['",
        "DELETE FROM seats WHERE seat = 1",
        "UPDATE seats SET program = zeroblob(32) WHERE seat = 0",
    ];
    for change in changes {
        let (_folder, path) = filled();
        tamper(&path, change);
        let store = open(&path).unwrap();
        let error = store.export(&mut Vec::new()).unwrap_err();
        let damaged = matches!(error, store::ExportError::Store(StoreError::Damaged { .. }));
        assert!(damaged, "{change}: {error}");
        assert!(error.to_string().contains("results.sqlite"), "{error}");
    }
}

/// A server refuses such a text, so this test is only about files.
#[test]
fn bytes_that_are_no_text_are_found() {
    let (_folder, path) = filled();
    raw(&path).execute_batch("UPDATE blocks SET results = CAST(x'ff31' AS TEXT)").unwrap();
    let error = open(&path).unwrap().export(&mut Vec::new()).unwrap_err();
    assert!(matches!(error, store::ExportError::Store(StoreError::Damaged { .. })), "{error}");
}

/// A value of 900 MB took nine seconds before it was known to be damaged.
#[test]
fn values_that_are_too_large_are_not_read() {
    for change in [
        "UPDATE programs SET source = zeroblob(90000000)",
        "UPDATE blocks SET results = CAST(zeroblob(90000000) AS TEXT)",
        "UPDATE answers SET packed = zeroblob(90000000)",
    ] {
        let (_folder, path) = filled();
        raw(&path).execute_batch(change).unwrap();
        let error = open(&path).unwrap().export(&mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("a value that is larger than any of bout's"), "{change}: {error}");
    }
}

#[test]
fn each_reading_finds_its_damage() {
    let (_folder, path) = filled();
    let store = open(&path).unwrap();
    let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
    for table in ["blocks", "matches", "answers", "voids", "programs"] {
        tamper(&path, &format!("UPDATE {table} SET checksum = checksum - 1"));
    }
    let damaged = |error: StoreError| matches!(error, StoreError::Damaged { .. });
    assert!(damaged(store.blocks(id).unwrap_err()));
    assert!(damaged(store.matches(id).unwrap_err()));
    assert!(damaged(store.answers(id, 10).unwrap_err()));
    assert!(damaged(store.voids(id).unwrap_err()));
    assert!(damaged(store.program(program("a").id).unwrap_err()));
}

#[test]
fn a_result_that_moved_to_another_pairing_is_found() {
    let (_folder, path) = filled();
    let mut store = open(&path).unwrap();
    let id = store.pairing(&pairing("q")).unwrap();
    tamper(&path, "UPDATE blocks SET pairing = 2");
    assert!(matches!(store.blocks(id), Err(StoreError::Damaged { .. })));
}

#[test]
fn damaged_results_can_be_forgotten_and_played_again() {
    let (_folder, path) = filled();
    tamper(&path, "UPDATE blocks SET results = '2222'");
    let mut store = open(&path).unwrap();
    let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
    assert!(matches!(store.keep(&[kept_block(id, block(0, "1221"))]), Err(StoreError::Damaged { .. })));
    store.forget(id).unwrap();
    fill(&mut store);
    assert_eq!(store.blocks(id).unwrap(), [block(0, "1221")]);
}

#[test]
fn a_file_that_was_cut_off_is_damaged() {
    let (_folder, path) = filled();
    let whole = fs::read(&path).unwrap();
    for length in [100, 1000, 4096, 5000, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let outcome: Result<(), _> = open(&path).and_then(|store| match store.export(&mut Vec::new()) {
            Err(store::ExportError::Store(error)) => Err(error),
            other => panic!("{length}: {other:?}"),
        });
        assert!(matches!(outcome, Err(StoreError::Damaged { .. })), "{length}: {outcome:?}");
    }
}

/// Whatever bits flip, nothing panics, and what an export gives is what was kept.
#[test]
fn flipped_bits_are_never_counted() {
    let (_folder, path) = filled();
    let whole = fs::read(&path).unwrap();
    let sound = export(&open(&path).unwrap());
    let mut found = 0;
    for at in (0..whole.len()).step_by(7) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).unwrap();
        let mut out = Vec::new();
        match open(&path).map(|store| store.export(&mut out)) {
            Ok(Ok(())) => {
                // A row that is missing entirely is not noticed, as the documentation says. But no line may have changed.
                let (out, sound) =
                    (String::from_utf8(out).unwrap(), String::from_utf8(sound.clone()).unwrap());
                let known =
                    |line: &str| line.starts_with("{\"end\"") || sound.lines().any(|other| other == line);
                assert!(out.lines().all(known), "byte {at}: {out}");
            }
            _ => found += 1,
        }
    }
    assert!(found > 0);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_to_says_so() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, path) = filled();
    let before = fs::read(&path).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(folder.path().join("probe"), "").is_ok() {
        return; // Permissions do not hold for this user.
    }
    let outcome = open(&path);
    let absent = open(&folder.path().join("new.sqlite"));
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(
        matches!(outcome, Err(StoreError::ReadOnly { .. } | StoreError::CannotOpen { .. })),
        "{outcome:?}"
    );
    assert!(matches!(absent, Err(StoreError::CannotOpen { .. })), "{absent:?}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let outcome = open(&path);
    assert!(matches!(outcome, Err(StoreError::ReadOnly { .. })), "{outcome:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn others_may_read_while_one_writes() {
    let (_folder, path) = filled();
    let mut writer = open(&path).unwrap();
    let reader = Store::open_existing(&path).unwrap();
    let other = raw(&path);
    other.execute_batch("BEGIN; SELECT count(*) FROM blocks;").unwrap();
    let id = writer.find_pairing(pairing("p").key).unwrap().unwrap();
    writer.keep(&[kept_block(id, block(50, "12"))]).unwrap();
    assert_eq!(reader.blocks(id).unwrap().len(), 2);
}

/// A view in place of a table, which never ends.
const ENDLESS: &str = "PRAGMA foreign_keys = off; DROP TABLE programs; CREATE VIEW programs AS
    WITH RECURSIVE numbers (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM numbers)
    SELECT x'00' AS id, 'crash' AS game, 'f' AS file, x'00' AS source, 0 AS checksum FROM numbers WHERE n < 0;";

#[test]
fn tables_that_are_not_ours_are_not_read() {
    for change in [
        ENDLESS,
        "CREATE TRIGGER t AFTER INSERT ON voids BEGIN DELETE FROM blocks; END;",
        "CREATE TABLE more (x);",
        "CREATE INDEX more ON blocks (turns);",
        "ALTER TABLE contests ADD COLUMN endless TEXT AS (hex(zeroblob(100000000)));",
    ] {
        let (_folder, path) = filled();
        raw(&path).execute_batch(change).unwrap();
        for outcome in [open(&path), Store::open_existing(&path)] {
            assert!(matches!(outcome, Err(StoreError::NotOurs { .. })), "{change}: {outcome:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_database_is_not_followed() {
    let (folder, path) = filled();
    let link = folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(open(&link), Err(StoreError::CannotOpen { .. })));
    // A link on the way to the file is followed.
    std::os::unix::fs::symlink(folder.path(), folder.path().join("way")).unwrap();
    assert!(open(&folder.path().join("way").join(path.file_name().unwrap())).is_ok());
}

/// The database is removed while in use, with or without the files beside it. All of it is written to a new file, including
/// the latest results.
#[cfg(unix)]
#[test]
fn what_is_removed_while_in_use_is_written_anew() {
    for beside in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b.sqlite");
        let mut store = open(&path).unwrap();
        let id = fill(&mut store);
        fs::remove_file(&path).unwrap();
        for ending in ["-wal", "-shm"] {
            if beside && !on_server() {
                fs::remove_file(folder.path().join(format!("a b.sqlite{ending}"))).unwrap();
            }
        }
        let kept = store.keep(&[kept_block(id, block(4, "12"))]);
        assert!(matches!(&kept, Err(StoreError::Removed { anew, .. }) if *anew == path), "{kept:?}");
        let expected = export(&store);
        drop(store);
        let mut store = Store::open_existing(&path).unwrap();
        assert_eq!(export(&store), expected);
        assert_eq!(store.blocks(id).unwrap(), [block(0, "1221"), block(4, "12")]);
        store.keep(&[kept_block(id, block(5, "12"))]).unwrap();
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_string_lossy().contains("rescued")));
    }
}

/// A file that somebody put in its place is theirs.
#[cfg(unix)]
#[test]
fn what_took_the_place_of_a_database_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let mut store = open(&path).unwrap();
    let id = fill(&mut store);
    fs::rename(&path, folder.path().join("old.sqlite")).unwrap();
    fs::write(&path, "mine").unwrap();
    let anew = folder.path().join("results.sqlite.rescued");
    let kept = store.keep(&[kept_block(id, block(4, "12"))]);
    assert!(matches!(&kept, Err(StoreError::Removed { anew: named, .. }) if *named == anew), "{kept:?}");
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    assert_eq!(export(&open(&anew).unwrap()), export(&store));
    let kept = store.keep(&[kept_block(id, block(5, "12"))]);
    assert!(matches!(&kept, Err(StoreError::Lost { .. })), "{kept:?}");
}

/// The store has the content of the one below, and keeps new content to itself.
#[test]
fn a_store_over_another_one_leaves_that_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a?b%41.sqlite");
    fill(&mut open(&path).unwrap());
    let read = Store::open_to_read(&path).unwrap();
    let mut over = Store::overlay(read).unwrap();
    assert_eq!(over.program(program("a").id).unwrap(), Some(program("a")));
    let id = over.pairing(&pairing("p")).unwrap();
    assert_eq!(over.blocks(id).unwrap(), [block(0, "1221")]);
    assert_eq!(over.matches(id).unwrap(), [played(10)]);
    assert_eq!(over.answers(id, 10).unwrap(), Some(answers()));
    assert_eq!(over.voids(id).unwrap(), [void(11, 3)]);
    assert_eq!(over.census(id).unwrap(), Some(census(Some(COUNTS))));
    over.keep(&[kept_block(id, block(4, "12")), kept_match(id, played(11))]).unwrap();
    assert_eq!(over.answers(id, 11).unwrap(), Some(answers()));
    let other = over.pairing(&pairing("q")).unwrap();
    assert_eq!(over.blocks(other).unwrap(), []);
    drop(over);
    // Asking for many pairings at once also copies their results from below.
    let mut over = Store::overlay(Store::open_to_read(&path).unwrap()).unwrap();
    let games = over.games_of(&["q", "p", "p"].map(pairing)).unwrap();
    let games: Vec<_> = games.into_iter().map(|games| (games.blocks, games.matches)).collect();
    let of_p = (vec![block(0, "1221")], vec![played(10)]);
    assert_eq!(games, [(vec![], vec![]), of_p.clone(), of_p.clone()]);
    drop(over);
    let mut over = Store::overlay(Store::open_to_read(&path).unwrap()).unwrap();
    let games = over.games_if_known(&["q", "p"].map(pairing)).unwrap();
    let games: Vec<_> = games.into_iter().flatten().map(|games| (games.blocks, games.matches)).collect();
    assert_eq!(games, [(vec![], vec![]), of_p], "the store below may have games of any pairing");
    drop(over);
    let store = open(&path).unwrap();
    assert_eq!(store.pairings().unwrap().len(), 1);
    assert_eq!(store.blocks(store.find_pairing(pairing("p").key).unwrap().unwrap()).unwrap().len(), 1);
}

/// The tests that are about a file of `SQLite`.
#[cfg(all(unix, feature = "postgres"))]
const ABOUT_FILES: [&str; 18] = [
    "on_postgres",
    "an_empty_file",
    "something_else",
    "lost_while_it_was_made",
    "of_another_program",
    "a_newer_database",
    "of_version_1",
    "a_path_is_a_path",
    "who_holds_the_database",
    "is_being_made_is_waited_for",
    "bytes_that_are_no_text",
    "too_large",
    "cut_off",
    "flipped_bits",
    "cannot_be_written_to",
    "others_may_read",
    "tables_that_are_not_ours",
    "a_link_to_a_database",
];

/// Runs the other tests on a server.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres() {
    database::testing::run_again_on_a_server(&ABOUT_FILES);
}

/// Runs the other tests on a server that is reached through a relay.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres_through_a_relay() {
    database::testing::run_again_on_a_server_with(&[(RELAYED, "1")], &ABOUT_FILES);
}
