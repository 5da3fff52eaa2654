//! The command line as a client of servers that break, lie, redirect it, or never stop sending.

#![cfg(unix)]

mod support;

use serde_json::json;
use support::FORMS;
use support::scripted_site::{Reply, ScriptedSite, event_stream, json, with_headers};
use support::site_user::{
    EVENTS, POST, TOKEN, bout, entered, hill, problem, queued, sandbox, state, submit, usual, usual_but,
    with_token,
};

#[test]
fn events_without_end_do_not_fill_memory() {
    let head = event_stream(&[]);
    let line = vec![b'x'; 1 << 16];
    let site = usual_but(EVENTS, move |before| match before {
        0 => Reply::Endless(head.clone(), line.clone()),
        _ => Reply::Bytes(event_stream(&[entered()])),
    });
    submit(&sandbox(), &site, &[]).ok().prints(&["enters the hill"]);
}

#[test]
fn what_the_site_says_no_to_is_said_in_words() {
    for (status, code, words) in [
        (401, 2, "bout login"),
        (403, 2, "does not allow this"),
        (404, 2, "does not have it"),
        (409, 1, "refuses this"),
        (413, 1, "refuses this"),
        (500, 4, "status 500"),
    ] {
        let site = usual_but(POST, move |_| problem(status, "", "The site says why."));
        submit(&sandbox(), &site, &[]).fails(code).says(&[words, "The site says why."]);
        assert_eq!(site.requests_of("POST").len(), 1, "{status}");
    }
}

#[test]
fn a_busy_site_is_asked_again_with_the_same_key() {
    for status in [429, 503] {
        let site = usual_but(POST, move |before| match before {
            0 | 1 => problem(status, "\r\nretry-after: 0", "Please wait."),
            _ => json(201, &queued()),
        });
        let run = submit(&sandbox(), &site, &["--no-wait"]).says(&["Please wait.", "trying again in 0 s"]);
        assert_eq!(run.code, Some(0), "{run:#?}");
        let keys: Vec<String> = site
            .requests_of("POST")
            .iter()
            .map(|request| request.headers["idempotency-key"].clone())
            .collect();
        assert_eq!(keys, vec![keys[0].clone(); 3]);
    }
    let site = usual_but(POST, |_| problem(503, "\r\nretry-after: 86400", "Tomorrow."));
    submit(&sandbox(), &site, &[]).fails(4).says(&["Tomorrow.", "Try again in 86400 s"]);
    assert_eq!(site.requests_of("POST").len(), 1);
    let site = usual_but(POST, |_| problem(429, "\r\nretry-after: 0", "Never."));
    submit(&sandbox(), &site, &[]).fails(4).says(&["Never."]);
    assert_eq!(site.requests_of("POST").len(), 5);
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    let site = usual_but(POST, |before| match before {
        0 => Reply::Bytes(Vec::new()),
        1 => Reply::Bytes(b"HTTP/1.1 201 X\r\ncontent-length: 1000\r\n\r\n{\"id\":".to_vec()),
        _ => json(201, &queued()),
    });
    let run = submit(&sandbox(), &site, &["--no-wait"]).says(&["cannot reach", "trying again"]);
    assert_eq!((run.code, site.requests_of("POST").len()), (Some(0), 3), "{run:#?}");
}

#[test]
fn a_token_never_goes_to_another_host() {
    let other = ScriptedSite::start(|request, _| usual(request));
    for status in [301, 302, 303, 307, 308] {
        let to = other.url.clone();
        let site = ScriptedSite::start(move |request, _| {
            let path = request.line.split_once(' ').unwrap().1;
            with_headers(status, &format!("location: {to}{path}"), "")
        });
        // Reads may be redirected to another site, but a program is not sent there.
        with_token(&sandbox(), &["hill", "show", "small", "--at", &site.url]).ok().prints(&["bomber.crash"]);
        submit(&sandbox(), &site, &[]).fails(2).says(&["sends this request to", &other.url]);
        assert!(site.requests().iter().all(|request| request.headers.contains_key("authorization")));
    }
    let theirs = other.requests();
    assert!(!theirs.is_empty() && theirs.iter().all(|one| one.line.starts_with("GET ")), "{theirs:#?}");
    assert!(theirs.iter().all(|one| !one.headers.contains_key("authorization")), "{theirs:#?}");
}

