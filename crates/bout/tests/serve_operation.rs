//! `bout serve` as a service: its log, metrics, readiness, shutdown, and messages to systemd.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::members::{Browser, PASSWORD, are_there, ask, submit};
use support::site::{Answer, Site};
use support::{BOMBER, Sandbox, WAIT, signal};

/// A hill without games, and limits that the tests do not reach.
const QUIET: &str = "examples = false
[limits]
sign_ins_per_minute = 60000
sign_ups_per_minute = 60000
submissions_per_minute = 60000
programs_per_author = 1000
waiting_per_author = 1000
[hills.small]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
";

/// Anything that has not happened by then never will.
const PATIENCE: Duration = Duration::from_mins(4);

fn sandbox_with(settings: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", settings);
    sandbox
}

/// Returns the command that serves the folder `site` and logs to the file `log`.
fn serving(sandbox: &Sandbox, more: &[&str]) -> Command {
    let mut command = sandbox.command(&[&["serve", "site", "--bind", "127.0.0.1:0"], more].concat());
    command
        .stderr(File::create(sandbox.path("log")).unwrap())
        .env_remove("JOURNAL_STREAM")
        .env_remove("BOUT_LOG");
    command
}

/// Returns the lines of the log, each of which must be a JSON object.
fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let log = String::from_utf8(sandbox.read("log")).unwrap();
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    log.lines().map(line).collect()
}

fn stop(site: Site) {
    signal(&site.child, "TERM");
    assert_eq!(site.wait(), Some(0));
}

/// Sends a request with additional headers, and reads until the site closes the connection.
fn get_with(site: &Site, path: &str, headers: &[(&str, &str)]) -> Answer {
    let headers: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{}\r\n", headers.concat());
    site.raw(head.as_bytes())
}

fn wait_for(what: &str, mut has_happened: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !has_happened() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_log_of_a_session_has_a_line_for_each_event_and_no_secret() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::started(&mut serving(&sandbox, &["--log", "json", "--log-level", "debug"]));
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    let wrong =
        Browser::default().post(&site, "/sign-in", &[("name", "typed-by-mistake"), ("password", "x")]);
    assert_eq!(wrong.status, 422);
    let source = format!("; only in the source: xyzzy\n{BOMBER}");
    let handed = submit(&site, &token, "small", "mine.crash", &source);
    assert_eq!(handed.status, 201, "{handed:?}");
    let submission = handed.json()["id"].as_str().unwrap().to_owned();
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 1));
    // Secrets in links, words of queries, and text that would forge a log line if it
    // were not escaped.
    for path in [
        "/links/secret-of-a-link",
        "/mail/secret-of-a-mail",
        "/hill-links/secret-of-a-hill",
        "/search?q=word-of-a-query",
        "/hills/%0A%7B%22level%22%3A%22ERROR%22%7D",
        "/not-a-route-%1b%5b31m",
    ] {
        site.get(path);
    }
    let forged = [
        ("host", "host-of-a-stranger"),
        ("user-agent", "agent-of-a-stranger %0a\"}"),
        ("referer", "referer-of-a-stranger"),
        ("x-forwarded-for", "192.0.2.7"),
        ("x-request-id", "id-of-a-stranger"),
    ];
    get_with(&site, "/", &forged);
    site.raw(b"EVIL /\x01 HTTP/1.1\r\nhost: a\r\n\r\n");
    stop(site);

    let log = String::from_utf8(sandbox.read("log")).unwrap();
    let secrets = [
        PASSWORD,
        &token,
        &anna.cookie,
        &anna.proof,
        "typed-by-mistake",
        "secret-of",
        "word-of-a-query",
        "xyzzy",
        "not-a-route",
        "of-a-stranger",
        "192.0.2.7",
        "%0A",
        "\u{1b}",
    ];
    for secret in secrets {
        assert!(!log.contains(secret), "{secret:?} is in the log:\n{log}");
    }
    let lines = lines(&sandbox);
    let requests: Vec<&Value> = lines.iter().filter(|line| line["message"] == "request").collect();
    let of_route = |route: &str| requests.iter().filter(|line| line["route"] == route).count();
    for route in
        ["/links/{secret}", "/mail/{secret}", "/hill-links/{secret}", "/search", "/hills/{hill}", "none"]
    {
        assert_eq!(of_route(route), 1, "{route}");
    }
    let ids: BTreeSet<&str> = requests.iter().map(|line| line["request"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), requests.len());
    let accepted = lines.iter().find(|line| line["message"] == "submission accepted").unwrap();
    assert_eq!(accepted["submission"], submission.as_str());
    let its_request = &accepted["span"]["request"];
    let line = requests.iter().find(|line| line["request"] == *its_request).unwrap();
    assert_eq!((&line["status"], &line["visitor"]), (&201.into(), &"127.0.0.1".into()));
    assert_eq!((&line["method"], &line["is_cut"]), (&"POST".into(), &false.into()));
    assert_eq!(lines.iter().filter(|line| line["message"] == "an attempt to sign in failed").count(), 1);
    // The order has the same id in the log lines of the site and of the worker.
    let order = lines
        .iter()
        .find(|line| line["message"] == "order given" && line["submission"] == submission.as_str());
    let order = &order.unwrap()["order"];
    let of_worker = |line: &&Value| line["target"] == "web::worker" && line["order"] == *order;
    let told: Vec<&str> =
        lines.iter().filter(of_worker).map(|line| line["message"].as_str().unwrap()).collect();
    assert_eq!(told, ["order begun", "order carried out"]);
}

