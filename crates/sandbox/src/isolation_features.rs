//! The isolation features of the operating system that confine a foreign program: which exist, which this machine has,
//! and how to get the missing ones.

use std::sync::OnceLock;

use crate::{SandboxError, is_root, isolation_features_of_this_machine, try_all};

/// Whether this build is for a kind of machine on which foreign code can be confined.
pub const IS_SUPPORTED: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

/// The isolation features in use: all that this machine has, unless a test switches some off to see what the others stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each feature stands or does not, independently of the others.
pub struct IsolationFeatures {
    /// System calls are filtered, and no privileges can be gained.
    pub seccomp: bool,
    /// Memory, processor time, file sizes, open files are limited.
    pub limits: bool,
    /// Only the named files can be reached.
    pub landlock: bool,
    /// The process has its own user namespace, and no rights outside of it.
    pub user_namespace: bool,
    /// The process sees no processes but its own, and they all die with the first of them.
    pub pid_namespace: bool,
    /// The process has no network.
    pub network_namespace: bool,
    /// The process has its own mounts.
    pub mount_namespace: bool,
    /// The process shares no memory segments, queues or semaphores with others.
    pub ipc_namespace: bool,
    /// The memory and the number of all processes of a run together are limited.
    pub cgroup: bool,
    /// The process does not run as the superuser.
    pub drop_root: bool,
}

impl IsolationFeatures {
    /// The isolation features that this machine has. They are tested once.
    #[must_use]
    pub fn available() -> Self {
        static AVAILABLE: OnceLock<IsolationFeatures> = OnceLock::new();
        *AVAILABLE.get_or_init(isolation_features_of_this_machine)
    }

    /// No isolation feature: the starting point of tests.
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

    /// The features of this machine that confine a service: all that do not hinder its own work. If it has no `/proc` for its
    /// own processes, it sees the machine's processes by their numbers there.
    #[must_use]
    pub fn of_services(self, has_user: bool) -> Self {
        let has_own_root = self.has_own_root();
        Self {
            limits: false,
            cgroup: false,
            pid_namespace: has_own_root,
            mount_namespace: has_own_root,
            drop_root: self.drop_root && has_user,
            ..self
        }
    }

    /// Whether a program gets its own root. Mounting one takes a mount namespace, and `/proc` in it takes a pid namespace.
    pub(crate) fn has_own_root(&self) -> bool {
        self.mount_namespace && self.pid_namespace
    }

    /// Checks for the isolation features that are required to run a tool on foreign source, or a program that may open
    /// files: those of [`IsolationFeatures::required`], and one that keeps all other files out of reach.
    ///
    /// # Errors
    /// Names the first that is missing, and the remedy.
    pub fn required_for_tools(&self) -> Result<(), SandboxError> {
        self.required()?;
        if self.landlock || self.has_own_root() {
            return Ok(());
        }
        Err(SandboxError::MissingFeature { feature: FILES_FEATURE, remedy: FILES_REMEDY })
    }

    /// Checks for the isolation features without which no foreign code is run.
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
            return Err(SandboxError::MissingFeature { feature: "rlimits", remedy: LIMITS_REMEDY });
        }
        Err(SandboxError::MissingFeature { feature: "seccomp", remedy: SECCOMP_REMEDY })
    }
}

/// An isolation feature as `bout doctor` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsolationFeature {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Whether foreign code is refused without it.
    pub required: bool,
    /// Whether this machine has it.
    pub present: bool,
    /// How to get it where it is missing.
    pub remedy: &'static str,
}

const SECCOMP_REMEDY: &str =
    "use a Linux kernel with CONFIG_SECCOMP_FILTER; in a container, do not block the seccomp system call";
const LIMITS_REMEDY: &str =
    "every Linux kernel has them; in a container, do not block the system calls prlimit64 and setrlimit";
/// The features that can restrict files. One of them must.
const FILES_FEATURE: &str = "both Landlock and a mount namespace (with a pid namespace)";
const FILES_REMEDY: &str = "one of them must hold files: use Linux 5.13 or later with `landlock` in the kernel's lsm= list; \
     or allow namespaces, as root: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), \
     sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); in a container, run it with --security-opt seccomp=unconfined";