/// Returns how a site describes a hill after an upgrade: by the earlier environment and by
/// the present one.
fn environments(before: &str, now: &str) -> serde_json::Value {
    let one = |pairs: u32, present: bool, words: &str| json!({ "rules_version": 1, "tools": { "gcc": words }, "pairs": pairs, "present": present, "words": words });
    json!([one(3, false, before), one(0, true, now)])
}

#[test]
fn a_hill_of_a_site_says_under_what_its_pairs_have_played() {
    let site = ScriptedSite::start(|request, _| match request.line.as_str() {
        "GET /api/v1/hills/small" => {
            let mut hill = hill();
            hill["environments"] = environments("gcc 12", "gcc 14");
            json(200, &hill)
        }
        _ => usual(request),
    });
    let show = ["hill", "show", "small", "--at", &site.url];
    let run = with_token(&sandbox(), &show).ok();
    run.prints(&["All 3 pairs have played under gcc 12.", "New games are played under gcc 14."]);
    let document = with_token(&sandbox(), &[&show[..], &["--output", "json"]].concat()).ok().json();
    assert_eq!(document["environments"][1]["words"], "gcc 14", "{document:#}");
}

#[test]
fn a_token_stays_with_redirects_of_its_site() {
    let site = usual_but("GET /api/v1/account", |_| with_headers(307, "location: /moved", ""));
    let run = bout(&sandbox(), &["login", &site.url], &format!("{TOKEN}\n"));
    run.fails(2).says(&["does not have it"]);
    let moved = site.requests_of("GET /moved");
    assert_eq!(moved[0].headers["authorization"], format!("Bearer {TOKEN}"));
}

#[test]
fn redirects_have_an_end() {
    let site =
        usual_but("GET /api/v1/hills/small", |_| with_headers(302, "location: /api/v1/hills/small", ""));
    submit(&sandbox(), &site, &[]).fails(4).says(&["from one address to the next"]);
    for location in ["location: javascript:1", "location: //x", "location: file:///etc/passwd", "x: y"] {
        let site = usual_but("GET /api/v1/hills/small", move |_| with_headers(302, location, ""));
        submit(&sandbox(), &site, &[]).fails(4).says(&["cannot be read"]);
    }
}

#[test]
fn a_token_is_not_sent_in_the_open() {
    for url in ["http://bout.example", "http://10.0.0.1:8080", "http://127.0.0.1.example"] {
        let args = ["submit", "wait.crash", "--to", url, "--hill", "small"];
        with_token(&sandbox(), &args).fails(2).says(&["the token is not sent", url, "--insecure-http"]);
    }
}

#[test]
fn addresses_that_are_none_are_refused() {
    for url in [
        "bout.example",
        "ftp://bout.example",
        "https://anna:secret@bout.example",
        "https://bout.example/hills/a",
    ] {
        for args in [&["login", url][..], &["logout", url], &["hill", "show", "small", "--at", url]] {
            let run = bout(&sandbox(), args, TOKEN).fails(2).says(&["not the address of a site"]);
            assert!(!run.err.contains("secret"), "{run:#?}");
        }
    }
}

