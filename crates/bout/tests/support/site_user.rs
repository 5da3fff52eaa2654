//! A user of a scripted site, for the tests of the command line as a client.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::scripted_site::{Reply, Request, ScriptedSite, event_stream, json, with_headers};
use super::{Run, Sandbox};

pub(crate) const TOKEN: &str = "bout_scripted";

/// Creates a sandbox with the program `wait.crash`, which is also the user's home.
pub(crate) fn sandbox() -> Sandbox {
    Sandbox::with_programs()
}

pub(crate) fn command(sandbox: &Sandbox, args: &[&str]) -> Command {
    let mut command = sandbox.command(args);
    command.env("HOME", sandbox.path(".")).env_remove("XDG_CONFIG_HOME").env_remove("BOUT_TOKEN");
    command
}

/// Runs bout without a token in the environment.
pub(crate) fn bout(sandbox: &Sandbox, args: &[&str], input: &str) -> Run {
    let mut command = assert_cmd::Command::from_std(command(sandbox, args));
    Run::of(command.write_stdin(input).output().unwrap())
}

/// Runs bout with a token in the environment.
pub(crate) fn with_token(sandbox: &Sandbox, args: &[&str]) -> Run {
    let mut command = command(sandbox, args);
    Run::of(command.env("BOUT_TOKEN", TOKEN).stdin(Stdio::null()).output().unwrap())
}

pub(crate) fn submit(sandbox: &Sandbox, site: &ScriptedSite, more: &[&str]) -> Run {
    let args = ["submit", "wait.crash", "--to", &site.url, "--hill", "small", "--timeout", "20"];
    with_token(sandbox, &[&args, more].concat())
}

pub(crate) fn problem(status: u16, headers: &str, detail: &str) -> Reply {
    let body = json!({ "type": "about:blank", "title": "X", "status": status, "detail": detail });
    with_headers(status, &format!("content-type: application/problem+json{headers}"), body.to_string())
}

/// Returns the scripts' submission, with some fields changed.
pub(crate) fn state(changes: &Value) -> Value {
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

pub(crate) fn queued() -> Value {
    state(&json!({ "place": 2, "waits_for": "one program is played before it" }))
}

pub(crate) fn playing(done: u64) -> Value {
    state(&json!({ "state": "playing", "games_done": done, "games_total": 600 }))
}

pub(crate) fn entered() -> Value {
    state(&json!({
        "state": "entered", "rank": 3, "of": 10, "elo": 12.4, "pushed_off": ["old.crash"],
        "worst": [{ "opponent": "bomber.crash", "score": 0.125 }], "program": "wait.crash",
        "finished": "2026-11-23T17:01:00Z",
    }))
}

pub(crate) fn hill() -> Value {
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

/// The answer of every script to requests that its test does not treat specially.
pub(crate) fn usual(request: &Request) -> Reply {
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

/// Starts a site with the usual answers, except to requests with this line.
pub(crate) fn usual_but(
    line: &'static str,
    reply: impl Fn(usize) -> Reply + Send + Sync + 'static,
) -> ScriptedSite {
    ScriptedSite::start(
        move |request, before| {
            if request.line == line { reply(before) } else { usual(request) }
        },
    )
}

pub(crate) const POST: &str = "POST /api/v1/hills/small/submissions";
pub(crate) const GET: &str = "GET /api/v1/submissions/s1";
pub(crate) const EVENTS: &str = "GET /api/v1/submissions/s1/events";
