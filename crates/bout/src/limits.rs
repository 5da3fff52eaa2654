//! Resource limits set by the shell (`ulimit`).

use std::fs;

use contests::Failure;
use contests::confined_folder::ConfinedFolder;

/// The least address space in which a command can start and report a shortage: code, stacks and
/// some reserve.
const LEAST_ADDRESS_SPACE: u64 = 512 << 20;

/// The address space of a thread: its stack, and the arena that the C library reserves for its allocations.
const THREAD_ADDRESS_SPACE: u64 = 192 << 20;

/// The least number of open files needed to try every isolation feature and every way of running foreign code.
const LEAST_OPEN_FILES: u64 = 64;

/// The least allowed file size limit: object files, memory images and compiler messages stay below it.
const LEAST_FILE_BYTES: u64 = 256 << 20;

/// Makes a write that exceeds the file size limit (`ulimit -f`) fail with an error. By default, it would kill the
/// process silently.
#[cfg(unix)]
pub(crate) fn survive_long_files() {
    // Unlike an ignored signal, a handler is not inherited by compilers. Nothing reads the flag.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

#[cfg(not(unix))]
pub(crate) fn survive_long_files() {}

/// Refuses to test this machine if the limits are too low for the tests.
pub(crate) fn check_for_trying() -> Result<(), Failure> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let too_few = |name: &str, least: u64| soft_limit(&limits, name).filter(|allowed| *allowed < least);
    let refused = |why: String| Err(Failure::Machine(format!("{why}; nothing was tried")));
    if let Some(allowed) = too_few("Max open files", LEAST_OPEN_FILES) {
        return refused(format!(
            "this shell allows {allowed} open files, and {LEAST_OPEN_FILES} are needed to try what this machine can do; \
             `ulimit -n 1024` allows more"
        ));
    }
    if let Some(allowed) = too_few("Max file size", LEAST_FILE_BYTES) {
        return refused(format!(
            "this shell allows files of {allowed} bytes, and {LEAST_FILE_BYTES} are needed to try what this machine can \
             do; `ulimit -f unlimited` allows more"
        ));
    }
    let folder = std::env::temp_dir();
    match ConfinedFolder::open(&folder).and_then(|folder| folder.try_writing()) {
        Err(why) => refused(format!("{why}; set TMPDIR to a folder in which temporary files can be made")),
        Ok(()) => Ok(()),
    }
}

/// Refuses to run with too little address space, because running out of memory later would kill the process silently.
pub(crate) fn check() -> Result<(), Failure> {
    match address_space() {
        Some(allowed) if allowed < LEAST_ADDRESS_SPACE => Err(Failure::Machine(format!(
            "this shell allows {allowed} bytes of address space, and bout needs {LEAST_ADDRESS_SPACE} at least; \
             `ulimit -v unlimited` allows more"
        ))),
        _ => Ok(()),
    }
}

/// Reduces a number of threads to those that fit into the address space: at least one.
pub(crate) fn threads(wanted: usize) -> usize {
    let Some(allowed) = address_space() else { return wanted };
    let fit = allowed.saturating_sub(LEAST_ADDRESS_SPACE) / THREAD_ADDRESS_SPACE;
    usize::try_from(fit).unwrap_or(wanted).clamp(1, wanted.max(1))
}

/// Returns the address space limit (`ulimit -v`) in bytes; `None` if it is unlimited or unknown. It is read from a file
/// because some machines refuse the system call.
fn address_space() -> Option<u64> {
    soft_limit(&fs::read_to_string("/proc/self/limits").ok()?, "Max address space")
}

/// Parses a soft limit from the format of Linux: a name, the soft limit and the hard limit.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_linux_prints_them() {
        let printed = "Limit                     Soft Limit           Hard Limit           Units     \n\
                       Max resident set          unlimited            unlimited            bytes     \n\
                       Max address space         629145600            unlimited            bytes     \n";
        assert_eq!(soft_limit(printed, "Max address space"), Some(629_145_600));
        assert_eq!(soft_limit(printed, "Max resident set"), None);
        assert_eq!(soft_limit(printed, "Max open files"), None);
    }
}
