//! The common parts of bout's `SQLite` databases: checks, copies while others write, and updates to the present version. Also
//! statements that `PostgreSQL` runs as well.

#![expect(
    clippy::missing_errors_doc,
    reason = "errors are `CopyError`, `Damage`, `MigrateError`, `SqlError`, `PostgresError` and `TransferError`, whose variants say when they occur"
)]

mod check;
mod copy;
mod migrate;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod sql;
#[cfg(all(unix, feature = "testing"))]
pub mod testing;
#[cfg(feature = "postgres")]
pub mod transfer;

pub use check::{Damage, check};
pub use copy::{CopyError, copy, copy_durably, copy_of, is_beside_a_database, is_database, open};
pub use migrate::{COPIES, MigrateError, copy_before, is_copy_before, known, migrate};
