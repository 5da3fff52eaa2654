//! Creates, finds, changes, bans and deletes accounts.

use database::sql::{FromValue, Optional as _, Row, Sql, SqlError, ToValue, ValueRef, params};
use serde::{Deserialize, Serialize};

use crate::database::ChangeError;
use crate::former::{forget_author, was_author};
use crate::name::DELETED;
use crate::{AccountName, Accounts, AccountsError, Password, news};

/// The number of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub(crate) i64);

impl FromValue for AccountId {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        i64::from_value(value).map(Self)
    }
}

impl ToValue for AccountId {
    fn to_value(&self) -> Result<ValueRef<'_>, SqlError> {
        self.0.to_value()
    }
}

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Hand in programs.
    Player,
    /// Also look after the site: accounts, invitations, hills.
    Host,
}

impl Role {
    /// Returns its name in the database and the interface.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Host => "host",
        }
    }
}

impl FromValue for Role {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match String::from_value(value)?.as_str() {
            "player" => Ok(Self::Player),
            "host" => Ok(Self::Host),
            _ => Err(SqlError::Unexpected("a known word")),
        }
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// When it was created, in seconds since 1970.
    pub created_s: u64,
    /// The reason for its ban; `None` if it is not banned.
    pub banned: Option<String>,
}

impl Account {
    pub(crate) const COLUMNS: &str =
        "accounts.id, accounts.name, accounts.role, accounts.created, accounts.banned";

    /// Reads an account from the first columns of a row, which are [`Self::COLUMNS`].
    pub(crate) fn of(row: &Row) -> Result<Self, SqlError> {
        Ok(Self {
            id: row.get(0)?,
            name: row.get(1)?,
            role: row.get(2)?,
            created_s: row.get(3)?,
            banned: row.get(4)?,
        })
    }

    /// Returns true if it may look after the site.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.role == Role::Host && self.banned.is_none()
    }
}

impl Accounts {
    /// Creates an account.
    pub fn create(
        &self,
        name: &AccountName,
        password: &Password,
        role: Role,
        now_s: u64,
    ) -> Result<Account, AccountsError> {
        let hash = password.hash();
        self.change(|transaction| insert(transaction, name, Some(&hash), role, now_s))
    }

    /// Returns the account with this name and password. An unknown name takes as long as a wrong password, so
    /// that the time does not reveal which names exist.
    pub fn sign_in(&self, name: &str, password: &Password) -> Result<Option<Account>, AccountsError> {
        let found = self.read(|database| {
            let query = format!(
                "SELECT {}, password FROM accounts WHERE nocase(name) = nocase(?) AND deleted IS NULL",
                Account::COLUMNS
            );
            let row = |row: &Row| Ok((Account::of(row)?, row.get::<Option<String>>(5)?));
            database.query_row(&query, [name.trim()], row).optional()
        })?;
        if let Some((account, Some(hash))) = found {
            Ok(password.has(&hash)?.then_some(account))
        } else {
            password.hash();
            Ok(None)
        }
    }

