//! Safe versions of system calls that the standard library does not have.

// Wrapping unsafe calls is the purpose of this file.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsRawFd, FromRawFd as _, OwnedFd, RawFd};
use std::time::Duration;

use libc::c_int;

use crate::SandboxError;

impl SandboxError {
    /// The error of the system call that has just failed.
    pub(crate) fn last(doing: &'static str) -> Self {
        Self::System { doing, cause: io::Error::last_os_error() }
    }
}

/// The result of a system call, or its error.
pub(crate) fn checked(doing: &'static str, result: c_int) -> Result<c_int, SandboxError> {
    if result < 0 { Err(SandboxError::last(doing)) } else { Ok(result) }
}

/// Takes ownership of a file that the kernel has just opened for us.
fn owned(file: RawFd) -> OwnedFd {
    // SAFETY: every caller passes the result of a call that opened this file for it alone.
    unsafe { OwnedFd::from_raw_fd(file) }
}

/// Makes a pipe. Returns the end to read from and the end to write to. Programs that we start inherit neither.
pub(crate) fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let mut ends = [0; 2];
    // SAFETY: the kernel writes two numbers into the array.
    checked("open a pipe", unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    Ok((owned(ends[0]), owned(ends[1])))
}

/// Makes a pipe that keeps writes apart: each read returns one write. Reading fails instead of waiting.
pub(crate) fn packet_pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let mut ends = [0; 2];
    // SAFETY: the kernel writes two numbers into the array.
    checked("open a pipe", unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | libc::O_DIRECT) })?;
    let (read, write) = (owned(ends[0]), owned(ends[1]));
    do_not_block(&read)?;
    Ok((read, write))
}

/// Makes a file that exists in memory only.
pub(crate) fn memory_file(name: &CStr, executable: bool) -> Result<OwnedFd, SandboxError> {
    let executable = if executable { libc::MFD_EXEC } else { libc::MFD_NOEXEC_SEAL };
    // SAFETY: the name ends in NUL.
    let modern = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | executable) };
    if modern >= 0 {
        return Ok(owned(modern));
    }
    // Kernels before 6.3 know neither flag.
    // SAFETY: as above.
    let plain = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
    checked("make a file in memory", plain).map(owned)
}

/// Makes a file in memory with this content.
pub(crate) fn memory_file_of(name: &CStr, content: &[u8], executable: bool) -> Result<OwnedFd, SandboxError> {
    let mut file = File::from(memory_file(name, executable)?);
    let written = file.write_all(content).and_then(|()| io::Seek::rewind(&mut file));
    written.map_err(|cause| SandboxError::System { doing: "write a file in memory", cause })?;
    Ok(file.into())
}

/// Makes a file in memory that contains this many zeros. They take up no memory until they are written to.
pub(crate) fn memory_file_with_room(name: &CStr, bytes: usize) -> Result<OwnedFd, SandboxError> {
    let file = memory_file(name, false)?;
    let length = libc::off_t::try_from(bytes).expect("shared memory is small");
    // SAFETY: plain numbers.
    checked("size a file in memory", unsafe { libc::ftruncate(file.as_raw_fd(), length) })?;
    Ok(file)
}

/// Waits until one of these files can be read, or until `timeout` is over. Returns which can be read (or were closed).
pub(crate) fn wait_readable<const N: usize>(
    files: [&OwnedFd; N],
    timeout: Duration,
) -> Result<[bool; N], SandboxError> {
    poll(files.map(|file| libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 }), timeout)
}

fn poll<const N: usize>(mut polled: [libc::pollfd; N], timeout: Duration) -> Result<[bool; N], SandboxError> {
    let timeout = libc::timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: timeout.subsec_nanos().into(),
    };
    loop {
        // SAFETY: the array has N entries, and the kernel only reads the time.
        let ready = unsafe {
            libc::ppoll(polled.as_mut_ptr(), N as libc::nfds_t, &raw const timeout, std::ptr::null())
        };
        if ready >= 0 {
            return Ok(polled.map(|one| one.revents != 0));
        }
        let cause = io::Error::last_os_error();
        if cause.kind() != io::ErrorKind::Interrupted {
            return Err(SandboxError::System { doing: "wait for a process", cause });
        }
    }
}

