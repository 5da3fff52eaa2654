//! The instructions of a Crash program, word by word.

use game::Span;
use games::crash::{CELLS, Expression, Linear, Register};
use games::source;

/// The instructions of a program, in order.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) instructions: Vec<Line>,
}

/// A line with code. Its number in the listing is its address, counted from the first cell of the program.
#[derive(Debug)]
pub(crate) struct Line {
    /// The code, without surrounding whitespace.
    pub(crate) span: Span,
    /// The first byte of the line.
    pub(crate) start: usize,
    pub(crate) words: Vec<Word>,
}

/// A word of an instruction.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) span: Span,
    pub(crate) role: Role,
}

/// The role of a word, which follows from its position in the line.
#[derive(Debug)]
pub(crate) enum Role {
    /// The name of an instruction, or of the instruction that a `write` writes.
    Keyword,
    /// The register of a `store`.
    Register(Register),
    /// A value or an address; `None` if it is not valid.
    Expression(Option<Value>),
    /// A word that is not valid at this position.
    Unexpected,
}

/// A valid expression.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) linear: Linear,
    /// The number of its terms.
    pub(crate) terms: usize,
    /// It belongs to the instruction that a `write` writes. It is evaluated where that instruction runs (C4).
    pub(crate) is_written: bool,
}

/// What can come next in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Instruction,
    Writable,
    Expression,
    Register,
    End,
}

/// Reads a line from left to right.
struct Reader {
    /// A stack of what must follow. The next word must match its top, the last element.
    expected: Vec<Expected>,
    is_written: bool,
}

impl Reader {
    fn new() -> Self {
        Self { expected: vec![Expected::End, Expected::Instruction], is_written: false }
    }

    fn next(&self) -> Expected {
        self.expected.last().copied().unwrap_or(Expected::End)
    }

    fn take(&mut self, text: &str) -> Role {
        match self.next() {
            Expected::End => Role::Unexpected,
            Expected::Register => {
                self.expected.pop();
                register(text).map_or(Role::Unexpected, Role::Register)
            }
            Expected::Expression => {
                self.expected.pop();
                // The address after a written instruction belongs to the `write`, which evaluates it itself.
                let is_written = self.is_written && self.next() == Expected::Register;
                let value = Expression::read(text.as_bytes());
                Role::Expression(value.map(|value| Value {
                    linear: Linear::of(&value),
                    terms: value.terms.len(),
                    is_written,
                }))
            }
            expected @ (Expected::Instruction | Expected::Writable) => {
                self.expected.pop();
                self.take_keyword(text, expected)
            }
        }
    }

    fn take_keyword(&mut self, text: &str, expected: Expected) -> Role {
        match text {
            "crash" | "noop" => {}
            "store" => self.expected.extend([Expected::Register, Expected::Expression]),
            "write" if expected == Expected::Instruction => {
                self.is_written = true;
                self.expected.extend([Expected::Expression, Expected::Writable]);
            }
            _ => {
                // The rest of the line cannot be interpreted.
                self.expected.clear();
                return Role::Unexpected;
            }
        }
        Role::Keyword
    }
}

/// What can follow these words.
pub(crate) fn expected_after(words: &str) -> Expected {
    let mut reader = Reader::new();
    for word in words.split([' ', '\t']).filter(|word| !word.is_empty()) {
        reader.take(word);
    }
    reader.next()
}

impl Listing {
    pub(crate) fn of(source: &str) -> Self {
        let lines = source::split(source.as_bytes()).filter_map(|line| Line::of(source, line.code));
        Self { instructions: lines.collect() }
    }

    /// The address of the instruction whose line contains the byte.
    pub(crate) fn address_at(&self, at: usize) -> Option<usize> {
        let next = self.instructions.partition_point(|line| line.start <= at);
        let address = next.checked_sub(1)?;
        (at <= self.instructions[address].span.end).then_some(address)
    }

    /// The word at a byte, with the address of its instruction.
    pub(crate) fn word_at(&self, at: usize) -> Option<(usize, &Word)> {
        let address = self.address_at(at)?;
        let word = self.instructions[address].words.iter().find(|word| super::touches(word.span, at))?;
        Some((address, word))
    }

    /// The address of the first instruction in the line that begins at a byte, or after it.
    pub(crate) fn address_from(&self, line_start: usize) -> Option<usize> {
        let address = self.instructions.partition_point(|line| line.start < line_start);
        (address < self.instructions.len()).then_some(address)
    }

    /// All valid expressions, with the addresses of their instructions.
    pub(crate) fn values(&self) -> impl Iterator<Item = (usize, &Word, &Value)> {
        self.instructions.iter().enumerate().flat_map(|(address, line)| {
            line.words.iter().filter_map(move |word| match &word.role {
                Role::Expression(Some(value)) => Some((address, word, value)),
                _ => None,
            })
        })
    }

    /// The instruction that an expression always points to, if it is in this program.
    pub(crate) fn target(&self, address: usize, value: &Value) -> Option<usize> {
        let target = target_address(address, value)?;
        (target < self.instructions.len()).then_some(target)
    }

