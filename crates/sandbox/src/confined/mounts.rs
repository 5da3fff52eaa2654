//! Gives a foreign program its own root: an empty file system with mounts of the paths that it may read.

// Mounting happens between fork and exec, through plain system calls.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_ulong};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::ptr;

/// Folders of Linux systems in which the new root may be assembled. The root covers one of them, inside the new
/// namespace only. It never covers a folder that a mount comes from.
const STAGES: [&str; 6] = ["/mnt", "/media", "/srv", "/opt", "/tmp", "/var"];

/// The access that a mount gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// The parts of `/proc` that belong to the whole machine. A superuser's process can write to them even if it has no
/// special rights.
const OF_THE_MACHINE: [&CStr; 5] =
    [c"/proc/bus", c"/proc/fs", c"/proc/irq", c"/proc/sys", c"/proc/sysrq-trigger"];

/// Where processes that may write to `/proc` find a second, complete and read-only `/proc`. Programs that they start
/// need a `/proc` of their own, and Linux forbids mounting one in a namespace where a part of every existing `/proc` is
/// covered.
const WHOLE_PROCESSES: &CStr = c"/.proc";

/// A root that contains only some paths of the old root.
#[derive(Debug)]
pub(crate) struct Root {
    stage: CString,
    /// Folders to make, in order, below the stage.
    folders: Vec<CString>,
    /// Files to make, to mount files on.
    files: Vec<CString>,
    /// What to mount: the source, the target and the access.
    binds: Vec<(CString, CString, Access)>,
    /// Where to mount `/proc`, and with which access, if it is wanted.
    processes: Option<(CString, Access)>,
}

impl Root {
    /// A root with these paths, and with `/proc` if `with_processes`. Paths that do not exist are left out.
    pub(crate) fn new(readable: &[PathBuf], with_processes: bool) -> Self {
        let mut root = Self::with_paths(readable, &[]);
        if with_processes {
            root.add_processes(Access::Read);
        }
        root
    }

    /// A root with readable and writable paths. Its `/proc` allows a process to manage others.
    pub(crate) fn with_writable(readable: &[PathBuf], writable: &[PathBuf]) -> Self {
        let mut root = Self::with_paths(readable, writable);
        root.add_processes(Access::Write);
        root.folders.push(root.staged(path_of(WHOLE_PROCESSES)));
        root
    }

    fn with_paths(readable: &[PathBuf], writable: &[PathBuf]) -> Self {
        let is_free = |stage: &&&str| {
            let covers = |path: &PathBuf| {
                path.starts_with(stage) || path.canonicalize().is_ok_and(|path| path.starts_with(stage))
            };
            Path::new(stage).is_dir() && !readable.iter().chain(writable).any(covers)
        };
        let stage = STAGES.iter().find(is_free).unwrap_or(&STAGES[0]);
        let stage = CString::new(*stage).expect("a plain path");
        let mut root =
            Self { stage, folders: Vec::new(), files: Vec::new(), binds: Vec::new(), processes: None };
        let readable = readable.iter().map(|path| (path, Access::Read));
        let all = readable.chain(writable.iter().map(|path| (path, Access::Write)));
        for (path, access) in all.filter(|(path, _)| path.is_absolute() && path.exists()) {
            root.add(path, access);
        }
        root
    }

    fn add_processes(&mut self, access: Access) {
        let at = self.staged(Path::new("/proc"));
        self.folders.push(at.clone());
        self.processes = Some((at, access));
    }

