//! The command line and its help.

#[cfg(feature = "serve")]
mod admin;
mod compare;
mod evolve;
mod exact;
mod hill;
mod pages;
mod playground;
#[cfg(feature = "queue")]
mod queue;
mod rate;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod tournament;
mod view;
mod war;
mod watch;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use contests::{Failure, Isolation};
use game::{Digest, NamedLists, Rules};
use games::{RegisteredGame, registry};

use crate::limits;
use crate::output::OutputFormat;

#[cfg(not(feature = "queue"))]
pub(crate) use crate::players::OptionalQueue;
#[cfg(all(feature = "serve", feature = "postgres"))]
pub(crate) use admin::StoreName;
#[cfg(feature = "serve")]
pub(crate) use admin::{AdminArgs, AdminCommand, RoleName, SiteArgs};
pub(crate) use compare::{CompareArgs, CompareQuestion};
pub(crate) use evolve::EvolveArgs;
pub(crate) use exact::ExactArgs;
pub(crate) use hill::{HillArgs, HillCommand, HillOptions};
pub(crate) use pages::{Pages, PagesOption};
pub(crate) use playground::PlaygroundArgs;
#[cfg(feature = "queue")]
pub(crate) use queue::{OptionalQueue, QueueArgs, QueueCommand, WorkerArgs};
pub(crate) use rate::{Prior, RateArgs};
#[cfg(feature = "serve")]
pub(crate) use serve::{LogFormat, ServeArgs};
pub(crate) use site::{LoginArgs, LogoutArgs, RemoteHillOptions, SubmitArgs};
pub(crate) use tournament::{ScheduleKind, TournamentArgs};
pub(crate) use view::ViewArgs;
pub(crate) use war::{NewWarOptions, RoundOptions, WarArgs, WarCommand};
pub(crate) use watch::WatchArgs;

/// An arena for programming games: plays programs against each other and ranks them.
#[derive(Debug, Parser)]
#[command(name = "bout", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Programs are files. A folder stands for the programs in it, `-` for standard input. The game is recognised by \
the file name extension or set with --game. `--` ends the options.

