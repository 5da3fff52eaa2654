//! `bout serve`: hostile input from strangers, from slow uploads to dangerous names and sources.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::members::{
    Browser, FORM, QUIET, UPLOAD, are_there, ask, form, multipart, quiet, site_with, submit,
};
use support::site::Site;

/// Sends the beginning of a request, then a byte now and then, and returns the site's answer before
/// it closes the connection.
fn slowly(site: &Site, head: &str) -> String {
    let mut stream = site.connect();
    stream.write_all(head.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let (mut all, mut part, end) = (Vec::new(), [0; 4096], Instant::now() + Duration::from_mins(1));
    while Instant::now() < end {
        match stream.read(&mut part) {
            Ok(0) => return String::from_utf8(all).unwrap(),
            Ok(read) => all.extend(&part[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {
                return String::from_utf8(all).unwrap();
            }
            // The site may have closed its side.
            Err(_) => drop(stream.write_all(b"a")),
        }
    }
    panic!("a client that sends a byte now and then keeps its place: {}", String::from_utf8_lossy(&all))
}

#[test]
fn uploads_are_bounded_in_size_and_time() {
    let settings = QUIET.replace("[hills", "[limits]\nbody_bytes = 20000\nbody_timeout_s = 1\n[hills");
    let (_sandbox, site) = site_with(&settings);
    let anna = Browser::join(&site, "anna");
    let head = |path: &str, kind: &str, length: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: {kind}\r\n{length}\r\n\r\n",
            site.address, anna.cookie
        )
    };
    for (path, kind) in [
        ("/sign-in", FORM),
        ("/account/tokens", FORM),
        ("/hills/small/submit", UPLOAD),
        ("/api/v1/games/crash/check", "application/json"),
    ] {
        for length in ["content-length: 5000", "transfer-encoding: chunked"] {
            // With chunked encoding, the first chunk never ends.
            let begin = if length.starts_with('t') { "1000\r\n" } else { "" };
            let said = slowly(&site, &format!("{}{begin}", head(path, kind, length)));
            assert!(said.starts_with("HTTP/1.1 408"), "{path}, {length}: {said}");
        }
    }
    // The site does not wait for a body that no handler reads.
    let said = slowly(&site, &head("/api/v1/hills", FORM, "content-length: 5000"));
    assert!(said.starts_with("HTTP/1.1 405"), "{said}");
    // Too large, in one piece or in chunks.
    let source = "a".repeat(30_000);
    let proof = anna.proof.as_str();
    let body = multipart(&[("proof", None, proof), ("file", None, "a.crash"), ("source", None, &source)]);
    let chunked = |path: &str, kind: &str, body: &[u8]| {
        let head = head(path, kind, "transfer-encoding: chunked\r\nconnection: close");
        let pieces = [format!("{head}{:x}\r\n", body.len()).as_bytes(), body, b"\r\n0\r\n\r\n"].concat();
        site.raw(&pieces).status
    };
    let status = anna.send(&site, "POST", "/hills/small/submit", &[("content-type", UPLOAD)], &body).status;
    assert_eq!(status, 413);
    assert_eq!(chunked("/hills/small/submit", UPLOAD, &body), 413);
    assert_eq!(chunked("/account/tokens", FORM, &body), 413);
    // Truncated, unterminated and nonsensical bodies.
    let whole = multipart(&[("proof", None, proof), ("file", None, "a.crash"), ("source", None, "crash")]);
    for body in [&whole[..whole.len() - 12], &whole[..60], b"", b"--limit", b"nonsense"] {
        let answer = anna.send(&site, "POST", "/hills/small/submit", &[("content-type", UPLOAD)], body);
        assert!([400, 403].contains(&answer.status), "{answer:?}");
        assert!(answer.head.contains("content-security-policy"), "{answer:?}");
    }
    assert!(anna.get(&site, "/account").text().contains("None yet"));
}

/// Text that would do harm if it were interpreted in any way.
const HOSTILE: &str =
    "</title></textarea><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u{202e}\u{1b}[2J";

#[test]
fn what_strangers_write_is_text_everywhere() {
    let (sandbox, site) = quiet();
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    // Invalid file names.
    for name in [
        "../../evil.crash",
        "/etc/passwd",
        "a\0.crash",
        "con.crash",
        "-rf.crash",
        ".hidden.crash",
        HOSTILE,
        "a.exe",
        "",
        "a\u{202e}.crash",
    ] {
        let answer = submit(&site, &token, "small", name, "crash\n");
        assert_eq!(answer.status, 422, "{name:?}: {answer:?}");
        assert!(!answer.text().contains('\u{202e}') && !answer.text().contains('\u{1b}'), "{answer:?}");
        let fields = [
            ("proof", None, anna.proof.as_str()),
            ("file", None, name),
            ("source", None, "crash\n"),
            ("mode", None, "enter"),
        ];
        let page =
            anna.send(&site, "POST", "/hills/small/submit", &[("content-type", UPLOAD)], &multipart(&fields));
        assert!(
            !page.text().contains("<script>alert") && !page.text().contains("<img src=x"),
            "{name:?}: {}",
            page.text()
        );
    }
    // A valid name that is hard to display, a path as some browsers send it, and a source full
    // of hostile text.
    let source = format!(";name {HOSTILE}\n;author {HOSTILE}\n;licence {HOSTILE}\ncrash\n");
    let name = "x' onfocus=alert(1) & $(touch evil) é.crash";
    let entered = submit(&site, &token, "small", name, &source);
    assert_eq!(entered.status, 201, "{entered:?}");
    let upload = multipart(&[
        ("proof", None, &anna.proof),
        ("upload", Some("C:\\evil\\..\\second.crash"), "store [i]-1 i\n"),
        ("mode", None, "enter"),
    ]);
    let second = anna.send(&site, "POST", "/hills/small/submit", &[("content-type", UPLOAD)], &upload);
    assert_eq!(second.status, 303, "{}", second.text());
    // Two names that differ only in case cannot be on a hill together, but handing them in must not
    // break the hill.
    for (name, source) in [("É.crash", "store [i]-3 i\n"), ("é.crash", "store [i]-2 i\n")] {
        assert_eq!(submit(&site, &token, "small", name, source).status, 201);
    }
    let done = site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 4));
    assert_eq!(done["problem"], Value::Null, "{done:#}");
    let mine = ask(&site, &token, "GET", "/api/v1/submissions", None).json();
    for one in mine["submissions"].as_array().unwrap() {
        assert!(["entered", "known"].contains(&one["state"].as_str().unwrap()), "{mine:#}");
    }
    let files: Vec<String> = mine["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["program"].as_str().map(str::to_owned))
        .collect();
    assert!(files.contains(&name.to_owned()) && files.contains(&"second.crash".to_owned()), "{files:?}");
    let id = entered.json()["id"].as_str().unwrap().to_owned();
    let quoted = "x'%20onfocus=alert(1)%20&%20$(touch%20evil)%20%C3%A9.crash";
    for path in [
        "/",
        "/hills/small",
        "/account",
        &format!("/submissions/{id}"),
        &format!("/hills/small/programs/{quoted}"),
        "/players/anna",
        "/search?q=x",
        &format!("/hills/small/submit?file={}", form(&[("", HOSTILE)]).trim_start_matches('=')),
        "/feed.atom",
    ] {
        let answer = anna.get(&site, path);
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        for harm in
            ["<script>alert", "<img src=x", "\u{1b}", "\u{202e}", "\" onfocus", "' onfocus=alert(1) & "]
        {
            assert!(!text.contains(harm), "{path} has {harm:?}: {text}");
        }
        assert!(answer.whole_head.is_ascii(), "{path}");
    }
    for path in [
        &format!("/api/v1/submissions/{id}"),
        "/api/v1/hills/small",
        &format!("/api/v1/hills/small/programs/{quoted}"),
    ] {
        let answer = ask(&site, &token, "GET", path, None);
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{path}");
    }
    assert!(!sandbox.path("evil").exists() && !sandbox.path("site/evil").exists());
}

