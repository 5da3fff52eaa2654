//! Ratings and their history, for the page.

use std::collections::BTreeMap;

use contests::contest::Contest;
use contests::hill::{Challenge, PastRating};
use report::{History, HistoryLine, HistoryPoint, Rating, Ratings};
use tournament::Rankings;

use crate::rankings;

/// Returns notes on the ratings. `names` are those of the entrants.
pub(super) fn ratings(rankings: &Rankings, names: &[String]) -> Ratings {
    Ratings {
        about: rankings::about(rankings, names),
        notes: rankings::notes(rankings, names),
        percent: rankings.confidence.share() * 100.0,
    }
}

/// Returns the rating of an entrant.
pub(super) fn rating(rankings: &Rankings, entrant: usize) -> Rating {
    let rated = &rankings.entrants[entrant];
    // If the best rank is 0, the page shows no ranks.
    let ranks = if rankings.ranks_hold() { [rated.ranks.best, rated.ranks.worst] } else { [0, 0] };
    Rating {
        elo: rated.elo,
        low: rated.interval.low,
        high: rated.interval.high,
        best_rank: ranks[0],
        worst_rank: ranks[1],
    }
}

/// Converts a share from 0 to 1 to thousandths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1000")]
pub(super) fn thousandths(share: f64) -> u64 {
    (share * 1000.0).round().clamp(0.0, 1000.0) as u64
}

/// Returns the ratings after every challenge of all programs that were ever on a hill. `hill` lists those on it now.
pub(super) fn history(challenges: &[Challenge], hill: &Contest) -> History {
    let rated: Vec<&Challenge> =
        challenges.iter().filter(|challenge| !challenge.ratings.is_empty()).collect();
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for rating in rated.iter().flat_map(|challenge| &challenge.ratings) {
        files.insert(&rating.id, &rating.file);
    }
    let is_on_hill = |id: &str| (0..hill.field.len()).any(|at| hill.field.program(at).to_string() == id);
    let line = |(&id, &file): (&&str, &&str)| HistoryLine {
        program: file.to_owned(),
        is_on_hill: is_on_hill(id),
        ratings: rated
            .iter()
            .map(|challenge| challenge.ratings.iter().find(|rating| rating.id == id).map(rating_then))
            .collect(),
    };
    History {
        moments: rated.iter().map(|challenge| moment(challenge)).collect(),
        lines: files.iter().map(line).collect(),
    }
}

fn rating_then(then: &PastRating) -> Rating {
    Rating {
        elo: then.elo,
        low: then.elo_low,
        high: then.elo_high,
        best_rank: then.best_rank,
        worst_rank: then.worst_rank,
    }
}

fn moment(challenge: &Challenge) -> HistoryPoint {
    let program = &challenge.program;
    let is_in = challenge.ratings.iter().any(|rating| rating.id == challenge.id);
    let what = match challenge.rank {
        None => format!("{program} is removed"),
        Some(rank) if is_in => format!("{program} enters with rank {rank}"),
        Some(_) => format!("{program} is not good enough"),
    };
    let pushed_off = challenge.pushed_off.iter().filter(|_| challenge.rank.is_some());
    let pushed_off: Vec<&str> = pushed_off.map(String::as_str).collect();
    let what =
        if pushed_off.is_empty() { what } else { format!("{what}; pushed off: {}", pushed_off.join(", ")) };
    HistoryPoint { number: challenge.number, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_thousandths() {
        assert_eq!(
            [0.0, 0.0004, 0.0005, 0.5, 0.9996, 1.0, 2.0].map(thousandths),
            [0, 0, 1, 500, 1000, 1000, 1000]
        );
    }
}
