//! Splits a C source into tokens, as gcc's preprocessor does for `-std=gnu11`.
//!
//! It knows comments, lines that a backslash joins, literals (raw ones too) and directives, but not the meaning of
//! tokens. Every byte sequence has tokens: a byte that fits nothing else is a [`TokenKind::Punct`].

use std::borrow::Cow;

use game::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or a keyword; bytes that are not ASCII count as letters, and so does `$`.
    Identifier,
    /// What starts like a number (a "preprocessing number").
    Number,
    /// `"…"`, with its prefix; if it is not closed, up to the end of the line.
    String,
    /// `R"x(…)x"`, with its prefix; if it is not closed, up to the end of the file.
    RawString,
    /// `'…'`, with its prefix; if it is not closed, up to the end of the line.
    Char,
    /// An operator, or a byte that fits nothing else.
    Punct,
    /// `#` or `%:` as the first token of a line, which makes the line a directive.
    DirectiveHash,
    /// `<…>` in an `#include`. (A name in quotes there is a [`TokenKind::String`].)
    HeaderName,
    /// `// …` up to the end of the line, or `/* … */`.
    Comment,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

impl Token {
    /// Its spelling, leaving out each backslash at the end of a line, and that line end.
    ///
    /// # Panics
    /// If `source` is not the source that the token is from.
    #[must_use]
    pub fn text<'a>(&self, source: &'a [u8]) -> Cow<'a, [u8]> {
        let spelled = &source[self.span.start..self.span.end];
        if self.kind == TokenKind::RawString || !spelled.contains(&b'\\') {
            return spelled.into();
        }
        let mut cursor = Cursor { source: spelled, at: 0 };
        std::iter::from_fn(|| cursor.bump()).collect::<Vec<u8>>().into()
    }
}

/// The tokens of a source, without its comments.
pub fn tokens(source: &[u8]) -> impl Iterator<Item = Token> {
    Lexer::new(source).filter(|token| token.kind != TokenKind::Comment)
}

/// The tokens of a source, comments among them.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    cursor: Cursor<'a>,
    line: Line,
}

/// What is known of the line that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// No token yet: a `#` would be that of a directive.
    Blank,
    /// A `#`: the directive's name comes next.
    Hash,
    /// `#include`, or another directive that a header's name follows.
    Include,
    /// Anything else.
    Other,
}

/// A place in a source. It treats lines that a backslash joins as one.
#[derive(Debug, Clone, Copy)]
struct Cursor<'a> {
    source: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// The next byte.
    fn peek(&self) -> Option<u8> {
        self.source.get(self.after_splices()).copied()
    }

    /// Takes the next byte.
    fn bump(&mut self) -> Option<u8> {
        let at = self.after_splices();
        let byte = self.source.get(at).copied();
        self.at = (at + 1).min(self.source.len());
        byte
    }

    /// Takes the next byte if it is this one.
    fn eat(&mut self, expected: u8) -> bool {
        let fits = self.peek() == Some(expected);
        if fits {
            self.bump();
        }
        fits
    }

    /// Takes bytes as long as they fit.
    fn eat_while(&mut self, fits: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&fits) {
            self.bump();
        }
    }

    /// The next byte's place: a backslash before a line end joins two lines; gcc lets blanks stand
    /// between the two.
    fn after_splices(&self) -> usize {
        let mut at = self.at;
        while self.source.get(at) == Some(&b'\\') {
            let rest = &self.source[at + 1..];
            let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
            if rest.get(blanks) != Some(&b'\n') {
                break;
            }
            at += blanks + 2;
        }
        at
    }
}

/// Operators of more than one character, except those with `#`. Each comes before any operator that it starts with.
const OPERATORS: [&str; 26] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=",
    "+=", "-=", "&=", "^=", "|=", "<:", ":>", "<%", "%>",
];

/// White space within a line; a carriage return, too, which is part of some line ends.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

