//! Program files: reading and printing (C8).

use std::fmt::Write as _;

use game::{Diagnostics, Program, Reading, Span};

use super::expression;
use super::instruction::{Expression, Instruction, Register, Writable};
use super::lints;
use crate::source::{self, Comments};

/// The most instructions a program may have (the document; C8).
pub const MAX_INSTRUCTIONS: usize = 128;

/// A program: one to [`MAX_INSTRUCTIONS`] instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    instructions: Vec<Instruction>,
}

impl Code {
    /// The program with these instructions, 1 to [`MAX_INSTRUCTIONS`] of them.
    pub(super) fn of(instructions: Vec<Instruction>) -> Self {
        Self { instructions }
    }

    /// The instructions in order.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }
}

impl Program for Code {
    fn canonical(&self) -> String {
        self.instructions.iter().fold(String::new(), |mut text, instruction| {
            writeln!(text, "{instruction}").expect("a String takes everything");
            text
        })
    }

    fn length(&self) -> usize {
        self.instructions.len()
    }
}

/// Reads a program file (C8).
///
/// ```
/// use game::Program;
/// let reading = games::crash::read(b"store\t[i]-01 i ; waits\r\n");
/// assert_eq!(reading.program.unwrap().canonical(), "store [i]-1 i\n");
/// ```
#[must_use]
pub fn read(source: &[u8]) -> Reading<Code> {
    let comments = Comments::of(source);
    let mut diagnostics = Diagnostics::default();
    let placed = read_instructions(source, &mut diagnostics);
    let instructions: Vec<Instruction> = placed.iter().map(|(instruction, _)| instruction.clone()).collect();
    if !diagnostics.has_errors() {
        lints::warn(&placed, &mut diagnostics);
        comments.silence(&mut diagnostics);
    }
    diagnostics.sort();
    let program = (!diagnostics.has_errors()).then_some(Code { instructions });
    Reading { program, metadata: comments.metadata, diagnostics }
}

/// Reads one instruction; otherwise says what is wrong with it.
pub(super) fn read_instruction(text: &str) -> Result<Instruction, String> {
    if text.trim().is_empty() {
        return Err("a cell without a program holds `crash`".into());
    }
    let mut diagnostics = Diagnostics::default();
    let mut placed = read_instructions(text.as_bytes(), &mut diagnostics);
    if let Some(error) = diagnostics.iter().next() {
        return Err(error.message.clone());
    }
    match (placed.pop(), placed.is_empty()) {
        (Some((instruction, _)), true) => Ok(instruction),
        _ => Err("it holds one instruction".into()),
    }
}

/// The instructions that could be read, with their places, and an error for each that could not.
fn read_instructions(source: &[u8], diagnostics: &mut Diagnostics) -> Vec<(Instruction, Span)> {
    let mut placed = Vec::new();
    let mut lines = 0;
    for line in source::split(source) {
        let Some(code) = trimmed(source, line.code) else { continue };
        lines += 1;
        if lines == MAX_INSTRUCTIONS + 1 {
            let message = format!("this is instruction {lines}; a program has at most {MAX_INSTRUCTIONS}");
            diagnostics.error("C8", Some(code), message, "shorten the program");
        }
        if let Some(instruction) = line_reader(source, code, diagnostics).read() {
            placed.push((instruction, code));
        }
    }
    if lines == 0 {
        let message = format!("the program is empty; expected 1 to {MAX_INSTRUCTIONS} instructions");
        diagnostics.error("C8", None, message, "a program that waits for ever is `store [i]-1 i`");
        diagnostics.fix(
            "begin with a program that waits",
            Span { start: 0, end: 0 },
            format!("{WAIT_FOR_EVER}\n"),
        );
    }
    placed
}

fn line_reader<'a>(source: &'a [u8], code: Span, diagnostics: &'a mut Diagnostics) -> LineReader<'a> {
    LineReader { source, code, diagnostics, last_end: code.start, line_end: code.end }
}

/// `code` without the blanks around it; `None` if it is all blank.
fn trimmed(source: &[u8], code: Span) -> Option<Span> {
    let bytes = &source[code.start..code.end];
    let first = bytes.iter().position(|byte| !is_blank(*byte))?;
    let last = bytes.iter().rposition(|byte| !is_blank(*byte))?;
    Some(Span { start: code.start + first, end: code.start + last + 1 })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Reads the words of one line.
struct LineReader<'a> {
    source: &'a [u8],
    /// What has not been read yet.
    code: Span,
    diagnostics: &'a mut Diagnostics,
    /// The end of the last word read.
    last_end: usize,
    /// The end of the line's code.
    line_end: usize,
}

/// What an instruction can begin with.
const KEYWORDS: [&str; 4] = ["crash", "noop", "write", "store"];
/// What a `write` can write.
const WRITABLE: [&str; 3] = ["crash", "noop", "store"];
/// A program that waits for ever.
pub(super) const WAIT_FOR_EVER: &str = "store [i]-1 i";
/// Words that differ in at most this many characters are taken for typing errors.
const MOST_SLIPS: usize = 2;

const EXPRESSIONS_HAVE_NO_SPACES: &str = "an expression such as `[i]-1` is one word, without spaces";

