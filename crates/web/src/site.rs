//! The state of a running site: its hills, and the events on them. Pages only read it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use accounts::{Accounts, AccountsError};
use contests::Failure;
use contests::confined_folder::create_durably;
use contests::file_name::FileName;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::behaviours::Behaviours;
use crate::broadcast::Broadcasts;
use crate::config::{Config, SignUp};
use crate::dated::Contests;
use crate::failures::SiteFailures;
use crate::health::Health;
use crate::hill_view::{HillView, ProgramView};
use crate::mail::Mail;
use crate::members::Viewer;
use crate::metrics::{FailureKind, Metrics, Readers};
use crate::moderation::Decisions;
use crate::practice::PracticeQueue;
use crate::providers::Providers;
use crate::records::Records;
use crate::remote::SiteQueue;
use crate::replicas::Replicas;
#[cfg(feature = "postgres")]
use crate::results;
use crate::results::ResultsServer;
use crate::server::Examples;
use crate::statistics::{Alerts, Visits, WorkerBoard};
use crate::stopping::Stopping;
use crate::store;
use crate::throttle::Throttle;
use crate::times;
use crate::visitors::Visitors;
use crate::wars::Wars;

/// The number of events that a slow listener may lag behind before it misses some.
const EVENTS: usize = 64;

/// An event on a hill.
#[derive(Debug, Clone)]
pub(crate) struct HillEvent {
    /// The hill.
    pub(crate) hill: String,
    /// What changed.
    pub(crate) what: HillUpdate,
}

/// What changed on a hill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HillUpdate {
    /// Its table.
    Standings,
    /// The submissions: which ones wait, or the state of one.
    Submissions,
    /// The progress of its matches: the games done, and all games.
    Progress(u64, u64),
}

/// The site.
pub(crate) struct Site {
    /// The settings.
    pub(crate) config: Config,
    /// The folder that is served.
    pub(crate) folder: PathBuf,
    /// Records of fights, and requests for them.
    pub(crate) records: Records,
    /// Sends events to all listeners.
    pub(crate) events: broadcast::Sender<HillEvent>,
    /// The open requests of each visitor.
    pub(crate) visitors: Visitors,
    /// The wars.
    pub(crate) wars: Wars,
    /// The other processes that serve the site.
    pub(crate) replicas: Replicas,
    /// The match of each hill that all its spectators see.
    pub(crate) broadcasts: Broadcasts,
    /// The dated contests.
    pub(crate) contests: Contests,
    /// The behaviour of programs in fixed setups.
    pub(crate) behaviours: Behaviours,
    /// The example programs of a game, by its name.
    examples: fn(&str) -> Examples,
    hills: RwLock<Vec<Arc<HillView>>>,
    /// The decisions of hosts about hills.
    decisions: Decisions,
    /// The accounts, and their submissions.
    pub(crate) accounts: Accounts,
    /// The lock that marks this process as serving the site.
    _serving: std::fs::File,
    /// The providers with which users sign in.
    pub(crate) providers: Providers,
    /// Sends mail; `None` if the site sends none.
    pub(crate) mail: Option<Mail>,
    /// The queue for other machines that play for the site; `None` if it plays itself.
    pub(crate) queue: Option<Arc<SiteQueue>>,
    /// The orders of users who practise.
    pub(crate) practice: PracticeQueue,
    /// The status of the workers, for hosts.
    pub(crate) board: Arc<WorkerBoard>,
    /// Counts visitors.
    pub(crate) visits: Visits,
    /// The alerts for hosts.
    pub(crate) alerts: Alerts,
    /// Limits how often visitors and accounts may do what is expensive.
    pub(crate) throttle: Throttle,
    /// The metrics of the site.
    pub(crate) metrics: Arc<Metrics>,
    /// Who may read the metrics.
    pub(crate) metrics_readers: Readers,
    /// Checks whether the site is ready.
    pub(crate) health: Health,
    /// Signals that the site is stopping.
    pub(crate) stopping: Stopping,
    /// The present failures.
    pub(crate) failures: SiteFailures,
}

