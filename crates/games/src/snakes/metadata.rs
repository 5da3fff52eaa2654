//! What a C source says about itself: in comments, and in `bot_name`.

use game::Metadata;

use super::lexer::{Lexer, Token, TokenKind, tokens};

/// What the comments of a source say; where none has a `;name`, the name is that of `bot_name`.
pub(super) fn metadata(source: &[u8]) -> Metadata {
    let mut metadata = Metadata::default();
    for comment in Lexer::new(source).filter(|token| token.kind == TokenKind::Comment) {
        take_comment(&comment.text(source), &mut metadata);
    }
    if metadata.name.is_none()
        && let Some(name) = bot_name(source)
    {
        // As if a comment said so: characters that may steer a terminal are dropped here, too.
        metadata.take_comment(&[b"name ", name.as_slice()].concat());
    }
    metadata
}

/// Reads every line of a comment that starts with `;`; a `*` may stand before it, as is customary.
fn take_comment(comment: &[u8], metadata: &mut Metadata) {
    let content = &comment[2..];
    let content =
        if comment.starts_with(b"/*") { content.strip_suffix(b"*/").unwrap_or(content) } else { content };
    for line in content.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii_start();
        let line = line.strip_prefix(b"*").unwrap_or(line).trim_ascii_start();
        if let Some(said) = line.strip_prefix(b";") {
            metadata.take_comment(said);
        }
    }
}

/// The text of the first `bot_name = "..."`, up to its first NUL.
fn bot_name(source: &[u8]) -> Option<Vec<u8>> {
    let tokens: Vec<Token> = tokens(source).collect();
    let is_start = |three: &[Token]| {
        matches!(three[0].kind, TokenKind::Identifier)
            && *three[0].text(source) == *b"bot_name"
            && *three[1].text(source) == *b"="
            && is_string(three[2])
    };
    let start = 2 + tokens.windows(3).position(is_start)?;
    let literals = tokens[start..].iter().take_while(|token| is_string(**token));
    let mut name: Vec<u8> = literals.flat_map(|literal| content(*literal, source)).collect();
    let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    name.truncate(length);
    Some(name)
}

fn is_string(token: Token) -> bool {
    matches!(token.kind, TokenKind::String | TokenKind::RawString)
}

/// The bytes that a string literal stands for.
fn content(literal: Token, source: &[u8]) -> Vec<u8> {
    let text = literal.text(source);
    let quote = text.iter().position(|&byte| byte == b'"').map_or(text.len(), |quote| quote + 1);
    let content = &text[quote..];
    if literal.kind == TokenKind::RawString {
        let delimiter = content.iter().position(|&byte| byte == b'(').unwrap_or_default();
        // After it come the text and `)`, the delimiter and `"`, unless the file ends before.
        let closed = content.len().checked_sub(delimiter + 2).filter(|_| content.ends_with(b"\""));
        let end = closed.unwrap_or(content.len());
        return content.get(delimiter + 1..end).unwrap_or_default().to_vec();
    }
    unescaped(content.strip_suffix(b"\"").unwrap_or(content))
}

/// The content of a string literal with its escape sequences decoded.
fn unescaped(mut content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(content.len());
    while let Some((&first, rest)) = content.split_first() {
        content = rest;
        if first == b'\\' {
            content = escape(content, &mut bytes);
        } else {
            bytes.push(first);
        }
    }
    bytes
}

/// Decodes the escape sequence that starts `after` a backslash; returns what is left.
fn escape<'a>(after: &'a [u8], bytes: &mut Vec<u8>) -> &'a [u8] {
    let Some((&letter, rest)) = after.split_first() else { return after };
    let simple = match letter {
        b'a' => 7,
        b'b' => 8,
        b'e' | b'E' => 27, // gcc's own
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'0'..=b'7' => return numeric(after, 8, 3, |value| bytes.push(low_byte(value))),
        b'x' => return numeric(rest, 16, usize::MAX, |value| bytes.push(low_byte(value))),
        b'u' => return numeric(rest, 16, 4, |value| push_character(value, bytes)),
        b'U' => return numeric(rest, 16, 8, |value| push_character(value, bytes)),
        other => other,
    };
    bytes.push(simple);
    rest
}

/// Reads at most `most` digits, takes their value modulo 2^32, and returns what is left.
fn numeric(content: &[u8], radix: u32, most: usize, take: impl FnOnce(u32)) -> &[u8] {
    let digit = |byte: &u8| char::from(*byte).to_digit(radix);
    let digits: Vec<u32> = content.iter().map_while(digit).take(most).collect();
    take(digits.iter().fold(0, |value: u32, digit| value.wrapping_mul(radix).wrapping_add(*digit)));
    &content[digits.len()..]
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

fn push_character(value: u32, bytes: &mut Vec<u8>) {
    let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
