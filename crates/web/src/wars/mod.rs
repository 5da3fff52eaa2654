//! Long-running wars of `PerlWar`: their state, submitted snippets, and the schedule of their rounds.
//!
//! The process that speaks HTTP reads the files of wars and replays stored rounds, which needs no Perl.
//! Workers play new rounds.

mod events;
mod members;
mod rounds;
mod schedule;
mod submit;
mod supervisor;
mod view;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use tokio::sync::broadcast;

use crate::config::Config;
use crate::records::Records;
use crate::site::{Site, failed};
use crate::times;

pub(crate) use events::{RoundEvent, of_war};
pub(crate) use members::{ask_for_round, submit_snippet};
pub(crate) use rounds::play_round;
pub(crate) use schedule::{RequestError, request_round};
pub(crate) use submit::{SubmitError, save_snippet};
pub(crate) use supervisor::{make_records, play};
pub(crate) use view::{PlayerView, RoundView, Seat, WarFiles, WarView};

/// The number of changes that a slow listener may lag behind before it misses some.
const CHANGES: usize = 64;

/// A round of a war whose record is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WarRound {
    pub(crate) war: String,
    pub(crate) round: u64,
    /// The state hash after the round.
    pub(crate) state: String,
}

/// All wars of the site.
pub(crate) struct Wars {
    /// Cached records of rounds, and the queue of requested ones.
    pub(crate) records: Records<WarRound>,
    /// Broadcasts the names of wars that changed.
    pub(crate) changes: broadcast::Sender<String>,
    views: RwLock<Vec<Arc<WarView>>>,
    /// Whether workers on this machine can run Perl; `None` until a worker has reported it.
    has_perl: RwLock<Option<bool>>,
    /// Held while a snippet is submitted, so that each gets a unique number.
    handing_in: Mutex<()>,
}

impl Wars {
    /// Creates an empty list of wars. [`Self::refresh`] fills it.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            records: Records::new(config.limits.waiting_fights.size(), config.records.keep_bytes.size()),
            changes: broadcast::channel(CHANGES).0,
            views: RwLock::default(),
            has_perl: RwLock::default(),
            handing_in: Mutex::default(),
        }
    }

    /// Returns all wars, sorted by name.
    pub(crate) fn all(&self) -> Vec<Arc<WarView>> {
        self.views.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the war with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<WarView>> {
        self.all().into_iter().find(|war| war.name == name)
    }

    /// Returns true if a worker has reported that this machine cannot run Perl.
    pub(crate) fn lack_perl(&self) -> bool {
        *self.has_perl.read().unwrap_or_else(PoisonError::into_inner) == Some(false)
    }

    fn note_perl(&self, has_perl: bool) {
        *self.has_perl.write().unwrap_or_else(PoisonError::into_inner) = Some(has_perl);
    }

    /// Adds a war, or replaces the one with its name, and notifies subscribers.
    pub(crate) fn put(&self, war: WarView) {
        let name = war.name.clone();
        {
            let mut views = self.views.write().unwrap_or_else(PoisonError::into_inner);
            views.retain(|known| known.name != name);
            views.push(Arc::new(war));
            views.sort_by(|one, two| one.name.cmp(&two.name));
        }
        // Ignore errors: there may be no subscribers.
        let _ = self.changes.send(name);
    }

    /// Changes the state of a war that is not in its files, and notifies subscribers.
    fn change(&self, name: &str, change: impl FnOnce(&mut WarView)) {
        let mut views = self.views.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(war) = views.iter_mut().find(|war| war.name == name) {
            change(Arc::make_mut(war));
        }
        drop(views);
        let _ = self.changes.send(name.to_owned());
    }

    /// Adds submitted snippets to their wars, and reads all changed wars again. Only one thread may do this
    /// at a time.
    pub(crate) fn refresh(&self, site: &Site) -> Result<(), Failure> {
        let former = site.accounts.former_names().map_err(|error| failed(&error))?;
        for (name, folder) in war_folders(&site.folder)? {
            let own = site_folder_of(&site.folder, &name);
            let known = self.get(&name);
            // Only one of the site's processes adds them.
            let refused = if site.replicas.plays() { submit::take_in(&folder, &own) } else { Vec::new() };
            let mut view = WarView::read(
                &name,
                &folder,
                &own,
                known.as_deref(),
                site.config.round_every_s(&name),
                &former,
            );
            view.note_refused(refused);
            let is_known = known.as_deref().is_some_and(|known| known.is_same(&view));
            if is_known && !times::is_ahead(&view.seen, times::now()) {
                continue;
            }
            if known.is_some_and(|known| known.former_names != view.former_names) {
                // Records contain the players' names, so they are out of date now.
                self.records.forget(|round| round.war == name);
            }
            if let Ok(files) = &view.files {
                let rounds = folder.join("rounds.jsonl");
                view.seen = site.times_of_changes(&name, &rounds, files.moments(), &view.seen);
            }
            self.put(view);
        }
        Ok(())
    }
}

/// Returns the site's own folder for data about a war.
fn site_folder_of(site: &Path, war: &str) -> PathBuf {
    site.join(".bout").join("wars").join(war)
}

/// Opens one of the site's own folders if it exists.
fn existing(path: &Path) -> Result<Option<ConfinedFolder>, Failure> {
    if path.is_dir() { ConfinedFolder::open(path).map(Some) } else { Ok(None) }
}

/// Returns the names and folders of the wars in a folder. A folder that is itself a war is the only one.
pub(crate) fn war_folders(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    if is_war(folder) {
        let whole = folder.canonicalize().map_err(|error| Failure::file(folder, "read", &error))?;
        let name = whole.file_name().and_then(|name| FileName::of_system(name).ok());
        let name = name.map_or_else(|| "war".to_owned(), |name| name.to_string());
        return Ok(vec![(name, folder.to_owned())]);
    }
    let cannot_read = |error: std::io::Error| Failure::file(folder, "read", &error);
    let mut wars = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        // As with hills, follow no links, and accept only names that are safe in URLs.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if let (true, Ok(name)) = (is_folder, FileName::of_system(&entry.file_name()))
            && is_war(&entry.path())
        {
            wars.push((name.to_string(), entry.path()));
        }
    }
    wars.sort();
    Ok(wars)
}

/// Returns true if a folder is a war. A folder with the settings of both is a hill.
fn is_war(folder: &Path) -> bool {
    folder.join(contests::war::CONFIG_FILE).is_file() && !folder.join(contests::hill::CONFIG_FILE).is_file()
}

#[cfg(test)]
pub(crate) mod tests;
