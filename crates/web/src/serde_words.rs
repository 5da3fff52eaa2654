//! Errors about settings and bodies of requests, in words of people. The library that reads them speaks of types of Rust.

/// Returns what the library says about a value, in words of people. `table` is the format's own word for a
/// value with named parts.
pub(crate) fn in_words(error: &str, table: &str) -> String {
    for begin in ["invalid type: ", "invalid value: "] {
        if let Some((before, about)) = error.split_once(begin)
            && let Some((found, wanted)) = about.rsplit_once(", expected ")
        {
            let (wanted, after) = wanted.find(" at line ").map_or((wanted, ""), |at| wanted.split_at(at));
            let (found, wanted) = (found_in_words(found, table), wanted_in_words(wanted, table));
            return format!("{before}this is {found}, but must be {wanted}{after}");
        }
    }
    if let Some((before, about)) = error.split_once("missing field ") {
        let (field, after) = about.find(" at line ").map_or((about, ""), |at| about.split_at(at));
        return format!("{before}{field} is missing{after}");
    }
    for begin in ["unknown field ", "unknown variant "] {
        if let Some((before, about)) = error.split_once(begin)
            && let Some((name, known)) = about.split_once(", ")
        {
            return format!("{before}{name} is unknown here; {known}");
        }
    }
    error.to_owned()
}

fn found_in_words(found: &str, table: &str) -> String {
    match found {
        "sequence" => "a list".into(),
        "map" => table.into(),
        "null" | "unit value" => "null".into(),
        _ => {
            let kinds =
                [("string ", "the text "), ("integer ", "the number "), ("floating point ", "the number ")];
            let renamed = kinds
                .into_iter()
                .find_map(|(kind, words)| found.strip_prefix(kind).map(|value| format!("{words}{value}")));
            renamed.unwrap_or_else(|| found.strip_prefix("boolean ").unwrap_or(found).to_owned())
        }
    }
}

fn wanted_in_words<'a>(wanted: &'a str, table: &'a str) -> &'a str {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 on",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "string" => "a text in quotation marks",
        "a sequence" => "a list",
        "a map" => table,
        "a TOML datetime" => "a moment such as 2026-12-01T18:00:00Z, without quotation marks",
        _ if ["struct ", "internally tagged enum "].into_iter().any(|kind| wanted.starts_with(kind)) => table,
        _ => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_rust_become_words() {
        for (error, words) in [
            (
                "invalid type: string \"many\", expected u64",
                "this is the text \"many\", but must be a whole number from 0 on",
            ),
            (
                "invalid value: integer `-1`, expected usize",
                "this is the number `-1`, but must be a whole number from 0 on",
            ),
            (
                "invalid type: floating point `1.5`, expected i64",
                "this is the number `1.5`, but must be a whole number",
            ),
            (
                "invalid type: boolean `true`, expected a string",
                "this is `true`, but must be a text in quotation marks",
            ),
            ("invalid type: map, expected a sequence", "this is a table, but must be a list"),
            ("invalid type: sequence, expected struct Limits", "this is a list, but must be a table"),
            (
                "invalid type: integer `1`, expected internally tagged enum HillAction",
                "this is the number `1`, but must be a table",
            ),
            (
                "name: invalid type: null, expected a boolean at line 1 column 9",
                "name: this is null, but must be true or false at line 1 column 9",
            ),
            ("missing field `source` at line 1 column 2", "`source` is missing at line 1 column 2"),
            ("unknown field `colour`, expected `a` or `b`", "`colour` is unknown here; expected `a` or `b`"),
            (
                "unknown variant `x`, expected one of `a`, `b`",
                "`x` is unknown here; expected one of `a`, `b`",
            ),
            ("5 is not a whole number from 1 to 3", "5 is not a whole number from 1 to 3"),
        ] {
            assert_eq!(in_words(error, "a table"), words);
        }
    }

    #[test]
    fn a_text_that_reads_like_an_error_is_quoted_as_it_is() {
        let error = "invalid type: string \"a, expected u8\", expected f64";
        assert_eq!(in_words(error, "a table"), "this is the text \"a, expected u8\", but must be a number");
    }
}
