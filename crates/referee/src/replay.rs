//! Replays a record: the same programs, setup and answers, without foreign code.

use std::fmt::Display;

use game::{AnyGame, LineupError, NamedLists, Outcome, Participant, RecordedAnswers, Rules, RulesError};
use record::{Record, RecordedOutcome};

use crate::{Finished, Lineup, MatchError};

/// What a replay compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Outcome and digest.
    Outcome,
    /// Also the state at the end, from playing the match both unwatched and watched.
    State,
}

/// A difference between a record and its replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayDifference {
    /// What differs.
    pub what: &'static str,
    /// What the record says.
    pub recorded: String,
    /// The result of the replay.
    pub replayed: String,
}

/// A record that was played again.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The replayed match.
    pub finished: Finished,
    /// The differences between the record and the replay. Empty if the record is true.
    pub differences: Vec<ReplayDifference>,
}

/// Why a record cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// This build does not have the game.
    #[error("it is of the game `{0}`, which this bout does not have")]
    UnknownGame(String),
    /// It was played by a different version of the rules.
    #[error("it was played by version {recorded} of the rules of {game}, but this bout plays version {ours}")]
    RulesVersion {
        /// The game.
        game: &'static str,
        /// The record's version.
        recorded: u32,
        /// This build's version.
        ours: u32,
    },
    /// A program in it is not legal.
    #[error("its program {seat} (`{file}`) is not legal: {message}")]
    Program {
        /// The seat of the program.
        seat: usize,
        /// The file's name.
        file: String,
        /// The first error.
        message: String,
    },
    /// Its programs or parameters are not legal.
    #[error(transparent)]
    Contest(#[from] LineupError),
    /// Its parameters contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Its setup is not legal, or its answers do not fit.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Plays a record again. `find_game` is the registry.
///
/// # Errors
/// If it cannot be played. A record that can be played but is not true does not cause an error: its differences are
/// returned.
pub fn replay<'g>(
    record: &Record,
    find_game: impl Fn(&str) -> Option<&'g dyn AnyGame>,
    depth: Depth,
    stop: &dyn Fn() -> bool,
) -> Result<Replayed, ReplayError> {
    let lineup = Lineup::of_record(record, find_game)?;
    let mut script = RecordedAnswers::new(&record.answers);
    let mut runner = lineup.runner();
    let mut finished = runner.play(&record.setup, &mut script, stop)?;
    let played = Played { outcome: &finished.outcome, digest: finished.digest, answers_left: script.left() };
    let mut differences = Differences(differences(record, &lineup, played));
    if depth == Depth::State {
        finished.state_hash = runner.state_hash();
        let shown = |hash: Option<game::Digest>| hash.map_or("none".into(), |hash| hash.to_string());
        differences.add("state hash", &shown(record.state_hash), &shown(finished.state_hash));
        let watched = runner.play_watched(&record.setup, &mut RecordedAnswers::new(&record.answers), stop)?;
        differences.add("digest when watched", &record.digest, &watched.digest);
        differences.add("state hash when watched", &shown(record.state_hash), &shown(runner.state_hash()));
    }
    Ok(Replayed { finished, differences: differences.0 })
}

/// How the match of a record ended when it was played again.
#[derive(Debug, Clone, Copy)]
pub struct Played<'o> {
    /// Its outcome.
    pub outcome: &'o Outcome,
    /// Its digest.
    pub digest: game::Digest,
    /// How many of the record's answers were not asked for.
    pub answers_left: usize,
}

/// How a record differs from its replayed match: setup, outcome, answers and digest.
#[must_use]
pub fn differences(record: &Record, lineup: &Lineup<'_>, played: Played<'_>) -> Vec<ReplayDifference> {
    let mut differences = Differences::default();
    differences.compare_seed(record, lineup);
    differences.compare_outcome(&record.outcome, &played.outcome.into());
    differences.add("answers left over", &0, &played.answers_left);
    differences.add("digest", &record.digest, &played.digest);
    differences.0
}

impl<'g> Lineup<'g> {
    /// The lineup of a record. `find_game` is the registry.
    ///
    /// # Errors
    /// If this build does not have its game or its version of the rules, or if something in it is not legal.
    pub fn of_record(
        record: &Record,
        find_game: impl Fn(&str) -> Option<&'g dyn AnyGame>,
    ) -> Result<Self, ReplayError> {
        let game = find_game(&record.game).ok_or_else(|| ReplayError::UnknownGame(record.game.clone()))?;
        if game.info().rules_version != record.rules_version {
            let (recorded, ours) = (record.rules_version, game.info().rules_version);
            return Err(ReplayError::RulesVersion { game: game.info().name, recorded, ours });
        }
        Ok(Self::new(game, programs(game, record)?, &rules(record)?)?)
    }
}

fn programs(game: &dyn AnyGame, record: &Record) -> Result<Vec<Participant>, ReplayError> {
    let read = |(seat, program): (usize, &record::RecordedProgram)| {
        let refused = |message| ReplayError::Program { seat, file: program.file.clone(), message };
        game.read(&program.source).into_program().map_err(refused)
    };
    record.programs.iter().enumerate().map(read).collect()
}

fn rules(record: &Record) -> Result<Rules, RulesError> {
    let mut rules = Rules::new();
    for (key, value) in &record.parameters {
        rules.add(key, *value)?;
    }
    Ok(rules)
}

#[derive(Default)]
struct Differences(Vec<ReplayDifference>);

impl Differences {
    fn add<T: PartialEq + Display>(&mut self, what: &'static str, recorded: &T, replayed: &T) {
        if recorded != replayed {
            self.0.push(ReplayDifference {
                what,
                recorded: recorded.to_string(),
                replayed: replayed.to_string(),
            });
        }
    }

    /// A record that names a seed claims that its setup was drawn from it.
    fn compare_seed(&mut self, record: &Record, lineup: &Lineup) {
        let Some(seed) = record.seed else { return };
        self.add("setup", &lists(&record.setup), &lists(&lineup.draw_setup(seed)));
    }

    fn compare_outcome(&mut self, recorded: &RecordedOutcome, replayed: &RecordedOutcome) {
        self.add("winner", &seat(recorded.winner), &seat(replayed.winner));
        self.add("reason", &recorded.reason, &replayed.reason);
        self.add("turns", &recorded.turns, &replayed.turns);
        let rest =
            |of: &RecordedOutcome| format!("{:?} {:?} {:?} {:?}", of.tied, of.places, of.fault, of.tallies);
        self.add("ties, places, faults or tallies", &rest(recorded), &rest(replayed));
    }
}

fn seat(seat: Option<usize>) -> String {
    seat.map_or("nobody".into(), |seat| format!("program {seat}"))
}

fn lists(setup: &NamedLists) -> String {
    setup.iter().map(|(name, numbers)| format!("{name} {numbers:?}")).collect::<Vec<_>>().join(", ")
}
