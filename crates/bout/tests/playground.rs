//! `bout playground` on the command line. `crates/playground/tests/playground.mjs` tests the
//! page in browsers.

mod support;

use support::Sandbox;
use support::site::Site;

#[test]
fn the_page_is_one_file_that_begins_with_the_game() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["playground"]).ok();
    let page = String::from_utf8(sandbox.read("playground.html")).unwrap();
    assert!(page.contains(r#"{"game":null,"is_site":false}"#));
    for game in ["esowar", "crash", "snakes"] {
        sandbox.bout(&["playground", game, "-o", "one.html"]).ok();
        let page = String::from_utf8(sandbox.read("one.html")).unwrap();
        assert!(page.contains(&format!(r#"{{"game":"{game}","is_site":false}}"#)), "{game}");
    }
}

#[test]
fn what_no_page_can_be_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["playground", "perlwar"]).fails(2).says(&["PerlWar", "foreign code"]);
    sandbox.bout(&["playground", "chess"]).fails(2).says(&["chess"]);
    sandbox.bout(&["playground", "-o", "page.txt"]).fails(2).says(&["page.txt", ".html"]);
    sandbox.bout(&["playground", "-o", "none/page.html"]).fails(3).says(&["none/page.html"]);
}

/// A site serves the page with a security policy of its own, and browsers can cache it.
#[test]
fn a_site_has_the_page() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    let site = Site::start(&sandbox, "site");
    let answer = site.get("/playground/crash");
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains(r#"{"game":"crash","is_site":true}"#));
    let policy = answer.header("content-security-policy").to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe-inline"), "{policy}");
    let tag = answer.header("etag").to_owned();
    let request = "GET /playground/crash HTTP/1.1\r\nhost: bout.example\r\nconnection: close\r\n";
    let again = site.raw(format!("{request}if-none-match: {tag}\r\n\r\n").as_bytes());
    assert_eq!(again.status, 304);
    assert_eq!(site.get("/playground").status, 200);
    assert_eq!(site.get("/playground/chess").status, 404);
}
