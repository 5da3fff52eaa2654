//! The description, the routes and real answers say the same.

mod author_news;
mod hosts;
mod members;
mod moderation;
mod practice;

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::http::{Method, Request};
use contests::dated::Candidates;
use contests::rows::{EnvironmentRow, UnableRow};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde_json::json;

use super::*;
use crate::config::{Config, DatedContest};
use crate::dated::ContestView;
use crate::hill_view::HillView;
use crate::server;
use crate::standings::{HillStandings, Pair, Place, RenewalStandings, silent};

fn description() -> Value {
    serde_json::from_str(include_str!("../../static/openapi.json")).expect("it is JSON")
}

/// A site with a hill of two programs, and one that cannot be read.
fn site(folder: &std::path::Path) -> Arc<Site> {
    let hill = folder.join("small");
    std::fs::create_dir_all(hill.join("programs")).unwrap();
    std::fs::create_dir_all(hill.join("results")).unwrap();
    std::fs::write(hill.join("hill.toml"), "game = \"crash\"\nsize = 2\n").unwrap();
    for name in ["a b.crash", "c.crash"] {
        std::fs::write(hill.join("programs").join(name), ";author somebody\nstore [i]-1 i\n").unwrap();
    }
    let rating = |file: &str| json!({ "file": file, "id": file, "elo": 1.5, "elo_low": -2.0, "elo_high": 9.0, "best_rank": 1, "worst_rank": 2 });
    let challenge = |number: u64, change: &str, program: &str, off: &[&str], ratings: &[&str]| {
        json!({
            "challenge": number, "change": change, "program": program, "id": program, "rank": 1, "pushed_off": off,
            "ratings": ratings.iter().map(|file| rating(file)).collect::<Vec<_>>(),
        })
    };
    let history = [
        challenge(1, "add", "a b.crash", &[], &["a b.crash"]),
        challenge(2, "add", "d.crash", &[], &["a b.crash", "d.crash"]),
        challenge(3, "add", "c.crash", &["d.crash"], &["c.crash", "a b.crash"]),
        challenge(4, "add", "e.crash", &[], &["c.crash", "a b.crash"]),
    ];
    let history = history.map(|line| line.to_string()).join("\n");
    std::fs::write(hill.join("results").join("history.jsonl"), history).unwrap();
    std::fs::create_dir_all(folder.join("broken")).unwrap();
    std::fs::write(folder.join("broken").join("hill.toml"), "game = 1").unwrap();
    crate::wars::tests::played_war(&folder.join("ring"), 2);
    let broken_war = folder.join("broken-war");
    std::fs::create_dir_all(&broken_war).unwrap();
    std::fs::write(broken_war.join("war.toml"), "version = 1").unwrap();
    let site = Arc::new(Site::new(folder, Config::default(), |_| Vec::new()).unwrap());
    site.refresh(|_| true).unwrap();
    site.wars.refresh(&site).unwrap();
    let known = site.any_hill("small").unwrap();
    let standings = standings(&known);
    site.put(HillView { standings: Some(standings), progress: Some((1, 2)), ..(*known).clone() });
    site
}

/// A site with a hill, and with a contest whose final is played.
fn site_with_final(folder: &std::path::Path) -> Arc<Site> {
    let dates = "opens = 2020-01-01T00:00:00Z\ncloses = 2020-01-02T00:00:00Z\n";
    let settings = format!("[contests.small]\nhill = \"small\"\n{dates}[contests.small.final]\ngames = 2\n");
    let known = site(folder);
    std::fs::write(folder.join("bout.toml"), settings).unwrap();
    let site = Arc::new(Site::new(folder, Config::read(folder).unwrap(), |_| Vec::new()).unwrap());
    site.refresh(|_| true).unwrap();
    known.all_hills().iter().for_each(|hill| site.put((**hill).clone()));
    site.wars.refresh(&site).unwrap();
    site.announce_contests().unwrap();
    let mut contest = (*site.contests.get("small").unwrap()).clone();
    contest.folder.freeze(Candidates::Hill(&folder.join("small")), &silent()).unwrap();
    contest.folder.play_final(1, &dispatch::Local, &silent()).unwrap();
    contest.refresh().unwrap();
    site.contests.put(contest);
    site
}

