//! `bout serve` with its accounts in `PostgreSQL`.

#![cfg(all(target_os = "linux", feature = "serve", feature = "postgres"))]

mod support;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use database::testing::Server;
use support::members::{Browser, QUIET, are_there, submit};
use support::site::Site;
use support::{BOMBER, CRASH, Sandbox, WAIT, load};

/// A program for Crash that does nothing.
const SOURCE: &str = "store [a]+2 a\nwrite crash [i]+[a]+3\nstore [i]-2 i\n";

fn settings(place: &str) -> String {
    format!(
        "{QUIET}[limits]\nsign_ins_per_minute = 60000\nsign_ups_per_minute = 60000\n\n[store]\npostgres = \"{place}\"\n"
    )
}

fn migrate(sandbox: &Sandbox, site: &str, to: &str) -> support::Run {
    sandbox.bout(&["admin", "migrate-store", "--to", to, "--site", site, "--output", "json"])
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(2), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn stop(site: Site) {
    support::signal(&site.child, "TERM");
    assert_eq!(site.wait(), Some(0));
}

#[test]
fn accounts_move_into_the_server_and_back_and_nothing_is_lost_on_the_way() {
    let server = Server::start();
    let place = server.new_schema();
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", QUIET);
    let site = Site::start(&sandbox, "site");
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    assert_eq!(submit(&site, &token, "small", "a.crash", SOURCE).status, 201);
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 1));

    sandbox.file("site/bout.toml", settings(&place));
    migrate(&sandbox, "site", "postgres").fails(2).says(&["the site is being served; stop it first"]);
    stop(site);
    let refused = sandbox.bout(&["serve", "site", "--bind", "127.0.0.1:0"]).fails(1);
    refused.says(&["[store] names a PostgreSQL database", "bout admin migrate-store --to postgres"]);
    let results = |site: &str| {
        let path = sandbox.path(site).join("small/.bout/hill.db");
        let on_server = std::fs::read(&path).unwrap().starts_with(b"The results are in PostgreSQL");
        (sandbox.bout(&["export", path.to_str().unwrap()]).ok().stdout, on_server)
    };
    let (played, on_server) = results("site");
    assert!(!on_server);
    let there = migrate(&sandbox, "site", "postgres").ok().json();
    assert_eq!(results("site"), (played, true), "the same results, in another place");
    assert!(!sandbox.path("site/small/.bout/hill.db-wal").exists());
    let rows = |moved: &serde_json::Value, table: &str| {
        let tables = moved["tables"].as_array().unwrap();
        tables.iter().find(|one| one["table"] == table).unwrap()["rows"].as_u64().unwrap()
    };
    assert_eq!((rows(&there, "accounts"), rows(&there, "sessions"), rows(&there, "submissions")), (1, 1, 1));
    assert!(!sandbox.path("site/.bout/accounts.db").exists());
    migrate(&sandbox, "site", "postgres").fails(2).says(&["nothing is moved"]);
    // As if the command had been killed before its last step.
    let (file, moved) = (".bout/accounts.db", ".bout/accounts-before-postgres.db");
    std::fs::rename(sandbox.path("site").join(moved), sandbox.path("site").join(file)).unwrap();
    assert_eq!(migrate(&sandbox, "site", "postgres").ok().json(), there);

    let site = Site::start(&sandbox, "site");
    assert!(anna.is_signed_in(&site), "the session is the same");
    let bert = Browser::join(&site, "bert");
    let second = bert.token(&site, true);
    assert_eq!(submit(&site, &second, "small", "b.crash", &SOURCE.replace("+3", "+4")).status, 201);
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 2));
    assert_eq!(server.psql(&place, "SELECT count(*) FROM submissions WHERE state = 'entered'"), "2");

    sandbox.bout(&["admin", "backup", "one.tar.zst", "--site", "site"]).ok();
    stop(site);
    let (played, on_server) = results("site");
    assert!(on_server);
    let checked = sandbox.bout(&["admin", "check", "--site", "site"]).ok();
    assert!(checked.out.contains("answers, and makes schemas and tables"), "{checked:?}");
    let shown = sandbox.bout(&["hill", "show", "site/small"]).ok();
    assert!(shown.out.contains("a.crash") && shown.out.contains("b.crash"), "{shown:?}");
    let back = migrate(&sandbox, "site", "sqlite").ok().json();
    assert_eq!(results("site"), (played.clone(), false));
    let left = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'bout_results_%'";
    assert_eq!(server.psql(&place, left), "0");
    let _ = server.psql(&place, "DELETE FROM bout_versions WHERE part LIKE '%moved%'");
    assert_eq!(migrate(&sandbox, "site", "sqlite").ok().json(), back, "it was killed before the last step");
    migrate(&sandbox, "site", "sqlite").fails(2).says(&["in a file already"]);
    sandbox.file("site/bout.toml", QUIET);
    let site = Site::start(&sandbox, "site");
    assert!(anna.is_signed_in(&site) && bert.is_signed_in(&site));
    Browser::join(&site, "carl");
    stop(site);
    sandbox.file("site/bout.toml", settings(&place));
    migrate(&sandbox, "site", "postgres").ok();
    assert_eq!(
        server.psql(&place, "SELECT count(*) FROM accounts"),
        "3",
        "the server takes over what is new"
    );

    // A backup contains the accounts from either database.
    sandbox.bout(&["admin", "restore", "one.tar.zst", "--site", "restored"]).ok();
    assert_eq!(results("restored"), (played.clone(), false), "a backup has the results, wherever they were");
    migrate(&sandbox, "restored", "postgres").fails(1).says(&["there are other accounts already"]);
    sandbox.file("restored/bout.toml", settings(&server.new_schema()));
    migrate(&sandbox, "restored", "postgres").ok();
    let restored = Site::start(&sandbox, "restored");
    assert!(!anna.is_signed_in(&restored), "nobody is signed in by a backup");
    let again = Browser::sign_in(&restored, "bert", support::members::PASSWORD);
    assert!(again.is_signed_in(&restored));
}

