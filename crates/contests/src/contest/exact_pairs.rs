//! Uses exact scores in a contest: known censuses of a round's pairs are used, discarded or counted again, like games.

use tournament::Encounter;

use super::exact::{Counter, RemoteCounter, SHORT_MS, Score};
use super::play::{ContestRun, PlayOptions};
use super::{KnownResults, Results};
use crate::{Failure, ScoreKind};

impl ContestRun<'_> {
    /// Prepares the exact scores of a round: discards those of earlier contests if asked to, and tells the user how
    /// long counting takes if every pair is to be counted.
    pub(super) fn prepare_censuses(&mut self, round: &[Encounter]) -> Result<(), Failure> {
        self.forget_censuses(round)?;
        if self.contest.score == ScoreKind::Exact {
            self.counter().estimate_all(round)?;
            self.counter().announce(round)?;
        }
        Ok(())
    }

    /// Discards the censuses of earlier contests, if asked to.
    fn forget_censuses(&mut self, round: &[Encounter]) -> Result<(), Failure> {
        if self.contest.score == ScoreKind::Sampled || self.options.known != KnownResults::Forget {
            return Ok(());
        }
        for encounter in round {
            for id in self.counter().pairings(encounter)? {
                if self.forgotten.insert(id) {
                    self.store.forget(id)?;
                    self.census_cache.forget(id);
                }
            }
        }
        Ok(())
    }

    /// Counts the unknown scores among the pairs that take little time, if scores are exact.
    pub(super) fn count_quick_pairs(&mut self, some: &[Encounter]) -> Result<(), Failure> {
        if self.contest.score == ScoreKind::Sampled {
            return Ok(());
        }
        let known = self.options.known;
        let to_count = match self.contest.score {
            ScoreKind::Auto => self.within_budget(some)?,
            _ => self.of_present(some),
        };
        self.counter().estimate_all(&to_count)?;
        let counted = self.counter().count_quick_pairs(&to_count, known)?;
        self.new.extend(counted);
        Ok(())
    }

    /// Says about how long the budget still lasts for this many pairs. The number of matches says nothing about that.
    pub(super) fn tell_time_of_counting(&self, pairs: usize) {
        if self.contest.score == ScoreKind::Auto {
            let threads = u32::try_from(self.options.threads).unwrap_or(u32::MAX).max(1);
            self.progress.time_left(|_| Some(self.budget.time_for(pairs) / threads));
        }
    }

    /// Returns the encounters in the present environment. Scores known from an earlier one are not counted again.
    fn of_present(&self, some: &[Encounter]) -> Vec<Encounter> {
        some.iter().filter(|one| self.contest.earlier(&one.members).is_none()).cloned().collect()
    }

    /// Returns the encounters that the budget is spent on.
    fn within_budget(&mut self, some: &[Encounter]) -> Result<Vec<Encounter>, Failure> {
        let some = &self.of_present(some)[..];
        let looks = self.budget.looks().min(some.len());
        self.counter().estimate_all(&some[..looks])?;
        let mut counted = Vec::new();
        for (at, encounter) in some.iter().enumerate() {
            let &[one, other] = &encounter.members[..] else { continue };
            let estimates = if at < looks { self.counter().estimates([one, other])? } else { None };
            if self.budget.decide([one, other], estimates, SHORT_MS) {
                counted.push(encounter.clone());
            }
        }
        Ok(counted)
    }

    /// Returns the score of an encounter, if it is exact.
    pub(super) fn score(&mut self, encounter: &Encounter) -> Result<Score, Failure> {
        if self.contest.score == ScoreKind::Sampled {
            return Ok(Score::Sampled);
        }
        let known = match self.known(encounter) {
            // This command has already counted everything that is known now.
            KnownResults::Forget => KnownResults::Use,
            known => known,
        };
        let is_left_out = match encounter.members[..] {
            [one, other] if self.contest.earlier(&[one, other]).is_some() => {
                !self.counter().is_counted([one, other])?
            }
            [one, other] => self.contest.score == ScoreKind::Auto && !self.budget.is_counted([one, other]),
            _ => true,
        };
        if is_left_out {
            return Ok(Score::Sampled);
        }
        let score = self.counter().score(encounter, known)?;
        if let Score::Exact { pairings, was_known, .. } = score {
            let matches = encounter.matches();
            self.progress.advance(matches);
            if !was_known {
                self.new.extend(pairings);
            }
            // Scores counted by this command were not known before.
            let is_new = pairings.iter().any(|pairing| self.new.contains(pairing));
            self.results.known += if is_new { 0 } else { matches };
            let is_judged = known == KnownResults::PlayAgain && self.results.unjudged.has_all(pairings);
            self.results.judged += if is_judged { matches } else { 0 };
        }
        Ok(score)
    }

    fn counter(&mut self) -> Counter<'_> {
        let PlayOptions { threads, dispatcher, .. } = *self.options;
        let Self { contest, store, census_cache, stop, by_worker, .. } = self;
        let Results { recounted, unjudged, distrusted, .. } = &mut self.results;
        let remote = RemoteCounter { dispatcher, by_worker, distrusted };
        Counter { contest, store, census_cache, threads, stop, recounted, unjudged, remote }
    }
}