fn standings(hill: &HillView) -> HillStandings {
    let place = |rank, program: &str, better: Option<Value>| Place {
        rank,
        program: program.into(),
        name: program.into(),
        author: "somebody".into(),
        points: json!(1),
        wins: json!(0.5),
        draws: json!(1),
        losses: json!(0),
        games: 2,
        voids: 0,
        faults: 0,
        age: Some(1),
        elo: json!("inf"),
        elo_low: json!(-3.5),
        elo_high: json!("inf"),
        best_rank: 1,
        worst_rank: 2,
        better_than_next: better,
    };
    let pair = |program: &str, opponent: &str| Pair {
        program: program.into(),
        opponent: opponent.into(),
        wins: json!(1),
        draws: json!(0),
        losses: json!(1),
        expected: 0.5,
        likelihood_better: 0.5,
        exact: false,
    };
    HillStandings {
        fingerprint: hill.files.as_ref().map(|files| files.fingerprint.clone()).unwrap(),
        table: vec![place(1, "c.crash", Some(json!(0.75))), place(2, "a b.crash", None)],
        cross: vec![pair("c.crash", "a b.crash"), pair("a b.crash", "c.crash")],
        ratings: json!({ "basis": "field" }),
        environments: vec![
            EnvironmentRow {
                rules_version: 1,
                tools: BTreeMap::from([("gcc".into(), "gcc 12".into())]),
                pairs: 1,
                present: false,
                words: "gcc 12".into(),
            },
            EnvironmentRow {
                rules_version: 1,
                tools: BTreeMap::from([("gcc".into(), "gcc 14".into())]),
                pairs: 0,
                present: true,
                words: "gcc 14".into(),
            },
        ],
        unable: vec![UnableRow { program: "a b.crash".into(), why: "line 1: an error".into() }],
        renewal: Some(RenewalStandings {
            pairs: 1,
            pairs_done: 0,
            words: "gcc 14".into(),
            table: vec![place(1, "c.crash", None)],
        }),
    }
}

/// An answer that has been read.
struct Answered {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answered {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("it is JSON")
    }
}

fn ask(site: &Arc<Site>, method: Method, path: &str, headers: &[(&str, &str)]) -> Answered {
    send(site, method, path, headers, "")
}

fn send(
    site: &Arc<Site>,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Answered {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let service = TowerToHyperService::new(server::routes(Arc::clone(site)));
    let request = request.body(body.into()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (parts, body) = service.call(request).await.unwrap().into_parts();
        let body = axum::body::to_bytes(body, 1 << 24).await.unwrap();
        Answered { status: parts.status.as_u16(), headers: parts.headers, body: body.to_vec() }
    })
}

fn get_of(site: &Arc<Site>, path: &str) -> Answered {
    ask(site, Method::GET, path, &[])
}

/// Lets objects have the described fields only, so that a new field is described.
fn close(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        if object.contains_key("properties") && object.get("type") == Some(&json!("object")) {
            object.insert("additionalProperties".into(), json!(false));
        }
        object.values_mut().for_each(close);
    } else if let Some(items) = schema.as_array_mut() {
        items.iter_mut().for_each(close);
    }
}

/// Checks an answer against what the description says of the path.
fn check(path: &str, answered: &Answered) {
    check_operation("get", path, answered);
}

/// Checks an answer against what the description says of a method of the path.
fn check_operation(method: &str, path: &str, answered: &Answered) {
    let all = description();
    let mut response = all["paths"][path][method]["responses"][answered.status.to_string()].clone();
    assert!(response.is_object(), "{path}: {} is not described", answered.status);
    if let Some(name) =
        response["$ref"].as_str().and_then(|name| name.strip_prefix("#/components/responses/"))
    {
        response = all["components"]["responses"][name].clone();
    }
    let Some(kinds) = response["content"].as_object() else {
        assert!(answered.body.is_empty(), "{path}: a body is not described");
        return;
    };
    let kind = answered.header("content-type");
    let mut schema =
        kinds.get(kind).unwrap_or_else(|| panic!("{path}: {kind} is not described"))["schema"].clone();
    if !kind.ends_with("json") {
        return;
    }
    schema["components"] = all["components"].clone();
    close(&mut schema["components"]["schemas"]);
    if schema.get("properties").is_some() {
        schema["additionalProperties"] = json!(false);
    }
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is valid");
    let wrong: Vec<String> = validator
        .iter_errors(&answered.json())
        .map(|error| format!("{} {error}", error.instance_path))
        .collect();
    assert!(wrong.is_empty(), "{path}: {wrong:#?}");
}

#[test]
fn the_description_has_the_paths_of_the_routes() {
    let described: BTreeSet<String> = description()["paths"].as_object().unwrap().keys().cloned().collect();
    let routed: BTreeSet<String> = table().into_iter().map(|(path, _)| path.to_owned()).collect();
    assert_eq!(described, routed);
}

