//! The log: one line per event, on standard error.

mod lines;
mod worker_log;

use std::str::FromStr;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use lines::{Journal, Lines};

pub(crate) use worker_log::{WorkerLine, relay};

/// The environment variable with the lowest level that is logged.
pub const LOG_VARIABLE: &str = "BOUT_LOG";

/// How a line of the log is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// The time, the level, where the event comes from, and what happened.
    #[default]
    Text,
    /// A JSON object.
    Json,
}

/// The lowest level of events that are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLevel(LevelFilter);

impl Default for LogLevel {
    fn default() -> Self {
        Self(LevelFilter::INFO)
    }
}

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(Self(LevelFilter::OFF)),
            "error" => Ok(Self(LevelFilter::ERROR)),
            "warn" => Ok(Self(LevelFilter::WARN)),
            "info" => Ok(Self(LevelFilter::INFO)),
            "debug" => Ok(Self(LevelFilter::DEBUG)),
            _ => Err(format!("`{}` is not one of off, error, warn, info and debug", text.escape_debug())),
        }
    }
}

impl LogLevel {
    /// Excludes the events of libraries: they do not help hosts, and may contain text from
    /// strangers.
    fn filter(self) -> Targets {
        Targets::new().with_target("web", self.0)
    }
}

/// Starts the log of a site. Further calls have no effect.
pub fn start_log(format: LogFormat, level: LogLevel) {
    let journal = Journal::of(&std::io::stderr());
    let lines = Lines::new(journal);
    let registry = tracing_subscriber::registry().with(level.filter());
    let started = match (format, journal) {
        (LogFormat::Json, _) => {
            let events = layer().json().flatten_event(true).with_span_list(false);
            registry.with(events.with_writer(lines)).try_init()
        }
        (LogFormat::Text, Journal::Absent) => {
            registry.with(layer().with_ansi(false).with_writer(lines)).try_init()
        }
        // The journal records the time and the level itself.
        (LogFormat::Text, Journal::Present) => {
            let events = layer().with_ansi(false).with_level(false).without_time();
            registry.with(events.with_writer(lines)).try_init()
        }
    };
    if started.is_ok() {
        log_panics();
    }
}

/// Starts the log of a worker, which sends its lines to the site. Further calls have no effect.
pub(crate) fn start_worker_log() {
    let level = std::env::var(LOG_VARIABLE).ok().and_then(|level| level.parse().ok());
    let level: LogLevel = level.unwrap_or_default();
    // If this fails, a log was started earlier and stays in use.
    let _ = tracing_subscriber::registry().with(level.filter()).with(worker_log::WorkerLogLayer).try_init();
    log_panics();
}

/// Returns true if standard output goes to the systemd journal, which stores it.
pub(crate) fn keeps_output() -> bool {
    Journal::of(&std::io::stdout()) == Journal::Present
}

/// Returns the lowest level that is logged, as workers read it from [`LOG_VARIABLE`].
pub(crate) fn level() -> String {
    LevelFilter::current().to_string()
}

/// Logs panics as events. The message of a panic may contain text from strangers, so only its
/// location is logged.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "bout has a bug: a thread has panicked");
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_one_of_five_words() {
        assert_eq!("warn".parse(), Ok(LogLevel(LevelFilter::WARN)));
        let error = "loud\n".parse::<LogLevel>().unwrap_err();
        assert!(error.contains("`loud\\n`") && error.contains("debug"), "{error}");
    }
}
