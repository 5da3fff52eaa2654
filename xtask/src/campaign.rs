//! Long campaigns of hostile input: the long forms of tests.

#[cfg(target_os = "linux")]
mod folders;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod hostile_files;

use std::process::ExitCode;

/// What is attacked.
#[derive(clap::Subcommand)]
pub(crate) enum Campaign {
    /// Object files that no compiler makes, looked over and linked.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Objects(hostile_files::Options),
    /// Sources in C by a grammar, compiled and played.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    CSources(hostile_files::Options),
    /// Hills, wars and contests that were changed at random, and commands on them.
    #[cfg(target_os = "linux")]
    Folders(crate::seeds::Options),
}

/// Runs a campaign, and prints what it found.
pub(crate) fn run(campaign: &Campaign) -> ExitCode {
    match campaign {
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Campaign::Objects(options) => hostile_files::objects(options),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Campaign::CSources(options) => hostile_files::sources(options),
        #[cfg(target_os = "linux")]
        Campaign::Folders(options) => folders::run(options),
    }
}
