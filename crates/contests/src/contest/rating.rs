//! Computes the ratings of a contest, with progress and interruption.

use game::text::grouped;
use tournament::ratings::{Confidence, Interrupted, ProgressMonitor, RankInterval, Stage};
use tournament::{ChanceSource, Rankings};

use super::{Contest, Results};
use crate::{Client, ContestEvent, Failure};

/// The largest field that is rated even after Ctrl-C: it takes less than a tenth of a second.
const SOON_RATED: usize = 24;

/// What ratings depend on besides the games.
pub struct Rating {
    pub(super) entrants: usize,
    pub(super) luck: ChanceSource,
    pub(super) confidence: Confidence,
    pub(super) seed: u64,
    /// The possible ranks, if the schedule determines them better than the ratings do.
    pub(super) ranks: Option<Vec<RankInterval>>,
    /// The entrant with a fixed rating, and that rating. All others are rated relative to it.
    pub(super) anchor: Option<(usize, f64)>,
    pub(super) client: Client,
    /// Whether earlier results decided which entrants met.
    pub(super) paired_by_results: bool,
}

/// How much of the ratings is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatingDetail {
    /// The rankings alone.
    Entrants,
    /// Also the probability that one entrant is better than another, for any two.
    Pairs,
}

impl Contest {
    /// Returns the settings for rating this contest.
    #[must_use]
    pub fn rating(&self) -> Rating {
        let luck =
            if self.game.info().answers_tell_all { ChanceSource::InAnswers } else { ChanceSource::InSetups };
        let entrants = self.field.len();
        Rating {
            entrants,
            luck,
            confidence: self.confidence,
            seed: self.seed,
            ranks: None,
            anchor: None,
            client: self.client.clone(),
            paired_by_results: false,
        }
    }
}

impl Results {
    /// Fixes the rating of one entrant: all others are rated relative to it. It has no effect on rankings computed before.
    #[must_use]
    pub fn with_anchor(mut self, entrant: usize, elo: f64) -> Self {
        self.rating.anchor = Some((entrant, elo));
        self
    }

    /// Computes the rankings and their uncertainty. This happens only on request, since it can take longer than the
    /// games and not every command needs it.
    ///
    /// Fails if the user stops it, except for a small field.
    pub fn rate(&self, wanted: RatingDetail) -> Result<(), Failure> {
        let entrants = self.rating.entrants;
        let task = format!("rating {} programs", grouped(entrants as u64));
        let client = &self.rating.client;
        let stop = || entrants > SOON_RATED && client.wants_to_stop();
        let told = |Stage { what, done, all }| {
            client.tell(ContestEvent::Stage { task: &task, what, done: done as u64, all: all as u64 });
        };
        let rated = self.rate_while(wanted, ProgressMonitor::new(&stop, &told));
        client.tell(ContestEvent::Finished);
        rated.map_err(|Interrupted| {
            let done = grouped(self.matches);
            Failure::Interrupted(format!("{done} matches were played and stored, but not rated"))
        })
    }

    fn rate_while(&self, wanted: RatingDetail, monitor: ProgressMonitor) -> Result<(), Interrupted> {
        if self.rankings.get().is_none() {
            // It was not set, and no other thread can have set it.
            let _ = self.rankings.set(self.compute(monitor)?);
        }
        match wanted {
            RatingDetail::Entrants => Ok(()),
            RatingDetail::Pairs => self.rankings().compute_likelihoods(monitor),
        }
    }

    /// Returns the rankings and their uncertainty. The first call computes them, unless [`Results::rate`] did so
    /// before.
    pub fn rankings(&self) -> &Rankings {
        self.rankings.get_or_init(|| match self.compute(ProgressMonitor::none()) {
            Ok(rankings) => rankings,
            Err(Interrupted) => unreachable!("this computation is never stopped"),
        })
    }

    fn compute(&self, monitor: ProgressMonitor) -> Result<Rankings, Interrupted> {
        let Rating { entrants, luck, confidence, seed, ref ranks, paired_by_results, anchor, .. } =
            self.rating;
        let rankings = Rankings::compute(entrants, &self.played, luck, confidence, seed, monitor)?;
        let rankings = match ranks {
            Some(ranks) => rankings.of_chosen_games(ranks.clone(), monitor)?,
            None if paired_by_results => rankings.of_games_paired_by_results(monitor)?,
            None => rankings,
        };
        match anchor {
            Some((entrant, elo)) => rankings.anchored(entrant, elo, monitor),
            None => Ok(rankings),
        }
    }
}
