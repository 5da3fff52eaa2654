//! Plays tournaments over a queue while workers, coordinator, server, network, disks and clocks fail at
//! random moments. Each tournament must end with the table and the results of an undisturbed one.

mod machine;
mod old_worker;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use game::SeededRng;

use crate::queue_server::{Network, Running, Server};
use crate::seeds::Options;
use machine::{Disk, Host, set_clock};
use old_worker::OldWorker;

/// The programs in the tournament.
const PROGRAMS: [&str; 5] = ["bomber.crash", "wait.crash", "comb.crash", "frog.crash", "zebra.crash"];

/// The sizes of the disks: enough for everything that is stored.
const RESULTS_MIB: u32 = 64;
const JETSTREAM_MIB: u32 = 64;

/// The most faults in a run. After them, the run must end by itself.
const MOST_FAULTS: u64 = 8;

/// How long a run may take after its last fault.
const PATIENCE: Duration = Duration::from_mins(10);

/// The output of an undisturbed tournament.
struct Expected {
    table: String,
    results: String,
}

/// Performs the runs, and prints what went wrong.
pub(crate) fn run(options: &Options) -> ExitCode {
    let Ok(bout) = options.bout.canonicalize() else {
        eprintln!("{} is missing: cargo build -p bout", options.bout.display());
        return ExitCode::FAILURE;
    };
    let here = tempfile::tempdir().expect("there is room for a folder");
    let mut arena = Arena::new(&bout, here.path());
    let table = Arena::output(arena.tournament("results", None));
    let expected = Expected { table, results: arena.export("results") };
    arena.kill_all();
    options.run(|seed| {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let faults = Arena::new(&bout, folder.path()).disturbed(seed, &expected);
        faults.map_err(|why| format!("seed {seed}: {why}"))
    })
}

/// A tournament, its server, its workers and the network between them.
struct Arena {
    bout: PathBuf,
    folder: PathBuf,
    server: Server,
    /// The network between the second worker and the server, which can be cut.
    network: Network,
    workers: Vec<Running>,
    /// Workers of another version of bout.
    old_workers: Vec<OldWorker>,
    /// The disks of the coordinator and of the server.
    results: Disk,
    jetstream: Disk,
    /// The host of the second worker; `None` without the rights to make one.
    host: Option<Host>,
    /// By how many days the clocks of newly started processes are wrong.
    days: i64,
}

impl Arena {
    fn new(bout: &Path, folder: &Path) -> Self {
        let field = folder.join("field");
        fs::create_dir(&field).expect("the folder is empty");
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bout/examples/crash");
        for program in PROGRAMS {
            fs::copy(examples.join(program), field.join(program)).expect("the example is there");
        }
        let results = Disk::new(folder.join("results"), RESULTS_MIB);
        let jetstream = Disk::new(folder.join("disk"), JETSTREAM_MIB);
        let server = Server::start(&folder.join("disk/jetstream"), &[]);
        let host = Host::new();
        let network = match &host {
            Some(host) => Network::at(host.address, server.port()),
            None => Network::to(server.port()),
        };
        let (bout, folder) = (bout.to_owned(), folder.to_owned());
        let (workers, old_workers) = (Vec::new(), Vec::new());
        Self { bout, folder, server, network, workers, old_workers, results, jetstream, host, days: 0 }
    }

    fn command(&self) -> Command {
        self.prepared(Command::new(&self.bout))
    }

