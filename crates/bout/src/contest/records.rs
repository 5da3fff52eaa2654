//! Records of the matches of a contest.

use std::path::PathBuf;
use std::time::Duration;

use jobs::Budgeted;
use record::Record;
use referee::{Finished, Lineup, MatchError};
use tournament::Encounter;

use super::Contest;
use crate::failure::Failure;
use crate::interrupt;
use crate::recorder::Recorder;

/// Writes one record a match.
pub(crate) struct MatchRecorder(pub(crate) Recorder);

impl MatchRecorder {
    /// Writes the record of a game of these entrants. `ordinal` is the number of the match in the contest.
    pub(crate) fn write(
        &self,
        contest: &Contest,
        members: &[usize],
        lineup: &Lineup,
        finished: &Finished,
        game: u64,
        ordinal: u64,
    ) -> Result<PathBuf, Failure> {
        self.0.write(&record_of(contest, members, lineup, finished, game, ordinal))
    }
}

fn record_of(
    contest: &Contest,
    members: &[usize],
    lineup: &Lineup,
    finished: &Finished,
    game: u64,
    ordinal: u64,
) -> Record {
    let seating = Encounter::seating(members.len(), game);
    let sources: Vec<_> =
        seating.iter().map(|&member| contest.entrants[members[member]].source.clone()).collect();
    let seed = Encounter::match_seed(contest.seed_of(members), members.len(), game);
    lineup.record(finished, &sources, Some(seed), ordinal)
}

/// Plays a game of these entrants again, for its record: the same match, since foreign code answers the same
/// whenever it is asked.
pub(crate) fn play_again(
    contest: &Contest,
    members: &[usize],
    game: u64,
    ordinal: u64,
) -> Result<Record, Failure> {
    let seats = members.len();
    let programs = Encounter::seating(seats, game)
        .into_iter()
        .map(|member| contest.entrants[members[member]].program.clone())
        .collect();
    let lineup = Lineup::new(contest.game, programs, &contest.rules)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut table = lineup.table();
    let seed = Encounter::match_seed(contest.seed_of(members), seats, game);
    let mut guests = contest
        .foreign
        .house
        .guests(&lineup, seed)
        .map_err(|void| Failure::Machine(format!("a record could not be written: {void}")))?;
    if let Some(seconds) = contest.match_budget {
        guests = Box::new(Budgeted::new(guests, Duration::from_secs(seconds)));
    }
    let finished = table.play(&lineup.draw_setup(seed), guests.as_mut(), &interrupt::wanted);
    let mut finished = finished.map_err(|error| match error {
        MatchError::Stopped => Failure::Interrupted("while a record was written".into()),
        error => Failure::Machine(error.to_string()),
    })?;
    finished.state_hash = table.state_hash();
    Ok(record_of(contest, members, &lineup, &finished, game, ordinal))
}
