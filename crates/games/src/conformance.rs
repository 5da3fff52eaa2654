//! Conformance cases: what any implementation of a game must get right.
//!
//! A file is one JSON object `{"format": "bout-conformance/1", "game": NAME, "cases": [...]}`; the
//! manual's chapter on conformance (`crates/bout/manual/conformance.md`) has the whole format. A case is
//! compared key by key; keys that its `expect` does not name are ignored.

use game::{
    AnyGame, AnyMatch, Event, EventKind, LineupError, NamedLists, NoPlayers, Participant, Rules, RulesError,
    SetupError, Void, play_to_end,
};
use serde_json::{Map, Value};

use crate::registry::{self, CasePlayers, RegisteredGame};

/// The format of the files that this reads.
pub const FORMAT: &str = "bout-conformance/1";

/// A key of `expect` whose value differs from the match.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The key.
    pub key: String,
    /// What the case says.
    pub expected: Value,
    /// The value that the match gave.
    pub found: Value,
}

/// The result of one case.
#[derive(Debug, Clone)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// The sentence or ruling it rests on.
    pub why: String,
    /// The keys that differ, or why the case could not be played at all.
    pub verdict: Result<Vec<Mismatch>, CaseError>,
}

impl CaseResult {
    /// Whether all values are as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.verdict.as_ref().is_ok_and(Vec::is_empty)
    }
}