/// The command may be killed at any moment: one of the two databases has all accounts, and in the
/// end they are unchanged.
#[test]
fn moving_accounts_may_be_killed_at_any_moment() {
    let server = Server::start();
    let place = server.new_schema();
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", load::SETTINGS);
    let site = Site::start(&sandbox, "site");
    let tokens = load::authors(&site, 3);
    load::submit_all(&site, &tokens, 0..3);
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() == Some(9));
    stop(site);
    sandbox.file("site/bout.toml", settings(&place));
    let first = migrate(&sandbox, "site", "postgres").ok().json();
    for round in 0..24_u64 {
        let to = if round % 2 == 0 { "sqlite" } else { "postgres" };
        let mut command = sandbox.command(&["admin", "migrate-store", "--to", to, "--site", "site"]);
        let mut moving = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + 9 * round));
        let _ = moving.kill();
        moving.wait().unwrap();
        // This completes the move, or finds nothing left to do.
        let again = migrate(&sandbox, "site", to);
        if again.code == Some(0) {
            assert_eq!(again.json(), first, "after round {round}");
        } else {
            again.fails(2);
        }
    }
    let site = Site::start(&sandbox, "site");
    load::all_are_judged_once(&sandbox, &site, "site/small", &tokens, 9);
}

#[test]
fn a_server_that_is_away_is_said_and_the_site_recovers() {
    let mut server = Server::start();
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", settings(&server.new_schema()));
    let mut site = Site::start(&sandbox, "site");
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    server.kill();
    let page = anna.get(&site, "/account");
    assert_eq!(page.status, 503);
    assert!(page.text().contains("cannot use its database of accounts at present"), "{}", page.text());
    assert_eq!(submit(&site, &token, "small", "a.crash", SOURCE).status, 503);
    assert_eq!(site.get("/hills/small").status, 200, "who is not signed in sees what is known");
    assert_eq!(site.get("/readyz").status, 503);
    sandbox.bout(&["hill", "show", "site/small"]).says(&["PostgreSQL cannot be reached"]);
    let checked = sandbox.bout(&["admin", "check", "--site", "site"]).fails(1);
    assert!(checked.out.contains("! store: ") && checked.out.contains("cannot be reached"), "{checked:?}");
    assert!(site.child.try_wait().unwrap().is_none(), "the site goes on");
    server.resume();
    wait_for("the site recovers", || anna.is_signed_in(&site));
    assert_eq!(submit(&site, &token, "small", "a.crash", SOURCE).status, 201);
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 1));
}

