//! Starts `bout serve` as a process, and sends it requests.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::http::request::Builder;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// The longest time to wait for a hill of a few programs.
const PATIENCE: Duration = Duration::from_mins(5);

/// A running site in a folder of its own.
pub(crate) struct Site {
    child: Child,
    /// The address and port on which the site listens.
    pub(crate) address: String,
    // Deleted when the site is dropped.
    folder: tempfile::TempDir,
}

impl Site {
    /// Starts a site in a new folder, with these settings.
    pub(crate) fn start(bout: &Path, settings: &str) -> io::Result<Self> {
        Self::start_with(bout, settings, &[])
    }

    /// Starts a site with additional environment variables.
    pub(crate) fn start_with(bout: &Path, settings: &str, variables: &[(&str, &Path)]) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("bout.toml"), settings)?;
        let mut child = Command::new(bout)
            .args(["serve", "--bind", "127.0.0.1:0"])
            .arg(folder.path())
            .env("BOUT_LOG", "warn")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::other(format!("{}: {error}; build it first", bout.display())))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Self { child, address, folder })
    }

    /// Returns the folder of the site.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the resident memory of the server process, in bytes.
    pub(crate) fn memory(&self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.map(|kib| kib * 1024).ok_or_else(|| io::Error::other("the site has ended"))
    }

    /// Polls a path until the body of the response contains these words.
    pub(crate) async fn wait_for(&self, path: &str, words: &str) -> io::Result<()> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let mut connection = Connection::open(&self.address).await?;
            let body = connection.get(path).await?.1;
            if String::from_utf8_lossy(&body).contains(words) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err(io::Error::other(format!("{path} never says {words}")))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // A kill is fine, since the folder is deleted anyway.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept alive between requests.
pub(crate) struct Connection {
    address: String,
    requests: SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Connects to a site.
    pub(crate) async fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        let (requests, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        tokio::spawn(connection);
        Ok(Self { address: address.to_owned(), requests })
    }

    /// Returns the status and the body at a path.
    pub(crate) async fn get(&mut self, path: &str) -> io::Result<(u16, Bytes)> {
        self.send(Request::get(path), Bytes::new()).await
    }

    /// Sends JSON with a token, and returns the status and the body of the answer.
    pub(crate) async fn post(&mut self, path: &str, token: &str, body: &Value) -> io::Result<(u16, Bytes)> {
        let request = Request::post(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        self.send(request, Bytes::from(body.to_string())).await
    }

    /// Sends a form as a page without a session does, and returns the status and the body of the answer.
    pub(crate) async fn post_form(&mut self, path: &str, form: String) -> io::Result<(u16, Bytes)> {
        let request = Request::post(path).header("content-type", "application/x-www-form-urlencoded");
        self.send(request, Bytes::from(form)).await
    }

    async fn send(&mut self, request: Builder, body: Bytes) -> io::Result<(u16, Bytes)> {
        let request = request.header("host", &self.address).body(Full::new(body));
        let request = request.map_err(io::Error::other)?;
        self.requests.ready().await.map_err(io::Error::other)?;
        let response: Response<Incoming> =
            self.requests.send_request(request).await.map_err(io::Error::other)?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.map_err(io::Error::other)?;
        Ok((status, body.to_bytes()))
    }
}

/// Returns the async runtime for requests.
pub(crate) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}