    fn prepared(&self, mut command: Command) -> Command {
        command.current_dir(&self.folder).env("BOUT_CACHE_DIR", self.folder.join("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn tournament(&self, results: &str, queue: Option<&str>) -> Command {
        let mut command = self.command();
        command.args(["tournament", "field", "--score", "sampled", "--games", "40000", "--output", "csv"]);
        command.args(["--results", results]);
        if let Some(queue) = queue {
            command.args(["--queue", queue]);
        }
        command
    }

    fn output(mut command: Command) -> String {
        let output = command.stdout(Stdio::piped()).output().expect("bout runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn export(&self, results: &str) -> String {
        let mut command = self.command();
        command.arg("export").arg(format!("{results}/contest.db"));
        Self::output(command)
    }

    fn worker(&self, number: usize) -> Running {
        let url = if number == 1 { self.network.url() } else { self.server.url() };
        let mut command = match &self.host {
            Some(host) if number == 1 => self.prepared(host.command(&self.bout)),
            _ => self.command(),
        };
        set_clock(&mut command, self.days);
        Running::start(command.args(["worker", "--threads", "1", "--queue", &url]))
    }

    fn coordinator(&self) -> Running {
        let file = |name: &str| {
            let path = self.folder.join(name);
            fs::File::options().create(true).append(true).open(path).expect("the folder is there")
        };
        // Only the output of the last coordinator counts.
        let _ = fs::remove_file(self.folder.join("table.csv"));
        let mut command = self.tournament("results", Some(&self.server.url()));
        set_clock(&mut command, self.days);
        Running::start(command.stdout(file("table.csv")).stderr(file("log")))
    }

    fn kill_all(&mut self) {
        self.workers.clear();
        self.old_workers.clear();
        self.server.kill();
    }

    /// Plays a tournament with random faults, which depend on the seed.
    fn disturbed(&mut self, seed: u64, expected: &Expected) -> Result<(), String> {
        let mut random = SeededRng::for_setup(seed);
        self.workers = (0..2).map(|number| self.worker(number)).collect();
        let mut coordinator = self.coordinator();
        let mut faults = Vec::new();
        for _ in 0..=random.below(MOST_FAULTS) {
            thread::sleep(Duration::from_millis(200 + random.below(3000)));
            faults.push(self.fault(&mut random, &mut coordinator));
        }
        let end = Instant::now() + PATIENCE;
        while !self.is_over(&mut coordinator) {
            if Instant::now() > end {
                return Err(format!("it does not end after {}: {}", faults.join(", "), self.log()));
            }
            thread::sleep(Duration::from_millis(100));
        }
        let table = fs::read_to_string(self.folder.join("table.csv")).unwrap_or_default();
        if table != expected.table {
            return Err(format!("another table after {}: {}", faults.join(", "), self.log()));
        }
        if self.export("results") != expected.results {
            return Err(format!("other results after {}: {}", faults.join(", "), self.log()));
        }
        println!("seed {seed}: {}", faults.join(", "));
        Ok(())
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Whether the tournament has succeeded. If it has failed, starts it again, as a user would.
    fn is_over(&self, coordinator: &mut Running) -> bool {
        match coordinator.0.try_wait() {
            Ok(Some(status)) if status.success() => true,
            Ok(Some(_)) => {
                *coordinator = self.coordinator();
                false
            }
            _ => false,
        }
    }

    /// Injects a random fault, and returns its description.
    fn fault(&mut self, random: &mut SeededRng, coordinator: &mut Running) -> &'static str {
        let worker = random.index_below(self.workers.len());
        match random.below(11) {
            0 => {
                self.workers[worker].kill();
                self.workers[worker] = self.worker(worker);
                "a worker killed"
            }
            1 => {
                coordinator.kill();
                *coordinator = self.coordinator();
                "the coordinator killed"
            }
            2 => {
                self.server.kill();
                thread::sleep(Duration::from_millis(random.below(2000)));
                self.server.start_again();
                "the server killed"
            }
            3 => {
                self.server.kill();
                self.server.lose_data();
                self.server.start_again();
                "the server killed and its data lost"
            }
            4 => {
                // Breaks connections off, as a failing proxy or router would.
                self.network.cut();
                thread::sleep(Duration::from_millis(500 + random.below(12_000)));
                self.network.mend();
                "connections broken off"
            }
            5 => {
                // The other worker gets the batches of this one, so both report them.
                self.workers[worker].signal("STOP");
                thread::sleep(Duration::from_millis(500 + random.below(13_000)));
                self.workers[worker].signal("CONT");
                "a worker stopped for a while"
            }
            6 => {
                if let Some(host) = &self.host {
                    host.cut();
                    thread::sleep(Duration::from_millis(500 + random.below(25_000)));
                    host.mend();
                }
                "the cable pulled"
            }
            7 if self.results.is_small() => {
                self.results.fill();
                thread::sleep(Duration::from_millis(500 + random.below(5000)));
                self.results.empty();
                "the coordinator's disk full"
            }
            8 if self.jetstream.is_small() => {
                self.jetstream.fill();
                thread::sleep(Duration::from_millis(500 + random.below(5000)));
                self.jetstream.empty();
                // After its disk was full, the server only writes to it again when it is restarted.
                self.server.kill();
                self.server.start_again();
                "the server's disk full"
            }
            9 => {
                self.days = i64::try_from(random.below(4000)).unwrap_or(0) - 2000;
                self.workers[worker].kill();
                self.workers[worker] = self.worker(worker);
                if random.below(2) == 0 {
                    coordinator.kill();
                    *coordinator = self.coordinator();
                }
                "a clock off by years"
            }
            10 => {
                self.old_workers.push(OldWorker::start(&self.server.url()));
                "a worker of another version"
            }
            _ => {
                coordinator.signal("STOP");
                thread::sleep(Duration::from_millis(500 + random.below(5000)));
                coordinator.signal("CONT");
                "the coordinator stopped for a while"
            }
        }
    }
}
