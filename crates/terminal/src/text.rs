//! Formats lines for readers.

/// Breaks a text into lines of at most `width` characters, between words where possible.
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
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a", 0), ["a"]);
    }
}
