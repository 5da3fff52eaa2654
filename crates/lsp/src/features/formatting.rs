//! Formatting, with the same result as `bout fmt`.

use lsp_types::TextEdit;

use super::View;
use crate::document::difference;

/// The edits that lead to the canonical form; `None` for a program with errors, which stays unchanged.
pub(crate) fn edits(view: View) -> Option<Vec<TextEdit>> {
    let formatted = view.document.formatted()?;
    let changed = difference(view.source(), &formatted);
    let edit = |(span, new_text)| TextEdit { range: view.text.range(span), new_text };
    Some(changed.map(edit).into_iter().collect())
}
