//! Sites for the tests of the API.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use contests::dated::Candidates;
use contests::rows::{EnvironmentRow, UnableRow};
use serde_json::{Value, json};

use crate::config::Config;
use crate::hill_view::HillView;
use crate::site::Site;
use crate::standings::{HillStandings, Pair, Place, RenewalStandings, silent};

/// Returns a site with one hill of two programs and one hill that cannot be read.
pub(super) fn site(folder: &Path) -> Arc<Site> {
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

/// Returns a site with a hill and a contest whose final has been played.
pub(super) fn site_with_final(folder: &Path) -> Arc<Site> {
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
