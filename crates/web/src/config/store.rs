//! `[store]`: where the accounts of the site are, if not in a file.

use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::Count;

/// A `PostgreSQL` server that has the accounts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoreSettings {
    /// Where the database is, and the user of the site: a libpq connection string without a
    /// password.
    pub(crate) postgres: Spanned<String>,
    /// The file with the password; with `None`, libpq's usual places are searched.
    pub(crate) password_file: Option<PathBuf>,
    /// A file with certificates that are trusted in addition to those of the usual authorities.
    pub(crate) ca_file: Option<PathBuf>,
    /// The maximum number of connections per process.
    #[serde(default = "connections")]
    pub(crate) connections: Count<1000>,
}

fn connections() -> Count<1000> {
    Count::new(8)
}

impl StoreSettings {
    /// Checks the connection string. The error does not quote it, because it may contain a
    /// password.
    #[cfg(feature = "postgres")]
    pub(super) fn check(&self) -> Result<(), String> {
        database::postgres::Settings::check(self.postgres.get_ref())
    }

    /// Always fails, because this bout was built without `PostgreSQL`.
    #[cfg(not(feature = "postgres"))]
    pub(super) fn check(&self) -> Result<(), String> {
        Err("this bout was built without PostgreSQL".into())
    }
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use crate::config::Config;

    #[test]
    fn what_is_wrong_is_named_and_no_password_is_repeated() {
        let good = "[store]\npostgres = \"host=/run/postgresql dbname=bout user=bout\"\nconnections = 4";
        let store = Config::parse(good).unwrap().store.unwrap();
        assert_eq!((store.connections.get(), store.password_file), (4, None));
        for (text, words) in [
            ("[store]\npostgres = \"host=a\"", ["line 2, column 12", "`dbname` and `user`"]),
            ("[store]\npostgres = \"bout.db\"", ["line 2, column 12", "postgresql://"]),
            ("[store]\npostgres = \"postgresql://a:hunter2@b/c\"", ["line 2, column 12", "password_file"]),
            ("[store]\nsqlite = 1", ["line 2, column 1", "sqlite"]),
            ("[store]\n", ["line 1", "postgres"]),
            ("[store]\npostgres = \"host=a user=b dbname=c\"\nconnections = 0", ["line 3", "from 1 to 1000"]),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(words.iter().all(|word| error.contains(word)), "{words:?}: {error}");
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}
