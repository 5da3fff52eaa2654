//! Allows only links to records and to pages of matches.

use std::fmt::Write;

/// The beginning of a record's data URI.
const DATA: &str = "data:application/octet-stream;base64,";

/// The text for `href`, or `None` if the link leads to anything but data or a file near the page.
pub(crate) fn safe_href(href: &str) -> Option<String> {
    match href.strip_prefix(DATA) {
        Some(body) => is_base64(body).then(|| href.to_owned()),
        None => safe_path(href),
    }
}

/// Like [`safe_href`], but allows only files.
pub(crate) fn safe_path(href: &str) -> Option<String> {
    let first = href.split('/').next().unwrap_or_default();
    let leads_elsewhere = href.is_empty()
        || href.starts_with(['/', '\\'])
        || first.contains(':')
        || href.chars().any(char::is_control)
        || href.trim() != href;
    (!leads_elsewhere).then(|| percent_encoded(href))
}

fn is_base64(body: &str) -> bool {
    let digits = body.trim_end_matches('=');
    body.len() - digits.len() <= 2
        && body.len().is_multiple_of(4)
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

fn percent_encoded(path: &str) -> String {
    path.split('/').map(url_segment).collect::<Vec<_>>().join("/")
}

/// Returns a name as one segment of an address: all but letters, digits and `-._~` is percent-encoded.
///
/// ```
/// assert_eq!(report::url_segment("a/b c.crash"), "a%2Fb%20c.crash");
/// ```
#[must_use]
pub fn url_segment(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("a string takes all text");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_ends_a_segment() {
        assert_eq!(url_segment("a-b_c.crash"), "a-b_c.crash");
        assert_eq!(url_segment("../x?y#z\"<é"), "..%2Fx%3Fy%23z%22%3C%C3%A9");
    }

    #[test]
    fn paths_near_the_page_are_links() {
        assert_eq!(safe_href("records/0001.bout").as_deref(), Some("records/0001.bout"));
        assert_eq!(safe_href("../r/a b#?%ü.bout").as_deref(), Some("../r/a%20b%23%3F%25%C3%BC.bout"));
        assert_eq!(safe_href("a\\b\".bout").as_deref(), Some("a%5Cb%22.bout"));
        assert_eq!(safe_href("./c:d").as_deref(), Some("./c%3Ad"));
    }

    #[test]
    fn data_is_a_link_if_it_is_plain_bytes() {
        for good in ["data:application/octet-stream;base64,", "data:application/octet-stream;base64,QUJD+/A="]
        {
            assert_eq!(safe_href(good).as_deref(), Some(good));
        }
        for bad in [
            "data:text/html;base64,QUJD",
            "data:application/octet-stream,<script>",
            "data:application/octet-stream;base64,QUJ",
            "data:application/octet-stream;base64,QUJ\"",
            "data:application/octet-stream;base64,A===",
        ] {
            assert_eq!(safe_href(bad), None, "{bad}");
        }
    }

    #[test]
    fn whatever_leads_elsewhere_is_not() {
        for bad in [
            "",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "https://example.org/",
            "//example.org/",
            "\\\\example.org\\share",
            "/etc/passwd",
            "file:///etc/passwd",
            "C:/x",
            "vbscript:x",
        ] {
            assert_eq!(safe_href(bad), None, "{bad:?}");
        }
    }
}
