//! `bout serve`: private hills, hosts of hills, reports, hidden programs, and the remains of
//! a deleted account.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::Sandbox;
use support::members::{Browser, PASSWORD, are_there, ask, make_host, site_with, submit};
use support::site::Site;

const SETTINGS: &str = "examples = false
[limits]
sign_ins_per_minute = 60000
sign_ups_per_minute = 60000
[hills.small]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
[hills.classroom]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
[contests.exam]
hill = \"classroom\"
title = \"The exam\"
opens = 2020-01-01T00:00:00Z
closes = 2090-01-01T00:00:00Z
";

/// Returns a program that differs for every number.
fn source(number: u64) -> String {
    format!("write crash [i]+[a]+{}\nstore [a]+{} a\nstore [i]-2 i\n", 3 + number, 2 + 5 * number)
}

/// A site with a host and two players, each with a program on every hill.
struct Stage {
    sandbox: Sandbox,
    site: Site,
    host: Browser,
    anna: Browser,
    bert: Browser,
}

fn stage() -> Stage {
    let (sandbox, site) = site_with(SETTINGS);
    let [host, anna, bert] = ["helen", "anna", "bert"].map(|name| Browser::join(&site, name));
    make_host(&sandbox, "helen");
    for (number, (browser, name)) in [(&anna, "anna"), (&bert, "bert")].into_iter().enumerate() {
        let token = browser.token(&site, true);
        for (hill, step) in [("small", 0), ("classroom", 2)] {
            let text = source(number as u64 + step);
            let answer = submit(&site, &token, hill, &format!("{name}-{hill}.crash"), &text);
            assert_eq!(answer.status, 201, "{answer:?}");
        }
    }
    for hill in ["small", "classroom"] {
        site.wait_until(&format!("/api/v1/hills/{hill}"), |hill| are_there(hill, 2));
    }
    Stage { sandbox, site, host, anna, bert }
}

fn look_after(stage: &Stage, browser: &Browser, hill: &str, fields: &[(&str, &str)]) -> u16 {
    browser.post(&stage.site, &format!("/hills/{hill}/look-after"), fields).status
}

fn make_private(stage: &Stage, visible_to: &str) {
    let fields = [("what", "visibility"), ("visible_to", visible_to)];
    assert_eq!(look_after(stage, &stage.host, "classroom", &fields), 303);
}

/// Returns all paths with a hill's name that a visitor can read, filled in with existing names.
fn paths_of_hills() -> BTreeSet<String> {
    let pages = include_str!("../../web/src/server.rs");
    let interface = include_str!("../../web/src/api/mod.rs");
    let routes = pages.split("\n        .route(").skip(1).filter(|route| route.contains("get("));
    let api = interface
        .split("\n        (")
        .skip(1)
        .filter(|route| route.contains("reading(") || route.contains("get("));
    let all = routes.chain(api).filter_map(|route| route.split('"').nth(1));
    all.filter(|path| path.contains("{hill}") || path.contains("{contest}"))
        .map(|path| {
            path.replace("{hill}", "classroom")
                .replace("{contest}", "exam")
                .replace("{program}", "anna-classroom.crash")
                .replace("{one}", "anna-classroom.crash")
                .replace("{two}", "bert-classroom.crash")
        })
        .collect()
}

/// Pages that list content of the site.
const LISTS: [&str; 12] = [
    "/",
    "/search?q=classroom",
    "/search?q=anna",
    "/search?q=exam",
    "/games/crash",
    "/feed.atom",
    "/players/anna",
    "/contests",
    "/api",
    "/api/v1/hills",
    "/api/v1/events",
    "/api/v1/contests",
];

