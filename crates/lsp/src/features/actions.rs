//! Code actions: the fixes of `bout check`, as edits.

use std::collections::HashMap;

use game::{Diagnostic, Fix, Span};
use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::View;
use super::diagnostics::as_shown;
use crate::analysis::meet;

/// The maximum number of actions per response.
const MAX_ACTIONS: usize = 200;

/// The fixes of all diagnostics that touch a range.
pub(crate) fn actions(view: View, range: Range, context: &CodeActionContext) -> Vec<CodeActionOrCommand> {
    // An empty kind stands for all kinds.
    let is_wanted = |kind: &CodeActionKind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX;
    if context.only.as_ref().is_some_and(|only| !only.iter().any(is_wanted)) {
        return Vec::new();
    }
    let span = view.text.span(range);
    let found = view.document.diagnostics().unwrap_or_default();
    let here = found.iter().filter(|one| one.span.is_none_or(|place| meet(place, span)));
    here.flat_map(|one| actions_for(view, one)).take(MAX_ACTIONS).collect()
}

fn actions_for(view: View, one: &Diagnostic) -> Vec<CodeActionOrCommand> {
    let shown = as_shown(one, view.text);
    let offered = one.fixes.iter().cloned().chain(one.allowed(view.source())).enumerate();
    let action = |(nth, fix): (usize, Fix)| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![shown.clone()]),
            edit: Some(workspace_edit(view, vec![text_edit(view, fix.span, fix.replacement)])),
            is_preferred: Some(nth == 0 && !one.fixes.is_empty()),
            ..CodeAction::default()
        })
    };
    offered.map(action).collect()
}

fn text_edit(view: View, span: Span, new_text: String) -> TextEdit {
    TextEdit { range: view.text.range(span), new_text }
}

/// Edits of the document. They name its version if the editor supports that.
pub(crate) fn workspace_edit(view: View, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let uri = view.document.uri.clone();
    if view.client.takes_versioned_edits {
        let version = Some(view.document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        return WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
    }
    #[expect(clippy::mutable_key_type, reason = "the protocol's type; nothing of an address changes")]
    let changes = HashMap::from([(uri, edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
