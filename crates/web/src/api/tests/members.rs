//! Endpoints that need a token respond as described: with a token, without one, and with insufficient scopes.

use accounts::{AccountName, NewToken, Password, Role, Scope, Scopes};

use super::*;

const PATH: &str = "/api/v1/hills/{hill}/submissions";
const ONE: &str = "/api/v1/submissions/{submission}";
const EVENTS: &str = "/api/v1/submissions/{submission}/events";
const CHECK: &str = "/api/v1/games/{game}/check";
const GOOD: &str = r#"{"file": "mine.crash", "source": "crash\n"}"#;
const BAD: &str = r#"{"file": "mine.crash", "source": "frobnicate\n"}"#;

/// Returns an `Authorization` header with a new token of an account, which it creates if needed.
pub(super) fn token(site: &Arc<Site>, name: &str, scopes: &[Scope]) -> String {
    let name = AccountName::new(name).unwrap();
    let account = site.accounts.account(name.as_str()).unwrap().unwrap_or_else(|| {
        let password = Password::choose("correct horse", name.as_str()).unwrap();
        site.accounts.create(&name, &password, Role::Player, 0).unwrap()
    });
    let new = NewToken { label: "test", scopes: Scopes::new(scopes), expires_s: None };
    format!("Bearer {}", site.accounts.make_token(account.id, &new, 0).unwrap())
}

/// Sends a member's request and checks the response against the description.
#[track_caller]
pub(super) fn asked(
    site: &Arc<Site>,
    (method, described): (&str, &str),
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
    status: u16,
) -> Answered {
    let answered = send(site, method.to_uppercase().parse().unwrap(), path, headers, body.to_owned());
    assert_eq!(answered.status, status, "{method} {path}: {}", String::from_utf8_lossy(&answered.body));
    check_operation(method, described, &answered);
    assert_eq!(answered.header("access-control-allow-origin"), "*");
    let says_who = ["authorization", "bout-hill-link", "cookie"];
    let is_personal = headers.iter().any(|(name, _)| says_who.contains(name));
    assert_eq!(answered.header("cache-control") == "no-store", is_personal, "{method} {path}");
    answered
}

#[test]
fn what_needs_a_token_is_refused_without_a_valid_one() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let good = token(&site, "anna", &[]);
    let all = description();
    let mut refused = 0;
    for (path, item) in all["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if !operation["security"][0]["token"].is_array() {
                continue;
            }
            refused += 1;
            for wrong in [
                "",
                "Bearer",
                "Bearer ",
                "Basic YTpi",
                "bout_",
                &good[..good.len() - 1],
                &format!("{good}A"),
                &good.to_uppercase(),
                "Bearer bout_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            ] {
                let headers = [("authorization", wrong), ("content-type", "application/json")];
                let headers = if wrong.is_empty() { &headers[1..] } else { &headers[..] };
                let answered = asked(&site, (method, path), path, headers, GOOD, 401);
                assert_eq!(answered.header("www-authenticate"), "Bearer");
            }
        }
    }
    assert_eq!(refused, 29);
}

