//! Records of matches that machines elsewhere have played. This machine replays each match from its setup and the stored
//! answers.

use game::AnswerLog;
use jobs::{Parallelism, in_order};
use record::Record;
use store::Store;
use tournament::Encounter;

use super::records::{replayed, why_no_records};
use super::{Contest, Results};
use crate::Failure;

/// How many matches are replayed at once. Their answers are in memory.
const AT_ONCE: usize = 256;

/// A match that needs a record.
struct Match<'r> {
    members: &'r [usize],
    game: u64,
    /// The number of the match in the contest.
    ordinal: u64,
    answers: AnswerLog,
}

impl Contest {
    /// Gives the client the record of every match of a contest, once all its games are played. Matches that stayed void have no
    /// record.
    pub fn save_records(&self, store: &Store, results: &Results, threads: usize) -> Result<(), Failure> {
        let mut waiting = Vec::new();
        let mut next = 0;
        for encounter in results.played.iter().map(|played| &played.encounter) {
            let first = next;
            next += encounter.matches();
            if let Some(why) = why_no_records(self, &encounter.members) {
                return Err(Failure::File(why));
            }
            for game in encounter.games.clone() {
                let Some(answers) = self.answers_of(store, encounter, game)? else { continue };
                let ordinal = first + game - encounter.games.start;
                waiting.push(Match { members: &encounter.members, game, ordinal, answers });
                if waiting.len() == AT_ONCE {
                    self.save_some(&std::mem::take(&mut waiting), threads)?;
                }
            }
        }
        self.save_some(&waiting, threads)
    }

    /// Returns the answers of a match; `None` if it stayed void.
    fn answers_of(
        &self,
        store: &Store,
        encounter: &Encounter,
        game: u64,
    ) -> Result<Option<AnswerLog>, Failure> {
        if !self.game.runs_foreign_code() {
            return Ok(Some(AnswerLog::default()));
        }
        let members = &encounter.members;
        let pairing = self.pairing(members, &self.parameters(members.len())?);
        match store.find_pairing(pairing.key)? {
            Some(id) => Ok(store.answers(id, game)?),
            None => Ok(None),
        }
    }

    fn save_some(&self, matches: &[Match<'_>], threads: usize) -> Result<(), Failure> {
        let parallelism = Parallelism { threads, chunk: 1, stop: self.client.stop() };
        let replay = |(): &mut (), at: u64| -> Option<Result<Record, Failure>> {
            let Match { members, game, ordinal, answers } = matches.get(usize::try_from(at).ok()?)?;
            Some(replayed(self, members, *game, *ordinal, answers))
        };
        let all = matches.len() as u64;
        let saved =
            in_order(0..all, parallelism, || (), replay, |_, record| self.client.save_record(&record?))?;
        if saved < all {
            return Err(Failure::Interrupted("while records were written; the results are stored".into()));
        }
        Ok(())
    }
}
