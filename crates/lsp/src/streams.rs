//! The protocol over a pair of byte streams: each message is JSON after a header with its length.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

use crate::host::Host;
use crate::server::{Ending, serve as serve_connection};

/// The longest message to read, in bytes. A text of [16 MiB](crate::document::MAX_KEPT_BYTES) fits into it,
/// even if JSON escapes many of its characters.
const MAX_MESSAGE_BYTES: u64 = 64 << 20;

/// The longest header line, in bytes.
const MAX_HEADER_BYTES: u64 = 4096;

/// The maximum number of messages that the reader queues for the server.
const MAX_READ_AHEAD: usize = 100;

/// Serves an editor that writes to `input` and reads from `output`. Answers invalid messages with errors.
///
/// # Errors
/// If a thread cannot be started.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    host: &Arc<dyn Host>,
) -> io::Result<Ending> {
    let output = Arc::new(Mutex::new(output));
    let (to_server, receiver) = bounded(MAX_READ_AHEAD);
    let (sender, from_server) = unbounded();
    let answers = Arc::clone(&output);
    // The reader thread is never joined, because reading cannot be interrupted. It ends with the process.
    thread::Builder::new().name("reader".into()).spawn(move || read_all(input, &to_server, &answers))?;
    let writer =
        thread::Builder::new().name("writer".into()).spawn(move || write_all(&from_server, &output))?;
    let connection = Connection { sender, receiver };
    let ending = serve_connection(&connection, host);
    drop(connection);
    drop(writer.join());
    Ok(ending)
}

fn write_all<W: Write>(messages: &Receiver<Message>, output: &Mutex<W>) {
    for message in messages {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        if message.write(&mut *output).is_err() {
            return;
        }
    }
}

/// One unit of the input stream.
#[derive(Debug)]
enum Piece {
    Message(Message),
    /// An invalid message, with the error to report.
    Wrong(ErrorCode, String),
}

fn read_all<W: Write>(mut input: impl BufRead, messages: &Sender<Message>, output: &Mutex<W>) {
    while let Ok(Some(piece)) = read_piece(&mut input) {
        let goes_on = match piece {
            Piece::Message(message) => messages.send(message).is_ok(),
            Piece::Wrong(code, why) => {
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                write_error(&mut *output, code, &why).is_ok()
            }
        };
        if !goes_on {
            return;
        }
    }
}

/// Writes an error that belongs to no known request: JSON-RPC requires the id `null`.
fn write_error(output: &mut impl Write, code: ErrorCode, message: &str) -> io::Result<()> {
    let error = json!({ "code": code as i32, "message": message });
    let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// Reads the next piece; `None` at the end of the stream.
fn read_piece(input: &mut impl BufRead) -> io::Result<Option<Piece>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let why = format!("a message has {length} bytes; at most {MAX_MESSAGE_BYTES} are read");
        return Ok(Some(Piece::Wrong(ErrorCode::InvalidRequest, why)));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(piece(&body)))
}

fn piece(body: &[u8]) -> Piece {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return Piece::Wrong(ErrorCode::ParseError, format!("a message is not JSON: {error}")),
    };
    let message = if value.is_object() { serde_json::from_value(value).ok() } else { None };
    message.map_or_else(
        || {
            let why = "a message is neither a request nor a notification nor a response";
            Piece::Wrong(ErrorCode::InvalidRequest, why.into())
        },
        Piece::Message,
    )
}

/// Reads a header up to its empty line, and returns the content length. Skips lines that are not valid
/// headers, so that reading recovers at the next message.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(MAX_HEADER_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            (None, Some(length)) if line.is_empty() => return Ok(Some(length)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(stream: &str) -> Vec<Piece> {
        let mut input = stream.as_bytes();
        std::iter::from_fn(|| read_piece(&mut input).unwrap()).collect()
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{body}", body.len())
    }

    #[test]
    fn messages_are_found_again_after_nonsense() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let stream =
            [&good, "nonsense\r\n\r\n", &framed("{"), &framed("[1]"), "content-length: x\n\n", &good, "Con"]
                .concat();
        let found = pieces(&stream);
        let is_exit =
            |piece: &Piece| matches!(piece, Piece::Message(Message::Notification(n)) if n.method == "exit");
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(is_exit(&found[0]) && is_exit(&found[3]));
        assert!(matches!(found[1], Piece::Wrong(ErrorCode::ParseError, _)));
        assert!(matches!(found[2], Piece::Wrong(ErrorCode::InvalidRequest, _)));
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped() {
        let length = MAX_MESSAGE_BYTES + 1;
        let header = format!("Content-Length: {length}\r\n\r\n");
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let mut input = header.as_bytes().chain(io::repeat(b'x').take(length)).chain(good.as_bytes());
        let first = read_piece(&mut io::BufReader::new(&mut input)).unwrap();
        assert!(matches!(first, Some(Piece::Wrong(ErrorCode::InvalidRequest, _))));
    }
}
