//! Names of players, which must be valid file names on any machine.

use crate::file_name::printable;

/// The longest name, in characters.
const MAX_CHARACTERS: usize = 40;

/// Checks a player's name, or returns what is wrong with it.
pub fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    if !(1..=MAX_CHARACTERS).contains(&length) {
        return Err(format!(
            "a player's name has 1 to {MAX_CHARACTERS} characters, but this one has {length}"
        ));
    }
    let fits = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    if let Some(other) = name.chars().find(|c| !fits(*c)) {
        let what = "a player's name consists of letters, digits, blanks and `-`, `_`, `.`";
        return Err(format!("{what}, but this one has `{}`", printable(other.encode_utf8(&mut [0; 4]))));
    }
    if !name.starts_with(char::is_alphanumeric) {
        return Err("a player's name starts with a letter or a digit".into());
    }
    if name.ends_with(['.', ' ']) {
        return Err("a player's name does not end in a dot or a blank".into());
    }
    Ok(())
}

/// Returns true if two different names differ only in case, and so are the same file on some machines.
#[must_use]
pub fn same_in_other_case(one: &str, other: &str) -> bool {
    one != other && one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_of_files_everywhere() {
        for name in ["a", "Captain Nemo", "x-1_2.b", "Zoë", "0", &"n".repeat(40)] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let long = "n".repeat(41);
        for name in [
            "", ".", "..", "../x", "a/b", "a\\b", ".x", "-x", "a.", "a ", " a", "a\nb", "a\u{1b}", "a:b",
            &long,
        ] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn capital_letters_do_not_make_another_player() {
        assert!(
            same_in_other_case("Zoë", "ZOË")
                && !same_in_other_case("a", "a")
                && !same_in_other_case("a", "b")
        );
    }
}
