//! The command line as a client of a site that follows its interface, and of servers that do not.

#![cfg(unix)]

mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use support::scripted_site::{Reply, Request, ScriptedSite, event_stream, json, with_headers};
use support::{FORMS, Run, Sandbox, signal, wait_for};

const TOKEN: &str = "bout_scripted";

/// A sandbox with the program `wait.crash`, whose user has a home there.
fn sandbox() -> Sandbox {
    Sandbox::with_programs()
}

fn command(sandbox: &Sandbox, args: &[&str]) -> Command {
    let mut command = sandbox.command(args);
    command.env("HOME", sandbox.path(".")).env_remove("XDG_CONFIG_HOME").env_remove("BOUT_TOKEN");
    command
}

/// Runs bout without a token in the environment.
fn bout(sandbox: &Sandbox, args: &[&str], input: &str) -> Run {
    let mut command = assert_cmd::Command::from_std(command(sandbox, args));
    Run::of(command.write_stdin(input).output().unwrap())
}

/// Runs bout with a token in the environment.
fn with_token(sandbox: &Sandbox, args: &[&str]) -> Run {
    let mut command = command(sandbox, args);
    Run::of(command.env("BOUT_TOKEN", TOKEN).stdin(Stdio::null()).output().unwrap())
}

fn submit(sandbox: &Sandbox, site: &ScriptedSite, more: &[&str]) -> Run {
    let args = ["submit", "wait.crash", "--to", &site.url, "--hill", "small", "--timeout", "20"];
    with_token(sandbox, &[&args, more].concat())
}

fn problem(status: u16, headers: &str, detail: &str) -> Reply {
    let body = json!({ "type": "about:blank", "title": "X", "status": status, "detail": detail });
    with_headers(status, &format!("content-type: application/problem+json{headers}"), body.to_string())
}

/// The submission of the scripts in one of its states.
fn state(changes: &Value) -> Value {
    let mut all = json!({
        "id": "s1", "hill": "small", "file": "wait.crash", "author": "anna", "mode": "enter", "secret": false,
        "state": "queued", "place": null, "waits_for": null, "games_done": null, "games_total": null,
        "rank": null, "of": null, "elo": null, "pushed_off": [], "worst": [], "why": null, "program": null,
        "submitted": "2026-11-23T17:00:00Z", "finished": null, "url": "/submissions/s1",
    });
    for (key, value) in changes.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}

fn queued() -> Value {
    state(&json!({ "place": 2, "waits_for": "one program is played before it" }))
}

fn playing(done: u64) -> Value {
    state(&json!({ "state": "playing", "games_done": done, "games_total": 600 }))
}

fn entered() -> Value {
    state(&json!({
        "state": "entered", "rank": 3, "of": 10, "elo": 12.4, "pushed_off": ["old.crash"],
        "worst": [{ "opponent": "bomber.crash", "score": 0.125 }], "program": "wait.crash",
        "finished": "2026-11-23T17:01:00Z",
    }))
}

fn hill() -> Value {
    json!({
        "hill": "small", "game": "crash", "waiting": 0, "complete": true, "size": 10, "games": 6,
        "table": [
            {"rank": 1, "program": "bomber.crash", "name": "Bomber", "author": "ben", "points": 9.5, "wins": 9,
             "draws": 1, "losses": 2, "games": 12, "voids": 0, "faults": 0, "age": 3, "elo": 50.2,
             "elo_low": 10.0, "elo_high": 90.0, "best_rank": 1, "worst_rank": 2, "better_than_next": 0.9},
            {"rank": 2, "program": "comb.crash", "name": "Comb", "author": "", "points": 2.5, "wins": 2,
             "draws": 1, "losses": 9, "games": 12, "voids": 0, "faults": 0, "age": 4, "elo": -50.2,
             "elo_low": -90.0, "elo_high": -10.0, "best_rank": 1, "worst_rank": 2, "better_than_next": null},
        ],
        "ratings": {},
    })
}

/// What every script answers that is not about something else.
fn usual(request: &Request) -> Reply {
    match request.line.as_str() {
        "GET /api/v1/hills/small" => json(200, &hill()),
        "POST /api/v1/hills/small/submissions" => json(201, &queued()),
        "GET /api/v1/submissions/s1" => json(200, &playing(400)),
        "GET /api/v1/submissions/s1/events" => {
            Reply::Bytes(event_stream(&[queued(), playing(0), playing(350), entered()]))
        }
        "GET /api/v1/account" => json(
            200,
            &json!({"name": "anna", "role": "player", "scopes": ["read", "submit"], "expires": null}),
        ),
        _ => problem(404, "", "There is nothing at this address."),
    }
}

