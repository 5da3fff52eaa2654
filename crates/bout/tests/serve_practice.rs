//! `bout serve`: members practise Snakes in C and PerlWar, without danger to others. The tests need
//! gcc and perl.

#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "serve"))]

mod support;

use serde_json::{Value, json};
use support::members::{Browser, FORM, QUIET, ask, form, quiet, site_with, submit};
use support::site::{Answer, Site};

const GAMES: &str = "/api/v1/playground/games";
const LESSONS: &str = "/api/v1/playground/lessons";
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");

fn example(file: &str) -> String {
    std::fs::read_to_string(format!("{EXAMPLES}/{file}")).unwrap()
}

fn games(game: &str, file: &str, source: &str, opponent: &str) -> Value {
    json!({ "game": game, "program": { "file": file, "source": source }, "opponent": { "example": opponent } })
}

/// Requests games until `count` are played, and returns the result of each for the program.
fn play_all(site: &Site, token: &str, wanted: &Value, count: u64) -> Vec<String> {
    let mut results = Vec::new();
    while (results.len() as u64) < count {
        let from = results.len() as u64;
        let mut body = wanted.clone();
        (body["from"], body["games"]) = (json!(from), json!(count - from));
        let answer = ask(site, token, "POST", GAMES, Some(&body));
        assert_eq!(answer.status, 200, "{answer:?}");
        let played = answer.json();
        let played = played["games"].as_array().unwrap();
        // A machine that is too busy to finish a game says so, and is asked again.
        let is_busy = answer.json()["cut_short"].as_str().is_some_and(|why| why.contains("too busy"));
        assert!(!played.is_empty() || is_busy, "{answer:?}");
        for one in played {
            assert_eq!(one["game"], results.len());
            results.push(one["result"].as_str().unwrap().to_owned());
        }
    }
    results
}

#[test]
fn games_are_those_of_bout_play() {
    let (sandbox, site) = quiet();
    let token = Browser::join(&site, "anna").token(&site, true);
    for (game, mine, other, count) in [
        ("snakes", "snakes/greedy.c", "snakes/boxer.c", 12),
        ("perlwar", "perlwar/guard.pl", "perlwar/sleeper.pl", 1),
    ] {
        let (file, opponent) = (mine.split('/').nth(1).unwrap(), other.split('/').nth(1).unwrap());
        let paths = [mine, other].map(|file| format!("{EXAMPLES}/{file}"));
        for seat in [0, 1] {
            let mut wanted = games(game, file, &example(mine), opponent);
            (wanted["seat"], wanted["seed"]) = (json!(seat), json!(7));
            let results = play_all(&site, &token, &wanted, count);
            let number = |result: &str| results.iter().filter(|one| *one == result).count();
            let mut order = [paths[0].as_str(), paths[1].as_str()];
            order.rotate_left(seat);
            let count = count.to_string();
            let played = ["play", order[0], order[1], "--games", &count, "--seed", "7", "--output", "json"];
            let summary = &sandbox.bout(&played).ok().json()["summary"];
            assert_eq!(summary["wins"][seat], number("won"), "{game} {seat}: {results:?}");
            assert_eq!(summary["draws"], number("drawn"), "{game} {seat}: {results:?}");
            assert_eq!(summary["wins"][1 - seat], number("lost"), "{game} {seat}: {results:?}");
        }
        // A game can be watched and verified.
        let mut wanted = games(game, file, &example(mine), opponent);
        (wanted["record"], wanted["seed"]) = (json!(true), json!(count));
        let answer = ask(&site, &token, "POST", GAMES, Some(&wanted)).json();
        let record = base64(answer["record_base64"].as_str().unwrap());
        std::fs::write(sandbox.path("one.bout"), record).unwrap();
        sandbox.bout(&["replay", "one.bout"]).ok();
    }
}

fn base64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::prelude::BASE64_STANDARD.decode(text).unwrap()
}

#[test]
fn diagnostics_are_those_of_bout_check() {
    let (sandbox, site) = quiet();
    let token = Browser::join(&site, "anna").token(&site, true);
    for (game, file, source) in [
        ("snakes", "mine.c", "int bot(void) { retrun 'L'; }\n"),
        ("snakes", "mine.c", "int bot(void) { int unused; return 'L'; }\n"),
        ("perlwar", "mine.pl", "$x = ;\n"),
    ] {
        sandbox.file(file, source);
        let checked = sandbox.bout(&["check", file, "--output", "json"]).json();
        let body = json!({ "game": game, "program": { "file": file, "source": source } });
        let answer = ask(&site, &token, "POST", GAMES, Some(&body)).json();
        assert_eq!(answer["diagnostics"], checked["files"][0]["diagnostics"], "{source}: {checked}");
        assert_eq!(answer["program"].is_null(), checked["files"][0]["ok"] == false, "{source}");
        assert_eq!(answer["games"], json!([]), "{source}");
    }
}

