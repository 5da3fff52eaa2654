//! Many programs by many authors on a site's hill, and checks of the final state.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::time::Duration;

use serde_json::{Value, json};

use super::Sandbox;
use super::members::{Browser, ask, submit};
use super::site::Site;

/// A small hill with quick matches, and limits that no test reaches.
pub(crate) const SETTINGS: &str = "examples = false
[limits]
sign_ups_per_minute = 60000
sign_ins_per_minute = 60000
submissions_per_minute = 60000
programs_per_author = 1000
waiting_per_author = 1000
[workers]
threads = 2
[hills.small]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
";

/// The longest that a request may take if a kill may interrupt it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves a new folder with these settings.
pub(crate) fn begin(sandbox: &Sandbox, settings: &str) -> Site {
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", settings);
    Site::start(sandbox, "site")
}

/// Creates accounts, and returns a token for each.
pub(crate) fn authors(site: &Site, count: usize) -> Vec<String> {
    (0..count).map(|author| Browser::join(site, &format!("author-{author}")).token(site, true)).collect()
}

/// Returns a program that differs for every author and number.
pub(crate) fn source(author: usize, number: usize) -> String {
    let step = 2 + author * 37 + number * 5;
    format!("store [a]+{step} a\nwrite crash [i]+[a]+{}\nstore [i]-2 i\n", 3 + number)
}

pub(crate) fn file(author: usize, number: usize) -> String {
    format!("p{author}-{number}.crash")
}

/// Hands in programs of all authors at once, and checks that all are accepted.
pub(crate) fn submit_all(site: &Site, tokens: &[String], numbers: Range<usize>) {
    std::thread::scope(|scope| {
        for (author, token) in tokens.iter().enumerate() {
            let numbers = numbers.clone();
            scope.spawn(move || {
                for number in numbers {
                    let handed = submit(site, token, "small", &file(author, number), &source(author, number));
                    assert_eq!(handed.status, 201, "{handed:?}");
                }
            });
        }
    });
}

/// Hands in programs, one author after the other, until the site is killed. Returns the number
/// of the first program that may not have been accepted. Sending it again with the same key does
/// not count twice.
pub(crate) fn submit_while_possible(site: &Site, tokens: &[String], numbers: Range<usize>) -> usize {
    for at in numbers.clone() {
        let (author, number) = (at % tokens.len(), at / tokens.len());
        let body = json!({ "file": file(author, number), "source": source(author, number) }).to_string();
        let request = format!(
            "POST /api/v1/hills/small/submissions HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             authorization: Bearer {}\r\nidempotency-key: {at}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            site.address,
            tokens[author],
            body.len()
        );
        match status_of(&site.address, &request) {
            Some(200 | 201) => {}
            Some(other) => panic!("{other}"),
            None => return at,
        }
    }
    numbers.end
}

/// Sends a request, and returns the status, or `None` without a complete answer.
fn status_of(address: &str, request: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    serde_json::from_str::<Value>(body).ok()?;
    head.split(' ').nth(1)?.parse().ok()
}

/// Waits until `challenges` programs have challenged the hill, and nothing is left to play.
///
/// An empty queue alone would not be enough: a page may not know the latest submissions yet.
pub(crate) fn wait_until_played(site: &Site, challenges: usize) {
    site.wait_until("/api/v1/hills/small", |hill| {
        hill["challenges"] == challenges && hill["complete"] == true && hill["waiting"] == 0
    });
}

/// Returns the history of a hill.
pub(crate) fn history(sandbox: &Sandbox, hill: &str) -> Vec<Value> {
    let path = sandbox.path(hill).join("results/history.jsonl");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns all submissions of these authors.
pub(crate) fn submissions(site: &Site, tokens: &[String]) -> Vec<Value> {
    let mut all = Vec::new();
    for token in tokens {
        let mut path = "/api/v1/submissions?limit=7".to_owned();
        loop {
            let page = ask(site, token, "GET", &path, None).json();
            all.extend(page["submissions"].as_array().unwrap().iter().cloned());
            let Some(next) = page["next"].as_str() else { break };
            path = format!("/api/v1/submissions?limit=7&cursor={next}");
        }
    }
    all
}

/// Checks that the site knows `all` submissions, that all are judged, and that each is once in the
/// hill's history, which it returns.
pub(crate) fn all_are_judged_once(
    sandbox: &Sandbox,
    site: &Site,
    hill: &str,
    tokens: &[String],
    all: usize,
) -> Vec<Value> {
    let mut ids = BTreeSet::new();
    for one in submissions(site, tokens) {
        assert!(["entered", "not-good-enough"].contains(&one["state"].as_str().unwrap()), "{one:#}");
        assert!(ids.insert(one["id"].to_string()), "{one:#}");
    }
    assert_eq!(ids.len(), all, "nothing is lost");
    let made = history(sandbox, hill);
    let judged: Vec<String> = made.iter().map(|one| one["submission"].to_string()).collect();
    assert_eq!(judged.len(), all);
    assert_eq!(judged.into_iter().collect::<BTreeSet<_>>(), ids, "nothing is counted twice");
    made
}

/// Checks that a hill has the same table as an undisturbed hill that the same programs challenged
/// in the same order.
pub(crate) fn table_is_that_of_a_calm_hill(sandbox: &Sandbox, hill: &str, made: &[Value]) {
    let table =
        |hill: &str| sandbox.bout(&["hill", "show", hill, "--output", "json"]).ok().json()["table"].clone();
    std::fs::create_dir(sandbox.path("calm")).unwrap();
    std::fs::copy(sandbox.path(hill).join("hill.toml"), sandbox.path("calm/hill.toml")).unwrap();
    for one in made {
        let name = one["program"].as_str().unwrap();
        let (author, number) = name[1..].trim_end_matches(".crash").split_once('-').unwrap();
        sandbox.file(name, source(author.parse().unwrap(), number.parse().unwrap()));
        sandbox.bout(&["hill", "add", "calm", name]).ok();
    }
    assert_eq!(table("calm"), table(hill));
}