#[test]
fn a_submission_is_as_described_from_its_beginning_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (submits, reads) = (token(&site, "anna", &[Scope::Submit]), token(&site, "anna", &[]));
    let other = token(&site, "bert", &[Scope::Submit]);
    let mine = [("authorization", submits.as_str()), ("content-type", "application/json")];
    let reading = [("authorization", reads.as_str()), ("content-type", "application/json")];
    let others = [("authorization", other.as_str()), ("content-type", "application/json")];
    let post = |path: &str, headers: &[(&str, &str)], body: &str, status| {
        asked(&site, ("post", PATH), path, headers, body, status)
    };
    let here = "/api/v1/hills/small/submissions";
    post(here, &reading, GOOD, 403);
    post("/api/v1/hills/nowhere/submissions", &mine, GOOD, 404);
    post("/api/v1/hills/%ff/submissions", &mine, GOOD, 400);
    post(here, &mine[..1], GOOD, 415);
    post(here, &mine, "{", 400);
    post(here, &mine, r#"{"file": "a.crash"}"#, 422);
    post(here, &mine, r#"{"file": "a.crash", "source": "", "colour": 1}"#, 422);
    post(here, &mine, r#"{"file": "../a.crash", "source": "crash\n"}"#, 422);
    let invalid = post(here, &mine, BAD, 422).json();
    assert_eq!(
        (&invalid["diagnostics"][0]["severity"], &invalid["diagnostics"][0]["line"]),
        (&"error".into(), &1.into())
    );
    let keyed = [mine[0], mine[1], ("idempotency-key", "one")];
    post(here, &[mine[0], mine[1], ("idempotency-key", "a b")], GOOD, 400);
    let new = post(here, &keyed, GOOD, 201);
    let path = new.header("location").to_owned();
    let submission = new.json();
    assert_eq!(path, format!("/api/v1/submissions/{}", submission["id"].as_str().unwrap()));
    assert_eq!(
        (&submission["state"], &submission["place"], &submission["author"]),
        (&"queued".into(), &1.into(), &"anna".into())
    );
    assert_eq!(post(here, &keyed, GOOD, 200).json()["id"], submission["id"]);
    post(here, &keyed, BAD, 422);
    post(here, &keyed, r#"{"file": "mine.crash", "source": "crash\ncrash\n"}"#, 409);
    // Idempotency keys of different accounts are independent.
    let second = post(here, &[others[0], others[1], keyed[2]], GOOD, 201).json();
    assert_ne!(second["id"], submission["id"]);

    let list = "/api/v1/submissions";
    let get = |described: &str, path: &str, headers: &[(&str, &str)], status| {
        asked(&site, ("get", described), path, headers, "", status)
    };
    let listed = get(list, "/api/v1/submissions?limit=1&cursor=", &reading, 200).json();
    assert_eq!(listed["submissions"], json!([submission]));
    assert_eq!(get(list, "/api/v1/submissions?hill=nowhere", &reading, 200).json()["submissions"], json!([]));
    for wrong in ["limit=0", "limit=101", "limit=%2B1", "limit=x", "cursor=x", "limit=1&limit=1"] {
        get(list, &format!("{list}?{wrong}"), &reading, 400);
    }
    let seen = get(ONE, &path, &reading, 200);
    let tag = seen.header("etag").to_owned();
    get(ONE, &path, &[reading[0], ("if-none-match", &tag)], 304);
    // Other accounts cannot find out that the submission exists.
    assert_eq!(get(ONE, &path, &others, 404).body, get(ONE, "/api/v1/submissions/none", &others, 404).body);
    get(ONE, "/api/v1/submissions/%ff", &mine, 400);
    get(EVENTS, &format!("{path}/events"), &others, 404);

    let delete = |headers: &[(&str, &str)], status| asked(&site, ("delete", ONE), &path, headers, "", status);
    delete(&reading, 403);
    delete(&others, 404);
    assert_eq!(delete(&mine, 200).json()["state"], "withdrawn");
    delete(&mine, 409);
    let told = get(EVENTS, &format!("{path}/events"), &reading, 200);
    assert_eq!(told.header("content-type"), "text/event-stream");
    let told = String::from_utf8(told.body).unwrap();
    let data = told.strip_prefix("event: submission\ndata: ").expect("an event");
    assert_eq!(serde_json::from_str::<Value>(data.trim()).unwrap()["state"], "withdrawn");
}

#[test]
fn a_program_is_checked_for_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let kind = [("content-type", "application/json")];
    let post = |path: &str, headers: &[(&str, &str)], body: &str, status| {
        asked(&site, ("post", CHECK), path, headers, body, status).json()
    };
    let here = "/api/v1/games/crash/check";
    assert_eq!(post(here, &kind, GOOD, 200), json!({ "valid": true, "diagnostics": [] }));
    let wrong = post(here, &kind, BAD, 200);
    assert_eq!((&wrong["valid"], &wrong["diagnostics"][0]["line"]), (&false.into(), &1.into()));
    let base64 = r#"{"file": "mine.crash", "source_base64": "Y3Jhc2gK"}"#;
    assert_eq!(post(here, &kind, base64, 200)["valid"], true);
    post(here, &kind, r#"{"file": "mine.crash", "source_base64": "*"}"#, 422);
    post(here, &kind, r#"{"file": "mine.crash", "source": "crash\n", "source_base64": null}"#, 422);
    post("/api/v1/games/chess/check", &kind, GOOD, 404);
    post(here, &[], GOOD, 415);
    post(here, &kind, "", 400);
}

#[test]
fn a_token_says_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let reads = token(&site, "anna", &[]);
    let path = "/api/v1/account";
    let answered = asked(&site, ("get", path), path, &[("authorization", &reads)], "", 200);
    let processor = json!({ "limit_s": 14400, "used_s": 0, "left_s": 14400, "renewed": answered.json()["processor"]["renewed"] });
    let expected = json!({
        "name": "anna", "role": "player", "scopes": ["read"], "expires": null, "processor": processor,
    });
    assert_eq!(answered.json(), expected);
    let tag = answered.header("etag").to_owned();
    asked(&site, ("get", path), path, &[("authorization", &reads), ("if-none-match", &tag)], "", 304);
}
