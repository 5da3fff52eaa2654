//! The walls round a foreign program: which there are, which this machine has, and what to do for those it lacks.

use std::sync::OnceLock;

use crate::{SandboxError, is_root, isolation_features_of_this_machine, try_all};

/// Whether foreign code can be confined on machines of the kind that this was built for.
pub const IS_SUPPORTED: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

/// Which walls stand. All that the machine has, unless a test takes some away to see what the others hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each wall stands or does not, independently of the others.
pub struct IsolationFeatures {
    /// System calls are filtered, and no privileges can be gained.
    pub seccomp: bool,
    /// Memory, processor time, file sizes, open files are limited.
    pub limits: bool,
    /// Files are out of reach but for those named.
    pub landlock: bool,
    /// The process has users of its own, and no rights over anything outside.
    pub user_namespace: bool,
    /// It sees no other processes, and all of its own die with the first.
    pub pid_namespace: bool,
    /// It has no network.
    pub network_namespace: bool,
    /// It has mounts of its own.
    pub mount_namespace: bool,
    /// It shares no memory segments, queues or semaphores with others.
    pub ipc_namespace: bool,
    /// Memory and processes of all its children together are limited.
    pub cgroup: bool,
    /// It does not run as the superuser.
    pub drop_root: bool,
}

impl IsolationFeatures {
    /// Every wall that this machine has. Looked up once.
    #[must_use]
    pub fn available() -> Self {
        static AVAILABLE: OnceLock<IsolationFeatures> = OnceLock::new();
        *AVAILABLE.get_or_init(isolation_features_of_this_machine)
    }

    /// No wall at all: what a test starts from.
    #[must_use]
    pub fn none() -> Self {
        Self {
            seccomp: false,
            limits: false,
            landlock: false,
            user_namespace: false,
            pid_namespace: false,
            network_namespace: false,
            mount_namespace: false,
            ipc_namespace: false,
            cgroup: false,
            drop_root: false,
        }
    }

    /// Whether a program gets a root of its own. To mount one it needs a mount namespace, and for `/proc` in it
    /// processes of its own.
    pub(crate) fn has_own_root(&self) -> bool {
        self.mount_namespace && self.pid_namespace
    }

    /// Checks that the walls are there without which no tool is run on a stranger's source, and no program that may
    /// open files: beside those that [`Walls::required`] asks for, one that keeps all other files out of reach.
    ///
    /// # Errors
    /// Names the first that is missing, and the remedy.
    pub fn required_for_tools(&self) -> Result<(), SandboxError> {
        self.required()?;
        if self.landlock || self.has_own_root() {
            return Ok(());
        }
        Err(SandboxError::MissingWall { wall: FILE_WALL, remedy: FILES_REMEDY })
    }

    /// Checks that the walls are there without which nothing foreign is run.
    ///
    /// # Errors
    /// Names the first that is missing, and the remedy.
    pub fn required(&self) -> Result<(), SandboxError> {
        if !IS_SUPPORTED {
            return Err(SandboxError::OtherPlatform);
        }
        if self.seccomp && self.limits {
            return Ok(());
        }
        if self.seccomp {
            return Err(SandboxError::MissingWall { wall: "rlimits", remedy: LIMITS_REMEDY });
        }
        Err(SandboxError::MissingWall { wall: "seccomp", remedy: SECCOMP_REMEDY })
    }
}

/// A wall as `bout doctor` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsolationFeature {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub about: &'static str,
    /// Whether foreign code is refused without it.
    pub required: bool,
    /// Whether this machine has it.
    pub present: bool,
    /// What to do where it is missing.
    pub remedy: &'static str,
}

const SECCOMP_REMEDY: &str =
    "use a Linux kernel with CONFIG_SECCOMP_FILTER; in a container, do not block the seccomp system call";
const LIMITS_REMEDY: &str =
    "every Linux kernel has them; in a container, do not block the system calls prlimit64 and setrlimit";
