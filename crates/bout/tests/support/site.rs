//! Runs `bout serve` and sends requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::processes::children;
use super::{Sandbox, wait_for};

/// Anything that has not happened by then never will.
const PATIENCE: Duration = Duration::from_mins(4);

/// The time between two requests.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A running site.
pub(crate) struct Site {
    pub(crate) child: Child,
    /// Its address and port.
    pub(crate) address: String,
}

/// An answer to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The head in lower case.
    pub(crate) head: String,
    /// The head as it was sent.
    pub(crate) whole_head: String,
    pub(crate) body: Vec<u8>,
}

impl Site {
    /// Serves a folder of the sandbox on a free port.
    pub(crate) fn start(sandbox: &Sandbox, folder: &str) -> Self {
        let mut command = sandbox.command(&["serve", folder, "--bind", "127.0.0.1:0"]);
        command.stderr(Stdio::null());
        Self::started(&mut command)
    }

    /// Starts a command that serves a folder.
    pub(crate) fn started(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("it says its address").trim_end_matches('/');
        Self { address: address.to_owned(), child }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes, and reads until the site closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        Answer::of(&all)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(format!("GET {path} HTTP/1.1\r\nhost: bout.example\r\nconnection: close\r\n\r\n").as_bytes())
    }

    /// Requests a value until it is as wanted.
    pub(crate) fn wait_until(&self, path: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let value = self.get(path).json();
            if is_wanted(&value) {
                return value;
            }
            assert!(Instant::now() < end, "{value:#}");
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Returns the process ids of its workers.
    pub(crate) fn workers(&self) -> Vec<u32> {
        // They are the children of the process that starts them.
        children(self.child.id()).into_iter().flat_map(children).collect()
    }

    /// Waits until it has ended, and returns its exit code, or `None` if a signal ended it.
    pub(crate) fn wait(mut self) -> Option<i32> {
        wait_for(&mut self.child, PATIENCE).expect("it ends").code()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn of(all: &[u8]) -> Self {
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer with a head");
        let whole_head = String::from_utf8(all[..end].to_vec()).unwrap();
        let head = whole_head.to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Self { status, body: all[end + 4..].to_vec(), head, whole_head }
    }

    /// Returns the value of a header, or an empty string if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        let lines = self.whole_head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
