//! The command line as a client of a site that follows the API.

#![cfg(unix)]

mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use support::scripted_site::{Reply, ScriptedSite, event_stream, json, with_headers};
use support::site_user::{
    EVENTS, GET, POST, TOKEN, bout, command, entered, hill, playing, problem, queued, sandbox, state, submit,
    usual, usual_but, with_token,
};
use support::{Run, signal, wait_for};

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
        let site = usual_but(EVENTS, move |_| Reply::Bytes(event_stream(std::slice::from_ref(&last))));
        let run = submit(&sandbox, &site, &[]).prints(&[words]);
        assert_eq!(run.code, Some(code), "{run:#?}");
    }
}

#[test]
fn a_stream_that_is_cut_is_continued() {
    let site = usual_but(EVENTS, |before| match before {
        // The connection ends in the middle of an event.
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
    // A different port is a different site.
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
