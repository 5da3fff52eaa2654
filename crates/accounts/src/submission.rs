//! Submissions: programs that were handed in, from the queue to the result.

mod lifecycle;
mod submit;

use database::sql::{FromValue, Optional as _, Row, Sql, SqlError, ToValue, ValueRef, params};
use serde::{Deserialize, Serialize};

use crate::{AccountId, Accounts, AccountsError};

pub use submit::{NewSubmission, SubmitOutcome};

/// The number of a submission, in order of arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubmissionId(pub(crate) i64);

impl SubmissionId {
    /// Returns it as text, which clients send back to ask for the next page of a list.
    #[must_use]
    pub fn to_text(self) -> String {
        self.0.to_string()
    }

    /// Reads its text.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl FromValue for SubmissionId {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        i64::from_value(value).map(Self)
    }
}

impl ToValue for SubmissionId {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        self.0.to_value()
    }
}

/// What a submission is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// To enter the hill.
    Enter,
    /// To see how it would do, without changing the hill.
    Test,
}

/// The state of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmissionState {
    /// It waits in the queue.
    Queued,
    /// It is being checked and played.
    Playing,
    /// It is on the hill.
    Entered,
    /// It was played, and is not good enough for the hill.
    NotGoodEnough,
    /// It was played without changing the hill.
    Tested,
    /// An identical program is on the hill already.
    Known,
    /// It is not a program that can play here.
    Refused,
    /// The site could not play it. Nothing is held against the program.
    Failed,
    /// It left the queue unplayed: its author withdrew it, or the account was banned, excluded from the hill
    /// or deleted.
    Withdrawn,
}

impl SubmissionState {
    /// Returns true if nothing more will happen.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Self::Queued | Self::Playing)
    }

    /// Returns its name in the database and the interface.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Playing => "playing",
            Self::Entered => "entered",
            Self::NotGoodEnough => "not-good-enough",
            Self::Tested => "tested",
            Self::Known => "known",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// The result of a submission's matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its file on the hill.
    pub program: String,
    /// True if it is good enough.
    pub is_in: bool,
    /// Its rank.
    pub rank: usize,
    /// The number of programs on the hill afterwards.
    pub of: usize,
    /// The files of the programs that leave.
    pub pushed_off: Vec<String>,
    /// The opponents against which it did worst.
    pub worst: Vec<WorstOpponent>,
}

/// An opponent, and the share of the points that a submission got against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorstOpponent {
    /// Its file on the hill.
    pub opponent: String,
    /// The score in thousandths.
    pub score_thousandths: u32,
}

/// A submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its number.
    pub id: SubmissionId,
    /// Its name in addresses, which cannot be guessed.
    pub public: String,
    /// Its author.
    pub account: Option<AccountId>,
    /// The author's name.
    pub author: Option<String>,
    /// The hill.
    pub hill: String,
    /// The name of the file, as its author gave it.
    pub given: String,
    /// Its file on the hill, or the one that it would have there.
    pub file: String,
    /// What it is for.
    pub mode: Mode,
    /// True if only its author may read it.
    pub is_secret: bool,
    /// Its state.
    pub state: SubmissionState,
    /// The result of its matches.
    pub outcome: Option<Outcome>,
    /// Why it was refused or failed.
    pub why: Option<String>,
    /// When it came, in seconds since 1970.
    pub submitted_s: u64,
    /// When it reached a final state, in seconds since 1970.
    pub finished_s: Option<u64>,
}

const COLUMNS: &str =
    "submissions.id, public, account, accounts.name, hill, given, file, mode, secret, state,
                       outcome, why, submitted, finished";

const FROM: &str = "FROM submissions LEFT JOIN accounts ON accounts.id = account";

impl Submission {
    fn of(row: &Row) -> Result<Self, SqlError> {
        Ok(Self {
            id: row.get(0)?,
            public: row.get(1)?,
            account: row.get(2)?,
            author: row.get(3)?,
            hill: row.get(4)?,
            given: row.get(5)?,
            file: row.get(6)?,
            mode: word(row, 7)?,
            is_secret: row.get(8)?,
            state: word(row, 9)?,
            outcome: row.get::<Option<String>>(10)?.and_then(|text| serde_json::from_str(&text).ok()),
            why: row.get(11)?,
            submitted_s: row.get(12)?,
            finished_s: row.get(13)?,
        })
    }
}

/// Reads an enum from the name of its variant.
fn word<T: serde::de::DeserializeOwned>(row: &Row, column: usize) -> Result<T, SqlError> {
    let text: String = row.get(column)?;
    serde_json::from_value(serde_json::Value::String(text)).map_err(|error| {
        let _: serde_json::Error = error;
        SqlError::Unexpected("a known word")
    })
}

impl Accounts {
    /// Returns a submission by its name in addresses.
    pub fn submission(&self, public: &str) -> Result<Option<Submission>, AccountsError> {
        self.read(|database| by_public(database, public))
    }

    /// Returns finished submissions whose results have not been processed for the news. Leaves out the
    /// examples of the site, which have no author.
    pub fn untold_submissions(&self, limit: usize) -> Result<Vec<Submission>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {COLUMNS} {FROM} WHERE told = 0 AND finished IS NOT NULL AND account IS NOT NULL
                 ORDER BY submissions.id LIMIT ?"
            );
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            database.query_all(&query, [limit], Submission::of)
        })
    }

    /// Returns the source of a submission. It is empty if it was deleted because of its age, or with its
    /// author's account. A submission that is being played still has its source.
    pub fn source(&self, id: SubmissionId) -> Result<Vec<u8>, AccountsError> {
        self.read(|database| {
            database.query_row("SELECT source FROM submissions WHERE id = ?", [id], |row| row.get(0))
        })
    }

    /// Returns the submissions of an account, the newest first: only those for `hill` and only those before
    /// `before`, if these are given.
    pub fn submissions_of(
        &self,
        account: AccountId,
        hill: Option<&str>,
        before: Option<SubmissionId>,
        limit: usize,
    ) -> Result<Vec<Submission>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {COLUMNS} {FROM} WHERE account = ?1 AND (CAST(?2 AS TEXT) IS NULL OR hill = ?2)
                 AND (CAST(?3 AS BIGINT) IS NULL OR submissions.id < ?3) ORDER BY submissions.id DESC LIMIT ?4"
            );
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            database.query_all(&query, params![account, hill, before, limit], Submission::of)
        })
    }
}

fn by_public(database: &Sql<'_>, public: &str) -> Result<Option<Submission>, SqlError> {
    let query = format!("SELECT {COLUMNS} {FROM} WHERE public = ?");
    database.query_row(&query, [public], Submission::of).optional()
}
