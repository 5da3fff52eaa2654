//! What the preprocessor made of a source: which files it opened, and which parts of its text could become assembly.
//!
//! All of the text is checked, including that of headers, because a player's macros may be expanded there. It is split into
//! tokens as a whole, as the compiler does, since a raw string may span many lines.

use std::collections::BTreeSet;
use std::path::PathBuf;

use game::Span;
use games::snakes::lexer::{Lexer, Token, TokenKind, tokens};

use super::assembly::{Attributes, Labels, has_assembly_word, is_assembly_word};

/// A preprocessed source.
#[derive(Debug, Default)]
pub(super) struct Preprocessed {
    /// Every file that was included, from wherever.
    pub(super) included: BTreeSet<PathBuf>,
    /// The first line of the player's own file that contains assembly; 0 if its number is not known, or if the assembly is in a
    /// header.
    pub(super) assembly: Option<usize>,
    /// The first line with an escape in a string that the compiler copies unchanged into its assembly: a string in an attribute
    /// or in a directive.
    pub(super) escape: Option<usize>,
}

impl Preprocessed {
    /// Reads the output of `gcc -E`: text with line markers, `# LINE "FILE" FLAGS`. Flag 1 enters a file, and flag 2 returns
    /// from one. Depth 0 is the player's own file, whatever name `#line` gives it.
    pub(super) fn read(text: &[u8], own_name: &str) -> Self {
        let mut read = Self::default();
        let mut text = text.to_vec();
        let stretches = Stretch::all(&mut text, own_name, &mut read.included);
        let mut stretch = 0;
        let mut attributes = Attributes::default();
        let mut labels = Labels::default();
        for token in Lexer::new(&text) {
            while stretches.get(stretch + 1).is_some_and(|next| next.start <= token.span.start) {
                stretch += 1;
            }
            let here = &stretches[stretch];
            if read.assembly.is_none() && is_assembly(&token, &text, here.is_own, &mut labels) {
                read.assembly = Some(here.line_of(&text, token));
            }
            if read.escape.is_none() && attributes.have_escape(&token, &text) {
                read.escape = Some(here.line_of(&text, token));
            }
        }
        read
    }
}

/// Whether a token is, or completes, something that could become assembly. Headers have assembly of their own. Some is in
/// functions that nobody calls; if one were called, the compiler's assembly would show it. Some gives other names to functions
/// (`asm` labels), and these must be names.
fn is_assembly(token: &Token, text: &[u8], is_own: bool, labels: &mut Labels) -> bool {
    if token.kind == TokenKind::Comment {
        // The preprocessor removes all comments: something that looks like one may be something else to the compiler.
        return has_assembly_word(&text[token.span.start..token.span.end]);
    }
    if is_own && token.kind == TokenKind::Identifier && is_assembly_word(&token.text(text)) {
        return true;
    }
    labels.are_broken_by(token, text)
}

/// The text between two line markers.
#[derive(Debug)]
struct Stretch {
    /// Where it begins, in bytes.
    start: usize,
    /// Whether it belongs to the player's own file.
    is_own: bool,
    /// The number of its first line; `None` if its file does not have the name of the player's file.
    line: Option<usize>,
}

impl Stretch {
    /// All of them, in order. Blanks replace the markers in the text.
    fn all(text: &mut [u8], own_name: &str, included: &mut BTreeSet<PathBuf>) -> Vec<Self> {
        let mut stretches = vec![Self { start: 0, is_own: true, line: None }];
        let (mut depth, mut start) = (0_usize, 0);
        while start < text.len() {
            let end =
                text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| start + at);
            if let Some(marker) = Marker::read(&text[start..end]) {
                match marker.flag {
                    Some(1) => {
                        depth += 1;
                        included.insert(marker.file.clone());
                    }
                    Some(2) => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let is_named = depth == 0 && marker.file.as_os_str() == own_name;
                let line = is_named.then_some(marker.line);
                stretches.push(Self { start: end + 1, is_own: depth == 0, line });
                text[start..end].fill(b' ');
            }
            start = end + 1;
        }
        stretches
    }

    /// The line of a token in this stretch; 0 if it is not known.
    fn line_of(&self, text: &[u8], token: Token) -> usize {
        let Some(first) = self.line else { return 0 };
        let before = text.get(self.start..token.span.start).unwrap_or_default();
        first + before.split(|&byte| byte == b'\n').count() - 1
    }
}

struct Marker {
    line: usize,
    file: PathBuf,
    flag: Option<u8>,
}

