//! Tests what each isolation feature stops by itself. Every probe runs without isolation features, with each feature
//! alone, and with all of them.

// The standard library has no calls for segments of shared memory.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::ptr;
use std::time::Duration;

use crate::filter::{DefaultAction, Rule, filter};
use crate::isolation_features::{ProbeReport, ProbeResult};
use crate::mounts::Root;
use crate::probes::{FILE_BYTES, MEMORY_BYTES, PROBES, PROCESSES, Probe, Targets, family};
use crate::run::rules;
use crate::spawn::{Addresses, Executable, OwnProcesses, Spawn, User, spawn};
use crate::{IsolationFeatures, Limits, SandboxError, cgroup, files, system};

/// The filter under test allows calls for files, memory and processes, like the filter of the compiler.
const CALLS: [libc::c_long; 12] = [
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_open,
    libc::SYS_openat,
    libc::SYS_close,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_clone,
    libc::SYS_prctl,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getpid,
];

/// The names of all isolation features, as in [`crate::report`].
const FEATURE_NAMES: [&str; 10] = [
    "seccomp",
    "rlimits",
    "landlock",
    "user namespace",
    "pid namespace",
    "network namespace",
    "mount namespace",
    "ipc namespace",
    "cgroups",
    "no superuser",
];

/// The exit code of a child whose probe succeeded.
const THROUGH: libc::c_int = 0;

/// Tries every probe.
///
/// # Errors
/// If the targets cannot be prepared, or a process cannot be started.
pub(crate) fn try_all() -> Result<Vec<ProbeReport>, SandboxError> {
    system::become_reaper();
    let scene = Scene::set().map_err(|cause| SandboxError::System { doing: "prepare probes", cause })?;
    PROBES.iter().map(|probe| catch(&scene.targets, probe)).collect()
}

/// Runs one probe without isolation features, with each feature alone, and with all of them.
fn catch(targets: &Targets, probe: &Probe) -> Result<ProbeReport, SandboxError> {
    let features = FEATURE_NAMES.iter().map(|&feature| Ok((feature, seen(targets, probe, feature)?)));
    Ok(ProbeReport {
        probe: probe.name,
        stopped_without: !gets_through(targets, probe, IsolationFeatures::none())?,
        features: features.collect::<Result<_, SandboxError>>()?,
        stopped_by_all: !gets_through(targets, probe, IsolationFeatures::available())?,
    })
}

/// Runs one probe with one isolation feature.
fn seen(targets: &Targets, probe: &Probe, feature: &str) -> Result<ProbeResult, SandboxError> {
    let Some((needs, feature)) = with_needs(IsolationFeatures::available(), feature) else {
        return Ok(ProbeResult::Lacking);
    };
    if gets_through(targets, probe, feature)? {
        return Ok(ProbeResult::GotThrough);
    }
    let is_covered = needs != IsolationFeatures::none() && !gets_through(targets, probe, needs)?;
    Ok(if is_covered { ProbeResult::Covered } else { ProbeResult::Stopped })
}

/// Returns the features that an isolation feature needs, and the feature together with them. `None` if this machine
/// lacks it.
fn with_needs(features: IsolationFeatures, name: &str) -> Option<(IsolationFeatures, IsolationFeatures)> {
    let none = IsolationFeatures::none();
    // An ordinary user can make other namespaces only inside a user namespace.
    let users = IsolationFeatures { user_namespace: features.user_namespace && !system::is_root(), ..none };
    let processes = IsolationFeatures { pid_namespace: true, ..users };
    let (stands, needs, feature) = match name {
        "seccomp" => (features.seccomp, none, IsolationFeatures { seccomp: true, ..none }),
        "rlimits" => (features.limits, none, IsolationFeatures { limits: true, ..none }),
        "landlock" => (features.landlock, none, IsolationFeatures { landlock: true, ..none }),
        "user namespace" => {
            (features.user_namespace, none, IsolationFeatures { user_namespace: true, ..none })
        }
        "pid namespace" => (features.pid_namespace, users, processes),
        "network namespace" => {
            (features.network_namespace, users, IsolationFeatures { network_namespace: true, ..users })
        }
        "mount namespace" => {
            (features.has_own_root(), processes, IsolationFeatures { mount_namespace: true, ..processes })
        }
        "ipc namespace" => {
            (features.ipc_namespace, users, IsolationFeatures { ipc_namespace: true, ..users })
        }
        "cgroups" => (features.cgroup, none, IsolationFeatures { cgroup: true, ..none }),
        "no superuser" => (features.drop_root, none, IsolationFeatures { drop_root: true, ..none }),
        _ => (false, none, none),
    };
    stands.then_some((needs, feature))
}

