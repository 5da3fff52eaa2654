//! Contests over a queue give the same tables as local ones, whatever happens to workers,
//! coordinators and servers.

#![cfg(feature = "queue")]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use support::forger::{Forger, Manners};
#[cfg(target_os = "linux")]
use support::processes::descendants_in_words;
use support::queue::{Running, Server};
use support::{Run, Sandbox};

/// The longest that any step may take.
const PATIENCE: Duration = Duration::from_mins(5);

/// A folder with programs of a game, and a server.
struct Arena {
    dir: Sandbox,
    server: Server,
    /// The arguments of the tournament, except for where it is played.
    tournament: Vec<String>,
}

impl Arena {
    fn new(programs: &[&str], tournament: &[&str]) -> Self {
        let dir = Sandbox::new();
        fs::create_dir(dir.path("field")).unwrap();
        for program in programs {
            let (_, file) = program.split_once('/').unwrap();
            let from = format!("{}/examples/{program}", env!("CARGO_MANIFEST_DIR"));
            fs::copy(from, dir.path(format!("field/{file}"))).unwrap();
        }
        let server = Server::start(&dir.path("jetstream"), &[]);
        let tournament = ["tournament", "field"].iter().chain(tournament).map(ToString::to_string).collect();
        Self { dir, server, tournament }
    }

    /// Returns the tournament's command with further arguments.
    fn command(&self, more: &[&str]) -> Command {
        let mut args = self.tournament.clone();
        args.extend(more.iter().map(ToString::to_string));
        self.dir.command(&args)
    }

    fn over_queue(&self, more: &[&str]) -> Command {
        let url = self.server.url();
        self.command(&[&["--queue", url.as_str(), "--results", "far"], more].concat())
    }

    /// Starts a worker. Its messages appear in the output of a failed test.
    fn worker(&self, url: &str) -> Running {
        let mut command = self.dir.command(&["worker", "--queue", url, "--threads", "1"]);
        Running::start(command.stdout(Stdio::null()))
    }

    fn workers(&self, number: usize) -> Vec<Running> {
        (0..number).map(|_| self.worker(&self.server.url())).collect()
    }

    fn played_here(&self, more: &[&str]) -> Run {
        ended(self.command(&[&["--results", "near"], more].concat())).ok()
    }

    fn export(&self, folder: &str) -> String {
        self.export_of(&format!("{folder}/contest.db"))
    }

    fn export_of(&self, database: &str) -> String {
        self.dir.bout(&["export", database]).ok().out
    }

    /// Checks that the tournament over the queue has the same table and the same results as
    /// the local one.
    fn must_equal(&self, over_queue: &Run, here: &Run) {
        assert_eq!(over_queue.code, Some(0), "{over_queue:#?}");
        assert_eq!(over_queue.out, here.out);
        assert_eq!(self.export("far"), self.export("near"));
    }
}

/// Runs a command to its end. If it does not end in time, the test fails with the command's output
/// and the state of all processes.
fn ended(mut command: Command) -> Run {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let process = child.id().to_string();
    let (done, output) = mpsc::channel();
    thread::spawn(move || done.send(child.wait_with_output()));
    let Ok(output) = output.recv_timeout(PATIENCE) else {
        let processes = descendants_in_words();
        Command::new("kill").arg("-KILL").arg(process).status().unwrap();
        let said = output.recv().unwrap();
        panic!("it does not end: {said:?}\n{processes}");
    };
    Run::of(output.unwrap())
}

/// Other systems do not offer this information.
#[cfg(not(target_os = "linux"))]
fn descendants_in_words() -> String {
    String::new()
}

const CRASH: [&str; 5] =
    ["crash/bomber.crash", "crash/wait.crash", "crash/comb.crash", "crash/frog.crash", "crash/zebra.crash"];

#[test]
fn a_tournament_over_a_queue_has_the_same_table_as_here() {
    let arena = Arena::new(&CRASH, &["--score", "sampled", "--games", "2000"]);
    let _workers = arena.workers(2);
    for form in ["csv", "json"] {
        let here = arena.played_here(&["--output", form, "--fresh"]);
        let over_queue = ended(arena.over_queue(&["--output", form, "--fresh"]));
        arena.must_equal(&over_queue, &here);
    }
}

#[test]
fn schedules_that_pair_by_results_have_the_same_table_as_here() {
    let arena = Arena::new(&CRASH, &["--score", "sampled", "--output", "csv"]);
    let _workers = arena.workers(1);
    for schedule in ["swiss", "adaptive"] {
        let more = ["--schedule", schedule, "--games", "100", "--fresh"];
        let here = arena.played_here(&more);
        arena.must_equal(&ended(arena.over_queue(&more)), &here);
    }
}