/// Why a case could not be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CaseError {
    /// A key is missing or holds something other than it should.
    #[error("`{key}` is missing or is not {expected}")]
    Key {
        /// The key.
        key: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A program is not legal.
    #[error("program {seat} is refused: {message}")]
    Program {
        /// The program's seat.
        seat: usize,
        /// The first error.
        message: String,
    },
    /// The contest is not legal.
    #[error(transparent)]
    AnyLineup(#[from] LineupError),
    /// A parameter is not legal.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The setup is not legal.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Our own machinery failed.
    #[error(transparent)]
    Void(#[from] Void),
    /// The caller asked it to stop.
    #[error("it was stopped")]
    Stopped,
    /// Watching the match changed it, which must not happen.
    #[error("the match went another way when it was watched: this is a defect of bout")]
    Watching,
    /// `expect` names something that this game's cases do not have.
    #[error("`expect` has the key `{key}`, which cases of this game do not have")]
    Unknown {
        /// The key.
        key: String,
    },
}

/// Why a file does not hold valid cases.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not JSON.
    #[error("it is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error("its `format` is {found}, but this bout reads \"{FORMAT}\"")]
    Format {
        /// The format that the file names.
        found: Value,
    },
    /// A game that is not in the registry.
    #[error("its `game` is {found}, but this bout has: {}", registry::names().join(", "))]
    Game {
        /// The game that the file names.
        found: Value,
    },
    /// No list of cases.
    #[error("it has no list `cases`")]
    Cases,
}

/// A case that has not been played yet.
#[derive(Clone)]
pub struct Case {
    game: &'static dyn RegisteredGame,
    content: Value,
}

/// The cases of a file, in order.
///
/// # Errors
/// If the file does not hold cases of a game that this build has.
pub fn cases(text: &[u8]) -> Result<Vec<Case>, FileError> {
    let mut file: Value = serde_json::from_slice(text)?;
    if file["format"] != FORMAT {
        return Err(FileError::Format { found: file["format"].clone() });
    }
    let game = file["game"].as_str().and_then(registry::by_name);
    let game = game.ok_or_else(|| FileError::Game { found: file["game"].clone() })?;
    match file["cases"].take() {
        Value::Array(cases) => Ok(cases.into_iter().map(|content| Case::new(game, content)).collect()),
        _ => Err(FileError::Cases),
    }
}

impl Case {
    /// A case of a game: one element of a file's `cases`.
    #[must_use]
    pub fn new(game: &'static dyn RegisteredGame, content: Value) -> Self {
        Self { game, content }
    }

    /// The game whose case it is.
    #[must_use]
    pub fn game(&self) -> &'static dyn RegisteredGame {
        self.game
    }

    /// Plays the case and compares every key of its `expect`, unless `stop` says to stop. The players that `guests`
    /// makes answer for any foreign code in the case.
    #[must_use]
    pub fn play(&self, players: &CasePlayers<'_>, stop: &dyn Fn() -> bool) -> CaseResult {
        let text = |key: &str| self.content[key].as_str().unwrap_or_default().to_owned();
        CaseResult { name: text("name"), why: text("why"), verdict: self.mismatches(players, stop) }
    }

    fn mismatches(
        &self,
        players: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Mismatch>, CaseError> {
        let expected = object(&self.content, "expect")?;
        let found = self.game.play_case(&self.content, players, stop)?;
        expected.iter().filter_map(|(key, expected)| compare(key, expected, &found).transpose()).collect()
    }
}

fn compare(key: &str, expected: &Value, found: &Map<String, Value>) -> Result<Option<Mismatch>, CaseError> {
    let found = found.get(key).ok_or_else(|| CaseError::Unknown { key: key.into() })?;
    let differs = || Mismatch { key: key.into(), expected: expected.clone(), found: found.clone() };
    Ok((found != expected).then(differs))
}

/// A match that was played for a case.
pub struct PlayedCase {
    /// The match, at its end.
    pub table: Box<dyn AnyMatch>,
    /// The deaths, in order.
    pub events: Vec<Event>,
}

/// Plays the match of a case whose programs are in `programs_key` and whose setup is explicit, to
/// its end: once watched, for the events, and once unwatched, as matches are played in contests.
///
/// # Errors
/// If the case is not one of this game, the two matches differ, or `stop` said to stop.
pub fn play_match(
    game: &dyn AnyGame,
    case: &Value,
    programs_key: &'static str,
    stop: &dyn Fn() -> bool,
) -> Result<PlayedCase, CaseError> {
    let programs = programs(game, case, programs_key)?;
    let setup = setup(game, case)?;
    let mut table = game.lineup(&programs, &rules(case)?)?.new_match();
    table.begin(&setup)?;
    let mut events = Vec::new();
    let mut keep_deaths = |event: Event| {
        if matches!(event.kind, EventKind::Death { .. }) {
            events.push(event);
        }
    };
    let watch =
        |table: &mut dyn AnyMatch, until| table.advance_watched(until, &mut NoPlayers, &mut keep_deaths);
    if !play_to_end(table.as_mut(), stop, watch)? {
        return Err(CaseError::Stopped);
    }
    let watched = (table.outcome().cloned(), table.state_hash());
    table.begin(&setup)?;
    if !play_to_end(table.as_mut(), stop, |table, until| table.advance(until, &mut NoPlayers))? {
        return Err(CaseError::Stopped);
    }
    if watched != (table.outcome().cloned(), table.state_hash()) {
        return Err(CaseError::Watching);
    }
    Ok(PlayedCase { table, events })
}

fn programs(game: &dyn AnyGame, case: &Value, key: &'static str) -> Result<Vec<Participant>, CaseError> {
    let wrong = || CaseError::Key { key: key.into(), expected: "a list of program texts" };
    let texts = case[key].as_array().ok_or_else(wrong)?;
    let read = |(seat, text): (usize, &Value)| {
        let reading = game.read(text.as_str().ok_or_else(wrong)?.as_bytes());
        reading.into_program().map_err(|message| CaseError::Program { seat, message })
    };
    texts.iter().enumerate().map(read).collect()
}

/// The parameters of a case.
pub(crate) fn rules(case: &Value) -> Result<Rules, CaseError> {
    let mut rules = Rules::new();
    for (key, value) in object(case, "params")? {
        let number = value.as_u64();
        let wrong = || CaseError::Key { key: format!("params.{key}"), expected: "a whole number" };
        rules.add(key, number.ok_or_else(wrong)?)?;
    }
    Ok(rules)
}

fn setup(game: &dyn AnyGame, case: &Value) -> Result<NamedLists, CaseError> {
    let mut setup = NamedLists::default();
    for &name in game.info().setup_lists {
        let numbers = case[name].as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
        let wrong = || CaseError::Key { key: name.into(), expected: "a list of whole numbers" };
        setup.set(name, numbers.ok_or_else(wrong)?);
    }
    Ok(setup)
}

fn object<'a>(case: &'a Value, key: &'static str) -> Result<&'a Map<String, Value>, CaseError> {
    case[key].as_object().ok_or_else(|| CaseError::Key { key: key.into(), expected: "an object" })
}

/// `outcome`, `winner`, `reason` and `turns` as cases write them.
#[must_use]
pub fn outcome_keys(outcome: &game::Outcome) -> Map<String, Value> {
    let word = if outcome.winner().is_some() { "win" } else { "draw" };
    Map::from_iter([
        ("outcome".into(), word.into()),
        ("winner".into(), outcome.winner().into()),
        ("reason".into(), outcome.reason.into()),
        ("turns".into(), outcome.turns.into()),
    ])
}