#[test]
fn a_line_of_text_stays_one_line_and_the_journal_hears_its_level() {
    let sandbox = sandbox_with(QUIET);
    let mut command = serving(&sandbox, &[]);
    let about = std::fs::metadata(sandbox.path("log")).unwrap();
    let site = Site::started(command.env("JOURNAL_STREAM", format!("{}:{}", about.dev(), about.ino())));
    site.get("/");
    let wrong = [("name", "a\nb"), ("password", "x")];
    Browser::default().post(&site, "/sign-in", &wrong);
    stop(site);
    let log = String::from_utf8(sandbox.read("log")).unwrap();
    assert!(log.lines().all(|line| ["<3>", "<4>", "<6>", "<7>"].contains(&&line[..3])), "{log}");
    assert!(
        log.lines().any(|line| line.starts_with("<6>web::requests: request") && line.contains("route=\"/\"")),
        "{log}"
    );
    assert!(log.lines().any(|line| line.starts_with("<4>") && line.contains("sign in failed")), "{log}");
}

#[test]
fn the_link_for_the_first_host_does_not_get_into_the_journal() {
    let sandbox = sandbox_with(QUIET);
    let mut command = serving(&sandbox, &[]);
    let output = File::create(sandbox.path("output")).unwrap();
    let about = output.metadata().unwrap();
    command.env("JOURNAL_STREAM", format!("{}:{}", about.dev(), about.ino()));
    let mut child = command.stdout(output).spawn().unwrap();
    let said = || String::from_utf8([sandbox.read("output"), sandbox.read("log")].concat()).unwrap();
    wait_for("it says that it listens", || said().contains("the site listens"));
    signal(&child, "TERM");
    assert!(support::wait_for(&mut child, PATIENCE).unwrap().success());
    let said = said();
    assert!(said.contains("bout admin host-link") && !said.contains("/links/"), "{said}");
}

#[test]
fn the_log_is_as_quiet_as_it_is_told_to_be() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::started(serving(&sandbox, &["--log-level", "error"]).env("BOUT_LOG", "debug"));
    site.get("/");
    stop(site);
    assert_eq!(String::from_utf8(sandbox.read("log")).unwrap(), "");
    let run = sandbox.bout(&["serve", "site", "--log-level", "loud"]);
    run.fails(2).says(&["loud", "off, error, warn, info and debug"]);
}

#[test]
fn a_request_has_an_id_that_only_a_trusted_proxy_may_choose() {
    let sandbox = sandbox_with(&format!("trusted_proxies = [\"127.0.0.1\"]\n{QUIET}"));
    let site = Site::started(&mut serving(&sandbox, &["--log", "json"]));
    let through = [("host", "a"), ("x-forwarded-for", "192.0.2.7"), ("x-request-id", "from-the-proxy.1")];
    let answer = get_with(&site, "/", &through);
    assert_eq!(answer.header("x-request-id"), "from-the-proxy.1");
    let made = get_with(&site, "/", &[("host", "a"), ("x-request-id", "not a plain word")]);
    assert_eq!(made.header("x-request-id").len(), 16);
    stop(site);
    let lines = lines(&sandbox);
    let line = lines.iter().find(|line| line["request"] == "from-the-proxy.1").unwrap();
    assert_eq!((&line["visitor"], &line["status"]), (&"192.0.2.7".into(), &200.into()));
}