Exit codes: 0 success; 1 the answer is no (errors in a program, a failed case, a record that is damaged or \
wrong, an illegal setup); 2 usage error; 3 a file cannot be read or written; 4 this machine lacks something, or a \
site cannot be reached; \
130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play an example tournament of every game, print the tables and write a report
    Demo(DemoArgs),
    /// List the games, their parameters and their file names
    Games(GamesArgs),
    /// Create a folder to start from, with example programs and the rules
    #[command(after_help = "Examples:\n  bout new esowar arena")]
    New(NewArgs),
    /// Check programs and print every error and warning with its source line
    #[command(after_help = "Examples:\n  bout check mine.crash\n  bout check programs --output jsonl")]
    Check(CheckArgs),
    /// Format programs in canonical form, keeping comments
    #[command(after_help = "Examples:\n  bout fmt mine.esowar\n  bout fmt --check programs")]
    Fmt(FmtArgs),
    /// Play matches and print the results
    #[command(
        after_help = "Examples:\n  bout play mine.crash arena/bomber.crash --view\n  bout play mine.crash arena/bomber.crash --games 1000\n  bout play a.esowar b.esowar c.esowar --record fights"
    )]
    Play(PlayArgs),
    /// Compute the exact score of two programs by playing every possible setup (Crash)
    #[command(after_help = "Examples:\n  bout exact mine.crash arena/bomber.crash")]
    Exact(ExactArgs),
    /// Play a tournament: round robin, gauntlet, Swiss, elimination, adaptive or free-for-all
    #[command(
        after_help = "Examples:\n  bout tournament arena -o report.html --results results\n  bout tournament arena --schedule swiss --games 20\n  bout tournament arena --schedule adaptive --top 3"
    )]
    Tournament(Box<TournamentArgs>),
    /// Play for contests on other machines: pull batches of games from a queue
    #[cfg(feature = "queue")]
    #[command(after_help = "Examples:\n  bout worker --queue nats://coordinator:4222")]
    Worker(WorkerArgs),
    /// Look at a queue of games
    #[cfg(feature = "queue")]
    #[command(after_help = "Examples:\n  bout queue status --queue nats://coordinator:4222")]
    Queue(QueueArgs),
    /// Rate the results of any games, from a CSV file or JSON lines
    #[command(
        after_help = "Examples:\n  bout rate games.csv\n  bout tournament arena --cross --output csv | bout rate -"
    )]
    Rate(RateArgs),
    /// Test whether a new version of a program is better than the old one, and stop as soon as this is known
    #[command(after_help = "Examples:\n  bout compare new.crash old.crash --against arena")]
    Compare(Box<CompareArgs>),
    /// Search for strong programs with an evolutionary algorithm
    #[command(after_help = "Examples:\n  bout evolve crash --against arena --out search")]
    Evolve(Box<EvolveArgs>),
    /// Run a king-of-the-hill contest, kept in a folder
    #[command(
        after_help = "Examples:\n  bout hill add arena arena\n  bout hill test arena mine.crash\n  bout hill show arena -o hill.html"
    )]
    Hill(HillArgs),
    /// Serve hills as a web site, with live standings and fights to watch
    #[cfg(feature = "serve")]
    #[command(after_help = "Examples:\n  bout serve site\n  bout serve site --bind 0.0.0.0:8080")]
    Serve(ServeArgs),
    /// Look after the accounts of a site, on the machine that serves it
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Examples:\n  bout admin host-link --site site\n  bout admin password-link anna --site site"
    )]
    Admin(AdminArgs),
    /// Play for a site: a process that `bout serve` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeWorker,
    /// Start workers for a site: a process that `bout serve` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeStarter {
        /// The folder of the site
        folder: PathBuf,
    },
    /// Attempt what no worker of a site may do: a process that `bout doctor` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeTrial,
    /// Store a token of a site, with which bout acts there for your account
    #[command(after_help = "Examples:\n  bout login https://bout.example")]
    Login(LoginArgs),
    /// Forget the token of a site
    #[command(after_help = "Examples:\n  bout logout https://bout.example")]
    Logout(LogoutArgs),
    /// Submit programs to a hill of a site, and follow what becomes of them
    #[command(
        after_help = "Examples:\n  bout submit mine.crash --to https://bout.example --hill crash\n  bout submit mine.crash --to https://bout.example --hill crash --test"
    )]
    Submit(SubmitArgs),
    /// Rate a program against a hill on every save: its rank, new losses and new wins
    #[command(after_help = "Examples:\n  bout watch mine.crash --hill arena")]
    Watch(WatchArgs),
    /// Run a lasting PerlWar match, kept in a folder: players can submit snippets between rounds
    #[command(
        after_help = "Examples:\n  bout war new war\n  bout war submit war alice.pl\n  bout war round war"
    )]
    War(WarArgs),
    /// Play a contest again from its lock file and report which results changed
    #[command(
        after_help = "Examples:\n  bout rejudge results/contest.lock\n  bout rejudge spring-cup --commitment 1a2b…"
    )]
    Rejudge(RejudgeArgs),
    /// Write the whole contents of a results database as JSON lines
    Export(ExportArgs),
    /// Import JSON lines written by `bout export` into a results database
    Import(ImportArgs),
    /// Ask a bot for its move on the board of a record, with the whole C library available for debugging
    #[command(after_help = "Examples:\n  bout ask mine.c games/match.bout --turn 10")]
    Ask(AskArgs),
    /// Report what this machine can run, what is missing, and how to fix it
    #[command(after_help = "Examples:\n  bout doctor\n  bout doctor --prove")]
    Doctor(DoctorArgs),
    /// Play records again and verify them
    #[command(after_help = "Examples:\n  bout replay fights\n  bout replay match.bout --deep")]
    Replay(ReplayArgs),
    /// Tell why a match ended as it did: from the end back to the write that decided it
    #[command(
        after_help = "Examples:\n  bout explain match.bout\n  bout explain match.bout --seat 1 --output json"
    )]
    Explain(ExplainArgs),
    /// View a match in the terminal turn by turn: play, seek, set breakpoints, fork
    #[command(
        after_help = "Examples:\n  bout view match.bout\n  bout view a.crash b.crash --seed 7\n  bout view match.bout -o fight.html --open"
    )]
    View(ViewArgs),
    /// Write a web page in which one writes programs and sees at once how they do: editor, opponents, board and lessons
    #[command(after_help = "Examples:\n  bout playground --open\n  bout playground crash -o crash.html")]
    Playground(PlaygroundArgs),
    /// Serve an editor over standard input and output: diagnostics, explanations, completion, fights
    #[command(after_help = "The editor starts it; `bout man editors` says how for each editor.")]
    Lsp(LspArgs),
    /// Run conformance cases of any game
    Conform(ConformArgs),
    /// Print a shell completion script
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Print the licences of everything that is linked into bout
    Licenses(LicensesArgs),
    /// Show the manual page of bout, of one of its commands, or of a topic such as a game
    #[command(after_help = "Examples:\n  bout man esowar\n  bout man tournaments")]
    Man(ManArgs),
}

