//! Cells of CSV that are safe in spreadsheets.

use std::borrow::Cow;

/// Characters that start a formula in spreadsheets.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Other cell separators: some spreadsheets use semicolons or tabs, and ignore quotes that do not start at what they
/// consider the start of a cell.
const CELL_TERMINATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Makes a cell safe for spreadsheets. Text that starts with certain characters would be a formula, which can read
/// files or run programs; an apostrophe before it makes it text. Numbers stay numbers, with any sign.
/// A spreadsheet with other separators may find several cells within one of ours, so the start of each of these is
/// checked as well, after any blanks and quotes, which spreadsheets treat differently.
pub(super) fn cell(field: &str) -> Cow<'_, str> {
    let unsigned = field.strip_prefix(['+', '-']).unwrap_or(field);
    let is_number =
        !unsigned.is_empty() && unsigned.chars().all(|c| c.is_ascii_digit() || c == '.') || unsigned == "∞";
    if is_number || field == "-" {
        return field.into();
    }
    let mut text = String::with_capacity(field.len());
    for part in field.split_inclusive(CELL_TERMINATORS) {
        let is_formula =
            part.trim_start_matches(|c: char| c.is_whitespace() || c == '"').starts_with(FORMULA);
        // A separator at the start of the field: some spreadsheets drop it.
        let is_dropped = text.is_empty() && part.starts_with(['\t', '\r', '\n']);
        if is_formula || is_dropped {
            text.push('\'');
        }
        text.push_str(part);
    }
    if text.len() == field.len() { field.into() } else { text.into() }
}

/// Returns a cell as written to a file: quoted if it contains a possible separator, or starts or ends with a blank.
pub(super) fn quoted(cell: Cow<'_, str>) -> String {
    let needs_quotes = cell.contains(CELL_TERMINATORS)
        || cell.contains([',', '"'])
        || cell.starts_with(char::is_whitespace)
        || cell.ends_with(char::is_whitespace);
    if needs_quotes { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_text_and_a_number_a_number() {
        for formula in ["=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "-x.crash", "＝1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for plain in ["", "-", "-1", "+12.5", "-0.25", "+∞", "-∞", "a=b", "1-2", "x.crash"] {
            assert_eq!(cell(plain), plain);
        }
    }

    #[test]
    fn a_formula_behind_what_ends_a_cell_elsewhere_is_text() {
        for (field, expected) in [
            ("a;=1+1", "a;'=1+1"),
            ("a\t=1", "a\t'=1"),
            ("a; =1", "a;' =1"),
            (" =1", "' =1"),
            ("a;\"=1", "a;'\"=1"),
            ("a\";=1;b;@x", "a\";'=1;b;'@x"),
            ("a\n+1", "a\n'+1"),
            ("-1;2", "'-1;2"),
            ("\t=1", "'\t'=1"),
            ("\rx", "'\rx"),
        ] {
            assert_eq!(cell(field), expected);
        }
        for plain in ["a;b", "a, -b", "a\tb", "a;1=1", "x;"] {
            assert_eq!(cell(plain), plain);
        }
    }

    #[test]
    fn cells_that_could_end_elsewhere_are_in_quotes() {
        for (text, expected) in [
            ("plain name", "plain name"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            ("a\tb", "\"a\tb\""),
            ("a\"b", "\"a\"\"b\""),
            (" a", "\" a\""),
            ("a\nb", "\"a\nb\""),
        ] {
            assert_eq!(quoted(text.into()), expected);
        }
    }
}
