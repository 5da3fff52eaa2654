//! Names of accounts.

use std::fmt;

/// The maximum length of a name, in characters.
const MAX_CHARS: usize = 32;

/// Names that could be mistaken for the site itself.
const RESERVED: [&str; 8] = ["admin", "administrator", "bout", "host", "moderator", "root", "site", "system"];

/// The prefix of the placeholder names of deleted accounts.
pub(crate) const DELETED: &str = "deleted-";

/// The name of an account: 2 to 32 letters from A to Z, digits, `-` and `_`, the first a letter or a digit.
///
/// Letters of other alphabets are not allowed, because some look like Latin ones: nobody can choose a name
/// that looks like somebody else's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountName(String);

/// Why a text is not a valid name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    /// It has characters that are not allowed, or too few or too many.
    #[error(
        "a name has 2 to {MAX_CHARS} characters: letters from A to Z, digits, - and _; the first is a letter or a digit"
    )]
    Characters,
    /// It is reserved for the site.
    #[error("the name {0:?} is reserved; please choose another one")]
    Reserved(String),
}

impl AccountName {
    /// Reads a name. Spaces around it are ignored.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        let text = text.trim();
        let allowed = |one: char| one.is_ascii_alphanumeric() || one == '-' || one == '_';
        let begins = text.starts_with(|one: char| one.is_ascii_alphanumeric());
        if !(2..=MAX_CHARS).contains(&text.len()) || !text.chars().all(allowed) || !begins {
            return Err(InvalidName::Characters);
        }
        let lower = text.to_ascii_lowercase();
        if RESERVED.contains(&lower.as_str()) || lower.starts_with(DELETED) {
            return Err(InvalidName::Reserved(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["ab", "Anna_B-2", "0x", &"a".repeat(32), " anna "] {
            assert_eq!(AccountName::new(good).unwrap().as_str(), good.trim());
        }
        for bad in ["", "a", &"a".repeat(33), "-a", "a b", "аnna", "a\nb", "a<b", "a/b", "ab\u{202e}"] {
            assert_eq!(AccountName::new(bad), Err(InvalidName::Characters), "{bad:?}");
        }
        for taken in ["admin", "ROOT", "Deleted-3"] {
            assert_eq!(AccountName::new(taken), Err(InvalidName::Reserved(taken.into())));
        }
    }
}