/// A site that does as all do, but for requests of one line.
fn usual_but(line: &'static str, reply: impl Fn(usize) -> Reply + Send + Sync + 'static) -> ScriptedSite {
    ScriptedSite::start(
        move |request, before| {
            if request.line == line { reply(before) } else { usual(request) }
        },
    )
}

const POST: &str = "POST /api/v1/hills/small/submissions";
const GET: &str = "GET /api/v1/submissions/s1";
const EVENTS: &str = "GET /api/v1/submissions/s1/events";

#[test]
fn a_submission_is_followed_to_its_end() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    submit(&sandbox, &site, &[]).ok().prints(&[
        &format!("{}/submissions/s1", site.url),
        "place 2 in the queue; one program is played before it",
        "300 of 600 games",
        "wait.crash enters the hill with rank 3 of 10, Elo +12. Pushed off: old.crash.",
        "against bomber.crash: 12.5 %",
    ]);
    let [sent] = &site.requests_of("POST")[..] else { panic!("{:#?}", site.requests()) };
    assert_eq!(sent.headers["authorization"], format!("Bearer {TOKEN}"));
    let body = json!({ "file": "wait.crash", "source": support::WAIT, "mode": "enter", "secret": false });
    assert_eq!(sent.json(), body);

    let run = |form| submit(&sandbox, &site, &["--output", form]).ok();
    let shown = |value: &Value| (value["state"].clone(), value["rank"].clone(), value["elo"].clone());
    let last = shown(&entered());
    let document = run("json").json();
    assert_eq!(document["submissions"].as_array().unwrap().len(), 1);
    assert_eq!(shown(&document["submissions"][0]), last);
    let lines = run("jsonl").jsonl();
    let states: Vec<&Value> = lines.iter().map(|line| &line["state"]).collect();
    assert_eq!(states, ["queued", "playing", "playing", "entered"]);
    assert_eq!(shown(&lines[3]), last);
    let (header, rows) = run("csv").csv();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!([&rows[0][at("state")], &rows[0][at("rank")], &rows[0][at("elo")]], ["entered", "3", "12.4"]);
}

#[test]
fn modes_and_keys_are_sent() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    for more in [&["--key", "k1"][..], &["--key", "k1"], &["--key", "k2"], &[], &["--key", "k1", "--test"]] {
        submit(&sandbox, &site, &[more, &["--no-wait"]].concat()).ok().prints(&["place 2"]);
    }
    submit(&sandbox, &site, &["--secret", "--name", "other.crash", "--no-wait"]).ok();
    let sent = site.requests_of("POST");
    let keys: Vec<&String> = sent.iter().map(|request| &request.headers["idempotency-key"]).collect();
    assert_eq!(keys[0], keys[1]);
    let different: std::collections::BTreeSet<&String> = keys.iter().copied().collect();
    assert_eq!(different.len(), 5, "{keys:?}");
    assert_eq!(sent[4].json()["mode"], "test");
    assert_eq!((&sent[5].json()["secret"], &sent[5].json()["file"]), (&json!(true), &json!("other.crash")));
    assert!(site.requests_of(EVENTS).is_empty());
}

#[test]
fn bytes_that_are_no_text_arrive() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    sandbox.file("wait.crash", b";caf\xe9\n");
    submit(&sandbox, &site, &["--no-wait"]).ok();
    assert_eq!(site.requests_of("POST")[0].json()["source_base64"], "O2NhZukK");
}

#[test]
fn how_a_submission_ends_decides_the_exit_code() {
    let sandbox = sandbox();
    for (changes, code, words) in [
        (
            json!({"state": "not-good-enough", "rank": 11, "of": 10}),
            0,
            "not good enough for the hill: rank 11",
        ),
        (
            json!({"state": "tested", "mode": "test", "rank": 2, "of": 10}),
            0,
            "would enter the hill with rank 2",
        ),
        (json!({"state": "tested", "mode": "test", "rank": 11, "of": 10}), 0, "it has room for 10"),
        (json!({"state": "known"}), 0, "already on the hill"),
        (json!({"state": "refused", "why": "it takes too long"}), 1, "refused: it takes too long"),
        (json!({"state": "withdrawn"}), 1, "was withdrawn"),
        (json!({"state": "failed", "why": "a worker died"}), 4, "could not play wait.crash: a worker died"),
    ] {
        let last = state(&changes);
        let site = usual_but(EVENTS, move |_| Reply::Bytes(event_stream(&[last.clone()])));
        let run = submit(&sandbox, &site, &[]).prints(&[words]);
        assert_eq!(run.code, Some(code), "{run:#?}");
    }
}