const NAMESPACE_REMEDY: &str = "as root: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), \
     sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), sysctl -w user.max_user_namespaces=10000; \
     in a container, run it with --security-opt seccomp=unconfined";

/// All isolation features, each with whether this machine has it.
#[must_use]
pub fn report() -> Vec<IsolationFeature> {
    let features = IsolationFeatures::available();
    let feature =
        |name, about, required, present, remedy| IsolationFeature { name, about, required, present, remedy };
    if !IS_SUPPORTED {
        let remedy = "run a bout for x86-64 Linux, in a virtual machine for example";
        return vec![feature("x86-64 Linux", "foreign code can be confined", true, false, remedy)];
    }
    vec![
        feature(
            "seccomp",
            "system calls are filtered, and no privileges can be gained",
            true,
            features.seccomp,
            SECCOMP_REMEDY,
        ),
        feature(
            "rlimits",
            "memory, processor time, file sizes and core dumps are limited",
            true,
            features.limits,
            LIMITS_REMEDY,
        ),
        feature(
            "landlock",
            "files are out of reach but for those that a compiler needs",
            false,
            features.landlock,
            "use Linux 5.13 or later, with `landlock` in the kernel's lsm= list",
        ),
        feature(
            "user namespace",
            "no rights over anything outside",
            false,
            features.user_namespace,
            NAMESPACE_REMEDY,
        ),
        feature(
            "pid namespace",
            "no other process can be seen, and none survives",
            false,
            features.pid_namespace,
            NAMESPACE_REMEDY,
        ),
        feature(
            "network namespace",
            "there is no network",
            false,
            features.network_namespace,
            NAMESPACE_REMEDY,
        ),
        feature(
            "mount namespace",
            "the file system is another one",
            false,
            features.mount_namespace,
            NAMESPACE_REMEDY,
        ),
        feature(
            "ipc namespace",
            "no shared memory or queues of others",
            false,
            features.ipc_namespace,
            NAMESPACE_REMEDY,
        ),
        feature(
            "cgroups",
            "memory and processes of a compilation together are limited",
            false,
            features.cgroup,
            "run bout as root where there are cgroups of version 1, or in a cgroup of version 2 whose cgroup.subtree_control has memory and pids",
        ),
        feature(
            "no superuser",
            "foreign code does not run as root",
            false,
            features.drop_root || !is_root(),
            "as root, bout gives up its rights in every process of foreign code, which failed here: run it as an ordinary user",
        ),
    ]
}

/// An attempt at something that foreign code must not do, and which isolation features stopped it on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeReport {
    /// What was tried.
    pub probe: &'static str,
    /// True if it failed even without any isolation feature. Then the attempt shows nothing about the features.
    pub stopped_without: bool,
    /// The result with each isolation feature alone.
    pub features: Vec<(&'static str, ProbeResult)>,
    /// True if all isolation features together stopped it.
    pub stopped_by_all: bool,
}

/// The result of an attempt with one isolation feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeResult {
    /// The isolation feature stopped it, and nothing else did.
    Stopped,
    /// It succeeded in spite of this isolation feature.
    GotThrough,
    /// Another isolation feature, which this one needs, stopped it already: an ordinary user can make namespaces only
    /// inside a user namespace, and a mount namespace is of use only with a pid namespace.
    Covered,
    /// This machine lacks the isolation feature.
    Lacking,
}

impl ProbeReport {
    /// The isolation features that stopped it by themselves.
    pub fn stoppers(&self) -> impl Iterator<Item = &'static str> {
        let stopped = self.features.iter().filter(|(_, seen)| *seen == ProbeResult::Stopped);
        stopped.filter(|_| !self.stopped_without).map(|(feature, _)| *feature)
    }
}

/// Tests what each isolation feature of this machine stops. Each attempt is made without isolation features, with each
/// one alone, and with all.
///
/// # Errors
/// If the machine cannot be tried.
pub fn prove() -> Result<Vec<ProbeReport>, SandboxError> {
    try_all()
}
