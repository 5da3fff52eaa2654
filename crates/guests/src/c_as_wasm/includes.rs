//! Checks which files a source would make the preprocessor open. The preprocessor is not confined, so this is checked
//! before it runs.

use game::Span;
use games::snakes::lexer::{Token, TokenKind, tokens};

use crate::source::{Checker, clean};

/// Refuses what could open a file that is not a header, or ask whether one exists. The compiler refuses unknown headers.
pub(super) fn check(checker: &mut Checker) {
    let source = checker.source;
    let tokens: Vec<Token> = tokens(source).collect();
    let mut refused = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let word = token.text(source);
        if token.kind == TokenKind::RawString {
            refused.push((token.span, "a raw string is C++".to_owned()));
        }
        let is_word = token.kind == TokenKind::Identifier;
        if is_word && [&b"__has_include"[..], b"__has_include_next", b"__has_embed"].contains(&word.as_ref())
        {
            let word = String::from_utf8_lossy(&word);
            refused.push((token.span, format!("`{word}` asks what files there are")));
        }
        let is_directive = is_word && at > 0 && tokens[at - 1].kind == TokenKind::DirectiveHash;
        if is_directive && word.as_ref() == b"embed" {
            refused.push((token.span, "`#embed` reads a file".to_owned()));
        }
        if is_directive && [&b"include"[..], b"include_next", b"import"].contains(&word.as_ref()) {
            refused.extend(include(source, token.span, tokens.get(at + 1)).err());
        }
    }
    for (place, message) in refused {
        checker.refuse("S14", Some(place), message, HELP);
    }
}

const HELP: &str =
    "a bot is one file (S14), and names its headers plainly: the compiler is not confined on this platform";

/// Whether a directive names a header as `<name.h>` or `"name.h"`.
fn include(source: &[u8], directive: Span, operand: Option<&Token>) -> Result<(), (Span, String)> {
    let named = operand.filter(|one| [TokenKind::HeaderName, TokenKind::String].contains(&one.kind));
    let Some(operand) = named else {
        return Err((directive, "what is included depends on a macro".to_owned()));
    };
    let spelled = operand.text(source);
    let name = spelled.get(1..spelled.len() - 1).unwrap_or_default();
    if is_plain(name) {
        return Ok(());
    }
    let shown = clean(&String::from_utf8_lossy(name));
    Err((operand.span, format!("`{shown}` is not a standard header")))
}

/// Whether a name can only lead into the folders of headers.
fn is_plain(name: &[u8]) -> bool {
    let is_part = |part: &[u8]| {
        let is_known = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
        part.first().is_some_and(u8::is_ascii_alphanumeric) && part.iter().all(is_known)
    };
    name.ends_with(b".h") && name.split(|&byte| byte == b'/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(source: &str) -> bool {
        let mut checker = Checker::new(source.as_bytes());
        check(&mut checker);
        checker.open().is_err()
    }

    #[test]
    fn headers_by_their_names_pass() {
        for source in [
            "#include <string.h>\n",
            "#include \"string.h\"\n",
            "  # /* a */ include/**/<sys/types.h> // b\n",
            "#ifdef _WIN32\n#include <windows.h>\n#endif\n",
            "int embed, include; char *a = \"#include </etc/passwd>\";\n",
        ] {
            assert!(!is_refused(source), "{source}");
        }
    }

    #[test]
    fn ways_to_other_files_do_not() {
        for source in [
            "#include \"/etc/passwd\"\n",
            "#include </etc/passwd>\n",
            "#include \"../bot.h\"\n",
            "#include \"a/../../bot.h\"\n",
            "#include \"passwd\"\n",
            "#include \"C:\\\\a.h\"\n",
            "#include \"c:a.h\"\n",
            "#include \\\n \"/etc/passwd\"\n",
            "%:include \"/etc/passwd\"\n",
            "#define A \"/etc/passwd\"\n#include A\n",
            "#inc\\\nlude \"/etc/passwd\"\n",
            "#import \"/etc/passwd\"\n",
            "#include_next \"/etc/passwd\"\n",
            "#include <a/*b.h>\n",
            "int a[] = {\n#embed \"/etc/passwd\"\n};\n",
            "#if __has_include(\"/etc/passwd\")\n#endif\n",
            "char *a = R\"(\n#include \"/etc/passwd\"\n)\";\n",
        ] {
            assert!(is_refused(source), "{source}");
        }
    }
}
