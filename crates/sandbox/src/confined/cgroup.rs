//! Control groups, which limit all processes of a run together.
//!
//! Uses version 2 if we can make a group there, and otherwise the `memory` and `pids` hierarchies of version 1.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::system;

/// The prefix of our groups' names. The number of our process follows, so that a later run can tell which groups are
/// unused.
const PREFIX: &str = "bout-";

/// The file that says which limits a group's children can have.
const CONTROL: &str = "cgroup.subtree_control";

/// The folders in which we can make groups, each with the file that sets a limit there.
#[derive(Debug, Clone)]
pub(crate) struct Hierarchies(Vec<(PathBuf, &'static str, Limit)>);

#[derive(Debug, Clone, Copy)]
enum Limit {
    Memory,
    Processes,
}

/// The hierarchies in which we can make groups, or `None`. The search runs once.
pub(crate) fn available() -> Option<&'static Hierarchies> {
    static AVAILABLE: OnceLock<Option<Hierarchies>> = OnceLock::new();
    AVAILABLE.get_or_init(look_up).as_ref()
}

fn look_up() -> Option<Hierarchies> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let machine = Machine { mounts: Path::new("/sys/fs/cgroup"), own: &own, is_root: system::is_root() };
    machine.look_up()
}

/// The machine's data for the search.
struct Machine<'a> {
    /// Where the hierarchies are mounted.
    mounts: &'a Path,
    /// The groups that we are in: the content of `/proc/self/cgroup`.
    own: &'a str,
    is_root: bool,
}

impl Machine<'_> {
    fn look_up(&self) -> Option<Hierarchies> {
        self.version_2().into_iter().chain(self.version_1()).find(|found| {
            found.0.iter().for_each(|(parent, ..)| sweep(parent));
            let group = Group::make(found, u64::MAX, u64::MAX);
            group.is_ok_and(|group| !group.folders.is_empty())
        })
    }

    /// Our own group of version 2, if it may have children with limits. An ordinary user's group often cannot, because
    /// it contains processes. But systemd gives users folders of their own above it. Then this is the nearest folder in
    /// which we can make groups, and from and to which we can move processes.
    fn version_2(&self) -> Option<Hierarchies> {
        let own = self.own.lines().find_map(|line| line.strip_prefix("0::"))?;
        let roots = [self.mounts.to_path_buf(), self.mounts.join("unified")];
        let root = roots.into_iter().find(|root| root.join("cgroup.controllers").exists())?;
        // A group outside the namespace's root has a path with `..`. Such a group is never ours.
        if own.split('/').any(|part| part == "..") {
            return None;
        }
        let group = root.join(own.trim_start_matches('/'));
        let above = if self.is_root { 1 } else { usize::MAX };
        let folders = group.ancestors().take_while(|folder| folder.starts_with(&root)).take(above);
        let parent = folders.into_iter().find(|folder| self.can_have_children(folder))?.to_path_buf();
        Some(Hierarchies(vec![
            (parent.clone(), "memory.max", Limit::Memory),
            (parent, "pids.max", Limit::Processes),
        ]))
    }

    /// Whether children of a group can have both limits, and processes from anywhere below the group can join them. In
    /// a user's own group that only contains other groups, this may first have to enable the limits. A superuser's
    /// group stays as it is.
    fn can_have_children(&self, group: &Path) -> bool {
        let has_both = |file: &str| {
            let enabled = fs::read_to_string(group.join(file)).unwrap_or_default();
            ["memory", "pids"].iter().all(|name| enabled.split_whitespace().any(|one| one == *name))
        };
        // To move a process, we must also be allowed to write here.
        let is_ours = fs::OpenOptions::new().write(true).open(group.join("cgroup.procs")).is_ok();
        if !is_ours {
            return false;
        }
        if !has_both(CONTROL) && !self.is_root && has_both("cgroup.controllers") {
            // This fails if the group contains processes.
            let control = fs::OpenOptions::new().write(true).open(group.join(CONTROL));
            let _ = control.and_then(|mut control| control.write_all(b"+memory +pids"));
        }
        has_both(CONTROL)
    }

    /// Our own groups of version 1.
    fn version_1(&self) -> Option<Hierarchies> {
        let hierarchy = |controller: &str| {
            let own = self.own_group_of(controller)?;
            let parent = self.mounts.join(controller).join(own.trim_start_matches('/'));
            parent.is_dir().then_some(parent)
        };
        Some(Hierarchies(vec![
            (hierarchy("memory")?, "memory.limit_in_bytes", Limit::Memory),
            (hierarchy("pids")?, "pids.max", Limit::Processes),
        ]))
    }

    fn own_group_of(&self, controller: &str) -> Option<&str> {
        self.own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (controllers, path) = (parts.next()?, parts.next()?);
            controllers.split(',').any(|one| one == controller).then_some(path)
        })
    }
}

