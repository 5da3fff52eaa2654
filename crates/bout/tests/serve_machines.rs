//! `bout serve` with workers on other machines, connected through a queue.

#![cfg(all(target_os = "linux", feature = "serve", feature = "queue"))]

mod support;

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::members::{Browser, ask, host_token, make_host};
use support::queue::{Running, Server};
use support::{Sandbox, load};

/// Anything that has not happened by then never will.
const PATIENCE: Duration = Duration::from_secs(50);

fn worker(sandbox: &Sandbox, server: &Server) -> Running {
    let mut command = sandbox.command(&["worker", "--queue", &server.url(), "--threads", "1"]);
    Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
}

/// Returns the number of matches that all workers claim to have played.
fn matches(sandbox: &Sandbox, server: &Server) -> u64 {
    let status = sandbox.bout(&["queue", "status", "--queue", &server.url(), "--output", "csv"]).ok();
    let (columns, rows) = status.csv();
    let at = columns.iter().position(|column| column == "matches").unwrap();
    rows.iter().map(|row| row[at].parse::<u64>().unwrap()).sum()
}

#[test]
fn a_hill_of_a_site_is_played_by_workers_and_waits_for_a_queue_that_is_away() {
    let sandbox = Sandbox::new();
    let mut server = Server::start(&sandbox.path("jetstream"), &[]);
    let settings = format!("{}\n[queue]\naddress = \"{}\"\n", load::SETTINGS, server.url());
    let site = load::begin(&sandbox, &settings);
    server.kill();
    let tokens = load::authors(&site, 2);
    load::submit_all(&site, &tokens, 0..3);
    let end = Instant::now() + PATIENCE;
    while !site.get("/hills/small").text().contains("The last attempt to play failed") {
        assert!(Instant::now() < end, "nobody says why nothing is played");
    }
    server.start_again();
    let _first = worker(&sandbox, &server);
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(2));
    // The queue's server is down for a moment in the middle.
    server.kill();
    server.start_again();
    load::wait_until_played(&site, 6);
    let made = load::all_are_judged_once(&sandbox, &site, "site/small", &tokens, 6);
    load::table_is_that_of_a_calm_hill(&sandbox, "site/small", &made);
    let end = Instant::now() + PATIENCE;
    while matches(&sandbox, &server) == 0 {
        assert!(Instant::now() < end, "the worker has played nothing");
    }
    let host = Browser::join(&site, "hana");
    make_host(&sandbox, "hana");
    let end = Instant::now() + PATIENCE;
    while !host.get(&site, "/hosts/statistics").text().contains("Workers elsewhere") {
        assert!(Instant::now() < end, "hosts do not see the worker");
    }
    let token = host_token(&host, &site);
    let figures: Value =
        serde_json::from_str(&ask(&site, &token, "GET", "/api/v1/hosts/statistics", None).text()).unwrap();
    assert_eq!(figures["elsewhere"]["trouble"], Value::Null, "{figures}");
    let workers = figures["elsewhere"]["workers"].as_array().unwrap();
    assert!(workers.iter().any(|worker| worker["matches"].as_u64() > Some(0)), "{figures}");
}
