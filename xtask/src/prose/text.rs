//! Selects the files that people read, and the prose in them.

use super::{Path, PathBuf, WalkDir, io};

/// Folders with third-party or generated files, or with test data that must not change.
const SKIPPED: &[&str] =
    &["target", "node_modules", "dist", ".git", "testdata", "corpus", "artifacts", "seeds", "runtime"];

/// Files that quote what this check looks for. `kind.rs` contains a text that is part of recorded
/// environments, and so cannot change.
const QUOTES: &[&str] = &["xtask/src/prose.rs", "CHANGELOG.md", "crates/guests/src/c_as_wasm/kind.rs"];

/// All files that people read, sorted by name.
pub(super) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let is_read = |name: &str| !SKIPPED.contains(&name);
    let walk = WalkDir::new(root).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.file_name().to_str().is_some_and(is_read)) {
        let entry = entry.map_err(io::Error::other)?;
        let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let is_quoting = QUOTES.iter().any(|quoting| inside == Path::new(quoting));
        let is_text = entry
            .path()
            .extension()
            .is_some_and(|ending| ["md", "rs", "js", "mjs"].iter().any(|text| ending == *text));
        if entry.file_type().is_file() && is_text && !is_quoting {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// The prose of a file, line by line: for Markdown everything but code, for source code comments and strings.
pub(super) fn prose(file: &Path, content: &str) -> String {
    let is_markdown = file.extension().is_some_and(|ending| ending == "md");
    let mut is_fenced = false;
    let lines = content.lines().map(|line| {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("/// ```") {
            is_fenced = !is_fenced;
            return String::new();
        }
        match () {
            () if is_fenced || is_markdown && line.starts_with("    ") => String::new(),
            () if is_markdown => without_code(line),
            () => without_code(&comment_and_texts(line)),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The numbers of the lines, from 1, where a doc comment begins with "The same".
pub(super) fn doc_comments_that_say_the_same(content: &str) -> impl Iterator<Item = usize> {
    let mut before = "";
    let mut found = Vec::new();
    for (at, line) in content.lines().enumerate() {
        let line = line.trim_start();
        if line.starts_with("/// The same") && !before.starts_with("///") {
            found.push(at + 1);
        }
        before = line;
    }
    found.into_iter()
}

/// Removes code from a line: everything between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The comment and the string literals in a line of source code.
fn comment_and_texts(line: &str) -> String {
    let comment = line.find("//").filter(|&at| line[..at].matches('"').count().is_multiple_of(2));
    let (code, comment) = line.split_at(comment.unwrap_or(line.len()));
    // Skips single words, which are keys or names.
    let texts = code.split('"').skip(1).step_by(2).filter(|text| text.contains(' '));
    let text = texts.chain([comment.trim_start_matches(['/', '!'])]).collect::<Vec<_>>().join(" ");
    // A string that continues from the previous line has no opening quotation mark here.
    let goes_on =
        code.matches('"').count() % 2 == 1 && !code.trim_start().starts_with(['"', 'f', 'l', 'r', 'm']);
    if goes_on { format!("{} {text}", code.split('"').next().unwrap_or_default()) } else { text }
}
