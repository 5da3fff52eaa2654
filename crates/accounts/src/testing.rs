//! Databases for the tests of this crate.

use crate::Accounts;

/// Returns a database without accounts: in memory, or on a server if the tests run there.
pub(crate) fn fresh() -> Accounts {
    #[cfg(all(unix, feature = "postgres"))]
    if let Some(settings) = database::testing::on_server() {
        return Accounts::open_postgres(settings).unwrap();
    }
    Accounts::in_memory().unwrap()
}

/// Runs the tests of this crate that use [`fresh`] again, on a `PostgreSQL` server.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres() {
    database::testing::run_again_on_a_server(&[
        "on_postgres",
        "database::",
        "schema::",
        "snapshot::",
        "take_bounded_room",
    ]);
}
