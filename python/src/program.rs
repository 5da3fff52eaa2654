//! Programs, and the diagnostics of their sources.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use ::games::RegisteredGame;
use game::{Diagnostics, LineIndex, Participant, Reading, display_name};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use referee::Source;

use crate::interruptible::briefly;
use crate::{arguments, errors};

/// An error or a warning of a program's source.
#[pyclass(frozen, get_all, module = "bout")]
#[derive(Debug, Clone)]
pub(crate) struct Diagnostic {
    /// `error` or `warning`.
    severity: &'static str,
    /// A ruling of the game's page for errors, a word for warnings.
    code: &'static str,
    /// The line, from 1; `None` if it concerns the whole source.
    line: Option<usize>,
    /// The column in characters, from 1.
    column: Option<usize>,
    /// What is wrong.
    message: String,
    /// What to do about it.
    help: String,
    /// Changes of the source, each of which resolves it.
    fixes: Vec<Fix>,
}

/// A change of a source that resolves a diagnostic.
#[pyclass(frozen, get_all, module = "bout")]
#[derive(Debug, Clone)]
pub(crate) struct Fix {
    /// What it does.
    title: String,
    /// The first byte that it replaces.
    start: usize,
    /// The byte after the last one.
    end: usize,
    /// What they are replaced with.
    replacement: String,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        let Self { severity, code, line, column, message, .. } = self;
        let at = line.zip(*column).map_or(String::new(), |(line, column)| format!(" at {line}:{column}"));
        format!("<{severity} {code}{at}: {message}>")
    }
}

#[pymethods]
impl Fix {
    fn __repr__(&self) -> String {
        format!("<fix: {}>", self.title)
    }
}

/// A legal program of a game.
#[pyclass(frozen, module = "bout")]
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) participant: Participant,
    pub(crate) source: Source,
    warnings: Vec<Diagnostic>,
}

#[pymethods]
impl Program {
    /// Reads a program. Raises `ProgramError` if it has errors.
    #[new]
    #[pyo3(signature = (game, source, *, file=None))]
    fn new(game: &str, source: &Bound<'_, PyAny>, file: Option<String>) -> PyResult<Self> {
        let game = arguments::playable(source.py(), game)?;
        let mut text = source_of(game, source)?;
        text.file = file.unwrap_or(text.file);
        Self::read(source.py(), game, text)
    }

    /// The game.
    #[getter]
    fn game(&self) -> &'static str {
        self.participant.game
    }

    /// What people call it: its own name, or its file's.
    #[getter]
    pub(crate) fn name(&self) -> String {
        display_name(&self.participant.metadata, &self.source.file)
    }

    /// Who wrote it, if it says so.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.participant.metadata.author.as_deref()
    }

    /// What it tries, if it says so.
    #[getter]
    fn strategy(&self) -> Option<&str> {
        self.participant.metadata.strategy.as_deref()
    }

    /// The file that it is from, without its folder.
    #[getter]
    fn file(&self) -> &str {
        &self.source.file
    }

    /// Its source.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.source.bytes)
    }

    /// Its code as canonical text, without comments.
    #[getter]
    fn canonical(&self) -> &str {
        &self.participant.canonical
    }

    /// Its length in the game's unit.
    #[getter]
    fn length(&self) -> usize {
        self.participant.length
    }

    /// Its identity: programs with the same one play the same.
    #[getter]
    fn id(&self) -> String {
        self.participant.id().to_string()
    }

    /// The warnings of its source.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        self.warnings.iter().map(|warning| Py::new(py, warning.clone())).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Program of {}: {}>", self.participant.game, self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().participant.id() == self.participant.id())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.participant.id().hash(&mut hasher);
        hasher.finish()
    }
}

impl Program {
    /// Converts an argument from Python: a `Program`, source text, bytes, or the path of a file.
    pub(crate) fn of(game: &'static dyn RegisteredGame, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.cast::<Self>() {
            Ok(program) => Ok(program.get().clone()),
            Err(_) => Self::read(given.py(), game, source_of(game, given)?),
        }
    }

    fn read(py: Python<'_>, game: &'static dyn RegisteredGame, source: Source) -> PyResult<Self> {
        let Reading { program, diagnostics, .. } = briefly(py, || game.read(&source.bytes))?;
        let said = said(&diagnostics, &source.bytes);
        match program {
            Some(participant) => Ok(Self { participant, source, warnings: said }),
            None => Err(errors::program(py, &source.file, listed(py, said)?.into_any())),
        }
    }
}

/// Reads the source from an argument from Python: text, bytes, or the path of a file.
fn source_of(game: &'static dyn RegisteredGame, given: &Bound<'_, PyAny>) -> PyResult<Source> {
    let file = || format!("program.{}", game.info().extension);
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Source { file: file(), bytes: text.to_cow()?.as_bytes().to_vec() });
    }
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok(Source { file: file(), bytes: bytes.as_bytes().to_vec() });
    }
    let Ok(path) = given.extract::<PathBuf>() else {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a program is a bout.Program, its source as str or bytes, or the path of its file (pathlib.Path), \
             not a {kind}"
        )));
    };
    let name = path.file_name().map_or_else(file, |name| name.to_string_lossy().into_owned());
    Ok(Source { file: name, bytes: std::fs::read(&path).map_err(|error| of_path(&error, &path))? })
}

/// Adds the path of the file to an error.
pub(crate) fn of_path(error: &std::io::Error, path: &std::path::Path) -> PyErr {
    std::io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

fn said(diagnostics: &Diagnostics, source: &[u8]) -> Vec<Diagnostic> {
    let index = LineIndex::new(source);
    let said = |one: &game::Diagnostic| {
        let position = one.span.map(|span| index.position(span.start));
        let fix = |fix: &game::Fix| Fix {
            title: fix.title.clone(),
            start: fix.span.start,
            end: fix.span.end,
            replacement: fix.replacement.clone(),
        };
        Diagnostic {
            severity: one.severity.word(),
            code: one.code,
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            message: one.message.clone(),
            help: one.help.clone(),
            fixes: one.fixes.iter().map(fix).collect(),
        }
    };
    diagnostics.iter().map(said).collect()
}

fn listed(py: Python<'_>, said: Vec<Diagnostic>) -> PyResult<Bound<'_, PyList>> {
    let said = said.into_iter().map(|one| Bound::new(py, one)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, said)
}

/// Everything there is to say about a source: errors and warnings, in its order.
#[pyfunction]
pub(crate) fn check<'py>(game: &str, source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let py = source.py();
    let game = arguments::playable(py, game)?;
    let source = source_of(game, source)?;
    let reading = briefly(py, || game.read(&source.bytes))?;
    listed(py, said(&reading.diagnostics, &source.bytes))
}

/// A source in canonical form, with its comments. Raises `ProgramError` if it has errors.
#[pyfunction]
pub(crate) fn format<'py>(game: &str, source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = source.py();
    let game = arguments::playable(py, game)?;
    let text = source_of(game, source)?;
    let Some(formatted) = briefly(py, || game.format(&text.bytes))? else {
        let reading = game.read(&text.bytes);
        let said = listed(py, said(&reading.diagnostics, &text.bytes))?;
        return Err(errors::program(py, &text.file, said.into_any()));
    };
    if source.is_instance_of::<PyBytes>() {
        return Ok(PyBytes::new(py, &formatted).into_any());
    }
    Ok(PyString::new(py, &String::from_utf8_lossy(&formatted)).into_any())
}
