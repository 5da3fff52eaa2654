//! How far a search is: a line on a terminal, and nothing anywhere else.

use std::time::{Duration, Instant};

use evolve::Search;
use indicatif::{ProgressBar, ProgressStyle};

use crate::names::grouped;

/// The line, on standard error.
pub(crate) struct Progress {
    line: ProgressBar,
    start: Instant,
    /// Games that were played before this command.
    before: u64,
}

impl Progress {
    pub(crate) fn new(search: &Search) -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is right");
        let line = ProgressBar::new_spinner().with_style(style);
        line.enable_steady_tick(Duration::from_millis(200));
        Self { line, start: Instant::now(), before: search.games() }
    }

    /// How long this command has searched.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Tells where the search stands, of so many generations.
    pub(crate) fn tell(&self, search: &Search, generations: u64) {
        let milliseconds = self.elapsed().as_millis().max(1);
        let rate = u128::from(search.games() - self.before) * 1000 / milliseconds;
        let best = search.best().first().map_or_else(
            || "nobody has scored yet".into(),
            |best| format!("best {:.1} % ({})", best.tally.score() * 100.0, best.niche),
        );
        self.line.set_message(format!(
            "generation {} of {}, {} games a second, {best}, {} ideas",
            grouped(search.generation()),
            grouped(generations),
            grouped(u64::try_from(rate).unwrap_or(u64::MAX)),
            search.elites().len(),
        ));
    }

    /// It is over.
    pub(crate) fn finish(&self) {
        self.line.finish_and_clear();
    }
}
