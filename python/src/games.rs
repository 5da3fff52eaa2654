//! Games and their example programs.

use ::games::REGISTRY;
use include_dir::{Dir, include_dir};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments;

static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../crates/bout/examples");

/// What is known of a game.
#[pyclass(frozen, get_all, module = "bout")]
pub(crate) struct GameInfo {
    /// Its name.
    name: &'static str,
    /// Its name as a heading.
    title: &'static str,
    /// What it is, in a line.
    summary: &'static str,
    /// The version of its rules.
    rules_version: u32,
    /// The least number of programs.
    min_programs: usize,
    /// The greatest number of programs.
    max_programs: usize,
    /// Whether its programs run here; otherwise only its records can be read.
    playable: bool,
    /// The keys of its parameters.
    parameters: Vec<&'static str>,
    /// Why its matches end.
    reasons: Vec<&'static str>,
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        format!("<game {}: {}>", self.name, self.summary)
    }
}

/// All games.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, GameInfo>>> {
    let info = |game: &&dyn ::games::RegisteredGame| {
        let info = game.info();
        let made = GameInfo {
            name: info.name,
            title: info.title,
            summary: info.summary,
            rules_version: info.rules_version,
            min_programs: *info.seats.start(),
            max_programs: *info.seats.end(),
            playable: !game.runs_foreign_code(),
            parameters: info.parameters.iter().map(|parameter| parameter.key).collect(),
            reasons: info.reasons.to_vec(),
        };
        Bound::new(py, made)
    };
    REGISTRY.iter().map(info).collect()
}

/// The example programs of a game: sources by file name.
#[pyfunction]
pub(crate) fn examples<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let game = arguments::game(py, game)?;
    let mut named: Vec<_> = EXAMPLES.get_dir(game.info().name).into_iter().flat_map(Dir::files).collect();
    named.sort_by_key(|file| file.path());
    let found = PyDict::new(py);
    for file in named {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy();
        found.set_item(name, String::from_utf8_lossy(file.contents()))?;
    }
    Ok(found)
}