#[test]
fn lessons_are_checked() {
    let (sandbox, site) = quiet();
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    for game in ["snakes", "perlwar"] {
        let course = anna.get(&site, &format!("/playground/{game}/course")).json();
        assert_eq!(course["member"]["name"], "anna");
        assert!(
            course["lessons"].as_array().unwrap().len() >= 10
                && !course["examples"].as_array().unwrap().is_empty()
        );
        let lesson = &course["lessons"][0];
        let check = |source: &Value| {
            let body = json!({ "lesson": lesson["path"], "source": source });
            let by_token = ask(&site, &token, "POST", LESSONS, Some(&body)).json();
            let order = form(&[("proof", &anna.proof), ("order", &body.to_string())]);
            let headers = [("content-type", FORM)];
            let by_page = anna.send(&site, "POST", "/playground/lessons", &headers, order.as_bytes()).json();
            assert_eq!(by_page["passed"], by_token["passed"]);
            by_token
        };
        assert_eq!(check(&lesson["solution"])["passed"], true, "{lesson}");
        let wrong = check(&lesson["start"]);
        assert_eq!(wrong["passed"], false);
        if let Some(record) = wrong["record_base64"].as_str() {
            std::fs::write(sandbox.path("lesson.bout"), base64(record)).unwrap();
            sandbox.bout(&["replay", "lesson.bout"]).ok();
        }
    }
    let missing = json!({ "lesson": "snakes/99-none.toml", "source": "" });
    assert_eq!(ask(&site, &token, "POST", LESSONS, Some(&missing)).status, 422);
}

#[test]
fn only_members_practise() {
    let (_sandbox, site) = quiet();
    let anna = Browser::join(&site, "anna");
    let body = games("snakes", "mine.c", "int bot(void) { return 'L'; }\n", "greedy");
    let by_page = |browser: &Browser, proof: &str| {
        let order = form(&[("proof", proof), ("order", &body.to_string())]);
        browser.send(&site, "POST", "/playground/games", &[("content-type", FORM)], order.as_bytes())
    };
    assert_eq!(ask(&site, "bout_x", "POST", GAMES, Some(&body)).status, 401);
    assert_eq!(ask(&site, &anna.token(&site, false), "POST", GAMES, Some(&body)).status, 403);
    // The API ignores cookies, and without them the page's own route refuses to play.
    let order = body.to_string();
    let json = [("content-type", "application/json")];
    assert_eq!(anna.send(&site, "POST", GAMES, &json, order.as_bytes()).status, 401);
    let stranger = by_page(&Browser::default(), "");
    assert_eq!((stranger.status, stranger.header("content-type")), (401, "application/problem+json"));
    assert!(stranger.json()["detail"].as_str().unwrap().contains("sign in"));
    assert!(Browser::default().get(&site, "/playground/snakes/course").json()["member"].is_null());
    assert_eq!(by_page(&anna, "x").status, 403);
    assert_eq!(by_page(&anna, &anna.proof).json()["lost"].as_u64().map(|_| ()), Some(()));
    assert_eq!(Browser::default().get(&site, "/playground/chess/course").status, 404);
}

#[test]
fn what_does_not_fit_is_refused_in_words() {
    let (_sandbox, site) = quiet();
    let token = Browser::join(&site, "anna").token(&site, true);
    let fitting = games("snakes", "mine.c", "int bot(void) { return 'L'; }\n", "greedy");
    for (change, words) in [
        (json!({ "game": "chess" }), "no game"),
        (json!({ "games": 0 }), "from 1 to 100"),
        (json!({ "games": 101 }), "from 1 to 100"),
        (json!({ "seat": 2 }), "0 or 1"),
        (json!({ "games": 2, "record": true }), "one game"),
        (json!({ "opponent": { "example": "nobody" } }), "greedy.c"),
        (json!({ "program": { "file": "../a.c", "source": "" } }), "file"),
        (json!({ "program": { "file": "a.pl", "source": "" } }), ".c"),
        (json!({ "program": { "source": "", "source_base64": "" } }), "`source` or"),
        (json!({ "program": { "source_base64": "?" } }), "base64"),
        (json!({ "from": u64::MAX }), "at most"),
    ] {
        let mut body = fitting.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = ask(&site, &token, "POST", GAMES, Some(&body));
        assert_eq!(answer.status, 422, "{change}: {answer:?}");
        assert!(answer.json()["detail"].as_str().unwrap().contains(words), "{change}: {answer:?}");
    }
}

