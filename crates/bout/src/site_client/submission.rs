//! Submissions, as a site describes them.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::SiteError;

/// What a submission is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SubmissionMode {
    /// The program enters the hill if it is good enough.
    Enter,
    /// The site only reports how the program would do.
    Test,
}

/// A program to submit.
#[derive(Debug, Clone)]
pub(crate) struct NewSubmission {
    pub(crate) hill: String,
    /// The name of its file on the hill.
    pub(crate) file: String,
    pub(crate) source: Vec<u8>,
    pub(crate) mode: SubmissionMode,
    pub(crate) is_secret: bool,
    /// Distinguishes this submission from one of an identical program at another time.
    pub(crate) key: String,
}

impl NewSubmission {
    /// Returns the key by which the site recognises a repeated request for this submission.
    pub(super) fn idempotency_key(&self) -> String {
        let mode: &[u8] = if self.mode == SubmissionMode::Enter { b"enter" } else { b"test" };
        let secret: &[u8] = if self.is_secret { b"secret" } else { b"open" };
        let mut all = blake3::Hasher::new();
        for part in
            [self.hill.as_bytes(), self.file.as_bytes(), &self.source, mode, secret, self.key.as_bytes()]
        {
            all.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        all.finalize().to_hex().to_string()
    }
}

/// Returns a random key.
pub(crate) fn random_key() -> Result<String, SiteError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| SiteError::File(format!("this machine gives no random bytes: {error}")))?;
    let mut text = String::new();
    for byte in bytes {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// The state of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SubmissionState {
    Queued,
    Playing,
    Entered,
    NotGoodEnough,
    Tested,
    Known,
    Refused,
    Failed,
    Withdrawn,
    /// A state that only newer versions know.
    #[serde(other)]
    Unknown,
}

impl SubmissionState {
    /// Returns true if the state will not change any more.
    pub(crate) fn is_final(self) -> bool {
        !matches!(self, Self::Queued | Self::Playing | Self::Unknown)
    }
}

/// An opponent that the program did badly against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct WorstOpponent {
    pub(crate) opponent: String,
    /// The share of the points, from 0 to 1.
    pub(crate) score: f64,
}

/// A submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Submission {
    pub(crate) id: String,
    pub(crate) hill: String,
    pub(crate) file: String,
    pub(crate) author: Option<String>,
    pub(crate) mode: SubmissionMode,
    #[serde(default)]
    pub(crate) secret: bool,
    pub(crate) state: SubmissionState,
    pub(crate) place: Option<u64>,
    pub(crate) waits_for: Option<String>,
    pub(crate) games_done: Option<u64>,
    pub(crate) games_total: Option<u64>,
    pub(crate) rank: Option<u64>,
    pub(crate) of: Option<u64>,
    pub(crate) elo: Option<f64>,
    #[serde(default)]
    pub(crate) pushed_off: Vec<String>,
    #[serde(default)]
    pub(crate) worst: Vec<WorstOpponent>,
    pub(crate) why: Option<String>,
    pub(crate) program: Option<String>,
    pub(crate) submitted: Option<String>,
    pub(crate) finished: Option<String>,
}

impl Submission {
    /// Returns true if the id can be put into a URL without encoding.
    pub(super) fn has_plain_id(&self) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (1..=100).contains(&self.id.len()) && self.id.bytes().all(is_plain)
    }
}

impl fmt::Display for SubmissionMode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Enter => "enter",
            Self::Test => "test",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_depends_on_all_that_is_submitted() {
        let first = NewSubmission {
            hill: "ab".into(),
            file: "c".into(),
            source: b"source".to_vec(),
            mode: SubmissionMode::Enter,
            is_secret: false,
            key: "1".into(),
        };
        let others = [
            NewSubmission { hill: "a".into(), file: "bc".into(), ..first.clone() },
            NewSubmission { source: b"other".to_vec(), ..first.clone() },
            NewSubmission { mode: SubmissionMode::Test, ..first.clone() },
            NewSubmission { is_secret: true, ..first.clone() },
            NewSubmission { key: "2".into(), ..first.clone() },
        ];
        let key = first.idempotency_key();
        assert_eq!(key, first.clone().idempotency_key());
        assert!((1..=200).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()));
        for other in others {
            assert_ne!(key, other.idempotency_key(), "{other:?}");
        }
    }
}
