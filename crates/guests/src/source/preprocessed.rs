//! What the preprocessor made of a source: which files it opened, and what it made of the player's own lines.

use std::collections::BTreeSet;
use std::path::PathBuf;

use game::Span;
use games::snakes::lexer::{TokenKind, tokens};

/// The keywords that begin assembly.
const ASSEMBLY: [&[u8]; 3] = [b"asm", b"__asm", b"__asm__"];

/// A preprocessed source.
#[derive(Debug, Default)]
pub(super) struct Preprocessed {
    /// Every file that was included, from wherever.
    pub(super) included: BTreeSet<PathBuf>,
    /// The first line of the player's own file that has assembly in it; 0 if its number is not known.
    pub(super) assembly: Option<usize>,
    /// The first such line with an escape in a text that the compiler copies into its assembly as it is: one in an
    /// attribute or in a directive.
    pub(super) escape: Option<usize>,
}

impl Preprocessed {
    /// Reads what `gcc -E` wrote: text with line markers, `# LINE "FILE" FLAGS`, where flag 1 enters a file and 2
    /// comes back from one. At depth 0 is the player's own file, whatever `#line` says it is called.
    pub(super) fn read(text: &[u8], own_name: &str) -> Self {
        let mut read = Self::default();
        let (mut depth, mut line, mut is_named) = (0_usize, 0_usize, false);
        let mut attributes = Attributes::default();
        for text in text.split(|&byte| byte == b'\n') {
            if let Some(marker) = Marker::read(text) {
                match marker.flag {
                    Some(1) => {
                        depth += 1;
                        read.included.insert(marker.file.clone());
                    }
                    Some(2) => depth = depth.saturating_sub(1),
                    _ => {}
                }
                line = marker.line;
                is_named = marker.file.as_os_str() == own_name;
                continue;
            }
            if depth == 0 {
                let known_line = if is_named { line } else { 0 };
                let has_assembly = tokens(text).any(|token| {
                    token.kind == TokenKind::Identifier && ASSEMBLY.contains(&token.text(text).as_ref())
                });
                if has_assembly {
                    read.assembly.get_or_insert(known_line);
                }
                if attributes.have_escape(text) {
                    read.escape.get_or_insert(known_line);
                }
            }
            line += 1;
        }
        read
    }
}

/// Follows attributes over lines.
#[derive(Debug, Default)]
struct Attributes {
    /// An attribute's keyword was the last token.
    begins: bool,
    /// Brackets that are open within an attribute.
    open: usize,
}

impl Attributes {
    /// Whether a line has a text with a backslash within an attribute or a directive.
    fn have_escape(&mut self, text: &[u8]) -> bool {
        let mut found = false;
        let mut is_directive = false;
        for token in tokens(text) {
            let spelled = token.text(text);
            match token.kind {
                TokenKind::DirectiveHash => is_directive = true,
                TokenKind::String | TokenKind::RawString if self.open > 0 || is_directive => {
                    found |= token.kind == TokenKind::RawString || ends_statement(&spelled);
                }
                TokenKind::Punct if spelled.as_ref() == b"(" && (self.begins || self.open > 0) => {
                    self.open += 1;
                }
                TokenKind::Punct if spelled.as_ref() == b")" => self.open = self.open.saturating_sub(1),
                _ => {}
            }
            self.begins = token.kind == TokenKind::Identifier
                && [&b"__attribute__"[..], b"__attribute"].contains(&spelled.as_ref());
        }
        found
    }
}

/// Whether a text, copied into assembly as it is, would end a statement there and begin another: by a semicolon, or by
/// an escape that may be a line's end.
fn ends_statement(spelled: &[u8]) -> bool {
    let escapes = spelled.windows(2).filter(|two| two[0] == b'\\' && two[1] != b'"');
    spelled.contains(&b';') || escapes.count() > 0
}

struct Marker {
    line: usize,
    file: PathBuf,
    flag: Option<u8>,
}