/// A load balancer: each connection goes to the next process that accepts it.
struct Balancer {
    /// The balancer's address, in the form of a site that tests can query.
    site: Site,
}

impl Balancer {
    fn start(processes: Vec<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            for (number, client) in listener.incoming().flatten().enumerate() {
                let mut next = processes.iter().cycle().skip(number % processes.len()).take(processes.len());
                // A process that does not accept connections has been killed.
                let Some(server) = next.find_map(|address| TcpStream::connect(address).ok()) else {
                    continue;
                };
                let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Write);
                });
                let (mut from, mut to) = (server, client);
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Write);
                });
            }
        });
        let child = Command::new("sleep").arg("3600").stdout(Stdio::null()).spawn().unwrap();
        Self { site: Site { child, address } }
    }
}

/// Listens to a hill's events until one of this kind arrives, and returns whether it did.
fn hear(site: &Site, kind: &str, is_over: &AtomicBool) -> bool {
    let mut stream = TcpStream::connect(&site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    stream.write_all(b"GET /hills/small/live HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    let (mut heard, mut part) = (Vec::new(), [0; 1024]);
    while !is_over.load(Ordering::Relaxed) {
        match stream.read(&mut part) {
            Ok(0) => return false,
            Ok(length) => heard.extend(&part[..length]),
            Err(_) => {}
        }
        if String::from_utf8_lossy(&heard).contains(&format!("event: {kind}")) {
            return true;
        }
    }
    false
}

/// Two processes serve the site behind a balancer. The one that plays is killed, and the other one
/// takes over. Every submission is judged once, and the table is that of an undisturbed hill.
#[test]
fn two_processes_are_one_site_and_one_goes_on_when_the_other_is_killed() {
    let server = Server::start();
    let place = server.new_schema();
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", format!("{}\n[store]\npostgres = \"{place}\"\n", load::SETTINGS));
    // The processes use different paths for the folder, as two machines may do.
    std::os::unix::fs::symlink("site", sandbox.path("other-path")).unwrap();
    let mut processes = vec![Site::start(&sandbox, "site"), Site::start(&sandbox, "other-path")];
    let balancer = Balancer::start(processes.iter().map(|one| one.address.clone()).collect());
    let tokens = load::authors(&balancer.site, 3);

    // Visitors of one process see the events of games that the other one plays.
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let listening: Vec<_> = processes
            .iter()
            .flat_map(|site| ["standings", "progress", "submissions"].map(|kind| (site, kind)))
            .map(|(site, kind)| (kind, scope.spawn(|| hear(site, kind, &is_over))))
            .collect();
        std::thread::sleep(Duration::from_millis(500));
        load::submit_all(&balancer.site, &tokens, 0..2);
        for site in &processes {
            site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() == Some(6));
            site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 5));
        }
        std::thread::sleep(Duration::from_secs(2));
        is_over.store(true, Ordering::Relaxed);
        for (number, (kind, listener)) in listening.into_iter().enumerate() {
            assert!(listener.join().unwrap(), "{kind} at process {}", number / 3);
        }
    });
    let tables: Vec<_> =
        processes.iter().map(|one| one.get("/api/v1/hills/small").json()["table"].clone()).collect();
    assert_eq!(tables[0], tables[1]);

    let plays: Vec<bool> = processes.iter().map(|one| !one.workers().is_empty()).collect();
    assert_eq!(plays.iter().filter(|plays| **plays).count(), 1, "one plays: {plays:?}");
    let player = processes.remove(plays.iter().position(|plays| *plays).unwrap());
    load::submit_all(&balancer.site, &tokens, 2..5);
    support::signal(&player.child, "KILL");
    player.wait();
    let left = &processes[0];
    load::wait_until_played(left, 15);
    let hill = std::fs::read_to_string(sandbox.path("site/small/.bout/hill.db")).unwrap();
    assert!(hill.starts_with("The results are in PostgreSQL"), "no process needs a file for them");
    let made = load::all_are_judged_once(&sandbox, &balancer.site, "site/small", &tokens, 15);
    load::table_is_that_of_a_calm_hill(&sandbox, "site/small", &made);
}