impl LineReader<'_> {
    /// The line's instruction, or nothing after reporting what is wrong with it.
    fn read(mut self) -> Option<Instruction> {
        self.check_carriage_returns()?;
        let keyword = self.word("`crash`, `noop`, `write` or `store`")?;
        let instruction = if self.text(keyword) == b"write" {
            let written = self.word("`crash`, `noop` or `store`")?;
            let expected = "`crash`, `noop` or `store` (a `write` cannot write a `write`)";
            let written = self.writable(written, expected, &WRITABLE).ok()?;
            let address = self.expression("an address");
            self.end()?;
            Instruction::Write(written?, address?)
        } else {
            let plain = self.writable(keyword, "`crash`, `noop`, `write` or `store`", &KEYWORDS).ok()?;
            self.end()?;
            Instruction::Plain(plain?)
        };
        Some(instruction)
    }

    /// A `\r` in the middle of a line would be invisible in every message.
    fn check_carriage_returns(&mut self) -> Option<()> {
        let returns = (self.code.start..self.code.end).filter(|&at| self.source[at] == b'\r');
        let mut fits = Some(());
        for at in returns {
            let message = "a carriage return (U+000D) that ends no line";
            let help = "lines end in \\n, \\r\\n or \\n\\r";
            let span = Span { start: at, end: at + 1 };
            self.diagnostics.error("C8", Some(span), message, help);
            self.diagnostics.fix("remove it", span, "");
            fits = None;
        }
        fits
    }

    /// The `crash`, `noop` or `store` that starts with `keyword`. `Err` if the rest of the line
    /// cannot be read, `Ok(None)` if only an expression was wrong.
    fn writable(&mut self, keyword: Span, expected: &str, possible: &[&str]) -> Result<Option<Writable>, ()> {
        match self.text(keyword) {
            b"crash" => Ok(Some(Writable::Crash)),
            b"noop" => Ok(Some(Writable::Noop)),
            b"store" => {
                let value = self.expression("a value");
                let register = self.register().ok_or(())?;
                Ok(value.map(|value| Writable::Store(value, register)))
            }
            _ => {
                self.wrong_word(keyword, expected, "words are in lower case and separated by spaces");
                self.suggest(keyword, possible);
                Err(())
            }
        }
    }

    fn register(&mut self) -> Option<Register> {
        let word = self.word("a register: `i`, `a` or `b`")?;
        match self.text(word) {
            b"i" => Some(Register::I),
            b"a" => Some(Register::A),
            b"b" => Some(Register::B),
            _ => {
                self.wrong_word(word, "a register: `i`, `a` or `b`", EXPRESSIONS_HAVE_NO_SPACES);
                self.suggest(word, &["i", "a", "b"]);
                None
            }
        }
    }

    fn expression(&mut self, what: &str) -> Option<Expression> {
        let word = self.word(&format!("{what} such as `[i]+[a]+4`"))?;
        match expression::read(self.text(word)) {
            Ok(expression) => Some(expression),
            Err(error) => {
                let start = word.start + error.at;
                let end = if start < word.end { source::character(self.source, start).0.end } else { start };
                let end = error.number_length.map_or(end, |length| start + length);
                self.diagnostics.error("C8", Some(Span { start, end }), error.message, error.help);
                None
            }
        }
    }

    /// Nothing may follow.
    fn end(&mut self) -> Option<()> {
        match self.next_word() {
            None => Some(()),
            Some(word) => {
                self.wrong_word(word, "the end of the line", EXPRESSIONS_HAVE_NO_SPACES);
                let rest = Span { start: word.start, end: self.line_end };
                self.diagnostics.fix("remove the rest of the line", rest, "");
                let before = Span { start: word.start, end: word.start };
                self.diagnostics.fix("make the rest of the line a comment", before, ";");
                None
            }
        }
    }

    /// The next word, or an error just after the last one if there is none.
    fn word(&mut self, expected: &str) -> Option<Span> {
        let word = self.next_word();
        if word.is_none() {
            let here = Span { start: self.last_end, end: self.last_end };
            let message = format!("the line ends here; expected {expected}");
            self.diagnostics.error(
                "C8",
                Some(here),
                message,
                "`bout new crash DIR` writes examples to start from",
            );
        }
        word
    }

    fn next_word(&mut self) -> Option<Span> {
        let code = trimmed(self.source, self.code)?;
        let length = self.source[code.start..code.end].iter().position(|byte| is_blank(*byte));
        let end = length.map_or(code.end, |length| code.start + length);
        self.code.start = end;
        self.last_end = end;
        Some(Span { start: code.start, end })
    }

    fn wrong_word(&mut self, word: Span, expected: &str, help: &str) {
        let (_, first) = source::character(self.source, word.start);
        let shown = match std::str::from_utf8(self.text(word)) {
            Ok(text) if text.chars().count() <= 20 && text.chars().all(|c| c.is_ascii_graphic()) => {
                format!("`{text}`")
            }
            _ => format!("the word that starts with {first}"),
        };
        self.diagnostics.error(
            "C8",
            Some(word),
            format!("{shown} does not fit here; expected {expected}"),
            help,
        );
    }

    /// Offers the word that was probably meant.
    fn suggest(&mut self, word: Span, expected: &[&str]) {
        let Ok(text) = std::str::from_utf8(self.text(word)) else { return };
        let text = text.to_ascii_lowercase();
        let slips = |other: &str| strsim::damerau_levenshtein(&text, other);
        let meant = expected.iter().copied().filter(|other| slips(other) <= MOST_SLIPS.min(other.len() - 1));
        if let Some(meant) = meant.min_by_key(|other| slips(other)) {
            self.diagnostics.fix(format!("replace it with `{meant}`"), word, meant);
        }
    }

    fn text(&self, word: Span) -> &[u8] {
        &self.source[word.start..word.end]
    }
}

/// A program file in canonical form: one space between words, no leading zeros, comments and blank
/// lines kept.
#[must_use]
pub fn format(source: &[u8]) -> Option<Vec<u8>> {
    let instructions = read(source).program?.instructions;
    let mut next = instructions.iter();
    Some(source::format(source, |code| {
        let blank = code.iter().all(|byte| is_blank(*byte));
        let instruction = if blank { None } else { next.next() };
        instruction.map(ToString::to_string).unwrap_or_default()
    }))
}
