//! The few words in statements that differ between the databases.

use std::borrow::Cow;

const NOCASE: &str = "nocase(";

/// Returns a statement in the form for `SQLite`. The indexes for `nocase` are on columns with that collation.
pub(crate) fn for_sqlite(statement: &str) -> Cow<'_, str> {
    with_nocase(statement, |inner| format!("{inner} COLLATE NOCASE"))
}

/// Returns a statement in the form for `PostgreSQL`, with numbered parameters. The indexes for `nocase` are on this expression;
/// the collation `C` knows only the letters from A to Z.
#[cfg(any(feature = "postgres", test))]
pub(crate) fn for_postgres(statement: &str) -> String {
    numbered(&with_nocase(statement, |inner| format!("lower({inner} COLLATE \"C\")")))
}

fn with_nocase(statement: &str, say: impl Fn(&str) -> String) -> Cow<'_, str> {
    if !statement.contains(NOCASE) {
        return Cow::Borrowed(statement);
    }
    let mut said = String::with_capacity(statement.len() + 32);
    let mut rest = statement;
    while let Some((before, after)) = rest.split_once(NOCASE) {
        let (inner, after) = after.split_once(')').unwrap_or((after, ""));
        said.push_str(before);
        said.push_str(&say(inner));
        rest = after;
    }
    said.push_str(rest);
    Cow::Owned(said)
}

#[cfg(any(feature = "postgres", test))]
/// Replaces `?1` by `$1`, and `?` by the number after the largest one before it, except in quotes.
fn numbered(statement: &str) -> String {
    let mut said = String::with_capacity(statement.len() + 16);
    let mut letters = statement.chars().peekable();
    let mut largest = 0_u32;
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        is_quoted ^= letter == '\'';
        if is_quoted || letter != '?' {
            said.push(letter);
            continue;
        }
        let mut number = 0;
        while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
            number = number * 10 + digit;
            letters.next();
        }
        let number = if number == 0 { largest + 1 } else { number };
        largest = largest.max(number);
        said.push('$');
        said.push_str(&number.to_string());
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_numbers_and_quotes_stay() {
        assert_eq!(
            numbered("a = ? AND b = ?3 OR c = '?''?' AND d = ?"),
            "a = $1 AND b = $3 OR c = '?''?' AND d = $4"
        );
    }

    #[test]
    fn capital_letters_make_no_difference() {
        let statement = "SELECT 1 FROM a WHERE nocase(a.b) = nocase(?) ORDER BY nocase(b)";
        let sqlite = "SELECT 1 FROM a WHERE a.b COLLATE NOCASE = ? COLLATE NOCASE ORDER BY b COLLATE NOCASE";
        let postgres = "SELECT 1 FROM a WHERE lower(a.b COLLATE \"C\") = lower($1 COLLATE \"C\") \
                        ORDER BY lower(b COLLATE \"C\")";
        assert_eq!(for_sqlite(statement), sqlite);
        assert_eq!(for_postgres(statement), postgres);
    }
}
