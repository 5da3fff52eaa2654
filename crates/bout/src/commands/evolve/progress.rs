//! Shows the progress of a search: a bar on a terminal, otherwise a line at intervals.

use std::time::{Duration, Instant};

use evolve::Search;
use game::text::grouped;

use crate::progress::Progress as Bar;

/// The progress of a search, on standard error.
pub(crate) struct Progress {
    bar: Bar,
    start: Instant,
    /// The time limit of this command.
    longest: Option<Duration>,
    /// The number of games and of generations before this command.
    games_before: u64,
    generations_before: u64,
    /// The generation at which the search ends.
    last_generation: u64,
}

impl Progress {
    /// Starts to show progress. `generations` limits the whole search, and `longest` limits the
    /// time of this command.
    pub(crate) fn new(search: &Search, generations: u64, longest: Option<Duration>) -> Self {
        let bar = Bar::of("evolve", "generations");
        bar.start(generations);
        bar.was_done_before(search.generation());
        Self {
            bar,
            start: Instant::now(),
            longest,
            games_before: search.games(),
            generations_before: search.generation(),
            last_generation: generations,
        }
    }

    /// Returns how long this command has searched.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Updates the progress after one more generation.
    pub(crate) fn advance(&self, search: &Search) {
        let milliseconds = self.elapsed().as_millis().max(1);
        let rate = u128::from(search.games() - self.games_before) * 1000 / milliseconds;
        let best = search.best().first().map_or_else(
            || "no program has scored yet".into(),
            |best| format!("best {:.1} % ({})", best.tally.score() * 100.0, best.niche),
        );
        self.bar.say(&format!(
            "{} games per second, {best}, {} ideas",
            grouped(u64::try_from(rate).unwrap_or(u64::MAX)),
            search.elites().len(),
        ));
        let done = search.generation() - self.generations_before;
        self.bar.expect(self.left(self.last_generation.saturating_sub(search.generation()), done));
        self.bar.advance(1);
    }

    /// Estimates the remaining time from the average time per generation. The time limit caps it.
    fn left(&self, not_done: u64, done: u64) -> Option<Duration> {
        let elapsed = self.elapsed();
        let [not_done, done] = [not_done, done].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        let by_generations = elapsed.checked_div(done)?.saturating_mul(not_done);
        let may = self.longest.map_or(Duration::MAX, |longest| longest.saturating_sub(elapsed));
        Some(by_generations.min(may))
    }

    /// Removes the progress bar.
    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
