//! Reports of programs, hidden programs, and the log of what hosts did.

use std::collections::BTreeMap;

use database::sql::{Row, Sql, SqlError, params};
use serde::{Deserialize, Serialize};

use crate::database::ChangeError;
use crate::former::forget_file;
use crate::{AccountId, Accounts, AccountsError};

/// The maximum number of undecided reports per account.
pub const MAX_REPORTS: u64 = 20;

/// The maximum length of a reason, in characters. Longer ones are cut.
const MAX_WHY_CHARS: usize = 500;

/// The maximum number of log entries that are returned.
const MAX_LOG: usize = 500;

/// A program that somebody reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// The hill.
    pub hill: String,
    /// The program's file on the hill.
    pub file: String,
    /// Who reported it.
    pub reporter: String,
    /// The reason, in the reporter's words.
    pub why: String,
    /// When, in seconds since 1970.
    pub filed_s: u64,
    /// What a host decided; `None` while nobody has.
    pub decision: Option<String>,
}

/// What a host decides on a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The program is hidden.
    Hidden,
    /// Nothing happens.
    Dismissed,
}

impl Decision {
    fn as_str(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Dismissed => "dismissed",
        }
    }
}

/// What a host did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModerationAction<'a> {
    /// What it is, in a few words: `hid a program`.
    pub what: &'a str,
    /// The hill that it is about.
    pub hill: Option<&'a str>,
    /// The program's file that it is about.
    pub file: Option<&'a str>,
    /// The account that it is about.
    pub account: Option<AccountId>,
    /// The reason.
    pub why: Option<&'a str>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When, in seconds since 1970.
    pub at_s: u64,
    /// The host.
    pub host: String,
    /// What was done.
    pub what: String,
    /// The hill that it is about.
    pub hill: Option<String>,
    /// The program's file that it is about.
    pub file: Option<String>,
    /// The account that it is about. A deleted account has a placeholder name.
    pub account: Option<String>,
    /// The reason.
    pub why: Option<String>,
}

/// A file on a hill that needs a neutral name, without words of its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameChange {
    /// The file.
    pub file: String,
    /// Its new name.
    pub to: String,
}

