//! Estimates the remaining time of a round from measured times.
//! Encounters can differ by a factor of a thousand. Slow pieces of work are interrupted and continued later, so after a
//! first pass over all encounters, mostly slow ones are left. Therefore the games of each encounter are weighted by the
//! mean time of its own games, or by the overall mean if none was played yet.

use std::time::{Duration, Instant};

/// The measured times of the encounters of a round.
#[derive(Debug)]
pub(super) struct RoundEstimate {
    start: Instant,
    /// The work of all threads together.
    work: Duration,
    /// By encounters of the round: the work, and the games.
    measured: Vec<(Duration, u64)>,
}

impl RoundEstimate {
    /// Creates an estimate without measurements.
    pub(super) fn new() -> Self {
        Self { start: Instant::now(), work: Duration::ZERO, measured: Vec::new() }
    }

    /// Starts a round with this many encounters.
    pub(super) fn begin_round(&mut self, encounters: usize) {
        self.measured = vec![(Duration::ZERO, 0); encounters];
    }

    /// Records that this many games of an encounter took this long.
    pub(super) fn add(&mut self, encounter: usize, games: u64, work: Duration) {
        let (so_far, played) = &mut self.measured[encounter];
        *so_far += work;
        *played += games;
        self.work += work;
    }

    /// Returns the estimated time of the remaining games: those of each encounter, and `later` ones after the round.
    /// `None` until something was measured.
    pub(super) fn left(&self, missing: impl Iterator<Item = u64>, later: u64) -> Option<Duration> {
        self.left_after(self.start.elapsed(), missing, later)
    }

    fn left_after(
        &self,
        elapsed: Duration,
        missing: impl Iterator<Item = u64>,
        later: u64,
    ) -> Option<Duration> {
        let (mut known, mut known_games, mut known_left, mut unknown_games) = (0.0, 0.0, 0.0, count(later));
        for ((work, played), missing) in self.measured.iter().zip(missing) {
            if *played == 0 {
                unknown_games += count(missing);
                continue;
            }
            let of_a_game = work.as_secs_f64() / count(*played);
            known += of_a_game * count(played + missing);
            known_games += count(played + missing);
            known_left += of_a_game * count(missing);
        }
        let work = self.work.as_secs_f64();
        if known_games == 0.0 || work == 0.0 {
            return None;
        }
        let left = known_left + unknown_games * known / known_games;
        Duration::try_from_secs_f64(left * elapsed.as_secs_f64() / work).ok()
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more")]
fn count(games: u64) -> f64 {
    games as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_weighed_by_what_it_took() {
        let mut pace = RoundEstimate::new();
        pace.begin_round(3);
        assert_eq!(pace.left([100, 100, 100].into_iter(), 0), None);
        // A thousand quick games are done, and ten of a thousand slow ones.
        pace.add(0, 1000, Duration::from_secs(1));
        pace.add(1, 10, Duration::from_secs(1));
        let left = |missing: [u64; 3], later| {
            pace.left_after(Duration::from_secs(1), missing.into_iter(), later).unwrap().as_secs_f64()
        };
        // Two threads have done two seconds of work in one second.
        assert!((left([0, 990, 0], 0) - 99.0 / 2.0).abs() < 1e-6);
        // Encounters that have not played get the mean: 2000 games take 101 seconds altogether.
        assert!((left([0, 990, 1000], 0) - f64::midpoint(99.0, 50.5)).abs() < 1e-6);
        assert!((left([0, 990, 0], 1000) - f64::midpoint(99.0, 50.5)).abs() < 1e-6);
    }
}
