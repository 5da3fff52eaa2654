//! Secrets: random, shown once, stored as hashes.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;

use crate::AccountsError;

/// The random bytes of a secret: more than anybody can guess.
const BYTES: usize = 32;

/// The context that separates hashes of secrets from other hashes.
const CONTEXT: &str = "bout 2026-11-23 secret of a member of a site";

/// A secret of 256 random bits, as text of 43 letters, digits, `-` and `_`.
///
/// A fast hash is enough for it: unlike a password, it cannot be guessed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Draws a secret.
    pub fn draw() -> Result<Self, AccountsError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(AccountsError::NoRandomness)?;
        Ok(Self(BASE64URL_NOPAD.encode(&bytes)))
    }

    /// Reads a secret from a client; `None` if the text does not have the form of a secret.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        (bytes.len() == BYTES).then(|| Self(text.to_owned()))
    }

    /// Returns its text. Show it only to its owner.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the hash that the database stores.
    pub(crate) fn hash(&self) -> [u8; 32] {
        blake3::derive_key(CONTEXT, self.0.as_bytes())
    }

    /// Returns a proof for one purpose, which can only be computed from this secret. Forms contain it as
    /// protection against cross-site request forgery.
    #[must_use]
    pub fn proof(&self, purpose: &str) -> String {
        let key = blake3::derive_key("bout 2026-11-23 key for proofs of a session", self.0.as_bytes());
        BASE64URL_NOPAD.encode(blake3::keyed_hash(&key, purpose.as_bytes()).as_bytes())
    }

    /// Returns true if `shown` is the proof for this purpose. The time that this takes reveals nothing about
    /// the proof.
    #[must_use]
    pub fn proves(&self, purpose: &str, shown: &str) -> bool {
        let key = blake3::derive_key("bout 2026-11-23 key for proofs of a session", self.0.as_bytes());
        let expected = blake3::keyed_hash(&key, purpose.as_bytes());
        let shown = BASE64URL_NOPAD.decode(shown.as_bytes()).ok();
        let shown: Option<[u8; 32]> = shown.and_then(|bytes| bytes.try_into().ok());
        // `blake3::Hash` compares in constant time.
        shown.is_some_and(|shown| expected == blake3::Hash::from_bytes(shown))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_drawn_and_nothing_else_is() {
        let secret = Secret::draw().unwrap();
        assert_eq!(Secret::read(secret.text()), Some(secret.clone()));
        assert_ne!(Secret::draw().unwrap(), secret);
        for wrong in ["", "short", "ä", &format!("{}A", secret.text()), &secret.text()[1..]] {
            assert_eq!(Secret::read(wrong), None, "{wrong}");
        }
        assert!(!format!("{secret:?}").contains(secret.text()));
    }

    #[test]
    fn a_proof_holds_for_its_purpose_and_secret_only() {
        let (one, two) = (Secret::draw().unwrap(), Secret::draw().unwrap());
        let proof = one.proof("form");
        assert!(one.proves("form", &proof));
        assert!(!one.proves("other", &proof));
        assert!(!two.proves("form", &proof));
        assert!(!one.proves("form", ""));
        assert!(!one.proves("form", &proof[1..]));
    }
}
