//! Texts with a NUL character, which `SQLite` can store but `PostgreSQL` cannot.
//!
//! Such a text is stored with U+0010 and a digit in place of the NUL. Texts with neither character are stored as they are.

use std::borrow::Cow;

const ESCAPE: char = '\u{10}';
const NUL: char = '0';
const ESCAPED: char = '1';

/// Returns a text in its stored form.
pub(super) fn hidden(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return Cow::Borrowed(text);
    }
    let mut hidden = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\0' => hidden.extend([ESCAPE, NUL]),
            ESCAPE => hidden.extend([ESCAPE, ESCAPED]),
            other => hidden.push(other),
        }
    }
    Cow::Owned(hidden)
}

/// Returns the original of a stored text.
pub(super) fn shown(text: String) -> String {
    if !text.contains(ESCAPE) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let meant = match letters.peek() {
            Some(&NUL) if letter == ESCAPE => Some('\0'),
            Some(&ESCAPED) if letter == ESCAPE => Some(ESCAPE),
            // An earlier version stored this character unchanged.
            _ => None,
        };
        if meant.is_some() {
            letters.next();
        }
        shown.push(meant.unwrap_or(letter));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        for text in ["", "plain 01", "\0", "a\0b", "\u{10}", "\u{10}0", "\0\u{10}1\0", "\u{10}\u{10}\0é"] {
            let kept = hidden(text);
            assert!(!kept.contains('\0'), "{text:?}");
            assert_eq!(shown(kept.into_owned()), text);
        }
        assert_eq!(hidden("plain 01"), "plain 01");
        assert_eq!(shown("old \u{10} text".into()), "old \u{10} text");
    }
}
