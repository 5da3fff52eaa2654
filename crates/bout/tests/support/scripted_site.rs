//! A site whose answers a test decides, including answers that a real site never gives.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    /// The method and the path, such as `GET /api`.
    pub(crate) line: String,
    /// The headers by lower-case name.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// How the site answers a request.
pub(crate) enum Reply {
    /// Sends these bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Sends the first bytes, then repeats the second ones for ever.
    Endless(Vec<u8>, Vec<u8>),
    /// Sends these bytes, and then nothing until the client disconnects.
    Hangs(Vec<u8>),
}

/// A running site, which ends with the test.
pub(crate) struct ScriptedSite {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl ScriptedSite {
    /// Starts a site. The script gets each request, and the number of earlier requests with
    /// the same line.
    pub(crate) fn start(script: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, log) = (Arc::new(script), Arc::clone(&requests));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, log) = (Arc::clone(&script), Arc::clone(&log));
                thread::spawn(move || serve(stream.unwrap(), &*script, &log));
            }
        });
        Self { url, requests }
    }

    /// Returns all requests so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Returns the requests whose line begins with `start`.
    pub(crate) fn requests_of(&self, start: &str) -> Vec<Request> {
        self.requests().into_iter().filter(|request| request.line.starts_with(start)).collect()
    }
}

impl Request {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Returns an answer with a status and JSON.
pub(crate) fn json(status: u16, value: &Value) -> Reply {
    with_headers(status, "content-type: application/json", value.to_string())
}

/// Returns an answer with further headers.
pub(crate) fn with_headers(status: u16, headers: &str, body: impl AsRef<[u8]>) -> Reply {
    let body = body.as_ref();
    let length = body.len();
    let mut all =
        format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n\r\n")
            .into_bytes();
    all.extend_from_slice(body);
    Reply::Bytes(all)
}

/// Returns a stream of events, which does not end properly.
pub(crate) fn event_stream(events: &[Value]) -> Vec<u8> {
    let mut all = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n\r\n".to_vec();
    for event in events {
        all.extend_from_slice(format!("event: submission\ndata: {event}\n\n").as_bytes());
    }
    all
}

fn serve(mut stream: TcpStream, script: &dyn Fn(&Request, usize) -> Reply, log: &Mutex<Vec<Request>>) {
    let Some(request) = read(&stream) else { return };
    let before = {
        let mut log = log.lock().unwrap();
        let before = log.iter().filter(|one| one.line == request.line).count();
        log.push(request.clone());
        before
    };
    // Some tests want the client to disconnect, so errors are ignored.
    match script(&request, before) {
        Reply::Bytes(bytes) => {
            let _ = stream.write_all(&bytes);
        }
        Reply::Endless(first, again) => {
            let _ = stream.write_all(&first);
            while stream.write_all(&again).is_ok() {}
        }
        Reply::Hangs(bytes) => {
            let _ = stream.write_all(&bytes);
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let line = line.trim_end().strip_suffix(" HTTP/1.1")?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line, headers, body })
}