#[test]
fn a_site_is_ready_while_it_can_write_and_start_workers() {
    let sandbox = sandbox_with(QUIET);
    // A copy of bout that the test can move away.
    let own = sandbox.path("own-bout");
    if std::fs::hard_link(env!("CARGO_BIN_EXE_bout"), &own).is_err() {
        std::fs::copy(env!("CARGO_BIN_EXE_bout"), &own).unwrap();
    }
    let mut command = Command::new(&own);
    command
        .args(["serve", "site", "--bind", "127.0.0.1:0"])
        .current_dir(sandbox.path("."))
        .stderr(Stdio::null());
    let site = Site::started(&mut command);
    let is = |checks: &'static str, works: bool| move |ready: &Value| ready["checks"][checks] == works;
    let ready = site.wait_until("/readyz", |ready| ready["status"] == "ready");
    assert_eq!(ready["missing"], serde_json::json!([]));

    // A file in place of the folder: not even root can write into it.
    let folder = sandbox.path("site/.bout");
    std::fs::rename(&folder, sandbox.path("away")).unwrap();
    while std::fs::File::create_new(&folder).is_err() {
        // A starting worker has created the folder again.
        let _ = std::fs::remove_dir_all(&folder);
    }
    site.wait_until("/readyz", is("folder", false));
    assert_eq!(site.get("/readyz").status, 503);
    std::fs::remove_file(&folder).unwrap();
    while std::fs::rename(sandbox.path("away"), &folder).is_err() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    site.wait_until("/readyz", is("folder", true));
    assert_eq!(site.get("/readyz").status, 200);

    std::fs::rename(&own, sandbox.path("bout-away")).unwrap();
    let ready = site.wait_until("/readyz", is("workers", false));
    assert_eq!(ready["missing"], serde_json::json!(["no worker can be started"]));
    assert_eq!((site.get("/readyz").status, site.get("/healthz").status), (503, 200));
    std::fs::rename(sandbox.path("bout-away"), &own).unwrap();
    site.wait_until("/readyz", is("workers", true));
}

/// Parses the text format of Prometheus, and returns the samples by name and labels. Checks that
/// the samples of each metric follow its help and type, and that no metric comes twice.
fn parsed(text: &str) -> BTreeMap<String, f64> {
    let mut samples = BTreeMap::new();
    let mut known = BTreeSet::new();
    let (mut metric, mut kind) = (String::new(), "");
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').unwrap();
            assert!(known.insert(name.to_owned()), "{name} comes twice");
            assert!(!words.is_empty());
            (metric, kind) = (name.to_owned(), "");
        } else if let Some(told) = line.strip_prefix("# TYPE ") {
            let (name, told) = told.split_once(' ').unwrap();
            assert_eq!(name, metric);
            assert!(["counter", "gauge", "histogram"].contains(&told), "{line}");
            assert_eq!(told == "counter", name.ends_with("_total"), "{line}");
            kind = told;
        } else {
            let (key, value) = line.rsplit_once(' ').unwrap();
            let name = key.split('{').next().unwrap();
            let suffix =
                name.strip_prefix(metric.as_str()).unwrap_or_else(|| panic!("{line} is not of {metric}"));
            let allowed: &[&str] = if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            assert!(allowed.contains(&suffix), "{line}");
            check_labels(&key[name.len()..]);
            assert!(samples.insert(key.to_owned(), value.parse().unwrap()).is_none(), "{key} comes twice");
        }
    }
    samples
}

fn check_labels(labels: &str) {
    let Some(inner) = labels.strip_prefix('{').and_then(|labels| labels.strip_suffix('}')) else {
        assert_eq!(labels, "");
        return;
    };
    for label in inner.split("\",") {
        let (name, value) = label.split_once("=\"").unwrap();
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{labels}");
        assert!(!value.trim_end_matches('"').contains('"'), "{labels}");
    }
}

#[test]
fn metrics_count_what_was_asked_for_and_what_was_played() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::start(&sandbox, "site");
    for _ in 0..3 {
        site.get("/wars");
    }
    site.get("/hills/none");
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    for (file, source) in [("one.crash", BOMBER), ("two.crash", WAIT)] {
        assert_eq!(submit(&site, &token, "small", file, source).status, 201);
    }
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 2) && hill["waiting"] == 0);
    let mut live = site.connect();
    live.write_all(b"GET /hills/small/live HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    live.read_exact(&mut [0; 12]).unwrap();

    let answer = get_with(&site, "/metrics", &[("host", &site.address)]);
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = answer.text();
    let samples = parsed(&text);
    for (sample, expected) in [
        ("bout_http_requests_total{method=\"GET\",route=\"/wars\",status=\"200\"}", 3.0),
        ("bout_http_requests_total{method=\"GET\",route=\"/hills/{hill}\",status=\"404\"}", 1.0),
        ("bout_http_answer_seconds_count{route=\"/wars\"}", 3.0),
        ("bout_http_answer_seconds_bucket{route=\"/wars\",le=\"+Inf\"}", 3.0),
        ("bout_submissions_total", 2.0),
        ("bout_challenges_total{state=\"entered\"}", 2.0),
        // One pairing with two games.
        ("bout_matches_total", 2.0),
        ("bout_queue_waiting{queue=\"submissions\"}", 0.0),
        ("bout_live_listeners", 1.0),
        ("bout_failures_total{kind=\"database\"}", 0.0),
        ("bout_worker_failures_total{kind=\"silent\"}", 0.0),
    ] {
        assert_eq!(samples.get(sample), Some(&expected), "{sample}\n{text}");
    }
    for sample in
        ["process_resident_memory_bytes", "process_open_fds", "bout_folder_bytes", "bout_disk_free_bytes"]
    {
        assert!(samples[sample] > 0.0, "{sample}");
    }
}

