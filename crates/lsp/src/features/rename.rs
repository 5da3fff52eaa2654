//! Renames labels and registers. Renaming a register swaps `a` and `b`.

use game::Span;
use games::crash::Register;
use lsp_types::{Position, Range, TextEdit};

use super::View;
use super::navigation::{register_at, uses_of_register};
use crate::analysis::Code;
use crate::analysis::comments::is_name;
use crate::analysis::crash::{Listing, register};

/// The range of the name at a position, if it can be renamed.
pub(crate) fn renamable(view: View, position: Position) -> Option<Range> {
    let at = view.text.offset(position);
    if let Some(name) = view.analysis.comments.name_at(at) {
        return Some(view.text.range(name.span));
    }
    let Code::Crash(listing) = &view.analysis.code else { return None };
    let (_, span) = register_at(view, listing, at).filter(|(register, _)| *register != Register::I)?;
    Some(view.text.range(span))
}

/// The edits that rename what is at a position; `None` if nothing there can be renamed.
///
/// # Errors
/// If the new name is not possible. The message says why.
pub(crate) fn edits(view: View, position: Position, new_name: &str) -> Result<Option<Vec<TextEdit>>, String> {
    let at = view.text.offset(position);
    if let Some(name) = view.analysis.comments.name_at(at) {
        return label_edits(view, &name.text, new_name).map(Some);
    }
    let Code::Crash(listing) = &view.analysis.code else { return Ok(None) };
    match register_at(view, listing, at) {
        Some((old, _)) if old != Register::I => register_edits(view, listing, old, new_name).map(Some),
        _ => Ok(None),
    }
}

fn label_edits(view: View, old: &str, new: &str) -> Result<Vec<TextEdit>, String> {
    if !is_name(new) {
        return Err(format!(
            "`{new}` cannot name a label: expected letters, digits, `_` and `-`, with a letter or `_` first"
        ));
    }
    if old != new && view.analysis.comments.label(new).is_some() {
        return Err(format!("there is a label `{new}` already"));
    }
    Ok(view.analysis.comments.places_of(old).map(|span| edit(view, span, new)).collect())
}

fn register_edits(
    view: View,
    listing: &Listing,
    old: Register,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let new = register(new_name).filter(|new| *new != Register::I);
    let Some(new) = new else {
        return Err(format!("`{new_name}` is not a register for storage: expected `a` or `b`"));
    };
    if new == old {
        return Ok(Vec::new());
    }
    let become_new = uses_of_register(view, listing, old).into_iter().map(|place| (place.span, new));
    let become_old = uses_of_register(view, listing, new).into_iter().map(|place| (place.span, old));
    let mut edits: Vec<(Span, Register)> = become_new.chain(become_old).collect();
    edits.sort_by_key(|(span, _)| *span);
    Ok(edits.into_iter().map(|(span, register)| edit(view, span, &register.to_string())).collect())
}

fn edit(view: View, span: Span, text: &str) -> TextEdit {
    TextEdit { range: view.text.range(span), new_text: text.to_owned() }
}
