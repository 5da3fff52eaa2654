//! Contests over a queue whose workers have different compilers: each pairing is played in
//! a single environment.

#![cfg(all(feature = "queue", target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::other_gcc::{OtherGcc, major_of};
use support::queue::{Running, Server};
use support::snakes::{STILL, walker};
use support::{Run, Sandbox};

/// The longest that any step may take.
const PATIENCE: Duration = Duration::from_mins(5);

/// A queue, and a field of bots, some of which play differently with another gcc.
struct Arena {
    dir: Sandbox,
    server: Server,
    other: OtherGcc,
}

/// The arguments of a tournament of the field.
const TOURNAMENT: [&str; 7] = ["tournament", "field", "--games", "2", "--rules", "turns=40", "--output"];

impl Arena {
    fn new() -> Self {
        let dir = Sandbox::new();
        let major = major_of(Path::new("gcc"));
        let depending = |name: &str, moves: &str| {
            let walker = walker(name, moves, "LLLLLUUUUURRRRR");
            let still = STILL.replace("Still", name);
            format!("// ;name {name}\n#if __GNUC__ == {major}\n{walker}\n#else\n{still}\n#endif\n")
        };
        fs::create_dir(dir.path("field")).unwrap();
        for (name, moves) in
            [("ann", "DDDDDRRRRRUUUUU"), ("bob", "DDDRRRRRRRRUUUU"), ("cid", "DDDDRRUUUUUUUUU")]
        {
            dir.file(format!("field/{name}.c"), depending(name, moves));
        }
        dir.file("field/still.c", format!("// ;name Still\n{STILL}"));
        let server = Server::start(&dir.path("jetstream"), &[]);
        Self { dir, server, other: OtherGcc::find() }
    }

    /// Starts a worker with the usual gcc.
    fn usual_worker(&self) -> Running {
        let url = self.server.url();
        let mut command = self.dir.command(&["worker", "--queue", &url, "--threads", "1", "--name", "usual"]);
        Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// Starts a worker with another gcc.
    fn other_worker(&self) -> Running {
        let url = self.server.url();
        let args = ["worker", "--queue", &url, "--threads", "1", "--name", "other"];
        let mut command = self.other.command(&self.dir, &args);
        Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    fn status(&self) -> Value {
        self.dir.bout(&["queue", "status", "--queue", &self.server.url(), "--output", "json"]).ok().json()
    }

    /// Waits until `workers` workers are there, and returns the names of their environments for a
    /// game, by worker.
    fn environments(&self, game: &str, workers: usize) -> BTreeMap<String, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let status = self.status();
            let found = status["workers"].as_array().unwrap();
            if found.len() == workers {
                let name = |worker: &Value| {
                    let worker_name = worker["worker"].as_str().unwrap();
                    let name = worker_name.split('-').next().unwrap().to_owned();
                    (name, worker["environments"][game]["name"].as_str().unwrap().to_owned())
                };
                return found.iter().map(name).collect();
            }
            assert!(Instant::now() < end, "the workers do not come: {status}");
        }
    }

    fn tournament(&self, form: &str, more: &[&str]) -> Run {
        self.dir.bout(&[&TOURNAMENT[..], &[form], more].concat())
    }

    fn over_queue(&self, folder: &str, form: &str, more: &[&str]) -> Run {
        let url = self.server.url();
        self.tournament(form, &[&["--queue", &url, "--results", folder], more].concat())
    }

    /// Returns the environments of the pairings in a database, by their programs.
    fn environments_in(&self, folder: &str) -> BTreeMap<String, String> {
        let export = self.dir.bout(&["export", &format!("{folder}/contest.db")]).ok().out;
        let mut all = BTreeMap::new();
        for line in export.lines().filter(|line| line.contains("\"environment\"")) {
            let row: Value = serde_json::from_str(line).unwrap();
            let pairing = if row["environment"].is_null() { &row["pairing"] } else { &row };
            let environment = pairing["environment"].as_str().unwrap().to_owned();
            let before = all.insert(pairing["programs"].to_string(), environment);
            assert_eq!(before, None, "a pairing has results of two environments");
        }
        all
    }
}

