//! The members of a site: accounts, sessions, tokens, and the programs that they handed in. All of it is in
//! one database, an `SQLite` file or a database on a `PostgreSQL` server.
//!
//! This crate does not know HTTP, and knows hills only by name. It reads no clock: callers pass the time, in
//! seconds since 1970. Secrets (cookies, tokens, links) are returned once, when they are made; the database
//! keeps only their hashes.
//!
//! When a call has succeeded, its changes are on the disk and survive a power failure.

#![expect(
    clippy::missing_errors_doc,
    reason = "every error is an `AccountsError`, whose variants say when they occur"
)]

mod access;
mod account;
mod database;
mod error;
mod former;
mod identity;
mod link;
mod mail;
mod moderation;
mod name;
mod news;
mod password;
#[cfg(feature = "postgres")]
mod postgres;
mod program;
mod queue;
mod retention;
mod schema;
mod secret;
mod session;
mod snapshot;
mod submission;
#[cfg(test)]
mod testing;
mod token;
#[cfg(feature = "postgres")]
mod transfer;
mod usage;
mod webhook;

pub use access::{HillAccess, HillMember, HillRole, Visibility};
pub use account::{Account, AccountId, Role};
pub use database::Accounts;
pub use error::AccountsError;
pub use former::FormerNames;
pub use identity::Identity;
pub use link::{Link, LinkPurpose};
pub use mail::{ConfirmedAddress, MailAddresses};
pub use moderation::{Decision, LogEntry, MAX_REPORTS, ModerationAction, NameChange, Report};
pub use name::{AccountName, InvalidName};
pub use news::{NewNews, News};
pub use password::{InvalidPassword, MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS, Password};
pub use program::OwnedProgram;
pub use queue::{Waiting, in_order};
pub use retention::Forgotten;
pub use schema::VERSION;
pub use secret::Secret;
pub use session::{MAX_SESSIONS, SESSION_IDLE_S, Session};
pub use snapshot::Snapshot;
pub use submission::{
    Mode, NewSubmission, Outcome, Submission, SubmissionId, SubmissionState, SubmitOutcome, WorstOpponent,
};
pub use token::{MAX_TOKENS, NewToken, Scope, Scopes, Token};
#[cfg(feature = "postgres")]
pub use transfer::MovedTable;
pub use usage::{Cost, DAY_S, DayCounts, QueueLength};
pub use webhook::{AuthorWebhook, NewWebhook, WebhookForm};
