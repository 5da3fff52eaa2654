//! Why calls of this crate fail.

use std::path::PathBuf;

use database::sql::SqlError;

impl AccountsError {
    /// Returns true if the disk is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self, Self::Database { source, .. } if source.is_full())
    }
}

/// Why a call failed. The transaction that failed changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum AccountsError {
    /// The database cannot be opened, read or written.
    #[error("{place}: {source}; the accounts of the site are there")]
    Database {
        /// The file, or the database on a server.
        place: String,
        /// The error of the database.
        source: SqlError,
    },
    /// The database belongs to another program.
    #[error("{}: the tables are not those of this version of bout ({why}); nothing was changed", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The tables of an older version could not be migrated, or the tables are those of a newer version.
    #[error("{}: {source}; nothing was changed", path.display())]
    NotMigrated {
        /// The file.
        path: PathBuf,
        /// Why.
        source: database::MigrateError,
    },
    /// No copy could be made.
    #[error("{}: no copy could be made: {source}", path.display())]
    NotCopied {
        /// The file.
        path: PathBuf,
        /// Why.
        source: database::CopyError,
    },
    /// A table differs from the original after it was copied into another database.
    #[error("the table {table} is not the same in both databases; nothing was moved")]
    NotTheSame {
        /// Its name.
        table: &'static str,
    },
    /// The database into which the accounts should move already has accounts.
    #[error("{place}: there are other accounts already; nothing was moved")]
    HasOthers {
        /// Which database it is.
        place: String,
    },
    /// A copy could not be made durable.
    #[error("{0}")]
    NotKept(String),
    /// Another account has this name, or one that differs only in case.
    #[error("another account has the name {0:?}; please choose another one")]
    NameTaken(String),
    /// The account does not exist any more.
    #[error("the account does not exist")]
    NoAccount,
    /// The file name on a hill belongs to another account.
    #[error("the name {0:?} belongs to another author on this hill; please choose another file name")]
    FileTaken(String),
    /// The author has as many programs on the hill as allowed.
    #[error(
        "you have {} programs on this hill, which is all that is allowed; hand in a new version of one of them: {}",
        files.len(),
        files.join(", ")
    )]
    TooManyPrograms {
        /// The file names under which the author handed them in.
        files: Vec<String>,
    },
    /// The author has as many programs waiting as allowed.
    #[error(
        "{0} programs of yours are waiting, which is all that is allowed; please wait until one is played"
    )]
    TooManyWaiting(u64),
    /// The account has as many tokens as allowed.
    #[error("you have {0} tokens, which is all that is allowed; delete one first")]
    TooManyTokens(usize),
    /// The account has as many webhooks as allowed.
    #[error("you have {0} webhooks, which is all that is allowed; delete one first")]
    TooManyWebhooks(u64),
    /// The account reported this program, and nobody has decided yet.
    #[error("you have reported this program already; a host will look at it")]
    ReportedAlready,
    /// The account has as many open reports as allowed.
    #[error("{0} reports of yours wait for a host, which is all that is allowed")]
    TooManyReports(u64),
    /// An idempotency key was reused for a different request.
    #[error("this idempotency key was used for another request; use a new key")]
    KeyReused,
    /// The submission does not wait any more.
    #[error("the submission is not waiting any more, so it cannot be withdrawn")]
    NotWaiting,
    /// Another account signs in with this identity.
    #[error("another account signs in with this identity")]
    IdentityTaken,
    /// The account would be left with neither a password nor an identity.
    #[error("this is the only way to sign in to the account; choose a password first")]
    LastWayIn,
    /// It is the only host.
    #[error("this is the only host; make another account a host first")]
    LastHost,
    /// The operating system returned no random bytes.
    #[error("the operating system gives no random bytes: {0}")]
    NoRandomness(getrandom::Error),
    /// A password could not be hashed.
    #[error("a password could not be hashed: {0}")]
    Hash(String),
}
