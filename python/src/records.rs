//! Records: files of finished matches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};

use crate::arrays::{Column, Rows};
use crate::errors;
use crate::interruptible::briefly;
use crate::outcome::Outcome;
use crate::play::winner;
use crate::program::of_path;
use crate::started::Match;

/// A finished match, with everything needed to play it again.
#[pyclass(frozen, module = "bout")]
#[derive(Clone)]
pub(crate) struct Record {
    /// Where it is from, if it is from a file.
    file: String,
    pub(crate) record: Arc<record::Record>,
}

#[pymethods]
impl Record {
    /// Reads a record: the bytes of one, or the path of its file.
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        match source.cast::<PyBytes>() {
            Ok(bytes) => Self::read(source.py(), String::new(), bytes.as_bytes()),
            Err(_) => Self::of_file(source.py(), &path_of(source)?),
        }
    }

    /// The path of its file; empty if it was read from bytes.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// The game.
    #[getter]
    fn game(&self) -> &str {
        &self.record.game
    }

    /// The version of the game's rules.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.record.rules_version
    }

    /// All parameters by key.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.record.parameters.clone().into_py_dict(py)
    }

    /// The files and the sources of the programs, by seat.
    #[getter]
    fn programs<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>)> {
        let program = |one: &record::RecordedProgram| (one.file.clone(), PyBytes::new(py, &one.source));
        self.record.programs.iter().map(program).collect()
    }

    /// How the match ended.
    #[getter]
    fn outcome(&self) -> Outcome {
        let record = &self.record;
        Outcome {
            index: record.match_index,
            seed: record.seed,
            setup: record.setup.clone(),
            how: record.outcome.clone(),
            digest: record.digest,
        }
    }

    /// What the answers of foreign code depended on, by name.
    #[getter]
    fn environment<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.record.environment.clone().into_py_dict(py)
    }

    /// The match, to be played again step by step.
    fn play(&self, py: Python<'_>) -> PyResult<Match> {
        Match::again(py, self)
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}: {}>", self.record.game, self.record.outcome.reason)
    }
}

impl Record {
    /// Converts an argument from Python: a `Record`, bytes, or a path.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.cast::<Self>() {
            Ok(record) => Ok(record.get().clone()),
            Err(_) => Self::new(given),
        }
    }

    fn of_file(py: Python<'_>, path: &Path) -> PyResult<Self> {
        let bytes = std::fs::read(path).map_err(|error| of_path(&error, path))?;
        Self::read(py, path.to_string_lossy().into_owned(), &bytes)
    }

    fn read(py: Python<'_>, file: String, bytes: &[u8]) -> PyResult<Self> {
        match briefly(py, || record::read(bytes))? {
            Ok(record) => Ok(Self { file, record: Arc::new(record) }),
            Err(error) if file.is_empty() => Err(errors::record(py, error)),
            Err(error) => Err(errors::record(py, format!("{file}: {error}"))),
        }
    }
}

fn path_of(given: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let kind = given.get_type().name()?;
    given.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "a record is a bout.Record, its bytes, or the path of its file, not a {kind}"
        ))
    })
}

/// Reads records into a structured array, a row for each.
#[pyfunction]
pub(crate) fn read_records<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut records = Vec::new();
    gather(source, &mut records)?;
    array_of(source.py(), &records)
}

/// Collects the records of a source: a record, bytes, a file, a folder, or an iterable of such sources. Lists
/// must not contain lists.
fn gather(source: &Bound<'_, PyAny>, records: &mut Vec<Record>) -> PyResult<()> {
    let is_one = source.is_instance_of::<PyBytes>() || source.is_instance_of::<Record>();
    if is_one {
        records.push(Record::of(source)?);
        return Ok(());
    }
    if let Ok(path) = source.extract::<PathBuf>() {
        for file in files_of(&path).map_err(|error| of_path(&error, &path))? {
            source.py().check_signals()?;
            records.push(Record::of_file(source.py(), &file)?);
        }
        return Ok(());
    }
    let Ok(several) = source.try_iter() else { return path_of(source).map(|_| ()) };
    for one in several {
        let one = one?;
        let is_list = !one.is_instance_of::<PyBytes>() && one.is_instance_of::<pyo3::types::PyList>();
        if is_list {
            return path_of(&one).map(|_| ());
        }
        gather(&one, records)?;
    }
    Ok(())
}

/// The record files in a folder, sorted by name, or only `path` itself if it is not a folder.
fn files_of(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == record::EXTENSION) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn array_of<'py>(py: Python<'py>, records: &[Record]) -> PyResult<Bound<'py, PyAny>> {
    let longest = |text: fn(&Record) -> &str| {
        records.iter().map(|record| text(record).chars().count()).max().unwrap_or(0)
    };
    let (file, game) = (longest(|one| &one.file), longest(|one| &one.record.game));
    let reason = longest(|one| &one.record.outcome.reason);
    let seats = records.iter().map(|one| one.record.programs.len()).max().unwrap_or(0);
    let programs = records.iter().flat_map(|one| &one.record.programs);
    let program = programs.map(|program| program.file.chars().count()).max().unwrap_or(0);
    let columns = [
        Column::text("file", file),
        Column::text("game", game),
        Column::one("index", "<u8"),
        Column::one("seed", "<u8"),
        Column::one("drawn", "?"),
        Column::texts("programs", program, seats),
        Column::one("winner", "<i4"),
        Column::one("turns", "<u8"),
        Column::text("reason", reason),
        Column::several("places", "u1", seats),
        Column::text("digest", 64),
    ];
    let mut rows = Rows::default();
    for Record { file: path, record } in records {
        rows.text(path, file);
        rows.text(&record.game, game);
        rows.bytes(record.match_index.to_le_bytes());
        rows.bytes(record.seed.unwrap_or(0).to_le_bytes());
        rows.bytes([record.seed.is_some().into()]);
        for seat in 0..seats {
            rows.text(record.programs.get(seat).map_or("", |program| &program.file), program);
        }
        rows.bytes(winner(record.outcome.winner).to_le_bytes());
        rows.bytes(record.outcome.turns.to_le_bytes());
        rows.text(&record.outcome.reason, reason);
        rows.places(&record.outcome.places, seats);
        rows.text(&record.digest.to_string(), 64);
    }
    rows.into_array(py, &columns)
}