#[test]
fn a_stream_that_is_cut_is_continued() {
    let site = usual_but(EVENTS, |before| match before {
        // In the middle of an event.
        0 => {
            let mut all = event_stream(&[queued(), playing(0)]);
            all.extend_from_slice(b"event: submission\ndata: {\"id\": \"s1\", \"sta");
            Reply::Bytes(all)
        }
        1 => Reply::Bytes(Vec::new()),
        _ => Reply::Bytes(event_stream(&[entered()])),
    });
    submit(&sandbox(), &site, &[]).ok().prints(&["360 of 600 games", "enters the hill with rank 3"]);
}

#[test]
fn without_events_the_site_is_asked() {
    for reply in [
        || problem(404, "", "There is nothing at this address."),
        || with_headers(200, "content-type: text/html", "<p>A proxy.</p>"),
        || {
            Reply::Bytes(event_stream(&[
                json!({"state": "entered"}),
                json!(7),
                state(&json!({"id": "other", "state": "failed"})),
            ]))
        },
        || {
            Reply::Bytes(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: \xff\xfe{\n\n\n\n::::\n"
                    .to_vec(),
            )
        },
    ] as [fn() -> Reply; 4]
    {
        let site = ScriptedSite::start(move |request, before| match (request.line.as_str(), before) {
            (EVENTS, _) => reply(),
            (GET, 0) => json(200, &playing(100)),
            (GET, _) => json(200, &entered()),
            _ => usual(request),
        });
        submit(&sandbox(), &site, &[]).ok().prints(&["60 of 600 games", "enters the hill with rank 3"]);
    }
}

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
fn diagnostics_have_their_place() {
    let site = usual_but(POST, |_| {
        let one = json!({"severity": "error", "code": "C01", "line": 2, "column": 5, "end_line": 2,
            "end_column": 6, "message": "not a word", "help": "write a word"});
        let body = json!({"status": 422, "detail": "This is not a legal program.", "diagnostics": [one]});
        json(422, &body)
    });
    let sandbox = sandbox();
    let words = "wait.crash:2:5: error[C01]: not a word (write a word)";
    submit(&sandbox, &site, &[]).fails(1).prints(&["This is not a legal program.", words]);
    for form in ["json", "jsonl"] {
        let run = submit(&sandbox, &site, &["--output", form]).fails(1);
        let row = if form == "json" { run.json()["submissions"][0].clone() } else { run.jsonl()[0].clone() };
        assert_eq!((&row["state"], &row["diagnostics"][0]["line"]), (&json!("refused"), &json!(2)));
    }
    let (header, rows) = submit(&sandbox, &site, &["--output", "csv"]).fails(1).csv();
    let at = header.iter().position(|column| column == "state").unwrap();
    assert_eq!(rows[0][at], "refused");
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
        // What is read may be elsewhere; a program is not sent there.
        with_token(&sandbox(), &["hill", "show", "small", "--at", &site.url]).ok().prints(&["bomber.crash"]);
        submit(&sandbox(), &site, &[]).fails(2).says(&["sends this request to", &other.url]);
        assert!(site.requests().iter().all(|request| request.headers.contains_key("authorization")));
    }
    let theirs = other.requests();
    assert!(!theirs.is_empty() && theirs.iter().all(|one| one.line.starts_with("GET ")), "{theirs:#?}");
    assert!(theirs.iter().all(|one| !one.headers.contains_key("authorization")), "{theirs:#?}");
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
    // A port that was free a moment ago.
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
        // A file of CSV keeps control characters, because programs read them.
        let csv = run.out.starts_with("id,") || run.out.starts_with("rank,");
        let all = if csv { run.err.clone() } else { format!("{}{}", run.out, run.err) };
        assert!(!all.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\r']), "{run:#?}");
    }
}

