//! `bout serve`: hills as a web site.

use std::ffi::OsString;
use std::path::Path;

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
    let own = own_program()?;
    web::serve(&web::Options {
        folder: args.folder.clone(),
        bind: args.bind.clone(),
        examples,
        worker: vec![own.clone(), "serve-worker".into()],
        launcher: vec![own, "serve-launcher".into()],
        stop: interrupt::was_requested,
        listening,
        isolation,
        first_host,
    })
}

/// Returns the log level from the command line, or else from the environment.
fn log_level(args: &ServeArgs) -> Result<web::LogLevel, Failure> {
    match (args.log_level, std::env::var(web::LOG_VARIABLE)) {
        (Some(level), _) => Ok(level),
        (None, Ok(level)) => {
            level.parse().map_err(|why| Failure::Usage(format!("{}: {why}", web::LOG_VARIABLE)))
        }
        (None, Err(_)) => Ok(web::LogLevel::default()),
    }
}

/// Starts workers for a site that runs in another process.
pub(crate) fn start_workers(folder: &Path) -> Result<(), Failure> {
    interrupt::watch()?;
    web::start_workers(folder, &[own_program()?, "serve-worker".into()], interrupt::was_requested)
}

/// Tries the isolation features that workers have on this machine.
pub(crate) fn try_isolation() -> Result<Vec<web::IsolationTrial>, Failure> {
    web::try_isolation(&own_program()?, "serve-trial")
}

fn own_program() -> Result<OsString, Failure> {
    let own = std::env::current_exe();
    let own =
        own.map_err(|error| Failure::Machine(format!("cannot find the program of the workers: {error}")))?;
    Ok(own.into())
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

fn isolation(features: &[web::WorkerFeature]) -> Result<(), Failure> {
    let mut output = Output::of_a_change();
    let (present, missing): (Vec<_>, Vec<_>) = features.iter().partition(|feature| feature.is_present);
    let present: Vec<&str> = present.iter().map(|feature| feature.name.as_str()).collect();
    if !features.is_empty() {
        let present = if present.is_empty() { "none".to_owned() } else { present.join(", ") };
        output.people(format_args!("Isolation of workers: {present}."))?;
    }
    for web::WorkerFeature { name, about, remedy, .. } in missing {
        output.people(format_args!("Missing: {name}: {about}. To have it: {remedy}."))?;
    }
    output.flush()
}
