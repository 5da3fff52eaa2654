//! A program that changes a database to a newer version is killed, or the disk is full. The database has one of the two versions
//! then, whole, and the next program finishes.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use database::{check, copy_before, known, migrate};
use rusqlite::Connection;

/// Names the database for the program that changes it.
const DATABASE: &str = "BOUT_TEST_DATABASE";

const STEPS: [&str; 3] = [
    "CREATE TABLE a (x INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT",
    "CREATE TABLE b (a INTEGER NOT NULL REFERENCES a (x)) STRICT; INSERT INTO b SELECT x FROM a",
    "UPDATE a SET text = text || 'new'; CREATE INDEX texts ON a (text)",
];

const ROWS: u64 = 4000;

fn old(path: &Path) {
    let mut connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    known(&STEPS).to_version(&mut connection, 1).unwrap();
    let rows = format!(
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {ROWS})
         INSERT INTO a SELECT x, hex(zeroblob(100)) || x FROM n"
    );
    connection.execute_batch(&rows).unwrap();
}

fn version(connection: &Connection) -> usize {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

fn count(connection: &Connection, query: &str) -> u64 {
    connection.query_row(query, [], |row| row.get(0)).unwrap()
}

/// Returns the version of a database, which must be one of the two, whole.
fn whole(path: &Path) -> usize {
    let connection = Connection::open(path).unwrap();
    check(&connection).unwrap();
    let version = version(&connection);
    let new = count(&connection, "SELECT count(*) FROM a WHERE text LIKE '%new'");
    assert_eq!(count(&connection, "SELECT count(*) FROM a"), ROWS);
    match version {
        1 => assert_eq!(new, 0),
        3 => assert_eq!((new, count(&connection, "SELECT count(*) FROM b")), (ROWS, ROWS)),
        other => panic!("version {other}"),
    }
    version
}

/// What the other process does.
#[test]
#[ignore = "other tests run it in a process of its own"]
fn changes_the_database() {
    let Some(path) = std::env::var_os(DATABASE) else { return };
    let path = Path::new(&path);
    let mut connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "synchronous", "full").unwrap();
    if let Err(error) = migrate(&mut connection, path, &STEPS) {
        panic!("{error}");
    }
}

/// The command that changes a database, as words for a shell.
fn command(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "changes_the_database", "--ignored", "--nocapture"]).env(DATABASE, path);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
fn a_kill_at_any_moment_leaves_one_of_the_two_versions() {
    let mut seen = [0, 0];
    // From before it begins until after it has ended, however long that takes here.
    for step in 0_u32.. {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        old(&path);
        let mut child = command(&path).spawn().unwrap();
        thread::sleep(Duration::from_millis(4) * step);
        let has_ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let found = whole(&path);
        seen[usize::from(found == 3)] += 1;
        if found == 3 {
            assert_eq!(whole(&copy_before(&path, 1)), 1, "the copy came before");
        }
        let mut connection = Connection::open(&path).unwrap();
        migrate(&mut connection, &path, &STEPS).unwrap();
        drop(connection);
        assert_eq!((whole(&path), whole(&copy_before(&path, 1))), (3, 1));
        if has_ended {
            break;
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn without_room_the_database_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    old(&path);
    let kib = std::fs::metadata(&path).unwrap().len() / 1024;
    let mut refused = 0;
    // No file may be longer than so many blocks of 1 KiB: the copy, then the log of the change.
    for limit in [0, 8, kib / 2, kib - 8, kib + 8, kib * 5 / 4] {
        let inner = command(&path);
        let mut shell = Command::new("bash");
        shell.args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\"", &limit.to_string()]);
        shell.arg(inner.get_program()).args(inner.get_args()).env(DATABASE, &path);
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if !output.status.success() {
            refused += 1;
            assert_eq!(whole(&path), 1, "{said}");
        }
        if limit == kib / 2 {
            assert!(said.contains("no copy could be made"), "{said}");
        }
    }
    assert!(refused >= 4, "{refused}");
    let mut connection = Connection::open(&path).unwrap();
    migrate(&mut connection, &path, &STEPS).unwrap();
    assert_eq!(whole(&path), 3);
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.filter(|name| !database::is_beside_a_database(name)).collect();
    names.sort();
    assert_eq!(names, ["a.db", "a.db.version-1"]);
}