#[test]
fn a_private_hill_is_nowhere_for_those_who_may_not_see_it() {
    let stage = stage();
    let Stage { site, host, anna, bert, .. } = &stage;
    let paths = paths_of_hills();
    assert!(paths.len() > 20, "{paths:?}");
    let stranger = Browser::default();
    // While the hill is public, the lists must name it. Otherwise the test would prove nothing.
    let words = ["hills/classroom", "contests/exam", ":\"classroom\""];
    let names = |text: String| words.iter().any(|word| text.contains(word));
    for list in LISTS {
        assert!(names(stranger.get(site, list).text()), "{list}");
    }
    assert_eq!(
        look_after(&stage, host, "classroom", &[("what", "role"), ("name", "anna"), ("role", "member")]),
        303
    );
    make_private(&stage, "group");
    for path in &paths {
        for (who, browser) in [("a stranger", &stranger), ("bert", bert)] {
            // Pages for members ask strangers to sign in, and reveal nothing else.
            let answer = browser.get(site, path);
            let asks = answer.status == 303 && answer.header("location").starts_with("/sign-in?");
            assert!([401, 404, 405].contains(&answer.status) || asks, "{who}, {path}: {answer:?}");
            assert!(!answer.text().contains("anna-classroom"), "{who}, {path}");
        }
    }
    for list in LISTS {
        for browser in [&stranger, bert] {
            let text = browser.get(site, list).text();
            assert!(!names(text.clone()), "{list}: {text}");
        }
        for browser in [anna, host] {
            let seen = match list.strip_prefix("/api") {
                // The examples on the page about the API are the same for everybody.
                Some("") => continue,
                Some(_) => ask(site, &browser.token(site, false), "GET", list, None),
                None => browser.get(site, list),
            };
            assert!(names(seen.text()), "{list}");
        }
    }
    let handed = submit(site, &bert.token(site, true), "classroom", "again.crash", "crash\n");
    assert_eq!(handed.status, 404, "{handed:?}");
    // Members of the group see the hill, and their pages are not cached.
    for path in ["/hills/classroom", "/hills/classroom/programs/bert-classroom.crash"] {
        let answer = anna.get(site, path);
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{path}");
    }
    let token = anna.token(site, false);
    assert_eq!(ask(site, &token, "GET", "/api/v1/hills/classroom", None).status, 200);
    assert_eq!(ask(site, &bert.token(site, false), "GET", "/api/v1/hills/classroom", None).status, 404);
    // Excluding a member overrides the earlier role.
    let excluded = [("what", "role"), ("name", "anna"), ("role", "excluded")];
    assert_eq!(look_after(&stage, host, "classroom", &excluded), 303);
    assert_eq!(anna.get(site, "/hills/classroom").status, 404);
    make_private(&stage, "everybody");
    assert_eq!(stranger.get(site, "/hills/classroom").status, 200);
    let handed = submit(site, &anna.token(site, true), "classroom", "again.crash", "crash\n");
    assert_eq!(handed.status, 403, "{handed:?}");
}

fn link_of(page: &str) -> String {
    let link = page.split("/hill-links/").nth(1).expect("there is a link");
    format!("/hill-links/{}", link.split('<').next().unwrap())
}

