//! Submissions: programs that were handed in, from the queue to the result.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use database::sql::{FromValue, Optional as _, Row, Sql, SqlError, ToValue, ValueRef, params};
use game::{Canonical, Digest};
use serde::{Deserialize, Serialize};

use crate::database::ChangeError;
use crate::usage::used_up;
use crate::{AccountId, Accounts, AccountsError, Waiting, in_order};

/// The most times that a submission is begun. A submission that ends so many workers is set aside.
const MAX_ATTEMPTS: u64 = 3;

/// The number of a submission, in the order in which they came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubmissionId(pub(crate) i64);

impl SubmissionId {
    /// Returns its text, for lists that continue after it.
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
    /// To see what would become of it.
    Test,
}

/// How far a submission is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmissionState {
    /// It waits.
    Queued,
    /// It is checked and played.
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
    /// Its author took it back.
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

/// What the matches of a submission came to.
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
    /// The opponents that it did worst against.
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

/// A program that is handed in.
#[derive(Debug, Clone)]
pub struct NewSubmission<'a> {
    /// The author.
    pub account: AccountId,
    /// The hill.
    pub hill: &'a str,
    /// The name of the file, as its author gives it.
    pub given: &'a str,
    /// The source.
    pub source: &'a [u8],
    /// What it is for.
    pub mode: Mode,
    /// True if only its author may read it.
    pub is_secret: bool,
    /// A key by which a request that is repeated is recognised.
    pub idempotency_key: Option<&'a str>,
    /// The files that are on the hill, or were.
    pub known_files: &'a [String],
    /// The files that are on the hill.
    pub present_files: &'a [String],
    /// The most programs of an author on the hill.
    pub max_programs: u64,
    /// The most programs of an author that wait.
    pub max_waiting: u64,
}

/// What became of a program that was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    /// It waits.
    New(Submission),
    /// An identical request came before, with this submission.
    Known(Submission),
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
    /// The file on the hill that it is or would be.
    pub file: String,
    /// What it is for.
    pub mode: Mode,
    /// True if only its author may read it.
    pub is_secret: bool,
    /// How far it is.
    pub state: SubmissionState,
    /// What its matches came to.
    pub outcome: Option<Outcome>,
    /// Why it was refused or failed.
    pub why: Option<String>,
    /// When it came, in seconds since 1970.
    pub submitted_s: u64,
    /// When its last state was reached.
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

/// Reads a word of an enumeration.
fn word<T: serde::de::DeserializeOwned>(row: &Row, column: usize) -> Result<T, SqlError> {
    let text: String = row.get(column)?;
    serde_json::from_value(serde_json::Value::String(text)).map_err(|error| {
        let _: serde_json::Error = error;
        SqlError::Unexpected("a known word")
    })
}