#[test]
fn a_secret_source_is_its_authors() {
    let (_sandbox, site) = quiet();
    let (anna, bert) = (Browser::join(&site, "anna"), Browser::join(&site, "bert"));
    let (mine, theirs) = (anna.token(&site, true), bert.token(&site, true));
    let secret = ";licence CC0 1.0\nstore [i]-1 i\nwrite crash 777\n";
    let body = json!({ "file": "hidden.crash", "source": secret, "secret": true });
    let path = "/api/v1/hills/small/submissions";
    assert_eq!(ask(&site, &mine, "POST", path, Some(&body)).status, 201);
    assert_eq!(submit(&site, &theirs, "small", "open.crash", "write crash 555\n").status, 201);
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 2));
    for path in [
        "/hills/small/programs/hidden.crash",
        "/api/v1/hills/small/programs/hidden.crash",
        "/hills/small",
        "/feed.atom",
        "/api/v1/hills/small",
        "/hills/small/matches/hidden.crash/open.crash",
        "/hills/small/matches/open.crash/hidden.crash/viewer",
        "/api/v1/hills/small/matches/open.crash/hidden.crash/record",
        "/live/small",
        "/live/small/now",
        "/",
    ] {
        for browser in [&Browser::default(), &bert] {
            let answer = browser.get(&site, path);
            assert!(!answer.text().contains("777"), "{path}: {}", answer.text());
        }
    }
    for path in [
        "/hills/small/matches/open.crash/hidden.crash/viewer",
        "/api/v1/hills/small/matches/open.crash/hidden.crash/record",
    ] {
        assert_eq!(bert.get(&site, path).status, 403, "{path}");
    }
    assert_eq!(
        ask(&site, &theirs, "GET", "/api/v1/hills/small/matches/open.crash/hidden.crash/record", None).status,
        403
    );
    assert!(anna.get(&site, "/hills/small/programs/hidden.crash").text().contains("777"));
    assert!(bert.get(&site, "/hills/small/programs/open.crash").text().contains("555"));
}
