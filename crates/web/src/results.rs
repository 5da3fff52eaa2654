//! How processes reach the results of hills and finals that are in `PostgreSQL`.
//!
//! The processes of the site and commands connect to the server that `[store]` names. A worker has
//! no network: it sends its queries to the server process, which only answers queries about
//! results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use contests::{Failure, hill};
use database::postgres::{Pool, Schema};
use store::{Relay, Server, Servers, set_server_connector};

use crate::config::{CONFIG_FILE, Config};
use crate::orders::Order;
use crate::worker_questions::{Recipient, ask};
use crate::{store as accounts_store, worker};

/// The database of a hill, in `.bout`, and that of a final.
const OF_HILL: &str = "hill.db";
const OF_FINAL: &str = "contest.db";

/// The connections to the database servers of sites, by the folder of the site.
static POOLS: Mutex<BTreeMap<PathBuf, Arc<Pool>>> = Mutex::new(BTreeMap::new());

/// Lets this process use results that are on the database server named by `[store]` of their site.
pub fn reach_results() {
    set_server_connector(Box::new(BySettings));
}

/// Sets the connections to the results of a site.
pub(crate) fn reach_by(site: &Path, pool: Arc<Pool>) {
    if let Ok(site) = site.canonicalize() {
        POOLS.lock().unwrap_or_else(PoisonError::into_inner).insert(site, pool);
    }
}

/// Returns the hills whose results are in files.
pub(crate) fn in_files(site: &Path) -> Vec<String> {
    let is_file = |hill: &Path| {
        let path = hill.join(".bout").join(OF_HILL);
        path.is_file() && !store::is_on_server(&path).unwrap_or(true)
    };
    let hills = crate::site::hill_folders(site).unwrap_or_default();
    hills.into_iter().filter(|(_, folder)| is_file(folder)).map(|(name, _)| name).collect()
}

/// Logs a warning about hills whose results are in files although the site has a server.
pub(crate) fn tell_of_files(site: &Path) {
    let hills = in_files(site);
    if !hills.is_empty() {
        let hills = hills.join(", ");
        tracing::warn!(
            hills,
            "the results of these hills are in files; stop the site, and run bout admin migrate-store --to postgres"
        );
    }
}

/// Finds the server in the settings of the site.
struct BySettings;

impl Servers for BySettings {
    fn with(&self, path: &Path) -> Result<Option<Server>, String> {
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        let site = path.ancestors().skip(1).find(|folder| folder.join(CONFIG_FILE).is_file());
        site.map_or(Ok(None), server_of)
    }

    fn for_new(&self, path: &Path) -> Result<Option<Server>, String> {
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        site_of(&path).map_or(Ok(None), server_of)
    }
}

/// Returns the folder of the site that the database at this path belongs to.
fn site_of(path: &Path) -> Option<&Path> {
    let is_site = |folder: &&Path| folder.join(CONFIG_FILE).is_file();
    let folders: Vec<&Path> = path.ancestors().skip(1).collect();
    let named = |number: usize, name: &str| folders.get(number).is_some_and(|folder| folder.ends_with(name));
    if path.ends_with(OF_HILL) && named(0, ".bout") && folders.get(1)?.join(hill::CONFIG_FILE).is_file() {
        return folders[1..].iter().take(2).copied().find(is_site);
    }
    // .bout/contests/NAME/final/contest.db
    if path.ends_with(OF_FINAL) && named(0, "final") && named(2, "contests") && named(3, ".bout") {
        return folders.get(4).copied().filter(is_site);
    }
    None
}

/// Returns the connections to the server of a site; `None` if the site has none.
fn server_of(site: &Path) -> Result<Option<Server>, String> {
    let whole = site.canonicalize().map_err(|error| format!("{}: {error}", site.display()))?;
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&whole) {
        return Ok(Some(Server::Connected(Arc::clone(pool))));
    }
    let config = Config::read(site).map_err(|failure| failure.to_string())?;
    let Some(settings) = &config.store else { return Ok(None) };
    let server = accounts_store::server(site, settings).map_err(|failure| failure.to_string())?;
    let pool = Pool::open(server).map_err(|error| error.to_string())?;
    pools.insert(whole, Arc::clone(&pool));
    Ok(Some(Server::Connected(pool)))
}

