//! Identity by content: canonical bytes and their blake3 hash.

use std::fmt;

/// The blake3 hash of canonical bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The hash of plain bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(blake3::hash(bytes).into())
    }

    /// Reads 64 hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text).ok().map(|hash| Self(hash.into()))
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digest with these 32 bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The first 8 bytes as a number, least significant first.
    ///
    /// # Panics
    /// Never: a digest has 32 bytes.
    #[must_use]
    pub fn first_u64(&self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().expect("8 of 32 bytes"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&blake3::Hash::from(self.0).to_hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Digest({self})")
    }
}

/// Builds canonical bytes: a row of labelled fields. Each field is unambiguous, so two different contents never give
/// the same bytes.
///
/// A field consists of its label's length in one byte, the label, the content's length in 8 bytes (least significant
/// first), and the content. Numbers are 8 bytes, least significant first.
#[derive(Debug, Clone)]
pub struct Canonical(blake3::Hasher);

impl Canonical {
    /// Starts the bytes of a kind of content, such as `match`. Different kinds never give the same hash.
    #[must_use]
    pub fn new(kind: &str) -> Self {
        let mut canonical = Self(blake3::Hasher::new());
        canonical.bytes("bout", kind.as_bytes());
        canonical
    }

    /// Adds bytes.
    ///
    /// # Panics
    /// If the label is longer than 255 bytes.
    pub fn bytes(&mut self, label: &str, content: &[u8]) {
        let label_length = u8::try_from(label.len()).expect("labels are short");
        self.0.update(&[label_length]);
        self.0.update(label.as_bytes());
        self.0.update(&(content.len() as u64).to_le_bytes());
        self.0.update(content);
    }

    /// Adds text.
    pub fn text(&mut self, label: &str, content: &str) {
        self.bytes(label, content.as_bytes());
    }

    /// Adds one number.
    pub fn number(&mut self, label: &str, content: u64) {
        self.bytes(label, &content.to_le_bytes());
    }

    /// Adds a list of numbers.
    pub fn numbers(&mut self, label: &str, content: &[u64]) {
        let bytes: Vec<u8> = content.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.bytes(label, &bytes);
    }

    /// The hash of everything added.
    #[must_use]
    pub fn finish(&self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a small content, written out by hand from the description above.
    #[test]
    fn canonical_bytes_are_as_described() {
        let mut canonical = Canonical::new("test");
        canonical.number("n", 258);
        canonical.text("t", "ab");
        let by_hand = b"\x04bout\x04\0\0\0\0\0\0\0test\x01n\x08\0\0\0\0\0\0\0\x02\x01\0\0\0\0\0\0\x01t\x02\0\0\0\0\0\0\0ab";
        assert_eq!(canonical.finish(), Digest::of(by_hand));
    }

    #[test]
    fn hex_is_read_back() {
        let digest = Digest::of(b"x");
        assert_eq!(Digest::from_hex(&digest.to_string()), Some(digest));
        assert_eq!(Digest::from_hex("00"), None);
    }
}