impl Accounts {
    /// Puts a program into the queue of its hill, and reserves its file name for its author.
    pub fn submit(&self, new: &NewSubmission<'_>, now_s: u64) -> Result<Handed, AccountsError> {
        let request = identity(new);
        self.change(|transaction| {
            if let Some(known) = same_request(transaction, new)? {
                let (submission, theirs) = known;
                return if theirs == request.as_bytes()[..] {
                    Ok(Handed::Known(submission))
                } else {
                    Err(AccountsError::KeyReused.into())
                };
            }
            keep_limits(transaction, new)?;
            let file = file_name(transaction, new)?;
            let public = public_name()?;
            transaction.execute(
                "INSERT INTO submissions (public, account, hill, given, file, source, mode, secret, state,
                                          idempotency_key, request, submitted)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?)",
                params![
                    public,
                    new.account,
                    new.hill,
                    new.given,
                    file,
                    new.source,
                    mode_word(new.mode),
                    new.is_secret,
                    new.idempotency_key,
                    request.as_bytes(),
                    now_s
                ],
            )?;
            Ok(Handed::New(by_public(transaction, &public)?.ok_or(AccountsError::NoAccount)?))
        })
    }

    /// Puts the examples of a new hill into its queue, instead of those that wait there already.
    pub fn submit_examples(
        &self,
        hill: &str,
        examples: &[(String, &[u8])],
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "DELETE FROM submissions WHERE hill = ? AND account IS NULL AND state = 'queued'",
                [hill],
            )?;
            for (file, source) in examples {
                transaction.execute(
                    "INSERT INTO submissions (public, hill, given, file, source, mode, secret, state, request, submitted)
                     VALUES (?1, ?2, ?3, ?3, ?4, 'enter', 0, 'queued', ?5, ?6)",
                    params![public_name()?, hill, file, source, Digest::of(source).as_bytes(), now_s],
                )?;
            }
            Ok(())
        })
    }

    /// Returns a submission by its name in addresses.
    pub fn submission(&self, public: &str) -> Result<Option<Submission>, AccountsError> {
        self.read(|database| by_public(database, public))
    }

    /// Returns submissions of accounts that are over, and whose result was not looked at.
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

    /// Returns the source of a submission; empty if its author deleted the account.
    pub fn source(&self, id: SubmissionId) -> Result<Vec<u8>, AccountsError> {
        self.read(|database| {
            database.query_row("SELECT source FROM submissions WHERE id = ?", [id], |row| row.get(0))
        })
    }

    /// Returns submissions of an account that came before another one, the newest first.
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

    /// Returns the order in which the submissions that wait for a hill will be played, as it is now.
    pub fn queue(&self, hill: &str) -> Result<Vec<Waiting>, AccountsError> {
        self.read(|database| queue(database, hill))
    }

    /// Returns the number of submissions of each hill that wait or are played.
    pub fn unfinished(&self) -> Result<BTreeMap<String, u64>, AccountsError> {
        self.read(|database| {
            let query =
                "SELECT hill, count(*) FROM submissions WHERE state IN ('queued', 'playing') GROUP BY hill";
            database.query_all(query, (), |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Returns how many submissions of each hill wait or are played, and when the oldest of them came, in seconds since 1970.
    pub fn waiting_by_hill(&self) -> Result<BTreeMap<String, (u64, u64)>, AccountsError> {
        self.read(|database| {
            let query = "SELECT hill, count(*), min(submitted) FROM submissions
                         WHERE state IN ('queued', 'playing') GROUP BY hill";
            let row = |row: &Row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)));
            database.query_all(query, (), row)
        })
    }

    /// Begins the next submission of a hill; one that was begun and not finished comes first. Those of authors who have used
    /// `most_ms` of processor time today wait. Nobody else may begin submissions of the same hill.
    pub fn begin_next(
        &self,
        hill: &str,
        most_ms: u64,
        now_s: u64,
    ) -> Result<Option<(Submission, Vec<u8>)>, AccountsError> {
        self.change(|transaction| {
            while let Some(id) = next(transaction, hill, &used_up(transaction, most_ms, now_s)?)? {
                let attempts: u64 = transaction.query_row(
                    "UPDATE submissions SET state = 'playing', attempts = attempts + 1,
                         began = coalesce(began, (SELECT coalesce(max(began), 0) + 1 FROM submissions))
                     WHERE id = ? RETURNING attempts",
                    [id],
                    |row| row.get(0),
                )?;
                if attempts > MAX_ATTEMPTS {
                    let why = "the site could not finish its matches; its hosts can look into it";
                    transaction.execute(
                        "UPDATE submissions SET state = 'failed', why = ?, finished = ? WHERE id = ?",
                        params![why, now_s, id],
                    )?;
                    continue;
                }
                let query = format!("SELECT {COLUMNS}, source {FROM} WHERE submissions.id = ?");
                let row = |row: &Row| Ok((Submission::of(row)?, row.get(14)?));
                return Ok(Some(transaction.query_row(&query, [id], row)?));
            }
            Ok(None)
        })
    }

    /// Puts a submission that was begun back into the queue, because the site stops or its worker failed for reasons of
    /// its own. This does not count as an attempt.
    pub fn put_back(&self, id: SubmissionId) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET attempts = attempts - 1 WHERE id = ? AND state = 'playing' AND attempts > 0",
                [id],
            )?;
            Ok(())
        })
    }

    /// Puts the submissions back that were being played when the site ended. To end is not an attempt: a site that is killed again
    /// and again sets none aside. Nobody may be playing at this time.
    pub fn put_all_back(&self) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET attempts = attempts - 1 WHERE state = 'playing' AND attempts > 0",
                (),
            )?;
            Ok(())
        })
    }

    /// Keeps what became of a submission.
    pub fn finish(
        &self,
        id: SubmissionId,
        state: SubmissionState,
        outcome: Option<&Outcome>,
        why: Option<&str>,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        let outcome = outcome.and_then(|outcome| serde_json::to_string(outcome).ok());
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET state = ?, outcome = ?, why = ?, finished = ? WHERE id = ? AND state = 'playing'",
                params![state.as_str(), outcome, why, now_s, id],
            )?;
            if state == SubmissionState::Entered {
                transaction.execute(
                    "UPDATE programs SET secret = submissions.secret FROM submissions
                     WHERE submissions.id = ? AND programs.hill = submissions.hill
                     AND nocase(programs.file) = nocase(submissions.file)",
                    [id],
                )?;
            }
            Ok(())
        })
    }

    /// Takes a submission back that waits.
    pub fn withdraw(&self, id: SubmissionId, now_s: u64) -> Result<(), AccountsError> {
        self.change(|transaction| {
            let changed = transaction.execute(
                "UPDATE submissions SET state = 'withdrawn', finished = ? WHERE id = ? AND state = 'queued'",
                params![now_s, id],
            )?;
            if changed == 1 { Ok(()) } else { Err(AccountsError::NotWaiting.into()) }
        })
    }
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Enter => "enter",
        Mode::Test => "test",
    }
}

