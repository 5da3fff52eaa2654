//! Hovers: explain a symbol, a word or a name, with the rulings about it.

use game::Span;
use game::text::grouped;
use games::esowar::symbol::CHARACTERS;
use games::registry::ruling;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::{View, hints};
use crate::analysis::comments::{Comments, KEYS};
use crate::analysis::crash::{Listing, Part, Role, parts};
use crate::analysis::esowar::{Base, Symbol};
use crate::analysis::{Code, touches};

/// The explanation of what is at a position.
pub(crate) fn hover(view: View, position: Position) -> Option<Hover> {
    let at = view.text.offset(position);
    let (span, text) = match &view.analysis.code {
        Code::Foreign => return None,
        _ if view.analysis.comments.at(at).is_some() => of_comment(view, at)?,
        Code::Esowar(base) => of_symbol(view, base, at)?,
        Code::Crash(listing) => of_word(view, listing, at)?,
    };
    let kind = if view.client.reads_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let contents = HoverContents::Markup(MarkupContent { kind, value: text });
    Some(Hover { contents, range: Some(view.text.range(span)) })
}

/// The game's description of a word, with the rulings about it.
fn about(view: View, word: &str) -> Option<String> {
    let known = view.game.words().iter().find(|known| known.text == word)?;
    let rulings: Vec<String> = known
        .rulings
        .iter()
        .filter_map(|number| ruling(view.game, number))
        .map(|ruling| ruling.replace('\n', " "))
        .collect();
    let mut text = known.about.to_owned();
    if !rulings.is_empty() {
        text += "\n\n---\n\n";
        text += &rulings.join("\n\n");
    }
    Some(text)
}

fn of_symbol(view: View, base: &Base, at: usize) -> Option<(Span, String)> {
    let number = base.number_at(at)?;
    let symbol = base.symbols[number];
    let character = CHARACTERS[usize::from(symbol.value)];
    let all = grouped(base.symbols.len() as u64);
    let number = grouped(number as u64 + 1);
    let partner = if symbol.is_bracket() { partner_in_words(view, base, symbol) } else { String::new() };
    let place = format!("`{character}` (value {}), symbol {number} of {all}{partner}", symbol.value);
    Some((symbol.span(), format!("{place}\n\n{}", about(view, character)?)))
}

fn partner_in_words(view: View, base: &Base, bracket: Symbol) -> String {
    let Some(partner) = bracket.partner else { return "; no partner in this base".to_owned() };
    let Position { line, character } = view.text.position(base.symbols[partner].at);
    let depth = bracket.depth;
    format!("; nesting depth {depth}, partner in line {}, column {}", line + 1, character + 1)
}

fn of_word(view: View, listing: &Listing, at: usize) -> Option<(Span, String)> {
    let (address, word) = listing.word_at(at)?;
    let text = view.text.slice(word.span);
    match &word.role {
        Role::Keyword => {
            let place = format!("`{text}`, at address {address} of this program");
            Some((word.span, format!("{place}\n\n{}", about(view, text)?)))
        }
        Role::Register(_) => Some((word.span, format!("`{text}`\n\n{}", about(view, text)?))),
        Role::Unexpected => None,
        Role::Expression(value) => {
            let parts = parts(text, word.span.start);
            let part = parts.iter().find(|(part, span)| *part != Part::Operator && touches(*span, at));
            let (span, what) = match part {
                Some((Part::Register, span)) => (*span, about(view, view.text.slice(*span))?),
                Some((Part::Cell, span)) => (*span, about(view, "[number]")?),
                _ => (word.span, "A sum modulo 4096 (C1).".to_owned()),
            };
            let labels = hints::labels(view, listing);
            let resolved = value.as_ref().and_then(|value| {
                Some(format!(
                    "`{text}` is {}.\n\n",
                    hints::resolved_in_words(&labels, listing, address, value)?
                ))
            });
            Some((span, resolved.unwrap_or_default() + &what))
        }
    }
}

fn of_comment(view: View, at: usize) -> Option<(Span, String)> {
    let comments: &Comments = &view.analysis.comments;
    if let Some(name) = comments.name_at(at) {
        let text = match comments.label(&name.text) {
            Some(label) => {
                let line = view.text.line_of(label.span.start) + 1;
                format!("The label `{}`, line {line}.", name.text)
            }
            None => format!("No comment `;label {}` is in this file.", name.text),
        };
        return Some((name.span, text));
    }
    let comment = comments.at(at)?;
    if let Some((key, span)) = comment.key.filter(|(_, span)| touches(*span, at)) {
        return Some((span, KEYS[key].1.to_owned()));
    }
    let (warning, span) = warning_at(view, comment.span, at)?;
    Some((span, warning.to_owned()))
}

/// The warning whose code is at a byte of a comment: its description, and the span of the code.
fn warning_at(view: View, comment: Span, at: usize) -> Option<(&'static str, Span)> {
    let text = view.text.slice(comment);
    let inside = at.checked_sub(comment.start)?;
    let blank = |character: char| character.is_whitespace() || character == ';';
    let start = text.get(..inside)?.rfind(blank).map_or(0, |before| before + 1);
    let end = text.get(inside..)?.find(blank).map_or(text.len(), |length| inside + length);
    let word = text.get(start..end)?;
    let warning = view.game.warnings().iter().find(|warning| warning.code == word)?;
    Some((warning.about, Span { start: comment.start + start, end: comment.start + end }))
}
