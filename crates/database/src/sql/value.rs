//! Values of both databases, and conversions from and to them.

use rusqlite::types::ValueRef;

use crate::sql::SqlError;

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value.
    Null,
    /// A whole number. Truth values are 0 and 1.
    Integer(i64),
    /// A number that need not be whole.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

impl Value {
    /// Returns the value as a borrowed one, for reading.
    fn borrowed(&self) -> ValueRef<'_> {
        match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }
    }
}

/// A row of a result that is being read.
pub struct Row<'a>(Columns<'a>);

enum Columns<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    #[cfg(feature = "postgres")]
    Values(&'a [Value]),
}

impl<'a> Row<'a> {
    pub(super) fn sqlite(row: &'a rusqlite::Row<'a>) -> Self {
        Self(Columns::Sqlite(row))
    }

    #[cfg(feature = "postgres")]
    pub(super) fn of(values: &'a [Value]) -> Self {
        Self(Columns::Values(values))
    }

    /// Reads the value of a column; the first is 0.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, SqlError> {
        T::from_value(self.value(column)?)
    }

    /// Returns all values, in the order of the columns.
    pub fn values(&self) -> Result<Vec<Value>, SqlError> {
        let columns = match self.0 {
            Columns::Sqlite(row) => row.as_ref().column_count(),
            #[cfg(feature = "postgres")]
            Columns::Values(values) => values.len(),
        };
        (0..columns).map(|column| self.get(column)).collect()
    }

    fn value(&self, column: usize) -> Result<ValueRef<'_>, SqlError> {
        match self.0 {
            Columns::Sqlite(row) => Ok(row.get_ref(column)?),
            #[cfg(feature = "postgres")]
            Columns::Values(values) => {
                values.get(column).map(Value::borrowed).ok_or(SqlError::Unexpected("in the row"))
            }
        }
    }
}

/// Types that can be read from a value.
pub trait FromValue: Sized {
    /// Reads one.
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError>;
}

impl FromValue for Value {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Ok(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(_) => Self::Text(String::from_value(value)?),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_owned()),
        })
    }
}

impl FromValue for i64 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match value {
            ValueRef::Integer(number) => Ok(number),
            _ => Err(SqlError::Unexpected("a whole number")),
        }
    }
}

impl FromValue for u64 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Self::try_from(i64::from_value(value)?).map_err(|_| SqlError::Unexpected("a number from 0"))
    }
}

impl FromValue for u32 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Self::try_from(i64::from_value(value)?)
            .map_err(|_| SqlError::Unexpected("a number from 0 to 4294967295"))
    }
}

impl FromValue for usize {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Self::try_from(i64::from_value(value)?).map_err(|_| SqlError::Unexpected("a number from 0"))
    }
}

impl FromValue for bool {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl FromValue for f64 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match value {
            ValueRef::Real(number) => Ok(number),
            _ => Err(SqlError::Unexpected("a number")),
        }
    }
}

impl FromValue for String {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match value {
            ValueRef::Text(text) => {
                str::from_utf8(text).map(str::to_owned).map_err(|_| SqlError::Unexpected("a text in UTF-8"))
            }
            _ => Err(SqlError::Unexpected("a text")),
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match value {
            ValueRef::Blob(bytes) => Ok(bytes.to_owned()),
            _ => Err(SqlError::Unexpected("bytes")),
        }
    }
}

impl<const N: usize> FromValue for [u8; N] {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match value {
            ValueRef::Blob(bytes) => {
                bytes.try_into().map_err(|_| SqlError::Unexpected("of the right length"))
            }
            _ => Err(SqlError::Unexpected("bytes")),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        if matches!(value, ValueRef::Null) { Ok(None) } else { T::from_value(value).map(Some) }
    }
}

/// Types that can be converted to a value.
pub trait ToValue {
    /// Returns the value.
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError>;
}

impl ToValue for Value {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(self.borrowed())
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Integer(*self))
    }
}

impl ToValue for u64 {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        i64::try_from(*self).map(ValueRef::Integer).map_err(|_| SqlError::TooLarge(*self))
    }
}

impl ToValue for u32 {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Integer(i64::from(*self)))
    }
}

impl ToValue for usize {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        let number = *self as u64;
        i64::try_from(number).map(ValueRef::Integer).map_err(|_| SqlError::TooLarge(number))
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Integer(i64::from(*self)))
    }
}

impl ToValue for str {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Text(self.as_bytes()))
    }
}

impl ToValue for String {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        self.as_str().to_value()
    }
}

impl ToValue for [u8] {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Blob(self))
    }
}

impl ToValue for Vec<u8> {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Blob(self))
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        Ok(ValueRef::Blob(self))
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        self.as_ref().map_or(Ok(ValueRef::Null), ToValue::to_value)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        (**self).to_value()
    }
}

/// The parameters of a statement: an array of one type, or [`params!`](crate::params).
pub trait Params {
    /// Passes on the values in order.
    fn each(&self, take: &mut dyn FnMut(ValueRef<'_>) -> Result<(), SqlError>) -> Result<(), SqlError>;
}

impl<T: ToValue, const N: usize> Params for [T; N] {
    fn each(&self, take: &mut dyn FnMut(ValueRef<'_>) -> Result<(), SqlError>) -> Result<(), SqlError> {
        self.iter().try_for_each(|one| take(one.to_value()?))
    }
}

impl Params for &[&dyn ToValue] {
    fn each(&self, take: &mut dyn FnMut(ValueRef<'_>) -> Result<(), SqlError>) -> Result<(), SqlError> {
        self.iter().try_for_each(|one| take(one.to_value()?))
    }
}

impl Params for Vec<Value> {
    fn each(&self, take: &mut dyn FnMut(ValueRef<'_>) -> Result<(), SqlError>) -> Result<(), SqlError> {
        self.iter().try_for_each(|one| take(one.to_value()?))
    }
}

/// No parameters.
impl Params for () {
    fn each(&self, _: &mut dyn FnMut(ValueRef<'_>) -> Result<(), SqlError>) -> Result<(), SqlError> {
        Ok(())
    }
}

/// The parameters of a statement, of any types that convert to values.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::sql::ToValue),*] as &[&dyn $crate::sql::ToValue]
    };
}
