//! Semantic tokens: what each part of a program is, for the editor to colour.

use game::Span;
use games::esowar::symbol::{CLOSE, D, OPEN, R};
use lsp_types::{Range, SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensLegend};

use super::View;
use crate::analysis::Code;
use crate::analysis::comments::Comment;
use crate::analysis::crash::{Line, Part, Role, parts};
use crate::analysis::esowar::Symbol;

/// The kinds of tokens, in the order of [`legend`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Comment,
    /// The keyword at the beginning of a comment.
    Key,
    /// The name of a label.
    Label,
    Keyword,
    /// Code that kills: `d` and `crash`.
    Death,
    Operator,
    Register,
    Number,
}

/// The protocol's names of the kinds.
pub(crate) fn legend() -> SemanticTokensLegend {
    let token_types = vec![
        SemanticTokenType::COMMENT,
        SemanticTokenType::DECORATOR,
        SemanticTokenType::FUNCTION,
        SemanticTokenType::KEYWORD,
        SemanticTokenType::MACRO,
        SemanticTokenType::OPERATOR,
        SemanticTokenType::VARIABLE,
        SemanticTokenType::NUMBER,
    ];
    SemanticTokensLegend { token_types, token_modifiers: Vec::new() }
}

/// The tokens of the document, or of a part of it.
pub(crate) fn tokens(view: View, range: Option<Range>) -> SemanticTokens {
    let whole = Span { start: 0, end: view.source().len() };
    let part = range.map_or(whole, |range| view.text.span(range));
    let mut found = Vec::new();
    match &view.analysis.code {
        Code::Esowar(base) => add_symbols(base.within(part), &mut found),
        Code::Crash(listing) => {
            let within = |line: &&Line| line.span.start < part.end && part.start < line.span.end;
            listing.instructions.iter().filter(within).for_each(|line| add_line(view, line, &mut found));
        }
        Code::Foreign => {}
    }
    let within = |comment: &&Comment| comment.span.start < part.end && part.start < comment.span.end;
    let comments = view.analysis.comments.all.iter().filter(within);
    comments.for_each(|comment| add_comment(view, comment, &mut found));
    found.sort_by_key(|(span, _)| span.start);
    SemanticTokens { result_id: None, data: encoded(view, &found) }
}

type Found = Vec<(Span, Kind)>;

/// Adds symbols, and merges neighbours of the same kind into one token.
fn add_symbols(symbols: &[Symbol], found: &mut Found) {
    for symbol in symbols {
        let kind = match symbol.value {
            R => Kind::Register,
            D => Kind::Death,
            OPEN | CLOSE => Kind::Keyword,
            _ => Kind::Operator,
        };
        match found.last_mut() {
            Some((last, same)) if *same == kind && last.end == symbol.at => last.end += 1,
            _ => found.push((symbol.span(), kind)),
        }
    }
}

fn add_line(view: View, line: &Line, found: &mut Found) {
    for word in &line.words {
        let text = view.text.slice(word.span);
        match word.role {
            Role::Keyword if text == "crash" => found.push((word.span, Kind::Death)),
            Role::Keyword => found.push((word.span, Kind::Keyword)),
            Role::Register(_) => found.push((word.span, Kind::Register)),
            Role::Expression(_) => found.extend(parts(text, word.span.start).into_iter().map(coloured)),
            Role::Unexpected => {}
        }
    }
}

fn coloured((part, span): (Part, Span)) -> (Span, Kind) {
    let kind = match part {
        Part::Register | Part::Cell => Kind::Register,
        Part::Number => Kind::Number,
        Part::Operator => Kind::Operator,
    };
    (span, kind)
}

/// Splits a comment at its keyword and at the names in it.
fn add_comment(view: View, comment: &Comment, found: &mut Found) {
    let names = view.analysis.comments.names_within(comment.span);
    let mut special: Found = names.map(|name| (name.span, Kind::Label)).collect();
    special.extend(comment.key.map(|(_, span)| (span, Kind::Key)));
    special.sort_by_key(|(span, _)| span.start);
    let mut at = comment.span.start;
    for (span, kind) in special {
        found.push((Span { start: at, end: span.start }, Kind::Comment));
        found.push((span, kind));
        at = span.end;
    }
    found.push((Span { start: at, end: comment.span.end }, Kind::Comment));
}

/// Encodes tokens for the protocol: each position is relative to that of the previous token.
fn encoded(view: View, found: &[(Span, Kind)]) -> Vec<SemanticToken> {
    let mut last = lsp_types::Position::new(0, 0);
    let mut tokens = Vec::with_capacity(found.len());
    for (span, kind) in found.iter().filter(|(span, _)| span.start < span.end) {
        let Range { start, end } = view.text.range(*span);
        if end.line != start.line {
            // Editors treat a lone carriage return in a comment as the end of a line. The game does not.
            continue;
        }
        let delta_line = start.line - last.line;
        let delta_start = if delta_line == 0 { start.character - last.character } else { start.character };
        let length = end.character - start.character;
        let token_type = *kind as u32;
        tokens.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset: 0 });
        last = start;
    }
    tokens
}
