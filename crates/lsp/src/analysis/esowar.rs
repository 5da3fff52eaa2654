//! The symbols of a base, with matched brackets.

use game::Span;
use games::esowar::symbol::{CLOSE, OPEN, from_byte};
use games::source;

/// The symbols of a base, in order.
#[derive(Debug)]
pub(crate) struct Base {
    pub(crate) symbols: Vec<Symbol>,
}

/// A symbol of a base.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Symbol {
    pub(crate) value: u8,
    /// Its byte offset in the source.
    pub(crate) at: usize,
    /// The nesting depth; for a bracket, including its own pair.
    pub(crate) depth: usize,
    /// The index of the bracket that matches this one within the base.
    pub(crate) partner: Option<usize>,
}

impl Symbol {
    pub(crate) fn span(self) -> Span {
        Span { start: self.at, end: self.at + 1 }
    }

    pub(crate) fn is_bracket(self) -> bool {
        matches!(self.value, OPEN | CLOSE)
    }
}

impl Base {
    pub(crate) fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let mut symbols = Vec::new();
        for line in source::split(bytes) {
            let code = (line.code.start..line.code.end).filter_map(|at| Some((from_byte(bytes[at])?, at)));
            symbols.extend(code.map(|(value, at)| Symbol { value, at, depth: 0, partner: None }));
        }
        match_brackets(&mut symbols);
        count_depth(&mut symbols);
        Self { symbols }
    }

    /// The index of the symbol at a byte, or of the symbol directly before it.
    pub(crate) fn number_at(&self, at: usize) -> Option<usize> {
        let next = self.symbols.partition_point(|symbol| symbol.at < at);
        let here = self.symbols.get(next).is_some_and(|symbol| symbol.at == at);
        match next.checked_sub(1) {
            _ if here => Some(next),
            Some(before) if self.symbols[before].at + 1 == at => Some(before),
            _ => None,
        }
    }

    /// The symbols in a span.
    pub(crate) fn within(&self, span: Span) -> &[Symbol] {
        let first = self.symbols.partition_point(|symbol| symbol.at < span.start);
        let last = self.symbols.partition_point(|symbol| symbol.at < span.end);
        &self.symbols[first..last.max(first)]
    }

    /// The pairs of matching brackets.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Symbol, Symbol)> {
        let open = self.symbols.iter().filter(|symbol| symbol.value == OPEN);
        open.filter_map(|symbol| Some((*symbol, self.symbols[symbol.partner?])))
    }
}

fn match_brackets(symbols: &mut [Symbol]) {
    let mut open = Vec::new();
    for number in 0..symbols.len() {
        match symbols[number].value {
            OPEN => open.push(number),
            CLOSE => {
                if let Some(partner) = open.pop() {
                    symbols[number].partner = Some(partner);
                    symbols[partner].partner = Some(number);
                }
            }
            _ => {}
        }
    }
}

/// Sets the depth of each symbol. Brackets without a partner do not nest anything.
fn count_depth(symbols: &mut [Symbol]) {
    let mut depth = 0;
    for symbol in symbols {
        let has_partner = symbol.partner.is_some();
        depth += usize::from(has_partner && symbol.value == OPEN);
        symbol.depth = depth;
        depth -= usize::from(has_partner && symbol.value == CLOSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_find_their_partners_and_count_depth() {
        let base = Base::of("]+[ [é;[\n]r] [");
        let partners: Vec<_> = base.symbols.iter().map(|symbol| symbol.partner).collect();
        assert_eq!(partners, [None, None, Some(6), Some(4), Some(3), None, Some(2), None]);
        let depths: Vec<_> = base.symbols.iter().map(|symbol| symbol.depth).collect();
        assert_eq!(depths, [0, 0, 1, 2, 2, 1, 1, 0]);
        assert_eq!(base.number_at(1), Some(1));
        assert_eq!(base.number_at(3), Some(2), "just after it");
        assert_eq!(base.number_at(7), None);
    }
}