/// What keeps files out of reach.
const FILE_WALL: &str = "both Landlock and a mount namespace (with a pid namespace)";
const FILES_REMEDY: &str = "one of them must hold files: use Linux 5.13 or later with `landlock` in the kernel's lsm= list; \
     or allow namespaces, as root: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), \
     sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); in a container, run it with --security-opt seccomp=unconfined";
const NAMESPACE_REMEDY: &str = "as root: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), \
     sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), sysctl -w user.max_user_namespaces=10000; \
     in a container, run it with --security-opt seccomp=unconfined";

/// Every wall of this machine.
#[must_use]
pub fn report() -> Vec<IsolationFeature> {
    let walls = IsolationFeatures::available();
    let wall =
        |name, about, required, present, remedy| IsolationFeature { name, about, required, present, remedy };
    if !IS_SUPPORTED {
        let remedy = "run a bout for x86-64 Linux, in a virtual machine for example";
        return vec![wall("x86-64 Linux", "foreign code can be confined", true, false, remedy)];
    }
    vec![
        wall(
            "seccomp",
            "system calls are filtered, and no privileges can be gained",
            true,
            walls.seccomp,
            SECCOMP_REMEDY,
        ),
        wall(
            "rlimits",
            "memory, processor time, file sizes and core dumps are limited",
            true,
            walls.limits,
            LIMITS_REMEDY,
        ),
        wall(
            "landlock",
            "files are out of reach but for those that a compiler needs",
            false,
            walls.landlock,
            "use Linux 5.13 or later, with `landlock` in the kernel's lsm= list",
        ),
        wall(
            "user namespace",
            "no rights over anything outside",
            false,
            walls.user_namespace,
            NAMESPACE_REMEDY,
        ),
        wall(
            "pid namespace",
            "no other process can be seen, and none survives",
            false,
            walls.pid_namespace,
            NAMESPACE_REMEDY,
        ),
        wall("network namespace", "there is no network", false, walls.network_namespace, NAMESPACE_REMEDY),
        wall(
            "mount namespace",
            "the file system is another one",
            false,
            walls.mount_namespace,
            NAMESPACE_REMEDY,
        ),
        wall(
            "ipc namespace",
            "no shared memory or queues of others",
            false,
            walls.ipc_namespace,
            NAMESPACE_REMEDY,
        ),
        wall(
            "cgroups",
            "memory and processes of a compilation together are limited",
            false,
            walls.cgroup,
            "run bout as root where there are cgroups of version 1, or in a cgroup of version 2 whose cgroup.subtree_control has memory and pids",
        ),
        wall(
            "no superuser",
            "foreign code does not run as root",
            false,
            walls.drop_root || !is_root(),
            "as root, bout gives up its rights in every process of foreign code, which failed here: run it as an ordinary user",
        ),
    ]
}

/// Something that foreign code would like to do, and which walls have just stopped it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catch {
    /// What was tried.
    pub probe: &'static str,
    /// Whether it cannot be done on this machine even without any wall: then no wall can be seen to stop it.
    pub stopped_without: bool,
    /// What was seen of each wall.
    pub walls: Vec<(&'static str, Seen)>,
    /// Whether all walls together stopped it.
    pub stopped_by_all: bool,
}

/// What was seen of a wall and something that foreign code would like to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The wall stopped it, and nothing else did.
    Stopped,
    /// It got through behind this wall.
    GotThrough,
    /// It was stopped already by another wall, which this one needs: an ordinary user makes namespaces only in one of
    /// users, and a mount namespace is of use only with a pid namespace.
    Covered,
    /// This machine lacks the wall.
    Lacking,
}

impl Catch {
    /// The walls that were seen to stop it, each alone.
    pub fn stoppers(&self) -> impl Iterator<Item = &'static str> {
        let stopped = self.walls.iter().filter(|(_, seen)| *seen == Seen::Stopped);
        stopped.filter(|_| !self.stopped_without).map(|(wall, _)| *wall)
    }
}

/// Tries what each wall of this machine holds, by things that foreign code would like to do: without walls, behind each
/// alone, and behind all.
///
/// # Errors
/// If the machine cannot be tried.
pub fn prove() -> Result<Vec<Catch>, SandboxError> {
    try_all()
}
