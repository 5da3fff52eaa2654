//! Requested setups: named lists of numbers that a game has not checked yet.

use std::collections::BTreeMap;

/// The setup that a user or a record requests: lists of numbers by name, such as
/// `start` and `robots`. Each game turns it into its own legal setup or says why it is not legal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedLists(BTreeMap<String, Vec<u64>>);

impl NamedLists {
    /// The list with this name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[u64]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Adds a list. It replaces a list with the same name.
    pub fn set(&mut self, name: impl Into<String>, numbers: Vec<u64>) {
        self.0.insert(name.into(), numbers);
    }

    /// Returns the lists with `name` set to `numbers`.
    #[must_use]
    pub fn with(mut self, name: &str, numbers: Vec<u64>) -> Self {
        self.set(name, numbers);
        self
    }

    /// All lists by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u64])> {
        self.0.iter().map(|(name, numbers)| (name.as_str(), numbers.as_slice()))
    }

    /// Whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The list `name` with exactly one number per seat, or the error that says what is missing.
    ///
    /// # Errors
    /// If the list is absent or has another length.
    pub fn one_a_seat(&self, name: &'static str, seats: usize) -> Result<&[u64], SetupError> {
        let numbers = self.get(name).ok_or(SetupError::Missing { name, seats })?;
        if numbers.len() == seats {
            Ok(numbers)
        } else {
            Err(SetupError::Length { name, expected: seats, found: numbers.len() })
        }
    }

    /// Checks that every list has a name that the game knows.
    ///
    /// # Errors
    /// If there is another list. The error names the first one.
    pub fn only(&self, known: &'static [&'static str]) -> Result<(), SetupError> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(SetupError::Unknown { name: name.clone(), known }),
        }
    }
}

/// Why a requested setup is not legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A list is missing.
    #[error("the setup lacks `{name}`: it needs a list of {seats}")]
    Missing {
        /// The list.
        name: &'static str,
        /// How many numbers it needs.
        seats: usize,
    },
    /// A list has the wrong length.
    #[error("`{name}` has {found} {}, but needs {expected}", number_or_numbers(*found))]
    Length {
        /// The list.
        name: &'static str,
        /// How many numbers it needs.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// The game has no list with this name.
    #[error("this game's setups have no `{name}`; they have: {}", known.join(", "))]
    Unknown {
        /// The list.
        name: String,
        /// The lists that there are.
        known: &'static [&'static str],
    },
    /// A number is too large.
    #[error("`{name}` of program {seat} is {value}, but must be at most {max} ({why})")]
    TooLarge {
        /// The list.
        name: &'static str,
        /// The seat of the program, from 0.
        seat: usize,
        /// The number.
        value: u64,
        /// The largest that is legal.
        max: u64,
        /// The ruling or rule behind it.
        why: &'static str,
    },
    /// Two programs overlap.
    #[error("programs {first} and {second} overlap at {at} ({why})")]
    Overlap {
        /// The one that starts first.
        first: usize,
        /// The other.
        second: usize,
        /// The first place that both programs would cover.
        at: u64,
        /// The ruling or rule behind it.
        why: &'static str,
    },
}

fn number_or_numbers(count: usize) -> &'static str {
    if count == 1 { "number" } else { "numbers" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_another_length_has_one_number_or_several() {
        let said = |found| SetupError::Length { name: "start", expected: 2, found }.to_string();
        assert_eq!(said(0), "`start` has 0 numbers, but needs 2");
        assert_eq!(said(1), "`start` has 1 number, but needs 2");
        assert_eq!(said(3), "`start` has 3 numbers, but needs 2");
    }
}