/// Malicious programs: each costs its author processor time, and the site stays available.
#[test]
fn hostile_programs_cost_their_author_and_nobody_else() {
    let (_sandbox, site) = quiet();
    let eve = Browser::join(&site, "eve").token(&site, true);
    let anna = Browser::join(&site, "anna").token(&site, true);
    let used = |token: &str| {
        let account = ask(&site, token, "GET", "/api/v1/account", None);
        account.json()["processor"]["used_s"].as_u64().unwrap()
    };
    let bomb = "#define A x,x,x,x,x,x,x,x,x,x\n#define B A,A,A,A,A,A,A,A,A,A\n#define C B,B,B,B,B,B,B,B,B,B\n\
                #define D C,C,C,C,C,C,C,C,C,C\n#define E D,D,D,D,D,D,D,D,D,D\n#define F E,E,E,E,E,E,E,E,E,E\n\
                #define G F,F,F,F,F,F,F,F,F,F\n#define H G,G,G,G,G,G,G,G,G,G\nint x; int all[] = { H, H, H };\n\
                int bot(void) { return 'L'; }\n";
    let answer = ask(&site, &eve, "POST", GAMES, Some(&games("snakes", "bomb.c", bomb, "greedy")));
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(
        answer.json()["program"].is_null() && answer.json()["diagnostics"][0]["severity"] == "error",
        "{answer:?}"
    );
    let spent = used(&eve);
    assert!(spent >= 1, "a compiler that runs into its limit is paid for: {spent}");
    let bot = |body: &str| {
        format!("const char *bot_name = \"x\";\nint bot(int board[16][32], char player)\n{{\n{body}\n}}\n")
    };
    let deep =
        "int f(int n) { volatile char room[4096]; room[n & 4095] = 1; return n + room[0] + f(n + 1); }\n";
    for (game, file, source, opponent) in [
        ("snakes", "loop.c", bot("for (;;) ;"), "greedy"),
        ("snakes", "stack.c", deep.to_owned() + &bot("return f(1);"), "greedy"),
        ("snakes", "wild.c", bot("*(volatile int *)8 = 1; return 'L';"), "greedy"),
        ("perlwar", "loop.pl", "1 while 1\n".into(), "guard"),
        ("perlwar", "huge.pl", "'x' x 1e9\n".into(), "guard"),
    ] {
        let answer = ask(&site, &eve, "POST", GAMES, Some(&games(game, file, &source, opponent)));
        assert_eq!(answer.status, 200, "{file}: {answer:?}");
        let played = answer.json();
        if game == "snakes" {
            assert_eq!((&played["won"], &played["lost"]), (&json!(0), &json!(1)), "{file}: {played}");
        } else {
            // Snippets without errors of their own play and die; others are refused.
            assert_eq!(played["won"], 0, "{file}: {played}");
        }
    }
    assert_eq!(used(&anna), 0, "nobody else pays");
    let fair = games("snakes", "mine.c", &example("snakes/greedy.c"), "boxer");
    let answer = ask(&site, &anna, "POST", GAMES, Some(&fair));
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()["games"].as_array().unwrap().len(), 1);
}

#[test]
fn an_account_without_processor_time_waits_and_programs_on_hills_do_not() {
    let (_sandbox, site) = site_with(&format!(
        "{QUIET}[limits]\nprocessor_s_per_author_per_day = 1\nsign_ups_per_minute = 60\n"
    ));
    let eve = Browser::join(&site, "eve").token(&site, true);
    let anna = Browser::join(&site, "anna").token(&site, true);
    let mut body = games("snakes", "mine.c", &example("snakes/minimax.c"), "voronoi");
    body["games"] = json!(100);
    let mut refused: Option<Answer> = None;
    for _ in 0..50 {
        let answer = ask(&site, &eve, "POST", GAMES, Some(&body));
        if answer.status != 200 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("the second is soon used up");
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.json()["detail"].as_str().unwrap().contains("processor time"), "{refused:?}");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    // Another member practises with a program that takes little of the second, and hands in a
    // program, which is played.
    let body = json!({ "game": "crash", "program": { "source": "crash\n" } });
    assert_eq!(ask(&site, &anna, "POST", GAMES, Some(&body)).status, 200);
    assert_eq!(submit(&site, &anna, "small", "mine.crash", "store [i]-1 i\n").status, 201);
    site.wait_until("/api/v1/hills/small", |hill| hill["programs"].as_array().map(Vec::len) == Some(1));
}

#[test]
fn who_practises_too_fast_waits() {
    let (_sandbox, site) = site_with(&format!("{QUIET}[limits]\npractices_per_minute = 1\n"));
    let token = Browser::join(&site, "anna").token(&site, true);
    let body = json!({ "game": "crash", "program": { "source": "crash\n" } });
    let answers: Vec<Answer> = (0..4).map(|_| ask(&site, &token, "POST", GAMES, Some(&body))).collect();
    assert_eq!(answers[0].status, 200, "{:?}", answers[0]);
    let slow_down = answers.iter().find(|one| one.status == 429).expect("four within a minute are too many");
    assert!(!slow_down.header("retry-after").is_empty());
}

#[test]
fn a_site_that_takes_no_programs_plays_none() {
    let (_sandbox, site) = site_with(&format!("submissions = \"closed\"\n{QUIET}"));
    let token = Browser::join(&site, "anna").token(&site, true);
    let body = json!({ "game": "crash", "program": { "source": "crash\n" } });
    let answer = ask(&site, &token, "POST", GAMES, Some(&body));
    assert_eq!(answer.status, 403);
    assert!(answer.json()["detail"].as_str().unwrap().contains("no programs"));
}