/// Returns a hash of all that a request says.
fn identity(new: &NewSubmission<'_>) -> Digest {
    let mut all = Canonical::new("submission");
    all.text("hill", new.hill);
    all.text("file", new.given);
    all.text("mode", mode_word(new.mode));
    all.number("secret", u64::from(new.is_secret));
    all.bytes("source", new.source);
    all.finish()
}

/// Draws a name for addresses.
fn public_name() -> Result<String, AccountsError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(AccountsError::NoRandomness)?;
    Ok(HEXLOWER.encode(&bytes))
}

fn by_public(database: &Sql<'_>, public: &str) -> Result<Option<Submission>, SqlError> {
    let query = format!("SELECT {COLUMNS} {FROM} WHERE public = ?");
    database.query_row(&query, [public], Submission::of).optional()
}

/// Returns the submission of an earlier request with the same key, and the hash of that request.
fn same_request(
    database: &Sql<'_>,
    new: &NewSubmission<'_>,
) -> Result<Option<(Submission, Vec<u8>)>, SqlError> {
    let Some(key) = new.idempotency_key else { return Ok(None) };
    let query = format!("SELECT {COLUMNS}, request {FROM} WHERE account = ? AND idempotency_key = ?");
    let row = |row: &Row| Ok((Submission::of(row)?, row.get(14)?));
    database.query_row(&query, params![new.account, key], row).optional()
}

