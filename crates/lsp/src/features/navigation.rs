//! Navigation: definitions, references, highlights and the outline.

use game::Span;
use games::crash::Register;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentSymbol, Location, Position, SymbolKind};

use super::View;
use crate::analysis::Code;
use crate::analysis::comments::Name;
use crate::analysis::crash::{Listing, Part, Role, parts, register};
use crate::analysis::touches;

/// The maximum number of places per response.
const MAX_PLACES: usize = 10_000;

/// A use of something, and whether it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) span: Span,
    pub(crate) is_write: bool,
}

/// What an editor can ask about at a position.
enum Subject<'a> {
    /// A label or a mention of one.
    Name(&'a Name),
    /// An instruction of Crash, by its address.
    Instruction(usize),
    Register(Register),
    /// A bracket with a partner: the indices of both symbols.
    Brackets(usize, usize),
}

/// The target of what is at a position: a label, the target of a jump, or the partner of a bracket.
pub(crate) fn definition(view: View, position: Position) -> Option<Location> {
    let at = view.text.offset(position);
    if let Some(name) = view.analysis.comments.name_at(at) {
        return Some(location(view, view.analysis.comments.label(&name.text)?.span));
    }
    let span = match &view.analysis.code {
        Code::Esowar(base) => base.symbols[base.symbols[base.number_at(at)?].partner?].span(),
        Code::Crash(listing) => {
            let (address, word) = listing.word_at(at)?;
            let Role::Expression(Some(value)) = &word.role else { return None };
            listing.instructions[listing.target(address, value)?].span
        }
        Code::Foreign => return None,
    };
    Some(location(view, span))
}

/// All uses of what is at a position.
pub(crate) fn references(view: View, position: Position) -> Vec<Location> {
    uses(view, position).into_iter().map(|place| location(view, place.span)).collect()
}

/// All uses of what is at a position, for the editor to highlight.
pub(crate) fn highlights(view: View, position: Position) -> Vec<DocumentHighlight> {
    let kind = |is_write| if is_write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
    let highlight = |place: Use| DocumentHighlight {
        range: view.text.range(place.span),
        kind: Some(kind(place.is_write)),
    };
    uses(view, position).into_iter().map(highlight).collect()
}

fn location(view: View, span: Span) -> Location {
    Location { uri: view.document.uri.clone(), range: view.text.range(span) }
}

fn uses(view: View, position: Position) -> Vec<Use> {
    let Some(subject) = subject_at(view, view.text.offset(position)) else { return Vec::new() };
    let mut found = match (subject, &view.analysis.code) {
        (Subject::Name(name), code) => uses_of_label(view, code, name),
        (Subject::Instruction(address), Code::Crash(listing)) => uses_of_address(listing, address),
        (Subject::Register(register), Code::Crash(listing)) => uses_of_register(view, listing, register),
        (Subject::Brackets(one, other), Code::Esowar(base)) => {
            [one, other].map(|number| Use { span: base.symbols[number].span(), is_write: false }).into()
        }
        _ => Vec::new(),
    };
    found.sort_by_key(|place| place.span);
    found.dedup();
    found.truncate(MAX_PLACES);
    found
}

fn subject_at(view: View<'_>, at: usize) -> Option<Subject<'_>> {
    if let Some(name) = view.analysis.comments.name_at(at) {
        return Some(Subject::Name(name));
    }
    match &view.analysis.code {
        Code::Esowar(base) => {
            let number = base.number_at(at)?;
            Some(Subject::Brackets(number, base.symbols[number].partner?))
        }
        Code::Crash(listing) => {
            if let Some((register, _)) = register_at(view, listing, at) {
                return Some(Subject::Register(register));
            }
            let (address, word) = listing.word_at(at)?;
            let target = match &word.role {
                Role::Expression(Some(value)) => listing.target(address, value),
                Role::Keyword => Some(address),
                _ => None,
            };
            target.map(Subject::Instruction)
        }
        Code::Foreign => None,
    }
}

/// The register named at a byte, and the span of its letter. In an expression with a known target, such as
/// `[i]-3`, the target matters more than `i`, so this returns `None`.
pub(crate) fn register_at(view: View, listing: &Listing, at: usize) -> Option<(Register, Span)> {
    let (address, word) = listing.word_at(at)?;
    match &word.role {
        Role::Register(register) => Some((*register, word.span)),
        Role::Expression(Some(value)) if listing.target(address, value).is_none() => {
            let named = registers_in(view, word.span);
            named.into_iter().find(|(_, span)| span.start <= at + 1 && at <= span.end + 1)
        }
        _ => None,
    }
}

/// The registers that an expression reads, and the spans of their letters.
fn registers_in(view: View, word: Span) -> Vec<(Register, Span)> {
    let parts = parts(view.text.slice(word), word.start).into_iter();
    let registers = parts.filter(|(part, _)| *part == Part::Register);
    registers
        .filter_map(|(_, span)| {
            let letter = Span { start: span.start + 1, end: span.end - 1 };
            Some((register(view.text.slice(letter))?, letter))
        })
        .collect()
}

/// All places where a program reads or writes a register.
pub(crate) fn uses_of_register(view: View, listing: &Listing, register: Register) -> Vec<Use> {
    let mut uses = Vec::new();
    for word in listing.instructions.iter().flat_map(|line| &line.words) {
        match &word.role {
            Role::Register(named) if *named == register => {
                uses.push(Use { span: word.span, is_write: true });
            }
            Role::Expression(_) => {
                let read = registers_in(view, word.span).into_iter().filter(|(named, _)| *named == register);
                uses.extend(read.map(|(_, span)| Use { span, is_write: false }));
            }
            _ => {}
        }
    }
    uses
}

/// The instruction itself, and the expressions that always point to it.
fn uses_of_address(listing: &Listing, address: usize) -> Vec<Use> {
    let leading = listing.values().filter(|(from, _, value)| listing.target(*from, value) == Some(address));
    let mut uses: Vec<Use> = leading.map(|(_, word, _)| Use { span: word.span, is_write: false }).collect();
    let keyword = &listing.instructions[address].words[0];
    uses.push(Use { span: keyword.span, is_write: false });
    uses
}

/// The label, its mentions, and in Crash the expressions that point to it.
fn uses_of_label(view: View, code: &Code, name: &Name) -> Vec<Use> {
    let comments = &view.analysis.comments;
    let mut uses: Vec<Use> =
        comments.places_of(&name.text).map(|span| Use { span, is_write: false }).collect();
    if let (Code::Crash(listing), Some(label)) = (code, comments.label(&name.text))
        && let Some(address) = listing.address_from(label.line_start)
    {
        let leading = uses_of_address(listing, address);
        let keyword = listing.instructions[address].words[0].span;
        uses.extend(leading.into_iter().filter(|place| !touches(keyword, place.span.start)));
    }
    uses
}

/// The labels of a document, for its outline.
#[expect(deprecated, reason = "the protocol's type has a field that nobody uses any more")]
pub(crate) fn symbols(view: View) -> Vec<DocumentSymbol> {
    let symbol = |label: &Name| DocumentSymbol {
        name: label.text.clone(),
        detail: None,
        kind: SymbolKind::KEY,
        tags: None,
        deprecated: None,
        range: view.text.range(label.span),
        selection_range: view.text.range(label.span),
        children: None,
    };
    view.analysis.comments.labels.iter().take(MAX_PLACES).map(symbol).collect()
}
