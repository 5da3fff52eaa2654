//! The project's own checks and measurements: `cargo xtask --help`.

mod bench;
mod campaign;
mod cross;
mod dependencies;
mod differential;
mod dist;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
mod licenses;
mod machines;
mod manual_site;
mod picture;
mod prose;
#[cfg(target_os = "linux")]
mod queue_faults;
#[cfg(target_os = "linux")]
mod queue_load;
mod queue_simulation;
#[cfg(target_os = "linux")]
mod seeds;
mod simulate;
mod site;
mod site_api;
mod site_load;
mod site_year;
mod speed;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod stolen;
mod systemd;
mod trial;
mod upgrade;
mod workspace;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[path = "../../crates/guests/tests/support/campaigns.rs"]
mod campaigns;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[path = "../../crates/guests/tests/support/objects.rs"]
mod objects;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[path = "../../crates/guests/tests/support/sources.rs"]
mod sources;

// The tests' generators of random matches, which also compare engines with the reference interpreters.
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/crash.rs"]
mod crash;
#[path = "../../crates/games/tests/support/crash_data.rs"]
mod crash_data;
#[path = "../../crates/games/tests/support/crash_loops.rs"]
mod crash_loops;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/esowar.rs"]
mod esowar;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[path = "../../crates/bout/tests/support/faulty_runs.rs"]
mod faulty_runs;
#[path = "../../crates/games/tests/support/loops.rs"]
mod loops;
// The tests of the command line perform a few of these runs; campaigns perform many.
#[cfg(target_os = "linux")]
#[path = "../../crates/bout/tests/support/mutated_folders.rs"]
mod mutated_folders;
// The real NATS server that the tests use, too.
#[cfg(target_os = "linux")]
#[path = "../../crates/bout/tests/support/queue.rs"]
mod queue_server;
#[path = "../../crates/games/tests/support/shrinking.rs"]
mod shrinking;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// The project's own checks and measurements.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Measures the engines against their plain references, in the same run.
    Bench {
        /// Rounds; ratios are the median of them.
        #[arg(long, default_value_t = 9)]
        rounds: usize,
        /// Only what concerns this game.
        #[arg(long)]
        game: Option<String>,
    },
    /// Measures the engines of Esowar and Crash against plain interpreters in C, as whole processes, and compares what
    /// comes out.
    Speed(speed::Options),
    /// Plays random matches on the unwatched engine and on the reference, and compares them.
    Differential {
        /// Of which game.
        #[arg(long, default_value = "esowar")]
        game: differential::Compared,
        /// For how long.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// What the matches are drawn from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Plays invented tournaments whose truth is known: how often ratings, ranks and the sequential test are right.
    Simulate {
        /// Simulated tournaments a row, and tests a scenario.
        #[arg(long, default_value_t = 10_000)]
        runs: u32,
        /// What they are drawn from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only this table.
        #[arg(long)]
        table: Option<simulate::Table>,
    },
    /// Attacks with hostile input what strangers' programs and folders go through, for as long as one likes.
    #[command(subcommand)]
    Campaign(campaign::Campaign),
    /// Kills commands that write at their system calls, or lets these fail as on a full or broken disk, and repeats them.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Faults(seeds::Options),
    /// Plays tournaments over a queue whose workers, coordinator, server and network fail at random moments. Needs
    /// `nats-server`.
    #[cfg(target_os = "linux")]
    QueueFaults(seeds::Options),
    /// Measures the time of two workers against two local threads, and the memory of many batches. Needs `nats-server`.
    #[cfg(target_os = "linux")]
    QueueLoad(queue_load::Options),
    /// Simulates a queue with many workers in virtual time.
    QueueSimulation(queue_simulation::Options),
    /// Asks honest bots and snippets while others take the processor: none may count as too slow. Needs the superuser's rights.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Stolen(stolen::Options),
    /// Asks this many moves, and prints what came of them.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[command(hide = true)]
    StolenMoves {
        /// The game.
        game: stolen::Asked,
        /// How many.
        moves: u64,
    },
    /// Takes a share of a processor, in percent, for ever.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[command(hide = true)]
    Spin {
        /// The share.
        share: u32,
    },
    /// Builds for another platform with Debian's cross compilers, and tries what was built in an emulator.
    Cross(cross::Options),
    /// Plays matches on emulated processors, from the oldest to all that QEMU can emulate, and compares them with those
    /// of this machine.
    Machines(machines::Options),
    /// Makes release packages: a tar file and a Debian package. Needs the superuser's rights, to make clean roots.
    Dist(dist::Options),
    /// Upgrades gcc and perl under a site: two releases of Debian, one after the other. Needs the superuser's rights.
    Upgrade(upgrade::Options),
    /// Tries the units of bout under a systemd that runs, in a machine of its own. Needs the superuser's rights.
    Systemd(systemd::Options),
    /// Writes anew what `bout licenses` prints: the licences of all packages that are linked into bout.
    Licenses,
    /// Builds the manual as a web site with a search. Needs mdBook.
    ManualSite(manual_site::Options),
    /// Makes the picture of a match at the top of the README.
    Picture(picture::Options),
    /// Asks everything of the interface of `bout serve` that its description allows, and what it does not. Needs schemathesis.
    SiteApi(site_api::Options),
    /// Looks at pages of `bout serve` while matches run, and measures how long answers take and how much memory it needs.
    SiteLoad(site_load::Options),
    /// Lets `bout serve` live through a year in some minutes, with traffic on every day, and shows what grows. Needs faketime.
    SiteYear(site_year::Options),
    /// Checks that crates depend only on those they may depend on.
    Dependencies,
    /// Checks all that people read for turns of phrase that readers stumbled over.
    Prose {
        /// The folder with the texts.
        #[arg(default_value = workspace::root().as_os_str())]
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::Bench { rounds, game } => bench::run(rounds, game.as_deref()),
        Task::Speed(options) => return speed::run(&options),
        Task::Campaign(campaign) => return campaign::run(&campaign),
        Task::Differential { game, seconds, seed } => return differential::run(game, seconds, seed),
        Task::Simulate { runs, seed, table } => simulate::run(runs, seed, table),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Task::Faults(options) => return faults::run(&options),
        #[cfg(target_os = "linux")]
        Task::QueueFaults(options) => return queue_faults::run(&options),
        #[cfg(target_os = "linux")]
        Task::QueueLoad(options) => return queue_load::run(&options),
        Task::QueueSimulation(options) => return queue_simulation::run(&options),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Task::Stolen(options) => return stolen::run(&options),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Task::StolenMoves { game, moves } => {
            if let Err(error) = stolen::play(game, moves) {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        Task::Spin { share } => stolen::spin(share),
        Task::Cross(options) => return cross::run(&options),
        Task::Machines(options) => return machines::run(&options),
        Task::Dist(options) => return dist::run(&options),
        Task::Upgrade(options) => return upgrade::run(&options),
        Task::Systemd(options) => return systemd::run(&options),
        Task::Licenses => return licenses::run(),
        Task::ManualSite(options) => return manual_site::run(&options),
        Task::Picture(options) => return picture::run(&options),
        Task::SiteApi(options) => return site_api::run(&options),
        Task::SiteLoad(options) => return site_load::run(&options),
        Task::SiteYear(options) => return site_year::run(&options),
        Task::Dependencies => return dependencies::check(),
        Task::Prose { folder } => return prose::check(&folder),
    }
    ExitCode::SUCCESS
}
