//! The set of slow pairs that searches found (`testdata/slow`). It guards against performance regressions.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Played;
use super::plain::Bench;
use super::worst::{Aim, Trials};

/// The folder of the set, with a file per game.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/slow");

/// A pair that was slow when it was found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SlowPair {
    pub(super) aim: Aim,
    pub(super) programs: [String; 2],
    /// The score in the unit of the aim, on the machine on which the pair was found.
    pub(super) score_when_found: f64,
}

/// Reads the pairs of a game.
pub(super) fn read(game: Played) -> io::Result<Vec<SlowPair>> {
    match std::fs::read(path(game)) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Replaces all pairs of a game.
pub(super) fn write(game: Played, pairs: &[SlowPair]) -> io::Result<()> {
    std::fs::create_dir_all(FOLDER)?;
    std::fs::write(path(game), serde_json::to_string_pretty(pairs)? + "\n")
}

fn path(game: Played) -> PathBuf {
    Path::new(FOLDER).join(game.name()).with_extension("json")
}

/// Measures the whole set, and prints how slow each pair was when it was found and how slow it is now.
pub(super) fn measure(only: Option<Played>, rounds: usize) -> io::Result<()> {
    let bench = Bench::new()?;
    let games = [Played::Esowar, Played::Crash].into_iter();
    for game in games.filter(|game| only.is_none_or(|only| only == *game)) {
        for (nth, pair) in read(game)?.iter().enumerate() {
            let trials = Trials::new(&bench, game, pair.aim);
            let now = trials.median(&pair.programs, rounds)?;
            let now = now.map_or_else(|| "too short to tell".to_owned(), |score| pair.aim.words(score));
            println!("{} {nth}: {now}; {:.3} when found", game.name(), pair.score_when_found);
        }
    }
    Ok(())
}
