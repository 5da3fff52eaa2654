//! Passwords: hashed with argon2id, never stored as text.

use std::fmt;

use crate::AccountsError;

/// The minimum length of a password, in characters. What protects is length, not special characters (NIST SP
/// 800-63B).
pub const MIN_PASSWORD_CHARS: usize = 10;

/// The maximum length of a password, in bytes.
pub const MAX_PASSWORD_BYTES: usize = 1024;

/// A password as somebody typed it.
#[derive(Clone)]
pub struct Password(String);

/// Why a password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPassword {
    /// It is easily guessed.
    #[error("a password has at least {MIN_PASSWORD_CHARS} characters")]
    TooShort,
    /// It is longer than the site is willing to hash.
    #[error("a password has at most {MAX_PASSWORD_BYTES} bytes")]
    TooLong,
    /// It is the same character again and again, or the name of the account.
    #[error("this password is easily guessed; please choose another one")]
    Guessable,
}

impl Password {
    /// Checks a new password for an account with this name.
    pub fn choose(text: &str, name: &str) -> Result<Self, InvalidPassword> {
        let chars = text.chars().count();
        let first = text.chars().next();
        if chars < MIN_PASSWORD_CHARS {
            Err(InvalidPassword::TooShort)
        } else if text.len() > MAX_PASSWORD_BYTES {
            Err(InvalidPassword::TooLong)
        } else if text.chars().all(|one| Some(one) == first) || text.eq_ignore_ascii_case(name) {
            Err(InvalidPassword::Guessable)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// Takes what somebody typed to sign in. A password that is too long is replaced by an empty one, which
    /// is cheap to hash and belongs to no account either.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        Self(if text.len() > MAX_PASSWORD_BYTES { String::new() } else { text.to_owned() })
    }

    /// Returns the hash that the database stores. This takes time and 19 MiB of memory on purpose, to slow
    /// down guessing.
    pub(crate) fn hash(&self) -> String {
        password_auth::generate_hash(&self.0)
    }

    /// Returns true if this password has this hash.
    pub(crate) fn has(&self, hash: &str) -> Result<bool, AccountsError> {
        match password_auth::verify_password(&self.0, hash) {
            Ok(()) => Ok(true),
            Err(password_auth::VerifyError::PasswordInvalid) => Ok(false),
            Err(error) => Err(AccountsError::Hash(error.to_string())),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_long_and_not_guessed_at_once() {
        assert!(Password::choose("correct horse", "anna").is_ok());
        assert_eq!(Password::choose("ninechars", "anna").err(), Some(InvalidPassword::TooShort));
        assert_eq!(Password::choose(&"ä".repeat(600), "anna").err(), Some(InvalidPassword::TooLong));
        assert_eq!(Password::choose("aaaaaaaaaaaa", "anna").err(), Some(InvalidPassword::Guessable));
        assert_eq!(Password::choose("Anna-anna-1", "anna-anna-1").err(), Some(InvalidPassword::Guessable));
        assert!(!format!("{:?}", Password::typed("geheim")).contains("geheim"));
    }

    #[test]
    fn a_hash_is_argon2id_and_fits_its_password_only() {
        let password = Password::typed("correct horse");
        let hash = password.hash();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert_ne!(hash, password.hash(), "each hash has its own salt");
        assert!(password.has(&hash).unwrap());
        assert!(!Password::typed("correct horsf").has(&hash).unwrap());
        assert!(password.has("nonsense").is_err());
    }
}
