//! Events, and how lists continue from page to page.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;

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
