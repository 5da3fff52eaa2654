//! How much of the machine a foreign program may use.

use std::time::Duration;

use crate::SandboxError;
use crate::system::hard_limit;

/// The stack size of every process, independent of `ulimit -s`: a program's possible recursion depth must not depend on
/// that setting.
const STACK_BYTES: u64 = 8 << 20;

/// Limits of one process and of the processes that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Address space in bytes.
    pub memory_bytes: u64,
    /// Processor time of each process. The kernel's limit is rounded up to seconds; the host measures more precisely.
    pub processor_time: Duration,
    /// The largest file that may be written, in bytes.
    pub file_bytes: u64,
    /// Open files per process.
    pub open_files: u64,
    /// Processes at the same time.
    pub processes: u64,
}

impl Limits {
    /// The limits as the kernel's resources, soft and hard alike.
    ///
    /// # Errors
    /// If the hard limits of this process are lower. Foreign code inherits those limits. It would then get less than
    /// the rules allow, and a program could lose because of our shell's settings.
    pub(crate) fn resources(&self) -> Result<[(libc::__rlimit_resource_t, u64); 7], SandboxError> {
        let of_shell = |resource, wanted: u64, name, option| {
            let allowed = hard_limit(resource);
            if wanted <= allowed || wanted == u64::MAX {
                return Ok((resource, wanted.min(allowed)));
            }
            Err(SandboxError::LowLimit { name, option, wanted, allowed })
        };
        // These limits protect the host. They are far above the needs of an honest program.
        let at_most = |resource, wanted: u64| (resource, wanted.min(hard_limit(resource)));
        Ok([
            of_shell(libc::RLIMIT_AS, self.memory_bytes, "bytes of address space", "v")?,
            of_shell(libc::RLIMIT_STACK, STACK_BYTES, "bytes of stack", "s")?,
            of_shell(libc::RLIMIT_CPU, whole_seconds(self.processor_time), SECONDS, "t")?,
            of_shell(libc::RLIMIT_FSIZE, self.file_bytes, "bytes in a file", "f")?,
            at_most(libc::RLIMIT_NOFILE, self.open_files),
            at_most(libc::RLIMIT_NPROC, self.processes),
            // With 0 the kernel would still pipe a core dump to a program that the system has configured for it. With 1
            // it does not, and 1 byte is too small for a core file.
            at_most(libc::RLIMIT_CORE, 1),
        ])
    }
}

const SECONDS: &str = "seconds of processor time";

/// The most seconds of processor time that a child of ours may have.
pub(crate) fn most_seconds() -> u64 {
    hard_limit(libc::RLIMIT_CPU)
}

/// Checks that children of ours may have this many seconds of processor time.
///
/// # Errors
/// If our own hard limit is lower.
pub(crate) fn require_seconds(wanted: u64) -> Result<(), SandboxError> {
    let allowed = most_seconds();
    if wanted <= allowed {
        return Ok(());
    }
    Err(SandboxError::LowLimit { name: SECONDS, option: "t", wanted, allowed })
}

/// Rounds up to at least 1. The longest time means that there is no limit.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1)
}
