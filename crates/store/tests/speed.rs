//! Measures how long keeping and reading take. It tests nothing: it prints its measurements.
//!
//! `cargo test --release -p bout-store --features postgres --test speed -- --ignored --nocapture`
//!
//! With `BOUT_TEST_POSTGRES="host=/run/postgresql dbname=bout user=bout"` before the command, it also measures a server.

mod common;

use std::time::{Duration, Instant};

use common::*;
use store::{Block, NewResult, Pairing, Store, StoredMatch};

/// The pairings of a hill of 25 programs.
const PAIRINGS: usize = 300;

/// The games of a pairing in blocks, and the matches of another one.
const GAMES: usize = 1000;
const MATCHES: u64 = 20;

fn results(store: &mut Store) -> Vec<Vec<NewResult>> {
    let pairings: Vec<Pairing> = (0..PAIRINGS).map(|number| pairing(&format!("p{number}"))).collect();
    let kept = store.games_of(&pairings).unwrap();
    let of_one = |(number, id)| -> Vec<NewResult> {
        if number % 2 == 0 {
            let block = Block { first_game: 0, results: "12".repeat(GAMES), turns: 77 };
            return vec![kept_block(id, block)];
        }
        (0..MATCHES).map(|game| kept_match(id, StoredMatch { game, ..played(game) })).collect()
    };
    kept.iter().map(|one| one.pairing).enumerate().map(of_one).collect()
}

fn measured(store: &mut Store) -> [Duration; 3] {
    let start = Instant::now();
    let results = results(store);
    let made = start.elapsed();
    let start = Instant::now();
    for batch in &results {
        store.keep(batch).unwrap();
    }
    let keep = start.elapsed();
    let pairings: Vec<Pairing> = store.pairings().unwrap().into_iter().map(|(_, pairing)| pairing).collect();
    let start = Instant::now();
    for _ in 0..5 {
        assert_eq!(store.games_of(&pairings).unwrap().len(), PAIRINGS);
    }
    [made, keep, start.elapsed() / 5]
}

#[test]
#[ignore = "it measures"]
fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let mut times = Vec::new();
    for round in 0..5 {
        let mut on_disk = Store::open(&folder.path().join(format!("{round}.sqlite"))).unwrap();
        times.push((measured(&mut Store::in_memory().unwrap()), measured(&mut on_disk)));
    }
    for (name, of) in [("in memory", 0), ("in a file", 1)] {
        let best = |what: usize| times.iter().map(|one| [one.0, one.1][of][what]).min().unwrap();
        println!("{name}: new pairings {:?}, keep {:?}, read {:?}", best(0), best(1), best(2));
    }
}

/// Compares a server with a file. Both use all settings that a loss of power requires.
#[test]
#[ignore = "it measures"]
fn a_server_beside_a_file() {
    if !on_server() {
        println!("BOUT_TEST_POSTGRES names no server");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut times = Vec::new();
    for round in 0..5 {
        let path = |kind: &str| folder.path().join(format!("{round}-{kind}.db"));
        // A store that is there already stays a file.
        std::fs::write(path("file"), "").unwrap();
        let mut file = Store::open(&path("file")).unwrap();
        times.push((measured(&mut file), measured(&mut Store::open(&path("server")).unwrap())));
    }
    for (what, name) in ["new pairings", "keep", "read"].iter().enumerate() {
        let file = times.iter().map(|one| one.0[what]).min().unwrap();
        let server = times.iter().map(|one| one.1[what]).min().unwrap();
        let ratio = server.as_secs_f64() / file.as_secs_f64();
        println!("{name}: file {file:?}, server {server:?}, {ratio:.1} times");
    }
}
