//! The width of the terminal, and text that fits it.

/// The width if there is neither a terminal nor a valid `COLUMNS`.
const DEFAULT_WIDTH: usize = 80;

/// The least width to which text is fitted. In a narrower window, lines are too long.
const MIN_WIDTH: usize = 30;

/// Returns the width of the terminal in columns; without one, that of the variable `COLUMNS`, or 80.
pub(crate) fn width() -> usize {
    terminal_width().or_else(columns_variable).unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH)
}

/// Returns the width that tables must fit into; `None` if standard output is not a terminal, or with `--wide`.
pub(crate) fn table_width(is_wide: bool) -> Option<usize> {
    if is_wide { None } else { terminal_width().map(|width| width.max(MIN_WIDTH)) }
}

/// Breaks lines that are wider than `width` between words. Without a width, changes nothing.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let options =
        textwrap::Options::new(width).break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// Returns true if a line of the text is wider than `width`; false without a width.
pub(crate) fn is_too_wide(text: &str, width: Option<usize>) -> bool {
    width.is_some_and(|width| text.lines().any(|line| textwrap::core::display_width(line) > width))
}

fn terminal_width() -> Option<usize> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

fn columns_variable() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_only_where_there_is_a_width() {
        let text = "every program met every other\nonce";
        assert_eq!(wrapped(text, Some(14)), "every program\nmet every\nother\nonce");
        assert_eq!(wrapped(text, None), text);
        assert_eq!(wrapped("a-very-long-name.esowar won", Some(10)), "a-very-long-name.esowar\nwon");
    }

    #[test]
    fn width_is_what_is_seen_not_bytes() {
        assert!(!is_too_wide("┌──┐", Some(4)) && is_too_wide("┌──┐", Some(3)) && !is_too_wide("┌──┐", None));
    }
}