/// Checks that a run succeeded, with or without messages.
#[track_caller]
fn succeeded(run: Run) -> Run {
    assert_eq!(run.code, Some(0), "{run:#?}");
    run
}

#[test]
fn a_pairing_is_played_whole_in_one_of_the_accepted_environments() {
    let arena = Arena::new();
    let workers = [arena.usual_worker(), arena.other_worker()];
    let names = arena.environments("snakes", 2);
    let accept = ["--accept-environment", &names["usual"], "--accept-environment", &names["other"]];
    let played = succeeded(arena.over_queue("both", "json", &accept));
    drop(workers);
    let environments = arena.environments_in("both");
    assert_eq!(environments.len(), 6);
    let by_environment = played.json()["environments"].as_array().unwrap().clone();
    let pairs: Vec<u64> = by_environment.iter().map(|one| one["pairs"].as_u64().unwrap()).collect();
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (2, 6), "{by_environment:?}");
    // The order in which workers arrive and environments are accepted changes nothing.
    let late = {
        let url = arena.server.url();
        let accept = ["--accept-environment", &names["other"], "--accept-environment", "here"];
        let args = [&TOURNAMENT[..], &["json", "--queue", &url, "--results", "late"], &accept].concat();
        let _other = arena.other_worker();
        arena.environments("snakes", 1);
        let out = fs::File::create(arena.dir.path("late.json")).unwrap();
        let mut command = arena.dir.command(&args);
        let mut coordinator = Running::start(command.stdout(out).stderr(Stdio::null()));
        std::thread::sleep(Duration::from_millis(500));
        let _usual = arena.usual_worker();
        assert!(coordinator.0.wait().unwrap().success());
        String::from_utf8(arena.dir.read("late.json")).unwrap()
    };
    assert_eq!(late, played.out);
    let export = |folder: &str| arena.dir.bout(&["export", &format!("{folder}/contest.db")]).ok().out;
    assert_eq!(export("late"), export("both"));
    // Stored results need no worker. Without stored results, the tournament cannot be played here.
    let again = arena.tournament("json", &[&["--results", "both"][..], &accept].concat());
    assert_eq!(succeeded(again).out, played.out);
    arena.tournament("json", &[&["--results", "both", "--fresh"][..], &accept].concat()).fails(2).says(&[
        "games are to be played in the environment",
        &names["other"],
        "--queue",
    ]);
    let unknown = arena.over_queue("both", "json", &["--accept-environment", "0123456789abcdef"]);
    unknown.fails(2).says(&["0123456789abcdef", "nobody knows this environment"]);
}

#[test]
fn results_depend_on_the_environment_and_are_judged_in_it() {
    let arena = Arena::new();
    let here = arena.tournament("csv", &["--results", "near"]).ok();
    let other_here = {
        let args = [&TOURNAMENT[..], &["csv", "--results", "other"]].concat();
        arena.other.bout(&arena.dir, &args).ok()
    };
    assert_ne!(here.out, other_here.out, "the bots do not notice their compiler");
    let other = arena.other_worker();
    let names = arena.environments("snakes", 1);
    let played = succeeded(arena.over_queue("far", "csv", &["--accept-environment", &names["other"]]));
    assert_eq!(played.out, other_here.out);
    // A lock from another compiler is judged by a worker that has that compiler.
    let url = arena.server.url();
    for folder in ["far", "other"] {
        let refused = arena.dir.bout(&["rejudge", folder]);
        assert!(matches!(refused.code, Some(1 | 2)), "{refused:#?}");
        let judged = succeeded(arena.dir.bout(&["rejudge", folder, "--queue", &url]));
        judged.prints(&["all results are unchanged"]);
    }
    drop(other);
}

