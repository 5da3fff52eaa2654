//! Control groups: limits for all processes of a run together.
//!
//! Version 2 where a group of our own can be made there, else the `memory` and `pids` hierarchies of version 1.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The start of the names of our groups; the number of our process follows, so that a later run can tell which
/// groups nobody uses any more.
const PREFIX: &str = "bout-";

/// Where groups can be made: each of these folders, with the files that set the limits there.
#[derive(Debug, Clone)]
pub(crate) struct Hierarchies(Vec<(PathBuf, &'static str, Limit)>);

#[derive(Debug, Clone, Copy)]
enum Limit {
    Memory,
    Processes,
}

/// The hierarchies in which we can make groups, or nothing. Looked up once.
pub(crate) fn available() -> Option<&'static Hierarchies> {
    static AVAILABLE: OnceLock<Option<Hierarchies>> = OnceLock::new();
    AVAILABLE.get_or_init(look_up).as_ref()
}

fn look_up() -> Option<Hierarchies> {
    [version_2(), version_1()].into_iter().flatten().find(|found| {
        found.0.iter().for_each(|(parent, ..)| sweep(parent));
        let group = Group::make(found, u64::MAX, u64::MAX);
        group.is_ok_and(|group| !group.folders.is_empty())
    })
}

/// Our own group of version 2, if it may have children with limits.
fn version_2() -> Option<Hierarchies> {
    let own = own_group("0::")?;
    let roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];
    let root = roots.iter().map(Path::new).find(|root| root.join("cgroup.controllers").exists())?;
    let parent = root.join(own.trim_start_matches('/'));
    let enabled = fs::read_to_string(parent.join("cgroup.subtree_control")).ok()?;
    let has = |name: &str| enabled.split_whitespace().any(|one| one == name);
    (has("memory") && has("pids")).then(|| {
        Hierarchies(vec![
            (parent.clone(), "memory.max", Limit::Memory),
            (parent, "pids.max", Limit::Processes),
        ])
    })
}

/// Our own groups of version 1.
fn version_1() -> Option<Hierarchies> {
    let hierarchy = |controller: &str| {
        let own = own_group_of(controller)?;
        let parent = Path::new("/sys/fs/cgroup").join(controller).join(own.trim_start_matches('/'));
        parent.is_dir().then_some(parent)
    };
    Some(Hierarchies(vec![
        (hierarchy("memory")?, "memory.limit_in_bytes", Limit::Memory),
        (hierarchy("pids")?, "pids.max", Limit::Processes),
    ]))
}

fn own_group(start: &str) -> Option<String> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned)
}

fn own_group_of(controller: &str) -> Option<String> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        controllers.split(',').any(|one| one == controller).then(|| path.to_owned())
    })
}

/// Removes groups of runs of bout that are no more: killed, they could not do it themselves.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let owner = rest.split('-').next().unwrap_or_default();
        // We have none yet: one with our own number is of an earlier process of that number.
        if owner == std::process::id().to_string() || !Path::new("/proc").join(owner).exists() {
            // Somebody else may be sweeping, too.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// A group for one run. Removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<PathBuf>,
}

impl Group {
    /// A new group with these limits for all its processes together.
    pub(crate) fn make(hierarchies: &Hierarchies, memory_bytes: u64, processes: u64) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut group = Self { folders: Vec::new() };
        for (parent, file, limit) in &hierarchies.0 {
            let folder = parent.join(&name);
            match fs::create_dir(&folder) {
                Ok(()) => group.folders.push(folder.clone()),
                // The one that was made for the other limit.
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && group.folders.contains(&folder) => {}
                Err(error) => return Err(error),
            }
            let limit = match limit {
                Limit::Memory => memory_bytes,
                Limit::Processes => processes,
            };
            if limit != u64::MAX {
                fs::write(folder.join(file), limit.to_string())?;
            }
        }
        Ok(group)
    }

    /// The files through which a process joins the group: it writes `0` into each.
    pub(crate) fn joining(&self) -> io::Result<Vec<std::os::fd::OwnedFd>> {
        let open = |folder: &PathBuf| {
            fs::OpenOptions::new().write(true).open(folder.join("cgroup.procs")).map(Into::into)
        };
        self.folders.iter().map(open).collect()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            // A process that has just been killed may still count for a moment.
            for _ in 0..100 {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}
