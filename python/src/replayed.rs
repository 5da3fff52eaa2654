//! Replays records to verify them.

use ::games::registry;
use game::AnyGame;
use pyo3::prelude::*;
use referee::{Depth, MatchError, ReplayError};

use crate::errors;
use crate::interruptible::interruptible;
use crate::records::Record;

/// A difference between a record and its match.
#[pyclass(frozen, get_all, eq, module = "bout")]
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// What differs.
    what: &'static str,
    /// What the record says.
    recorded: String,
    /// What came of playing it again.
    replayed: String,
}

#[pymethods]
impl Difference {
    fn __repr__(&self) -> String {
        let Self { what, recorded, replayed } = self;
        format!("<{what}: recorded {recorded}, replayed {replayed}>")
    }
}

/// Plays a record again and returns how its match differs from it. A true record has no differences.
#[pyfunction]
#[pyo3(signature = (record, *, deep=false))]
pub(crate) fn replay(record: &Bound<'_, PyAny>, deep: bool) -> PyResult<Vec<Py<Difference>>> {
    let py = record.py();
    let record = Record::of(record)?.record;
    let depth = if deep { Depth::State } else { Depth::Outcome };
    let replayed = interruptible(py, |stop| referee::replay(&record, find, depth, &|| stop()))?;
    let replayed = replayed.map_err(|error| of_replay(py, &error))?;
    let made = |one: referee::ReplayDifference| {
        Py::new(py, Difference { what: one.what, recorded: one.recorded, replayed: one.replayed })
    };
    replayed.differences.into_iter().map(made).collect()
}

/// Finds the game of a record by name.
pub(crate) fn find(name: &str) -> Option<&'static dyn AnyGame> {
    registry::by_name(name).map(|game| game as &dyn AnyGame)
}

/// Converts an error from a replay.
pub(crate) fn of_replay(py: Python<'_>, error: &ReplayError) -> PyErr {
    match error {
        ReplayError::Match(MatchError::Stopped) => errors::internal(py, error),
        _ => errors::record(py, format!("this record cannot be played again: {error}")),
    }
}
