//! Sessions: who is signed in, in which browser.

use database::sql::{Optional as _, Row, params};

use crate::{Account, AccountId, Accounts, AccountsError, Secret};

/// The seconds after which an unused session ends: 30 days.
pub const SESSION_IDLE_S: u64 = 30 * 24 * 3600;

/// The maximum number of sessions per account. A new one ends the one that has been unused for longest.
pub const MAX_SESSIONS: u64 = 20;

/// The minimum number of seconds between two updates of a session's last use, so that not every request
/// writes.
const SEEN_STEP_S: u64 = 3600;

/// A session, as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// When it began, in seconds since 1970.
    pub created_s: u64,
    /// When it was last used, to the hour.
    pub seen_s: u64,
}

impl Accounts {
    /// Begins a session, and returns the secret for the browser's cookie.
    pub fn begin_session(&self, account: AccountId, now_s: u64) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            transaction.execute(
                "DELETE FROM sessions WHERE seen < ?",
                [now_s.saturating_sub(SESSION_IDLE_S)],
            )?;
            transaction.execute(
                "DELETE FROM sessions WHERE secret IN (
                     SELECT secret FROM sessions WHERE account = ? ORDER BY seen DESC, secret LIMIT 9223372036854775807 OFFSET ?)",
                params![account, MAX_SESSIONS - 1],
            )?;
            transaction.execute(
                "INSERT INTO sessions (secret, account, created, seen) VALUES (?, ?, ?, ?)",
                params![secret.hash(), account, now_s, now_s],
            )?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// Returns the account of a session that has not ended.
    pub fn session(&self, secret: &Secret, now_s: u64) -> Result<Option<Account>, AccountsError> {
        let found = self.read(|database| {
            let query = format!(
                "SELECT {}, seen FROM sessions JOIN accounts ON accounts.id = account
                 WHERE secret = ? AND seen >= ? AND banned IS NULL AND deleted IS NULL",
                Account::COLUMNS
            );
            let since = now_s.saturating_sub(SESSION_IDLE_S);
            let row = |row: &Row| Ok((Account::of(row)?, row.get::<u64>(5)?));
            database.query_row(&query, params![secret.hash(), since], row).optional()
        })?;
        let Some((account, seen_s)) = found else { return Ok(None) };
        if now_s >= seen_s.saturating_add(SEEN_STEP_S) {
            let noted = self.change(|transaction| {
                transaction.execute(
                    "UPDATE sessions SET seen = ? WHERE secret = ?",
                    params![now_s, secret.hash()],
                )?;
                Ok(())
            });
            // On a full disk, people stay signed in.
            if noted.as_ref().is_err_and(|error| !error.is_full()) {
                noted?;
            }
        }
        Ok(Some(account))
    }

    /// Returns when a session began, in seconds since 1970; `None` if there is no such session. Does not
    /// check whether it has expired.
    pub fn session_began(&self, secret: &Secret) -> Result<Option<u64>, AccountsError> {
        self.read(|database| {
            let query = "SELECT created FROM sessions WHERE secret = ?";
            database.query_row(query, [secret.hash()], |row| row.get(0)).optional()
        })
    }

    /// Ends a session.
    pub fn end_session(&self, secret: &Secret) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("DELETE FROM sessions WHERE secret = ?", [secret.hash()])?;
            Ok(())
        })
    }

    /// Ends all sessions of an account but one.
    pub fn end_other_sessions(&self, account: AccountId, but: &Secret) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "DELETE FROM sessions WHERE account = ? AND secret <> ?",
                params![account, but.hash()],
            )?;
            Ok(())
        })
    }

    /// Returns the sessions of an account, the most recently used first.
    pub fn sessions(&self, account: AccountId) -> Result<Vec<Session>, AccountsError> {
        self.read(|database| {
            let query =
                "SELECT created, seen FROM sessions WHERE account = ? ORDER BY seen DESC, created DESC";
            let row = |row: &Row| Ok(Session { created_s: row.get(0)?, seen_s: row.get(1)? });
            database.query_all(query, [account], row)
        })
    }
}
