//! Notices that files may have been saved. Reading them shows whether anything relevant changed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, thread};

use contests::hill::CONFIG_FILE;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::interrupt;
use crate::output::note;

/// A save counts as complete if nothing changed for this long. Editors save in several steps: they
/// truncate and write a file, or rename two files.
const QUIET: Duration = Duration::from_millis(3);

/// A file that is written continuously is read after this time in any case.
const MAX_UNREST: Duration = Duration::from_millis(60);

/// The interval for checking for Ctrl-C while waiting.
const TICK: Duration = Duration::from_millis(50);

/// The polling interval if the system reports changes, because some file systems do not.
const SELDOM: Duration = Duration::from_millis(500);

/// The polling interval if the system cannot report changes.
const OFTEN: Duration = Duration::from_millis(50);

/// Watches a program's file, and a hill if it has a folder here.
pub(super) struct FileWatcher {
    noticed: Arc<Noticed>,
    /// Reports changes until it is dropped.
    _watcher: Option<RecommendedWatcher>,
}

/// Changes that were noticed but not yet processed.
#[derive(Default)]
struct Noticed {
    /// True while `times` is not empty. It is checked before every match, so it must not need the
    /// lock.
    is_new: AtomicBool,
    times: Mutex<Option<Times>>,
    wake: Condvar,
}

#[derive(Clone, Copy)]
struct Times {
    first: Instant,
    last: Instant,
}

impl FileWatcher {
    /// Starts watching.
    pub(super) fn new(program: &Path, hill: Option<&Path>) -> Self {
        let noticed = Arc::new(Noticed::default());
        let files = Files::new(program, hill);
        let watcher = files.watcher(Arc::clone(&noticed)).inspect_err(|error| {
            note(&format!(
                "this system does not report file changes ({error}); the file is checked 20 times per second"
            ));
        });
        let pause = if watcher.is_ok() { SELDOM } else { OFTEN };
        let theirs = Arc::clone(&noticed);
        let before = files.stamps();
        // The thread ends with the command. Without it, only changes reported by the system are noticed.
        let _ = thread::Builder::new().spawn(move || files.look_again_and_again(pause, before, &theirs));
        Self { noticed, _watcher: watcher.ok() }
    }

    /// Returns true if a change was noticed since the last call of [`FileWatcher::wait`].
    pub(super) fn has_noticed(&self) -> bool {
        self.noticed.is_new.load(Ordering::Relaxed)
    }

    /// Waits for a change and until files are quiet again, and returns the time of the change. `None` if the user
    /// pressed Ctrl-C.
    pub(super) fn wait(&self) -> Option<Instant> {
        let mut times = self.noticed.lock();
        loop {
            if interrupt::was_requested() {
                return None;
            }
            let pause = match *times {
                None => TICK,
                Some(Times { first, last }) if last.elapsed() >= QUIET || first.elapsed() >= MAX_UNREST => {
                    *times = None;
                    self.noticed.is_new.store(false, Ordering::Relaxed);
                    return Some(first);
                }
                Some(Times { last, .. }) => QUIET.saturating_sub(last.elapsed()),
            };
            times = match self.noticed.wake.wait_timeout(times, pause) {
                Ok((times, _)) => times,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }
}

impl Noticed {
    fn lock(&self) -> MutexGuard<'_, Option<Times>> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) {
        let last = Instant::now();
        let mut times = self.lock();
        let first = times.map_or(last, |times| times.first);
        *times = Some(Times { first, last });
        self.is_new.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }
}

/// The modification time and the length of every file, which a save usually changes.
type Stamps = [Option<(SystemTime, u64)>; 3];

/// The watched files.
struct Files {
    /// The paths under which the system may report the program's file.
    program: Vec<PathBuf>,
    config: Option<PathBuf>,
    members: Option<PathBuf>,
}

impl Files {
    fn new(program: &Path, hill: Option<&Path>) -> Self {
        let mut names = vec![with_resolved_folder(program)];
        // If the file is a link, its target is written.
        names.extend(fs::canonicalize(program).ok().filter(|target| *target != names[0]));
        let hill = hill.map(|hill| fs::canonicalize(hill).unwrap_or_else(|_| hill.to_path_buf()));
        let inside = |name: &Path| hill.as_ref().map(|hill| hill.join(name));
        Self { program: names, config: inside(CONFIG_FILE.as_ref()), members: inside("programs".as_ref()) }
    }

    /// Asks the system to report changes of these files. Their folders are watched, because an editor may replace a
    /// file by renaming a new one.
    fn watcher(&self, noticed: Arc<Noticed>) -> notify::Result<RecommendedWatcher> {
        let (program, config, members) = (self.program.clone(), self.config.clone(), self.members.clone());
        let is_ours = move |path: &PathBuf| {
            let is_member = || members.as_deref().is_some_and(|members| path.parent() == Some(members));
            program.contains(path) || config.as_ref() == Some(path) || is_member()
        };
        let on_event = move |event: notify::Result<Event>| {
            // An event without a path, or an error, means that events were lost. Read accesses are our own.
            let matters = event.map_or(true, |event| !event.kind.is_access() && is_meant(&event, &is_ours));
            if matters {
                noticed.now();
            }
        };
        let mut watcher = notify::recommended_watcher(on_event)?;
        let programs = self.program.iter().filter_map(|path| path.parent());
        for folder in programs.chain(self.config.as_deref().and_then(Path::parent)) {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        if let Some(members) = self.members.as_ref().filter(|members| members.exists()) {
            watcher.watch(members, RecursiveMode::NonRecursive)?;
        }
        Ok(watcher)
    }

    fn look_again_and_again(&self, pause: Duration, mut before: Stamps, noticed: &Noticed) {
        loop {
            thread::sleep(pause);
            let now = self.stamps();
            if now != before {
                noticed.now();
            }
            before = now;
        }
    }

    fn stamps(&self) -> Stamps {
        let stamp = |path: &Path| {
            let about = fs::metadata(path).ok()?;
            Some((about.modified().ok()?, about.len()))
        };
        [Some(&self.program[0]), self.config.as_ref(), self.members.as_ref()]
            .map(|path| path.and_then(|path| stamp(path)))
    }
}

fn is_meant(event: &Event, is_ours: &impl Fn(&PathBuf) -> bool) -> bool {
    event.paths.is_empty() || event.paths.iter().any(is_ours)
}

/// Returns a path as the system reports it: with links in the folder resolved, but not in the file name.
fn with_resolved_folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}
