//! Which of perl's operations a snippet may use (P10).

use std::sync::OnceLock;

/// The list itself.
const LIST: &str = include_str!("operations.txt");

/// One of perl's operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Its name in perl's module Opcode.
    pub name: &'static str,
    /// The group of Opcode's that it is allowed with; or why it is forbidden.
    pub reason: &'static str,
    /// Whether a snippet may use it.
    pub is_allowed: bool,
}

/// Every operation of the list.
#[must_use]
pub fn operations() -> &'static [Operation] {
    static OPERATIONS: OnceLock<Vec<Operation>> = OnceLock::new();
    OPERATIONS.get_or_init(|| {
        let mut operations = Vec::new();
        let (mut is_allowed, mut reason) = (false, "");
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            if let Some(heading) = line.strip_prefix("+ ") {
                (is_allowed, reason) = (true, heading);
            } else if let Some(heading) = line.strip_prefix("- ") {
                (is_allowed, reason) = (false, heading);
            } else {
                let names = line.split_whitespace();
                operations.extend(names.map(|name| Operation { name, reason, is_allowed }));
            }
        }
        operations
    })
}

/// The list as the driver is told it: what is allowed, group by group, and `!` before what is not, one after the other.
pub(super) fn arguments() -> Vec<String> {
    let groups = LIST.lines().filter_map(|line| line.strip_prefix("+ ")).map(String::from);
    let forbidden = operations().iter().filter(|one| !one.is_allowed).map(|one| format!("!{}", one.name));
    groups.chain(forbidden).collect()
}

/// Whether perl would compile code inside of a regular expression of this snippet: `(?{…})` and `(??{…})`, also where a
/// backslash before a question mark is one that perl takes away. No operation stands for it, so the mask does not see it. A
/// text that only looks like it counts, too.
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
    fn every_operation_stands_there_once() {
        let mut names: Vec<&str> = operations().iter().map(|one| one.name).collect();
        assert!(names.len() > 350);
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
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
