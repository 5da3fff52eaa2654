//! A game's parameters: their names, their ranges, and their values in one lineup.

/// One parameter of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its key, as in `--rules key=value`.
    pub key: &'static str,
    /// What it means, with its unit, in one line.
    pub help: &'static str,
    /// The default. It is in words if it depends on the number of players.
    pub default: &'static str,
    /// The range, in words.
    pub range: &'static str,
}

/// Parameters by key, as a user or a record gave them. Each game checks them and fills in its
/// defaults.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules(Vec<(String, u64)>);

impl Rules {
    /// No parameters are given: each has its default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads `key=value` pairs as on the command line.
    ///
    /// # Errors
    /// If a pair has no `=`, a value is not a whole number, or a key is given twice.
    pub fn parse<S: AsRef<str>>(pairs: &[S]) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for pair in pairs {
            let pair = pair.as_ref();
            let (key, value) = pair.split_once('=').ok_or_else(|| RulesError::Form { pair: pair.into() })?;
            let number =
                value.parse().map_err(|_| RulesError::NoNumber { key: key.into(), value: value.into() })?;
            rules.add(key, number)?;
        }
        Ok(rules)
    }

    /// Adds one parameter.
    ///
    /// # Errors
    /// If the key was added before.
    pub fn add(&mut self, key: &str, value: u64) -> Result<(), RulesError> {
        if self.get(key).is_some() {
            return Err(RulesError::Twice { key: key.into() });
        }
        self.0.push((key.into(), value));
        Ok(())
    }

    /// The value of `key`, if it was given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| *value)
    }

    /// All parameters that were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(key, value)| (key.as_str(), *value))
    }

    /// Checks that every key is one of `known`.
    ///
    /// # Errors
    /// If a key is not. The error names the first one.
    pub fn only(&self, known: &'static [Parameter]) -> Result<(), RulesError> {
        match self.iter().find(|(key, _)| !known.iter().any(|parameter| parameter.key == *key)) {
            None => Ok(()),
            Some((key, _)) => Err(RulesError::Unknown {
                key: key.into(),
                known: known.iter().map(|parameter| parameter.key).collect(),
            }),
        }
    }

    /// The value of a parameter, or `default`, if it lies in `min..=max`.
    ///
    /// # Errors
    /// If it lies outside that range.
    pub fn value(&self, parameter: &Parameter, default: u64, min: u64, max: u64) -> Result<u64, RulesError> {
        let key = parameter.key;
        let value = self.get(key).unwrap_or(default);
        if (min..=max).contains(&value) { Ok(value) } else { Err(RulesError::Range { key, value, min, max }) }
    }
}

/// Why parameters are not legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Not of the form `key=value`.
    #[error("`{pair}` is not of the form key=value")]
    Form {
        /// What was given.
        pair: String,
    },
    /// The value is not a number.
    #[error("`{key}` is `{value}`, but must be a whole number from 0 to 18446744073709551615")]
    NoNumber {
        /// The parameter.
        key: String,
        /// What was given.
        value: String,
    },
    /// Given twice.
    #[error("`{key}` is given twice")]
    Twice {
        /// The parameter.
        key: String,
    },
    /// No such parameter.
    #[error("this game has no parameter `{key}`; it has: {}", known.join(", "))]
    Unknown {
        /// What was given.
        key: String,
        /// The parameters that there are.
        known: Vec<&'static str>,
    },
    /// Out of range.
    #[error("`{key}` is {value}, but must be from {min} to {max}")]
    Range {
        /// The parameter.
        key: &'static str,
        /// What was given.
        value: u64,
        /// The smallest legal value.
        min: u64,
        /// The largest legal value.
        max: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_pairs_are_named() {
        assert_eq!(Rules::parse(&["x"]), Err(RulesError::Form { pair: "x".into() }));
        assert!(matches!(Rules::parse(&["x=-1"]), Err(RulesError::NoNumber { .. })));
        assert!(matches!(Rules::parse(&["x=1", "x=2"]), Err(RulesError::Twice { .. })));
    }
}
