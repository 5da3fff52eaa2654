//! The pages of the manual, which are in Markdown and part of the binary: their chapters, headings, anchors and links.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The manual but for the pages of the games, which lie in their folders: a file per page.
static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/../bout/manual");

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(all_pages);

/// The page that readers see first.
pub const FIRST: &str = "start";

/// The other pages in their order, by chapter.
pub const CHAPTERS: [(&str, &[&str]); 7] = [
    ("Tutorials", &["tutorial-esowar", "tutorial-crash", "tutorial-snakes", "tutorial-perlwar"]),
    ("Games", &["esowar", "crash", "snakes", "strategy-snakes", "perlwar", "operations", "strategy-perlwar"]),
    (
        "Contests",
        &[
            "hosting",
            "hills",
            "serve",
            "keeping-a-site",
            "public-arena",
            "operating",
            "postgresql",
            "submit",
            "dated-contests",
            "tournaments",
            "many-machines",
            "billion-matches",
            "ratings",
            "comparisons",
            "breeding",
            "wars",
            "upgrades",
        ],
    ),
    ("Foreign code", &["sandbox", "threats", "threats-site", "wasm", "platforms", "machines"]),
    (
        "Reference",
        &["command-line", "viewing", "playground", "editors", "lessons", "records", "seeds", "conformance"],
    ),
    ("Libraries", &["library", "python"]),
    ("Questions", &["faq", "glossary", "other-tools"]),
];

/// A page of the manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name by which `bout man` shows it.
    pub name: String,
    /// Its title: the first heading.
    pub title: String,
    /// Its text, in Markdown.
    pub text: &'static str,
    /// Its headings, in their order.
    pub headings: Vec<Heading>,
}

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 for the title of the page, 2 for a section, and so on.
    pub level: HeadingLevel,
    /// Its words, without marks.
    pub title: String,
    /// The part of an address that leads to it.
    pub anchor: String,
}

/// Returns all pages, sorted by name.
#[must_use]
pub fn pages() -> &'static [Page] {
    &PAGES
}

/// Returns the page with this name.
#[must_use]
pub fn page(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

/// Returns the page that a link in the manual leads to; its anchor is cut off before. The page of a game lies in the game's folder.
#[must_use]
pub fn linked_page(path: &str) -> Option<&'static Page> {
    let path = Path::new(path);
    page(match path.file_name()?.to_str()? {
        "manual.md" => path.parent()?.file_name()?.to_str()?,
        file => file.strip_suffix(".md")?,
    })
}

/// Returns what readers of the manual need of Markdown.
#[must_use]
pub fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

fn all_pages() -> Vec<Page> {
    let files = FOLDER
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?.to_owned(), file.contents_utf8()?)));
    let games = games::REGISTRY.iter().map(|game| (game.info().name.to_owned(), game.manual()));
    let mut pages: Vec<Page> = files.chain(games).map(|(name, text)| Page::new(name, text)).collect();
    pages.sort_by(|one, two| one.name.cmp(&two.name));
    pages
}

impl Page {
    fn new(name: String, text: &'static str) -> Self {
        let headings = headings(text);
        let title = headings.first().map_or_else(|| name.clone(), |heading| heading.title.clone());
        Self { name, title, text, headings }
    }
}

fn headings(text: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut repeated = BTreeMap::new();
    let mut current: Option<(HeadingLevel, String)> = None;
    for event in Parser::new_ext(text, options()) {
        match (event, &mut current) {
            (Event::Start(Tag::Heading { level, .. }), _) => current = Some((level, String::new())),
            (Event::Text(words) | Event::Code(words), Some((_, title))) => title.push_str(&words),
            (Event::End(TagEnd::Heading(_)), _) => {
                let Some((level, title)) = current.take() else { continue };
                let anchor = anchor_of(&title, &mut repeated);
                headings.push(Heading { level, title, anchor });
            }
            _ => {}
        }
    }
    headings
}

/// Returns the anchor of a heading as mdBook and others make it: a repeated one gets a number.
fn anchor_of(title: &str, repeated: &mut BTreeMap<String, usize>) -> String {
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    let anchor = title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
    let times = repeated.entry(anchor.clone()).or_default();
    *times += 1;
    if *times == 1 { anchor } else { format!("{anchor}-{}", *times - 1) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_is_in_a_chapter_once() {
        let listed: Vec<&str> =
            CHAPTERS.iter().flat_map(|(_, names)| *names).copied().chain([FIRST]).collect();
        let known: BTreeSet<&str> = pages().iter().map(|page| page.name.as_str()).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
        assert_eq!(listed.len(), known.len());
    }

    #[test]
    fn every_page_begins_with_its_title() {
        for page in pages() {
            assert_eq!(page.text.lines().next(), Some(format!("# {}", page.title).as_str()), "{}", page.name);
        }
    }

    #[test]
    fn headings_have_anchors_and_repeated_ones_a_number() {
        let found = headings("# A `b` c!\n\n## Exact scores\n\ntext\n\n## Exact scores\n\n    # code\n");
        let anchors: Vec<&str> = found.iter().map(|heading| heading.anchor.as_str()).collect();
        assert_eq!(anchors, ["a-b-c", "exact-scores", "exact-scores-1"]);
        assert_eq!(found[0].title, "A b c!");
    }

    #[test]
    fn links_lead_to_pages_and_their_headings() {
        let mut count = 0;
        for page in pages() {
            for event in Parser::new_ext(page.text, options()) {
                let Event::Start(Tag::Link { dest_url: target, .. }) = event else { continue };
                if target.starts_with("http") {
                    continue;
                }
                let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
                let to = if path.is_empty() { Some(page) } else { linked_page(path) };
                let to = to.unwrap_or_else(|| panic!("{}: there is no page for {target}", page.name));
                let is_there = anchor.is_empty() || to.headings.iter().any(|known| known.anchor == anchor);
                assert!(is_there, "{}: {target}", page.name);
                count += 1;
            }
        }
        assert!(count > 50, "{count} links");
    }
}
