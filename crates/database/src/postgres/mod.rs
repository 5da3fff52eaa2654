//! `PostgreSQL`: connections, statements, transactions, and tables that are brought up to date.
//!
//! The library talks to the server on its own thread, so that any thread may wait here, even one that runs tasks.

mod background;
mod error;
mod link;
mod notifications;
mod nul;
mod password;
mod pool;
mod schema;
mod settings;
mod tables;

pub use error::PostgresError;
pub use link::Link;
pub use notifications::{ExclusiveLock, NotificationListener};
pub use pool::{Pool, ReadSnapshot};
pub use schema::{Schema, Stop};
pub use settings::Settings;
pub use tables::{ServerVersion, Tables};
