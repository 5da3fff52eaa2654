//! The arguments of `bout serve`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The folder with the site: a hill, or a folder of hills. In an empty one, a hill of every game is created
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,

    /// The address to listen on, instead of that in `bout.toml` [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) bind: Option<String>,
}