/// Copies results that are on a server into a new file.
pub(crate) fn copy_to_file(path: &Path, to: &Path) -> Result<(), Failure> {
    let server = BySettings.with(path).map_err(Failure::Unreachable)?;
    let Some(Server::Connected(pool)) = server else {
        return Err(store::StoreError::OnServer { path: path.to_owned() }.into());
    };
    Ok(store::copy_to_file(path, &pool, to)?)
}

/// Tests the database server of a site. Returns what its host should know, or why it cannot be
/// used; `None` if the site has none.
pub(crate) fn try_server(site: &Path) -> Option<Result<Vec<String>, String>> {
    // Errors in the settings are reported elsewhere.
    let config = Config::read(site).ok()?;
    let settings = config.store.as_ref()?;
    let tried = || {
        let server = accounts_store::server(site, settings).map_err(|failure| failure.to_string())?;
        let place = server.place().to_owned();
        let failed = |why: &dyn std::fmt::Display| format!("{place}: {why}");
        let pool = Pool::open(server).map_err(|error| failed(&error))?;
        let version = Schema::attempt(&pool).map_err(|error| {
            failed(&format!(
                "{error}; bout makes schemas there, so its user needs the right CREATE on the database"
            ))
        })?;
        if !version.is_supported() {
            return Err(failed(&format!(
                "it is PostgreSQL {version}, which is too old (bout man postgresql)"
            )));
        }
        Ok(format!("PostgreSQL {version} answers, and makes schemas and tables: {place}."))
    };
    Some(tried().map(|answers| {
        let mut says = vec![answers];
        let hills = in_files(site);
        if !hills.is_empty() {
            let hills = hills.join(", ");
            says.push(format!(
                "The results of these hills are in files: {hills}. bout admin migrate-store --to postgres moves them."
            ));
        }
        says
    }))
}

/// In a worker: true if the results for the present order are on a server.
static ARE_ON_SERVER: AtomicBool = AtomicBool::new(false);

/// Sets whether the results for the present order are on a server, in a worker.
pub(crate) fn are_on_server(are: bool) {
    ARE_ON_SERVER.store(are, Ordering::Relaxed);
}

/// Lets this worker query its server process for results.
pub(crate) fn ask_for_results() {
    set_server_connector(Box::new(ByServer));
}

/// Reaches results through the server process.
struct ByServer;

impl Servers for ByServer {
    fn with(&self, _: &Path) -> Result<Option<Server>, String> {
        let ask = |request: Vec<u8>| ask(Recipient::Results, &request, &worker::site_is_gone);
        Ok(ARE_ON_SERVER.load(Ordering::Relaxed).then(|| Server::Relayed(Arc::new(ask))))
    }

    fn for_new(&self, path: &Path) -> Result<Option<Server>, String> {
        self.with(path)
    }
}

/// The connections to the database server with the results.
pub(crate) type ResultsServer = Arc<Pool>;

/// The server's side of the connection to the results for one order.
pub(crate) struct ResultsConnection(Option<Relay>);

impl ResultsConnection {
    /// Prepares the connection for an order. Without `pool`, it refuses all queries.
    pub(crate) fn new(pool: Option<&Arc<Pool>>, order: &Order) -> Self {
        let folder = order.folders().next().and_then(Path::file_name).unwrap_or_default();
        let about = format!("results of bout: {}", folder.to_string_lossy());
        Self(pool.map(|pool| Relay::new(Arc::clone(pool), &about)))
    }

    /// Answers a query of a worker.
    pub(crate) fn answer(&mut self, request: &[u8]) -> std::io::Result<Vec<u8>> {
        let relay =
            self.0.as_mut().ok_or_else(|| std::io::Error::other("the results of the site are in files"))?;
        relay.answer(request).map_err(std::io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hills_and_finals_of_a_site_have_their_results_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path();
        for path in ["small/.bout", "small/inner/.bout", ".bout/contests/spring/final", "plain/.bout"] {
            std::fs::create_dir_all(site.join(path)).unwrap();
        }
        for file in ["bout.toml", "small/hill.toml", "small/inner/hill.toml"] {
            std::fs::write(site.join(file), "").unwrap();
        }
        for path in ["small/.bout/hill.db", ".bout/contests/spring/final/contest.db"] {
            assert_eq!(site_of(&site.join(path)), Some(site), "{path}");
        }
        for path in [
            "small/hill.db",
            "contest.db",
            "small/.bout/contest.db",
            "plain/.bout/hill.db",
            "small/inner/.bout/hill.db",
            ".bout/contests/spring/final/former-contest.db",
        ] {
            assert_eq!(site_of(&site.join(path)), None, "{path}");
        }
    }
}
