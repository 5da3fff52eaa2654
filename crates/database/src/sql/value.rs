//! Values as both databases have them, and what becomes one.

use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::sql::SqlError;

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value.
    Null,
    /// A whole number. Truth is 0 or 1.
    Integer(i64),
    /// A number that need not be whole.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            // Everything that is written comes from a `String`.
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_owned()),
        }
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// A row of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Row(Vec<Value>);

impl Row {
    /// Reads the value of a column; the first is 0.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, SqlError> {
        T::from_value(self.0.get(column).ok_or(SqlError::Unexpected("in the row"))?)
    }

    /// Returns all values, in the order of the columns.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Row {
    fn from(values: Vec<Value>) -> Self {
        Self(values)
    }
}

/// What is read from a value.
pub trait FromValue: Sized {
    /// Reads it.
    fn from_value(value: &Value) -> Result<Self, SqlError>;
}

impl FromValue for Value {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        Ok(value.clone())
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        match value {
            Value::Integer(number) => Ok(*number),
            _ => Err(SqlError::Unexpected("a whole number")),
        }
    }
}

impl FromValue for u64 {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        Self::try_from(i64::from_value(value)?).map_err(|_| SqlError::Unexpected("a number from 0"))
    }
}

impl FromValue for usize {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        Self::try_from(i64::from_value(value)?).map_err(|_| SqlError::Unexpected("a number from 0"))
    }
}

impl FromValue for bool {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl FromValue for f64 {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        match value {
            Value::Real(number) => Ok(*number),
            _ => Err(SqlError::Unexpected("a number")),
        }
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(SqlError::Unexpected("a text")),
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        match value {
            Value::Blob(bytes) => Ok(bytes.clone()),
            _ => Err(SqlError::Unexpected("bytes")),
        }
    }
}

impl<const N: usize> FromValue for [u8; N] {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        match value {
            Value::Blob(bytes) => {
                bytes.as_slice().try_into().map_err(|_| SqlError::Unexpected("of the right length"))
            }
            _ => Err(SqlError::Unexpected("bytes")),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Result<Self, SqlError> {
        if *value == Value::Null { Ok(None) } else { T::from_value(value).map(Some) }
    }
}

/// What becomes a value.
pub trait ToValue {
    /// Returns the value.
    fn to_value(&self) -> Result<Value, SqlError>;
}

impl ToValue for Value {
    fn to_value(&self) -> Result<Value, SqlError> {
        Ok(self.clone())
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Result<Value, SqlError> {
        Ok(Value::Integer(*self))
    }
}

impl ToValue for u64 {
    fn to_value(&self) -> Result<Value, SqlError> {
        i64::try_from(*self).map(Value::Integer).map_err(|_| SqlError::TooLarge(*self))
    }
}

impl ToValue for usize {
    fn to_value(&self) -> Result<Value, SqlError> {
        (*self as u64).to_value()
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Result<Value, SqlError> {
        Ok(Value::Integer(i64::from(*self)))
    }
}

impl ToValue for str {
    fn to_value(&self) -> Result<Value, SqlError> {
        Ok(Value::Text(self.to_owned()))
    }
}

impl ToValue for String {
    fn to_value(&self) -> Result<Value, SqlError> {
        self.as_str().to_value()
    }
}

impl ToValue for [u8] {
    fn to_value(&self) -> Result<Value, SqlError> {
        Ok(Value::Blob(self.to_owned()))
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn to_value(&self) -> Result<Value, SqlError> {
        self.as_slice().to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Result<Value, SqlError> {
        self.as_ref().map_or(Ok(Value::Null), ToValue::to_value)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Result<Value, SqlError> {
        (**self).to_value()
    }
}

/// The parameters of a statement: an array of one type, or [`params!`](crate::params).
pub trait Params {
    /// Returns the values, in their order.
    fn values(self) -> Result<Vec<Value>, SqlError>;
}

impl<T: ToValue, const N: usize> Params for [T; N] {
    fn values(self) -> Result<Vec<Value>, SqlError> {
        self.iter().map(ToValue::to_value).collect()
    }
}

impl Params for &[&dyn ToValue] {
    fn values(self) -> Result<Vec<Value>, SqlError> {
        self.iter().copied().map(ToValue::to_value).collect()
    }
}

impl Params for Vec<Value> {
    fn values(self) -> Result<Vec<Value>, SqlError> {
        Ok(self)
    }
}

/// No parameters.
impl Params for () {
    fn values(self) -> Result<Vec<Value>, SqlError> {
        Ok(Vec::new())
    }
}

/// The parameters of a statement, of any types that become values.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::sql::ToValue),*] as &[&dyn $crate::sql::ToValue]
    };
}
