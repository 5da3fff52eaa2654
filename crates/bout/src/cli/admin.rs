//! The arguments of `bout admin`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{OutputOption, ThreadsOption};

#[derive(Debug, Args)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List the accounts of a site
    Accounts {
        #[command(flatten)]
        site: SiteArgs,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Say what an upgrade of the machine or of bout means for a site, and change nothing
    Check {
        #[command(flatten)]
        site: SiteArgs,
        #[command(flatten)]
        threads: ThreadsOption,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Print a link with which somebody becomes a host of a site, within a day
    HostLink {
        #[command(flatten)]
        site: SiteArgs,
    },
    /// Print a link with which the owner of an account can choose a new password, within a day
    PasswordLink {
        /// The account
        name: String,
        #[command(flatten)]
        site: SiteArgs,
    },
    /// Make an account a host or a player
    Role {
        /// The account
        name: String,
        /// What it may do
        role: RoleName,
        #[command(flatten)]
        site: SiteArgs,
    },
    /// Write a backup of a site, which may be running, into a file
    Backup {
        /// The file to write; with --keep, a folder that gets a file named after the time
        place: PathBuf,
        /// Keep the newest N backups in the folder, and remove older ones
        #[arg(long, value_name = "N", value_parser = backups)]
        keep: Option<NonZeroUsize>,
        #[command(flatten)]
        site: SiteArgs,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Make a site of a backup, in a folder that is new or empty
    Restore {
        /// The backup
        file: PathBuf,
        #[command(flatten)]
        site: SiteArgs,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Move the accounts of a site, which is not being served, into PostgreSQL or back into a file
    #[cfg(feature = "postgres")]
    MigrateStore {
        /// Where they go: into the database that [store] in bout.toml names, or into a file of the site
        #[arg(long, value_name = "STORE")]
        to: StoreName,
        #[command(flatten)]
        site: SiteArgs,
        #[command(flatten)]
        output: OutputOption,
    },
}

/// Where the accounts of a site go.
#[cfg(feature = "postgres")]
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum StoreName {
    Postgres,
    Sqlite,
}

#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) site: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum RoleName {
    Host,
    Player,
}

/// Parses the number of backups to keep.
fn backups(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "must be a number of backups, at least 1".to_owned())
}
