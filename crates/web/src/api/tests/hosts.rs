//! Actions of hosts, and snippets and rounds of wars, respond as described.

use accounts::{Role, Scope};

use super::members::{asked, token};
use super::*;
use crate::config::Config;

fn headers(token: &str) -> [(&str, &str); 2] {
    [("authorization", token), ("content-type", "application/json")]
}

/// Returns a token of a new host of the site.
fn host(site: &Arc<Site>) -> String {
    let host = token(site, "helen", &[Scope::Manage]);
    let id = site.accounts.account("helen").unwrap().unwrap().id;
    site.accounts.set_role(id, Role::Host).unwrap();
    host
}

#[test]
fn hosts_look_after_accounts_by_the_interface() {
    const ONE: &str = "/api/v1/hosts/accounts/{name}";
    const LIST: &str = "/api/v1/hosts/accounts";
    const INVITE: &str = "/api/v1/hosts/invitations";
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (host, player) = (host(&site), token(&site, "paul", &[Scope::Manage, Scope::Submit]));
    let (host, player) = (headers(&host), headers(&player));
    for (method, path, here) in
        [("get", LIST, LIST), ("post", ONE, "/api/v1/hosts/accounts/paul"), ("post", INVITE, INVITE)]
    {
        asked(&site, (method, path), here, &player, r#"{"what": "host"}"#, 403);
    }
    let list =
        |query: &str, status| asked(&site, ("get", LIST), &format!("{LIST}{query}"), &host[..1], "", status);
    assert_eq!(list("?limit=1", 200).json()["accounts"][0]["name"], "helen");
    list("?limit=x", 400);
    let tag = list("", 200).header("etag").to_owned();
    asked(&site, ("get", LIST), LIST, &[host[0], ("if-none-match", &tag)], "", 304);
    let change = |name: &str, body: &str, status| {
        asked(&site, ("post", ONE), &format!("{LIST}/{name}"), &host, body, status).json()
    };
    assert_eq!(change("paul", r#"{"what": "host"}"#, 200)["account"]["role"], "host");
    assert_eq!(change("paul", r#"{"what": "player"}"#, 200)["account"]["role"], "player");
    let link = change("paul", r#"{"what": "reset"}"#, 200)["link"].as_str().unwrap().to_owned();
    assert!(link.contains("/links/"), "{link}");
    assert_eq!(change("paul", r#"{"what": "close", "why": "spam"}"#, 200)["account"]["closed"], "spam");
    asked(&site, ("get", "/api/v1/account"), "/api/v1/account", &player[..1], "", 401);
    assert_eq!(change("paul", r#"{"what": "open"}"#, 200)["account"]["closed"], Value::Null);
    assert_eq!(change("paul", r#"{"what": "delete"}"#, 200)["account"], Value::Null);
    change("paul", r#"{"what": "open"}"#, 404);
    change("helen", r#"{"what": "player"}"#, 409);
    change("helen", r#"{"what": "dance"}"#, 422);
    change("helen", "", 400);
    // Invitations are closed in the settings of this test.
    asked(&site, ("post", INVITE), INVITE, &host[..1], "", 403);
}

#[test]
fn members_submit_snippets_and_hosts_ask_for_rounds() {
    const SNIPPETS: &str = "/api/v1/wars/{war}/snippets";
    const ROUNDS: &str = "/api/v1/wars/{war}/rounds";
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (host, player) = (host(&site), token(&site, "paul", &[Scope::Submit]));
    let (host, player) = (headers(&host), headers(&player));
    let war = site.wars.get("ring").unwrap();
    let name = war.files.as_ref().unwrap().players[0].name.clone();
    let known = token(&site, &name, &[Scope::Submit]);
    let known = headers(&known);
    let snippet = |headers: &[(&str, &str)], war: &str, body: &str, status| {
        asked(&site, ("post", SNIPPETS), &format!("/api/v1/wars/{war}/snippets"), headers, body, status)
            .json()
    };
    let good = r#"{"source": "$_[0]\n"}"#;
    // New players cannot join after the first round.
    snippet(&player, "ring", good, 409);
    snippet(&player, "nowhere", good, 404);
    snippet(&host, "ring", good, 403);
    let kept = snippet(&known, "ring", good, 201);
    assert_eq!((&kept["player"], &kept["enters_in"]), (&json!(name), &json!([3])));
    let wrong = snippet(&known, "ring", r#"{"source": ""}"#, 422);
    assert_eq!(wrong["diagnostics"][0]["severity"], "error");
    snippet(&known, "ring", "{}", 422);
    snippet(&known[..1], "ring", good, 415);
    let ask = |headers: &[(&str, &str)], war: &str, status| {
        asked(&site, ("post", ROUNDS), &format!("/api/v1/wars/{war}/rounds"), headers, "", status).json()
    };
    ask(&player[..1], "ring", 403);
    ask(&host[..1], "nowhere", 404);
    assert_eq!(ask(&host[..1], "ring", 202)["round"], 3);
}

#[test]
fn a_member_enters_a_contest_by_the_interface() {
    const ENTRY: &str = "/api/v1/contests/{contest}/entry";
    const HERE: &str = "/api/v1/contests/cup/entry";
    let folder = tempfile::tempdir().unwrap();
    let dates = "opens = 2020-01-01T00:00:00Z\ncloses = 9999-01-01T00:00:00Z\nentrants = \"authors\"\n";
    drop(site(folder.path()));
    std::fs::write(folder.path().join("bout.toml"), format!("[contests.cup]\nhill = \"small\"\n{dates}"))
        .unwrap();
    let config = Config::read(folder.path()).unwrap();
    let site = Arc::new(Site::new(folder.path(), config, |_| Vec::new()).unwrap());
    site.refresh(|_| true).unwrap();
    site.announce_contests().unwrap();
    let (player, reads) = (token(&site, "paul", &[Scope::Submit]), token(&site, "rita", &[]));
    let entry = |method: &str, token: &str, path: &str, status| {
        asked(&site, (method, ENTRY), path, &[("authorization", token)], "", status).json()
    };
    assert_eq!(entry("get", &player, HERE, 200)["registered"], false);
    entry("put", &reads, HERE, 403);
    for _ in 0..2 {
        assert_eq!(entry("put", &player, HERE, 200)["registered"], true);
    }
    assert_eq!(entry("get", &player, HERE, 200)["registered"], true);
    assert_eq!(entry("get", &reads, HERE, 200)["registered"], false);
    entry("put", &player, "/api/v1/contests/nowhere/entry", 404);
    entry("get", &player, "/api/v1/contests/nowhere/entry", 404);
}

#[test]
fn a_token_ends_itself_and_no_other() {
    const HERE: &str = "/api/v1/account/token";
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (one, two) = (token(&site, "paul", &[]), token(&site, "paul", &[]));
    let ended =
        |token: &str, status| asked(&site, ("delete", HERE), HERE, &[("authorization", token)], "", status);
    ended(&one, 204);
    ended(&one, 401);
    asked(&site, ("get", "/api/v1/account"), "/api/v1/account", &[("authorization", &two)], "", 200);
}

#[test]
fn hosts_see_what_may_not_be_fair() {
    const HERE: &str = "/api/v1/hosts/fair-play";
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let programs = folder.path().join("small").join("programs");
    let source = "write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n";
    for author in ["ann", "bob"] {
        std::fs::write(programs.join(format!("{author}.crash")), format!(";author {author}\n{source}"))
            .unwrap();
    }
    site.refresh(|_| true).unwrap();
    let host = host(&site);
    let seen = asked(&site, ("get", HERE), HERE, &[("authorization", &host)], "", 200);
    let hills = seen.json()["hills"].as_array().unwrap().clone();
    let small = hills.iter().find(|hill| hill["hill"] == "small").unwrap();
    assert_eq!((&small["alike"][0]["resemblance"], &small["gifts"]), (&json!(1.0), &json!([])));
    assert_eq!(small["alike"][0]["programs"][0]["author"], "ann");
    let tag = seen.header("etag").to_owned();
    asked(&site, ("get", HERE), HERE, &[("authorization", &host), ("if-none-match", &tag)], "", 304);
    let player = token(&site, "paul", &[Scope::Manage]);
    asked(&site, ("get", HERE), HERE, &[("authorization", &player)], "", 403);
}
