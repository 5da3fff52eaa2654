//! The ratings of all programs on a hill after each challenge.

use std::path::Path;

use tournament::Rated;
use tournament::ratings::{EloInterval, RankInterval};

use super::RESULTS;
use super::history_tail::HistoryTail;
use super::state::{Challenge, PastRating};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;

/// The file in `results` that holds the history.
pub(super) const HISTORY_FILE: FileName = FileName::own("history.jsonl");

/// The longest history that is read at once. One challenge of a hill of 20 takes about 4 KiB.
const MAX_HISTORY_BYTES: u64 = 256 << 20;

/// The largest number of challenges in a line of bars.
const MAX_BARS: usize = 16;

/// The number of recent challenges that lines of bars need. Only changes in old histories have no ratings.
pub const BARS: usize = 64;

/// Reads all challenges, oldest first.
pub fn read(hill: &ConfinedFolder) -> Result<Vec<Challenge>, Failure> {
    let Some(results) = hill.folder(&RESULTS)? else { return Ok(Vec::new()) };
    let Some(bytes) = results.read_at_most(MAX_HISTORY_BYTES, &HISTORY_FILE)? else { return Ok(Vec::new()) };
    let path = results.path_of(&HISTORY_FILE);
    numbered_lines(&bytes).map(|(number, line)| parse(&path, number, line)).collect()
}

/// Returns the lines that are not empty, and their numbers from 1.
pub(super) fn numbered_lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = (usize, &[u8])> {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).collect();
    lines.into_iter().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.is_empty())
}

/// Reads a challenge from the line with this number.
pub(super) fn parse(path: &Path, line: usize, text: &[u8]) -> Result<Challenge, Failure> {
    serde_json::from_slice(text).map_err(|error| {
        let why =
            format!("line {line} is not a valid challenge ({error}); remove the line to continue without it");
        Failure::Refused(format!("{}: {why}", path.display()))
    })
}

/// Reads the last challenges, at most `most`, the oldest first.
pub fn last(hill: &ConfinedFolder, most: usize) -> Result<Vec<Challenge>, Failure> {
    let Some(tail) = HistoryTail::read(hill)? else { return Ok(Vec::new()) };
    tail.challenges(most)
}

/// Finds the challenge that a submission made, among those at the end of a history. A command that was killed after a change
/// needs this.
pub fn made_by(hill: &ConfinedFolder, submission: &str) -> Result<Option<Challenge>, Failure> {
    let made = |one: &Challenge| one.submission.as_deref() == Some(submission);
    Ok(last(hill, usize::MAX)?.into_iter().find(made))
}

impl PastRating {
    /// Returns the current rating of a program, rounded to tenths of Elo points.
    #[must_use]
    pub fn new(file: &str, id: String, rated: &Rated) -> Self {
        let Rated { elo, interval: EloInterval { low, high }, ranks: RankInterval { best, worst } } = *rated;
        Self {
            file: file.to_owned(),
            id,
            elo: tenths(elo),
            elo_low: tenths(low),
            elo_high: tenths(high),
            best_rank: best,
            worst_rank: worst,
        }
    }
}

/// Rounds Elo points to tenths, without a negative zero.
#[must_use]
pub fn tenths(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0 + 0.0
}

/// Returns the ratings of a program after the last challenges as bars, `▁▃▅█`: one bar per challenge, on the scale of
/// all programs at that time, or a dot if the program was not on the hill. Empty if it was never rated.
pub fn bars(challenges: &[Challenge], id: &str) -> String {
    let rated: Vec<&Challenge> =
        challenges.iter().filter(|challenge| !challenge.ratings.is_empty()).collect();
    let last = &rated[rated.len().saturating_sub(MAX_BARS)..];
    let all = || last.iter().flat_map(|challenge| &challenge.ratings).map(|rating| rating.elo);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let bar = |challenge: &&Challenge| {
        let rating = challenge.ratings.iter().find(|rating| rating.id == id);
        rating.map_or('·', |rating| bar_of(rating.elo, low, high))
    };
    last.iter().map(bar).skip_while(|&bar| bar == '·').collect()
}

fn bar_of(elo: f64, low: f64, high: f64) -> char {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let height = if high > low { (elo - low) / (high - low) } else { 0.5 };
    let above = (1..8_u8).filter(|&step| height * 8.0 >= f64::from(step)).count();
    BARS[above]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(ratings: &[(&str, f64)]) -> Challenge {
        let rating = |&(id, elo): &(&str, f64)| PastRating {
            file: format!("{id}.crash"),
            id: id.into(),
            elo,
            elo_low: elo - 1.0,
            elo_high: elo + 1.0,
            best_rank: 1,
            worst_rank: 1,
        };
        Challenge {
            number: 1,
            change: "add".into(),
            program: String::new(),
            id: String::new(),
            rank: None,
            pushed_off: Vec::new(),
            ratings: ratings.iter().map(rating).collect(),
            replaces: None,
            submission: None,
            why: None,
            environment: None,
        }
    }

    #[test]
    fn bars_are_as_high_as_ratings() {
        let challenges = [
            challenge(&[]),
            challenge(&[("a", 0.0), ("b", -80.0)]),
            challenge(&[("b", 80.0)]),
            challenge(&[("a", -80.0), ("b", 30.0), ("c", 50.0)]),
        ];
        assert_eq!(bars(&challenges, "a"), "▅·▁");
        assert_eq!(bars(&challenges, "b"), "▁█▆");
        assert_eq!(bars(&challenges, "c"), "▇");
        assert_eq!(bars(&challenges, "d"), "");
        assert_eq!(bars(&[], "a"), "");
        assert_eq!(bars(&[challenge(&[("a", 0.0)])], "a"), "▅");
    }
}