impl Marker {
    /// Only a marker begins a line with `# `: where a macro would make another one, the compiler puts a blank before it.
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

/// Finds a place in a source that would make line markers lie: a marker written by hand, or a literal with a line that looks
/// like a marker.
pub(super) fn forged_marker(source: &[u8]) -> Option<Span> {
    // How many tokens of a marker with flags, `# 1 "file" 3`, have been read. Without flags it is a `#line`, which lies about
    // nothing.
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

    fn read(text: &str) -> Preprocessed {
        Preprocessed::read(text.as_bytes(), "bot.c")
    }

    #[test]
    fn names_that_headers_give_functions_are_no_assembly() {
        let header = "# 1 \"bot.c\"\n# 1 \"/usr/include/a.h\" 1 3\nint f(void) __asm__ (\"\" \"g\");\n# 2 \"bot.c\" 2\nint a;\n";
        assert_eq!(read(header).assembly, None);
        assert!(read(header).included.contains(&PathBuf::from("/usr/include/a.h")));
        assert_eq!(read(&format!("{header}\n  __asm__ (\"nop\");\n")).assembly, Some(4));
        assert_eq!(read("char *a = \"asm\";\n").assembly, None);
    }

    #[test]
    fn functions_of_headers_with_assembly_are_not_the_players() {
        let header = "# 1 \"/usr/include/io.h\" 1 3\nstatic inline void f(void) { __asm__ __volatile__ (\"outb %b0\\n\" : : \"a\" (1)); }\n";
        assert_eq!(read(header).assembly, None);
    }

    #[test]
    fn macros_that_only_a_header_expands_are_seen() {
        // `#define __THROW asm("a\n\trdrand %rax\nb")` before the header.
        for label in [
            "\"a\\n\\trdrand %rax\\nb\"",
            "\"a;rdrand %rax\"",
            "\"a\" R\"(\nrdrand %rax\n)\"",
            "u8\"a\"",
            "\"\"",
        ] {
            let text = format!("# 1 \"bot.c\"\n# 1 \"/usr/include/a.h\" 1 3\nint f(void) asm({label});\n");
            assert_eq!(read(&text).assembly, Some(0), "{label}");
        }
        let section = "# 1 \"/usr/include/a.h\" 1 3\nint f(void) __attribute__((section(\".a\\nrdrand %rax\\n.b\")));\n";
        assert_eq!(read(section).escape, Some(0));
    }

    #[test]
    fn raw_strings_over_lines_hide_nothing() {
        let text = "# 1 \"bot.c\"\nconst char *a = R\"(\n\")\"; int f(void) asm(\"g\"); //\"\n";
        assert_eq!(read(text).assembly, Some(2));
        let quiet = "# 1 \"bot.c\"\nconst char *a = R\"(\n asm(\"\");\n)\";\nint b;\n";
        assert_eq!(read(quiet).assembly, None);
    }

    #[test]
    fn line_directives_do_not_hide_anything() {
        let text = "# 1 \"bot.c\"\n# 7 \"/usr/include/string.h\"\n asm(\"\");\n";
        assert_eq!(read(text).assembly, Some(0));
    }

    #[test]
    fn escapes_in_what_is_copied_are_found() {
        let escape = |text: &str| read(&format!("# 1 \"bot.c\"\n{text}")).escape;
        assert_eq!(escape("__attribute__((section(\".a\\n.b\"))) int a;\n"), Some(1));
        assert_eq!(escape("__attribute__\n((section(\n\".a\\n.b\"))) int a;\n"), Some(3));
        assert_eq!(escape("__attribute__((section(\".a;.b\"))) int a;\n"), Some(1));
        assert_eq!(escape("__attribute__((section(\".a,\\\"aw\\\"#\"))) int a;\n"), None);
        assert_eq!(escape("[[gnu::section(\".a\\n.b\")]] int a;\n"), Some(1));
        assert_eq!(escape("<:[gnu::section(\".a\\n.b\")]:> int a;\n"), Some(1));
        assert_eq!(escape("#ident \"a\\n\"\n"), Some(1));
        assert_eq!(escape("__attribute__((section(\".a\"))) char *a = \"b\\n\";\n"), None);
    }

    #[test]
    fn what_only_the_compiler_says_may_hold_anything() {
        let escape = |text: &str| read(&format!("# 1 \"bot.c\"\n{text}")).escape;
        assert_eq!(escape("__attribute__((deprecated(\"old; use b\\n\"))) int a;\n"), None);
        assert_eq!(escape("#pragma message(\"a; b\\n\")\n"), None);
        assert_eq!(escape("#pragma GCC warning \"a; b\"\n"), None);
        assert_eq!(escape("__attribute__((deprecated(\"a;b\"), section(\"c;d\"))) int a;\n"), Some(1));
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
