//! Opens the accounts of a site, which are in a file of the site or in a `PostgreSQL` database.
//!
//! Only one of the two is in use at any time: the file `accounts.db`, as long as it exists. Moving
//! the accounts ([`migrate`](crate::migrate_store)) renames the file once the server has
//! everything.

use std::fs::{File, TryLockError};
use std::path::Path;

use accounts::{Accounts, Snapshot};
use contests::Failure;

use crate::config::{CONFIG_FILE, Config};
use crate::site::failed;

/// The file with the accounts, in `.bout`.
pub(crate) const FILE: &str = "accounts.db";

/// The name of the file once a server has the accounts.
pub(crate) const MOVED: &str = "accounts-before-postgres.db";

/// The name of the file while accounts are copied into it.
pub(crate) const DRAFT: &str = "accounts-draft.db";

/// The file that the processes of a site lock while they serve it.
const LOCK: &str = "serving";

/// Opens the accounts of the site in a folder. Creates the tables if the site is new.
pub(crate) fn open(folder: &Path, config: &Config) -> Result<Accounts, Failure> {
    let own = folder.join(".bout");
    let (file, moved) = (own.join(FILE), own.join(MOVED));
    let settings = folder.join(CONFIG_FILE);
    let Some(store) = &config.store else {
        if moved.exists() && !file.exists() {
            let why = format!(
                "{}: the accounts of this site are in PostgreSQL, and there is no [store] that says where. To have them in a file \
                 again, restore [store] and run bout admin migrate-store --to sqlite",
                settings.display()
            );
            return Err(Failure::Refused(why));
        }
        return Accounts::open(&file).map_err(|error| failed(&error));
    };
    if file.exists() {
        let why = format!(
            "{}: [store] names a PostgreSQL database, and the accounts are in {}. Run bout admin migrate-store --to postgres, \
             which moves them; or remove [store]",
            settings.display(),
            file.display()
        );
        return Err(Failure::Refused(why));
    }
    let accounts = on_server(folder, store)?;
    #[cfg(feature = "postgres")]
    if accounts.were_moved_away().map_err(|error| failed(&error))? {
        let why = format!(
            "{}: the accounts were moved from there into {}, which is not there; restore a backup",
            accounts.place(),
            file.display()
        );
        return Err(Failure::Refused(why));
    }
    Ok(accounts)
}

/// Opens the accounts on a server.
#[cfg(feature = "postgres")]
pub(crate) fn on_server(folder: &Path, store: &crate::config::StoreSettings) -> Result<Accounts, Failure> {
    Accounts::open_postgres(server(folder, store)?).map_err(|error| failed(&error))
}

#[cfg(not(feature = "postgres"))]
fn on_server(_: &Path, _: &crate::config::StoreSettings) -> Result<Accounts, Failure> {
    Err(Failure::Refused("this bout was built without PostgreSQL".into()))
}

/// Returns the settings for connecting to the server.
#[cfg(feature = "postgres")]
pub(crate) fn server(
    folder: &Path,
    store: &crate::config::StoreSettings,
) -> Result<database::postgres::Settings, Failure> {
    let in_folder = |file: &std::path::PathBuf| folder.join(file);
    let (password, ca) = (store.password_file.as_ref().map(in_folder), store.ca_file.as_ref().map(in_folder));
    let text = store.postgres.get_ref();
    database::postgres::Settings::read(text, password.as_deref(), ca.as_deref(), store.connections.size())
        .map_err(|error| Failure::Refused(error.to_string()))
}

/// Returns true if the site in a folder was served before.
pub(crate) fn was_served(folder: &Path, config: &Config) -> bool {
    let own = folder.join(".bout");
    own.join(FILE).is_file() || config.store.is_some() && own.is_dir()
}

/// Marks this process as serving the site, as long as the result is kept. Several processes may
/// serve it at the same time.
pub(crate) fn serving(own: &Path) -> Result<File, Failure> {
    let path = own.join(LOCK);
    let file = opened(&path)?;
    match file.try_lock_shared() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let why = "its accounts are being moved into another database; start the site when that is done";
            Err(Failure::Usage(format!("{}: {why}", own.display())))
        }
        Err(TryLockError::Error(error)) => Err(Failure::file(&path, "lock", &error)),
    }
}

/// Takes a snapshot of the accounts, for a backup.
pub(crate) fn snapshot(folder: &Path, config: &Config) -> Result<Snapshot, Failure> {
    let file = folder.join(".bout").join(FILE);
    #[cfg(feature = "postgres")]
    if !file.exists() {
        let accounts = open(folder, config)?;
        return Snapshot::begin_on_server(&accounts).map_err(|error| failed(&error));
    }
    #[cfg(not(feature = "postgres"))]
    let _ = config;
    Snapshot::begin(&file).map_err(|error| failed(&error))
}

/// Makes sure that no process serves the site, as long as the result is kept.
#[cfg(feature = "postgres")]
pub(crate) fn not_serving(own: &Path) -> Result<File, Failure> {
    let path = own.join(LOCK);
    let file = opened(&path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Usage(format!("{}: the site is being served; stop it first", own.display())))
        }
        Err(TryLockError::Error(error)) => Err(Failure::file(&path, "lock", &error)),
    }
}

fn opened(path: &Path) -> Result<File, Failure> {
    let opened = File::options().create(true).truncate(false).write(true).open(path);
    opened.map_err(|error| Failure::file(path, "write", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "postgres")]
    #[test]
    fn many_serve_and_nobody_moves_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let served = (serving(folder.path()).unwrap(), serving(folder.path()).unwrap());
        assert!(not_serving(folder.path()).unwrap_err().to_string().contains("stop it first"));
        drop(served);
        let moving = not_serving(folder.path()).unwrap();
        assert!(serving(folder.path()).unwrap_err().to_string().contains("being moved"));
        drop(moving);
        serving(folder.path()).unwrap();
    }

    #[test]
    fn accounts_that_are_elsewhere_are_not_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join(".bout");
        std::fs::create_dir(&own).unwrap();
        std::fs::write(own.join(MOVED), "").unwrap();
        let why = open(folder.path(), &Config::default()).unwrap_err().to_string();
        assert!(why.contains("--to sqlite") && !own.join(FILE).exists(), "{why}");
    }
}
