//! The arguments of `bout serve`.

use std::path::PathBuf;

use clap::Args;

/// How lines of the log are written.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// A JSON object a line
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The folder with the site: a hill, or a folder of hills. In an empty one, a hill of every game is created
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,

    /// The address to listen on, instead of that in `bout.toml` [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) bind: Option<String>,

    /// How the log is written on standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log: LogFormat,

    /// The least severe events that are logged: off, error, warn, info or debug [default: info, or what `BOUT_LOG` says]
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log_level: Option<web::LogLevel>,
}
