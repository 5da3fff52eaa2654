//! Plays a batch.

use std::convert::Infallible;
use std::ops::Range;
use std::time::{Duration, Instant};

use game::{AnswerLog, AnyGame, Census, Counts, Digest, LineupError, Participant, Rules, RulesError};
use jobs::{Piece, Plan, PlayContext, PlayedGame, PlayedResult, Worker};
use referee::{Conditions, Detail, PlayerFactory};
use tournament::Places;

use crate::{Batch, BatchPart, Work};

/// The results of a batch, or of its first games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchResult {
    /// The results, in the order of the batch.
    pub parts: Vec<PartResult>,
}

/// The results of some games of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartResult {
    /// For games without foreign code.
    Places(RemotePlaces),
    /// For games with foreign code.
    Games {
        /// The number of the part in its batch.
        part: usize,
        /// The games.
        games: Vec<RemoteGame>,
        /// How long they took.
        elapsed: Duration,
    },
    /// For counted setups.
    Counts(RemoteCounts),
}

/// The places of games that ran no foreign code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemotePlaces {
    /// The number of the part in its batch.
    pub part: usize,
    /// The games' numbers.
    pub games: Range<u64>,
    /// The places of every game.
    pub places: Places,
    /// The number of turns of all games together.
    pub turns: u64,
    /// How long they took.
    pub elapsed: Duration,
}

/// The outcomes of parts of a census.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteCounts {
    /// The number of the part in its batch.
    pub part: usize,
    /// The numbers of the parts of the census.
    pub parts: Range<u64>,
    /// The outcomes of each part.
    pub counts: Vec<Counts>,
    /// How long they took.
    pub elapsed: Duration,
}

impl RemoteCounts {
    /// Returns the parts of the census with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, Counts)> {
        self.parts.clone().zip(self.counts.iter().copied())
    }
}

/// A game that asked foreign code: its answers, from which anyone can play it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteGame {
    /// Its number.
    pub game: u64,
    /// How often it was void.
    pub void_attempts: u32,
    /// The answers of foreign code, and the digest of the match; or the cause if the match stayed void.
    pub result: Result<(AnswerLog, Digest), String>,
}

