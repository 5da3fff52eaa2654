//! Compares the manual pages of `PerlWar` with the code: the list of operations (P10), and the
//! output of `bout check`.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::collections::BTreeMap;

use support::Sandbox;

/// Names of operations or functions, grouped by reason.
type Operations = BTreeMap<String, Vec<String>>;

/// Returns the text from a heading to the next one.
fn chapter<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).expect("the page has the chapter");
    rest.split("\n#").next().expect("there is a first part")
}

fn listed(is_allowed: bool) -> Operations {
    let mut listed = Operations::new();
    for one in guests::perl::operations().iter().filter(|one| one.is_allowed == is_allowed) {
        listed.entry(one.reason.into()).or_default().push(one.name.into());
    }
    listed
}

/// The page has each group's name on a line of its own, followed by its indented operations.
#[test]
fn every_operation_that_is_allowed_stands_on_the_page() {
    let page = Sandbox::new().bout(&["man", "operations", "--markdown"]).ok().out;
    let (mut found, mut group) = (Operations::new(), String::new());
    for line in chapter(&page, "## Allowed operations").lines() {
        if let Some(operations) = line.strip_prefix("    ") {
            let names = operations.split_whitespace().map(String::from);
            found.entry(group.clone()).or_default().extend(names);
        } else if !line.is_empty() {
            group = line.trim_matches('`').into();
        }
    }
    assert_eq!(found, listed(true));
}

/// The page has a table row per reason.
#[test]
fn every_operation_that_is_forbidden_stands_on_the_page_with_the_reason() {
    let page = Sandbox::new().bout(&["man", "operations", "--markdown"]).ok().out;
    let found = reasons(chapter(&page, "## Forbidden operations"));
    assert_eq!(found, listed(false));
}

/// The page has a table row per reason, for the functions that stay and for those that are removed.
#[test]
fn every_function_of_the_list_stands_on_the_page_with_the_reason() {
    let page = Sandbox::new().bout(&["man", "operations", "--markdown"]).ok().out;
    for (heading, is_allowed) in
        [("## Functions that stay", true), ("## Functions that are taken away", false)]
    {
        let mut listed = Operations::new();
        for one in guests::perl::functions().iter().filter(|one| one.is_allowed == is_allowed) {
            listed.entry(one.reason.into()).or_default().push(one.name.into());
        }
        assert_eq!(reasons(chapter(&page, heading)), listed, "{heading}");
    }
}

/// Returns the names in a table, by reason.
fn reasons(chapter: &str) -> Operations {
    let rows = chapter.lines().filter(|line| line.starts_with("| "));
    let mut found = Operations::new();
    for row in rows.skip(1) {
        let (why, names) = row.trim_matches(['|', ' ']).split_once(" | ").expect("two columns");
        let names = names.split_whitespace().map(|name| name.trim_matches('`').to_owned());
        found.entry(why.into()).or_default().extend(names);
    }
    found
}

/// Returns the indented lines of an example, from the line that introduces it to
/// the next paragraph.
fn example(page: &str, start: &str) -> String {
    let (_, rest) = page.split_once(&format!("\n{start}\n")).expect("the page has the example");
    let lines = rest.lines().skip_while(|line| line.is_empty());
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    lines.map(|line| line.strip_prefix("    ").unwrap_or_default().to_owned() + "\n").collect()
}

#[test]
fn checking_prints_what_the_page_says() {
    let sandbox = Sandbox::new();
    let page = sandbox.bout(&["man", "perlwar", "--markdown"]).ok().out;
    let shown = example(&page, "    $ cat mine.pl");
    let (file, printed) =
        shown.split_once("\n$ bout check mine.pl\n").expect("the file, and what is printed");
    sandbox.file("mine.pl", file);
    assert_eq!(sandbox.bout(&["check", "mine.pl"]).ok().out, printed.trim_end().to_owned() + "\n");
    sandbox.file("mine.pl", file.replace("\"~1\"", "print \"~1\""));
    let printed = example(&page, "With `print \"~1\"` in the last line it would say");
    assert_eq!(sandbox.bout(&["check", "mine.pl"]).fails(1).out, printed.trim_end().to_owned() + "\n");
}
