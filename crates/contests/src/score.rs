//! How scores of pairs are determined.

use serde::{Deserialize, Serialize};

/// How the score of a pair is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreKind {
    /// Exact if playing every setup of a pair should take less than a second in each order, otherwise sampled.
    Auto,
    /// From every setup, in both orders, however long it takes.
    Exact,
    /// From randomly drawn setups.
    Sampled,
}

impl ScoreKind {
    /// Returns the name used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Sampled => "sampled",
        }
    }
}
