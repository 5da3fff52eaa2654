//! Whether the source of a program may be shown: its author says so with a `;licence` comment.

/// The longest beginning of a source in which a licence is looked for, in bytes.
const MAX_SEARCHED: usize = 64 << 10;

/// The longest licence, in characters.
const MAX_CHARS: usize = 80;

/// Returns the words after the first `;licence` or `;license` in a source, in whatever comment it stands.
pub(crate) fn of(source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&source[..source.len().min(MAX_SEARCHED)]).into_owned();
    text.lines().find_map(|line| {
        let at = line.to_ascii_lowercase().find(";licen")?;
        let (key, words) = line[at + 1..].split_once(char::is_whitespace)?;
        let is_key = ["licence", "license"].contains(&key.to_ascii_lowercase().as_str());
        // The end of a comment in C is not part of it.
        let words = game::text::one_line(words.trim().trim_end_matches("*/").trim_end());
        (is_key && !words.is_empty()).then(|| words.chars().take(MAX_CHARS).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_is_found_in_the_comments_of_all_games() {
        for (source, licence) in [
            (";name a\n;licence CC0 1.0\n", Some("CC0 1.0")),
            ("// ;License MIT\nint x;", Some("MIT")),
            ("/* ;licence MIT */", Some("MIT")),
            ("; licence MIT", None),
            (";licence\n", None),
            (";licensed MIT", None),
            ("wait\n", None),
        ] {
            assert_eq!(of(source.as_bytes()).as_deref(), licence, "{source}");
        }
    }
}
