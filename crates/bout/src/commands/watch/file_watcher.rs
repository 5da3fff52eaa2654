//! Noticing that something may have been saved. What it was, and whether it is of interest, is seen by reading it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::hill::CONFIG_FILE;
use crate::interrupt;
use crate::output::note;

/// A save is over when nothing has happened for so long: editors empty a file and write it, or rename two.
const QUIET: Duration = Duration::from_millis(3);

/// A file that is written all the time is looked at nevertheless.
const MAX_UNREST: Duration = Duration::from_millis(60);

/// How often those who wait look whether somebody pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// How often files are looked at where the system tells of saves: some file systems say nothing.
const SELDOM: Duration = Duration::from_millis(500);

/// How often they are looked at where the system cannot tell.
const OFTEN: Duration = Duration::from_millis(50);

/// Watches a program's file and a hill.
pub(super) struct FileWatcher {
    noticed: Arc<Noticed>,
    /// Tells of saves as long as it lives.
    _watcher: Option<RecommendedWatcher>,
}

/// What was noticed and not yet looked at.
#[derive(Default)]
struct Noticed {
    /// The same as that there are times: asked before every match, so without a lock.
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
    /// Watches from now on.
    pub(super) fn new(program: &Path, hill: &Path) -> Self {
        let noticed = Arc::new(Noticed::default());
        let files = Files::new(program, hill);
        let watcher = files.watcher(Arc::clone(&noticed)).inspect_err(|error| {
            note(&format!(
                "this system does not tell of saves ({error}); the file is looked at 20 times a second"
            ));
        });
        let pause = if watcher.is_ok() { SELDOM } else { OFTEN };
        let theirs = Arc::clone(&noticed);
        let before = files.stamps();
        // It ends with the command. Without it, saves are noticed as far as the system tells of them.
        let _ = thread::Builder::new().spawn(move || files.look_again_and_again(pause, before, &theirs));
        Self { noticed, _watcher: watcher.ok() }
    }

    /// Whether something was noticed since the last call of [`FileWatcher::wait`].
    pub(super) fn has_noticed(&self) -> bool {
        self.noticed.is_new.load(Ordering::Relaxed)
    }

    /// Waits until something was noticed and things are quiet again; says when it was. Nothing if somebody pressed
    /// Ctrl-C.
    pub(super) fn wait(&self) -> Option<Instant> {
        let mut times = self.noticed.lock();
        loop {
            if interrupt::wanted() {
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

/// What changes with a save, as far as can be seen from outside: of every file when it was changed, and its length.
type Stamps = [Option<(SystemTime, u64)>; 3];

/// The files that matter.
struct Files {
    /// The program's file, by all names that it is told of under.
    program: Vec<PathBuf>,
    config: PathBuf,
    members: PathBuf,
}

impl Files {
    fn new(program: &Path, hill: &Path) -> Self {
        let mut names = vec![real(program)];
        // Where the file is a link, what it leads to is written.
        names.extend(fs::canonicalize(program).ok().filter(|target| *target != names[0]));
        let hill = fs::canonicalize(hill).unwrap_or_else(|_| hill.to_path_buf());
        Self { program: names, config: hill.join(CONFIG_FILE), members: hill.join("programs") }
    }

    /// Has the system tell of what happens to these files. Their folders are watched: an editor that writes a new file
    /// and renames it leaves the old one to nobody.
    fn watcher(&self, noticed: Arc<Noticed>) -> notify::Result<RecommendedWatcher> {
        let (program, config, members) = (self.program.clone(), self.config.clone(), self.members.clone());
        let is_ours = move |path: &PathBuf| {
            program.contains(path) || *path == config || path.parent().is_some_and(|folder| folder == members)
        };
        let on_event = move |event: notify::Result<Event>| {
            // An event without a path says that some were lost, and so does an error. That a file is read, we do.
            let matters = event.map_or(true, |event| !event.kind.is_access() && is_meant(&event, &is_ours));
            if matters {
                noticed.now();
            }
        };
        let mut watcher = notify::recommended_watcher(on_event)?;
        let programs = self.program.iter().filter_map(|path| path.parent());
        for folder in programs.chain(self.config.parent()) {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        if self.members.exists() {
            watcher.watch(&self.members, RecursiveMode::NonRecursive)?;
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
        [stamp(&self.program[0]), stamp(&self.config), stamp(&self.members)]
    }
}

fn is_meant(event: &Event, is_ours: &impl Fn(&PathBuf) -> bool) -> bool {
    event.paths.is_empty() || event.paths.iter().any(is_ours)
}

/// A path as the system calls it when it tells of it: the folder without links, the name as it is.
fn real(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}