    /// The jumps of the program: the address of each `store` to `i`, and the address that it jumps to.
    pub(crate) fn jumps(&self) -> impl Iterator<Item = (usize, usize)> {
        self.values().filter_map(|(address, word, value)| {
            let words = &self.instructions[address].words;
            let is_jump = words.len() == 3
                && words[1].span == word.span
                && matches!(words[2].role, Role::Register(Register::I));
            let target = self.target(address, value).filter(|_| is_jump)?;
            Some((address, target))
        })
    }
}

impl Line {
    fn of(source: &str, code: Span) -> Option<Self> {
        let text = &source[code.start..code.end];
        let mut reader = Reader::new();
        let words: Vec<Word> = words_of(text, code.start)
            .map(|span| Word { span, role: reader.take(&source[span.start..span.end]) })
            .collect();
        let (first, last) = (words.first()?, words.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        Some(Self { span, start: code.start, words })
    }
}

/// The register with this name.
pub(crate) fn register(name: &str) -> Option<Register> {
    match name {
        "i" => Some(Register::I),
        "a" => Some(Register::A),
        "b" => Some(Register::B),
        _ => None,
    }
}

/// The spans of the words in a line's code, which begins at byte `start`.
fn words_of(code: &str, start: usize) -> impl Iterator<Item = Span> {
    let mut at = 0;
    code.split([' ', '\t']).filter_map(move |word| {
        let begin = start + at;
        at += word.len() + 1;
        (!word.is_empty()).then(|| Span { start: begin, end: begin + word.len() })
    })
}

/// The constant address that an expression points to, relative to the program's first cell. The `+ 1` is
/// because `i` is incremented before an instruction is executed.
pub(crate) fn target_address(address: usize, value: &Value) -> Option<usize> {
    let offset = value.linear.offset_from_i().filter(|_| !value.is_written)?;
    Some((address + 1 + usize::from(offset)) % CELLS)
}

/// A part of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// `[i]`, `[a]` or `[b]`.
    Register,
    /// `[number]`.
    Cell,
    Number,
    Operator,
}

/// Splits an expression, which begins at byte `start`, into its parts. Skips invalid characters.
pub(crate) fn parts(word: &str, start: usize) -> Vec<(Part, Span)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(first) = word[at..].chars().next() {
        let (part, length) = part_at(&word[at..], first);
        let span = Span { start: start + at, end: start + at + length };
        parts.extend(part.map(|part| (part, span)));
        at += length;
    }
    parts
}

fn part_at(rest: &str, first: char) -> (Option<Part>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    match first {
        '+' | '-' => (Some(Part::Operator), 1),
        '0'..='9' => (Some(Part::Number), digits(rest)),
        '[' => match rest.find(']') {
            Some(2) if matches!(rest.as_bytes()[1], b'i' | b'a' | b'b') => (Some(Part::Register), 3),
            Some(end) if end > 1 && digits(&rest[1..]) == end - 1 => (Some(Part::Cell), end + 1),
            _ => (None, 1),
        },
        other => (None, other.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_roles_by_their_places() {
        let listing =
            Listing::of("\twrite store [i]-1 i [a]+5 ;x\n\nstore [i]-2 i x\nstrore 1 a\nstore [i a\n");
        let roles = |address: usize| -> String {
            let words = &listing.instructions[address].words;
            let letter = |word: &Word| match &word.role {
                Role::Keyword => 'k',
                Role::Register(_) => 'r',
                Role::Expression(Some(value)) if value.is_written => 'w',
                Role::Expression(Some(_)) => 'e',
                Role::Expression(None) => 'x',
                Role::Unexpected => '?',
            };
            words.iter().map(letter).collect()
        };
        assert_eq!([roles(0), roles(1), roles(2), roles(3)], ["kkwre", "ker?", "???", "kxr"]);
        assert_eq!(listing.address_at(3), Some(0));
        assert_eq!(listing.address_at(29), None, "in the comment");
    }

    #[test]
    fn targets_are_counted_from_the_first_instruction() {
        let listing =
            Listing::of("write crash [i]+[a]+2\nstore [a]+4 a\nstore [i]-3 i\nstore [i]+9 b\nstore 7 i");
        let targets: Vec<_> =
            listing.values().map(|(address, _, value)| target_address(address, value)).collect();
        assert_eq!(targets, [None, None, Some(0), Some(13), None]);
        assert_eq!(listing.jumps().collect::<Vec<_>>(), [(2, 0)]);
    }

    #[test]
    fn expressions_have_parts_even_with_errors() {
        let kinds = |word| parts(word, 0).iter().map(|(part, _)| *part).collect::<Vec<_>>();
        assert_eq!(
            kinds("[i]-[12]+3"),
            [Part::Register, Part::Operator, Part::Cell, Part::Operator, Part::Number]
        );
        assert_eq!(kinds("[é]+[i"), [Part::Operator]);
    }

    #[test]
    fn what_can_come_next_is_known() {
        assert_eq!(expected_after(""), Expected::Instruction);
        assert_eq!(expected_after("write "), Expected::Writable);
        assert_eq!(expected_after("write noop "), Expected::Expression);
        assert_eq!(expected_after("write store 1 "), Expected::Register);
        assert_eq!(expected_after("store 1 a "), Expected::End);
        assert_eq!(expected_after("stroe 1 "), Expected::End);
    }
}