/// Returns a round of the war, or what is none.
fn one_round(hill: &str) -> &str {
    if hill == "small" {
        "2"
    } else if hill == "%ff" {
        "%ff"
    } else {
        "1"
    }
}

#[test]
fn the_description_has_the_methods_of_the_routes() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for (path, item) in description()["paths"].as_object().unwrap() {
        let allowed = ask(&site, Method::OPTIONS, path, &[]).header("allow").to_lowercase();
        let allowed: BTreeSet<&str> =
            allowed.split(", ").filter(|one| !["head", "options"].contains(one)).collect();
        let described: BTreeSet<&str> = item.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(described, allowed, "{path}");
    }
}

/// Returns the paths that everybody may read.
fn public_paths() -> Vec<String> {
    let all = description();
    let is_public = |item: &&Value| {
        let security = &item["get"]["security"];
        item["get"].is_object() && (security.is_null() || security[0] == json!({}))
    };
    let paths = all["paths"].as_object().unwrap().iter();
    paths.filter(|(_, item)| is_public(item)).map(|(path, _)| path.clone()).collect()
}

#[test]
fn every_answer_is_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    for path in &public_paths() {
        let whole = |names: [&str; 4]| {
            let [hill, one, two, game] = names;
            path.replace("{hill}", hill)
                .replace("{program}", one)
                .replace("{one}", one)
                .replace("{two}", two)
                .replace("{contest}", hill)
                .replace("{entrant}", one)
                .replace("{game}", game)
                .replace("{war}", if hill == "small" { "ring" } else { hill })
                .replace("{round}", one_round(hill))
        };
        let here = whole(["small", "a%20b.crash", "c.crash", "crash"]);
        let answered = get_of(&site, &here);
        assert_eq!(answered.status, if path.ends_with("/record") { 202 } else { 200 }, "{here}");
        check(path, &answered);
        assert_eq!(answered.header("access-control-allow-origin"), "*", "{here}");

        let head = ask(&site, Method::HEAD, &here, &[]);
        assert_eq!((head.status, head.body.len()), (answered.status, 0), "{here}");
        assert_eq!(head.header("etag"), answered.header("etag"), "{here}");

        let tag = answered.header("etag");
        if answered.status == 200 {
            let again = ask(&site, Method::GET, &here, &[("if-none-match", tag)]);
            assert_eq!((again.status, again.header("etag")), (304, tag), "{here}");
            check(path, &again);
        }

        let broken =
            get_of(&site, &whole(["broken", "a", "b", "crash"]).replace("/wars/broken", "/wars/broken-war"));
        check(path, &broken);

        let nowhere = whole(["nowhere", "a", "b", "chess"]);
        if nowhere != *path {
            let missing = get_of(&site, &nowhere);
            assert_eq!(missing.status, 404, "{nowhere}");
            check(path, &missing);
            let unreadable = get_of(&site, &whole(["%ff", "%ff", "%ff", "%ff"]));
            assert_eq!(unreadable.status, 400, "{nowhere}");
            check(path, &unreadable);
        }
    }
}

#[test]
fn every_error_below_api_is_a_problem_document() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let long = format!("/api/v1/hills?{}", "a".repeat(9000));
    let many: Vec<(String, &str)> = (0..101).map(|number| (format!("x-{number}"), "1")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    for (status, method, path, headers) in [
        (404, Method::GET, "/api/nothing", &[][..]),
        (404, Method::POST, "/api/v1/nothing", &[][..]),
        (404, Method::GET, "/api/v1/hills/", &[][..]),
        (405, Method::POST, "/api/v1/hills", &[][..]),
        (405, Method::DELETE, "/api/openapi.json", &[][..]),
        (400, Method::GET, "/api/v1/hills?limit=0", &[][..]),
        (400, Method::GET, "/api/v1/games/%ff", &[][..]),
        (413, Method::POST, "/api/v1/hills", &[("content-length", "99999999")][..]),
        (414, Method::GET, long.as_str(), &[][..]),
        (431, Method::GET, "/api/v1/hills", many.as_slice()),
    ] {
        let answered = ask(&site, method, path, headers);
        assert_eq!(answered.status, status, "{path}");
        assert_eq!(answered.header("content-type"), PROBLEM, "{path}");
        let problem = answered.json();
        assert_eq!(problem["status"], status, "{path}");
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
        assert_eq!(answered.header("access-control-allow-origin"), "*", "{path}");
        if status == 405 {
            assert_eq!(answered.header("allow").replace(' ', ""), METHODS.replace(' ', ""));
        }
    }
}

