//! How much of the machine a foreign program may use.

use std::time::Duration;

use crate::SandboxError;
use crate::system::hard_limit;

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
    ///
    /// # Errors
    /// If the hard limits of this process, which foreign code has as well, are below them: with less than the rules allow, a
    /// program could lose by our shell's settings.
    pub(crate) fn resources(&self) -> Result<[(libc::__rlimit_resource_t, u64); 7], SandboxError> {
        let of_shell = |resource, wanted: u64, name, option| {
            let allowed = hard_limit(resource);
            if wanted <= allowed || wanted == u64::MAX {
                return Ok((resource, wanted.min(allowed)));
            }
            Err(SandboxError::LowLimit { name, option, wanted, allowed })
        };
        // These bound what a program may do to the host, and are far above what an honest one needs.
        let at_most = |resource, wanted: u64| (resource, wanted.min(hard_limit(resource)));
        Ok([
            of_shell(libc::RLIMIT_AS, self.memory_bytes, "bytes of address space", "v")?,
            of_shell(libc::RLIMIT_STACK, STACK_BYTES, "bytes of stack", "s")?,
            of_shell(libc::RLIMIT_CPU, whole_seconds(self.processor_time), SECONDS, "t")?,
            of_shell(libc::RLIMIT_FSIZE, self.file_bytes, "bytes in a file", "f")?,
            at_most(libc::RLIMIT_NOFILE, self.open_files),
            at_most(libc::RLIMIT_NPROC, self.processes),
            // 0 would still feed a core to a program that the system has for it; 1 does not, and is too small for a file.
            at_most(libc::RLIMIT_CORE, 1),
        ])
    }
}

const SECONDS: &str = "seconds of processor time";

/// How many seconds of processor time a child of ours may have at the most.
pub(crate) fn most_seconds() -> u64 {
    hard_limit(libc::RLIMIT_CPU)
}

/// Checks that children of ours may have this many seconds of processor time.
///
/// # Errors
/// If our own hard limit is below that.
pub(crate) fn require_seconds(wanted: u64) -> Result<(), SandboxError> {
    let allowed = most_seconds();
    if wanted <= allowed {
        return Ok(());
    }
    Err(SandboxError::LowLimit { name: SECONDS, option: "t", wanted, allowed })
}

/// Rounded up, and at least 1. The longest time stands for none.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1)
}