impl Accounts {
    /// Stores a report for the hosts.
    pub fn report(
        &self,
        account: AccountId,
        hill: &str,
        file: &str,
        why: &str,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            let open: u64 = transaction.query_row(
                "SELECT count(*) FROM reports WHERE account = ? AND decision IS NULL",
                [account],
                |row| row.get(0),
            )?;
            if open >= MAX_REPORTS {
                return Err(AccountsError::TooManyReports(MAX_REPORTS).into());
            }
            let inserted = transaction.execute(
                "INSERT INTO reports (hill, file, account, why, filed) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT DO NOTHING",
                params![hill, file, account, cut(why), now_s],
            )?;
            if inserted == 1 { Ok(()) } else { Err(AccountsError::ReportedAlready.into()) }
        })
    }

    /// Returns all reports that wait for a decision, the oldest first.
    pub fn open_reports(&self) -> Result<Vec<Report>, AccountsError> {
        self.read(|database| {
            let query = format!("{REPORTS} WHERE decision IS NULL ORDER BY reports.id");
            database.query_all(&query, (), report_of)
        })
    }

    /// Returns the reports that an account made, the newest first.
    pub fn reports_of(&self, account: AccountId) -> Result<Vec<Report>, AccountsError> {
        self.read(|database| {
            let query = format!("{REPORTS} WHERE account = ? ORDER BY reports.id DESC");
            database.query_all(&query, [account], report_of)
        })
    }

    /// Decides all open reports of a program. [`Decision::Hidden`] also hides the program, and records the
    /// reason.
    pub fn decide(
        &self,
        host: AccountId,
        (hill, file): (&str, &str),
        decision: Decision,
        why: &str,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            let why = cut(why);
            let what = match decision {
                Decision::Hidden => {
                    transaction.execute(
                        "INSERT INTO hidden_programs (hill, file, why) VALUES (?, ?, ?)
                         ON CONFLICT (hill, nocase(file)) DO UPDATE SET why = excluded.why",
                        params![hill, file, why],
                    )?;
                    "hid a program"
                }
                Decision::Dismissed => "dismissed a report",
            };
            transaction.execute(
                "UPDATE reports SET decision = ?, decided_by = ?, decided = ?
                 WHERE hill = ? AND nocase(file) = nocase(?) AND decision IS NULL",
                params![decision.as_str(), host, now_s, hill, file],
            )?;
            let action = ModerationAction {
                what,
                hill: Some(hill),
                file: Some(file),
                why: Some(&why),
                ..ModerationAction::default()
            };
            log(transaction, host, &action, now_s)
        })
    }

    /// Shows a hidden program again. Its file keeps its neutral name.
    pub fn unhide(
        &self,
        host: AccountId,
        (hill, file): (&str, &str),
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "DELETE FROM hidden_programs WHERE hill = ? AND nocase(file) = nocase(?)",
                params![hill, file],
            )?;
            let action = ModerationAction {
                what: "showed a program again",
                hill: Some(hill),
                file: Some(file),
                ..ModerationAction::default()
            };
            log(transaction, host, &action, now_s)
        })
    }

    /// Returns the hidden programs of a hill: for each file, why it is hidden.
    pub fn hidden(&self, hill: &str) -> Result<BTreeMap<String, String>, AccountsError> {
        self.read(|database| {
            let query = "SELECT file, why FROM hidden_programs WHERE hill = ?";
            database.query_all(query, [hill], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Adds an action of a host to the log.
    pub fn log(
        &self,
        host: AccountId,
        action: &ModerationAction<'_>,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| log(transaction, host, action, now_s))
    }

    /// Returns the latest entries of the log, the newest first.
    pub fn moderation_log(&self) -> Result<Vec<LogEntry>, AccountsError> {
        self.read(|database| {
            let query = "SELECT at, hosts.name, what, hill, file, subjects.name, why FROM moderation_log
                         JOIN accounts AS hosts ON hosts.id = host
                         LEFT JOIN accounts AS subjects ON subjects.id = account
                         ORDER BY moderation_log.id DESC LIMIT ?";
            let row = |row: &Row| {
                Ok(LogEntry {
                    at_s: row.get(0)?,
                    host: row.get(1)?,
                    what: row.get(2)?,
                    hill: row.get(3)?,
                    file: row.get(4)?,
                    account: row.get(5)?,
                    why: row.get(6)?,
                })
            };
            database.query_all(query, [MAX_LOG], row)
        })
    }

    /// Returns the files of a hill that need other names, because they are hidden or their author's account
    /// was deleted. Until [`Self::renamed`] is called for a file, each call returns the same new name for it.
    pub fn names_to_change(&self, hill: &str) -> Result<Vec<NameChange>, AccountsError> {
        self.read(|database| {
            let query = "
                SELECT file, 'deleted-' || account || '-' || (
                    SELECT count(*) FROM programs AS earlier
                    WHERE earlier.account = programs.account AND earlier.rowid <= programs.rowid)
                FROM programs JOIN accounts ON accounts.id = account
                WHERE hill = ?1 AND deleted IS NOT NULL AND renamed = 0
                UNION ALL
                SELECT file, 'hidden-' || id FROM hidden_programs WHERE hill = ?1 AND renamed = 0
                AND nocase(file) NOT IN (
                    SELECT nocase(file) FROM programs JOIN accounts ON accounts.id = account
                    WHERE hill = ?1 AND deleted IS NOT NULL)
                ORDER BY 1";
            let row = |row: &Row| {
                let (file, stem): (String, String) = (row.get(0)?, row.get(1)?);
                let to =
                    file.rsplit_once('.').map_or_else(|| stem.clone(), |(_, end)| format!("{stem}.{end}"));
                Ok(NameChange { file, to })
            };
            database.query_all(query, [hill], row)
        })
    }

    /// Records that a file was renamed, and replaces its name in everything that mentions it.
    pub fn renamed(&self, hill: &str, change: &NameChange) -> Result<(), AccountsError> {
        let NameChange { file, to } = change;
        self.change(|transaction| {
            let is_deleted = "account IN (SELECT id FROM accounts WHERE deleted IS NOT NULL)";
            for statement in [
                format!("UPDATE programs SET given = ?3 WHERE hill = ?1 AND nocase(file) = nocase(?2) AND {is_deleted}"),
                format!("UPDATE submissions SET given = ?3 WHERE hill = ?1 AND file = ?2 AND {is_deleted}"),
                "UPDATE programs SET file = ?3, renamed = 1 WHERE hill = ?1 AND nocase(file) = nocase(?2)".into(),
                "UPDATE submissions SET file = ?3 WHERE hill = ?1 AND file = ?2".into(),
                "UPDATE hidden_programs SET file = ?3, renamed = 1 WHERE hill = ?1 AND nocase(file) = nocase(?2)".into(),
                "UPDATE reports SET file = ?3 WHERE hill = ?1 AND nocase(file) = nocase(?2)".into(),
                "UPDATE moderation_log SET file = ?3 WHERE hill = ?1 AND file = ?2".into(),
            ] {
                transaction.execute(&statement, params![hill, file, to])?;
            }
            // Outcomes are stored as JSON, so match the name with its quotes and escapes.
            let quoted = |name: &str| serde_json::Value::from(name).to_string();
            transaction.execute(
                "UPDATE submissions SET outcome = replace(outcome, ?4, ?5), why = replace(why, ?2, ?3) WHERE hill = ?1",
                params![hill, file, to, quoted(file), quoted(to)],
            )?;
            forget_file(transaction, (hill, file), to)?;
            Ok(())
        })
    }
}

const REPORTS: &str = "SELECT reports.id, hill, file, accounts.name, why, filed, decision FROM reports
                       JOIN accounts ON accounts.id = account";

fn report_of(row: &Row) -> Result<Report, SqlError> {
    Ok(Report {
        id: row.get(0)?,
        hill: row.get(1)?,
        file: row.get(2)?,
        reporter: row.get(3)?,
        why: row.get(4)?,
        filed_s: row.get(5)?,
        decision: row.get(6)?,
    })
}

fn log(
    transaction: &Sql<'_>,
    host: AccountId,
    action: &ModerationAction<'_>,
    now_s: u64,
) -> Result<(), ChangeError> {
    let ModerationAction { what, hill, file, account, why } = action;
    transaction.execute(
        "INSERT INTO moderation_log (at, host, what, hill, file, account, why) VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![now_s, host, what, hill, file, account, why],
    )?;
    Ok(())
}

/// Returns a reason on one line, cut to the maximum length.
fn cut(why: &str) -> String {
    let why: String = why.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    why.trim().chars().take(MAX_WHY_CHARS).collect()
}
