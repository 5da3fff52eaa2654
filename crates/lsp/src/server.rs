//! The server: handles messages in order, answers requests, and publishes diagnostics.

mod commands;
mod lifecycle;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crossbeam_channel::select;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    LogMessage, Notification as _, PublishDiagnostics, WorkDoneProgressCancel,
};
use lsp_types::request::{ExecuteCommand, Request as _, Shutdown};
use lsp_types::{
    CancelParams, LogMessageParams, MessageType, NumberOrString, PublishDiagnosticsParams, Uri,
    WorkDoneProgressCancelParams,
};
use serde::Serialize;
use serde_json::Value;

use crate::client::Client;
use crate::document::Documents;
use crate::features::diagnostics;
use crate::host::Host;
use crate::jobs::{Jobs, Purpose};
use crate::requests::{Desk, Problem, params};

/// The maximum length of the queue of messages. Further messages stay in the channel of the connection.
const MAX_WAITING: usize = 10_000;

/// The maximum number of messages to handle before publishing diagnostics, even if more messages wait.
const MAX_UNPUBLISHED: usize = 50;

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The editor sent `shutdown`, then `exit`.
    Orderly,
    /// The editor sent `exit` without `shutdown`, or the connection broke.
    Abrupt,
}

/// Serves an editor until the session ends.
pub fn serve(connection: &Connection, host: &Arc<dyn Host>) -> Ending {
    match lifecycle::initialize(connection) {
        Some(client) => Server::new(connection, client, host).run(),
        None => Ending::Abrupt,
    }
}

struct Server<'a> {
    connection: &'a Connection,
    client: Client,
    host: &'a Arc<dyn Host>,
    documents: Documents,
    /// The URIs of documents whose diagnostics are not published yet.
    unpublished: BTreeSet<String>,
    /// Messages that were received but not yet handled.
    waiting: VecDeque<Message>,
    jobs: Jobs,
    /// The URIs of documents to check when a job ends: their last check is still running, or there was no
    /// room.
    to_check: BTreeSet<String>,
    is_shut_down: bool,
}

impl<'a> Server<'a> {
    fn new(connection: &'a Connection, client: Client, host: &'a Arc<dyn Host>) -> Self {
        Self {
            connection,
            client,
            host,
            documents: Documents::default(),
            unpublished: BTreeSet::new(),
            waiting: VecDeque::new(),
            jobs: Jobs::new(),
            to_check: BTreeSet::new(),
            is_shut_down: false,
        }
    }

    fn run(mut self) -> Ending {
        let mut handled = 0;
        let ending = loop {
            self.receive_waiting();
            if self.waiting.is_empty() || handled >= MAX_UNPUBLISHED {
                self.publish();
                handled = 0;
            }
            if self.waiting.is_empty() && !self.wait() {
                break Ending::Abrupt;
            }
            let Some(message) = self.waiting.pop_front() else { continue };
            handled += 1;
            if let Some(ending) = self.handle(message) {
                break ending;
            }
        };
        self.jobs.stop_all();
        ending
    }

    /// Receives all pending messages before any is handled, so that the editor can still cancel a queued
    /// request.
    fn receive_waiting(&mut self) {
        while self.waiting.len() < MAX_WAITING {
            let Ok(message) = self.connection.receiver.try_recv() else { return };
            self.accept(message);
        }
    }

    /// Waits for a message from the editor or from a job. Returns false if the connection has closed.
    fn wait(&mut self) -> bool {
        select! {
            recv(self.connection.receiver) -> message => match message {
                Ok(message) => self.accept(message),
                Err(_) => return false,
            },
            recv(self.jobs.events()) -> event => if let Ok(event) = event {
                self.on_job_event(event);
            },
        }
        true
    }

    fn accept(&mut self, message: Message) {
        match message {
            Message::Notification(Notification { method, params }) if method == Cancel::METHOD => {
                if let Ok(CancelParams { id }) = serde_json::from_value(params) {
                    self.cancel(&match id {
                        NumberOrString::Number(number) => number.into(),
                        NumberOrString::String(text) => text.into(),
                    });
                }
            }
            message => self.waiting.push_back(message),
        }
    }