#[test]
fn foreign_code_plays_the_same_over_a_queue() {
    let games: [(&[&str], &[&str]); 2] = [
        (&["perlwar/guard.pl", "perlwar/mimic.pl"], &["--games", "2"]),
        (&["snakes/greedy.c", "snakes/careful.c", "snakes/spiral.c"], &["--games", "4"]),
    ];
    for (programs, more) in games {
        let arena = Arena::new(programs, more);
        let here = arena.played_here(&["--output", "json"]);
        let _workers = arena.workers(1);
        arena.must_equal(&ended(arena.over_queue(&["--output", "json"])), &here);
    }
}

#[test]
fn exact_counts_over_a_queue_are_those_of_this_machine() {
    let arena =
        Arena::new(&CRASH[..3], &["--score", "exact", "--rules", "max_turns=200", "--output", "json"]);
    let _workers = arena.workers(2);
    let here = arena.played_here(&[]);
    arena.must_equal(&ended(arena.over_queue(&[])), &here);
    let url = arena.server.url();
    let exact = ["exact", "field/bomber.crash", "field/comb.crash", "--output", "json"];
    let here = arena.dir.bout(&exact).ok();
    assert_eq!(arena.dir.bout(&[&exact[..], &["--queue", &url]].concat()).ok().out, here.out);
}

#[test]
fn a_contest_is_judged_again_over_a_queue() {
    let arena = Arena::new(&CRASH[..3], &["--score", "sampled", "--games", "600"]);
    arena.played_here(&[]);
    let _workers = arena.workers(1);
    let url = arena.server.url();
    let judge = |more: &[&str]| arena.dir.bout(&[&["rejudge", "near", "--output", "json"], more].concat());
    assert_eq!(judge(&["--queue", &url]).ok().out, judge(&[]).ok().out);
    // A change in the published results is found.
    let published = support::without_checksums(&arena.export("near"));
    let (at, results) = (published.find("\"results\":\"").unwrap(), "\"results\":\"".len());
    let changed = if published[at + results..].starts_with("12") { "21" } else { "12" };
    let changed = format!("{}{changed}{}", &published[..at + results], &published[at + results + 2..]);
    fs::remove_file(arena.dir.path("near/contest.db")).unwrap();
    arena.dir.file("near/results.jsonl", changed);
    let (far, near) = (judge(&["--queue", &url]), judge(&[]));
    assert_eq!((far.code, far.out), (Some(1), near.out));
}

/// Returns a worker's answer over HTTP.
fn asked(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: worker\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_worker_says_what_it_has_played_and_whether_the_queue_answers() {
    let mut arena = Arena::new(&CRASH, &["--score", "sampled", "--games", "400", "--output", "csv"]);
    let port = support::free_port();
    let (url, address) = (arena.server.url(), format!("127.0.0.1:{port}"));
    let mut worker = arena.dir.command(&["worker", "--queue", &url, "--threads", "1", "--metrics", &address]);
    let _worker = Running::start(worker.stdout(Stdio::null()).stderr(Stdio::null()));
    assert_eq!(ended(arena.over_queue(&[])).code, Some(0));
    let metrics = asked(port, "/metrics");
    // Ten pairs with 400 games each.
    let lines = ["bout_worker_matches_total 4000", "bout_worker_failures_total 0", "bout_worker_threads 1"];
    assert!(lines.iter().all(|line| metrics.lines().any(|one| one == *line)), "{metrics}");
    must_be_clean(metrics.split_once("\r\n\r\n").unwrap().1);
    assert!(asked(port, "/healthz").starts_with("HTTP/1.1 200"));
    assert!(asked(port, "/other").starts_with("HTTP/1.1 404"));
    arena.server.kill();
    let end = Instant::now() + PATIENCE;
    while !asked(port, "/healthz").starts_with("HTTP/1.1 503") {
        assert!(Instant::now() < end, "it thinks that the queue answers");
    }
    arena.server.start_again();
    while !asked(port, "/healthz").starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < end, "it does not find the queue again");
    }
}

/// Checks metrics with promtool, if it is installed.
fn must_be_clean(metrics: &str) {
    let promtool = Command::new("promtool").args(["check", "metrics"]).stdin(Stdio::piped()).spawn();
    let Ok(mut promtool) = promtool else { return };
    promtool.stdin.take().unwrap().write_all(metrics.as_bytes()).unwrap();
    assert!(promtool.wait().unwrap().success(), "{metrics}");
}