/// Which files can be read, and whether the other file can be written.
pub(crate) struct Ready {
    pub(crate) readable: [bool; 3],
    pub(crate) writable: bool,
}

/// Waits until a file can be read or written, or until `timeout` is over. Absent files are never ready.
pub(crate) fn wait_any(
    readable: [Option<&OwnedFd>; 3],
    writable: Option<&OwnedFd>,
    timeout: Duration,
) -> Result<Ready, SandboxError> {
    let polled = |file: Option<&OwnedFd>, events| libc::pollfd {
        fd: file.map_or(-1, AsRawFd::as_raw_fd),
        events,
        revents: 0,
    };
    let [first, second, third] = readable.map(|file| polled(file, libc::POLLIN));
    let [first, second, third, writable] =
        poll([first, second, third, polled(writable, libc::POLLOUT)], timeout)?;
    Ok(Ready { readable: [first, second, third], writable })
}

/// Makes reading and writing fail instead of waiting.
pub(crate) fn do_not_block(file: &OwnedFd) -> Result<(), SandboxError> {
    // SAFETY: plain numbers.
    let set = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
    checked("prepare a pipe", set).map(|_| ())
}

/// The first `most` bytes of a file in memory.
pub(crate) fn content(file: OwnedFd, most: u64) -> Result<Vec<u8>, SandboxError> {
    let mut file = File::from(file);
    let mut content = Vec::new();
    let rewound = io::Seek::rewind(&mut file);
    let read = rewound.and_then(|()| file.take(most).read_to_end(&mut content));
    read.map_err(|cause| SandboxError::System { doing: "read a file in memory", cause })?;
    Ok(content)
}

/// Reads once, up to the buffer's length. Returns 0 at the end.
pub(crate) fn read(file: &OwnedFd, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        // SAFETY: the kernel writes at most the buffer's length into it.
        let got = unsafe { libc::read(file.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) };
        if let Ok(got) = usize::try_from(got) {
            return Ok(got);
        }
        let cause = io::Error::last_os_error();
        if cause.kind() != io::ErrorKind::Interrupted {
            return Err(cause);
        }
    }
}

/// Writes once, as much as the kernel takes.
pub(crate) fn write(file: &OwnedFd, bytes: &[u8]) -> io::Result<usize> {
    loop {
        // SAFETY: the kernel reads at most the slice's length from it.
        let put = unsafe { libc::write(file.as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) };
        if let Ok(put) = usize::try_from(put) {
            return Ok(put);
        }
        let cause = io::Error::last_os_error();
        if cause.kind() != io::ErrorKind::Interrupted {
            return Err(cause);
        }
    }
}

/// The processor time that all threads of a process have used; `None` if the process has ended.
pub(crate) fn processor_time(pid: libc::pid_t) -> Option<Duration> {
    // This is the clock number of another process: see clock_getcpuclockid(3).
    time_by((!pid << 3) | 2)
}

/// The processor time that the calling thread has used.
#[must_use]
pub fn thread_time() -> Duration {
    time_by(libc::CLOCK_THREAD_CPUTIME_ID).unwrap_or_default()
}

/// Asks the kernel for the time of a clock. The C library would read the processor's counter instead, which a thread
/// may have given up ([`crate::clock`]).
pub(crate) fn time_by(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes a time into `time`.
    let result = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    (result == 0).then(|| Duration::new(seconds, nanoseconds))
}

/// Kills a process and the group that it leads. It is not an error if the process has already ended.
pub(crate) fn kill_group(leader: libc::pid_t) {
    // SAFETY: plain numbers. The leader is a child of ours that nobody has waited for yet, so no other process can have
    // its number.
    unsafe {
        libc::kill(-leader, libc::SIGKILL);
        libc::kill(leader, libc::SIGKILL);
    }
}

