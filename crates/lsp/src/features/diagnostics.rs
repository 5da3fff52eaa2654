//! The diagnostics of a document, as the protocol represents them.

use game::{Diagnostic, Severity, Span};
use lsp_types::{
    DiagnosticSeverity, DiagnosticTag, NumberOrString, Position, PublishDiagnosticsParams, Range,
};

use crate::document::{Document, MAX_READ_BYTES};
use crate::text::Text;

/// The name that editors show beside a diagnostic.
const SOURCE: &str = "bout";

/// The diagnostics of a document, ready to publish.
pub(crate) fn published(document: &Document) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams {
        uri: document.uri.clone(),
        diagnostics: all(document),
        version: Some(document.version),
    }
}

fn all(document: &Document) -> Vec<lsp_types::Diagnostic> {
    if document.game.is_none() {
        return Vec::new();
    }
    if document.is_too_long() {
        let limit = MAX_READ_BYTES >> 10;
        let message = format!("the file has more than {limit} KiB and is not read here; use `bout check`");
        return vec![of_file(DiagnosticSeverity::INFORMATION, message)];
    }
    let (Some(text), Some(found)) = (document.text(), document.diagnostics()) else { return Vec::new() };
    let mut shown: Vec<_> = found.iter().map(|one| as_shown(one, text)).collect();
    if found.dropped() > 0 {
        let message = format!("{} more errors are not shown", found.dropped());
        shown.push(of_file(DiagnosticSeverity::INFORMATION, message));
    }
    shown
}

fn of_file(severity: DiagnosticSeverity, message: String) -> lsp_types::Diagnostic {
    let start = Position::new(0, 0);
    lsp_types::Diagnostic {
        range: Range::new(start, start),
        severity: Some(severity),
        source: Some(SOURCE.into()),
        message,
        ..Default::default()
    }
}

/// Converts a diagnostic. One that concerns the whole file gets the position of the file's beginning.
pub(crate) fn as_shown(one: &Diagnostic, text: &Text) -> lsp_types::Diagnostic {
    let span = one.span.unwrap_or(Span { start: 0, end: 0 });
    let severity = match one.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    let message = match one.help.as_str() {
        "" => one.message.clone(),
        help => format!("{}\n{help}", one.message),
    };
    // Messages of the C compiler have no code.
    let code = (!one.code.is_empty()).then(|| NumberOrString::String(one.code.into()));
    let tags = (one.code == "never-reached").then(|| vec![DiagnosticTag::UNNECESSARY]);
    lsp_types::Diagnostic {
        range: text.range(span),
        severity: Some(severity),
        code,
        source: Some(SOURCE.into()),
        message,
        tags,
        ..Default::default()
    }
}