/// Whether a probe succeeds with these isolation features.
fn gets_through(targets: &Targets, probe: &Probe, features: IsolationFeatures) -> Result<bool, SandboxError> {
    let limits = Limits {
        memory_bytes: MEMORY_BYTES,
        processor_time: Duration::from_secs(5),
        file_bytes: FILE_BYTES,
        open_files: 64,
        processes: PROCESSES,
    };
    let rules: Vec<Rule> = CALLS.iter().flat_map(|&call| rules(call)).collect();
    let filter = features.seccomp.then(|| filter(&rules, DefaultAction::NoSuchCall));
    let nothing: &[PathBuf] = &[];
    let landlock = if features.landlock { files::ruleset(nothing, &[])? } else { None };
    let root = features.has_own_root().then(|| Root::new(nothing, false));
    let failed = |cause| SandboxError::System { doing: "make a control group", cause };
    let group = if features.cgroup { cgroup::available() } else { None };
    let group = group.map(|group| cgroup::Group::make(group, u64::MAX, PROCESSES)).transpose();
    let group = group.map_err(failed)?;
    let groups = group.as_ref().map_or_else(|| Ok(Vec::new()), cgroup::Group::joining).map_err(failed)?;
    let written = system::memory_file(c"bout-probe", false)?;
    let tried = || (probe.gets_through)(targets);
    let handed: [&OwnedFd; 1] = [&written];
    let mut process = spawn(&Spawn {
        executable: Executable::Function(&tried),
        arguments: &[],
        environment: &[],
        files: &handed,
        limits,
        features,
        filter: filter.as_deref(),
        landlock,
        root: root.as_ref(),
        groups: &groups,
        processor: None,
        user: User::NOBODY,
        processes: OwnProcesses::Hidden,
        addresses: Addresses::Random,
    })?;
    let status = process.wait();
    Ok(status.is_some_and(|status| libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == THROUGH))
}

/// The targets of the probes. They exist until this is dropped.
struct Scene {
    targets: Targets,
    folder: PathBuf,
    _listening: (TcpListener, UnixListener),
    _byte: Box<u8>,
}

impl Scene {
    fn set() -> io::Result<Self> {
        let name = system::random_number().map_err(io::Error::other)?;
        let folder = std::env::temp_dir().join(format!("bout-probes-{name:016x}"));
        fs::create_dir(&folder)?;
        Self::in_folder(&folder).inspect_err(|_| {
            // The folder is useless now.
            let _ = fs::remove_dir_all(&folder);
        })
    }

    fn in_folder(folder: &Path) -> io::Result<Self> {
        let open = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
        open(folder, 0o755)?;
        let file = |name: &str, mode| {
            let path = folder.join(name);
            fs::write(&path, "for probes\n")?;
            open(&path, mode)?;
            CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other)
        };
        let (public, private) = (file("public", 0o644)?, file("private", 0o600)?);
        let path = folder.join("socket");
        let listening = (TcpListener::bind("127.0.0.1:0")?, UnixListener::bind(&path)?);
        open(&path, 0o777)?;
        let byte = Box::new(1_u8);
        let targets = Targets {
            public,
            private,
            socket: address(&path)?,
            port: listening.0.local_addr()?.port().to_be(),
            segment: segment()?,
            host: libc::pid_t::try_from(std::process::id()).map_err(io::Error::other)?,
            byte: &raw const *byte,
        };
        Ok(Self { targets, folder: folder.to_owned(), _listening: listening, _byte: byte })
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
        // SAFETY: plain numbers; the segment is ours.
        unsafe { libc::shmctl(self.targets.segment, libc::IPC_RMID, ptr::null_mut()) };
    }
}

/// The address of a socket with a path.
fn address(path: &Path) -> io::Result<libc::sockaddr_un> {
    let mut address = libc::sockaddr_un { sun_family: family(libc::AF_UNIX), sun_path: [0; 108] };
    let path = path.as_os_str().as_bytes();
    if path.len() >= address.sun_path.len() {
        return Err(io::Error::other("the folder for temporary files has too long a path"));
    }
    for (to, from) in address.sun_path.iter_mut().zip(path) {
        *to = from.cast_signed();
    }
    Ok(address)
}

/// Makes a segment of shared memory that everybody may read.
fn segment() -> io::Result<libc::c_int> {
    const PAGE: usize = 4096;
    // SAFETY: plain numbers.
    let segment = unsafe { libc::shmget(libc::IPC_PRIVATE, PAGE, libc::IPC_CREAT | 0o666) };
    if segment < 0 { Err(io::Error::last_os_error()) } else { Ok(segment) }
}
