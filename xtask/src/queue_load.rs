//! Measures the overhead of a queue: the time of two workers against two local threads, and the memory for
//! many batches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::queue_server::{Running, Server};

/// The programs in the tournament.
const PROGRAMS: [&str; 5] = ["bomber.crash", "wait.crash", "comb.crash", "frog.crash", "zebra.crash"];

/// The number of pairs of these programs.
const PAIRS: u64 = 10;

/// How often memory is measured.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// How much memory may grow after the first tenth of the time, in KiB, since allocators do not return all of
/// it. A fifth of the memory is allowed in addition.
const SLACK_KIB: u64 = 16 << 10;

/// What is measured.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
    /// How often the time is measured on both ways; the ratio is of the sums.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Games of each pair for the time.
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// How long a batch is to take on one thread, in milliseconds, for the time.
    #[arg(long, default_value_t = 1000)]
    batch_ms: u64,
    /// Batches for the memory, each of two games.
    #[arg(long, default_value_t = 100_000)]
    batches: u64,
}

/// Measures, and prints the results.
pub(crate) fn run(options: &Options) -> ExitCode {
    let Ok(bout) = options.bout.canonicalize() else {
        eprintln!("{} is missing: cargo build -p bout", options.bout.display());
        return ExitCode::FAILURE;
    };
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let arena = Arena::new(&bout, folder.path());
    if options.rounds > 0 {
        arena.efficiency(options);
    }
    if options.batches > 0 && !arena.memory(options.batches) {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

struct Arena<'a> {
    bout: &'a Path,
    folder: &'a Path,
    server: Server,
}

impl<'a> Arena<'a> {
    fn new(bout: &'a Path, folder: &'a Path) -> Self {
        fs::create_dir(folder.join("field")).expect("the folder is empty");
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bout/examples/crash");
        for program in PROGRAMS {
            fs::copy(examples.join(program), folder.join("field").join(program)).expect("it is there");
        }
        let server = Server::start(&folder.join("jetstream"), &[]);
        Self { bout, folder, server }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.bout);
        command.current_dir(self.folder).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn workers(&self) -> Vec<Running> {
        let worker = || self.command(&["worker", "--threads", "1", "--queue", &self.server.url()]);
        (0..2).map(|_| Running::start(&mut worker())).collect()
    }

    fn tournament(&self, games: u64, more: &[&str]) -> Child {
        let games = games.to_string();
        let mut command = self.command(&["tournament", "field", "--score", "sampled", "--fresh"]);
        command.args(["--threads", "2", "--output", "csv", "--games", &games]).args(more);
        command.spawn().expect("bout runs")
    }

    /// Measures the time of a tournament, including the processor time of the processes `others`.
    fn cost(&self, games: u64, more: &[&str], others: &[u32]) -> Cost {
        let all = |pids: &[u32]| pids.iter().map(|&pid| process(pid).ticks).sum::<u64>();
        let (start, before) = (Instant::now(), all(others));
        let mut tournament = self.tournament(games, more);
        // The processor time of an ended process can be read until someone waits for it.
        while !process(tournament.id()).has_ended {
            thread::sleep(Duration::from_millis(20));
        }
        let seconds = start.elapsed().as_secs_f64();
        let ticks = all(&[tournament.id()]) + all(others) - before;
        assert!(tournament.wait().expect("it ends").success(), "the tournament fails");
        Cost { seconds, ticks }
    }

    fn efficiency(&self, options: &Options) {
        let (url, batch_ms) = (self.server.url(), options.batch_ms.to_string());
        let over_queue = ["--queue", &url, "--batch-ms", &batch_ms, "--results", "far"];
        let (mut near, mut far) = (Cost::default(), Cost::default());
        for round in 1..=options.rounds {
            let here = self.cost(options.games, &["--results", "near"], &[]);
            let workers = self.workers();
            thread::sleep(Duration::from_secs(3));
            let others = [workers[0].0.id(), workers[1].0.id(), self.server.id()];
            let there = self.cost(options.games, &over_queue, &others);
            drop(workers);
            println!(
                "round {round}: {:.1} s on 2 threads, {:.1} s on 2 workers",
                here.seconds, there.seconds
            );
            near.add(&here);
            far.add(&there);
        }
        println!(
            "efficiency with batches of {batch_ms} ms: {:.3} by the clock, {:.3} by processor time",
            near.seconds / far.seconds,
            ratio(near.ticks, far.ticks)
        );
    }

    /// Prints how memory grows over many batches. Returns whether it stays within the limit.
    fn memory(&self, batches: u64) -> bool {
        let url = self.server.url();
        let workers = self.workers();
        let over_queue = ["--queue", &url, "--batch-ms", "0", "--results", "many"];
        let start = Instant::now();
        let mut coordinator = self.tournament(2 * batches / PAIRS, &over_queue);
        let pids = [coordinator.id(), workers[0].0.id(), workers[1].0.id()];
        let before = [self.server.id(), pids[1], pids[2]].map(|pid| process(pid).ticks);
        let mut seen: Vec<[u64; 3]> = Vec::new();
        while !process(pids[0]).has_ended {
            seen.push(pids.map(resident_kib));
            thread::sleep(LOOK_INTERVAL);
        }
        let after = [self.server.id(), pids[1], pids[2]].map(|pid| process(pid).ticks);
        let of_coordinator = process(pids[0]).ticks;
        assert!(coordinator.wait().expect("it ends").success(), "the tournament fails");
        let seconds = start.elapsed().as_secs_f64();
        println!("{batches} batches of two games in {seconds:.0} s");
        let of_workers = after[1] - before[1] + after[2] - before[2];
        println!(
            "processor time of a batch: coordinator {:.0} µs, server {:.0} µs, worker {:.0} µs with its two games",
            micros(of_coordinator, batches),
            micros(after[0] - before[0], batches),
            micros(of_workers, batches)
        );
        let stored = fs::metadata(self.folder.join("many/contest.db")).map_or(0, |about| about.len());
        println!("the database has {} bytes a batch", stored / batches);
        let (early, late) = (seen.len() / 10, seen.len() * 9 / 10);
        let mut is_flat = true;
        for (at, name) in ["coordinator", "first worker", "second worker"].into_iter().enumerate() {
            let (then, now) = (seen[early][at], seen[late][at]);
            println!("{name}: {then} KiB after a tenth of the time, {now} KiB after nine tenths");
            is_flat &= now <= then + then / 5 + SLACK_KIB;
        }
        is_flat
    }
}

/// Elapsed time and processor time.
#[derive(Default)]
struct Cost {
    seconds: f64,
    /// The processor time of all processes, in ticks of the kernel.
    ticks: u64,
}

impl Cost {
    fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        self.ticks += other.ticks;
    }
}

/// Converts kernel ticks, of which there are a hundred per second, to microseconds per batch.
fn micros(ticks: u64, batches: u64) -> f64 {
    ratio(ticks * 10_000, batches)
}

fn ratio(one: u64, other: u64) -> f64 {
    Duration::from_millis(one).as_secs_f64() / Duration::from_millis(other.max(1)).as_secs_f64()
}

/// What the kernel reports about a process.
struct ProcessState {
    ticks: u64,
    has_ended: bool,
}

fn process(pid: u32) -> ProcessState {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the process may contain spaces. It ends with a bracket, so the fields after it are counted.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    ProcessState {
        ticks: ticks(11) + ticks(12),
        has_ended: fields.first().is_none_or(|state| matches!(*state, "Z" | "X" | "")),
    }
}

/// The resident memory of a process.
fn resident_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