    fn cancel(&mut self, id: &RequestId) {
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == *id);
        if let Some(at) = self.waiting.iter().position(is_it) {
            self.waiting.remove(at);
            let problem = Problem::new(ErrorCode::RequestCanceled, "it was cancelled");
            self.respond(id.clone(), Err(problem));
        }
        let is_for = |purpose: &Purpose| matches!(purpose, Purpose::Command { request, .. } if request == id);
        if let Some(job) = self.jobs.find(|job| is_for(&job.purpose)) {
            job.stop();
        }
    }

    fn handle(&mut self, message: Message) -> Option<Ending> {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Some(if self.is_shut_down { Ending::Orderly } else { Ending::Abrupt });
            }
            Message::Notification(notification) => {
                let method = notification.method.clone();
                if let Err(problem) = self.handle_notification(notification) {
                    self.log(format!("{method} was ignored: {}", problem.message));
                }
            }
            Message::Response(response) => self.take_response(&response),
        }
        None
    }

    fn handle_request(&mut self, request: Request) {
        let id = request.id.clone();
        let answer = match request.method.as_str() {
            _ if self.is_shut_down => Err(Problem::new(
                ErrorCode::InvalidRequest,
                "the server is shut down; only `exit` may follow",
            )),
            Shutdown::METHOD => {
                self.is_shut_down = true;
                self.jobs.stop_all();
                Ok(Value::Null)
            }
            "initialize" => Err(Problem::new(ErrorCode::InvalidRequest, "the server is initialized already")),
            // The response follows when the job ends.
            ExecuteCommand::METHOD => match self.execute(request) {
                Ok(()) => return,
                Err(problem) => Err(problem),
            },
            _ => {
                let (client, documents) = (&self.client, &self.documents);
                Desk { client, documents, host: self.host.as_ref() }.answer(request)
            }
        };
        self.respond(id, answer);
    }

    fn handle_notification(&mut self, notification: Notification) -> Result<(), Problem> {
        let Notification { method, params: value } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let opened: lsp_types::DidOpenTextDocumentParams = params(&method, value)?;
                let uri = opened.text_document.uri.as_str().to_owned();
                self.documents.open(opened.text_document, self.client.encoding);
                self.check(&uri);
                self.unpublished.insert(uri);
            }
            DidChangeTextDocument::METHOD => {
                let edited: lsp_types::DidChangeTextDocumentParams = params(&method, value)?;
                let document = &edited.text_document;
                let changes = &edited.content_changes;
                self.documents.change(&document.uri, document.version, changes, self.client.encoding);
                self.unpublished.insert(document.uri.as_str().to_owned());
            }
            DidSaveTextDocument::METHOD => {
                let saved: lsp_types::DidSaveTextDocumentParams = params(&method, value)?;
                self.check(saved.text_document.uri.as_str());
            }
            DidCloseTextDocument::METHOD => {
                let closed: lsp_types::DidCloseTextDocumentParams = params(&method, value)?;
                self.close(&closed.text_document.uri);
            }
            WorkDoneProgressCancel::METHOD => {
                let cancelled: WorkDoneProgressCancelParams = params(&method, value)?;
                self.cancel_progress(&cancelled.token);
            }
            // The protocol allows servers to ignore notifications.
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, uri: &Uri) {
        if self.documents.close(uri) {
            self.unpublished.remove(uri.as_str());
            self.to_check.remove(uri.as_str());
            self.notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(uri.clone(), Vec::new(), None));
        }
    }

    /// Publishes the diagnostics of every document that has changed.
    fn publish(&mut self) {
        for uri in std::mem::take(&mut self.unpublished) {
            if let Some(document) = self.documents.get(&uri) {
                self.notify::<PublishDiagnostics>(diagnostics::published(document));
            }
        }
    }

    fn respond(&self, id: RequestId, answer: Result<Value, Problem>) {
        self.send(Message::Response(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(problem) => Response::new_err(id, problem.code as i32, problem.message),
        }));
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params)
    where
        N::Params: Serialize,
    {
        self.send(Message::Notification(Notification::new(N::METHOD.into(), params)));
    }

    fn log(&self, message: String) {
        self.notify::<LogMessage>(LogMessageParams { typ: MessageType::WARNING, message });
    }

    fn send(&self, message: Message) {
        // If the editor is gone, the next attempt to receive ends the session.
        drop(self.connection.sender.send(message));
    }
}
