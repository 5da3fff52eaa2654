//! Renders pages of the manual as HTML.

use std::fmt::Write as _;

use askama::filters::{Html, escape};
use manual::Page;
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};

/// Renders a page as HTML. Headings get anchors, and links lead to pages of the site. HTML in the page is
/// escaped.
pub(super) fn html_of(page: &Page) -> String {
    let mut renderer = Renderer { page, headings: 0, tables: 0 };
    let events = Parser::new_ext(page.text, manual::options()).flat_map(|event| renderer.take(event));
    let mut text = String::with_capacity(page.text.len() * 2);
    html::push_html(&mut text, events);
    // A header cell without text describes no column: make it a plain cell.
    text.replace("<th></th>", "<td></td>")
}

/// The state while a page is rendered.
struct Renderer<'a> {
    page: &'a Page,
    /// The number of headings so far.
    headings: usize,
    /// The number of tables so far.
    tables: usize,
}

impl<'a> Renderer<'a> {
    /// Replaces an event of the Markdown parser with the events to render.
    fn take(&mut self, event: Event<'a>) -> Vec<Event<'a>> {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let anchor = self.page.headings.get(self.headings).map_or("", |heading| &heading.anchor);
                self.headings += 1;
                vec![html(format!("<{level} id=\"{}\">", escaped(anchor)))]
            }
            Event::End(TagEnd::Heading(level)) => {
                // The title needs no link: it is the top of the page.
                let own = self.headings.checked_sub(1).filter(|&at| at > 0);
                let link = own.and_then(|at| self.page.headings.get(at)).map(|heading| {
                    let (anchor, title) = (escaped(&heading.anchor), escaped(&heading.title));
                    format!(" <a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to: {title}\">#</a>")
                });
                vec![html(format!("{}</{level}>\n", link.unwrap_or_default()))]
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = address_of(&dest_url).map_or(dest_url, CowStr::from);
                vec![Event::Start(Tag::Link { link_type, dest_url, title, id })]
            }
            // Alignments would become inline styles, which the page's Content-Security-Policy forbids.
            Event::Start(Tag::Table(columns)) => {
                self.tables += 1;
                let columns = columns.iter().map(|_| pulldown_cmark::Alignment::None).collect();
                let pane = format!(
                    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table {}\">",
                    self.tables
                );
                vec![html(pane), Event::Start(Tag::Table(columns))]
            }
            Event::End(TagEnd::Table) => vec![event, html("</div>".into())],
            Event::Start(Tag::CodeBlock(_)) => vec![html("<pre tabindex=\"0\"><code>".into())],
            Event::End(TagEnd::CodeBlock) => vec![html("</code></pre>\n".into())],
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            other => vec![other],
        }
    }
}

fn html<'a>(text: String) -> Event<'a> {
    Event::Html(text.into())
}

/// Returns the site's address for a link in the manual; `None` if the link stays as it is.
fn address_of(link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut address = format!("/manual/{}", manual::linked_page(path)?.name);
    if !anchor.is_empty() {
        let _ = write!(address, "#{anchor}");
    }
    Some(address)
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    escape(text, Html).map_or_else(|_| String::new(), |text| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &'static str) -> Page {
        let heading = |title: &str, anchor: &str| manual::Heading {
            level: pulldown_cmark::HeadingLevel::H2,
            title: title.into(),
            anchor: anchor.into(),
        };
        let headings = vec![heading("A", "a"), heading("B", "b\"")];
        Page { name: "page".into(), title: "A".into(), text, headings }
    }

    #[test]
    fn headings_have_anchors_and_all_but_the_title_a_link() {
        let html = html_of(&page("# A\n\n## B\n"));
        assert!(html.starts_with("<h1 id=\"a\">A</h1>"), "{html}");
        assert!(html.contains("<h2 id=\"b&#34;\">B <a class=\"anchor\""), "{html}");
    }

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let html =
            html_of(&page("[a](hills.md#x) [b](../../games/src/crash/manual.md) [c](https://r.org) [d](#e)"));
        for to in ["\"/manual/hills#x\"", "\"/manual/crash\"", "\"https://r.org\"", "\"#e\""] {
            assert!(html.contains(to), "{to}: {html}");
        }
    }

    #[test]
    fn html_in_a_page_is_text() {
        let html = html_of(&page("a <b>c</b>\n\n<script>alert(1)</script>\n"));
        assert!(!html.contains("<b>") && !html.contains("<script>"), "{html}");
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }

    #[test]
    fn all_pages_are_written_without_styles_or_scripts() {
        for page in manual::pages() {
            let html = html_of(page);
            assert!(!html.contains("style=") && !html.contains("<script"), "{}", page.name);
            assert!(!html.contains(".md\"") && !html.contains(".md#"), "{}: a link to a file", page.name);
        }
    }
}
