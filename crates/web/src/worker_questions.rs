//! Lets a worker ask the server questions, because the worker has no network access. Questions
//! travel over the worker's standard output, and answers over its standard input.

#![cfg_attr(
    not(any(feature = "queue", feature = "postgres")),
    allow(dead_code, reason = "without them, workers ask nothing")
)]

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use crate::orders::Message;
use crate::worker::tell;

/// The first character of a line to a worker that carries an answer. All other lines are orders.
const MARK: char = '=';

/// How often a waiting thread checks whether to stop waiting.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// Where the server forwards a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Recipient {
    /// The queue.
    Queue,
    /// The database server with the results.
    Results,
}

/// Returns the line that answers the question with this number.
pub(crate) fn answer_line(number: u64, answer: &[u8]) -> String {
    format!("{MARK}{number} {}", BASE64_STANDARD.encode(answer))
}

/// Decodes a question or an answer.
pub(crate) fn question(request: &str) -> io::Result<Vec<u8>> {
    BASE64_STANDARD.decode(request).map_err(io::Error::other)
}

/// The answers of the server. The lock on the receiver allows one question at a time.
static ANSWERS: LazyLock<(Sender<String>, Mutex<Receiver<String>>)> = LazyLock::new(|| {
    let (sender, receiver) = channel();
    (sender, Mutex::new(receiver))
});

/// Takes an input line of a worker if it is an answer. Returns false otherwise.
pub(crate) fn receive_answer(line: &str) -> bool {
    let Some(answer) = line.strip_prefix(MARK) else { return false };
    // The receiver lives as long as the process.
    let _ = ANSWERS.0.send(answer.to_owned());
    true
}

/// Asks the server from a worker, and waits for the answer until `stop` returns true.
pub(crate) fn ask(recipient: Recipient, request: &[u8], stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let answers = ANSWERS.1.lock().unwrap_or_else(PoisonError::into_inner);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let request = BASE64_STANDARD.encode(request);
    tell(&Message::Ask { number, recipient, request })
        .map_err(|error| io::Error::other(error.to_string()))?;
    loop {
        match answers.recv_timeout(LOOK_INTERVAL) {
            Ok(answer) => match answer.split_once(' ') {
                Some((to, answer)) if to == number.to_string() => return question(answer),
                // It answers an earlier question, whose caller has stopped waiting.
                _ => {}
            },
            Err(RecvTimeoutError::Timeout) if !stop() => {}
            Err(_) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}
