//! Forgotten names: the database keeps only their hashes, and the names that replace them.
//!
//! Some files on the disk cannot be renamed, such as those of players of a war, and still contain the old
//! names. With the hashes, the site finds out what to show instead. Nobody can take the name of a deleted
//! account, so nobody can pose as its owner.

use std::collections::BTreeMap;

use database::sql::{Row, Sql, SqlError, params};

use crate::{Accounts, AccountsError};

const CONTEXT: &str = "bout 2026-11-23 name that a site forgot";

/// The replacements of forgotten names, by the hash of the forgotten name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames(BTreeMap<[u8; 32], String>);

impl FormerNames {
    /// Returns what to show instead of the name of a deleted account; `None` if no deleted account had this
    /// name.
    #[must_use]
    pub fn author(&self, name: &str) -> Option<&str> {
        self.0.get(&hash_of_author(name)).map(String::as_str)
    }

    /// Returns the new name of a file that was on a hill; `None` if it was not renamed.
    #[must_use]
    pub fn file(&self, hill: &str, file: &str) -> Option<&str> {
        self.0.get(&hash_of_file(hill, file)).map(String::as_str)
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Accounts {
    /// Returns all forgotten names.
    pub fn former_names(&self) -> Result<FormerNames, AccountsError> {
        self.read(|database| {
            let query = "SELECT hash, shown FROM former_names";
            let pair = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            Ok(FormerNames(database.query_all(query, (), pair)?))
        })
    }
}

/// Forgets the name of an account.
pub(crate) fn forget_author(transaction: &Sql<'_>, name: &str, shown: &str) -> Result<(), SqlError> {
    insert(transaction, hash_of_author(name), shown)
}

/// Forgets the name of a file on a hill.
pub(crate) fn forget_file(
    transaction: &Sql<'_>,
    (hill, file): (&str, &str),
    shown: &str,
) -> Result<(), SqlError> {
    insert(transaction, hash_of_file(hill, file), shown)
}

/// Returns true if a deleted account had this name.
pub(crate) fn was_author(transaction: &Sql<'_>, name: &str) -> Result<bool, SqlError> {
    let query = "SELECT count(*) > 0 FROM former_names WHERE hash = ?";
    transaction.query_row(query, [hash_of_author(name)], |row| row.get(0))
}

fn insert(transaction: &Sql<'_>, hash: [u8; 32], shown: &str) -> Result<(), SqlError> {
    let statement = "INSERT INTO former_names (hash, shown) VALUES (?, ?)
                     ON CONFLICT (hash) DO UPDATE SET shown = excluded.shown";
    transaction.execute(statement, params![hash, shown]).map(drop)
}

/// Ignores case, because names of accounts and of files are unique regardless of case.
fn hash_of_author(name: &str) -> [u8; 32] {
    blake3::derive_key(CONTEXT, format!("author {}", name.to_ascii_lowercase()).as_bytes())
}

fn hash_of_file(hill: &str, file: &str) -> [u8; 32] {
    // Names of hills contain no slash, so the parts cannot be confused.
    blake3::derive_key(CONTEXT, format!("file {hill}/{}", file.to_ascii_lowercase()).as_bytes())
}
