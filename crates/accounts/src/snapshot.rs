//! A consistent view of the database, for a backup while the site keeps running.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use crate::AccountsError;
use crate::schema::{APPLICATION_ID, VERSION};

/// How long a snapshot waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tables that are emptied in a copy: sessions, and links that work once. After a restore, sessions that were
/// ended since must stay ended, and no link must work twice.
const LEFT_OUT: [&str; 3] = ["sessions", "links", "mail_confirmations"];

/// The database as it was at one moment, whatever is written to it since.
#[derive(Debug)]
pub struct Snapshot(SnapshotSource);

#[derive(Debug)]
enum SnapshotSource {
    Sqlite {
        connection: Connection,
        path: PathBuf,
    },
    #[cfg(feature = "postgres")]
    Postgres {
        moment: database::postgres::ReadSnapshot,
        place: String,
    },
}

impl Snapshot {
    /// Takes a snapshot of an existing database. Does not migrate an older version.
    ///
    /// # Errors
    ///
    /// If the database cannot be read, does not have the accounts of a site, or is newer than this build.
    pub fn begin(path: &Path) -> Result<Self, AccountsError> {
        let failed = |source: rusqlite::Error| AccountsError::Database {
            place: path.display().to_string(),
            source: source.into(),
        };
        let begun = || {
            let connection = database::open(path)?;
            connection.busy_timeout(PATIENCE)?;
            connection.execute_batch("BEGIN")?;
            // The first read fixes the state that this transaction sees.
            let application: u32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            let version: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
            Ok((connection, application, version))
        };
        let (connection, application, version) = begun().map_err(failed)?;
        if application != APPLICATION_ID {
            let why = "it is a database of another program".into();
            return Err(AccountsError::OtherVersion { path: path.to_owned(), why });
        }
        if version > VERSION {
            let source = database::MigrateError::Newer { found: version, known: VERSION };
            return Err(AccountsError::NotMigrated { path: path.to_owned(), source });
        }
        Ok(Self(SnapshotSource::Sqlite { connection, path: path.to_owned() }))
    }

    /// Takes a snapshot of a database on a server.
    #[cfg(feature = "postgres")]
    pub fn begin_on_server(accounts: &crate::Accounts) -> Result<Self, AccountsError> {
        let place = accounts.place();
        let failed = |source: database::postgres::PostgresError| AccountsError::Database {
            place: place.clone(),
            source: source.into(),
        };
        let pool = accounts.pool().ok_or_else(|| failed(database::postgres::PostgresError::Ended))?;
        let moment = pool.read_snapshot().map_err(failed)?;
        Ok(Self(SnapshotSource::Postgres { moment, place }))
    }

    /// Copies the snapshot into a new `SQLite` file, without sessions and links that work once, and checks
    /// the copy.
    pub fn copy_to(self, to: &Path) -> Result<(), AccountsError> {
        let path = match &self.0 {
            SnapshotSource::Sqlite { path, .. } => path.clone(),
            #[cfg(feature = "postgres")]
            SnapshotSource::Postgres { place, .. } => place.into(),
        };
        let not_copied = |source| AccountsError::NotCopied { path: path.clone(), source };
        match &self.0 {
            SnapshotSource::Sqlite { connection, .. } => {
                database::copy(connection, to).map_err(not_copied)?;
            }
            #[cfg(feature = "postgres")]
            SnapshotSource::Postgres { moment, place } => {
                crate::transfer::copied_into(&moment.sql(), to).map_err(|error| error.at(place))?;
            }
        }
        let stripped = || {
            let copy = database::open(to)?;
            copy.pragma_update(None, "secure_delete", true)?;
            for table in LEFT_OUT {
                if copy.table_exists(None, table)? {
                    copy.execute(&format!("DELETE FROM {table}"), ())?;
                }
            }
            copy.execute_batch("VACUUM")?;
            Ok(copy)
        };
        let copy = stripped().map_err(|error| not_copied(database::CopyError::Database(error)))?;
        database::check(&copy).map_err(|damage| not_copied(database::CopyError::Damaged(damage)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountName, Accounts, LinkPurpose, Password, Role, Secret};

    fn account(accounts: &Accounts, name: &str) -> Secret {
        let name = AccountName::new(name).unwrap();
        let password = Password::choose("correct horse battery", "anna").unwrap();
        let account = accounts.create(&name, &password, Role::Player, 1).unwrap();
        accounts.begin_session(account.id, 1).unwrap()
    }

    #[test]
    fn a_copy_is_of_the_moment_and_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let (path, to) = (folder.path().join("accounts.db"), folder.path().join("copy.db"));
        let accounts = Accounts::open(&path).unwrap();
        let session = account(&accounts, "anna");
        let link = accounts.make_link(LinkPurpose::Invitation, 100).unwrap();
        let moment = Snapshot::begin(&path).unwrap();
        account(&accounts, "bob");
        moment.copy_to(&to).unwrap();
        let copy = Accounts::open(&to).unwrap();
        let names: Vec<String> = copy.accounts().unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["anna"]);
        assert!(
            accounts.session(&session, 2).unwrap().is_some() && accounts.link(&link, 2).unwrap().is_some()
        );
        assert!(copy.session(&session, 2).unwrap().is_none() && copy.link(&link, 2).unwrap().is_none());
    }

    #[test]
    fn a_newer_database_and_one_of_others_are_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accounts.db");
        drop(Accounts::open(&path).unwrap());
        Connection::open(&path).unwrap().pragma_update(None, "user_version", VERSION + 1).unwrap();
        assert!(matches!(Snapshot::begin(&path), Err(AccountsError::NotMigrated { .. })));
        let other = folder.path().join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
        assert!(matches!(Snapshot::begin(&other), Err(AccountsError::OtherVersion { .. })));
    }
}