/// Refuses what exceeds the limits of an author.
fn keep_limits(database: &Sql<'_>, new: &NewSubmission<'_>) -> Result<(), ChangeError> {
    let waiting: u64 = database.query_row(
        "SELECT count(*) FROM submissions WHERE account = ? AND hill = ? AND state = 'queued'",
        params![new.account, new.hill],
        |row| row.get(0),
    )?;
    if waiting >= new.max_waiting {
        return Err(AccountsError::TooManyWaiting(waiting).into());
    }
    if new.mode == Mode::Test {
        return Ok(());
    }
    let query = "SELECT given, file FROM programs WHERE account = ?1 AND hill = ?2 ORDER BY given";
    let row = |row: &Row| Ok((row.get::<String>(0)?, row.get::<String>(1)?));
    let owned: Vec<(String, String)> = database.query_all(query, params![new.account, new.hill], row)?;
    let query = "SELECT DISTINCT given FROM submissions
                 WHERE account = ?1 AND hill = ?2 AND mode = 'enter' AND state IN ('queued', 'playing')";
    let coming: Vec<String> = database.query_all(query, params![new.account, new.hill], |row| row.get(0))?;
    let is_there =
        |(given, file): &&(String, String)| new.present_files.contains(file) || coming.contains(given);
    let files: Vec<String> = owned.iter().filter(is_there).map(|(given, _)| given.clone()).collect();
    if !files.iter().any(|file| file == new.given) && files.len() as u64 >= new.max_programs {
        return Err(AccountsError::TooManyPrograms { files }.into());
    }
    Ok(())
}

/// Returns the file that a program has on its hill: the one that its author has under this name, or a free one, which is
/// reserved if the program is to enter.
fn file_name(transaction: &Sql<'_>, new: &NewSubmission<'_>) -> Result<String, ChangeError> {
    let query = "SELECT file FROM programs WHERE hill = ? AND account = ? AND given = ?";
    let owned = transaction
        .query_row(query, params![new.hill, new.account, new.given], |row| row.get(0))
        .optional()?;
    if let Some(file) = owned {
        return Ok(file);
    }
    let (stem, ending) = new.given.rsplit_once('.').unwrap_or((new.given, ""));
    let dot = if ending.is_empty() { "" } else { "." };
    let numbered = (2..u32::MAX).map(|number| format!("{stem}-{number}{dot}{ending}"));
    // A hill has no two files whose names differ only in case, of whatever alphabet: some file systems cannot have them.
    let mut taken: BTreeSet<String> = new.known_files.iter().map(|known| known.to_lowercase()).collect();
    let owned: Vec<String> =
        transaction.query_all("SELECT file FROM programs WHERE hill = ?", [new.hill], |row| row.get(0))?;
    taken.extend(owned.iter().map(|file| file.to_lowercase()));
    for file in std::iter::once(new.given.to_owned()).chain(numbered) {
        if taken.contains(&file.to_lowercase()) {
            continue;
        }
        if new.mode == Mode::Enter {
            transaction.execute(
                "INSERT INTO programs (hill, file, given, account, secret) VALUES (?, ?, ?, ?, ?)",
                params![new.hill, file, new.given, new.account, new.is_secret],
            )?;
        }
        return Ok(file);
    }
    Err(AccountsError::FileTaken(new.given.to_owned()).into())
}

fn queue(database: &Sql<'_>, hill: &str) -> Result<Vec<Waiting>, SqlError> {
    let query = "SELECT id, account FROM submissions WHERE hill = ? AND state = 'queued' ORDER BY id";
    let row = |row: &Row| Ok(Waiting { id: row.get(0)?, author: row.get(1)? });
    let waiting: Vec<Waiting> = database.query_all(query, [hill], row)?;
    let query = "SELECT account, max(began) FROM submissions
                 WHERE hill = ? AND began IS NOT NULL GROUP BY account";
    let last_turn: BTreeMap<Option<AccountId>, u64> =
        database.query_all(query, [hill], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(in_order(&waiting, &last_turn))
}

/// Returns the next submission of a hill to be played. Those of some authors have to wait.
fn next(
    transaction: &Sql<'_>,
    hill: &str,
    waiting: &BTreeSet<AccountId>,
) -> Result<Option<SubmissionId>, SqlError> {
    let has_to_wait = |one: &Waiting| one.author.is_some_and(|author| waiting.contains(&author));
    let query = "SELECT id FROM submissions WHERE hill = ? AND state = 'playing' ORDER BY began";
    let begun = transaction.query_row(query, [hill], |row| row.get(0)).optional()?;
    Ok(match begun {
        Some(begun) => Some(begun),
        None => queue(transaction, hill)?.iter().find(|one| !has_to_wait(one)).map(|next| next.id),
    })
}
