//! Results as rows, the same for every client: the command line prints them as JSON and CSV, and builds its tables from them.
//!
//! Rows only serialize. Their fields are in the order of output, and their names are documented, so they never change.

mod diagnostics;
mod environments;
mod matches;
mod ratings;
mod standings;

use std::time::Duration;

use serde::ser::{Serialize, Serializer};
use serde_json::Number;
use tournament::{Games, Points};

pub use diagnostics::{DiagnosticRow, FileRow};
pub use environments::{EnvironmentRow, UnableRow};
pub use matches::MatchRow;
pub use ratings::{FitRow, RatingsRow, SurpriseRow};
pub use standings::{CrossRow, Standings, TableRow, TournamentRow};

/// A number with the decimals that people see. It serializes as a number; text that is not a number, such as `inf` or
/// an empty text, serializes as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal(String);

impl Decimal {
    /// Creates the number from its text.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text of the number, with all its decimals.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Rounds Elo points to one decimal, without a negative zero.
    #[must_use]
    pub fn elo(elo: f64) -> Self {
        Self(format!("{:.1}", crate::hill::history::tenths(elo)))
    }

    /// Writes a share from 0 to 1 with four decimals.
    #[must_use]
    pub fn share(share: f64) -> Self {
        Self(format!("{share:.4}"))
    }

    /// Writes thousandths with all three decimals.
    #[must_use]
    pub fn thousandths(thousandths: u64) -> Self {
        Self(format!("{}.{:03}", thousandths / 1000, thousandths % 1000))
    }
}

impl From<Games> for Decimal {
    fn from(games: Games) -> Self {
        Self(games.to_string())
    }
}

impl From<Points> for Decimal {
    fn from(points: Points) -> Self {
        Self(points.to_string())
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serde_json::from_str::<Number>(&self.0) {
            Ok(number) => number.serialize(serializer),
            Err(_) => self.0.serialize(serializer),
        }
    }
}

/// The values of a game's parameters. They serialize as an object in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters(pub Vec<(&'static str, u64)>);

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// Returns a time in whole microseconds, the unit of rows.
#[must_use]
pub fn micros(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_serialize_as_numbers_and_the_rest_as_text() {
        let json = |text: &str| serde_json::to_string(&Decimal::new(text.into())).unwrap();
        assert_eq!(["12", "20.0", "-0.5", "1.500"].map(json), ["12", "20.0", "-0.5", "1.5"]);
        assert_eq!(["", "inf", "x"].map(json), ["\"\"", "\"inf\"", "\"x\""]);
    }

    #[test]
    fn parameters_keep_their_order() {
        let parameters = Parameters(vec![("size", 3), ("first", 1)]);
        assert_eq!(serde_json::to_string(&parameters).unwrap(), r#"{"size":3,"first":1}"#);
    }
}
