//! An editor for tests, connected to a server in memory.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod model;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use game::Diagnostics;
use games::RegisteredGame;
use lsp::{Ending, Host, ProgramText, Work, WorkError, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

/// How long a test waits for an expected message before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A stub host: it plays no fights and returns fixed answers.
pub(crate) struct Stub;

impl Host for Stub {
    fn opponents(&self, _: &dyn RegisteredGame, _: Option<&Path>, wished: &[String]) -> Vec<String> {
        if wished.is_empty() { vec!["hawk".into()] } else { wished.to_vec() }
    }

    fn hill(&self, _: &dyn RegisteredGame, program: &Path) -> Option<PathBuf> {
        program.starts_with("/arena").then(|| "/arena".into())
    }

    fn is_program(&self, _: &dyn RegisteredGame, path: &Path) -> bool {
        path.starts_with("/garden")
    }

    /// Reports an error in every program.
    fn check(&self, program: &ProgramText, _: &Work) -> Result<Diagnostics, WorkError> {
        let mut diagnostics = Diagnostics::default();
        let message = format!("checked {} bytes", program.text.len());
        diagnostics.error("fault", None, message, "");
        Ok(diagnostics)
    }

    /// A fight against `nobody` fails, one against `panic` panics, and one against `sisyphus` lasts until it
    /// is stopped.
    fn fight(&self, program: &ProgramText, opponent: &str, work: &Work) -> Result<String, WorkError> {
        match opponent {
            "nobody" => Err(WorkError::Failed("nobody is not here".into())),
            "panic" => panic!("a mistake, on purpose"),
            "sisyphus" => {
                while !work.is_stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
                Err(WorkError::Stopped)
            }
            _ => {
                work.report("half", 50);
                Ok(format!("{} bytes against {opponent}: 1 won", program.text.len()))
            }
        }
    }

    fn rank(&self, _: &ProgramText, hill: &Path, _: &Work) -> Result<String, WorkError> {
        Ok(format!("rank 1 on {}", hill.display()))
    }
}

/// An editor with its own server.
pub(crate) struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Ending>>,
    last_id: i32,
    /// Messages that arrived while the editor waited for another one.
    pub(crate) heard: Vec<Message>,
}

impl Editor {
    /// Starts a server, but sends nothing yet.
    pub(crate) fn silent() -> Self {
        let (ours, theirs) = Connection::memory();
        let host: Arc<dyn Host> = Arc::new(Stub);
        let server = thread::spawn(move || serve(&theirs, &host));
        Self { connection: ours, server: Some(server), last_id: 0, heard: Vec::new() }
    }

    /// Starts a server and a session, and offers these position encodings.
    pub(crate) fn new(encodings: &[&str]) -> Self {
        let mut editor = Self::silent();
        let params =
            json!({ "processId": null, "capabilities": { "general": { "positionEncodings": encodings } } });
        editor.ask("initialize", params).unwrap();
        editor.tell("initialized", json!({}));
        editor
    }

    pub(crate) fn send(&self, message: Message) {
        self.connection.sender.send(message).unwrap();
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.into(), params }));
    }

    /// Sends a request without waiting for its answer.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.last_id += 1;
        let id = RequestId::from(self.last_id);
        self.send(Message::Request(Request { id: id.clone(), method: method.into(), params }));
        id
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    pub(crate) fn answer(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        let is_it = |message: &Message| matches!(message, Message::Response(response) if response.id == *id);
        let Message::Response(Response { result, error, .. }) = self.wait(is_it) else { unreachable!() };
        error.map_or(Ok(result.unwrap_or(Value::Null)), Err)
    }

    /// Waits for a notification with this method.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        let is_it =
            |message: &Message| matches!(message, Message::Notification(found) if found.method == method);
        let Message::Notification(found) = self.wait(is_it) else { unreachable!() };
        found.params
    }

    /// Waits for the diagnostics of a version of a document. Skips those of other versions.
    pub(crate) fn published(&mut self, uri: &str, version: i64) -> Value {
        loop {
            let found = self.notification("textDocument/publishDiagnostics");
            if found["uri"] == uri && found["version"] == version {
                return found["diagnostics"].clone();
            }
        }
    }

    /// Waits for the first matching message. Messages before it stay in `heard`.
    pub(crate) fn wait(&mut self, is_it: impl Fn(&Message) -> bool) -> Message {
        if let Some(at) = self.heard.iter().position(&is_it) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE).expect("a message from the server");
            if is_it(&message) {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub(crate) fn open(&self, uri: &str, language: &str, version: i64, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Ends the session.
    pub(crate) fn close(mut self) -> Ending {
        self.ask("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }
}
