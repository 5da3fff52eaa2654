//! Creates Python exceptions. Their classes are in `bout/_errors.py`.

use std::any::Any;
use std::fmt::Display;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An invalid setting: a game, a parameter, a setup, or a number of programs.
pub(crate) fn settings(py: Python<'_>, message: impl Display) -> PyErr {
    made(py, "SettingsError", (message.to_string(),))
}

/// Bytes that are not a record, or a record that cannot be replayed.
pub(crate) fn record(py: Python<'_>, message: impl Display) -> PyErr {
    made(py, "RecordError", (message.to_string(),))
}

/// A request that this package does not support.
pub(crate) fn unsupported(py: Python<'_>, message: impl Display) -> PyErr {
    made(py, "UnsupportedError", (message.to_string(),))
}

/// A failure of bout itself, which no program caused.
pub(crate) fn internal(py: Python<'_>, message: impl Display) -> PyErr {
    made(py, "InternalError", (message.to_string(),))
}

/// An invalid program in `file`. The `diagnostics` say why it is invalid.
pub(crate) fn program(py: Python<'_>, file: &str, diagnostics: Bound<'_, PyAny>) -> PyErr {
    made(py, "ProgramError", (file, diagnostics))
}

/// Converts the payload of a panic.
pub(crate) fn of_panic(py: Python<'_>, payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    internal(py, format!("a mistake in bout, please report it: {text}"))
}

fn made<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let instance = py
        .import("bout._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| Ok(class.cast_into::<PyType>()?))
        .and_then(|class| class.call1(arguments));
    match instance {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => PyRuntimeError::new_err(format!("bout is not installed as a whole: {error}")),
    }
}