/// The reason why a batch cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// It has another version of the rules.
    #[error("it is of version {wanted} of the rules of {game}, but this bout plays version {ours}")]
    RulesVersion {
        /// The game.
        game: &'static str,
        /// The version of the batch.
        wanted: u32,
        /// The version of this program.
        ours: u32,
    },
    /// Its parameters are not legal.
    #[error("its parameters are not legal: {0}")]
    Rules(#[from] RulesError),
    /// One of its programs is unknown.
    #[error("its program {0} is not known here")]
    NoProgram(Digest),
    /// The setups of its programs cannot be counted.
    #[error("the setups of {0} cannot be counted")]
    NoCensus(&'static str),
    /// Its numbers make no sense.
    #[error("its part {0} is not valid")]
    Part(usize),
    /// Playing failed.
    #[error("{0}")]
    Piece(String),
    /// Somebody stopped it.
    #[error("it was stopped")]
    Stopped,
}

/// Plays the games of a batch of `game`. Every result is a function of the batch and its programs.
///
/// After `time`, it leaves out the remaining games, but it plays at least the games of one setup.
///
/// # Errors
/// If the batch does not belong to this game and its rules, a program is missing, or our machinery fails.
pub fn run_batch(
    batch: &Batch,
    game: &dyn AnyGame,
    program: &dyn Fn(Digest) -> Option<Participant>,
    factory: &dyn PlayerFactory,
    time: Duration,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<BatchResult, BatchError> {
    let info = game.info();
    let terms = &batch.terms;
    if terms.rules_version != info.rules_version {
        let (wanted, ours) = (terms.rules_version, info.rules_version);
        return Err(BatchError::RulesVersion { game: info.name, wanted, ours });
    }
    let rules = rules_of(&terms.parameters)?;
    let start = Instant::now();
    let mut result = BatchResult { parts: Vec::new() };
    for (at, part) in batch.parts.iter().enumerate() {
        let seats = part.programs.len();
        if !info.seats.contains(&seats) || part.games.is_empty() {
            return Err(BatchError::Part(at));
        }
        let find = |&id: &Digest| program(id).ok_or(BatchError::NoProgram(id));
        let programs = part.programs.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let members: Vec<usize> = (0..seats).collect();
        let context = PlayContext::<Infallible> {
            game,
            rules: &rules,
            programs: &programs,
            seating: terms.seating,
            seed_of: &|_| part.seed,
            conditions: Conditions {
                factory,
                match_budget: terms.match_budget_s.map(Duration::from_secs),
                detail: Detail::Result,
                stop,
            },
            watcher: None,
        };
        if terms.work == Work::Setups {
            if !count_part(&context, at, part, start + time, &mut result)? {
                break;
            }
            continue;
        }
        let is_done = play_part(&context, &members, at, part, start + time, &mut result)?;
        if !is_done {
            break;
        }
    }
    Ok(result)
}

/// Returns the parameters of a batch as rules.
pub(crate) fn rules_of(parameters: &[(String, u64)]) -> Result<Rules, RulesError> {
    let mut rules = Rules::new();
    for (key, value) in parameters {
        rules.add(key, *value)?;
    }
    Ok(rules)
}

/// Returns the census of programs by seat, if their setups can be counted.
pub(crate) fn census_of(
    game: &dyn AnyGame,
    programs: &[Participant],
    rules: &Rules,
) -> Result<Option<Box<dyn Census>>, LineupError> {
    game.lineup(programs, rules).map(|lineup| lineup.census())
}

/// Counts parts of a census. Returns `None` if somebody stopped it.
pub(crate) fn count(
    census: &dyn Census,
    parts: Range<u64>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Counts>> {
    parts.map(|part| census.count(part, &stop)).collect()
}

/// Counts the setups of a part until `end`. Returns false if some are left.
fn count_part(
    context: &PlayContext<Infallible>,
    at: usize,
    part: &BatchPart,
    end: Instant,
    result: &mut BatchResult,
) -> Result<bool, BatchError> {
    let start = Instant::now();
    let census = census_of(context.game, context.programs, context.rules);
    let census = census.map_err(|error| BatchError::Piece(error.to_string()))?;
    let census = census.ok_or(BatchError::NoCensus(context.game.info().name))?;
    if part.games.end > census.parts() {
        return Err(BatchError::Part(at));
    }
    let mut counts = Vec::new();
    let mut parts = part.games.start..part.games.start;
    while parts.end < part.games.end && (parts.is_empty() || Instant::now() < end) {
        let now = count(census.as_ref(), parts.end..parts.end + 1, context.conditions.stop);
        counts.extend(now.ok_or(BatchError::Stopped)?);
        parts.end += 1;
    }
    let is_done = parts.end == part.games.end;
    result.parts.push(PartResult::Counts(RemoteCounts { part: at, parts, counts, elapsed: start.elapsed() }));
    Ok(is_done)
}

/// Plays the games of a part until `end`. Returns false if some are left.
fn play_part(
    context: &PlayContext<Infallible>,
    members: &[usize],
    at: usize,
    part: &BatchPart,
    end: Instant,
    result: &mut BatchResult,
) -> Result<bool, BatchError> {
    let mut worker = Worker::new(context);
    let mut plan = Plan::default();
    plan.add(at, part.games.clone(), members.len(), context.game.runs_foreign_code());
    for number in 0..plan.pieces() {
        let mut piece = plan.piece(number);
        // A slow piece returns early.
        while !piece.games.is_empty() {
            if !result.parts.is_empty() && Instant::now() >= end {
                return Ok(false);
            }
            let played = match worker.play(members, &piece) {
                None => return Err(BatchError::Stopped),
                Some(Err(error)) => return Err(BatchError::Piece(error.to_string())),
                Some(Ok(played)) => played,
            };
            piece = Piece { encounter: at, games: played.piece.games.end..piece.games.end };
            result.parts.push(PartResult::new(at, played.piece.games, played.result, played.elapsed));
        }
    }
    Ok(true)
}

impl PartResult {
    /// Returns the number of the part in its batch.
    #[must_use]
    pub fn part(&self) -> usize {
        match self {
            Self::Places(RemotePlaces { part, .. })
            | Self::Games { part, .. }
            | Self::Counts(RemoteCounts { part, .. }) => *part,
        }
    }

    /// Returns the numbers of the games, or of the parts of a census.
    pub fn games(&self) -> impl Iterator<Item = u64> {
        let (range, listed) = match self {
            Self::Places(RemotePlaces { games, .. }) => (games.clone(), [].as_slice()),
            Self::Games { games, .. } => (0..0, games.as_slice()),
            Self::Counts(RemoteCounts { parts, .. }) => (parts.clone(), [].as_slice()),
        };
        range.chain(listed.iter().map(|game| game.game))
    }

    /// Returns how long they took.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Places(RemotePlaces { elapsed, .. })
            | Self::Games { elapsed, .. }
            | Self::Counts(RemoteCounts { elapsed, .. }) => *elapsed,
        }
    }

    fn new(part: usize, games: Range<u64>, result: PlayedResult, elapsed: Duration) -> Self {
        match result {
            PlayedResult::Places { places, turns } => {
                Self::Places(RemotePlaces { part, games, places, turns, elapsed })
            }
            PlayedResult::Games(games) => {
                let games = games.into_iter().map(RemoteGame::of).collect();
                Self::Games { part, games, elapsed }
            }
            PlayedResult::Counts(counts) => {
                Self::Counts(RemoteCounts { part, parts: games, counts, elapsed })
            }
        }
    }
}

impl RemoteGame {
    fn of(played: PlayedGame) -> Self {
        let PlayedGame { game, void_attempts, result } = played;
        let result = match result {
            Ok(finished) => Ok((finished.answers, finished.digest)),
            Err(void) => Err(void.cause),
        };
        Self { game, void_attempts, result }
    }
}