impl Marker {
    /// The compiler never begins another line with `# `: where a macro would make one, it puts a blank before it.
    fn read(text: &[u8]) -> Option<Self> {
        let rest = text.strip_prefix(b"# ")?;
        let rest = String::from_utf8_lossy(rest);
        let (line, rest) = rest.split_once(' ')?;
        let line = line.parse().ok()?;
        let rest = rest.strip_prefix('"')?;
        let (file, flags) = rest.rsplit_once('"')?;
        let flag = flags.split_whitespace().next().and_then(|flag| flag.parse().ok());
        let file = file.replace("\\\"", "\"").replace("\\\\", "\\");
        Some(Self { line, file: file.into(), flag })
    }
}

/// A place in a source that would make line markers lie: a marker written by hand, or a literal with a line that looks
/// like one.
pub(super) fn forged_marker(source: &[u8]) -> Option<Span> {
    // How much of a marker with flags, `# 1 "file" 3`, was there; without flags it is a `#line` and lies about nothing.
    let mut marker = 0;
    let mut start = None;
    for token in tokens(source) {
        if token.kind == TokenKind::RawString
            && source[token.span.start..token.span.end].windows(2).any(|two| two == b"\n#")
        {
            return Some(token.span);
        }
        marker = match (marker, token.kind) {
            (_, TokenKind::DirectiveHash) => {
                start = Some(token.span);
                1
            }
            (1, TokenKind::Number) => 2,
            (2, TokenKind::String) => 3,
            (3, TokenKind::Number) => return start,
            _ => 0,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_is_found_in_the_players_own_lines_only() {
        let header = "# 1 \"bot.c\"\n# 1 \"/usr/include/a.h\" 1 3\nint f(void) __asm__ (\"g\");\n# 2 \"bot.c\" 2\nint a;\n";
        let read = Preprocessed::read(header.as_bytes(), "bot.c");
        assert_eq!(read.assembly, None);
        assert!(read.included.contains(&PathBuf::from("/usr/include/a.h")));
        let own = format!("{header}\n  __asm__ (\"nop\");\n");
        assert_eq!(Preprocessed::read(own.as_bytes(), "bot.c").assembly, Some(4));
        assert_eq!(Preprocessed::read(b"char *a = \"asm\";\n", "bot.c").assembly, None);
    }

    #[test]
    fn line_directives_do_not_hide_anything() {
        let text = "# 1 \"bot.c\"\n# 7 \"/usr/include/string.h\"\n asm(\"\");\n";
        assert_eq!(Preprocessed::read(text.as_bytes(), "bot.c").assembly, Some(0));
    }

    #[test]
    fn escapes_in_what_is_copied_are_found() {
        let escape =
            |text: &str| Preprocessed::read(format!("# 1 \"bot.c\"\n{text}").as_bytes(), "bot.c").escape;
        assert_eq!(escape("__attribute__((section(\".a\\n.b\"))) int a;\n"), Some(1));
        assert_eq!(escape("__attribute__\n((section(\n\".a\\n.b\"))) int a;\n"), Some(3));
        assert_eq!(escape("__attribute__((section(\".a;.b\"))) int a;\n"), Some(1));
        assert_eq!(escape("__attribute__((section(\".a,\\\"aw\\\"#\"))) int a;\n"), None);
        assert_eq!(escape("#ident \"a\\n\"\n"), Some(1));
        assert_eq!(escape("__attribute__((section(\".a\"))) char *a = \"b\\n\";\n"), None);
    }

    #[test]
    fn forged_markers_are_found() {
        assert!(forged_marker(b"int a;\n# 1 \"/usr/include/string.h\" 1 3\n").is_some());
        assert!(forged_marker(b"%:/* */1 \"x\" 3\n").is_some());
        assert!(forged_marker(b"char *a = R\"(\n# 1 \"x\" 1\n)\";\n").is_some());
        assert!(forged_marker(b"# 1 \"x.y\"\nint a;\n").is_none());
        assert!(forged_marker(b"#line 3 \"x\"\n#define A 1\nint b = 1;\n").is_none());
    }
}
