//! Converts the Markdown of lessons into HTML.

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};

/// Turns Markdown into HTML for the page. Anybody may add a lesson, so HTML in it is shown as text, and of links and pictures
/// only the words remain.
#[must_use]
pub fn html(markdown: &str) -> String {
    let events = Parser::new(markdown).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)
        | Event::End(TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock) => None,
        other => Some(other),
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn words_are_marked_and_nothing_else_gets_through() {
        assert_eq!(html("a *b* `c`\n\n- d"), "<p>a <em>b</em> <code>c</code></p>\n<ul>\n<li>d</li>\n</ul>\n");
        assert_eq!(html("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)&gt;");
        assert_eq!(html("x <b>y</b>"), "<p>x &lt;b&gt;y&lt;/b&gt;</p>\n");
        assert_eq!(html("[click](javascript:alert(1)) ![p](http://x/y.png)"), "<p>click p</p>\n");
    }
}