/// Waits for a child and then for the rest of its group. Without a pid namespace, orphans become our children, since we
/// are the subreaper. Returns the child's status; `None` if someone else has already waited for it.
pub(crate) fn reap_group(leader: libc::pid_t) -> Option<c_int> {
    let status = wait_for(leader);
    while wait_for(-leader).is_some() {}
    status
}

/// How we learn that a child has ended.
pub(crate) enum ChildEnd {
    /// Through a file that becomes readable.
    File(OwnedFd),
    /// By polling, if the kernel has no such files (before 5.3) or refuses to open one.
    Asking(libc::pid_t),
}

impl ChildEnd {
    /// The longest time between two polls of a child.
    const ASKED_AGAIN_AFTER: Duration = Duration::from_millis(2);

    /// Watches for the end of this child of ours.
    pub(crate) fn of(child: libc::pid_t) -> Self {
        process_file(child).map_or(Self::Asking(child), Self::File)
    }

    /// The file to wait for, if there is one.
    pub(crate) fn file(&self) -> Option<&OwnedFd> {
        match self {
            Self::File(file) => Some(file),
            Self::Asking(_) => None,
        }
    }

    /// The longest time that we may wait for other events before we must check the child.
    pub(crate) fn longest_wait(&self, left: Duration) -> Duration {
        match self {
            Self::File(_) => left,
            Self::Asking(_) => left.min(Self::ASKED_AGAIN_AFTER),
        }
    }

    /// Whether the child has ended. `is_readable` says whether its file can be read. The caller must still wait for the
    /// child.
    pub(crate) fn has_come(&self, is_readable: bool) -> bool {
        match self {
            Self::File(_) => is_readable,
            Self::Asking(child) => {
                let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
                // SAFETY: the kernel writes into `about`, which is plain memory.
                unsafe {
                    let mut about: libc::siginfo_t = std::mem::zeroed();
                    let asked = libc::waitid(libc::P_PID, child.unsigned_abs(), &raw mut about, options);
                    asked != 0 || about.si_pid() != 0
                }
            }
        }
    }
}

/// Opens a file for a process, which becomes readable when the process ends.
pub(crate) fn process_file(process: libc::pid_t) -> Result<OwnedFd, SandboxError> {
    // SAFETY: plain numbers.
    let opened = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    checked("watch a process", c_int::try_from(opened).expect("files have small numbers")).map(owned)
}

/// Kills a process through its file. False if that fails.
pub(crate) fn kill_process(process: &OwnedFd) -> bool {
    // SAFETY: plain numbers and a null pointer.
    let sent = unsafe {
        libc::syscall(
            libc::SYS_pidfd_send_signal,
            process.as_raw_fd(),
            libc::SIGKILL,
            std::ptr::null::<u8>(),
            0,
        )
    };
    sent == 0
}

/// The hard limit of this process for a resource.
pub(crate) fn hard_limit(resource: libc::__rlimit_resource_t) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the kernel writes a limit.
    unsafe { libc::getrlimit(resource, &raw mut limit) };
    limit.rlim_max
}

/// Waits until a child has ended, but does not reap it. So no other process can get its number yet.
pub(crate) fn wait_for_end(child: libc::pid_t) {
    // SAFETY: the kernel writes into `about`, which is plain memory.
    unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        while libc::waitid(libc::P_PID, child.unsigned_abs(), &raw mut about, libc::WEXITED | libc::WNOWAIT)
            != 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
    }
}

