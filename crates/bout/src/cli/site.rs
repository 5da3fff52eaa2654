//! The arguments of commands that talk to a site.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::OutputOption;
use super::whole_number::whole_number;
use crate::site_client::{ConnectionRules, UnencryptedTokens};

/// How a command talks to a site.
#[derive(Debug, Args)]
pub(crate) struct SiteOptions {
    /// How many seconds to wait for an answer of the site
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole_number::<u64>(1..=3600))]
    timeout: u64,

    /// Send the token even if others on the network can read it (a site without https on another machine)
    #[arg(long)]
    insecure_http: bool,
}

impl SiteOptions {
    pub(crate) fn rules(&self) -> ConnectionRules {
        let unencrypted =
            if self.insecure_http { UnencryptedTokens::Allow } else { UnencryptedTokens::Refuse };
        ConnectionRules { timeout: Duration::from_secs(self.timeout), unencrypted }
    }
}

/// The site on which a hill is, for commands that otherwise work on a folder.
#[derive(Debug, Args)]
pub(crate) struct RemoteHillOptions {
    /// The site on which the hill is; DIR is then its name there
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    pub(crate) at: Option<String>,

    /// With --at: how many seconds to wait for an answer of the site
    #[arg(long, value_name = "SECONDS", default_value_t = 30, requires = "at", value_parser = whole_number::<u64>(1..=3600))]
    timeout: u64,

    /// With --at: send the token even if others on the network can read it
    #[arg(long, requires = "at")]
    insecure_http: bool,
}

impl RemoteHillOptions {
    /// Returns how to talk to the site.
    pub(crate) fn site_options(&self) -> SiteOptions {
        SiteOptions { timeout: self.timeout, insecure_http: self.insecure_http }
    }
}

#[derive(Debug, Args)]
pub(crate) struct LoginArgs {
    /// The address of the site; the token is read from the terminal, unseen, or from standard input
    #[arg(value_name = "URL")]
    pub(crate) site: String,

    #[command(flatten)]
    pub(crate) connection: SiteOptions,
}

#[derive(Debug, Args)]
pub(crate) struct LogoutArgs {
    /// The address of the site
    #[arg(value_name = "URL")]
    pub(crate) site: String,
}

#[derive(Debug, Args)]
pub(crate) struct SubmitArgs {
    /// Program files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// The site
    #[arg(long, value_name = "URL")]
    pub(crate) to: String,

    /// The name of the hill on the site
    #[arg(long, value_name = "NAME")]
    pub(crate) hill: String,

    /// The file name of the program on the hill, if it is one program [default: that of the file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Only report what would become of the programs
    #[arg(long)]
    pub(crate) test: bool,

    /// Nobody else may read the source
    #[arg(long)]
    pub(crate) secret: bool,

    /// End as soon as the site has the programs
    #[arg(long)]
    pub(crate) no_wait: bool,

    /// A key for this submission: with the same key, the same program is submitted only once [default: a random one]
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,

    #[command(flatten)]
    pub(crate) connection: SiteOptions,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}
