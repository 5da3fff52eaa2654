//! Cleans text from strangers before it is shown among other text.

use game::text::{grouped, is_unsafe_to_print};

/// Names are cut after this many characters.
const MAX_NAME_CHARS: usize = 300;

/// `text` on one line, without invisible characters that affect how other text is shown: control characters, changes of
/// writing direction, tags, line separators. The templates do the escaping.
pub(crate) fn clean(text: &str) -> String {
    let mut words = String::new();
    let mut kept = 0;
    for character in text.chars() {
        let shown = if character.is_whitespace() { ' ' } else { character };
        if (is_unsafe_to_print(character) && shown != ' ')
            || (shown == ' ' && (words.is_empty() || words.ends_with(' ')))
        {
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

/// A number of thousandths, with a decimal point if the value is not whole.
pub(crate) fn thousandths(number: u64) -> String {
    decimal(number, 0)
}

/// A number of thousandths with at least `least_digits` of its three digits after the point.
pub(crate) fn decimal(thousandths: u64, least_digits: usize) -> String {
    let fraction = format!("{:03}", thousandths % 1000);
    let digits = fraction.trim_end_matches('0').len().max(least_digits.min(3));
    let point = if digits > 0 { "." } else { "" };
    format!("{}{point}{}", grouped(thousandths / 1000), &fraction[..digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_shown_where_there_are_some() {
        assert_eq!([7000, 9_998, 1_234_500].map(thousandths), ["7", "9.998", "1,234.5"]);
        assert_eq!([7000, 9_998, 1_234_500].map(|it| decimal(it, 1)), ["7.0", "9.998", "1,234.5"]);
        assert_eq!([7000, 9_998, 1_234_500].map(|it| decimal(it, 9)), ["7.000", "9.998", "1,234.500"]);
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
}
