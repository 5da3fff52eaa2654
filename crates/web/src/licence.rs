//! Finds the `;licence` comment with which an author allows the site to show the source of a
//! program.

/// The number of bytes at the start of a source that are searched for a licence.
const MAX_SEARCHED: usize = 64 << 10;

/// The maximum length of a licence, in characters. Longer ones are cut.
const MAX_CHARS: usize = 80;

/// Returns the text after the first `;licence` or `;license` in a source, in any kind of comment.
pub(crate) fn of(source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&source[..source.len().min(MAX_SEARCHED)]).into_owned();
    text.lines().find_map(|line| {
        let at = line.to_ascii_lowercase().find(";licen")?;
        let (key, words) = line[at + 1..].split_once(char::is_whitespace)?;
        let is_key = ["licence", "license"].contains(&key.to_ascii_lowercase().as_str());
        // The `*/` that ends a C comment is not part of the licence.
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