#[test]
fn a_link_opens_a_private_hill_to_a_class() {
    let stage = stage();
    let Stage { site, host, bert, .. } = &stage;
    make_private(&stage, "link");
    let made = host.post(site, "/hills/classroom/look-after", &[("what", "make-link"), ("lasts", "week")]);
    assert_eq!(made.status, 201, "{made:?}");
    let link = link_of(&made.text());
    // A visitor with the link can look without an account; a cookie remembers the link.
    let opened = Browser::default().get(site, &link);
    assert_eq!(opened.status, 200, "{opened:?}");
    let cookie = opened.header("set-cookie").to_owned();
    assert!(cookie.starts_with("bout-hills=") && cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
    // The answer's head is in lower case, but the secret is not, so it is taken from the link.
    let secret = link.strip_prefix("/hill-links/").unwrap();
    let visitor = Browser { cookie: format!("bout-hills={secret}"), ..Browser::default() };
    let seen = visitor.get(site, "/hills/classroom");
    assert_eq!((seen.status, seen.header("cache-control")), (200, "no-store"));
    let header = [("bout-hill-link", secret)];
    let program = Browser::default();
    assert_eq!(program.send(site, "GET", "/api/v1/hills/classroom", &header, b"").status, 200);
    let reversed = secret.chars().rev().collect::<String>();
    let guest = Browser { cookie: format!("bout-hills={reversed}"), ..Browser::default() };
    assert_eq!(guest.get(site, "/hills/classroom").status, 404);
    // A pupil creates an account through the link, and a member with an account joins.
    let fields = [("name", "pupil"), ("password", PASSWORD)];
    let joined = Browser::default().post(site, &link, &fields);
    assert_eq!((joined.status, joined.header("location")), (303, "/hills/classroom"), "{joined:?}");
    let pupil = Browser::sign_in(site, "pupil", PASSWORD);
    assert_eq!(bert.get(site, "/hills/classroom").status, 404);
    assert_eq!(bert.post(site, &link, &[]).status, 303);
    // The group remains when the links end and the hill is visible to the group only.
    make_private(&stage, "group");
    assert_eq!(visitor.get(site, "/hills/classroom").status, 404);
    assert_eq!(look_after(&stage, host, "classroom", &[("what", "end-links")]), 303);
    for browser in [&pupil, bert] {
        assert_eq!(browser.get(site, "/hills/classroom").status, 200);
    }
    assert_eq!(Browser::default().get(site, &link).status, 410);
    assert_eq!(Browser::default().post(site, &link, &[("name", "late"), ("password", PASSWORD)]).status, 410);
}

#[test]
fn a_host_of_a_hill_looks_after_that_hill_only() {
    let stage = stage();
    let Stage { site, host, anna, bert, .. } = &stage;
    assert_eq!(anna.get(site, "/hills/classroom/look-after").status, 403);
    assert_eq!(look_after(&stage, anna, "classroom", &[("what", "end-links")]), 403);
    assert_eq!(
        look_after(&stage, host, "classroom", &[("what", "role"), ("name", "anna"), ("role", "host")]),
        303
    );
    make_private(&stage, "group");
    assert_eq!(anna.get(site, "/hills/classroom/look-after").status, 200);
    assert_eq!(
        look_after(&stage, anna, "classroom", &[("what", "role"), ("name", "bert"), ("role", "member")]),
        303
    );
    assert_eq!(bert.get(site, "/hills/classroom").status, 200);
    for (path, status) in [("/hills/small/look-after", 403), ("/hosts", 403), ("/hosts/moderation", 403)] {
        assert_eq!(anna.get(site, path).status, status, "{path}");
    }
    assert_eq!(look_after(&stage, anna, "small", &[("what", "end-links")]), 403);
    assert_eq!(look_after(&stage, anna, "nowhere", &[("what", "end-links")]), 404);
    // Invalid requests change nothing.
    let unknown = [("what", "role"), ("name", "<b>nobody"), ("role", "member")];
    let answer = anna.post(site, "/hills/classroom/look-after", &unknown);
    assert!(answer.status == 422 && answer.text().contains("&#60;b&#62;nobody"), "{answer:?}");
    for fields in [
        &[("what", "explode")][..],
        &[],
        &[("what", "visibility"), ("visible_to", "nobody")],
        &[("what", "make-link"), ("lasts", "ever")],
    ] {
        assert_eq!(look_after(&stage, anna, "classroom", fields), 400, "{fields:?}");
    }
    let log = host.get(site, "/hosts/moderation").text();
    assert!(
        log.contains("made the hill visible to: group") && log.contains("made an account a host of the hill")
    );
    assert_eq!(log.matches("<bdi>anna</bdi>").count(), 1, "as host of the last deed: {log}");
}

/// Returns the text of everything about the small hill that strangers can read.
fn all_about_small(site: &Site) -> String {
    let paths = [
        "/",
        "/hills/small",
        "/hills/small/feed.atom",
        "/feed.atom",
        "/api/v1/hills/small",
        "/api/v1/hills/small/history",
        "/api/v1/hills/small/events",
        "/api/v1/hills/small/programs",
        "/api/v1/events",
        "/search?q=crash",
    ];
    paths.map(|path| Browser::default().get(site, path).text()).concat()
}

fn ids_and_elo(site: &Site) -> Vec<(String, String)> {
    let history = site.get("/api/v1/hills/small/history").json();
    let last = history["history"].as_array().unwrap().last().unwrap().clone();
    let ratings = last["ratings"].as_array().unwrap().clone();
    let mut all: Vec<(String, String)> =
        ratings.iter().map(|one| (one["id"].as_str().unwrap().to_owned(), one["elo"].to_string())).collect();
    all.sort();
    all
}

#[test]
fn a_reported_program_is_hidden_and_plays_on() {
    let stage = stage();
    let Stage { sandbox, site, host, anna, bert } = &stage;
    let report = "/hills/small/programs/anna-small.crash/report";
    assert_eq!(Browser::default().get(site, report).status, 303);
    assert_eq!(bert.post(site, report, &[("why", " ")]).status, 422);
    assert_eq!(bert.post(site, report, &[("why", "<b>rude</b>\u{1b}[31m")]).status, 201);
    assert_eq!(bert.post(site, report, &[("why", "again")]).status, 409);
    assert_eq!(bert.post(site, "/hills/small/programs/none.crash/report", &[("why", "x")]).status, 404);
    let page = host.get(site, "/hosts/moderation").text();
    assert!(page.contains("&#60;b&#62;rude") && !page.contains('\u{1b}'), "{page}");
    let before = ids_and_elo(site);
    let hide = [("what", "hide"), ("file", "anna-small.crash"), ("why", "a rude name")];
    assert_eq!(look_after(&stage, host, "small", &hide), 303);
    site.wait_until("/api/v1/hills/small", |hill| {
        are_there(hill, 2) && !hill.to_string().contains("anna-small")
    });
    let text = all_about_small(site);
    assert!(text.contains("a hidden program") && !text.contains("anna-small"), "{text}");
    assert_eq!(ids_and_elo(site), before);
    let files = sandbox.names("site/small/programs");
    let hidden = files.iter().find(|name| name.starts_with("hidden-")).expect("the file has another name");
    // Its author and the hosts see it. Others see neither its source nor its fights.
    let page = format!("/hills/small/programs/{hidden}");
    let fight = format!("/hills/small/matches/{hidden}/bert-small.crash/viewer");
    for (browser, sees) in [(anna, true), (host, true), (bert, false), (&Browser::default(), false)] {
        let shown = browser.get(site, &page).text();
        assert!(shown.contains("A host has hidden this program"));
        assert_eq!((shown.contains("a rude name"), shown.contains("store [a]+2")), (sees, sees), "{shown}");
        assert_eq!(browser.get(site, &fight).status == 200, sees);
    }
    let as_json = site.get(&format!("/api/v1{page}")).json();
    assert_eq!((&as_json["source"], &as_json["name"]), (&Value::Null, &Value::from("a hidden program")));
    let names = submit(site, &bert.token(site, true), "small", hidden, "crash\n");
    assert_eq!(names.status, 422, "such names are given by the site: {names:?}");
    // A new version is still the same program, so it stays hidden.
    let again = submit(site, &anna.token(site, true), "small", "anna-small.crash", &source(7));
    assert_eq!(again.status, 201, "{again:?}");
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 2) && hill["challenges"] == 3);
    assert!(sandbox.names("site/small/programs").contains(hidden));
    assert!(!all_about_small(site).contains("anna-small"));
    assert_eq!(look_after(&stage, host, "small", &[("what", "show"), ("file", hidden)]), 303);
    assert_eq!(Browser::default().get(site, &fight).status, 200);
    let missing = [("what", "hide"), ("file", "never.crash")];
    assert_eq!(look_after(&stage, host, "small", &missing), 422);
}

