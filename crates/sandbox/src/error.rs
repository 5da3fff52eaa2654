//! Our own failures: never the foreign program's.

use std::io;

/// The sandbox itself failed. What was to be found out about the foreign program is not known.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A call to the kernel failed.
    #[error("{doing}: {cause}")]
    System {
        /// What was to be done.
        doing: &'static str,
        /// Why it was not.
        cause: io::Error,
    },
    /// The new process could not be confined, so it was not started.
    #[error("a process could not be confined ({step}): {cause}")]
    Confining {
        /// The step.
        step: &'static str,
        /// Why.
        cause: io::Error,
    },
    /// This bout was built for a machine on which it confines nothing.
    #[error(
        "processes of foreign code are run on x86-64 Linux only, where they can be confined, and this bout is for {} on {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    )]
    OtherPlatform,
    /// A wall is missing without which nothing foreign is run.
    #[error("this machine lacks {wall}, without which such foreign code is not run: {remedy}")]
    MissingWall {
        /// The wall.
        wall: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// The shell's limits leave foreign code less than the rules allow it.
    #[error(
        "this shell allows {allowed} {name}, and {wanted} are needed for what the rules allow a program; `ulimit -H{option}` \
         shows the limit, and another shell or the superuser can raise it"
    )]
    LowLimit {
        /// What is limited, in the plural.
        name: &'static str,
        /// The letter of the shell's `ulimit`.
        option: &'static str,
        /// How much is needed.
        wanted: u64,
        /// How much there may be.
        allowed: u64,
    },
    /// The host is so busy that a program has had no processor for long.
    #[error("the host is overloaded: a program got {used_ms} ms of processor time in {waited_ms} ms")]
    Overloaded {
        /// What it got.
        used_ms: u128,
        /// What was waited.
        waited_ms: u128,
    },
    /// The host is so busy that a tool came to no end in a time that is ample for it.
    #[error(
        "the host is overloaded: a tool came to no end in {waited_s} s, in which it had hardly any processor time"
    )]
    Starved {
        /// What was waited.
        waited_s: u64,
    },
    /// A run of our own, whose answer is known, had none or another.
    #[error("{way} does not work on this machine: {why}")]
    OwnRun {
        /// In which way it was done.
        way: &'static str,
        /// What became of it.
        why: String,
    },
    /// The resident did something that it never does.
    #[error("the process that runs foreign code ended in an unexpected way: {0}")]
    Resident(String),
}
