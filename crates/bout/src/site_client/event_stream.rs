//! Server-sent events, of bounded size.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line.
const MAX_LINE: u64 = 1 << 20;

/// The most data of one event, in bytes.
const MAX_DATA: usize = 1 << 20;

/// An event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// The type of the event.
    pub(super) name: String,
    /// The data of the event.
    pub(super) data: String,
}

/// Why no more events can be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum EventError {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("an event is too large")]
    TooLarge,
}

/// Reads events.
pub(super) struct EventReader<R> {
    lines: BufReader<R>,
}

impl<R: Read> EventReader<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { lines: BufReader::new(stream) }
    }

    /// Returns the next event that has data; `None` at the end. Discards an incomplete event at the
    /// end.
    pub(super) fn next(&mut self) -> Result<Option<Event>, EventError> {
        let mut event = Event::default();
        while let Some(line) = self.line()? {
            if line.is_empty() {
                if !event.data.is_empty() {
                    return Ok(Some(event));
                }
                event = Event::default();
                continue;
            }
            let (field, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "event" => value.clone_into(&mut event.name),
                "data" => {
                    if !event.data.is_empty() {
                        event.data.push('\n');
                    }
                    event.data.push_str(value);
                }
                // Comments, and fields that are not needed here.
                _ => {}
            }
            if event.data.len() > MAX_DATA {
                return Err(EventError::TooLarge);
            }
        }
        Ok(None)
    }

    /// Returns the next line without its end; `None` at the end.
    fn line(&mut self) -> Result<Option<String>, EventError> {
        let mut line = Vec::new();
        self.lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if line.pop_if(|end| *end == b'\n').is_none() {
            return if line.len() as u64 >= MAX_LINE { Err(EventError::TooLarge) } else { Ok(None) };
        }
        line.pop_if(|end| *end == b'\r');
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(stream: &str) -> Vec<(String, String)> {
        let mut reader = EventReader::new(stream.as_bytes());
        let mut found = Vec::new();
        while let Some(Event { name, data }) = reader.next().unwrap() {
            found.push((name, data));
        }
        found
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, data)| ((*name).to_owned(), (*data).to_owned())).collect()
    }

    #[test]
    fn events_are_read_as_the_standard_says() {
        for (stream, expected) in [
            ("event: a\ndata: 1\n\n", &[("a", "1")][..]),
            ("event:a\r\ndata:1\r\n\r\ndata: 2\n\n", &[("a", "1"), ("", "2")]),
            (": a comment\n\ndata: 1\ndata: 2\nid: 7\nretry: 10\n\n", &[("", "1\n2")]),
            ("event: a\n\ndata: 1\n\n", &[("", "1")]),
            // Cut off in the middle.
            ("data: 1\n\ndata: 2\n", &[("", "1")]),
            ("data: 1\n\ndata: 2", &[("", "1")]),
            ("", &[]),
        ] {
            assert_eq!(all(stream), pairs(expected), "{stream:?}");
        }
    }

    #[test]
    fn neither_lines_nor_events_are_endless() {
        let endless_line = io::repeat(b'a');
        assert!(matches!(EventReader::new(endless_line).next(), Err(EventError::TooLarge)));
        let line = format!("data: {}\n", "a".repeat(1000));
        let endless_event = line.repeat(2 * MAX_DATA / line.len());
        assert!(matches!(EventReader::new(endless_event.as_bytes()).next(), Err(EventError::TooLarge)));
    }
}
