//! A program that is killed while it keeps results loses no result that the store has confirmed.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::*;
use store::{NewResult, PairingId};

/// The environment variable that makes this test the child, with the database's path.
const CHILD: &str = "BOUT_STORE_KILL_CHILD";

/// Blocks per commit: the later ones prove that the earlier ones were not kept alone.
const BLOCKS_PER_COMMIT: u64 = 5;

fn batch(id: PairingId, commit: u64) -> Vec<NewResult> {
    let block = |number| block(number * 3, "122112");
    let first = commit * BLOCKS_PER_COMMIT;
    (first..first + BLOCKS_PER_COMMIT).map(|number| kept_block(id, block(number))).collect()
}

/// The child: continues where the database ends, and prints each commit's number once it is kept.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let mut store = open(path.as_ref()).unwrap();
    let id = store.pairing(&pairing("p")).unwrap();
    let first = store.blocks(id).unwrap().len() as u64 / BLOCKS_PER_COMMIT;
    let mut out = std::io::stdout();
    for commit in first.. {
        store.keep(&batch(id, commit)).unwrap();
        writeln!(out, "kept {commit}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn what_was_kept_survives_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let mut kept = 0;
    // The number of commits differs each time, so that the kill comes at all kinds of moments, including the making of the
    // file and a checkpoint (every 1000 pages).
    for commits in [0, 1, 0, 3, 0, 7, 40, 0, 200, 13, 500, 2] {
        let mut child = spawn(&path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = lines.by_ref().filter_map(|line| number_of(&line.unwrap()));
        for _ in 0..commits {
            kept = kept.max(said.next().expect("the child goes on until it is killed") + 1);
        }
        // The runs without a wait kill the child wherever the scheduler has let it get to.
        child.kill().unwrap();
        // What it said before it died counts, too.
        kept = said.last().map_or(kept, |last| kept.max(last + 1));
        child.wait().unwrap();
        check(&path, kept);
    }
    assert!(kept >= 700);
}

/// Making the file takes only a short time. So this test kills the child at many moments, since that time depends on the machine.
#[test]
fn a_file_that_is_half_made_can_be_made_whole() {
    for moment in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.sqlite");
        let mut child = spawn(&path);
        std::thread::sleep(Duration::from_micros(moment * 250));
        child.kill().unwrap();
        child.wait().unwrap();
        check(&path, 0);
    }
}

fn spawn(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["child", "--exact", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The number in a line of the child. The test harness may have put something before it. If the kill cut the line off, it
/// did so within the number, and a shorter number claims less.
fn number_of(line: &str) -> Option<u64> {
    line.split_once("kept ")?.1.parse().ok()
}

fn check(path: &Path, kept: u64) {
    let mut store = open(path).unwrap();
    let id = store.pairing(&pairing("p")).unwrap();
    let blocks = store.blocks(id).unwrap();
    assert!(blocks.len() as u64 >= kept * BLOCKS_PER_COMMIT, "{} blocks of {kept} commits", blocks.len());
    assert_eq!(blocks.len() as u64 % BLOCKS_PER_COMMIT, 0, "a commit was kept in part");
    let commits = blocks.len() as u64 / BLOCKS_PER_COMMIT;
    let there: Vec<NewResult> = blocks.into_iter().map(|block| kept_block(id, block)).collect();
    let expected: Vec<NewResult> = (0..commits).flat_map(|commit| batch(id, commit)).collect();
    assert_eq!(there, expected);
}

/// Runs all tests of this file on a server.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres() {
    database::testing::run_again_on_a_server(&["on_postgres"]);
}
