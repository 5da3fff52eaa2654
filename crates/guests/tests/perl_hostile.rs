//! Hostile snippets: each must get its verdict and leave nothing behind, both with a process per run and
//! without.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support {
    pub(crate) mod perl;
}

use std::path::Path;

use game::{AnyPlayers, FaultKind, Game as _, Rules};
use games::perlwar::{Parameters, PerlWar, RunReport, RunResult, Segfault};
use sandbox::Isolation;
use serde_json::Value;
use support::perl::{Round, factory, players, round};

/// One hostile snippet and the expected result, from `hostile.json`.
struct Case {
    content: Value,
}

impl Case {
    fn text(&self, key: &str) -> Option<&str> {
        self.content[key].as_str()
    }

    fn name(&self) -> &str {
        self.text("name").expect("cases have names")
    }

    /// Plays one round: the snippet in an Array with a few others, and after it the probe, which looks for
    /// leftovers.
    fn play(&self, parameters: Parameters, players: &mut dyn AnyPlayers) -> Round {
        let code = self.text("code").expect("cases have code");
        let mut cells = vec![(0, 0, code), (1, 1, "1"), (3, 0, "1")];
        cells.extend(self.text("probe").map(|probe| (2, 0, probe)));
        round(parameters, &cells, players)
    }

    /// Compares a round with the expected result; returns a message per difference.
    fn faults(&self, played: &Round) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut expect = |what: &str, expected: &str, found: String| {
            if expected != found {
                wrong.push(format!("{}: {what}: expected {expected}, came {found}", self.name()));
            }
        };
        let of = |cell| played.reports.iter().find(|report| report.cell == cell);
        expect("result", self.text("expect").expect("it is there"), word(of(0)));
        if let Some(kind) = self.text("fault") {
            expect("fault", kind, fault(of(0)));
        }
        let own = played.cells[0].as_ref().map(|(_, code)| code.as_str());
        let left = match &self.content["left"] {
            Value::Null if self.content.get("left").is_some() => None,
            Value::Null if word(of(0)) == "segfault" => None,
            Value::Null => self.text("code"),
            left => left.as_str(),
        };
        // If the snippet erases its own cell, its code is gone. The result shows that already.
        let strikes_itself =
            matches!(of(0).map(|report| &report.result), Some(RunResult::Nuked { target: 0 }));
        if !strikes_itself {
            expect("cell 0", &format!("{left:?}"), format!("{own:?}"));
        }
        if self.text("probe").is_some() && of(2).is_some() {
            expect("probe", self.text("probe_expect").unwrap_or("noop"), word(of(2)));
        }
        wrong
    }
}

fn word(report: Option<&RunReport>) -> String {
    report.map_or("nothing", |report| report.result.word()).to_owned()
}

fn fault(report: Option<&RunReport>) -> String {
    match report.map(|report| &report.result) {
        Some(RunResult::Segfault(Segfault::Fault { kind, .. })) => kind.word().to_owned(),
        other => format!("{other:?}"),
    }
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perlwar/hostile.json");
    let file = std::fs::read(&path).expect("the suite is there");
    let mut file: Value = serde_json::from_slice(&file).expect("it is JSON");
    let Value::Array(cases) = file["cases"].take() else { panic!("it has cases") };
    // SUITE_ONLY=word plays only the cases whose name contains the word.
    let only = std::env::var("SUITE_ONLY").unwrap_or_default();
    let cases = cases.into_iter().map(|content| Case { content });
    cases.filter(|case| case.name().contains(&only)).collect()
}

/// The parameters of the suite, with `time_ms` of processor time per run.
fn rules(time_ms: u64) -> Rules {
    let mut rules = Rules::new();
    let values =
        [("size", 6), ("max_len", 2000), ("rounds", 10), ("snippet_time_ms", time_ms), ("memory_mib", 64)];
    for (key, value) in values {
        rules.add(key, value).expect("a new key");
    }
    rules
}

/// Whether two rounds are the same. If a run would exceed both limits, it depends on the machine's speed
/// which of them ends it, so that time and memory count as equal there.
fn same(one: &Round, other: &Round) -> bool {
    let limit = |round: &Round| {
        let is_limit = |report: &RunReport| {
            matches!(
                report.result,
                RunResult::Segfault(Segfault::Fault { kind: FaultKind::Time | FaultKind::Memory, .. })
            )
        };
        round.reports.iter().map(is_limit).collect::<Vec<_>>()
    };
    one == other || (limit(one) == limit(other) && limit(one)[0] && one.cells == other.cells)
}

#[test]
fn every_hostile_snippet_gets_its_verdict_with_a_process_for_every_run_and_without() {
    let (rules, patient) = (rules(100), rules(2000));
    let parameters = PerlWar::parameters(&rules, &[]).expect("legal");
    let factories = [Isolation::Reset, Isolation::Fork].map(factory);
    // All cases share one perl, so that anything one case leaves behind affects the later ones.
    let [mut reset, mut fork] = factories.each_ref().map(|factory| players(factory, &rules));
    let mut wrong = Vec::new();
    let cases = cases();
    for case in &cases {
        let mut quick = case.play(parameters, reset.as_mut());
        let mut certain = case.play(parameters, fork.as_mut());
        if !same(&quick, &certain) {
            // On a busy machine, one of the two may have exceeded the time limit. Try again with more time.
            let parameters = PerlWar::parameters(&patient, &[]).expect("legal");
            [quick, certain] = factories
                .each_ref()
                .map(|factory| case.play(parameters, players(factory, &patient).as_mut()));
        }
        wrong.extend(case.faults(&certain));
        if !same(&quick, &certain) {
            wrong.push(format!("{}: by a worker {quick:?}\n  by a child {certain:?}", case.name()));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