    fn add(&mut self, path: &Path, access: Access) {
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("/")) };
        let mut above: Vec<&Path> = folder.ancestors().collect();
        above.reverse();
        for folder in above.into_iter().skip(1) {
            let folder = self.staged(folder);
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        if !path.is_dir() {
            self.files.push(self.staged(path));
        }
        let from = CString::new(path.as_os_str().as_bytes()).expect("paths hold no NUL");
        self.binds.push((from, self.staged(path), access));
    }

    fn staged(&self, path: &Path) -> CString {
        let mut staged = self.stage.to_bytes().to_vec();
        staged.extend_from_slice(path.as_os_str().as_bytes());
        CString::new(staged).expect("paths hold no NUL")
    }

    /// Makes this the root of the process, which must be in a mount namespace of its own. Makes plain system calls
    /// only: see [`crate::spawn`].
    pub(crate) fn enter(&self) -> bool {
        // SAFETY: every pointer points to a text that ends in NUL, or is null where the kernel allows it.
        unsafe {
            let nothing = ptr::null();
            if libc::mount(nothing, c"/".as_ptr(), nothing, libc::MS_REC | libc::MS_PRIVATE, ptr::null()) != 0
            {
                return false;
            }
            let size = c"size=1m,nr_inodes=4k,mode=755".as_ptr().cast();
            let flags = libc::MS_NOSUID | libc::MS_NODEV;
            // The old tree must stay reachable while the stage covers it.
            if libc::chdir(c"/".as_ptr()) != 0
                || libc::mount(c"tmpfs".as_ptr(), self.stage.as_ptr(), c"tmpfs".as_ptr(), flags, size) != 0
            {
                return false;
            }
            for folder in &self.folders {
                libc::mkdir(folder.as_ptr(), 0o755);
            }
            for file in &self.files {
                libc::mknod(file.as_ptr(), libc::S_IFREG | 0o644, 0);
            }
            for (from, to, access) in &self.binds {
                if libc::mount(from.as_ptr(), to.as_ptr(), nothing, libc::MS_BIND | libc::MS_REC, ptr::null())
                    != 0
                {
                    return false;
                }
                if *access == Access::Read {
                    read_only(to);
                }
            }
            if let Some((at, access)) = &self.processes {
                let flags = flags | if *access == Access::Read { libc::MS_RDONLY } else { 0 };
                if libc::mount(c"proc".as_ptr(), at.as_ptr(), c"proc".as_ptr(), flags, ptr::null()) != 0 {
                    return false;
                }
            }
            if libc::chdir(self.stage.as_ptr()) != 0 {
                return false;
            }
            // Put the new root over the old one, then detach the old one below it.
            let has_moved = libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) == 0
                && libc::umount2(c".".as_ptr(), libc::MNT_DETACH) == 0
                && libc::chdir(c"/".as_ptr()) == 0;
            if has_moved && matches!(self.processes, Some((_, Access::Write))) {
                let bound = |from: &CStr, to: &CStr| {
                    libc::mount(from.as_ptr(), to.as_ptr(), nothing, libc::MS_BIND, ptr::null()) == 0
                };
                if bound(c"/proc", WHOLE_PROCESSES) {
                    read_only(WHOLE_PROCESSES);
                }
                // Some kernels lack one of them.
                OF_THE_MACHINE.iter().filter(|path| bound(path, path)).for_each(|path| read_only(path));
            }
            has_moved
                && libc::mount(
                    nothing,
                    c"/".as_ptr(),
                    nothing,
                    libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | flags,
                    ptr::null(),
                ) == 0
        }
    }
}

/// A constant path.
fn path_of(text: &CStr) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(text.to_bytes()))
}

/// Makes a mount read-only. If the kernel refuses, protection still comes from the user's own rights, Landlock and
/// seccomp.
fn read_only(mount: &CStr) {
    // SAFETY: the text ends in NUL; `statvfs` is written by the kernel.
    unsafe {
        let mut about: libc::statvfs = std::mem::zeroed();
        if libc::statvfs(mount.as_ptr(), &raw mut about) != 0 {
            return;
        }
        // In a user namespace the flags of the mount below must stay as they are.
        let kept: c_ulong = about.f_flag & (libc::ST_NOSUID | libc::ST_NODEV | libc::ST_NOEXEC);
        let flags = libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | kept;
        libc::mount(ptr::null(), mount.as_ptr(), ptr::null(), flags, ptr::null());
    }
}