impl Site {
    /// Creates a site without hills.
    pub(crate) fn new(
        folder: &Path,
        config: Config,
        examples: fn(&str) -> Examples,
    ) -> Result<Self, Failure> {
        let own = folder.join(".bout");
        create_durably(&own)?;
        let serving = store::serving(&own)?;
        let accounts = store::open(folder, &config)?;
        #[cfg(feature = "postgres")]
        if let Some(pool) = accounts.pool() {
            results::reach_by(folder, pool);
            results::tell_of_files(folder);
        }
        Ok(Self {
            accounts,
            _serving: serving,
            metrics_readers: Readers::new(&config, folder)?,
            health: Health::default(),
            metrics: Arc::default(),
            stopping: Stopping::default(),
            failures: SiteFailures::default(),
            providers: Providers::new(&config, folder)?,
            mail: Mail::new(&config, folder)?,
            queue: config.queue.as_ref().map(|queue| Arc::new(SiteQueue::new(queue.get_ref(), folder))),
            practice: PracticeQueue::default(),
            board: Arc::default(),
            visits: Visits::default(),
            alerts: Alerts::read(&own),
            throttle: Throttle::new(&config.limits),
            records: Records::new(config.limits.waiting_fights.size(), config.records.keep_bytes.size()),
            visitors: Visitors::new(config.limits.requests_per_visitor.get()),
            wars: Wars::new(&config),
            config,
            folder: folder.to_owned(),
            events: broadcast::channel(EVENTS).0,
            replicas: Replicas::default(),
            broadcasts: Broadcasts::default(),
            contests: Contests::default(),
            behaviours: Behaviours::default(),
            examples,
            hills: RwLock::default(),
            decisions: Decisions::default(),
        })
    }

    /// Returns the database server with the results of the site; `None` if they are in files.
    pub(crate) fn results_server(&self) -> Option<ResultsServer> {
        #[cfg(feature = "postgres")]
        return self.accounts.pool();
        #[cfg(not(feature = "postgres"))]
        None
    }

