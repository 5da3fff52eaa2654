//! Finds what the compiler would copy from a preprocessed source into its assembly: `asm`, and strings in attributes and
//! directives.

use games::snakes::lexer::{Token, TokenKind, tokens};

/// The keywords that begin assembly.
const ASSEMBLY: [&[u8]; 3] = [b"asm", b"__asm", b"__asm__"];
/// What may stand between such a keyword and its bracket.
const QUALIFIERS: [&[u8]; 7] =
    [b"volatile", b"__volatile", b"__volatile__", b"goto", b"inline", b"__inline", b"__inline__"];
/// Attributes whose text only ever becomes a message of the compiler.
const MESSAGES: [&[u8]; 8] = [
    b"deprecated",
    b"__deprecated__",
    b"unavailable",
    b"__unavailable__",
    b"error",
    b"__error__",
    b"warning",
    b"__warning__",
];

pub(super) fn is_assembly_word(word: &[u8]) -> bool {
    ASSEMBLY.contains(&word)
}

/// Whether any of the words in a text begins assembly.
pub(super) fn has_assembly_word(text: &[u8]) -> bool {
    let inside = text.get(2..).unwrap_or_default();
    tokens(inside).any(|token| token.kind == TokenKind::Identifier && is_assembly_word(&token.text(inside)))
}

/// Follows `asm` in headers. An `asm` with a colon is a statement: if it is compiled, the compiler's assembly shows it. One
/// without a colon may be the label of a declaration, which the compiler copies unchanged: it has to be a name.
#[derive(Debug, Default)]
pub(super) struct Labels {
    state: Label,
}

#[derive(Debug, Default)]
enum Label {
    #[default]
    Outside,
    /// After the keyword.
    Begun,
    /// Within the bracket, after these strings.
    Open(Vec<u8>),
}

impl Labels {
    /// Whether this token makes a label something other than a name.
    pub(super) fn are_broken_by(&mut self, token: &Token, text: &[u8]) -> bool {
        let spelled = token.text(text);
        let (state, is_broken) = match (std::mem::take(&mut self.state), token.kind, spelled.as_ref()) {
            (Label::Outside, TokenKind::Identifier, word) if is_assembly_word(word) => (Label::Begun, false),
            (Label::Begun, TokenKind::Identifier, word) if QUALIFIERS.contains(&word) => {
                (Label::Begun, false)
            }
            (Label::Begun, TokenKind::Punct, b"(") => (Label::Open(Vec::new()), false),
            (Label::Open(mut name), TokenKind::String, spelled) => {
                // A literal with a prefix, or with a character that is not a letter, is not a name; the closing bracket reveals
                // it.
                let inside = spelled.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
                name.extend_from_slice(inside.unwrap_or(b"?"));
                (Label::Open(name), false)
            }
            (Label::Open(name), TokenKind::Punct, b")") => (Label::Outside, !is_name(&name)),
            (Label::Outside, ..) | (Label::Open(_), TokenKind::Punct, b":") => (Label::Outside, false),
            _ => (Label::Outside, true),
        };
        self.state = state;
        is_broken
    }
}

fn is_name(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
    text.first().is_some_and(|first| !first.is_ascii_digit()) && text.iter().all(is_letter)
}

/// Follows attributes, `__attribute__((…))` and `[[…]]`, and directives.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// An attribute's keyword was the last token.
    begins: bool,
    /// `[` was the last token.
    after_square: bool,
    /// The last token named an attribute that only makes a message.
    names_message: bool,
    /// How many brackets are open within an attribute.
    open: usize,
    /// How many of them were open where a mere message began.
    message: Option<usize>,
    directive: Directive,
}

/// The directive that is being read.
#[derive(Debug, Default)]
struct Directive {
    /// Where its line ends.
    end: usize,
    /// How many words it had so far.
    words: usize,
    /// Whether all of them were those of `#pragma message`, or `#pragma GCC warning` or `error`.
    is_message: bool,
}

impl Attributes {
    /// Whether this token is a string within an attribute or a directive that would add more than a word to the assembly.
    pub(super) fn have_escape(&mut self, token: &Token, text: &[u8]) -> bool {
        let spelled = token.text(text);
        let word = spelled.as_ref();
        let mut found = false;
        match token.kind {
            TokenKind::DirectiveHash => self.directive = Directive::at(token, text),
            TokenKind::Identifier => self.directive.take(word),
            TokenKind::String | TokenKind::RawString => {
                let in_attribute = self.open > 0 && self.message.is_none();
                let in_directive = token.span.start < self.directive.end && !self.directive.is_message;
                found = (in_attribute || in_directive)
                    && (token.kind == TokenKind::RawString || ends_statement(word));
            }
            TokenKind::Punct => self.bracket(word),
            _ => {}
        }
        let is_word = token.kind == TokenKind::Identifier;
        self.begins = is_word && [&b"__attribute__"[..], b"__attribute"].contains(&word);
        self.after_square = token.kind == TokenKind::Punct && [&b"["[..], b"<:"].contains(&word);
        self.names_message = is_word && MESSAGES.contains(&word);
        found
    }

    fn bracket(&mut self, bracket: &[u8]) {
        match bracket {
            b"(" if self.begins || self.open > 0 => {
                self.open += 1;
                if self.names_message && self.message.is_none() {
                    self.message = Some(self.open);
                }
            }
            b"[" | b"<:" if self.open > 0 => self.open += 1,
            // In C, two of them can begin nothing else.
            b"[" | b"<:" if self.after_square => self.open = 2,
            b")" | b"]" | b":>" => {
                self.open = self.open.saturating_sub(1);
                self.message = self.message.filter(|&begun| begun <= self.open);
            }
            _ => {}
        }
    }
}

impl Directive {
    fn at(hash: &Token, text: &[u8]) -> Self {
        let rest = &text[hash.span.start..];
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        Self { end: hash.span.start + length, words: 0, is_message: false }
    }

    fn take(&mut self, word: &[u8]) {
        self.words += 1;
        self.is_message |= match self.words {
            2 => word == b"message",
            3 => [&b"warning"[..], b"error"].contains(&word),
            _ => false,
        };
    }
}

/// Whether a string, copied unchanged into assembly, would end a statement there and begin another: through a semicolon, or
/// through an escape that may stand for a line break.
fn ends_statement(spelled: &[u8]) -> bool {
    let mut escapes = spelled.windows(2).filter(|two| two[0] == b'\\' && two[1] != b'"');
    spelled.contains(&b';') || escapes.next().is_some()
}
