//! The editor's capabilities and settings, from its `initialize` request.

use lsp_types::{InitializeParams, MarkupKind};
use serde::Deserialize;

use crate::text::Encoding;

/// The capabilities and settings of the editor.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    /// Whether the editor accepts edits that name the document version that they apply to.
    pub(crate) takes_versioned_edits: bool,
    /// Whether it shows progress that the server initiates.
    pub(crate) shows_progress: bool,
    pub(crate) reads_markdown: bool,
    pub(crate) options: Options,
}

/// The settings that an editor may pass as `initializationOptions`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// The opponents that code lenses offer: files next to the program, or examples.
    pub(crate) opponents: Vec<String>,
}

/// The maximum number of opponents that code lenses offer.
const MAX_OPPONENTS: usize = 10;

impl Client {
    pub(crate) fn of(params: &InitializeParams) -> Self {
        let capabilities = &params.capabilities;
        let general = capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        let workspace = capabilities.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let document = capabilities.text_document.as_ref();
        let hover = document.and_then(|document| document.hover.as_ref());
        let formats = hover.and_then(|hover| hover.content_format.as_deref());
        let window = capabilities.window.as_ref();
        let wishes = params.initialization_options.clone().unwrap_or_default();
        let mut options: Options = serde_json::from_value(wishes).unwrap_or_default();
        options.opponents.truncate(MAX_OPPONENTS);
        Self {
            encoding: Encoding::chosen(offered),
            takes_versioned_edits: edits.and_then(|edits| edits.document_changes).unwrap_or(false),
            shows_progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
            reads_markdown: formats.is_none_or(|formats| formats.contains(&MarkupKind::Markdown)),
            options,
        }
    }
}
