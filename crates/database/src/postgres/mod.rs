//! `PostgreSQL`: connections, statements, transactions, and tables that are brought up to date.
//!
//! The library talks to the server on its own thread, so that any thread may wait here, even one that runs tasks.

mod background;
mod error;
mod hub;
mod link;
mod nul;
mod password;
mod pool;
mod schema;
mod settings;
mod tables;

pub use error::PostgresError;
pub use hub::{Held, Notices};
pub use link::Link;
pub use pool::{Moment, Pool};
pub use schema::{Schema, Stop};
pub use settings::Settings;
pub use tables::{ServerVersion, Tables};