#[test]
fn scripts_of_other_sites_may_ask() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let asked = [("origin", "https://elsewhere.example"), ("access-control-request-method", "GET")];
    let answered = ask(&site, Method::OPTIONS, "/api/v1/hills/small", &asked);
    assert_eq!(answered.status, 204);
    assert_eq!(answered.header("access-control-allow-origin"), "*");
    assert_eq!(answered.header("access-control-allow-methods"), METHODS);
    let allowed = answered.header("access-control-allow-headers");
    assert_eq!(allowed, "Authorization, Bout-Hill-Link, Content-Type, Idempotency-Key, If-None-Match");
    // Cookies of other sites' visitors are never sent along.
    assert_eq!(answered.header("access-control-allow-credentials"), "");
}

#[test]
fn following_next_reads_a_whole_list() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let mut path = "/api/v1/hills/small/events?limit=1".to_owned();
    let mut seen = Vec::new();
    loop {
        let answered = get_of(&site, &path);
        let page = answered.json();
        seen.extend(page["events"].as_array().unwrap().iter().map(|event| event["what"].to_string()));
        let link = answered.header("link").to_owned();
        assert_eq!(page["next"].is_string(), !link.is_empty());
        let Some(next) = link.strip_prefix('<').and_then(|link| link.split_once('>')) else { break };
        path = next.0.to_owned();
    }
    assert_eq!(
        seen,
        [
            "\"e.crash was not good enough\"",
            "\"c.crash entered the hill at rank 1 and pushed off d.crash\"",
            "\"d.crash entered the hill at rank 1\"",
            "\"a b.crash entered the hill at rank 1\"",
        ]
    );
}

