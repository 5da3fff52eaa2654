//! What an upgrade of the machine means for a hill, said beforehand. Nothing is changed.

use std::time::{Duration, Instant};

use dispatch::Local;
use store::Store;

use super::renewal::{Encounters, options};
use super::{Folder, UnableResident};
use crate::contest::Contest;
use crate::rows::EnvironmentRow;
use crate::{Failure, ScoreKind};

/// The pairs, and the games of each, that are played to estimate how long all take.
const SAMPLE_PAIRS: usize = 3;
const SAMPLE_GAMES: u64 = 2;

/// What an upgrade means for a hill.
pub struct Foreseen {
    /// True if the next command brings the database up to date. Its results are not read then.
    pub updates_database: bool,
    /// The environments of the results, and the present one.
    pub environments: Vec<EnvironmentRow>,
    /// The programs that cannot play any more.
    pub unable: Vec<UnableResident>,
    /// The pairs that a renewal plays, and their games together.
    pub pairs: usize,
    /// The games that a renewal plays.
    pub games: u64,
    /// About how long that takes; `None` if there is nothing to play.
    pub time: Option<Duration>,
}

impl Foreseen {
    /// Returns true if results are from an earlier environment, or programs cannot play any more.
    #[must_use]
    pub fn needs_attention(&self) -> bool {
        self.updates_database
            || !self.unable.is_empty()
            || self.environments.iter().any(|one| !one.present && one.pairs > 0)
    }
}

impl Folder {
    /// Returns what an upgrade means for this hill. Checks all programs, and plays a few games in memory to see how long
    /// they take.
    pub fn foresee(&self, threads: usize) -> Result<Foreseen, Failure> {
        let residents = self.residents()?;
        let updates_database = self.database_must_be_updated()?;
        let contest = self.contest_anew(&residents.able, self.isolation)?;
        let store = if updates_database { None } else { self.existing_store()? };
        let (environments, known) = match store {
            Some(store) => {
                let table = self.contest(&self.in_table(&residents)?, self.isolation)?;
                (EnvironmentRow::of(&table), self.pairs_known(&contest, &store)?)
            }
            None => (EnvironmentRow::of(&contest), Vec::new()),
        };
        let missing: Vec<[usize; 2]> = contest.pairs().filter(|pair| !known.contains(pair)).collect();
        let games = missing.len() as u64 * self.config.games;
        let time = self.time_of(contest, &missing, games, threads)?;
        Ok(Foreseen {
            updates_database,
            environments,
            unable: residents.unable,
            pairs: missing.len(),
            games,
            time,
        })
    }

    /// Estimates how long these pairs take to play all their games.
    fn time_of(
        &self,
        mut contest: Contest,
        pairs: &[[usize; 2]],
        games: u64,
        threads: usize,
    ) -> Result<Option<Duration>, Failure> {
        contest.score = ScoreKind::Sampled;
        let of_each = SAMPLE_GAMES.min(self.config.games);
        let sample: Vec<_> =
            pairs.iter().take(SAMPLE_PAIRS).map(|&pair| Encounters::of(pair, of_each)).collect();
        let played = sample.len() as u64 * of_each;
        if played == 0 {
            return Ok(None);
        }
        let start = Instant::now();
        let results = contest.play(
            &mut Encounters(sample),
            &mut Store::in_memory()?,
            // Others are not as fast as this machine.
            &options(threads, "games to see their time", &Local),
        )?;
        if results.left.is_some() {
            return Err(Failure::Interrupted("nothing was changed".into()));
        }
        Ok(Some(start.elapsed().mul_f64(ratio(games, played))))
    }
}

/// Returns how many times `part` goes into `whole`.
#[expect(clippy::cast_precision_loss, reason = "this is for an estimate")]
fn ratio(whole: u64, part: u64) -> f64 {
    whole as f64 / part as f64
}
