//! Commands and checks of foreign code. They take too long to block the editor, so each runs as a background
//! job.

use std::sync::Arc;

use lsp_server::{ErrorCode, Message, Request, RequestId, Response};
use lsp_types::notification::{Progress, ShowMessage};
use lsp_types::request::{Request as _, WorkDoneProgressCreate};
use lsp_types::{
    ExecuteCommandParams, MessageType, NumberOrString, ProgressParams, ProgressParamsValue,
    ShowMessageParams, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams,
    WorkDoneProgressEnd, WorkDoneProgressReport,
};
use serde_json::Value;

use super::Server;
use crate::address::path_of;
use crate::features::lenses::{FIGHT, RANK};
use crate::host::{Host, ProgramText, Work, WorkError};
use crate::jobs::{Found, JobEvent, Purpose};
use crate::requests::{Problem, params};

/// The prefix of the progress tokens that the server creates.
const PROGRESS: &str = "bout-";

/// The maximum length of an opponent's name, in bytes.
const MAX_NAME_BYTES: usize = 200;

type Task = Box<dyn FnOnce(&Work) -> Result<Found, WorkError> + Send>;

impl Server<'_> {
    /// Starts a command. The response follows when the command ends.
    pub(super) fn execute(&mut self, request: Request) -> Result<(), Problem> {
        let asked: ExecuteCommandParams = params(&request.method, request.params)?;
        let (title, task) = self.task(&asked)?;
        let (token, is_shown) = match asked.work_done_progress_params.work_done_token {
            Some(token) => (Some(token), true),
            None if self.client.shows_progress => {
                (Some(NumberOrString::String(format!("{PROGRESS}{}", self.jobs.next_number()))), false)
            }
            None => (None, false),
        };
        let progress = token.clone().map(|token| (token, is_shown));
        let purpose = Purpose::Command { request: request.id, title: title.clone(), progress };
        self.jobs.start(purpose, task).map_err(|why| Problem::new(ErrorCode::RequestFailed, why))?;
        match token {
            Some(token) if is_shown => self.begin_progress(token, title),
            Some(token) => self.create_progress(token),
            None => {}
        }
        Ok(())
    }

    /// The title of a command, and the task that performs it.
    fn task(&self, asked: &ExecuteCommandParams) -> Result<(String, Task), Problem> {
        let wrong = |why: &str| Problem::new(ErrorCode::InvalidParams, format!("{}: {why}", asked.command));
        if ![FIGHT, RANK].contains(&asked.command.as_str()) {
            return Err(wrong("there is no such command"));
        }
        let uri = asked.arguments.first().and_then(Value::as_str);
        let uri = uri.ok_or_else(|| wrong("the first argument is the address of a document"))?;
        let document = self.documents.get(uri).ok_or_else(|| wrong("the document is not open"))?;
        let program = document.program().ok_or_else(|| wrong("the document is not a program"))?;
        let host = Arc::clone(self.host);
        if asked.command == FIGHT {
            let named = asked.arguments.get(1).and_then(Value::as_str);
            let opponent = named.filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES);
            let opponent = opponent.ok_or_else(|| wrong("the second argument is the name of an opponent"))?;
            Ok(fight(host, program, opponent.to_owned()))
        } else {
            let hill = path_of(uri).and_then(|path| self.host.hill(program.game, &path));
            let hill = hill.ok_or_else(|| wrong("no hill of this game is near the file"))?;
            let task = move |work: &Work| host.rank(&program, &hill, work).map(Found::Sentence);
            Ok(("rank on the hill".into(), Box::new(task)))
        }
    }

    /// Starts a job that checks foreign code. A document has at most one check at a time.
    pub(super) fn check(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri).filter(|document| !document.is_ours()) else { return };
        let Some(program) = document.program() else { return };
        let is_known = program.path.as_ref().is_some_and(|path| self.host.is_program(program.game, path));
        if !is_known {
            return;
        }
        let is_for = |purpose: &Purpose| matches!(purpose, Purpose::Check { uri: other, .. } if other == uri);
        if self.jobs.running().any(|job| is_for(&job.purpose)) || !self.jobs.has_room() {
            self.to_check.insert(uri.to_owned());
            return;
        }
        let purpose = Purpose::Check { uri: uri.to_owned(), version: document.version };
        let host = Arc::clone(self.host);
        let task = move |work: &Work| host.check(&program, work).map(Found::Diagnostics);
        if let Err(why) = self.jobs.start(purpose, task) {
            self.log(why);
        }
    }

    /// Handles a message from a job.
    pub(super) fn on_job_event(&mut self, event: JobEvent) {
        match event {
            JobEvent::Report { job, message, percent } => self.report(job, message, percent),
            JobEvent::Done { job, result } => {
                match self.jobs.ended(job) {
                    Some(Purpose::Command { request, progress, .. }) => {
                        let shown = progress.filter(|(_, is_shown)| *is_shown).map(|(token, _)| token);
                        self.end_command(request, shown, result);
                    }
                    Some(Purpose::Check { uri, version }) => self.end_check(uri, version, result),
                    None => {}
                }
                self.check_waiting();
            }
        }
    }

    fn check_waiting(&mut self) {
        for uri in std::mem::take(&mut self.to_check) {
            self.check(&uri);
        }
    }

    fn end_command(
        &self,
        request: RequestId,
        progress: Option<NumberOrString>,
        result: Result<Found, WorkError>,
    ) {
        let sentence = match result {
            Ok(Found::Sentence(sentence)) => Ok(sentence),
            Ok(Found::Diagnostics(_)) => Ok(String::new()),
            Err(error) => Err(error),
        };
        if let Some(token) = progress {
            let message = sentence.clone().unwrap_or_else(|error| error.to_string());
            self.progress(token, WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message) }));
        }
        let answer = match sentence {
            Ok(sentence) => {
                self.show(MessageType::INFO, sentence.clone());
                Ok(Value::String(sentence))
            }
            Err(WorkError::Stopped) => {
                Err(Problem::new(ErrorCode::RequestCanceled, WorkError::Stopped.to_string()))
            }
            // The editor shows errors of requests itself.
            Err(WorkError::Failed(why)) => Err(Problem::new(ErrorCode::RequestFailed, why)),
        };
        self.respond(request, answer);
    }

    /// Handles the end of a check. Drops the result if the document has changed meanwhile: the next save
    /// starts another check.
    fn end_check(&mut self, uri: String, version: i32, result: Result<Found, WorkError>) {
        let Some(document) = self.documents.get_mut(&uri) else { return };
        match result {
            Ok(Found::Diagnostics(found)) => {
                if document.keep_check(version, found) {
                    self.unpublished.insert(uri);
                }
            }
            Ok(Found::Sentence(_)) | Err(WorkError::Stopped) => {}
            Err(WorkError::Failed(why)) => self.log(format!("{uri} was not checked: {why}")),
        }
    }

    fn show(&self, typ: MessageType, message: String) {
        self.notify::<ShowMessage>(ShowMessageParams { typ, message });
    }

    fn create_progress(&self, token: NumberOrString) {
        let id = match &token {
            NumberOrString::Number(number) => RequestId::from(*number),
            NumberOrString::String(text) => RequestId::from(text.clone()),
        };
        let asked = WorkDoneProgressCreateParams { token };
        self.send(Message::Request(Request::new(id, WorkDoneProgressCreate::METHOD.into(), asked)));
    }

    /// Handles the response to `create_progress`, the only request that the server sends.
    pub(super) fn take_response(&mut self, response: &Response) {
        let token_of = |purpose: &Purpose| match purpose {
            Purpose::Command { progress: Some((NumberOrString::String(token), false)), .. } => {
                Some(RequestId::from(token.clone()))
            }
            _ => None,
        };
        let is_it = |purpose: &Purpose| token_of(purpose).as_ref() == Some(&response.id);
        let Some(job) = self.jobs.find(|job| is_it(&job.purpose)) else { return };
        let Purpose::Command { title, progress, .. } = &mut job.purpose else { return };
        if response.error.is_some() {
            *progress = None;
            return;
        }
        let title = title.clone();
        let token = progress.as_mut().map(|(token, is_shown)| {
            *is_shown = true;
            token.clone()
        });
        if let Some(token) = token {
            self.begin_progress(token, title);
        }
    }

    fn begin_progress(&self, token: NumberOrString, title: String) {
        let begin =
            WorkDoneProgressBegin { title, cancellable: Some(true), message: None, percentage: Some(0) };
        self.progress(token, WorkDoneProgress::Begin(begin));
    }

    fn report(&mut self, job: u64, message: String, percent: u32) {
        let Some(job) = self.jobs.find(|one| one.number == job) else { return };
        if let Purpose::Command { progress: Some((token, true)), .. } = &job.purpose {
            let token = token.clone();
            let report = WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message),
                percentage: Some(percent.min(100)),
            };
            self.progress(token, WorkDoneProgress::Report(report));
        }
    }

    fn progress(&self, token: NumberOrString, value: WorkDoneProgress) {
        self.notify::<Progress>(ProgressParams { token, value: ProgressParamsValue::WorkDone(value) });
    }

    pub(super) fn cancel_progress(&mut self, token: &NumberOrString) {
        let is_it = |purpose: &Purpose| matches!(purpose, Purpose::Command { progress: Some((other, _)), .. } if other == token);
        if let Some(job) = self.jobs.find(|job| is_it(&job.purpose)) {
            job.stop();
        }
    }
}

fn fight(host: Arc<dyn Host>, program: ProgramText, opponent: String) -> (String, Task) {
    let title = format!("fight {opponent}");
    (title, Box::new(move |work: &Work| host.fight(&program, &opponent, work).map(Found::Sentence)))
}