    /// Returns the account with this name.
    pub fn account(&self, name: &str) -> Result<Option<Account>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {} FROM accounts WHERE nocase(name) = nocase(?) AND deleted IS NULL",
                Account::COLUMNS
            );
            database.query_row(&query, [name], Account::of).optional()
        })
    }

    /// Returns all accounts, by name.
    pub fn accounts(&self) -> Result<Vec<Account>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {} FROM accounts WHERE deleted IS NULL ORDER BY nocase(name)",
                Account::COLUMNS
            );
            database.query_all(&query, (), Account::of)
        })
    }

    /// Returns true if the site has no host yet.
    pub fn has_no_host(&self) -> Result<bool, AccountsError> {
        self.read(|database| Ok(hosts(database)? == 0))
    }

    /// Changes what an account may do.
    pub fn set_role(&self, account: AccountId, role: Role) -> Result<(), AccountsError> {
        self.change(|transaction| {
            if role != Role::Host {
                keep_a_host(transaction, account)?;
            }
            let changed = transaction.execute(
                "UPDATE accounts SET role = ? WHERE id = ? AND deleted IS NULL",
                params![role.as_str(), account],
            )?;
            one(changed)
        })
    }

    /// Bans an account, or ends its ban. A ban signs the account out everywhere and withdraws its waiting
    /// submissions. Its programs stay on their hills.
    pub fn set_ban(&self, account: AccountId, why: Option<&str>) -> Result<(), AccountsError> {
        self.change(|transaction| {
            if why.is_some() {
                keep_a_host(transaction, account)?;
                sign_out(transaction, account)?;
                transaction.execute(
                    "UPDATE submissions SET state = 'withdrawn', finished = submitted WHERE account = ? AND state = 'queued'",
                    [account],
                )?;
            }
            let changed = transaction.execute(
                "UPDATE accounts SET banned = ? WHERE id = ? AND deleted IS NULL",
                params![why, account],
            )?;
            one(changed)
        })
    }

    /// Changes the password of an account, and ends its sessions and its links for a new password. Tokens
    /// stay valid.
    pub fn set_password(&self, account: AccountId, password: &Password) -> Result<(), AccountsError> {
        let hash = password.hash();
        self.change(|transaction| {
            transaction.execute("DELETE FROM sessions WHERE account = ?", [account])?;
            no_more_resets(transaction, account)?;
            let changed = transaction.execute(
                "UPDATE accounts SET password = ? WHERE id = ? AND deleted IS NULL",
                params![hash, account],
            )?;
            one(changed)
        })
    }

    /// Deletes an account with its name, password, mail address, sessions, tokens and sources, and withdraws
    /// its waiting submissions. If a submission is being played, its source is deleted when its matches end.
    /// The programs of the account stay on their hills without their author's name, because the results of
    /// others depend on them.
    pub fn delete(&self, account: AccountId, now_s: u64) -> Result<(), AccountsError> {
        self.change(|transaction| {
            keep_a_host(transaction, account)?;
            sign_out(transaction, account)?;
            transaction.execute("DELETE FROM links WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM identities WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM processor_use WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM mail_addresses WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM mail_confirmations WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM hill_members WHERE account = ?", [account])?;
            news::forget(transaction, account)?;
            transaction.execute(
                "UPDATE submissions SET state = 'withdrawn', finished = ? WHERE account = ? AND state = 'queued'",
                params![now_s, account],
            )?;
            transaction.execute(
                "UPDATE submissions SET source = ? WHERE account = ? AND state <> 'playing'",
                params![[0_u8; 0], account],
            )?;
            let shown = format!("{DELETED}{}", account.0);
            let query = "SELECT name FROM accounts WHERE id = ? AND deleted IS NULL";
            let name: Option<String> = transaction.query_row(query, [account], |row| row.get(0)).optional()?;
            if let Some(name) = name {
                forget_author(transaction, &name, &shown)?;
            }
            let changed = transaction.execute(
                "UPDATE accounts SET name = ?, password = NULL, role = 'player', banned = NULL, deleted = ?
                 WHERE id = ? AND deleted IS NULL",
                params![shown, now_s, account],
            )?;
            one(changed)
        })
    }
}

pub(crate) fn insert(
    transaction: &Sql<'_>,
    name: &AccountName,
    password_hash: Option<&str>,
    role: Role,
    now_s: u64,
) -> Result<Account, ChangeError> {
    if was_author(transaction, name.as_str())? {
        return Err(AccountsError::NameTaken(name.to_string()).into());
    }
    let inserted = transaction
        .query_row(
            "INSERT INTO accounts (name, password, role, created) VALUES (?, ?, ?, ?)
             ON CONFLICT DO NOTHING RETURNING id",
            params![name.as_str(), password_hash, role.as_str(), now_s],
            |row| row.get(0),
        )
        .optional()?;
    let id = inserted.ok_or_else(|| AccountsError::NameTaken(name.to_string()))?;
    Ok(Account { id, name: name.to_string(), role, created_s: now_s, banned: None })
}

/// Ends all sessions and tokens of an account.
fn sign_out(transaction: &Sql<'_>, account: AccountId) -> Result<(), SqlError> {
    transaction.execute("DELETE FROM sessions WHERE account = ?", [account])?;
    transaction.execute("DELETE FROM tokens WHERE account = ?", [account])?;
    Ok(())
}

/// Fails if the account is the only host of the site.
fn keep_a_host(transaction: &Sql<'_>, account: AccountId) -> Result<(), ChangeError> {
    let is_host: bool = transaction
        .query_row("SELECT role = 'host' AND banned IS NULL FROM accounts WHERE id = ?", [account], |row| {
            row.get(0)
        })
        .optional()?
        .unwrap_or(false);
    if is_host && hosts(transaction)? <= 1 { Err(AccountsError::LastHost.into()) } else { Ok(()) }
}

fn hosts(database: &Sql<'_>) -> Result<u64, SqlError> {
    let query = "SELECT count(*) FROM accounts WHERE role = 'host' AND deleted IS NULL AND banned IS NULL";
    database.query_row(query, (), |row| row.get(0))
}

/// Ends all links for choosing a new password for an account.
pub(crate) fn no_more_resets(transaction: &Sql<'_>, account: AccountId) -> Result<(), SqlError> {
    transaction.execute("DELETE FROM links WHERE purpose = 'reset' AND account = ?", [account])?;
    Ok(())
}

/// Fails unless the statement changed exactly one row.
pub(crate) fn one(changed: usize) -> Result<(), ChangeError> {
    if changed == 1 { Ok(()) } else { Err(AccountsError::NoAccount.into()) }
}
