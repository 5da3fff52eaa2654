//! The ratings of all programs on a hill after each challenge.

use tournament::Rated;
use tournament::ratings::{EloInterval, RankInterval};

use super::RESULTS;
use super::state::{Challenge, PastRating};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;

/// The file in `results` that holds the history.
pub(super) const HISTORY_FILE: FileName = FileName::own("history.jsonl");

/// The longest history. One challenge of a hill of 20 takes about 4 KiB.
pub(super) const MAX_HISTORY_BYTES: u64 = 256 << 20;

/// The largest number of challenges in a line of bars.
const MAX_BARS: usize = 16;

/// Reads all challenges, oldest first.
pub fn read(hill: &ConfinedFolder) -> Result<Vec<Challenge>, Failure> {
    let Some(results) = hill.folder(&RESULTS)? else { return Ok(Vec::new()) };
    let Some(bytes) = results.read_at_most(MAX_HISTORY_BYTES, &HISTORY_FILE)? else { return Ok(Vec::new()) };
    let path = results.path_of(&HISTORY_FILE);
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Refused(format!("{}: this is not text in UTF-8", path.display())))?;
    let challenge = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            let line = at + 1;
            let why = format!(
                "line {line} is not a valid challenge ({error}); remove the line to continue without it"
            );
            Failure::Refused(format!("{}: {why}", path.display()))
        })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(challenge).collect()
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
