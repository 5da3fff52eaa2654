//! Numbers and lines as people read them.

/// A number with a comma after every thousand.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text in lines of at most `width` characters, broken between words where that is possible.
pub(crate) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(String::new());
        } else if used > 0 {
            push(&mut lines, " ");
        }
        for character in word.chars() {
            if lines.last().is_some_and(|line| line.chars().count() == width) {
                lines.push(String::new());
            }
            push(&mut lines, character.encode_utf8(&mut [0; 4]));
        }
    }
    lines
}

fn push(lines: &mut [String], more: &str) {
    if let Some(line) = lines.last_mut() {
        line.push_str(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_off() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a", 0), ["a"]);
    }
}
