//! The playground as one HTML page.

use serde_json::json;

/// The packed page, with engines, examples and lessons. `pack/` makes it.
const PAGE: &str = include_str!("../dist/playground.html");

/// Returns the page of the playground. It begins with `game`, or without one with the game that was played last. On a site, it
/// also offers features that only a site can provide.
#[must_use]
pub fn playground_page(game: Option<&str>, host: PlaygroundHost) -> String {
    let data = json!({ "game": game, "is_site": host == PlaygroundHost::Site });
    // A name that is not one of ours must not be able to end the element.
    PAGE.replacen("%DATA%", &data.to_string().replace('<', "\\u003c"), 1)
}

/// Where the page of the playground is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaygroundHost {
    /// It is a file.
    File,
    /// It is on a site, whose interface it may use.
    Site,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_but_itself_and_is_small() {
        let page = playground_page(Some("crash"), PlaygroundHost::File);
        assert!(page.len() < 1_500_000, "{} bytes", page.len());
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("src=\"") && !page.contains("href=\"http"));
        let marks = [
            "DATA",
            "ENGINES",
            "ENGINES_SCRIPT",
            "VIEWER",
            "STYLE",
            "LOADER",
            "PACKED_SCRIPT",
            "LOADER_HASH",
        ];
        for mark in marks.into_iter().chain(["STYLE_HASH", "VIEWER_SCRIPT_HASH", "VIEWER_STYLE_HASH"]) {
            assert!(!page.contains(&format!("%{mark}%")), "{mark} is filled");
        }
        assert!(page.contains(r#"{"game":"crash","is_site":false}"#));
    }

    #[test]
    fn a_name_cannot_end_the_data() {
        let page = playground_page(Some("</script><script>alert(1)"), PlaygroundHost::Site);
        assert!(!page.contains("<script>alert"));
    }
}