/// `PostgreSQL` restarts while matches are played. Another process may take over the playing, and
/// nothing is lost or counted twice.
#[test]
fn the_server_restarts_while_two_processes_serve_and_nothing_is_lost() {
    let mut server = Server::start();
    let place = server.new_schema();
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", format!("{}\n[store]\npostgres = \"{place}\"\n", load::SETTINGS));
    let processes = [Site::start(&sandbox, "site"), Site::start(&sandbox, "site")];
    let tokens = load::authors(&processes[0], 3);
    load::submit_all(&processes[1], &tokens, 0..4);
    for _ in 0..2 {
        server.kill();
        std::thread::sleep(Duration::from_secs(1));
        server.resume();
        wait_for("the site recovers", || processes.iter().all(|one| one.get("/readyz").status == 200));
    }
    for site in &processes {
        load::wait_until_played(site, 12);
    }
    let made = load::all_are_judged_once(&sandbox, &processes[1], "site/small", &tokens, 12);
    load::table_is_that_of_a_calm_hill(&sandbox, "site/small", &made);
}

/// A contest with a date closes on one of two processes, which is killed while it plays the final.
/// The other one finishes it, and the published results match the database.
#[test]
fn a_final_goes_on_at_the_other_process_when_the_one_that_plays_it_is_killed() {
    let server = Server::start();
    let place = server.new_schema();
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(sandbox.path("site/small/programs")).unwrap();
    sandbox.file("site/small/hill.toml", "game = \"crash\"\ngames = 2\nscore = \"sampled\"\n");
    for (file, text) in [("bomber.crash", BOMBER), ("crash.crash", CRASH), ("wait.crash", WAIT)] {
        sandbox.file(format!("site/small/programs/{file}"), text);
    }
    let closes = std::time::SystemTime::now() + Duration::from_secs(6);
    sandbox.file(
        "site/bout.toml",
        format!(
            "[store]\npostgres = \"{place}\"\n[contests.cup]\nhill = \"small\"\nopens = 2020-01-01T00:00:00Z\n\
             closes = {}\n[contests.cup.final]\ngames = 2000\nscore = \"sampled\"\n",
            humantime::format_rfc3339_seconds(closes)
        ),
    );
    let mut processes = vec![Site::start(&sandbox, "site"), Site::start(&sandbox, "site")];
    let database = sandbox.path("site/.bout/contests/cup/final/contest.db");
    wait_for("the final begins", || database.exists());
    let plays: Vec<bool> = processes.iter().map(|one| !one.workers().is_empty()).collect();
    let player = processes.remove(plays.iter().position(|plays| *plays).expect("one plays"));
    support::signal(&player.child, "KILL");
    player.wait();
    processes[0].wait_until("/api/v1/contests/cup", |contest| contest["phase"] == "finished");
    let pointer = std::fs::read_to_string(&database).unwrap();
    assert!(pointer.starts_with("The results are in PostgreSQL"), "{pointer}");
    let exported = sandbox.bout(&["export", database.to_str().unwrap()]).ok().stdout;
    let folder = sandbox.path("site/.bout/contests/cup/final");
    assert!(std::fs::read(folder.join("results.jsonl")).unwrap() == exported);
    sandbox
        .bout(&["rejudge", folder.join("contest.lock").to_str().unwrap()])
        .ok()
        .prints(&["6,000 matches judged again"]);
    for site in processes {
        stop(site);
    }
    let moved = migrate(&sandbox, "site", "sqlite").ok().json();
    let parts = moved["tables"].as_array().unwrap();
    assert!(
        parts.iter().any(|one| one["part"] == "contests/cup" && one["table"] == "blocks" && one["rows"] != 0)
    );
    assert!(sandbox.bout(&["export", database.to_str().unwrap()]).ok().stdout == exported);
}
