//! The opponents that a challenger did worst against, each with the record of a game that it lost.

use std::path::PathBuf;

use store::Store;
use tournament::HeadToHead;

use super::{Folder, RatedHill};
use crate::Failure;
use crate::contest::records::{drawn_win, play_again, why_no_records};
use crate::recorder::Recorder;

/// The number of worst opponents of a challenger that are listed.
const MAX_WORST: usize = 3;

/// The number of records of lost games that a hill keeps: the newest ones.
const MAX_RECORDS: usize = 1000;

/// An opponent that a challenger did badly against.
#[derive(Debug)]
pub struct WorstOpponent {
    /// Its file name on the hill.
    pub program: String,
    /// The challenger's games against it.
    pub score: HeadToHead,
    /// The record of a game that the challenger lost.
    pub record: Option<PathBuf>,
}

impl Folder {
    /// Returns the worst opponents of a challenger, each with a record of a lost game.
    pub(super) fn worst(
        &self,
        database: &Store,
        played: &RatedHill,
        challenger: usize,
    ) -> Result<Vec<WorstOpponent>, Failure> {
        let RatedHill { contest, results } = played;
        let mut opponents: Vec<usize> =
            (0..contest.field.len()).filter(|&other| other != challenger).collect();
        let score = |other: usize| results.cross.of(challenger, other).score_thousandths();
        opponents.retain(|&other| score(other).is_some_and(|score| score < 1000));
        opponents.sort_by_key(|&other| (score(other), contest.entrants[other].source.file.clone()));
        opponents.truncate(MAX_WORST);
        // Without the lock, no records are written.
        let recorder = self.is_held().then(|| self.records().map(Recorder::within)).transpose()?;
        let worst = |other: usize| {
            let record = match &recorder {
                Some(recorder) => played.lost_game(database, challenger, other, recorder)?,
                None => None,
            };
            let program = contest.entrants[other].source.file.clone();
            Ok(WorstOpponent { program, score: results.cross.of(challenger, other), record })
        };
        let worst = opponents.into_iter().map(worst).collect();
        if self.is_held() {
            self.records()?.keep_newest(record::EXTENSION, MAX_RECORDS)?;
        }
        worst
    }
}

impl RatedHill {
    /// Writes the record of a game that `other` won against the challenger, and returns its path. With exact scores,
    /// possibly no drawn game is one that `other` wins.
    fn lost_game(
        &self,
        database: &Store,
        challenger: usize,
        other: usize,
        recorder: &Recorder,
    ) -> Result<Option<PathBuf>, Failure> {
        let is_theirs = |members: &[usize]| members.contains(&challenger) && members.contains(&other);
        let played = self.results.played.iter().find(|played| is_theirs(&played.encounter.members));
        let Some(played) = played else { return Ok(None) };
        let members = &played.encounter.members;
        if why_no_records(&self.contest, members).is_some() {
            return Ok(None);
        }
        let at = members.iter().position(|&member| member == other).expect("it takes part");
        let record = match (played.tally.member(at).first_win, played.tally.census) {
            (Some(game), _) => Some(play_again(&self.contest, database, members, game, game)?),
            (None, Some(_)) => drawn_win(&self.contest, database, members, at)?,
            (None, None) => None,
        };
        record.map(|record| recorder.write(&record)).transpose()
    }
}
