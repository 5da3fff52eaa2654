//! How often who is ahead late in a match is who wins it.
//!
//!     cargo run --release -p bout-viewer --example ahead -- RECORD...
//!
//! Looks at the last tenth of the curve of each match that somebody won, but for its last point, where the result is known.

use std::collections::BTreeMap;

use game::AnyGame;
use viewer::Replay;
use viewer::lead::LeadSearch;

/// How many points of curves named the later winner, somebody else, and nobody.
#[derive(Default)]
struct Tally {
    matches: u32,
    right: u32,
    wrong: u32,
    level: u32,
}

fn main() {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for file in std::env::args().skip(1) {
        let record = std::fs::read(&file).ok().and_then(|bytes| record::read(&bytes).ok());
        let Some(record) = record else {
            println!("{file}: not a record of ours");
            continue;
        };
        let find = |name: &str| games::registry::by_name(name).map(|game| game as &dyn AnyGame);
        let (Some(winner), Ok(mut replay)) = (record.outcome.winner, Replay::open(&record, find)) else {
            continue;
        };
        replay.survey(u64::MAX, &|| false);
        let search = LeadSearch::new(&replay);
        let Some(curve) = search.and_then(|search| search.finish(&mut replay, &|| false)) else { continue };
        let (last, tally) = (replay.last_turn(), tallies.entry(record.game.clone()).or_default());
        tally.matches += 1;
        let standings = curve.standings(replay.timeline().deaths());
        let late = |turn: u64| turn >= last - last / 10 && turn < last;
        for standing in standings.iter().filter(|standing| late(standing.turn)) {
            match standing.leader() {
                Some(leader) if leader == winner => tally.right += 1,
                Some(_) => tally.wrong += 1,
                None => tally.level += 1,
            }
        }
    }
    for (game, Tally { matches, right, wrong, level }) in tallies {
        let percent = |count: u32| f64::from(count) * 100.0 / f64::from((right + wrong + level).max(1));
        println!(
            "{game}: {matches} matches; the later winner is ahead at {:.1}% of the points, another one at {:.1}%, nobody at {:.1}%",
            percent(right),
            percent(wrong),
            percent(level)
        );
    }
}