/// Two servers would both play the submissions of the folder.
#[test]
fn a_second_server_of_a_folder_is_refused() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::start(&sandbox, "site");
    sandbox
        .bout(&["serve", "site", "--bind", "127.0.0.1:0"])
        .fails(1)
        .says(&["another `bout serve`", "PostgreSQL"]);
    assert_eq!(site.get("/readyz").status, 200, "the first one is not disturbed");
    stop(site);
    stop(Site::start(&sandbox, "site"));
}

/// Sources may be secret, and other users of the machine are strangers.
#[test]
fn only_the_owner_of_a_site_can_read_its_files() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::start(&sandbox, "site");
    let lock = "site/small/.bout/lock";
    wait_for("a worker has played the hill", || sandbox.path(lock).is_file());
    stop(site);
    for path in ["site/small", "site/small/hill.toml", lock, "site/.bout/accounts.db"] {
        let mode = std::fs::metadata(sandbox.path(path)).unwrap().mode();
        assert_eq!(mode & 0o077, 0, "{path}: {mode:o}");
    }
}

#[test]
fn the_log_says_what_is_wrong_with_the_settings_of_a_hill() {
    let sandbox = sandbox_with(QUIET);
    std::fs::create_dir(sandbox.path("site/broken")).unwrap();
    sandbox.file("site/broken/hill.toml", "game = \"crash\"\nsize = \"x\"\n");
    let site = Site::started(&mut serving(&sandbox, &["--log", "json"]));
    stop(site);
    let is_told = |line: &Value| {
        let why = line["why"].as_str().unwrap_or_default();
        line["place"] == "broken" && why.contains("hill.toml") && why.contains("size")
    };
    assert!(lines(&sandbox).iter().any(is_told), "{:#?}", lines(&sandbox));
}

#[test]
fn strangers_see_no_metrics() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::start(&sandbox, "site");
    assert_eq!(site.get("/metrics").status, 404, "it was asked under a name of the network");
    let through_proxy = [("host", site.address.as_str()), ("x-forwarded-for", "192.0.2.7")];
    assert_eq!(get_with(&site, "/metrics", &through_proxy).status, 404);

    let behind = "trusted_proxies = [\"127.0.0.1\"]\n";
    let sandbox = sandbox_with(&format!("{behind}{QUIET}"));
    let site = Site::start(&sandbox, "site");
    assert_eq!(get_with(&site, "/metrics", &[("host", &site.address)]).status, 404);

    let sandbox = sandbox_with(&format!("{behind}{QUIET}[metrics]\ntoken_file = \"token\"\n"));
    sandbox.file("site/token", "let-me-read\n");
    let site = Site::start(&sandbox, "site");
    let ask = |said| get_with(&site, "/metrics", &[("host", "bout.example"), ("authorization", said)]).status;
    assert_eq!((ask("Bearer let-me-read"), ask("Bearer let-me")), (200, 404));
}

#[test]
fn a_stop_under_load_loses_no_accepted_submission() {
    let sandbox = sandbox_with(QUIET);
    let site = Site::start(&sandbox, "site");
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    let mut live = site.connect();
    live.write_all(b"GET /hills/small/live HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    let accepted: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for client in 0..3 {
            let (token, accepted, address) = (&token, &accepted, &site.address);
            scope.spawn(move || {
                // Each client continues until the site no longer answers.
                for number in 0_u64.. {
                    let source = format!("store [i]-{} i\n", 1 + client * 1000 + number);
                    let Some(id) = submitted(address, token, &format!("p{client}-{number}.crash"), &source)
                    else {
                        return;
                    };
                    accepted.lock().unwrap().push(id);
                }
            });
        }
        wait_for("programs are accepted", || accepted.lock().unwrap().len() >= 30);
        signal(&site.child, "TERM");
    });
    let mut events = Vec::new();
    live.read_to_end(&mut events).unwrap();
    assert!(events.ends_with(b"0\r\n\r\n"), "the stream of events ends as HTTP wants it");
    assert_eq!(site.wait(), Some(0));

    let site = Site::start(&sandbox, "site");
    for id in accepted.into_inner().unwrap() {
        let known = ask(&site, &token, "GET", &format!("/api/v1/submissions/{id}"), None);
        assert_eq!(known.status, 200, "{id}");
        assert_ne!(known.json()["state"], "failed", "{id}");
    }
}

