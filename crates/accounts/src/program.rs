//! The owners of the file names on hills.

use std::collections::BTreeMap;

use database::sql::{Row, params};

use crate::{AccountId, Accounts, AccountsError};

/// A file on a hill, or one that was on it, that belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedProgram {
    /// Its owner.
    pub account: AccountId,
    /// The owner's name, or the placeholder of a deleted account.
    pub author: String,
    /// The name under which its owner hands it in.
    pub given: String,
    /// True if only its owner may read its source.
    pub is_secret: bool,
}

impl Accounts {
    /// Returns the files of a hill that belong to accounts.
    pub fn programs_of_hill(&self, hill: &str) -> Result<BTreeMap<String, OwnedProgram>, AccountsError> {
        self.read(|database| {
            // A submission that is being played counts, too: after a crash, a secret version may be on the
            // hill before the site has recorded its result.
            let query = "SELECT file, account, name, given, (secret <> 0 OR EXISTS (
                             SELECT 1 FROM submissions WHERE submissions.hill = programs.hill
                             AND submissions.file = programs.file AND state = 'playing' AND submissions.secret <> 0))
                         FROM programs JOIN accounts ON accounts.id = account WHERE hill = ?";
            let row = |row: &Row| {
                let owned = OwnedProgram {
                    account: row.get(1)?,
                    author: row.get(2)?,
                    given: row.get(3)?,
                    is_secret: row.get(4)?,
                };
                Ok((row.get(0)?, owned))
            };
            database.query_all(query, [hill], row)
        })
    }

    /// Makes all sources on a hill public.
    pub fn open_sources(&self, hill: &str) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("UPDATE programs SET secret = 0 WHERE hill = ?", params![hill])?;
            Ok(())
        })
    }
}
