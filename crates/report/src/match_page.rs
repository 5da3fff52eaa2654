//! Matches as HTML pages: one match as the packed page with a record in it, or many matches as small pages that share a player
//! file beside them.

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::text::clean;

/// The page without a match, with its engines. `pack/` makes it.
const PAGE: &str = include_str!("../dist/page.html");

/// Returns the page that shows the match in a record's bytes. If something is wrong with the record, the page says so when it
/// is opened.
#[must_use]
pub fn match_page(record: &[u8], title: &str) -> String {
    // The record is inserted first: base64 cannot contain a placeholder, but a title may.
    let page = PAGE.replacen("%RECORD%", &STANDARD.encode(record), 1).replacen("%NEXT%", "", 1);
    page.replace("%TITLE%", &escaped(title))
}

/// The file that must lie beside the pages of [`match_page_beside_player`].
pub const PLAYER_FILE: &str = "player.js";

/// Returns the content of [`PLAYER_FILE`]: the packed page, and the code that puts the record of a small page into it. `pages`
/// lists the files of all matches in the folder, in the order in which spectators go from one to the next.
#[must_use]
pub fn player(pages: &[String]) -> String {
    let page = PAGE.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    let pages = serde_json::Value::from(pages);
    format!("const PLAYER = `{page}`;\nconst MATCHES = {pages};\n{}", include_str!("../templates/player.js"))
}

/// Returns a page like that of [`match_page`] for use with many matches. It is hardly larger than its record, but needs
/// [`PLAYER_FILE`] beside it.
#[must_use]
pub fn match_page_beside_player(record: &[u8], title: &str) -> String {
    Match { title: clean(title), record: STANDARD.encode(record), player: PLAYER_FILE }.filled()
}

#[derive(Template)]
#[template(path = "match.html")]
struct Match {
    title: String,
    record: String,
    player: &'static str,
}

impl Match {
    fn filled(&self) -> String {
        self.render().expect("a string takes all text")
    }
}

/// A title, escaped so that it is plain text anywhere in a page.
fn escaped(title: &str) -> String {
    clean(title).replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of an element, as the page's script reads it.
    fn element<'p>(page: &'p str, id: &str) -> &'p str {
        let start = format!("id=\"{id}\">");
        let (_, rest) = page.split_once(&start).expect("there is such an element");
        rest.split_once("</script>").expect("it ends").0
    }

    #[test]
    fn the_record_is_in_the_page_byte_by_byte() {
        let record: Vec<u8> = (0..=255).collect();
        let page = match_page(&record, "a match");
        assert_eq!(STANDARD.decode(element(&page, "record")), Ok(record));
        assert!(page.contains("<title>a match</title>"));
    }

    #[test]
    fn the_record_is_in_a_small_page_too_and_its_player_beside_it() {
        let record: Vec<u8> = (0..=255).collect();
        let page = match_page_beside_player(&record, "<script>alert(1)</script>");
        assert_eq!(STANDARD.decode(element(&page, "record")), Ok(record));
        assert!(page.len() < 2_000 && page.contains("src=\"player.js\""));
        assert!(!page.contains("<script>alert"), "it is escaped");
    }

    #[test]
    fn the_player_holds_the_whole_page() {
        let player = player(&["a.html".into(), "b.html".into()]);
        assert!(player.contains(r#"const MATCHES = ["a.html","b.html"];"#));
        let (_, rest) = player.split_once('`').expect("the page begins");
        // Reads the text as JavaScript reads a template literal.
        let (mut read, mut characters) = (String::new(), rest.chars().peekable());
        while let Some(character) = characters.next() {
            match character {
                '`' => break,
                '\\' => read.extend(characters.next()),
                '$' if characters.peek() == Some(&'{') => panic!("a piece of the page would be run"),
                other => read.push(other),
            }
        }
        assert_eq!(read, PAGE);
        assert!(!PAGE.contains('\r'), "which a template literal reads as the end of a line");
    }

    #[test]
    fn a_title_can_neither_run_nor_take_the_place_of_the_record() {
        let page = match_page(b"record", "<script>alert(1)</script> %RECORD%");
        assert_eq!(STANDARD.decode(element(&page, "record")), Ok(b"record".to_vec()));
        assert!(!page.contains("<script>alert"), "it is escaped");
    }

    #[test]
    fn the_page_needs_nothing_but_itself_and_is_small() {
        let page = match_page(b"", "");
        assert!(page.len() < 1_000_000, "{} bytes", page.len());
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("src=\"") && !page.contains("href=\"http"));
        assert!(!page.contains("%STYLE%") && !page.contains("%SCRIPT%") && !page.contains("%ENGINES%"));
    }
}
