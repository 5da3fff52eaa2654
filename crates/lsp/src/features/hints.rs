//! Inlay hints: addresses and resolved values of Crash, nesting depth of Esowar.

use std::collections::HashMap;
use std::fmt::Write as _;

use game::Span;
use games::crash::CELLS;
use games::esowar::symbol::OPEN;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};

use super::View;
use crate::analysis::Code;
use crate::analysis::crash::{Listing, Value, target_address};
use crate::analysis::esowar::{Base, Symbol};

/// The maximum number of hints per response. Editors ask only for the visible lines, but a base of 10,000
/// brackets can be a single line.
const MAX_HINTS: usize = 2000;

/// The minimum depth at which brackets get hints: brackets that are not nested need none.
const MIN_DEPTH: usize = 2;

/// The hints within a range.
pub(crate) fn hints(view: View, range: Range) -> Vec<InlayHint> {
    let span = view.text.span(range);
    match &view.analysis.code {
        Code::Esowar(base) => depths(view, base, span),
        Code::Crash(listing) => addresses(view, listing, span),
        Code::Foreign => Vec::new(),
    }
}

fn hint(view: View, at: usize, label: String, tooltip: String) -> InlayHint {
    InlayHint {
        position: view.text.position(at),
        label: InlayHintLabel::String(label),
        kind: Some(InlayHintKind::PARAMETER),
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip)),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}

fn depths(view: View, base: &Base, span: Span) -> Vec<InlayHint> {
    let nested = |symbol: &&Symbol| symbol.partner.is_some() && symbol.depth >= MIN_DEPTH;
    let hint = |symbol: &Symbol| {
        let at = if symbol.value == OPEN { symbol.at + 1 } else { symbol.at };
        hint(view, at, subscript(symbol.depth), format!("nesting depth {}", symbol.depth))
    };
    base.within(span).iter().filter(nested).take(MAX_HINTS).map(hint).collect()
}

/// A number in subscript digits, which readers cannot mistake for symbols.
fn subscript(number: usize) -> String {
    let small = |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit));
    number.to_string().chars().filter_map(small).collect()
}

fn addresses(view: View, listing: &Listing, span: Span) -> Vec<InlayHint> {
    let labels = labels(view, listing);
    let mut hints = Vec::new();
    for (address, line) in listing.instructions.iter().enumerate() {
        if line.span.end < span.start || line.span.start > span.end || hints.len() >= MAX_HINTS {
            continue;
        }
        let tooltip = format!("the address, counted from the first instruction: {address}");
        let mut at_start = hint(view, line.span.start, address.to_string(), tooltip);
        at_start.padding_right = Some(true);
        hints.push(at_start);
    }
    for (address, word, value) in listing.values() {
        let is_shown = word.span.start <= span.end && span.start <= word.span.end;
        if !is_shown || hints.len() >= MAX_HINTS {
            continue;
        }
        let Some(resolved) = resolved(&labels, listing, address, value) else { continue };
        let tooltip = resolved_in_words(&labels, listing, address, value).unwrap_or_default();
        let mut after = hint(view, word.span.end, format!("→ {resolved}"), tooltip);
        after.padding_left = Some(true);
        hints.push(after);
    }
    hints
}

/// The value of an expression, as far as it is known before a match. Addresses are relative to the program's
/// first cell. `None` if the value tells no more than the expression itself.
fn resolved(
    labels: &HashMap<usize, &str>,
    listing: &Listing,
    address: usize,
    value: &Value,
) -> Option<String> {
    if let Some(target) = listing.target(address, value) {
        return Some(labels.get(&target).map_or(target.to_string(), |label| format!("{target} {label}")));
    }
    let linear = &value.linear;
    if linear.i == 1 && !value.is_written {
        let own = address + 1 + usize::from(linear.constant);
        return Some(signed(own) + &registers(value));
    }
    let is_number = linear.i == 0 && linear.a == 0 && linear.b == 0 && linear.cells.is_empty();
    (is_number && value.terms > 1).then(|| linear.constant.to_string())
}

/// Describes the value of an expression in words, with the addresses of [`resolved`].
pub(crate) fn resolved_in_words(
    labels: &HashMap<usize, &str>,
    listing: &Listing,
    address: usize,
    value: &Value,
) -> Option<String> {
    if let (true, Some(offset)) = (value.is_written, value.linear.offset_from_i()) {
        let own = signed(usize::from(offset) + 1);
        return Some(match own.as_str() {
            "0" => "the address of the written instruction itself".to_owned(),
            own => format!("the address of the written instruction, plus {own}"),
        });
    }
    let resolved = resolved(labels, listing, address, value)?;
    if listing.target(address, value).is_some() {
        return Some(format!("address {resolved} of this program"));
    }
    if target_address(address, value).is_some() {
        return Some(format!("address {resolved}, counted from the first instruction: outside this program"));
    }
    if value.linear.i == 1 {
        return Some(format!("{resolved}, counted from the address of the first instruction"));
    }
    Some(resolved)
}

/// Formats an address relative to the first cell: addresses before it are negative.
fn signed(address: usize) -> String {
    let address = address % CELLS;
    if address < CELLS / 2 { address.to_string() } else { format!("-{}", CELLS - address) }
}

/// The terms of an expression whose values depend on the match.
fn registers(value: &Value) -> String {
    let linear = &value.linear;
    let named = [("a".to_owned(), linear.a), ("b".to_owned(), linear.b)];
    let cells = linear.cells.iter().map(|(cell, factor)| (cell.to_string(), *factor));
    let mut text = String::new();
    for (name, factor) in named.into_iter().chain(cells).filter(|(_, factor)| *factor != 0) {
        let factor = signed(usize::from(factor));
        // Writing to a `String` cannot fail.
        let _ = match factor.as_str() {
            "1" => write!(text, "+[{name}]"),
            "-1" => write!(text, "-[{name}]"),
            other if other.starts_with('-') => write!(text, "{other}·[{name}]"),
            other => write!(text, "+{other}·[{name}]"),
        };
    }
    text
}

/// The labels of a program, by address. Of several labels at an address, the first one counts.
pub(crate) fn labels<'a>(view: View<'a>, listing: &Listing) -> HashMap<usize, &'a str> {
    let mut labels = HashMap::new();
    for label in &view.analysis.comments.labels {
        if let Some(address) = listing.address_from(label.line_start) {
            labels.entry(address).or_insert(label.text.as_str());
        }
    }
    labels
}
