//! Checksums of the lines of an export, and of the whole.
//!
//! They guard against accidents, not against forgery. A line ends in `,"sum":"…"}`: the first 16 bytes of the blake3 hash of
//! everything before that, in 32 hexadecimal digits. So it is still a line of JSON, and the hash covers the bytes in the
//! file, not somebody's interpretation of them.

use game::Digest;

const BEFORE: &[u8] = b",\"sum\":\"";
const AFTER: &[u8] = b"\"}";
const DIGITS: usize = 32;

/// Adds the checksum and the line end to a line of JSON, which is an object.
pub(crate) fn sealed(mut line: Vec<u8>) -> Vec<u8> {
    line.pop();
    let sum = sum(&line);
    line.extend_from_slice(BEFORE);
    line.extend_from_slice(sum.as_bytes());
    line.extend_from_slice(AFTER);
    line.push(b'\n');
    line
}

/// Returns the line of JSON without its checksum, or what is wrong with the checksum. `line` has no line end.
pub(crate) fn opened(line: &[u8]) -> Result<Vec<u8>, String> {
    let missing = || "it has no checksum at its end, as lines of this version have".to_owned();
    let rest = line.strip_suffix(AFTER).ok_or_else(missing)?;
    let (rest, digits) = rest.split_at_checked(rest.len().wrapping_sub(DIGITS)).ok_or_else(missing)?;
    let content = rest.strip_suffix(BEFORE).ok_or_else(missing)?;
    if digits == sum(content).as_bytes() {
        Ok([content, b"}"].concat())
    } else {
        Err("it is damaged: its checksum is another".into())
    }
}

fn sum(bytes: &[u8]) -> String {
    let mut digits = Digest::of(bytes).to_string();
    digits.truncate(DIGITS);
    digits
}

/// The checksum of a whole export, computed line by line.
#[derive(Debug, Default)]
pub(crate) struct Whole(Option<Digest>);

impl Whole {
    /// Adds a line with its end.
    pub(crate) fn add(&mut self, line: &[u8]) {
        let line = Digest::of(line);
        let before = self.0.map_or(Vec::new(), |digest| digest.as_bytes().to_vec());
        self.0 = Some(Digest::of(&[&before, line.as_bytes().as_slice()].concat()));
    }

    /// The checksum of all lines so far.
    pub(crate) fn sum(&self) -> String {
        self.0.map_or_else(String::new, |digest| digest.to_string())
    }
}
