//! Tokens, with which clients act on behalf of an account.

use database::sql::{Optional as _, Row, SqlError, params};
use serde::{Deserialize, Serialize};

use crate::{Account, AccountId, Accounts, AccountsError, Secret};

/// The maximum number of tokens per account.
pub const MAX_TOKENS: usize = 50;

/// The prefix of every token. With it, secret scanners find a token that was published by mistake.
const PREFIX: &str = "bout_";

/// The maximum length of a label, in characters.
const MAX_LABEL_CHARS: usize = 60;

/// What a token may do for its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// See what only the account may see.
    Read,
    /// Hand in and withdraw programs.
    Submit,
    /// Do what a host may do. Has no effect for accounts that are not hosts.
    Manage,
}

impl Scope {
    const ALL: [Self; 3] = [Self::Read, Self::Submit, Self::Manage];

    /// Returns its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Submit => "submit",
            Self::Manage => "manage",
        }
    }
}

/// A set of scopes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Creates a set with these scopes. Every set contains `Read`.
    #[must_use]
    pub fn new(wanted: &[Scope]) -> Self {
        let is_in = |one: &Scope| *one == Scope::Read || wanted.contains(one);
        Self(Scope::ALL.into_iter().filter(is_in).collect())
    }

    /// Returns true if a scope is in the set.
    #[must_use]
    pub fn has(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// Returns the names of the scopes, separated by spaces.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.0.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Self {
        let is_in = |one: &Scope| text.split(' ').any(|word| word == one.as_str());
        Self(Scope::ALL.into_iter().filter(is_in).collect())
    }
}

/// A token to make.
#[derive(Debug, Clone)]
pub struct NewToken<'a> {
    /// What its owner calls it. It is cut to 60 characters.
    pub label: &'a str,
    /// What it may do.
    pub scopes: Scopes,
    /// When it expires, in seconds since 1970; `None` if it does not.
    pub expires_s: Option<u64>,
}

/// A token, as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its number, with which its owner can delete it.
    pub id: i64,
    /// What its owner calls it.
    pub label: String,
    /// What it may do.
    pub scopes: Scopes,
    /// When it was made, in seconds since 1970.
    pub created_s: u64,
    /// When it expires, in seconds since 1970.
    pub expires_s: Option<u64>,
    /// When it was last used, to the minute.
    pub seen_s: Option<u64>,
}

/// The minimum number of seconds between two updates of a token's last use, so that not every request writes.
const SEEN_STEP_S: u64 = 60;

impl Accounts {
    /// Makes a token. Its text is returned once, and cannot be read again.
    pub fn make_token(
        &self,
        account: AccountId,
        new: &NewToken<'_>,
        now_s: u64,
    ) -> Result<String, AccountsError> {
        let secret = Secret::draw()?;
        let label: String = new.label.chars().filter(|one| !one.is_control()).take(MAX_LABEL_CHARS).collect();
        self.change(|transaction| {
            let count: u64 = transaction.query_row(
                "SELECT count(*) FROM tokens WHERE account = ?",
                [account],
                |row| row.get(0),
            )?;
            if count >= MAX_TOKENS as u64 {
                return Err(AccountsError::TooManyTokens(MAX_TOKENS).into());
            }
            transaction.execute(
                "INSERT INTO tokens (secret, account, label, scopes, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
                params![secret.hash(), account, label.trim(), new.scopes.in_words(), now_s, new.expires_s],
            )?;
            Ok(())
        })?;
        Ok(format!("{PREFIX}{}", secret.text()))
    }

    /// Returns a token that has not expired, and its account.
    pub fn token(&self, text: &str, now_s: u64) -> Result<Option<(Account, Token)>, AccountsError> {
        let Some(secret) = text.strip_prefix(PREFIX).and_then(Secret::read) else { return Ok(None) };
        let found = self.read(|database| {
            let query = format!(
                "SELECT {}, tokens.id, label, scopes, tokens.created, expires, seen
                 FROM tokens JOIN accounts ON accounts.id = account
                 WHERE secret = ? AND (expires IS NULL OR expires > ?) AND banned IS NULL AND deleted IS NULL",
                Account::COLUMNS
            );
            let row = |row: &Row| Ok((Account::of(row)?, token_of(row, 5)?));
            database.query_row(&query, params![secret.hash(), now_s], row).optional()
        })?;
        if let Some((_, token)) = &found
            && token.seen_s.is_none_or(|seen| now_s >= seen.saturating_add(SEEN_STEP_S))
        {
            let noted = self.change(|transaction| {
                transaction.execute("UPDATE tokens SET seen = ? WHERE id = ?", params![now_s, token.id])?;
                Ok(())
            });
            // On a full disk, programs can still read.
            if noted.as_ref().is_err_and(|error| !error.is_full()) {
                noted?;
            }
        }
        Ok(found)
    }

    /// Returns the tokens of an account, the newest first.
    pub fn tokens(&self, account: AccountId) -> Result<Vec<Token>, AccountsError> {
        self.read(|database| {
            let query = "SELECT id, label, scopes, created, expires, seen FROM tokens
                         WHERE account = ? ORDER BY id DESC";
            database.query_all(query, [account], |row| token_of(row, 0))
        })
    }

    /// Deletes a token of an account. If there is none with this number, nothing happens.
    pub fn delete_token(&self, account: AccountId, id: i64) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("DELETE FROM tokens WHERE account = ? AND id = ?", params![account, id])?;
            Ok(())
        })
    }
}

fn token_of(row: &Row, first: usize) -> Result<Token, SqlError> {
    Ok(Token {
        id: row.get(first)?,
        label: row.get(first + 1)?,
        scopes: Scopes::read(&row.get::<String>(first + 2)?),
        created_s: row.get(first + 3)?,
        expires_s: row.get(first + 4)?,
        seen_s: row.get(first + 5)?,
    })
}
