//! How much of the machine a foreign program may use.

use std::time::Duration;

/// The stack of every process, whatever `ulimit -s` says: how deep a program may go must not depend on it.
const STACK_BYTES: u64 = 8 << 20;

/// Limits of one process and of what it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Address space in bytes.
    pub memory_bytes: u64,
    /// Processor time of each process, rounded up to seconds by the kernel. The host looks more closely.
    pub processor_time: Duration,
    /// The largest file that may be written, in bytes.
    pub file_bytes: u64,
    /// Open files of a process.
    pub open_files: u64,
    /// Processes at a time.
    pub processes: u64,
}

impl Limits {
    /// The limits as the kernel's resources, soft and hard alike.
    pub(crate) fn resources(&self) -> [(libc::__rlimit_resource_t, u64); 7] {
        let seconds =
            self.processor_time.as_secs().saturating_add(u64::from(self.processor_time.subsec_nanos() > 0));
        [
            (libc::RLIMIT_AS, self.memory_bytes),
            (libc::RLIMIT_STACK, STACK_BYTES),
            (libc::RLIMIT_CPU, seconds.max(1)),
            (libc::RLIMIT_FSIZE, self.file_bytes),
            (libc::RLIMIT_NOFILE, self.open_files),
            (libc::RLIMIT_NPROC, self.processes),
            // 0 would still feed a core to a program that the system has for it; 1 does not, and is no file either.
            (libc::RLIMIT_CORE, 1),
        ]
    }
}
