//! Exact scores of two programs, over every setup.

use jobs::Parallelism;
use pyo3::prelude::*;

use crate::interruptible::interruptible;
use crate::program::Program;
use crate::{arguments, errors};

/// The target duration of a chunk of census parts that a thread takes at once, in milliseconds.
const CHUNK_MS: u64 = 10;

/// Results of the matches of a pair from every setup.
#[pyclass(frozen, get_all, eq, module = "bout")]
#[derive(Debug, PartialEq)]
pub(crate) struct Counts {
    /// Setups from which the first and the second program wins.
    wins: (u64, u64),
    /// Setups from which nobody wins.
    draws: u64,
    /// All setups.
    setups: u64,
}

#[pymethods]
impl Counts {
    /// Points per match of the first program: a draw is half a point.
    #[getter]
    #[allow(clippy::cast_precision_loss, reason = "a game has fewer setups than a float can count")]
    fn score(&self) -> f64 {
        (self.wins.0 as f64 + self.draws as f64 / 2.0) / self.setups as f64
    }

    fn __repr__(&self) -> String {
        let Self { wins: (one, other), draws, setups } = self;
        format!("<Counts of {setups} setups: {one} won by the first, {other} by the second, {draws} drawn>")
    }
}

/// Plays every setup of two programs, of which `first` has seat 0.
#[pyfunction]
#[pyo3(signature = (first, second, *, game="crash", rules=None, threads=None))]
pub(crate) fn exact(
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    game: &str,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Counts> {
    let py = first.py();
    let game = arguments::playable(py, game)?;
    let programs = [Program::of(game, first)?.participant, Program::of(game, second)?.participant];
    let rules = arguments::rules(py, rules)?;
    let lineup = game::AnyGame::lineup(game, &programs, &rules);
    let lineup = lineup.map_err(|error| errors::settings(py, error))?;
    let threads = arguments::threads(py, threads)?;
    let cannot = || {
        let message =
            format!("the setups of {} cannot be counted; play some with bout.play", game.info().title);
        errors::unsupported(py, message)
    };
    let counted = interruptible(py, |stop| {
        let census = lineup.census()?;
        let (parts, time) = (census.parts(), census.estimated_ms().max(1));
        let chunk = (CHUNK_MS * parts / time).clamp(1, parts.max(1));
        Some(jobs::count(census.as_ref(), Parallelism { threads, chunk, stop }, |_| ()))
    })?;
    let counted = counted.ok_or_else(cannot)?;
    // If the count was stopped, `interruptible` has already returned the exception.
    let counts = counted.ok_or_else(|| errors::internal(py, "the count was stopped"))?;
    Ok(Counts { wins: counts.wins.into(), draws: counts.draws, setups: counts.setups() })
}
