//! `[store]`: where the accounts of the site are, if not in a file.

use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::Count;

/// A server of `PostgreSQL` that has the accounts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoreSettings {
    /// Where the database is, and who the site is there: as libpq reads it, without a password.
    pub(crate) postgres: Spanned<String>,
    /// The file with the password; `None` means: as libpq finds it.
    pub(crate) password_file: Option<PathBuf>,
    /// A file with certificates that are trusted besides those of the usual authorities.
    pub(crate) ca_file: Option<PathBuf>,
    /// The most connections of one process at a time.
    #[serde(default = "connections")]
    pub(crate) connections: Count<1000>,
}

fn connections() -> Count<1000> {
    Count::new(8)
}

impl StoreSettings {
    /// Checks where the database is. Fails with what is wrong, without what was written: a password may be part of it.
    #[cfg(feature = "postgres")]
    pub(super) fn check(&self) -> Result<(), String> {
        database::postgres::Settings::check(self.postgres.get_ref())
    }

    /// There is no server without the library for it.
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
