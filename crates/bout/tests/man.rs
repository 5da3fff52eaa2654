//! `bout man` as people read it: rendered, at the width of their terminal.

mod support;

use support::{Run, Sandbox};

/// Returns the width of a line. Every character of the pages is one column wide.
fn columns(line: &str) -> usize {
    line.chars().count()
}

#[test]
fn every_page_fits_its_window_but_for_code() {
    let sandbox = Sandbox::new();
    let pages = sandbox.bout(&["man", "no-such-page"]).fails(2).err;
    let pages: Vec<&str> =
        pages.rsplit_once("there are: ").expect("it lists the pages").1.trim().split(", ").collect();
    assert!(pages.contains(&"ratings") && pages.contains(&"play") && pages.contains(&"esowar"), "{pages:?}");
    for width in [60, 100] {
        for page in &pages {
            let mut command = sandbox.command(&["man", page]);
            let text = Run::of(command.env("COLUMNS", width.to_string()).output().unwrap()).ok().out;
            let too_long = text.lines().find(|line| columns(line) > width && is_text(line));
            assert_eq!(too_long, None, "{page} at {width} columns");
            assert!(!text.contains('\u{1b}'), "{page} has escapes without a terminal");
        }
    }
}

/// Whether a line may be wrapped: not if it is code, a usage line, or a single long word.
fn is_text(line: &str) -> bool {
    !line.starts_with("    ") && !line.starts_with("Usage:") && line.split_whitespace().count() > 1
}

#[test]
fn markdown_is_rendered() {
    let sandbox = Sandbox::new();
    let page = sandbox.bout(&["man", "hills"]).ok().out;
    assert!(page.starts_with("Hills\n═════\n"), "{page}");
    assert!(!page.contains("\n## ") && !page.contains("](") && !page.contains("|---"), "{page}");
    assert!(page.contains("[bout man ratings]"), "links name the command that shows their page");
    let as_written = sandbox.bout(&["man", "hills", "--markdown"]).ok().out;
    assert!(as_written.starts_with("# Hills\n"));
}
