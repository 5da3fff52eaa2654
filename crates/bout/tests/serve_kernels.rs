//! `bout serve` on unusual machines: kernels without an isolation feature, and ordinary users. The
//! site reports what is missing, `bout doctor` reports the same, and programs play.

#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "serve"))]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use support::kernel::{self, Refusal, refusal, refusal_of_clones};
use support::members::{Browser, submit};
use support::site::Site;
use support::{Run, Sandbox};

const SETTINGS: &str = "examples = false
[limits]
sign_ups_per_minute = 60000
[hills.crash]
game = \"crash\"
size = 3
games = 2
score = \"sampled\"
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

/// The isolation features of workers, as a site and `bout doctor` name them.
const FEATURES: [&str; 5] = ["files", "network", "user", "processes", "programs"];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", SETTINGS);
    kernel::prepare(&sandbox);
    sandbox
}

/// Starts a site, and returns it with the names of the isolation features that it
/// reports as missing.
fn serve(mut command: Command) -> (Site, BTreeSet<String>) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.next().unwrap();
    let address =
        address.strip_prefix("http://").expect("it says its address").trim_end_matches('/').to_owned();
    // The link for the first host comes last.
    let lines: Vec<String> = lines.take_while(|line| !line.starts_with("http")).collect();
    let missing = lines.iter().filter_map(|line| line.strip_prefix("Missing: ")?.split(':').next());
    let missing = missing.map(str::to_owned).collect();
    (Site { child, address }, missing)
}

/// Returns the names of the isolation features that `bout doctor` found missing.
fn lacking(doctor: &Run) -> BTreeSet<String> {
    let findings = doctor.json()["findings"].as_array().unwrap().clone();
    let of_workers = |name: &str| {
        let name = format!("workers: {name}");
        findings
            .iter()
            .find(|one| one["name"] == name.as_str())
            .unwrap_or_else(|| panic!("{name}: {doctor:#?}"))["present"]
            == true
    };
    FEATURES.iter().filter(|name| !of_workers(name)).map(|name| (*name).to_owned()).collect()
}

/// Hands in a program, and waits until it is on its hill.
fn plays(site: &Site, token: &str, hill: &str, file: &str, source: &str) {
    let handed = submit(site, token, hill, file, source);
    assert_eq!(handed.status, 201, "{handed:?}");
    let is_there = |hill: &Value| hill["programs"].as_array().map(Vec::len) == Some(1);
    site.wait_until(&format!("/api/v1/hills/{hill}"), is_there);
}

#[test]
fn a_site_on_a_kernel_that_lacks_a_feature_says_so_and_plays() {
    let landlock = || refusal(libc::SYS_landlock_create_ruleset, libc::ENOSYS);
    let mounts = || refusal(libc::SYS_mount, libc::EPERM);
    let alone = libc::CLONE_NEWUSER | libc::CLONE_NEWPID | libc::SIGCHLD;
    let cases: [(&str, Vec<Refusal>, &[&str], bool); 4] = [
        ("without Landlock", vec![landlock()], &[], true),
        ("without mounts", vec![mounts()], &["processes"], true),
        ("without process namespaces", vec![refusal_of_clones(alone)], &["processes"], true),
        (
            "without anything for files",
            [vec![landlock()], vec![mounts()]].concat(),
            &["files", "processes"],
            false,
        ),
    ];
    for (name, refused, expected, compiles) in cases {
        let sandbox = sandbox();
        let (site, missing) =
            serve(kernel::without(&sandbox, &refused, &["serve", "site", "--bind", "127.0.0.1:0"]));
        let doctor =
            Run::of(kernel::without(&sandbox, &refused, &["doctor", "--output=json"]).output().unwrap());
        let expected: BTreeSet<String> = expected.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(missing, expected, "{name}");
        assert_eq!(lacking(&doctor), expected, "{name}");
        let token = Browser::join(&site, "anna").token(&site, true);
        plays(&site, &token, "crash", "a.crash", support::BOMBER);
        // Snippets cannot reach files in any case.
        plays(&site, &token, "perlwar", "hello.pl", "$_ = 'hello'");
        if compiles {
            plays(&site, &token, "snakes", "still.c", STILL);
        }
    }
}

#[test]
fn an_ordinary_user_serves_a_site_with_isolated_workers() {
    let setpriv = ["--reuid", "1000", "--regid", "1000", "--clear-groups"];
    let can = Command::new("setpriv").args(setpriv).arg("true").status();
    if !can.is_ok_and(|status| status.success()) {
        return;
    }
    let sandbox = sandbox();
    // The other user needs access to the binary and the site.
    let bout = PathBuf::from(sandbox.command(&[""; 0]).get_program());
    let copy = sandbox.path("bout");
    fs::copy(bout, &copy).unwrap();
    let folder = sandbox.path("");
    assert!(Command::new("chown").args(["-R", "1000:1000"]).arg(&folder).status().unwrap().success());
    let as_user = |args: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(setpriv).arg(&copy).args(args).current_dir(&folder);
        command.env("HOME", &folder).env("BOUT_CACHE_DIR", folder.join("cache"));
        command
    };
    let (site, missing) = serve(as_user(&["serve", "site", "--bind", "127.0.0.1:0"]));
    let doctor = Run::of(as_user(&["doctor", "--output=json"]).output().unwrap());
    assert_eq!(missing, lacking(&doctor));
    let token = Browser::join(&site, "anna").token(&site, true);
    plays(&site, &token, "crash", "a.crash", support::BOMBER);
    plays(&site, &token, "snakes", "still.c", STILL);
}
