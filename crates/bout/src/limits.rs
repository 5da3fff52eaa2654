//! What the shell that started us allows.

use crate::failure::Failure;

/// The least address space in which a command comes so far that it can say what it lacks: code, stacks and some
/// room.
const LEAST_ADDRESS_SPACE: u64 = 512 << 20;

/// What a thread takes up: its stack, and what the C library sets aside for what it allocates.
const THREAD_ADDRESS_SPACE: u64 = 192 << 20;

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
    soft_limit(&std::fs::read_to_string("/proc/self/limits").ok()?, "Max address space")
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
