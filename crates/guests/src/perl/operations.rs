//! Which of perl's operations a snippet may use, and which of its functions it can call (P10).

use std::sync::OnceLock;

/// The lists themselves.
const OPERATIONS: &str = include_str!("operations.txt");
const FUNCTIONS: &str = include_str!("functions.txt");

/// One of perl's operations or functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedOperation {
    /// The name of an operation in perl's module Opcode, or the name of a function with its package.
    pub name: &'static str,
    /// If it is allowed: the Opcode group of an operation, or the reason why a function is harmless. If not: the reason
    /// why it is forbidden.
    pub reason: &'static str,
    /// Whether a snippet may use it.
    pub is_allowed: bool,
}

/// Every operation of the list.
#[must_use]
pub fn operations() -> &'static [ListedOperation] {
    static LISTED: OnceLock<Vec<ListedOperation>> = OnceLock::new();
    LISTED.get_or_init(|| read(OPERATIONS))
}

/// Every function of the list. The driver also removes functions that can be called but are not on the list.
#[must_use]
pub fn functions() -> &'static [ListedOperation] {
    static LISTED: OnceLock<Vec<ListedOperation>> = OnceLock::new();
    LISTED.get_or_init(|| read(FUNCTIONS))
}

fn read(list: &'static str) -> Vec<ListedOperation> {
    let mut listed = Vec::new();
    let (mut is_allowed, mut reason) = (false, "");
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        if let Some(heading) = line.strip_prefix("+ ") {
            (is_allowed, reason) = (true, heading);
        } else if let Some(heading) = line.strip_prefix("- ") {
            (is_allowed, reason) = (false, heading);
        } else {
            let names = line.split_whitespace();
            listed.extend(names.map(|name| ListedOperation { name, reason, is_allowed }));
        }
    }
    listed
}

/// The allowed operations, as arguments for Opcode: the names of groups, and then each forbidden operation with a `!`
/// before its name.
pub(super) fn operation_arguments() -> Vec<String> {
    let groups = OPERATIONS.lines().filter_map(|line| line.strip_prefix("+ ")).map(String::from);
    let forbidden = operations().iter().filter(|one| !one.is_allowed).map(|one| format!("!{}", one.name));
    groups.chain(forbidden).collect()
}

/// The functions that stay, as arguments for the driver.
pub(super) fn function_arguments() -> impl Iterator<Item = String> {
    functions().iter().filter(|one| one.is_allowed).map(|one| format!("&{}", one.name))
}

/// Whether perl would compile code inside a regular expression of this snippet: `(?{…})` and `(??{…})`, also with
/// backslashes that perl removes. No operation represents such code, so the mask does not see it. A text that only
/// looks like such code counts, too.
#[must_use]
pub fn has_code_in_pattern(code: &str) -> bool {
    const QUESTION: [&str; 2] = ["?", "\\?"];
    let opens = |rest: &str| {
        QUESTION.iter().filter_map(|question| rest.strip_prefix(question)).any(|rest| {
            let second = QUESTION.iter().filter_map(|question| rest.strip_prefix(question));
            std::iter::once(rest).chain(second).any(|rest| {
                rest.starts_with(['{', '\\']) && {
                    let rest = rest.strip_prefix('\\').unwrap_or(rest);
                    rest.starts_with('{')
                }
            })
        })
    };
    code.match_indices('(').any(|(at, _)| opens(&code[at + 1..]))
        || code.contains("(*{")
        || code.contains("(**{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stands_there_once() {
        for (listed, least) in [(operations(), 350), (functions(), 80)] {
            let mut names: Vec<&str> = listed.iter().map(|one| one.name).collect();
            assert!(names.len() > least);
            names.sort_unstable();
            for pair in names.windows(2) {
                assert_ne!(pair[0], pair[1]);
            }
            assert!(listed.iter().all(|one| !one.reason.is_empty()));
        }
    }

    #[test]
    fn code_in_patterns_is_seen_in_every_spelling() {
        for code in
            ["/(?{1})/", "/(??{1})/", "m?(\\?{1})?", "m?(\\?\\?{1})?", "m?(?\\?{1})?", "m{(?\\{1\\})}"]
        {
            assert!(has_code_in_pattern(code), "{code}");
        }
        for code in ["/(?:{1})/", "/(?i)x{2}/", "(1)?{a=>1}:2", "f(?)", "/\\(x{3}/", "/(?", "("] {
            assert!(!has_code_in_pattern(code), "{code}");
        }
    }
}
