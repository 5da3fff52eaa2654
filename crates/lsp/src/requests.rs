//! Dispatches each request to the feature that answers it.

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    References, Rename, Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{TextDocumentPositionParams, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client::Client;
use crate::document::Documents;
use crate::features::{
    View, actions, colours, completion, folding, formatting, hints, hover, lenses, navigation, rename,
};
use crate::host::Host;

/// The error of a request that has no answer.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Parses the parameters of a request or a notification.
pub(crate) fn params<P: DeserializeOwned>(method: &str, value: Value) -> Result<P, Problem> {
    serde_json::from_value(value).map_err(|error| {
        Problem::new(ErrorCode::InvalidParams, format!("the parameters of {method}: {error}"))
    })
}

fn json<T: Serialize>(answer: T) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|error| Problem::new(ErrorCode::InternalError, error.to_string()))
}

/// Everything that is needed to answer requests about documents.
pub(crate) struct Desk<'a> {
    pub(crate) client: &'a Client,
    pub(crate) documents: &'a Documents,
    pub(crate) host: &'a dyn Host,
}

impl Desk<'_> {
    /// Answers a request about a document. The answer is `null` for documents that are not open or in another
    /// language.
    pub(crate) fn answer(&self, request: Request) -> Result<Value, Problem> {
        let Request { method, params: value, .. } = request;
        match method.as_str() {
            HoverRequest::METHOD => {
                let asked = params::<lsp_types::HoverParams>(&method, value)?.text_document_position_params;
                json(self.at(&asked, hover::hover).flatten())
            }
            Completion::METHOD => {
                let asked = params::<lsp_types::CompletionParams>(&method, value)?.text_document_position;
                json(self.at(&asked, completion::items))
            }
            GotoDefinition::METHOD => {
                let asked =
                    params::<lsp_types::GotoDefinitionParams>(&method, value)?.text_document_position_params;
                json(self.at(&asked, navigation::definition).flatten())
            }
            References::METHOD => {
                let asked = params::<lsp_types::ReferenceParams>(&method, value)?.text_document_position;
                json(self.at(&asked, navigation::references))
            }
            DocumentHighlightRequest::METHOD => {
                let asked = params::<lsp_types::DocumentHighlightParams>(&method, value)?
                    .text_document_position_params;
                json(self.at(&asked, navigation::highlights))
            }
            PrepareRenameRequest::METHOD => {
                let asked: TextDocumentPositionParams = params(&method, value)?;
                json(self.at(&asked, rename::renamable).flatten())
            }
            Rename::METHOD => self.rename(&params(&method, value)?),
            DocumentSymbolRequest::METHOD => {
                let asked: lsp_types::DocumentSymbolParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).map(navigation::symbols))
            }
            FoldingRangeRequest::METHOD => {
                let asked: lsp_types::FoldingRangeParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).map(folding::folds))
            }
            SemanticTokensFullRequest::METHOD => {
                let asked: lsp_types::SemanticTokensParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).map(|view| colours::tokens(view, None)))
            }
            SemanticTokensRangeRequest::METHOD => {
                let asked: lsp_types::SemanticTokensRangeParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).map(|view| colours::tokens(view, Some(asked.range))))
            }
            Formatting::METHOD => {
                let asked: lsp_types::DocumentFormattingParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).and_then(formatting::edits))
            }
            CodeActionRequest::METHOD => {
                let asked: lsp_types::CodeActionParams = params(&method, value)?;
                let view = self.view(&asked.text_document.uri);
                json(view.map(|view| actions::actions(view, asked.range, &asked.context)))
            }
            InlayHintRequest::METHOD => {
                let asked: lsp_types::InlayHintParams = params(&method, value)?;
                json(self.view(&asked.text_document.uri).map(|view| hints::hints(view, asked.range)))
            }
            CodeLensRequest::METHOD => {
                let asked: lsp_types::CodeLensParams = params(&method, value)?;
                let document = self.documents.get(asked.text_document.uri.as_str());
                json(document.map(|document| lenses::lenses(self.client, document, self.host)))
            }
            _ => Err(Problem::new(ErrorCode::MethodNotFound, format!("this server does not know {method}"))),
        }
    }

    fn view(&self, uri: &Uri) -> Option<View<'_>> {
        View::of(self.client, self.documents.get(uri.as_str())?)
    }

    fn at<T>(
        &self,
        asked: &TextDocumentPositionParams,
        answer: impl FnOnce(View, lsp_types::Position) -> T,
    ) -> Option<T> {
        Some(answer(self.view(&asked.text_document.uri)?, asked.position))
    }

    fn rename(&self, asked: &lsp_types::RenameParams) -> Result<Value, Problem> {
        let TextDocumentPositionParams { text_document, position } = &asked.text_document_position;
        let nothing =
            || Problem::new(ErrorCode::RequestFailed, "nothing here has a name that can be changed");
        let view = self.view(&text_document.uri).ok_or_else(nothing)?;
        let edits = rename::edits(view, *position, &asked.new_name)
            .map_err(|why| Problem::new(ErrorCode::RequestFailed, why))?
            .ok_or_else(nothing)?;
        json(actions::workspace_edit(view, edits))
    }
}
