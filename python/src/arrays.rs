//! Arrays of numpy, from bytes that are laid out here. numpy is imported when the first array is made.

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
    /// The code of its type for numpy, such as `<u8`.
    code: String,
    /// How many values a row has, if it is not one.
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

/// The code of texts of up to `characters`. numpy has no texts without room.
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

    /// Small numbers, in columns of `<u4`.
    pub(crate) fn whole<const N: usize>(&mut self, numbers: [usize; N]) {
        for number in numbers {
            self.bytes(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
    }

    /// Numbers in columns of `<f8`.
    pub(crate) fn shares<const N: usize>(&mut self, numbers: [f64; N]) {
        for number in numbers {
            self.bytes(number.to_le_bytes());
        }
    }

    /// A text of a column with room for `characters`: numpy keeps four bytes for each.
    pub(crate) fn text(&mut self, text: &str, characters: usize) {
        let room = characters.max(1);
        let written = text.chars().take(room).map(|c| self.bytes(u32::from(c).to_le_bytes())).count();
        self.0.resize(self.0.len() + 4 * (room - written), 0);
    }

    /// The places of a game, in a column of `seats`; 0 for a seat that it does not have.
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

/// The array of these bytes, of which every item has this type. It can be written to.
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

/// The array of these numbers in rows of `columns`.
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