/// Removes the groups of bout processes that were killed and so could not remove their groups themselves.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let owner = rest.split('-').next().unwrap_or_default();
        // We have no groups yet. A group with our own number belongs to an earlier process with that number.
        if owner == std::process::id().to_string() || !Path::new("/proc").join(owner).exists() {
            // Another process may be sweeping at the same time.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// A group for one run. Dropping this removes it.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<PathBuf>,
}

impl Group {
    /// Makes a new group with these limits for all its processes together.
    pub(crate) fn make(hierarchies: &Hierarchies, memory_bytes: u64, processes: u64) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut group = Self { folders: Vec::new() };
        for (parent, file, limit) in &hierarchies.0 {
            let folder = parent.join(&name);
            match fs::create_dir(&folder) {
                Ok(()) => group.folders.push(folder.clone()),
                // We made this folder for the other limit.
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
            // A process that has just been killed may still count as a member for a moment.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Folders that look like the kernel's. For each: the limits that its children may have, and whether it is ours.
    struct Tree(tempfile::TempDir);

    const BOTH: &str = "cpu memory pids";

    impl Tree {
        fn new(groups: &[(&str, &str, bool)]) -> Self {
            let tree = Self(tempfile::tempdir().expect("a folder"));
            for (group, enabled, is_ours) in groups {
                let folder = tree.0.path().join(group);
                fs::create_dir_all(&folder).expect("a folder");
                fs::write(folder.join("cgroup.controllers"), BOTH).expect("a file");
                fs::write(folder.join("cgroup.subtree_control"), enabled).expect("a file");
                // The superuser may write to every file, but cannot write to a folder.
                let procs = folder.join("cgroup.procs");
                if *is_ours { fs::write(procs, "") } else { fs::create_dir(procs) }.expect("a file");
            }
            tree
        }

        /// The folder in which groups would be made.
        fn found(&self, own: &str, is_root: bool) -> Option<PathBuf> {
            let machine = Machine { mounts: self.0.path(), own, is_root };
            let (parent, ..) = machine.look_up()?.0.into_iter().next()?;
            Some(parent.strip_prefix(self.0.path()).expect("it lies below").to_path_buf())
        }
    }

    const SCOPE: &str = "user.slice/user@1000.service/app.slice/shell.scope";
    const OWN: &str = "0::/user.slice/user@1000.service/app.slice/shell.scope\n";

    #[test]
    fn a_user_has_the_nearest_folder_that_systemd_gave_him() {
        let tree = Tree::new(&[
            ("", BOTH, false),
            ("user.slice", BOTH, false),
            ("user.slice/user@1000.service", BOTH, true),
            ("user.slice/user@1000.service/app.slice", BOTH, true),
            (SCOPE, "", true),
        ]);
        assert_eq!(tree.found(OWN, false), Some("user.slice/user@1000.service/app.slice".into()));
        // Nothing is left behind.
        let app = tree.0.path().join("user.slice/user@1000.service/app.slice");
        let left = fs::read_dir(app)
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(PREFIX));
        assert_eq!(left.count(), 0);
    }

    #[test]
    fn a_group_of_ours_that_may_have_children_is_taken_itself() {
        let tree = Tree::new(&[("", "", false), ("bout.service", BOTH, true)]);
        for is_root in [false, true] {
            assert_eq!(tree.found("0::/bout.service\n", is_root), Some("bout.service".into()));
        }
        // So is the superuser's group at the top.
        let top = Tree::new(&[("", BOTH, true)]);
        assert_eq!(top.found("0::/\n", true), Some("".into()));
    }

    #[test]
    fn without_a_folder_of_ours_there_are_no_groups() {
        let session = Tree::new(&[("", BOTH, false), ("user.slice", BOTH, false), (SCOPE, "", false)]);
        assert_eq!(session.found(OWN, false), None);
        // The superuser's processes stay in their group and keep its limits.
        let above = Tree::new(&[("", BOTH, true), ("system.slice", BOTH, true)]);
        fs::create_dir(above.0.path().join("system.slice/x.service")).unwrap();
        assert_eq!(above.found("0::/system.slice/x.service\n", true), None);
        for own in ["", "0::\n", "0::/../../etc\n", "nonsense", "1:memory", "4:memory:/x\n5:pids:/x\n"] {
            assert_eq!(session.found(own, false), None, "{own:?}");
        }
    }

    #[test]
    fn groups_of_version_1_are_found_by_their_controllers() {
        let tree = Tree(tempfile::tempdir().unwrap());
        for folder in ["memory/a", "pids/b"] {
            fs::create_dir_all(tree.0.path().join(folder)).unwrap();
        }
        let own = "5:cpu,memory:/a\n4:pids:/b\n0::/\n";
        assert_eq!(tree.found(own, true), Some("memory/a".into()));
    }
}
