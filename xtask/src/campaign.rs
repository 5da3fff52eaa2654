//! Long campaigns of hostile input against a `bout` that was built.

#[cfg(target_os = "linux")]
mod folders;

use std::process::ExitCode;

/// What is attacked.
#[derive(clap::Subcommand)]
pub(crate) enum Campaign {
    /// Hills, wars and contests that were changed at random, and commands on them.
    #[cfg(target_os = "linux")]
    Folders(folders::Options),
}

/// Runs a campaign, and tells what it found.
pub(crate) fn run(campaign: &Campaign) -> ExitCode {
    match campaign {
        #[cfg(target_os = "linux")]
        Campaign::Folders(options) => folders::run(options),
    }
}
