//! Outcomes of matches.

use game::{Digest, NamedLists};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use record::RecordedOutcome;

/// How a match ended.
#[pyclass(frozen, module = "bout")]
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) index: u64,
    pub(crate) seed: Option<u64>,
    pub(crate) setup: NamedLists,
    pub(crate) how: RecordedOutcome,
    pub(crate) digest: Digest,
}

#[pymethods]
impl Outcome {
    /// The number of the match, from 0.
    #[getter]
    fn index(&self) -> u64 {
        self.index
    }

    /// The seed that the setup was drawn from, if it was drawn.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// What the match started from: lists of numbers by name.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let lists = PyDict::new(py);
        for (name, numbers) in self.setup.iter() {
            lists.set_item(name, numbers)?;
        }
        Ok(lists)
    }

    /// The seat of the winner; `None` if nobody won.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.how.winner
    }

    /// The seats that tie; empty if somebody won.
    #[getter]
    fn tied(&self) -> Vec<usize> {
        self.how.tied.clone()
    }

    /// Why it ended, in one of the game's words.
    #[getter]
    fn reason(&self) -> &str {
        &self.how.reason
    }

    /// Turns played.
    #[getter]
    fn turns(&self) -> u64 {
        self.how.turns
    }

    /// The place of each seat, 1 for the best.
    #[getter]
    fn places(&self) -> Vec<u32> {
        self.how.places.clone()
    }

    /// The failure of a program that ended the match: seat, kind, detail.
    #[getter]
    fn fault(&self) -> Option<(usize, String, String)> {
        self.how.fault.clone()
    }

    /// What else the game reports, one number per seat.
    #[getter]
    fn tallies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tallies = PyDict::new(py);
        for (name, numbers) in &self.how.tallies {
            tallies.set_item(name, numbers)?;
        }
        Ok(tallies)
    }

    /// The digest of the match, as the command line prints it.
    #[getter]
    fn digest(&self) -> String {
        self.digest.to_string()
    }

    fn __repr__(&self) -> String {
        let who = self.how.winner.map_or("nobody wins".into(), |seat| format!("program {seat} wins"));
        format!("<Outcome {}: {who}, {}, {} turns>", self.index, self.how.reason, self.how.turns)
    }
}
