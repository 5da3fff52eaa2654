//! Writes each event as one line of the log. Control characters are escaped, so that names chosen
//! by strangers cannot forge lines.

use std::fmt::Write as _;
use std::io::{self, Write};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// Whether an output goes to the systemd journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// It does. The journal reads `<N>` at the beginning of a line as the priority.
    Present,
    /// It does not.
    Absent,
}

impl Journal {
    /// Compares the output with `JOURNAL_STREAM`, in which systemd names the device and the inode
    /// of its stream.
    #[cfg(unix)]
    pub(super) fn of(output: &impl std::os::fd::AsFd) -> Self {
        use std::os::unix::fs::MetadataExt as _;

        let Ok(stream) = std::env::var("JOURNAL_STREAM") else { return Self::Absent };
        let file = output.as_fd().try_clone_to_owned().map(std::fs::File::from);
        match file.and_then(|file| file.metadata()) {
            Ok(about) if stream == format!("{}:{}", about.dev(), about.ino()) => Self::Present,
            _ => Self::Absent,
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of<T>(_: &T) -> Self {
        Self::Absent
    }
}

/// Creates the writers of events, which write to standard error.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    journal: Journal,
}

impl Lines {
    pub(super) const fn new(journal: Journal) -> Self {
        Self { journal }
    }

    fn prefix(self, level: Level) -> &'static str {
        match (self.journal, level) {
            (Journal::Absent, _) => "",
            (Journal::Present, Level::ERROR) => "<3>",
            (Journal::Present, Level::WARN) => "<4>",
            (Journal::Present, Level::INFO) => "<6>",
            (Journal::Present, _) => "<7>",
        }
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        Line { prefix: "" }
    }

    fn make_writer_for(&'a self, about: &Metadata<'_>) -> Line {
        Line { prefix: self.prefix(*about.level()) }
    }
}

/// Writes an event as one line.
pub(super) struct Line {
    prefix: &'static str,
}

impl Write for Line {
    /// Writes a whole event, which the formatter passes in one call.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let line = one_line(self.prefix, &String::from_utf8_lossy(event));
        io::stderr().lock().write_all(line.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Escapes the characters of an event that end a line, change the direction of text or control a
/// terminal. The escapes are those of JSON, so a JSON object stays valid.
fn one_line(prefix: &str, event: &str) -> String {
    let mut line = String::with_capacity(prefix.len() + event.len() + 1);
    line.push_str(prefix);
    for one in event.strip_suffix('\n').unwrap_or(event).chars() {
        if is_harmless(one) {
            line.push(one);
        } else {
            write!(line, "\\u{:04x}", u32::from(one)).expect("a string takes everything");
        }
    }
    line.push('\n');
    line
}

fn is_harmless(one: char) -> bool {
    !one.is_control()
        && !matches!(one, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_without_commands() {
        assert_eq!(
            one_line("<6>", "a\nb\u{1b}[31m\u{202e}\u{85}é\n"),
            "<6>a\\u000ab\\u001b[31m\\u202e\\u0085é\n"
        );
    }

    #[test]
    fn an_escaped_line_of_json_is_still_json() {
        let text = serde_json::json!({ "message": "a\u{85}\u{2028}b" });
        let line = one_line("", &text.to_string());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap(), text);
    }

    #[test]
    fn the_journal_hears_how_severe_an_event_is() {
        let lines = Lines::new(Journal::Present);
        let prefixes =
            [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG].map(|level| lines.prefix(level));
        assert_eq!(prefixes, ["<3>", "<4>", "<6>", "<7>"]);
        assert_eq!(Lines::new(Journal::Absent).prefix(Level::ERROR), "");
    }
}
