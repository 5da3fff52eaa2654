//! Contests with a date reveal nothing too early.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use crate::config::DatedContest;
use crate::dated::ContestView;
use crate::hill_view::HillView;

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
