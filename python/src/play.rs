//! Plays many matches between the same programs.

use game::{NamedLists, NoPlayers, match_seed};
use jobs::{Parallelism, in_order};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use referee::{Finished, Lineup, MatchError, MatchRunner};
use tournament::ratings::share_interval;

use crate::arrays::{Column, Rows};
use crate::interruptible::{Stop, interruptible};
use crate::outcome::Outcome;
use crate::{arguments, errors};

/// The number of matches that a thread takes at once. More than 1, because a match can take only
/// microseconds.
const CHUNK: u64 = 16;

/// The results of matches of the same programs: a sequence of `Outcome`.
#[pyclass(frozen, sequence, module = "bout")]
pub(crate) struct Results {
    seats: usize,
    outcomes: Vec<Outcome>,
}

#[pymethods]
impl Results {
    fn __len__(&self) -> usize {
        self.outcomes.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Outcome> {
        let from_end = |index: isize| self.outcomes.len().checked_sub(index.unsigned_abs());
        let index = if index < 0 { from_end(index) } else { Some(index.unsigned_abs()) };
        let outcome = index.and_then(|index| self.outcomes.get(index));
        outcome.cloned().ok_or_else(|| PyIndexError::new_err("there are fewer matches"))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let indices = builtins.call_method1("range", (slf.get().outcomes.len(),))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, indices))
    }

    /// How many matches each seat won.
    #[getter]
    fn wins(&self) -> Vec<u64> {
        (0..self.seats).map(|seat| self.won_by(seat)).collect()
    }

    /// How many matches nobody won.
    #[getter]
    fn draws(&self) -> u64 {
        self.outcomes.iter().filter(|outcome| outcome.how.winner.is_none()).count() as u64
    }

    /// The share of matches that a seat won, and the ends of its interval.
    #[pyo3(signature = (seat=0, confidence=0.95))]
    fn win_rate(&self, py: Python<'_>, seat: usize, confidence: f64) -> PyResult<(f64, f64, f64)> {
        if seat >= self.seats {
            return Err(PyIndexError::new_err(format!("there are {} programs", self.seats)));
        }
        let confidence = arguments::confidence(py, confidence)?;
        let (won, played) = (self.won_by(seat), self.outcomes.len() as u64);
        let (low, high) = share_interval(won, played, confidence);
        // In practice, the numbers are small enough for a float to be exact.
        #[allow(clippy::cast_precision_loss)]
        Ok((won as f64 / played as f64, low, high))
    }

    /// The matches as a structured array.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let longest = self.outcomes.iter().map(|outcome| outcome.how.reason.chars().count()).max();
        let longest = longest.unwrap_or(0);
        let columns = [
            Column::one("index", "<u8"),
            Column::one("seed", "<u8"),
            Column::one("winner", "<i4"),
            Column::one("turns", "<u8"),
            Column::text("reason", longest),
            Column::several("places", "u1", self.seats),
        ];
        let mut rows = Rows::default();
        for outcome in &self.outcomes {
            rows.bytes(outcome.index.to_le_bytes());
            rows.bytes(outcome.seed.unwrap_or(0).to_le_bytes());
            rows.bytes(winner(outcome.how.winner).to_le_bytes());
            rows.bytes(outcome.how.turns.to_le_bytes());
            rows.text(&outcome.how.reason, longest);
            rows.places(&outcome.how.places, self.seats);
        }
        rows.into_array(py, &columns)
    }

    fn __repr__(&self) -> String {
        format!("<Results of {} matches: won {:?}, {} drawn>", self.outcomes.len(), self.wins(), self.draws())
    }
}

impl Results {
    fn won_by(&self, seat: usize) -> u64 {
        self.outcomes.iter().filter(|outcome| outcome.how.winner == Some(seat)).count() as u64
    }
}

/// The seat of the winner, or −1 if nobody won.
pub(crate) fn winner(seat: Option<usize>) -> i32 {
    seat.and_then(|seat| i32::try_from(seat).ok()).unwrap_or(-1)
}

/// Plays matches between programs, each in the seat of its position.
#[pyfunction]
#[pyo3(signature = (game, programs, *, seed=1, games=1, setup=None, rules=None, threads=None))]
pub(crate) fn play(
    game: &str,
    programs: &Bound<'_, PyAny>,
    seed: u64,
    games: u64,
    setup: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Results> {
    let py = programs.py();
    let game = arguments::playable(py, game)?;
    let programs = arguments::programs(game, programs)?;
    let lineup = arguments::lineup(py, game, &programs, &arguments::rules(py, rules)?)?;
    let given = arguments::lists(setup)?;
    let games = arguments::games(py, games)?;
    let threads = lineup.threads(arguments::threads(py, threads)?);
    let session = Session { lineup: &lineup, given: &given, seed };
    let played = interruptible(py, |stop| session.play(games, threads, stop))?;
    let outcomes = played.map_err(|error| match error {
        MatchError::Setup(error) => errors::settings(py, error),
        MatchError::Void(_) | MatchError::Stopped => errors::internal(py, error),
    })?;
    Ok(Results { seats: programs.len(), outcomes })
}

/// The matches of one call.
struct Session<'a> {
    lineup: &'a Lineup<'a>,
    given: &'a NamedLists,
    seed: u64,
}

impl Session<'_> {
    fn play(&self, games: u64, threads: usize, stop: Stop) -> Result<Vec<Outcome>, MatchError> {
        let mut outcomes = Vec::new();
        if games == 1 {
            outcomes.push(self.play_one(&mut self.lineup.runner(), 0, stop)?);
            return Ok(outcomes);
        }
        let work = |runner: &mut MatchRunner, index| match self.play_one(runner, index, stop) {
            Err(MatchError::Stopped) => None,
            played => Some(played),
        };
        let take = |_, played: Result<Outcome, MatchError>| -> Result<(), MatchError> {
            outcomes.push(played?);
            Ok(())
        };
        let parallelism = Parallelism { threads, chunk: CHUNK, stop };
        in_order(0..games, parallelism, || self.lineup.runner(), work, take)?;
        Ok(outcomes)
    }

    fn play_one(&self, runner: &mut MatchRunner, index: u64, stop: Stop) -> Result<Outcome, MatchError> {
        let seed = match_seed(self.seed, index);
        let setup = arguments::setup(self.lineup, self.given, seed);
        let Finished { setup, outcome, digest, .. } = runner.play(&setup, &mut NoPlayers, &|| stop())?;
        let seed = self.given.is_empty().then_some(seed);
        Ok(Outcome { index, seed, setup, how: (&outcome).into(), digest })
    }
}
