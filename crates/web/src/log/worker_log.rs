//! The log of workers. They send their events to the site as messages, so that a single process
//! writes the log and its lines never mix.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use crate::orders::Message;
use crate::worker::tell;

/// The maximum length of each text in a worker's line, in bytes.
const MAX_TEXT: usize = 1000;

/// An event of a worker.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct WorkerLine {
    level: String,
    /// The id of the order that the event belongs to.
    #[serde(default)]
    order: String,
    /// What happened.
    what: String,
    /// The other fields.
    #[serde(default)]
    details: String,
}

/// Sends the events of a worker to its site.
pub(super) struct WorkerLogLayer;

impl<S: Subscriber> Layer<S> for WorkerLogLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = WorkerLine { level: event.metadata().level().to_string(), ..WorkerLine::default() };
        event.record(&mut line);
        // If the site is gone, nobody reads the log of its worker.
        let _ = tell(&Message::Log { line });
    }
}

impl Visit for WorkerLine {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "order" {
            value.clone_into(&mut self.order);
        } else {
            self.record_debug(field, &value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.what = format!("{value:?}");
        } else {
            let space = if self.details.is_empty() { "" } else { " " };
            write!(self.details, "{space}{}={value:?}", field.name()).expect("a string takes everything");
        }
    }
}

/// Writes an event of a worker to the log of the site.
pub(crate) fn relay(worker: u32, line: &WorkerLine) {
    let WorkerLine { level, order, what, details } = line;
    let (what, details) = (bounded(what), bounded(details));
    match level.parse().unwrap_or(Level::ERROR) {
        Level::ERROR => tracing::error!(target: "web::worker", worker, order, details, "{what}"),
        Level::WARN => tracing::warn!(target: "web::worker", worker, order, details, "{what}"),
        Level::INFO => tracing::info!(target: "web::worker", worker, order, details, "{what}"),
        _ => tracing::debug!(target: "web::worker", worker, order, details, "{what}"),
    }
}

fn bounded(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_TEXT)).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_ends_at_a_character() {
        assert_eq!(bounded("é"), "é");
        assert_eq!(bounded(&format!("a{}", "é".repeat(600))).len(), 999);
    }
}