#[test]
fn huge_answers_do_not_fill_memory() {
    let spaces = vec![b' '; 1 << 16];
    let announced = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 1_u64 << 40);
    for head in [announced.as_str(), "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"] {
        let (head, spaces) = (head.as_bytes().to_vec(), spaces.clone());
        let site =
            usual_but("GET /api/v1/hills/small", move |_| Reply::Endless(head.clone(), spaces.clone()));
        submit(&sandbox(), &site, &[]).fails(4).says(&["larger than 16 MiB"]);
    }
    let site = usual_but("GET /api/v1/hills/small", |_| {
        Reply::Endless(b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'x'; 1 << 12])
    });
    let run = submit(&sandbox(), &site, &[]);
    assert_eq!(run.code, Some(4), "{run:#?}");
}

#[test]
fn a_site_that_says_nothing_is_given_up() {
    for start in [&b""[..], b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"] {
        let site = usual_but("GET /api/v1/hills/small", |_| Reply::Hangs(start.to_vec()));
        let args = ["hill", "show", "small", "--at", &site.url, "--timeout", "1"];
        with_token(&sandbox(), &args).fails(4).says(&["no answer within 1 s"]);
    }
}

#[test]
fn nobody_listens() {
    // Nothing listens on this port: it was free a moment ago.
    let url = format!("http://{}", std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let run = with_token(&sandbox(), &["hill", "show", "small", "--at", &url]);
    run.fails(4).says(&["cannot reach", "check the address and the network"]);
}

#[test]
fn garbage_is_called_so() {
    for body in ["", "<html>", "7", "[]", "{", "\u{0}", "{\"id\": 1}", "null"] {
        let body = body.to_owned();
        let site = usual_but(POST, move |_| with_headers(201, "content-type: text/html", &body));
        submit(&sandbox(), &site, &[]).fails(4).says(&["cannot be read", "is this a site of bout"]);
    }
    for id in ["", "../../x", "a?b", "a b", "a\u{1b}"] {
        let site = usual_but(POST, move |_| json(201, &state(&json!({ "id": id }))));
        submit(&sandbox(), &site, &[]).fails(4).says(&["the id of the submission"]);
    }
    let site = usual_but("GET /api/v1/hills/small", |_| Reply::Bytes(b"SSH-2.0-OpenSSH_9\r\n\r\n".to_vec()));
    submit(&sandbox(), &site, &[]).fails(4);
}

#[test]
fn texts_of_a_site_do_not_act_on_the_terminal() {
    let evil = "\u{1b}[2Ja\u{9b}\u{202e}\r\nb";
    let last = state(&json!({
        "state": "refused", "file": evil, "why": evil, "author": evil, "pushed_off": [evil], "program": evil,
        "worst": [{ "opponent": evil, "score": 0.5 }], "finished": evil,
    }));
    let site = ScriptedSite::start(move |request, _| match request.line.as_str() {
        EVENTS => Reply::Bytes(event_stream(&[
            state(&json!({"file": evil, "place": 1, "waits_for": evil})),
            last.clone(),
        ])),
        "GET /api/v1/hills/small" => {
            let mut hill = hill();
            for key in ["program", "author", "name", "points", "elo", "rank"] {
                hill["table"][0][key] = json!(evil);
            }
            hill["environments"] = environments(evil, evil);
            json(200, &hill)
        }
        "GET /api/v1/hills/evil" => problem(404, "", evil),
        "GET /api/v1/account" => {
            json(200, &json!({"name": evil, "role": evil, "scopes": [evil], "expires": evil}))
        }
        _ => usual(request),
    });
    let sandbox = sandbox();
    let mut runs = vec![bout(&sandbox, &["login", &site.url], TOKEN)];
    for form in FORMS {
        runs.push(submit(&sandbox, &site, &["--output", form]));
        for hill in ["small", "evil"] {
            runs.push(with_token(&sandbox, &["hill", "show", hill, "--at", &site.url, "--output", form]));
        }
    }
    for run in runs {
        // CSV keeps control characters, because programs read it.
        let csv = run.out.starts_with("id,") || run.out.starts_with("rank,");
        let all = if csv { run.err.clone() } else { format!("{}{}", run.out, run.err) };
        assert!(!all.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\r']), "{run:#?}");
    }
}
