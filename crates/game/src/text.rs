//! Text that people read among other text: invisible characters that affect it, and large numbers.

/// Returns true if a character changes the direction of writing, breaks lines, or has no width. It changes what people
/// read without being seen. Control characters are not among these.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns true if a character affects a terminal, or changes the text around it for its readers: a control character,
/// or an invisible one. The two joiners of Unicode are allowed: Persian, Indian scripts and emoji are written with
/// them.
#[must_use]
pub fn is_unsafe_to_print(c: char) -> bool {
    c.is_control() || is_unseen(c) && !matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns text for one line of a terminal. Characters that [affect it](is_unsafe_to_print) are replaced.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if is_unsafe_to_print(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Returns text for several lines of a terminal. Characters that [affect it](is_unsafe_to_print) are replaced, except
/// line breaks.
#[must_use]
pub fn several_lines(text: &str) -> String {
    text.chars()
        .map(|c| if is_unsafe_to_print(c) && c != '\n' { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

/// The most characters that [`shortened`] keeps of a line.
const MAX_LINE_CHARS: usize = 4000;

/// Returns text whose lines have a bounded length. A message may quote a text of many megabytes from a stranger's file.
/// An ellipsis stands for the rest of a line that is too long.
#[must_use]
pub fn shortened(text: &str) -> String {
    let line = |line: &str| match line.char_indices().nth(MAX_LINE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Formats a number with commas as thousands separators.
///
/// ```
/// assert_eq!(game::text::grouped(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_shown() {
        assert_eq!(
            one_line("a\u{202e}b\u{2066}c\u{1b}\u{9b}\n"),
            "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(several_lines("a\u{202e}\nb"), "a\u{fffd}\nb");
    }

    #[test]
    fn long_lines_are_cut_and_others_stay() {
        let (long, cut) = ("é".repeat(MAX_LINE_CHARS + 1), "é".repeat(MAX_LINE_CHARS) + "…");
        assert_eq!(shortened(&format!("a\n{long}\n\nb")), format!("a\n{cut}\n\nb"));
        let most = "é".repeat(MAX_LINE_CHARS);
        assert_eq!(shortened(&most), most);
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
