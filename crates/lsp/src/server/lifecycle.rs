//! The start of a session.

use lsp_server::{Connection, ErrorCode, Message, Request, Response};
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams,
    InitializeResult, OneOf, RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};

use crate::client::Client;
use crate::features::colours;
use crate::features::lenses::{FIGHT, RANK};
use crate::requests::params;

/// Waits for a valid `initialize` request and answers it; `None` if the session ends before.
pub(super) fn initialize(connection: &Connection) -> Option<Client> {
    loop {
        match connection.receiver.recv().ok()? {
            Message::Request(request) if request.method == Initialize::METHOD => {
                if let Some(client) = begin(connection, request) {
                    return Some(client);
                }
            }
            Message::Request(Request { id, method, .. }) => {
                let message = format!("{method} came before `initialize`");
                let code = ErrorCode::ServerNotInitialized as i32;
                send(connection, Response::new_err(id, code, message));
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

fn begin(connection: &Connection, request: Request) -> Option<Client> {
    match params::<InitializeParams>(&request.method, request.params) {
        Ok(asked) => {
            let client = Client::of(&asked);
            let server = ServerInfo { name: "bout".into(), version: Some(env!("CARGO_PKG_VERSION").into()) };
            let result = InitializeResult { capabilities: capabilities(&client), server_info: Some(server) };
            send(connection, Response::new_ok(request.id, result));
            Some(client)
        }
        Err(problem) => {
            send(connection, Response::new_err(request.id, problem.code as i32, problem.message));
            None
        }
    }
}

fn send(connection: &Connection, response: Response) {
    // If the editor is gone, the next attempt to receive ends the session.
    drop(connection.sender.send(Message::Response(response)));
}

fn capabilities(client: &Client) -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default();
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([";", "@", "[", " "].map(String::from).into()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress,
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: colours::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: no_progress,
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [FIGHT, RANK].map(String::from).into(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        ..ServerCapabilities::default()
    }
}
