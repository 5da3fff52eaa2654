//! What the shell that started us allows.

use std::fs;

use crate::enclosed::Enclosed;
use crate::failure::Failure;

/// The least address space in which a command comes so far that it can say what it lacks: code, stacks and some
/// room.
const LEAST_ADDRESS_SPACE: u64 = 512 << 20;

/// What a thread takes up: its stack, and what the C library sets aside for what it allocates.
const THREAD_ADDRESS_SPACE: u64 = 192 << 20;

/// The fewest open files with which every wall and every way of running foreign code can be tried.
const LEAST_OPEN_FILES: u64 = 64;

/// The shortest that the longest file may be: objects, images in memory and messages of compilers stay below.
const LEAST_FILE_BYTES: u64 = 256 << 20;

/// From now on a write that makes a file longer than the shell allows (`ulimit -f`) fails like any other, and is told. It
/// would end the process without a word.
#[cfg(unix)]
pub(crate) fn survive_long_files() {
    // A handler, unlike a signal that is ignored, is not handed on to compilers. Whether it was called tells nobody anything.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

#[cfg(not(unix))]
pub(crate) fn survive_long_files() {}

/// Refuses to try what this machine can do where the shell allows too little to find out.
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
    match Enclosed::open(&folder).and_then(|folder| folder.try_writing()) {
        Err(why) => refused(format!("{why}; set TMPDIR to a folder in which temporary files can be made")),
        Ok(()) => Ok(()),
    }
}

/// Refuses to run where memory would run out in the middle of things, which ends a process without a word.
pub(crate) fn check() -> Result<(), Failure> {
    match address_space() {
        Some(allowed) if allowed < LEAST_ADDRESS_SPACE => Err(Failure::Machine(format!(
            "this shell allows {allowed} bytes of address space, and bout needs {LEAST_ADDRESS_SPACE} at least; \
             `ulimit -v unlimited` allows more"
        ))),
        _ => Ok(()),
    }
}

/// Of so many threads, those for which there is address space: one at least.
pub(crate) fn threads(wanted: usize) -> usize {
    let Some(allowed) = address_space() else { return wanted };
    let fit = allowed.saturating_sub(LEAST_ADDRESS_SPACE) / THREAD_ADDRESS_SPACE;
    usize::try_from(fit).unwrap_or(wanted).clamp(1, wanted.max(1))
}

/// How much may be mapped (`ulimit -v`), in bytes; nothing where that is not limited, or nobody says. It is read from a file,
/// since some machines refuse the call that asks for it.
fn address_space() -> Option<u64> {
    soft_limit(&fs::read_to_string("/proc/self/limits").ok()?, "Max address space")
}

/// A soft limit as Linux prints it: a name, the soft limit and the hard one.
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
