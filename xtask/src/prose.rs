//! Checks the manual, comments and messages for turns of phrase that readers stumbled over.
//!
//! The check only knows patterns. A text that passes is not necessarily good, but one that fails is worth
//! another look.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use regex::Regex;
use walkdir::WalkDir;

mod text;

/// A turn of phrase, and what to write in its place.
struct Pattern {
    found: Regex,
    /// Matches that are correct, although they fit the pattern.
    unless: Option<Regex>,
    advice: &'static str,
}

/// Pattern, exceptions, and advice. `\s+` also finds words that a line break separates.
const PATTERNS: &[(&str, &str, &str)] = &[
    (
        r"\b\w+\s+is\s+no\s+\w+",
        r"(?i)^(there|where|here|it|this|that|which)\s+is\s+no\s+(longer|more|better|worse|need|use)$|^(?i)there\s",
        "write `is not a …`, or `there is no …`",
    ),
    (
        r"(?i)\b(games|matches|rounds|runs|questions|points|characters|bytes|turns|moves|pages|files|lines|times|frames|pictures)\s+an?\s+(pair|pairing|game|match|round|second|turn|seat|program|setup|player|row|move|cell|run|command|challenge)\b",
        r"(?i)^runs\s+a\s+(program|command|match|game)$",
        "write `per`",
    ),
    (r"\b(?i:whoever)\b", "^$", "say who it is: the user, the author, a process"),
    (r"\bwhat\s+(is|was)\s+to\s+be\b", "^$", "say what is done"),
    (r"\bin\s+the\s+midst\b", "^$", "write `in the middle` or `during`"),
    (r"\b[Bb]eside\s+(that|this|what)\b", "^$", "write `besides` or `in addition to`"),
    (r"\b[Bb]y\s+way\s+of\b", "^$", "write `through` or `by`"),
    (r"\b(?i:nothing)\s+if\b", "^$", "write `None if`, or say in a sentence what happens"),
    (
        r"\bis\s+told\s+(of|by|what|in)\b|\bare\s+told\s+(of|by|what|in)\b",
        "^$",
        "write `gets`, `receives` or `is notified of`",
    ),
    (r"\b(?i:the\s+same)\s+as\s+that\b", "^$", "say what it means"),
    (r"(?i)\bgoes\s+beyond\b|\bgo\s+beyond\b", "^$", "write `exceeds`"),
    (
        // After a hyphen, the word is part of an option's name, here and below.
        r"(?m)(?:^|[^-\n])\b(colors?|colored|behaviors?|favorites?|neighbors?|honors?|centered)\b",
        "^$",
        "this project is written in British English",
    ),
    (
        r"\b(?i:(guest ?house|nobody ?home|nursery|nurseries|workshops?|at\s+the\s+door|the\s+door|the\s+shelf|the\s+crew|a\s+crew|retold|deeds|heeds?))\b",
        "^$",
        "use the word of the glossary (crates/bout/manual/glossary.md)",
    ),
    (
        r"(?im)(?:^|[^-\n])\bwalls?\b",
        "^$",
        "write `isolation` or `isolation feature`; `elapsed time` for wall-clock time",
    ),
];

/// A place where a pattern was found.
struct Hit {
    file: PathBuf,
    line: usize,
    text: String,
    advice: &'static str,
}

/// Prints every place in a folder where a pattern matches.
pub(crate) fn check(folder: &Path) -> ExitCode {
    let hits = match all_hits(folder) {
        Ok(hits) => hits,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for Hit { file, line, text, advice } in &hits {
        eprintln!("{}:{line}: `{text}`: {advice}", file.display());
    }
    println!("{} places to write more plainly", hits.len());
    if hits.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn all_hits(root: &Path) -> io::Result<Vec<Hit>> {
    let mut hits = Vec::new();
    for file in text::files(root)? {
        let content = fs::read_to_string(&file)?;
        let shown = file.strip_prefix(root).unwrap_or(&file);
        hits.extend(hits_in(shown, &content));
    }
    Ok(hits)
}

fn hits_in(file: &Path, content: &str) -> Vec<Hit> {
    static COMPILED: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
        let regex = |text: &str| Regex::new(text).expect("the patterns are regular expressions");
        let pattern = |&(found, unless, advice): &(&str, &str, &'static str)| Pattern {
            found: regex(found),
            unless: (unless != "^$").then(|| regex(unless)),
            advice,
        };
        PATTERNS.iter().map(pattern).collect()
    });
    let prose = text::prose(file, content);
    let mut hits: Vec<Hit> = Vec::new();
    for pattern in COMPILED.iter() {
        for found in pattern.found.find_iter(&prose) {
            if pattern.unless.as_ref().is_some_and(|right| right.is_match(found.as_str())) {
                continue;
            }
            hits.push(Hit {
                file: file.to_owned(),
                line: 1 + prose[..found.start()].matches('\n').count(),
                text: found.as_str().split_whitespace().collect::<Vec<_>>().join(" "),
                advice: pattern.advice,
            });
        }
    }
    hits.extend(text::doc_comments_that_say_the_same(content).map(|line| Hit {
        file: file.to_owned(),
        line,
        text: "The same".into(),
        advice: "say what the item means by itself",
    }));
    hits.sort_by_key(|hit| hit.line);
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, content: &str) -> Vec<(usize, String)> {
        hits_in(Path::new(file), content).into_iter().map(|hit| (hit.line, hit.text)).collect()
    }

    #[test]
    fn turns_of_phrase_are_found_where_people_read_and_nowhere_else() {
        assert_eq!(
            found("a.md", "It\nis no\nseed, ten games a pair."),
            [(1, "It is no seed".into()), (3, "games a pair".into())]
        );
        assert_eq!(found("a.md", "There is no seed. `it is no seed`\n\n    it is no seed\n"), []);
        let rust =
            "let whoever = 1; // whoever\n/// The same, but\n/// for two.\nlet text = \"it is no file\";\n";
        assert_eq!(
            found("a.rs", rust),
            [(1, "whoever".into()), (2, "The same".into()), (4, "it is no file".into())]
        );
    }

    #[test]
    fn what_is_right_is_not_found() {
        assert_eq!(found("a.md", "There is no such file. It is no longer there. Ten games per pair."), []);
    }
}
