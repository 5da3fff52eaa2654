//! Programs as tokens. Names and comments do not count.

use game::Participant;
use games::snakes::{self, lexer};

/// The words of C that are not names.
const C_KEYWORDS: [&str; 35] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
    "volatile", "while", "_Bool",
];

/// Returns the tokens of a program.
///
/// In C, every name is the same token, which shows only that a name is there. So new names make no new program. Elsewhere the
/// tokens are those of the canonical text: a row of letters and digits, or any other character.
pub(super) fn tokens(program: &Participant) -> Vec<String> {
    match program.game {
        "snakes" if !snakes::is_wasm(program.canonical.as_bytes()) => of_c(program.canonical.as_bytes()),
        "esowar" => program.canonical.chars().filter(|one| !one.is_whitespace()).map(String::from).collect(),
        _ => of_words(&program.canonical),
    }
}

fn of_c(source: &[u8]) -> Vec<String> {
    let text = |token: lexer::Token| {
        let text = String::from_utf8_lossy(&token.text(source)).into_owned();
        let is_name = token.kind == lexer::TokenKind::Identifier && !C_KEYWORDS.contains(&text.as_str());
        if is_name { "name".to_owned() } else { text }
    };
    lexer::tokens(source).map(text).collect()
}

fn of_words(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut is_in_word = false;
    for one in text.chars() {
        let belongs_to_word = one.is_alphanumeric() || one == '_';
        match tokens.last_mut() {
            Some(word) if is_in_word && belongs_to_word => word.push(one),
            _ if one.is_whitespace() => {}
            _ => tokens.push(one.to_string()),
        }
        is_in_word = belongs_to_word;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_other_characters_are_tokens() {
        assert_eq!(of_words("store [i]-10 a1\n  x"), ["store", "[", "i", "]", "-", "10", "a1", "x"]);
        assert!(of_words(" \n").is_empty());
    }

    #[test]
    fn names_and_comments_of_c_do_not_count() {
        let one = of_c(b"int turn(void) { /* mine */ return best; }");
        let other = of_c(b"int play(void) { return x1; } // his");
        assert_eq!(one, other);
        assert_ne!(one, of_c(b"int play(void) { return 1; }"));
    }
}
