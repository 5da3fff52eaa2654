//! Failures of the sandbox itself, never of the foreign program.

use std::io;

/// The sandbox itself failed, so nothing is known about the foreign program.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A call to the kernel failed.
    #[error("{doing}: {cause}")]
    System {
        /// What the sandbox tried to do.
        doing: &'static str,
        /// Why it failed.
        cause: io::Error,
    },
    /// The new process could not be confined, so its program was not started.
    #[error("a process could not be confined ({step}): {cause}")]
    Confining {
        /// The step.
        step: &'static str,
        /// Why.
        cause: io::Error,
    },
    /// This bout was built for a platform on which it cannot confine programs.
    #[error(
        "processes of foreign code are run on x86-64 Linux only, where they can be confined, and this bout is for {} on {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    )]
    OtherPlatform,
    /// A required isolation feature is missing.
    #[error("this machine lacks {feature}, without which such foreign code is not run: {remedy}")]
    MissingFeature {
        /// The isolation feature.
        feature: &'static str,
        /// How to get it.
        remedy: &'static str,
    },
    /// The shell's limits give foreign code less than the rules allow.
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
        /// How much the shell allows.
        allowed: u64,
    },
    /// The host is so busy that a program got hardly any processor time.
    #[error("the host is overloaded: a program got {used_ms} ms of processor time in {waited_ms} ms")]
    Overloaded {
        /// The processor time that it got, in milliseconds.
        used_ms: u128,
        /// The time that passed, in milliseconds.
        waited_ms: u128,
    },
    /// The host is so busy that a tool did not finish in a time that is ample for it.
    #[error(
        "the host is overloaded: a tool did not finish in {waited_s} s, in which it got hardly any processor time"
    )]
    Starved {
        /// The time that passed, in seconds.
        waited_s: u64,
    },
    /// A self-test, whose answer is known, gave a wrong answer or none.
    #[error("{way} does not work on this machine: {why}")]
    OwnRun {
        /// How the run was made.
        way: &'static str,
        /// What happened instead.
        why: String,
    },
    /// The resident, our own code in the confined process, did something unexpected.
    #[error("the process that runs foreign code ended in an unexpected way: {0}")]
    Resident(String),
}