/// Hands in a program, and returns its id if the site confirms it.
fn submitted(address: &str, token: &str, file: &str, source: &str) -> Option<String> {
    let body = serde_json::json!({ "file": file, "source": source }).to_string();
    let mut stream = std::net::TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "POST /api/v1/hills/small/submissions HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n")?;
    assert!(head.starts_with("HTTP/1.1 201 "), "{answer}");
    Some(serde_json::from_str::<Value>(body).ok()?["id"].as_str()?.to_owned())
}

#[test]
fn a_second_signal_ends_the_site_at_once() {
    let patient = "[stop]\nanswers_s = 3600\n[limits]\nbody_timeout_s = 3600\n";
    let sandbox = sandbox_with(&format!("examples = false\n{patient}[hills.small]\ngame = \"crash\"\n"));
    let site = Site::start(&sandbox, "site");
    // This request stays unanswered until its body arrives.
    let mut stream = site.connect();
    stream.write_all(b"POST /sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n").unwrap();
    wait_for("the request arrives", || site.get("/healthz").status == 200);
    signal(&site.child, "TERM");
    wait_for("it stops", || std::net::TcpStream::connect(&site.address).is_err());
    signal(&site.child, "TERM");
    assert_eq!(site.wait(), Some(130));
}

#[test]
fn systemd_hears_that_the_site_is_ready_lives_and_stops() {
    let sandbox = sandbox_with(QUIET);
    let manager = UnixDatagram::bind(sandbox.path("notify")).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let hear = || {
        let mut bytes = [0; 4096];
        let read = manager.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..read].to_vec()).unwrap()
    };
    let mut command = serving(&sandbox, &[]);
    command
        .env("NOTIFY_SOCKET", sandbox.path("notify"))
        .env("WATCHDOG_USEC", "200000")
        .env_remove("WATCHDOG_PID");
    let site = Site::started(&mut command);
    let ready = hear();
    assert!(ready.contains("READY=1") && ready.contains("STATUS="), "{ready}");
    for _ in 0..3 {
        let alive = hear();
        assert!(alive.contains("WATCHDOG=1"), "{alive}");
    }
    signal(&site.child, "TERM");
    wait_for("it says that it stops", || hear().contains("STOPPING=1"));
    assert_eq!(site.wait(), Some(0));
}

#[test]
fn a_site_serves_the_socket_that_systemd_listens_on() {
    let sandbox = sandbox_with(QUIET);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut command = Command::new("sh");
    // As systemd does, passes the socket as the first descriptor after standard error.
    let script = "exec env LISTEN_PID=$$ LISTEN_FDS=1 \"$0\" serve site 3<&2 2>/dev/null";
    command.args(["-c", script, env!("CARGO_BIN_EXE_bout")]).current_dir(sandbox.path("."));
    let site = Site::started(command.stderr(Stdio::from(OwnedFd::from(listener.try_clone().unwrap()))));
    assert_eq!(site.address, address.to_string());
    assert_eq!(site.get("/healthz").status, 200);
    stop(site);
    // The socket stays open: a client that connects while the site restarts waits, and
    // gets an answer.
    let mut early = std::net::TcpStream::connect(address).unwrap();
    early.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").unwrap();
    let site = Site::started(command.stderr(Stdio::from(OwnedFd::from(listener))));
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    stop(site);
}

#[test]
fn systemd_accepts_the_units() {
    if Command::new("systemd-analyze").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("systemd-analyze is not there (Debian's package systemd), so the units are not checked");
        return;
    }
    let sandbox = Sandbox::new();
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/systemd");
    for name in ["bout.service", "bout.socket"] {
        let unit = std::fs::read_to_string(units.join(name)).unwrap();
        sandbox.file(name, unit.replace("/usr/bin/bout", env!("CARGO_BIN_EXE_bout")));
    }
    let mut command = Command::new("systemd-analyze");
    command.args(["verify", "--man=no", "./bout.service", "./bout.socket"]).current_dir(sandbox.path("."));
    let checked = command.output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && said.is_empty(), "{said}");
}
