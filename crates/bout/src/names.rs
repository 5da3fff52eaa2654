//! Formats names, shell words and numbers for people.

use std::ffi::OsStr;

use comfy_table::{CellAlignment, Table};

/// Quotes a word for the shells of Windows. Characters that are valid in file names need no escaping between quotes.
#[cfg(windows)]
pub(crate) fn shell_word(word: &OsStr) -> String {
    let text = game::text::one_line(&word.to_string_lossy());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || br"\/:._-=+".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_plain) { text } else { format!("\"{text}\"") }
}

/// Quotes a word for a Unix shell. A word with unprintable bytes is written with `printf`, so that the line can be
/// copied and pasted.
#[cfg(not(windows))]
pub(crate) fn shell_word(word: &OsStr) -> String {
    let bytes = word.as_encoded_bytes();
    let plain = word.to_str().filter(|text| !text.chars().any(game::is_unsafe_to_print));
    if let Some(quoted) = plain.and_then(|text| shlex::try_quote(text).ok()) {
        return quoted.into_owned();
    }
    let spelled = bytes.iter().map(|&byte| match byte {
        b'%' => "%%".into(),
        b'\\' => r"\\".into(),
        b' '..=b'~' if byte != b'\'' => char::from(byte).to_string(),
        byte => format!(r"\{byte:03o}"),
    });
    format!("\"$(printf '{}')\"", spelled.collect::<String>())
}

/// Formats a number with its sign and this many decimals; zero has no sign.
pub(crate) fn signed(number: f64, digits: u8) -> String {
    let (unit, digits) = (10_f64.powi(digits.into()), usize::from(digits));
    // Adding zero turns -0 into 0.
    let rounded = (number * unit).round() / unit + 0.0;
    match rounded {
        infinite if infinite.is_infinite() => (if infinite > 0.0 { "+∞" } else { "-∞" }).into(),
        0.0 => format!("{rounded:.digits$}"),
        rounded => format!("{rounded:+.digits$}"),
    }
}

/// Aligns every column from `first` on to the right, for numbers.
pub(crate) fn align_numbers(table: &mut Table, first: usize) {
    for column in table.column_iter_mut().skip(first) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// Returns a table's text without trailing blanks on its lines.
pub(crate) fn trimmed(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_sign() {
        let thousandths = |number| signed(number, 3);
        assert_eq!([0.05, -0.1234, 0.0, -0.0001].map(thousandths), ["+0.050", "-0.123", "0.000", "0.000"]);
        let whole = |number| signed(number, 0);
        assert_eq!([12.5, -12.6, 0.4, -0.4].map(whole), ["+13", "-13", "0", "0"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(whole), ["+∞", "-∞"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_shell_takes_any_word() {
        use std::os::unix::ffi::OsStrExt;
        for word in [&b"plain"[..], b"with space", b"it's", b"a\xff%\\'b", b"esc\x1b[2J", b"two\nlines"] {
            let line = format!("printf %s {}", shell_word(OsStr::from_bytes(word)));
            assert!(!line.chars().any(char::is_control), "{line}");
            let said = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(said.stdout, word, "{line}");
        }
    }

    #[test]
    #[cfg(windows)]
    fn a_shell_takes_any_path() {
        let words = [r"hill\.bout\records\a-1.bout", "with space", "a&b", ""]
            .map(|word| shell_word(OsStr::new(word)));
        assert_eq!(words, [r"hill\.bout\records\a-1.bout", "\"with space\"", "\"a&b\"", "\"\""]);
    }
}
