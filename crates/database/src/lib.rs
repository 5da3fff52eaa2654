//! What the `SQLite` databases of bout have in common: how they are checked, copied while others write, and brought up to
//! date.

#![expect(
    clippy::missing_errors_doc,
    reason = "errors are `CopyError`, `Damage` and `MigrateError`, whose variants say when they occur"
)]

mod check;
mod copy;
mod migrate;

pub use check::{Damage, check};
pub use copy::{CopyError, copy, copy_durably, copy_of, is_beside_a_database, is_database, open};
pub use migrate::{COPIES, MigrateError, copy_before, is_copy_before, known, migrate};