fn is_letter_or_digit(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit()
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of a source.
    #[must_use]
    pub fn new(source: &'a [u8]) -> Self {
        Self { cursor: Cursor { source, at: 0 }, line: Line::Blank }
    }

    fn skip_white_space(&mut self) {
        while let Some(byte) = self.cursor.peek() {
            if byte == b'\n' {
                self.line = Line::Blank;
            } else if !is_blank(byte) {
                break;
            }
            self.cursor.bump();
        }
    }

    /// Reads what starts with `first`, which has been taken.
    fn token(&mut self, first: u8) -> TokenKind {
        let second = self.cursor.peek();
        match first {
            b'/' if second == Some(b'/') => self.line_comment(),
            b'/' if second == Some(b'*') => self.block_comment(),
            b'"' => self.quoted(b'"', TokenKind::String),
            b'\'' => self.quoted(b'\'', TokenKind::Char),
            b'<' if self.line == Line::Include => self.header_name(),
            b'.' if second.is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            _ if first.is_ascii_digit() => self.number(),
            _ if is_letter(first) => self.word(first),
            _ => self.punct(first),
        }
    }

    fn line_comment(&mut self) -> TokenKind {
        self.cursor.eat_while(|byte| byte != b'\n');
        TokenKind::Comment
    }

    fn block_comment(&mut self) -> TokenKind {
        self.cursor.bump();
        while let Some(byte) = self.cursor.bump() {
            if byte == b'*' && self.cursor.eat(b'/') {
                break;
            }
        }
        TokenKind::Comment
    }

    /// A literal, after its first quote.
    fn quoted(&mut self, quote: u8, kind: TokenKind) -> TokenKind {
        // In an `#include`, a backslash is one more character of the file's name.
        let escapes = self.line != Line::Include;
        while self.cursor.peek().is_some_and(|byte| byte != b'\n') {
            let byte = self.cursor.bump();
            if byte == Some(quote) {
                break;
            }
            if byte == Some(b'\\') && escapes && self.cursor.peek() != Some(b'\n') {
                self.cursor.bump();
            }
        }
        kind
    }

    /// `<…>` if it is closed on this line.
    fn header_name(&mut self) -> TokenKind {
        let mut ahead = self.cursor;
        ahead.eat_while(|byte| !matches!(byte, b'>' | b'\n'));
        if !ahead.eat(b'>') {
            return self.punct(b'<');
        }
        self.cursor = ahead;
        TokenKind::HeaderName
    }

    fn number(&mut self) -> TokenKind {
        while let Some(byte) = self.cursor.peek().filter(|&byte| is_letter_or_digit(byte) || byte == b'.') {
            self.cursor.bump();
            if matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.cursor.peek(), Some(b'+' | b'-')) {
                self.cursor.bump();
            }
        }
        TokenKind::Number
    }

    /// An identifier, or a literal whose prefix looks like one.
    fn word(&mut self, first: u8) -> TokenKind {
        // The longest words that mean something here have 12 letters.
        let mut word = [0; 16];
        word[0] = first;
        let mut length = 1;
        while let Some(byte) = self.cursor.peek().filter(|&byte| is_letter_or_digit(byte)) {
            self.cursor.bump();
            if let Some(place) = word.get_mut(length) {
                *place = byte;
            }
            length += 1;
        }
        let word = word.get(..length).unwrap_or_default();
        match (word, self.cursor.peek()) {
            (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => self.raw_string(),
            (b"L" | b"u" | b"U" | b"u8", Some(b'"')) => {
                self.cursor.bump();
                self.quoted(b'"', TokenKind::String)
            }
            (b"L" | b"u" | b"U", Some(b'\'')) => {
                self.cursor.bump();
                self.quoted(b'\'', TokenKind::Char)
            }
            (b"include" | b"include_next" | b"import", _) if self.line == Line::Hash => {
                self.line = Line::Include;
                TokenKind::Identifier
            }
            _ => TokenKind::Identifier,
        }
    }

    /// `"x(…)x"`. In it, a backslash joins no lines.
    fn raw_string(&mut self) -> TokenKind {
        self.cursor.bump();
        let rest = &self.cursor.source[self.cursor.at..];
        let ends_delimiter =
            |byte: &u8| is_blank(*byte) || matches!(byte, b'(' | b')' | b'\\' | b'"' | b'\n');
        let delimiter = rest.iter().position(ends_delimiter).unwrap_or(rest.len());
        if delimiter > 16 || rest.get(delimiter) != Some(&b'(') {
            return self.quoted(b'"', TokenKind::String);
        }
        let end = [b")", &rest[..delimiter], b"\""].concat();
        let closed = rest.windows(end.len()).position(|window| window == end);
        self.cursor.at += closed.map_or(rest.len(), |at| at + end.len());
        TokenKind::RawString
    }

    /// The longest operator that starts with `first`.
    fn punct(&mut self, first: u8) -> TokenKind {
        if first == b'#' || first == b'%' && self.cursor.peek() == Some(b':') {
            return self.hash(first);
        }
        let after = |operator: &&str| {
            let (start, rest) = operator.as_bytes().split_first()?;
            let mut ahead = self.cursor;
            (*start == first && rest.iter().all(|&byte| ahead.eat(byte))).then_some(ahead)
        };
        self.cursor = OPERATORS.iter().find_map(after).unwrap_or(self.cursor);
        TokenKind::Punct
    }

    /// `#` or `%:`, or two of them.
    fn hash(&mut self, first: u8) -> TokenKind {
        if first == b'%' {
            self.cursor.bump();
        }
        if self.line == Line::Blank {
            return TokenKind::DirectiveHash;
        }
        let mut ahead = self.cursor;
        let is_double = if first == b'#' { ahead.eat(b'#') } else { ahead.eat(b'%') && ahead.eat(b':') };
        if is_double {
            self.cursor = ahead;
        }
        TokenKind::Punct
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_white_space();
        let start = self.cursor.after_splices();
        let first = self.cursor.bump()?;
        let before = self.line;
        let kind = self.token(first);
        // A comment counts as a blank; the name of an `#include` sets the line's state itself.
        self.line = match kind {
            TokenKind::Comment => before,
            TokenKind::DirectiveHash => Line::Hash,
            _ if before == Line::Hash && self.line == Line::Include => Line::Include,
            _ => Line::Other,
        };
        Some(Token { kind, span: Span { start, end: self.cursor.at } })
    }
}
