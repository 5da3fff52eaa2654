//! Checks that the description, the routes and real responses agree.

mod asking;
mod author_news;
mod dated;
mod events;
mod feeds;
mod hosts;
mod members;
mod moderation;
mod practice;
mod sites;

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::json;

use super::*;
use asking::{Answered, ask, get_of, send};
use sites::{site, site_with_final};

fn description() -> Value {
    serde_json::from_str(include_str!("../../static/openapi.json")).expect("it is JSON")
}

/// Forbids undescribed fields in objects, so that a new field without a description fails the test.
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

/// Checks a response to GET against the description of the path.
fn check(path: &str, answered: &Answered) {
    check_operation("get", path, answered);
}

/// Checks a response against the description of a method of the path.
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

/// Returns the round for a hill's paths: the latest one for `small`, an unreadable one for `%ff`, otherwise
/// round 1.
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

/// Returns the paths that can be read without a token.
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
    // Browsers must not send cookies with requests from other sites.
    assert_eq!(answered.header("access-control-allow-credentials"), "");
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
