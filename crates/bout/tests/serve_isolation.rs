//! `bout serve` and hostile programs: they cost their author processor time, and nobody else.

#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "serve"))]

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::read_to_string;
use std::net::TcpListener;
use std::path::Path;

use serde_json::Value;
use support::members::{Browser, ask, make_host, site_with, submit};
use support::processes::{Process, children, descendants};
use support::receiver::receive;
use support::site::Site;
use support::{Sandbox, signal};

const SETTINGS: &str = "examples = false
[limits]
processor_s_per_author_per_day = 1
sign_ups_per_minute = 60000
[alerts]
disk_free_bytes = 1152921504606846976
[hills.snakes]
game = \"snakes\"
size = 3
games = 2
score = \"sampled\"
[hills.snakes.rules]
turns = 20
[hills.perlwar]
game = \"perlwar\"
size = 3
games = 2
score = \"sampled\"
[hills.perlwar.rules]
rounds = 3
";

const STILL: &str = include_str!("../examples/snakes/still.c");
const GREEDY: &str = include_str!("../examples/snakes/greedy.c");

/// Bots that try to keep the compiler, the linker or the machine busy, to fill memory or disk, or
/// to read other people's files.
fn hostile_bots() -> Vec<String> {
    let mut doubled = String::from("#define A0 x+x+x+x+x+x+x+x\n");
    for level in 1..12 {
        let before = level - 1;
        writeln!(doubled, "#define A{level} {}", format!("A{before}+").repeat(8).trim_end_matches('+'))
            .unwrap();
    }
    let deep = format!("int deep = {}1{};\n", "(1+".repeat(20_000), ")".repeat(20_000));
    vec![
        format!("{doubled}int f(int x) {{ return A11; }}\n{STILL}"),
        format!("#include __FILE__\n{STILL}"),
        format!("#include \"/dev/zero\"\n{STILL}"),
        format!("#include \"/etc/passwd\"\n{STILL}"),
        format!("char much[1ul << 33] = {{ 1 }};\n{STILL}"),
        format!("{deep}{STILL}"),
        format!("__asm__(\".rept 1000000000\\n.long 1\\n.endr\");\n{STILL}"),
        format!("__asm__(\".incbin \\\"/etc/passwd\\\"\");\n{STILL}"),
        format!("__attribute__((constructor)) static void early(void) {{ for (;;) {{}} }}\n{STILL}"),
    ]
}

/// Snippets that try the same with Perl.
const HOSTILE_SNIPPETS: [&str; 6] = [
    "1 while 1",
    "$_ = 'a' x 1e9",
    "('a' x 40) =~ /^(a+)+$b/",
    "open F,'>/tmp/bout-was-here'",
    "system 'touch /tmp/bout-was-here'",
    "kill 9,getppid",
];

