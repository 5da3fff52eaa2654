//! Tests of the public API, with both kinds of database.

mod members;
mod moderation;
#[cfg(all(unix, feature = "postgres"))]
mod postgres;
mod submissions;
mod usage;

use accounts::Accounts;

/// Returns a database without accounts: in memory, or on a server if the tests run there.
fn fresh() -> Accounts {
    #[cfg(all(unix, feature = "postgres"))]
    if let Some(settings) = database::testing::on_server() {
        return Accounts::open_postgres(settings).unwrap();
    }
    Accounts::in_memory().unwrap()
}