/// A game by its name.
#[derive(Debug, Args)]
pub(crate) struct GameOption {
    /// The game, if the file names do not identify it
    #[arg(long = "game", value_name = "NAME", value_parser = game_parser())]
    name: Option<String>,
}

fn game_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(registry::names())
}

impl GameOption {
    pub(crate) fn get(&self) -> Option<&'static dyn RegisteredGame> {
        registry::by_name(self.name.as_deref()?)
    }
}

/// The output format of results.
#[derive(Debug, Args)]
pub(crate) struct OutputOption {
    /// The format of results on standard output
    #[arg(long = "output", value_name = "FORM", value_enum, default_value_t = OutputFormat::Text)]
    pub(crate) form: OutputFormat,

    /// Print tables with all columns, even if the window is too narrow for them
    #[arg(long)]
    pub(crate) wide: bool,
}

/// Options of every command that plays matches.
#[derive(Debug, Args)]
pub(crate) struct PlayingOptions {
    /// The seed for drawing setups: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Set a parameter of the game, such as `max_turns=5000`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Write one record per match into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// How calls of a program's foreign code are isolated; Esowar and Crash run no foreign code
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset)]
    isolation: IsolationArg,

    /// Add elapsed times to the output
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl PlayingOptions {
    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }

    pub(crate) fn isolation(&self) -> Isolation {
        self.isolation.into()
    }
}

fn parsed_rules(rules: &[String]) -> Result<Rules, Failure> {
    Rules::parse(rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))
}

/// The number of threads to play on.
#[derive(Debug, Args)]
pub(crate) struct ThreadsOption {
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_hyphen_values = true)]
    threads: Option<u16>,
}

impl ThreadsOption {
    /// Returns the requested number of threads, or the number of cores, limited by the available address space.
    pub(crate) fn count(&self) -> usize {
        let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        limits::threads(self.threads.map_or_else(all_cores, usize::from))
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The programs in the order of their seats: files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// Number of matches; match 0 uses --seed itself, the others use seeds derived from it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// Number of the first match to play, to continue where an earlier command stopped
    #[arg(long, value_name = "K", default_value_t = 0, allow_hyphen_values = true)]
    pub(crate) from: u64,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,

    #[command(flatten)]
    pub(crate) setup: SetupOptions,

    /// Show the match in the terminal after playing it (one match only)
    #[arg(long)]
    pub(crate) view: bool,

    /// Print the text log of the match (Snakes)
    #[arg(long)]
    pub(crate) log: bool,
}

/// The parts of a setup that the user gives.
#[derive(Debug, Args)]
pub(crate) struct SetupOptions {
    /// Starting place of each program, instead of one drawn from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', allow_hyphen_values = true)]
    start: Vec<u64>,

    /// Starting place of each robot (Esowar), instead of one drawn from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', allow_hyphen_values = true)]
    robots: Vec<u64>,

    /// Another list of the game's setup, instead of one drawn from the seed; `bout games` names them
    #[arg(long = "setup", value_name = "NAME=A,B,…", value_parser = named_list, allow_hyphen_values = true)]
    others: Vec<(String, Vec<u64>)>,
}

impl SetupOptions {
    /// Returns the lists of the setup that the user gave; the others are drawn from the seed.
    pub(crate) fn given(&self) -> NamedLists {
        let mut given = NamedLists::default();
        for (name, numbers) in [("start", &self.start), ("robots", &self.robots)] {
            if !numbers.is_empty() {
                given.set(name, numbers.clone());
            }
        }
        for (name, numbers) in &self.others {
            given.set(name.clone(), numbers.clone());
        }
        given
    }
}

/// Reads `name=1,2,3`.
fn named_list(text: &str) -> Result<(String, Vec<u64>), String> {
    let (name, numbers) = text.split_once('=').ok_or("expected NAME=A,B,…, such as start=100,5000")?;
    let number = |number: &str| {
        number.parse().map_err(|_| format!("`{number}` is not a number from 0 to {}", u64::MAX))
    };
    Ok((name.to_owned(), numbers.split(',').map(number).collect::<Result<_, _>>()?))
}

/// How calls of foreign code are isolated from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IsolationArg {
    /// One process per match; its memory and registers are reset before every question
    Reset,
    /// A new process for every question
    Fork,
    /// One process per match that keeps its state between questions: for practice only, never for rankings
    Fast,
}

