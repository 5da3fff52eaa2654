//! `bout serve`: hills as a web site.

use contests::Failure;

use crate::cli::{LogFormat, ServeArgs};
use crate::examples::examples;
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let format = match args.log {
        LogFormat::Text => web::LogFormat::Text,
        LogFormat::Json => web::LogFormat::Json,
    };
    web::start_log(format, log_level(args)?);
    let own = std::env::current_exe()
        .map_err(|error| Failure::Machine(format!("cannot find the program of the workers: {error}")))?;
    web::serve(&web::Options {
        folder: args.folder.clone(),
        bind: args.bind.clone(),
        examples,
        worker: vec![own.into(), "serve-worker".into()],
        stop: interrupt::was_requested,
        listening,
        first_host,
    })
}

/// Returns the level of the command line, or else that of the environment.
fn log_level(args: &ServeArgs) -> Result<web::LogLevel, Failure> {
    match (args.log_level, std::env::var(web::LOG_VARIABLE)) {
        (Some(level), _) => Ok(level),
        (None, Ok(level)) => {
            level.parse().map_err(|why| Failure::Usage(format!("{}: {why}", web::LOG_VARIABLE)))
        }
        (None, Err(_)) => Ok(web::LogLevel::default()),
    }
}

/// Plays for a site that runs in another process.
pub(crate) fn work() -> Result<(), Failure> {
    interrupt::watch()?;
    web::work(interrupt::was_requested)
}

fn listening(address: &str) -> Result<(), Failure> {
    let mut output = Output::of_a_change();
    output.line(format_args!("{address}"))?;
    output.people("Ctrl-C stops the site; what was played is kept.")?;
    output.flush()
}

fn first_host(link: &str) -> Result<(), Failure> {
    let mut output = Output::of_a_change();
    output.people("The site has no host yet. The person who opens this link within a day becomes one:")?;
    output.people(link)?;
    output.flush()
}
