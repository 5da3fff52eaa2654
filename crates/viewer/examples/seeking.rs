//! How long it takes to go to a turn, and whether what is shown there is what was played.
//!
//!     cargo run --release -p bout-viewer --example seeking -- [SEEKS [PLAYERS]]
//!
//! For long matches of Esowar and Crash: a jump as the first thing that is done with a match; jumps while nothing was
//! looked through; jumps after it was. Every state hash is compared with that of the same match played from its first
//! turn, without copies.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use game::{AnyGame, NoPlayers, Rules, SeededRng};
use record::Record;
use referee::{Lineup, Source};
use viewer::Replay;

/// Turns of every match.
const TURNS: u64 = 2_000_000;
/// Of how many replays the first jump is measured.
const FIRSTS: usize = 25;

/// What is played, of the programs in `examples`: loops that can be leapt over and others, much of the board written and
/// little of it.
const MATCHES: [(&str, [&str; 2]); 9] = [
    ("esowar", ["peacock", "hawk"]),
    ("esowar", ["smart-sweeper", "smart-sweeper"]),
    ("esowar", ["hydra", "sweeper"]),
    ("esowar", ["hydra", "hydra"]),
    ("esowar", ["sisyphus", "trapper"]),
    ("crash", ["wait", "guard"]),
    ("crash", ["hermit", "radar"]),
    ("crash", ["comb", "comb"]),
    ("crash", ["lookout", "frog"]),
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let seeks = arguments.next().unwrap_or(1000);
    let players = arguments.next().unwrap_or(2);
    println!("{seeks} jumps a row; the median and the longest of them");
    for (game, programs) in MATCHES {
        // Crash is for two.
        let players = if game == "crash" { 2 } else { players };
        let Some(record) = long_match(game, &programs, players) else {
            println!("{game}, {programs:?}: no match of {TURNS} turns among the first seeds");
            continue;
        };
        println!("{game}, {programs:?}, {players} players, seed {:?}", record.seed);
        measure(&record, seeks);
    }
}

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    games::registry::by_name(name).map(|game| game as &dyn AnyGame)
}

/// The first match of some seeds that goes to the limit.
fn long_match(game: &str, programs: &[&str], players: usize) -> Option<Record> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples").join(game);
    let file = |name: &&str| fs::read(examples.join(name).with_extension(game)).expect("an example");
    let named = programs.iter().cycle().take(players);
    let files: Vec<Source> = named.map(|name| Source { file: (*name).into(), bytes: file(name) }).collect();
    let game = find(game)?;
    let read = |source: &Source| game.read(&source.bytes).into_program().expect("it is legal");
    let mut rules = Rules::new();
    rules.add("max_turns", TURNS).expect("a new key");
    let lineup = Lineup::new(game, files.iter().map(read).collect(), &rules).expect("a legal contest");
    (0..50).find_map(|seed| {
        let setup = lineup.draw_setup(seed);
        let finished = lineup.runner().play(&setup, &mut NoPlayers, &|| false).expect("nobody is asked");
        (finished.outcome.turns == TURNS).then(|| {
            lineup.record(
                &finished,
                referee::Provenance { sources: &files, seed: Some(seed), match_index: 0, environment: &[] },
            )
        })
    })
}

fn open(record: &Record) -> Replay<'static> {
    Replay::open(record, find).expect("a record of ours")
}

fn measure(record: &Record, seeks: usize) {
    let rng = &mut SeededRng::for_setup(1);
    let mut turns: Vec<u64> = (0..seeks).map(|_| rng.below(TURNS + 1)).collect();
    let firsts = turns.iter().cycle().take(FIRSTS).chain([&TURNS]);
    report("first", firsts.map(|turn| jump(&mut open(record), *turn)).collect());
    let mut replay = open(record);
    report("nothing looked through", turns.iter().map(|turn| jump(&mut replay, *turn)).collect());
    let start = Instant::now();
    replay.survey(u64::MAX, &|| false);
    println!("  looking through all of it {:?}", start.elapsed());
    report("all looked through", turns.iter().map(|turn| jump(&mut replay, *turn)).collect());
    let steps = turns.iter().take(200).map(|turn| {
        replay.seek(*turn);
        jump(&mut replay, turn.saturating_sub(1))
    });
    report("a turn back", steps.collect());
    turns.sort_unstable();
    check(record, &mut replay, &turns);
}

fn jump(replay: &mut Replay, turn: u64) -> Duration {
    let start = Instant::now();
    replay.seek(turn);
    let taken = start.elapsed();
    assert_eq!(replay.turn(), turn);
    taken
}

fn report(what: &str, mut taken: Vec<Duration>) {
    taken.sort_unstable();
    let (median, longest) = (taken.get(taken.len() / 2), taken.last());
    println!("  {what:24} {:9.3} ms {:9.3} ms", milliseconds(median), milliseconds(longest));
}

fn milliseconds(taken: Option<&Duration>) -> f64 {
    taken.map_or(0.0, |taken| taken.as_secs_f64() * 1e3)
}

/// Against the match played on and on; the replay jumps, the last turn first.
fn check(record: &Record, replay: &mut Replay, rising: &[u64]) {
    let mut played = Lineup::of_record(record, find).expect("a record of ours").new_match();
    played.begin(&record.setup).expect("a legal setup");
    let mut hashes = Vec::new();
    for &turn in rising {
        played.advance(turn, &mut NoPlayers).expect("nobody is asked");
        hashes.push(played.state_hash());
    }
    for (turn, hash) in rising.iter().zip(hashes).rev() {
        replay.seek(*turn);
        // Where an engine knows the outcome by a proof it stops without a board.
        assert!(hash.is_none() || replay.state_hash() == hash, "turn {turn}");
    }
    println!("  {} state hashes are those of the match played plainly", rising.len());
}