#[test]
fn of_a_deleted_account_the_results_stay_and_the_name_goes() {
    let stage = stage();
    let Stage { sandbox, site, anna, bert, host } = &stage;
    let before = ids_and_elo(site);
    assert!(all_about_small(site).contains("anna"));
    assert_eq!(anna.post(site, "/account/delete", &[("password", PASSWORD)]).status, 303);
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 2) && !hill.to_string().contains("anna"));
    let text = all_about_small(site);
    assert!(!text.contains("anna"), "{text}");
    assert_eq!(ids_and_elo(site), before);
    for folder in ["programs", "fallen", "results"] {
        for name in sandbox.names(&format!("site/small/{folder}")) {
            assert!(!name.contains("anna"), "{folder}/{name}");
        }
    }
    for file in ["history.jsonl", "standings.json"] {
        let text = String::from_utf8(sandbox.read(format!("site/small/results/{file}"))).unwrap();
        assert!(text.contains("deleted-") && !text.contains("anna"), "{file}: {text}");
    }
    assert_eq!(site.get("/players/anna").status, 404);
    // Other members' submissions do not mention it either.
    let token = bert.token(site, false);
    let submissions = ask(site, &token, "GET", "/api/v1/submissions", None).text();
    assert!(!submissions.contains("anna"), "{submissions}");
    // The name stays reserved, so that nobody can impersonate the deleted member.
    let again = Browser::default().post(site, "/join", &[("name", "Anna"), ("password", PASSWORD)]);
    assert_eq!(again.status, 409, "{again:?}");
    // A host must close an account before deleting it.
    let close = [("what", "close"), ("why", "spam")];
    assert_eq!(host.post(site, "/hosts/accounts/bert", &close).status, 303);
    assert!(host.get(site, "/hosts").text().contains("Delete the account bert for ever"));
    assert_eq!(host.post(site, "/hosts/accounts/bert", &[("what", "delete"), ("why", "spam")]).status, 303);
    site.wait_until("/api/v1/hills/small", |hill| !hill.to_string().contains("bert"));
    assert!(!host.get(site, "/hosts/moderation").text().contains("bert"), "the log forgets names, too");
}

#[test]
fn what_hosts_decided_is_true_after_a_restart() {
    let Stage { sandbox, site, host, anna, bert } = stage();
    let stage = Stage { sandbox, site, host, anna, bert };
    make_private(&stage, "group");
    let hide = [("what", "hide"), ("file", "anna-small.crash"), ("why", "")];
    assert_eq!(look_after(&stage, &stage.host, "small", &hide), 303);
    let Stage { sandbox, site, host, .. } = stage;
    support::signal(&site.child, "KILL");
    drop(site);
    let site = Site::start(&sandbox, "site");
    assert_eq!(Browser::default().get(&site, "/hills/classroom").status, 404);
    assert!(!Browser::default().get(&site, "/").text().contains("classroom"));
    assert_eq!(host.get(&site, "/hills/classroom").status, 200);
    site.wait_until("/api/v1/hills/small", |hill| {
        are_there(hill, 2) && !hill.to_string().contains("anna-small")
    });
}
