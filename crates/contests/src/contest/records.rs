//! Records of the matches of a contest.

use game::{AnswerLog, RecordedAnswers};
use record::Record;
use referee::{Finished, Lineup, MatchError, Provenance};
use store::Store;
use tournament::Encounter;

use super::{Contest, Environment};
use crate::Failure;

/// The number of games to try in search of one that a program wins.
const MAX_DRAWN: u64 = 100;

/// Makes the record of a game of these entrants. `ordinal` is the number of the match in the contest.
pub(super) fn record_of(
    contest: &Contest,
    members: &[usize],
    lineup: &Lineup,
    finished: &Finished,
    game: u64,
    ordinal: u64,
) -> Record {
    let seating = contest.seating.members(members.len(), game);
    let sources: Vec<_> =
        seating.iter().map(|&member| contest.entrants[members[member]].source.clone()).collect();
    let seed = Encounter::match_seed(contest.seed_of(members), members.len(), game);
    let earlier = contest.earlier(members).map(Environment::named_tools);
    let environment = earlier.as_ref().unwrap_or_else(|| contest.tools_of(members));
    lineup.record(
        finished,
        Provenance { sources: &sources, seed: Some(seed), match_index: ordinal, environment },
    )
}

/// Returns why games of these entrants can have no records: they were played by other rules. `None` if they can.
#[must_use]
pub fn why_no_records(contest: &Contest, members: &[usize]) -> Option<String> {
    let then = contest.environment_of(members).rules_version;
    let now = contest.game.info().rules_version;
    (then != now).then(|| {
        format!(
            "these games were played by version {then} of the rules, and this bout plays by version {now}"
        )
    })
}

/// Plays a game of these entrants again for its record. Answers of foreign code come from the store.
pub fn play_again(
    contest: &Contest,
    store: &Store,
    members: &[usize],
    game: u64,
    ordinal: u64,
) -> Result<Record, Failure> {
    if let Some(why) = why_no_records(contest, members) {
        return Err(Failure::File(why));
    }
    replayed(contest, members, game, ordinal, &kept_answers(contest, store, members, game)?)
}

/// Plays a game of these entrants again with the answers that it had.
pub(super) fn replayed(
    contest: &Contest,
    members: &[usize],
    game: u64,
    ordinal: u64,
    answers: &AnswerLog,
) -> Result<Record, Failure> {
    let seats = members.len();
    let programs = contest
        .seating
        .members(seats, game)
        .into_iter()
        .map(|member| contest.entrants[members[member]].program.clone())
        .collect();
    let lineup = Lineup::new(contest.game, programs, &contest.rules)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut table = lineup.runner();
    let seed = Encounter::match_seed(contest.seed_of(members), seats, game);
    let mut script = RecordedAnswers::new(answers);
    let finished = table.play(&lineup.draw_setup(seed), &mut script, contest.client.stop());
    let mut finished = finished.map_err(|error| match error {
        MatchError::Stopped => Failure::Interrupted("while a record was written".into()),
        error => Failure::Machine(error.to_string()),
    })?;
    finished.state_hash = table.state_hash();
    Ok(record_of(contest, members, &lineup, &finished, game, ordinal))
}

/// Finds the first of a hundred drawn games that the member `winner` wins. With an exact score, no game was played.
pub fn drawn_win(
    contest: &Contest,
    store: &Store,
    members: &[usize],
    winner: usize,
) -> Result<Option<Record>, Failure> {
    for game in 0..MAX_DRAWN {
        let record = play_again(contest, store, members, game, game)?;
        let seating = contest.seating.members(members.len(), game);
        if record.outcome.winner.is_some_and(|seat| seating[seat] == winner) {
            return Ok(Some(record));
        }
    }
    Ok(None)
}

/// Returns the answers of foreign code in a game; empty if none was asked.
fn kept_answers(
    contest: &Contest,
    store: &Store,
    members: &[usize],
    game: u64,
) -> Result<AnswerLog, Failure> {
    if !contest.game.runs_foreign_code() {
        return Ok(AnswerLog::default());
    }
    let pairing = contest.pairing(members, &contest.parameters(members.len())?);
    let answers = match store.find_pairing(pairing.key)? {
        Some(id) => store.answers(id, game)?,
        None => None,
    };
    answers.ok_or_else(|| {
        Failure::File(format!("the answers of game {game} were not stored, so it cannot have a record"))
    })
}
