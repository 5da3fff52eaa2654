//! Builds numpy arrays from bytes. Imports numpy only when needed, because it is an optional dependency.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};

/// The module numpy.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|cause| {
        let error = PyImportError::new_err("arrays need numpy: pip install 'bout[numpy]'");
        error.set_cause(py, Some(cause));
        error
    })
}

/// A column of a structured array.
pub(crate) struct Column {
    name: &'static str,
    /// The numpy type code, such as `<u8`.
    code: String,
    /// The number of values per row; `None` for a scalar column.
    values: Option<usize>,
}

impl Column {
    /// One value per row.
    pub(crate) fn one(name: &'static str, code: &str) -> Self {
        Self { name, code: code.into(), values: None }
    }

    /// Several values per row.
    pub(crate) fn several(name: &'static str, code: &str, values: usize) -> Self {
        Self { name, code: code.into(), values: Some(values) }
    }

    /// A text of up to `characters`.
    pub(crate) fn text(name: &'static str, characters: usize) -> Self {
        Self::one(name, &code_of_text(characters))
    }

    /// Texts of up to `characters`.
    pub(crate) fn texts(name: &'static str, characters: usize, values: usize) -> Self {
        Self::several(name, &code_of_text(characters), values)
    }
}

/// The type code of texts of up to `characters`. numpy does not support texts of length 0.
fn code_of_text(characters: usize) -> String {
    format!("<U{}", characters.max(1))
}

/// The bytes of a structured array, row after row.
#[derive(Default)]
pub(crate) struct Rows(Vec<u8>);

impl Rows {
    pub(crate) fn bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        self.0.extend(bytes);
    }

    /// Appends numbers to columns of type `<u4`.
    pub(crate) fn whole<const N: usize>(&mut self, numbers: [usize; N]) {
        for number in numbers {
            self.bytes(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
    }

    /// Appends numbers to columns of type `<f8`.
    pub(crate) fn shares<const N: usize>(&mut self, numbers: [f64; N]) {
        for number in numbers {
            self.bytes(number.to_le_bytes());
        }
    }

    /// Appends a text to a column of up to `characters`, which numpy stores in four bytes each.
    pub(crate) fn text(&mut self, text: &str, characters: usize) {
        let room = characters.max(1);
        let written = text.chars().take(room).map(|c| self.bytes(u32::from(c).to_le_bytes())).count();
        self.0.resize(self.0.len() + 4 * (room - written), 0);
    }

    /// Appends the places of a match to a column of `seats` values. Seats that the match does not have get 0.
    pub(crate) fn places(&mut self, places: &[u32], seats: usize) {
        // There are at most 64 places.
        let place = |seat| places.get(seat).map_or(0, |&place| u8::try_from(place).unwrap_or(u8::MAX));
        self.0.extend((0..seats).map(place));
    }

    pub(crate) fn into_array<'py>(self, py: Python<'py>, columns: &[Column]) -> PyResult<Bound<'py, PyAny>> {
        let described = PyList::empty(py);
        for Column { name, code, values } in columns {
            match values {
                None => described.append((name, code))?,
                Some(values) => described.append((name, code, (values,)))?,
            }
        }
        let kind = numpy(py)?.call_method1("dtype", (described,))?;
        array(py, &self.0, &kind)
    }
}

/// Creates a writable array with these bytes as items of this type.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = numpy(py)?;
    if bytes.is_empty() {
        return numpy.call_method1("zeros", (0, kind));
    }
    numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))
}

/// Creates a two-dimensional array with these numbers in rows of `columns`.
pub(crate) fn table<'py, const N: usize>(
    py: Python<'py>,
    numbers: impl Iterator<Item = [u8; N]>,
    code: &str,
    columns: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.flatten().collect();
    let rows = (bytes.len() / N).checked_div(columns).unwrap_or(0);
    let kind = numpy(py)?.call_method1("dtype", (code,))?;
    array(py, &bytes, &kind)?.call_method1("reshape", ((rows, columns),))
}
