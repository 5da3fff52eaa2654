//! Handing in programs: the limits of authors, and the choice of file names.

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;
use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::{Canonical, Digest};

use super::{COLUMNS, FROM, Mode, Submission, by_public};
use crate::database::ChangeError;
use crate::{AccountId, Accounts, AccountsError};

/// A program to hand in.
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
    /// A key that identifies the request, so that a repeated request is recognised.
    pub idempotency_key: Option<&'a str>,
    /// The files that are or were on the hill.
    pub known_files: &'a [String],
    /// The files that are on the hill.
    pub present_files: &'a [String],
    /// The maximum number of programs per author on the hill.
    pub max_programs: u64,
    /// The maximum number of waiting programs per author on the hill.
    pub max_waiting: u64,
}

/// The result of handing in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmitOutcome {
    /// The program is in the queue now.
    New(Submission),
    /// The request repeats an earlier one, which created this submission.
    Known(Submission),
}

impl Accounts {
    /// Puts a program into the queue of its hill. Reserves its file name for its author if it is to enter the
    /// hill.
    pub fn submit(&self, new: &NewSubmission<'_>, now_s: u64) -> Result<SubmitOutcome, AccountsError> {
        let request = identity(new);
        self.change(|transaction| {
            if let Some(known) = same_request(transaction, new)? {
                let (submission, theirs) = known;
                return if theirs == request.as_bytes()[..] {
                    Ok(SubmitOutcome::Known(submission))
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
            Ok(SubmitOutcome::New(by_public(transaction, &public)?.ok_or(AccountsError::NoAccount)?))
        })
    }

    /// Puts the examples of a new hill into its queue, and removes examples that already wait there.
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
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Enter => "enter",
        Mode::Test => "test",
    }
}

/// Returns a hash of the contents of a request.
fn identity(new: &NewSubmission<'_>) -> Digest {
    let mut all = Canonical::new("submission");
    all.text("hill", new.hill);
    all.text("file", new.given);
    all.text("mode", mode_word(new.mode));
    all.number("secret", u64::from(new.is_secret));
    all.bytes("source", new.source);
    all.finish()
}

/// Draws a random name for the submission's address.
fn public_name() -> Result<String, AccountsError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(AccountsError::NoRandomness)?;
    Ok(HEXLOWER.encode(&bytes))
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

/// Fails if the program would exceed the limits of its author.
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

/// Returns the file name of a program on its hill: the one that its author already has for the given name, or
/// a free one. Reserves the free one if the program is to enter.
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
    // Files of a hill must not differ only in case, in any alphabet, because some file systems ignore case.
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
