//! Moderation of hills through the API responds as described.

use accounts::{HillRole, Scope};

use super::members::{asked, token};
use super::*;

const MODERATION: &str = "/api/v1/hills/{hill}/moderation";
const REPORTS: &str = "/api/v1/hills/{hill}/programs/{program}/reports";
const ALL: &str = "/api/v1/hosts/moderation";
const HERE: &str = "/api/v1/hills/small/moderation";

#[test]
fn a_host_looks_after_a_hill_by_the_interface() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (host, player) = (token(&site, "helen", &[Scope::Manage]), token(&site, "paul", &[Scope::Submit]));
    let id = |name: &str| site.accounts.account(name).unwrap().unwrap().id;
    let headers = |token| [("authorization", token), ("content-type", "application/json")];
    let (host, player) = (headers(host.as_str()), headers(player.as_str()));
    let change = |headers: &[(&str, &str)], body: &str, status| {
        asked(&site, ("post", MODERATION), HERE, headers, body, status)
    };
    let get = |path: &str, headers: &[(&str, &str)], status| {
        asked(&site, ("get", "/api/v1/hills/{hill}"), path, headers, "", status)
    };
    let private = r#"{"what": "visibility", "visible_to": "group"}"#;
    change(&host, private, 403);
    site.accounts.set_hill_role("small", id("helen"), Some(HillRole::Host)).unwrap();
    site.moderate("small").unwrap();
    change(&player, private, 403);
    assert_eq!(change(&host, private, 200).json()["visible_to"], "group");
    get("/api/v1/hills/small", &[], 404);
    get("/api/v1/hills/small", &player[..1], 404);
    get("/api/v1/hills/small", &host[..1], 200);
    change(&player, private, 403);

    let link = change(&host, r#"{"what": "make-link", "lasts": "day"}"#, 200).json()["link"].clone();
    let secret = link.as_str().unwrap().split("/hill-links/").nth(1).unwrap().to_owned();
    let cookie = format!("bout-hills={secret}");
    change(&host, r#"{"what": "visibility", "visible_to": "link"}"#, 200);
    get("/api/v1/hills/small", &[("bout-hill-link", &secret)], 200);
    get("/api/v1/hills/small", &[("cookie", &cookie)], 404);
    change(&host, r#"{"what": "end-links"}"#, 200);
    get("/api/v1/hills/small", &[("bout-hill-link", &secret)], 404);
    let added = change(&host, r#"{"what": "role", "name": "paul", "role": "member"}"#, 200).json();
    assert_eq!(added["members"][1], json!({ "name": "paul", "role": "member" }));
    get("/api/v1/hills/small", &player[..1], 200);

    let path = "/api/v1/hills/small/programs/c.crash/reports";
    let report = |path: &str, headers: &[(&str, &str)], body: &str, status| {
        asked(&site, ("post", REPORTS), path, headers, body, status)
    };
    report(path, &host, r#"{"why": "rude"}"#, 403);
    report(path, &player, r#"{"why": "rude"}"#, 201);
    report(path, &player, r#"{"why": "rude"}"#, 409);
    report(path, &player, r#"{"why": " "}"#, 422);
    report(path, &player, "{}", 422);
    report(path, &player[..1], r#"{"why": "rude"}"#, 415);
    report("/api/v1/hills/small/programs/none/reports", &player, r#"{"why": "rude"}"#, 404);
    let waiting = asked(&site, ("get", MODERATION), HERE, &host, "", 200).json();
    assert_eq!(
        (&waiting["reports"][0]["program"], &waiting["reports"][0]["reporter"]),
        (&json!("c.crash"), &json!("paul"))
    );
    let hidden = change(&host, r#"{"what": "hide", "file": "c.crash", "why": "rude"}"#, 200).json();
    assert_eq!((hidden["hidden"].as_array().unwrap().len(), &hidden["reports"]), (1, &json!([])));
    let program = asked(
        &site,
        ("get", "/api/v1/hills/{hill}/programs/{program}"),
        "/api/v1/hills/small/programs/c.crash",
        &player[..1],
        "",
        200,
    );
    assert_eq!(program.json()["name"], "a hidden program");
    change(&host, r#"{"what": "show", "file": "c.crash"}"#, 200);
    change(&host, r#"{"what": "hide", "file": "none.crash"}"#, 422);
    change(&host, r#"{"what": "role", "name": "nobody", "role": "host"}"#, 422);
    change(&host, r#"{"what": "explode"}"#, 422);
    change(&host, "", 400);

    // Only hosts of the site may read the list of the whole site.
    asked(&site, ("get", ALL), ALL, &host[..1], "", 403);
    site.accounts.set_role(id("helen"), accounts::Role::Host).unwrap();
    let all = asked(&site, ("get", ALL), ALL, &host[..1], "", 200);
    assert_eq!(all.json()["log"].as_array().unwrap().len(), 7, "{}", all.json());
    let tag = all.header("etag").to_owned();
    asked(&site, ("get", ALL), ALL, &[host[0], ("if-none-match", &tag)], "", 304);
}