/// Returns all visible files of a hill, and all its results.
fn hill_of(arena: &Arena, hill: &str) -> (String, Vec<(String, String)>) {
    let mut files = Vec::new();
    for folder in ["programs", "fallen", "results"] {
        for file in fs::read_dir(arena.dir.path(format!("{hill}/{folder}"))).unwrap() {
            let path = file.unwrap().path();
            files.push((path.file_name().unwrap().display().to_string(), fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    (arena.export_of(&format!("{hill}/.bout/hill.db")), files)
}

#[test]
fn a_hill_over_a_queue_is_that_of_this_machine() {
    let arena = Arena::new(&CRASH, &[]);
    let url = arena.server.url();
    let _workers = arena.workers(1);
    let over_queue = ["--queue", url.as_str()];
    let hills: [(&str, &[&str]); 2] = [("near", &[]), ("far", &over_queue)];
    for (hill, more) in hills {
        fs::create_dir_all(arena.dir.path(format!("{hill}/programs"))).unwrap();
        let settings = "game = \"crash\"\nsize = 3\ngames = 400\nscore = \"sampled\"\n";
        fs::write(arena.dir.path(format!("{hill}/hill.toml")), settings).unwrap();
        let run = |args: &[&str]| ended(arena.dir.command(&[args, more].concat())).ok();
        run(&["hill", "add", hill, "field", "--output", "json"]);
        run(&["hill", "test", hill, "field/wait.crash", "--output", "json"]);
        // The hill has a different number of games from now on, so everything is played again.
        fs::write(arena.dir.path(format!("{hill}/hill.toml")), settings.replace("400", "600")).unwrap();
        run(&["hill", "remove", hill, "comb.crash"]);
        run(&["hill", "renew", hill]);
        run(&["hill", "show", hill]);
    }
    assert_eq!(hill_of(&arena, "far"), hill_of(&arena, "near"));
}

/// Returns the content of a folder by name, without databases and locks.
fn content(arena: &Arena, folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![arena.dir.path(folder)];
    while let Some(path) = folders.pop() {
        for entry in fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(arena.dir.path(folder)).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if !name.contains("lock") {
                files.push((name, fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_search_over_a_queue_finds_what_it_finds_here() {
    let arena = Arena::new(&CRASH[..3], &[]);
    let url = arena.server.url();
    let search = |out: &str, generations: &str, more: &[&str]| {
        let limits = ["--population", "6", "--islands", "2", "--games", "20", "--output", "json"];
        let args = ["evolve", "crash", "--against", "field", "-o", out, "--generations", generations];
        ended(arena.dir.command(&[&args[..], &limits, more].concat()))
    };
    let here = search("near", "6", &[]);
    let mut workers = arena.workers(2);
    let first = search("far", "3", &["--queue", &url]);
    assert_eq!(first.code, Some(0), "{first:#?}");
    // The search continues, and a worker is killed in the meantime.
    workers[0].kill();
    let over_queue = search("far", "6", &["--queue", &url, "--resume"]);
    assert_eq!(over_queue.code, Some(0), "{over_queue:#?}");
    assert_eq!(over_queue.out, here.out.replace("near", "far"));
    assert_eq!(content(&arena, "far"), content(&arena, "near"));
    // Bred programs have been removed: only the opponents are left.
    assert_eq!(programs_in_queue(&url), 3);
}

/// Returns the number of programs in the queue's store.
fn programs_in_queue(url: &str) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(url).await.unwrap();
        let stream = async_nats::jetstream::new(client).get_stream("OBJ_bout-programs").await.unwrap();
        let info = stream.info_with_subjects("$O.bout-programs.M.>").await.unwrap();
        futures_util::StreamExt::count(info).await
    })
}

/// Runs a search with a forger until the forger is found out, and then with an honest worker.
fn search_with_forger(manners: Manners) {
    let arena = Arena::new(&CRASH[..3], &[]);
    let url = arena.server.url();
    let search = |out: &str, more: &[&str]| {
        let limits = ["--generations", "4", "--population", "6", "--islands", "2", "--games", "20"];
        let args = ["evolve", "crash", "--against", "field", "-o", out, "--output", "json"];
        arena.dir.command(&[&args[..], &limits, more].concat())
    };
    let here = ended(search("near", &[]));
    let game = games::registry::by_name("crash").unwrap();
    let mut honest = arena.workers(1);
    let end = Instant::now() + PATIENCE;
    while arena.dir.bout(&["queue", "status", "--queue", &url, "--output", "csv"]).ok().csv().1.is_empty() {
        assert!(Instant::now() < end, "the worker does not come");
    }
    honest[0].kill();
    let forger = Forger::start(&url, game, &arena.dir.path("field"), manners);
    let log = arena.dir.path("far.log");
    let mut command = search("far", &["--queue", &url]);
    command.stdout(fs::File::create(arena.dir.path("far.json")).unwrap());
    let mut coordinator = Running::start(command.stderr(fs::File::create(&log).unwrap()));
    let said = || fs::read_to_string(&log).unwrap();
    while !said().contains("the worker forger gave a false result") {
        assert!(Instant::now() < end, "nobody noticed: {}", said());
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(forger);
    let _honest = arena.workers(1);
    assert!(coordinator.0.wait().unwrap().success(), "{}", said());
    assert_eq!(fs::read_to_string(arena.dir.path("far.json")).unwrap(), here.out.replace("near", "far"));
    assert_eq!(content(&arena, "far"), content(&arena, "near"));
}

#[test]
fn a_search_with_a_forger_finds_what_it_finds_here() {
    search_with_forger(Manners::Acknowledges);
}

#[test]
fn a_search_goes_back_if_a_worker_turns_out_to_be_a_forger() {
    search_with_forger(Manners::HonestAtFirst);
}

#[test]
fn comparisons_over_a_queue_have_the_answers_of_this_machine() {
    let arena =
        Arena::new(&[&CRASH[..], &["snakes/greedy.c", "snakes/careful.c", "snakes/spiral.c"]].concat(), &[]);
    let url = arena.server.url();
    let _workers = arena.workers(2);
    let crash =
        ["field/zebra.crash", "field/wait.crash", "--against", "field/bomber.crash", "field/comb.crash"];
    let same = ["field/comb.crash", "field/frog.crash", "--against", "field/bomber.crash", "--games", "300"];
    let snakes = ["field/greedy.c", "field/spiral.c", "--against", "field/careful.c", "--games", "20"];
    for versions in [&crash[..], &same, &snakes] {
        let compare = [&["compare"], versions, &["--output", "jsonl"]].concat();
        let here = ended(arena.dir.command(&compare));
        let over_queue = ended(arena.dir.command(&[&compare[..], &["--queue", &url]].concat()));
        assert_eq!((over_queue.code, &over_queue.out), (here.code, &here.out), "{over_queue:#?}");
    }
}

#[test]
fn a_program_is_rated_on_a_hill_over_a_queue_as_here() {
    let arena = Arena::new(&CRASH, &[]);
    let url = arena.server.url();
    let _workers = arena.workers(1);
    fs::create_dir(arena.dir.path("hill")).unwrap();
    fs::write(arena.dir.path("hill/hill.toml"), "game = \"crash\"\nscore = \"sampled\"\n").unwrap();
    arena.dir.bout(&["hill", "add", "hill", "field/wait.crash", "field/comb.crash", "field/frog.crash"]).ok();
    let watch = ["watch", "field/bomber.crash", "--hill", "hill", "--once", "--output", "json"];
    let here = arena.dir.bout(&watch).ok();
    let over_queue = ended(arena.dir.command(&[&watch[..], &["--queue", &url]].concat()));
    assert_eq!((over_queue.code, over_queue.out), (Some(0), here.out));
}

#[test]
fn records_of_a_tournament_over_a_queue_are_those_of_this_machine() {
    let games: [(&[&str], &[&str]); 2] = [
        (&CRASH[..3], &["--score", "sampled", "--games", "20"]),
        (&["snakes/greedy.c", "snakes/careful.c", "snakes/spiral.c"], &["--games", "2"]),
    ];
    for (programs, more) in games {
        let arena = Arena::new(programs, more);
        let _workers = arena.workers(1);
        let here = arena.played_here(&["--output", "json", "--record", "records-near"]);
        let over_queue = ended(arena.over_queue(&["--output", "json", "--record", "records-far"]));
        arena.must_equal(&over_queue, &here);
        let records = content(&arena, "records-far");
        assert!(!records.is_empty());
        assert_eq!(records, content(&arena, "records-near"));
    }
}

/// Whether the tournament over the queue has stored a result.
fn has_results(arena: &Arena) -> bool {
    arena.dir.path("far/contest.db").exists() && {
        let export = arena.dir.bout(&["export", "far/contest.db"]).out;
        export.contains("{\"block\"")
    }
}

#[test]
fn kills_of_workers_coordinator_and_server_change_nothing() {
    let mut arena = Arena::new(&CRASH, &["--score", "sampled", "--games", "20000", "--output", "csv"]);
    let here = arena.played_here(&[]);
    let mut workers = arena.workers(2);
    let mut coordinator = Running::start(arena.over_queue(&[]).stdout(Stdio::null()).stderr(Stdio::null()));
    let end = Instant::now() + PATIENCE;
    while !has_results(&arena) {
        assert!(Instant::now() < end, "nothing is played");
        std::thread::sleep(Duration::from_millis(50));
    }
    workers[0].kill();
    coordinator.kill();
    workers[0] = arena.worker(&arena.server.url());
    arena.server.kill();
    arena.server.start_again();
    let log = arena.dir.path("resumed.log");
    let out = fs::File::create(arena.dir.path("resumed.csv")).unwrap();
    let mut resumed = arena.over_queue(&["--resume"]);
    let mut coordinator = Running::start(resumed.stdout(out).stderr(fs::File::create(&log).unwrap()));
    arena.server.kill();
    arena.server.lose_data();
    arena.server.start_again();
    let status = loop {
        if let Some(status) = coordinator.0.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < end, "it does not end: {}", fs::read_to_string(&log).unwrap());
        std::thread::sleep(Duration::from_millis(50));
    };
    let said = fs::read_to_string(&log).unwrap();
    // If the server was down when the command began, the command fails with a message, and works
    // when it is run again.
    if status.success() {
        assert_eq!(fs::read_to_string(arena.dir.path("resumed.csv")).unwrap(), here.out, "{said}");
    } else {
        assert!(said.contains("the queue at"), "{said}");
        assert_eq!(ended(arena.over_queue(&["--resume"])).out, here.out);
    }
    assert_eq!(arena.export("far"), arena.export("near"));
}

#[test]
fn a_server_that_is_not_there_is_an_error_that_says_so() {
    let dir = Sandbox::with_programs();
    let port = support::free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let args = ["tournament", "wait.crash", "bomber.crash", "--score", "sampled", "--queue", &url];
    dir.bout(&args).fails(4).says(&[&url, "cannot be used"]);
}

/// Runs a tournament with a forger until the forger is found out, and then with an honest worker.
fn with_forger(manners: Manners, more: &[&str]) -> String {
    let arena = Arena::new(&CRASH, &["--score", "sampled", "--games", "3000", "--output", "csv"]);
    let here = arena.played_here(&[]);
    // The honest worker creates the consumer that all workers share.
    let mut honest = arena.workers(1);
    let end = Instant::now() + PATIENCE;
    let status =
        || arena.dir.bout(&["queue", "status", "--queue", &arena.server.url(), "--output", "csv"]).ok();
    while status().csv().1.is_empty() {
        assert!(Instant::now() < end, "the worker does not come");
    }
    honest[0].kill();
    let game = games::registry::by_name("crash").unwrap();
    let forger = Forger::start(&arena.server.url(), game, &arena.dir.path("field"), manners);
    let log = arena.dir.path("far.log");
    let mut command = arena.over_queue(more);
    command.stdout(fs::File::create(arena.dir.path("far.csv")).unwrap());
    let mut coordinator = Running::start(command.stderr(fs::File::create(&log).unwrap()));
    if manners == Manners::LeavesTwoToOthers {
        while forger.taken() < 2 {
            assert!(Instant::now() < end, "the forger gets no batches");
            std::thread::sleep(Duration::from_millis(50));
        }
        honest = arena.workers(1);
    }
    let said = || fs::read_to_string(&log).unwrap();
    while !said().contains("the worker forger gave a false result") {
        assert!(Instant::now() < end, "nobody noticed: {}", said());
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(forger);
    if manners == Manners::Acknowledges {
        honest = arena.workers(1);
    }
    assert!(coordinator.0.wait().unwrap().success(), "{}", said());
    drop(honest);
    assert_eq!(fs::read_to_string(arena.dir.path("far.csv")).unwrap(), here.out);
    assert_eq!(arena.export("far"), arena.export("near"));
    said()
}

#[test]
fn a_worker_that_forges_is_caught_by_the_audit() {
    let said = with_forger(Manners::Acknowledges, &[]);
    assert!(said.contains("played here, they have"), "{said}");
}

#[test]
fn a_worker_that_forges_is_caught_when_another_one_disagrees() {
    let said = with_forger(Manners::LeavesTwoToOthers, &["--audit", "0"]);
    assert!(said.contains("disagree about game"), "{said}");
}