fn files(folder: &Path) -> BTreeSet<String> {
    let names = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Returns a field of a process's status in `/proc`.
fn status(process: u32, field: &str) -> String {
    let all = read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    all.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default().trim().to_owned()
}

fn token(site: &Site, name: &str) -> String {
    Browser::join(site, name).token(site, true)
}

fn submission(site: &Site, token: &str, id: &Value) -> Value {
    ask(site, token, "GET", &format!("/api/v1/submissions/{}", id.as_str().unwrap()), None).json()
}

#[test]
fn hostile_programs_cost_their_author_and_nobody_else() {
    let (sandbox, site) = site_with(SETTINGS);
    let before = files(&sandbox.path(".")).into_iter().chain([".cache".into()]).collect::<BTreeSet<_>>();
    let (mallory, anna) = (token(&site, "mallory"), token(&site, "anna"));
    let mut bad = Vec::new();
    for (at, source) in hostile_bots().iter().enumerate() {
        let handed = submit(&site, &mallory, "snakes", &format!("bad-{at}.c"), source);
        if handed.status == 201 {
            bad.push(handed.json()["id"].clone());
        } else {
            // Refused immediately, without a worker.
            assert_eq!(handed.status, 422, "{handed:?}");
        }
    }
    for (at, source) in HOSTILE_SNIPPETS.iter().enumerate() {
        let handed = submit(&site, &mallory, "perlwar", &format!("bad-{at}.pl"), source);
        assert!([201, 422].contains(&handed.status), "{handed:?}");
    }
    assert!(bad.len() >= 5, "the bombs are for workers: {}", bad.len());
    let good = submit(&site, &anna, "snakes", "good.c", GREEDY).json()["id"].clone();
    let snippet = submit(&site, &anna, "perlwar", "good.pl", "$_ = 'hello'").json()["id"].clone();
    for id in [&good, &snippet] {
        let path = format!("/api/v1/submissions/{}", id.as_str().unwrap());
        loop {
            assert_eq!(site.get("/").status, 200, "the site answers all the time");
            let now = ask(&site, &anna, "GET", &path, None).json();
            if now["state"] == "entered" {
                break;
            }
            assert!(["queued", "playing"].contains(&now["state"].as_str().unwrap()), "{now:#}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    // When Mallory's processor time for the day is used up, the remaining submissions wait, and say
    // why. None is lost.
    let settled = |one: &Value| match one["state"].as_str().unwrap() {
        "queued" => one["waits_for"].as_str().unwrap().contains("processor time for today is used up"),
        "playing" => false,
        "refused" | "entered" | "not-good-enough" | "known" => true,
        other => panic!("{other}: {one:#}"),
    };
    while !bad.iter().all(|id| settled(&submission(&site, &mallory, id))) {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let waits = bad.iter().filter(|id| submission(&site, &mallory, id)["state"] == "queued").count();
    let account = ask(&site, &mallory, "GET", "/api/v1/account", None);
    assert_eq!(account.json()["processor"]["left_s"], 0, "{account:?}");
    assert_eq!(account.header("ratelimit-policy"), "\"processor\";q=1;w=86400");
    assert!(account.header("ratelimit").starts_with("\"processor\";r=0;t="), "{account:?}");
    assert!(waits > 0, "the bombs cost more than a second");
    let of_anna = ask(&site, &anna, "GET", "/api/v1/account", None).json();
    assert!(of_anna["processor"]["used_s"].as_u64() <= Some(60), "{of_anna:#}");

    // Only compiled bots were written, and nothing is left behind.
    assert_eq!(files(&sandbox.path(".")), before);
    assert!(!Path::new("/tmp/bout-was-here").exists());
    let processes = descendants(site.child.id());
    signal(&site.child, "TERM");
    assert_eq!(site.wait(), Some(0));
    let end = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while processes.iter().any(Process::has_left_a_trace) {
        assert!(std::time::Instant::now() < end, "{processes:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn the_server_cannot_start_programs_and_workers_are_isolated() {
    let (_sandbox, site) = site_with(SETTINGS);
    let anna = token(&site, "anna");
    submit(&site, &anna, "snakes", "good.c", GREEDY);
    site.wait_until("/api/v1/hills/snakes", |hill| hill["programs"].as_array().map(Vec::len) == Some(1));
    let server = site.child.id();
    // Mode 2 means that a seccomp filter is active.
    for thread in std::fs::read_dir(format!("/proc/{server}/task")).unwrap().flatten() {
        let all = read_to_string(thread.path().join("status")).unwrap_or_default();
        assert!(all.is_empty() || all.contains("\nSeccomp:\t2\n"), "{all}");
    }
    let [launcher] = children(server)[..] else { panic!("one process starts workers") };
    let workers = children(launcher);
    assert!(!workers.is_empty());
    let of = |process: u32, what: &str| std::fs::read_link(format!("/proc/{process}/ns/{what}")).unwrap();
    for worker in workers {
        assert_eq!((status(worker, "Seccomp:"), status(worker, "NoNewPrivs:")), ("2".into(), "1".into()));
        // The test of `bout doctor` checks which of these features the machine has.
        if of(worker, "user") != of(server, "user") {
            assert_ne!(of(worker, "net"), of(server, "net"));
            assert_eq!(status(worker, "CapEff:"), "0000000000000000");
        }
    }
}

#[test]
fn compressed_bodies_are_refused() {
    let (_sandbox, site) = site_with("examples = false\n[hills.small]\ngame = \"crash\"\n");
    let anna = token(&site, "anna");
    let bearer = format!("Bearer {anna}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    for encoding in ["gzip", "deflate, gzip", "br", "zstd", "x"] {
        let headers = [&headers[..], &[("content-encoding", encoding)]].concat();
        let path = "/api/v1/hills/small/submissions";
        let answer = Browser::default().send(&site, "POST", path, &headers, b"\x1f\x8b\x08\x00");
        assert_eq!(answer.status, 415, "{encoding}: {answer:?}");
    }
}

#[test]
fn hosts_see_statistics_and_hear_of_alerts() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = receiver.local_addr().unwrap();
    let hook = format!("[[webhooks]]\nurl = \"http://{address}/\"\nevents = [\"alert\"]\n");
    // The settings ask for more free disk space than any machine has.
    let (sandbox, site) = site_with(&format!("{SETTINGS}{hook}"));
    let (head, body) = receive(&receiver, "204");
    assert!(head.to_lowercase().contains("x-bout-event: alert"), "{head}");
    let alert: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&alert["kind"], &alert["state"]), (&"disk-low".into(), &"begins".into()), "{alert:#}");

    let anna = Browser::join(&site, "anna");
    assert_eq!(anna.get(&site, "/hosts/statistics").status, 403);
    make_host(&sandbox, "anna");
    submit(&site, &anna.token(&site, true), "snakes", "good.c", GREEDY);
    site.wait_until("/api/v1/hills/snakes", |hill| hill["programs"].as_array().map(Vec::len) == Some(1));
    let page = anna.get(&site, "/hosts/statistics").text();
    for words in ["disk-low", "hills with C or Perl", "Isolation of workers", "void-games", "free"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("127.0.0.1"), "no address of a visitor");
}

/// The settings require isolation, but one feature is missing, because the site's folder is
/// itself a hill.
#[test]
fn a_site_that_requires_isolation_does_not_start_without_it() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("hill")).unwrap();
    sandbox.file("hill/hill.toml", "game = \"crash\"\n");
    sandbox.file("hill/bout.toml", "[workers]\nisolation = \"required\"\n");
    let refused = sandbox.bout(&["serve", "hill", "--bind", "127.0.0.1:0"]);
    refused.fails(4).says(&["isolation = \"required\"", "files", "serve the folder above"]);
}