/// Waits for a child, or for any child of a group (a negative number). `None` if there is no such child.
fn wait_for(which: libc::pid_t) -> Option<c_int> {
    let mut status = 0;
    loop {
        // SAFETY: the kernel writes a status into `status`.
        let waited = unsafe { libc::waitpid(which, &raw mut status, 0) };
        if waited > 0 {
            return Some(status);
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

/// Makes orphans of our children our own children, so that none is lost. Also makes the kernel report the end of
/// children to us, which our parent may have switched off.
pub(crate) fn become_reaper() {
    // SAFETY: plain numbers. The default action for SIGCHLD does nothing.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        let mut action: libc::sigaction = std::mem::zeroed();
        let known = libc::sigaction(libc::SIGCHLD, std::ptr::null(), &raw mut action) == 0;
        if known && action.sa_sigaction == libc::SIG_IGN {
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        }
    }
}

/// Whether we are the superuser.
pub(crate) fn is_root() -> bool {
    // SAFETY: it only reads.
    unsafe { libc::geteuid() == 0 }
}

/// Whether programs may set the bases of fs and gs by themselves.
pub(crate) fn has_fsgsbase() -> bool {
    const HWCAP2_FSGSBASE: u64 = 2;
    // SAFETY: it only reads what the kernel told us about the machine.
    unsafe { libc::getauxval(libc::AT_HWCAP2) & HWCAP2_FSGSBASE != 0 }
}

/// Returns 64 random bits that nobody can guess.
pub(crate) fn random_number() -> Result<u64, SandboxError> {
    let mut bytes = [0; 8];
    // SAFETY: the kernel writes 8 bytes.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == 8 { Ok(u64::from_le_bytes(bytes)) } else { Err(SandboxError::last("get random bits")) }
}

/// Memory that is shared with another process.
#[derive(Debug)]
pub(crate) struct SharedMemory {
    file: OwnedFd,
    at: *mut u8,
    bytes: usize,
}

// SAFETY: it is plain memory that belongs to this value, and the other process is not a thread of ours.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// Makes this many zero bytes of shared memory, a multiple of the page size.
    pub(crate) fn new(name: &CStr, bytes: usize) -> Result<Self, SandboxError> {
        let file = memory_file_with_room(name, bytes)?;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping of our own file at an address that the kernel chooses.
        let at = unsafe {
            libc::mmap(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, file.as_raw_fd(), 0)
        };
        if at == libc::MAP_FAILED {
            return Err(SandboxError::last("map shared memory"));
        }
        Ok(Self { file, at: at.cast(), bytes })
    }

    /// The file behind it, to pass to the other process.
    pub(crate) fn file(&self) -> &OwnedFd {
        &self.file
    }

    /// Copies bytes to a place in it.
    pub(crate) fn put(&mut self, at: usize, content: &[u8]) {
        assert!(at + content.len() <= self.bytes, "it lies inside");
        // SAFETY: the range is checked above. The other process may read or write at the same time, which can only
        // change the bytes, and we hold no references to this memory.
        unsafe { std::ptr::copy_nonoverlapping(content.as_ptr(), self.at.add(at), content.len()) };
    }

    /// Copies this many bytes from a place in it.
    pub(crate) fn bytes(&self, at: usize, length: usize) -> Vec<u8> {
        assert!(at.checked_add(length).is_some_and(|end| end <= self.bytes), "it lies inside");
        let mut content = vec![0; length];
        // SAFETY: as for `get`.
        unsafe { std::ptr::copy_nonoverlapping(self.at.add(at), content.as_mut_ptr(), length) };
        content
    }

    /// Fills all of it with zeros.
    pub(crate) fn wipe(&mut self) {
        // SAFETY: the mapping has this length.
        unsafe { std::ptr::write_bytes(self.at, 0, self.bytes) };
    }

    /// Copies bytes from a place in it.
    pub(crate) fn get<const N: usize>(&self, at: usize) -> [u8; N] {
        assert!(at + N <= self.bytes, "it lies inside");
        let mut content = [0; N];
        // SAFETY: the range is checked above. The bytes are copied once, so it does not matter if they change
        // afterwards.
        unsafe { std::ptr::copy_nonoverlapping(self.at.add(at), content.as_mut_ptr(), N) };
        content
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and only this value gave access to it.
        unsafe { libc::munmap(self.at.cast(), self.bytes) };
    }
}