    /// Returns all hills, including private ones, sorted by name.
    pub(crate) fn all_hills(&self) -> Vec<Arc<HillView>> {
        self.hills.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the hill with this name, even if it is private.
    pub(crate) fn any_hill(&self, name: &str) -> Option<Arc<HillView>> {
        self.all_hills().into_iter().find(|hill| hill.name == name)
    }

    /// Returns the hills that a viewer may see, sorted by name.
    pub(crate) fn hills(&self, viewer: &Viewer) -> Vec<Arc<HillView>> {
        let mut hills = self.all_hills();
        hills.retain(|hill| hill.is_visible_to(viewer));
        hills
    }

    /// Returns the hill with this name if a viewer may see it.
    pub(crate) fn hill(&self, name: &str, viewer: &Viewer) -> Option<Arc<HillView>> {
        self.any_hill(name).filter(|hill| hill.is_visible_to(viewer))
    }

    /// Returns the source of a program if everybody may read it. A submission is public unless its
    /// author made it secret. Any other program is public if it names a licence or is an example.
    pub(crate) fn public_source<'p>(&self, game: &str, program: &'p ProgramView) -> Option<&'p [u8]> {
        let source = program.source.as_slice();
        let is_example = || (self.examples)(game).iter().any(|(_, bytes)| *bytes == source);
        let is_open = match &program.owner {
            Some(owner) => !owner.is_secret,
            None => program.licence.is_some() || is_example(),
        };
        is_open.then_some(source)
    }

    /// Replaces the hill with this name, or adds it.
    pub(crate) fn put(&self, mut hill: HillView) {
        let mut hills = self.hills.write().unwrap_or_else(PoisonError::into_inner);
        // Done while the lock is held, so that a host's decision in the meantime is not lost.
        hill.moderate(self.decisions.of(&hill.name));
        hills.retain(|known| known.name != hill.name);
        hills.push(Arc::new(hill));
        hills.sort_by(|one, two| one.name.cmp(&two.name));
    }

    /// Applies the latest decisions of hosts about a hill. They take effect at once.
    pub(crate) fn moderate(&self, hill: &str) -> Result<(), AccountsError> {
        if self.decisions.update(hill, &self.accounts)? {
            let mut hills = self.hills.write().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = hills.iter_mut().find(|known| known.name == hill) {
                Arc::make_mut(known).moderate(self.decisions.of(hill));
            }
            drop(hills);
            self.tell(hill, HillUpdate::Standings);
        }
        Ok(())
    }

    /// Returns who may create an account.
    pub(crate) fn sign_up(&self) -> SignUp {
        self.config.sign_up.unwrap_or(SignUp::Closed)
    }

    /// Sends an event on a hill to all listeners, including other processes.
    pub(crate) fn tell(&self, hill: &str, what: HillUpdate) {
        let event = HillEvent { hill: hill.to_owned(), what };
        self.replicas.tell(&event);
        // This fails only if there are no listeners.
        let _ = self.events.send(event);
    }

    /// Rereads the hills in the folder that `is_mine` accepts. The results that workers reported
    /// are kept. No other thread may refresh these hills at the same time.
    pub(crate) fn refresh(&self, is_mine: impl Fn(&HillView) -> bool) -> Result<(), Failure> {
        let unfinished = self.accounts.unfinished().map_err(|error| failed(&error))?;
        for (name, folder) in hill_folders(&self.folder)? {
            let known = self.any_hill(&name);
            self.moderate(&name).map_err(|error| failed(&error))?;
            let owned = self.accounts.programs_of_hill(&name).map_err(|error| failed(&error))?;
            let waiting = unfinished.get(&name).copied().unwrap_or(0);
            let mut view = HillView::read(&name, &folder, &owned, waiting, known.as_deref());
            let readable = view.files.as_ref().map(drop).map_err(|why| Failure::File(why.clone()));
            let _ = self.note(FailureKind::Folder, &name, readable);
            if is_mine(&view) && known.as_deref().is_none_or(|known| !known.is_same(&view)) {
                let changes = view.files.as_ref().map_or(view.seen.len(), |files| files.history.len());
                let history = folder.join("results").join("history.jsonl");
                view.seen = self.times_of_changes(&name, &history, changes, &view.seen);
                self.put(view);
                self.tell_of_files(&name);
            }
        }
        Ok(())
    }

    /// Returns when the changes of a hill or a war were first seen. Only the process that plays
    /// stores new times.
    pub(crate) fn times_of_changes(
        &self,
        name: &str,
        history: &Path,
        changes: usize,
        known: &[u64],
    ) -> Vec<u64> {
        if self.replicas.plays() {
            times::of_changes(&self.folder, name, history, changes, known)
        } else {
            times::as_kept(&self.folder, name, history, changes)
        }
    }

    /// Tells all listeners that the files of a hill have changed. Only the process that plays tells
    /// the other processes.
    fn tell_of_files(&self, hill: &str) {
        if self.replicas.plays() {
            self.tell(hill, HillUpdate::Standings);
        } else {
            let _ = self.events.send(HillEvent { hill: hill.to_owned(), what: HillUpdate::Standings });
        }
    }
}

#[cfg(test)]
impl Site {
    /// Blocks everything that needs the hills, as long as the result is kept.
    pub(crate) fn lock_hills(&self) -> std::sync::RwLockWriteGuard<'_, Vec<Arc<HillView>>> {
        self.hills.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Converts an error of the database of accounts into a failure of the site.
pub(crate) fn failed(error: &AccountsError) -> Failure {
    Failure::File(error.to_string())
}

/// Returns the names and folders of the hills in a folder. If the folder is a hill itself, it is
/// the only one.
pub(crate) fn hill_folders(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let is_hill = |folder: &Path| folder.join(contests::hill::CONFIG_FILE).is_file();
    if is_hill(folder) {
        let whole = folder.canonicalize().map_err(|error| Failure::file(folder, "read", &error))?;
        let name = whole.file_name().and_then(|name| FileName::of_system(name).ok());
        let name = name.map_or_else(|| "hill".to_owned(), |name| name.to_string());
        return Ok(vec![(name, folder.to_owned())]);
    }
    let cannot_read = |error: std::io::Error| Failure::file(folder, "read", &error);
    let mut hills = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        // Links are not followed, and folders with names that are not safe in addresses are not
        // served.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if let (true, Ok(name)) = (is_folder, FileName::of_system(&entry.file_name()))
            && is_hill(&entry.path())
        {
            hills.push((name.to_string(), entry.path()));
        }
    }
    hills.sort();
    Ok(hills)
}
