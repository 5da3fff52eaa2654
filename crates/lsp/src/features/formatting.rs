//! The canonical form, as `bout fmt` writes it.

use lsp_types::TextEdit;

use super::View;
use crate::document::difference;

/// What must be changed for the canonical form. A program with errors stays as it is.
pub(crate) fn edits(view: View) -> Option<Vec<TextEdit>> {
    let formatted = view.document.formatted()?;
    let changed = difference(view.source(), &formatted);
    let edit = |(span, new_text)| TextEdit { range: view.text.range(span), new_text };
    Some(changed.map(edit).into_iter().collect())
}
