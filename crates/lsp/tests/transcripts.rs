//! Plays the transcripts in `transcripts/`: messages of an editor, and the expected messages of the server.
//!
//! A transcript is a list of steps:
//!
//! - `{"tell": METHOD, "params": …}` sends a notification.
//! - `{"ask": METHOD, "params": …, "answer": …}` sends a request and compares its answer. If the request must
//!   fail, `"error": {"code": …}` replaces `answer`.
//! - `{"begin": METHOD, "params": …, "as": NAME}` sends a request without waiting.
//!   `{"end": NAME, "answer": …}` waits for its answer, and `{"cancel": NAME}` cancels it.
//! - `{"hear": METHOD, "params": …}` waits for a notification and compares its parameters.
//! - `{"answer": METHOD}` waits for a request from the server and answers it with `null`.
//! - `{"about": …}` is a heading.
//!
//! In objects, only the keys of the transcript are compared. A string `…part…` matches every string that
//! contains `part`. The session begins with `initialize`, unless the transcript has this step itself.

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use lsp_server::{Message, RequestId, Response, ResponseError};
use serde_json::{Value, json};
use support::Editor;

fn fits(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| fits(found.get(key).unwrap_or(&Value::Null), value))
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(one, other)| fits(one, other))
        }
        (Value::String(found), Value::String(expected)) => {
            match expected.strip_prefix('…').and_then(|part| part.strip_suffix('…')) {
                Some(part) => found.contains(part),
                None => found == expected,
            }
        }
        (found, expected) => found == expected,
    }
}

struct Session {
    editor: Editor,
    begun: HashMap<String, RequestId>,
}

impl Session {
    fn take(&mut self, step: &Value, place: &str) {
        let text = |key: &str| step[key].as_str();
        let params = || step["params"].clone();
        if let Some(method) = text("tell") {
            self.editor.tell(method, params());
        } else if let Some(method) = text("ask") {
            let found = self.editor.ask(method, params());
            check(step, found, place);
        } else if let Some(method) = text("begin") {
            let id = self.editor.begin(method, params());
            self.begun.insert(text("as").unwrap().to_owned(), id);
        } else if let Some(name) = text("cancel") {
            let id: i32 = self.begun[name].to_string().parse().unwrap();
            self.editor.tell("$/cancelRequest", json!({ "id": id }));
        } else if let Some(name) = text("end") {
            let id = self.begun[name].clone();
            let found = self.editor.answer(&id);
            check(step, found, place);
        } else if let Some(method) = text("hear") {
            let found = self.editor.notification(method);
            assert!(fits(&found, &step["params"]), "{place}: heard {found:#}");
        } else if let Some(method) = text("answer") {
            let is_it =
                |message: &Message| matches!(message, Message::Request(request) if request.method == method);
            let Message::Request(request) = self.editor.wait(is_it) else { unreachable!() };
            self.editor.send(Message::Response(Response::new_ok(request.id, Value::Null)));
        } else {
            assert!(text("about").is_some(), "{place}: not a step");
        }
    }
}

fn check(step: &Value, found: Result<Value, ResponseError>, place: &str) {
    match (found, step.get("error")) {
        (Ok(found), None) => assert!(fits(&found, &step["answer"]), "{place}: answered {found:#}"),
        (Err(error), Some(expected)) => {
            let error = json!({ "code": error.code, "message": error.message });
            assert!(fits(&error, expected), "{place}: failed with {error:#}");
        }
        (found, _) => panic!("{place}: {found:?}"),
    }
}

fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/transcripts/{name}.json"));
    let steps: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let has_own_start = steps.iter().any(|step| step["ask"] == "initialize");
    let editor = if has_own_start { Editor::silent() } else { Editor::new(&["utf-16"]) };
    let mut session = Session { editor, begun: HashMap::new() };
    for (number, step) in steps.iter().enumerate() {
        session.take(step, &format!("{name}, step {number} {step}"));
    }
}

#[test]
fn esowar() {
    play("esowar");
}

#[test]
fn crash() {
    play("crash");
}

#[test]
fn labels() {
    play("labels");
}

#[test]
fn session() {
    play("session");
}

#[test]
fn encodings() {
    play("encodings");
}

#[test]
fn foreign_code() {
    play("foreign_code");
}

#[test]
fn commands() {
    play("commands");
}
