//! Cleans text by strangers before it is shown among other text.

/// More than this of a name is not shown anywhere.
const MAX_NAME_CHARS: usize = 300;

/// `text` on one line, without characters that are not seen but steer what is: control characters,
/// changes of the direction of writing, tags, line separators. Escaping is left to the templates.
pub(crate) fn clean(text: &str) -> String {
    let mut words = String::new();
    let mut kept = 0;
    for character in text.chars() {
        let shown = if character.is_whitespace() { ' ' } else { character };
        if steers(character) || (shown == ' ' && (words.is_empty() || words.ends_with(' '))) {
            continue;
        }
        if kept == MAX_NAME_CHARS {
            words.push('…');
            break;
        }
        words.push(shown);
        kept += 1;
    }
    words.truncate(words.trim_end().len());
    words
}

/// Whether a character acts on its neighbours or on the terminal, unseen. The two joiners of Unicode
/// are not among them: Persian, Indian scripts and emoji are written with them.
fn steers(character: char) -> bool {
    let blank = character.is_whitespace() && character != '\u{85}';
    (character.is_control() && !blank)
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// `1530` as `1,530`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of thousandths, with a decimal point if the value is not whole.
pub(crate) fn thousandths(number: u64) -> String {
    match number % 1000 {
        0 => grouped(number / 1000),
        rest => {
            let digits = format!("{rest:03}");
            format!("{}.{}", grouped(number / 1000), digits.trim_end_matches('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_shown_where_there_are_some() {
        assert_eq!([7000, 9_998, 1_234_500].map(thousandths), ["7", "9.998", "1,234.5"]);
    }

    #[test]
    fn what_steers_is_dropped_and_blanks_are_one() {
        assert_eq!(clean("  a\t\n b\u{0}\u{1b}[31m\u{85} "), "a b[31m");
        assert_eq!(clean("x\u{202e}gpj.exe\u{2066}\u{200f}\u{feff}"), "xgpj.exe");
        assert_eq!(clean("\u{2028}a\u{2029}"), "a");
        assert_eq!(clean("שלום"), "שלום");
        assert_eq!(clean("می\u{200c}خواهم"), "می\u{200c}خواهم");
        assert_eq!(clean("\u{202e}"), "");
    }

    #[test]
    fn a_name_without_end_has_one() {
        let name = clean(&"x".repeat(1_000_000));
        assert_eq!(name.chars().count(), MAX_NAME_CHARS + 1);
        assert!(name.ends_with('…'));
        assert_eq!(clean(&"x".repeat(MAX_NAME_CHARS)).len(), MAX_NAME_CHARS);
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