#[test]
fn a_machine_without_compiler_and_perl_holds_contests_that_workers_play() {
    let arena = Arena::new();
    fs::create_dir(arena.dir.path("perl")).unwrap();
    for name in ["guard.pl", "mimic.pl"] {
        let from = format!("{}/examples/perlwar/{name}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(from, arena.dir.path(format!("perl/{name}"))).unwrap();
    }
    let _worker = arena.usual_worker();
    let url = arena.server.url();
    for (field, game) in [("field", "snakes"), ("perl", "perlwar")] {
        let environments = arena.environments(game, 1);
        let args = ["tournament", field, "--games", "2", "--output", "json"];
        let here = arena.dir.bout(&[&args[..], &["--results", "near"]].concat()).ok();
        let far = [&args[..], &["--results", "far", "--queue", &url]].concat();
        let bare = |more: &[&str]| {
            let mut command = arena.dir.command(&[&far[..], more].concat());
            Run::of(command.env("PATH", "").stdin(Stdio::null()).output().unwrap())
        };
        bare(&[]).fails(4).says(&["--accept-environment"]);
        let played = succeeded(bare(&["--accept-environment", &environments["usual"]]));
        assert_eq!(played.out, here.out, "{game}");
    }
}

#[test]
fn a_bot_that_no_worker_can_compile_is_told_with_the_reason() {
    let arena = Arena::new();
    arena
        .dir
        .file("field/broken.c", "// ;name Broken\nint bot(int board[16][32], char player) { return x; }\n");
    let _worker = arena.usual_worker();
    let names = arena.environments("snakes", 1);
    let url = arena.server.url();
    let more = ["csv", "--queue", &url, "--results", "far", "--accept-environment", &names["usual"]];
    let mut command = arena.dir.command(&[&TOURNAMENT[..], &more].concat());
    let run = Run::of(command.env("PATH", "").stdin(Stdio::null()).output().unwrap());
    run.fails(4).says(&["undeclared"]);
}

#[test]
fn a_hill_accepts_several_environments() {
    let arena = Arena::new();
    let workers = [arena.usual_worker(), arena.other_worker()];
    let names = arena.environments("snakes", 2);
    let url = arena.server.url();
    fs::create_dir(arena.dir.path("hill")).unwrap();
    let settings = |accepted: &[&str]| {
        let accepted = json!(accepted);
        format!("game = \"snakes\"\ngames = 2\naccept_environments = {accepted}\n[rules]\nturns = 40\n")
    };
    arena.dir.file("hill/hill.toml", settings(&["here", &names["other"]]));
    arena
        .dir
        .bout(&["hill", "add", "hill", "field"])
        .fails(1)
        .says(&["accept_environments", &names["other"]]);
    succeeded(arena.dir.bout(&["hill", "add", "hill", "field", "--queue", &url]));
    drop(workers);
    // From now on, the hill knows the results without a queue.
    let shown = arena.dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    let environments = shown["environments"].as_array().unwrap();
    let pairs: u64 = environments.iter().map(|one| one["pairs"].as_u64().unwrap()).sum();
    assert_eq!((environments.len(), pairs), (2, 6), "{environments:?}");
    assert!(environments.iter().all(|one| one["present"] == true), "{environments:?}");
    arena.dir.bout(&["hill", "show", "hill"]).ok().prints(&["of 6 pairs", "played under gcc"]);
    arena.dir.bout(&["hill", "renew", "hill"]).ok().prints(&["All pairs have played in the present"]);
    // An environment that is no longer accepted counts as an earlier one, and its pairs can
    // be played again.
    arena.dir.file("hill/hill.toml", settings(&["here"]));
    let shown = arena.dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    let is_present = |one: &Value| one["present"] == true;
    assert!(!shown["environments"].as_array().unwrap().iter().all(is_present), "{shown}");
    arena.dir.bout(&["hill", "renew", "hill"]).ok();
    let shown = arena.dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    assert_eq!(shown["environments"].as_array().unwrap().len(), 1, "{shown}");
}
