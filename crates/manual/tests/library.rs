//! The page `library` shows the examples that run as tests in the documentation of the crates.

use std::fs;
use std::path::Path;

/// The crates whose documentation has the examples.
const CRATES: [&str; 4] = ["game", "games", "referee", "tournament"];

/// How many tasks the page promises.
const TASKS: usize = 10;

/// The code blocks that start with such a line, without lines that documentation hides.
fn blocks<'t>(lines: impl Iterator<Item = &'t str>, start: &str) -> Vec<String> {
    let (mut blocks, mut current): (Vec<String>, Option<String>) = (Vec::new(), None);
    for line in lines {
        match &mut current {
            None if line == start => current = Some(String::new()),
            None => {}
            Some(_) if line == "```" => blocks.extend(current.take()),
            Some(_) if line == "#" || line.starts_with("# ") => {}
            Some(block) => block.extend([line, "\n"]),
        }
    }
    blocks
}

fn examples_of(name: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src/lib.rs");
    let source = fs::read_to_string(&file).expect("the crate has a lib.rs");
    let documentation = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = documentation.map(|line| line.strip_prefix(' ').unwrap_or(line));
    blocks(lines, "```")
}

#[test]
fn the_page_shows_the_examples_that_run() {
    let page = manual::page("library").expect("the manual has this page");
    let shown = blocks(page.text.lines(), "```rust");
    let tested: Vec<String> = CRATES.into_iter().flat_map(examples_of).collect();
    assert_eq!(shown.len(), TASKS);
    assert_eq!(shown, tested, "the page and the documentation of the crates differ");
}