impl From<IsolationArg> for Isolation {
    fn from(argument: IsolationArg) -> Self {
        match argument {
            IsolationArg::Reset => Self::Reset,
            IsolationArg::Fork => Self::Fork,
            IsolationArg::Fast => Self::Fast,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RejudgeArgs {
    /// The contest.lock of a tournament, or its folder; contest.db, or the results.jsonl that a site publishes, must be in
    /// the same folder
    #[arg(value_name = "LOCK")]
    pub(crate) lock: PathBuf,

    /// Also check, by the reveal.json beside the lock, that a final on a site is the one that was announced with this hash
    #[arg(long, value_name = "HASH", value_parser = commitment)]
    pub(crate) commitment: Option<Digest>,

    /// Only the games of this program, named by its file; given twice, only those between the two
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) of: Vec<String>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) queue: OptionalQueue,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

/// Parses the hash with which a final was announced.
fn commitment(text: &str) -> Result<Digest, String> {
    Digest::from_hex(text)
        .ok_or_else(|| "must have 64 hexadecimal digits, as on the page of the contest".into())
}

impl RejudgeArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The database: the contest.db of a tournament, or of a hill
    #[arg(value_name = "DB")]
    pub(crate) database: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A file of JSON lines written by `bout export`, or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The database to import into; created if it does not exist
    #[arg(long = "into", value_name = "DB", default_value = "contest.db")]
    pub(crate) database: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Matches per pair, rounded up to an even number: half in each order [default: 4, or 2 for foreign code]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: Option<u64>,

    /// The report: one HTML page, and next to it a folder of matches to watch
    #[arg(short = 'o', value_name = "FILE.html", default_value = "bout-demo.html")]
    pub(crate) page: PathBuf,

    #[command(flatten)]
    pub(crate) pages: PagesOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct LicensesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: String,

    /// The folder to create; it may exist, but existing files are never replaced
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

impl NewArgs {
    pub(crate) fn game(&self) -> &'static dyn RegisteredGame {
        registry::by_name(&self.game).expect("clap knows the names")
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Program files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Suppress a warning; `bout games` lists the codes
    #[arg(long, value_name = "CODE", value_parser = PossibleValuesParser::new(warning_codes()))]
    pub(crate) allow: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

fn warning_codes() -> Vec<&'static str> {
    registry::REGISTRY.iter().flat_map(|game| game.warnings()).map(|warning| warning.code).collect()
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Program files and folders, changed in place; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Change nothing; list the files that are not in canonical form, and exit with code 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The bot's source file
    #[arg(value_name = "BOT.c")]
    pub(crate) program: PathBuf,

    /// The record of a match (.bout)
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// The turn to ask about; the first is 1
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) turn: u64,

    /// The seat to ask for: 0 is the first program of the record [default: this program's seat if it played, else 0]
    #[arg(long, value_name = "SEAT", allow_hyphen_values = true)]
    pub(crate) seat: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Test the isolation: attempt forbidden actions without isolation, with each feature alone, and with all of them
    #[arg(long)]
    pub(crate) prove: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Accepted because many editors pass it: the server speaks over standard input and output anyway
    #[arg(long)]
    pub(crate) stdio: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A record file (.bout)
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// Whose loss to explain, counted from 0; by default that of the program that was beaten last
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Record files (.bout), or folders of them
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,

    /// Also compare the final state, both without and with the viewer
    #[arg(long)]
    pub(crate) deep: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ConformArgs {
    /// Files with conformance cases
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// How runs of foreign code are isolated, in cases that contain any
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset)]
    isolation: IsolationArg,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl ConformArgs {
    pub(crate) fn isolation(&self) -> Isolation {
        self.isolation.into()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// A command, a game, or another page of the manual [default: bout itself]
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,

    /// Print the page of a command in the format of `man`
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) roff: bool,

    /// Print a page of the manual in Markdown, as it is written
    #[arg(long)]
    pub(crate) markdown: bool,

    /// Write the manual pages of bout and all its commands, in the format of `man`, into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "topic")]
    pub(crate) dir: Option<PathBuf>,
}
