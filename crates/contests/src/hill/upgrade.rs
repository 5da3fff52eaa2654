//! Predicts the effect of a machine upgrade on a hill, without changing anything.

use std::time::{Duration, Instant};

use dispatch::Local;
use store::Store;

use super::renewal::{Encounters, options};
use super::{Folder, UnableResident};
use crate::contest::Contest;
use crate::rows::EnvironmentRow;
use crate::{Failure, ScoreKind};

/// The numbers of pairs, and of games for each, that are played to estimate how long all pairs take.
const SAMPLE_PAIRS: usize = 3;
const SAMPLE_GAMES: u64 = 2;

/// The effect of an upgrade on a hill.
pub struct UpgradePreview {
    /// True if the next command updates the database. Until then, its results are not read.
    pub updates_database: bool,
    /// The environments of the results, and the present one.
    pub environments: Vec<EnvironmentRow>,
    /// The programs that can no longer play.
    pub unable: Vec<UnableResident>,
    /// The number of pairs that a renewal plays.
    pub pairs: usize,
    /// The number of games that a renewal plays.
    pub games: u64,
    /// The approximate time that this takes; `None` if there is nothing to play.
    pub time: Option<Duration>,
}

impl UpgradePreview {
    /// Returns true if results are from an earlier environment, or programs can no longer play.
    #[must_use]
    pub fn needs_attention(&self) -> bool {
        self.updates_database
            || !self.unable.is_empty()
            || self.environments.iter().any(|one| !one.present && one.pairs > 0)
    }
}

impl Folder {
    /// Returns the effect of an upgrade on this hill. Checks all programs, and plays a few games in memory to see how long
    /// they take.
    pub fn preview_upgrade(&self, threads: usize) -> Result<UpgradePreview, Failure> {
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
        Ok(UpgradePreview {
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
            // Other machines may be faster or slower than this one.
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