#[test]
fn a_stored_token_is_used_and_forgotten() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    let submit = ["submit", "wait.crash", "--to", &site.url, "--hill", "small", "--no-wait"];
    bout(&sandbox, &submit, "").fails(2).says(&["there is no token", "bout login", "BOUT_TOKEN"]);
    assert!(site.requests().is_empty());
    bout(&sandbox, &["login", &site.url], &format!("{TOKEN}\n"))
        .ok()
        .prints(&["as anna (player)", "read, submit"]);
    bout(&sandbox, &submit, "").ok();
    assert_eq!(site.requests_of("POST")[0].headers["authorization"], format!("Bearer {TOKEN}"));
    let folder = if cfg!(target_os = "macos") { "Library/Application Support/bout" } else { ".config/bout" };
    let [file] = &sandbox.names(&format!("{folder}/sites"))[..] else { panic!("one file") };
    let mode = sandbox.path(folder).join("sites").join(file).metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // Another port is another site.
    let other = ScriptedSite::start(|request, _| usual(request));
    let elsewhere = ["submit", "wait.crash", "--to", &other.url, "--hill", "small"];
    bout(&sandbox, &elsewhere, "").fails(2).says(&["there is no token"]);
    bout(&sandbox, &["logout", &site.url], "").ok().prints(&["forgotten", "/account"]);
    bout(&sandbox, &["logout", &site.url], "").ok().prints(&["There was no token"]);
    bout(&sandbox, &submit, "").fails(2);
}

#[test]
fn a_wrong_token_is_not_stored() {
    let site = usual_but("GET /api/v1/account", |_| problem(401, "", "This token is not valid."));
    let sandbox = sandbox();
    bout(&sandbox, &["login", &site.url], TOKEN)
        .fails(1)
        .says(&["This token is not valid.", "nothing is stored"]);
    for text in ["", "secret", "bout_a b", "bout_\u{1b}[2J"] {
        let run = bout(&sandbox, &["login", &site.url], text).fails(2).says(&["not a token"]);
        assert!(!run.err.contains("secret"), "{run:#?}");
    }
    let submit = ["submit", "wait.crash", "--to", &site.url, "--hill", "small"];
    bout(&sandbox, &submit, "").fails(2).says(&["there is no token"]);
}

#[test]
fn after_ctrl_c_the_submission_goes_on() {
    let site = usual_but(EVENTS, |_| Reply::Hangs(event_stream(&[queued()])));
    let sandbox = sandbox();
    let args = ["submit", "wait.crash", "--to", &site.url, "--hill", "small", "--test"];
    let mut command = command(&sandbox, &args);
    command.env("BOUT_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    while site.requests_of(EVENTS).is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    wait_for(&mut child, Duration::from_mins(1)).expect("it ends");
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:#?}");
    let page = format!("{}/submissions/s1", site.url);
    run.says(&["goes on", &page, "bout submit wait.crash --to", "--hill small --test --key "]);
}

#[test]
fn a_hill_elsewhere_is_as_one_here() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    let run = |args: &[&str]| with_token(&sandbox, &[&["hill"], args, &["--at", &site.url]].concat());
    run(&["show", "small"]).ok().prints(&["bomber.crash", "ben", "+50", "comb.crash", "-50"]);
    let shown = run(&["show", "small", "--output", "json"]).ok().json();
    assert_eq!((&shown["change"], &shown["table"]), (&json!("show"), &hill()["table"]));
    let (header, rows) = run(&["show", "small", "--output", "csv"]).ok().csv();
    assert_eq!((&header[1][..], &rows[1][1][..], rows.len()), ("program", "comb.crash", 2));
    run(&["add", "small", "wait.crash"]).ok().prints(&["enters the hill with rank 3"]);
    run(&["test", "small", "wait.crash"]).ok();
    let modes: Vec<Value> = site.requests_of("POST").iter().map(|one| one.json()["mode"].clone()).collect();
    assert_eq!(modes, ["enter", "test"]);
    run(&["show", "none"]).fails(2).says(&["does not have it"]);
    run(&["show", "small", "-o", "a.html"]).fails(2).says(&["cannot be used with"]);
}

#[test]
fn a_watch_tests_on_the_site() {
    let (sandbox, site) = (sandbox(), ScriptedSite::start(|request, _| usual(request)));
    let args = ["watch", "wait.crash", "--hill", "small", "--at", &site.url];
    with_token(&sandbox, &[&args[..], &["--once"]].concat())
        .ok()
        .prints(&["300 of 600 games", "rank 3 of 10"]);
    let mut command = command(&sandbox, &args);
    command.env("BOUT_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let wait_for_posts = |number: usize| {
        while site.requests_of("POST").len() < number {
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait_for_posts(2);
    sandbox.file("wait.crash", support::BOMBER);
    wait_for_posts(3);
    signal(&child, "INT");
    wait_for(&mut child, Duration::from_mins(1)).expect("it ends");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let sent = site.requests_of("POST");
    assert!(sent.iter().all(|one| one.json()["mode"] == "test"), "{sent:#?}");
    assert_eq!(sent[2].json()["source"], support::BOMBER);
}