#[test]
fn events_of_the_site_are_those_of_hills_wars_and_contests() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    let page = get_of(&site, "/api/v1/events?limit=100").json();
    let events = page["events"].as_array().unwrap();
    let of = |place: &str| -> Vec<String> {
        let of_place = events.iter().filter(|event| event[place].is_string());
        of_place.map(|event| event["happened"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(of("hill"), ["not-good-enough", "entered", "entered", "entered"]);
    assert_eq!(of("war"), ["round-played", "round-played"]);
    assert_eq!(of("contest"), ["finished", "closed", "opened"], "newest first");
    assert_eq!(events.len(), 9);
    let ids: BTreeSet<&str> = events.iter().filter_map(|event| event["id"].as_str()).collect();
    assert_eq!(ids.len(), events.len());
    let seen: Vec<&str> = events.iter().filter_map(|event| event["seen"].as_str()).collect();
    assert!(seen.is_sorted_by(|one, other| one >= other), "{seen:?}");
    let rounds: Vec<&Value> =
        events.iter().filter(|event| event["war"] == "ring").map(|event| &event["round"]).collect();
    assert_eq!(rounds, [&json!(2), &json!(1)]);
}

#[test]
fn the_page_of_the_interface_shows_every_path_with_links_that_work() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    let page = get_of(&site, "/api");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let html = String::from_utf8(page.body).unwrap();
    for (path, item) in description()["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            assert!(html.contains(&format!("{} {path}<", method.to_uppercase())), "{method} {path}");
        }
    }
    let links: Vec<&str> =
        html.split("href=\"/api/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > public_paths().len());
    for link in links {
        let status = get_of(&site, &format!("/api/{link}")).status;
        assert!([200, 202].contains(&status), "{link}: {status}");
    }
}

#[test]
fn feeds_are_atom() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for (path, entries) in [
        ("/feed.atom", 6),
        ("/wars/ring/feed.atom", 2),
        ("/hills/small/feed.atom", 4),
        ("/hills/broken/feed.atom", 0),
    ] {
        let answered = ask(&site, Method::GET, path, &[("host", "bout.example")]);
        assert_eq!(answered.header("content-type"), crate::feed::ATOM);
        let text = String::from_utf8(answered.body).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let feed = document.root_element();
        assert!(feed.has_tag_name(("http://www.w3.org/2005/Atom", "feed")));
        let child = |node: roxmltree::Node<'_, '_>, name: &str| {
            let found: Vec<_> = node.children().filter(|child| child.tag_name().name() == name).collect();
            assert_eq!(found.len(), 1, "{path}: {name}");
            found[0].text().unwrap_or_default().to_owned()
        };
        assert_eq!(child(feed, "id"), format!("http://bout.example{path}"));
        assert!(!child(feed, "title").is_empty());
        let is_time = |text: &str| text.len() == 20 && text.ends_with('Z') && text.as_bytes()[10] == b'T';
        assert!(is_time(&child(feed, "updated")));
        let links = |node: roxmltree::Node<'_, '_>, relation: &str| {
            let is_link = |child: &roxmltree::Node<'_, '_>| {
                child.tag_name().name() == "link" && child.attribute("rel") == Some(relation)
            };
            node.children()
                .filter(is_link)
                .map(|link| link.attribute("href").unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(links(feed, "self"), [format!("http://bout.example{path}")]);
        assert_eq!(links(feed, "alternate").len(), 1);
        let author = feed.children().find(|child| child.tag_name().name() == "author").unwrap();
        assert!(!child(author, "name").is_empty());
        let all: Vec<_> = feed.children().filter(|child| child.tag_name().name() == "entry").collect();
        assert_eq!(all.len(), entries, "{path}");
        let mut ids = BTreeSet::new();
        for entry in all {
            assert!(ids.insert(child(entry, "id")));
            assert!(!child(entry, "title").is_empty() && !child(entry, "content").is_empty());
            assert!(is_time(&child(entry, "updated")));
            let page = &links(entry, "alternate")[0];
            let is_page = |start: &str| page.starts_with(&format!("http://bout.example{start}"));
            assert!(is_page("/hills/small") || is_page("/wars/ring/rounds/"), "{page}");
        }
    }
}

#[test]
fn nothing_of_a_final_can_be_read_before_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    let over = (*site.contests.get("small").unwrap()).clone();
    let status = |path: &str| get_of(&site, &format!("/api/v1/contests/small{path}")).status;
    let files = ["/lock", "/results", "/reveal", "/entrants/c.crash"];
    assert_eq!(files.map(status), [200; 4]);
    // The files are on the disk, but the site does not know yet that the final is over.
    site.contests.put(ContestView { reveal: None, standings: None, ..over.clone() });
    assert_eq!(files.map(status), [404, 404, 404, 200]);
    let contest = get_of(&site, "/api/v1/contests/small").json();
    assert_eq!((&contest["phase"], &contest["secret"]), (&json!("closed"), &Value::Null));
    site.contests.put(ContestView { reveal: None, standings: None, frozen: None, ..over.clone() });
    assert_eq!(files.map(status), [404; 4]);
    let secret = over.reveal.unwrap().secret.to_string();
    for path in
        ["/contests/small", "/contests", "/", "/api/v1/contests/small", "/api/v1/contests", "/feed.atom"]
    {
        let body = String::from_utf8(get_of(&site, path).body).unwrap();
        assert!(!body.contains(&secret) && body.contains("small"), "{path}");
    }
}

#[test]
fn an_open_contest_hides_sources_and_fights_of_its_hill() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = (*site_with_final(folder.path()).contests.get("small").unwrap()).clone();
    let program = folder.path().join("small").join("programs").join("c.crash");
    std::fs::write(program, ";licence CC0\nstore [i]-1 i\n").unwrap();
    let site = site(folder.path());
    let known = site.any_hill("small").unwrap();
    std::fs::write(
        folder.path().join("small").join("programs").join("c.crash"),
        ";licence CC0\nstore [i]-1 i\n",
    )
    .unwrap();
    site.put(HillView::read("small", &known.folder, &BTreeMap::new(), 0, Some(&known)));
    let source = || get_of(&site, "/api/v1/hills/small/programs/c.crash").json()["source"].clone();
    let record = || get_of(&site, "/api/v1/hills/small/matches/c.crash/a%20b.crash/record").status;
    let viewer = || get_of(&site, "/hills/small/matches/c.crash/a%20b.crash/viewer").status;
    assert!(source().is_string() && (record(), viewer()) == (202, 200));
    contest.about.times.closes = u64::MAX;
    let open = ContestView { reveal: None, frozen: None, ..contest.clone() };
    site.contests.put(open.clone());
    assert!(source().is_null() && (record(), viewer()) == (404, 404));
    let shown = DatedContest { hidden_sources: false, ..open.about.clone() };
    site.contests.put(ContestView { about: shown, ..open });
    assert!(source().is_string() && (record(), viewer()) == (202, 200));
    site.contests.put(contest);
    assert!(source().is_string() && (record(), viewer()) == (202, 200));
}

#[test]
fn a_feed_tells_that_a_contest_opened_closed_and_ended() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    let text = String::from_utf8(get_of(&site, "/feed.atom").body).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .filter(|title| title.starts_with("small: ") && !title.contains(" hill") && !title.contains("enough"))
        .collect();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert!(titles[0].contains("ended, and "), "{titles:?}");
    assert_eq!(titles[1], "small: closed with 2 entrants");
    assert_eq!(titles[2], "small: opened, and closes at 2020-01-02T00:00:00Z");
}
