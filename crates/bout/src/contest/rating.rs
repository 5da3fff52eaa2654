//! Ratings of a contest, worked out while somebody waits, who hears how far they are and may stop them.

use tournament::ratings::{Confidence, Interrupted, RankInterval, Stage, Waiting};
use tournament::{Luck, Rankings};

use super::progress::Progress;
use super::{Contest, Results};
use crate::failure::Failure;
use crate::interrupt;
use crate::names::grouped;

/// The largest field that is rated though somebody pressed Ctrl-C: it takes less than a tenth of a second.
const SOON_RATED: usize = 24;

/// What ratings depend on beside the games.
pub(crate) struct Rating {
    pub(super) entrants: usize,
    pub(super) luck: Luck,
    pub(super) confidence: Confidence,
    pub(super) seed: u64,
    /// The ranks that are possible where the schedule knows that best.
    pub(super) ranks: Option<Vec<RankInterval>>,
}

/// What is going to be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// How everybody stands.
    Entrants,
    /// Also how likely it is, of any two, that one is better than the other.
    Pairs,
}

impl Contest {
    /// How ratings of this contest are found.
    pub(crate) fn rating(&self) -> Rating {
        let luck = if self.game.info().answers_tell_all { Luck::InAnswers } else { Luck::InSetups };
        let entrants = self.field.len();
        Rating { entrants, luck, confidence: self.confidence, seed: self.seed, ranks: None }
    }
}

impl Results {
    /// Works out how everybody stands, and how sure that is. It is not done before somebody asks for it: it can take longer
    /// than the games, and not everybody wants to know.
    ///
    /// Fails if somebody wants to stop, but for a small field.
    pub(crate) fn rate(&self, wanted: Wanted) -> Result<(), Failure> {
        let entrants = self.rating.entrants;
        let title = format!("rating {} programs", grouped(entrants as u64));
        let progress = Progress::of(&title, "steps");
        let stop = || entrants > SOON_RATED && interrupt::wanted();
        let told = |Stage { what, done, all }| progress.stage(what, done as u64, all as u64);
        let rated = self.rate_while(wanted, Waiting::new(&stop, &told));
        progress.finish();
        rated.map_err(|Interrupted| {
            let (done, again) = (grouped(self.matches), interrupt::command());
            Failure::Interrupted(format!(
                "{done} matches are played and kept, but not rated; this rates them: {again}"
            ))
        })
    }

    fn rate_while(&self, wanted: Wanted, waiting: Waiting) -> Result<(), Interrupted> {
        if self.rankings.get().is_none() {
            // It was not there, and nobody else can have put any in.
            let _ = self.rankings.set(self.worked_out(waiting)?);
        }
        match wanted {
            Wanted::Entrants => Ok(()),
            Wanted::Pairs => self.rankings().work_out_likelihoods(waiting),
        }
    }

    /// How everybody stands, and how sure that is. Who asks first waits until it is worked out, unless
    /// [`Results::rate`] did it before.
    pub(crate) fn rankings(&self) -> &Rankings {
        self.rankings.get_or_init(|| match self.worked_out(Waiting::for_ever()) {
            Ok(rankings) => rankings,
            Err(Interrupted) => unreachable!("who waits for ever never stops anything"),
        })
    }

    fn worked_out(&self, waiting: Waiting) -> Result<Rankings, Interrupted> {
        let Rating { entrants, luck, confidence, seed, ref ranks } = self.rating;
        let rankings = Rankings::worked_out(entrants, &self.played, luck, confidence, seed, waiting)?;
        match ranks {
            Some(ranks) => rankings.of_chosen_games(ranks.clone(), waiting),
            None => Ok(rankings),
        }
    }
}
